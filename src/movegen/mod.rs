//! Layer 4: legal moves. Generation yields bundles (sets of moves of one piece, or of all pawns at once), which
//! perft counts without unpacking and search unpacks into moves.

mod bundle;
mod demands;
mod generate;
mod perft;

pub use bundle::{Bundle, BundleKind, Origin};
pub use demands::{Objection, objection};
pub use generate::{Wanted, generate};
pub use perft::{divide, perft};

use crate::{
    board::Bitboard,
    position::{Checks, Move, MoveKind, Position},
};

/// Whether a position of a game without hurdles (see [`crate::variant::rules::Rules::plain`]) is generated with
/// check and pin masks. `GENERAL` games test each move.
pub const PLAIN: bool = false;
/// See [`PLAIN`].
pub const GENERAL: bool = true;

/// Appends the legal moves of `position` to `moves`; none if the game is over by the pieces on the board.
pub fn legal_moves<B: Bitboard>(position: &Position<B>, moves: &mut Vec<Move>) {
    let checks = position.checks();
    if position.rules().plain {
        collect::<B, PLAIN>(position, &checks, moves);
    } else {
        collect::<B, GENERAL>(position, &checks, moves);
    }
}

/// Appends the legal moves to `moves`, given the checks and the profile of this position.
fn collect<B: Bitboard, const PROFILE: bool>(position: &Position<B>, checks: &Checks<B>, moves: &mut Vec<Move>) {
    let mut sink = |bundle: Bundle<B>| bundle.unpack(|mv| moves.push(mv));
    generate::<B, PROFILE>(position, checks, Wanted::All, !B::EMPTY, &mut sink);
}

/// Whether `mv`, which may come from anywhere, is a legal move here.
pub fn is_legal<B: Bitboard, const PROFILE: bool>(position: &Position<B>, checks: &Checks<B>, mv: Move) -> bool {
    let mut found = false;
    if mv.kind() == MoveKind::Pass {
        let mut sink = |bundle: Bundle<B>| found |= bundle.kind == BundleKind::Moves(MoveKind::Pass);
        generate::<B, PROFILE>(position, checks, Wanted::All, !B::EMPTY, &mut sink);
        return found && mv == Move::PASS;
    }
    if !position.of_side(position.side()).has(mv.from()) {
        return false;
    }
    generate::<B, PROFILE>(
        position,
        checks,
        Wanted::All,
        B::of(mv.from()),
        &mut |bundle: Bundle<B>| {
            if bundle.to.has(mv.to()) {
                bundle.unpack(|other| found |= other == mv);
            }
        },
    );
    found
}

/// Whether the side to move has a legal move.
pub fn has_legal_move<B: Bitboard>(position: &Position<B>) -> bool {
    let mut moves = Vec::with_capacity(128);
    legal_moves(position, &mut moves);
    !moves.is_empty()
}
