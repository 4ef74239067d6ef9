//! Irwell's coronations, and the Kings that they make.

use super::{after, game, is_legal, legal, man, outcome, played, set};

const SOUTH: &str = "w - - 0 1 S - -";

/// The man on a square after moves from a position of Irwell.
fn then(men: &str, rest: &str, moves: &str, square: &str) -> char {
    man("irwell", &after("irwell", &set("irwell", men, rest), moves), square)
}

#[test]
fn a_prince_between_bishop_and_steward_is_crowned() {
    // The Bishop comes to c2; d3 lies between it and e4.
    assert_eq!(then("Bd1 Cd3 Te4 ca10 ch1", SOUTH, "d1c2", "d3"), 'K');
    // Brought by the Steward, and on the other diagonal.
    assert_eq!(then("Be2 Cd3 Tb4 ca10 ch1", SOUTH, "b4c4", "d3"), 'K');
    // By the Prince itself.
    assert_eq!(then("Bc2 Cd2 Te4 ca10 ch1", SOUTH, "d2d3", "d3"), 'K');
}

#[test]
fn bishop_and_steward_may_be_distant() {
    // a1 and g7, with d4 between.
    assert_eq!(then("Ba1 Cd4 Tf7 Ch10 ca10 ch1", "w - - 0 1 N - -", "f7g7", "d4"), 'K');
}

#[test]
fn by_a_man_that_leaves_the_line_too() {
    // The Marshal on e5 hides the Steward on f6 from the Prince on d4.
    assert_eq!(then("Bc3 Cd4 Me5 Tf6 ca10 ch1", SOUTH, "e5e1", "d4"), 'K');
}

#[test]
fn only_the_nearest_men_crown() {
    // A pawn on e4 stands between Prince and Steward.
    assert_eq!(then("Bd1 Cd3 Pe4 Tf5 ca10 ch1", SOUTH, "d1c2", "d3"), 'C');
    // Two Bishops do not crown, nor two Stewards.
    assert_eq!(then("Bd1 Cd3 Be4 ca10 ch1", SOUTH, "d1c2", "d3"), 'C');
    // Nor Bishop and Steward on different diagonals in the middle of the board.
    assert_eq!(then("Bd1 Cd3 Tc4 ca10 ch1", SOUTH, "d1c2", "d3"), 'C');
    // Nor on a rank or file.
    assert_eq!(then("Ba1 Cd3 Td4 Bd2 ca10 ch1", SOUTH, "a1b2", "d3"), 'C');
}

#[test]
fn a_prince_on_the_edge_is_crowned_from_its_two_inward_diagonals() {
    // a5: c7 on one, b4 on the other.
    assert_eq!(then("Ca5 Bc7 Tc4 ca10 ch1", SOUTH, "c4b4", "a5"), 'K');
    // On the lowest rank: d1 with a4 and e2.
    assert_eq!(then("Cd1 Ba4 Te3 ca10 ch1", SOUTH, "e3e2", "d1"), 'K');
}

#[test]
fn a_prince_in_a_corner_is_not_crowned() {
    // a1 has but one diagonal.
    assert_eq!(then("Ca1 Tb2 Bd1 ca10 ch1", SOUTH, "d1e2", "a1"), 'C');
    assert_eq!(then("Ca1 Bb2 Td3 ca10 ch1", SOUTH, "d3c3", "a1"), 'C');
}

#[test]
fn the_colours_of_the_three_do_not_matter() {
    // Black's Prince, crowned by White's Bishop and Steward, by White's and Black's, by Black's own.
    for crowners in ["Bd1 Te4", "Bd1 te4"] {
        assert_eq!(
            then(&format!("cd3 {crowners} Ch1 ca10"), SOUTH, "d1c2", "d3"),
            'k',
            "{crowners}"
        );
    }
    assert_eq!(then("cd3 bc2 Td4 Ch1 ca10", SOUTH, "d4e4", "d3"), 'k');
    assert_eq!(then("cd3 bc2 me4 tf5 Bd5 Ch1 ca10", SOUTH, "d5e4", "d3"), 'c');
}

