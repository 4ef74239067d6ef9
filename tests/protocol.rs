//! The protocols as GUIs see them: transcripts in `tests/protocol`.
//!
//! In a transcript `> ` begins a line of input. `< ` begins a line of output that must come after those before it
//! (others may stand between), in which each `*` stands for any text; `! ` begins one that must not come before the
//! next `< `. The line after a `< ` is sent only when that has come, as a GUI would.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod conversation;

use aanca::{engine::Engine, protocol};
use conversation::Conversation;
use std::{io::Cursor, path::Path, time::Duration};

/// How long a line of output may take.
const PATIENCE: Duration = Duration::from_secs(20);

fn talk(input: &str) -> String {
    let mut output = Vec::new();
    let engine = Engine::new().unwrap();
    protocol::run(engine, Cursor::new(input.to_string()), &mut output).unwrap();
    String::from_utf8(output).unwrap()
}

/// Whether `text` is `pattern` with something for each `*`.
fn matches(pattern: &str, text: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == text,
        Some((start, rest)) => text.strip_prefix(start).is_some_and(|left| {
            let mut ends = left.char_indices().map(|(at, _)| at).chain([left.len()]);
            ends.any(|at| matches(rest, &left[at..]))
        }),
    }
}

fn replay(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol").join(name);
    let transcript = std::fs::read_to_string(path).unwrap();
    let gui = Conversation::start(Engine::new().unwrap());
    let mut seen = String::new();
    let mut banned: Vec<&str> = Vec::new();
    for line in transcript.lines() {
        if let Some(input) = line.strip_prefix("> ") {
            gui.say(input);
        } else if let Some(pattern) = line.strip_prefix("! ") {
            banned.push(pattern);
        } else if let Some(pattern) = line.strip_prefix('<') {
            let pattern = pattern.trim_start();
            loop {
                let Ok(line) = gui.hear(PATIENCE) else {
                    panic!("{name}: no line {pattern:?} where it should be in\n{seen}");
                };
                seen.push_str(&format!("{line}\n"));
                assert!(!banned.iter().any(|b| matches(b, &line)), "{name}: {line:?} in\n{seen}");
                if matches(pattern, &line) {
                    break;
                }
            }
            banned.clear();
        }
    }
    for line in gui.end() {
        assert!(
            !banned.iter().any(|b| matches(b, &line)),
            "{name}: {line:?} at the end of\n{seen}"
        );
    }
}

#[test]
fn patterns_match() {
    assert!(matches("a*c", "abc") && matches("*", "") && matches("a**", "a") && matches("*b*", "abc"));
    assert!(!matches("a*c", "abd") && !matches("", "x") && !matches("a", "ab"));
}

#[test]
fn uci_session() {
    replay("uci.txt");
}

#[test]
fn uci_errors() {
    replay("uci-errors.txt");
}

#[test]
fn uci_schoolbook_castling() {
    replay("uci-schoolbook.txt");
}

#[test]
fn uci_random_arrays() {
    replay("uci-chess960.txt");
}

#[test]
fn uci_seats_and_pairs() {
    replay("uci-seats.txt");
}

#[test]
fn uci_commands_and_options() {
    replay("uci-commands.txt");
}

#[test]
fn usi_session() {
    replay("usi.txt");
}

#[test]
fn ucci_session() {
    replay("ucci.txt");
}

#[test]
fn ucicyclone_session() {
    replay("ucicyclone.txt");
}

/// The lines of input of all transcripts of a dialect.
fn inputs(dialect: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol");
    let mut lines = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name.split(['-', '.']).next() == Some(dialect) {
            let text = std::fs::read_to_string(path).unwrap();
            lines.extend(
                text.lines()
                    .filter_map(|line| line.strip_prefix("> "))
                    .map(str::to_string),
            );
        }
    }
    lines
}

#[test]
fn every_command_and_option_of_every_dialect_is_in_a_transcript() {
    let dialects = protocol::uci_words();
    assert_eq!(dialects.len(), 4);
    for (dialect, words) in dialects {
        let inputs = inputs(dialect);
        assert!(inputs.len() > 40 && words.len() > 30, "{dialect}");
        for word in &words {
            let mut parts = word.split(' ');
            let (command, limit) = (parts.next().unwrap(), parts.next());
            let tried = |line: &&String| {
                let mut line = line.split_whitespace();
                line.next() == Some(command) && limit.is_none_or(|limit| line.any(|word| word == limit))
            };
            assert!(
                inputs.iter().any(|line| tried(&line)),
                "{dialect}: {word} is in no transcript"
            );
        }
        let greeted = talk(&format!("{dialect}\n"));
        let options = greeted.lines().filter_map(|line| line.strip_prefix("option "));
        let names: Vec<&str> = options.map(|line| line.split(" type ").next().unwrap()).collect();
        assert!(names.len() > 15, "{greeted}");
        for name in names {
            let set = format!("setoption {name}");
            let tried = |line: &String| {
                line.strip_prefix(&set)
                    .is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
            };
            assert!(inputs.iter().any(tried), "{dialect}: {set} is in no transcript");
        }
    }
}

