//! Reading and writing FENs, with all of X-FEN's and Shredder-FEN's castling forms.

use super::{CastleRight, Position, Seating, State};
use crate::{
    board::{Bitboard, Side, Square},
    pieces::{Piece, PieceType, capital, small},
    variant::rules::{Rules, SeatRules},
};
use std::fmt::Write;

/// What is wrong with a FEN: the field, what stands there, and what was expected.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("FEN, {field}: \"{found}\": {problem}")]
pub struct FenError {
    /// The name of the field.
    pub field: &'static str,
    /// Its text, or the part of it that is wrong.
    pub found: String,
    /// What is wrong, and what was expected.
    pub problem: String,
}

fn error<T>(field: &'static str, found: impl Into<String>, problem: impl Into<String>) -> Result<T, FenError> {
    Err(FenError {
        field,
        found: found.into(),
        problem: problem.into(),
    })
}

const BOARD: &str = "board";
const SIDE: &str = "side to move";
const CASTLING: &str = "castling rights";
const EN_PASSANT: &str = "en passant";
const HALF_MOVES: &str = "half-move clock";
const FULL_MOVES: &str = "move number";
const SEAT: &str = "seat to move";
const OUT: &str = "seats that are out";
const DEBTS: &str = "seats that owe a move";

/// The largest move number that is read, so that counting on never overflows.
const MAX_MOVE_NUMBER: u32 = 1_000_000_000;

impl<B: Bitboard> Position<B> {
    /// The variant's start position.
    ///
    /// # Errors
    /// If the variant's own start FEN is wrong; a checked variant's is not.
    pub fn start(rules: &'static Rules<B>) -> Result<Position<B>, FenError> {
        Position::from_fen(rules, &rules.variant.start_fen)
    }

