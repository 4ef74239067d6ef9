//! Aanca, a chess-variant engine. docs/architecture.md shows the layers; tests/layers.rs holds them apart.

pub mod board;
pub mod cli;
pub mod engine;
pub mod eval;
pub mod game;
pub mod movegen;
pub mod pieces;
pub mod position;
pub mod protocol;
pub mod search;
pub mod tools;
pub mod variant;
