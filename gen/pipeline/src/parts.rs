//! The parts of a scenario, and how one is removed or moved to another scenario: for starts with given parts, for running one step
//! again, and for running steps in parallel.

use std::collections::BTreeSet;

use design::parameters::terrain::{RIVER_X, ROAD_X, SUBTYPE_X};
use design::parameters::unit::KEY_LEVEL;
use design::{Design, TerrainType};
use synth::Part;
use world::{Owner, Place, Scenario, SideId, Unit, World};

use crate::methods;

/// The parts that a scenario has, of those that methods write.
#[must_use]
pub fn given_parts(scenario: &Scenario) -> Vec<Part> {
    let written: BTreeSet<Part> = methods().iter().flat_map(|method| method.info().writes).copied().collect();
    written.into_iter().filter(|&part| has(scenario, part)).collect()
}

fn has(scenario: &Scenario, part: Part) -> bool {
    let world = &scenario.world;
    let has_edges = |role| {
        let layers = world.edges.iter().filter(|(kind, _)| is_of_role(&scenario.design, **kind, role));
        layers.into_iter().any(|(_, edges)| edges.values().iter().any(|&mask| mask != 0))
    };
    let has_units = |is_wanted: &dyn Fn(&Unit) -> bool| {
        scenario.units.iter().any(|unit| is_wanted(unit) && unit.place != Place::Unplaced)
    };
    let design = &scenario.design;
    match part {
        Part::Terrain => world.terrain.is_some(),
        Part::Elevation => world.elevation.is_some(),
        Part::Rivers => has_edges(RIVER_X),
        Part::Roads => has_edges(ROAD_X),
        Part::Independents => has_units(&|unit| is_independent(unit) && !is_key(design, unit)),
        Part::Countries => has_units(&|unit| !is_independent(unit)) || world.country.is_some(),
        Part::Materials => !world.materials.is_empty() || scenario.units.iter().any(|unit| !unit.materials.is_empty()),
        Part::UnitNames => scenario.units.iter().any(|unit| !unit.name.is_empty() || unit.number != 0),
        Part::Features => world.feature_of.is_some(),
        Part::Weather => world.temperature.is_some() || world.clouds.is_some() || world.winds.is_some(),
        Part::Date => !world.date.is_empty(),
        Part::Provinces => world.province_of.is_some(),
        Part::Incomes => world.provinces.iter().any(|province| province.income > 0 || !province.trains.is_empty()),
        // The scenario does not record which units were given without a place.
        Part::Places => false,
        Part::Links => !world.links.is_empty(),
        Part::Keys => has_units(&|unit| is_independent(unit) && is_key(design, unit)),
        Part::Section => design.ruleset_section().is_some_and(|name| scenario.sections.contains_key(name)),
    }
}

fn is_independent(unit: &Unit) -> bool {
    unit.side == SideId::INDEPENDENT
}

fn is_key(design: &Design, unit: &Unit) -> bool {
    design.int(KEY_LEVEL, unit.kind) > 0
}

/// Removes a part from a scenario, so that a method makes it again.
pub(crate) fn clear(scenario: &mut Scenario, part: Part) {
    let design = std::sync::Arc::clone(&scenario.design);
    let world = &mut scenario.world;
    match part {
        Part::Terrain => world.terrain = None,
        Part::Elevation => world.elevation = None,
        Part::Rivers => world.edges.retain(|&kind, _| !is_of_role(&design, kind, RIVER_X)),
        Part::Roads => world.edges.retain(|&kind, _| !is_of_role(&design, kind, ROAD_X)),
        Part::Independents => {
            remove_people(world, |side| side == SideId::INDEPENDENT);
            scenario.remove_units(|unit| is_independent(unit) && !is_key(&design, unit));
        }
        Part::Countries => {
            remove_people(world, |side| side != SideId::INDEPENDENT);
            world.control = None;
            scenario.remove_units(|unit| !is_independent(unit));
            scenario.world.country = None;
            for side in &mut scenario.sides {
                side.center = None;
            }
        }
        Part::Materials => {
            world.materials.clear();
            for unit in &mut scenario.units {
                unit.materials.clear();
            }
        }
        Part::UnitNames => {
            for unit in &mut scenario.units {
                unit.name.clear();
                unit.number = 0;
            }
        }
        Part::Features => {
            world.features.clear();
            world.feature_of = None;
        }
        Part::Weather => {
            world.temperature = None;
            world.clouds = None;
            world.winds = None;
        }
        Part::Date => world.date.clear(),
        Part::Provinces => {
            world.provinces.clear();
            world.province_links.clear();
            world.province_of = None;
        }
        Part::Incomes => {
            for province in &mut world.provinces {
                (province.income, province.owner) = (0, SideId::INDEPENDENT);
                province.trains.clear();
            }
        }
        Part::Places => {}
        Part::Links => world.links.clear(),
        // Locks stay, as part of the terrain: they get other keys.
        Part::Keys => scenario.remove_units(|unit| is_independent(unit) && is_key(&design, unit)),
        Part::Section => {
            if let Some(name) = design.ruleset_section() {
                scenario.sections.remove(name);
            }
        }
    }
}

