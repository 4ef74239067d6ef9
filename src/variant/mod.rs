//! Layer 2: rules as data. An ini text becomes a [`Variant`], which is plain data and knows no tables.

pub mod blueprint;
pub mod compile;
mod diagnostic;
mod documentation;
mod draft;
mod finish;
mod finish_ground;
pub mod ground;
mod ground_keys;
mod ground_rules;
mod ground_values;
mod ini;
mod keys;
mod missing;
pub mod movement;
mod names;
pub mod networks;
pub mod numbering;
mod registry;
pub mod rules;
mod section;
mod start;
mod suggest;
mod table;
mod values;

pub use diagnostic::{Diagnostic, Severity};
pub use documentation::documentation;
pub use registry::Registry;

use crate::{
    board::{Shape, U256},
    pieces::{PieceSet, PieceType, betza::Movement, capital},
};
use ground::{Coronation, Ground, PairCastling, Seats};

/// A game's rules, as read from an ini section; "per side" arrays are White, Black.
#[derive(Clone, PartialEq, Debug)]
pub struct Variant {
    /// The section's name, in lower case.
    pub name: String,
    /// One line for people: inventor, year, what is special (key `description`).
    pub description: String,
    /// Other names of the game, in lower case (key `synonyms`).
    pub synonyms: Vec<String>,
    /// The parent game that GUIs are told (key `variantTemplate`).
    pub template: String,
    /// XBoard's piece-to-picture table, or empty for one made from the pieces.
    pub piece_to_char: String,
    /// How many kinds of pieces in hand GUIs are told (key `pocketSize`).
    pub pocket_size: u16,
    /// The protocol that was made for this game, if there is one (key `homeProtocol`).
    pub home_protocol: Option<HomeProtocol>,
    /// Files and ranks; holes come from `*` in the start position.
    pub shape: Shape,
    /// The start position, a FEN.
    pub start_fen: String,
    /// How start positions are numbered, if they are (key `startNumbering`).
    pub numbering: Option<Numbering>,
    /// Castling moves and rights are those of Chess960 by default.
    pub chess960: bool,
    /// The pieces; a [`PieceType`] is an index into this list.
    pub pieces: Vec<PieceDef>,
    /// The royal type, if the game has one.
    pub royal: Option<PieceType>,
    /// Whether royals are gained in play: a side may have none, and one with two has lost (key `royals`).
    pub royals_are_gained: bool,
    /// Pawns' steps and en passant.
    pub pawns: Pawns,
    /// Promotion for each piece type that promotes.
    pub promotions: Vec<Promotion>,
    /// Castling.
    pub castling: Castling,
    /// Draw rules.
    pub draws: Draws,
    /// Other ends of a game.
    pub endings: Endings,
    /// A move may not end where the piece could never move again (key `immobilityIllegal`).
    pub immobility_illegal: bool,
    /// The squares that a type may stand on, where they are restricted (keys `mobilityRegion..`).
    pub mobility_regions: Vec<(PieceType, [U256; 2])>,
    /// What the ground bars and asks for.
    pub ground: Ground,
    /// The players, where there are more than one a side or where they have banks of their own.
    pub seats: Option<Seats>,
    /// The types that must rest after a move until each player of the side has moved another piece (key `restTypes`).
    pub rest_types: PieceSet,
    /// How pieces are crowned, if they are.
    pub coronation: Option<Coronation>,
    /// Which published set of piece values to start from (key `pieceValues`).
    pub value_set: ValueSet,
    /// The name of the network that corrects the evaluation, if one does (key `network`).
    pub network: Option<&'static str>,
    /// What scores say about the result.
    pub chances: ScoreMeaning,
}

impl Variant {
    /// Whether a type promotes by crossing to another bank, and has no choice of what it becomes.
    pub fn promotes_by_crossing(&self, kind: PieceType) -> bool {
        self.crossing_promotion(kind).is_some()
    }

