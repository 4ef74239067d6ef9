//! What the user may do with the piece that he has picked up: squares to mark, and choices of promotion.

use super::{Xboard, read, write::error};
use crate::{
    board::Square,
    engine::Session,
    position::{Move, MoveKind},
};
use std::{
    collections::BTreeMap,
    io::{self, Write},
};

/// A colour of XBoard's, as a letter; capitals mark squares that the piece can go to.
mod colour {
    pub const ORDINARY: char = 'Y';
    pub const CAPTURE: char = 'R';
    pub const CHOICE: char = 'M';
    pub const VICTIM: char = 'g';
}

impl Xboard {
    /// `lift SQUARE`: the user has picked up a piece.
    pub(super) fn lift(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(from) = self.square(text, line, out)? else {
            return Ok(());
        };
        self.lifted = Some(from);
        self.highlight(self.targets(from), out)
    }

    /// `put SQUARE`: the user has put it down there.
    pub(super) fn put(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(to) = self.square(text, line, out)? else {
            return Ok(());
        };
        let Some(from) = self.lifted else { return Ok(()) };
        let choices = self.choices(from, to);
        if choices.is_empty() {
            return Ok(());
        }
        writeln!(out, "choice {choices}")
    }

    /// `hover SQUARE`: the mouse is over a square where the piece could capture.
    pub(super) fn hover(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let Some(to) = self.square(text, line, out)? else {
            return Ok(());
        };
        let Some(from) = self.lifted else { return Ok(()) };
        let victims = self.victims_elsewhere(from, to);
        if victims.is_empty() {
            return Ok(());
        }
        let mut colours = self.targets(from);
        for victim in victims {
            colours.entry(victim).or_insert(colour::VICTIM);
        }
        self.highlight(colours, out)
    }

    fn square(&self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<Option<Square>> {
        let shape = self.engine.variant().shape;
        // XBoard adds a comma where the user holds down the control key.
        let square = read::square(shape, text.trim_end_matches(','));
        if square.is_none() {
            error("expected a square of the board", line, out)?;
        }
        Ok(square)
    }

    /// The legal moves of the piece on a square, as far as XBoard can make them with one piece.
    fn moves_from(&self, from: Square) -> Vec<Move> {
        let session = self.engine.session();
        if self.refused || self.is_over() {
            return Vec::new();
        }
        let pairs = !session.variant().castling.pairs.is_empty();
        let mut moves = session.legal_moves();
        moves.retain(|mv| {
            let one_piece = mv.kind() != MoveKind::Castle || !pairs;
            mv.kind() != MoveKind::Pass && mv.from() == from && one_piece
        });
        moves
    }

    /// Whether a move promotes by crossing to another bank, without a choice. XBoard has a colour for promotions without
    /// a choice, but then makes no move; so such moves are marked like others, and the engine promotes the piece.
    fn crosses(&self, mv: Move) -> bool {
        self.engine.write_move(mv).promotes_by_crossing
    }

    /// The squares to which the piece on a square can go, with their colours.
    fn targets(&self, from: Square) -> BTreeMap<Square, char> {
        let session = self.engine.session();
        let mut colours = BTreeMap::new();
        let moves = self.moves_from(from);
        for mv in &moves {
            let to = mv.to();
            let letter = match mv.kind() {
                MoveKind::Promotion if !self.crosses(*mv) => colour::CHOICE,
                MoveKind::EnPassant => colour::CAPTURE,
                MoveKind::Castle => colour::ORDINARY,
                _ if session.piece_on(to).is_some() => colour::CAPTURE,
                _ => colour::ORDINARY,
            };
            if colours.get(&to) != Some(&colour::CHOICE) {
                colours.insert(to, letter);
            }
        }
        // Where castling is written by its partner, the user may drop the king there.
        if self.is_random() {
            let castles = |king_to| {
                moves
                    .iter()
                    .any(|mv| mv.kind() == MoveKind::Castle && mv.to() == king_to)
            };
            for castling in session.castlings() {
                if castling.king == from && castles(castling.king_to) {
                    colours.insert(castling.partner, colour::ORDINARY);
                }
            }
        }
        colours
    }

    /// The letters of what a piece that goes from one square to another can become, the most valuable first.
    fn choices(&self, from: Square, to: Square) -> String {
        let mut choices: Vec<(i32, char)> = Vec::new();
        for mv in self.moves_from(from) {
            if mv.to() != to || mv.kind() != MoveKind::Promotion || self.crosses(mv) {
                continue;
            }
            let text = self.engine.write_move(mv).coordinates;
            let Some(letter) = text.chars().last() else { continue };
            let kind = self.engine.variant().kind_of(letter);
            let value = kind.map_or(0, |kind| self.engine.session().values()[kind.index()][0]);
            choices.push((-value, letter.to_ascii_uppercase()));
        }
        choices.sort_unstable();
        choices.dedup();
        choices.into_iter().map(|(_, letter)| letter).collect()
    }

    /// Squares other than the target whose pieces a move between two squares captures.
    fn victims_elsewhere(&self, from: Square, to: Square) -> Vec<Square> {
        let session = self.engine.session();
        let Some(mv) = self.moves_from(from).into_iter().find(|mv| mv.to() == to) else {
            return Vec::new();
        };
        let mut after = session.copy();
        if after.play(mv).is_err() {
            return Vec::new();
        }
        let enemy = session.side().opponent();
        let is_enemy = |session: &dyn Session, square| session.piece_on(square).is_some_and(|(side, _)| side == enemy);
        let squares = crate::board::Bitboard::squares(session.variant().shape.on_board());
        squares
            .filter(|&square| square != to && is_enemy(session, square) && !is_enemy(after.as_ref(), square))
            .collect()
    }

    /// Tells XBoard the colours of squares.
    fn highlight(&self, colours: BTreeMap<Square, char>, out: &mut dyn Write) -> io::Result<()> {
        let shape = self.engine.variant().shape;
        let mut ranks = Vec::new();
        for rank in (0..shape.ranks() as i32).rev() {
            let mut row = String::new();
            let mut plain = 0;
            for file in 0..shape.files() as i32 {
                match shape.square(file, rank).and_then(|square| colours.get(&square)) {
                    None => plain += 1,
                    Some(&letter) => {
                        if plain > 0 {
                            row.push_str(&plain.to_string());
                        }
                        plain = 0;
                        row.push(letter);
                    }
                }
            }
            if plain > 0 {
                row.push_str(&plain.to_string());
            }
            ranks.push(row);
        }
        writeln!(out, "highlight {}", ranks.join("/"))
    }
}
