//! Generation of legal moves.
//!
//! In the plain profile legality is a matter of masks: pieces must arrive where all checks end, pinned ones must
//! stay on their way, the royal must go where nothing attacks. In the general profile every move is tested.

use super::{
    bundle::{Bundle, BundleKind, Origin},
    demands::Demands,
};
use crate::{
    board::{Bitboard, Side, Square},
    pieces::{Piece, PieceType},
    position::{After, CastleOption, CastleRight, Checks, Move, MoveKind, Position},
    variant::{
        Verdict,
        rules::{Mover, Promoter, Steps},
    },
};

/// Which moves are wanted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wanted {
    /// All.
    All,
    /// Captures and all promotions.
    Tactical,
    /// What [`Wanted::Tactical`] leaves.
    Quiet,
}

/// Sends the legal moves of those own pieces that stand on `movers` to `sink`, as bundles. `checks` are those of
/// this position. Sends nothing if the game is over by the pieces on the board.
#[inline]
pub fn generate<B: Bitboard, const GENERAL: bool>(
    position: &Position<B>,
    checks: &Checks<B>,
    wanted: Wanted,
    movers: B,
    sink: &mut impl FnMut(Bundle<B>),
) {
    if position.rules().ends_by_pieces && position.end_by_pieces() != Verdict::None {
        return;
    }
    let seated = GENERAL && position.rules().seats().is_some();
    let may_pass = seated && wanted != Wanted::Tactical && movers == !B::EMPTY;
    if seated && position.seating().must_pass() {
        // Who is out cannot ward off checks.
        if may_pass && checks.checkers.is_empty() {
            sink(pass());
        }
        return;
    }
    let sent = generate_moves::<B, GENERAL>(position, checks, wanted, movers, sink);
    if may_pass && !sent && position.royal(position.side()).is_none() {
        let other = wanted == Wanted::Quiet && has_tactical::<B, GENERAL>(position, checks);
        if !other {
            sink(pass());
        }
    }
}

/// The pass of a player who is out or drops out.
fn pass<B: Bitboard>() -> Bundle<B> {
    let nowhere = Move::PASS.from();
    Bundle {
        to: B::of(nowhere),
        origin: Origin::Square(nowhere),
        kind: BundleKind::Moves(MoveKind::Pass),
    }
}

#[cold]
fn has_tactical<B: Bitboard, const GENERAL: bool>(position: &Position<B>, checks: &Checks<B>) -> bool {
    generate_moves::<B, GENERAL>(position, checks, Wanted::Tactical, !B::EMPTY, &mut |_| {})
}

/// The moves of pieces; whether there was any.
#[inline]
fn generate_moves<B: Bitboard, const GENERAL: bool>(
    position: &Position<B>,
    checks: &Checks<B>,
    wanted: Wanted,
    movers: B,
    sink: &mut impl FnMut(Bundle<B>),
) -> bool {
    let side = position.side();
    let occupied = position.occupied();
    let enemies = position.of_side(side.opponent());
    let own = position.of_side(side);
    let empty = position.rules().board & !occupied;
    let (quiet, capture) = match wanted {
        Wanted::All => (empty, enemies),
        Wanted::Tactical => (B::EMPTY, enemies),
        Wanted::Quiet => (empty, B::EMPTY),
    };
    let mut generation = Generation::<B, _, GENERAL> {
        position,
        checks,
        wanted,
        side,
        occupied,
        own,
        empty,
        quiet,
        capture,
        king: position.royal(side),
        demands: match &position.rules().ground {
            Some(ground) if GENERAL => Some(Demands::new(position, ground)),
            _ => None,
        },
        sent: false,
        sink,
    };
    generation.run(movers);
    generation.sent
}

struct Generation<'a, B: Bitboard, S, const GENERAL: bool> {
    position: &'a Position<B>,
    checks: &'a Checks<B>,
    wanted: Wanted,
    side: Side,
    occupied: B,
    own: B,
    empty: B,
    /// Where moves without capture may end.
    quiet: B,
    /// What may be captured.
    capture: B,
    king: Option<Square>,
    /// What the ground and the seats ask of moves.
    demands: Option<Demands<'a, B>>,
    /// Whether any move was sent.
    sent: bool,
    sink: &'a mut S,
}