/// Whether a part can be moved to another scenario with the same world and units.
pub(crate) const fn can_move(part: Part) -> bool {
    match part {
        Part::Rivers
        | Part::Roads
        | Part::Materials
        | Part::UnitNames
        | Part::Features
        | Part::Weather
        | Part::Date
        | Part::Provinces
        | Part::Links
        | Part::Section => true,
        Part::Terrain
        | Part::Elevation
        | Part::Independents
        | Part::Countries
        | Part::Incomes
        | Part::Places
        | Part::Keys => false,
    }
}

/// Moves a part for which [`can_move`] is true to another scenario with the same world and units.
pub(crate) fn move_part(part: Part, from: &mut Scenario, into: &mut Scenario) {
    let design = std::sync::Arc::clone(&from.design);
    let mut move_edges = |role| {
        let of_role = from.world.edges.extract_if(.., |&kind, _| is_of_role(&design, kind, role));
        into.world.edges.extend(of_role);
    };
    match part {
        Part::Rivers => move_edges(RIVER_X),
        Part::Roads => move_edges(ROAD_X),
        Part::Materials => {
            into.world.materials = std::mem::take(&mut from.world.materials);
            for (unit, made) in into.units.iter_mut().zip(&mut from.units) {
                unit.materials = std::mem::take(&mut made.materials);
            }
        }
        Part::UnitNames => {
            for (unit, made) in into.units.iter_mut().zip(&mut from.units) {
                unit.name = std::mem::take(&mut made.name);
                unit.number = made.number;
                unit.named_by = made.named_by.take();
            }
        }
        Part::Features => {
            into.world.features = std::mem::take(&mut from.world.features);
            into.world.feature_of = from.world.feature_of.take();
        }
        Part::Weather => {
            into.world.temperature = from.world.temperature.take();
            into.world.clouds = from.world.clouds.take();
            into.world.winds = from.world.winds.take();
        }
        Part::Date => into.world.date = std::mem::take(&mut from.world.date),
        Part::Links => into.world.links = std::mem::take(&mut from.world.links),
        Part::Section => {
            let made = design.ruleset_section().and_then(|name| from.sections.remove_entry(name));
            into.sections.extend(made);
        }
        Part::Provinces => {
            into.world.provinces = std::mem::take(&mut from.world.provinces);
            into.world.province_links = std::mem::take(&mut from.world.province_links);
            into.world.province_of = from.world.province_of.take();
        }
        Part::Terrain
        | Part::Elevation
        | Part::Independents
        | Part::Countries
        | Part::Incomes
        | Part::Places
        | Part::Keys => {
            unreachable!("{} cannot be moved", part.noun())
        }
    }
}

fn is_of_role(design: &Design, kind: TerrainType, role: i32) -> bool {
    design.int(SUBTYPE_X, kind) == role
}

/// Removes the people of some sides, and the layer if no people are left.
pub(crate) fn remove_people(world: &mut World, is_removed: impl Fn(SideId) -> bool) {
    let Some(people) = &mut world.people else { return };
    let people = people.edit();
    for owner in people.iter_mut().filter(|owner| owner.side().is_some_and(&is_removed)) {
        *owner = Owner::NOBODY;
    }
    if people.iter().all(|&owner| owner == Owner::NOBODY) {
        world.people = None;
    }
}
