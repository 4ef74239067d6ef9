//! `aanca tune`: fits the weights of the evaluation, and the values of pieces, to games.

use super::{
    ToolError,
    chances::{fit_scale, sigmoid},
};
use crate::{
    board::Side,
    engine::{Engine, SetUp, pgn},
    eval::{
        score::Tapered,
        tuning::{Slopes, Tables, globals, parameters, value_parameter},
        weights::Weights,
    },
    pieces::{PieceType, small},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    collections::{BTreeMap, HashMap},
    fmt, fs,
    io::Write,
    path::{Path, PathBuf},
};

/// What is to be fitted to what.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Games in PGN, of any variants.
    pub files: Vec<PathBuf>,
    /// How much the result of a game counts, against the scores that the players gave, from 0 to 1.
    pub result_share: f64,
    /// How strongly the weights are held where they are.
    pub hold: f64,
    /// How often the slopes are found anew.
    pub rounds: usize,
    /// Only the weights whose names begin with one of these change; none for all weights and tables.
    pub only: Vec<String>,
    /// Whether the values of pieces are fitted, too.
    pub values: bool,
    /// Where the positions are to be written, instead of learning from them.
    pub positions: Option<PathBuf>,
    /// Lines of FEN, `|` and White's centipawns by another judge; a variant's name and `|` before them make a position of
    /// its own of a line.
    pub scores: Option<PathBuf>,
}

/// Positions before this many plies are not used.
const FIRST_PLY: usize = 12;
/// Nor are those that a player thinks better or worse than this, in centipawns.
const DECIDED: f32 = 900.0;
/// Steps of the fit in each round.
const STEPS: usize = 400;
/// One game of so many is not learnt from, but tells how well what is learnt holds for others.
const TEST_SHARE: usize = 8;
/// A usual change of a parameter changes the evaluations by so much, in centipawns: the root of their mean square.
const USUAL_CHANGE: f32 = 4.0;
/// A usual entry of the tables, in centipawns.
const USUAL_CELL: f32 = 12.0;

/// Scores of another judge count up to this, in centipawns.
const MOST: f32 = 2500.0;

/// A position and what it was worth.
struct Sample {
    fen: String,
    /// From 0, a loss of White's, to 1.
    target: f32,
    /// Whether it is not learnt from.
    test: bool,
}

/// A position in a game.
struct Quiet {
    fen: String,
    /// The game's result for White, from 0 to 1; `None` for a position of its own.
    result: Option<f32>,
    /// The player's score for White, in centipawns.
    score: Option<f32>,
    /// That of another judge.
    judged: Option<f32>,
    /// Whether it is not learnt from.
    test: bool,
}

/// By variant.
type Found = BTreeMap<String, Vec<Quiet>>;

/// The samples of one variant.
struct Game {
    name: String,
    /// What its players' scores mean, per centipawn: games with many draws need larger ones.
    scale: f32,
    samples: Vec<Sample>,
}

