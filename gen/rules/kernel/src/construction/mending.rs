//! The cost and the gain of repairs, by action or automatic (`kernel-rules` 2.14).
//!
//! Materials come from the patient first, then from the repairer. By the seeds they are counted in hundredths, and the fraction is
//! taken by chance; otherwise in whole units (`kernel-rules` 10.5).

use design::MaterialType;
use design::abilities::has_acp;
use design::parameters::table::{CONSUMPTION_PER_REPAIR, CONSUMPTION_PER_REPAIRED, HP_TO_REPAIR, MATERIAL_TO_REPAIR};
use design::parameters::unit::HP_MAX;

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::{Refusal, StateChange, StateView, UnitIndex};

impl StateView<'_> {
    /// Whether a unit's type ever has action points, or needs none.
    #[must_use]
    pub fn can_ever_act(self, id: UnitIndex) -> bool {
        has_acp(&self.rules.design, self.unit(id).kind) || self.unit(id).acp_start > 0
    }

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
            let needs = if self.rules.is_seven_zero { needs / 100 + i32::from(needs % 100 > 0) } else { needs };
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
            if self.rules.is_seven_zero {
                used = self.state.rng.hundredths(Purpose::Work, used);
            }
            if used > 0 {
                let of_patient = self.at().supply(patient, material).clamp(0, used);
                *self.supply_mut(patient, material) -= of_patient;
                self.consume(actor, repairer, material, used - of_patient);
            }
        }
        let gain = self.heal(patient, hundredths);
        let (who, by) = (self.at().who(patient), self.at().who(repairer));
        self.tell(EventKind::Repaired { who, by, hp: gain }, &[who.cell], &[who.side, by.side]);
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
