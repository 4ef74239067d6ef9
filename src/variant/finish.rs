//! Makes a finished variant of a draft: piece types get their numbers, regions their board.

use super::{
    Castling, Draws, Endings, Extinction, Flag, Pawns, PieceDef, Promotion, Variant, Verdict,
    blueprint::Blueprint,
    diagnostic::Severity,
    draft::{Draft, Types, capital},
    finish_ground as ground,
    names::Slot,
    networks,
    section::Remarks,
    start,
};
use crate::{
    board::{Bitboard, Shape, Side, U256},
    pieces::{PieceSet, PieceType},
};

/// The most types that one promotion may choose from: moves have four bits for the choice.
pub(super) const MAX_CHOICES: usize = 16;

/// The variant, or `None` where the remarks got an error.
pub(super) fn finish(name: &str, draft: &Draft, remarks: &mut Remarks) -> Option<Variant> {
    check_letters(draft, remarks);
    if draft.pieces.len() > PieceType::MAX {
        let message = format!(
            "the variant has {} piece types; at most {} fit",
            draft.pieces.len(),
            PieceType::MAX
        );
        remarks.add(Severity::Error, "", message);
        return None;
    }
    let mut problems = Vec::new();
    let start = start::read(draft, &mut problems);
    let inherited = !remarks.sets("startFen");
    if inherited && let Some(problem) = problems.first() {
        let message = format!("the section sets none, and the position that it inherits does not fit: {problem}");
        remarks.add(Severity::Error, "startFen", message);
        // The castling rights of that position are not meant for this board either.
        return None;
    }
    for problem in problems {
        remarks.add(Severity::Error, "startFen", problem);
    }
    let shape = Shape::new(draft.files, draft.ranks)?.with_holes(start.holes);
    check_castling(draft, remarks);
    let cast = Cast {
        slots: draft.pieces.keys().copied().collect(),
        shape,
    };
    let variant = Variant {
        name: name.to_lowercase(),
        description: draft.description.clone(),
        synonyms: draft.synonyms.clone(),
        home_protocol: draft.home_protocol,
        template: draft.template.clone(),
        piece_to_char: pictures(draft, remarks),
        pocket_size: draft.pocket_size,
        shape,
        start_fen: draft.start_fen.clone(),
        numbering: draft.numbering,
        chess960: draft.chess960,
        pieces: pieces(draft),
        royal: cast.kind(Slot::KING),
        royals_are_gained: draft.royals_are_gained,
        pawns: pawns(draft, &cast),
        promotions: promotions(draft, &cast, remarks),
        castling: castling(draft, &cast),
        draws: Draws {
            n_move_rule: draft.n_move_rule,
            n_move_types: draft.n_move_types.each_ref().map(|types| cast.set(types)),
            n_fold_rule: draft.n_fold_rule.min(u8::MAX as u16) as u8,
            n_fold_value: draft.n_fold_value,
            insufficient_material: draft.insufficient_material,
        },
        endings: endings(draft, &cast),
        immobility_illegal: draft.immobility_illegal,
        mobility_regions: draft
            .mobility_regions
            .iter()
            .filter_map(|(&slot, regions)| {
                Some((
                    cast.kind(slot)?,
                    regions.map(|region| region.map_or(shape.on_board(), |r| r.on(shape))),
                ))
            })
            .collect(),
        ground: ground::ground(draft, &cast, remarks),
        seats: ground::seats(draft, &cast, remarks),
        rest_types: cast.set(&draft.rest_types),
        coronation: ground::coronation(draft, &cast, remarks),
        value_set: draft.value_set,
        network: draft.network,
        chances: draft.chances,
    };
    for &(square, side, slot) in &start.pieces {
        let barred = |(kind, regions): &(PieceType, [U256; 2])| {
            Some(*kind) == cast.kind(slot) && !regions[side.index()].has(square)
        };
        if variant.mobility_regions.iter().any(barred) {
            let message = format!(
                "{side}'s {slot} stands on {}, outside its mobility region",
                shape.name(square)
            );
            remarks.add(Severity::Error, "startFen", message);
        }
    }
    if remarks.sets("network")
        && let Some(file) = draft.network.and_then(networks::file)
        && let Some(misfit) = Blueprint::misfit(file, &variant)
    {
        remarks.add(Severity::Warning, "network", format!("of no use here: {misfit}"));
    }
    (!remarks.has_errors()).then_some(variant)
}

/// Who plays: the slots in use in the order of their numbers as types, and the board.
pub(super) struct Cast {
    slots: Vec<Slot>,
    /// The board.
    pub shape: Shape,
}

impl Cast {
    /// The type that a slot has become.
    pub fn kind(&self, slot: Slot) -> Option<PieceType> {
        self.slots.iter().position(|&s| s == slot).map(|i| PieceType(i as u8))
    }

    /// A type's letter, a capital.
    pub fn letter(&self, draft: &Draft, kind: PieceType) -> char {
        let piece = self.slots.get(kind.index()).and_then(|slot| draft.pieces.get(slot));
        piece.map_or(' ', |piece| piece.letter)
    }

