//! Draw offers and resignation.

use super::{Mode, Task, Xboard};
use crate::engine::Value;
use std::io::{self, Write};

/// A draw is accepted at any time if the engine's value is at most this, in centipawns.
const WORSE: i32 = -40;
/// Values of at most this much are level, in centipawns.
const LEVEL: i32 = 10;
/// With so many plies without progress a draw is accepted in a level position.
const QUIET_TO_ACCEPT: u32 = 30;
/// With so many plies without progress a draw is offered if the values of so many own moves were level.
const QUIET_TO_OFFER: u32 = 40;
const LEVEL_TO_OFFER: u32 = 10;
/// Own moves between two offers.
const BETWEEN_OFFERS: u32 = 20;
/// A position with this value or a lower one is hopeless, in centipawns; so is being mated.
const HOPELESS: i32 = -1000;
/// The engine resigns, if it may, when the values of so many own moves were hopeless.
const HOPELESS_TO_RESIGN: u32 = 4;

/// What the engine remembers in order to bargain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Bargain {
    /// Whether it may resign.
    pub resigns: bool,
    /// Whether it may offer a draw.
    pub offers: bool,
    /// The opponent has offered a draw, and the search that decides is not over.
    offered: bool,
    /// Own moves in a row whose value was level.
    level: u32,
    /// Own moves in a row whose value was hopeless.
    hopeless: u32,
    /// Own moves since the last offer.
    since_offer: u32,
}

impl Default for Bargain {
    fn default() -> Bargain {
        Bargain {
            resigns: false,
            offers: true,
            offered: false,
            level: 0,
            hopeless: 0,
            since_offer: BETWEEN_OFFERS,
        }
    }
}

impl Bargain {
    /// Another game, or another position.
    pub fn restart(&mut self) {
        *self = Bargain {
            resigns: self.resigns,
            offers: self.offers,
            ..Bargain::default()
        };
    }

    /// Takes note of the value of a move that the engine is about to make; whether it resigns.
    fn note(&mut self, value: Value) -> bool {
        let (level, hopeless) = match value {
            Value::Centipawns(value) => (value.abs() <= LEVEL, value <= HOPELESS),
            Value::Mate(moves) => (false, moves < 0),
        };
        self.level = if level { self.level + 1 } else { 0 };
        self.hopeless = if hopeless { self.hopeless + 1 } else { 0 };
        self.since_offer = self.since_offer.saturating_add(1);
        self.resigns && self.hopeless >= HOPELESS_TO_RESIGN
    }

    /// Whether a draw is to be offered with the move that was noted last, after `quiet` plies without progress.
    fn offers_now(&mut self, quiet: u32) -> bool {
        let due = self.level >= LEVEL_TO_OFFER && quiet >= QUIET_TO_OFFER && self.since_offer > BETWEEN_OFFERS;
        let offers = self.offers && due;
        if offers {
            self.since_offer = 0;
        }
        offers
    }
}

/// Whether a draw is welcome at this value, after `quiet` plies without progress.
fn is_welcome(value: Value, quiet: u32) -> bool {
    match value {
        Value::Centipawns(value) => value <= WORSE || value <= LEVEL && quiet >= QUIET_TO_ACCEPT,
        Value::Mate(moves) => moves < 0,
    }
}

impl Xboard {
    /// `draw`: the opponent offers a draw.
    pub(super) fn draw_offered(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Mode::Plays(own) = self.mode else { return Ok(()) };
        if self.refused || self.is_over() {
            return Ok(());
        }
        if self.task == Some(Task::Move) {
            self.bargain.offered = true;
            return Ok(());
        }
        let value = self.value.unwrap_or_else(|| {
            let session = self.engine.session();
            let value = session.evaluation().total;
            Value::Centipawns(if session.side() == own { value } else { -value })
        });
        self.answer_offer(value, out)?;
        Ok(())
    }

    /// Accepts a draw if it is welcome; whether it was.
    fn answer_offer(&self, value: Value, out: &mut dyn Write) -> io::Result<bool> {
        let welcome = is_welcome(value, self.quiet_plies());
        if welcome {
            writeln!(out, "offer draw")?;
        }
        Ok(welcome)
    }

    /// Resigns, or offers or accepts a draw, before the engine's move of this value; whether it has resigned.
    pub(super) fn bargain_before_move(&mut self, value: Option<Value>, out: &mut dyn Write) -> io::Result<bool> {
        let offered = std::mem::take(&mut self.bargain.offered);
        let Some(value) = value else { return Ok(false) };
        if self.bargain.note(value) {
            writeln!(out, "resign")?;
            self.mode = Mode::Force;
            return Ok(true);
        }
        let accepted = offered && self.answer_offer(value, out)?;
        if !accepted && self.bargain.offers_now(self.quiet_plies()) {
            writeln!(out, "offer draw")?;
        }
        Ok(false)
    }

    /// Plies without progress, as the FEN counts them.
    fn quiet_plies(&self) -> u32 {
        let fen = self.engine.session().fen();
        let field = fen.split_whitespace().nth(4);
        field.and_then(|field| field.parse().ok()).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_welcome_to_the_worse_side_and_in_the_end() {
        let centipawns = Value::Centipawns;
        assert!(is_welcome(centipawns(-40), 0) && !is_welcome(centipawns(-39), 0));
        assert!(is_welcome(centipawns(10), 30) && !is_welcome(centipawns(11), 99) && !is_welcome(centipawns(0), 29));
        assert!(is_welcome(Value::Mate(-3), 0) && !is_welcome(Value::Mate(3), 99));
    }

    #[test]
    fn draws_are_offered_rarely() {
        let mut bargain = Bargain::default();
        let mut offers = Vec::new();
        for number in 0..50 {
            assert!(!bargain.note(Value::Centipawns(3)));
            if bargain.offers_now(QUIET_TO_OFFER) {
                offers.push(number);
            }
        }
        assert_eq!(offers, [9, 30]);
        bargain.note(Value::Centipawns(60));
        assert!(!bargain.offers_now(99));
        bargain.offers = false;
        for _ in 0..50 {
            bargain.note(Value::Centipawns(0));
            assert!(!bargain.offers_now(99));
        }
    }

    #[test]
    fn only_the_hopeless_resign_and_only_if_they_may() {
        let mut bargain = Bargain::default();
        let mut resigned = |values: &[i32], may: bool| {
            bargain.restart();
            bargain.resigns = may;
            values.iter().any(|&value| bargain.note(Value::Centipawns(value)))
        };
        assert!(resigned(&[-1000, -1200, -2000, -3000], true));
        assert!(!resigned(&[-1000, -1200, -2000, -3000], false));
        assert!(!resigned(&[-1000, -1200, -900, -3000, -3000], true));
    }
}
