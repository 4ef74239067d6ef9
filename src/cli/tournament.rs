//! The arguments of `aanca match`.

use super::{PositionArgs, chance::ChanceArgs, engines::EngineText};
use crate::tools::{
    ToolError,
    arena::{Adjudication, Conditions, DrawRule, Limits, Sprt, TimeControl, WinRule},
    tournament::{Format, OpeningPlan, Plan, Source, Target},
};
use clap::{Args, ValueEnum, value_parser};
use std::{ffi::OsString, fs, path::PathBuf, time::Duration};

/// What is played, and how.
#[derive(Debug, Args)]
#[command(args_override_self = true)]
pub(super) struct MatchArgs {
    /// The variant's name
    #[arg(long, value_name = "NAME")]
    variant: Option<String>,
    #[command(flatten)]
    position: PositionArgs,
    /// An engine: a command, or self for this program's engine, or KEY=VALUE,KEY=VALUE,... with the keys cmd dir name
    /// proto option.NAME tc movetime depth nodes variant letters castling (docs/match.md); at least twice
    #[arg(long, value_name = "ENGINE")]
    engine: Vec<EngineText>,
    /// Read options from a TOML file, with these names; those of the command line come after them
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,
    /// Play this many games with each pairing
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 10, value_parser = value_parser!(u32).range(1..))]
    games: u32,
    /// Who meets whom, with more than two engines
    #[arg(long, value_name = "FORMAT", default_value = "round-robin")]
    format: FormatArg,
    /// Time for the game, in seconds: BASE+INCREMENT or MOVES/BASE+INCREMENT [default: 10+0.1, without another limit]
    #[arg(long, value_name = "TIME", conflicts_with = "movetime")]
    tc: Option<TimeControl>,
    /// Time for each move, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    movetime: Option<u64>,
    /// Think this many plies deep
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = value_parser!(u32).range(1..))]
    depth: Option<u32>,
    /// Search this many nodes a move
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, value_parser = value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Forgive engines that overstep their time by this much, in milliseconds
    #[arg(long, value_name = "MS", allow_negative_numbers = true, default_value_t = 0)]
    margin: u64,
    /// What games begin with: a number of random plies, a file of games (PGN) or positions (EPD, FEN), or numbers or
    /// numbers:FROM-TO for numbered start positions [default: 8]
    #[arg(long, value_name = "OPENINGS")]
    openings: Option<OpeningsArg>,
    /// Further random plies after a file's or a numbered opening
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true, value_parser = value_parser!(u32).range(..=1000))]
    random_plies: Option<u32>,
    /// Of a file's openings, play at most so many moves, in plies
    #[arg(long, value_name = "PLIES", allow_negative_numbers = true)]
    opening_plies: Option<u32>,
    /// Take a file's openings in their order, not in a random one
    #[arg(long)]
    in_order: bool,
    #[command(flatten)]
    chance: ChanceArgs,
    /// Play each opening once, not twice with changed colours
    #[arg(long)]
    no_pairs: bool,
    /// Write the games as PGN to the end of this file, or to standard output (-), with the summary on standard error
    #[arg(long, value_name = "FILE")]
    pgn: Option<PathBuf>,
    /// Go on with the match whose games are in the file of --pgn
    #[arg(long, requires = "pgn")]
    resume: bool,
    /// After the summary, write it as one line of JSON
    #[arg(long)]
    json: bool,
    /// Play this many games at a time
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=256))]
    concurrency: u32,
    /// The transposition table of each engine, in MiB
    #[arg(long, value_name = "MIB", allow_negative_numbers = true, default_value_t = 16, value_parser = value_parser!(u32).range(1..=65536))]
    hash: u32,
    /// The threads of each engine
    #[arg(long, value_name = "NUMBER", allow_negative_numbers = true, default_value_t = 1, value_parser = value_parser!(u32).range(1..=256))]
    threads: u32,
    /// End games as drawn after this many moves
    #[arg(long, value_name = "MOVES", allow_negative_numbers = true, default_value_t = 600, value_parser = value_parser!(u32).range(1..))]
    max_moves: u32,
    /// End games as drawn when both engines see them as even: FROM,MOVES,VALUE, as from move FROM on, MOVES moves of
    /// each side within VALUE centipawns
    #[arg(long, value_name = "RULE")]
    draw: Option<DrawRule>,
    /// End games as won when both engines see them as won: MOVES,VALUE, as MOVES moves of each side at VALUE centipawns
    /// or more
    #[arg(long, value_name = "RULE")]
    resign: Option<WinRule>,
    /// End the match when a test has told enough: ELO0,ELO1, and perhaps alpha=A,beta=B,scale=normalised
    #[arg(long, value_name = "TEST")]
    sprt: Option<Sprt>,
    /// How long an engine may say nothing where no clock limits it, in seconds
    #[arg(long, value_name = "SECONDS", allow_negative_numbers = true, default_value_t = 60, value_parser = value_parser!(u64).range(1..))]
    patience: u64,
    /// Without a terminal, tell the score on standard error after so many games; 0 for never
    #[arg(long, value_name = "GAMES", allow_negative_numbers = true, default_value_t = 20)]
    interval: u32,
    /// What the games are played for, for their records
    #[arg(long, value_name = "NAME", default_value = "Aanca match")]
    event: String,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum FormatArg {
    RoundRobin,
    Gauntlet,
}

/// Where openings come from, or a number of random plies.
#[derive(Clone, Debug)]
struct OpeningsArg {
    source: Source,
    plies: Option<u32>,
}

impl std::str::FromStr for OpeningsArg {
    type Err = String;

