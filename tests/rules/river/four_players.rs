//! What Avon, Irwell and Aire have in common: four players in turn, their banks, who must be present.

use super::{after, game, is_legal, legal, played, seats, set, start, targets};

#[test]
fn colours_alternate_white_south_black_north_white_north_black_south() {
    let mut game = start("avon");
    let mut turns = Vec::new();
    for _ in 0..5 {
        turns.push(seats(&game.position().fen()));
        let mv = legal(&game)[0].clone();
        game.play_text(&mv, super::PLAIN).unwrap();
    }
    assert_eq!(turns, ["S - -", "n - -", "N - -", "s - -", "S - -"]);
}

#[test]
fn a_move_starts_or_ends_on_the_players_own_bank() {
    // White's Marshal on b8, for the player in the south: only over the River. For the one in the north: anywhere.
    let men = "Mb8 Ca1 Ch10 ca10";
    let fen = set("irwell", men, "w - - 0 1 S - -");
    assert_eq!(targets("irwell", &fen, "b8"), "b1 b2 b3 b4 b5");
    let fen = set("irwell", men, "w - - 0 1 N - -");
    assert!(is_legal("irwell", &fen, "b8b9") && is_legal("irwell", &fen, "b8b2"));
    // And one on the low bank, for the south: anywhere; for the north: only over the River.
    let men = "Mb3 Ca1 Ch10 ca10";
    assert!(is_legal("irwell", &set("irwell", men, "w - - 0 1 S - -"), "b3b7"));
    let fen = set("irwell", men, "w - - 0 1 N - -");
    assert_eq!(targets("irwell", &fen, "b3"), "b10 b6 b7 b8 b9");
}

#[test]
fn a_player_may_move_any_man_of_the_team() {
    // The partner's Prince, by a step onto one's own bank.
    let fen = set("irwell", "Cb6 Ca1 ca10", "w - - 0 1 S - -");
    assert_eq!(targets("irwell", &fen, "b6"), "a5 b5 c5");
}

#[test]
fn a_ruler_must_be_left_on_the_movers_own_bank() {
    let fen = set("irwell", "Cb5 Mc3 ca10", "w - - 0 1 S - -");
    assert_eq!(targets("irwell", &fen, "b5"), "a4 a5 b4 c4 c5");
    // The north needs none for a move of the south's; and with another ruler left it may go.
    let fen = set("irwell", "Cb5 Sh1 ca10", "w - - 0 1 S - -");
    assert_eq!(targets("irwell", &fen, "b5"), "a4 a5 a6 b4 b6 c4 c5 c6");
}

#[test]
fn queens_princes_and_princesses_count_as_present() {
    for (other, may_go) in [
        ('Q', true),
        ('C', true),
        ('S', true),
        ('M', false),
        ('B', false),
        ('R', false),
    ] {
        let fen = set("irwell", &format!("Cb5 {other}h1 ca10"), "w - - 0 1 S - -");
        assert_eq!(is_legal("irwell", &fen, "b5b6"), may_go, "{other}");
    }
}

#[test]
fn a_crowned_king_counts_as_present() {
    let fen = set("irwell", "Cb5 Kh1 ca10", "w - - 0 1 S - -");
    assert!(is_legal("irwell", &fen, "b5b6"));
}

#[test]
fn who_lacks_a_ruler_must_bring_one() {
    // The Queen on d8 can come to the south; nothing else is legal for that player.
    let fen = set("irwell", "Qd8 Ma2 ca10", "w - - 0 1 S - -");
    let moves = legal(&game("irwell", &fen));
    assert_eq!(moves, ["d8a5", "d8d1", "d8d2", "d8d3", "d8d4", "d8d5", "d8g5", "d8h4"]);
}

#[test]
fn the_move_number_rises_after_each_black_seat() {
    let fen = set("irwell", "Ca1 Ch10 ch1 ca10", "w - - 0 1 S - -");
    let fen = after("irwell", &fen, "a1a2 a10a9 h10h9");
    assert!(fen.ends_with(" b - - 3 2 s - -"), "{fen}");
    assert!(after("irwell", &fen, "h1h2").ends_with(" w - - 4 3 S - -"));
}

#[test]
fn the_seat_is_part_of_the_position_for_repetition() {
    // After four plies the men stand as at first, but so does the turn only after four: two rounds and no more.
    let fen = set("irwell", "Ca1 Ch10 ch1 ca10", "w - - 0 1 S - -");
    let round = "a1a2 a10a9 h10h9 h1h2 a2a1 a9a10 h9h10 h2h1";
    let twice = format!("{round} {round}");
    assert_eq!(played("irwell", &fen, round).outcome(), None);
    let end = played("irwell", &fen, &twice).outcome().unwrap();
    assert_eq!(end.to_string(), "1/2-1/2 {threefold repetition}");
}
