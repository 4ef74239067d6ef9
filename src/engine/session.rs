//! A game in progress. The trait hides how wide the board is; everything below it is compiled for one width.

use super::{
    Request, Settings,
    compiled::Compiled,
    drawing::draw_position,
    error::EngineError,
    generation::{Games, Generator, Playing},
    thinking::{Listener, Thinker},
};
use crate::{
    board::{Bitboard, Side, Square},
    eval::{
        Breakdown, Evaluator,
        tuning::{SlopeSource, SlopeTable, Tables},
        values::piece_values,
        weights::Weights,
    },
    game::{Game, Outcome, Style, notation, ranking},
    movegen,
    pieces::PieceType,
    position::{Move, MoveKind, Position},
    search::{Search, Signals},
    variant::{Variant, rules::Rules},
};
use std::{collections::TryReserveError, sync::Arc};

/// A position to set up, and the moves to play from it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SetUp {
    /// The position; `None` for the variant's start.
    pub fen: Option<String>,
    /// Moves in any notation.
    pub moves: Vec<String>,
}

/// How a move looks to people and programs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct MoveText {
    /// In coordinates.
    pub coordinates: String,
    /// In standard algebraic notation.
    pub san: String,
    /// For castling: whether towards the last file.
    pub castles_king_side: Option<bool>,
    /// Whether it is a pass.
    pub passes: bool,
    /// Whether a promotion follows from crossing to another bank, without a choice.
    pub promotes_by_crossing: bool,
}

/// A game in progress.
pub trait Session: Send {
    /// The game's rules as data.
    fn variant(&self) -> &Variant;
    /// Sets a position up and plays moves from it.
    ///
    /// # Errors
    /// If the FEN or a move is wrong; the game is as it was.
    fn set_up(&mut self, set_up: &SetUp, style: Style) -> Result<(), EngineError>;
    /// The position as a FEN.
    fn fen(&self) -> String;
    /// The position's hash key.
    fn key(&self) -> u64;
    /// The key computed anew from the position; anything but [`Session::key`] is a fault of the program.
    fn key_from_scratch(&self) -> u64;
    /// The side to move.
    fn side(&self) -> Side;
    /// The number of the seat to move in [`Variant::seats`], if the game has seats.
    fn seat(&self) -> Option<usize>;
    /// Whether the player to move is out, in games with seats.
    fn is_out(&self) -> bool;
    /// Whether the side to move is in check.
    fn in_check(&self) -> bool;
    /// The position's value without any search, term by term.
    fn evaluation(&self) -> Breakdown;
    /// Finds for positions of this game how their values depend on the evaluation's weights, at these weights.
    fn slope_source(&self, weights: &Weights, tables: &Tables) -> Box<dyn SlopeSource>;
    /// How many pieces are on the board.
    fn piece_count(&self) -> u32;
    /// The moves played since the position was set up, first move first.
    fn moves_played(&self) -> usize;
    /// The legal moves, in the order of generation.
    fn legal_moves(&self) -> Vec<Move>;
    /// The legal move that `text` means.
    ///
    /// # Errors
    /// If it means none, or more than one.
    fn read_move(&self, text: &str, style: Style) -> Result<Move, EngineError>;
    /// How a legal move is written.
    fn write_move(&self, mv: Move, style: Style) -> MoveText;
    /// Plays a move.
    ///
    /// # Errors
    /// If it is not legal; the game is as it was.
    fn play(&mut self, mv: Move) -> Result<(), EngineError>;
    /// Takes the last move back; whether there was one.
    fn undo(&mut self) -> bool;
    /// How the game has ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The places of single players in a decided game with several a side, in words; empty otherwise.
    fn ranking(&self) -> String;
    /// For each legal move the number of move sequences of `depth` plies (at least 1) that begin with it.
    fn divide(&self, depth: u32, threads: usize) -> Vec<(Move, u64)>;
    /// The board as text, capitals for White.
    fn drawing(&self) -> String;
    /// The piece on a square.
    fn piece_on(&self, square: Square) -> Option<(Side, PieceType)>;
    /// Where a piece alone on the board would go from `from`: squares it can move to, and squares it can capture on.
    fn reach(&self, side: Side, kind: PieceType, from: Square) -> (Vec<Square>, Vec<Square>);
    /// Each piece type's value in centipawns, in the middle game and in the endgame.
    fn values(&self) -> Vec<[i32; 2]>;
    /// The castlings that the position's rights allow, at best.
    fn castlings(&self) -> Vec<Castling>;
    /// Thinks on a thread of its own, as [`super::Engine::think`] says.
    fn think(&self, request: &Request, settings: &Settings, style: Style, signals: &Arc<Signals>, tell: Listener);
    /// Makes ready in the background what the first search needs, with a transposition table of so many MiB.
    fn prepare(&self, megabytes: usize);
    /// Forgets what earlier searches have learnt. Waits for a search in progress.
    fn forget(&self);
    /// Gives the transposition table this size in MiB. Waits for a search in progress.
    ///
    /// # Errors
    /// If there is not so much memory; the old table stays.
    fn resize(&self, megabytes: usize) -> Result<(), TryReserveError>;
    /// Evaluates with the network of this file from now on, as long as it fits, or with the one that the rules name.
    fn set_network(&mut self, file: Option<&'static [u8]>);
    /// Plays games of this variant against itself, from seeds, with a transposition table of so many MiB.
    ///
    /// # Errors
    /// If there is not so much memory.
    fn generator(&self, seed: u64, playing: Playing, megabytes: usize) -> Result<Box<dyn Generator>, TryReserveError>;
    /// A copy for another thread; the two share what searches learn.
    fn copy(&self) -> Box<dyn Session>;
    /// A copy with a searcher of its own.
    fn sibling(&self) -> Box<dyn Session>;
}

/// A castling that a right allows, at best.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Castling {
    /// Who castles.
    pub side: Side,
    /// Where the king stands.
    pub king: Square,
    /// Where its partner stands.
    pub partner: Square,
    /// Where the king lands.
    pub king_to: Square,
}

