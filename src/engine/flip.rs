//! A position with colours and ranks exchanged.

use crate::{
    board::{Side, Square},
    pieces::{capital, small},
    variant::Variant,
};

/// The FEN of the position that `fen` (complete, as positions write it) becomes when each piece changes its colour and
/// its rank for that on the other side of the board, and the side to move changes too. It need not be legal.
pub(super) fn flipped(variant: &Variant, fen: &str) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let flip_seats = |text: &str| match &variant.seats {
        Some(seats) => {
            let other = |letter: char| {
                let number = seats.list.iter().position(|seat| seat.letter == letter);
                let seat = number.and_then(|number| seats.list.get(number ^ 1));
                seat.map_or(letter, |seat| seat.letter)
            };
            text.chars().map(other).collect()
        }
        None => text.to_string(),
    };
    let flipped = fields.iter().enumerate().map(|(number, text)| match number {
        0 => text.split('/').rev().map(exchange_case).collect::<Vec<_>>().join("/"),
        1 if *text == Side::White.letter().to_string() => Side::Black.letter().to_string(),
        1 => Side::White.letter().to_string(),
        2 => exchange_case(text),
        3 => flip_squares(variant, text),
        4 | 5 => text.to_string(),
        _ => flip_seats(text),
    });
    flipped.collect::<Vec<_>>().join(" ")
}

fn exchange_case(text: &str) -> String {
    let exchange = |c: char| match c {
        _ if c.is_uppercase() => small(c),
        _ if c.is_lowercase() => capital(c),
        _ => c,
    };
    text.chars().map(exchange).collect()
}

/// The names of squares, each on the rank as far from the other end of the board.
fn flip_squares(variant: &Variant, text: &str) -> String {
    let shape = variant.shape;
    let mut out = String::new();
    let mut rest = text;
    while let Some((square, left)) = shape.parse_prefix(rest) {
        let rank = shape.ranks() as i32 - 1 - shape.rank(square);
        let number = rank * shape.files() as i32 + shape.file(square);
        out.push_str(&shape.name(Square(number as u8)));
        rest = left;
    }
    out + rest
}
