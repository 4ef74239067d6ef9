//! `aanca play`: a game in the terminal against the engine, or of the engine against itself to look on.

mod command;
mod input;
mod seats;
mod suggest;
mod table;

pub use input::{Input, Lines, standard_input};

use super::{
    Place, ToolError,
    analyse::value,
    arena::{Judgement, Limits, consider, pgn},
    show,
};
use crate::{
    board::Bitboard,
    engine::{Engine, MoveText, Value},
    position::Move,
};
use command::Command;
use std::{
    fs::OpenOptions,
    io::{self, Write},
    time::Duration,
};
use table::Table;

/// How long the engine thinks if nothing is said about it.
pub const DEFAULT_TIME: Duration = Duration::from_secs(1);

/// How long it thinks at most to judge a position.
const SHORT: Duration = Duration::from_millis(500);

/// The longest part of a wrong text that a message quotes, in characters.
const QUOTED: usize = 60;

/// The width of lists of moves, in characters.
const WIDTH: usize = 79;

/// What is to be played.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Options {
    /// The variant and the position.
    pub place: Place,
    /// The seats of people, as [`read_seats`](seats::read_seats) reads them; if empty, the first.
    pub seats: Vec<String>,
    /// How long the engine may think.
    pub limits: Limits,
}

/// Plays until the input ends or somebody has had enough.
///
/// # Errors
/// If the place or the seats are wrong, or input or output fail. What is wrong in a line of input is told, and the game
/// goes on.
pub fn run(
    engine: &mut Engine,
    options: &Options,
    input: &mut dyn Input,
    out: &mut dyn Write,
) -> Result<(), ToolError> {
    options.place.set_up(engine)?;
    engine.prepare();
    let mut table = Table::new(engine, options.limits);
    if !options.seats.is_empty() {
        table.take_seats(&options.seats.join(" ")).map_err(ToolError::Other)?;
    }
    let mut play = Play {
        table,
        out,
        told: false,
    };
    play.greet()?;
    while play.step(input)? {}
    play.out.flush()?;
    Ok(())
}

fn quoted(text: &str) -> String {
    let mut quoted: String = text.trim().chars().take(QUOTED).collect();
    if text.trim().chars().count() > QUOTED {
        quoted.push('…');
    }
    quoted
}

/// A move in both notations, if they differ.
fn form(text: MoveText) -> String {
    match text.san == text.coordinates {
        true => text.san,
        false => format!("{} ({})", text.san, text.coordinates),
    }
}

/// The conversation about a game.
struct Play<'e, 'o> {
    table: Table<'e>,
    out: &'o mut dyn Write,
    /// Whether the position has been shown to the one who is to move.
    told: bool,
}

impl Play<'_, '_> {
    fn engine(&self) -> &Engine {
        self.table.engine
    }

    fn greet(&mut self) -> io::Result<()> {
        let variant = self.table.engine.variant();
        match variant.description.as_str() {
            "" => writeln!(self.out, "{}", variant.name)?,
            description => writeln!(self.out, "{}: {description}", variant.name)?,
        }
        self.tell_players()?;
        writeln!(self.out, "Moves are read as Nf3 or g1f3; \"help\" lists the commands.")
    }

    fn tell_players(&mut self) -> io::Result<()> {
        let who = |person| if person { "you" } else { "the engine" };
        let players = self
            .table
            .players()
            .map(|(seat, person)| format!("{seat}: {}", who(person)));
        let players = players.collect::<Vec<_>>().join(", ");
        writeln!(self.out, "{players}")
    }

