//! What results say about playing strength: Elo with its error, and the likelihood that one player is the stronger.
//!
//! The two games of a pair have the same opening, so their results depend on each other, and the pair is what is
//! counted: it gives 0, 1/2, 1, 3/2 or 2 points. Single games are counted where there are no pairs.

/// Of the normal distribution: 95 percent lie within so many standard deviations.
const NORMAL_95: f64 = 1.959_964;
/// The logistic scale of Elo: ten to the power of a difference divided by this is the ratio of the scores.
const SCALE: f64 = 400.0;

/// How often each score has occurred, of equally spaced scores from 0 to 1: lost, drawn, won; or a pair's.
#[derive(Clone, PartialEq, Debug)]
pub struct Distribution {
    counts: Vec<f64>,
}

impl Distribution {
    /// A distribution with so many games or pairs of each score, the worst score first; at least two scores.
    pub fn new(counts: &[u32]) -> Distribution {
        Distribution {
            counts: counts.iter().map(|&count| count as f64).collect(),
        }
    }

    /// How many there are.
    pub fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    /// The scores, and which part of all has each.
    pub fn parts(&self) -> Vec<(f64, f64)> {
        let last = self.counts.len().saturating_sub(1).max(1) as f64;
        let total = self.total();
        let parts = self.counts.iter().enumerate();
        parts.map(|(at, count)| (at as f64 / last, count / total)).collect()
    }

    /// The mean score, from 0 to 1; not a number if there is nothing.
    pub fn mean(&self) -> f64 {
        self.parts().iter().map(|(score, part)| score * part).sum()
    }

    /// The variance of the score of one game or pair.
    pub fn variance(&self) -> f64 {
        let mean = self.mean();
        let parts = self.parts();
        parts.iter().map(|(score, part)| part * (score - mean).powi(2)).sum()
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        (self.variance() / self.total()).sqrt()
    }

    /// The difference in Elo, and the half width of its interval of 95 percent, unless there is too little for one;
    /// `None` where one player has scored everything, or nothing is known.
    pub fn elo(&self) -> Option<(f64, Option<f64>)> {
        let mean = self.mean();
        if !(mean > 0.0 && mean < 1.0) {
            return None;
        }
        let error = NORMAL_95 * self.error();
        // Equal results do not mean that all others would be equal.
        let bounded = error > 0.0 && mean - error > 0.0 && mean + error < 1.0;
        let half = bounded.then(|| (elo(mean + error) - elo(mean - error)) / 2.0);
        Some((elo(mean), half))
    }

    /// How likely it is that the player is the stronger one, from 0 to 1; `None` if nothing is known.
    pub fn superiority(&self) -> Option<f64> {
        let (mean, error) = (self.mean(), self.error());
        if mean.is_nan() {
            return None;
        }
        if error == 0.0 {
            return (mean != 0.5).then_some(if mean > 0.5 { 1.0 } else { 0.0 });
        }
        Some(normal((mean - 0.5) / error))
    }
}

/// The difference in Elo that a score between 0 and 1 stands for.
pub fn elo(score: f64) -> f64 {
    SCALE * (score / (1.0 - score)).log10()
}

/// The score, from 0 to 1, that a difference in Elo leads to.
pub fn score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / SCALE))
}

/// The normal distribution's integral from minus infinity to `x`.
fn normal(x: f64) -> f64 {
    0.5 * erfc(-x / std::f64::consts::SQRT_2)
}

/// The complementary error function: near 0 by the series of the error function, far out by the continued fraction.
fn erfc(x: f64) -> f64 {
    if x < 0.0 {
        return 2.0 - erfc(-x);
    }
    let scale = std::f64::consts::FRAC_2_SQRT_PI * (-x * x).exp();
    if x < 2.5 {
        let (mut term, mut sum) = (x, x);
        for n in 1..100 {
            term *= 2.0 * x * x / (2 * n + 1) as f64;
            sum += term;
        }
        return 1.0 - scale * sum;
    }
    let fraction = (1..=60).rev().fold(x, |below, n| x + n as f64 / 2.0 / below);
    scale / 2.0 / fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(found: f64, expected: f64, tolerance: f64) {
        assert!((found - expected).abs() <= tolerance, "{found} instead of {expected}");
    }

    #[test]
    fn the_normal_distribution_is_that_of_tables() {
        for (x, expected) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.0, 0.158_655_254),
            (1.644_853_627, 0.95),
            (1.959_963_985, 0.975),
            (3.0, 0.998_650_102),
            (-4.0, 3.167_124e-5),
            (5.0, 0.999_999_713),
        ] {
            close(normal(x), expected, 2e-9);
        }
    }

    #[test]
    fn elo_and_score_belong_together() {
        // Three quarters of the points are three to one: 400 log10(3).
        close(elo(0.75), 190.848_502, 1e-6);
        close(score(190.848_502), 0.75, 1e-9);
        close(score(0.0), 0.5, 0.0);
        close(score(400.0), 10.0 / 11.0, 1e-12);
    }

    #[test]
    fn single_games() {
        let of = |results: [u32; 3]| Distribution::new(&results).elo();
        assert_eq!(of([0, 0, 0]), None);
        assert_eq!(of([0, 0, 5]), None);
        assert_eq!(of([5, 0, 0]), None);
        // The standard deviation of a game is sqrt(0.2); 1.96 * 0.4472 / 10 = 0.0877 of score is 61.5 Elo.
        let (elo, error) = of([40, 20, 40]).unwrap();
        close(elo, 0.0, 1e-9);
        close(error.unwrap(), 61.5, 0.5);
        let (elo, _) = of([25, 0, 75]).unwrap();
        close(elo, 190.8, 0.1);
        assert_eq!(of([1, 0, 1]), Some((0.0, None)));
        assert_eq!(Distribution::new(&[0, 0, 0]).superiority(), None);
        assert_eq!(Distribution::new(&[0, 0, 3]).superiority(), Some(1.0));
        assert_eq!(Distribution::new(&[0, 4, 0]).superiority(), None);
        // 52 to 40 with 8 draws: the usual short form for single games is erf((w - l) / sqrt(2 (w + l))) / 2 + 1/2,
        // whose variance is that under equality.
        let found = Distribution::new(&[40, 8, 52]).superiority().unwrap();
        close(found, normal(12.0 / 92f64.sqrt()), 2e-3);
    }

    #[test]
    fn pairs_count_for_what_they_are() {
        // Every pair is one win each: nothing is uncertain, though all games are decided.
        let even = Distribution::new(&[0, 0, 50, 0, 0]);
        assert_eq!((even.mean(), even.variance()), (0.5, 0.0));
        assert_eq!(even.elo(), Some((0.0, None)));
        // Pairs of independent games have half the variance of a game: the error is that of the games.
        let pairs = Distribution::new(&[25, 0, 50, 0, 25]);
        let games = Distribution::new(&[100, 0, 100]);
        close(pairs.variance(), games.variance() / 2.0, 1e-12);
        close(pairs.elo().unwrap().1.unwrap(), games.elo().unwrap().1.unwrap(), 1e-9);
    }
}
