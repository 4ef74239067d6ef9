//! Lazy SMP: the threads of one search share nothing but the transposition table, what they tell each other here, and
//! the signals from outside. The first thread alone keeps to the limits, reports and answers; the others fill the table.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// What the threads of one search tell each other.
#[derive(Debug)]
pub struct Crew {
    done: AtomicBool,
    nodes: Vec<AtomicU64>,
}

impl Crew {
    /// For a search by so many threads.
    pub fn new(threads: usize) -> Crew {
        Crew {
            done: AtomicBool::new(false),
            nodes: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    /// The first thread has ended: the others are to end, too.
    pub fn finish(&self) {
        self.done.store(true, Ordering::Relaxed);
    }

    /// Whether the first thread has ended.
    #[inline(always)]
    pub fn is_finished(&self) -> bool {
        self.done.load(Ordering::Relaxed)
    }

    /// Thread number `thread` has searched so many nodes.
    pub fn publish(&self, thread: usize, nodes: u64) {
        self.nodes[thread].store(nodes, Ordering::Relaxed);
    }

    /// Nodes that the threads after the first have searched, as far as they have told.
    pub fn nodes_of_others(&self) -> u64 {
        self.nodes.iter().skip(1).map(|n| n.load(Ordering::Relaxed)).sum()
    }
}
