//! Piece-square tables for any piece on any board, and their sums, kept up to date while moves are made.

use super::{
    mobility::{Movements, distance, mobility, rank_from},
    score::Tapered,
    tables::{Class, Tables},
    values::{PieceValue, Source},
    weights::Weights,
};
use crate::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        Piece, PieceType,
        paths::{Ends, Path},
    },
    position::{Observer, Position},
    variant::{Variant, movement::facing},
};

/// Moves from a square to the nearest goal; `None` where there is no way.
pub type Distances = Vec<Option<u32>>;

/// What one piece contributes on each square; White's count positive, Black's negative.
#[derive(Clone, Debug)]
pub struct PieceSquares {
    /// By [`Piece::index`], then square number.
    squares: Vec<[Tapered; 256]>,
    /// By [`Piece::index`]: the material that makes a middle game, in centipawns. Royals and types that promote to
    /// something much better have none.
    officers: Vec<i32>,
    /// By [`Piece::index`]: which of [`Sums::keys`] it belongs to.
    parts: Vec<u8>,
}

/// The sums over all pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Sums {
    /// Material and places, from White's point of view.
    pub score: Tapered,
    /// Per side: material of officers in centipawns.
    pub officers: [i32; 2],
    /// Hash keys of parts of the position: types that promote, then the other pieces of each side.
    pub keys: [u32; 3],
}

/// Keeps [`Sums`] up to date while a move is made. Positions do not tell when a move is taken back: copy the sums
/// before each move.
pub struct Summing<'a> {
    /// What each piece contributes.
    pub table: &'a PieceSquares,
    /// The sums so far.
    pub sums: Sums,
}

impl Observer for Summing<'_> {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.sums.score += self.table.squares[piece.index()][square.index()];
        self.sums.officers[piece.side().index()] += self.table.officers[piece.index()];
        self.sums.keys[self.table.part(piece)] ^= part_key(piece, square);
    }
    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.sums.score -= self.table.squares[piece.index()][square.index()];
        self.sums.officers[piece.side().index()] -= self.table.officers[piece.index()];
        self.sums.keys[self.table.part(piece)] ^= part_key(piece, square);
    }
}

impl PieceSquares {
    /// The tables for a variant's `movements`, whose piece types have these `values`.
    pub fn new(
        weights: &Weights,
        tables: &Tables,
        movements: &Movements,
        values: &[PieceValue],
        classes: &[Class],
    ) -> PieceSquares {
        let variant = movements.variant;
        let mut squares = Vec::new();
        let mut officers = Vec::new();
        let mut parts = Vec::new();
        for (i, value) in values.iter().enumerate() {
            let kind = PieceType(i as u8);
            for side in Side::BOTH {
                squares.push(table(weights, tables, movements, values, classes[i], side, kind));
                let counts = value.source != Source::Royal && gain(variant, values, side, kind) < value.value.end;
                officers.push(if counts { value.value.middle } else { 0 });
                let promotes = value.source != Source::Royal && gain(variant, values, side, kind) > 0;
                parts.push(if promotes { 0 } else { 1 + side.index() as u8 });
            }
        }
        PieceSquares {
            squares,
            officers,
            parts,
        }
    }

    /// The sums for a position, computed anew.
    pub fn sums<B: Bitboard>(&self, position: &Position<B>) -> Sums {
        let mut summing = Summing {
            table: self,
            sums: Sums::default(),
        };
        for square in position.occupied().squares() {
            summing.put(position.piece_on(square), square);
        }
        summing.sums
    }

    /// Which of [`Sums::keys`] a piece belongs to.
    #[inline(always)]
    fn part(&self, piece: Piece) -> usize {
        self.parts[piece.index()] as usize
    }

    /// What a piece contributes on a square, from White's point of view.
    pub fn at(&self, piece: Piece, square: Square) -> Tapered {
        self.squares[piece.index()][square.index()]
    }

