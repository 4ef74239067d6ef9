//! The shape of a network, and the files that hold networks.

use super::Variant;
use crate::{
    board::{Shape, Side},
    pieces::PieceType,
};

/// Hidden numbers for each side's view.
pub const HIDDEN: usize = 64;
/// Output rows, by the number of men.
pub const BUCKETS: usize = 8;

/// Whole numbers for inputs: 1 is so much.
pub const INPUT_ONE: i32 = 255;
/// Whole numbers for outputs: 1 is so much.
pub const OUTPUT_ONE: i32 = 64;
/// A network's output of 1, in centipawns.
pub const SCALE: i32 = 400;

/// Weights are at most so far from 0, so that whole numbers can hold them and what is computed with them.
pub const MOST: f32 = 1.98;

/// The first line of a network's file.
const MAGIC: &str = "aanca network 1";

/// Which inputs a network has: men of each type, own and the enemy's, on each square, as either side sees the board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Blueprint {
    /// The board.
    pub shape: Shape,
    /// What each type is: its movement, with `*` before that of a royal.
    pub pieces: Vec<String>,
    /// Men at the start.
    pub men: u32,
}

/// Which output row is meant for `men` of `most`.
#[inline(always)]
pub fn bucket(men: u32, most: u32) -> usize {
    ((men.max(1) - 1) as usize * BUCKETS / most.max(1) as usize).min(BUCKETS - 1)
}

fn label(variant: &Variant, kind: PieceType) -> String {
    let royal = if variant.royal == Some(kind) { "*" } else { "" };
    format!("{royal}{}", variant.pieces[kind.index()].movement)
}

/// Why a network does not fit a game.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Misfit {
    /// The boards differ.
    #[error("the network's board has {0} files and {1} ranks")]
    Board(u8, u8),
    /// It is no network.
    #[error("not a network of this program: {0}")]
    File(String),
    /// A type is not known.
    #[error("the network knows no piece that moves as \"{0}\"")]
    Piece(String),
}

impl Blueprint {
    /// The blueprint of a network for `variant`.
    pub fn new(variant: &Variant) -> Blueprint {
        let kinds = (0..variant.pieces.len() as u8).map(PieceType);
        let men = variant.start_fen.split(' ').next().unwrap_or_default();
        Blueprint {
            shape: variant.shape,
            pieces: kinds.map(|kind| label(variant, kind)).collect(),
            men: men.chars().filter(|c| c.is_alphabetic()).count() as u32,
        }
    }

    /// Squares, holes included.
    pub fn area(&self) -> usize {
        self.shape.area()
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        2 * self.pieces.len() * self.area()
    }

    /// For each type of a variant its number in the network.
    ///
    /// # Errors
    /// If the network does not fit.
    pub fn places(&self, variant: &Variant) -> Result<Vec<u8>, Misfit> {
        if self.shape.files() != variant.shape.files() || self.shape.ranks() != variant.shape.ranks() {
            return Err(Misfit::Board(self.shape.files(), self.shape.ranks()));
        }
        let place = |kind: PieceType| {
            let label = label(variant, kind);
            let number = self.pieces.iter().position(|known| *known == label);
            number.map(|n| n as u8).ok_or(Misfit::Piece(label))
        };
        (0..variant.pieces.len() as u8).map(|n| place(PieceType(n))).collect()
    }

    /// A square's number as `whose` sees the board, reversed from file to file if `mirror`.
    #[inline(always)]
    pub fn square_of(&self, whose: Side, square: u8, mirror: bool) -> usize {
        let (files, ranks) = (self.shape.files() as usize, self.shape.ranks() as usize);
        let (mut file, mut rank) = (square as usize % files, square as usize / files);
        if whose == Side::Black {
            rank = ranks - 1 - rank;
        }
        if mirror {
            file = files - 1 - file;
        }
        rank * files + file
    }

    /// Why the network of a file does not fit a variant, if it does not.
    pub fn misfit(file: &[u8], variant: &Variant) -> Option<Misfit> {
        let places = Blueprint::decode(file).and_then(|(blueprint, _)| blueprint.places(variant));
        places.err()
    }

