//! How even random openings must be.

use std::{fmt, str::FromStr};

/// How far from even a random opening may be: a bound in centipawns, or none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Balance(Option<u32>);

/// So far an opening may be from even unless the user says otherwise, in centipawns: few pairs of games are then decided
/// by their opening, and a third or more of random openings will do.
const DEFAULT: u32 = 90;

impl Balance {
    /// Every opening will do.
    pub const OFF: Balance = Balance(None);

    /// The largest distance from even, in centipawns, if there is a bound.
    pub fn within(self) -> Option<u32> {
        self.0
    }
}

impl Default for Balance {
    fn default() -> Balance {
        Balance(Some(DEFAULT))
    }
}

impl FromStr for Balance {
    type Err = String;

    fn from_str(text: &str) -> Result<Balance, String> {
        match (text, text.parse()) {
            ("off", _) | (_, Ok(0)) => Ok(Balance::OFF),
            (_, Ok(bound)) => Ok(Balance(Some(bound))),
            _ => Err("expected a number of centipawns, or off".to_string()),
        }
    }
}

/// As it is read.
impl fmt::Display for Balance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Some(bound) => bound.fmt(f),
            None => f.write_str("off"),
        }
    }
}
