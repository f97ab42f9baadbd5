//! Completion: a unit has all its construction points and is ready (`kernel-rules` 2.13, "Completion").

use design::parameters::table::{
    ALT_COMPLETE_OCCS_ON_COMPLETION, ALT_INCOMPLETE_OCCS_ON_COMPLETION, COMPLETE_OCCS_ON_COMPLETION,
    INCOMPLETE_OCCS_ON_COMPLETION, SUPPLY_ON_COMPLETION,
};
use design::parameters::unit::{ASSIGN_NUMBER, CP, HP_MAX, SIZE_MIN};
use design::{TypeId, UnitType};
use world::SideId;

use crate::event::EventKind;
use crate::rng::Purpose;
use crate::space::Placement;
use crate::{StateChange, UnitIndex};

impl StateChange<'_> {
    /// Completes a unit that has all its construction points: it gets its supply, name and occupants, and may act in this turn.
    #[doc(hidden)]
    pub fn complete(&mut self, id: UnitIndex) {
        self.make_ready(id);
        self.add_first_occupants(id);
    }

    fn make_ready(&mut self, id: UnitIndex) {
        let (cp, hp) = (self.at().int(CP, id), self.at().int(HP_MAX, id));
        // A complete unit has another vision than an unfinished one.
        let unit = self.unit_mut(id);
        (unit.cp, unit.hp) = (cp as i16, hp as i16);
        self.give_number(id);
        crate::vision::changed(self, id);
        self.give_name(id);
        let kind = self.state.unit(id).kind;
        for material in self.rules.material_types() {
            let at = self.at();
            let floor = at.rules.design.entry(SUPPLY_ON_COMPLETION, kind, material);
            let supply = at.supply(id, material).max(floor).min(at.storage(id, material)).max(0);
            *self.supply_mut(id, material) = supply;
        }
        self.share_with_transport(id);
        if let Some(details) = &mut self.state.details[id.index()] {
            details.builder = None;
            details.spent = Vec::new();
        }
        if self.at().int(design::parameters::unit::ADVANCED, id) != 0 {
            let least = self.at().int(SIZE_MIN, id).max(1) as i16;
            let details = self.details_mut(id);
            details.size = details.size.max(least);
        }
        self.give_acp(id);
        let who = self.at().snapshot(id);
        self.log_to(EventKind::Completed { who }, &[who.cell], &[who.side]);
    }

    /// The next serial number of its side and type.
    fn give_number(&mut self, id: UnitIndex) {
        let (kind, side) = (self.state.unit(id).kind, self.state.unit(id).side);
        let is_numbered = self.at().details(id).is_some_and(|details| details.number != 0);
        if is_numbered || side == SideId::INDEPENDENT || !self.rules.design.flag(ASSIGN_NUMBER, kind) {
            return;
        }
        let next = &mut self.side_mut(side).next_number[kind.index()];
        let number = *next;
        *next = next.saturating_add(1);
        self.details_mut(id).number = number;
    }

    fn give_name(&mut self, id: UnitIndex) {
        if self.at().details(id).is_some_and(|details| !details.name.is_empty()) {
            return;
        }
        let name = self.at().next_name(id);
        if !name.is_empty() {
            self.details_mut(id).name = name;
        }
    }

    /// Divides what a new unit and its transport hold together in proportion to their storage, as far as the new unit has too
    /// little.
    fn share_with_transport(&mut self, id: UnitIndex) {
        let Some(transport) = self.state.unit(id).inside.some() else { return };
        if !self.at().is_complete(transport)
            || !self.at().trusts(self.state.unit(transport).side, self.state.unit(id).side)
        {
            return;
        }
        for material in self.rules.material_types() {
            let at = self.at();
            let (room, theirs) = (i64::from(at.storage(id, material)), i64::from(at.storage(transport, material)));
            let (own, stock) = (i64::from(at.supply(id, material)), i64::from(at.supply(transport, material)));
            if room <= 0 || theirs <= 0 || stock <= 0 {
                continue;
            }
            let share = ((own + stock) * room / (room + theirs)).min(room);
            let moved = (share - own).clamp(0, stock) as i32;
            *self.supply_mut(id, material) += moved;
            *self.supply_mut(transport, material) -= moved;
        }
    }

    /// Adds the free occupants of a new unit, complete and incomplete, as long as there is room.
    fn add_first_occupants(&mut self, id: UnitIndex) {
        let kind = self.state.unit(id).kind;
        if !self.rules.abilities.brings.has_any(kind) {
            return;
        }
        for occupant in self.rules.design.unit_types() {
            for (is_complete, key, alt) in [
                (true, COMPLETE_OCCS_ON_COMPLETION, ALT_COMPLETE_OCCS_ON_COMPLETION),
                (false, INCOMPLETE_OCCS_ON_COMPLETION, ALT_INCOMPLETE_OCCS_ON_COMPLETION),
            ] {
                let (hundredths, dice) =
                    (self.rules.design.entry(key, kind, occupant), self.rules.design.dice(alt, kind, occupant));
                let mut wanted = self.state.rng.hundredths(Purpose::Work, hundredths);
                wanted += self.state.rng.roll(Purpose::Work, dice);
                while wanted > 0 && self.add_first_occupant(id, occupant, is_complete) {
                    wanted -= 1;
                }
            }
        }
    }

    /// Occupants that come with a unit bring no occupants themselves: types that contain each other would never end.
    fn add_first_occupant(&mut self, id: UnitIndex, kind: UnitType, is_complete: bool) -> bool {
        let (at, side) = (self.at(), self.state.unit(id).side);
        if !at.is_in_play(id)
            || !at.has_room_inside(kind, id)
            || !at.has_allowance(side, kind)
            || !at.fits_in_game(kind)
            // Units of size 0 need no room, but there must be an end.
            || at.occupants(id).count() >= 255
        {
            return false;
        }
        let new = self.add_unit(kind, side);
        let cp = self.at().int(CP, new);
        let unit = self.unit_mut(new);
        (unit.hp, unit.cp) = (1, (cp - 1).clamp(0, 1) as i16);
        self.put(new, Placement::Inside(id));
        let (who, by) = (self.at().snapshot(new), self.at().snapshot(id));
        self.log_to(EventKind::Created { who, by: Some(by) }, &[who.cell], &[who.side]);
        if is_complete {
            self.make_ready(new);
        }
        true
    }
}
