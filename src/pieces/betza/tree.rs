//! A description as written: modifiers, steps and ranges; and its printer.

use super::directions::{self, Direction};
use std::fmt;

/// The step of an atom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Step {
    /// The leap by so many squares one way and so many the other, the smaller number first.
    Leap(u8, u8),
    /// K and Q: W and F together.
    King,
    /// U: any other square of the board.
    Universal,
}

/// How many steps a leg may have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Range {
    /// At least so many, from 1.
    pub min: u8,
    /// At most so many; [`Range::UNLIMITED`] for any number.
    pub max: u8,
}

impl Range {
    /// More steps than any board has.
    pub const UNLIMITED: u8 = u8::MAX;
    /// One step.
    pub const ONE: Range = Range { min: 1, max: 1 };
    /// Any number of steps.
    pub const ANY: Range = Range {
        min: 1,
        max: Range::UNLIMITED,
    };

    /// The range after a range toggle (`y`, `g`): a single step becomes a ride, a ride becomes a single step.
    pub fn toggled(self) -> Range {
        if self == Range::ONE { Range::ANY } else { Range::ONE }
    }
}

/// The lower-case letters before an atom (or one leg of it).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modifiers {
    /// Where they start in the text, as a character index.
    pub at: usize,
    /// The directions, in the order written.
    pub directions: Vec<Direction>,
    /// The other letters, each with its character index.
    letters: Vec<(u8, usize)>,
}

/// The order in which other modifiers than directions are printed; XBoard reads them in this order only.
const ORDER: &[u8] = b"mcdetpgoynjqzux";

impl Modifiers {
    /// Modifiers that start at character `at`.
    pub fn new(at: usize) -> Modifiers {
        Modifiers {
            at,
            ..Modifiers::default()
        }
    }

    /// Whether the small letter is among them.
    pub fn has(&self, letter: u8) -> bool {
        self.letters.iter().any(|&(other, _)| other == letter)
    }

    /// Adds a small letter that stands at character `at`; false if there is one already.
    pub fn add(&mut self, letter: u8, at: usize) -> bool {
        let new = !self.has(letter);
        self.letters.push((letter, at));
        new
    }

    /// The same without a small letter.
    pub fn without(&self, letter: u8) -> Modifiers {
        let letters = self
            .letters
            .iter()
            .copied()
            .filter(|&(other, _)| other != letter)
            .collect();
        Modifiers {
            letters,
            directions: self.directions.clone(),
            at: self.at,
        }
    }

    /// The first of `letters` that is among them.
    pub fn first_of(&self, letters: &str) -> Option<char> {
        letters.chars().find(|&c| self.has(c as u8))
    }

    /// Where the last of those `letters` stands that are among them; without any, where the modifiers start.
    pub fn place(&self, letters: &str) -> usize {
        let wanted = |&&(letter, _): &&(u8, usize)| letters.as_bytes().contains(&letter);
        self.letters.iter().rev().find(wanted).map_or(self.at, |&(_, at)| at)
    }
}

impl fmt::Display for Modifiers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.has(b'i') {
            f.write_str("i")?;
        }
        f.write_str(&directions::print(&self.directions))?;
        for &letter in ORDER.iter().filter(|&&letter| self.has(letter)) {
            write!(f, "{}", letter as char)?;
        }
        Ok(())
    }
}

/// A step with a range, as an atom's capital and number give it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ride {
    /// The single step.
    pub step: Step,
    /// How often it may be repeated.
    pub range: Range,
    /// Whether the range was written (a doubled letter, a number, or a slider's capital).
    pub ranged: bool,
}

impl fmt::Display for Ride {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let slider = self.ranged && self.range != Range::ONE;
        let letter = match self.step {
            Step::Universal => return f.write_str("U"),
            Step::King if slider => "Q",
            Step::King => "K",
            Step::Leap(0, 1) if slider => "R",
            Step::Leap(1, 1) if slider => "B",
            Step::Leap(0, 1) => "W",
            Step::Leap(1, 1) => "F",
            Step::Leap(0, 2) => "D",
            Step::Leap(1, 2) => "N",
            Step::Leap(2, 2) => "A",
            Step::Leap(0, 3) => "H",
            Step::Leap(1, 3) => "C",
            Step::Leap(2, 3) => "Z",
            Step::Leap(3, 3) => "G",
            Step::Leap(..) => "",
        };
        f.write_str(letter)?;
        if let (Step::Leap(a, b), "") = (self.step, letter) {
            write!(f, "({a},{b})")?;
        }
        if !self.ranged {
            return Ok(());
        }
        let end = if self.range.max == Range::UNLIMITED {
            0
        } else {
            self.range.max
        };
        match self.range.min {
            1 if end == 0 && matches!(letter, "Q" | "R" | "B") => Ok(()),
            1 => write!(f, "{end}"),
            min => write!(f, "[{min}-{end}]"),
        }
    }
}

/// One leg within brackets.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// The leg's modifiers.
    pub modifiers: Modifiers,
    /// The leg's step and range.
    pub ride: Ride,
    /// Whether the move may also end after this leg (`?`); of no meaning for the last leg.
    pub stop: bool,
}

/// One atom with everything before it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Node {
    /// An atom in one leg, or in several that are separated by `a`.
    Chain {
        /// The modifiers of each leg, at least one.
        legs: Vec<Modifiers>,
        /// The step and range that all legs share.
        ride: Ride,
    },
    /// Legs in brackets.
    Group {
        /// The modifiers before the bracket.
        outer: Modifiers,
        /// The legs, at least two.
        parts: Vec<Part>,
    },
}

impl fmt::Display for Node {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Node::Chain { legs, ride } => {
                for (i, leg) in legs.iter().enumerate() {
                    write!(f, "{}{leg}", if i > 0 { "a" } else { "" })?;
                }
                write!(f, "{ride}")
            }
            Node::Group { outer, parts } => {
                write!(f, "{outer}[")?;
                for (i, part) in parts.iter().enumerate() {
                    let last = i + 1 == parts.len();
                    let link = if last { "]" } else { ["-", "?"][part.stop as usize] };
                    write!(f, "{}{}{link}", part.modifiers, part.ride)?;
                }
                Ok(())
            }
        }
    }
}
