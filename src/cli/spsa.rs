//! What `aanca spsa` can be asked for.

use super::chance::ChanceArgs;
use crate::tools::{
    arena::{Adjudication, Conditions, DrawRule, WinRule},
    spsa::Plan,
};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Fits the numbers of the search by games against itself and prints them, as they stand in the program.
#[derive(Debug, Args)]
pub struct SpsaArgs {
    /// A variant's name; if it is given more than once, the variants are played in turn
    #[arg(long, value_name = "NAME", required = true)]
    variant: Vec<String>,
    /// Play this many pairs of games, with those that the file of --state tells of
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 5000, value_parser = value_parser!(u32).range(1..))]
    pairs: u32,
    /// Search this many nodes a move
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 4000, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Fit only the numbers with these names
    #[arg(long, value_name = "NAME,...", value_delimiter = ',')]
    only: Vec<String>,
    /// Keep the state in this file, and go on from it if it is there
    #[arg(long, value_name = "FILE")]
    state: Option<PathBuf>,
    /// Play this many games at a time
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The transposition table of each player, in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = 4, value_parser = value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// The step that is tried at the end, as a part of a number's range, but at least 1
    #[arg(long, value_name = "PART", allow_negative_numbers = true, default_value_t = 0.05, value_parser = part)]
    step: f64,
    /// By how many of its steps a number moves for each point at the end [default: 40 divided by the number of pairs,
    /// but from 0.002 to 0.02]
    #[arg(long, value_name = "RATE", allow_negative_numbers = true, value_parser = part)]
    rate: Option<f64>,
    /// Begin each pair of games with this many random moves, in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 8, value_parser = value_parser!(u32).range(..=1000))]
    openings: u32,
    #[command(flatten)]
    chance: ChanceArgs,
    /// End games as drawn after this many moves
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true, default_value_t = 200, value_parser = value_parser!(u32).range(1..))]
    max_moves: u32,
    /// End games as drawn when both players see them as even: FROM,MOVES,VALUE, as from move FROM on, MOVES moves of
    /// each side within VALUE centipawns
    #[arg(long, value_name = "RULE", default_value = "30,4,12")]
    draw: DrawRule,
    /// End games as won when both players see them as won: MOVES,VALUE, as MOVES moves of each side at VALUE centipawns
    /// or more
    #[arg(long, value_name = "RULE", default_value = "3,600")]
    resign: WinRule,
    /// Without a terminal, tell the state on standard error after so many pairs; 0 for never
    #[arg(long, value_name = "PAIRS", allow_negative_numbers = true, default_value_t = 50)]
    interval: u32,
}

fn part(text: &str) -> Result<f64, String> {
    let part = text.parse().ok().filter(|&part: &f64| part > 0.0 && part <= 1.0);
    part.ok_or_else(|| "expected a number above 0, at most 1".to_string())
}

impl SpsaArgs {
    /// What they ask for.
    pub fn plan(self) -> Plan {
        Plan {
            variants: self.variant,
            only: self.only,
            pairs: self.pairs as usize,
            nodes: self.nodes,
            threads: self.threads as usize,
            hash: self.hash as usize,
            step: self.step,
            rate: self.rate,
            random_plies: self.openings as usize,
            balance: self.chance.balance,
            seed: self.chance.seed,
            conditions: Conditions {
                max_moves: self.max_moves,
                adjudication: Adjudication {
                    draw: Some(self.draw),
                    win: Some(self.resign),
                },
                ..Conditions::default()
            },
            state: self.state,
            interval: self.interval as usize,
        }
    }
}
