//! Layer 9: the protocols that GUIs speak. Lines are read on a thread of their own and, like the reports of a search,
//! arrive as events in one queue; one thread handles them in order and is the only one that writes.

mod debug_log;
mod files;
mod uci;
mod xboard;

pub use files::{load_book, load_file, load_network};
pub use uci::words as uci_words;

use crate::engine::{Answer, Engine, Line};
use debug_log::{DebugLog, Logged};
use std::{
    io::{self, BufRead, BufReader, Read, Write},
    sync::mpsc::{self, Receiver, Sender},
    thread,
};

/// The longest line that is read, in bytes; what is beyond is the next line.
const MAX_LINE: u64 = 1 << 20;

/// The longest part of a wrong text that a message quotes, in characters.
const QUOTED: usize = 80;

/// What can happen.
enum Event {
    /// A line of input.
    Input(String),
    /// The end of the input.
    End,
    /// The search with this number has found a line.
    Found(u64, Box<Line>),
    /// The search with this number has ended.
    Finished(u64, Box<Answer>),
    /// The count of nodes with this number is finished: moves and their counts.
    Counted(u64, Vec<(String, u64)>),
}

/// Whether a front goes on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Flow {
    /// It wants more events.
    Continue,
    /// It is done.
    Quit,
}

/// One protocol, as a machine that handles events.
trait Front {
    /// Handles one event and writes what there is to say.
    fn handle(&mut self, event: Event, out: &mut dyn Write) -> io::Result<Flow>;
}

/// Speaks whichever protocol the first line asks for (`xboard`, else UCI) until the input ends or says `quit`.
///
/// # Errors
/// If the output cannot be written.
pub fn run(engine: Engine, input: impl Read + Send + 'static, output: &mut dyn Write) -> io::Result<()> {
    let (sender, events) = mpsc::channel();
    let for_input = sender.clone();
    thread::spawn(move || read_lines(input, &for_input));
    serve(engine, sender, &events, output)
}

fn serve(engine: Engine, sender: Sender<Event>, events: &Receiver<Event>, output: &mut dyn Write) -> io::Result<()> {
    let mut engine = Some((engine, sender));
    let mut front: Option<Box<dyn Front>> = None;
    let log = DebugLog::default();
    let output = &mut Logged::new(output, log.clone());
    for event in events {
        if front.is_none() && matches!(&event, Event::Input(line) if line.trim().is_empty()) {
            continue;
        }
        if let Event::Input(line) = &event {
            log.heard(line);
        }
        let front = match (&mut front, engine.take()) {
            (Some(front), _) => front,
            (none, Some((engine, sender))) => none.insert(match &event {
                Event::Input(line) if is_xboard(line) => Box::new(xboard::Xboard::new(engine, sender, log.clone())),
                _ => Box::new(uci::Uci::new(engine, sender, log.clone())),
            }),
            (None, None) => break,
        };
        let flow = front.handle(event, output)?;
        output.flush()?;
        if flow == Flow::Quit {
            break;
        }
    }
    Ok(())
}

/// The beginning of a text, for a message.
fn quoted(text: &str) -> String {
    let mut start: String = text.chars().take(QUOTED).collect();
    if start.len() < text.len() {
        start.push('…');
    }
    start
}

fn is_xboard(line: &str) -> bool {
    matches!(line.split_whitespace().next(), Some("xboard" | "protover"))
}

fn read_lines(input: impl Read, events: &Sender<Event>) {
    let mut input = BufReader::new(input);
    loop {
        let mut bytes = Vec::new();
        match input.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => break,
            Ok(_) => {}
        }
        let line = String::from_utf8_lossy(&bytes).trim_end().to_string();
        // The receiver is gone once the protocol has quit.
        if events.send(Event::Input(line)).is_err() {
            return;
        }
    }
    let _ = events.send(Event::End);
}
