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
    assert!(done && said.starts_with("positions: "), "{said}{error}");
}

#[test]
fn a_network_is_learnt_and_used() {
    let directory = folder("train");
    let at = directory.as_path();
    generate(at, "knightmate", "some", &[]);
    // More goes to the end, after what is whole, and it is not the same again.
    let mut first = fs::read(at.join("some")).unwrap();
    first.pop();
    fs::write(at.join("some"), &first).unwrap();
    generate(at, "knightmate", "some", &[]);
    let both = fs::read(at.join("some")).unwrap();
    assert!(both.len() > first.len() + first.len() / 2);
    let head = "aanca positions 1\nknightmate\n".len();
    let begins = &both[head..head + 2000];
    assert!(!both[head + 1..].windows(2000).any(|part| part == begins));
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
    // Nor is any block left to judge them by.
    assert!(
        !said.contains("without a network") && !said.contains("what is not learnt from 0."),
        "{said}"
    );
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
    let xboard = "xboard\nprotover 2\nvariant knightmate\noption EvalFile=none.net\noption EvalFile=a.net\nusermove e2e4\n\
                  variant capablanca\n";
    let (_, said, _) = aanca(at, &[], xboard);
    assert!(
        said.contains("\n# EvalFile is not used: the network's board has 8 files"),
        "{said}"
    );
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
        "capablanca: its game has another board or other pieces than those before",
    );
    fails(&["train", "none", "--out", "x"], "none: No such file");
    fs::write(at.join("text"), "1. e4 e5").unwrap();
    let odds = "[odds:chess]\nstartFen = 4k3/8/8/8/8/8/PPPPPPPP/RNBQKBNR w KQ - 0 1\n";
    fs::write(at.join("odds.ini"), odds).unwrap();
    fs::write(at.join("noughts"), b"aanca positions 1\nchess\n\0\0\0\0\0\0\0\0").unwrap();
    fs::write(at.join("own.ini"), "[own:chess]\nnetwork = capablanca\n").unwrap();
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
    fails(
        &["train", "beyond", "--out", "x"],
        "beyond: damaged: position 1 has piece 99 on square 0",
    );
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
    fails(
        &["train", "chess", "--out", "x", "--rate", "nan"],
        "expected a number from 0.000001 to 0.1",
    );
    fails(
        &["train", "chess", "--out", "chess"],
        "chess: there is something else than a network in this file",
    );
    let game = [
        "match",
        "--variant",
        "chess",
        "--nodes",
        "50",
        "--games",
        "2",
        "--engine",
        "self",
        "--engine",
    ];
    fails(
        &[&game[..], &["self,option.EvalFile=text"]].concat(),
        "text: not a network of this program",
    );
    fails(
        &[&game[..], &["self,option.Book File=text"]].concat(),
        "option Book File is of no use",
    );
    let binary = assert_cmd::cargo::cargo_bin("aanca");
    let program = format!("cmd={},name=b,option.EvalFile=none.net", binary.display());
    let (_, _, error) = aanca(at, &[&game[..], &[program.as_str()]].concat(), "");
    assert!(error.contains("none.net: error: cannot be read"), "{error}");
    // A start that no random moves make even, and a file of noughts.
    let odds = [
        "datagen",
        "odds",
        "--variants",
        "odds.ini",
        "--out",
        "odds",
        "--nodes",
        "50",
    ];
    fails(&odds, "none of 1000 random openings is within 300 centipawns of even");
    fails(
        &["train", "noughts", "--out", "x"],
        "noughts: damaged: a position without men",
    );
    let (_, said, _) = aanca(at, &["check", "own.ini"], "");
    assert!(
        said.contains("network: of no use here: the network's board has 10 files"),
        "{said}"
    );
    let wrong = "setoption name EvalFile value text\nisready\n";
    let (_, said, _) = aanca(at, &[], wrong);
    assert!(
        said.contains("text: error: not a network of this program") && said.contains("readyok"),
        "{said}"
    );
}
