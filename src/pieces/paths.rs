//! Movement is paths: for one square, every way to an end square and the conditions on the squares between.

use super::betza::Movement;
use crate::board::{Shape, Side, Square, U256};
use std::ops::BitOr;

/// How a path may end, as a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ends(pub u8);

impl Ends {
    /// On an empty square.
    pub const QUIET: Ends = Ends(1);
    /// On an enemy piece, which is captured.
    pub const CAPTURE: Ends = Ends(2);
    /// On a piece of the mover's own side, which is captured (XBetza's `d`).
    pub const FRIEND: Ends = Ends(4);
    /// On a square that an enemy's multiple step has just passed over, capturing that piece (`e`).
    pub const EN_PASSANT: Ends = Ends(8);
    /// Only as the piece's initial move (`i`): a condition, not an end of its own.
    pub const INITIAL: Ends = Ends(16);

    /// Whether the two sets share a flag.
    #[inline]
    pub const fn intersects(self, other: Ends) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all flags of `other` are in this set.
    #[inline]
    pub const fn contains(self, other: Ends) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Ends {
    type Output = Ends;
    fn bitor(self, other: Ends) -> Ends {
        Ends(self.0 | other.0)
    }
}

/// One way for a piece to go from a square to another. Conditions on the squares passed hold before the move;
/// they form a conjunction, so the order of the squares does not matter and is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// Where the move ends.
    pub to: Square,
    /// Squares that must be empty (never includes `to` or the start).
    pub empty: U256,
    /// Squares that must hold a piece of any side (a hopper's hurdles).
    pub occupied: U256,
    /// Squares that must hold a piece of the mover's side.
    pub friends: U256,
    /// Squares that must hold a piece of the other side.
    pub enemies: U256,
    /// What the path may end on.
    pub ends: Ends,
    /// Which atom of the movement the path comes from; paths of one atom are compiled into one table.
    pub atom: u16,
}

/// All paths of a piece of `side` with this `movement` from `from` on a board of `shape`, without duplicates.
/// White's forward is up the board, Black's down.
pub fn paths(movement: &Movement, side: Side, from: Square, shape: Shape) -> Vec<Path> {
    let _ = (movement, side, from, shape);
    Vec::new()
}
