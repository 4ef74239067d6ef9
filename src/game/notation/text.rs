//! The words that moves are made of: squares, letters of pieces, promotions, castling.

use super::{MoveProblem, Style, error::why_not};
use crate::{
    board::{Bitboard, Square},
    pieces::{PieceSet, PieceType, capital},
    position::{Move, MoveKind, Position},
};

/// How a pass is written: first in coordinates and in SAN, then in other ways that are read.
pub(super) const PASSES: [&str; 5] = ["0000", "--", "@@@@", "pass", "Z0"];

/// Names and reads the parts of the moves of one position.
pub(super) struct Names<'a, B: 'static> {
    pub position: &'a Position<B>,
    pub style: Style,
}

/// Two squares and what may follow them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Coordinates<'t> {
    pub from: Square,
    pub to: Square,
    /// The square after them, if there is one: where the king of a castling lands.
    pub lands: Option<Square>,
    /// The rest of the text, a promotion; an equals sign before it has been removed.
    pub promotion: &'t str,
}

impl<'a, B: Bitboard> Names<'a, B> {
    pub fn new(position: &'a Position<B>, style: Style) -> Names<'a, B> {
        Names { position, style }
    }

    pub fn file(&self, square: Square) -> char {
        (b'a' + self.position.rules().shape.file(square) as u8) as char
    }

    pub fn rank(&self, square: Square) -> String {
        (self.position.rules().shape.rank(square) + 1 - self.style.rank_offset as i32).to_string()
    }

    pub fn square(&self, square: Square) -> String {
        if self.style.lettered_ranks {
            let shape = self.position.rules().shape;
            let file = shape.files() as i32 - shape.file(square);
            let rank = (shape.ranks() as i32 - 1 - shape.rank(square)) as u8;
            return format!("{file}{}", (b'a' + rank) as char);
        }
        format!("{}{}", self.file(square), self.rank(square))
    }

    /// Reads a file (from 0) at the start of `text`, which is in small letters.
    pub fn read_file<'t>(&self, text: &'t str) -> Option<(i32, &'t str)> {
        let letter = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let file = (letter - b'a') as i32;
        (file < self.position.rules().shape.files() as i32).then_some((file, &text[1..]))
    }

