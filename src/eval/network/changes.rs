//! The hidden sums along the line of a search, worked out only where an evaluation wants them.

use super::{Accumulator, Network};
use crate::{
    board::{Bitboard, Square},
    pieces::Piece,
    position::{Observer, Position},
};
use arrayvec::ArrayVec;

/// More changes than those of a castling: moves that change more have their sums worked out anew.
const MOST: usize = 6;

/// What a move has changed.
#[derive(Clone, Debug, Default)]
pub struct Changes {
    /// Each piece that was put on a square (`true`) or removed from it.
    list: ArrayVec<(Piece, Square, bool), MOST>,
    /// Whether there were more.
    too_many: bool,
}

impl Changes {
    fn add(&mut self, piece: Piece, square: Square, put: bool) {
        self.too_many |= self.list.try_push((piece, square, put)).is_err();
    }
}

impl Observer for Changes {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.add(piece, square, true);
    }
    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.add(piece, square, false);
    }
}

/// The sums at each ply.
#[derive(Clone, Debug)]
pub struct Line {
    plies: Vec<(Changes, Accumulator)>,
    /// Sums are known up to this ply.
    known: usize,
}

impl Line {
    /// A line of at most so many plies from a position, whose sums are these.
    pub fn new(plies: usize, sums: Accumulator) -> Line {
        Line {
            plies: vec![(Changes::default(), sums); plies + 1],
            known: 0,
        }
    }

    /// A move is made at `ply`: tell what is returned what it changes.
    #[inline(always)]
    pub fn make(&mut self, ply: usize) -> &mut Changes {
        self.known = self.known.min(ply);
        let changes = &mut self.plies[ply + 1].0;
        changes.list.clear();
        changes.too_many = false;
        changes
    }

    /// The sums at `ply`, where `position` stands.
    #[inline]
    pub fn sums<B: Bitboard>(&mut self, network: &Network, position: &Position<B>, ply: usize) -> &Accumulator {
        for next in self.known + 1..=ply {
            let (before, after) = self.plies.split_at_mut(next);
            let (changes, sums) = &mut after[0];
            if changes.too_many {
                return self.anew(network, position, ply);
            }
            *sums = before[next - 1].1;
            for &(piece, square, put) in &changes.list {
                if put {
                    network.put(sums, piece, square);
                } else {
                    network.remove(sums, piece, square);
                }
            }
            self.known = next;
        }
        &self.plies[ply].1
    }

    /// The plies in between stay unknown, so nothing may be built on them: `known` does not move.
    #[cold]
    fn anew<B: Bitboard>(&mut self, network: &Network, position: &Position<B>, ply: usize) -> &Accumulator {
        self.plies[ply].1 = network.sums(position);
        &self.plies[ply].1
    }
}
