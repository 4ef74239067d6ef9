//! Games: notation, outcomes, repetition and material.

use aanca::{
    board::Bitboard,
    game::{Game, MoveProblem, Outcome, Reason, Style, notation},
    position::Position,
    variant::{Registry, compile::compile, rules::Rules},
};
use std::{
    any::Any,
    sync::{Arc, Mutex, PoisonError},
};

/// The rules of a built-in variant, compiled once for all tests of this file.
fn rules<B: Bitboard>(name: &str) -> &'static Rules<B> {
    static KNOWN: Mutex<Vec<(String, &(dyn Any + Send + Sync))>> = Mutex::new(Vec::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let of_width = |(n, rules): &(String, &'static (dyn Any + Send + Sync))| {
        rules.downcast_ref::<Rules<B>>().filter(|_| n == name)
    };
    if let Some(rules) = known.iter().find_map(of_width) {
        return rules;
    }
    let variant = Registry::builtin().get(name).unwrap().clone();
    let rules: &'static Rules<B> = Box::leak(Box::new(compile(Arc::new(variant))));
    known.push((name.to_string(), rules));
    rules
}

fn game<B: Bitboard>(name: &str) -> Game<B> {
    Game::from_start(rules(name)).unwrap()
}

fn position<B: Bitboard>(name: &str, fen: &str) -> Position<B> {
    Position::from_fen(rules(name), fen).unwrap()
}

const PLAIN: Style = Style {
    chess960: false,
    rank_offset: 0,
    lettered_ranks: false,
};

#[test]
fn games_of_the_schoolbook_page_end_in_mate() {
    for (text, winner) in [
        ("1.f3 Ad6 2.Bf2 Axh2#", "0-1 {checkmate}"),
        ("1.e4 g6 2.f4 Kg7 3.Bf2 Kh6 4.Bi5#", "1-0 {checkmate}"),
        ("1. E4 g6 2. F4 Kg7 {a walk} 3. Bf2 Kh6 4. BI5 1-0", "1-0 {checkmate}"),
    ] {
        let mut game = game::<u128>("schoolbook");
        game.play_movetext(text, PLAIN).unwrap();
        assert_eq!(game.outcome().unwrap().to_string(), winner, "{text}");
        assert_eq!(game.outcome().unwrap().reason(), Reason::Checkmate);
        let last = game.san_moves(PLAIN).pop().unwrap();
        assert!(["Axh2#", "Bi5#"].contains(&last.as_str()), "{last}");
    }
}

#[test]
fn a_wrong_move_leaves_the_game_as_it_was() {
    let mut game = game::<u64>("chess");
    game.play_movetext("e4 e5", PLAIN).unwrap();
    let fen = game.position().fen();
    let error = game.play_movetext("Nf3 Nc6 Bb6", PLAIN).unwrap_err();
    assert_eq!(error.to_string(), "\"Bb6\": no bishop can go to b6");
    assert_eq!((game.position().fen(), game.moves().len()), (fen, 2));
    assert!(game.undo().is_some() && game.undo().is_some() && game.undo().is_none());
    assert_eq!(game.position().fen(), game.start().fen());
}

/// FEN, coordinate text that is read, coordinate text that is written, SAN that is written.
type Spelling<'a> = (&'a str, &'a str, &'a str, &'a str);

fn spell<B: Bitboard>(name: &str, style: Style, spellings: &[Spelling]) {
    let rules = rules::<B>(name);
    for &(fen, read, coordinate, san) in spellings {
        let position = Position::from_fen(rules, fen).unwrap();
        let mv = notation::parse_coordinate(&position, read, style).unwrap();
        assert_eq!(notation::coordinate(&position, mv, style), coordinate, "{fen} {read}");
        assert_eq!(notation::san(&position, mv, style), san, "{fen} {read}");
        for text in [read, coordinate, san] {
            assert_eq!(notation::parse_any(&position, text, style), Ok(mv), "{fen} {text}");
        }
        assert_eq!(notation::parse_san(&position, san, style), Ok(mv), "{fen} {san}");
    }
}

