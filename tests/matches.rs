//! Matches between engines as a user runs them. The engines are shell scripts that play what they are told to and then
//! misbehave in one way each.

#![cfg(unix)]
#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{
    engine::{Engine, SetUp, pgn},
    tools::arena::{
        Choice, Decision, Limits, Player, Turn,
        external::{CastlingForm, ExternalPlayer, Program, Protocol},
    },
};
use assert_cmd::Command;
use predicates::{prelude::*, str::contains};
use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("matches").join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

fn script(folder: &Path, name: &str, body: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, format!("#!/bin/sh\ncd '{}'\n{body}", folder.display())).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// A UCI engine that moves a knight to and fro, but on its third turn does something else, given as shell commands.
fn uci(folder: &Path, name: &str, third: &str) -> String {
    let body = format!(
        r#"
turn=0
while read -r line; do
    echo "$line" >> {name}.log
    case "$line" in
    uci) echo "id name {name}"; echo "option name Hash type spin default 1 min 1 max 9"; echo uciok ;;
    isready) echo readyok ;;
    ucinewgame) turn=0 ;;
    position*)
        count=$(echo "$line" | sed 's/.*moves//' | wc -w)
        case "$line" in *moves*) ;; *) count=0 ;; esac
        ;;
    go*)
        turn=$((turn + 1))
        if [ $turn = 3 ]; then
            {third}
        fi
        case "$((count % 4))" in
        0) move=g1f3 ;;
        1) move=g8f6 ;;
        2) move=f3g1 ;;
        *) move=f6g8 ;;
        esac
        echo "info depth 1 score cp 12 nodes 5 pv $move"
        echo "bestmove $move"
        ;;
    quit) exit ;;
    esac
done
"#
    );
    script(folder, name, &body)
}

/// The same as an XBoard engine.
fn xboard(folder: &Path, name: &str, third: &str) -> String {
    let body = format!(
        r#"
turn=0
answer() {{
    turn=$((turn + 1))
    if [ $turn = 3 ]; then
        {third}
        :
    fi
    case "$((count % 4))" in
    0) move=g1f3 ;;
    1) move=g8f6 ;;
    2) move=f3g1 ;;
    *) move=f6g8 ;;
    esac
    count=$((count + 1))
    echo "2 -15 1 77 $move"
    echo "move $move"
}}
while read -r command rest; do
    echo "$command $rest" >> {name}.log
    case "$command" in
    protover) echo 'feature myname="{name}" ping=1 setboard=1 usermove=1 variants="normal,capablanca" done=1' ;;
    ping) echo "pong $rest" ;;
    new) count=0; turn=0; plays= ;;
    force) plays= ;;
    go) plays=1; answer ;;
    usermove) count=$((count + 1)); [ $plays ] && answer ;;
    quit) exit ;;
    uci) echo "Error (unknown command): uci" ;;
    esac
done
"#
    );
    script(folder, name, &body)
}

fn run(engines: &[&str], args: &[&str]) -> Command {
    let mut command = Command::cargo_bin("aanca").unwrap();
    command.args(["match", "--variant", "chess", "--openings", "0"]);
    for engine in engines {
        command.args(["--engine", engine]);
    }
    command.args(args);
    command
}

/// Plays two games of a well-behaved engine against one that does something else; gives the summary and the games.
fn two_games(test: &str, third: &str, args: &[&str]) -> (String, String) {
    let folder = folder(test);
    let (good, bad) = (uci(&folder, "good", ":"), uci(&folder, "bad", third));
    play_two(&folder, &good, &bad, args)
}

