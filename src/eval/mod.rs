//! Layer 6: the evaluation. Everything in it follows from the rules: values and places from movements, goals from
//! the ways to win, so that any piece on any board can be judged.

mod ledger;
pub mod mobility;
pub mod network;
mod pawns;
pub mod psqt;
mod reach;
mod safety;
pub mod score;
mod stakes;
mod tables;
mod terms;
mod threats;
pub mod tuning;
pub mod values;
pub mod weights;

use crate::{
    board::{Bitboard, Side},
    pieces::PieceType,
    position::Position,
    variant::{Verdict, rules::Rules},
};
pub use ledger::{Breakdown, Term};
use mobility::Movements;
use network::{Accumulator, Network};
pub use pawns::PawnTable;
use pawns::{Judged, Pawns};
use psqt::{PieceSquares, Sums};
use reach::Apart;
use score::{EVAL_LIMIT, Score, Tapered};
use tables::{Class, Tables};
use terms::Terms;
use values::{PieceValue, values_of};
use weights::Weights;

/// With more men than this, the royal among them, it is not asked whether they suffice to mate.
const FEW_MEN: u32 = 9;
/// What a lead is worth to a side with so many pieces that can get at an enemy royal which its own can never meet, in
/// sixteenths.
const ATTACKERS_SHARE: [Score; 5] = [1, 4, 8, 12, 14];

/// The evaluator of one variant: tables only, so that many threads can share it.
#[derive(Debug)]
pub struct Evaluator<B: 'static> {
    values: Vec<PieceValue>,
    /// For exchanges, by type.
    exchange: [Score; PieceType::MAX],
    /// What each piece contributes where it stands.
    pub squares: PieceSquares,
    terms: Terms<B>,
    /// The material of officers of a full middle game, more than 0.
    full_phase: i32,
    /// Whether the game is won by checkmate or by taking certain pieces, so that they must be hunted to the end.
    hunts: bool,
    /// For games whose royals may never meet.
    apart: Option<Apart<B>>,
    /// What corrects the evaluation, if anything does.
    network: Option<Network>,
}

impl<B: Bitboard> Evaluator<B> {
    /// Computes the tables for `rules`.
    pub fn new(rules: &'static Rules<B>) -> Evaluator<B> {
        Evaluator::with_network(rules, None)
    }

    /// The same with the network of a file, as long as it fits, instead of the one that the rules name.
    pub fn with_network(rules: &'static Rules<B>, file: Option<&[u8]>) -> Evaluator<B> {
        Evaluator {
            network: network::of(&rules.variant, file),
            ..Evaluator::weighed(rules, &Weights::DEFAULT, Tables::builtin())
        }
    }

    /// The same with other weights and tables, and without a network.
    pub fn weighed(rules: &'static Rules<B>, weights: &Weights, tables: &Tables) -> Evaluator<B> {
        let variant = &*rules.variant;
        let movements = Movements::new(variant);
        let values = values_of(&movements);
        let pawns = Pawns::new(weights, &movements, &values);
        let classes = Class::of_types(&values, &pawns);
        let squares = PieceSquares::new(weights, tables, &movements, &values, &classes);
        let mut exchange = [0; PieceType::MAX];
        for (slot, value) in exchange.iter_mut().zip(&values) {
            *slot = value.exchange();
        }
        // The start position is a full middle game.
        let full = Position::start(rules).map_or(0, |start| squares.sums(&start).officers.iter().sum());
        Evaluator {
            terms: Terms::new(rules, weights, tables, &movements, &values, pawns, classes),
            apart: Apart::new(rules, &movements),
            hunts: rules.royal.is_some() && variant.endings.checkmate == Verdict::Loss || stakes::any(rules),
            values,
            exchange,
            squares,
            full_phase: full.max(1),
            network: None,
        }
    }

    /// What corrects the evaluation, if anything does.
    #[inline(always)]
    pub fn network(&self) -> Option<&Network> {
        self.network.as_ref()
    }

    /// The value of each piece type.
    pub fn values(&self) -> &[PieceValue] {
        &self.values
    }

    /// What a type counts for in exchanges, in centipawns.
    #[inline(always)]
    pub fn exchange(&self, kind: PieceType) -> Score {
        self.exchange[kind.index() & (PieceType::MAX - 1)]
    }

    /// The score for the side to move, within [`EVAL_LIMIT`]; `sums` are those of this position. The ends of the
    /// game are not looked for.
    pub fn evaluate(&self, position: &Position<B>, sums: &Sums) -> Score {
        let hidden = self.network.as_ref().map(|network| network.sums(position));
        let judged = self.judge_pawns(position);
        self.evaluate_with(position, sums, &judged, hidden.as_ref())
    }

    /// The same, faster for many positions with the same pawns and where the network's sums are known, if there is one.
    #[inline(always)]
    pub fn evaluate_in(
        &self,
        position: &Position<B>,
        sums: &Sums,
        table: &mut PawnTable<B>,
        hidden: Option<&Accumulator>,
    ) -> Score {
        let (weights, pawns) = (&self.terms.weights, &self.terms.pawns);
        let judged = pawns.look_up(weights, position, sums.keys[0], table);
        self.evaluate_with(position, sums, judged, hidden)
    }

