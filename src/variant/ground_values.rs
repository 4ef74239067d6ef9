//! The types of values that keys about the ground and its players take, and how each is read.

use super::{
    draft::{Draft, PairDraft, Region, Step},
    ground::{MAX_SEATS, Seat},
    names::Slot,
    values,
};

/// Regions with `|` between them, none of which shares a square with another. Besides what a region may be, a word may
/// be a rectangle: two corners with a hyphen between them.
pub(super) fn regions(text: &str, draft: &Draft) -> Result<(Vec<Region>, Vec<String>), String> {
    let (mut found, mut beyond) = (Vec::new(), Vec::new());
    if text == "-" {
        return Ok((found, beyond));
    }
    for part in text.split('|') {
        let mut region = Region::NONE;
        for word in part.split_whitespace() {
            let corners = word.split_once('-').and_then(|(a, b)| Some((square(a)?, square(b)?)));
            match corners {
                Some((a, b)) => {
                    for corner in [a, b].into_iter().filter(|&corner| !on_board(corner, draft)) {
                        beyond.push(name(corner));
                    }
                    region = region.and(Region::rectangle(a, b));
                }
                None => {
                    let (more, outside) = values::region(word, draft)?;
                    region = region.and(more);
                    beyond.extend(outside);
                }
            }
        }
        if region.is_empty() {
            return Err(format!(
                "\"{part}\" names no squares; expected for example \"a1-h4\" or \"*1 *2\""
            ));
        }
        if let Some(earlier) = found.iter().position(|other| !region.common(*other).is_empty()) {
            return Err(format!(
                "\"{}\" shares squares with region {}",
                part.trim(),
                earlier + 1
            ));
        }
        found.push(region);
    }
    Ok((found, beyond))
}

/// Single steps such as `g6f7`, with blanks between them; a hyphen between the squares is allowed.
pub(super) fn steps(text: &str, draft: &Draft) -> Result<Vec<Step>, String> {
    let words = text.split_whitespace().filter(|word| *word != "-");
    words.map(|word| step(word, draft)).collect()
}

fn step(word: &str, draft: &Draft) -> Result<Step, String> {
    let wrong = || format!("\"{word}\" is not a step; expected two squares, for example \"g6f7\"");
    let (a, rest) = square_at(word).ok_or_else(wrong)?;
    let rest = rest.strip_prefix('-').unwrap_or(rest);
    let (b, rest) = square_at(rest).ok_or_else(wrong)?;
    if !rest.is_empty() || a == b {
        return Err(wrong());
    }
    match [a, b].into_iter().find(|&s| !on_board(s, draft)) {
        Some(outside) => Err(format!(
            "{} is not on the {}x{} board",
            name(outside),
            draft.files,
            draft.ranks
        )),
        None => Ok([a, b]),
    }
}

/// Seats such as `S1 n2 N2 s1`: a letter, a capital for White, and the number of the seat's bank, from 1. White's and
/// Black's must alternate.
pub(super) fn seats(text: &str) -> Result<Vec<Seat>, String> {
    let mut found: Vec<Seat> = Vec::new();
    for word in text.split_whitespace().filter(|_| text != "-") {
        let mut chars = word.chars();
        let letter = chars.next().filter(char::is_ascii_alphabetic);
        let digits = chars.as_str();
        let plain = digits.starts_with(|c: char| ('1'..='9').contains(&c));
        let bank = digits.parse::<usize>().ok().filter(|bank| plain && *bank <= 16);
        let (Some(letter), Some(bank)) = (letter, bank) else {
            return Err(format!(
                "\"{word}\" is not a seat; expected a letter and the number of a bank, for example \"S1\""
            ));
        };
        if found.iter().any(|seat| seat.letter == letter) {
            return Err(format!("the letter \"{letter}\" is given twice"));
        }
        if letter.is_ascii_uppercase() != found.len().is_multiple_of(2) {
            return Err(format!(
                "\"{text}\": White's seats (capitals) and Black's must alternate, White's first"
            ));
        }
        found.push(Seat { letter, bank: bank - 1 });
    }
    if !found.len().is_multiple_of(2) || found.len() > MAX_SEATS {
        return Err(format!(
            "\"{text}\" has {} seats; expected none, 2 or {MAX_SEATS}",
            found.len()
        ));
    }
    Ok(found)
}

