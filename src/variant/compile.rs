//! Turns a variant's data into the tables of [`Rules`].

use super::{
    Variant,
    ground_rules::{ground_rules, loss_set},
    movement::piece_paths,
    rules::{Double, Keys, Mover, Promoter, Rules, Steps},
};
use crate::{
    board::{Bitboard, Shape, Side, Square, SquareMap},
    pieces::{
        PieceSet, PieceType,
        paths::{Ends, Path},
        tables::{Attack, MAX_SLIDES, Slide, Step, Targets, Way},
    },
};
use arrayvec::ArrayVec;
use std::{collections::HashMap, sync::Arc};

/// The paths from every square number.
type PathMap = Vec<Vec<Path>>;

/// Compiles `variant` for boards of this width; the shape must fit it.
pub fn compile<B: Bitboard>(variant: Arc<Variant>) -> Rules<B> {
    let shape = variant.shape;
    let mut compiler = Compiler {
        shape,
        slides: HashMap::new(),
    };
    let all: [Vec<PathMap>; 2] = Side::BOTH.map(|side| {
        let kinds = (0..variant.pieces.len()).map(|kind| PieceType(kind as u8));
        kinds.map(|kind| type_paths(&variant, side, kind)).collect()
    });
    let movers = Side::BOTH.map(|side| {
        let maps = all[side.index()].iter().enumerate();
        maps.map(|(kind, map)| compiler.mover(&variant, side, PieceType(kind as u8), map))
            .collect::<Vec<_>>()
    });
    let attacks = Side::BOTH.map(|side| compiler.attacks(&all[side.index()]));
    let plain_way = |a: &Attack<B>| !matches!(a.way, Way::Table(_));
    let ground = ground_rules::<B>(&variant);
    let plain = attacks.iter().flatten().all(plain_way)
        && movers.iter().flatten().all(|m| m.friendly.is_none())
        && ground.is_none()
        && !variant.royals_are_gained;
    let loss_set = loss_set(&variant);
    let en_passant_reach = Side::BOTH.map(|side| {
        let types = variant.pawns.en_passant_types[side.index()].iter();
        let reach = types.map(|kind| (kind, en_passant_reach::<B>(&all[side.index()][kind.index()])));
        reach
            .filter(|(_, map)| shape.on_board().squares().any(|s| map[s].any()))
            .collect()
    });
    Rules {
        shape,
        board: B::narrow(shape.on_board()),
        movers,
        attacks,
        royal: variant.royal,
        plain,
        en_passant_reach,
        en_passant_region: variant.pawns.en_passant_region.map(B::narrow),
        progress_types: variant.draws.n_move_types,
        castling: variant.castling.clone(),
        ends_by_pieces: variant.endings.extinction.is_some()
            || variant.endings.flag.is_some()
            || variant.endings.loss_set != PieceSet::EMPTY
            || variant.seats.is_some()
            || variant.royals_are_gained,
        ground: ground.map(Box::new),
        loss_set,
        keys: Keys::new(variant.pieces.len()),
        variant,
    }
}

/// All paths of one type.
fn type_paths(variant: &Variant, side: Side, kind: PieceType) -> PathMap {
    let squares = (0..variant.shape.area()).map(|n| Square(n as u8));
    squares.map(|from| piece_paths(variant, side, kind, from)).collect()
}

fn en_passant_reach<B: Bitboard>(map: &PathMap) -> SquareMap<B> {
    let mut reach = SquareMap::filled(B::EMPTY);
    for (from, path) in flat(map) {
        if path.ends.intersects(Ends::EN_PASSANT) {
            reach[path.to] |= B::of(from);
        }
    }
    reach
}

fn flat(map: &PathMap) -> impl Iterator<Item = (Square, &Path)> {
    map.iter()
        .enumerate()
        .flat_map(|(from, paths)| paths.iter().map(move |p| (Square(from as u8), p)))
}

fn is_leap(path: &Path) -> bool {
    (path.empty | path.occupied | path.friends | path.enemies).is_empty()
}

/// A first move that can be answered en passant: quiet, initial, over squares.
fn is_double(path: &Path) -> bool {
    path.ends == Ends::QUIET | Ends::INITIAL && path.empty.any() && path.occupied.is_empty()
}

struct Compiler<B: 'static> {
    shape: Shape,
    /// One table for each distinct movement, shared by all pieces that have it.
    slides: HashMap<PathMap, &'static Slide<B>>,
}

