//! The opening book: positions of a game and the moves that were played in them, read from PGN or from lines of
//! positions with moves.
//!
//! A PGN text is used as far as its games are of the variant in use: that which the tag `Variant` names, without the
//! tag the first variant that is known. Other texts have one position a line with the moves from it (`FEN moves e4 e5`,
//! `startpos moves e4 e5`) or EPD (`FEN bm e4 d4;`, and in the same way `sm` and `pv`); `variant NAME` in a line of its
//! own says which variant the lines after it are of, and before it they are of the variant in use.
//!
//! A move's weight grows each time it is read: by 1, but in a game with a result by 2 if its side won and by 0 if it
//! lost. A move with weight 0 is never played.

use super::{
    MoveText,
    pgn::{self, TextGame},
    session::{Session, SetUp},
};
use crate::{
    board::{Side, SplitMix64},
    game::{Style, movetext},
    position::Move,
    variant::{Diagnostic, Registry, Severity},
};
use std::{collections::HashMap, sync::Arc};

/// So many plies of a PGN game are read: the rest is no opening.
const PLIES: usize = 60;

/// So many problems of a text are told one by one.
const PROBLEMS: usize = 10;

/// The words that may follow a position in EPD. After `bm` and `sm` there are moves of the position itself, after `pv`
/// moves that follow each other.
const OPCODES: [&str; 16] = [
    "acd", "acn", "acs", "am", "bm", "c0", "ce", "dm", "eco", "fmvn", "hmvc", "id", "pm", "pv", "rc", "sm",
];

/// A move of the book in some position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// How it is written.
    pub text: MoveText,
    /// How often it was read.
    pub count: u32,
    /// In how many of a hundred games it is chosen.
    pub percentage: u32,
}

/// What is known of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Entry {
    mv: Move,
    count: u32,
    weight: u32,
}

/// The moves for one variant, by the key of the position.
#[derive(Clone, Debug, Default)]
pub(super) struct Book {
    moves: HashMap<u64, Vec<Entry>>,
}

impl Book {
    /// The moves of a position that are among its `legal` ones, the heaviest first: the move, how often it was read, and
    /// its weight.
    pub fn moves(&self, key: u64, legal: &[Move]) -> Vec<(Move, u32, u32)> {
        let entries = self.moves.get(&key).into_iter().flatten();
        let legal = entries.filter(|entry| legal.contains(&entry.mv));
        let mut moves: Vec<_> = legal.map(|entry| (entry.mv, entry.count, entry.weight)).collect();
        moves.sort_by_key(|&(_, count, weight)| std::cmp::Reverse((weight, count)));
        moves
    }

    /// A move of the position at random, by weight.
    pub fn choose(&self, key: u64, legal: &[Move], random: &mut SplitMix64) -> Option<Move> {
        let moves = self.moves(key, legal);
        let total: u64 = moves.iter().map(|&(_, _, weight)| u64::from(weight)).sum();
        let mut left = random.below(total.max(1));
        moves.iter().find_map(|&(mv, _, weight)| {
            let chosen = left < u64::from(weight);
            left = left.saturating_sub(weight.into());
            chosen.then_some(mv)
        })
    }

    fn add(&mut self, key: u64, mv: Move, weight: u32) {
        let entries = self.moves.entry(key).or_default();
        match entries.iter_mut().find(|entry| entry.mv == mv) {
            Some(entry) => {
                entry.count = entry.count.saturating_add(1);
                entry.weight = entry.weight.saturating_add(weight);
            }
            None => entries.push(Entry { mv, count: 1, weight }),
        }
    }
}

/// The text of a book, and what was read from it for one variant.
#[derive(Clone, Debug, Default)]
pub(super) struct Library {
    text: Option<Arc<(String, String)>>,
    /// The variant's name and its book.
    open: Option<(String, Arc<Book>)>,
}

impl Library {
    /// Takes another text, called `source` in messages; an empty one is no book.
    pub fn replace(&mut self, source: &str, text: String) {
        *self = Library {
            text: (!text.is_empty()).then(|| Arc::new((source.to_string(), text))),
            open: None,
        };
    }

