//! The file that everything heard and said is written to, if the user wants one (option `Debug Log File`).

use std::{
    cell::RefCell,
    fs::{File, OpenOptions},
    io::{self, Write},
    rc::Rc,
};

/// The log of one conversation; copies share the file.
#[derive(Clone, Default)]
pub(super) struct DebugLog {
    file: Rc<RefCell<Option<File>>>,
}

impl DebugLog {
    /// From now on lines are added at the end of the file at `path`; an empty path ends the log.
    ///
    /// # Errors
    /// If the file cannot be opened, with a message that quotes the path; the log goes on as before.
    pub fn open(&self, path: &str) -> Result<(), String> {
        let file = match path {
            "" => None,
            _ => {
                let opened = OpenOptions::new().append(true).create(true).open(path);
                let message = |error| format!("Debug Log File: \"{}\": {error}", super::quoted(path));
                Some(opened.map_err(message)?)
            }
        };
        *self.file.borrow_mut() = file;
        Ok(())
    }

    /// Notes a line of input.
    pub fn heard(&self, line: &str) {
        self.write(b"> ", line.as_bytes());
    }

    fn write(&self, sign: &[u8], line: &[u8]) {
        let mut file = self.file.borrow_mut();
        let Some(open) = file.as_mut() else { return };
        // One call for a line, so that several programs can share a file.
        if let Err(error) = open.write_all(&[sign, line, b"\n"].concat()) {
            log::warn!("the debug log ends: {error}");
            *file = None;
        }
    }
}

/// Output whose lines are noted in a log.
pub(super) struct Logged<'o> {
    out: &'o mut dyn Write,
    log: DebugLog,
    line: Vec<u8>,
}

impl<'o> Logged<'o> {
    /// Writes to `out`, and notes whole lines in `log`.
    pub fn new(out: &'o mut dyn Write, log: DebugLog) -> Logged<'o> {
        Logged {
            out,
            log,
            line: Vec::new(),
        }
    }
}

impl Write for Logged<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = self.out.write(bytes)?;
        for &byte in &bytes[..written] {
            match byte {
                b'\n' => self.log.write(b"< ", &std::mem::take(&mut self.line)),
                _ => self.line.push(byte),
            }
        }
        Ok(written)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
