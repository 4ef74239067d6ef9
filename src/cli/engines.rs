//! How the user describes an engine of a match: a command, or `KEY=VALUE,KEY=VALUE,...`.

use super::tournament::plain;
use crate::tools::{
    arena::{
        Limits,
        external::{Program, Protocol},
    },
    tournament::{Entrant, Kind},
};
use std::{path::PathBuf, str::FromStr, time::Duration};

/// The keys of a description.
const KEYS: &str = "cmd, dir, name, proto, option.NAME, tc, movetime, depth, nodes, variant, letters, castling";
/// What is written for this program's own engine.
const SELF: [&str; 2] = ["self", "internal"];

/// An engine as the user describes it.
#[derive(Clone, Debug)]
pub(super) struct EngineText {
    name: Option<String>,
    /// The program and its arguments; `None` for this program's engine.
    program: Option<Program>,
    options: Vec<(String, String)>,
    limits: Limits,
}

impl FromStr for EngineText {
    type Err = String;

    fn from_str(text: &str) -> Result<EngineText, String> {
        let mut pairs: Vec<(String, String)> = Vec::new();
        for part in parts(text) {
            match part.split_once('=') {
                Some((key, value)) if is_key(key.trim()) => pairs.push((key.trim().to_string(), value.to_string())),
                // A command alone.
                _ if pairs.is_empty() => pairs.push(("cmd".to_string(), part)),
                _ => {
                    return Err(format!(
                        "\"{part}\" is no KEY=VALUE; the keys are {KEYS}; write \\, for a comma"
                    ));
                }
            }
        }
        EngineText::of(&pairs)
    }
}

/// The parts between commas; `\,` is a comma in a part.
fn parts(text: &str) -> Vec<String> {
    let mut parts = Vec::new();
    let mut part = String::new();
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ',' => parts.push(std::mem::take(&mut part)),
            '\\' if chars.peek() == Some(&',') => part.extend(chars.next()),
            c => part.push(c),
        }
    }
    parts.push(part);
    parts
}

fn is_key(key: &str) -> bool {
    key.starts_with("option.") || KEYS.split(", ").any(|known| known == key)
}

impl EngineText {
    /// The description that a table of a file makes.
    ///
    /// # Errors
    /// If a value is none that can be written.
    pub fn from_table(table: &toml::Table) -> Result<String, String> {
        let mut parts = Vec::new();
        let mut add = |key: String, value: String| parts.push(format!("{key}={}", value.replace(',', "\\,")));
        for (key, value) in table {
            match value {
                toml::Value::Table(options) if key == "option" => {
                    for (name, value) in options {
                        add(format!("option.{name}"), plain(value));
                    }
                }
                toml::Value::Table(names) if key == "variant" => {
                    for (ours, theirs) in names {
                        add(key.clone(), format!("{ours}={}", plain(theirs)));
                    }
                }
                toml::Value::Table(_) | toml::Value::Array(_) => {
                    return Err(format!("engine: \"{key}\" is not a single value"));
                }
                _ if is_key(key) => add(key.clone(), plain(value)),
                _ => return Err(format!("engine: \"{key}\" is not known; the keys are {KEYS}")),
            }
        }
        // The command alone could be taken for a key.
        parts.sort_by_key(|part| !part.starts_with("cmd="));
        Ok(parts.join(","))
    }

    fn of(pairs: &[(String, String)]) -> Result<EngineText, String> {
        let wrong = |key: &str, error: &dyn std::fmt::Display| format!("{key}: {error}");
        let command = pairs
            .iter()
            .find(|(key, _)| key == "cmd")
            .map(|(_, value)| value.as_str());
        let command = command
            .filter(|command| !command.trim().is_empty())
            .ok_or("cmd is missing")?;
        let program = match SELF.contains(&command) {
            true => None,
            false => Some(shell_words::split(command).map_err(|error| wrong("cmd", &error))?),
        };
        let mut engine = EngineText {
            name: None,
            program: program.map(Program::new),
            options: Vec::new(),
            limits: Limits::default(),
        };
        for (key, value) in pairs {
            let whole = |key: &str| {
                let number = value.parse::<u64>().ok().filter(|&number| number > 0);
                number.ok_or_else(|| format!("{key}: \"{value}\" is no whole number above 0"))
            };
            match (key.as_str(), &mut engine.program) {
                ("cmd", _) => {}
                ("name", _) => engine.name = Some(value.clone()),
                ("tc", _) => engine.limits.control = Some(value.parse().map_err(|error| wrong(key, &error))?),
                ("movetime", _) => engine.limits.move_time = Some(Duration::from_millis(whole(key)?)),
                ("depth", _) => engine.limits.depth = Some(whole(key)?.min(u32::MAX as u64) as u32),
                ("nodes", _) => engine.limits.nodes = Some(whole(key)?),
                (_, _) if key.starts_with("option.") => {
                    let name = key.trim_start_matches("option.");
                    engine.options.push((name.to_string(), value.clone()));
                }
                (_, None) => return Err(format!("{key}: this program's own engine needs no such thing")),
                ("dir", Some(program)) => program.directory = Some(PathBuf::from(value)),
                ("proto", Some(program)) => {
                    program.protocol = match value.as_str() {
                        "auto" => None,
                        _ => Some(value.parse::<Protocol>().map_err(|error| wrong(key, &error))?),
                    }
                }
                ("variant", Some(program)) => {
                    let (ours, theirs) = value
                        .split_once('=')
                        .ok_or_else(|| format!("variant: \"{value}\": expected OURS=THEIRS"))?;
                    program.variants.push((ours.to_string(), theirs.to_string()));
                }
                ("letters", Some(program)) => program.letters = value.parse().map_err(|error| wrong(key, &error))?,
                ("castling", Some(program)) => {
                    program.castling = Some(value.parse().map_err(|error| wrong(key, &error))?);
                }
                _ => return Err(format!("\"{key}\" is not known; the keys are {KEYS}")),
            }
        }
        Ok(engine)
    }

