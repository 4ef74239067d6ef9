//! What earlier moves have taught: which quiet moves refuted others, where, and in answer to what.

use super::correction::Corrections;
use crate::{
    board::{Bitboard, Side, Square},
    pieces::Piece,
    position::Move,
    variant::rules::Rules,
};

/// Entries stay within plus and minus this.
const LIMIT: i32 = 16_384;
/// The largest number of (piece, end square) pairs that continuation tables tell apart; more share entries.
const MAX_PAIRS: usize = 2048;

/// A (piece, end square) pair, as an index into continuation tables.
pub type Pair = u16;

/// The tables of one thread.
#[derive(Clone, Debug)]
pub struct Histories {
    /// By side, from and to: `side << 16 | from << 8 | to`.
    butterfly: Vec<i16>,
    /// By the pair of an earlier move, then that of the move.
    continuation: Vec<i16>,
    /// By the pair of a capture, then the type captured.
    captures: Vec<i16>,
    /// What the evaluation gets wrong.
    pub corrections: Corrections,
    pairs: usize,
    area: usize,
}

impl Histories {
    /// Empty tables for a game.
    pub fn new<B: Bitboard>(rules: &Rules<B>) -> Histories {
        let area = rules.shape.area();
        // The last pair stands for "no move".
        let pairs = (2 * rules.kinds() * area + 1).min(MAX_PAIRS);
        Histories {
            butterfly: vec![0; 2 << 16],
            continuation: vec![0; pairs * pairs],
            captures: vec![0; pairs * 64],
            corrections: Corrections::default(),
            pairs,
            area,
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.butterfly.fill(0);
        self.continuation.fill(0);
        self.captures.fill(0);
        self.corrections.clear();
    }

    /// The index of a piece that arrives on a square.
    #[inline(always)]
    pub fn pair(&self, piece: Piece, to: Square) -> Pair {
        let exact = piece.index() * self.area + to.index();
        let last = self.pairs - 1;
        if exact < last {
            exact as Pair
        } else {
            (exact.wrapping_mul(0x9E37_79B1) >> 7) as Pair % last as Pair
        }
    }

    /// The index that stands for no move.
    pub fn no_pair(&self) -> Pair {
        (self.pairs - 1) as Pair
    }

    /// How well a quiet move has done, for ordering: about -65,000 to 65,000. `before` are the pairs of the last move
    /// and of the side's own one before it.
    #[inline(always)]
    pub fn quiet(&self, side: Side, mv: Move, pair: Pair, before: [Pair; 2]) -> i32 {
        let mut score = 2 * self.butterfly[butterfly(side, mv)] as i32;
        for earlier in before {
            score += self.continuation[earlier as usize * self.pairs + pair as usize] as i32;
        }
        score
    }

    /// How well a capture has done, for ordering.
    #[inline(always)]
    pub fn capture(&self, pair: Pair, victim: Piece) -> i32 {
        self.captures[(pair as usize) << 6 | (victim.index() >> 1) & 63] as i32
    }

    /// Moves a quiet move's entries by `bonus`.
    pub fn reward_quiet(&mut self, side: Side, mv: Move, pair: Pair, before: [Pair; 2], bonus: i32) {
        adjust(&mut self.butterfly[butterfly(side, mv)], bonus);
        for earlier in before {
            adjust(
                &mut self.continuation[earlier as usize * self.pairs + pair as usize],
                bonus,
            );
        }
    }

    /// Moves a quiet move's entry by `bonus`, wherever it is played.
    pub fn reward_butterfly(&mut self, side: Side, mv: Move, bonus: i32) {
        adjust(&mut self.butterfly[butterfly(side, mv)], bonus);
    }

    /// Moves a capture's entry by `bonus`.
    pub fn reward_capture(&mut self, pair: Pair, victim: Piece, bonus: i32) {
        adjust(
            &mut self.captures[(pair as usize) << 6 | (victim.index() >> 1) & 63],
            bonus,
        );
    }
}

fn butterfly(side: Side, mv: Move) -> usize {
    side.index() << 16 | mv.from().index() << 8 | mv.to().index()
}

/// Gravity: the nearer an entry is to its limit, the less it moves further.
fn adjust(entry: &mut i16, bonus: i32) {
    let old = *entry as i32;
    *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_stay_in_range() {
        let mut entry = 0;
        for _ in 0..1000 {
            adjust(&mut entry, 2000);
        }
        assert!((15_000..=LIMIT).contains(&(entry as i32)), "{entry}");
        for _ in 0..1000 {
            adjust(&mut entry, -2000);
        }
        assert!((-LIMIT..=-15_000).contains(&(entry as i32)), "{entry}");
    }
}
