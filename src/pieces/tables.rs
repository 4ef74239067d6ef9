//! Compiled movements: the fastest table that each set of paths allows.

use super::{
    blocks::{Blocks, PEXT, Reach},
    lines::Lines,
    paths::{Ends, Path},
    walk::walk,
};
use crate::board::{Bitboard, Square, SquareMap};
use arrayvec::ArrayVec;

/// Most tables that one piece's movement can use.
pub const MAX_SLIDES: usize = 12;

/// The largest block table of one movement in bytes; beyond it another back end is taken.
const MAX_TABLE_BYTES: usize = 4 << 20;

/// More paths than this by the square are slow to walk.
const SLOW_WALK: usize = 150;

/// A movement that depends on the squares passed.
#[derive(Debug)]
pub enum Slide<B> {
    /// Tables over occupancies.
    Blocks(Blocks<B>),
    /// Monotone rays.
    Lines(Lines<B>),
    /// The paths themselves, sorted by their end squares, for what no table can hold.
    Walk(Vec<Vec<Path>>),
}

impl<B: Bitboard> Slide<B> {
    /// Compiles the paths from each square number, taking all of their conditions but not how they end.
    pub fn compile(mut paths: Vec<Vec<Path>>) -> Slide<B> {
        for paths in &mut paths {
            paths.sort_by_key(|path| path.to);
        }
        if paths.iter().flatten().any(|p| p.friends.any() || p.enemies.any()) {
            return Slide::Walk(paths);
        }
        let reach = |p: &Path| Reach {
            to: p.to,
            empty: B::narrow(p.empty),
            occupied: B::narrow(p.occupied),
        };
        let reaches: Vec<Vec<Reach<B>>> = paths.iter().map(|paths| paths.iter().map(reach).collect()).collect();
        // Measured: on 64 squares one 12-bit block beats two smaller ones; on wider boards the tables would
        // leave the second-level cache, and beyond 128 squares rays beat blocks at a hundredth of the memory.
        // Magics for large blocks take long to find, so they get smaller ones.
        let max_bits = match (PEXT, B::WORDS) {
            (true, 1) => 12,
            (true, _) => 10,
            (false, _) => 9,
        };
        if B::WORDS > 2
            && let Some(lines) = Lines::compile(&reaches)
        {
            return Slide::Lines(lines);
        }
        for bits in [max_bits, 7] {
            if let Some(blocks) = Blocks::compile(&reaches, bits, MAX_TABLE_BYTES / size_of::<B>()) {
                return Slide::Blocks(blocks);
            }
        }
        match Lines::compile(&reaches) {
            Some(lines) => Slide::Lines(lines),
            None => Slide::Walk(paths),
        }
    }

    /// The squares reached from `from`, whoever stands on them, with the pieces of `occupied` on the board, of
    /// which `friends` are the mover's.
    #[inline(always)]
    pub fn attacks(&self, from: Square, occupied: B, friends: B) -> B {
        match self {
            Slide::Blocks(blocks) => blocks.attacks(from, occupied),
            Slide::Lines(lines) => lines.attacks(from, occupied),
            Slide::Walk(paths) => B::narrow(walk(
                &paths[from.index()],
                Ends(!0),
                friends.widen(),
                (occupied & !friends).widen(),
            )),
        }
    }

    /// Whether [`Slide::attacks`] has `to`. Some pieces have thousands of paths, but few to any one square.
    #[inline(always)]
    pub fn attacks_square(&self, from: Square, to: Square, occupied: B, friends: B) -> bool {
        match self {
            Slide::Walk(paths) => {
                let paths = &paths[from.index()];
                let start = paths.partition_point(|path| path.to < to);
                let count = paths[start..].partition_point(|path| path.to == to);
                let enemies = (occupied & !friends).widen();
                walk(&paths[start..start + count], Ends(!0), friends.widen(), enemies).any()
            }
            _ => self.attacks(from, occupied, friends).has(to),
        }
    }

