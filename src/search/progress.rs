//! How far a search has come, for others to look at while it runs.

use crate::position::Move;
use std::{
    sync::atomic::{AtomicU32, AtomicU64, Ordering},
    time::Duration,
};

/// What a running search has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Status {
    /// Time spent, pauses aside.
    pub time: Duration,
    /// Nodes searched.
    pub nodes: u64,
    /// The depth of the iteration in progress, in plies; 0 before the first.
    pub depth: u32,
    /// Moves at the root that this iteration has still to look at, the current one aside.
    pub left: u32,
    /// Moves at the root.
    pub total: u32,
    /// The move at the root that is being looked at.
    pub current: Option<Move>,
}

/// The same, written by the search. Its parts are read one by one, so that they may be of different moments.
#[derive(Debug, Default)]
pub struct Progress {
    microseconds: AtomicU64,
    nodes: AtomicU64,
    depth: AtomicU32,
    left: AtomicU32,
    total: AtomicU32,
    current: AtomicU32,
}

impl Progress {
    /// Notes time and nodes.
    pub(super) fn at_node(&self, time: Duration, nodes: u64) {
        let microseconds = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        self.microseconds.store(microseconds, Ordering::Relaxed);
        self.nodes.store(nodes, Ordering::Relaxed);
    }

    /// Notes that move `number` (from 0) of `total` at the root is next in the iteration of this depth.
    pub(super) fn at_root(&self, depth: i32, number: usize, total: usize, current: Move) {
        self.depth.store(depth as u32, Ordering::Relaxed);
        self.left
            .store(total.saturating_sub(number + 1) as u32, Ordering::Relaxed);
        self.total.store(total as u32, Ordering::Relaxed);
        self.current.store(current.0, Ordering::Relaxed);
    }

    /// What is known now.
    pub fn status(&self) -> Status {
        let current = Move(self.current.load(Ordering::Relaxed));
        Status {
            time: Duration::from_micros(self.microseconds.load(Ordering::Relaxed)),
            nodes: self.nodes.load(Ordering::Relaxed),
            depth: self.depth.load(Ordering::Relaxed),
            left: self.left.load(Ordering::Relaxed),
            total: self.total.load(Ordering::Relaxed),
            current: (!current.is_null()).then_some(current),
        }
    }
}
