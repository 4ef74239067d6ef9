//! Layer 8: the engine as protocols and tools see it. It knows variants, the game in progress and the options; it
//! reads and prints nothing.

mod compiled;
mod drawing;
mod error;
mod options;
mod session;
mod thinking;
mod thought;

pub use crate::search::{Clock, Exactness};
pub use drawing::{bank, draw};
pub use error::EngineError;
pub use options::{OPTIONS, OptionId, OptionKind, OptionSpec, Settings, option};
pub use session::{Castling, MoveText, Session, SetUp};
pub use thinking::Listener;
pub use thought::{Answer, Line, Request, Thought, Value, speed};

use crate::{
    game::Style,
    position::Move,
    search::Signals,
    variant::{Diagnostic, Registry, Severity, Variant, numbering},
};
use compiled::Cache;
use options::{truth, whole};
use std::{collections::HashMap, sync::Arc};

/// The height of the boards whose ranks some GUIs count from 0.
const TEN_RANKS: u8 = 10;

/// The engine: the variants that are known, the game in progress, and the options.
pub struct Engine {
    registry: Registry,
    /// The names of sections with errors, in small letters, and the texts that they stand in.
    refused: HashMap<String, String>,
    cache: Cache,
    session: Box<dyn Session>,
    settings: Settings,
    /// Those of the search begun last.
    signals: Arc<Signals>,
}

/// What setting an option has changed, beyond the option.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Nothing.
    Nothing,
    /// Another game is played, from its start position.
    Variant,
    /// The user wants these ini files read; the caller does that, with [`Engine::load`].
    Files(String),
}

impl Engine {
    /// An engine with the built-in variants, at the start of the first of them.
    ///
    /// # Errors
    /// If no built-in variant can be played, which would be a fault of the program.
    pub fn new() -> Result<Engine, EngineError> {
        let registry = Registry::builtin();
        let mut cache = Cache::default();
        let first = registry.variants().next().ok_or_else(|| EngineError::UnknownVariant {
            name: String::new(),
            suggestion: None,
        })?;
        let session = session::start(cache.get(first))?;
        Ok(Engine {
            registry,
            refused: HashMap::new(),
            cache,
            session,
            settings: Settings::default(),
            signals: Arc::default(),
        })
    }

    /// Another engine with the same variants, options and game, for a thread or a player of its own: the two share the
    /// compiled rules, but nothing that a search learns.
    pub fn sibling(&self) -> Engine {
        Engine {
            registry: self.registry.clone(),
            refused: self.refused.clone(),
            cache: self.cache.clone(),
            session: self.session.sibling(),
            settings: self.settings,
            signals: Arc::default(),
        }
    }

    /// The variants that are known, in the order in which they were loaded.
    pub fn registry(&self) -> &Registry {
        &self.registry
    }

    /// The name of the variant that is played unless the user chooses.
    pub fn default_variant(&self) -> &str {
        self.registry.names().next().unwrap_or_default()
    }

    /// The game in progress.
    pub fn session(&self) -> &dyn Session {
        self.session.as_ref()
    }

    /// The rules of the game in progress.
    pub fn variant(&self) -> &Variant {
        self.session.variant()
    }

    /// The options' values.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// How moves are written and read now.
    pub fn style(&self) -> Style {
        let shifted = self.settings.ten_ranks_from_zero && self.variant().shape.ranks() == TEN_RANKS;
        Style {
            chess960: self.settings.chess960 || self.variant().chess960,
            rank_offset: shifted.into(),
        }
    }

    /// Adds the variants of an ini text, called `source` in the diagnostics; those with errors are left out.
    pub fn load(&mut self, source: &str, text: &str) -> Vec<Diagnostic> {
        let diagnostics = self.registry.load_text(source, text);
        for wrong in diagnostics.iter().filter(|d| d.severity == Severity::Error) {
            if !wrong.section.is_empty() {
                self.refused.insert(wrong.section.to_lowercase(), source.to_string());
            }
        }
        diagnostics
    }

    /// Everything that is wrong with an ini text, by line, down to start positions that cannot be set up. The text is
    /// read as [`Engine::load`] reads it, but nothing is added.
    pub fn check(&self, source: &str, text: &str) -> Vec<Diagnostic> {
        let mut registry = self.registry.clone();
        let mut diagnostics = registry.load_text(source, text);
        let mut cache = Cache::default();
        let new = registry
            .variants()
            .filter(|variant| self.registry.get(&variant.name).is_none());
        for variant in new {
            if let Err(error) = session::start(cache.get(variant)) {
                diagnostics.push(Diagnostic {
                    severity: Severity::Error,
                    source: source.to_string(),
                    line: section_line(text, &variant.name),
                    section: variant.name.clone(),
                    key: "startFen".to_string(),
                    message: error.to_string(),
                });
            }
        }
        diagnostics.sort_by_key(|diagnostic| diagnostic.line);
        diagnostics
    }

