//! What pieces do together: mobility, the royal's safety, pawns without opposition, pairs on both colours.

use super::{
    mobility::{Movements, distance},
    psqt::{around, gain, promotion_distances},
    score::Tapered,
    stakes,
    values::{PieceValue, Source},
};
use crate::{
    board::{Bitboard, Shape, Side, Square, SquareMap, U256},
    pieces::{
        PieceType,
        paths::{Ends, Path},
    },
    position::Position,
    variant::{Variant, movement::facing, rules::Rules},
};

/// A pair of pieces that complement each other's colours.
const PAIR: Tapered = Tapered::new(35, 50);
/// A pawn that no pawn of its side can ever guard.
const ISOLATED: Tapered = Tapered::new(-8, -14);
/// A pawn behind another of its side.
const DOUBLED: Tapered = Tapered::new(-6, -16);
/// A pawn that is guarded by a pawn.
const GUARDED: Tapered = Tapered::new(7, 5);
/// An officer that a pawn attacks.
const PAWN_THREAT: Tapered = Tapered::new(28, 22);
/// A pawn in front of the royal.
const SHELTER: Tapered = Tapered::new(10, 0);
/// Squares around the royal under attack, squared: hundredths of a centipawn.
const DANGER: i32 = 38;
/// A piece within each ring round one that the enemy must not lose: what is hunted must be approached.
const NEAR: Tapered = Tapered::new(3, 12);
/// The rings, in king's steps.
const RINGS: [i32; 2] = [2, 5];
/// The most that danger to the royal costs.
const DANGER_LIMIT: i32 = 350;

/// What the terms need to know of one piece type.
#[derive(Clone, Copy, Debug)]
struct KindTerms {
    kind: PieceType,
    /// Counted by mobility: neither royal nor a pawn.
    active: bool,
    /// Sixteenths of a centipawn for each square that the piece reaches more than usual.
    mobility: Tapered,
    /// The usual number of squares, times 16.
    usual: i32,
    /// How much an attack on a square next to the royal weighs.
    danger: i32,
}

/// Tables for the terms of one variant.
#[derive(Debug)]
pub struct Terms<B: 'static> {
    kinds: [Vec<KindTerms>; 2],
    /// Types that go straight ahead and promote, if the game has such.
    pawns: Vec<Pawn<B>>,
    /// The squares around a royal, per side.
    zone: [SquareMap<B>; 2],
    /// The squares where pawns shelter a royal, per side.
    shelter: [SquareMap<B>; 2],
    /// Types that cannot reach the whole board, and a part that they cannot leave.
    bound: Vec<(PieceType, B)>,
    /// Whether there is more at stake than pieces.
    stakes: bool,
    /// The squares of [`RINGS`].
    rings: [SquareMap<B>; 2],
}

#[derive(Debug)]
struct Pawn<B: 'static> {
    side: Side,
    kind: PieceType,
    /// Enemy pawns here can stop it.
    span: SquareMap<B>,
    /// The squares straight ahead.
    ahead: SquareMap<B>,
    /// The files next to it.
    beside: SquareMap<B>,
    /// What a free way to the promotion zone is worth.
    passed: Box<[Tapered; 256]>,
}

impl<B: Bitboard> Terms<B> {
    /// The tables for a variant whose piece types have these `values`.
    pub fn new(rules: &Rules<B>, movements: &Movements, values: &[PieceValue]) -> Terms<B> {
        let variant = &*rules.variant;
        let shape = variant.shape;
        let kinds = || (0..values.len()).map(|kind| PieceType(kind as u8));
        let mut pawns = Vec::new();
        for side in Side::BOTH {
            pawns.extend(kinds().filter_map(|kind| Pawn::new(movements, values, side, kind)));
        }
        let kinds_of = |side: Side| {
            let terms = |kind: PieceType| {
                let value = &values[kind.index()];
                let pawn = pawns.iter().any(|p: &Pawn<B>| p.kind == kind);
                let weight = 350.0 / value.value.middle.max(350) as f64;
                let units = |per_target: f64| (16.0 * per_target * weight) as i32;
                KindTerms {
                    kind,
                    active: !pawn && value.source != Source::Royal && gain(variant, values, side, kind) < 300,
                    mobility: Tapered::new(units(4.0), units(4.5)),
                    usual: (16.0 * 0.85 * value.mobility.capture) as i32,
                    danger: (value.value.middle / 170).clamp(1, 6),
                }
            };
            kinds().map(terms).collect()
        };
        let bound = |kind: PieceType| {
            let value = &values[kind.index()];
            let eligible = value.source != Source::Royal && value.value.middle > 120;
            let part = eligible.then(|| colour(&movements.of(Side::White, kind), shape));
            part.flatten().map(|part| (kind, B::narrow(part)))
        };
        Terms {
            kinds: Side::BOTH.map(kinds_of),
            zone: Side::BOTH.map(|side| squares(shape, |s| around(shape, s, 1) | front_of(variant, side, s))),
            shelter: Side::BOTH.map(|side| squares(shape, |s| front_of(variant, side, s))),
            stakes: stakes::any(rules),
            rings: RINGS.map(|steps| squares(shape, |s| around(shape, s, steps))),
            bound: kinds()
                .filter(|k| variant.promotions.iter().all(|p| p.kind != *k))
                .filter_map(bound)
                .collect(),
            pawns,
        }
    }

