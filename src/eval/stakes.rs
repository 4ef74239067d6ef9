//! What a side is about to lose besides pieces: players, presence on a bank, the last types of a set, or the game by a
//! second coronation. Nothing in games without such rules.

use super::score::Tapered;
use crate::{
    board::{Bitboard, Side},
    position::Position,
    variant::rules::Rules,
};

/// A player of the side is out, so that the enemies move twice in a row. In games of the engine against itself, with this
/// advantage a side won without a queen and without a queen and a marshal as well.
const OUT: Tapered = Tapered::flat(-1200);
/// Nobody is present where somebody must be: unless one is brought, a player drops out, or the game is lost.
const ABSENT: Tapered = Tapered::flat(-500);
/// One piece only is present: it is bound to its bank and must not be lost.
const ALONE: Tapered = Tapered::flat(-70);
/// Just two are.
const FEW: Tapered = Tapered::flat(-12);
/// So many types of a set of losses are left; with none the game is over. Each loss brings the next nearer.
const KEPT: [Tapered; 6] = [
    Tapered::flat(-400),
    Tapered::flat(-260),
    Tapered::flat(-110),
    Tapered::flat(-45),
    Tapered::flat(-15),
    Tapered::ZERO,
];
/// With one royal gained, each piece that may yet be crowned could lose the game.
const HEIR: Tapered = Tapered::flat(-60);

/// Whether the rules put more at stake than pieces and a royal that is there from the start.
pub fn any<B: Bitboard>(rules: &Rules<B>) -> bool {
    let ground = rules.ground.as_ref();
    let in_ground = ground.is_some_and(|g| g.presence.is_some() || g.seats.is_some() || g.coronation.is_some());
    in_ground || rules.loss_set.iter().any(|set| !set.is_empty())
}

/// What the stakes are worth to `side`: nothing or less.
pub fn stakes<B: Bitboard>(position: &Position<B>, side: Side) -> Tapered {
    let rules = position.rules();
    let mut score = Tapered::ZERO;
    position.each_presence(side, position.seats_in(side), |_, men| {
        score += match men.count() {
            0 => ABSENT,
            1 => ALONE,
            2 => FEW,
            _ => Tapered::ZERO,
        }
    });
    if !rules.loss_set[side.index()].is_empty() {
        let (kept, _) = position.kept_types(side);
        score += KEPT[kept.min(KEPT.len() - 1)];
    }
    let Some(ground) = &rules.ground else { return score };
    if let Some(seats) = &ground.seats {
        let out = seats.of_side(side) & position.seating().out();
        score += OUT * out.count_ones() as i32;
    }
    if let Some(crowning) = &ground.coronation
        && position.royal(side).is_some()
    {
        score += HEIR * position.pieces(side, crowning.rule.from).count() as i32;
    }
    score
}
