//! How long to think.

use super::limits::Limits;
use std::time::Duration;

/// Limits of time for one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Budget {
    /// No new iteration begins after this; stretched or shortened by how settled the search is.
    pub soft: Option<Duration>,
    /// The search is broken off at this.
    pub hard: Option<Duration>,
}

/// Moves that the rest of a game is thought to take: fewer than it does, as games are decided early and what is saved
/// is of little use later.
const HORIZON: u32 = 22;

impl Budget {
    /// The time for one move under `limits`.
    pub fn new(limits: &Limits) -> Budget {
        // Nothing is lost of a clock that counts nodes.
        let overhead = match limits.node_rate {
            Some(_) => Duration::ZERO,
            None => limits.overhead,
        };
        if let Some(time) = limits.move_time {
            let hard = time.saturating_sub(overhead).max(Duration::from_millis(1));
            return Budget {
                soft: None,
                hard: Some(hard),
            };
        }
        let Some(clock) = limits.clock else {
            return Budget::default();
        };
        // Something is always left over, whatever the clock says.
        let left = clock.time.saturating_sub(overhead);
        let moves = clock.moves_to_go.unwrap_or(HORIZON).clamp(1, HORIZON);
        let share = left / moves + clock.increment.mul_f64(0.7);
        let ceiling = if moves == 1 {
            left.mul_f64(0.85)
        } else {
            left.mul_f64(0.35)
        };
        let hard = share.mul_f64(2.8).min(ceiling).max(Duration::from_millis(1));
        let soft = share.mul_f64(0.75).min(hard);
        Budget {
            soft: Some(soft),
            hard: Some(hard),
        }
    }

    /// The most nodes that this budget allows if time is counted in nodes, at least 1.
    pub fn nodes(&self, node_rate: Option<u64>) -> u64 {
        match (self.hard, node_rate) {
            (Some(hard), Some(rate)) => {
                let nodes = hard.as_nanos().saturating_mul(rate.into()) / 1_000_000_000;
                u64::try_from(nodes).unwrap_or(u64::MAX).max(1)
            }
            _ => u64::MAX,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::limits::Clock, *};

    fn budget(time: u64, increment: u64, moves_to_go: Option<u32>) -> Budget {
        let clock = Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go,
        };
        Budget::new(&Limits {
            clock: Some(clock),
            ..Limits::default()
        })
    }

    #[test]
    fn the_clock_is_never_used_up() {
        for time in [0, 1, 5, 11, 12, 50, 100, 1000, 60_000] {
            for increment in [0, 10, 100, 5000] {
                for moves_to_go in [None, Some(0), Some(1), Some(2), Some(40)] {
                    let budget = budget(time, increment, moves_to_go);
                    let hard = budget.hard.unwrap();
                    assert!(budget.soft.unwrap() <= hard);
                    // Beyond the overhead of 10 ms, at most 85 percent of what is left; never less than 1 ms.
                    let left = Duration::from_millis(time.saturating_sub(10));
                    assert!(
                        hard <= left.mul_f64(0.85).max(Duration::from_millis(1)),
                        "{time} {increment}"
                    );
                }
            }
        }
    }

    #[test]
    fn exact_times_leave_the_overhead() {
        let limits = Limits {
            move_time: Some(Duration::from_millis(100)),
            ..Limits::default()
        };
        assert_eq!(
            Budget::new(&limits),
            Budget {
                soft: None,
                hard: Some(Duration::from_millis(90))
            }
        );
        assert_eq!(Budget::new(&Limits::default()), Budget::default());
    }

    #[test]
    fn nodes_are_a_clock_without_overhead() {
        let limits = Limits {
            move_time: Some(Duration::from_secs(8)),
            node_rate: Some(10_000),
            ..Limits::default()
        };
        assert_eq!(Budget::new(&limits).nodes(limits.node_rate), 80_000);
        assert_eq!(Budget::new(&limits).nodes(None), u64::MAX);
        assert_eq!(Budget::default().nodes(Some(10)), u64::MAX);
        let longest = Limits {
            move_time: Some(Duration::MAX),
            ..limits
        };
        assert_eq!(Budget::new(&longest).nodes(Some(u64::MAX)), u64::MAX);
    }
}
