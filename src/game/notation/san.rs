//! Standard algebraic notation for any game: `Nf3`, `exd5`, `e8=Q+`, `O-O`.
//!
//! Where castling has several end squares for the king it is written as the king's move (`Kh1`), like the
//! king's steps, unless such a step has the same end square.

use super::{
    MoveError, MoveProblem, Style, coordinate, legal,
    text::{Coordinates, Names, PASSES},
};
use crate::{
    board::{Bitboard, Square},
    movegen,
    pieces::{PieceSet, PieceType},
    position::{Move, MoveKind, NullObserver, Position},
};

/// Writes a legal move in SAN, with `+` for check and `#` for checkmate.
pub fn san<B: Bitboard>(position: &Position<B>, mv: Move, style: Style) -> String {
    let names = Names::new(position, style.with_lettered_files());
    let mut out = without_check(&names, &legal(position), mv);
    let mut after = position.clone();
    after.make(mv, &mut NullObserver);
    if after.in_check() {
        out.push(if movegen::has_legal_move(&after) { '+' } else { '#' });
    }
    out
}

/// Reads a move in SAN. Signs of capture, check, mate, promotion and comment may be missing or wrong, files may be
/// capitals, zeros may stand for the O's of castling, and both squares may be given, with or without a letter.
///
/// # Errors
/// If the text is no legal move, or more than one.
pub fn parse_san<B: Bitboard>(position: &Position<B>, text: &str, style: Style) -> Result<Move, MoveError> {
    find(
        &Names::new(position, style.with_lettered_files()),
        &legal(position),
        text,
    )
}

/// The first form that has no other meaning.
fn without_check<B: Bitboard>(names: &Names<B>, legal: &[Move], mv: Move) -> String {
    if mv.kind() == MoveKind::Pass {
        return PASSES[1].to_string();
    }
    let is_clear = |form: &String| find(names, legal, form) == Ok(mv);
    let forms = if mv.kind() == MoveKind::Castle {
        castling_forms(names, mv)
    } else {
        forms(names, mv)
    };
    let clear = forms.into_iter().find(is_clear);
    clear.unwrap_or_else(|| coordinate(names.position, mv, names.style))
}

fn castling_forms<B: Bitboard>(names: &Names<B>, mv: Move) -> Vec<String> {
    if names.is_pair_castling(mv) {
        return Vec::new();
    }
    let sides = if names.is_king_side(mv) { "O-O" } else { "O-O-O" }.to_string();
    let move_of_king = format!("{}{}", names.letter(names.moved(mv)), names.square(mv.to()));
    if names.chooses_castling() {
        vec![move_of_king, sides]
    } else {
        vec![sides, move_of_king]
    }
}

/// The forms of a move other than castling, with ever more about where it starts.
fn forms<B: Bitboard>(names: &Names<B>, mv: Move) -> Vec<String> {
    let position = names.position;
    let kind = names.moved(mv);
    let is_capture = position.victim(mv).is_some();
    let is_pawn = pawn(names) == Some(kind);
    let letter = (!is_pawn)
        .then(|| names.letter(kind))
        .map_or(String::new(), String::from);
    let (file, rank) = (names.file(mv.from()).to_string(), names.rank(mv.from()));
    let both = names.square(mv.from());
    let mut origins = vec![String::new(), file, rank, both];
    if is_pawn && is_capture {
        origins.remove(0);
    }
    let cross = if is_capture { "x" } else { "" };
    let promotion = names
        .promoted(mv)
        .map_or(String::new(), |kind| format!("={}", names.letter(kind)));
    let to = names.square(mv.to());
    let form = |origin: String| format!("{letter}{origin}{cross}{to}{promotion}");
    origins.into_iter().map(form).collect()
}

/// The type whose moves are written without a letter: the predefined pawn, or else the type that promotes (of
/// several, that with the letter P).
fn pawn<B: Bitboard>(names: &Names<B>) -> Option<PieceType> {
    let rules = names.position.rules();
    let variant = &rules.variant;
    let kinds = || (0..variant.pieces.len()).map(|i| PieceType(i as u8));
    if let Some(pawn) = kinds().find(|kind| variant.pieces[kind.index()].is_pawn) {
        return Some(pawn);
    }
    let promoting: Vec<PieceType> = variant.promotions.iter().map(|p| p.kind).collect();
    match promoting[..] {
        [only] => Some(only),
        _ => promoting.into_iter().find(|&kind| names.letter(kind) == 'P'),
    }
}

