//! One node of the main search, as numbered steps.

use super::{
    correction::Parts,
    picker::Picker,
    quiescence::Depth,
    see::see_reaches,
    singular::Singularity,
    table::{Bound, Known},
    worker::{MAX_PLY, PLY, Worker},
};
use crate::{
    board::Bitboard,
    eval::score::{EVAL_LIMIT, INFINITE, MATE_RANGE, NO_SCORE, Score, is_mate, mate_in, mated_in},
    movegen,
    position::{Checks, Move, MoveKind},
};
use arrayvec::ArrayVec;

/// Quiet moves and captures that are blamed when another move refutes.
const BLAMED: usize = 48;
/// With so much material in officers a side is seldom in zugzwang, in centipawns.
const FEW_OFFICERS: i32 = 700;

impl<B: Bitboard, const PROFILE: bool> Worker<'_, B, PROFILE> {
    /// The score of the current position, `ply` (at least 1) plies from the root, for the side to move: exact if it
    /// lies between `alpha` and `beta`, else a bound. `PV` nodes have an open window. `cut` says that a score of
    /// at least `beta` is expected. Means nothing once the search has stopped.
    pub fn node<const PV: bool>(
        &mut self,
        checks: &Checks<B>,
        ply: usize,
        mut alpha: Score,
        mut beta: Score,
        mut depth: i32,
        cut: bool,
    ) -> Score {
        // Step 1. At the horizon only captures are left; a check there is answered first. (Checks further up are no
        // reason to look more deeply: armies of strong pieces can give them for a long time.)
        let in_check = checks.checkers.any();
        // Who must bring somebody to a bank has few moves, as in check. A player who is out has nothing to decide.
        let absent = self.has_vital && self.position.is_absent();
        let urgent = in_check || absent;
        let bound = absent || self.position.seating().must_pass();
        let forced = in_check || bound;
        if (bound || in_check && depth <= 0) && ply < 2 * self.root_depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce::<PV>(checks, ply, alpha, beta, Depth::Horizon);
        }
        if self.enter(ply) {
            return 0;
        }

        // Step 2. Ends of the game, and of the stacks.
        if let Some(score) = self.ended(checks, ply) {
            return score;
        }
        if ply >= MAX_PLY - 1 {
            return self.evaluate(ply);
        }

        // Step 3. A shorter mate than one already found is impossible here.
        alpha = alpha.max(mated_in(ply));
        beta = beta.min(mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        // Step 4. What the table knows.
        let key = self.position.key();
        let excluded = self.frame(ply).excluded;
        let searched_whole = excluded.is_null();
        let known = self.table.probe(key, ply);
        if !PV
            && searched_whole
            && let Some(known) = known
            && known.depth >= depth
            && known.cuts(alpha, beta)
            && self.table_may_cut()
        {
            return known.score;
        }
        let table_move = known
            .map(|k| k.mv)
            .filter(|mv| !mv.is_null() && movegen::is_legal::<B, PROFILE>(&self.position, checks, *mv))
            .unwrap_or(Move::NULL);

        let once_pv = PV || known.is_some_and(|known| known.pv);

        // Step 5. Static evaluation, corrected by what the table knows.
        let parts = self.parts(ply);
        let correction = self.histories.corrections.of(&parts, self.numbers);
        let (plain, raw, eval) = if urgent {
            (NO_SCORE, NO_SCORE, NO_SCORE)
        } else {
            let plain = self.plain_evaluation(ply, known, once_pv);
            let raw = (plain + correction).clamp(-EVAL_LIMIT, EVAL_LIMIT);
            let better = known.filter(|k| match k.bound {
                Bound::Exact => true,
                Bound::Lower => k.score > raw,
                Bound::Upper => k.score < raw,
                Bound::None => false,
            });
            (plain, raw, better.map_or(raw, |k| k.score))
        };
        self.frame(ply).eval = raw;
        let doubled = self.frame(ply).doubled;
        let next = self.frame(ply + 1);
        next.killers = [Move::NULL; 2];
        next.doubled = doubled;
        let improving = !urgent && self.earlier_eval(ply).is_some_and(|earlier| raw > earlier);
        let sharp = self.sharp;
        let numbers = self.numbers;
        self.frame(ply + 2).refuted = 0;

        // Step 6. The last move learns from how it has changed the evaluation. Both sides' evaluations count the right to
        // move, so a move that changes nothing loses; without that far more nodes are needed (docs/strength.md).
        let last = self.position.state().last_move;
        let last_eval = self.frame(ply - 1).eval;
        if searched_whole && !urgent && last_eval != NO_SCORE && self.last_was_quiet() {
            let bonus = (-(last_eval + raw) * numbers.bonus_eval / 16).clamp(-1000, 1000);
            self.histories
                .reward_butterfly(self.position.side().opponent(), last, bonus);
        }

        if !PV && searched_whole && !forced && !self.vital_is_attacked() {
            // Step 7. So far above beta that no quiet move matters. Where zugzwang is likely, or looked for, a move may do
            // harm.
            let us = self.position.side().index();
            let few_officers = self.frame(ply).sums.officers[us] <= FEW_OFFICERS;
            let deepest = if few_officers { 2 } else { 8 };
            let margin =
                sharp * (numbers.reverse_futility * depth - numbers.reverse_futility_improving * improving as i32);
            if depth <= deepest && ply >= self.null_from && eval - margin >= beta && !is_mate(beta) && !is_mate(eval) {
                return (eval + beta) / 2;
            }
            // Step 8. So far below alpha that only captures help.
            if depth <= 3 && eval + sharp * (numbers.razoring + numbers.razoring_ply * depth) <= alpha {
                let score = self.quiesce::<false>(checks, ply, alpha, alpha + 1, Depth::Checks);
                if score <= alpha || self.stopped {
                    return score;
                }
            }
            // Step 9. If passing is good enough, a move is. Without officers passing may be the best "move".
            if depth >= 3
                && eval >= beta
                && raw + numbers.null_above_ply * depth >= beta + numbers.null_above
                && self.position.state().plies_from_null > 0
                && self.frame(ply).sums.officers[us] > 0
                && ply >= self.null_from
                && beta > -MATE_RANGE
                && !self.may_pass(checks)
            {
                let reduced = depth
                    - numbers.null_reduction
                    - depth / numbers.null_reduction_depth
                    - ((eval - beta) / numbers.null_reduction_eval).clamp(0, 3);
                let answers = self.make_null(ply);
                let score = -self.node::<false>(&answers, ply + 1, -beta, 1 - beta, reduced, !cut);
                self.position.unmake_null();
                if self.stopped {
                    return 0;
                }
                if score >= beta {
                    let score = if is_mate(score) { beta } else { score };
                    // With one officer or in a deep search zugzwang is looked for.
                    if self.null_from > 0 || depth < 12 && !few_officers {
                        return score;
                    }
                    self.null_from = ply + 1 + reduced.max(0) as usize * 3 / 4;
                    let proof = self.node::<false>(checks, ply, beta - 1, beta, reduced, false);
                    self.null_from = 0;
                    if proof >= beta || self.stopped {
                        return score;
                    }
                }
            }
        }

        // Step 10. Without a move to begin with, a shallower search finds one for the next time.
        if table_move.is_null() && searched_whole && depth >= 4 && (PV || cut) {
            depth -= 1;
        }

        // Step 11. The moves.
        let killers = self.frame(ply).killers;
        let before = self.pairs_before(ply);
        let start = self.moves.len();
        let side = self.position.side();
        let table_tactical = !table_move.is_null() && self.is_tactical(table_move);
        let mut picker = Picker::new(start, table_move, killers, before);
        let mut tried_quiets: ArrayVec<Move, BLAMED> = ArrayVec::new();
        let mut tried_captures: ArrayVec<Move, BLAMED> = ArrayVec::new();
        let (mut best, mut best_move) = (-INFINITE, Move::NULL);
        let original_alpha = alpha;
        let mut count = 0;
        let late = (numbers.late_moves + depth * depth) * self.breadth / if improving { 16 } else { 32 };
        while let Some(mv) = picker.next(self, checks) {
            if mv == excluded {
                continue;
            }
            count += 1;
            let tactical = self.is_tactical(mv);
            let moved = self.position.piece_on(mv.from());
            let pair = self.histories.pair(moved, mv.to());
            let history = if tactical {
                0
            } else {
                self.histories.quiet(side, mv, pair, before)
            };
            let mut reduction = self.reduction(depth, count);

            // Step 12. Near the horizon, moves that promise little are not tried once there is another.
            if best > -MATE_RANGE {
                let lookahead = (depth - reduction / PLY).max(0);
                if !tactical {
                    if !PV && count as i32 > late {
                        picker.only_quiet_checks();
                    }
                    let hopeless =
                        raw + sharp * (numbers.futility + numbers.futility_ply * lookahead) <= alpha && !is_mate(alpha);
                    if !urgent && lookahead <= 6 && hopeless && !self.gives_check(mv) {
                        continue;
                    }
                    if lookahead <= 3 && history < -numbers.history_pruning * depth {
                        continue;
                    }
                    if lookahead <= 6
                        && sharp == 1
                        && !see_reaches(
                            &self.position,
                            self.evaluator,
                            mv,
                            -numbers.see_quiet * lookahead * lookahead,
                        )
                    {
                        continue;
                    }
                } else if depth <= 6
                    && picker.in_bad_tactical()
                    && !see_reaches(&self.position, self.evaluator, mv, -sharp * numbers.see_capture * depth)
                    && !self.gives_check(mv)
                {
                    continue;
                }
            }

            // Step 13. If all other moves are much worse than the table's, it is searched more deeply.
            let mut extension = 0;
            if mv == table_move
                && searched_whole
                && let Some(known) = known
                && self.may_be_singular(&known, depth, ply)
            {
                let verdict = self.singularity::<PV>(checks, ply, &known, beta, depth, cut);
                self.frame(ply).eval = raw;
                if self.stopped {
                    self.moves.truncate(start);
                    return 0;
                }
                match verdict {
                    Singularity::Extend(plies) => extension = plies,
                    Singularity::Cut(score) => {
                        self.moves.truncate(start);
                        return score;
                    }
                }
            }
            self.frame(ply + 1).doubled = doubled + (extension > 1) as u8;

            // Step 14. Make the move and search it: the first with the full window, others with an empty one that
            // only asks whether they are better, late ones less deeply.
            let child = self.make(mv, ply);
            let mut deeper = depth - 1 + extension;
            let mut score = -INFINITE;
            let mut full = !PV || count > 1;
            if depth >= 2 && count > 1 + PV as usize && (!tactical || picker.in_bad_tactical()) {
                let less = numbers.reduction_pv * PV as i32
                    + numbers.reduction_once_pv * once_pv as i32
                    + numbers.reduction_doubt * correction.abs()
                    + numbers.reduction_check * child.checkers.any() as i32
                    + numbers.reduction_killer * killers.contains(&mv) as i32;
                let more = numbers.reduction_worse * !improving as i32
                    + numbers.reduction_cut * cut as i32
                    + numbers.reduction_refuted * (self.frame(ply + 1).refuted > 2) as i32
                    + numbers.reduction_capture * table_tactical as i32;
                reduction += more - less - history * PLY / numbers.reduction_history;
                if tactical {
                    reduction /= 2;
                }
                let reduced = (deeper - reduction / PLY).clamp(1, deeper.max(1));
                score = -self.node::<false>(&child, ply + 1, -alpha - 1, -alpha, reduced, true);
                full = score > alpha && reduced < deeper;
                if full {
                    // How surprising the score is says how deep to look again.
                    let surprise = best + numbers.deeper + numbers.deeper_ply * deeper;
                    deeper += (score > surprise) as i32 - (score < best + numbers.shallower) as i32;
                    full = reduced < deeper;
                }
            }
            if full {
                score = -self.node::<false>(&child, ply + 1, -alpha - 1, -alpha, deeper, !cut);
            }
            if PV && (count == 1 || score > alpha) {
                score = -self.node::<true>(&child, ply + 1, -beta, -alpha, deeper, false);
            }
            self.position.unmake();
            if self.stopped {
                self.moves.truncate(start);
                return 0;
            }

            // Step 15. A new best move?
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
            let list = if tactical {
                &mut tried_captures
            } else {
                &mut tried_quiets
            };
            // Beyond its room the list keeps the best-ordered moves, whose blame matters most.
            let _ = list.try_push(mv);
        }
        self.moves.truncate(start);

        // Step 16. No legal move, or none but the one left out.
        if count == 0 {
            return match searched_whole {
                true => self.no_move_score(in_check, ply),
                false => original_alpha,
            };
        }

        // Step 17. Learn from the result and remember it.
        if best >= beta && searched_whole {
            self.learn(ply, best_move, depth, &tried_quiets, &tried_captures);
            self.frame(ply).refuted += 1;
        } else if best <= original_alpha && searched_whole && self.last_was_quiet() {
            let bonus = self.bonus(depth) * numbers.bonus_before / 100;
            let [pair, ..] = self.pairs_before(ply);
            let before = self.pairs_before(ply - 1);
            self.histories.reward_quiet(side.opponent(), last, pair, before, bonus);
        }
        let bound = match best {
            _ if best >= beta => Bound::Lower,
            _ if best > original_alpha => Bound::Exact,
            _ => Bound::Upper,
        };
        if !searched_whole {
            return best;
        }
        let quiet = best_move.is_null() || !self.is_tactical(best_move);
        let says_more = match bound {
            Bound::Lower => best > raw,
            Bound::Upper => best < raw,
            _ => true,
        };
        if !urgent && quiet && says_more && !is_mate(best) {
            self.histories.corrections.learn(&parts, best - raw, depth);
        }
        self.table.store(
            key,
            ply,
            Known {
                mv: best_move,
                score: best,
                eval: plain,
                depth,
                bound,
                pv: once_pv,
            },
        );
        best
    }

    /// The static evaluation, from the table if that has it. The table learns it at once: many nodes return before
    /// they store anything else, and are met again. (Measured in Capablanca Chess: a tenth less time for equal nodes.)
    pub fn plain_evaluation(&mut self, ply: usize, known: Option<Known>, pv: bool) -> Score {
        match known {
            Some(known) if known.eval != NO_SCORE => known.eval,
            _ => {
                let plain = self.evaluate(ply);
                if known.is_none() {
                    self.table.store(self.position.key(), ply, Known::evaluated(plain, pv));
                }
                plain
            }
        }
    }

    fn parts(&mut self, ply: usize) -> Parts {
        let before = self.pairs_before(ply);
        let side = self.position.side();
        Parts::new(side, &self.frame(ply).sums, before)
    }

    /// What is to be added to the static evaluation of the current position.
    #[inline(always)]
    pub fn correction(&mut self, ply: usize) -> Score {
        let parts = self.parts(ply);
        self.histories.corrections.of(&parts, self.numbers)
    }

    /// Whether scores from the table may be trusted: not where the count of moves without progress nears its end.
    pub fn table_may_cut(&self) -> bool {
        let limit = 2 * self.position.rules().variant.draws.n_move_rule as u32;
        limit == 0 || self.position.state().half_moves as u32 + 10 < limit
    }

    /// By how much history learns from a search so deep.
    fn bonus(&self, depth: i32) -> i32 {
        let numbers = self.numbers;
        (numbers.bonus_ply * depth - numbers.bonus_offset).clamp(50, numbers.bonus_most)
    }

    /// Whether the last move was neither a capture nor a promotion nor none.
    fn last_was_quiet(&self) -> bool {
        let state = self.position.state();
        let promoted = state.last_move.kind() == MoveKind::Promotion;
        !state.last_move.is_null() && !promoted && !state.captured.is_some()
    }

    /// A move has refuted the one before: reward it and blame those tried in vain.
    fn learn(&mut self, ply: usize, mv: Move, depth: i32, quiets: &[Move], captures: &[Move]) {
        let bonus = self.bonus(depth);
        let side = self.position.side();
        let before = self.pairs_before(ply);
        if !self.is_tactical(mv) {
            let frame = self.frame(ply);
            if frame.killers[0] != mv {
                frame.killers = [mv, frame.killers[0]];
            }
            let pair = self.histories.pair(self.position.piece_on(mv.from()), mv.to());
            self.histories.reward_quiet(side, mv, pair, before, bonus);
            for &tried in quiets {
                let pair = self.histories.pair(self.position.piece_on(tried.from()), tried.to());
                self.histories.reward_quiet(side, tried, pair, before, -bonus);
            }
        } else {
            self.reward_capture(mv, bonus);
        }
        for &tried in captures {
            self.reward_capture(tried, -bonus);
        }
    }

    fn reward_capture(&mut self, mv: Move, bonus: i32) {
        let victim = self.position.victim(mv);
        let pair = self.histories.pair(self.position.piece_on(mv.from()), mv.to());
        self.histories.reward_capture(pair, victim, bonus);
    }
}
