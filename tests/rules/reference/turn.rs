//! What stands in a FEN besides the board, and how a move changes it.

use super::{Board, Told};
use aanca::{
    board::{Bitboard, Side, Square},
    pieces::PieceSet,
    position::Position,
    variant::{
        Variant, Verdict,
        ground::{Seat, Seats},
    },
};

/// The fields of a FEN after the board, but for en passant.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Turn {
    pub side: Side,
    pub rights: String,
    pub half_moves: u32,
    pub full_moves: u32,
    /// The letters of the seat to move, of those that are out, and of those that owe a move.
    pub seats: Option<[String; 3]>,
}

impl Turn {
    pub fn of<B: Bitboard>(position: &Position<B>) -> Turn {
        Turn::read(&position.fen())
    }

    pub fn read(fen: &str) -> Turn {
        let fields: Vec<&str> = fen.split(' ').collect();
        let set = |n: usize| fields[n].replace('-', "");
        Turn {
            side: if fields[1] == "w" { Side::White } else { Side::Black },
            rights: set(2),
            half_moves: fields[4].parse().unwrap(),
            full_moves: fields[5].parse().unwrap(),
            seats: (fields.len() > 6).then(|| [set(6), set(7), set(8)]),
        }
    }

    /// Whether the seat to move is out.
    pub fn is_missed(&self) -> bool {
        self.seats
            .as_ref()
            .is_some_and(|[own, out, _]| out.contains(own.as_str()))
    }

    /// Whether a player of this side has moved a piece that must rest, and somebody still owes a move.
    pub fn rests(&self, side: Side) -> bool {
        let Some([_, _, debts]) = &self.seats else { return false };
        debts.chars().any(|c| is_of(side, c))
    }

    /// The bank of the seat to move, and whether its moves must start or end there.
    pub fn bank(&self, variant: &Variant) -> Option<(usize, bool)> {
        let (seats, [own, out, _]) = (variant.seats.as_ref()?, self.seats.as_ref()?);
        let team: Vec<&Seat> = seats.list.iter().filter(|seat| is_of(self.side, seat.letter)).collect();
        let others = team.iter().filter(|seat| seat.letter.to_string() != *own);
        // Free is who had a partner and has none left.
        let has_partner = others.clone().any(|seat| !out.contains(seat.letter));
        let is_bound = has_partner || others.count() == 0;
        let seat = seats.list.iter().find(|seat| seat.letter.to_string() == *own)?;
        Some((seat.bank, is_bound))
    }

    /// The turn after a move; `before` and `after` are the boards.
    pub fn next(&self, variant: &Variant, told: Told, before: &Board, after: &Board) -> Turn {
        let moved = before.at(Square(told.from));
        let has = |set: PieceSet| !told.pass && set.has(moved.kind());
        let men = |board: &Board| (0..=255).filter(|&n| board.at(Square(n)).is_some()).count();
        let progress = men(before) != men(after) || has(variant.draws.n_move_types[self.side.index()]);
        let mut rights = self.rights.clone();
        let touched = |square: Square| {
            let square = square.0;
            !told.pass
                && (told.from == square || told.to == square || told.partner.is_some_and(|(from, _)| from == square))
        };
        for pair in &variant.castling.pairs {
            if pair.moves.iter().any(|&(home, _)| touched(home)) {
                rights = rights.replace(pair.letter, "");
            }
        }
        let rests = has(variant.rest_types);
        let seats = variant.seats.as_ref().zip(self.seats.as_ref());
        Turn {
            side: self.side.opponent(),
            rights,
            half_moves: if progress { 0 } else { self.half_moves + 1 },
            full_moves: self.full_moves + (self.side == Side::Black) as u32,
            seats: seats.map(|(seats, now)| self.next_seats(seats, now, told.pass, rests)),
        }
    }

    fn next_seats(&self, seats: &Seats, [own, out, debts]: &[String; 3], pass: bool, rests: bool) -> [String; 3] {
        let letters: Vec<char> = seats.list.iter().map(|seat| seat.letter).collect();
        let here = letters.iter().position(|l| l.to_string() == *own).unwrap();
        let now = letters[here];
        let is_out = |c: char| out.contains(c) || pass && c == now;
        let owes = |c: char| {
            let anew = rests && is_of(self.side, c);
            !is_out(c) && (anew || debts.contains(c) && c != now)
        };
        let those = |wanted: &dyn Fn(char) -> bool| letters.iter().copied().filter(|&c| wanted(c)).collect::<String>();
        [
            letters[(here + 1) % letters.len()].to_string(),
            those(&is_out),
            those(&owes),
        ]
    }
}

fn is_of(side: Side, letter: char) -> bool {
    letter.is_uppercase() == (side == Side::White)
}

/// How the position has ended for the side to move by lost sets, by players out or by two royals: the ends that the
/// River games have.
pub fn end(variant: &Variant, board: &Board, turn: &Turn) -> Verdict {
    let (us, them) = (turn.side, turn.side.opponent());
    let by = |lost: &dyn Fn(Side) -> bool| {
        if lost(us) {
            Some(Verdict::Loss)
        } else {
            lost(them).then_some(Verdict::Win)
        }
    };
    let start = variant.start_fen.split(' ').next().unwrap();
    let has_lost_set = |side: Side| {
        let is_less = |kind| {
            let piece = aanca::pieces::Piece::new(side, kind);
            let letter = variant.pieces[kind.index()].letter;
            let letter = if side == Side::White {
                letter
            } else {
                letter.to_ascii_lowercase()
            };
            board.count(piece) < start.matches(letter).count()
        };
        !variant.endings.loss_set.is_empty() && variant.endings.loss_set.iter().all(is_less)
    };
    let all_are_out = |side: Side| {
        let Some((seats, [_, out, _])) = variant.seats.as_ref().zip(turn.seats.as_ref()) else {
            return false;
        };
        let mut own = seats.list.iter().filter(|seat| is_of(side, seat.letter));
        own.all(|seat| out.contains(seat.letter))
    };
    if let Some(verdict) = by(&has_lost_set).or_else(|| by(&all_are_out)) {
        return verdict;
    }
    let has_two_royals = |side: Side| {
        let royal = variant.royal.filter(|_| variant.royals_are_gained);
        royal.is_some_and(|royal| board.count(aanca::pieces::Piece::new(side, royal)) > 1)
    };
    if has_two_royals(us) && has_two_royals(them) {
        return Verdict::Draw;
    }
    by(&has_two_royals).unwrap_or(Verdict::None)
}
