//! Who sits where: the seats of a game, and which of them are taken by people.

use crate::{board::Side, engine::Session, variant::Variant};
use std::fmt;

/// A place at the board whose turn comes round.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Seat {
    /// The letter that a FEN has for it.
    pub letter: char,
    /// Whose pieces it moves.
    pub side: Side,
    /// Whether it is the only seat of its side.
    pub alone: bool,
}

/// `White`, or `White (S)` where White has several seats.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.alone {
            true => write!(f, "{}", self.side),
            false => write!(f, "{} ({})", self.side, self.letter),
        }
    }
}

/// The seats of a game, in the order of play: those that its rules name, or one for each side.
pub(super) fn seats_of(variant: &Variant) -> Vec<Seat> {
    let letters: Vec<char> = match &variant.seats {
        Some(seats) => seats.list.iter().map(|seat| seat.letter).collect(),
        None => Side::BOTH.map(Side::letter).to_vec(),
    };
    let alone = letters.len() <= Side::BOTH.len();
    let seat = |(number, letter): (usize, char)| Seat {
        letter,
        side: Side::BOTH[number % 2],
        alone,
    };
    letters.into_iter().enumerate().map(seat).collect()
}

/// The number of the seat that is to move.
pub(super) fn seat_to_move(session: &dyn Session) -> usize {
    session.seat().unwrap_or_else(|| session.side().index())
}

/// Reads which seats are meant: letters of seats, `white`, `black`, `all` or `none`, with commas or blanks between
/// them. Gives a mark for each seat.
///
/// # Errors
/// With what was expected instead of a word.
pub(super) fn read_seats(text: &str, seats: &[Seat]) -> Result<Vec<bool>, String> {
    let mut taken = vec![false; seats.len()];
    let words = text.split([',', ' ', '\t']).filter(|word| !word.is_empty());
    for word in words {
        // Letters of either case may be different seats.
        let is_letter = |seat: &Seat| word.chars().eq([seat.letter]);
        let exact = seats.iter().any(is_letter);
        let means = |seat: &Seat| match word.to_lowercase().as_str() {
            _ if exact => is_letter(seat),
            "all" | "both" => true,
            "none" => false,
            side if side == seat.side.to_string().to_lowercase() => true,
            letter => seat.alone && letter.chars().eq([seat.letter]),
        };
        let meant: Vec<bool> = seats.iter().map(means).collect();
        if !meant.contains(&true) && !word.eq_ignore_ascii_case("none") {
            let letters: Vec<String> = seats.iter().map(|seat| seat.letter.to_string()).collect();
            let letters = letters.join(", ");
            let word = super::quoted(word);
            return Err(format!(
                "\"{word}\" is no seat; expected {letters}, white, black, all or none"
            ));
        }
        taken.iter_mut().zip(meant).for_each(|(taken, meant)| *taken |= meant);
    }
    Ok(taken)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn seats(letters: &str, alone: bool) -> Vec<Seat> {
        let seat = |letter: char| Seat {
            letter,
            side: match letter == 'w' || letter.is_uppercase() {
                true => Side::White,
                false => Side::Black,
            },
            alone,
        };
        letters.chars().map(seat).collect()
    }

    #[test]
    fn two_seats() {
        let read = |text| read_seats(text, &seats("wb", true));
        for (text, expected) in [
            ("w", [true, false]),
            ("B", [false, true]),
            ("Black", [false, true]),
            ("white, black", [true, true]),
            ("both", [true, true]),
            ("NONE", [false, false]),
            ("", [false, false]),
        ] {
            assert_eq!(read(text).unwrap(), expected, "{text}");
        }
        let error = read("w,south").unwrap_err();
        assert_eq!(error, "\"south\" is no seat; expected w, b, white, black, all or none");
    }

    #[test]
    fn four_seats() {
        let read = |text| read_seats(text, &seats("SnNs", false));
        assert_eq!(read("S").unwrap(), [true, false, false, false]);
        assert_eq!(read("s").unwrap(), [false, false, false, true]);
        assert_eq!(read("N n").unwrap(), [false, true, true, false]);
        assert_eq!(read("white").unwrap(), [true, false, true, false]);
        assert_eq!(read("all").unwrap(), [true; 4]);
        assert!(read("w").unwrap_err().contains("expected S, n, N, s, white"));
        assert_eq!(seats("Sn", false)[1].to_string(), "Black (n)");
    }
}