/// Starts a game by compiled rules, from their start position.
pub(super) fn start(compiled: Compiled) -> Result<Box<dyn Session>, EngineError> {
    Ok(match compiled {
        Compiled::Narrow(rules) => Box::new(Play::start(rules)?),
        Compiled::Wide(rules) => Box::new(Play::start(rules)?),
        Compiled::Widest(rules) => Box::new(Play::start(rules)?),
    })
}

/// A game on a board of one width.
#[derive(Clone)]
struct Play<B: Bitboard> {
    game: Game<B>,
    thinker: Thinker<B>,
}

impl<B: Bitboard> Play<B> {
    fn start(rules: &'static Rules<B>) -> Result<Play<B>, EngineError> {
        Ok(Play {
            game: Game::from_start(rules)?,
            thinker: Thinker::default(),
        })
    }

    fn rules(&self) -> &'static Rules<B> {
        self.game.position().rules()
    }
}

impl<B: Bitboard> Session for Play<B> {
    fn variant(&self) -> &Variant {
        &self.rules().variant
    }

    fn set_up(&mut self, set_up: &SetUp, style: Style) -> Result<(), EngineError> {
        let mut game = match &set_up.fen {
            Some(fen) => Game::new(Position::from_fen(self.rules(), fen)?),
            None => Game::from_start(self.rules())?,
        };
        for text in &set_up.moves {
            game.play_text(text, style)?;
        }
        self.game = game;
        Ok(())
    }

    fn fen(&self) -> String {
        self.game.position().fen()
    }

    fn key(&self) -> u64 {
        self.game.position().key()
    }

    fn key_from_scratch(&self) -> u64 {
        self.game.position().key_from_scratch()
    }

    fn side(&self) -> Side {
        self.game.position().side()
    }

    fn seat(&self) -> Option<usize> {
        let has_seats = self.rules().variant.seats.is_some();
        has_seats.then(|| self.game.position().seating().seat())
    }

    fn is_out(&self) -> bool {
        self.game.position().seating().must_pass()
    }

    fn in_check(&self) -> bool {
        self.game.position().in_check()
    }

    fn evaluation(&self) -> Breakdown {
        Evaluator::with_network(self.rules(), self.thinker.network).breakdown(self.game.position())
    }

    fn slope_source(&self, weights: &Weights, tables: &Tables) -> Box<dyn SlopeSource> {
        Box::new(SlopeTable::new(self.rules(), weights, tables))
    }

