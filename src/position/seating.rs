//! Whose turn it is among several players, who is out, and who owes a move before a piece of the side's may move again.

use super::{Move, MoveKind, Observer, Position};
use crate::{
    board::{Bitboard, Side, Square},
    pieces::{Piece, PieceType},
    variant::rules::{GroundRules, SeatRules},
};

/// The seat to move, the seats that are out, and the seats that owe another move before their side's resting pieces
/// may move again. In games without seats always the same.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Seating(u16);

impl Seating {
    /// The seat with this number is to move; sets of others are bits, seat 0 the lowest.
    pub const fn new(seat: usize, out: u16, debts: u16) -> Seating {
        Seating((seat & 3) as u16 | (out & 15) << 2 | (debts & 15) << 6)
    }

    /// The number of the seat to move.
    #[inline(always)]
    pub const fn seat(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The seats that are out, as bits.
    #[inline(always)]
    pub const fn out(self) -> u16 {
        self.0 >> 2 & 15
    }

    /// The seats that owe another move, as bits.
    #[inline(always)]
    pub const fn debts(self) -> u16 {
        self.0 >> 6 & 15
    }

    /// Whether the seat to move is out and must pass.
    #[inline(always)]
    pub const fn must_pass(self) -> bool {
        self.out() >> self.seat() & 1 != 0
    }

    /// A number below 1024.
    #[inline(always)]
    pub const fn number(self) -> usize {
        self.0 as usize
    }
}

impl<B: Bitboard> Position<B> {
    /// Whose turn it is among several players.
    #[inline(always)]
    pub fn seating(&self) -> Seating {
        self.state.seating
    }

    /// What follows from a move besides itself: coronations, and the turn of the next seat.
    pub(super) fn follow(
        &mut self,
        ground: &GroundRules<B>,
        mv: Move,
        moved: Piece,
        mover: Side,
        observer: &mut impl Observer,
    ) {
        let passes = mv.kind() == MoveKind::Pass;
        if let Some(crowning) = &ground.coronation
            && !passes
        {
            for square in self.crowned_now(crowning).squares() {
                self.change(square, crowning.rule.to, observer);
            }
        }
        if let Some(seats) = &ground.seats {
            let rests = !passes && ground.rest_types.has(moved.kind());
            self.next_seat(seats, passes, rests, mover, observer);
        }
    }

    fn next_seat(
        &mut self,
        seats: &SeatRules<B>,
        passes: bool,
        rests: bool,
        mover: Side,
        observer: &mut impl Observer,
    ) {
        let before = self.state.seating;
        let own = 1 << before.seat();
        let (mut out, mut debts) = (before.out(), before.debts());
        if passes && out & own == 0 {
            out |= own;
            // Found before any is changed, so that no piece changes twice.
            let found: Vec<(B, PieceType)> = seats
                .drop_out
                .iter()
                .map(|&(a, b)| (self.pieces(mover, a), b))
                .collect();
            for (men, to) in found {
                for square in men.squares() {
                    self.change(square, to, observer);
                }
            }
        }
        if rests {
            debts |= seats.of_side(mover) & !out;
        } else {
            debts &= !own;
        }
        self.seat(seats, Seating::new((before.seat() + 1) % seats.count(), out, debts));
    }

    /// The turn goes to the next seat, and nothing else changes.
    pub(super) fn skip_seat(&mut self) {
        if let Some(seats) = self.rules.seats() {
            let before = self.state.seating;
            let next = (before.seat() + 1) % seats.count();
            self.seat(seats, Seating::new(next, before.out(), before.debts()));
        }
    }

    fn seat(&mut self, seats: &SeatRules<B>, seating: Seating) {
        self.state.key ^= seats.keys[self.state.seating.number()] ^ seats.keys[seating.number()];
        self.state.seating = seating;
    }

    /// The piece on `square` becomes another type, and will be what it was again when the move is taken back.
    fn change(&mut self, square: Square, kind: PieceType, observer: &mut impl Observer) {
        // As many as can be counted and put back; no board has more men of one side worth the name.
        if self.state.changes == u8::MAX {
            return;
        }
        let piece = self.take(square, observer);
        self.changed.push((square, piece));
        self.state.changes += 1;
        self.place(Piece::new(piece.side(), kind), square, observer);
    }

    /// Undoes the changes of the last move.
    #[cold]
    pub(super) fn unchange(&mut self) {
        for _ in 0..self.state.changes {
            let Some((square, piece)) = self.changed.pop() else {
                return;
            };
            self.remove(square);
            self.put(piece, square);
        }
    }
}
