//! What a score says about the result: chances of winning, drawing and losing, by a model fitted to games that the
//! engine has played against itself (docs/strength.md).

use super::Value;
use crate::{board::Bitboard, position::Position, variant::ScoreMeaning};

/// How the score of even chances, and the spread, depend on the men left: the factor is e to the power of `a u + b u²`,
/// where `u` is by how much the part of the men that is left differs from one half.
const EVEN: [f64; 2] = [-2.64, 4.26];
const SPREAD: [f64; 2] = [0.03, 2.68];

/// The meaning of scores in one position.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Chances {
    /// The score at which winning is as likely as not, in centipawns.
    even: f64,
    /// By how many centipawns more the odds are e times as good.
    spread: f64,
}

impl Chances {
    /// What scores mean in `position`.
    pub fn of<B: Bitboard>(position: &Position<B>) -> Chances {
        let rules = position.rules();
        let men = |position: &Position<B>| position.occupied().count() as f64;
        // Without a start position there is nothing to compare to.
        let full = Position::start(rules).map_or(0.0, |start| men(&start));
        let left = if full > 0.0 { men(position) / full } else { 0.5 };
        Chances::with(rules.variant.chances, left)
    }

    /// The same for a game whose scores have this `meaning`, with this part of the men left.
    fn with(meaning: ScoreMeaning, left: f64) -> Chances {
        let u = left.clamp(0.0, 1.0) - 0.5;
        let factor = |[a, b]: [f64; 2]| (a * u + b * u * u).exp();
        Chances {
            even: meaning.even as f64 * factor(EVEN),
            spread: meaning.spread as f64 * factor(SPREAD),
        }
    }

    /// The chances of winning, drawing and losing, in thousandths, for the side that the value is for.
    pub fn at(&self, value: Value) -> [u32; 3] {
        match value {
            Value::Mate(moves) if moves > 0 => [1000, 0, 0],
            Value::Mate(_) => [0, 0, 1000],
            Value::Centipawns(score) => {
                let likely = |score: f64| (1000.0 / (1.0 + ((self.even - score) / self.spread).exp())) as u32;
                let (win, loss) = (likely(score as f64), likely(-score as f64));
                [win, 1000 - win - loss, loss]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;

    #[test]
    fn they_are_thousandths_and_symmetrical() {
        for (meaning, left) in [
            (ScoreMeaning::default(), 1.0),
            (ScoreMeaning { even: 500, spread: 1 }, 0.3),
            (
                ScoreMeaning {
                    even: 0,
                    spread: 10_000,
                },
                0.0,
            ),
        ] {
            let chances = Chances::with(meaning, left);
            let mut before = 0;
            for score in (-30_000..=30_000).step_by(50) {
                let [win, draw, loss] = chances.at(Value::Centipawns(score));
                assert_eq!(win + draw + loss, 1000);
                assert_eq!(chances.at(Value::Centipawns(-score)), [loss, draw, win]);
                assert!(win >= before);
                before = win;
            }
            assert_eq!(chances.at(Value::Mate(2)), [1000, 0, 0]);
            assert_eq!(chances.at(Value::Mate(0)), [0, 0, 1000]);
        }
    }

    #[test]
    fn the_even_score_wins_every_other_game() {
        let meaning = ScoreMeaning { even: 200, spread: 100 };
        let win = |score, left| Chances::with(meaning, left).at(Value::Centipawns(score))[0];
        assert_eq!(win(200, 0.5), 500);
        // Odds of e to 1.
        assert_eq!(win(300, 0.5), 731);
        // The fewer men are left, the more is needed.
        assert!(
            win(200, 1.0) > 500 && win(200, 0.1) < 250,
            "{} {}",
            win(200, 1.0),
            win(200, 0.1)
        );
    }

    #[test]
    fn games_have_meanings_of_their_own() {
        let mut engine = Engine::new().unwrap();
        let text = "[calm:chess]\nevenChancesScore = 700\nchancesSpread = 0\n";
        assert!(engine.load("calm.ini", text).is_empty());
        engine.set_variant("calm").unwrap();
        let meaning = engine.session().variant().chances;
        assert_eq!((meaning.even, meaning.spread), (700, 1));
    }
}
