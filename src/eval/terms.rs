//! What pieces do together: mobility, threats, the royal's safety, pairs on both colours.

use super::{
    ledger::{Ledger, Term},
    mobility::{Movements, distance, rank_from},
    pawns::{Judged, Pawns, Structure, ahead, squares},
    psqt::{around, gain},
    score::{Score, Tapered},
    stakes,
    tables::{Class, ROOK, Relations, Tables, Whose},
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
/// How far round a royal attacks on squares press it, in king's steps.
const WIDE: i32 = 3;
/// A slider that goes so far straight ahead rules files.
const LONG: i32 = 4;

/// What the terms need to know of a type of officers: neither royal nor a pawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Officer {
    pub kind: PieceType,
    /// In centipawns.
    pub value: Score,
    /// Sixteenths of a centipawn for each square that the piece reaches more than usual.
    mobility: Tapered,
    /// The same for each square that it reaches fewer than a third of the usual number.
    cramped: Tapered,
    /// The usual number of squares, times 16.
    usual: i32,
    /// How much an attack on a square next to the royal weighs.
    pub danger: i32,
    /// How much more it is worth than a knight, in sixteenths of a knight.
    pub rich: i32,
    /// Whether what it attacks would attack it, were it of the same type.
    pub mutual: bool,
    /// Whether it slides straight ahead.
    rules_files: bool,
}

/// Tables for the terms of one variant.
#[derive(Debug)]
pub struct Terms<B: 'static> {
    /// The numbers.
    pub weights: Weights,
    /// Per side, by rising value.
    pub(super) officers: [Vec<Officer>; 2],
    pub(super) pawns: Pawns<B>,
    /// The squares around a royal, per side.
    pub(super) zone: [SquareMap<B>; 2],
    /// The squares where pawns shelter a royal, per side.
    pub(super) shelter: [SquareMap<B>; 2],
    /// The first rank of them.
    pub(super) shelter_near: [SquareMap<B>; 2],
    /// The squares from where enemy pawns storm a royal, per side.
    pub(super) storm: [SquareMap<B>; 2],
    /// The squares behind the middle pawns, per side.
    space: [B; 2],
    /// All squares straight ahead, per side.
    front: [SquareMap<B>; 2],
    /// The squares of each file.
    pub(super) files: Vec<B>,
    /// Types that cannot reach the whole board, and a part that they cannot leave.
    bound: Vec<(PieceType, B)>,
    /// Whether there is more at stake than pieces.
    stakes: bool,
    /// The squares of [`RINGS`].
    pub(super) rings: [SquareMap<B>; 2],
    /// The squares at most [`WIDE`] steps away.
    pub(super) wide: SquareMap<B>,
    /// Half the number of files: officers' values are meant for so many pawns.
    half: i32,
    /// What pieces are worth next to royals.
    pub(super) relations: Relations,
}

/// What a side attacks with each of its types of officers, in their order. Apart from [`Attacks`], as it is too large to
/// be moved about.
type ByOfficer<B> = ArrayVec<B, { PieceType::MAX }>;

/// A position with what its terms are judged by.
pub(super) struct Scene<'a, B: 'static> {
    pub position: &'a Position<B>,
    /// How the pawns stand.
    pub structure: &'a Structure<B>,
    /// What each side attacks.
    pub attacks: [Attacks<B>; 2],
    /// The same by type of officers.
    pub kinds: &'a [ByOfficer<B>; 2],
}

/// What a side attacks.
pub(super) struct Attacks<B> {
    /// With any officer.
    pub officers: B,
    /// With anything but the royal.
    pub guards: B,
    /// With anything.
    pub all: B,
    /// With two pieces at least.
    pub twice: B,
    /// Attacks next to the enemy's royal, weighed.
    pub near: i32,
    /// Officers that attack next to it, weighed.
    pub hunters: i32,
    /// Their number.
    pub attackers: i32,
    /// The value of all officers, in centipawns.
    pub force: i32,
    /// Their number.
    pub men: i32,
    /// Their mobility in the middle game, in centipawns.
    pub mobility: i32,
}

