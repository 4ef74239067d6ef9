//! Reading the user's files: variants and the opening book.

use crate::{
    engine::Engine,
    variant::{Diagnostic, Severity},
};
use std::{
    fs::File,
    io::{self, Read},
    path::Path,
};

/// The longest file that is read, in bytes: one without an end must not fill the memory.
const LONGEST: u64 = 256 << 20;

/// The text of a file; what is no UTF-8 in it is replaced.
///
/// # Errors
/// If it cannot be read, or is longer than [`LONGEST`].
pub(super) fn read_text(path: &Path) -> io::Result<String> {
    Ok(String::from_utf8_lossy(&read(path)?).into_owned())
}

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read, or is longer than [`LONGEST`].
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("longer than {} MiB", LONGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(bytes)
}

/// Loads the ini files of a list (separated as the system separates the entries of PATH) into the engine, and gives
/// everything that there is to say about them.
pub(super) fn load_files(engine: &mut Engine, paths: &str) -> Vec<Diagnostic> {
    let paths = std::env::split_paths(paths).filter(|path| !path.as_os_str().is_empty());
    paths.flat_map(|path| load_file(engine, &path)).collect()
}

/// Loads an ini file into the engine, and gives everything that there is to say about it. If the file cannot be
/// read, that is an error without a line.
pub fn load_file(engine: &mut Engine, path: &Path) -> Vec<Diagnostic> {
    let name = path.display().to_string();
    match read_text(path) {
        Ok(text) => engine.load(&name, &text),
        Err(error) => vec![unreadable(name, &error)],
    }
}

/// Takes a file as the engine's opening book, or none if its name is empty.
///
/// # Errors
/// If the file cannot be read; the book is the same as before.
pub fn load_book(engine: &mut Engine, path: &str) -> Result<(), Diagnostic> {
    let text = match path {
        "" => Ok(String::new()),
        _ => read_text(Path::new(path)),
    };
    let text = text.map_err(|error| unreadable(path.to_string(), &error))?;
    engine.set_book(path, text);
    Ok(())
}

/// Takes a file as the network that corrects the engine's evaluation, or those that games name if its name is empty, and
/// gives what there is to say about it: an error if it cannot be read or is no network, so that all is as before; a
/// warning if it does not fit the game in progress.
pub fn load_network(engine: &mut Engine, path: &str) -> Option<Diagnostic> {
    let file = match path {
        "" => Ok(Vec::new()),
        _ => read(Path::new(path)),
    };
    let file = match file {
        Ok(file) if file.is_empty() && !path.is_empty() => {
            return Some(remark(Severity::Error, path, "the file is empty"));
        }
        Ok(file) => file,
        Err(error) => return Some(unreadable(path.to_string(), &error)),
    };
    match engine.set_network(file) {
        Ok(None) => None,
        Ok(Some(misfit)) => {
            let game = &engine.variant().name;
            let message = format!("not used in {game}: {misfit}");
            Some(remark(Severity::Warning, path, &message))
        }
        Err(wrong) => Some(remark(Severity::Error, path, &wrong.to_string())),
    }
}

fn unreadable(source: String, error: &io::Error) -> Diagnostic {
    remark(Severity::Error, &source, &format!("cannot be read: {error}"))
}

/// A remark about a file as a whole.
fn remark(severity: Severity, source: &str, message: &str) -> Diagnostic {
    Diagnostic {
        severity,
        source: source.to_string(),
        line: 0,
        section: String::new(),
        key: String::new(),
        message: message.to_string(),
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn files_without_an_end_are_refused() {
        let mut engine = Engine::new().expect("the built-in games are playable");
        let endless = Path::new("/dev/zero");
        let said = load_file(&mut engine, endless);
        assert!(
            said.len() == 1 && said[0].message.contains("longer than 256 MiB"),
            "{said:?}"
        );
        assert!(load_book(&mut engine, "/dev/zero").is_err());
        assert_eq!(
            read_text(Path::new("Cargo.toml")).ok(),
            std::fs::read_to_string("Cargo.toml").ok()
        );
    }
}
