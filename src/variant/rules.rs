//! A variant compiled for one board width: the tables that everything above reads.

use super::{
    Castling, Variant,
    ground::{Coronation, MAX_SEATS, Presence},
};
use crate::{
    board::{Bitboard, Shape, Side, SplitMix64, Square, SquareMap, U256},
    pieces::{
        Piece, PieceSet, PieceType,
        tables::{Attack, Step, Targets},
    },
};
use arrayvec::ArrayVec;
use std::sync::Arc;

/// Everything that move generation, search and evaluation need to know of a variant.
#[derive(Debug)]
pub struct Rules<B: 'static> {
    /// The data that this was compiled from.
    pub variant: Arc<Variant>,
    /// The board with the start position's holes.
    pub shape: Shape,
    /// The squares that exist.
    pub board: B,
    /// The movement of each type, per side: `movers[side][kind]`.
    pub movers: [Vec<Mover<B>>; 2],
    /// The ways in which each side attacks squares.
    pub attacks: [Vec<Attack<B>>; 2],
    /// The royal type, if the game has one.
    pub royal: Option<PieceType>,
    /// Whether check and pin masks suffice for legality: one royal or none, no hurdles, no capture of friends, nothing
    /// that the ground or the players' seats ask for.
    pub plain: bool,
    /// What moves owe the ground and the players' seats, and what happens after them; `None` for most games.
    pub ground: Option<Box<GroundRules<B>>>,
    /// Per side: the types of which it has lost too many when it has fewer than this of each.
    pub loss_set: [ArrayVec<(PieceType, u32), 16>; 2],
    /// Per side: from where en passant captures can reach a square, at best, by type.
    pub en_passant_reach: [Vec<(PieceType, SquareMap<B>)>; 2],
    /// Per side that captures: where en passant is allowed.
    pub en_passant_region: [B; 2],
    /// Per side: the types whose moves reset the fifty-move counter.
    pub progress_types: [PieceSet; 2],
    /// Castling, as data.
    pub castling: Castling,
    /// Whether the game may end by the pieces on the board alone.
    pub ends_by_pieces: bool,
    /// Hash keys.
    pub keys: Keys,
}

/// What one type of one side can do.
#[derive(Debug)]
pub struct Mover<B: 'static> {
    /// The type.
    pub kind: PieceType,
    /// Moves to empty squares.
    pub quiet: Targets<B>,
    /// Captures of enemies.
    pub capture: Targets<B>,
    /// Whether `quiet` and `capture` are the same, so that one lookup serves both.
    pub same: bool,
    /// Captures of the own side's pieces, if the type has them.
    pub friendly: Option<Targets<B>>,
    /// En passant captures, if the type has them.
    pub en_passant: Option<Targets<B>>,
    /// For each square number: first moves that pass over squares on which they can be captured en passant.
    pub doubles: Vec<Vec<Double<B>>>,
    /// Whether any square has such a move.
    pub has_doubles: bool,
    /// Whether any of them promotes.
    pub doubles_promote: bool,
    /// The whole movement as uniform steps, if it is that simple.
    pub steps: Option<Steps<B>>,
    /// How the type promotes, if it does.
    pub promotion: Option<Promoter<B>>,
    /// Squares that it may not stay on as it is, because it could never move again.
    pub dead: B,
}

/// A first move over squares on which the mover can be captured en passant.
#[derive(Clone, Copy, Debug)]
pub struct Double<B> {
    /// Where it ends.
    pub to: Square,
    /// The squares passed, which must be empty.
    pub passed: B,
}

/// The movement of a type as uniform steps.
#[derive(Clone, Debug)]
pub struct Steps<B> {
    /// To empty squares.
    pub quiet: ArrayVec<Step<B>, 4>,
    /// Captures.
    pub capture: ArrayVec<Step<B>, 4>,
    /// First moves over one square.
    pub double: ArrayVec<Step<B>, 4>,
    /// Whether moves of all pieces can be generated at once: not where promotion depends on each one's start square.
    pub at_once: bool,
}

/// How a type of one side promotes.
#[derive(Clone, Debug)]
pub struct Promoter<B> {
    /// Moves that end here promote; with `crossing`, some of them.
    pub zone: B,
    /// For each square that a move starts on: where it promotes, if that depends on it.
    pub crossing: Option<SquareMap<B>>,
    /// What into, in the order of preference.
    pub choices: ArrayVec<PieceType, 16>,
    /// Whether it must, as long as there is a choice.
    pub mandatory: bool,
    /// At most this many of a choice type on the board.
    pub limits: Vec<(PieceType, u32)>,
}

impl<B: Bitboard> Promoter<B> {
    /// Where moves from `from` promote.
    #[inline(always)]
    pub fn zone_from(&self, from: Square) -> B {
        self.crossing.as_ref().map_or(self.zone, |zones| zones[from])
    }
}

