//! Piece values in centipawns: published sets for the pieces that they cover, known by their movement, and a
//! formula from mobility on this board, on the same scale, for all others.

use super::{
    mobility::{Mobility, Movements, mobility},
    reach::reach,
    score::{Score, Tapered},
};
use crate::{
    board::{Bitboard, Shape, Side, Square},
    pieces::{
        PieceType,
        betza::{self, Dialect},
        paths::{Ends, Path, paths},
    },
    variant::{ValueSet, Variant},
};

/// What the royal counts for in exchanges: more than all else, as nothing makes up for it.
pub const ROYAL_EXCHANGE: Score = 20_000;

/// The movements that the published sets give values for; the pawn's is 100 centipawns in all of them.
const REFERENCES: [&str; 6] = ["N", "B", "R", "Q", "BN", "RN"];
const PAWN: &str = "fmWfcF";
/// The references that the formula's scale is fitted to; it is meant to disagree on the compounds.
const FITTED: usize = 4;
/// Part of what a type may become that a type by formula that promotes is worth.
const HOPE: f64 = 0.06;
/// The same where crossing to another bank promotes: the way is short.
const HOPE_OF_CROSSING: f64 = 0.3;
/// What is left of the value of a piece that must rest after each of its moves.
const RESTS: f64 = 0.85;
/// The part of a piece's value that goes with the part of the board which a river keeps from it.
const REACH: f64 = 0.4;

/// The values of a published set for [`REFERENCES`], in centipawns, as the tables for the ten-file board give them;
/// `None` for the formula alone.
fn published(set: ValueSet) -> Option<[f64; 6]> {
    match set {
        ValueSet::Muller => Some([353.0, 412.0, 559.0, 1118.0, 1029.0, 1059.0]),
        ValueSet::Smirf => Some([305.0, 350.0, 582.0, 962.0, 686.0, 887.0]),
        ValueSet::ChessV => Some([250.0, 325.0, 470.0, 875.0, 650.0, 825.0]),
        ValueSet::Zillions => Some([236.0, 286.0, 426.0, 706.0, 513.0, 666.0]),
        ValueSet::Aberg => Some([300.0, 330.0, 500.0, 900.0, 680.0, 870.0]),
        ValueSet::Nalls => Some([308.0, 354.0, 578.0, 931.0, 661.0, 885.0]),
        ValueSet::Mobility => None,
    }
}

/// Where a piece's value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source {
    /// The variant gives it.
    Given,
    /// The published set that the variant names.
    Published,
    /// The mobility formula.
    Formula,
    /// It is the royal: its value is the game.
    Royal,
}

/// The value of one piece type.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PieceValue {
    /// Centipawns in the middle game and in the endgame; nothing for the royal.
    pub value: Tapered,
    /// Where it comes from.
    pub source: Source,
    /// The type's mobility, averaged over the squares of the board.
    pub mobility: Mobility,
}

impl PieceValue {
    /// What the type counts for in exchanges.
    pub fn exchange(&self) -> Score {
        match self.source {
            Source::Royal => ROYAL_EXCHANGE,
            _ => (self.value.middle + self.value.end) / 2,
        }
    }
}

/// The value of each piece type of a variant, in the order of its pieces.
pub fn piece_values(variant: &Variant) -> Vec<PieceValue> {
    values_of(&Movements::new(variant))
}

