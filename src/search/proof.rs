//! The search for mates: can the side to move force a win within so many plies? Nothing is evaluated and no move is left
//! out, so a win that it finds is forced, and where it finds none there is none.

use super::{
    table::{Bound, Known},
    worker::{MAX_PLY, RootMove, Worker},
};
use crate::{
    board::Bitboard,
    eval::score::{DRAW, NO_SCORE, Score, mate_in},
    movegen::{Bundle, Wanted, generate},
    position::{Checks, Move, NullObserver, Position},
    variant::Verdict,
};
use std::cmp::Reverse;

/// Tells the table's entries of proofs from others.
const PROOF_KEY: u64 = 0x9E37_79B9_7F4A_7C15;
/// Tells those of positions in which the other side is to win.
const DEFENCE_KEY: u64 = 0xD1B5_4A32_D192_ED03;
/// Checks go before other moves.
const CHECK_FIRST: u32 = 1 << 24;
/// Before them the move that achieved something at this ply last.
const KILLER_FIRST: u32 = 1 << 25;
/// Before all others the table's move.
const KNOWN_FIRST: u32 = 1 << 26;

/// A search for the wins that can be forced from the root.
///
/// A position that occurs twice on a line is no draw here: the shortest win passes through no position twice, whatever the
/// other side plays, so that is left out as a matter of course. It also makes what is known of a position independent of
/// the way to it.
pub struct Proof<'w, 'a, B: Bitboard, const PROFILE: bool> {
    worker: &'w mut Worker<'a, B, PROFILE>,
    /// Tells the table's entries of this search from those of others, before which other positions had occurred.
    salt: u64,
    /// The keys of positions that had occurred before the search so often that once more is a draw.
    used_up: Vec<u64>,
    /// Whether nothing wins but a checkmate that the winner gives.
    only_checkmate: bool,
    /// The move that achieved something last, by ply.
    killers: Vec<Move>,
    /// How often a move from a square to a square has achieved something.
    merits: Vec<u32>,
    /// The moves of the nodes on the way with their promise, by ply.
    lists: Vec<Vec<(u32, Move)>>,
}

impl<'w, 'a, B: Bitboard, const PROFILE: bool> Proof<'w, 'a, B, PROFILE> {
    /// A search from the worker's position.
    pub fn new(worker: &'w mut Worker<'a, B, PROFILE>) -> Self {
        let position = &worker.position;
        Proof {
            salt: PROOF_KEY.wrapping_mul(position.key() | 1) ^ position.history().len() as u64,
            used_up: used_up(position),
            only_checkmate: only_checkmate(position),
            killers: vec![Move::NULL; MAX_PLY + 1],
            merits: vec![0; 1 << 16],
            lists: vec![Vec::new(); MAX_PLY + 1],
            worker,
        }
    }

    /// Moves at the root that force a win within `plies` plies, at most `wanted` of them, each with a line in which both
    /// sides play as well as they can. If there was no win within fewer plies, all wins found take equally long. Some may
    /// be missing once the search has stopped.
    pub fn winning_moves(&mut self, plies: usize, wanted: usize) -> Vec<RootMove> {
        let mut won = Vec::new();
        if self.only_checkmate && plies.is_multiple_of(2) {
            return won;
        }
        for i in 0..self.worker.root_moves.len() {
            self.worker.note_root_move(i);
            let mv = self.worker.root_moves[i].mv;
            let checks = self.make(mv);
            if self.loses(&checks, 1, plies - 1) {
                let mut pv = vec![mv];
                self.follow(&checks, plies - 1, &mut pv);
                won.push(RootMove {
                    score: mate_in(plies),
                    pv,
                    ..self.worker.root_moves[i].clone()
                });
            }
            self.worker.position.unmake();
            if won.len() == wanted || self.worker.stopped {
                break;
            }
        }
        won
    }

    /// Whether the side to move can force a win within `left` plies. False once the search has stopped.
    fn wins(&mut self, checks: &Checks<B>, ply: usize, left: usize) -> bool {
        self.decided(checks, ply, left, true)
    }