impl<B: Bitboard> Compiler<B> {
    fn slide(&mut self, map: PathMap) -> &'static Slide<B> {
        self.slides
            .entry(map)
            .or_insert_with_key(|map| Box::leak(Box::new(Slide::compile(map.clone()))))
    }

    fn mover(&mut self, variant: &Variant, side: Side, kind: PieceType, map: &PathMap) -> Mover<B> {
        let doubles: Vec<Vec<Double<B>>> = map
            .iter()
            .map(|paths| {
                let doubles = paths.iter().filter(|p| is_double(p));
                doubles
                    .map(|p| Double {
                        to: p.to,
                        passed: B::narrow(p.empty),
                    })
                    .collect()
            })
            .collect();
        let quiet = self.targets(map, Ends::QUIET);
        let capture = self.targets(map, Ends::CAPTURE);
        let optional = |this: &mut Self, ends| {
            let any = flat(map).any(|(_, p)| p.ends.intersects(ends));
            any.then(|| this.targets(map, ends))
        };
        let mut dead = B::EMPTY;
        if variant.immobility_illegal {
            let stuck = |n: &usize| !map[*n].iter().any(|p| p.ends.intersects(Ends::QUIET | Ends::CAPTURE));
            dead = (0..map.len())
                .filter(stuck)
                .fold(dead, |set, n| set | B::of(Square(n as u8)));
        }
        let promotion: Option<Promoter<B>> = promoter(variant, side, kind, map);
        let zone = |from| promotion.as_ref().map_or(B::EMPTY, |p| p.zone_from(Square(from as u8)));
        let promotes = |(from, doubles): (usize, &Vec<Double<B>>)| doubles.iter().any(|d| zone(from).has(d.to));
        let doubles_promote = doubles.iter().enumerate().any(promotes);
        Mover {
            kind,
            same: quiet.same_as(&capture),
            friendly: optional(self, Ends::FRIEND),
            en_passant: optional(self, Ends::EN_PASSANT),
            has_doubles: doubles.iter().any(|d| !d.is_empty()),
            doubles_promote,
            doubles,
            steps: self.steps(map, promotion.as_ref().is_none_or(|p| p.crossing.is_none())),
            promotion,
            dead,
            quiet,
            capture,
        }
    }

    /// The targets of the paths that end in this way, first moves that allow en passant excepted.
    fn targets(&mut self, map: &PathMap, ends: Ends) -> Targets<B> {
        let mut leaps = SquareMap::filled(B::EMPTY);
        let mut atoms: Vec<u16> = Vec::new();
        for (_, path) in flat(map) {
            if path.ends.intersects(ends) && !is_double(path) && !atoms.contains(&path.atom) {
                atoms.push(path.atom);
            }
        }
        let mut slides: Vec<PathMap> = Vec::new();
        for atom in atoms {
            let part = self.part(map, |p| p.atom == atom && p.ends.intersects(ends) && !is_double(p));
            if flat(&part).all(|(_, p)| is_leap(p)) {
                for (from, path) in flat(&part) {
                    leaps[from] |= B::of(path.to);
                }
            } else {
                slides.push(part);
            }
        }
        // Should a piece have more atoms than slots, the last slot takes all that are left.
        while slides.len() > MAX_SLIDES {
            let rest = slides.pop().unwrap_or_default();
            for (paths, more) in slides[MAX_SLIDES - 1].iter_mut().zip(rest) {
                paths.extend(more);
            }
        }
        Targets {
            leaps,
            slides: slides.into_iter().map(|part| self.slide(part)).collect(),
        }
    }

    /// The paths that satisfy `condition`, in a form that is the same for the same movement of other pieces.
    fn part(&self, map: &PathMap, condition: impl Fn(&Path) -> bool) -> PathMap {
        let normal = |p: &Path| Path {
            ends: Ends::QUIET,
            atom: 0,
            ..*p
        };
        map.iter()
            .map(|paths| {
                let mut paths: Vec<Path> = paths.iter().filter(|p| condition(p)).map(normal).collect();
                paths.sort_by_key(|p| (p.to, p.empty.0, p.occupied.0, p.friends.0, p.enemies.0));
                paths.dedup();
                paths
            })
            .collect()
    }

    /// The movement as uniform steps, if it has few and its captures differ from its other moves, as a pawn's do.
    fn steps(&self, map: &PathMap, at_once: bool) -> Option<Steps<B>> {
        let mut steps = Steps {
            quiet: ArrayVec::new(),
            capture: ArrayVec::new(),
            double: ArrayVec::new(),
            at_once,
        };
        for (from, path) in flat(map) {
            let list = match path.ends {
                _ if is_double(path) && path.empty.count() == 1 => &mut steps.double,
                _ if !is_leap(path) => return None,
                Ends::QUIET => &mut steps.quiet,
                ends if ends == Ends::QUIET | Ends::INITIAL => &mut steps.quiet,
                ends if ends.intersects(Ends::QUIET | Ends::FRIEND) => return None,
                ends if ends.intersects(Ends::CAPTURE) => &mut steps.capture,
                _ => continue,
            };
            let delta = path.to.0 as i32 - from.0 as i32;
            let over = path.empty.first().map(|s| s.0 as i32 - from.0 as i32);
            match list.iter_mut().find(|s| (s.delta, s.over) == (delta, over)) {
                Some(step) => step.from |= B::of(from),
                None => list
                    .try_push(Step {
                        delta,
                        from: B::of(from),
                        over,
                    })
                    .ok()?,
            }
        }
        let count = steps.quiet.len() + steps.capture.len() + steps.double.len();
        ((1..=6).contains(&count)).then_some(steps)
    }

    fn attacks(&mut self, all: &[PathMap]) -> Vec<Attack<B>> {
        let mut found: Vec<(PathMap, Vec<PieceType>)> = Vec::new();
        for (kind, map) in all.iter().enumerate() {
            let kind = PieceType(kind as u8);
            let mut atoms: Vec<u16> = Vec::new();
            for (_, path) in flat(map) {
                if path.ends.intersects(Ends::CAPTURE) && !atoms.contains(&path.atom) {
                    atoms.push(path.atom);
                }
            }
            for atom in atoms {
                let part = self.part(map, |p| p.atom == atom && p.ends.intersects(Ends::CAPTURE));
                match found.iter_mut().find(|(other, _)| *other == part) {
                    Some((_, kinds)) if kinds.contains(&kind) => {}
                    Some((_, kinds)) => kinds.push(kind),
                    None => found.push((part, vec![kind])),
                }
            }
        }
        let mut out = Vec::new();
        for (map, kinds) in found {
            if flat(&map).all(|(_, p)| is_leap(p)) {
                out.push(Attack {
                    kinds,
                    reach: reach(&map),
                    way: Way::Leap,
                });
            } else if flat(&map).any(|(_, p)| (p.occupied | p.friends | p.enemies).any()) {
                let reach = reach(&map);
                out.push(Attack {
                    kinds,
                    reach,
                    way: Way::Table(self.slide(map)),
                });
            } else {
                for layer in self.layers(&map) {
                    out.push(Attack {
                        kinds: kinds.clone(),
                        ..layer
                    });
                }
            }
        }
        out
    }

    /// Each layer has at most one path from a square to another; a rose that reaches a square on two ways needs two.
    fn layers(&self, map: &PathMap) -> Vec<Attack<B>> {
        let empty = || Attack {
            kinds: Vec::new(),
            reach: SquareMap::filled(B::EMPTY),
            way: Way::Between(vec![SquareMap::filled(B::EMPTY); self.shape.area()]),
        };
        let mut layers: Vec<Attack<B>> = Vec::new();
        for (from, path) in flat(map) {
            let free = layers
                .iter()
                .position(|layer| !layer.reach[path.to].has(from))
                .unwrap_or_else(|| {
                    layers.push(empty());
                    layers.len() - 1
                });
            let layer = &mut layers[free];
            layer.reach[path.to] |= B::of(from);
            if let Way::Between(between) = &mut layer.way {
                between[path.to.index()][from] = B::narrow(path.empty);
            }
        }
        layers
    }
}

