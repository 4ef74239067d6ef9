//! What `aanca datagen` can be asked for.

use crate::{engine::Playing, tools::datagen::Plan};
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Plays games of the engine against itself and writes their quiet positions, with scores and results, for `aanca train`.
#[derive(Debug, Args)]
pub struct DatagenArgs {
    /// The variant's name
    variant: String,
    /// Write to the end of this file, more of other games each time; after Ctrl-C once the games in progress have ended
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Play with the network of this file, instead of the one that the variant names
    #[arg(long, value_name = "FILE")]
    network: Option<PathBuf>,
    /// Stop after this many positions
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    positions: u64,
    /// Search this many nodes a move
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 500, value_parser = value_parser!(u64).range(1..))]
    nodes: u64,
    /// Begin each game with this many random moves, in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, default_value_t = 8, value_parser = value_parser!(u32).range(..=1000))]
    openings: u32,
    /// Take only openings that a short search sees within this many centipawns of even
    #[arg(long, value_name = "CP", allow_negative_numbers = true, default_value_t = 300, value_parser = value_parser!(i32).range(0..))]
    balance: i32,
    /// Play this many games at a time
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// The transposition table of each game, in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=4096))]
    hash: u32,
    /// The seed of everything random
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1)]
    seed: u64,
}

impl DatagenArgs {
    /// The plan that follows.
    pub fn plan(self) -> Plan {
        Plan {
            variant: self.variant,
            file: self.out,
            network: self.network,
            positions: self.positions,
            playing: Playing {
                opening: self.openings as usize,
                nodes: self.nodes,
                balance: self.balance,
            },
            threads: self.concurrency as usize,
            megabytes: self.hash as usize,
            seed: self.seed,
        }
    }
}
