//! Cities, which are units of `advanced` types: they use the land around them, grow, and starve (`kernel-rules` 5.5).
//!
//! A city chooses its land anew each turn, the best first. No cell is used by two cities, and none with an enemy in it.

use design::parameters::table::{
    ADVANCE_ADD_MAXCELLS, ADVANCE_ADD_PRODUCTION, ADVANCE_MULT_MAXCELLS, ADVANCE_MULTIPLY_PRODUCTION, CONVERSION,
    CONVERSION_DEFAULT, GIVES_TO_TREASURY, OCC_ADD_MAXCELLS, OCC_MULTIPLY_MAXCELLS, OCCUPANT_ADD_PRODUCTION,
    OCCUPANT_MULTIPLY_PRODUCTION, PRODUCTION_FROM_TERRAIN, SIZE_LIMIT_WITHOUT_ADVANCE, SIZE_LIMIT_WITHOUT_OCCUPANT,
    TAKES_FROM_TREASURY, UNIT_CONSUMPTION_PER_SIZE, UNIT_CONSUMPTION_TO_GROW,
};
use design::parameters::unit::{REACH, SIZE_MAX, SIZE_MIN, USE_OWN_CELL};
use design::{AdvanceType, MaterialType, TypeId};
use grid::{Cell, disk};
use world::SideId;

use crate::amounts::percent_of;
use crate::event::{Death, EventKind};
use crate::ledger::{LedgerEntry, note};
use crate::{StateChange, StateView, UnitIndex};

/// Cities produce, consume, and grow (turn start, step 5).
pub(crate) fn run(change: &mut StateChange<'_>) {
    let plan = &change.rules.economy;
    if !plan.has_cities {
        return;
    }
    let is_city = |change: &StateChange<'_>, id: UnitIndex| {
        let unit = change.state.unit(id);
        plan.units[unit.kind.index()].is_city && plan.includes(unit.side) && change.at().is_active(id)
    };
    for place in 0..change.state.live.len() {
        let id = change.state.live[place];
        if is_city(change, id) {
            choose_land(change, id);
            produce(change, id);
            feed(change, id);
        }
    }
}

/// A unit has come into its cell: cities that do not trust it can no longer use the land.
pub(super) fn expel(change: &mut StateChange<'_>, id: UnitIndex) {
    let unit = *change.state.unit(id);
    let city = change.state.land_use[unit.cell.index()];
    if city != UnitIndex::NONE && !change.at().trusts(change.state.unit(city).side, unit.side) {
        change.state.land_use[unit.cell.index()] = UnitIndex::NONE;
    }
}

impl StateView<'_> {
    /// The size of a city, at least 1; 0 for other units.
    #[must_use]
    pub fn size(self, id: UnitIndex) -> i32 {
        if !self.rules.economy.units[self.unit(id).kind.index()].is_city {
            return 0;
        }
        self.details(id).map_or(1, |details| i32::from(details.size).max(1))
    }

    /// The city that uses a cell, if any.
    #[must_use]
    pub fn city_of(self, cell: Cell) -> Option<UnitIndex> {
        let city = self.state.land_use.get(cell.index())?.some()?;
        self.is_in_play(city).then_some(city)
    }

    fn advances_of(self, side: SideId) -> impl Iterator<Item = AdvanceType> {
        self.rules.design.ids().filter(move |&advance| self.has_advance(side, advance))
    }

    /// How many cells a city can use.
    fn max_cells(self, city: UnitIndex) -> i32 {
        let design = &*self.rules.design;
        let unit = self.unit(city);
        let occupants = || self.occupants(city).filter(|&id| self.is_active(id)).map(|id| self.unit(id).kind);
        let mut cells = self.size(city) + i32::from(design.flag(USE_OWN_CELL, unit.kind));
        for kind in occupants() {
            cells = cells.saturating_add(design.entry(OCC_ADD_MAXCELLS, unit.kind, kind));
        }
        for advance in self.advances_of(unit.side) {
            cells = cells.saturating_add(design.entry(ADVANCE_ADD_MAXCELLS, unit.kind, advance));
        }
        for kind in occupants() {
            cells = scale(cells, design.entry(OCC_MULTIPLY_MAXCELLS, unit.kind, kind));
        }
        for advance in self.advances_of(unit.side) {
            cells = scale(cells, design.entry(ADVANCE_MULT_MAXCELLS, unit.kind, advance));
        }
        cells.max(0)
    }

    /// What a cell yields for a city: from its terrain, and from borders, connections and coatings there.
    fn yields(self, cell: Cell, material: MaterialType) -> i32 {
        let each = |kind| self.rules.design.entry(PRODUCTION_FROM_TERRAIN, kind, material);
        self.all_terrain(cell).map(each).fold(0, i32::saturating_add)
    }

    /// Whether a city may use a cell that is free, or its own already.
    fn can_work(self, city: UnitIndex, cell: Cell) -> bool {
        let side = self.unit(city).side;
        self.rules.is_inner(cell)
            && self.city_of(cell).is_none_or(|user| user == city)
            && self.in_cell(cell).all(|id| self.trusts(side, self.unit(id).side))
    }

    /// The material that a city consumes most of: it chooses its land by it.
    fn staple(self, city: UnitIndex) -> Option<MaterialType> {
        let eats = |m: &MaterialType| self.rules.design.entry(UNIT_CONSUMPTION_PER_SIZE, self.unit(city).kind, *m);
        self.rules.material_types().rev().max_by_key(eats)
    }
}