#[test]
fn moves_are_spelt_as_in_chess() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let castle = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    let knights = "4k3/8/8/1N6/8/8/8/1N2K1N1 w - - 0 1";
    let rooks = "4k3/8/8/8/R7/8/8/R3K3 w - - 0 1";
    let queens = "6k1/8/8/8/Q2Q4/8/8/Q5K1 w - - 0 1";
    let pawn = "3r1r1k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    let passed = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    spell::<u64>(
        "chess",
        PLAIN,
        &[
            (start, "e2e4", "e2e4", "e4"),
            (start, "G1-F3", "g1f3", "Nf3"),
            (castle, "e1g1", "e1g1", "O-O"),
            (castle, "e1h1", "e1g1", "O-O"),
            (castle, "0-0-0", "e1c1", "O-O-O"),
            (castle, "h1h8", "h1h8", "Rxh8+"),
            (knights, "b5c3", "b5c3", "N5c3"),
            (knights, "b1c3", "b1c3", "N1c3"),
            (knights, "b1d2", "b1d2", "Nd2"),
            (rooks, "a4a3", "a4a3", "R4a3"),
            (queens, "a4d1", "a4d1", "Qa4d1"),
            (queens, "a4a8", "a4a8", "Qa8+"),
            (pawn, "e7d8N", "e7d8n", "exd8=N"),
            (pawn, "e7f8=q", "e7f8q", "exf8=Q+"),
            (passed, "e5d6", "e5d6", "exd6"),
            ("7k/6pp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "a1a8", "Ra8#"),
        ],
    );
    let tolerant = [
        (passed, "ed6 e.p.", "e5d6"),
        (passed, "e5xd6ep", "e5d6"),
        (start, "Pe2-e4!?", "e2e4"),
        (start, "nf3", "g1f3"),
        (start, "Ng1f3", "g1f3"),
        (start, "E4", "e2e4"),
        (start, "B4", "b2b4"),
        (pawn, "ed8Q", "e7d8q"),
        (pawn, "e7d8(Q)+", "e7d8q"),
        (castle, "Kg1", "e1g1"),
        (castle, "o-o", "e1g1"),
        (castle, "Rh8", "h1h8"),
    ];
    for (fen, text, coordinate) in tolerant {
        let position = position::<u64>("chess", fen);
        let mv = notation::parse_any(&position, text, PLAIN).unwrap();
        assert_eq!(notation::coordinate(&position, mv, PLAIN), coordinate, "{text}");
    }
}

#[test]
fn castling_is_spelt_as_the_game_and_the_protocol_ask() {
    let free = "r4k3r/pppppppppp/10/10/10/10/PPPPPPPPPP/R4K3R w KQkq - 0 1";
    spell::<u128>(
        "schoolbook",
        PLAIN,
        &[
            (free, "f1h1", "f1h1", "Kh1"),
            (free, "f1i1", "f1i1", "Ki1"),
            (free, "f1b1", "f1b1", "Kb1"),
            (free, "f1g1", "f1g1", "Kg1"),
        ],
    );
    let position960 = "4k3/8/8/8/8/8/8/R4KR1 w Q - 0 1";
    let by_partner = Style {
        chess960: true,
        ..PLAIN
    };
    let chess = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    spell::<u64>(
        "chess",
        by_partner,
        &[(chess, "e1g1", "e1h1", "O-O"), (chess, "e1a1", "e1a1", "O-O-O")],
    );
    spell::<u64>("chess", PLAIN, &[(position960, "f1c1", "f1c1", "O-O-O")]);
    // The king could step to g1 as well: the castling is its move to its partner's square.
    let step = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    spell::<u64>(
        "chess",
        PLAIN,
        &[(step, "f1h1", "f1h1", "O-O"), (step, "f1g1", "f1g1", "Kg1")],
    );
    let schoolbook = position::<u128>("schoolbook", free);
    let error = notation::parse_san(&schoolbook, "O-O", PLAIN).unwrap_err();
    assert_eq!(error.to_string(), "\"O-O\": ambiguous; it can be f1h1 or f1i1");
}

#[test]
fn ranks_can_count_from_zero() {
    let zero = Style {
        rank_offset: 1,
        ..PLAIN
    };
    let start = "rnabqkbcnr/pppppppppp/10/10/10/10/PPPPPPPPPP/RNABQKBCNR w KQkq - 0 1";
    spell::<u128>("capablanca", zero, &[(start, "e1e3", "e1e3", "e3")]);
    assert!(notation::parse_coordinate(&position::<u128>("capablanca", start), "e2e4", zero).is_err());
}

