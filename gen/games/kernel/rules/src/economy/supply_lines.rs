//! Supply lines (`kernel-rules` 5.4): how far a side's suppliers reach, and how the units within reach share their stocks.
//!
//! From each supplier a *potential* spreads over the map and weakens on its way, by terrain, and by enemies in and around a cell.
//! Cells with any potential that touch each other are a zone. The units of a zone put their surplus into one pool and are served
//! from it; if the pool is too small, by demand and weight. This is independent of the distribution from unit to unit, and comes
//! after it.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use design::parameters::global::SUPPLY;
use design::parameters::table::{
    BASE_CONSUMPTION, OCCUPANT_SUPPLY_POTENTIAL, SUPPLY_CAPACITY_DETERIORATION, SUPPLY_CAPACITY_THRESHOLD,
    SUPPLY_DETERIORATION, SUPPLY_ENEMY_INTERDICTION, SUPPLY_IMPORTANCE, SUPPLY_IN_MAX, SUPPLY_IN_THRESHOLD,
    SUPPLY_IN_WEIGHT, SUPPLY_INTERDICTION_ADJACENT, SUPPLY_INTERDICTION_ADJACENT_FOR_MATERIAL, SUPPLY_INTERDICTION_AT,
    SUPPLY_INTERDICTION_AT_FOR_MATERIAL, SUPPLY_NEUTRAL_INTERDICTION, SUPPLY_OUT_MAX, SUPPLY_OUT_THRESHOLD,
    SUPPLY_POTENTIAL, SUPPLY_POTENTIAL_TERRAIN_EFFECT, SUPPLY_STARVE_WEIGHT,
};
use design::parameters::terrain;
use design::{Design, IntTable, MaterialType, TerrainType, UnitType};
use grid::{Cell, Direction, has_edge};
use world::SideId;

use crate::amounts::percent_of;
use crate::{StateChange, StateView, UnitIndex};

/// Whether a design has supply lines: they are on, and some type is a supplier.
pub(super) fn are_used(design: &Design) -> bool {
    let supplies = |kind| design.material_types().any(|m| design.entry(SUPPLY_POTENTIAL, kind, m) > 0);
    design.global_int(SUPPLY) != 0 && design.is_set(SUPPLY_POTENTIAL) && design.unit_types().any(supplies)
}

/// Serves all sides with all materials.
pub(super) fn run(change: &mut StateChange<'_>) {
    let rules = change.rules;
    for side in rules.all_sides().filter(|&side| rules.economy.includes(side)) {
        for material in rules.material_types() {
            serve(change, side, material);
        }
    }
}

fn serve(change: &mut StateChange<'_>, side: SideId, material: MaterialType) {
    let at = change.at();
    let units: Vec<UnitIndex> = at.units_of(side).filter(|&id| at.is_active(id)).collect();
    let Some(potential) = at.spread_potential(side, material, &units) else { return };
    let zones = find_zones(at, &potential);
    let mut members: Vec<(u32, UnitIndex)> = units
        .into_iter()
        .map(|id| (zones[at.unit(id).cell.index()], id))
        .filter(|&(zone, _)| zone != NO_ZONE)
        .collect();
    members.sort_unstable();
    for zone in members.chunk_by(|one, other| one.0 == other.0) {
        let at = change.at();
        let offers: Vec<SupplyShare> = zone.iter().filter_map(|&(_, id)| at.offer(id, material, &potential)).collect();
        let demands: Vec<SupplyShare> =
            zone.iter().filter_map(|&(_, id)| at.demand(id, material, &potential)).collect();
        let total = |parts: &[SupplyShare]| parts.iter().map(|part| part.most).sum::<i64>();
        let moved = total(&offers).min(total(&demands));
        for (id, amount) in share(&offers, moved) {
            *change.supply_mut(id, material) -= amount;
        }
        for (id, amount) in share(&demands, moved) {
            *change.supply_mut(id, material) += amount;
        }
    }
}

/// What a unit offers, or asks for.
#[derive(Clone, Copy)]
struct SupplyShare {
    id: UnitIndex,
    most: i64,
    weight: i64,
}

