//! Destruction: damage, vanishing, wrecks, and the fate of occupants (`kernel-rules` 3.3).

use design::abilities::has_speed;
use design::parameters::table::{
    HP_PER_STARVE, OCCUPANT_ESCAPE_CHANCE, VANISHES_ON, WRECKED_TYPE_IF_ATTRITED, WRECKED_TYPE_IF_KILLED,
    WRECKED_TYPE_IF_STARVED,
};
use design::parameters::unit::{CP, CXP_MAX, DESTRUCTION_RESULT, HP_MAX, MORALE_MAX, WRECKED_TYPE};
use design::{Fate, TypeId, UnitResult, UnitType};
use grid::Cell;
use world::SideId;

use crate::event::{Death, EventKind, UnitSnapshot};
use crate::rng::Purpose;
use crate::space::Placement;
use crate::{StateChange, StateView, Unit, UnitIndex};

impl StateChange<'_> {
    /// Takes hit points at once, outside of combat; at 0 the unit is destroyed.
    #[doc(hidden)]
    pub fn hurt(&mut self, id: UnitIndex, damage: i32, of: Death, by: Option<UnitSnapshot>) {
        let hp = i32::from(self.state.unit(id).hp).saturating_sub(damage);
        if hp <= 0 {
            self.destroy(id, of, by);
            return;
        }
        self.unit_mut(id).hp = hp.min(i32::from(i16::MAX)) as i16;
        self.cut_acp_by_damage(id);
    }

    /// A unit has lost its last hit point: it becomes its wreck, or vanishes.
    #[doc(hidden)]
    pub fn destroy(&mut self, id: UnitIndex, of: Death, by: Option<UnitSnapshot>) {
        if of == Death::Terrain && self.at().on_ground(VANISHES_ON, id) != 0 {
            self.vanish(id, of, by);
            return;
        }
        match self.at().wreck_of(id, of, by) {
            Some(into) if !self.must_vanish(id) => self.wreck(id, into, of, by),
            _ if of == Death::Scuttled => self.remove(id, of, by),
            _ => self.vanish(id, of, by),
        }
    }

    /// Destroys a unit if it is on terrain where it cannot be.
    pub(crate) fn test_survival(&mut self, id: UnitIndex) {
        let unit = *self.state.unit(id);
        let is_outside = unit.inside.some().is_none() && unit.cell != Unit::NOWHERE;
        if is_outside && !self.at().survives(unit.kind, unit.cell) {
            self.destroy(id, Death::Terrain, None);
        }
    }

    /// Whether `destruction-result` says that nothing is left.
    fn must_vanish(&mut self, id: UnitIndex) -> bool {
        let design = &*self.rules.design;
        let results = UnitResult::read_all(design.form(DESTRUCTION_RESULT, self.state.unit(id).kind), design);
        if results.is_empty() {
            return false;
        }
        let weights: Vec<u32> = results.iter().map(|result| result.weight).collect();
        let place = self.state.rng.weighted(Purpose::Combat, &weights);
        place.is_some_and(|place| results[place].fate == Fate::Vanish)
    }

    /// A unit vanishes: occupants may get away, the others are destroyed with it.
    pub(crate) fn vanish(&mut self, id: UnitIndex, of: Death, by: Option<UnitSnapshot>) {
        let kind = self.state.unit(id).kind;
        let occupants: Vec<UnitIndex> = self.at().occupants(id).collect();
        for &occupant in &occupants {
            let chance = self.rules.design.entry(OCCUPANT_ESCAPE_CHANCE, kind, self.state.unit(occupant).kind);
            if self.percent(Purpose::Combat, chance) {
                self.escape(occupant, id);
            }
        }
        self.remove(id, of, by);
        self.come_under_fire(&occupants);
    }

    /// Occupants that got away to another cell are seen there, but only when the action that drove them out is over.
    fn come_under_fire(&mut self, fled: &[UnitIndex]) {
        if !self.rules.features.overwatch {
            return;
        }
        for &id in fled {
            if self.at().is_in_play(id) && self.state.unit(id).inside.some().is_none() {
                crate::combat::overwatch(self, id);
            }
        }
    }

    /// An occupant leaves a unit that is being destroyed: into another unit of the cell, else to a cell beside it.
    fn escape(&mut self, id: UnitIndex, wreck: UnitIndex) {
        let at = self.at();
        let Unit { kind, side, cell, .. } = *at.unit(id);
        let takes_in = |&carrier: &UnitIndex| {
            carrier != wreck
                && !at.is_within(wreck, carrier)
                && at.is_complete(carrier)
                && at.trusts(at.unit(carrier).side, side)
                && at.has_room_inside(kind, carrier)
        };
        let carrier = at.in_cell(cell).find(takes_in);
        if let Some(carrier) = carrier {
            self.put(id, Placement::Inside(carrier));
            return;
        }
        self.flee(id);
    }

    /// A unit gets away to a cell beside its own. False if it cannot.
    fn flee(&mut self, id: UnitIndex) -> bool {
        let cell = self.state.unit(id).cell;
        if !has_speed(&self.rules.design, self.state.unit(id).kind) {
            return false;
        }
        let mut around: Vec<Cell> = self.rules.area.around(cell).map(|(_, neighbor)| neighbor).collect();
        self.state.rng.shuffle(Purpose::Combat, &mut around);
        let refuge = around.into_iter().find(|&refuge| self.at().is_refuge(id, refuge));
        if let Some(refuge) = refuge {
            let altitude = self.at().altitude_there(id, refuge);
            self.put(id, Placement::Open(refuge, altitude));
        }
        refuge.is_some()
    }

    /// A unit becomes a wreck, with full hit points; occupants without room in it are ejected. It vanishes if its wreck cannot be
    /// there or has no room.
    fn wreck(&mut self, id: UnitIndex, into: UnitType, of: Death, by: Option<UnitSnapshot>) {
        let unit = *self.state.unit(id);
        let at = self.at();
        let stands = match unit.inside.some() {
            Some(carrier) => at.has_room_inside_besides(into, carrier, Some(id)),
            None => at.survives(into, unit.cell) && at.has_room(into, unit.cell, Some(id)),
        };
        let Some(side) = self.at().owner_of_wreck(&unit, into).filter(|_| stands) else {
            self.vanish(id, of, by);
            return;
        };
        let who = self.at().snapshot(id);
        self.set_kind(id, into);
        let design = &*self.rules.design;
        let (hp, cp) = (design.int(HP_MAX, into) as i16, design.int(CP, into) as i16);
        let (cxp, morale) = (design.int(CXP_MAX, into) as i16, design.int(MORALE_MAX, into) as i16);
        let changed = self.unit_mut(id);
        (changed.hp, changed.cp, changed.acp) = (hp, cp, changed.acp.min(0));
        (changed.cxp, changed.morale) = (changed.cxp.min(cxp), changed.morale.min(morale));
        if let Some(details) = &mut self.state.details[id.index()] {
            (details.task, details.builder) = (None, None);
            details.tooling = Vec::new();
        }
        // Only now is it as complete as its new type must be, and looks around.
        crate::vision::changed(self, id);
        if side != unit.side {
            self.set_side(id, side);
        }
        self.clip_supply(id);
        self.eject_excess(id);
        self.log_to(
            EventKind::Wrecked { who, into, of, by },
            &[who.cell],
            &[who.side, by.map_or(who.side, |by| by.side)],
        );
    }

    /// Takes away what a unit holds beyond its storage.
    fn clip_supply(&mut self, id: UnitIndex) {
        for material in self.rules.material_types() {
            let most = self.at().storage(id, material);
            let held = self.supply_mut(id, material);
            *held = (*held).min(most);
        }
    }

    /// Moves the occupants of a unit that is about to be removed into another one, else into the cell, as far as there is room.
    pub(crate) fn rescue_occupants(&mut self, id: UnitIndex, into: Option<UnitIndex>) {
        let occupants: Vec<UnitIndex> = self.at().occupants(id).collect();
        for occupant in occupants {
            let at = self.at();
            let unit = *at.unit(occupant);
            let takes = |&into: &UnitIndex| {
                into != id
                    && !at.is_within(into, occupant)
                    && into != occupant
                    && at.is_open_to(unit.kind, into)
                    && at.has_room_inside(unit.kind, into)
            };
            if let Some(into) = into.filter(takes) {
                self.put(occupant, Placement::Inside(into));
            } else if at.survives(unit.kind, unit.cell) && at.has_room(unit.kind, unit.cell, Some(id)) {
                self.put(occupant, Placement::Open(unit.cell, unit.altitude));
            }
        }
    }

    /// Ejects occupants for which a unit's new type has no room into its cell, if they can go there; else they die.
    pub(crate) fn eject_excess(&mut self, id: UnitIndex) {
        let occupants: Vec<UnitIndex> = self.at().occupants(id).collect();
        if occupants.is_empty() || self.state.unit(id).cell == Unit::NOWHERE {
            return;
        }
        let there = occupants.into_iter().map(|occupant| (occupant, Placement::Inside(id))).collect();
        for (occupant, _) in self.put_back(there, |at, kind| at.has_room_inside(kind, id)) {
            let Unit { cell, inside, .. } = *self.state.unit(id);
            let kind = self.state.unit(occupant).kind;
            let at = self.at();
            let outer = inside.some().filter(|&carrier| at.has_room_inside(kind, carrier));
            let is_mobile = has_speed(&self.rules.design, kind);
            if let Some(carrier) = outer {
                self.put(occupant, Placement::Inside(carrier));
            } else if inside.some().is_none() && is_mobile && at.survives(kind, cell) && at.has_room(kind, cell, None) {
                let altitude = at.altitude_there(occupant, cell);
                self.put(occupant, Placement::Open(cell, altitude));
            } else {
                self.put(occupant, Placement::Inside(id));
                self.remove(occupant, Death::WithTransport, None);
            }
        }
    }

    /// Removes all of them and puts them back as long as there is room, so that only one place must know the rules of room. Returns
    /// the units without room, which are off the map.
    fn put_back(
        &mut self,
        mut there: Vec<(UnitIndex, Placement)>,
        has_room: impl Fn(StateView<'_>, UnitType) -> bool,
    ) -> Vec<(UnitIndex, Placement)> {
        for &(id, _) in &there {
            self.take_off(id);
        }
        there.retain(|&(id, spot)| {
            let fits = has_room(self.at(), self.state.unit(id).kind);
            if fits {
                self.put(id, spot);
            }
            !fits
        });
        there
    }

    /// Moves units for which a changed cell has no room any more to a cell beside it, if they can go there; else they die.
    pub(crate) fn eject_excess_from(&mut self, cell: Cell) {
        let mut standing: Vec<UnitIndex> = self.at().in_cell(cell).collect();
        // Which units stay is random, because ids follow the order of sides.
        self.state.rng.shuffle(Purpose::Combat, &mut standing);
        let there = standing.into_iter().map(|id| (id, Placement::Open(cell, self.state.unit(id).altitude))).collect();
        let mut fled = Vec::new();
        for (id, spot) in self.put_back(there, |at, kind| at.has_room(kind, cell, None)) {
            if !self.at().is_alive(id) {
                // The fate of the others has ended its side.
                continue;
            }
            self.put(id, spot);
            if self.flee(id) {
                fled.push(id);
            } else {
                self.vanish(id, Death::Terrain, None);
            }
        }
        self.come_under_fire(&fled);
    }
}

