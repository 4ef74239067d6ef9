//! Input that makes no sense: lines of the transcripts, changed, spliced and mixed with noise, for each protocol. The engine
//! must neither break down nor fall silent, and what it refuses must leave everything as it was.
//!
//! `AANCA_FUZZ_LINES=1000000 cargo test --release --test fuzz -- --nocapture` sends so many lines and shows what came of them;
//! `AANCA_FUZZ_SEED` begins somewhere else.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod conversation;

use aanca::{board::SplitMix64, engine::Engine};
use conversation::Conversation;
use std::{
    path::Path,
    sync::atomic::{AtomicUsize, Ordering},
    time::Duration,
};

/// Lines that are sent unless the environment says otherwise.
const LINES: u64 = 2000;
/// Lines of one conversation.
const CONVERSATION: u64 = 250;
/// How long an answer may take: longer is a hang.
const PATIENCE: Duration = Duration::from_secs(30);
/// No command of any protocol, by which the end of the answers to a line is found.
const MARK: &str = "sentinel";

/// Panics and messages about failed searches, on any thread.
static FAULTS: AtomicUsize = AtomicUsize::new(0);

/// Counts errors that the engine logs.
struct ErrorCounter;

impl log::Log for ErrorCounter {
    fn enabled(&self, metadata: &log::Metadata) -> bool {
        metadata.level() <= log::Level::Error
    }

    fn log(&self, record: &log::Record) {
        if self.enabled(record.metadata()) {
            eprintln!("{}", record.args());
            FAULTS.fetch_add(1, Ordering::SeqCst);
        }
    }

    fn flush(&self) {}
}

fn number(variable: &str, otherwise: u64) -> u64 {
    std::env::var(variable).map_or(otherwise, |text| text.parse().unwrap())
}

/// The lines of input of the transcripts whose names begin so; texts within the input are one piece of several lines.
fn seeds(dialect: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/protocol");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    let mut seeds: Vec<String> = Vec::new();
    for file in files {
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        if name.split(['-', '.']).next() != Some(dialect) {
            continue;
        }
        let text = std::fs::read_to_string(&file).unwrap();
        let mut lines = text.lines().filter_map(|line| line.strip_prefix("> "));
        while let Some(line) = lines.next() {
            match line.split_once("<<").filter(|(_, end)| !end.is_empty()) {
                Some((_, end)) => {
                    let body = lines.by_ref().take_while(|line| *line != end).collect::<Vec<_>>();
                    seeds.push(format!("{line}\n{}\n{end}", body.join("\n")));
                }
                None => seeds.push(line.to_string()),
            }
        }
    }
    seeds
}

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

/// A line made of those of `seeds`.
fn line(seeds: &[String], others: &[String], random: &mut SplitMix64) -> Vec<u8> {
    let mut pick = |from: &[String]| from[random.below(from.len() as u64) as usize].clone();
    let (own, another, strange) = (pick(seeds), pick(seeds), pick(others));
    let text = match random.below(16) {
        0..=6 => own,
        7..=9 => mutate(&own, random),
        10 | 11 => {
            let words: Vec<&str> = own.split(' ').collect();
            let rest: Vec<&str> = another.split(' ').collect();
            let at = random.below(words.len() as u64 + 1) as usize;
            let from = random.below(rest.len() as u64) as usize;
            [&words[..at], &rest[from..]].concat().join(" ")
        }
        12 => format!("{own} {another}"),
        13 => strange,
        14 => {
            let words: Vec<String> = (0..=random.below(8))
                .map(|_| {
                    let from = &seeds[random.below(seeds.len() as u64) as usize];
                    let words: Vec<&str> = from.split_whitespace().collect();
                    words
                        .get(random.below(words.len().max(1) as u64) as usize)
                        .unwrap_or(&"")
                        .to_string()
                })
                .collect();
            words.join(" ")
        }
        _ => {
            return (0..random.below(40))
                .map(|_| random.next() as u8)
                .filter(|&byte| byte != b'\n')
                .collect();
        }
    };
    text.into_bytes()
}

/// Whether a line may be sent: it ends no conversation, fills no disk, and asks for no work that cannot be ended.
fn is_harmless(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let large = |limit: u64| {
        let digits = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty());
        digits
            .into_iter()
            .any(|digits| digits.parse::<u64>().is_ok_and(|number| number > limit))
    };
    // Only whole texts, so that the rest of the input is none.
    let whole = text.contains('\n')
        && text.split('\n').next_back() == text.split('\n').next().and_then(|first| first.split("<<").nth(1));
    let opens = text.contains("<<") || text.contains('\n');
    !(text.trim_start().starts_with("quit")
        || text.contains("log")
        || text.contains("perft") && large(2)
        || ["threads", "cores"].iter().any(|word| text.contains(word)) && large(2)
        || ["hash", "memory"].iter().any(|word| text.contains(word)) && large(64)
        || opens && !whole)
}

/// What `d` shows of the state.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct State {
    variant: String,
    fen: String,
    key: String,
}

