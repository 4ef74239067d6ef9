//! Random games of every built-in variant. Each position's moves are compared with those of a slow reference, each
//! move is made and taken back, written and read.

use super::reference::{Reference, Told, tell};
use aanca::{
    board::{Bitboard, SplitMix64, Square, U256},
    game::{self, Game, Outcome, Reason, Style, notation},
    movegen::{self, GENERAL, PLAIN, is_legal},
    pieces::Piece,
    position::{Move, NullObserver, Observer, Position},
    variant::{Registry, Variant, Verdict, compile::compile, rules::Rules},
};
use std::{collections::HashSet, sync::Arc};

const GAMES: u64 = 4;
const PLIES: usize = 160;

#[test]
fn every_variant_survives_random_games() {
    let registry = Registry::builtin();
    assert!(registry.variants().count() >= 4);
    let mut kinds = [0; 5];
    for variant in registry.variants().filter(|v| v.ground.banks.is_empty()) {
        let counts = match variant.shape.area() {
            0..=64 => play_games::<u64>(variant),
            65..=128 => play_games::<u128>(variant),
            _ => play_games::<U256>(variant),
        };
        (0..5).for_each(|i| kinds[i] += counts[i]);
    }
    // Each kind of move was met: normal, double, en passant, castling, promotion.
    assert!(kinds.iter().all(|&n| n >= 4), "{kinds:?}");
}

/// Games made for the test: hurdles, captures of friends, roses, holes, boards of up to 256 squares, no royal.
#[test]
fn exotic_games_survive_random_games() {
    let mut registry = Registry::builtin();
    let built_in = registry.variants().count();
    assert_eq!(registry.load_text("exotic.ini", include_str!("../data/exotic.ini")), []);
    let (mut plain, mut general) = (0, 0);
    for variant in registry.variants().skip(built_in) {
        let rules: Rules<U256> = compile(Arc::new(variant.clone()));
        *if rules.plain { &mut plain } else { &mut general } += 1;
        match variant.shape.area() {
            0..=64 => play_games::<u64>(variant),
            65..=128 => play_games::<u128>(variant),
            _ => play_games::<U256>(variant),
        };
    }
    assert!(
        plain >= 3 && general >= 3,
        "{plain} plain games, {general} general ones"
    );
}

/// The same game on wider boards than it needs: all widths play alike.
#[test]
fn every_width_plays_chess() {
    let registry = Registry::builtin();
    let chess = registry.get("chess").unwrap();
    play_games::<u128>(chess);
    play_games::<U256>(chess);
}

/// Plays and checks; gives how many legal moves of each kind were met.
fn play_games<B: Bitboard>(variant: &Variant) -> [usize; 5] {
    let mut kinds = [0; 5];
    let rules: &'static Rules<B> = Box::leak(Box::new(compile(Arc::new(variant.clone()))));
    let reference = Reference::new(variant);
    for seed in 0..GAMES {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::<B>::from_start(rules).unwrap();
        for ply in 0..PLIES {
            let name = format!("{} {seed} {}", variant.name, game.position().fen());
            let legal = check_position(&name, game.position(), &reference, &mut random, ply % 16 == 0);
            check_outcome(&name, &game, &legal, &reference);
            legal.iter().for_each(|m| kinds[m.kind() as usize] += 1);
            if game.outcome().is_some() {
                break;
            }
            let mv = choose(game.position(), &legal, &mut random);
            game.play(mv).unwrap();
        }
        let start = game.start().fen();
        while game.undo().is_some() {}
        assert_eq!(game.position().fen(), start);
    }
    kinds
}

/// Mostly any move; now and then a capture, promotion or castling, so that games get somewhere.
fn choose<B: Bitboard>(position: &Position<B>, legal: &[Move], random: &mut SplitMix64) -> Move {
    let special = |m: &&Move| m.0 >> 24 != 0 || position.piece_on(m.to()).is_some();
    let special: Vec<Move> = legal.iter().filter(special).copied().collect();
    let from = if special.is_empty() || random.below(3) > 0 {
        legal
    } else {
        &special
    };
    from[random.below(from.len() as u64) as usize]
}

