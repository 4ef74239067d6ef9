//! What the ground and the players' seats ask of the moves of a position: as far as possible as masks, found once for
//! a position; the rest as a test of the board that a move would leave.

use crate::{
    board::{Bitboard, Side, Square},
    pieces::{Piece, PieceSet, PieceType},
    position::{After, Position},
    variant::rules::{Crowning, GroundRules, Mover},
};
use arrayvec::ArrayVec;

/// What the ground or the seats have against a move that the piece could make elsewhere.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Objection {
    /// The player is out.
    MustPass,
    /// The piece must rest.
    Rests,
    /// The move neither starts nor ends on the player's own bank.
    OtherBank,
    /// An enemy rival holds the bank where the move ends.
    Rival,
    /// The two move in the same direction, and must not capture each other.
    SameDirection,
    /// Nobody would be present where somebody must.
    Absent,
}

/// What the ground or the seats have against the move of a piece from `from` to `to`, which its movement allows.
pub fn objection<B: Bitboard>(position: &Position<B>, from: Square, to: Square) -> Option<Objection> {
    let ground = position.rules().ground.as_ref()?;
    let piece = position.piece_on(from);
    if !piece.is_some() || piece.side() != position.side() {
        return None;
    }
    let demands = Demands::new(position, ground);
    let mover = position.rules().mover(piece.side(), piece.kind());
    let up = ground.up;
    let same = |s: Square| up.has(s) == up.has(from);
    let opposes = |s: Square| ground.opposite_capture_types.has(mover.kind) && demands.facing.has(s) && same(s);
    let objections = [
        (position.seating().must_pass(), Objection::MustPass),
        (demands.rests(mover), Objection::Rests),
        (!demands.seat_target(from).has(to), Objection::OtherBank),
        (demands.is_held(mover, to), Objection::Rival),
        (opposes(to), Objection::SameDirection),
        (
            demands.bars(mover) || !demands.target(mover, from).has(to),
            Objection::Absent,
        ),
    ];
    objections.into_iter().find(|(holds, _)| *holds).map(|(_, why)| why)
}

/// What is asked of the moves of the side to move.
pub(super) struct Demands<'a, B: Bitboard + 'static> {
    position: &'a Position<B>,
    ground: &'a GroundRules<B>,
    side: Side,
    /// Moves must start or end here.
    own_bank: Option<B>,
    /// The banks that enemy rivals hold.
    held: B,
    /// The types that may not move.
    resting: PieceSet,
    /// The enemies that are captured only by pieces that face them.
    facing: B,
    /// Each bank on which pieces must be present after the move, and those that are now.
    present: ArrayVec<(B, B), 17>,
    /// Whether each of those banks has one.
    all_present: bool,
    /// Moves that start or end elsewhere crown nobody who matters.
    crown_zone: B,
}

