//! Why a Betza text was not accepted, and where.

use std::fmt;

/// What is wrong with a text in general.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum BetzaErrorKind {
    /// It is no Betza notation, or contradicts itself.
    Malformed,
    /// It is good XBetza, but no moves are generated from it yet.
    NotGenerated,
    /// It describes more paths than a piece may have.
    TooLarge,
}

/// A Betza text that was not accepted. Displayed as the message, the text, and a caret under the place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BetzaError {
    /// The whole text.
    pub text: String,
    /// The index of the character that the message is about (the length of the text for its end).
    pub at: usize,
    /// What is wrong there and what was expected, in one line.
    pub message: String,
    /// What is wrong in general.
    pub kind: BetzaErrorKind,
}

impl fmt::Display for BetzaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "{} (character {} of \"{}\")",
            self.message,
            self.at + 1,
            self.text.escape_default()
        )?;
        // A tab or the like would put the caret in the wrong place.
        let shown: String = self
            .text
            .chars()
            .map(|c| if c.is_control() { ' ' } else { c })
            .collect();
        writeln!(f, "  {shown}")?;
        write!(f, "  {:>1$}", '^', self.at + 1)
    }
}

impl std::error::Error for BetzaError {}
