//! The order of moves at a node: the table's move, good captures, quiet moves, bad captures. Each stage is generated
//! only when the ones before it did not suffice.

use super::{history::Pair, see::see_reaches, worker::Worker};
use crate::{
    board::Bitboard,
    eval::score::Score,
    movegen::{Bundle, Wanted, generate},
    position::{Checks, Move, MoveKind},
};

/// Goes before all other captures.
const VITAL_FIRST: i32 = 64 * 20_000;

/// A move and its place in the order.
#[derive(Clone, Copy, Debug)]
pub struct Scored {
    /// The move.
    pub mv: Move,
    /// Higher goes first.
    pub score: i32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Table,
    Tactical,
    GoodTactical,
    Quiet,
    Quiets,
    BadTactical,
    Done,
}

/// Hands out the legal moves of a node once each. Its moves lie in the worker's move stack from `start` on: first
/// bad captures that were put off, then what is left of the current stage.
pub struct Picker {
    stage: Stage,
    table_move: Move,
    killers: [Move; 2],
    before: [Pair; 2],
    start: usize,
    /// The end of the bad captures.
    bad: usize,
    /// The next move of the current stage.
    next: usize,
    /// Captures that lose material, and quiet moves, are left out.
    tactical_only: bool,
    skip_quiets: bool,
    /// Of quiet moves only those that give check are left.
    quiet_checks: bool,
}

impl Picker {
    /// All moves, `table_move` first; it must be legal or [`Move::NULL`].
    pub fn new(start: usize, table_move: Move, killers: [Move; 2], before: [Pair; 2]) -> Picker {
        Picker {
            stage: Stage::Table,
            table_move,
            killers,
            before,
            start,
            bad: start,
            next: start,
            tactical_only: false,
            skip_quiets: false,
            quiet_checks: false,
        }
    }

    /// Only captures and promotions that do not lose material, `table_move` first; then quiet checks, if wanted.
    pub fn tactical(start: usize, table_move: Move, no_pair: Pair, checks: bool) -> Picker {
        Picker {
            tactical_only: true,
            quiet_checks: checks,
            ..Picker::new(start, table_move, [Move::NULL; 2], [no_pair; 2])
        }
    }

    /// Leaves out all quiet moves that have not been handed out yet.
    pub fn skip_quiets(&mut self) {
        self.skip_quiets = true;
    }

    /// Of quiet moves that have not been handed out yet, leaves out all but those that give check.
    pub fn only_quiet_checks(&mut self) {
        self.quiet_checks = true;
    }

    /// Whether the moves handed out now are captures that lose material.
    pub fn in_bad_tactical(&self) -> bool {
        self.stage == Stage::BadTactical
    }

