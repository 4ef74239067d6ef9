//! Openings of random moves, so that no two games of a match are the same.

use crate::{
    board::SplitMix64,
    engine::{Engine, EngineError, SetUp},
};

/// How often an opening that ends the game is thrown away before a shorter one is good enough.
const TRIES: u32 = 32;

/// Random legal moves from the position `fen`, in coordinates; the game goes on after them. There are `plies` of them,
/// fewer only where games do not last so long. The engine's game is used for it.
///
/// # Errors
/// If the FEN is wrong.
pub fn random_opening(
    engine: &mut Engine,
    fen: &str,
    plies: usize,
    random: &mut SplitMix64,
) -> Result<Vec<String>, EngineError> {
    let mut longest = Vec::new();
    for _ in 0..TRIES {
        let set_up = SetUp {
            fen: Some(fen.to_string()),
            moves: Vec::new(),
        };
        engine.set_up(&set_up)?;
        let mut opening = Vec::with_capacity(plies);
        while opening.len() < plies {
            let legal = engine.session().legal_moves();
            let Some(&mv) = legal.get(random.below(legal.len().max(1) as u64) as usize) else {
                break;
            };
            let text = engine.write_move(mv).coordinates;
            engine.play(mv)?;
            if engine.session().outcome().is_some() {
                break;
            }
            opening.push(text);
        }
        if opening.len() >= plies {
            return Ok(opening);
        }
        if opening.len() > longest.len() {
            longest = opening;
        }
    }
    Ok(longest)
}
