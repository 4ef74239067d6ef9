//! Searches: the engine's own move, analysis, hints, and thinking on the opponent's time.

use super::{Event, Mode, Task, Xboard, write};
use crate::{
    engine::{Line, Request, Thought},
    position::Move,
};
use std::{
    io::{self, Write},
    time::Duration,
};

/// How long the engine thinks about a hint, or about a reply to ponder on, that it has not got ready.
const HINT_TIME: Duration = Duration::from_millis(300);

impl Xboard {
    /// Starts to think about the engine's move.
    pub(super) fn think(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.open_book(out)?;
        let request = Request {
            from_book: true,
            ..self.own_move(self.allowed())
        };
        self.search(Task::Move, request);
        Ok(())
    }

    /// What is asked of the search for the engine's move in the present position; only these `moves`, if they are given.
    fn own_move(&self, moves: Option<Vec<Move>>) -> Request {
        let plies = self.engine.session().moves_played();
        let mut request = self.control.request(plies);
        request.moves = moves;
        if self.described {
            let writable = write::writable(self.engine.session());
            let both = |mv: &Move| request.moves.as_ref().is_none_or(|moves| moves.contains(mv));
            let common: Vec<Move> = writable.into_iter().flatten().filter(both).collect();
            if !common.is_empty() {
                request.moves = Some(common);
            }
        }
        request
    }

    /// Begins what there is to do while nobody asks for anything: analysis, or thinking on the opponent's time.
    pub(super) fn go_on(&mut self) {
        let idle = self.task.is_none() && self.editor.is_none();
        if !idle || self.refused || self.ended || self.quitting {
            return;
        }
        match self.mode {
            Mode::Analyze => {
                // With every move left out there is nothing to analyse until one is let in again.
                if self.excludes_all() {
                    return;
                }
                let request = Request {
                    infinite: true,
                    moves: self.allowed(),
                    ..Request::default()
                };
                self.search(Task::Analysis, request);
            }
            Mode::Plays(own) if self.ponders && own != self.engine.session().side() && !self.is_over() => {
                let key = self.engine.session().key();
                match self.expected {
                    Some((at, reply, _)) if at == key => self.ponder(reply),
                    _ if std::mem::take(&mut self.guesses) => self.search(Task::Reply, brief()),
                    _ => {}
                }
            }
            _ => {}
        }
    }

    /// Thinks about the position after the opponent's expected reply.
    fn ponder(&mut self, reply: Move) {
        if self.engine.play(reply).is_err() {
            self.expected = None;
            return;
        }
        if self.engine.session().outcome().is_none() {
            let request = Request {
                ponder: true,
                ..self.own_move(None)
            };
            self.search(Task::Ponder, request);
        } else {
            // Nothing to think about after this reply.
            self.expected = None;
        }
        self.engine.undo();
    }

    /// Whether this reply is the one that the engine is pondering on.
    pub(super) fn is_pondered(&self, mv: Move) -> bool {
        let key = self.engine.session().key();
        let expected = self.expected.as_ref();
        self.task == Some(Task::Ponder) && expected.is_some_and(|(at, reply, _)| (*at, *reply) == (key, mv))
    }

    /// The expected reply has been played: what was thought is about the engine's own move.
    pub(super) fn ponder_hit(&mut self) {
        self.task = Some(Task::Move);
        let request = self.own_move(None);
        self.engine.ponder_hit_within(&request);
    }

    pub(super) fn search(&mut self, task: Task, request: Request) {
        self.tasks += 1;
        self.task = Some(task);
        self.found = None;
        let (number, events) = (self.tasks, self.events.clone());
        self.engine.think(&request, move |thought| {
            // The receiver is gone once the front has quit.
            let _ = events.send(match thought {
                Thought::Line(line) => Event::Found(number, line),
                Thought::Answer(answer) => Event::Finished(number, answer),
            });
        });
    }

