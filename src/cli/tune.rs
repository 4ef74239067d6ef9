//! What `aanca tune` can be asked for.

use crate::tools::tune::Plan;
use clap::Args;
use std::path::PathBuf;

/// Fits the weights of the evaluation to games and prints them, as they stand in the program.
#[derive(Debug, Args)]
pub struct TuneArgs {
    /// PGN files with games of any variants; scores in comments such as {+0.31/12} are learnt from, too
    #[arg(value_name = "PGN", required_unless_present = "scores")]
    files: Vec<PathBuf>,
    /// How much the result of a game counts against the players' scores, from 0 to 1
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, value_parser = share)]
    results: f64,
    /// How strongly the weights are held where they are
    #[arg(long, value_name = "STRENGTH", default_value_t = 0.001)]
    hold: f64,
    /// How often it is found out anew how positions depend on the weights
    #[arg(long, value_name = "N", default_value_t = 2)]
    rounds: usize,
    /// Fit only the weights whose names begin so; may be given more than once
    #[arg(long, value_name = "NAME")]
    only: Vec<String>,
    /// Fit the values of each variant's pieces, too, and print them as lines of an ini file
    #[arg(long)]
    values: bool,
    /// Write the positions of the games that would be learnt from to this file, each as NAME|FEN, and stop
    #[arg(long, value_name = "FILE")]
    positions: Option<PathBuf>,
    /// Scores of another judge for some of these positions, each as FEN|CENTIPAWNS for White: they count instead of the
    /// players', and of a variant with such scores nothing else is learnt from. Lines of VARIANT|FEN|CENTIPAWNS are
    /// positions of their own, which need no game
    #[arg(long, value_name = "FILE")]
    scores: Option<PathBuf>,
}

/// Reads a share, from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (0.0..=1.0).contains(share));
    share.ok_or_else(|| "expected a number from 0 to 1".to_string())
}

impl TuneArgs {
    /// The plan that follows.
    pub fn plan(self) -> Plan {
        Plan {
            files: self.files,
            only: self.only,
            result_share: self.results,
            hold: self.hold,
            rounds: self.rounds,
            values: self.values,
            positions: self.positions,
            scores: self.scores,
        }
    }
}
