//! `aanca variants`: lists the games that can be played.

use super::ToolError;
use crate::engine::Engine;
use std::io::Write;

/// Lists the variants: name, board, description.
///
/// # Errors
/// If the output cannot be written.
pub fn run(engine: &Engine, out: &mut dyn Write) -> Result<(), ToolError> {
    let registry = engine.registry();
    let width = registry
        .names()
        .map(|name| name.chars().count())
        .max()
        .unwrap_or_default();
    for variant in registry.variants() {
        let size = format!("{}x{}", variant.shape.files(), variant.shape.ranks());
        let line = format!("{:width$}  {size:>5}  {}", variant.name, variant.description);
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}
