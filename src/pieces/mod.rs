//! Layer 1: what pieces can do on a board of a given shape, without a position.

pub mod betza;
pub mod blocks;
pub mod lines;
pub mod magic;
pub mod paths;
pub mod tables;
mod types;
pub mod walk;

pub use types::{Piece, PieceSet, PieceType, capital, small};
