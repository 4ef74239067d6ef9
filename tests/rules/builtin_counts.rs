//! The built-in games that Fairy-Stockfish knows too have as many move sequences as there (pyffish 0.0.90, large boards).

use aanca::{
    board::{Bitboard, U256},
    movegen::perft,
    position::Position,
    variant::{Registry, Variant, compile::compile},
};
use std::sync::Arc;

const COUNTS: &[(&str, [u64; 3])] = &[
    ("chess", [20, 400, 8902]),
    ("fischerandom", [20, 400, 8902]),
    ("knightmate", [18, 324, 6765]),
    ("berolina", [30, 900, 28328]),
    ("almost", [22, 484, 11895]),
    ("amazon", [22, 484, 12483]),
    ("nightrider", [24, 576, 15586]),
    ("shatranj", [16, 256, 4176]),
    ("capablanca", [28, 784, 25228]),
    ("caparandom", [28, 784, 25228]),
    ("gothic", [28, 784, 25283]),
    ("embassy", [28, 784, 25281]),
    ("janus", [28, 782, 24747]),
    ("gustav3", [22, 484, 12804]),
    ("chancellor", [24, 576, 15896]),
    ("modern", [24, 576, 15831]),
    ("grand", [65, 4225, 259514]),
    ("courier", [26, 678, 18406]),
];

fn counts<B: Bitboard>(game: &Variant) -> [u64; 3] {
    let rules = Box::leak(Box::new(compile::<B>(Arc::new(game.clone()))));
    let mut position = Position::start(rules).expect("a built-in start position");
    [1, 2, 3].map(|depth| perft(&mut position, depth))
}

#[test]
fn start_positions_count_alike() {
    let registry = Registry::builtin();
    for &(name, expected) in COUNTS {
        let game = registry.get(name).unwrap();
        let found = match game.shape.area() {
            0..=64 => counts::<u64>(game),
            65..=128 => counts::<u128>(game),
            _ => counts::<U256>(game),
        };
        assert_eq!(found, expected, "{name}");
    }
}