    /// The memory of the tables in bytes.
    pub fn bytes(&self) -> usize {
        match self {
            Slide::Blocks(blocks) => blocks.bytes(),
            Slide::Lines(lines) => lines.bytes(),
            Slide::Walk(paths) => paths.iter().map(|p| size_of_val(&p[..])).sum(),
        }
    }
}

/// Where a piece of one side and type can go, for one way of ending (quiet or capture).
#[derive(Clone, Debug)]
pub struct Targets<B: 'static> {
    /// The squares that are reached whatever stands between.
    pub leaps: SquareMap<B>,
    /// The movements that depend on the squares between.
    pub slides: ArrayVec<&'static Slide<B>, MAX_SLIDES>,
}

impl<B: Bitboard> Targets<B> {
    /// The squares reached from `from`, whoever stands on them, with the pieces of `occupied` on the board, of
    /// which `friends` are the mover's.
    #[inline(always)]
    pub fn from(&self, from: Square, occupied: B, friends: B) -> B {
        let mut set = self.leaps[from];
        for slide in &self.slides {
            set |= slide.attacks(from, occupied, friends);
        }
        set
    }

    /// Whether there are so many paths to walk, by the square, that what asks for the targets of many positions had
    /// better not ask: pieces that turn on their way, on wide boards.
    pub fn is_slow(&self) -> bool {
        let walked = |slide: &&Slide<B>| match slide {
            Slide::Walk(paths) => paths.iter().map(Vec::len).sum::<usize>() > SLOW_WALK * paths.len(),
            _ => false,
        };
        self.slides.iter().any(walked)
    }

    /// Whether both sets of targets are the same for every occupancy.
    pub fn same_as(&self, other: &Targets<B>) -> bool {
        self.leaps == other.leaps
            && self.slides.len() == other.slides.len()
            && self.slides.iter().zip(&other.slides).all(|(a, b)| std::ptr::eq(*a, *b))
    }
}

/// A uniform step, the same on every square: moves of all pieces of a type at once.
#[derive(Clone, Copy, Debug)]
pub struct Step<B> {
    /// The difference of square numbers.
    pub delta: i32,
    /// The squares from which the step stays on the board.
    pub from: B,
    /// For a step over one square: the difference to that square, which must be empty.
    pub over: Option<i32>,
}

/// A way in which pieces of one side attack squares: the capturing movement of one atom, and who has it.
#[derive(Debug)]
pub struct Attack<B: 'static> {
    /// The piece types that have it.
    pub kinds: Vec<super::PieceType>,
    /// For each target square, the squares from which it can be attacked, at best.
    pub reach: SquareMap<B>,
    /// How the squares between matter.
    pub way: Way<B>,
}

/// How the squares between attacker and target matter.
#[derive(Debug)]
pub enum Way<B: 'static> {
    /// Not at all.
    Leap,
    /// All squares of `between[target][attacker]` must be empty.
    Between(Vec<SquareMap<B>>),
    /// As the table says (hoppers).
    Table(&'static Slide<B>),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Shape, Side, SplitMix64, U256},
        pieces::{
            betza::{self, Dialect},
            paths::paths,
        },
    };

    #[test]
    fn one_square_of_a_walk_is_as_in_the_whole() {
        let shape = Shape::new(12, 12).unwrap();
        let movement = betza::parse("masR", Dialect::Fairy).unwrap();
        let all = (0..144)
            .map(|n| paths(&movement, Side::White, Square(n), shape))
            .collect();
        let slide = Slide::<U256>::compile(all);
        assert!(matches!(slide, Slide::Walk(_)));
        let mut random = SplitMix64::new(9);
        for _ in 0..40 {
            let thin = random.next();
            let mut set =
                || U256::from_words([(); 4].map(|()| random.next() & random.next() & thin)) & shape.on_board();
            let (friends, enemies) = (set(), set());
            let from = Square(random.below(144) as u8);
            let attacked = slide.attacks(from, friends | enemies, friends);
            for to in shape.on_board().squares() {
                let one = slide.attacks_square(from, to, friends | enemies, friends);
                assert_eq!(one, attacked.has(to), "{from:?} {to:?}");
            }
        }
    }
}