fn play_two(folder: &Path, good: &str, bad: &str, args: &[&str]) -> (String, String) {
    let games = folder.join("games.pgn");
    let output = run(&[good, bad], args)
        .args(["--games", "2", "--pgn"])
        .arg(&games)
        .output()
        .unwrap();
    let text = format!(
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    (text, fs::read_to_string(&games).unwrap())
}

#[test]
fn games_are_drawn_by_the_rules() {
    let (summary, games) = two_games("repetition", ":", &["--tc", "20"]);
    assert!(summary.contains("good against bad\nScore:    +0 -0 =2"), "{summary}");
    assert!(summary.contains("Ends:     threefold repetition 2\n"), "{summary}");
    assert!(summary.contains("Pairs:    0 0 1 0 0"), "{summary}");
    assert!(summary.contains("depth 1.0 and 5 nodes a move"), "{summary}");
    assert!(
        games.contains("1. Nf3 {+0.12/1 ") && games.contains("[TimeControl \"20\"]"),
        "{games}"
    );
}

#[test]
fn what_engines_do_wrong_costs_the_game_and_not_the_match() {
    for (test, third, end, fault) in [
        (
            "illegal",
            "echo 'bestmove e2e5'; continue",
            "illegal move 2",
            "2 illegal moves",
        ),
        (
            "nothing",
            "echo 'bestmove (none)'; continue",
            "illegal move 2",
            "2 illegal moves",
        ),
        ("crash", "exit 3", "breakdown 2", "2 crashes"),
        ("late", "sleep 1.2", "time 2", "2 time forfeits"),
    ] {
        let (summary, games) = two_games(test, third, &["--tc", "1"]);
        assert!(summary.contains("Score:    +2 -0 =0"), "{test}: {summary}");
        assert!(summary.contains(&format!("Ends:     {end}\n")), "{test}: {summary}");
        assert!(summary.contains(fault), "{test}: {summary}");
        // The bad engine was White once, and Black once.
        let results: Vec<String> = pgn::games(&games)
            .map(|g| g.tag("Result").unwrap().to_string())
            .collect();
        assert_eq!(results, ["1-0", "0-1"], "{test}");
    }
}

#[test]
fn silent_engines_are_started_again() {
    let folder = folder("silence");
    let good = uci(&folder, "good", ":");
    let bad = uci(&folder, "bad", "sleep 100; continue");
    let (summary, _) = play_two(&folder, &good, &bad, &["--nodes", "10", "--patience", "1"]);
    assert!(
        summary.contains("Ends:     silence 2\n") && summary.contains("2 stalls"),
        "{summary}"
    );
    // Once to learn its name, and once for each game.
    let greetings = fs::read_to_string(folder.join("bad.log")).unwrap();
    assert_eq!(
        greetings.lines().filter(|line| *line == "uci").count(),
        3,
        "{greetings}"
    );
}

#[test]
fn engines_of_xboard_resign_claim_and_complain() {
    for (test, third, end) in [
        ("resigns", "echo resign; return", "resignation 2"),
        (
            "concedes",
            "if [ $((count % 2)) = 0 ]; then echo 0-1; else echo 1-0; fi; return",
            "resignation 2",
        ),
        ("claims", "echo '1/2-1/2 {I say so}'; return", "wrong claim 2"),
        ("complains", "echo 'Illegal move: g8f6'; return", "wrong claim 2"),
        (
            "errs",
            "if [ $((count % 2)) = 0 ]; then echo 'Error (what): f6g8'; else echo 'Error (what): g1f3'; fi; return",
            "wrong claim 2",
        ),
        ("illegally", "echo 'move a1a8'; return", "illegal move 2"),
    ] {
        let folder = folder(test);
        // Which protocol they speak has to be found out.
        let (good, bad) = (xboard(&folder, "good", ":"), xboard(&folder, "bad", third));
        let (summary, _) = play_two(&folder, &good, &bad, &["--tc", "20"]);
        assert!(
            summary.contains("good against bad\nScore:    +2 -0 =0"),
            "{test}: {summary}"
        );
        assert!(summary.contains(&format!("Ends:     {end}\n")), "{test}: {summary}");
    }
}

/// The text without its line breaks.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn draws_are_agreed_and_adjudicated() {
    let folder = folder("draws");
    let offers = "echo 'offer draw'";
    let (first, second) = (xboard(&folder, "first", offers), xboard(&folder, "second", offers));
    let (summary, games) = play_two(&folder, &first, &second, &["--tc", "20"]);
    assert!(summary.contains("Ends:     agreement 2\n"), "{summary}");
    assert!(
        games.contains("[PlyCount \"6\"]") && one_line(&games).contains("{draw by agreement} 1/2-1/2"),
        "{games}"
    );
    let (summary, _) = play_two(&folder, &first, &second, &["--tc", "20", "--draw", "1,1,20"]);
    assert!(summary.contains("Ends:     adjudication 2\n"), "{summary}");
    // Both think that they are losing: nobody has won.
    let (summary, _) = play_two(&folder, &first, &second, &["--tc", "20", "--resign", "1,10"]);
    assert!(summary.contains("Ends:     agreement 2\n"), "{summary}");
}

