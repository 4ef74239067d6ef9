//! Squares and the two sides.

use std::fmt;
use std::ops::{Index, IndexMut};

/// A square of a board: `rank * files + file`, both counted from 0 (a1 is square 0 on every board).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub struct Square(pub u8);

impl Square {
    /// The square's number as an index, 0 to 255.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// One of the two sides that move in turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Side {
    /// The side whose pieces are written in capitals; moves first in most games, and up the board.
    White = 0,
    /// The side whose pieces are written in small letters; moves down the board.
    Black = 1,
}

impl Side {
    /// Both sides, White first.
    pub const BOTH: [Side; 2] = [Side::White, Side::Black];

    /// 0 for White, 1 for Black.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The other side.
    #[inline(always)]
    pub const fn opponent(self) -> Side {
        match self {
            Side::White => Side::Black,
            Side::Black => Side::White,
        }
    }

    /// `w` or `b`, as a FEN writes it.
    pub const fn letter(self) -> char {
        match self {
            Side::White => 'w',
            Side::Black => 'b',
        }
    }
}

impl fmt::Display for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Side::White => "White",
            Side::Black => "Black",
        })
    }
}

/// One value per square. The length is that of the largest board, so that indexing needs no bounds check.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SquareMap<T>(Box<[T; 256]>);

impl<T: Copy> SquareMap<T> {
    /// A map that holds `value` at every square.
    pub fn filled(value: T) -> Self {
        SquareMap(Box::new([value; 256]))
    }
}

impl<T> Index<Square> for SquareMap<T> {
    type Output = T;
    #[inline(always)]
    fn index(&self, square: Square) -> &T {
        &self.0[square.0 as usize]
    }
}

impl<T> IndexMut<Square> for SquareMap<T> {
    #[inline(always)]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.0 as usize]
    }
}
