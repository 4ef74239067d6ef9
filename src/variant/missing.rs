//! The keys of Fairy-Stockfish whose rules this engine does not know yet. A section that asks for such a rule is
//! refused, because the game would be played wrongly; one that says the rule is absent is fine.

use super::keys::{Key, Setter};

/// Keys about what captures do besides capturing.
pub(super) const CAPTURES: &[Key] = &[
    missing("blastOnCapture", "bool", &["false"], "Captures explode."),
    missing(
        "blastImmuneTypes",
        "PieceSet",
        &["-", ""],
        "The types that never explode.",
    ),
    missing(
        "mutuallyImmuneTypes",
        "PieceSet",
        &["-", ""],
        "The types that cannot capture their own kind.",
    ),
    missing(
        "petrifyOnCaptureTypes",
        "PieceSet",
        &["-", ""],
        "The types that turn into walls when they capture.",
    ),
    missing(
        "petrifyBlastPieces",
        "bool",
        &["false"],
        "Exploded pieces become walls.",
    ),
    missing("mustCapture", "bool", &["false"], "Captures are compulsory."),
];

/// Keys about pieces in hand, and about promotion as shogi has it.
pub(super) const DROPS: &[Key] = &[
    missing(
        "twoBoards",
        "bool",
        &["false"],
        "The hand is filled from another board.",
    ),
    missing("pieceDrops", "bool", &["false"], "Pieces in hand may be dropped."),
    missing(
        "capturesToHand",
        "bool",
        &["false"],
        "Captured pieces go to the capturer's hand.",
    ),
    missing("dropLoop", "bool", &["false"], "Promoted pieces stay promoted in hand."),
    missing("dropPromoted", "bool", &["false"], "Pieces may be dropped promoted."),
    missing("dropChecks", "bool", &["true"], "Drops may give check."),
    missing("mustDrop", "bool", &["false"], "Drops are compulsory."),
    missing(
        "mustDropType",
        "PieceType",
        &["*"],
        "The type whose drops are compulsory.",
    ),
    missing("dropRegionWhite", "Bitboard", &["**"], "Where White may drop."),
    missing("dropRegionBlack", "Bitboard", &["**"], "Where Black may drop."),
    missing("whiteDropRegion", "Bitboard", &["**"], "Old: dropRegionWhite."),
    missing("blackDropRegion", "Bitboard", &["**"], "Old: dropRegionBlack."),
    missing(
        "dropNoDoubled",
        "PieceType",
        &["-", ""],
        "The type that may not be dropped twice on a file.",
    ),
    missing("dropNoDoubledCount", "int", &["1"], "How many of it a file may have."),
    missing(
        "firstRankPawnDrops",
        "bool",
        &["false"],
        "Pawns may be dropped on the first rank.",
    ),
    missing(
        "promotionZonePawnDrops",
        "bool",
        &["false"],
        "Pawns may be dropped in the zone.",
    ),
    missing(
        "sittuyinRookDrop",
        "bool",
        &["false"],
        "Rooks are dropped on the first rank only.",
    ),
    missing(
        "dropOppositeColoredBishop",
        "bool",
        &["false"],
        "The second bishop goes to the other colour.",
    ),
    missing(
        "shogiPawnDropMateIllegal",
        "bool",
        &["false"],
        "A pawn drop may not mate.",
    ),
    missing(
        "enclosingDrop",
        "EnclosingRule",
        &["none"],
        "Drops must enclose pieces.",
    ),
    missing(
        "enclosingDropStart",
        "Bitboard",
        &["-", ""],
        "Squares free of that at first.",
    ),
    missing("dropOnTop", "bool", &["false"], "Old: enclosingDrop = top."),
    missing(
        "flipEnclosedPieces",
        "EnclosingRule",
        &["none"],
        "Enclosed pieces change sides.",
    ),
    missing(
        "castlingDroppedPiece",
        "bool",
        &["false"],
        "Dropped kings and rooks may castle.",
    ),
    missing(
        "promotedPieceType",
        "letter:letter",
        &["-", ""],
        "What each type turns into as in shogi.",
    ),
    missing(
        "piecePromotionOnCapture",
        "bool",
        &["false"],
        "Such promotion is for captures only.",
    ),
    missing(
        "mandatoryPiecePromotion",
        "bool",
        &["false"],
        "Such promotion is compulsory.",
    ),
    missing("pieceDemotion", "bool", &["false"], "Promoted pieces may turn back."),
    missing(
        "sittuyinPromotion",
        "bool",
        &["false"],
        "Promotion on the spot or by one step.",
    ),
];

