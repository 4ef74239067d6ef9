//! The game on the table: the position, the moves with what the engine thought of them, and who plays.

use super::seats::{Seat, read_seats, seat_to_move, seats_of};
use crate::{
    board::Side,
    engine::{Engine, EngineError, SetUp, pgn},
    position::{Move, MoveKind},
    tools::arena::{End, GameRecord, Judgement, Limits, Played},
};

/// A game in progress and its players.
pub(super) struct Table<'e> {
    /// The engine; its game is the one on the table.
    pub engine: &'e mut Engine,
    /// How long the engine may think.
    pub limits: Limits,
    seats: Vec<Seat>,
    /// For each seat: whether a person sits there.
    people: Vec<bool>,
    /// The position before the first move.
    start: String,
    moves: Vec<Played>,
    /// The seat that chose each move; nobody chooses a pass.
    movers: Vec<Option<usize>>,
}

impl<'e> Table<'e> {
    /// A table with the engine's game, from its position on; a person has the seat that moves first in the game.
    pub fn new(engine: &'e mut Engine, limits: Limits) -> Table<'e> {
        let mut table = Table {
            engine,
            limits,
            seats: Vec::new(),
            people: Vec::new(),
            start: String::new(),
            moves: Vec::new(),
            movers: Vec::new(),
        };
        table.begin();
        table
    }

    /// Takes the engine's position as the start of a game. Whoever played plays on, if the game has as many seats.
    fn begin(&mut self) {
        self.start = self.engine.session().fen();
        self.moves.clear();
        self.movers.clear();
        self.seats = seats_of(self.engine.variant());
        if self.people.len() != self.seats.len() {
            self.people = vec![false; self.seats.len()];
            self.people.iter_mut().take(1).for_each(|first| *first = true);
        }
    }

    /// The seat that is to move.
    pub fn seat(&self) -> &Seat {
        &self.seats[seat_to_move(self.engine.session()).min(self.seats.len() - 1)]
    }

    /// Whether a person is to move.
    pub fn is_persons_turn(&self) -> bool {
        let seat = seat_to_move(self.engine.session());
        self.people.get(seat).copied().unwrap_or(true)
    }

    /// Whether nobody but the engine plays.
    pub fn is_watched(&self) -> bool {
        !self.people.contains(&true)
    }

    /// Gives the seats that the text means to people, the others to the engine.
    ///
    /// # Errors
    /// With what is wrong with the text.
    pub fn take_seats(&mut self, text: &str) -> Result<(), String> {
        self.people = read_seats(text, &self.seats)?;
        Ok(())
    }

    /// A person moves for the seat that is to move, from now on.
    pub fn give_to_person(&mut self) {
        let seat = seat_to_move(self.engine.session());
        if let Some(person) = self.people.get_mut(seat) {
            *person = true;
        }
    }

    /// Each seat and who has it, in the order of play.
    pub fn players(&self) -> impl Iterator<Item = (&Seat, bool)> {
        self.seats.iter().zip(self.people.iter().copied())
    }

    /// The pass, if the player to move can do nothing else.
    pub fn pass(&self) -> Option<Move> {
        let legal = self.engine.session().legal_moves();
        legal.into_iter().find(|mv| mv.kind() == MoveKind::Pass)
    }

    /// Plays a move and gives how it is written.
    ///
    /// # Errors
    /// If it is not legal.
    pub fn play(&mut self, mv: Move, judgement: Option<Judgement>) -> Result<&Played, EngineError> {
        let session = self.engine.session();
        let (text, side, seat) = (self.engine.write_move(mv), session.side(), seat_to_move(session));
        self.engine.play(mv)?;
        self.movers.push((mv.kind() != MoveKind::Pass).then_some(seat));
        let at = self.moves.len();
        self.moves.push(Played {
            text,
            side,
            is_opening: false,
            judgement,
            clock: None,
        });
        Ok(&self.moves[at])
    }

    /// Takes moves back until the last move that a person chose is taken back; gives how many there were, 0 if there is
    /// no such move.
    pub fn undo(&mut self) -> usize {
        let chosen = |&at: &usize| self.movers[at].is_some_and(|seat| self.people.get(seat) == Some(&true));
        let Some(to) = (0..self.moves.len()).rev().find(chosen) else {
            return 0;
        };
        let count = self.moves.len() - to;
        for _ in 0..count {
            self.engine.undo();
        }
        self.moves.truncate(to);
        self.movers.truncate(to);
        count
    }

    /// Begins again from the start of the game.
    ///
    /// # Errors
    /// Never, as the position has been set up before.
    pub fn restart(&mut self) -> Result<(), EngineError> {
        let start = self.start.clone();
        self.set_up(&start)
    }

    /// Begins a game of another variant.
    ///
    /// # Errors
    /// If there is none of that name; the game goes on.
    pub fn change_variant(&mut self, name: &str) -> Result<(), EngineError> {
        self.engine.set_variant(name)?;
        self.begin();
        Ok(())
    }

    /// Begins a game from a FEN.
    ///
    /// # Errors
    /// If the FEN is wrong; the game goes on.
    pub fn set_up(&mut self, fen: &str) -> Result<(), EngineError> {
        self.engine.set_up(&SetUp {
            fen: Some(fen.to_string()),
            moves: Vec::new(),
        })?;
        self.begin();
        Ok(())
    }

    /// Goes on with the last game of a PGN text.
    ///
    /// # Errors
    /// With what is wrong with the text; the game goes on.
    pub fn load(&mut self, text: &str) -> Result<(), String> {
        let game = pgn::games(text).last().ok_or("there is no game in it")?;
        let mut other = self.engine.sibling();
        if let Some(name) = game.tag("Variant") {
            other.set_variant(name).map_err(|error| error.to_string())?;
        }
        let set_up = SetUp {
            fen: game.tag("FEN").map(str::to_string),
            moves: Vec::new(),
        };
        other.set_up(&set_up).map_err(|error| error.to_string())?;
        let mut moves = Vec::new();
        for (ply, &(line, text)) in game.moves.iter().enumerate() {
            let at = |error: EngineError| format!("line {line}, ply {}: {error}", ply + 1);
            let mv = other.read_move(text).map_err(at)?;
            other.play(mv).map_err(at)?;
            moves.push(mv);
        }
        // Played once more, now with a record.
        other.set_up(&set_up).map_err(|error| error.to_string())?;
        *self.engine = other;
        self.begin();
        for mv in moves {
            self.play(mv, None).map_err(|error| error.to_string())?;
        }
        Ok(())
    }

    /// How many moves have been played.
    pub fn length(&self) -> usize {
        self.moves.len()
    }

    /// The game so far, as a record.
    pub fn record(&self) -> GameRecord {
        let names = |side: Side| {
            let people: Vec<bool> = self
                .players()
                .filter(|(seat, _)| seat.side == side)
                .map(|p| p.1)
                .collect();
            let engine = format!("Aanca ({})", self.limits);
            match (people.contains(&true), people.contains(&false)) {
                (true, true) => format!("Player and {engine}"),
                (true, false) => "Player".to_string(),
                _ => engine,
            }
        };
        GameRecord {
            event: "Aanca play".to_string(),
            round: 1,
            variant: self.engine.variant().name.clone(),
            start: self.start.clone(),
            players: Side::BOTH.map(names),
            controls: ["-".to_string(), "-".to_string()],
            moves: self.moves.clone(),
            end: match self.engine.session().outcome() {
                Some(outcome) => End::Rule(outcome),
                None => End::Unfinished,
            },
            ranking: self.engine.session().ranking(),
            faults: Vec::new(),
        }
    }
}
