//! Materials for seats that lack them, moved from far away.

use design::parameters::table::{TERRAIN_STORAGE_X, UNIT_STORAGE_X};
use design::{MaterialType, TypeId};
use fairness::NEAR;
use grid::Cell;
use world::{Scenario, SideId, UnitId};

use super::{Balance, is_first};
use crate::images::{images, images_of_unit};

/// A place that holds some material, or could hold it.
pub(super) struct Store {
    at: StoreAt,
    pub(super) holds: i32,
    room: i32,
    /// For each seat whether it is within 8 cells of its center.
    pub(super) near: Vec<bool>,
    /// Whether it comes before all of its images.
    is_first: bool,
}

#[derive(Clone, Copy)]
enum StoreAt {
    Unit(usize),
    Cell(Cell),
}

impl StoreAt {
    fn change(self, scenario: &mut Scenario, material: MaterialType, amount: i32) {
        match self {
            StoreAt::Unit(index) => {
                for id in images_of_unit(scenario, UnitId(index as u32 + 1)) {
                    scenario.units[id.index()].materials[material.index()] += amount;
                }
            }
            StoreAt::Cell(cell) => {
                let symmetry = scenario.world.exact_symmetry().cloned();
                if let Some(layer) = scenario.world.materials.get_mut(&material) {
                    let layer = layer.edit();
                    for (cell, _) in images(symmetry.as_ref(), cell, SideId::INDEPENDENT) {
                        layer[cell.index()] += amount;
                    }
                }
            }
        }
    }
}

/// Independent units in the open, then cells, with what they hold of a material.
pub(super) fn find_stores(scenario: &Scenario, material: MaterialType, centers: &[Cell]) -> Vec<Store> {
    let (design, area) = (&*scenario.design, &scenario.world.area);
    let near = |cell: Cell| centers.iter().map(|&center| area.distance(center, cell) <= NEAR).collect::<Vec<bool>>();
    let mut stores = Vec::new();
    for (index, unit) in scenario.units.iter().enumerate() {
        let (SideId::INDEPENDENT, Some(cell)) = (unit.side, unit.cell()) else { continue };
        let Some(&holds) = unit.materials.get(material.index()) else { continue };
        let room = design.entry(UNIT_STORAGE_X, unit.kind, material) - holds;
        let is_first = is_first(scenario, cell);
        let (holds, room) = (holds.max(0), room.max(0));
        stores.push(Store { at: StoreAt::Unit(index), holds, room, near: near(cell), is_first });
    }
    if let Some(layer) = scenario.world.materials.get(&material) {
        for cell in area.cells() {
            let holds = layer[cell];
            let room = design.entry(TERRAIN_STORAGE_X, scenario.world.terrain_at(cell), material) - holds;
            if holds > 0 || room > 0 {
                stores.push(Store {
                    at: StoreAt::Cell(cell),
                    holds: holds.max(0),
                    room: room.max(0),
                    near: near(cell),
                    is_first: is_first(scenario, cell),
                });
            }
        }
    }
    stores
}

impl Balance {
    /// Fills units and cells near a seat with materials from far away, one material after the other.
    pub(super) fn carry_materials(&mut self, scenario: &mut Scenario, seat: usize) {
        let design = scenario.design.clone();
        for material in design.material_types() {
            let stores = find_stores(scenario, material, &self.centers);
            let sum = |seat: usize| -> i64 {
                stores.iter().filter(|store| store.near[seat]).map(|store| i64::from(store.holds)).sum()
            };
            let best = (0..self.centers.len()).map(sum).max().unwrap_or(0);
            let mut wanted = (best * i64::from(self.target) + 99) / 100 - sum(seat);
            let is_source = |store: &&Store| !store.near.contains(&true) && store.holds > 0 && store.is_first;
            let mut sources = stores.iter().filter(is_source);
            let mut source = sources.next().map(|store| (store, store.holds));
            for store in stores.iter().filter(|store| store.near[seat]) {
                // A store that another seat has as near would help that seat too.
                if store.near.iter().filter(|near| **near).count() > 1 {
                    continue;
                }
                let mut room = store.room;
                while let Some((from, left)) = source
                    && room > 0
                    && wanted > 0
                {
                    let amount = i64::from(room.min(left)).min(wanted) as i32;
                    from.at.change(scenario, material, -amount);
                    store.at.change(scenario, material, amount);
                    self.changes.carried += i64::from(amount);
                    (room, wanted) = (room - amount, wanted - i64::from(amount));
                    source = if left > amount {
                        Some((from, left - amount))
                    } else {
                        sources.next().map(|store| (store, store.holds))
                    };
                }
            }
        }
    }
}
