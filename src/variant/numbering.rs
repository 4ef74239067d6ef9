//! Numbered start positions: Scharnagl's numbers for Chess960 and for Capablanca Random Chess.
//!
//! A first rank is written with R, N, B, Q, K, A (archbishop) and C (chancellor) here, whatever letters a variant uses.

use super::{Numbering, Variant};
use crate::variant::names::Slot;

/// Why there is no such start position, or no number for it.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum NumberingError {
    /// The variant has one start position only.
    #[error("the start positions of {0} are not numbered")]
    NotNumbered(String),
    /// There are fewer numbers.
    #[error("start position {number} does not exist; the numbers are 0 to {last}")]
    OutOfRange {
        /// The number asked for.
        number: u32,
        /// The last number.
        last: u32,
    },
    /// The rules for start positions forbid this one.
    #[error("start position {number} ({rank}) is not allowed: {reason}")]
    Forbidden {
        /// The number asked for.
        number: u32,
        /// White's first rank.
        rank: String,
        /// Which rule it breaks.
        reason: &'static str,
    },
    /// The variant lacks a piece that the numbering places.
    #[error("{variant} has no {piece}, which its numbered start positions need")]
    MissingPiece {
        /// The variant's name.
        variant: String,
        /// The piece's name.
        piece: String,
    },
    /// The position is not one of those numbered.
    #[error("\"{0}\" is not a numbered start position")]
    NoNumber(String),
}

/// How many numbers there are, valid or not.
pub fn numbers(numbering: Numbering) -> u32 {
    match numbering {
        Numbering::Chess960 => 960,
        Numbering::CapablancaRandom => 48_000,
    }
}

/// Whether `number` is the number of an allowed start position.
pub fn is_valid(numbering: Numbering, number: u32) -> bool {
    number < numbers(numbering) && forbidden(numbering, &first_rank(numbering, number)).is_none()
}

/// The start position with this number, a FEN with all castling rights.
pub fn start_fen(variant: &Variant, number: u32) -> Result<String, NumberingError> {
    let numbering = numbering_of(variant)?;
    let last = numbers(numbering) - 1;
    if number > last {
        return Err(NumberingError::OutOfRange { number, last });
    }
    let rank = first_rank(numbering, number);
    if let Some(reason) = forbidden(numbering, &rank) {
        return Err(NumberingError::Forbidden {
            number,
            rank: rank.iter().collect(),
            reason,
        });
    }
    let letters = rank
        .iter()
        .map(|&role| letter(variant, role))
        .collect::<Result<String, NumberingError>>()?;
    let (black, files) = (letters.to_lowercase(), rank.len());
    let pawns = letter(variant, 'P')?.to_string().repeat(files);
    let gap = vec![files.to_string(); 4].join("/");
    let rights = if variant.castling.enabled { "KQkq" } else { "-" };
    Ok(format!(
        "{black}/{}/{gap}/{pawns}/{letters} w {rights} - 0 1",
        pawns.to_lowercase()
    ))
}

/// The number of the start position `fen`.
pub fn number_of(variant: &Variant, fen: &str) -> Result<u32, NumberingError> {
    let numbering = numbering_of(variant)?;
    let none = || NumberingError::NoNumber(fen.to_string());
    let board = fen.split_whitespace().next().ok_or_else(none)?;
    let letters = board.rsplit('/').next().ok_or_else(none)?;
    let mut rank = Vec::new();
    for c in letters.chars() {
        let piece = variant
            .pieces
            .iter()
            .find(|piece| piece.letter == c || piece.aliases.contains(&c));
        let key = piece.map(|piece| piece.key.as_str());
        rank.push(
            ROLES
                .into_iter()
                .find(|&role| Some(role_slot(role).to_string().as_str()) == key)
                .ok_or_else(none)?,
        );
    }
    let number = number_of_rank(numbering, &rank).ok_or_else(none)?;
    // The rest of the board must be as it is in the position with that number.
    let same = start_fen(variant, number)?.split_whitespace().next() == Some(&with_own_letters(variant, board));
    if same { Ok(number) } else { Err(none()) }
}

/// The board field with aliases replaced by the letters that are written.
fn with_own_letters(variant: &Variant, board: &str) -> String {
    let own = |c: char| {
        let capital = c.to_uppercase().next().unwrap_or(c);
        match variant.pieces.iter().find(|piece| piece.aliases.contains(&capital)) {
            Some(piece) if c.is_uppercase() => piece.letter,
            Some(piece) => piece.letter.to_lowercase().next().unwrap_or(piece.letter),
            None => c,
        }
    };
    board.chars().map(own).collect()
}

fn numbering_of(variant: &Variant) -> Result<Numbering, NumberingError> {
    variant
        .numbering
        .ok_or_else(|| NumberingError::NotNumbered(variant.name.clone()))
}

const ROLES: [char; 8] = ['P', 'N', 'B', 'R', 'Q', 'K', 'A', 'C'];

fn role_slot(role: char) -> Slot {
    match role {
        'N' => Slot::KNIGHT,
        'B' => Slot::BISHOP,
        'R' => Slot::ROOK,
        'Q' => Slot::QUEEN,
        'K' => Slot::KING,
        'A' => Slot::ARCHBISHOP,
        'C' => Slot::CHANCELLOR,
        _ => Slot::PAWN,
    }
}

