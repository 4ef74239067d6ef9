//! UCI, the universal chess interface, and its dialects, with the habits of variant GUIs: docs/protocols.md.

mod commands;
mod dialect;
mod go;
mod options;
mod sfen;
mod write;

pub use commands::words;

use super::{DebugLog, Event, Flow, Front, quoted};
use crate::engine::Engine;
use commands::{Action, action};
use dialect::Dialect;
use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::Sender,
};

/// The UCI front. While the engine thinks or counts, only the commands that concern that are handled at once; all
/// others wait for its end, so that a script can be piped in as a whole.
pub(super) struct Uci {
    engine: Engine,
    events: Sender<Event>,
    log: DebugLog,
    dialect: &'static Dialect,
    /// The user has chosen a game, so that no dialect chooses another.
    chosen: bool,
    /// Clocks count milliseconds, not seconds.
    milliseconds: bool,
    /// Moves that may not be played in the position, as they were written.
    banned: Vec<String>,
    /// What is going on, if anything.
    task: Option<Task>,
    /// The number of tasks begun so far.
    tasks: u64,
    waiting: VecDeque<String>,
    /// A text within the input that has not ended.
    document: Option<Document>,
    /// The input has ended.
    ended: bool,
    quitting: bool,
}

/// Work on another thread.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    /// A search: whether it ends by itself, and whether it does after `ponderhit`.
    Search { limited: bool, limited_after_hit: bool },
    /// A count of nodes, which cannot be stopped.
    Count,
}

/// A text that is given line by line, after a command as `load <<EOF`, up to a line `EOF`.
struct Document {
    /// The command, and the lines so far.
    text: String,
    /// The line that ends it.
    end: String,
}

impl Front for Uci {
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow> {
        match event {
            Event::Input(line) => {
                if let Some(line) = self.whole(line) {
                    self.input(line, out)?;
                }
            }
            Event::End => {
                self.ended = true;
                if let Some(document) = self.document.take() {
                    let end = quoted(&document.end);
                    let message = format!("the input has ended before the line \"{end}\"");
                    self.report(Err(message), out)?;
                }
                self.stop_endless();
            }
            Event::Found(number, line) if number == self.tasks => {
                let chances = self.engine.settings().shows_chances;
                write::line(self.dialect, &line, chances, out)?;
            }
            Event::Finished(number, answer) if number == self.tasks => {
                self.task = None;
                write::answer(self.dialect, &answer, out)?;
            }
            Event::Counted(number, counts) if number == self.tasks => {
                self.task = None;
                write::counts(&counts, out)?;
            }
            Event::Found(..) | Event::Finished(..) | Event::Counted(..) => {}
        }
        // What has waited is handled as if it came now: one of the lines may begin another search.
        while self.task.is_none() && !self.waiting.is_empty() {
            for line in std::mem::take(&mut self.waiting) {
                self.input(line, out)?;
            }
        }
        let done = self.task.is_none() && (self.quitting || self.ended);
        if !done {
            return Ok(Flow::Continue);
        }
        if let Some(farewell) = self.dialect.farewell {
            writeln!(out, "{farewell}")?;
        }
        Ok(Flow::Quit)
    }
}

impl Uci {
    /// A front for `engine`; what other threads have to report is sent to `events`.
    pub fn new(engine: Engine, events: Sender<Event>, log: DebugLog) -> Uci {
        Uci {
            engine,
            events,
            log,
            dialect: &dialect::UCI,
            chosen: false,
            milliseconds: true,
            banned: Vec::new(),
            task: None,
            tasks: 0,
            waiting: VecDeque::new(),
            document: None,
            ended: false,
            quitting: false,
        }
    }

    /// The line, if it is a command that is complete: one that a text belongs to has to wait for its end.
    fn whole(&mut self, line: String) -> Option<String> {
        if let Some(document) = &mut self.document {
            if line.trim() != document.end {
                document.text.push('\n');
                document.text.push_str(&line);
                return None;
            }
            return self.document.take().map(|document| document.text);
        }
        let end = commands::end_of_text(&line)?.map(str::to_string);
        if let Some(end) = end {
            self.document = Some(Document { text: line, end });
            return None;
        }
        Some(line)
    }

    fn input(&mut self, line: String, out: &mut dyn Write) -> io::Result<()> {
        if self.quitting {
            return Ok(());
        }
        if self.task.is_none() {
            return self.command(&line, out);
        }
        let is_go = |line: &String| action(line) == Some(Action::Go);
        let later = self.waiting.iter().any(is_go);
        match action(&line) {
            None if line.trim().is_empty() => {}
            // Meant for a search that has not begun.
            Some(Action::Stop | Action::PonderHit) if later => {
                self.waiting.push_back(line);
                self.stop_endless();
            }
            Some(Action::Stop) => self.engine.stop(),
            Some(Action::PonderHit) => self.ponder_hit(),
            Some(Action::Ready) => writeln!(out, "readyok")?,
            // What was sent before is done first, as far as it ends by itself.
            Some(Action::Quit) if self.task == Some(Task::Count) || !self.waiting.is_empty() => {
                self.waiting.push_back(line);
                self.stop_endless();
            }
            Some(Action::Quit) => {
                self.engine.stop();
                self.quitting = true;
            }
            _ => self.waiting.push_back(line),
        }
        Ok(())
    }

    /// Stops a search that nobody is left to stop.
    fn stop_endless(&self) {
        if matches!(self.task, Some(Task::Search { limited: false, .. })) {
            self.engine.stop();
        }
    }

    fn ponder_hit(&mut self) {
        self.engine.ponder_hit();
        if let Some(Task::Search {
            limited,
            limited_after_hit,
        }) = &mut self.task
        {
            *limited = *limited_after_hit;
        }
        if self.ended {
            self.stop_endless();
        }
    }

    /// Writes a remark for people.
    fn remark(&self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{} {text}", self.dialect.remark)
    }

    /// Says what was wrong, if anything was.
    fn report(&self, outcome: Result<(), String>, out: &mut dyn Write) -> io::Result<()> {
        match outcome {
            Ok(()) => Ok(()),
            Err(message) => self.remark(&format!("error: {message}"), out),
        }
    }
}