#[test]
fn wrong_moves_are_told_why() {
    let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let pin = "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1";
    let two = "7k/8/8/8/8/8/8/N3K1N1 w - - 0 1";
    let three = "4k3/8/8/1N6/8/8/8/1N2K3 w - - 0 1";
    let pawn = "7k/4P3/8/8/8/8/8/4K3 w - - 0 1";
    for (fen, text, expected) in [
        (start, "e2e9", "the board has no square e9"),
        (start, "z2e4", "the board has no square z2"),
        (start, "Ni9", "the board has no square i9"),
        (start, "e3e4", "there is no piece on e3"),
        (start, "e7e5", "the piece on e7 is not White's, and White is to move"),
        (start, "e2e5", "the pawn on e2 cannot go to e5"),
        (start, "Bf1e5", "the bishop on f1 cannot go to e5"),
        (start, "Nf4", "no knight can go to f4"),
        (start, "e5", "no pawn can go to e5"),
        (start, "O-O", "castling on this side is not legal here"),
        (pin, "e2c3", "it leaves the king in check"),
        (pin, "Nc3", "it leaves the king in check"),
        (two, "Ne3", "no knight can go to e3"),
        (three, "Nc3", "ambiguous; it can be Nb1c3 or Nb5c3"),
        (
            pawn,
            "e7e8",
            "the piece must promote; expected promotion to Q or R or B or N",
        ),
        (
            pawn,
            "e8=K",
            "no promotion to K; expected promotion to Q or R or B or N",
        ),
        (start, "e2e4q", "no promotion to Q; expected no promotion"),
    ] {
        let position = position::<u64>("chess", fen);
        let error = notation::parse_any(&position, text, PLAIN).unwrap_err();
        assert_eq!(error.to_string(), format!("\"{text}\": {expected}"), "{fen}");
    }
    let position = position::<u64>("chess", start);
    for text in [
        "", "-", "hello", "é4", "e", "4", "e2e4e5e6", "0000", "♘f3", "Nf3++é", "++", "O-O-O-O", "=", "e2e4qq",
    ] {
        for result in [
            notation::parse_any(&position, text, PLAIN),
            notation::parse_coordinate(&position, text, PLAIN),
            notation::parse_san(&position, text, PLAIN),
        ] {
            assert!(
                matches!(result.as_ref().unwrap_err().problem, MoveProblem::Form { .. }),
                "{text} {result:?}"
            );
        }
    }
    let long = "x".repeat(5000);
    assert!(
        notation::parse_any(&position, &long, PLAIN)
            .unwrap_err()
            .to_string()
            .len()
            < 200
    );
}

#[test]
fn games_end_in_the_order_of_the_rules() {
    for (fen, expected) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", Some("1/2-1/2 {stalemate}")),
        ("R6k/8/6K1/8/8/8/8/8 b - - 99 80", Some("1-0 {checkmate}")),
        ("R6k/8/6K1/8/8/8/8/8 b - - 100 80", Some("1-0 {checkmate}")),
        ("r6k/8/6K1/8/8/8/8/8 w - - 100 80", Some("1/2-1/2 {fifty-move rule}")),
        ("r6k/8/6K1/8/8/8/8/8 w - - 99 80", None),
        (
            "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 0 1",
            Some("0-1 {checkmate}"),
        ),
    ] {
        let outcome = aanca::game::outcome(&position::<u64>("chess", fen));
        assert_eq!(outcome.map(|o| o.to_string()).as_deref(), expected, "{fen}");
    }
}

#[test]
fn positions_repeat() {
    let mut game = game::<u64>("chess");
    let there_and_back = "Nf3 Nf6 Ng1 Ng8";
    game.play_movetext(there_and_back, PLAIN).unwrap();
    assert_eq!(game.outcome(), None);
    assert!(aanca::game::repetition::is_repetition(game.position(), 5));
    assert!(!aanca::game::repetition::is_repetition(game.position(), 4));
    game.play_movetext(there_and_back, PLAIN).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(Reason::Repetition(3))));
    assert_eq!(game.outcome().unwrap().to_string(), "1/2-1/2 {threefold repetition}");
    assert!(aanca::game::repetition::is_repetition(game.position(), 0));
    game.undo();
    assert_eq!(game.outcome(), None);
    // The double step's en passant capture and castling rights make positions differ.
    let mut game = Game::new(position::<u64>("chess", "r3k3/8/8/8/8/8/8/4K2R w K - 0 1"));
    game.play_movetext("Kf1 Kd8 Ke1 Ke8 Kf1 Kd8 Ke1 Ke8", PLAIN).unwrap();
    assert_eq!(game.outcome(), None);
    game.play_movetext("Kf1", PLAIN).unwrap();
    assert_eq!(game.outcome(), Some(Outcome::Draw(Reason::Repetition(3))));
}
