//! Betza notation, in the extended dialect of XBoard and the Interactive Diagram (XBetza): docs/betza.md.

mod directions;
mod error;
mod legs;
mod parser;
mod tree;

pub use error::{BetzaError, BetzaErrorKind};

pub(in crate::pieces) use directions::{Direction, Vector, any_covers, circle, hand, route, turned};
pub(in crate::pieces) use legs::{Curve, Heading, Leg, Pass, Route};
pub(in crate::pieces) use tree::Step;

use super::paths::{self, Ends};
use parser::{Fault, Parser};
use std::fmt;

/// Which program's reading of the letters that programs disagree on: J and L.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Dialect {
    /// Fairy-Stockfish: L is the (1,3) leap, J the (2,3) leap.
    Fairy,
    /// XBoard: J is the (1,3) leap, L the (2,3) leap.
    XBoard,
}

/// A piece's movement: the atoms of one description. Displayed as a text that means the same in both dialects.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Movement {
    atoms: Vec<Atom>,
}

/// One atom of a movement with its modifiers: `fmW`, `NN`, `yafsF`, `[F?R]`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Atom {
    text: String,
    pub(in crate::pieces) legs: Vec<Leg>,
    /// Directions that the whole of a bracketed move must have.
    pub(in crate::pieces) overall: Vec<Direction>,
}

impl Movement {
    /// The atoms in the order written; [`Path::atom`](super::paths::Path::atom) is an index into them.
    pub fn atoms(&self) -> &[Atom] {
        &self.atoms
    }

    /// Whether there is no atom, so that the piece never moves.
    pub fn is_empty(&self) -> bool {
        self.atoms.is_empty()
    }

    /// Whether any atom captures en passant (`e`).
    pub fn has_en_passant(&self) -> bool {
        self.atoms.iter().any(|atom| atom.ends().contains(Ends::EN_PASSANT))
    }

    /// Whether any atom is for a piece's initial move only (`i`).
    pub fn has_initial(&self) -> bool {
        self.atoms.iter().any(|atom| atom.ends().contains(Ends::INITIAL))
    }
}

impl Atom {
    /// The atom as canonical text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// All ways in which a move of this atom may end.
    pub fn ends(&self) -> Ends {
        self.legs.iter().fold(Ends(0), |ends, leg| ends | leg.ends)
    }
}

impl fmt::Display for Movement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut last = None;
        for atom in &self.atoms {
            // Two equal capitals in a row would be read as one rider.
            if let Some(letter) = last.filter(|&c: &char| c.is_ascii_uppercase() && atom.text.starts_with(c)) {
                f.write_str(if "RBQ".contains(letter) { "0" } else { "1" })?;
            }
            f.write_str(&atom.text)?;
            last = atom.text.chars().last();
        }
        Ok(())
    }
}

/// The longest text that is read, in characters.
pub const MAX_TEXT: usize = 1000;

/// Reads a description in Betza notation; the empty text is a piece that never moves. Blanks around it are ignored.
///
/// # Errors
/// For text that is malformed or contradictory, for moves of XBetza that are not generated yet, and for movements
/// of more than [`paths::MAX_PATHS`] paths from one square; see [`BetzaErrorKind`].
pub fn parse(text: &str, dialect: Dialect) -> Result<Movement, BetzaError> {
    let text = text.trim();
    read(text, dialect).map_err(|fault| fault.within(text))
}

fn read(text: &str, dialect: Dialect) -> Result<Movement, Fault> {
    if text.chars().count() > MAX_TEXT {
        let message = format!("a description has at most {MAX_TEXT} characters");
        return Err(Fault {
            at: MAX_TEXT,
            message,
            kind: BetzaErrorKind::TooLarge,
        });
    }
    let mut parser = Parser::new(text, dialect);
    let mut movement = Movement::default();
    let mut starts = Vec::new();
    while let Some((at, node)) = parser.next_atom()? {
        starts.push(at);
        let legs = legs::lower(&node)?;
        let overall = match &node {
            tree::Node::Group { outer, .. } => outer.directions.clone(),
            tree::Node::Chain { .. } => Vec::new(),
        };
        movement.atoms.push(Atom {
            text: node.to_string(),
            legs,
            overall,
        });
    }
    paths::within_limit(&movement).map_err(|index| {
        let message = format!(
            "with this atom there are more than {} paths from one square, or too many ways to them",
            paths::MAX_PATHS
        );
        Fault {
            at: starts.get(index).copied().unwrap_or(0),
            message,
            kind: BetzaErrorKind::TooLarge,
        }
    })?;
    Ok(movement)
}