    /// The set of several types.
    pub fn set(&self, types: &Types) -> PieceSet {
        self.slots
            .iter()
            .filter(|&&slot| types.has(slot))
            .filter_map(|&slot| self.kind(slot))
            .collect()
    }

    /// The types in the order written; `*` gives those that are not royal.
    fn list(&self, types: &Types) -> Vec<PieceType> {
        let rest = self
            .slots
            .iter()
            .filter(|slot| types.all && **slot != Slot::KING && !types.list.contains(slot));
        types
            .list
            .iter()
            .chain(rest)
            .filter_map(|&slot| self.kind(slot))
            .collect()
    }
}

fn pieces(draft: &Draft) -> Vec<PieceDef> {
    let def = |(slot, piece): (&Slot, &super::draft::PieceSpec)| PieceDef {
        key: slot.to_string().to_lowercase(),
        letter: piece.letter,
        aliases: draft
            .aliases
            .iter()
            .filter(|(owner, _)| owner == slot)
            .map(|&(_, letter)| letter)
            .collect(),
        name: draft
            .names
            .iter()
            .rfind(|(owner, _)| owner == slot)
            .map_or_else(|| slot.to_string().to_lowercase(), |(_, name)| name.clone()),
        betza: piece.betza.clone(),
        movement: piece.movement.clone(),
        is_pawn: *slot == Slot::PAWN,
        value: [0, 1].map(|phase| draft.values[phase].get(slot).copied()),
    };
    draft.pieces.iter().map(def).collect()
}

fn pawns(draft: &Draft, cast: &Cast) -> Pawns {
    Pawns {
        double_step: draft.double_step,
        double_step_region: draft.double_step_region.map(|region| region.on(cast.shape)),
        triple_step_region: draft.triple_step_region.map(|region| region.on(cast.shape)),
        en_passant_region: draft.en_passant_region.map(|region| region.on(cast.shape)),
        // A custom movement that captures en passant says so itself.
        en_passant_types: draft.en_passant_types.each_ref().map(|types| {
            let own = draft
                .pieces
                .iter()
                .filter(|(slot, piece)| slot.takes_betza() && piece.movement.has_en_passant());
            own.filter_map(|(&slot, _)| cast.kind(slot))
                .fold(cast.set(types), PieceSet::with)
        }),
    }
}

fn promotions(draft: &Draft, cast: &Cast, remarks: &mut Remarks) -> Vec<Promotion> {
    let mut promotions = Vec::new();
    for &slot in &cast.slots {
        let own = draft.own_promotions.get(&slot);
        let crosses = draft.crossing_promotion_types.has(slot) && slot != Slot::KING;
        let promotes = |side: usize| draft.promotion_pawns[side].has(slot) || own.is_some() || crosses;
        let Some(kind) = cast.kind(slot).filter(|_| promotes(0) || promotes(1)) else {
            continue;
        };
        if slot == Slot::KING && !draft.promotion_pawns.iter().any(|types| types.list.contains(&slot)) && own.is_none()
        {
            // "*" among the promoting types does not mean the royal piece.
            continue;
        }
        let choices = [0, 1].map(|side| {
            let types = own
                .and_then(|own| own.choices.as_ref())
                .unwrap_or(&draft.promotion_choices[side]);
            let mut list = cast.list(types);
            list.retain(|&choice| choice != kind || types.list.contains(&slot));
            list
        });
        if choices.iter().any(|list| list.len() > MAX_CHOICES) {
            let message = format!("{slot} may become more than {MAX_CHOICES} types");
            remarks.add(Severity::Error, "promotionPieceTypes", message);
        }
        let royal = cast.kind(Slot::KING).filter(|royal| *royal != kind);
        if choices.iter().flatten().any(|&choice| Some(choice) == royal) {
            remarks.add(
                Severity::Error,
                "promotionPieceTypes",
                format!("{slot} may not become a royal piece"),
            );
        }
        promotions.push(Promotion {
            kind,
            zone: [0, 1].map(|side| match own.and_then(|own| own.zone[side]) {
                _ if crosses => U256::EMPTY,
                Some(region) => region.on(cast.shape),
                None if promotes(side) => draft.promotion_zone[side].on(cast.shape),
                None => U256::EMPTY,
            }),
            choices,
            mandatory: own.and_then(|own| own.mandatory).unwrap_or(draft.mandatory_promotion),
            limits: draft
                .promotion_limit
                .iter()
                .filter_map(|(&slot, &limit)| Some((cast.kind(slot)?, limit.min(u8::MAX as u16) as u8)))
                .collect(),
            by_crossing: crosses,
        });
    }
    promotions
}

fn castling(draft: &Draft, cast: &Cast) -> Castling {
    Castling {
        enabled: draft.castling,
        king_side_files: draft.king_side_files.clone(),
        queen_side_files: draft.queen_side_files.clone(),
        flexible: draft.flexible_castling,
        rank: draft.castling_rank,
        king_file: Some(draft.castling_king_file),
        king: draft.castling_king.map(|slot| cast.kind(slot?)),
        partners: [0, 1].map(|side| {
            let king = draft.castling_king[side];
            let types = &draft.castling_partners[side];
            cast.slots
                .iter()
                .filter(|&&s| types.has(s) && Some(s) != king)
                .filter_map(|&s| cast.kind(s))
                .collect()
        }),
        partner_files: draft.partner_files,
        pairs: ground::pairs(draft, cast),
    }
}

