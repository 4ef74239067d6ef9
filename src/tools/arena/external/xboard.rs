//! Talking to engines by XBoard's protocol.

use super::{
    super::{Choice, Decision, Limits, PlayerError, Turn},
    Beginning, Dialect, GRACE, GREETING, Heard, Introduction, NoLine, Process, Program, Thinking, Translator, deadline,
    missing,
    uci::small,
};
use crate::{
    board::Side,
    engine::{Clock, Value},
};
use std::time::{Duration, Instant};

/// How long an engine may be silent before it is taken for one that has told all its features.
const PAUSE: Duration = Duration::from_secs(2);
/// From here on values are mates, so many moves away.
const MATE: i64 = 100_000;
/// What XBoard calls chess.
const CHESS: &str = "normal";

/// Asks the program who it is.
///
/// # Errors
/// If it ends, or never comes to an end with its features.
pub(super) fn greet(process: &mut Process) -> Result<Introduction, PlayerError> {
    process.send("xboard");
    process.send("protover 2");
    let mut introduction = Introduction::default();
    let latest = Instant::now() + GREETING;
    let mut deadline = Instant::now() + PAUSE;
    loop {
        let line = match process.receive(deadline) {
            Ok(line) => line,
            Err(NoLine::Silence) if introduction.features.get("done").is_none_or(|done| done != "0") => {
                return Ok(introduction);
            }
            Err(no_line) => return Err(missing(no_line, "end of features")),
        };
        let Some(features) = line.text.trim_start().strip_prefix("feature ") else {
            continue;
        };
        for (name, value) in read_features(features) {
            process.send(&format!("accepted {name}"));
            match name.as_str() {
                "option" => {
                    let name = value.split(" -").next().unwrap_or_default();
                    introduction.options.push(name.to_string());
                }
                "variants" => {
                    let names = value.split(',').map(|name| name.trim().to_string());
                    introduction.variants = Some(names.filter(|name| !name.is_empty()).collect());
                }
                "myname" => introduction.name = Some(value.clone()),
                "done" => deadline = latest,
                _ => {}
            }
            introduction.features.insert(name, value);
        }
        if introduction.has("done") {
            return Ok(introduction);
        }
    }
}

/// Reads `NAME=VALUE NAME="VALUE WITH BLANKS" ...`.
fn read_features(mut text: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    while let Some((name, rest)) = text.split_once('=') {
        let rest = rest.trim_start();
        let (value, rest) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        found.push((name.trim().to_string(), value.to_string()));
        text = rest;
    }
    found
}

/// An engine that speaks XBoard's protocol.
#[derive(Debug, Default)]
pub(super) struct Xboard {
    /// The number of the last ping.
    pings: u32,
    /// Whether it has been told to play, and answers moves.
    plays: bool,
    /// The moves that it was told last.
    sent: Vec<String>,
}

impl Xboard {
    /// Waits until the engine is done with everything sent so far.
    fn settle(
        &mut self,
        process: &Process,
        introduction: &Introduction,
        patience: Duration,
    ) -> Result<(), PlayerError> {
        if !introduction.has("ping") {
            return Ok(());
        }
        self.pings += 1;
        process.send(&format!("ping {}", self.pings));
        let deadline = Instant::now() + patience;
        loop {
            let line = process.receive(deadline).map_err(|no_line| missing(no_line, "pong"))?;
            let mut words = line.text.split_whitespace();
            if words.next() == Some("pong") && words.next() == Some(&self.pings.to_string()) {
                return Ok(());
            }
            if let Some(complaint) = complaint(&line.text, &self.sent) {
                return Err(complaint);
            }
            if line.text.starts_with("tellusererror") {
                log::error!("{}", line.text);
            }
        }
    }

    /// Makes the engine stand where the translator does, before the moves that follow.
    fn set_up(process: &Process, introduction: &Introduction, translator: &Translator) {
        if introduction.has("setboard") {
            process.send(&format!("setboard {}", translator.base()));
        } else {
            edit(process, &translator.base());
        }
    }
}

