//! How each man moves.

use super::{game, is_legal, legal, played, targets};

#[test]
fn king_queen_and_bishop_move_as_in_chess() {
    assert_eq!(
        targets("isis", "5k/6/6/6/6/6/1K4/6 w - - 0 1", "b2"),
        "a1 a2 a3 b1 b3 c1 c2 c3"
    );
    assert_eq!(
        targets("isis", "k5/6/6/6/6/2B3/6/5K w - - 0 1", "c3"),
        "a1 a5 b2 b4 d2 d4 e1 e5 f6"
    );
    // To the River and no further.
    assert_eq!(
        targets("isis", "5k/6/6/6/6/6/2Q3/K5 w - - 0 1", "c2"),
        "a2 a4 b1 b2 b3 c1 c3 c4 d1 d2 d3 e2 e4 f2"
    );
}

#[test]
fn a_prince_moves_as_a_king() {
    let fen = "c7C3/12/12/12/12/12/4C7/11c w - - 0 1";
    assert_eq!(targets("greatstour", fen, "e2"), "d1 d2 d3 e1 e3 f1 f2 f3");
}

#[test]
fn a_prince_is_not_royal() {
    // Black's rook-like Marshal attacks the Prince on e2, and takes it when White does something else.
    let fen = "c3m3C3/12/12/12/12/12/4C2C4/11c w - - 0 1";
    assert!(is_legal("greatstour", fen, "h2h3"));
    let game = played("greatstour", fen, "h2h3 e8e2");
    assert_eq!(game.outcome(), None);
}

#[test]
fn a_marshal_is_rook_and_knight() {
    assert_eq!(
        targets("isis", "k5/6/6/6/6/2M3/6/5K w - - 0 1", "c3"),
        "a2 a3 a4 b1 b3 b5 c1 c2 c4 c5 c6 c7 c8 d1 d3 d5 e2 e3 e4 f3"
    );
}

#[test]
fn a_dean_goes_two_or_more_diagonally_or_two_orthogonally() {
    let fen = "k5/6/6/6/6/2D3/6/5K w - - 0 1";
    assert_eq!(targets("isis-deans", fen, "c3"), "a1 a3 a5 c1 c5 e1 e3 e5 f6");
}

#[test]
fn a_dean_passes_over_empty_squares_only() {
    // An enemy on d4, one on d3, and an own Wazir on c4.
    let fen = "k5/6/6/6/2Wp2/2Dp2/6/5K w - - 0 1";
    assert_eq!(targets("isis-deans", fen, "c3"), "a1 a3 a5 c1 e1");
}

#[test]
fn a_dean_never_takes_a_neighbour() {
    let fen = "k5/6/6/6/1ppp2/1pDp2/1ppp2/K5 w - - 0 1";
    assert_eq!(targets("isis-deans", fen, "c3"), "");
}

#[test]
fn a_wazir_goes_one_step_orthogonally() {
    assert_eq!(targets("isis", "k5/6/6/6/6/2W3/6/5K w - - 0 1", "c3"), "b3 c2 c4 d3");
}

#[test]
fn a_steward_steps_orthogonally_and_takes_diagonally() {
    // Enemies on c4 and d4.
    let fen = "c7/8/8/8/8/8/2pp4/2T5/8/C7 w - - 0 1 S - -";
    assert_eq!(targets("irwell", fen, "c3"), "b3 c2 d3 d4");
}

#[test]
fn a_rose_leaps_round_circles() {
    let fen = "7q/8/8/8/8/8/7Q/R7 w - - 0 1";
    assert_eq!(targets("wey", fen, "a1"), "a5 a7 b3 c2 c6 d4 e1 f3 g1");
}

#[test]
fn a_rose_passes_empty_landing_squares_only() {
    // Enemies on both squares of a first leap: it takes either and gets no further.
    let fen = "7q/8/8/8/8/1p6/2p4Q/R7 w - - 0 1";
    assert_eq!(targets("wey", fen, "a1"), "b3 c2");
    // One of them: by c2 it still gets to d4 and round that circle, and to e1.
    let fen = "7q/8/8/8/8/1p6/7Q/R7 w - - 0 1";
    assert_eq!(targets("wey", fen, "a1"), "a7 b3 c2 c6 d4 e1");
}

