//! Dropping out: the pass, what becomes of the army, the partner's freedom, and the end.

use super::{after, board, game, is_legal, legal, man, outcome, played, seats, set, targets};

/// White's south has nobody and gets nobody: that player drops out.
const ALONE: &str = "Ch10 Sa9 Pa8 Pb8 Pa2 Mh8 ca10 ch1 sb1 pg2";
const SOUTH: &str = "w - - 0 1 S - -";

#[test]
fn a_player_without_a_move_passes_and_drops_out() {
    let fen = set("irwell", "Ch10 Pa2 ca10 ch1", SOUTH);
    assert_eq!(legal(&game("irwell", &fen)), ["0000"]);
    assert_eq!(seats(&after("irwell", &fen, "0000")), "n S -");
}

#[test]
fn xboards_pass_is_read_too() {
    let fen = set("irwell", "Ch10 Pa2 ca10 ch1", SOUTH);
    assert_eq!(seats(&after("irwell", &fen, "@@@@")), "n S -");
}

#[test]
fn nobody_passes_who_has_a_move() {
    let fen = set("irwell", "Ca1 Ch10 ca10 ch1", SOUTH);
    assert!(!is_legal("irwell", &fen, "0000"));
    assert!(game("irwell", &fen).play_text("0000", super::PLAIN).is_err());
}

#[test]
fn princesses_become_queens_and_pawns_the_promotee() {
    for (name, promotee) in [("avon", 'W'), ("irwell", 'T'), ("aire", 'T')] {
        let fen = set(name, ALONE, SOUTH);
        assert_eq!(legal(&game(name, &fen)), ["0000"], "{name}");
        let fen = after(name, &fen, "0000");
        assert_eq!(man(name, &fen, "a9"), 'Q', "{name}");
        assert_eq!(man(name, &fen, "a2"), promotee, "{name}");
        assert_eq!(man(name, &fen, "b8"), promotee, "{name}");
        // Other men stay, and so does the other army.
        for (square, letter) in [("h10", 'C'), ("h8", 'M'), ("b1", 's'), ("g2", 'p')] {
            assert_eq!(man(name, &fen, square), letter, "{name} {square}");
        }
    }
}

#[test]
fn abbots_become_primates_and_caryatids_chatelaines_in_avon() {
    let fen = set("avon", "Ch10 Aa2 Yb2 Pc2 ca10 ch1 ag2 yf2", SOUTH);
    let fen = after("avon", &fen, "0000");
    assert_eq!(
        board(&fen),
        board(&set("avon", "Ch10 Ea2 Hb2 Wc2 ca10 ch1 ag2 yf2", ""))
    );
}

#[test]
fn blacks_men_change_when_blacks_player_drops_out() {
    // Black's north is alone.
    let fen = set("irwell", "Ca1 Sb1 Pa2 ch1 sg1 pf2 pg2 ph2 pg7", "b - - 0 1 n - -");
    assert_eq!(legal(&game("irwell", &fen)), ["0000"]);
    let fen = after("irwell", &fen, "0000");
    assert_eq!(
        board(&fen),
        board(&set("irwell", "Ca1 Sb1 Pa2 ch1 qg1 tf2 tg2 th2 tg7", ""))
    );
    assert_eq!(seats(&fen), "N n -");
}

#[test]
fn every_later_turn_of_a_player_who_is_out_is_a_pass() {
    // The south could move its Marshal and Prince, but is out.
    let fen = set("irwell", "Ca1 Mb3 Ch10 ca10 ch1", "w - - 7 9 S S -");
    assert_eq!(legal(&game("irwell", &fen)), ["0000"]);
    let passed = after("irwell", &fen, "0000");
    assert_eq!(board(&passed), board(&fen));
    assert!(passed.ends_with(" b - - 8 9 n S -"), "{passed}");
}

#[test]
fn a_missed_turn_changes_no_men() {
    let fen = set("irwell", "Sa1 Pb3 Ch10 ca10 ch1", "w - - 0 1 S S -");
    assert_eq!(board(&after("irwell", &fen, "0000")), board(&fen));
}

#[test]
fn the_partner_has_the_whole_army() {
    // The north moves within the south, and onto it.
    let men = "Mb3 Ch10 ca10 ch1";
    let fen = set("irwell", men, "w - - 0 1 N S -");
    assert!(is_legal("irwell", &fen, "b3b4") && is_legal("irwell", &fen, "b3b8"));
    assert!(!is_legal("irwell", &set("irwell", men, "w - - 0 1 N - -"), "b3b4"));
}

#[test]
fn the_partner_still_needs_a_ruler_on_the_own_bank() {
    let fen = set("irwell", "Cb6 Qb1 ca10 ch1", "w - - 0 1 N S -");
    assert_eq!(targets("irwell", &fen, "b6"), "a6 a7 b7 c6 c7");
}

#[test]
fn the_game_ends_when_both_players_of_an_army_are_out() {
    // The north has nobody: one pass is left, and after it Black has won.
    let fen = set("irwell", "Mb3 Ca1 ca10 ch1", "w - - 0 1 N S -");
    // The Marshal and Prince cannot bring a ruler to the north.
    assert_eq!(legal(&game("irwell", &fen)), ["0000"]);
    assert_eq!(outcome("irwell", &fen), None);
    let game = played("irwell", &fen, "0000");
    assert_eq!(seats(&game.position().fen()), "s SN -");
    assert_eq!(game.outcome().unwrap().to_string(), "0-1 {dropping out of all players}");
    assert!(legal(&game).is_empty());
}

#[test]
fn black_loses_when_both_of_its_players_are_out() {
    let fen = set("aire", "Ca1 Ch10 ma2", "b - - 0 1 s n -");
    let game = played("aire", &fen, "0000");
    assert_eq!(game.outcome().unwrap().to_string(), "1-0 {dropping out of all players}");
}

#[test]
fn one_player_out_of_each_army_does_not_end_the_game() {
    let fen = set("irwell", "Ch10 Ca1 ca10 ch1", "w - - 0 1 N Sn -");
    assert_eq!(outcome("irwell", &fen), None);
}
