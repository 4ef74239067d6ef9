//! Games in the terminal, as a user who types lines sees them.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{
    engine::Engine,
    tools::{
        Place,
        arena::Limits,
        play::{self, Lines, Options},
    },
};
use assert_cmd::Command;
use predicates::{prelude::*, str::contains};
use std::{fs, path::PathBuf};

/// What the program writes when these lines are typed. It always ends well.
fn play(args: &[&str], lines: impl Into<Vec<u8>>) -> String {
    let mut command = Command::cargo_bin("aanca").unwrap();
    let assert = command
        .arg("play")
        .args(args)
        .write_stdin(lines.into())
        .assert()
        .success();
    let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
    assert!(text.ends_with("Goodbye.\n"), "{text}");
    text
}

/// Where in `text` each of these parts is found after the one before it.
fn in_order(text: &str, parts: &[&str]) {
    let mut rest = text;
    for part in parts {
        let at = rest
            .find(part)
            .unwrap_or_else(|| panic!("no {part:?} after that in:\n{text}"));
        rest = &rest[at + part.len()..];
    }
}

#[test]
fn two_people_play_to_mate() {
    let text = play(
        &["chess", "--seat", "white,black"],
        "f3\ne7e5\nmoves g2\ng2-g4\nQh4#\nRh3\nfen\nundo\nquit\n",
    );
    in_order(
        &text,
        &[
            "White: you, Black: you\n",
            " 1 | R | N | B | Q | K | B | N | R |\n",
            "White to move.\n",
            "Black to move.\n",
            "2 legal moves from g2:\n  g3 (g2g3) g4 (g2g4)\n",
            "0-1: Black wins by checkmate.\n",
            "The game is over; ",
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3\n",
            "One move is taken back.\n",
            "Black to move.\nGoodbye.\n",
        ],
    );
    let check = play(
        &["chess", "--seat", "all", "--fen", "4k3/8/8/8/8/8/8/4K2R w K - 0 1"],
        "O-O\nKe7\nRe1",
    );
    in_order(
        &check,
        &[
            "Black to move.\n",
            "White to move.\n",
            "Black is in check.\nBlack to move.\n",
        ],
    );
}

#[test]
fn the_engine_answers() {
    // White mates in one; Black has one move.
    let fen = "k7/8/1K6/8/8/8/8/2Q5 w - - 0 1";
    let text = play(&["--fen", fen, "--depth", "3"], "hint\neval\nKc7\nundo\ngo\n");
    in_order(
        &text,
        &[
            "Hint: Qc8# (c1c8), value mate 1, depth 3: Qc8#\n",
            "At first sight +",
            "After a search of depth 3: mate 1.\n",
            "Black plays Ka7 (a8a7): value ",
            "2 moves are taken back.\n",
            "White plays Qc8# (c1c8): value mate 1, depth 3, ",
            "1-0: White wins by checkmate.\n",
        ],
    );
    let seats = play(&["--fen", fen, "--depth", "2"], "seat\nside black\nundo\n");
    in_order(
        &seats,
        &[
            "White: you, Black: the engine\n",
            "White: the engine, Black: you\n",
            "1-0: ",
            "There is no move of yours",
        ],
    );
    // Nobody plays: the engine plays both, and the board is drawn after each move.
    let watched = play(
        &[
            "--fen",
            "7k/8/5K2/8/8/8/8/6Q1 b - - 0 1",
            "--seat",
            "none",
            "--depth",
            "4",
        ],
        "",
    );
    in_order(
        &watched,
        &[
            "Black plays Kh7",
            "White plays Qg7# (g1g7)",
            "1-0: White wins by checkmate.\n",
        ],
    );
    assert_eq!(watched.matches("     a   b   c").count(), 3);
}

