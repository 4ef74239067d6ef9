//! The sequential probability ratio test: when a match has told enough.
//!
//! Two hypotheses about the difference in strength are compared by their greatest likelihoods: of all distributions of
//! a game's or a pair's score that fulfil the hypothesis, the one is taken under which the results are likeliest. The
//! logarithm of the ratio of the two (LLR) ends the test when it leaves the bounds that Wald gives for the risks.

use super::rating::{self, Distribution};
use std::{fmt, str::FromStr};

/// What the numbers of the hypotheses mean.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Scale {
    /// Elo: by the mean score alone.
    #[default]
    Logistic,
    /// Normalised Elo: by the mean score in units of its standard deviation for one game, so that a test takes equally
    /// long however many games are drawn.
    Normalised,
}

/// One unit of the mean's distance from one half, in standard deviations of one game, is so many normalised Elo. Then
/// both scales agree where games have no draws and players are nearly equal.
const NORMALISED_UNIT: f64 = 800.0 / std::f64::consts::LN_10;

/// A test: its hypotheses and its risks.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sprt {
    /// The difference in strength by hypothesis 0.
    pub elo0: f64,
    /// The difference in strength by hypothesis 1, greater.
    pub elo1: f64,
    /// The risk of accepting hypothesis 1 where 0 is true.
    pub alpha: f64,
    /// The risk of accepting hypothesis 0 where 1 is true.
    pub beta: f64,
    /// What the differences mean.
    pub scale: Scale,
}

/// How a test has ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Hypothesis 0 is accepted.
    H0,
    /// Hypothesis 1 is accepted.
    H1,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Verdict::H0 => "H0 accepted",
            Verdict::H1 => "H1 accepted",
        })
    }
}

/// A text that is no test.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "\"{text}\": {problem}; expected ELO0,ELO1 and, if wanted, alpha=A,beta=B,scale=normalised, like 0,5 or 0,5,alpha=0.1"
)]
pub struct SprtError {
    text: String,
    problem: String,
}

impl FromStr for Sprt {
    type Err = SprtError;

    fn from_str(text: &str) -> Result<Sprt, SprtError> {
        let wrong = |problem: String| SprtError {
            text: text.to_string(),
            problem,
        };
        let number = |part: &str| {
            let number = part.trim().parse::<f64>().ok().filter(|n| n.is_finite());
            number.ok_or_else(|| wrong(format!("\"{part}\" is no number")))
        };
        let mut sprt = Sprt {
            elo0: 0.0,
            elo1: 0.0,
            alpha: 0.05,
            beta: 0.05,
            scale: Scale::default(),
        };
        let mut bounds = Vec::new();
        for part in text.split(',') {
            match part.split_once('=').map(|(name, value)| (name.trim(), value.trim())) {
                None => bounds.push(number(part)?),
                Some(("elo0", value)) => bounds.insert(0, number(value)?),
                Some(("elo1", value)) => bounds.push(number(value)?),
                Some(("alpha", value)) => sprt.alpha = number(value)?,
                Some(("beta", value)) => sprt.beta = number(value)?,
                Some(("scale", "logistic")) => sprt.scale = Scale::Logistic,
                Some(("scale", "normalised" | "normalized")) => sprt.scale = Scale::Normalised,
                Some(_) => return Err(wrong(format!("\"{part}\" is not known"))),
            }
        }
        let [elo0, elo1] = bounds[..] else {
            return Err(wrong(format!("{} bounds instead of two", bounds.len())));
        };
        if elo0 >= elo1 {
            return Err(wrong(format!("{elo0} is not less than {elo1}")));
        }
        let is_risk = |risk: f64| risk > 0.0 && risk < 0.5;
        if !is_risk(sprt.alpha) || !is_risk(sprt.beta) {
            return Err(wrong("alpha and beta must lie between 0 and 0.5".to_string()));
        }
        Ok(Sprt { elo0, elo1, ..sprt })
    }
}

impl fmt::Display for Sprt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.scale {
            Scale::Logistic => "Elo",
            Scale::Normalised => "normalised Elo",
        };
        write!(
            f,
            "[{}, {}] {unit}, alpha {}, beta {}",
            self.elo0, self.elo1, self.alpha, self.beta
        )
    }
}

impl Sprt {
    /// The values of the LLR at which the test ends: for hypothesis 0 and for hypothesis 1.
    pub fn bounds(&self) -> (f64, f64) {
        (
            (self.beta / (1.0 - self.alpha)).ln(),
            ((1.0 - self.beta) / self.alpha).ln(),
        )
    }

    /// How the test has ended at this value of the LLR, if it has.
    pub fn verdict(&self, llr: f64) -> Option<Verdict> {
        let (lower, upper) = self.bounds();
        if llr <= lower {
            return Some(Verdict::H0);
        }
        (llr >= upper).then_some(Verdict::H1)
    }

