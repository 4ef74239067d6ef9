//! SFEN, in which USI writes positions: board, side to move, hands, number of the ply.
//!
//! The side that moves first has the capitals in both forms; it is `b` in an SFEN and `w` in a FEN.

/// The FEN of an SFEN; fields that are missing at the end are left out there too.
///
/// # Errors
/// If it cannot be an SFEN, with a message; what is wrong with the board is for the reader of the FEN to find out.
pub(super) fn to_fen(fields: &[&str]) -> Result<String, String> {
    let (board, rest) = fields.split_first().ok_or("expected an SFEN")?;
    let side = match rest.first() {
        None | Some(&"b") => "w",
        Some(&"w") => "b",
        Some(other) => return Err(format!("side to move: \"{}\": expected b or w", super::quoted(other))),
    };
    let hand = match rest.get(1) {
        None | Some(&"-") => String::new(),
        Some(hand) => format!("[{}]", spelt_out(hand)?),
    };
    let number = match rest.get(2) {
        None => 1,
        Some(text) => {
            let number = text.parse().ok().filter(|number| (0..=u32::MAX / 4).contains(number));
            number.ok_or_else(|| {
                let range = u32::MAX / 4;
                format!(
                    "number of the ply: \"{}\": expected a whole number from 0 to {range}",
                    super::quoted(text)
                )
            })?
        }
    };
    if let Some(extra) = rest.get(3) {
        return Err(format!(
            "\"{}\": expected nothing after the number of the ply",
            super::quoted(extra)
        ));
    }
    Ok(format!("{board}{hand} {side} - - 0 {}", number.max(1).div_ceil(2)))
}

/// `2Pb` as `PPb`.
fn spelt_out(hand: &str) -> Result<String, String> {
    let mut out = String::new();
    let mut count = String::new();
    for c in hand.chars() {
        if c.is_ascii_digit() {
            count.push(c);
            continue;
        }
        let number = match count.as_str() {
            "" => Some(1),
            text => text.parse::<usize>().ok().filter(|number| (1..=256).contains(number)),
        };
        let Some(number) = number else {
            return Err(format!(
                "hands: \"{}\": expected at most 256 of a piece",
                super::quoted(hand)
            ));
        };
        out.extend(std::iter::repeat_n(c, number));
        count.clear();
    }
    match count.is_empty() {
        true => Ok(out),
        false => Err(format!(
            "hands: \"{}\": expected a piece after a number",
            super::quoted(hand)
        )),
    }
}

/// The SFEN of a complete FEN.
pub(super) fn from_fen(fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let field = |index: usize| fields.get(index).copied().unwrap_or_default();
    let (board, hand) = match field(0).split_once('[') {
        Some((board, hand)) => (board, counted(hand.trim_end_matches(']'))),
        None => (field(0), String::new()),
    };
    let second = field(1) == "b";
    let number = field(5).parse::<u64>().unwrap_or(1).max(1) * 2 - u64::from(!second);
    let hand = if hand.is_empty() { "-" } else { &hand };
    format!("{board} {} {hand} {number}", if second { 'w' } else { 'b' })
}

/// `PPb` as `2Pb`.
fn counted(hand: &str) -> String {
    let mut out = String::new();
    let mut rest = hand.chars().peekable();
    while let Some(c) = rest.next() {
        let mut number = 1;
        while rest.next_if_eq(&c).is_some() {
            number += 1;
        }
        if number > 1 {
            out += &number.to_string();
        }
        out.push(c);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fen(sfen: &str) -> Result<String, String> {
        to_fen(&sfen.split_whitespace().collect::<Vec<_>>())
    }

    #[test]
    fn both_forms_say_the_same() {
        for (sfen, expected) in [
            (
                "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL b - 1",
                "lnsgkgsnl/9/9/9/9/9/9/9/LNSGKGSNL w - - 0 1",
            ),
            ("4k4/9/9/9/9/9/9/9/4K4 w - 2", "4k4/9/9/9/9/9/9/9/4K4 b - - 0 1"),
            (
                "4k4/9/9/9/9/9/9/9/4K4 b R2Pb12p 31",
                "4k4/9/9/9/9/9/9/9/4K4[RPPbpppppppppppp] w - - 0 16",
            ),
        ] {
            assert_eq!(fen(sfen).as_deref(), Ok(expected));
            assert_eq!(from_fen(expected), sfen);
        }
        assert_eq!(fen("k/K").as_deref(), Ok("k/K w - - 0 1"));
    }

    #[test]
    fn what_is_wrong_is_quoted() {
        for (sfen, part) in [
            ("k/K x - 1", "\"x\""),
            ("k/K b 2 1", "\"2\""),
            ("k/K b 999P 1", "\"999P\""),
            ("k/K b - -3", "\"-3\""),
            ("k/K b - 1 more", "\"more\""),
            ("", "expected an SFEN"),
        ] {
            let message = fen(sfen).unwrap_err();
            assert!(message.contains(part), "{message}");
        }
    }
}
