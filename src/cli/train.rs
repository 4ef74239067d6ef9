//! What `aanca train` can be asked for.

use crate::tools::train::Plan;
use clap::{Args, value_parser};
use std::path::PathBuf;

/// Fits a network that corrects the evaluation to positions written by `aanca datagen`.
#[derive(Debug, Args)]
pub struct TrainArgs {
    /// Files of positions; games with the same board and pieces can be learnt from together
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Write the network to this file
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// Go through all positions so often
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 5, value_parser = value_parser!(u32).range(1..))]
    epochs: u32,
    /// How much the result of a game counts against the search's scores, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.25, value_parser = super::tune::share)]
    results: f64,
    /// The length of the first steps
    #[arg(long, value_name = "RATE", default_value_t = 0.001, value_parser = rate)]
    rate: f32,
    /// Never see positions with their files reversed, even where pieces move alike on both halves of the board
    #[arg(long)]
    no_mirror: bool,
    /// Learn with this many threads
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=256))]
    threads: u32,
    /// The seed of everything random
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1)]
    seed: u64,
}

fn rate(text: &str) -> Result<f32, String> {
    let rate = text.parse().ok().filter(|rate| (1e-6..=0.1).contains(rate));
    rate.ok_or_else(|| "expected a number from 0.000001 to 0.1".to_string())
}

impl TrainArgs {
    /// The plan that follows.
    pub fn plan(self) -> Plan {
        Plan {
            files: self.files,
            out: self.out,
            epochs: self.epochs as usize,
            result_share: self.results as f32,
            rate: self.rate,
            mirror: !self.no_mirror,
            threads: self.threads as usize,
            seed: self.seed,
        }
    }
}
