//! Lines of input, from a terminal with editing and history or from anywhere else.

use rustyline::{DefaultEditor, error::ReadlineError};
use std::io::{self, BufRead, IsTerminal, Read};

/// The longest line that is read, in bytes; what is beyond is the next line.
const MAX_LINE: u64 = 1 << 16;

/// Where lines come from.
pub trait Input {
    /// The next line, asked for with `prompt` where somebody can see it; `None` at the end.
    ///
    /// # Errors
    /// If the input cannot be read.
    fn line(&mut self, prompt: &str) -> io::Result<Option<String>>;
}

/// Lines of any reader, without prompts.
#[derive(Debug)]
pub struct Lines<R>(pub R);

impl<R: BufRead> Input for Lines<R> {
    fn line(&mut self, _prompt: &str) -> io::Result<Option<String>> {
        let mut bytes = Vec::new();
        let read = (&mut self.0).take(MAX_LINE).read_until(b'\n', &mut bytes)?;
        Ok((read > 0).then(|| String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// Lines typed at a terminal.
struct Terminal(DefaultEditor);

impl Input for Terminal {
    fn line(&mut self, prompt: &str) -> io::Result<Option<String>> {
        match self.0.readline(prompt) {
            Ok(line) => {
                // A line that is not remembered can still be obeyed.
                let _ = self.0.add_history_entry(&line);
                Ok(Some(line))
            }
            Err(ReadlineError::Eof | ReadlineError::Interrupted) => Ok(None),
            Err(ReadlineError::Io(error)) => Err(error),
            Err(error) => Err(io::Error::other(error)),
        }
    }
}

/// Standard input, with editing if a person sits there.
pub fn standard_input() -> Box<dyn Input> {
    if io::stdin().is_terminal() && io::stdout().is_terminal() {
        match DefaultEditor::new() {
            Ok(editor) => return Box::new(Terminal(editor)),
            Err(error) => log::debug!("no line editing: {error}"),
        }
    }
    Box::new(Lines(io::stdin().lock()))
}
