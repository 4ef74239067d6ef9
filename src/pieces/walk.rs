//! The reference for every attack table: walk a piece's paths one by one.

use super::paths::{Ends, Path};
use crate::board::{Bitboard, U256};

/// The end squares of those `paths` that end as `ends` says (any of its flags) and whose conditions hold
/// with `friends` and `enemies` on the board. What stands on the end squares is not looked at.
pub fn walk(paths: &[Path], ends: Ends, friends: U256, enemies: U256) -> U256 {
    let occupied = friends | enemies;
    let mut reached = U256::EMPTY;
    for path in paths.iter().filter(|path| path.ends.intersects(ends)) {
        let open = (path.empty & occupied).is_empty()
            && (path.occupied & !occupied).is_empty()
            && (path.friends & !friends).is_empty()
            && (path.enemies & !enemies).is_empty();
        if open {
            reached |= U256::of(path.to);
        }
    }
    reached
}
