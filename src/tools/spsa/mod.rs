//! `aanca spsa`: fits the numbers of the search by games that the engine plays against itself.

mod descent;
mod duel;
mod state;

pub use descent::{Descent, Parameter, Schedule, Trial};

use super::{
    ToolError,
    arena::{Conditions, Limits},
    stop_on_interrupt,
    tournament::{Balance, OpeningPlan, Openings, Source},
};
use crate::{
    board::SplitMix64,
    engine::{Engine, Numbers},
};
use duel::Duel;
use indicatif::{ProgressBar, ProgressStyle};
use state::Done;
use std::{
    io::Write,
    path::PathBuf,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    thread,
    time::{Duration, Instant},
};

/// What is to be fitted, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// The variants that are played, in turn; at least one.
    pub variants: Vec<String>,
    /// The names of the numbers that are fitted; empty for all.
    pub only: Vec<String>,
    /// How many pairs of games, with those that the state's file tells of.
    pub pairs: usize,
    /// Nodes a move.
    pub nodes: u64,
    /// Games at a time, at least 1.
    pub threads: usize,
    /// The transposition table of each player, in MiB.
    pub hash: usize,
    /// The step tried in the last iteration, as a part of a number's range.
    pub step: f64,
    /// By how many steps a number moves for each point in the last iteration; `None` for what suits the number of pairs.
    pub rate: Option<f64>,
    /// The random plies at the start of games.
    pub random_plies: usize,
    /// Which openings are even enough.
    pub balance: Balance,
    /// Where the random numbers start.
    pub seed: u64,
    /// What holds for every game.
    pub conditions: Conditions,
    /// Where the state is kept; it is gone on with, if the file is there.
    pub state: Option<PathBuf>,
    /// Without a terminal, the state is told on standard error after so many pairs; 0 for never.
    pub interval: usize,
}

/// Without a rate the rate times the number of pairs is this, so that numbers can reach what is some steps away.
const TRAVEL: f64 = 40.0;
/// But it is between these: where pairs are few all would be noise, and where they are many nothing is won by haste.
const RATES: [f64; 2] = [0.002, 0.02];
/// The state is written after so long.
const SAVE_EVERY: Duration = Duration::from_secs(10);

/// What all threads share.
struct Run<'a> {
    plan: &'a Plan,
    openings: &'a [Openings],
    /// The pairs that were played in earlier runs.
    earlier: usize,
    stop: Arc<AtomicBool>,
    bar: ProgressBar,
    learnt: Mutex<Learnt>,
}

/// What has been learnt.
struct Learnt {
    descent: Descent,
    done: Done,
    /// The next pair.
    next: usize,
    saved: Instant,
}

impl Run<'_> {
    fn learnt(&self) -> MutexGuard<'_, Learnt> {
        self.learnt.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Where the random numbers of a pair start. Whoever goes on with a run does not play the same openings again.
    fn seed(&self, pair: usize) -> u64 {
        SplitMix64::new(self.plan.seed ^ (self.earlier as u64) << 32 ^ (pair as u64) << 1 ^ 1).next()
    }
}

