//! A variant while it is being read: rules in terms of slots and of a 16 by 16 grid, so that children can inherit
//! them before the pieces and the board's size are settled.

use super::{
    HomeProtocol, Numbering, ScoreMeaning, ValueSet, Verdict,
    ground::{PresenceBanks, Seat},
    names::Slot,
};
use crate::{
    board::{Bitboard, Shape, Square, U256},
    pieces::betza::{Dialect, Movement},
};
use std::collections::BTreeMap;

/// A list of piece types in the order written, and whether it had a `*`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Types {
    /// The types named.
    pub list: Vec<Slot>,
    /// Whether all types are meant.
    pub all: bool,
}

impl Types {
    /// The list of these types.
    pub fn of(list: &[Slot]) -> Types {
        Types {
            list: list.to_vec(),
            all: false,
        }
    }

    /// All types.
    pub fn all() -> Types {
        Types {
            list: Vec::new(),
            all: true,
        }
    }

    /// Whether `slot` is meant.
    pub fn has(&self, slot: Slot) -> bool {
        self.all || self.list.contains(&slot)
    }
}

/// A set of squares of a board whose size is not known yet: square numbers are `16 * rank + file`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Region(U256);

impl Region {
    /// No square.
    pub const NONE: Region = Region(U256([0; 4]));
    /// Every square.
    pub const ALL: Region = Region(U256([u64::MAX; 4]));

    /// The squares of the grid whose file and rank (from 0) satisfy `condition`.
    pub fn of(condition: impl Fn(u8, u8) -> bool) -> Region {
        let squares = (0..=255).filter(|&i| condition(i % 16, i / 16)).map(Square);
        Region(squares.fold(U256::EMPTY, |set, square| set | U256::of(square)))
    }

    /// One rank, from 0.
    pub fn rank(rank: u8) -> Region {
        Region::of(|_, r| r == rank)
    }

    /// The squares of both.
    pub fn and(self, other: Region) -> Region {
        Region(self.0 | other.0)
    }

    /// The squares that both have.
    pub fn common(self, other: Region) -> Region {
        Region(self.0 & other.0)
    }

    /// The squares whose files and ranks (from 0) lie between those of two corners.
    pub fn rectangle(a: (u8, u8), b: (u8, u8)) -> Region {
        let between = |x: u8, a: u8, b: u8| (a.min(b)..=a.max(b)).contains(&x);
        Region::of(|f, r| between(f, a.0, b.0) && between(r, a.1, b.1))
    }

    /// Whether the region has no square.
    pub fn is_empty(self) -> bool {
        self == Region::NONE
    }

    /// Whether the square at `file` and `rank` (from 0) is in the region.
    pub fn has(self, file: u8, rank: u8) -> bool {
        self.0.has(Square(16 * rank + file))
    }

    /// Those of the squares that `shape` has, in its numbering.
    pub fn on(self, shape: Shape) -> U256 {
        shape.set(|file, rank| self.has(file as u8, rank as u8))
    }
}

/// A piece as the ini gives it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PieceSpec {
    /// The letter, a capital.
    pub letter: char,
    /// The movement as written.
    pub betza: String,
    /// The movement as read; empty if it could not be read.
    pub movement: Movement,
}

/// What differs from the side's common promotion rules for one type.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct OwnPromotion {
    /// The zone per side.
    pub zone: [Option<Region>; 2],
    /// The choices of both sides.
    pub choices: Option<Types>,
    /// Whether it must promote.
    pub mandatory: Option<bool>,
}

