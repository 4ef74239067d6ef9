//! What a search is asked for, what it reports, and how it is told to stop.

use super::{progress::Progress, time::Budget};
use crate::{eval::score::Score, position::Move};
use std::{
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The clock of the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Clock {
    /// What is left.
    pub time: Duration,
    /// What each move adds.
    pub increment: Duration,
    /// Moves up to the next time control; `None` if the time is for the whole game.
    pub moves_to_go: Option<u32>,
}

/// When a search ends and what it looks at. The default is a search of everything without end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Limits {
    /// At most this many plies.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// As long as is sensible with this clock.
    pub clock: Option<Clock>,
    /// Until the shortest forced win is found, if one takes at most this many moves, or it is certain that none does.
    pub mate: Option<u32>,
    /// Until [`Signals::stop`], even if nothing is left to search.
    pub infinite: bool,
    /// Only these moves; `None` for all.
    pub search_moves: Option<Vec<Move>>,
    /// How many best lines are wanted, at least 1.
    pub multi_pv: usize,
    /// How many threads search, at least 1.
    pub threads: usize,
    /// When the clock began to run; `None` for when the search begins.
    pub started: Option<Instant>,
    /// What is lost between the end of a search and the stopping of the clock.
    pub overhead: Duration,
    /// Time is counted in nodes: so many are a second, at least 1; `None` for real time.
    pub node_rate: Option<u64>,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            depth: None,
            nodes: None,
            move_time: None,
            clock: None,
            mate: None,
            infinite: false,
            search_moves: None,
            multi_pv: 1,
            threads: 1,
            started: None,
            overhead: Duration::from_millis(10),
            node_rate: None,
        }
    }
}

/// Set by other threads while a search runs.
#[derive(Debug, Default)]
pub struct Signals {
    stop: AtomicBool,
    pondering: AtomicBool,
    paused: AtomicBool,
    /// The limits of time that hold from the ponder hit on, where they are not those of the beginning.
    budget: Mutex<Option<Budget>>,
    /// How far the search has come.
    pub progress: Progress,
}

impl Signals {
    /// Signals for a search that ponders (ignores all time limits until [`Signals::ponder_hit`]) or not.
    pub fn new(pondering: bool) -> Signals {
        let signals = Signals::default();
        signals.pondering.store(pondering, Ordering::SeqCst);
        signals
    }

    /// Ends the search as soon as possible.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::SeqCst);
    }

    /// The move that was pondered on has been played: time limits count from the start of the search.
    pub fn ponder_hit(&self) {
        self.pondering.store(false, Ordering::SeqCst);
    }

    /// As [`Signals::ponder_hit`], with the limits of time that are known now instead of those at the beginning.
    pub fn ponder_hit_within(&self, limits: &Limits) {
        *self.budget.lock().unwrap_or_else(PoisonError::into_inner) = Some(Budget::new(limits));
        self.ponder_hit();
    }

    /// The limits of time given at the ponder hit, if any.
    pub(super) fn budget(&self) -> Option<Budget> {
        *self.budget.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Freezes the search, and its clock, or lets it go on.
    pub fn pause(&self, paused: bool) {
        self.paused.store(paused, Ordering::SeqCst);
    }

    /// Whether the search is frozen.
    pub fn is_paused(&self) -> bool {
        self.paused.load(Ordering::Relaxed)
    }

    /// Whether the search is to end.
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether the search is on the opponent's time.
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }
}

/// What a reported score is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exactness {
    /// The score itself.
    Exact,
    /// The score is at least this.
    AtLeast,
    /// The score is at most this.
    AtMost,
}

/// A report on a line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Info {
    /// Plies that were searched in full.
    pub depth: u32,
    /// Plies of the longest line looked at.
    pub selective_depth: u32,
    /// The number of the line, from 1.
    pub multi_pv: usize,
    /// The score for the side to move.
    pub score: Score,
    /// What the score is.
    pub exactness: Exactness,
    /// Nodes so far.
    pub nodes: u64,
    /// Time since the start.
    pub time: Duration,
    /// How much of the transposition table this search has filled, in thousandths.
    pub table_fullness: u32,
    /// The line.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// The best move; `None` if there is no legal move (of those asked for) or the game is over.
    pub best: Option<Move>,
    /// The expected answer.
    pub ponder: Option<Move>,
    /// The score for the side to move.
    pub score: Score,
    /// Plies that were searched in full.
    pub depth: u32,
    /// Nodes searched.
    pub nodes: u64,
}

impl Found {
    /// That of a search that could not be made.
    pub const NOTHING: Found = Found {
        best: None,
        ponder: None,
        score: 0,
        depth: 0,
        nodes: 0,
    };
}
