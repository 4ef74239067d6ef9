//! Avon: the line in the middle, and what becomes of its men.

use super::{board, is_legal, set, start, targets};

const SOUTH: &str = "w - - 0 1 S - -";

#[test]
fn avon_has_the_arrays_of_the_rules() {
    assert_eq!(
        start("avon-deans").position().fen(),
        "mccmMQSM/dbbdABBY/ppppPPPP/8/8/8/8/PPPPpppp/DBBDabby/MCCMmqsm w - - 0 1 S - -"
    );
    assert_eq!(
        board(&start("avon").position().fen()),
        "mccmMQSM/nbbnABBY/ppppPPPP/8/8/8/8/PPPPpppp/NBBNabby/MCCMmqsm"
    );
}

#[test]
fn the_line_between_d_and_e_is_crossed_in_the_middle_ranks_only() {
    // A Marshal along its rank: over the line on ranks 3 to 8, not on the others.
    for rank in 1..=10 {
        let seat = if rank <= 5 { SOUTH } else { "w - - 0 1 N - -" };
        let fen = set("avon", &format!("Mc{rank} Ch5 Ch6 ca1 ca10"), seat);
        let crosses = (3..=8).contains(&rank);
        assert_eq!(is_legal("avon", &fen, &format!("c{rank}f{rank}")), crosses, "{rank}");
        assert!(is_legal("avon", &fen, &format!("c{rank}d{rank}")), "{rank}");
    }
}

#[test]
fn start_end_or_square_passed_over_must_be_in_the_middle_on_each_side() {
    // c2-d3 | e4-f5: d3 and e4 do. d2 | e3: d2 does not. d3 | e2 and c4-d3 | e2-f1: e2 does not.
    for (start, mv, legal) in [
        ("Bc2", "c2f5", true),
        ("Bc2", "c2e4", true),
        ("Bd2", "d2e3", false),
        ("Bd2", "d2f4", false),
        ("Bb1", "b1e4", true),
        ("Bd3", "d3e2", false),
        ("Bd3", "d3f1", false),
        ("Bc4", "c4f1", false),
    ] {
        let fen = set("avon", &format!("{start} Ch5 ca10"), SOUTH);
        assert_eq!(is_legal("avon", &fen, mv), legal, "{mv}");
    }
}

#[test]
fn a_knight_leap_counts_by_its_ends_only() {
    for (start, mv, legal) in [
        ("Mc3", "c3e4", true),
        ("Mc2", "c2e3", false),
        ("Mc3", "c3e2", false),
        ("Md3", "d3e5", true),
        ("Nd2", "d2f2", false),
        ("Nd3", "d3f3", true),
    ] {
        let fen = set("avon", &format!("{start} Ch5 ca10"), SOUTH);
        assert_eq!(is_legal("avon", &fen, mv), legal, "{mv}");
    }
}

#[test]
fn the_line_binds_a_dean_too() {
    for (start, mv, legal) in [("Dd2", "d2f2", false), ("Dd3", "d3f3", true), ("Dd2", "d2f4", false)] {
        let fen = set("avon-deans", &format!("{start} Ch5 ca10"), SOUTH);
        assert_eq!(is_legal("avon-deans", &fen, mv), legal, "{mv}");
    }
}

#[test]
fn pawns_obey_the_line() {
    let fen = set("avon", "Pd2 Pd3 me3 me4 Ch5 ca10", SOUTH);
    assert_eq!(targets("avon", &fen, "d2"), "");
    assert_eq!(targets("avon", &fen, "d3"), "d4 e4");
}

#[test]
fn moves_that_stay_on_one_side_do_not_care_for_the_line() {
    let fen = set("avon", "Ba1 Ch5 ca10", SOUTH);
    assert_eq!(targets("avon", &fen, "a1"), "b2 c3 d4 e5 f6 g7 h8");
    let fen = set("avon", "Md1 Ch5 ca10", SOUTH);
    assert_eq!(
        targets("avon", &fen, "d1"),
        "a1 b1 b2 c1 c3 d10 d2 d3 d4 d5 d6 d7 d8 d9"
    );
}
