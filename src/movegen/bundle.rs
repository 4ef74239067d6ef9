//! Sets of moves.

use crate::{
    board::{Bitboard, Square},
    position::{Move, MoveKind},
};

/// Where the moves of a bundle start.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// All at one square.
    Square(Square),
    /// Each at its end square less this difference of square numbers.
    Delta(i32),
}

/// What the moves of a bundle are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BundleKind {
    /// Moves of this kind (not promotions or castlings).
    Moves(MoveKind),
    /// Promotions to each choice whose bit is set.
    Promotions(u16),
    /// Castling by this right and option.
    Castle {
        /// The number of the right.
        right: u8,
        /// The number of the option.
        option: u8,
    },
}

/// Moves of one kind to all squares of a set.
#[derive(Clone, Copy, Debug)]
pub struct Bundle<B> {
    /// The end squares.
    pub to: B,
    /// Where the moves start.
    pub origin: Origin,
    /// What they are.
    pub kind: BundleKind,
}

impl<B: Bitboard> Bundle<B> {
    /// How many moves the bundle has.
    #[inline(always)]
    pub fn count(&self) -> u64 {
        let squares = self.to.count() as u64;
        match self.kind {
            BundleKind::Promotions(choices) => squares * choices.count_ones() as u64,
            _ => squares,
        }
    }

    /// Where the bundle's move to `to` starts.
    #[inline(always)]
    pub fn from(&self, to: Square) -> Square {
        match self.origin {
            Origin::Square(from) => from,
            Origin::Delta(delta) => Square((to.0 as i32 - delta) as u8),
        }
    }

    /// Calls `each` for every move.
    #[inline(always)]
    pub fn unpack(&self, mut each: impl FnMut(Move)) {
        for to in self.to.squares() {
            let from = self.from(to);
            match self.kind {
                BundleKind::Moves(kind) => each(Move::new(from, to, kind)),
                BundleKind::Castle { right, option } => each(Move::castle(from, to, right, option)),
                BundleKind::Promotions(choices) => {
                    let mut left = choices;
                    while left != 0 {
                        each(Move::promotion(from, to, left.trailing_zeros() as u8));
                        left &= left - 1;
                    }
                }
            }
        }
    }
}
