//! Weaker play, for people who want a game: a small budget of nodes and a choice among several lines whose values are
//! seen unclearly.
//!
//! Nothing is left to chance: the error of each value follows from the position, so that the same game is played in
//! the same way at the same strength.

use super::{Request, Settings, Value};
use crate::{board::SplitMix64, eval::score::Score, search::Info};

/// The weakest play, in Elo.
pub(super) const MIN_ELO: i64 = 500;
/// The strongest play that is limited, in Elo.
pub(super) const MAX_ELO: i64 = 2850;
/// The lowest skill level.
pub(super) const MIN_SKILL: i64 = -20;
/// The skill level that limits nothing.
pub(super) const MAX_SKILL: i64 = 20;

/// Nodes per move at the weakest.
const FEWEST_NODES: f64 = 400.0;
/// So much Elo doubles the nodes.
const ELO_PER_DOUBLING: f64 = 140.0;
/// How far off a line's value is at the weakest, in centipawns (the standard deviation).
const LARGEST_ERROR: f64 = 300.0;
/// How many lines there are to choose from.
const LINES: usize = 5;

/// What keeps a search from playing its best.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Handicap {
    /// At most this many nodes are searched.
    pub nodes: u64,
    /// How many lines are searched for.
    pub lines: usize,
    /// The standard deviation of the error of each line's value, in centipawns.
    error: f64,
    /// Part of the seed, so that two strengths do not err in the same way.
    elo: i64,
}

impl Handicap {
    /// The handicap that the options ask for; `None` for play at full strength, and for analysis: whoever analyses wants
    /// to know the truth.
    pub fn of(settings: &Settings, request: &Request) -> Option<Handicap> {
        let elo = match settings {
            _ if settings.analyses || request.infinite => return None,
            Settings {
                limits_strength: true,
                elo,
                ..
            } => *elo,
            Settings { skill: MAX_SKILL, .. } => return None,
            Settings { skill, .. } => MIN_ELO + (skill - MIN_SKILL) * (MAX_ELO - MIN_ELO) / (MAX_SKILL - MIN_SKILL),
        };
        Some(Handicap::with_elo(elo))
    }

    fn with_elo(elo: i64) -> Handicap {
        let above = (elo - MIN_ELO).max(0) as f64;
        let missing = (1.0 - above / (MAX_ELO - MIN_ELO) as f64).max(0.0);
        Handicap {
            nodes: (FEWEST_NODES * (above / ELO_PER_DOUBLING).exp2()) as u64,
            lines: LINES,
            error: LARGEST_ERROR * missing * missing,
            elo,
        }
    }

    /// Which of the lines is played: the one that looks best when each value is off by some error. `key` is the
    /// position's hash key.
    pub fn choose(&self, scores: &[Score], key: u64) -> usize {
        let mut random = SplitMix64::new(key ^ self.elo as u64);
        let mut look = |score: Score| score as f64 + self.error * normal(&mut random);
        let seen: Vec<f64> = scores.iter().map(|&score| look(score)).collect();
        let best = (0..seen.len()).max_by(|&a, &b| seen[a].total_cmp(&seen[b]).then(b.cmp(&a)));
        best.unwrap_or_default()
    }
}

/// A number from a distribution that is nearly normal, with mean 0 and standard deviation 1.
fn normal(random: &mut SplitMix64) -> f64 {
    let mut uniform = || (random.next() >> 11) as f64 / (1u64 << 53) as f64;
    (0..12).map(|_| uniform()).sum::<f64>() - 6.0
}

/// The last exact report of each rank.
#[derive(Default)]
pub(super) struct Candidates {
    lines: Vec<Option<Info>>,
}

impl Candidates {
    /// Notes what a search reports.
    pub fn hear(&mut self, info: &Info) {
        let index = info.multi_pv.saturating_sub(1);
        if self.lines.len() <= index {
            self.lines.resize(index + 1, None);
        }
        self.lines[index] = (!info.pv.is_empty()).then(|| info.clone());
    }

    /// The line that the handicap chooses in the position with this `key`, if there are any.
    pub fn choose(self, handicap: &Handicap, key: u64) -> Option<Info> {
        let mut lines: Vec<Info> = self.lines.into_iter().flatten().collect();
        let scores: Vec<Score> = lines.iter().map(|line| line.score).collect();
        (!lines.is_empty()).then(|| lines.swap_remove(handicap.choose(&scores, key)))
    }
}

/// The value of an even position's winning chances: `[win, draw, loss]` in thousandths for the side to move, as one
/// smooth function of the value.
pub(super) fn chances(value: Value) -> [u32; 3] {
    /// The value at which winning is as likely as not, in centipawns.
    const EVEN_CHANCES: f64 = 130.0;
    /// How quickly the chances change with the value, in centipawns.
    const SLOPE: f64 = 75.0;
    match value {
        Value::Mate(moves) if moves > 0 => [1000, 0, 0],
        Value::Mate(_) => [0, 0, 1000],
        Value::Centipawns(score) => {
            let likely = |score: f64| (1000.0 / (1.0 + ((EVEN_CHANCES - score) / SLOPE).exp())).round() as u32;
            let (win, loss) = (likely(score as f64), likely(-score as f64));
            [win, 1000 - win - loss, loss]
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_elo() {
        let all: Vec<Handicap> = (MIN_ELO..=MAX_ELO).step_by(50).map(Handicap::with_elo).collect();
        for pair in all.windows(2) {
            assert!(
                pair[0].nodes < pair[1].nodes && pair[0].error > pair[1].error,
                "{pair:?}"
            );
        }
        let settings = |limits_strength, elo, skill, analyses| Settings {
            limits_strength,
            elo,
            skill,
            analyses,
            ..Settings::default()
        };
        let of = |settings: &Settings| Handicap::of(settings, &Request::default());
        assert_eq!(of(&Settings::default()), None);
        assert_eq!(of(&settings(true, 1200, -20, true)), None);
        assert_eq!(of(&settings(true, 1200, -20, false)), Some(Handicap::with_elo(1200)));
        assert_eq!(
            of(&settings(false, 1200, -20, false)),
            Some(Handicap::with_elo(MIN_ELO))
        );
    }

    #[test]
    fn errors_are_made_more_often_by_the_weak() {
        let scores = [50, 0, -50, -100];
        let chosen = |elo| {
            let handicap = Handicap::with_elo(elo);
            let worse =
                (0..1000u64).filter(|&key| handicap.choose(&scores, key.wrapping_mul(0x9E37_79B9_7F4A_7C15)) > 0);
            worse.count()
        };
        let (weak, middling, strong) = (chosen(MIN_ELO), chosen(1600), chosen(MAX_ELO));
        assert!(
            weak > 500 && weak > middling + 100 && middling > 50,
            "{weak} {middling}"
        );
        assert_eq!(strong, 0);
        // A mate that is seen is played.
        assert_eq!(Handicap::with_elo(MIN_ELO).choose(&[31_990, 900], 7), 0);
    }

    #[test]
    fn chances_are_thousandths_and_symmetrical() {
        let mut before = 0;
        for score in (-3000..=3000).step_by(10) {
            let [win, draw, loss] = chances(Value::Centipawns(score));
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances(Value::Centipawns(-score)), [loss, draw, win]);
            assert!(win >= before);
            before = win;
        }
        assert!(before > 990);
        assert_eq!(chances(Value::Mate(2)), [1000, 0, 0]);
        assert_eq!(chances(Value::Mate(0)), [0, 0, 1000]);
    }
}
