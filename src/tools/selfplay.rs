//! `aanca selfplay`: games of the engine against itself. They measure one level of play against another, and they test the
//! program, as a referee checks every position.

use super::{
    Place, ToolError,
    arena::{
        Conditions, EnginePlayer, Fault, FaultKind, GameRecord, Limits, Player, Referee, Start, Statistics, pgn,
        random_opening,
    },
};
use crate::{
    board::{Side, SplitMix64},
    engine::Engine,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::BTreeMap,
    fs::OpenOptions,
    io::{self, BufWriter, Write},
    panic::{AssertUnwindSafe, catch_unwind},
    path::PathBuf,
    sync::{
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, Sender},
    },
    thread,
    time::{Duration, Instant},
};

/// Where games are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// To standard output, and the summary to standard error.
    Output,
    /// To the end of this file.
    File(PathBuf),
}

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The variant and the position from which games start.
    pub place: Place,
    /// How many games, at least 1.
    pub games: usize,
    /// The limits of the first player and of the second.
    pub limits: [Limits; 2],
    /// So many random plies at the start of each game.
    pub opening: usize,
    /// Where the random numbers start.
    pub seed: u64,
    /// Where the games are written, if anywhere.
    pub pgn: Option<Target>,
    /// How many games at a time, at least 1.
    pub concurrency: usize,
    /// The transposition table of each player, in MiB.
    pub hash: usize,
    /// What players keep back of each move's time, in milliseconds.
    pub overhead: u64,
    /// What holds for every game.
    pub conditions: Conditions,
}

impl Plan {
    /// The colour of the first player in the game with this number, from 0.
    fn first(game: usize) -> Side {
        Side::BOTH[game % 2]
    }

    /// Players that differ play each opening twice, with changed colours; equal ones would play the same game twice.
    fn opening_number(&self, game: usize) -> u64 {
        match self.limits[0] == self.limits[1] {
            true => game as u64,
            false => game as u64 / 2,
        }
    }
}

/// Plays the games of the plan, and writes them and a summary. Gives whether nothing went wrong in any of them.
///
/// # Errors
/// If the plan cannot be carried out or the output cannot be written.
pub fn run(engine: &mut Engine, plan: &Plan, out: &mut dyn Write) -> Result<bool, ToolError> {
    plan.place.set_up(engine)?;
    if let Some(outcome) = engine.session().outcome() {
        return Err(ToolError::Other(format!("the game is over: {}", outcome.describe())));
    }
    engine.set_option("Hash", &plan.hash.to_string())?;
    engine.set_option("Move Overhead", &plan.overhead.to_string())?;
    let mut file: Option<Box<dyn Write>> = match &plan.pgn {
        Some(Target::File(path)) => {
            let file = OpenOptions::new().append(true).create(true).open(path);
            let file = file.map_err(|error| ToolError::Other(format!("cannot write {}: {error}", path.display())))?;
            Some(Box::new(BufWriter::new(file)))
        }
        _ => None,
    };
    let began = Instant::now();
    let bar = progress_bar(plan.games);
    let names = names(&plan.limits);
    let mut statistics = Statistics::default();
    let mut early = BTreeMap::new();
    let mut next = 0;
    let fen = engine.session().fen();
    let (engine, fen) = (&*engine, fen.as_str());
    let (stop, taken) = (AtomicBool::new(false), AtomicUsize::new(0));
    thread::scope(|scope| -> Result<(), ToolError> {
        let (sender, finished) = mpsc::channel();
        for _ in 0..plan.concurrency.min(plan.games) {
            let (sender, stop, taken) = (sender.clone(), &stop, &taken);
            // An engine must be taken along, as two threads cannot copy one at the same time.
            let (engine, names) = (engine.sibling(), &names);
            scope.spawn(move || work(engine, plan, fen, names, (stop, taken), &sender));
        }
        drop(sender);
        for (game, result) in finished {
            early.insert(game, result);
            // Games are written in their order, so that equal plans give equal files.
            while let Some(result) = early.remove(&next) {
                let written = result.and_then(|record: GameRecord| {
                    statistics.add(&record, Plan::first(next));
                    for fault in &record.faults {
                        bar.suspend(|| eprintln!("game {}: {fault}", record.round));
                    }
                    let date = super::today();
                    match (&mut file, &plan.pgn) {
                        (Some(file), _) => pgn::write(&record, &date, file).and_then(|()| file.flush())?,
                        (None, Some(Target::Output)) => pgn::write(&record, &date, out).and_then(|()| out.flush())?,
                        (None, _) => {}
                    }
                    Ok(())
                });
                next += 1;
                bar.set_message(message(&statistics));
                bar.inc(1);
                if let Err(error) = written {
                    stop.store(true, Ordering::Relaxed);
                    return Err(error);
                }
            }
        }
        Ok(())
    })?;
    bar.finish_and_clear();
    let write_summary = |out: &mut dyn Write| -> io::Result<()> {
        let time = began.elapsed().as_secs_f64();
        writeln!(
            out,
            "{}: {} games in {time:.1} s",
            engine.variant().name,
            statistics.games()
        )?;
        statistics.write([&names[0], &names[1]], out)
    };
    match plan.pgn {
        Some(Target::Output) => write_summary(&mut io::stderr())?,
        _ => write_summary(out)?,
    }
    Ok(statistics.faults() == 0)
}