#[test]
fn an_enemys_men_crown_ones_own_prince_if_it_is_not_attacked() {
    // Black's Steward on f5 is not next to d3.
    assert_eq!(then("Cd3 Bd1 tf5 ca10 ch1", SOUTH, "d1c2", "d3"), 'K');
}

#[test]
fn crowning_ones_own_prince_into_check_is_illegal() {
    // Next to an enemy Steward; in line with an enemy Bishop.
    let fen = set("irwell", "Cd3 Bd1 te4 ca10 ch1", SOUTH);
    assert!(!is_legal("irwell", &fen, "d1c2") && is_legal("irwell", &fen, "d1e2"));
    let fen = set("irwell", "Cd3 ba6 Te1 ca10 ch1", SOUTH);
    assert!(!is_legal("irwell", &fen, "e1e2") && is_legal("irwell", &fen, "e1d1"));
}

#[test]
fn several_princes_are_crowned_by_one_move() {
    // White's on d3 and Black's on b3, both by the Bishop on c2.
    let men = "Cd3 Te4 cb3 Ta4 Bd1 ca10 Ch10";
    assert_eq!(then(men, SOUTH, "d1c2", "d3"), 'K');
    assert_eq!(then(men, SOUTH, "d1c2", "b3"), 'k');
}

#[test]
fn a_king_may_not_be_left_attacked() {
    let fen = set("irwell", "Kd3 Ch10 md8 ca10 ch1", SOUTH);
    assert!(game("irwell", &fen).position().in_check());
    let moves = legal(&game("irwell", &fen));
    assert!(moves.iter().all(|m| m.starts_with("d3")), "{moves:?}");
    assert!(!is_legal("irwell", &fen, "d3d4") && is_legal("irwell", &fen, "d3c3"));
}

#[test]
fn an_army_whose_second_prince_is_crowned_has_lost() {
    let fen = set("irwell", "Kh5 Cd3 Te4 Bd1 ca10 cg1", SOUTH);
    let game = played("irwell", &fen, "d1c2");
    assert_eq!(game.outcome().unwrap().to_string(), "0-1 {a second royal}");
    assert!(legal(&game).is_empty());
}

#[test]
fn two_princes_of_an_army_crowned_at_once_lose() {
    let fen = set("irwell", "Cd3 Te4 Cb3 Ta4 Bd1 ca10 ch1", SOUTH);
    assert_eq!(
        played("irwell", &fen, "d1c2").outcome().unwrap().to_string(),
        "0-1 {a second royal}"
    );
    // Crowning two of the enemy's wins.
    let fen = set("irwell", "cd3 Te4 cb3 Ta4 Bd1 Ch1 ca10", SOUTH);
    assert_eq!(
        played("irwell", &fen, "d1c2").outcome().unwrap().to_string(),
        "1-0 {a second royal}"
    );
}

#[test]
fn crowning_ones_second_prince_is_illegal_if_a_king_is_attacked() {
    let fen = set("irwell", "Kh5 Cd3 te4 Bd1 ca10 cg1", SOUTH);
    assert!(!is_legal("irwell", &fen, "d1c2"));
}

#[test]
fn two_kings_of_both_armies_by_one_move_are_a_draw() {
    // A King each; White's Bishop on c2 crowns White's Prince on d3 and Black's on b3.
    let fen = set("irwell", "Kh5 kh9 Cd3 Te4 cb3 Ta4 Bd1 ca10", SOUTH);
    assert_eq!(
        played("irwell", &fen, "d1c2").outcome().unwrap().to_string(),
        "1/2-1/2 {a second royal}"
    );
}

#[test]
fn a_player_in_check_without_a_move_is_checkmated() {
    // Marshals on both ranks; White's partner in the north could move, but it is the south's turn.
    let fen = set("irwell", "Ka1 Ch10 me1 me2 ca10", SOUTH);
    assert_eq!(outcome("irwell", &fen).unwrap(), "0-1 {checkmate}");
}

