//! Cam.

use super::{after, board, game, is_legal, outcome, start, targets};

#[test]
fn cam_has_the_arrays_of_the_rules() {
    assert_eq!(
        board(&start("cam").position().fen()),
        "mfqkfm****/pppppp****/9b/9b/9B/9B/PPPPPP****/MFQKFM****"
    );
    assert_eq!(
        board(&start("cam-deans").position().fen()),
        "mfqkfm****/pppppp****/8db/8db/8DB/8DB/PPPPPP****/MFQKFM****"
    );
}

#[test]
fn king_and_queen_never_leave_their_block() {
    let fen = "k5****/6****/10/10/5Q4/5K4/6****/6**** w - - 0 1";
    assert_eq!(targets("cam", fen, "f3"), "e2 e3 e4 f2");
    assert_eq!(targets("cam", fen, "f4"), "a4 b4 c1 c4 d2 d4 e3 e4");
}

#[test]
fn a_queen_attacks_nothing_on_the_isle() {
    let fen = "k5****/6****/10/10/5Qb3/10/6****/5K**** w - - 0 1";
    assert!(!is_legal("cam", fen, "f4g4"));
}

#[test]
fn there_is_no_river_inside_the_isle() {
    // A pawn steps over ranks 4 and 5 of the Isle unpromoted.
    let fen = "k5****/6****/10/10/7P2/10/6****/5K**** w - - 0 1";
    assert_eq!(
        board(&after("cam", fen, "h4h5")),
        "k5****/6****/10/7P2/10/10/6****/5K****"
    );
}

#[test]
fn a_pawn_capture_onto_the_isle_promotes() {
    let fen = "k5****/6****/10/10/6b3/5P4/6****/5K**** w - - 0 1";
    assert_eq!(
        board(&after("cam", fen, "f3g4")),
        "k5****/6****/10/10/6W3/10/6****/5K****"
    );
}

#[test]
fn a_bishop_does_not_pass_the_corners_of_the_isle() {
    let fen = "k5****/6****/6B3/10/10/10/6****/5K**** w - - 0 1";
    assert_eq!(targets("cam", fen, "g6"), "b1 c2 d3 e4 f5 h5 i4 j3");
    let fen = "k5****/5B****/10/10/10/10/6****/5K**** w - - 0 1";
    assert_eq!(targets("cam", fen, "f7"), "a2 b3 c4 d5 e6 e8");
    let fen = "k5****/6****/10/10/10/6B3/6****/5K**** w - - 0 1";
    assert_eq!(targets("cam", fen, "g3"), "b8 c7 d6 e5 f4 h4 i5 j6");
    let fen = "k5****/6****/10/10/10/10/5B****/K5**** w - - 0 1";
    assert_eq!(targets("cam", fen, "f2"), "a7 b6 c5 d4 e1 e3");
}

#[test]
fn a_dean_does_not_pass_the_corners_of_the_isle() {
    // From h5 the diagonal leads over g6 to f7, from h4 over g3 to f2.
    let fen = "k5****/6****/10/7D2/7D2/10/6****/5K**** w - - 0 1";
    assert!(!is_legal("cam-deans", fen, "h5f7"));
    assert!(!is_legal("cam-deans", fen, "h4f2"));
    assert!(is_legal("cam-deans", fen, "h5f3"));
}

#[test]
fn a_pawn_does_not_take_past_a_corner_of_the_isle() {
    let fen = "k5****/6****/10/5b4/6P3/10/6****/5K**** w - - 0 1";
    assert!(is_legal("cam", fen, "g4f5w"));
    let fen = "k5****/5b****/6P3/10/10/6b3/5P****/5K**** w - - 0 1";
    assert_eq!(targets("cam", fen, "g6"), "");
    assert_eq!(targets("cam", fen, "f2"), "f3");
}

#[test]
fn marshals_and_frogs_leap_past_the_corners_freely() {
    // A Frog steps g6-f7; a Marshal leaps g6-e7, g6-f8.
    let fen = "k5****/6****/6F3/10/10/10/6****/5K**** w - - 0 1";
    assert!(is_legal("cam", fen, "g6f7"));
    let fen = "1k4****/6****/6M3/10/10/10/6****/5K**** w - - 0 1";
    assert!(is_legal("cam", fen, "g6e7") && is_legal("cam", fen, "g6f8"));
}

#[test]
fn kings_face_each_other_over_the_river_in_cam() {
    let fen = "6****/6****/10/2k7/2K7/10/6****/6**** w - - 0 1";
    assert!(!game("cam", fen).position().in_check());
    assert_eq!(outcome("cam", fen), None);
}