#[test]
fn options_and_limits_reach_the_engines() {
    let folder = folder("options");
    let (first, second) = (uci(&folder, "first", ":"), xboard(&folder, "second", ":"));
    let first = format!("{first},option.Own Thing=a b,nodes=77");
    let (summary, games) = play_two(&folder, &first, &second, &["--tc", "40/90+0.5", "--hash", "5"]);
    assert!(summary.contains("first against second\n"), "{summary}");
    let log = fs::read_to_string(folder.join("first.log")).unwrap();
    for line in [
        "setoption name Hash value 5",
        "setoption name Own Thing value a b",
        "go nodes 77",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves g1f3 g8f6",
    ] {
        assert!(log.lines().any(|found| found == line), "{line} is not in {log}");
    }
    // A default that it does not offer is not set.
    assert!(!log.contains("Threads"), "{log}");
    let log = fs::read_to_string(folder.join("second.log")).unwrap();
    for line in [
        "level 40 1:30 0.5",
        "usermove g1f3",
        "go ",
        "result 1/2-1/2 {draw by threefold repetition}",
    ] {
        assert!(log.lines().any(|found| found == line), "{line} is not in {log}");
    }
    assert!(games.contains("[BlackTimeControl \"40/90+0.5\"]"), "{games}");
}

/// A player that runs a script, and how it is told the moves of a game.
fn told(name: &str, program: impl Fn(&mut Program), variant: &str, fen: &str, moves: &[&str]) -> String {
    let folder = folder(name);
    let path = xboard(&folder, "engine", ":");
    let mut description = Program::new(vec![path]);
    description.protocol = Some(Protocol::Xboard);
    program(&mut description);
    let engine = Engine::new().unwrap();
    let mut player = ExternalPlayer::new("it".to_string(), description, Limits::default(), engine);
    player.begin(variant, fen).unwrap();
    let moves: Vec<String> = moves.iter().map(|text| text.to_string()).collect();
    let decision = player.choose(&Turn {
        moves: &moves,
        clocks: [None; 2],
        clock: None,
        allowance: None,
        draw_offered: false,
    });
    assert!(matches!(decision, Ok(Decision::Move(Choice { .. }))), "{decision:?}");
    drop(player);
    fs::read_to_string(folder.join("engine.log")).unwrap()
}

#[test]
fn games_are_told_in_the_engine_s_words() {
    let start = |variant: &str| {
        let mut engine = Engine::new().unwrap();
        engine.set_variant(variant).unwrap();
        engine.session().fen()
    };
    // XBoard's name for chess is not sent.
    let log = told("plain", |_| {}, "chess", &start("chess"), &["e2e4"]);
    assert!(
        log.contains("usermove e2e4\n") && !log.contains("\nvariant ") && !log.contains("\nsetboard "),
        "{log}"
    );
    // Another name, other letters: the position is told in them, and what comes after castling is a position again.
    let fen = "r4k3r/10/10/10/10/10/9P/R4K2MR w KQkq - 0 1";
    let mapped = |program: &mut Program| {
        program
            .variants
            .push(("schoolbook".to_string(), "capablanca".to_string()));
        program.letters = "M=C".parse().unwrap();
    };
    let log = told("mapped", mapped, "schoolbook", fen, &["i1h3", "f8d8", "j2j3"]);
    assert!(log.contains("variant capablanca\n"), "{log}");
    assert!(
        log.contains("setboard r4k3r/10/10/10/10/10/9P/R4K2CR w KQkq - 0 1\n"),
        "{log}"
    );
    assert!(
        log.contains("setboard 3kr4r/10/10/10/10/7C2/9P/R4K3R w KQ - 2 2\n"),
        "{log}"
    );
    assert!(
        log.contains("usermove j2j3\n") && !log.contains("usermove i1h3"),
        "{log}"
    );
    // On boards of ten ranks XBoard counts from 0.
    let named = |program: &mut Program| program.variants.push(("grand".to_string(), "grand".to_string()));
    let log = told("ranks", named, "grand", &start("grand"), &["e3e5"]);
    assert!(log.contains("usermove e2e4\n"), "{log}");
    // Castling in words.
    let words = |program: &mut Program| program.castling = Some(CastlingForm::Words);
    let fen = "4k2r/8/8/8/8/8/8/4K2R w Kk - 0 1";
    let log = told("words", words, "chess", fen, &["e1g1"]);
    assert!(log.contains("usermove O-O\n"), "{log}");
}

