//! Talking to engines by UCI.

use super::{
    super::{Choice, Decision, Limits, PlayerError, Turn},
    Beginning, Dialect, GRACE, GREETING, Heard, Introduction, Process, Program, Thinking, deadline, missing,
};
use crate::engine::Value;
use std::{
    fmt::Write as _,
    time::{Duration, Instant},
};

/// Asks the program who it is.
///
/// # Errors
/// If it does not answer as a UCI engine does.
pub(super) fn greet(process: &mut Process) -> Result<Introduction, PlayerError> {
    process.send("uci");
    let deadline = Instant::now() + GREETING;
    let mut introduction = Introduction::default();
    loop {
        let line = process.receive(deadline).map_err(|no_line| missing(no_line, "uciok"))?;
        let mut words = line.text.split_whitespace();
        match (words.next(), words.next()) {
            (Some("uciok"), _) => return Ok(introduction),
            (Some("id"), Some("name")) => introduction.name = Some(words.collect::<Vec<_>>().join(" ")),
            (Some("option"), Some("name")) => option(words, &mut introduction),
            // An engine of another protocol says so.
            (Some("Error" | "Illegal"), _) => {
                return Err(PlayerError::Crash(format!("\"uci\" is answered by \"{}\"", line.text)));
            }
            _ => {}
        }
    }
}

/// Reads the rest of `option name NAME type TYPE ...`.
fn option<'w>(words: impl Iterator<Item = &'w str>, introduction: &mut Introduction) {
    let words: Vec<&str> = words.collect();
    let Some(at) = words.iter().position(|&word| word == "type") else {
        return;
    };
    let name = words[..at].join(" ");
    if name.eq_ignore_ascii_case(VARIANT) {
        let values = words[at..].split(|&word| word == "var").skip(1);
        introduction.variants = Some(values.map(|value| value.join(" ")).collect());
    }
    introduction.options.push(name);
}

const VARIANT: &str = "UCI_Variant";
const CHESS960: &str = "UCI_Chess960";

/// A UCI engine.
#[derive(Debug, Default)]
pub(super) struct Uci {
    /// The variant that it plays, by its own name.
    variant: Option<String>,
}

impl Dialect for Uci {
    fn configure(&mut self, process: &Process, introduction: &Introduction, program: &Program) {
        let chosen = |name: &str| {
            program
                .options
                .iter()
                .any(|(known, _)| known.eq_ignore_ascii_case(name))
        };
        for (name, value) in &program.defaults {
            if let Some(name) = introduction.option(name).filter(|name| !chosen(name)) {
                process.send(&format!("setoption name {name} value {value}"));
            }
        }
        for (name, value) in &program.options {
            if introduction.option(name).is_none() {
                log::error!("option {name} is not one of the engine's");
            }
            process.send(&match value.is_empty() {
                true => format!("setoption name {name}"),
                false => format!("setoption name {name} value {value}"),
            });
        }
    }

    fn begin(&mut self, process: &Process, game: &mut Beginning) -> Result<(), PlayerError> {
        if self.variant.as_deref() != Some(game.variant) {
            if let Some(option) = game.introduction.option(VARIANT) {
                process.send(&format!("setoption name {option} value {}", game.variant));
            }
            if let Some(option) = game.introduction.option(CHESS960) {
                let random = game.translator.game().variant().chess960;
                process.send(&format!("setoption name {option} value {random}"));
            }
            self.variant = Some(game.variant.to_string());
        }
        process.send("ucinewgame");
        process.send("isready");
        let deadline = Instant::now() + game.patience;
        loop {
            let line = process
                .receive(deadline)
                .map_err(|no_line| missing(no_line, "readyok"))?;
            if line.text == "readyok" {
                return Ok(());
            }
            if line.text.starts_with("info string") && line.text.contains("error") {
                log::error!("{}", line.text);
            }
        }
    }

    fn think(&mut self, process: &Process, turn: &Turn, game: &mut Thinking) -> Result<Decision, PlayerError> {
        game.translator.follow(turn.moves)?;
        let mut position = format!("position fen {}", game.translator.base());
        if !game.translator.told().is_empty() {
            let _ = write!(position, " moves {}", game.translator.told().join(" "));
        }
        // Whatever is still there belongs to the last move.
        while process.waiting().is_some() {}
        process.send(&position);
        let began = Instant::now();
        process.send(&go(turn, game.limits));
        let mut end = deadline(began, turn, game.patience);
        let mut hurry = Some("stop");
        let mut heard = Heard::default();
        loop {
            let line = process.receive_hurrying(&mut end, &mut hurry, GRACE);
            let line = line.map_err(|no_line| missing(no_line, "bestmove"))?;
            let mut words = line.text.split_whitespace();
            match words.next() {
                Some("info") => info(words, &mut heard),
                Some("bestmove") => {
                    let time = line.at.saturating_duration_since(began);
                    return Ok(Decision::Move(Choice {
                        text: game.translator.read(words.next().unwrap_or_default()),
                        judgement: heard.judgement(time),
                        time: Some(time),
                        offers_draw: false,
                    }));
                }
                _ => {}
            }
        }
    }