fn legal_moves<B: Bitboard>(position: &Position<B>) -> Vec<Move> {
    let mut moves = Vec::new();
    movegen::legal_moves(position, &mut moves);
    moves
}

fn check_position<B: Bitboard>(
    name: &str,
    position: &Position<B>,
    reference: &Reference,
    random: &mut SplitMix64,
    thorough: bool,
) -> Vec<Move> {
    let legal = legal_moves(position);
    let told = sorted(position, &legal);
    if position.end_by_pieces() == Verdict::None {
        assert_eq!(told, reference.legal(position), "{name}");
    }
    assert_eq!(position.in_check(), reference.in_check(position), "{name}");
    assert!(!position.can_capture_royal(), "{name}");
    assert_eq!(position.key(), position.key_from_scratch(), "{name}");
    let read = Position::from_fen(position.rules(), &position.fen()).unwrap();
    assert_eq!(read.fen(), position.fen());
    assert_eq!(read.key(), position.key(), "{name}");
    assert_eq!(sorted(&read, &legal_moves(&read)), told, "{name}");
    for &mv in &legal {
        check_move(name, position, mv);
    }
    check_notation(name, position, &legal, random, thorough);
    if thorough {
        check_random_moves(name, position, &legal, random);
    }
    legal
}

fn sorted<B: Bitboard>(position: &Position<B>, moves: &[Move]) -> Vec<Told> {
    let mut told: Vec<Told> = moves.iter().map(|&m| tell(position, m)).collect();
    told.sort_unstable();
    told
}

/// A second board that only hears of changes.
struct Mirror([Piece; 256]);

impl Observer for Mirror {
    fn put(&mut self, piece: Piece, square: Square) {
        assert!(!self.0[square.index()].is_some());
        self.0[square.index()] = piece;
    }
    fn remove(&mut self, piece: Piece, square: Square) {
        assert_eq!(self.0[square.index()], piece);
        self.0[square.index()] = Piece::NONE;
    }
}

fn mirror<B: Bitboard>(position: &Position<B>) -> Mirror {
    let mut men = [Piece::NONE; 256];
    for n in 0..=255 {
        men[n as usize] = position.piece_on(Square(n));
    }
    Mirror(men)
}

fn check_move<B: Bitboard>(name: &str, position: &Position<B>, mv: Move) {
    let mut after = position.clone();
    let mut heard = mirror(position);
    after.make(mv, &mut heard);
    assert!(heard.0 == mirror(&after).0, "{name} {mv:?}");
    assert_eq!(after.key(), after.key_from_scratch(), "{name} {mv:?}");
    assert!(!after.can_capture_royal(), "{name} {mv:?}");
    assert_eq!(after.side(), position.side().opponent());
    after.unmake();
    assert_same(name, position, &after);
    if !position.in_check() {
        after.make_null();
        assert_eq!(after.key(), after.key_from_scratch(), "{name}");
        after.unmake_null();
        assert_same(name, position, &after);
    }
}

fn assert_same<B: Bitboard>(name: &str, a: &Position<B>, b: &Position<B>) {
    assert_eq!(a.fen(), b.fen(), "{name}");
    assert!(a.state() == b.state(), "{name}");
    assert!(a.history() == b.history(), "{name}");
    assert!(mirror(a).0 == mirror(b).0, "{name}");
    for n in 0..=255 {
        let piece = a.piece_on(Square(n));
        assert!(
            !piece.is_some() || a.pieces(piece.side(), piece.kind()).has(Square(n)),
            "{name}"
        );
    }
    for kind in 0..a.rules().kinds() {
        let kind = aanca::pieces::PieceType(kind as u8);
        assert!(a.of_kind(kind) == b.of_kind(kind), "{name}");
    }
    assert!(
        a.occupied() == b.occupied() && a.of_side(a.side()) == b.of_side(b.side()),
        "{name}"
    );
}

