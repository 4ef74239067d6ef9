//! What pieces are worth by where they stand on the board and next to the royals: tables for classes of pieces, so that
//! they hold for any piece on any board.

use super::{
    mobility::rank_from,
    pawns::Pawns,
    score::Tapered,
    values::{PieceValue, Source},
};
use crate::{
    board::{Bitboard, Shape, Side, Square},
    pieces::PieceType,
    variant::{Variant, movement::facing},
};
use std::{fmt, sync::LazyLock};

/// Classes of pieces.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Class {
    /// Those that go straight ahead and promote.
    Pawn,
    /// Officers below the value of a rook.
    Light,
    /// Officers of about the value of a rook.
    Rook,
    /// Officers of the value of a queen.
    Strong,
    /// Royals.
    Royal,
}

/// Officers below this are light, in centipawns.
pub const ROOK: i32 = 480;
/// Officers from this on are strong, in centipawns.
const STRONG: i32 = 750;

impl Class {
    /// All classes, in the order of the tables.
    const ALL: [Class; 5] = [Class::Pawn, Class::Light, Class::Rook, Class::Strong, Class::Royal];

    /// The class of each type of a game with these `values` and `pawns`.
    pub fn of_types<B: Bitboard>(values: &[PieceValue], pawns: &Pawns<B>) -> Vec<Class> {
        let class = |(kind, value): (usize, &PieceValue)| match value.exchange() {
            _ if value.source == Source::Royal => Class::Royal,
            _ if pawns.has(PieceType(kind as u8)) => Class::Pawn,
            ..ROOK => Class::Light,
            ROOK..STRONG => Class::Rook,
            _ => Class::Strong,
        };
        values.iter().enumerate().map(class).collect()
    }

    fn name(self) -> &'static str {
        match self {
            Class::Pawn => "pawns",
            Class::Light => "light officers",
            Class::Rook => "rooks",
            Class::Strong => "strong officers",
            Class::Royal => "royals",
        }
    }
}

/// Ranks that are told apart; those of higher boards share entries.
const RANKS: usize = 8;
/// Files that are told apart, from the edge.
const FILES: usize = 5;
/// Distances from a royal that are told apart: files to the side, and ranks to the front and to the back.
const NEAR: i32 = 6;
const ASIDE: usize = NEAR as usize + 1;
const AHEAD: usize = 2 * NEAR as usize + 1;
const PLACES: usize = FILES * RANKS;
const RELATIONS: usize = ASIDE * AHEAD;

/// Whose royal a piece is next to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Whose {
    /// Its own side's.
    Own,
    /// The enemy's.
    Enemy,
}

/// The tables, in centipawns.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tables {
    /// The places of each class, then what it is worth next to its own royal and next to the enemy's.
    pub cells: Vec<Tapered>,
}

/// The tables that games are played with.
static BUILTIN: LazyLock<Tables> = LazyLock::new(|| Tables::parse(include_str!("tables.txt")));

impl Tables {
    /// The number of all cells.
    pub const COUNT: usize = 5 * PLACES + 2 * 4 * RELATIONS;

    /// The tables that games are played with.
    pub fn builtin() -> &'static Tables {
        &BUILTIN
    }

    /// Reads what [`fmt::Display`] writes; what is missing is nothing.
    fn parse(text: &str) -> Tables {
        let words = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .flat_map(str::split_whitespace);
        let cell = |word: &str| {
            let (middle, end) = word.split_once('/')?;
            Some(Tapered::new(middle.parse().ok()?, end.parse().ok()?))
        };
        let mut cells: Vec<Tapered> = words.filter_map(cell).collect();
        cells.resize(Tables::COUNT, Tapered::ZERO);
        Tables { cells }
    }

    /// The cell of a piece of a class and side on a square.
    pub fn place(variant: &Variant, class: Class, side: Side, square: Square) -> usize {
        let shape = variant.shape;
        let (files, ranks) = (shape.files() as usize, shape.ranks() as usize);
        let rank = rank_from(facing(&variant.ground, side, square), square, shape) as usize;
        let last = (ranks - 1).max(1);
        let rank = (rank * (RANKS - 1) + last / 2) / last;
        let file = shape.file(square) as usize;
        let file = file.min(files - 1 - file).min(FILES - 1);
        class as usize * PLACES + rank * FILES + file
    }

    /// The cell of a piece of a class, so many files aside of a royal and ranks ahead of it, as the royal's side sees it.
    fn relation(whose: Whose, class: Class, aside: i32, ahead: i32) -> usize {
        let aside = aside.abs().min(NEAR) as usize;
        let ahead = (ahead.clamp(-NEAR, NEAR) + NEAR) as usize;
        let table = whose as usize * 4 + class as usize;
        5 * PLACES + table * RELATIONS + aside * AHEAD + ahead
    }

    /// The cell of a piece on `square` next to the `royal` of a side that goes up the board or down.
    pub fn next_to(shape: Shape, whose: Whose, class: Class, square: Square, royal: Square, up: bool) -> usize {
        let ahead = shape.rank(square) - shape.rank(royal);
        let aside = shape.file(square) - shape.file(royal);
        Tables::relation(whose, class, aside, if up { ahead } else { -ahead })
    }
}