    /// Plays another variant (its name or a synonym, in any case), from its start position.
    ///
    /// # Errors
    /// If there is none of that name, or it was refused, or its start position cannot be set up.
    pub fn set_variant(&mut self, name: &str) -> Result<(), EngineError> {
        let Some(variant) = self.registry.get(name.trim()) else {
            if let Some(origin) = self.refused.get(&name.trim().to_lowercase()) {
                return Err(EngineError::RefusedVariant {
                    name: name.trim().to_string(),
                    origin: origin.clone(),
                });
            }
            return Err(EngineError::UnknownVariant {
                name: name.to_string(),
                suggestion: self.registry.suggestion(name).map(str::to_string),
            });
        };
        self.session = session::start(self.cache.get(variant))?;
        Ok(())
    }

    /// Sets a position up and plays moves from it.
    ///
    /// # Errors
    /// If the FEN or a move is wrong; the game is as it was.
    pub fn set_up(&mut self, set_up: &SetUp) -> Result<(), EngineError> {
        let style = self.style();
        self.session.set_up(set_up, style)
    }

    /// The variant's start position with this number, as a FEN.
    ///
    /// # Errors
    /// If the variant's start positions are not numbered, or none has this number.
    pub fn numbered_start(&self, number: u32) -> Result<String, EngineError> {
        Ok(numbering::start_fen(self.variant(), number)?)
    }

    /// The legal move that `text` means, in coordinates or algebraic notation.
    ///
    /// # Errors
    /// If it means none, or more than one.
    pub fn read_move(&self, text: &str) -> Result<Move, EngineError> {
        self.session.read_move(text, self.style())
    }

    /// How a legal move is written.
    pub fn write_move(&self, mv: Move) -> MoveText {
        self.session.write_move(mv, self.style())
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; the game is as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), EngineError> {
        self.session.play(mv)
    }

    /// Takes the last move back; whether there was one.
    pub fn undo(&mut self) -> bool {
        self.session.undo()
    }

    /// From now on moves on boards of exactly ten ranks are written with ranks from 0 to 9.
    pub fn count_ten_ranks_from_zero(&mut self) {
        self.settings.ten_ranks_from_zero = true;
    }

    /// Sets an option from text.
    ///
    /// # Errors
    /// If there is no such option or it cannot have this value; it is as it was.
    pub fn set_option(&mut self, name: &str, value: &str) -> Result<Change, EngineError> {
        let spec = option(name).ok_or_else(|| EngineError::UnknownOption(name.to_string()))?;
        let wrong = |problem| EngineError::Value {
            option: spec.name.to_string(),
            value: value.to_string(),
            problem,
        };
        let number = match spec.kind {
            OptionKind::Spin { min, max, .. } => whole(value, min, max).map_err(wrong)?,
            OptionKind::Check(_) => truth(value).map_err(wrong)?.into(),
            _ => 0,
        };
        match spec.id {
            OptionId::Variant => {
                self.set_variant(value)?;
                return Ok(Change::Variant);
            }
            OptionId::VariantPath => return Ok(Change::Files(value.to_string())),
            OptionId::Chess960 => self.settings.chess960 = number != 0,
            OptionId::Hash => {
                let megabytes = number as usize;
                let resized = self.session.resize(megabytes);
                resized.map_err(|_| wrong("there is not so much memory".to_string()))?;
                self.settings.hash = megabytes;
            }
            OptionId::MultiPv => self.settings.multi_pv = number as usize,
            OptionId::MoveOverhead => self.settings.overhead = number,
            OptionId::ClearHash => self.forget(),
            // One thread searches, and pondering is the GUI's to start: there is nothing to keep.
            OptionId::Threads | OptionId::Ponder => {}
        }
        Ok(Change::Nothing)
    }

    /// Forgets what earlier searches have learnt. Waits for a search in progress.
    pub fn forget(&mut self) {
        self.session.forget();
    }

    /// Thinks about the position on another thread and tells `listener` each line found and, last, the answer. A
    /// search in progress should have been stopped before; this one begins when it has ended.
    pub fn think(&mut self, request: &Request, listener: impl FnMut(Thought) + Send + 'static) {
        self.signals = Arc::new(Signals::new(request.ponder));
        let style = self.style();
        self.session
            .think(request, &self.settings, style, &self.signals, Box::new(listener));
    }

    /// Makes ready in the background what the first search needs. Call it when a GUI asks whether the engine is ready.
    pub fn prepare(&self) {
        self.session.prepare(self.settings.hash);
    }

    /// Ends the search in progress, if any, as soon as possible; its answer still comes.
    pub fn stop(&self) {
        self.signals.stop();
    }

    /// The move that was pondered on has been played: the limits of time hold from now on.
    pub fn ponder_hit(&self) {
        self.signals.ponder_hit();
    }
}

/// The line, from 1, in which the section of a variant begins; 0 if there is none.
fn section_line(text: &str, name: &str) -> usize {
    let begins = |line: &str| {
        let section = line.trim_start().strip_prefix('[')?.split([':', ']']).next()?;
        section.trim().eq_ignore_ascii_case(name).then_some(())
    };
    let mut lines = text.lines();
    lines.position(|line| begins(line).is_some()).map_or(0, |at| at + 1)
}

/// Whether any of these is an error.
pub fn has_errors(diagnostics: &[Diagnostic]) -> bool {
    diagnostics.iter().any(|d| d.severity == Severity::Error)
}