fn names(limits: &[Limits; 2]) -> [String; 2] {
    ["first", "second"].map(|which| {
        let limits = if which == "first" { limits[0] } else { limits[1] };
        format!("Aanca, {which} ({limits})")
    })
}

fn message(statistics: &Statistics) -> String {
    match statistics.faults() {
        0 => statistics.score(),
        faults => format!("{}, faults: {faults}", statistics.score()),
    }
}

/// A bar on standard error, where that is a terminal.
fn progress_bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} games {msg}, {eta} left") {
        bar.set_style(style);
    }
    bar.set_message(message(&Statistics::default()));
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// Plays games, as long as there are some that nobody has taken.
fn work(
    engine: Engine,
    plan: &Plan,
    fen: &str,
    names: &[String; 2],
    (stop, taken): (&AtomicBool, &AtomicUsize),
    finished: &Sender<(usize, Result<GameRecord, ToolError>)>,
) {
    let mut table = Table::new(&engine, plan, names);
    loop {
        let game = taken.fetch_add(1, Ordering::Relaxed);
        if game >= plan.games || stop.load(Ordering::Relaxed) {
            return;
        }
        let played = catch_unwind(AssertUnwindSafe(|| table.play(plan, fen, game)));
        let result = played.unwrap_or_else(|_| {
            // Whatever was in the middle of something is thrown away.
            table = Table::new(&engine, plan, names);
            Ok(broken(&engine, plan, fen, names, game))
        });
        if finished.send((game, result)).is_err() {
            return;
        }
    }
}

/// What one game needs: a referee and two players.
struct Table {
    referee: Referee,
    dealer: Engine,
    players: [EnginePlayer; 2],
}

impl Table {
    fn new(engine: &Engine, plan: &Plan, names: &[String; 2]) -> Table {
        Table {
            referee: Referee::new(engine.sibling(), plan.conditions),
            dealer: engine.sibling(),
            players: [0, 1].map(|i| EnginePlayer::new(names[i].clone(), engine.sibling(), plan.limits[i])),
        }
    }

    fn play(&mut self, plan: &Plan, fen: &str, game: usize) -> Result<GameRecord, ToolError> {
        // Neighbouring seeds must not give similar numbers.
        let mut random = SplitMix64::new(SplitMix64::new(plan.seed ^ plan.opening_number(game) << 32).next());
        let start = Start {
            round: game + 1,
            fen: fen.to_string(),
            opening: random_opening(&mut self.dealer, fen, plan.opening, &mut random)?,
        };
        let [first, second] = &mut self.players;
        let players: [&mut dyn Player; 2] = match Plan::first(game) {
            Side::White => [first, second],
            Side::Black => [second, first],
        };
        Ok(self.referee.play(EVENT, &start, players)?)
    }
}

const EVENT: &str = "Aanca selfplay";

/// The record of a game in which the program has broken down, other than in a search.
fn broken(engine: &Engine, plan: &Plan, fen: &str, names: &[String; 2], game: usize) -> GameRecord {
    let sides = match Plan::first(game) {
        Side::White => [0, 1],
        Side::Black => [1, 0],
    };
    GameRecord {
        event: EVENT.to_string(),
        round: game + 1,
        variant: engine.variant().name.clone(),
        start: fen.to_string(),
        players: sides.map(|i| names[i].clone()),
        controls: sides.map(|i| plan.limits[i].tag()),
        moves: Vec::new(),
        end: super::arena::End::Broken,
        ranking: String::new(),
        faults: vec![Fault {
            kind: FaultKind::Crash,
            message: "the program has broken down".to_string(),
            fen: fen.to_string(),
        }],
    }
}
