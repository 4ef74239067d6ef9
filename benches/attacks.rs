//! Nanoseconds per attack lookup: each back end against the others and against the plain walk.

#![expect(missing_docs, reason = "criterion's macro writes a public function")]

use aanca::{
    board::{Bitboard, Shape, Side, SplitMix64, Square, U256},
    pieces::{
        betza::{Dialect, parse},
        blocks::{Blocks, Reach, reached},
        lines::Lines,
        paths::paths,
    },
};
use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use std::hint::black_box;

/// Lookups per measured call, on random boards of which three squares in ten are occupied.
const QUERIES: usize = 1024;

fn queries<B: Bitboard>(shape: Shape) -> Vec<(Square, B)> {
    let mut random = SplitMix64::new(1);
    let query = |_| {
        let squares = shape.on_board().squares().filter(|_| random.below(10) < 3);
        let occupied = squares.fold(B::EMPTY, |set, square| set | B::of(square));
        (Square(random.below(shape.area() as u64) as u8), occupied)
    };
    (0..QUERIES).map(query).collect()
}

fn movement<B: Bitboard>(c: &mut Criterion, name: &str, betza: &str, (files, ranks): (u8, u8), bits: u32) {
    let Some(shape) = Shape::new(files, ranks) else { return };
    let Ok(movement) = parse(betza, Dialect::XBoard) else {
        return;
    };
    let reach = |from: usize| {
        let paths = paths(&movement, Side::White, Square(from as u8), shape);
        let narrow = |p: &aanca::pieces::paths::Path| Reach {
            to: p.to,
            empty: B::narrow(p.empty),
            occupied: B::narrow(p.occupied),
        };
        paths.iter().map(narrow).collect::<Vec<_>>()
    };
    let reaches: Vec<Vec<Reach<B>>> = (0..shape.area()).map(reach).collect();
    let queries = queries::<B>(shape);
    let mut group = c.benchmark_group(format!("{name} {files}x{ranks}, {QUERIES} lookups"));
    let mut bench = |back_end: &str, attacks: &dyn Fn(Square, B) -> B| {
        group.bench_function(back_end, |b| {
            let all = |queries: &Vec<(Square, B)>| {
                let sum = queries
                    .iter()
                    .fold(B::EMPTY, |sum, &(from, occupied)| sum ^ attacks(from, occupied));
                black_box(sum)
            };
            b.iter_batched_ref(|| queries.clone(), |queries| all(queries), BatchSize::LargeInput);
        });
    };
    if let Some(blocks) = Blocks::<B, true>::compile(&reaches, bits, usize::MAX) {
        bench("blocks by PEXT", &|from, occupied| blocks.attacks(from, occupied));
    }
    if let Some(blocks) = Blocks::<B, false>::compile(&reaches, bits.min(9), usize::MAX) {
        bench("blocks by magic", &|from, occupied| blocks.attacks(from, occupied));
    }
    if let Some(lines) = Lines::compile(&reaches) {
        bench("lines", &|from, occupied| lines.attacks(from, occupied));
    }
    bench("walk", &|from, occupied| reached(&reaches[from.index()], occupied));
}

fn attacks(c: &mut Criterion) {
    for (name, betza) in [("rook", "R"), ("bishop", "B"), ("aanca", "WyafsW"), ("rose", "qN")] {
        movement::<u64>(c, name, betza, (8, 8), 12);
        movement::<u128>(c, name, betza, (10, 8), 10);
    }
    movement::<U256>(c, "rook", "R", (12, 12), 10);
    movement::<U256>(c, "aanca", "WyafsW", (12, 12), 11);
}

criterion_group!(benches, attacks);
criterion_main!(benches);
