//! Tests of the limits: few nodes, little time, slow games, and ends before them.

use super::{
    Info, Limits, Search, Signals, Table,
    tests::{chess, depth, position, search},
};
use crate::{
    board::U256,
    eval::{score::moves_to_mate, tests::rules},
    game::material::Material,
    movegen,
    position::Position,
    variant::{Registry, rules::Rules},
};
use std::{
    thread,
    time::{Duration, Instant},
};

/// Pieces with thousands of paths each, most of which capture.
const HOOKS: &str = "[hooks]\nmaxRank = 16\nmaxFile = 16\nking = k:masQ\ncustomPiece1 = a:masR\n\
    customPiece2 = b:qNN\ncustomPiece3 = c:zQ\nstartFen = abcbabckbabcbabc/abcbabcabbabcbab/16/16/16/16/16/16/16/16/\
    16/16/16/16/ABCBABCABBABCBAB/ABCBABCKBABCBABC w - - 0 1\n";

/// What a busy machine is granted.
const SLACK: Duration = Duration::from_millis(300);

fn nodes(count: u64) -> Limits {
    Limits {
        nodes: Some(count),
        ..Limits::default()
    }
}

#[test]
fn slow_games_keep_their_limits() {
    let mut registry = Registry::empty();
    assert!(registry.load_text("hooks", HOOKS).is_empty());
    let rules: &'static Rules<U256> = rules(registry.get("hooks").unwrap());
    let position = Position::start(rules).unwrap();
    let began = Instant::now();
    assert!(!Material::of(rules).is_insufficient(&position));
    let mut searcher = Search::new(rules, 4).unwrap();
    assert!(began.elapsed() < Duration::from_secs(4), "{:?}", began.elapsed());
    let mut go = |limits: &Limits, signals: &Signals| {
        let began = Instant::now();
        let mut lines = 0;
        let found = searcher.go(&position, limits, signals, &mut |_: &Info| lines += 1);
        assert!(found.best.is_some() && lines > 0);
        (found.depth, began.elapsed())
    };
    let limits = Limits {
        move_time: Some(Duration::from_millis(50)),
        ..Limits::default()
    };
    let (_, time) = go(&limits, &Signals::default());
    assert!(time < Duration::from_millis(50) + SLACK, "{time:?}");
    let signals = Signals::default();
    let time = thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(30));
            signals.stop();
        });
        go(&Limits::default(), &signals).1
    });
    assert!(time < Duration::from_millis(30) + SLACK, "{time:?}");
    // All exchanges end.
    let (reached, _) = go(&nodes(200_000), &Signals::default());
    assert!(reached >= 1);
}

#[test]
fn the_smallest_limits_give_a_move() {
    // The queen is there for the taking.
    let position = position("4k3/8/8/3q4/4P3/8/8/4K3 w - - 0 1");
    for limits in [nodes(1), nodes(0), depth(0)] {
        let (found, lines) = search(&position, &limits);
        let best = found.best.unwrap();
        assert!(position.piece_on(best.to()).is_some(), "{limits:?}");
        assert!(found.nodes <= 1 || limits.depth == Some(0));
        assert_eq!(lines.last().unwrap().pv[0], best);
    }
}

#[test]
fn the_last_report_is_the_result() {
    let position = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    let mut legal = Vec::new();
    movegen::legal_moves(&position, &mut legal);
    let mut unfinished = 0;
    for count in (1..40).map(|i| i * i * 40) {
        let (found, lines) = search(&position, &nodes(count));
        let last = lines.last().unwrap();
        assert_eq!(
            (found.best, found.score),
            (last.pv.first().copied(), last.score),
            "{count}"
        );
        assert!(legal.contains(&last.pv[0]));
        unfinished += (last.depth > found.depth) as u32;
    }
    assert!(unfinished > 5, "{unfinished}");
}

#[test]
fn nothing_is_searched_after_a_proven_mate() {
    for (fen, moves) in [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1),
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1", 2),
        // The other side mates.
        ("7k/8/6K1/8/8/8/8/R7 b - - 0 1", -1),
    ] {
        let (found, lines) = search(&position(fen), &depth(60));
        assert_eq!(moves_to_mate(found.score), Some(moves), "{fen}");
        assert!(found.depth <= 8 && lines.len() <= 10, "{fen}: {}", found.depth);
    }
    // An infinite search waits for the end without a word.
    let position = position("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1");
    let signals = Signals::default();
    let limits = Limits {
        infinite: true,
        ..Limits::default()
    };
    let mut searcher = Search::new(chess(), 1).unwrap();
    let mut lines = 0;
    thread::scope(|scope| {
        let handle = scope.spawn(|| searcher.go(&position, &limits, &signals, &mut |_| lines += 1));
        thread::sleep(Duration::from_millis(100));
        assert!(!handle.is_finished());
        signals.stop();
        handle.join().unwrap();
    });
    assert!(lines < 8, "{lines}");
}

#[test]
fn a_large_table_is_not_touched_before_it_is_used() {
    let began = Instant::now();
    assert_eq!(Table::new(1024).unwrap().megabytes(), 1024);
    assert!(began.elapsed() < Duration::from_millis(60), "{:?}", began.elapsed());
}