/// Divides an amount in proportion to `most` times `weight`, with at most `most` for each; the rest of the division goes to the
/// first.
fn share(parts: &[SupplyShare], amount: i64) -> Vec<(UnitIndex, i32)> {
    let mut shares = vec![0; parts.len()];
    let mut left = amount;
    // Each round fills one up, or leaves less than one for each.
    for _ in 0..=parts.len() {
        let open = || parts.iter().zip(&shares).filter(|(part, share)| part.most > **share);
        let sum: i64 = open().map(|(part, _)| part.most * part.weight).sum();
        if left <= 0 || sum <= 0 {
            break;
        }
        let before = left;
        let round: Vec<i64> = parts
            .iter()
            .zip(&shares)
            .map(|(part, &share)| {
                let fair = i128::from(before) * i128::from(part.most * part.weight) / i128::from(sum);
                if part.most > share { (fair as i64).min(part.most - share) } else { 0 }
            })
            .collect();
        for (share, more) in shares.iter_mut().zip(round) {
            *share += more;
            left -= more;
        }
        if left == before {
            break;
        }
    }
    for (share, part) in shares.iter_mut().zip(parts) {
        let more = left.clamp(0, part.most - *share);
        *share += more;
        left -= more;
    }
    parts.iter().zip(shares).filter(|entry| entry.1 > 0).map(|(part, share)| (part.id, share as i32)).collect()
}

