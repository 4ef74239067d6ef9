//! `aanca check`: finds what is wrong with variant files.

use super::ToolError;
use crate::{
    engine::{Engine, has_errors},
    variant::Severity,
};
use std::{io::Write, path::PathBuf};

/// Writes everything that is wrong with the files, or worth knowing, one diagnostic a line and a summary for each
/// file. Gives whether all files are free of errors.
///
/// # Errors
/// If the output cannot be written.
pub fn run(engine: &mut Engine, files: &[PathBuf], out: &mut dyn Write) -> Result<bool, ToolError> {
    let mut good = true;
    for path in files {
        let name = path.display();
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) => {
                writeln!(out, "{name}: error: cannot be read: {error}")?;
                good = false;
                continue;
            }
        };
        let diagnostics = engine.check(&name.to_string(), &text);
        for diagnostic in &diagnostics {
            writeln!(out, "{diagnostic}")?;
        }
        let count = |severity| diagnostics.iter().filter(|d| d.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        writeln!(
            out,
            "{name}: {}, {}",
            plural(errors, "error"),
            plural(warnings, "warning")
        )?;
        good &= !has_errors(&diagnostics);
    }
    Ok(good)
}

fn plural(count: usize, word: &str) -> String {
    match count {
        1 => format!("1 {word}"),
        _ => format!("{count} {word}s"),
    }
}
