//! What a tuner needs to know: how the evaluation of a position depends on each weight (Texel's method, as P. Österlund
//! has described it, with slopes instead of trials).

use super::{
    Evaluator,
    score::{Score, Tapered},
    tables::{Class, Whose},
    weights::Weights,
};
use crate::{
    board::{Bitboard, Side},
    pieces::PieceType,
    position::Position,
    variant::rules::Rules,
};

use std::collections::BTreeMap;

pub use super::tables::Tables;

/// How the value of a position depends on the weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Slopes {
    /// The value for White, in centipawns.
    pub value: f32,
    /// Centipawns for a change of a parameter by one, where that is not nothing; the parameters are numbered as in
    /// [`parameters`].
    pub slopes: Vec<(u16, f32)>,
    /// How often more White's pieces stand in cells of the tables than Black's, by the number of the parameter for the
    /// middle game; that for the endgame is the next.
    pub cells: Vec<(u16, i8)>,
    /// How much a middle game's and an endgame's value of a cell count, from 0 to 1.
    pub parts: [f32; 2],
}

/// What can be tuned for all games: the weights for the middle game and the endgame, then the cells of the tables.
pub fn globals() -> usize {
    2 * (Weights::NAMES.len() + Tables::COUNT)
}

/// The same with what can be tuned for each game: each piece type's value.
pub fn parameters() -> usize {
    globals() + 2 * PieceType::MAX
}

/// The number of the parameter that is a type's value, for the endgame if `end`.
pub fn value_parameter(kind: PieceType, end: bool) -> usize {
    globals() + 2 * kind.index() + end as usize
}

/// A weight is changed by so much, or by its half, to find its slope: values are whole numbers.
const STEP: i32 = 24;

/// Evaluators that differ in one weight each.
pub struct SlopeTable<B: Bitboard + 'static> {
    rules: &'static Rules<B>,
    base: Evaluator<B>,
    /// The parameter, the change, and the evaluator with it.
    changed: Vec<(u16, i32, Evaluator<B>)>,
}

impl<B: Bitboard> SlopeTable<B> {
    /// The evaluators of a game for slopes at `weights`.
    pub fn new(rules: &'static Rules<B>, weights: &Weights, tables: &Tables) -> SlopeTable<B> {
        let mut changed = Vec::new();
        for number in 0..2 * Weights::NAMES.len() {
            let mut other = *weights;
            let mut step = 0;
            if let Some(weight) = other.all().into_iter().nth(number / 2) {
                let part = part(weight, number % 2 == 1);
                step = STEP.max(part.abs() / 2);
                *part += step;
            }
            changed.push((number as u16, step, Evaluator::weighed(rules, &other, tables)));
        }
        SlopeTable {
            rules,
            base: Evaluator::weighed(rules, weights, tables),
            changed,
        }
    }

    fn at(&self, position: &Position<B>) -> Slopes {
        let white = |evaluator: &Evaluator<B>| {
            let score = evaluator.evaluate(position, &evaluator.squares.sums(position));
            if position.side() == Side::White { score } else { -score }
        };
        let value = white(&self.base);
        let mut slopes = Vec::new();
        for (number, step, evaluator) in &self.changed {
            let difference: Score = white(evaluator) - value;
            if difference != 0 {
                slopes.push((*number, difference as f32 / *step as f32));
            }
        }
        let phase = self.base.phase(&self.base.squares.sums(position)) as f32 / self.base.full_phase as f32;
        for number in 0..self.base.values.len() {
            let kind = PieceType(number as u8);
            let [own, enemy] = Side::BOTH.map(|side| position.pieces(side, kind).count() as i32);
            if own != enemy {
                let more = (own - enemy) as f32;
                slopes.push((value_parameter(kind, false) as u16, more * phase));
                slopes.push((value_parameter(kind, true) as u16, more * (1.0 - phase)));
            }
        }
        Slopes {
            value: value as f32,
            slopes,
            cells: self.cells(position),
            parts: [phase, (1.0 - phase) * self.base.lead_counts(position)],
        }
    }

    fn cells(&self, position: &Position<B>) -> Vec<(u16, i8)> {
        let mut counts = BTreeMap::new();
        let relations = &self.base.terms.relations;
        let (variant, shape) = (&*self.rules.variant, self.rules.shape);
        for square in position.occupied().squares() {
            let piece = position.piece_on(square);
            let (side, class) = (piece.side(), relations.class(piece.kind()));
            let mut found = vec![Tables::place(variant, class, side, square)];
            for (whose, owner) in [(Whose::Own, side), (Whose::Enemy, side.opponent())] {
                if class != Class::Royal
                    && let Some(royal) = position.royal(owner)
                {
                    let up = relations.goes_up(owner, royal);
                    found.push(Tables::next_to(shape, whose, class, square, royal, up));
                }
            }
            for cell in found {
                let number = 2 * (Weights::NAMES.len() + cell) as u16;
                *counts.entry(number).or_insert(0) += if side == Side::White { 1 } else { -1 };
            }
        }
        counts.into_iter().filter(|(_, count)| *count != 0).collect()
    }
}

/// A [`SlopeTable`], however wide the board is.
pub trait SlopeSource {
    /// The slopes at the position of a FEN; `None` if it is none.
    fn slopes(&self, fen: &str) -> Option<Slopes>;
}

impl<B: Bitboard> SlopeSource for SlopeTable<B> {
    fn slopes(&self, fen: &str) -> Option<Slopes> {
        Some(self.at(&Position::from_fen(self.rules, fen).ok()?))
    }
}

/// One of the two numbers of a weight.
pub fn part(weight: &mut Tapered, end: bool) -> &mut i32 {
    if end { &mut weight.end } else { &mut weight.middle }
}
