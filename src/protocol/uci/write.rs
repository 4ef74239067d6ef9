//! What a search says, in each dialect.

use super::dialect::{Dialect, Values};
use crate::engine::{Answer, Exactness, Line, Value};
use std::io::{self, Write};

/// A mate in no plies, where values are numbers alone.
const MATE: i32 = 30_000;

/// A line found by a search; with the chances of winning, drawing and losing if they are wanted.
pub(super) fn line(dialect: &Dialect, line: &Line, chances: bool, out: &mut dyn Write) -> io::Result<()> {
    let bound = match line.exactness {
        Exactness::Exact => "",
        Exactness::AtLeast => " lowerbound",
        Exactness::AtMost => " upperbound",
    };
    let chances = match line.chances {
        [win, draw, loss] if chances => format!(" wdl {win} {draw} {loss}"),
        _ => String::new(),
    };
    write!(
        out,
        "info depth {} seldepth {} multipv {} score {}{chances}{bound} nodes {} nps {} hashfull {} tbhits 0 time {}",
        line.depth,
        line.selective_depth,
        line.rank,
        value(dialect.values, line.value),
        line.nodes,
        line.speed(),
        line.table_use,
        line.time.as_millis()
    )?;
    if !line.moves.is_empty() {
        write!(out, " pv")?;
    }
    for text in &line.moves {
        write!(out, " {}", text.coordinates)?;
    }
    writeln!(out)
}

fn value(form: Values, value: Value) -> String {
    // A win comes with an own move, a loss with the opponent's.
    let plies = |moves: i32| if moves > 0 { 2 * moves - 1 } else { 2 * moves };
    match (form, value) {
        (Values::Number, Value::Centipawns(number)) => number.to_string(),
        (_, Value::Centipawns(number)) => format!("cp {number}"),
        (Values::Moves, Value::Mate(moves)) => format!("mate {moves}"),
        (Values::Plies, Value::Mate(moves)) => format!("mate {}", plies(moves)),
        (Values::Number, Value::Mate(moves)) if moves > 0 => (MATE - plies(moves)).to_string(),
        (Values::Number, Value::Mate(moves)) => (-MATE - plies(moves)).to_string(),
    }
}

/// The answer of a search.
pub(super) fn answer(dialect: &Dialect, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    match (&answer.best, &answer.reply) {
        (Some((_, best)), Some(reply)) => {
            writeln!(out, "bestmove {} ponder {}", best.coordinates, reply.coordinates)
        }
        (Some((_, best)), None) => writeln!(out, "bestmove {}", best.coordinates),
        (None, _) => writeln!(out, "{}", dialect.no_move),
    }
}

/// The answer of a count of nodes.
pub(super) fn counts(counts: &[(String, u64)], out: &mut dyn Write) -> io::Result<()> {
    for (name, count) in counts {
        writeln!(out, "{name}: {count}")?;
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    writeln!(out, "\nNodes searched: {total}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_as_each_dialect_does() {
        for (moves, in_moves, in_plies, number) in [
            (1, "mate 1", "mate 1", "29999"),
            (3, "mate 3", "mate 5", "29995"),
            (-2, "mate -2", "mate -4", "-29996"),
            (0, "mate 0", "mate 0", "-30000"),
        ] {
            let mate = Value::Mate(moves);
            assert_eq!(value(Values::Moves, mate), in_moves);
            assert_eq!(value(Values::Plies, mate), in_plies);
            assert_eq!(value(Values::Number, mate), number);
        }
        assert_eq!(value(Values::Number, Value::Centipawns(-7)), "-7");
        assert_eq!(value(Values::Plies, Value::Centipawns(-7)), "cp -7");
    }
}
