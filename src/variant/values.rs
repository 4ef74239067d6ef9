//! The types of values that keys take, and how each is read.

use super::{
    Verdict,
    draft::{Draft, Region, Types, capital},
    names::Slot,
};
use crate::board::Shape;

/// `true` or `false`.
pub(super) fn boolean(text: &str) -> Result<bool, String> {
    match text {
        "true" => Ok(true),
        "false" => Ok(false),
        _ => Err(format!("\"{text}\" is neither \"true\" nor \"false\"")),
    }
}

/// A whole number from 0 to `max`.
pub(super) fn number(text: &str, max: u16) -> Result<u16, String> {
    text.parse()
        .ok()
        .filter(|&n| n <= max)
        .ok_or_else(|| format!("\"{text}\" is not a number from 0 to {max}"))
}

/// A rank, 1 to 16; gives it from 0.
pub(super) fn rank(text: &str) -> Result<u8, String> {
    from_one(text).ok_or_else(|| format!("\"{text}\" is not a rank; expected 1 to {}", Shape::MAX))
}

/// A file, a to p or 1 to 16; gives it from 0.
pub(super) fn file(text: &str) -> Result<u8, String> {
    let letter = match text.as_bytes() {
        [letter @ b'a'..=b'p'] => Some(letter - b'a'),
        _ => from_one(text),
    };
    letter.ok_or_else(|| format!("\"{text}\" is not a file; expected a to p or 1 to {}", Shape::MAX))
}

pub(super) fn from_one(text: &str) -> Option<u8> {
    let n: u8 = text.parse().ok().filter(|_| text.bytes().all(|c| c.is_ascii_digit()))?;
    (1..=Shape::MAX).contains(&n).then(|| n - 1)
}

/// Files with blanks between them.
pub(super) fn files(text: &str) -> Result<Vec<u8>, String> {
    let files = text.split_whitespace().map(file).collect::<Result<Vec<u8>, String>>()?;
    if files.is_empty() {
        Err("no file is given; expected for example \"h\" or \"h i\"".to_string())
    } else {
        Ok(files)
    }
}

/// `win`, `loss`, `draw` or `none`.
pub(super) fn verdict(text: &str) -> Result<Verdict, String> {
    match text {
        "win" => Ok(Verdict::Win),
        "loss" => Ok(Verdict::Loss),
        "draw" => Ok(Verdict::Draw),
        "none" => Ok(Verdict::None),
        _ => Err(format!("\"{text}\" is not a value; expected win, loss, draw or none")),
    }
}

/// Piece letters of this variant, `*` for all types, `-` or nothing for none.
pub(super) fn types(text: &str, draft: &Draft) -> Result<Types, String> {
    let mut types = Types::default();
    for letter in text.chars().filter(|c| !c.is_whitespace()) {
        match letter {
            '*' => types.all = true,
            '-' => {}
            _ => {
                let slot = slot(letter, draft)?;
                if !types.list.contains(&slot) {
                    types.list.push(slot);
                }
            }
        }
    }
    Ok(types)
}

/// One piece letter, or `-` for none.
pub(super) fn one_type(text: &str, draft: &Draft) -> Result<Option<Slot>, String> {
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some('-'), None) => Ok(None),
        (Some(letter), None) => slot(letter, draft).map(Some),
        _ => Err(format!("\"{text}\" is not one piece letter, nor \"-\" for none")),
    }
}

/// One piece letter, `*` for any type, or `-` for none.
pub(super) fn any_type(text: &str, draft: &Draft) -> Result<Types, String> {
    if text == "*" {
        return Ok(Types::all());
    }
    Ok(Types {
        list: one_type(text, draft)?.into_iter().collect(),
        all: false,
    })
}

pub(super) fn slot(letter: char, draft: &Draft) -> Result<Slot, String> {
    draft.slot_of_letter(letter).ok_or_else(|| {
        let letters: String = draft
            .pieces
            .values()
            .flat_map(|piece| piece.letter.to_lowercase())
            .collect();
        let known = if letters.is_empty() {
            "it has no pieces".to_string()
        } else {
            format!("it has {letters}")
        };
        format!("no piece of this variant has the letter \"{letter}\"; {known}")
    })
}

/// Squares: `d4`, `*8` for a rank, `a*` for a file, `**` for all, `-` for none. Squares named beyond the board are
/// given back as a list, because they do no harm.
pub(super) fn region(text: &str, draft: &Draft) -> Result<(Region, Vec<String>), String> {
    let (mut region, mut beyond) = (Region::NONE, Vec::new());
    let mut rest = text.trim();
    while let Some(first) = rest.chars().next() {
        if first == '-' {
            rest = rest[1..].trim_start();
            continue;
        }
        let wrong = || {
            let word = rest.split_whitespace().next().unwrap_or(rest);
            format!(
                "\"{word}\" names no squares; expected for example \"d4\", \"*8\" (a rank), \"a*\" (a file) or \"-\""
            )
        };
        let file = match first {
            '*' => None,
            'a'..='p' => Some(first as u8 - b'a'),
            _ => return Err(wrong()),
        };
        let after = rest[1..].trim_start();
        let digits = after.bytes().take_while(u8::is_ascii_digit).count();
        let (rank, length) = match (after.starts_with('*'), digits) {
            (true, _) => (None, 1),
            (false, 1 | 2) => (Some(from_one(&after[..digits]).ok_or_else(wrong)?), digits),
            _ => return Err(wrong()),
        };
        if file.is_some_and(|f| f >= draft.files) || rank.is_some_and(|r| r >= draft.ranks) {
            beyond.push(format!("{first}{}", &after[..length]));
        }
        region = region.and(Region::of(|f, r| {
            file.is_none_or(|file| file == f) && rank.is_none_or(|rank| rank == r)
        }));
        rest = after[length..].trim_start();
    }
    Ok((region, beyond))
}

