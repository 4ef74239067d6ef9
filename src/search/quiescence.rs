//! The search below the horizon: captures and promotions until the position is quiet; checks are answered.

use super::{
    picker::Picker,
    table::{Bound, Known},
    worker::{MAX_PLY, Worker},
};
use crate::{
    board::{Bitboard, Square},
    eval::score::{EVAL_LIMIT, INFINITE, MATE_RANGE, NO_SCORE, Score},
    movegen,
    position::{Checks, Move, MoveKind},
};

/// Plies below the horizon to which all captures that promise something are looked at; after them only the best few,
/// then only those that take back. Without this, games full of strong pieces would not end their exchanges.
const ALL_CAPTURES: i32 = 4;
/// Captures looked at after [`ALL_CAPTURES`] plies.
const FEW_CAPTURES: usize = 3;
/// After so many plies only captures on the square of the last one are looked at.
const ONLY_RETAKES: i32 = 8;
/// After so many plies the evaluation counts.
const DEEPEST: i32 = 24;

/// How far below the horizon a node is, and what is looked at there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Depth {
    /// At the horizon, with quiet checks: for nodes whose quiet moves are otherwise given up.
    Checks,
    /// At the horizon.
    Horizon,
    /// So many plies below it, after a move to this square.
    Below(i32, Square),
}

impl<B: Bitboard, const PROFILE: bool> Worker<'_, B, PROFILE> {
    /// The score of the current position if only captures and promotions are played, and all moves out of check.
    pub fn quiesce<const PV: bool>(
        &mut self,
        checks: &Checks<B>,
        ply: usize,
        mut alpha: Score,
        beta: Score,
        depth: Depth,
    ) -> Score {
        let (below, last) = match depth {
            Depth::Below(plies, to) => (plies, Some(to)),
            _ => (0, None),
        };
        if self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.ended(checks, ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 || below >= DEEPEST {
            return self.evaluate(ply);
        }
        if self.position.seating().must_pass() && checks.checkers.is_empty() {
            let child = self.make(Move::PASS, ply);
            let next = Depth::Below(below + 1, last.unwrap_or(Move::PASS.to()));
            let score = -self.quiesce::<PV>(&child, ply + 1, -beta, -alpha, next);
            self.position.unmake();
            return if self.stopped { 0 } else { score };
        }
        let key = self.position.key();
        let known = self.table.probe(key, ply);
        // Depth 0 has not looked at quiet checks.
        if !PV
            && let Some(known) = known.filter(|known| depth != Depth::Checks || known.depth > 0)
            && known.cuts(alpha, beta)
            && self.table_may_cut()
        {
            return known.score;
        }
        let in_check = checks.checkers.any();
        // Who must bring somebody to a bank cannot stand still either.
        let urgent = in_check || self.has_vital && self.position.is_absent();
        let original_alpha = alpha;
        let (mut best, mut plain, mut eval) = (-INFINITE, NO_SCORE, NO_SCORE);
        if !urgent {
            // The side to move need not capture.
            plain = self.plain_evaluation(ply, known, PV);
            let correction = self.correction(ply);
            eval = (plain + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT);
            best = match known {
                Some(k) if k.bound == Bound::Lower && k.score > eval || k.bound == Bound::Upper && k.score < eval => {
                    k.score
                }
                _ => eval,
            };
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let usable = |mv: &Move| {
            !mv.is_null()
                && (urgent || self.is_tactical(*mv))
                && movegen::is_legal::<B, PROFILE>(&self.position, checks, *mv)
        };
        let table_move = known.map(|k| k.mv).filter(usable).unwrap_or(Move::NULL);
        let start = self.moves.len();
        let mut picker = if urgent {
            Picker::new(start, table_move, [Move::NULL; 2], self.pairs_before(ply))
        } else {
            Picker::tactical(start, table_move, self.histories.no_pair(), depth == Depth::Checks)
        };
        let mut best_move = Move::NULL;
        let mut count = 0;
        while let Some(mv) = picker.next(self, checks) {
            count += 1;
            if urgent {
                // One way out of check is enough to know that it is not mate; then only captures matter.
                if best > -MATE_RANGE && !self.is_tactical(mv) {
                    picker.skip_quiets();
                    continue;
                }
            } else if below >= ALL_CAPTURES && count > FEW_CAPTURES {
                break;
            } else if below >= ONLY_RETAKES && last != Some(mv.to()) {
                continue;
            } else if mv.kind() != MoveKind::Promotion
                && best > -MATE_RANGE
                && self.sharp == 1
                && (depth != Depth::Checks || self.is_tactical(mv))
                && !self.takes_vital(mv)
            {
                let victim = self.position.victim(mv);
                let hope = eval
                    + self.numbers.delta
                    + if victim.is_some() {
                        self.evaluator.exchange(victim.kind())
                    } else {
                        0
                    };
                if hope <= alpha {
                    best = best.max(hope);
                    continue;
                }
            }
            let child = self.make(mv, ply);
            let next = Depth::Below(below + 1, mv.to());
            let score = -self.quiesce::<PV>(&child, ply + 1, -beta, -alpha, next);
            self.position.unmake();
            if self.stopped {
                self.moves.truncate(start);
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    best_move = mv;
                    alpha = score;
                    if PV {
                        self.extend_pv(ply, mv);
                    }
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(start);
        if urgent && count == 0 {
            return self.no_move_score(in_check, ply);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha && PV => Bound::Exact,
            _ => Bound::Upper,
        };
        self.table.store(
            key,
            ply,
            Known {
                mv: best_move,
                score: best,
                eval: plain,
                depth: 0,
                bound,
                pv: PV || known.is_some_and(|known| known.pv),
            },
        );
        best
    }
}
