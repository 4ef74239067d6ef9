//! `aanca tune`: positions for another judge, scores by it, and what is wrong in them.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use assert_cmd::Command;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn aanca(directory: &Path, arguments: &[&str]) -> (bool, String, String) {
    let output = Command::cargo_bin("aanca")
        .unwrap()
        .current_dir(directory)
        .args(arguments)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

#[test]
fn scores_of_another_judge_are_learnt_from() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tune");
    let at = directory.as_path();
    let _ = fs::remove_dir_all(at);
    fs::create_dir_all(at).unwrap();
    let games = [
        "selfplay",
        "chess",
        "--games",
        "4",
        "--nodes",
        "300",
        "--pgn",
        "games.pgn",
    ];
    assert!(aanca(at, &games).0);
    let (done, _, error) = aanca(at, &["tune", "games.pgn", "--positions", "positions.txt"]);
    assert!(done, "{error}");
    let positions = fs::read_to_string(at.join("positions.txt")).unwrap();
    let fens: Vec<&str> = positions
        .lines()
        .map(|line| line.strip_prefix("chess|").unwrap())
        .collect();
    assert!(fens.len() > 10, "{positions}");
    // Of every other position a judge thinks what it likes: only those count, with its scores.
    let judged: Vec<&str> = fens.iter().copied().step_by(2).collect();
    let lines: Vec<String> = judged
        .iter()
        .enumerate()
        .map(|(i, fen)| format!("{fen}|{}", 40 * (i % 9)))
        .collect();
    fs::write(at.join("scores.txt"), lines.join("\n")).unwrap();
    let known = fens.iter().filter(|fen| judged.contains(fen)).count();
    let tune = ["tune", "games.pgn", "--rounds", "1", "--results", "0"];
    let (done, plain, error) = aanca(at, &tune);
    assert!(
        done && plain.starts_with(&format!("chess: {} positions", fens.len())),
        "{plain}{error}"
    );
    let (done, learnt, error) = aanca(at, &[&tune[..], &["--scores", "scores.txt"]].concat());
    assert!(
        done && learnt.starts_with(&format!("chess: {known} positions")),
        "{learnt}{error}"
    );
    let weights = |text: &str| text.lines().skip(2).map(str::to_string).collect::<Vec<_>>();
    assert_ne!(weights(&plain), weights(&learnt));
    // The tables follow the weights.
    assert!(learnt.contains("# Places of pawns"), "{learnt}");

    fs::write(at.join("scores.txt"), format!("{}|12\n{}|much\n", fens[0], fens[1])).unwrap();
    let (done, _, error) = aanca(at, &[&tune[..], &["--scores", "scores.txt"]].concat());
    assert!(
        !done
            && error.contains("scores.txt, line 2: expected FEN|CENTIPAWNS or VARIANT|FEN|CENTIPAWNS, found")
            && error.contains("|much"),
        "{error}"
    );
    let (done, _, error) = aanca(at, &[&tune[..], &["--scores", "none.txt"]].concat());
    assert!(!done && error.contains("none.txt"), "{error}");

    // Positions of their own need no game, and nobody evaluates those in check.
    let own: Vec<String> = fens
        .iter()
        .enumerate()
        .map(|(i, fen)| format!("chess|{fen}|{}", 30 * (i % 9)))
        .collect();
    let check = "chess|4k3/8/8/8/8/8/4r3/4K3 w - - 0 1|-300";
    fs::write(at.join("own.txt"), format!("{}\n{check}\n", own.join("\n"))).unwrap();
    let alone = ["tune", "--rounds", "1", "--scores"];
    let (done, learnt, error) = aanca(at, &[&alone[..], &["own.txt"]].concat());
    assert!(
        done && learnt.starts_with(&format!("chess: {} positions", fens.len())),
        "{learnt}{error}"
    );
    // Only what is named changes.
    let (done, only, error) = aanca(at, &[&alone[..], &["own.txt", "--only", "pawn_"]].concat());
    assert!(done, "{error}");
    let built_in = include_str!("../src/eval/weights.rs");
    let changed = |text: &str| -> Vec<String> {
        let lines = text
            .lines()
            .filter(|line| line.ends_with(';') && !built_in.contains(line.trim()));
        lines.map(|line| line.trim().to_string()).collect()
    };
    assert!(!changed(&only).is_empty() && changed(&only).iter().all(|line| line.starts_with("pawn_")));
    assert!(changed(&learnt).iter().any(|line| !line.starts_with("pawn_")));
    assert!(only.ends_with(include_str!("../src/eval/tables.txt")), "{only}");
    let (done, _, error) = aanca(at, &[&alone[..], &["own.txt", "--only", "prawn"]].concat());
    assert!(
        !done && error.contains("no weight's name begins with \"prawn\""),
        "{error}"
    );

    for (line, message) in [
        ("chess|4k3/8/8/8/8/8/8/9 w - - 0 1|5", "9"),
        ("ches|4k3/8/8/8/8/8/8/4K3 w - - 0 1|5", "ches"),
    ] {
        fs::write(at.join("own.txt"), line).unwrap();
        let (done, _, error) = aanca(at, &[&alone[..], &["own.txt"]].concat());
        assert!(
            !done && error.contains("own.txt, line 1") && error.contains(message),
            "{error}"
        );
    }
}
