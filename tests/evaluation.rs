//! The evaluation term by term, and positions with colours exchanged.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{
    board::{Side, SplitMix64},
    engine::{Engine, SetUp},
};

/// Calls `check` with random positions of every game.
fn positions(count: usize, mut check: impl FnMut(&mut Engine)) {
    let mut engine = Engine::new().unwrap();
    let names: Vec<String> = engine.registry().names().map(str::to_string).collect();
    let mut random = SplitMix64::new(4);
    for name in &names {
        engine.set_variant(name).unwrap();
        for _ in 0..count {
            for _ in 0..random.below(40) {
                let moves = engine.session().legal_moves();
                if engine.session().outcome().is_some() || moves.is_empty() {
                    break;
                }
                engine.play(moves[random.below(moves.len() as u64) as usize]).unwrap();
            }
            check(&mut engine);
            engine.set_up(&SetUp::default()).unwrap();
        }
    }
}

#[test]
fn the_terms_sum_up_to_the_value() {
    let mut seen = Vec::new();
    positions(6, |engine| {
        let evaluation = engine.session().evaluation();
        let sum: i32 = evaluation.terms.iter().map(|(_, [white, black])| white - black).sum();
        let sum = if evaluation.side == Side::White { sum } else { -sum };
        assert_eq!(
            sum,
            evaluation.total,
            "{} {}\n{evaluation}",
            engine.variant().name,
            engine.session().fen()
        );
        seen.extend(evaluation.terms.iter().map(|(term, _)| term.name()));
    });
    seen.sort();
    seen.dedup();
    assert!(seen.len() >= 12, "{seen:?}");
}

#[test]
fn a_flipped_position_is_the_same_for_the_other_side() {
    let (mut flipped, mut refused) = (0, 0);
    positions(6, |engine| {
        let name = engine.variant().name.clone();
        let (fen, key, moves) = (
            engine.session().fen(),
            engine.session().key(),
            engine.session().legal_moves().len(),
        );
        let total = engine.session().evaluation().total;
        let has_seats = engine.variant().seats.is_some();
        match engine.flip() {
            Ok(()) => {
                flipped += 1;
                assert_eq!(engine.session().moves_played(), 0);
                assert_ne!(engine.session().key(), key, "{name} {fen}");
                if !has_seats {
                    // Seats take turns in an order that exchanging colours does not keep.
                    assert_eq!(engine.session().legal_moves().len(), moves, "{name} {fen}");
                    assert_eq!(engine.session().evaluation().total, total, "{name} {fen}");
                }
                engine.flip().unwrap();
                assert_eq!((engine.session().fen(), engine.session().key()), (fen, key), "{name}");
            }
            Err(_) => {
                refused += 1;
                assert_eq!((engine.session().fen(), engine.session().key()), (fen, key), "{name}");
            }
        }
    });
    assert!(flipped > 150 && refused < flipped / 4, "{flipped} {refused}");
}
