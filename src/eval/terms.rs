//! What pieces do together: mobility, threats, the royal's safety, pairs on both colours.

use super::{
    ledger::{Ledger, Term},
    mobility::{Movements, distance},
    pawns::{Pawns, Structure, ahead, squares},
    psqt::{around, gain},
    score::{Score, Tapered},
    stakes,
    values::{PieceValue, Source},
    weights::Weights,
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
use arrayvec::ArrayVec;

/// The rings round royals and what is hunted, in king's steps.
const RINGS: [i32; 2] = [2, 5];
/// The most that danger to the royal costs.
const DANGER_LIMIT: i32 = 500;
/// What lighter officers are worth less than, in centipawns.
const ROOK: Score = 480;
/// A slider that goes so far straight ahead rules files.
const LONG: i32 = 4;

/// What the terms need to know of a type of officers: neither royal nor a pawn.
#[derive(Clone, Copy, Debug)]
struct Officer {
    kind: PieceType,
    /// In centipawns.
    value: Score,
    /// Sixteenths of a centipawn for each square that the piece reaches more than usual.
    mobility: Tapered,
    /// The usual number of squares, times 16.
    usual: i32,
    /// How much an attack on a square next to the royal weighs.
    danger: i32,
    /// Whether what it attacks would attack it, were it of the same type.
    mutual: bool,
    /// Whether it slides straight ahead.
    rules_files: bool,
}

/// Tables for the terms of one variant.
#[derive(Debug)]
pub struct Terms<B: 'static> {
    /// The numbers.
    pub weights: Weights,
    /// Per side, by rising value.
    officers: [Vec<Officer>; 2],
    pawns: Pawns<B>,
    /// The squares around a royal, per side.
    zone: [SquareMap<B>; 2],
    /// The squares where pawns shelter a royal, per side.
    shelter: [SquareMap<B>; 2],
    /// All squares straight ahead, per side.
    front: [SquareMap<B>; 2],
    /// The squares of each file.
    files: Vec<B>,
    /// Types that cannot reach the whole board, and a part that they cannot leave.
    bound: Vec<(PieceType, B)>,
    /// Whether there is more at stake than pieces.
    stakes: bool,
    /// The squares of [`RINGS`].
    rings: [SquareMap<B>; 2],
}

/// What a side attacks with each of its types of officers, in their order. Apart from [`Attacks`], as it is too large to
/// be moved about.
type ByOfficer<B> = ArrayVec<B, { PieceType::MAX }>;

/// What a side attacks.
struct Attacks<B> {
    /// With any officer.
    officers: B,
    /// With anything but the royal.
    guards: B,
    /// With anything.
    all: B,
    /// Attacks next to the enemy's royal, weighed.
    near: i32,
    /// Officers that attack next to it.
    attackers: i32,
}

