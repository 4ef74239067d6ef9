//! The referee: sets a game up, asks the players in turn, and believes nobody. Each move is checked against the legal
//! moves of a game of its own, and each position against itself: its key, its FEN, and what undoing gives back.

use super::{
    Adjudication, Adjudicator, Choice, Decision, End, Fault, FaultKind, Forfeit, GameClock, GameRecord, Judgement,
    Played, Player, PlayerError, Turn,
};
use crate::{
    board::Side,
    engine::{Engine, EngineError, SetUp},
    position::Move,
};
use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// What holds for every game of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conditions {
    /// A game is a draw after so many full moves (two plies each), at least 1.
    pub max_moves: u32,
    /// By so much a player may overstep its time.
    pub margin: Duration,
    /// When games are ended before their end.
    pub adjudication: Adjudication,
}

impl Default for Conditions {
    fn default() -> Conditions {
        Conditions {
            max_moves: 600,
            margin: Duration::ZERO,
            adjudication: Adjudication::default(),
        }
    }
}

/// Where a game begins.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Start {
    /// The number of the game, from 1.
    pub round: usize,
    /// The position, a FEN.
    pub fen: String,
    /// The moves that the players find played, in any notation.
    pub opening: Vec<String>,
}

/// The referee of games of one variant.
pub struct Referee {
    /// The game in progress.
    game: Engine,
    /// Sets up the positions of the game on its own.
    probe: Engine,
    conditions: Conditions,
    /// Set by others when the game is of no use any more.
    stop: Arc<AtomicBool>,
}

/// What a position is compared by.
#[derive(PartialEq, Debug)]
struct Snapshot {
    fen: String,
    key: u64,
    legal: Vec<Move>,
    check: bool,
}

impl Snapshot {
    fn of(engine: &Engine) -> Snapshot {
        let session = engine.session();
        let mut legal = session.legal_moves();
        legal.sort_by_key(|mv| mv.0);
        Snapshot {
            fen: session.fen(),
            key: session.key(),
            legal,
            check: session.in_check(),
        }
    }

    /// What differs in `other`, in words.
    fn difference(&self, other: &Snapshot) -> Option<String> {
        if self.fen != other.fen {
            return Some(format!("FEN {} instead of {}", other.fen, self.fen));
        }
        if self.key != other.key {
            return Some(format!("key {:016x} instead of {:016x}", other.key, self.key));
        }
        if self.legal != other.legal {
            let counts = (other.legal.len(), self.legal.len());
            return Some(format!("other legal moves ({} and {})", counts.0, counts.1));
        }
        (self.check != other.check).then(|| format!("check: {} instead of {}", other.check, self.check))
    }
}

impl Referee {
    /// A referee for games of the variant that `engine` has in progress, which it makes its own.
    pub fn new(engine: Engine, conditions: Conditions) -> Referee {
        Referee {
            probe: engine.sibling(),
            game: engine,
            conditions,
            stop: Arc::default(),
        }
    }

    /// From now on games are broken off, unfinished, when `stop` is set.
    pub fn stop_by(&mut self, stop: Arc<AtomicBool>) {
        self.stop = stop;
    }

    /// Plays one game; `players` are White and Black.
    ///
    /// # Errors
    /// If the start is wrong.
    pub fn play(
        &mut self,
        event: &str,
        start: &Start,
        mut players: [&mut dyn Player; 2],
    ) -> Result<GameRecord, EngineError> {
        self.game.set_up(&SetUp {
            fen: Some(start.fen.clone()),
            moves: Vec::new(),
        })?;
        let mut record = GameRecord {
            event: event.to_string(),
            round: start.round,
            variant: self.game.variant().name.clone(),
            start: self.game.session().fen(),
            players: [0, 1].map(|side| players[side].name().to_string()),
            controls: [0, 1].map(|side| players[side].limits().tag()),
            moves: Vec::new(),
            end: End::Unfinished,
            ranking: String::new(),
            faults: Vec::new(),
        };
        for text in &start.opening {
            let mv = self.game.read_move(text)?;
            if !self.advance(mv, (None, None), true, &mut record) {
                return Ok(record);
            }
        }
        for side in Side::BOTH {
            if let Err(error) = players[side.index()].begin(&record.variant, &record.start) {
                self.forfeit(side, error, &mut record);
                return Ok(record);
            }
        }
        self.play_on(&mut players, &mut record);
        for player in players {
            player.end(record.end.result(), &record.end.to_string());
        }
        Ok(record)
    }

