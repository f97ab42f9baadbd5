//! What changes do in space: where a rock may lie, solid bodies that move, and missiles of ships.

use design::parameters::terrain::SOLID_WEIGHT;
use design::parameters::unit::ASTEROID_WEIGHT;
use design::{TerrainType, UnitType};
use diagnostics::RonTree;
use fairness::SpaceNumbers;
use grid::{Cell, Vector, disk, flood};
use world::standing::is_closed_ring;
use world::{Scenario, SideId, Unit};

use super::no_room;
use crate::ground::change_terrain;

/// By cell: whether a rock may lie there, because nothing is there and it is in nobody's zone.
pub(super) fn open_cells(scenario: &Scenario) -> Vec<bool> {
    let (design, area) = (&*scenario.design, &scenario.world.area);
    let mut open = vec![false; area.len()];
    let is_ground = |cell: &Cell| !is_solid(scenario, *cell) && !is_closed_ring(design, area, *cell);
    area.cells().filter(is_ground).for_each(|cell| open[cell.index()] = true);
    let radius = SpaceNumbers::read(design).zone_radius;
    let zones = scenario.sides.iter().filter_map(|side| side.center).flat_map(|center| disk(area, center, radius));
    scenario.units.iter().filter_map(Unit::cell).chain(zones).for_each(|cell| open[cell.index()] = false);
    open
}

pub(super) fn is_solid(scenario: &Scenario, cell: Cell) -> bool {
    scenario.world.terrain.as_ref().is_some_and(|terrain| scenario.design.int(SOLID_WEIGHT, terrain[cell]) > 0)
}

pub(super) fn is_asteroid(scenario: &Scenario, kind: UnitType) -> bool {
    scenario.design.int(ASTEROID_WEIGHT, kind) > 0
}

/// An asteroid has its cell for itself, outside all zones; of other types nothing is asked here.
pub(super) fn check_asteroid(scenario: &Scenario, kind: UnitType, cell: Cell) -> Result<(), String> {
    let is_right = !is_asteroid(scenario, kind) || open_cells(scenario)[cell.index()];
    if is_right { Ok(()) } else { Err(no_room(&scenario.design, kind, cell)) }
}

/// The connected solid cells about one of them; none if it is not solid.
pub(super) fn find_body(scenario: &Scenario, cell: Cell) -> Vec<Cell> {
    flood(&scenario.world.area, cell, |cell| is_solid(scenario, cell))
}

/// Where the cells of a body come to lie; `None` if there is no room, or if it would touch another: connected cells are one body.
/// `open` are the cells where a rock may lie.
pub(super) fn moved_body(scenario: &Scenario, open: &[bool], body: &[Cell], way: Vector) -> Option<Vec<Cell>> {
    let area = &scenario.world.area;
    let moved: Vec<Cell> = body.iter().filter_map(|&cell| area.offset(cell, way)).collect();
    let is_own = |cell: Cell| body.contains(&cell);
    let touches = |cell: Cell| area.around(cell).any(|(_, near)| is_solid(scenario, near) && !is_own(near));
    let fits = |&cell: &Cell| (is_own(cell) || open[cell.index()]) && !touches(cell);
    (moved.len() == body.len() && moved.iter().all(fits)).then_some(moved)
}

pub(super) fn move_body(scenario: &mut Scenario, from: Cell, to: Cell) -> Result<(), String> {
    let area = scenario.world.area;
    let refused = |why: &str| Err(format!("the solid body at {} cannot move: {why}", area.cell_name(from)));
    if scenario.world.exact_symmetry().is_some() {
        return refused("all parts of the map are alike");
    }
    let body = find_body(scenario, from);
    if body.is_empty() {
        return refused("there is none");
    }
    let Some(moved) = moved_body(scenario, &open_cells(scenario), &body, area.displacement(from, to)) else {
        return refused("there is no room");
    };
    let kinds: Vec<TerrainType> = body.iter().map(|&cell| scenario.world.terrain_at(cell)).collect();
    let around = body.iter().flat_map(|&cell| area.around(cell)).map(|(_, near)| near);
    let open = around.map(|near| (scenario.world.terrain_at(near), near)).filter(|&(_, near)| !body.contains(&near));
    // What lies about it most, of equals the first type, fills the cells that it leaves.
    let open: Vec<TerrainType> = open.map(|(kind, _)| kind).collect();
    let count = |kind: TerrainType| open.iter().filter(|&&other| other == kind).count();
    let Some(&ground) = open.iter().max_by_key(|&&kind| (count(kind), std::cmp::Reverse(kind))) else {
        return refused("nothing but rock lies about it");
    };
    let design = std::sync::Arc::clone(&scenario.design);
    body.iter().for_each(|&cell| change_terrain(&design, &mut scenario.world, cell, ground));
    moved.into_iter().zip(kinds).for_each(|(cell, kind)| change_terrain(&design, &mut scenario.world, cell, kind));
    Ok(())
}

pub(super) fn change_missiles(scenario: &mut Scenario, side: SideId, by: i32) -> Result<(), String> {
    let design = std::sync::Arc::clone(&scenario.design);
    let (Some(section), Some(index)) = (design.ruleset_section(), side.index()) else {
        return Err("these rules know no missiles of ships".to_owned());
    };
    let mut counts = SpaceNumbers::read(&design).missiles_of(scenario);
    let count = counts.get_mut(index).ok_or_else(|| format!("there is no side {}", side.0))?;
    let most = SpaceNumbers::MISSILES_MAX;
    let changed = count.checked_add_signed(by).filter(|changed| (1..=most).contains(changed));
    *count = changed.ok_or_else(|| format!("a ship of side {} has {count} missiles, and at most {most}", side.0))?;
    let list = RonTree::list(counts.into_iter().map(RonTree::of));
    scenario.sections.entry(section.to_owned()).or_default().set(SpaceNumbers::MISSILES_OF, &list, None);
    Ok(())
}

/// Whether a unit is an asteroid of nobody, and where.
pub(super) fn asteroid_in(scenario: &Scenario, cell: Cell) -> Option<UnitType> {
    let is_there = |unit: &&Unit| unit.cell() == Some(cell) && unit.side == SideId::INDEPENDENT;
    let found = scenario.units.iter().filter(is_there).map(|unit| unit.kind);
    found.into_iter().find(|&kind| is_asteroid(scenario, kind))
}
