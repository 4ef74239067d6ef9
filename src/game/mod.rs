//! Layer 5: games. The moves played so far, how moves are written and read, and when and how a game ends.

pub mod material;
pub mod movetext;
pub mod notation;
mod outcome;
pub mod ranking;
pub mod repetition;

pub use notation::{MoveError, MoveProblem, Style};
pub use outcome::{Outcome, Reason, outcome};

use crate::{
    board::Bitboard,
    movegen,
    position::{FenError, Move, NullObserver, Position},
    variant::rules::Rules,
};

/// A game: the position it started from, the moves played, and the position now, whose history holds the keys
/// that repetition needs.
#[derive(Clone)]
pub struct Game<B: 'static> {
    start: Position<B>,
    position: Position<B>,
    moves: Vec<Move>,
}

impl<B: Bitboard> Game<B> {
    /// A game that starts from `position`, whose own history does not count.
    pub fn new(position: Position<B>) -> Game<B> {
        Game {
            start: position.clone(),
            position,
            moves: Vec::new(),
        }
    }

    /// A game from the variant's start position.
    ///
    /// # Errors
    /// If the variant's own start FEN is wrong; a checked variant's is not.
    pub fn from_start(rules: &'static Rules<B>) -> Result<Game<B>, FenError> {
        Position::start(rules).map(Game::new)
    }

    /// The position before the first move.
    pub fn start(&self) -> &Position<B> {
        &self.start
    }

    /// The position now.
    pub fn position(&self) -> &Position<B> {
        &self.position
    }

    /// The moves played, first move first.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the game stays as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), MoveError> {
        let mut legal = Vec::with_capacity(128);
        movegen::legal_moves(&self.position, &mut legal);
        if !legal.contains(&mv) {
            return Err(notation::not_legal(&self.position, mv));
        }
        self.push(mv);
        Ok(())
    }

    /// Plays the move that `text` means, in any notation that [`notation::parse_any`] reads.
    ///
    /// # Errors
    /// If the text is no legal move, or more than one; the game stays as it was.
    pub fn play_text(&mut self, text: &str, style: Style) -> Result<Move, MoveError> {
        let mv = notation::parse_any(&self.position, text, style)?;
        self.push(mv);
        Ok(mv)
    }

    /// Takes the last move back and gives it; `None` at the start.
    pub fn undo(&mut self) -> Option<Move> {
        let mv = self.moves.pop()?;
        self.position.unmake();
        Some(mv)
    }

    /// How the game has ended, if it has.
    pub fn outcome(&self) -> Option<Outcome> {
        outcome(&self.position)
    }

    /// The moves played, in standard algebraic notation.
    pub fn san_moves(&self, style: Style) -> Vec<String> {
        let mut position = self.start.clone();
        let mut out = Vec::with_capacity(self.moves.len());
        for &mv in &self.moves {
            out.push(notation::san(&position, mv, style));
            position.make(mv, &mut NullObserver);
        }
        out
    }

    fn push(&mut self, mv: Move) {
        self.position.make(mv, &mut NullObserver);
        self.moves.push(mv);
    }
}
