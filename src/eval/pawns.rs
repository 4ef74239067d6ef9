//! Pawns: any types that go straight ahead and promote.

use super::{
    ledger::{Ledger, Term},
    mobility::{Movements, distance},
    psqt::{gain, promotion_distances, scaled},
    score::Tapered,
    values::PieceValue,
    weights::Weights,
};
use crate::{
    board::{Bitboard, Shape, Side, Square, SquareMap, U256},
    pieces::{PieceType, paths::Ends},
    position::Position,
    variant::movement::facing,
};

/// The whole way of a pawn.
const PARTS: i32 = 16;

/// The pawn types of a game; none if it has no such.
#[derive(Debug)]
pub struct Pawns<B: 'static> {
    types: Vec<Pawn<B>>,
}

/// What the pawns of a position are, by side.
#[derive(Clone, Copy, Debug)]
pub struct Structure<B> {
    /// The pawns.
    pub pawns: [B; 2],
    /// The squares that they attack.
    pub attacks: [B; 2],
    /// The squares that two of them attack.
    pub twice: [B; 2],
    /// The squares that they may attack some day.
    pub reach: [B; 2],
    /// Those that no enemy pawn can stop.
    pub passed: [B; 2],
}

/// How pawns stand, and what that is worth.
#[derive(Clone, Copy, Debug)]
pub struct Judged<B> {
    /// The hash key of the pawns.
    key: u32,
    /// How they stand.
    pub structure: Structure<B>,
    /// What it is worth to each side, but for what passed pawns are.
    pub worth: [Tapered; 2],
}

/// How many structures a [`PawnTable`] keeps.
const PAWN_ENTRIES: usize = 2048;

/// What has been found out of pawns, for one thread: most moves change nothing about them.
#[derive(Clone, Debug)]
pub struct PawnTable<B>(Vec<Judged<B>>);

impl<B: Bitboard> Default for PawnTable<B> {
    /// Of no pawns it is known that they are worth nothing.
    fn default() -> PawnTable<B> {
        let nothing = [B::EMPTY; 2];
        let none = Judged {
            key: 0,
            structure: Structure {
                pawns: nothing,
                attacks: nothing,
                twice: nothing,
                reach: nothing,
                passed: nothing,
            },
            worth: [Tapered::ZERO; 2],
        };
        PawnTable(vec![none; PAWN_ENTRIES])
    }
}

#[derive(Debug)]
struct Pawn<B: 'static> {
    side: Side,
    kind: PieceType,
    /// Enemy pawns here can stop it.
    span: SquareMap<B>,
    /// The squares straight ahead.
    ahead: SquareMap<B>,
    /// The first of them.
    next: SquareMap<B>,
    /// The squares ahead on the files next to it.
    flanks: SquareMap<B>,
    /// The files next to it.
    beside: SquareMap<B>,
    /// The squares next to it.
    level: SquareMap<B>,
    /// The squares next to it and behind them.
    support: SquareMap<B>,
    /// What a free way to the promotion zone is worth.
    passed: Box<[Tapered; 256]>,
    /// How much of the way it has gone, in [`PARTS`].
    gone: Box<[i32; 256]>,
}

/// A weight times `parts` of [`PARTS`].
#[inline(always)]
fn share(weight: Tapered, parts: i32) -> Tapered {
    Tapered::new(weight.middle * parts / PARTS, weight.end * parts / PARTS)
}

impl<B: Bitboard> Pawns<B> {
    /// The tables for a variant.
    pub fn new(weights: &Weights, movements: &Movements, values: &[PieceValue]) -> Pawns<B> {
        let mut types = Vec::new();
        for side in Side::BOTH {
            let kinds = (0..values.len()).map(|kind| PieceType(kind as u8));
            types.extend(kinds.filter_map(|kind| Pawn::new(weights, movements, values, side, kind)));
        }
        Pawns { types }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.types.is_empty()
    }

    /// Whether a type is a pawn.
    pub fn has(&self, kind: PieceType) -> bool {
        self.types.iter().any(|pawn| pawn.kind == kind)
    }