/// What moves owe the ground and the players' seats, and what happens after them.
#[derive(Debug)]
pub struct GroundRules<B: 'static> {
    /// The banks.
    pub banks: ArrayVec<B, 17>,
    /// The types that capture each other only where they move in opposite directions, and where forward is up; empty
    /// where that cannot happen.
    pub opposite_capture_types: PieceSet,
    /// Where forward is up for both sides.
    pub up: B,
    /// The types that may not end a move in a bank where an enemy of these types stands.
    pub rival_types: PieceSet,
    /// Who must be present after each move, and where.
    pub presence: Option<Presence>,
    /// The players' seats.
    pub seats: Option<SeatRules<B>>,
    /// The types that must rest after a move.
    pub rest_types: PieceSet,
    /// How pieces are crowned.
    pub coronation: Option<Crowning<B>>,
}

/// The players' seats, in the order of their turns.
#[derive(Debug)]
pub struct SeatRules<B: 'static> {
    /// Each seat's letter.
    pub letters: ArrayVec<char, MAX_SEATS>,
    /// Each seat's bank.
    pub banks: ArrayVec<B, MAX_SEATS>,
    /// What pieces become when a player of their side drops out.
    pub drop_out: Vec<(PieceType, PieceType)>,
    /// Keys of [`crate::position::Seating`], by its number.
    pub keys: Vec<u64>,
}

impl<B: Bitboard> SeatRules<B> {
    /// How many seats there are.
    #[inline(always)]
    pub fn count(&self) -> usize {
        self.letters.len()
    }

    /// A set of the numbers of one side's seats, as bits.
    #[inline(always)]
    pub fn of_side(&self, side: Side) -> u16 {
        let all = (1 << self.count()) - 1;
        all & if side == Side::White { 0b0101 } else { 0b1010 }
    }
}

/// How pieces are crowned, and the lines by which.
#[derive(Debug)]
pub struct Crowning<B> {
    /// The rule.
    pub rule: Coronation,
    /// For each square, those of its rays.
    pub reach: SquareMap<B>,
    /// For each square, the squares in each diagonal direction, nearest first.
    pub rays: Vec<[Vec<Square>; 4]>,
    /// For each square, the pairs of directions on which the two crowners may stand.
    pub pairs: Vec<Vec<(usize, usize)>>,
}

/// Zobrist keys: the hash of a position is the exclusive or of the keys of what is true in it.
#[derive(Debug)]
pub struct Keys {
    pieces: Vec<[u64; 256]>,
    en_passant: [u64; 256],
    rights: [u64; 256],
    /// Black is to move.
    pub black: u64,
}

impl Keys {
    /// Keys for `kinds` piece types, the same in every run.
    pub fn new(kinds: usize) -> Keys {
        let mut random = SplitMix64::new(0x0AA9_CA00_5EED);
        let mut row = || {
            let mut row = [0; 256];
            row.fill_with(|| random.next());
            row
        };
        let en_passant = row();
        let rights = row();
        let black = row()[0];
        Keys {
            pieces: (0..2 * kinds).map(|_| row()).collect(),
            en_passant,
            rights,
            black,
        }
    }

    /// `piece` (not [`Piece::NONE`]) stands on `square`.
    #[inline(always)]
    pub fn piece(&self, piece: Piece, square: Square) -> u64 {
        self.pieces[piece.index()][square.index()]
    }

    /// En passant is possible on `square`.
    #[inline(always)]
    pub fn en_passant(&self, square: Square) -> u64 {
        self.en_passant[square.index()]
    }

    /// The right to castle with the partner on `square` is there. A right's number would not do: it depends on
    /// which rights a game started with.
    #[inline(always)]
    pub fn right(&self, square: Square) -> u64 {
        self.rights[square.index()]
    }
}

impl<B: Bitboard> Rules<B> {
    /// The movement of a type of one side.
    #[inline(always)]
    pub fn mover(&self, side: Side, kind: PieceType) -> &Mover<B> {
        &self.movers[side.index()][kind.index()]
    }

    /// The players' seats, if the game has such.
    #[inline(always)]
    pub fn seats(&self) -> Option<&SeatRules<B>> {
        self.ground.as_ref()?.seats.as_ref()
    }

    /// How many piece types there are.
    pub fn kinds(&self) -> usize {
        self.variant.pieces.len()
    }

    /// Narrows a set of squares to this width.
    pub fn set(&self, wide: U256) -> B {
        B::narrow(wide) & self.board
    }

    /// The memory of the distinct attack tables in bytes.
    pub fn table_bytes(&self) -> usize {
        let mut seen = std::collections::HashSet::new();
        let targets = self.movers.iter().flatten().flat_map(|m| [&m.quiet, &m.capture]);
        let slides = targets.flat_map(|t| t.slides.iter().copied());
        slides
            .filter(|&s| seen.insert(std::ptr::from_ref(s)))
            .map(|s| s.bytes())
            .sum()
    }
}
