//! What a number of games between two players amounts to.

use super::{End, FaultKind, GameRecord};
use crate::{board::Side, engine::speed};
use std::{
    collections::BTreeMap,
    fmt::Write as _,
    io::{self, Write},
    time::Duration,
};

/// Of the normal distribution: 95 percent lie within so many standard deviations.
const NORMAL_95: f64 = 1.959_964;

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
    /// Games without a result.
    broken: u32,
    ends: BTreeMap<String, u32>,
    /// Of each game, in plies.
    lengths: Vec<usize>,
    faults: BTreeMap<FaultKind, u32>,
    thinking: [Thinking; 2],
}

impl Statistics {
    /// Adds a game that the first player has played with `first`.
    pub fn add(&mut self, record: &GameRecord, first: Side) {
        *self.ends.entry(record.end.reason()).or_default() += 1;
        for fault in &record.faults {
            *self.faults.entry(fault.kind).or_default() += 1;
        }
        for mv in &record.moves {
            let Some(judgement) = mv.judgement else { continue };
            let thinking = &mut self.thinking[(mv.side != first) as usize];
            thinking.moves += 1;
            thinking.depths += judgement.depth as u64;
            thinking.nodes += judgement.nodes;
            thinking.time += judgement.time;
        }
        if !record.end.is_decided() {
            self.broken += 1;
            return;
        }
        self.lengths.push(record.moves.len());
        self.results[place(record.end, first)] += 1;
        self.colours[place(record.end, Side::White)] += 1;
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

    /// The difference in Elo between the first player and the second, and the half width of its interval of 95
    /// percent, unless the games are too few for one; `None` where one of them has scored everything, or nothing is
    /// known.
    pub fn elo(&self) -> Option<(f64, Option<f64>)> {
        let games = self.results.iter().sum::<u32>() as f64;
        let mean = points(self.results) / games;
        if !(mean > 0.0 && mean < 1.0) {
            return None;
        }
        let square = |(&count, value): (&u32, f64)| count as f64 * (value - mean).powi(2);
        let variance = self.results.iter().zip([1.0, 0.5, 0.0]).map(square).sum::<f64>() / games;
        let error = NORMAL_95 * (variance / games).sqrt();
        let elo = |score: f64| 400.0 * (score / (1.0 - score)).log10();
        let bounded = mean - error > 0.0 && mean + error < 1.0;
        let half = bounded.then(|| (elo(mean + error) - elo(mean - error)) / 2.0);
        Some((elo(mean), half))
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
            let elo = match self.elo() {
                Some((elo, Some(error))) => format!("{elo:+.0} ± {error:.0} (95 %)"),
                Some((elo, None)) => format!("{elo:+.0}, from too few games to tell the error"),
                None => "no estimate, as one player scored every point".to_string(),
            };
            writeln!(out, "Elo:      {elo}")?;
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
fn place(end: End, side: Side) -> usize {
    match end.winner() {
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
    fn elo_follows_from_the_score() {
        let of = |results| {
            let statistics = Statistics {
                results,
                ..Statistics::default()
            };
            statistics.elo()
        };
        assert_eq!(of([0, 0, 0]), None);
        assert_eq!(of([5, 0, 0]), None);
        assert_eq!(of([0, 0, 5]), None);
        let (elo, error) = of([40, 20, 40]).unwrap();
        let error = error.unwrap();
        assert!(elo.abs() < 1e-9);
        // The standard deviation of a game is sqrt(0.2); 1.96 * 0.4472 / 10 = 0.0877 of score is 61.5 Elo.
        assert!((error - 61.5).abs() < 0.5, "{error}");
        // Three quarters of the points are 400 * log10(3) = 190.8 Elo.
        let (elo, _) = of([75, 0, 25]).unwrap();
        assert!((elo - 190.8).abs() < 0.1, "{elo}");
        assert_eq!(of([1, 0, 1]), Some((0.0, None)));
    }
}
