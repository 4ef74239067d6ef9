//! The root: iterative deepening with aspiration windows, for one or several best lines.

use super::{
    limits::{Exactness, Found, Info, Limits},
    proof::Proof,
    see::see_reaches,
    table::{Bound, Known},
    worker::{Leader, MAX_PLY, PLY, RootMove, Worker},
};
use crate::{
    board::Bitboard,
    eval::score::{DRAW, INFINITE, MATE, NO_SCORE, Score, is_mate},
    position::{Checks, MoveKind},
};

/// A mate is taken for the shortest when the search goes so many plies beyond it.
const MATE_MARGIN: i32 = 3;
/// Bounds are reported only when a search takes long.
const REPORT_BOUNDS_AFTER: std::time::Duration = std::time::Duration::from_secs(3);

/// How settled the search is.
#[derive(Clone, Copy, Debug)]
struct Settling {
    /// For how many iterations the best move has been the same.
    settled: i32,
    /// The part of the last iteration's nodes that went into it.
    share: f64,
    /// How far its score has fallen below the average of the last ones, in centipawns.
    fall: Score,
}

impl Settling {
    /// How much more time than usual is worth while: a move that has long been best, takes most of the nodes and keeps its
    /// score needs no further proof.
    fn stretch(&self) -> f64 {
        let stability = [1.5, 1.2, 1.05, 0.95, 0.85][self.settled.clamp(0, 4) as usize];
        let effort = 1.55 - 0.85 * self.share;
        let trouble = (1.0 + self.fall as f64 / 100.0).clamp(0.85, 1.5);
        stability * effort * trouble
    }
}