/// The same for movements that others need, too.
pub(super) fn values_of(movements: &Movements) -> Vec<PieceValue> {
    let variant = movements.variant;
    let shape = variant.shape;
    let references = REFERENCES.map(|text| reference_paths(text, shape));
    let pawn = reference_paths(PAWN, shape);
    let set = published(variant.value_set);
    let scale = set.map_or(1.0, |set| {
        let formula: f64 = references[..FITTED]
            .iter()
            .map(|map| formula(average(map, shape)))
            .sum();
        if formula > 0.0 {
            set[..FITTED].iter().sum::<f64>() / formula
        } else {
            1.0
        }
    });
    let kinds = || (0..variant.pieces.len()).map(|kind| PieceType(kind as u8));
    let promotion_of = |kind: PieceType| variant.promotions.iter().find(|p| p.kind == kind);
    let crosses = |kind: PieceType| promotion_of(kind).is_some_and(|p| p.by_crossing);
    let mut sources = Vec::new();
    let mut plain = Vec::new();
    let mut mobilities = Vec::new();
    for kind in kinds() {
        let map = movements.of(Side::White, kind);
        let mobility = average(&map, shape);
        let known = references.iter().position(|other| same_movement(other, &map));
        let (value, source) = match (set, known) {
            (Some(set), Some(i)) => (set[i], Source::Published),
            // The published pawn has the whole board before it.
            (Some(_), None) if !crosses(kind) && same_movement(&pawn, &map) => (100.0, Source::Published),
            _ => (scale * formula(mobility), Source::Formula),
        };
        let rests = if variant.rest_types.has(kind) { RESTS } else { 1.0 };
        let value = value * rests * usefulness(variant, kind, &map);
        mobilities.push(mobility);
        sources.push(source);
        plain.push(value);
    }
    // A type by formula that promotes is worth part of what it may become.
    let best = |kind: PieceType| {
        let promotion = promotion_of(kind)?;
        promotion.choices[0].iter().map(|c| plain[c.index()]).reduce(f64::max)
    };
    let finish = |kind: PieceType| {
        let i = kind.index();
        let hope = best(kind).map_or(0.0, |best| (best - plain[i]).max(0.0));
        let base = if sources[i] == Source::Formula {
            plain[i] + if crosses(kind) { HOPE_OF_CROSSING } else { HOPE } * hope
        } else {
            plain[i]
        };
        // What is about to become much more gains when there is less to stop it.
        let mut value = if hope > base {
            Tapered::new((0.85 * base) as i32, (1.2 * base) as i32)
        } else {
            Tapered::flat(base.round() as i32)
        };
        let mut source = sources[i];
        let given = variant.pieces[i].value;
        if given.iter().any(Option::is_some) {
            source = Source::Given;
            value = Tapered::new(given[0].or(given[1]).unwrap_or(0), given[1].or(given[0]).unwrap_or(0));
        }
        if variant.royal == Some(kind) {
            (value, source) = (Tapered::ZERO, Source::Royal);
        }
        PieceValue {
            value,
            source,
            mobility: mobilities[i],
        }
    };
    kinds().map(finish).collect()
}

/// Centipawns (a knight on 8x8 is worth about 350) for a mobility: moves support each other, so that the value
/// grows faster than their number, until a piece has so many that it cannot use them all.
fn formula(mobility: Mobility) -> f64 {
    let moves = mobility.weighed;
    moves * (50.0 + 3.4 * moves.min(9.0))
}

/// What a piece is worth of its mobility's value if some bank is closed to it: it can help only where it can go.
fn usefulness(variant: &Variant, kind: PieceType, map: &[Vec<Path>]) -> f64 {
    if !variant.ground.crossing.types.has(kind) {
        return 1.0;
    }
    let movement = &variant.pieces[kind.index()].movement;
    let squares = (0..variant.shape.area()).map(|n| Square(n as u8));
    let open: Vec<Vec<Path>> = squares
        .map(|from| paths(movement, Side::White, from, variant.shape))
        .collect();
    let total = |map: &[Vec<Path>]| reach(map, variant.shape).iter().map(|set| set.count()).sum::<u32>();
    let share = total(map) as f64 / total(&open).max(1) as f64;
    1.0 - REACH * (1.0 - share.min(1.0))
}

fn average(map: &[Vec<Path>], shape: Shape) -> Mobility {
    let mut sum = Mobility::default();
    let mut squares = 0.0;
    for from in shape.on_board().squares() {
        let here = mobility(&map[from.index()], from, shape);
        sum.quiet += here.quiet;
        sum.capture += here.capture;
        sum.weighed += here.weighed;
        squares += 1.0;
    }
    if squares > 0.0 {
        sum.quiet /= squares;
        sum.capture /= squares;
        sum.weighed /= squares;
    }
    sum
}

fn reference_paths(text: &str, shape: Shape) -> Vec<Vec<Path>> {
    let movement = betza::parse(text, Dialect::Fairy).unwrap_or_default();
    let squares = (0..shape.area()).map(|n| Square(n as u8));
    squares.map(|from| paths(&movement, Side::White, from, shape)).collect()
}

/// Whether two movements amount to the same, however they were written: from each square, the ways to move and to
/// capture, first moves and en passant aside.
fn same_movement(a: &[Vec<Path>], b: &[Vec<Path>]) -> bool {
    let ways = |paths: &Vec<Path>| {
        let mut ways = Vec::new();
        for path in paths.iter().filter(|p| !p.ends.intersects(Ends::INITIAL)) {
            for (flag, capture) in [(Ends::QUIET, false), (Ends::CAPTURE, true)] {
                if path.ends.intersects(flag) {
                    ways.push((
                        path.to,
                        [path.empty, path.occupied, path.friends, path.enemies],
                        capture,
                    ));
                }
            }
        }
        ways.sort_by_key(|(to, sets, capture)| (*to, sets.map(|s| s.0), *capture));
        ways.dedup();
        ways
    };
    // Most differ on the first square that is not at the edge.
    let middle = a.len() / 2;
    let order = (middle..a.len()).chain(0..middle);
    a.len() == b.len() && order.into_iter().all(|i| ways(&a[i]) == ways(&b[i]))
}