/// Everything a section can say; the fields carry the keys' names where nothing else is said.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Draft {
    pub description: String,
    pub synonyms: Vec<String>,
    pub home_protocol: Option<HomeProtocol>,
    pub template: String,
    pub piece_to_char: String,
    pub pocket_size: u16,
    pub files: u8,
    pub ranks: u8,
    pub start_fen: String,
    pub numbering: Option<Numbering>,
    pub chess960: bool,
    pub dialect: Dialect,
    pub pieces: BTreeMap<Slot, PieceSpec>,
    pub aliases: Vec<(Slot, char)>,
    pub names: Vec<(Slot, String)>,
    pub values: [BTreeMap<Slot, i32>; 2],
    pub value_set: ValueSet,
    pub network: Option<&'static str>,
    pub chances: ScoreMeaning,
    pub promotion_pawns: [Types; 2],
    pub promotion_choices: [Types; 2],
    pub promotion_zone: [Region; 2],
    pub promotion_limit: BTreeMap<Slot, u16>,
    pub mandatory_promotion: bool,
    pub own_promotions: BTreeMap<Slot, OwnPromotion>,
    pub double_step: bool,
    pub double_step_region: [Region; 2],
    pub triple_step_region: [Region; 2],
    pub en_passant_region: [Region; 2],
    pub en_passant_types: [Types; 2],
    pub castling: bool,
    pub flexible_castling: bool,
    pub king_side_files: Vec<u8>,
    pub queen_side_files: Vec<u8>,
    pub castling_rank: u8,
    pub castling_king_file: u8,
    pub castling_king: [Option<Slot>; 2],
    pub castling_partners: [Types; 2],
    pub partner_files: [Option<u8>; 2],
    pub n_move_rule: u16,
    pub n_move_types: [Types; 2],
    pub n_fold_rule: u16,
    pub n_fold_value: Verdict,
    pub insufficient_material: bool,
    pub stalemate: Verdict,
    pub checkmate: Verdict,
    pub extinction_value: Verdict,
    pub extinction_types: Types,
    pub extinction_count: u16,
    pub extinction_opponent_count: u16,
    pub extinction_claim: bool,
    pub flag_types: [Types; 2],
    pub flag_region: [Region; 2],
    pub flag_count: u16,
    pub immobility_illegal: bool,
    pub mobility_regions: BTreeMap<Slot, [Option<Region>; 2]>,
    pub royals_are_gained: bool,
    pub banks: Vec<Region>,
    pub up: Region,
    pub solid_block_types: Types,
    pub barred_steps: Vec<Step>,
    pub barred_step_types: Types,
    pub crossing_barred_types: Types,
    pub crossing_steps: Vec<Step>,
    pub crossing_promotion_types: Types,
    pub gate_side: Region,
    pub gate_region: Region,
    pub opposite_capture_types: Types,
    pub rival_types: Types,
    pub presence_types: Types,
    pub presence_banks: PresenceBanks,
    pub seats: Vec<Seat>,
    pub drop_out: Vec<(Slot, Slot)>,
    pub rest_types: Types,
    pub coronation: Vec<(Slot, Slot)>,
    pub crowners: Vec<Slot>,
    pub pair_castling: Vec<PairDraft>,
    pub loss_set: Types,
}

/// All that decides a game: the values of its ends, what is counted, and what has to be reached.
#[derive(PartialEq, Eq, Debug)]
pub(super) struct Goal {
    values: [Verdict; 4],
    counts: [u16; 3],
    types: [Types; 4],
    regions: [Region; 2],
    royals_are_gained: bool,
}

/// A single step from square to square, each as file and rank (from 0).
pub(super) type Step = [(u8, u8); 2];

/// A castling of two pieces whose types are not numbered yet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct PairDraft {
    /// The right's letter, a capital for White.
    pub letter: char,
    /// Who they are.
    pub slots: [Slot; 2],
    /// Where each stands and where it goes.
    pub moves: [Step; 2],
}

impl Draft {
    /// What decides the game.
    pub fn goal(&self) -> Goal {
        let [white, black] = self.flag_types.clone();
        Goal {
            values: [self.stalemate, self.checkmate, self.extinction_value, self.n_fold_value],
            counts: [self.extinction_count, self.extinction_opponent_count, self.flag_count],
            types: [self.extinction_types.clone(), white, black, self.loss_set.clone()],
            regions: self.flag_region,
            royals_are_gained: self.royals_are_gained,
        }
    }
}

