//! Tests of single terms: a position that has what a term rewards, against one that differs in nothing else.

use super::{
    Evaluator, Term,
    score::Tapered,
    tables::{Class, Tables, Whose},
    tests::{for_each_variant, random_game, rules},
    tuning::{SlopeSource, SlopeTable},
    weights::Weights,
};
use crate::{
    board::{Bitboard, Side, SplitMix64, Square, U256},
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

fn nothing() -> Tables {
    Tables {
        cells: vec![Tapered::ZERO; Tables::COUNT],
    }
}

/// What a term gives White and Black in a position of chess.
fn shares(weights: &Weights, fen: &str, term: Term) -> [i32; 2] {
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let position = Position::from_fen(rules, fen).unwrap();
    let breakdown = Evaluator::weighed(rules, weights, &nothing()).breakdown(&position);
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
    let mut cells = Tables::builtin().clone();
    // What is worth next to a royal what stands right before it, and what a middle square is worth.
    let (shape, royal) = (rules.shape, Square(0));
    let before = Square(shape.files());
    let near =
        [Class::Pawn, Class::Light].map(|class| Tables::next_to(shape, Whose::Enemy, class, before, royal, true));
    let place = Tables::place(&rules.variant, Class::Pawn, Side::White, before);
    for (cell, change) in [(near[0], 30), (near[1], 20), (place, 40)] {
        cells.cells[cell] += Tapered::flat(change);
    }
    let table = SlopeTable::new(rules, &Weights::DEFAULT, Tables::builtin());
    let changed = Evaluator::weighed(rules, &other, &cells);
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
        for (cell, change) in [(near[0], 30), (near[1], 20), (place, 40)] {
            let number = 2 * (Weights::NAMES.len() + cell) as u16;
            let count = found.cells.iter().find(|(other, _)| *other == number);
            let share = found.parts[0] + found.parts[1];
            foretold += share * (change * count.map_or(0, |(_, count)| *count as i32)) as f32;
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
    // An evaluator for each weight takes its time: one game of each kind will do.
    for_each_variant!(
        slopes_foretell,
        ["chess", "royalbishop", "capablanca", "isis-deans", "avon-deans"]
    );
    // A pawn attacks a bishop: with every piece but the bishop and the pawn gone, for little but the endgame.
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let table = SlopeTable::new(rules, &Weights::DEFAULT, Tables::builtin());
    let found = table.slopes("4k3/8/3b4/2P5/8/8/8/4K3 w - - 0 1").unwrap();
    let number = Weights::NAMES.iter().position(|name| *name == "pawn_threat").unwrap() as u16;
    let slope = |number| found.slopes.iter().find(|(n, _)| *n == number).map(|(_, slope)| *slope);
    assert!(slope(2 * number + 1).is_some_and(|slope| slope > 0.1), "{found:?}");
}

/// For each weight: a position and what a weight of ten gives White and Black in it.
fn check(term: Term, cases: &[(&str, &str, [i32; 2])]) {
    for (name, fen, expected) in cases {
        let number = Weights::NAMES.iter().position(|other| other == name).unwrap();
        let weights = only(|w| *w.all()[number] = TEN);
        assert_eq!(shares(&weights, fen, term), *expected, "{name} {fen}");
    }
}

#[test]
fn pawns_are_judged_by_their_neighbours() {
    check(
        Term::Pawns,
        &[
            // Isolated, with nothing before it; with an enemy's pawn before it.
            ("weak_open", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1", [10, 0]),
            ("weak_open", "4k3/p7/8/8/8/8/P7/4K3 w - - 0 1", [0, 0]),
            ("weak_open", "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1", [0, 0]),
            // Guarded, two moves from its goal; two apart guard nobody.
            ("connected_near", "4k3/8/1P6/P7/8/8/8/4K3 w - - 0 1", [4, 0]),
            ("connected_near", "4k3/8/8/8/8/P1P5/8/4K3 w - - 0 1", [0, 0]),
            // The enemy's pawn on b7 can be exchanged; two of them cannot, and one of those may pass.
            ("candidate", "4k3/1p6/8/P7/1P6/8/8/4K3 w - - 0 1", [5, 0]),
            ("candidate", "4k3/pp6/8/2P5/8/8/8/4K3 w - - 0 1", [0, 1]),
            // Two pawns that block each other, each half-way there.
            ("rammed", "4k3/8/8/p7/P7/8/8/4K3 w - - 0 1", [3, 3]),
            ("rammed", "4k3/8/p7/8/P7/8/8/4K3 w - - 0 1", [0, 0]),
        ],
    );
}

#[test]
fn the_ways_of_passed_pawns_are_looked_at() {
    // Half of the way is gone on the fifth rank.
    check(
        Term::Passed,
        &[
            ("passed_step", "8/8/8/P7/8/8/8/k6K w - - 0 1", [3, 0]),
            ("passed_step", "8/1k6/8/P7/8/8/8/7K w - - 0 1", [0, 0]),
            ("passed_step", "8/8/n7/P7/8/8/8/k6K w - - 0 1", [0, 0]),
            ("passed_free", "8/8/8/P7/8/8/8/k6K w - - 0 1", [3, 0]),
            ("passed_free", "1k6/8/8/P7/8/8/8/7K w - - 0 1", [0, 0]),
            ("passed_led", "8/8/8/P7/8/8/8/k6K w - - 0 1", [0, 0]),
            ("passed_led", "8/8/8/P7/1N6/8/8/k6K w - - 0 1", [3, 0]),
        ],
    );
}

#[test]
fn threats_are_weighed() {
    check(
        Term::Threats,
        &[
            // c4-c5 would attack the knight; where a pawn guards c5 it would not last.
            ("push_threat", "4k3/8/1n6/8/2P5/8/8/4K3 w - - 0 1", [10, 0]),
            ("push_threat", "4k3/8/1n1p4/8/2P5/8/8/4K3 w - - 0 1", [0, 0]),
            // Rook and king against a guard.
            ("pressed", "7k/8/1n6/3b4/4K3/3R4/8/8 w - - 0 1", [10, 0]),
            ("pressed", "7k/8/4p3/3b4/4K3/3R4/8/8 w - - 0 1", [0, 0]),
            // A queen is worth nearly two knights more than a knight, a sixteenth of the weight each.
            ("cheap_threat_rich", "4k3/8/8/q7/8/1N6/8/7K b - - 0 1", [1, 0]),
            ("pawn_threat_rich", "4k3/8/8/1q6/2P5/8/8/4K3 b - - 0 1", [1, 0]),
        ],
    );
}

#[test]
fn officers_are_judged_by_pawns_and_others() {
    check(
        Term::Posts,
        &[
            ("free_file", "4k3/1p6/8/8/8/8/1P6/R3K3 w - - 0 1", [10, 0]),
            ("free_file", "4k3/p7/8/8/8/8/1P6/R3K3 w - - 0 1", [0, 0]),
            // a1 is dark, as are b2 and d4; e4 is not.
            ("bound_pawns", "4k3/8/8/8/3PP3/8/1P6/B3K3 w - - 0 1", [20, 0]),
        ],
    );
    check(
        Term::Pairs,
        &[
            ("twin", "4k3/8/8/8/8/8/8/RR2K3 w - - 0 1", [10, 0]),
            ("twin", "4k3/8/8/8/8/8/8/RQ2K3 w - - 0 1", [0, 0]),
            // Two knights less than a queen, and a rook less than her.
            ("levelling", "3qk3/8/8/8/8/8/8/RNN1K3 w - - 0 1", [0, 30]),
            // Six pawns are two more than half the files.
            ("slider_pawns", "4k3/8/8/8/8/8/PPPPPP2/4K2R w - - 0 1", [1, 0]),
            ("other_pawns", "4k3/8/8/8/8/8/PPPPPP2/4K1NB w - - 0 1", [2, 0]),
        ],
    );
    let space = only(|w| w.space = Tapered::flat(16));
    // c2 to f4 without what a pawn on d5 attacks or own pawns hold, times one officer.
    assert_eq!(
        shares(&space, "4k3/8/8/3p4/8/8/3P4/N3K3 w - - 0 1", Term::Posts)[0],
        12 - 1 - 2
    );
    let cramped = only(|w| w.cramped = Tapered::flat(-160));
    let in_the_corner = "4k3/8/8/8/8/1P6/2P5/N3K3 w - - 0 1";
    assert!(shares(&cramped, in_the_corner, Term::Mobility)[0] > 0);
    assert_eq!(
        shares(&cramped, "4k3/8/8/8/3N4/8/8/4K3 w - - 0 1", Term::Mobility),
        [0, 0]
    );
}

#[test]
fn pawns_near_a_royal_matter() {
    check(
        Term::Shelter,
        &[
            ("shelter_near", "6k1/5ppp/8/8/8/8/8/1K6 w - - 0 1", [0, 30]),
            ("shelter_near", "6k1/6p1/5p1p/8/8/8/8/1K6 w - - 0 1", [0, 10]),
            ("storm", "6k1/6p1/8/6P1/8/7P/8/1K6 w - - 0 1", [0, 10]),
            ("open_by_royal", "6k1/6p1/8/8/8/P7/8/K7 w - - 0 1", [10, 20]),
        ],
    );
}

#[test]
fn danger_grows_with_its_causes() {
    let danger = |name: &str, units: i32, fen: &str| {
        let number = Weights::NAMES.iter().position(|other| *other == name).unwrap();
        let weights = only(|w| {
            w.danger = Tapered::flat(100);
            *w.all()[number] = Tapered::flat(units);
        });
        shares(&weights, fen, Term::Attack)[0]
    };
    let (attacked, calm) = ("6k1/1R6/4N3/8/7Q/8/8/K7 w - - 0 1", "6k1/8/8/8/8/8/8/K7 w - - 0 1");
    for name in [
        "danger_base",
        "danger_near",
        "danger_attackers",
        "danger_weak",
        "danger_check",
        "danger_check_rich",
        "danger_ring",
        "danger_force",
        "danger_wide",
    ] {
        assert!(danger(name, 160, attacked) > 0, "{name}");
        assert_eq!(danger(name, 160, calm), 0, "{name}");
        assert!(danger(name, -160, attacked) == 0, "{name}");
    }
    // The enemy's better mobility is danger, one's own is not.
    let mobile = |units: i32| {
        let weights = only(|w| {
            w.danger = Tapered::flat(100);
            w.mobility = Tapered::flat(100);
            w.danger_mobility = Tapered::flat(units);
        });
        shares(&weights, attacked, Term::Attack)
    };
    assert!(mobile(160)[0] > 0 && mobile(160)[1] == 0 && mobile(0) == [0, 0]);
    // With only less danger there is none.
    let sheltered = "6k1/1R3ppp/4N3/8/7Q/8/8/K7 w - - 0 1";
    assert!(danger("danger_shelter", 160, sheltered) > danger("danger_shelter", 160, attacked));
}

#[test]
fn a_lead_without_pawns_counts_less() {
    let value = |percent: i32, fen: &str| {
        let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
        let weights = only(|w| w.lead = Tapered::flat(percent));
        let position = Position::from_fen(rules, fen).unwrap();
        let evaluator = Evaluator::weighed(rules, &weights, &nothing());
        evaluator.evaluate(&position, &evaluator.squares.sums(&position))
    };
    let fen = "4k3/pppp4/8/8/8/8/PPPPP3/4K3 w - - 0 1";
    let (whole, half) = (value(100, fen), value(50, fen));
    assert!(whole > 50 && (2 * half - whole).abs() <= 1, "{whole} {half}");
}

#[test]
fn tables_follow_the_royals() {
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let shape = rules.shape;
    let at = |name: &str| shape.on_board().squares().find(|s| shape.name(*s) == name).unwrap();
    // A knight one file aside and two ranks before its own king; the same seen by Black.
    let mut tables = nothing();
    tables.cells[Tables::next_to(shape, Whose::Own, Class::Light, at("f3"), at("e1"), true)] = TEN;
    let worth = |fen: &str, term: Term| {
        let position = Position::from_fen(rules, fen).unwrap();
        let breakdown = Evaluator::weighed(rules, &only(|_| ()), &tables).breakdown(&position);
        let found = breakdown.terms.iter().find(|(other, _)| *other == term);
        found.map_or([0; 2], |(_, shares)| *shares)
    };
    for (fen, expected) in [
        ("4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", [10, 0]),
        ("4k3/8/8/8/8/3B4/8/4K3 w - - 0 1", [10, 0]),
        ("4k3/8/8/8/5N2/8/8/4K3 w - - 0 1", [0, 0]),
        ("4k3/8/8/8/8/8/5N2/4K3 w - - 0 1", [0, 0]),
        ("8/8/4k3/8/5n2/8/8/4K3 w - - 0 1", [0, 10]),
        ("8/8/4k3/8/5r2/8/8/4K3 w - - 0 1", [0, 0]),
    ] {
        assert_eq!(worth(fen, Term::Shelter), expected, "{fen}");
    }
}
