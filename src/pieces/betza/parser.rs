//! Reads a text into its tree, atom by atom.

use super::{
    Dialect,
    directions::Direction,
    error::{BetzaError, BetzaErrorKind},
    tree::{Modifiers, Node, Part, Range, Ride, Step},
};

/// What is wrong at a character; the text is added by [`super::parse`].
pub struct Fault {
    /// The character's index.
    pub at: usize,
    /// See [`BetzaError::message`].
    pub message: String,
    /// See [`BetzaError::kind`].
    pub kind: BetzaErrorKind,
}

impl Fault {
    /// The text is wrong.
    pub fn malformed(at: usize, message: impl Into<String>) -> Fault {
        Fault {
            at,
            message: message.into(),
            kind: BetzaErrorKind::Malformed,
        }
    }

    /// The text is right, but asks for something that no moves are generated for; `what` names it.
    pub fn not_generated(at: usize, what: impl std::fmt::Display) -> Fault {
        let message = format!("{what}: valid XBetza, but not generated yet");
        Fault {
            at,
            message,
            kind: BetzaErrorKind::NotGenerated,
        }
    }

    /// The fault as an error about `text`.
    pub fn within(self, text: &str) -> BetzaError {
        BetzaError {
            text: text.to_string(),
            at: self.at,
            message: self.message,
            kind: self.kind,
        }
    }
}

/// The longest side of a leap (a board has 16 files and ranks at most).
const MAX_LEAP: u32 = 15;
/// The most legs of one atom.
const MAX_LEGS: usize = 16;

/// A reader of one text.
pub struct Parser {
    chars: Vec<char>,
    at: usize,
    dialect: Dialect,
}

impl Parser {
    /// A reader at the start of `text`.
    pub fn new(text: &str, dialect: Dialect) -> Parser {
        Parser {
            chars: text.chars().collect(),
            at: 0,
            dialect,
        }
    }

