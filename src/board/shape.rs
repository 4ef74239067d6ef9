//! The shape of a board: files, ranks and holes, and the names of its squares.

use super::{Bitboard, Square, U256};

/// A board of 1 to 16 files and ranks, some of whose squares may not exist ("holes").
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    files: u8,
    ranks: u8,
    holes: U256,
}

impl Shape {
    /// The largest number of files, and of ranks.
    pub const MAX: u8 = 16;

    /// A board of `files` by `ranks` squares without holes; `None` unless both are 1 to 16.
    pub fn new(files: u8, ranks: u8) -> Option<Shape> {
        let fits = |n: u8| (1..=Shape::MAX).contains(&n);
        (fits(files) && fits(ranks)).then_some(Shape {
            files,
            ranks,
            holes: U256::EMPTY,
        })
    }

    /// The same board without the squares of `holes`.
    pub fn with_holes(self, holes: U256) -> Shape {
        Shape {
            holes: holes & self.rectangle(),
            ..self
        }
    }

    /// The number of files.
    pub fn files(self) -> u8 {
        self.files
    }

    /// The number of ranks.
    pub fn ranks(self) -> u8 {
        self.ranks
    }

    /// Files times ranks, holes included: square numbers are below this.
    pub fn area(self) -> usize {
        self.files as usize * self.ranks as usize
    }

    /// The squares that do not exist.
    pub fn holes(self) -> U256 {
        self.holes
    }

    /// The squares that exist.
    pub fn on_board(self) -> U256 {
        self.rectangle() & !self.holes
    }

    fn rectangle(self) -> U256 {
        (0..self.area()).fold(U256::EMPTY, |set, i| set | U256::of(Square(i as u8)))
    }

    /// The square at `file` and `rank` (from 0); `None` off the board and on a hole.
    pub fn square(self, file: i32, rank: i32) -> Option<Square> {
        let inside = (0..self.files as i32).contains(&file) && (0..self.ranks as i32).contains(&rank);
        let square = inside.then(|| Square((rank * self.files as i32 + file) as u8))?;
        (!self.holes.has(square)).then_some(square)
    }

    /// The file of a square, from 0.
    pub fn file(self, square: Square) -> i32 {
        (square.0 % self.files) as i32
    }

    /// The rank of a square, from 0.
    pub fn rank(self, square: Square) -> i32 {
        (square.0 / self.files) as i32
    }

    /// The squares of one file (from 0) that exist.
    pub fn file_set(self, file: i32) -> U256 {
        self.set(|f, _| f == file)
    }

    /// The squares of one rank (from 0) that exist.
    pub fn rank_set(self, rank: i32) -> U256 {
        self.set(|_, r| r == rank)
    }

    /// The squares that exist and whose file and rank (from 0) satisfy `condition`.
    pub fn set(self, condition: impl Fn(i32, i32) -> bool) -> U256 {
        let mut set = U256::EMPTY;
        for square in self.on_board().squares() {
            if condition(self.file(square), self.rank(square)) {
                set |= U256::of(square);
            }
        }
        set
    }

    /// The square's name, such as `a1` or `p16`.
    pub fn name(self, square: Square) -> String {
        format!("{}{}", (b'a' + self.file(square) as u8) as char, self.rank(square) + 1)
    }

    /// Reads a square's name from the start of `text`; gives the square and the rest of the text.
    /// `None` where no square of this board is named.
    pub fn parse_prefix(self, text: &str) -> Option<(Square, &str)> {
        let file = text.bytes().next().filter(u8::is_ascii_lowercase)?;
        let digits = text[1..].bytes().take(2).take_while(u8::is_ascii_digit).count();
        // "a10" is a10 where there is a tenth rank, else a1 followed by "0".
        (1..=digits).rev().find_map(|n| {
            let rank: i32 = text[1..1 + n].parse().ok()?;
            Some((self.square((file - b'a') as i32, rank - 1)?, &text[1 + n..]))
        })
    }

    /// Reads a square's name; `None` if the whole of `text` is not the name of a square of this board.
    pub fn parse(self, text: &str) -> Option<Square> {
        self.parse_prefix(text)
            .filter(|(_, rest)| rest.is_empty())
            .map(|(square, _)| square)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_back() {
        for (files, ranks) in [(8, 8), (10, 8), (8, 10), (16, 16), (1, 1), (3, 16)] {
            let shape = Shape::new(files, ranks).unwrap();
            for square in shape.on_board().squares() {
                assert_eq!(shape.parse(&shape.name(square)), Some(square));
            }
        }
        let shape = Shape::new(8, 8).unwrap();
        for bad in ["", "a", "i1", "a9", "a0", "a11", "A1", "é1", "a1x"] {
            assert_eq!(shape.parse(bad), None, "{bad}");
        }
        assert_eq!(shape.parse_prefix("a12"), Some((Square(0), "2")));
    }

    #[test]
    fn holes_do_not_exist() {
        let shape = Shape::new(4, 4)
            .unwrap()
            .with_holes(U256::of(Square(5)) | U256::of(Square(200)));
        assert_eq!(shape.square(1, 1), None);
        assert_eq!(shape.on_board().count(), 15);
        assert_eq!(shape.holes().count(), 1);
        assert!(Shape::new(17, 8).is_none() && Shape::new(0, 8).is_none());
    }
}
