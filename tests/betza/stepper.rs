//! Compares paths with a small stepper that knows nothing of paths: it looks at the pieces as it goes.

use crate::common::{fairy, names};
use aanca::board::{Bitboard, Shape, Side, SplitMix64, Square, U256};
use aanca::pieces::paths::{Ends, Path, paths};
use aanca::pieces::walk::walk;
use std::collections::HashSet;

type Step = (i32, i32);

/// A board with pieces, and the squares reached so far.
struct Scene {
    shape: Shape,
    occupied: U256,
    from: (i32, i32),
    reached: U256,
}

impl Scene {
    fn square(&self, (x, y): Step) -> Option<Square> {
        self.shape.square(x, y)
    }

    fn full(&self, at: Step) -> bool {
        self.square(at).is_some_and(|square| self.occupied.has(square))
    }

    fn mark(&mut self, at: Step) {
        if let Some(square) = self.square(at).filter(|_| at != self.from) {
            self.reached |= U256::of(square);
        }
    }

    /// Walks the `steps`, marking from the `min`th on, until one is blocked or off the board.
    fn walk(&mut self, start: Step, steps: impl IntoIterator<Item = Step>, min: usize) {
        let mut at = start;
        for (i, step) in steps.into_iter().enumerate() {
            at = (at.0 + step.0, at.1 + step.1);
            if self.square(at).is_none() {
                return;
            }
            if i + 1 >= min {
                self.mark(at);
            }
            if self.full(at) {
                return;
            }
        }
    }

    fn is_open(&self, at: Step) -> bool {
        self.square(at).is_some() && !self.full(at)
    }
}

