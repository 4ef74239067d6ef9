//! Layer 3: the state of a game's board, and how a move changes it.

mod attack;
mod castle;
mod crown;
mod ending;
mod fen;
mod make;
mod moves;
mod seating;
mod state;
mod vital;

pub use attack::Checks;
pub use castle::{CastleOption, CastleRight};
pub use crown::After;
pub use ending::EndByPieces;
pub use fen::FenError;
pub use make::{NullObserver, Observer};
pub use moves::{Move, MoveKind};
pub use seating::Seating;
pub use state::State;

use crate::{
    board::{Bitboard, Side, Square},
    pieces::{Piece, PieceSet, PieceType},
    variant::rules::Rules,
};
use std::sync::Arc;

/// A position: who stands where, who is to move, and what earlier moves left behind.
///
/// Only `put` and `remove` change bitboards, mailbox and piece keys; they are the one owner of that truth.
#[derive(Clone)]
pub struct Position<B: 'static> {
    rules: &'static Rules<B>,
    board: [Piece; 256],
    by_kind: [B; PieceType::MAX],
    by_side: [B; 2],
    side: Side,
    state: State<B>,
    /// The states before each move made, newest last.
    history: Vec<State<B>>,
    /// What stood on squares whose pieces the moves made have changed, newest last; [`State::changes`] counts them.
    changed: Vec<(Square, Piece)>,
    castles: Arc<[CastleRight<B>]>,
    /// The squares whose pieces any castling right depends on.
    castle_squares: B,
    /// The number of the move that is to be made, as a FEN counts it.
    full_moves: u32,
}

impl<B: Bitboard> Position<B> {
    /// The rules that the position is played by.
    #[inline(always)]
    pub fn rules(&self) -> &'static Rules<B> {
        self.rules
    }

    /// The side to move.
    #[inline(always)]
    pub fn side(&self) -> Side {
        self.side
    }

    /// The hash key: equal for positions that repetition counts as equal.
    #[inline(always)]
    pub fn key(&self) -> u64 {
        self.state.key
    }

    /// What is not on the board: rights, counters, en passant.
    #[inline(always)]
    pub fn state(&self) -> &State<B> {
        &self.state
    }

    /// The states before each move since the position was set up, oldest first.
    pub fn history(&self) -> &[State<B>] {
        &self.history
    }

    /// The piece on `square`, or [`Piece::NONE`].
    #[inline(always)]
    pub fn piece_on(&self, square: Square) -> Piece {
        self.board[square.index()]
    }

    /// The squares of all pieces of `side`.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> B {
        self.by_side[side.index()]
    }

    /// The squares of all pieces of a type, of both sides.
    #[inline(always)]
    pub fn of_kind(&self, kind: PieceType) -> B {
        self.by_kind[kind.index() & (PieceType::MAX - 1)]
    }

    /// The squares of the pieces of one side and type.
    #[inline(always)]
    pub fn pieces(&self, side: Side, kind: PieceType) -> B {
        self.of_kind(kind) & self.of_side(side)
    }

    /// The squares of the pieces of one side whose types are in `kinds`.
    pub fn pieces_in(&self, side: Side, kinds: PieceSet) -> B {
        kinds.iter().fold(B::EMPTY, |set, kind| set | self.pieces(side, kind))
    }

    /// The squares of all pieces.
    #[inline(always)]
    pub fn occupied(&self) -> B {
        self.by_side[0] | self.by_side[1]
    }

    /// The square of a side's royal piece, if it has one.
    #[inline(always)]
    pub fn royal(&self, side: Side) -> Option<Square> {
        self.pieces(side, self.rules.royal?).first()
    }

    /// The castling rights that the start position gave; [`State::rights`] says which of them are left.
    pub fn castles(&self) -> &[CastleRight<B>] {
        &self.castles
    }

    /// The number of the move that is to be made, as a FEN counts it.
    pub fn full_moves(&self) -> u32 {
        self.full_moves
    }

    #[inline(always)]
    fn put(&mut self, piece: Piece, square: Square) {
        let set = B::of(square);
        self.board[square.index()] = piece;
        self.by_kind[piece.kind().index() & (PieceType::MAX - 1)] |= set;
        self.by_side[piece.side().index()] |= set;
        self.state.key ^= self.rules.keys.piece(piece, square);
    }

    #[inline(always)]
    fn remove(&mut self, square: Square) -> Piece {
        let set = B::of(square);
        let piece = self.board[square.index()];
        self.board[square.index()] = Piece::NONE;
        self.by_kind[piece.kind().index() & (PieceType::MAX - 1)] ^= set;
        self.by_side[piece.side().index()] ^= set;
        self.state.key ^= self.rules.keys.piece(piece, square);
        piece
    }

    /// The key computed anew from what is on the board; equals [`Position::key`] always.
    pub fn key_from_scratch(&self) -> u64 {
        let keys = &self.rules.keys;
        let mut key = if self.side == Side::Black { keys.black } else { 0 };
        for square in self.occupied().squares() {
            key ^= keys.piece(self.piece_on(square), square);
        }
        for square in self.state.en_passant.squares() {
            key ^= keys.en_passant(square);
        }
        let left = |n: &usize| self.state.rights >> n & 1 != 0;
        for number in (0..self.castles.len()).filter(left) {
            key ^= self.castles[number].key;
        }
        if let Some(seats) = self.rules.seats() {
            key ^= seats.keys[self.state.seating.number()];
        }
        key
    }
}
