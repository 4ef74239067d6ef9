//! What one thread needs to search: its position, its tables, its stacks.

use super::{
    crew::Crew,
    history::{Histories, Pair},
    limits::{Exactness, Limits, Signals},
    numbers::Numbers,
    picker::Scored,
    table::Table,
    time::Budget,
};
use crate::{
    board::{Bitboard, SplitMix64},
    eval::{
        Evaluator, PawnTable, network,
        psqt::{Summing, Sums},
        score::{DRAW, NO_SCORE, Score, mate_in, mated_in},
    },
    game::{
        material::Material,
        repetition::{is_repetition, occurrences},
    },
    movegen,
    position::{Checks, Move, MoveKind, NullObserver, Position},
    variant::{Verdict, rules::Rules},
};
use std::time::{Duration, Instant};

/// The deepest line, in plies from the root.
pub const MAX_PLY: usize = 128;

/// A ply in the units of reductions.
pub const PLY: i32 = 1024;

/// The most nodes between two looks at the clock.
const CHECK_INTERVAL: u64 = 1024;
/// About the time between two looks at the clock: nodes of some games take a thousand times those of others.
const CHECK_TIME: Duration = Duration::from_millis(1);
/// How long a frozen search sleeps before it looks whether it may go on.
const PAUSE: Duration = Duration::from_millis(2);
/// With more men than this, it is not asked whether nobody can mate.
const FEW_MEN: u32 = 6;
/// Frames before the root's, so that every node has two earlier moves to look at.
const BEFORE_ROOT: usize = 2;

/// What a node leaves for those below it.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// The evaluator's sums for the position.
    pub sums: Sums,
    /// The static evaluation, or [`NO_SCORE`] in check.
    pub eval: Score,
    /// The (piece, end square) pair of the move made here.
    pub pair: Pair,
    /// Quiet moves that refuted others at this ply.
    pub killers: [Move; 2],
    /// How many nodes at this ply have been refuted since the node two plies up began.
    pub refuted: u32,
    /// A move that is left out, to find out how much better it is than all others; or [`Move::NULL`].
    pub excluded: Move,
    /// Extensions by more than a ply on the way here.
    pub doubled: u8,
}

/// A move at the root and what is known of it.
#[derive(Clone, Debug)]
pub struct RootMove {
    /// The move.
    pub mv: Move,
    /// Its score in this iteration.
    pub score: Score,
    /// Its score in the iteration before.
    pub previous: Score,
    /// The line, beginning with the move.
    pub pv: Vec<Move>,
    /// Nodes below it.
    pub nodes: u64,
}

/// The best move of an iteration in progress.
#[derive(Clone, Debug)]
pub struct Leader {
    /// Its score.
    pub score: Score,
    /// What the score is.
    pub exactness: Exactness,
    /// The line, beginning with the move.
    pub pv: Vec<Move>,
}

/// What all threads of a search share.
#[derive(Clone, Copy)]
pub struct Shared<'a, B: Bitboard> {
    /// The evaluator.
    pub evaluator: &'a Evaluator<B>,
    /// The transposition table.
    pub table: &'a Table,
    /// The end of the search.
    pub signals: &'a Signals,
    /// What its threads tell each other.
    pub crew: &'a Crew,
    /// With what material nobody can mate.
    pub material: &'static Material,
    /// See [`breadth`].
    pub breadth: i32,
    /// The numbers of the search.
    pub numbers: &'a Numbers,
    /// When the search began.
    pub start: Instant,
}

