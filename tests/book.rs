//! The opening book: what is read from games and positions, which move is chosen, and when.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::engine::{Answer, Engine, Request, SetUp, Thought};
use std::{fs, path::Path, sync::mpsc, time::Duration};

/// An engine with a variant and a book, and what is said about the book.
fn open(file: &str, variant: &str) -> (Engine, Vec<String>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file);
    let mut engine = Engine::new().unwrap();
    engine.set_variant(variant).unwrap();
    engine.set_book(file, fs::read_to_string(path).unwrap());
    let problems = engine.open_book();
    (engine, problems.iter().map(ToString::to_string).collect())
}

fn go_to(engine: &mut Engine, moves: &str) {
    let moves = moves.split_whitespace().map(str::to_string).collect();
    engine.set_up(&SetUp { fen: None, moves }).unwrap();
}

/// The moves of the book after `moves`: text, how often read, percentage.
fn known(engine: &mut Engine, moves: &str) -> Vec<(String, u32, u32)> {
    go_to(engine, moves);
    let moves = engine.book_moves().into_iter();
    moves
        .map(|known| (known.text.san, known.count, known.percentage))
        .collect()
}

fn entry(san: &str, count: u32, percentage: u32) -> (String, u32, u32) {
    (san.to_string(), count, percentage)
}

fn answer(engine: &mut Engine, request: &Request) -> Answer {
    let (sender, thoughts) = mpsc::channel();
    engine.think(request, move |thought| sender.send(thought).unwrap());
    let answers = thoughts.into_iter().filter_map(|thought| match thought {
        Thought::Answer(answer) => Some(*answer),
        Thought::Line(_) => None,
    });
    answers.last().unwrap()
}

#[test]
fn games_count_by_their_results() {
    let (mut engine, problems) = open("book.pgn", "chess");
    // e4: won and drawn, 2 + 1; d4 lost, 0; Nf3 without a result, 1.
    let first = [entry("e4", 2, 75), entry("Nf3", 1, 25), entry("d4", 1, 0)];
    assert_eq!(known(&mut engine, ""), first);
    // Black lost after e5 once and drew once; only the game counts, not its variations.
    assert_eq!(known(&mut engine, "e4"), [entry("e5", 2, 100)]);
    assert_eq!(known(&mut engine, "e4 e5"), [entry("Nf3", 1, 66), entry("Bc4", 1, 33)]);
    assert_eq!(known(&mut engine, "e4 c5"), []);
    // The game with the wrong move is used up to there.
    assert_eq!(known(&mut engine, "Nf3"), [entry("d5", 1, 100)]);
    assert_eq!(problems.len(), 3, "{problems:?}");
    for (problem, start) in problems.iter().zip([
        "book.pgn:20: error: ply 3: \"Nf6\": no knight can go to f6; the game is used up to there",
        "book.pgn:36: error: Variant: \"fourchess\" is no variant that is known; the game is left out",
        "book.pgn:41: error: FEN: ",
    ]) {
        assert!(problem.starts_with(start), "{problem}");
    }
}

#[test]
fn moves_are_chosen_by_weight() {
    let (mut engine, _) = open("book.pgn", "chess");
    let mut knight = 0;
    for _ in 0..2000 {
        let mv = engine.choose_book_move(None).unwrap();
        let text = engine.write_move(mv).san;
        assert!(text == "e4" || text == "Nf3", "{text}");
        knight += u32::from(text == "Nf3");
    }
    // 500 are expected; the standard deviation is 19.4.
    assert!((380..620).contains(&knight), "{knight}");
    let only = engine.read_move("Nf3").unwrap();
    assert!((0..50).all(|_| engine.choose_book_move(Some(&[only])) == Some(only)));
    // A lost opening is not played even if nothing else is allowed.
    let lost = engine.read_move("d4").unwrap();
    assert_eq!(engine.choose_book_move(Some(&[lost])), None);
}

#[test]
fn lines_of_positions_are_read() {
    let (mut engine, problems) = open("book.epd", "chess");
    assert_eq!(known(&mut engine, ""), [entry("e4", 2, 50), entry("d4", 2, 50)]);
    assert_eq!(known(&mut engine, "e4"), [entry("e5", 3, 75), entry("c5", 1, 25)]);
    assert_eq!(known(&mut engine, "d4"), [entry("d5", 1, 50), entry("e5", 1, 50)]);
    assert_eq!(known(&mut engine, "d4 d5"), [entry("c4", 1, 100)]);
    // The same position by other moves.
    go_to(&mut engine, "d3 e5");
    let there = engine.session().key();
    assert_eq!(engine.book_moves(), []);
    engine
        .set_up(&SetUp {
            fen: Some("rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 4 9".to_string()),
            moves: Vec::new(),
        })
        .unwrap();
    assert!(engine.session().key() != there && engine.book_moves()[0].text.san == "Nf3");
    let ends = [
        "book.epd:7: error: ply 3: \"Ke3\"",
        "book.epd:13: error: \"skoolbook\" is no variant",
    ];
    assert_eq!(problems.len(), ends.len(), "{problems:?}");
    assert!(
        problems
            .iter()
            .zip(ends)
            .all(|(problem, start)| problem.starts_with(start)),
        "{problems:?}"
    );
}

