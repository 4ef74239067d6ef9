//! The moves of pieces in XBoard's Betza, which describes a piece of one side wherever it stands. Where the ground decides
//! what a piece can do, it is described too widely: XBoard lets such moves pass, and the engine refuses them.

use crate::{
    board::{Bitboard, Side},
    engine::{Castling, Session},
    pieces::{PieceSet, PieceType, betza::Movement},
    variant::Variant,
};

/// The royal type, if XBoard can treat it as one. It cannot if royals are gained in play.
pub(super) fn royal(variant: &Variant) -> Option<PieceType> {
    variant.royal.filter(|_| !variant.royals_are_gained)
}

/// Whether XBoard's Betza lacks a type's moves.
pub(super) fn is_wild(variant: &Variant, kind: PieceType) -> bool {
    // Circular and crooked legs, brackets, leaps by numbers, and the universal leap are not in its language.
    let lacks = |kind: PieceType| {
        let text = variant.pieces[kind.index()].movement.to_string();
        text.contains(['q', 'z', 'u', 'x', '[', '(', 'U'])
    };
    held_for(variant, kind).iter().any(lacks)
}

/// Whether XBoard sees the same moves and the same ends of a game as the engine.
pub(super) fn are_known(variant: &Variant) -> bool {
    let ground = &variant.ground;
    let free = ground.presence.is_none() && ground.rival_types.is_empty() && ground.opposite_capture_types.is_empty();
    let endings = &variant.endings;
    let ends = endings.extinction.is_some() || endings.flag.is_some() || !endings.loss_set.is_empty();
    let kinds = || (0..variant.pieces.len()).map(|number| PieceType(number as u8));
    let exact = kinds().all(|kind| !is_wild(variant, kind) && is_exact(variant, kind));
    royal(variant).is_some() && variant.seats.is_none() && free && exact && !ends
}

/// All types that a piece may be while XBoard holds it for one of type `kind`: it learns of no change of a piece that
/// does not move, and where the user moves a pawn to another bank, it does not know that the pawn promotes.
fn held_for(variant: &Variant, kind: PieceType) -> PieceSet {
    let changes = variant.seats.iter().flat_map(|seats| seats.drop_out.iter().copied());
    let crowned = variant.coronation.iter().map(|rule| (rule.from, rule.to));
    let crossing = variant
        .promotions
        .iter()
        .filter_map(|p| Some((p.kind, variant.crossing_promotion(p.kind)?)));
    let pairs: Vec<(PieceType, PieceType)> = changes.chain(crowned).chain(crossing).collect();
    let mut all = PieceSet::EMPTY.with(kind);
    loop {
        let next = pairs.iter().find(|(from, to)| all.has(*from) && !all.has(*to));
        let Some(&(_, to)) = next else { return all };
        all = all.with(to);
    }
}

/// Whether the description of a type says neither more nor less than the rules.
fn is_exact(variant: &Variant, kind: PieceType) -> bool {
    let ground = &variant.ground;
    let limited = [
        ground.crossing.types,
        ground.barred.types,
        ground.solid_block_types,
        ground.rival_types,
    ];
    let barred = ground.gate.is_some() || limited.iter().any(|types| types.has(kind));
    let turns = ground.up.is_some() && atoms(&variant.pieces[kind.index()].movement).any(|atom| mirrored(atom) != atom);
    held_for(variant, kind).len() == 1 && !barred && !turns
}

fn atoms(movement: &Movement) -> impl Iterator<Item = &str> {
    movement.atoms().iter().map(|atom| atom.text())
}

/// An atom with forward and backward exchanged; directions of further legs are relative to the first.
fn mirrored(atom: &str) -> String {
    let first = atom
        .find(|c: char| c == 'a' || c.is_ascii_uppercase())
        .unwrap_or(atom.len());
    let exchange = |c: char| match c {
        'f' => 'b',
        'b' => 'f',
        other => other,
    };
    atom[..first]
        .chars()
        .map(exchange)
        .chain(atom[first..].chars())
        .collect()
}

/// An atom that gives no check: `t` after the directions and the kinds of moves of its last leg.
fn tame(atom: &str) -> String {
    let letter = atom.find(|c: char| c.is_ascii_uppercase()).unwrap_or(atom.len());
    let leg = atom[..letter].rfind('a').map_or(0, |at| at + 1);
    let modifiers = &atom[leg..letter];
    if modifiers.contains('m') && !modifiers.contains('c') {
        return atom.to_string();
    }
    let others = modifiers
        .find(|c: char| !"ifblrsvhmcde".contains(c))
        .unwrap_or(modifiers.len());
    format!("{}t{}", &atom[..leg + others], &atom[leg + others..])
}

/// Atoms one after the other; two equal capitals in a row would be read as one rider.
fn joined(atoms: &[String]) -> String {
    let mut out = String::new();
    for atom in atoms {
        if let Some(last) = out
            .chars()
            .last()
            .filter(|&c| c.is_ascii_uppercase() && atom.starts_with(c))
        {
            out.push(if "RBQ".contains(last) { '0' } else { '1' });
        }
        out.push_str(atom);
    }
    out
}