/// A thread's searcher. `PROFILE` is [`movegen::PLAIN`] or [`movegen::GENERAL`].
pub struct Worker<'a, B: Bitboard, const PROFILE: bool> {
    /// The position at the current node.
    pub position: Position<B>,
    /// The evaluator, shared.
    pub evaluator: &'a Evaluator<B>,
    /// The transposition table, shared.
    pub table: &'a Table,
    /// What earlier moves have taught this thread.
    pub histories: &'a mut Histories,
    /// What this search knows of pawns.
    pawn_table: PawnTable<B>,
    /// The moves of all nodes from the root to the current one.
    pub moves: Vec<Scored>,
    /// The moves at the root, best first.
    pub root_moves: Vec<RootMove>,
    /// The best move of this iteration, once one is known.
    pub leader: Option<Leader>,
    /// The line that is being looked for: root moves before it belong to better lines.
    pub line: usize,
    /// Passing is not tried at plies before this.
    pub null_from: usize,
    /// Nodes so far.
    pub nodes: u64,
    /// Plies of the longest line looked at in this iteration.
    pub selective_depth: usize,
    /// The depth of this iteration.
    pub root_depth: i32,
    /// Set once the search is to end: scores mean nothing from then on.
    pub stopped: bool,
    /// When the search began.
    pub start: Instant,
    /// Limits of time.
    pub budget: Budget,
    /// Margins for games in which a single capture may decide.
    pub sharp: i32,
    /// Whether there are pieces besides royals that must not be lost; see [`Position::vital`].
    pub has_vital: bool,
    /// How many moves a position of this game has, against those of chess, times 16; see [`breadth`].
    pub breadth: i32,
    /// The numbers of the search.
    pub numbers: &'a Numbers,
    frames: Vec<Frame>,
    /// The network's sums along the current line, if there is a network.
    hidden: Option<network::Line>,
    pv: Vec<Move>,
    pv_length: Vec<usize>,
    material: &'static Material,
    signals: &'a Signals,
    crew: &'a Crew,
    /// The first thread, 0, keeps to the limits and reports; the others help until it ends.
    number: usize,
    node_limit: u64,
    /// Nodes that are a second, if time is counted in nodes.
    node_rate: Option<u64>,
    /// Whether the limits of time do not hold yet.
    pondering: bool,
    next_check: u64,
    check_interval: u64,
    last_check: Instant,
    reductions: Vec<i16>,
}

impl<'a, B: Bitboard, const PROFILE: bool> Worker<'a, B, PROFILE> {
    /// Worker number `number` for one search from `position`.
    pub fn new(
        number: usize,
        position: &Position<B>,
        shared: Shared<'a, B>,
        histories: &'a mut Histories,
        limits: &Limits,
    ) -> Self {
        let Shared {
            evaluator,
            table,
            signals,
            crew,
            ..
        } = shared;
        let frame = Frame {
            sums: evaluator.squares.sums(position),
            eval: NO_SCORE,
            pair: histories.no_pair(),
            killers: [Move::NULL; 2],
            refuted: 0,
            excluded: Move::NULL,
            doubled: 0,
        };
        let mut legal = Vec::with_capacity(512);
        movegen::legal_moves(position, &mut legal);
        if let Some(wanted) = &limits.search_moves {
            legal.retain(|mv| wanted.contains(mv));
        }
        let root_move = |&mv: &Move| RootMove {
            mv,
            score: -NO_SCORE,
            previous: -NO_SCORE,
            pv: vec![mv],
            nodes: 0,
        };
        let decides = position.rules().variant.endings.extinction.as_ref();
        Worker {
            evaluator,
            table,
            histories,
            pawn_table: PawnTable::default(),
            moves: Vec::with_capacity(1 << 14),
            root_moves: legal.iter().map(root_move).collect(),
            leader: None,
            line: 0,
            null_from: 0,
            nodes: 0,
            selective_depth: 0,
            root_depth: 0,
            stopped: false,
            start: shared.start,
            budget: if number == 0 {
                Budget::new(limits)
            } else {
                Budget::default()
            },
            sharp: if decides.is_some_and(|e| !e.types.is_empty()) {
                2
            } else {
                1
            },
            has_vital: position.may_have_vital(),
            breadth: shared.breadth,
            numbers: shared.numbers,
            material: shared.material,
            frames: vec![frame; MAX_PLY + BEFORE_ROOT + 2],
            hidden: evaluator
                .network()
                .map(|network| network::Line::new(MAX_PLY + 1, network.sums(position))),
            pv: vec![Move::NULL; (MAX_PLY + 1) * (MAX_PLY + 1)],
            pv_length: vec![0; MAX_PLY + 2],
            signals,
            crew,
            number,
            node_limit: limits.nodes.unwrap_or(u64::MAX),
            node_rate: limits.node_rate,
            pondering: signals.is_pondering(),
            next_check: 1,
            check_interval: 1,
            last_check: Instant::now(),
            reductions: reductions(shared.numbers),
            position: position.clone(),
        }
    }

