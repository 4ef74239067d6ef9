//! Movement is paths: for one square, every way to an end square and the conditions on the squares between.

use super::betza::{
    Atom, Curve, Heading, Leg, Movement, Pass, Route, Step, Vector, any_covers, circle, hand, route, turned,
};
use crate::board::{Bitboard, Shape, Side, Square, U256};
use std::{
    collections::HashSet,
    hash::{BuildHasherDefault, Hasher},
    ops::BitOr,
};

/// How a path may end, as a set of flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Ends(pub u8);

impl Ends {
    /// On an empty square.
    pub const QUIET: Ends = Ends(1);
    /// On an enemy piece, which is captured.
    pub const CAPTURE: Ends = Ends(2);
    /// On a piece of the mover's own side, which is captured (XBetza's `d`).
    pub const FRIEND: Ends = Ends(4);
    /// On a square that an enemy's multiple step has just passed over, capturing that piece (`e`).
    pub const EN_PASSANT: Ends = Ends(8);
    /// Only as the piece's initial move (`i`): a condition, not an end of its own.
    pub const INITIAL: Ends = Ends(16);

    /// Whether the two sets share a flag.
    #[inline]
    pub const fn intersects(self, other: Ends) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether all flags of `other` are in this set.
    #[inline]
    pub const fn contains(self, other: Ends) -> bool {
        self.0 & other.0 == other.0
    }
}

impl BitOr for Ends {
    type Output = Ends;
    fn bitor(self, other: Ends) -> Ends {
        Ends(self.0 | other.0)
    }
}

/// One way for a piece to go from a square to another. Conditions on the squares passed hold before the move;
/// they form a conjunction, so the order of the squares does not matter and is not kept.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Path {
    /// Where the move ends.
    pub to: Square,
    /// Squares that must be empty (never includes `to` or the start).
    pub empty: U256,
    /// Squares that must hold a piece of any side (a hopper's hurdles).
    pub occupied: U256,
    /// Squares that must hold a piece of the mover's side.
    pub friends: U256,
    /// Squares that must hold a piece of the other side.
    pub enemies: U256,
    /// What the path may end on.
    pub ends: Ends,
    /// Which atom of the movement the path comes from; paths of one atom are compiled into one table.
    pub atom: u16,
}

/// The most paths that a movement may have from one square of any board.
pub const MAX_PATHS: usize = 4096;

/// How much work the search for too large movements may do, in single steps.
const MAX_WORK: u64 = 1_000_000;

/// All paths of a piece of `side` with this `movement` from `from` on a board of `shape`, without duplicates.
/// White's forward is up the board, Black's down; right and left are the mover's own. There are at most
/// [`MAX_PATHS`]; none where `from` does not exist. No path ends where it starts.
pub fn paths(movement: &Movement, side: Side, from: Square, shape: Shape) -> Vec<Path> {
    paths_by_steps(movement, side, from, shape, &|_, _| true)
}

/// The same where the board bars some single steps: `may_step` is asked for each leap and for each single step of a
/// slide or of a lame leap along a line, from square to square.
pub fn paths_by_steps(
    movement: &Movement,
    side: Side,
    from: Square,
    shape: Shape,
    may_step: &dyn Fn(Square, Square) -> bool,
) -> Vec<Path> {
    let mut compiler = Compiler::new(side, from, shape, u64::MAX, may_step);
    for (index, atom) in movement.atoms().iter().enumerate() {
        if compiler.add(atom, index as u16).is_err() {
            break;
        }
    }
    compiler.paths
}

/// Whether the movement keeps to [`MAX_PATHS`] on every board; if not, the index of the atom that exceeds it.
///
/// A board's paths are among those of the largest board, and Black's are White's turned round, so that White on the
/// largest board is all that needs to be looked at.
pub(in crate::pieces) fn within_limit(movement: &Movement) -> Result<(), usize> {
    let guess = movement.atoms().iter().map(at_most).fold(0u64, u64::saturating_add);
    let Some(shape) = Shape::new(Shape::MAX, Shape::MAX).filter(|_| guess > MAX_PATHS as u64) else {
        return Ok(());
    };
    let mut work = MAX_WORK;
    // From the middle, where most paths start, so that a refusal is quick.
    let mut squares: Vec<Square> = shape.on_board().squares().collect();
    squares.sort_by_key(|&s| (2 * shape.file(s) - 15).pow(2) + (2 * shape.rank(s) - 15).pow(2));
    for from in squares {
        let mut compiler = Compiler::new(Side::White, from, shape, work, &|_, _| true);
        for (index, atom) in movement.atoms().iter().enumerate() {
            compiler.add(atom, index as u16).map_err(|TooMany| index)?;
        }
        work = compiler.work;
    }
    Ok(())
}

