//! Random games of every built-in variant. Each position's moves are compared with those of a slow reference, each
//! move is made and taken back, written and read.

use super::reference::{Reference, Told, tell};
use aanca::{
    board::{Bitboard, SplitMix64, Square, U256},
    game::{self, Game, Outcome, Reason, Style, notation},
    movegen::{self, GENERAL, PLAIN, is_legal},
    pieces::{Piece, PieceSet},
    position::{Move, MoveKind, NullObserver, Observer, Position},
    variant::{Registry, Variant, Verdict, compile::compile, rules::Rules},
};
use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

const GAMES: u64 = 4;
const PLIES: usize = 160;

/// Positions in which coronations, mates and castlings are near, as they are not at the start.
const EVENTFUL: [(&str, &str); 5] = [
    (
        "irwell",
        "cbt2tbc/8/tbc2cbt/2m2m2/8/8/2M2M2/TBC2CBT/8/CBT2TBC w - - 0 1 S - -",
    ),
    ("irwell-deans", "8/8/8/2B3B1/3C1C2/8/3cTc2/2B3B1/8/Q7 w - - 0 1 S - -"),
    ("irwell", "q5mm/8/2t1c3/3M4/4b3/3B4/2M5/3C1T2/8/MM5Q w - - 0 1 S - -"),
    (
        "greatstour",
        "mmeqbbBBCCOO/pp1pppP1PPPP/12/12/12/12/PP1PPPp1pppp/MMEQBBbbccoo w ABIabi - 0 1",
    ),
    (
        "greatstour-deans",
        "mme2bBBCCOO/pp1ddDD1PPPP/12/12/12/12/PP1DDdd1pppp/MME2Bbbccoo w ABIabi - 0 1",
    ),
];

/// What games met, and how often: kinds of legal moves, and what befell in play.
type Met = HashMap<&'static str, usize>;

#[test]
fn every_variant_survives_random_games() {
    let registry = Registry::builtin();
    assert!(registry.variants().count() >= 4);
    let mut met = Met::new();
    for variant in registry.variants().filter(|v| v.ground.banks.is_empty()) {
        play(variant, GAMES, PLIES, &mut met);
    }
    assert_met(&met, &["Normal", "Double", "EnPassant", "Castle", "Promotion"]);
}

/// The games with rivers, players' seats, coronations and sets of losses.
#[test]
fn river_games_survive_random_games() {
    let registry = Registry::builtin();
    let mut met = Met::new();
    for variant in registry.variants().filter(|v| !v.ground.banks.is_empty()) {
        play(variant, 4, 160, &mut met);
    }
    for (name, fen) in EVENTFUL {
        let mut variant = registry.get(name).unwrap().clone();
        variant.start_fen = fen.to_string();
        play(&variant, 20, 60, &mut met);
    }
    let kinds = ["Normal", "Castle", "Promotion", "Pass"];
    let events = ["coronation", "dropping out", "missed turn", "rest", "castling across"];
    let ends = [
        "loss of the decisive pieces",
        "dropping out of all players",
        "a second royal",
        "checkmate",
    ];
    assert_met(&met, &[&kinds[..], &events, &ends].concat());
}

/// Games made for the test: hurdles, captures of friends, roses, holes, boards of up to 256 squares, no royal; rules
/// of the ground and of seats in other combinations.
#[test]
fn exotic_games_survive_random_games() {
    let mut registry = Registry::builtin();
    let built_in = registry.variants().count();
    assert_eq!(registry.load_text("exotic.ini", include_str!("../data/exotic.ini")), []);
    let (mut plain, mut general) = (0, 0);
    let mut met = Met::new();
    for variant in registry.variants().skip(built_in) {
        let rules: Rules<U256> = compile(Arc::new(variant.clone()));
        *if rules.plain { &mut plain } else { &mut general } += 1;
        let games = if variant.seats.is_some() { 6 * GAMES } else { GAMES };
        play(variant, games, PLIES, &mut met);
    }
    assert!(
        plain >= 3 && general >= 3,
        "{plain} plain games, {general} general ones"
    );
    assert_met(&met, &["Castle", "Pass", "coronation", "dropping out", "rest"]);
}

