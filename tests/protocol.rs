//! Both protocols as GUIs see them: transcripts in `tests/protocol`, and input that makes no sense.
//!
//! In a transcript `> ` begins a line of input. `< ` begins a line of output that must come after those before it
//! (others may stand between), in which each `*` stands for any text; `! ` begins one that must not come before the
//! next `< `. The line after a `< ` is sent only when that has come, as a GUI would.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{board::SplitMix64, engine::Engine, protocol};
use std::{
    io::{self, Cursor, Read, Write},
    path::Path,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicUsize, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
    time::Duration,
};

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

/// Input whose lines are sent one by one.
struct Lines {
    coming: Receiver<String>,
    rest: Vec<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // The end of the sender is the end of the input.
            self.rest = self.coming.recv().unwrap_or_default().into_bytes();
        }
        let length = buffer.len().min(self.rest.len());
        buffer[..length].copy_from_slice(&self.rest[..length]);
        self.rest.drain(..length);
        Ok(length)
    }
}

/// Output whose lines are handed on.
struct Printer {
    lines: Sender<String>,
    line: Vec<u8>,
}

impl Write for Printer {
    fn write(&mut self, buffer: &[u8]) -> io::Result<usize> {
        for &byte in buffer {
            match byte {
                b'\n' => {
                    let line = std::mem::take(&mut self.line);
                    let _ = self.lines.send(String::from_utf8(line).unwrap());
                }
                _ => self.line.push(byte),
            }
        }
        Ok(buffer.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn replay(name: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol").join(name);
    let transcript = std::fs::read_to_string(path).unwrap();
    let (send, coming) = mpsc::channel();
    let (lines, output) = mpsc::channel();
    let engine = thread::spawn(move || {
        let input = Lines {
            coming,
            rest: Vec::new(),
        };
        let mut printer = Printer {
            lines,
            line: Vec::new(),
        };
        protocol::run(Engine::new().unwrap(), input, &mut printer).unwrap();
    });
    let mut seen = String::new();
    let mut banned: Vec<&str> = Vec::new();
    for line in transcript.lines() {
        if let Some(input) = line.strip_prefix("> ") {
            send.send(format!("{input}\n")).unwrap();
        } else if let Some(pattern) = line.strip_prefix("! ") {
            banned.push(pattern);
        } else if let Some(pattern) = line.strip_prefix('<') {
            let pattern = pattern.trim_start();
            loop {
                let Ok(line) = output.recv_timeout(PATIENCE) else {
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
    drop(send);
    for line in output {
        assert!(
            !banned.iter().any(|b| matches(b, &line)),
            "{name}: {line:?} at the end of\n{seen}"
        );
    }
    engine.join().unwrap();
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

/// Lines that are sensible, to be made senseless.
const UCI_LINES: &[&str] = &[
    "uci",
    "isready",
    "ucinewgame",
    "setoption name UCI_Variant value schoolbook",
    "setoption name UCI_Variant value grand",
    "setoption name MultiPV value 3",
    "setoption name Clear Hash",
    "setoption name UCI_Chess960 value true",
    "setoption name VariantPath value nothing.ini",
    "position startpos",
    "position startpos moves e2e4 e7e5 g1f3",
    "position fen r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1 moves e1g1",
    "position fen rqnbakbnmr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNMR w KQkq - 0 1",
    "position number 518",
    "go depth 1",
    "go nodes 50 searchmoves e2e4",
    "go wtime 10 btime 10 winc 1 binc 1 movestogo 1",
    "go movetime 1",
    "go mate 1",
    "stop",
    "ponderhit",
    "d",
];

const XBOARD_LINES: &[&str] = &[
    "protover 2",
    "accepted setboard",
    "new",
    "variant schoolbook",
    "variant grand",
    "variant normal",
    "force",
    "go",
    "playother",
    "level 40 0:01 0",
    "st 1",
    "sd 1",
    "time 10",
    "otim 10",
    "usermove e2e4",
    "e7e5",
    "Nf3",
    "usermove O-O",
    "setboard r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1",
    "setboard rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
    "undo",
    "remove",
    "result 1-0 {White mates}",
    "post",
    "hard",
    "easy",
    "?",
    "ping 1",
    "draw",
    "hint",
    "analyze",
    ".",
    "bk",
    "exit",
    "memory 8",
    "option MultiPV=2",
    "option Clear Hash",
    "name somebody",
    "rating 1 2",
    "computer",
    "edit",
    "#",
    "c",
    "Ke1",
    "xe1",
    "white",
    "black",
    "lift e2",
    "put e4",
    "hover d5",
    "exclude e2e4",
    "include all",
    "pause",
    "resume",
    "nps 1000",
    "cores 2",
    "egtpath syzygy /tables",
    "option Resign=1",
    "partner x",
    "holding [P] []",
];

/// One to four random changes of a line's characters.
fn mutate(line: &str, random: &mut SplitMix64) -> String {
    let mut chars: Vec<char> = line.chars().collect();
    for _ in 0..=random.below(4) {
        let at = random.below(chars.len() as u64 + 1) as usize;
        let any = [' ', '9', '0', '-', '/', 'x', 'K', 'k', 'é', '\u{0}', '*', '=', '\t'];
        let some = any[random.below(any.len() as u64) as usize];
        match random.below(5) {
            0 => chars.insert(at, some),
            1 if at < chars.len() => chars[at] = some,
            2 if at < chars.len() => drop(chars.remove(at)),
            3 => chars.truncate(at),
            _ => {
                let copied: Vec<char> = chars[at..].iter().copied().take(8).collect();
                chars.extend(copied);
            }
        }
    }
    chars.into_iter().collect()
}

/// Panics on any thread while a closure runs.
fn panics(run: impl FnOnce()) -> usize {
    static COUNT: AtomicUsize = AtomicUsize::new(0);
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let _guard = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let before = COUNT.load(Ordering::SeqCst);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        COUNT.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
    run();
    COUNT.load(Ordering::SeqCst) - before
}

/// Sends mutated lines, each followed by `calm` so that nothing takes long; `last` must be answered at the end.
fn survives(first: &str, lines: &[&str], calm: &str, last: (&str, &str)) {
    let mut random = SplitMix64::new(2026);
    let count = panics(|| {
        for _ in 0..8 {
            let mut input = format!("{first}\n");
            for _ in 0..650 {
                let line = lines[random.below(lines.len() as u64) as usize];
                let line = if random.below(8) == 0 {
                    line.to_string()
                } else {
                    mutate(line, &mut random)
                };
                // "quit" by chance would end the session before the test does.
                if !line.contains("perft") && line.trim() != "quit" {
                    input.push_str(&format!("{line}\n{calm}\n"));
                }
            }
            let output = talk(&format!("{input}{}\n", last.0));
            assert!(output.lines().rev().take(3).any(|line| line == last.1), "{output}");
        }
    });
    assert_eq!(count, 0);
}

#[test]
fn uci_survives_nonsense() {
    survives(
        "uci",
        UCI_LINES,
        "stop",
        ("last", "info string error: unknown command \"last\""),
    );
}

#[test]
fn xboard_survives_nonsense() {
    survives("xboard", XBOARD_LINES, "?", ("force\nping 77", "pong 77"));
}

#[test]
fn a_refused_position_changes_nothing() {
    let mut random = SplitMix64::new(7);
    let mut engine = Engine::new().unwrap();
    engine.set_variant("schoolbook").unwrap();
    let fen = "r4k3r/ppppp1pppp/10/4Pp4/10/10/PPPP1PPPPP/R4K3R w KQkq f6 0 9";
    let mut set_up = aanca::engine::SetUp {
        fen: Some(fen.to_string()),
        moves: vec!["e5f6".to_string()],
    };
    engine.set_up(&set_up).unwrap();
    let mut refused = 0;
    for _ in 0..10_000 {
        let before = (
            engine.session().fen(),
            engine.session().key(),
            engine.session().moves_played(),
        );
        set_up.fen = Some(mutate(fen, &mut random));
        set_up.moves = vec!["a2a3".to_string(), mutate("a7a6", &mut random)];
        if engine.set_up(&set_up).is_err() {
            refused += 1;
            let after = (
                engine.session().fen(),
                engine.session().key(),
                engine.session().moves_played(),
            );
            assert_eq!(after, before, "{set_up:?}");
        }
    }
    assert!(refused > 1000, "{refused}");
}