impl StateView<'_> {
    /// The strength of a side's supply in each cell, 0 where there is none; `None` if there are no suppliers.
    fn spread_potential(self, side: SideId, material: MaterialType, units: &[UnitIndex]) -> Option<Vec<i32>> {
        let mut potential: Vec<i32> = Vec::new();
        let mut open: BinaryHeap<(i32, Reverse<Cell>)> = BinaryHeap::new();
        for &id in units {
            let strength = self.potential_of(id, material);
            if strength > 0 {
                open.push((strength, Reverse(self.unit(id).cell)));
            }
        }
        if open.is_empty() {
            return None;
        }
        potential.resize(self.rules.area.len(), 0);
        while let Some((strength, Reverse(cell))) = open.pop() {
            if potential[cell.index()] >= strength {
                continue;
            }
            potential[cell.index()] = strength;
            for (direction, next) in self.rules.area.around(cell) {
                let loss = self.interdiction(side, next, material);
                let rest = strength - loss.saturating_add(self.deterioration(cell, direction, next, material));
                if rest > potential[next.index()] {
                    open.push((rest, Reverse(next)));
                }
            }
        }
        Some(potential)
    }

    /// The strength of the supply lines that begin at a unit.
    fn potential_of(self, id: UnitIndex, material: MaterialType) -> i32 {
        let mut strength = self.rules.design.entry(SUPPLY_POTENTIAL, self.unit(id).kind, material);
        strength = percent_of(strength, self.on_ground(SUPPLY_POTENTIAL_TERRAIN_EFFECT, id));
        if let Some(transport) = self.unit(id).inside.some() {
            strength = percent_of(strength, self.pair(OCCUPANT_SUPPLY_POTENTIAL, id, transport));
        }
        strength
    }

    /// What a step to the next cell costs a supply line: that of its terrain and of borders on the way, or of the best road there.
    fn deterioration(self, cell: Cell, direction: Direction, next: Cell, material: MaterialType) -> i32 {
        let design = &*self.rules.design;
        let of = |kind: TerrainType| design.entry(SUPPLY_DETERIORATION, kind, material);
        let mut open_country = of(self.ground(next));
        let mut best_road = i32::MAX;
        for (kind, layer) in &self.state.edges {
            if has_edge(layer[cell], direction) {
                if design.int(terrain::SUBTYPE, *kind) == terrain::SUBTYPE_CONNECTION {
                    best_road = best_road.min(of(*kind));
                } else {
                    open_country = open_country.saturating_add(of(*kind));
                }
            }
        }
        open_country.min(best_road).max(0)
    }

    /// The loss to the controller of a cell, and to enemies in it and beside it: units of sides that this one does not trust.
    fn interdiction(self, side: SideId, cell: Cell, material: MaterialType) -> i32 {
        let design = &*self.rules.design;
        let ground = self.ground(cell);
        let mut loss = 0;
        if !self.state.control.is_empty() {
            loss = match self.control_of(cell) {
                None => design.entry(SUPPLY_NEUTRAL_INTERDICTION, ground, material),
                Some(owner) if self.trusts(side, owner) => 0,
                Some(_) => design.entry(SUPPLY_ENEMY_INTERDICTION, ground, material),
            };
        }
        let enemies_in =
            |place: Cell, strength: IntTable<UnitType, TerrainType>, share: IntTable<UnitType, MaterialType>| {
                self.in_cell(place)
                    .filter(|&id| self.is_active(id) && !self.trusts(side, self.unit(id).side))
                    .map(|id| {
                        let kind = self.unit(id).kind;
                        percent_of(design.entry(strength, kind, ground), design.entry(share, kind, material))
                    })
                    .fold(0, i32::saturating_add)
            };
        if design.is_set(SUPPLY_INTERDICTION_AT) {
            loss += enemies_in(cell, SUPPLY_INTERDICTION_AT, SUPPLY_INTERDICTION_AT_FOR_MATERIAL);
        }
        if design.is_set(SUPPLY_INTERDICTION_ADJACENT) {
            for (_, near) in self.rules.area.around(cell) {
                let more = enemies_in(near, SUPPLY_INTERDICTION_ADJACENT, SUPPLY_INTERDICTION_ADJACENT_FOR_MATERIAL);
                loss = loss.saturating_add(more);
            }
        }
        loss
    }

    /// What a unit puts into the pool of its zone: the amount above its own share, along its line.
    fn offer(self, id: UnitIndex, material: MaterialType, potential: &[i32]) -> Option<SupplyShare> {
        let design = &*self.rules.design;
        let kind = self.unit(id).kind;
        let keeps = design.entry(SUPPLY_OUT_THRESHOLD, kind, material);
        if keeps < 0 {
            return None;
        }
        let most = bounded(self.supply(id, material) - keeps, design.entry(SUPPLY_OUT_MAX, kind, material));
        let most = i64::from(percent_of(most, self.quality(id, material, potential)));
        (most > 0).then_some(SupplyShare { id, most, weight: 1 })
    }

    /// What a unit asks of the pool: up to its threshold, with more weight the nearer it is to starvation.
    fn demand(self, id: UnitIndex, material: MaterialType, potential: &[i32]) -> Option<SupplyShare> {
        let design = &*self.rules.design;
        let kind = self.unit(id).kind;
        let wants = design.entry(SUPPLY_IN_THRESHOLD, kind, material).min(self.storage(id, material));
        let has = self.supply(id, material).max(0);
        let most = bounded(wants - has, design.entry(SUPPLY_IN_MAX, kind, material));
        let most = i64::from(percent_of(most, self.quality(id, material, potential)));
        if most <= 0 {
            return None;
        }
        let calm = i64::from(design.entry(SUPPLY_IN_WEIGHT, kind, material));
        let starving = i64::from(design.entry(SUPPLY_STARVE_WEIGHT, kind, material));
        let weight = if has < design.entry(BASE_CONSUMPTION, kind, material) {
            starving
        } else {
            calm + (starving - calm) * i64::from(wants - has) / i64::from(wants.max(1))
        };
        let sum: i64 = self.rules.material_types().map(|m| i64::from(design.entry(SUPPLY_IMPORTANCE, kind, m))).sum();
        let share = match sum {
            0 => 100,
            sum => i64::from(design.entry(SUPPLY_IMPORTANCE, kind, material)) * 100 / sum,
        };
        Some(SupplyShare { id, most, weight: weight * share })
    }

    /// The share of a delivery that arrives at a unit's place, in percent: less with each step below its threshold.
    fn quality(self, id: UnitIndex, material: MaterialType, potential: &[i32]) -> i32 {
        let design = &*self.rules.design;
        let unit = self.unit(id);
        let below = design.entry(SUPPLY_CAPACITY_THRESHOLD, unit.kind, material) - potential[unit.cell.index()];
        let each = design.entry(SUPPLY_CAPACITY_DETERIORATION, unit.kind, material);
        // In ten-thousandths, so that a few steps do not round to 0; after many steps it is 0.
        let mut quality = 10_000_i64;
        for _ in 0..below.clamp(0, 1000) {
            quality = quality * i64::from(each) / 100;
        }
        (quality / 100) as i32
    }
}

/// An amount clamped to 0 and `most`; a negative bound means none.
fn bounded(amount: i32, most: i32) -> i32 {
    amount.max(0).min(if most < 0 { i32::MAX } else { most })
}

const NO_ZONE: u32 = u32::MAX;

/// Numbers the connected regions of cells with any potential.
fn find_zones(at: StateView<'_>, potential: &[i32]) -> Vec<u32> {
    let mut zones = vec![NO_ZONE; potential.len()];
    let mut count = 0;
    let mut open = Vec::new();
    for start in at.rules.area.cells().filter(|cell| potential[cell.index()] > 0) {
        if zones[start.index()] != NO_ZONE {
            continue;
        }
        zones[start.index()] = count;
        open.push(start);
        while let Some(cell) = open.pop() {
            for (_, next) in at.rules.area.around(cell) {
                if potential[next.index()] > 0 && zones[next.index()] == NO_ZONE {
                    zones[next.index()] = count;
                    open.push(next);
                }
            }
        }
        count += 1;
    }
    zones
}
