//! The plain truth about forced wins: all moves of one side against all answers of the other, without a table, an order
//! of moves or an evaluation. The referee says how games end.

use aanca::{
    board::{Bitboard, U256},
    game::outcome,
    movegen,
    position::{Move, NullObserver, Position},
    variant::{Variant, compile::compile, rules::Rules},
};
use std::sync::Arc;

/// Answers questions about positions of one game.
pub trait Solver {
    /// Whether the side to move can win within `moves` of its moves, beginning with `first` if that is given, whatever
    /// the other side answers; `None` if more than `budget` positions would have to be looked at.
    fn wins(&self, fen: &str, first: Option<Move>, moves: u32, budget: u64) -> Option<bool>;
}

/// A solver for the variant's positions.
pub fn solver(variant: &Variant) -> Box<dyn Solver> {
    match variant.shape.area() {
        0..=64 => Box::new(Exhaustive::<u64>::new(variant)),
        65..=128 => Box::new(Exhaustive::<u128>::new(variant)),
        _ => Box::new(Exhaustive::<U256>::new(variant)),
    }
}

struct Exhaustive<B: Bitboard>(&'static Rules<B>);

impl<B: Bitboard> Exhaustive<B> {
    fn new(variant: &Variant) -> Exhaustive<B> {
        Exhaustive(Box::leak(Box::new(compile(Arc::new(variant.clone())))))
    }
}

impl<B: Bitboard> Solver for Exhaustive<B> {
    fn wins(&self, fen: &str, first: Option<Move>, moves: u32, budget: u64) -> Option<bool> {
        let mut position = Position::from_fen(self.0, fen).unwrap();
        let mut left = budget;
        match first {
            None => wins(&mut position, moves, &mut left),
            Some(first) => {
                position.make(first, &mut NullObserver);
                loses(&mut position, moves - 1, &mut left)
            }
        }
    }
}

/// Whether the side to move can win within `moves` of its moves.
fn wins<B: Bitboard>(position: &mut Position<B>, moves: u32, left: &mut u64) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Some(end) = outcome(position) {
        return Some(end.winner() == Some(position.side()));
    }
    if moves > 0 {
        for mv in legal(position) {
            position.make(mv, &mut NullObserver);
            let won = loses(position, moves - 1, left);
            position.unmake();
            if won? {
                return Some(true);
            }
        }
    }
    Some(false)
}

/// Whether the side to move, whatever it does, loses at once or within `moves` more moves of the other side. Its own last
/// move may be what ends the game.
fn loses<B: Bitboard>(position: &mut Position<B>, moves: u32, left: &mut u64) -> Option<bool> {
    *left = left.checked_sub(1)?;
    if let Some(end) = outcome(position) {
        return Some(end.winner() == Some(position.side().opponent()));
    }
    for mv in legal(position) {
        position.make(mv, &mut NullObserver);
        let lost = wins(position, moves, left);
        position.unmake();
        if !lost? {
            return Some(false);
        }
    }
    Some(true)
}

fn legal<B: Bitboard>(position: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    moves
}