    /// Reads a FEN. The fields after the board may be left out from the right; boards without castling may also
    /// leave out castling rights and en passant (`w 0 1`).
    ///
    /// # Errors
    /// With the first field that is wrong.
    pub fn from_fen(rules: &'static Rules<B>, fen: &str) -> Result<Position<B>, FenError> {
        let mut fields = fen.split_whitespace();
        let mut position = Position {
            rules,
            board: [Piece::NONE; 256],
            by_kind: [B::EMPTY; PieceType::MAX],
            by_side: [B::EMPTY; 2],
            side: Side::White,
            state: State::default(),
            history: Vec::with_capacity(256),
            changed: Vec::new(),
            castles: Vec::new().into(),
            castle_squares: B::EMPTY,
            full_moves: 1,
        };
        let board = fields.next().unwrap_or_default();
        position.read_board(board)?;
        position.side = match fields.next() {
            None | Some("w") => Side::White,
            Some("b") => Side::Black,
            Some(other) => return error(SIDE, other, "expected w or b"),
        };
        let rest: Vec<&str> = fields.collect();
        let is_number = |s: &&str| s.bytes().all(|b| b.is_ascii_digit());
        let short = rest.len() <= 2 && rest.first().is_some_and(is_number);
        let (rights, counters) = if short {
            ([None, None], &rest[..])
        } else {
            split_rights(&rest)
        };
        position.read_rights(rights[0].unwrap_or("-"))?;
        position.read_en_passant(rights[1].unwrap_or("-"))?;
        if let Some(text) = counters.first() {
            position.state.half_moves = number(HALF_MOVES, text, u16::MAX.into())? as u16;
        }
        if let Some(text) = counters.get(1) {
            position.full_moves = number(FULL_MOVES, text, MAX_MOVE_NUMBER)?.max(1);
        }
        let after = counters.get(2..).unwrap_or_default();
        match rules.seats() {
            Some(seats) => position.read_seating(seats, after)?,
            None => {
                if let Some(extra) = after.first() {
                    return error("end", *extra, "expected no field after the move number");
                }
            }
        }
        position.state.key = position.key_from_scratch();
        if position.can_capture_royal() {
            let king = position.side.opponent();
            return error(
                BOARD,
                board,
                format!("{king} is in check, but it is {}'s move", position.side),
            );
        }
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<(), FenError> {
        let rules = self.rules;
        let shape = rules.shape;
        let rows: Vec<&str> = text.split('/').collect();
        if rows.len() != shape.ranks() as usize {
            return error(BOARD, text, format!("{} ranks, expected {}", rows.len(), shape.ranks()));
        }
        for (row, rank) in rows.iter().zip((0..shape.ranks() as i32).rev()) {
            let mut file = 0i32;
            let mut chars = row.chars().peekable();
            while let Some(c) = chars.next() {
                if let Some(mut run) = c.to_digit(10) {
                    while let Some(digit) = chars.peek().and_then(|c| c.to_digit(10)) {
                        run = (run * 10 + digit).min(100);
                        chars.next();
                    }
                    file += run as i32;
                    continue;
                }
                // The square is looked up on the full rectangle: here a hole is not a square that is missing.
                let square = (file < shape.files() as i32).then(|| Square((rank * shape.files() as i32 + file) as u8));
                let is_hole = square.is_some_and(|s| shape.holes().has(s));
                file += 1;
                if c == '*' {
                    if square.is_some() && !is_hole {
                        return error(
                            BOARD,
                            *row,
                            format!("* in rank {}: this square is no hole here", rank + 1),
                        );
                    }
                    continue;
                }
                let Some(piece) = piece(rules, c) else {
                    let letters: String = rules.variant.pieces.iter().map(|p| p.letter).collect();
                    return error(
                        BOARD,
                        *row,
                        format!("{c} is no piece of this game (its letters are {letters})"),
                    );
                };
                match square {
                    Some(_) if is_hole => {
                        return error(BOARD, *row, format!("{c} stands on a hole in rank {}", rank + 1));
                    }
                    Some(square) => self.put(piece, square),
                    None => {}
                }
            }
            if file != shape.files() as i32 {
                let problem = format!("rank {} has {file} squares, expected {}", rank + 1, shape.files());
                return error(BOARD, *row, problem);
            }
        }
        if (self.occupied() & !rules.board).any() {
            return error(BOARD, text, "a piece stands on a hole");
        }
        if let Some(royal) = rules.royal {
            for side in Side::BOTH {
                let count = self.pieces(side, royal).count();
                if count != 1 && !rules.variant.royals_are_gained {
                    let letter = rules.variant.pieces[royal.index()].letter;
                    return error(
                        BOARD,
                        text,
                        format!("{side} has {count} royal pieces ({letter}), expected one"),
                    );
                }
            }
        }
        Ok(())
    }

    fn read_rights(&mut self, text: &str) -> Result<(), FenError> {
        let mut castles: Vec<CastleRight<B>> = Vec::new();
        for letter in text.chars().filter(|_| text != "-") {
            let side = if letter.is_ascii_uppercase() {
                Side::White
            } else {
                Side::Black
            };
            if !self.rules.castling.enabled {
                return error(CASTLING, text, "there is no castling in this game, expected -");
            }
            if !self.rules.castling.pairs.is_empty() {
                let right = self.pair_right(text, letter)?;
                if castles.iter().any(|c| c.letter == right.letter) {
                    return error(CASTLING, text, format!("{letter}: this right is given twice"));
                }
                castles.push(right);
                continue;
            }
            let Some(king) = self.castling_king(side) else {
                return error(
                    CASTLING,
                    text,
                    format!("{letter}: {side}'s king is not on its castling rank"),
                );
            };
            let Some(partner) = self.partner(side, king, letter.to_ascii_lowercase()) else {
                return error(
                    CASTLING,
                    text,
                    format!("{letter}: no castling partner of {side}'s stands there"),
                );
            };
            if castles.iter().any(|c| (c.king, c.partner) == (king, partner)) {
                return error(CASTLING, text, format!("{letter}: this right is given twice"));
            }
            castles.push(CastleRight::new(self.rules, side, king, partner));
        }
        if castles.len() > 16 {
            return error(CASTLING, text, "more than 16 rights");
        }
        // A fixed order, so that the same rights have the same numbers however they were written.
        let pairs = &self.rules.castling.pairs;
        castles.sort_by_key(|c| match pairs.iter().position(|pair| Some(pair.letter) == c.letter) {
            Some(number) => (c.side, false, Square(number as u8)),
            None => (c.side, !c.is_king_side(), c.partner),
        });
        self.state.rights = ((1u32 << castles.len()) - 1) as u16;
        self.castle_squares = castles
            .iter()
            .fold(B::EMPTY, |set, c| set | B::of(c.king) | B::of(c.partner));
        self.castles = castles.into();
        Ok(())
    }

    /// The right of two pieces that `letter` means in this `text` of rights; both must stand where they belong.
    fn pair_right(&self, text: &str, letter: char) -> Result<CastleRight<B>, FenError> {
        let pairs = &self.rules.castling.pairs;
        let Some(index) = pairs.iter().position(|pair| pair.letter == letter) else {
            let letters: String = pairs.iter().map(|pair| pair.letter).collect();
            return error(
                CASTLING,
                text,
                format!("{letter} is no right of this game, expected - or some of {letters}"),
            );
        };
        let pair = &pairs[index];
        let right = CastleRight::pair(self.rules, index, pair);
        for (kind, (square, _)) in pair.kinds.into_iter().zip(pair.moves) {
            let piece = Piece::new(right.side, kind);
            if self.piece_on(square) != piece {
                let (name, side) = (&self.rules.variant.pieces[kind.index()].name, right.side);
                let problem = format!("{letter}: {side}'s {name} is not on {}", self.rules.shape.name(square));
                return error(CASTLING, text, problem);
            }
        }
        Ok(right)
    }

    /// Reads the fields of games with seats: the seat to move, the seats that are out, and those that owe a move.
    fn read_seating(&mut self, seats: &SeatRules<B>, fields: &[&str]) -> Result<(), FenError> {
        let letters: String = seats.letters.iter().collect();
        let number = |letter: char| seats.letters.iter().position(|&l| l == letter);
        let set = |field: &'static str, text: &str| {
            let mut set = 0;
            for letter in text.chars().filter(|_| text != "-") {
                match number(letter) {
                    Some(n) if set >> n & 1 == 0 => set |= 1 << n,
                    Some(_) => return error(field, text, format!("{letter} is given twice")),
                    None => {
                        return error(
                            field,
                            text,
                            format!("{letter} is no seat, expected - or some of {letters}"),
                        );
                    }
                }
            }
            Ok(set)
        };
        let first = usize::from(self.side == Side::Black);
        let seat = match fields.first() {
            None => first,
            Some(text) => {
                let mut chars = text.chars();
                let found = chars.next().and_then(number).filter(|_| chars.next().is_none());
                match found {
                    Some(n) if n % 2 == first => n,
                    Some(_) => {
                        return error(
                            SEAT,
                            *text,
                            format!("{text} is not a seat of {}, whose move it is", self.side),
                        );
                    }
                    None => return error(SEAT, *text, format!("expected one of {letters}")),
                }
            }
        };
        let out = set(OUT, fields.get(1).unwrap_or(&"-"))?;
        let debts = set(DEBTS, fields.get(2).unwrap_or(&"-"))?;
        if out & debts != 0 {
            return error(
                DEBTS,
                fields.get(2).copied().unwrap_or_default(),
                "who is out owes no move",
            );
        }
        if let Some(extra) = fields.get(3) {
            return error("end", *extra, "expected no field after the seats that owe a move");
        }
        self.state.seating = Seating::new(seat, out, debts);
        Ok(())
    }

