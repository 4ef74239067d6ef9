//! Repeated positions. Equal keys count as equal positions.

use crate::{board::Bitboard, position::Position};

/// How often the position has occurred in its history, itself included.
///
/// Captures and null moves end the search for it; a repetition cannot span them.
pub fn occurrences<B: Bitboard>(position: &Position<B>) -> usize {
    let key = position.key();
    let mut count = 1;
    let mut later = position.state();
    for earlier in position.history().iter().rev() {
        if later.captured.is_some() || later.plies_from_null == 0 {
            break;
        }
        count += (earlier.key == key) as usize;
        later = earlier;
    }
    count
}

/// Whether a search at `ply` plies below its root may take the position for a repeated one: it has occurred
/// between the root (exclusive) and here, or as often as the variant's rule asks for, the root's history included.
///
/// Looks back as far as the half-move clock: cheaper than [`occurrences`], and the same where moves of progress
/// cannot be taken back.
#[inline]
pub fn is_repetition<B: Bitboard>(position: &Position<B>, ply: usize) -> bool {
    let folds = position.rules().variant.draws.n_fold_rule as usize;
    let state = position.state();
    let history = position.history();
    let reach = state.half_moves.min(state.plies_from_null) as usize;
    let reach = reach.min(history.len());
    if folds == 0 || reach < 4 {
        return false;
    }
    let key = position.key();
    let mut found = 1;
    // A position cannot come back before both sides have moved twice.
    let mut distance = 4;
    while distance <= reach {
        if history[history.len() - distance].key == key {
            found += 1;
            if distance < ply || found >= folds {
                return true;
            }
        }
        distance += 2;
    }
    false
}
