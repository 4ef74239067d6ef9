//! Tests of the evaluation: values against the published ones, symmetry, and sums against sums anew.

use super::{
    Evaluator, PawnTable,
    psqt::Summing,
    stakes::stakes,
    values::{Source, piece_values},
};
use crate::{
    board::{Bitboard, Side, SplitMix64, U256},
    movegen,
    position::{NullObserver, Position},
    variant::{Registry, ValueSet, Variant, compile::compile, rules::Rules},
};
use std::sync::Arc;

/// The compiled rules of a variant; they live for ever.
pub fn rules<B: Bitboard>(variant: &Variant) -> &'static Rules<B> {
    Box::leak(Box::new(compile::<B>(Arc::new(variant.clone()))))
}

/// Calls `test` with the compiled rules of each variant, for the width that it needs.
macro_rules! for_each_variant {
    ($test:ident) => {
        for_each_variant!($test, []);
    };
    // Those named only, if any are.
    ($test:ident, [$($name:literal),*]) => {
        let names: &[&str] = &[$($name),*];
        let chosen = |variant: &&$crate::variant::Variant| names.is_empty() || names.contains(&variant.name.as_str());
        for variant in Registry::builtin().variants().filter(chosen) {
            match variant.shape.area() {
                0..=64 => $test::<u64>(rules(variant)),
                65..=128 => $test::<u128>(rules(variant)),
                _ => $test::<U256>(rules(variant)),
            }
        }
    };
}
pub(crate) use for_each_variant;

/// Plays up to `plies` random moves and calls `each` with every position.
pub fn random_game<B: Bitboard>(
    rules: &'static Rules<B>,
    random: &mut SplitMix64,
    plies: usize,
    mut each: impl FnMut(&Position<B>),
) {
    let mut position = Position::start(rules).unwrap();
    for _ in 0..plies {
        each(&position);
        let mut moves = Vec::new();
        movegen::legal_moves(&position, &mut moves);
        if moves.is_empty() {
            break;
        }
        position.make(moves[random.below(moves.len() as u64) as usize], &mut NullObserver);
    }
}

fn value_of(variant: &Variant, letter: char) -> (i32, Source) {
    let index = variant.pieces.iter().position(|p| p.letter == letter).unwrap();
    let value = piece_values(variant)[index];
    ((value.value.middle + value.value.end) / 2, value.source)
}

#[test]
fn published_values_are_found_by_movement() {
    let registry = Registry::builtin();
    let mut variant = registry.get("capablanca").unwrap().clone();
    // The columns of the Schoolbook page: knight, bishop, rook, queen, archbishop, chancellor.
    let columns = [
        (ValueSet::Muller, [3.529, 4.118, 5.588, 11.18, 10.29, 10.59]),
        (ValueSet::Smirf, [3.053, 3.5, 5.815, 9.617, 6.858, 8.870]),
        (ValueSet::ChessV, [2.5, 3.25, 4.7, 8.75, 6.5, 8.25]),
        (ValueSet::Zillions, [2.362, 2.859, 4.262, 7.06, 5.127, 6.659]),
        (ValueSet::Aberg, [3.0, 3.3, 5.0, 9.0, 6.8, 8.7]),
        (ValueSet::Nalls, [3.077, 3.535, 5.777, 9.312, 6.612, 8.854]),
    ];
    for (set, column) in columns {
        variant.value_set = set;
        for (letter, pawns) in ['N', 'B', 'R', 'Q', 'A', 'C'].into_iter().zip(column) {
            let (value, source) = value_of(&variant, letter);
            assert_eq!(source, Source::Published);
            assert!((value as f64 - 100.0 * pawns).abs() <= 1.0, "{set:?} {letter}: {value}");
        }
    }
}

#[test]
fn the_formula_agrees_with_measured_values() {
    let registry = Registry::builtin();
    let mut chess = registry.get("chess").unwrap().clone();
    chess.value_set = ValueSet::Mobility;
    // Values that Muller has published for 8x8 boards, the pawn at 100.
    for (letter, measured) in [('N', 325), ('B', 350), ('R', 500), ('Q', 950)] {
        let (value, source) = value_of(&chess, letter);
        assert_eq!(source, Source::Formula);
        assert!(
            (value - measured).abs() * 8 <= measured,
            "{letter}: {value}, measured {measured}"
        );
    }
}

#[test]
fn unknown_movements_are_valued_in_order() {
    let registry = Registry::builtin();
    // An aanca is between rook and queen, an amazon above the queen.
    let royal = registry.get("royalbishop").unwrap();
    let (rook, queen) = (value_of(royal, 'R').0, value_of(royal, 'Q').0);
    let aanca = royal
        .pieces
        .iter()
        .find(|p| p.betza.contains("t["))
        .map_or('A', |p| p.letter);
    let (aanca, source) = value_of(royal, aanca);
    assert_eq!(source, Source::Formula);
    assert!(rook + 100 < aanca && aanca + 100 < queen, "{aanca}");
    let amazon = registry.get("amazon").unwrap();
    let most = piece_values(amazon).iter().map(|v| v.value.middle).max().unwrap();
    assert!(most > 1200 && most < 1900, "{most}");
}

