//! `aanca datagen`, `aanca train` and the option `EvalFile`: from games to a network in use, and what is wrong in files.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use assert_cmd::Command;
use std::{
    fs,
    path::{Path, PathBuf},
};

fn aanca(directory: &Path, arguments: &[&str], input: &str) -> (bool, String, String) {
    let output = Command::cargo_bin("aanca")
        .unwrap()
        .current_dir(directory)
        .args(arguments)
        .write_stdin(input)
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (output.status.success(), text(output.stdout), text(output.stderr))
}

fn folder(name: &str) -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&directory);
    fs::create_dir_all(&directory).unwrap();
    directory
}

fn generate(at: &Path, variant: &str, file: &str, more: &[&str]) {
    let few = ["--positions", "1500", "--nodes", "40", "--out", file];
    let (done, said, error) = aanca(at, &[&["datagen", variant], &few[..], more].concat(), "");
    assert!(done && said.contains(" positions of "), "{said}{error}");
}

#[test]
fn a_network_is_learnt_and_used() {
    let directory = folder("train");
    let at = directory.as_path();
    generate(at, "knightmate", "some", &[]);
    let size = fs::metadata(at.join("some")).unwrap().len();
    // More goes to the end.
    generate(at, "knightmate", "some", &["--seed", "2"]);
    assert!(fs::metadata(at.join("some")).unwrap().len() > size + size / 2);
    let train = [
        "train",
        "some",
        "--out",
        "a.net",
        "--epochs",
        "60",
        "--rate",
        "0.01",
        "--results",
        "0",
    ];
    let (done, said, error) = aanca(at, &train, "");
    assert!(done, "{error}");
    let losses: Vec<f64> = said
        .lines()
        .filter_map(|line| {
            line.strip_prefix("epoch ")?
                .split("loss ")
                .nth(1)?
                .split(',')
                .next()?
                .parse()
                .ok()
        })
        .collect();
    // So few positions are learnt by heart.
    assert!(losses.len() == 60 && losses[59] < 0.8 * losses[0], "{said}");
    let uses = "setoption name EvalFile value a.net\nsetoption name UCI_Variant value knightmate\neval\nposition startpos moves e2e4 e7e5\ngo depth 4\n";
    let (done, said, _) = aanca(at, &[], uses);
    assert!(
        done && said.contains("a.net: warning: not used in chess: the network knows no piece"),
        "{said}"
    );
    assert!(said.contains("\nnetwork ") && said.contains("bestmove "), "{said}");
    // Without the file nothing corrects this game; nor does the file correct others.
    let (_, without, _) = aanca(at, &[], "setoption name UCI_Variant value knightmate\neval\n");
    assert!(!without.contains("\nnetwork "), "{without}");
    let back = "setoption name UCI_Variant value knightmate\nsetoption name EvalFile value a.net\neval\nsetoption name EvalFile value\neval\n";
    let (_, said, _) = aanca(at, &[], back);
    assert_eq!(said.matches("\nnetwork ").count(), 1, "{said}");
    // XBoard knows the option, too, and games can be played with the network to learn more.
    let xboard =
        "xboard\nprotover 2\nvariant knightmate\noption EvalFile=none.net\noption EvalFile=a.net\nusermove e2e4\n";
    let (_, said, _) = aanca(at, &[], xboard);
    assert_eq!(said.matches("tellusererror").count(), 1, "{said}");
    assert!(said.contains("none.net: error: cannot be read"), "{said}");
    generate(at, "knightmate", "more", &["--network", "a.net", "--concurrency", "2"]);
}

#[test]
fn wrong_files_are_told() {
    let directory = folder("train-wrong");
    let at = directory.as_path();
    generate(at, "chess", "chess", &[]);
    generate(at, "capablanca", "capablanca", &[]);
    let fails = |arguments: &[&str], message: &str| {
        let (done, _, error) = aanca(at, arguments, "");
        assert!(!done && error.contains(message), "{arguments:?}: {error}");
    };
    fails(
        &["train", "chess", "capablanca", "--out", "x"],
        "capablanca: the network's board has 8 files and 8 ranks",
    );
    fails(&["train", "none", "--out", "x"], "none: No such file");
    fs::write(at.join("text"), "1. e4 e5").unwrap();
    fails(
        &["train", "text", "--out", "x"],
        "expected a file that begins with \"aanca positions 1\"",
    );
    fails(&["train", "chess", "--out", "no/x"], "no/x: ");
    fs::write(at.join("empty"), "aanca positions 1\nchess\n").unwrap();
    fails(&["train", "empty", "--out", "x"], "there is no position to learn from");
    fs::write(at.join("unknown"), "aanca positions 1\nnosuchgame\n").unwrap();
    fails(
        &["train", "unknown", "--out", "x"],
        "unknown: unknown variant \"nosuchgame\"",
    );
    fs::write(at.join("beyond"), b"aanca positions 1\nchess\n\x01\x02\0\0\0\0\x63\0").unwrap();
    fails(&["train", "beyond", "--out", "x"], "beyond: piece 99 on square 0");
    fails(
        &["train", "chess", "--out", "x", "--results", "2"],
        "expected a number from 0 to 1",
    );
    fails(
        &["datagen", "chess", "--out", "x", "--network", "text"],
        "text: not a network of this program",
    );
    fails(&["datagen", "chess", "--out", "no/x"], "no/x: ");
    fails(
        &["datagen", "chess", "--out", "capablanca"],
        "capablanca: holds positions of capablanca",
    );
    let wrong = "setoption name EvalFile value text\nisready\n";
    let (_, said, _) = aanca(at, &[], wrong);
    assert!(
        said.contains("text: error: not a network of this program") && said.contains("readyok"),
        "{said}"
    );
}