    /// How the pawns of both sides stand, and what that is worth.
    pub fn judge(&self, weights: &Weights, position: &Position<B>) -> Judged<B> {
        let mut found = Structure {
            pawns: self.of_sides(position),
            attacks: [B::EMPTY; 2],
            twice: [B::EMPTY; 2],
            reach: [B::EMPTY; 2],
            passed: [B::EMPTY; 2],
        };
        for pawn in &self.types {
            let us = pawn.side.index();
            let set = position.pieces(pawn.side, pawn.kind);
            if let Some(steps) = &position.rules().mover(pawn.side, pawn.kind).steps {
                for step in &steps.capture {
                    let attacked = (set & step.from).shift(step.delta);
                    found.twice[us] |= found.attacks[us] & attacked;
                    found.attacks[us] |= attacked;
                }
            }
        }
        let mut worth = [Tapered::ZERO; 2];
        for pawn in &self.types {
            let (us, them) = (pawn.side.index(), pawn.side.opponent().index());
            let (own, others, attacks) = (found.pawns[us], found.pawns[them], found.attacks);
            let mut sum = Tapered::ZERO;
            let set = position.pieces(pawn.side, pawn.kind);
            for square in set.squares() {
                found.reach[us] |= pawn.flanks[square];
                let gone = pawn.gone[square.index()];
                let in_front = pawn.ahead[square];
                if (pawn.span[square] & others).is_empty() {
                    found.passed[us] |= B::of(square);
                } else if (in_front & others).is_empty() {
                    let (guards, stoppers) = (pawn.support[square] & own, pawn.flanks[square] & others);
                    if guards.count() >= stoppers.count() {
                        sum += share(weights.candidate, gone);
                    }
                } else if (pawn.next[square] & others).any() {
                    sum += share(weights.rammed, gone);
                }
                let mut weak = true;
                if (pawn.beside[square] & own).is_empty() {
                    sum += weights.isolated;
                } else if (pawn.support[square] & own).is_empty() && (pawn.next[square] & attacks[them]).any() {
                    sum += weights.backward;
                } else {
                    weak = false;
                }
                if weak && (in_front & (others | own)).is_empty() {
                    sum += weights.weak_open;
                }
                if (in_front & own).any() {
                    sum += weights.doubled;
                }
                let level = (pawn.level[square] & own).any();
                if level {
                    sum += weights.phalanx;
                }
                if level || attacks[us].has(square) {
                    sum += share(weights.connected_near, gone * gone / PARTS);
                }
            }
            worth[us] += sum + weights.guarded * (set & attacks[us]).count() as i32;
        }
        Judged {
            key: 0,
            structure: found,
            worth,
        }
    }

