//! What can be wrong with a request to the engine.

use crate::{game::MoveError, position::FenError, variant::numbering::NumberingError};

/// Why a request was refused; the engine's state is as it was before.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum EngineError {
    /// There is no such variant.
    #[error("unknown variant \"{name}\"{}", hint(.suggestion))]
    UnknownVariant {
        /// What was asked for.
        name: String,
        /// A known name like it.
        suggestion: Option<String>,
    },
    /// The variant was read from an ini text, but it has errors.
    #[error("the variant \"{name}\" was refused: its section in {origin} has errors")]
    RefusedVariant {
        /// What was asked for.
        name: String,
        /// The name of the text.
        origin: String,
    },
    /// There is no such option.
    #[error("unknown option \"{0}\"")]
    UnknownOption(String),
    /// An option cannot have this value.
    #[error("option {option}: \"{value}\": {problem}")]
    Value {
        /// The option's name.
        option: String,
        /// The value asked for.
        value: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A FEN cannot be read.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// There is no start position with that number.
    #[error(transparent)]
    Number(#[from] NumberingError),
    /// A text is no legal move.
    #[error(transparent)]
    Move(#[from] MoveError),
}

fn hint(suggestion: &Option<String>) -> String {
    match suggestion {
        Some(near) => format!("; did you mean {near}?"),
        None => String::from("; an ini file with it can be read (--variants, VariantPath)"),
    }
}