/// Keys about gating, walls, passing and other moves.
pub(super) const GATING: &[Key] = &[
    missing("gating", "bool", &["false"], "The castling field lists gates too."),
    missing(
        "seirawanGating",
        "bool",
        &["false"],
        "A piece in hand enters behind the first mover.",
    ),
    missing(
        "cambodianMoves",
        "bool",
        &["false"],
        "First moves of king and fers may be leaps.",
    ),
    missing("wallingRule", "WallingRule", &["none"], "Moves place walls."),
    missing("wallingRegion", "Bitboard", &["**"], "Where walls may go."),
    missing("wallingRegionWhite", "Bitboard", &["**"], "Where White's may."),
    missing("wallingRegionBlack", "Bitboard", &["**"], "Where Black's may."),
    missing("wallOrMove", "bool", &["false"], "A turn is a wall or a move."),
    missing("diagonalLines", "Bitboard", &["-", ""], "The palaces' diagonals."),
    missing("pass", "bool", &["false"], "A side may pass."),
    missing("passWhite", "bool", &["false"], "White may pass."),
    missing("passBlack", "bool", &["false"], "Black may pass."),
    missing("passOnStalemate", "bool", &["false"], "A side without moves passes."),
    missing(
        "passOnStalemateWhite",
        "bool",
        &["false"],
        "White without moves passes.",
    ),
    missing(
        "passOnStalemateBlack",
        "bool",
        &["false"],
        "Black without moves passes.",
    ),
    missing("makpongRule", "bool", &["false"], "The king may not step out of check."),
    missing(
        "flyingGeneral",
        "bool",
        &["false"],
        "Kings may not face each other on a file.",
    ),
    missing(
        "soldierPromotionRank",
        "Rank",
        &["1"],
        "Where soldiers begin to move sideways.",
    ),
    missing("checking", "bool", &["true"], "Checks are allowed."),
    missing(
        "oppositeCastling",
        "bool",
        &["false"],
        "No castling to the side that the opponent used.",
    ),
    missing("castlingWins", "CastlingRights", &["-", ""], "These castlings win."),
];

/// Keys about repetition, counting and other ends.
pub(super) const OTHERS: &[Key] = &[
    missing("nFoldValueAbsolute", "bool", &["false"], "nFoldValue is White's."),
    missing("perpetualCheckIllegal", "bool", &["false"], "Perpetual check loses."),
    missing(
        "moveRepetitionIllegal",
        "bool",
        &["false"],
        "Moves may not be repeated.",
    ),
    missing("chasingRule", "ChasingRule", &["none"], "Perpetual chase loses."),
    missing(
        "countingRule",
        "CountingRule",
        &["none"],
        "Moves are counted in the endgame.",
    ),
    missing(
        "materialCounting",
        "MaterialCounting",
        &["none"],
        "Draws are decided by material.",
    ),
    missing("adjudicateFullBoard", "bool", &["false"], "A full board ends the game."),
    missing(
        "stalematePieceCount",
        "bool",
        &["false"],
        "Stalemate is decided by the number of pieces.",
    ),
    missing("shatarMateRule", "bool", &["false"], "Shatar's restrictions on mates."),
    missing("bikjangRule", "bool", &["false"], "Facing kings draw."),
    missing(
        "extinctionPseudoRoyal",
        "bool",
        &["false"],
        "The last piece of a listed type may not be left attacked.",
    ),
    missing(
        "dupleCheck",
        "bool",
        &["false"],
        "Check only if all such pieces are attacked.",
    ),
    missing("flagPieceBlockedWin", "bool", &["false"], "A blocked goal wins too."),
    missing("flagMove", "bool", &["false"], "The opponent has one more move."),
    missing(
        "flagPieceSafe",
        "bool",
        &["false"],
        "The piece on the goal must be safe.",
    ),
    missing("checkCounting", "bool", &["false"], "A number of checks wins."),
    missing("connectN", "int", &["0"], "So many in a row win."),
    missing("connectNxN", "int", &["0"], "A square block of this size wins."),
    missing("collinearN", "int", &["0"], "So many on a line win, gaps allowed."),
    missing("connectPieceTypes", "PieceSet", &["*"], "The types that count for it."),
    missing("connectHorizontal", "bool", &["true"], "Rows count."),
    missing("connectVertical", "bool", &["true"], "Columns count."),
    missing("connectDiagonal", "bool", &["true"], "Diagonals count."),
    missing(
        "connectRegion1White",
        "Bitboard",
        &["-", ""],
        "White connects this region.",
    ),
    missing("connectRegion2White", "Bitboard", &["-", ""], "And this one."),
    missing(
        "connectRegion1Black",
        "Bitboard",
        &["-", ""],
        "Black connects this region.",
    ),
    missing("connectRegion2Black", "Bitboard", &["-", ""], "And this one."),
    missing("connectValue", "Value", &["win"], "What connecting is worth."),
];

const fn missing(name: &'static str, value: &'static str, absent: &'static [&'static str], doc: &'static str) -> Key {
    Key {
        name,
        default: absent[0],
        doc,
        setter: Setter::Missing(value, absent),
    }
}
