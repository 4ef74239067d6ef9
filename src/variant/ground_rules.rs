//! Compiles the rules of the ground and of the players' seats.

use super::{
    Variant,
    ground::Coronation,
    rules::{Crowning, GroundRules, SeatRules},
    start::start_pieces,
};
use crate::{
    board::{Bitboard, Shape, Side, SplitMix64, Square, SquareMap},
    pieces::{PieceSet, PieceType},
};
use arrayvec::ArrayVec;

/// The numbers that [`crate::position::Seating`] can have.
const SEATINGS: usize = 1 << 10;

/// What moves owe the ground and the players' seats; `None` if nothing. What the paths themselves say is not in it.
pub(super) fn ground_rules<B: Bitboard>(variant: &Variant) -> Option<GroundRules<B>> {
    let ground = &variant.ground;
    let shape = variant.shape;
    let mut banks: ArrayVec<B, 17> = ground.banks.iter().take(16).map(|&bank| B::narrow(bank)).collect();
    let rest = banks
        .iter()
        .fold(B::narrow(shape.on_board()), |rest, &bank| rest & !bank);
    if rest.any() {
        banks.push(rest);
    }
    let seats = variant.seats.as_ref().map(|seats| {
        let mut random = SplitMix64::new(0x5EA7);
        SeatRules {
            letters: seats.list.iter().map(|seat| seat.letter).collect(),
            banks: seats.list.iter().map(|seat| banks[seat.bank]).collect(),
            drop_out: seats.drop_out.clone(),
            keys: (0..SEATINGS).map(|_| random.next()).collect(),
        }
    });
    let opposite_capture_types = match ground.up {
        Some(_) => ground.opposite_capture_types,
        None => PieceSet::EMPTY,
    };
    let any = seats.is_some()
        || variant.coronation.is_some()
        || ground.presence.is_some()
        || [opposite_capture_types, ground.rival_types, variant.rest_types]
            .iter()
            .any(|&types| types != PieceSet::EMPTY);
    any.then(|| GroundRules {
        banks,
        opposite_capture_types,
        up: ground.up.map_or(B::EMPTY, B::narrow),
        rival_types: ground.rival_types,
        presence: ground.presence,
        seats,
        rest_types: variant.rest_types,
        coronation: variant.coronation.map(|rule| crowning(rule, shape)),
    })
}

/// Opposite directions on a diagonal, and at each edge the two that lead inwards.
fn crowning<B: Bitboard>(rule: Coronation, shape: Shape) -> Crowning<B> {
    const DIRECTIONS: [(i32, i32); 4] = [(1, 1), (-1, 1), (-1, -1), (1, -1)];
    let squares = || (0..shape.area()).map(|n| Square(n as u8));
    let ray = |from: Square, (x, y): (i32, i32)| {
        let at = |n: i32| shape.square(shape.file(from) + n * x, shape.rank(from) + n * y);
        (1..16).map_while(at).collect::<Vec<Square>>()
    };
    let pairs = |square: Square| {
        let (file, rank) = (shape.file(square), shape.rank(square));
        let edge = |at: i32, length: u8| at == 0 || at == length as i32 - 1;
        let (side_edge, end_edge) = (edge(file, shape.files()), edge(rank, shape.ranks()));
        let mut pairs = vec![(0, 2), (1, 3)];
        if side_edge && end_edge {
            // In a corner no two directions lead inwards.
        } else if side_edge || end_edge {
            let inward = |&(x, y): &(i32, i32)| shape.square(file + x, rank + y).is_some();
            let inner: Vec<usize> = (0..4).filter(|&i| inward(&DIRECTIONS[i])).collect();
            if let [a, b] = inner[..] {
                pairs.push((a, b));
            }
        }
        pairs
    };
    let rays: Vec<[Vec<Square>; 4]> = squares().map(|from| DIRECTIONS.map(|d| ray(from, d))).collect();
    let mut reach = SquareMap::filled(B::EMPTY);
    for from in squares() {
        let seen = rays[from.index()].iter().flatten();
        reach[from] = seen.fold(B::EMPTY, |set, &s| set | B::of(s));
    }
    Crowning {
        rule,
        reach,
        rays,
        pairs: squares().map(pairs).collect(),
    }
}

/// Per side: how many of each type of the set it has at the start.
pub(super) fn loss_set(variant: &Variant) -> [ArrayVec<(PieceType, u32), 16>; 2] {
    Side::BOTH.map(|side| {
        let count = |kind: PieceType| {
            let piece = &variant.pieces[kind.index()];
            let is = |letter: char| letter == piece.letter || piece.aliases.contains(&letter);
            start_pieces(&variant.start_fen)
                .filter(|&(owner, letter)| owner == side && is(letter))
                .count() as u32
        };
        let kinds = variant.endings.loss_set.iter().take(16);
        kinds.map(|kind| (kind, count(kind))).collect()
    })
}
