//! The chess engine communication protocol of XBoard and WinBoard, version 2: docs/protocols.md.

mod clock;
mod moves;
mod names;
mod read;
mod setup;
mod write;

use super::{
    Event, Flow, Front,
    files::{load_book, load_files},
};
use crate::{
    board::Side,
    engine::{
        Answer, Change, Engine, EngineError, Line, MoveText, OPTIONS, OptionId, OptionKind, Request, SetUp, Thought,
        Value,
    },
    game::{Outcome, Reason},
    variant::{Diagnostic, Severity},
};
use clock::TimeControl;
use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::Sender,
    time::Duration,
};

/// How long the engine thinks about a hint that it has not got ready.
const HINT_TIME: Duration = Duration::from_millis(300);

/// A draw is accepted if the engine's last value is at most this, in centipawns.
const DRAW_VALUE: i32 = -40;

/// With more pieces than this GUIs may not see that nobody can mate, and take a claim of it for a false one.
const CLAIMED_MATERIAL: u32 = 3;

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
    Move,
    Analysis,
    Hint,
}

/// The XBoard front.
pub(super) struct Xboard {
    engine: Engine,
    events: Sender<Event>,
    mode: Mode,
    task: Option<Task>,
    /// The number of searches begun or given up so far.
    tasks: u64,
    /// Whether thinking is shown.
    post: bool,
    control: TimeControl,
    /// Pings to be answered after the move that is thought about.
    pings: Vec<String>,
    /// Moves that came while the engine was thinking about its own.
    waiting: VecDeque<String>,
    /// The last position that was sent is illegal, and so is every move in it.
    refused: bool,
    /// The best line found last in the search in progress.
    found: Option<Line>,
    /// The position's key and the reply that the engine expects there.
    expected: Option<(u64, MoveText)>,
    /// The value of the engine's last move.
    value: Option<Value>,
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
                if self.task == Some(Task::Analysis) {
                    self.give_up(out)?;
                }
            }
            Event::Found(number, line) if number == self.tasks => {
                if self.post || self.task == Some(Task::Analysis) {
                    write::thinking(&line, self.is_random(), out)?;
                }
                if line.rank == 1 {
                    self.found = Some(*line);
                }
            }
            Event::Finished(number, answer) if number == self.tasks => self.finished(&answer, out)?,
            Event::Found(..) | Event::Finished(..) | Event::Counted(..) => {}
        }
        // What has waited is handled as if it came now: one of the lines may make the engine think again.
        while self.task != Some(Task::Move) && !self.waiting.is_empty() {
            for line in std::mem::take(&mut self.waiting) {
                self.input(&line, out)?;
            }
        }
        let working = matches!(self.task, Some(Task::Move | Task::Hint));
        let done = self.quitting || self.ended && !working;
        Ok(if done { Flow::Quit } else { Flow::Continue })
    }
}

impl Xboard {
    /// A front for `engine`; what a search has to report is sent to `events`.
    pub fn new(mut engine: Engine, events: Sender<Event>) -> Xboard {
        engine.count_ten_ranks_from_zero();
        Xboard {
            engine,
            events,
            mode: Mode::Plays(Side::Black),
            task: None,
            tasks: 0,
            post: false,
            control: TimeControl::default(),
            pings: Vec::new(),
            waiting: VecDeque::new(),
            refused: false,
            found: None,
            expected: None,
            value: None,
            described: false,
            against_program: false,
            claimed: false,
            ended: false,
            quitting: false,
        }
    }

