//! Distribution model 1: treasuries, cells and units level their differences (`kernel-rules` 5.2, "backdrop-model 1").
//!
//! In random order, each holder of a material gives to the one that lacks most of it, a quarter of the gap at a time, until it has
//! only what its doctrine keeps, or no other has less.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use design::parameters::global::TREASURY_SIZE;
use design::parameters::table::{
    GIVES_TO_TREASURY, IN_LENGTH, OUT_LENGTH, TAKES_FROM_TREASURY, TERRAIN_STORAGE_X, TERRAIN_TO_TERRAIN_IN_LENGTH,
    TERRAIN_TO_TERRAIN_OUT_LENGTH, TERRAIN_TO_UNIT_IN_LENGTH, TERRAIN_TO_UNIT_OUT_LENGTH, UNIT_TO_TERRAIN_IN_LENGTH,
    UNIT_TO_TERRAIN_OUT_LENGTH,
};
use design::{Design, IntTable, MaterialType, TerrainType, TypeId};
use grid::{Area, Cell, Direction, disk, has_edge};
use world::SideId;

use crate::amounts::percent_of;
use crate::near::Near;
use crate::rng::Purpose;
use crate::{StateChange, StateView, UnitIndex};

/// The range of each material; -1: it is not distributed.
#[derive(Debug)]
pub(super) struct MaterialRange {
    /// Cells give to units.
    cell_to_unit: Vec<i32>,
    /// Units give to cells.
    unit_to_cell: Vec<bool>,
    /// Cells give to cells: the range of giving, and the range of drawing.
    cell_to_cell: Vec<i32>,
}

impl MaterialRange {
    pub(super) fn new(design: &Design) -> MaterialRange {
        let of_units =
            |key: IntTable<_, _>, m| design.unit_types().map(|u| design.entry(key, u, m)).max().unwrap_or(-1);
        let of_terrain = |key: IntTable<TerrainType, MaterialType>, m| {
            let stores = |t: &TerrainType| design.entry(TERRAIN_STORAGE_X, *t, m) > 0;
            design.cell_terrain().filter(stores).map(|t| design.entry(key, t, m)).max().unwrap_or(-1)
        };
        // Borders, connections and coatings can only lengthen the range, if they are set to.
        let more = |key: IntTable<TerrainType, MaterialType>, m| {
            let rest = design.ids().map(|t: TerrainType| design.entry(key, t, m).max(0));
            if design.is_set(key) { rest.max().unwrap_or(0) } else { 0 }
        };
        let materials = || design.material_types();
        let levels = |m| {
            let (out, into) =
                (of_terrain(TERRAIN_TO_TERRAIN_OUT_LENGTH, m), of_terrain(TERRAIN_TO_TERRAIN_IN_LENGTH, m));
            let (more_out, more_in) = (more(TERRAIN_TO_TERRAIN_OUT_LENGTH, m), more(TERRAIN_TO_TERRAIN_IN_LENGTH, m));
            if design.is_set(TERRAIN_TO_TERRAIN_OUT_LENGTH) { (out + more_out).min(into + more_in) } else { -1 }
        };
        MaterialRange {
            cell_to_unit: materials()
                .map(|m| of_units(TERRAIN_TO_UNIT_IN_LENGTH, m).min(of_terrain(TERRAIN_TO_UNIT_OUT_LENGTH, m)))
                .collect(),
            unit_to_cell: materials()
                .map(|m| of_units(UNIT_TO_TERRAIN_OUT_LENGTH, m).min(of_terrain(UNIT_TO_TERRAIN_IN_LENGTH, m)) >= 0)
                .collect(),
            cell_to_cell: materials().map(levels).collect(),
        }
    }
}

/// A holder of a material.
#[derive(Clone, Copy, Debug)]
enum Holder {
    Treasury(SideId),
    Cell(Cell),
    Unit(UnitIndex),
}

/// Levels the gaps of all materials.
pub(super) fn distribute(change: &mut StateChange<'_>) {
    for material in change.rules.material_types() {
        distribute_one(change, material);
    }
}

fn distribute_one(change: &mut StateChange<'_>, material: MaterialType) {
    let rules = change.rules;
    let at = change.at();
    let takes_part = |id: &UnitIndex| {
        let unit = at.unit(*id);
        at.is_active(*id)
            && rules.economy.includes(unit.side)
            && (at.storage(*id, material) > 0 || at.supply(*id, material) > 0)
    };
    let units: Vec<UnitIndex> = at.live().filter(takes_part).collect();
    let mut holders: Vec<Holder> = Vec::new();
    holders.extend(rules.all_sides().filter(|&side| at.has_treasury(side, material)).map(Holder::Treasury));
    let reach = &rules.economy.reach;
    if reach.cell_to_unit[material.index()] >= 0 || reach.cell_to_cell[material.index()] >= 0 {
        let stock = &change.state.cell_supply[material.index()];
        let stocked = rules.area.cells().filter(|cell| stock.get(cell.index()).is_some_and(|&amount| amount > 0));
        holders.extend(stocked.map(Holder::Cell));
    }
    holders.extend(units.iter().copied().map(Holder::Unit));
    change.state.rng.shuffle(Purpose::Economy, &mut holders);
    let mut near = Near::default();
    let mut targets = Vec::new();
    for holder in holders {
        if change.at().stock(holder, material) > change.at().keeps(holder, material) {
            targets.clear();
            change.at().find_targets(holder, material, &units, &mut near, &mut targets);
            hand_on(change, holder, material, &targets);
        }
    }
}