/// Reads the games, fits, and prints the weights and values that fit best.
///
/// # Errors
/// If a file cannot be read, holds no game that can be used, or the output cannot be written.
pub fn run(engine: &mut Engine, plan: &Plan, out: &mut dyn Write) -> Result<(), ToolError> {
    let judge = plan.scores.as_deref().map(Judge::read).transpose()?;
    let mut games = Found::new();
    let mut number = 0;
    for file in &plan.files {
        let text =
            fs::read_to_string(file).map_err(|error| ToolError::Other(format!("{}: {error}", file.display())))?;
        for game in pgn::games(&text) {
            number += 1;
            collect(engine, &game, number % TEST_SHARE == 0, &mut games);
        }
    }
    if let Some(path) = &plan.positions {
        let lines = |(name, list): (&String, &Vec<Quiet>)| -> String {
            list.iter().map(|quiet| format!("{name}|{}\n", quiet.fen)).collect()
        };
        let text: String = games.iter().map(lines).collect();
        return fs::write(path, text).map_err(|error| ToolError::Other(format!("{}: {error}", path.display())));
    }
    if let Some(judge) = &judge {
        for list in games.values_mut() {
            for quiet in list.iter_mut() {
                quiet.judged = judge.scores.get(&quiet.fen).copied();
            }
        }
        judge.add_positions(engine, &mut games)?;
        for list in games.values_mut() {
            if list.iter().any(|quiet| quiet.judged.is_some()) {
                list.retain(|quiet| quiet.judged.is_some());
            }
        }
    }
    let share = plan.result_share as f32;
    let games: Vec<Game> = games
        .into_iter()
        .map(|(name, samples)| {
            let scale_of = |score: fn(&Quiet) -> Option<f32>| {
                let scored: Vec<(f32, f32)> = samples.iter().filter_map(|s| Some((s.result?, score(s)?))).collect();
                if scored.is_empty() { 0.004 } else { fit_scale(&scored) }
            };
            let (scale, judge_scale) = (scale_of(|quiet| quiet.score), scale_of(|quiet| quiet.judged));
            let sample = |quiet: Quiet| {
                let judged = quiet.judged.map(|score| score * judge_scale);
                let promise = judged.or(quiet.score.map(|score| score * scale)).map(sigmoid);
                let target = match (promise, quiet.result) {
                    (Some(promise), Some(result)) => share * result + (1.0 - share) * promise,
                    (promise, result) => promise.or(result).unwrap_or(0.5),
                };
                Sample {
                    target,
                    fen: quiet.fen,
                    test: quiet.test,
                }
            };
            Game {
                name,
                scale,
                samples: samples.into_iter().map(sample).collect(),
            }
        })
        .collect();
    if games.iter().all(|game| game.samples.is_empty()) {
        return Err(ToolError::Other("there is no position to learn from".to_string()));
    }
    for game in &games {
        writeln!(
            out,
            "{}: {} positions; a score of 100 wins {:.1} % of the points",
            game.name,
            game.samples.len(),
            100.0 * sigmoid(100.0 * game.scale)
        )?;
    }
    let mut weights = Weights::DEFAULT;
    let mut tables = Tables::builtin().clone();
    let globals = globals();
    let values = parameters() - globals;
    let numbers = weights
        .all()
        .into_iter()
        .map(|w| *w)
        .chain(tables.cells.iter().copied());
    let start: Vec<f32> = numbers.flat_map(|w| [w.middle as f32, w.end as f32]).collect();
    let mut found = start.clone();
    found.resize(globals + values * games.len(), 0.0);
    let fixed = plan.fixed(found.len())?;
    for round in 1..=plan.rounds.max(1) {
        let rows = linearise(engine, &games, (&weights, &tables), plan.values, round)?;
        let before = [false, true].map(|test| error(&rows, test, &found, &found, globals));
        let origin = found.clone();
        descend(&rows, &start, &mut found, &fixed, plan.hold as f32);
        let after = [false, true].map(|test| error(&rows, test, &origin, &found, globals));
        writeln!(
            out,
            "round {round}: error {:.5} before, {:.5} after; in what is not learnt from {:.5} before, {:.5} after",
            before[0], after[0], before[1], after[1]
        )?;
        let all = weights.all().into_iter().chain(&mut tables.cells);
        for (weight, pair) in all.zip(found.chunks(2)) {
            *weight = Tapered::new(pair[0].round() as i32, pair[1].round() as i32);
        }
    }
    for (name, weight) in Weights::NAMES.iter().zip(weights.all()) {
        writeln!(out, "    {name} = {}, {};", weight.middle, weight.end)?;
    }
    write!(out, "{tables}")?;
    if plan.values {
        for (number, game) in games.iter().enumerate() {
            write_values(engine, game, &found[globals + number * values..][..values], out)?;
        }
    }
    Ok(())
}

