//! `aanca datagen`: positions for networks to learn from, of games of the engine against itself.

use super::{ToolError, load_network, stop_on_interrupt};
use crate::{
    board::SplitMix64,
    engine::{
        Engine, OPENINGS_TRIED, Playing,
        network::{Sample, SamplesHead},
    },
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fs::File,
    io::{BufReader, BufWriter, Seek, Write},
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
    if let Some(path) = &plan.network
        && let Some(misfit) = load_network(engine, path)?
    {
        return Err(ToolError::Other(format!("{}: {misfit}", path.display())));
    }
    let wrong = |error: std::io::Error| ToolError::Other(format!("{}: {error}", plan.file.display()));
    let (mut file, known) = open(engine, &plan.file)?;
    // More from the same seed must not be the same again.
    let mut seeds = SplitMix64::new(plan.seed.wrapping_add(known.wrapping_mul(0x9E37_79B9)));
    let stop = Arc::new(AtomicBool::new(false));
    stop_on_interrupt(&stop);
    let bar = ProgressBar::new(plan.positions);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} {pos} of {len} positions, {per_sec}") {
        bar.set_style(style);
    }
    let (sender, games) = mpsc::sync_channel(64);
    let mut generators = Vec::new();
    for _ in 0..plan.threads.max(1) {
        let generator = engine.session().generator(seeds.next(), plan.playing, plan.megabytes);
        generators.push(generator.map_err(|error| ToolError::Other(error.to_string()))?);
    }
    let (mut count, mut games_played) = (0, 0);
    let interrupted = thread::scope(|scope| -> std::io::Result<bool> {
        for mut generator in generators {
            let (sender, stop) = (sender.clone(), &stop);
            scope.spawn(move || {
                while !stop.load(Ordering::Relaxed)
                    && let Some(game) = generator.game()
                    && sender.send(game).is_ok()
                {}
            });
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
        // Games in progress are the last ones.
        Ok(stop.swap(true, Ordering::Relaxed))
    })
    .map_err(wrong)?;
    file.flush().map_err(wrong)?;
    bar.finish_and_clear();
    if count < plan.positions && !interrupted {
        let within = plan.playing.balance;
        let message = format!("none of {OPENINGS_TRIED} random openings is within {within} centipawns of even");
        return Err(ToolError::Other(message));
    }
    writeln!(out, "positions: {count}, games: {games_played}")?;
    Ok(())
}

/// Opens the file for more positions, and gives how many it has; what was broken off in the middle of a position goes.
fn open(engine: &Engine, path: &Path) -> Result<(BufWriter<File>, u64), ToolError> {
    let wrong = |error: std::io::Error| ToolError::Other(format!("{}: {error}", path.display()));
    let head = SamplesHead {
        variant: engine.variant().name.clone(),
    };
    let options = || File::options().create(true).read(true).append(true).open(path);
    let mut file = options().map_err(wrong)?;
    let length = file.metadata().map_err(wrong)?.len();
    if length == 0 {
        head.write(&mut file).map_err(wrong)?;
        return Ok((BufWriter::new(file), 0));
    }
    let mut input = BufReader::new(&mut file);
    let known = SamplesHead::read(&mut input).map_err(wrong)?;
    if known != head {
        let message = format!("{}: holds positions of {}", path.display(), known.variant);
        return Err(ToolError::Other(message));
    }
    let (mut count, mut good) = (0, input.stream_position().map_err(wrong)?);
    while Sample::read(&mut input).map_err(wrong)?.is_some() {
        count += 1;
        good = input.stream_position().map_err(wrong)?;
    }
    if good < length {
        log::warn!("{}: the last position was not written to its end", path.display());
        file.set_len(good).map_err(wrong)?;
    }
    Ok((BufWriter::new(file), count))
}