fn reach<B: Bitboard>(map: &PathMap) -> SquareMap<B> {
    let mut reach = SquareMap::filled(B::EMPTY);
    for (from, path) in flat(map) {
        reach[path.to] |= B::of(from);
    }
    reach
}

fn promoter<B: Bitboard>(variant: &Variant, side: Side, kind: PieceType, map: &PathMap) -> Option<Promoter<B>> {
    let promotion = variant.promotions.iter().find(|p| p.kind == kind)?;
    let i = side.index();
    let choices: ArrayVec<PieceType, 16> = promotion.choices[i].iter().copied().take(16).collect();
    let crossing = promotion.by_crossing.then(|| {
        let mut zones = SquareMap::filled(B::EMPTY);
        for (from, path) in flat(map) {
            if variant.ground.crosses(from, path.to) {
                zones[from] |= B::of(path.to);
            }
        }
        zones
    });
    let zone = match &crossing {
        Some(zones) => flat(map).fold(B::EMPTY, |set, (from, _)| set | zones[from]),
        None => B::narrow(promotion.zone[i] & variant.shape.on_board()),
    };
    (!choices.is_empty()).then_some(Promoter {
        zone,
        crossing,
        choices,
        mandatory: promotion.mandatory,
        limits: promotion
            .limits
            .iter()
            .map(|&(kind, limit)| (kind, limit as u32))
            .collect(),
    })
}
