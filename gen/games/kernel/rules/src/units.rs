//! Units: how they are made, given to sides, changed in type, and removed.

use design::parameters::unit::{CAN_BE_SELF, HP_MAX, MORALE_MAX, TECH_FROM_OWNERSHIP};
use design::{TypeId, UnitType};
use world::SideId;

use crate::event::{Death, EventKind, UnitSnapshot};
use crate::{StateChange, Unit, UnitIndex};

impl StateChange<'_> {
    /// Makes a unit: complete, with full hit points, without supply, off the map. The caller places it and logs the event.
    #[doc(hidden)]
    pub fn add_unit(&mut self, kind: UnitType, side: SideId) -> UnitIndex {
        let id = self.push_unit(kind, side);
        self.state.live.push(id);
        self.enlist(id, side);
        id
    }

    /// Adds a dead unit that some side may still know.
    pub(crate) fn add_dead_unit(&mut self, kind: UnitType, side: SideId) {
        let id = self.push_unit(kind, side);
        self.unit_mut(id).hp = 0;
    }

    fn push_unit(&mut self, kind: UnitType, side: SideId) -> UnitIndex {
        let id = UnitIndex(self.state.units.len() as u32);
        let design = &*self.rules.design;
        self.state.units.push(Unit {
            kind,
            side,
            origin: side,
            cell: Unit::NOWHERE,
            inside: UnitIndex::NONE,
            next: UnitIndex::NONE,
            first: UnitIndex::NONE,
            altitude: 0,
            hp: design.int(HP_MAX, kind) as i16,
            cp: design.int(design::parameters::unit::CP, kind) as i16,
            acp: 0,
            acp_start: 0,
            cxp: 0,
            morale: design.int(MORALE_MAX, kind) as i16,
            moves: 0,
        });
        self.state.details.push(None);
        let filled = self.state.supply.len() + self.rules.materials;
        self.state.supply.resize(filled, 0);
        id
    }

    fn enlist(&mut self, id: UnitIndex, side: SideId) {
        let kind = self.state.unit(id).kind;
        let own = self.side_mut(side);
        own.counts[kind.index()] += 1;
        own.gained[kind.index()] += 1;
        if let Err(place) = own.units.binary_search(&id) {
            own.units.insert(place, id);
        }
        self.raise_level(side, kind, self.rules.design.int(TECH_FROM_OWNERSHIP, kind));
    }

    fn discharge(&mut self, id: UnitIndex) {
        let Unit { kind, side, .. } = *self.state.unit(id);
        let own = self.side_mut(side);
        own.counts[kind.index()] -= 1;
        own.lost[kind.index()] += 1;
    }

    /// Gives a unit, without its occupants, to another side. Its vision then counts for the new side.
    #[doc(hidden)]
    pub fn set_side(&mut self, id: UnitIndex, side: SideId) {
        if self.state.unit(id).side == side {
            return;
        }
        self.note_self_unit(self.at().snapshot(id), Some(side));
        let before = self.state.unit(id).side;
        self.discharge(id);
        self.unit_mut(id).side = side;
        self.enlist(id, side);
        if let Some(details) = &mut self.state.details[id.index()] {
            details.task = None;
        }
        crate::vision::changed(self, id);
        let cell = self.state.unit(id).cell;
        if cell != Unit::NOWHERE {
            crate::vision::see_cell(self, before, cell);
        }
    }

    /// A unit has died, changed sides or changed its type. If it represented its player, the consequences come when the action is over.
    fn note_self_unit(&mut self, who: UnitSnapshot, by: Option<SideId>) {
        let side = self.side_mut(who.side);
        if side.self_unit == Some(who.id) {
            side.self_unit = None;
            self.state.lost_self_units.push((who.side, who.kind, by));
        }
    }

    /// Changes a unit's type. The caller adapts hit points and the like.
    #[doc(hidden)]
    pub fn set_kind(&mut self, id: UnitIndex, kind: UnitType) {
        if !self.rules.design.flag(CAN_BE_SELF, kind) {
            self.note_self_unit(self.at().snapshot(id), None);
        }
        self.discharge(id);
        self.unit_mut(id).kind = kind;
        let side = self.state.unit(id).side;
        self.enlist(id, side);
        crate::vision::changed(self, id);
    }

    /// Removes a unit and all its occupants from the game, at once and for good (`kernel-rules` 3.3: "killing a transport").
    #[doc(hidden)]
    pub fn remove(&mut self, id: UnitIndex, of: Death, by: Option<UnitSnapshot>) {
        let tree = self.at().tree(id);
        let told: Vec<UnitSnapshot> = tree.iter().map(|&member| self.at().snapshot(member)).collect();
        self.take_off(id);
        for (&member, who) in tree.iter().zip(told).rev() {
            self.discharge(member);
            let unit = self.unit_mut(member);
            (unit.hp, unit.inside, unit.next, unit.first) = (0, UnitIndex::NONE, UnitIndex::NONE, UnitIndex::NONE);
            let of = if member == id { of } else { Death::WithTransport };
            self.log_to(EventKind::Died { who, of, by }, &[who.cell], &[who.side, by.map_or(who.side, |by| by.side)]);
            crate::vision::lost(self, who);
            self.note_self_unit(who, None);
        }
    }
}
