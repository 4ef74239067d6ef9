//! How a game that XBoard does not know is described to it: board, start position, pictures and moves of the pieces.

use super::{
    moves::{is_wild, moves, royal},
    names,
};
use crate::{
    board::Side,
    engine::Session,
    pieces::{PieceType, small},
    variant::Variant,
};

/// Positions of the table of pieces: XBoard's pictures in its own order, the royal piece last.
const SLOTS: usize = 22;
/// The pictures for the predefined pieces.
const PICTURES: &[(&str, usize)] = &[
    ("pawn", 0),
    ("knight", 1),
    ("bishop", 2),
    ("rook", 3),
    ("queen", 4),
    ("fers", 5),
    ("alfil", 6),
    ("archbishop", 7),
    ("chancellor", 8),
    ("marshall", 8),
    ("wazir", 9),
    ("commoner", 10),
    ("cannon", 11),
    ("nightrider", 12),
    ("amazon", 14),
    ("silver", 16),
];
/// Positions whose pieces may make any move if they are not described.
const WILD: [usize; 2] = [17, 19];
/// Where pieces without a picture go, first choice first; the wild positions are kept for what needs them. Position 18,
/// like the first, is left to pawns: on the last rank XBoard promotes what stands there, and it takes a move to the
/// side to be a capture en passant.
const SPARE: [usize; 17] = [20, 15, 13, 14, 12, 16, 11, 9, 10, 8, 7, 6, 5, 4, 3, 2, 1];
/// Where types go that promote by crossing to another bank. XBoard may hold such a piece for a pawn when it no longer is
/// one, so that it must not be at the first position.
const CROSSING: [usize; 8] = [5, 9, 6, 7, 8, 1, 2, 3];
/// A piece at one of the first positions has its other form, after a promotion that is written `+`, so many positions on.
const OTHER_FORM: usize = 11;
/// The fields of a FEN that XBoard reads.
const FIELDS: usize = 6;
/// The longest line that XBoard reads, less a margin.
const LONGEST: usize = 480;

/// The lines that describe the game of `session`, whose position is the start.
pub(super) fn describe(session: &dyn Session) -> Vec<String> {
    let variant = session.variant();
    let shape = variant.shape;
    let parent = match variant.template.as_str() {
        template if names::knows(template) => template,
        _ => "fairy",
    };
    let mut lines = vec![format!(
        "setup ({}) {}x{}+0_{parent} {}",
        table(variant),
        shape.files(),
        shape.ranks(),
        start(variant)
    )];
    let castlings = session.castlings();
    for (number, piece) in variant.pieces.iter().enumerate() {
        let kind = PieceType(number as u8);
        let becomes = variant.crossing_promotion(kind);
        for (kind, form) in std::iter::once((kind, "")).chain(becomes.map(|kind| (kind, "+"))) {
            if is_wild(variant, kind) {
                continue;
            }
            let [white, black] = Side::BOTH.map(|side| moves(session, kind, side, &castlings));
            let letter = piece.letter;
            let described = if white == black {
                vec![format!("piece {form}{letter}& {white}")]
            } else {
                vec![
                    format!("piece {form}{letter} {white}"),
                    format!("piece {form}{} {black}", small(letter)),
                ]
            };
            lines.extend(described.into_iter().filter(|line| line.len() < LONGEST));
        }
    }
    lines
}

/// The start position in the fields that XBoard reads, without rights to castlings that it has no notion of.
fn start(variant: &Variant) -> String {
    let mut fields: Vec<&str> = variant.start_fen.split_whitespace().take(FIELDS).collect();
    if let Some(rights) = fields.get_mut(2).filter(|_| !variant.castling.pairs.is_empty()) {
        *rights = "-";
    }
    fields.join(" ")
}

/// The table of pieces, both sides: the letter at each picture, `.` where there is none.
fn table(variant: &Variant) -> String {
    let given: Vec<char> = variant.piece_to_char.chars().collect();
    let fits = given.len().is_multiple_of(2) && given.len() >= 12 && variant.piece_to_char.is_ascii();
    // The royal piece must be the last of each half; a table that says otherwise is for other programs.
    let royal = royal(variant);
    let royal_letter = royal.map(|kind| variant.pieces[kind.index()].letter);
    let last = given.get((given.len() / 2).wrapping_sub(1)).copied();
    let royal_last = royal_letter.is_none() || last == royal_letter;
    let complete = variant.pieces.iter().all(|piece| given.contains(&piece.letter));
    let kinds = || (0..variant.pieces.len()).map(|number| PieceType(number as u8));
    let crosses = |kind: &PieceType| variant.crossing_promotion(*kind).is_some();
    if fits && royal_last && complete && !kinds().any(|kind| crosses(&kind)) {
        return variant.piece_to_char.clone();
    }
    let mut half: Vec<Option<char>> = vec![None; SLOTS - 1];
    let mut rest = Vec::new();
    for kind in kinds().filter(crosses) {
        let wild = variant
            .crossing_promotion(kind)
            .is_some_and(|other| is_wild(variant, other));
        let free = |slot: &usize| half[*slot].is_none() && half[*slot + OTHER_FORM].is_none();
        let fits = |slot: &usize| free(slot) && (!wild || WILD.contains(&(slot + OTHER_FORM)));
        let found = CROSSING.into_iter().find(fits);
        if let Some(slot) = found {
            half[slot] = Some(variant.pieces[kind.index()].letter);
            half[slot + OTHER_FORM] = Some('+');
        }
    }
    for kind in kinds().filter(|&kind| royal != Some(kind)) {
        let piece = &variant.pieces[kind.index()];
        if half.contains(&Some(piece.letter)) {
            continue;
        }
        let picture = PICTURES
            .iter()
            .find(|(name, _)| *name == piece.name)
            .map(|&(_, slot)| slot);
        match picture {
            Some(slot) if half[slot].is_none() && !is_wild(variant, kind) => half[slot] = Some(piece.letter),
            _ => rest.push(kind),
        }
    }
    // What has no picture: first the pieces that need a wild position, then the others.
    rest.sort_by_key(|&kind| !is_wild(variant, kind));
    for kind in rest {
        let letter = variant.pieces[kind.index()].letter;
        let wild = if is_wild(variant, kind) { &WILD[..] } else { &[] };
        // A pawn of a variant's own still promotes as the first position does.
        let first = if letter == 'P' { &[0][..] } else { &[] };
        let mut slots = first.iter().chain(wild).chain(&SPARE).chain(&WILD);
        match slots.find(|&&slot| half[slot].is_none()) {
            Some(&slot) => half[slot] = Some(letter),
            None => half.push(Some(letter)),
        }
    }
    half.push(royal_letter);
    let write = |letter: &Option<char>| letter.unwrap_or('.');
    let white: String = half.iter().map(write).collect();
    let black = white.chars().map(small).collect::<String>();
    white + &black
}