/// Sets a position up piece by piece, for engines without `setboard`.
fn edit(process: &Process, fen: &str) {
    let mut fields = fen.split_whitespace();
    let board = fields.next().unwrap_or_default();
    let rows: Vec<&str> = board.split('/').collect();
    let zero_based = rows.len() == 10;
    if fields.next() == Some("b") {
        // The side to move is not part of what is edited; a move of White's makes it Black's turn.
        process.send("a2a3");
    }
    process.send("edit");
    process.send("#");
    for is_black in [false, true] {
        if is_black {
            process.send("c");
        }
        for (row, text) in rows.iter().enumerate() {
            let rank = rows.len() - row - usize::from(zero_based);
            let (mut file, mut number) = (0, 0);
            for c in text.chars() {
                if let Some(digit) = c.to_digit(10) {
                    number = 10 * number + digit as u8;
                    continue;
                }
                file += std::mem::take(&mut number);
                if c.is_ascii_alphabetic() && c.is_ascii_lowercase() == is_black {
                    let square = (b'a' + file.min(25)) as char;
                    process.send(&format!("{}{square}{rank}", c.to_ascii_uppercase()));
                }
                file += 1;
            }
        }
    }
    process.send(".");
}

impl Dialect for Xboard {
    fn configure(&mut self, process: &Process, introduction: &Introduction, program: &Program) {
        let chosen = |name: &str| {
            program
                .options
                .iter()
                .any(|(known, _)| known.eq_ignore_ascii_case(name))
        };
        let defaults = program.defaults.iter().filter(|(name, _)| !chosen(name));
        for (name, value) in defaults.chain(&program.options) {
            // What all engines have is a command of its own.
            let command = match name.to_ascii_lowercase().as_str() {
                "hash" => introduction.has("memory").then_some("memory"),
                "threads" => introduction.has("smp").then_some("cores"),
                _ => None,
            };
            let option = introduction.option(name);
            match (command, option) {
                (Some(command), _) => process.send(&format!("{command} {value}")),
                (None, Some(name)) if value.is_empty() => process.send(&format!("option {name}")),
                (None, Some(name)) => process.send(&format!("option {name}={value}")),
                (None, None) if chosen(name) => {
                    log::warn!("option {name} is not one of the engine's");
                    process.send(&format!("option {name}={value}"));
                }
                (None, None) => {}
            }
        }
    }

    fn begin(&mut self, process: &Process, game: &mut Beginning) -> Result<(), PlayerError> {
        self.plays = false;
        self.sent.clear();
        while process.waiting().is_some() {}
        process.send("new");
        if game.variant != CHESS && game.introduction.variants.is_some() {
            process.send(&format!("variant {}", game.variant));
        }
        for line in limits(game.limits) {
            process.send(&line);
        }
        process.send("post");
        process.send("easy");
        process.send("force");
        if !game.translator.starts_as_usual() {
            Xboard::set_up(process, game.introduction, game.translator);
        }
        self.settle(process, game.introduction, game.patience)
    }

    fn think(&mut self, process: &Process, turn: &Turn, game: &mut Thinking) -> Result<Decision, PlayerError> {
        // A claim or a complaint about the game so far.
        while let Some(line) = process.waiting() {
            if let Some(decision) = ending(&line.text) {
                return Ok(decision);
            }
            if let Some(complaint) = complaint(&line.text, &self.sent) {
                return Err(complaint);
            }
        }
        let news = game.translator.follow(turn.moves)?;
        self.sent.clone_from(&news.moves);
        let prefix = if game.introduction.has("usermove") {
            "usermove "
        } else {
            ""
        };
        let mut moves: Vec<String> = news.moves.iter().map(|text| format!("{prefix}{text}")).collect();
        if news.restarts && self.plays {
            process.send("force");
            self.plays = false;
        }
        if news.restarts {
            Xboard::set_up(process, game.introduction, game.translator);
        }
        let last = match self.plays {
            // Its own last move is known to it.
            true => moves.pop(),
            false => {
                for text in &moves {
                    process.send(text);
                }
                self.settle(process, game.introduction, game.patience)?;
                None
            }
        };
        if let Some(own) = turn.clock {
            let side = game.translator.game().session().side();
            let other = turn.clocks[side.opponent().index()].unwrap_or(own);
            process.send(&format!("time {}", centiseconds(own)));
            process.send(&format!("otim {}", centiseconds(other)));
        } else if let Some(time) = sub_second(game.limits) {
            process.send(&format!("time {}", (time.as_millis() / 10).max(1)));
        }
        if turn.draw_offered && self.plays {
            process.send("draw");
        }
        let began = Instant::now();
        process.send(last.as_deref().unwrap_or("go"));
        self.plays = true;
        self.listen(process, turn, game, began)
    }

