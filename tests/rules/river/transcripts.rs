//! Whole games, from the start to a real end; another program for these rules found them by random play.

use super::{board, legal, man, seats, start};
use aanca::{
    board::U256,
    game::{Game, ranking},
};

/// White's north drops out, then White's south.
const DROPPING_OUT: &str = "c3c4 c8c7 b2g7 e3e4 a3a4 c7c6 e8e7 f2b6 d2b4 c6c5w h8h7 c5c4 g7e5 b9d7 f9e8 d7a4 e5d4 a4e8 f8f7 c4b4 d4g7 \
    e8g10 f10f9 b4b3 g7b2 g10f9 0000 b3b2 e9f8 d8e7 0000 b2b1 c1b2 f9e10 0000 b1b2 0000";

/// A Prince of White's is crowned, and mated.
const CROWNED: &str =
    "h2f1 h10g9 f9h8 b9d4 f1e3 g10h10 f10h9 d2e4 e3d1 g9g10 h8f3 c1e3 g1f2 b8b7 h9h10 d4c6 f3c6 e3a7 d9c9 e4e8";

/// White's Prince and Marshal go over the River together; Black is left without a ruler on the high bank.
const CATHEDRAL: &str = "h7l3 e7b4 c2c3 e6e5 g6g5 a7a6 i8e4,b1f5 d8e7 f5e7 c7c6 e7c8";

fn play(name: &str, moves: &str) -> Game<U256> {
    let mut game = start(name);
    for mv in moves.split_whitespace() {
        assert_eq!(game.outcome(), None, "{mv}");
        assert!(
            legal(&game).iter().any(|m| m == mv),
            "{mv} in {}",
            game.position().fen()
        );
        game.play_text(mv, super::PLAIN).unwrap();
    }
    game
}

fn places(game: &Game<U256>) -> String {
    ranking::describe(&ranking::ranking(game))
}

#[test]
fn a_game_of_four_players_ends_when_a_team_is_out() {
    let game = play("avon-deans", DROPPING_OUT);
    assert_eq!(game.outcome().unwrap().to_string(), "0-1 {dropping out of all players}");
    assert_eq!(
        board(&game.position().fen()),
        "mccmb2M/d1bd2BH/pp3EW1/4pW1W/1b6/8/4p3/3W1ppp/DwB1a1by/M2Mmqsm"
    );
    assert_eq!(seats(&game.position().fen()), "n SN -");
    // White's north was out first, and is fourth of the players; Black's south moved last, and is first.
    assert_eq!(places(&game), "s first, n second, S third, N fourth");
}

#[test]
fn a_crowned_king_is_checkmated() {
    let game = play("irwell-deans", CROWNED);
    assert_eq!(game.outcome().unwrap().to_string(), "0-1 {checkmate}");
    let fen = game.position().fen();
    assert_eq!(
        fen,
        "cmMKC1cM/t1T1T3/p1PPmPp1/bp6/2R5/8/8/PPpp2PP/QDd1qBD1/MB1Mm2S w - - 0 11 S - S"
    );
    // Nobody dropped out: both of White's share third place, and Black's south, who mated, is first.
    assert_eq!(places(&game), "s first, n second, S and N third");
    assert!(!game.start().fen().contains('K'));
    assert_eq!(man("irwell-deans", &fen, "d10"), 'K');
}

#[test]
fn a_game_with_cathedralling_ends_without_a_move() {
    let game = play("greatstour-deans", CATHEDRAL);
    assert_eq!(game.outcome().unwrap().to_string(), "1-0 {stalemate}");
    assert_eq!(
        game.position().fen(),
        "mmM1bbBB1COO/1p1p1dD1PPPP/p1p2p1P4/4p1P5/1d2C7/2P1PPpp3D/PP1PDDddpppp/M1EQBBbbccoo b Ai - 0 6"
    );
    assert!(CATHEDRAL.contains(" i8e4,b1f5 "));
}
