//! `aanca tune`: fits the weights of the evaluation, and the values of pieces, to games.

use super::ToolError;
use crate::{
    board::Side,
    engine::{Engine, SetUp, pgn},
    eval::{
        score::Tapered,
        tuning::{Slopes, parameters, value_parameter},
        weights::Weights,
    },
    pieces::{PieceType, small},
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{collections::BTreeMap, fs, io::Write, path::PathBuf};

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
    /// Whether the values of pieces are fitted, too.
    pub values: bool,
}

/// Positions before this many plies are not used.
const FIRST_PLY: usize = 12;
/// Nor are those that a player thinks better or worse than this, in centipawns.
const DECIDED: f32 = 900.0;
/// Steps of the fit in each round.
const STEPS: usize = 400;

/// A position and what it was worth.
struct Sample {
    fen: String,
    /// From 0, a loss of White's, to 1.
    target: f32,
}

/// By variant: positions as FENs, the results of their games for White, and the players' scores for White.
type Found = BTreeMap<String, Vec<(String, f32, Option<f32>)>>;

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
    let mut games = Found::new();
    for file in &plan.files {
        let text =
            fs::read_to_string(file).map_err(|error| ToolError::Other(format!("{}: {error}", file.display())))?;
        for game in pgn::games(&text) {
            collect(engine, &game, &mut games);
        }
    }
    let share = plan.result_share as f32;
    let games: Vec<Game> = games
        .into_iter()
        .map(|(name, samples)| {
            let scored: Vec<(f32, f32)> = samples.iter().filter_map(|s| Some((s.1, s.2?))).collect();
            let scale = if scored.is_empty() { 0.004 } else { fit_scale(&scored) };
            let sample = |(fen, result, score): (String, f32, Option<f32>)| Sample {
                fen,
                target: score.map_or(result, |score| share * result + (1.0 - share) * sigmoid(score * scale)),
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
    let globals = 2 * Weights::NAMES.len();
    let values = parameters() - globals;
    let start: Vec<f32> = weights
        .all()
        .into_iter()
        .flat_map(|w| [w.middle as f32, w.end as f32])
        .collect();
    let mut found = start.clone();
    found.resize(globals + values * games.len(), 0.0);
    for round in 1..=plan.rounds.max(1) {
        let rows = linearise(engine, &games, &weights, plan.values, round)?;
        let (before, after) = descend(&rows, &start, &mut found, plan.hold as f32);
        writeln!(out, "round {round}: error {before:.5} before, {after:.5} after")?;
        for (weight, pair) in weights.all().into_iter().zip(found.chunks(2)) {
            *weight = Tapered::new(pair[0].round() as i32, pair[1].round() as i32);
        }
    }
    for (name, weight) in Weights::NAMES.iter().zip(weights.all()) {
        writeln!(out, "    {name} = {}, {};", weight.middle, weight.end)?;
    }
    if plan.values {
        for (number, game) in games.iter().enumerate() {
            write_values(engine, game, &found[globals + number * values..][..values], out)?;
        }
    }
    Ok(())
}

/// The quiet positions of a game; those of a game that cannot be played are left out.
fn collect(engine: &mut Engine, game: &pgn::TextGame, out: &mut Found) {
    let result = match game.tag("Result").or(game.result) {
        Some("1-0") => 1.0,
        Some("0-1") => 0.0,
        Some("1/2-1/2") => 0.5,
        _ => return,
    };
    let fen = game.tag("FEN").map(str::to_string);
    let name = game.tag("Variant").unwrap_or("chess").to_string();
    if engine.set_variant(&name).is_err() || engine.set_up(&SetUp { fen, moves: Vec::new() }).is_err() {
        log::warn!("a game in line {} cannot be set up", game.line);
        return;
    }
    let samples = out.entry(name).or_default();
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
            samples.push((session.fen(), result, score.map(|score| sign * score)));
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

/// The scale, per centipawn, at which scores tell results best.
fn fit_scale(samples: &[(f32, f32)]) -> f32 {
    let error = |scale: f32| -> f64 {
        let errors = samples
            .iter()
            .map(|(result, score)| (sigmoid(score * scale) - result).powi(2) as f64);
        errors.sum()
    };
    let mut scales = (5..150).map(|i| i as f32 / 10_000.0);
    let first = scales.next().unwrap_or(0.004);
    scales
        .fold((first, error(first)), |best, scale| {
            let error = error(scale);
            if error < best.1 { (scale, error) } else { best }
        })
        .0
}

fn sigmoid(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}

/// A sample with its slopes; those of pieces' values are numbered by game.
struct Row {
    slopes: Slopes,
    target: f32,
    scale: f32,
    weight: f32,
}

fn linearise(
    engine: &mut Engine,
    games: &[Game],
    weights: &Weights,
    with_values: bool,
    round: usize,
) -> Result<Vec<Row>, ToolError> {
    let total: usize = games.iter().map(|game| game.samples.len()).sum();
    let bar = ProgressBar::new(total as u64);
    if let Ok(style) = ProgressStyle::with_template("round {msg}: {wide_bar} {pos} of {len} positions") {
        bar.set_style(style);
    }
    bar.set_message(round.to_string());
    let globals = 2 * Weights::NAMES.len();
    let values = parameters() - globals;
    let mut rows = Vec::with_capacity(total);
    for (number, game) in games.iter().enumerate() {
        engine.set_variant(&game.name)?;
        let source = engine.session().slope_source(weights);
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
            });
        }
    }
    bar.finish_and_clear();
    Ok(rows)
}

