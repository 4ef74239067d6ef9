//! Enemy pieces that a side threatens.

use super::{
    ledger::{Ledger, Term},
    score::Tapered,
    terms::{Scene, Terms},
};
use crate::board::{Bitboard, Side};

impl<B: Bitboard> Terms<B> {
    /// Enters what `side` threatens.
    #[inline(always)]
    pub(super) fn threats(&self, scene: &Scene<B>, side: Side, ledger: &mut impl Ledger) {
        let Scene {
            position,
            structure,
            attacks,
            kinds,
        } = scene;
        let (us, them) = (side.index(), side.opponent().index());
        let (ours, theirs) = (&attacks[us], &attacks[them]);
        let by_pawns = structure.attacks[us];
        let soon = self.pawns.soon(position, side, structure) & !by_pawns;
        let unguarded = ours.all & !theirs.all;
        let outnumbered = ours.twice & theirs.all & !theirs.twice & !structure.attacks[them];
        let mut cheaper = B::EMPTY;
        let mut own = self.officers[us].iter().zip(&kinds[us]).peekable();
        let (mut pawned, mut chased, mut pushed, mut hanging, mut pressed) = (0, 0, 0, 0, 0);
        let (mut pawned_rich, mut chased_rich) = (0, 0);
        for officer in &self.officers[them] {
            // Cheaper by more than a sixth.
            while let Some((_, reached)) = own.next_if(|(own, _)| 6 * own.value < 5 * officer.value) {
                cheaper |= *reached;
            }
            let targets = position.pieces(side.opponent(), officer.kind);
            let by_pawn = (targets & by_pawns).count() as i32;
            let by_cheaper = (targets & cheaper & !by_pawns).count() as i32;
            pawned += by_pawn;
            pawned_rich += by_pawn * officer.rich;
            chased += by_cheaper;
            chased_rich += by_cheaper * officer.rich;
            pushed += (targets & soon).count() as i32;
            hanging += (targets & unguarded).count() as i32;
            pressed += (targets & outnumbered).count() as i32;
        }
        let weak = (structure.pawns[them] & ours.officers & !theirs.all).count() as i32;
        let contested = (ours.all & theirs.all & !structure.attacks[them]).count() as i32;
        let weights = &self.weights;
        let rich = |pawn: i32, cheap: i32| (pawn * pawned_rich + cheap * chased_rich) / 256;
        let sum = weights.pawn_threat * pawned
            + weights.cheap_threat * chased
            + weights.push_threat * pushed
            + weights.hanging * hanging
            + weights.pressed * pressed
            + weights.weak_pawn * weak
            + weights.contested * contested
            + Tapered::new(
                rich(weights.pawn_threat_rich.middle, weights.cheap_threat_rich.middle),
                rich(weights.pawn_threat_rich.end, weights.cheap_threat_rich.end),
            );
        ledger.enter(Term::Threats, side, sum);
    }
}
