//! The state of a run in a file, so that it can go on later.

use super::{
    super::ToolError,
    descent::{Descent, Parameter},
    duel::Score,
};
use serde_json::{Map, Value, json};
use std::{
    fs::{self, File},
    io::{self, ErrorKind, Read},
    path::Path,
};

/// No state is larger than this, in bytes: a longer file is something else.
const LARGEST: u64 = 1 << 20;

/// How far a run has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Done {
    /// Pairs played.
    pub pairs: usize,
    /// What the games have given.
    pub score: Score,
}

/// Reads a file, puts the parameters where it has them, and gives how far the run has come; nothing is changed if there
/// is no file.
///
/// # Errors
/// If it cannot be read or is no state of a run with these parameters.
pub(super) fn read(path: &Path, descent: &mut Descent) -> Result<Done, ToolError> {
    let wrong = |problem: String| ToolError::Other(format!("{}: {problem}", path.display()));
    let text = match read_start(path) {
        Ok(text) if text.len() as u64 > LARGEST => {
            return Err(wrong(format!(
                "is larger than {} KiB: no state of a run",
                LARGEST >> 10
            )));
        }
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Done::default()),
        Err(error) => return Err(wrong(format!("cannot be read: {error}"))),
    };
    let value: Value = serde_json::from_str(&text).map_err(|error| wrong(format!("is no JSON: {error}")))?;
    let count = |key: &str| {
        let found = value.get(key).and_then(Value::as_u64);
        found.and_then(|count| u32::try_from(count).ok()).ok_or_else(|| {
            let found = value.get(key).unwrap_or(&Value::Null);
            wrong(format!("\"{key}\" is {found}: expected a whole number"))
        })
    };
    let done = Done {
        pairs: count("pairs")? as usize,
        score: Score {
            won: count("won")?,
            drawn: count("drawn")?,
            lost: count("lost")?,
        },
    };
    let Some(numbers) = value.get("numbers").and_then(Value::as_object) else {
        return Err(wrong("expected an object \"numbers\"".to_string()));
    };
    let chosen = |name: &String| descent.parameters.iter().any(|parameter| parameter.name == *name);
    if let Some(name) = numbers.keys().find(|name| !chosen(name)) {
        return Err(wrong(format!("\"{name}\" is not among the numbers of this run")));
    }
    let mut values = Vec::new();
    for parameter in &descent.parameters {
        let name = &parameter.name;
        let found = numbers.get(name);
        let found = found.ok_or_else(|| wrong(format!("\"{name}\" is missing, one of the numbers of this run")))?;
        let (low, high) = (parameter.low, parameter.high);
        let value = found.as_f64().filter(|value| (low..=high).contains(value));
        values.push(
            value.ok_or_else(|| wrong(format!("\"{name}\" is {found}: expected a number from {low} to {high}")))?,
        );
    }
    for (parameter, value) in descent.parameters.iter_mut().zip(values) {
        parameter.value = value;
    }
    Ok(done)
}

/// A file's text; of one that is larger than [`LARGEST`] one byte more than that.
fn read_start(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(LARGEST + 1).read_to_string(&mut text)?;
    Ok(text)
}

/// Writes a file that [`read`] reads.
///
/// # Errors
/// If it cannot be written.
pub(super) fn write(path: &Path, descent: &Descent, done: &Done) -> Result<(), ToolError> {
    // Rounded, so that what is read is written again as the same.
    let value = |parameter: &Parameter| json!((parameter.value * 1e6).round() / 1e6);
    let parameters = descent.parameters.iter();
    let numbers: Map<String, Value> = parameters.map(|p| (p.name.clone(), value(p))).collect();
    let value = json!({
        "pairs": done.pairs,
        "won": done.score.won,
        "drawn": done.score.drawn,
        "lost": done.score.lost,
        "numbers": numbers,
    });
    // Whatever interrupts the program, the file is the old or the new one.
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(".new");
    let written = fs::write(&fresh, format!("{value:#}\n")).and_then(|()| fs::rename(&fresh, path));
    written.map_err(|error| ToolError::Other(format!("cannot write {}: {error}", path.display())))
}
