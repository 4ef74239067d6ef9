//! Material draws against an exhaustive search for positions of checkmate, written on walked paths.

use super::ways::ways;
use aanca::{
    board::{Bitboard, Side, Square, U256},
    game::{Outcome, Reason, material::Material, outcome},
    pieces::{
        PieceType,
        paths::{Ends, Path},
        walk::walk,
    },
    position::Position,
    variant::{Registry, Variant, compile::compile, rules::Rules},
};
use std::{sync::Arc, time::Instant};

fn rules<B: Bitboard>(variant: &Variant) -> &'static Rules<B> {
    Box::leak(Box::new(compile(Arc::new(variant.clone()))))
}

fn is_insufficient<B: Bitboard>(rules: &'static Rules<B>, fen: &str) -> bool {
    let position = Position::from_fen(rules, fen).unwrap();
    let claim = Material::of(rules).is_insufficient(&position);
    if claim {
        assert_eq!(
            outcome(&position),
            Some(Outcome::Draw(Reason::InsufficientMaterial)),
            "{fen}"
        );
    }
    claim
}

fn check<B: Bitboard>(name: &str, cases: &[(&str, bool)]) {
    let rules = rules::<B>(Registry::builtin().get(name).unwrap());
    for &(fen, expected) in cases {
        assert_eq!(is_insufficient(rules, fen), expected, "{name} {fen}");
    }
}

#[test]
fn chess_pieces_that_cannot_mate() {
    check::<u64>(
        "chess",
        &[
            ("8/8/4k3/8/8/3K4/8/8 w - - 0 1", true),
            ("8/8/4k3/8/8/3K4/8/1N6 w - - 0 1", true),
            ("8/8/4k3/8/8/3K4/8/1b6 w - - 0 1", true),
            // Bishops of one colour, of one side or both.
            ("8/8/4k3/8/8/3K4/8/b1B5 w - - 0 1", true),
            ("8/8/4k3/8/8/3K4/8/B1B1B3 w - - 0 1", true),
            // A helpmate exists in each of these.
            ("8/8/4k3/8/8/3K4/8/bB6 w - - 0 1", false),
            ("8/8/4k3/8/8/3K4/8/NN6 w - - 0 1", false),
            ("8/8/4k3/8/8/3K4/8/Nn6 w - - 0 1", false),
            ("8/8/4k3/8/8/3K4/8/Bn6 w - - 0 1", false),
            ("8/8/4k3/8/8/3K4/7P/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3K4/7R/8 w - - 0 1", false),
            ("8/8/4k3/8/8/3K4/7q/8 w - - 0 1", false),
        ],
    );
}

#[test]
fn pieces_of_other_games() {
    check::<u128>(
        "capablanca",
        &[
            ("10/10/5k4/10/10/3K6/10/10 w - - 0 1", true),
            ("10/10/5k4/10/10/3K6/10/1A8 w - - 0 1", false),
            ("10/10/5k4/10/10/3K6/10/c9 w - - 0 1", false),
            ("10/10/5k4/10/10/3K6/10/n9 w - - 0 1", true),
            ("10/10/5k4/10/10/3K6/10/b1B7 w - - 0 1", true),
        ],
    );
    check::<u64>(
        "royalbishop",
        &[
            ("8/8/4k3/8/8/8/8/1K6 w - - 0 1", true),
            ("8/8/4k3/8/8/8/A7/1K6 w - - 0 1", false),
        ],
    );
}

/// The paths of each square, by type: royal and piece.
type Ways = Vec<Vec<Path>>;

fn all_ways(variant: &Variant, side: Side, kind: PieceType) -> Ways {
    let squares = 0..variant.shape.area();
    squares
        .map(|n| ways(variant, side, kind.index(), Square(n as u8)))
        .collect()
}

/// Whether any placement of White's royal and one white piece against Black's bare royal is checkmate.
fn mate_exists(variant: &Variant, royal: PieceType, piece: PieceType) -> bool {
    let white = all_ways(variant, Side::White, royal);
    let black = all_ways(variant, Side::Black, royal);
    let third = all_ways(variant, Side::White, piece);
    let attacked = |target: Square, king: Square, man: Option<Square>, black_men: U256| {
        let friends = U256::of(king) | man.map_or(U256::EMPTY, U256::of);
        walk(&white[king.index()], Ends::CAPTURE, friends, black_men).has(target)
            || man.is_some_and(|m| walk(&third[m.index()], Ends::CAPTURE, friends, black_men).has(target))
    };
    // Royals attack each other or not at all: a check comes from the third piece, over one of its paths.
    let may_check = |man: Square, bare: Square| third[man.index()].iter().any(|p| p.to == bare);
    let board = variant.shape.on_board();
    for bare in board.squares() {
        for king in board.squares().filter(|&s| s != bare) {
            let men = board.squares().filter(|&s| s != bare && s != king);
            for man in men.filter(|&s| may_check(s, bare)) {
                let men = U256::of(king) | U256::of(man);
                let here = U256::of(bare);
                let takes = walk(&black[bare.index()], Ends::CAPTURE, here, men) & men;
                if takes.has(king) || !attacked(bare, king, Some(man), here) {
                    continue;
                }
                let steps = walk(&black[bare.index()], Ends::QUIET, here, men) & !men;
                let escapes = (steps | takes)
                    .squares()
                    .any(|to| !attacked(to, king, Some(man).filter(|&m| m != to), U256::of(to)));
                if !escapes {
                    return true;
                }
            }
        }
    }
    false
}

fn compare<B: Bitboard>(variant: &Variant) {
    let Some(royal) = variant.royal else { return };
    let rules = rules::<B>(variant);
    let start = Instant::now();
    let material = Material::of(rules);
    println!("{}: {:?}", variant.name, start.elapsed());
    let letter = |kind: PieceType| variant.pieces[kind.index()].letter;
    for kind in (0..variant.pieces.len()).map(|n| PieceType(n as u8)) {
        if kind == royal || variant.promotions.iter().any(|p| p.kind == kind) {
            continue;
        }
        // The royals in two corners that do not attack each other, the piece on some square between.
        let (files, ranks) = (variant.shape.files() as usize, variant.shape.ranks() as usize);
        let mut rows = vec![files.to_string(); ranks];
        rows[0] = format!("{}{}", letter(royal).to_ascii_lowercase(), files - 1);
        rows[ranks - 1] = format!("{}{}", letter(royal), files - 1);
        rows[ranks / 2] = format!("{}{}{}", 1, letter(kind), files - 2);
        for side in ["w", "b"] {
            let fen = format!("{} {side} - - 0 1", rows.join("/"));
            let Ok(position) = Position::from_fen(rules, &fen) else {
                continue;
            };
            let exists = mate_exists(variant, royal, kind);
            assert_eq!(material.is_insufficient(&position), !exists, "{} {fen}", variant.name);
        }
    }
}

#[test]
fn single_pieces_agree_with_an_exhaustive_search() {
    let registry = Registry::builtin();
    for name in ["chess", "royalbishop", "schoolbook"] {
        let variant = registry.get(name).unwrap();
        if variant.shape.area() <= 64 {
            compare::<u64>(variant);
        } else {
            compare::<u128>(variant);
        }
    }
}
