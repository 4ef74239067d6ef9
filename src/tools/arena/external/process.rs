//! A program that runs beside this one and is talked to line by line. Nothing that it does, or leaves undone, can block
//! the caller: a thread writes to it, another reads, and every wait has an end.

use std::{
    fs,
    io::{self, BufRead, BufReader, Read, Write},
    path::{MAIN_SEPARATOR, Path, PathBuf},
    process::{Child, Command, ExitStatus, Stdio},
    sync::mpsc::{self, Receiver, RecvTimeoutError, Sender, SyncSender},
    thread,
    time::{Duration, Instant},
};

/// A longer line is cut into several, in bytes.
const MAX_LINE: u64 = 1 << 20;
/// So many lines wait to be read before the program has to wait.
const MAX_WAITING: usize = 1 << 14;
/// How long a program may take to end by itself after its input is closed.
const PARTING: Duration = Duration::from_millis(500);

/// A line of output, and when it came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line {
    pub text: String,
    pub at: Instant,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NoLine {
    /// None came in time.
    Silence,
    /// The output has ended.
    Ended,
}

/// A program that runs.
pub(super) struct Process {
    child: Child,
    input: Option<Sender<String>>,
    output: Receiver<Line>,
    /// For the log.
    label: String,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// If it cannot be started.
    pub fn start(label: &str, command: &[String], directory: Option<&Path>) -> io::Result<Process> {
        let Some((program, arguments)) = command.split_first() else {
            return Err(io::Error::new(io::ErrorKind::InvalidInput, "the command is empty"));
        };
        // A path is meant from here, wherever the program runs.
        let program = match directory {
            Some(_) if program.contains(MAIN_SEPARATOR) => fs::canonicalize(program)?,
            _ => PathBuf::from(program),
        };
        let mut builder = Command::new(program);
        builder
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null());
        if let Some(directory) = directory {
            builder.current_dir(directory);
        }
        // A group of its own: what the user's terminal tells this program is not meant for it, and whatever it starts
        // ends with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut builder, 0);
        let mut child = builder.spawn()?;
        let (input, lines_to_write) = mpsc::channel::<String>();
        let (lines_read, output) = mpsc::sync_channel(MAX_WAITING);
        if let Some(mut stdin) = child.stdin.take() {
            thread::spawn(move || {
                for line in lines_to_write {
                    let written = stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush());
                    if written.is_err() {
                        // The program is gone, which the end of its output tells.
                        return;
                    }
                }
            });
        }
        if let Some(stdout) = child.stdout.take() {
            thread::spawn(move || read_lines(stdout, &lines_read));
        }
        Ok(Process {
            child,
            input: Some(input),
            output,
            label: label.to_string(),
        })
    }

    /// Sends a line.
    pub fn send(&self, line: &str) {
        log::trace!("> {}: {line}", self.label);
        if let Some(input) = &self.input {
            let _ = input.send(format!("{line}\n"));
        }
    }

    /// The next line, which must come before the deadline.
    pub fn receive(&self, deadline: Instant) -> Result<Line, NoLine> {
        let line = self
            .output
            .recv_timeout(deadline.saturating_duration_since(Instant::now()));
        match line {
            Ok(line) => {
                log::trace!("< {}: {}", self.label, line.text);
                Ok(line)
            }
            Err(RecvTimeoutError::Timeout) => Err(NoLine::Silence),
            Err(RecvTimeoutError::Disconnected) => Err(NoLine::Ended),
        }
    }

    /// The next line. If none comes before the deadline, `hurry` is sent, once, and moves the deadline by `grace`.
    pub fn receive_hurrying(
        &self,
        deadline: &mut Instant,
        hurry: &mut Option<&str>,
        grace: Duration,
    ) -> Result<Line, NoLine> {
        match (self.receive(*deadline), hurry.take()) {
            (Err(NoLine::Silence), Some(word)) => {
                self.send(word);
                *deadline = Instant::now() + grace;
                self.receive(*deadline)
            }
            (other, word) => {
                *hurry = word;
                other
            }
        }
    }

    /// A line that has come already.
    pub fn waiting(&self) -> Option<Line> {
        self.receive(Instant::now()).ok()
    }

    /// How the program has ended, in words, if it has.
    pub fn end(&mut self) -> String {
        // The end of the output comes a moment before that of the program.
        match wait(&mut self.child, PARTING) {
            Some(status) => format!("it has ended with {status}"),
            None => "it has closed its output".to_string(),
        }
    }

    /// Lets the program end, by `farewell` or by force.
    pub fn quit(&mut self, farewell: &str) {
        self.send(farewell);
        self.input = None;
        if wait(&mut self.child, PARTING).is_none() {
            self.kill();
        }
    }

    fn kill(&mut self) {
        #[cfg(unix)]
        if let Ok(None) = self.child.try_wait() {
            use nix::{sys::signal, unistd::Pid};
            let group = i32::try_from(self.child.id()).map(Pid::from_raw);
            let _ = group.map(|group| signal::killpg(group, signal::Signal::SIGKILL));
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Waits for the end of a program.
fn wait(child: &mut Child, patience: Duration) -> Option<ExitStatus> {
    let deadline = Instant::now() + patience;
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status),
            Ok(None) if Instant::now() < deadline => thread::sleep(Duration::from_millis(2)),
            Ok(None) | Err(_) => return None,
        }
    }
}

fn read_lines(output: impl Read, lines: &SyncSender<Line>) {
    let mut output = BufReader::new(output);
    let mut bytes = Vec::new();
    loop {
        bytes.clear();
        match output.by_ref().take(MAX_LINE).read_until(b'\n', &mut bytes) {
            Ok(0) | Err(_) => return,
            Ok(_) => {}
        }
        let at = Instant::now();
        let text = String::from_utf8_lossy(&bytes).trim_end().to_string();
        if lines.send(Line { text, at }).is_err() {
            return;
        }
    }
}
