//! `aanca datagen`: positions for networks to learn from, of games of the engine against itself.

use super::{ToolError, stop_on_interrupt};
use crate::engine::{Engine, Playing, network::SamplesHead};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt,
    fs::{self, File},
    io::{BufReader, BufWriter, Write},
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc,
    },
    thread,
};

/// What is to be played.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Plan {
    /// The variant.
    pub variant: String,
    /// Where the positions go; those that it has already stay.
    pub file: PathBuf,
    /// The file of a network to play with, instead of the one that the variant names.
    pub network: Option<PathBuf>,
    /// How many of them.
    pub positions: u64,
    /// How the games are played.
    pub playing: Playing,
    /// How many games at a time.
    pub threads: usize,
    /// The transposition table of each, in MiB.
    pub megabytes: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// Plays and writes until there are enough positions, or the user interrupts.
///
/// # Errors
/// If the variant is not known, memory is short, or the file cannot be written.
pub fn run(engine: &mut Engine, plan: &Plan, out: &mut dyn Write) -> Result<(), ToolError> {
    engine.set_variant(&plan.variant)?;
    if let Some(path) = &plan.network {
        load_network(engine, path)?;
    }
    let wrong = |error: std::io::Error| ToolError::Other(format!("{}: {error}", plan.file.display()));
    let head = SamplesHead {
        variant: engine.variant().name.clone(),
    };
    let mut file = File::options()
        .create(true)
        .read(true)
        .append(true)
        .open(&plan.file)
        .map_err(wrong)?;
    if file.metadata().map_err(wrong)?.len() > 0 {
        let known = SamplesHead::read(&mut BufReader::new(&mut file)).map_err(wrong)?;
        if known != head {
            let (path, known) = (plan.file.display(), known.variant);
            return Err(ToolError::Other(format!("{path}: holds positions of {known}")));
        }
    } else {
        head.write(&mut file).map_err(wrong)?;
    }
    let mut file = BufWriter::new(file);
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&stop);
    let bar = ProgressBar::new(plan.positions);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {per_sec}") {
        bar.set_style(style);
    }
    let (sender, games) = mpsc::sync_channel(64);
    let mut generators = Vec::new();
    for number in 0..plan.threads.max(1) as u64 {
        let seed = plan.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let generator = engine.session().generator(seed, plan.playing, plan.megabytes);
        generators.push(generator.map_err(|error| ToolError::Other(error.to_string()))?);
    }
    let (mut count, mut games_played) = (0, 0);
    thread::scope(|scope| -> std::io::Result<()> {
        for mut generator in generators {
            let (sender, stop) = (sender.clone(), &stop);
            scope.spawn(
                move || {
                    while !stop.load(Ordering::Relaxed) && sender.send(generator.game()).is_ok() {}
                },
            );
        }
        drop(sender);
        for game in games {
            games_played += 1;
            count += game.len() as u64;
            for sample in &game {
                sample.write(&mut file)?;
            }
            bar.inc(game.len() as u64);
            if count >= plan.positions || stop.load(Ordering::Relaxed) {
                break;
            }
        }
        stop.store(true, Ordering::Relaxed);
        Ok(())
    })
    .map_err(wrong)?;
    file.flush().map_err(wrong)?;
    bar.finish_and_clear();
    writeln!(out, "{count} positions of {games_played} games")?;
    Ok(())
}

fn load_network(engine: &mut Engine, path: &Path) -> Result<(), ToolError> {
    let wrong = |error: &dyn fmt::Display| ToolError::Other(format!("{}: {error}", path.display()));
    let file = fs::read(path).map_err(|error| wrong(&error))?;
    match engine.set_network(file).map_err(|error| wrong(&error))? {
        Some(misfit) => Err(wrong(&misfit)),
        None => Ok(()),
    }
}
