//! Boards as text for people.

use crate::{
    board::{Bitboard, Shape, Square},
    pieces::Piece,
    position::Position,
};

/// Draws a board of this shape: `cell` gives the character on each square that exists; holes stay open.
pub fn draw(shape: Shape, cell: impl Fn(Square) -> char) -> String {
    let files = shape.files() as i32;
    let exists = |file: i32, rank: i32| shape.square(file, rank).is_some();
    // A line between two rows is drawn where either of the squares above and below it exists.
    let border = |rank: i32| {
        let mut line = String::from("   ");
        for file in 0..=files {
            let left = exists(file - 1, rank) || exists(file - 1, rank - 1);
            let right = exists(file, rank) || exists(file, rank - 1);
            line.push(if left || right { '+' } else { ' ' });
            if file < files {
                line.push_str(if right { "---" } else { "   " });
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
            let wall = exists(file - 1, rank) || exists(file, rank);
            row.push(if wall { '|' } else { ' ' });
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

/// Draws a position: capitals are White's pieces.
pub(super) fn draw_position<B: Bitboard>(position: &Position<B>) -> String {
    draw(position.rules().shape, |square| match position.piece_on(square) {
        Piece::NONE => ' ',
        piece => position.letter(piece),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Shape, U256};

    #[test]
    fn holes_stay_open() {
        let corner = U256::of(Square(0)) | U256::of(Square(8));
        let shape = Shape::new(3, 3).unwrap().with_holes(corner);
        let drawn = draw(shape, |square| if square == Square(4) { 'K' } else { ' ' });
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
}