/// What a text in SAN says.
#[derive(Clone, Copy, Debug)]
struct Reading {
    /// The type, where a letter gives it.
    kind: Option<PieceType>,
    file: Option<i32>,
    rank: Option<i32>,
    to: Square,
    promotion: Option<char>,
}

/// The legal move that `text` means.
pub(super) fn find<B: Bitboard>(names: &Names<B>, legal: &[Move], text: &str) -> Result<Move, MoveError> {
    let error = |problem| MoveError::new(text, problem);
    let body = without_signs(text);
    if let Some(result) = names.special(body, legal).or_else(|| names.castling(body, legal)) {
        return result.map_err(error);
    }
    let Some(reading) = read(names, body) else {
        return Err(error(form_problem(names, legal, body)));
    };
    let kinds = allowed(names, &reading);
    let written = |castles: bool| {
        let special = |m: &Move| m.kind() == MoveKind::Pass || names.is_pair_castling(*m);
        let moves = legal
            .iter()
            .filter(move |m| !special(m) && (m.kind() == MoveKind::Castle) == castles);
        let moves = moves.filter(|&&m| kinds.has(names.moved(m)) && is_written(names, m, &reading));
        moves.copied().collect::<Vec<Move>>()
    };
    let mut moves = written(false);
    if moves.is_empty() && reading.promotion.is_none() {
        // Castling comes last: where a step of the king has the same form, castling is written in another way.
        let castles = written(true);
        match castles[..] {
            [] => {}
            [mv] => return Ok(mv),
            _ => {
                let candidates = castles.iter().map(|&m| names.castling_coordinate(m, legal));
                return Err(error(MoveProblem::Ambiguous(candidates.collect())));
            }
        }
    }
    if let Some(letter) = reading.promotion {
        let wanted = names.kinds(letter);
        let promoting = |m: &Move| names.promoted(*m).is_some_and(|kind| wanted.has(kind));
        if moves.iter().any(promoting) {
            moves.retain(promoting);
        }
    }
    let Some(first) = moves.first().map(|m| m.from()) else {
        return Err(error(why_none(names, kinds, &reading)));
    };
    if moves.iter().any(|m| m.from() != first) {
        return Err(error(MoveProblem::Ambiguous(candidates(names, &moves))));
    }
    names.pick(moves, reading.promotion).map_err(error)
}

/// The text without spaces and the signs of check, mate, comment and en passant at its end.
fn without_signs(text: &str) -> &str {
    let mut text = text.trim();
    loop {
        let shorter = text.trim_end_matches(['+', '#', '!', '?', ' ']);
        let shorter = ["e.p.", "e.p", "ep"]
            .into_iter()
            .find_map(|sign| shorter.strip_suffix(sign))
            .unwrap_or(shorter);
        if shorter.len() == text.len() {
            return text;
        }
        text = shorter;
    }
}

/// Reads what the text says. A capital is a piece's letter if it can be one, else a file; a small letter is a file
/// if it can be one, else a piece's letter.
fn read<B: Bitboard>(names: &Names<B>, body: &str) -> Option<Reading> {
    let first = body.chars().next()?;
    let with_letter = || {
        let kind = names.kinds(first).iter().next()?;
        let reading = read_squares(names, &body[first.len_utf8()..])?;
        Some(Reading {
            kind: Some(kind),
            ..reading
        })
    };
    let without = || read_squares(names, body);
    if first.is_uppercase() {
        with_letter().or_else(without)
    } else {
        without().or_else(with_letter)
    }
}

fn read_squares<B: Bitboard>(names: &Names<B>, body: &str) -> Option<Reading> {
    let end = body.rfind(|c: char| c.is_ascii_digit())? + 1;
    let (squares, promotion) = body.split_at(end);
    let mut letters = promotion.trim_matches(['=', '/', '(', ')']).chars();
    let promotion = letters.next();
    if letters.next().is_some() || promotion.is_some_and(|c| !c.is_alphabetic()) {
        return None;
    }
    let squares = squares.replace(['x', '-', ':'], "").to_ascii_lowercase();
    let only = |(to, rest): (Square, &str)| rest.is_empty().then_some(to);
    let reading = |file, rank, to| Reading {
        kind: None,
        file,
        rank,
        to,
        promotion,
    };
    if let Some((file, rest)) = names.read_file(&squares) {
        if let Some((rank, rest)) = names.read_rank(rest)
            && let Some(to) = names.read_square(rest).and_then(only)
        {
            return Some(reading(Some(file), Some(rank), to));
        }
        if let Some(to) = names.read_square(rest).and_then(only) {
            return Some(reading(Some(file), None, to));
        }
    }
    if let Some((rank, rest)) = names.read_rank(&squares)
        && let Some(to) = names.read_square(rest).and_then(only)
    {
        return Some(reading(None, Some(rank), to));
    }
    names
        .read_square(&squares)
        .and_then(only)
        .map(|to| reading(None, None, to))
}

