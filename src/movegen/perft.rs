//! Counting the leaves of the tree of legal moves.

use super::{Bundle, GENERAL, PLAIN, Wanted, collect, generate, legal_moves};
use crate::{
    board::Bitboard,
    position::{Move, NullObserver, Position},
};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The number of move sequences of `depth` plies from `position`; 1 for depth 0.
pub fn perft<B: Bitboard>(position: &mut Position<B>, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut stack = Vec::with_capacity(1024);
    if position.rules().plain {
        count::<B, PLAIN>(position, depth, &mut stack)
    } else {
        count::<B, GENERAL>(position, depth, &mut stack)
    }
}

/// The counts of [`perft`] for each legal move, in the order of generation, with `threads` (at least 1) threads.
pub fn divide<B: Bitboard>(position: &Position<B>, depth: u32, threads: usize) -> Vec<(Move, u64)> {
    let mut moves = Vec::new();
    if depth > 0 {
        legal_moves(position, &mut moves);
    }
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut position = position.clone();
        let mut counts = Vec::new();
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            let Some(&mv) = moves.get(i) else { return counts };
            position.make(mv, &mut NullObserver);
            counts.push((i, perft(&mut position, depth - 1)));
            position.unmake();
        }
    };
    let mut counts: Vec<(usize, u64)> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.max(1)).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|w| w.join().unwrap_or_default()).collect()
    });
    counts.sort_unstable();
    counts.into_iter().map(|(i, count)| (moves[i], count)).collect()
}

/// The moves of all plies share one stack, so that nothing is allocated below the root.
fn count<B: Bitboard, const PROFILE: bool>(position: &mut Position<B>, depth: u32, stack: &mut Vec<Move>) -> u64 {
    let checks = position.checks();
    let mut total = 0;
    if depth == 1 {
        let mut sink = |bundle: Bundle<B>| total += bundle.count();
        generate::<B, PROFILE>(position, &checks, Wanted::All, !B::EMPTY, &mut sink);
        return total;
    }
    let start = stack.len();
    collect::<B, PROFILE>(position, &checks, stack);
    while stack.len() > start {
        let Some(mv) = stack.pop() else { break };
        position.make(mv, &mut NullObserver);
        total += count::<B, PROFILE>(position, depth - 1, stack);
        position.unmake();
    }
    total
}
