//! Tests of the search: mates, endings, determinism, limits, and legal answers everywhere.

use super::{Clock, Found, Info, Limits, Search, Signals};
use crate::{
    board::{Bitboard, SplitMix64, U256},
    eval::{
        score::moves_to_mate,
        tests::{for_each_variant, random_game, rules},
    },
    game::{Style, notation},
    movegen,
    position::{NullObserver, Position},
    variant::{Registry, rules::Rules},
};
use std::time::{Duration, Instant};

pub(super) fn depth(plies: u32) -> Limits {
    Limits {
        depth: Some(plies),
        ..Limits::default()
    }
}

pub(super) fn search<B: Bitboard>(position: &Position<B>, limits: &Limits) -> (Found, Vec<Info>) {
    let mut lines = Vec::new();
    let mut search = Search::new(position.rules(), 4).unwrap();
    let found = search.go(position, limits, &Signals::default(), &mut |info: &Info| {
        lines.push(info.clone())
    });
    (found, lines)
}

pub(super) fn chess() -> &'static Rules<u64> {
    rules(Registry::builtin().get("chess").unwrap())
}

pub(super) fn position(fen: &str) -> Position<u64> {
    Position::from_fen(chess(), fen).unwrap()
}

#[test]
fn mates_are_found() {
    // From problems and games: FEN, moves to mate, first move.
    let problems = [
        ("6k1/5ppp/8/8/8/8/8/R6K w - - 0 1", 1, "a1a8"),
        ("6rk/6pp/8/6N1/8/8/8/7K w - - 0 1", 1, "g5f7"),
        ("4kb1r/p2n1ppp/4q3/4p1B1/4P3/1Q6/PPP2PPP/2KR4 w k - 0 1", 2, "b3b8"),
        (
            "r1bq2r1/b4pk1/p1pp1p2/1p2pP2/1P2P1PB/3P4/1PPQ2P1/R3K2R w KQ - 0 1",
            2,
            "d2h6",
        ),
        ("r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3, "f6a6"),
    ];
    for (fen, moves, first) in problems {
        let position = position(fen);
        let (found, lines) = search(&position, &depth(if moves == 2 { 10 } else { 8 }));
        let first = notation::parse_any(&position, first, Style::default()).unwrap();
        assert_eq!(moves_to_mate(found.score), Some(moves), "{fen}");
        assert_eq!(found.best, Some(first), "{fen}");
        // The line is the mate itself.
        let line = &lines.last().unwrap().pv;
        let mut end = position.clone();
        for &mv in line {
            end.make(mv, &mut NullObserver);
        }
        assert_eq!(line.len() as i32, 2 * moves - 1);
        assert!(end.in_check() && !movegen::has_legal_move(&end), "{fen}: {line:?}");
    }
}

#[test]
fn being_mated_is_seen() {
    // Black to move must play h8g8 or h7h6; after either, mate follows at once or not at all.
    let position = position("7k/8/5KQ1/8/8/8/8/8 b - - 0 1");
    let mut moves = Vec::new();
    movegen::legal_moves(&position, &mut moves);
    // No move, no check: a draw by stalemate.
    assert!(moves.is_empty());
    let (found, _) = search(&position, &depth(4));
    assert_eq!((found.best, found.score), (None, 0));
    let (found, _) = search(&self::position("7k/6Q1/5K2/8/8/8/8/8 b - - 0 1"), &depth(4));
    assert_eq!((found.best, moves_to_mate(found.score)), (None, Some(0)));
    let (found, _) = search(&self::position("7k/8/6K1/8/8/8/8/R7 b - - 0 1"), &depth(6));
    assert_eq!(moves_to_mate(found.score), Some(-1));
}

#[test]
fn repetition_and_counting_draw() {
    // White is far behind; the other position has checks for ever on g5 and f6.
    let (found, _) = search(&position("6k1/5ppp/8/8/7Q/q7/6PP/q5K1 w - - 0 1"), &depth(3));
    assert!(found.score < -300, "no perpetual here: {}", found.score);
    let (found, _) = search(&position("5rk1/5p1p/5Q2/8/q7/q7/6PP/7K w - - 0 1"), &depth(8));
    assert_eq!(found.score, 0);
    // The fifty-move rule takes a won ending away, but not a mate on its last move.
    let (found, _) = search(&position("7k/8/8/8/8/8/1R6/K7 w - - 98 90"), &depth(5));
    assert_eq!(found.score, 0);
    let (found, _) = search(&position("7k/8/6K1/8/8/8/1R6/8 w - - 99 90"), &depth(3));
    assert_eq!(moves_to_mate(found.score), Some(1));
}

#[test]
fn equal_searches_are_equal() {
    let position = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    let (first, first_lines) = search(&position, &depth(7));
    let (second, second_lines) = search(&position, &depth(7));
    assert_eq!(first, second);
    let strip = |lines: Vec<Info>| {
        lines
            .into_iter()
            .map(|l| (l.depth, l.score, l.nodes, l.pv))
            .collect::<Vec<_>>()
    };
    assert_eq!(strip(first_lines), strip(second_lines));
    // And so is one after the tables have been cleared.
    let mut searcher = Search::new(chess(), 4).unwrap();
    let mut go = |limits: &Limits| searcher.go(&position, limits, &Signals::default(), &mut |_| {});
    assert_eq!(go(&depth(7)), first);
    searcher.clear();
    let mut go = |limits: &Limits| searcher.go(&position, limits, &Signals::default(), &mut |_| {});
    assert_eq!(go(&depth(7)), first);
    let nodes = Limits {
        nodes: Some(5000),
        ..Limits::default()
    };
    assert_eq!(search(&position, &nodes).0.nodes, 5000);
}

#[test]
fn several_lines_are_ordered_and_different() {
    let position = position("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
    let limits = Limits {
        multi_pv: 4,
        ..depth(5)
    };
    let (found, lines) = search(&position, &limits);
    let last: Vec<&Info> = lines.iter().filter(|line| line.depth == 5).collect();
    assert_eq!(last.iter().map(|l| l.multi_pv).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert!(
        last.windows(2)
            .all(|pair| pair[0].score >= pair[1].score && pair[0].pv[0] != pair[1].pv[0])
    );
    assert_eq!(found.best, Some(last[0].pv[0]));
    // Only some moves are looked at if asked so.
    let wanted = vec![last[3].pv[0]];
    let (found, _) = search(
        &position,
        &Limits {
            search_moves: Some(wanted.clone()),
            ..depth(4)
        },
    );
    assert_eq!(found.best, Some(wanted[0]));
    let (found, _) = search(
        &position,
        &Limits {
            search_moves: Some(Vec::new()),
            ..depth(4)
        },
    );
    assert_eq!(found.best, None);
}

#[test]
fn time_limits_are_kept() {
    let position = Position::start(chess()).unwrap();
    let took = |limits: &Limits| {
        let start = Instant::now();
        let (found, _) = search(&position, limits);
        assert!(found.best.is_some());
        start.elapsed()
    };
    // A busy machine is granted a good deal; the limits themselves are tested to the millisecond in `time`.
    let slack = Duration::from_millis(400);
    let time = took(&Limits {
        move_time: Some(Duration::from_millis(150)),
        ..Limits::default()
    });
    assert!(
        time >= Duration::from_millis(130) && time < Duration::from_millis(150) + slack,
        "{time:?}"
    );
    let clock = |time, increment| Clock {
        time: Duration::from_millis(time),
        increment: Duration::from_millis(increment),
        moves_to_go: None,
    };
    for (left, increment) in [(1000, 10), (30, 0), (1, 0)] {
        let time = took(&Limits {
            clock: Some(clock(left, increment)),
            ..Limits::default()
        });
        assert!(time < Duration::from_millis(left / 2) + slack, "{left}: {time:?}");
    }
}

#[test]
fn endless_searches_end_when_told() {
    let position = Position::start(chess()).unwrap();
    let signals = Signals::new(true);
    let clock = Clock {
        time: Duration::from_millis(100),
        increment: Duration::ZERO,
        moves_to_go: Some(1),
    };
    let limits = Limits {
        clock: Some(clock),
        ..Limits::default()
    };
    let mut search = Search::new(chess(), 4).unwrap();
    std::thread::scope(|scope| {
        let handle = scope.spawn(|| search.go(&position, &limits, &signals, &mut |_| {}));
        std::thread::sleep(Duration::from_millis(250));
        assert!(!handle.is_finished(), "the clock does not run while pondering");
        signals.ponder_hit();
        assert!(handle.join().unwrap().best.is_some());
    });
    // Nothing left to search, but the answer waits for the stop.
    let signals = Signals::default();
    let limits = Limits {
        infinite: true,
        ..depth(1)
    };
    std::thread::scope(|scope| {
        let handle = scope.spawn(|| search.go(&position, &limits, &signals, &mut |_| {}));
        std::thread::sleep(Duration::from_millis(100));
        assert!(!handle.is_finished());
        signals.stop();
        assert!(handle.join().unwrap().best.is_some());
    });
}

fn answers_are_legal<B: Bitboard>(rules: &'static Rules<B>) {
    let mut searcher = Search::new(rules, 1).unwrap();
    let mut random = SplitMix64::new(11);
    let mut ply = 0;
    for _ in 0..2 {
        random_game(rules, &mut random, 100, |position| {
            ply += 1;
            if ply % 5 != 0 {
                return;
            }
            let mut lines = Vec::new();
            let found = searcher.go(position, &depth(3), &Signals::default(), &mut |info: &Info| {
                lines.push(info.pv.clone())
            });
            let mut legal = Vec::new();
            movegen::legal_moves(position, &mut legal);
            let name = &rules.variant.name;
            assert_eq!(found.best.is_some(), !legal.is_empty(), "{name}: {}", position.fen());
            assert!(
                found.best.is_none_or(|mv| legal.contains(&mv)),
                "{name}: {}",
                position.fen()
            );
            for line in lines {
                let mut next = position.clone();
                for mv in line {
                    legal.clear();
                    movegen::legal_moves(&next, &mut legal);
                    assert!(legal.contains(&mv), "{name}: {} {mv:?}", position.fen());
                    next.make(mv, &mut NullObserver);
                }
            }
        });
    }
}

#[test]
fn answers_are_legal_in_every_game() {
    for_each_variant!(answers_are_legal);
}

/// The last bishop is guarded, so that an exchange would not pay; but without it the game is lost.
#[test]
fn pieces_that_must_not_die_out_are_taken_at_any_price() {
    let mut registry = Registry::builtin();
    let text = "[faithful:chess]\nextinctionValue = loss\nextinctionPieceTypes = b\n\
                [lenient:faithful]\nextinctionOpponentPieceCount = 2\n";
    assert_eq!(registry.load_text("faithful.ini", text), []);
    let of = |name| -> Position<u64> {
        Position::from_fen(rules(registry.get(name).unwrap()), "br6/1p5k/8/8/8/8/8/RK5B b - - 0 1").unwrap()
    };
    let position = of("faithful");
    assert_eq!(position.vital(position.side()).count(), 1);
    // White has too few bishops for Black's to matter.
    let lenient = of("lenient");
    assert_eq!(lenient.vital(lenient.side()).count(), 0);
    let (found, _) = search(&position, &depth(1));
    assert_eq!(moves_to_mate(found.score), Some(-1), "{}", found.score);
}
