//! The commands of the command line, run as a user would.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use assert_cmd::Command;
use predicates::{prelude::*, str::contains};
use std::{fs, path::PathBuf};

fn aanca() -> Command {
    Command::cargo_bin("aanca").unwrap()
}

/// A file with this text; the name tells tests that run at the same time apart.
fn file(name: &str, text: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, text).unwrap();
    path
}

#[test]
fn help_explains_every_command() {
    let commands = [
        "analyse", "play", "selfplay", "match", "perft", "variants", "show", "check", "bench",
    ];
    let all = commands
        .iter()
        .fold(aanca().arg("--help").assert().success(), |assert, name| {
            assert.stdout(contains(*name))
        });
    all.stdout(contains("--variants"));
    for name in commands {
        aanca()
            .args([name, "--help"])
            .assert()
            .success()
            .stdout(contains("Usage: aanca"));
    }
}

#[test]
fn perft_counts() {
    // Published counts of the start position of chess.
    aanca()
        .args(["perft", "chess", "4"])
        .assert()
        .success()
        .stdout(contains("Nodes: 197281\n"));
    let divided = aanca()
        .args(["perft", "CHESS", "3", "--divide", "--threads", "2"])
        .assert()
        .success();
    divided.stdout(contains("e2e4: 600\n").and(contains("Nodes: 8902\n")));
    // A well-known position with all castlings, en passant and promotions.
    let fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    aanca()
        .args(["perft", "chess", "2", "--fen", fen])
        .assert()
        .success()
        .stdout(contains("Nodes: 2039\n"));
    aanca()
        .args(["perft", "chess", "0"])
        .assert()
        .success()
        .stdout(contains("Nodes: 1\n"));
    // Chess960's position 518 is that of chess.
    aanca()
        .args(["perft", "chess960", "3", "--number", "518"])
        .assert()
        .success()
        .stdout(contains("Nodes: 8902\n"));
    aanca()
        .args(["show", "chess960", "--number", "518"])
        .assert()
        .success()
        .stdout(contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w"));
}

#[test]
fn analyse_finds_a_mate() {
    let fen = "6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    aanca()
        .args(["analyse", "--fen", fen, "--depth", "3"])
        .assert()
        .success()
        .stdout(
            contains("Best move: Re8# (e1e8), value mate 1")
                .and(contains(fen))
                .and(contains("White to move")),
        );
    aanca()
        .args([
            "analyse",
            "schoolbook",
            "--depth",
            "2",
            "--multipv",
            "2",
            "--moves",
            "f3",
            "Ad6",
            "Bf2",
        ])
        .assert()
        .success()
        .stdout(contains("Best move: Axh2# (d6h2)"));
    aanca()
        .args(["analyse", "chess", "--moves", "f3", "e5", "g4", "Qh4"])
        .assert()
        .success()
        .stdout(contains("The game is over: Black wins by checkmate\n"));
    aanca()
        .args([
            "analyse",
            "chess",
            "--fen",
            "8/8/8/8/8/8/8/K1k4N w - - 0 1",
            "--depth",
            "2",
        ])
        .assert()
        .success()
        .stdout(contains("The game is over: draw by insufficient material\n").and(contains("value +0.00")));
    // One text with several moves, and a game that has come back to its start twice.
    aanca()
        .args([
            "analyse",
            "chess",
            "--depth",
            "1",
            "--moves",
            "Nf3 Nf6 Ng1 Ng8 Nf3",
            "Nf6",
            "Ng1 Ng8",
        ])
        .assert()
        .success()
        .stdout(contains("The game is over: draw by threefold repetition\n"));
    aanca()
        .args(["analyse", "chess960", "--number", "518", "--movetime", "20"])
        .assert()
        .success()
        .stdout(contains("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w").and(contains("Best move: ")));
}

#[test]
fn variants_and_show_describe_games() {
    let list = aanca().arg("variants").assert().success();
    list.stdout(
        contains("schoolbook")
            .and(contains("10x8"))
            .and(contains("Sam Trenholme")),
    );
    aanca()
        .args(["show", "schoolbook"])
        .assert()
        .success()
        .stdout(contains("archbishop").and(contains("| R | Q | N | B | A | K | B | N | M | R |")));
    let knight = "\
 6 |   |   |   | x |   | x |   |   |   |   |
   +---+---+---+---+---+---+---+---+---+---+
 5 |   |   | x |   |   |   | x |   |   |   |
   +---+---+---+---+---+---+---+---+---+---+
 4 |   |   |   |   | N |   |   |   |   |   |
";
    for piece in ["n", "N", "knight"] {
        aanca()
            .args(["show", "schoolbook", piece])
            .assert()
            .success()
            .stdout(contains(knight));
    }
}

#[test]
fn show_tells_the_rules_of_the_ground() {
    let shown: &[(&str, &[&str])] = &[
        (
            "isis-deans",
            &[
                "set-up reconstructed\n",
                "Banks: ranks 1-4; ranks 5-8.",
                "A pawn that crosses to another bank becomes a wazir.",
                "These cross to no other bank: queen and king.",
            ],
        ),
        (
            "cam-deans",
            &[
                "set-up deduced\n",
                "Banks: a1-f4; a5-f8; g3-j6.",
                "Barred to pawn, bishop and dean: the steps g6f7 f7g6 g3f2 f2g3.",
            ],
        ),
        (
            "wey-deans",
            &[
                "No piece is royal.",
                "Forward is up the board on ranks 1-4, down elsewhere, for both sides.",
                "These cross to another bank only by the steps d4e5 e5d4 e4d5 d5e4: queen and prince.",
                "An army has lost when at least one of each is gone: ",
                "A side to move without a legal move has lost.",
                "Those that move in the same direction do not capture each other: pawn.",
            ],
        ),
        (
            "greatstour-deans",
            &[
                "A pawn that crosses to another bank becomes a sow.",
                " or primate on each bank.",
                "Castling A of primate and marshal: c1d1,a1e1.",
                "Castling i of prince and marshal: i1e5,b8f4.",
            ],
        ),
        (
            "avon-deans",
            &[
                "Players in turn: S (White on ranks 1-5), n (Black on ranks 6-10), N (White on ranks 6-10), s (Black on ranks 1-5).",
                "drops out by passing (0000); then the army changes: princess to queen, pawn to wazir, abbot to primate, caryatid to chatelaine.",
                " on the bank of the player who has moved.",
                "The border of a1-d10 is crossed only with squares on ranks 3-8 on each side of it.",
            ],
        ),
        (
            "irwell-deans",
            &[
                "A king is royal once it is there; a side with two has lost.",
                "A prince between bishop and steward on diagonals becomes a king (coronation).",
                "A rose that has moved rests until each player of its side has moved another piece.",
            ],
        ),
        (
            "aire-deans",
            &[
                "set-up reconstructed\n",
                "Diagonal steps and knight's leaps need every square of the block they span: ",
                "A pawn that crosses to another bank becomes a steward.",
            ],
        ),
        (
            "coblache-deans",
            &["No queen or prince ends a move in a bank that holds an enemy queen or prince."],
        ),
    ];
    for (variant, sentences) in shown {
        let output = aanca()
            .args(["show", variant])
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
        let text = String::from_utf8(output).unwrap();
        for sentence in *sentences {
            assert!(text.contains(sentence), "{sentence:?} in\n{text}");
        }
    }
    let chess = aanca().args(["show", "chess"]).assert().success();
    chess.stdout(contains("royal.").not().and(contains("ank").not()));
}

#[test]
fn variants_say_where_set_ups_come_from() {
    let output = aanca().arg("variants").assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    let games: Vec<&str> = text.lines().filter(|line| line.contains("Charles Gilman")).collect();
    assert_eq!(games.len(), 17, "{text}");
    for line in games {
        let tags = [
            "set-up stated",
            "set-up deduced",
            "set-up reconstructed",
            "set-up and board reconstructed",
            "board and set-up reconstructed",
        ];
        assert!(tags.iter().any(|tag| line.contains(tag)), "{line}");
    }
}

#[test]
fn check_finds_errors_by_line() {
    let good = file("good.ini", "[mychess:chess]\ndescription = Mine\n");
    aanca()
        .arg("check")
        .arg(&good)
        .assert()
        .success()
        .stdout(contains("0 errors"));
    let bad = file("bad.ini", "[mychess:chess]\n\nnosuchkey = 1\nmaxRank = 99\n");
    aanca().arg("check").args([&good, &bad]).assert().code(1).stdout(
        contains("bad.ini:3: ")
            .and(contains("bad.ini:4: "))
            .and(contains("good.ini: 0 errors")),
    );
    aanca()
        .args(["check", "/no/such/file.ini"])
        .assert()
        .code(1)
        .stdout(contains("cannot be read"));
    let empty = file("empty.ini", "# nothing yet\n");
    aanca()
        .arg("check")
        .arg(&empty)
        .assert()
        .success()
        .stdout(contains("empty.ini: warning: no games found").and(contains("0 errors, 1 warning")));
    // A game whose first move would capture the king.
    let illegal = "[mine:chess]\nstartFen = rnbqkbnr/pppp1ppp/8/8/4R3/8/PPPP1PPP/RNBQKBN1 w Qkq - 0 1\n";
    let check = file("in-check.ini", illegal);
    aanca()
        .arg("check")
        .arg(&check)
        .assert()
        .code(1)
        .stdout(contains("in-check.ini:1: error: [mine]"));
}

#[test]
fn the_users_games_can_be_played() {
    let mine = file(
        "mine.ini",
        "[tiny:chess]\nmaxFile = e\nmaxRank = 5\ncastling = false\ndoubleStep = false\n\
        promotionRank = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n",
    );
    aanca()
        .arg("--variants")
        .arg(&mine)
        .args(["perft", "tiny", "1"])
        .assert()
        .success()
        .stdout(contains("Nodes: 7\n"));
    aanca()
        .arg("variants")
        .arg("--variants")
        .arg(&mine)
        .assert()
        .success()
        .stdout(contains("tiny").and(contains("5x5")));
    let input = format!(
        "setoption name VariantPath value {}\nsetoption name UCI_Variant value tiny\ngo depth 2\n",
        mine.display()
    );
    aanca().write_stdin(input).assert().success().stdout(
        contains("var tiny")
            .and(contains("startpos rnbqk/"))
            .and(contains("bestmove ")),
    );
    let bad = file("bad-too.ini", "[other:nosuch]\n");
    aanca()
        .arg("--variants")
        .arg(&bad)
        .args(["perft", "other", "1"])
        .assert()
        .code(1)
        .stderr(
            contains("bad-too.ini:1: ").and(contains("\"other\" was refused").and(contains("bad-too.ini has errors"))),
        );
}

#[test]
fn what_is_wrong_in_a_file_spoils_only_its_own_games() {
    let mixed = file(
        "mixed.ini",
        "[broken:chess]\nnosuchkey = 1\n[chess]\nmaxRank = 4\n[good:chess]\nqueen = -\npromotionPieceTypes = rbn\n\
        startFen = rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1\n",
    );
    let with = |args: &[&str]| {
        let mut command = aanca();
        command.arg("--variants").arg(&mixed).args(args);
        command.assert()
    };
    for (variant, nodes) in [("good", "Nodes: 21\n"), ("chess", "Nodes: 20\n")] {
        with(&["perft", variant, "1"])
            .success()
            .stdout(contains(nodes))
            .stderr(contains("mixed.ini:2: error: [broken] nosuchkey").and(contains("mixed.ini:3: error: [chess]")));
    }
    with(&["perft", "Broken", "1"])
        .code(1)
        .stderr(contains("\"Broken\" was refused"));
    with(&["perft", "brokn", "1"])
        .code(1)
        .stderr(contains("unknown variant \"brokn\""));
    with(&["variants"]).success().stdout(contains("good"));
    aanca()
        .args(["--variants", "/no/such/file.ini", "perft", "chess", "1"])
        .assert()
        .code(1)
        .stderr(contains("/no/such/file.ini: error: cannot be read: "));
    let input = format!(
        "setoption name VariantPath value {}\nsetoption name UCI_Variant value broken\n",
        mixed.display()
    );
    aanca()
        .write_stdin(input)
        .assert()
        .success()
        .stdout(contains("info string error: the variant \"broken\" was refused"));
    // The user's games do not count for the bench.
    let nodes = |command: &mut Command| {
        let output = command.args(["bench", "--depth", "1"]).assert().success();
        let text = String::from_utf8(output.get_output().stdout.clone()).unwrap();
        let last = text.lines().last().unwrap().to_string();
        last.split_once(" nodes ").unwrap().0.to_string()
    };
    assert_eq!(nodes(&mut aanca()), nodes(aanca().arg("--variants").arg(&mixed)));
}

#[test]
fn failures_say_what_is_wrong() {
    for (args, code, message) in [
        (
            &["perft", "scholbook", "1"][..],
            1,
            "unknown variant \"scholbook\"; did you mean schoolbook?",
        ),
        (&["perft", "chess", "1", "--fen", "nonsense"], 1, "nonsense"),
        (&["analyse", "chess", "--moves", "e2e5"], 1, "\"e2e5\""),
        (&["analyse", "chess", "--number", "3"], 1, "not numbered"),
        (&["show", "chess", "archbishop"], 1, "no piece \"archbishop\""),
        (&["perft", "chess"], 2, "Usage"),
        (&["perft", "chess", "deep"], 2, "deep"),
        (&["dance"], 2, "dance"),
        (&["analyse", "--depth", "0"], 2, "0"),
        (&["check"], 2, "Usage"),
        (&["perft", "chess", "-1"], 2, "invalid value '-1' for '<DEPTH>'"),
        (
            &["analyse", "chess960", "--number", "-1"],
            2,
            "invalid value '-1' for '--number <NUMBER>'",
        ),
        (
            &["analyse", "--depth", "-4"],
            2,
            "invalid value '-4' for '--depth <PLIES>'",
        ),
        (&["perft", "chess960", "1", "--number", "960"], 1, "960"),
        (
            &["analyse", "--moves", "e2e4", "chess"],
            1,
            "a variant's name must stand before --moves",
        ),
    ] {
        let assert = aanca().args(args).assert().code(code);
        assert
            .stderr(contains(message))
            .stdout(predicate::str::contains("panicked").not());
    }
}

#[test]
fn bench_is_repeatable() {
    let run = || {
        let output = aanca()
            .args(["bench", "--depth", "2"])
            .assert()
            .success()
            .get_output()
            .stdout
            .clone();
        let text = String::from_utf8(output).unwrap();
        let last = text.lines().last().unwrap().to_string();
        assert!(last.ends_with(" nps") && last.contains(" nodes "), "{last}");
        assert!(text.lines().count() > 8);
        last.split_once(' ').unwrap().0.parse::<u64>().unwrap()
    };
    let nodes = run();
    assert!(nodes > 1000);
    assert_eq!(nodes, run());
}

#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let binary = assert_cmd::cargo::cargo_bin("aanca");
    for command in [
        "variants",
        "perft chess 3 --divide",
        "show chess",
        "--help",
        "bench --depth 1",
    ] {
        let line = format!("'{}' {command} | true", binary.display());
        Command::new("sh")
            .args(["-c", &line])
            .assert()
            .success()
            .stderr(contains("panicked").not());
    }
}
