//! Great Stour: somebody on each bank, castling and cathedralling.

use super::{after, board, game, is_legal, legal, outcome, set, start, targets};

fn rights(fen: &str) -> &str {
    fen.split(' ').nth(2).unwrap()
}

fn castlings(fen: &str) -> Vec<String> {
    let moves = legal(&game("greatstour", fen));
    moves.into_iter().filter(|m| m.contains(',')).collect()
}

#[test]
fn great_stour_has_the_arrays_of_the_rules() {
    assert_eq!(
        start("greatstour").position().fen(),
        "mmeqbbBBCCOO/ppppppPPPPPP/12/12/12/12/PPPPPPpppppp/MMEQBBbbccoo w ABIabi - 0 1"
    );
    assert_eq!(
        start("greatstour-deans").position().fen(),
        "mmeqbbBBCCOO/ppppddDDPPPP/4ppPP4/12/12/4PPpp4/PPPPDDddpppp/MMEQBBbbccoo w ABIabi - 0 1"
    );
}

#[test]
fn a_move_must_leave_a_ruler_on_each_bank() {
    // The Prince on the low bank, alone there, may go where it likes on it, but not over the River.
    let fen = "C10c/12/12/12/3C8/12/12/11c w - - 0 1";
    assert_eq!(targets("greatstour", fen, "d4"), "c3 c4 d3 e3 e4");
    // With a Primate left behind it may cross.
    let fen = "C10c/12/12/12/3C8/12/12/E10c w - - 0 1";
    assert_eq!(targets("greatstour", fen, "d4"), "c3 c4 c5 d3 d5 e3 e4 e5");
}

#[test]
fn queens_princes_and_primates_count_as_rulers_and_others_do_not() {
    for (other, may_cross) in [
        ('Q', true),
        ('C', true),
        ('E', true),
        ('M', false),
        ('B', false),
        ('O', false),
        ('L', false),
    ] {
        let fen = format!("C10c/12/12/12/3C8/12/12/{other}10c w - - 0 1");
        assert_eq!(is_legal("greatstour", &fen, "d4d5"), may_cross, "{other}");
    }
}

#[test]
fn who_lacks_a_ruler_on_a_bank_must_bring_one() {
    // White has nobody on the high bank: only moves of Prince and Queen over the River are
    // legal, the Queen's on its file (the Prince stands on its diagonal).
    let fen = "11c/12/12/12/3C8/12/12/Q3M5c1 w - - 0 1";
    let moves = legal(&game("greatstour", fen));
    assert!(
        moves.iter().all(|m| m.starts_with("d4") || m.starts_with("a1")),
        "{moves:?}"
    );
    assert_eq!(targets("greatstour", fen, "d4"), "c5 d5 e5");
    assert_eq!(targets("greatstour", fen, "a1"), "a5 a6 a7 a8");
}

#[test]
fn a_side_without_a_move_loses_in_great_stour() {
    // Nobody of White's can get to the high bank.
    let fen = "11c/12/12/12/12/12/12/C9c1 w - - 0 1";
    assert_eq!(outcome("greatstour", fen).unwrap(), "0-1 {stalemate}");
}

#[test]
fn nothing_is_royal_in_great_stour() {
    let fen = "C10c/12/12/12/12/2q9/3C8/11c w - - 0 1";
    assert!(!game("greatstour", fen).position().in_check());
    assert!(is_legal("greatstour", fen, "d2e2"));
}

#[test]
fn boars_and_sows_face_the_river_from_their_bank() {
    let fen = "C10c/2O9/12/12/12/12/12/C10c w - - 0 1";
    assert_eq!(targets("greatstour", fen, "c7"), "a5 b6 b8 d6 d8 e5");
    let fen = "C10c/2L9/12/12/12/12/12/C10c w - - 0 1";
    assert_eq!(targets("greatstour", fen, "c7"), "b7 c5 c6 c8 d7");
}

#[test]
fn castling_takes_the_primate_to_d_and_the_marshal_to_e() {
    // The a-file Marshal where the other has gone, and the other way round.
    let fen = "m1e5C3/12/12/12/12/12/12/M1E5c3 w Aa - 0 1";
    assert_eq!(
        board(&after("greatstour", fen, "c1d1,a1e1")),
        "m1e5C3/12/12/12/12/12/12/3EM3c3"
    );
    let fen = "1me5C3/12/12/12/12/12/12/1ME5c3 w Bb - 0 1";
    assert_eq!(
        board(&after("greatstour", fen, "c1d1,b1e1")),
        "1me5C3/12/12/12/12/12/12/3EM3c3"
    );
}

