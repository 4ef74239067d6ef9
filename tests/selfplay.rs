//! Games of the engine against itself: the command as a user runs it, and the referee with players that misbehave.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{
    board::Side,
    engine::{Engine, SetUp},
    game::movetext,
    tools::arena::{
        Choice, Conditions, Decision, End, FaultKind, Forfeit, Limits, Player, PlayerError, Referee, Start, Turn,
    },
};
use assert_cmd::Command;
use predicates::{prelude::*, str::contains};
use std::{fs, path::PathBuf, thread, time::Duration};

fn selfplay(args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("aanca").unwrap();
    command.arg("selfplay").args(args);
    command
}

/// A path where nothing is.
fn fresh(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_file(&path);
    path
}

/// The games of a file, each as its tags and its text of moves.
fn games(text: &str) -> Vec<(&str, &str)> {
    let mut parts = text.split("\n\n").filter(|part| !part.trim().is_empty());
    std::iter::from_fn(|| Some((parts.next()?, parts.next().unwrap()))).collect()
}

fn tag<'t>(tags: &'t str, name: &str) -> &'t str {
    let line = tags.lines().find_map(|line| line.strip_prefix(&format!("[{name} \"")));
    line.unwrap_or_else(|| panic!("no tag {name} in {tags}"))
        .trim_end_matches("\"]")
}

#[test]
fn games_are_played_counted_and_written() {
    // Two players and four.
    for variant in ["schoolbook", "aire-deans"] {
        let path = fresh(&format!("{variant}.pgn"));
        let limits = [
            "--depth",
            "3",
            "--second-depth",
            "1",
            "--games",
            "4",
            "--concurrency",
            "2",
        ];
        selfplay(&[variant, "--openings", "6", "--pgn"])
            .arg(&path)
            .args(limits)
            .assert()
            .success()
            .stdout(
                contains(format!("{variant}: 4 games in "))
                    .and(contains(
                        "Aanca, first (depth 3) against Aanca, second (depth 1)\nScore:    +",
                    ))
                    .and(contains(" of 4 ("))
                    .and(contains(
                        "Faults:   0 illegal moves, 0 mismatches, 0 crashes, 0 time forfeits, 0 stalls, 0 wrong claims\n",
                    )),
            );
        check_games(variant, &fs::read_to_string(&path).unwrap());
    }
}

/// Four games that begin with 6 plies of opening: their tags, and the moves played again.
fn check_games(variant: &str, text: &str) {
    let games = games(text);
    assert_eq!(games.len(), 4);
    let mut openings = Vec::new();
    for (number, (tags, moves)) in games.iter().enumerate() {
        assert_eq!(tag(tags, "Round"), (number + 1).to_string());
        assert_eq!((tag(tags, "Variant"), tag(tags, "SetUp")), (variant, "1"));
        // The players change colours.
        assert_eq!(tag(tags, "White").contains("first"), number % 2 == 0);
        // Another engine comes to the same end.
        let mut engine = Engine::new().unwrap();
        engine.set_variant(variant).unwrap();
        let moves = movetext::moves(moves);
        assert_eq!(moves.len(), tag(tags, "PlyCount").parse::<usize>().unwrap());
        openings.push(moves[..6].to_vec());
        let fen = Some(tag(tags, "FEN").to_string());
        engine.set_up(&SetUp { fen, moves }).unwrap();
        let outcome = engine.session().outcome().unwrap();
        assert_eq!(tag(tags, "Result"), outcome.result());
        assert_eq!(tag(tags, "Termination"), "normal");
    }
    // Each opening is played with either colour.
    assert!(openings[0] == openings[1] && openings[2] == openings[3] && openings[0] != openings[2]);
}

#[test]
fn equal_seeds_give_equal_games() {
    let run = |seed: &str, concurrency: &str| {
        let args = [
            "chess",
            "--games",
            "3",
            "--nodes",
            "300",
            "--max-moves",
            "30",
            "--pgn",
            "-",
        ];
        let mut command = selfplay(&args);
        let assert = command
            .args(["--seed", seed, "--concurrency", concurrency])
            .assert()
            .success();
        assert
            .get_output()
            .stderr
            .starts_with(b"chess: 3 games in ")
            .then_some(())
            .unwrap();
        let text = String::from_utf8(assert.get_output().stdout.clone()).unwrap();
        let games = games(&text).into_iter();
        games
            .map(|(tags, moves)| (tag(tags, "Result").to_string(), movetext::moves(moves)))
            .collect::<Vec<_>>()
    };
    let first = run("5", "1");
    assert_eq!(first.len(), 3);
    assert!(first[0].1 != first[1].1, "equal players need an opening for each game");
    assert_eq!(first, run("5", "2"));
    assert_ne!(first, run("6", "1"));
}

