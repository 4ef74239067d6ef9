//! The table of keys: everything a section may say besides its pieces. `docs/variants.md` is written from it.

use super::{
    HomeProtocol, Numbering, ValueSet,
    draft::{Region, Types},
    ground_keys::{GROUND, LOSS_SET, PAIRS, PLAYERS},
    keys::{Family, FamilySetter, Key, Setter},
    missing,
};
use crate::{board::Shape, pieces::betza::Dialect};

/// The keys of each group, with the group's title. They are applied in this order, whatever the order in the file:
/// a key for both sides comes before those for one.
pub(super) const GROUPS: &[(&str, &[Key])] = &[
    ("Board, start and pieces", BOARD),
    ("For programs that show the game", SHOW),
    ("Piece values", PIECE_VALUES),
    ("Pawns and promotion", PAWNS),
    ("Castling", CASTLING),
    ("Restrictions", RESTRICTIONS),
    ("The ground", GROUND),
    ("Players and coronations", PLAYERS),
    ("Draws and repetition", DRAWS),
    ("Ends of the game", ENDS),
    ("Not known yet: captures", missing::CAPTURES),
    ("Not known yet: drops", missing::DROPS),
    ("Not known yet: gating, walls, passing", missing::GATING),
    ("Not known yet: others", missing::OTHERS),
];

/// The keys that must be read before the pieces.
pub(super) const BOARD: &[Key] = &[
    key(
        "maxRank",
        "8",
        "The number of ranks, up to 16.",
        Setter::Rank(|d, rank| d.ranks = rank + 1),
    ),
    key(
        "maxFile",
        "h",
        "The number of files, up to p or 16.",
        Setter::File(|d, file| d.files = file + 1),
    ),
    key(
        "startFen",
        "orthodox chess",
        "The start position; `*` is a hole in the board.",
        Setter::Text(|d, text| d.start_fen = text.into()),
    ),
    key(
        "chess960",
        "false",
        "Castling moves and rights are written as in Chess960 by default.",
        Setter::Bool(|d, on| d.chess960 = on),
    ),
    key(
        "betzaDialect",
        "fairy",
        "Whose meaning of Betza's letters this section uses: `fairy` (Fairy-Stockfish) or `xboard`. Ours.",
        Setter::Choice(&["fairy", "xboard"], |d, i| {
            d.dialect = [Dialect::Fairy, Dialect::XBoard][i]
        }),
    ),
    key(
        "startNumbering",
        "none",
        "Numbered start positions: `chess960` (0 to 959), `capablancaRandom` (0 to 47999, of which 12118 are valid) or `none`. Ours.",
        Setter::Choice(&["none", "chess960", "capablancaRandom"], |d, i| {
            d.numbering = [None, Some(Numbering::Chess960), Some(Numbering::CapablancaRandom)][i];
        }),
    ),
];

const SHOW: &[Key] = &[
    key(
        "description",
        "",
        "One line about the game: inventor, year, what is special. Not inherited. Ours.",
        Setter::Text(|d, text| d.description = text.into()),
    ),
    key(
        "synonyms",
        "",
        "Other names of the game, with blanks between them. Not inherited. Ours.",
        Setter::Text(|d, text| d.synonyms = text.split_whitespace().map(str::to_lowercase).collect()),
    ),
    key(
        "homeProtocol",
        "none",
        "The protocol that was made for this game (`usi`, `ucci` or `none`): its GUIs mean it unless they choose another. Not inherited. Ours.",
        Setter::Choice(&["none", "usi", "ucci"], |d, i| {
            d.home_protocol = [None, Some(HomeProtocol::Usi), Some(HomeProtocol::Ucci)][i];
        }),
    ),
    key(
        "pieceAliases",
        "-",
        "Other letters that are read for a piece in positions and moves, such as `m:c`. Ours.",
        Setter::Aliases(|d, aliases| d.aliases = aliases),
    ),
    key(
        "pieceNames",
        "-",
        "What pieces are called where that is not their key's name, such as `a:aanca m:marshall`. Ours.",
        Setter::Names(|d, names| d.names.extend(names)),
    ),
    key(
        "variantTemplate",
        "fairy",
        "The parent game that XBoard is told.",
        Setter::Text(|d, text| d.template = text.into()),
    ),
    key(
        "pieceToCharTable",
        "-",
        "Which letter has which picture in XBoard; `-` for one made from the pieces.",
        Setter::Text(|d, text| d.piece_to_char = if text == "-" { String::new() } else { text.into() }),
    ),
    key(
        "pocketSize",
        "0",
        "How many kinds of pieces in hand XBoard is told.",
        Setter::Int(64, |d, n| d.pocket_size = n),
    ),
];

