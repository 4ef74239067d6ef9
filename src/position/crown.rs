//! Coronations: which pieces a position crowns, as it stands or as a move would leave it.

use super::Position;
use crate::{
    board::{Bitboard, Side, Square},
    pieces::Piece,
    variant::rules::Crowning,
};
use arrayvec::ArrayVec;

/// The board as a move would leave it, without making it.
#[derive(Clone)]
pub struct After<'a, B: Bitboard + 'static> {
    /// The position before the move.
    pub position: &'a Position<B>,
    /// The squares that pieces leave or are captured on, but for those that are taken anew.
    pub left: B,
    /// What arrives where.
    pub placed: ArrayVec<(Square, Piece), 2>,
}

impl<B: Bitboard> After<'_, B> {
    /// All pieces after the move.
    pub fn occupied(&self) -> B {
        let placed = self.placed.iter().fold(B::EMPTY, |set, &(s, _)| set | B::of(s));
        self.position.occupied() & !self.left | placed
    }

    /// The piece on `square` after the move, or [`Piece::NONE`].
    pub fn piece_on(&self, square: Square) -> Piece {
        let placed = self.placed.iter().find(|(s, _)| *s == square);
        match placed {
            Some(&(_, piece)) => piece,
            None if self.left.has(square) => Piece::NONE,
            None => self.position.piece_on(square),
        }
    }

    /// The pieces like `piece` after the move.
    pub fn pieces(&self, piece: Piece) -> B {
        let placed = self.placed.iter().fold(B::EMPTY, |set, &(s, _)| set | B::of(s));
        let stay = self.position.pieces(piece.side(), piece.kind()) & !self.left & !placed;
        let like = self.placed.iter().filter(|(_, p)| *p == piece);
        like.fold(stay, |set, &(s, _)| set | B::of(s))
    }
}

impl<B: Bitboard> Crowning<B> {
    /// Those of `candidates` (pieces of the type that is crowned) that stand between two crowners.
    pub fn crowned(&self, candidates: B, occupied: B, piece_on: impl Fn(Square) -> Piece) -> B {
        let [one, other] = self.rule.crowners;
        let stands_between = |square: &Square| {
            let nearest = self.rays[square.index()].each_ref().map(|ray| {
                let first = ray.iter().find(|&&s| occupied.has(s));
                first.map(|&s| piece_on(s).kind())
            });
            self.pairs[square.index()].iter().any(|&(a, b)| {
                let pair = (nearest[a], nearest[b]);
                pair == (Some(one), Some(other)) || pair == (Some(other), Some(one))
            })
        };
        candidates
            .squares()
            .filter(stands_between)
            .fold(B::EMPTY, |set, s| set | B::of(s))
    }
}

impl<B: Bitboard> Position<B> {
    /// The pieces of both sides that the position crowns as it stands.
    pub fn crowned_now(&self, crowning: &Crowning<B>) -> B {
        crowning.crowned(self.of_kind(crowning.rule.from), self.occupied(), |s| self.piece_on(s))
    }
}

impl<B: Bitboard> After<'_, B> {
    /// The pieces of `side` that the move would crown.
    pub fn crowned(&self, crowning: &Crowning<B>, side: Side) -> B {
        let candidates = self.pieces(Piece::new(side, crowning.rule.from));
        crowning.crowned(candidates, self.occupied(), |s| self.piece_on(s))
    }
}
