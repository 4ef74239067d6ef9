//! Irwell but for its coronations: the array, and the Rose that rests. Aire's Rose rests by the same rule.

use super::{after, board, game, is_legal, legal, man, played, seats, set, start, targets};

const MEN: &str = "Rc4 Ca1 Ch10 ca10 ch1";

#[test]
fn irwell_has_the_arrays_of_the_rules() {
    assert_eq!(
        start("irwell-deans").position().fen(),
        "cmMCCMmc/tr1TTR1t/ppPPPPpp/8/8/8/8/PPppppPP/QDdmqdDM/MBbsmbBS w - - 0 1 S - -"
    );
    assert_eq!(
        start("irwell").position().fen(),
        "cmMCCMmc/tr1TTR1t/ppPPPPpp/8/8/8/8/PPppppPP/Q2mq2M/MBbsmbBS w - - 0 1 S - -"
    );
}

#[test]
fn there_is_no_line_between_d_and_e_in_irwell() {
    let fen = set("irwell", "Mc1 Ca1 ca10 ch1", "w - - 0 1 S - -");
    assert!(is_legal("irwell", &fen, "c1f1"));
}

#[test]
fn a_move_of_the_rose_makes_both_players_owe_another() {
    for name in ["irwell", "aire"] {
        let fen = set(name, MEN, "w - - 0 1 S - -");
        assert_eq!(seats(&after(name, &fen, "c4b2")), "n - SN", "{name}");
    }
}

#[test]
fn neither_moves_the_rose_until_each_has_moved_another_man() {
    for name in ["irwell", "aire"] {
        let fen = set(name, MEN, "w - - 0 1 S - -");
        // The partner may not move it at once, though it could come over the River.
        let game = played(name, &fen, "c4d6 a10a9");
        assert_eq!(targets(name, &game.position().fen(), "d6"), "", "{name}");
        // The partner has moved another; the player who moved it has not.
        let game = played(name, &fen, "c4d6 a10a9 h10h9 h1h2");
        assert_eq!(seats(&game.position().fen()), "S - S", "{name}");
        assert_eq!(targets(name, &game.position().fen(), "d6"), "", "{name}");
        // Now both have.
        let game = played(name, &fen, "c4d6 a10a9 h10h9 h1h2 a1a2 a9a10");
        assert_eq!(seats(&game.position().fen()), "N - -", "{name}");
        assert!(is_legal(name, &game.position().fen(), "d6c4"), "{name}");
    }
}

#[test]
fn only_who_is_still_in_owes_a_move() {
    let fen = set("irwell", MEN, "w - - 0 1 N S -");
    assert_eq!(seats(&after("irwell", &fen, "c4d6")), "s S N");
}

#[test]
fn a_rose_of_the_other_army_does_not_rest() {
    let fen = set("irwell", "Rc4 rc8 Ca1 Ch10 ca10 ch1", "w - - 0 1 S - -");
    let fen = after("irwell", &fen, "c4b2");
    assert!(is_legal("irwell", &fen, "c8b6"));
}

#[test]
fn dropping_out_removes_the_debt() {
    let fen = set("irwell", "Rc8 Ch10 ca10 ch1", "w - - 0 1 S - SN");
    assert_eq!(seats(&after("irwell", &fen, "0000")), "n S N");
}

#[test]
fn capturing_the_rose_leaves_the_debts() {
    let fen = set("irwell", "Rc7 mc10 Ca1 Ch9 ca10 ch1", "b - - 0 1 n - SN");
    assert_eq!(seats(&after("irwell", &fen, "c10c7")), "N - SN");
}

#[test]
fn a_player_whose_only_man_rests_drops_out() {
    // Black's pawns and Steward shut in all of White's but the Rose.
    let men = "Ca1 Pa2 Pb2 Tb1 pa3 pb3 tc1 Rc4 ca10 ch1";
    assert_eq!(
        legal(&game("irwell", &set("irwell", men, "w - - 0 1 S - SN"))),
        ["0000"]
    );
    assert!(is_legal("irwell", &set("irwell", men, "w - - 0 1 S - -"), "c4d6"));
}

#[test]
fn stewards_do_not_promote_in_irwell() {
    let fen = set("irwell", "Ta2 Cc1 Ch10 ch1", "w - - 0 1 S - -");
    assert_eq!(targets("irwell", &fen, "a2"), "a1 a3 b2");
    assert_eq!(man("irwell", &after("irwell", &fen, "a2a1"), "a1"), 'T');
}

#[test]
fn a_pawn_becomes_a_steward_in_irwell() {
    let fen = set("irwell", "Pa5 Cc1 Ch10 ch1", "w - - 0 1 S - -");
    assert_eq!(
        board(&after("irwell", &fen, "a5a6")),
        board(&set("irwell", "Ta6 Cc1 Ch10 ch1", ""))
    );
}
