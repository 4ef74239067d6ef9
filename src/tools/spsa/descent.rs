//! Simultaneous perturbation stochastic approximation (J. C. Spall, 1992): all parameters are moved at once, each up or
//! down at random; two noisy measurements, at the point so found and at the one opposite, tell in which direction to go.

use crate::board::SplitMix64;

/// How fast the steps that are learnt by become smaller, as J. C. Spall recommends.
const ALPHA: f64 = 0.602;
/// How fast the steps that are tried become smaller.
const GAMMA: f64 = 0.101;
/// So much of all iterations the first steps are held back.
const STABILITY: f64 = 0.1;

/// A number that is fitted.
#[derive(Clone, PartialEq, Debug)]
pub struct Parameter {
    /// What it is called.
    pub name: String,
    /// Where it is now.
    pub value: f64,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// The step that is tried in the last iteration.
    pub step: f64,
}

/// How the steps go.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Schedule {
    /// How many iterations there are, at least 1.
    pub iterations: usize,
    /// In the last iteration a parameter moves by its step, times this, for each point by which one side is better.
    pub rate: f64,
}

/// The sizes of the steps in an iteration.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Gains {
    /// Parameters are tried so many times their step away: c_k.
    trial: f64,
    /// They then move by so many times their step for each point: a_k / c_k.
    learning: f64,
}

impl Schedule {
    /// The sizes of iteration `k`, from 0.
    fn gains(&self, k: usize) -> Gains {
        let all = self.iterations.max(1) as f64;
        let hold = STABILITY * all;
        let now = k as f64 + 1.0;
        let trial = (all / now).powf(GAMMA);
        let moving = self.rate * ((hold + all) / (hold + now)).powf(ALPHA);
        Gains {
            trial,
            learning: moving / trial,
        }
    }
}

/// What an iteration tries.
#[derive(Clone, PartialEq, Debug)]
pub struct Trial {
    /// The iteration, from 0.
    pub iteration: usize,
    /// The one point.
    pub plus: Vec<i32>,
    /// The point opposite to it.
    pub minus: Vec<i32>,
    /// For each parameter 1 if it is the larger one in `plus`, otherwise -1.
    signs: Vec<f64>,
}

/// Parameters on their way.
#[derive(Clone, PartialEq, Debug)]
pub struct Descent {
    /// The parameters.
    pub parameters: Vec<Parameter>,
    /// How the steps go.
    pub schedule: Schedule,
}

impl Descent {
    /// What iteration `iteration` tries; it follows from the random numbers and from where the parameters are.
    pub fn trial(&self, iteration: usize, random: &mut SplitMix64) -> Trial {
        let gains = self.schedule.gains(iteration);
        let mut trial = Trial {
            iteration,
            plus: Vec::with_capacity(self.parameters.len()),
            minus: Vec::with_capacity(self.parameters.len()),
            signs: Vec::with_capacity(self.parameters.len()),
        };
        for parameter in &self.parameters {
            let sign = if random.below(2) == 0 { 1.0 } else { -1.0 };
            // Numbers are whole. Rounded at random, they are right on average, also where steps are small.
            let dither = random.below(1 << 32) as f64 / (1u64 << 32) as f64;
            let whole = |value: f64| (value + dither).floor().clamp(parameter.low, parameter.high) as i32;
            let distance = sign * gains.trial * parameter.step;
            trial.plus.push(whole(parameter.value + distance));
            trial.minus.push(whole(parameter.value - distance));
            trial.signs.push(sign);
        }
        trial
    }

    /// Learns that `plus` has been better than `minus` by so many points (worse, if there are fewer than none).
    pub fn learn(&mut self, trial: &Trial, points: f64) {
        let learning = self.schedule.gains(trial.iteration).learning;
        for (parameter, sign) in self.parameters.iter_mut().zip(&trial.signs) {
            let moved = parameter.value + learning * parameter.step * points * sign;
            parameter.value = moved.clamp(parameter.low, parameter.high);
        }
    }

