//! Searches on threads of their own: limits are handed to the search, its reports are put into words that need no
//! knowledge of the position.

use super::{
    Answer, Line, MoveText, Request, Settings, Thought, Value,
    chances::Chances,
    session::write_move,
    strength::{Candidates, Handicap},
};
use crate::{
    board::Bitboard,
    eval::score::{Score, moves_to_mate},
    game::Style,
    movegen,
    position::{Move, NullObserver, Position},
    search::{Found, Info, Limits, Search, Signals},
    variant::rules::Rules,
};
use std::{
    collections::TryReserveError,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError},
    thread::{self, JoinHandle},
    time::{Duration, Instant},
};

/// Who hears what a search says.
pub type Listener = Box<dyn FnMut(Thought) + Send>;

/// The searcher of a game, made when it is first needed; the search in progress has it locked.
pub(super) struct Thinker<B: Bitboard> {
    search: Arc<Mutex<Option<Search<B>>>>,
    /// The file of a network that is used where it fits, instead of the one that the rules name.
    pub network: Option<&'static [u8]>,
}

impl<B: Bitboard> Clone for Thinker<B> {
    /// A thinker that shares what this one has learnt.
    fn clone(&self) -> Self {
        Thinker {
            search: Arc::clone(&self.search),
            network: self.network,
        }
    }
}

impl<B: Bitboard> Default for Thinker<B> {
    fn default() -> Self {
        Thinker {
            search: Arc::default(),
            network: None,
        }
    }
}

impl<B: Bitboard> Thinker<B> {
    /// One with a searcher of its own.
    pub fn sibling(&self) -> Self {
        Thinker {
            network: self.network,
            ..Thinker::default()
        }
    }

    /// Forgets what earlier searches have learnt. Waits for a search in progress.
    pub fn forget(&self) {
        if let Some(search) = lock(&self.search).as_mut() {
            search.clear();
        }
    }

    /// Gives the transposition table this size. Waits for a search in progress.
    ///
    /// # Errors
    /// If there is not so much memory; the old table stays.
    pub fn resize(&self, position: &Position<B>, megabytes: usize) -> Result<(), TryReserveError> {
        let mut search = lock(&self.search);
        let rules = position.rules();
        match search.as_mut() {
            Some(search) => search.resize(megabytes)?,
            None => *search = Some(Search::new(rules, megabytes)?),
        }
        if let Some(search) = search.as_mut() {
            search.set_network(rules, self.network);
        }
        Ok(())
    }

    /// Makes ready what the first search of a game by these rules needs, in the background: tables of values and the
    /// transposition table take tens of milliseconds, which should not come off anybody's clock.
    pub fn prepare(&self, position: &Position<B>, megabytes: usize) {
        prepare(&self.search, position.rules(), megabytes, self.network);
    }

    /// Searches `position`, with its history, on a thread of its own.
    pub fn think(
        &self,
        position: &Position<B>,
        request: &Request,
        settings: &Settings,
        style: Style,
        signals: &Arc<Signals>,
        mut tell: Listener,
    ) {
        let (search, position, signals) = (Arc::clone(&self.search), position.clone(), Arc::clone(signals));
        let mut limits = limits(request, settings);
        let shown = limits.multi_pv;
        let handicap = Handicap::of(settings, request);
        if let Some(handicap) = &handicap {
            limits.nodes = Some(limits.nodes.map_or(handicap.nodes, |nodes| nodes.min(handicap.nodes)));
            limits.multi_pv = shown.max(handicap.lines);
        }
        let (megabytes, numbers, network) = (settings.hash, settings.numbers, self.network);
        let run = move || {
            let Some(mut search) = ready(&search, position.rules(), megabytes, network, &signals) else {
                tell(Thought::Answer(Box::new(answer(&position, &limits, None, style))));
                return;
            };
            let chances = Chances::of(&position);
            let mut candidates = Candidates::default();
            let mut report = |info: &Info| {
                if handicap.is_some() {
                    candidates.hear(info);
                }
                if info.multi_pv <= shown {
                    tell(Thought::Line(Box::new(line(&position, info, &chances, style))));
                }
            };
            let mut found = search.as_mut().and_then(|search| {
                search.set_numbers(&numbers);
                search.set_network(position.rules(), network);
                catch_unwind(AssertUnwindSafe(|| {
                    search.go(&position, &limits, &signals, &mut report)
                }))
                .ok()
            });
            if found.is_none() {
                log::error!("the search has failed; some legal move is played");
                *search = None;
            }
            drop(search);
            if let Some(handicap) = &handicap
                && let Some(found) = &mut found
                && let Some(chosen) = candidates.choose(handicap, position.key())
            {
                (found.best, found.ponder) = (chosen.pv.first().copied(), chosen.pv.get(1).copied());
                found.score = chosen.score;
            }
            tell(Thought::Answer(Box::new(answer(&position, &limits, found, style))));
        };
        if let Err(error) = thread::Builder::new().name("think".to_string()).spawn(run) {
            log::error!("no thread to think: {error}");
        }
    }
}

