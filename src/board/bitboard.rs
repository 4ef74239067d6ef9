//! Sets of squares as machine words: one interface over 64, 128 and 256 bits.

use super::{Square, U256};
use std::fmt;
use std::hash::Hash;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of squares. Hot code is compiled once for each implementor.
pub trait Bitboard:
    Copy
    + Eq
    + Hash
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + BitAndAssign
    + BitOrAssign
    + BitXorAssign
{
    /// How many 64-bit words the set has.
    const WORDS: usize;
    /// The set without squares.
    const EMPTY: Self;

    /// The set of one square.
    fn of(square: Square) -> Self;
    /// Word `i`, squares `64 * i` to `64 * i + 63`.
    fn word(self, i: usize) -> u64;
    /// The set whose words are the first `WORDS` of `words`.
    fn from_words(words: [u64; 4]) -> Self;
    /// How many squares the set has.
    fn count(self) -> u32;
    /// The lowest square, if any.
    fn first(self) -> Option<Square>;
    /// The highest square, if any.
    fn last(self) -> Option<Square>;
    /// The set without its lowest square; the empty set stays empty.
    fn without_first(self) -> Self;

    /// Whether the set has no square.
    #[inline(always)]
    fn is_empty(self) -> bool {
        self == Self::EMPTY
    }
    /// Whether the set has a square.
    #[inline(always)]
    fn any(self) -> bool {
        self != Self::EMPTY
    }
    /// Whether the set has more than one square.
    #[inline(always)]
    fn many(self) -> bool {
        self.without_first().any()
    }
    /// Whether `square` is in the set.
    #[inline(always)]
    fn has(self, square: Square) -> bool {
        (self & Self::of(square)).any()
    }
    /// The set moved up (positive) or down the board by `by` squares; what leaves the words is lost.
    #[inline(always)]
    fn shift(self, by: i32) -> Self {
        if by >= 0 {
            self << by as u32
        } else {
            self >> (-by) as u32
        }
    }
    /// The squares from the lowest to the highest.
    #[inline(always)]
    fn squares(self) -> Bits<Self> {
        Bits(self)
    }
    /// The same set with 256 bits.
    fn widen(self) -> U256 {
        let mut words = [0; 4];
        for (i, word) in words.iter_mut().enumerate().take(Self::WORDS) {
            *word = self.word(i);
        }
        U256(words)
    }
    /// The set of those squares of `wide` that this width can hold.
    fn narrow(wide: U256) -> Self {
        Self::from_words(wide.0)
    }
}

/// Iterates over the squares of a set, lowest first.
#[derive(Clone, Copy)]
pub struct Bits<B>(B);

impl<B: Bitboard> Iterator for Bits<B> {
    type Item = Square;
    #[inline(always)]
    fn next(&mut self) -> Option<Square> {
        let first = self.0.first()?;
        self.0 = self.0.without_first();
        Some(first)
    }
}

macro_rules! native {
    ($int:ty, $words:expr) => {
        impl Bitboard for $int {
            const WORDS: usize = $words;
            const EMPTY: Self = 0;
            #[inline(always)]
            fn of(square: Square) -> Self {
                (1 as $int).wrapping_shl(square.0 as u32)
            }
            #[inline(always)]
            fn word(self, i: usize) -> u64 {
                (self >> (64 * i)) as u64
            }
            #[inline(always)]
            fn from_words(words: [u64; 4]) -> Self {
                let mut out = 0;
                let mut i = $words;
                while i > 0 {
                    i -= 1;
                    out |= (words[i] as $int) << (64 * i);
                }
                out
            }
            #[inline(always)]
            fn count(self) -> u32 {
                self.count_ones()
            }
            #[inline(always)]
            fn first(self) -> Option<Square> {
                (self != 0).then(|| Square(self.trailing_zeros() as u8))
            }
            #[inline(always)]
            fn last(self) -> Option<Square> {
                (self != 0).then(|| Square((<$int>::BITS - 1 - self.leading_zeros()) as u8))
            }
            #[inline(always)]
            fn without_first(self) -> Self {
                self & self.wrapping_sub(1)
            }
        }
    };
}
native!(u64, 1);
native!(u128, 2);

impl Bitboard for U256 {
    const WORDS: usize = 4;
    const EMPTY: Self = U256([0; 4]);
    #[inline(always)]
    fn of(square: Square) -> Self {
        let mut words = [0; 4];
        words[square.0 as usize / 64] = 1 << (square.0 % 64);
        U256(words)
    }
    #[inline(always)]
    fn word(self, i: usize) -> u64 {
        self.0[i]
    }
    #[inline(always)]
    fn from_words(words: [u64; 4]) -> Self {
        U256(words)
    }
    #[inline(always)]
    fn count(self) -> u32 {
        self.0.iter().map(|w| w.count_ones()).sum()
    }
    #[inline(always)]
    fn first(self) -> Option<Square> {
        let i = self.0.iter().position(|&w| w != 0)?;
        Some(Square((64 * i) as u8 + self.0[i].trailing_zeros() as u8))
    }
    #[inline(always)]
    fn last(self) -> Option<Square> {
        let i = self.0.iter().rposition(|&w| w != 0)?;
        Some(Square((64 * i) as u8 + 63 - self.0[i].leading_zeros() as u8))
    }
    #[inline(always)]
    fn without_first(mut self) -> Self {
        for word in &mut self.0 {
            if *word != 0 {
                *word &= *word - 1;
                break;
            }
        }
        self
    }
}

impl fmt::Debug for U256 {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.squares().map(|s| s.0)).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::SplitMix64;

    fn agrees_with_wide<B: Bitboard>(bits: u32) {
        let mut random = SplitMix64::new(7);
        for _ in 0..500 {
            let words = [
                random.next() & random.next(),
                random.next(),
                random.next() & random.next(),
                random.next(),
            ];
            let narrow = B::from_words(words);
            let wide = narrow.widen();
            assert_eq!(narrow.count(), wide.count());
            assert_eq!(narrow.first(), wide.first());
            assert_eq!(narrow.last(), wide.last());
            assert_eq!(narrow.without_first().widen(), wide.without_first());
            assert!(
                narrow
                    .squares()
                    .eq((0..bits).map(|s| Square(s as u8)).filter(|&s| wide.has(s)))
            );
            let by = random.below(bits as u64) as i32;
            let shifted: Vec<i32> = narrow
                .squares()
                .map(|s| s.0 as i32 + by)
                .filter(|&s| s < bits as i32)
                .collect();
            assert!(narrow.shift(by).squares().map(|s| s.0 as i32).eq(shifted));
            let shifted: Vec<i32> = narrow.squares().map(|s| s.0 as i32 - by).filter(|&s| s >= 0).collect();
            assert!(narrow.shift(-by).squares().map(|s| s.0 as i32).eq(shifted));
        }
    }

    #[test]
    fn every_width_is_the_same_set() {
        agrees_with_wide::<u64>(64);
        agrees_with_wide::<u128>(128);
        agrees_with_wide::<U256>(256);
    }
}