const PIECE_VALUES: &[Key] = &[
    key(
        "pieceValueMg",
        "",
        "Middle game values on Fairy-Stockfish's scale, where 208 is a pawn's worth, such as `p:126 n:781`.",
        Setter::Amounts(20_000, |d, values| {
            d.values[0].extend(values.into_iter().map(|(slot, v)| (slot, centipawns(v))))
        }),
    ),
    key(
        "pieceValueEg",
        "",
        "Endgame values on the same scale.",
        Setter::Amounts(20_000, |d, values| {
            d.values[1].extend(values.into_iter().map(|(slot, v)| (slot, centipawns(v))))
        }),
    ),
    key(
        "pieceValues",
        "muller",
        "The published piece values to start from: `muller`, `smirf`, `chessv`, `zillions`, `aberg`, `nalls`, or `mobility` for the formula. Ours.",
        Setter::Choice(VALUE_SET_NAMES, |d, i| d.value_set = VALUE_SETS[i]),
    ),
    key(
        "network",
        "none",
        "The network, of those in the folder `networks`, that corrects the evaluation as long as it fits the board and the pieces; or `none`. A game that ends otherwise than the one that it inherits from does not inherit its network. Ours.",
        Setter::Network(|d, name| d.network = name),
    ),
    key(
        "evenChancesScore",
        "215",
        "The score in centipawns at which a game with half of its men left is won as often as not: larger where many games are drawn. Ours.",
        Setter::Int(10_000, |d, n| d.chances.even = n),
    ),
    key(
        "chancesSpread",
        "265",
        "By how many centipawns more the odds of winning are e (2.7) times as good, with half of the men left; 0 counts as 1. Ours.",
        Setter::Int(10_000, |d, n| d.chances.spread = n.max(1)),
    ),
];

const VALUE_SET_NAMES: &[&str] = &["muller", "smirf", "chessv", "zillions", "aberg", "nalls", "mobility"];
const VALUE_SETS: [ValueSet; 7] = [
    ValueSet::Muller,
    ValueSet::Smirf,
    ValueSet::ChessV,
    ValueSet::Zillions,
    ValueSet::Aberg,
    ValueSet::Nalls,
    ValueSet::Mobility,
];

/// The last rank of the largest board, from 0.
const LAST: u8 = Shape::MAX - 1;

/// From Fairy-Stockfish's scale, on which a pawn of the endgame is worth 208.
fn centipawns(value: u16) -> i32 {
    (value as i32 * 100 + 104) / 208
}