/// Plays the games, and shows the numbers to which they have led.
///
/// # Errors
/// If a name or the state's file is wrong, or something cannot be written.
pub fn run(engine: &mut Engine, plan: &Plan, out: &mut dyn Write) -> Result<(), ToolError> {
    let mut descent = Descent {
        parameters: parameters(&plan.only, plan.step)?,
        schedule: Schedule {
            iterations: plan.pairs,
            rate: plan
                .rate
                .unwrap_or((TRAVEL / plan.pairs.max(1) as f64).clamp(RATES[0], RATES[1])),
        },
    };
    let done = match &plan.state {
        Some(path) => state::read(path, &mut descent)?,
        None => Done::default(),
    };
    let mut tables = Vec::new();
    let mut openings = Vec::new();
    for variant in &plan.variants {
        engine.set_variant(variant)?;
        let plan = OpeningPlan {
            source: Source::Position,
            random_plies: plan.random_plies,
            balance: plan.balance,
            plies: usize::MAX,
            in_order: true,
            seed: plan.seed ^ (done.pairs as u64) << 32,
        };
        openings.push(Openings::prepare(plan, engine)?);
        tables.push(engine.sibling());
    }
    if tables.is_empty() {
        return Err(ToolError::Other("no variant: expected at least one".to_string()));
    }
    // Nobody plays for hours for a file that cannot be written.
    if let Some(path) = &plan.state {
        state::write(path, &descent, &done)?;
    }
    let run = Run {
        plan,
        openings: &openings,
        earlier: done.pairs,
        stop: Arc::default(),
        bar: progress_bar(plan.pairs),
        learnt: Mutex::new(Learnt {
            descent,
            next: done.pairs,
            done,
            saved: Instant::now(),
        }),
    };
    stop_on_interrupt(&run.stop);
    run.bar.set_position(done.pairs as u64);
    let began = Instant::now();
    let result = thread::scope(|scope| {
        let mut workers = Vec::new();
        for _ in 0..plan.threads.max(1) {
            // An engine must be taken along, as two threads cannot copy one at the same time.
            let engines: Vec<Engine> = tables.iter().map(Engine::sibling).collect();
            let run = &run;
            workers.push(scope.spawn(move || {
                let result = work(&engines, run);
                // Whoever has failed, the others need not go on.
                if result.is_err() {
                    run.stop.store(true, Ordering::Relaxed);
                }
                result
            }));
        }
        let ended = workers.into_iter().map(|worker| worker.join());
        let broken = |_| Err(ToolError::Other("a game has broken down".to_string()));
        ended.map(|ended| ended.unwrap_or_else(broken)).collect::<Vec<_>>()
    });
    run.bar.finish_and_clear();
    let learnt = run.learnt();
    if let Some(path) = &plan.state {
        state::write(path, &learnt.descent, &learnt.done)?;
    }
    result.into_iter().collect::<Result<Vec<()>, _>>()?;
    let games = 2 * (learnt.done.pairs - run.earlier);
    write(&learnt, games, began.elapsed(), out)
}

/// The numbers with these names, or all, as parameters where the program has them.
fn parameters(only: &[String], step: f64) -> Result<Vec<Parameter>, ToolError> {
    let known = Numbers::RANGES;
    if let Some(name) = only.iter().find(|name| known.iter().all(|(known, _)| known != name)) {
        let names: Vec<&str> = known.iter().map(|&(name, _)| name).collect();
        return Err(ToolError::Other(format!(
            "\"{name}\" is no number of the search: expected some of {}",
            names.join(", ")
        )));
    }
    let mut numbers = Numbers::DEFAULT;
    let all = known.iter().zip(numbers.all());
    let chosen = all.filter(|((name, _), _)| only.is_empty() || only.iter().any(|chosen| chosen == name));
    let parameters = chosen.map(|((name, range), value)| {
        let (low, high) = (f64::from(*range.start()), f64::from(*range.end()));
        Parameter {
            name: name.to_string(),
            value: f64::from(*value),
            low,
            high,
            step: (step * (high - low)).max(1.0),
        }
    });
    Ok(parameters.collect())
}

/// The search's numbers with these values for the parameters.
fn numbers(parameters: &[Parameter], values: &[i32]) -> Numbers {
    let mut numbers = Numbers::DEFAULT;
    for ((name, _), number) in Numbers::RANGES.iter().zip(numbers.all()) {
        let place = parameters.iter().position(|parameter| parameter.name == *name);
        if let Some(&value) = place.and_then(|place| values.get(place)) {
            *number = value;
        }
    }
    numbers
}

