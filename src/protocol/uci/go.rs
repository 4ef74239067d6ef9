//! The parameters of `go`, in each dialect.

use super::{
    dialect::{Dialect, Param, Whose},
    quoted,
};
use crate::board::Side;
use crate::engine::{Clock, Request};
use std::time::Duration;

/// What a `go` line asks for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    /// Everything but the restriction of root moves, which needs a position to be understood.
    pub request: Request,
    /// The texts of the root moves that are allowed; empty for all.
    pub moves: Vec<String>,
    /// Count nodes to this depth instead of searching.
    pub perft: Option<u32>,
    /// A problem is to be solved instead.
    pub problem: bool,
    /// What is wrong with the line, in the order in which it stands there. The wrong parts count as not written.
    pub wrong: Vec<String>,
}

impl Go {
    /// Whether anything ends the search, once it is neither infinite nor on the opponent's time.
    pub fn has_limit(&self) -> bool {
        let request = Request {
            infinite: false,
            ponder: false,
            ..self.request.clone()
        };
        request.is_limited()
    }
}

/// The clocks that a line tells, White's first.
#[derive(Default)]
struct Clocks {
    time: [Option<Duration>; 2],
    increment: [Duration; 2],
    moves_to_go: Option<u32>,
    byoyomi: Option<Duration>,
}

impl Clocks {
    /// The clock of `side`. The time for a move when the clock is empty is like an increment that can be used at
    /// once.
    fn of(&self, side: Side) -> Option<Clock> {
        let byoyomi = self.byoyomi.unwrap_or_default();
        let time = self.time[side.index()].or(self.byoyomi.map(|_| Duration::ZERO))?;
        Some(Clock {
            time: time.saturating_add(byoyomi),
            increment: self.increment[side.index()].saturating_add(byoyomi),
            // With nothing left but the time for this move, all of it is for this move.
            moves_to_go: match time.is_zero() && !byoyomi.is_zero() {
                true => Some(1),
                false => self.moves_to_go,
            },
        })
    }
}

/// Reads the words after `go`; `side` is to move, and clocks count `unit`s.
pub(super) fn parse(dialect: &Dialect, words: &[&str], side: Side, unit: Duration) -> Go {
    let meaning = |word: &str| dialect.go.iter().find(|(own, _)| *own == word).map(|&(_, param)| param);
    let mut go = Go::default();
    let mut clocks = Clocks::default();
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        let Some(param) = meaning(word) else {
            go.wrong.push(format!("\"{}\" means nothing here", quoted(word)));
            continue;
        };
        match param {
            Param::Infinite => go.request.infinite = true,
            Param::Ponder => go.request.ponder = true,
            Param::Draw => {}
            Param::SearchMoves => {
                while let Some(text) = rest.next_if(|next| meaning(next).is_none()) {
                    go.moves.push(text.to_string());
                }
                if go.moves.is_empty() {
                    go.wrong.push("\"searchmoves\": expected moves after it".to_string());
                }
            }
            // "depth infinite" and "mate infinite": what follows is a word of its own.
            Param::Depth if rest.peek() == Some(&"infinite") => {}
            Param::Problem => {
                go.problem = true;
                rest.next_if(|next| *next == "infinite" || meaning(next).is_none());
            }
            _ => {
                let Some(value) = rest.next_if(|next| meaning(next).is_none()) else {
                    go.wrong.push(format!("\"{word}\": expected a number after it"));
                    continue;
                };
                let number = match value.parse::<i64>() {
                    Ok(number) if number >= 0 => number as u64,
                    Ok(_) => {
                        let value = quoted(value);
                        go.wrong
                            .push(format!("{word}: \"{value}\": expected a number that is not negative"));
                        // The clock of a side that has overstepped: it still has to move.
                        match param {
                            Param::Time(_) => 0,
                            _ => continue,
                        }
                    }
                    Err(_) => {
                        let value = quoted(value);
                        go.wrong.push(format!("{word}: \"{value}\": expected a whole number"));
                        continue;
                    }
                };
                set(&mut go, &mut clocks, param, number, side, unit);
            }
        }
    }
    go.request.clock = clocks.of(side);
    go
}