#[test]
fn clocks_and_long_games() {
    // A lot of time to spare: this must not depend on what else the machine does.
    selfplay(&[
        "chess",
        "--games",
        "1",
        "--tc",
        "60+1",
        "--depth",
        "1",
        "--max-moves",
        "6",
        "--pgn",
        "-",
    ])
    .assert()
    .success()
    .stdout(
        contains("[TimeControl \"60+1\"]")
            .and(contains("[Termination \"adjudication\"]"))
            .and(contains("[PlyCount \"12\"]"))
            .and(contains("{draw after 6 moves} 1/2-1/2\n")),
    )
    .stderr(contains("Ends:     length (6 moves) 1\n"));
    // Nobody can move within a millionth of a second.
    selfplay(&["chess", "--games", "2", "--tc", "0.000001"])
        .assert()
        .code(1)
        .stdout(contains("Ends:     time 2\n").and(contains("2 time forfeits")))
        .stderr(contains(
            "game 1 (Aanca, first (0.000001) - Aanca, second (0.000001)): White oversteps the time by ",
        ));
}

#[test]
fn wrong_arguments_are_told() {
    let mate = "k7/1Q6/1K6/8/8/8/8/8 b - - 0 1";
    for (args, code, message) in [
        (&["scholbook"][..], 1, "did you mean schoolbook?"),
        (&["chess", "--fen", "nonsense"], 1, "nonsense"),
        (
            &["chess", "--fen", mate],
            1,
            "the game is over: White wins by checkmate",
        ),
        (&["chess", "--tc", "1+x"], 2, "\"x\" is no time; expected BASE"),
        (&["chess", "--tc", "1", "--movetime", "5"], 2, "cannot be used with"),
        (&["chess", "--games", "0"], 2, "'0'"),
        (&["chess", "--second-depth", "-1"], 2, "'-1'"),
        (
            &["chess", "--depth", "1", "--pgn", "/no/such/folder/x.pgn"],
            1,
            "cannot write /no/such/folder/x.pgn",
        ),
        (&[], 2, "Usage"),
    ] {
        selfplay(args).assert().code(code).stderr(contains(message));
    }
}

/// Plays what it is told to; then it does something else.
struct Puppet {
    moves: Vec<&'static str>,
    then: Then,
    limits: Limits,
}

/// What a puppet does when its moves are used up.
enum Then {
    Say(&'static str),
    Crash,
    Sleep(Duration),
}

impl Player for Puppet {
    fn name(&self) -> &str {
        "puppet"
    }

    fn limits(&self) -> &Limits {
        &self.limits
    }

    fn begin(&mut self, _: &str, _: &str) -> Result<(), PlayerError> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn) -> Result<Decision, PlayerError> {
        let text = match (self.moves.get(turn.moves.len() / 2), &self.then) {
            (Some(text), _) => text,
            (None, Then::Say(text)) => text,
            (None, Then::Crash) => return Err(PlayerError::Crash("it is gone".to_string())),
            (None, Then::Sleep(time)) => {
                thread::sleep(*time);
                "g2g4"
            }
        };
        Ok(Decision::Move(Choice {
            text: text.to_string(),
            ..Choice::default()
        }))
    }
}

/// A game of chess between puppets with these moves for White and Black.
fn game(white: &[&'static str], black: &[&'static str], then: Then, clock: &str) -> (End, Vec<FaultKind>, usize) {
    let puppet = |moves: &[&'static str], then| Puppet {
        moves: moves.to_vec(),
        then,
        limits: Limits {
            control: Some(clock.parse().unwrap()),
            ..Limits::default()
        },
    };
    let (mut white, mut black) = (puppet(white, then), puppet(black, Then::Crash));
    let mut engine = Engine::new().unwrap();
    engine.set_variant("chess").unwrap();
    let start = Start {
        round: 1,
        fen: engine.session().fen(),
        opening: Vec::new(),
    };
    let mut referee = Referee::new(engine, Conditions::default());
    let record = referee.play("test", &start, [&mut white, &mut black]).unwrap();
    let kinds = record.faults.iter().map(|fault| fault.kind).collect();
    (record.end, kinds, record.moves.len())
}

#[test]
fn the_referee_believes_nobody() {
    let (end, faults, plies) = game(
        &["e2e4", "f1c4", "d1h5"],
        &["e7e5", "b8c6", "g8f6"],
        Then::Say("h5f7"),
        "60",
    );
    assert!(matches!(end, End::Rule(outcome) if outcome.describe() == "White wins by checkmate"));
    assert_eq!((faults, plies), (vec![], 7));
    // A king that stays in check, another's piece, nonsense.
    for text in ["e1f2", "b1a3", "e7e5", "castle", ""] {
        let (end, faults, plies) = game(&["e2e4", "f2f3"], &["e7e5", "d8h4"], Then::Say(text), "60");
        assert_eq!(end, End::Forfeit(Side::White, Forfeit::IllegalMove), "{text}");
        assert_eq!((end.result(), end.termination()), ("0-1", "rules infraction"));
        assert_eq!((faults, plies), (vec![FaultKind::IllegalMove], 4));
    }
    let (end, faults, plies) = game(&["e2e4"], &["e7e5"], Then::Crash, "60");
    assert_eq!(end, End::Forfeit(Side::White, Forfeit::Crash));
    assert_eq!((faults, plies), (vec![FaultKind::Crash], 2));
    let (end, faults, plies) = game(&["e2e4"], &["e7e5"], Then::Sleep(Duration::from_millis(1100)), "1");
    assert_eq!(end, End::Forfeit(Side::White, Forfeit::Time));
    assert_eq!((faults, plies), (vec![FaultKind::Time], 2));
}