fn letter(variant: &Variant, role: char) -> Result<char, NumberingError> {
    let piece = role_slot(role).to_string();
    let def = variant.pieces.iter().find(|def| def.key == piece);
    def.map(|def| def.letter).ok_or_else(|| NumberingError::MissingPiece {
        variant: variant.name.clone(),
        piece,
    })
}

/// What the digits of a number place, in the order of the remainders: a role, on the light squares (b, d, ..), on the
/// dark ones, or on any. The first digit of Capablanca Random Chess only says which of queen and archbishop is light.
fn steps(numbering: Numbering, queen_is_light: bool) -> &'static [(char, Option<usize>)] {
    const LIGHT: Option<usize> = Some(1);
    const DARK: Option<usize> = Some(0);
    match (numbering, queen_is_light) {
        (Numbering::Chess960, _) => &[('B', LIGHT), ('B', DARK), ('Q', None)],
        (_, true) => &[('Q', LIGHT), ('A', DARK), ('B', LIGHT), ('B', DARK), ('C', None)],
        (_, false) => &[('A', LIGHT), ('Q', DARK), ('B', LIGHT), ('B', DARK), ('C', None)],
    }
}

fn files(numbering: Numbering) -> usize {
    match numbering {
        Numbering::Chess960 => 8,
        Numbering::CapablancaRandom => 10,
    }
}

/// The pairs of five free squares in the order of the knights' number.
fn knight_pairs() -> impl Iterator<Item = (usize, usize)> {
    (0..5).flat_map(|first| (first + 1..5).map(move |second| (first, second)))
}

fn free(rank: &[Option<char>], colour: Option<usize>) -> Vec<usize> {
    (0..rank.len())
        .filter(|&file| rank[file].is_none() && colour.is_none_or(|colour| file % 2 == colour))
        .collect()
}

/// White's first rank in the position with this number (below `numbers`).
fn first_rank(numbering: Numbering, number: u32) -> Vec<char> {
    let mut rank = vec![None; files(numbering)];
    let mut rest = number as usize;
    let mut digit = |base: usize| {
        let digit = rest % base;
        rest /= base;
        digit
    };
    let queen_is_light = numbering == Numbering::CapablancaRandom && digit(2) == 1;
    for &(role, colour) in steps(numbering, queen_is_light) {
        let squares = free(&rank, colour);
        rank[squares[digit(squares.len())]] = Some(role);
    }
    let squares = free(&rank, None);
    // Below `numbers` the quotient left is 0 to 9.
    let (first, second) = knight_pairs().nth(digit(10)).unwrap_or((0, 1));
    rank[squares[first]] = Some('N');
    rank[squares[second]] = Some('N');
    let mut royal = ['R', 'K', 'R'].into_iter();
    rank.into_iter()
        .map(|role| role.or_else(|| royal.next()).unwrap_or('R'))
        .collect()
}

/// The number of a first rank, allowed or not; `None` if the numbering has no such rank.
fn number_of_rank(numbering: Numbering, rank: &[char]) -> Option<u32> {
    if rank.len() != files(numbering) {
        return None;
    }
    let (mut number, mut weight) = (0, 1);
    let mut add = |digit: usize, base: usize| {
        number += digit * weight;
        weight *= base;
    };
    let queen_is_light = rank.iter().position(|&role| role == 'Q')? % 2 == 1;
    if numbering == Numbering::CapablancaRandom {
        add(queen_is_light as usize, 2);
    }
    let mut placed = vec![None; rank.len()];
    for &(role, colour) in steps(numbering, queen_is_light) {
        let squares = free(&placed, colour);
        let digit = squares.iter().position(|&square| rank[square] == role)?;
        placed[squares[digit]] = Some(role);
        add(digit, squares.len());
    }
    let squares = free(&placed, None);
    let knight = |&(first, second): &(usize, usize)| rank[squares[first]] == 'N' && rank[squares[second]] == 'N';
    add(knight_pairs().position(|pair| knight(&pair))?, 10);
    let number = number as u32;
    // What is left must be rook, king, rook: then the number gives the rank back.
    (first_rank(numbering, number) == rank).then_some(number)
}

/// The rule of Capablanca Random Chess that a first rank breaks, if any; Chess960 allows all of its ranks.
fn forbidden(numbering: Numbering, rank: &[char]) -> Option<&'static str> {
    const GOTHIC: [char; 10] = ['R', 'N', 'B', 'Q', 'C', 'K', 'A', 'B', 'N', 'R'];
    if numbering == Numbering::Chess960 {
        return None;
    }
    let unprotected = |pawn: usize| {
        !rank.iter().enumerate().any(|(file, role)| match file.abs_diff(pawn) {
            0 => "RQCK".contains(*role),
            1 => "BQAK".contains(*role),
            2 => "NAC".contains(*role),
            _ => false,
        })
    };
    if (0..rank.len()).any(unprotected) {
        return Some("a pawn is not protected");
    }
    if rank.windows(2).any(|pair| pair == ['B', 'B']) {
        return Some("the bishops stand side by side");
    }
    let different = rank
        .iter()
        .zip(GOTHIC)
        .filter(|&(&role, gothic)| role != gothic)
        .count();
    (different < 3).then_some("it is too like Gothic Chess")
}
