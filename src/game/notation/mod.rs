//! How moves are written and read: coordinates, as the protocols use them, and standard algebraic notation (SAN).
//!
//! Only legal moves have names. Whatever is written is read back as the same move: a form that would be
//! ambiguous is not used.

mod coordinate;
mod error;
mod san;
mod text;

pub use coordinate::{coordinate, parse_coordinate};
pub use error::{MoveError, MoveProblem};
pub use san::{parse_san, san};

use crate::{
    board::{Bitboard, Square},
    movegen,
    position::{Move, Position},
};

/// How a protocol spells moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Style {
    /// Castling is written as the king's move to its partner's square (as Chess960 does), not to its own.
    pub chess960: bool,
    /// What is taken from the number of each rank: 1 where ranks are counted from 0, as XBoard does on boards of
    /// ten ranks; else 0.
    pub rank_offset: u8,
    /// In coordinates files are numbered from the right and ranks have letters from the top, as USI names squares
    /// (`7g7f`); nothing is taken from ranks then. SAN always names files by letters.
    pub lettered_ranks: bool,
}

impl Style {
    /// The same style with the usual names of squares, for SAN.
    fn with_lettered_files(self) -> Style {
        Style {
            lettered_ranks: false,
            ..self
        }
    }
}

/// Reads a move in coordinate notation or SAN.
///
/// # Errors
/// If the text is no legal move, or more than one.
pub fn parse_any<B: Bitboard>(position: &Position<B>, text: &str, style: Style) -> Result<Move, MoveError> {
    let legal = legal(position);
    let names = text::Names::new(position, style);
    if let Some(result) = names.special(text.trim(), &legal) {
        return result.map_err(|problem| MoveError::new(text, problem));
    }
    if let Some(found) = names.coordinates(text.trim()) {
        return coordinate::find(&names, &legal, text, found);
    }
    let san_names = text::Names::new(position, style.with_lettered_files());
    match san::find(&san_names, &legal, text) {
        Err(MoveError {
            problem: MoveProblem::Form { .. },
            ..
        }) => coordinate::find_text(&names, &legal, text),
        result => result,
    }
}

/// The error for a move that is not legal here.
pub(super) fn not_legal<B: Bitboard>(position: &Position<B>, mv: Move) -> MoveError {
    let names = text::Names::new(position, Style::default());
    let text = format!("{}{}", names.square(mv.from()), names.square(mv.to()));
    let problem = error::why_not(position, mv.from(), mv.to(), |s: Square| names.square(s));
    MoveError::new(&text, problem)
}

fn legal<B: Bitboard>(position: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::with_capacity(128);
    movegen::legal_moves(position, &mut moves);
    moves
}
