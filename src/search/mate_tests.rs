//! Tests of short mates: another engine has confirmed how long they take, and that there are no shorter ones.

use super::{
    Limits,
    tests::{depth, search},
};
use crate::{
    board::{Bitboard, U256},
    eval::{
        score::moves_to_mate,
        tests::{for_each_variant, rules},
    },
    position::Position,
    variant::{Registry, rules::Rules},
};

/// Game, position, moves to mate.
const MATES: [(&str, &str, i32); 20] = [
    (
        "capablanca",
        "r4k1r2/pp4pppp/2pP1p4/3b6/1nP1P5/1K8/P1Pq3P1P/10 b q - 1 33",
        3,
    ),
    (
        "capablanca",
        "r1ab1kb2r/ppp3pp1p/n2p4p1/4pp4/4Pc4/1PQPKPP3/P1PN3q1P/R4BB2R b kq - 1 15",
        2,
    ),
    (
        "capablanca",
        "r2bk4r/p1pC1pn1p1/2P1p4p/10/10/2QP6/P1P2PPPPP/R1A2KB2R w KQ - 0 21",
        3,
    ),
    (
        "capablanca",
        "rn1b1k3r/1a2p1p1pp/1p4q3/p1p7/2Qp5P/3P6/PPPK1BP1P1/RN1B5c b kq - 1 20",
        3,
    ),
    (
        "capablanca",
        "r4kb1nr/p1p2qpp2/3p4p1/2n2pb3/5P3P/P2Pp1Pa2/RPB1P2P2/4K4R b kq - 3 22",
        3,
    ),
    (
        "capablanca",
        "rna1q1b2r/ppp2pApk1/1B4p1pp/3pP3Q1/P3P5/3P4P1/1PP3PPP1/RN1B1K2NR w KQ - 2 13",
        3,
    ),
    ("chess", "8/6kp/1p4b1/4r1P1/p5PK/8/8/2q5 b - - 1 52", 3),
    ("chess", "r1b2rk1/p2pb1pp/1P2p3/4P1P1/1Pq4P/P2n4/8/KR5n b - - 4 32", 3),
    ("chess", "8/8/8/3KP3/3Q4/1PP5/4k2r/5R2 w - - 3 50", 2),
    ("chess", "1q3k2/7p/p5p1/5p2/1P2pPP1/P6K/2rr3P/6NR b - - 0 42", 3),
    ("chess", "1k4nr/ppp3pp/5p2/2b5/P1P3b1/1P4K1/3r1R1P/q7 b - - 0 25", 3),
    ("chess", "r3k2r/1pp2ppp/5n2/1p1pp3/5Pb1/P7/2P3PP/2qBK1NR b kq - 1 21", 3),
    ("chess", "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", 2),
    ("chess", "8/6K1/1p1B1RB1/8/2Q5/2n1kP1N/3b4/4n3 w - - 0 1", 2),
    ("chess", "B7/K1B1p1Q1/5r2/7p/1P1kp1bR/3P3R/1P1NP3/2n5 w - - 0 1", 2),
    ("chess", "1r6/4b2k/1q1pNrpp/p2Pp3/4P3/1P1R3Q/5PPP/5RK1 w - - 0 1", 2),
    (
        "chess",
        "2bqkbn1/2pppp2/np2N3/r3P1p1/p2N2B1/5Q2/PPPPKPP1/RNB2r2 w - - 0 1",
        2,
    ),
    (
        "chess",
        "r1b1kb1r/pppp1ppp/5q2/4n3/3KP3/2N3PN/PPP4P/R1BQ1B1R b kq - 0 1",
        3,
    ),
    ("chess", "r3k2r/ppp2Npp/1b5n/4p2b/2B1P2q/BQP2P2/P5PP/RN5K w kq - 1 0", 3),
    (
        "chess",
        "r1b3kr/ppp1Bp1p/1b6/n2P4/2p3q1/2Q2N2/P4PPP/RN2R1K1 w - - 1 0",
        3,
    ),
];
/// How many of [`MATES`] begin with quiet moves that a search which leaves moves out finds later.
const QUIET: usize = 3;

fn searched<B: Bitboard>(rules: &'static Rules<B>) {
    let mut late = 0;
    for (name, fen, moves) in MATES.into_iter().filter(|(name, ..)| *name == rules.variant.name) {
        let position = Position::from_fen(rules, fen).unwrap();
        let (found, _) = search(&position, &depth(2 * moves as u32 + 1));
        late += (moves_to_mate(found.score) != Some(moves)) as usize;
        // A search for mates finds the shortest, always.
        let limits = Limits {
            mate: Some(3),
            ..Limits::default()
        };
        let (found, lines) = search(&position, &limits);
        assert_eq!(moves_to_mate(found.score), Some(moves), "{name}: {fen}");
        assert!(found.depth < 2 * moves as u32 + 1 && !lines.is_empty());
    }
    assert!(late <= QUIET, "{}: {late}", rules.variant.name);
}

#[test]
fn short_mates_are_found_early() {
    for_each_variant!(searched);
}

#[test]
fn the_search_for_a_mate_ends_without_one() {
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let position = Position::start(rules).unwrap();
    for moves in [0, 1, 2] {
        let limits = Limits {
            mate: Some(moves),
            ..Limits::default()
        };
        let (found, _) = search(&position, &limits);
        assert!(found.best.is_some() && moves_to_mate(found.score).is_none());
        assert_eq!(found.depth, 2 * moves.max(1));
    }
}