impl Default for Draft {
    /// Orthodox chess without any pieces.
    fn default() -> Draft {
        let pawns = || [Types::of(&[Slot::PAWN]), Types::of(&[Slot::PAWN])];
        let choices = || Types::of(&[Slot::QUEEN, Slot::ROOK, Slot::BISHOP, Slot::KNIGHT]);
        Draft {
            description: String::new(),
            synonyms: Vec::new(),
            home_protocol: None,
            template: "fairy".to_string(),
            piece_to_char: String::new(),
            pocket_size: 0,
            files: 8,
            ranks: 8,
            start_fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".to_string(),
            numbering: None,
            chess960: false,
            dialect: Dialect::Fairy,
            pieces: BTreeMap::new(),
            aliases: Vec::new(),
            names: Vec::new(),
            values: [BTreeMap::new(), BTreeMap::new()],
            value_set: ValueSet::Muller,
            network: None,
            chances: ScoreMeaning::default(),
            promotion_pawns: pawns(),
            promotion_choices: [choices(), choices()],
            promotion_zone: [Region::rank(7), Region::rank(0)],
            promotion_limit: BTreeMap::new(),
            mandatory_promotion: true,
            own_promotions: BTreeMap::new(),
            double_step: true,
            double_step_region: [Region::rank(1), Region::rank(6)],
            triple_step_region: [Region::NONE; 2],
            en_passant_region: [Region::ALL; 2],
            en_passant_types: pawns(),
            castling: true,
            flexible_castling: false,
            king_side_files: vec![6],
            queen_side_files: vec![2],
            castling_rank: 0,
            castling_king_file: 4,
            castling_king: [Some(Slot::KING); 2],
            castling_partners: [Types::of(&[Slot::ROOK]), Types::of(&[Slot::ROOK])],
            partner_files: [None; 2],
            n_move_rule: 50,
            n_move_types: pawns(),
            n_fold_rule: 3,
            n_fold_value: Verdict::Draw,
            insufficient_material: true,
            stalemate: Verdict::Draw,
            checkmate: Verdict::Loss,
            extinction_value: Verdict::None,
            extinction_types: Types::default(),
            extinction_count: 0,
            extinction_opponent_count: 0,
            extinction_claim: false,
            flag_types: [Types::all(), Types::all()],
            flag_region: [Region::NONE; 2],
            flag_count: 1,
            immobility_illegal: false,
            mobility_regions: BTreeMap::new(),
            royals_are_gained: false,
            banks: Vec::new(),
            up: Region::NONE,
            solid_block_types: Types::default(),
            barred_steps: Vec::new(),
            barred_step_types: Types::all(),
            crossing_barred_types: Types::default(),
            crossing_steps: Vec::new(),
            crossing_promotion_types: Types::default(),
            gate_side: Region::NONE,
            gate_region: Region::NONE,
            opposite_capture_types: Types::default(),
            rival_types: Types::default(),
            presence_types: Types::default(),
            presence_banks: PresenceBanks::default(),
            seats: Vec::new(),
            drop_out: Vec::new(),
            rest_types: Types::default(),
            coronation: Vec::new(),
            crowners: Vec::new(),
            pair_castling: Vec::new(),
            loss_set: Types::default(),
        }
    }
}

impl Draft {
    /// What a child begins with: everything but the words about this variant itself.
    pub fn child(&self) -> Draft {
        Draft {
            description: String::new(),
            synonyms: Vec::new(),
            home_protocol: None,
            ..self.clone()
        }
    }

    /// The slot whose piece has this letter, capital or small.
    pub fn slot_of_letter(&self, letter: char) -> Option<Slot> {
        let capital = capital(letter)?;
        self.pieces
            .iter()
            .find(|(_, piece)| piece.letter == capital)
            .map(|(&slot, _)| slot)
    }
}

/// The capital of a letter that has exactly one capital and one small form; `None` for anything else.
pub(super) fn capital(letter: char) -> Option<char> {
    let single = |mut chars: Box<dyn Iterator<Item = char>>| chars.next().filter(|_| chars.next().is_none());
    let upper = single(Box::new(letter.to_uppercase()))?;
    let lower = single(Box::new(upper.to_lowercase()))?;
    (letter.is_alphabetic() && upper != lower && (letter == upper || letter == lower)).then_some(upper)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_fit_any_board() {
        let shape = Shape::new(10, 8).unwrap();
        assert_eq!(Region::rank(7).on(shape), shape.rank_set(7));
        assert_eq!(Region::ALL.on(shape), shape.on_board());
        assert_eq!(Region::rank(8).on(shape), U256::EMPTY);
    }

    #[test]
    fn capitals() {
        assert_eq!(capital('q'), Some('Q'));
        assert_eq!(capital('Ä'), Some('Ä'));
        for bad in ['1', '-', '*', 'ß', '王', '+'] {
            assert_eq!(capital(bad), None, "{bad}");
        }
    }
}
