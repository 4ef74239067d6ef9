//! The meaning of a description: its tree becomes legs, and what has no moves (yet) is refused by name.

use super::{
    directions::{Direction, Turns},
    parser::Fault,
    tree::{Modifiers, Node, Part, Range, Ride, Step},
};
use crate::pieces::paths::Ends;

/// Which way a leg may start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Heading {
    /// A first leg: any vector of its step that these directions cover, as the mover sees them.
    Absolute(Vec<Direction>),
    /// The vector of the leg before, turned. `convert`: straight and diagonal steps turn into each other; else
    /// only vectors of the leg's own step are taken.
    Turned {
        /// By how much.
        turns: Turns,
        /// Whether a turn may change the step.
        convert: bool,
    },
    /// Those vectors of the leg's step that deviate least from the leg before.
    Onward,
}

/// How a rider's steps follow one another.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Curve {
    /// In one direction.
    Straight,
    /// Each turned to the same hand as the one before (`q`).
    Circular,
    /// Each turned to the other hand than the one before (`z`).
    Crooked,
}

/// What holds on the squares that a single step passes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Route {
    /// Nothing: it leaps.
    Free,
    /// They are empty (`n`).
    Lame,
    /// Exactly one of them is occupied (`j` on a leaper).
    Jump,
    /// The first square of the slide does not matter and cannot be stopped on (`j` on a slider).
    Ski,
}

/// What must be on the last square of a leg for the next leg to follow.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Pass {
    /// Nothing (`m`).
    Empty,
    /// A piece of any side (`p`).
    Hurdle,
    /// A piece of the mover's side (`tp`).
    Friend,
    /// It does not matter (`mp`).
    Any,
}

/// One leg of a move.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Leg {
    /// The single step.
    pub step: Step,
    /// How often it is repeated.
    pub range: Range,
    /// Whether the steps of the leg before count for the range too (a hop in the middle of one slide).
    pub shared: bool,
    /// Which way it starts.
    pub heading: Heading,
    /// How its steps follow one another.
    pub curve: Curve,
    /// What holds on the squares of a single step.
    pub route: Route,
    /// What its last square must be to go on; of no meaning for the last leg.
    pub pass: Pass,
    /// How the move may end after this leg, if it may.
    pub ends: Ends,
}

impl Leg {
    /// Whether its directions depend on the hand of the bend before it.
    pub fn minds_hand(&self) -> bool {
        matches!(&self.heading, Heading::Turned { turns, .. } if turns.same | turns.other != 0)
    }
}

/// The legs of `node`.
pub fn lower(node: &Node) -> Result<Vec<Leg>, Fault> {
    match node {
        Node::Chain { legs, ride } => chain(legs, *ride),
        Node::Group { outer, parts } => group(outer, parts),
    }
}

/// Refuses what no leg can have, first or last.
fn common(modifiers: &Modifiers) -> Result<(), Fault> {
    if modifiers.has(b'o') {
        return Err(Fault::not_generated(
            modifiers.place("o"),
            "o, a move around the edge of a cylinder",
        ));
    }
    if let Some(letter) = modifiers.first_of("ux") {
        let what = if letter == 'u' {
            "u, unloading a captured piece"
        } else {
            "the modifier x"
        };
        return Err(Fault::not_generated(modifiers.place("ux"), what));
    }
    if modifiers.has(b'n') && modifiers.has(b'j') {
        return Err(Fault::malformed(
            modifiers.place("nj"),
            "n (never jumps) and j (must jump) contradict each other",
        ));
    }
    if modifiers.has(b'p') && modifiers.has(b'g') {
        return Err(Fault::malformed(
            modifiers.place("pg"),
            "p and g are two kinds of hop; a leg has one",
        ));
    }
    if modifiers.first_of("pg").is_some() && modifiers.first_of("jn").is_some() {
        return Err(Fault::malformed(
            modifiers.place("pgjn"),
            "a hop (p, g) does not go with n or j",
        ));
    }
    Ok(())
}

