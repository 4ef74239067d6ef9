//! The arguments of `aanca selfplay`.

use super::{PositionArgs, chance::ChanceArgs};
use crate::tools::{
    arena::{Conditions, Limits, TimeControl},
    tournament::{Entrant, Format, Kind, OpeningPlan, Plan, Source, Target},
};
use clap::{Args, value_parser};
use std::{path::PathBuf, time::Duration};

/// What is played, and how.
#[derive(Debug, Args)]
pub(super) struct SelfplayArgs {
    /// The variant's name
    variant: String,
    #[command(flatten)]
    position: PositionArgs,
    /// Play this many games
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    #[command(flatten)]
    first: FirstArgs,
    #[command(flatten)]
    second: SecondArgs,
    /// Begin each game with this many random moves, in plies; players with different limits play each opening twice
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 8, value_parser = value_parser!(u32).range(..=1000))]
    openings: u32,
    #[command(flatten)]
    chance: ChanceArgs,
    /// Write the games as PGN to the end of this file, or to standard output (-), with the summary on standard error
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Play this many games at a time
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// The transposition table of each player, in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = 16, value_parser = value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// Players keep this much of each move's time back, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, default_value_t = 20, value_parser = value_parser!(u64).range(..=5000))]
    overhead: u64,
    /// End games as drawn after this many moves
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true, default_value_t = 600, value_parser = value_parser!(u32).range(1..))]
    max_moves: u32,
    /// Forgive players that overstep their time by this much, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, default_value_t = 0)]
    margin: u64,
}

/// Limits of the first player, and of both as long as the second has none of its own.
#[derive(Debug, Args)]
struct FirstArgs {
    /// Time for the game, in seconds: BASE+INCREMENT or MOVES/BASE+INCREMENT [default: 1+0.01, without another limit]
    #[arg(long, value_name = "TIME", conflicts_with = "movetime")]
    tc: Option<TimeControl>,
    /// Time for each move, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Think this many plies deep
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search this many nodes a move
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
}

/// Limits of the second player.
#[derive(Debug, Args)]
struct SecondArgs {
    /// Time for the game of the second player
    #[arg(long, value_name = "TIME", conflicts_with = "second_movetime")]
    second_tc: Option<TimeControl>,
    /// Time for each move of the second player, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    second_movetime: Option<u64>,
    /// The depth of the second player, in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    second_depth: Option<u32>,
    /// The nodes a move of the second player
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    second_nodes: Option<u64>,
}

impl SelfplayArgs {
    /// What they ask for.
    pub fn plan(self) -> Plan {
        let (first, second) = (self.first, self.second);
        let mut first = Limits {
            control: first.tc,
            move_time: first.movetime.map(Duration::from_millis),
            depth: first.depth,
            nodes: first.nodes,
        };
        if first.is_empty() {
            first.control = Some(TimeControl {
                moves: None,
                base: Duration::from_secs(1),
                increment: Duration::from_millis(10),
            });
        }
        let second = Limits {
            control: second.second_tc,
            move_time: second.second_movetime.map(Duration::from_millis),
            depth: second.second_depth,
            nodes: second.second_nodes,
        };
        let second = if second.is_empty() { first } else { second };
        let options = [
            ("Hash", self.hash.to_string()),
            ("Move Overhead", self.overhead.to_string()),
        ];
        let options: Vec<(String, String)> = options.map(|(name, value)| (name.to_string(), value)).to_vec();
        let entrants = [("first", first), ("second", second)].map(|(which, limits)| Entrant {
            name: Some(format!("Aanca, {which} ({limits})")),
            kind: Kind::Internal(options.clone()),
            limits,
        });
        Plan {
            event: "Aanca selfplay".to_string(),
            place: self.position.of(Some(self.variant)),
            entrants: entrants.to_vec(),
            format: Format::RoundRobin,
            games: self.games as usize,
            // Equal players would play the same game twice.
            repeats: first != second,
            openings: OpeningPlan {
                source: Source::Position,
                random_plies: self.openings as usize,
                balance: self.chance.balance,
                plies: usize::MAX,
                in_order: true,
                seed: self.chance.seed,
            },
            pgn: self.pgn.map(Target::from),
            concurrency: self.concurrency as usize,
            conditions: Conditions {
                max_moves: self.max_moves,
                margin: Duration::from_millis(self.margin),
                ..Conditions::default()
            },
            sprt: None,
            resumes: false,
            json: false,
            interval: 0,
        }
    }
}
