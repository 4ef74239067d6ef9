//! The chess engine communication protocol of XBoard and WinBoard, version 2: docs/protocols.md. Here is the machine
//! that takes lines and reports of searches in their order; what the commands do is in the files by subject.

mod bargain;
mod clock;
mod commands;
mod edit;
mod game;
mod highlight;
mod moves;
mod names;
mod options;
mod read;
mod setup;
mod thinking;
mod write;

use super::{DebugLog, Event, Flow, Front};
use crate::{
    board::{Side, Square},
    engine::{Engine, Line, MoveText, SquareNames, Value},
    position::Move,
};
use bargain::Bargain;
use clock::TimeControl;
use commands::{Command, Row, When};
use edit::Editor;
use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::Sender,
};
use write::error;

/// What the engine does when it can move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Mode {
    /// Nothing.
    Force,
    /// It plays this side.
    Plays(Side),
    /// It shows what it thinks of every position.
    Analyze,
}

/// What the search in progress is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Task {
    /// The engine's own move.
    Move,
    /// The analysis of the position.
    Analysis,
    /// A move to suggest to the user.
    Hint,
    /// The engine's answer to the reply that it expects, on the opponent's time.
    Ponder,
    /// A reply to expect.
    Reply,
}

/// The XBoard front.
pub(super) struct Xboard {
    engine: Engine,
    events: Sender<Event>,
    log: DebugLog,
    mode: Mode,
    task: Option<Task>,
    /// The number of searches begun or given up so far.
    tasks: u64,
    /// Whether thinking is shown.
    post: bool,
    /// Whether the engine thinks on the opponent's time.
    ponders: bool,
    control: TimeControl,
    /// Lines that wait for the engine's own move.
    waiting: VecDeque<String>,
    /// The last position that was sent is illegal, and so is every move in it.
    refused: bool,
    /// The best line found last in the search in progress.
    found: Option<Line>,
    /// The position's key and the reply that the engine expects there.
    expected: Option<(u64, Move, MoveText)>,
    /// A reply to ponder on is to be looked for if none is expected.
    guesses: bool,
    /// A hint is due as soon as the analysis has found something.
    hint_due: bool,
    /// The value of the engine's last move.
    value: Option<Value>,
    bargain: Bargain,
    /// Moves that searches of the present position leave out.
    excluded: Vec<Move>,
    /// The position that is being put together in edit mode.
    editor: Option<Editor>,
    /// The square of the piece that the user has picked up.
    lifted: Option<Square>,
    /// The GUI plays the game by the engine's description of it.
    described: bool,
    /// The opponent is a program.
    against_program: bool,
    /// A draw was claimed; if moves come nevertheless, the game goes on and it is not claimed again.
    claimed: bool,
    ended: bool,
    quitting: bool,
}

impl Front for Xboard {
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow> {
        match event {
            Event::Input(line) => self.input(&line, out)?,
            Event::End => {
                self.ended = true;
                self.engine.pause(false);
                if !self.is_busy() {
                    self.give_up(out)?;
                }
            }
            Event::Found(number, line) if number == self.tasks => self.found(*line, out)?,
            Event::Finished(number, answer) if number == self.tasks => self.finished(&answer, out)?,
            Event::Found(..) | Event::Finished(..) | Event::Counted(..) => {}
        }
        // What has waited is handled as if it came now: one of the lines may make the engine think again.
        while !self.is_busy() && !self.waiting.is_empty() {
            for line in std::mem::take(&mut self.waiting) {
                self.input(&line, out)?;
            }
        }
        self.go_on();
        let done = self.quitting || self.ended && !self.is_busy();
        Ok(if done { Flow::Quit } else { Flow::Continue })
    }
}

impl Xboard {
    /// A front for `engine`; what a search has to report is sent to `events`.
    pub fn new(mut engine: Engine, events: Sender<Event>, log: DebugLog) -> Xboard {
        engine.name_squares(SquareNames::TenRanksFromZero);
        // XBoard may send the signal of an interrupt with its lines, which must not end the engine.
        if let Err(wrong) = ctrlc::set_handler(|| {}) {
            log::debug!("interrupts are not ignored: {wrong}");
        }
        Xboard {
            engine,
            events,
            log,
            mode: Mode::Plays(Side::Black),
            task: None,
            tasks: 0,
            post: false,
            ponders: false,
            control: TimeControl::default(),
            waiting: VecDeque::new(),
            refused: false,
            found: None,
            expected: None,
            guesses: false,
            hint_due: false,
            value: None,
            bargain: Bargain::default(),
            excluded: Vec::new(),
            editor: None,
            lifted: None,
            described: false,
            against_program: false,
            claimed: false,
            ended: false,
            quitting: false,
        }
    }

    fn input(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let line = line.trim();
        let (word, rest) = line
            .split_once(char::is_whitespace)
            .map_or((line, ""), |(word, rest)| (word, rest.trim()));
        let row = commands::find(word);
        if self.editor.is_some() {
            // "." is a command elsewhere; any other command ends the editing as "." does.
            match row.filter(|row| row.command != Command::Status) {
                None => return self.edit_line(line, out),
                Some(_) => self.end_edit(out)?,
            }
        }
        match row {
            _ if line.is_empty() => Ok(()),
            Some(row) if rest.is_empty() && !row.needs.is_empty() => {
                error(&format!("expected {} after {word}", row.needs), line, out)
            }
            Some(row) => self.dispatch(row, rest, line, out),
            None if rest.is_empty() && self.is_move(word) => {
                let row = commands::find("usermove").filter(|row| row.command == Command::UserMove);
                row.map_or(Ok(()), |row| self.dispatch(row, word, line, out))
            }
            None => error("unknown command", line, out),
        }
    }