    /// Shows the position and lets whoever is to move do so. Gives whether the conversation goes on.
    fn step(&mut self, input: &mut dyn Input) -> io::Result<bool> {
        let outcome = self.engine().session().outcome();
        let over = outcome.is_some();
        if !self.told && (over || self.table.is_persons_turn() || self.table.is_watched()) {
            writeln!(self.out, "\n{}", self.engine().session().drawing().trim_end())?;
        }
        if !self.told {
            match outcome {
                Some(outcome) => {
                    writeln!(self.out, "{}: {}.", outcome.result(), outcome.describe())?;
                    let ranking = self.engine().session().ranking();
                    if !ranking.is_empty() {
                        writeln!(self.out, "Players: {ranking}.")?;
                    }
                }
                None if self.engine().session().in_check() => {
                    writeln!(self.out, "{} is in check.", self.engine().session().side())?;
                }
                None => {}
            }
        }
        if !over {
            if let Some(pass) = self.table.pass() {
                let what = match self.engine().session().is_out() {
                    true => "misses a turn",
                    false => "has no move and drops out",
                };
                writeln!(self.out, "{} {what}.", self.table.seat())?;
                return self.make(pass, None).map(|()| true);
            }
            if !self.table.is_persons_turn() {
                self.engine_moves()?;
                return Ok(true);
            }
            if !self.told {
                writeln!(self.out, "{} to move.", self.table.seat())?;
            }
        }
        self.told = true;
        self.out.flush()?;
        let prompt = match over {
            true => "over> ".to_string(),
            false => format!("{}> ", self.table.seat()),
        };
        let Some(line) = input.line(&prompt)? else {
            writeln!(self.out, "Goodbye.")?;
            return Ok(false);
        };
        match command::read(&line) {
            Ok(Command::Quit) => {
                writeln!(self.out, "Goodbye.")?;
                return Ok(false);
            }
            Ok(command) => self.obey(command, over)?,
            Err(problem) => writeln!(self.out, "{problem}")?,
        }
        self.out.flush()?;
        Ok(true)
    }

    fn make(&mut self, mv: Move, judgement: Option<Judgement>) -> io::Result<()> {
        self.told = false;
        match self.table.play(mv, judgement) {
            Ok(_) => Ok(()),
            Err(error) => writeln!(self.out, "{error}"),
        }
    }

    /// Lets the engine make a move. If it cannot, a person has to.
    fn engine_moves(&mut self) -> io::Result<()> {
        self.open_book()?;
        if let Some(mv) = self.table.engine.choose_book_move(None) {
            let form = form(self.engine().write_move(mv));
            writeln!(self.out, "{} plays {form} from the book", self.table.seat())?;
            return self.make(mv, None);
        }
        self.out.flush()?;
        let request = self.table.limits.request(None);
        let seat = self.table.seat().to_string();
        let found = consider(self.table.engine, &request, |_| ());
        let problem = match found {
            Ok((answer, judgement)) => match answer.best {
                Some((mv, text)) => {
                    let (value, depth) = (value(judgement.value), judgement.depth);
                    let form = form(text);
                    let seconds = judgement.time.as_secs_f64();
                    writeln!(
                        self.out,
                        "{seat} plays {form}: value {value}, depth {depth}, {seconds:.1} s"
                    )?;
                    return self.make(mv, Some(judgement));
                }
                None => "it has no move".to_string(),
            },
            Err(error) => error.to_string(),
        };
        self.table.give_to_person();
        writeln!(self.out, "The engine cannot play: {problem}. The seat is yours.")
    }