    /// The frame of a ply.
    #[inline(always)]
    pub fn frame(&mut self, ply: usize) -> &mut Frame {
        &mut self.frames[ply + BEFORE_ROOT]
    }

    /// The pairs of the opponent's last move and of the own one before it.
    #[inline(always)]
    pub fn pairs_before(&self, ply: usize) -> [Pair; 2] {
        [
            self.frames[ply + BEFORE_ROOT - 1].pair,
            self.frames[ply + BEFORE_ROOT - 2].pair,
        ]
    }

    /// The static evaluation two plies ago, if there is one.
    #[inline(always)]
    pub fn earlier_eval(&self, ply: usize) -> Option<Score> {
        let eval = self.frames[ply + BEFORE_ROOT - 2].eval;
        (ply >= 2 && eval != NO_SCORE).then_some(eval)
    }

    /// Counts a node; returns whether the search is to end.
    #[inline(always)]
    pub fn enter(&mut self, ply: usize) -> bool {
        if self.stopped {
            return true;
        }
        self.nodes += 1;
        self.selective_depth = self.selective_depth.max(ply);
        self.pv_length[ply] = 0;
        if self.nodes >= self.next_check {
            self.look_at_limits();
        }
        self.stopped
    }

    #[cold]
    fn look_at_limits(&mut self) {
        self.wait_while_paused();
        let now = Instant::now();
        self.crew.publish(self.number, self.nodes);
        if self.number == 0 {
            let time = now.saturating_duration_since(self.start);
            self.signals.progress.at_node(time, self.all_nodes());
        }
        let since = now.duration_since(self.last_check);
        self.last_check = now;
        if since < CHECK_TIME {
            self.check_interval = (2 * self.check_interval).min(CHECK_INTERVAL);
        } else if since > 2 * CHECK_TIME {
            self.check_interval = (self.check_interval / 4).max(1);
        }
        if self.pondering && !self.signals.is_pondering() {
            self.pondering = false;
            // The others end when the first does.
            if self.number == 0 {
                self.budget = self.signals.budget().unwrap_or(self.budget);
            }
        }
        let mut node_limit = self.node_limit;
        let mut late = false;
        if !self.pondering {
            node_limit = node_limit.min(self.budget.nodes(self.node_rate));
            late = self.budget.hard.is_some_and(|hard| self.spent() >= hard);
        }
        self.next_check = (self.nodes + self.check_interval).min(node_limit);
        let ended = match self.number {
            0 => self.all_nodes() >= node_limit,
            _ => self.crew.is_finished(),
        };
        if self.signals.stopped() || ended || late {
            self.stopped = true;
            self.next_check = 0;
        }
    }

    /// The thread's number, from 0.
    pub fn number(&self) -> usize {
        self.number
    }

    /// Nodes that all threads have searched.
    pub fn all_nodes(&self) -> u64 {
        self.nodes + self.crew.nodes_of_others()
    }

    /// Waits as long as the search is frozen; the time does not count.
    fn wait_while_paused(&mut self) {
        if !self.signals.is_paused() {
            return;
        }
        let began = Instant::now();
        while self.signals.is_paused() && !self.signals.stopped() {
            std::thread::sleep(PAUSE);
        }
        self.start += began.elapsed();
        self.last_check = Instant::now();
    }

    /// What the search has taken of its clock.
    pub fn spent(&self) -> Duration {
        match self.node_rate {
            Some(rate) => Duration::from_secs_f64(self.all_nodes() as f64 / rate.max(1) as f64),
            None => self.start.elapsed(),
        }
    }

    /// Notes, for others to see, that the move at the root with this number is next.
    pub fn note_root_move(&self, number: usize) {
        if self.number > 0 {
            return;
        }
        let total = self.root_moves.len();
        let progress = &self.signals.progress;
        progress.at_root(self.root_depth, number, total, self.root_moves[number].mv);
    }

    /// Whether the search has been told to end from outside.
    pub fn told_to_stop(&self) -> bool {
        self.stopped || self.signals.stopped() || self.number > 0 && self.crew.is_finished()
    }

    /// Whether time counts now.
    pub fn is_pondering(&self) -> bool {
        self.signals.is_pondering()
    }

