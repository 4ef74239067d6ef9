//! The arguments of `aanca play`.

use super::PositionArgs;
use crate::tools::{
    arena::Limits,
    play::{DEFAULT_TIME, Options},
};
use clap::{Args, value_parser};
use std::time::Duration;

/// What is played, and by whom.
#[derive(Debug, Args)]
pub(super) struct PlayArgs {
    /// The variant's name [default: chess]
    variant: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// The seats that you play: letters of seats, white, black, all or none; may be given more than once [default: the first]
    #[arg(long, value_name = "SEAT", value_delimiter = ',')]
    seat: Vec<String>,
    /// The engine thinks this long, in milliseconds [default: 1000, without --depth]
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// The engine thinks this many plies deep
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// The engine plays from this opening book while it can: PGN, or lines of positions and moves
    #[arg(long, value_name = "FILE")]
    book: Option<String>,
}

impl PlayArgs {
    /// The file with the opening book.
    pub fn book(&self) -> Option<&str> {
        self.book.as_deref()
    }

    /// What they ask for.
    pub fn options(self) -> Options {
        let mut limits = Limits {
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            ..Limits::default()
        };
        if limits.is_empty() {
            limits.move_time = Some(DEFAULT_TIME);
        }
        Options {
            place: self.position.of(self.variant),
            seats: self.seat,
            limits,
        }
    }
}
