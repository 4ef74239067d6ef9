//! The general attack table. Whatever a piece can reach from a square is a function of a few squares' occupancy;
//! its paths are packed into a fixed number of blocks of at most a few relevant squares, each block a table over
//! all occupancies of those squares. Blocks are indexed by PEXT or by multi-word magics (magic.rs).

use super::magic;
use crate::board::{Bitboard, Square};

/// Whether this build indexes blocks by the PEXT instruction.
pub const PEXT: bool = cfg!(all(
    target_arch = "x86_64",
    target_feature = "bmi2",
    not(feature = "magic")
));

/// One way to an end square: `to` is reached if all squares of `empty` are empty and all of `occupied` are not.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Reach<B> {
    /// The end square.
    pub to: Square,
    /// Squares that must be empty.
    pub empty: B,
    /// Squares that must hold a piece.
    pub occupied: B,
}

impl<B: Bitboard> Reach<B> {
    /// The squares whose occupancy matters.
    pub fn relevant(&self) -> B {
        self.empty | self.occupied
    }

    /// Whether the end square is reached with this occupancy.
    pub fn is_open(&self, occupied: B) -> bool {
        (self.empty & occupied).is_empty() && (self.occupied & !occupied).is_empty()
    }
}

/// The set of end squares of `reaches` with this occupancy, one by one: the slow obvious way.
pub fn reached<B: Bitboard>(reaches: &[Reach<B>], occupied: B) -> B {
    reaches
        .iter()
        .filter(|r| r.is_open(occupied))
        .fold(B::EMPTY, |set, r| set | B::of(r.to))
}

/// Attack tables of one movement for every square of a board. `BY_PEXT` chooses the index.
#[derive(Debug)]
pub struct Blocks<B, const BY_PEXT: bool = PEXT> {
    per_square: usize,
    blocks: Vec<Block<B>>,
    table: Vec<B>,
}

#[derive(Clone, Copy, Debug)]
struct Block<B> {
    mask: B,
    magic: B,
    offset: u32,
    /// With magics: the right shift of the product. With PEXT: bits of the mask in the words before, packed.
    shift: u32,
}

impl<B: Bitboard, const BY_PEXT: bool> Blocks<B, BY_PEXT> {
    /// Compiles the reaches of each square (indexed by square number) with blocks of at most `max_bits` relevant
    /// squares. `None` if a single reach has more than that, if the table would exceed `max_entries`, or if no magic
    /// is found.
    pub fn compile(reaches: &[Vec<Reach<B>>], max_bits: u32, max_entries: usize) -> Option<Self> {
        let groups: Vec<_> = reaches.iter().map(|r| pack(r, max_bits)).collect::<Option<_>>()?;
        let per_square = groups.iter().map(Vec::len).max().unwrap_or(0);
        let entries: usize = groups.iter().flatten().map(|(mask, _)| 1usize << mask.count()).sum();
        if entries > max_entries {
            return None;
        }
        // Entry 0 is the empty set, for the padding blocks that give every square the same number of blocks.
        let padding = Block {
            mask: B::EMPTY,
            magic: B::EMPTY,
            offset: 0,
            shift: if BY_PEXT { 0 } else { 63 },
        };
        let mut out = Blocks {
            per_square,
            blocks: Vec::new(),
            table: vec![B::EMPTY],
        };
        out.table.reserve_exact(entries);
        for groups in &groups {
            for (mask, group) in groups {
                let block = out.add(*mask, group)?;
                out.blocks.push(block);
            }
            out.blocks
                .extend(std::iter::repeat_n(padding, per_square - groups.len()));
        }
        Some(out)
    }

    fn add(&mut self, mask: B, group: &[Reach<B>]) -> Option<Block<B>> {
        let offset = self.table.len() as u32;
        if BY_PEXT {
            let mut shift = 0;
            let mut before = 0;
            for i in 0..B::WORDS {
                shift |= before << (8 * i);
                before += mask.word(i).count_ones();
            }
            let block = Block {
                mask,
                magic: B::EMPTY,
                offset,
                shift,
            };
            self.table.resize(self.table.len() + (1 << mask.count()), B::EMPTY);
            for subset in magic::subsets(mask) {
                self.table[Self::index(&block, subset)] = reached(group, subset);
            }
            Some(block)
        } else {
            let magic = magic::find(mask, |subset| reached(group, subset))?;
            self.table.extend_from_slice(&magic.table);
            Some(Block {
                mask,
                magic: magic.factor,
                offset,
                shift: magic.shift,
            })
        }
    }

    #[inline(always)]
    fn index(block: &Block<B>, occupied: B) -> usize {
        let index = if BY_PEXT {
            let mut index = 0;
            for i in 0..B::WORDS {
                index |= pext(occupied.word(i), block.mask.word(i)) << (block.shift >> (8 * i) & 63);
            }
            index
        } else {
            magic::product(occupied & block.mask, block.magic) >> block.shift
        };
        block.offset as usize + index as usize
    }

    /// The squares reached from `from` with this occupancy, whoever stands on them.
    #[inline(always)]
    pub fn attacks(&self, from: Square, occupied: B) -> B {
        let start = from.index() * self.per_square;
        let mut set = B::EMPTY;
        for block in &self.blocks[start..start + self.per_square] {
            set |= self.table[Self::index(block, occupied)];
        }
        set
    }

    /// The memory of the tables in bytes.
    pub fn bytes(&self) -> usize {
        size_of_val(&self.blocks[..]) + size_of_val(&self.table[..])
    }
}

