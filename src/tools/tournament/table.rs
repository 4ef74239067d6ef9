//! Where games are played: threads, each with a referee and players of its own.

use super::{
    super::{
        ToolError,
        arena::{End, Fault, FaultKind, GameRecord, Referee, Start},
    },
    Fixture, Openings, Plan, Schedule,
    entrant::AnyPlayer,
};
use crate::engine::Engine;
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::Sender,
    },
};

/// What all tables share.
pub(super) struct Hall<'a> {
    pub plan: &'a Plan,
    pub schedule: &'a Schedule,
    pub openings: &'a Openings,
    /// The players' names.
    pub names: Vec<String>,
    /// Games in progress are of no use any more.
    pub stop: Arc<AtomicBool>,
    /// How many games have been taken by tables.
    pub taken: AtomicUsize,
}

/// Plays games, as long as there are some that nobody has taken.
pub(super) fn work(engine: Engine, hall: &Hall, finished: &Sender<(usize, Result<GameRecord, ToolError>)>) {
    let mut table = Table::new(&engine, hall);
    loop {
        let game = hall.taken.fetch_add(1, Ordering::Relaxed);
        let Some(fixture) = hall.schedule.fixture(game) else {
            return;
        };
        let played = catch_unwind(AssertUnwindSafe(|| table.play(hall, game, &fixture)));
        if hall.stop.load(Ordering::Relaxed) {
            return;
        }
        let result = played.unwrap_or_else(|_| {
            // Whatever was in the middle of something is thrown away.
            table = Table::new(&engine, hall);
            Ok(broken(&engine, hall, game, &fixture))
        });
        if finished.send((game, result)).is_err() {
            return;
        }
    }
}

/// What one game needs.
struct Table {
    engine: Engine,
    referee: Referee,
    /// The players that have played at this table, by number.
    players: Vec<Option<AnyPlayer>>,
}

impl Table {
    fn new(engine: &Engine, hall: &Hall) -> Table {
        let mut referee = Referee::new(engine.sibling(), hall.plan.conditions);
        referee.stop_by(hall.stop.clone());
        Table {
            engine: engine.sibling(),
            referee,
            players: hall.plan.entrants.iter().map(|_| None).collect(),
        }
    }

    fn play(&mut self, hall: &Hall, game: usize, fixture: &Fixture) -> Result<GameRecord, ToolError> {
        let opening = hall.openings.get(fixture.opening)?;
        let start = Start {
            round: game + 1,
            fen: opening.fen,
            opening: opening.moves,
        };
        for number in fixture.players {
            if self.players[number].is_none() {
                let made = hall.plan.entrants[number].player(&hall.names[number], &self.engine)?;
                self.players[number] = Some(made);
            }
        }
        let [white, black] = fixture.colours();
        let seats = self.players.get_disjoint_mut([white, black]);
        let Ok([Some(white), Some(black)]) = seats else {
            return Err(ToolError::Other("a player cannot play itself".to_string()));
        };
        let players = [white.player(), black.player()];
        Ok(self.referee.play(&hall.plan.event, &start, players)?)
    }
}

/// The record of a game in which the program has broken down, other than in a search.
fn broken(engine: &Engine, hall: &Hall, game: usize, fixture: &Fixture) -> GameRecord {
    let fen = engine.session().fen();
    GameRecord {
        event: hall.plan.event.clone(),
        round: game + 1,
        variant: engine.variant().name.clone(),
        start: fen.clone(),
        players: fixture.colours().map(|number| hall.names[number].clone()),
        controls: fixture.colours().map(|number| hall.plan.entrants[number].limits.tag()),
        moves: Vec::new(),
        end: End::Broken,
        ranking: String::new(),
        faults: vec![Fault {
            kind: FaultKind::Crash,
            message: "the program has broken down".to_string(),
            fen,
        }],
    }
}
