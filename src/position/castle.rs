//! Castling rights as data: who castles with whom, where they land, and what must be empty or safe for it.

use super::Position;
use crate::{
    board::{Bitboard, Side, Square},
    pieces::Piece,
    variant::{ground::PairCastling, rules::Rules},
};
use arrayvec::ArrayVec;

/// One way to castle with a partner.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CastleOption<B> {
    /// Where the king lands.
    pub king_to: Square,
    /// Where the partner lands.
    pub partner_to: Square,
    /// Squares that must be empty, king and partner aside.
    pub empty: B,
    /// Squares that must not be attacked: where the king stands, passes and lands.
    pub safe: B,
}

/// The right of one king to castle with one partner.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CastleRight<B> {
    /// Whose right it is.
    pub side: Side,
    /// Where the king stands.
    pub king: Square,
    /// Where the partner stands.
    pub partner: Square,
    /// The ways to castle, those with the shortest king's step first.
    pub options: ArrayVec<CastleOption<B>, 16>,
    /// The letter that the rules give the right, where they name the two pieces and their squares.
    pub letter: Option<char>,
    /// The hash key of the right.
    pub key: u64,
}

impl<B: Bitboard> CastleRight<B> {
    /// The right for this king and partner (on one rank), with the king's destinations that the rules allow.
    pub fn new(rules: &Rules<B>, side: Side, king: Square, partner: Square) -> CastleRight<B> {
        let shape = rules.shape;
        let castling = &rules.castling;
        let (rank, from, other) = (shape.rank(king), shape.file(king), shape.file(partner));
        let towards = if other > from { 1 } else { -1 };
        let files: Vec<i32> = if castling.flexible {
            (2..(other - from).abs()).map(|steps| from + steps * towards).collect()
        } else {
            let files = if towards > 0 {
                &castling.king_side_files
            } else {
                &castling.queen_side_files
            };
            files.iter().map(|&file| file as i32).collect()
        };
        let span = |a: i32, b: i32| {
            let files = a.min(b)..=a.max(b);
            files
                .filter_map(|file| shape.square(file, rank))
                .fold(B::EMPTY, |set, s| set | B::of(s))
        };
        let men = B::of(king) | B::of(partner);
        let option = |file: i32| {
            let king_to = shape.square(file, rank)?;
            let partner_to = shape.square(file - towards, rank)?;
            // Holes between the squares would let pieces pass over nothing.
            let whole = |a: i32, b: i32| span(a, b).count() as i32 == (a - b).abs() + 1;
            let open = whole(from, other) && whole(from, file) && whole(other, file - towards);
            open.then(|| CastleOption {
                king_to,
                partner_to,
                empty: (span(from, other) | span(from, file) | span(other, file - towards)) & !men,
                safe: span(from, file),
            })
        };
        let mut options: Vec<_> = files.into_iter().filter_map(option).collect();
        options.sort_by_key(|o| (shape.file(o.king_to) - from).abs());
        CastleRight {
            side,
            king,
            partner,
            options: options.into_iter().take(16).collect(),
            letter: None,
            key: rules.keys.right(partner),
        }
    }

    /// The right of two pieces that the rules name: number `index` of the variant's pairs.
    pub fn pair(rules: &Rules<B>, index: usize, pair: &PairCastling) -> CastleRight<B> {
        let shape = rules.shape;
        let [(king, king_to), (partner, partner_to)] = pair.moves;
        let (file, rank) = (shape.file(king), shape.rank(king));
        let (x, y) = (shape.file(partner) - file, shape.rank(partner) - rank);
        let straight = x == 0 || y == 0 || x.abs() == y.abs();
        let steps = if straight { x.abs().max(y.abs()) } else { 1 };
        let between = (1..steps).filter_map(|n| shape.square(file + n * x.signum(), rank + n * y.signum()));
        let arrivals = B::of(king_to) | B::of(partner_to);
        let empty = between.fold(arrivals, |set, s| set | B::of(s));
        let option = CastleOption {
            king_to,
            partner_to,
            empty: empty & !B::of(king) & !B::of(partner),
            safe: B::EMPTY,
        };
        CastleRight {
            side: if pair.letter.is_uppercase() {
                Side::White
            } else {
                Side::Black
            },
            king,
            partner,
            options: [option].into_iter().collect(),
            letter: Some(pair.letter),
            // Two rights may have the same partner.
            key: rules.keys.right(Square(index as u8)).rotate_left(32),
        }
    }

    /// Whether the partner stands on the side of the last file.
    pub fn is_king_side(&self) -> bool {
        self.partner > self.king
    }
}

impl<B: Bitboard> Position<B> {
    /// The squares on the king's rank on which partners stand: the candidates for a right, first file first.
    pub(super) fn castling_partners(&self, side: Side, king: Square) -> Vec<Square> {
        let shape = self.rules.shape;
        let partners = self.rules.castling.partners[side.index()];
        let candidate = |&s: &Square| {
            let piece = self.piece_on(s);
            s != king && piece.is_some() && piece.side() == side && partners.has(piece.kind())
        };
        shape.rank_set(shape.rank(king)).squares().filter(candidate).collect()
    }

    /// Where this side's castling king stands, if it is on its castling rank.
    pub(super) fn castling_king(&self, side: Side) -> Option<Square> {
        let castling = &self.rules.castling;
        let shape = self.rules.shape;
        let kind = castling.king[side.index()]?;
        let rank = match side {
            Side::White => castling.rank as i32,
            Side::Black => shape.ranks() as i32 - 1 - castling.rank as i32,
        };
        let mut kings = shape
            .rank_set(rank)
            .squares()
            .filter(|&s| self.piece_on(s) == Piece::new(side, kind));
        match castling.king_file {
            Some(file) if self.pieces(side, kind).many() => kings.find(|&s| shape.file(s) == file as i32),
            _ => kings.next(),
        }
    }
}