    fn end(&mut self, _: &Process, _: &str, _: &str) {}
}

/// The command to think.
fn go(turn: &Turn, limits: &Limits) -> String {
    let mut out = "go".to_string();
    if let Some(own) = turn.clock {
        // An engine with a clock knows what to do with it only if both have one.
        let [white, black] = turn.clocks.map(|clock| clock.unwrap_or(own));
        let ms = |time: Duration| time.as_millis().max(1);
        let _ = write!(out, " wtime {} btime {}", ms(white.time), ms(black.time));
        let increments = [white.increment, black.increment].map(|time| time.as_millis());
        let _ = write!(out, " winc {} binc {}", increments[0], increments[1]);
        if let Some(moves) = own.moves_to_go {
            let _ = write!(out, " movestogo {moves}");
        }
    }
    if let Some(time) = limits.move_time {
        let _ = write!(out, " movetime {}", time.as_millis().max(1));
    }
    if let Some(depth) = limits.depth {
        let _ = write!(out, " depth {depth}");
    }
    if let Some(nodes) = limits.nodes {
        let _ = write!(out, " nodes {nodes}");
    }
    out
}

/// Reads the rest of an `info` line.
fn info<'w>(mut words: impl Iterator<Item = &'w str>, heard: &mut Heard) {
    let mut found = Heard { value: None, ..*heard };
    let mut is_first = true;
    let mut is_bound = false;
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
        match word {
            "string" => break,
            "depth" => found.depth = number().map_or(found.depth, |n| n.clamp(0, u32::MAX as i64) as u32),
            "nodes" => found.nodes = number().map_or(found.nodes, |n| n.max(0) as u64),
            "multipv" => is_first = number().is_none_or(|n| n == 1),
            "cp" => found.value = number().map(|n| Value::Centipawns(small(n))),
            "mate" => found.value = number().map(|n| Value::Mate(small(n))),
            "lowerbound" | "upperbound" => is_bound = true,
            "pv" => break,
            _ => {}
        }
    }
    if !is_first {
        return;
    }
    if found.value.is_none() || is_bound && heard.value.is_some() {
        // Nothing but the count of nodes is of use.
        heard.nodes = found.nodes;
        return;
    }
    *heard = found;
}

/// A value from elsewhere in the range of ours.
pub(super) fn small(value: i64) -> i32 {
    value.clamp(-i32::MAX as i64, i32::MAX as i64) as i32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Clock;

    #[test]
    fn the_last_exact_value_of_the_first_line_counts() {
        let mut heard = Heard::default();
        for line in [
            "depth 5 seldepth 9 multipv 1 score cp 31 nodes 700 nps 1 time 3 pv e2e4 cp 9",
            "depth 6 multipv 2 score cp -200 nodes 800 pv d2d4",
            "depth 6 score cp 90 lowerbound nodes 900 pv e2e4",
            "nodes 1000 nps 5",
            "string score cp 5000",
        ] {
            info(line.split_whitespace(), &mut heard);
        }
        assert_eq!(heard.value, Some(Value::Centipawns(31)));
        assert_eq!((heard.depth, heard.nodes), (5, 1000));
        info("depth 7 score mate -3 nodes 1100".split_whitespace(), &mut heard);
        assert_eq!((heard.value, heard.depth), (Some(Value::Mate(-3)), 7));
    }

    #[test]
    fn limits_are_told() {
        let ms = Duration::from_millis;
        let clock = |time, moves_to_go| Clock {
            time: ms(time),
            increment: ms(10),
            moves_to_go,
        };
        let turn = |clocks: [Option<Clock>; 2], own: usize| Turn {
            moves: &[],
            clocks,
            clock: clocks[own],
            allowance: None,
            draw_offered: false,
        };
        let both = [Some(clock(1500, Some(3))), Some(clock(0, None))];
        let limits = Limits {
            depth: Some(6),
            nodes: Some(100),
            ..Limits::default()
        };
        assert_eq!(
            go(&turn(both, 0), &limits),
            "go wtime 1500 btime 1 winc 10 binc 10 movestogo 3 depth 6 nodes 100"
        );
        assert_eq!(
            go(&turn([None, both[1]], 1), &Limits::default()),
            "go wtime 1 btime 1 winc 10 binc 10"
        );
        let limits = Limits {
            move_time: Some(ms(250)),
            ..Limits::default()
        };
        assert_eq!(go(&turn([None, both[1]], 0), &limits), "go movetime 250");
    }
}