    /// The search in progress has found a line.
    pub(super) fn found(&mut self, mut line: Line, out: &mut dyn Write) -> io::Result<()> {
        let random = self.is_random();
        let expected = self.expected.as_ref().filter(|_| self.task == Some(Task::Ponder));
        if let Some((_, _, reply)) = expected {
            if self.post && self.found.is_none() {
                writeln!(out, "Hint: {}", write::move_text(reply, random))?;
            }
            line.moves.insert(0, reply.clone());
        }
        let shown = match self.task {
            Some(Task::Analysis) => true,
            Some(Task::Move | Task::Ponder) => self.post,
            _ => false,
        };
        if shown {
            write::thinking(&line, random, out)?;
        }
        if line.rank == 1 {
            if self.hint_due
                && self.task == Some(Task::Analysis)
                && let Some(best) = line.moves.first()
            {
                writeln!(out, "Hint: {}", write::move_text(best, random))?;
                self.hint_due = false;
            }
            self.found = Some(line);
        }
        Ok(())
    }

    /// `hint`: the move that the engine would play for the side to move, or expects of it.
    pub(super) fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let key = self.engine.session().key();
        let expected = self.expected.as_ref().filter(|(at, ..)| *at == key);
        let ready = match (self.task, &self.found) {
            (Some(Task::Move), _) => return Ok(()),
            (Some(Task::Analysis), found) => found.as_ref().and_then(|line| line.moves.first()),
            _ => expected.map(|(_, _, text)| text),
        };
        match (ready, self.task) {
            (Some(text), _) => writeln!(out, "Hint: {}", write::move_text(text, self.is_random()))?,
            (None, Some(Task::Analysis)) => self.hint_due = true,
            // A search of the same kind is under way.
            (None, Some(Task::Hint | Task::Reply)) => {
                self.guesses |= self.task == Some(Task::Reply);
                self.task = Some(Task::Hint);
            }
            (None, _) if self.refused || self.is_over() => {}
            (None, _) => self.search(Task::Hint, brief()),
        }
        Ok(())
    }

    /// `.`: how far the search has come.
    pub(super) fn statistics(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.task.is_none() && self.mode != Mode::Analyze {
            return Ok(());
        }
        let status = self.task.map(|_| self.engine.status()).unwrap_or_default();
        write!(
            out,
            "stat01: {} {} {} {} {}",
            status.time.as_millis() / 10,
            status.nodes,
            status.depth,
            status.left,
            status.total
        )?;
        // The moves of a search on the opponent's time are those of a later position.
        let here = !matches!(self.task, None | Some(Task::Ponder));
        let current = status.current.filter(|_| here);
        match current.filter(|mv| self.engine.session().legal_moves().contains(mv)) {
            Some(mv) => {
                let text = self.engine.write_move(mv);
                writeln!(out, " {}", write::move_text(&text, self.is_random()))
            }
            None => writeln!(out),
        }
    }

    fn excludes_all(&self) -> bool {
        let excluded = &self.excluded;
        !excluded.is_empty() && self.engine.session().legal_moves().len() == excluded.len()
    }

    /// The moves that the search may look at if some are left out; `None` for all, also if all are left out.
    fn allowed(&self) -> Option<Vec<Move>> {
        if self.excluded.is_empty() {
            return None;
        }
        let mut legal = self.engine.session().legal_moves();
        legal.retain(|mv| !self.excluded.contains(mv));
        (!legal.is_empty()).then_some(legal)
    }

    /// The moves that `text` means: one, or `all`.
    fn moves_meant(&self, text: &str) -> Result<Vec<Move>, String> {
        if text == "all" {
            return Ok(self.engine.session().legal_moves());
        }
        let mv = super::read::read_move(&self.engine, text).map_err(|wrong| wrong.to_string())?;
        Ok(vec![mv])
    }

    /// `exclude MOVE` or `exclude all`.
    pub(super) fn exclude(&mut self, text: &str) -> Result<(), String> {
        for mv in self.moves_meant(text)? {
            if !self.excluded.contains(&mv) {
                self.excluded.push(mv);
            }
        }
        Ok(())
    }

    /// `include MOVE` or `include all`.
    pub(super) fn include(&mut self, text: &str) -> Result<(), String> {
        let moves = self.moves_meant(text)?;
        self.excluded.retain(|mv| !moves.contains(mv));
        Ok(())
    }
}

/// A short search whose move is a guess.
fn brief() -> Request {
    Request {
        move_time: Some(HINT_TIME),
        ..Request::default()
    }
}
