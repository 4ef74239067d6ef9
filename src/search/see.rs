//! Static exchange evaluation: what a capture is worth once both sides have taken on its square as long as it pays.
//! The attackers are asked for anew after each capture, so that hoppers, bent riders and everything else that
//! opens or closes by it is right.

use crate::{
    board::{Bitboard, Square},
    eval::{Evaluator, score::Score, values::ROYAL_EXCHANGE},
    position::{Move, MoveKind, Position},
};

/// Whether the exchange that `mv` begins wins at least `threshold` centipawns.
pub fn see_reaches<B: Bitboard>(position: &Position<B>, evaluator: &Evaluator<B>, mv: Move, threshold: Score) -> bool {
    if matches!(mv.kind(), MoveKind::Castle | MoveKind::Pass) {
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
        let attackers = position.attackers(to, side, occupied);
        let Some((square, value)) = cheapest(position, evaluator, attackers) else {
            return reached;
        };
        occupied &= !B::of(square);
        // The royal may not capture where it could be captured.
        if value == ROYAL_EXCHANGE && position.attackers(to, side.opponent(), occupied).any() {
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

/// The least valuable attacker.
fn cheapest<B: Bitboard>(position: &Position<B>, evaluator: &Evaluator<B>, attackers: B) -> Option<(Square, Score)> {
    let priced = attackers
        .squares()
        .map(|s| (s, evaluator.exchange(position.piece_on(s).kind())));
    priced.min_by_key(|&(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        board::{Side, SplitMix64, U256},
        eval::tests::{for_each_variant, random_game, rules},
        movegen,
        pieces::{PieceType, paths::Ends, walk::walk},
        variant::{Registry, movement::later_paths, rules::Rules},
    };

    /// What a side gains at most by capturing on `to`, by recursion over the paths of all pieces.
    struct Exchange<'a, B: Bitboard> {
        position: &'a Position<B>,
        evaluator: &'a Evaluator<B>,
        /// By side, type and square.
        paths: &'a [Vec<Vec<Vec<crate::pieces::paths::Path>>>; 2],
        to: Square,
    }

    impl<B: Bitboard> Exchange<'_, B> {
        fn attackers(&self, side: Side, occupied: B) -> Vec<(Score, Square)> {
            let own = self.position.of_side(side) & occupied;
            let mut found = Vec::new();
            for from in own.squares() {
                let kind = self.position.piece_on(from).kind();
                let paths = &self.paths[side.index()][kind.index()][from.index()];
                let reached = walk(paths, Ends::CAPTURE, own.widen(), (occupied & !own).widen());
                if reached.has(self.to) {
                    found.push((self.evaluator.exchange(kind), from));
                }
            }
            found.sort();
            found
        }

        fn gain(&self, side: Side, standing: Score, occupied: B) -> Score {
            let Some(&(value, from)) = self.attackers(side, occupied).first() else {
                return 0;
            };
            let next = occupied & !B::of(from);
            if value == ROYAL_EXCHANGE && !self.attackers(side.opponent(), next).is_empty() {
                return 0;
            }
            (standing - self.gain(side.opponent(), value, next)).max(0)
        }
    }

    fn agrees<B: Bitboard>(rules: &'static Rules<B>) {
        let evaluator = Evaluator::new(rules);
        let kinds = || (0..rules.kinds()).map(|kind| PieceType(kind as u8));
        let paths = Side::BOTH.map(|side| kinds().map(|k| later_paths(&rules.variant, side, k)).collect());
        let mut random = SplitMix64::new(3);
        random_game(rules, &mut random, 80, |position| {
            let mut moves = Vec::new();
            movegen::legal_moves(position, &mut moves);
            for mv in moves.into_iter().step_by(5).filter(|mv| mv.kind() == MoveKind::Normal) {
                let to = mv.to();
                let exchange = Exchange {
                    position,
                    evaluator: &evaluator,
                    paths: &paths,
                    to,
                };
                let value = |s: Square| match position.piece_on(s) {
                    piece if piece.is_some() => evaluator.exchange(piece.kind()),
                    _ => 0,
                };
                let occupied = position.occupied() & !B::of(mv.from()) & !B::of(to);
                let expected = value(to) - exchange.gain(position.side().opponent(), value(mv.from()), occupied);
                let name = &rules.variant.name;
                assert!(
                    see_reaches(position, &evaluator, mv, expected),
                    "{name}: {} {mv:?}",
                    position.fen()
                );
                assert!(
                    !see_reaches(position, &evaluator, mv, expected + 1),
                    "{name}: {} {mv:?}",
                    position.fen()
                );
            }
        });
    }

    #[test]
    fn exchanges_agree_with_recursion_over_paths() {
        for_each_variant!(agrees);
    }

    #[test]
    fn exchanges_by_hand() {
        let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
        let evaluator = Evaluator::new(rules);
        let value = |letter: char| {
            let kind = rules.variant.pieces.iter().position(|p| p.letter == letter).unwrap();
            evaluator.exchange(PieceType(kind as u8))
        };
        let (p, n, r, q) = (value('P'), value('N'), value('R'), value('Q'));
        let cases = [
            // A free pawn; a pawn guarded once; a guarded knight taken by a rook.
            ("4k3/8/8/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", p),
            ("4k3/8/3p4/4p3/8/8/4R3/4K3 w - - 0 1", "e2e5", p - r),
            ("4k3/8/3p4/4n3/8/8/4R3/4K3 w - - 0 1", "e2e5", n - r),
            // A second rook behind the first gets the pawn that takes back.
            ("4k3/8/3p4/4n3/8/8/4R3/K3R3 w - - 0 1", "e2e5", n - r + p),
            // The king may not take back on a guarded square.
            ("8/8/4k3/4n3/8/8/4R3/K3R3 w - - 0 1", "e2e5", n),
            // Promotion with capture, unguarded; en passant; a quiet move into a pawn's attack.
            ("3r4/4P3/8/8/8/k7/8/4K3 w - - 0 1", "e7d8q", r + q - p),
            ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", p),
            ("k7/8/3p4/8/8/8/8/K3R3 w - - 0 1", "e1e5", -r),
        ];
        for (fen, text, expected) in cases {
            let position = Position::from_fen(rules, fen).unwrap();
            let mv = crate::game::notation::parse_any(&position, text, crate::game::Style::default()).unwrap();
            assert!(see_reaches(&position, &evaluator, mv, expected), "{fen} {text}");
            assert!(!see_reaches(&position, &evaluator, mv, expected + 1), "{fen} {text}");
        }
    }
}