/// What has been said in answer to a line, and the state after it.
fn answers(gui: &Conversation, line: &[u8]) -> (Vec<String>, State) {
    gui.say(line);
    for after in ["stop", "d", MARK] {
        gui.say(after);
    }
    let mut said = Vec::new();
    let mut state = State::default();
    loop {
        let heard = gui.hear(PATIENCE);
        let Ok(heard) = heard else {
            panic!("{heard:?} after {:?}: {said:#?}", String::from_utf8_lossy(line));
        };
        if heard.ends_with(&format!("unknown command \"{MARK}\"")) {
            return (said, state);
        }
        if let Some(text) = heard.strip_prefix("Variant: ") {
            state.variant = text.to_string();
        } else if let Some(text) = heard.strip_prefix("Fen: ") {
            state.fen = text.to_string();
        } else if let Some(text) = heard.strip_prefix("Key: ") {
            state.key = text.to_string();
        }
        said.push(heard);
    }
}

/// Lines, refusals and changes of state.
#[derive(Default, Debug)]
struct Counts {
    lines: u64,
    refused: u64,
    changed: u64,
    searched: u64,
}

/// A conversation in a dialect of UCI.
fn converse(
    engine: &Engine,
    dialect: &str,
    seeds: &[String],
    others: &[String],
    random: &mut SplitMix64,
    counts: &mut Counts,
) {
    let gui = Conversation::start(engine.sibling());
    let (_, mut state) = answers(&gui, dialect.as_bytes());
    for _ in 0..CONVERSATION {
        let line = line(seeds, others, random);
        if !is_harmless(&line) {
            continue;
        }
        let text = String::from_utf8_lossy(&line).into_owned();
        let (said, after) = answers(&gui, &line);
        let refused = said.iter().any(|line| line.contains(" error: "));
        assert!(
            !refused || after == state,
            "{dialect}: {text:?} was refused, but changed {state:?} to {after:?}: {said:#?}"
        );
        counts.lines += 1;
        counts.refused += u64::from(refused);
        counts.searched += said.iter().filter(|line| line.contains("bestmove ")).count() as u64;
        if after != state {
            counts.changed += 1;
            // The state is what its FEN says.
            let (said, again) = answers(&gui, format!("position fen {}", after.fen).as_bytes());
            assert_eq!(again, after, "{dialect}: after {text:?}: {said:#?}");
        }
        state = after;
    }
    gui.end();
}

/// A conversation in XBoard's protocol, in which the state cannot be asked for.
fn converse_in_xboard(
    engine: &Engine,
    seeds: &[String],
    others: &[String],
    random: &mut SplitMix64,
    counts: &mut Counts,
) {
    let gui = Conversation::start(engine.sibling());
    gui.say("xboard");
    let mut sent = Vec::new();
    for number in 0..CONVERSATION {
        let line = line(seeds, others, random);
        if !is_harmless(&line) {
            continue;
        }
        counts.lines += 1;
        if random.below(8) == 0 {
            // Most lines end in a state in which the engine does not play.
            gui.say("new");
            gui.say("go");
            gui.say("?");
            sent.push("new, go".to_string());
        }
        gui.say(&line);
        gui.say("?");
        sent.push(String::from_utf8_lossy(&line).into_owned());
        if number % 4 == 3 {
            // A pause would not end; the answer to the first ping comes after the move that is thought about.
            gui.say("resume");
            for (before, asked) in [("", 2 * number), ("force", 2 * number + 1)] {
                gui.say(before);
                gui.say(format!("ping 7{asked}"));
                hear_until(&gui, &format!("pong 7{asked}"), &sent, counts);
            }
        }
    }
    gui.end();
}

/// Counts what XBoard is told up to a line.
fn hear_until(gui: &Conversation, last: &str, sent: &[String], counts: &mut Counts) {
    loop {
        let heard = gui.hear(PATIENCE);
        let Ok(heard) = heard else {
            panic!("{heard:?} after {:#?}", &sent[sent.len().saturating_sub(20)..]);
        };
        counts.refused += u64::from(heard.starts_with("Error ") || heard.starts_with("Illegal move"));
        counts.searched += u64::from(heard.starts_with("move "));
        if heard == last {
            return;
        }
    }
}

#[test]
fn nonsense_breaks_nothing() {
    log::set_logger(&ErrorCounter).unwrap();
    log::set_max_level(log::LevelFilter::Error);
    let usual = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        FAULTS.fetch_add(1, Ordering::SeqCst);
        usual(info);
    }));
    let engine = Engine::new().unwrap();
    let (lines, seed) = (number("AANCA_FUZZ_LINES", LINES), number("AANCA_FUZZ_SEED", 2026));
    let dialects = ["uci", "usi", "ucci", "ucicyclone", "xboard"];
    let seeds = dialects.map(seeds);
    let others = seeds.concat();
    let mut random = SplitMix64::new(seed);
    let mut counts = dialects.map(|_| Counts::default());
    while counts.iter().map(|counts| counts.lines).sum::<u64>() < lines {
        for ((dialect, seeds), counts) in dialects.iter().zip(&seeds).zip(&mut counts) {
            assert!(seeds.len() > 40, "{dialect}");
            match *dialect {
                "xboard" => converse_in_xboard(&engine, seeds, &others, &mut random, counts),
                _ => converse(&engine, dialect, seeds, &others, &mut random, counts),
            }
        }
    }
    for (dialect, counts) in dialects.iter().zip(&counts) {
        println!("{dialect}: {counts:?}");
        assert!(
            counts.refused > counts.lines / 20 && counts.searched > counts.lines / 50,
            "{dialect}: {counts:?}"
        );
    }
    assert_eq!(FAULTS.load(Ordering::SeqCst), 0);
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
