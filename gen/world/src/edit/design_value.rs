//! The design gets other values. Types are found again by their names: what of a type that goes becomes of units is said, and terrain
//! that lies on the map cannot go.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{Design, Extras, MaterialType, TerrainType, TypeId, UnitType};
use grid::{Cell, Layer};

use super::{Edit, Refusal, Whole};
use crate::{Place, Scenario, Unit};

/// For each type of the old design its number in the new one.
fn found<I: TypeId>(old: &Design, new: &Design) -> Vec<Option<I>> {
    old.types(I::SCOPE).names.iter().map(|name| new.find(name)).collect()
}

pub(super) fn apply(design: &Arc<Design>, scenario: &mut Scenario) -> Result<Edit, Refusal> {
    let old = Arc::clone(&scenario.design);
    let (units, terrain) = (found::<UnitType>(&old, design), found::<TerrainType>(&old, design));
    let materials = found::<MaterialType>(&old, design);
    check_ground(scenario, design, &terrain)?;
    let back = Whole::back(scenario, "the design is as before");
    let stays = |kind: &UnitType| units[kind.index()].is_some();
    scenario.give_keys();
    if scenario.units.iter().any(|unit| !stays(&unit.kind)) {
        let last = scenario.units.iter().map(|unit| unit.key).max().unwrap_or(0);
        scenario.keys_used = scenario.keys_used.max(last);
        scenario.remove_units(|unit| !stays(&unit.kind));
        scenario.kept.forget_gone(&scenario.units);
    }
    scenario.kept.take_design(&old, design);
    for unit in &mut scenario.units {
        unit.kind = units[unit.kind.index()].unwrap_or(unit.kind);
        if !unit.materials.is_empty() {
            let mut amounts = vec![0; design.materials.len()];
            for (kind, &amount) in materials.iter().zip(&unit.materials) {
                kind.iter().for_each(|kind| amounts[kind.index()] = amount);
            }
            unit.materials = amounts;
        }
        unit.gdl = Extras::of(unit.gdl.atoms().clone(), design);
    }
    for side in &mut scenario.sides {
        side.gdl = Extras::of(side.gdl.atoms().clone(), design);
    }
    let world = &mut scenario.world;
    let is_moved = terrain.iter().enumerate().any(|(index, kind)| *kind != Some(TerrainType::at(index)));
    if let (Some(layer), true) = (&mut world.terrain, is_moved) {
        let area = world.area;
        let new = layer.values().iter().map(|kind| terrain[kind.index()].unwrap_or(TerrainType(0)));
        *layer = Layer::from_values(&area, new.collect());
    }
    let edges = std::mem::take(&mut world.edges).into_iter();
    world.edges = edges.filter_map(|(kind, layer)| Some((terrain[kind.index()]?, layer))).collect();
    for link in &mut world.links {
        link.kind = terrain[link.kind.index()].unwrap_or(link.kind);
    }
    let layers = std::mem::take(&mut world.materials).into_iter();
    world.materials = layers.filter_map(|(kind, layer)| Some((materials[kind.index()]?, layer))).collect();
    for province in &mut world.provinces {
        let trains = std::mem::take(&mut province.trains).into_iter();
        province.trains = trains.filter_map(|(kind, count)| Some((units[kind.index()]?, count))).collect();
        province.trains.sort_unstable();
    }
    let own = design.ruleset_section();
    scenario.sections.retain(|name, _| own == Some(name.as_str()));
    scenario.design = Arc::clone(design);
    Ok(back)
}

/// Whether all that lies on the map still has a type that can lie there.
fn check_ground(scenario: &Scenario, new: &Design, terrain: &[Option<TerrainType>]) -> Result<(), Refusal> {
    let (world, old) = (&scenario.world, &scenario.design);
    let mut firsts: BTreeMap<TerrainType, Cell> = BTreeMap::new();
    if let Some(layer) = &world.terrain {
        for cell in world.area.cells() {
            firsts.entry(layer[cell]).or_insert(cell);
        }
    }
    for (kind, cell) in firsts {
        if !terrain[kind.index()].is_some_and(|found| new.cell_terrain().any(|known| known == found)) {
            let rule = format!("{} lies on the map: paint other terrain there first", old.name_of(kind));
            return Err(Refusal::at(&world.area, cell, &rule));
        }
    }
    for (&kind, layer) in &world.edges {
        let lies = |found: TerrainType| new.border_terrain().chain(new.connection_terrain()).any(|kind| kind == found);
        if let Some(cell) = world.area.cells().find(|&cell| layer[cell] != 0)
            && !terrain[kind.index()].is_some_and(lies)
        {
            return Err(Refusal::at(
                &world.area,
                cell,
                &format!("{} lies there: take it away first", old.name_of(kind)),
            ));
        }
    }
    for link in &world.links {
        if !terrain[link.kind.index()].is_some_and(|found| new.connection_terrain().any(|kind| kind == found)) {
            let rule = format!("a link is of the type {}: take it away first", old.name_of(link.kind));
            return Err(Refusal::at(&world.area, link.from, &rule));
        }
    }
    let is_same = old.units.names == new.units.names
        && old.terrain.names == new.terrain.names
        && old.materials.names == new.materials.names;
    if !is_same && !scenario.forms.is_empty() {
        return Err(Refusal::of("forms of GDL name types, so no type can come or go"));
    }
    Ok(())
}

pub(super) fn words(design: &Arc<Design>, scenario: &Scenario) -> String {
    let units = found::<UnitType>(&scenario.design, design);
    let is_gone = |unit: &&Unit| units[unit.kind.index()].is_none();
    let gone = scenario.units.iter().filter(is_gone).count();
    let inside = |unit: &&Unit| matches!(unit.place, Place::Inside(carrier) if is_gone(&scenario.unit(carrier)));
    let inside = scenario.units.iter().filter(|unit| !is_gone(unit)).filter(inside).count();
    if gone == 0 {
        return "the design gets other values".to_owned();
    }
    let with = if inside == 0 { String::new() } else { format!(" with {inside} inside them") };
    format!("the design gets other values, and {} of types that it has no more go{with}", design::counted(gone, "unit"))
}