    /// Whether nothing is left to read for the variant with this name.
    pub fn is_open(&self, variant: &str) -> bool {
        self.text.is_none() || self.book(variant).is_some()
    }

    /// The moves of a position of this variant that are among `legal`, as [`Book::moves`] gives them.
    pub fn moves(&self, variant: &str, key: u64, legal: &[Move]) -> Vec<(Move, u32, u32)> {
        self.book(variant).map_or(Vec::new(), |book| book.moves(key, legal))
    }

    /// One of these moves at random, by weight.
    pub fn choose(&self, variant: &str, key: u64, legal: &[Move], random: &mut SplitMix64) -> Option<Move> {
        self.book(variant)?.choose(key, legal, random)
    }

    fn book(&self, variant: &str) -> Option<&Book> {
        let open = self.open.as_ref().filter(|(name, _)| name == variant);
        open.map(|(_, book)| book.as_ref())
    }

    /// Reads the text for the variant that `session` plays; `session` is left anywhere. Gives what is wrong with it.
    pub fn open(&mut self, registry: &Registry, session: &mut dyn Session) -> Vec<Diagnostic> {
        let Some(text) = &self.text else {
            return Vec::new();
        };
        let name = session.variant().name.clone();
        let style = Style {
            chess960: session.variant().chess960,
            ..Style::default()
        };
        let mut reader = Reader {
            book: Book::default(),
            registry,
            variant: &name,
            session,
            style,
            source: &text.0,
            problems: Vec::new(),
            untold: 0,
        };
        match is_pgn(&text.1) {
            true => reader.read_games(&text.1),
            false => reader.read_lines(&text.1),
        }
        let (book, problems) = reader.finish();
        log::debug!("{}: {} positions of {name}", text.0, book.moves.len());
        self.open = Some((name, Arc::new(book)));
        problems
    }
}

/// Whether a text is PGN: its first line with anything in it is a tag, a comment in braces or begins with the number of a move.
fn is_pgn(text: &str) -> bool {
    let mut lines = text.lines().map(str::trim_start);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with(['#', '%', ';']));
    first.is_some_and(|line| {
        let after_number = line.trim_start_matches(|c: char| c.is_ascii_digit());
        line.starts_with(['[', '{']) || after_number.len() < line.len() && after_number.starts_with('.')
    })
}

/// The reading of a text for one variant.
struct Reader<'a> {
    book: Book,
    registry: &'a Registry,
    variant: &'a str,
    session: &'a mut dyn Session,
    style: Style,
    source: &'a str,
    problems: Vec<Diagnostic>,
    /// How many problems there are beyond those in `problems`.
    untold: usize,
}

