//! Layer 7: the search. [`Search`] holds what lasts from move to move; each call of [`Search::go`] is one search.

mod deepening;
mod history;
mod limits;
mod node;
mod picker;
mod quiescence;
mod see;
mod table;
mod time;
mod worker;

pub use limits::{Clock, Exactness, Found, Info, Limits, Signals};
pub use see::see_reaches;
pub use table::Table;
pub use worker::MAX_PLY;

use crate::{
    board::Bitboard,
    eval::Evaluator,
    game::material::Material,
    movegen::{GENERAL, PLAIN},
    position::Position,
    variant::rules::Rules,
};
use history::Histories;
use std::{
    collections::TryReserveError,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};
use worker::{Shared, Worker, breadth};

/// Stack of a searching thread: [`MAX_PLY`] nodes with their checks and pins on the widest board need a part of it.
const STACK_BYTES: usize = 32 << 20;

/// The searcher of one game.
#[derive(Debug)]
pub struct Search<B: Bitboard> {
    evaluator: Arc<Evaluator<B>>,
    table: Table,
    histories: Histories,
    breadth: i32,
}

impl<B: Bitboard> Search<B> {
    /// A searcher for games by `rules` with a transposition table of `megabytes`.
    ///
    /// # Errors
    /// If there is not so much memory.
    pub fn new(rules: &'static Rules<B>, megabytes: usize) -> Result<Search<B>, TryReserveError> {
        // No endgame should have to wait for the proofs; should there be no thread, it finds them itself.
        let prepare = move || Material::of(rules).prepare(rules);
        if let Err(error) = std::thread::Builder::new().spawn(prepare) {
            log::debug!("no thread for the proofs about material: {error}");
        }
        Ok(Search {
            evaluator: Arc::new(Evaluator::new(rules)),
            table: Table::new(megabytes)?,
            histories: Histories::new(rules),
            breadth: breadth(rules),
        })
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Evaluator<B> {
        &self.evaluator
    }

    /// Gives the transposition table this size; it is empty then.
    ///
    /// # Errors
    /// If there is not so much memory; the old table stays.
    pub fn resize(&mut self, megabytes: usize) -> Result<(), TryReserveError> {
        self.table = Table::new(megabytes)?;
        Ok(())
    }

    /// Forgets all that earlier searches have found out, for a new game.
    pub fn clear(&mut self) {
        self.table.clear();
        self.histories.clear();
    }

    /// Searches `position` (with the moves that led to it, for repetitions) within `limits`, in a thread of its own,
    /// and returns when it has ended. `report` hears of each iteration. An infinite search, and one that ponders,
    /// lasts until `signals` say so. With equal tables and limits of depth or nodes, the result is always the same.
    pub fn go(
        &mut self,
        position: &Position<B>,
        limits: &Limits,
        signals: &Signals,
        report: &mut (dyn FnMut(&Info) + Send),
    ) -> Found {
        let start = limits.started.unwrap_or_else(Instant::now);
        self.table.start_search();
        let run = |this: &mut Self, report: &mut (dyn FnMut(&Info) + Send)| {
            if position.rules().plain {
                this.run::<PLAIN>(position, limits, signals, start, report)
            } else {
                this.run::<GENERAL>(position, limits, signals, start, report)
            }
        };
        let found = thread::scope(|scope| {
            let builder = thread::Builder::new().name("search".into()).stack_size(STACK_BYTES);
            let handle = builder.spawn_scoped(scope, || run(self, report));
            match handle.map(thread::ScopedJoinHandle::join) {
                Ok(Ok(found)) => found,
                Ok(Err(panic)) => std::panic::resume_unwind(panic),
                Err(error) => {
                    log::error!("no thread for the search: {error}");
                    Found {
                        best: None,
                        ponder: None,
                        score: 0,
                        depth: 0,
                        nodes: 0,
                    }
                }
            }
        });
        while !signals.stopped() && (limits.infinite || signals.is_pondering()) {
            thread::sleep(Duration::from_millis(1));
        }
        found
    }

    fn run<const PROFILE: bool>(
        &mut self,
        position: &Position<B>,
        limits: &Limits,
        signals: &Signals,
        start: Instant,
        report: &mut (dyn FnMut(&Info) + Send),
    ) -> Found {
        let shared = Shared {
            evaluator: &self.evaluator,
            table: &self.table,
            signals,
            material: Material::of(position.rules()),
            breadth: self.breadth,
            start,
        };
        let mut worker = Worker::<B, PROFILE>::new(position, shared, &mut self.histories, limits);
        worker.deepen(limits, report)
    }
}

#[cfg(test)]
mod limit_tests;
#[cfg(test)]
mod mate_tests;
#[cfg(test)]
mod river_tests;
#[cfg(test)]
mod tests;