/// Castlings such as `A:Ec1d1,Ma1e1`: the right's letter, a capital for White, then twice a piece's letter, where it
/// stands and where it goes.
pub(super) fn pair_castlings(text: &str, draft: &Draft) -> Result<Vec<PairDraft>, String> {
    let words = text.split_whitespace().filter(|word| *word != "-");
    let mut found: Vec<PairDraft> = Vec::new();
    for word in words {
        let wrong = || format!("\"{word}\" is not a castling of two pieces; expected for example \"A:Kc1d1,Ra1e1\"");
        let (letter, men) = word.split_once(':').ok_or_else(wrong)?;
        let mut letters = letter.chars();
        let letter = letters.next().filter(char::is_ascii_alphabetic).ok_or_else(wrong)?;
        if letters.next().is_some() {
            return Err(wrong());
        }
        let (first, second) = men.split_once(',').ok_or_else(wrong)?;
        let man = |text: &str| -> Result<(Slot, Step), String> {
            let letter = text.chars().next().ok_or_else(wrong)?;
            Ok((values::slot(letter, draft)?, step(&text[letter.len_utf8()..], draft)?))
        };
        let (one, other) = (man(first)?, man(second)?);
        if one.1[0] == other.1[0] || one.1[1] == other.1[1] {
            return Err(format!("\"{word}\": both pieces have the same square"));
        }
        if found.iter().any(|pair| pair.letter == letter) {
            return Err(format!("the letter \"{letter}\" is given twice"));
        }
        found.push(PairDraft {
            letter,
            slots: [one.0, other.0],
            moves: [one.1, other.1],
        });
    }
    if found.len() > 16 {
        return Err(format!("{} castlings; at most 16 fit", found.len()));
    }
    Ok(found)
}

/// Reads a square's name, such as `b12`, at the start of `text`: file and rank from 0.
fn square_at(text: &str) -> Option<((u8, u8), &str)> {
    let file = text.bytes().next().filter(|b| (b'a'..=b'p').contains(b))? - b'a';
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let rank = values::from_one(&text[1..1 + digits])?;
    Some(((file, rank), &text[1 + digits..]))
}

fn square(text: &str) -> Option<(u8, u8)> {
    square_at(text)
        .filter(|(_, rest)| rest.is_empty())
        .map(|(square, _)| square)
}

fn on_board((file, rank): (u8, u8), draft: &Draft) -> bool {
    file < draft.files && rank < draft.ranks
}

fn name((file, rank): (u8, u8)) -> String {
    format!("{}{}", (b'a' + file) as char, rank + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_between_bars() {
        let draft = Draft::default();
        let read = |text| regions(text, &draft).map(|(regions, _)| regions);
        assert_eq!(read("-"), Ok(vec![]));
        assert_eq!(
            read("a1-h2 *3 | a8-c7"),
            Ok(vec![
                Region::of(|f, r| r < 2 && f < 8 || r == 2),
                Region::of(|f, r| f < 3 && (6..8).contains(&r))
            ])
        );
        assert!(read("a1-h2 | h2").is_err_and(|m| m.contains("shares squares with region 1")));
        assert!(read("a1-h2 |").is_err_and(|m| m.contains("no squares")));
        assert!(read("a1-x2").is_err());
        assert_eq!(
            regions("a1-j2", &draft).map(|(_, beyond)| beyond),
            Ok(vec!["j2".to_string()])
        );
    }

    #[test]
    fn steps_seats_and_castlings() {
        let draft = Draft::default();
        assert_eq!(
            steps("g6f7 a1-b2", &draft),
            Ok(vec![[(6, 5), (5, 6)], [(0, 0), (1, 1)]])
        );
        for bad in ["g6", "g6f7x", "g6g6", "g6 f7", "i9h8"] {
            assert!(steps(bad, &draft).is_err(), "{bad}");
        }
        assert_eq!(
            seats("W1 b2"),
            Ok(vec![Seat { letter: 'W', bank: 0 }, Seat { letter: 'b', bank: 1 }])
        );
        for bad in [
            "W1",
            "w1 b2",
            "W1 B2",
            "W0 b1",
            "W b1",
            "W1 b1 W2 s1",
            "A1 b1 C1 d1 E1 f1",
        ] {
            assert!(seats(bad).is_err(), "{bad}");
        }
        for bad in ["A", "A:e1", "A:Xe1g1,Rh1f1", "AB:e1g1,h1f1", "A:1,2"] {
            assert!(pair_castlings(bad, &draft).is_err(), "{bad}");
        }
    }
}