    /// The same from the `table`, if it is known there; `key` is a hash key of the pawns.
    #[inline(always)]
    pub fn look_up<'a>(
        &self,
        weights: &Weights,
        position: &Position<B>,
        key: u32,
        table: &'a mut PawnTable<B>,
    ) -> &'a Judged<B> {
        let slot = &mut table.0[key as usize % PAWN_ENTRIES];
        if slot.key != key || slot.structure.pawns != self.of_sides(position) {
            *slot = Judged {
                key,
                ..self.judge(weights, position)
            };
        }
        slot
    }

    /// The pawns of each side.
    #[inline(always)]
    fn of_sides(&self, position: &Position<B>) -> [B; 2] {
        let mut found = [B::EMPTY; 2];
        for pawn in &self.types {
            found[pawn.side.index()] |= position.pieces(pawn.side, pawn.kind);
        }
        found
    }

    /// The squares that a side's pawns attack after a step to a square that no enemy pawn attacks.
    #[inline(always)]
    pub fn soon(&self, position: &Position<B>, side: Side, structure: &Structure<B>) -> B {
        let free = !position.occupied() & !structure.attacks[side.opponent().index()];
        let mut soon = B::EMPTY;
        for pawn in self.types.iter().filter(|pawn| pawn.side == side) {
            if let Some(steps) = &position.rules().mover(side, pawn.kind).steps {
                let set = position.pieces(side, pawn.kind);
                for step in &steps.quiet {
                    let after = (set & step.from).shift(step.delta) & free;
                    for step in &steps.capture {
                        soon |= (after & step.from).shift(step.delta);
                    }
                }
            }
        }
        soon
    }

    /// Enters what passed pawns are worth: `attacked` tells what each side attacks.
    #[inline(always)]
    pub fn passed(
        &self,
        weights: &Weights,
        position: &Position<B>,
        structure: &Structure<B>,
        attacked: [B; 2],
        ledger: &mut impl Ledger,
    ) {
        if (structure.passed[0] | structure.passed[1]).is_empty() {
            return;
        }
        let occupied = position.occupied();
        let royals = Side::BOTH.map(|side| position.royal(side));
        let shape = position.rules().shape;
        for pawn in &self.types {
            let (us, them) = (pawn.side.index(), pawn.side.opponent().index());
            let mut sum = Tapered::ZERO;
            let set = position.pieces(pawn.side, pawn.kind) & structure.passed[us];
            for square in set.squares() {
                let gone = pawn.gone[square.index()];
                let (next, in_front) = (pawn.next[square], pawn.ahead[square]);
                let mut worth = pawn.passed[square.index()];
                if (in_front & occupied).any() {
                    let left = weights.passed_blocked;
                    worth = Tapered::new(worth.middle * left.middle / 100, worth.end * left.end / 100);
                }
                if structure.attacks[us].has(square) {
                    worth += weights.passed_guarded;
                }
                for (weight, royal) in [
                    (weights.passed_own_far, royals[us]),
                    (weights.passed_enemy_far, royals[them]),
                ] {
                    if let Some(royal) = royal {
                        let far = distance(royal, square, shape).min(6) * gone;
                        worth += share(weight, far);
                    }
                }
                if (next & (attacked[them] | occupied)).is_empty() {
                    let mut way = weights.passed_step;
                    if (in_front & attacked[them]).is_empty() {
                        way += weights.passed_free;
                    }
                    if (next & attacked[us]).any() {
                        way += weights.passed_led;
                    }
                    worth += share(way, gone * gone / PARTS);
                }
                sum += worth;
            }
            ledger.enter(Term::Passed, pawn.side, sum);
        }
    }
}

impl<B: Bitboard> Pawn<B> {
    /// The tables for this type if it goes straight ahead and promotes.
    fn new(
        weights: &Weights,
        movements: &Movements,
        values: &[PieceValue],
        side: Side,
        kind: PieceType,
    ) -> Option<Pawn<B>> {
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
        let mut gone = Box::new([0; 256]);
        for (i, moves) in way.iter().enumerate() {
            if let Some(moves) = moves {
                let near = 1.0 - *moves as f64 / farthest;
                let hope = gain.min(1200) as f64 / 1000.0;
                passed[i] = scaled(weights.passed, hope) + scaled(weights.passed_near, near * near * hope);
                gone[i] = (PARTS as f64 * near) as i32;
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
        let beside = |s: Square| shape.set(|file, _| (file - shape.file(s)).abs() == 1);
        let level = |s: Square| beside(s) & shape.set(|_, rank| rank == shape.rank(s));
        let flanks = |s: Square| ahead(shape, front(s), s, ranks(s), 1) & !file(s);
        Some(Pawn {
            side,
            kind,
            span: squares(shape, |s| flanks(s) & !harmless(s) | file(s)),
            ahead: squares(shape, file),
            next: squares(shape, |s| ahead(shape, front(s), s, 1, 0)),
            flanks: squares(shape, flanks),
            beside: squares(shape, beside),
            level: squares(shape, level),
            support: squares(shape, |s| beside(s) & !flanks(s)),
            passed,
            gone,
        })
    }
}

/// A set for each square of a board.
pub fn squares<B: Bitboard>(shape: Shape, set: impl Fn(Square) -> U256) -> SquareMap<B> {
    let mut map = SquareMap::filled(B::EMPTY);
    for square in shape.on_board().squares() {
        map[square] = B::narrow(set(square));
    }
    map
}

/// The squares up to `ranks` ranks in front of `square` on its file and up to `beside` files next to it.
pub fn ahead(shape: Shape, side: Side, square: Square, ranks: i32, beside: i32) -> U256 {
    let up = if side == Side::White { 1 } else { -1 };
    shape.set(|file, rank| {
        (file - shape.file(square)).abs() <= beside && (1..=ranks).contains(&((rank - shape.rank(square)) * up))
    })
}