/// How a move may end, from m, c, d, e and i.
fn ends(modifiers: &Modifiers, initial: bool) -> Ends {
    let letters = [
        (b'm', Ends::QUIET),
        (b'c', Ends::CAPTURE),
        (b'd', Ends::FRIEND),
        (b'e', Ends::EN_PASSANT),
    ];
    let given = letters
        .iter()
        .filter(|(letter, _)| modifiers.has(*letter))
        .fold(Ends(0), |set, &(_, end)| set | end);
    let ends = if given == Ends(0) {
        Ends::QUIET | Ends::CAPTURE
    } else {
        given
    };
    if initial { ends | Ends::INITIAL } else { ends }
}

/// The modifiers that only a leg with another one after it may have, or only the last.
fn check_place(modifiers: &Modifiers, last: bool) -> Result<(), Fault> {
    if last {
        if modifiers.has(b'y') {
            return Err(Fault::malformed(
                modifiers.place("y"),
                "y changes the range of the legs after it, so an a must follow",
            ));
        }
        if modifiers.has(b't') && modifiers.first_of("pg").is_none() {
            return Err(Fault::not_generated(
                modifiers.place("t"),
                "t, a move that may not capture a king",
            ));
        }
        return Ok(());
    }
    if let Some(letter) = modifiers.first_of("cde") {
        let what = format!("{letter} before the last leg, a capture on the way (multi-capture, locust, rifle)");
        return Err(Fault::not_generated(modifiers.place("cde"), what));
    }
    if modifiers.has(b't') && (modifiers.first_of("pg").is_none() || modifiers.first_of("my").is_some()) {
        return Err(Fault::malformed(
            modifiers.place("t"),
            "t on the way goes with a hop (p, g) only: over friends only",
        ));
    }
    if modifiers.has(b'm') && modifiers.has(b'g') || modifiers.has(b'y') && modifiers.has(b'p') {
        let message = "the range would change or not with the square's being empty; use mp or yg";
        return Err(Fault::malformed(modifiers.place("mgyp"), message));
    }
    Ok(())
}

fn pass(modifiers: &Modifiers) -> Pass {
    match (modifiers.first_of("pg").is_some(), modifiers.first_of("my").is_some()) {
        (false, _) => Pass::Empty,
        (true, true) => Pass::Any,
        (true, false) if modifiers.has(b't') => Pass::Friend,
        (true, false) => Pass::Hurdle,
    }
}

fn route(modifiers: &Modifiers, step: Step, range: Range) -> Result<Route, Fault> {
    if modifiers.has(b'n') {
        return Ok(Route::Lame);
    }
    if !modifiers.has(b'j') {
        return Ok(Route::Free);
    }
    let neighbour = matches!(step, Step::King | Step::Leap(0 | 1, 1));
    match (neighbour, range.max > 1) {
        (true, true) => Ok(Route::Ski),
        (true, false) => Err(Fault::malformed(
            modifiers.place("j"),
            "j (jump) needs a square to jump over, but the step is to a neighbour",
        )),
        (false, false) => Ok(Route::Jump),
        (false, true) => Err(Fault::not_generated(
            modifiers.place("j"),
            "j on a rider that is no slider",
        )),
    }
}

/// The heading of a first leg.
fn absolute(modifiers: &Modifiers, step: Step) -> Result<Heading, Fault> {
    let oblique = matches!(step, Step::Leap(a, b) if a != b && a != 0);
    if !oblique && modifiers.directions.iter().any(|d| d.is_chiral()) {
        return Err(Fault::malformed(
            modifiers.at,
            "hl and hr go with oblique leaps only, such as N",
        ));
    }
    Ok(Heading::Absolute(modifiers.directions.clone()))
}

/// The turns that a later leg's directions name.
fn turns(modifiers: &Modifiers) -> Result<Turns, Fault> {
    Turns::of(&modifiers.directions).ok_or_else(|| {
        Fault::malformed(
            modifiers.at,
            "these directions have no meaning relative to a leg before",
        )
    })
}