    fn obey(&mut self, command: Command, over: bool) -> io::Result<()> {
        match command {
            Command::Nothing | Command::Quit => {}
            Command::Move(_) | Command::Go | Command::Hint if over => {
                writeln!(
                    self.out,
                    "The game is over; \"undo\" takes moves back, \"new\" begins another one."
                )?;
            }
            Command::Move(text) => match self.engine().read_move(&text) {
                Ok(mv) => self.make(mv, None)?,
                Err(error) => {
                    let advice = suggest::advice(self.engine(), &text, &error);
                    writeln!(self.out, "{error}{advice}")?;
                }
            },
            Command::Moves(square) => self.list_moves(square.as_deref())?,
            Command::Undo => match self.table.undo() {
                0 => writeln!(self.out, "There is no move of yours to take back.")?,
                1 => self.retold("One move is taken back.")?,
                count => self.retold(&format!("{count} moves are taken back."))?,
            },
            Command::Hint => self.hint()?,
            Command::Eval => self.evaluate()?,
            Command::Book => self.list_book()?,
            Command::Go => self.engine_moves()?,
            Command::Board => self.told = false,
            Command::Pieces(None) => show::write_pieces(self.table.engine.session(), self.out)?,
            Command::Pieces(Some(piece)) => match show::write_piece(self.table.engine.session(), &piece, self.out) {
                Ok(()) => {}
                Err(ToolError::Output(error)) => return Err(error),
                Err(error) => writeln!(self.out, "{error}")?,
            },
            Command::Fen(None) => writeln!(self.out, "{}", self.engine().session().fen())?,
            Command::Fen(Some(fen)) => match self.table.set_up(&fen) {
                Ok(()) => self.retold("The game goes on from this position.")?,
                Err(error) => writeln!(self.out, "{error}")?,
            },
            Command::New(name) => {
                let begun = match &name {
                    Some(name) => self.table.change_variant(name),
                    None => self.table.restart(),
                };
                match begun {
                    Ok(()) => {
                        self.told = false;
                        self.greet()?;
                    }
                    Err(error) => writeln!(self.out, "{error}")?,
                }
            }
            Command::Seat(None) => self.tell_players()?,
            Command::Seat(Some(text)) => match self.table.take_seats(&text) {
                Ok(()) => {
                    self.told = false;
                    self.tell_players()?;
                }
                Err(problem) => writeln!(self.out, "{problem}")?,
            },
            Command::Depth(depth) => {
                self.set_limits(Limits {
                    depth: Some(depth),
                    ..Limits::default()
                })?;
            }
            Command::MoveTime(ms) => {
                self.set_limits(Limits {
                    move_time: Some(Duration::from_millis(ms)),
                    ..Limits::default()
                })?;
            }
            Command::Save(path) => self.save(&path)?,
            Command::Load(path) => self.load(&path)?,
            Command::Help => {
                writeln!(self.out, "A move, as Nf3 or g1f3, or one of these:")?;
                for (name, argument, meaning) in command::HELP {
                    let words = format!("{name} {argument}");
                    writeln!(self.out, "  {words:17}  {meaning}")?;
                }
            }
        }
        Ok(())
    }

    /// Reads the opening book, where that has not been done for the variant, and tells what is wrong with it.
    fn open_book(&mut self) -> io::Result<()> {
        for problem in self.table.engine.open_book() {
            writeln!(self.out, "{problem}")?;
        }
        Ok(())
    }

    /// Lists the moves of the opening book.
    fn list_book(&mut self) -> io::Result<()> {
        self.open_book()?;
        let moves = self.engine().book_moves();
        if moves.is_empty() {
            writeln!(self.out, "The book has no move here.")?;
        }
        for known in moves {
            let (chosen, count) = (known.percentage, known.count);
            writeln!(self.out, "{:12} {chosen:3}%  (read {count}x)", known.text.san)?;
        }
        Ok(())
    }

    /// Says what has happened; the position is shown anew.
    fn retold(&mut self, text: &str) -> io::Result<()> {
        self.told = false;
        writeln!(self.out, "{text}")
    }

    fn set_limits(&mut self, limits: Limits) -> io::Result<()> {
        self.table.limits = limits;
        writeln!(self.out, "The engine thinks with {limits}.")
    }

