//! Layer 8: the engine as protocols and tools see it. It knows variants, the game in progress and the options; it
//! reads and prints nothing.

mod book;
mod chances;
mod compiled;
mod drawing;
mod error;
mod flip;
mod generation;
mod options;
pub mod pgn;
mod session;
mod strength;
mod thinking;
mod thought;

pub use crate::{
    eval::{Breakdown, Term, network},
    search::{Clock, Exactness, Numbers, Status},
};
pub use book::BookMove;
pub use drawing::{bank, draw};
pub use error::EngineError;
pub use generation::{Generator, OPENINGS_TRIED, Playing};
pub use options::{OPTIONS, OptionId, OptionKind, OptionSpec, Settings, SquareNames, option};
pub use session::{Castling, MoveText, Session, SetUp};
pub use thinking::Listener;
pub use thought::{Answer, Line, Request, Thought, Value, speed};

use crate::{
    board::SplitMix64,
    eval::network::{Blueprint, Misfit},
    game::Style,
    position::Move,
    search::Signals,
    variant::{Diagnostic, Registry, Severity, Variant, numbering},
};
use book::Library;
use compiled::compiled;
use options::{opponent, truth, whole};
use std::{
    collections::HashMap,
    hash::{BuildHasher, Hasher, RandomState},
    sync::Arc,
};

/// The height of the boards whose ranks some GUIs count from 0.
const TEN_RANKS: u8 = 10;

/// The engine: the variants that are known, the game in progress, and the options.
pub struct Engine {
    registry: Registry,
    /// The names of sections with errors, in small letters, and the texts that they stand in.
    refused: HashMap<String, String>,
    session: Box<dyn Session>,
    settings: Settings,
    library: Library,
    /// The file of the network that is used where it fits, instead of those that games name.
    network: Option<&'static [u8]>,
    random: SplitMix64,
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
    /// The user wants this file as the opening book, or none if the name is empty; the caller does that, with
    /// [`Engine::set_book`].
    Book(String),
    /// The user wants this file as the network that corrects the evaluation, or the one that the variant names if the
    /// name is empty; the caller does that, with [`Engine::set_network`].
    Network(String),
    /// The user wants all that is heard and said written to the end of this file, or, if it is empty, nothing any more;
    /// the caller does that.
    Log(String),
}

impl Engine {
    /// An engine with the built-in variants, at the start of the first of them.
    ///
    /// # Errors
    /// If no built-in variant can be played, which would be a fault of the program.
    pub fn new() -> Result<Engine, EngineError> {
        let registry = Registry::builtin();
        let first = registry.variants().next().ok_or_else(|| EngineError::UnknownVariant {
            name: String::new(),
            suggestion: None,
        })?;
        let session = session::start(compiled(first))?;
        Ok(Engine {
            registry,
            refused: HashMap::new(),
            session,
            settings: Settings::default(),
            library: Library::default(),
            network: None,
            random: unpredictable(),
            signals: Arc::default(),
        })
    }

