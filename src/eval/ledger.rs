//! Where the terms of the evaluation are entered: into one sum when it must be fast, or each for itself to be shown.

use super::{
    Evaluator,
    score::{EVAL_LIMIT, Score, Tapered},
};
use crate::{
    board::{Bitboard, Side},
    position::Position,
};
use std::fmt;

/// What a part of a position's value is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Term {
    /// The pieces, wherever they stand.
    Material,
    /// Where they stand.
    Places,
    /// Pawns: alone, doubled, guarded, on their way to pass.
    Pawns,
    /// Pawns that no enemy pawn can stop.
    Passed,
    /// Squares that officers reach.
    Mobility,
    /// Enemy pieces that are attacked by cheaper ones, soon by pawns, or not guarded well enough.
    Threats,
    /// Officers on good places for what pawns are there, and space behind the middle pawns.
    Posts,
    /// Attacks on squares around what the enemy must not lose.
    Attack,
    /// What pieces are worth near the enemy's royal, and near what else the enemy must not lose.
    Approach,
    /// Pawns around the royal, and what pieces are worth near it.
    Shelter,
    /// What officers are worth more or less by what else there is: others of their type, pawns, the enemy's officers.
    Pairs,
    /// What is at stake besides pieces.
    Stakes,
    /// What an endgame corrects, seen by White.
    Endgame,
    /// The right to move.
    Tempo,
    /// What the network adds.
    Network,
    /// What is cut off because no evaluation may be larger, seen by White.
    Limit,
}

impl Term {
    /// All terms, in the order in which they are shown.
    pub const ALL: [Term; 16] = [
        Term::Material,
        Term::Places,
        Term::Pawns,
        Term::Passed,
        Term::Mobility,
        Term::Threats,
        Term::Posts,
        Term::Attack,
        Term::Approach,
        Term::Shelter,
        Term::Pairs,
        Term::Stakes,
        Term::Endgame,
        Term::Tempo,
        Term::Network,
        Term::Limit,
    ];

    /// Its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Places => "places",
            Term::Pawns => "pawns",
            Term::Passed => "passed pawns",
            Term::Mobility => "mobility",
            Term::Threats => "threats",
            Term::Posts => "posts",
            Term::Attack => "attack",
            Term::Approach => "approach",
            Term::Shelter => "shelter",
            Term::Pairs => "pairs",
            Term::Stakes => "stakes",
            Term::Endgame => "endgame",
            Term::Tempo => "right to move",
            Term::Network => "network",
            Term::Limit => "limit",
        }
    }
}

/// Takes the terms as they are found.
pub trait Ledger {
    /// Enters a `value` that is good for `side` if it is positive.
    fn enter(&mut self, term: Term, side: Side, value: Tapered);
}

/// The sum from White's point of view.
impl Ledger for Tapered {
    #[inline(always)]
    fn enter(&mut self, _: Term, side: Side, value: Tapered) {
        match side {
            Side::White => *self += value,
            Side::Black => *self -= value,
        }
    }
}

/// Each term for itself, per side.
struct Entries([[Tapered; 2]; Term::ALL.len()]);

impl Ledger for Entries {
    fn enter(&mut self, term: Term, side: Side, value: Tapered) {
        self.0[term as usize][side.index()] += value;
    }
}

/// A position's value, term by term, without any search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Breakdown {
    /// For each term that is not nothing what White and Black have, in centipawns; White's less Black's make the total.
    pub terms: Vec<(Term, [Score; 2])>,
    /// The side to move.
    pub side: Side,
    /// The value for the side to move, in centipawns.
    pub total: Score,
}

impl<B: Bitboard> Evaluator<B> {
    /// The value of a position, term by term.
    pub fn breakdown(&self, position: &Position<B>) -> Breakdown {
        let sums = self.squares.sums(position);
        let mut entries = Entries([[Tapered::ZERO; 2]; Term::ALL.len()]);
        for square in position.occupied().squares() {
            let piece = position.piece_on(square);
            let (side, material) = (piece.side(), self.values[piece.kind().index()].value);
            let here = self.squares.at(piece, square);
            let own = if side == Side::White { here } else { -here };
            entries.enter(Term::Material, side, material);
            entries.enter(Term::Places, side, own - material);
        }
        let pawns = self.terms.evaluate(position, &self.judge_pawns(position), &mut entries);
        let mut shares = [[0; 2]; Term::ALL.len()];
        // Each term counts for what it changes in the sum so far: so nothing is lost by rounding.
        let phase = self.phase(&sums);
        let (mut sum, mut score) = (Tapered::ZERO, 0);
        for (share, entry) in shares.iter_mut().zip(&entries.0) {
            for side in Side::BOTH {
                let before = score;
                sum.enter(Term::Material, side, entry[side.index()]);
                score = sum.at(phase, self.full_phase);
                let change = score - before;
                share[side.index()] = if side == Side::White { change } else { -change };
            }
        }
        if self.hunts {
            let finished = self.finish(position, &sums, self.led(sum, pawns, phase));
            shares[Term::Endgame as usize][0] = finished - score;
            score = finished;
        }
        let side = position.side();
        let tempo = self.tempo(phase);
        shares[Term::Tempo as usize][side.index()] = tempo;
        let hidden = self.network().map(|network| network.sums(position));
        let correction = self.correction(position, hidden.as_ref());
        shares[Term::Network as usize][side.index()] = correction;
        let own = tempo + correction;
        score += if side == Side::White { own } else { -own };
        let cut = score.clamp(-EVAL_LIMIT, EVAL_LIMIT) - score;
        shares[Term::Limit as usize][0] = cut;
        let terms = Term::ALL.into_iter().zip(shares);
        Breakdown {
            terms: terms.filter(|(_, share)| *share != [0; 2]).collect(),
            side,
            total: self.evaluate(position, &sums),
        }
    }
}

impl fmt::Display for Breakdown {
    /// A table with a line for each term and one for the total, without an end of line.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{:14}{:>8}{:>8}{:>8}", "centipawns", "White", "Black", "sum")?;
        for (term, [white, black]) in &self.terms {
            writeln!(f, "{:14}{white:8}{black:8}{:8}", term.name(), white - black)?;
        }
        let white = match self.side {
            Side::White => self.total,
            Side::Black => -self.total,
        };
        write!(
            f,
            "{:14}{:>24}\nFor {}, who is to move: {}",
            "total", white, self.side, self.total
        )
    }
}
