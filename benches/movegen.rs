//! Perft from positions of several games, and the time to compile a variant.

#![expect(missing_docs, reason = "criterion's macro writes a public function")]

use aanca::{
    board::{Bitboard, U256},
    movegen::perft,
    position::Position,
    variant::{Registry, Variant, compile::compile, rules::Rules},
};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use std::{hint::black_box, sync::Arc};

fn count<B: Bitboard>(c: &mut Criterion, variant: &Variant, depth: u32) {
    let rules: &'static Rules<B> = Box::leak(Box::new(compile(Arc::new(variant.clone()))));
    let Ok(mut position) = Position::start(rules) else {
        return;
    };
    let mut group = c.benchmark_group("perft");
    group
        .sample_size(10)
        .throughput(Throughput::Elements(perft(&mut position, depth)));
    let name = format!("{} {depth}", variant.name);
    group.bench_function(name, |b| b.iter(|| black_box(perft(&mut position, depth))));
    group.finish();
    let mut group = c.benchmark_group("compile");
    group.sample_size(10);
    group.bench_function(&variant.name, |b| {
        b.iter(|| compile::<B>(Arc::new(variant.clone())).table_bytes())
    });
}

fn movegen(c: &mut Criterion) {
    let registry = Registry::builtin();
    for (name, depth) in [
        ("chess", 4),
        ("schoolbook", 4),
        ("royalbishop", 4),
        ("grand", 3),
        ("courier", 4),
    ] {
        let Some(variant) = registry.get(name) else { continue };
        match variant.shape.area() {
            0..=64 => count::<u64>(c, variant, depth),
            65..=128 => count::<u128>(c, variant, depth),
            _ => count::<U256>(c, variant, depth),
        }
    }
    c.bench_function("read variants.ini", |b| b.iter(Registry::builtin));
}

criterion_group!(benches, movegen);
criterion_main!(benches);
