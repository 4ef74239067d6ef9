//! Positions and moves as an engine wants them: with its letters for pieces, its way to write castling, its ranks. The
//! translator follows the game, since what a move's text means depends on the position.

use super::spec::WordError;
use crate::{
    engine::{Engine, EngineError, SetUp},
    game::Style,
    position::Move,
};
use std::{fmt, str::FromStr};

/// How castling is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CastlingForm {
    /// The king's two squares: `e1g1`.
    King,
    /// King takes rook: `e1h1`.
    Rook,
    /// `O-O` and `O-O-O`.
    Words,
}

impl FromStr for CastlingForm {
    type Err = WordError;

    fn from_str(text: &str) -> Result<CastlingForm, WordError> {
        match text.to_ascii_lowercase().as_str() {
            "king" => Ok(CastlingForm::King),
            "rook" => Ok(CastlingForm::Rook),
            "o-o" => Ok(CastlingForm::Words),
            _ => Err(WordError {
                found: text.to_string(),
                expected: "king (e1g1), rook (e1h1) or O-O",
            }),
        }
    }
}

/// Letters of pieces that an engine has others for, as pairs of capitals: ours and its own.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Letters(Vec<(char, char)>);

impl FromStr for Letters {
    type Err = WordError;

    fn from_str(text: &str) -> Result<Letters, WordError> {
        let pair = |pair: &str| {
            let mut letters = pair.chars().map(|c| c.to_ascii_uppercase());
            let found = [letters.next()?, letters.next()?, letters.next()?];
            let is_pair = found[1] == '=' && found[0].is_ascii_alphabetic() && found[2].is_ascii_alphabetic();
            (is_pair && letters.next().is_none()).then_some((found[0], found[2]))
        };
        let pairs: Option<Vec<(char, char)>> = text.split_whitespace().map(pair).collect();
        pairs.map(Letters).ok_or_else(|| WordError {
            found: text.to_string(),
            expected: "pairs of letters with blanks between them, ours and the engine's, like M=C",
        })
    }
}

impl fmt::Display for Letters {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let pairs: Vec<String> = self.0.iter().map(|(ours, theirs)| format!("{ours}={theirs}")).collect();
        f.write_str(&pairs.join(" "))
    }
}

impl Letters {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Our letter as the engine writes it, in the same case.
    fn theirs(&self, letter: char) -> char {
        exchanged(letter, self.0.iter().copied())
    }

    /// The engine's letter as we write it, in the same case.
    fn ours(&self, letter: char) -> char {
        exchanged(letter, self.0.iter().map(|&(ours, theirs)| (theirs, ours)))
    }
}

fn exchanged(letter: char, mut pairs: impl Iterator<Item = (char, char)>) -> char {
    match pairs.find(|(from, _)| from.eq_ignore_ascii_case(&letter)) {
        Some((_, to)) if letter.is_ascii_lowercase() => to.to_ascii_lowercase(),
        Some((_, to)) => to,
        None => letter,
    }
}

/// What an engine is to be told of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct News {
    /// The position was set up anew: none of the moves before these count.
    pub restarts: bool,
    /// The moves made since, as the engine writes them.
    pub moves: Vec<String>,
}

/// How an engine writes a game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Spelling {
    pub letters: Letters,
    pub castling: CastlingForm,
    /// A move of nobody.
    pub pass: &'static str,
    /// On boards of exactly ten ranks they are counted from 0.
    pub ten_ranks_from_zero: bool,
    /// The engine plays another game with our pieces. Castling is told to it as the position after it, as it may know
    /// less of it than we do; nothing is lost by that, as no position before a castling can come again.
    pub is_other_game: bool,
}

/// Follows a game and writes it for an engine.
pub(super) struct Translator {
    game: Engine,
    spelling: Spelling,
    /// The variant's start position, in our letters.
    start: String,
    /// Where the moves told so far start, in our letters.
    base: String,
    /// All moves since then, as the engine writes them.
    told: Vec<String>,
    /// How many moves of the game have been followed.
    followed: usize,
}

