//! Four-word bit sets, for boards of 129 to 256 squares.

use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

/// A set of up to 256 squares; word 0 holds squares 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct U256(pub [u64; 4]);

macro_rules! bitwise {
    ($trait:ident, $method:ident, $assign_trait:ident, $assign:ident, $op:tt) => {
        impl $trait for U256 {
            type Output = U256;
            #[inline(always)]
            fn $method(self, other: U256) -> U256 {
                let (a, b) = (self.0, other.0);
                U256([a[0] $op b[0], a[1] $op b[1], a[2] $op b[2], a[3] $op b[3]])
            }
        }
        impl $assign_trait for U256 {
            #[inline(always)]
            fn $assign(&mut self, other: U256) {
                *self = *self $op other;
            }
        }
    };
}
bitwise!(BitAnd, bitand, BitAndAssign, bitand_assign, &);
bitwise!(BitOr, bitor, BitOrAssign, bitor_assign, |);
bitwise!(BitXor, bitxor, BitXorAssign, bitxor_assign, ^);

impl Not for U256 {
    type Output = U256;
    #[inline(always)]
    fn not(self) -> U256 {
        U256(self.0.map(|w| !w))
    }
}

impl Shl<u32> for U256 {
    type Output = U256;
    /// Moves every square up by `by` (0 to 255).
    #[inline]
    fn shl(self, by: u32) -> U256 {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut out = [0; 4];
        for (i, word) in out.iter_mut().enumerate().skip(words) {
            *word = self.0[i - words] << bits;
            if bits != 0 && i > words {
                *word |= self.0[i - words - 1] >> (64 - bits);
            }
        }
        U256(out)
    }
}

impl Shr<u32> for U256 {
    type Output = U256;
    /// Moves every square down by `by` (0 to 255).
    #[inline]
    fn shr(self, by: u32) -> U256 {
        let (words, bits) = ((by / 64) as usize, by % 64);
        let mut out = [0; 4];
        for (i, word) in out.iter_mut().enumerate().take(4 - words) {
            *word = self.0[i + words] >> bits;
            if bits != 0 && i + words + 1 < 4 {
                *word |= self.0[i + words + 1] << (64 - bits);
            }
        }
        U256(out)
    }
}
