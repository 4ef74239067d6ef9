//! Layer 7: the search. [`Search`] holds what lasts from move to move; each call of [`Search::go`] is one search.

mod correction;
mod crew;
mod deepening;
mod history;
mod limits;
mod node;
mod numbers;
mod picker;
mod progress;
mod proof;
mod quiescence;
mod see;
mod singular;
mod table;
mod time;
mod worker;

pub use limits::{Clock, Exactness, Found, Info, Limits, Signals};
pub use numbers::Numbers;
pub use progress::{Progress, Status};
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
use crew::Crew;
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
    /// One for each thread.
    histories: Vec<Histories>,
    breadth: i32,
    numbers: Numbers,
    /// The file of the evaluator's network, if it is not the one that the rules name.
    network: Option<&'static [u8]>,
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
            histories: vec![Histories::new(rules)],
            breadth: breadth(rules),
            numbers: Numbers::DEFAULT,
            network: None,
        })
    }

    /// The evaluator.
    pub fn evaluator(&self) -> &Evaluator<B> {
        &self.evaluator
    }

    /// Searches with other numbers from now on.
    pub fn set_numbers(&mut self, numbers: &Numbers) {
        self.numbers = *numbers;
    }

    /// Evaluates with the network of this file from now on, or with the one that the rules name. What earlier searches
    /// have found out is forgotten if that is another.
    pub fn set_network(&mut self, rules: &'static Rules<B>, file: Option<&'static [u8]>) {
        if self.network != file {
            self.network = file;
            self.evaluator = Arc::new(Evaluator::with_network(rules, file));
            self.clear();
        }
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
        self.histories.iter_mut().for_each(Histories::clear);
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
        let threads = limits.threads.max(1);
        let rules = position.rules();
        self.histories.resize_with(threads, || Histories::new(rules));
        let crew = Crew::new(threads);
        let shared = Shared {
            evaluator: &self.evaluator,
            table: &self.table,
            signals,
            crew: &crew,
            material: Material::of(rules),
            breadth: self.breadth,
            numbers: &self.numbers,
            start,
        };
        let found = thread::scope(|scope| {
            let builder = || thread::Builder::new().name("search".into()).stack_size(STACK_BYTES);
            let mut histories = self.histories.iter_mut().enumerate();
            let first = histories.next();
            for (number, histories) in histories {
                let run = move || search_as(number, position, shared, histories, limits, &mut |_| {});
                if let Err(error) = builder().spawn_scoped(scope, run) {
                    log::error!("no thread for the search, which goes on with fewer: {error}");
                }
            }
            let handle = first.map(|(number, histories)| {
                let run = move || search_as(number, position, shared, histories, limits, report);
                builder().spawn_scoped(scope, run)
            });
            let ended = handle.map(|handle| handle.map(thread::ScopedJoinHandle::join));
            crew.finish();
            match ended {
                Some(Ok(Ok(found))) => found,
                Some(Ok(Err(panic))) => std::panic::resume_unwind(panic),
                Some(Err(error)) => {
                    log::error!("no thread for the search: {error}");
                    Found::NOTHING
                }
                None => Found::NOTHING,
            }
        });
        while !signals.stopped() && (limits.infinite || signals.is_pondering()) {
            thread::sleep(Duration::from_millis(1));
        }
        found
    }
}

/// What thread number `number` does, with tables of its own.
fn search_as<B: Bitboard>(
    number: usize,
    position: &Position<B>,
    shared: Shared<B>,
    histories: &mut Histories,
    limits: &Limits,
    report: &mut dyn FnMut(&Info),
) -> Found {
    if position.rules().plain {
        Worker::<B, PLAIN>::new(number, position, shared, histories, limits).deepen(limits, report)
    } else {
        Worker::<B, GENERAL>::new(number, position, shared, histories, limits).deepen(limits, report)
    }
}

#[cfg(test)]
mod crew_tests;
#[cfg(test)]
mod limit_tests;
#[cfg(test)]
mod river_tests;
#[cfg(test)]
mod tests;