    /// Where the parameters are, as whole numbers.
    pub fn rounded(&self) -> Vec<i32> {
        let values = self.parameters.iter();
        values.map(|parameter| parameter.value.round() as i32).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parameter(value: f64, low: f64, high: f64) -> Parameter {
        Parameter {
            name: "x".to_string(),
            value,
            low,
            high,
            step: (high - low) / 20.0,
        }
    }

    /// Pairs of games between points whose strength falls with the square of their distance from the best point.
    fn noisy_games(best: &[f64], start: &[f64], iterations: usize, rate: f64) -> Descent {
        let mut descent = Descent {
            parameters: start.iter().map(|&value| parameter(value, 0.0, 200.0)).collect(),
            schedule: Schedule { iterations, rate },
        };
        let mut random = SplitMix64::new(7);
        let strength = |point: &[i32]| -> f64 {
            let distances = point.iter().zip(best).map(|(&x, best)| (x as f64 - best) / 100.0);
            -distances.map(|distance| distance * distance).sum::<f64>()
        };
        for k in 0..iterations {
            let trial = descent.trial(k, &mut random);
            let better = strength(&trial.plus) - strength(&trial.minus);
            let mut game = || {
                let chance = 1.0 / (1.0 + (-better).exp());
                if random.below(1 << 20) as f64 / ((1 << 20) as f64) < chance {
                    1.0
                } else {
                    -1.0
                }
            };
            let points = game() + game();
            descent.learn(&trial, points);
        }
        descent
    }

    #[test]
    fn the_best_point_is_found_through_noise() {
        let best = [150.0, 40.0, 90.0, 120.0];
        let found = noisy_games(&best, &[50.0, 120.0, 90.0, 20.0], 40_000, 0.01);
        for (parameter, best) in found.parameters.iter().zip(best) {
            let off = (parameter.value - best).abs();
            assert!(off < 12.0, "{} instead of {best}", parameter.value);
        }
    }

    #[test]
    fn a_best_point_beyond_the_range_leads_to_its_end() {
        let found = noisy_games(&[400.0, -300.0], &[100.0, 100.0], 10_000, 0.01);
        assert_eq!(found.rounded(), [200, 0]);
    }

    #[test]
    fn gains_are_those_of_the_formulas() {
        // a_k = a / (A + k + 1)^alpha and c_k = c / (k + 1)^gamma, where k = 999 is the last of 1000 iterations and
        // A = 100: a_999 = rate and c_999 = 1 settle a and c.
        let schedule = Schedule {
            iterations: 1000,
            rate: 0.01,
        };
        let (a, c) = (0.01 * 1100f64.powf(0.602), 1000f64.powf(0.101));
        for k in [0usize, 10, 500, 999] {
            let (a_k, c_k) = (
                a / (100.0 + k as f64 + 1.0).powf(0.602),
                c / (k as f64 + 1.0).powf(0.101),
            );
            let gains = schedule.gains(k);
            assert!((gains.trial - c_k).abs() < 1e-9 && (gains.learning - a_k / c_k).abs() < 1e-9);
        }
        assert_eq!(schedule.gains(999).trial, 1.0);
        assert!((schedule.gains(999).learning - 0.01).abs() < 1e-12);
    }

    #[test]
    fn trials_are_opposite_and_within_the_range() {
        let descent = Descent {
            parameters: vec![parameter(50.0, 0.0, 100.0), parameter(99.5, 0.0, 100.0)],
            schedule: Schedule {
                iterations: 100,
                rate: 0.01,
            },
        };
        let mut random = SplitMix64::new(1);
        let mut sums = [0i64; 2];
        for _ in 0..400 {
            let trial = descent.trial(99, &mut random);
            assert_eq!((trial.plus[0] - trial.minus[0]).abs(), 10);
            assert_eq!((trial.plus[0] + trial.minus[0]) / 2, 50);
            assert!(trial.plus[1] <= 100 && trial.minus[1] <= 100);
            for (sum, value) in sums.iter_mut().zip([trial.plus[0], trial.minus[1].min(trial.plus[1])]) {
                *sum += value as i64;
            }
        }
        // Both directions are tried, and what lies between whole numbers is rounded both ways: 99.5 - 5.
        assert!((sums[0] - 400 * 50).abs() < 400, "{sums:?}");
        assert!((sums[1] as f64 / 400.0 - 94.5).abs() < 0.1, "{sums:?}");
    }
}