impl<B: Bitboard> Terms<B> {
    /// The tables for a variant whose piece types have these `values`.
    pub fn new(
        rules: &Rules<B>,
        weights: &Weights,
        tables: &Tables,
        movements: &Movements,
        values: &[PieceValue],
        pawns: Pawns<B>,
        classes: Vec<Class>,
    ) -> Terms<B> {
        let variant = &*rules.variant;
        let shape = variant.shape;
        let kinds = || (0..values.len()).map(|kind| PieceType(kind as u8));
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
                    cramped: Tapered::new(units(weights.cramped.middle), units(weights.cramped.end)),
                    rich: (value.exchange() - 350).clamp(0, 1400) * 16 / 350,
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
        // The squares up to so many ranks in front of each square, and up to so many files next to it.
        let in_front = |ranks: i32, beside: i32| {
            Side::BOTH.map(|side| {
                squares(shape, |s| {
                    ahead(shape, facing(&variant.ground, side, s), s, ranks, beside)
                })
            })
        };
        let shelter: [SquareMap<B>; 2] = in_front(2, 1);
        let zone = |side: Side| {
            let mut zone = squares(shape, |s| around(shape, s, 1));
            for square in shape.on_board().squares() {
                zone[square] |= shelter[side.index()][square];
            }
            zone
        };
        Terms {
            weights: *weights,
            officers: Side::BOTH.map(officers_of),
            zone: Side::BOTH.map(zone),
            shelter,
            shelter_near: in_front(1, 1),
            storm: in_front(4, 1),
            space: Side::BOTH.map(|side| B::narrow(space(variant, side))),
            half: shape.files() as i32 / 2,
            front: in_front(shape.ranks() as i32, 0),
            files: (0..shape.files() as i32)
                .map(|at| B::narrow(shape.set(|file, _| file == at)))
                .collect(),
            stakes: stakes::any(rules),
            wide: squares(shape, |s| around(shape, s, WIDE)),
            rings: RINGS.map(|steps| squares(shape, |s| around(shape, s, steps))),
            bound: kinds()
                .filter(|k| variant.promotions.iter().all(|p| p.kind != *k))
                .filter_map(bound)
                .collect(),
            pawns,
            relations: Relations::new(variant, tables, classes),
        }
    }

