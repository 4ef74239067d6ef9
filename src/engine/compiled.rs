//! Rules compiled for the narrowest board that holds them, kept for as long as the program runs.

use crate::{
    board::U256,
    variant::{Variant, compile::compile, rules::Rules},
};
use std::sync::{Arc, Mutex, PoisonError};

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

/// The variants compiled so far. Rules live for ever, so that everything below refers to them without counting; so that
/// their memory is bounded, equal variants share them, whichever engine asks and however often a text is loaded.
static COMPILED: Mutex<Vec<(Arc<Variant>, Compiled)>> = Mutex::new(Vec::new());

/// The compiled rules of `variant`.
pub(super) fn compiled(variant: &Variant) -> Compiled {
    let mut all = COMPILED.lock().unwrap_or_else(PoisonError::into_inner);
    let known = all.iter().find(|(known, _)| known.as_ref() == variant);
    if let Some(&(_, rules)) = known {
        return rules;
    }
    let variant = Arc::new(variant.clone());
    let rules = build(variant.clone());
    all.push((variant, rules));
    rules
}

fn build(variant: Arc<Variant>) -> Compiled {
    let began = std::time::Instant::now();
    let name = variant.name.clone();
    let compiled = match variant.shape.area() {
        0..=64 => Compiled::Narrow(Box::leak(Box::new(compile(variant)))),
        65..=128 => Compiled::Wide(Box::leak(Box::new(compile(variant)))),
        _ => Compiled::Widest(Box::leak(Box::new(compile(variant)))),
    };
    log::debug!("compiled {name} in {:?}", began.elapsed());
    compiled
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Registry;

    fn address(rules: Compiled) -> usize {
        match rules {
            Compiled::Narrow(rules) => std::ptr::from_ref(rules).addr(),
            Compiled::Wide(rules) => std::ptr::from_ref(rules).addr(),
            Compiled::Widest(rules) => std::ptr::from_ref(rules).addr(),
        }
    }

    #[test]
    fn equal_variants_share_their_rules() {
        let load = |text| {
            let mut registry = Registry::builtin();
            assert!(registry.load_text("test", text).is_empty());
            address(compiled(registry.get("mine").unwrap()))
        };
        let first = load("[mine:chess]\n");
        assert_eq!(load("[mine:chess]\n"), first);
        assert_ne!(load("[mine:chess]\nstalemateValue = loss\n"), first);
        assert_ne!(load("[mine:knightmate]\n"), first);
    }
}