    /// The next atom with its modifiers, and where it starts; `None` at the end of the text.
    pub fn next_atom(&mut self) -> Result<Option<(usize, Node)>, Fault> {
        let start = self.at;
        if self.peek().is_none() {
            return Ok(None);
        }
        let mut legs = vec![self.modifiers(false)?];
        while self.peek() == Some('a') {
            self.at += 1;
            if legs.len() == MAX_LEGS {
                return Err(Fault::malformed(
                    self.at - 1,
                    format!("more than {MAX_LEGS} legs in one move"),
                ));
            }
            legs.push(self.modifiers(true)?);
        }
        let bracket = self.peek() == Some('[');
        let node = match (bracket, legs.pop()) {
            (true, Some(outer)) if legs.is_empty() => self.group(outer)?,
            (true, _) => return Err(Fault::not_generated(self.at, "brackets after the modifier a")),
            (false, last) => {
                legs.extend(last);
                Node::Chain {
                    legs,
                    ride: self.ride()?,
                }
            }
        };
        Ok(Some((start, node)))
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    /// The next character as an ASCII byte, or 0.
    fn byte(&self, ahead: usize) -> u8 {
        self.chars
            .get(self.at + ahead)
            .and_then(|&c| u8::try_from(c).ok())
            .filter(u8::is_ascii)
            .unwrap_or(0)
    }

    /// Small letters up to an `a` or anything else; `later` for a leg after the first.
    fn modifiers(&mut self, later: bool) -> Result<Modifiers, Fault> {
        let mut modifiers = Modifiers::new(self.at);
        loop {
            let letter = self.byte(0);
            if !letter.is_ascii_lowercase() || letter == b'a' {
                return Ok(modifiers);
            }
            if Direction::is_letter(letter, later) {
                let next = self.byte(1);
                let pair = Direction::is_letter(next, later) && Direction::combine(letter, next);
                let direction = if pair {
                    Direction(letter, next)
                } else {
                    Direction(letter, letter)
                };
                if direction == Direction(b'h', b'h') {
                    let message = "h (half) needs a direction before it, or l or r after it, as in fh or hr";
                    return Err(Fault::malformed(self.at, message));
                }
                modifiers.directions.push(direction);
                self.at += 1 + pair as usize;
                continue;
            }
            if !b"mcdeitpgoynjqzux".contains(&letter) {
                return Err(Fault::malformed(
                    self.at,
                    format!("unknown modifier \"{}\"", letter as char),
                ));
            }
            if !modifiers.add(letter, self.at) {
                return Err(match letter {
                    b'p' => Fault::not_generated(self.at, "pp, a hop over any number of pieces"),
                    b'j' => Fault::not_generated(self.at, "jj, a jump over any number of pieces"),
                    _ => Fault::malformed(self.at, format!("the modifier {} is written twice", letter as char)),
                });
            }
            self.at += 1;
        }
    }

    /// A capital or a tuple, with its range.
    fn ride(&mut self) -> Result<Ride, Fault> {
        let start = self.at;
        let Some(letter) = self.peek() else {
            return Err(Fault::malformed(
                start,
                "the text ends where an atom (a capital letter) should follow",
            ));
        };
        let (step, slider) = match letter {
            '(' => (self.tuple()?, false),
            'O' => {
                return Err(Fault::not_generated(
                    start,
                    "castling O (rules of castling are keys of the variant)",
                ));
            }
            '@' => {
                return Err(Fault::not_generated(
                    start,
                    "drops @ (rules of drops are keys of the variant)",
                ));
            }
            _ => {
                let Some((step, slider)) = self.letter(letter) else {
                    let expected = "expected an atom: one of A B C D F G H J K L N Q R U W Z, (x,y) or [";
                    return Err(Fault::malformed(
                        start,
                        format!("unknown \"{}\"; {expected}", letter.escape_default()),
                    ));
                };
                self.at += 1;
                (self.extended(step, slider)?, slider)
            }
        };
        let slide = Ride {
            step,
            range: if slider { Range::ANY } else { Range::ONE },
            ranged: slider,
        };
        if step == Step::Universal {
            return Ok(slide);
        }
        if letter != '(' && self.peek() == Some(letter) {
            self.at += 1;
            return Ok(Ride {
                range: Range::ANY,
                ranged: true,
                ..slide
            });
        }
        if self.byte(0).is_ascii_digit() {
            let max = self.number(u32::from(Range::UNLIMITED))?;
            let max = if max == 0 { Range::UNLIMITED } else { max as u8 };
            return Ok(Ride {
                range: Range { min: 1, max },
                ranged: true,
                ..slide
            });
        }
        if self.byte(0) == b'[' && self.byte(1).is_ascii_digit() {
            return Ok(Ride {
                range: self.bracket_range()?,
                ranged: true,
                ..slide
            });
        }
        Ok(slide)
    }

    /// The step of a capital, and whether it slides.
    fn letter(&self, letter: char) -> Option<(Step, bool)> {
        let fairy = self.dialect == Dialect::Fairy;
        Some(match letter {
            'W' => (Step::Leap(0, 1), false),
            'F' => (Step::Leap(1, 1), false),
            'D' => (Step::Leap(0, 2), false),
            'N' => (Step::Leap(1, 2), false),
            'A' => (Step::Leap(2, 2), false),
            'H' => (Step::Leap(0, 3), false),
            'C' => (Step::Leap(1, 3), false),
            'Z' => (Step::Leap(2, 3), false),
            'L' => (if fairy { Step::Leap(1, 3) } else { Step::Leap(2, 3) }, false),
            'J' => (if fairy { Step::Leap(2, 3) } else { Step::Leap(1, 3) }, false),
            'G' => (Step::Leap(3, 3), false),
            'K' => (Step::King, false),
            'R' => (Step::Leap(0, 1), true),
            'B' => (Step::Leap(1, 1), true),
            'Q' => (Step::King, true),
            'U' => (Step::Universal, false),
            _ => return None,
        })
    }

    /// Suffixes of a leaper's capital: X leaps three squares more along the longer side, Y two more both ways.
    fn extended(&mut self, step: Step, slider: bool) -> Result<Step, Fault> {
        let Some(suffix @ ('X' | 'Y')) = self.peek() else {
            return Ok(step);
        };
        let Step::Leap(a, b) = step else {
            return Err(Fault::malformed(
                self.at,
                format!("{suffix} may only follow a leaper's letter"),
            ));
        };
        if slider {
            return Err(Fault::malformed(
                self.at,
                format!("{suffix} may only follow a leaper's letter"),
            ));
        }
        self.at += 1;
        Ok(if suffix == 'X' {
            Step::Leap(a, b + 3)
        } else {
            Step::Leap(a + 2, b + 2)
        })
    }

    /// `(x,y)`.
    fn tuple(&mut self) -> Result<Step, Fault> {
        let start = self.at;
        self.at += 1;
        if !self.byte(0).is_ascii_digit() {
            return Err(Fault::not_generated(
                start,
                "a repeated group in parentheses (a leap is written (x,y))",
            ));
        }
        let x = self.number(MAX_LEAP)?;
        self.expect(',', "the leap's first number")?;
        let y = self.number(MAX_LEAP)?;
        self.expect(')', "the leap's second number")?;
        if (x, y) == (0, 0) {
            return Err(Fault::malformed(start, "a leap of (0,0) goes nowhere"));
        }
        Ok(Step::Leap(x.min(y) as u8, x.max(y) as u8))
    }

    /// `[min-max]` after an atom; a maximum of 0 is no limit.
    fn bracket_range(&mut self) -> Result<Range, Fault> {
        let start = self.at;
        self.at += 1;
        let min = self.number(u32::from(Range::UNLIMITED) - 1)?;
        self.expect('-', "the range's least number of steps")?;
        let max = self.number(u32::from(Range::UNLIMITED) - 1)?;
        self.expect(']', "the range's greatest number of steps")?;
        let max = if max == 0 { u32::from(Range::UNLIMITED) } else { max };
        if min == 0 || min > max {
            return Err(Fault::malformed(
                start,
                "a range goes from at least 1 step up to as many or more steps",
            ));
        }
        Ok(Range {
            min: min as u8,
            max: max as u8,
        })
    }

    fn expect(&mut self, wanted: char, after: &str) -> Result<(), Fault> {
        if self.peek() != Some(wanted) {
            return Err(Fault::malformed(
                self.at,
                format!("expected \"{wanted}\" after {after}"),
            ));
        }
        self.at += 1;
        Ok(())
    }

    /// A decimal number of at most `limit`.
    fn number(&mut self, limit: u32) -> Result<u32, Fault> {
        let start = self.at;
        let mut value = 0u32;
        while self.byte(0).is_ascii_digit() {
            value = value.saturating_mul(10).saturating_add(u32::from(self.byte(0) - b'0'));
            self.at += 1;
        }
        if self.at == start {
            return Err(Fault::malformed(start, "expected a number"));
        }
        if value > limit {
            return Err(Fault::malformed(
                start,
                format!("the number is too large; the most here is {limit}"),
            ));
        }
        Ok(value)
    }

    /// `[..]`, the modifiers before which are `outer`. Legs are linked by `-` (go on) or `?` (stop or go on);
    /// in the older form `t[..]` they follow one another and each may be the last.
    fn group(&mut self, outer: Modifiers) -> Result<Node, Fault> {
        let start = self.at;
        let (mut outer, then) = (outer.clone(), outer.has(b't'));
        if then {
            outer = outer.without(b't');
        }
        self.at += 1;
        let mut parts: Vec<Part> = Vec::new();
        loop {
            let modifiers = self.modifiers(!parts.is_empty())?;
            match self.peek() {
                None => return Err(Fault::malformed(start, "this bracket is never closed")),
                Some('a') => return Err(Fault::not_generated(self.at, "the modifier a within brackets")),
                Some('[') => return Err(Fault::not_generated(self.at, "brackets within brackets")),
                Some(_) => {}
            }
            let ride = self.ride()?;
            parts.push(Part {
                modifiers,
                ride,
                stop: then,
            });
            if parts.len() > MAX_LEGS {
                return Err(Fault::malformed(
                    start,
                    format!("more than {MAX_LEGS} legs in one move"),
                ));
            }
            match self.peek() {
                Some(']') => break,
                Some(link @ ('-' | '?')) if !then => {
                    self.at += 1;
                    if let Some(part) = parts.last_mut() {
                        part.stop = link == '?';
                    }
                }
                Some(_) if then => {}
                None => return Err(Fault::malformed(start, "this bracket is never closed")),
                Some(_) => {
                    let message = "expected - (go on), ? (stop or go on) or ] after a leg in brackets";
                    return Err(Fault::malformed(self.at, message));
                }
            }
        }
        self.at += 1;
        if parts.len() < 2 {
            return Err(Fault::malformed(start, "brackets hold at least two legs, as in [F?R]"));
        }
        if self.byte(0).is_ascii_digit() {
            return Err(Fault::not_generated(self.at, "a repeated group in brackets"));
        }
        if let Some(last) = parts.last_mut() {
            last.stop = false;
        }
        Ok(Node::Group { outer, parts })
    }
}
