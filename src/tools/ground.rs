//! The rules of a game's ground and of its players in words, for `aanca show`.

use crate::{
    board::{Bitboard, Shape, Square, U256},
    pieces::{PieceSet, PieceType},
    variant::{Variant, Verdict, ground::PresenceBanks},
};

/// One sentence for each rule that the board and the list of pieces do not show; none for games like chess.
pub(super) fn rules(variant: &Variant) -> Vec<String> {
    let words = Words { variant };
    let mut out = Vec::new();
    words.royals(&mut out);
    words.ground(&mut out);
    words.players(&mut out);
    words.ends(&mut out);
    out
}

struct Words<'a> {
    variant: &'a Variant,
}

impl Words<'_> {
    fn name(&self, kind: PieceType) -> &str {
        &self.variant.pieces[kind.index()].name
    }

    /// `queen, prince or primate`, with `last` before the last name.
    fn names(&self, kinds: impl IntoIterator<Item = PieceType>, last: &str) -> String {
        let names: Vec<&str> = kinds.into_iter().map(|kind| self.name(kind)).collect();
        list(&names, last)
    }

    fn set(&self, set: PieceSet, last: &str) -> String {
        self.names(set.iter(), last)
    }

    fn step(&self, &(from, to): &(Square, Square)) -> String {
        let name = |square| square_name(self.variant.shape, square);
        format!("{}{}", name(from), name(to))
    }

    fn steps(&self, steps: &[(Square, Square)]) -> String {
        let names: Vec<String> = steps.iter().map(|step| self.step(step)).collect();
        names.join(" ")
    }

    fn royals(&self, out: &mut Vec<String>) {
        let variant = self.variant;
        match variant.royal {
            None => out.push("No piece is royal.".to_string()),
            Some(royal) if variant.royals_are_gained => {
                let name = self.name(royal);
                out.push(format!("A {name} is royal once it is there; a side with two has lost."));
            }
            Some(_) => {}
        }
        if let Some(rule) = &variant.coronation {
            let [from, to] = [rule.from, rule.to].map(|kind| self.name(kind));
            let crowners = self.names(rule.crowners, "and");
            out.push(format!(
                "A {from} between {crowners} on diagonals becomes a {to} (coronation)."
            ));
        }
    }

    fn ground(&self, out: &mut Vec<String>) {
        let (variant, ground) = (self.variant, &self.variant.ground);
        let banks: Vec<String> = ground.banks.iter().map(|&bank| region(variant.shape, bank)).collect();
        if !banks.is_empty() {
            out.push(format!("Banks: {}.", banks.join("; ")));
        }
        if let Some(up) = ground.up {
            let up = region(variant.shape, up);
            out.push(format!(
                "Forward is up the board on {up}, down elsewhere, for both sides."
            ));
        }
        for promotion in variant.promotions.iter().filter(|promotion| promotion.by_crossing) {
            let (from, to) = (self.name(promotion.kind), &promotion.choices[0]);
            out.push(format!(
                "A {from} that crosses to another bank becomes a {}.",
                self.names(to.iter().copied(), "or")
            ));
        }
        let crossing = &ground.crossing;
        if !crossing.types.is_empty() {
            let types = self.set(crossing.types, "and");
            let by = match crossing.steps.is_empty() {
                true => "cross to no other bank".to_string(),
                false => format!(
                    "cross to another bank only by the steps {}",
                    self.steps(&crossing.steps)
                ),
            };
            out.push(format!("These {by}: {types}."));
        }
        if !ground.barred.steps.is_empty() {
            let (types, steps) = (self.set(ground.barred.types, "and"), self.steps(&ground.barred.steps));
            out.push(format!("Barred to {types}: the steps {steps}."));
        }
        if !ground.solid_block_types.is_empty() {
            let types = self.set(ground.solid_block_types, "and");
            out.push(format!(
                "Diagonal steps and knight's leaps need every square of the block they span: {types}."
            ));
        }
        if let Some(gate) = &ground.gate {
            let (side, gate) = (region(variant.shape, gate.side), region(variant.shape, gate.squares));
            out.push(format!(
                "The border of {side} is crossed only with squares on {gate} on each side of it."
            ));
        }
        if !ground.opposite_capture_types.is_empty() {
            let types = self.set(ground.opposite_capture_types, "and");
            out.push(format!(
                "Those that move in the same direction do not capture each other: {types}."
            ));
        }
        if !ground.rival_types.is_empty() {
            let types = self.set(ground.rival_types, "or");
            out.push(format!("No {types} ends a move in a bank that holds an enemy {types}."));
        }
        if let Some(presence) = &ground.presence {
            let types = self.set(presence.types, "or");
            let place = match presence.banks {
                PresenceBanks::All => "each bank",
                PresenceBanks::Own => "the bank of the player who has moved",
            };
            out.push(format!("After a move the mover's side must have a {types} on {place}."));
        }
        for pair in &variant.castling.pairs {
            let names = self.names(pair.kinds, "and");
            let [first, second] = pair.moves.map(|mv| self.step(&mv));
            out.push(format!("Castling {} of {names}: {first},{second}.", pair.letter));
        }
    }

    fn players(&self, out: &mut Vec<String>) {
        let variant = self.variant;
        if let Some(seats) = &variant.seats {
            let seat = |(number, seat): (usize, &crate::variant::ground::Seat)| {
                let side = ["White", "Black"][number % 2];
                let bank = variant.ground.banks.get(seat.bank);
                let bank = bank.map_or(String::new(), |&bank| format!(" on {}", region(variant.shape, bank)));
                format!("{} ({side}{bank})", seat.letter)
            };
            let turns: Vec<String> = seats.list.iter().enumerate().map(seat).collect();
            out.push(format!("Players in turn: {}.", turns.join(", ")));
            out.push("A move starts or ends on the player's own bank, unless the partner is out.".to_string());
            let changes: Vec<String> = seats
                .drop_out
                .iter()
                .map(|&(from, to)| format!("{} to {}", self.name(from), self.name(to)))
                .collect();
            let changes = match changes.is_empty() {
                true => String::new(),
                false => format!("; then the army changes: {}", changes.join(", ")),
            };
            out.push(format!("A player without a move drops out by passing (0000){changes}."));
        }
        if !variant.rest_types.is_empty() {
            let types = self.set(variant.rest_types, "or");
            out.push(format!(
                "A {types} that has moved rests until each player of its side has moved another piece."
            ));
        }
    }

    fn ends(&self, out: &mut Vec<String>) {
        let variant = self.variant;
        let set = variant.endings.loss_set;
        if !set.is_empty() {
            let types = self.set(set, "and");
            out.push(format!("An army has lost when at least one of each is gone: {types}."));
        }
        if variant.endings.stalemate == Verdict::Loss {
            out.push("A side to move without a legal move has lost.".to_string());
        }
    }
}

