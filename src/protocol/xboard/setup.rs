//! How a game that XBoard does not know is described to it: board, start position, pictures and moves of the pieces.

use super::names;
use crate::{
    board::{Bitboard, Side},
    engine::{Castling, Session},
    pieces::{PieceType, small},
    variant::{PieceDef, Variant},
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
    ("lance", 18),
];
/// Positions whose pieces may make any move if they are not described.
const WILD: [usize; 2] = [17, 19];
/// Where pieces without a picture go, first choice first; the wild positions are kept for what needs them.
const SPARE: [usize; 18] = [20, 15, 13, 14, 12, 18, 16, 11, 9, 10, 8, 7, 6, 5, 4, 3, 2, 1];
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
        variant.start_fen
    )];
    let castlings = session.castlings();
    for (number, piece) in variant.pieces.iter().enumerate() {
        if is_wild(piece) {
            continue;
        }
        let kind = PieceType(number as u8);
        let [white, black] = Side::BOTH.map(|side| moves(session, kind, side, &castlings));
        let letter = piece.letter;
        let described = if white == black {
            vec![format!("piece {letter}& {white}")]
        } else {
            vec![
                format!("piece {letter} {white}"),
                format!("piece {} {black}", small(letter)),
            ]
        };
        lines.extend(described.into_iter().filter(|line| line.len() < LONGEST));
    }
    lines
}

/// Whether XBoard's Betza lacks a piece's moves.
fn is_wild(piece: &PieceDef) -> bool {
    // Circular and crooked legs, brackets, leaps by numbers, and the universal leap are not in its language.
    piece.movement.to_string().contains(['q', 'z', 'u', 'x', '[', '(', 'U'])
}

/// The table of pieces, both sides: the letter at each picture, `.` where there is none.
fn table(variant: &Variant) -> String {
    let given: Vec<char> = variant.piece_to_char.chars().collect();
    let fits = given.len().is_multiple_of(2) && given.len() >= 12 && variant.piece_to_char.is_ascii();
    // The royal piece must be the last of each half; a table that says otherwise is for other programs.
    let royal = variant.royal.map(|kind| variant.pieces[kind.index()].letter);
    let royal_last = royal.is_none() || given.get((given.len() / 2).wrapping_sub(1)).copied() == royal;
    let complete = variant.pieces.iter().all(|piece| given.contains(&piece.letter));
    if fits && royal_last && complete {
        return variant.piece_to_char.clone();
    }
    let mut half: Vec<Option<char>> = vec![None; SLOTS - 1];
    let mut rest = Vec::new();
    for (number, piece) in variant.pieces.iter().enumerate() {
        if variant.royal == Some(PieceType(number as u8)) {
            continue;
        }
        let picture = PICTURES
            .iter()
            .find(|(name, _)| *name == piece.name)
            .map(|&(_, slot)| slot);
        match picture {
            Some(slot) if half[slot].is_none() && !is_wild(piece) => half[slot] = Some(piece.letter),
            _ => rest.push(piece),
        }
    }
    // What has no picture: first the pieces that need a wild position, then the others.
    rest.sort_by_key(|piece| !is_wild(piece));
    for piece in rest {
        let wild = if is_wild(piece) { &WILD[..] } else { &[] };
        // A pawn of a variant's own still promotes as the first position does.
        let first = if piece.letter == 'P' { &[0][..] } else { &[] };
        let mut slots = first.iter().chain(wild).chain(&SPARE).chain(&WILD);
        match slots.find(|&&slot| half[slot].is_none()) {
            Some(&slot) => half[slot] = Some(piece.letter),
            None => half.push(Some(piece.letter)),
        }
    }
    half.push(royal);
    let write = |letter: &Option<char>| letter.unwrap_or('.');
    let white: String = half.iter().map(write).collect();
    let black = white.chars().map(small).collect::<String>();
    white + &black
}

/// The moves of a type of one side in XBoard's Betza.
fn moves(session: &dyn Session, kind: PieceType, side: Side, castlings: &[Castling]) -> String {
    let variant = session.variant();
    let piece = &variant.pieces[kind.index()];
    let mut text = piece.movement.to_string();
    if piece.is_pawn && variant.pawns.double_step {
        let triple = variant.pawns.triple_step_region[side.index()] != Default::default();
        text.push_str(if triple { "ifmnDifmW3" } else { "ifmnD" });
    }
    let castles = variant.castling.enabled && variant.castling.king[side.index()] == Some(kind);
    let own = match castles {
        true => castling_atoms(variant, side, castlings),
        false => String::new(),
    };
    if own.is_empty() && variant.royal == Some(kind) && slides_sideways(session, kind, side) {
        // A royal piece that goes two squares sideways is taken for castling unless it has a first move of its own.
        let first = piece.movement.atoms().first().map(|atom| atom.text().to_string());
        text.push_str(
            &first
                .filter(|atom| !atom.starts_with('i'))
                .map(|atom| format!("i{atom}"))
                .unwrap_or_default(),
        );
    }
    text.push_str(&own);
    text
}

/// Whether a type can go two or more squares along its rank.
fn slides_sideways(session: &dyn Session, kind: PieceType, side: Side) -> bool {
    let shape = session.variant().shape;
    shape.on_board().squares().any(|from| {
        let (quiet, capture) = session.reach(side, kind, from);
        let sideways = |to: &crate::board::Square| {
            shape.rank(*to) == shape.rank(from) && (shape.file(*to) - shape.file(from)).abs() > 1
        };
        quiet.iter().chain(&capture).any(sideways)
    })
}

/// Castling as atoms of the king: `isO3` is three squares to either side, `irO2` two to the mover's right.
///
/// XBoard reads `O-O` by the first atom's distance, so the longest distance that both sides share comes first.
fn castling_atoms(variant: &Variant, side: Side, castlings: &[Castling]) -> String {
    let shape = variant.shape;
    let mut right = Vec::new();
    let mut left = Vec::new();
    for castling in castlings.iter().filter(|castling| castling.side == side) {
        let files = shape.file(castling.king_to) - shape.file(castling.king);
        // Right and left are those of the player.
        let rightwards = if side == Side::White { files } else { -files };
        let corner = if shape.file(castling.partner) > shape.file(castling.king) {
            shape.files() as i32 - 1 - shape.file(castling.partner)
        } else {
            shape.file(castling.partner)
        };
        // `j` stands for a partner one square in from the corner; others cannot be described.
        let inwards = match corner {
            0 => "",
            1 => "j",
            _ => continue,
        };
        let list = if rightwards > 0 { &mut right } else { &mut left };
        list.push((files.abs(), inwards));
    }
    let mut atoms = String::new();
    let mut add = |direction: &str, (steps, inwards): (i32, &str)| {
        if steps > 1 {
            atoms.push_str(&format!("i{direction}{inwards}O{steps}"));
        }
    };
    right.sort_unstable_by(|a, b| b.cmp(a));
    left.sort_unstable_by(|a, b| b.cmp(a));
    right
        .iter()
        .filter(|step| left.contains(step))
        .for_each(|&step| add("s", step));
    right
        .iter()
        .filter(|step| !left.contains(step))
        .for_each(|&step| add("r", step));
    left.iter()
        .filter(|step| !right.contains(step))
        .for_each(|&step| add("l", step));
    atoms
}