    /// The logarithm of the likelihoods' ratio after games whose scores, worst first, have occurred so often: `[lost,
    /// drawn, won]`, or the five scores of pairs. 0 before the first game.
    pub fn llr(&self, counts: &[u32]) -> f64 {
        let total: u32 = counts.iter().sum();
        if total == 0 {
            return 0.0;
        }
        // What has not occurred yet is not impossible.
        let parts = Distribution::new(counts).parts();
        let raised: Vec<f64> = parts.iter().map(|(_, part)| part.max(TRACE / total as f64)).collect();
        let whole: f64 = raised.iter().sum();
        let parts: Vec<(f64, f64)> = parts
            .iter()
            .zip(&raised)
            .map(|((score, _), part)| (*score, part / whole))
            .collect();
        // A pair's score varies less than a game's.
        let games = if counts.len() > 3 { 2.0f64 } else { 1.0 };
        let [under0, under1] = [self.elo0, self.elo1].map(|elo| match self.scale {
            Scale::Logistic => likeliest(&parts, rating::score(elo)),
            Scale::Normalised => likeliest_normalised(&parts, elo / NORMALISED_UNIT * games.sqrt()),
        });
        let terms = parts.iter().zip(under0.iter().zip(&under1));
        total as f64 * terms.map(|((_, part), (p0, p1))| part * (p1 / p0).ln()).sum::<f64>()
    }
}

/// So often a score is taken to have occurred that has not.
const TRACE: f64 = 1e-3;
/// Steps of the searches for a root, each of which halves the interval or better.
const STEPS: usize = 100;

/// Of the distributions over these values with this mean, the one under which the observed parts are likeliest. By
/// Lagrange's method its probabilities are part / (1 + t (value - mean)), with the t that makes the mean right.
fn likeliest(parts: &[(f64, f64)], mean: f64) -> Vec<f64> {
    let lowest = parts
        .iter()
        .map(|(value, _)| value - mean)
        .fold(f64::INFINITY, f64::min);
    let highest = parts
        .iter()
        .map(|(value, _)| value - mean)
        .fold(f64::NEG_INFINITY, f64::max);
    if lowest >= 0.0 || highest <= 0.0 {
        // No distribution has this mean.
        return parts.iter().map(|(_, part)| *part).collect();
    }
    // All probabilities are positive between these, and the sum falls from infinity to minus infinity.
    let (mut left, mut right) = (-1.0 / highest, -1.0 / lowest);
    let excess = |t: f64| {
        parts
            .iter()
            .map(|(value, part)| part * (value - mean) / (1.0 + t * (value - mean)))
            .sum::<f64>()
    };
    for _ in 0..STEPS {
        let middle = (left + right) / 2.0;
        if excess(middle) > 0.0 {
            left = middle;
        } else {
            right = middle;
        }
    }
    let t = (left + right) / 2.0;
    parts
        .iter()
        .map(|(value, part)| part / (1.0 + t * (value - mean)))
        .collect()
}

/// The same for distributions whose mean lies `distance` standard deviations above one half. The condition is not
/// linear in the probabilities, so it is replaced by its tangent, again and again.
fn likeliest_normalised(parts: &[(f64, f64)], distance: f64) -> Vec<f64> {
    let mut found: Vec<f64> = parts.iter().map(|(_, part)| *part).collect();
    for _ in 0..TANGENTS {
        let mean: f64 = parts.iter().zip(&found).map(|((value, _), p)| value * p).sum();
        let variance: f64 = parts
            .iter()
            .zip(&found)
            .map(|((value, _), p)| p * (value - mean).powi(2))
            .sum();
        let deviation = variance.sqrt();
        let tangent = |value: f64| {
            let spread = deviation / 2.0 + (value - mean).powi(2) / (2.0 * deviation);
            value - 0.5 - distance * spread
        };
        let moved: Vec<(f64, f64)> = parts.iter().map(|(value, part)| (tangent(*value), *part)).collect();
        let next = likeliest(&moved, 0.0);
        let change = next.iter().zip(&found).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        found = next;
        if change < 1e-12 {
            break;
        }
    }
    found
}