    /// Asks the players for moves until the game has ended.
    fn play_on(&mut self, players: &mut [&mut dyn Player; 2], record: &mut GameRecord) {
        let mut clocks = [0, 1].map(|side| players[side].limits().control.map(GameClock::new));
        let mut moves: Vec<String> = record.moves.iter().map(|mv| mv.text.coordinates.clone()).collect();
        let mut adjudicator = Adjudicator::new(self.conditions.adjudication);
        let mut draw_offered = false;
        loop {
            if self.stop.load(Ordering::Relaxed) {
                return;
            }
            if let Some(outcome) = self.game.session().outcome() {
                record.end = End::Rule(outcome);
                record.ranking = self.game.session().ranking();
                return;
            }
            if record.moves.len() as u64 >= 2 * self.conditions.max_moves as u64 {
                record.end = End::TooLong(self.conditions.max_moves);
                return;
            }
            let side = self.game.session().side();
            let player = &mut players[side.index()];
            let readings = [0, 1].map(|side| clocks[side].as_ref().map(GameClock::reading));
            let clock = readings[side.index()];
            let limit = clock.map(|clock| clock.time).or(player.limits().move_time);
            let turn = Turn {
                moves: &moves,
                clocks: readings,
                clock,
                allowance: limit.map(|limit| limit + self.conditions.margin),
                draw_offered,
            };
            let began = Instant::now();
            let decision = player.choose(&turn);
            let waited = began.elapsed();
            let choice = match decision {
                Ok(Decision::Move(choice)) => choice,
                Ok(Decision::Resign) => {
                    record.end = End::Resigned(side);
                    return;
                }
                Ok(Decision::Claim(winner)) => return self.claimed(side, winner, record),
                Err(error) => return self.forfeit(side, error, record),
            };
            let time = choice.time.unwrap_or(waited);
            let margin = self.conditions.margin;
            let over = match &mut clocks[side.index()] {
                Some(clock) => clock.press(time, margin),
                None => player.limits().move_time.and_then(|limit| {
                    let over = time.checked_sub(limit)?;
                    (over > margin).then_some(over)
                }),
            };
            if let Some(over) = over {
                let message = format!("{side} oversteps the time by {:.1} ms", over.as_secs_f64() * 1e3);
                self.fault(FaultKind::Time, message, record);
                record.end = End::Forfeit(side, Forfeit::Time);
                return;
            }
            let Some(mv) = self.legal(side, &choice, record) else {
                return;
            };
            moves.push(self.game.write_move(mv).coordinates);
            let ends = adjudicator.hear(side, choice.judgement.as_ref());
            let left = clocks[side.index()].as_ref().map(|clock| clock.reading().time);
            if !self.advance(mv, (choice.judgement, left), false, record) {
                return;
            }
            // What the rules say of the new position comes first.
            if self.game.session().outcome().is_none() {
                if draw_offered && choice.offers_draw {
                    record.end = End::Agreed;
                    return;
                }
                if let Some(winner) = ends {
                    record.end = End::Adjudicated(winner);
                    return;
                }
            }
            draw_offered = choice.offers_draw;
        }
    }

    /// A player says that the game is over. The game goes on only until its rules end it, so the claim of anything but
    /// a loss is wrong.
    fn claimed(&self, side: Side, winner: Option<Side>, record: &mut GameRecord) {
        if winner == Some(side.opponent()) {
            record.end = End::Resigned(side);
            return;
        }
        let what = winner.map_or("a draw".to_string(), |_| "a win".to_string());
        self.fault(
            FaultKind::Claim,
            format!("{side} claims {what}, but the game goes on"),
            record,
        );
        record.end = End::Forfeit(side, Forfeit::Claim);
    }

    /// The player's move, if it is legal.
    fn legal(&self, side: Side, choice: &Choice, record: &mut GameRecord) -> Option<Move> {
        let found = self.game.read_move(&choice.text);
        let legal = self.game.session().legal_moves();
        match found {
            Ok(mv) if legal.contains(&mv) => return Some(mv),
            Ok(_) => {
                let message = format!("\"{}\" is read as a move that is not legal", choice.text);
                self.fault(FaultKind::Mismatch, message, record);
                record.end = End::Broken;
            }
            Err(error) => {
                self.fault(FaultKind::IllegalMove, format!("{side} plays {error}"), record);
                record.end = End::Forfeit(side, Forfeit::IllegalMove);
            }
        }
        None
    }

