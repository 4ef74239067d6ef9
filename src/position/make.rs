//! Making moves and taking them back.

use super::{Move, MoveKind, Position, State};
use crate::{
    board::{Bitboard, Side, Square},
    pieces::Piece,
};

/// Hears of every change of the board while a move is made, to keep sums over pieces up to date.
pub trait Observer {
    /// `piece` has been put on `square`.
    fn put(&mut self, piece: Piece, square: Square);
    /// `piece` has been removed from `square`.
    fn remove(&mut self, piece: Piece, square: Square);
}

/// Hears nothing; costs nothing.
pub struct NullObserver;

impl Observer for NullObserver {
    #[inline(always)]
    fn put(&mut self, _: Piece, _: Square) {}
    #[inline(always)]
    fn remove(&mut self, _: Piece, _: Square) {}
}

/// Two that hear the same.
impl<A: Observer, B: Observer> Observer for (&mut A, &mut B) {
    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        self.0.put(piece, square);
        self.1.put(piece, square);
    }
    #[inline(always)]
    fn remove(&mut self, piece: Piece, square: Square) {
        self.0.remove(piece, square);
        self.1.remove(piece, square);
    }
}

impl<B: Bitboard> Position<B> {
    /// Makes a move that is legal, or at least pseudo-legal, here.
    #[inline]
    pub fn make(&mut self, mv: Move, observer: &mut impl Observer) {
        let side = self.side;
        let (from, to) = (mv.from(), mv.to());
        self.history.push(self.state);
        let moved = self.board[from.index()];
        self.forget_en_passant();
        self.state.half_moves = self.state.half_moves.saturating_add(1);
        self.state.plies_from_null = self.state.plies_from_null.saturating_add(1);
        self.state.last_move = mv;
        self.state.moved = moved;
        self.state.captured = Piece::NONE;
        self.state.changes = 0;
        if mv.kind() == MoveKind::Pass {
            return self.make_pass(mv, observer);
        }
        if mv.kind() == MoveKind::Castle {
            let (partner_from, partner_to) = self.castle_squares_of(mv);
            let partner = self.take(partner_from, observer);
            self.take(from, observer);
            self.place(moved, to, observer);
            self.place(partner, partner_to, observer);
            // The partner of one right may be that of another, of another king.
            self.lose_rights(partner_from, partner_to);
        } else {
            let victim = if mv.kind() == MoveKind::EnPassant {
                self.state.en_passant_victim
            } else {
                to
            };
            if self.board[victim.index()].is_some() {
                self.state.captured = self.take(victim, observer);
                self.state.half_moves = 0;
            }
            self.take(from, observer);
            let arrives = if mv.kind() == MoveKind::Promotion {
                self.promoted(moved, mv)
            } else {
                moved
            };
            self.place(arrives, to, observer);
        }
        if self.rules.progress_types[side.index()].has(moved.kind()) {
            self.state.half_moves = 0;
        }
        if ((B::of(from) | B::of(to)) & self.castle_squares).any() {
            self.lose_rights(from, to);
        }
        if mv.kind() == MoveKind::Double {
            self.allow_en_passant(moved, from, to);
        }
        if let Some(ground) = &self.rules.ground {
            self.follow(ground, mv, moved, side, observer);
        }
        self.side = side.opponent();
        self.state.key ^= self.rules.keys.black;
        self.full_moves += (side == Side::Black) as u32;
    }

    #[cold]
    fn make_pass(&mut self, mv: Move, observer: &mut impl Observer) {
        let side = self.side;
        if let Some(ground) = &self.rules.ground {
            self.follow(ground, mv, Piece::NONE, side, observer);
        }
        self.state.moved = Piece::NONE;
        self.side = side.opponent();
        self.state.key ^= self.rules.keys.black;
        self.full_moves += (side == Side::Black) as u32;
    }

    /// Takes the last move back. No observer hears of it: sums are restored by copying them before the move.
    #[inline]
    pub fn unmake(&mut self) {
        let State {
            last_move: mv,
            captured,
            moved,
            ..
        } = self.state;
        self.side = self.side.opponent();
        self.full_moves -= (self.side == Side::Black) as u32;
        let (from, to) = (mv.from(), mv.to());
        if self.state.changes > 0 {
            self.unchange();
        }
        if mv.kind() == MoveKind::Pass {
            self.state = self
                .history
                .pop()
                .expect("invariant: a move was made before it is taken back");
            return;
        }
        if mv.kind() == MoveKind::Castle {
            let (partner_from, partner_to) = self.castle_squares_of(mv);
            let partner = self.remove(partner_to);
            self.remove(to);
            self.put(moved, from);
            self.put(partner, partner_from);
        } else {
            self.remove(to);
            self.put(moved, from);
        }
        let before = self
            .history
            .pop()
            .expect("invariant: a move was made before it is taken back");
        if captured.is_some() {
            let victim = if mv.kind() == MoveKind::EnPassant {
                before.en_passant_victim
            } else {
                to
            };
            self.put(captured, victim);
        }
        self.state = before;
    }

