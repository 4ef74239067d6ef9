//! Gilman's River games, rule by rule: docs/river-games.md says which test is about which rule. Each expectation is
//! read off the rules' text, on a position with as few men as it needs.

mod aire;
mod army;
mod avon;
mod cam;
mod coblache;
mod crowns;
mod four_players;
mod great_stour;
mod irwell;
mod isis;
mod men;
mod pawns;
mod transcripts;
mod wey;

use aanca::{
    board::U256,
    game::{Game, Style},
    movegen,
    position::Position,
    variant::{Registry, compile::compile, rules::Rules},
};
use std::sync::{Arc, Mutex, PoisonError};

const PLAIN: Style = Style {
    chess960: false,
    rank_offset: 0,
    lettered_ranks: false,
};

/// A game that starts from a FEN; the widest board will do for all of them.
fn game(name: &str, fen: &str) -> Game<U256> {
    static KNOWN: Mutex<Vec<(String, &'static Rules<U256>)>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let rules = match known.iter().find(|(n, _)| n == name) {
        Some(&(_, rules)) => rules,
        None => {
            let variant = Registry::builtin().get(name).unwrap().clone();
            let rules: &'static Rules<U256> = Box::leak(Box::new(compile(Arc::new(variant))));
            known.push((name.to_string(), rules));
            rules
        }
    };
    drop(known);
    Game::new(Position::from_fen(rules, fen).unwrap())
}

/// A game from the start position.
fn start(name: &str) -> Game<U256> {
    let fen = Registry::builtin().get(name).unwrap().start_fen.clone();
    game(name, &fen)
}

/// A FEN with these men, each a letter and a square (`Kd3 qh8`), and what follows the board in it.
fn set(name: &str, men: &str, rest: &str) -> String {
    let shape = Registry::builtin().get(name).unwrap().shape;
    let men: Vec<(&str, &str)> = men.split_whitespace().map(|man| man.split_at(1)).collect();
    for (letter, square) in &men {
        assert!(
            shape.parse(square).is_some(),
            "{name} has no square for {letter}{square}"
        );
    }
    let row = |rank: i32| {
        let (mut row, mut empty) = (String::new(), 0);
        for file in 0..shape.files() as i32 {
            let square = shape.square(file, rank);
            let name = square.map(|s| shape.name(s));
            let man = men.iter().find(|(_, square)| Some(*square) == name.as_deref());
            let text = if square.is_none() {
                Some("*")
            } else {
                man.map(|(letter, _)| *letter)
            };
            match text {
                None => empty += 1,
                Some(text) => {
                    let run = if empty > 0 { empty.to_string() } else { String::new() };
                    row += &format!("{run}{text}");
                    empty = 0;
                }
            }
        }
        if empty > 0 { format!("{row}{empty}") } else { row }
    };
    let rows: Vec<String> = (0..shape.ranks() as i32).rev().map(row).collect();
    format!("{} {rest}", rows.join("/"))
}

/// The man on a square of a FEN's board, or a dot.
fn man(name: &str, fen: &str, square: &str) -> char {
    let game = game(name, fen);
    let position = game.position();
    let square = position.rules().shape.parse(square).unwrap();
    let piece = position.piece_on(square);
    if piece.is_some() { position.letter(piece) } else { '.' }
}

/// All legal moves in coordinates, sorted.
fn legal(game: &Game<U256>) -> Vec<String> {
    let mut moves = Vec::new();
    movegen::legal_moves(game.position(), &mut moves);
    let text = |&mv| aanca::game::notation::coordinate(game.position(), mv, PLAIN);
    let mut texts: Vec<String> = moves.iter().map(text).collect();
    texts.sort();
    texts
}

/// Where the man on `square` may go, sorted, with promotion letters.
fn targets(name: &str, fen: &str, square: &str) -> String {
    targets_of(&game(name, fen), square)
}

fn targets_of(game: &Game<U256>, square: &str) -> String {
    let moves = legal(game);
    let is_digit = |text: &str| text.starts_with(|c: char| c.is_ascii_digit());
    let own = moves.iter().filter_map(|m| m.strip_prefix(square));
    own.filter(|to| !is_digit(to)).collect::<Vec<_>>().join(" ")
}

/// Whether a move in coordinates is legal.
fn is_legal(name: &str, fen: &str, mv: &str) -> bool {
    legal(&game(name, fen)).iter().any(|m| m == mv)
}

/// The FEN after some moves.
fn after(name: &str, fen: &str, moves: &str) -> String {
    played(name, fen, moves).position().fen()
}

/// The game after some moves.
fn played(name: &str, fen: &str, moves: &str) -> Game<U256> {
    let mut game = game(name, fen);
    game.play_movetext(moves, PLAIN)
        .unwrap_or_else(|error| panic!("{name} {fen}: {error}"));
    game
}

/// How a position has ended, or `None`.
fn outcome(name: &str, fen: &str) -> Option<String> {
    game(name, fen).outcome().map(|outcome| outcome.to_string())
}

/// The board of a FEN.
fn board(fen: &str) -> &str {
    fen.split(' ').next().unwrap_or_default()
}

/// The fields of a FEN about seats: to move, out, owing.
fn seats(fen: &str) -> String {
    fen.split(' ').skip(6).collect::<Vec<_>>().join(" ")
}