    fn end(&mut self, process: &Process, result: &str, reason: &str) {
        process.send("force");
        process.send(&format!("result {result} {{{reason}}}"));
        self.plays = false;
    }
}

impl Xboard {
    /// Waits for the answer of an engine that thinks since `began`.
    fn listen(&self, process: &Process, turn: &Turn, game: &Thinking, began: Instant) -> Result<Decision, PlayerError> {
        let mut end = deadline(began, turn, game.patience);
        let mut hurry = Some("?");
        let mut heard = Heard::default();
        let mut offers_draw = false;
        loop {
            let line = process.receive_hurrying(&mut end, &mut hurry, GRACE);
            let line = line.map_err(|no_line| missing(no_line, "move"))?;
            let text = line.text.trim_start();
            if let Some(mv) = text.strip_prefix("move ").or_else(|| text.strip_prefix("My move is:")) {
                let time = line.at.saturating_duration_since(began);
                return Ok(Decision::Move(Choice {
                    text: game.translator.read(mv.split_whitespace().next().unwrap_or_default()),
                    judgement: heard.judgement(time),
                    time: Some(time),
                    offers_draw,
                }));
            }
            if text.starts_with("offer draw") {
                offers_draw = true;
            }
            if let Some(decision) = ending(text) {
                return Ok(decision);
            }
            if let Some(complaint) = complaint(text, &self.sent) {
                return Err(complaint);
            }
            thinking(text, &mut heard);
        }
    }
}

/// The commands for limits of thinking.
fn limits(limits: &Limits) -> Vec<String> {
    let mut out = Vec::new();
    if let Some(control) = limits.control {
        let seconds = control.base.as_secs_f64().ceil().max(1.0) as u64;
        let base = match seconds % 60 {
            0 => (seconds / 60).to_string(),
            rest => format!("{}:{rest:02}", seconds / 60),
        };
        let (moves, increment) = (control.moves.unwrap_or(0), control.increment.as_secs_f64());
        out.push(format!("level {moves} {base} {increment}"));
    } else if let Some(time) = sub_second(limits) {
        let seconds = time.as_secs_f64().ceil().max(1.0) as u64;
        out.push(format!("level 1 {}:{:02} 0", seconds / 60, seconds % 60));
    } else if let Some(time) = limits.move_time {
        out.push(format!("st {}", time.as_secs()));
    }
    if let Some(depth) = limits.depth {
        out.push(format!("sd {depth}"));
    }
    if let Some(nodes) = limits.nodes {
        // A clock that counts nodes instead of time, and one second of it.
        out.push(format!("nps {nodes}"));
        out.push("st 1".to_string());
    }
    out
}

/// The time for a move, if it cannot be said in whole seconds; it is told as a clock for one move.
fn sub_second(limits: &Limits) -> Option<Duration> {
    limits.move_time.filter(|time| time.subsec_nanos() != 0)
}

fn centiseconds(clock: Clock) -> u128 {
    (clock.time.as_millis() / 10).max(1)
}

/// Whether a line ends the game.
fn ending(text: &str) -> Option<Decision> {
    match text.split_whitespace().next()? {
        "resign" => Some(Decision::Resign),
        "1-0" => Some(Decision::Claim(Some(Side::White))),
        "0-1" => Some(Decision::Claim(Some(Side::Black))),
        "1/2-1/2" => Some(Decision::Claim(None)),
        _ => None,
    }
}