    /// The partner that a right's (small) letter means: `k` and `q` the outermost one on that side unless the rules
    /// name a file, any other letter its file.
    fn partner(&self, side: Side, king: Square, letter: char) -> Option<Square> {
        let shape = self.rules.shape;
        let partners = self.castling_partners(side, king);
        let at = |file: i32| partners.iter().copied().find(|&s| shape.file(s) == file);
        let named = |i: usize| self.rules.castling.partner_files[i].map(|file| at(file as i32));
        match letter {
            'k' => named(0).unwrap_or_else(|| partners.iter().copied().rfind(|&s| s > king)),
            'q' => named(1).unwrap_or_else(|| partners.iter().copied().find(|&s| s < king)),
            'a'..='p' => at(letter as i32 - 'a' as i32),
            _ => None,
        }
    }

    fn read_en_passant(&mut self, text: &str) -> Result<(), FenError> {
        let mut rest = if text == "-" { "" } else { text };
        let mut passed = B::EMPTY;
        let mut victim = None;
        while !rest.is_empty() {
            let Some((square, left)) = self.rules.shape.parse_prefix(rest) else {
                return error(EN_PASSANT, text, "expected - or the names of squares");
            };
            let Some(found) = self.double_over(square) else {
                let name = self.rules.shape.name(square);
                return error(EN_PASSANT, text, format!("no piece can just have passed over {name}"));
            };
            if victim.is_some_and(|v| v != found) {
                return error(EN_PASSANT, text, "these squares were not passed by one piece");
            }
            victim = Some(found);
            passed |= B::of(square);
            rest = left;
        }
        if let Some(victim) = victim {
            self.set_en_passant(self.side, passed, victim);
        }
        Ok(())
    }

