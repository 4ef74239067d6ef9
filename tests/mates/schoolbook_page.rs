//! The two games of the Schoolbook page, which end in mate.

use super::{solver::solver, think, wins_within};
use aanca::engine::{Engine, Request, SetUp, Value};

/// Nodes within which a mate in one is seen: less than a hundredth of a second.
const AT_ONCE: u64 = 300;

/// An engine before the last `plies` moves of a game.
fn before_end(engine: &mut Engine, game: &[&str], plies: usize) {
    engine.forget();
    let moves = game[..game.len() - plies].iter().map(|text| text.to_string());
    let set_up = SetUp {
        fen: None,
        moves: moves.collect(),
    };
    engine.set_up(&set_up).unwrap();
}

#[test]
fn the_ends_of_the_games_on_the_schoolbook_page_are_seen_at_once() {
    let mut engine = Engine::new().unwrap();
    engine.set_variant("schoolbook").unwrap();
    let solver = solver(engine.variant());
    let text = include_str!("../data/schoolbook-games.txt");
    let mut games = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let game: Vec<&str> = line.rsplit(": ").next().unwrap().split_whitespace().collect();
        let nodes = Request {
            nodes: Some(AT_ONCE),
            ..Request::default()
        };
        before_end(&mut engine, &game, 1);
        let last = engine.read_move(game[game.len() - 1]).unwrap();
        let (best, value, _) = think(&mut engine, &nodes);
        assert_eq!((best, value), (last, Value::Mate(1)), "{line}");
        // The move before is a blunder, which is seen as well, and not played.
        before_end(&mut engine, &game, 2);
        let blunder = engine.read_move(game[game.len() - 2]).unwrap();
        let (best, value, _) = think(&mut engine, &nodes);
        assert_ne!(best, blunder, "{line}");
        assert!(!matches!(value, Value::Mate(_)), "{line}: {value:?}");
        let only = Request {
            moves: Some(vec![blunder]),
            ..nodes
        };
        let (_, value, _) = think(&mut engine, &only);
        assert_eq!(value, Value::Mate(-1), "{line}");
        // So there is no mate to be seen one move earlier.
        before_end(&mut engine, &game, 3);
        assert_eq!(
            solver.wins(&engine.session().fen(), None, 2, 4_000_000),
            Some(false),
            "{line}"
        );
        let mate = Request {
            mate: Some(2),
            ..Request::default()
        };
        let (_, value, _) = think(&mut engine, &mate);
        assert!(!wins_within(value, 2), "{line}: {value:?}");
        games += 1;
    }
    assert_eq!(games, 2);
}