#[test]
fn a_player_not_in_check_without_a_move_is_stalemated() {
    // One Marshal holds b1 and b2 on its file, the other a2 on its rank; nobody attacks a1.
    let fen = set("irwell", "Ka1 Ch10 mb4 mg2 ca10", SOUTH);
    assert_eq!(outcome("irwell", &fen).unwrap(), "1/2-1/2 {stalemate}");
}

#[test]
fn with_a_king_there_is_no_dropping_out() {
    let fen = set("irwell", "Ka1 Ch10 mb4 mg2 ca10", SOUTH);
    assert!(legal(&game("irwell", &fen)).is_empty());
    // On either bank: the King in the north, the south without anybody.
    let fen = set("irwell", "Kd8 Ma2 ca10 ch1", SOUTH);
    assert_eq!(outcome("irwell", &fen).unwrap(), "1/2-1/2 {stalemate}");
}

#[test]
fn a_player_who_is_out_cannot_meet_a_check() {
    let fen = set("irwell", "Kd8 Mg2 md10 ca10 ch1", "w - - 0 1 S S -");
    assert_eq!(outcome("irwell", &fen).unwrap(), "0-1 {checkmate}");
    let fen = set("irwell", "Kd8 Mg2 mf10 ca10 ch1", "w - - 0 1 S S -");
    assert_eq!(legal(&game("irwell", &fen)), ["0000"]);
}

#[test]
fn a_resting_rose_gives_check() {
    let fen = set("irwell", "Kd3 Ch10 re5 ca10 ch1", "w - - 0 1 S - ns");
    assert!(game("irwell", &fen).position().in_check());
}

#[test]
fn any_enemy_gives_check_whoever_would_have_to_move_it() {
    // Both in the north; the next of Black's to move is the south, who could not move the Marshal there.
    let fen = set("irwell", "Kd7 Ca1 md10 ca10 ch1", "w - - 0 1 N - -");
    assert!(game("irwell", &fen).position().in_check());
}

#[test]
fn a_man_that_may_not_leave_its_bank_gives_check_all_the_same() {
    // Black's Queen is the only ruler of the north's.
    let fen = set("irwell", "Kd3 Ch10 qd8 ch1", SOUTH);
    assert!(game("irwell", &fen).position().in_check());
}

#[test]
fn a_king_is_royal_for_good() {
    // The Steward that crowned it leaves; the King stays.
    let fen = set("irwell", "Bd1 Cd3 Te4 Ch10 ca10 ch1", SOUTH);
    let fen = after("irwell", &fen, "d1c2 a10a9 h10h9 h1h2 e4e5");
    assert_eq!(man("irwell", &fen, "d3"), 'K');
}

#[test]
fn nobody_is_crowned_when_a_position_is_set_up() {
    let fen = set("irwell", "Bc2 Cd3 Te4 Ma1 ca10 ch1", SOUTH);
    assert_eq!(game("irwell", &fen).position().fen(), fen);
    // The next move crowns.
    assert_eq!(man("irwell", &after("irwell", &fen, "a1a2"), "d3"), 'K');
}

#[test]
fn a_drop_out_crowns_nobody_until_the_next_move() {
    // White's pawn on c8 becomes a Steward; with Black's Bishop it would crown the Prince on d7.
    let fen = set("irwell", "Pc8 Cd7 be6 qh9 ch1", SOUTH);
    let fen = after("irwell", &fen, "0000");
    assert_eq!((man("irwell", &fen, "c8"), man("irwell", &fen, "d7")), ('T', 'C'));
    assert_eq!(man("irwell", &after("irwell", &fen, "h9h8"), "d7"), 'K');
}

#[test]
fn promotion_comes_before_coronation() {
    // The pawn becomes a Steward on e6 and so crowns the Prince on d5.
    assert_eq!(then("Pe5 Cd5 Bb3 ca10 ch1", SOUTH, "e5e6", "d5"), 'K');
}

#[test]
fn presence_is_judged_after_the_coronation() {
    // The crowned Prince is the south's only ruler, and as King still is.
    assert_eq!(then("Bd1 Cd3 Te4 Ch10 ca10 ch1", SOUTH, "d1c2", "d3"), 'K');
}
