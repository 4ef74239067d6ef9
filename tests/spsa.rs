//! `aanca spsa`: fitting the search's numbers by games.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::engine::{Engine, Numbers, Request, SetUp};
use aanca::tools::arena::consider;
use assert_cmd::Command;
use predicates::{prelude::PredicateBooleanExt, str::contains};
use std::{fs, path::PathBuf, sync::LazyLock};

/// Short games on a small board.
fn spsa(pairs: &str, args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("aanca").unwrap();
    command.args(["spsa", "--variant", "minichess", "--nodes", "300", "--openings", "4"]);
    command.args(["--max-moves", "40", "--pairs", pairs, "--variants"]);
    command.arg(ini()).args(args);
    command
}

/// Chess on five files. Written once, as tests run at the same time.
fn ini() -> &'static PathBuf {
    static INI: LazyLock<PathBuf> = LazyLock::new(|| {
        let path = path("minichess.ini");
        fs::write(
            &path,
            "[minichess:chess]\nmaxFile = e\nmaxRank = 5\nstartFen = rnbqk/ppppp/5/PPPPP/RNBQK w - - 0 1\n\
             doubleStep = false\ncastling = false\npromotionRank = 5\n",
        )
        .unwrap();
        path
    });
    &INI
}

fn path(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("spsa");
    fs::create_dir_all(&folder).unwrap();
    folder.join(name)
}

fn fresh(name: &str) -> PathBuf {
    let path = path(name);
    let _ = fs::remove_file(&path);
    path
}

/// What a run prints, without the first line, which has times.
fn table(command: &mut Command) -> String {
    let output = command.assert().success().get_output().stdout.clone();
    let text = String::from_utf8(output).unwrap();
    text.split_once('\n').unwrap().1.to_string()
}

#[test]
fn runs_with_one_thread_are_repeatable() {
    let run = |seed: &str| table(&mut spsa("4", &["--seed", seed]));
    let text = run("1");
    assert_eq!(run("1"), text);
    assert_ne!(run("2"), text);
    // The lines for the program are in its form, and in its order.
    let (_, lines) = text.split_once("\n\n").unwrap();
    let mut lines = lines.lines();
    for (name, range) in Numbers::RANGES {
        let line = lines.next().unwrap().trim();
        let rest = line.strip_prefix(&format!("{name} = ")).unwrap();
        let value = rest
            .strip_suffix(&format!(", {}..={};", range.start(), range.end()))
            .unwrap();
        assert!(range.contains(&value.parse().unwrap()), "{line}");
    }
    assert_eq!(lines.next(), None);
}

#[test]
fn only_what_is_asked_for_is_fitted() {
    let text = table(&mut spsa("2", &["--only", "delta,window", "--threads", "2"]));
    let names: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(names[..3], ["number", "window", "delta"]);
    assert_eq!(text.matches("window = ").count(), 1);
    assert!(!text.contains("razoring"), "{text}");
}

#[test]
fn a_run_can_go_on_later() {
    let state = fresh("state.json");
    let file = state.to_str().unwrap();
    let args = ["--only", "delta,futility", "--state", file, "--rate", "0.5"];
    spsa("3", &args)
        .assert()
        .success()
        .stdout(contains("6 games in ").and(contains("; 3 pairs in all: ")));
    let first = fs::read_to_string(&state).unwrap();
    assert!(
        first.contains("\"pairs\": 3") && first.contains("\"futility\": "),
        "{first}"
    );
    spsa("5", &args)
        .assert()
        .success()
        .stdout(contains("4 games in ").and(contains("; 5 pairs in all: ")));
    // Nothing is left to be played, and what was found is shown.
    let last = fs::read_to_string(&state).unwrap();
    let shown = table(&mut spsa("5", &args));
    assert_eq!(fs::read_to_string(&state).unwrap(), last);
    let delta = last.split("\"delta\": ").nth(1).unwrap();
    let delta: f64 = delta.split([',', '\n']).next().unwrap().parse().unwrap();
    assert!(shown.contains(&format!("{delta:.2}")), "{shown} {last}");
}

#[test]
fn what_is_wrong_is_told() {
    let state = |name: &str, text: &str| {
        let path = path(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_string()
    };
    let numbers =
        |numbers: &str| format!("{{\"pairs\": 1, \"won\": 0, \"drawn\": 2, \"lost\": 0, \"numbers\": {{{numbers}}}}}");
    let cases = [
        ("no.json", "window".to_string(), "no.json: is no JSON: "),
        (
            "large.json",
            numbers(&" ".repeat(1 << 20)),
            "large.json: is larger than 1024 KiB: no state of a run",
        ),
        (
            "count.json",
            "{\"pairs\": -1}".to_string(),
            "\"pairs\" is -1: expected a whole number",
        ),
        (
            "none.json",
            numbers("").replace("numbers", "others"),
            "expected an object \"numbers\"",
        ),
        ("missing.json", numbers(""), "\"window\" is missing"),
        (
            "other.json",
            numbers("\"window\": 20, \"x\": 3"),
            "\"x\" is not among the numbers",
        ),
        (
            "range.json",
            numbers("\"window\": 1000"),
            "\"window\" is 1000: expected a number from ",
        ),
    ];
    for (name, text, message) in cases {
        let file = state(name, &text);
        spsa("2", &["--only", "window", "--state", &file])
            .assert()
            .code(1)
            .stderr(contains(message));
        // The file is as it was.
        assert_eq!(fs::read_to_string(&file).unwrap(), text);
    }
    for (args, code, message) in [
        (&["--only", "windows"][..], 1, "\"windows\" is no number of the search"),
        (&["--variant", "ches"], 1, "did you mean chess?"),
        (&["--pairs", "0"], 2, "--pairs"),
        (&["--step", "2"], 2, "expected a number above 0"),
        (&["--balance", "x"], 2, "centipawns"),
        (
            &["--state", "/no/such/state.json"],
            1,
            "cannot write /no/such/state.json",
        ),
    ] {
        let mut command = Command::cargo_bin("aanca").unwrap();
        command.args(["spsa", "--variant", "chess"]);
        command.args(args).assert().code(code).stderr(contains(message));
    }
}

#[test]
fn numbers_reach_the_search_and_stay() {
    let mut engine = Engine::new().unwrap();
    let nodes = |engine: &mut Engine| {
        engine.set_up(&SetUp::default()).unwrap();
        engine.forget();
        let request = Request {
            depth: Some(8),
            ..Request::default()
        };
        consider(engine, &request, |_| ()).unwrap().0.nodes
    };
    let before = nodes(&mut engine);
    let mut numbers = Numbers::DEFAULT;
    numbers.reduction += 60;
    numbers.futility = 300;
    engine.set_search_numbers(&numbers);
    let after = nodes(&mut engine);
    assert_ne!(after, before);
    // In a new game, after another variant, and in copies.
    engine.set_variant("capablanca").unwrap();
    engine.set_variant("chess").unwrap();
    assert_eq!(nodes(&mut engine), after);
    assert_eq!(nodes(&mut engine.sibling()), after);
    engine.set_search_numbers(&Numbers::DEFAULT);
    assert_eq!(nodes(&mut engine), before);
}
