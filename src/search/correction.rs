//! Correction history: by how much the static evaluation of positions with the same pawns, the same pieces of a side,
//! or after the same two moves, has been wrong. (As in Caissa and Stockfish; positions of any game have these parts.)

use super::{history::Pair, numbers::Numbers};
use crate::{
    board::Side,
    eval::{psqt::Sums, score::Score},
};

/// Entries per table; parts of positions share them by their keys.
const SIZE: usize = 1 << 14;
/// Entries stay within plus and minus this.
const LIMIT: i32 = 1024;
/// Tables: one per key of [`Sums::keys`], and one for the last two moves.
const TABLES: usize = 4;

/// The tables of one thread.
#[derive(Clone, Debug)]
pub struct Corrections {
    /// By table, side to move, and key.
    entries: Vec<[[i16; TABLES]; 2]>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections {
            entries: vec![[[0; TABLES]; 2]; SIZE],
        }
    }
}

/// Where the corrections of a position are.
#[derive(Clone, Copy, Debug)]
pub struct Parts {
    side: Side,
    indices: [usize; TABLES],
}

impl Parts {
    /// The parts of a position with these `sums`, after moves with the pairs `before`.
    #[inline(always)]
    pub fn new(side: Side, sums: &Sums, before: [Pair; 2]) -> Parts {
        let moves =
            (before[0] as usize).wrapping_mul(0x9E37_79B1) ^ (before[1] as usize).wrapping_mul(0x85EB_CA6B) >> 3;
        let [a, b, c] = sums.keys.map(|key| key as usize % SIZE);
        Parts {
            side,
            indices: [a, b, c, (moves >> 9) % SIZE],
        }
    }
}

impl Corrections {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.entries.fill(Default::default());
    }

    /// What is to be added to the static evaluation, in centipawns.
    #[inline(always)]
    pub fn of(&self, parts: &Parts, numbers: &Numbers) -> Score {
        let weights = weights(numbers);
        let mut sum = 0;
        for (table, &index) in parts.indices.iter().enumerate() {
            sum += weights[table] * self.entries[index][parts.side.index()][table] as i32;
        }
        sum / LIMIT
    }

    /// A search `depth` plies deep has found that the corrected evaluation is wrong by `error` centipawns.
    pub fn learn(&mut self, parts: &Parts, error: Score, depth: i32) {
        let bonus = (error * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for (table, &index) in parts.indices.iter().enumerate() {
            let entry = &mut self.entries[index][parts.side.index()][table];
            let old = *entry as i32;
            *entry = (old + bonus - old * bonus.abs() / LIMIT) as i16;
        }
    }
}

/// What a full entry of each table adds, in centipawns.
#[inline(always)]
fn weights(numbers: &Numbers) -> [i32; TABLES] {
    [
        numbers.correction,
        numbers.correction,
        numbers.correction,
        numbers.correction_moves,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_parts_are_corrected() {
        let mut corrections = Corrections::default();
        let sums = |keys| Sums {
            keys,
            ..Sums::default()
        };
        let parts = Parts::new(Side::White, &sums([1, 2, 3]), [4, 5]);
        assert_eq!(corrections.of(&parts, &Numbers::DEFAULT), 0);
        for _ in 0..200 {
            corrections.learn(&parts, 50, 8);
        }
        let full: Score = weights(&Numbers::DEFAULT).iter().sum();
        assert!((full * 3 / 4..=full).contains(&corrections.of(&parts, &Numbers::DEFAULT)));
        // One part in common: its share; the other side to move: nothing.
        let pawns = Parts::new(Side::White, &sums([1, 12, 13]), [14, 15]);
        assert!((1..=Numbers::DEFAULT.correction).contains(&corrections.of(&pawns, &Numbers::DEFAULT)));
        assert_eq!(
            corrections.of(&Parts::new(Side::Black, &sums([1, 2, 3]), [4, 5]), &Numbers::DEFAULT),
            0
        );
        corrections.learn(&parts, -30_000, 20);
        assert!(corrections.of(&parts, &Numbers::DEFAULT) < full * 3 / 4);
        corrections.clear();
        assert_eq!(corrections.of(&parts, &Numbers::DEFAULT), 0);
    }
}
