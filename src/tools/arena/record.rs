//! What is known of a game after it has been played.

use crate::{
    board::Side,
    engine::{MoveText, Value},
    game::Outcome,
};
use std::{fmt, time::Duration};

/// What a player thinks of its move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Judgement {
    /// The value for the side that moves.
    pub value: Value,
    /// The depth searched, in plies.
    pub depth: u32,
    /// The nodes searched.
    pub nodes: u64,
    /// The time it took.
    pub time: Duration,
}

/// One move of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Played {
    /// How it is written.
    pub text: MoveText,
    /// Who made it.
    pub side: Side,
    /// Whether it was given by the opening.
    pub is_opening: bool,
    /// What its player thinks of it, if it says.
    pub judgement: Option<Judgement>,
    /// What its player's clock shows after it, if there is one.
    pub clock: Option<Duration>,
}

/// Why a side has lost against the rules of the match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Forfeit {
    /// It has overstepped its time.
    Time,
    /// Its move was not legal.
    IllegalMove,
    /// It has broken down.
    Crash,
    /// It has said nothing.
    Stall,
    /// It has called a legal move illegal, or the game over when it was not.
    Claim,
}

/// How a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// By the rules of the game.
    Rule(Outcome),
    /// It has reached the longest length that is played, in full moves; a draw.
    TooLong(u32),
    /// This side has given up.
    Resigned(Side),
    /// Both sides wanted a draw.
    Agreed,
    /// Both sides saw it as won by this one, or as even, for long enough.
    Adjudicated(Option<Side>),
    /// A side has lost otherwise.
    Forfeit(Side, Forfeit),
    /// It was given up, for reasons that are not the players'.
    Broken,
    /// It goes on.
    Unfinished,
}

impl End {
    /// The side that has won.
    pub fn winner(self) -> Option<Side> {
        match self {
            End::Rule(outcome) => outcome.winner(),
            End::Forfeit(loser, _) | End::Resigned(loser) => Some(loser.opponent()),
            End::Adjudicated(winner) => winner,
            End::Agreed | End::TooLong(_) | End::Broken | End::Unfinished => None,
        }
    }

    /// Whether the game counts.
    pub fn is_decided(self) -> bool {
        !matches!(self, End::Broken | End::Unfinished)
    }

    /// `1-0`, `0-1`, `1/2-1/2`, or `*` for a game without a result.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None if self.is_decided() => "1/2-1/2",
            None => "*",
        }
    }

    /// The value of the PGN tag `Termination`.
    pub fn termination(self) -> &'static str {
        match self {
            End::Rule(_) | End::Resigned(_) | End::Agreed => "normal",
            End::TooLong(_) | End::Adjudicated(_) => "adjudication",
            End::Forfeit(_, Forfeit::Time) => "time forfeit",
            End::Forfeit(_, Forfeit::IllegalMove | Forfeit::Claim) => "rules infraction",
            End::Forfeit(_, Forfeit::Crash | Forfeit::Stall) | End::Broken => "abandoned",
            End::Unfinished => "unterminated",
        }
    }

    /// The reason, without who has won: `checkmate`.
    pub fn reason(self) -> String {
        match self {
            End::Rule(outcome) => outcome.reason().to_string(),
            End::TooLong(moves) => format!("length ({moves} moves)"),
            End::Resigned(_) => "resignation".to_string(),
            End::Agreed => "agreement".to_string(),
            End::Adjudicated(_) => "adjudication".to_string(),
            End::Forfeit(_, Forfeit::Time) => "time".to_string(),
            End::Forfeit(_, Forfeit::IllegalMove) => "illegal move".to_string(),
            End::Forfeit(_, Forfeit::Crash) => "breakdown".to_string(),
            End::Forfeit(_, Forfeit::Stall) => "silence".to_string(),
            End::Forfeit(_, Forfeit::Claim) => "wrong claim".to_string(),
            End::Broken => "fault of the program".to_string(),
            End::Unfinished => "none yet".to_string(),
        }
    }
}

/// The result and the reason in words.
impl fmt::Display for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            End::Rule(outcome) => f.write_str(&outcome.describe()),
            End::TooLong(moves) => write!(f, "draw after {moves} moves"),
            End::Resigned(loser) => write!(f, "{} wins: {loser} resigns", loser.opponent()),
            End::Agreed => f.write_str("draw by agreement"),
            End::Adjudicated(Some(winner)) => write!(f, "{winner} wins by adjudication"),
            End::Adjudicated(None) => f.write_str("draw by adjudication"),
            End::Forfeit(loser, Forfeit::Time) => write!(f, "{} wins on time", loser.opponent()),
            End::Forfeit(loser, Forfeit::IllegalMove) => write!(f, "{} wins: illegal move", loser.opponent()),
            End::Forfeit(loser, Forfeit::Crash) => write!(f, "{} wins: {loser} has broken down", loser.opponent()),
            End::Forfeit(loser, Forfeit::Stall) => write!(f, "{} wins: {loser} is silent", loser.opponent()),
            End::Forfeit(loser, Forfeit::Claim) => write!(f, "{} wins: wrong claim", loser.opponent()),
            End::Broken => f.write_str("given up: the program contradicts itself"),
            End::Unfinished => f.write_str("unfinished"),
        }
    }
}

/// What kind of thing has gone wrong.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum FaultKind {
    /// A player's move was not legal.
    IllegalMove,
    /// The rules contradict themselves: a key, a FEN, a text or an undone move.
    Mismatch,
    /// A player or the program has broken down.
    Crash,
    /// A player has overstepped its time.
    Time,
    /// A player has said nothing at all.
    Stall,
    /// A player has claimed what is not true.
    Claim,
}

impl FaultKind {
    /// All of them, in the order of reports.
    pub const ALL: [FaultKind; 6] = [
        FaultKind::IllegalMove,
        FaultKind::Mismatch,
        FaultKind::Crash,
        FaultKind::Time,
        FaultKind::Stall,
        FaultKind::Claim,
    ];

    /// The plural, for counts.
    pub fn plural(self) -> &'static str {
        match self {
            FaultKind::IllegalMove => "illegal moves",
            FaultKind::Mismatch => "mismatches",
            FaultKind::Crash => "crashes",
            FaultKind::Time => "time forfeits",
            FaultKind::Stall => "stalls",
            FaultKind::Claim => "wrong claims",
        }
    }
}

/// Something that must not happen in a game, and did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fault {
    /// What kind of thing.
    pub kind: FaultKind,
    /// What exactly.
    pub message: String,
    /// The position before the move that it was about.
    pub fen: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} (in {})", self.message, self.fen)
    }
}

/// A game that has been played.
#[derive(Clone, PartialEq, Debug)]
pub struct GameRecord {
    /// What the games were played for.
    pub event: String,
    /// The number of the game, from 1.
    pub round: usize,
    /// The variant's name.
    pub variant: String,
    /// The position before the first move.
    pub start: String,
    /// The names of White and Black.
    pub players: [String; 2],
    /// The time controls of White and Black, as the PGN tag has them.
    pub controls: [String; 2],
    /// The moves.
    pub moves: Vec<Played>,
    /// How it ended.
    pub end: End,
    /// The places of single players, in games with several a side, in words.
    pub ranking: String,
    /// What went wrong.
    pub faults: Vec<Fault>,
}
