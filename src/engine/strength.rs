//! Weaker play, for people who want a game: a small budget of nodes and a choice among several lines whose values are
//! seen unclearly.
//!
//! Nothing is left to chance: the error of each value follows from the position, so that the same game is played in
//! the same way at the same strength.

use super::{Request, Settings};
use crate::{board::SplitMix64, eval::score::Score, search::Info};

/// The weakest play, in Elo.
pub(super) const MIN_ELO: i64 = 500;
/// The strongest play that is limited, in Elo.
pub(super) const MAX_ELO: i64 = 2850;
/// The lowest skill level.
pub(super) const MIN_SKILL: i64 = -20;
/// The skill level that limits nothing.
pub(super) const MAX_SKILL: i64 = 20;

/// What makes some strength.
struct Level {
    elo: f64,
    /// Nodes a move.
    nodes: f64,
    /// How many lines there are to choose from. Fewer than some fifty nodes for each find no more than a few of them.
    lines: f64,
    /// How far off a line's value is, in centipawns (the standard deviation).
    error: f64,
}

const fn level(elo: f64, nodes: f64, lines: f64, error: f64) -> Level {
    Level {
        elo,
        nodes,
        lines,
        error,
    }
}

/// Levels from weak to strong, whose distances were measured by games of chess (docs/strength.md). Others lie between.
const LEVELS: [Level; 8] = [
    level(275.0, 3000.0, 60.0, 1000.0),
    level(675.0, 1000.0, 16.0, 600.0),
    level(1000.0, 1100.0, 8.0, 350.0),
    level(1415.0, 1500.0, 5.0, 200.0),
    level(1640.0, 3000.0, 5.0, 150.0),
    level(1915.0, 8000.0, 5.0, 120.0),
    level(2265.0, 25_000.0, 5.0, 90.0),
    level(2885.0, 100_000.0, 5.0, 55.0),
];

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
        let wanted = elo as f64;
        let above = LEVELS
            .partition_point(|level| level.elo < wanted)
            .clamp(1, LEVELS.len() - 1);
        let (low, high) = (&LEVELS[above - 1], &LEVELS[above]);
        let part = ((wanted - low.elo) / (high.elo - low.elo)).clamp(0.0, 1.0);
        // Equal factors for equal distances: it is by factors that nodes and errors tell.
        let between = |low: f64, high: f64| low * (high / low).powf(part);
        Handicap {
            nodes: between(low.nodes, high.nodes) as u64,
            lines: between(low.lines, high.lines).round() as usize,
            error: between(low.error, high.error),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strength_grows_with_elo() {
        let all: Vec<Handicap> = (MIN_ELO..=MAX_ELO).step_by(50).map(Handicap::with_elo).collect();
        for pair in all.windows(2) {
            // Where there are many lines to choose from, more nodes are needed to find them.
            let per_line = |handicap: &Handicap| handicap.nodes / handicap.lines as u64;
            assert!(
                per_line(&pair[0]) <= per_line(&pair[1]) && pair[0].error > pair[1].error,
                "{pair:?}"
            );
        }
        let measured = Handicap::with_elo(1915);
        assert_eq!((measured.nodes, measured.lines, measured.error), (8000, 5, 120.0));
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
            weak > 500 && weak > middling + 50 && middling > strong + 50,
            "{weak} {middling} {strong}"
        );
        // A mate that is seen is played.
        assert_eq!(Handicap::with_elo(MIN_ELO).choose(&[31_990, 900], 7), 0);
    }
}