/// An upper bound of an atom's paths from one square, from its ranges alone.
fn at_most(atom: &Atom) -> u64 {
    let one = |leg: &Leg| {
        let ways = match leg.step {
            Step::Universal => 255,
            Step::King => 8,
            Step::Leap(a, b) => circle(a, b).len() as u64,
        };
        let hands = if leg.curve == Curve::Straight { 1 } else { 2 };
        let ways = match &leg.heading {
            Heading::Absolute(_) => ways * hands,
            Heading::Turned { turns, .. } => {
                (turns.fixed.count_ones() + 2 * (turns.same.count_ones() + turns.other.count_ones())) as u64
            }
            Heading::Onward => 2,
        };
        // Crooked riders advance by a step at least every other leap; circular ones end within eight.
        let steps = u64::from(leg.range.max).min(if leg.curve == Curve::Straight { 15 } else { 30 });
        let jumps = if leg.route == Route::Jump { 15 } else { 1 };
        ways * steps * jumps
    };
    let mut total = 0u64;
    let mut ways = 1u64;
    for leg in &atom.legs {
        ways = ways.saturating_mul(one(leg));
        total = total.saturating_add(ways);
    }
    total
}

/// There are more paths, or there is more work, than allowed.
struct TooMany;

/// What must be on the squares of a path so far.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
struct Conditions {
    empty: U256,
    occupied: U256,
    friends: U256,
}

impl Conditions {
    /// Adds that a leg passes `square` as `pass` says; `None` where that contradicts what is known.
    /// `from` is where the mover stands: it has left it, so the square is empty.
    fn with(mut self, square: Square, pass: Pass, from: Square) -> Option<Conditions> {
        let here = U256::of(square);
        match pass {
            Pass::Any => {}
            Pass::Empty if square == from => {}
            Pass::Empty if (self.occupied | self.friends).has(square) => return None,
            Pass::Empty => self.empty |= here,
            Pass::Hurdle | Pass::Friend if square == from || self.empty.has(square) => return None,
            Pass::Hurdle => self.occupied |= here,
            Pass::Friend => self.friends |= here,
        }
        Some(self)
    }

    /// The path that ends on `to` under these conditions; `None` where they leave no way to end there.
    fn ending(self, to: Square, ends: Ends, atom: u16) -> Option<Path> {
        let mut allowed = 0xFF;
        if self.empty.has(to) {
            allowed &= !(Ends::CAPTURE | Ends::FRIEND).0;
        }
        if self.occupied.has(to) {
            allowed &= !(Ends::QUIET | Ends::EN_PASSANT).0;
        }
        if self.friends.has(to) {
            allowed &= !(Ends::QUIET | Ends::EN_PASSANT | Ends::CAPTURE).0;
        }
        let ends = Ends(ends.0 & allowed);
        let some = Ends::QUIET | Ends::CAPTURE | Ends::FRIEND | Ends::EN_PASSANT;
        let others = !U256::of(to);
        ends.intersects(some).then(|| Path {
            to,
            empty: self.empty & others,
            occupied: self.occupied & others,
            friends: self.friends & others,
            enemies: U256::EMPTY,
            ends,
            atom,
        })
    }
}

/// A piece between two legs.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Stage {
    at: Vector,
    conditions: Conditions,
    /// The last single step.
    heading: Vector,
    /// The hand of the last bend: 1 right, -1 left, 0 none so far.
    hand: i32,
    /// How many steps the last leg had.
    steps: u8,
    /// The sum of the legs' first steps: the direction of the move as a whole.
    overall: Vector,
}

/// A leg's first step and what follows from it.
struct Start {
    vector: Vector,
    hand: i32,
    /// The hand to which the rider curves.
    curve: i32,
}

