//! How a tournament stands.

use super::{
    super::arena::{GameRecord, Sprt, Statistics, Verdict},
    Fixture, Schedule,
};
use std::{
    io::{self, Write},
    time::Duration,
};

/// How a tournament stands: the games of each pairing, and of each player.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    names: Vec<String>,
    pairings: Vec<[usize; 2]>,
    /// Of each pairing, for the first of its players.
    of_pairings: Vec<Statistics>,
    /// Of each player, against all others.
    of_players: Vec<Statistics>,
    sprt: Option<Sprt>,
}

impl Report {
    /// A tournament of players with these names before its first game.
    pub fn new(names: Vec<String>, schedule: &Schedule, sprt: Option<Sprt>) -> Report {
        Report {
            of_pairings: vec![Statistics::default(); schedule.pairings().len()],
            of_players: vec![Statistics::default(); names.len()],
            pairings: schedule.pairings().to_vec(),
            names,
            sprt,
        }
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Adds a game.
    pub fn add(&mut self, record: &GameRecord, fixture: &Fixture) {
        let [first, second] = fixture.players;
        self.of_pairings[fixture.pairing].add(record, fixture.first, fixture.pair);
        self.of_players[first].add(record, fixture.first, fixture.pair);
        self.of_players[second].add(record, fixture.first.opponent(), fixture.pair);
    }

    /// How much has gone wrong in all games.
    pub fn faults(&self) -> u32 {
        self.of_pairings.iter().map(Statistics::faults).sum()
    }

    fn games(&self) -> u32 {
        self.of_pairings.iter().map(Statistics::games).sum()
    }

    /// The test's logarithm of the likelihoods' ratio.
    fn llr(&self) -> Option<(Sprt, f64)> {
        let (sprt, statistics) = (self.sprt?, self.of_pairings.first()?);
        Some((sprt, sprt.llr(&statistics.counts())))
    }

    /// How the test has ended, if there is one and it has.
    pub fn verdict(&self) -> Option<Verdict> {
        let (sprt, llr) = self.llr()?;
        sprt.verdict(llr)
    }

    /// How it stands, in one line.
    pub fn line(&self) -> String {
        let mut out = match &self.of_pairings[..] {
            [only] if only.games() > 0 => format!("{}, Elo {}", only.score(), only.elo()),
            [only] => only.score(),
            _ => self.leader(),
        };
        if let Some((sprt, llr)) = self.llr() {
            let (lower, upper) = sprt.bounds();
            out += &format!(", LLR {llr:.2} ({lower:.2} to {upper:.2})");
        }
        match self.faults() {
            0 => out,
            faults => format!("{out}, faults: {faults}"),
        }
    }

    fn leader(&self) -> String {
        match self.ranking().first() {
            Some(&best) if self.games() > 0 => {
                format!("{} leads with {}", self.names[best], self.of_players[best].score())
            }
            _ => "no game yet".to_string(),
        }
    }

    /// The players' numbers, the best first.
    fn ranking(&self) -> Vec<usize> {
        let mean = |&player: &usize| self.of_players[player].points_per_game();
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|a, b| mean(b).total_cmp(&mean(a)));
        order
    }

    /// Writes it all for people.
    ///
    /// # Errors
    /// If the output cannot be written.
    pub fn write(&self, variant: &str, time: Duration, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{variant}: {} games in {:.1} s", self.games(), time.as_secs_f64())?;
        if self.names.len() > 2 {
            self.write_table(out)?;
        }
        for (&[first, second], statistics) in self.pairings.iter().zip(&self.of_pairings) {
            if self.names.len() > 2 {
                writeln!(out)?;
            }
            statistics.write([&self.names[first], &self.names[second]], out)?;
        }
        if let Some((sprt, llr)) = self.llr() {
            let verdict = sprt.verdict(llr).map_or("not decided".to_string(), |v| v.to_string());
            let (lower, upper) = sprt.bounds();
            writeln!(
                out,
                "SPRT:     {sprt}: LLR {llr:.2} ({lower:.2} to {upper:.2}), {verdict}"
            )?;
        }
        Ok(())
    }

    fn write_table(&self, out: &mut dyn Write) -> io::Result<()> {
        let width = self
            .names
            .iter()
            .map(|name| name.chars().count())
            .max()
            .unwrap_or(0)
            .max(NAME.len());
        writeln!(
            out,
            "{:>4} {NAME:width$} {:>7} {:>7} {:>6}  Elo",
            "rank", "games", "points", "%"
        )?;
        for (place, player) in self.ranking().into_iter().enumerate() {
            let statistics = &self.of_players[player];
            let [won, drawn, lost] = statistics.results();
            let games = won + drawn + lost;
            let points = won as f64 + drawn as f64 / 2.0;
            let name = &self.names[player];
            let percent = 100.0 * statistics.points_per_game();
            let rank = place + 1;
            writeln!(
                out,
                "{rank:4} {name:width$} {games:7} {points:7} {percent:6.1}  {}",
                statistics.elo()
            )?;
        }
        Ok(())
    }
}

/// The heading of the names.
const NAME: &str = "name";
