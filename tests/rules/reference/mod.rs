//! A slow, obvious reading of the rules: every piece's paths are walked one by one, every move is made on a copy of
//! the board, pieces are crowned there, and what is left is judged: a royal is attacked if some enemy's path ends on
//! it. It uses no table of the engine.

mod board;
mod turn;

use crate::ways::{bank, ways};
use aanca::{
    board::{Bitboard, Shape, Side, Square, U256},
    pieces::{
        Piece, PieceType,
        paths::{Ends, Path},
        walk::walk,
    },
    position::{Move, MoveKind, Position},
    variant::{Variant, Verdict, ground::PresenceBanks},
};
use board::Board;
use turn::Turn;

/// A move as the rules tell it: what goes where, and what else happens.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Told {
    pub from: u8,
    pub to: u8,
    pub promotes_to: Option<u8>,
    pub double: bool,
    pub en_passant: bool,
    /// The castling partner's squares before and after.
    pub partner: Option<(u8, u8)>,
    pub pass: bool,
}

impl Told {
    const PASS: Told = Told {
        from: 0,
        to: 0,
        promotes_to: None,
        double: false,
        en_passant: false,
        partner: None,
        pass: true,
    };
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
        partner: (mv.kind() == MoveKind::Castle).then(|| {
            let (from, to) = position.castle_squares_of(mv);
            (from.0, to.0)
        }),
        pass: mv.kind() == MoveKind::Pass,
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
            .any(|from| walk(self.ways(board.at(from), from), Ends::CAPTURE, friends, enemies).has(square))
    }

    /// Where the royals of a side stand.
    fn royals(&self, board: &Board, side: Side) -> U256 {
        let royal = self.variant.royal.map(|royal| Piece::new(side, royal));
        royal.map_or(U256::EMPTY, |royal| board.all(|piece| piece == royal))
    }

    fn is_safe(&self, board: &Board, side: Side) -> bool {
        let mut royals = self.royals(board, side).squares();
        royals.all(|royal| !self.is_attacked(board, royal, side.opponent()))
    }

    pub fn in_check<B: Bitboard>(&self, position: &Position<B>) -> bool {
        !self.is_safe(&Board::of(position), position.side())
    }

    /// How the position has ended by lost sets, by players out or by two royals.
    pub fn end<B: Bitboard>(&self, position: &Position<B>) -> Verdict {
        turn::end(&self.variant, &Board::of(position), &Turn::of(position))
    }

    /// The board after a move, with those crowned by it, and how many these are.
    fn make<B: Bitboard>(&self, position: &Position<B>, before: &Board, told: Told) -> (Board, usize) {
        let side = position.side();
        let mut after = before.clone();
        if told.pass {
            let drops_out = !Turn::of(position).is_missed();
            let becomes = self.variant.seats.iter().flat_map(|seats| &seats.drop_out);
            for &(from, to) in becomes.filter(|_| drops_out) {
                for square in before.all(|piece| piece == Piece::new(side, from)).squares() {
                    after.0[square.index()] = Piece::new(side, to);
                }
            }
            return (after, 0);
        }
        let piece = before.0[told.from as usize];
        let partner = told.partner.map(|(from, to)| (from, to, before.0[from as usize]));
        if told.en_passant {
            after.0[position.state().en_passant_victim.index()] = Piece::NONE;
        }
        after.0[told.from as usize] = Piece::NONE;
        if let Some((from, ..)) = partner {
            after.0[from as usize] = Piece::NONE;
        }
        after.0[told.to as usize] = told.promotes_to.map_or(piece, |kind| Piece::new(side, PieceType(kind)));
        if let Some((_, to, piece)) = partner {
            after.0[to as usize] = piece;
        }
        let crowned = self.variant.coronation.map_or(0, |rule| after.crown(self.shape, &rule));
        (after, crowned)
    }

    /// The board's field of the FEN after a move, the rest of it but for en passant, and how many are crowned.
    pub fn after<B: Bitboard>(&self, position: &Position<B>, told: Told) -> (String, Turn, usize) {
        let before = Board::of(position);
        let (after, crowned) = self.make(position, &before, told);
        let turn = Turn::of(position).next(&self.variant, told, &before, &after);
        (after.text(&self.variant), turn, crowned)
    }

    /// What stands in a FEN besides board and en passant.
    pub fn turn(fen: &str) -> Turn {
        Turn::read(fen)
    }

    /// Whether the mover may leave this board.
    fn is_allowed(&self, after: &Board, turn: &Turn) -> bool {
        let ground = &self.variant.ground;
        let present = ground.presence.is_none_or(|presence| {
            let men = after.all(|piece| piece.side() == turn.side && presence.types.has(piece.kind()));
            let held = |number: Option<usize>| men.squares().any(|s| bank(ground, s) == number);
            let mut asked = match presence.banks {
                PresenceBanks::Own => vec![turn.bank(&self.variant).map(|(bank, _)| bank)],
                PresenceBanks::All => self.shape.on_board().squares().map(|s| bank(ground, s)).collect(),
            };
            asked.dedup();
            asked.into_iter().all(held)
        });
        present && self.is_safe(after, turn.side)
    }

    /// Whether the ground and the players let this piece go there, whatever comes of it.
    fn may_go(&self, before: &Board, turn: &Turn, from: Square, to: Square) -> bool {
        let ground = &self.variant.ground;
        let kind = before.at(from).kind();
        if let Some((own, true)) = turn.bank(&self.variant) {
            let on = |square| bank(ground, square) == Some(own);
            if !on(from) && !on(to) {
                return false;
            }
        }
        if self.variant.rest_types.has(kind) && turn.rests(turn.side) {
            return false;
        }
        let rival = |piece: Piece| piece.side() != turn.side && ground.rival_types.has(piece.kind());
        let rivals = before.all(rival);
        !ground.rival_types.has(kind) || rivals.squares().all(|s| bank(ground, s) != bank(ground, to))
    }

    /// Whether the two are of types that capture each other only head on, and move in the same direction.
    fn go_side_by_side(&self, before: &Board, from: Square, to: Square) -> bool {
        let ground = &self.variant.ground;
        let both = [from, to]
            .iter()
            .all(|&s| ground.opposite_capture_types.has(before.at(s).kind()));
        both && ground.up.is_some_and(|up| up.has(from) == up.has(to))
    }

    /// The legal moves, sorted; the position must not be over by its pieces.
    pub fn legal<B: Bitboard>(&self, position: &Position<B>) -> Vec<Told> {
        let before = Board::of(position);
        let turn = Turn::of(position);
        let side = position.side();
        if turn.is_missed() {
            return if self.is_safe(&before, side) {
                vec![Told::PASS]
            } else {
                Vec::new()
            };
        }
        let (own, enemies) = (before.men(side), before.men(side.opponent()));
        let royals = self.royals(&before, side);
        let mut found = Vec::new();
        for from in own.squares() {
            let piece = before.at(from);
            for path in self.ways(piece, from) {
                let to = path.to;
                if !walk(&[*path], Ends(!0), own, enemies).has(to) || !self.may_go(&before, &turn, from, to) {
                    continue;
                }
                let passed = position.state().en_passant.widen().has(to);
                let ends = |e| path.ends.intersects(e);
                let normal = if own.has(to) {
                    ends(Ends::FRIEND) && !royals.has(to)
                } else if enemies.has(to) {
                    ends(Ends::CAPTURE) && !self.go_side_by_side(&before, from, to)
                } else {
                    ends(Ends::QUIET)
                };
                let told = Told {
                    from: from.0,
                    to: to.0,
                    pass: false,
                    ..Told::PASS
                };
                if normal {
                    let double = path.ends == Ends::QUIET | Ends::INITIAL && path.empty.any();
                    self.expand(&before, piece, Told { double, ..told }, &mut found);
                }
                if passed && ends(Ends::EN_PASSANT) {
                    found.push(Told {
                        en_passant: true,
                        ..told
                    });
                }
            }
        }
        self.castlings(position, &before, &mut found);
        self.pair_castlings(&turn, &before, &mut found);
        found.sort_unstable();
        found.dedup();
        found.retain(|&told| self.is_allowed(&self.make(position, &before, told).0, &turn));
        if found.is_empty() && self.variant.seats.is_some() && royals.is_empty() {
            found.push(Told::PASS);
        }
        found
    }

    /// The move itself and its promotions, as the rules of its piece have it.
    fn expand(&self, board: &Board, piece: Piece, told: Told, found: &mut Vec<Told>) {
        let i = piece.side().index();
        let (from, to) = (Square(told.from), Square(told.to));
        let rule = self.variant.promotions.iter().find(|p| p.kind == piece.kind());
        let ground = &self.variant.ground;
        let rule = rule.filter(|p| {
            if p.by_crossing {
                bank(ground, from) != bank(ground, to)
            } else {
                p.zone[i].has(to)
            }
        });
        let mut must = false;
        if let Some(rule) = rule {
            for &kind in &rule.choices[i] {
                let limit = rule.limits.iter().find(|(k, _)| *k == kind).map(|(_, n)| *n as usize);
                let there = board.count(Piece::new(piece.side(), kind));
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
        let stuck = self.variant.immobility_illegal
            && !self
                .ways(piece, to)
                .iter()
                .any(|p| p.ends.intersects(Ends::QUIET | Ends::CAPTURE));
        if !must && !stuck {
            // Where it could promote, a first move is like any other.
            found.push(Told {
                double: told.double && rule.is_none(),
                ..told
            });
        }
    }

    /// Castlings of two pieces that the rules name.
    fn pair_castlings(&self, turn: &Turn, before: &Board, found: &mut Vec<Told>) {
        let pairs = self.variant.castling.pairs.iter();
        for pair in pairs.filter(|pair| turn.rights.contains(pair.letter)) {
            let [(king, king_to), (partner, partner_to)] = pair.moves;
            let own = pair.letter.is_uppercase() == (turn.side == Side::White);
            let free = |s: Square| s == king || s == partner || !before.at(s).is_some();
            let open = free(king_to) && free(partner_to) && self.between(king, partner).into_iter().all(free);
            if own && open && self.may_go(before, turn, king, king_to) {
                found.push(Told {
                    from: king.0,
                    to: king_to.0,
                    partner: Some((partner.0, partner_to.0)),
                    pass: false,
                    ..Told::PASS
                });
            }
        }
    }

    /// The squares between two that stand in line; of others none.
    fn between(&self, a: Square, b: Square) -> Vec<Square> {
        let (x, y) = (
            self.shape.file(b) - self.shape.file(a),
            self.shape.rank(b) - self.shape.rank(a),
        );
        let in_line = x == 0 || y == 0 || x.abs() == y.abs();
        let steps = 1..if in_line { x.abs().max(y.abs()) } else { 1 };
        let at = |n: i32| (self.shape.file(a) + n * x.signum(), self.shape.rank(a) + n * y.signum());
        steps.filter_map(|n| self.shape.square(at(n).0, at(n).1)).collect()
    }

    fn castlings<B: Bitboard>(&self, position: &Position<B>, before: &Board, found: &mut Vec<Told>) {
        let side = position.side();
        let rule = &self.variant.castling;
        if !rule.pairs.is_empty() {
            return;
        }
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
                if !must_be_empty || !self.may_go(before, &Turn::of(position), right.king, king_to) {
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
                        partner: Some((right.partner.0, partner_to.0)),
                        pass: false,
                        ..Told::PASS
                    });
                }
            }
        }
    }
}
