//! The danger to what the enemy must not lose, and the shelter of a side's own royal.

use super::{
    ledger::{Ledger, Term},
    pawns::Structure,
    score::Tapered,
    terms::{Attacks, ByOfficer, Terms},
};
use crate::{
    board::{Bitboard, Shape, Side, Square},
    position::Position,
};

/// The most that danger costs, in centipawns.
const DANGER_LIMIT: i32 = 800;

/// The pawns around a royal.
struct Shelter {
    /// Own pawns in front of it, up to three.
    pawns: i32,
    /// Those right in front of it.
    near: i32,
    /// Enemy pawns that come near.
    storm: i32,
    /// Files at it or next to it without own pawns.
    bare: i32,
    /// Those without any pawns.
    open: i32,
}

impl<B: Bitboard> Terms<B> {
    /// Enters what a side's attack on the enemy's royal is worth, and how safe its own is.
    #[inline(always)]
    pub(super) fn safety(
        &self,
        position: &Position<B>,
        side: Side,
        structure: &Structure<B>,
        attacks: &[Attacks<B>; 2],
        kinds: &ByOfficer<B>,
        ledger: &mut impl Ledger,
    ) {
        self.attack(position, side, structure, attacks, kinds, ledger);
        let weights = &self.weights;
        if let Some(royal) = position.royal(side) {
            let around = self.around(side, royal, position.rules().shape, structure);
            let sum = weights.shelter * around.pawns
                + weights.shelter_near * around.near
                + weights.storm * around.storm
                + weights.bare_file * around.bare
                + weights.open_by_royal * around.open;
            ledger.enter(Term::Shelter, side, sum);
        }
    }

    #[inline(always)]
    fn attack(
        &self,
        position: &Position<B>,
        side: Side,
        structure: &Structure<B>,
        attacks: &[Attacks<B>; 2],
        kinds: &ByOfficer<B>,
        ledger: &mut impl Ledger,
    ) {
        let weights = &self.weights;
        let (us, them) = (side.index(), side.opponent().index());
        let (ours, theirs) = (&attacks[us], &attacks[them]);
        let mut danger = weights.danger_base.middle
            + weights.danger_near.middle * ours.near
            + weights.danger_attackers.middle * ours.hunters * ours.attackers
            + weights.danger_force.middle * ours.force / 1000;
        let mut checks = 0;
        if let Some(royal) = position.royal(side.opponent()) {
            let rules = position.rules();
            let count = |set: B| set.count() as i32;
            let weak = self.zone[them][royal] & ours.officers & !theirs.guards;
            let ring = self.rings[0][royal] & ours.officers;
            let pawns = count(self.shelter[them][royal] & structure.pawns[them]).min(3);
            danger += weights.danger_weak.middle * count(weak)
                + weights.danger_ring.middle * count(ring)
                + weights.danger_guarded.middle * count(ring & theirs.guards)
                + weights.danger_shelter.middle * pawns;
            let open = !position.of_side(side);
            // What only the royal guards may be entered if it is attacked once more.
            let safe = open & (!theirs.all | ours.twice & !theirs.guards);
            for (officer, reached) in self.officers[us].iter().zip(kinds) {
                if officer.mutual && (*reached & open).any() {
                    let targets = &rules.mover(side, officer.kind).capture;
                    let from = targets.from(royal, position.occupied(), B::EMPTY) & *reached & open;
                    if (from & safe).any() {
                        checks += 1;
                        danger +=
                            weights.danger_check.middle + weights.danger_check_rich.middle * (officer.rich + 16) / 16;
                    } else if from.any() {
                        danger += weights.danger_unsafe.middle;
                    }
                }
            }
        }
        if danger > 0 && (ours.attackers > 1 || checks > 0) {
            let attack = danger * danger / 256 * weights.danger.middle / 100;
            let plain = danger * weights.danger_plain.middle / 1600;
            let end = danger * weights.danger_plain.end / 1600;
            let middle = (attack + plain).min(DANGER_LIMIT);
            ledger.enter(Term::Attack, side, Tapered::new(middle, end));
        }
    }

    #[inline(always)]
    fn around(&self, side: Side, royal: Square, shape: Shape, structure: &Structure<B>) -> Shelter {
        let (us, them) = (side.index(), side.opponent().index());
        let (own, others) = (structure.pawns[us], structure.pawns[them]);
        let up_to_three = |set: B| set.count().min(3) as i32;
        let at = shape.file(royal) as usize;
        let near = &self.files[at.saturating_sub(1)..(at + 2).min(self.files.len())];
        let bare = near.iter().filter(|&&file| (file & own).is_empty());
        let (mut count, mut open) = (0, 0);
        for file in bare {
            count += 1;
            open += (*file & others).is_empty() as i32;
        }
        Shelter {
            pawns: up_to_three(self.shelter[us][royal] & own),
            near: up_to_three(self.shelter_near[us][royal] & own),
            storm: up_to_three(self.storm[us][royal] & others),
            bare: count,
            open,
        }
    }
}
