//! Material with which nobody can mate, for any pieces: only claimed where no sequence of legal moves, however
//! helpful, leads to checkmate.
//!
//! Two proofs, both from the movements alone. *One piece*: no placement of two royals and that piece is checkmate.
//! *Bound pieces*, any number: each can only ever reach some squares (a bishop those of one colour); a royal that
//! they attack always has a move to a square that they can neither reach nor attack, wherever the enemy royal is.
//! What neither proof covers is taken to be sufficient.

use crate::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        PieceSet, PieceType,
        paths::{Ends, Path},
    },
    position::Position,
    variant::{Variant, Verdict, movement::piece_paths, rules::Rules},
};
use std::{
    collections::HashMap,
    sync::{Mutex, MutexGuard, OnceLock, PoisonError},
};

/// Most placements that are tried for one piece; a piece that needs more is taken to be sufficient. About 50 ms.
const MAX_PLACEMENTS: usize = 3_000_000;

/// Most classes of bound pieces, as bits of a number.
const MAX_CLASSES: usize = 64;

/// What is known of one variant's material.
#[derive(Debug)]
pub struct Material {
    /// Per side: the types that promote. While there is one, nothing else need be known.
    promoting: [PieceSet; 2],
    proof: OnceLock<Proof>,
}

/// What movements prove; takes up to a few tens of milliseconds to find.
#[derive(Debug)]
struct Proof {
    /// Whether the variant's rules let material draw at all.
    claims: bool,
    /// Per side: the types that alone may mate.
    strong: [PieceSet; 2],
    /// The squares that bound pieces can reach.
    classes: Vec<Class>,
    /// Both sides' royal, for the proof about bound pieces.
    royals: Option<Royals>,
    /// What the proof has said of sets of classes.
    proven: Mutex<HashMap<u64, bool>>,
}

/// The squares between which a piece moves and never leaves.
#[derive(Debug)]
struct Class {
    side: Side,
    kind: PieceType,
    reach: U256,
    attacks: U256,
}

/// The movements of both royals.
#[derive(Debug)]
struct Royals {
    board: U256,
    /// Per side and square: the moves that no rule restricts.
    moves: [Vec<Vec<Path>>; 2],
    /// Per side and square: the squares that may be attacked.
    attacks: [Vec<U256>; 2],
    /// Per side and square: the squares that are attacked, whatever stands between.
    leaps: [Vec<U256>; 2],
}

impl Material {
    /// The knowledge about a variant. A search should ask once and keep it.
    pub fn of<B: Bitboard>(rules: &'static Rules<B>) -> &'static Material {
        static KNOWN: Mutex<Vec<(usize, &'static Material)>> = Mutex::new(Vec::new());
        // Rules live forever, so an address stands for one variant.
        let address = std::ptr::from_ref(rules) as usize;
        let mut known = lock(&KNOWN);
        if let Some((_, material)) = known.iter().find(|(a, _)| *a == address) {
            return material;
        }
        let promoting = Side::BOTH.map(|side| {
            let movers = rules.movers[side.index()].iter();
            movers.filter(|m| m.promotion.is_some()).map(|m| m.kind).collect()
        });
        let material: &'static Material = Box::leak(Box::new(Material {
            promoting,
            proof: OnceLock::new(),
        }));
        known.push((address, material));
        material
    }

    /// Finds the proofs now, rather than when the first position asks for them.
    pub fn prepare<B: Bitboard>(&self, rules: &Rules<B>) {
        self.proof.get_or_init(|| Proof::new(rules));
    }

    /// Whether no sequence of legal moves can lead to checkmate.
    pub fn is_insufficient<B: Bitboard>(&self, position: &Position<B>) -> bool {
        // Castling could take a bound piece to a square that its own moves never reach.
        if position.state().rights != 0 {
            return false;
        }
        let promotes = |side: Side| position.pieces_in(side, self.promoting[side.index()]).any();
        if Side::BOTH.into_iter().any(promotes) {
            return false;
        }
        self.proof.get_or_init(|| Proof::new(position.rules())).covers(position)
    }
}

impl Proof {
    fn new<B: Bitboard>(rules: &Rules<B>) -> Proof {
        let mut material = Proof {
            claims: false,
            strong: [PieceSet(!0); 2],
            classes: Vec::new(),
            royals: None,
            proven: Mutex::new(HashMap::new()),
        };
        let variant = &rules.variant;
        // A proof that takes longer than a game of moves is no use.
        let slow = |side: Side, kind: PieceType| rules.mover(side, kind).capture.is_slow();
        let possible = |&royal: &PieceType| may_claim(variant) && !slow(Side::White, royal);
        let Some(royal) = rules.royal.filter(possible) else {
            return material;
        };
        let Some(royals) = Royals::new(variant, royal) else {
            return material;
        };
        for side in Side::BOTH {
            let kinds = (0..rules.kinds()).map(|kind| PieceType(kind as u8));
            let strong = |&kind: &PieceType| {
                kind != royal
                    && (rules.mover(side, kind).promotion.is_some()
                        || slow(side, kind)
                        || can_mate_alone(rules, &royals, side, kind).unwrap_or(true))
            };
            material.strong[side.index()] = kinds.filter(strong).collect();
        }
        for side in Side::BOTH {
            for kind in (0..rules.kinds()).map(|kind| PieceType(kind as u8)) {
                if kind == royal || material.strong[side.index()].has(kind) {
                    continue;
                }
                for class in classes(variant, side, kind) {
                    let bound = royals.always_escape(&[&class]);
                    if bound && material.classes.len() < MAX_CLASSES {
                        material.classes.push(class);
                    }
                }
            }
        }
        material.claims = true;
        material.royals = Some(royals);
        material
    }

