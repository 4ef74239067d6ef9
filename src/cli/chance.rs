//! What decides the random openings of games.

use crate::tools::tournament::Balance;
use clap::Args;

/// How random openings are chosen.
#[derive(Debug, Args)]
pub(super) struct ChanceArgs {
    /// Take only random openings that a short search sees within this many centipawns of even; off for all
    #[arg(long, value_name = "CP", allow_negative_numbers = true, default_value_t)]
    pub balance: Balance,
    /// The seed of everything random; equal seeds give equal openings
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1)]
    pub seed: u64,
}
