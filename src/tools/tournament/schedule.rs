//! Who plays whom, with which opening, in which game.

use crate::board::Side;

/// Who meets whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Format {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// The first meets all others.
    Gauntlet,
}

/// One game of a tournament.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fixture {
    /// The number of the pairing in [`Schedule::pairings`].
    pub pairing: usize,
    /// The numbers of the two players, the first of the pairing first.
    pub players: [usize; 2],
    /// The colour of the first.
    pub first: Side,
    /// The number of the opening, from 0.
    pub opening: usize,
    /// The number of the pair of games, if the opening is played twice.
    pub pair: Option<usize>,
}

impl Fixture {
    /// The numbers of White and Black.
    pub fn colours(&self) -> [usize; 2] {
        let [first, second] = self.players;
        match self.first {
            Side::White => [first, second],
            Side::Black => [second, first],
        }
    }
}

/// The order of all games.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schedule {
    pairings: Vec<[usize; 2]>,
    /// Games of each pairing.
    games: usize,
    /// Each opening is played twice, with changed colours.
    repeats: bool,
}

impl Schedule {
    /// The games of so many players.
    pub fn new(players: usize, format: Format, games: usize, repeats: bool) -> Schedule {
        let pairings = match format {
            Format::RoundRobin => (0..players)
                .flat_map(|a| (a + 1..players).map(move |b| [a, b]))
                .collect(),
            Format::Gauntlet => (1..players).map(|b| [0, b]).collect(),
        };
        Schedule {
            pairings,
            games,
            repeats,
        }
    }

    /// Who meets whom.
    pub fn pairings(&self) -> &[[usize; 2]] {
        &self.pairings
    }

    /// The number of all games.
    pub fn len(&self) -> usize {
        self.games * self.pairings.len()
    }

    /// Whether there is nothing to play.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The game with this number, from 0. All pairings play an opening before the next one is played.
    pub fn fixture(&self, game: usize) -> Option<Fixture> {
        if game >= self.len() {
            return None;
        }
        let both = if self.repeats { 2 } else { 1 };
        let round = both * self.pairings.len();
        let (opening, place) = (game / round, game % round);
        // The last opening is played once by each pairing, if the number of games is odd.
        let both = both.min(self.games - both * opening);
        let (pairing, second) = (place / both, place % both);
        let of_pairing = self.games_before(opening) + second;
        Some(Fixture {
            pairing,
            players: *self.pairings.get(pairing)?,
            first: Side::BOTH[of_pairing % 2],
            opening,
            pair: self.repeats.then_some(opening * self.pairings.len() + pairing),
        })
    }

    /// Games that each pairing has played before this opening.
    fn games_before(&self, opening: usize) -> usize {
        if self.repeats { 2 * opening } else { opening }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn everybody_plays_everybody_with_both_colours() {
        for (players, format, games, repeats, pairings) in [
            (2, Format::RoundRobin, 6, true, 1),
            (4, Format::RoundRobin, 4, true, 6),
            (4, Format::Gauntlet, 4, true, 3),
            (3, Format::RoundRobin, 5, true, 3),
            (3, Format::RoundRobin, 4, false, 3),
        ] {
            let schedule = Schedule::new(players, format, games, repeats);
            assert_eq!(
                (schedule.pairings().len(), schedule.len()),
                (pairings, pairings * games)
            );
            let mut counts: BTreeMap<[usize; 2], [u32; 2]> = BTreeMap::new();
            let mut pairs: BTreeMap<usize, Vec<Fixture>> = BTreeMap::new();
            for game in 0..schedule.len() {
                let fixture = schedule.fixture(game).unwrap();
                counts.entry(fixture.players).or_default()[fixture.first.index()] += 1;
                match fixture.pair {
                    Some(pair) => pairs.entry(pair).or_default().push(fixture),
                    None => assert!(!repeats),
                }
            }
            assert_eq!(schedule.fixture(schedule.len()), None);
            assert_eq!(counts.len(), pairings);
            for (players, [white, black]) in counts {
                assert_eq!((white + black) as usize, games, "{players:?}");
                assert!(white.abs_diff(black) <= 1 && players[0] < players[1]);
            }
            for pair in pairs.values() {
                assert!(pair.len() == 2 || games % 2 == 1 && pair.len() == 1);
                assert!(
                    pair.iter()
                        .all(|game| game.opening == pair[0].opening && game.players == pair[0].players)
                );
                assert!(pair.len() == 1 || pair[0].first != pair[1].first);
            }
        }
    }

    #[test]
    fn colours_follow_the_first_player() {
        let schedule = Schedule::new(2, Format::RoundRobin, 4, true);
        let colours: Vec<[usize; 2]> = (0..4).map(|game| schedule.fixture(game).unwrap().colours()).collect();
        assert_eq!(colours, [[0, 1], [1, 0], [0, 1], [1, 0]]);
    }
}