/// `letter:number` pairs with numbers from 0 to `max`, divided by blanks or commas.
pub(super) fn amounts(text: &str, max: u16, draft: &Draft) -> Result<Vec<(Slot, u16)>, String> {
    pairs(text, "number")?
        .map(|(letter, amount)| Ok((slot(letter, draft)?, number(amount, max)?)))
        .collect()
}

/// `letter:letters` pairs, divided by blanks or commas: further letters for a piece.
pub(super) fn aliases(text: &str, draft: &Draft) -> Result<Vec<(Slot, char)>, String> {
    let mut aliases = Vec::new();
    for (letter, others) in pairs(text, "letter")? {
        let slot = slot(letter, draft)?;
        for other in others.chars() {
            let other = capital(other).ok_or_else(|| format!("\"{other}\" is not a letter with a capital form"))?;
            aliases.push((slot, other));
        }
    }
    Ok(aliases)
}

/// `letter:name` pairs, divided by blanks or commas: what pieces are called.
pub(super) fn names(text: &str, draft: &Draft) -> Result<Vec<(Slot, String)>, String> {
    pairs(text, "name")?
        .map(|(letter, name)| Ok((slot(letter, draft)?, name.to_lowercase())))
        .collect()
}

/// `letter:letter` pairs, divided by blanks or commas: types and what they become.
pub(super) fn becomes(text: &str, draft: &Draft) -> Result<Vec<(Slot, Slot)>, String> {
    let read = |(letter, becomes): (char, &str)| {
        let mut letters = becomes.chars();
        match (letters.next(), letters.next()) {
            (Some(to), None) => Ok((slot(letter, draft)?, slot(to, draft)?)),
            _ => Err(format!("\"{becomes}\" is not one piece letter")),
        }
    };
    pairs(text, "letter")?.map(read).collect()
}

/// Splits `a:b c:d` (or `-`) into its pairs.
fn pairs<'a>(text: &'a str, second: &str) -> Result<std::vec::IntoIter<(char, &'a str)>, String> {
    let mut pairs = Vec::new();
    for word in text
        .split([' ', '\t', ','])
        .filter(|word| !word.is_empty() && *word != "-")
    {
        let pair = word.split_once(':').and_then(|(letter, value)| {
            let mut letters = letter.chars();
            Some((letters.next().filter(|_| letters.next().is_none())?, value)).filter(|(_, value)| !value.is_empty())
        });
        pairs.push(pair.ok_or_else(|| format!("\"{word}\" is not of the form letter:{second}"))?);
    }
    Ok(pairs.into_iter())
}

/// One of the words in `known`; gives its index.
pub(super) fn choice(text: &str, known: &[&str]) -> Result<usize, String> {
    known
        .iter()
        .position(|word| *word == text)
        .ok_or_else(|| format!("\"{text}\" is not known here; expected one of {}", known.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scalars() {
        assert_eq!(boolean("true"), Ok(true));
        assert!(boolean("yes").is_err_and(|m| m.contains("yes")));
        assert_eq!(rank("16"), Ok(15));
        assert_eq!(file("a"), Ok(0));
        assert_eq!(file("p"), Ok(15));
        assert_eq!(file("10"), Ok(9));
        assert_eq!(files("h i"), Ok(vec![7, 8]));
        for bad in ["", "q", "0", "17", "+1", "a1", "é"] {
            assert!(file(bad).is_err(), "{bad}");
        }
        assert!(rank("0").is_err() && rank("a").is_err() && files(" ").is_err());
        assert!(number("65536", u16::MAX).is_err() && number("-1", 9).is_err());
    }

    #[test]
    fn regions() {
        let draft = Draft::default();
        let read = |text| region(text, &draft).map(|(region, _)| region);
        assert_eq!(read("*8"), Ok(Region::rank(7)));
        assert_eq!(read("a*"), Ok(Region::of(|f, _| f == 0)));
        assert_eq!(read("-"), Ok(Region::NONE));
        assert_eq!(read("**"), Ok(Region::ALL));
        assert_eq!(
            read("d4 *16 p1"),
            Ok(Region::of(|f, r| (f, r) == (3, 3) || r == 15 || (f, r) == (15, 0)))
        );
        assert_eq!(
            region("d4 *16 i1", &draft).map(|(_, beyond)| beyond),
            Ok(vec!["*16".into(), "i1".into()])
        );
        for bad in ["d", "4", "d17", "q1", "d0", "d123", "*", "D4", "é4", "dé"] {
            assert!(read(bad).is_err(), "{bad}");
        }
    }
}
