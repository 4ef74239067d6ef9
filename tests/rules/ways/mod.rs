//! The paths of a piece by the rules of a variant, put together without the engine's compiler: all paths of its
//! movement, without those that the ground bars.

use aanca::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        PieceType,
        paths::{Ends, Path, paths},
    },
    variant::{Variant, ground::Ground},
};

/// All paths of a type from a square: its movement's, and the longer steps of the predefined pawn.
pub fn ways(variant: &Variant, side: Side, kind: usize, from: Square) -> Vec<Path> {
    let shape = variant.shape;
    if shape.holes().has(from) {
        return Vec::new();
    }
    let i = side.index();
    let piece = &variant.pieces[kind];
    let faces_up = match variant.ground.up {
        Some(region) => region.has(from),
        None => side == Side::White,
    };
    let facing = if faces_up { Side::White } else { Side::Black };
    let mut all = paths(&piece.movement, facing, from, shape);
    all.retain(|p| !p.ends.intersects(Ends::INITIAL) || variant.pawns.double_step_region[i].has(from));
    all.retain(|p| is_open(variant, kind, from, p));
    if piece.is_pawn && variant.pawns.double_step {
        let up = if faces_up { 1 } else { -1 };
        let at = |n: i32| shape.square(shape.file(from), shape.rank(from) + n * up);
        let mut add = |steps: i32| {
            let passed: Option<U256> = (1..steps).try_fold(U256::EMPTY, |set, n| Some(set | U256::of(at(n)?)));
            if let (Some(empty), Some(to)) = (passed, at(steps)) {
                all.push(Path {
                    to,
                    empty,
                    occupied: U256::EMPTY,
                    friends: U256::EMPTY,
                    enemies: U256::EMPTY,
                    ends: Ends::QUIET | Ends::INITIAL,
                    atom: 0,
                });
            }
        };
        if variant.pawns.double_step_region[i].has(from) {
            add(2);
        }
        if variant.pawns.triple_step_region[i].has(from) {
            add(3);
        }
    }
    if let Some((_, region)) = variant
        .mobility_regions
        .iter()
        .find(|(k, _)| *k == PieceType(kind as u8))
    {
        all.retain(|p| region[i].has(p.to));
    }
    all.retain(|p| goes_through_the_gate(&variant.ground, from, p));
    all
}

/// The number of a square's bank; all squares of none have the same.
pub fn bank(ground: &Ground, square: Square) -> Option<usize> {
    (0..ground.banks.len()).find(|&n| ground.banks[n].has(square))
}

/// Whether the ground lets a type go along some way that this path may mean.
fn is_open(variant: &Variant, kind: usize, from: Square, path: &Path) -> bool {
    let ground = &variant.ground;
    let kind = PieceType(kind as u8);
    let step_is_open = |&(a, b): &(Square, Square)| {
        let crosses = ground.crossing.types.has(kind) && bank(ground, a) != bank(ground, b);
        if crosses && !ground.crossing.steps.contains(&(a, b)) {
            return false;
        }
        if ground.barred.types.has(kind) && ground.barred.steps.contains(&(a, b)) {
            return false;
        }
        !ground.solid_block_types.has(kind) || block_is_whole(variant.shape, a, b)
    };
    readings(variant.shape, from, path)
        .iter()
        .any(|steps| steps.iter().all(step_is_open))
}

/// The ways, as single steps, that a path may stand for, found from the squares that it passes over.
fn readings(shape: Shape, from: Square, path: &Path) -> Vec<Vec<(Square, Square)>> {
    let passed = path.empty | path.occupied | path.friends | path.enemies;
    let (x, y) = vector(shape, from, path.to);
    let length = x.abs().max(y.abs());
    if x == 0 || y == 0 || x.abs() == y.abs() {
        let at = |n: i32| shape.square(shape.file(from) + n * x.signum(), shape.rank(from) + n * y.signum());
        let line: Option<Vec<Square>> = (0..=length).map(at).collect();
        if let Some(line) = line {
            let inner = &line[1..line.len() - 1];
            if inner.iter().fold(U256::EMPTY, |set, &s| set | U256::of(s)) == passed {
                return vec![line.windows(2).map(|pair| (pair[0], pair[1])).collect()];
            }
        }
    }
    let round = circles(shape, from, path.to, passed);
    if round.is_empty() {
        vec![vec![(from, path.to)]]
    } else {
        round
    }
}

/// The ways round a circle of knight's leaps that land on just these squares before the last.
fn circles(shape: Shape, from: Square, to: Square, passed: U256) -> Vec<Vec<(Square, Square)>> {
    const LEAPS: [(i32, i32); 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
    let mut found = Vec::new();
    for first in 0..8i32 {
        for turn in [1, -1] {
            let (mut at, mut landed, mut steps) = (from, U256::EMPTY, Vec::new());
            for n in 0..8 {
                let (x, y) = LEAPS[(first + n * turn).rem_euclid(8) as usize];
                let Some(next) = shape.square(shape.file(at) + x, shape.rank(at) + y) else {
                    break;
                };
                steps.push((at, next));
                if next == to && landed == passed {
                    found.push(steps.clone());
                }
                landed |= U256::of(next);
                at = next;
            }
        }
    }
    found
}

fn vector(shape: Shape, from: Square, to: Square) -> (i32, i32) {
    (shape.file(to) - shape.file(from), shape.rank(to) - shape.rank(from))
}

/// Whether no square is missing of the rectangle between the corners `a` and `b` of a diagonal step or knight's leap.
fn block_is_whole(shape: Shape, a: Square, b: Square) -> bool {
    let (x, y) = vector(shape, a, b);
    if x * y == 0 || x.abs() + y.abs() > 3 {
        return true;
    }
    let holes = shape.holes();
    let whole = |square: Option<Square>| square.is_some_and(|s| !holes.has(s));
    let (file, rank) = (shape.file(a), shape.rank(a));
    (0..=x.abs()).all(|i| (0..=y.abs()).all(|j| whole(shape.square(file + i * x.signum(), rank + j * y.signum()))))
}

/// Whether a path that crosses the gate's line touches a square of the gate on each side.
fn goes_through_the_gate(ground: &Ground, from: Square, path: &Path) -> bool {
    let Some(gate) = &ground.gate else { return true };
    let near = |s: Square| gate.side.has(s);
    let touched = path.empty | path.occupied | path.friends | path.enemies | U256::of(from) | U256::of(path.to);
    let by_gate = |on_side: bool| touched.squares().any(|s| gate.squares.has(s) && near(s) == on_side);
    near(from) == near(path.to) || by_gate(true) && by_gate(false)
}
