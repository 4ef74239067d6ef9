//! Layer 9: the commands of the command line. Each does one thing with an engine and writes for people.

pub mod analyse;
pub mod arena;
pub mod bench;
mod chances;
pub mod check;
pub mod datagen;
mod ground;
pub mod perft;
pub mod play;
pub mod show;
pub mod spsa;
pub mod tournament;
pub mod train;
pub mod tune;
pub mod variants;

use crate::engine::{Engine, EngineError, SetUp, network::Misfit};
use std::{
    fmt, fs, io,
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

/// Why a command failed.
#[derive(Debug, thiserror::Error)]
pub enum ToolError {
    /// The engine refused what was asked for.
    #[error(transparent)]
    Engine(#[from] EngineError),
    /// The output could not be written.
    #[error("cannot write: {0}")]
    Output(#[from] io::Error),
    /// Something else; all is said.
    #[error("{0}")]
    Other(String),
}

/// The exit status of a program that was interrupted by its user.
const INTERRUPTED: i32 = 130;

/// Sets `stop` when the user interrupts the program; whoever asks twice will not wait.
fn stop_on_interrupt(stop: &Arc<AtomicBool>) {
    let stop = stop.clone();
    let handled = ctrlc::set_handler(move || {
        if stop.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPTED);
        }
    });
    if let Err(error) = handled {
        log::debug!("interrupts are not handled: {error}");
    }
}

/// Reads a file as the network that corrects the engine's evaluation; gives why it does not fit the game in progress, if
/// it does not.
///
/// # Errors
/// If the file cannot be read or is no network.
fn load_network(engine: &mut Engine, path: &Path) -> Result<Option<Misfit>, ToolError> {
    let wrong = |error: &dyn fmt::Display| ToolError::Other(format!("{}: {error}", path.display()));
    let file = fs::read(path).map_err(|error| wrong(&error))?;
    engine.set_network(file).map_err(|error| wrong(&error))
}

/// Today's date by universal time, as PGN writes it.
fn today() -> String {
    jiff::Timestamp::now().strftime("%Y.%m.%d").to_string()
}

/// Which position of a variant is meant.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Place {
    /// The variant's name; `None` for the first.
    pub variant: Option<String>,
    /// The position; `None` for the start.
    pub fen: Option<String>,
    /// The number of the start position, instead of a FEN.
    pub number: Option<u32>,
    /// Moves to play from there; one text may hold several, with blanks between them.
    pub moves: Vec<String>,
}

impl Place {
    /// Sets the position up.
    ///
    /// # Errors
    /// If the variant, the FEN, the number or a move is wrong.
    pub fn set_up(&self, engine: &mut Engine) -> Result<(), ToolError> {
        if let Some(name) = &self.variant {
            engine.set_variant(name)?;
        }
        let fen = match self.number {
            Some(number) => Some(engine.numbered_start(number)?),
            None => self.fen.clone(),
        };
        let moves = self.moves.iter().flat_map(|text| text.split_whitespace());
        let set_up = SetUp {
            fen,
            moves: moves.map(str::to_string).collect(),
        };
        engine.set_up(&set_up).map_err(|error| match &error {
            // On the command line a variant after the moves is taken for one of them.
            EngineError::Move(wrong) if engine.registry().get(&wrong.text).is_some() => {
                ToolError::Other(format!("{error}; a variant's name must stand before --moves"))
            }
            _ => error.into(),
        })
    }
}