    /// Passes the turn, for null-move pruning.
    pub fn make_null(&mut self) {
        self.history.push(self.state);
        self.forget_en_passant();
        self.state.half_moves = self.state.half_moves.saturating_add(1);
        self.state.plies_from_null = 0;
        self.state.last_move = Move::NULL;
        self.state.captured = Piece::NONE;
        self.state.moved = Piece::NONE;
        self.state.changes = 0;
        self.skip_seat();
        self.state.key ^= self.rules.keys.black;
        self.full_moves += (self.side == Side::Black) as u32;
        self.side = self.side.opponent();
    }

    /// Takes a null move back.
    pub fn unmake_null(&mut self) {
        self.state = self
            .history
            .pop()
            .expect("invariant: a null move was made before it is taken back");
        self.side = self.side.opponent();
        self.full_moves -= (self.side == Side::Black) as u32;
    }

    /// The piece that a legal move captures, or [`Piece::NONE`].
    #[inline(always)]
    pub fn victim(&self, mv: Move) -> Piece {
        match mv.kind() {
            MoveKind::EnPassant => self.piece_on(self.state.en_passant_victim),
            MoveKind::Castle | MoveKind::Pass => Piece::NONE,
            _ => self.piece_on(mv.to()),
        }
    }

    /// The piece that `moved` becomes by the promotion `mv`.
    #[inline]
    pub fn promoted(&self, moved: Piece, mv: Move) -> Piece {
        let mover = self.rules.mover(moved.side(), moved.kind());
        let choice = mover
            .promotion
            .as_ref()
            .and_then(|p| p.choices.get(mv.choice() as usize));
        choice.map_or(moved, |&kind| Piece::new(moved.side(), kind))
    }

    /// Where the castling partner of `mv` stands before and after it.
    #[inline]
    pub fn castle_squares_of(&self, mv: Move) -> (Square, Square) {
        let right = &self.castles[mv.aux() as usize];
        (right.partner, right.options[mv.choice() as usize].partner_to)
    }

    #[inline(always)]
    pub(super) fn take(&mut self, square: Square, observer: &mut impl Observer) -> Piece {
        let piece = self.remove(square);
        observer.remove(piece, square);
        piece
    }

    #[inline(always)]
    pub(super) fn place(&mut self, piece: Piece, square: Square, observer: &mut impl Observer) {
        self.put(piece, square);
        observer.put(piece, square);
    }

    #[inline(always)]
    fn forget_en_passant(&mut self) {
        for square in self.state.en_passant.squares() {
            self.state.key ^= self.rules.keys.en_passant(square);
        }
        self.state.en_passant = B::EMPTY;
    }

    fn lose_rights(&mut self, from: Square, to: Square) {
        for (number, right) in self.castles.iter().enumerate() {
            let touched = [right.king, right.partner].iter().any(|&s| s == from || s == to);
            if touched && self.state.rights >> number & 1 != 0 {
                self.state.rights ^= 1 << number;
                self.state.key ^= right.key;
            }
        }
    }

    fn allow_en_passant(&mut self, moved: Piece, from: Square, to: Square) {
        let doubles = &self.rules.mover(moved.side(), moved.kind()).doubles[from.index()];
        let passed = doubles.iter().find(|d| d.to == to).map_or(B::EMPTY, |d| d.passed);
        self.set_en_passant(moved.side().opponent(), passed, to);
    }

    /// Allows en passant on those of the `passed` squares that a piece of `capturer` could reach.
    pub(super) fn set_en_passant(&mut self, capturer: Side, passed: B, victim: Square) {
        for square in (passed & self.rules.en_passant_region[capturer.index()]).squares() {
            let reach = &self.rules.en_passant_reach[capturer.index()];
            if reach
                .iter()
                .any(|(kind, from)| (from[square] & self.pieces(capturer, *kind)).any())
            {
                self.state.en_passant |= B::of(square);
                self.state.en_passant_victim = victim;
                self.state.key ^= self.rules.keys.en_passant(square);
            }
        }
    }
}
