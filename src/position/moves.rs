//! A move in 32 bits.

use crate::board::Square;

/// What a move does besides going from one square to another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum MoveKind {
    /// Nothing, or captures what stands on the end square.
    Normal = 0,
    /// A first move over squares on which the piece can be captured en passant.
    Double = 1,
    /// Captures the piece that has just passed over the end square.
    EnPassant = 2,
    /// Castling: `to` is the king's end square, `aux` the number of the right, `choice` that of the option.
    Castle = 3,
    /// The piece becomes the type with number `choice` in its list of promotions.
    Promotion = 4,
    /// A player who is out, or has no move and drops out, passes.
    Pass = 5,
}

/// A move: from 8 bits, to 8, aux 8, kind 4, choice 4. It means something only in a position.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(pub u32);

impl Move {
    /// No move.
    pub const NULL: Move = Move(0);

    /// The pass of a player who is out or drops out.
    pub const PASS: Move = Move((MoveKind::Pass as u32) << 24);

    /// A move of kind [`MoveKind::Normal`], [`MoveKind::Double`] or [`MoveKind::EnPassant`].
    #[inline(always)]
    pub const fn new(from: Square, to: Square, kind: MoveKind) -> Move {
        Move(from.0 as u32 | (to.0 as u32) << 8 | (kind as u32) << 24)
    }

    /// A promotion to the choice with this number, 0 to 15.
    #[inline(always)]
    pub const fn promotion(from: Square, to: Square, choice: u8) -> Move {
        Move(Move::new(from, to, MoveKind::Promotion).0 | (choice as u32) << 28)
    }

    /// Castling with the option (0 to 15) of a right (0 to 15).
    #[inline(always)]
    pub const fn castle(from: Square, to: Square, right: u8, option: u8) -> Move {
        Move(Move::new(from, to, MoveKind::Castle).0 | (right as u32) << 16 | (option as u32) << 28)
    }

    /// The square that the piece leaves.
    #[inline(always)]
    pub const fn from(self) -> Square {
        Square(self.0 as u8)
    }

    /// The square that the piece (in castling: the king) arrives on.
    #[inline(always)]
    pub const fn to(self) -> Square {
        Square((self.0 >> 8) as u8)
    }

    /// In castling, the number of the right.
    #[inline(always)]
    pub const fn aux(self) -> u8 {
        (self.0 >> 16) as u8
    }

    /// What the move does besides.
    #[inline(always)]
    pub const fn kind(self) -> MoveKind {
        match self.0 >> 24 & 15 {
            1 => MoveKind::Double,
            2 => MoveKind::EnPassant,
            3 => MoveKind::Castle,
            4 => MoveKind::Promotion,
            5 => MoveKind::Pass,
            _ => MoveKind::Normal,
        }
    }

    /// The number of the promotion or of the castling option, 0 to 15.
    #[inline(always)]
    pub const fn choice(self) -> u8 {
        (self.0 >> 28) as u8
    }

    /// Whether this is [`Move::NULL`].
    #[inline(always)]
    pub const fn is_null(self) -> bool {
        self.0 == 0
    }
}
