//! `aanca train`: fits a network to positions of games.

use super::{
    ToolError,
    chances::{fit_scale, sigmoid},
};
use crate::{
    board::{Side, SplitMix64},
    engine::{
        Engine,
        network::{BUCKETS, Blueprint, HIDDEN, MOST, Misfit, SCALE, Sample, SamplesHead, bucket},
    },
    variant::movement::is_mirrored,
};
use indicatif::{ProgressBar, ProgressStyle};
use std::{
    fmt,
    fs::{self, File},
    io::{BufReader, Write},
    path::{Path, PathBuf},
    thread,
};

/// What is to be learnt, and how.
#[derive(Clone, PartialEq, Debug)]
pub struct Plan {
    /// Positions, as `aanca datagen` writes them.
    pub files: Vec<PathBuf>,
    /// Where the network goes.
    pub out: PathBuf,
    /// How often all positions are seen.
    pub epochs: usize,
    /// How much the result of a game counts against the search's score, from 0 to 1.
    pub result_share: f32,
    /// The length of the first steps.
    pub rate: f32,
    /// Whether each position may be seen with its files reversed, where pieces move alike on both halves of the board.
    pub mirror: bool,
    /// How many threads.
    pub threads: usize,
    /// The seed of everything random.
    pub seed: u64,
}

/// Positions in a step.
const BATCH: usize = 16_384;
/// One block of so many is not learnt from, but tells how well what is learnt holds for others.
const TEST_SHARE: usize = 16;
/// Positions in a block: a dozen of games.
const BLOCK: usize = 512;
/// So many positions are enough to find out what scores mean.
const JUDGED: usize = 200_000;

/// All positions, packed.
#[derive(Default)]
struct Samples {
    /// Where each position's men begin in `men`; one more than positions.
    starts: Vec<usize>,
    /// Number of the piece in the network, square.
    men: Vec<(u8, u8)>,
    /// The rest of each position.
    heads: Vec<Head>,
}

/// What is known of a position besides its men; for the side to move, scores in centipawns.
#[derive(Clone, Copy)]
struct Head {
    side: Side,
    /// By a search.
    score: f32,
    /// By the evaluation, which the network is to correct.
    base: f32,
    /// The result of the game, from 0 to 1.
    points: f32,
}

impl Samples {
    fn men(&self, number: usize) -> &[(u8, u8)] {
        &self.men[self.starts[number]..self.starts[number + 1]]
    }

    /// Results and scores of about [`JUDGED`] positions.
    fn some(&self) -> Vec<(f32, f32)> {
        let every = (self.heads.len() / JUDGED).max(1);
        self.heads
            .iter()
            .step_by(every)
            .map(|head| (head.points, head.score))
            .collect()
    }
}

/// The numbers of a network while it learns: inputs' rows, the hidden biases, output rows, output biases.
#[derive(Clone)]
struct Numbers {
    inputs: Vec<[f32; HIDDEN]>,
    biases: [f32; HIDDEN],
    outputs: Vec<[[f32; HIDDEN]; 2]>,
    shifts: [f32; BUCKETS],
}

impl Numbers {
    fn zero(inputs: usize) -> Numbers {
        Numbers {
            inputs: vec![[0.0; HIDDEN]; inputs],
            biases: [0.0; HIDDEN],
            outputs: vec![[[0.0; HIDDEN]; 2]; BUCKETS],
            shifts: [0.0; BUCKETS],
        }
    }

    /// Small random numbers to begin with.
    fn random(inputs: usize, random: &mut SplitMix64) -> Numbers {
        let mut numbers = Numbers::zero(inputs);
        let mut uniform = |size: f32| (random.below(1 << 20) as f32 / (1 << 19) as f32 - 1.0) * size;
        let [inputs, biases, outputs, _] = numbers.parts_mut();
        inputs.iter_mut().for_each(|weight| *weight = uniform(0.1));
        outputs.iter_mut().for_each(|weight| *weight = uniform(0.05));
        biases.fill(0.1);
        numbers
    }

    fn clear(&mut self) {
        self.parts_mut().into_iter().for_each(|part| part.fill(0.0));
    }

    /// All numbers, as slices.
    fn parts(&self) -> [&[f32]; 4] {
        [
            self.inputs.as_flattened(),
            &self.biases,
            self.outputs.as_flattened().as_flattened(),
            &self.shifts,
        ]
    }

    fn parts_mut(&mut self) -> [&mut [f32]; 4] {
        [
            self.inputs.as_flattened_mut(),
            &mut self.biases,
            self.outputs.as_flattened_mut().as_flattened_mut(),
            &mut self.shifts,
        ]
    }
}

