//! `aanca show`: a game's board and pieces, and how one of its pieces moves.

use super::{Place, ToolError, ground};
use crate::{
    board::{Bitboard, Shape, Side, Square},
    engine::{Engine, Session, bank, draw},
    pieces::PieceType,
};
use std::io::{self, Write};

/// Shows a variant's position and pieces, or with `piece` (a letter or a name) how that piece moves.
///
/// # Errors
/// If the place is wrong, there is no such piece, or the output cannot be written.
pub fn run(engine: &mut Engine, place: &Place, piece: Option<&str>, out: &mut dyn Write) -> Result<(), ToolError> {
    place.set_up(engine)?;
    match piece {
        Some(text) => write_piece(engine.session(), text, out),
        None => show_variant(engine.session(), out),
    }
}

fn show_variant(session: &dyn Session, out: &mut dyn Write) -> Result<(), ToolError> {
    let variant = session.variant();
    writeln!(out, "{}: {}", variant.name, variant.description)?;
    if !variant.synonyms.is_empty() {
        writeln!(out, "Other names: {}", variant.synonyms.join(", "))?;
    }
    writeln!(out, "\n{}", session.drawing())?;
    writeln!(out, "{}\n", session.fen())?;
    write_pieces(session, out)?;
    let rules = ground::rules(variant);
    if !rules.is_empty() {
        writeln!(out)?;
    }
    for rule in rules {
        writeln!(out, "{rule}")?;
    }
    Ok(())
}

/// Lists the pieces of a game with their values and movements.
pub(super) fn write_pieces(session: &dyn Session, out: &mut dyn Write) -> io::Result<()> {
    let variant = session.variant();
    let names = variant.pieces.iter().map(|piece| piece.name.chars().count());
    let width = names.max().unwrap_or_default().max(5);
    let values = session.values();
    writeln!(out, "  {:width$}  {:>6} {:>6}  movement", "piece", "value", "ending")?;
    for (number, piece) in variant.pieces.iter().enumerate() {
        let value = match variant.royal == Some(PieceType(number as u8)) {
            true => ["royal".to_string(), String::new()],
            false => values[number].map(|value| format!("{:.2}", value as f64 / 100.0)),
        };
        let promotes = variant
            .promotions
            .iter()
            .find(|promotion| promotion.kind.index() == number);
        let choices = promotes.map(|promotion| {
            let letters = promotion.choices[0]
                .iter()
                .map(|kind| variant.pieces[kind.index()].letter);
            format!("  promotes to {}", letters.collect::<String>())
        });
        writeln!(
            out,
            "{} {:width$}  {:>6} {:>6}  {}{}",
            piece.letter,
            piece.name,
            value[0],
            value[1],
            piece.betza,
            choices.unwrap_or_default()
        )?;
    }
    Ok(())
}

/// Shows how a piece, given by its letter or its name, moves.
///
/// # Errors
/// If there is no such piece or the output cannot be written.
pub(super) fn write_piece(session: &dyn Session, text: &str, out: &mut dyn Write) -> Result<(), ToolError> {
    let variant = session.variant();
    let mut chars = text.chars();
    let letter = chars.next().filter(|_| chars.next().is_none());
    let found = variant.pieces.iter().position(|piece| {
        let mut letters = std::iter::once(&piece.letter).chain(&piece.aliases);
        let by_letter = letter.is_some_and(|letter| letters.any(|known| known.eq_ignore_ascii_case(&letter)));
        by_letter || piece.name.eq_ignore_ascii_case(text)
    });
    let Some(number) = found else {
        let names = variant
            .pieces
            .iter()
            .map(|piece| format!("{} ({})", piece.letter, piece.name));
        let names = names.collect::<Vec<_>>().join(", ");
        let message = format!("{} has no piece \"{text}\"; it has {names}", variant.name);
        return Err(ToolError::Other(message));
    };
    let piece = &variant.pieces[number];
    let shape = variant.shape;
    let Some(from) = central_square(shape) else {
        return Err(ToolError::Other(format!("{} has no squares", variant.name)));
    };
    let (quiet, capture) = session.reach(Side::White, PieceType(number as u8), from);
    writeln!(out, "{}, {}: {}\n", piece.letter, piece.name, piece.betza)?;
    let cell = |square: Square| match (quiet.contains(&square), capture.contains(&square)) {
        _ if square == from => piece.letter,
        (true, true) => 'x',
        (true, false) => 'o',
        (false, true) => '+',
        (false, false) => ' ',
    };
    writeln!(out, "{}", draw(shape, |square| bank(variant, square), cell))?;
    writeln!(
        out,
        "White's, alone on the board: x moves and captures, o moves only, + captures only."
    )?;
    Ok(())
}

/// The square nearest to the middle of the board that exists.
fn central_square(shape: Shape) -> Option<Square> {
    let (file, rank) = ((shape.files() as i32 - 1) / 2, (shape.ranks() as i32 - 1) / 2);
    let distance = |square: &Square| (shape.file(*square) - file).abs() + (shape.rank(*square) - rank).abs();
    shape.on_board().squares().min_by_key(distance)
}
