//! Where pieces can get at all: a river may keep them, and the royals, from part of the board for ever.

use super::mobility::Movements;
use crate::{
    board::{Bitboard, Shape, Side, Square, SquareMap, U256},
    pieces::{PieceType, paths::Path},
    position::Position,
    variant::rules::Rules,
};

/// From each square number, the squares that a piece with these paths reaches in any number of moves, itself among them.
pub fn reach(map: &[Vec<Path>], shape: Shape) -> Vec<U256> {
    let steps: Vec<U256> = map
        .iter()
        .map(|paths| paths.iter().fold(U256::EMPTY, |set, path| set | U256::of(path.to)))
        .collect();
    let closure = |index: usize| {
        let from = U256::of(Square(index as u8)) & shape.on_board();
        let (mut found, mut new) = (from, from);
        while new.any() {
            let next = new.squares().fold(U256::EMPTY, |set, s| set | steps[s.index()]);
            new = next & !found;
            found |= next;
        }
        found
    };
    (0..map.len()).map(closure).collect()
}

/// In a game whose royals may be kept apart: where the types that may not cross get.
#[derive(Debug)]
pub struct Apart<B: 'static> {
    royal: PieceType,
    /// The types that may not cross, with what each side's reach from each square.
    bound: Vec<(PieceType, [SquareMap<B>; 2])>,
}

impl<B: Bitboard> Apart<B> {
    /// The tables, or `None` for a game whose royals go everywhere.
    pub fn new(rules: &Rules<B>, movements: &Movements) -> Option<Apart<B>> {
        let variant = &*rules.variant;
        let crossing = variant.ground.crossing.types;
        let royal = rules.royal.filter(|&royal| crossing.has(royal))?;
        let table = |kind: PieceType| {
            Side::BOTH.map(|side| {
                let mut table = SquareMap::filled(B::EMPTY);
                let reached = reach(&movements.of(side, kind), variant.shape);
                for square in variant.shape.on_board().squares() {
                    table[square] = B::narrow(reached[square.index()]);
                }
                table
            })
        };
        Some(Apart {
            royal,
            bound: crossing.iter().map(|kind| (kind, table(kind))).collect(),
        })
    }

    /// How many pieces besides its royal `side` has that may get at the enemy's royal, if its own royal never can; `None`
    /// if it can.
    pub fn attackers(&self, position: &Position<B>, side: Side) -> Option<u32> {
        let them = side.opponent();
        let reached = |side: Side, kind: PieceType, square: Square| {
            let table = self.bound.iter().find(|(bound, _)| *bound == kind);
            table.map_or(!B::EMPTY, |(_, table)| table[side.index()][square])
        };
        let (own, target) = (position.royal(side)?, position.royal(them)?);
        let target = reached(them, self.royal, target);
        let meets = |square: Square| (reached(side, position.piece_on(square).kind(), square) & target).any();
        if meets(own) {
            return None;
        }
        Some(position.of_side(side).squares().filter(|&square| meets(square)).count() as u32)
    }
}