struct Compiler<'a> {
    side: Side,
    from: Square,
    shape: Shape,
    work: u64,
    /// Whether a single step from a square to another is possible here.
    may_step: &'a dyn Fn(Square, Square) -> bool,
    seen: Seen<Path>,
    paths: Vec<Path>,
}

impl Compiler<'_> {
    fn new(
        side: Side,
        from: Square,
        shape: Shape,
        work: u64,
        may_step: &dyn Fn(Square, Square) -> bool,
    ) -> Compiler<'_> {
        Compiler {
            side,
            from,
            shape,
            work,
            may_step,
            seen: Seen::default(),
            paths: Vec::new(),
        }
    }

    /// Adds the paths of one atom.
    fn add(&mut self, atom: &Atom, index: u16) -> Result<(), TooMany> {
        let (file, rank) = (self.shape.file(self.from), self.shape.rank(self.from));
        if self.shape.square(file, rank) != Some(self.from) {
            return Ok(());
        }
        let first = Stage {
            at: (file, rank),
            conditions: Conditions::default(),
            heading: (0, 0),
            hand: 0,
            steps: 0,
            overall: (0, 0),
        };
        let mut stages = vec![first];
        for (i, leg) in atom.legs.iter().enumerate() {
            if leg.step == Step::Universal {
                return self.universal(leg.ends, index);
            }
            let mut next = Stages {
                keeps_steps: atom.legs.get(i + 1).is_some_and(|leg| leg.shared),
                keeps_overall: !atom.overall.is_empty(),
                keeps_hand: atom.legs[i + 1..].iter().any(Leg::minds_hand),
                ..Stages::default()
            };
            for stage in &stages {
                for start in self.starts(leg, stage) {
                    let overall = (stage.overall.0 + start.vector.0, stage.overall.1 + start.vector.1);
                    let stage = Stage {
                        overall,
                        hand: start.hand,
                        ..*stage
                    };
                    let stops = leg.ends != Ends(0) && self.goes(atom, i, start.vector, overall)?;
                    self.ride(leg, &stage, &start, stops, index, &mut next)?;
                }
            }
            stages = next.list;
        }
        Ok(())
    }

    fn universal(&mut self, ends: Ends, index: u16) -> Result<(), TooMany> {
        for to in self.shape.on_board().squares() {
            self.end(to, Conditions::default(), ends, index)?;
        }
        Ok(())
    }

    /// Whether a move whose first steps so far add up to `overall` can have the overall direction that the atom
    /// asks for after leg `i`, the first step of which is `vector`.
    fn goes(&mut self, atom: &Atom, i: usize, vector: Vector, overall: Vector) -> Result<bool, TooMany> {
        self.work = self.work.checked_sub(1).ok_or(TooMany)?;
        if atom.overall.is_empty() {
            return Ok(true);
        }
        let Some(next) = atom.legs.get(i + 1) else {
            return Ok(any_covers(&atom.overall, self.as_white(overall), false));
        };
        let stage = Stage {
            at: (0, 0),
            conditions: Conditions::default(),
            heading: vector,
            hand: 0,
            steps: 0,
            overall,
        };
        for start in self.starts(next, &stage) {
            let overall = (overall.0 + start.vector.0, overall.1 + start.vector.1);
            if self.goes(atom, i + 1, start.vector, overall)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The ways in which a leg may start after `stage`.
    fn starts(&self, leg: &Leg, stage: &Stage) -> Vec<Start> {
        match &leg.heading {
            Heading::Absolute(directions) => {
                let curves: &[i32] = if leg.curve == Curve::Straight { &[0] } else { &[1, -1] };
                let covered = vectors(leg.step)
                    .into_iter()
                    .filter(|&vector| any_covers(directions, self.as_white(vector), leg.step == Step::King));
                let start = |vector| {
                    curves.iter().map(move |&curve| Start {
                        vector,
                        hand: hand(vector),
                        curve,
                    })
                };
                covered.flat_map(start).collect()
            }
            Heading::Turned { turns, convert } => {
                let turned = turns.eighths(stage.hand).into_iter().map(|eighths| {
                    let hand = if eighths % 4 == 0 { stage.hand } else { eighths.signum() };
                    Start {
                        vector: turned(stage.heading, eighths),
                        hand,
                        curve: 0,
                    }
                });
                // Within brackets the length is that of the leg's own step.
                let fitted = turned.filter_map(|start| {
                    let vector = if *convert {
                        Some(start.vector)
                    } else {
                        fitted(start.vector, leg.step)
                    };
                    vector.map(|vector| Start { vector, ..start })
                });
                fitted.collect()
            }
            Heading::Onward => {
                let (x, y) = stage.heading;
                // The cosine of the deviation, squared and with the heading's length left out: as a fraction.
                let cosine = |v: Vector| ((x * v.0 + y * v.1).max(0).pow(2) as i64, (v.0 * v.0 + v.1 * v.1) as i64);
                let all = vectors(leg.step);
                let closer = |a: Vector, b: Vector| {
                    let ((a, long_a), (b, long_b)) = (cosine(a), cosine(b));
                    a * long_b > b * long_a
                };
                let best = all.iter().filter(|&&v| !all.iter().any(|&other| closer(other, v)));
                let start = best.map(|&vector| {
                    let bend = (vector.0 * y - vector.1 * x).signum();
                    Start {
                        vector,
                        hand: if bend == 0 { stage.hand } else { bend },
                        curve: 0,
                    }
                });
                start.collect()
            }
        }
    }

    fn as_white(&self, (x, y): Vector) -> Vector {
        match self.side {
            Side::White => (x, y),
            Side::Black => (-x, -y),
        }
    }

    /// All steps of one leg: adds its ends to the paths and its last squares to `next`.
    fn ride(
        &mut self,
        leg: &Leg,
        stage: &Stage,
        start: &Start,
        stops: bool,
        index: u16,
        next: &mut Stages,
    ) -> Result<(), TooMany> {
        let mut vector = start.vector;
        let mut curve = start.curve;
        let mut at = stage.at;
        let mut conditions = stage.conditions;
        let mut steps = if leg.shared { stage.steps } else { 0 };
        while steps < leg.range.max {
            self.work = self.work.checked_sub(1).ok_or(TooMany)?;
            let base = at;
            at = (at.0 + vector.0, at.1 + vector.1);
            steps += 1;
            if leg.route == Route::Ski && steps == 1 {
                continue;
            }
            let Some(square) = self.shape.square(at.0, at.1) else {
                return Ok(());
            };
            if leg.curve != Curve::Straight && square == self.from || !self.may_go(leg.route, base, vector, square) {
                return Ok(());
            }
            let variants = self.passed(leg.route, base, vector, conditions);
            for &conditions in variants.iter().filter(|_| steps >= leg.range.min) {
                if stops {
                    self.end(square, conditions, leg.ends, index)?;
                }
                if let Some(conditions) = conditions.with(square, leg.pass, self.from) {
                    next.add(Stage {
                        at,
                        conditions,
                        heading: vector,
                        steps,
                        ..*stage
                    })?;
                }
            }
            let onward = variants.first().and_then(|c| c.with(square, Pass::Empty, self.from));
            let Some(onward) = onward else { return Ok(()) };
            conditions = onward;
            match leg.curve {
                Curve::Straight => {}
                Curve::Circular => vector = curved(vector, curve),
                Curve::Crooked => {
                    vector = curved(vector, curve);
                    curve = -curve;
                }
            }
        }
        Ok(())
    }

    /// Whether the board bars no single step of the one by `vector` from `base` to `to`. What a ski slider passes over
    /// on its first step is no square of its way.
    fn may_go(&self, kind: Route, base: Vector, vector: Vector, to: Square) -> bool {
        let Some(mut at) = self.shape.square(base.0, base.1) else {
            return true;
        };
        let straight = vector.0 == 0 || vector.1 == 0 || vector.0.abs() == vector.1.abs();
        if kind == Route::Lame && straight {
            for (x, y) in route(vector) {
                // A square that does not exist ends the way anyhow.
                let Some(next) = self.shape.square(base.0 + x, base.1 + y) else {
                    return true;
                };
                if !(self.may_step)(at, next) {
                    return false;
                }
                at = next;
            }
        }
        (self.may_step)(at, to)
    }

    /// The conditions for one step by `vector` from `base`: none where it is impossible, several where there is
    /// more than one way.
    fn passed(&self, kind: Route, base: Vector, vector: Vector, before: Conditions) -> Vec<Conditions> {
        if matches!(kind, Route::Free | Route::Ski) {
            return vec![before];
        }
        let passed = route(vector);
        let squares: Vec<Square> = passed
            .iter()
            .filter_map(|&(x, y)| self.shape.square(base.0 + x, base.1 + y))
            .collect();
        if kind == Route::Lame {
            // A square that does not exist is not empty.
            let whole = squares.len() == passed.len();
            let conditions = squares
                .iter()
                .try_fold(before, |c, &square| c.with(square, Pass::Empty, self.from));
            return conditions.filter(|_| whole).into_iter().collect();
        }
        let jump_over = |hurdle: &Square| {
            squares.iter().try_fold(before, |conditions, square| {
                conditions.with(
                    *square,
                    if square == hurdle { Pass::Hurdle } else { Pass::Empty },
                    self.from,
                )
            })
        };
        squares.iter().filter_map(jump_over).collect()
    }

    fn end(&mut self, to: Square, conditions: Conditions, ends: Ends, atom: u16) -> Result<(), TooMany> {
        let Some(path) = conditions.ending(to, ends, atom).filter(|_| to != self.from) else {
            return Ok(());
        };
        if self.seen.insert(Path { atom: 0, ..path }) {
            if self.paths.len() == MAX_PATHS {
                return Err(TooMany);
            }
            self.paths.push(path);
        }
        Ok(())
    }
}

/// A quick hasher for the large keys here. Keys made to collide would gain little, as the work is bounded.
#[derive(Clone, Copy, Default)]
struct Mixer(u64);

impl Mixer {
    fn mix(&mut self, word: u64) {
        let product = u128::from(self.0 ^ word) * 0x9E37_79B9_7F4A_7C15;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }
}

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.mix(u64::from_le_bytes(word).rotate_left(17) ^ 0x5851_F42D_4C95_7F2D);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// A set that remembers what was seen.
type Seen<T> = HashSet<T, BuildHasherDefault<Mixer>>;

/// The stages after a leg, each once.
#[derive(Default)]
struct Stages {
    list: Vec<Stage>,
    seen: Seen<Stage>,
    /// Whether the next leg needs the number of steps.
    keeps_steps: bool,
    /// Whether the atom has an overall direction.
    keeps_overall: bool,
    /// Whether a later leg bends to the same or the other hand as this one.
    keeps_hand: bool,
}

impl Stages {
    fn add(&mut self, mut stage: Stage) -> Result<(), TooMany> {
        // What no later leg looks at would keep equal stages apart.
        if !self.keeps_steps {
            stage.steps = 0;
        }
        if !self.keeps_hand {
            stage.hand = 0;
        }
        if !self.keeps_overall {
            stage.overall = (0, 0);
        }
        if self.seen.insert(stage) {
            if self.list.len() == 4 * MAX_PATHS {
                return Err(TooMany);
            }
            self.list.push(stage);
        }
        Ok(())
    }
}

/// The next vector of a curved rider: the next one of its own kind to the `hand`.
fn curved(vector: Vector, hand: i32) -> Vector {
    let (x, y) = vector;
    let straight = x == 0 || y == 0 || x.abs() == y.abs();
    turned(vector, if straight { 2 * hand } else { hand })
}

/// The vector of `step` in the direction of `vector`, if there is one; an oblique vector must fit as it is.
fn fitted(vector: Vector, step: Step) -> Option<Vector> {
    let (x, y) = vector;
    let Step::Leap(a, b) = step else {
        return Some((x.signum(), y.signum()));
    };
    let (short, long) = (i32::from(a), i32::from(b));
    let (small, large) = (x.abs().min(y.abs()), x.abs().max(y.abs()));
    let same_kind = if small == 0 {
        short == 0
    } else if small == large {
        short == long
    } else {
        return ((small, large) == (short, long)).then_some(vector);
    };
    same_kind.then_some((x.signum() * long, y.signum() * long))
}

/// All vectors of a step.
fn vectors(step: Step) -> Vec<Vector> {
    match step {
        Step::Leap(a, b) => circle(a, b),
        Step::King => [circle(0, 1), circle(1, 1)].concat(),
        Step::Universal => Vec::new(),
    }
}
