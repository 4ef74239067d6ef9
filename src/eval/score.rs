//! Scores: centipawns, mate scores, and pairs of a middle game and an endgame value.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// A score in centipawns, or a mate score near [`MATE`]; positive is good for the side it is given for.
pub type Score = i32;

/// The score of having mated at the root; a mate `n` plies away is worth `MATE - n`.
pub const MATE: Score = 32_000;
/// More than any score.
pub const INFINITE: Score = 32_001;
/// Stands for the absence of a score; outside of all ranges.
pub const NO_SCORE: Score = 32_002;
/// The least mate score: a win at most this far from certain is not a matter of evaluation any more.
pub const MATE_RANGE: Score = MATE - 512;
/// Evaluations stay within plus and minus this.
pub const EVAL_LIMIT: Score = 30_000;
/// A draw.
pub const DRAW: Score = 0;

/// The score of a win `ply` plies from the root.
#[inline(always)]
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// The score of a loss `ply` plies from the root.
#[inline(always)]
pub const fn mated_in(ply: usize) -> Score {
    ply as Score - MATE
}

/// Whether the score is that of a certain win or loss.
#[inline(always)]
pub const fn is_mate(score: Score) -> bool {
    score >= MATE_RANGE || score <= -MATE_RANGE
}

/// The number of moves in which the side wins (positive) or loses (negative, or 0 if it has lost already); `None`
/// if the score is not that of a certain win or loss.
pub const fn moves_to_mate(score: Score) -> Option<i32> {
    if score >= MATE_RANGE {
        Some((MATE - score + 1) / 2)
    } else if score <= -MATE_RANGE {
        Some(-((MATE + score + 1) / 2))
    } else {
        None
    }
}

/// A middle game and an endgame value in centipawns; a position's phase weighs one against the other.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tapered {
    /// With all pieces on the board.
    pub middle: i32,
    /// With only royals and promoting types left.
    pub end: i32,
}

impl Tapered {
    /// Nothing in either phase.
    pub const ZERO: Tapered = Tapered::new(0, 0);

    /// A pair of values.
    #[inline(always)]
    pub const fn new(middle: i32, end: i32) -> Tapered {
        Tapered { middle, end }
    }

    /// The same value in both phases.
    #[inline(always)]
    pub const fn flat(value: i32) -> Tapered {
        Tapered::new(value, value)
    }

    /// The value at a `phase` from 0 (endgame) to `full` (middle game, more than 0).
    #[inline(always)]
    pub const fn at(self, phase: i32, full: i32) -> Score {
        ((self.middle as i64 * phase as i64 + self.end as i64 * (full - phase) as i64) / full as i64) as i32
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn add(self, other: Tapered) -> Tapered {
        Tapered::new(self.middle + other.middle, self.end + other.end)
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered::new(self.middle - other.middle, self.end - other.end)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn neg(self) -> Tapered {
        Tapered::new(-self.middle, -self.end)
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline(always)]
    fn mul(self, by: i32) -> Tapered {
        Tapered::new(self.middle * by, self.end * by)
    }
}

impl AddAssign for Tapered {
    #[inline(always)]
    fn add_assign(&mut self, other: Tapered) {
        *self = *self + other;
    }
}

impl SubAssign for Tapered {
    #[inline(always)]
    fn sub_assign(&mut self, other: Tapered) {
        *self = *self - other;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mates_are_counted_in_moves() {
        // A mate by the next ply is mate in 1, by the third ply mate in 2.
        assert_eq!(moves_to_mate(mate_in(1)), Some(1));
        assert_eq!(moves_to_mate(mate_in(3)), Some(2));
        // Mated after one own move and the answer; mated already.
        assert_eq!(moves_to_mate(mated_in(2)), Some(-1));
        assert_eq!(moves_to_mate(mated_in(4)), Some(-2));
        assert_eq!(moves_to_mate(mated_in(0)), Some(0));
        assert_eq!(moves_to_mate(EVAL_LIMIT), None);
        assert!(is_mate(mate_in(200)) && is_mate(mated_in(200)) && !is_mate(-EVAL_LIMIT));
    }

    #[test]
    fn phases_are_weighed() {
        let pair = Tapered::new(100, -20);
        assert_eq!((pair.at(10, 10), pair.at(0, 10), pair.at(5, 10)), (100, -20, 40));
        // Both signs round alike, so that a mirrored position has the opposite score.
        assert_eq!((-pair).at(3, 7), -pair.at(3, 7));
    }
}
