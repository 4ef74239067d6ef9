//! Tests of searches by several threads.

use super::{
    Limits, Search, Signals,
    tests::{chess, position},
};
use crate::{eval::score::moves_to_mate, movegen, position::Position};
use std::{
    thread,
    time::{Duration, Instant},
};

fn with(threads: usize) -> Limits {
    Limits {
        threads,
        ..Limits::default()
    }
}

#[test]
fn all_threads_count_towards_a_limit_of_nodes() {
    let position = Position::start(chess()).unwrap();
    let mut search = Search::new(chess(), 4).unwrap();
    for threads in [1, 2, 4, 1] {
        let limits = Limits {
            nodes: Some(60_000),
            ..with(threads)
        };
        let mut told = 0;
        let found = search.go(&position, &limits, &Signals::default(), &mut |info| told = info.nodes);
        // Each thread tells the others every thousand nodes or so; those that have not told are not counted.
        assert!((60_000..90_000).contains(&found.nodes), "{threads}: {}", found.nodes);
        assert!(told <= found.nodes, "{told}");
        let mut legal = Vec::new();
        movegen::legal_moves(&position, &mut legal);
        assert!(found.best.is_some_and(|mv| legal.contains(&mv)));
    }
}

#[test]
fn helpers_neither_hide_mates_nor_outlive_the_search() {
    let position = position("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1");
    let mut search = Search::new(chess(), 4).unwrap();
    let limits = Limits {
        depth: Some(8),
        ..with(3)
    };
    let found = search.go(&position, &limits, &Signals::default(), &mut |_| {});
    assert_eq!(moves_to_mate(found.score), Some(3));
    let signals = Signals::default();
    let began = Instant::now();
    thread::scope(|scope| {
        scope.spawn(|| {
            thread::sleep(Duration::from_millis(40));
            signals.stop();
        });
        let position = Position::start(chess()).unwrap();
        search.go(&position, &with(3), &signals, &mut |_| {});
    });
    let time = began.elapsed();
    assert!((40..400).contains(&(time.as_millis() as u64)), "{time:?}");
}
