//! The paths of a piece by the rules of a variant, put together without the engine's compiler.

use aanca::{
    board::{Bitboard, Side, Square, U256},
    pieces::{
        PieceType,
        paths::{Ends, Path, paths},
    },
    variant::Variant,
};

/// All paths of a type from a square: its movement's, and the longer steps of the predefined pawn.
pub fn ways(variant: &Variant, side: Side, kind: usize, from: Square) -> Vec<Path> {
    let shape = variant.shape;
    if shape.holes().has(from) {
        return Vec::new();
    }
    let i = side.index();
    let piece = &variant.pieces[kind];
    let mut all = paths(&piece.movement, side, from, shape);
    all.retain(|p| !p.ends.intersects(Ends::INITIAL) || variant.pawns.double_step_region[i].has(from));
    if piece.is_pawn && variant.pawns.double_step {
        let up = if side == Side::White { 1 } else { -1 };
        let at = |n: i32| shape.square(shape.file(from), shape.rank(from) + n * up);
        let mut add = |steps: i32| {
            let passed: Option<U256> = (1..steps).try_fold(U256::EMPTY, |set, n| Some(set | U256::of(at(n)?)));
            if let (Some(empty), Some(to)) = (passed, at(steps)) {
                all.push(Path {
                    to,
                    empty,
                    occupied: U256::EMPTY,
                    friends: U256::EMPTY,
                    enemies: U256::EMPTY,
                    ends: Ends::QUIET | Ends::INITIAL,
                    atom: 0,
                });
            }
        };
        if variant.pawns.double_step_region[i].has(from) {
            add(2);
        }
        if variant.pawns.triple_step_region[i].has(from) {
            add(3);
        }
    }
    if let Some((_, region)) = variant
        .mobility_regions
        .iter()
        .find(|(k, _)| *k == PieceType(kind as u8))
    {
        all.retain(|p| region[i].has(p.to));
    }
    all
}
