//! Who attacks what: attacks on a square, checks and pins.

use super::Position;
use crate::{
    board::{Bitboard, Side, Square},
    pieces::{PieceType, tables::Way},
};
use arrayvec::ArrayVec;

/// The checks on the royal of the side to move, and the pieces that are bound to shield it.
#[derive(Clone, Debug)]
pub struct Checks<B> {
    /// The pieces that give check.
    pub checkers: B,
    /// Where any piece but the royal must arrive to end all checks: everywhere if there is none.
    pub target: B,
    /// Own pieces that alone stand on an enemy's way to the royal.
    pub pinned: B,
    /// For each such way: the pinned piece, and where it may go in view of this way.
    pub pins: ArrayVec<(Square, B), 64>,
}

impl<B: Bitboard> Checks<B> {
    /// Where a pinned piece may go.
    #[inline]
    pub fn pin_mask(&self, square: Square) -> B {
        let masks = self.pins.iter().filter(|(pinned, _)| *pinned == square);
        masks.fold(!B::EMPTY, |mask, (_, way)| mask & *way)
    }
}

impl<B: Bitboard> Position<B> {
    /// Checks and pins for the side to move. Pins are known for ways over squares that must be empty, and so for
    /// every piece of a plain game; other games test legality by making the move.
    ///
    /// Each way of an enemy to the royal counts for itself: an open one must be closed by the move, one that a
    /// single own piece closes must stay closed. So pieces that reach a square on two ways need no special care.
    #[inline]
    pub fn checks(&self) -> Checks<B> {
        let mut checks = Checks {
            checkers: B::EMPTY,
            target: !B::EMPTY,
            pinned: B::EMPTY,
            pins: ArrayVec::new(),
        };
        let Some(king) = self.royal(self.side) else {
            return checks;
        };
        let them = self.side.opponent();
        let (own, enemies, occupied) = (self.of_side(self.side), self.of_side(them), self.occupied());
        for attack in &self.rules.attacks[them.index()] {
            let reach = attack.reach[king] & enemies;
            if reach.is_empty() {
                continue;
            }
            let candidates = self.with_attack(&attack.kinds) & reach;
            match &attack.way {
                Way::Leap => {
                    for checker in candidates.squares() {
                        checks.checkers |= B::of(checker);
                        checks.target &= B::of(checker);
                    }
                }
                Way::Between(between) => {
                    let between = &between[king.index()];
                    for checker in candidates.squares() {
                        let between = between[checker];
                        let blockers = between & occupied;
                        if blockers.is_empty() {
                            checks.checkers |= B::of(checker);
                            checks.target &= between | B::of(checker);
                        } else if !blockers.many() && (blockers & own).any() {
                            checks.pinned |= blockers;
                            if let Some(pinned) = blockers.first() {
                                checks.pins.push((pinned, between | B::of(checker)));
                            }
                        }
                    }
                }
                Way::Table(slide) => {
                    for checker in candidates.squares() {
                        if slide.attacks_square(checker, king, occupied, enemies) {
                            checks.checkers |= B::of(checker);
                            checks.target &= B::of(checker);
                        }
                    }
                }
            }
        }
        checks
    }

    /// Whether the side to move is in check.
    pub fn in_check(&self) -> bool {
        self.royal(self.side)
            .is_some_and(|king| self.is_attacked(king, self.side.opponent()))
    }

    /// Whether a royal of the side that is not to move is attacked: legal moves never lead there.
    pub fn can_capture_royal(&self) -> bool {
        let Some(royal) = self.rules.royal else { return false };
        let royals = self.pieces(self.side.opponent(), royal);
        royals.squares().any(|king| self.is_attacked(king, self.side))
    }

    /// Whether a piece of side `by` could capture on `square`.
    #[inline]
    pub fn is_attacked(&self, square: Square, by: Side) -> bool {
        self.is_attacked_with(square, by, self.occupied(), !B::EMPTY)
    }

    /// The same with `occupied` on the board, and only attackers on the squares of `attackers`.
    #[inline]
    pub fn is_attacked_with(&self, square: Square, by: Side, occupied: B, attackers: B) -> bool {
        let pieces = self.of_side(by) & attackers;
        for attack in &self.rules.attacks[by.index()] {
            let reach = attack.reach[square] & pieces;
            if reach.is_empty() {
                continue;
            }
            let candidates = self.with_attack(&attack.kinds) & reach;
            let hit = match &attack.way {
                Way::Leap => candidates.any(),
                Way::Between(between) => {
                    let between = &between[square.index()];
                    candidates.squares().any(|from| (between[from] & occupied).is_empty())
                }
                Way::Table(slide) => candidates
                    .squares()
                    .any(|from| slide.attacks_square(from, square, occupied, pieces)),
            };
            if hit {
                return true;
            }
        }
        false
    }

    /// The squares of all pieces of side `by` that could capture on `square` with `occupied` on the board.
    pub fn attackers(&self, square: Square, by: Side, occupied: B) -> B {
        let mut found = B::EMPTY;
        let pieces = self.of_side(by) & occupied;
        for attack in &self.rules.attacks[by.index()] {
            let reach = attack.reach[square] & pieces;
            if reach.is_empty() {
                continue;
            }
            let candidates = self.with_attack(&attack.kinds) & reach;
            match &attack.way {
                Way::Leap => found |= candidates,
                Way::Between(between) => {
                    let between = &between[square.index()];
                    for from in candidates.squares().filter(|&s| (between[s] & occupied).is_empty()) {
                        found |= B::of(from);
                    }
                }
                Way::Table(slide) => {
                    let hits = |s: &Square| slide.attacks_square(*s, square, occupied, pieces);
                    found = candidates.squares().filter(hits).fold(found, |set, s| set | B::of(s));
                }
            }
        }
        found
    }

    #[inline(always)]
    fn with_attack(&self, kinds: &[PieceType]) -> B {
        kinds.iter().fold(B::EMPTY, |set, &kind| set | self.of_kind(kind))
    }
}