    /// Whether the side to move cannot avoid losing within `left` plies. False once the search has stopped.
    fn loses(&mut self, checks: &Checks<B>, ply: usize, left: usize) -> bool {
        self.decided(checks, ply, left, false)
    }

    /// Whether the side that is to win, `attacker` if it is to move, can force that within `left` plies.
    fn decided(&mut self, checks: &Checks<B>, ply: usize, left: usize, attacker: bool) -> bool {
        if self.worker.enter(ply) {
            return false;
        }
        if let Some(score) = self.ended(checks, ply) {
            return wins(score, attacker);
        }
        if left == 0 {
            return !has_move::<B, PROFILE>(&self.worker.position, checks)
                && self.wins_without_move(checks, ply, attacker);
        }
        let side = if attacker { 0 } else { DEFENCE_KEY };
        let key = self.worker.position.key() ^ self.salt ^ side;
        let lasting = left > 1 && self.is_lasting(left);
        let known = if lasting {
            self.worker.table.probe(key, ply)
        } else {
            None
        };
        if let Some(known) = known {
            match known.bound {
                Bound::Lower if known.depth <= left as i32 => return true,
                Bound::Upper if known.depth >= left as i32 => return false,
                _ => {}
            }
        }
        let mut moves = std::mem::take(&mut self.lists[ply]);
        self.collect(checks, ply, attacker, known.map(|known| known.mv), &mut moves);
        // Who is to win needs one move that does it; the other side, one that prevents it.
        let mut decider = None;
        for &(_, mv) in &moves {
            let child = self.make(mv);
            let may_win = left > 1 || !attacker || !self.only_checkmate || child.checkers.any();
            let won = may_win && self.decided(&child, ply + 1, left - 1, !attacker);
            self.worker.position.unmake();
            if won == attacker {
                decider = Some(mv);
                break;
            }
        }
        let none = moves.is_empty();
        self.lists[ply] = moves;
        if self.worker.stopped {
            return false;
        }
        if none {
            return self.wins_without_move(checks, ply, attacker);
        }
        if let Some(mv) = decider {
            self.killers[ply] = mv;
            let merit = &mut self.merits[index(mv)];
            *merit = (*merit + left as u32).min(CHECK_FIRST - 1);
        }
        let won = decider.is_some() == attacker;
        if lasting {
            let known = Known {
                mv: decider.unwrap_or(Move::NULL),
                score: DRAW,
                eval: NO_SCORE,
                depth: left as i32,
                bound: if won { Bound::Lower } else { Bound::Upper },
                pv: false,
            };
            self.worker.table.store(key, ply, known);
        }
        won
    }

    /// Whether the end of the game for want of a legal move, if there is none, is a win for the side that is to win.
    fn wins_without_move(&self, checks: &Checks<B>, ply: usize, attacker: bool) -> bool {
        wins(self.worker.no_move_score(checks.checkers.any(), ply), attacker)
    }

    /// The score if the game has ended.
    fn ended(&self, checks: &Checks<B>, ply: usize) -> Option<Score> {
        let ended = self.worker.ended_otherwise(checks, ply);
        ended.or_else(|| self.used_up.contains(&self.worker.position.key()).then_some(DRAW))
    }

    /// Whether what is found out within `left` plies holds whatever the count of moves without progress.
    fn is_lasting(&self, left: usize) -> bool {
        let position = &self.worker.position;
        let limit = 2 * position.rules().variant.draws.n_move_rule as usize;
        limit == 0 || position.state().half_moves as usize + left < limit
    }

    fn make(&mut self, mv: Move) -> Checks<B> {
        self.worker.position.make(mv, &mut NullObserver);
        self.worker.table.prefetch(self.worker.position.key() ^ self.salt);
        self.worker.position.checks()
    }

