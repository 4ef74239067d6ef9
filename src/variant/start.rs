//! The start position's board field, read on its own: does it fit the board and the pieces?

use super::draft::{Draft, capital};
use crate::{
    board::{Bitboard, Side, Square, U256},
    variant::names::Slot,
};

/// What stands where at the start.
pub(super) struct Start {
    /// The squares that do not exist.
    pub holes: U256,
    /// The pieces, from the top rank down.
    pub pieces: Vec<(Square, Side, Slot)>,
}

/// Reads the start position of a draft. All problems found are pushed to `problems`.
pub(super) fn read(draft: &Draft, problems: &mut Vec<String>) -> Start {
    let mut start = Start {
        holes: U256::EMPTY,
        pieces: Vec::new(),
    };
    let mut fields = draft.start_fen.split_whitespace();
    let board = fields.next().unwrap_or("");
    let board = match board.split_once('[') {
        Some((board, hand)) => {
            if hand != "]" && hand != "-]" {
                problems.push(format!("\"[{hand}\" puts pieces in hand, which is not implemented yet"));
            }
            board
        }
        None => board,
    };
    let rows: Vec<&str> = board.split('/').collect();
    if rows.len() != draft.ranks as usize {
        // Nothing else in it would be compared with what was meant.
        problems.push(format!(
            "\"{board}\" has {} rank{}, but the board has {}",
            rows.len(),
            if rows.len() == 1 { "" } else { "s" },
            draft.ranks
        ));
        return start;
    }
    for (i, row) in rows.iter().enumerate() {
        let width = read_row(
            draft,
            row,
            (draft.ranks as usize).checked_sub(i + 1),
            &mut start,
            problems,
        );
        if width != draft.files as usize {
            problems.push(format!(
                "\"{row}\" has {width} squares, but the board has {} files",
                draft.files
            ));
        }
    }
    match fields.next() {
        Some("w" | "b") => {}
        Some(other) => problems.push(format!("\"{other}\" is not a side to move; expected w or b")),
        None => problems.push("the side to move is missing; expected w or b after the board".to_string()),
    }
    count_royals(draft, &start, problems);
    start
}

/// Reads one rank and gives its width; puts what fits on the board into `start`.
fn read_row(draft: &Draft, row: &str, rank: Option<usize>, start: &mut Start, problems: &mut Vec<String>) -> usize {
    let mut width: usize = 0;
    let mut rest = row.chars().peekable();
    while let Some(c) = rest.next() {
        if let Some(digit) = c.to_digit(10) {
            let mut gap = digit as usize;
            while let Some(digit) = rest.peek().and_then(|c| c.to_digit(10)) {
                rest.next();
                gap = (gap * 10 + digit as usize).min(1000);
            }
            width = (width + gap).min(1000);
            continue;
        }
        let square = rank
            .filter(|_| width < draft.files as usize)
            .map(|rank| Square((rank * draft.files as usize + width) as u8));
        width += 1;
        if c == '*' {
            start.holes |= square.map_or(U256::EMPTY, U256::of);
            continue;
        }
        match draft.slot_of_letter(c).or_else(|| alias(draft, c)) {
            Some(slot) => {
                let side = if c.is_uppercase() { Side::White } else { Side::Black };
                start.pieces.extend(square.map(|square| (square, side, slot)));
            }
            None => {
                let message = format!("\"{c}\" in \"{row}\" is no letter of a piece of this variant");
                if !problems.contains(&message) {
                    problems.push(message);
                }
            }
        }
    }
    width
}

fn alias(draft: &Draft, letter: char) -> Option<Slot> {
    let letter = capital(letter)?;
    draft
        .aliases
        .iter()
        .find(|(_, alias)| *alias == letter)
        .map(|&(slot, _)| slot)
}

fn count_royals(draft: &Draft, start: &Start, problems: &mut Vec<String>) {
    let Some(royal) = draft.pieces.get(&Slot::KING) else {
        return;
    };
    for side in Side::BOTH {
        let count = start
            .pieces
            .iter()
            .filter(|&&(_, s, slot)| s == side && slot == Slot::KING)
            .count();
        if count != 1 && !(draft.royals_are_gained && count == 0) {
            problems.push(format!(
                "{side} has {count} royal pieces ({}) instead of one; a game without royal pieces says \"king = -\"",
                royal.letter
            ));
        }
    }
}

/// The sides and the letters (as capitals) of the pieces in a FEN's board field.
pub(super) fn start_pieces(fen: &str) -> impl Iterator<Item = (Side, char)> {
    let board = fen.split([' ', '[']).next().unwrap_or_default();
    board.chars().filter_map(|letter| {
        let side = if letter.is_uppercase() {
            Side::White
        } else {
            Side::Black
        };
        capital(letter).map(|capital| (side, capital))
    })
}