    /// Reads a rank (from 0) at the start of `text`: as many digits as give a rank of the board.
    pub fn read_rank<'t>(&self, text: &'t str) -> Option<(i32, &'t str)> {
        let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
        (1..=digits).rev().find_map(|n| {
            let rank = text[..n].parse::<i32>().ok()? - 1 + self.style.rank_offset as i32;
            let on_board = (0..self.position.rules().shape.ranks() as i32).contains(&rank);
            on_board.then_some((rank, &text[n..]))
        })
    }

    /// Reads a square's name at the start of `text`, which is in small letters.
    pub fn read_square<'t>(&self, text: &'t str) -> Option<(Square, &'t str)> {
        if self.style.lettered_ranks {
            let shape = self.position.rules().shape;
            let digits = text.bytes().take(2).take_while(u8::is_ascii_digit).count();
            let file = shape.files() as i32 - text[..digits].parse::<i32>().ok()?;
            let letter = text[digits..].bytes().next().filter(u8::is_ascii_lowercase)?;
            let rank = shape.ranks() as i32 - 1 - (letter - b'a') as i32;
            return Some((shape.square(file, rank)?, &text[digits + 1..]));
        }
        let (file, rest) = self.read_file(text)?;
        let (rank, rest) = self.read_rank(rest)?;
        Some((self.position.rules().shape.square(file, rank)?, rest))
    }

    /// Reads two squares, with or without a hyphen or a cross between them, and a promotion; `None` if the text has
    /// another form.
    pub fn coordinates<'t>(&self, text: &'t str) -> Option<Coordinates<'t>> {
        let (from, rest) = self.read_square(text)?;
        let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
        let (to, rest) = self.read_square(rest)?;
        let (lands, rest) = match self.read_square(rest) {
            Some((square, rest)) => (Some(square), rest),
            None => (None, rest),
        };
        let promotion = rest.strip_prefix('=').unwrap_or(rest);
        (promotion.chars().count() <= 1).then_some(Coordinates {
            from,
            to,
            lands,
            promotion,
        })
    }

    /// The types that a letter, of either case, means.
    pub fn kinds(&self, letter: char) -> PieceSet {
        let kind = self.position.rules().variant.kind_of(letter);
        kind.map_or(PieceSet::EMPTY, |kind| PieceSet::EMPTY.with(kind))
    }

    pub fn letter(&self, kind: PieceType) -> char {
        self.position.rules().variant.pieces[kind.index()].letter
    }

    pub fn name(&self, kind: PieceType) -> &str {
        &self.position.rules().variant.pieces[kind.index()].name
    }

    /// The type of the piece that a move moves (the king, in castling).
    pub fn moved(&self, mv: Move) -> PieceType {
        self.position.piece_on(mv.from()).kind()
    }

    /// What the piece becomes, if the move is a promotion.
    pub fn promoted(&self, mv: Move) -> Option<PieceType> {
        let piece = self.position.piece_on(mv.from());
        (mv.kind() == MoveKind::Promotion).then(|| self.position.promoted(piece, mv).kind())
    }

    /// Whether a castling goes towards the last file.
    pub fn is_king_side(&self, mv: Move) -> bool {
        self.position.castles()[mv.aux() as usize].is_king_side()
    }

    /// Where the partner of a castling stands.
    pub fn partner(&self, mv: Move) -> Square {
        self.position.castles()[mv.aux() as usize].partner
    }

    /// Whether castling towards each side can lead the king to several squares.
    pub fn chooses_castling(&self) -> bool {
        let castling = &self.position.rules().castling;
        castling.flexible || castling.king_side_files.len() > 1 || castling.queen_side_files.len() > 1
    }

    /// Of `moves`, the one that `promotion` (a letter, or nothing) picks; they differ only in what they promote to
    /// and in what else they do.
    pub fn pick(&self, moves: Vec<Move>, promotion: Option<char>) -> Result<Move, MoveProblem> {
        let expected = || {
            let letters = moves.iter().filter_map(|&m| self.promoted(m)).map(|k| self.letter(k));
            let letters: Vec<String> = letters.map(|l| l.to_string()).collect();
            if letters.is_empty() {
                "no promotion".to_string()
            } else {
                format!("promotion to {}", letters.join(" or "))
            }
        };
        let Some(letter) = promotion else {
            // A piece that can move in two ways to a square passes over others in one of them: it takes that one.
            let plain = moves.iter().filter(|m| m.kind() != MoveKind::Promotion);
            if let Some(&mv) = plain.max_by_key(|m| m.kind() as u8) {
                return Ok(mv);
            }
            return match moves[..] {
                [only] => Ok(only),
                _ => Err(MoveProblem::Promotion {
                    found: "the piece must promote".to_string(),
                    expected: expected(),
                }),
            };
        };
        let wanted = self.kinds(letter);
        let promotes = |m: &&Move| self.promoted(**m).is_some_and(|kind| wanted.has(kind));
        moves
            .iter()
            .find(promotes)
            .copied()
            .ok_or_else(|| MoveProblem::Promotion {
                found: format!("no promotion to {}", capital(letter)),
                expected: expected(),
            })
    }

    /// Why there is no legal move from `from` to `to`.
    pub fn why_not(&self, from: Square, to: Square) -> MoveProblem {
        why_not(self.position, from, to, |s| self.square(s))
    }

    /// The castling that `O-O`, `O-O-O` (or zeros) means; `None` if the text has another form.
    pub fn castling(&self, text: &str, legal: &[Move]) -> Option<Result<Move, MoveProblem>> {
        let king_side = match text.replace(['0', 'o'], "O").as_str() {
            "O-O" => true,
            "O-O-O" => false,
            _ => return None,
        };
        let meant = |m: &&Move| {
            m.kind() == MoveKind::Castle && !self.is_pair_castling(**m) && self.is_king_side(**m) == king_side
        };
        let moves: Vec<Move> = legal.iter().filter(meant).copied().collect();
        Some(match moves[..] {
            [] => Err(MoveProblem::Castling),
            [mv] => Ok(mv),
            _ => Err(MoveProblem::Ambiguous(
                moves.iter().map(|&m| self.castling_coordinate(m, legal)).collect(),
            )),
        })
    }

    /// Whether a castling is one of two pieces that the rules name, which is written as the moves of both.
    pub fn is_pair_castling(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::Castle && self.position.castles()[mv.aux() as usize].letter.is_some()
    }

    /// The pass, or the castling of two pieces, that `text` means; `None` if it has another form.
    pub fn special(&self, text: &str, legal: &[Move]) -> Option<Result<Move, MoveProblem>> {
        let passes = PASSES.contains(&text) && self.position.rules().seats().is_some();
        let found = if passes {
            legal.iter().find(|m| m.kind() == MoveKind::Pass)
        } else if text.contains(',') && !self.position.rules().castling.pairs.is_empty() {
            let plain = text.to_lowercase().replace([' ', '-'], "");
            let mut castles = legal.iter().filter(|m| self.is_pair_castling(**m));
            // Algebraic notation knows no lettered ranks.
            let style = Style {
                lettered_ranks: false,
                ..self.style
            };
            let algebraic = Names { style, ..*self };
            castles.find(|m| {
                [self, &algebraic]
                    .iter()
                    .any(|names| names.castling_coordinate(**m, legal) == plain)
            })
        } else {
            return None;
        };
        Some(found.copied().ok_or_else(|| {
            if passes {
                return MoveProblem::Pass;
            }
            let castles = legal.iter().filter(|m| self.is_pair_castling(**m));
            MoveProblem::PairCastling(castles.map(|&m| self.castling_coordinate(m, legal)).collect())
        }))
    }

    /// A castling in coordinates.
    pub fn castling_coordinate(&self, mv: Move, legal: &[Move]) -> String {
        let (from, to, partner) = (mv.from(), mv.to(), self.partner(mv));
        if self.is_pair_castling(mv) {
            let (_, lands) = self.position.castle_squares_of(mv);
            let squares = [from, to, partner, lands].map(|s| self.square(s));
            return format!("{}{},{}{}", squares[0], squares[1], squares[2], squares[3]);
        }
        let king = Coordinates {
            from,
            to,
            lands: None,
            promotion: "",
        };
        let takes = Coordinates { to: partner, ..king };
        let both = Coordinates {
            lands: Some(to),
            ..takes
        };
        let right = &self.position.castles()[mv.aux() as usize];
        let by_partner = self.style.chess960 && right.options.len() == 1;
        let forms = if by_partner {
            [takes, king, both]
        } else {
            [king, takes, both]
        };
        let means = |form: &Coordinates| {
            let mut others = legal.iter().filter(|&&m| m != mv && self.is_written(m, form));
            form.from != form.to && others.next().is_none()
        };
        let form = forms.into_iter().find(means).unwrap_or(both);
        let lands = form.lands.map_or(String::new(), |s| self.square(s));
        format!("{}{}{lands}", self.square(form.from), self.square(form.to))
    }

    /// Whether these coordinates, promotion aside, can mean the move.
    pub fn is_written(&self, mv: Move, form: &Coordinates) -> bool {
        if mv.from() != form.from || mv.kind() == MoveKind::Pass || self.is_pair_castling(mv) {
            return false;
        }
        if mv.kind() != MoveKind::Castle {
            return mv.to() == form.to && form.lands.is_none();
        }
        match form.lands {
            Some(lands) => mv.to() == lands && self.partner(mv) == form.to,
            None => form.to == mv.to() || form.to == self.partner(mv),
        }
    }
}
