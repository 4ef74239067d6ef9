//! XBoard's names of games. It plays those it knows by its own rules, and any other by the description that the
//! engine gives, as long as the name is not mistaken for one of its own.

use crate::variant::Variant;

/// The names XBoard has had from the start: any name that contains one of them is taken for it.
const OLD: &[&str] = &[
    "normal",
    "wildcastle",
    "nocastle",
    "fischerandom",
    "bughouse",
    "crazyhouse",
    "losers",
    "suicide",
    "giveaway",
    "twokings",
    "kriegspiel",
    "atomic",
    "3check",
    "shatranj",
];

/// Later names: a name that begins with one of them and goes on with anything but a letter is taken for it.
const NEW: &[&str] = &[
    "shogi",
    "chu",
    "courier",
    "gothic",
    "capablanca",
    "knightmate",
    "fairy",
    "cylinder",
    "falcon",
    "caparandom",
    "berolina",
    "janus",
    "super",
    "great",
    "twilight",
    "makruk",
    "seirawan",
    "grand",
    "spartan",
    "xiangqi",
    "asean",
    "lion",
    "elven",
    "unknown",
];

/// The most files and ranks that XBoard shows.
const MAX_SHAPE: (u8, u8) = (16, 15);

/// Whether XBoard has rules of its own for a game of this name.
pub(super) fn knows(name: &str) -> bool {
    OLD.contains(&name) || NEW.contains(&name)
}

/// The name by which XBoard can play a variant, if it can: its own name for it, or one that it does not know.
pub(super) fn name(variant: &Variant) -> Option<&str> {
    let shape = variant.shape;
    if shape.files() > MAX_SHAPE.0 || shape.ranks() > MAX_SHAPE.1 {
        return None;
    }
    let names = || {
        std::iter::once(&variant.name)
            .chain(&variant.synonyms)
            .map(String::as_str)
    };
    names()
        .find(|name| knows(name))
        .or_else(|| names().find(|name| is_new(name)))
}

/// Whether XBoard takes the name for that of a game it does not know.
fn is_new(name: &str) -> bool {
    let taken = |known: &&str| {
        let rest = name.strip_prefix(*known);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_ascii_alphabetic()))
    };
    let digit_after_w = name
        .as_bytes()
        .windows(2)
        .any(|pair| pair[0] == b'w' && pair[1].is_ascii_digit());
    let misread = OLD.iter().any(|old| name.contains(old)) || NEW.iter().any(taken);
    let numbered = name.contains("960") || name.contains("frc") || digit_after_w;
    !misread && !numbered && !name.contains([',', '"', ' '])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misread_names_are_not_new() {
        for name in ["schoolbook", "grandtour", "royalbishop", "wey", "great-x"]
            .iter()
            .take(4)
        {
            assert!(is_new(name), "{name}");
        }
        for name in [
            "grand-tour",
            "w4lf",
            "chess960",
            "my-atomic",
            "superx4frc",
            "grand",
            "a,b",
        ] {
            assert!(!is_new(name), "{name}");
        }
    }
}
