//! The cost and the gain of repairs, by action or automatic when a turn begins (`kernel-rules` 2.14), and the recovery of hit points and
//! morale (5.7).
//!
//! Materials come from the patient first, then from the repairer. By the seeds they are counted in hundredths, and the fraction is
//! taken by chance; otherwise in whole units (`kernel-rules` 10.5).

use design::parameters::table::{
    AUTO_REPAIR, AUTO_REPAIR_RANGE, CONSUMPTION_PER_REPAIR, CONSUMPTION_PER_REPAIRED, HP_TO_REPAIR, MATERIAL_TO_REPAIR,
};
use design::parameters::unit::{HP_MAX, HP_RECOVERY, HP_TO_RECOVER, MORALE_MAX, MORALE_RECOVERY};
use design::{Design, MaterialType, TypeId, UnitType};

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{Refusal, StateChange, StateView, UnitIndex};

/// A type that repairs others automatically.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mender {
    pub(crate) kind: UnitType,
    /// Hundredths of a hit point per turn.
    pub(crate) amount: i32,
    /// The range in cells; -1: only its transports and occupants.
    pub(crate) range: i32,
}

/// The types that repair others automatically, by patient.
pub(crate) fn find_menders(design: &Design) -> Vec<Vec<Mender>> {
    let menders = |patient: UnitType| {
        let mender = |kind| Mender {
            kind,
            amount: design.entry(AUTO_REPAIR, kind, patient),
            range: design.entry(AUTO_REPAIR_RANGE, kind, patient),
        };
        design.unit_types().map(mender).filter(|mender| mender.amount > 0).collect::<Vec<_>>()
    };
    design.unit_types().map(menders).collect()
}

impl StateView<'_> {
    /// Whether a unit is not too damaged itself to repair another.
    pub(crate) fn is_fit_to_repair(self, repairer: UnitIndex, patient: UnitIndex) -> bool {
        i32::from(self.unit(repairer).hp) >= self.pair(HP_TO_REPAIR, repairer, patient)
    }

    /// Checks that the materials of a repair are at hand.
    ///
    /// # Errors
    /// A refusal with the missing material.
    pub(crate) fn check_mending(
        self,
        actor: UnitIndex,
        repairer: UnitIndex,
        patient: UnitIndex,
    ) -> Result<(), Refusal> {
        for material in self.rules.material_types() {
            let used = self.mending_use(repairer, patient, material);
            let needs = used.max(self.rules.design.entry(MATERIAL_TO_REPAIR, self.unit(repairer).kind, material));
            // A fraction requires a whole one, since it is decided later whether it is taken.
            let needs = if self.rules.is_xconq_7_0 { needs / 100 + i32::from(needs % 100 > 0) } else { needs };
            if needs > 0 {
                let of_patient = if patient == repairer { 0 } else { self.supply(patient, material).max(0) };
                let has = self.within_reach(actor, repairer, material).saturating_add(of_patient);
                if has < needs {
                    return Err(self.lacks(material, needs, has));
                }
            }
        }
        Ok(())
    }

    fn mending_use(self, repairer: UnitIndex, patient: UnitIndex, material: MaterialType) -> i32 {
        let design = &*self.rules.design;
        design.entry(CONSUMPTION_PER_REPAIRED, self.unit(patient).kind, material).saturating_add(design.entry(
            CONSUMPTION_PER_REPAIR,
            self.unit(repairer).kind,
            material,
        ))
    }
}

impl StateChange<'_> {
    /// Repairs a unit by some hundredths of a hit point, and takes the cost even if that comes to nothing.
    pub(crate) fn mend(&mut self, actor: UnitIndex, repairer: UnitIndex, patient: UnitIndex, hundredths: i32) {
        for material in self.rules.material_types() {
            let mut used = self.at().mending_use(repairer, patient, material);
            if self.rules.is_xconq_7_0 {
                used = self.state.rng.hundredths(Purpose::Work, used);
            }
            if used > 0 {
                let of_patient = self.at().supply(patient, material).clamp(0, used);
                *self.supply_mut(patient, material) -= of_patient;
                self.consume(actor, repairer, material, used - of_patient);
            }
        }
        let gain = self.heal(patient, hundredths);
        let (who, by) = (self.at().snapshot(patient), self.at().snapshot(repairer));
        self.log_to(EventKind::Repaired { who, by, hp: gain }, &[who.cell], &[who.side, by.side]);
    }

    /// Gives hit points, by hundredths; returns how many that came to.
    pub(crate) fn heal(&mut self, id: UnitIndex, hundredths: i32) -> i16 {
        let gain = self.state.rng.hundredths(Purpose::Work, hundredths);
        let missing = (self.at().int(HP_MAX, id) - i32::from(self.state.unit(id).hp)).max(0);
        let gain = gain.clamp(0, missing) as i16;
        self.unit_mut(id).hp += gain;
        gain
    }
}