    /// The material that this piece adds to the middle game, in centipawns.
    pub fn officer(&self, piece: Piece) -> i32 {
        self.officers[piece.index()]
    }
}

/// A piece's share of [`Sums::keys`]. Computed, as a table would take room in the cache.
#[inline(always)]
fn part_key(piece: Piece, square: Square) -> u32 {
    let number = (piece.index() << 8 | square.index()) as u64 + 1;
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    ((mixed ^ mixed >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9) >> 32) as u32
}

/// How much a type gains, at best, by promoting; 0 if it does not promote.
pub fn gain(variant: &Variant, values: &[PieceValue], side: Side, kind: PieceType) -> i32 {
    let promotion = variant.promotions.iter().find(|p| p.kind == kind);
    let choices = promotion.iter().flat_map(|p| &p.choices[side.index()]);
    let best = choices.map(|c| values[c.index()].value.end).max();
    best.map_or(0, |best| (best - values[kind.index()].value.end).max(0))
}

fn table(
    weights: &Weights,
    tables: &Tables,
    movements: &Movements,
    values: &[PieceValue],
    class: Class,
    side: Side,
    kind: PieceType,
) -> [Tapered; 256] {
    let variant = movements.variant;
    let shape = variant.shape;
    let map = movements.of(side, kind);
    let value = &values[kind.index()];
    let gain = gain(variant, values, side, kind);
    let goal = goal_distances(variant, side, kind, &map);
    let promotion = promotion_distances(variant, side, kind, &map);
    let farthest = |distances: &Distances| distances.iter().flatten().max().copied().unwrap_or(0).max(1);
    let mut table = [Tapered::ZERO; 256];
    for square in shape.on_board().squares() {
        let i = square.index();
        let place = Place::new(shape, facing(&variant.ground, side, square), square);
        let mut here = value.value + tables.cells[Tables::place(variant, class, side, square)];
        if value.source == Source::Royal {
            here += place.royal(weights);
        } else if gain > 0 {
            here += place.promoting(weights);
        } else {
            here += place.officer(weights, value, mobility(&map[i], square, shape).weighed);
        }
        if let Some(way) = &promotion
            && gain > 0
            && let Some(moves) = way[i]
        {
            let near = 1.0 - moves as f64 / farthest(way) as f64;
            let hope = near * near * gain.min(1200) as f64;
            here += scaled(weights.pawn_near, hope / 1000.0);
        }
        if let Some(way) = &goal
            && let Some(moves) = way[i]
        {
            let near = 1.0 - moves as f64 / farthest(way) as f64;
            here += Tapered::flat((180.0 * near * near) as i32);
        }
        table[i] = if side == Side::White { here } else { -here };
    }
    table
}

/// Where a square lies, as a side that faces up or down the board sees it; all from 0 to 1, but for the rank.
struct Place {
    /// From the side's first rank (0) to its last (1).
    advance: f64,
    /// Ranks from the first.
    rank: f64,
    /// From the outer files (0) to the middle ones (1).
    file_centre: f64,
    /// From the edge (0) to the centre (1).
    centre: f64,
}

impl Place {
    fn new(shape: Shape, side: Side, square: Square) -> Place {
        let (files, ranks) = (shape.files() as i32, shape.ranks() as i32);
        let rank = rank_from(side, square, shape);
        // 0 at both ends, 1 in the middle of a line of `length` squares.
        let inner = |at: i32, length: i32| {
            let half = ((length - 1) / 2).max(1);
            at.min(length - 1 - at) as f64 / half as f64
        };
        let file_centre = inner(shape.file(square), files);
        let rank_centre = inner(rank, ranks);
        Place {
            advance: rank as f64 / (ranks - 1).max(1) as f64,
            rank: rank as f64,
            file_centre,
            centre: file_centre.min(rank_centre) * 0.6 + (file_centre + rank_centre) * 0.2,
        }
    }

    /// Sheltered while there are pieces to fear, active when there are none.
    fn royal(&self, weights: &Weights) -> Tapered {
        scaled(weights.royal_outside, 1.0 - self.file_centre)
            + scaled(weights.royal_advance, self.rank.min(4.0))
            + scaled(weights.royal_centre, self.centre - 0.5)
    }

