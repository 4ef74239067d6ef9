//! The text of games: `1.f3 Ad6 2.Bf2 Axh2#`, and the tags, comments and variations of PGN.

use super::{Game, MoveError, Style};
use crate::board::Bitboard;

/// The results with which a game's text may end.
const RESULTS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// A number without a point after it is a move's number if it has at most so many digits; `0000` is a pass.
const NUMBER_DIGITS: usize = 3;

impl<B: Bitboard> Game<B> {
    /// Plays the moves of a text, as [`moves`] finds them, in any notation. Gives how many were played.
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
    let moves = tokens(text).filter_map(|token| match token.item {
        Item::Move(text) => Some(text.to_string()),
        _ => None,
    });
    moves.collect()
}

/// What stands in a game's text. Move numbers, comments after semicolons, lines that begin with `%`, variations in
/// parentheses and marks such as `$1` are passed over.
pub fn tokens(text: &str) -> Tokens<'_> {
    Tokens {
        text,
        at: 0,
        line: 1,
        depth: 0,
    }
}

/// A part of a game's text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Token<'t> {
    /// Its line, from 1.
    pub line: usize,
    /// What it is.
    pub item: Item<'t>,
}

/// See [`Token`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Item<'t> {
    /// `[Name "value"]`: the name, and the value without its escapes.
    Tag(&'t str, String),
    /// A move of the game, or whatever stands where a move should.
    Move(&'t str),
    /// A result, with which the game ends.
    Result(&'t str),
    /// What stands in braces outside of variations.
    Comment(&'t str),
}

/// The iterator that [`tokens`] gives.
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    text: &'t str,
    /// The byte from which on nothing has been read.
    at: usize,
    line: usize,
    /// How many variations are open.
    depth: usize,
}

impl<'t> Iterator for Tokens<'t> {
    type Item = Token<'t>;

    fn next(&mut self) -> Option<Token<'t>> {
        while let Some(next) = self.rest().chars().next() {
            match next {
                '{' => {
                    let (line, from) = (self.line, self.at + 1);
                    self.skip_past('}');
                    let text = self.text[from..self.at].trim_end_matches('}');
                    if self.depth == 0 {
                        let item = Item::Comment(text);
                        return Some(Token { line, item });
                    }
                }
                ';' => self.skip_past('\n'),
                '%' if self.begins_line() => self.skip_past('\n'),
                // A tag ends whatever variation was left open before it.
                '[' if self.begins_line() || self.depth == 0 => {
                    if let Some((length, name, value)) = tag(self.rest()) {
                        self.depth = 0;
                        let line = self.line;
                        self.skip(length);
                        let item = Item::Tag(name, value);
                        return Some(Token { line, item });
                    }
                    if let Some(token) = self.word() {
                        return Some(token);
                    }
                }
                '(' => {
                    self.depth += 1;
                    self.skip(1);
                }
                ')' => {
                    self.depth = self.depth.saturating_sub(1);
                    self.skip(1);
                }
                c if c.is_whitespace() || c == '}' => self.skip(c.len_utf8()),
                _ => {
                    if let Some(token) = self.word() {
                        return Some(token);
                    }
                }
            }
        }
        None
    }
}

impl<'t> Tokens<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    fn begins_line(&self) -> bool {
        self.at == 0 || self.text[..self.at].ends_with('\n')
    }

    fn skip(&mut self, bytes: usize) {
        self.line += self.rest()[..bytes].matches('\n').count();
        self.at += bytes;
    }

    fn skip_past(&mut self, end: char) {
        let rest = self.rest();
        self.skip(rest.find(end).map_or(rest.len(), |at| at + end.len_utf8()));
    }

    /// Reads up to the next blank or the next sign of a comment or a variation.
    fn word(&mut self) -> Option<Token<'t>> {
        let rest = self.rest();
        let ends = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | '(' | ')' | ';');
        let length = rest.find(ends).unwrap_or(rest.len());
        let word = without_number(&rest[..length]);
        let line = self.line;
        self.skip(length);
        let is_mark = word.starts_with('$') || word.trim_matches(['!', '?']).is_empty();
        if self.depth > 0 || is_mark {
            return None;
        }
        let item = match RESULTS.contains(&word) {
            true => Item::Result(word),
            false => Item::Move(word),
        };
        Some(Token { line, item })
    }
}

/// `12.` or `12...` before a move, or `12` alone, taken away.
fn without_number(word: &str) -> &str {
    let rest = word.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(rest) => rest.trim_start_matches('.'),
        None if rest.is_empty() && word.len() <= NUMBER_DIGITS => "",
        None => word,
    }
}

/// Reads `[Name "value"]` at the beginning of a text: its length in bytes, the name and the value.
fn tag(text: &str) -> Option<(usize, &str, String)> {
    let inner = text.strip_prefix('[')?.trim_start_matches([' ', '\t']);
    let name_end = inner.find(|c: char| c.is_whitespace() || c == '"')?;
    let (name, rest) = inner.split_at(name_end);
    let quoted = rest.trim_start_matches([' ', '\t']).strip_prefix('"')?;
    let mut value = String::new();
    let mut escaped = false;
    for (at, c) in quoted.char_indices() {
        match c {
            '\n' => return None,
            '\\' if !escaped => {
                escaped = true;
                continue;
            }
            '"' if !escaped => {
                let end = quoted[at + 1..].trim_start_matches([' ', '\t']).strip_prefix(']')?;
                let is_name = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
                return is_name.then(|| (text.len() - end.len(), name, value));
            }
            // A backslash that escapes nothing stands for itself.
            c if escaped && !matches!(c, '"' | '\\') => value.extend(['\\', c]),
            c => value.push(c),
        }
        escaped = false;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_variations_numbers_and_marks_are_passed_over() {
        let text = "1. e4 {good (or not) [%clk 0:01]} e5 $1 2.Nf3!? (2. f4 (2. d4 {x)}) exf4) 2...Nc6 ; rest (\n\
                    % escaped\n3 Bb5 ! ) 0000 O-O Q3c4 1/2-1/2";
        assert_eq!(moves(text), ["e4", "e5", "Nf3!?", "Nc6", "Bb5", "0000", "O-O", "Q3c4"]);
        let last = tokens(text).last().unwrap();
        assert_eq!((last.line, last.item), (3, Item::Result("1/2-1/2")));
    }

    #[test]
    fn tags_are_read_with_their_lines() {
        let text = "[Event \"a \\\"b\\\" c\\\\d\"]\n[FEN  \"8/8[Qq] w\" ] [Odd \"x]\"]\n\n1. e4 (1. d4\n[Event \"next\"]\n[broken e5";
        let found: Vec<(usize, Item)> = tokens(text).map(|token| (token.line, token.item)).collect();
        let tag = |name, value: &str| Item::Tag(name, value.to_string());
        assert_eq!(
            found,
            [
                (1, tag("Event", "a \"b\" c\\d")),
                (2, tag("FEN", "8/8[Qq] w")),
                (2, tag("Odd", "x]")),
                (4, Item::Move("e4")),
                (5, tag("Event", "next")),
                (6, Item::Move("[broken")),
                (6, Item::Move("e5")),
            ]
        );
    }

    #[test]
    fn no_text_breaks_the_reader() {
        for text in [
            "",
            "{",
            "(",
            "[",
            "[a",
            "[a \"",
            "[a \"\\",
            "%",
            ";",
            ")",
            "}",
            "é{é}é",
            "[é \"é\"]",
            "1.",
            "$",
        ] {
            let _ = tokens(text).count();
        }
    }
}