    fn input(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let rest = line
            .trim_start()
            .split_once(char::is_whitespace)
            .map_or("", |(_, rest)| rest.trim());
        match words[..] {
            // What asks for nothing.
            []
            | [
                "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "ics",
                ..,
            ] => {}
            ["computer", ..] => self.against_program = true,
            ["hard" | "easy" | "otim" | "cores" | "nps", ..] => {}
            ["protover", ..] => self.features(out)?,
            ["quit", ..] => {
                self.give_up(out)?;
                self.quitting = true;
            }
            ["ping", ..] if self.task == Some(Task::Move) => self.pings.push(rest.to_string()),
            ["ping", ..] => {
                if self.task.is_none() {
                    self.engine.prepare();
                    self.open_book(out)?;
                }
                writeln!(out, "pong {rest}")?;
            }
            ["post", ..] => self.post = true,
            ["nopost", ..] => self.post = false,
            ["?", ..] if !self.waiting.is_empty() => self.waiting.push_back(line.to_string()),
            ["?", ..] if matches!(self.task, Some(Task::Move | Task::Hint)) => self.engine.stop(),
            ["?", ..] => {}
            ["level", ref words @ ..] => {
                let plies = self.engine.session().moves_played();
                let outcome = self.control.level(words, plies);
                refuse(outcome, line, out)?;
            }
            ["st", text, ..] => refuse(self.control.per_move(text), line, out)?,
            ["time", text, ..] => refuse(self.control.time(text), line, out)?,
            ["sd", text, ..] => match text.parse() {
                Ok(depth) => self.control.depth = Some(depth),
                Err(_) => writeln!(out, "Error (\"{text}\": expected a number of plies): {line}")?,
            },
            [".", ..] => self.statistics(out)?,
            ["bk", ..] => self.tell_book(out)?,
            ["draw", ..] => {
                let worse = matches!(self.value, Some(Value::Centipawns(value)) if value <= DRAW_VALUE);
                if worse && matches!(self.mode, Mode::Plays(_)) {
                    writeln!(out, "offer draw")?;
                }
            }
            ["usermove", text, ..] => self.user_move(text, line, out)?,
            ["usermove"] => writeln!(out, "Error (expected a move after usermove): {line}")?,
            ["go", ..] if self.task == Some(Task::Move) => {}
            [word, ..] if COMMANDS.contains(&word) => {
                self.give_up(out)?;
                self.command(word, rest, line, out)?;
                self.go_on();
            }
            [text] if looks_like_move(text) || read::read_move(&self.engine, text).is_ok() => {
                self.user_move(text, line, out)?;
            }
            _ => writeln!(out, "Error (unknown command): {line}")?,
        }
        Ok(())
    }

    /// Commands that change the position, the mode or the engine; nothing is searched when they come here.
    fn command(&mut self, word: &str, rest: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match word {
            "new" => {
                let name = self.engine.default_variant().to_string();
                // The default variant was played when the engine started, so it can be played again.
                let _ = self.engine.set_variant(&name);
                self.engine.forget();
                self.control.depth = None;
                self.described = false;
                self.against_program = false;
                self.restarted();
                self.mode = Mode::Plays(Side::Black);
            }
            "variant" => self.variant(rest, line, out)?,
            "force" | "exit" | "result" => self.mode = Mode::Force,
            "analyze" => self.mode = Mode::Analyze,
            "go" => {
                self.mode = Mode::Plays(self.engine.session().side());
                if !self.refused && !self.claim(out)? {
                    self.think(out)?;
                }
            }
            "playother" => self.mode = Mode::Plays(self.engine.session().side().opponent()),
            "setboard" if !self.refused && read::is_pass(self.engine.session(), rest) => {
                self.user_move(write::PASS, line, out)?;
            }
            "setboard" => {
                let set_up = SetUp {
                    fen: Some(read::position(self.engine.session(), rest)),
                    moves: Vec::new(),
                };
                match self.engine.set_up(&set_up) {
                    Ok(()) => self.restarted(),
                    Err(error) => {
                        self.refused = true;
                        writeln!(out, "tellusererror Illegal position: {error}")?;
                    }
                }
            }
            "undo" => self.take_back(1, line, out)?,
            "remove" => self.take_back(2, line, out)?,
            "hint" => self.hint(out)?,
            "memory" => match rest.parse::<u64>() {
                Ok(size) => {
                    // The whole of the engine's memory is meant; what is too much or too little is brought in range.
                    let spec = OPTIONS.iter().find(|spec| spec.id == OptionId::Hash);
                    if let Some(OptionKind::Spin { min, max, .. }) = spec.map(|spec| spec.kind) {
                        let _ = self.engine.set_option("Hash", &size.clamp(min, max).to_string());
                    }
                }
                Err(_) => writeln!(out, "Error (\"{rest}\": expected a number of MiB): {line}")?,
            },
            "option" => self.option(rest, line, out)?,
            _ => {}
        }
        Ok(())
    }

    /// Forgets what belonged to the game before.
    fn restarted(&mut self) {
        self.refused = false;
        self.expected = None;
        self.value = None;
        self.claimed = false;
        self.control.restart();
    }

