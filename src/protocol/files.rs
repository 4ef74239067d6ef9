//! Reading the user's variant files.

use crate::{
    engine::Engine,
    variant::{Diagnostic, Severity},
};
use std::path::Path;

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
        Err(error) => vec![Diagnostic {
            severity: Severity::Error,
            source: name,
            line: 0,
            section: String::new(),
            key: String::new(),
            message: format!("cannot be read: {error}"),
        }],
    }
}