fn curve(modifiers: &Modifiers, alone: bool) -> Result<Curve, Fault> {
    let curve = match (modifiers.has(b'q'), modifiers.has(b'z')) {
        (false, false) => return Ok(Curve::Straight),
        (true, true) => {
            return Err(Fault::malformed(
                modifiers.place("qz"),
                "q (circular) and z (crooked) contradict each other",
            ));
        }
        (true, false) => Curve::Circular,
        (false, true) => Curve::Crooked,
    };
    if !alone {
        return Err(Fault::not_generated(
            modifiers.place("qz"),
            "q or z on the first of several legs",
        ));
    }
    if modifiers.first_of("pgj").is_some() {
        return Err(Fault::not_generated(
            modifiers.place("pgj"),
            "q or z together with p, g or j",
        ));
    }
    Ok(curve)
}

/// A hop within a last leg, as two legs: up to the hurdle, and straight on from it.
fn split_hop(mut leg: Leg, modifiers: &Modifiers) -> [Leg; 2] {
    let landing = modifiers.has(b'g');
    let (before, range, shared) = match (landing, leg.range == Range::ONE) {
        // The hurdle may be as far off as the range says.
        (true, _) => (leg.range, leg.range.toggled(), false),
        (false, true) => (leg.range, leg.range, false),
        // One slide with the hurdle anywhere on it: the range is that of the whole.
        (false, false) => (Range { min: 1, ..leg.range }, leg.range, true),
    };
    let after = Leg {
        range,
        shared,
        heading: Heading::Turned {
            turns: Turns::STRAIGHT,
            convert: true,
        },
        pass: Pass::Empty,
        ..leg.clone()
    };
    leg.range = before;
    leg.pass = if modifiers.has(b't') {
        Pass::Friend
    } else {
        Pass::Hurdle
    };
    leg.ends = Ends(0);
    [leg, after]
}

fn chain(all: &[Modifiers], ride: Ride) -> Result<Vec<Leg>, Fault> {
    let initial = all.iter().any(|modifiers| modifiers.has(b'i'));
    let mut range = ride.range;
    let mut legs = Vec::new();
    for (i, modifiers) in all.iter().enumerate() {
        let last = i + 1 == all.len();
        common(modifiers)?;
        check_place(modifiers, last)?;
        let curve = if i == 0 {
            curve(modifiers, all.len() == 1)?
        } else {
            Curve::Straight
        };
        if curve != Curve::Straight && !ride.ranged {
            range = Range::ANY;
        }
        if ride.step == Step::Universal {
            let other = modifiers.first_of("tpgynjqz").is_some() || !modifiers.directions.is_empty();
            if other || all.len() > 1 {
                return Err(Fault::malformed(
                    modifiers.at,
                    "U goes everywhere: only i, m, c, d and e go with it",
                ));
            }
        }
        let heading = if i == 0 {
            absolute(modifiers, ride.step)?
        } else if modifiers.directions.is_empty() {
            // Everywhere but back, without a change between straight and diagonal steps unless both are there.
            let fixed = if all_eight(ride.step) { !(1 << 4) } else { 0b0100_0101 };
            Heading::Turned {
                turns: Turns {
                    fixed,
                    ..Turns::default()
                },
                convert: true,
            }
        } else {
            Heading::Turned {
                turns: turns(modifiers)?,
                convert: true,
            }
        };
        let leg = Leg {
            step: ride.step,
            range,
            shared: false,
            heading,
            curve,
            route: route(modifiers, ride.step, range)?,
            pass: pass(modifiers),
            ends: if last { ends(modifiers, initial) } else { Ends(0) },
        };
        if last && modifiers.first_of("pg").is_some() {
            legs.extend(split_hop(leg, modifiers));
        } else {
            legs.push(leg);
        }
        if modifiers.first_of("yg").is_some() {
            range = range.toggled();
        }
    }
    Ok(legs)
}

/// Whether the step has eight directions: K, Q and oblique leaps.
fn all_eight(step: Step) -> bool {
    match step {
        Step::Leap(a, b) => a != 0 && a != b,
        Step::King | Step::Universal => true,
    }
}

