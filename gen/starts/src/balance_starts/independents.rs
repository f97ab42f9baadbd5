//! Independents for seats that lack them: first those that no seat is near to, then new ones.

use chance::Stream;
use design::parameters::table::INDEPENDENT_DENSITY;
use design::parameters::unit::INDEPENDENT_NEAR_START;
use design::{TypeId, UnitType};
use fairness::NEAR;
use grid::{Cell, disk, sort_by_numbers};
use world::{Place, Scenario, SideId};

use super::{Balance, is_first};
use crate::make_initial_materials::supply_of;
use crate::siting::Siting;

impl Balance {
    /// Brings independents near a seat: first those that no seat is near to, then new ones.
    pub(super) fn bring_independents(
        &mut self,
        scenario: &mut Scenario,
        seat: usize,
        wanted: u32,
        stream: &mut Stream,
    ) {
        let area = scenario.world.area;
        let center = self.centers[seat];
        let mut siting = Siting::new(scenario);
        // If a town moved away, its roads would lead nowhere.
        let roads: Vec<_> =
            scenario.design.connection_terrain().filter_map(|kind| scenario.world.edges.get(&kind).cloned()).collect();
        let has_road = |cell: Cell| roads.iter().any(|edges| edges[cell] != 0);
        let nearest = |cell: Cell| self.centers.iter().map(|&center| area.distance(center, cell)).min().unwrap_or(0);
        let mut far: Vec<(bool, u32, usize)> = scenario
            .units
            .iter()
            .enumerate()
            .filter(|(_, unit)| unit.side == SideId::INDEPENDENT)
            .filter_map(|(index, unit)| Some((unit.cell()?, index)))
            .filter(|&(cell, _)| nearest(cell) > NEAR && !has_road(cell) && is_first(scenario, cell))
            .map(|(cell, index)| (!self.is_own(scenario, seat, cell), area.distance(center, cell), index))
            .collect();
        sort_by_numbers(&mut far, &|(is_foreign, distance, index)| {
            [i64::from(is_foreign) << 32 | i64::from(distance), index as i64]
        });
        let mut far = far.into_iter();
        for _ in 0..wanted {
            let found = far.find_map(|(_, _, index)| {
                let kind = scenario.units[index].kind;
                Some((index, self.find_room(scenario, &siting, seat, kind, stream)?))
            });
            if let Some((index, cell)) = found {
                siting.shift(scenario, index, cell);
                self.changes.moved.add(scenario.units[index].kind, 1);
                continue;
            }
            let kinds = common_independents(scenario);
            let found =
                kinds.into_iter().find_map(|kind| Some((kind, self.find_room(scenario, &siting, seat, kind, stream)?)));
            let Some((kind, cell)) = found else { return };
            let is_filled = scenario.units.iter().any(|unit| !unit.materials.is_empty());
            let id = siting.put(scenario, kind, cell, SideId::INDEPENDENT);
            if is_filled {
                for unit in &mut scenario.units[id.index()..] {
                    unit.materials = supply_of(&scenario.design, kind);
                }
            }
            self.changes.added.add(kind, 1);
        }
    }

    /// A cell near a seat, and near no other, where an independent may stand; if possible much nearer to it than to any other seat.
    fn find_room(
        &self,
        scenario: &Scenario,
        siting: &Siting,
        seat: usize,
        kind: UnitType,
        stream: &mut Stream,
    ) -> Option<Cell> {
        let area = &scenario.world.area;
        let center = self.centers[seat];
        let design = &scenario.design;
        let rival = |cell: Cell| {
            let others = self.centers.iter().enumerate().filter(|&(other, _)| other != seat);
            others.map(|(_, &center)| area.distance(center, cell)).min().unwrap_or(u32::MAX)
        };
        let room: Vec<(Cell, u32)> = disk(area, center, NEAR)
            .filter(|&cell| rival(cell) > NEAR && cell != center)
            .filter_map(|cell| {
                let favor = siting.favor(scenario, kind, cell).max(0) as u32;
                let density = design.entry(INDEPENDENT_DENSITY, kind, scenario.world.terrain_at(cell)).max(0) as u32;
                let weight = favor + density.min(100);
                (weight > 0 && siting.fits(scenario, kind, cell)).then_some((cell, weight))
            })
            .collect();
        let is_safe = |cell: Cell| 4 * u64::from(area.distance(center, cell)) <= 3 * u64::from(rival(cell));
        let weights = |safe: bool| -> Vec<u32> {
            room.iter().map(|&(cell, weight)| if !safe || is_safe(cell) { weight } else { 0 }).collect()
        };
        let chosen = stream.weighted(&weights(true)).or_else(|| stream.weighted(&weights(false)))?;
        Some(room[chosen].0)
    }
}

/// The types of independents that the design spreads, those most common in this world first.
fn common_independents(scenario: &Scenario) -> Vec<UnitType> {
    let design = &scenario.design;
    let mut counts = vec![0u32; design.units.len()];
    for unit in scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT) {
        if matches!(unit.place, Place::Cell(_)) {
            counts[unit.kind.index()] += 1;
        }
    }
    let is_spread = |&kind: &UnitType| {
        design.int(INDEPENDENT_NEAR_START, kind) > 0
            || design.cell_terrain().any(|ground| design.entry(INDEPENDENT_DENSITY, kind, ground) > 0)
            || counts[kind.index()] > 0
    };
    let may_be_free = |kind: &UnitType| scenario.may_own(SideId::INDEPENDENT, *kind);
    let mut kinds: Vec<UnitType> = design.unit_types().filter(is_spread).filter(may_be_free).collect();
    sort_by_numbers(&mut kinds, &|kind| [-(counts[kind.index()] as i64), kind.index() as i64]);
    kinds
}
