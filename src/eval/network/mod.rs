//! Networks that correct the evaluation: what the terms say of a position is off by something that depends on where men
//! stand together, which a small network learns from games.
//!
//! An input is a man on a square, own or the enemy's; each side sees the board from its own end. The inputs of either
//! view are summed up in a row of hidden numbers ([`HIDDEN`]), which is kept up to date from move to move; clipped and
//! squared, both rows are weighed by the output row for the number of men ([`BUCKETS`]). That is the shape that networks
//! of chess programs begin with (Y. Nasu's "efficiently updatable" networks for shogi, 2018). Nothing depends on kings, so
//! any game can have one.

mod changes;
mod inference;
mod sample;

pub use crate::variant::blueprint::{BUCKETS, Blueprint, HIDDEN, MOST, Misfit, SCALE, bucket};
pub use changes::{Changes, Line};
pub use inference::{Accumulator, Network};
pub use sample::{GameResult, Sample, SamplesHead};

use crate::variant::{Variant, networks};

/// The network of a variant: that of `file` if it fits, or else the one that its rules name; `None` if that does not fit
/// either.
pub fn of(variant: &Variant, file: Option<&[u8]>) -> Option<Network> {
    let files = [file, variant.network.and_then(networks::file)];
    files.into_iter().flatten().find_map(|file| {
        Network::new(file, variant)
            .inspect_err(|misfit| log::debug!("{}: {misfit}", variant.name))
            .ok()
    })
}

#[cfg(test)]
mod tests;