/// What a batch needs besides the numbers.
struct Setting<'a> {
    samples: &'a Samples,
    blueprint: &'a Blueprint,
    /// A score's logit per centipawn.
    scale: f32,
    mirror: bool,
    plan: &'a Plan,
}

/// What a hidden number hands on.
fn active(x: f32) -> f32 {
    let clipped = x.clamp(0.0, 1.0);
    clipped * clipped
}

fn add(sums: &mut [f32; HIDDEN], row: &[f32; HIDDEN]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}

impl Setting<'_> {
    fn target(&self, number: usize) -> f32 {
        let head = &self.samples.heads[number];
        let share = self.plan.result_share;
        share * head.points + (1.0 - share) * sigmoid(head.score * self.scale)
    }

    /// Loss of a sample; adds its gradient to `gradient`, if there is one.
    fn visit(&self, numbers: &Numbers, number: usize, mirror: bool, gradient: Option<&mut Numbers>) -> f32 {
        let (men, Head { side, base, .. }) = (self.samples.men(number), self.samples.heads[number]);
        let views = [side, side.opponent()];
        let input = |whose: Side, man: &(u8, u8)| self.blueprint.input(whose, man.0, man.1, mirror);
        let mut hidden = [numbers.biases; 2];
        for (sums, whose) in hidden.iter_mut().zip(views) {
            men.iter().for_each(|man| add(sums, &numbers.inputs[input(whose, man)]));
        }
        let bucket = bucket(men.len() as u32, self.blueprint.men);
        let mut value = numbers.shifts[bucket];
        for (sums, row) in hidden.iter().zip(&numbers.outputs[bucket]) {
            value += sums.iter().zip(row).map(|(&x, w)| active(x) * w).sum::<f32>();
        }
        let chance = sigmoid((base + value * SCALE as f32) * self.scale);
        let error = chance - self.target(number);
        if let Some(gradient) = gradient {
            let pull = 2.0 * error * chance * (1.0 - chance) * self.scale * SCALE as f32;
            gradient.shifts[bucket] += pull;
            for (part, whose) in views.into_iter().enumerate() {
                let (sums, row) = (&hidden[part], &numbers.outputs[bucket][part]);
                for (slope, &x) in gradient.outputs[bucket][part].iter_mut().zip(sums) {
                    *slope += pull * active(x);
                }
                let mut slopes = [0.0; HIDDEN];
                for (slope, (&x, weight)) in slopes.iter_mut().zip(sums.iter().zip(row)) {
                    let inside = if (0.0..1.0).contains(&x) { 2.0 * x } else { 0.0 };
                    *slope = pull * weight * inside;
                }
                add(&mut gradient.biases, &slopes);
                men.iter()
                    .for_each(|man| add(&mut gradient.inputs[input(whose, man)], &slopes));
            }
        }
        error * error
    }

    /// The sum of the losses of the samples with these numbers, and its gradient.
    fn batch(&self, numbers: &Numbers, batch: &[u32], gradients: &mut [Numbers], seed: u64) -> f64 {
        let share = batch.len().div_ceil(gradients.len()).max(1);
        thread::scope(|scope| {
            let work = batch.chunks(share).zip(gradients.iter_mut()).enumerate();
            let threads: Vec<_> = work
                .map(|(part, (batch, gradient))| {
                    scope.spawn(move || {
                        gradient.clear();
                        let mut random = SplitMix64::new(seed ^ (part as u64) << 32);
                        let visit = |&number: &u32| {
                            let mirror = self.mirror && random.below(2) == 1;
                            f64::from(self.visit(numbers, number as usize, mirror, Some(&mut *gradient)))
                        };
                        batch.iter().map(visit).sum::<f64>()
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).sum()
        })
    }

    /// The mean loss.
    fn loss(&self, numbers: &Numbers, tests: &[u32]) -> f64 {
        let share = tests.len().div_ceil(self.plan.threads.max(1)).max(1);
        let total: f64 = thread::scope(|scope| {
            let threads: Vec<_> = tests
                .chunks(share)
                .map(|part| {
                    scope.spawn(move || {
                        let visit = |&n: &u32| f64::from(self.visit(numbers, n as usize, false, None));
                        part.iter().map(visit).sum::<f64>()
                    })
                })
                .collect();
            threads.into_iter().filter_map(|thread| thread.join().ok()).sum()
        });
        total / tests.len().max(1) as f64
    }
}

/// Learns and writes the network.
///
/// # Errors
/// If a file cannot be read or written, or is of a game that does not fit the others.
pub fn run(engine: &mut Engine, plan: &Plan, out: &mut dyn Write) -> Result<(), ToolError> {
    let (blueprint, samples) = read(engine, plan)?;
    check_output(&plan.out)?;
    let mut learnt = Vec::new();
    let mut tests = Vec::new();
    for number in 0..samples.heads.len() {
        let test = number / BLOCK % TEST_SHARE == TEST_SHARE - 1;
        if test { &mut tests } else { &mut learnt }.push(number as u32);
    }
    let scale = fit_scale(&samples.some());
    let setting = Setting {
        samples: &samples,
        blueprint: &blueprint,
        scale,
        mirror: plan.mirror && is_mirrored(engine.variant()),
        plan,
    };
    writeln!(
        out,
        "{} positions, {} of them not learnt from; a score of 100 wins {:.1} % of the points",
        samples.heads.len(),
        tests.len(),
        100.0 * sigmoid(100.0 * scale)
    )?;
    if !tests.is_empty() {
        let nothing = setting.loss(&Numbers::zero(blueprint.inputs()), &tests);
        writeln!(out, "loss without a network {nothing:.6}")?;
    }
    out.flush()?;
    let mut random = SplitMix64::new(plan.seed);
    let mut numbers = Numbers::random(blueprint.inputs(), &mut random);
    let (mut first, mut second) = (Numbers::zero(blueprint.inputs()), Numbers::zero(blueprint.inputs()));
    let mut gradients = vec![Numbers::zero(blueprint.inputs()); plan.threads.max(1)];
    let steps = plan.epochs * learnt.len().div_ceil(BATCH);
    let mut step = 0;
    let bar = ProgressBar::new(steps as u64);
    if let Ok(style) = ProgressStyle::with_template("{wide_bar} step {pos} of {len}") {
        bar.set_style(style);
    }
    for epoch in 1..=plan.epochs {
        for i in (1..learnt.len()).rev() {
            learnt.swap(i, random.below(i as u64 + 1) as usize);
        }
        let mut total = 0.0;
        for batch in learnt.chunks(BATCH) {
            step += 1;
            bar.inc(1);
            total += setting.batch(&numbers, batch, &mut gradients, random.next());
            let progress = step as f32 / steps as f32;
            let rate = plan.rate * (0.01 + 0.99 * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos()));
            adam(
                &mut numbers,
                &mut first,
                &mut second,
                &gradients,
                step,
                rate,
                batch.len(),
            );
        }
        write!(out, "epoch {epoch}: loss {:.6}", total / learnt.len() as f64)?;
        if !tests.is_empty() {
            write!(
                out,
                ", in what is not learnt from {:.6}",
                setting.loss(&numbers, &tests)
            )?;
        }
        writeln!(out)?;
        out.flush()?;
    }
    bar.finish_and_clear();
    let [inputs, biases, outputs, shifts] = numbers.parts();
    let file = blueprint.encode(inputs, biases, outputs, shifts);
    fs::write(&plan.out, file).map_err(|error| ToolError::Other(format!("{}: {error}", plan.out.display())))
}

/// Whether a network can be written to this file, which nothing but a network may stand in: better said before all the
/// work than after it.
fn check_output(path: &Path) -> Result<(), ToolError> {
    let wrong = |error: &dyn fmt::Display| ToolError::Other(format!("{}: {error}", path.display()));
    let open = || File::options().create(true).append(true).open(path);
    open().map_err(|error| wrong(&error))?;
    let there = fs::read(path).map_err(|error| wrong(&error))?;
    if !there.is_empty() && matches!(Blueprint::decode(&there), Err(Misfit::File(_))) {
        return Err(wrong(&"there is something else than a network in this file"));
    }
    Ok(())
}

/// Adam with weight decay on the mean of the gradients.
fn adam(
    numbers: &mut Numbers,
    first: &mut Numbers,
    second: &mut Numbers,
    gradients: &[Numbers],
    step: usize,
    rate: f32,
    count: usize,
) {
    let bias = [1.0 - 0.9f32.powi(step as i32), 1.0 - 0.999f32.powi(step as i32)];
    for part in 0..4 {
        let sources: Vec<&[f32]> = gradients.iter().map(|g| g.parts()[part]).collect();
        let values = &mut *numbers.parts_mut()[part];
        let firsts = &mut *first.parts_mut()[part];
        let seconds = &mut *second.parts_mut()[part];
        for i in 0..values.len() {
            let slope = sources.iter().map(|s| s[i]).sum::<f32>() / count as f32;
            firsts[i] = 0.9 * firsts[i] + 0.1 * slope;
            seconds[i] = 0.999 * seconds[i] + 0.001 * slope * slope;
            let move_by = firsts[i] / bias[0] / ((seconds[i] / bias[1]).sqrt() + 1e-8);
            values[i] = (values[i] * (1.0 - 0.01 * rate) - rate * move_by).clamp(-MOST, MOST);
        }
    }
}

/// Reads the positions and finds the network's shape.
fn read(engine: &mut Engine, plan: &Plan) -> Result<(Blueprint, Samples), ToolError> {
    let mut found: Option<Blueprint> = None;
    let mut samples = Samples::default();
    for path in &plan.files {
        let wrong = |error: &dyn fmt::Display| ToolError::Other(format!("{}: {error}", path.display()));
        let file = File::open(path).map_err(|error| wrong(&error))?;
        let mut input = BufReader::new(file);
        let head = SamplesHead::read(&mut input).map_err(|error| wrong(&error))?;
        engine.set_variant(&head.variant).map_err(|error| wrong(&error))?;
        let blueprint = found.get_or_insert_with(|| Blueprint::new(engine.variant()));
        let other = |_| wrong(&"its game has another board or other pieces than those before");
        let places = blueprint.places(engine.variant()).map_err(other)?;
        let pieces = 2 * engine.variant().pieces.len() as u8;
        while let Some(sample) = Sample::read(&mut input).map_err(|error| wrong(&error))? {
            samples.starts.push(samples.men.len());
            for &(piece, square) in &sample.men {
                if piece >= pieces || square as usize >= blueprint.area() {
                    let number = samples.starts.len();
                    let message = format!("damaged: position {number} has piece {piece} on square {square}");
                    return Err(wrong(&message));
                }
                samples.men.push((places[piece as usize / 2] << 1 | piece & 1, square));
            }
            samples.heads.push(Head {
                side: sample.side,
                score: f32::from(sample.score),
                base: f32::from(sample.base),
                points: sample.result.points(),
            });
        }
    }
    samples.starts.push(samples.men.len());
    let blueprint = found.ok_or_else(|| ToolError::Other("there is no file to learn from".to_string()))?;
    if samples.heads.is_empty() {
        return Err(ToolError::Other("there is no position to learn from".to_string()));
    }
    Ok((blueprint, samples))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Registry;

    fn plan() -> Plan {
        Plan {
            files: Vec::new(),
            out: PathBuf::new(),
            epochs: 1,
            result_share: 0.3,
            rate: 0.001,
            mirror: true,
            threads: 2,
            seed: 1,
        }
    }

    /// Random men, scores and results.
    fn samples(count: usize, random: &mut SplitMix64) -> Samples {
        let mut samples = Samples::default();
        for _ in 0..count {
            samples.starts.push(samples.men.len());
            for square in 0..64 {
                if random.below(3) == 0 {
                    samples.men.push((random.below(12) as u8, square));
                }
            }
            let mut score = || random.below(800) as f32 - 400.0;
            samples.heads.push(Head {
                score: score(),
                base: score(),
                side: if score() > 0.0 { Side::White } else { Side::Black },
                points: if score() > 0.0 { 1.0 } else { 0.5 },
            });
        }
        samples.starts.push(samples.men.len());
        samples
    }

    #[test]
    fn gradients_are_slopes_of_the_loss() {
        let blueprint = Blueprint::new(Registry::builtin().get("chess").expect("a built-in game"));
        let mut random = SplitMix64::new(2);
        let (samples, plan) = (samples(12, &mut random), plan());
        let setting = Setting {
            samples: &samples,
            blueprint: &blueprint,
            scale: 0.004,
            mirror: false,
            plan: &plan,
        };
        let mut numbers = Numbers::random(blueprint.inputs(), &mut random);
        let mut gradients = vec![Numbers::zero(blueprint.inputs()); 2];
        let batch: Vec<u32> = (0..12).collect();
        let loss = setting.batch(&numbers, &batch, &mut gradients, 1);
        assert!((loss / 12.0 - setting.loss(&numbers, &batch)).abs() < 1e-6);
        let mut checked = 0;
        for part in 0..4 {
            let length = numbers.parts()[part].len();
            let chosen = (0..length).filter(|i| length < 2000 || i % 97 == 0).take(400);
            for i in chosen {
                let slope: f32 = gradients.iter().map(|gradient| gradient.parts()[part][i]).sum();
                let mut at = |change: f32| {
                    let old = numbers.parts()[part][i];
                    numbers.parts_mut()[part][i] = old + change;
                    let loss = 12.0 * setting.loss(&numbers, &batch);
                    numbers.parts_mut()[part][i] = old;
                    loss
                };
                let found = (at(2e-3) - at(-2e-3)) / 4e-3;
                let difference = (found - f64::from(slope)).abs();
                assert!(difference < 2e-3 + 0.05 * found.abs(), "{part} {i}: {slope} {found}");
                checked += usize::from(found.abs() > 0.01);
            }
        }
        assert!(checked > 20, "{checked}");
    }
}
