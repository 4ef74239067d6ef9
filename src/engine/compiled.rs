//! Rules compiled for the narrowest board that holds them, kept for as long as the program runs.

use crate::{
    board::U256,
    variant::{Variant, compile::compile, rules::Rules},
};
use std::{collections::HashMap, sync::Arc};

/// The compiled rules of one variant. The width is hidden above the engine and chosen here.
#[derive(Clone, Copy, Debug)]
pub(super) enum Compiled {
    /// Boards of up to 64 squares.
    Narrow(&'static Rules<u64>),
    /// Boards of up to 128 squares.
    Wide(&'static Rules<u128>),
    /// Boards of up to 256 squares.
    Widest(&'static Rules<U256>),
}

/// The variants compiled so far, by name. Rules live for ever, so that everything below refers to them without
/// counting; a variant is compiled once.
#[derive(Clone, Debug, Default)]
pub(super) struct Cache {
    rules: HashMap<String, Compiled>,
}

impl Cache {
    /// The compiled rules of `variant`.
    pub fn get(&mut self, variant: &Variant) -> Compiled {
        *self
            .rules
            .entry(variant.name.clone())
            .or_insert_with(|| build(variant.clone()))
    }
}

fn build(variant: Variant) -> Compiled {
    let began = std::time::Instant::now();
    let variant = Arc::new(variant);
    let name = variant.name.clone();
    let compiled = match variant.shape.area() {
        0..=64 => Compiled::Narrow(Box::leak(Box::new(compile(variant)))),
        65..=128 => Compiled::Wide(Box::leak(Box::new(compile(variant)))),
        _ => Compiled::Widest(Box::leak(Box::new(compile(variant)))),
    };
    log::debug!("compiled {name} in {:?}", began.elapsed());
    compiled
}