impl<B: Bitboard> Terms<B> {
    /// The tables for a variant whose piece types have these `values`.
    pub fn new(rules: &Rules<B>, weights: &Weights, movements: &Movements, values: &[PieceValue]) -> Terms<B> {
        let variant = &*rules.variant;
        let shape = variant.shape;
        let kinds = || (0..values.len()).map(|kind| PieceType(kind as u8));
        let pawns = Pawns::new(weights, movements, values);
        let officers_of = |side: Side| {
            let is_officer = |kind: &PieceType| {
                let royal = values[kind.index()].source == Source::Royal;
                !royal && !pawns.has(*kind) && gain(variant, values, side, *kind) < 300
            };
            let officer = |kind: PieceType| {
                let value = &values[kind.index()];
                let weight = 350.0 / value.value.middle.max(350) as f64;
                let units = |weighed: i32| (weighed as f64 * weight) as i32;
                let map = movements.of(side, kind);
                Officer {
                    kind,
                    value: value.exchange(),
                    mobility: Tapered::new(units(weights.mobility.middle), units(weights.mobility.end)),
                    usual: (16.0 * 0.85 * value.mobility.capture) as i32,
                    danger: (value.value.middle / 170).clamp(1, 6),
                    mutual: is_mutual(&map),
                    rules_files: slides_ahead(&map, variant, side),
                }
            };
            let mut officers: Vec<Officer> = kinds().filter(is_officer).map(officer).collect();
            officers.sort_by_key(|officer| officer.value);
            officers
        };
        let bound = |kind: PieceType| {
            let value = &values[kind.index()];
            let eligible = value.source != Source::Royal && value.value.middle > 120;
            let part = eligible.then(|| colour(&movements.of(Side::White, kind), shape));
            part.flatten().map(|part| (kind, B::narrow(part)))
        };
        let all_ahead =
            |side: Side, s: Square| ahead(shape, facing(&variant.ground, side, s), s, shape.ranks() as i32, 0);
        Terms {
            weights: *weights,
            officers: Side::BOTH.map(officers_of),
            zone: Side::BOTH.map(|side| squares(shape, |s| around(shape, s, 1) | front_of(variant, side, s))),
            shelter: Side::BOTH.map(|side| squares(shape, |s| front_of(variant, side, s))),
            front: Side::BOTH.map(|side| squares(shape, |s| all_ahead(side, s))),
            files: (0..shape.files() as i32)
                .map(|at| B::narrow(shape.set(|file, _| file == at)))
                .collect(),
            stakes: stakes::any(rules),
            rings: RINGS.map(|steps| squares(shape, |s| around(shape, s, steps))),
            bound: kinds()
                .filter(|k| variant.promotions.iter().all(|p| p.kind != *k))
                .filter_map(bound)
                .collect(),
            pawns,
        }
    }

