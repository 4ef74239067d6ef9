//! Coordinate notation: the squares a piece leaves and arrives on, and a small letter for a promotion.

use super::{
    MoveError, MoveProblem, Style, legal,
    text::{Coordinates, Names, PASSES},
};
use crate::{
    board::Bitboard,
    pieces::small,
    position::{Move, MoveKind, Position},
};

/// Writes a legal move in coordinates: `e2e4`, `e7e8q`. Castling is the king's move, or, where that could be
/// another move or `style` says so, the king's move to its partner's square; should that too have several meanings,
/// the king's end square follows (`f1j1h1`).
pub fn coordinate<B: Bitboard>(position: &Position<B>, mv: Move, style: Style) -> String {
    let names = Names::new(position, style);
    if mv.kind() == MoveKind::Pass {
        return PASSES[0].to_string();
    }
    if mv.kind() == MoveKind::Castle {
        return names.castling_coordinate(mv, &legal(position));
    }
    let promotion = names.promoted(mv).map(|kind| small(names.letter(kind)));
    let mut out = format!("{}{}", names.square(mv.from()), names.square(mv.to()));
    out.extend(promotion);
    out
}

/// Reads a move in coordinates. Castling may be the king's move, the king's move to its partner, or `O-O` and
/// `O-O-O`; letters may be of either case, and a hyphen between the squares and an equals sign before a promotion
/// are allowed.
///
/// # Errors
/// If the text is no legal move, or more than one.
pub fn parse_coordinate<B: Bitboard>(position: &Position<B>, text: &str, style: Style) -> Result<Move, MoveError> {
    find_text(&Names::new(position, style), &legal(position), text)
}

pub(super) fn find_text<B: Bitboard>(names: &Names<B>, legal: &[Move], text: &str) -> Result<Move, MoveError> {
    let trimmed = text.trim();
    if let Some(result) = names.special(trimmed, legal).or_else(|| names.castling(trimmed, legal)) {
        return result.map_err(|problem| MoveError::new(text, problem));
    }
    let in_small = trimmed.to_lowercase();
    match names.coordinates(&in_small) {
        Some(found) => find(names, legal, text, found),
        None => Err(MoveError::new(text, form_problem(names, legal, &in_small))),
    }
}

/// The legal move that the coordinates, read from `text`, mean.
pub(super) fn find<B: Bitboard>(
    names: &Names<B>,
    legal: &[Move],
    text: &str,
    found: Coordinates,
) -> Result<Move, MoveError> {
    let written = |castles: bool| {
        let kind = move |m: &&Move| (m.kind() == MoveKind::Castle) == castles;
        let moves = legal.iter().filter(kind).filter(|m| names.is_written(**m, &found));
        moves.copied().collect::<Vec<Move>>()
    };
    // Ordinary moves come first: castling that could be mistaken for one is written in another way.
    let ordinary = written(false);
    let problem = if !ordinary.is_empty() {
        match names.pick(ordinary, found.promotion.chars().next()) {
            Ok(mv) => return Ok(mv),
            Err(problem) => problem,
        }
    } else {
        let castles = written(true);
        match castles[..] {
            [] => names.why_not(found.from, found.to),
            [mv] if found.promotion.is_empty() => return Ok(mv),
            [_] => MoveProblem::Promotion {
                found: format!("castling with \"{}\" after it", found.promotion),
                expected: "nothing there".to_string(),
            },
            _ => MoveProblem::Ambiguous(castles.iter().map(|&m| names.castling_coordinate(m, legal)).collect()),
        }
    };
    Err(MoveError::new(text, problem))
}

/// What is wrong with a text, in small letters, that has not the form of coordinates.
fn form_problem<B: Bitboard>(names: &Names<B>, legal: &[Move], text: &str) -> MoveProblem {
    if let Some(square) = missing_square(names, text) {
        return MoveProblem::NoSquare(square);
    }
    MoveProblem::Form {
        example: example(names, legal),
    }
}

/// A legal move, for messages.
fn example<B: Bitboard>(names: &Names<B>, legal: &[Move]) -> String {
    let plain = |m: &&Move| !matches!(m.kind(), MoveKind::Castle | MoveKind::Pass);
    match legal.iter().find(plain) {
        Some(&mv) => coordinate(names.position, mv, names.style),
        None => "e2e4".to_string(),
    }
}

/// The first word of the form of a square's name in `text` that names no square, if the text begins like a move.
fn missing_square<B: Bitboard>(names: &Names<B>, text: &str) -> Option<String> {
    let word = |text: &str| {
        let digits = text.bytes().skip(1).take_while(u8::is_ascii_digit).count();
        let letter = text.bytes().next().is_some_and(|b| b.is_ascii_lowercase());
        (letter && digits > 0).then(|| text[..1 + digits].to_string())
    };
    match names.read_square(text) {
        None => word(text),
        Some((_, rest)) => {
            let rest = rest.strip_prefix(['-', 'x', ':']).unwrap_or(rest);
            names.read_square(rest).is_none().then(|| word(rest)).flatten()
        }
    }
}
