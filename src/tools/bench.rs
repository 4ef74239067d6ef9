//! `aanca bench`: searches fixed positions of every built-in game to a fixed depth. The number of nodes is the same in every
//! run of the same program, so it changes exactly when search, evaluation or the games do.

use super::ToolError;
use crate::{
    board::SplitMix64,
    engine::{Engine, Request, Thought, speed},
};
use std::{
    io::Write,
    sync::mpsc,
    time::{Duration, Instant},
};

/// The depth in plies unless another is asked for.
pub const DEFAULT_DEPTH: u32 = 12;

/// Size of the transposition table in MiB: small, as it is emptied before each search.
const HASH: &str = "4";

/// How many random moves lead to the second position of each game.
const RANDOM_PLIES: usize = 16;

/// Searches the start position of each game that `engine` knows, and one after random moves, and tells nodes and speed
/// of the search alone; the last line is `N nodes M nps`.
///
/// # Errors
/// If the output cannot be written.
pub fn run(engine: &mut Engine, depth: u32, out: &mut dyn Write) -> Result<(), ToolError> {
    let names: Vec<String> = engine.registry().names().map(str::to_string).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or_default();
    let mut nodes = 0;
    let mut time = Duration::ZERO;
    for name in &names {
        engine.set_variant(name)?;
        // This makes ready what the first search of the game needs, so that it is not counted as time to search.
        engine.set_option("Hash", HASH)?;
        let (mut own, mut spent) = search(engine, depth);
        play_random_moves(engine);
        let (more, longer) = search(engine, depth);
        own += more;
        spent += longer;
        writeln!(out, "{name:width$} {own:>10} nodes {:>10} nps", speed(own, spent))?;
        out.flush()?;
        nodes += own;
        time += spent;
    }
    writeln!(out, "{nodes} nodes {} nps", speed(nodes, time))?;
    Ok(())
}

/// The nodes and the time of a search that knows nothing from before.
fn search(engine: &mut Engine, depth: u32) -> (u64, Duration) {
    engine.forget();
    let request = Request {
        depth: Some(depth),
        ..Request::default()
    };
    let (sender, thoughts) = mpsc::channel();
    let began = Instant::now();
    engine.think(&request, move |thought| {
        // The receiver waits until the sender is dropped.
        let _ = sender.send(thought);
    });
    let answers = thoughts.iter().filter_map(|thought| match thought {
        Thought::Answer(answer) => Some(answer.nodes),
        Thought::Line(_) => None,
    });
    (answers.last().unwrap_or_default(), began.elapsed())
}

fn play_random_moves(engine: &mut Engine) {
    let mut random = SplitMix64::new(1);
    for _ in 0..RANDOM_PLIES {
        let moves = engine.session().legal_moves();
        let Some(&mv) = moves.get(random.below(moves.len().max(1) as u64) as usize) else {
            return;
        };
        // A game that ends on the way is searched one move before its end.
        if engine.play(mv).is_ok() && engine.session().outcome().is_some() {
            engine.undo();
            return;
        }
    }
}