/// An amount by a percentage, divided at once, within safe bounds.
fn scale(amount: i32, percent: i32) -> i32 {
    percent_of(amount.clamp(-(1 << 24), 1 << 24), percent.min(1 << 13)).clamp(-(1 << 24), 1 << 24)
}

/// A city takes the best land within its reach that no other city uses.
fn choose_land(change: &mut StateChange<'_>, city: UnitIndex) {
    let rules = change.rules;
    let unit = *change.state.unit(city);
    let reach = rules.design.int(REACH, unit.kind).max(0) as u32;
    let own_first = rules.design.flag(USE_OWN_CELL, unit.kind);
    let at = change.at();
    let staple = at.staple(city);
    let cells = disk(&rules.area, unit.cell, reach);
    let mut choices: Vec<(bool, i32, Cell)> = cells
        .filter(|&cell| at.can_work(city, cell))
        .map(|cell| (!(own_first && cell == unit.cell), -staple.map_or(0, |m| at.yields(cell, m)), cell))
        .collect();
    choices.sort_unstable();
    let most = at.max_cells(city) as usize;
    for cell in disk(&rules.area, unit.cell, reach) {
        if change.state.land_use[cell.index()] == city {
            change.state.land_use[cell.index()] = UnitIndex::NONE;
        }
    }
    for (_, _, cell) in choices.into_iter().take(most) {
        change.state.land_use[cell.index()] = city;
    }
}

/// A city produces materials from its land, by its occupants, and by its side's advances; it converts some into others.
fn produce(change: &mut StateChange<'_>, city: UnitIndex) {
    let rules = change.rules;
    let design = &*rules.design;
    let at = change.at();
    let unit = *at.unit(city);
    let reach = design.int(REACH, unit.kind).max(0) as u32;
    let land: Vec<Cell> =
        disk(&rules.area, unit.cell, reach).filter(|cell| at.state.land_use[cell.index()] == city).collect();
    let occupants: Vec<_> = at.occupants(city).filter(|&id| at.is_active(id)).map(|id| at.unit(id).kind).collect();
    let advances: Vec<AdvanceType> = at.advances_of(unit.side).collect();
    let output = |material| {
        let mut amount = land.iter().map(|&cell| at.yields(cell, material)).fold(0, i32::saturating_add);
        for &kind in &occupants {
            amount = amount.saturating_add(design.entry(OCCUPANT_ADD_PRODUCTION, kind, material));
        }
        for &advance in &advances {
            amount = amount.saturating_add(design.entry(ADVANCE_ADD_PRODUCTION, advance, material));
        }
        for &kind in &occupants {
            amount = scale(amount, design.entry(OCCUPANT_MULTIPLY_PRODUCTION, kind, material));
        }
        for &advance in &advances {
            amount = scale(amount, design.entry(ADVANCE_MULTIPLY_PRODUCTION, advance, material));
        }
        amount.max(0)
    };
    let made: Vec<i32> = rules.material_types().map(output).collect();
    let mut kept = made.clone();
    for from in rules.material_types() {
        for into in rules.material_types() {
            let yields = design.entry(CONVERSION, from, into);
            if yields > 0 {
                let rate = design.entry(CONVERSION_DEFAULT, from, into);
                let turned = scale(made[from.index()], rate).min(kept[from.index()]).max(0);
                kept[from.index()] -= turned;
                kept[into.index()] = kept[into.index()].saturating_add(scale(turned, yields));
            }
        }
    }
    for material in rules.material_types() {
        let left = kept[material.index()] - change.fill(city, material, kept[material.index()]);
        if left > 0 && design.entry(GIVES_TO_TREASURY, unit.kind, material) != 0 {
            change.add_treasury(unit.side, material, left);
        }
    }
}