    fn features(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "feature done=0")?;
        writeln!(
            out,
            "feature ping=1 setboard=1 usermove=1 colors=0 sigint=0 sigterm=0 reuse=1 time=1 draw=0 san=0 analyze=1 \
             memory=1 playother=1 nps=0 debug=1 myname=\"Aanca {}\"",
            env!("CARGO_PKG_VERSION")
        )?;
        writeln!(out, "{}", self.variants())?;
        for spec in OPTIONS {
            let name = spec.name;
            // What has a command of its own is no option here.
            match (spec.id, spec.kind) {
                (OptionId::MultiPv | OptionId::MoveOverhead, OptionKind::Spin { default, min, max }) => {
                    writeln!(out, "feature option=\"{name} -spin {default} {min} {max}\"")?;
                }
                (OptionId::ClearHash, _) => writeln!(out, "feature option=\"{name} -button\"")?,
                (_, OptionKind::File) => writeln!(out, "feature option=\"{name} -file \"")?,
                (OptionId::VariantPath, _) => writeln!(out, "feature option=\"{name} -string \"")?,
                _ => {}
            }
        }
        writeln!(out, "feature done=1")
    }

    fn variants(&self) -> String {
        let variants = self.engine.registry().variants();
        let names: Vec<&str> = variants.filter_map(names::name).collect();
        format!("feature variants=\"{}\"", names.join(","))
    }

    fn variant(&mut self, name: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        match self.engine.set_variant(name) {
            Ok(()) => {}
            Err(EngineError::UnknownVariant { .. }) => return writeln!(out, "Error (unknown variant): {line}"),
            Err(error) => return writeln!(out, "Error ({error}): {line}"),
        }
        self.restarted();
        self.described = !names::knows(&name.to_ascii_lowercase());
        if self.described {
            for line in setup::describe(self.engine.session()) {
                writeln!(out, "{line}")?;
            }
        }
        Ok(())
    }

    fn option(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let (name, value) = text.split_once('=').unwrap_or((text, ""));
        match self.engine.set_option(name.trim(), value.trim()) {
            Ok(Change::Nothing | Change::Variant) => Ok(()),
            Ok(Change::Files(paths)) => {
                inform(load_files(&mut self.engine, &paths), out)?;
                writeln!(out, "{}", self.variants())
            }
            Ok(Change::Book(path)) => inform(load_book(&mut self.engine, &path).err(), out),
            Err(error) => writeln!(out, "Error ({error}): {line}"),
        }
    }

    /// Reads the opening book, where that has not been done for the variant in use, and tells what is wrong with it.
    fn open_book(&mut self, out: &mut dyn Write) -> io::Result<()> {
        inform(self.engine.open_book(), out)
    }

    /// Answers `bk`: the moves of the opening book, with the part of its games in which each is chosen.
    fn tell_book(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.open_book(out)?;
        let moves = self.engine.book_moves();
        for known in &moves {
            let text = write::move_text(&known.text, self.is_random());
            writeln!(out, " {text} {}% (read {}x)", known.percentage, known.count)?;
        }
        writeln!(out)
    }

    fn take_back(&mut self, plies: usize, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.engine.session().moves_played() < plies {
            return writeln!(out, "Error (no move to take back): {line}");
        }
        for _ in 0..plies {
            self.engine.undo();
        }
        self.claimed = false;
        Ok(())
    }

    fn user_move(&mut self, text: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if self.task == Some(Task::Move) {
            self.waiting.push_back(line.to_string());
            return Ok(());
        }
        let refusal = match read::read_move(&self.engine, text) {
            _ if self.refused => Some("the position is illegal".to_string()),
            // Who goes on after a draw that can be claimed has not claimed it.
            _ if self.is_over() => self
                .engine
                .session()
                .outcome()
                .map(|outcome| format!("the game is over, {}", outcome.reason())),
            Ok(mv) => {
                self.give_up(out)?;
                self.engine.play(mv).err().map(|error| error.to_string())
            }
            Err(EngineError::Move(error)) => Some(error.problem.to_string()),
            Err(error) => Some(error.to_string()),
        };
        if let Some(reason) = refusal {
            // Before it sets up a position with Black to move, a GUI makes this move in whatever position there is.
            let dummy = text == DUMMY && self.mode == Mode::Force && self.engine.session().moves_played() == 0;
            if !dummy {
                writeln!(out, "Illegal move ({reason}): {text}")?;
            }
            return Ok(());
        }
        let over = self.claim(out)?;
        if !over && self.mode == Mode::Plays(self.engine.session().side()) {
            self.think(out)?;
        }
        self.go_on();
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
    fn is_over(&self) -> bool {
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

    /// Starts to think about the engine's move.
    fn think(&mut self, out: &mut dyn Write) -> io::Result<()> {
        self.open_book(out)?;
        let plies = self.engine.session().moves_played();
        let mut request = self.control.request(plies);
        if self.described {
            request.moves = write::writable(self.engine.session());
        }
        request.from_book = true;
        self.search(Task::Move, request);
        Ok(())
    }

    /// Analyses on, in analysis mode.
    fn go_on(&mut self) {
        if self.mode == Mode::Analyze && self.task.is_none() && !self.refused && !self.ended {
            let request = Request {
                infinite: true,
                ..Request::default()
            };
            self.search(Task::Analysis, request);
        }
    }

    fn search(&mut self, task: Task, request: Request) {
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

    /// Ends the search in progress without using its result.
    fn give_up(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.task.take().is_some() {
            self.engine.stop();
            self.tasks += 1;
        }
        for line in std::mem::take(&mut self.waiting) {
            writeln!(out, "Error (too late): {line}")?;
        }
        self.answer_pings(out)
    }

    fn answer_pings(&mut self, out: &mut dyn Write) -> io::Result<()> {
        for ping in self.pings.drain(..) {
            writeln!(out, "pong {ping}")?;
        }
        Ok(())
    }

    fn finished(&mut self, answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
        let random = self.is_random();
        match (self.task.take(), &answer.best) {
            (Some(Task::Move), Some((mv, text))) if self.engine.play(*mv).is_ok() => {
                writeln!(out, "move {}", write::move_text(text, random))?;
                self.value = answer.value;
                let key = self.engine.session().key();
                self.expected = answer.reply.clone().map(|reply| (key, reply));
                self.claim(out)?;
            }
            (Some(Task::Hint), Some((_, text))) => writeln!(out, "Hint: {}", write::move_text(text, random))?,
            _ => {}
        }
        self.answer_pings(out)
    }

    fn hint(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let key = self.engine.session().key();
        match &self.expected {
            Some((at, text)) if *at == key => writeln!(out, "Hint: {}", write::move_text(text, self.is_random())),
            _ if self.refused || self.is_over() => Ok(()),
            _ => {
                let request = Request {
                    move_time: Some(HINT_TIME),
                    ..Request::default()
                };
                self.search(Task::Hint, request);
                Ok(())
            }
        }
    }

    fn statistics(&self, out: &mut dyn Write) -> io::Result<()> {
        match &self.found {
            Some(line) if self.task == Some(Task::Analysis) => {
                let centiseconds = line.time.as_millis() / 10;
                writeln!(out, "stat01: {centiseconds} {} {} 0 0", line.nodes, line.depth)
            }
            _ => Ok(()),
        }
    }

    /// Whether castling is written as XBoard does in games with random start positions.
    fn is_random(&self) -> bool {
        self.engine.variant().chess960
    }
}

/// The commands that end a search.
const COMMANDS: &[&str] = &[
    "new",
    "variant",
    "force",
    "exit",
    "result",
    "analyze",
    "go",
    "playother",
    "setboard",
    "undo",
    "remove",
    "hint",
    "memory",
    "option",
];

/// See [`Xboard::user_move`].
const DUMMY: &str = "b2b3";

/// Whether a word has the form of a move in coordinates, so that it is no command.
fn looks_like_move(text: &str) -> bool {
    let square = |text: &str| {
        let file = text.starts_with(|c: char| c.is_ascii_lowercase());
        let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
        (file && digits > 0).then_some(1 + digits)
    };
    let from = square(text);
    from.and_then(|length| square(&text[length..])).is_some()
}

/// Tells what is wrong with a file.
fn inform(diagnostics: impl IntoIterator<Item = Diagnostic>, out: &mut dyn Write) -> io::Result<()> {
    for diagnostic in diagnostics {
        let start = match diagnostic.severity {
            Severity::Error => "tellusererror ",
            _ => "# ",
        };
        for line in diagnostic.to_string().lines() {
            writeln!(out, "{start}{line}")?;
        }
    }
    Ok(())
}

fn refuse(outcome: Result<(), String>, line: &str, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Ok(()) => Ok(()),
        Err(message) => writeln!(out, "Error ({message}): {line}"),
    }
}