impl fmt::Display for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut cells = self.cells.iter();
        let mut rows = |f: &mut fmt::Formatter<'_>, rows: usize, columns: usize| {
            for _ in 0..rows {
                for (column, cell) in cells.by_ref().take(columns).enumerate() {
                    let gap = if column > 0 { " " } else { "" };
                    write!(f, "{gap}{}/{}", cell.middle, cell.end)?;
                }
                writeln!(f)?;
            }
            Ok(())
        };
        writeln!(f, "# Centipawns for the middle game and the endgame, fitted to games.")?;
        for class in Class::ALL {
            writeln!(
                f,
                "# Places of {}: ranks from the first, files from the edge",
                class.name()
            )?;
            rows(f, RANKS, FILES)?;
        }
        for whose in ["their own", "the enemy's"] {
            for class in &Class::ALL[..4] {
                let name = class.name();
                writeln!(
                    f,
                    "# {name} next to {whose} royal: files aside, ranks from behind it to before it"
                )?;
                rows(f, ASIDE, AHEAD)?;
            }
        }
        Ok(())
    }
}

/// What pieces are worth next to royals, for a board of one shape.
#[derive(Debug)]
pub struct Relations {
    /// By type.
    classes: Vec<Class>,
    /// Each square's number, such that the difference of two tells their place to each other.
    coordinates: Box<[i32; 256]>,
    /// What is to be added to a difference, so that it is not negative.
    origin: i32,
    /// How many differences there are.
    differences: i32,
    /// By whose royal it is and whether its side goes up the board; then by class and difference.
    tables: [[Vec<Tapered>; 2]; 2],
    /// Whether a side goes up the board from a square.
    up: [Box<[bool; 256]>; 2],
}

impl Relations {
    /// The tables for a variant whose types have these `classes`.
    pub fn new(variant: &Variant, tables: &Tables, classes: Vec<Class>) -> Relations {
        let shape = variant.shape;
        let (files, ranks) = (shape.files() as i32, shape.ranks() as i32);
        let stride = 2 * files;
        let mut coordinates = Box::new([0; 256]);
        let mut up = [Box::new([false; 256]), Box::new([false; 256])];
        for square in shape.on_board().squares() {
            coordinates[square.index()] = shape.rank(square) * stride + shape.file(square);
            for side in Side::BOTH {
                up[side.index()][square.index()] = facing(&variant.ground, side, square) == Side::White;
            }
        }
        let origin = (ranks - 1) * stride + files - 1;
        let differences = 2 * origin + 1;
        let table = |whose: Whose, up: bool| {
            let mut table = vec![Tapered::ZERO; Class::ALL.len() * differences as usize];
            for class in Class::ALL.into_iter().filter(|class| *class != Class::Royal) {
                for ahead in 1 - ranks..ranks {
                    for aside in 1 - files..files {
                        let seen = if up { ahead } else { -ahead };
                        let index = class as i32 * differences + ahead * stride + aside + origin;
                        table[index as usize] = tables.cells[Tables::relation(whose, class, aside, seen)];
                    }
                }
            }
            table
        };
        Relations {
            classes,
            coordinates,
            origin,
            differences,
            tables: [Whose::Own, Whose::Enemy].map(|whose| [false, true].map(|up| table(whose, up))),
            up,
        }
    }

    /// The class of a type.
    #[inline(always)]
    pub fn class(&self, kind: PieceType) -> Class {
        self.classes[kind.index()]
    }

    /// Whether a royal's side goes up the board from where it stands.
    #[inline(always)]
    pub fn goes_up(&self, side: Side, royal: Square) -> bool {
        self.up[side.index()][royal.index()]
    }

    /// The table for pieces next to a side's `royal`, and what is to be added to a piece's number.
    #[inline(always)]
    pub fn of(&self, whose: Whose, side: Side, royal: Square) -> (&[Tapered], i32) {
        let table = &self.tables[whose as usize][self.goes_up(side, royal) as usize];
        (table, self.origin - self.coordinates[royal.index()])
    }

    /// The number of a piece of a type on a square.
    #[inline(always)]
    pub fn number(&self, kind: PieceType, square: Square) -> i32 {
        self.class(kind) as i32 * self.differences + self.coordinates[square.index()]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tables_are_whole() {
        let text = include_str!("tables.txt");
        let tables = Tables::parse(text);
        assert_eq!(tables.to_string(), text);
        assert!(tables.cells.iter().any(|cell| *cell != Tapered::ZERO));
    }
}
