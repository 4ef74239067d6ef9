//! What XBoard is told: moves, thinking and results.

use crate::{
    engine::{Exactness, Line, MoveText, Value},
    game::{Outcome, Reason},
};
use std::io::{self, Write};

/// XBoard's number for a mate; the number of moves is added to it.
const MATE: i32 = 100_000;

/// A move; with `random` start positions castling is `O-O` or `O-O-O`.
pub(super) fn move_text(text: &MoveText, random: bool) -> &str {
    match text.castles_king_side {
        Some(true) if random => "O-O",
        Some(false) if random => "O-O-O",
        _ => &text.coordinates,
    }
}

/// A line of thinking: depth, value, hundredths of a second, nodes, selective depth, nodes per second, table base
/// hits, and after a tab the moves.
pub(super) fn thinking(line: &Line, random: bool, out: &mut dyn Write) -> io::Result<()> {
    let value = match line.value {
        Value::Centipawns(number) => number,
        Value::Mate(moves) if moves > 0 => MATE + moves,
        Value::Mate(moves) => moves - MATE,
    };
    write!(
        out,
        "{} {value} {} {} {} {} 0\t",
        line.depth,
        line.time.as_millis() / 10,
        line.nodes,
        line.selective_depth,
        line.speed()
    )?;
    let moves: Vec<&str> = line.moves.iter().map(|text| move_text(text, random)).collect();
    let bound = match line.exactness {
        Exactness::Exact => "",
        Exactness::AtLeast => "!",
        Exactness::AtMost => "?",
    };
    writeln!(out, "{}{bound}", moves.join(" "))
}

/// The claim of a result.
pub(super) fn result(outcome: Outcome) -> String {
    let reason = match (outcome.winner(), outcome.reason()) {
        (Some(winner), Reason::Checkmate) => format!("{winner} mates"),
        (Some(winner), reason) => format!("{winner} wins: {reason}"),
        (None, reason) => format!("Draw: {reason}"),
    };
    format!("{} {{{reason}}}", outcome.result())
}