    /// The legal moves, those first that promise most.
    fn collect(
        &self,
        checks: &Checks<B>,
        ply: usize,
        attacker: bool,
        known: Option<Move>,
        moves: &mut Vec<(u32, Move)>,
    ) {
        moves.clear();
        let everyone = !B::EMPTY;
        generate::<B, PROFILE>(
            &self.worker.position,
            checks,
            Wanted::All,
            everyone,
            &mut |bundle: Bundle<B>| {
                bundle.unpack(|mv| {
                    let promise = match mv {
                        mv if Some(mv) == known => KNOWN_FIRST,
                        mv if mv == self.killers[ply] => KILLER_FIRST,
                        mv if attacker && self.worker.gives_check(mv) => CHECK_FIRST,
                        _ => 0,
                    };
                    moves.push((promise + self.merits[index(mv)], mv));
                });
            },
        );
        moves.sort_by_key(|&(promise, _)| Reverse(promise));
    }

    /// Adds the line from a position that is lost within `left` plies, and not much sooner: each side plays a move after
    /// which the game lasts no longer, or no shorter, than it must.
    fn follow(&mut self, checks: &Checks<B>, mut left: usize, line: &mut Vec<Move>) {
        let start = line.len();
        let (mut checks, mut attacker) = (checks.clone(), false);
        // Where only checkmate wins, a win takes an odd number of plies.
        let sooner = if self.only_checkmate { 3 } else { 2 };
        while left > 0 && self.ended(&checks, line.len()).is_none() {
            let ply = line.len();
            let mut moves = Vec::new();
            self.collect(&checks, ply, attacker, None, &mut moves);
            let mut next = None;
            for &(_, mv) in &moves {
                let child = self.make(mv);
                let plays_on = if attacker {
                    self.loses(&child, ply + 1, left - 1)
                } else {
                    left < sooner || !self.wins(&child, ply + 1, left - sooner)
                };
                if plays_on {
                    next = Some((mv, child));
                    break;
                }
                self.worker.position.unmake();
            }
            match next {
                Some((mv, child)) => {
                    line.push(mv);
                    checks = child;
                    left -= 1;
                    attacker = !attacker;
                }
                // No answer lasts so long, or the search has stopped.
                None if moves.is_empty() || self.worker.stopped => break,
                None => left -= 1,
            }
        }
        for _ in start..line.len() {
            self.worker.position.unmake();
        }
    }
}

/// Whether the score of an end of the game is a win for the side that is to win, `attacker` if it is to move.
fn wins(score: Score, attacker: bool) -> bool {
    if attacker { score > DRAW } else { score < DRAW }
}

/// Where the merits of a move stand.
fn index(mv: Move) -> usize {
    mv.from().index() << 8 | mv.to().index()
}

/// Whether the side to move has a legal move.
fn has_move<B: Bitboard, const PROFILE: bool>(position: &Position<B>, checks: &Checks<B>) -> bool {
    let mut found = false;
    let mut sink = |bundle: Bundle<B>| found |= bundle.count() > 0;
    generate::<B, PROFILE>(position, checks, Wanted::All, !B::EMPTY, &mut sink);
    found
}

/// The keys of positions that have occurred so often that once more is a draw.
fn used_up<B: Bitboard>(position: &Position<B>) -> Vec<u64> {
    let folds = position.rules().variant.draws.n_fold_rule as usize;
    let earlier = position.history().iter().map(|state| state.key);
    let mut keys: Vec<u64> = earlier.chain([position.key()]).collect();
    keys.sort_unstable();
    let same = keys.chunk_by(|one, other| one == other);
    let often = same.filter(|same| folds > 0 && same.len() + 1 >= folds);
    often.map(|same| same[0]).collect()
}

/// Whether nothing wins but a checkmate that the winner gives.
fn only_checkmate<B: Bitboard>(position: &Position<B>) -> bool {
    let rules = position.rules();
    let endings = &rules.variant.endings;
    let stalemate_draws = !matches!(endings.stalemate, Verdict::Win | Verdict::Loss);
    !rules.ends_by_pieces && stalemate_draws && endings.checkmate == Verdict::Loss
}
