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
    let mut bytes = Vec::new();
    File::open(path)?.take(LONGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("longer than {} MiB", LONGEST >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, message));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
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

fn unreadable(source: String, error: &io::Error) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        source,
        line: 0,
        section: String::new(),
        key: String::new(),
        message: format!("cannot be read: {error}"),
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