    /// The score without the network's correction, for networks to learn.
    pub fn uncorrected(&self, position: &Position<B>, sums: &Sums) -> Score {
        self.evaluate_with(position, sums, &self.judge_pawns(position), None)
    }

    fn judge_pawns(&self, position: &Position<B>) -> Judged<B> {
        self.terms.pawns.judge(&self.terms.weights, position)
    }

    #[inline(always)]
    fn evaluate_with(
        &self,
        position: &Position<B>,
        sums: &Sums,
        judged: &Judged<B>,
        hidden: Option<&Accumulator>,
    ) -> Score {
        let mut terms = Tapered::ZERO;
        let pawns = self.terms.evaluate(position, judged, &mut terms);
        let phase = self.phase(sums);
        let total = sums.score + terms;
        let mut score = total.at(phase, self.full_phase);
        if self.hunts {
            score = self.finish(position, sums, self.led(total, pawns, phase));
        }
        if position.side() == Side::Black {
            score = -score;
        }
        score += self.tempo(phase) + self.correction(position, hidden);
        score.clamp(-EVAL_LIMIT, EVAL_LIMIT)
    }

    /// What the network adds for the side to move. A hunt for a lone royal is not its matter.
    #[inline(always)]
    fn correction(&self, position: &Position<B>, hidden: Option<&Accumulator>) -> Score {
        let (Some(network), Some(hidden)) = (&self.network, hidden) else {
            return 0;
        };
        if Side::BOTH.iter().any(|&side| position.of_side(side).count() <= 1) {
            return 0;
        }
        network.value(hidden, position.side(), position.occupied().count())
    }

    /// The score of a `total` in which a lead in the endgame counts by the leader's pawns, if there are `pawns`: with few
    /// of them it is hard to make anything of it.
    #[inline(always)]
    fn led(&self, total: Tapered, pawns: Option<[u32; 2]>, phase: i32) -> Score {
        let end = total.end * self.lead_percent(total, pawns) / 100;
        Tapered::new(total.middle, end).at(phase, self.full_phase)
    }

    fn lead_percent(&self, total: Tapered, pawns: Option<[u32; 2]>) -> i32 {
        let weights = &self.terms.weights;
        let leader = if total.end > 0 { Side::White } else { Side::Black };
        pawns.map_or(100, |pawns| {
            let percent = weights.lead.end + weights.lead_pawn.end * pawns[leader.index()] as i32;
            percent.min(100)
        })
    }

    /// How much of the endgame's part of a position's value counts, from 0 to 1.
    fn lead_counts(&self, position: &Position<B>) -> f32 {
        let mut total = self.squares.sums(position).score;
        let pawns = self.terms.evaluate(position, &self.judge_pawns(position), &mut total);
        if self.hunts {
            self.lead_percent(total, pawns) as f32 / 100.0
        } else {
            1.0
        }
    }

    /// The right to move.
    #[inline(always)]
    fn tempo(&self, phase: i32) -> Score {
        self.terms.weights.tempo.at(phase, self.full_phase)
    }

    /// How much of a middle game there is: up to `full_phase`.
    #[inline(always)]
    fn phase(&self, sums: &Sums) -> i32 {
        (sums.officers[0] + sums.officers[1]).clamp(0, self.full_phase)
    }

    /// Corrects the score (White's) of endgames: a lone royal is driven to the edge; a side that can hardly mate, or take
    /// what it must, has less than it seems.
    fn finish(&self, position: &Position<B>, sums: &Sums, mut score: Score) -> Score {
        let winner = if score > 0 { Side::White } else { Side::Black };
        let loser = winner.opponent();
        let men = |side: Side| position.of_side(side).count();
        if let Some(apart) = &self.apart
            && men(winner) <= FEW_MEN
            && let Some(attackers) = apart.attackers(position, winner)
        {
            // Without its royal's help one piece cannot mate, and few hardly can: they are not to be exchanged.
            let share = ATTACKERS_SHARE[(attackers as usize).min(ATTACKERS_SHARE.len() - 1)];
            score = score * share / 16;
            if attackers < 2 {
                return score;
            }
        }
        if men(loser) == 1
            && let Some(target) = position.royal(loser)
        {
            let near = 40 - terms::hunt(position.rules().shape, position.royal(winner), target);
            return score + if winner == Side::White { 4 * near } else { -4 * near };
        }
        let officers = sums.officers[winner.index()];
        let only_officers = self.only_officers(position, winner);
        if only_officers && officers - sums.officers[loser.index()] < 450 {
            return score / 3;
        }
        score
    }

    fn only_officers(&self, position: &Position<B>, side: Side) -> bool {
        let royal = position.royal(side);
        position.of_side(side).count() <= 4
            && position
                .of_side(side)
                .squares()
                .all(|s| Some(s) == royal || self.squares.officer(position.piece_on(s)) > 0)
    }
}

#[cfg(test)]
mod terms_tests;
#[cfg(test)]
pub(crate) mod tests;
