//! The commands, as a table, and what they do. All dialects understand all of them.

use super::{
    Task, Uci,
    dialect::{CYCLONE, DIALECTS, Dialect, UCI},
    go, options, quoted, sfen,
};
use crate::{
    engine::{Change, SetUp, Thought},
    protocol::{
        Event,
        files::{load_book, load_file, load_files, load_network, read_text},
    },
    variant::Diagnostic,
};
use std::{
    io::{self, Write},
    path::Path,
    thread,
    time::Duration,
};

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Action {
    /// Begins a conversation in a dialect.
    Greet(&'static Dialect),
    Ready,
    NewGame,
    SetOption,
    Position,
    /// A position without the word `position`.
    BarePosition,
    Ban,
    Go,
    Stop,
    PonderHit,
    Quit,
    Show,
    Evaluate,
    Flip,
    Load,
    Check,
    /// Asks what is known about a position.
    Probe,
    /// Understood, and asks for nothing.
    Nothing,
}

impl PartialEq for Dialect {
    fn eq(&self, other: &Dialect) -> bool {
        self.greeting == other.greeting
    }
}

impl Eq for Dialect {}

const COMMANDS: &[(&str, Action)] = &[
    ("isready", Action::Ready),
    ("ucinewgame", Action::NewGame),
    ("usinewgame", Action::NewGame),
    ("uccinewgame", Action::NewGame),
    ("setoption", Action::SetOption),
    ("position", Action::Position),
    ("fen", Action::BarePosition),
    ("startpos", Action::BarePosition),
    ("banmoves", Action::Ban),
    ("go", Action::Go),
    ("stop", Action::Stop),
    ("ponderhit", Action::PonderHit),
    ("quit", Action::Quit),
    ("d", Action::Show),
    ("eval", Action::Evaluate),
    ("flip", Action::Flip),
    ("load", Action::Load),
    ("check", Action::Check),
    ("probe", Action::Probe),
    ("gameover", Action::Nothing),
    ("debug", Action::Nothing),
    ("register", Action::Nothing),
];

/// For each dialect, by its greeting, what it understands: the words that begin commands, and those that may follow `go`,
/// as in `go depth`. For tests that look whether each has been tried.
pub fn words() -> Vec<(&'static str, Vec<String>)> {
    let of = |dialect: &Dialect| {
        let commands = COMMANDS.iter().map(|(word, _)| word.to_string());
        let limits = dialect.go.iter().map(|(word, _)| format!("go {word}"));
        let greeting = std::iter::once(dialect.greeting.to_string());
        greeting.chain(commands).chain(limits).collect()
    };
    DIALECTS.iter().map(|dialect| (dialect.greeting, of(dialect))).collect()
}

/// What a line asks for; `None` if its first word is no command.
pub(super) fn action(line: &str) -> Option<Action> {
    let word = line.split_whitespace().next()?;
    let greeted = DIALECTS.iter().find(|dialect| dialect.greeting == word);
    let command = || COMMANDS.iter().find(|(own, _)| *own == word).map(|&(_, action)| action);
    greeted.map(|dialect| Action::Greet(dialect)).or_else(command)
}

/// For a line such as `load <<EOF` the line with which the text after it ends. `Some(None)` for other lines, `None`
/// for one that names no end.
pub(super) fn end_of_text(line: &str) -> Option<Option<&str>> {
    let (_, rest) = options::split_word(line);
    let marked = matches!(action(line), Some(Action::Load | Action::Check));
    Some(
        rest.strip_prefix("<<")
            .filter(|_| marked)
            .map(str::trim)
            .filter(|end| !end.is_empty()),
    )
}

impl Uci {
    /// Does what a command asks for; no task is in progress.
    pub(super) fn command(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        // Only a command with a text has more than one line.
        let (first, text) = line
            .split_once('\n')
            .map_or((line, None), |(first, text)| (first, Some(text)));
        let (word, rest) = options::split_word(first);
        let words: Vec<&str> = rest.split_whitespace().collect();
        let Some(action) = action(first) else {
            let outcome = match word {
                "" => Ok(()),
                _ if word.starts_with('#') => Ok(()),
                _ => Err(format!("unknown command \"{}\"", quoted(word))),
            };
            return self.report(outcome, out);
        };
        let outcome = match action {
            Action::Nothing | Action::Stop | Action::PonderHit => Ok(()),
            Action::Greet(dialect) => return self.greet(dialect, out),
            Action::Ready => {
                self.engine.prepare();
                self.open_book(out)?;
                return writeln!(out, "readyok");
            }
            Action::NewGame => {
                self.engine.forget();
                Ok(())
            }
            Action::Quit => {
                self.quitting = true;
                Ok(())
            }
            Action::Show => return self.show(out),
            Action::Evaluate => return writeln!(out, "{}", self.engine.session().evaluation()),
            Action::Flip => self.engine.flip().map_err(|error| format!("flip: {error}")),
            Action::SetOption => return self.set_option(rest, out),
            Action::Position => self.position(&words),
            Action::BarePosition => {
                let mut all = vec![word];
                all.extend(words);
                match *self.dialect == UCI {
                    // Only one dialect does without the word.
                    true => self.position_in_cyclone(&all),
                    false => self.position(&all),
                }
            }
            Action::Ban => self.ban(&words),
            Action::Go => return self.go(&words, out),
            Action::Load => return self.load(rest, text, out),
            Action::Check => return self.check(rest, text, out),
            Action::Probe => return writeln!(out, "pophash"),
        };
        self.report(outcome, out)
    }

    fn greet(&mut self, dialect: &'static Dialect, out: &mut dyn Write) -> io::Result<()> {
        self.speak(dialect);
        writeln!(out, "id name Aanca {}", env!("CARGO_PKG_VERSION"))?;
        writeln!(out, "id author the Aanca authors")?;
        writeln!(out)?;
        self.list_options(out)?;
        writeln!(out, "{}", dialect.greeted)
    }

    /// Goes on in this dialect, with the game that it means if nothing else has been said.
    fn speak(&mut self, dialect: &'static Dialect) {
        self.dialect = dialect;
        self.engine.name_squares(dialect.squares);
        let name = self.default_variant().to_string();
        if !self.chosen && self.engine.variant().name != name {
            // Should its start position not be good, the game stays what it is.
            if let Err(error) = self.engine.set_variant(&name) {
                log::warn!("{error}");
            }
        }
    }

    /// The game that is meant unless the user chooses one.
    fn default_variant(&self) -> &str {
        let home = self.dialect.home;
        let mut variants = self.engine.registry().variants();
        let own = variants.find(|variant| home.is_some() && variant.home_protocol == home);
        own.map_or(self.engine.default_variant(), |variant| &variant.name)
    }

    fn list_options(&self, out: &mut dyn Write) -> io::Result<()> {
        for line in options::list(self.dialect, &self.engine, self.default_variant()) {
            writeln!(out, "{line}")?;
        }
        Ok(())
    }

    fn set_option(&mut self, text: &str, out: &mut dyn Write) -> io::Result<()> {
        let (name, value) = match options::parse(self.dialect, text) {
            Ok(found) => found,
            Err(message) => return self.report(Err(message), out),
        };
        if let Some(own) = self.dialect.unit_option
            && own.eq_ignore_ascii_case(&name)
        {
            let outcome = match value.to_ascii_lowercase().as_str() {
                "true" | "on" => Ok(true),
                "false" | "off" => Ok(false),
                _ => Err(format!("option {own}: \"{}\": expected true or false", quoted(value))),
            };
            let outcome = outcome.map(|milliseconds| self.milliseconds = milliseconds);
            return self.report(outcome, out);
        }
        let known = self.dialect.option(&name).map_or(name.as_str(), |spec| spec.name);
        match self.engine.set_option(known, value) {
            Ok(Change::Nothing) => Ok(()),
            Ok(Change::Variant) => {
                self.chosen = true;
                self.banned.clear();
                self.remark(&self.describe(), out)?;
                match self.engine.network_misfit() {
                    Some(misfit) => self.remark(&format!("EvalFile is not used: {misfit}"), out),
                    None => Ok(()),
                }
            }
            Ok(Change::Files(paths)) => {
                let diagnostics = load_files(&mut self.engine, &paths);
                self.loaded(&diagnostics, out)
            }
            Ok(Change::Book(path)) => {
                let wrong = load_book(&mut self.engine, &path).err();
                self.diagnose(wrong.as_slice(), out)
            }
            Ok(Change::Network(path)) => {
                let said = load_network(&mut self.engine, &path);
                self.diagnose(said.as_slice(), out)
            }
            Ok(Change::Log(path)) => self.report(self.log.open(&path), out),
            Err(error) => self.report(Err(error.to_string()), out),
        }
    }

    /// Reads the opening book, where that has not been done for the variant in use, and tells what is wrong with it.
    fn open_book(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let diagnostics = self.engine.open_book();
        self.diagnose(&diagnostics, out)
    }

    /// Says what there is to say about texts that were loaded.
    fn loaded(&self, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        self.diagnose(diagnostics, out)?;
        // The list of variants has grown: a GUI that looks can offer them.
        self.list_options(out)
    }

    fn diagnose(&self, diagnostics: &[Diagnostic], out: &mut dyn Write) -> io::Result<()> {
        for diagnostic in diagnostics {
            for line in diagnostic.to_string().lines() {
                self.remark(line, out)?;
            }
        }
        Ok(())
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

    fn load(&mut self, path: &str, text: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let diagnostics = match text {
            Some(text) => self.engine.load("the text", text),
            None if is_path(path) => load_file(&mut self.engine, Path::new(path)),
            None => return self.report(Err(no_text("load", path)), out),
        };
        self.loaded(&diagnostics, out)
    }

    fn check(&mut self, path: &str, text: Option<&str>, out: &mut dyn Write) -> io::Result<()> {
        let diagnostics = match text {
            Some(text) => self.engine.check("the text", text),
            None if is_path(path) => match read_text(Path::new(path)) {
                Ok(text) => self.engine.check(path, &text),
                Err(error) => return self.report(Err(format!("check: \"{}\": {error}", quoted(path))), out),
            },
            None => return self.report(Err(no_text("check", path)), out),
        };
        if diagnostics.is_empty() {
            return self.remark("nothing is wrong", out);
        }
        self.diagnose(&diagnostics, out)
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
            ["sfen", fields @ ..] if !fields.is_empty() => {
                Some(sfen::to_fen(fields).map_err(|problem| format!("position: SFEN: {problem}"))?)
            }
            ["number", text] => {
                let number = text
                    .parse()
                    .map_err(|_| format!("position number \"{}\": expected a number", quoted(text)))?;
                let fen = self.engine.numbered_start(number);
                Some(fen.map_err(|error| format!("position: {error}"))?)
            }
            _ => {
                let text = quoted(&position.join(" "));
                return Err(format!(
                    "position: \"{text}\": expected startpos, fen FEN, sfen SFEN or number NUMBER"
                ));
            }
        };
        let moves = moves.iter().map(|text| text.to_string()).collect();
        let set_up = SetUp { fen, moves };
        let outcome = self.engine.set_up(&set_up);
        outcome.map_err(|error| format!("position: {error}"))?;
        self.banned.clear();
        Ok(())
    }

    /// Goes on in the dialect that this position is written in, unless something is wrong with it.
    fn position_in_cyclone(&mut self, words: &[&str]) -> Result<(), String> {
        let (dialect, engine) = (self.dialect, self.engine.sibling());
        self.speak(&CYCLONE);
        let outcome = self.position(words);
        if outcome.is_err() {
            (self.dialect, self.engine) = (dialect, engine);
        }
        outcome
    }

    /// Notes moves that may not be played in the position.
    fn ban(&mut self, texts: &[&str]) -> Result<(), String> {
        for text in texts {
            self.engine
                .read_move(text)
                .map_err(|error| format!("banmoves: {error}"))?;
        }
        self.banned = texts.iter().map(|text| text.to_string()).collect();
        Ok(())
    }

    fn show(&self, out: &mut dyn Write) -> io::Result<()> {
        let session = self.engine.session();
        let fen = session.fen();
        writeln!(out, "{}", session.drawing())?;
        writeln!(out, "Variant: {}", self.engine.variant().name)?;
        writeln!(out, "Fen: {fen}")?;
        if self.dialect.sfen {
            writeln!(out, "Sfen: {}", sfen::from_fen(&fen))?;
        }
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
        let unit = Duration::from_millis(if self.milliseconds { 1 } else { 1000 });
        let mut asked = go::parse(self.dialect, words, self.engine.session().side(), unit);
        if asked.problem {
            return writeln!(out, "checkmate notimplemented");
        }
        self.choose_root_moves(&mut asked);
        self.open_book(out)?;
        asked.request.from_book = asked.request.moves.is_none();
        for message in &asked.wrong {
            self.report(Err(format!("go: {message}")), out)?;
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
            self.remark(&format!("The game is over: {}", outcome.describe()), out)?;
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

    /// Restricts a search to the moves that are asked for and not banned.
    fn choose_root_moves(&self, asked: &mut go::Go) {
        for text in &asked.moves {
            match self.engine.read_move(text) {
                Ok(mv) => asked.request.moves.get_or_insert_default().push(mv),
                // The null move: none of the legal ones.
                Err(_) if text == NO_MOVE => drop(asked.request.moves.get_or_insert_default()),
                Err(error) => asked.wrong.push(format!("searchmoves: {error}")),
            }
        }
        if self.banned.is_empty() {
            return;
        }
        // They were legal when they were banned, and the position is still the same.
        let banned: Vec<_> = self
            .banned
            .iter()
            .filter_map(|text| self.engine.read_move(text).ok())
            .collect();
        let session = self.engine.session();
        let allowed = asked.request.moves.get_or_insert_with(|| session.legal_moves());
        allowed.retain(|mv| !banned.contains(mv));
    }
}

/// What GUIs write for no move at all.
const NO_MOVE: &str = "0000";

fn is_path(text: &str) -> bool {
    !text.is_empty() && !text.starts_with("<<")
}

fn no_text(command: &str, found: &str) -> String {
    format!(
        "{command}: \"{}\": expected a file, or <<WORD and a text up to the line WORD",
        quoted(found)
    )
}
