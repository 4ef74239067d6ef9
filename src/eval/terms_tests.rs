//! Tests of single terms: a position that has what a term rewards, against one that differs in nothing else.

use super::{
    Evaluator, Term,
    score::Tapered,
    tests::{for_each_variant, random_game, rules},
    tuning::{SlopeSource, SlopeTable},
    weights::Weights,
};
use crate::{
    board::{Bitboard, Side, SplitMix64, U256},
    position::Position,
    variant::{Registry, rules::Rules},
};

/// The weights with all but the terms that `keep` sets set to nothing.
fn only(keep: impl Fn(&mut Weights)) -> Weights {
    let mut weights = Weights::DEFAULT;
    weights.all().into_iter().for_each(|weight| *weight = Tapered::ZERO);
    keep(&mut weights);
    weights
}

/// What a term gives White and Black in a position of chess.
fn shares(weights: &Weights, fen: &str, term: Term) -> [i32; 2] {
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let position = Position::from_fen(rules, fen).unwrap();
    let breakdown = Evaluator::weighed(rules, weights).breakdown(&position);
    let found = breakdown.terms.iter().find(|(other, _)| *other == term);
    found.map_or([0; 2], |(_, shares)| *shares)
}

const TEN: Tapered = Tapered::flat(10);

#[test]
fn threats_are_seen() {
    // A knight attacks a rook (cheaper) and a pawn that nobody guards; a pawn attacks a bishop.
    let fen = "4k3/8/1r1b4/p1P5/8/1N6/8/4K3 b - - 0 1";
    let cheap = only(|w| w.cheap_threat = TEN);
    assert_eq!(
        shares(&cheap, "4k3/8/8/r7/8/1N6/8/4K3 b - - 0 1", Term::Threats),
        [10, 0]
    );
    assert_eq!(
        shares(&cheap, "4k3/8/8/n7/8/1N6/8/4K3 b - - 0 1", Term::Threats),
        [0, 0]
    );
    let weak = only(|w| w.weak_pawn = TEN);
    assert_eq!(shares(&weak, fen, Term::Threats), [10, 0]);
    // The king guards it.
    assert_eq!(shares(&weak, "8/k7/8/p7/8/1N6/8/4K3 b - - 0 1", Term::Threats), [10, 0]);
    assert_eq!(shares(&weak, "8/8/k7/p7/8/1N6/8/4K3 b - - 0 1", Term::Threats), [0, 0]);
    let pawned = only(|w| w.pawn_threat = TEN);
    assert_eq!(shares(&pawned, fen, Term::Threats), [20, 0]);
    let hanging = only(|w| w.hanging = TEN);
    assert_eq!(
        shares(&hanging, "4k3/8/8/n7/8/1N6/8/4K3 b - - 0 1", Term::Threats),
        [10, 10]
    );
    assert_eq!(
        shares(&hanging, "4k3/8/1p6/n7/8/1N6/P7/4K3 b - - 0 1", Term::Threats),
        [0, 0]
    );
}

#[test]
fn posts_are_seen() {
    let outpost = only(|w| w.outpost = TEN);
    assert_eq!(
        shares(&outpost, "4k3/5p2/8/2N5/1P6/8/8/4K3 w - - 0 1", Term::Posts),
        [10, 0]
    );
    // A pawn may drive it away; no pawn guards it.
    assert_eq!(
        shares(&outpost, "4k3/1p6/8/2N5/1P6/8/8/4K3 w - - 0 1", Term::Posts),
        [0, 0]
    );
    assert_eq!(
        shares(&outpost, "4k3/5p2/8/2N5/8/8/8/4K3 w - - 0 1", Term::Posts),
        [0, 0]
    );
    let open = only(|w| w.open_file = TEN);
    assert_eq!(
        shares(&open, "r3k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", Term::Posts),
        [10, 0]
    );
    // Bishops rule no files.
    assert_eq!(shares(&open, "4k3/8/8/8/8/8/1P6/B3K3 w - - 0 1", Term::Posts), [0, 0]);
}