fn list(names: &[&str], last: &str) -> String {
    match names {
        [] => "none".to_string(),
        [only] => only.to_string(),
        [first @ .., end] => format!("{} {last} {end}", first.join(", ")),
    }
}

fn square_name(shape: Shape, square: Square) -> String {
    format!(
        "{}{}",
        (b'a' + shape.file(square) as u8) as char,
        shape.rank(square) + 1
    )
}

/// A set of squares in short: the rectangle that it fills as far as the board has squares there, else the squares.
fn region(shape: Shape, set: U256) -> String {
    let squares: Vec<Square> = (set & shape.on_board()).squares().collect();
    let files = || squares.iter().map(|&square| shape.file(square));
    let ranks = || squares.iter().map(|&square| shape.rank(square));
    let limits = (files().min(), files().max(), ranks().min(), ranks().max());
    let (Some(left), Some(right), Some(low), Some(high)) = limits else {
        return "no square".to_string();
    };
    let inside =
        |square: &Square| (left..=right).contains(&shape.file(*square)) && (low..=high).contains(&shape.rank(*square));
    if shape.on_board().squares().filter(inside).count() != squares.len() {
        let names: Vec<String> = squares.iter().map(|&square| square_name(shape, square)).collect();
        return names.join(" ");
    }
    if (left, right) == (0, shape.files() as i32 - 1) {
        return format!("ranks {}-{}", low + 1, high + 1);
    }
    let file = |file: i32| (b'a' + file as u8) as char;
    format!("{}{}-{}{}", file(left), low + 1, file(right), high + 1)
}
