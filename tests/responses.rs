//! How soon the engine answers while it thinks, in every game: `isready`, `stop` and `quit` at several moments of a search.
//!
//! `cargo test --release --test responses -- --nocapture` shows the figures.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod conversation;

use aanca::engine::Engine;
use conversation::Conversation;
use std::time::{Duration, Instant};

const PATIENCE: Duration = Duration::from_secs(20);

/// When something is asked, in milliseconds from the beginning of the search.
const MOMENTS: [u64; 3] = [0, 8, 50];

/// What an answer may take in the middle, on a machine that others use too.
const USUAL: Duration = Duration::from_millis(20);

/// What no answer may take, whatever else the machine does.
const LONGEST: Duration = Duration::from_millis(250);

fn wait_for(gui: &Conversation, start: &str) {
    while !gui.hear(PATIENCE).unwrap().starts_with(start) {}
}

/// How long the answer takes that begins so.
fn time(gui: &Conversation, line: &str, start: &str) -> Duration {
    let began = Instant::now();
    gui.say(line);
    wait_for(gui, start);
    began.elapsed()
}

#[test]
fn answers_come_at_once_during_searches_of_every_game() {
    let engine = Engine::new().unwrap();
    let names: Vec<String> = engine.registry().names().map(str::to_string).collect();
    let mut times: Vec<(Duration, String)> = Vec::new();
    for name in &names {
        let gui = Conversation::start(engine.sibling());
        gui.say(format!("setoption name UCI_Variant value {name}"));
        gui.say("isready");
        wait_for(&gui, "readyok");
        let mut note = |asked: &str, moment, time| times.push((time, format!("{asked} in {name} after {moment} ms")));
        for moment in MOMENTS {
            gui.say("go infinite");
            std::thread::sleep(Duration::from_millis(moment));
            note("isready", moment, time(&gui, "isready", "readyok"));
            note("stop", moment, time(&gui, "stop", "bestmove "));
        }
        gui.say("go infinite");
        std::thread::sleep(Duration::from_millis(MOMENTS[1]));
        let began = Instant::now();
        gui.say("quit");
        gui.end();
        note("quit", MOMENTS[1], began.elapsed());
    }
    times.sort();
    let (median, (longest, what)) = (times[times.len() / 2].0, times.last().unwrap());
    let slow = times.iter().filter(|(time, _)| *time > USUAL).count();
    println!(
        "{} answers in {} games: median {median:?}, longest {longest:?} ({what}), {slow} above {USUAL:?}",
        times.len(),
        names.len()
    );
    assert!(names.len() > 40 && median < USUAL, "{median:?}");
    assert!(*longest < LONGEST, "{longest:?}: {what}");
}
