//! `aanca analyse`: thinks about a position and shows what it finds.

use super::{Place, ToolError};
use crate::engine::{Answer, Engine, Exactness, Line, Request, Thought, Value, speed};
use std::{
    io::Write,
    sync::mpsc,
    time::{Duration, Instant},
};

/// How long the engine thinks if nothing is said about it.
pub const DEFAULT_TIME: Duration = Duration::from_secs(5);

/// Draws the position, shows each line found and, at the end, the best move.
///
/// # Errors
/// If the place is wrong or the output cannot be written.
pub fn run(engine: &mut Engine, place: &Place, request: Request, out: &mut dyn Write) -> Result<(), ToolError> {
    place.set_up(engine)?;
    let request = match request.is_limited() {
        true => request,
        false => Request {
            move_time: Some(DEFAULT_TIME),
            ..request
        },
    };
    write_position(engine, out)?;
    if let Some(outcome) = engine.session().outcome() {
        writeln!(out, "The game is over: {}", outcome.describe())?;
    }
    if engine.session().legal_moves().is_empty() {
        return Ok(());
    }
    let lines = request.multi_pv.unwrap_or(1);
    writeln!(out, "Values are in pawns, for the side to move.\n")?;
    writeln!(out, "depth    value       nodes    time  line")?;
    out.flush()?;
    let (sender, thoughts) = mpsc::channel();
    let began = Instant::now();
    engine.think(&request, move |thought| {
        // The receiver is gone if the output could not be written.
        let _ = sender.send(thought);
    });
    for thought in thoughts {
        match thought {
            Thought::Line(line) => write_line(&line, lines > 1, out)?,
            Thought::Answer(answer) => write_answer(&answer, began.elapsed(), out)?,
        }
        out.flush()?;
    }
    Ok(())
}

fn write_position(engine: &Engine, out: &mut dyn Write) -> Result<(), ToolError> {
    let (variant, session) = (engine.variant(), engine.session());
    match variant.description.as_str() {
        "" => writeln!(out, "{}", variant.name)?,
        description => writeln!(out, "{}: {description}", variant.name)?,
    }
    writeln!(out, "\n{}", session.drawing())?;
    writeln!(out, "{}", session.fen())?;
    writeln!(out, "{} to move", session.side())?;
    Ok(())
}

fn write_line(line: &Line, ranked: bool, out: &mut dyn Write) -> Result<(), ToolError> {
    let bound = match line.exactness {
        Exactness::Exact => ' ',
        Exactness::AtLeast => '+',
        Exactness::AtMost => '-',
    };
    let depth = match ranked {
        true => format!("{}.{}", line.depth, line.rank),
        false => line.depth.to_string(),
    };
    let moves: Vec<&str> = line.moves.iter().map(|text| text.san.as_str()).collect();
    writeln!(
        out,
        "{depth:>5} {:>8}{bound} {:>10} {:>7}  {}",
        value(line.value),
        line.nodes,
        format!("{:.2}", line.time.as_secs_f64()),
        moves.join(" ")
    )?;
    Ok(())
}

/// A value in words: `+0.34`, in pawns, or `mate 3`.
pub(super) fn value(value: Value) -> String {
    match value {
        Value::Centipawns(number) => format!("{:+.2}", number as f64 / 100.0),
        Value::Mate(moves) if moves > 0 => format!("mate {moves}"),
        Value::Mate(moves) => format!("mated {}", -moves),
    }
}

fn write_answer(answer: &Answer, time: Duration, out: &mut dyn Write) -> Result<(), ToolError> {
    let Some((_, best)) = &answer.best else {
        writeln!(out, "\nBest move: none")?;
        return Ok(());
    };
    let value = answer
        .value
        .map(|v| format!(", value {}", value(v)))
        .unwrap_or_default();
    writeln!(out, "\nBest move: {} ({}){value}", best.san, best.coordinates)?;
    let speed = speed(answer.nodes, time) as f64 / 1e6;
    let seconds = time.as_secs_f64();
    writeln!(out, "{} nodes in {seconds:.2} s, {speed:.2} Mn/s", answer.nodes)?;
    Ok(())
}