/// What another judge thinks of positions, in White's centipawns.
struct Judge {
    /// Where its file is.
    path: PathBuf,
    /// Of positions in the games, by FEN.
    scores: HashMap<String, f32>,
    /// Of positions of their own: the line's number in the file, the variant, the FEN and the score.
    positions: Vec<(usize, String, String, f32)>,
}

impl Judge {
    fn read(path: &Path) -> Result<Judge, ToolError> {
        let text =
            fs::read_to_string(path).map_err(|error| ToolError::Other(format!("{}: {error}", path.display())))?;
        let mut judge = Judge {
            path: path.to_path_buf(),
            scores: HashMap::new(),
            positions: Vec::new(),
        };
        for (number, line) in (1..).zip(text.lines()) {
            let found = line.rsplit_once('|').and_then(|(position, score)| {
                let score: f32 = score.trim().parse().ok()?;
                score.is_finite().then(|| (position, score.clamp(-MOST, MOST)))
            });
            let Some((position, score)) = found else {
                let expected = "expected FEN|CENTIPAWNS or VARIANT|FEN|CENTIPAWNS";
                return Err(judge.wrong(number, format!("{expected}, found \"{line}\"")));
            };
            match position.split_once('|') {
                Some((variant, fen)) => judge
                    .positions
                    .push((number, variant.to_string(), fen.to_string(), score)),
                None => _ = judge.scores.insert(position.to_string(), score),
            }
        }
        Ok(judge)
    }

    fn wrong(&self, line: usize, message: impl fmt::Display) -> ToolError {
        ToolError::Other(format!("{}, line {line}: {message}", self.path.display()))
    }

    /// Adds the positions of their own to those to be learnt from; those in check are left out, as nobody evaluates them.
    fn add_positions(&self, engine: &mut Engine, games: &mut Found) -> Result<(), ToolError> {
        for (number, (line, variant, fen, score)) in self.positions.iter().enumerate() {
            if engine.variant().name != *variant {
                engine.set_variant(variant).map_err(|error| self.wrong(*line, error))?;
            }
            let set_up = SetUp {
                fen: Some(fen.clone()),
                moves: Vec::new(),
            };
            engine.set_up(&set_up).map_err(|error| self.wrong(*line, error))?;
            if engine.session().in_check() {
                continue;
            }
            let name = engine.variant().name.clone();
            games.entry(name).or_default().push(Quiet {
                fen: engine.session().fen(),
                result: None,
                score: None,
                judged: Some(*score),
                test: number % TEST_SHARE == 0,
            });
        }
        Ok(())
    }
}

/// The quiet positions of a game; those of a game that cannot be played are left out.
fn collect(engine: &mut Engine, game: &pgn::TextGame, test: bool, out: &mut Found) {
    let result = match game.tag("Result").or(game.result) {
        Some("1-0") => 1.0,
        Some("0-1") => 0.0,
        Some("1/2-1/2") => 0.5,
        _ => return,
    };
    let fen = game.tag("FEN").map(str::to_string);
    let named = game.tag("Variant").unwrap_or("chess");
    if engine.set_variant(named).is_err() || engine.set_up(&SetUp { fen, moves: Vec::new() }).is_err() {
        log::warn!("a game in line {} cannot be set up", game.line);
        return;
    }
    let samples = out.entry(engine.variant().name.clone()).or_default();
    let mut comments = game.comments.iter().peekable();
    for (ply, (line, text)) in game.moves.iter().enumerate() {
        let mv = match engine.read_move(text) {
            Ok(mv) => mv,
            Err(error) => {
                log::warn!("line {line}: {error}");
                return;
            }
        };
        while comments.next_if(|(moves, _)| *moves <= ply).is_some() {}
        let score = comments
            .peek()
            .filter(|(moves, _)| *moves == ply + 1)
            .and_then(|(_, text)| centipawns(text));
        let san = engine.write_move(mv).san;
        let session = engine.session();
        let sign = if session.side() == Side::White { 1.0 } else { -1.0 };
        let decided = score.is_some_and(|score| score.abs() > DECIDED);
        if ply >= FIRST_PLY && !san.contains(['x', '=', '+', '#']) && !session.in_check() && !decided {
            samples.push(Quiet {
                fen: session.fen(),
                result: Some(result),
                score: score.map(|score| sign * score),
                judged: None,
                test,
            });
        }
        if engine.play(mv).is_err() {
            return;
        }
    }
}

