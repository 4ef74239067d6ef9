//! Pairs of games between two sets of the search's numbers, in this process.

use super::super::{
    ToolError,
    arena::{Conditions, EnginePlayer, Limits, Referee, Start},
    tournament::Opening,
};
use crate::{
    board::Side,
    engine::{Engine, Numbers},
};
use std::sync::{Arc, atomic::AtomicBool};

/// What games of one variant need; all of it is used again for the next pair.
pub(super) struct Duel {
    referee: Referee,
    players: [EnginePlayer; 2],
}

/// The sum of a pair of games, for the first set of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Score {
    /// Games won.
    pub won: u32,
    /// Games drawn.
    pub drawn: u32,
    /// Games lost.
    pub lost: u32,
}

impl Score {
    /// Games won more than lost.
    pub fn points(self) -> f64 {
        f64::from(self.won) - f64::from(self.lost)
    }

    /// Adds another sum.
    pub fn add(&mut self, other: Score) {
        self.won += other.won;
        self.drawn += other.drawn;
        self.lost += other.lost;
    }
}

impl Duel {
    /// For games of the variant that `engine` has in progress, which are broken off when `stop` is set.
    ///
    /// # Errors
    /// If there is no memory for transposition tables of `hash` MiB.
    pub fn new(
        engine: &Engine,
        conditions: Conditions,
        limits: Limits,
        hash: usize,
        stop: Arc<AtomicBool>,
    ) -> Result<Duel, ToolError> {
        let mut referee = Referee::new(engine.sibling(), conditions);
        referee.stop_by(stop);
        let player = |name: &str| -> Result<EnginePlayer, ToolError> {
            let mut own = engine.sibling();
            own.set_option("Hash", &hash.to_string())?;
            Ok(EnginePlayer::new(name.to_string(), own, limits))
        };
        Ok(Duel {
            referee,
            players: [player("plus")?, player("minus")?],
        })
    }

    /// Plays an opening with changed colours. Gives nothing if a game has been broken off; what goes wrong in one is
    /// told to `complain`, and it does not count.
    ///
    /// # Errors
    /// If the opening is wrong.
    pub fn play(
        &mut self,
        opening: &Opening,
        numbers: [&Numbers; 2],
        mut complain: impl FnMut(String),
    ) -> Result<Option<Score>, ToolError> {
        for (player, numbers) in self.players.iter_mut().zip(numbers) {
            player.engine().set_search_numbers(numbers);
        }
        let start = Start {
            round: 1,
            fen: opening.fen.clone(),
            opening: opening.moves.clone(),
        };
        let mut score = Score::default();
        for first in Side::BOTH {
            let [plus, minus] = &mut self.players;
            let record = match first {
                Side::White => self.referee.play("", &start, [plus, minus])?,
                Side::Black => self.referee.play("", &start, [minus, plus])?,
            };
            for fault in &record.faults {
                complain(format!("{}: {fault}", record.variant));
            }
            match record.end.winner() {
                Some(winner) if winner == first => score.won += 1,
                Some(_) => score.lost += 1,
                None if record.end.is_decided() => score.drawn += 1,
                None if record.faults.is_empty() => return Ok(None),
                None => {}
            }
        }
        Ok(Some(score))
    }
}
