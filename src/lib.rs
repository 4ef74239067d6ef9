//! Aanca, a chess-variant engine. docs/architecture.md shows the layers; tests/layers.rs holds them apart.

pub mod board;
pub mod game;
pub mod movegen;
pub mod pieces;
pub mod position;
pub mod variant;
