//! Aire: its board, its Stewards, and blocks around the holes. Its Rose's rest is tested with Irwell's.

use super::{after, board, is_legal, man, seats, set, start, targets};
use aanca::board::Bitboard;

const SOUTH: &str = "w - - 0 1 S - -";

#[test]
fn aire_has_the_board_and_arrays_of_the_rules() {
    assert_eq!(
        start("aire-deans").position().fen(),
        "mqm**MSM/cbb**BBC/pddpPDDP/8/8/8/8/PDDPpddp/CBB**bbc/MQM**msm w - - 0 1 S - -"
    );
    assert_eq!(
        board(&start("aire").position().fen()),
        "mqm**MSM/cbb**BBC/ppppPPPP/8/8/8/8/PPPPpppp/CBB**bbc/MQM**msm"
    );
    assert_eq!(start("aire").position().rules().board.count(), 72);
}

#[test]
fn a_steward_in_a_corner_may_become_a_rose() {
    for (men, seat, mv) in [
        ("Ta2 Cc1 Ch9 ch2", 'S', "a2a1"),
        ("Th2 Cc1 Ch9 cb2", 'S', "h2h1"),
        ("Ta9 Cc1 Ch9 ch2", 'N', "a9a10"),
        ("Tg10 Cc1 Ch8 ch2", 'N', "g10h10"),
    ] {
        let fen = set("aire", men, &format!("w - - 0 1 {seat} - -"));
        let rose = format!("{mv}r");
        assert!(is_legal("aire", &fen, mv) && is_legal("aire", &fen, &rose), "{mv}");
        let corner = &mv[mv.len() / 2..];
        assert_eq!(man("aire", &after("aire", &fen, mv), corner), 'T', "{mv}");
        assert_eq!(man("aire", &after("aire", &fen, &rose), corner), 'R', "{mv}");
    }
}

#[test]
fn a_steward_becomes_a_rose_by_a_capture_too() {
    let fen = set("aire", "Tb2 ma1 Cc1 Ch9 ch2", SOUTH);
    assert_eq!(man("aire", &after("aire", &fen, "b2a1r"), "a1"), 'R');
}

#[test]
fn a_steward_becomes_nothing_if_its_team_has_a_rose() {
    let fen = set("aire", "Ta2 Cc1 Ch9 Rd5 ch2", SOUTH);
    assert!(is_legal("aire", &fen, "a2a1") && !is_legal("aire", &fen, "a2a1r"));
    // The enemy's Rose does not count.
    let fen = set("aire", "Ta2 Cc1 Ch9 rd5 ch2", SOUTH);
    assert!(is_legal("aire", &fen, "a2a1r"));
}

#[test]
fn a_steward_that_becomes_a_rose_pays_a_debt() {
    let fen = set("aire", "Ta2 Cc1 Ch9 ch2", "w - - 0 1 S - SN");
    assert_eq!(seats(&after("aire", &fen, "a2a1r")), "n - N");
}

#[test]
fn a_pawn_that_crosses_is_a_steward_and_no_rose() {
    let fen = set("aire", "Pa5 Cc1 Ch9 ch2", SOUTH);
    assert_eq!(targets("aire", &fen, "a5"), "a6t");
}

#[test]
fn diagonal_steps_past_a_hole_are_barred() {
    // c2-d3 spans d2, which does not exist; c3-d4 is whole.
    let fen = set("aire", "Bc2 Cg1 Ch9 ch2", SOUTH);
    assert_eq!(targets("aire", &fen, "c2"), "a4 b1 b3");
    let fen = set("aire", "Bc3 Cg1 Ch9 ch2", SOUTH);
    assert!(is_legal("aire", &fen, "c3d4"));
    let fen = set("aire", "Cc2 Cg1 Ch9 ch2", SOUTH);
    assert_eq!(targets("aire", &fen, "c2"), "b1 b2 b3 c1 c3");
    let fen = set("aire", "Tc2 md3 Cg1 Ch9 ch2", SOUTH);
    assert!(!is_legal("aire", &fen, "c2d3"));
    let fen = set("aire", "Sc2 Cg1 Ch9 ch2", SOUTH);
    assert!(!is_legal("aire", &fen, "c2d3") && is_legal("aire", &fen, "c2b3"));
}

#[test]
fn a_deans_diagonal_steps_past_a_hole_are_barred() {
    let fen = set("aire-deans", "Dc2 Cg1 Ch9 ch2", SOUTH);
    assert_eq!(targets("aire-deans", &fen, "c2"), "a2 a4 c4");
}

#[test]
fn knight_leaps_past_a_hole_are_barred() {
    // c1-d3 and c2-e3 span holes, c3-d5 does not.
    let fen = set("aire", "Mc1 Cg1 Ch9 ch2", SOUTH);
    assert!(!is_legal("aire", &fen, "c1d3") && is_legal("aire", &fen, "c1b3"));
    let fen = set("aire", "Mc2 Cg1 Ch9 ch2", SOUTH);
    assert!(!is_legal("aire", &fen, "c2e3") && is_legal("aire", &fen, "c2a3"));
    let fen = set("aire", "Mc3 Cg1 Ch9 ch2", SOUTH);
    assert!(is_legal("aire", &fen, "c3d5"));
}

#[test]
fn each_leap_of_a_rose_needs_its_block() {
    let fen = set("aire", "Rc1 Cg1 Ch9 ch2", SOUTH);
    assert!(!is_legal("aire", &fen, "c1d3"));
    assert!(is_legal("aire", &fen, "c1b3"));
}

#[test]
fn a_hole_ends_a_slide() {
    let fen = set("aire", "Mc1 Ch5 Ch9 ch2", SOUTH);
    assert!(!is_legal("aire", &fen, "c1f1"));
}