    fn promoting(&self, weights: &Weights) -> Tapered {
        // Taking the middle is worth most up to the middle.
        let middle = (2.0 * self.file_centre - 0.8) * (2.0 * self.advance).min(1.0);
        scaled(weights.pawn_middle, middle) + scaled(weights.pawn_advance, self.advance)
    }

    fn officer(&self, weights: &Weights, value: &PieceValue, here: f64) -> Tapered {
        // Strong pieces are chased away from exposed squares, so that places matter less to them.
        let weight = 350.0 / value.value.middle.max(350) as f64;
        let reach = (here - value.mobility.weighed).clamp(-6.25, 6.25) * weight / 10.0;
        // A slow piece on its first rank is out of play.
        let slow = if value.mobility.weighed < 5.5 {
            self.advance.min(0.6)
        } else {
            0.0
        };
        scaled(weights.officer_reach, reach)
            + scaled(weights.officer_centre, (self.centre - 0.375) * weight)
            + scaled(weights.officer_advance, slow)
    }
}

/// Part of a weight, rounded to whole centipawns.
pub fn scaled(weight: Tapered, part: f64) -> Tapered {
    let of = |weight: i32| (weight as f64 * part).round() as i32;
    Tapered::new(of(weight.middle), of(weight.end))
}

/// Moves to the nearest square of a goal of the game; `None` if this type has none.
fn goal_distances(variant: &Variant, side: Side, kind: PieceType, map: &[Vec<Path>]) -> Option<Distances> {
    let flag = variant.endings.flag.as_ref()?;
    let counts = flag.types[side.index()].has(kind);
    let goals = flag.region[side.index()] & variant.shape.on_board();
    counts.then(|| distances(map, goals, |_, _| false))
}

/// Moves to the nearest square on which this type promotes, or up to the one that promotes it by crossing; `None` if it
/// does not promote.
pub fn promotion_distances(variant: &Variant, side: Side, kind: PieceType, map: &[Vec<Path>]) -> Option<Distances> {
    let promotion = variant.promotions.iter().find(|p| p.kind == kind)?;
    if promotion.by_crossing {
        let ground = &variant.ground;
        return Some(distances(map, U256::EMPTY, |from, to| ground.crosses(from, to)));
    }
    let zone = promotion.zone[side.index()] & variant.shape.on_board();
    Some(distances(map, zone, |_, _| false))
}

/// Moves without capture from each square to the nearest of `goals`, or through a move that `arrives` wherever it ends, on
/// an empty board, first moves aside.
fn distances(map: &[Vec<Path>], goals: U256, arrives: impl Fn(Square, Square) -> bool) -> Distances {
    let mut found: Distances = vec![None; map.len()];
    for goal in goals.squares().filter(|s| s.index() < map.len()) {
        found[goal.index()] = Some(0);
    }
    let open = |p: &&Path| {
        p.ends.intersects(Ends::QUIET)
            && !p.ends.intersects(Ends::INITIAL)
            && (p.occupied | p.friends | p.enemies).is_empty()
    };
    for round in 0..map.len() as u32 {
        let mut changed = false;
        for (from, paths) in map.iter().enumerate() {
            let reaches =
                |p: &Path| found[p.to.index()] == Some(round) || round == 0 && arrives(Square(from as u8), p.to);
            if found[from].is_none() && paths.iter().filter(open).any(reaches) {
                found[from] = Some(round + 1);
                changed = true;
            }
        }
        if !changed {
            break;
        }
    }
    found
}

/// The squares at most `reach` king's steps from `square`.
pub fn around(shape: Shape, square: Square, reach: i32) -> U256 {
    let near = shape
        .on_board()
        .squares()
        .filter(|&s| distance(s, square, shape) <= reach);
    near.fold(U256::EMPTY, |set, s| set | U256::of(s))
}
