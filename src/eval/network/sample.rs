//! What a network learns from: positions, with what a search and the game's result said of them.

use crate::{
    board::{Bitboard, Side, Square},
    position::Position,
};
use std::io::{self, BufRead, Read, Write};

/// How a game ended, as the side to move of a position sees it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum GameResult {
    /// It lost.
    Loss,
    /// Nobody won.
    Draw,
    /// It won.
    Win,
}

impl GameResult {
    /// The points of the side to move: 0, 0.5 or 1.
    pub fn points(self) -> f32 {
        match self {
            GameResult::Loss => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Win => 1.0,
        }
    }
}

/// A position to learn from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The side to move.
    pub side: Side,
    /// The men: each piece's [`Piece::index`](crate::pieces::Piece::index) and its square's number.
    pub men: Vec<(u8, u8)>,
    /// What a search found, for the side to move, in centipawns.
    pub score: i16,
    /// The evaluation without the network, for the side to move, in centipawns.
    pub base: i16,
    /// How the game ended.
    pub result: GameResult,
}

impl Sample {
    /// The most men of a sample.
    pub const MOST_MEN: u32 = u8::MAX as u32;

    /// The sample of a position with at most [`Sample::MOST_MEN`]; its result is not known yet.
    pub fn new<B: Bitboard>(position: &Position<B>, score: i16, base: i16) -> Sample {
        let man = |square: Square| (position.piece_on(square).index() as u8, square.0);
        Sample {
            side: position.side(),
            men: position.occupied().squares().map(man).collect(),
            score,
            base,
            result: GameResult::Draw,
        }
    }

    /// Writes it: the number of men, a byte of flags (bit 0: Black is to move; bits 1 and 2: the result), the score and
    /// the evaluation (16 bits each, the low byte first), and two bytes for each man.
    ///
    /// # Errors
    /// As the writer's.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let flags = self.side.index() as u8 | (self.result as u8) << 1;
        let mut bytes = vec![self.men.len() as u8, flags];
        bytes.extend(self.score.to_le_bytes());
        bytes.extend(self.base.to_le_bytes());
        bytes.extend(self.men.iter().flat_map(|&(piece, square)| [piece, square]));
        out.write_all(&bytes)
    }

    /// Reads one; `None` at the end, also where the writer was broken off in the middle of a sample.
    ///
    /// # Errors
    /// If the input cannot be read, or is no sample.
    pub fn read(input: &mut impl Read) -> io::Result<Option<Sample>> {
        let mut head = [0; 6];
        let mut men = Vec::new();
        let read = input.read_exact(&mut head).and_then(|()| {
            men.resize(2 * head[0] as usize, 0);
            input.read_exact(&mut men)
        });
        match read {
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => return Ok(None),
            read => read?,
        }
        let damaged = |what: String| Err(io::Error::new(io::ErrorKind::InvalidData, format!("damaged: {what}")));
        if men.is_empty() {
            return damaged("a position without men".to_string());
        }
        let result = match head[1] >> 1 {
            0 => GameResult::Loss,
            1 => GameResult::Draw,
            2 => GameResult::Win,
            other => return damaged(format!("a result is 0, 1 or 2, found {other}")),
        };
        Ok(Some(Sample {
            side: if head[1] & 1 == 0 { Side::White } else { Side::Black },
            men: men.chunks_exact(2).map(|man| (man[0], man[1])).collect(),
            score: i16::from_le_bytes([head[2], head[3]]),
            base: i16::from_le_bytes([head[4], head[5]]),
            result,
        }))
    }
}

/// What stands before the samples of a file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SamplesHead {
    /// The game.
    pub variant: String,
}

/// The first line of a file of samples.
const MAGIC: &str = "aanca positions 1";

impl SamplesHead {
    /// Writes it: a line that tells what the file is, and one with the game.
    ///
    /// # Errors
    /// As the writer's.
    pub fn write(&self, out: &mut impl Write) -> io::Result<()> {
        write!(out, "{MAGIC}\n{}\n", self.variant)
    }

    /// Reads it.
    ///
    /// # Errors
    /// If the input cannot be read, or is something else.
    pub fn read(input: &mut impl BufRead) -> io::Result<SamplesHead> {
        let mut lines = [String::new(), String::new()];
        for line in &mut lines {
            let mut bytes = Vec::new();
            input.by_ref().take(256).read_until(b'\n', &mut bytes)?;
            *line = String::from_utf8_lossy(&bytes).trim_end().to_string();
        }
        let [magic, variant] = lines;
        if magic != MAGIC {
            let message = format!("expected a file that begins with \"{MAGIC}\", found \"{magic}\"");
            return Err(io::Error::new(io::ErrorKind::InvalidData, message));
        }
        Ok(SamplesHead { variant })
    }
}