/// The same position with the sides exchanged, on the board turned upside down or, with `turned`, turned round.
fn mirrored(fen: &str, turned: bool) -> String {
    let fields: Vec<&str> = fen.split(' ').collect();
    let side = if fields[1] == "w" { "b" } else { "w" };
    let swap = |c: char| {
        if c.is_ascii_uppercase() {
            c.to_ascii_lowercase()
        } else {
            c.to_ascii_uppercase()
        }
    };
    let row = |row: &str| {
        let mut words: Vec<String> = Vec::new();
        for c in row.chars() {
            match words.last_mut() {
                Some(word) if c.is_ascii_digit() && word.ends_with(|l: char| l.is_ascii_digit()) => word.push(c),
                _ => words.push(swap(c).to_string()),
            }
        }
        if turned {
            words.reverse();
        }
        words.concat()
    };
    let rows: Vec<String> = fields[0].split('/').rev().map(row).collect();
    // A seat faces that of the other side on the other bank.
    let seats = fields[6..].iter().map(|field| {
        let other = |c: char| match c {
            'S' => 'n',
            'n' => 'S',
            'N' => 's',
            's' => 'N',
            _ => c,
        };
        format!(" {}", field.chars().map(other).collect::<String>())
    });
    let seats: String = seats.collect();
    format!("{} {side} - - 0 1{seats}", rows.join("/"))
}

fn both_sides_are_judged_alike<B: Bitboard>(rules: &'static Rules<B>) {
    let evaluator = Evaluator::new(rules);
    let mut random = SplitMix64::new(5);
    for _ in 0..3 {
        random_game(rules, &mut random, 120, |position| {
            let fen = position.fen();
            let image = |turned| Position::from_fen(rules, &mirrored(&fen, turned)).ok();
            let Some(other) = image(false).or_else(|| image(true)) else {
                panic!("{}: {fen} has no mirror image", rules.variant.name)
            };
            let here = evaluator.evaluate(position, &evaluator.squares.sums(position));
            let there = evaluator.evaluate(&other, &evaluator.squares.sums(&other));
            // Turned round, sums of fractions are added up in another order.
            let tolerance = i32::from(image(false).is_none());
            assert!(
                (here - there).abs() <= tolerance,
                "{}: {fen} {here} {there}",
                rules.variant.name
            );
        });
    }
}

#[test]
fn mirrored_positions_have_the_same_score() {
    for_each_variant!(both_sides_are_judged_alike);
}

fn sums_are_kept<B: Bitboard>(rules: &'static Rules<B>) {
    let evaluator = Evaluator::new(rules);
    let mut random = SplitMix64::new(6);
    random_game(rules, &mut random, 150, |position| {
        let mut moves = Vec::new();
        movegen::legal_moves(position, &mut moves);
        let sums = evaluator.squares.sums(position);
        for mv in moves.into_iter().step_by(3) {
            let mut next = position.clone();
            let mut summing = Summing {
                table: &evaluator.squares,
                sums,
            };
            next.make(mv, &mut summing);
            assert_eq!(summing.sums, evaluator.squares.sums(&next), "{} {mv:?}", position.fen());
        }
    });
}

#[test]
fn sums_follow_moves() {
    for_each_variant!(sums_are_kept);
}

#[test]
fn advanced_free_pawns_and_active_royals_count() {
    let rules: &'static Rules<u64> = rules(Registry::builtin().get("chess").unwrap());
    let evaluator = Evaluator::new(rules);
    let score = |fen: &str| {
        let position = Position::from_fen(rules, fen).unwrap();
        evaluator.evaluate(&position, &evaluator.squares.sums(&position))
    };
    // A passed pawn near its goal, against the same pawn at home.
    assert!(score("4k3/8/P7/8/8/8/8/4K3 w - - 0 1") > score("4k3/8/8/8/8/8/P7/4K3 w - - 0 1") + 40);
    // In a pawn ending the king belongs in the middle; with all pieces it belongs behind its pawns.
    assert!(score("4k3/p7/8/8/3K4/8/P7/8 w - - 0 1") > score("4k3/p7/8/8/8/8/P7/K7 w - - 0 1"));
    let open = "rnbq1rk1/pppp1ppp/8/8/3KP3/8/PPPP1PPP/RNBQ1B1R w - - 0 1";
    let safe = "rnbq1rk1/pppp1ppp/8/8/4P3/8/PPPP1PPP/RNBQ1BKR w - - 0 1";
    assert!(score(safe) > score(open));
    // The lone king is worse off in the corner.
    let corner = score("k7/8/8/3K4/8/8/8/7Q w - - 0 1");
    assert!(corner > score("8/8/5k2/8/8/3K4/8/7Q w - - 0 1"));
}

/// The evaluation of a position of a built-in game, for the side to move.
fn judged<B: Bitboard>(name: &str, fen: &str) -> i32 {
    let rules: &'static Rules<B> = rules(Registry::builtin().get(name).unwrap());
    let evaluator = Evaluator::new(rules);
    let position = Position::from_fen(rules, fen).unwrap();
    evaluator.evaluate(&position, &evaluator.squares.sums(&position))
}

