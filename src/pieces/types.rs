//! Piece types, pieces and sets of piece types.

use crate::board::Side;

/// A kind of piece: the index of its definition in the variant, 0 to 63.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct PieceType(pub u8);

impl PieceType {
    /// The largest number of piece types of a variant.
    pub const MAX: usize = 64;

    /// The type's number as an index, 0 to 63.
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A piece type of one side, or [`Piece::NONE`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Piece(u8);

impl Piece {
    /// What stands on an empty square.
    pub const NONE: Piece = Piece(0xFF);

    /// The piece of `side` and type `kind`.
    #[inline(always)]
    pub const fn new(side: Side, kind: PieceType) -> Piece {
        Piece(kind.0 << 1 | side as u8)
    }

    /// Whether this is a piece, not [`Piece::NONE`].
    #[inline(always)]
    pub fn is_some(self) -> bool {
        self != Piece::NONE
    }

    /// The piece's type; meaningless for [`Piece::NONE`].
    #[inline(always)]
    pub const fn kind(self) -> PieceType {
        PieceType(self.0 >> 1)
    }

    /// The piece's side; meaningless for [`Piece::NONE`].
    #[inline(always)]
    pub const fn side(self) -> Side {
        if self.0 & 1 == 0 { Side::White } else { Side::Black }
    }

    /// A number below 128 for each piece, for tables; 255 for [`Piece::NONE`].
    #[inline(always)]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The capital form of a piece's letter, White's; letters need not be Latin.
pub fn capital(letter: char) -> char {
    letter.to_uppercase().next().unwrap_or(letter)
}

/// The small form of a piece's letter, Black's.
pub fn small(letter: char) -> char {
    letter.to_lowercase().next().unwrap_or(letter)
}

/// A set of piece types.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PieceSet(pub u64);

impl PieceSet {
    /// The set without types.
    pub const EMPTY: PieceSet = PieceSet(0);

    /// Whether `kind` is in the set.
    #[inline(always)]
    pub const fn has(self, kind: PieceType) -> bool {
        self.0 >> kind.0 & 1 != 0
    }

    /// The set with `kind` added.
    #[must_use]
    pub const fn with(self, kind: PieceType) -> PieceSet {
        PieceSet(self.0 | 1 << kind.0)
    }

    /// Whether the set has no type.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many types the set has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The types in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = PieceType> {
        (0..PieceType::MAX as u8)
            .map(PieceType)
            .filter(move |&kind| self.has(kind))
    }
}

impl FromIterator<PieceType> for PieceSet {
    fn from_iter<I: IntoIterator<Item = PieceType>>(kinds: I) -> PieceSet {
        kinds.into_iter().fold(PieceSet::EMPTY, PieceSet::with)
    }
}
