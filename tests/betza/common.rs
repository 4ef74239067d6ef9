//! What the tests of Betza notation share.

use aanca::board::{Bitboard, Shape, U256};
use aanca::pieces::betza::{Dialect, Movement, parse};

/// Reads a description as Fairy-Stockfish spells it.
pub fn fairy(text: &str) -> Movement {
    parse(text, Dialect::Fairy).unwrap_or_else(|error| panic!("{error}"))
}

/// The board of chess.
pub fn board() -> Shape {
    Shape::new(8, 8).unwrap()
}

/// The names of a set's squares in the order of their numbers.
pub fn names(shape: Shape, set: U256) -> String {
    set.squares()
        .map(|square| shape.name(square))
        .collect::<Vec<_>>()
        .join(" ")
}