/// The score in a comment such as `+3.69/3 0.348s`, in centipawns.
fn centipawns(comment: &str) -> Option<f32> {
    let (score, _) = comment.trim().split_once('/')?;
    let pawns: f32 = score.parse().ok()?;
    pawns.is_finite().then_some(100.0 * pawns)
}

/// A sample with its slopes; those of pieces' values are numbered by game.
struct Row {
    slopes: Slopes,
    target: f32,
    scale: f32,
    weight: f32,
    /// Whether it is not learnt from.
    test: bool,
}

impl Row {
    /// The value with the parameters `found`, if the slopes were found at `origin`.
    fn value(&self, origin: &[f32], found: &[f32], globals: usize) -> f32 {
        let mut value = self.slopes.value;
        for (parameter, slope) in &self.slopes.slopes {
            let i = *parameter as usize;
            // The values of pieces are not part of the evaluation that the slopes were found at.
            let from = if i < globals { origin[i] } else { 0.0 };
            value += slope * (found[i] - from);
        }
        let [middle, end] = self.slopes.parts;
        for (cell, count) in &self.slopes.cells {
            let change = |i: usize| found[i] - origin[i];
            let i = *cell as usize;
            value += *count as f32 * (middle * change(i) + end * change(i + 1));
        }
        value
    }
}

/// The mean square of the error, over the positions learnt from or the others.
fn error(rows: &[Row], test: bool, origin: &[f32], found: &[f32], globals: usize) -> f64 {
    let (mut sum, mut weight) = (0.0, 0.0);
    for row in rows.iter().filter(|row| row.test == test) {
        let chance = sigmoid(row.value(origin, found, globals) * row.scale);
        sum += (row.weight * (chance - row.target).powi(2)) as f64;
        weight += row.weight as f64;
    }
    if weight > 0.0 { sum / weight } else { 0.0 }
}

fn linearise(
    engine: &mut Engine,
    games: &[Game],
    (weights, tables): (&Weights, &Tables),
    with_values: bool,
    round: usize,
) -> Result<Vec<Row>, ToolError> {
    let total: usize = games.iter().map(|game| game.samples.len()).sum();
    let bar = ProgressBar::new(total as u64);
    if let Ok(style) = ProgressStyle::with_template("round {msg}: {wide_bar} {pos} of {len} positions") {
        bar.set_style(style);
    }
    bar.set_message(round.to_string());
    let globals = globals();
    let values = parameters() - globals;
    let mut rows = Vec::with_capacity(total);
    for (number, game) in games.iter().enumerate() {
        engine.set_variant(&game.name)?;
        let source = engine.session().slope_source(weights, tables);
        // Every game counts the same, however many positions there are of it.
        let weight = 1.0 / (games.len() * game.samples.len().max(1)) as f32;
        for sample in &game.samples {
            bar.inc(1);
            let Some(mut slopes) = source.slopes(&sample.fen) else {
                continue;
            };
            slopes
                .slopes
                .retain(|(parameter, _)| with_values || (*parameter as usize) < globals);
            for (parameter, _) in &mut slopes.slopes {
                if *parameter as usize >= globals {
                    *parameter += (number * values) as u16;
                }
            }
            rows.push(Row {
                slopes,
                target: sample.target,
                scale: game.scale,
                weight,
                test: sample.test,
            });
        }
    }
    bar.finish_and_clear();
    Ok(rows)
}