const LEAP: [Step; 8] = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
const SIDES: [Step; 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const CORNERS: [Step; 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];

fn plus(a: Step, b: Step) -> Step {
    (a.0 + b.0, a.1 + b.1)
}

fn all_slides(scene: &mut Scene, steps: &[Step], min: usize, max: usize) {
    for &step in steps {
        scene.walk(scene.from, std::iter::repeat_n(step, max), min);
    }
}

fn rose(scene: &mut Scene, leaps: usize) {
    for first in 0..8 {
        for turn in [1, 7] {
            let circle = (0..leaps).map(|i| LEAP[(first + turn * i) % 8]);
            scene.walk(scene.from, circle, 1);
        }
    }
}

fn crooked(scene: &mut Scene, steps: &[Step; 4]) {
    for first in 0..4 {
        for turn in [1, 3] {
            let zigzag = (0..20).map(|i| steps[(first + turn * (i % 2)) % 4]);
            scene.walk(scene.from, zigzag, 1);
        }
    }
}

/// A single step, then a slide in the directions that go on outwards.
fn bent(scene: &mut Scene, first: &[Step], then: &[Step]) {
    for &step in first {
        let at = plus(scene.from, step);
        scene.mark(at);
        if !scene.is_open(at) {
            continue;
        }
        for &next in then.iter().filter(|next| step.0 * next.0 + step.1 * next.1 > 0) {
            scene.walk(at, std::iter::repeat_n(next, 16), 1);
        }
    }
}

fn hop(scene: &mut Scene, steps: &[Step], beyond: usize) {
    for &step in steps {
        let mut at = plus(scene.from, step);
        while scene.is_open(at) {
            at = plus(at, step);
        }
        if scene.full(at) {
            scene.walk(at, std::iter::repeat_n(step, beyond), 1);
        }
    }
}

fn horse(scene: &mut Scene) {
    for leap in LEAP {
        let leg = if leap.0.abs() == 2 {
            (leap.0 / 2, 0)
        } else {
            (0, leap.1 / 2)
        };
        if scene.is_open(plus(scene.from, leg)) {
            scene.mark(plus(scene.from, leap));
        }
    }
}

fn lame_nightrider(scene: &mut Scene) {
    for leap in LEAP {
        let leg = if leap.0.abs() == 2 {
            (leap.0 / 2, 0)
        } else {
            (0, leap.1 / 2)
        };
        let mut at = scene.from;
        while scene.is_open(plus(at, leg)) {
            at = plus(at, leap);
            scene.mark(at);
            if !scene.is_open(at) {
                break;
            }
        }
    }
}

fn janggi_elephant(scene: &mut Scene) {
    for side in SIDES {
        for corner in CORNERS.iter().filter(|c| c.0 * side.0 + c.1 * side.1 > 0) {
            let first = plus(scene.from, side);
            let second = plus(first, *corner);
            if scene.is_open(first) && scene.is_open(second) {
                scene.mark(plus(second, *corner));
            }
        }
    }
}

fn ski(scene: &mut Scene, steps: &[Step]) {
    for &step in steps {
        scene.walk(plus(scene.from, step), std::iter::repeat_n(step, 16), 1);
    }
}

fn hook(scene: &mut Scene) {
    for first in SIDES {
        let mut at = plus(scene.from, first);
        while scene.is_open(at) {
            for turn in SIDES.iter().filter(|t| t.0 * first.0 + t.1 * first.1 == 0) {
                scene.walk(at, std::iter::repeat_n(*turn, 16), 1);
            }
            at = plus(at, first);
        }
    }
}

fn two_king_steps(scene: &mut Scene) {
    let all: Vec<Step> = SIDES.iter().chain(&CORNERS).copied().collect();
    for &first in &all {
        let at = plus(scene.from, first);
        for &second in all.iter().filter(|s| **s != (-first.0, -first.1)) {
            if scene.is_open(at) {
                scene.mark(plus(at, second));
            }
        }
    }
}

#[test]
fn paths_reach_what_a_stepper_reaches() {
    type Piece = (&'static str, fn(&mut Scene));
    let pieces: &[Piece] = &[
        ("R", |s| all_slides(s, &SIDES, 1, 16)),
        ("B", |s| all_slides(s, &CORNERS, 1, 16)),
        ("W3", |s| all_slides(s, &SIDES, 1, 3)),
        ("B[2-4]", |s| all_slides(s, &CORNERS, 2, 4)),
        ("NN", |s| all_slides(s, &LEAP, 1, 16)),
        ("N2", |s| all_slides(s, &LEAP, 1, 2)),
        ("QN", |s| {
            all_slides(s, &SIDES, 1, 16);
            all_slides(s, &CORNERS, 1, 16);
            all_slides(s, &LEAP, 1, 1);
        }),
        ("qN", |s| rose(s, 7)),
        ("qN6", |s| rose(s, 6)),
        ("qN2", |s| rose(s, 2)),
        ("zB", |s| crooked(s, &CORNERS)),
        ("zR", |s| crooked(s, &SIDES)),
        ("FyafsF", |s| bent(s, &CORNERS, &SIDES)),
        ("[F?R]", |s| bent(s, &CORNERS, &SIDES)),
        ("WyafsW", |s| bent(s, &SIDES, &CORNERS)),
        ("[W?B]", |s| bent(s, &SIDES, &CORNERS)),
        ("yafFnD", |s| {
            all_slides(s, &CORNERS, 2, 16);
            all_slides(s, &SIDES, 2, 2);
        }),
        ("pR", |s| hop(s, &SIDES, 16)),
        ("pB", |s| hop(s, &CORNERS, 16)),
        ("pNN", |s| hop(s, &LEAP, 16)),
        ("gN0", |s| hop(s, &LEAP, 1)),
        ("nNN", lame_nightrider),
        ("gQ", |s| {
            hop(s, &SIDES, 1);
            hop(s, &CORNERS, 1);
        }),
        ("nN", horse),
        ("afsW", horse),
        ("nA", |s| all_slides(s, &CORNERS, 2, 2)),
        ("nH", |s| all_slides(s, &SIDES, 3, 3)),
        ("nZ", janggi_elephant),
        ("mafsmafW", janggi_elephant),
        ("jR", |s| ski(s, &SIDES)),
        ("jB", |s| ski(s, &CORNERS)),
        ("masR", hook),
        ("aK", two_king_steps),
    ];
    let mut random = SplitMix64::new(2026);
    for &(betza, step) in pieces {
        let movement = fairy(betza);
        for (files, ranks) in [(8, 8), (10, 8), (5, 11), (16, 16)] {
            let whole = Shape::new(files, ranks).unwrap();
            for _ in 0..12 {
                let one_of = |random: &mut SplitMix64, n| random_set(random, whole, n);
                let holes = one_of(&mut random, 20);
                let from = Square(random.below(whole.area() as u64) as u8);
                let shape = whole.with_holes(holes & !U256::of(from));
                let sparse = 2 + random.below(8);
                let pieces = one_of(&mut random, sparse) & shape.on_board() & !U256::of(from);
                let place = (shape.file(from), shape.rank(from));
                let mut scene = Scene {
                    shape,
                    occupied: pieces,
                    from: place,
                    reached: U256::EMPTY,
                };
                step(&mut scene);
                let enemies = one_of(&mut random, 2) & pieces;
                let friends = pieces & !enemies | U256::of(from);
                for side in Side::BOTH {
                    let paths = paths(&movement, side, from, shape);
                    let walked = walk(&paths, Ends::QUIET | Ends::CAPTURE, friends, enemies);
                    let (walked, stepped) = (names(shape, walked), names(shape, scene.reached));
                    assert_eq!(
                        walked,
                        stepped,
                        "{betza} from {} among {}",
                        shape.name(from),
                        names(shape, pieces)
                    );
                }
            }
        }
    }
}

/// A set that holds each square with the same chance, one in `one_in`.
fn random_set(random: &mut SplitMix64, shape: Shape, one_in: u64) -> U256 {
    (0..shape.area())
        .map(|i| Square(i as u8))
        .filter(|_| random.below(one_in) == 0)
        .fold(U256::EMPTY, |s, q| s | U256::of(q))
}

/// Black's paths are White's on the board turned round.
#[test]
fn sides_are_turned_round() {
    let shape = Shape::new(10, 7).unwrap();
    let turned = |square: Square| Square(69 - square.0);
    let all = |set: U256| {
        set.squares()
            .fold(U256::EMPTY, |out, square| out | U256::of(turned(square)))
    };
    for betza in [
        "fmWfceF",
        "rfqN",
        "hrNflB",
        "lfyafsF",
        "v[F?R]",
        "frafzW",
        "[flF-flR]",
        "fcpRbjB",
        "frN3lnZ",
        "qhrN",
    ] {
        let movement = fairy(betza);
        for from in shape.on_board().squares() {
            let white = paths(&movement, Side::White, from, shape);
            let black = paths(&movement, Side::Black, turned(from), shape);
            let turned = |p: &Path| Path {
                to: turned(p.to),
                empty: all(p.empty),
                occupied: all(p.occupied),
                ..*p
            };
            let white: HashSet<Path> = white.iter().map(turned).collect();
            assert_eq!(white, black.into_iter().collect(), "{betza}");
        }
    }
}