/// Adam (D. Kingma, J. Ba) on the cross entropy. Changes `found`, and gives the error before and after.
fn descend(rows: &[Row], start: &[f32], found: &mut [f32], hold: f32) -> (f64, f64) {
    let origin: Vec<f32> = found.to_vec();
    let globals = start.len();
    // The size of a usual change of each parameter.
    let unit = |i: usize| {
        if i < globals {
            (start[i].abs() / 2.0).max(8.0)
        } else {
            60.0
        }
    };
    let rest = |i: usize| if i < globals { start[i] } else { 0.0 };
    let (mut first, mut second) = (vec![0.0f32; found.len()], vec![0.0f32; found.len()]);
    let mut errors = (0.0, 0.0);
    for step in 1..=STEPS {
        let mut gradient = vec![0.0f32; found.len()];
        let mut error = 0.0f64;
        for row in rows {
            let mut value = row.slopes.value;
            for (parameter, slope) in &row.slopes.slopes {
                let i = *parameter as usize;
                // The values of pieces are not part of the evaluation that the slopes were found at.
                let from = if i < globals { origin[i] } else { 0.0 };
                value += slope * (found[i] - from);
            }
            let chance = sigmoid(value * row.scale);
            error += (row.weight * (chance - row.target).powi(2)) as f64;
            let pull = row.weight * (chance - row.target) * row.scale * 100.0;
            for (parameter, slope) in &row.slopes.slopes {
                gradient[*parameter as usize] += pull * slope;
            }
        }
        if step == 1 {
            errors.0 = error;
        }
        errors.1 = error;
        let rate = 0.02;
        for i in 0..found.len() {
            let unit = unit(i);
            let g = gradient[i] * unit + hold * (found[i] - rest(i)) / unit;
            first[i] = 0.9 * first[i] + 0.1 * g;
            second[i] = 0.999 * second[i] + 0.001 * g * g;
            let m = first[i] / (1.0 - 0.9f32.powi(step as i32));
            let v = second[i] / (1.0 - 0.999f32.powi(step as i32));
            found[i] -= rate * unit * m / (v.sqrt() + 1e-8);
        }
    }
    errors
}

/// The values of a game's pieces as lines of an ini file, on the scale where 208 is a pawn's worth.
fn write_values(engine: &mut Engine, game: &Game, changes: &[f32], out: &mut dyn Write) -> Result<(), ToolError> {
    engine.set_variant(&game.name)?;
    let values = engine.session().values();
    let globals = 2 * Weights::NAMES.len();
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