    /// Whether the pieces of this position never mate; castling aside.
    fn covers<B: Bitboard>(&self, position: &Position<B>) -> bool {
        if !self.claims {
            return false;
        }
        let royals = Side::BOTH.into_iter().filter_map(|side| position.royal(side));
        let men = royals.fold(position.occupied(), |men, royal| men & !B::of(royal));
        let mut classes = Some(0u64);
        for square in men.squares() {
            let piece = position.piece_on(square);
            if self.strong[piece.side().index()].has(piece.kind()) {
                return false;
            }
            let class = self
                .classes
                .iter()
                .position(|c| c.side == piece.side() && c.kind == piece.kind() && c.reach.has(square));
            classes = classes.zip(class).map(|(set, class)| set | 1 << class);
        }
        if !men.many() {
            return true;
        }
        classes.is_some_and(|classes| self.never_mate(classes))
    }

    /// Whether pieces of these classes, however many, never mate.
    fn never_mate(&self, classes: u64) -> bool {
        let mut proven = lock(&self.proven);
        *proven.entry(classes).or_insert_with(|| {
            let classes: Vec<&Class> = (0..self.classes.len())
                .filter(|i| classes >> i & 1 != 0)
                .map(|i| &self.classes[i])
                .collect();
            self.royals
                .as_ref()
                .is_some_and(|royals| royals.always_escape(&classes))
        })
    }
}

/// A poisoned lock's data is whole: nothing is left half done under it.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Whether checkmate is the only way to win.
fn may_claim(variant: &Variant) -> bool {
    let endings = &variant.endings;
    let only_mate_wins = matches!(endings.stalemate, Verdict::Draw | Verdict::None)
        && endings.extinction.is_none()
        && endings.flag.is_none()
        && endings.loss_set == PieceSet::EMPTY
        && variant.seats.is_none()
        && !variant.royals_are_gained;
    let repetition_draws = variant.draws.n_fold_rule == 0 || variant.draws.n_fold_value == Verdict::Draw;
    // Squares that are barred to a piece would need proofs of their own.
    let ground = &variant.ground;
    let open = ground.banks.is_empty() && ground.gate.is_none() && ground.up.is_none();
    let free =
        open && !variant.immobility_illegal && !variant.mobility_regions.iter().any(|(k, _)| Some(*k) == variant.royal);
    variant.draws.insufficient_material && only_mate_wins && repetition_draws && free
}

fn all_paths(variant: &Variant, side: Side, kind: PieceType) -> Vec<Vec<Path>> {
    let squares = (0..variant.shape.area()).map(|n| Square(n as u8));
    squares.map(|from| piece_paths(variant, side, kind, from)).collect()
}

fn ends(paths: &[Path], ends: Ends) -> impl Iterator<Item = &Path> {
    paths.iter().filter(move |p| p.ends.intersects(ends))
}

fn targets<'a>(paths: impl Iterator<Item = &'a Path>) -> U256 {
    paths.fold(U256::EMPTY, |set, path| set | U256::of(path.to))
}

fn needs_pieces(path: &Path) -> bool {
    (path.occupied | path.friends | path.enemies).any()
}

impl Royals {
    /// `None` if one royal could attack the other without being attacked by it: then royals might mate.
    fn new(variant: &Variant, royal: PieceType) -> Option<Royals> {
        let all = Side::BOTH.map(|side| all_paths(variant, side, royal));
        for side in Side::BOTH {
            let (ours, theirs) = (&all[side.index()], &all[side.opponent().index()]);
            for (from, paths) in ours.iter().enumerate() {
                for path in ends(paths, Ends::CAPTURE) {
                    let answer = |back: &Path| {
                        back.to.index() == from
                            && (back.empty, back.occupied) == (path.empty, path.occupied)
                            && !back.ends.intersects(Ends::INITIAL)
                            && (path.friends | path.enemies | back.friends | back.enemies).is_empty()
                    };
                    if !ends(&theirs[path.to.index()], Ends::CAPTURE).any(answer) {
                        return None;
                    }
                }
            }
        }
        let leaps = |paths: &Vec<Path>| {
            targets(
                ends(paths, Ends::CAPTURE)
                    .filter(|p| p.empty.is_empty() && !needs_pieces(p) && !p.ends.intersects(Ends::INITIAL)),
            )
        };
        let free = |paths: &Vec<Path>| {
            let quiet = ends(paths, Ends::QUIET);
            let free = quiet.filter(|p| !needs_pieces(p) && !p.ends.intersects(Ends::INITIAL));
            free.copied().collect::<Vec<Path>>()
        };
        Some(Royals {
            board: variant.shape.on_board(),
            attacks: [0, 1].map(|i| all[i].iter().map(|p| targets(ends(p, Ends::CAPTURE))).collect()),
            leaps: [0, 1].map(|i| all[i].iter().map(leaps).collect()),
            moves: [0, 1].map(|i| all[i].iter().map(free).collect()),
        })
    }

