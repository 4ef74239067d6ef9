//! A board that is copied for each move.

use aanca::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{Piece, small},
    position::Position,
    variant::{Variant, ground::Coronation},
};

#[derive(Clone)]
pub struct Board(pub [Piece; 256]);

impl Board {
    pub fn of<B: Bitboard>(position: &Position<B>) -> Board {
        let mut board = Board([Piece::NONE; 256]);
        for n in 0..=255 {
            board.0[n as usize] = position.piece_on(Square(n));
        }
        board
    }

    pub fn at(&self, square: Square) -> Piece {
        self.0[square.index()]
    }

    pub fn men(&self, side: Side) -> U256 {
        self.all(|piece| piece.side() == side)
    }

    /// Where the pieces stand that are as `wanted` says.
    pub fn all(&self, wanted: impl Fn(Piece) -> bool) -> U256 {
        let squares = (0..=255).map(Square);
        let found = squares.filter(|&s| self.at(s).is_some() && wanted(self.at(s)));
        found.fold(U256::EMPTY, |set, s| set | U256::of(s))
    }

    pub fn count(&self, piece: Piece) -> usize {
        self.0.iter().filter(|p| **p == piece).count()
    }

    /// Crowns whoever the board crowns, all at once; gives how many.
    pub fn crown(&mut self, shape: Shape, rule: &Coronation) -> usize {
        let candidates = self.all(|piece| piece.kind() == rule.from);
        let crowned: Vec<Square> = candidates.squares().filter(|&s| self.crowns(shape, rule, s)).collect();
        for &square in &crowned {
            self.0[square.index()] = Piece::new(self.at(square).side(), rule.to);
        }
        crowned.len()
    }

    fn crowns(&self, shape: Shape, rule: &Coronation, square: Square) -> bool {
        let (file, rank) = (shape.file(square), shape.rank(square));
        let (last_file, last_rank) = (shape.files() as i32 - 1, shape.ranks() as i32 - 1);
        let on_side = file == 0 || file == last_file;
        let on_end = rank == 0 || rank == last_rank;
        // The two directions that must hold one crowner each.
        let mut lines = vec![[(1, 1), (-1, -1)], [(-1, 1), (1, -1)]];
        if on_side && !on_end {
            let inward = if file == 0 { 1 } else { -1 };
            lines.push([(inward, 1), (inward, -1)]);
        }
        if on_end && !on_side {
            let inward = if rank == 0 { 1 } else { -1 };
            lines.push([(1, inward), (-1, inward)]);
        }
        let nearest = |(x, y): (i32, i32)| {
            let mut n = 1;
            loop {
                let next = shape.square(file + n * x, rank + n * y)?;
                if self.at(next).is_some() {
                    return Some(self.at(next).kind());
                }
                n += 1;
            }
        };
        let [one, other] = rule.crowners.map(Some);
        lines.into_iter().any(|[a, b]| {
            let found = (nearest(a), nearest(b));
            found == (one, other) || found == (other, one)
        })
    }

    /// The first field of a FEN.
    pub fn text(&self, variant: &Variant) -> String {
        let shape = variant.shape;
        let rank = |rank: i32| {
            let mut row = String::new();
            for file in 0..shape.files() as i32 {
                row.push_str(&match shape.square(file, rank).map(|s| self.at(s)) {
                    None => "*".to_string(),
                    Some(Piece::NONE) => ".".to_string(),
                    Some(piece) => {
                        let letter = variant.pieces[piece.kind().index()].letter;
                        let black = piece.side() == Side::Black;
                        if black { small(letter) } else { letter }.to_string()
                    }
                });
            }
            // Dots become their number, longer runs first.
            for n in (1..=16).rev() {
                row = row.replace(&".".repeat(n), &n.to_string());
            }
            row
        };
        let rows: Vec<String> = (0..shape.ranks() as i32).rev().map(rank).collect();
        rows.join("/")
    }
}
