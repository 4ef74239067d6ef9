//! A conversation with the engine, line by line, as a GUI has it.

use aanca::{engine::Engine, protocol};
use std::{
    io::{self, Read, Write},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender},
    thread::{self, JoinHandle},
    time::Duration,
};

/// An engine that listens on a thread of its own.
pub struct Conversation {
    input: Sender<Vec<u8>>,
    lines: Receiver<String>,
    engine: JoinHandle<()>,
}

impl Conversation {
    /// Begins to listen; the first line that is said chooses the protocol.
    pub fn start(engine: Engine) -> Conversation {
        let (input, coming) = mpsc::channel();
        let (sender, lines) = mpsc::channel();
        let engine = thread::spawn(move || {
            let input = Lines {
                coming,
                rest: Vec::new(),
            };
            let mut printer = Printer {
                lines: sender,
                line: Vec::new(),
            };
            protocol::run(engine, input, &mut printer).unwrap();
        });
        Conversation { input, lines, engine }
    }

    /// Says a line, whose end is added.
    pub fn say(&self, line: impl AsRef<[u8]>) {
        // Who has quit does not listen.
        let _ = self.input.send([line.as_ref(), b"\n"].concat());
    }

    /// The next line, if it comes in time.
    pub fn hear(&self, patience: Duration) -> Result<String, RecvTimeoutError> {
        self.lines.recv_timeout(patience)
    }

    /// Ends the input and gives the lines that are still said.
    pub fn end(self) -> Vec<String> {
        drop(self.input);
        let rest = self.lines.iter().collect();
        self.engine.join().unwrap();
        rest
    }
}

/// Input whose lines are sent one by one.
struct Lines {
    coming: Receiver<Vec<u8>>,
    rest: Vec<u8>,
}

impl Read for Lines {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.rest.is_empty() {
            // The end of the sender is the end of the input.
            self.rest = self.coming.recv().unwrap_or_default();
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