const PAWNS: &[Key] = &[
    key(
        "pawnTypes",
        "p",
        "The pawns: sets `promotionPawnTypes`, `enPassantTypes` and `nMoveRuleTypes` at once.",
        Setter::Types(|d, types| {
            d.promotion_pawns = both(types.clone());
            d.en_passant_types = both(types.clone());
            d.n_move_types = both(types);
        }),
    ),
    key(
        "promotionPawnTypes",
        "p",
        "The types that promote.",
        Setter::Types(|d, types| d.promotion_pawns = both(types)),
    ),
    key(
        "promotionPawnTypesWhite",
        "p",
        "White's types that promote.",
        Setter::Types(|d, types| d.promotion_pawns[0] = types),
    ),
    key(
        "promotionPawnTypesBlack",
        "p",
        "Black's types that promote.",
        Setter::Types(|d, types| d.promotion_pawns[1] = types),
    ),
    key(
        "promotionPieceTypes",
        "qrbn",
        "What they may become, the most wanted first; at most 16 types.",
        Setter::Types(|d, types| d.promotion_choices = both(types)),
    ),
    key(
        "promotionPieceTypesWhite",
        "qrbn",
        "What White's may become.",
        Setter::Types(|d, types| d.promotion_choices[0] = types),
    ),
    key(
        "promotionPieceTypesBlack",
        "qrbn",
        "What Black's may become.",
        Setter::Types(|d, types| d.promotion_choices[1] = types),
    ),
    key(
        "promotionRank",
        "8",
        "Old: the first rank of the zone.",
        Setter::Old(
            "promotionRegionWhite and promotionRegionBlack",
            &Setter::Rank(|d, rank| d.promotion_zone = mirrored(rank, LAST, d.ranks)),
        ),
    ),
    key(
        "promotionRegionWhite",
        "*8",
        "The squares on which White's types promote.",
        Setter::Region(|d, region| d.promotion_zone[0] = region),
    ),
    key(
        "promotionRegionBlack",
        "*1",
        "The squares on which Black's types promote.",
        Setter::Region(|d, region| d.promotion_zone[1] = region),
    ),
    key(
        "promotionLimit",
        "",
        "How many pieces of a type a side may have by promotion, such as `q:1 r:2`.",
        Setter::Amounts(255, |d, limits| d.promotion_limit = limits.into_iter().collect()),
    ),
    key(
        "mandatoryPawnPromotion",
        "true",
        "A move that ends in the zone must promote.",
        Setter::Bool(|d, on| d.mandatory_promotion = on),
    ),
    key(
        "doubleStep",
        "true",
        "The predefined pawn may make a double step.",
        Setter::Bool(|d, on| d.double_step = on),
    ),
    key(
        "doubleStepRank",
        "2",
        "Old: the last rank, from each side's view, where a double step may start.",
        Setter::Old(
            "doubleStepRegionWhite and doubleStepRegionBlack",
            &Setter::Rank(|d, rank| d.double_step_region = mirrored(rank, rank, d.ranks)),
        ),
    ),
    key(
        "doubleStepRankMin",
        "2",
        "Old: the first rank, from each side's view, where a double step may start.",
        Setter::Old(
            "doubleStepRegionWhite and doubleStepRegionBlack",
            &Setter::Rank(|d, rank| {
                let [white, black] = mirrored(rank, LAST, d.ranks);
                let [old_white, old_black] = d.double_step_region;
                d.double_step_region = [
                    white.common(Region::of(|_, r| (r..=LAST).any(|above| old_white.has(0, above)))),
                    black.common(Region::of(|_, r| (0..=r).any(|below| old_black.has(0, below)))),
                ];
            }),
        ),
    ),
    key(
        "doubleStepRegionWhite",
        "*2",
        "Where White's double steps and other initial moves (`i`) start.",
        Setter::Region(|d, region| d.double_step_region[0] = region),
    ),
    key(
        "doubleStepRegionBlack",
        "*7",
        "Where Black's double steps and other initial moves (`i`) start.",
        Setter::Region(|d, region| d.double_step_region[1] = region),
    ),
    key(
        "tripleStepRegionWhite",
        "-",
        "Where White's predefined pawns may also make a triple step.",
        Setter::Region(|d, region| d.triple_step_region[0] = region),
    ),
    key(
        "tripleStepRegionBlack",
        "-",
        "Where Black's predefined pawns may also make a triple step.",
        Setter::Region(|d, region| d.triple_step_region[1] = region),
    ),
    key(
        "enPassantRegion",
        "**",
        "On which squares a capture en passant may end.",
        Setter::Region(|d, region| d.en_passant_region = [region; 2]),
    ),
    key(
        "enPassantRegionWhite",
        "**",
        "The same for White's captures.",
        Setter::Region(|d, region| d.en_passant_region[0] = region),
    ),
    key(
        "enPassantRegionBlack",
        "**",
        "The same for Black's captures.",
        Setter::Region(|d, region| d.en_passant_region[1] = region),
    ),
    key(
        "enPassantTypes",
        "p",
        "The types that may capture en passant.",
        Setter::Types(|d, types| d.en_passant_types = both(types)),
    ),
    key(
        "enPassantTypesWhite",
        "p",
        "White's types that may.",
        Setter::Types(|d, types| d.en_passant_types[0] = types),
    ),
    key(
        "enPassantTypesBlack",
        "p",
        "Black's types that may.",
        Setter::Types(|d, types| d.en_passant_types[1] = types),
    ),
];