/// Plays pairs, as long as there are some that nobody has taken; `engines` know the variants.
fn work(engines: &[Engine], run: &Run) -> Result<(), ToolError> {
    let plan = run.plan;
    let limits = Limits {
        nodes: Some(plan.nodes),
        ..Limits::default()
    };
    let mut duels: Vec<Option<Duel>> = engines.iter().map(|_| None).collect();
    while !run.stop.load(Ordering::Relaxed) {
        let (trial, sets) = {
            let mut learnt = run.learnt();
            let pair = learnt.next;
            if pair >= plan.pairs {
                break;
            }
            learnt.next += 1;
            let trial = learnt.descent.trial(pair, &mut SplitMix64::new(run.seed(pair)));
            let set = |values: &[i32]| numbers(&learnt.descent.parameters, values);
            let sets = [set(&trial.plus), set(&trial.minus)];
            (trial, sets)
        };
        let number = trial.iteration - run.earlier;
        let (round, variant) = (number / engines.len(), number % engines.len());
        let opening = run.openings[variant].get(round)?;
        let duel = match &mut duels[variant] {
            Some(duel) => duel,
            place => {
                let duel = Duel::new(&engines[variant], plan.conditions, limits, plan.hash, run.stop.clone())?;
                place.insert(duel)
            }
        };
        let complain = |fault: String| run.bar.suspend(|| eprintln!("{fault}"));
        let Some(score) = duel.play(&opening, [&sets[0], &sets[1]], complain)? else {
            break;
        };
        let mut learnt = run.learnt();
        learnt.descent.learn(&trial, score.points());
        learnt.done.pairs += 1;
        learnt.done.score.add(score);
        run.bar.set_message(learnt.line());
        run.bar.inc(1);
        let pairs = learnt.done.pairs;
        if run.bar.is_hidden() && pairs.is_multiple_of(plan.interval) && pairs < plan.pairs {
            eprintln!("{pairs} of {} pairs: {}", plan.pairs, learnt.line());
        }
        if let Some(path) = &plan.state
            && learnt.saved.elapsed() >= SAVE_EVERY
        {
            state::write(path, &learnt.descent, &learnt.done)?;
            learnt.saved = Instant::now();
        }
    }
    Ok(())
}

/// How many numbers are named in a line.
const NAMED: usize = 3;

impl Learnt {
    /// How far each parameter has moved, in steps.
    fn moves(&self) -> Vec<(&Parameter, i32, f64)> {
        let mut start = Numbers::DEFAULT;
        let start = Numbers::RANGES.iter().zip(start.all());
        let moved = start.filter_map(|((name, _), &mut old)| {
            let parameter = self.descent.parameters.iter().find(|p| p.name == *name)?;
            Some((parameter, old, (parameter.value - f64::from(old)) / parameter.step))
        });
        moved.collect()
    }

    /// How it stands, in one line: the games, and what has moved most.
    fn line(&self) -> String {
        let mut moves = self.moves();
        moves.sort_by(|a, b| b.2.abs().total_cmp(&a.2.abs()));
        let most = moves.iter().take(NAMED);
        let most: Vec<String> = most
            .map(|(parameter, old, _)| format!("{} {old} -> {:.1}", parameter.name, parameter.value))
            .collect();
        let score = self.done.score;
        format!("+{} ={} -{}, {}", score.won, score.drawn, score.lost, most.join(", "))
    }
}

/// Writes the numbers before and after, and as they stand in the program.
fn write(learnt: &Learnt, games: usize, time: Duration, out: &mut dyn Write) -> Result<(), ToolError> {
    let score = learnt.done.score;
    let seconds = time.as_secs_f64();
    writeln!(
        out,
        "{games} games in {seconds:.1} s, {:.2} a second; {} pairs in all: +{} ={} -{}",
        games as f64 / seconds.max(1e-3),
        learnt.done.pairs,
        score.won,
        score.drawn,
        score.lost,
    )?;
    let moves = learnt.moves();
    let width = moves.iter().map(|(parameter, _, _)| parameter.name.len()).max();
    let width = width.unwrap_or(0).max(NAME.len());
    writeln!(out, "{NAME:width$} {:>7} {:>10} {:>7}", "old", "new", "steps")?;
    for (parameter, old, steps) in &moves {
        writeln!(
            out,
            "{:width$} {old:>7} {:>10.2} {steps:>+7.2}",
            parameter.name, parameter.value
        )?;
    }
    writeln!(out)?;
    for (parameter, _, _) in &moves {
        let (name, value) = (&parameter.name, parameter.value.round());
        writeln!(out, "    {name} = {value}, {}..={};", parameter.low, parameter.high)?;
    }
    Ok(())
}

/// The heading of the names.
const NAME: &str = "number";

/// A bar on standard error, where that is a terminal.
fn progress_bar(pairs: usize) -> ProgressBar {
    let bar = ProgressBar::new(pairs as u64);
    if let Ok(style) = ProgressStyle::with_template("{elapsed} {wide_bar} {pos}/{len} pairs {msg}, {eta} left") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}