fn check_notation<B: Bitboard>(
    name: &str,
    position: &Position<B>,
    legal: &[Move],
    random: &mut SplitMix64,
    thorough: bool,
) {
    let ranks = position.rules().shape.ranks();
    let style = Style {
        chess960: random.below(2) == 0,
        rank_offset: (ranks == 10 && random.below(2) == 0) as u8,
    };
    let mut names = HashSet::new();
    for (n, &mv) in legal.iter().enumerate() {
        let text = notation::coordinate(position, mv, style);
        assert!(names.insert(text.clone()), "{name} {text} names two moves");
        assert!(!text.contains(char::is_uppercase), "{name} {text}");
        if thorough || n % 8 == 0 {
            assert_eq!(
                notation::parse_coordinate(position, &text, style),
                Ok(mv),
                "{name} {text}"
            );
            assert_eq!(notation::parse_any(position, &text, style), Ok(mv), "{name} {text}");
        }
    }
    let mut names = HashSet::new();
    let some = legal.iter().filter(|_| thorough || random.below(16) == 0);
    for &mv in some {
        let text = notation::san(position, mv, style);
        assert!(names.insert(text.clone()), "{name} {text} names two moves");
        assert_eq!(notation::parse_san(position, &text, style), Ok(mv), "{name} {text}");
        let any = notation::parse_any(position, &text, style);
        assert_eq!(any, Ok(mv), "{name} {text}");
    }
}

/// Any 32 bits are a legal move exactly if they are in the list.
fn check_random_moves<B: Bitboard>(name: &str, position: &Position<B>, legal: &[Move], random: &mut SplitMix64) {
    let checks = position.checks();
    let compare = |mv: Move| {
        let agreed = if position.rules().plain {
            is_legal::<B, PLAIN>(position, &checks, mv)
        } else {
            is_legal::<B, GENERAL>(position, &checks, mv)
        };
        assert_eq!(agreed, legal.contains(&mv), "{name} {mv:?}");
    };
    for &mv in legal {
        compare(mv);
        for bit in 0..32 {
            compare(Move(mv.0 ^ 1 << bit));
        }
    }
    for _ in 0..300 {
        compare(Move(random.next() as u32));
    }
}

fn check_outcome<B: Bitboard>(name: &str, game: &Game<B>, legal: &[Move], reference: &Reference) {
    let position = game.position();
    let outcome = game.outcome();
    assert_eq!(outcome, game::outcome(position));
    match outcome.map(Outcome::reason) {
        Some(Reason::Checkmate) => assert!(legal.is_empty() && reference.in_check(position), "{name}"),
        Some(Reason::Stalemate) => assert!(legal.is_empty() && !reference.in_check(position), "{name}"),
        Some(
            Reason::Goal
            | Reason::Extinction
            | Reason::BareKing
            | Reason::Losses
            | Reason::PlayersOut
            | Reason::TwoRoyals,
        ) => {
            assert!(legal.is_empty() && position.end_by_pieces() != Verdict::None, "{name}");
        }
        Some(Reason::Repetition(times)) => {
            // The positions counted anew, from the start, by what they are and not by their keys.
            let place = |p: &Position<B>| {
                let fen = p.fen();
                fen.split(' ').take(4).map(str::to_string).collect::<Vec<_>>()
            };
            let mut replayed = game.start().clone();
            let now = place(position);
            let mut count = (place(&replayed) == now) as usize;
            for &mv in game.moves() {
                replayed.make(mv, &mut NullObserver);
                count += (place(&replayed) == now) as usize;
            }
            assert_eq!(count, times as usize, "{name}");
        }
        Some(Reason::MoveRule(_) | Reason::InsufficientMaterial) => assert!(!legal.is_empty(), "{name}"),
        None => assert!(!legal.is_empty(), "{name}"),
    }
}
