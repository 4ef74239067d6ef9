//! Input that makes no sense: lines of the transcripts, changed, spliced and mixed with noise, for each protocol. The engine
//! must neither break down nor fall silent, and what it refuses must leave everything as it was.
//!
//! `AANCA_FUZZ_LINES=1000000 cargo test --release --test fuzz -- --nocapture` sends so many lines and shows what came of them;
//! `AANCA_FUZZ_SEED` begins somewhere else.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod conversation;

use aanca::{
    board::SplitMix64,
    engine::{Engine, OPTIONS},
};
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

/// Lines that no GUI sends.
fn nonsense() -> Vec<String> {
    let mut lines: Vec<String> = [
        "\u{0}",
        "\u{feff}uci",
        "\u{202e}stop",
        "ÜÇİ",
        "<<",
        "=",
        "-1",
        "position",
        "position fen",
        "position fen / / / / / /",
        "position fen 99999999999999999999/8/8/8/8/8/8/8 w - - 0 1",
        "position fen 8/8/8/8/8/8/8/8 w - - 0 1",
        "position fen k7/8/8/8/8/8/8/7K w KQkqABCDEFGHabcdefgh e3 99999999999 99999999999",
        "position fen k7/8/8/8/8/8/8/7K[QQQQ] w - - -1 -1",
        "position startpos moves e2e4 e2e4 e2e4",
        "position startpos moves 0000",
        "position moves moves moves",
        "position number 4294967296",
        "go go go",
        "go depth -1",
        "go depth 99999999999999999999",
        "go nodes 0",
        "go movetime -5",
        "go mate 0",
        "go wtime -1 btime -1 winc -1 binc -1 movestogo -1",
        "go wtime 9223372036854775808 btime 18446744073709551616",
        "go searchmoves",
        "go searchmoves e2e4 e2e4 depth",
        "setoption",
        "setoption name",
        "setoption name value",
        "setoption name UCI_Variant value",
        "setoption name UCI_Variant value \u{0}",
        "setoption name MultiPV value 99999999999999999999",
        "setoption name UCI_Elo value -0",
        "setoption name VariantPath value /",
        "load /",
        "check <<",
        "banmoves e2e4 e9e9",
        "ponderhit ponderhit",
        "fen",
        "usermove",
        "usermove @@@@",
        "setboard",
        "setboard /",
        "level -1 -1 -1",
        "level 0 99999999999999999999:99 0",
        "level 40 5:-3 0",
        "st 99999999999999999999",
        "sd -3",
        "time -99999999999999999999",
        "otim x",
        "nps -1",
        "ping",
        "variant \u{0}",
        "option =",
        "option MultiPV=-1",
        "lift zz99",
        "put",
        "result 1-0 {",
        "exclude all all",
        "rating",
        "remove",
    ]
    .map(str::to_string)
    .into();
    lines.push("x".repeat(1 << 16));
    lines.push(format!("position startpos moves{}", " e2e4".repeat(5000)));
    lines.push(format!("position fen {} w - - 0 1", "1/".repeat(5000)));
    lines.push(format!("go{}", " searchmoves e2e4".repeat(2000)));
    lines
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
fn is_harmless(line: &[u8], is_uci: bool) -> bool {
    let text = String::from_utf8_lossy(line).to_lowercase();
    let large = |limit: u64| {
        let digits = text
            .split(|c: char| !c.is_ascii_digit())
            .filter(|digits| !digits.is_empty());
        digits
            .into_iter()
            .any(|digits| digits.parse::<u64>().is_ok_and(|number| number > limit))
    };
    // Only whole texts, so that the rest of the input is none, and only where texts are read.
    let (first, rest) = text.split_once('\n').unwrap_or((&text, ""));
    let end = ["load <<", "check <<"]
        .iter()
        .find_map(|start| first.strip_prefix(start));
    let whole = is_uci && end.is_some_and(|end| !end.is_empty() && rest.split('\n').next_back() == Some(end));
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
    // What comes before the greeting must not keep the dialect from being understood.
    let first = &others[random.below(others.len() as u64) as usize];
    let is_xboard = matches!(first.split_whitespace().next(), None | Some("xboard" | "protover"));
    if random.below(2) == 0 && !is_xboard && is_harmless(first.as_bytes(), true) {
        answers(&gui, first.as_bytes());
    }
    let (said, mut state) = answers(&gui, dialect.as_bytes());
    let greeted = |line: &String| ["uciok", "usiok", "ucciok", "ucicycloneok"].contains(&line.as_str());
    assert!(said.iter().any(greeted), "{dialect} after {first:?}: {said:#?}");
    for _ in 0..CONVERSATION {
        let line = line(seeds, others, random);
        if !is_harmless(&line, true) {
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
        if !is_harmless(&line, false) {
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
    println!("seed {seed}");
    let dialects = ["uci", "usi", "ucci", "ucicyclone", "xboard"];
    let seeds = dialects.map(seeds);
    let others = [seeds.concat(), nonsense()].concat();
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

/// What is said in XBoard's protocol in answer to lines.
fn replies(gui: &Conversation, lines: &[&[u8]]) -> Vec<String> {
    for line in lines {
        gui.say(line);
    }
    gui.say("ping 123456789");
    let mut said = Vec::new();
    loop {
        let heard = gui.hear(PATIENCE);
        let Ok(heard) = heard else {
            let lines: Vec<_> = lines.iter().map(|line| String::from_utf8_lossy(line)).collect();
            panic!("{heard:?} after {lines:?}: {said:#?}");
        };
        if heard == "pong 123456789" {
            return said;
        }
        said.push(heard);
    }
}

/// What XBoard is told about the moves of the piece on each square, by which positions can be told apart.
fn moves_in_xboard(gui: &Conversation) -> Vec<String> {
    let squares = ('a'..='p').flat_map(|file| (0..=16).map(move |rank| format!("lift {file}{rank}")));
    let squares: Vec<String> = squares.collect();
    let lines: Vec<&[u8]> = squares.iter().map(|line| line.as_bytes()).collect();
    replies(gui, &lines)
}

/// Two engines: one hears everything, the other only what the first has not refused.
#[test]
fn xboard_is_where_it_would_be_without_what_was_refused() {
    let engine = Engine::new().unwrap();
    let (lines, seed) = (number("AANCA_FUZZ_LINES", LINES) / 8, number("AANCA_FUZZ_SEED", 2026));
    // Mostly what could change the position.
    let moving = ["usermove", "setboard", "new", "variant", "undo", "remove", "edit"];
    let (seeds, others) = (seeds("xboard"), nonsense());
    let movers: Vec<String> = seeds
        .iter()
        .filter(|line| moving.contains(&line.split(' ').next().unwrap_or_default()))
        .cloned()
        .collect();
    let mut random = SplitMix64::new(seed);
    let (mut sent, mut refused, mut positions) = (0, 0, std::collections::HashSet::new());
    while sent < lines {
        let [all, accepted] = [(); 2].map(|()| Conversation::start(engine.sibling()));
        for gui in [&all, &accepted] {
            replies(gui, &[b"xboard", b"force"]);
        }
        let mut heard = Vec::new();
        for _ in 0..CONVERSATION / 5 {
            let from = if random.below(4) == 0 { &seeds } else { &movers };
            let line = line(from, &others, &mut random);
            let text = String::from_utf8_lossy(&line).into_owned();
            // The engine's own moves depend on how far it has thought.
            let plays = matches!(text.split_whitespace().next(), Some("go" | "playother"));
            if plays || !is_harmless(&line, false) {
                continue;
            }
            let lines: [&[u8]; 3] = [&line, b"resume", b"force"];
            let said = replies(&all, &lines);
            let wrong = said
                .iter()
                .any(|line| line.starts_with("Error ") || line.starts_with("Illegal move"));
            if !wrong {
                replies(&accepted, &lines);
            }
            sent += 1;
            refused += u64::from(wrong);
            heard.push((text, wrong));
            if heard.len() % 10 == 0 {
                let moves = moves_in_xboard(&all);
                assert_eq!(moves, moves_in_xboard(&accepted), "seed {seed}: {heard:#?}");
                positions.insert(moves);
            }
        }
        all.end();
        accepted.end();
    }
    println!(
        "{sent} lines to XBoard, {refused} refused, {} positions",
        positions.len()
    );
    assert!(
        refused > sent / 10 && positions.len() > 5,
        "{refused} {}",
        positions.len()
    );
}

#[test]
fn a_refused_option_changes_nothing() {
    let values = [
        "",
        "true",
        "0",
        "1",
        "-1",
        "7",
        "1350",
        "99999999999999999999",
        "1e1",
        "<empty>",
        "schoolbook",
        "GM 1 human X",
    ];
    let mut random = SplitMix64::new(11);
    let mut engine = Engine::new().unwrap();
    let (mut refused, mut changed) = (0, 0);
    for _ in 0..10_000 {
        let spec = &OPTIONS[random.below(OPTIONS.len() as u64) as usize];
        let mut name = spec.name.to_string();
        let mut value = values[random.below(values.len() as u64) as usize].to_string();
        if random.below(8) == 0 {
            name = mutate(&name, &mut random);
        }
        if random.below(2) == 0 {
            value = mutate(&value, &mut random);
        }
        // No more memory than a test may take.
        if name.eq_ignore_ascii_case("hash") && value.parse().is_ok_and(|megabytes: u64| megabytes > 64) {
            continue;
        }
        let shown = |engine: &Engine| {
            let session = engine.session();
            (
                *engine.settings(),
                engine.variant().name.clone(),
                session.fen(),
                session.key(),
            )
        };
        let before = shown(&engine);
        let outcome = engine.set_option(&name, &value);
        let after = shown(&engine);
        changed += u64::from(before != after);
        if let Err(error) = outcome {
            refused += 1;
            assert_eq!(before, after, "{name:?} {value:?}");
            // A message quotes what was wrong.
            let message = error.to_string();
            assert!(message.contains(&name) || message.contains(&value), "{message}");
        }
    }
    assert!(refused > 1000 && changed > 200, "{refused} {changed}");
}
