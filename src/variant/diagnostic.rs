//! What `check` says about an ini text: one entry for each problem, with its place.

use std::fmt;

/// How bad a problem is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Severity {
    /// Nothing is wrong; something is worth knowing.
    Note,
    /// The variant can be played, but something in it is probably not meant so.
    Warning,
    /// The variant is refused.
    Error,
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Severity::Note => "note",
            Severity::Warning => "warning",
            Severity::Error => "error",
        })
    }
}

/// One problem in an ini text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic {
    /// How bad it is.
    pub severity: Severity,
    /// The file's name, or whatever the text was loaded as.
    pub source: String,
    /// The line, from 1; 0 if the text as a whole is meant.
    pub line: usize,
    /// The section the line belongs to; empty before the first section.
    pub section: String,
    /// The key, where one is concerned; else empty.
    pub key: String,
    /// What is wrong and what was expected. Further lines, if any, show the place in the value.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.line {
            0 => write!(f, "{}: {}: ", self.source, self.severity)?,
            line => write!(f, "{}:{line}: {}: ", self.source, self.severity)?,
        }
        if !self.section.is_empty() {
            write!(f, "[{}] ", self.section)?;
        }
        if !self.key.is_empty() {
            write!(f, "{}: ", self.key)?;
        }
        f.write_str(&self.message)
    }
}
