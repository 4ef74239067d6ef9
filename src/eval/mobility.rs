//! How many squares a piece reaches on a board that is neither empty nor full: the measure of piece values.

use crate::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        PieceType,
        paths::{Ends, Path},
    },
    variant::{Variant, movement::later_paths},
};
use std::{cell::RefCell, rc::Rc};

/// How likely a square is to be empty on a "crowded board" (R. Betza's method of mobility).
const EMPTY_CHANCE: f64 = 0.7;
/// A step to a neighbouring square is worth less than one that goes farther: it gains no ground.
const STEP_WEIGHT: f64 = 0.65;
/// So is a single leap of three squares or more: it misses what is near.
const LONG_LEAP_WEIGHT: f64 = 0.8;

/// More paths than this of one type are not kept: they would take some megabytes.
const MOST_KEPT: usize = 30_000;

/// What a set of paths from one square amounts to.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Mobility {
    /// The expected number of squares that the piece can move to without capture.
    pub quiet: f64,
    /// The expected number of squares that the piece attacks.
    pub capture: f64,
    /// The mean of both with each target weighed by how useful its distance is.
    pub weighed: f64,
}

/// The mobility of a piece with these `paths` on `from`, averaged over occupancies of a crowded board.
pub fn mobility(paths: &[Path], from: Square, shape: Shape) -> Mobility {
    let mut found = Mobility::default();
    let mut leaps = [false; 256];
    for path in paths.iter().filter(|path| open_chance(path) == 1.0) {
        leaps[path.to.index()] = true;
    }
    for way in [Ends::QUIET, Ends::CAPTURE] {
        let mut closed = [1.0f64; 256];
        let ways = paths
            .iter()
            .filter(|p| p.ends.intersects(way) && !p.ends.intersects(Ends::INITIAL));
        for path in ways {
            closed[path.to.index()] *= 1.0 - open_chance(path);
        }
        for (index, closed) in closed.into_iter().enumerate().filter(|(_, closed)| *closed < 1.0) {
            let to = Square(index as u8);
            let chance = 1.0 - closed;
            if way == Ends::QUIET {
                found.quiet += chance;
            } else {
                found.capture += chance;
            }
            found.weighed += 0.5 * chance * distance_weight(leaps[index], from, to, shape);
        }
    }
    // The order of summation differs between the sides; their tables must not.
    found.weighed = (found.weighed * 4096.0).round() / 4096.0;
    found
}

fn open_chance(path: &Path) -> f64 {
    if (path.empty | path.occupied | path.friends | path.enemies).is_empty() {
        return 1.0;
    }
    let count = |set: U256| set.count() as i32;
    let empty = EMPTY_CHANCE.powi(count(path.empty));
    let hurdles = (1.0 - EMPTY_CHANCE).powi(count(path.occupied));
    let sided = (0.5 * (1.0 - EMPTY_CHANCE)).powi(count(path.friends) + count(path.enemies));
    empty * hurdles * sided
}

fn distance_weight(leap: bool, from: Square, to: Square, shape: Shape) -> f64 {
    match distance(from, to, shape) {
        0 | 1 => STEP_WEIGHT,
        2 => 1.0,
        _ if leap => LONG_LEAP_WEIGHT,
        _ => 1.0,
    }
}

/// The paths of a variant's types, each computed when it is first asked for and kept unless there are very many.
#[derive(Debug)]
pub struct Movements<'a> {
    /// The variant.
    pub variant: &'a Variant,
    kept: RefCell<Vec<Option<Map>>>,
}

/// The paths from every square number.
pub type Map = Rc<Vec<Vec<Path>>>;

impl<'a> Movements<'a> {
    /// Nothing is computed yet.
    pub fn new(variant: &'a Variant) -> Movements<'a> {
        Movements {
            variant,
            kept: RefCell::new(vec![None; 2 * variant.pieces.len()]),
        }
    }

    /// The paths of one type of one side, as [`later_paths`] finds them.
    pub fn of(&self, side: Side, kind: PieceType) -> Map {
        let index = 2 * kind.index() + side.index();
        if let Some(Some(map)) = self.kept.borrow().get(index) {
            return Rc::clone(map);
        }
        let map = Rc::new(later_paths(self.variant, side, kind));
        let paths: usize = map.iter().map(Vec::len).sum();
        if paths <= MOST_KEPT
            && let Some(slot) = self.kept.borrow_mut().get_mut(index)
        {
            *slot = Some(Rc::clone(&map));
        }
        map
    }
}

/// A square's rank from the first (0), as a side sees it that faces up the board (White) or down.
pub fn rank_from(facing: Side, square: Square, shape: Shape) -> i32 {
    match facing {
        Side::White => shape.rank(square),
        Side::Black => shape.ranks() as i32 - 1 - shape.rank(square),
    }
}

/// The number of king's steps between two squares.
pub fn distance(a: Square, b: Square, shape: Shape) -> i32 {
    let files = (shape.file(a) - shape.file(b)).abs();
    let ranks = (shape.rank(a) - shape.rank(b)).abs();
    files.max(ranks)
}
