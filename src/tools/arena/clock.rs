//! Time controls and the clock of one side in a game.

use crate::engine::Clock;
use std::{fmt, str::FromStr, time::Duration};

/// How much time a side has: `BASE+INCREMENT` in seconds for the whole game, or `MOVES/BASE+INCREMENT` where the base
/// comes anew after so many moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TimeControl {
    /// The moves that the base time is for; `None` for all of them.
    pub moves: Option<u32>,
    /// The time at the start.
    pub base: Duration,
    /// What each move adds.
    pub increment: Duration,
}

/// A text that is no time control.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{text}\": {problem}; expected BASE, BASE+INCREMENT or MOVES/BASE+INCREMENT in seconds, like 10+0.1 or 40/60"
)]
pub struct TimeControlError {
    text: String,
    problem: String,
}

/// The longest time that is read, in seconds: some months.
const MAX_SECONDS: f64 = 1e7;

impl FromStr for TimeControl {
    type Err = TimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, TimeControlError> {
        let wrong = |problem: String| TimeControlError {
            text: text.to_string(),
            problem,
        };
        let seconds = |part: &str| {
            let number = part.parse::<f64>().ok().filter(|n| (0.0..=MAX_SECONDS).contains(n));
            let time = number.and_then(|n| Duration::try_from_secs_f64(n).ok());
            time.ok_or_else(|| wrong(format!("\"{part}\" is no time")))
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => {
                let number = moves.parse().ok().filter(|&n: &u32| n > 0);
                let number = number.ok_or_else(|| wrong(format!("\"{moves}\" is no number of moves")))?;
                (Some(number), rest)
            }
            None => (None, text),
        };
        let (base, increment) = match rest.split_once('+') {
            Some((base, increment)) => (seconds(base)?, seconds(increment)?),
            None => (seconds(rest)?, Duration::ZERO),
        };
        if base.is_zero() && increment.is_zero() {
            return Err(wrong("that leaves no time".to_string()));
        }
        Ok(TimeControl { moves, base, increment })
    }
}

/// Writes it as it is read, which is also how the PGN tag `TimeControl` has it.
impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

/// The clock of one side in one game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GameClock {
    control: TimeControl,
    left: Duration,
    moves_to_go: Option<u32>,
}

impl GameClock {
    /// The clock before the first move. Without a base there is one increment, so that `0+1` can be played.
    pub fn new(control: TimeControl) -> GameClock {
        let left = match control.base.is_zero() {
            true => control.increment,
            false => control.base,
        };
        GameClock {
            control,
            left,
            moves_to_go: control.moves,
        }
    }

    /// What the clock shows to the side that is to move.
    pub fn reading(&self) -> Clock {
        Clock {
            time: self.left,
            increment: self.control.increment,
            moves_to_go: self.moves_to_go,
        }
    }

    /// A move that took `time` has been made. Gives by how much the time was overstepped, if it was; `margin` is
    /// forgiven.
    pub fn press(&mut self, time: Duration, margin: Duration) -> Option<Duration> {
        if time > self.left + margin {
            let over = time - self.left;
            self.left = Duration::ZERO;
            return Some(over);
        }
        self.left = self.left.saturating_sub(time) + self.control.increment;
        if let Some(moves) = &mut self.moves_to_go {
            *moves -= 1;
            if *moves == 0 {
                self.left += self.control.base;
                self.moves_to_go = self.control.moves;
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(number: u64) -> Duration {
        Duration::from_millis(number)
    }

    #[test]
    fn texts_are_read_and_written() {
        for (text, moves, base, increment) in [
            ("10+0.1", None, 10_000, 100),
            ("0.5", None, 500, 0),
            ("40/60", Some(40), 60_000, 0),
            ("3/1+0.01", Some(3), 1000, 10),
            ("0+1", None, 0, 1000),
        ] {
            let control: TimeControl = text.parse().unwrap();
            let expected = TimeControl {
                moves,
                base: ms(base),
                increment: ms(increment),
            };
            assert_eq!(control, expected);
            assert_eq!(control.to_string(), text);
        }
        for text in [
            "", "x", "1+", "+1", "0/5", "-1", "1e99", "NaN", "0", "0+0", "1+2+3", "1/2/3",
        ] {
            let error = text.parse::<TimeControl>().unwrap_err().to_string();
            assert!(error.starts_with(&format!("\"{text}\": ")), "{error}");
        }
    }

    #[test]
    fn clocks_run_and_fall() {
        let mut clock = GameClock::new("2/1+0.1".parse().unwrap());
        assert_eq!(clock.press(ms(300), ms(0)), None);
        assert_eq!((clock.reading().time, clock.reading().moves_to_go), (ms(800), Some(1)));
        assert_eq!(clock.press(ms(800), ms(0)), None);
        assert_eq!((clock.reading().time, clock.reading().moves_to_go), (ms(1100), Some(2)));
        assert_eq!(clock.press(ms(1120), ms(50)), None);
        assert_eq!(clock.reading().time, ms(100));
        assert_eq!(clock.press(ms(160), ms(50)), Some(ms(60)));
        assert_eq!(clock.reading().time, ms(0));
    }
}