#[test]
fn pawns_are_seen() {
    let backward = only(|w| w.backward = TEN);
    // a3 can guard it; nothing attacks its next square; it is isolated, which is another matter.
    for fen in ["2p5/8/PP6", "8/P7/1P6", "2p5/8/1P6"] {
        let fen = format!("4k3/8/8/{fen}/8/4K3 w - - 0 1");
        assert_eq!(shares(&backward, &fen, Term::Pawns), [0, 0], "{fen}");
    }
    // b3 cannot be guarded, and its next square is attacked.
    assert_eq!(
        shares(&backward, "4k3/8/8/2p5/P7/1P6/8/4K3 w - - 0 1", Term::Pawns),
        [10, 0]
    );
    let phalanx = only(|w| w.phalanx = TEN);
    assert_eq!(
        shares(&phalanx, "4k3/p1p5/8/8/8/8/1PP5/4K3 w - - 0 1", Term::Pawns),
        [20, 0]
    );
    let far = only(|w| w.passed_enemy_far = TEN);
    let near = shares(&far, "8/8/1kP5/8/8/8/8/4K3 w - - 0 1", Term::Passed)[0];
    let away = shares(&far, "7k/8/2P5/8/8/8/8/4K3 w - - 0 1", Term::Passed)[0];
    assert!(0 < near && 3 * near < away, "{near} {away}");
}

#[test]
fn the_royal_wants_pawns_around_it() {
    let bare = only(|w| w.bare_file = Tapered::flat(-10));
    assert_eq!(
        shares(&bare, "6k1/5ppp/8/8/8/8/P7/K7 w - - 0 1", Term::Shelter),
        [-10, 0]
    );
    let checks = only(|w| {
        w.danger = Tapered::flat(100);
        w.danger_check = Tapered::flat(16 * 8);
    });
    // The queen has checks where nobody guards; without her there are none.
    let queen = shares(&checks, "6k1/5ppp/8/8/8/8/1Q6/K7 w - - 0 1", Term::Attack)[0];
    assert!(
        queen > 0 && shares(&checks, "6k1/5ppp/8/8/8/8/8/K7 w - - 0 1", Term::Attack)[0] == 0,
        "{queen}"
    );
}

fn slopes_foretell<B: Bitboard>(rules: &'static Rules<B>) {
    let mut other = Weights::DEFAULT;
    other.pair = Tapered::new(other.pair.middle + 30, other.pair.end);
    other.isolated = Tapered::new(other.isolated.middle, other.isolated.end - 20);
    other.pawn_threat += Tapered::flat(24);
    let table = SlopeTable::new(rules, &Weights::DEFAULT);
    let changed = Evaluator::weighed(rules, &other);
    let numbers = |name: &str| 2 * Weights::NAMES.iter().position(|other| *other == name).unwrap() as u16;
    let changes = [
        (numbers("pair"), 30.0),
        (numbers("isolated") + 1, -20.0),
        (numbers("pawn_threat"), 24.0),
        (numbers("pawn_threat") + 1, 24.0),
    ];
    random_game(rules, &mut SplitMix64::new(8), 60, |position| {
        let found = table.slopes(&position.fen()).unwrap();
        let mut foretold = found.value;
        for (parameter, change) in changes {
            let slope = found.slopes.iter().find(|(other, _)| *other == parameter);
            foretold += change * slope.map_or(0.0, |(_, slope)| *slope);
        }
        let score = changed.evaluate(position, &changed.squares.sums(position)) as f32;
        let white = match position.side() {
            Side::White => score,
            Side::Black => -score,
        };
        // Endgames are corrected by more than sums, and values are rounded.
        assert!((foretold - white).abs() < 6.0, "{}: {foretold} {white}", position.fen());
    });
}

#[test]
fn slopes_foretell_values() {
    for_each_variant!(slopes_foretell);
    // A pawn attacks a bishop: with every piece but the bishop and the pawn gone, for little but the endgame.
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let table = SlopeTable::new(rules, &Weights::DEFAULT);
    let found = table.slopes("4k3/8/3b4/2P5/8/8/8/4K3 w - - 0 1").unwrap();
    let number = Weights::NAMES.iter().position(|name| *name == "pawn_threat").unwrap() as u16;
    let slope = |number| found.slopes.iter().find(|(n, _)| *n == number).map(|(_, slope)| *slope);
    assert!(slope(2 * number + 1).is_some_and(|slope| slope > 0.2), "{found:?}");
}