#[test]
fn matches_are_resumed() {
    let folder = folder("resume");
    let (first, second) = (uci(&folder, "first", ":"), uci(&folder, "second", ":"));
    let games = folder.join("games.pgn");
    let play = |number: &str| {
        let mut command = run(
            &[&first, &second],
            &["--tc", "20", "--resume", "--games", number, "--pgn"],
        );
        command.arg(&games);
        command
    };
    play("2").assert().success().stdout(contains("Score:    +0 -0 =2"));
    // A game that was being written when the machine stopped.
    let mut text = fs::read_to_string(&games).unwrap();
    text.push_str("[Event \"Aanca match\"]\n[Round \"3\"]\n[White \"first\"]\n[Black \"second\"]\n\n1. Nf3 {+0.");
    fs::write(&games, &text).unwrap();
    play("4")
        .assert()
        .success()
        .stdout(
            contains("chess: 4 games")
                .and(contains("Score:    +0 -0 =4"))
                .and(contains("Pairs:    0 0 2 0 0")),
        )
        .stdout(contains("Ends:     threefold repetition 4\n"));
    let text = fs::read_to_string(&games).unwrap();
    let rounds: Vec<String> = pgn::games(&text)
        .map(|game| game.tag("Round").unwrap().to_string())
        .collect();
    assert_eq!(rounds, ["1", "2", "3", "4"]);
    // Nothing is left to play.
    play("4").assert().success().stdout(contains("Score:    +0 -0 =4"));
    // The games of others are none of this match.
    let third = uci(&folder, "third", ":");
    run(&[&first, &third], &["--tc", "20", "--resume", "--games", "4", "--pgn"])
        .arg(&games)
        .assert()
        .code(1)
        .stderr(contains("game 1: \"second\" plays Black instead of \"third\""));
}

#[test]
fn files_of_openings_are_used() {
    let folder = folder("openings");
    let fens = folder.join("some.epd");
    let mate = "k7/1Q6/1K6/8/8/8/8/8 b - -";
    let text = format!(
        "# a comment\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - bm e5; id \"one\";\n{mate}\nnonsense\n\
         rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves d2d4 d7d5\n"
    );
    fs::write(&fens, text).unwrap();
    let games = folder.join("games.pgn");
    let play = |file: &Path| {
        let _ = fs::remove_file(&games);
        let mut command = Command::cargo_bin("aanca").unwrap();
        command.args([
            "match",
            "--variant",
            "chess",
            "--engine",
            "self",
            "--engine",
            "self,name=B",
            "--depth",
            "1",
        ]);
        command
            .args(["--games", "4", "--max-moves", "6", "--in-order", "--openings"])
            .arg(file);
        let assert = command.arg("--pgn").arg(&games).assert().success();
        let told = String::from_utf8_lossy(&assert.get_output().stderr).to_string();
        (fs::read_to_string(&games).unwrap(), told)
    };
    let (text, told) = play(&fens);
    let found: Vec<_> = pgn::games(&text).collect();
    assert_eq!(found.len(), 4);
    for game in &found[..2] {
        assert_eq!(
            game.tag("FEN"),
            Some("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1")
        );
    }
    for game in &found[2..] {
        assert_eq!((game.moves[0].1, game.moves[1].1), ("d4", "d5"));
    }
    assert!(told.contains(":3: the game is over") && told.contains(":4: "), "{told}");
    // Games of a file, of which only those of the variant count.
    let pgn_file = folder.join("some.pgn");
    let other = "[Variant \"capablanca\"]\n\n1. d4 *\n\n";
    fs::write(
        &pgn_file,
        format!("{other}[Event \"x\"]\n\n1. c4 {{best}} e5 (1... c5) 2. g3 1-0\n"),
    )
    .unwrap();
    let (text, _) = play(&pgn_file);
    for game in pgn::games(&text) {
        let first: Vec<&str> = game.moves[..3].iter().map(|mv| mv.1).collect();
        assert_eq!(first, ["c4", "e5", "g3"]);
    }
}

#[test]
fn a_file_can_hold_everything() {
    let folder = folder("config");
    let config = folder.join("match.toml");
    let text = "variant = \"fischerandom\"\ngames = 2\ndepth = 1\nmax-moves = 4\nopenings = \"numbers:5-5\"\nno-pairs = true\n\
                engine = [\"self\", { cmd = \"self\", name = \"C, the third\", depth = 2, option = { Hash = 2 } }]\n\
                [[unknown]]\n";
    let command = |text: &str, args: &[&str]| {
        fs::write(&config, text).unwrap();
        let mut command = Command::cargo_bin("aanca").unwrap();
        command.args(["match", "--config"]).arg(&config).args(args);
        command
    };
    command(text, &[])
        .assert()
        .code(2)
        .stderr(contains("\"unknown\" is a table"));
    let text = text.replace("[[unknown]]\n", "");
    let mut engine = Engine::new().unwrap();
    engine.set_variant("fischerandom").unwrap();
    let fen = engine.numbered_start(5).unwrap();
    engine
        .set_up(&SetUp {
            fen: Some(fen.clone()),
            moves: Vec::new(),
        })
        .unwrap();
    // The command line has the last word.
    command(&text, &["--games", "3", "--pgn", "-"])
        .assert()
        .success()
        .stdout(
            contains(format!("[FEN \"{fen}\"]"))
                .count(3)
                .and(contains("[White \"C, the third\"]").count(1)),
        )
        .stderr(contains("Aanca against C, the third\n"));
}

