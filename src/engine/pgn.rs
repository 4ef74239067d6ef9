//! Games as they stand in PGN texts, not yet played.

use crate::game::movetext::{self, Item};

/// A game of a PGN text.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct TextGame<'t> {
    /// The line in which it begins, from 1.
    pub line: usize,
    /// Names and values of the tags.
    pub tags: Vec<(&'t str, String)>,
    /// The moves as they are written, each with its line.
    pub moves: Vec<(usize, &'t str)>,
    /// The comments in braces, each with the number of moves before it.
    pub comments: Vec<(usize, &'t str)>,
    /// The result after the moves, if there is one.
    pub result: Option<&'t str>,
}

impl TextGame<'_> {
    /// The value of a tag; names are compared without regard to case.
    pub fn tag(&self, name: &str) -> Option<&str> {
        let mut tags = self.tags.iter();
        tags.find(|(known, _)| known.eq_ignore_ascii_case(name))
            .map(|(_, value)| value.as_str())
    }
}

/// The games of a text, one after the other. A game ends with its result, or where the tags of another one begin.
pub fn games(text: &str) -> impl Iterator<Item = TextGame<'_>> {
    let mut tokens = movetext::tokens(text).peekable();
    std::iter::from_fn(move || {
        let mut game = TextGame {
            line: tokens.peek()?.line,
            ..TextGame::default()
        };
        while let Some(token) = tokens.next_if(|next| !matches!(next.item, Item::Tag(..)) || game.moves.is_empty()) {
            match token.item {
                Item::Tag(name, value) => game.tags.push((name, value)),
                Item::Move(text) => game.moves.push((token.line, text)),
                Item::Comment(text) => game.comments.push((game.moves.len(), text)),
                Item::Result(text) => {
                    game.result = Some(text);
                    break;
                }
            }
        }
        Some(game)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_told_apart() {
        let text = "[Event \"one\"]\n\n1. e4 {a\n[FEN \"no tag\"]\n} e5 (1... c5) *\n\n[Event \"t\\\"wo\"]\n[FEN \"k/K w\"]\n\n\
                    1. d4\nd5\n[Event \"three\"]\n1-0 1. c4 0-1";
        let found: Vec<TextGame> = games(text).collect();
        let lines: Vec<usize> = found.iter().map(|game| game.line).collect();
        assert_eq!(lines, [1, 7, 12, 13]);
        assert_eq!((found[0].tag("event"), found[0].tag("FEN")), (Some("one"), None));
        assert_eq!(found[0].comments, [(1, "a\n[FEN \"no tag\"]\n")]);
        assert_eq!(
            (&found[0].moves, found[0].result),
            (&vec![(3, "e4"), (5, "e5")], Some("*"))
        );
        assert_eq!(
            (found[1].tag("Event"), found[1].tag("fen")),
            (Some("t\"wo"), Some("k/K w"))
        );
        assert_eq!(
            (&found[1].moves, found[1].result),
            (&vec![(10, "d4"), (11, "d5")], None)
        );
        assert_eq!((found[2].moves.len(), found[2].result), (0, Some("1-0")));
        assert_eq!((found[3].moves.len(), found[3].result), (1, Some("0-1")));
        assert_eq!(games(" \n").count(), 0);
    }
}