/// At most so many tangents; a few are enough.
const TANGENTS: usize = 50;

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
    }

    fn sprt(text: &str) -> Sprt {
        text.parse().unwrap()
    }

    #[test]
    fn texts_are_read() {
        let test = sprt("0,5");
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (0.0, 5.0, 0.05, 0.05));
        let test = sprt("elo0=-4,elo1=0,alpha=0.1,beta=0.2,scale=normalised");
        assert_eq!((test.elo0, test.elo1, test.alpha, test.beta), (-4.0, 0.0, 0.1, 0.2));
        assert_eq!(test.scale, Scale::Normalised);
        for (text, problem) in [
            ("", "\"\" is no number"),
            ("5", "1 bounds"),
            ("5,0", "5 is not less than 0"),
            ("0,5,alpha=0.7", "alpha and beta"),
            ("0,5,gamma=1", "\"gamma=1\" is not known"),
            ("0,x", "\"x\" is no number"),
        ] {
            let error = text.parse::<Sprt>().unwrap_err().to_string();
            assert!(
                error.starts_with(&format!("\"{text}\": ")) && error.contains(problem),
                "{error}"
            );
        }
    }

    #[test]
    fn bounds_are_those_of_wald() {
        let (lower, upper) = sprt("0,5").bounds();
        close(lower, -2.944_439, 1e-6);
        close(upper, 2.944_439, 1e-6);
        let test = sprt("0,5,alpha=0.05,beta=0.1");
        close(test.bounds().0, (0.1f64 / 0.95).ln(), 1e-12);
        assert_eq!(test.verdict(2.8), None);
        assert_eq!(test.verdict(2.9), Some(Verdict::H1));
        assert_eq!(test.verdict(-2.3), Some(Verdict::H0));
    }

    /// With two outcomes the likelihoods are those of Bernoulli, and nothing has to be searched for.
    #[test]
    fn decided_games_are_a_coin() {
        let (won, lost) = (60u32, 40u32);
        for (elo0, elo1) in [(0.0, 10.0), (-20.0, 50.0)] {
            let test = sprt(&format!("{elo0},{elo1}"));
            let [s0, s1] = [elo0, elo1].map(|elo: f64| 1.0 / (1.0 + 10f64.powf(-elo / 400.0)));
            let expected = won as f64 * (s1 / s0).ln() + lost as f64 * ((1.0 - s1) / (1.0 - s0)).ln();
            // A draw that did not occur leaves a trace.
            close(test.llr(&[lost, 0, won]), expected, 2e-3);
        }
    }

    /// For many games and small differences the ratio is that of normal distributions.
    #[test]
    fn many_pairs_are_normal() {
        let counts = [900u32, 4200, 9300, 4500, 1100];
        let total = counts.iter().sum::<u32>() as f64;
        let scores = [0.0, 0.25, 0.5, 0.75, 1.0];
        let mean = counts.iter().zip(scores).map(|(&n, s)| n as f64 * s).sum::<f64>() / total;
        let variance = counts
            .iter()
            .zip(scores)
            .map(|(&n, s)| n as f64 * (s - mean) * (s - mean))
            .sum::<f64>()
            / total;
        let test = sprt("0,4");
        let [s0, s1] = [0.5, 1.0 / (1.0 + 10f64.powf(-0.01))];
        let expected = total * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance);
        close(test.llr(&counts), expected, 0.02 * expected.abs());
        assert!(expected > 3.0, "{expected}");
        // The same with the variance unknown: n/2 log((1 + (t - t0)^2) / (1 + (t - t1)^2)).
        let test = sprt("0,4,scale=normalised");
        let t = (mean - 0.5) / variance.sqrt();
        let t1 = 4.0 / (800.0 / 10f64.ln()) * 2f64.sqrt();
        let expected = total / 2.0 * ((1.0 + t * t) / (1.0 + (t - t1).powi(2))).ln();
        close(test.llr(&counts), expected, 0.02 * expected.abs());
    }

    /// The likeliest distribution is found by trying: no other one with the same mean gives a greater likelihood.
    #[test]
    fn nothing_is_likelier() {
        let parts = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.25), (1.0, 0.15)];
        let mean = 0.47;
        let found = likeliest(&parts, mean);
        let likelihood = |p: &[f64]| parts.iter().zip(p).map(|((_, part), p)| part * p.ln()).sum::<f64>();
        close(found.iter().sum(), 1.0, 1e-9);
        close(parts.iter().zip(&found).map(|((v, _), p)| v * p).sum(), mean, 1e-9);
        let best = likelihood(&found);
        for (a, b, c) in [(0, 1, 2), (1, 2, 3), (2, 3, 4), (0, 2, 4)] {
            for step in [1e-3, -1e-3] {
                // Neither the sum nor the mean changes.
                let mut other = found.clone();
                other[a] += step;
                other[b] -= 2.0 * step;
                other[c] += step;
                assert!(likelihood(&other) < best);
            }
        }
    }

    #[test]
    fn normalised_hypotheses_are_fulfilled() {
        let parts = [(0.0, 0.1), (0.25, 0.2), (0.5, 0.3), (0.75, 0.25), (1.0, 0.15)];
        for distance in [-0.2, 0.0, 0.05, 0.3] {
            let p = likeliest_normalised(&parts, distance);
            let mean: f64 = parts.iter().zip(&p).map(|((v, _), p)| v * p).sum();
            let variance: f64 = parts.iter().zip(&p).map(|((v, _), p)| p * (v - mean).powi(2)).sum();
            close(p.iter().sum(), 1.0, 1e-9);
            close((mean - 0.5) / variance.sqrt(), distance, 1e-9);
        }
    }

    #[test]
    fn few_games_say_little() {
        let test = sprt("0,5");
        assert_eq!(test.llr(&[0; 5]), 0.0);
        for counts in [[1, 0, 0, 0, 0], [0, 0, 1, 0, 0], [0, 0, 0, 0, 3], [0, 0, 200, 0, 0]] {
            let llr = test.llr(&counts);
            assert!(llr.is_finite() && test.verdict(llr).is_none(), "{counts:?}: {llr}");
        }
        assert!(test.llr(&[0, 0, 0, 0, 3]) > 0.0 && test.llr(&[3, 0, 0, 0, 0]) < 0.0);
    }
}
