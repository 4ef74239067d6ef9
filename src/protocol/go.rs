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
    /// Words that mean nothing here.
    pub unknown: Vec<String>,
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

/// Reads the words after `go`; `side` is to move. The error quotes what is wrong.
pub(super) fn parse(words: &[&str], side: Side) -> Result<Go, String> {
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
                    return Err("\"searchmoves\": expected moves after it".to_string());
                }
            }
            _ if WORDS.contains(&word) => {
                let value = rest
                    .next()
                    .ok_or_else(|| format!("\"{word}\": expected a number after it"))?;
                // A GUI may report a clock that has run out as a negative time.
                let signed: i64 = value
                    .parse()
                    .map_err(|_| format!("{word}: \"{value}\": expected a whole number"))?;
                let number = signed.max(0) as u64;
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
                    _ if small == 0 => return Err("perft: \"0\": expected at least 1".to_string()),
                    _ => go.perft = Some(small),
                }
            }
            _ => go.unknown.push(word.to_string()),
        }
    }
    go.request.clock = clock[side.index()].map(|time| Clock {
        time,
        increment: increment[side.index()],
        moves_to_go,
    });
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, side: Side) -> Result<Go, String> {
        parse(&text.split_whitespace().collect::<Vec<_>>(), side)
    }

    #[test]
    fn the_clock_is_the_movers() {
        let text = "wtime 1000 btime 2000 winc 10 binc 20 movestogo 5";
        let clock = |side| read(text, side).unwrap().request.clock.unwrap();
        let expected = |time, increment| Clock {
            time: Duration::from_millis(time),
            increment: Duration::from_millis(increment),
            moves_to_go: Some(5),
        };
        assert_eq!(clock(Side::White), expected(1000, 10));
        assert_eq!(clock(Side::Black), expected(2000, 20));
        assert_eq!(
            read("wtime -5", Side::White).unwrap().request.clock.unwrap().time,
            Duration::ZERO
        );
        assert_eq!(read("wtime 5", Side::Black).unwrap().request.clock, None);
    }

    #[test]
    fn root_moves_end_at_a_keyword() {
        let go = read("searchmoves e2e4 d2d4 depth 3 nonsense", Side::White).unwrap();
        assert_eq!(go.moves, ["e2e4", "d2d4"]);
        assert_eq!(go.request.depth, Some(3));
        assert_eq!(go.unknown, ["nonsense"]);
        assert!(go.request.is_limited());
        assert!(!read("infinite depth 3", Side::White).unwrap().request.is_limited());
        assert!(!read("", Side::White).unwrap().request.is_limited());
    }

    #[test]
    fn wrong_numbers_are_quoted() {
        for text in [
            "depth",
            "depth x",
            "movetime 1e3",
            "perft -",
            "searchmoves",
            "searchmoves depth 3",
        ] {
            let word = text.split_whitespace().next().unwrap();
            let error = read(text, Side::White).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
        assert!(read("depth 99999999999999999999", Side::White).is_err());
    }
}