    /// The terms' sum from White's point of view.
    pub fn evaluate(&self, position: &Position<B>) -> Tapered {
        let mut score = Tapered::ZERO;
        let mut sets = [B::EMPTY; 2];
        for pawn in &self.pawns {
            sets[pawn.side.index()] |= position.pieces(pawn.side, pawn.kind);
        }
        let attacks = Side::BOTH.map(|side| self.pawn_attacks(position, side));
        for pawn in &self.pawns {
            let (us, them) = (pawn.side.index(), pawn.side.opponent().index());
            let mut sum = Tapered::ZERO;
            for square in position.pieces(pawn.side, pawn.kind).squares() {
                if (pawn.span[square] & sets[them]).is_empty() {
                    let free = (pawn.ahead[square] & position.occupied()).is_empty();
                    let worth = pawn.passed[square.index()];
                    sum += if free {
                        worth
                    } else {
                        Tapered::new(worth.middle / 2, worth.end / 2)
                    };
                }
                if (pawn.beside[square] & sets[us]).is_empty() {
                    sum += ISOLATED;
                }
                if (pawn.ahead[square] & sets[us]).any() {
                    sum += DOUBLED;
                }
            }
            sum += GUARDED * (position.pieces(pawn.side, pawn.kind) & attacks[us]).count() as i32;
            if pawn.side == Side::White {
                score += sum
            } else {
                score -= sum
            }
        }
        score += self.officers(position, Side::White, &sets, &attacks);
        score -= self.officers(position, Side::Black, &sets, &attacks);
        if self.stakes {
            score += stakes::stakes(position, Side::White) - stakes::stakes(position, Side::Black);
        }
        score
    }

    /// Mobility of one side, its pressure on the enemy's royal, its royal's shelter and its pairs.
    fn officers(&self, position: &Position<B>, side: Side, pawns: &[B; 2], pawn_attacks: &[B; 2]) -> Tapered {
        let rules = position.rules();
        let (us, them) = (side.index(), side.opponent().index());
        let (own, occupied) = (position.of_side(side), position.occupied());
        let useful = !own & !pawn_attacks[them];
        let mut zone = position.royal(side.opponent()).map_or(B::EMPTY, |s| self.zone[them][s]);
        let (mut score, mut danger, mut attackers) = (Tapered::ZERO, 0, 0);
        if self.stakes {
            // What must not be lost is attacked like a royal.
            for square in position.vital(side.opponent()).squares() {
                zone |= self.zone[them][square];
                let hunters = own & !pawns[us];
                for ring in &self.rings {
                    score += NEAR * (hunters & ring[square]).count() as i32;
                }
            }
        }
        let mut middle = 0;
        let mut end = 0;
        for terms in self.kinds[us].iter().filter(|t| t.active) {
            let pieces = position.pieces(side, terms.kind);
            if pieces.is_empty() {
                continue;
            }
            let targets = &rules.mover(side, terms.kind).capture;
            for from in pieces.squares() {
                let reached = targets.from(from, occupied, own);
                let more = 16 * (reached & useful).count() as i32 - terms.usual;
                middle += more * terms.mobility.middle;
                end += more * terms.mobility.end;
                let near = (reached & zone).count() as i32;
                if near > 0 {
                    danger += near * terms.danger;
                    attackers += 1;
                }
            }
            score += PAWN_THREAT * -((pieces & pawn_attacks[them]).count() as i32);
        }
        score += Tapered::new(middle / 256, end / 256);
        if attackers > 1 {
            score.middle += (danger * danger * DANGER / 100).min(DANGER_LIMIT);
        }
        if let Some(royal) = position.royal(side) {
            score += SHELTER * (self.shelter[us][royal] & pawns[us]).count().min(3) as i32;
        }
        for (kind, part) in &self.bound {
            let pieces = position.pieces(side, *kind);
            if (pieces & *part).any() && (pieces & !*part).any() {
                score += PAIR;
            }
        }
        score
    }

    fn pawn_attacks(&self, position: &Position<B>, side: Side) -> B {
        let mut attacked = B::EMPTY;
        for pawn in self.pawns.iter().filter(|p| p.side == side) {
            if let Some(steps) = &position.rules().mover(side, pawn.kind).steps {
                let pieces = position.pieces(side, pawn.kind);
                for step in &steps.capture {
                    attacked |= (pieces & step.from).shift(step.delta);
                }
            }
        }
        attacked
    }
}

