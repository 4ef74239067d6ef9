//! Reading the user's files: variants and the opening book.

use crate::{
    engine::Engine,
    variant::{Diagnostic, Severity},
};
use std::{io, path::Path};

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
    match std::fs::read(path) {
        Ok(bytes) => engine.load(&name, &String::from_utf8_lossy(&bytes)),
        Err(error) => vec![unreadable(name, &error)],
    }
}

/// Takes a file as the engine's opening book, or none if its name is empty.
///
/// # Errors
/// If the file cannot be read; the book is the same as before.
pub fn load_book(engine: &mut Engine, path: &str) -> Result<(), Diagnostic> {
    let text = match path {
        "" => Ok(Vec::new()),
        _ => std::fs::read(path),
    };
    let text = text.map_err(|error| unreadable(path.to_string(), &error))?;
    engine.set_book(path, String::from_utf8_lossy(&text).into_owned());
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