/// What a type's movement is for XBoard, first moves and castling aside.
fn described(variant: &Variant, kind: PieceType) -> String {
    if is_exact(variant, kind) {
        return variant.pieces[kind.index()].movement.to_string();
    }
    let mut all: Vec<String> = Vec::new();
    let held = held_for(variant, kind);
    for kind in std::iter::once(kind).chain(held.iter().filter(|&other| other != kind)) {
        for atom in atoms(&variant.pieces[kind.index()].movement) {
            let turned = variant.ground.up.map(|_| mirrored(atom));
            all.extend(std::iter::once(atom.to_string()).chain(turned));
        }
    }
    if royal(variant).is_some() {
        all = all.iter().map(|atom| tame(atom)).collect();
    }
    let mut once: Vec<String> = Vec::new();
    for atom in all {
        if !once.contains(&atom) {
            once.push(atom);
        }
    }
    joined(&once)
}

/// The moves of a type of one side in XBoard's Betza.
pub(super) fn moves(session: &dyn Session, kind: PieceType, side: Side, castlings: &[Castling]) -> String {
    let variant = session.variant();
    let piece = &variant.pieces[kind.index()];
    let mut text = described(variant, kind);
    if piece.is_pawn && variant.pawns.double_step {
        let triple = variant.pawns.triple_step_region[side.index()] != Default::default();
        text.push_str(if triple { "ifmnDifmW3" } else { "ifmnD" });
    }
    let castles = variant.castling.enabled && variant.castling.king[side.index()] == Some(kind);
    let own = match castles {
        true => castling_atoms(variant, side, castlings),
        false => String::new(),
    };
    if own.is_empty() && royal(variant) == Some(kind) && slides_sideways(session, kind, side) {
        // A royal piece that goes two squares sideways is taken for castling unless it has a first move of its own.
        let first = piece.movement.atoms().first().map(|atom| atom.text().to_string());
        text.push_str(
            &first
                .filter(|atom| !atom.starts_with('i'))
                .map(|atom| format!("i{atom}"))
                .unwrap_or_default(),
        );
    }
    text.push_str(&own);
    text
}

/// Whether a type can go two or more squares along its rank.
fn slides_sideways(session: &dyn Session, kind: PieceType, side: Side) -> bool {
    let shape = session.variant().shape;
    shape.on_board().squares().any(|from| {
        let (quiet, capture) = session.reach(side, kind, from);
        let sideways = |to: &crate::board::Square| {
            shape.rank(*to) == shape.rank(from) && (shape.file(*to) - shape.file(from)).abs() > 1
        };
        quiet.iter().chain(&capture).any(sideways)
    })
}

/// Castling as atoms of the king: `isO3` is three squares to either side, `irO2` two to the mover's right.
///
/// XBoard reads `O-O` by the first atom's distance, so the longest distance that both sides share comes first.
fn castling_atoms(variant: &Variant, side: Side, castlings: &[Castling]) -> String {
    let shape = variant.shape;
    let mut right = Vec::new();
    let mut left = Vec::new();
    for castling in castlings.iter().filter(|castling| castling.side == side) {
        let files = shape.file(castling.king_to) - shape.file(castling.king);
        // Right and left are those of the player.
        let rightwards = if side == Side::White { files } else { -files };
        let corner = if shape.file(castling.partner) > shape.file(castling.king) {
            shape.files() as i32 - 1 - shape.file(castling.partner)
        } else {
            shape.file(castling.partner)
        };
        // `j` stands for a partner one square in from the corner; others cannot be described.
        let inwards = match corner {
            0 => "",
            1 => "j",
            _ => continue,
        };
        let list = if rightwards > 0 { &mut right } else { &mut left };
        list.push((files.abs(), inwards));
    }
    let mut atoms = String::new();
    let mut add = |direction: &str, (steps, inwards): (i32, &str)| {
        if steps > 1 {
            atoms.push_str(&format!("i{direction}{inwards}O{steps}"));
        }
    };
    right.sort_unstable_by(|a, b| b.cmp(a));
    left.sort_unstable_by(|a, b| b.cmp(a));
    right
        .iter()
        .filter(|step| left.contains(step))
        .for_each(|&step| add("s", step));
    right
        .iter()
        .filter(|step| !left.contains(step))
        .for_each(|&step| add("r", step));
    left.iter()
        .filter(|step| !right.contains(step))
        .for_each(|&step| add("l", step));
    atoms
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn atoms_are_changed() {
        for (atom, turned) in [
            ("fmW", "bmW"),
            ("fceF", "bceF"),
            ("yafnD", "yafnD"),
            ("fafW", "bafW"),
            ("B", "B"),
        ] {
            assert_eq!(mirrored(atom), turned);
        }
        for (atom, gentle) in [
            ("Q", "tQ"),
            ("fceF", "fcetF"),
            ("fmW", "fmW"),
            ("yafnD", "yaftnD"),
            ("mcpR", "mctpR"),
        ] {
            assert_eq!(tame(atom), gentle);
        }
        assert_eq!(
            joined(&["W".to_string(), "W".to_string(), "B".to_string(), "B2".to_string()]),
            "W1WB0B2"
        );
    }
}