#[test]
fn a_position_without_its_word_turns_uci_into_cyclone() {
    let output = talk("load tests/data/dialects.ini\nstartpos moves h2e2\nd\n");
    assert!(
        output.contains("\nVariant: riverless\n") && output.contains("/1C2C4/9/"),
        "{output}"
    );
    let output = talk(
        "setoption name UCI_Variant value grand\nfen r8r/1nbqkcabn1/pppppppppp/10/10/10/10/PPPPPPPPPP/1NBQKCABN1/R8R w - - 0 1 moves a2a3\nd\n",
    );
    assert!(output.contains("/P9/1PPPPPPPPP/1NBQKCABN1/R8R b "), "{output}");
}

#[test]
fn all_that_is_said_is_in_the_debug_log() {
    for (first, set) in [
        ("uci", "setoption name Debug Log File value"),
        ("xboard", "option Debug Log File="),
    ] {
        let path = std::env::temp_dir().join(format!("aanca-log-{first}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        let ping = if first == "uci" { "isready" } else { "ping 3" };
        talk(&format!(
            "{first}\n{set}{}{}\n{ping}\n{set}\n{ping}\n",
            if first == "uci" { " " } else { "" },
            path.display()
        ));
        let log = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        let pong = if first == "uci" { "readyok" } else { "pong 3" };
        assert_eq!(log, format!("> {ping}\n< {pong}\n> {set}\n"));
    }
}

#[test]
fn xboard_seats_and_crossings() {
    replay("xboard-seats.txt");
}

#[test]
fn xboard_ends_that_it_does_not_see() {
    replay("xboard-unseen.txt");
}

#[test]
fn xboard_session() {
    replay("xboard.txt");
}

#[test]
fn xboard_schoolbook_castling() {
    replay("xboard-schoolbook.txt");
}

#[test]
fn xboard_results() {
    replay("xboard-results.txt");
}

#[test]
fn xboard_variants() {
    replay("xboard-variants.txt");
}

#[test]
fn both_protocols_play_from_the_opening_book() {
    replay("uci-book.txt");
    replay("xboard-book.txt");
}

#[test]
fn xboard_analysis() {
    replay("xboard-analysis.txt");
}

#[test]
fn xboard_clocks_and_options() {
    replay("xboard-clock.txt");
}

#[test]
fn xboard_edit_mode() {
    replay("xboard-edit.txt");
}

#[test]
fn xboard_marked_squares() {
    replay("xboard-highlight.txt");
}

#[test]
fn xboard_thinks_on_the_opponents_time() {
    replay("xboard-ponder.txt");
}

#[test]
fn xboard_other_commands() {
    replay("xboard-other.txt");
}

#[test]
fn endless_search_ends_with_the_input() {
    for input in [
        "go infinite\n",
        "go\n",
        "go ponder wtime 1000 btime 1000\n",
        "go ponder\nponderhit\n",
        "go infinite\nponderhit\n",
        "go depth 1\ngo infinite\nquit\n",
    ] {
        let output = talk(input);
        assert!(output.lines().last().unwrap().starts_with("bestmove "), "{output}");
    }
    assert!(talk("xboard\npost\nanalyze\n").lines().all(|line| line.contains('\t')));
}

#[test]
fn every_search_is_answered_once() {
    for go in [
        "go depth abc",
        "go wtime x",
        "go searchmoves zz",
        "go nonsense",
        "go depth",
        "go ponder mate x\nstop",
    ] {
        let output = talk(&format!("{go}\nisready\n"));
        let answers = output.lines().filter(|line| line.starts_with("bestmove ")).count();
        let errors = output
            .lines()
            .filter(|line| line.starts_with("info string error: go: "))
            .count();
        assert_eq!((answers, errors), (1, 1), "{go:?}: {output}");
    }
}

#[test]
fn only_root_moves_asked_for_are_played() {
    let output = talk("go depth 3 searchmoves a2a3 h2h4\n");
    let best = output.lines().last().unwrap();
    assert!(
        best.starts_with("bestmove a2a3") || best.starts_with("bestmove h2h4"),
        "{best}"
    );
}
