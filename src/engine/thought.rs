//! What the engine is asked to think about, and what it says while it does.

use super::MoveText;
use crate::{
    position::Move,
    search::{Clock, Exactness},
};
use std::time::Duration;

/// Limits of a search; without any it runs until it is stopped.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Request {
    /// At most this deep, in plies.
    pub depth: Option<u32>,
    /// At most this many nodes.
    pub nodes: Option<u64>,
    /// Exactly this long.
    pub move_time: Option<Duration>,
    /// The clock of the side to move.
    pub clock: Option<Clock>,
    /// Until the shortest forced win is found, if one takes at most this many moves, or it is certain that none does.
    pub mate: Option<u32>,
    /// Until stopped, even if nothing is left to search.
    pub infinite: bool,
    /// On the opponent's time: as [`Request::infinite`] until [`super::Engine::ponder_hit`].
    pub ponder: bool,
    /// Only these moves; `None` for all legal ones.
    pub moves: Option<Vec<Move>>,
    /// How many lines, where it differs from the option.
    pub multi_pv: Option<usize>,
    /// A move is wanted to play it, and one of the opening book will do.
    pub from_book: bool,
    /// Time is counted in nodes: so many are a second.
    pub node_rate: Option<u64>,
}

impl Request {
    /// Whether the search ends by itself.
    pub fn is_limited(&self) -> bool {
        let has_limit = self.depth.is_some() || self.nodes.is_some() || self.mate.is_some();
        (has_limit || self.move_time.is_some() || self.clock.is_some()) && !self.infinite && !self.ponder
    }
}

/// The value of a position for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Value {
    /// In hundredths of a pawn.
    Centipawns(i32),
    /// The side to move wins in so many of its moves; negative: it loses in so many of the opponent's.
    Mate(i32),
}

/// A line found by a search in progress.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The depth searched, in plies.
    pub depth: u32,
    /// The deepest line looked at, in plies.
    pub selective_depth: u32,
    /// The line's rank among those searched for, from 1.
    pub rank: usize,
    /// Its value.
    pub value: Value,
    /// The chances of winning, drawing and losing that the value stands for, in thousandths, for the side to move.
    pub chances: [u32; 3],
    /// What the value says.
    pub exactness: Exactness,
    /// Nodes searched so far.
    pub nodes: u64,
    /// Time spent so far.
    pub time: Duration,
    /// How full the transposition table is, in thousandths.
    pub table_use: u32,
    /// The moves, best play first.
    pub moves: Vec<MoveText>,
}

impl Line {
    /// Nodes per second.
    pub fn speed(&self) -> u64 {
        speed(self.nodes, self.time)
    }
}

/// Nodes per second; the nodes themselves when no time has passed.
pub fn speed(nodes: u64, time: Duration) -> u64 {
    let micros = time.as_micros().max(1);
    (nodes as u128 * 1_000_000 / micros).min(u64::MAX as u128) as u64
}

/// How a search ended.
#[derive(Clone, PartialEq, Debug)]
pub struct Answer {
    /// The best move, if there is a legal one.
    pub best: Option<(Move, MoveText)>,
    /// The reply expected to it.
    pub reply: Option<MoveText>,
    /// Nodes searched.
    pub nodes: u64,
    /// The value of the best move.
    pub value: Option<Value>,
}

/// What a search says.
#[derive(Clone, PartialEq, Debug)]
pub enum Thought {
    /// It has found a line.
    Line(Box<Line>),
    /// It has ended.
    Answer(Box<Answer>),
}
