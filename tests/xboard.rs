//! The program as XBoard sees it: how soon it answers, thinking on the opponent's time, pauses, signals, the end of the
//! input; and that every command is in some transcript and in the documentation.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver},
    thread,
    time::{Duration, Instant},
};

/// How long an answer may take before the test fails.
const PATIENCE: Duration = Duration::from_secs(20);

/// The engine in XBoard mode, in a process of its own.
struct Gui {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
}

impl Gui {
    fn start(lines: &[&str]) -> Gui {
        let mut child = Command::new(env!("CARGO_BIN_EXE_aanca"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        let (sender, receiver) = mpsc::channel();
        thread::spawn(move || {
            output
                .lines()
                .map_while(Result::ok)
                .try_for_each(|line| sender.send(line))
        });
        let input = child.stdin.take();
        let mut gui = Gui {
            child,
            input,
            lines: receiver,
        };
        gui.send("xboard");
        lines.iter().for_each(|line| gui.send(line));
        gui
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input.as_mut().unwrap(), "{line}").unwrap();
    }

    /// The next line that begins so; others are passed over.
    fn until(&mut self, start: &str) -> String {
        let began = Instant::now();
        loop {
            let left = PATIENCE.saturating_sub(began.elapsed());
            let line = self.lines.recv_timeout(left);
            let line = line.unwrap_or_else(|_| panic!("no line that begins with {start:?}"));
            if line.starts_with(start) {
                return line;
            }
        }
    }

    /// The next line of thinking, as numbers (depth, value, hundredths, nodes, ...) and moves.
    fn thinking(&mut self) -> (Vec<i64>, String) {
        loop {
            let line = self.until("");
            if let Some((numbers, moves)) = line.split_once('\t') {
                let numbers = numbers.split(' ').map(|n| n.parse().unwrap()).collect();
                return (numbers, moves.to_string());
            }
        }
    }

    /// Time, nodes and the other numbers of `stat01`.
    fn statistics(&mut self) -> Vec<u64> {
        self.send(".");
        let line = self.until("stat01: ");
        let words = line["stat01: ".len()..].split(' ');
        words.take(5).map(|word| word.parse().unwrap()).collect()
    }

    /// Lines that come within this time.
    fn within(&mut self, time: Duration) -> Vec<String> {
        let end = Instant::now() + time;
        let next = || {
            self.lines
                .recv_timeout(end.saturating_duration_since(Instant::now()))
                .ok()
        };
        std::iter::from_fn(next).collect()
    }

    fn end(mut self) -> ExitStatus {
        self.input = None;
        let began = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(began.elapsed() < PATIENCE, "the process does not end");
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Gui {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The commands of the protocol's specification.
const COMMANDS: &[&str] = &[
    "xboard",
    "protover",
    "accepted",
    "rejected",
    "new",
    "variant",
    "quit",
    "random",
    "force",
    "go",
    "playother",
    "white",
    "black",
    "level",
    "st",
    "sd",
    "nps",
    "time",
    "otim",
    "usermove",
    "?",
    "ping",
    "draw",
    "result",
    "setboard",
    "edit",
    "hint",
    "bk",
    "undo",
    "remove",
    "hard",
    "easy",
    "post",
    "nopost",
    "analyze",
    "exit",
    ".",
    "name",
    "rating",
    "ics",
    "computer",
    "pause",
    "resume",
    "memory",
    "cores",
    "egtpath",
    "option",
    "exclude",
    "include",
    "setscore",
    "lift",
    "put",
    "hover",
    "partner",
    "ptell",
    "holding",
];

#[test]
fn every_command_is_in_a_transcript_and_in_the_documentation() {
    let root = env!("CARGO_MANIFEST_DIR");
    let mut sent = Vec::new();
    for file in fs::read_dir(format!("{root}/tests/protocol")).unwrap() {
        let path = file.unwrap().path();
        if path.file_name().unwrap().to_string_lossy().starts_with("xboard") {
            let text = fs::read_to_string(path).unwrap();
            let lines = text.lines().filter_map(|line| line.strip_prefix("> "));
            sent.extend(lines.filter_map(|line| line.split_whitespace().next().map(str::to_string)));
        }
    }
    let documentation = fs::read_to_string(format!("{root}/docs/protocols.md")).unwrap();
    let (_, documentation) = documentation.split_once("## XBoard").unwrap();
    let table = documentation.lines().filter(|line| line.starts_with("| `"));
    let cells: Vec<&str> = table.filter_map(|line| line.split('|').nth(1)).collect();
    let named = |command: &str| {
        cells.iter().any(|cell| {
            let codes = cell.split('`').skip(1).step_by(2);
            codes
                .map(|code| code.split(' ').next())
                .any(|word| word == Some(command))
        })
    };
    for command in COMMANDS {
        assert!(sent.iter().any(|word| word == command), "no transcript has {command}");
        assert!(named(command), "docs/protocols.md does not name {command}");
    }
}

#[test]
fn answers_come_at_once_while_it_thinks() {
    let mut gui = Gui::start(&["new", "variant schoolbook", "post", "analyze"]);
    for _ in 0..5 {
        gui.thinking();
    }
    let mut times = Vec::new();
    for number in 0..30 {
        thread::sleep(Duration::from_millis(10));
        let ping = format!("ping {number}");
        let (sent, answer) = [(".", "stat01"), (&*ping, "pong")][number % 2];
        let began = Instant::now();
        gui.send(sent);
        gui.until(answer);
        times.push(began.elapsed());
    }
    // Leaving analysis and moving at once end a search.
    for _ in 0..5 {
        let began = Instant::now();
        gui.send("exit");
        gui.send("ping 99");
        gui.until("pong 99");
        times.push(began.elapsed());
        gui.send("st 60");
        gui.send("go");
        gui.thinking();
        let began = Instant::now();
        gui.send("?");
        gui.until("move");
        times.push(began.elapsed());
        gui.send("analyze");
        gui.thinking();
    }
    times.sort();
    // A machine that is busy with other things may be late now and then.
    let (median, longest) = (times[times.len() / 2], times[times.len() - 1]);
    println!("answers: median {median:?}, longest {longest:?}");
    assert!(median < Duration::from_millis(20), "{times:?}");
    assert!(longest < Duration::from_millis(1000), "{times:?}");
}

#[test]
fn statistics_count_up() {
    let mut gui = Gui::start(&["new", "post", "analyze"]);
    while gui.thinking().0[0] < 5 {}
    let first = gui.statistics();
    thread::sleep(Duration::from_millis(100));
    let second = gui.statistics();
    assert!(
        second[0] >= first[0] + 5 && second[1] > first[1],
        "{first:?} {second:?}"
    );
    assert!(first[2] >= 5 && second[2] >= first[2], "{first:?} {second:?}");
    assert!(
        first[3] < 20 && first[4] == 20 && second[4] == 20,
        "{first:?} {second:?}"
    );
}

#[test]
fn a_pause_freezes_search_and_clock() {
    let mut gui = Gui::start(&["new", "post", "st 1", "go"]);
    gui.thinking();
    gui.send("pause");
    gui.within(Duration::from_millis(100));
    let first = gui.statistics();
    assert_eq!(gui.within(Duration::from_millis(1500)), [""; 0]);
    assert_eq!(gui.statistics(), first);
    gui.send("resume");
    let mut last = Vec::new();
    loop {
        let line = gui.until("");
        match line.split_once('\t') {
            Some((numbers, _)) => last = numbers.split(' ').map(|n| n.parse().unwrap()).collect::<Vec<i64>>(),
            None => break assert!(line.starts_with("move "), "{line}"),
        }
    }
    // The second of the move does not include the pause, which alone was longer.
    assert!(last[2] <= 110, "{last:?}");
    // A command that ends the search ends the pause.
    for lines in [
        &["pause", "force", "go", "?"][..],
        &["force", "st 60", "go", "pause", "resume", "?"],
    ] {
        lines.iter().for_each(|line| gui.send(line));
        gui.until("move ");
    }
}

#[test]
fn nodes_are_a_clock() {
    let mut gui = Gui::start(&["new", "variant schoolbook", "post", "st 8", "nps 1000", "go"]);
    let began = Instant::now();
    let mut nodes = 0;
    loop {
        let line = gui.until("");
        if let Some((numbers, _)) = line.split_once('\t') {
            nodes = numbers.split(' ').nth(3).unwrap().parse().unwrap();
        }
        if line.starts_with("move ") {
            break;
        }
    }
    assert!((1000..=8000).contains(&nodes), "{nodes} nodes");
    assert!(began.elapsed() < Duration::from_secs(6), "{:?}", began.elapsed());
    // A second at a million nodes a second is longer.
    for line in ["new", "nps 10000000", "st 0.05", "go"] {
        gui.send(line);
    }
    while gui.thinking().0[3] <= 8000 {}
    gui.until("move ");
}

#[test]
fn the_expected_reply_is_pondered_on() {
    let mut gui = Gui::start(&["new", "hard", "post", "st 0.3", "usermove e2e4"]);
    gui.until("move ");
    let expected = gui.until("Hint: ")["Hint: ".len()..].to_string();
    let (_, moves) = gui.thinking();
    assert!(moves.starts_with(&format!("{expected} ")), "{expected}: {moves}");
    gui.send("hint");
    assert_eq!(gui.until("Hint: "), format!("Hint: {expected}"));
    // No move comes while the opponent thinks, though the time for one is long over.
    let meanwhile = gui.within(Duration::from_millis(700));
    assert!(meanwhile.iter().all(|line| !line.starts_with("move")), "{meanwhile:?}");
    let began = Instant::now();
    gui.send("time 10000");
    gui.send("otim 10000");
    gui.send(&format!("usermove {expected}"));
    gui.until("move ");
    assert!(began.elapsed() < Duration::from_millis(200), "{:?}", began.elapsed());
    // Another move than the expected one starts a new search.
    let expected = gui.until("Hint: ")["Hint: ".len()..].to_string();
    gui.within(Duration::from_millis(400));
    let other = ["a2a3", "h2h3", "a2a4", "h2h4"];
    let other = other.iter().find(|mv| **mv != expected).unwrap();
    gui.send("st 0.4");
    gui.send(&format!("usermove {other}"));
    let before = Instant::now();
    while gui.thinking().0[2] > 20 {}
    gui.until("move ");
    assert!(before.elapsed() > Duration::from_millis(250), "{:?}", before.elapsed());
}

#[test]
fn a_ponder_hit_counts_with_the_clock_of_then() {
    // At first there is much time, at the hit hardly any.
    let mut gui = Gui::start(&["new", "hard", "post", "level 0 100 0", "sd 5", "usermove e2e4"]);
    gui.until("move ");
    let expected = gui.until("Hint: ")["Hint: ".len()..].to_string();
    for line in ["sd 60", "force", "go"] {
        gui.send(line);
    }
    gui.thinking();
    gui.send("?");
    gui.until("move ");
    let _ = expected;
    let expected = gui.until("Hint: ")["Hint: ".len()..].to_string();
    gui.thinking();
    let began = Instant::now();
    gui.send("time 40");
    gui.send(&format!("usermove {expected}"));
    gui.until("move ");
    assert!(began.elapsed() < Duration::from_millis(400), "{:?}", began.elapsed());
}

#[test]
fn the_end_of_the_input_ends_the_process() {
    for lines in [
        &["new", "analyze"][..],
        &["new", "st 0.1", "go", "pause"],
        &["new", "hard", "sd 3", "usermove e2e4"],
        &["new", "edit"],
        &["new", "st 0.1", "hint", "ping 1"],
    ] {
        let gui = Gui::start(lines);
        thread::sleep(Duration::from_millis(50));
        assert!(gui.end().success(), "{lines:?}");
    }
}

#[cfg(unix)]
#[test]
fn interrupts_are_ignored() {
    let mut gui = Gui::start(&["new", "ping 1"]);
    gui.until("pong 1");
    for _ in 0..3 {
        let status = Command::new("kill")
            .args(["-INT", &gui.child.id().to_string()])
            .status()
            .unwrap();
        assert!(status.success());
        gui.send("ping 2");
        gui.until("pong 2");
    }
    gui.send("quit");
    assert!(gui.end().success());
}
