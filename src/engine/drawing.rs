//! Boards as text for people.

use crate::{
    board::{Bitboard, Shape, Square},
    pieces::Piece,
    position::Position,
    variant::Variant,
};

/// Draws a board of this shape: `cell` gives the character on each square that exists; holes stay open. Between
/// squares of different banks runs a river, drawn as `~` and `:`; on a board without rivers all squares are of one.
pub fn draw(shape: Shape, bank: impl Fn(Square) -> usize, cell: impl Fn(Square) -> char) -> String {
    let files = shape.files() as i32;
    // The line between two squares is drawn where either of them exists.
    let wall = |a: (i32, i32), b: (i32, i32), [open, land, water]: [&'static str; 3]| {
        let squares = [shape.square(a.0, a.1), shape.square(b.0, b.1)];
        match squares {
            [None, None] => open,
            [Some(a), Some(b)] if bank(a) != bank(b) => water,
            _ => land,
        }
    };
    let border = |rank: i32| {
        let mut line = String::from("   ");
        for file in 0..=files {
            let corners = [(file - 1, rank), (file - 1, rank - 1), (file, rank), (file, rank - 1)];
            let touched = corners.iter().any(|&(file, rank)| shape.square(file, rank).is_some());
            line.push(if touched { '+' } else { ' ' });
            if file < files {
                line.push_str(wall((file, rank), (file, rank - 1), ["   ", "---", "~~~"]));
            }
        }
        line
    };
    let mut out = String::new();
    for rank in (0..shape.ranks() as i32).rev() {
        out.push_str(border(rank + 1).trim_end());
        out.push('\n');
        let mut row = format!("{:>2} ", rank + 1);
        for file in 0..=files {
            row.push_str(wall((file - 1, rank), (file, rank), [" ", "|", ":"]));
            if file < files {
                match shape.square(file, rank) {
                    Some(square) => row.extend([' ', cell(square), ' ']),
                    None => row.push_str("   "),
                }
            }
        }
        out.push_str(row.trim_end());
        out.push('\n');
    }
    out.push_str(border(0).trim_end());
    out.push('\n');
    let mut names = String::from("   ");
    for file in 0..files {
        names.extend([' ', ' ', (b'a' + file as u8) as char, ' ']);
    }
    out.push_str(names.trim_end());
    out.push('\n');
    out
}

/// The number of the bank that a square belongs to; those of no bank belong to one more.
pub fn bank(variant: &Variant, square: Square) -> usize {
    let banks = &variant.ground.banks;
    banks.iter().position(|bank| bank.has(square)).unwrap_or(banks.len())
}

/// Draws a position: capitals are White's pieces.
pub(super) fn draw_position<B: Bitboard>(position: &Position<B>) -> String {
    let cell = |square| match position.piece_on(square) {
        Piece::NONE => ' ',
        piece => position.letter(piece),
    };
    let rules = position.rules();
    draw(rules.shape, |square| bank(&rules.variant, square), cell)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, U256};

    #[test]
    fn holes_stay_open() {
        let corner = U256::of(Square(0)) | U256::of(Square(8));
        let shape = Shape::new(3, 3).unwrap().with_holes(corner);
        let drawn = draw(shape, |_| 0, |square| if square == Square(4) { 'K' } else { ' ' });
        let expected = "\
\x20  +---+---+
 3 |   |   |
   +---+---+---+
 2 |   | K |   |
   +---+---+---+
 1     |   |   |
       +---+---+
     a   b   c
";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn rivers_run_between_banks() {
        // A river above rank 1 and one beside file c; none where a hole is on one side.
        let shape = Shape::new(3, 2).unwrap().with_holes(U256::of(Square(0)));
        let bank = |square: Square| match square.0 {
            0..3 => 0,
            5 => 2,
            _ => 1,
        };
        let expected = "\
\x20  +---+---+---+
 2 |   |   :   |
   +---+~~~+~~~+
 1     |   |   |
       +---+---+
     a   b   c
";
        assert_eq!(draw(shape, bank, |_| ' '), expected);
    }
}