impl Reader<'_> {
    fn read_games(&mut self, text: &str) {
        let (mut games, mut used) = (0, 0);
        for game in pgn::games(text) {
            games += 1;
            let default = self.registry.names().next().unwrap_or_default();
            let name = game.tag("Variant").unwrap_or(default);
            match self.registry.get(name) {
                Some(variant) if variant.name == self.variant => {
                    used += 1;
                    self.read_game(&game);
                }
                Some(_) => {}
                None => {
                    let message = format!("Variant: \"{name}\" is no variant that is known; the game is left out");
                    self.problem(game.line, message);
                }
            }
        }
        if used == 0 {
            let message = format!(
                "none of its games ({games}) is of {}; a game's variant is named by its tag Variant",
                self.variant
            );
            self.remark(Severity::Note, 0, message);
        }
    }

    fn read_game(&mut self, game: &TextGame) {
        if let Err(message) = self.set_up(game.tag("FEN")) {
            return self.problem(game.line, format!("FEN: {message}; the game is left out"));
        }
        let winner = match game.tag("Result").filter(|tag| *tag != "*").or(game.result) {
            Some("1-0") => Some(Side::White),
            Some("0-1") => Some(Side::Black),
            _ => None,
        };
        for (ply, &(line, text)) in game.moves.iter().take(PLIES).enumerate() {
            let weight = match winner {
                Some(side) if side == self.session.side() => 2,
                Some(_) => 0,
                None => 1,
            };
            if let Err(message) = self.play(text, weight) {
                let message = format!("ply {}: {message}; the game is used up to there", ply + 1);
                return self.problem(line, message);
            }
        }
    }

    fn read_lines(&mut self, text: &str) {
        let mut is_meant = true;
        for (number, line) in text.lines().enumerate() {
            let words: Vec<&str> = line.split_whitespace().collect();
            let outcome = match words[..] {
                [] => Ok(()),
                [first, ..] if first.starts_with(['#', '%', ';']) => Ok(()),
                ["variant", name] => match self.registry.get(name) {
                    Some(variant) => {
                        is_meant = variant.name == self.variant;
                        Ok(())
                    }
                    None => {
                        is_meant = false;
                        Err(format!(
                            "\"{name}\" is no variant that is known; the lines after it are left out"
                        ))
                    }
                },
                _ if is_meant => self.read_line(&words),
                _ => Ok(()),
            };
            if let Err(message) = outcome {
                self.problem(number + 1, message);
            }
        }
    }

    /// Reads a position with moves.
    fn read_line(&mut self, words: &[&str]) -> Result<(), String> {
        if let Some(at) = words.iter().position(|word| *word == "moves") {
            self.set_up_words(&words[..at])?;
            return self.play_all(&words[at + 1..].join(" "));
        }
        let Some(at) = words.iter().position(|word| OPCODES.contains(word)) else {
            return Err("expected moves, as in \"FEN moves e4 e5\" or \"FEN bm e4;\"".to_string());
        };
        let rest = words[at..].join(" ");
        for operation in operations(&rest) {
            let (opcode, moves) = operation.trim().split_once(' ').unwrap_or_default();
            match opcode {
                "pv" => {
                    self.set_up_words(&words[..at])?;
                    self.play_all(moves)?;
                }
                "bm" | "sm" => {
                    self.set_up_words(&words[..at])?;
                    for text in movetext::moves(moves) {
                        self.play(&text, 1)?;
                        self.session.undo();
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Sets up a position from the words before its moves: `startpos`, or a FEN, perhaps after `fen`.
    fn set_up_words(&mut self, words: &[&str]) -> Result<(), String> {
        match words {
            ["startpos"] => self.set_up(None),
            ["fen", fen @ ..] | fen => self.set_up(Some(&fen.join(" "))),
        }
    }

    fn set_up(&mut self, fen: Option<&str>) -> Result<(), String> {
        let set_up = SetUp {
            fen: fen.map(str::to_string),
            moves: Vec::new(),
        };
        let done = self.session.set_up(&set_up, self.style);
        done.map_err(|error| error.to_string())
    }

    /// Reads moves that follow each other.
    fn play_all(&mut self, text: &str) -> Result<(), String> {
        for (ply, text) in movetext::moves(text).iter().enumerate() {
            let at = |message| format!("ply {}: {message}; the line is used up to there", ply + 1);
            self.play(text, 1).map_err(at)?;
        }
        Ok(())
    }

    /// Adds a move of the position and plays it.
    fn play(&mut self, text: &str, weight: u32) -> Result<(), String> {
        let mv = self.session.read_move(text, self.style).map_err(|e| e.to_string())?;
        self.book.add(self.session.key(), mv, weight);
        self.session.play(mv).map_err(|error| error.to_string())
    }

    fn problem(&mut self, line: usize, message: String) {
        match self.problems.len() < PROBLEMS {
            true => self.remark(Severity::Error, line, message),
            false => self.untold += 1,
        }
    }

    fn remark(&mut self, severity: Severity, line: usize, message: String) {
        self.problems.push(Diagnostic {
            severity,
            source: self.source.to_string(),
            line,
            section: String::new(),
            key: String::new(),
            message,
        });
    }

    fn finish(mut self) -> (Book, Vec<Diagnostic>) {
        if self.untold > 0 {
            let message = format!("there are {} further problems", self.untold);
            self.remark(Severity::Note, 0, message);
        }
        (self.book, self.problems)
    }
}

/// The operations of EPD, which semicolons part where they do not stand in a text.
fn operations(line: &str) -> impl Iterator<Item = &str> {
    let mut quoted = false;
    line.split(move |c| {
        quoted ^= c == '"';
        c == ';' && !quoted
    })
}