    /// Another engine with the same variants, options and game, for a thread or a player of its own: the two share the
    /// compiled rules, but nothing that a search learns.
    pub fn sibling(&self) -> Engine {
        Engine {
            registry: self.registry.clone(),
            refused: self.refused.clone(),
            session: self.session.sibling(),
            settings: self.settings,
            library: self.library.clone(),
            network: self.network,
            random: unpredictable(),
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
        let ten = self.variant().shape.ranks() == TEN_RANKS;
        Style {
            chess960: self.settings.chess960 || self.variant().chess960,
            rank_offset: (ten && self.settings.squares == SquareNames::TenRanksFromZero).into(),
            lettered_ranks: self.settings.squares == SquareNames::LetteredRanks,
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
        let new = registry
            .variants()
            .filter(|variant| self.registry.get(&variant.name).is_none());
        for variant in new {
            if let Err(error) = session::start(compiled(variant)) {
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
        self.session = session::start(compiled(variant))?;
        self.session.set_network(self.network);
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

    /// Sets up the position with colours and ranks exchanged, without the moves that led to it.
    ///
    /// # Errors
    /// If that is no legal position; the game is as it was.
    pub fn flip(&mut self) -> Result<(), EngineError> {
        let fen = flip::flipped(self.variant(), &self.session.fen());
        self.set_up(&SetUp {
            fen: Some(fen),
            moves: Vec::new(),
        })
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

    /// From now on moves are written and read with squares named so.
    pub fn name_squares(&mut self, names: SquareNames) {
        self.settings.squares = names;
    }

    /// Searches with other numbers from now on, in whatever game.
    pub fn set_search_numbers(&mut self, numbers: &Numbers) {
        self.settings.numbers = *numbers;
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
            OptionId::Variant if value.trim().is_empty() => {
                return Err(wrong("expected the name of a game".to_string()));
            }
            OptionId::Variant => {
                self.set_variant(value)?;
                return Ok(Change::Variant);
            }
            OptionId::BookFile => return Ok(Change::Book(value.to_string())),
            OptionId::EvalFile => return Ok(Change::Network(value.to_string())),
            OptionId::VariantPath => return Ok(Change::Files(value.to_string())),
            OptionId::Chess960 => self.settings.chess960 = number != 0,
            OptionId::Hash => {
                let megabytes = number as usize;
                let resized = self.session.resize(megabytes);
                resized.map_err(|_| wrong("there is not so much memory".to_string()))?;
                self.settings.hash = megabytes;
            }
            OptionId::MultiPv => self.settings.multi_pv = number as usize,
            OptionId::MoveOverhead => self.settings.overhead = number as u64,
            OptionId::ClearHash => self.forget(),
            OptionId::Threads => self.settings.threads = number as usize,
            OptionId::AnalyseMode => self.settings.analyses = number != 0,
            OptionId::ShowWdl => self.settings.shows_chances = number != 0,
            OptionId::LimitStrength => self.settings.limits_strength = number != 0,
            OptionId::Elo => self.settings.elo = number,
            OptionId::SkillLevel => self.settings.skill = number,
            OptionId::Opponent => {
                let opponent = opponent(value).map_err(wrong)?;
                log::info!("the opponent: {opponent}");
            }
            OptionId::DebugLog => return Ok(Change::Log(value.to_string())),
            // Pondering is the GUI's to start: there is nothing to keep.
            OptionId::Ponder => {}
        }
        Ok(Change::Nothing)
    }

    /// Forgets what earlier searches have learnt. Waits for a search in progress.
    pub fn forget(&mut self) {
        self.session.forget();
    }

    /// Evaluates with the network of this file from now on, in games that it fits; an empty file is none, so that each
    /// game has the network that its rules name. A file stays in memory as long as the program runs. Gives why it does
    /// not fit the game in progress, if it does not: then that one goes on as if there were no file.
    ///
    /// # Errors
    /// If it is no network; all is as it was.
    pub fn set_network(&mut self, file: Vec<u8>) -> Result<Option<Misfit>, Misfit> {
        let misfit = match Blueprint::misfit(&file, self.variant()) {
            _ if file.is_empty() => None,
            Some(wrong @ Misfit::File(_)) => return Err(wrong),
            misfit => misfit,
        };
        self.network = (!file.is_empty()).then(|| &*file.leak());
        self.session.set_network(self.network);
        Ok(misfit)
    }

    /// Why the file of [`Engine::set_network`] does not fit the game in progress; `None` if it does, or there is none.
    pub fn network_misfit(&self) -> Option<Misfit> {
        Blueprint::misfit(self.network?, self.variant())
    }

    /// Takes a text, called `source` in messages, as the opening book; an empty text is none. It is read by
    /// [`Engine::open_book`].
    pub fn set_book(&mut self, source: &str, text: String) {
        self.library.replace(source, text);
    }

    /// Reads the opening book for the variant in use, if there is a book and that has not been done, and gives what is
    /// wrong with it. The book is not used before.
    pub fn open_book(&mut self) -> Vec<Diagnostic> {
        match self.library.is_open(&self.variant().name) {
            true => Vec::new(),
            false => self.library.open(&self.registry, self.session.sibling().as_mut()),
        }
    }

    /// What the opening book has for the position, the heaviest move first.
    pub fn book_moves(&self) -> Vec<BookMove> {
        let legal = self.session.legal_moves();
        let moves = self.library.moves(&self.variant().name, self.session.key(), &legal);
        let total: u64 = moves.iter().map(|&(_, _, weight)| u64::from(weight)).sum();
        let written = moves.into_iter().map(|(mv, count, weight)| BookMove {
            mv,
            text: self.write_move(mv),
            count,
            percentage: (u64::from(weight) * 100 / total.max(1)) as u32,
        });
        written.collect()
    }

    /// A move of the opening book for the position, at random by weight; only one of `among`, if that is given.
    pub fn choose_book_move(&mut self, among: Option<&[Move]>) -> Option<Move> {
        let mut legal = self.session.legal_moves();
        if let Some(among) = among {
            legal.retain(|mv| among.contains(mv));
        }
        let name = &self.session.variant().name;
        self.library.choose(name, self.session.key(), &legal, &mut self.random)
    }

    /// Thinks about the position on another thread and tells `listener` each line found and, last, the answer. A
    /// search in progress should have been stopped before; this one begins when it has ended. If the answer stands in
    /// the opening book and the request allows that, it is told at once.
    pub fn think(&mut self, request: &Request, mut listener: impl FnMut(Thought) + Send + 'static) {
        self.signals = Arc::new(Signals::new(request.ponder));
        if let Some(answer) = self.book_answer(request) {
            return listener(Thought::Answer(Box::new(answer)));
        }
        let style = self.style();
        self.session
            .think(request, &self.settings, style, &self.signals, Box::new(listener));
    }

    /// The answer to a request from the opening book. Who wants more than a move to play, such as several lines, wants
    /// the position searched.
    fn book_answer(&mut self, request: &Request) -> Option<Answer> {
        let lines = request.multi_pv.unwrap_or(self.settings.multi_pv);
        if self.settings.analyses || !request.from_book || !request.is_limited() || request.mate.is_some() || lines > 1
        {
            return None;
        }
        let best = self.choose_book_move(request.moves.as_deref())?;
        Some(Answer {
            best: Some((best, self.write_move(best))),
            reply: None,
            nodes: 0,
            value: None,
        })
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

    /// As [`Engine::ponder_hit`], with the limits of time of `request` instead of those that were known when the search
    /// began.
    pub fn ponder_hit_within(&self, request: &Request) {
        self.signals
            .ponder_hit_within(&thinking::limits(request, &self.settings));
    }

    /// Freezes the search in progress, and its clock, or lets it go on.
    pub fn pause(&self, paused: bool) {
        self.signals.pause(paused);
    }

    /// How far the search begun last has come.
    pub fn status(&self) -> Status {
        self.signals.progress.status()
    }
}

/// A generator that begins differently in every run.
fn unpredictable() -> SplitMix64 {
    SplitMix64::new(RandomState::new().build_hasher().finish())
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