const CASTLING: &[Key] = &[
    key(
        "castling",
        "true",
        "There is castling, for those who have the right.",
        Setter::Bool(|d, on| d.castling = on),
    ),
    key(
        "castlingKingsideFile",
        "g",
        "The file the king goes to on the king's side; several files (`h i`) leave it the choice (ours).",
        Setter::Files(|d, files| d.king_side_files = files),
    ),
    key(
        "castlingQueensideFile",
        "c",
        "The file the king goes to on the queen's side; several files (`b c`) leave it the choice (ours).",
        Setter::Files(|d, files| d.queen_side_files = files),
    ),
    key(
        "flexibleCastling",
        "false",
        "The king may go to any square from two steps towards its partner up to the one before it; the partner lands next to it on the far side. Ours.",
        Setter::Bool(|d, on| d.flexible_castling = on),
    ),
    key(
        "castlingRank",
        "1",
        "The rank on which castling happens, from each side's view.",
        Setter::Rank(|d, rank| d.castling_rank = rank),
    ),
    key(
        "castlingKingFile",
        "e",
        "Which of several candidates on that rank castles.",
        Setter::File(|d, file| d.castling_king_file = file),
    ),
    key(
        "castlingKingPiece",
        "k",
        "The type that castles.",
        Setter::Type(|d, slot| d.castling_king = [slot; 2]),
    ),
    key(
        "castlingKingPieceWhite",
        "k",
        "White's type that castles.",
        Setter::Type(|d, slot| d.castling_king[0] = slot),
    ),
    key(
        "castlingKingPieceBlack",
        "k",
        "Black's type that castles.",
        Setter::Type(|d, slot| d.castling_king[1] = slot),
    ),
    key(
        "castlingRookPiece",
        "r",
        "Old: the type that is castled with.",
        Setter::Old(
            "castlingRookPieces",
            &Setter::Type(|d, slot| d.castling_partners = both(Types::of(slot.as_slice()))),
        ),
    ),
    key(
        "castlingRookPieces",
        "r",
        "The types that are castled with; `*` for any.",
        Setter::Types(|d, types| d.castling_partners = both(types)),
    ),
    key(
        "castlingRookPiecesWhite",
        "r",
        "White's types that are castled with.",
        Setter::Types(|d, types| d.castling_partners[0] = types),
    ),
    key(
        "castlingRookPiecesBlack",
        "r",
        "Black's types that are castled with.",
        Setter::Types(|d, types| d.castling_partners[1] = types),
    ),
    key(
        "castlingRookKingsideFile",
        "the outermost",
        "Where the partner on the king's side stands at first.",
        Setter::File(|d, file| d.partner_files[0] = Some(file)),
    ),
    key(
        "castlingRookQueensideFile",
        "the outermost",
        "Where the partner on the queen's side stands at first.",
        Setter::File(|d, file| d.partner_files[1] = Some(file)),
    ),
    PAIRS,
];

const RESTRICTIONS: &[Key] = &[key(
    "immobilityIllegal",
    "false",
    "No move may end where the piece could not move from on an empty board.",
    Setter::Bool(|d, on| d.immobility_illegal = on),
)];

const DRAWS: &[Key] = &[
    key(
        "nMoveRule",
        "50",
        "Moves of each side without progress that make a draw; 0 for no such rule.",
        Setter::Int(1000, |d, n| d.n_move_rule = n),
    ),
    key(
        "nMoveRuleTypes",
        "p",
        "The types whose every move is progress.",
        Setter::Types(|d, types| d.n_move_types = both(types)),
    ),
    key(
        "nMoveRuleTypesWhite",
        "p",
        "White's types whose every move is progress.",
        Setter::Types(|d, types| d.n_move_types[0] = types),
    ),
    key(
        "nMoveRuleTypesBlack",
        "p",
        "Black's types whose every move is progress.",
        Setter::Types(|d, types| d.n_move_types[1] = types),
    ),
    key(
        "nFoldRule",
        "3",
        "How many occurrences of a position end the game; 0 for no such rule.",
        Setter::Int(100, |d, n| d.n_fold_rule = n),
    ),
    key(
        "nFoldValue",
        "draw",
        "What that is worth to the side to move.",
        Setter::Value(|d, value| d.n_fold_value = value),
    ),
    key(
        "insufficientMaterial",
        "true",
        "The game is drawn when no moves can lead to checkmate with the pieces left. Ours.",
        Setter::Bool(|d, on| d.insufficient_material = on),
    ),
];

