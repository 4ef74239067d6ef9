//! Rules as data, of the ground and of those who play on it: banks of a river and what they bar, promote or ask for,
//! seats that move in turn, pieces that must rest, and pieces that are crowned.

use crate::{
    board::{Bitboard, Square, U256},
    pieces::{PieceSet, PieceType},
};

/// What the ground itself bars, and what moves owe it. A variant without such rules has the default.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Ground {
    /// The banks, which have no square in common (key `banks`); the squares of none make one more bank.
    pub banks: Vec<U256>,
    /// Where forward is up the board for both sides; it is down elsewhere. `None`: up for White, down for Black (key
    /// `forwardUpRegion`).
    pub up: Option<U256>,
    /// Single steps that are barred to some types (keys `barredSteps` and `barredStepTypes`).
    pub barred: Barred,
    /// The types whose diagonal steps and knight's leaps need all squares of the block that they span (key
    /// `solidBlockTypes`).
    pub solid_block_types: PieceSet,
    /// The types that may not go from one bank to another but by these steps (keys `crossingBarredTypes` and
    /// `crossingSteps`).
    pub crossing: Crossing,
    /// A line that moves may cross only by some squares.
    pub gate: Option<Gate>,
    /// The types that may not capture each other where they move in the same direction (key `oppositeCaptureTypes`).
    pub opposite_capture_types: PieceSet,
    /// The types that may not end a move in a bank that holds an enemy of these types (key `rivalTypes`).
    pub rival_types: PieceSet,
    /// Who must be present after each move.
    pub presence: Option<Presence>,
}

/// Single steps that are barred.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Barred {
    /// From square to square.
    pub steps: Vec<(Square, Square)>,
    /// The types they are barred to.
    pub types: PieceSet,
}

/// Who may not cross from bank to bank.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Crossing {
    /// The types that may not.
    pub types: PieceSet,
    /// The single steps by which they may all the same.
    pub steps: Vec<(Square, Square)>,
}

/// A line that a move may cross only if it starts on, passes over or ends on a square of the gate on each side of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Gate {
    /// The squares on one side of the line (key `gateSide`).
    pub side: U256,
    /// The gate's squares on both sides (key `gateRegion`).
    pub squares: U256,
}

/// At least one piece of these types must be left to the mover's side after each move, on every bank or on the bank of
/// the seat that moves.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Presence {
    /// The types, of which one will do (key `presenceTypes`).
    pub types: PieceSet,
    /// Where they must be present (key `presenceBanks`).
    pub banks: PresenceBanks,
}

/// Where pieces must be present.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum PresenceBanks {
    /// On each bank.
    #[default]
    All,
    /// On the bank of the seat that moves.
    Own,
}

/// Players in the order of their turns; sides alternate.
#[derive(Clone, PartialEq, Debug)]
pub struct Seats {
    /// White's are at even places, Black's at odd ones (key `seats`).
    pub list: Vec<Seat>,
    /// What pieces of a side become when one of its players drops out (key `dropOutPromotion`).
    pub drop_out: Vec<(PieceType, PieceType)>,
}

/// One player's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Seat {
    /// Its letter, a capital for White.
    pub letter: char,
    /// The index of its bank in [`Ground::banks`].
    pub bank: usize,
}

/// The most seats.
pub const MAX_SEATS: usize = 4;

/// Pieces that are crowned by standing between two others.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Coronation {
    /// The type that is crowned.
    pub from: PieceType,
    /// What it becomes.
    pub to: PieceType,
    /// The types that crown it, one on either side, of either army.
    pub crowners: [PieceType; 2],
}

/// Castling of any two pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PairCastling {
    /// The right's letter in FENs: a capital for White.
    pub letter: char,
    /// The types of the two.
    pub kinds: [PieceType; 2],
    /// Where each stands and where it goes.
    pub moves: [(Square, Square); 2],
}

impl Ground {
    /// Whether the two squares lie on different banks.
    pub fn crosses(&self, from: Square, to: Square) -> bool {
        self.bank(from) != self.bank(to)
    }

    /// The number of the bank that `square` belongs to; squares of no bank share the last number.
    pub fn bank(&self, square: Square) -> usize {
        self.banks
            .iter()
            .position(|bank| bank.has(square))
            .unwrap_or(self.banks.len())
    }
}