    /// The input of a man, as `whose` sees it: `piece` is twice the type's number in the network, and 1 more for Black's.
    #[inline(always)]
    pub fn input(&self, whose: Side, piece: u8, square: u8, mirror: bool) -> usize {
        let enemy = (piece & 1) as usize ^ whose.index();
        ((piece >> 1) as usize * 2 + enemy) * self.area() + self.square_of(whose, square, mirror)
    }

    /// The file of a network: lines of text about it, then its numbers.
    pub fn encode(&self, inputs: &[f32], biases: &[f32], outputs: &[f32], shifts: &[f32]) -> Vec<u8> {
        let (files, ranks) = (self.shape.files(), self.shape.ranks());
        let pieces = self.pieces.join(" ");
        let head = format!(
            "{MAGIC}\nboard {files} {ranks}\nmen {}\npieces {pieces}\nhidden {HIDDEN}\nbuckets {BUCKETS}\n\n",
            self.men
        );
        let mut file = head.into_bytes();
        let mut put = |number: f32, one: i32| file.extend(((number * one as f32).round() as i16).to_le_bytes());
        inputs.iter().chain(biases).for_each(|&number| put(number, INPUT_ONE));
        outputs.iter().for_each(|&number| put(number, OUTPUT_ONE));
        for shift in shifts {
            let whole = (shift * (INPUT_ONE * OUTPUT_ONE) as f32).round() as i32;
            file.extend(whole.to_le_bytes());
        }
        file
    }

    /// The blueprint of a network's file, and the bytes of its numbers.
    ///
    /// # Errors
    /// If it is no network, or one of another size.
    pub fn decode(file: &[u8]) -> Result<(Blueprint, &[u8]), Misfit> {
        let wrong = |message: &str| Misfit::File(message.to_string());
        let end = file.windows(2).position(|pair| pair == b"\n\n");
        let end = end.ok_or_else(|| wrong("there is no empty line after its description"))?;
        let text = std::str::from_utf8(&file[..end]).map_err(|_| wrong("its description is no text"))?;
        let mut lines = text.lines();
        if lines.next() != Some(MAGIC) {
            return Err(wrong(&format!("expected \"{MAGIC}\" in the first line")));
        }
        let mut of = |name: &str| -> Result<Vec<String>, Misfit> {
            let line = lines.next().unwrap_or_default();
            let rest = line.strip_prefix(name).and_then(|rest| rest.strip_prefix(' '));
            let rest = rest.ok_or_else(|| Misfit::File(format!("expected \"{name} ..\", found \"{line}\"")))?;
            Ok(rest.split(' ').map(str::to_string).collect())
        };
        let numbers = |texts: &[String]| -> Result<Vec<u32>, Misfit> {
            let number = |text: &String| {
                let wrong = || Misfit::File(format!("expected a whole number, found \"{text}\""));
                text.parse().map_err(|_| wrong())
            };
            texts.iter().map(number).collect()
        };
        let board = numbers(&of("board")?)?;
        let shape = match board[..] {
            [files, ranks] => Shape::new(files.min(255) as u8, ranks.min(255) as u8),
            _ => None,
        };
        let shape = shape.ok_or_else(|| wrong("expected \"board FILES RANKS\", at most 16 each"))?;
        let men = numbers(&of("men")?)?;
        let pieces = of("pieces")?;
        let size = [numbers(&of("hidden")?)?, numbers(&of("buckets")?)?].concat();
        if size != [HIDDEN as u32, BUCKETS as u32] {
            let expected = format!("expected {HIDDEN} hidden units and {BUCKETS} buckets, found {size:?}");
            return Err(Misfit::File(expected));
        }
        let men = match men[..] {
            [men] if (1..=shape.area() as u32).contains(&men) => men,
            _ => return Err(wrong("expected \"men NUMBER\", at most as many as squares")),
        };
        if pieces.len() > PieceType::MAX {
            return Err(wrong(&format!("expected at most {} pieces", PieceType::MAX)));
        }
        let blueprint = Blueprint { shape, pieces, men };
        let body = &file[end + 2..];
        let expected = 2 * HIDDEN * (blueprint.inputs() + 1 + 2 * BUCKETS) + 4 * BUCKETS;
        if body.len() != expected {
            let found = body.len();
            return Err(Misfit::File(format!(
                "expected {expected} bytes of numbers, found {found}"
            )));
        }
        Ok((blueprint, body))
    }
}