#[test]
fn black_castles_on_the_last_rank() {
    let fen = "m1e5C3/12/12/12/12/12/12/M1E5c3 b Aa - 0 1";
    assert_eq!(
        board(&after("greatstour", fen, "c8d8,a8e8")),
        "3em3C3/12/12/12/12/12/12/M1E5c3"
    );
    let fen = "1me5C3/12/12/12/12/12/12/1ME5c3 b Bb - 0 1";
    assert_eq!(
        board(&after("greatstour", fen, "c8d8,b8e8")),
        "3em3C3/12/12/12/12/12/12/1ME5c3"
    );
}

#[test]
fn cathedralling_brings_prince_and_marshal_over_the_river() {
    // A Primate on each bank keeps the rule of the rulers.
    let fen = "1m2E3C3/12/12/12/12/12/12/1M2E3c3 w I - 0 1";
    assert_eq!(
        board(&after("greatstour", fen, "i8e4,b1f5")),
        "1m2E7/12/12/5M6/4C7/12/12/4E3c3"
    );
    let fen = "1m2e3C3/12/12/12/12/12/12/1M2e3c3 b i - 0 1";
    assert_eq!(
        board(&after("greatstour", fen, "i1e5,b8f4")),
        "4e3C3/12/12/4c7/5m6/12/12/1M2e7"
    );
}

#[test]
fn cathedralling_must_leave_a_ruler_on_each_bank() {
    // Without another ruler on the high bank the Prince may not leave it.
    let fen = "1m6C3/12/12/12/12/12/12/1M2E3c3 w I - 0 1";
    assert_eq!(castlings(fen), [] as [&str; 0]);
}

#[test]
fn castling_needs_its_right() {
    let fen = "m1e5C3/12/12/12/12/12/12/M1E5c3 w a - 0 1";
    assert_eq!(castlings(fen), [] as [&str; 0]);
    let fen = "m1e5C3/12/12/12/12/12/12/M1E5c3 w Aa - 0 1";
    assert_eq!(castlings(fen), ["c1d1,a1e1"]);
}

#[test]
fn with_both_marshals_at_home_only_the_second_castles() {
    let fen = "mme5C3/12/12/12/12/12/12/MME5c3 w ABab - 0 1";
    assert_eq!(castlings(fen), ["c1d1,b1e1"]);
}

#[test]
fn squares_between_and_of_arrival_must_be_empty() {
    // On each of these squares an own Boar, in turn; then on one that does not matter.
    for (right, squares, free) in [
        ("A", "b1 d1 e1", "f1"),
        ("B", "d1 e1", "a1"),
        ("I", "c2 d3 e4 f5 g6 h7", "c1"),
    ] {
        let square_is_empty = |square: Option<&str>| {
            let fen = fen_with(right, square);
            !castlings(&fen).is_empty()
        };
        assert!(square_is_empty(None), "{right}");
        assert!(square_is_empty(Some(free)), "{right} {free}");
        for square in squares.split(' ') {
            assert!(!square_is_empty(Some(square)), "{right} {square}");
        }
    }
}

/// A board with the men of one right of White's, a Queen on each bank, and a Boar.
fn fen_with(right: &str, boar: Option<&str>) -> String {
    let pair = match right {
        "A" => "Ec1 Ma1",
        "B" => "Ec1 Mb1",
        _ => "Ci8 Mb1",
    };
    let boar = boar.map_or(String::new(), |square| format!("O{square}"));
    set(
        "greatstour",
        &format!("Ql8 Ql1 ck2 ck7 {pair} {boar}"),
        &format!("w {right} - 0 1"),
    )
}

#[test]
fn attacks_do_not_hinder_castling() {
    // Black's Queen looks at d1 and e1.
    let fen = "m1e5C3/12/12/12/4q7/3q8/12/M1E5c3 w A - 0 1";
    assert_eq!(castlings(fen), ["c1d1,a1e1"]);
}

#[test]
fn a_right_goes_when_one_of_its_pair_moves() {
    // The second Marshal has two rights, and the Primate two.
    let fen = "mme5C2E/12/12/12/12/12/12/MME5c2e w ABIabi - 0 1";
    assert_eq!(rights(&after("greatstour", fen, "b1b2")), "Aabi");
    assert_eq!(rights(&after("greatstour", fen, "c1c2")), "Iabi");
    assert_eq!(rights(&after("greatstour", fen, "a1a2")), "BIabi");
    assert_eq!(rights(&after("greatstour", fen, "i8i7")), "ABabi");
}

#[test]
fn a_right_goes_when_one_of_its_pair_is_captured() {
    let fen = "mme5C2E/12/12/12/12/12/1q10/MME5c2e b ABIabi - 0 1";
    assert_eq!(rights(&after("greatstour", fen, "b2b1")), "Aabi");
}

#[test]
fn castling_uses_up_the_rights_of_both_men() {
    let fen = "mme5C2E/12/12/12/12/12/12/MME5c2e w ABIabi - 0 1";
    assert_eq!(rights(&after("greatstour", fen, "c1d1,b1e1")), "abi");
}
