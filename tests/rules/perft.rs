//! Node counts of every game against numbers that other programs counted; tests/perft says which.

use aanca::{
    board::{Bitboard, U256},
    movegen::perft,
    position::Position,
    variant::{Registry, Variant, compile::compile, rules::Rules},
};
use std::{path::Path, sync::Arc};

/// Lines with more nodes than this are left to the benches.
const MAX_NODES: u64 = 20_000_000;

/// The positions of a file: FEN and counts by depth.
fn positions(text: &str) -> impl Iterator<Item = (&str, Vec<(u32, u64)>)> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines.map(|line| {
        let mut fields = line.split(';');
        let fen = fields.next().unwrap();
        let counts = fields.map(|field| {
            let (depth, nodes) = field.trim().strip_prefix('D').unwrap().split_once(' ').unwrap();
            (depth.parse().unwrap(), nodes.parse().unwrap())
        });
        (fen, counts.collect())
    })
}

fn wrong_counts<B: Bitboard>(variant: &Variant, text: &str) -> (Vec<String>, usize) {
    let rules: &'static Rules<B> = Box::leak(Box::new(compile(Arc::new(variant.clone()))));
    let mut wrong = Vec::new();
    let mut counted = 0;
    for (fen, counts) in positions(text) {
        let mut position = match Position::from_fen(rules, fen) {
            Ok(position) => position,
            Err(error) => {
                wrong.push(format!("{}: {fen}: {error}", variant.name));
                continue;
            }
        };
        for (depth, expected) in counts.into_iter().filter(|&(_, nodes)| nodes <= MAX_NODES) {
            counted += 1;
            let found = perft(&mut position, depth);
            if found != expected {
                wrong.push(format!(
                    "{}: {fen}: depth {depth}: {found}, expected {expected}",
                    variant.name
                ));
                break;
            }
        }
    }
    (wrong, counted)
}

#[test]
fn counts_equal_independent_ones() {
    let registry = Registry::builtin();
    let mut files: Vec<_> = std::fs::read_dir("tests/perft")
        .unwrap()
        .map(|f| f.unwrap().path())
        .collect();
    files.sort();
    let mut wrong = Vec::new();
    let mut counted = 0;
    for file in files.iter().filter(|f| f.extension().is_some_and(|e| e == "perft")) {
        let name = file.file_stem().and_then(|s| s.to_str()).unwrap();
        let variant = registry.get(name).unwrap_or_else(|| panic!("{name} is no variant"));
        let text = std::fs::read_to_string(Path::new(file)).unwrap();
        let (bad, n) = match variant.shape.area() {
            0..=64 => wrong_counts::<u64>(variant, &text),
            65..=128 => wrong_counts::<u128>(variant, &text),
            _ => wrong_counts::<U256>(variant, &text),
        };
        wrong.extend(bad);
        counted += n;
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    assert!(counted > 100, "only {counted} counts found");
}

/// A game that fits a narrow board gives the same counts on a wide one: the widths share nothing but the source.
#[test]
fn every_width_counts_the_same() {
    let registry = Registry::builtin();
    for name in ["chess", "royalbishop", "berolina"] {
        let variant = registry.get(name).unwrap();
        let text = format!("{};D1 20;D2 400", variant.start_fen);
        let (narrow, _) = wrong_counts::<u64>(variant, &text);
        let (middle, _) = wrong_counts::<u128>(variant, &text);
        let (wide, _) = wrong_counts::<U256>(variant, &text);
        assert_eq!((&narrow, &middle), (&middle, &wide));
    }
}