#[cfg(all(target_arch = "x86_64", target_feature = "bmi2"))]
#[inline(always)]
fn pext(word: u64, mask: u64) -> u64 {
    // SAFETY: the instruction is there, as the cfg on this function says.
    unsafe { std::arch::x86_64::_pext_u64(word, mask) }
}

#[cfg(not(all(target_arch = "x86_64", target_feature = "bmi2")))]
fn pext(word: u64, mut mask: u64) -> u64 {
    let mut out = 0;
    let mut bit = 1;
    while mask != 0 {
        if word & mask & mask.wrapping_neg() != 0 {
            out |= bit;
        }
        bit <<= 1;
        mask &= mask - 1;
    }
    out
}

type Group<B> = (B, Vec<Reach<B>>);

/// Distributes reaches over as few blocks as a greedy packing finds: reaches that share relevant squares stay
/// together (a line is one unit), then each unit goes to the block that it makes grow least.
fn pack<B: Bitboard>(reaches: &[Reach<B>], max_bits: u32) -> Option<Vec<Group<B>>> {
    let mut units: Vec<Group<B>> = Vec::new();
    let mut ordered: Vec<Reach<B>> = reaches.to_vec();
    ordered.sort_by_key(|r| r.relevant().count());
    for reach in ordered {
        let relevant = reach.relevant();
        if relevant.count() > max_bits {
            return None;
        }
        let near = |mask: B| (mask & relevant).any() || relevant.is_empty();
        let found = units
            .iter()
            .position(|&(mask, _)| near(mask) && (mask | relevant).count() <= max_bits);
        match found {
            Some(i) => {
                units[i].0 |= relevant;
                units[i].1.push(reach);
            }
            None => units.push((relevant, vec![reach])),
        }
    }
    units.sort_by_key(|(mask, _)| std::cmp::Reverse(mask.count()));
    let mut blocks: Vec<Group<B>> = Vec::new();
    for (mask, group) in units {
        let fits = |block: &&mut Group<B>| (block.0 | mask).count() <= max_bits;
        match blocks
            .iter_mut()
            .filter(fits)
            .min_by_key(|block| (block.0 | mask).count() - block.0.count())
        {
            Some(block) => {
                block.0 |= mask;
                block.1.extend(group);
            }
            None => blocks.push((mask, group)),
        }
    }
    Some(blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Shape, SplitMix64, U256},
        pieces::lines::Lines,
    };

    /// Rays of king steps (and, if `bent`, a first orthogonal step that turns), as a plain walker finds them.
    fn queen_or_bent<B: Bitboard>(shape: Shape, bent: bool) -> Vec<Vec<Reach<B>>> {
        let steps = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        let from = |n: usize| {
            let mut out: Vec<Reach<B>> = Vec::new();
            for (i, first) in steps.into_iter().enumerate() {
                let turns: &[usize] = if bent { &[(i + 1) % 8, (i + 7) % 8] } else { &[i] };
                for &turn in turns.iter().filter(|_| !bent || i % 2 == 0) {
                    let start = Square(n as u8);
                    let (mut file, mut rank, mut empty) = (shape.file(start), shape.rank(start), B::EMPTY);
                    let mut step = first;
                    while let Some(to) = shape.square(file + step.0, rank + step.1) {
                        let reach = Reach {
                            to,
                            empty,
                            occupied: B::EMPTY,
                        };
                        if !out.contains(&reach) {
                            out.push(reach);
                        }
                        empty |= B::of(to);
                        (file, rank) = (shape.file(to), shape.rank(to));
                        step = steps[turn];
                    }
                }
            }
            out
        };
        (0..shape.area()).map(from).collect()
    }

    fn backends_agree<B: Bitboard>(files: u8, ranks: u8, max_bits: u32) {
        let holes = U256::of(Square(17)) | U256::of(Square(30));
        let shape = Shape::new(files, ranks).unwrap().with_holes(holes);
        let mut random = SplitMix64::new(files as u64 * 100 + ranks as u64);
        for bent in [false, true] {
            let reaches = queen_or_bent::<B>(shape, bent);
            let pext = Blocks::<B, true>::compile(&reaches, max_bits, usize::MAX).unwrap();
            let magic = Blocks::<B, false>::compile(&reaches, max_bits, usize::MAX).unwrap();
            let lines = Lines::compile(&reaches);
            assert!(bent || lines.is_some());
            for from in shape.on_board().squares() {
                for _ in 0..16 {
                    let thin = random.below(2) == 0;
                    let words = [(); 4].map(|()| random.next() & if thin { random.next() } else { !0 });
                    let occupied = B::from_words(words) & B::narrow(shape.on_board());
                    let expected = reached(&reaches[from.index()], occupied);
                    assert!(
                        pext.attacks(from, occupied) == expected,
                        "PEXT, {files}x{ranks}, {from:?}"
                    );
                    assert!(
                        magic.attacks(from, occupied) == expected,
                        "magic, {files}x{ranks}, {from:?}"
                    );
                    if let Some(lines) = &lines {
                        assert!(
                            lines.attacks(from, occupied) == expected,
                            "lines, {files}x{ranks}, {from:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn every_back_end_equals_the_walk() {
        backends_agree::<u64>(8, 8, 8);
        backends_agree::<u64>(5, 12, 10);
        backends_agree::<u128>(10, 8, 8);
        backends_agree::<u128>(9, 10, 9);
    }

    #[test]
    fn wide_boards_too() {
        backends_agree::<U256>(12, 12, 10);
    }
}
