//! Layer 0: the arithmetic of boards. Squares, sets of squares and board shapes; nothing here knows chess.

mod bitboard;
mod random;
mod shape;
mod square;
mod u256;

pub use bitboard::{Bitboard, Bits};
pub use random::SplitMix64;
pub use shape::Shape;
pub use square::{Side, Square, SquareMap};
pub use u256::U256;
