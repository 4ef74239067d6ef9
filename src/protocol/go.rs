//! The parameters of UCI's `go`.

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

const WORDS: &[&str] = &[
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
    "perft",
];

/// Reads the words after `go`; `side` is to move.
pub(super) fn parse(words: &[&str], side: Side) -> Go {
    let mut go = Go::default();
    let mut clock = [None; 2];
    let mut increment = [Duration::ZERO; 2];
    let mut moves_to_go = None;
    let mut rest = words.iter().copied().peekable();
    while let Some(word) = rest.next() {
        match word {
            "infinite" => go.request.infinite = true,
            "ponder" => go.request.ponder = true,
            "searchmoves" => {
                while let Some(text) = rest.next_if(|next| !WORDS.contains(next)) {
                    go.moves.push(text.to_string());
                }
                if go.moves.is_empty() {
                    go.wrong.push("\"searchmoves\": expected moves after it".to_string());
                }
            }
            _ if WORDS.contains(&word) => {
                let Some(value) = rest.next_if(|next| !WORDS.contains(next)) else {
                    go.wrong.push(format!("\"{word}\": expected a number after it"));
                    continue;
                };
                let number = match value.parse::<i64>() {
                    Ok(number) if number >= 0 => number as u64,
                    Ok(_) => {
                        go.wrong
                            .push(format!("{word}: \"{value}\": expected a number that is not negative"));
                        // The clock of a side that has overstepped: it still has to move.
                        match word {
                            "wtime" | "btime" => 0,
                            _ => continue,
                        }
                    }
                    Err(_) => {
                        let value = super::quoted(value);
                        go.wrong.push(format!("{word}: \"{value}\": expected a whole number"));
                        continue;
                    }
                };
                let time = Duration::from_millis(number);
                let small = u32::try_from(number).unwrap_or(u32::MAX);
                match word {
                    "wtime" => clock[Side::White.index()] = Some(time),
                    "btime" => clock[Side::Black.index()] = Some(time),
                    "winc" => increment[Side::White.index()] = time,
                    "binc" => increment[Side::Black.index()] = time,
                    "movestogo" => moves_to_go = Some(small).filter(|&n| n > 0),
                    "depth" => go.request.depth = Some(small),
                    "nodes" => go.request.nodes = Some(number),
                    "mate" => go.request.mate = Some(small),
                    "movetime" => go.request.move_time = Some(time),
                    _ if small == 0 => go.wrong.push("perft: \"0\": expected at least 1".to_string()),
                    _ => go.perft = Some(small),
                }
            }
            _ => go.wrong.push(format!("\"{}\" means nothing here", super::quoted(word))),
        }
    }
    go.request.clock = clock[side.index()].map(|time| Clock {
        time,
        increment: increment[side.index()],
        moves_to_go,
    });
    go
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, side: Side) -> Go {
        parse(&text.split_whitespace().collect::<Vec<_>>(), side)
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