impl Plan {
    /// Which of so many parameters stay as they are.
    fn fixed(&self, parameters: usize) -> Result<Vec<bool>, ToolError> {
        for only in &self.only {
            if !Weights::NAMES.iter().any(|name| name.starts_with(only.as_str())) {
                let message = format!("no weight's name begins with \"{only}\"");
                return Err(ToolError::Other(message));
            }
        }
        let fixed = |number: usize| {
            let wanted = |name: &&str| self.only.iter().any(|only| name.starts_with(only.as_str()));
            let is_value = number >= globals();
            !self.only.is_empty() && !is_value && !Weights::NAMES.get(number / 2).is_some_and(wanted)
        };
        Ok((0..parameters).map(fixed).collect())
    }
}

/// Adam (D. Kingma, J. Ba) on the cross entropy. Changes `found`.
fn descend(rows: &[Row], start: &[f32], found: &mut [f32], fixed: &[bool], hold: f32) {
    let origin: Vec<f32> = found.to_vec();
    let globals = start.len();
    let mut squares = vec![0.0f32; found.len()];
    for row in rows {
        for (parameter, slope) in &row.slopes.slopes {
            squares[*parameter as usize] += row.weight * slope * slope;
        }
    }
    // The size of a usual change of each parameter.
    let cells = 2 * Weights::NAMES.len()..globals;
    let unit = |(i, square): (usize, &f32)| match i {
        _ if cells.contains(&i) => USUAL_CELL,
        _ => (USUAL_CHANGE / square.sqrt().max(1e-3)).clamp(1.0, 400.0),
    };
    let units: Vec<f32> = squares.iter().enumerate().map(unit).collect();
    let rest = |i: usize| if i < globals { start[i] } else { 0.0 };
    let (mut first, mut second) = (vec![0.0f32; found.len()], vec![0.0f32; found.len()]);
    for step in 1..=STEPS {
        let mut gradient = vec![0.0f32; found.len()];
        for row in rows.iter().filter(|row| !row.test) {
            let chance = sigmoid(row.value(&origin, found, globals) * row.scale);
            let pull = row.weight * (chance - row.target) * row.scale * 100.0;
            for (parameter, slope) in &row.slopes.slopes {
                gradient[*parameter as usize] += pull * slope;
            }
            for (cell, count) in &row.slopes.cells {
                let pull = pull * *count as f32;
                gradient[*cell as usize] += pull * row.slopes.parts[0];
                gradient[*cell as usize + 1] += pull * row.slopes.parts[1];
            }
        }
        let rate = 0.02;
        for (i, &unit) in units.iter().enumerate().filter(|(i, _)| !fixed[*i]) {
            let g = gradient[i] * unit + hold * (found[i] - rest(i)) / unit;
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.999 * second[i] + 0.001 * g * g;
            let m = first[i] / (1.0 - 0.9f32.powi(step as i32));
            let v = second[i] / (1.0 - 0.999f32.powi(step as i32));
            found[i] -= rate * unit * m / (v.sqrt() + 1e-8);
        }
    }
}

/// The values of a game's pieces as lines of an ini file, on the scale where 208 is a pawn's worth.
fn write_values(engine: &mut Engine, game: &Game, changes: &[f32], out: &mut dyn Write) -> Result<(), ToolError> {
    engine.set_variant(&game.name)?;
    let values = engine.session().values();
    let globals = globals();
    writeln!(out, "[{}]", game.name)?;
    for (key, end) in [("pieceValueMg", false), ("pieceValueEg", true)] {
        write!(out, "{key} =")?;
        for (number, (piece, value)) in engine.variant().pieces.iter().zip(&values).enumerate() {
            let change = changes[value_parameter(PieceType(number as u8), end) - globals];
            let fitted = value[end as usize] as f32 + change;
            if *value != [0, 0] {
                write!(out, " {}:{}", small(piece.letter), (fitted * 2.08).round() as i32)?;
            }
        }
        writeln!(out)?;
    }
    Ok(())
}
