//! What is wrong with the text of a move.

use crate::{
    board::{Bitboard, Side, Square},
    movegen::{self, Objection},
    position::Position,
    variant::Verdict,
};

/// The longest part of a wrong text that a message quotes, in characters.
const QUOTED: usize = 40;

/// A text that is no move of the position: the text and the problem.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{text}\": {problem}")]
pub struct MoveError {
    /// The text, its end cut off if it is long.
    pub text: String,
    /// What is wrong with it.
    pub problem: MoveProblem,
}

impl MoveError {
    /// An error about `text`.
    pub fn new(text: &str, problem: MoveProblem) -> MoveError {
        let mut quoted: String = text.trim().chars().take(QUOTED).collect();
        if text.trim().chars().count() > QUOTED {
            quoted.push('…');
        }
        MoveError { text: quoted, problem }
    }
}

/// Why a text is no move of a position.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum MoveProblem {
    /// The text has not the form of a move.
    #[error("not a move; expected a form like {example}")]
    Form {
        /// A legal move of the position in the notation that was expected.
        example: String,
    },
    /// It names a square that the board does not have.
    #[error("the board has no square {0}")]
    NoSquare(String),
    /// Nothing stands on the square that the move starts from.
    #[error("there is no piece on {0}")]
    NoPiece(String),
    /// The piece on the square that the move starts from is not that of the side to move.
    #[error("the piece on {square} is not {side}'s, and {side} is to move")]
    WrongSide {
        /// The square's name.
        square: String,
        /// The side to move.
        side: Side,
    },
    /// The piece cannot go there.
    #[error("the {piece} on {from} cannot go to {to}")]
    Unreachable {
        /// The piece's name.
        piece: String,
        /// Where it stands.
        from: String,
        /// Where it should go.
        to: String,
    },
    /// The move would leave the own royal piece attacked.
    #[error("it leaves the {royal} in check")]
    LeavesInCheck {
        /// The royal piece's name.
        royal: String,
    },
    /// No piece that the text can mean has this move.
    #[error("no {piece} can go to {to}")]
    NoneCan {
        /// The piece's name.
        piece: String,
        /// Where it should go.
        to: String,
    },
    /// The text names a promotion that the move does not have.
    #[error("{found}; expected {expected}")]
    Promotion {
        /// What the text says about promotion.
        found: String,
        /// What it could say.
        expected: String,
    },
    /// A castling of two pieces as written is not legal; these are.
    #[error("it is no legal castling of two pieces; {}", legal_castlings(.0))]
    PairCastling(Vec<String>),
    /// Castling as written is not legal.
    #[error("castling on this side is not legal here")]
    Castling,
    /// A pass where there are other moves.
    #[error("a pass is legal only for a player who is out or has no other move")]
    Pass,
    /// The ground or the players' seats bar the move.
    #[error("{0}")]
    Barred(&'static str),
    /// More than one legal move is meant.
    #[error("ambiguous; it can be {}", .0.join(" or "))]
    Ambiguous(Vec<String>),
    /// The game is over by what stands on the board.
    #[error("the game is over")]
    GameOver,
    /// The move is not legal here, for none of the other reasons.
    #[error("not legal here")]
    Illegal,
}

/// Why the side to move has no legal move from `from` to `to`; `name` gives the squares' names.
pub(super) fn why_not<B: Bitboard>(
    position: &Position<B>,
    from: Square,
    to: Square,
    name: impl Fn(Square) -> String,
) -> MoveProblem {
    let side = position.side();
    let piece = position.piece_on(from);
    if position.end_by_pieces() != Verdict::None {
        return MoveProblem::GameOver;
    }
    if !piece.is_some() {
        return MoveProblem::NoPiece(name(from));
    }
    if piece.side() != side {
        return MoveProblem::WrongSide {
            square: name(from),
            side,
        };
    }
    let rules = position.rules();
    let names = |kind: usize| rules.variant.pieces[kind].name.clone();
    let reaches = reaches(position, from, to);
    if reaches && let Some(objection) = movegen::objection(position, from, to) {
        return MoveProblem::Barred(objection_text(objection));
    }
    if reaches && rules.variant.royals_are_gained && position.royal(side).is_none() {
        return MoveProblem::Barred("it would crown one of the own pieces where it is attacked");
    }
    if let Some(royal) = rules.royal
        && reaches
    {
        return MoveProblem::LeavesInCheck {
            royal: names(royal.index()),
        };
    }
    MoveProblem::Unreachable {
        piece: names(piece.kind().index()),
        from: name(from),
        to: name(to),
    }
}

fn legal_castlings(legal: &[String]) -> String {
    match legal {
        [] => "there is none here".to_string(),
        some => format!("here there is {}", some.join(" and ")),
    }
}

fn objection_text(objection: Objection) -> &'static str {
    match objection {
        Objection::MustPass => "the player to move is out and must pass",
        Objection::Rests => "the piece must rest until each player of its side has moved another one",
        Objection::OtherBank => "the move must start or end on the bank of the player to move",
        Objection::Rival => "an enemy rival holds the bank where the move ends",
        Objection::SameDirection => "the two move in the same direction, so they do not capture each other",
        Objection::Absent => "it would leave nobody of those who must be present on a bank",
    }
}

/// Whether the piece on `from` could go to `to` if its side had no royal piece.
fn reaches<B: Bitboard>(position: &Position<B>, from: Square, to: Square) -> bool {
    let side = position.side();
    let mover = position.rules().mover(side, position.piece_on(from).kind());
    let (occupied, own) = (position.occupied(), position.of_side(side));
    if own.has(to) {
        let friendly = mover.friendly.as_ref();
        return friendly.is_some_and(|targets| targets.from(from, occupied, own).has(to));
    }
    if occupied.has(to) {
        return mover.capture.from(from, occupied, own).has(to);
    }
    let mut doubles = mover.doubles[from.index()].iter();
    let en_passant = mover.en_passant.as_ref();
    mover.quiet.from(from, occupied, own).has(to)
        || doubles.any(|d| d.to == to && (d.passed & occupied).is_empty())
        || position.state().en_passant.has(to)
            && en_passant.is_some_and(|targets| targets.from(from, occupied, own).has(to))
}