/// Gives a quarter of the greatest gap, as long as there is one and something to spare.
fn hand_on(change: &mut StateChange<'_>, holder: Holder, material: MaterialType, targets: &[Holder]) {
    let level = change.at().keeps(holder, material);
    let mut gaps: BinaryHeap<(i32, Reverse<usize>)> = BinaryHeap::with_capacity(targets.len());
    gaps.extend(targets.iter().enumerate().map(|(n, &to)| (change.at().gap(holder, to, material), Reverse(n))));
    // Each gap shrinks by at least a half, so a few dozen steps close it; the bound is for absurd numbers.
    for _ in 0..targets.len() * 64 {
        let Some((known, Reverse(n))) = gaps.pop() else { return };
        let spare = change.at().stock(holder, material) - level;
        if known <= 0 || spare <= 0 {
            return;
        }
        // Gaps only shrink while the giver gives, so one that has shrunk goes back into the queue.
        let gap = change.at().gap(holder, targets[n], material);
        if gap < known {
            gaps.push((gap, Reverse(n)));
            continue;
        }
        let amount = (gap / 4 + i32::from(gap % 4 != 0)).min(spare);
        change.change_stock(holder, material, -amount);
        change.change_stock(targets[n], material, amount);
        gaps.push((change.at().gap(holder, targets[n], material), Reverse(n)));
    }
}