#[test]
fn several_engines_are_ranked() {
    let engines = [
        "self,name=weak,depth=1",
        "self,name=strong,depth=4",
        "self,name=middle,depth=2",
    ];
    let mut command = Command::cargo_bin("aanca").unwrap();
    command.args([
        "match",
        "--variant",
        "royalbishop",
        "--games",
        "2",
        "--concurrency",
        "2",
        "--json",
    ]);
    for engine in engines {
        command.args(["--engine", engine]);
    }
    let assert = command.assert().success().stdout(contains("rank name"));
    let text = String::from_utf8_lossy(&assert.get_output().stdout).to_string();
    let strong = text.lines().position(|line| line.contains(" strong ")).unwrap();
    let weak = text.lines().position(|line| line.contains(" weak ")).unwrap();
    assert!(strong < weak, "{text}");
    let json = text.lines().last().unwrap();
    for part in ["\"variant\":\"royalbishop\"", "\"games\":6", "\"name\":\"strong\""] {
        assert!(json.contains(part), "{part} is not in {json}");
    }
}

#[test]
fn a_test_ends_the_match() {
    let mut command = Command::cargo_bin("aanca").unwrap();
    command.args([
        "match",
        "--variant",
        "chess",
        "--games",
        "400",
        "--engine",
        "self,name=A,depth=4",
    ]);
    command.args(["--engine", "self,name=B,depth=1", "--sprt", "0,200,alpha=0.2,beta=0.2"]);
    let assert = command.assert().success().stdout(contains("H1 accepted"));
    let text = String::from_utf8_lossy(&assert.get_output().stdout).to_string();
    let games: u32 = text.split(' ').nth(1).unwrap().parse().unwrap();
    assert!(games < 100 && games.is_multiple_of(2), "{text}");
}

#[test]
fn wrong_matches_are_told() {
    for (args, code, message) in [
        (
            &["--variant", "chess", "--engine", "self"][..],
            1,
            "1 players: expected at least two",
        ),
        (
            &["--engine", "self", "--engine", "self"],
            1,
            "--variant NAME is missing",
        ),
        (
            &["--variant", "ches", "--engine", "self", "--engine", "self"],
            1,
            "did you mean chess?",
        ),
        (
            &["--variant", "chess", "--engine", "/no/such", "--engine", "self"],
            1,
            "cannot start \"/no/such\"",
        ),
        (
            &["--variant", "chess", "--engine", "self", "--engine", "true"],
            1,
            "as UCI: ",
        ),
        (
            &[
                "--variant",
                "chess",
                "--engine",
                "self",
                "--engine",
                "self,option.Hash=x",
            ],
            1,
            "option Hash: \"x\"",
        ),
        (
            &["--variant", "chess", "--engine", "self", "--engine", "self,what=x"],
            2,
            "\"what=x\" is no KEY=VALUE",
        ),
        (
            &[
                "--variant",
                "chess",
                "--engine",
                "self",
                "--engine",
                "self",
                "--sprt",
                "5,0",
            ],
            2,
            "5 is not less than 0",
        ),
        (
            &[
                "--variant",
                "chess",
                "--engine",
                "self",
                "--engine",
                "self",
                "--draw",
                "x",
            ],
            2,
            "expected FROM,MOVES,VALUE",
        ),
        (
            &["--variant", "chess", "--engine", "self", "--engine", "self", "--resume"],
            2,
            "--pgn",
        ),
        (
            &[
                "--variant",
                "chess",
                "--engine",
                "self",
                "--engine",
                "self",
                "--openings",
                "/no/such.epd",
            ],
            1,
            "cannot read /no/such.epd",
        ),
        (
            &[
                "--variant",
                "chess",
                "--engine",
                "self",
                "--engine",
                "self",
                "--openings",
                "numbers",
            ],
            1,
            "number",
        ),
        (&["--config", "/no/such.toml"], 2, "/no/such.toml: cannot be read"),
    ] {
        let mut command = Command::cargo_bin("aanca").unwrap();
        command
            .arg("match")
            .args(args)
            .assert()
            .code(code)
            .stderr(contains(message));
    }
}