/// The same game on wider boards than it needs: all widths play alike.
#[test]
fn every_width_plays_chess() {
    let registry = Registry::builtin();
    let chess = registry.get("chess").unwrap();
    play_games::<u128>(chess, GAMES, PLIES, &mut Met::new());
    play_games::<U256>(chess, GAMES, PLIES, &mut Met::new());
}

fn assert_met(met: &Met, wanted: &[&str]) {
    let missing: Vec<&&str> = wanted
        .iter()
        .filter(|what| met.get(**what).is_none_or(|&n| n < 4))
        .collect();
    assert!(missing.is_empty(), "hardly met: {missing:?} in {met:?}");
}

fn play(variant: &Variant, games: u64, plies: usize, met: &mut Met) {
    match variant.shape.area() {
        0..=64 => play_games::<u64>(variant, games, plies, met),
        65..=128 => play_games::<u128>(variant, games, plies, met),
        _ => play_games::<U256>(variant, games, plies, met),
    }
}

/// Plays and checks; counts what is met.
fn play_games<B: Bitboard>(variant: &Variant, games: u64, plies: usize, met: &mut Met) {
    let rules: &'static Rules<B> = Box::leak(Box::new(compile(Arc::new(variant.clone()))));
    let reference = Reference::new(variant);
    for seed in 0..games {
        let mut random = SplitMix64::new(seed);
        let mut game = Game::<B>::from_start(rules).unwrap();
        for ply in 0..plies {
            let name = format!("{} {seed} {}", variant.name, game.position().fen());
            let legal = check_position(&name, game.position(), &reference, &mut random, ply % 16 == 0);
            check_outcome(&name, &game, &legal, &reference);
            for mv in &legal {
                *met.entry(kind_name(mv.kind())).or_default() += 1;
            }
            if let Some(outcome) = game.outcome() {
                *met.entry(reason_name(outcome.reason())).or_default() += 1;
                break;
            }
            let mv = choose(game.position(), &legal, &mut random);
            note_events(game.position(), mv, met);
            game.play(mv).unwrap();
        }
        let start = game.start().fen();
        while game.undo().is_some() {}
        assert_eq!(game.position().fen(), start);
    }
}

fn kind_name(kind: MoveKind) -> &'static str {
    match kind {
        MoveKind::Normal => "Normal",
        MoveKind::Double => "Double",
        MoveKind::EnPassant => "EnPassant",
        MoveKind::Castle => "Castle",
        MoveKind::Promotion => "Promotion",
        MoveKind::Pass => "Pass",
    }
}

fn reason_name(reason: Reason) -> &'static str {
    match reason {
        Reason::Losses => "loss of the decisive pieces",
        Reason::PlayersOut => "dropping out of all players",
        Reason::TwoRoyals => "a second royal",
        Reason::Checkmate => "checkmate",
        _ => "another end",
    }
}

/// What happens with a move besides it.
fn note_events<B: Bitboard>(position: &Position<B>, mv: Move, met: &mut Met) {
    let mut after = position.clone();
    after.make(mv, &mut NullObserver);
    let shape = position.rules().shape;
    let pass = mv.kind() == MoveKind::Pass;
    let castle = mv.kind() == MoveKind::Castle;
    let drops_out = after.seating().out() != position.seating().out();
    for (happens, what) in [
        (!pass && after.state().changes > 0, "coronation"),
        (pass && drops_out, "dropping out"),
        (pass && !drops_out, "missed turn"),
        (position.seating().debts() != 0, "rest"),
        (
            castle && shape.rank(mv.from()) != shape.rank(mv.to()),
            "castling across",
        ),
    ] {
        if happens {
            *met.entry(what).or_default() += 1;
        }
    }
}