impl StateView<'_> {
    fn stock(self, holder: Holder, material: MaterialType) -> i32 {
        match holder {
            Holder::Treasury(side) => self.side(side).treasury[material.index()],
            Holder::Cell(cell) => self.cell_supply(cell, material),
            Holder::Unit(id) => self.supply(id, material),
        }
    }

    fn capacity(self, holder: Holder, material: MaterialType) -> i32 {
        match holder {
            Holder::Treasury(_) => self.rules.design.global_int(TREASURY_SIZE),
            Holder::Cell(cell) => self.cell_storage(cell, material),
            Holder::Unit(id) => self.storage(id, material),
        }
    }

    /// The amount that a holder keeps for itself, by its doctrine.
    fn keeps(self, holder: Holder, material: MaterialType) -> i32 {
        match holder {
            Holder::Unit(id) if !self.rules.economy.ignores_doctrine => {
                let unit = self.unit(id);
                let percent = self.side(unit.side).doctrines[unit.kind.index()].resupply_percent;
                percent_of(self.storage(id, material), i32::from(percent))
            }
            _ => 0,
        }
    }

    /// How much less a target has than the giver; no more than it has room for.
    fn gap(self, from: Holder, to: Holder, material: MaterialType) -> i32 {
        let (own, other) = (self.stock(from, material), self.stock(to, material));
        let room = self.capacity(to, material).saturating_sub(other);
        let surplus = own.saturating_sub(self.capacity(from, material));
        room.min(own.saturating_sub(other).max(surplus))
    }

    fn find_targets(
        self,
        holder: Holder,
        material: MaterialType,
        units: &[UnitIndex],
        near: &mut Near,
        targets: &mut Vec<Holder>,
    ) {
        let design = &*self.rules.design;
        match holder {
            Holder::Treasury(side) => {
                let takes = |id: &UnitIndex| {
                    let unit = self.unit(*id);
                    unit.side == side && design.entry(TAKES_FROM_TREASURY, unit.kind, material) != 0
                };
                targets.extend(units.iter().copied().filter(takes).map(Holder::Unit));
            }
            Holder::Cell(cell) => {
                self.find_units_for_cell(cell, material, units, near, targets);
                self.find_cells_for_cell(cell, material, targets);
            }
            Holder::Unit(id) => {
                let unit = self.unit(id);
                if self.has_treasury(unit.side, material) && design.entry(GIVES_TO_TREASURY, unit.kind, material) != 0 {
                    targets.push(Holder::Treasury(unit.side));
                }
                let reach = design.entry(OUT_LENGTH, unit.kind, material);
                if reach >= 0 {
                    near.find(self, unit.cell, reach, Some(units));
                    targets.extend(near.found.iter().filter_map(|found| {
                        let other = self.unit(found.id);
                        let is_target = found.id != id
                            && self.is_active(found.id)
                            && self.rules.economy.includes(other.side)
                            && self.storage(found.id, material) > 0
                            && self.trusts(unit.side, other.side)
                            && design.entry(IN_LENGTH, other.kind, material) >= found.distance;
                        is_target.then_some(Holder::Unit(found.id))
                    }));
                }
                let reach = design.entry(UNIT_TO_TERRAIN_OUT_LENGTH, unit.kind, material);
                if reach >= 0 && self.rules.economy.reach.unit_to_cell[material.index()] {
                    let area = &self.rules.area;
                    let draws = |cell: &Cell| {
                        let length = design.entry(UNIT_TO_TERRAIN_IN_LENGTH, self.ground(*cell), material);
                        self.cell_storage(*cell, material) > 0 && length >= area.distance(unit.cell, *cell) as i32
                    };
                    targets.extend(disk(area, unit.cell, reach as u32).filter(draws).map(Holder::Cell));
                }
            }
        }
    }

    fn find_units_for_cell(
        self,
        cell: Cell,
        material: MaterialType,
        units: &[UnitIndex],
        near: &mut Near,
        targets: &mut Vec<Holder>,
    ) {
        let design = &*self.rules.design;
        let most = self.rules.economy.reach.cell_to_unit[material.index()];
        let reach = most.min(design.entry(TERRAIN_TO_UNIT_OUT_LENGTH, self.ground(cell), material));
        if reach < 0 {
            return;
        }
        near.find(self, cell, reach, Some(units));
        targets.extend(near.found.iter().filter_map(|found| {
            let unit = self.unit(found.id);
            let is_target = self.is_active(found.id)
                && self.rules.economy.includes(unit.side)
                && self.storage(found.id, material) > 0
                && design.entry(TERRAIN_TO_UNIT_IN_LENGTH, unit.kind, material) >= found.distance;
            is_target.then_some(Holder::Unit(found.id))
        }));
    }

    fn find_cells_for_cell(self, from: Cell, material: MaterialType, targets: &mut Vec<Holder>) {
        let reach = self.rules.economy.reach.cell_to_cell[material.index()];
        if reach < 0 {
            return;
        }
        let area = &self.rules.area;
        let out = self.length(TERRAIN_TO_TERRAIN_OUT_LENGTH, from, material);
        for cell in disk(area, from, reach as u32).filter(|&cell| cell != from) {
            if self.cell_storage(cell, material) <= 0 {
                continue;
            }
            let distance = area.distance(from, cell) as i32;
            let into = self.length(TERRAIN_TO_TERRAIN_IN_LENGTH, cell, material);
            let (more_out, more_in) = self.borders_between(from, cell, material);
            if out.saturating_add(more_out).min(into.saturating_add(more_in)) >= distance {
                targets.push(Holder::Cell(cell));
            }
        }
    }

    /// The range of giving or drawing of a cell: by its terrain and what covers it.
    fn length(self, key: IntTable<TerrainType, MaterialType>, cell: Cell, material: MaterialType) -> i32 {
        let design = &*self.rules.design;
        let coatings = self.state.coatings.iter().filter(|(_, depths)| depths[cell] > 0);
        let more = if design.is_set(key) {
            coatings.map(|(kind, _)| design.entry(key, *kind, material)).fold(0, i32::saturating_add)
        } else {
            0
        };
        design.entry(key, self.ground(cell), material).saturating_add(more)
    }

    /// The effect of the borders on the straight line between two cells on the ranges of giving and of drawing.
    fn borders_between(self, from: Cell, to: Cell, material: MaterialType) -> (i32, i32) {
        let design = &*self.rules.design;
        let borders =
            || self.state.edges.iter().filter(|(kind, _)| design.border_terrain().any(|known| known == *kind));
        let mut more = (0, 0);
        if borders().next().is_none() {
            return more;
        }
        let way = grid::line(&self.rules.area, from, to);
        for step in way.windows(2) {
            let Some(direction) = direction_to(&self.rules.area, step[0], step[1]) else { continue };
            for (kind, layer) in borders() {
                if has_edge(layer[step[0]], direction) {
                    let add = |key| if design.is_set(key) { design.entry(key, *kind, material) } else { 0 };
                    more.0 += add(TERRAIN_TO_TERRAIN_OUT_LENGTH);
                    more.1 += add(TERRAIN_TO_TERRAIN_IN_LENGTH);
                }
            }
        }
        more
    }
}

fn direction_to(area: &Area, from: Cell, to: Cell) -> Option<Direction> {
    area.around(from).find(|entry| entry.1 == to).map(|entry| entry.0)
}

impl StateChange<'_> {
    fn change_stock(&mut self, holder: Holder, material: MaterialType, by: i32) {
        match holder {
            Holder::Treasury(side) => self.side_mut(side).treasury[material.index()] += by,
            Holder::Cell(cell) => self.state.cell_supply[material.index()][cell.index()] += by,
            Holder::Unit(id) => *self.supply_mut(id, material) += by,
        }
    }
}
