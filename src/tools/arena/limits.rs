//! How long a player may think.

use super::TimeControl;
use crate::engine::{Clock, Request};
use std::{fmt, time::Duration};

/// The limits of one player's thinking; those that are set hold together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Limits {
    /// The clock for the game.
    pub control: Option<TimeControl>,
    /// The time for each move.
    pub move_time: Option<Duration>,
    /// How deep, in plies.
    pub depth: Option<u32>,
    /// How many nodes a move.
    pub nodes: Option<u64>,
}

impl Limits {
    /// Whether nothing is limited.
    pub fn is_empty(&self) -> bool {
        *self == Limits::default()
    }

    /// What the engine is asked for when its clock shows `clock`.
    pub fn request(&self, clock: Option<Clock>) -> Request {
        Request {
            depth: self.depth,
            nodes: self.nodes,
            move_time: self.move_time,
            clock,
            ..Request::default()
        }
    }

    /// The PGN tag `TimeControl`: `-` where there is none.
    pub fn tag(&self) -> String {
        match (self.control, self.move_time) {
            (Some(control), _) => control.to_string(),
            // A sandclock.
            (None, Some(time)) => format!("*{}", time.as_secs_f64()),
            (None, None) => "-".to_string(),
        }
    }
}

/// In words: `10+0.1, depth 6`.
impl fmt::Display for Limits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let parts = [
            self.control.map(|control| control.to_string()),
            self.move_time.map(|time| format!("{} ms a move", time.as_millis())),
            self.depth.map(|depth| format!("depth {depth}")),
            self.nodes.map(|nodes| format!("{nodes} nodes")),
        ];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}