#[test]
fn what_a_river_bars_costs_value() {
    let registry = Registry::builtin();
    let value = |name: &str, letter: char| value_of(registry.get(name).unwrap(), letter).0;
    // A queen that never crosses, one that crosses by a diagonal, one that goes where it likes.
    assert!(value("isis", 'Q') + 150 < value("wey", 'Q') && value("wey", 'Q') + 150 < value("greatstour", 'Q'));
    // But it is worth more than a bishop, which crosses.
    assert!(value("isis", 'Q') > value("isis", 'B'));
    // A piece that rests is worth less than the same that need not.
    let mut tireless = registry.get("irwell-deans").unwrap().clone();
    tireless.rest_types = Default::default();
    assert!(value("irwell-deans", 'R') + 50 < value_of(&tireless, 'R').0);
    // A pawn that becomes a wazir is worth less than one.
    for name in ["isis", "wey", "avon-deans", "coblache"] {
        let (pawn, wazir) = (value(name, 'P'), value(name, 'W'));
        assert!(pawn > 40 && pawn + 20 < wazir && wazir < 250, "{name}: {pawn} {wazir}");
    }
}

#[test]
fn pawns_walk_towards_the_river() {
    // White's pawns on both banks, one step on.
    let before = judged::<u64>("wey", "7c/8/2P5/8/8/5P2/8/7C w - - 0 1");
    let after = judged::<u64>("wey", "7c/8/8/2P5/5P2/8/8/7C w - - 0 1");
    assert!(after > before, "{before} {after}");
}

fn table_tells_the_same<B: Bitboard>(rules: &'static Rules<B>) {
    let evaluator = Evaluator::new(rules);
    let mut table = PawnTable::default();
    for seed in 1..4 {
        random_game(rules, &mut SplitMix64::new(seed), 60, |position| {
            let sums = evaluator.squares.sums(position);
            let hidden = evaluator.network().map(|network| network.sums(position));
            let found = evaluator.evaluate_in(position, &sums, &mut table, hidden.as_ref());
            assert_eq!(found, evaluator.evaluate(position, &sums), "{}", position.fen());
        });
    }
}

#[test]
fn the_pawn_table_changes_nothing() {
    for_each_variant!(table_tells_the_same);
}

/// What is at stake for Black.
fn at_stake<B: Bitboard>(name: &str, fen: &str) -> i32 {
    let rules: &'static Rules<B> = rules(Registry::builtin().get(name).unwrap());
    stakes(&Position::from_fen(rules, fen).unwrap(), Side::Black).middle
}

#[test]
fn stakes_count() {
    // Each type short is worse than the one before.
    let armies = ["MBQRrbcm", "MBQRrbc1", "MBQRr1c1", "MBQRr3"];
    let fens = armies.map(|army| format!("mbqrRBCM/8/8/8/8/8/8/{army} w - - 0 1"));
    let scores = fens.map(|fen| at_stake::<u64>("wey", &fen));
    let steps: Vec<i32> = scores.windows(2).map(|pair| pair[0] - pair[1]).collect();
    assert!(scores[0] == 0 && 0 < steps[0] && steps[0] < steps[1] && steps[1] < steps[2]);
    // The last ruler of a bank, and none there.
    let rulers = |low: &str| at_stake::<u128>("greatstour", &format!("2E1e3ccc1/12/12/12/12/12/12/{low} w - - 0 1"));
    let [three, two, one, none] = ["1EEccc6", "1EEbcc6", "1EEbbc6", "1EEbbb6"].map(rulers);
    assert!(three == 0 && 0 > two && two > one && one > none, "{two} {one} {none}");
    // With a king a prince is a danger, without one it is not.
    let heirs = ["2c2qqq", "2k2qqq", "1ck2qqq"].map(|row| {
        let fen = format!("{row}/8/8/8/8/8/8/8/3qqq2/Q7 w - - 0 1 S - -");
        at_stake::<u128>("irwell-deans", &fen)
    });
    assert!(heirs[..2] == [0, 0] && heirs[2] < 0, "{heirs:?}");
    // To have a player of the enemy's out is worth more than a queen.
    let start = "mccmMQSM/dbbdABBY/ppppPPPP/8/8/8/8/PPPPpppp/DBBDabby/MCCMmqsm";
    let queenless = start.replacen('Q', "1", 1);
    let all = judged::<u128>("avon-deans", &format!("{start} w - - 0 1 S - -"));
    let one_out = judged::<u128>("avon-deans", &format!("{queenless} w - - 0 1 S n -"));
    assert!(one_out > all && all.abs() < 100, "{one_out} {all}");
}

#[test]
fn a_piece_without_a_royals_help_hardly_mates() {
    // Kings are apart for ever, and a queen guards its own bank only.
    let marshal = judged::<u64>("isis", "4k1/6/6/6/1K4/6/2Q3/M5 w - - 0 1");
    let two = judged::<u64>("isis", "4k1/6/6/6/1K4/6/2B3/M5 w - - 0 1");
    assert!(marshal < 500 && two > marshal + 300, "{marshal} {two}");
}