    /// Makes a move at `ply`; the checks of the new position are returned.
    #[inline(always)]
    pub fn make(&mut self, mv: Move, ply: usize) -> Checks<B> {
        let pair = self.histories.pair(self.position.piece_on(mv.from()), mv.to());
        let evaluator = self.evaluator;
        let frame = self.frame(ply);
        frame.pair = pair;
        let mut summing = Summing {
            table: &evaluator.squares,
            sums: frame.sums,
        };
        match &mut self.hidden {
            Some(line) => self.position.make(mv, &mut (&mut summing, line.make(ply))),
            None => self.position.make(mv, &mut summing),
        }
        self.table.prefetch(self.position.key());
        let sums = summing.sums;
        self.frame(ply + 1).sums = sums;
        self.position.checks()
    }

    /// Passes the turn at `ply`.
    pub fn make_null(&mut self, ply: usize) -> Checks<B> {
        let pair = self.histories.no_pair();
        let frame = self.frame(ply);
        frame.pair = pair;
        let sums = frame.sums;
        self.frame(ply + 1).sums = sums;
        if let Some(line) = &mut self.hidden {
            line.make(ply);
        }
        self.position.make_null();
        self.position.checks()
    }

    /// The static evaluation for the side to move.
    #[inline]
    pub fn evaluate(&mut self, ply: usize) -> Score {
        let sums = self.frame(ply).sums;
        let hidden = match (&mut self.hidden, self.evaluator.network()) {
            (Some(line), Some(network)) => Some(line.sums(network, &self.position, ply)),
            _ => None,
        };
        self.evaluator
            .evaluate_in(&self.position, &sums, &mut self.pawn_table, hidden)
    }

    /// Whether a legal move captures a piece that the enemy must not lose.
    #[inline(always)]
    pub fn takes_vital(&self, mv: Move) -> bool {
        if !self.has_vital {
            return false;
        }
        let victim = self.position.victim(mv);
        victim.is_some() && victim.side() != self.position.side() && self.position.vital(victim.side()).has(mv.to())
    }

    /// Whether the enemy could capture a piece that the side to move must not lose. That is no check, and any move is
    /// allowed, but what the evaluation says of such a position means little.
    #[inline(always)]
    pub fn vital_is_attacked(&self) -> bool {
        if !self.has_vital {
            return false;
        }
        let side = self.position.side();
        let mut vital = self.position.vital(side).squares();
        vital.any(|square| self.position.is_attacked(square, side.opponent()))
    }

    /// Whether the side to move may pass, as a player who is out or drops out.
    pub fn may_pass(&self, checks: &Checks<B>) -> bool {
        self.position.rules().seats().is_some() && movegen::is_legal::<B, PROFILE>(&self.position, checks, Move::PASS)
    }

    /// Whether a quiet move attacks the enemy's royal with the piece that moves.
    #[inline]
    pub fn gives_check(&self, mv: Move) -> bool {
        let side = self.position.side();
        let Some(royal) = self.position.royal(side.opponent()) else {
            return false;
        };
        if mv.kind() == MoveKind::Pass {
            return false;
        }
        let (from, to) = (B::of(mv.from()), B::of(mv.to()));
        let kind = self.position.piece_on(mv.from()).kind();
        let occupied = self.position.occupied() & !from | to;
        let own = self.position.of_side(side) & !from | to;
        let targets = &self.position.rules().mover(side, kind).capture;
        targets.from(mv.to(), occupied, own).has(royal)
    }

    /// Whether a legal move captures or promotes.
    #[inline(always)]
    pub fn is_tactical(&self, mv: Move) -> bool {
        mv.kind() == MoveKind::Promotion || self.position.victim(mv).is_some()
    }

    /// By how much a late move is searched less deeply, in [`PLY`]ths of a ply: `count` is its number in the order, from 1.
    #[inline(always)]
    pub fn reduction(&self, depth: i32, count: usize) -> i32 {
        self.reductions[(depth.clamp(0, 63) as usize) << 6 | count.min(63)] as i32
    }

    /// The score of an end of the game at `ply`.
    pub fn verdict_score(&self, verdict: Verdict, ply: usize) -> Score {
        match verdict {
            Verdict::Win => mate_in(ply),
            Verdict::Loss => mated_in(ply),
            Verdict::Draw | Verdict::None => DRAW,
        }
    }

