//! The paths of a variant's pieces: their Betza, held to what the ground bars.

use super::{Variant, ground::Ground};
use crate::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        PieceType,
        paths::{Ends, Path, paths, paths_by_steps},
    },
};

/// All paths of a type of one side from a square, as its movement, the ground and its region allow; first moves only
/// where they may start. The predefined pawn's further steps are among them.
pub fn piece_paths(variant: &Variant, side: Side, kind: PieceType, from: Square) -> Vec<Path> {
    let (shape, ground) = (variant.shape, &variant.ground);
    let region = region(variant, side, kind);
    if !shape.on_board().has(from) || !region.has(from) {
        return Vec::new();
    }
    let piece = &variant.pieces[kind.index()];
    let facing = facing(ground, side, from);
    let mut found = if steps_are_barred(ground, kind) {
        paths_by_steps(&piece.movement, facing, from, shape, &|a, b| {
            may_step(ground, shape, kind, a, b)
        })
    } else {
        paths(&piece.movement, facing, from, shape)
    };
    let starts = variant.pawns.double_step_region[side.index()].has(from);
    found.retain(|p| !p.ends.intersects(Ends::INITIAL) || starts);
    if variant.pawns.double_step && piece.is_pawn {
        found.extend(pawn_steps(variant, side, facing, from));
    }
    found.retain(|p| region.has(p.to) && passes_gate(ground, from, p));
    found
}

/// The same from every square number, first moves left out: how the piece moves on most of its moves.
pub fn later_paths(variant: &Variant, side: Side, kind: PieceType) -> Vec<Vec<Path>> {
    let squares = (0..variant.shape.area()).map(|n| Square(n as u8));
    let later = |from| {
        let mut found = piece_paths(variant, side, kind, from);
        found.retain(|p| !p.ends.intersects(Ends::INITIAL));
        found
    };
    squares.map(later).collect()
}

/// Whether all pieces move on the board with its files reversed as they do on the board itself.
pub fn is_mirrored(variant: &Variant) -> bool {
    let shape = variant.shape;
    let turned = |square: Square| {
        let file = shape.files() as i32 - 1 - shape.file(square);
        shape.square(file, shape.rank(square))
    };
    let kinds = || (0..variant.pieces.len() as u8).map(PieceType);
    let same_ways = |side: Side, kind: PieceType, from: Square, other: Square| {
        let ways = |from: Square| {
            piece_paths(variant, side, kind, from)
                .into_iter()
                .map(|p| (p.to, p.ends))
        };
        let mut reversed: Vec<_> = ways(from).map(|(to, ends)| (turned(to), ends.0)).collect();
        let mut found: Vec<_> = ways(other).map(|(to, ends)| (Some(to), ends.0)).collect();
        reversed.sort();
        found.sort();
        reversed == found
    };
    shape.on_board().squares().all(|from| {
        turned(from).is_some_and(|other| {
            Side::BOTH
                .into_iter()
                .all(|side| kinds().all(|kind| same_ways(side, kind, from, other)))
        })
    })
}

/// The squares that a type may stand on.
fn region(variant: &Variant, side: Side, kind: PieceType) -> U256 {
    let mut regions = variant.mobility_regions.iter();
    let own = regions.find(|(limited, _)| *limited == kind);
    own.map_or(!U256::EMPTY, |(_, regions)| regions[side.index()])
}

/// The side whose forward a piece on `from` has.
pub fn facing(ground: &Ground, side: Side, from: Square) -> Side {
    match ground.up {
        Some(up) if up.has(from) => Side::White,
        Some(_) => Side::Black,
        None => side,
    }
}

fn steps_are_barred(ground: &Ground, kind: PieceType) -> bool {
    ground.solid_block_types.has(kind) || ground.crossing.types.has(kind) || ground.barred.types.has(kind)
}

/// Whether the ground lets a type make a single step or leap.
fn may_step(ground: &Ground, shape: Shape, kind: PieceType, from: Square, to: Square) -> bool {
    let solid = !ground.solid_block_types.has(kind) || is_solid(shape, from, to);
    let barred = ground.barred.types.has(kind) && ground.barred.steps.contains(&(from, to));
    let crosses = ground.crossing.types.has(kind) && ground.crosses(from, to);
    solid && !barred && (!crosses || ground.crossing.steps.contains(&(from, to)))
}

/// Whether all squares exist of the block that a diagonal step or a knight's leap spans; other steps span none.
fn is_solid(shape: Shape, from: Square, to: Square) -> bool {
    let (file, rank) = (shape.file(from), shape.rank(from));
    let (other_file, other_rank) = (shape.file(to), shape.rank(to));
    let span = [(other_file - file).abs(), (other_rank - rank).abs()];
    if !matches!(span, [1, 1] | [1, 2] | [2, 1]) {
        return true;
    }
    let files = file.min(other_file)..=file.max(other_file);
    let ranks = rank.min(other_rank)..=rank.max(other_rank);
    let mut block = files.flat_map(|f| ranks.clone().map(move |r| (f, r)));
    block.all(|(f, r)| shape.square(f, r).is_some())
}

/// Whether a path that crosses the gate's line uses a square of the gate on each side of it.
fn passes_gate(ground: &Ground, from: Square, path: &Path) -> bool {
    let Some(gate) = &ground.gate else { return true };
    if gate.side.has(from) == gate.side.has(path.to) {
        return true;
    }
    let passed = path.empty | path.occupied | path.friends | path.enemies;
    let used = (passed | U256::of(from) | U256::of(path.to)) & gate.squares;
    (used & gate.side).any() && (used & !gate.side).any()
}

/// The predefined pawn's double and triple steps.
fn pawn_steps(variant: &Variant, side: Side, facing: Side, from: Square) -> Vec<Path> {
    let shape = variant.shape;
    let forward = if facing == Side::White { 1 } else { -1 };
    let at = |steps: i32| shape.square(shape.file(from), shape.rank(from) + steps * forward);
    let regions = [
        (2, variant.pawns.double_step_region[side.index()]),
        (3, variant.pawns.triple_step_region[side.index()]),
    ];
    let mut out = Vec::new();
    for (steps, region) in regions {
        let way: Option<Vec<Square>> = (1..=steps).map(at).collect();
        if let Some(way) = way.filter(|_| region.has(from)) {
            let (to, passed) = (way[way.len() - 1], &way[..way.len() - 1]);
            out.push(Path {
                to,
                empty: passed.iter().fold(U256::EMPTY, |set, &s| set | U256::of(s)),
                occupied: U256::EMPTY,
                friends: U256::EMPTY,
                enemies: U256::EMPTY,
                ends: Ends::QUIET | Ends::INITIAL,
                atom: u16::MAX,
            });
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::variant::Registry;

    #[test]
    fn mirrored_games_are_known() {
        let mut registry = Registry::builtin();
        let text = "[skew:chess]\ncustomPiece1 = n:frNbhN\n[gap:chess]\nstartFen = rnbqkbnr/pppppppp/8/8/8/*7/PPPPPPPP/RNBQKBNR w - - 0 1\n";
        assert!(
            registry
                .load_text("test", text)
                .iter()
                .all(|d| d.severity != crate::variant::Severity::Error)
        );
        let mirrored = |name: &str| is_mirrored(registry.get(name).expect("a game of this name"));
        for name in ["chess", "capablanca", "royalbishop"] {
            assert!(mirrored(name), "{name}");
        }
        assert!(!mirrored("skew") && !mirrored("gap"));
    }
}
