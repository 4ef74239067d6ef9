//! Ends of the game that follow from the pieces on the board, and from who is still in the game.

use super::Position;
use crate::{
    board::{Bitboard, Side},
    pieces::PieceType,
    variant::Verdict,
};

/// An end of the game that the pieces on the board, or the players who are left, have brought about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndByPieces {
    /// A piece has reached a goal.
    Goal,
    /// A side has too few pieces of each type of a set.
    LossSet,
    /// All players of a side are out.
    PlayersOut,
    /// A side has two royals.
    TwoRoyals,
    /// A side has too few pieces of some type.
    Extinction,
}

impl<B: Bitboard> Position<B> {
    /// The value for the side to move of an end that the pieces alone have brought about; [`Verdict::None`] if
    /// the game goes on.
    #[inline]
    pub fn end_by_pieces(&self) -> Verdict {
        if !self.rules.ends_by_pieces {
            return Verdict::None;
        }
        self.which_end_by_pieces().map_or(Verdict::None, |(verdict, _)| verdict)
    }

    /// The same with what has ended the game; `None` if it goes on.
    pub fn which_end_by_pieces(&self) -> Option<(Verdict, EndByPieces)> {
        let some = |verdict: Option<Verdict>, end| Some((verdict?, end));
        some(self.goal_reached(), EndByPieces::Goal)
            .or_else(|| some(self.loss_set(), EndByPieces::LossSet))
            .or_else(|| some(self.players_out(), EndByPieces::PlayersOut))
            .or_else(|| some(self.two_royals(), EndByPieces::TwoRoyals))
            .or_else(|| some(self.extinction(), EndByPieces::Extinction))
    }

    /// The value for the side to move of a goal that has been reached.
    fn goal_reached(&self) -> Option<Verdict> {
        let flag = self.rules.variant.endings.flag.as_ref()?;
        // The side that has just moved is asked first: it reached its goal first.
        for (side, value) in [(self.side.opponent(), Verdict::Loss), (self.side, Verdict::Win)] {
            let men = self.pieces_in(side, flag.types[side.index()]);
            if (men & B::narrow(flag.region[side.index()])).count() >= flag.count as u32 {
                return Some(value);
            }
        }
        None
    }

    /// The value for the side to move of a side's having fewer of each type of the loss set than at the start. Should
    /// both have, as only a set-up can have it, the side to move has lost.
    #[inline]
    fn loss_set(&self) -> Option<Verdict> {
        let lost = |side: Side| {
            let set = &self.rules.loss_set[side.index()];
            !set.is_empty() && set.iter().all(|&(kind, count)| self.pieces(side, kind).count() < count)
        };
        match (lost(self.side), lost(self.side.opponent())) {
            (true, _) => Some(Verdict::Loss),
            (false, true) => Some(Verdict::Win),
            (false, false) => None,
        }
    }

    /// The value for the side to move of all players of a side being out.
    #[inline]
    fn players_out(&self) -> Option<Verdict> {
        let seats = self.rules.seats()?;
        let out = self.state.seating.out();
        let all_out = |side: Side| seats.of_side(side) & !out == 0;
        match (all_out(self.side), all_out(self.side.opponent())) {
            (true, _) => Some(Verdict::Loss),
            (false, true) => Some(Verdict::Win),
            (false, false) => None,
        }
    }

    /// The value for the side to move of a side's having two royals where royals are gained.
    #[inline]
    fn two_royals(&self) -> Option<Verdict> {
        let royal = self.rules.royal.filter(|_| self.rules.variant.royals_are_gained)?;
        match Side::BOTH.map(|side| self.pieces(side, royal).many()) {
            [false, false] => None,
            [true, true] => Some(Verdict::Draw),
            [white, _] => {
                let loser = if white { Side::White } else { Side::Black };
                Some(if loser == self.side {
                    Verdict::Loss
                } else {
                    Verdict::Win
                })
            }
        }
    }

    fn extinction(&self) -> Option<Verdict> {
        let rule = self.rules.variant.endings.extinction.as_ref()?;
        let value_for_mover = |extinct: Side| match (rule.value, extinct == self.side) {
            (Verdict::Win, false) => Verdict::Loss,
            (Verdict::Loss, false) => Verdict::Win,
            (value, _) => value,
        };
        let count = |side: Side, kind: Option<PieceType>| match kind {
            Some(kind) => self.pieces(side, kind).count(),
            None => self.of_side(side).count(),
        };
        for side in [self.side.opponent(), self.side] {
            // A side that is to move may still take the opponent's last such piece in return.
            let spare = (rule.claim && side == self.side) as u32;
            let kinds = rule.types.iter().map(Some).chain(rule.all.then_some(None));
            for kind in kinds {
                let few = count(side, kind) <= rule.count as u32;
                if few && count(side.opponent(), kind) >= rule.opponent_count as u32 + spare {
                    return Some(value_for_mover(side));
                }
            }
        }
        None
    }
}