    /// The next move.
    pub fn next<B: Bitboard, const PROFILE: bool>(
        &mut self,
        worker: &mut Worker<'_, B, PROFILE>,
        checks: &Checks<B>,
    ) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::Tactical;
                    if !self.table_move.is_null() {
                        return Some(self.table_move);
                    }
                }
                Stage::Tactical => {
                    self.generate(worker, checks, Wanted::Tactical);
                    self.stage = Stage::GoodTactical;
                }
                Stage::GoodTactical => match self.best(worker) {
                    Some(mv) if mv == self.table_move => {}
                    Some(mv) => {
                        if see_reaches(&worker.position, worker.evaluator, mv, 0) || worker.takes_vital(mv) {
                            return Some(mv);
                        }
                        if !self.tactical_only {
                            // `best` has left a gap: everything before `next` is free or a bad capture.
                            worker.moves[self.bad] = Scored { mv, score: 0 };
                            self.bad += 1;
                        }
                    }
                    None if self.tactical_only && !self.quiet_checks => self.stage = Stage::Done,
                    None => self.stage = Stage::Quiet,
                },
                Stage::Quiet => {
                    if !self.skip_quiets {
                        worker.moves.truncate(self.bad);
                        self.next = self.bad;
                        self.generate(worker, checks, Wanted::Quiet);
                    }
                    self.stage = Stage::Quiets;
                }
                Stage::Quiets => {
                    // Few are left where only checks are wanted; to put the rest in order would be in vain.
                    let next = match self.quiet_checks {
                        _ if self.skip_quiets => None,
                        true => self.next_check(worker),
                        false => self.best(worker),
                    };
                    match next {
                        Some(mv) if mv == self.table_move => continue,
                        Some(mv) => return Some(mv),
                        None => {}
                    }
                    self.next = self.start;
                    self.stage = Stage::BadTactical;
                }
                Stage::BadTactical => {
                    if self.next < self.bad {
                        self.next += 1;
                        return Some(worker.moves[self.next - 1].mv);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    /// Takes the best move of the current stage.
    fn best<B: Bitboard, const PROFILE: bool>(&mut self, worker: &mut Worker<'_, B, PROFILE>) -> Option<Move> {
        let rest = worker.moves.get_mut(self.next..)?;
        let mut best = 0;
        for i in 1..rest.len() {
            if rest[i].score > rest[best].score {
                best = i;
            }
        }
        let found = *rest.get(best)?;
        rest.swap(0, best);
        self.next += 1;
        Some(found.mv)
    }

    /// Takes the first move left that gives check.
    fn next_check<B: Bitboard, const PROFILE: bool>(&mut self, worker: &Worker<'_, B, PROFILE>) -> Option<Move> {
        let rest = worker.moves.get(self.next..)?;
        let found = rest.iter().position(|scored| worker.gives_check(scored.mv))?;
        self.next += found + 1;
        Some(rest[found].mv)
    }

    fn generate<B: Bitboard, const PROFILE: bool>(
        &self,
        worker: &mut Worker<'_, B, PROFILE>,
        checks: &Checks<B>,
        wanted: Wanted,
    ) {
        let first = worker.moves.len();
        let moves = &mut worker.moves;
        let mut sink = |bundle: Bundle<B>| bundle.unpack(|mv| moves.push(Scored { mv, score: 0 }));
        generate::<B, PROFILE>(&worker.position, checks, wanted, !B::EMPTY, &mut sink);
        for i in first..worker.moves.len() {
            let mv = worker.moves[i].mv;
            worker.moves[i].score = match wanted {
                Wanted::Quiet => self.quiet_score(worker, mv),
                _ => tactical_score(worker, mv),
            };
        }
    }

    fn quiet_score<B: Bitboard, const PROFILE: bool>(&self, worker: &Worker<'_, B, PROFILE>, mv: Move) -> i32 {
        let position = &worker.position;
        let pair = worker.histories.pair(position.piece_on(mv.from()), mv.to());
        let killer = match mv {
            _ if mv == self.killers[0] => 200_000,
            _ if mv == self.killers[1] => 150_000,
            _ => 0,
        };
        killer + worker.histories.quiet(position.side(), mv, pair, self.before)
    }
}

/// Most valuable victims first; of several ways to take one, those that have done well and the cheapest attacker.
fn tactical_score<B: Bitboard, const PROFILE: bool>(worker: &Worker<'_, B, PROFILE>, mv: Move) -> i32 {
    let position = &worker.position;
    let moved = position.piece_on(mv.from());
    let victim = worker.position.victim(mv);
    let decides = worker.takes_vital(mv) as i32;
    let mut gain: Score = if victim.is_some() && victim.side() != moved.side() {
        worker.evaluator.exchange(victim.kind())
    } else {
        0
    };
    if mv.kind() == MoveKind::Promotion {
        gain +=
            worker.evaluator.exchange(position.promoted(moved, mv).kind()) - worker.evaluator.exchange(moved.kind());
    }
    let pair = worker.histories.pair(moved, mv.to());
    let attacker = worker.evaluator.exchange(moved.kind()).min(2000);
    VITAL_FIRST * decides + 64 * gain - attacker + worker.histories.capture(pair, victim)
}