    fn list_moves(&mut self, square: Option<&str>) -> io::Result<()> {
        let engine = &*self.table.engine;
        let mut legal = engine.session().legal_moves();
        let mut place = String::new();
        if let Some(text) = square {
            let shape = engine.variant().shape;
            let Some(square) = shape.parse(&text.to_lowercase()) else {
                let like = shape
                    .on_board()
                    .first()
                    .map_or(String::new(), |first| shape.name(first));
                let text = quoted(text);
                return writeln!(
                    self.out,
                    "\"{text}\" is no square of this board; expected one like {like}"
                );
            };
            legal.retain(|mv| mv.from() == square);
            place = format!(" from {}", shape.name(square));
        }
        let texts = legal.iter().map(|&mv| {
            let text = engine.write_move(mv);
            match square.is_some() {
                true => form(text),
                false => text.san,
            }
        });
        let mut texts: Vec<String> = texts.collect();
        texts.sort();
        let number = match texts.len() {
            0 => "no legal moves".to_string(),
            1 => "1 legal move".to_string(),
            count => format!("{count} legal moves"),
        };
        writeln!(self.out, "{number}{place}{}", if texts.is_empty() { "" } else { ":" })?;
        let mut line = String::new();
        for text in &texts {
            if !line.is_empty() && line.chars().count() + 2 + text.chars().count() > WIDTH {
                writeln!(self.out, " {line}")?;
                line.clear();
            }
            line.push(' ');
            line.push_str(text);
        }
        if !line.is_empty() {
            writeln!(self.out, " {line}")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> io::Result<()> {
        self.out.flush()?;
        let request = self.table.limits.request(None);
        let mut line = String::new();
        let found = consider(self.table.engine, &request, |found| {
            if found.rank == 1 {
                let moves: Vec<&str> = found.moves.iter().map(|text| text.san.as_str()).collect();
                line = moves.join(" ");
            }
        });
        match found {
            Ok((answer, judgement)) => match answer.best {
                Some((_, best)) => {
                    let (value, depth) = (value(judgement.value), judgement.depth);
                    writeln!(
                        self.out,
                        "Hint: {} ({}), value {value}, depth {depth}: {line}",
                        best.san, best.coordinates
                    )
                }
                None => writeln!(self.out, "There is no move."),
            },
            Err(error) => writeln!(self.out, "No hint: {error}"),
        }
    }

    /// Shows the position's value for the side to move, at first sight and after a short search.
    fn evaluate(&mut self) -> io::Result<()> {
        let side = self.engine().session().side();
        if let Some(outcome) = self.engine().session().outcome() {
            return writeln!(self.out, "The game is over: {}.", outcome.describe());
        }
        let evaluation = self.engine().session().evaluation();
        writeln!(self.out, "{evaluation}")?;
        let first_sight = value(Value::Centipawns(evaluation.total));
        writeln!(self.out, "At first sight {first_sight} for {side}, in pawns.")?;
        self.out.flush()?;
        let mut limits = self.table.limits;
        limits.move_time = Some(limits.move_time.map_or(SHORT, |time| time.min(SHORT)));
        match consider(self.table.engine, &limits.request(None), |_| ()) {
            Ok((_, judgement)) => {
                let (value, depth) = (value(judgement.value), judgement.depth);
                writeln!(self.out, "After a search of depth {depth}: {value}.")
            }
            Err(error) => writeln!(self.out, "No search: {error}"),
        }
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        let date = super::today();
        let saved = OpenOptions::new()
            .append(true)
            .create(true)
            .open(path)
            .and_then(|mut file| {
                let mut text = Vec::new();
                pgn::write(&self.table.record(), &date, &mut text)?;
                file.write_all(&text)
            });
        match saved {
            Ok(()) => writeln!(self.out, "The game is at the end of {}.", quoted(path)),
            Err(error) => writeln!(self.out, "save: \"{}\": {error}", quoted(path)),
        }
    }

    fn load(&mut self, path: &str) -> io::Result<()> {
        let loaded = match std::fs::read(path) {
            Ok(bytes) => self.table.load(&String::from_utf8_lossy(&bytes)),
            Err(error) => Err(error.to_string()),
        };
        match loaded {
            Ok(()) => {
                let length = self.table.length();
                let name = self.engine().variant().name.clone();
                self.retold(&format!("{name}, after {length} plies."))
            }
            Err(problem) => writeln!(self.out, "load: \"{}\": {problem}", quoted(path)),
        }
    }
}