/// Whether a line refuses a position or one of the moves that were sent. That a command is not known is no harm.
fn complaint(text: &str, sent: &[String]) -> Option<PlayerError> {
    let is_about = |mv: &String| text.split_whitespace().next_back().is_some_and(|word| word == mv);
    let refuses = text.starts_with("Illegal")
        || text.starts_with("tellusererror Illegal")
        || text.starts_with("Error") && sent.iter().any(is_about);
    refuses.then(|| PlayerError::Complaint(format!("it complains: \"{text}\"")))
}

/// Reads a line of thinking: depth, value, centiseconds, nodes, moves.
fn thinking(text: &str, heard: &mut Heard) {
    let mut words = text.split_whitespace();
    let depth = words
        .next()
        .and_then(|word| word.trim_end_matches(['.', '+', '-', '&']).parse::<u32>().ok());
    let mut number = || words.next().and_then(|word| word.parse::<i64>().ok());
    let (Some(depth), Some(value), Some(_), Some(nodes)) = (depth, number(), number(), number()) else {
        return;
    };
    *heard = Heard {
        value: Some(match value {
            MATE.. => Value::Mate(small(value - MATE)),
            i64::MIN..=-100_000 => Value::Mate(small(value + MATE)),
            _ => Value::Centipawns(small(value)),
        }),
        depth,
        nodes: nodes.max(0) as u64,
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn features_are_read() {
        let text = "ping=1 myname=\"A B\" variants=\"normal,x\" option=\"Hash size -spin 1 2 3\" empty=\"\" done=1";
        let pairs = read_features(text);
        let expected = [
            ("ping", "1"),
            ("myname", "A B"),
            ("variants", "normal,x"),
            ("option", "Hash size -spin 1 2 3"),
            ("empty", ""),
            ("done", "1"),
        ];
        let pairs: Vec<(&str, &str)> = pairs
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
            .collect();
        assert_eq!(pairs, expected);
    }

    #[test]
    fn limits_are_told() {
        let told = |text: &str| {
            limits(&Limits {
                control: Some(text.parse().unwrap()),
                ..Limits::default()
            })
        };
        assert_eq!(told("40/300+0.5"), ["level 40 5 0.5"]);
        assert_eq!(told("0.5+0.01"), ["level 0 0:01 0.01"]);
        assert_eq!(told("95"), ["level 0 1:35 0"]);
        let per_move = |ms| {
            limits(&Limits {
                move_time: Some(Duration::from_millis(ms)),
                depth: Some(3),
                ..Limits::default()
            })
        };
        assert_eq!(per_move(2000), ["st 2", "sd 3"]);
        assert_eq!(per_move(200), ["level 1 0:01 0", "sd 3"]);
    }

    #[test]
    fn thinking_is_read() {
        let value = |text: &str| {
            let mut heard = Heard::default();
            thinking(text, &mut heard);
            heard.value.map(|value| (value, heard.depth, heard.nodes))
        };
        assert_eq!(
            value(" 9 -35 12 3456\te2e4 e7e5"),
            Some((Value::Centipawns(-35), 9, 3456))
        );
        assert_eq!(value("12. 100003 5 77 1 2 3\te2e4"), Some((Value::Mate(3), 12, 77)));
        assert_eq!(value("12 -100002 5 77 e2e4"), Some((Value::Mate(-2), 12, 77)));
        for text in ["", "move e2e4", "# 1 2 3 4", "9 e2e4"] {
            assert_eq!(value(text), None, "{text}");
        }
    }

    #[test]
    fn endings_and_complaints_are_told_apart() {
        assert_eq!(ending("1/2-1/2 {repetition}"), Some(Decision::Claim(None)));
        assert_eq!(ending("0-1 {White resigns}"), Some(Decision::Claim(Some(Side::Black))));
        assert_eq!(ending("resign"), Some(Decision::Resign));
        assert_eq!(ending("move e2e4"), None);
        let sent = ["e2e4".to_string()];
        assert!(complaint("Illegal move: e2e5", &[]).is_some());
        assert!(complaint("Error (Illegal move or unknown command): e2e4", &sent).is_some());
        assert!(complaint("Error (unknown command): easy", &sent).is_none());
    }
}