impl<B: Bitboard, S: FnMut(Bundle<B>), const GENERAL: bool> Generation<'_, B, S, GENERAL> {
    #[inline(always)]
    fn run(&mut self, movers: B) {
        let rules = self.position.rules();
        // Attacks do not matter to the castling of two pieces that the rules name.
        let may_castle = self.checks.checkers.is_empty() || !rules.castling.pairs.is_empty();
        if self.wanted != Wanted::Tactical && self.position.state().rights != 0 && may_castle {
            self.castles(movers);
        }
        let (target, unpinned) = if GENERAL {
            (!B::EMPTY, !B::EMPTY)
        } else {
            (self.checks.target, !self.checks.pinned)
        };
        let only_royal = target.is_empty();
        for mover in &rules.movers[self.side.index()] {
            let pieces = self.position.pieces(self.side, mover.kind) & movers;
            if pieces.is_empty() {
                continue;
            }
            if !GENERAL && rules.royal == Some(mover.kind) {
                self.royal(mover, pieces);
                continue;
            }
            if GENERAL && self.demands.is_some() {
                self.demanded(mover, pieces);
                continue;
            }
            if only_royal {
                // En passant may capture the checker without arriving on it, but not two checkers.
                continue;
            }
            let free = pieces & unpinned;
            let bound = pieces & !unpinned;
            match &mover.steps {
                Some(steps) if steps.at_once => {
                    self.all_steps(mover, steps, free, target);
                    for from in bound.squares() {
                        self.all_steps(mover, steps, B::of(from), target & self.checks.pin_mask(from));
                    }
                }
                _ => {
                    for from in free.squares() {
                        self.piece(mover, from, target);
                    }
                    for from in bound.squares() {
                        self.piece(mover, from, target & self.checks.pin_mask(from));
                    }
                }
            }
        }
        if self.wanted != Wanted::Quiet && self.position.state().en_passant.any() {
            self.en_passant(movers);
        }
    }

    /// The moves of a type as far as the ground and the seats allow them.
    fn demanded(&mut self, mover: &Mover<B>, pieces: B) {
        if self.demands.as_ref().is_some_and(|demands| demands.bars(mover)) {
            return;
        }
        for from in pieces.squares() {
            let target = self.demands.as_ref().map_or(!B::EMPTY, |d| d.target(mover, from));
            if target.any() {
                self.piece(mover, from, target);
            }
        }
    }

    /// The moves of one piece that end on `target`.
    #[inline(always)]
    fn piece(&mut self, mover: &Mover<B>, from: Square, target: B) {
        let quiet = self.quiet_for(mover);
        let mut to = if mover.same {
            mover.quiet.from(from, self.occupied, self.own) & (quiet | self.capture)
        } else {
            let mut to = B::EMPTY;
            if quiet.any() {
                to |= mover.quiet.from(from, self.occupied, self.own) & quiet;
            }
            if self.capture.any() {
                to |= mover.capture.from(from, self.occupied, self.own) & self.capture;
            }
            to
        };
        if GENERAL
            && self.capture.any()
            && let Some(friendly) = &mover.friendly
        {
            let royal = self.king.map_or(B::EMPTY, B::of);
            to |= friendly.from(from, self.occupied, self.own) & self.own & !royal;
        }
        self.emit(mover, Origin::Square(from), to & target);
        if mover.has_doubles && self.wants_doubles(mover) {
            let mut to = B::EMPTY;
            for double in &mover.doubles[from.index()] {
                if (double.passed & self.occupied).is_empty() {
                    to |= B::of(double.to) & self.empty & target;
                }
            }
            self.emit_doubles(mover, Origin::Square(from), to);
        }
    }

    /// The moves of all `pieces` of a type with uniform steps that end on `target`.
    #[inline(always)]
    fn all_steps(&mut self, mover: &Mover<B>, steps: &Steps<B>, pieces: B, target: B) {
        let quiet = self.quiet_for(mover) & target;
        let capture = self.capture & target;
        for step in &steps.quiet {
            self.emit(
                mover,
                Origin::Delta(step.delta),
                (pieces & step.from).shift(step.delta) & quiet,
            );
        }
        for step in &steps.capture {
            self.emit(
                mover,
                Origin::Delta(step.delta),
                (pieces & step.from).shift(step.delta) & capture,
            );
        }
        if self.wants_doubles(mover) {
            for step in &steps.double {
                let over = step.over.unwrap_or(0);
                let passed = (pieces & step.from).shift(over) & self.empty;
                let to = passed.shift(step.delta - over) & self.empty & target;
                self.emit_doubles(mover, Origin::Delta(step.delta), to);
            }
        }
    }

    /// Where this type's moves without capture may end: with captures alone wanted, only where it promotes.
    #[inline(always)]
    fn quiet_for(&self, mover: &Mover<B>) -> B {
        match (&mover.promotion, self.wanted) {
            (Some(promotion), Wanted::Tactical) => promotion.zone & self.empty,
            _ => self.quiet,
        }
    }

    /// Sends moves to `to`, promoted where they promote.
    #[inline(always)]
    fn emit(&mut self, mover: &Mover<B>, origin: Origin, to: B) {
        if to.is_empty() {
            return;
        }
        let mut stay = to;
        if let Some(promotion) = &mover.promotion
            && (to & promotion.zone).any()
        {
            let zone = zone(promotion, origin);
            let choices = self.choices(promotion);
            if choices != 0 {
                if self.wanted != Wanted::Quiet && (to & zone).any() {
                    self.send(mover, to & zone, origin, BundleKind::Promotions(choices));
                }
                if promotion.mandatory {
                    stay &= !zone;
                }
            }
            if self.wanted == Wanted::Tactical {
                stay &= self.capture;
            }
        }
        stay &= !mover.dead;
        if stay.any() {
            self.send(mover, stay, origin, BundleKind::Moves(MoveKind::Normal));
        }
    }

    #[inline(always)]
    fn emit_doubles(&mut self, mover: &Mover<B>, origin: Origin, to: B) {
        if to.is_empty() {
            return;
        }
        let zone = mover.promotion.as_ref().map_or(B::EMPTY, |p| zone(p, origin));
        if (to & zone).any() {
            self.emit(mover, origin, to & zone);
        }
        if self.wanted != Wanted::Tactical && (to & !zone).any() {
            self.send(mover, to & !zone, origin, BundleKind::Moves(MoveKind::Double));
        }
    }

    /// Whether double steps may be among the moves wanted.
    #[inline(always)]
    fn wants_doubles(&self, mover: &Mover<B>) -> bool {
        self.wanted != Wanted::Tactical || mover.doubles_promote
    }

    /// The promotion choices that their limits allow now, as bits.
    fn choices(&self, promotion: &Promoter<B>) -> u16 {
        let mut choices = ((1u32 << promotion.choices.len()) - 1) as u16;
        for &(kind, limit) in &promotion.limits {
            if self.position.pieces(self.side, kind).count() >= limit {
                for (i, _) in promotion
                    .choices
                    .iter()
                    .enumerate()
                    .filter(|(_, choice)| **choice == kind)
                {
                    choices &= !(1 << i);
                }
            }
        }
        choices
    }

    /// The royal's moves to squares that nothing attacks.
    #[inline(always)]
    fn royal(&mut self, mover: &Mover<B>, pieces: B) {
        let Some(from) = pieces.first() else { return };
        let mut to = mover.quiet.from(from, self.occupied, self.own) & self.quiet;
        to |= mover.capture.from(from, self.occupied, self.own) & self.capture;
        let without = self.occupied & !pieces;
        let mut safe = B::EMPTY;
        for square in to.squares() {
            if !self
                .position
                .is_attacked_with(square, self.side.opponent(), without, !B::EMPTY)
            {
                safe |= B::of(square);
            }
        }
        if safe.any() {
            self.send_legal(safe, Origin::Square(from), BundleKind::Moves(MoveKind::Normal));
        }
    }

    fn castles(&mut self, movers: B) {
        let position = self.position;
        let them = self.side.opponent();
        for (number, right) in position.castles().iter().enumerate() {
            let is_left = position.state().rights >> number & 1 != 0;
            if !is_left || right.side != self.side || !movers.has(right.king) {
                continue;
            }
            let royal_castles = self.king == Some(right.king);
            for (i, option) in right.options.iter().enumerate() {
                if (option.empty & self.occupied).any() {
                    continue;
                }
                let men = B::of(right.king) | B::of(right.partner);
                let after = self.occupied & !men | B::of(option.king_to) | B::of(option.partner_to);
                let attacked = |square, occupied| position.is_attacked_with(square, them, occupied, !B::EMPTY);
                let without_king = self.occupied & !B::of(right.king);
                // The partner may have shielded the landing square from behind: look at it after the move as well.
                let safe = match self.king {
                    Some(_) if royal_castles => {
                        !option.safe.squares().any(|s| attacked(s, without_king)) && !attacked(option.king_to, after)
                    }
                    Some(king) => !attacked(king, after),
                    None => true,
                };
                if safe && self.castle_is_allowed(right, option, after) {
                    let kind = BundleKind::Castle {
                        right: number as u8,
                        option: i as u8,
                    };
                    self.send_legal(B::of(option.king_to), Origin::Square(right.king), kind);
                }
            }
        }
    }

    /// Whether the ground and the seats allow a castling that leaves these squares occupied.
    fn castle_is_allowed(&self, right: &CastleRight<B>, option: &CastleOption<B>, occupied: B) -> bool {
        let Some(demands) = self.demands.as_ref().filter(|_| GENERAL) else {
            return true;
        };
        let mover = self
            .position
            .rules()
            .mover(self.side, self.position.piece_on(right.king).kind());
        let placed = [(option.king_to, right.king), (option.partner_to, right.partner)];
        let after = After {
            position: self.position,
            left: B::of(right.king) | B::of(right.partner),
            placed: placed
                .map(|(to, from)| (to, self.position.piece_on(from)))
                .into_iter()
                .collect(),
        };
        debug_assert_eq!(after.occupied().count(), occupied.count());
        let king = if self.king == Some(right.king) {
            Some(option.king_to)
        } else {
            self.king
        };
        let at = B::of(option.king_to);
        !demands.rests(mover)
            && !demands.is_held(mover, option.king_to)
            && demands.seat_target(right.king).has(option.king_to)
            && demands.allow(&after, king, !at)
    }

    fn en_passant(&mut self, movers: B) {
        let state = self.position.state();
        let victim = B::of(state.en_passant_victim);
        for mover in &self.position.rules().movers[self.side.index()] {
            let Some(targets) = &mover.en_passant else { continue };
            for from in (self.position.pieces(self.side, mover.kind) & movers).squares() {
                let to = targets.from(from, self.occupied, self.own) & state.en_passant;
                for square in to.squares() {
                    let after = self.occupied & !B::of(from) & !victim | B::of(square);
                    let king = if self.king == Some(from) {
                        Some(square)
                    } else {
                        self.king
                    };
                    let them = self.side.opponent();
                    let allowed = |demands: &Demands<B>| {
                        let after = After {
                            position: self.position,
                            left: B::of(from) | victim,
                            placed: [(square, self.position.piece_on(from))].into_iter().collect(),
                        };
                        !demands.rests(mover)
                            && demands.target(mover, from).has(square)
                            && demands.allow(&after, king, !victim)
                    };
                    if GENERAL && !self.demands.as_ref().is_none_or(allowed) {
                        continue;
                    }
                    if !king.is_some_and(|k| self.position.is_attacked_with(k, them, after, !victim)) {
                        let kind = BundleKind::Moves(MoveKind::EnPassant);
                        self.send_legal(B::of(square), Origin::Square(from), kind);
                    }
                }
            }
        }
    }

    /// Sends moves; in the general profile those of them that leave no royal attacked and what the ground asks for.
    #[inline(always)]
    fn send(&mut self, mover: &Mover<B>, to: B, origin: Origin, kind: BundleKind) {
        if !GENERAL || self.king.is_none() && self.demands.is_none() {
            return self.send_legal(to, origin, kind);
        }
        let exact = self.demands.as_ref().is_some_and(|demands| demands.needs_test(mover));
        let bundle = Bundle { to, origin, kind };
        let mut legal = to;
        for square in to.squares() {
            let from = bundle.from(square);
            let crowns = || {
                self.demands
                    .as_ref()
                    .is_some_and(|d| d.may_crown(mover.kind, from, square))
            };
            if exact || crowns() {
                legal ^= B::of(square);
                self.send_tested(mover, from, square, kind);
            } else if let Some(king) = self.king {
                let after = self.occupied & !B::of(from) | B::of(square);
                let royal = if from == king { square } else { king };
                if self
                    .position
                    .is_attacked_with(royal, self.side.opponent(), after, !B::of(square))
                {
                    legal ^= B::of(square);
                }
            }
        }
        if legal.any() {
            self.send_legal(legal, origin, kind);
        }
    }

    /// Sends a move, or each of its promotions, if the board that it leaves is allowed.
    fn send_tested(&mut self, mover: &Mover<B>, from: Square, to: Square, kind: BundleKind) {
        let king = if self.king == Some(from) { Some(to) } else { self.king };
        let allows = |kind: PieceType| {
            let after = After {
                position: self.position,
                left: B::of(from),
                placed: [(to, Piece::new(self.side, kind))].into_iter().collect(),
            };
            let demands = self.demands.as_ref();
            demands.is_none_or(|demands| demands.allow(&after, king, !B::of(to)))
        };
        let kind = match (kind, &mover.promotion) {
            (BundleKind::Promotions(choices), Some(promotion)) => {
                let kinds = promotion.choices.iter().enumerate();
                let allowed = kinds.filter(|&(i, &kind)| choices >> i & 1 != 0 && allows(kind));
                BundleKind::Promotions(allowed.fold(0, |set, (i, _)| set | 1 << i))
            }
            _ if allows(mover.kind) => kind,
            _ => return,
        };
        if kind != BundleKind::Promotions(0) {
            self.send_legal(B::of(to), Origin::Square(from), kind);
        }
    }

    #[inline(always)]
    fn send_legal(&mut self, to: B, origin: Origin, kind: BundleKind) {
        if GENERAL {
            self.sent = true;
        }
        (self.sink)(Bundle { to, origin, kind });
    }
}

/// Where moves from `origin` promote. Promotion that depends on the start square has one.
#[inline(always)]
fn zone<B: Bitboard>(promotion: &Promoter<B>, origin: Origin) -> B {
    match origin {
        Origin::Square(from) => promotion.zone_from(from),
        Origin::Delta(_) => promotion.zone,
    }
}