    /// Enters the terms of both sides, and tells how many pawns each has; `None` in games without. `judged` is what
    /// is known of the pawns.
    #[inline(always)]
    pub fn evaluate(&self, position: &Position<B>, judged: &Judged<B>, ledger: &mut impl Ledger) -> Option<[u32; 2]> {
        let structure = &judged.structure;
        let mut kinds: [ByOfficer<B>; 2] = [ArrayVec::new(), ArrayVec::new()];
        let [white, black] = &mut kinds;
        let attacks = [
            self.attacks(position, Side::White, structure, white, ledger),
            self.attacks(position, Side::Black, structure, black, ledger),
        ];
        let attacked = attacks.each_ref().map(|attacks| attacks.all);
        self.pawns.passed(&self.weights, position, structure, attacked, ledger);
        let scene = Scene {
            position,
            structure,
            attacks,
            kinds: &kinds,
        };
        for side in Side::BOTH {
            ledger.enter(Term::Pawns, side, judged.worth[side.index()]);
            self.threats(&scene, side, ledger);
            self.places(&scene, side, ledger);
            self.material(position, side, structure, ledger);
            self.company(position, side, ledger);
            self.safety(&scene, side, ledger);
            if self.stakes {
                ledger.enter(Term::Stakes, side, stakes::stakes(position, side));
            }
        }
        (!self.pawns.is_empty()).then(|| structure.pawns.map(|pawns| pawns.count()))
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
            twice: structure.twice[us],
            near: 0,
            hunters: 0,
            attackers: 0,
            force: 0,
            men: 0,
            mobility: 0,
        };
        let (mut middle, mut end) = (0, 0);
        for officer in &self.officers[us] {
            let targets = &rules.mover(side, officer.kind).capture;
            let mut union = B::EMPTY;
            for from in position.pieces(side, officer.kind).squares() {
                let reached = targets.from(from, occupied, own);
                found.twice |= found.guards & reached;
                found.guards |= reached;
                union |= reached;
                let count = 16 * (reached & useful).count() as i32;
                let more = count - officer.usual;
                let fewer = (officer.usual / 3 - count).max(0);
                middle += more * officer.mobility.middle - fewer * officer.cramped.middle;
                end += more * officer.mobility.end - fewer * officer.cramped.end;
                let near = (reached & zone).count() as i32;
                if near > 0 {
                    found.near += near * officer.danger;
                    found.hunters += officer.danger;
                    found.attackers += 1;
                }
                found.force += officer.value;
                found.men += 1;
            }
            found.officers |= union;
            kinds.push(union);
        }
        found.mobility = middle / 256;
        ledger.enter(Term::Mobility, side, Tapered::new(middle / 256, end / 256));
        found.all = found.guards;
        if let Some(royal) = position.royal(side) {
            let kind = position.piece_on(royal).kind();
            let reached = rules.mover(side, kind).capture.from(royal, occupied, own);
            found.twice |= found.guards & reached;
            found.all |= reached;
        }
        found
    }

    /// Officers on good places, and pairs of them.
    #[inline(always)]
    fn places(&self, scene: &Scene<B>, side: Side, ledger: &mut impl Ledger) {
        let Scene {
            position,
            structure,
            attacks,
            ..
        } = scene;
        let (us, them) = (side.index(), side.opponent().index());
        let (own, others) = (structure.pawns[us], structure.pawns[them]);
        let safe = structure.attacks[us] & !structure.reach[them];
        let mut sum = Tapered::ZERO;
        for officer in &self.officers[us] {
            let pieces = position.pieces(side, officer.kind);
            if officer.value < ROOK {
                sum += self.weights.outpost * (pieces & safe).count() as i32;
            }
            if officer.rules_files {
                for from in pieces.squares() {
                    let ahead = self.front[us][from];
                    if (ahead & own).is_empty() {
                        sum += self.weights.open_file;
                        if (ahead & others).is_empty() {
                            sum += self.weights.free_file;
                        }
                    }
                }
            }
        }
        let room = (self.space[us] & !own & !structure.attacks[them]).count() as i32;
        let space = room * attacks[us].men;
        let weight = self.weights.space;
        sum += Tapered::new(weight.middle * space / 16, weight.end * space / 16);
        for (kind, part) in &self.bound {
            let pieces = position.pieces(side, *kind);
            let (here, there) = (pieces & *part, pieces & !*part);
            if here.any() && there.any() {
                ledger.enter(Term::Pairs, side, self.weights.pair);
            }
            let in_the_way = here.count() * (own & *part).count() + there.count() * (own & !*part).count();
            sum += self.weights.bound_pawns * in_the_way as i32;
        }
        ledger.enter(Term::Posts, side, sum);
    }

    /// What a side's pieces are worth for where they stand next to the royals.
    #[inline(always)]
    fn company(&self, position: &Position<B>, side: Side, ledger: &mut impl Ledger) {
        let royals = [position.royal(side), position.royal(side.opponent())];
        let owners = [(Whose::Own, side), (Whose::Enemy, side.opponent())];
        let [own, enemy] = [0, 1].map(|i| royals[i].map(|royal| self.relations.of(owners[i].0, owners[i].1, royal)));
        let (mut shelter, mut approach) = (Tapered::ZERO, Tapered::ZERO);
        for square in position.of_side(side).squares() {
            let number = self.relations.number(position.piece_on(square).kind(), square);
            if let Some((table, base)) = own {
                shelter += table[(base + number) as usize];
            }
            if let Some((table, base)) = enemy {
                approach += table[(base + number) as usize];
            }
        }
        ledger.enter(Term::Shelter, side, shelter);
        ledger.enter(Term::Approach, side, approach);
    }

    /// What a side's officers are worth more or less by what else there is.
    #[inline(always)]
    fn material(&self, position: &Position<B>, side: Side, structure: &Structure<B>, ledger: &mut impl Ledger) {
        let weights = &self.weights;
        let pawns = structure.pawns[side.index()].count() as i32 - self.half;
        let mut others = self.officers[side.opponent().index()].iter().peekable();
        let (mut weaker, mut twins, mut sliders, mut rest, mut levelled) = (0, 0, 0, 0, 0);
        for officer in &self.officers[side.index()] {
            let count = position.pieces(side, officer.kind).count() as i32;
            if officer.rules_files {
                sliders += count;
            } else {
                rest += count;
            }
            if officer.value >= ROOK {
                while let Some(other) = others.next_if(|other| 3 * other.value < 2 * officer.value) {
                    weaker += position.pieces(side.opponent(), other.kind).count() as i32;
                }
                twins += (count - 1).max(0);
                levelled += count * weaker;
            }
        }
        let (sliders, rest) = (sliders * pawns, rest * pawns);
        let of = |slider: i32, other: i32| (slider * sliders + other * rest) / 16;
        let pawned = Tapered::new(
            of(weights.slider_pawns.middle, weights.other_pawns.middle),
            of(weights.slider_pawns.end, weights.other_pawns.end),
        );
        ledger.enter(
            Term::Pairs,
            side,
            weights.twin * twins + weights.levelling * levelled + pawned,
        );
    }
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

/// The squares of the middle files on a side's second to fourth ranks.
fn space(variant: &Variant, side: Side) -> U256 {
    let (files, ranks) = (variant.shape.files() as i32, variant.shape.ranks() as i32);
    let from_edge = files / 4;
    let middle = variant
        .shape
        .set(|file, _| (from_edge..files - from_edge).contains(&file));
    let is_own = |square: &Square| {
        let rank = rank_from(facing(&variant.ground, side, *square), *square, variant.shape);
        (1..=3).contains(&rank) && rank < ranks / 2
    };
    let squares = middle.squares().filter(is_own);
    squares.fold(U256::EMPTY, |set, square| set | U256::of(square))
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