/// Makes a searcher with this network on another thread, if there is none and a thread can be had.
fn prepare<B: Bitboard>(
    search: &Arc<Mutex<Option<Search<B>>>>,
    rules: &'static Rules<B>,
    megabytes: usize,
    network: Option<&'static [u8]>,
) -> Option<JoinHandle<()>> {
    let search = Arc::clone(search);
    let run = move || {
        let mut search = lock(&search);
        if search.is_none() {
            // Less memory than asked for is better than no move.
            *search = [megabytes, 1].iter().find_map(|&size| Search::new(rules, size).ok());
        }
        if let Some(search) = search.as_mut() {
            search.set_network(rules, network);
        }
    };
    let thread = thread::Builder::new().name("prepare".to_string()).spawn(run);
    thread
        .inspect_err(|error| log::debug!("no thread to prepare the search: {error}"))
        .ok()
}

/// The searcher, made if need be; `None` if the search is told to stop before it is there, so that nobody who stops
/// the first search of a game waits for its tables.
fn ready<'a, B: Bitboard>(
    search: &'a Arc<Mutex<Option<Search<B>>>>,
    rules: &'static Rules<B>,
    megabytes: usize,
    network: Option<&'static [u8]>,
    signals: &Signals,
) -> Option<MutexGuard<'a, Option<Search<B>>>> {
    let mut preparing = None;
    loop {
        let free = match search.try_lock() {
            Ok(free) => Some(free),
            Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
            Err(TryLockError::WouldBlock) => None,
        };
        match (free, &preparing) {
            (Some(free), _) if free.is_some() => return Some(free),
            (Some(free), Some(thread)) if JoinHandle::is_finished(thread) => return Some(free),
            (Some(free), None) => {
                drop(free);
                match prepare(search, rules, megabytes, network) {
                    Some(thread) => preparing = Some(thread),
                    None => return None,
                }
            }
            _ => {}
        }
        if signals.stopped() {
            return None;
        }
        thread::sleep(Duration::from_millis(1));
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // A search that has panicked is thrown away, so there is nothing broken to see.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The limits of a search that begins now.
pub(super) fn limits(request: &Request, settings: &Settings) -> Limits {
    Limits {
        depth: request.depth,
        nodes: request.nodes,
        move_time: request.move_time,
        clock: request.clock,
        mate: request.mate,
        infinite: request.infinite || !request.is_limited() && !request.ponder,
        threads: settings.threads,
        search_moves: request.moves.clone(),
        multi_pv: request.multi_pv.unwrap_or(settings.multi_pv),
        started: Some(Instant::now()),
        overhead: Duration::from_millis(settings.overhead),
        node_rate: request.node_rate,
    }
}

fn line<B: Bitboard>(position: &Position<B>, info: &Info, chances: &Chances, style: Style) -> Line {
    let value = value(info.score);
    Line {
        depth: info.depth,
        selective_depth: info.selective_depth,
        rank: info.multi_pv,
        value,
        chances: chances.at(value),
        exactness: info.exactness,
        nodes: info.nodes,
        time: info.time,
        table_use: info.table_fullness,
        moves: texts(position, &info.pv, style),
    }
}

/// The answer of a search; without a result some move that was asked for is played.
fn answer<B: Bitboard>(position: &Position<B>, limits: &Limits, found: Option<Found>, style: Style) -> Answer {
    let mut legal = Vec::new();
    movegen::legal_moves(position, &mut legal);
    if let Some(wanted) = &limits.search_moves {
        legal.retain(|mv| wanted.contains(mv));
    }
    let (best, reply) = match &found {
        Some(found) => (found.best, found.ponder),
        None => (legal.first().copied(), None),
    };
    let moves: Vec<Move> = best.into_iter().chain(reply).collect();
    let mut texts = texts(position, &moves, style).into_iter();
    Answer {
        best: best.zip(texts.next()),
        reply: texts.next(),
        nodes: found.map_or(0, |found| found.nodes),
        value: found.map(|found| value(found.score)),
    }
}

fn value(score: Score) -> Value {
    match moves_to_mate(score) {
        Some(moves) => Value::Mate(moves),
        None => Value::Centipawns(score),
    }
}

/// How the moves of a line from `position` are written; the line ends before a move that is not legal.
fn texts<B: Bitboard>(position: &Position<B>, moves: &[Move], style: Style) -> Vec<MoveText> {
    let mut position = position.clone();
    let mut out = Vec::with_capacity(moves.len());
    let mut legal = Vec::new();
    for &mv in moves {
        legal.clear();
        movegen::legal_moves(&position, &mut legal);
        if !legal.contains(&mv) {
            break;
        }
        out.push(write_move(&position, mv, style));
        position.make(mv, &mut NullObserver);
    }
    out
}
