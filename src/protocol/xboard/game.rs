//! The game that is played: positions, moves, results.

use super::{Mode, Task, Xboard, moves, names, read, setup, write, write::error};
use crate::{
    board::Side,
    engine::{Answer, EngineError, SetUp},
    game::{Outcome, Reason},
};
use std::io::{self, Write};

/// With more pieces than this GUIs may not see that nobody can mate, and take a claim of it for a false one.
const CLAIMED_MATERIAL: u32 = 3;

/// See [`Xboard::user_move`].
const DUMMY: &str = "b2b3";

impl Xboard {
    /// The start of a game of chess; the engine plays Black, or goes on analysing.
    pub(super) fn new_game(&mut self) {
        let name = self.engine.default_variant().to_string();
        // The default variant was played when the engine started, so it can be played again.
        let _ = self.engine.set_variant(&name);
        self.engine.forget();
        self.control.new_game();
        self.described = false;
        self.against_program = false;
        self.restarted();
        if self.mode != Mode::Analyze {
            self.mode = Mode::Plays(Side::Black);
        }
    }

    /// Forgets what belonged to the game before.
    pub(super) fn restarted(&mut self) {
        self.refused = false;
        self.excluded.clear();
        self.expected = None;
        self.guesses = false;
        self.value = None;
        self.bargain.restart();
        self.claimed = false;
        self.lifted = None;
        self.control.restart();
    }

    pub(super) fn variant(&mut self, name: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match self.engine.set_variant(name) {
            Ok(()) => {}
            Err(EngineError::UnknownVariant { .. }) => return error("unknown variant", line, out),
            Err(wrong) => return error(&wrong.to_string(), line, out),
        }
        self.restarted();
        self.described = !names::knows(&name.to_ascii_lowercase());
        if self.described {
            for line in setup::describe(self.engine.session()) {
                writeln!(out, "{line}")?;
            }
        }
        if let Some(misfit) = self.engine.network_misfit() {
            writeln!(out, "# EvalFile is not used: {misfit}")?;
        }
        Ok(())
    }

    /// Plays the side to move.
    pub(super) fn go(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.mode = Mode::Plays(self.engine.session().side());
        if !self.refused && !self.claim(out)? {
            self.think(out)?;
        }
        Ok(())
    }

    pub(super) fn set_board(&mut self, fen: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if !self.refused && read::is_pass(self.engine.session(), fen) {
            return self.user_move(write::PASS, line, out);
        }
        let fen = read::position(self.engine.session(), fen);
        self.set_position(fen, out)
    }

    /// Sets a position up; an illegal one is told of, and no move is legal then.
    pub(super) fn set_position(&mut self, fen: String, out: &mut dyn Write) -> io::Result<()> {
        let set_up = SetUp {
            fen: Some(fen),
            moves: Vec::new(),
        };
        match self.engine.set_up(&set_up) {
            Ok(()) => {
                self.restarted();
                Ok(())
            }
            Err(wrong) => {
                self.refused = true;
                writeln!(out, "tellusererror Illegal position: {wrong}")
            }
        }
    }

    /// `white` and `black`: this side is to move, and the engine plays the other.
    pub(super) fn side_to_move(&mut self, side: Side, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.engine.session().side() != side {
            let fen = read::with_side(&self.engine.session().fen(), side);
            let set_up = SetUp {
                fen: Some(fen),
                moves: Vec::new(),
            };
            if let Err(wrong) = self.engine.set_up(&set_up) {
                return error(&wrong.to_string(), line, out);
            }
            self.restarted();
        }
        if self.mode != Mode::Analyze {
            self.mode = Mode::Plays(side.opponent());
        }
        Ok(())
    }

    pub(super) fn take_back(&mut self, plies: usize, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.engine.session().moves_played() < plies {
            return error("no move to take back", line, out);
        }
        for _ in 0..plies {
            self.engine.undo();
        }
        self.claimed = false;
        self.lifted = None;
        self.excluded.clear();
        Ok(())
    }

