//! A slow, obvious reading of the rules: every piece's paths are walked one by one, every move is made on a copy of
//! the board, and a royal is attacked if some enemy's path ends on it. It uses no table of the engine.

use crate::ways::ways;
use aanca::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        Piece,
        paths::{Ends, Path},
        walk::walk,
    },
    position::{Move, MoveKind, Position},
    variant::Variant,
};

/// A move as the rules tell it: what goes where, and what else happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Told {
    pub from: u8,
    pub to: u8,
    pub promotes_to: Option<u8>,
    pub double: bool,
    pub en_passant: bool,
    /// The castling partner's square.
    pub partner: Option<u8>,
}

/// What the engine's move says, in the same words.
pub fn tell<B: Bitboard>(position: &Position<B>, mv: Move) -> Told {
    let promoted = || position.promoted(position.piece_on(mv.from()), mv).kind().0;
    Told {
        from: mv.from().0,
        to: mv.to().0,
        promotes_to: (mv.kind() == MoveKind::Promotion).then(promoted),
        double: mv.kind() == MoveKind::Double,
        en_passant: mv.kind() == MoveKind::EnPassant,
        partner: (mv.kind() == MoveKind::Castle).then(|| position.castles()[mv.aux() as usize].partner.0),
    }
}

#[derive(Clone)]
struct Board([Piece; 256]);

impl Board {
    fn men(&self, side: Side) -> U256 {
        let squares = (0..=255).map(Square);
        let own = squares.filter(|s| self.0[s.index()].is_some() && self.0[s.index()].side() == side);
        own.fold(U256::EMPTY, |set, s| set | U256::of(s))
    }
}

/// The rules of one variant, as paths.
pub struct Reference {
    variant: Variant,
    shape: Shape,
    /// Per side, type and square: all paths of the rules, those of pawns included.
    ways: [Vec<Vec<Vec<Path>>>; 2],
}

impl Reference {
    pub fn new(variant: &Variant) -> Reference {
        let shape = variant.shape;
        let ways = Side::BOTH.map(|side| {
            let kinds = 0..variant.pieces.len();
            let squares = |kind: usize| (0..shape.area()).map(move |n| (kind, Square(n as u8)));
            kinds
                .map(|kind| squares(kind).map(|(kind, s)| ways(variant, side, kind, s)).collect())
                .collect()
        });
        Reference {
            variant: variant.clone(),
            shape,
            ways,
        }
    }

    fn ways(&self, piece: Piece, square: Square) -> &[Path] {
        &self.ways[piece.side().index()][piece.kind().index()][square.index()]
    }

    fn is_attacked(&self, board: &Board, square: Square, by: Side) -> bool {
        let (friends, enemies) = (board.men(by), board.men(by.opponent()));
        friends
            .squares()
            .any(|from| walk(self.ways(board.0[from.index()], from), Ends::CAPTURE, friends, enemies).has(square))
    }

    fn royal(&self, board: &Board, side: Side) -> Option<Square> {
        let royal = Piece::new(side, self.variant.royal?);
        (0..=255).map(Square).find(|s| board.0[s.index()] == royal)
    }

    fn is_safe(&self, board: &Board, side: Side) -> bool {
        self.royal(board, side)
            .is_none_or(|royal| !self.is_attacked(board, royal, side.opponent()))
    }

    pub fn in_check<B: Bitboard>(&self, position: &Position<B>) -> bool {
        !self.is_safe(&board(position), position.side())
    }

