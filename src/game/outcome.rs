//! How a game ends, in this order: by the pieces on the board, by having no move, by repetition, by counting, by
//! material with which nobody can mate.

use super::{material::Material, repetition::occurrences};
use crate::{
    board::{Bitboard, Side},
    movegen,
    position::{EndByPieces, Position},
    variant::Verdict,
};
use std::fmt;

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// This side has won.
    Win(Side, Reason),
    /// Nobody has won.
    Draw(Reason),
}

impl Outcome {
    /// Why the game has ended.
    pub fn reason(self) -> Reason {
        match self {
            Outcome::Win(_, reason) | Outcome::Draw(reason) => reason,
        }
    }

    /// The side that has won.
    pub fn winner(self) -> Option<Side> {
        match self {
            Outcome::Win(side, _) => Some(side),
            Outcome::Draw(_) => None,
        }
    }

    /// `1-0`, `0-1` or `1/2-1/2`.
    pub fn result(self) -> &'static str {
        match self.winner() {
            Some(Side::White) => "1-0",
            Some(Side::Black) => "0-1",
            None => "1/2-1/2",
        }
    }

    /// The result in words: `draw by stalemate`, `White wins by checkmate`.
    pub fn describe(self) -> String {
        match self.winner() {
            Some(winner) => format!("{winner} wins by {}", self.reason()),
            None => format!("draw by {}", self.reason()),
        }
    }

    /// Whether this is a draw that a player claims, rather than the end of all moves: who does not claim plays on.
    pub fn is_claim(self) -> bool {
        let reason = self.reason();
        let claimed = matches!(
            reason,
            Reason::Repetition(_) | Reason::MoveRule(_) | Reason::InsufficientMaterial
        );
        self.winner().is_none() && claimed
    }

    fn of(verdict: Verdict, side: Side, reason: Reason) -> Option<Outcome> {
        match verdict {
            Verdict::Win => Some(Outcome::Win(side, reason)),
            Verdict::Loss => Some(Outcome::Win(side.opponent(), reason)),
            Verdict::Draw => Some(Outcome::Draw(reason)),
            Verdict::None => None,
        }
    }
}

/// Writes the result and the reason in braces, `1-0 {checkmate}`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {{{}}}", self.result(), self.reason())
    }
}

/// Why a game has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move.
    Stalemate,
    /// A side has too few pieces of some type.
    Extinction,
    /// A side has too few pieces of all types together.
    BareKing,
    /// A piece has reached its goal.
    Goal,
    /// A side has lost too many pieces of each type of a set.
    Losses,
    /// All players of a side are out.
    PlayersOut,
    /// A side, or each, has two royals.
    TwoRoyals,
    /// The position has occurred this often.
    Repetition(u8),
    /// This many full moves have passed without progress.
    MoveRule(u16),
    /// Neither side can ever mate.
    InsufficientMaterial,
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Checkmate => f.write_str("checkmate"),
            Reason::Stalemate => f.write_str("stalemate"),
            Reason::Extinction => f.write_str("extinction"),
            Reason::BareKing => f.write_str("bare king"),
            Reason::Goal => f.write_str("goal reached"),
            Reason::Losses => f.write_str("loss of the decisive pieces"),
            Reason::PlayersOut => f.write_str("dropping out of all players"),
            Reason::TwoRoyals => f.write_str("a second royal"),
            Reason::Repetition(2) => f.write_str("twofold repetition"),
            Reason::Repetition(3) => f.write_str("threefold repetition"),
            Reason::Repetition(4) => f.write_str("fourfold repetition"),
            Reason::Repetition(5) => f.write_str("fivefold repetition"),
            Reason::Repetition(n) => write!(f, "{n}-fold repetition"),
            Reason::MoveRule(50) => f.write_str("fifty-move rule"),
            Reason::MoveRule(n) => write!(f, "{n}-move rule"),
            Reason::InsufficientMaterial => f.write_str("insufficient material"),
        }
    }
}

/// How the game has ended in `position`, whose history counts for repetition; `None` if it goes on.
pub fn outcome<B: Bitboard>(position: &Position<B>) -> Option<Outcome> {
    let variant = &position.rules().variant;
    let side = position.side();
    if let Some((verdict, end)) = position.which_end_by_pieces() {
        return Outcome::of(verdict, side, reason_by_pieces(position, end));
    }
    if !movegen::has_legal_move(position) {
        let (verdict, reason) = if position.in_check() {
            (variant.endings.checkmate, Reason::Checkmate)
        } else {
            (variant.endings.stalemate, Reason::Stalemate)
        };
        // Even where the rules give no value, a game without moves is over.
        return Outcome::of(verdict, side, reason).or(Some(Outcome::Draw(reason)));
    }
    let draws = &variant.draws;
    let folds = draws.n_fold_rule;
    if folds > 0 && occurrences(position) >= folds as usize {
        let repeated = Outcome::of(draws.n_fold_value, side, Reason::Repetition(folds));
        if repeated.is_some() {
            return repeated;
        }
    }
    if draws.n_move_rule > 0 && position.state().half_moves as u32 >= 2 * draws.n_move_rule as u32 {
        return Some(Outcome::Draw(Reason::MoveRule(draws.n_move_rule)));
    }
    Material::of(position.rules())
        .is_insufficient(position)
        .then_some(Outcome::Draw(Reason::InsufficientMaterial))
}

fn reason_by_pieces<B: Bitboard>(position: &Position<B>, end: EndByPieces) -> Reason {
    match end {
        EndByPieces::Goal => Reason::Goal,
        EndByPieces::LossSet => Reason::Losses,
        EndByPieces::PlayersOut => Reason::PlayersOut,
        EndByPieces::TwoRoyals => Reason::TwoRoyals,
        EndByPieces::Extinction => match &position.rules().variant.endings.extinction {
            Some(rule) if rule.all && rule.types.is_empty() && rule.count > 0 => Reason::BareKing,
            _ => Reason::Extinction,
        },
    }
}
