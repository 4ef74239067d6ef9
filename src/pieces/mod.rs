//! Layer 1: what pieces can do on a board of a given shape, without a position.

pub mod betza;
pub mod paths;
mod types;
pub mod walk;

pub use types::{Piece, PieceSet, PieceType};