#[test]
fn whatever_is_typed_is_answered() {
    let long = "x".repeat(200_000);
    let mut lines = Vec::new();
    for line in [
        "e2e5",
        "Nf4",
        "hlep",
        "Ke2",
        "moves z9",
        "fen nonsense",
        "new ches",
        "seat south",
        "depth no",
        "movetime",
        "save",
        "undo all",
        "load /no/such/file.pgn",
        "save /no/such/folder/x.pgn",
        "pieces zebra",
        "undo",
        "e9e9",
        "",
        "\u{0}",
        &long,
    ] {
        lines.extend(line.as_bytes());
        lines.push(b'\n');
    }
    lines.extend(b"\xff\xfe\nfen");
    let text = play(&["chess", "--depth", "1"], lines);
    in_order(
        &text,
        &[
            "\"e2e5\": the pawn on e2 cannot go to e5; did you mean e2e3 or e2e4?\n",
            "\"Nf4\": no knight can go to f4; did you mean Nf3, Na3, Nc3 or Nh3?\n",
            "\"hlep\": not a move; expected a form like ",
            "did you mean the command help?\n",
            "\"Ke2\": ",
            "\"z9\" is no square of this board; expected one like a1\n",
            "\"nonsense\"",
            "unknown variant \"ches\"; did you mean chess?\n",
            "\"south\" is no seat; expected w, b, white, black, all or none\n",
            "depth: \"no\": expected a number of plies from 1 on\n",
            "movetime: \"\"",
            "save: expected the name of a file",
            "undo: \"all\"",
            "load: \"/no/such/file.pgn\": ",
            "save: \"/no/such/folder/x.pgn\": ",
            "no piece \"zebra\"",
            "There is no move of yours to take back.\n",
            "\"e9e9\": ",
            "xxx…\": not a move",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\nGoodbye.\n",
        ],
    );
    assert!(text.len() < 20_000, "messages quote without end");
    for (args, code, message) in [
        (&["scholbook"][..], 1, "did you mean schoolbook?"),
        (&["chess", "--seat", "south"], 1, "\"south\" is no seat"),
        (&["chess", "--fen", "nonsense"], 1, "nonsense"),
        (&["chess", "--depth", "0"], 2, "'0'"),
        (
            &["chess", "--book", "/no/such.pgn"],
            1,
            "/no/such.pgn: error: cannot be read",
        ),
    ] {
        let mut command = Command::cargo_bin("aanca").unwrap();
        let assert = command.arg("play").args(args).assert().code(code);
        assert.stderr(contains(message).and(contains("panicked").not()));
    }
}

#[test]
fn games_are_saved_and_loaded() {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("play.pgn");
    let _ = fs::remove_file(&path);
    let name = path.display();
    let saved = play(
        &["schoolbook", "--seat", "all"],
        format!("a3\nsave {name}\nnew\nf3\nAd6\nBf2\nAxh2#\nsave {name}\n"),
    );
    assert_eq!(saved.matches("The game is at the end of ").count(), 2);
    let text = fs::read_to_string(&path).unwrap();
    in_order(
        &text,
        &[
            "[White \"Player\"]",
            "[Result \"*\"]",
            "\n\n1. a3 *\n\n[Event",
            "[Result \"0-1\"]",
            "[Variant \"schoolbook\"]",
            "\n\n1. f3 Ad6 2. Bf2 Axh2# {Black wins by checkmate} 0-1\n",
        ],
    );
    // The last game of the file, whatever was played before.
    let loaded = play(
        &["chess", "--seat", "all"],
        format!("e4\nload {name}\nundo\nmoves d6\n"),
    );
    in_order(
        &loaded,
        &[
            "schoolbook, after 4 plies.\n",
            "0-1: Black wins",
            "Black to move.\n",
            "Axh2#",
        ],
    );
    // A wrong file leaves the game alone.
    fs::write(&path, "[Variant \"chess\"]\n\n1. e4 e5 2. Ke3 *\n").unwrap();
    let refused = play(&["chess", "--seat", "all"], format!("d4\nload {name}\nfen\n"));
    in_order(
        &refused,
        &[
            "ply 3: \"Ke3\"",
            "rnbqkbnr/pppppppp/8/8/3P4/8/PPP1PPPP/RNBQKBNR b KQkq - 0 1",
        ],
    );
}

