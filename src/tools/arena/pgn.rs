//! Writes games as PGN. The start position is always given, so that a reader needs to know nothing but the moves.

use super::{End, GameRecord, Judgement};
use crate::engine::Value;
use std::{
    io::{self, Write},
    time::Duration,
};

/// The longest line of moves, in characters.
const WIDTH: usize = 79;

/// Writes a game: tags, moves with what the players thought of them (`{value/depth time nodes}`, the value in pawns
/// for the side that moves, and what its clock shows), and the result; `date` is `YYYY.MM.DD`.
///
/// # Errors
/// If the output cannot be written.
pub fn write(record: &GameRecord, date: &str, out: &mut dyn Write) -> io::Result<()> {
    let mut tag = |name: &str, value: &str| writeln!(out, "[{name} \"{}\"]", escaped(value));
    tag("Event", &record.event)?;
    tag("Site", "?")?;
    tag("Date", date)?;
    tag("Round", &record.round.to_string())?;
    tag("White", &record.players[0])?;
    tag("Black", &record.players[1])?;
    tag("Result", record.end.result())?;
    tag("Variant", &record.variant)?;
    tag("SetUp", "1")?;
    tag("FEN", &record.start)?;
    match &record.controls {
        [white, black] if white == black => tag("TimeControl", white)?,
        [white, black] => {
            tag("WhiteTimeControl", white)?;
            tag("BlackTimeControl", black)?;
        }
    }
    tag("PlyCount", &record.moves.len().to_string())?;
    tag("Termination", record.end.termination())?;
    if !record.ranking.is_empty() {
        tag("Ranking", &record.ranking)?;
    }
    writeln!(out)?;
    let mut width = 0;
    for word in words(record) {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            writeln!(out)?;
            width = 0;
        }
        if width > 0 {
            write!(out, " ")?;
            width += 1;
        }
        write!(out, "{word}")?;
        width += length;
    }
    writeln!(out, "\n")
}

fn escaped(value: &str) -> String {
    let printable: String = value.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    printable.replace('\\', "\\\\").replace('"', "\\\"")
}

/// The text of the moves, from number to result, in pieces between which a line may end.
fn words(record: &GameRecord) -> Vec<String> {
    let mut fields = record.start.split_whitespace().skip(1);
    let black_begins = fields.next() == Some("b");
    let first: usize = fields.nth(3).and_then(|number| number.parse().ok()).unwrap_or(1);
    let mut out = Vec::new();
    let comment = |words: &mut Vec<String>, text: &str| {
        let text = format!("{{{}}}", text.replace('}', ")"));
        words.extend(text.split(' ').map(|word| word.replace(HARD_BLANK, " ")));
    };
    let mut interrupted = true;
    for (ply, mv) in record.moves.iter().enumerate() {
        let half = ply + black_begins as usize;
        let number = first + half / 2;
        match half % 2 {
            0 => out.push(format!("{number}.")),
            _ if interrupted => out.push(format!("{number}...")),
            _ => {}
        }
        out.push(mv.text.san.clone());
        let last_of_opening = mv.is_opening && record.moves.get(ply + 1).is_none_or(|next| !next.is_opening);
        interrupted = true;
        let thought = mv.judgement.as_ref().map(remark);
        let remarks: Vec<String> = thought.into_iter().chain(mv.clock.map(clock)).collect();
        match remarks.is_empty() {
            // A line that begins with a bracket looks like a tag.
            false => comment(&mut out, &remarks.join(&HARD_BLANK.to_string())),
            true if last_of_opening => comment(&mut out, "opening"),
            true => interrupted = false,
        }
    }
    if record.end != End::Unfinished {
        comment(&mut out, &record.end.to_string());
    }
    for fault in &record.faults {
        comment(&mut out, &fault.message);
    }
    out.push(record.end.result().to_string());
    out
}

fn remark(judgement: &Judgement) -> String {
    let value = match judgement.value {
        Value::Centipawns(value) => format!("{:+.2}", value as f64 / 100.0),
        Value::Mate(moves) if moves > 0 => format!("+M{moves}"),
        Value::Mate(moves) => format!("-M{}", -moves),
    };
    let (depth, nodes) = (judgement.depth, judgement.nodes);
    format!("{value}/{depth} {:.3}s {nodes}n", judgement.time.as_secs_f64())
}

/// A blank at which no line ends.
const HARD_BLANK: char = '\u{a0}';

/// What a clock shows, as other programs read it: hours, minutes and seconds.
fn clock(left: Duration) -> String {
    let (minutes, seconds) = (left.as_secs() / 60, left.as_secs_f64() % 60.0);
    format!("[%clk{HARD_BLANK}{}:{:02}:{seconds:06.3}]", minutes / 60, minutes % 60)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::Side,
        engine::MoveText,
        tools::arena::{Forfeit, Played},
    };
    #[test]
    fn a_game_is_written_in_full() {
        let mv = |san: &str, side, value: Option<Value>| Played {
            text: MoveText {
                san: san.to_string(),
                ..MoveText::default()
            },
            side,
            is_opening: value.is_none(),
            judgement: value.map(|value| Judgement {
                value,
                depth: 7,
                nodes: 1234,
                time: Duration::from_millis(50),
            }),
            clock: (side == Side::White && value.is_some()).then_some(Duration::from_millis(3_723_050)),
        };
        let record = GameRecord {
            event: "A \"test\"".to_string(),
            round: 3,
            variant: "mine".to_string(),
            start: "k/K b - - 4 9".to_string(),
            players: ["one".to_string(), "two".to_string()],
            controls: ["1+0.1".to_string(), "-".to_string()],
            moves: vec![
                mv("Ka1", Side::Black, None),
                mv("Kb2", Side::White, None),
                mv("Kc3+", Side::Black, Some(Value::Centipawns(-7))),
                mv("Kd4", Side::White, Some(Value::Mate(-2))),
                mv("Ke5", Side::Black, Some(Value::Mate(2))),
            ],
            end: End::Forfeit(Side::White, Forfeit::Time),
            ranking: String::new(),
            faults: Vec::new(),
        };
        let mut out = Vec::new();
        write(&record, "2000.01.02", &mut out).unwrap();
        let expected = "\
[Event \"A \\\"test\\\"\"]
[Site \"?\"]
[Date \"2000.01.02\"]
[Round \"3\"]
[White \"one\"]
[Black \"two\"]
[Result \"0-1\"]
[Variant \"mine\"]
[SetUp \"1\"]
[FEN \"k/K b - - 4 9\"]
[WhiteTimeControl \"1+0.1\"]
[BlackTimeControl \"-\"]
[PlyCount \"5\"]
[Termination \"time forfeit\"]

9... Ka1 10. Kb2 {opening} 10... Kc3+ {-0.07/7 0.050s 1234n} 11. Kd4 {-M2/7
0.050s 1234n [%clk 1:02:03.050]} 11... Ke5 {+M2/7 0.050s 1234n} {Black wins on
time} 0-1

";
        assert_eq!(String::from_utf8(out).unwrap(), expected);
    }
}