    fn from_str(text: &str) -> Result<OpeningsArg, String> {
        let from = |source| OpeningsArg { source, plies: None };
        if let Ok(plies) = text.parse::<u32>() {
            return match plies {
                0..=1000 => Ok(OpeningsArg {
                    source: Source::Position,
                    plies: Some(plies),
                }),
                _ => Err("expected at most 1000 random plies".to_string()),
            };
        }
        let Some(range) = text.strip_prefix("numbers") else {
            return Ok(from(Source::File(PathBuf::from(text))));
        };
        match range.strip_prefix(':') {
            None if range.is_empty() => Ok(from(Source::Numbers(None))),
            None => Ok(from(Source::File(PathBuf::from(text)))),
            Some(range) => {
                let (first, last) = range.split_once('-').unwrap_or((range, range));
                match (first.parse(), last.parse()) {
                    (Ok(first), Ok(last)) => Ok(from(Source::Numbers(Some((first, last))))),
                    _ => Err("expected numbers:FROM-TO".to_string()),
                }
            }
        }
    }
}

impl MatchArgs {
    /// What they ask for.
    ///
    /// # Errors
    /// If something is missing or does not fit together.
    pub fn plan(self) -> Result<Plan, ToolError> {
        let missing = |what: &str| ToolError::Other(format!("{what} is missing, on the command line or in --config"));
        let variant = self.variant.ok_or_else(|| missing("--variant NAME"))?;
        let mut limits = Limits {
            control: self.tc,
            move_time: self.movetime.map(Duration::from_millis),
            depth: self.depth,
            nodes: self.nodes,
        };
        if limits.is_empty() {
            limits.control = Some(TimeControl {
                moves: None,
                base: Duration::from_secs(10),
                increment: Duration::from_millis(100),
            });
        }
        let patience = Duration::from_secs(self.patience);
        let defaults = [("Hash", self.hash), ("Threads", self.threads)];
        let engines = self.engine.into_iter();
        let entrants = engines
            .map(|engine| engine.entrant(limits, patience, &defaults))
            .collect();
        let openings = self.openings.unwrap_or(OpeningsArg {
            source: Source::Position,
            plies: Some(DEFAULT_PLIES),
        });
        Ok(Plan {
            event: self.event,
            place: self.position.of(Some(variant)),
            entrants,
            format: match self.format {
                FormatArg::RoundRobin => Format::RoundRobin,
                FormatArg::Gauntlet => Format::Gauntlet,
            },
            games: self.games as usize,
            repeats: !self.no_pairs,
            openings: OpeningPlan {
                source: openings.source,
                random_plies: (openings.plies.unwrap_or(0) + self.random_plies.unwrap_or(0)) as usize,
                balance: self.chance.balance,
                plies: self.opening_plies.map_or(usize::MAX, |plies| plies as usize),
                in_order: self.in_order,
                seed: self.chance.seed,
            },
            pgn: self.pgn.map(Target::from),
            concurrency: self.concurrency as usize,
            conditions: Conditions {
                max_moves: self.max_moves,
                margin: Duration::from_millis(self.margin),
                adjudication: Adjudication {
                    draw: self.draw,
                    win: self.resign,
                },
            },
            sprt: self.sprt,
            resumes: self.resume,
            json: self.json,
            interval: self.interval as usize,
        })
    }
}

/// Random plies at the start of each game unless the user says otherwise.
const DEFAULT_PLIES: u32 = 8;

/// The arguments of the program with those of the file after `--config` of `match` put before the others.
///
/// # Errors
/// If the file cannot be read or does not hold options.
pub(super) fn with_config(arguments: Vec<OsString>) -> Result<Vec<OsString>, ToolError> {
    let Some(command) = arguments.iter().position(|argument| argument == "match") else {
        return Ok(arguments);
    };
    let (before, after) = arguments.split_at(command + 1);
    let Some(path) = config_path(after) else {
        return Ok(arguments);
    };
    let wrong = |problem: String| ToolError::Other(format!("{}: {problem}", path.display()));
    let text = fs::read_to_string(&path).map_err(|error| wrong(format!("cannot be read: {error}")))?;
    let table: toml::Table = text
        .parse()
        .map_err(|error: toml::de::Error| wrong(error.to_string()))?;
    let mut out = before.to_vec();
    for (key, value) in &table {
        out.extend(options(key, value).map_err(wrong)?.into_iter().map(OsString::from));
    }
    out.extend(after.iter().cloned());
    Ok(out)
}

fn config_path(arguments: &[OsString]) -> Option<PathBuf> {
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        if argument == "--config" {
            return arguments.next().map(PathBuf::from);
        }
        if let Some(path) = argument.to_str().and_then(|text| text.strip_prefix("--config=")) {
            return Some(PathBuf::from(path));
        }
    }
    None
}

/// A key of the file as options of the command line.
fn options(key: &str, value: &toml::Value) -> Result<Vec<String>, String> {
    let name = format!("--{key}");
    Ok(match value {
        toml::Value::Boolean(true) => vec![name],
        toml::Value::Boolean(false) => Vec::new(),
        toml::Value::Array(values) => {
            let values: Result<Vec<Vec<String>>, String> = values.iter().map(|value| options(key, value)).collect();
            values?.concat()
        }
        toml::Value::Table(table) if key == "engine" => vec![name, EngineText::from_table(table)?],
        toml::Value::Table(_) => return Err(format!("\"{key}\" is a table; expected a value")),
        _ => vec![format!("{name}={}", plain(value))],
    })
}

/// A value without the marks of TOML.
pub(super) fn plain(value: &toml::Value) -> String {
    match value {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
