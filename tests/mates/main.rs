//! Forced mates, and other forced wins, of `tests/data/mates.epd`: how long they take against an exhaustive solver, and that
//! searches find them.
//!
//! `cargo test --release --test mates -- --nocapture` shows the figures.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod schoolbook_page;
mod solver;

use aanca::{
    engine::{Engine, Line, Request, SetUp, Value},
    position::Move,
    tools::arena::consider,
};
use solver::solver;
use std::time::{Duration, Instant};

/// How many positions the solver looks at for an answer; the variable `AANCA_MATE_BUDGET` gives it another number.
const BUDGET: u64 = 400_000;
/// How many lines are searched for: more than most mates have first moves.
const LINES: usize = 6;
/// Nodes within which a normal search is to find mates.
const NODES: u64 = 300_000;

/// A position whose side to move wins in so many moves and not sooner.
struct Mate {
    game: &'static str,
    fen: &'static str,
    moves: u32,
}

impl Mate {
    /// Where it stands.
    fn place(&self) -> String {
        format!("{}: {}", self.game, self.fen)
    }
}

fn mates() -> Vec<Mate> {
    let text = include_str!("../data/mates.epd");
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let read = |line: &'static str| {
        let (game, rest) = line.split_once(": ")?;
        let (fen, moves) = rest.split_once("; dm ")?;
        let moves = moves.trim_end_matches(';').parse().ok()?;
        Some(Mate { game, fen, moves })
    };
    lines
        .map(|line| read(line).unwrap_or_else(|| panic!("{line}")))
        .collect()
}

/// Calls `each` with an engine for every game, and the game's mates.
fn by_game(mut each: impl FnMut(&mut Engine, &[&Mate])) {
    let mates = mates();
    let mut engine = Engine::new().unwrap();
    engine.set_option("Hash", "16").unwrap();
    let mut games: Vec<&str> = mates.iter().map(|mate| mate.game).collect();
    games.dedup();
    for game in games {
        engine.set_variant(game).unwrap();
        let of_game: Vec<&Mate> = mates.iter().filter(|mate| mate.game == game).collect();
        each(&mut engine, &of_game);
    }
}

fn set_up(engine: &mut Engine, mate: &Mate) {
    engine.forget();
    let fen = Some(mate.fen.to_string());
    engine.set_up(&SetUp { fen, moves: Vec::new() }).unwrap();
}

fn mate_in(moves: u32) -> Request {
    Request {
        mate: Some(moves),
        ..Request::default()
    }
}

/// What a search finds: the first move, its value, the last report of the best line.
fn think(engine: &mut Engine, request: &Request) -> (Move, Value, Line) {
    let mut last = None;
    let (answer, judgement) = consider(engine, request, |line| {
        if line.rank == 1 {
            last = Some(line.clone());
        }
    })
    .unwrap();
    (answer.best.unwrap().0, judgement.value, last.unwrap())
}

/// Whether a win in at most `moves` moves was found.
fn wins_within(value: Value, moves: u32) -> bool {
    matches!(value, Value::Mate(found) if found > 0 && found as u32 <= moves)
}

#[test]
fn the_suite_has_mates_of_many_kinds() {
    let mates = mates();
    let mut games: Vec<&str> = mates.iter().map(|mate| mate.game).collect();
    games.dedup();
    let count = |moves| mates.iter().filter(|mate| mate.moves == moves).count();
    println!(
        "{} mates of {} games: {} in 2, {} in 3, {} in 4",
        mates.len(),
        games.len(),
        count(2),
        count(3),
        count(4)
    );
    assert!(mates.len() >= 60 && games.len() >= 6);
    assert!(count(2) >= 20 && count(3) >= 20 && count(4) >= 5);
}

#[test]
fn mates_take_as_long_as_the_solver_says() {
    let budget = std::env::var("AANCA_MATE_BUDGET").map_or(BUDGET, |text| text.parse().unwrap());
    let (mut solved, mut total) = (0, 0);
    by_game(|engine, mates| {
        let solver = solver(engine.variant());
        for mate in mates {
            let sooner = solver.wins(mate.fen, None, mate.moves - 1, budget);
            let in_time = solver.wins(mate.fen, None, mate.moves, budget);
            assert_ne!(sooner, Some(true), "{} is won sooner", mate.place());
            assert_ne!(in_time, Some(false), "{} is not won in {}", mate.place(), mate.moves);
            let both = sooner.is_some() && in_time.is_some();
            if !both {
                println!("too much for the solver: {}", mate.place());
            }
            solved += both as usize;
            total += 1;
        }
    });
    println!("{solved} of {total} mates solved");
    assert!(4 * solved >= 3 * total, "{solved} of {total}");
}

