//! What a number of games between two players amounts to.

use super::{Distribution, FaultKind, GameRecord};
use crate::{board::Side, engine::speed};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
    time::Duration,
};

/// What one player has thought in all.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Thinking {
    moves: u64,
    depths: u64,
    nodes: u64,
    time: Duration,
}

/// The sum of games between a first and a second player.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// Won, drawn and lost by the first player.
    results: [u32; 3],
    /// Won, drawn and lost by White.
    colours: [u32; 3],
    /// Pairs of games by the half points that the first player has made in them, from 0 to 4.
    pairs: [u32; 5],
    /// The half points made in the first games of pairs whose second game is to come; `None` if it has no result.
    halves: BTreeMap<usize, Option<u32>>,
    /// Games without a result.
    broken: u32,
    ends: BTreeMap<String, u32>,
    /// Of each game, in plies.
    lengths: Vec<usize>,
    faults: BTreeMap<FaultKind, u32>,
    thinking: [Thinking; 2],
}

impl Statistics {
    /// Adds a game that the first player has played with `first`; `pair` is the number of the pair that it belongs to.
    pub fn add(&mut self, record: &GameRecord, first: Side, pair: Option<usize>) {
        for mv in &record.moves {
            let Some(judgement) = mv.judgement else { continue };
            let thinking = &mut self.thinking[(mv.side != first) as usize];
            thinking.moves += 1;
            thinking.depths += judgement.depth as u64;
            thinking.nodes += judgement.nodes;
            thinking.time += judgement.time;
        }
        let faults: Vec<FaultKind> = record.faults.iter().map(|fault| fault.kind).collect();
        let winner = record.end.is_decided().then(|| record.end.winner());
        self.add_result(winner, &record.end.reason(), record.moves.len(), &faults, first, pair);
    }

    /// Adds a game of which no more is known than this: who won it, if it has a result, why, and its length in plies.
    pub fn add_result(
        &mut self,
        winner: Option<Option<Side>>,
        reason: &str,
        plies: usize,
        faults: &[FaultKind],
        first: Side,
        pair: Option<usize>,
    ) {
        *self.ends.entry(reason.to_string()).or_default() += 1;
        for &fault in faults {
            *self.faults.entry(fault).or_default() += 1;
        }
        let points = winner.map(|winner| 2 - place(winner, first) as u32);
        if let Some(pair) = pair {
            match self.halves.remove(&pair) {
                None => {
                    self.halves.insert(pair, points);
                }
                Some(earlier) => {
                    if let (Some(earlier), Some(points)) = (earlier, points) {
                        self.pairs[(earlier + points) as usize] += 1;
                    }
                }
            }
        }
        let Some(winner) = winner else {
            self.broken += 1;
            return;
        };
        self.lengths.push(plies);
        self.results[place(winner, first)] += 1;
        self.colours[place(winner, Side::White)] += 1;
    }

    /// How many games have been added.
    pub fn games(&self) -> u32 {
        self.results.iter().sum::<u32>() + self.broken
    }

    /// How much has gone wrong.
    pub fn faults(&self) -> u32 {
        self.faults.values().sum()
    }

    /// Won, lost and drawn by the first player: `+3 -1 =2`.
    pub fn score(&self) -> String {
        signs(self.results)
    }

    /// The mean score of the first player's games, from 0 to 1; 0 before the first game.
    pub fn points_per_game(&self) -> f64 {
        points(self.results) / (self.results.iter().sum::<u32>().max(1) as f64)
    }

    /// How often each score has occurred, the worst first: of pairs of games, if there are some, or of single games.
    pub fn counts(&self) -> Vec<u32> {
        let [won, drawn, lost] = self.results;
        match self.pairs.iter().sum::<u32>() {
            0 => vec![lost, drawn, won],
            _ => self.pairs.to_vec(),
        }
    }

    /// The same as a distribution.
    pub fn distribution(&self) -> Distribution {
        Distribution::new(&self.counts())
    }

    /// Won, drawn and lost by the first player.
    pub fn results(&self) -> [u32; 3] {
        self.results
    }

    /// Pairs of games by the half points that the first player has made in them, from 0 to 4.
    pub fn pairs(&self) -> [u32; 5] {
        self.pairs
    }

    /// The difference in Elo in words.
    pub fn elo(&self) -> String {
        match self.distribution().elo() {
            Some((elo, Some(error))) => format!("{elo:+.0} ± {error:.0}"),
            Some((elo, None)) => format!("{elo:+.0}, from too few games to tell the error"),
            None => "no estimate".to_string(),
        }
    }