    /// Carries a command out, or lets it wait.
    fn dispatch(&mut self, row: &Row, rest: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let thinking = self.task == Some(Task::Move);
        let waits = match row.when {
            When::Instead => false,
            When::AfterMove if row.command == Command::Ping => self.is_busy(),
            When::AfterMove | When::Between => thinking,
            // A move that waits is followed by what came after it.
            When::Beside => {
                let pauses = matches!(row.command, Command::Pause | Command::Resume);
                thinking && !pauses && self.waiting.iter().any(|line| self.is_user_move(line))
            }
        };
        if waits {
            self.waiting.push_back(line.to_string());
            return Ok(());
        }
        let idle = match row.command {
            Command::Go => thinking,
            Command::Exit => self.mode != Mode::Analyze,
            Command::Analyze => self.mode == Mode::Analyze,
            _ => false,
        };
        if idle {
            return Ok(());
        }
        if matches!(row.when, When::Instead | When::Between) {
            self.give_up(out)?;
        }
        self.command(row.command, rest, line, out)
    }

    fn command(&mut self, command: Command, rest: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let outcome = match command {
            Command::Nothing => Ok(()),
            Command::Level => {
                let words: Vec<&str> = rest.split_whitespace().collect();
                let plies = self.engine.session().moves_played();
                self.control.level(&words, plies)
            }
            Command::PerMove => self.control.per_move(rest),
            Command::NodeRate => self.control.node_rate(rest),
            Command::Time => self.control.time(rest),
            Command::OtherTime => clock::number(rest).map(|_| ()),
            Command::SearchDepth => self.control.search_depth(rest),
            Command::Computer => {
                self.against_program = true;
                Ok(())
            }
            Command::Post | Command::Quiet => {
                self.post = command == Command::Post;
                Ok(())
            }
            Command::Hard => {
                self.ponders = true;
                Ok(())
            }
            Command::Pause | Command::Resume => {
                self.engine.pause(command == Command::Pause);
                Ok(())
            }
            Command::Cores => options::set_nearest(&mut self.engine, "Threads", rest),
            Command::Memory => options::set_nearest(&mut self.engine, "Hash", rest),
            Command::Exclude => self.exclude(rest),
            Command::Include => self.include(rest),
            _ => return self.larger_command(command, rest, line, out),
        };
        outcome.or_else(|message| error(&message, line, out))
    }

    /// The commands that write something, or change the game.
    fn larger_command(&mut self, command: Command, rest: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match command {
            Command::Protover => self.features(out)?,
            Command::Ping => {
                if self.task.is_none() {
                    self.engine.prepare();
                    self.open_book(out)?;
                }
                writeln!(out, "pong {rest}")?;
            }
            Command::Quit => self.quitting = true,
            Command::MoveNow if self.is_busy() => self.engine.stop(),
            Command::Easy => {
                self.ponders = false;
                if matches!(self.task, Some(Task::Ponder | Task::Reply)) {
                    self.give_up(out)?;
                }
            }
            Command::Status => self.statistics(out)?,
            Command::Book => self.tell_book(out)?,
            Command::Hint => self.hint(out)?,
            Command::Draw => self.draw_offered(out)?,
            Command::Option => self.option(rest, line, out)?,
            Command::Lift => self.lift(rest, line, out)?,
            Command::Put => self.put(rest, line, out)?,
            Command::Hover => self.hover(rest, line, out)?,
            Command::UserMove => self.user_move(rest, line, out)?,
            Command::New => self.new_game(),
            Command::Variant => self.variant(rest, line, out)?,
            Command::Force | Command::Exit => self.mode = Mode::Force,
            Command::Result if self.mode != Mode::Analyze => self.mode = Mode::Force,
            Command::Analyze => self.mode = Mode::Analyze,
            Command::Go => self.go(out)?,
            Command::PlayOther => {
                self.mode = Mode::Plays(self.engine.session().side().opponent());
                self.guesses = true;
            }
            Command::SetBoard => self.set_board(rest, line, out)?,
            Command::Edit => self.editor = Some(Editor::new(self.engine.session())),
            Command::White => self.side_to_move(Side::White, line, out)?,
            Command::Black => self.side_to_move(Side::Black, line, out)?,
            Command::Undo => self.take_back(1, line, out)?,
            Command::Remove => {
                self.take_back(2, line, out)?;
                self.guesses = true;
                if self.mode == Mode::Plays(self.engine.session().side()) {
                    self.go(out)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Ends the search in progress without using its result. What has waited for it is done now, but for moves: they
    /// were meant for another position.
    fn give_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.task.take().is_some() {
            self.engine.stop();
            self.tasks += 1;
        }
        self.hint_due = false;
        for line in std::mem::take(&mut self.waiting) {
            if self.is_user_move(&line) {
                error("too late", &line, out)?;
            } else {
                self.input(&line, out)?;
            }
        }
        Ok(())
    }

    /// Whether a search is in progress that answers a command.
    fn is_busy(&self) -> bool {
        matches!(self.task, Some(Task::Move | Task::Hint))
    }

    /// Whether a line is a move.
    fn is_user_move(&self, line: &str) -> bool {
        let word = line.split_whitespace().next().unwrap_or_default();
        match commands::find(word) {
            Some(row) => row.command == Command::UserMove,
            None => true,
        }
    }

    /// Whether a word that is no command is meant as a move.
    fn is_move(&self, word: &str) -> bool {
        read::looks_like_move(word) || read::read_move(&self.engine, word).is_ok()
    }

    /// Whether castling is written as XBoard does in games with random start positions.
    fn is_random(&self) -> bool {
        self.engine.variant().chess960
    }
}
