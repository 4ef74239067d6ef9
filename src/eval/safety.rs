//! How safe a side's royal is: its shelter, and the danger to it and to what else must not be lost.

use super::{
    ledger::{Ledger, Term},
    score::Tapered,
    terms::{Scene, Terms},
};
use crate::board::{Bitboard, Side, Square};

/// The most that danger costs, in centipawns.
const DANGER_LIMIT: i32 = 2000;
/// Danger beyond this, in sixteenths, is not told apart: its square must fit.
const MOST_DANGER: i32 = 8000;

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
    /// Enters how safe a side's royal is, and what the enemy's attack on it, or on what else must not be lost, is worth.
    #[inline(always)]
    pub(super) fn safety(&self, scene: &Scene<B>, side: Side, ledger: &mut impl Ledger) {
        let weights = &self.weights;
        let royal = scene.position.royal(side);
        let around = royal.map(|royal| self.around(scene, side, royal));
        if let Some(around) = &around {
            let sum = weights.shelter * around.pawns
                + weights.shelter_near * around.near
                + weights.storm * around.storm
                + weights.bare_file * around.bare
                + weights.open_by_royal * around.open;
            ledger.enter(Term::Shelter, side, sum);
        }
        let [ours, theirs] = [side, side.opponent()].map(|side| &scene.attacks[side.index()]);
        let mut danger = weights.danger_base.middle
            + weights.danger_near.middle * theirs.near
            + weights.danger_attackers.middle * theirs.hunters * theirs.attackers
            + weights.danger_force.middle * theirs.force / 1000
            + weights.danger_mobility.middle * (theirs.mobility - ours.mobility) / 16;
        let mut checks = 0;
        if let (Some(royal), Some(around)) = (royal, around) {
            let (more, safe_checks) = self.danger_to(scene, side, royal);
            danger += more + weights.danger_shelter.middle * around.pawns;
            checks = safe_checks;
        }
        if danger > 0 && (theirs.attackers > 1 || checks > 0) {
            let danger = danger.min(MOST_DANGER);
            let attack = danger * danger / 256 * weights.danger.middle / 100;
            let plain = danger * weights.danger_plain.middle / 1600;
            let end = danger * weights.danger_plain.end / 1600;
            let middle = (attack + plain).min(DANGER_LIMIT);
            ledger.enter(Term::Attack, side.opponent(), Tapered::new(middle, end));
        }
    }

    /// The danger to a side's `royal` itself, in sixteenths, and how many types of officers have a safe check.
    #[inline(always)]
    fn danger_to(&self, scene: &Scene<B>, side: Side, royal: Square) -> (i32, i32) {
        let Scene {
            position,
            attacks,
            kinds,
            ..
        } = scene;
        let enemy = side.opponent();
        let (ours, theirs) = (&attacks[side.index()], &attacks[enemy.index()]);
        let (weights, rules) = (&self.weights, position.rules());
        let count = |set: B| set.count() as i32;
        let weak = self.zone[side.index()][royal] & theirs.officers & !ours.guards;
        let ring = self.rings[0][royal] & theirs.officers;
        let mut danger = weights.danger_weak.middle * count(weak)
            + weights.danger_ring.middle * count(ring)
            + weights.danger_guarded.middle * count(ring & ours.guards);
        let wide = self.wide[royal];
        let pressure = count(wide & theirs.officers) + count(wide & theirs.twice);
        danger += weights.danger_wide.middle * pressure * pressure / 64;
        let open = !position.of_side(enemy);
        // What only the royal guards may be entered if it is attacked once more.
        let safe = open & (!ours.all | theirs.twice & !ours.guards);
        let mut checks = 0;
        for (officer, reached) in self.officers[enemy.index()].iter().zip(&kinds[enemy.index()]) {
            if officer.mutual && (*reached & open).any() {
                let targets = &rules.mover(enemy, officer.kind).capture;
                let from = targets.from(royal, position.occupied(), B::EMPTY) & *reached & open;
                if (from & safe).any() {
                    checks += 1;
                    danger += weights.danger_check.middle + weights.danger_check_rich.middle * (officer.rich + 16) / 16;
                } else if from.any() {
                    danger += weights.danger_unsafe.middle;
                }
            }
        }
        (danger, checks)
    }

    #[inline(always)]
    fn around(&self, scene: &Scene<B>, side: Side, royal: Square) -> Shelter {
        let (us, pawns) = (side.index(), &scene.structure.pawns);
        let (own, others) = (pawns[us], pawns[side.opponent().index()]);
        let up_to_three = |set: B| set.count().min(3) as i32;
        let at = scene.position.rules().shape.file(royal) as usize;
        let near = &self.files[at.saturating_sub(1)..(at + 2).min(self.files.len())];
        let (mut bare, mut open) = (0, 0);
        for &file in near.iter().filter(|&&file| (file & own).is_empty()) {
            bare += 1;
            open += (file & others).is_empty() as i32;
        }
        Shelter {
            pawns: up_to_three(self.shelter[us][royal] & own),
            near: up_to_three(self.shelter_near[us][royal] & own),
            storm: up_to_three(self.storm[us][royal] & others),
            bare,
            open,
        }
    }
}
