//! Random openings are even, new, and the same in every run.

#![allow(clippy::unwrap_used, reason = "a test's helpers may fail the test")]

use aanca::{
    engine::{Engine, Request, SetUp, Value},
    tools::{
        arena::consider,
        tournament::{Balance, Opening, OpeningPlan, Openings, Source},
    },
};
use std::collections::BTreeSet;

fn engine(variant: &str) -> Engine {
    let mut engine = Engine::new().unwrap();
    engine.set_variant(variant).unwrap();
    engine
}

fn plan(random_plies: usize, balance: &str, seed: u64) -> OpeningPlan {
    OpeningPlan {
        source: Source::Position,
        random_plies,
        balance: balance.parse().unwrap(),
        plies: usize::MAX,
        in_order: true,
        seed,
    }
}

fn openings(variant: &str, plan: OpeningPlan, count: usize) -> Vec<Opening> {
    let openings = Openings::prepare(plan, &engine(variant)).unwrap();
    (0..count).map(|number| openings.get(number).unwrap()).collect()
}

/// The position after an opening.
fn after(opening: &Opening, engine: &mut Engine) -> String {
    let (fen, moves) = (Some(opening.fen.clone()), opening.moves.clone());
    engine.set_up(&SetUp { fen, moves }).unwrap();
    engine.session().fen()
}

/// What a new engine thinks of the position after an opening, in centipawns.
fn value(variant: &str, opening: &Opening) -> i32 {
    let mut engine = engine(variant);
    engine.set_option("Hash", "1").unwrap();
    after(opening, &mut engine);
    let request = Request {
        nodes: Some(3000),
        ..Request::default()
    };
    match consider(&mut engine, &request, |_| ()).unwrap().1.value {
        Value::Centipawns(value) => value,
        Value::Mate(moves) => 100_000 * moves.signum(),
    }
}

#[test]
fn random_openings_are_as_even_as_asked_for() {
    for variant in ["chess", "capablanca"] {
        let largest = |openings: &[Opening]| openings.iter().map(|o| value(variant, o).abs()).max().unwrap();
        let any = openings(variant, plan(8, "off", 1), 16);
        assert!(largest(&any) > 90, "{}", largest(&any));
        let even = openings(variant, plan(8, "90", 1), 16);
        assert!(largest(&even) <= 90, "{}", largest(&even));
        assert_ne!(even, any);
        let narrow = openings(variant, plan(8, "30", 1), 16);
        assert!(largest(&narrow) <= 30, "{}", largest(&narrow));
        assert_ne!(narrow, even);
        assert_eq!(openings(variant, plan(8, "90", 1), 16), even);
        assert_ne!(openings(variant, plan(8, "90", 2), 16), even);
    }
}

#[test]
fn openings_can_be_taken_in_any_order() {
    let in_order = openings("chess", plan(6, "90", 5), 6);
    let backwards = Openings::prepare(plan(6, "90", 5), &engine("chess")).unwrap();
    for number in (0..6).rev() {
        assert_eq!(backwards.get(number).unwrap(), in_order[number]);
    }
}

#[test]
fn openings_do_not_repeat_before_they_must() {
    let different = |variant: &str, plan: OpeningPlan, count: usize| {
        let mut board = engine(variant);
        let openings = openings(variant, plan, count);
        // Without the counters, which a transposition may change.
        let place = |fen: String| fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
        let positions: BTreeSet<String> = openings.iter().map(|o| place(after(o, &mut board))).collect();
        positions.len()
    };
    // Chess has 20 first moves, and 400 positions after two of them.
    assert_eq!(different("chess", plan(1, "off", 1), 20), 20);
    assert_eq!(different("chess", plan(2, "off", 1), 200), 200);
    assert_eq!(different("chess", plan(8, "off", 1), 300), 300);
    let numbered = OpeningPlan {
        source: Source::Numbers(None),
        ..plan(0, "off", 1)
    };
    assert_eq!(different("fischerandom", numbered, 300), 300);
    // Each of the positions that there are is the opening equally often.
    let all = openings("chess", plan(1, "off", 1), 60);
    let first = &all[0];
    assert_eq!(all.iter().filter(|opening| opening.moves == first.moves).count(), 3);
}

#[test]
fn the_most_even_opening_is_taken_where_none_is_even() {
    // White is a queen ahead whatever is played.
    let fen = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
    let mut unfair = engine("chess");
    let start = SetUp {
        fen: Some(fen.to_string()),
        moves: Vec::new(),
    };
    unfair.set_up(&start).unwrap();
    let first = |balance: &str| {
        let openings = Openings::prepare(plan(6, balance, 3), &unfair).unwrap();
        openings.get(0).unwrap()
    };
    let (any, best) = (value("chess", &first("off")), value("chess", &first("90")));
    assert!(best.abs() > 90 && best.abs() < any.abs(), "{best} and {any}");
}

#[test]
fn bounds_are_read_and_written() {
    for (text, within, written) in [("90", Some(90), "90"), ("0", None, "off"), ("off", None, "off")] {
        let balance: Balance = text.parse().unwrap();
        assert_eq!((balance.within(), balance.to_string().as_str()), (within, written));
    }
    for text in ["", "-5", "x", "1.5", "on"] {
        assert!(text.parse::<Balance>().unwrap_err().contains("centipawns"), "{text}");
    }
}
