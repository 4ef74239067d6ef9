//! The part of a position that a move cannot undo by itself.

use super::{Move, Seating};
use crate::{
    board::{Bitboard, Square},
    pieces::Piece,
};

/// What is not on the board, and what the last move did: copied before each move and restored after it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct State<B> {
    /// The hash key.
    pub key: u64,
    /// The squares on which the side to move may capture en passant; empty unless a piece could.
    pub en_passant: B,
    /// The piece that such a capture takes.
    pub en_passant_victim: Square,
    /// Bit n: castling right n of [`super::Position::castles`] is left.
    pub rights: u16,
    /// Plies since the last capture or move of a type that counts as progress.
    pub half_moves: u16,
    /// Plies since the last null move or the set-up of the position.
    pub plies_from_null: u16,
    /// The last move; [`Move::NULL`] after a null move and at the start.
    pub last_move: Move,
    /// What the last move captured, or [`Piece::NONE`].
    pub captured: Piece,
    /// What the last move's piece was before it.
    pub moved: Piece,
    /// How many pieces have become others after the last move.
    pub changes: u8,
    /// Whose turn it is among several players.
    pub seating: Seating,
}

impl<B: Bitboard> Default for State<B> {
    fn default() -> Self {
        State {
            key: 0,
            en_passant: B::EMPTY,
            en_passant_victim: Square(0),
            rights: 0,
            half_moves: 0,
            plies_from_null: 0,
            last_move: Move::NULL,
            captured: Piece::NONE,
            moved: Piece::NONE,
            changes: 0,
            seating: Seating::default(),
        }
    }
}
