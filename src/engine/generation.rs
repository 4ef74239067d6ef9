//! Games of the engine against itself, for networks to learn from.

use crate::{
    board::{Bitboard, Side, SplitMix64},
    eval::{
        network::{GameResult, Sample},
        score::{Score, moves_to_mate},
    },
    game::outcome,
    movegen,
    pieces::Piece,
    position::{Move, MoveKind, NullObserver, Position},
    search::{Limits, Search, Signals},
    variant::rules::Rules,
};

/// How the games are played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Playing {
    /// Each game begins with this many random moves, or one more, in plies.
    pub opening: usize,
    /// Each move is searched with this many nodes.
    pub nodes: u64,
    /// No opening that a search finds farther from even than this, in centipawns.
    pub balance: Score,
}

/// A game is won once both sides have seen it so, in centipawns, in [`SURE_PLIES`] plies.
const SURE: Score = 1500;
/// See [`SURE`].
const SURE_PLIES: usize = 4;
/// So many random openings are tried for a game.
pub const OPENINGS_TRIED: usize = 1000;
/// A game so long, in plies, is a draw.
const LONGEST: usize = 400;
/// Scores beyond this, in centipawns, teach nothing.
const DECIDED: Score = 2000;

/// Plays games of one variant.
pub trait Generator: Send {
    /// The positions of another game; `None` if no opening can be found that is as even as wanted.
    fn game(&mut self) -> Option<Vec<Sample>>;
}

/// A generator for boards of one width.
pub(super) struct Games<B: Bitboard> {
    rules: &'static Rules<B>,
    search: Search<B>,
    random: SplitMix64,
    playing: Playing,
}

impl<B: Bitboard> Games<B> {
    pub(super) fn new(rules: &'static Rules<B>, search: Search<B>, seed: u64, playing: Playing) -> Games<B> {
        Games {
            rules,
            search,
            random: SplitMix64::new(seed),
            playing,
        }
    }

    /// A position after random moves, from where a game can be played.
    fn opening(&mut self) -> Option<Position<B>> {
        let mut position = Position::start(self.rules).ok()?;
        let mut moves = Vec::new();
        for _ in 0..self.playing.opening + self.random.below(2) as usize {
            moves.clear();
            movegen::legal_moves(&position, &mut moves);
            if moves.is_empty() {
                return None;
            }
            let choice = self.random.below(moves.len() as u64) as usize;
            position.make(moves[choice], &mut NullObserver);
        }
        if outcome(&position).is_some() {
            return None;
        }
        self.search.clear();
        let found = self.think(&position);
        (found.1.abs() <= self.playing.balance).then_some(position)
    }

    fn think(&mut self, position: &Position<B>) -> (Option<Move>, Score) {
        let limits = Limits {
            nodes: Some(self.playing.nodes),
            ..Limits::default()
        };
        let found = self.search.go(position, &limits, &Signals::default(), &mut |_| {});
        (found.best, found.score)
    }
}

impl<B: Bitboard> Generator for Games<B> {
    fn game(&mut self) -> Option<Vec<Sample>> {
        let mut position = (0..OPENINGS_TRIED).find_map(|_| self.opening())?;
        let mut samples = Vec::new();
        let mut sure = [0; 2];
        let mut winner = None;
        for _ in 0..LONGEST {
            if let Some(end) = outcome(&position) {
                winner = end.winner();
                break;
            }
            let (Some(mv), score) = self.think(&position) else {
                break;
            };
            let side = position.side();
            // For both sides: plies in a row that saw it win.
            for winning in Side::BOTH {
                let own = if winning == side { score } else { -score };
                sure[winning.index()] = if own >= SURE { sure[winning.index()] + 1 } else { 0 };
            }
            if let Some(sure) = Side::BOTH.into_iter().find(|side| sure[side.index()] >= SURE_PLIES) {
                winner = Some(sure);
                break;
            }
            let quiet = position.victim(mv) == Piece::NONE && mv.kind() != MoveKind::Promotion;
            let decided = moves_to_mate(score).is_some() || score.abs() > DECIDED;
            let fits = position.occupied().count() <= Sample::MOST_MEN;
            if quiet && !decided && fits && !position.in_check() {
                let evaluator = self.search.evaluator();
                let base = evaluator.uncorrected(&position, &evaluator.squares.sums(&position));
                samples.push(Sample::new(&position, score as i16, base.clamp(-30_000, 30_000) as i16));
            }
            position.make(mv, &mut NullObserver);
        }
        for sample in &mut samples {
            sample.result = match winner {
                Some(winner) if winner == sample.side => GameResult::Win,
                Some(_) => GameResult::Loss,
                None => GameResult::Draw,
            };
        }
        Some(samples)
    }
}
