//! Multi-word magic multiplication: index = (sum over the words of word * factor) >> shift. The portable way to
//! pack the occupancy of a block's relevant squares into an index; found by trial, the same in every run.
//!
//! Both halves of each product are added. So a factor's bit turns the word round instead of shifting squares out
//! of it, and the squares at the top of a word, which on wide boards matter like any other, are not lost.

use crate::board::{Bitboard, SplitMix64};

/// A factor that maps every occupancy of a mask to an entry with its attack set.
pub struct Magic<B> {
    /// The factor, word by word.
    pub factor: B,
    /// How far the product is shifted right.
    pub shift: u32,
    /// The attack set at each index.
    pub table: Vec<B>,
}

/// The sum of the words' products, which the index is taken from.
#[inline(always)]
pub fn product<B: Bitboard>(occupied: B, factor: B) -> u64 {
    let mut sum = 0u64;
    for i in 0..B::WORDS {
        let both = occupied.word(i) as u128 * factor.word(i) as u128;
        sum = sum.wrapping_add(both as u64).wrapping_add((both >> 64) as u64);
    }
    sum
}

/// All subsets of `mask`, the empty one first (the "carry-rippler" enumeration).
pub fn subsets<B: Bitboard>(mask: B) -> impl Iterator<Item = B> {
    let squares: Vec<_> = mask.squares().collect();
    (0u64..1 << squares.len()).map(move |bits| {
        squares
            .iter()
            .enumerate()
            .filter(|(i, _)| bits >> i & 1 != 0)
            .fold(B::EMPTY, |set, (_, &square)| set | B::of(square))
    })
}

/// How many factors are tried before the table is doubled.
const TRIES: u32 = 3_000;

/// Finds a factor for `mask` such that two occupancies share an index only if `attacks` is the same for both.
/// Should none be found with one entry per occupancy, the table may double a few times; then `None`.
pub fn find<B: Bitboard>(mask: B, attacks: impl Fn(B) -> B) -> Option<Magic<B>> {
    let cases: Vec<(B, B)> = subsets(mask).map(|subset| (subset, attacks(subset))).collect();
    let mut random = SplitMix64::new(0xAA_C0DE ^ mask.widen().0.iter().fold(0u64, |a, w| a.rotate_left(7) ^ w));
    let least = mask.count().max(1);
    for bits in least..=least + 4 {
        let shift = 64 - bits;
        // Each entry remembers the try that wrote it, so that the table need not be cleared for the next.
        let mut table: Vec<(u32, B)> = vec![(0, B::EMPTY); 1 << bits];
        for attempt in 1..=TRIES {
            let factor = sparse::<B>(&mut random);
            let fits = cases.iter().all(|&(occupied, set)| {
                let entry = &mut table[(product(occupied, factor) >> shift) as usize];
                if entry.0 != attempt {
                    *entry = (attempt, set);
                }
                entry.1 == set
            });
            if fits {
                let written = |(by, set)| if by == attempt { set } else { B::EMPTY };
                return Some(Magic {
                    factor,
                    shift,
                    table: table.into_iter().map(written).collect(),
                });
            }
        }
    }
    None
}

/// Random words with few bits: such factors shift the relevant squares without carries between them.
fn sparse<B: Bitboard>(random: &mut SplitMix64) -> B {
    let mut words = [0; 4];
    for word in words.iter_mut().take(B::WORDS) {
        *word = random.next() & random.next() & random.next();
    }
    B::from_words(words)
}
