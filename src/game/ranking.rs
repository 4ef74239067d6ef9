//! The places of single players in games with several a side.

use super::Game;
use crate::{
    board::Bitboard,
    position::{MoveKind, NullObserver},
};

/// One player's place.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The letter of the seat.
    pub seat: char,
    /// 1 for the first; players who lose together share a place.
    pub place: usize,
}

/// The places in a decided game, best first; none in a game without seats, or that is drawn or goes on.
///
/// The winner who made the last move is first; who drops out is last of those still without a place; losers who are
/// still in when the game ends share the place behind the winners still in. Who had dropped out before the game's
/// first position comes after those who dropped out in it, in the order of seats.
pub fn ranking<B: Bitboard>(game: &Game<B>) -> Vec<Place> {
    let rules = game.position().rules();
    let Some(seats) = rules.seats() else {
        return Vec::new();
    };
    let Some(winner) = game.outcome().and_then(|outcome| outcome.winner()) else {
        return Vec::new();
    };
    let mut position = game.start().clone();
    let before = position.seating().out();
    let mut dropped: Vec<usize> = (0..seats.count()).filter(|n| before >> n & 1 != 0).collect();
    let mut last_mover = None;
    for &mv in game.moves() {
        let seat = position.seating().seat();
        if mv.kind() != MoveKind::Pass {
            last_mover = Some(seat);
        } else if !position.seating().must_pass() {
            dropped.push(seat);
        }
        position.make(mv, &mut NullObserver);
    }
    let is_in = |n: &usize| !dropped.contains(n);
    let of_side = |side| move |n: &usize| seats.of_side(side) >> n & 1 != 0;
    let mut order: Vec<(usize, usize)> = Vec::new();
    let mut winners: Vec<usize> = (0..seats.count()).filter(is_in).filter(of_side(winner)).collect();
    winners.sort_by_key(|&n| Some(n) != last_mover);
    order.extend(winners.iter().enumerate().map(|(i, &n)| (n, i + 1)));
    let losers = (0..seats.count()).filter(is_in).filter(of_side(winner.opponent()));
    order.extend(losers.map(|n| (n, winners.len() + 1)));
    let last = seats.count();
    order.extend(dropped.iter().enumerate().rev().map(|(i, &n)| (n, last - i)));
    let place = |(n, place): (usize, usize)| Place {
        seat: seats.letters[n],
        place,
    };
    order.into_iter().map(place).collect()
}

/// The places in words, such as `S first, N second, n and s third`; empty for none.
pub fn describe(places: &[Place]) -> String {
    const WORDS: [&str; 4] = ["first", "second", "third", "fourth"];
    let mut parts: Vec<String> = Vec::new();
    for (number, word) in (1..).zip(WORDS) {
        let seats: Vec<String> = places
            .iter()
            .filter(|p| p.place == number)
            .map(|p| p.seat.to_string())
            .collect();
        if !seats.is_empty() {
            parts.push(format!("{} {word}", seats.join(" and ")));
        }
    }
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        game::{Game, Style},
        position::Position,
        variant::{Registry, compile::compile, rules::Rules},
    };
    use std::sync::Arc;

    fn game(name: &str, fen: &str) -> Game<u128> {
        let variant = Registry::builtin().get(name).unwrap().clone();
        let rules: &'static Rules<u128> = Box::leak(Box::new(compile(Arc::new(variant))));
        Game::new(Position::from_fen(rules, fen).unwrap())
    }

    fn places(game: &Game<u128>) -> String {
        describe(&ranking(game))
    }

    #[test]
    fn who_drops_out_first_is_last() {
        let fen = "4M2Q/2MhAB1Y/6PM/5P1P/8/8/5ww1/8/1BC1eD2/4m3 b - - 0 1 s n -";
        let mut game = game("avon-deans", fen);
        assert_eq!(places(&game), "");
        game.play_text("0000", Style::default()).unwrap();
        assert_eq!(places(&game), "S first, N second, s third, n fourth");
    }

    #[test]
    fn who_mates_is_first_and_the_mated_share() {
        for (out, expected) in [
            ("-", "N first, S second, n and s third"),
            ("S", "N first, n and s second, S fourth"),
        ] {
            let fen = format!("k7/7Q/1C6/8/8/8/8/8/2C5/8 w - - 0 1 N {out} -");
            let mut game = game("irwell-deans", &fen);
            game.play_text("Qb9", Style::default()).unwrap();
            assert_eq!(places(&game), expected);
        }
    }
}
