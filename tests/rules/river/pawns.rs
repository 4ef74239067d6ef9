//! Pawns, their promotion, which way they face, and the draws by counting.

use super::{after, board, game, legal, played, start, targets};

#[test]
fn a_pawn_steps_straight_and_takes_diagonally_without_double_step() {
    assert_eq!(targets("isis", "k5/6/6/6/6/p1p3/1P4/5K w - - 0 1", "b2"), "a3 b3 c3");
    assert_eq!(targets("isis", "k5/6/6/6/6/1p4/1P4/5K w - - 0 1", "b2"), "");
}

#[test]
fn a_pawn_that_crosses_the_river_is_promoted_at_once_without_choice() {
    // The game, White's bank south, a pawn before the River on its second file: what it becomes by the step.
    for (name, promoted, fen) in [
        ("isis", 'W', "k5/6/6/6/1P4/6/6/5K w - - 0 1"),
        ("cam", 'W', "k5****/6****/10/10/1P8/10/6****/5K**** w - - 0 1"),
        ("wey", 'W', "q7/8/8/8/1P6/8/8/Q7 w - - 0 1"),
        ("greatstour", 'L', "C11/11c/12/12/1P10/12/12/C11 w - - 0 1"),
        (
            "coblache",
            'W',
            "q7**/8**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/**1P6/**8/**8/**7Q w - - 0 1",
        ),
        ("avon", 'W', "c7/8/8/8/8/1P6/8/8/8/C7 w - - 0 1 S - -"),
        ("irwell", 'T', "c7/8/8/8/8/1P6/8/8/8/C7 w - - 0 1 S - -"),
        ("aire", 'T', "c2**3/3**3/8/8/8/1P6/8/8/3**3/C2**3 w - - 0 1 S - -"),
    ] {
        let file = if name == "coblache" { 'd' } else { 'b' };
        let rank = game(name, fen).position().rules().shape.ranks() / 2;
        let rank = if name == "coblache" { 4 } else { rank };
        let step = format!("{file}{rank}{file}{}", rank + 1);
        let letter = promoted.to_ascii_lowercase();
        assert_eq!(
            targets(name, fen, &step[..2]),
            format!("{file}{}{letter}", rank + 1),
            "{name}"
        );
        let fen = after(name, fen, &step);
        assert!(
            board(&fen).contains(promoted) && !board(&fen).contains('P'),
            "{name} {fen}"
        );
    }
}

#[test]
fn a_pawn_promotes_by_a_capture_over_the_river_too() {
    let fen = "k5/6/6/2m3/1P4/6/6/5K w - - 0 1";
    assert_eq!(board(&after("isis", fen, "b4c5")), "k5/6/6/2W3/6/6/6/5K");
}

#[test]
fn a_promoted_pawn_stays_what_it_is() {
    // The Wazir goes back over the River, and remains a Wazir.
    let fen = "k5/6/6/1W4/6/6/6/5K w - - 0 1";
    assert_eq!(board(&after("isis", fen, "b5b4")), "k5/6/6/6/1W4/6/6/5K");
}

#[test]
fn forward_is_read_off_the_square_whoever_owns_the_pawn() {
    // Black's pawn on the low bank goes up, White's on the high bank down.
    let fen = "q7/8/2P5/8/8/2p5/8/Q7 b - - 0 1";
    assert_eq!(targets("wey", fen, "c3"), "c4");
    assert_eq!(targets("wey", &fen.replace(" b ", " w "), "c6"), "c5");
}

#[test]
fn forward_is_up_for_white_in_isis_cam_and_coblache_whatever_the_fen_holds() {
    // White's pawn beyond the River still goes up, and Black's on the low bank down.
    let fen = "k5/6/1P4/6/6/3p2/6/5K w - - 0 1";
    assert_eq!(targets("isis", fen, "b6"), "b7");
    assert_eq!(targets("isis", &fen.replace(" w ", " b "), "d3"), "d2");
}

#[test]
fn pawns_of_one_bank_do_not_take_each_other() {
    let fen = "q7/8/8/8/8/3p4/2P5/Q7 w - - 0 1";
    assert_eq!(targets("wey", fen, "c2"), "c3");
    // Other men may be taken, and may take pawns.
    let fen = "q7/8/8/8/8/3w4/2P5/Q7 w - - 0 1";
    assert_eq!(targets("wey", fen, "c2"), "c3 d3");
}

#[test]
fn pawns_that_face_each_other_over_the_river_may_take_each_other() {
    let fen = "q7/8/8/3p4/2P5/8/8/Q7 w - - 0 1";
    assert_eq!(targets("wey", fen, "c4"), "c5w d5w");
}

#[test]
fn fifty_moves_without_capture_or_pawn_move_are_a_draw() {
    let fen = "k5/6/6/6/6/1P4/W5/5K w - - 99 80";
    assert_eq!(
        played("isis", fen, "f1e1").outcome().unwrap().to_string(),
        "1/2-1/2 {fifty-move rule}"
    );
    // A promoted pawn's move does not count as a pawn's.
    assert_eq!(
        played("isis", fen, "a2a1").outcome().unwrap().to_string(),
        "1/2-1/2 {fifty-move rule}"
    );
    assert_eq!(played("isis", fen, "b3b4").outcome(), None);
}

#[test]
fn a_capture_starts_the_count_anew() {
    let fen = "k5/6/6/6/6/1w4/1W4/5K w - - 99 80";
    assert!(after("isis", fen, "b2b3").ends_with(" 0 80"));
}

#[test]
fn threefold_repetition_is_a_draw() {
    let fen = "k5/6/6/6/6/1P4/6/5K w - - 0 1";
    let there_and_back = "f1e1 a8b8 e1f1 b8a8";
    let twice = format!("{there_and_back} {there_and_back}");
    assert_eq!(played("isis", fen, there_and_back).outcome(), None);
    assert_eq!(
        played("isis", fen, &twice).outcome().unwrap().to_string(),
        "1/2-1/2 {threefold repetition}"
    );
}

#[test]
fn the_start_is_not_over_and_has_moves() {
    for name in ["isis", "cam", "wey", "greatstour", "coblache", "avon", "irwell", "aire"] {
        for name in [name.to_string(), format!("{name}-deans")] {
            let game = start(&name);
            assert_eq!(game.outcome(), None, "{name}");
            assert!(!legal(&game).is_empty(), "{name}");
        }
    }
}