impl<B: Bitboard, const PROFILE: bool> Worker<'_, B, PROFILE> {
    /// Searches deeper and deeper until the limits end it.
    pub fn deepen(&mut self, limits: &Limits, report: &mut dyn FnMut(&Info)) -> Found {
        let checks = self.position.checks();
        // A mate in N moves takes 2N - 1 plies, and one more to see that there is no answer.
        let mate = limits.mate.map_or(u32::MAX, |moves| moves.max(1).saturating_mul(2));
        let deepest = limits.depth.unwrap_or(u32::MAX).min(mate).clamp(1, MAX_PLY as u32 - 1) as i32;
        let lines = limits.multi_pv.clamp(1, self.root_moves.len().max(1));
        let mut done = 0;
        let mut settled = 0;
        // Of the scores so far, recent ones most.
        let mut average = None;
        if self.root_moves.is_empty() {
            let score = self.ended(&checks, 0).unwrap_or_else(|| {
                let none_wanted = limits.search_moves.is_some() && crate::movegen::has_legal_move(&self.position);
                if none_wanted {
                    DRAW
                } else {
                    self.no_move_score(checks.checkers.any(), 0)
                }
            });
            report(&self.info(0, 1, score, Exactness::Exact, Vec::new()));
            return Found {
                best: None,
                ponder: None,
                score,
                depth: 0,
                nodes: self.all_nodes(),
            };
        }
        self.order_root();
        let mut finished = self.root_moves[0].clone();
        // Threads that do not all search the same at the same time find more for each other.
        let first_depth = 1 + (self.number() as i32 & 1).min(deepest - 1);
        for depth in first_depth..=deepest {
            self.root_depth = depth;
            self.selective_depth = 0;
            self.leader = None;
            if limits.mate.is_some() {
                let won = Proof::new(self).winning_moves(depth as usize, lines);
                for (i, root_move) in won.iter().enumerate() {
                    let pv = root_move.pv.clone();
                    report(&self.info(depth, i + 1, root_move.score, Exactness::Exact, pv));
                }
                if let Some(first) = won.into_iter().next() {
                    (finished, done) = (first, depth);
                    break;
                }
            }
            let before = self.root_moves[0].mv;
            for root_move in &mut self.root_moves {
                root_move.previous = root_move.score;
                root_move.nodes = 0;
            }
            let nodes = self.nodes;
            for line in 0..lines {
                self.line = line;
                self.aspire(&checks, depth, report);
                if self.stopped {
                    break;
                }
            }
            if self.stopped {
                break;
            }
            done = depth;
            self.leader = None;
            // A later line may have turned out better than an earlier one.
            self.root_moves[..lines].sort_by_key(|m| -m.score);
            for (i, root_move) in self.root_moves.iter().take(lines).enumerate() {
                report(&self.info(depth, i + 1, root_move.score, Exactness::Exact, root_move.pv.clone()));
            }
            let best = &self.root_moves[0];
            finished = best.clone();
            let last = average.unwrap_or(best.score);
            let fall = match is_mate(best.score) || is_mate(last) {
                true => 0,
                false => last - best.score,
            };
            average = Some((last + best.score) / 2);
            settled = if best.mv == before { settled + 1 } else { 0 };
            let share = best.nodes as f64 / (self.nodes - nodes).max(1) as f64;
            let settling = Settling { settled, share, fall };
            if self.is_enough(limits, depth, lines, &settling) {
                break;
            }
        }
        // What the iteration that was broken off has found out counts, and is reported, before the last complete one.
        let (score, pv) = match self.leader.take() {
            Some(leader) => {
                if (leader.score, &leader.pv) != (finished.score, &finished.pv) {
                    let info = self.info(done + 1, 1, leader.score, leader.exactness, leader.pv.clone());
                    report(&info);
                }
                (leader.score, leader.pv)
            }
            None if done > 0 => (finished.score, finished.pv),
            None => {
                // Some legal move is better than none.
                let score = if checks.checkers.any() { DRAW } else { self.evaluate(0) };
                report(&self.info(0, 1, score, Exactness::Exact, finished.pv.clone()));
                (score, finished.pv)
            }
        };
        Found {
            best: pv.first().copied(),
            ponder: pv.get(1).copied(),
            score,
            depth: done as u32,
            nodes: self.all_nodes(),
        }
    }

    /// Whether another iteration is not worth while.
    fn is_enough(&self, limits: &Limits, depth: i32, lines: usize, settling: &Settling) -> bool {
        if self.told_to_stop() {
            return true;
        }
        // All lines are mates that a search of this depth has seen to the end: there are hardly any shorter ones.
        let proven = |m: &RootMove| is_mate(m.score) && MATE - m.score.abs() + MATE_MARGIN <= depth;
        if self.root_moves.iter().take(lines).all(proven) {
            return true;
        }
        let Some(soft) = self.budget.soft else { return false };
        if self.is_pondering() || limits.infinite {
            return false;
        }
        if self.root_moves.len() == 1 && depth >= 4 {
            return true;
        }
        self.spent() >= soft.mul_f64(settling.stretch())
    }

    /// Searches the line with window after window around the last score until one holds the score.
    fn aspire(&mut self, checks: &Checks<B>, depth: i32, report: &mut dyn FnMut(&Info)) {
        let last = self.root_moves[self.line..]
            .iter()
            .map(|m| m.previous)
            .max()
            .unwrap_or(-NO_SCORE);
        let (mut alpha, mut beta, mut delta) = (-INFINITE, INFINITE, self.numbers.window);
        if depth >= 5 && last != -NO_SCORE && !is_mate(last) {
            (alpha, beta) = (last - delta, last + delta);
        }
        let mut reduced = 0;
        loop {
            let score = self.root(checks, alpha, beta, (depth - reduced).max(1));
            // A stable sort keeps the order of those that were not better.
            self.root_moves[self.line..].sort_by_key(|m| -m.score);
            if self.stopped {
                return;
            }
            let exactness = if score <= alpha && alpha > -INFINITE {
                beta = (alpha + beta) / 2;
                alpha = (score - delta).max(-INFINITE);
                reduced = 0;
                Exactness::AtMost
            } else if score >= beta && beta < INFINITE {
                beta = (score + delta).min(INFINITE);
                reduced = (reduced + 1).min(2);
                Exactness::AtLeast
            } else {
                return;
            };
            delta += delta;
            if delta > 600 || is_mate(score) {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
            if self.start.elapsed() >= REPORT_BOUNDS_AFTER {
                let pv = self.root_moves[self.line].pv.clone();
                report(&self.info(depth, self.line + 1, score, exactness, pv));
            }
        }
    }

    /// Puts the moves at the root into an order for the time before anything is known of them: what the best of an
    /// unfinished first iteration is chosen from.
    fn order_root(&mut self) {
        let mut promise: Vec<(Score, usize)> = Vec::with_capacity(self.root_moves.len());
        for (i, root_move) in self.root_moves.iter().enumerate() {
            let mv = root_move.mv;
            let gain = match self.position.victim(mv) {
                victim if victim.is_some() && see_reaches(&self.position, self.evaluator, mv, 1) => {
                    self.evaluator.exchange(victim.kind())
                }
                _ if mv.kind() == MoveKind::Promotion => 1,
                _ => 0,
            };
            promise.push((-gain, i));
        }
        promise.sort();
        self.root_moves = promise.iter().map(|&(_, i)| self.root_moves[i].clone()).collect();
    }

    /// The root node: like any other, but its moves are kept with their scores and lines.
    fn root(&mut self, checks: &Checks<B>, mut alpha: Score, beta: Score, depth: i32) -> Score {
        if self.enter(0) {
            return 0;
        }
        let in_check = checks.checkers.any();
        let eval = if in_check { NO_SCORE } else { self.evaluate(0) };
        self.frame(0).eval = eval;
        self.frame(2).refuted = 0;
        let original_alpha = alpha;
        let mut best = -INFINITE;
        let side = self.position.side();
        let before = self.pairs_before(0);
        for i in self.line..self.root_moves.len() {
            let mv = self.root_moves[i].mv;
            self.note_root_move(i);
            let tactical = self.is_tactical(mv);
            let nodes = self.nodes;
            let count = i - self.line + 1;
            let pair = self.histories.pair(self.position.piece_on(mv.from()), mv.to());
            let history = if tactical {
                0
            } else {
                self.histories.quiet(side, mv, pair, before)
            };
            let child = self.make(mv, 0);
            self.clear_pv(1);
            let mut score = alpha + 1;
            if count > 1 {
                let mut reduced = depth - 1;
                if depth >= 3 && count > 3 && !tactical {
                    let reduction = self.reduction(depth, count) / PLY
                        - 1
                        - child.checkers.any() as i32
                        - history / self.numbers.reduction_history;
                    reduced = (depth - 1 - reduction).clamp(1, depth - 1);
                }
                score = -self.node::<false>(&child, 1, -alpha - 1, -alpha, reduced, true);
                if score > alpha && reduced < depth - 1 {
                    score = -self.node::<false>(&child, 1, -alpha - 1, -alpha, depth - 1, true);
                }
            }
            if score > alpha {
                score = -self.node::<true>(&child, 1, -beta, -alpha, depth - 1, false);
            }
            self.position.unmake();
            if self.stopped {
                return best;
            }
            let spent = self.nodes - nodes;
            let line = if count == 1 || score > alpha {
                Some(self.pv_from(1).to_vec())
            } else {
                None
            };
            let root_move = &mut self.root_moves[i];
            root_move.nodes += spent;
            match line {
                Some(line) => {
                    root_move.score = score;
                    root_move.pv.truncate(1);
                    root_move.pv.extend(line);
                    if self.line == 0 {
                        // A first move that has disappointed leads no longer; what is better is not known yet.
                        self.leader = (score > alpha).then(|| Leader {
                            score,
                            exactness: if score >= beta {
                                Exactness::AtLeast
                            } else {
                                Exactness::Exact
                            },
                            pv: root_move.pv.clone(),
                        });
                    }
                }
                // What was refuted sorts behind what was not.
                None => root_move.score = -INFINITE,
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if self.line == 0 {
            let bound = match best {
                _ if best >= beta => Bound::Lower,
                _ if best > original_alpha => Bound::Exact,
                _ => Bound::Upper,
            };
            let leader = self.root_moves[self.line..]
                .iter()
                .max_by_key(|m| m.score)
                .map(|m| m.mv);
            if let Some(mv) = leader {
                self.table.store(
                    self.position.key(),
                    0,
                    Known {
                        mv,
                        score: best,
                        eval,
                        depth,
                        bound,
                        pv: true,
                    },
                );
            }
        }
        best
    }

    fn info(
        &self,
        depth: i32,
        multi_pv: usize,
        score: Score,
        exactness: Exactness,
        pv: Vec<crate::position::Move>,
    ) -> Info {
        Info {
            depth: depth as u32,
            selective_depth: self.selective_depth as u32,
            multi_pv,
            score,
            exactness,
            nodes: self.all_nodes(),
            time: self.start.elapsed(),
            table_fullness: self.table.fullness(),
            pv,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn trouble_takes_time_and_certainty_saves_it() {
        let usual = Settling {
            settled: 3,
            share: 0.6,
            fall: 0,
        };
        let certain = Settling {
            settled: 5,
            share: 0.95,
            ..usual
        };
        let fallen = Settling { fall: 60, ..usual };
        let changed = Settling {
            settled: 0,
            share: 0.3,
            fall: 200,
        };
        assert!(certain.stretch() < 0.7 * usual.stretch());
        assert!((1.3..1.6).contains(&(fallen.stretch() / usual.stretch())));
        // Whatever happens, the limit stays within reach of the hard one, which is 3.7 times as far.
        assert!((2.0..3.7).contains(&changed.stretch()));
    }
}