fn group(outer: &Modifiers, parts: &[Part]) -> Result<Vec<Leg>, Fault> {
    if let Some(letter) = outer.first_of("tpgoynjqzux") {
        return Err(Fault::not_generated(
            outer.place("tpgoynjqzux"),
            format!("{letter} before a bracket"),
        ));
    }
    let initial = outer.has(b'i') || parts.iter().any(|part| part.modifiers.has(b'i'));
    let mut legs: Vec<Leg> = Vec::new();
    for (i, Part { modifiers, ride, stop }) in parts.iter().enumerate() {
        let last = i + 1 == parts.len();
        common(modifiers)?;
        if ride.step == Step::Universal {
            return Err(Fault::malformed(modifiers.at, "U cannot be a leg"));
        }
        if let Some(letter) = modifiers.first_of("yqz") {
            return Err(Fault::not_generated(
                modifiers.place("yqz"),
                format!("{letter} within brackets"),
            ));
        }
        let ending = if modifiers.first_of("mcde").is_some() {
            modifiers
        } else {
            outer
        };
        let ends = ends(ending, initial);
        // A leg that may be the last says with m and c how it may end there; going on needs an empty square.
        let onward = if *stop {
            modifiers.without(b'c').without(b'm')
        } else {
            modifiers.clone()
        };
        let captures_only = *stop && modifiers.has(b'c') && !modifiers.has(b'm');
        if captures_only || *stop && modifiers.first_of("pg").is_some() {
            return Err(Fault::not_generated(
                modifiers.place("cpg"),
                "c, p or g on a leg with ? after it",
            ));
        }
        check_place(&onward, last)?;
        if !last && modifiers.has(b'g') {
            return Err(Fault::not_generated(
                modifiers.place("g"),
                "g on a leg in brackets (use p)",
            ));
        }
        let heading = match legs.last() {
            None => absolute(modifiers, ride.step)?,
            Some(before) => relative(modifiers, before, ride.step)?,
        };
        let leg = Leg {
            step: ride.step,
            range: ride.range,
            shared: false,
            heading,
            curve: Curve::Straight,
            route: route(modifiers, ride.step, ride.range)?,
            pass: pass(&onward),
            ends: if last || *stop { ends } else { Ends(0) },
        };
        if last && modifiers.first_of("pg").is_some() {
            legs.extend(split_hop(leg, modifiers));
        } else {
            legs.push(leg);
        }
    }
    Ok(legs)
}

/// The heading of a leg in brackets with `step` after the leg `before`.
fn relative(modifiers: &Modifiers, before: &Leg, step: Step) -> Result<Heading, Fault> {
    if modifiers.directions.is_empty() || modifiers.directions == [Direction(b'f', b'f')] {
        return Ok(Heading::Onward);
    }
    let turns = turns(modifiers)?;
    // Which parities of eighths lead from the one kind of step to the other.
    let parity = |step| match step {
        Step::Leap(0, _) => Some(0b01),
        Step::Leap(a, b) if a == b => Some(0b10),
        Step::King => Some(0b11),
        _ => None,
    };
    let possible = match (parity(before.step), parity(step)) {
        (Some(a), Some(b)) if a == b || a == 0b11 || b == 0b11 => {
            if a == 0b11 || b == 0b11 {
                0xFF
            } else {
                0b0101_0101
            }
        }
        (Some(_), Some(_)) => 0b1010_1010,
        _ if before.step == step => 0xFF,
        _ => {
            let what = "a direction between an oblique leap and another step (f, or none, is straight on)";
            return Err(Fault::not_generated(modifiers.at, what));
        }
    };
    let hands = turns.same | turns.other;
    if (turns.fixed | hands | hands.reverse_bits().rotate_left(1)) & possible == 0 {
        let message = "the leg's step does not go that way after the leg before it";
        return Err(Fault::malformed(modifiers.at, message));
    }
    Ok(Heading::Turned { turns, convert: false })
}
