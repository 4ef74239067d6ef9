//! Multi-word magic multiplication: index = (sum over the words of word * factor) >> shift. The portable way to
//! pack the occupancy of a block's relevant squares into an index; found by trial, the same in every run.

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
        sum = sum.wrapping_add(occupied.word(i).wrapping_mul(factor.word(i)));
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

/// Finds a factor for `mask` such that two occupancies share an index only if `attacks` is the same for both.
/// Should none be found with one entry per occupancy, the table doubles until there is one.
pub fn find<B: Bitboard>(mask: B, attacks: impl Fn(B) -> B) -> Magic<B> {
    let cases: Vec<(B, B)> = subsets(mask).map(|subset| (subset, attacks(subset))).collect();
    let mut random = SplitMix64::new(0xAA_C0DE ^ mask.widen().0.iter().fold(0u64, |a, w| a.rotate_left(7) ^ w));
    for bits in mask.count().max(1)..64 {
        let shift = 64 - bits;
        let mut table: Vec<Option<B>> = vec![None; 1 << bits];
        for _ in 0..20_000 {
            let factor = sparse::<B>(&mut random);
            table.fill(None);
            let fits = cases.iter().all(|&(occupied, set)| {
                let entry = &mut table[(product(occupied, factor) >> shift) as usize];
                *entry.get_or_insert(set) == set
            });
            if fits {
                let table = table.into_iter().map(Option::unwrap_or_default).collect();
                return Magic { factor, shift, table };
            }
        }
    }
    unreachable!("a table of 2^63 entries separates any occupancies")
}

/// Random words with few bits: such factors shift the relevant squares without carries between them.
fn sparse<B: Bitboard>(random: &mut SplitMix64) -> B {
    let mut words = [0; 4];
    for word in words.iter_mut().take(B::WORDS) {
        *word = random.next() & random.next() & random.next();
    }
    B::from_words(words)
}