impl<'a, B: Bitboard> Demands<'a, B> {
    /// What `ground` asks of the side to move.
    pub fn new(position: &'a Position<B>, ground: &'a GroundRules<B>) -> Demands<'a, B> {
        let side = position.side();
        let them = side.opponent();
        let mut demands = Demands {
            position,
            ground,
            side,
            own_bank: None,
            held: B::EMPTY,
            resting: PieceSet::EMPTY,
            facing: position.pieces_in(them, ground.opposite_capture_types),
            present: ArrayVec::new(),
            all_present: true,
            crown_zone: B::EMPTY,
        };
        if let Some(seats) = &ground.seats {
            let seating = position.seating();
            let own = seats.banks[seating.seat()];
            let team = seats.of_side(side);
            // Whose partner is out has the whole army; a side's only seat keeps to its bank.
            if team & !seating.out() & !(1 << seating.seat()) != 0 || team.count_ones() == 1 {
                demands.own_bank = Some(own);
            }
            if seating.debts() & team != 0 {
                demands.resting = ground.rest_types;
            }
        }
        if ground.rival_types != PieceSet::EMPTY {
            let rivals = position.pieces_in(them, ground.rival_types);
            for &bank in ground.banks.iter().filter(|&&bank| (bank & rivals).any()) {
                demands.held |= bank;
            }
        }
        position.each_presence(side, 1 << position.seating().seat(), |bank, men| {
            demands.all_present &= men.any();
            demands.present.push((bank, men));
        });
        if let Some(crowning) = &ground.coronation {
            demands.crown_zone = demands.zone(crowning);
        }
        demands
    }

    /// Where moves start or end that may crown a piece of the own side or, if the own royal can be attacked, of the
    /// other's.
    fn zone(&self, crowning: &Crowning<B>) -> B {
        let position = self.position;
        let own = position.pieces(self.side, crowning.rule.from);
        if crowning
            .crowned(own, position.occupied(), |s| position.piece_on(s))
            .any()
        {
            // A pattern that stands already crowns after any move.
            return !B::EMPTY;
        }
        let candidates = if position.royal(self.side).is_some() {
            position.of_kind(crowning.rule.from)
        } else {
            own
        };
        candidates
            .squares()
            .fold(B::EMPTY, |zone, s| zone | crowning.reach[s] | B::of(s))
    }

    /// Whether pieces of this type must rest.
    #[inline]
    pub fn rests(&self, mover: &Mover<B>) -> bool {
        self.resting.has(mover.kind)
    }

    /// Whether no piece of this type may move.
    #[inline]
    pub fn bars(&self, mover: &Mover<B>) -> bool {
        self.rests(mover) || !self.all_present && !self.may_restore(mover)
    }

    /// Whether a move of this type may bring somebody to where nobody is present.
    fn may_restore(&self, mover: &Mover<B>) -> bool {
        let Some(presence) = &self.ground.presence else {
            return true;
        };
        presence.types.has(mover.kind) || self.needs_test(mover)
    }

    /// Whether moves of this type may change by promotion or coronation who is present, so that masks do not suffice.
    #[inline]
    pub fn needs_test(&self, mover: &Mover<B>) -> bool {
        let Some(presence) = &self.ground.presence else {
            return false;
        };
        let crowning = self.ground.coronation.as_ref().map(|crowning| crowning.rule);
        if crowning.is_some_and(|c| presence.types.has(c.to) && !presence.types.has(c.from)) {
            return true;
        }
        let Some(promotion) = &mover.promotion else {
            return false;
        };
        presence.types.has(mover.kind) || promotion.choices.iter().any(|&kind| presence.types.has(kind))
    }

    /// Where the seat to move may go from `from`.
    #[inline]
    pub fn seat_target(&self, from: Square) -> B {
        match self.own_bank {
            Some(bank) if !bank.has(from) => bank,
            _ => !B::EMPTY,
        }
    }

    /// Whether `to` is in a bank that enemy rivals hold, where this type may not end a move.
    #[inline]
    pub fn is_held(&self, mover: &Mover<B>, to: Square) -> bool {
        self.ground.rival_types.has(mover.kind) && self.held.has(to)
    }

    /// Where a piece of this type on `from` may go, as far as that is a matter of squares.
    #[inline]
    pub fn target(&self, mover: &Mover<B>, from: Square) -> B {
        let mut target = self.seat_target(from);
        if self.ground.rival_types.has(mover.kind) {
            target &= !self.held;
        }
        if self.ground.opposite_capture_types.has(mover.kind) {
            let up = self.ground.up;
            target &= !(self.facing & if up.has(from) { up } else { !up });
        }
        if let Some(presence) = &self.ground.presence
            && presence.types.has(mover.kind)
            && !self.needs_test(mover)
        {
            for &(bank, men) in &self.present {
                if (men & !B::of(from)).is_empty() {
                    target &= bank;
                }
            }
        }
        target
    }

    /// Whether a move may crown a piece, so that the board after it must be looked at.
    #[inline]
    pub fn may_crown(&self, kind: PieceType, from: Square, to: Square) -> bool {
        let Some(crowning) = &self.ground.coronation else {
            return false;
        };
        (self.crown_zone & (B::of(from) | B::of(to))).any() || kind == crowning.rule.from
    }

    /// Whether the board that a move leaves is allowed: who must be present is, and no royal of the mover's is attacked,
    /// those crowned by the move among them. `king` is the royal after the move; `attackers` are the enemies left.
    pub fn allow(&self, after: &After<B>, king: Option<Square>, attackers: B) -> bool {
        let crowning = self.ground.coronation.as_ref();
        let crowned = |side: Side| crowning.map_or(B::EMPTY, |c| after.crowned(c, side));
        let own = crowned(self.side);
        if !self.is_present(after, own) {
            return false;
        }
        let Some(royal) = self.position.rules().royal else {
            return true;
        };
        let mut kings = king.map_or(B::EMPTY, B::of);
        if crowning.is_some_and(|c| c.rule.to == royal) {
            kings |= own;
        }
        if kings.is_empty() {
            return true;
        }
        let them = self.side.opponent();
        let changed = crowned(them);
        let occupied = after.occupied();
        kings.squares().all(|king| {
            !self
                .position
                .is_attacked_with(king, them, occupied, attackers & !changed)
                && !changed.squares().any(|from| self.attacks_crowned(from, king, occupied))
        })
    }

    /// Whether an enemy that has just been crowned on `from` attacks `king`.
    fn attacks_crowned(&self, from: Square, king: Square, occupied: B) -> bool {
        let Some(crowning) = &self.ground.coronation else {
            return false;
        };
        let them = self.side.opponent();
        let mover = self.position.rules().mover(them, crowning.rule.to);
        let friends = self.position.of_side(them) & occupied;
        mover.capture.from(from, occupied, friends).has(king)
    }

    fn is_present(&self, after: &After<B>, crowned: B) -> bool {
        let Some(presence) = &self.ground.presence else {
            return true;
        };
        let kinds = presence.types.iter().map(|kind| Piece::new(self.side, kind));
        let mut men = kinds.fold(B::EMPTY, |set, piece| set | after.pieces(piece));
        if let Some(crowning) = &self.ground.coronation {
            men = if presence.types.has(crowning.rule.to) {
                men | crowned
            } else {
                men & !crowned
            };
        }
        self.present.iter().all(|&(bank, _)| (bank & men).any())
    }
}