    /// The type that a letter of either case stands for.
    pub fn kind_of(&self, letter: char) -> Option<PieceType> {
        let letter = capital(letter);
        let own = self.pieces.iter().position(|piece| piece.letter == letter);
        let index = own.or_else(|| self.pieces.iter().position(|piece| piece.aliases.contains(&letter)));
        index.map(|index| PieceType(index as u8))
    }

    /// What a type becomes by crossing to another bank, if it does and has no choice.
    pub fn crossing_promotion(&self, kind: PieceType) -> Option<PieceType> {
        let own = self.promotions.iter().find(|promotion| promotion.kind == kind)?;
        match own.choices[0][..] {
            [only] if own.by_crossing && own.choices[1] == own.choices[0] => Some(only),
            _ => None,
        }
    }
}

/// One piece type of a variant.
#[derive(Clone, PartialEq, Debug)]
pub struct PieceDef {
    /// The key that defines it in ini texts, in lower case, whatever the variant calls it.
    pub key: String,
    /// Its letter in FENs, a capital.
    pub letter: char,
    /// Other letters that are read for it in FENs and moves, capitals (key `pieceAliases`).
    pub aliases: Vec<char>,
    /// Its name in lower case, such as `archbishop`.
    pub name: String,
    /// Its movement as written.
    pub betza: String,
    /// Its movement as read.
    pub movement: Movement,
    /// Whether this is the predefined pawn, to which `doubleStep` applies.
    pub is_pawn: bool,
    /// Middle game and endgame value in centipawns, where the ini gives them.
    pub value: [Option<i32>; 2],
}

/// What is special about pawns; their steps are Betza like any other piece's.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pawns {
    /// Whether the predefined pawn may double-step (key `doubleStep`).
    pub double_step: bool,
    /// Where from, per side; also where `i` moves of any type start.
    pub double_step_region: [U256; 2],
    /// Where a triple step may start, per side.
    pub triple_step_region: [U256; 2],
    /// On which target squares en passant is allowed, per side that captures.
    pub en_passant_region: [U256; 2],
    /// Who may capture en passant, per side.
    pub en_passant_types: [PieceSet; 2],
}

/// How one piece type promotes.
#[derive(Clone, PartialEq, Debug)]
pub struct Promotion {
    /// The type that promotes.
    pub kind: PieceType,
    /// The squares on which a move's end promotes, per side; none where crossing promotes.
    pub zone: [U256; 2],
    /// What it may become, in the order of preference, per side.
    pub choices: [Vec<PieceType>; 2],
    /// Whether it must promote in the zone (as long as there is a choice).
    pub mandatory: bool,
    /// For each choice type: at most this many of them on the board, by promotion.
    pub limits: Vec<(PieceType, u8)>,
    /// Whether a move promotes that goes from one bank to another, wherever it ends, rather than one that ends in the
    /// zone (key `crossingPromotionTypes`).
    pub by_crossing: bool,
}

/// Castling along the king's rank.
#[derive(Clone, PartialEq, Debug)]
pub struct Castling {
    /// Whether there is castling.
    pub enabled: bool,
    /// The files (from 0) the king may go to towards the last file.
    pub king_side_files: Vec<u8>,
    /// The files (from 0) the king may go to towards the first file.
    pub queen_side_files: Vec<u8>,
    /// If set, the king may instead go to any square from two steps towards the partner up to the square before it.
    pub flexible: bool,
    /// The rank (from 0) as seen by each side: Black's is counted from the top.
    pub rank: u8,
    /// The king's file (from 0), where several candidates stand on the rank.
    pub king_file: Option<u8>,
    /// The castling piece per side.
    pub king: [Option<PieceType>; 2],
    /// The partner types per side.
    pub partners: [PieceSet; 2],
    /// The partner's file (from 0) on the king's and the queen's side, where FEN's `K` and `Q` do not mean the outermost.
    pub partner_files: [Option<u8>; 2],
    /// Castlings of any two pieces; with such there are no others (key `pairCastling`).
    pub pairs: Vec<PairCastling>,
}

