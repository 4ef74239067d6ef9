//! Who plays: anything that answers a position with a move, and the engine as such a player.

use super::{Judgement, Limits};
use crate::{
    board::Side,
    engine::{Answer, Clock, Engine, EngineError, Exactness, Line, Request, SetUp, Thought},
};
use std::{
    sync::mpsc,
    time::{Duration, Instant},
};

/// What a player is told when it is to move.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The moves of the game so far, in coordinates.
    pub moves: &'a [String],
    /// The clocks of White and Black, for a side that has one.
    pub clocks: [Option<Clock>; 2],
    /// The player's own clock.
    pub clock: Option<Clock>,
    /// Whoever needs longer has lost; `None` where there is no limit of time.
    pub allowance: Option<Duration>,
    /// Whether the opponent has offered a draw with its last move.
    pub draw_offered: bool,
}

/// A player's move.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Choice {
    /// The move in any notation; whether it is legal is for the referee to say.
    pub text: String,
    /// What the player thinks of it, if it says.
    pub judgement: Option<Judgement>,
    /// How long it took, if the player can tell better than who waits for it.
    pub time: Option<Duration>,
    /// Whether the player offers a draw, or accepts one.
    pub offers_draw: bool,
}

/// What a player does when it is to move.
#[derive(Clone, PartialEq, Debug)]
pub enum Decision {
    /// It moves.
    Move(Choice),
    /// It gives up.
    Resign,
    /// It says that the game is over, won by this side or drawn.
    Claim(Option<Side>),
}

/// Why a player has no move to give.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
pub enum PlayerError {
    /// It has broken down.
    #[error("{0}")]
    Crash(String),
    /// It says nothing.
    #[error("{0}")]
    Stalled(String),
    /// It does not accept a legal move or position.
    #[error("{0}")]
    Complaint(String),
    /// It cannot be told the game.
    #[error("the player refuses the game: {0}")]
    Refused(#[from] EngineError),
}

/// Someone who plays.
pub trait Player: Send {
    /// The name for records.
    fn name(&self) -> &str;

    /// How long the player may think.
    fn limits(&self) -> &Limits;

    /// Begins a game of the named variant from a position; what was learnt in earlier games is forgotten.
    ///
    /// # Errors
    /// If the player does not know the game or has broken down.
    fn begin(&mut self, variant: &str, fen: &str) -> Result<(), PlayerError>;

    /// Chooses a move, and returns when it is chosen.
    ///
    /// # Errors
    /// If there is none to give.
    fn choose(&mut self, turn: &Turn) -> Result<Decision, PlayerError>;

    /// The game has ended with this result (`1-0`, `0-1`, `1/2-1/2` or `*`), for this reason.
    fn end(&mut self, result: &str, reason: &str) {
        let _ = (result, reason);
    }
}

/// The engine as a player, in this process.
pub struct EnginePlayer {
    name: String,
    engine: Engine,
    limits: Limits,
}

impl EnginePlayer {
    /// A player with an engine of its own.
    pub fn new(name: String, engine: Engine, limits: Limits) -> EnginePlayer {
        EnginePlayer { name, engine, limits }
    }

    /// The engine.
    pub fn engine(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

impl Player for EnginePlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn begin(&mut self, variant: &str, fen: &str) -> Result<(), PlayerError> {
        if !self.engine.variant().name.eq_ignore_ascii_case(variant) {
            self.engine.set_variant(variant)?;
        }
        self.engine.set_up(&SetUp {
            fen: Some(fen.to_string()),
            moves: Vec::new(),
        })?;
        self.engine.forget();
        // Making the tables ready is not thinking: it happens now, before any clock runs.
        let hash = self.engine.settings().hash;
        self.engine.set_option("Hash", &hash.to_string())?;
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Decision, PlayerError> {
        // The game can only have become longer since the last turn.
        let known = self.engine.session().moves_played();
        for text in turn.moves.iter().skip(known) {
            let mv = self.engine.read_move(text)?;
            self.engine.play(mv)?;
        }
        let (answer, judgement) = consider(&mut self.engine, &self.limits.request(turn.clock), |_| ())?;
        match answer.best {
            Some((_, text)) => Ok(Decision::Move(Choice {
                text: text.coordinates,
                judgement: Some(judgement),
                ..Choice::default()
            })),
            None => Err(PlayerError::Crash("the search ended without a move".to_string())),
        }
    }
}

/// Thinks and waits for the answer; `hear` is told of each line on the way.
///
/// # Errors
/// If the search has failed.
pub fn consider(
    engine: &mut Engine,
    request: &Request,
    mut hear: impl FnMut(&Line),
) -> Result<(Answer, Judgement), PlayerError> {
    let (sender, thoughts) = mpsc::channel();
    let began = Instant::now();
    engine.think(request, move |thought| {
        // The receiver listens until the sender is gone.
        let _ = sender.send(thought);
    });
    let mut depth = 0;
    let mut answer = None;
    for thought in thoughts {
        match thought {
            Thought::Line(line) => {
                if line.rank == 1 && line.exactness == Exactness::Exact {
                    depth = line.depth;
                }
                hear(&line);
            }
            Thought::Answer(last) => answer = Some(*last),
        }
    }
    let crash = || PlayerError::Crash("the search has failed".to_string());
    let answer = answer.ok_or_else(crash)?;
    // Without a value the move is only some legal one.
    let value = answer.value.ok_or_else(crash)?;
    let judgement = Judgement {
        value,
        depth,
        nodes: answer.nodes,
        time: began.elapsed(),
    };
    Ok((answer, judgement))
}