#[test]
fn each_variant_has_its_own_part_of_the_file() {
    let (mut engine, _) = open("book.pgn", "schoolbook");
    assert_eq!(known(&mut engine, "e4 g6"), [entry("f4", 1, 100)]);
    let fen = Some("r4k3r/10/10/10/10/10/10/R4K3R w KQkq - 0 1".to_string());
    engine.set_up(&SetUp { fen, moves: Vec::new() }).unwrap();
    assert_eq!(engine.book_moves()[0].text.coordinates, "f1b1");
    // Another variant has no book before it is read again.
    engine.set_variant("chess").unwrap();
    assert_eq!(engine.book_moves(), []);
    assert!(!engine.open_book().is_empty());
    assert_eq!(engine.book_moves().len(), 3);
    assert!(engine.open_book().is_empty(), "it is read once");
    engine.set_variant("gothic").unwrap();
    let problems: Vec<String> = engine.open_book().iter().map(ToString::to_string).collect();
    assert!(
        problems
            .iter()
            .any(|text| text.contains("none of its games (8) is of gothic")),
        "{problems:?}"
    );
    engine.set_book("", String::new());
    engine.set_variant("chess").unwrap();
    assert!(engine.open_book().is_empty() && engine.book_moves().is_empty());

    let (mut engine, problems) = open("book.epd", "schoolbook");
    assert_eq!(known(&mut engine, "f3 Ad6 Bf2"), [entry("Axh2#", 1, 100)]);
    assert!(
        problems
            .iter()
            .any(|text| text.starts_with("book.epd:12: error: expected moves")),
        "{problems:?}"
    );
}

#[test]
fn only_a_move_to_play_comes_from_the_book() {
    let (mut engine, _) = open("book.pgn", "chess");
    go_to(&mut engine, "e4");
    let game = Request {
        depth: Some(1),
        from_book: true,
        ..Request::default()
    };
    let e5 = engine.read_move("e5").unwrap();
    let e6 = engine.read_move("e6").unwrap();
    let found = answer(&mut engine, &game);
    assert_eq!((found.best.unwrap().0, found.nodes, found.value), (e5, 0, None));
    for searched in [
        Request {
            from_book: false,
            ..game.clone()
        },
        Request {
            multi_pv: Some(2),
            ..game.clone()
        },
        Request {
            mate: Some(1),
            ..game.clone()
        },
        Request {
            moves: Some(vec![e6]),
            ..game.clone()
        },
    ] {
        assert!(answer(&mut engine, &searched).nodes > 0, "{searched:?}");
    }
    // Nor one in a search without end.
    let (sender, thoughts) = mpsc::channel();
    let endless = Request { infinite: true, ..game };
    engine.think(&endless, move |thought| {
        let _ = sender.send(thought);
    });
    assert!(matches!(
        thoughts.recv_timeout(Duration::from_secs(20)),
        Ok(Thought::Line(_))
    ));
    engine.stop();
}

#[test]
fn no_text_breaks_the_reader() {
    let mut engine = Engine::new().unwrap();
    let files = ["book.pgn", "book.epd"]
        .map(|file| fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data").join(file)).unwrap());
    let mut random = aanca::board::SplitMix64::new(7);
    for round in 0..60 {
        let mut text = files[round % 2].clone();
        for _ in 0..1 + random.below(12) {
            let at = random.below(text.len() as u64) as usize;
            match random.below(3) {
                0 => text[at] = random.below(256) as u8,
                1 => drop(text.drain(at..(at + 9).min(text.len()))),
                _ => text.insert(at, *b"[](){};\"\n".get(random.below(9) as usize).unwrap()),
            }
        }
        engine.set_book("x", String::from_utf8_lossy(&text).into_owned());
        let problems = engine.open_book();
        assert!(problems.len() <= 12);
        for known in engine.book_moves() {
            engine.read_move(&known.text.san).unwrap();
        }
    }
}