/// Draws by counting.
#[derive(Clone, PartialEq, Debug)]
pub struct Draws {
    /// Full moves without progress that draw; 0 for never.
    pub n_move_rule: u16,
    /// The types whose moves are progress, per side.
    pub n_move_types: [PieceSet; 2],
    /// Occurrences of a position that end the game; 0 for never.
    pub n_fold_rule: u8,
    /// The value of that for the side to move.
    pub n_fold_value: Verdict,
    /// Whether positions in which neither side can win by force of material are draws; see docs/variants.md.
    pub insufficient_material: bool,
}

/// The value of an end of the game for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Verdict {
    /// The side to move wins.
    Win,
    /// The side to move loses.
    Loss,
    /// Nobody wins.
    Draw,
    /// The game does not end.
    #[default]
    None,
}

/// Ends by having no move or no pieces.
#[derive(Clone, PartialEq, Debug)]
pub struct Endings {
    /// No legal move, not in check.
    pub stalemate: Verdict,
    /// No legal move, in check.
    pub checkmate: Verdict,
    /// A side has too few pieces of some types.
    pub extinction: Option<Extinction>,
    /// A piece has reached a goal.
    pub flag: Option<Flag>,
    /// A side has lost when it has fewer of each of these types than at the start (key `lossSetTypes`).
    pub loss_set: PieceSet,
}

/// A count of pieces that ends the game (bare king, three kings and the like).
#[derive(Clone, PartialEq, Debug)]
pub struct Extinction {
    /// The value for the side whose pieces are gone.
    pub value: Verdict,
    /// Each of these types is counted for itself.
    pub types: PieceSet,
    /// All types together are counted (`*` among the types).
    pub all: bool,
    /// Extinct at this number of pieces or fewer.
    pub count: u8,
    /// The opponent must have at least this many of them.
    pub opponent_count: u8,
    /// A side that is to move is only lost if the opponent has one more of them than that: it could take one.
    pub claim: bool,
}

/// A goal region that ends the game (king of the hill and the like).
#[derive(Clone, PartialEq, Debug)]
pub struct Flag {
    /// The types that count, per side.
    pub types: [PieceSet; 2],
    /// The goal squares, per side.
    pub region: [U256; 2],
    /// How many pieces must stand there.
    pub count: u8,
}

/// A protocol that was made for one game, which its GUIs mean unless they choose another.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HomeProtocol {
    /// The universal shogi interface.
    Usi,
    /// The universal Chinese chess protocol, and the dialect of UCI for the same game.
    Ucci,
}

/// A numbering of start positions by shuffled first ranks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Numbering {
    /// 0 to 959 (Scharnagl's Chess960 numbers).
    Chess960,
    /// 0 to 47,999, of which 12,118 are valid (Scharnagl's Capablanca Random Chess numbers).
    CapablancaRandom,
}

/// What the engine's scores say about the result of a game with half of its men left: the odds of winning, to all
/// else, are e to the power of `(score - even) / spread`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ScoreMeaning {
    /// The score at which winning is as likely as not, in centipawns (key `evenChancesScore`).
    pub even: u16,
    /// By how many centipawns more the odds are e times as good, at least 1 (key `chancesSpread`).
    pub spread: u16,
}

impl Default for ScoreMeaning {
    /// Fitted to games of several variants at once.
    fn default() -> ScoreMeaning {
        ScoreMeaning { even: 215, spread: 265 }
    }
}

/// A published set of piece values.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ValueSet {
    /// Muller's measured values.
    #[default]
    Muller,
    /// Scharnagl's SMIRF values, from mobility.
    Smirf,
    /// ChessV's.
    ChessV,
    /// Zillions of Games'.
    Zillions,
    /// Aberg's.
    Aberg,
    /// Nalls'.
    Nalls,
    /// The mobility formula for every piece.
    Mobility,
}
