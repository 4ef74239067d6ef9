//! UCI, the universal chess interface, with the habits of variant GUIs: docs/protocols.md.

use super::{
    Event, Flow, Front,
    files::{load_book, load_files},
    go, quoted,
};
use crate::{
    engine::{
        Answer, Change, Engine, Exactness, Line, OPTIONS, OptionId, OptionKind, OptionSpec, SetUp, Thought, Value,
    },
    variant::Diagnostic,
};
use std::{
    collections::VecDeque,
    io::{self, Write},
    sync::mpsc::Sender,
    thread,
};

/// The UCI front. While the engine thinks or counts, only the commands that concern that are handled at once; all
/// others wait for its end, so that a script can be piped in as a whole.
pub(super) struct Uci {
    engine: Engine,
    events: Sender<Event>,
    /// What is going on, if anything.
    task: Option<Task>,
    /// The number of tasks begun so far.
    tasks: u64,
    waiting: VecDeque<String>,
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

impl Front for Uci {
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow> {
        match event {
            Event::Input(line) => self.input(line, out)?,
            Event::End => {
                self.ended = true;
                self.stop_endless();
            }
            Event::Found(number, line) if number == self.tasks => write_line(&line, out)?,
            Event::Finished(number, answer) if number == self.tasks => {
                self.task = None;
                write_answer(&answer, out)?;
            }
            Event::Counted(number, counts) if number == self.tasks => {
                self.task = None;
                write_counts(&counts, out)?;
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
        Ok(if done { Flow::Quit } else { Flow::Continue })
    }
}

impl Uci {
    /// A front for `engine`; what other threads have to report is sent to `events`.
    pub fn new(engine: Engine, events: Sender<Event>) -> Uci {
        Uci {
            engine,
            events,
            task: None,
            tasks: 0,
            waiting: VecDeque::new(),
            ended: false,
            quitting: false,
        }
    }

    fn input(&mut self, line: String, out: &mut dyn Write) -> io::Result<()> {
        if self.quitting {
            return Ok(());
        }
        if self.task.is_none() {
            return self.command(&line, out);
        }
        let later = self
            .waiting
            .iter()
            .any(|line| line.split_whitespace().next() == Some("go"));
        match line.split_whitespace().next() {
            None => {}
            // Meant for a search that has not begun.
            Some("stop" | "ponderhit") if later => {
                self.waiting.push_back(line);
                self.stop_endless();
            }
            Some("stop") => self.engine.stop(),
            Some("ponderhit") => self.ponder_hit(),
            Some("isready") => writeln!(out, "readyok")?,
            // What was sent before is done first, as far as it ends by itself.
            Some("quit") if self.task == Some(Task::Count) || !self.waiting.is_empty() => {
                self.waiting.push_back(line);
                self.stop_endless();
            }
            Some("quit") => {
                self.engine.stop();
                self.quitting = true;
            }
            Some(_) => self.waiting.push_back(line),
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

    fn command(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let outcome = match words[..] {
            // What a GUI may send at any time and what asks for nothing.
            [] | ["debug" | "register" | "stop" | "ponderhit", ..] => Ok(()),
            ["uci", ..] => {
                self.greet(out)?;
                Ok(())
            }
            ["isready", ..] => {
                self.engine.prepare();
                self.open_book(out)?;
                writeln!(out, "readyok")?;
                Ok(())
            }
            ["ucinewgame", ..] => {
                self.engine.forget();
                Ok(())
            }
            ["quit", ..] => {
                self.quitting = true;
                Ok(())
            }
            ["d", ..] => {
                self.show(out)?;
                Ok(())
            }
            ["setoption", ref rest @ ..] => return self.set_option(rest, out),
            ["position", ref rest @ ..] => self.position(rest),
            ["go", ref rest @ ..] => return self.go(rest, out),
            [word, ..] if word.starts_with('#') => Ok(()),
            [word, ..] => Err(format!("unknown command \"{}\"", quoted(word))),
        };
        report(outcome, out)
    }

    fn greet(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "id name Aanca {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Aanca authors")?;
        writeln!(out)?;
        for spec in OPTIONS {
            writeln!(out, "{}", self.option_line(spec))?;
        }
        writeln!(out, "uciok")
    }

    fn option_line(&self, spec: &OptionSpec) -> String {
        let name = spec.name;
        match spec.kind {
            OptionKind::Check(default) => format!("option name {name} type check default {default}"),
            OptionKind::Spin { default, min, max } => {
                format!("option name {name} type spin default {default} min {min} max {max}")
            }
            OptionKind::Text | OptionKind::File => format!("option name {name} type string default <empty>"),
            OptionKind::Button => format!("option name {name} type button"),
            OptionKind::Variant => {
                let mut line = format!(
                    "option name {name} type combo default {}",
                    self.engine.default_variant()
                );
                for variant in self.engine.registry().variants() {
                    for name in std::iter::once(&variant.name).chain(&variant.synonyms) {
                        line.push_str(" var ");
                        line.push_str(name);
                    }
                }
                line
            }
        }
    }

    fn set_option(&mut self, words: &[&str], out: &mut dyn Write) -> io::Result<()> {
        let text = words.join(" ");
        let Some(text) = text.strip_prefix("name ") else {
            let message = format!("setoption: \"{}\": expected name NAME value VALUE", quoted(&text));
            return report(Err(message), out);
        };
        let (name, value) = match text.split_once(" value ") {
            Some((name, value)) => (name, value),
            None => (text.strip_suffix(" value").unwrap_or(text), ""),
        };
        let value = if value == "<empty>" { "" } else { value };
        match self.engine.set_option(name, value) {
            Ok(Change::Nothing) => Ok(()),
            Ok(Change::Variant) => writeln!(out, "info string {}", self.describe()),
            Ok(Change::Files(paths)) => {
                inform(load_files(&mut self.engine, &paths), out)?;
                // The list of variants has grown: a GUI that looks can offer them.
                let variants = OPTIONS.iter().filter(|spec| spec.id == OptionId::Variant);
                for spec in variants {
                    writeln!(out, "{}", self.option_line(spec))?;
                }
                Ok(())
            }
            Ok(Change::Book(path)) => inform(load_book(&mut self.engine, &path).err(), out),
            Err(error) => report(Err(error.to_string()), out),
        }
    }

    /// Reads the opening book, where that has not been done for the variant in use, and tells what is wrong with it.
    fn open_book(&mut self, out: &mut dyn Write) -> io::Result<()> {
        inform(self.engine.open_book(), out)
    }

    /// The line by which variant GUIs learn a board they do not know.
    fn describe(&self) -> String {
        let variant = self.engine.variant();
        let (files, ranks) = (variant.shape.files(), variant.shape.ranks());
        format!(
            "variant {} files {files} ranks {ranks} pocket {} template {} startpos {}",
            variant.name, variant.pocket_size, variant.template, variant.start_fen
        )
    }

    fn position(&mut self, words: &[&str]) -> Result<(), String> {
        let at = words.iter().position(|&word| word == "moves");
        let (position, moves) = match at {
            Some(at) => (&words[..at], &words[at + 1..]),
            None => (words, &words[..0]),
        };
        let fen = match position {
            ["startpos"] => None,
            ["fen", fields @ ..] if !fields.is_empty() => Some(fields.join(" ")),
            ["number", number] => {
                let number = number
                    .parse()
                    .map_err(|_| format!("position number \"{number}\": expected a number"))?;
                let fen = self.engine.numbered_start(number);
                Some(fen.map_err(|error| format!("position: {error}"))?)
            }
            _ => {
                let text = quoted(&position.join(" "));
                return Err(format!(
                    "position: \"{text}\": expected startpos, fen FEN or number NUMBER"
                ));
            }
        };
        let moves = moves.iter().map(|text| text.to_string()).collect();
        let set_up = SetUp { fen, moves };
        self.engine
            .set_up(&set_up)
            .map_err(|error| format!("position: {error}"))
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let session = self.engine.session();
        writeln!(out, "{}", session.drawing())?;
        writeln!(out, "Variant: {}", self.engine.variant().name)?;
        writeln!(out, "Fen: {}", session.fen())?;
        writeln!(out, "Key: {:016X}", session.key())?;
        let moves = session.legal_moves();
        let names = moves.iter().map(|&mv| self.engine.write_move(mv).coordinates);
        writeln!(
            out,
            "Legal moves ({}): {}",
            moves.len(),
            names.collect::<Vec<_>>().join(" ")
        )?;
        match session.outcome() {
            Some(outcome) => {
                writeln!(out, "The game is over: {}", outcome.describe())?;
                let ranking = session.ranking();
                if ranking.is_empty() {
                    return Ok(());
                }
                writeln!(out, "Players: {ranking}")
            }
            None => Ok(()),
        }
    }

    fn go(&mut self, words: &[&str], out: &mut dyn Write) -> io::Result<()> {
        let mut asked = go::parse(words, self.engine.session().side());
        for text in &asked.moves {
            match self.engine.read_move(text) {
                Ok(mv) => asked.request.moves.push(mv),
                Err(error) => asked.wrong.push(format!("searchmoves: {error}")),
            }
        }
        self.open_book(out)?;
        asked.request.from_book = asked.request.moves.is_empty();
        for message in &asked.wrong {
            report(Err(format!("go: {message}")), out)?;
        }
        // Who asks for a search waits for its move, even if nothing in the line tells when it should end.
        if !asked.wrong.is_empty() && !asked.has_limit() && !asked.request.infinite {
            asked.request.depth = Some(1);
        }
        self.tasks += 1;
        let (number, events) = (self.tasks, self.events.clone());
        if let Some(depth) = asked.perft {
            self.task = Some(Task::Count);
            let session = self.engine.session().copy();
            let style = self.engine.style();
            thread::spawn(move || {
                let counts = session.divide(depth, 1).into_iter();
                let named = counts.map(|(mv, count)| (session.write_move(mv, style).coordinates, count));
                // The receiver is gone if the front has quit meanwhile.
                let _ = events.send(Event::Counted(number, named.collect()));
            });
            return Ok(());
        }
        if let Some(outcome) = self.engine.session().outcome() {
            writeln!(out, "info string The game is over: {}", outcome.describe())?;
        }
        // Infinite stays infinite; a search on the opponent's time takes its limits from `ponderhit` on.
        self.task = Some(Task::Search {
            limited: asked.request.is_limited(),
            limited_after_hit: asked.has_limit() && !asked.request.infinite,
        });
        self.engine.think(&asked.request, move |thought| {
            let _ = events.send(match thought {
                Thought::Line(line) => Event::Found(number, line),
                Thought::Answer(answer) => Event::Finished(number, answer),
            });
        });
        if self.ended {
            self.stop_endless();
        }
        Ok(())
    }
}

/// Tells what is wrong with a file.
fn inform(diagnostics: impl IntoIterator<Item = Diagnostic>, out: &mut dyn Write) -> io::Result<()> {
    for diagnostic in diagnostics {
        for line in diagnostic.to_string().lines() {
            writeln!(out, "info string {line}")?;
        }
    }
    Ok(())
}

fn report(outcome: Result<(), String>, out: &mut dyn Write) -> io::Result<()> {
    match outcome {
        Ok(()) => Ok(()),
        Err(message) => writeln!(out, "info string error: {message}"),
    }
}

fn write_line(line: &Line, out: &mut dyn Write) -> io::Result<()> {
    let bound = match line.exactness {
        Exactness::Exact => "",
        Exactness::AtLeast => " lowerbound",
        Exactness::AtMost => " upperbound",
    };
    write!(
        out,
        "info depth {} seldepth {} multipv {} score {}{bound} nodes {} nps {} hashfull {} tbhits 0 time {}",
        line.depth,
        line.selective_depth,
        line.rank,
        value(line.value),
        line.nodes,
        line.speed(),
        line.table_use,
        line.time.as_millis()
    )?;
    if !line.moves.is_empty() {
        write!(out, " pv")?;
    }
    for text in &line.moves {
        write!(out, " {}", text.coordinates)?;
    }
    writeln!(out)
}

fn value(value: Value) -> String {
    match value {
        Value::Centipawns(number) => format!("cp {number}"),
        Value::Mate(moves) => format!("mate {moves}"),
    }
}

fn write_answer(answer: &Answer, out: &mut dyn Write) -> io::Result<()> {
    match (&answer.best, &answer.reply) {
        (Some((_, best)), Some(reply)) => {
            writeln!(out, "bestmove {} ponder {}", best.coordinates, reply.coordinates)
        }
        (Some((_, best)), None) => writeln!(out, "bestmove {}", best.coordinates),
        (None, _) => {
            writeln!(out, "bestmove (none)")
        }
    }
}

fn write_counts(counts: &[(String, u64)], out: &mut dyn Write) -> io::Result<()> {
    for (name, count) in counts {
        writeln!(out, "{name}: {count}")?;
    }
    let total: u64 = counts.iter().map(|(_, count)| count).sum();
    writeln!(out, "\nNodes searched: {total}")
}
