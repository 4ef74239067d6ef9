//! Ends games that are decided, by what both players think of their moves.

use super::Judgement;
use crate::{board::Side, engine::Value};
use std::{fmt, str::FromStr};

/// A game is a draw when both players have seen it as even for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DrawRule {
    /// Not before this full move of the game.
    pub from_move: u32,
    /// For so many moves of each player in a row, at least 1.
    pub moves: u32,
    /// Every value was at most so far from 0, in centipawns.
    pub value: u32,
}

/// A game is won when both players have seen it as won by the same one for a while.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinRule {
    /// For so many moves of each player in a row, at least 1.
    pub moves: u32,
    /// Every value was at least so far from 0, in centipawns.
    pub value: u32,
}

/// When games are ended before their end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Adjudication {
    /// As drawn.
    pub draw: Option<DrawRule>,
    /// As won.
    pub win: Option<WinRule>,
}

/// A text that is no rule of adjudication.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("\"{text}\": expected {expected}")]
pub struct RuleError {
    text: String,
    expected: &'static str,
}

/// Reads whole numbers that are separated by commas or colons.
fn numbers<const N: usize>(text: &str) -> Option<[u32; N]> {
    let parts: Option<Vec<u32>> = text.split([',', ':']).map(|part| part.trim().parse().ok()).collect();
    parts?.try_into().ok()
}

impl FromStr for DrawRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<DrawRule, RuleError> {
        match numbers(text) {
            Some([from_move, moves, value]) if moves > 0 => Ok(DrawRule {
                from_move,
                moves,
                value,
            }),
            _ => Err(RuleError {
                text: text.to_string(),
                expected: "FROM,MOVES,VALUE, like 40,8,10: from move 40 on, 8 moves of each side within 10 centipawns",
            }),
        }
    }
}

impl fmt::Display for DrawRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{},{}", self.from_move, self.moves, self.value)
    }
}

impl FromStr for WinRule {
    type Err = RuleError;

    fn from_str(text: &str) -> Result<WinRule, RuleError> {
        match numbers(text) {
            Some([moves, value]) if moves > 0 => Ok(WinRule { moves, value }),
            _ => Err(RuleError {
                text: text.to_string(),
                expected: "MOVES,VALUE, like 4,800: 4 moves of each side at 800 centipawns or more",
            }),
        }
    }
}

impl fmt::Display for WinRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.moves, self.value)
    }
}

/// Watches one game.
#[derive(Clone, Debug)]
pub struct Adjudicator {
    rules: Adjudication,
    /// Full moves made, the one in progress among them.
    plies: u32,
    /// Plies in a row at which the game was even.
    even: u32,
    /// For each side, plies in a row at which it was seen as the winner.
    won: [u32; 2],
}

impl Adjudicator {
    /// A watcher before the first move of a game.
    pub fn new(rules: Adjudication) -> Adjudicator {
        Adjudicator {
            rules,
            plies: 0,
            even: 0,
            won: [0; 2],
        }
    }

    /// A move has been made by `side`, with what its player thinks of it. Gives who has won, or nobody, if the game is
    /// over now.
    pub fn hear(&mut self, side: Side, judgement: Option<&Judgement>) -> Option<Option<Side>> {
        self.plies += 1;
        let value = judgement.map(|judgement| match judgement.value {
            Value::Centipawns(value) => value,
            Value::Mate(moves) if moves > 0 => i32::MAX,
            Value::Mate(_) => -i32::MAX,
        });
        if let Some(rule) = self.rules.draw {
            let is_even = value.is_some_and(|value| value.unsigned_abs() <= rule.value);
            self.even = if is_even { self.even + 1 } else { 0 };
            if self.even >= 2 * rule.moves && self.plies >= 2 * rule.from_move {
                return Some(None);
            }
        }
        if let Some(rule) = self.rules.win {
            let winner = value.filter(|value| value.unsigned_abs() >= rule.value.max(1));
            let winner = winner.map(|value| if value > 0 { side } else { side.opponent() });
            for candidate in Side::BOTH {
                let count = &mut self.won[candidate.index()];
                *count = if winner == Some(candidate) { *count + 1 } else { 0 };
                if *count >= 2 * rule.moves {
                    return Some(Some(candidate));
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::time::Duration;

    fn judgement(value: Value) -> Judgement {
        Judgement {
            value,
            depth: 1,
            nodes: 1,
            time: Duration::ZERO,
        }
    }

    /// The ply, from 1, after which a game with these values (each for the side that moves) is ended, and how.
    fn ended(rules: Adjudication, values: &[Option<i32>]) -> Option<(usize, Option<Side>)> {
        let mut watcher = Adjudicator::new(rules);
        values.iter().enumerate().find_map(|(ply, value)| {
            let side = Side::BOTH[ply % 2];
            let thought = value.map(|value| judgement(Value::Centipawns(value)));
            let winner = watcher.hear(side, thought.as_ref())?;
            Some((ply + 1, winner))
        })
    }

    #[test]
    fn even_games_end_late_enough() {
        let rules = Adjudication {
            draw: Some("3,2,10".parse().unwrap()),
            win: None,
        };
        let even = [Some(5), Some(-10), Some(0), Some(10), Some(3), Some(1), Some(0)];
        assert_eq!(ended(rules, &even), Some((6, None)));
        let mut with_gap = even;
        with_gap[4] = None;
        assert_eq!(ended(rules, &with_gap), None);
        let mut uneven = even;
        uneven[1] = Some(11);
        assert_eq!(ended(rules, &uneven), Some((6, None)));
        uneven[2] = Some(-11);
        assert_eq!(ended(rules, &uneven), Some((7, None)));
    }

    #[test]
    fn won_games_need_both_players() {
        let rules = Adjudication {
            draw: None,
            win: Some("2,500".parse().unwrap()),
        };
        let agreed = [Some(600), Some(-500), Some(700), Some(-800)];
        assert_eq!(ended(rules, &agreed), Some((4, Some(Side::White))));
        assert_eq!(
            ended(rules, &agreed.map(|v| v.map(|v| -v))),
            Some((4, Some(Side::Black)))
        );
        // Both think that they win.
        assert_eq!(ended(rules, &[Some(600); 8]), None);
        assert_eq!(
            ended(rules, &[Some(600), Some(-499), Some(700), Some(-800), Some(600)]),
            None
        );
        let mut watcher = Adjudicator::new(rules);
        let (winning, losing) = (judgement(Value::Mate(3)), judgement(Value::Mate(-3)));
        assert_eq!(watcher.hear(Side::White, Some(&losing)), None);
        assert_eq!(watcher.hear(Side::Black, Some(&winning)), None);
        assert_eq!(watcher.hear(Side::White, Some(&losing)), None);
        assert_eq!(watcher.hear(Side::Black, Some(&winning)), Some(Some(Side::Black)));
    }

    #[test]
    fn rules_are_read_and_written() {
        assert_eq!("40,8,10".parse::<DrawRule>().unwrap().to_string(), "40,8,10");
        assert_eq!("4:800".parse::<WinRule>().unwrap().to_string(), "4,800");
        for text in ["", "1,2", "1,0,5", "1,2,x", "1,2,3,4"] {
            assert!(
                text.parse::<DrawRule>()
                    .unwrap_err()
                    .to_string()
                    .starts_with(&format!("\"{text}\": expected FROM"))
            );
        }
        for text in ["", "1", "0,5", "1,-2", "1,2,3"] {
            assert!(
                text.parse::<WinRule>()
                    .unwrap_err()
                    .to_string()
                    .starts_with(&format!("\"{text}\": expected MOVES"))
            );
        }
    }
}