impl StateView<'_> {
    /// The side that gets a wreck: the first that may own it and has room for it within its limits, among the unit's own, its first
    /// owner, the independents, and all others.
    fn owner_of_wreck(self, unit: &Unit, into: UnitType) -> Option<SideId> {
        let is_same = into == unit.kind;
        let keeps = |&side: &SideId| self.may_own(side, into) && (is_same || self.has_number_for(side, into));
        let takes = |&side: &SideId| {
            self.is_in_game(side) && self.may_take_over(side, into) && (is_same || self.has_number_in_game(into))
        };
        let mut others = [unit.origin, SideId::INDEPENDENT].into_iter().chain(self.rules.side_ids());
        Some(unit.side).filter(keeps).or_else(|| others.find(takes))
    }

    /// The wreck that a unit leaves when it is destroyed; `None` if it leaves none.
    fn wreck_of(self, id: UnitIndex, of: Death, by: Option<UnitSnapshot>) -> Option<UnitType> {
        if !self.is_complete(id) {
            return None;
        }
        let design = &*self.rules.design;
        let unit = self.unit(id);
        let by_cause = match (of, by) {
            (Death::Combat | Death::Blast, Some(by)) => design.entry(WRECKED_TYPE_IF_KILLED, unit.kind, by.kind),
            (Death::Attrition | Death::Temperature, _) => {
                design.entry(WRECKED_TYPE_IF_ATTRITED, unit.kind, self.ground(unit.cell))
            }
            (Death::Starvation, _) => {
                let is_wanted = |&material: &_| {
                    self.supply(id, material) <= 0 && design.entry(HP_PER_STARVE, unit.kind, material) > 0
                };
                let wanted = self.rules.material_types().find(is_wanted);
                wanted.map_or(-1, |material| design.entry(WRECKED_TYPE_IF_STARVED, unit.kind, material))
            }
            _ => -1,
        };
        let into = if by_cause >= 0 { by_cause } else { design.int(WRECKED_TYPE, unit.kind) };
        (into >= 0).then(|| UnitType::at(into as usize))
    }

    /// Whether a unit can flee to a cell: there is room, it can live there, and no unit is there that it does not trust.
    fn is_refuge(self, id: UnitIndex, cell: Cell) -> bool {
        let Unit { kind, side, .. } = *self.unit(id);
        self.has_room(kind, cell, None)
            && self.survives(kind, cell)
            && self.in_cell(cell).all(|other| self.trusts(self.unit(other).side, side))
    }
}
