//! What is to be known of an engine before it is started: its command, its protocol, its habits.

use super::{CastlingForm, Letters};
use std::{fmt, path::PathBuf, str::FromStr, time::Duration};

/// The protocol that an engine speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Protocol {
    /// UCI.
    Uci,
    /// XBoard's, version 2.
    Xboard,
}

/// A text that should be one of a few words.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{found}\": expected {expected}")]
pub struct WordError {
    /// What it is.
    pub found: String,
    /// What it should be.
    pub expected: &'static str,
}

impl FromStr for Protocol {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Protocol, WordError> {
        match text.to_ascii_lowercase().as_str() {
            "uci" => Ok(Protocol::Uci),
            "xboard" | "cecp" | "winboard" => Ok(Protocol::Xboard),
            _ => Err(WordError {
                found: text.to_string(),
                expected: "uci or xboard",
            }),
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Protocol::Uci => "UCI",
            Protocol::Xboard => "XBoard",
        })
    }
}

/// An engine as a program.
#[derive(Clone, PartialEq, Debug)]
pub struct Program {
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs; `None` for where this program runs.
    pub directory: Option<PathBuf>,
    /// Its protocol; `None` to find out.
    pub protocol: Option<Protocol>,
    /// Options to set, by name, whether it offers them or not.
    pub options: Vec<(String, String)>,
    /// Options to set if it offers them.
    pub defaults: Vec<(String, String)>,
    /// What it calls variants: our name and its own.
    pub variants: Vec<(String, String)>,
    /// What it calls pieces.
    pub letters: Letters,
    /// How it is told castling; `None` for what is usual in its protocol.
    pub castling: Option<CastlingForm>,
    /// How long it may be silent when it is not its clock that limits it.
    pub patience: Duration,
}

impl Program {
    /// A program with its arguments, without further wishes.
    pub fn new(command: Vec<String>) -> Program {
        Program {
            command,
            directory: None,
            protocol: None,
            options: Vec::new(),
            defaults: Vec::new(),
            variants: Vec::new(),
            letters: Letters::default(),
            castling: None,
            patience: DEFAULT_PATIENCE,
        }
    }

    /// Its own name for a variant, if it is known to have another one.
    pub fn variant(&self, ours: &str) -> Option<&str> {
        let mut names = self.variants.iter();
        names
            .find(|(known, _)| known.eq_ignore_ascii_case(ours))
            .map(|(_, theirs)| theirs.as_str())
    }
}

/// How long an engine may be silent unless the user says otherwise.
pub const DEFAULT_PATIENCE: Duration = Duration::from_secs(60);
