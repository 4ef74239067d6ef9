//! Engines that are programs of their own, as players: they are started, asked who they are, told the game in their own
//! terms, and started again when they have broken down.

mod process;
mod spec;
mod translator;
mod uci;
mod xboard;

pub use spec::{DEFAULT_PATIENCE, Program, Protocol, WordError};
pub use translator::{CastlingForm, Letters};

use super::{Decision, Judgement, Limits, Player, PlayerError, Turn};
use crate::engine::{Engine, Value};
use process::{NoLine, Process};
use std::{
    collections::BTreeMap,
    time::{Duration, Instant},
};
use translator::{Spelling, Translator};

/// How long an engine may take to say who it is.
const GREETING: Duration = Duration::from_secs(10);
/// How long an engine whose time is up may take to come to an end.
const GRACE: Duration = Duration::from_secs(2);

/// What an engine says of itself.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Introduction {
    /// Its name, if it says.
    pub name: Option<String>,
    /// The names of its options, as it writes them.
    pub options: Vec<String>,
    /// The variants that it plays, by its names; `None` if it does not say.
    pub variants: Option<Vec<String>>,
    /// XBoard's features other than options, by name.
    features: BTreeMap<String, String>,
}

impl Introduction {
    /// The option with this name, whatever its case, as the engine writes it.
    fn option(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        options
            .find(|known| known.eq_ignore_ascii_case(name))
            .map(String::as_str)
    }

    /// Whether a feature is there and on.
    fn has(&self, feature: &str) -> bool {
        self.features.get(feature).is_some_and(|value| value == "1")
    }
}

/// One way of talking to an engine.
trait Dialect: Send {
    /// Sets options.
    fn configure(&mut self, process: &Process, introduction: &Introduction, program: &Program);

    /// Begins a game.
    fn begin(&mut self, process: &Process, game: &mut Beginning) -> Result<(), PlayerError>;

    /// Gives the move to the engine, and waits for its answer.
    fn think(&mut self, process: &Process, turn: &Turn, game: &mut Thinking) -> Result<Decision, PlayerError>;

    /// The game has ended.
    fn end(&mut self, process: &Process, result: &str, reason: &str);
}

/// What a game begins with.
struct Beginning<'a> {
    introduction: &'a Introduction,
    /// The engine's name for the variant.
    variant: &'a str,
    translator: &'a Translator,
    limits: &'a Limits,
    patience: Duration,
}

/// What an engine needs to think.
struct Thinking<'a> {
    introduction: &'a Introduction,
    translator: &'a mut Translator,
    limits: &'a Limits,
    patience: Duration,
}

/// An engine that runs.
struct Connection {
    process: Process,
    protocol: Protocol,
    introduction: Introduction,
    dialect: Box<dyn Dialect>,
}

impl Connection {
    fn open(label: &str, program: &Program) -> Result<Connection, PlayerError> {
        let start = || {
            Process::start(label, &program.command, program.directory.as_deref())
                .map_err(|error| PlayerError::Crash(format!("cannot start \"{}\": {error}", program.command.join(" "))))
        };
        let mut process = start()?;
        let (protocol, introduction) = match program.protocol {
            Some(Protocol::Uci) => (Protocol::Uci, uci::greet(&mut process)?),
            Some(Protocol::Xboard) => (Protocol::Xboard, xboard::greet(&mut process)?),
            None => match uci::greet(&mut process) {
                Ok(introduction) => (Protocol::Uci, introduction),
                Err(not_uci) => {
                    process = start()?;
                    let introduction = xboard::greet(&mut process).map_err(|not_xboard| {
                        PlayerError::Crash(format!("as UCI: {not_uci}; as XBoard: {not_xboard}"))
                    })?;
                    (Protocol::Xboard, introduction)
                }
            },
        };
        let mut dialect: Box<dyn Dialect> = match protocol {
            Protocol::Uci => Box::new(uci::Uci::default()),
            Protocol::Xboard => Box::new(xboard::Xboard::default()),
        };
        dialect.configure(&process, &introduction, program);
        Ok(Connection {
            process,
            protocol,
            introduction,
            dialect,
        })
    }
}

/// An engine that is a program of its own.
pub struct ExternalPlayer {
    name: String,
    program: Program,
    limits: Limits,
    /// Knows the variants, for translators.
    engine: Engine,
    connection: Option<Connection>,
    translator: Option<Translator>,
}

impl ExternalPlayer {
    /// A player that starts the program when it is needed; `engine` knows the variants.
    pub fn new(name: String, program: Program, limits: Limits, engine: Engine) -> ExternalPlayer {
        ExternalPlayer {
            name,
            program,
            limits,
            engine,
            connection: None,
            translator: None,
        }
    }

    /// Starts the program, if it does not run, and gives what it says of itself.
    ///
    /// # Errors
    /// If it cannot be started or does not answer.
    pub fn meet(&mut self) -> Result<(Protocol, &Introduction), PlayerError> {
        let connection = match self.connection.take() {
            Some(connection) => connection,
            None => Connection::open(&self.name, &self.program)?,
        };
        let connection = self.connection.insert(connection);
        Ok((connection.protocol, &connection.introduction))
    }