    /// Makes a legal move, of which its player thinks something and after which its clock shows something, and checks the
    /// position after it; gives whether all is well.
    fn advance(
        &mut self,
        mv: Move,
        (judgement, clock): (Option<Judgement>, Option<Duration>),
        is_opening: bool,
        record: &mut GameRecord,
    ) -> bool {
        let side = self.game.session().side();
        let text = self.game.write_move(mv);
        let before = self.game.session().fen();
        let checked = self.make_and_check(mv);
        record.moves.push(Played {
            text: text.clone(),
            side,
            is_opening,
            judgement,
            clock,
        });
        let Err(message) = checked else {
            return true;
        };
        record.faults.push(Fault {
            kind: FaultKind::Mismatch,
            message: format!("after {}: {message}", text.coordinates),
            fen: before,
        });
        record.end = End::Broken;
        false
    }

    fn make_and_check(&mut self, mv: Move) -> Result<(), String> {
        let text = self.game.write_move(mv);
        for form in [&text.coordinates, &text.san] {
            if self.game.read_move(form) != Ok(mv) {
                return Err(format!("\"{form}\" is not read back as this move"));
            }
        }
        let before = Snapshot::of(&self.game);
        self.game.play(mv).map_err(|error| error.to_string())?;
        let after = Snapshot::of(&self.game);
        let scratch = self.game.session().key_from_scratch();
        if scratch != after.key {
            return Err(format!("key {:016x}, computed anew {scratch:016x}", after.key));
        }
        let set_up = SetUp {
            fen: Some(after.fen.clone()),
            moves: Vec::new(),
        };
        if let Err(error) = self.probe.set_up(&set_up) {
            return Err(format!("its FEN {} is refused: {error}", after.fen));
        }
        if let Some(difference) = same_moves(&after, Snapshot::of(&self.probe)) {
            return Err(format!("set up from its FEN {}: {difference}", after.fen));
        }
        self.game.undo();
        if let Some(difference) = before.difference(&Snapshot::of(&self.game)) {
            return Err(format!("undone: {difference}"));
        }
        self.game.play(mv).map_err(|error| error.to_string())?;
        if let Some(difference) = after.difference(&Snapshot::of(&self.game)) {
            return Err(format!("made again: {difference}"));
        }
        if after.legal.is_empty() && self.game.session().outcome().is_none() {
            return Err("there is no legal move, but the game is not over".to_string());
        }
        Ok(())
    }

    fn forfeit(&self, side: Side, error: PlayerError, record: &mut GameRecord) {
        let (kind, forfeit) = match error {
            PlayerError::Crash(_) | PlayerError::Refused(_) => (FaultKind::Crash, Forfeit::Crash),
            PlayerError::Stalled(_) => (FaultKind::Stall, Forfeit::Stall),
            PlayerError::Complaint(_) => (FaultKind::Claim, Forfeit::Claim),
        };
        self.fault(kind, format!("{side}: {error}"), record);
        record.end = End::Forfeit(side, forfeit);
    }

    fn fault(&self, kind: FaultKind, message: String, record: &mut GameRecord) {
        record.faults.push(Fault {
            kind,
            message,
            fen: self.game.session().fen(),
        });
    }
}

/// What differs in a position that was set up from the FEN of another. Castling rights are numbered anew by a FEN, so
/// the moves are only counted.
fn same_moves(made: &Snapshot, mut set_up: Snapshot) -> Option<String> {
    if made.legal.len() == set_up.legal.len() {
        set_up.legal.clone_from(&made.legal);
    }
    made.difference(&set_up)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_that_differ_are_told_apart() {
        let position = |fen: &str, key, legal: &[u32], check| Snapshot {
            fen: fen.to_string(),
            key,
            legal: legal.iter().map(|&number| Move(number)).collect(),
            check,
        };
        let expected = position("a", 1, &[1, 2], false);
        for (other, told, told_when_set_up) in [
            (position("a", 1, &[1, 2], false), false, false),
            (position("b", 1, &[1, 2], false), true, true),
            (position("a", 2, &[1, 2], false), true, true),
            (position("a", 1, &[1, 2], true), true, true),
            (position("a", 1, &[1], false), true, true),
            // Another move, but as many: a FEN numbers castlings anew.
            (position("a", 1, &[1, 3], false), true, false),
        ] {
            assert_eq!(expected.difference(&other).is_some(), told, "{other:?}");
            assert_eq!(same_moves(&expected, other).is_some(), told_when_set_up);
        }
    }
}