const ENDS: &[Key] = &[
    key(
        "stalemateValue",
        "draw",
        "What having no move is worth to the side to move.",
        Setter::Value(|d, value| d.stalemate = value),
    ),
    key(
        "checkmateValue",
        "loss",
        "What having no move in check is worth to the side to move.",
        Setter::Value(|d, value| d.checkmate = value),
    ),
    key(
        "extinctionValue",
        "none",
        "What it is worth to a side that its pieces of a listed type are gone.",
        Setter::Value(|d, value| d.extinction_value = value),
    ),
    key(
        "extinctionPieceTypes",
        "-",
        "The listed types, each counted for itself; `*` counts all pieces together.",
        Setter::Types(|d, types| d.extinction_types = types),
    ),
    key(
        "extinctionPieceCount",
        "0",
        "Gone means this many pieces or fewer.",
        Setter::Int(255, |d, n| d.extinction_count = n),
    ),
    key(
        "extinctionOpponentPieceCount",
        "0",
        "It counts only if the opponent has at least this many of them.",
        Setter::Int(255, |d, n| d.extinction_opponent_count = n),
    ),
    key(
        "extinctionClaim",
        "false",
        "Only the side to move may claim it.",
        Setter::Bool(|d, on| d.extinction_claim = on),
    ),
    key(
        "flagPiece",
        "*",
        "The type that wins by reaching a goal.",
        Setter::AnyType(|d, types| d.flag_types = both(types)),
    ),
    key(
        "flagPieceWhite",
        "*",
        "White's type that does.",
        Setter::AnyType(|d, types| d.flag_types[0] = types),
    ),
    key(
        "flagPieceBlack",
        "*",
        "Black's type that does.",
        Setter::AnyType(|d, types| d.flag_types[1] = types),
    ),
    key(
        "whiteFlag",
        "-",
        "Old: White's goal.",
        Setter::Old(
            "flagRegionWhite",
            &Setter::Region(|d, region| d.flag_region[0] = region),
        ),
    ),
    key(
        "blackFlag",
        "-",
        "Old: Black's goal.",
        Setter::Old(
            "flagRegionBlack",
            &Setter::Region(|d, region| d.flag_region[1] = region),
        ),
    ),
    key(
        "flagRegion",
        "-",
        "The goal squares.",
        Setter::Region(|d, region| d.flag_region = [region; 2]),
    ),
    key(
        "flagRegionWhite",
        "-",
        "White's goal squares.",
        Setter::Region(|d, region| d.flag_region[0] = region),
    ),
    key(
        "flagRegionBlack",
        "-",
        "Black's goal squares.",
        Setter::Region(|d, region| d.flag_region[1] = region),
    ),
    key(
        "flagPieceCount",
        "1",
        "How many pieces must stand on goal squares.",
        Setter::Int(255, |d, n| d.flag_count = n),
    ),
    LOSS_SET,
];

/// The families of keys.
pub(super) const FAMILIES: &[Family] = &[
    Family {
        prefix: "mobilityRegionWhite",
        doc: "The only squares that White's pieces of this type may ever stand on.",
        setter: FamilySetter::Region(|d, slot, region| d.mobility_regions.entry(slot).or_default()[0] = Some(region)),
    },
    Family {
        prefix: "mobilityRegionBlack",
        doc: "The only squares that Black's pieces of this type may ever stand on.",
        setter: FamilySetter::Region(|d, slot, region| d.mobility_regions.entry(slot).or_default()[1] = Some(region)),
    },
    Family {
        prefix: "promotionRegionWhite",
        doc: "The squares on which White's pieces of this type promote, whatever the others do. Ours.",
        setter: FamilySetter::Region(|d, slot, region| {
            d.own_promotions.entry(slot).or_default().zone[0] = Some(region)
        }),
    },
    Family {
        prefix: "promotionRegionBlack",
        doc: "The squares on which Black's pieces of this type promote, whatever the others do. Ours.",
        setter: FamilySetter::Region(|d, slot, region| {
            d.own_promotions.entry(slot).or_default().zone[1] = Some(region)
        }),
    },
    Family {
        prefix: "promotionPieceTypes",
        doc: "What pieces of this type may become, whatever the others may. Ours.",
        setter: FamilySetter::Types(|d, slot, types| d.own_promotions.entry(slot).or_default().choices = Some(types)),
    },
    Family {
        prefix: "mandatoryPromotion",
        doc: "Whether pieces of this type must promote in their zone, whatever the others must. Ours.",
        setter: FamilySetter::Bool(|d, slot, on| d.own_promotions.entry(slot).or_default().mandatory = Some(on)),
    },
];

fn both(types: Types) -> [Types; 2] {
    [types.clone(), types]
}

/// The ranks from `first` to `last` (from 0) as each side sees them on a board of `ranks` ranks.
fn mirrored(first: u8, last: u8, ranks: u8) -> [Region; 2] {
    let seen =
        move |r: u8| (ranks as i32 - 1 - r as i32) >= first as i32 && (ranks as i32 - 1 - r as i32) <= last as i32;
    [Region::of(|_, r| r >= first && r <= last), Region::of(|_, r| seen(r))]
}

pub(super) const fn key(name: &'static str, default: &'static str, doc: &'static str, setter: Setter) -> Key {
    Key {
        name,
        default,
        doc,
        setter,
    }
}