    /// One who takes part, with limits and options for those who have none of their own.
    pub fn entrant(self, limits: Limits, patience: Duration, defaults: &[(&str, u32)]) -> Entrant {
        let defaults = defaults
            .iter()
            .map(|(name, value)| (name.to_string(), value.to_string()));
        let kind = match self.program {
            Some(program) => Kind::External(Box::new(Program {
                options: self.options,
                defaults: defaults.collect(),
                patience,
                ..program
            })),
            None => Kind::Internal(defaults.chain(self.options).collect()),
        };
        Entrant {
            name: self.name,
            kind,
            limits: if self.limits.is_empty() { limits } else { self.limits },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn descriptions_are_read() {
        let engine: EngineText = "./a --x=1 'b c'".parse().unwrap();
        assert_eq!(engine.program.unwrap().command, ["./a", "--x=1", "b c"]);
        let text = "cmd=./a,name=A,proto=xboard,option.Hash=64,option.Log=a\\,b,tc=10+0.1,variant=schoolbook=capablanca,\
                    letters=M=C A=B,castling=O-O,dir=/tmp";
        let engine: EngineText = text.parse().unwrap();
        let program = engine.program.unwrap();
        assert_eq!(engine.name.as_deref(), Some("A"));
        assert_eq!(program.protocol, Some(Protocol::Xboard));
        assert_eq!(program.variant("Schoolbook"), Some("capablanca"));
        assert_eq!(program.letters.to_string(), "M=C A=B");
        assert_eq!(engine.options[1], ("Log".to_string(), "a,b".to_string()));
        assert_eq!(engine.limits.to_string(), "10+0.1");
        let own: EngineText = "self,name=B,depth=3".parse().unwrap();
        assert!(own.program.is_none() && own.limits.depth == Some(3));
    }

    #[test]
    fn wrong_descriptions_are_told() {
        for (text, problem) in [
            ("", "cmd is missing"),
            ("name=A", "cmd is missing"),
            ("./a,b", "\"b\" is no KEY=VALUE"),
            ("./a,nmae=A", "\"nmae=A\" is no KEY=VALUE"),
            ("./a,proto=usi", "\"usi\": expected uci or xboard"),
            ("./a,tc=x", "\"x\" is no time"),
            ("./a,depth=0", "depth: \"0\""),
            ("./a,variant=x", "expected OURS=THEIRS"),
            ("./a,letters=MC", "\"MC\": expected pairs"),
            ("self,proto=uci", "proto: this program's own engine"),
            ("./a 'b", "cmd: "),
        ] {
            let error = text.parse::<EngineText>().unwrap_err();
            assert!(error.contains(problem), "{text}: {error}");
        }
    }

    #[test]
    fn tables_are_descriptions() {
        let table: toml::Table =
            "name = \"A, B\"\ncmd = \"./a\"\ndepth = 5\noption = { Hash = 8, Own = true }\nvariant = { x = \"y\" }"
                .parse()
                .unwrap();
        let engine: EngineText = EngineText::from_table(&table).unwrap().parse().unwrap();
        assert_eq!((engine.name.as_deref(), engine.limits.depth), (Some("A, B"), Some(5)));
        let expected = [("Hash", "8"), ("Own", "true")].map(|(name, value)| (name.to_string(), value.to_string()));
        assert_eq!(engine.options, expected);
        assert_eq!(engine.program.unwrap().variant("x"), Some("y"));
        let table: toml::Table = "cmd = \"./a\"\nhash = 5".parse().unwrap();
        assert!(
            EngineText::from_table(&table)
                .unwrap_err()
                .contains("\"hash\" is not known")
        );
    }
}
