//! `aanca perft`: counts the sequences of legal moves.

use super::{Place, ToolError};
use crate::engine::{Engine, speed};
use std::{io::Write, time::Instant};

/// Counts the move sequences of `depth` plies from a place, and tells how long that took; with `divide` for each
/// first move.
///
/// # Errors
/// If the place is wrong or the output cannot be written.
pub fn run(
    engine: &mut Engine,
    place: &Place,
    depth: u32,
    divide: bool,
    threads: usize,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    place.set_up(engine)?;
    let began = Instant::now();
    let counts = engine.session().divide(depth, threads);
    let time = began.elapsed();
    let nodes = if depth == 0 {
        1
    } else {
        counts.iter().map(|(_, count)| count).sum()
    };
    if divide {
        for &(mv, count) in &counts {
            writeln!(out, "{}: {count}", engine.write_move(mv).coordinates)?;
        }
        writeln!(out)?;
    }
    writeln!(out, "Nodes: {nodes}")?;
    writeln!(out, "Time:  {:.3} s", time.as_secs_f64())?;
    writeln!(out, "Speed: {:.1} Mn/s", speed(nodes, time) as f64 / 1e6)?;
    Ok(())
}
