//! `aanca match` and `aanca selfplay`: games between engines, in any variant, under the referee of the arena.

mod balance;
mod entrant;
mod openings;
mod report;
mod resume;
mod schedule;
mod table;

pub use balance::Balance;
pub use entrant::{Entrant, Kind};
pub use openings::{Opening, OpeningPlan, Openings, Source};
pub use report::Report;
pub use schedule::{Fixture, Format, Schedule};

use super::{
    Place, ToolError,
    arena::{Conditions, GameRecord, Sprt, pgn},
};
use crate::engine::Engine;
use entrant::told_apart;
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::BTreeMap,
    fs::OpenOptions,
    io::{self, BufWriter, Write},
    path::PathBuf,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc,
    },
    thread,
    time::{Duration, Instant},
};
use table::{Hall, work};

/// Where games are written.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Target {
    /// To standard output, and the summary to standard error.
    Output,
    /// To the end of this file.
    File(PathBuf),
}

impl From<PathBuf> for Target {
    /// `-` is standard output.
    fn from(path: PathBuf) -> Target {
        match path.as_os_str() == "-" {
            true => Target::Output,
            false => Target::File(path),
        }
    }
}

/// What is to be played.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// What the games are played for, for their records.
    pub event: String,
    /// The variant, and the position from which games start unless the openings say otherwise.
    pub place: Place,
    /// Who takes part, at least two.
    pub entrants: Vec<Entrant>,
    /// Who meets whom.
    pub format: Format,
    /// How many games of each pairing, at least 1.
    pub games: usize,
    /// Each opening is played twice, with changed colours.
    pub repeats: bool,
    /// What games begin with.
    pub openings: OpeningPlan,
    /// Where the games are written, if anywhere.
    pub pgn: Option<Target>,
    /// How many games at a time, at least 1.
    pub concurrency: usize,
    /// What holds for every game.
    pub conditions: Conditions,
    /// The test that ends the match, of two players.
    pub sprt: Option<Sprt>,
    /// The games of the file that is written to are the first ones of this match, and are not played again.
    pub resumes: bool,
    /// The summary is followed by one line of JSON.
    pub json: bool,
    /// Without a terminal, the score is told on standard error after so many games; 0 for never.
    pub interval: usize,
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
    if plan.entrants.len() < 2 {
        return Err(ToolError::Other(format!(
            "{} players: expected at least two",
            plan.entrants.len()
        )));
    }
    let schedule = Schedule::new(plan.entrants.len(), plan.format, plan.games, plan.repeats);
    if plan.sprt.is_some() && schedule.pairings().len() != 1 {
        return Err(ToolError::Other("a test (SPRT) needs exactly two players".to_string()));
    }
    // What can be wrong with an engine is told before anything is played.
    let variant = engine.variant().name.clone();
    let mut players = Vec::new();
    let mut names = Vec::new();
    for entrant in &plan.entrants {
        let mut player = entrant.player(&entrant.label(), engine)?;
        let name = entrant.introduce(&mut player, &variant);
        names.push(name.map_err(|error| ToolError::Other(error.to_string()))?);
        players.push(player);
    }
    let names = told_apart(&names);
    drop(players);
    let openings = Openings::prepare(plan.openings.clone(), engine)?;
    let mut report = Report::new(names, &schedule, plan.sprt);
    let mut played = 0;
    if let (true, Some(Target::File(path))) = (plan.resumes, &plan.pgn) {
        let expected = resume::Expected {
            schedule: &schedule,
            openings: &openings,
            names: report.names(),
            max_moves: plan.conditions.max_moves,
        };
        let earlier = resume::read(path, &expected, &mut engine.sibling())?;
        played = earlier.len();
        for (game, earlier) in earlier.iter().enumerate() {
            if let Some(fixture) = schedule.fixture(game) {
                report.add_earlier(earlier, &fixture);
            }
        }
    }
    let mut file: Option<Box<dyn Write>> = match &plan.pgn {
        Some(Target::File(path)) => {
            let file = OpenOptions::new().append(true).create(true).open(path);
            let file = file.map_err(|error| ToolError::Other(format!("cannot write {}: {error}", path.display())))?;
            Some(Box::new(BufWriter::new(file)))
        }
        _ => None,
    };
    let began = Instant::now();
    let bar = progress_bar(schedule.len());
    let hall = Hall {
        plan,
        schedule: &schedule,
        openings: &openings,
        names: report.names().to_vec(),
        stop: Arc::new(AtomicBool::new(false)),
        taken: AtomicUsize::new(played),
    };
    super::stop_on_interrupt(&hall.stop);
    bar.set_position(played as u64);
    bar.set_message(report.line());
    thread::scope(|scope| -> Result<(), ToolError> {
        let (sender, finished) = mpsc::channel();
        let tables = match report.verdict() {
            None => plan.concurrency.min(schedule.len() - played),
            Some(_) => 0,
        };
        for _ in 0..tables {
            // An engine must be taken along, as two threads cannot copy one at the same time.
            let (engine, sender, hall) = (engine.sibling(), sender.clone(), &hall);
            scope.spawn(move || work(engine, hall, &sender));
        }
        drop(sender);
        let result = collect(&finished, &hall, &mut report, &bar, (&mut file, &mut *out));
        hall.stop.store(true, Ordering::Relaxed);
        result
    })?;
    bar.finish_and_clear();
    let time = began.elapsed();
    let mut errors = io::stderr();
    let out: &mut dyn Write = match plan.pgn {
        Some(Target::Output) => &mut errors,
        _ => out,
    };
    report.write(&variant, time, out)?;
    if plan.json {
        writeln!(out, "{}", report.json(&variant, time))?;
    }
    Ok(report.faults() == 0)
}

/// Takes the games as they come, until all are there or a test has ended; the output is a file, if there is one, and
/// standard output.
fn collect(
    finished: &mpsc::Receiver<(usize, Result<GameRecord, ToolError>)>,
    hall: &Hall,
    report: &mut Report,
    bar: &ProgressBar,
    (file, out): (&mut Option<Box<dyn Write>>, &mut dyn Write),
) -> Result<(), ToolError> {
    let mut early = BTreeMap::new();
    let mut next = report.games() as usize;
    for (game, result) in finished {
        early.insert(game, result);
        // Games are counted in their order, so that equal plans give equal files, and a test is not decided by what
        // happens to be short.
        while let Some(result) = early.remove(&next) {
            let record = result?;
            let Some(fixture) = hall.schedule.fixture(next) else {
                return Ok(());
            };
            for fault in &record.faults {
                let [white, black] = &record.players;
                bar.suspend(|| eprintln!("game {} ({white} - {black}): {fault}", record.round));
            }
            let date = super::today();
            match (&mut *file, &hall.plan.pgn) {
                (Some(file), _) => pgn::write(&record, &date, file).and_then(|()| file.flush())?,
                (None, Some(Target::Output)) => pgn::write(&record, &date, out).and_then(|()| out.flush())?,
                (None, _) => {}
            }
            report.add(&record, &fixture);
            next += 1;
            bar.set_message(report.line());
            bar.inc(1);
            let interval = hall.plan.interval;
            if bar.is_hidden() && next.is_multiple_of(interval) && next < hall.schedule.len() {
                eprintln!("{next} of {} games: {}", hall.schedule.len(), report.line());
            }
            if report.verdict().is_some() {
                return Ok(());
            }
        }
    }
    Ok(())
}

/// A bar on standard error, where that is a terminal.
fn progress_bar(games: usize) -> ProgressBar {
    let bar = ProgressBar::new(games as u64);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} games {msg}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