/// Notes a parameter with its number.
fn set(go: &mut Go, clocks: &mut Clocks, param: Param, number: u64, side: Side, unit: Duration) {
    let small = u32::try_from(number).unwrap_or(u32::MAX);
    let time = unit.saturating_mul(small);
    let owner = |whose| match whose {
        Whose::First => Side::White,
        Whose::Second => Side::Black,
        Whose::Mover => side,
        Whose::Opponent => side.opponent(),
    };
    match param {
        Param::Time(whose) => clocks.time[owner(whose).index()] = Some(time),
        Param::Increment(whose) => clocks.increment[owner(whose).index()] = time,
        Param::Byoyomi => clocks.byoyomi = Some(time),
        Param::MovesToGo(whose) if owner(whose) == side => clocks.moves_to_go = Some(small).filter(|&n| n > 0),
        Param::Depth => go.request.depth = Some(small),
        Param::Nodes => go.request.nodes = Some(number),
        Param::Mate => go.request.mate = Some(small),
        Param::MoveTime => go.request.move_time = Some(Duration::from_millis(number)),
        Param::Perft if small == 0 => go.wrong.push("perft: \"0\": expected at least 1".to_string()),
        Param::Perft => go.perft = Some(small),
        // The opponent's clock, and what has no number.
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::{super::dialect::DIALECTS, *};

    fn read_as(greeting: &str, text: &str, side: Side, unit: u64) -> Go {
        let dialect = DIALECTS.iter().find(|dialect| dialect.greeting == greeting).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        parse(dialect, &words, side, Duration::from_millis(unit))
    }

    fn read(text: &str, side: Side) -> Go {
        read_as("uci", text, side, 1)
    }

    #[test]
    fn each_dialect_has_its_clocks() {
        let clock = |greeting, text, side, unit| {
            let clock = read_as(greeting, text, side, unit).request.clock.unwrap();
            (clock.time.as_millis(), clock.increment.as_millis(), clock.moves_to_go)
        };
        // In USI the side that moves first is Black.
        let text = "btime 1000 wtime 2000 binc 10 winc 20";
        assert_eq!(clock("usi", text, Side::White, 1), (1000, 10, None));
        assert_eq!(clock("usi", text, Side::Black, 1), (2000, 20, None));
        assert_eq!(
            clock("usi", "btime 0 wtime 0 byoyomi 500", Side::Black, 1),
            (500, 500, Some(1))
        );
        assert_eq!(clock("usi", "byoyomi 500", Side::White, 1), (500, 500, Some(1)));
        assert_eq!(clock("usi", "btime 700 byoyomi 500", Side::White, 1), (1200, 500, None));
        let text = "time 60 movestogo 4 opptime 50 oppmovestogo 3 increment 2 oppincrement 1";
        assert_eq!(clock("ucci", text, Side::Black, 1000), (60_000, 2000, Some(4)));
        assert_eq!(clock("ucci", text, Side::White, 1), (60, 2, Some(4)));
        let longest = clock("ucci", "time 9223372036854775807", Side::White, 1000);
        assert_eq!(longest.0, u32::MAX as u128 * 1000);
    }

    #[test]
    fn words_of_one_dialect_mean_nothing_in_another() {
        assert_eq!(read("byoyomi 5", Side::White).wrong.len(), 2);
        let go = read_as("ucci", "draw depth infinite", Side::White, 1);
        assert!(go.request.infinite && go.wrong.is_empty() && !go.has_limit(), "{go:?}");
        let go = read_as("usi", "mate infinite", Side::White, 1);
        assert!(go.problem && go.wrong.is_empty() && !go.request.infinite, "{go:?}");
        assert!(read_as("usi", "mate 5000", Side::White, 1).problem);
    }

    #[test]
    fn the_clock_is_the_movers() {
        let text = "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5";
        let clock = |side| read(text, side).request.clock.unwrap();
        let expected = |time, increment| Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go: Some(5),
        };
        assert_eq!(clock(Side::White), expected(1000, 10));
        assert_eq!(clock(Side::Black), expected(2000, 20));
        assert_eq!(
            read("wtime -5", Side::White).request.clock.unwrap().time,
            Duration::ZERO
        );
        assert_eq!(read("wtime 5", Side::Black).request.clock, None);
    }

    #[test]
    fn root_moves_end_at_a_keyword() {
        let go = read("searchmoves e2e4 d2d4 depth 3 nonsense", Side::White);
        assert_eq!(go.moves, ["e2e4", "d2d4"]);
        assert_eq!(go.request.depth, Some(3));
        assert_eq!(go.wrong, ["\"nonsense\" means nothing here"]);
        assert!(go.request.is_limited());
        assert!(!read("infinite depth 3", Side::White).request.is_limited());
        assert!(!read("", Side::White).request.is_limited());
    }

    #[test]
    fn wrong_parts_are_told_and_count_as_not_written() {
        for (text, quoted) in [
            ("depth", "\"depth\""),
            ("depth x", "\"x\""),
            ("depth -3", "\"-3\""),
            ("nodes -1", "\"-1\""),
            ("movetime 1e3", "\"1e3\""),
            ("perft -", "\"-\""),
            ("perft 0", "\"0\""),
            ("searchmoves", "\"searchmoves\""),
            ("searchmoves depth", "\"searchmoves\""),
            ("depth 99999999999999999999", "\"99999999999999999999\""),
        ] {
            let go = read(text, Side::White);
            assert!(go.wrong[0].contains(quoted), "{:?}", go.wrong);
            assert_eq!(go.request, Request::default(), "{text}");
            assert!(!go.has_limit(), "{text}");
        }
        let go = read("depth x nodes 7 movetime infinite", Side::White);
        assert_eq!((go.request.depth, go.request.nodes, go.wrong.len()), (None, Some(7), 2));
        assert!(go.request.infinite && go.has_limit());
    }

    #[test]
    fn a_clock_below_zero_is_told_and_empty() {
        let go = read("wtime -5 btime 100", Side::White);
        assert_eq!(go.request.clock.unwrap().time, Duration::ZERO);
        assert!(go.wrong[0].contains("wtime: \"-5\""), "{:?}", go.wrong);
    }
}