/// The types that a reading can mean: without a letter the pawn, or any type if both squares are given or the game
/// has no pawn.
fn allowed<B: Bitboard>(names: &Names<B>, reading: &Reading) -> PieceSet {
    if let Some(kind) = reading.kind {
        return PieceSet::EMPTY.with(kind);
    }
    match pawn(names) {
        Some(pawn) if reading.file.is_none() || reading.rank.is_none() => PieceSet::EMPTY.with(pawn),
        _ => PieceSet(!0),
    }
}

/// Whether a reading can mean the move, types and promotion aside.
fn is_written<B: Bitboard>(names: &Names<B>, mv: Move, reading: &Reading) -> bool {
    let shape = names.position.rules().shape;
    let starts = reading.file.is_none_or(|file| file == shape.file(mv.from()))
        && reading.rank.is_none_or(|rank| rank == shape.rank(mv.from()));
    let full = reading.file.is_some() && reading.rank.is_some();
    let form = Coordinates {
        from: mv.from(),
        to: reading.to,
        lands: None,
        promotion: "",
    };
    // The form in which the king takes its partner needs both squares.
    starts && (mv.to() == reading.to || full && names.is_written(mv, &form))
}

/// The moves with their start squares, for messages.
fn candidates<B: Bitboard>(names: &Names<B>, moves: &[Move]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for &mv in moves {
        let form = forms(names, mv).pop().unwrap_or_default();
        let form = form.split('=').next().unwrap_or_default().to_string();
        if !out.contains(&form) {
            out.push(form);
        }
    }
    out
}

/// Why no legal move is meant.
fn why_none<B: Bitboard>(names: &Names<B>, kinds: PieceSet, reading: &Reading) -> MoveProblem {
    let position = names.position;
    let shape = position.rules().shape;
    if let (Some(file), Some(rank)) = (reading.file, reading.rank)
        && let Some(from) = shape.square(file, rank)
        && kinds == PieceSet(!0)
    {
        return names.why_not(from, reading.to);
    }
    let starts = |&s: &Square| {
        reading.file.is_none_or(|file| file == shape.file(s)) && reading.rank.is_none_or(|rank| rank == shape.rank(s))
    };
    let pieces = position.pieces_in(position.side(), kinds);
    let problems: Vec<MoveProblem> = pieces
        .squares()
        .filter(starts)
        .map(|s| names.why_not(s, reading.to))
        .collect();
    let telling = |p: &&MoveProblem| matches!(p, MoveProblem::LeavesInCheck { .. } | MoveProblem::GameOver);
    if let Some(problem) = problems.iter().find(telling) {
        return problem.clone();
    }
    if let [problem] = &problems[..] {
        return problem.clone();
    }
    let kind = kinds.iter().next().filter(|_| kinds.len() == 1);
    MoveProblem::NoneCan {
        piece: kind.map_or("piece", |kind| names.name(kind)).to_string(),
        to: names.square(reading.to),
    }
}

/// What is wrong with a text that has not the form of a move.
fn form_problem<B: Bitboard>(names: &Names<B>, legal: &[Move], body: &str) -> MoveProblem {
    // The last letter with digits after it should be a square.
    if let Some(digit) = body.rfind(|c: char| c.is_ascii_digit()) {
        let head = &body[..=digit];
        let start = head.rfind(|c: char| !c.is_ascii_digit()).unwrap_or_default();
        let word = head[start..].to_ascii_lowercase();
        let is_word = word.starts_with(|c: char| c.is_ascii_lowercase());
        if is_word && names.read_square(&word).is_none_or(|(_, rest)| !rest.is_empty()) {
            return MoveProblem::NoSquare(word);
        }
    }
    let plain = |m: &&Move| !matches!(m.kind(), MoveKind::Castle | MoveKind::Pass);
    let plain = legal.iter().find(plain);
    MoveProblem::Form {
        example: plain.map_or("e4".to_string(), |&mv| without_check(names, legal, mv)),
    }
}