fn endings(draft: &Draft, cast: &Cast) -> Endings {
    let extinction = (draft.extinction_value != Verdict::None).then(|| Extinction {
        value: draft.extinction_value,
        types: draft
            .extinction_types
            .list
            .iter()
            .filter_map(|&slot| cast.kind(slot))
            .collect(),
        all: draft.extinction_types.all,
        count: draft.extinction_count.min(u8::MAX as u16) as u8,
        opponent_count: draft.extinction_opponent_count.min(u8::MAX as u16) as u8,
        claim: draft.extinction_claim,
    });
    let region = draft.flag_region.map(|region| region.on(cast.shape));
    let flag = region.iter().any(|region| region.any()).then(|| Flag {
        types: draft.flag_types.each_ref().map(|types| cast.set(types)),
        region,
        count: draft.flag_count.min(u8::MAX as u16) as u8,
    });
    Endings {
        stalemate: draft.stalemate,
        checkmate: draft.checkmate,
        extinction,
        flag,
        loss_set: cast.set(&draft.loss_set),
    }
}

/// No letter may mean two pieces.
fn check_letters(draft: &Draft, remarks: &mut Remarks) {
    let mut seen: Vec<(char, Slot)> = Vec::new();
    let letters = draft
        .pieces
        .iter()
        .map(|(&slot, piece)| (piece.letter, slot, slot.to_string()));
    let aliases = draft
        .aliases
        .iter()
        .filter_map(|&(slot, letter)| capital(letter).map(|letter| (letter, slot, "pieceAliases".to_string())));
    for (letter, slot, key) in letters.chain(aliases) {
        match seen.iter().find(|(known, _)| *known == letter) {
            Some((_, owner)) => {
                let message = format!("the letter \"{letter}\" is {owner}'s already");
                remarks.add(Severity::Error, &key, message);
            }
            None => seen.push((letter, slot)),
        }
    }
}

/// Castling that the start position gives rights for must be possible on this board.
fn check_castling(draft: &Draft, remarks: &mut Remarks) {
    let rights = draft
        .start_fen
        .split_whitespace()
        .nth(2)
        .filter(|rights| !rights.bytes().all(|c| c == b'-' || c.is_ascii_digit()));
    if !draft.castling || rights.is_none() || !draft.pair_castling.is_empty() {
        return;
    }
    let targets = [
        ("castlingKingsideFile", &draft.king_side_files),
        ("castlingQueensideFile", &draft.queen_side_files),
    ];
    for (key, files) in targets {
        if let Some(&file) = files.iter().find(|&&file| file >= draft.files) {
            let file = (b'a' + file) as char;
            remarks.add(
                Severity::Error,
                key,
                format!("file {file} is not on the board of {} files", draft.files),
            );
        }
    }
    if draft.castling_rank >= draft.ranks {
        let message = format!(
            "rank {} is not on the board of {} ranks",
            draft.castling_rank + 1,
            draft.ranks
        );
        remarks.add(Severity::Error, "castlingRank", message);
    }
    for side in Side::BOTH {
        if draft.castling_king[side.index()].is_none_or(|slot| !draft.pieces.contains_key(&slot)) {
            let message = format!("the start position gives castling rights, but {side} has no type that castles");
            remarks.add(Severity::Warning, "castlingKingPiece", message);
        }
    }
}

/// XBoard's table has a half for White and one for Black, with the same letter for the same picture, and every piece in
/// one of them. One that is inherited and does not fit the pieces is dropped, so that one is made from the pieces.
fn pictures(draft: &Draft, remarks: &mut Remarks) -> String {
    let table: Vec<char> = draft.piece_to_char.chars().collect();
    let (white, black) = table.split_at(table.len() / 2);
    let agree = |(w, b): (&char, &char)| *w == '.' || *b == '.' || w.to_lowercase().eq([*b]);
    let halves = white.len() == black.len() && white.iter().zip(black).all(agree);
    let shown = |letter: &char| white.contains(letter) || letter.to_lowercase().any(|small| black.contains(&small));
    let absent: String = draft
        .pieces
        .values()
        .map(|p| p.letter)
        .filter(|letter| !shown(letter))
        .collect();
    if !remarks.sets("pieceToCharTable") {
        return if halves && absent.is_empty() {
            draft.piece_to_char.clone()
        } else {
            String::new()
        };
    }
    let mut warn = |message: String| remarks.add(Severity::Warning, "pieceToCharTable", message);
    if !halves {
        warn(format!(
            "the halves for White and Black differ: \"{}\"",
            draft.piece_to_char
        ));
    }
    if !absent.is_empty() && !table.is_empty() {
        warn(format!("\"{}\" has no picture for {absent}", draft.piece_to_char));
    }
    draft.piece_to_char.clone()
}
