//! Static exchange evaluation: what a capture is worth once both sides have taken on its square as long as it pays.
//! The attackers are asked for anew after each capture, so that hoppers, bent riders and everything else that
//! opens or closes by it is right.

use crate::{
    board::{Bitboard, Side, Square},
    eval::{Evaluator, score::Score, values::ROYAL_EXCHANGE},
    position::{Move, MoveKind, Position},
};

/// Whether the exchange that `mv` begins wins at least `threshold` centipawns.
pub fn see_reaches<B: Bitboard>(position: &Position<B>, evaluator: &Evaluator<B>, mv: Move, threshold: Score) -> bool {
    if mv.kind() == MoveKind::Castle {
        return threshold <= 0;
    }
    let (from, to) = (mv.from(), mv.to());
    let (won, standing, occupied) = first_capture(position, evaluator, mv);
    let mut balance = won - threshold;
    if balance < 0 {
        return false;
    }
    balance -= standing;
    if balance >= 0 {
        return true;
    }
    // The end square counts as empty: who stands there changes with each capture, and nobody passes over it.
    let mut occupied = occupied & !B::of(from) & !B::of(to);
    let mut side = position.side().opponent();
    let mut reached = true;
    loop {
        let attackers = position.attackers(to, occupied);
        let Some((square, value)) = cheapest(position, evaluator, attackers, side) else {
            return reached;
        };
        occupied &= !B::of(square);
        // The royal may not capture where it could be captured.
        let guards = position.of_side(side.opponent());
        if value == ROYAL_EXCHANGE && (position.attackers(to, occupied) & guards).any() {
            return reached;
        }
        // Now the other side stands as badly as this one did, has a piece to lose there, and must win a point more.
        reached = !reached;
        balance = -balance - 1 - value;
        if balance >= 0 {
            return reached;
        }
        side = side.opponent();
    }
}

/// What `mv` itself wins, what then stands on its square, and the board's squares without a piece captured elsewhere.
fn first_capture<B: Bitboard>(position: &Position<B>, evaluator: &Evaluator<B>, mv: Move) -> (Score, Score, B) {
    let moved = position.piece_on(mv.from());
    let mut occupied = position.occupied();
    let victim = match mv.kind() {
        MoveKind::EnPassant => {
            let victim = position.state().en_passant_victim;
            occupied &= !B::of(victim);
            position.piece_on(victim)
        }
        _ => position.piece_on(mv.to()),
    };
    let mut won = match victim.is_some() {
        // A piece of the own side may be captured in some games; it is a loss.
        true if victim.side() == moved.side() => -evaluator.exchange(victim.kind()),
        true => evaluator.exchange(victim.kind()),
        false => 0,
    };
    let mut standing = evaluator.exchange(moved.kind());
    if mv.kind() == MoveKind::Promotion {
        let becomes = evaluator.exchange(position.promoted(moved, mv).kind());
        won += becomes - standing;
        standing = becomes;
    }
    (won, standing, occupied)
}

/// The least valuable attacker of `side`.
fn cheapest<B: Bitboard>(
    position: &Position<B>,
    evaluator: &Evaluator<B>,
    attackers: B,
    side: Side,
) -> Option<(Square, Score)> {
    let own = attackers & position.of_side(side);
    let priced = own
        .squares()
        .map(|s| (s, evaluator.exchange(position.piece_on(s).kind())));
    priced.min_by_key(|&(_, value)| value)
}
