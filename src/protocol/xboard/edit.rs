//! Edit mode: positions piece by piece, from GUIs that do not send whole ones.

use super::{Xboard, read, write::error};
use crate::{
    board::{Side, Square},
    engine::{Castling, Session, SetUp},
    pieces::small,
    variant::Variant,
};
use std::{
    collections::HashMap,
    io::{self, Write},
};

/// A position that is being put together.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Editor {
    /// What a FEN has for the piece on each square that is not empty.
    board: HashMap<Square, String>,
    /// Whose pieces are placed.
    side: Side,
}

impl Editor {
    /// The position of `session`, to be changed.
    pub fn new(session: &dyn Session) -> Editor {
        let variant = session.variant();
        let squares = variant.shape.on_board();
        let letter = |square| {
            let (side, kind) = session.piece_on(square)?;
            Some((square, written(variant.pieces[kind.index()].letter, side)))
        };
        Editor {
            board: crate::board::Bitboard::squares(squares).filter_map(letter).collect(),
            side: Side::White,
        }
    }

    /// Carries out `c`, `#`, or a piece and a square.
    fn change(&mut self, variant: &Variant, text: &str) -> Result<(), String> {
        match text {
            "c" => self.side = self.side.opponent(),
            "#" => self.board.clear(),
            _ => {
                let (form, rest) = match text.strip_prefix('+') {
                    Some(rest) => ("+", rest),
                    None => ("", text),
                };
                let letter = rest.chars().next().unwrap_or_default();
                let square = read::square(variant.shape, &rest[letter.len_utf8().min(rest.len())..]);
                let Some(square) = square else {
                    return Err("expected c, #, . or a piece and a square, as in Pa4".to_string());
                };
                if letter == 'x' {
                    self.board.remove(&square);
                } else if variant.kind_of(letter).is_some() {
                    let piece = form.to_string() + &written(letter.to_ascii_uppercase(), self.side);
                    self.board.insert(square, piece);
                } else {
                    let letters: String = variant.pieces.iter().map(|piece| piece.letter).collect();
                    return Err(format!(
                        "\"{letter}\" is no piece of this game, expected x or one of {letters}"
                    ));
                }
            }
        }
        Ok(())
    }

    /// The board as in a FEN.
    fn fen(&self, variant: &Variant) -> String {
        let shape = variant.shape;
        let mut ranks = Vec::new();
        for rank in (0..shape.ranks() as i32).rev() {
            let mut row = String::new();
            let mut empty = 0;
            for file in 0..shape.files() as i32 {
                let square = shape.square(file, rank);
                let cell = match square {
                    None => Some("*"),
                    Some(square) => self.board.get(&square).map(String::as_str),
                };
                match cell {
                    None => empty += 1,
                    Some(cell) => {
                        if empty > 0 {
                            row.push_str(&empty.to_string());
                        }
                        empty = 0;
                        row.push_str(cell);
                    }
                }
            }
            if empty > 0 {
                row.push_str(&empty.to_string());
            }
            ranks.push(row);
        }
        ranks.join("/")
    }
}

fn written(letter: char, side: Side) -> String {
    match side {
        Side::White => letter,
        Side::Black => small(letter),
    }
    .to_string()
}

impl Xboard {
    /// A line in edit mode.
    pub(super) fn edit_line(&mut self, line: &str, out: &mut dyn Write) -> io::Result<()> {
        if line == "." {
            return self.end_edit(out);
        }
        let variant = self.engine.variant();
        match self.editor.as_mut().map(|editor| editor.change(variant, line)) {
            Some(Err(message)) if !line.is_empty() => error(&message, line, out),
            _ => Ok(()),
        }
    }

    /// Sets the edited position up: with the same side to move, and the castling rights of the start position that kings
    /// and their partners at home allow.
    pub(super) fn end_edit(&mut self, out: &mut dyn Write) -> io::Result<()> {
        let Some(editor) = self.editor.take() else {
            return Ok(());
        };
        let session = self.engine.session();
        let board = read::position(session, &editor.fen(session.variant()));
        let side = session.side().letter();
        let start = session.variant().start_fen.clone();
        let style = self.engine.style();
        let random = session.variant().chess960;
        let mut trial = session.copy();
        let mut sets_up = |fen: Option<String>| {
            let set_up = SetUp { fen, moves: Vec::new() };
            trial.set_up(&set_up, style).is_ok().then(|| trial.castlings())
        };
        let at_home = sets_up(None).unwrap_or_default();
        let mut rights = String::new();
        for right in start.split_whitespace().nth(2).unwrap_or("-").chars() {
            // With random start positions any place on the first rank may be home.
            let castlings = sets_up(Some(format!("{board} {side} {right} - 0 1")));
            let is_at_home = |castlings: &Vec<Castling>| random || castlings.iter().all(|c| at_home.contains(c));
            if right != '-' && castlings.is_some_and(|castlings| is_at_home(&castlings)) {
                rights.push(right);
            }
        }
        if rights.is_empty() {
            rights.push('-');
        }
        self.set_position(format!("{board} {side} {rights} - 0 1"), out)
    }
}