    /// Writes it all for people; `names` are those of the players.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&self, names: [&str; 2], out: &mut dyn Write) -> io::Result<()> {
        let decided = self.results.iter().sum::<u32>();
        let percent = |results| 100.0 * points(results) / (decided as f64);
        writeln!(out, "{} against {}", names[0], names[1])?;
        if decided > 0 {
            let (own, white) = (percent(self.results), percent(self.colours));
            let points = points(self.results);
            writeln!(out, "Score:    {}, {points} of {decided} ({own:.1} %)", self.score())?;
            let elo = match self.distribution().elo() {
                Some((_, Some(_))) => format!("{} (95 %)", self.elo()),
                Some((_, None)) => self.elo(),
                None => "no estimate, as one player scored every point".to_string(),
            };
            let superiority = self.distribution().superiority();
            let superiority = superiority.map(|part| format!(", stronger with {:.1} %", 100.0 * part));
            writeln!(out, "Elo:      {elo}{}", superiority.unwrap_or_default())?;
            if self.pairs != [0; 5] {
                let [p0, p1, p2, p3, p4] = self.pairs;
                writeln!(
                    out,
                    "Pairs:    {p0} {p1} {p2} {p3} {p4} (with 0, 1/2, 1, 3/2 and 2 points)"
                )?;
            }
            writeln!(out, "White:    {} ({white:.1} %)", signs(self.colours))?;
            let total: usize = self.lengths.iter().sum();
            let average = total as f64 / decided as f64 / 2.0;
            let shortest = self.lengths.iter().min().map_or(0, |plies| plies.div_ceil(2));
            let longest = self.lengths.iter().max().map_or(0, |plies| plies.div_ceil(2));
            writeln!(
                out,
                "Length:   {average:.1} moves on average, from {shortest} to {longest}"
            )?;
        }
        let mut ends: Vec<(&String, &u32)> = self.ends.iter().collect();
        ends.sort_by_key(|&(reason, &count)| (std::cmp::Reverse(count), reason));
        let ends: Vec<String> = ends.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        writeln!(out, "Ends:     {}", ends.join(", "))?;
        for (name, thinking) in names.iter().zip(&self.thinking) {
            if thinking.moves > 0 {
                let depth = thinking.depths as f64 / thinking.moves as f64;
                let mega = speed(thinking.nodes, thinking.time) as f64 / 1e6;
                let nodes = thinking.nodes / thinking.moves;
                writeln!(
                    out,
                    "Search:   {name}: depth {depth:.1} and {nodes} nodes a move, {mega:.2} Mn/s"
                )?;
            }
        }
        let mut faults = String::new();
        for kind in FaultKind::ALL {
            let count = self.faults.get(&kind).copied().unwrap_or_default();
            let comma = if faults.is_empty() { "" } else { ", " };
            let _ = write!(faults, "{comma}{count} {}", kind.plural());
        }
        writeln!(out, "Faults:   {faults}")
    }
}

/// 0 for a game that `side` has won, 1 for a draw, 2 for a lost one.
fn place(winner: Option<Side>, side: Side) -> usize {
    match winner {
        Some(winner) if winner == side => 0,
        None => 1,
        Some(_) => 2,
    }
}

fn points(results: [u32; 3]) -> f64 {
    results[0] as f64 + results[1] as f64 / 2.0
}

fn signs([won, drawn, lost]: [u32; 3]) -> String {
    format!("+{won} -{lost} ={drawn}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_of_a_pair_are_counted_together() {
        let mut statistics = Statistics::default();
        let mut add = |winner: Option<Option<Side>>, first: Side, pair: usize| {
            statistics.add_result(winner, "reason", 40, &[], first, Some(pair));
        };
        let (white, black) = (Some(Some(Side::White)), Some(Some(Side::Black)));
        // Won twice; the games of another pair come in between.
        add(white, Side::White, 0);
        add(white, Side::White, 1);
        add(black, Side::Black, 0);
        // Won once, lost once.
        add(white, Side::Black, 1);
        // Half a point.
        add(Some(None), Side::White, 2);
        add(white, Side::Black, 2);
        // A pair with a game that has no result counts for nothing.
        add(None, Side::White, 3);
        add(black, Side::Black, 3);
        // Half a pair.
        add(white, Side::White, 4);
        assert_eq!(statistics.pairs(), [0, 1, 1, 0, 1]);
        assert_eq!(statistics.results(), [5, 1, 2]);
        assert_eq!((statistics.games(), statistics.score().as_str()), (9, "+5 -2 =1"));
    }

    #[test]
    fn single_games_count_where_there_are_no_pairs() {
        let mut statistics = Statistics::default();
        statistics.add_result(
            Some(Some(Side::Black)),
            "time",
            7,
            &[FaultKind::Time],
            Side::White,
            None,
        );
        statistics.add_result(Some(None), "stalemate", 70, &[], Side::White, None);
        assert_eq!(statistics.counts(), [1, 1, 0]);
        assert_eq!(statistics.faults(), 1);
    }
}