    /// Whether a royal that pieces of these classes attack always has a move, wherever the other royal is: to a
    /// square that none of them can reach or attack, over squares that none can stand on.
    fn always_escape(&self, classes: &[&Class]) -> bool {
        let reach = classes.iter().fold(U256::EMPTY, |set, class| set | class.reach);
        Side::BOTH.into_iter().all(|side| {
            let enemies = classes.iter().filter(|class| class.side != side);
            let attacked = enemies.fold(U256::EMPTY, |set, class| set | class.attacks);
            let places = |from: Square| {
                let others = self.board & !self.leaps[side.index()][from.index()] & !U256::of(from);
                others.squares().map(move |other| (from, other))
            };
            (attacked & self.board).squares().flat_map(places).all(|(from, other)| {
                let by_other = self.attacks[side.opponent().index()][other.index()];
                let barred = reach | attacked | by_other | U256::of(other);
                self.moves[side.index()][from.index()]
                    .iter()
                    .any(|path| !barred.has(path.to) && (path.empty & (reach | U256::of(other))).is_empty())
            })
        })
    }
}

/// The classes of squares that pieces of one type can reach from one another.
fn classes(variant: &Variant, side: Side, kind: PieceType) -> Vec<Class> {
    let all = all_paths(variant, side, kind);
    let shape: Shape = variant.shape;
    let piece = &variant.pieces[kind.index()];
    // The predefined pawn's longer steps are not in its movement; they lead where its single steps lead.
    let steps: Vec<U256> = all.iter().map(|paths| targets(paths.iter())).collect();
    let mut out: Vec<Class> = Vec::new();
    if piece.is_pawn {
        return out;
    }
    for square in shape.on_board().squares() {
        let mut reach = U256::of(square);
        let mut fresh = reach;
        while let Some(next) = fresh.first() {
            fresh = fresh.without_first();
            let more = steps[next.index()] & !reach;
            reach |= more;
            fresh |= more;
        }
        if out.iter().any(|class| class.reach == reach) {
            continue;
        }
        let attacks = reach.squares().fold(U256::EMPTY, |set, s| {
            set | targets(ends(&all[s.index()], Ends::CAPTURE))
        });
        out.push(Class {
            side,
            kind,
            reach,
            attacks,
        });
    }
    out
}

/// Whether some placement of both royals and one piece of `side` is checkmate; `None` if there are too many to try.
fn can_mate_alone<B: Bitboard>(rules: &Rules<B>, royals: &Royals, side: Side, kind: PieceType) -> Option<bool> {
    let them = side.opponent();
    let royal = rules.royal?;
    let piece = &rules.mover(side, kind).capture;
    let (own, enemy) = (rules.mover(side, royal), rules.mover(them, royal));
    let mut tried = 0;
    for from in rules.board.squares() {
        let reach = piece_reach(rules, side, kind, from);
        for king in (reach & rules.board).squares() {
            for other in (rules.board & !B::of(from) & !B::of(king)).squares() {
                tried += 1;
                if tried > MAX_PLACEMENTS {
                    return None;
                }
                let men = B::of(from) | B::of(other);
                let occupied = men | B::of(king);
                if royals.leaps[them.index()][king.index()].has(other)
                    || !piece.from(from, occupied, men).has(king)
                    || enemy.capture.from(king, occupied, B::of(king)).has(other)
                {
                    continue;
                }
                let quiet = enemy.quiet.from(king, occupied, B::of(king)) & !occupied & rules.board;
                let capture = enemy.capture.from(king, occupied, B::of(king)) & B::of(from);
                let escapes = (quiet | capture).squares().any(|to| {
                    let left = men & !B::of(to);
                    let after = left | B::of(to);
                    let by_piece = to != from && piece.from(from, after, left).has(to);
                    !by_piece && !own.capture.from(other, after, left).has(to)
                });
                if !escapes {
                    return Some(true);
                }
            }
        }
    }
    Some(false)
}

/// The squares that a piece may attack from `from`, at best.
fn piece_reach<B: Bitboard>(rules: &Rules<B>, side: Side, kind: PieceType, from: Square) -> B {
    let attacks = rules.attacks[side.index()].iter().filter(|a| a.kinds.contains(&kind));
    let mut reach = B::EMPTY;
    for attack in attacks {
        for square in rules.board.squares() {
            if attack.reach[square].has(from) {
                reach |= B::of(square);
            }
        }
    }
    reach
}