    /// Enters the terms of both sides.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position<B>, ledger: &mut impl Ledger) {
        let structure = self.pawns.evaluate(&self.weights, position, ledger);
        let mut kinds: [ByOfficer<B>; 2] = [ArrayVec::new(), ArrayVec::new()];
        let [white, black] = &mut kinds;
        let attacks = [
            self.attacks(position, Side::White, &structure, white, ledger),
            self.attacks(position, Side::Black, &structure, black, ledger),
        ];
        for side in Side::BOTH {
            let own = &kinds[side.index()];
            self.threats(position, side, &structure, &attacks, own, ledger);
            self.places(position, side, &structure, ledger);
            self.attack(position, side, &attacks, own, ledger);
            if let Some(royal) = position.royal(side) {
                ledger.enter(Term::Shelter, side, self.safety(position, side, royal, &structure));
            }
            if let Some(royal) = position.royal(side.opponent()) {
                let near = (officers(position, side, &structure) & self.rings[1][royal]).count() as i32;
                ledger.enter(Term::Approach, side, self.weights.near_enemy * near);
            }
            if self.stakes {
                ledger.enter(Term::Stakes, side, stakes::stakes(position, side));
            }
        }
    }

    /// Finds what a side attacks and enters its mobility and its approach to what is hunted.
    #[inline(always)]
    fn attacks(
        &self,
        position: &Position<B>,
        side: Side,
        structure: &Structure<B>,
        kinds: &mut ByOfficer<B>,
        ledger: &mut impl Ledger,
    ) -> Attacks<B> {
        let rules = position.rules();
        let (us, them) = (side.index(), side.opponent().index());
        let (own, occupied) = (position.of_side(side), position.occupied());
        let useful = !own & !structure.attacks[them];
        let mut zone = position.royal(side.opponent()).map_or(B::EMPTY, |s| self.zone[them][s]);
        if self.stakes {
            // What must not be lost is attacked like a royal.
            for square in position.vital(side.opponent()).squares() {
                zone |= self.zone[them][square];
                let hunters = own & !structure.pawns[us];
                for ring in &self.rings {
                    let near = (hunters & ring[square]).count() as i32;
                    ledger.enter(Term::Approach, side, self.weights.approach * near);
                }
            }
        }
        let mut found = Attacks {
            officers: B::EMPTY,
            guards: structure.attacks[us],
            all: B::EMPTY,
            near: 0,
            attackers: 0,
        };
        let (mut middle, mut end) = (0, 0);
        for officer in &self.officers[us] {
            let targets = &rules.mover(side, officer.kind).capture;
            let mut union = B::EMPTY;
            for from in position.pieces(side, officer.kind).squares() {
                let reached = targets.from(from, occupied, own);
                union |= reached;
                let more = 16 * (reached & useful).count() as i32 - officer.usual;
                middle += more * officer.mobility.middle;
                end += more * officer.mobility.end;
                let near = (reached & zone).count() as i32;
                if near > 0 {
                    found.near += near * officer.danger;
                    found.attackers += 1;
                }
            }
            found.officers |= union;
            found.guards |= union;
            kinds.push(union);
        }
        ledger.enter(Term::Mobility, side, Tapered::new(middle / 256, end / 256));
        found.all = found.guards;
        if let Some(royal) = position.royal(side) {
            let kind = position.piece_on(royal).kind();
            found.all |= rules.mover(side, kind).capture.from(royal, occupied, own);
        }
        found
    }

    /// Enemy pieces that a side threatens.
    #[inline(always)]
    fn threats(
        &self,
        position: &Position<B>,
        side: Side,
        structure: &Structure<B>,
        attacks: &[Attacks<B>; 2],
        kinds: &ByOfficer<B>,
        ledger: &mut impl Ledger,
    ) {
        let (us, them) = (side.index(), side.opponent().index());
        let (ours, theirs) = (&attacks[us], &attacks[them]);
        let by_pawns = structure.attacks[us];
        let mut cheaper = B::EMPTY;
        let mut own = self.officers[us].iter().zip(kinds).peekable();
        let (mut pawned, mut chased, mut hanging) = (0, 0, 0);
        for officer in &self.officers[them] {
            // Cheaper by more than a sixth.
            while let Some((_, reached)) = own.next_if(|(own, _)| 6 * own.value < 5 * officer.value) {
                cheaper |= *reached;
            }
            let targets = position.pieces(side.opponent(), officer.kind);
            pawned += (targets & by_pawns).count() as i32;
            chased += (targets & cheaper & !by_pawns).count() as i32;
            hanging += (targets & ours.all & !theirs.all).count() as i32;
        }
        let weak = (structure.pawns[them] & ours.officers & !theirs.all).count() as i32;
        let weights = &self.weights;
        let sum = weights.pawn_threat * pawned + weights.cheap_threat * chased + weights.hanging * hanging;
        let contested = (ours.all & theirs.all & !structure.attacks[them]).count() as i32;
        let rest = weights.weak_pawn * weak + weights.contested * contested;
        ledger.enter(Term::Threats, side, sum + rest);
    }

    /// Officers on good places, and pairs of them.
    #[inline(always)]
    fn places(&self, position: &Position<B>, side: Side, structure: &Structure<B>, ledger: &mut impl Ledger) {
        let (us, them) = (side.index(), side.opponent().index());
        let safe = structure.attacks[us] & !structure.reach[them];
        let mut sum = Tapered::ZERO;
        for officer in &self.officers[us] {
            let pieces = position.pieces(side, officer.kind);
            if officer.value < ROOK {
                sum += self.weights.outpost * (pieces & safe).count() as i32;
            }
            if officer.rules_files {
                let open = |from: &Square| (self.front[us][*from] & structure.pawns[us]).is_empty();
                sum += self.weights.open_file * pieces.squares().filter(open).count() as i32;
            }
        }
        ledger.enter(Term::Posts, side, sum);
        for (kind, part) in &self.bound {
            let pieces = position.pieces(side, *kind);
            if (pieces & *part).any() && (pieces & !*part).any() {
                ledger.enter(Term::Pairs, side, self.weights.pair);
            }
        }
    }

    /// A side's attack on what the enemy must not lose.
    #[inline(always)]
    fn attack(
        &self,
        position: &Position<B>,
        side: Side,
        attacks: &[Attacks<B>; 2],
        kinds: &ByOfficer<B>,
        ledger: &mut impl Ledger,
    ) {
        let (us, them) = (side.index(), side.opponent().index());
        let (ours, theirs) = (&attacks[us], &attacks[them]);
        let mut danger = 16 * ours.near;
        let mut checks = 0;
        if let Some(royal) = position.royal(side.opponent()) {
            let rules = position.rules();
            let weak = self.zone[them][royal] & ours.officers & !theirs.guards;
            danger += self.weights.danger_weak.middle * weak.count() as i32;
            let safe = !theirs.all & !position.of_side(side);
            for (officer, reached) in self.officers[us].iter().zip(kinds) {
                if officer.mutual && (*reached & safe).any() {
                    let targets = &rules.mover(side, officer.kind).capture;
                    let from = targets.from(royal, position.occupied(), B::EMPTY);
                    checks += (from & *reached & safe).any() as i32;
                }
            }
            danger += self.weights.danger_check.middle * checks;
        }
        if ours.attackers > 1 || checks > 0 {
            let danger = danger / 16;
            let attack = (danger * danger * self.weights.danger.middle / 100).min(DANGER_LIMIT);
            ledger.enter(Term::Attack, side, Tapered::new(attack, 0));
        }
    }

    /// The pawns and officers around a side's royal.
    #[inline(always)]
    fn safety(&self, position: &Position<B>, side: Side, royal: Square, structure: &Structure<B>) -> Tapered {
        let own = structure.pawns[side.index()];
        let shelter = (self.shelter[side.index()][royal] & own).count().min(3) as i32;
        let at = position.rules().shape.file(royal) as usize;
        let near = &self.files[at.saturating_sub(1)..(at + 2).min(self.files.len())];
        let bare = near.iter().filter(|&&file| (file & own).is_empty()).count() as i32;
        let men = officers(position, side, structure);
        let [beside, close] = self.rings.each_ref().map(|ring| (men & ring[royal]).count() as i32);
        let pawns = self.weights.shelter * shelter + self.weights.bare_file * bare;
        pawns + self.weights.beside_own * beside + self.weights.near_own * close
    }
}