/// A city consumes food, or shrinks if there is too little; a fed city may grow.
fn feed(change: &mut StateChange<'_>, city: UnitIndex) {
    let rules = change.rules;
    let design = &*rules.design;
    let kind = change.state.unit(city).kind;
    let size = change.at().size(city);
    let mut is_hungry = false;
    for material in rules.material_types() {
        let needs = design.entry(UNIT_CONSUMPTION_PER_SIZE, kind, material).saturating_mul(size);
        if needs > 0 {
            let has = at_hand(change.at(), city, material);
            is_hungry |= has < needs;
            pay(change, city, material, needs.min(has));
        }
    }
    if is_hungry {
        if size > design.int(SIZE_MIN, kind) {
            set_size(change, city, size - 1);
        }
        return;
    }
    let grows_on: Vec<(MaterialType, i32)> = rules
        .material_types()
        .map(|material| (material, design.entry(UNIT_CONSUMPTION_TO_GROW, kind, material).saturating_mul(size)))
        .filter(|entry| entry.1 > 0)
        .collect();
    let can_pay = grows_on.iter().all(|&(material, needs)| at_hand(change.at(), city, material) >= needs);
    // Without settings for growth, cities do not grow.
    if grows_on.is_empty() || !can_pay || size >= size_limit(change.at(), city) {
        return;
    }
    for (material, needs) in grows_on {
        pay(change, city, material, needs);
    }
    set_size(change, city, size + 1);
}

/// The greatest size of a city: by its type, by missing advances of its side, and by missing buildings.
fn size_limit(at: StateView<'_>, city: UnitIndex) -> i32 {
    let design = &*at.rules.design;
    let unit = at.unit(city);
    let mut limit = design.int(SIZE_MAX, unit.kind);
    if design.is_set(SIZE_LIMIT_WITHOUT_ADVANCE) {
        for advance in design.ids().filter(|&advance| !at.has_advance(unit.side, advance)) {
            limit = limit.min(design.entry(SIZE_LIMIT_WITHOUT_ADVANCE, unit.kind, advance));
        }
    }
    if design.is_set(SIZE_LIMIT_WITHOUT_OCCUPANT) {
        let has = |kind| at.occupants(city).any(|id| at.unit(id).kind == kind && at.is_active(id));
        for kind in design.unit_types().filter(|&kind| !has(kind)) {
            limit = limit.min(design.entry(SIZE_LIMIT_WITHOUT_OCCUPANT, unit.kind, kind));
        }
    }
    limit
}

/// The food at a city's disposal: its own stock, and its side's.
fn at_hand(at: StateView<'_>, city: UnitIndex, material: MaterialType) -> i32 {
    let unit = at.unit(city);
    let takes =
        at.has_treasury(unit.side, material) && at.rules.design.entry(TAKES_FROM_TREASURY, unit.kind, material) != 0;
    let treasury = if takes { at.side(unit.side).treasury[material.index()] } else { 0 };
    at.supply(city, material).max(0).saturating_add(treasury)
}

fn pay(change: &mut StateChange<'_>, city: UnitIndex, material: MaterialType, amount: i32) {
    let own = change.at().supply(city, material).clamp(0, amount.max(0));
    *change.supply_mut(city, material) -= own;
    note(LedgerEntry::Used, material, own);
    if amount > own {
        let side = change.state.unit(city).side;
        change.add_treasury(side, material, own - amount);
    }
}

/// Sets the size of a city; at 0 it is removed.
pub(crate) fn set_size(change: &mut StateChange<'_>, city: UnitIndex, size: i32) {
    let size = size.clamp(0, i32::from(i16::MAX)) as i16;
    change.details_mut(city).size = size;
    let who = change.at().snapshot(city);
    change.log_to(EventKind::SizeChanged { who, size }, &[who.cell], &[who.side]);
    if size == 0 {
        change.destroy(city, Death::Starvation, None);
    }
}