    pub(super) fn user_move(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let read = read::read_move(&self.engine, text);
        let refusal = match &read {
            _ if self.refused => Some("the position is illegal".to_string()),
            // Who goes on after a draw that can be claimed has not claimed it.
            _ if self.is_over() => {
                let outcome = self.engine.session().outcome();
                outcome.map(|outcome| format!("the game is over, {}", outcome.reason()))
            }
            Ok(_) => None,
            Err(EngineError::Move(wrong)) => Some(wrong.problem.to_string()),
            Err(wrong) => Some(wrong.to_string()),
        };
        let (Ok(mv), None) = (read, &refusal) else {
            // Before it sets up a position with Black to move, a GUI makes this move in whatever position there is.
            let dummy = text == DUMMY && self.mode == Mode::Force && self.engine.session().moves_played() == 0;
            if dummy {
                return Ok(());
            }
            return writeln!(out, "Illegal move ({}): {text}", refusal.unwrap_or_default());
        };
        let hit = self.is_pondered(mv);
        if !hit {
            self.give_up(out)?;
        }
        if let Err(wrong) = self.engine.play(mv) {
            return error(&wrong.to_string(), line, out);
        }
        self.lifted = None;
        self.excluded.clear();
        let over = self.claim(out)?;
        if over {
            self.give_up(out)?;
        } else if hit {
            self.ponder_hit();
        } else if self.mode == Mode::Plays(self.engine.session().side()) {
            self.think(out)?;
        }
        Ok(())
    }

    /// The end of the game, as far as a GUI sees it too.
    fn outcome(&self) -> Option<Outcome> {
        let session = self.engine.session();
        session.outcome().filter(|outcome| {
            outcome.reason() != Reason::InsufficientMaterial || session.piece_count() <= CLAIMED_MATERIAL
        })
    }

    /// Whether the game has an end after which there are no moves.
    pub(super) fn is_over(&self) -> bool {
        self.outcome().is_some_and(|outcome| !outcome.is_claim())
    }

    /// Claims the result if the game is over; whether the engine need not move.
    fn claim(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        let outcome = self.outcome();
        match outcome {
            Some(_) if self.mode == Mode::Analyze => Ok(true),
            Some(outcome) if outcome.is_claim() && self.claimed => Ok(false),
            Some(outcome) => {
                self.tell_end(outcome, out)?;
                self.claimed = outcome.is_claim();
                Ok(true)
            }
            None => {
                self.claimed = false;
                Ok(false)
            }
        }
    }

    /// Claims a result in a way that the GUI accepts.
    ///
    /// In a match between programs it takes a claim of what it cannot see for a false one and lets the claimant lose. So
    /// there a win is left for the opponent to concede, and a draw is agreed on.
    fn tell_end(&self, outcome: Outcome, out: &mut dyn Write) -> io::Result<()> {
        let unseen = self.described && !moves::are_known(self.engine.variant());
        if self.against_program && unseen {
            match (outcome.winner(), self.mode) {
                (Some(winner), Mode::Plays(own)) if winner == own => return Ok(()),
                (None, _) => return writeln!(out, "offer draw"),
                _ => {}
            }
        }
        writeln!(out, "{}", write::result(outcome))
    }

    /// The search in progress has ended by itself.
    pub(super) fn finished(&mut self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        let random = self.is_random();
        match (self.task.take(), &answer.best) {
            (Some(Task::Move), Some((mv, text))) => {
                if self.bargain_before_move(answer.value, out)? {
                    return Ok(());
                }
                if self.engine.play(*mv).is_err() {
                    return Ok(());
                }
                writeln!(out, "move {}", write::move_text(text, random))?;
                self.excluded.clear();
                self.value = answer.value;
                let reply = answer.reply.as_ref().and_then(|reply| {
                    let mv = self.engine.read_move(&reply.coordinates).ok()?;
                    Some((self.engine.session().key(), mv, reply.clone()))
                });
                self.guesses = reply.is_none();
                self.expected = reply;
                if self.claim(out)? {
                    self.guesses = false;
                    self.expected = None;
                }
            }
            (Some(Task::Hint), Some((_, text))) => writeln!(out, "Hint: {}", write::move_text(text, random))?,
            (Some(Task::Reply), Some((mv, text))) => {
                self.expected = Some((self.engine.session().key(), *mv, text.clone()));
            }
            _ => {}
        }
        Ok(())
    }
}
