//! Singular extensions: where one move is much better than all others, it is searched more deeply.

use super::{
    table::{Bound, Known},
    worker::Worker,
};
use crate::{
    board::Bitboard,
    eval::score::{Score, is_mate},
    position::{Checks, Move},
};

/// Nodes this deep, in plies, are worth asking whether the table's move is singular.
const SINGULAR_DEPTH: i32 = 6;
/// At most so many extensions by two plies are made on one line.
const MAX_DOUBLED: u8 = 6;

/// What a search without the table's move says.
#[derive(Clone, Copy, Debug)]
pub enum Singularity {
    /// Search the move so many plies more deeply (or less, if negative).
    Extend(i32),
    /// Other moves are good enough as well; this is the node's score.
    Cut(Score),
}

impl<B: Bitboard, const PROFILE: bool> Worker<'_, B, PROFILE> {
    /// Whether it should be asked if the table's move is much better than all others.
    pub fn may_be_singular(&self, known: &Known, depth: i32, ply: usize) -> bool {
        depth >= SINGULAR_DEPTH
            && ply < 2 * self.root_depth as usize
            && known.depth >= depth - 3
            && matches!(known.bound, Bound::Lower | Bound::Exact)
            && !is_mate(known.score)
    }

    /// Searches the node without the table's move to find out how much better that is. Means nothing once the search
    /// has stopped.
    pub fn singularity<const PV: bool>(
        &mut self,
        checks: &Checks<B>,
        ply: usize,
        known: &Known,
        beta: Score,
        depth: i32,
        cut: bool,
    ) -> Singularity {
        let mark = known.score - self.numbers.singular_margin * depth / 16;
        self.frame(ply).excluded = known.mv;
        let others = self.node::<false>(checks, ply, mark - 1, mark, (depth - 1) / 2, cut);
        self.frame(ply).excluded = Move::NULL;
        if others < mark {
            let far = !PV && others < mark - self.numbers.singular_double && self.frame(ply).doubled < MAX_DOUBLED;
            Singularity::Extend(1 + far as i32)
        } else if mark >= beta && !PV {
            Singularity::Cut(mark)
        } else if known.score >= beta {
            Singularity::Extend(-2)
        } else {
            Singularity::Extend(-(cut as i32))
        }
    }
}
