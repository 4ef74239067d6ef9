//! The search below the horizon: captures and promotions until the position is quiet; checks are answered.

use super::{
    picker::Picker,
    table::{Bound, Known},
    worker::{MAX_PLY, Worker},
};
use crate::{
    board::Bitboard,
    eval::score::{INFINITE, MATE_RANGE, NO_SCORE, Score},
    movegen,
    position::{Checks, Move, MoveKind},
};

/// A capture must come this near to alpha, in centipawns.
const DELTA: Score = 180;

impl<B: Bitboard, const PROFILE: bool> Worker<'_, B, PROFILE> {
    /// The score of the current position if only captures and promotions are played, and all moves out of check.
    pub fn quiesce<const PV: bool>(&mut self, checks: &Checks<B>, ply: usize, mut alpha: Score, beta: Score) -> Score {
        if self.enter(ply) {
            return 0;
        }
        if let Some(score) = self.ended(checks, ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(ply);
        }
        let key = self.position.key();
        let known = self.table.probe(key, ply);
        if !PV && let Some(known) = known {
            let cuts = match known.bound {
                Bound::Exact => true,
                Bound::Lower => known.score >= beta,
                Bound::Upper => known.score <= alpha,
                Bound::None => false,
            };
            if cuts {
                return known.score;
            }
        }
        let in_check = checks.checkers.any();
        let original_alpha = alpha;
        let (mut best, mut eval) = (-INFINITE, NO_SCORE);
        if !in_check {
            // The side to move need not capture.
            eval = match known {
                Some(known) if known.eval != NO_SCORE => known.eval,
                _ => self.evaluate(ply),
            };
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
                && (in_check || self.is_tactical(*mv))
                && movegen::is_legal::<B, PROFILE>(&self.position, checks, *mv)
        };
        let table_move = known.map(|k| k.mv).filter(usable).unwrap_or(Move::NULL);
        let start = self.moves.len();
        let mut picker = if in_check {
            Picker::new(start, table_move, [Move::NULL; 2], self.pairs_before(ply))
        } else {
            Picker::tactical(start, table_move, self.histories.no_pair())
        };
        let mut best_move = Move::NULL;
        let mut count = 0;
        while let Some(mv) = picker.next(self, checks) {
            count += 1;
            if in_check {
                // One way out of check is enough to know that it is not mate; then only captures matter.
                if best > -MATE_RANGE && !self.is_tactical(mv) {
                    picker.skip_quiets();
                    continue;
                }
            } else if mv.kind() != MoveKind::Promotion && best > -MATE_RANGE && self.sharp == 1 {
                let victim = self.victim(mv);
                let hope = eval
                    + DELTA
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
            let score = -self.quiesce::<PV>(&child, ply + 1, -beta, -alpha);
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
        if in_check && count == 0 {
            return self.no_move_score(true, ply);
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
                eval,
                depth: 0,
                bound,
            },
        );
        best
    }
}
