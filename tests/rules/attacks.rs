//! Attack tables against walked paths, for every piece of every built-in variant, on every width that holds its
//! board, and the back ends against each other.

use super::ways::ways;
use aanca::{
    board::{Bitboard, Side, SplitMix64, Square, U256},
    pieces::{
        blocks::{Blocks, Reach},
        lines::Lines,
        paths::{Ends, Path},
        walk::walk,
    },
    variant::{Registry, Variant, compile::compile},
};
use std::{collections::HashSet, sync::Arc};

const OCCUPANCIES: usize = 32;

/// Random friends and enemies, from nearly empty boards to nearly full ones.
fn occupancies(random: &mut SplitMix64, from: Square) -> Vec<(U256, U256)> {
    let mut word = || U256([random.next(), random.next(), random.next(), random.next()]);
    let mut out = Vec::new();
    for n in 0..OCCUPANCIES {
        let occupied = match n % 4 {
            0 => word() & word() & word(),
            1 => word() & word(),
            2 => word(),
            _ => word() | word(),
        };
        let friends = occupied & word() | U256::of(from);
        out.push((friends, occupied & !friends));
    }
    out
}

fn is_double(path: &Path) -> bool {
    path.ends == Ends::QUIET | Ends::INITIAL && path.empty.any()
}

fn check_width<B: Bitboard>(variant: &Variant) {
    let rules = compile::<B>(Arc::new(variant.clone()));
    let mut random = SplitMix64::new(3);
    let board = variant.shape.on_board();
    for side in Side::BOTH {
        for (kind, mover) in rules.movers[side.index()].iter().enumerate() {
            for from in board.squares() {
                let all = ways(variant, side, kind, from);
                let plain: Vec<Path> = all.iter().filter(|p| !is_double(p)).copied().collect();
                let mut doubles: Vec<(Square, U256)> =
                    all.iter().filter(|p| is_double(p)).map(|p| (p.to, p.empty)).collect();
                let compiled = mover.doubles[from.index()].iter();
                let mut compiled: Vec<(Square, U256)> = compiled.map(|d| (d.to, d.passed.widen())).collect();
                doubles.sort_by_key(|d| d.0);
                compiled.sort_by_key(|d| d.0);
                assert_eq!(compiled, doubles, "{} {kind} {from:?}", variant.name);
                for (friends, enemies) in occupancies(&mut random, from) {
                    let (friends, enemies) = (friends & board, enemies & board);
                    let (occupied, own) = (B::narrow(friends | enemies), B::narrow(friends));
                    let by_table = [
                        (Ends::QUIET, Some(&mover.quiet)),
                        (Ends::CAPTURE, Some(&mover.capture)),
                        (Ends::FRIEND, mover.friendly.as_ref()),
                        (Ends::EN_PASSANT, mover.en_passant.as_ref()),
                    ];
                    for (ends, targets) in by_table {
                        let found = targets.map_or(U256::EMPTY, |t| t.from(from, occupied, own).widen());
                        let expected = walk(&plain, ends, friends, enemies);
                        assert!(found == expected, "{} {kind} {from:?} {ends:?}", variant.name);
                    }
                }
            }
        }
    }
}

#[test]
fn tables_agree_with_walking() {
    let mut registry = Registry::builtin();
    assert_eq!(registry.load_text("exotic.ini", include_str!("../data/exotic.ini")), []);
    for variant in registry.variants() {
        let area = variant.shape.area();
        if area <= 64 {
            check_width::<u64>(variant);
        }
        // All pieces of a game on every width would only repeat that of other games on larger boards.
        if (65..=128).contains(&area) || variant.name == "chess" || variant.name == "royalbishop" {
            check_width::<u128>(variant);
        }
        if area > 128 || ["chess", "royalbishop", "schoolbook"].contains(&variant.name.as_str()) {
            check_width::<U256>(variant);
        }
    }
}

/// The reaches of one atom of a movement from every square, without those that ask whose a piece is.
fn reaches<B: Bitboard>(variant: &Variant, side: Side, kind: usize, atom: u16) -> Option<Vec<Vec<Reach<B>>>> {
    let squares = (0..variant.shape.area()).map(|n| Square(n as u8));
    squares
        .map(|from| {
            let all = ways(variant, side, kind, from);
            let atom = all
                .iter()
                .filter(|p| p.atom == atom && p.ends.intersects(Ends::CAPTURE));
            atom.map(|p| {
                (p.friends | p.enemies).is_empty().then(|| Reach {
                    to: p.to,
                    empty: B::narrow(p.empty),
                    occupied: B::narrow(p.occupied),
                })
            })
            .collect()
        })
        .collect()
}

/// How many movements each of the three back ends compiled.
fn compare_back_ends<B: Bitboard>(variant: &Variant, seen: &mut HashSet<String>) -> [usize; 3] {
    let mut compiled = [0; 3];
    let mut random = SplitMix64::new(11);
    for (kind, piece) in variant.pieces.iter().enumerate() {
        if !seen.insert(format!("{} {} {:?}", piece.movement, variant.shape.area(), B::WORDS)) {
            continue;
        }
        for atom in 0..piece.movement.atoms().len() as u16 {
            let Some(reaches) = reaches::<B>(variant, Side::White, kind, atom) else {
                continue;
            };
            let pext = Blocks::<B, true>::compile(&reaches, 8, 1 << 20);
            let magic = Blocks::<B, false>::compile(&reaches, 8, 1 << 20);
            let lines = Lines::compile(&reaches);
            compiled[0] += pext.is_some() as usize;
            compiled[1] += magic.is_some() as usize;
            compiled[2] += lines.is_some() as usize;
            for from in variant.shape.on_board().squares() {
                for (friends, enemies) in occupancies(&mut random, from) {
                    let occupied = B::narrow((friends | enemies) & variant.shape.on_board());
                    let open = reaches[from.index()].iter().filter(|r| r.is_open(occupied));
                    let expected = open.fold(B::EMPTY, |set, r| set | B::of(r.to));
                    let answers = [
                        pext.as_ref().map(|t| t.attacks(from, occupied)),
                        magic.as_ref().map(|t| t.attacks(from, occupied)),
                        lines.as_ref().map(|t| t.attacks(from, occupied)),
                    ];
                    for (back_end, answer) in answers.into_iter().enumerate() {
                        let agrees = answer.is_none_or(|a| a == expected);
                        assert!(agrees, "{} {} {from:?} back end {back_end}", variant.name, piece.name);
                    }
                }
            }
        }
    }
    compiled
}

#[test]
fn back_ends_agree() {
    let registry = Registry::builtin();
    let mut seen = HashSet::new();
    let mut total = [0; 3];
    for name in ["chess", "royalbishop", "schoolbook"] {
        let variant = registry.get(name).unwrap();
        let mut counts = vec![
            compare_back_ends::<u128>(variant, &mut seen),
            compare_back_ends::<U256>(variant, &mut seen),
        ];
        if variant.shape.area() <= 64 {
            counts.push(compare_back_ends::<u64>(variant, &mut seen));
        }
        for count in counts {
            (0..3).for_each(|i| total[i] += count[i]);
        }
    }
    // Each back end was really asked: rooks, bishops and the aanca are lines and blocks.
    assert!(total.iter().all(|&n| n >= 8), "{total:?}");
}
