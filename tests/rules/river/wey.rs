//! Wey.

use super::{board, game, is_legal, legal, outcome, played, start, targets};

#[test]
fn wey_has_the_arrays_of_the_rules() {
    assert_eq!(
        board(&start("wey").position().fen()),
        "mbqrRBCM/ppppPPPP/8/8/8/8/PPPPpppp/MBQRrbcm"
    );
    assert_eq!(
        board(&start("wey-deans").position().fen()),
        "mbqrRBCM/pdwpPDWP/1pp2PP1/8/8/1PP2pp1/PDWPpdwp/MBQRrbcm"
    );
}

#[test]
fn a_queen_crosses_along_the_long_diagonals_only() {
    // From c3 by d4-e5, but not by b4-a5; from e4 by e4-d5.
    assert_eq!(
        targets("wey", "7q/8/8/8/8/2Q5/8/8 w - - 0 1", "c3"),
        "a1 a3 b2 b3 b4 c1 c2 c4 d2 d3 d4 e1 e3 e5 f3 f6 g3 g7 h3 h8"
    );
    assert!(is_legal("wey", "7q/8/8/8/4Q3/8/8/8 w - - 0 1", "e4a8"));
    assert!(!is_legal("wey", "7q/8/8/8/4Q3/8/8/8 w - - 0 1", "e4f5"));
    assert!(!is_legal("wey", "7q/8/8/8/4Q3/8/8/8 w - - 0 1", "e4e5"));
}

#[test]
fn a_prince_crosses_along_the_long_diagonals_only() {
    let fen = "q7/8/8/8/3C4/8/8/Q7 w - - 0 1";
    assert_eq!(targets("wey", fen, "d4"), "c3 c4 d3 e3 e4 e5");
    let fen = "q7/8/8/3C4/8/8/8/Q7 w - - 0 1";
    assert_eq!(targets("wey", fen, "d5"), "c5 c6 d6 e4 e5 e6");
    let fen = "q7/8/8/8/2C5/8/8/Q7 w - - 0 1";
    assert_eq!(targets("wey", fen, "c4"), "b3 b4 c3 d3 d4");
}

#[test]
fn nothing_is_royal_in_wey() {
    let fen = "q7/8/8/8/8/3q4/8/3Q4 w - - 0 1";
    let game = game("wey", fen);
    assert!(!game.position().in_check());
    assert_eq!(legal(&game).len(), 15);
}

#[test]
fn an_army_has_lost_with_one_of_each_officer_gone() {
    // White has neither Queen nor Prince, and one Marshal, Bishop and Rose of two each.
    let fen = "q7/8/8/8/8/8/8/M1BR4 w - - 0 1";
    assert_eq!(outcome("wey", fen).unwrap(), "0-1 {loss of the decisive pieces}");
    assert!(legal(&game("wey", fen)).is_empty());
}

#[test]
fn one_kind_of_officer_left_whole_is_enough() {
    for whole in ["Q7", "C7", "MM6", "BB6", "RR6"] {
        let fen = format!("q7/8/8/8/8/8/8/{whole} w - - 0 1");
        assert_eq!(outcome("wey", &fen), None, "{whole}");
    }
}

#[test]
fn the_capture_that_completes_the_set_wins() {
    // Black's Queen is all that Black has whole.
    let fen = "q7/8/8/8/8/8/8/Q7 w - - 0 1";
    assert_eq!(outcome("wey", fen), None);
    let fen = "4q3/8/8/4M3/8/8/8/Q7 w - - 0 1";
    let game = played("wey", fen, "e5e8");
    assert_eq!(game.outcome().unwrap().to_string(), "1-0 {loss of the decisive pieces}");
}

#[test]
fn deans_and_wazirs_are_not_in_the_set() {
    let fen = "q7/8/8/8/8/8/8/Q7 w - - 0 1";
    assert_eq!(outcome("wey-deans", fen), None);
    let fen = "q7/8/8/8/8/8/8/DDWW4 w - - 0 1";
    assert_eq!(outcome("wey-deans", fen).unwrap(), "0-1 {loss of the decisive pieces}");
}

#[test]
fn with_both_sets_lost_the_side_to_move_has_lost() {
    assert_eq!(
        outcome("wey", "p7/8/8/8/8/8/8/P7 w - - 0 1").unwrap(),
        "0-1 {loss of the decisive pieces}"
    );
    assert_eq!(
        outcome("wey", "p7/8/8/8/8/8/8/P7 b - - 0 1").unwrap(),
        "1-0 {loss of the decisive pieces}"
    );
}

#[test]
fn a_side_to_move_without_a_move_loses() {
    // The Prince in the corner behind own pawns; enemy Wazirs before them may be taken, enemy pawns of this bank not.
    let fen = "7q/8/8/8/8/ww6/PP6/CP6 w - - 0 1";
    assert_eq!(outcome("wey", fen), None);
    let fen = "7q/8/8/8/8/pp6/PP6/CP6 w - - 0 1";
    assert_eq!(outcome("wey", fen).unwrap(), "0-1 {stalemate}");
}
