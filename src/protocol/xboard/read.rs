//! What XBoard tells the engine in its own way: promotions that it thinks there are, passes, and positions without
//! what it does not know of.

use crate::{
    board::{Shape, Side, Square},
    engine::{Engine, EngineError, Session},
    position::{Move, MoveKind},
};

/// The legal move that `text` means.
///
/// Where pieces promote by crossing to another bank, XBoard may hold a piece for what it was before. It then leaves the
/// `+` out, or lets the piece promote on the last rank; if only one move goes between the squares, that one is meant.
///
/// # Errors
/// If it means none, or more than one.
pub(super) fn read_move(engine: &Engine, text: &str) -> Result<Move, EngineError> {
    let refused = match engine.read_move(text) {
        Ok(mv) => return Ok(mv),
        Err(error) => error,
    };
    let session = engine.session();
    let variant = session.variant();
    if !variant.promotions.iter().any(|promotion| promotion.by_crossing) {
        return Err(refused);
    }
    let squares = text.trim_end_matches(|c: char| !c.is_ascii_digit());
    if text[squares.len()..].trim_start_matches('=').chars().count() > 1 {
        return Err(refused);
    }
    match engine.read_move(squares) {
        Ok(mv) => {
            let between = |other: &&Move| (other.from(), other.to()) == (mv.from(), mv.to());
            let alone = session.legal_moves().iter().filter(between).count() == 1;
            if alone { Ok(mv) } else { Err(refused) }
        }
        Err(_) => Err(refused),
    }
}

/// Whether `fen` is what the position of `session` would be for XBoard after a pass: it tells a pass that way.
///
/// Only who stands where is compared, as XBoard does not know of pieces that have become others without moving.
pub(super) fn is_pass(session: &dyn Session, fen: &str) -> bool {
    let must_pass = matches!(session.legal_moves()[..], [mv] if mv.kind() == MoveKind::Pass);
    let now = session.fen();
    let (now, then) = (fields(&now), fields(fen));
    let turns = matches!((now.1, then.1), ("w", "b") | ("b", "w"));
    must_pass && then.2 && turns && owners(now.0) == owners(then.0)
}

/// The board and the side to move of a FEN, and whether no more than XBoard's six fields are there.
fn fields(fen: &str) -> (&str, &str, bool) {
    let mut words = fen.split_whitespace();
    let (board, side) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    (board, side, words.count() <= 4)
}

/// For each character of a FEN's board, whose piece it is: `W`, `B`, or a dot for each empty square.
fn owners(board: &str) -> String {
    let mut out = String::new();
    let mut empty = 0usize;
    for c in board.chars().filter(|&c| c != '+' && c != '~') {
        if let Some(digit) = c.to_digit(10) {
            empty = (empty * 10 + digit as usize).min(100);
            continue;
        }
        out.extend(std::iter::repeat_n('.', std::mem::take(&mut empty)));
        out.push(match c {
            c if c.is_uppercase() => 'W',
            c if c.is_lowercase() => 'B',
            other => other,
        });
    }
    out.extend(std::iter::repeat_n('.', empty));
    out
}

/// A FEN as the engine reads it: what XBoard calls the other form of a piece (`+P`) is what the piece becomes.
pub(super) fn position(session: &dyn Session, fen: &str) -> String {
    let variant = session.variant();
    let (board, rest) = fen.split_once(char::is_whitespace).unwrap_or((fen, ""));
    let mut out = String::with_capacity(fen.len());
    let mut chars = board.chars().peekable();
    while let Some(c) = chars.next() {
        let becomes = chars.peek().filter(|_| c == '+').and_then(|&next| {
            let kind = variant.kind_of(next)?;
            Some((variant.crossing_promotion(kind)?, next.is_uppercase()))
        });
        match becomes {
            Some((kind, capital)) => {
                let letter = variant.pieces[kind.index()].letter;
                out.push(if capital { letter } else { crate::pieces::small(letter) });
                chars.next();
            }
            None => out.push(c),
        }
    }
    if !rest.is_empty() {
        out.push(' ');
        out.push_str(rest);
    }
    out
}

/// The height of the boards whose ranks XBoard counts from 0.
const TEN_RANKS: u8 = 10;

/// The square that XBoard names so.
pub(super) fn square(shape: Shape, text: &str) -> Option<Square> {
    let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
    let digits = text.get(1..).filter(|rest| rest.bytes().all(|c| c.is_ascii_digit()))?;
    let rank: i32 = digits.parse().ok()?;
    let first = i32::from(shape.ranks() != TEN_RANKS);
    shape.square((file - b'a').into(), rank.checked_sub(first)?)
}

/// A FEN with this side to move, without en passant and seats, which belong to the other.
pub(super) fn with_side(fen: &str, side: Side) -> String {
    let mut fields: Vec<String> = fen.split_whitespace().take(6).map(str::to_string).collect();
    if let Some(field) = fields.get_mut(1) {
        *field = side.letter().to_string();
    }
    if let Some(field) = fields.get_mut(3) {
        *field = "-".to_string();
    }
    fields.join(" ")
}

/// Whether a word has the form of a move in coordinates, so that it is no command.
pub(super) fn looks_like_move(text: &str) -> bool {
    let square = |text: &str| {
        let file = text.starts_with(|c: char| c.is_ascii_lowercase());
        let digits = text.bytes().skip(1).take(2).take_while(u8::is_ascii_digit).count();
        (file && digits > 0).then_some(1 + digits)
    };
    let from = square(text);
    from.and_then(|length| square(&text[length..])).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn owners_of_squares() {
        assert_eq!(owners("10/*2+Pp/1K1"), "........../*..WB/.W.");
        assert_eq!(fields("8/8 b"), ("8/8", "b", true));
        assert!(!fields("8/8 b - - 0 1 N - -").2);
    }
}