    fn piece_count(&self) -> u32 {
        self.game.position().occupied().count()
    }

    fn moves_played(&self) -> usize {
        self.game.moves().len()
    }

    fn legal_moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        movegen::legal_moves(self.game.position(), &mut moves);
        moves
    }

    fn read_move(&self, text: &str, style: Style) -> Result<Move, EngineError> {
        Ok(notation::parse_any(self.game.position(), text, style)?)
    }

    fn write_move(&self, mv: Move, style: Style) -> MoveText {
        write_move(self.game.position(), mv, style)
    }

    fn play(&mut self, mv: Move) -> Result<(), EngineError> {
        Ok(self.game.play(mv)?)
    }

    fn undo(&mut self) -> bool {
        self.game.undo().is_some()
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn ranking(&self) -> String {
        ranking::describe(&ranking::ranking(&self.game))
    }

    fn divide(&self, depth: u32, threads: usize) -> Vec<(Move, u64)> {
        movegen::divide(self.game.position(), depth, threads)
    }

    fn drawing(&self) -> String {
        draw_position(self.game.position())
    }

    fn piece_on(&self, square: Square) -> Option<(Side, PieceType)> {
        let piece = self.game.position().piece_on(square);
        piece.is_some().then(|| (piece.side(), piece.kind()))
    }

    fn reach(&self, side: Side, kind: PieceType, from: Square) -> (Vec<Square>, Vec<Square>) {
        let mover = self.rules().mover(side, kind);
        let alone = B::of(from);
        let squares = |set: B| (set & self.rules().board).squares().collect();
        let quiet = mover.quiet.from(from, alone, alone);
        (squares(quiet), squares(mover.capture.from(from, alone, alone)))
    }

    fn values(&self) -> Vec<[i32; 2]> {
        let values = piece_values(&self.rules().variant).into_iter();
        values.map(|value| [value.value.middle, value.value.end]).collect()
    }

    fn castlings(&self) -> Vec<Castling> {
        let position = self.game.position();
        let rights = position.castles().iter().enumerate();
        let left = rights.filter(|(number, _)| position.state().rights >> number & 1 != 0);
        left.flat_map(|(_, right)| {
            right.options.iter().map(|option| Castling {
                side: right.side,
                king: right.king,
                partner: right.partner,
                king_to: option.king_to,
            })
        })
        .collect()
    }

    fn think(&self, request: &Request, settings: &Settings, style: Style, signals: &Arc<Signals>, tell: Listener) {
        self.thinker
            .think(self.game.position(), request, settings, style, signals, tell);
    }

    fn prepare(&self, megabytes: usize) {
        self.thinker.prepare(self.game.position(), megabytes);
    }

    fn forget(&self) {
        self.thinker.forget();
    }

    fn resize(&self, megabytes: usize) -> Result<(), TryReserveError> {
        self.thinker.resize(self.game.position(), megabytes)
    }

    fn set_network(&mut self, file: Option<&'static [u8]>) {
        self.thinker.network = file;
    }

    fn generator(&self, seed: u64, playing: Playing, megabytes: usize) -> Result<Box<dyn Generator>, TryReserveError> {
        let mut search = Search::new(self.rules(), megabytes)?;
        search.set_network(self.rules(), self.thinker.network);
        Ok(Box::new(Games::new(self.rules(), search, seed, playing)))
    }

    fn copy(&self) -> Box<dyn Session> {
        Box::new(self.clone())
    }

    fn sibling(&self) -> Box<dyn Session> {
        Box::new(Play {
            game: self.game.clone(),
            thinker: self.thinker.sibling(),
        })
    }
}

/// How a legal move of `position` is written.
pub(super) fn write_move<B: Bitboard>(position: &Position<B>, mv: Move, style: Style) -> MoveText {
    let castles = mv.kind() == MoveKind::Castle;
    let promotes = mv.kind() == MoveKind::Promotion;
    let moved = position.piece_on(mv.from());
    MoveText {
        coordinates: notation::coordinate(position, mv, style),
        san: notation::san(position, mv, style),
        castles_king_side: castles.then(|| position.castles()[mv.aux() as usize].is_king_side()),
        passes: mv.kind() == MoveKind::Pass,
        promotes_by_crossing: promotes && position.rules().variant.promotes_by_crossing(moved.kind()),
    }
}
