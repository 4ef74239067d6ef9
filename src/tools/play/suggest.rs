//! Legal moves that somebody may have meant.

use crate::{
    engine::{Engine, EngineError, MoveText},
    game::MoveProblem,
    position::Move,
};

/// How many moves are offered.
const OFFERED: usize = 4;

/// Legal moves like `text`, the likeliest first, in the notation in which they are nearest to it.
pub(super) fn like(engine: &Engine, text: &str) -> Vec<String> {
    let text = text.trim();
    let small = text.to_lowercase();
    let legal = engine.session().legal_moves();
    // A text that begins with a square and goes on, or with a capital, is about the moves of that piece.
    let from = engine
        .variant()
        .shape
        .parse_prefix(&small)
        .filter(|(_, rest)| !rest.is_empty());
    let letter = text.chars().next().filter(|letter| letter.is_uppercase());
    let own = |mv: &&Move| match (from, letter) {
        (Some((square, _)), _) => mv.from() == square,
        (None, Some(letter)) => engine.write_move(**mv).san.starts_with(letter),
        (None, None) => false,
    };
    let own: Vec<&Move> = legal.iter().filter(own).collect();
    let (limit, moves) = match own.is_empty() {
        true => ((small.chars().count() / 2).min(2), legal.iter().collect()),
        false => (usize::MAX, own),
    };
    let mut near: Vec<(usize, String)> = Vec::new();
    for &mv in moves {
        let MoveText { coordinates, san, .. } = engine.write_move(mv);
        let by_squares = strsim::damerau_levenshtein(&small, &coordinates.to_lowercase());
        let by_name = strsim::damerau_levenshtein(text, san.trim_end_matches(['+', '#']));
        let (distance, form) = match by_squares <= by_name {
            true => (by_squares, coordinates),
            false => (by_name, san),
        };
        if distance <= limit {
            near.push((distance, form));
        }
    }
    near.sort();
    near.into_iter().map(|(_, form)| form).take(OFFERED).collect()
}

/// What to add to the message about a text that is no legal move; empty if nothing helps.
pub(super) fn advice(engine: &Engine, text: &str, error: &EngineError) -> String {
    let problem = match error {
        EngineError::Move(wrong) => &wrong.problem,
        _ => return String::new(),
    };
    // The message already says what it can be.
    if matches!(problem, MoveProblem::Ambiguous(_) | MoveProblem::GameOver) {
        return String::new();
    }
    if matches!(problem, MoveProblem::Form { .. })
        && let Some(command) = super::command::nearest(text)
    {
        return format!("; did you mean the command {command}?");
    }
    let near = like(engine, text);
    match near.as_slice() {
        [] => match problem {
            MoveProblem::Form { .. } => "; \"help\" lists the commands, \"moves\" the legal moves".to_string(),
            _ => "; \"moves\" lists the legal moves".to_string(),
        },
        [only] => format!("; did you mean {only}?"),
        [others @ .., last] => format!("; did you mean {} or {last}?", others.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_moves_are_found() {
        let mut engine = Engine::new().unwrap();
        engine.set_variant("chess").unwrap();
        let like = |text| like(&engine, text);
        assert_eq!(like("Nf4"), ["Nf3", "Na3", "Nc3", "Nh3"]);
        assert_eq!(like("e2e5"), ["e2e3", "e2e4"]);
        assert_eq!(like("e5"), ["e3", "e4"]);
        assert_eq!(like("Qh5"), Vec::<String>::new());
        assert_eq!(like("bishop takes"), Vec::<String>::new());
    }
}