    /// The legal moves, sorted; the position must not be over by its pieces.
    pub fn legal<B: Bitboard>(&self, position: &Position<B>) -> Vec<Told> {
        let before = board(position);
        let side = position.side();
        let (own, enemies) = (before.men(side), before.men(side.opponent()));
        let royal = self.royal(&before, side).map_or(U256::EMPTY, U256::of);
        let mut found = Vec::new();
        for from in own.squares() {
            let piece = before.0[from.index()];
            for path in self.ways(piece, from) {
                if !walk(&[*path], Ends(!0), own, enemies).has(path.to) {
                    continue;
                }
                let to = path.to;
                let passed = position.state().en_passant.widen().has(to);
                let ends = |e| path.ends.intersects(e);
                let normal = if own.has(to) {
                    ends(Ends::FRIEND) && !royal.has(to)
                } else if enemies.has(to) {
                    ends(Ends::CAPTURE)
                } else {
                    ends(Ends::QUIET)
                };
                let told = Told {
                    from: from.0,
                    to: to.0,
                    promotes_to: None,
                    double: false,
                    en_passant: false,
                    partner: None,
                };
                if normal {
                    let mut after = before.clone();
                    after.0[from.index()] = Piece::NONE;
                    after.0[to.index()] = piece;
                    if self.is_safe(&after, side) {
                        let double = path.ends == Ends::QUIET | Ends::INITIAL && path.empty.any();
                        self.expand(&before, piece, Told { double, ..told }, &mut found);
                    }
                }
                if passed && ends(Ends::EN_PASSANT) {
                    let mut after = before.clone();
                    after.0[from.index()] = Piece::NONE;
                    after.0[position.state().en_passant_victim.index()] = Piece::NONE;
                    after.0[to.index()] = piece;
                    if self.is_safe(&after, side) {
                        found.push(Told {
                            en_passant: true,
                            ..told
                        });
                    }
                }
            }
        }
        self.castlings(position, &before, &mut found);
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The move itself and its promotions, as the rules of its piece have it.
    fn expand(&self, board: &Board, piece: Piece, told: Told, found: &mut Vec<Told>) {
        let i = piece.side().index();
        let to = Square(told.to);
        let rule = self.variant.promotions.iter().find(|p| p.kind == piece.kind());
        let mut must = false;
        if let Some(rule) = rule.filter(|p| p.zone[i].has(to)) {
            for &kind in &rule.choices[i] {
                let limit = rule.limits.iter().find(|(k, _)| *k == kind).map(|(_, n)| *n as usize);
                let there = board.0.iter().filter(|p| **p == Piece::new(piece.side(), kind)).count();
                if limit.is_none_or(|n| there < n) {
                    must |= rule.mandatory;
                    found.push(Told {
                        promotes_to: Some(kind.0),
                        double: false,
                        ..told
                    });
                }
            }
        }
        // In the zone a first move is like any other.
        let in_zone = rule.is_some_and(|p| p.zone[i].has(to));
        let stuck = self.variant.immobility_illegal
            && !self
                .ways(piece, to)
                .iter()
                .any(|p| p.ends.intersects(Ends::QUIET | Ends::CAPTURE));
        if !must && !stuck {
            found.push(Told {
                double: told.double && !in_zone,
                ..told
            });
        }
    }

    fn castlings<B: Bitboard>(&self, position: &Position<B>, before: &Board, found: &mut Vec<Told>) {
        let side = position.side();
        let rule = &self.variant.castling;
        for (number, right) in position.castles().iter().enumerate() {
            if right.side != side || position.state().rights >> number & 1 == 0 || !self.is_safe(before, side) {
                continue;
            }
            let rank = self.shape.rank(right.king);
            let (king, partner) = (self.shape.file(right.king), self.shape.file(right.partner));
            let step = (partner - king).signum();
            let files: Vec<i32> = if rule.flexible {
                (2..(partner - king).abs()).map(|n| king + n * step).collect()
            } else if step > 0 {
                rule.king_side_files.iter().map(|f| *f as i32).collect()
            } else {
                rule.queen_side_files.iter().map(|f| *f as i32).collect()
            };
            for to in files {
                let beside = to - step;
                let square = |file| self.shape.square(file, rank);
                let (low, high) = (
                    king.min(partner).min(to).min(beside),
                    king.max(partner).max(to).max(beside),
                );
                let must_be_empty = (low..=high).all(|file| {
                    // Only what king and partner pass or land on counts; with both between, that is everything
                    // from the first to the last of these files.
                    let passed = [(king, to), (partner, beside), (king, partner)]
                        .iter()
                        .any(|&(a, b)| (a.min(b)..=a.max(b)).contains(&file));
                    match square(file) {
                        _ if !passed => true,
                        None => false,
                        Some(s) => s == right.king || s == right.partner || !before.0[s.index()].is_some(),
                    }
                });
                let (Some(king_to), Some(partner_to)) = (square(to), square(beside)) else {
                    continue;
                };
                if !must_be_empty {
                    continue;
                }
                let (royal, rook) = (before.0[right.king.index()], before.0[right.partner.index()]);
                let mut lifted = before.clone();
                lifted.0[right.king.index()] = Piece::NONE;
                let walks_safely = (king.min(to)..=king.max(to)).filter_map(square).all(|s| {
                    let mut on_the_way = lifted.clone();
                    if s != right.partner {
                        on_the_way.0[s.index()] = royal;
                    }
                    !self.is_attacked(&on_the_way, s, side.opponent())
                });
                lifted.0[right.partner.index()] = Piece::NONE;
                lifted.0[king_to.index()] = royal;
                lifted.0[partner_to.index()] = rook;
                let king_is_royal = self.variant.royal == Some(royal.kind());
                if self.is_safe(&lifted, side) && (walks_safely || !king_is_royal) {
                    found.push(Told {
                        from: right.king.0,
                        to: king_to.0,
                        promotes_to: None,
                        double: false,
                        en_passant: false,
                        partner: Some(right.partner.0),
                    });
                }
            }
        }
    }
}

fn board<B: Bitboard>(position: &Position<B>) -> Board {
    let mut board = Board([Piece::NONE; 256]);
    for n in 0..=255 {
        board.0[n as usize] = position.piece_on(Square(n));
    }
    board
}