#[test]
fn games_unlike_chess_can_be_played() {
    let known = Engine::new().unwrap();
    // A bared king, holes, ten ranks, twelve files, a river, four players.
    for variant in ["shatranj", "gustav3", "grand", "courier", "isis-deans", "avon-deans"] {
        let mut engine = known.sibling();
        engine.set_variant(variant).unwrap();
        engine.set_option("Hash", "1").unwrap();
        let fen = engine.session().fen();
        let moves = engine.session().legal_moves().len();
        let options = Options {
            place: Place::default(),
            limits: Limits {
                depth: Some(1),
                ..Limits::default()
            },
            ..Options::default()
        };
        let mut out = Vec::new();
        let lines = "moves\npieces\neval\nhint\ngo\nundo\nfen\nseat none\nseat all\n";
        play::run(&mut engine, &options, &mut Lines(lines.as_bytes()), &mut out).unwrap();
        let text = String::from_utf8(out).unwrap();
        let count = format!("{moves} legal moves:\n");
        in_order(
            &text,
            &[
                variant,
                &count,
                "movement",
                "At first sight ",
                "Hint: ",
                " plays ",
                " taken back.\n",
                &fen,
            ],
        );
    }
}

#[test]
fn rivers_are_drawn_and_four_players_take_turns() {
    let start = "mccmMQSM/dbbdABBY/ppppPPPP/8/8/8/8/PPPPpppp/DBBDabby/MCCMmqsm";
    let text = play(
        &["avon-deans", "--seat", "S,s", "--depth", "1"],
        "a4\nseat white\nseat x\n",
    );
    in_order(
        &text,
        &[
            "White (S): you, Black (n): the engine, White (N): the engine, Black (s): you\n",
            " 6 |   |   |   |   |   |   |   |   |\n   +~~~+~~~+~~~+~~~+~~~+~~~+~~~+~~~+\n 5 |",
            "White (S) to move.\n",
            "Black (n) plays ",
            "White (N) plays ",
            "Black (s) to move.\n",
            "White (S): you, Black (n): the engine, White (N): you, Black (s): the engine\n",
            "Black (s) plays ",
            "White (S) to move.\n",
            "\"x\" is no seat; expected S, n, N, s, white, black, all or none\n",
        ],
    );
    assert_eq!(text.matches('~').count() % 24, 0, "the river is as wide as the board");
    // A player who is out misses the turn, which is no move to take back for itself.
    let out = format!("{start} w - - 0 1 S n -");
    let text = play(&["avon-deans", "--seat", "all", "--fen", &out], "a4\nundo\nfen\n");
    in_order(
        &text,
        &[
            "White (S) to move.\n",
            "Black (n) misses a turn.\n",
            "White (N) to move.\n",
            "2 moves are taken back.\n",
            &out,
        ],
    );
    // The last player of an army drops out, and the game is over.
    let last = "4M2Q/2MhAB1Y/6PM/5P1P/8/8/5ww1/8/1BC1eD2/4m3 b - - 0 1 s n -";
    let text = play(&["avon-deans", "--seat", "all", "--fen", last], "quit\n");
    in_order(
        &text,
        &[
            "Black (s) has no move and drops out.\n",
            "1-0: White wins by dropping out of all players.\n",
            "Players: S first, N second, s third, n fourth.\n",
        ],
    );
}

#[test]
fn the_engine_plays_from_its_book() {
    let book = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/book.pgn");
    let text = play(
        &["--book", book, "--depth", "1"],
        "book\ne4\nbook\nnew schoolbook\nbook\nquit\n",
    );
    in_order(
        &text,
        &[
            "book.pgn:20: error: ply 3: \"Nf6\"",
            "e4            75%  (read 2x)\nNf3           25%  (read 1x)\nd4             0%  (read 1x)\n",
            "Black plays e5 (e7e5) from the book\n",
            "Nf3           66%",
            "e4           100%  (read 1x)\n",
        ],
    );
}
