//! Rules against independent answers: node counts, a slow reference, walked paths, exhaustive searches. One program,
//! as what all of them need takes long to compile.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

mod attacks;
mod builtin_counts;
mod game;
mod material;
mod perft;
mod playouts;
mod reference;
mod river;
mod ways;