#[test]
fn go_mate_finds_the_shortest_mate() {
    by_game(|engine, mates| {
        let solver = solver(engine.variant());
        let (mut nodes, mut slowest) = (0, Duration::ZERO);
        for mate in mates {
            let place = mate.place();
            set_up(engine, mate);
            let began = Instant::now();
            let (best, value, line) = think(engine, &mate_in(mate.moves));
            slowest = slowest.max(began.elapsed());
            nodes += line.nodes;
            assert_eq!(value, Value::Mate(mate.moves as i32), "{place}");
            // The first move wins against all answers, and the line leads to the end of the game.
            let wins = solver.wins(mate.fen, Some(best), mate.moves, BUDGET);
            assert_ne!(wins, Some(false), "{place}: {}", line.moves[0].coordinates);
            assert_eq!((line.moves.len() as u32).div_ceil(2), mate.moves, "{place}");
            let winner = engine.session().side();
            for text in &line.moves {
                let mv = engine.read_move(&text.coordinates).unwrap();
                engine.play(mv).unwrap();
            }
            let end = engine.session().outcome();
            assert_eq!(end.and_then(|end| end.winner()), Some(winner), "{place}");
            // There is none in fewer moves, and with room for more it is the same.
            set_up(engine, mate);
            let (_, value, _) = think(engine, &mate_in(mate.moves - 1));
            assert!(!wins_within(value, mate.moves - 1), "{place}: {value:?}");
            let (_, value, _) = think(engine, &mate_in(mate.moves + 2));
            assert_eq!(value, Value::Mate(mate.moves as i32), "{place}");
        }
        let game = mates[0].game;
        println!("{game}: {nodes} nodes for {} mates, at most {slowest:?}", mates.len());
    });
}

#[test]
fn go_mate_ends_without_a_mate() {
    let mut engine = Engine::new().unwrap();
    engine.set_variant("chess").unwrap();
    for moves in [0, 1, 2] {
        let (_, value, line) = think(&mut engine, &mate_in(moves));
        assert!(matches!(value, Value::Centipawns(_)));
        assert_eq!(line.depth, 2 * moves.max(1));
    }
}

#[test]
fn go_mate_does_not_depend_on_threads_lines_or_earlier_searches() {
    by_game(|engine, mates| {
        for mate in mates {
            let place = mate.place();
            let shortest = Value::Mate(mate.moves as i32);
            // With what a search that leaves moves out has remembered.
            set_up(engine, mate);
            let nodes = Request {
                nodes: Some(10_000),
                ..Request::default()
            };
            think(engine, &nodes);
            engine.set_option("Threads", "2").unwrap();
            let (_, value, best) = think(engine, &mate_in(mate.moves));
            assert_eq!(value, shortest, "{place}");
            engine.set_option("Threads", "1").unwrap();
            // Moves that win as soon are found, each on a line of its own.
            let mut keys = Vec::new();
            let all = Request {
                multi_pv: Some(LINES),
                ..mate_in(mate.moves)
            };
            consider(engine, &all, |line| {
                if line.value == shortest && line.depth == best.depth {
                    keys.push(line.moves[0].coordinates.clone());
                }
            })
            .unwrap();
            let keys: Vec<Move> = keys.iter().map(|text| engine.read_move(text).unwrap()).collect();
            assert!((1..=LINES).contains(&keys.len()), "{place}");
            // Among the others, if these are all, there is none; with only the last of them there is.
            let mut others = engine.session().legal_moves();
            others.retain(|mv| !keys.contains(mv) && keys.len() < LINES);
            let last = keys[keys.len() - 1];
            for (moves, wins) in [(others, false), (vec![last], true)] {
                let among = Request {
                    moves: Some(moves.clone()),
                    ..mate_in(mate.moves)
                };
                if !moves.is_empty() {
                    let (first, value, line) = think(engine, &among);
                    let as_soon = wins_within(value, mate.moves) && line.depth == best.depth;
                    assert_eq!(as_soon, wins, "{place}: {value:?}");
                    assert!(moves.contains(&first));
                }
            }
        }
    });
}

#[test]
fn a_search_of_some_nodes_finds_most_mates() {
    let (mut found, mut total) = (0, 0);
    by_game(|engine, mates| {
        let (mut any, mut shortest) = (0, 0);
        for mate in mates {
            set_up(engine, mate);
            let request = Request {
                nodes: Some(NODES),
                ..Request::default()
            };
            let (_, value, _) = think(engine, &request);
            any += wins_within(value, u32::MAX) as usize;
            shortest += wins_within(value, mate.moves) as usize;
            if !wins_within(value, mate.moves) {
                println!("{}: {value:?}, not in {}", mate.place(), mate.moves);
            }
        }
        let game = mates[0].game;
        println!(
            "{game}: {any} of {} found, {shortest} of them the shortest",
            mates.len()
        );
        found += any;
        total += mates.len();
    });
    assert!(10 * found >= 9 * total, "{found} of {total}");
}