/// A side's pieces besides its royal and its pawns.
#[inline(always)]
fn officers<B: Bitboard>(position: &Position<B>, side: Side, structure: &Structure<B>) -> B {
    let royal = position.royal(side).map_or(B::EMPTY, B::of);
    position.of_side(side) & !structure.pawns[side.index()] & !royal
}

/// Whether all captures of a piece type could as well be made the other way round.
fn is_mutual(map: &[Vec<Path>]) -> bool {
    let captures = |from: usize, to: usize| {
        map[from]
            .iter()
            .any(|path| path.to.index() == to && path.ends.intersects(Ends::CAPTURE))
    };
    (0..map.len()).all(|from| {
        let mut targets = map[from].iter().filter(|path| path.ends.intersects(Ends::CAPTURE));
        targets.all(|path| captures(path.to.index(), from))
    })
}

/// Whether a piece type goes far straight ahead.
fn slides_ahead(map: &[Vec<Path>], variant: &Variant, side: Side) -> bool {
    let shape = variant.shape;
    let far = |(from, paths): (usize, &Vec<Path>)| {
        let from = Square(from as u8);
        let up = if facing(&variant.ground, side, from) == Side::White {
            1
        } else {
            -1
        };
        let is_far =
            |to: Square| shape.file(to) == shape.file(from) && (shape.rank(to) - shape.rank(from)) * up >= LONG;
        paths
            .iter()
            .any(|path| is_far(path.to) && path.ends.intersects(Ends::CAPTURE))
    };
    map.iter().enumerate().any(far)
}

/// The squares in front of `square` where pawns shelter it.
fn front_of(variant: &Variant, side: Side, square: Square) -> U256 {
    ahead(variant.shape, facing(&variant.ground, side, square), square, 2, 1)
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
