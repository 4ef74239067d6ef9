//! Isis.

use super::{board, game, is_legal, legal, outcome, played, start, targets};

#[test]
fn isis_has_the_arrays_of_the_rules() {
    assert_eq!(
        board(&start("isis").position().fen()),
        "mbqkbm/pppppp/6/6/6/6/PPPPPP/MBQKBM"
    );
    assert_eq!(
        board(&start("isis-deans").position().fen()),
        "mbqkbm/pdppdp/1p2p1/6/6/1P2P1/PDPPDP/MBQKBM"
    );
    assert_eq!(
        board(&start("isis-deans-2").position().fen()),
        "mbqkbm/1d2d1/pppppp/6/6/PPPPPP/1D2D1/MBQKBM"
    );
}

#[test]
fn king_and_queen_never_cross_the_river() {
    let fen = "k5/6/6/6/2K2Q/6/6/6 w - - 0 1";
    assert_eq!(targets("isis", fen, "c4"), "b3 b4 c3 d3 d4");
    assert_eq!(targets("isis", fen, "f4"), "c1 d2 d4 e3 e4 f1 f2 f3");
}

#[test]
fn other_men_cross_the_river() {
    let fen = "k5/6/6/6/2W3/1B4/6/5K w - - 0 1";
    assert_eq!(targets("isis", fen, "c4"), "b4 c3 c5 d4");
}

#[test]
fn kings_may_face_each_other_over_the_river() {
    // On c4 and c5 they would give check to each other anywhere else.
    let fen = "6/6/6/2k3/2K3/6/6/6 w - - 0 1";
    let game = game("isis", fen);
    assert!(!game.position().in_check());
    assert!(is_legal("isis", "6/6/6/2k3/6/2K3/6/6 w - - 0 1", "c3c4"));
}

#[test]
fn a_queen_gives_no_check_over_the_river() {
    let game = game("isis", "2k3/6/6/6/2Q3/6/6/K5 b - - 0 1");
    assert!(!game.position().in_check());
    assert!(legal(&game).contains(&"c8c7".to_string()));
}

#[test]
fn check_must_be_met() {
    // The Marshal on a1's file checks the King, whose neighbours on that file stay attacked.
    let fen = "k5/6/6/6/6/6/6/M4K b - - 0 1";
    assert!(game("isis", fen).position().in_check());
    assert_eq!(targets("isis", fen, "a8"), "b7 b8");
}

#[test]
fn checkmate_wins() {
    // Two Marshals on ranks 7 and 8.
    let fen = "k4M/5M/6/6/6/6/6/5K b - - 0 1";
    assert_eq!(outcome("isis", fen).unwrap(), "1-0 {checkmate}");
}

#[test]
fn stalemate_is_a_draw() {
    // The Marshal on c6 attacks b8 and a7 by knight's leaps; the other holds b7 on its file.
    let fen = "k5/6/2M3/6/6/6/6/1B3K b - - 0 1";
    assert_eq!(outcome("isis", fen), None);
    let fen = "k5/6/2M3/6/6/6/6/1M3K b - - 0 1";
    assert_eq!(outcome("isis", fen).unwrap(), "1/2-1/2 {stalemate}");
}

#[test]
fn there_is_no_castling() {
    let game = played("isis", "1k4/6/6/6/6/6/6/M2K1M w - - 0 1", "d1e1");
    assert!(game.position().castles().is_empty());
    assert_eq!(
        targets("isis", "1k4/6/6/6/6/6/6/M2K1M w - - 0 1", "d1"),
        "c1 c2 d2 e1 e2"
    );
}
