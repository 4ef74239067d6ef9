//! How a tournament stands.

use super::{
    super::arena::{FaultKind, GameRecord, Sprt, Statistics, Verdict},
    Fixture, Schedule,
    resume::Earlier,
};
use crate::board::Side;
use serde_json::{Value, json};
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

    /// Adds a game that was played before.
    pub(super) fn add_earlier(&mut self, game: &Earlier, fixture: &Fixture) {
        let [first, second] = fixture.players;
        let faults: Vec<FaultKind> = game.fault.into_iter().collect();
        let add = |statistics: &mut Statistics, side: Side| {
            statistics.add_result(game.winner, &game.reason, game.plies, &faults, side, fixture.pair);
        };
        add(&mut self.of_pairings[fixture.pairing], fixture.first);
        add(&mut self.of_players[first], fixture.first);
        add(&mut self.of_players[second], fixture.first.opponent());
    }

    /// How much has gone wrong in all games.
    pub fn faults(&self) -> u32 {
        self.of_pairings.iter().map(Statistics::faults).sum()
    }

    /// How many games have been added.
    pub fn games(&self) -> u32 {
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

    /// The same for programs, as one JSON object.
    pub fn json(&self, variant: &str, time: Duration) -> Value {
        let standing = |statistics: &Statistics| {
            let [won, drawn, lost] = statistics.results();
            let elo = statistics.distribution().elo();
            json!({
                "won": won,
                "drawn": drawn,
                "lost": lost,
                "score": statistics.points_per_game(),
                "pairs": statistics.pairs(),
                "elo": elo.map(|(elo, _)| elo),
                "error": elo.and_then(|(_, error)| error),
                "superiority": statistics.distribution().superiority(),
                "faults": statistics.faults(),
            })
        };
        let with = |mut object: Value, names: &[(&str, usize)]| {
            for &(key, player) in names {
                object[key] = json!(self.names[player]);
            }
            object
        };
        let players = self.ranking().into_iter();
        let players: Vec<Value> = players
            .map(|player| with(standing(&self.of_players[player]), &[("name", player)]))
            .collect();
        let pairings = self.pairings.iter().zip(&self.of_pairings);
        let pairings: Vec<Value> = pairings
            .map(|(&[first, second], statistics)| with(standing(statistics), &[("first", first), ("second", second)]))
            .collect();
        let sprt = self.llr().map(|(sprt, llr)| {
            let (lower, upper) = sprt.bounds();
            json!({
                "llr": llr,
                "lower": lower,
                "upper": upper,
                "verdict": sprt.verdict(llr).map(|verdict| match verdict {
                    Verdict::H0 => "H0",
                    Verdict::H1 => "H1",
                }),
            })
        });
        json!({
            "variant": variant,
            "games": self.games(),
            "seconds": time.as_secs_f64(),
            "players": players,
            "pairings": pairings,
            "sprt": sprt,
        })
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
