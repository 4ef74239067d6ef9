//! Numbered start positions.

use aanca::variant::{
    Numbering, Registry, Variant,
    numbering::{NumberingError, is_valid, number_of, numbers, start_fen},
};
use std::collections::HashSet;

fn variant(name: &str) -> Variant {
    Registry::builtin().get(name).expect("a built-in variant").clone()
}

fn rank(fen: &str) -> &str {
    fen.split_whitespace()
        .next()
        .and_then(|board| board.rsplit('/').next())
        .expect("a FEN has a board field")
}

#[test]
fn chess960() {
    let game = variant("fischerandom");
    let fen = start_fen(&game, 518).unwrap();
    assert_eq!(fen, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    // The ends of Scharnagl's published table.
    assert_eq!(rank(&start_fen(&game, 0).unwrap()), "BBQNNRKR");
    assert_eq!(rank(&start_fen(&game, 959).unwrap()), "RKRNNQBB");
    let mut seen = HashSet::new();
    for number in 0..960 {
        let fen = start_fen(&game, number).unwrap();
        let rank = rank(&fen);
        let at = |piece| rank.match_indices(piece).map(|(i, _)| i).collect::<Vec<_>>();
        assert!(
            (at("B")[0] + at("B")[1]) % 2 == 1 && at("R")[0] < at("K")[0] && at("K")[0] < at("R")[1],
            "{rank}"
        );
        assert_eq!(number_of(&game, &fen), Ok(number));
        seen.insert(rank.to_string());
    }
    assert_eq!(seen.len(), 960);
    assert_eq!(
        start_fen(&game, 960),
        Err(NumberingError::OutOfRange { number: 960, last: 959 })
    );
    assert!(start_fen(&variant("chess"), 518).is_err_and(|e| e.to_string().contains("chess")));
}

#[test]
fn capablanca_random_chess() {
    let game = variant("caparandom");
    let fen = start_fen(&game, 27621).unwrap();
    assert_eq!(
        fen,
        "rqnbakbncr/pppppppppp/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1"
    );
    let numbering = Numbering::CapablancaRandom;
    let valid = (0..numbers(numbering)).filter(|&number| is_valid(numbering, number));
    let mut seen = HashSet::new();
    for number in valid {
        let fen = start_fen(&game, number).unwrap();
        assert_eq!(number_of(&game, &fen), Ok(number));
        assert!(!rank(&fen).contains("BB"));
        seen.insert(fen);
    }
    assert_eq!(seen.len(), 12_118);
    assert!(!is_valid(numbering, 48_000));
    let refused = start_fen(&game, 0).unwrap_err();
    assert!(
        matches!(refused, NumberingError::Forbidden { number: 0, .. }),
        "{refused}"
    );
    for bad in [
        "",
        "rnbqkbnr/8 w",
        "rqnbakbncr/10/10/10/10/10/PPPPPPPPPP/RQNBAKBNCR w KQkq - 0 1",
        "RRRRRRRRRR",
    ] {
        assert!(number_of(&game, bad).is_err(), "{bad}");
    }
}

#[test]
fn letters_are_the_variants_own() {
    let mut registry = Registry::builtin();
    let problems = registry.load_text("x", "[shuffled:schoolbook]\nstartNumbering = capablancaRandom\n");
    assert!(problems.is_empty(), "{problems:?}");
    let game = registry.get("shuffled").unwrap();
    let fen = start_fen(game, 27621).unwrap();
    assert_eq!(fen, game.start_fen);
    assert_eq!(number_of(game, &fen.replace('M', "C").replace('m', "c")), Ok(27621));
    registry.load_text(
        "x",
        "[few:caparandom]\nchancellor = -\nstartFen = k9/10/10/10/10/10/10/K9 w - - 0 1\n",
    );
    let few = registry.get("few").unwrap();
    assert!(start_fen(few, 27621).is_err_and(|e| e.to_string().contains("chancellor")));
}
