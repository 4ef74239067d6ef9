//! Makes the rules of the ground and of its players of a draft, and checks that they make sense together.

use super::{
    diagnostic::Severity,
    draft::{Draft, Step, Types},
    finish::Cast,
    ground::{Barred, Coronation, Crossing, Gate, Ground, PairCastling, Presence, PresenceBanks, Seats},
    section::Remarks,
    start::start_pieces,
};
use crate::board::{Bitboard, Side, Square};

/// What the ground bars and asks for.
pub(super) fn ground(draft: &Draft, cast: &Cast, remarks: &mut Remarks) -> Ground {
    let of_banks = [
        ("crossingPromotionTypes", &draft.crossing_promotion_types),
        ("crossingBarredTypes", &draft.crossing_barred_types),
        ("rivalTypes", &draft.rival_types),
        ("presenceTypes", &draft.presence_types),
    ];
    for (key, _) in of_banks.into_iter().filter(|(_, types)| **types != Types::default()) {
        if draft.banks.is_empty() {
            let message = "this is a matter of banks, but there are no \"banks\"".to_string();
            remarks.add(Severity::Error, key, message);
        }
    }
    warn_of_idle_keys(draft, cast, remarks);
    if draft.rest_types != Types::default() && draft.seats.is_empty() {
        let message = "the players who must move before a rest ends are those of \"seats\", but there are none";
        remarks.add(Severity::Error, "restTypes", message.to_string());
    }
    let on = |region: super::draft::Region| region.on(cast.shape);
    let presence_types = cast.set(&draft.presence_types);
    let barred_steps = steps(&draft.barred_steps, cast);
    Ground {
        banks: draft.banks.iter().map(|&bank| on(bank)).collect(),
        up: (!draft.up.is_empty()).then(|| on(draft.up)),
        barred: Barred {
            types: if barred_steps.is_empty() {
                Default::default()
            } else {
                cast.set(&draft.barred_step_types)
            },
            steps: barred_steps,
        },
        solid_block_types: cast.set(&draft.solid_block_types),
        crossing: Crossing {
            types: cast.set(&draft.crossing_barred_types),
            steps: steps(&draft.crossing_steps, cast),
        },
        gate: (!draft.gate_side.is_empty()).then(|| Gate {
            side: on(draft.gate_side),
            squares: on(draft.gate_region),
        }),
        opposite_capture_types: cast.set(&draft.opposite_capture_types),
        rival_types: cast.set(&draft.rival_types),
        presence: (presence_types != Default::default()).then_some(Presence {
            types: presence_types,
            banks: draft.presence_banks,
        }),
    }
}

/// Says which keys do nothing, or hardly what was meant.
fn warn_of_idle_keys(draft: &Draft, cast: &Cast, remarks: &mut Remarks) {
    let none = |types: &Types| *types == Types::default();
    let missing = [
        (
            !draft.gate_side.is_empty() && draft.gate_region.is_empty(),
            "gateSide",
            "nobody can cross the line, as there is no \"gateRegion\"",
        ),
        (
            draft.gate_side.is_empty() && !draft.gate_region.is_empty(),
            "gateRegion",
            "there is no line to cross, as there is no \"gateSide\"",
        ),
        (
            !draft.crossing_steps.is_empty() && none(&draft.crossing_barred_types),
            "crossingSteps",
            "these steps are open anyway, as there are no \"crossingBarredTypes\"",
        ),
        (
            !draft.crowners.is_empty() && draft.coronation.is_empty(),
            "coronationTypes",
            "they crown nobody, as there is no \"coronation\"",
        ),
        (
            draft.presence_banks == PresenceBanks::Own && none(&draft.presence_types),
            "presenceBanks",
            "nobody must be present, as there are no \"presenceTypes\"",
        ),
    ];
    for (_, key, message) in missing.into_iter().filter(|(idle, ..)| *idle) {
        remarks.add(Severity::Warning, key, message.to_string());
    }
    let bank = |(file, rank)| draft.banks.iter().position(|bank| bank.has(file, rank));
    for &[from, to] in &draft.crossing_steps {
        if !draft.banks.is_empty() && bank(from) == bank(to) {
            let message = format!("{}{} stays on one bank", name(from), name(to));
            remarks.add(Severity::Warning, "crossingSteps", message);
        }
    }
    for kind in cast.set(&draft.loss_set).iter() {
        let letter = cast.letter(draft, kind);
        let has = |side| start_pieces(&draft.start_fen).any(|piece| piece == (side, letter));
        if !Side::BOTH.into_iter().all(has) {
            let message = format!("a side starts without {letter}, so it can never have lost one, nor the set");
            remarks.add(Severity::Warning, "lossSetTypes", message);
        }
    }
}