impl<B: Bitboard> Pawn<B> {
    /// The tables for this type if it goes straight ahead and promotes.
    fn new(movements: &Movements, values: &[PieceValue], side: Side, kind: PieceType) -> Option<Pawn<B>> {
        let variant = movements.variant;
        let shape = variant.shape;
        let gain = gain(variant, values, side, kind);
        if gain == 0 {
            return None;
        }
        let map = movements.of(side, kind);
        let quiet: Vec<(Square, Square)> = (map.iter().enumerate())
            .flat_map(|(from, paths)| paths.iter().map(move |p| (Square(from as u8), p)))
            .filter(|(_, p)| p.ends.intersects(Ends::QUIET))
            .map(|(from, p)| (from, p.to))
            .collect();
        let front = |from: Square| facing(&variant.ground, side, from);
        let straight = |&(from, to): &(Square, Square)| {
            let up = if front(from) == Side::White { 1 } else { -1 };
            shape.file(from) == shape.file(to) && (shape.rank(to) - shape.rank(from)) * up > 0
        };
        if quiet.is_empty() || !quiet.iter().all(straight) {
            return None;
        }
        let way = promotion_distances(variant, side, kind, &map)?;
        let farthest = way.iter().flatten().max().copied().unwrap_or(1).max(1) as f64;
        let mut passed = Box::new([Tapered::ZERO; 256]);
        for (i, moves) in way.iter().enumerate() {
            if let Some(moves) = moves {
                let near = 1.0 - *moves as f64 / farthest;
                let hope = (0.12 + near * near) * gain.min(1200) as f64;
                passed[i] = Tapered::new((0.035 * hope) as i32, (0.11 * hope) as i32);
            }
        }
        // Nothing beyond the crossing that promotes it matters to a pawn.
        let crosses = variant.promotions.iter().any(|p| p.kind == kind && p.by_crossing);
        let ranks = |s: Square| match way[s.index()] {
            Some(moves) if crosses => moves as i32,
            _ => shape.ranks() as i32,
        };
        // Pawns that move in the same direction may not capture each other in some games: they only stand in the way.
        let spare = variant
            .ground
            .up
            .filter(|_| variant.ground.opposite_capture_types.has(kind));
        let harmless = |s: Square| match spare {
            Some(up) if up.has(s) => up,
            Some(up) => !up,
            None => U256::EMPTY,
        };
        let file = |s: Square| ahead(shape, front(s), s, ranks(s), 0);
        Some(Pawn {
            side,
            kind,
            span: squares(shape, |s| {
                ahead(shape, front(s), s, ranks(s), 1) & !harmless(s) | file(s)
            }),
            ahead: squares(shape, file),
            beside: squares(shape, |s| shape.set(|file, _| (file - shape.file(s)).abs() == 1)),
            passed,
        })
    }
}

/// The squares in front of `square` where pawns shelter it.
fn front_of(variant: &Variant, side: Side, square: Square) -> U256 {
    ahead(variant.shape, facing(&variant.ground, side, square), square, 2, 1)
}

fn squares<B: Bitboard>(shape: Shape, set: impl Fn(Square) -> U256) -> SquareMap<B> {
    let mut map = SquareMap::filled(B::EMPTY);
    for square in shape.on_board().squares() {
        map[square] = B::narrow(set(square));
    }
    map
}

/// The squares up to `ranks` ranks in front of `square` on its file and up to `beside` files next to it.
fn ahead(shape: Shape, side: Side, square: Square, ranks: i32, beside: i32) -> U256 {
    let up = if side == Side::White { 1 } else { -1 };
    shape.set(|file, rank| {
        (file - shape.file(square)).abs() <= beside && (1..=ranks).contains(&((rank - shape.rank(square)) * up))
    })
}

/// For a movement that cannot reach the whole board: the part of it that the first square belongs to.
fn colour(map: &[Vec<Path>], shape: Shape) -> Option<U256> {
    let board = shape.on_board();
    let mut part = board.first().map_or(U256::EMPTY, U256::of);
    loop {
        let mut grown = part;
        for (from, paths) in map.iter().enumerate() {
            let from = Square(from as u8);
            for path in paths {
                // In both directions: what matters is which squares belong together.
                if part.has(from) || part.has(path.to) {
                    grown |= U256::of(from) | U256::of(path.to);
                }
            }
        }
        if grown == part {
            break;
        }
        part = grown;
    }
    // Odd squares out, such as a corner that nothing reaches, do not make a piece bound to a colour.
    let (here, elsewhere) = (part.count(), (board & !part).count());
    (here.min(elsewhere) * 4 >= board.count()).then_some(part)
}

/// How far the royals are from each other and the loser's from the edges, for driving it there: 0 to about 30.
pub fn hunt(shape: Shape, winner: Option<Square>, loser: Square) -> i32 {
    let (files, ranks) = (shape.files() as i32, shape.ranks() as i32);
    let edge = |at: i32, length: i32| at.min(length - 1 - at);
    let from_edge = edge(shape.file(loser), files).min(edge(shape.rank(loser), ranks));
    let from_corner = edge(shape.file(loser), files) + edge(shape.rank(loser), ranks);
    let apart = winner.map_or(0, |w| distance(w, loser, shape));
    2 * from_edge + from_corner + 2 * apart
}
