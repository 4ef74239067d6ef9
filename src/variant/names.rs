//! The names that a section may give pieces, and the movements of those that are predefined.

use std::fmt;

/// Fairy-Stockfish's predefined types and their movements, in its dialect of Betza.
const PREDEFINED: [(&str, &str); 36] = [
    ("pawn", "fmWfceF"),
    ("knight", "N"),
    ("bishop", "B"),
    ("rook", "R"),
    ("queen", "Q"),
    ("fers", "F"),
    ("alfil", "A"),
    ("fersAlfil", "FA"),
    ("silver", "FfW"),
    ("aiwok", "RNF"),
    ("bers", "RF"),
    ("archbishop", "BN"),
    ("chancellor", "RN"),
    ("amazon", "QN"),
    ("knibis", "mNcB"),
    ("biskni", "mBcN"),
    ("kniroo", "mNcR"),
    ("rookni", "mRcN"),
    ("shogiPawn", "fW"),
    ("lance", "fR"),
    ("shogiKnight", "fN"),
    ("gold", "WfF"),
    ("dragonHorse", "BW"),
    ("clobber", "cW"),
    ("breakthrough", "fmWfF"),
    ("immobile", ""),
    ("cannon", "mRcpR"),
    ("janggiCannon", "pR"),
    ("soldier", "fsW"),
    ("horse", "nN"),
    ("elephant", "nA"),
    ("janggiElephant", "nZ"),
    ("banner", "RcpRnN"),
    ("wazir", "W"),
    ("commoner", "K"),
    ("centaur", "KN"),
];

/// How many `customPieceN` there are.
pub(super) const CUSTOM_PIECES: u8 = 60;

const FIRST_CUSTOM: u8 = PREDEFINED.len() as u8;

/// A name that a section may give a piece under. Rules refer to slots while an ini text is read, because a child
/// may add or remove pieces and thereby change what an inherited rule means; a finished variant numbers its types.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Slot(u8);

impl Slot {
    /// The orthodox pawn.
    pub const PAWN: Slot = Slot(0);
    /// The orthodox knight.
    pub const KNIGHT: Slot = Slot(1);
    /// The orthodox bishop.
    pub const BISHOP: Slot = Slot(2);
    /// The orthodox rook.
    pub const ROOK: Slot = Slot(3);
    /// The orthodox queen.
    pub const QUEEN: Slot = Slot(4);
    /// Bishop and knight in one.
    pub const ARCHBISHOP: Slot = Slot(11);
    /// Rook and knight in one.
    pub const CHANCELLOR: Slot = Slot(12);
    /// The royal piece.
    pub const KING: Slot = Slot(FIRST_CUSTOM + CUSTOM_PIECES);

    /// Every slot.
    pub fn all() -> impl Iterator<Item = Slot> {
        (0..=Slot::KING.0).map(Slot)
    }

    /// The slot with this name, spelled exactly.
    pub fn named(name: &str) -> Option<Slot> {
        let found = match name.strip_prefix("customPiece") {
            // "customPiece01" is no name: the number is spelled in one way only.
            Some(number) => (1..=CUSTOM_PIECES)
                .find(|n| n.to_string() == number)
                .map(|n| FIRST_CUSTOM + n - 1),
            None if name == "king" => Some(Slot::KING.0),
            None => PREDEFINED.iter().position(|&(known, _)| known == name).map(|i| i as u8),
        };
        found.map(Slot)
    }

    /// The slot whose name with a capital first letter this is, as in `mobilityRegionWhiteKing`.
    pub fn named_in_key(name: &str) -> Option<Slot> {
        let first = name.chars().next().filter(char::is_ascii_uppercase)?;
        Slot::named(&format!("{}{}", first.to_ascii_lowercase(), &name[1..]))
    }

    /// Whether a section may give the movement: for the king and the custom pieces.
    pub fn takes_betza(self) -> bool {
        self.0 >= FIRST_CUSTOM
    }

    /// The movement that the piece has if the section gives none; `None` for custom pieces, which need one.
    pub fn predefined(self) -> Option<&'static str> {
        if self == Slot::KING {
            Some("K")
        } else {
            PREDEFINED.get(self.0 as usize).map(|&(_, betza)| betza)
        }
    }
}

impl fmt::Display for Slot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match PREDEFINED.get(self.0 as usize) {
            Some((name, _)) => f.write_str(name),
            None if *self == Slot::KING => f.write_str("king"),
            None => write!(f, "customPiece{}", self.0 - FIRST_CUSTOM + 1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_slots() {
        assert_eq!(Slot::all().count(), 36 + 60 + 1);
        for slot in Slot::all() {
            assert_eq!(Slot::named(&slot.to_string()), Some(slot));
        }
        let constants = [
            ("pawn", Slot::PAWN),
            ("knight", Slot::KNIGHT),
            ("bishop", Slot::BISHOP),
            ("rook", Slot::ROOK),
            ("queen", Slot::QUEEN),
            ("archbishop", Slot::ARCHBISHOP),
            ("chancellor", Slot::CHANCELLOR),
        ];
        for (name, slot) in constants {
            assert_eq!(Slot::named(name), Some(slot));
        }
        assert_eq!(Slot::KING.to_string(), "king");
        assert!(Slot::named("customPiece60").is_some_and(Slot::takes_betza));
        for bad in ["customPiece0", "customPiece61", "customPiece01", "King", ""] {
            assert_eq!(Slot::named(bad), None, "{bad}");
        }
        assert_eq!(Slot::named_in_key("King"), Some(Slot::KING));
        assert_eq!(Slot::named_in_key("ÉKing"), None);
    }
}
