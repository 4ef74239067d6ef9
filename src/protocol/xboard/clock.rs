//! XBoard's clocks: `level`, `st`, `sd` and `time`.

use crate::engine::{Clock, Request};
use std::time::Duration;

/// How long the engine may think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct TimeControl {
    /// Moves of a session, 0 for the whole game.
    moves: u32,
    /// Time of a session, or what was left when `level` came.
    base: Duration,
    increment: Duration,
    /// Exactly this for each move, instead of the clock.
    per_move: Option<Duration>,
    /// The depth limit in plies.
    depth: Option<u32>,
    /// Time is counted in nodes: so many are a second.
    node_rate: Option<u64>,
    /// What the engine's clock shows, if the GUI has said so.
    left: Option<Duration>,
    /// Plies played when `level` came.
    since: usize,
}

/// What XBoard plays with unless it says otherwise.
const USUAL: TimeControl = TimeControl {
    moves: 40,
    base: Duration::from_secs(300),
    increment: Duration::ZERO,
    per_move: None,
    depth: None,
    node_rate: None,
    left: None,
    since: 0,
};

impl Default for TimeControl {
    fn default() -> TimeControl {
        USUAL
    }
}

impl TimeControl {
    /// `level MOVES BASE INCREMENT`, where BASE is minutes or minutes:seconds and whatever follows them; `plies` have been
    /// played.
    pub fn level(&mut self, words: &[&str], plies: usize) -> Result<(), String> {
        let [moves, base, increment, ..] = words else {
            return Err("expected moves, minutes and increment, as in 40 5 0".to_string());
        };
        let moves = moves
            .parse()
            .map_err(|_| format!("\"{moves}\": expected a number of moves"))?;
        let base = match base.split_once(':') {
            Some((minutes, seconds)) => amount(minutes)? * 60.0 + number_at_start(seconds)?,
            None => number_at_start(base)? * 60.0,
        };
        *self = TimeControl {
            moves,
            base: seconds(base),
            increment: seconds(amount(increment)?),
            per_move: None,
            left: None,
            since: plies,
            ..*self
        };
        Ok(())
    }

    /// `new`: no limit of depth any more, and real time.
    pub fn new_game(&mut self) {
        self.depth = None;
        self.node_rate = None;
    }

    /// Another game begins, or another position: all of the time is there.
    pub fn restart(&mut self) {
        self.left = None;
        self.since = 0;
    }

    /// `st SECONDS`.
    pub fn per_move(&mut self, text: &str) -> Result<(), String> {
        self.per_move = Some(seconds(amount(text)?));
        Ok(())
    }

    /// `sd PLIES`.
    pub fn search_depth(&mut self, text: &str) -> Result<(), String> {
        let depth = text.parse().ok().filter(|&depth| depth > 0);
        self.depth = Some(depth.ok_or_else(|| format!("\"{text}\": expected a number of plies, at least 1"))?);
        Ok(())
    }

    /// `nps NODES`; 0 stands for the processor's time, which is real time here.
    pub fn node_rate(&mut self, text: &str) -> Result<(), String> {
        let rate: u64 = text
            .parse()
            .map_err(|_| format!("\"{text}\": expected a number of nodes per second, or 0"))?;
        self.node_rate = Some(rate).filter(|&rate| rate > 0);
        Ok(())
    }

    /// `time CENTISECONDS`.
    pub fn time(&mut self, text: &str) -> Result<(), String> {
        self.left = Some(seconds(number(text)? / 100.0));
        Ok(())
    }

    /// The limits of the engine's next move; `plies` have been played.
    pub fn request(&self, plies: usize) -> Request {
        let own_moves = (plies.saturating_sub(self.since) / 2) as u32;
        let clock = Clock {
            time: self.left.unwrap_or(self.base),
            increment: self.increment,
            moves_to_go: (self.moves > 0).then(|| self.moves - own_moves % self.moves),
        };
        Request {
            depth: self.depth,
            move_time: self.per_move,
            clock: self.per_move.is_none().then_some(clock),
            node_rate: self.node_rate,
            ..Request::default()
        }
    }
}

/// The number that a text begins with.
fn number_at_start(text: &str) -> Result<f64, String> {
    let digits = text.bytes().take_while(|c| c.is_ascii_digit() || *c == b'.').count();
    number(&text[..digits]).map_err(|_| format!("\"{text}\": expected a number"))
}

/// A number that may have a fraction, 0 or more.
fn amount(text: &str) -> Result<f64, String> {
    match number(text)? {
        negative if negative < 0.0 => Err(format!("\"{text}\": expected a number, 0 or more")),
        number => Ok(number),
    }
}

/// A number that may have a fraction; a clock that has run out may be negative.
pub(super) fn number(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("\"{text}\": expected a number"))
}

/// A year is longer than any game; it keeps the arithmetic safe.
fn seconds(number: f64) -> Duration {
    Duration::from_secs_f64(number.clamp(0.0, 365.0 * 24.0 * 3600.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn levels_are_read() {
        let mut control = TimeControl::default();
        control.level(&["40", "5:30", "0"], 0).unwrap();
        let clock = control.request(4).clock.unwrap();
        assert_eq!((clock.time.as_secs(), clock.moves_to_go), (330, Some(38)));
        assert_eq!(control.request(80).clock.unwrap().moves_to_go, Some(40));
        control.level(&["0", "1", "0.5"], 10).unwrap();
        control.time("1234").unwrap();
        let clock = control.request(11).clock.unwrap();
        assert_eq!(clock.time, Duration::from_millis(12340));
        assert_eq!((clock.increment.as_millis(), clock.moves_to_go), (500, None));
        control.level(&["0", "25+5", "0"], 10).unwrap();
        assert_eq!(control.request(11).clock.unwrap().time.as_secs(), 25 * 60);
        control.per_move("2").unwrap();
        let request = control.request(11);
        assert_eq!(
            (request.move_time, request.clock),
            (Some(Duration::from_millis(2000)), None)
        );
    }

    #[test]
    fn depth_and_nodes_last_until_the_next_game() {
        let mut control = TimeControl::default();
        control.search_depth("7").unwrap();
        control.node_rate("10000").unwrap();
        control.level(&["40", "5", "0"], 0).unwrap();
        let request = control.request(0);
        assert_eq!((request.depth, request.node_rate), (Some(7), Some(10_000)));
        control.node_rate("0").unwrap();
        assert_eq!(control.request(0).node_rate, None);
        control.node_rate("5").unwrap();
        control.new_game();
        let request = control.request(0);
        assert_eq!((request.depth, request.node_rate), (None, None));
    }

    #[test]
    fn nonsense_changes_nothing() {
        let mut control = TimeControl::default();
        for words in [
            &["40"][..],
            &["x", "5", "0"],
            &["40", "5:x", "0"],
            &["40", "NaN", "0"],
            &["40", "5", "inf"],
            &["40", "5", "-1"],
            &["40", "-5", "0"],
            &["40", "-5:00", "0"],
        ] {
            assert!(control.level(words, 0).is_err(), "{words:?}");
        }
        assert!(control.time("soon").is_err() && control.per_move("").is_err() && control.per_move("-1").is_err());
        for text in ["", "x", "0", "-1", "1.5"] {
            assert!(control.search_depth(text).is_err(), "{text}");
        }
        assert!(control.node_rate("-1").is_err() && control.node_rate("many").is_err());
        assert_eq!(control, TimeControl::default());
        control.time("-5").unwrap();
        assert_eq!(control.request(0).clock.unwrap().time, Duration::ZERO);
    }
}