#[test]
fn a_rose_makes_up_to_six_leaps() {
    // Own men on c2 and d3 leave one way to e1: by c6, e7, g6, h4 and g2.
    let fen = "7q/8/8/8/1R6/3P4/2P4Q/8 w - - 0 1";
    assert!(is_legal("wey", fen, "b4e1"));
    let blocked = "7q/8/8/8/1R5P/3P4/2P4Q/8 w - - 0 1";
    assert!(!is_legal("wey", blocked, "b4e1"));
}

#[test]
fn two_routes_of_a_rose_to_a_square_are_one_move() {
    let moves = legal(&game("wey", "7q/8/8/8/8/8/7Q/R7 w - - 0 1"));
    assert_eq!(moves.iter().filter(|m| *m == "a1d4").count(), 1);
}

#[test]
fn a_frog_leaps_over_anything() {
    assert_eq!(
        targets("cam", "k5****/6****/10/10/10/2F7/6****/5K**** w - - 0 1", "c3"),
        "b2 b4 c6 d2 d4 f3"
    );
    let walled = "k5****/6****/10/10/1PPP6/1PFP6/1PPP2****/5K**** w - - 0 1";
    assert_eq!(targets("cam", walled, "c3"), "c6 f3");
}

#[test]
fn a_princess_is_a_queen_in_the_forward_directions() {
    let fen = "c7/8/8/8/8/8/3S4/8/8/C7 w - - 0 1 S - -";
    assert_eq!(targets("irwell", fen, "d4"), "a7 b6 c5 d10 d5 d6 d7 d8 d9 e5 f6 g7 h8");
}

#[test]
fn forward_men_on_the_high_bank_face_down_and_keep_their_direction_over_the_river() {
    let fen = "C6c/8/8/3S4/8/8/8/8/8/c7 w - - 0 1 N - -";
    assert_eq!(targets("irwell", fen, "d7"), "a4 b5 c6 d1 d2 d3 d4 d5 d6 e6 f5 g4 h3");
}

#[test]
fn a_primate_is_bishop_and_wazir() {
    let fen = "4C3c3/12/12/12/12/2E9/11C/c11 w - - 0 1";
    assert_eq!(
        targets("greatstour", fen, "c3"),
        "a1 a5 b2 b3 b4 c2 c4 d2 d3 d4 e1 e5 f6 g7 h8"
    );
}

#[test]
fn an_abbot_is_a_primate_in_the_forward_directions() {
    let fen = "c7/8/8/8/8/8/8/8/5A2/C7 w - - 0 1 S - -";
    assert_eq!(targets("avon", fen, "f2"), "a7 b6 c5 d4 e3 f3 g3 h4");
}

#[test]
fn a_caryatid_goes_straight_ahead_or_one_step_diagonally_forward() {
    let fen = "c7/8/8/8/8/8/8/8/5Y2/C7 w - - 0 1 S - -";
    assert_eq!(targets("avon", fen, "f2"), "e3 f10 f3 f4 f5 f6 f7 f8 f9 g3");
}

#[test]
fn a_chatelaine_is_rook_and_ferz() {
    let fen = "c7/8/8/8/8/8/5H2/8/8/C7 w - - 0 1 S - -";
    assert_eq!(
        targets("avon", fen, "f4"),
        "a4 b4 c4 d4 e3 e4 e5 f1 f10 f2 f3 f5 f6 f7 f8 f9 g3 g4 g5 h4"
    );
}

#[test]
fn a_carpenter_is_knight_and_dabbaba() {
    let fen = "c7/8/8/8/8/8/5N2/8/8/C7 w - - 0 1 S - -";
    assert_eq!(targets("avon", fen, "f4"), "d3 d4 d5 e2 e6 f2 f6 g2 g6 h3 h4 h5");
}

#[test]
fn a_boar_is_a_ferz_that_leaps_two_diagonally_forward() {
    let fen = "4C3c3/12/12/12/12/1P1P8/2O8C/c11 w - - 0 1";
    assert_eq!(targets("greatstour", fen, "c2"), "a4 b1 d1 e4");
}

#[test]
fn a_sow_is_a_wazir_that_leaps_two_straight_forward() {
    let fen = "4C3c3/12/12/12/12/2P9/2L8C/c11 w - - 0 1";
    assert_eq!(targets("greatstour", fen, "c2"), "b2 c1 c4 d2");
}
