//! The moves of a game as one text: `1.f3 Ad6 2.Bf2 Axh2#`.

use super::{Game, MoveError, Style};
use crate::board::Bitboard;

/// The results with which a game's text may end.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

impl<B: Bitboard> Game<B> {
    /// Plays the moves of a text: moves in any notation, with or without move numbers; comments in braces and
    /// after semicolons, marks such as `$1` and a result at the end are passed over. Gives how many were played.
    ///
    /// # Errors
    /// With the first text that is no legal move; the game stays as it was.
    pub fn play_movetext(&mut self, text: &str, style: Style) -> Result<usize, MoveError> {
        let before = self.moves().len();
        for mv in moves(text) {
            if let Err(error) = self.play_text(&mv, style) {
                while self.moves().len() > before {
                    self.undo();
                }
                return Err(error);
            }
        }
        Ok(self.moves().len() - before)
    }
}

/// The moves of a text, as they are written there.
pub fn moves(text: &str) -> Vec<String> {
    let text = without_comments(text);
    let words = text.split_whitespace().map(without_number);
    let moves = words.filter(|word| !word.is_empty() && !word.starts_with('$') && !RESULTS.contains(word));
    moves.map(str::to_string).collect()
}

/// `12.` or `12...` before a move taken away.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None => word,
    }
}

fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = None;
    for c in text.chars() {
        match (end, c) {
            (None, '{') => end = Some('}'),
            (None, ';') => end = Some('\n'),
            (None, _) => out.push(c),
            (Some(e), _) if e == c => {
                end = None;
                out.push(' ');
            }
            _ => {}
        }
    }
    out
}