    /// The score of having no legal move at `ply`.
    pub fn no_move_score(&self, in_check: bool, ply: usize) -> Score {
        let endings = &self.position.rules().variant.endings;
        let verdict = if in_check { endings.checkmate } else { endings.stalemate };
        self.verdict_score(verdict, ply)
    }

    /// The score if the game ends here, but for want of a legal move.
    pub fn ended(&self, checks: &Checks<B>, ply: usize) -> Option<Score> {
        self.ended_otherwise(checks, ply).or_else(|| self.repeated(ply))
    }

    /// The same without repetitions: by pieces, the count of moves without progress, or material with which nobody mates.
    pub fn ended_otherwise(&self, checks: &Checks<B>, ply: usize) -> Option<Score> {
        let rules = self.position.rules();
        if rules.ends_by_pieces {
            let verdict = self.position.end_by_pieces();
            if verdict != Verdict::None {
                return Some(self.verdict_score(verdict, ply));
            }
        }
        let state = self.position.state();
        let draws = &rules.variant.draws;
        if draws.n_move_rule > 0 && state.half_moves as u32 >= 2 * draws.n_move_rule as u32 {
            // Mate comes first.
            if checks.checkers.is_empty() || movegen::has_legal_move(&self.position) {
                return Some(DRAW);
            }
        }
        let few = self.position.occupied().count() <= FEW_MEN;
        (few && self.material.is_insufficient(&self.position)).then_some(DRAW)
    }

    /// The score if the position has occurred before: once within this search is enough for a draw, as whoever
    /// repeats can do so again.
    fn repeated(&self, ply: usize) -> Option<Score> {
        if !is_repetition(&self.position, ply) {
            return None;
        }
        let draws = &self.position.rules().variant.draws;
        match draws.n_fold_value {
            Verdict::Draw | Verdict::None => Some(DRAW),
            decides => {
                let complete = occurrences(&self.position) >= draws.n_fold_rule as usize;
                complete.then(|| self.verdict_score(decides, ply))
            }
        }
    }

    /// The line from `ply` on becomes `mv` and the line after it.
    pub fn extend_pv(&mut self, ply: usize, mv: Move) {
        let length = self.pv_length[ply + 1];
        let (here, below) = (ply * (MAX_PLY + 1), (ply + 1) * (MAX_PLY + 1));
        self.pv[here] = mv;
        self.pv.copy_within(below..below + length, here + 1);
        self.pv_length[ply] = length + 1;
    }

    /// The line found from `ply` on.
    pub fn pv_from(&self, ply: usize) -> &[Move] {
        let here = ply * (MAX_PLY + 1);
        &self.pv[here..here + self.pv_length[ply]]
    }

    /// There is no line from `ply` on.
    pub fn clear_pv(&mut self, ply: usize) {
        self.pv_length[ply] = 0;
    }
}

/// Reductions, in [`PLY`]ths of a ply, grow with the logarithms of depth and of the number of moves tried.
fn reductions(numbers: &Numbers) -> Vec<i16> {
    let mut table = vec![0; 64 * 64];
    let divided = (100 * PLY) as f64 / numbers.reduction_divisor.max(1) as f64;
    for depth in 1..64 {
        for count in 1..64 {
            let product = (depth as f64).ln() * (count as f64).ln();
            let amount = 0.01 * (PLY * numbers.reduction) as f64 + product * divided;
            table[depth << 6 | count] = amount as i16;
        }
    }
    table
}

/// How many moves a position of a game has, against those of chess, times 16, from 16 to 64: measured along a game
/// of random moves.
pub fn breadth<B: Bitboard>(rules: &'static Rules<B>) -> i32 {
    let Ok(mut position) = Position::start(rules) else {
        return 16;
    };
    let mut random = SplitMix64::new(1);
    let (mut moves, mut total, mut positions) = (Vec::with_capacity(512), 0, 0);
    for _ in 0..40 {
        moves.clear();
        movegen::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        total += moves.len();
        positions += 1;
        position.make(moves[random.below(moves.len() as u64) as usize], &mut NullObserver);
    }
    // A position of chess has about 30 moves.
    (16 * total / (30 * positions.max(1))).clamp(16, 64) as i32
}
