//! Ends of the game that follow from the pieces on the board alone.

use super::Position;
use crate::{
    board::{Bitboard, Side},
    pieces::PieceType,
    variant::Verdict,
};

impl<B: Bitboard> Position<B> {
    /// The value for the side to move of an end that the pieces alone have brought about; [`Verdict::None`] if
    /// the game goes on.
    #[inline]
    pub fn end_by_pieces(&self) -> Verdict {
        if !self.rules.ends_by_pieces {
            return Verdict::None;
        }
        self.goal_reached().unwrap_or_else(|| self.extinction())
    }

    /// The value for the side to move of a goal that has been reached; `None` if none has been.
    pub fn goal_reached(&self) -> Option<Verdict> {
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

    fn extinction(&self) -> Verdict {
        let Some(rule) = &self.rules.variant.endings.extinction else {
            return Verdict::None;
        };
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
                    return value_for_mover(side);
                }
            }
        }
        Verdict::None
    }
}