    /// The piece of the side not to move whose last move can have been a double step over `square`.
    fn double_over(&self, square: Square) -> Option<Square> {
        let them = self.side.opponent();
        let occupied = self.occupied();
        for mover in &self.rules.movers[them.index()] {
            for (from, doubles) in mover.doubles.iter().enumerate() {
                for double in doubles.iter().filter(|d| d.passed.has(square)) {
                    let empty = double.passed | B::of(Square(from as u8));
                    if (empty & occupied).is_empty() && self.piece_on(double.to) == Piece::new(them, mover.kind) {
                        return Some(double.to);
                    }
                }
            }
        }
        None
    }

    /// The position as a FEN, castling rights as X-FEN writes them.
    pub fn fen(&self) -> String {
        let shape = self.rules.shape;
        let mut out = String::new();
        for rank in (0..shape.ranks() as i32).rev() {
            let mut run = 0;
            for file in 0..shape.files() as i32 {
                let square = shape.square(file, rank);
                let letter = match square.map(|s| self.piece_on(s)) {
                    None => '*',
                    Some(Piece::NONE) => {
                        run += 1;
                        continue;
                    }
                    Some(piece) => self.letter(piece),
                };
                if run > 0 {
                    let _ = write!(out, "{run}");
                    run = 0;
                }
                out.push(letter);
            }
            if run > 0 {
                let _ = write!(out, "{run}");
            }
            if rank > 0 {
                out.push('/');
            }
        }
        let en_passant: String = self.state.en_passant.squares().map(|s| shape.name(s)).collect();
        let or_none = |s: String| if s.is_empty() { "-".to_string() } else { s };
        let (side, rights, clock) = (self.side.letter(), or_none(self.rights_text()), self.state.half_moves);
        let _ = write!(
            out,
            " {side} {rights} {} {clock} {}",
            or_none(en_passant),
            self.full_moves
        );
        if let Some(seats) = self.rules.seats() {
            let seating = self.state.seating;
            let set = |bits: u16| {
                let letters = seats.letters.iter().enumerate();
                let chosen = letters.filter(|(n, _)| bits >> n & 1 != 0);
                or_none(chosen.map(|(_, &letter)| letter).collect())
            };
            let letter = seats.letters[seating.seat()];
            let _ = write!(out, " {letter} {} {}", set(seating.out()), set(seating.debts()));
        }
        out
    }

    fn rights_text(&self) -> String {
        let shape = self.rules.shape;
        let mut out = String::new();
        for (_, right) in self
            .castles
            .iter()
            .enumerate()
            .filter(|(n, _)| self.state.rights >> n & 1 != 0)
        {
            if let Some(letter) = right.letter {
                out.push(letter);
                continue;
            }
            let short = if right.is_king_side() { 'k' } else { 'q' };
            let file = (b'a' + shape.file(right.partner) as u8) as char;
            let letter = match self.partner(right.side, right.king, short) {
                Some(partner) if partner == right.partner => short,
                _ => file,
            };
            out.push(if right.side == Side::White {
                letter.to_ascii_uppercase()
            } else {
                letter
            });
        }
        out
    }

    /// The letter of a piece: a capital for White, small for Black.
    pub fn letter(&self, piece: Piece) -> char {
        let letter = self.rules.variant.pieces[piece.kind().index()].letter;
        if piece.side() == Side::White {
            letter
        } else {
            small(letter)
        }
    }
}

fn split_rights<'a>(rest: &'a [&'a str]) -> ([Option<&'a str>; 2], &'a [&'a str]) {
    (
        [rest.first().copied(), rest.get(1).copied()],
        rest.get(2..).unwrap_or_default(),
    )
}

/// Reads a number from 0 to `max`.
fn number(field: &'static str, text: &str, max: u32) -> Result<u32, FenError> {
    let found = text.parse().ok().filter(|&number| number <= max);
    found.map_or_else(
        || error(field, text, format!("expected a whole number from 0 to {max}")),
        Ok,
    )
}

fn piece<B: Bitboard>(rules: &Rules<B>, letter: char) -> Option<Piece> {
    let side = if letter.is_uppercase() {
        Side::White
    } else {
        Side::Black
    };
    let capital = capital(letter);
    let pieces = &rules.variant.pieces;
    let kind = pieces
        .iter()
        .position(|p| p.letter == capital)
        .or_else(|| pieces.iter().position(|p| p.aliases.contains(&capital)))?;
    Some(Piece::new(side, PieceType(kind as u8)))
}
