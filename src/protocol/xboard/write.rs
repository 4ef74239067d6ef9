//! What XBoard is told: moves, thinking and results.

use crate::{
    engine::{Exactness, Line, MoveText, Session, Value},
    game::{Outcome, Reason},
    position::{Move, MoveKind},
};
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// XBoard's number for a mate; the number of moves is added to it.
const MATE: i32 = 100_000;
/// A pass.
pub(super) const PASS: &str = "@@@@";

/// A move; with `random` start positions castling is `O-O` or `O-O-O`.
pub(super) fn move_text(text: &MoveText, random: bool) -> Cow<'_, str> {
    match text.castles_king_side {
        Some(true) if random => return Cow::Borrowed("O-O"),
        Some(false) if random => return Cow::Borrowed("O-O-O"),
        _ => {}
    }
    if text.passes {
        return Cow::Borrowed(PASS);
    }
    if text.promotes_by_crossing {
        // XBoard knows of promotions by letter on the last rank only; elsewhere a piece turns into its other form.
        let squares = text.coordinates.trim_end_matches(char::is_alphabetic);
        return Cow::Owned(format!("{squares}+"));
    }
    Cow::Borrowed(&text.coordinates)
}

/// The legal moves that XBoard can be told in a game which it plays by the engine's description, if others are among
/// the legal moves and these are not all that there are; else `None`.
///
/// It has no form for a castling of any two pieces, nor for a promotion which is neither by crossing to another bank
/// nor that of a pawn on the last rank.
pub(super) fn writable(session: &dyn Session) -> Option<Vec<Move>> {
    let variant = session.variant();
    let can_be_written = |mv: &Move| match mv.kind() {
        MoveKind::Castle => variant.castling.pairs.is_empty(),
        MoveKind::Promotion => session.piece_on(mv.from()).is_some_and(|(side, kind)| {
            let last = [variant.shape.ranks() as i32 - 1, 0][side.index()];
            let on_last = variant.shape.rank(mv.to()) == last;
            variant.promotes_by_crossing(kind) || on_last && variant.pieces[kind.index()].letter == 'P'
        }),
        _ => true,
    };
    let all = session.legal_moves();
    let written: Vec<Move> = all.iter().copied().filter(can_be_written).collect();
    (!written.is_empty() && written.len() < all.len()).then_some(written)
}

/// A line of thinking: depth, value, hundredths of a second, nodes, selective depth, nodes per second, table base
/// hits, and after a tab the moves.
pub(super) fn thinking(line: &Line, random: bool, out: &mut dyn Write) -> io::Result<()> {
    let value = match line.value {
        Value::Centipawns(number) => number,
        Value::Mate(moves) if moves > 0 => MATE + moves,
        Value::Mate(moves) => moves - MATE,
    };
    write!(
        out,
        "{} {value} {} {} {} {} 0\t",
        line.depth,
        line.time.as_millis() / 10,
        line.nodes,
        line.selective_depth,
        line.speed()
    )?;
    let moves: Vec<Cow<str>> = line.moves.iter().map(|text| move_text(text, random)).collect();
    let bound = match line.exactness {
        Exactness::Exact => "",
        Exactness::AtLeast => "!",
        Exactness::AtMost => "?",
    };
    writeln!(out, "{}{bound}", moves.join(" "))
}

/// The claim of a result.
pub(super) fn result(outcome: Outcome) -> String {
    let reason = match (outcome.winner(), outcome.reason()) {
        (Some(winner), Reason::Checkmate) => format!("{winner} mates"),
        (Some(winner), reason) => format!("{winner} wins: {reason}"),
        (None, reason) => format!("Draw: {reason}"),
    };
    format!("{} {{{reason}}}", outcome.result())
}

/// A message about a line that is wrong, in a form that no GUI takes for an illegal move or a draw offer.
pub(super) fn error(message: &str, line: &str, out: &mut dyn Write) -> io::Result<()> {
    let line = crate::protocol::quoted(line);
    // XBoard takes any line with both words for an offer.
    if line.contains("offer") && line.contains("draw") {
        return writeln!(out, "Error ({message})");
    }
    writeln!(out, "Error ({message}): {line}")
}
