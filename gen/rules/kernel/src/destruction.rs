//! Destruction: damage, vanishing, wrecks, and what becomes of those inside (`kernel-rules` 3.3).

use crate::event::{Death, Who};
use crate::{Course, UnitId};

impl Course<'_> {
    /// Takes hit points at once, outside of combat; at 0 the unit is destroyed.
    pub(crate) fn hurt(&mut self, id: UnitId, damage: i32, of: Death, by: Option<Who>) {
        let hp = i32::from(self.state.unit(id).hp) - damage;
        if hp <= 0 {
            self.destroy(id, of, by);
        } else {
            self.unit_mut(id).hp = hp as i16;
        }
    }

    /// A unit has lost its last hit point: it becomes its wreck, or vanishes.
    pub(crate) fn destroy(&mut self, id: UnitId, of: Death, by: Option<Who>) {
        self.remove(id, of, by);
    }

    /// A unit is on terrain on which it cannot be, or may be: then nothing happens.
    pub(crate) fn test_survival(&mut self, id: UnitId) {
        let unit = *self.state.unit(id);
        if unit.inside.some().is_none() && !self.at().survives(unit.kind, unit.cell) {
            self.destroy(id, Death::Terrain, None);
        }
    }
}
