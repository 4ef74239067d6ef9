//! A network ready to evaluate positions of one game.

use crate::{
    board::{Bitboard, Side, Square},
    eval::score::Score,
    pieces::{Piece, PieceType},
    position::Position,
    variant::{
        Variant,
        blueprint::{BUCKETS, Blueprint, HIDDEN, INPUT_ONE, Misfit, OUTPUT_ONE, SCALE, bucket},
    },
};

/// Numbers for each hidden unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
struct Row([i16; HIDDEN]);

/// The hidden sums of a position, as White and as Black sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Accumulator([Row; 2]);

impl Default for Accumulator {
    fn default() -> Accumulator {
        Accumulator([Row([0; HIDDEN]); 2])
    }
}

/// A network for one game: whole numbers only, so that it gives the same everywhere.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Network {
    inputs: Vec<Row>,
    biases: Row,
    outputs: Vec<[Row; 2]>,
    shifts: [i32; BUCKETS],
    /// Men at the start.
    men: u32,
    /// By [`Piece::index`]: where the piece's rows begin as White and as Black sees it.
    begins: Vec<[u32; 2]>,
    /// Each square as Black sees it.
    turned: Vec<u8>,
}

impl Network {
    /// The network of `file` for `variant`.
    ///
    /// # Errors
    /// If it does not fit, or the file holds no network.
    pub fn new(file: &[u8], variant: &Variant) -> Result<Network, Misfit> {
        let (blueprint, numbers) = Blueprint::decode(file)?;
        let places = blueprint.places(variant)?;
        let area = blueprint.area() as u32;
        let mut begins = Vec::new();
        for (kind, place) in places.iter().enumerate() {
            for side in Side::BOTH {
                debug_assert_eq!(begins.len(), Piece::new(side, PieceType(kind as u8)).index());
                let begin = |enemy: bool| (u32::from(*place) * 2 + u32::from(enemy)) * area;
                begins.push(Side::BOTH.map(|whose| begin(whose != side)));
            }
        }
        let turned = (0..area).map(|n| blueprint.square_of(Side::Black, n as u8, false) as u8);
        let mut numbers = numbers
            .chunks_exact(2)
            .map(|pair| i16::from_le_bytes([pair[0], pair[1]]));
        let mut row = || Row(std::array::from_fn(|_| numbers.next().unwrap_or_default()));
        let inputs = (0..blueprint.inputs()).map(|_| row()).collect();
        let biases = row();
        let outputs = (0..BUCKETS).map(|_| [row(), row()]).collect();
        let shifts = std::array::from_fn(|_| {
            let [low, high] = [0, 1].map(|_| numbers.next().unwrap_or_default());
            i32::from(high) << 16 | i32::from(low as u16)
        });
        Ok(Network {
            inputs,
            biases,
            outputs,
            shifts,
            men: blueprint.men,
            begins,
            turned: turned.collect(),
        })
    }

    #[inline(always)]
    fn row(&self, whose: Side, piece: Piece, square: Square) -> &Row {
        let square = match whose {
            Side::White => square.index(),
            Side::Black => self.turned[square.index()] as usize,
        };
        &self.inputs[self.begins[piece.index()][whose.index()] as usize + square]
    }

    /// The sums of a position, computed anew.
    pub fn sums<B: Bitboard>(&self, position: &Position<B>) -> Accumulator {
        let mut sums = Accumulator([self.biases; 2]);
        for square in position.occupied().squares() {
            self.put(&mut sums, position.piece_on(square), square);
        }
        sums
    }

    /// Adds a man.
    #[inline(always)]
    pub fn put(&self, sums: &mut Accumulator, piece: Piece, square: Square) {
        for whose in Side::BOTH {
            let row = self.row(whose, piece, square);
            for (sum, weight) in sums.0[whose.index()].0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }

    /// Takes a man away.
    #[inline(always)]
    pub fn remove(&self, sums: &mut Accumulator, piece: Piece, square: Square) {
        for whose in Side::BOTH {
            let row = self.row(whose, piece, square);
            for (sum, weight) in sums.0[whose.index()].0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
    }

    /// What the network says of a position with these sums and so many men, for the side to move, in centipawns.
    #[inline]
    pub fn value(&self, sums: &Accumulator, side: Side, men: u32) -> Score {
        let number = bucket(men, self.men);
        let mut total = 0i32;
        for (whose, row) in [side, side.opponent()].into_iter().zip(&self.outputs[number]) {
            for (&sum, &weight) in sums.0[whose.index()].0.iter().zip(&row.0) {
                let active = sum.clamp(0, INPUT_ONE as i16);
                // At most 255 * 127, which 16 bits hold.
                total += i32::from(active) * i32::from(active.wrapping_mul(weight));
            }
        }
        (total / INPUT_ONE + self.shifts[number]) * SCALE / (INPUT_ONE * OUTPUT_ONE)
    }
}