fn name((file, rank): (u8, u8)) -> String {
    format!("{}{}", (b'a' + file) as char, rank + 1)
}

/// The players, if they have seats.
pub(super) fn seats(draft: &Draft, cast: &Cast, remarks: &mut Remarks) -> Option<Seats> {
    let own = draft.presence_banks == PresenceBanks::Own && draft.presence_types != Default::default();
    if draft.seats.is_empty() {
        if own {
            let message = "\"own\" banks are those of seats, but there are no \"seats\"".to_string();
            remarks.add(Severity::Error, "presenceBanks", message);
        }
        if !draft.drop_out.is_empty() {
            let message = "nobody can drop out, as there are no \"seats\"".to_string();
            remarks.add(Severity::Warning, "dropOutPromotion", message);
        }
        return None;
    }
    for seat in &draft.seats {
        if seat.bank >= draft.banks.len() {
            let message = format!(
                "seat {} is on bank {}, but \"banks\" has {}",
                seat.letter,
                seat.bank + 1,
                draft.banks.len()
            );
            remarks.add(Severity::Error, "seats", message);
        }
    }
    let royal = super::names::Slot::KING;
    if draft.drop_out.iter().any(|&(from, to)| from == royal || to == royal) {
        let message = "no piece may become a royal one by dropping out, nor a royal piece another".to_string();
        remarks.add(Severity::Error, "dropOutPromotion", message);
    }
    let becomes = draft.drop_out.iter();
    Some(Seats {
        list: draft.seats.clone(),
        drop_out: becomes
            .filter_map(|&(from, to)| Some((cast.kind(from)?, cast.kind(to)?)))
            .collect(),
    })
}

/// How pieces are crowned, if they are.
pub(super) fn coronation(draft: &Draft, cast: &Cast, remarks: &mut Remarks) -> Option<Coronation> {
    let &(from, to) = draft.coronation.first()?;
    if let Some((more, becomes)) = draft.coronation.get(1) {
        let message = format!("only one type is crowned; \"{more}\" and \"{becomes}\" are one pair too many");
        remarks.add(Severity::Error, "coronation", message);
    }
    if from == to || from == super::names::Slot::KING {
        let message = "a royal piece cannot be crowned, nor any piece to be what it is".to_string();
        remarks.add(Severity::Error, "coronation", message);
    }
    let &[one, other] = &draft.crowners[..] else {
        let message = "a coronation needs two \"coronationTypes\"".to_string();
        remarks.add(Severity::Error, "coronation", message);
        return None;
    };
    if Some(cast.kind(to)?) == cast.kind(super::names::Slot::KING) && !draft.royals_are_gained {
        let message = "royals by coronation need \"royals = gained\"".to_string();
        remarks.add(Severity::Error, "coronation", message);
    }
    Some(Coronation {
        from: cast.kind(from)?,
        to: cast.kind(to)?,
        crowners: [cast.kind(one)?, cast.kind(other)?],
    })
}

/// Castlings of two pieces.
pub(super) fn pairs(draft: &Draft, cast: &Cast) -> Vec<PairCastling> {
    let pair = |pair: &super::draft::PairDraft| {
        let [one, other] = pair.moves.map(|step| squares(step, cast));
        Some(PairCastling {
            letter: pair.letter,
            kinds: [cast.kind(pair.slots[0])?, cast.kind(pair.slots[1])?],
            moves: [one?, other?],
        })
    };
    draft.pair_castling.iter().filter_map(pair).collect()
}

fn steps(steps: &[Step], cast: &Cast) -> Vec<(Square, Square)> {
    steps.iter().filter_map(|&step| squares(step, cast)).collect()
}

/// Steps to or from a hole are never made.
fn squares([from, to]: Step, cast: &Cast) -> Option<(Square, Square)> {
    let square = |(file, rank): (u8, u8)| cast.shape.square(file as i32, rank as i32);
    Some((square(from)?, square(to)?)).filter(|(from, _)| cast.shape.on_board().has(*from))
}
