//! Limited strength: the weaker player loses, and plays the same game again in the same way.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{
    board::{Side, SplitMix64},
    engine::{Engine, Request},
    tools::arena::consider,
};
use std::time::Duration;

/// An engine whose strength is limited.
fn player(engine: &Engine, elo: u32) -> Engine {
    let mut player = engine.sibling();
    player.set_option("Hash", "1").unwrap();
    player.set_option("UCI_LimitStrength", "true").unwrap();
    player.set_option("UCI_Elo", &elo.to_string()).unwrap();
    player
}

/// What a player plays in its position. The time is never used up: the strength ends the search.
fn choose(player: &mut Engine) -> String {
    let request = Request {
        move_time: Some(Duration::from_secs(60)),
        ..Request::default()
    };
    let (answer, _) = consider(player, &request, |_| ()).unwrap();
    answer.best.unwrap().1.coordinates
}

/// The result of a game after four random moves, for White; a game without an end is a draw.
fn game(mut players: [&mut Engine; 2], seed: u64) -> i32 {
    let mut random = SplitMix64::new(seed);
    for player in &mut players {
        while player.undo() {}
        player.forget();
    }
    for ply in 0..160 {
        let turn = players[0].session().side().index();
        if let Some(outcome) = players[0].session().outcome() {
            return match outcome.winner() {
                Some(Side::White) => 1,
                Some(Side::Black) => -1,
                None => 0,
            };
        }
        let text = if ply < 4 {
            let moves = players[0].session().legal_moves();
            players[0]
                .write_move(moves[random.below(moves.len() as u64) as usize])
                .coordinates
        } else {
            choose(players[turn])
        };
        for player in &mut players {
            let mv = player.read_move(&text).unwrap();
            player.play(mv).unwrap();
        }
    }
    0
}

#[test]
fn the_weaker_player_loses() {
    let engine = Engine::new().unwrap();
    let (mut weak, mut strong) = (player(&engine, 500), player(&engine, 1000));
    let mut score = 0;
    for seed in 0..10 {
        score += game([&mut strong, &mut weak], seed);
        score -= game([&mut weak, &mut strong], seed);
    }
    println!("500 against 1000 Elo: {score} of 20 points more for the stronger");
    assert!(score >= 8, "{score}");
}

#[test]
fn limited_play_is_repeatable_and_not_the_best() {
    let mut engine = Engine::new().unwrap();
    engine.set_variant("schoolbook").unwrap();
    let mut moves = Vec::new();
    for elo in [500, 510, 520, 530, 540, 550] {
        let once = choose(&mut player(&engine, elo));
        assert_eq!(choose(&mut player(&engine, elo)), once);
        moves.push(once);
    }
    moves.sort();
    moves.dedup();
    assert!(moves.len() > 1, "{moves:?}");
}
