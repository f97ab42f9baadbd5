//! Changing a unit's type: what it keeps, and which units have no place any more (`kernel-rules` 2.16).

use design::parameters::unit::{ACP_MAX, ACP_MIN, ACP_PER_TURN, ADVANCED, CP, CXP_MAX, HP_MAX, MORALE_MAX};
use design::{IntProperty, UnitType};
use world::SideId;

use crate::event::Death;
use crate::space::Placement;
use crate::{StateChange, StateView, Unit, UnitIndex};

/// The most action points that a type has.
pub(crate) fn acp_maximum(at: StateView<'_>, kind: UnitType) -> i32 {
    match at.rules.design.int(ACP_MAX, kind) {
        most if most >= 0 => most,
        _ => at.rules.design.int(ACP_PER_TURN, kind),
    }
}

impl StateChange<'_> {
    /// Changes a unit's type, with all consequences: hit points in proportion, supply clipped, occupants without room ejected.
    /// False if the type could not be changed, and the unit was removed.
    pub(crate) fn become_type(&mut self, id: UnitIndex, kind: UnitType) -> bool {
        let old = *self.state.unit(id);
        if old.kind == kind {
            return true;
        }
        let design = &self.rules.design;
        let scaled = |value: i16, key: IntProperty<UnitType>| {
            let (before, after) = (i64::from(design.int(key, old.kind)), i64::from(design.int(key, kind)));
            if before > 0 { i64::from(value) * after / before } else { after }
        };
        let hp_max = i64::from(design.int(HP_MAX, kind));
        let hp = scaled(old.hp, HP_MAX).clamp(1, hp_max) as i16;
        let morale = scaled(old.morale, MORALE_MAX).clamp(0, i64::from(design.int(MORALE_MAX, kind))) as i16;
        let (before, after) = (acp_maximum(self.at(), old.kind), acp_maximum(self.at(), kind));
        let acp = if before > 0 { i64::from(old.acp) * i64::from(after) / i64::from(before) } else { 0 };
        let acp = acp.clamp(i64::from(design.int(ACP_MIN, kind)), i64::from(i16::MAX)) as i16;
        let cp = design.int(CP, kind) as i16;
        let cxp = i32::from(old.cxp).min(design.int(CXP_MAX, kind).max(0)) as i16;
        let keeps_size = design.flag(ADVANCED, old.kind) && design.flag(ADVANCED, kind);

        self.take_off(id);
        self.set_kind(id, kind);
        let acp_start = old.acp_start;
        let unit = self.unit_mut(id);
        *unit = Unit { hp, cp, acp, acp_start, cxp, morale, ..*unit };
        if let Some(details) = &mut self.state.details[id.index()] {
            details.opinions = Vec::new();
            details.task = None;
            details.tooling = Vec::new();
            details.builder = None;
            details.spent = Vec::new();
            if !keeps_size {
                details.size = 0;
            }
        }
        for material in self.rules.material_types() {
            let most = self.at().storage(id, material);
            let supply = self.supply_mut(id, material);
            *supply = (*supply).min(most).max(0);
        }
        let is_placed = old.cell == Unit::NOWHERE || self.find_place(id, &old);
        if !is_placed {
            // Back to its old place, so that its occupants can get out.
            self.put(id, old.inside.some().map_or(Placement::Open(old.cell, old.altitude), Placement::Inside));
            self.rescue_occupants(id, old.inside.some());
            self.remove(id, Death::Terrain, None);
            return false;
        }
        self.eject_excess(id);
        self.settle_owner(id)
    }

    /// Its old place, if that has room for the new type, else a place in the open.
    fn find_place(&mut self, id: UnitIndex, old: &Unit) -> bool {
        let (at, kind) = (self.at(), self.state.unit(id).kind);
        if let Some(transport) = old.inside.some()
            && at.has_room_inside(kind, transport)
        {
            self.put(id, Placement::Inside(transport));
            return true;
        }
        if at.has_room(kind, old.cell, None) && at.survives(kind, old.cell) {
            self.put(id, Placement::Open(old.cell, old.altitude));
            return true;
        }
        false
    }

    /// Gives a unit that its side may not own to the independents, or removes it.
    fn settle_owner(&mut self, id: UnitIndex) -> bool {
        let Unit { kind, side, .. } = *self.state.unit(id);
        if self.at().may_own(side, kind) {
            return true;
        }
        if self.at().may_own(SideId::INDEPENDENT, kind) {
            self.set_side(id, SideId::INDEPENDENT);
            return true;
        }
        self.rescue_occupants(id, None);
        self.remove(id, Death::Gone, None);
        false
    }
}
