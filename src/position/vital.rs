//! Pieces that a side must not lose although they are not royal: the last of those that must be present on a bank,
//! those of the last type that keeps a set of losses from being complete, and those of a type that must not die out.

use super::Position;
use crate::{
    board::{Bitboard, Side},
    variant::{Verdict, ground::PresenceBanks},
};

impl<B: Bitboard> Position<B> {
    /// Calls `each` for each bank on which `side` must have somebody after its moves, with the bank and with the men there
    /// who count: for all banks, or for those of the given `seats` (bits).
    #[inline]
    pub fn each_presence(&self, side: Side, seats: u16, mut each: impl FnMut(B, B)) {
        let Some(ground) = &self.rules.ground else { return };
        let Some(presence) = &ground.presence else { return };
        let men = self.pieces_in(side, presence.types);
        match (presence.banks, &ground.seats) {
            (PresenceBanks::All, _) => ground.banks.iter().for_each(|&bank| each(bank, men & bank)),
            (PresenceBanks::Own, Some(rules)) => {
                for (_, &bank) in rules
                    .banks
                    .iter()
                    .enumerate()
                    .filter(|(seat, _)| seats >> seat & 1 != 0)
                {
                    each(bank, men & bank);
                }
            }
            (PresenceBanks::Own, None) => {}
        }
    }

    /// The seats of `side` whose players are still in, as bits; 0 in games without seats.
    #[inline]
    pub fn seats_in(&self, side: Side) -> u16 {
        let seats = self.rules.seats();
        seats.map_or(0, |seats| seats.of_side(side) & !self.state.seating.out())
    }

    /// Whether nobody is present where the side to move must have somebody after its move: it must bring one there, much as
    /// it must end a check.
    #[inline]
    pub fn is_absent(&self) -> bool {
        let mut absent = false;
        if !self.state.seating.must_pass() {
            self.each_presence(self.side, 1 << self.state.seating.seat(), |_, men| {
                absent |= men.is_empty()
            });
        }
        absent
    }

    /// How many types of the loss set `side` still has enough of, and, if it is only one, the pieces of that type if it may
    /// lose none of them. 0 types in games without such a set.
    #[inline]
    pub fn kept_types(&self, side: Side) -> (usize, B) {
        let (mut kept, mut last) = (0, B::EMPTY);
        for &(kind, count) in &self.rules.loss_set[side.index()] {
            let pieces = self.pieces(side, kind);
            let now = pieces.count();
            if now >= count {
                kept += 1;
                last = if now == count { pieces } else { B::EMPTY };
            }
        }
        (kept, if kept == 1 { last } else { B::EMPTY })
    }

    /// The pieces of `side` each of which it cannot lose without losing the game, a player, or all moves but those that
    /// bring another piece to its bank. The royal is not among them.
    #[inline]
    pub fn vital(&self, side: Side) -> B {
        let (_, mut vital) = self.kept_types(side);
        self.each_presence(side, self.seats_in(side), |_, men| {
            if !men.many() {
                vital |= men;
            }
        });
        vital | self.dying_out(side)
    }

    /// The pieces of those types that die out, and with them the game ends, if the next one is lost.
    #[inline]
    fn dying_out(&self, side: Side) -> B {
        let mut dying = B::EMPTY;
        if let Some(rule) = &self.rules.variant.endings.extinction
            && rule.value == Verdict::Loss
        {
            // The side will be to move then.
            let enemies = rule.opponent_count as u32 + rule.claim as u32;
            for kind in rule.types.iter() {
                let pieces = self.pieces(side, kind);
                if pieces.count() == rule.count as u32 + 1 && self.pieces(side.opponent(), kind).count() >= enemies {
                    dying |= pieces;
                }
            }
        }
        dying
    }

    /// Whether the rules know pieces that [`Position::vital`] tells.
    pub fn may_have_vital(&self) -> bool {
        let rules = self.rules;
        let presence = rules.ground.as_ref().is_some_and(|ground| ground.presence.is_some());
        let extinction = rules.variant.endings.extinction.as_ref();
        let dies_out = extinction.is_some_and(|rule| rule.value == Verdict::Loss && !rule.types.is_empty());
        presence || dies_out || rules.loss_set.iter().any(|set| !set.is_empty())
    }
}