impl Translator {
    /// A translator with a game of its own that begins at `fen`.
    ///
    /// # Errors
    /// If the variant or the FEN is wrong.
    pub fn new(mut game: Engine, spelling: Spelling, variant: &str, fen: &str) -> Result<Translator, EngineError> {
        if !game.variant().name.eq_ignore_ascii_case(variant) {
            game.set_variant(variant)?;
        }
        game.set_up(&SetUp::default())?;
        let start = game.session().fen();
        game.set_up(&SetUp {
            fen: Some(fen.to_string()),
            moves: Vec::new(),
        })?;
        Ok(Translator {
            spelling,
            start,
            base: game.session().fen(),
            game,
            told: Vec::new(),
            followed: 0,
        })
    }

    /// The game that is followed.
    pub fn game(&self) -> &Engine {
        &self.game
    }

    fn style(&self) -> Style {
        let is_shifted = self.spelling.ten_ranks_from_zero && self.game.variant().shape.ranks() == TEN_RANKS;
        Style {
            chess960: self.spelling.castling == CastlingForm::Rook,
            rank_offset: is_shifted.into(),
            lettered_ranks: false,
        }
    }

    /// Follows the game, of which these are all moves in our notation. Gives what is new.
    ///
    /// # Errors
    /// If one of them is not legal.
    pub fn follow(&mut self, moves: &[String]) -> Result<News, EngineError> {
        let mut news = News::default();
        for text in moves.iter().skip(self.followed) {
            let mv = self.game.read_move(text)?;
            let spelled = self.write(mv);
            let castles = self.game.write_move(mv).castles_king_side.is_some();
            self.game.play(mv)?;
            self.followed += 1;
            if castles && self.spelling.is_other_game {
                self.base = self.game.session().fen();
                self.told.clear();
                news = News {
                    restarts: true,
                    moves: Vec::new(),
                };
            } else {
                self.told.push(spelled.clone());
                news.moves.push(spelled);
            }
        }
        Ok(news)
    }

    /// The position from which the moves of [`Translator::told`] start, as the engine writes it.
    pub fn base(&self) -> String {
        let (board, rest) = self.base.split_once(' ').unwrap_or((&self.base, ""));
        let board: String = board.chars().map(|c| self.spelling.letters.theirs(c)).collect();
        format!("{board} {rest}").trim_end().to_string()
    }

    /// All moves since [`Translator::base`], as the engine writes them.
    pub fn told(&self) -> &[String] {
        &self.told
    }

    /// Whether [`Translator::base`] is where the engine's game starts.
    pub fn starts_as_usual(&self) -> bool {
        self.base == self.start && !self.spelling.is_other_game
    }

    /// A legal move as the engine writes it.
    fn write(&self, mv: Move) -> String {
        let text = self.game.session().write_move(mv, self.style());
        match text.castles_king_side {
            _ if text.passes => self.spelling.pass.to_string(),
            Some(true) if self.spelling.castling == CastlingForm::Words => "O-O".to_string(),
            Some(false) if self.spelling.castling == CastlingForm::Words => "O-O-O".to_string(),
            _ => with_promotion(&text.coordinates, |letter| self.spelling.letters.theirs(letter)),
        }
    }

    /// What the engine has written, in our notation; if it is no legal move, nearly as it was.
    pub fn read(&self, text: &str) -> String {
        let ours = with_promotion(text, |letter| self.spelling.letters.ours(letter));
        let read = |text: &str| self.game.session().read_move(text, self.style());
        // An engine that has other letters in its own games may nevertheless answer with ours.
        match read(&ours).or_else(|_| read(text)) {
            Ok(mv) => self.game.write_move(mv).coordinates,
            Err(_) => ours,
        }
    }
}

/// The height of the boards whose ranks XBoard counts from 0.
const TEN_RANKS: u8 = 10;

/// The text of a move with another letter for what a pawn promotes to, if it has one at its end.
fn with_promotion(text: &str, change: impl Fn(char) -> char) -> String {
    let is_castling = text.contains(['O', 'o']) && text.contains('-');
    match text.char_indices().next_back() {
        Some((at, letter))
            if letter.is_ascii_alphabetic() && !is_castling && text.contains(|c: char| c.is_ascii_digit()) =>
        {
            format!("{}{}", &text[..at], change(letter))
        }
        _ => text.to_string(),
    }
}