    /// The engine's name for a variant of ours.
    ///
    /// # Errors
    /// If it says which variants it plays, and this is none of them.
    pub fn name_of(&mut self, variant: &str) -> Result<String, PlayerError> {
        if let Some(theirs) = self.program.variant(variant) {
            return Ok(theirs.to_string());
        }
        let mut ours = vec![variant.to_string()];
        if let Some(known) = self.engine.registry().get(variant) {
            ours.extend(known.synonyms.iter().cloned());
        }
        let is_default = variant.eq_ignore_ascii_case(self.engine.default_variant());
        let name = self.name.clone();
        let (_, introduction) = self.meet()?;
        let Some(theirs) = &introduction.variants else {
            return match is_default {
                true => Ok(variant.to_string()),
                false => Err(PlayerError::Crash(format!(
                    "{name} does not say that it plays variants"
                ))),
            };
        };
        let found = ours
            .iter()
            .find_map(|name| theirs.iter().find(|known| known.eq_ignore_ascii_case(name)));
        found.cloned().ok_or_else(|| {
            PlayerError::Crash(format!(
                "{name} does not play {variant}; if it knows the game by another name, say variant={variant}=NAME"
            ))
        })
    }

    fn try_to_begin(&mut self, variant: &str, fen: &str) -> Result<(), PlayerError> {
        let theirs = self.name_of(variant)?;
        let is_random = self.engine.registry().get(variant).is_some_and(|known| known.chess960);
        let is_other_game = self.program.variant(variant).is_some();
        let (protocol, _) = self.meet()?;
        let usual = match (protocol, is_random) {
            (_, false) => CastlingForm::King,
            (Protocol::Uci, true) => CastlingForm::Rook,
            (Protocol::Xboard, true) => CastlingForm::Words,
        };
        let spelling = Spelling {
            letters: self.program.letters.clone(),
            castling: self.program.castling.unwrap_or(usual),
            pass: match protocol {
                Protocol::Uci => "0000",
                Protocol::Xboard => "@@@@",
            },
            ten_ranks_from_zero: protocol == Protocol::Xboard,
            is_other_game,
        };
        let translator = self
            .translator
            .insert(Translator::new(self.engine.sibling(), spelling, variant, fen)?);
        let Some(connection) = &mut self.connection else {
            return Ok(());
        };
        connection.dialect.begin(
            &connection.process,
            &mut Beginning {
                introduction: &connection.introduction,
                variant: &theirs,
                translator,
                limits: &self.limits,
                patience: self.program.patience,
            },
        )
    }

    /// Ends a program that is of no use any more; gives the error with what is known of its end.
    fn drop_connection(&mut self, error: PlayerError) -> PlayerError {
        let Some(mut connection) = self.connection.take() else {
            return error;
        };
        match error {
            PlayerError::Crash(what) => PlayerError::Crash(format!("{what}: {}", connection.process.end())),
            other => other,
        }
    }
}

impl Player for ExternalPlayer {
    fn name(&self) -> &str {
        &self.name
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn begin(&mut self, variant: &str, fen: &str) -> Result<(), PlayerError> {
        let first = self.try_to_begin(variant, fen);
        let Err(error) = first else { return Ok(()) };
        // What it has done in the last game may have been too much for it.
        log::warn!("{}: {error}; it is started again", self.name);
        let _ = self.drop_connection(error);
        self.try_to_begin(variant, fen)
            .map_err(|error| self.drop_connection(error))
    }

    fn choose(&mut self, turn: &Turn) -> Result<Decision, PlayerError> {
        let (Some(connection), Some(translator)) = (&mut self.connection, &mut self.translator) else {
            return Err(PlayerError::Crash("the engine does not run".to_string()));
        };
        let mut thinking = Thinking {
            introduction: &connection.introduction,
            translator,
            limits: &self.limits,
            patience: self.program.patience,
        };
        let decision = connection.dialect.think(&connection.process, turn, &mut thinking);
        decision.map_err(|error| match error {
            PlayerError::Complaint(_) | PlayerError::Refused(_) => error,
            other => self.drop_connection(other),
        })
    }

    fn end(&mut self, result: &str, reason: &str) {
        if let Some(connection) = &mut self.connection {
            connection.dialect.end(&connection.process, result, reason);
        }
    }
}

impl Drop for ExternalPlayer {
    fn drop(&mut self) {
        if let Some(connection) = &mut self.connection {
            connection.process.quit("quit");
        }
    }
}

/// The error for a line that has not come; `what` was expected.
fn missing(no_line: NoLine, what: &str) -> PlayerError {
    match no_line {
        NoLine::Silence => PlayerError::Stalled(format!("no {what} came")),
        NoLine::Ended => PlayerError::Crash(format!("no {what} came")),
    }
}

/// What an engine has said of its best line in a search.
#[derive(Clone, Copy, Debug, Default)]
struct Heard {
    value: Option<Value>,
    depth: u32,
    nodes: u64,
}

impl Heard {
    fn judgement(self, time: Duration) -> Option<Judgement> {
        Some(Judgement {
            value: self.value?,
            depth: self.depth,
            nodes: self.nodes,
            time,
        })
    }
}

/// When the answer to what was asked at `began` must be there.
fn deadline(began: Instant, turn: &Turn, patience: Duration) -> Instant {
    began + turn.allowance.unwrap_or(patience)
}