/// Mostly any move; now and then a capture, promotion or castling, so that games get somewhere. In games that end by
/// losses, or by players who have nobody left on their banks, those pieces are taken now and then; on boards with
/// rivers princes are crowned and kings mated.
fn choose<B: Bitboard>(position: &Position<B>, legal: &[Move], random: &mut SplitMix64) -> Move {
    let variant = &position.rules().variant;
    let presence = variant
        .ground
        .presence
        .map_or(PieceSet::EMPTY, |presence| presence.types);
    let wanted = |m: &&Move| {
        let victim = position.piece_on(m.to());
        let decides = |kind| variant.endings.loss_set.has(kind) || presence.has(kind);
        let crowns_or_mates = || {
            let mut after = position.clone();
            after.make(**m, &mut NullObserver);
            after.state().changes > 0 || after.in_check() && legal_moves(&after).is_empty()
        };
        let royals = variant.royal.is_some() && !variant.ground.banks.is_empty();
        victim.is_some() && decides(victim.kind()) || royals && crowns_or_mates()
    };
    let special = |m: &&Move| m.0 >> 24 != 0 || position.piece_on(m.to()).is_some();
    let some: Vec<Move> = match random.below(6) {
        0 | 1 => legal.iter().filter(special).copied().collect(),
        2 | 3 => legal.iter().filter(wanted).copied().collect(),
        _ => Vec::new(),
    };
    let from = if some.is_empty() { legal } else { &some };
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
        let expected = reference.legal(position);
        let differ = |a: &[Told], b: &[Told]| a.iter().copied().filter(|t| !b.contains(t)).collect::<Vec<_>>();
        assert_eq!(
            (differ(&told, &expected), differ(&expected, &told)),
            (vec![], vec![]),
            "{name}"
        );
        assert_eq!(told, expected, "{name}");
        assert_eq!(position.in_check(), reference.in_check(position), "{name}");
    }
    let mut in_stages = staged(position, movegen::Wanted::Tactical);
    in_stages.extend(staged(position, movegen::Wanted::Quiet));
    assert_eq!(sorted(position, &in_stages), told, "{name}");
    let variant = &position.rules().variant;
    if variant.endings.flag.is_none() && variant.endings.extinction.is_none() {
        assert_eq!(position.end_by_pieces(), reference.end(position), "{name}");
    }
    assert!(!position.can_capture_royal(), "{name}");
    assert_eq!(position.key(), position.key_from_scratch(), "{name}");
    let read = Position::from_fen(position.rules(), &position.fen()).unwrap();
    assert_eq!(read.fen(), position.fen());
    assert_eq!(read.key(), position.key(), "{name}");
    assert_eq!(sorted(&read, &legal_moves(&read)), told, "{name}");
    for (n, &mv) in legal.iter().enumerate() {
        check_move(name, position, mv);
        if thorough || n % 4 == 0 || mv.kind() != MoveKind::Normal {
            check_successor(name, position, mv, reference);
        }
    }
    check_notation(name, position, &legal, random, thorough);
    if thorough {
        check_random_moves(name, position, &legal, random);
    }
    legal
}

/// The moves of a stage of the search.
fn staged<B: Bitboard>(position: &Position<B>, wanted: movegen::Wanted) -> Vec<Move> {
    let (mut moves, checks) = (Vec::new(), position.checks());
    let mut sink = |bundle: movegen::Bundle<B>| bundle.unpack(|mv| moves.push(mv));
    match position.rules().plain {
        true => movegen::generate::<B, PLAIN>(position, &checks, wanted, !B::EMPTY, &mut sink),
        false => movegen::generate::<B, GENERAL>(position, &checks, wanted, !B::EMPTY, &mut sink),
    }
    moves
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

/// The FEN after a move is that of the reference, as far as it knows: board, side, counts, seats, and castling rights
/// of pairs. It leaves en passant, and rights that are the king's, to others.
fn check_successor<B: Bitboard>(name: &str, position: &Position<B>, mv: Move, reference: &Reference) {
    let mut after = position.clone();
    after.make(mv, &mut NullObserver);
    let (board, turn, crowned) = reference.after(position, tell(position, mv));
    let fen = after.fen();
    assert_eq!(fen.split(' ').next(), Some(board.as_str()), "{name} {mv:?}");
    let mut found = Reference::turn(&fen);
    if position.rules().castling.pairs.is_empty() {
        found.rights = turn.rights.clone();
    }
    assert_eq!(found, turn, "{name} {mv:?}");
    if mv.kind() != MoveKind::Pass {
        assert_eq!(after.state().changes as usize, crowned, "{name} {mv:?}");
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
        // The games themselves must not depend on how their moves are written.
        lettered_ranks: position.key().is_multiple_of(4),
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
                let fields = fen.split(' ').enumerate().filter(|(n, _)| !(4..6).contains(n));
                fields.map(|(_, field)| field.to_string()).collect::<Vec<_>>()
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