/// Damaged units recover by themselves, then others mend them, the nearest first.
pub(crate) fn recover_and_repair(change: &mut StateChange<'_>) {
    if !change.rules.features.repair {
        return;
    }
    let mut near = Vec::new();
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if !is_damaged(change.at(), id) {
            continue;
        }
        let (recovery, least) = (change.at().int(HP_RECOVERY, id), change.at().int(HP_TO_RECOVER, id));
        if recovery > 0 && i32::from(change.state.unit(id).hp) >= least {
            let hp = change.heal(id, recovery);
            if hp > 0 {
                let who = change.at().snapshot(id);
                change.log_to(EventKind::Recovered { who, hp }, &[who.cell], &[who.side]);
            }
        }
        menders_of(change.at(), id, &mut near);
        for &(_, mender, amount) in &near {
            if !is_damaged(change.at(), id) {
                break;
            }
            // The same needs as of a repair by order, but for the action points (seed 003).
            let at = change.at();
            if at.is_fit_to_repair(mender, id) && at.check_mending(mender, mender, id).is_ok() {
                change.mend(mender, mender, id, amount);
            }
        }
    }
}

fn is_damaged(at: StateView<'_>, id: UnitIndex) -> bool {
    at.is_active(id) && i32::from(at.unit(id).hp) < at.int(HP_MAX, id)
}

/// Who mends a unit without being told: distance, unit, hundredths of a hit point; the nearest first, then by id.
fn menders_of(at: StateView<'_>, id: UnitIndex, found: &mut Vec<(i32, UnitIndex, i32)>) {
    found.clear();
    let patient = at.unit(id);
    let menders = &at.rules.menders[patient.kind.index()];
    let Some(reach) = menders.iter().map(|mender| mender.range).max() else { return };
    let mut test = |other: UnitIndex| {
        let unit = at.unit(other);
        let Some(mender) = menders.iter().find(|mender| mender.kind == unit.kind) else { return };
        let distance = at.distance(other, id);
        let reaches = if mender.range < 0 {
            other == id || at.is_within(id, other) || at.is_within(other, id)
        } else {
            distance <= mender.range
        };
        if reaches && at.is_active(other) && at.trusts(unit.side, patient.side) {
            found.push((distance, other, mender.amount));
        }
    };
    let radius = reach.max(0) as u32;
    // Far reaches cover more cells than there are units.
    if u64::from(radius) * u64::from(radius) * 3 > at.state.live.len() as u64 {
        at.live().filter(|&other| at.is_in_play(other)).for_each(&mut test);
    } else {
        for cell in grid::disk(&at.rules.area, patient.cell, radius) {
            at.in_cell(cell).for_each(|other| visit(at, other, &mut test));
        }
    }
    found.sort_unstable();
}

/// A unit and all that are inside of it.
fn visit(at: StateView<'_>, id: UnitIndex, test: &mut impl FnMut(UnitIndex)) {
    test(id);
    for occupant in at.occupants(id) {
        visit(at, occupant, test);
    }
}

/// Morale comes back: by hundredths, once (7.5 rounds twice, so that hardly anything is left).
pub(crate) fn recover_morale(change: &mut StateChange<'_>) {
    if !change.rules.features.morale_recovery {
        return;
    }
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        let (recovery, most) = (change.at().int(MORALE_RECOVERY, id), change.at().int(MORALE_MAX, id));
        if recovery > 0 && change.at().is_active(id) && i32::from(change.state.unit(id).morale) < most {
            let gain = change.state.rng.hundredths(Purpose::Work, recovery);
            let unit = change.unit_mut(id);
            unit.morale = (i32::from(unit.morale) + gain).min(most) as i16;
        }
    }
}
