//! CoBlaChe.

use super::{after, board, game, is_legal, legal, man, outcome, played, set, start, targets};
use aanca::board::Bitboard;

const GAME: &str = "coblache-deans";

#[test]
fn coblache_has_the_board_and_arrays_of_the_rules() {
    assert_eq!(
        board(&start(GAME).position().fen()),
        "mdbqcbdm**/pppppppp**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/**8/**8/**PPPPPPPP/**MDBQCBDM"
    );
    assert_eq!(start(GAME).position().rules().board.count(), 128);
    assert_eq!(
        board(&start("coblache").position().fen()),
        "mfbqcbfm**/pppppppp**/8**/8**/**8/**8/**8/**8/8**/8**/8**/8**/**8/**8/**PPPPPPPP/**MFBQCBFM"
    );
}

#[test]
fn a_bishop_steps_through_whole_blocks_only() {
    // The inventor's example: dl-cm-bn, but not cl-bm; l, m and n are ranks 12, 13 and 14.
    let fen = set(GAME, "Bd12 Qj1 qa16", "w - - 0 1");
    assert!(is_legal(GAME, &fen, "d12c13") && is_legal(GAME, &fen, "d12b14"));
    let fen = set(GAME, "Bc12 Qj1 qa16", "w - - 0 1");
    assert!(!is_legal(GAME, &fen, "c12b13") && !is_legal(GAME, &fen, "c12a14"));
}

#[test]
fn each_step_of_a_long_diagonal_needs_its_block() {
    // From e10 the way leads over c12 to b13.
    let fen = set(GAME, "Be10 Qj1 qa16", "w - - 0 1");
    assert!(is_legal(GAME, &fen, "e10c12") && !is_legal(GAME, &fen, "e10b13"));
}

#[test]
fn a_knight_leap_needs_all_six_squares() {
    // c12-b14 spans b12, which does not exist; d12-c14 spans squares that all do.
    let fen = set(GAME, "Mc12 Qj1 qa16", "w - - 0 1");
    assert!(!is_legal(GAME, &fen, "c12b14") && !is_legal(GAME, &fen, "c12a13"));
    let fen = set(GAME, "Md12 Qj1 qa16", "w - - 0 1");
    assert!(is_legal(GAME, &fen, "d12c14"));
}

#[test]
fn the_diagonal_steps_of_dean_prince_queen_and_pawn_need_their_block() {
    let fen = set(GAME, "Dc12 Dd12 Qj1 qa16", "w - - 0 1");
    assert!(!is_legal(GAME, &fen, "c12a14") && is_legal(GAME, &fen, "d12b14"));
    let fen = set(GAME, "Cc4 qa16", "w - - 0 1");
    assert_eq!(targets(GAME, &fen, "c4"), "c3 c5 d3 d4 d5");
    let fen = set(GAME, "Qc4 qa16", "w - - 0 1");
    assert!(!is_legal(GAME, &fen, "c4b5") && is_legal(GAME, &fen, "c4d5"));
    let fen = set(GAME, "Pc4 Pd4 mb5 mc5 Qj1 qa16", "w - - 0 1");
    assert_eq!(targets(GAME, &fen, "c4"), "");
    assert_eq!(targets(GAME, &fen, "d4"), "c5w d5w");
}

#[test]
fn a_frog_leaps_where_blocks_are_not_whole() {
    let fen = set("coblache", "Fc12 Qj1 qa16", "w - - 0 1");
    assert!(is_legal("coblache", &fen, "c12b13"));
}

#[test]
fn a_ruler_may_not_end_where_an_enemy_ruler_stands() {
    // Black's Queen holds the second section; White's passes through it to the third.
    let fen = set(GAME, "Qe4 qh8 Cj1 ca16", "w - - 0 1");
    let found = targets(GAME, &fen, "e4");
    let into = |ranks: std::ops::RangeInclusive<u8>| {
        ranks
            .into_iter()
            .any(|rank| found.split(' ').any(|s| s[1..] == rank.to_string()))
    };
    assert!(into(1..=4) && !into(5..=8) && into(9..=12) && !into(13..=16), "{found}");
    // A Prince neither steps into it.
    let fen = set(GAME, "Ce4 qh8 Qj1 ca16", "w - - 0 1");
    assert_eq!(targets(GAME, &fen, "e4"), "d3 d4 e3 f3 f4");
}

#[test]
fn a_ruler_may_not_take_an_enemy_ruler() {
    let fen = set(GAME, "Qe4 qe8 Me3 Cj1 ca16", "w - - 0 1");
    assert!(!is_legal(GAME, &fen, "e4e8"));
    // A Marshal may.
    let fen = set(GAME, "Me4 qe8 Qj1 ca16", "w - - 0 1");
    assert!(is_legal(GAME, &fen, "e4e8"));
    // It would be the only one there: the position before the move decides.
    let fen = set(GAME, "Ce4 ce5 Qj1 qa16", "w - - 0 1");
    assert!(!is_legal(GAME, &fen, "e4e5"));
}

#[test]
fn a_ruler_in_a_section_with_an_enemy_ruler_must_leave_it_or_stay() {
    let fen = set(GAME, "Qe4 qj1 Cc12", "w - - 0 1");
    let found = targets(GAME, &fen, "e4");
    assert!(!found.is_empty());
    assert!(found.split(' ').all(|s| s[1..].parse::<u8>().unwrap() > 4), "{found}");
}

#[test]
fn other_men_enter_such_a_section_freely() {
    let fen = set(GAME, "Me4 qh8 Qj1 ca16", "w - - 0 1");
    assert!(is_legal(GAME, &fen, "e4e6"));
}

#[test]
fn a_pawn_promotes_on_its_first_river() {
    let fen = set(GAME, "Pd4 Qj1 qa16", "w - - 0 1");
    assert_eq!(man(GAME, &after(GAME, &fen, "d4d5"), "d5"), 'W');
}

#[test]
fn a_side_has_lost_with_one_of_each_officer_gone_in_coblache() {
    let fen = set(GAME, "Mc1 Dd1 Be1 qa16", "w - - 0 1");
    assert_eq!(outcome(GAME, &fen).unwrap(), "0-1 {loss of the decisive pieces}");
    assert!(legal(&game(GAME, &fen)).is_empty());
    // In the base game the Frog takes the Dean's place.
    let fen = set("coblache", "Mc1 Fd1 Be1 qa16", "w - - 0 1");
    assert_eq!(outcome("coblache", &fen).unwrap(), "0-1 {loss of the decisive pieces}");
    for whole in ["Qc1", "Cc1", "Mc1 Md1", "Bc1 Bd1", "Dc1 Dd1"] {
        let fen = set(GAME, &format!("{whole} Pj3 qa16"), "w - - 0 1");
        assert_eq!(outcome(GAME, &fen), None, "{whole}");
    }
}

#[test]
fn the_last_decisive_capture_wins_in_coblache() {
    let fen = set(GAME, "Me4 qe8 Qj1", "w - - 0 1");
    let game = played(GAME, &fen, "e4e8");
    assert_eq!(game.outcome().unwrap().to_string(), "1-0 {loss of the decisive pieces}");
}

#[test]
fn a_side_to_move_without_a_move_loses_in_coblache() {
    // The Prince may end nowhere in the section of the enemy's Queen, and is too far from another.
    let fen = set(GAME, "Cc1 qh3", "w - - 0 1");
    assert_eq!(outcome(GAME, &fen).unwrap(), "0-1 {stalemate}");
}
