//! Makes the rules of the ground and of its players of a draft, and checks that they make sense together.

use super::{
    diagnostic::Severity,
    draft::{Draft, Step, Types},
    finish::Cast,
    ground::{Barred, Coronation, Crossing, Gate, Ground, PairCastling, Presence, PresenceBanks, Seats},
    section::Remarks,
};
use crate::board::{Bitboard, Square};

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
    let (from, to) = draft.coronation?;
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
