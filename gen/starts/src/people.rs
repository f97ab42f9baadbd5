//! People and control: whose people live in each cell, and which side controls it, when a scenario begins.
//!
//! Source: `kernel-rules`, sections 5.7 and 9. A cell of a country gets the side's people by `country-people-chance`, a free one
//! independent people by `independent-people-chance`. Each of the two is made unless some of it is there already, so it does not
//! matter whether independents or countries come first.

use chance::Stream;
use design::parameters::table::CONTROL_RANGE;
use design::parameters::terrain::{COUNTRY_PEOPLE_CHANCE, INDEPENDENT_PEOPLE_CHANCE};
use design::{TerrainType, TypeId, UnitType};
use grid::{Cell, Layer};
use synth::Synthesis;
use world::{Owner, SideId, World};

use crate::images::images;

/// Settles independent people in free cells; returns the number of cells.
pub(crate) fn settle_independents(synthesis: &mut Synthesis<'_>) -> usize {
    let design = synthesis.design();
    let chance: Vec<i32> = design.ids().map(|kind: TerrainType| design.int(INDEPENDENT_PEOPLE_CHANCE, kind)).collect();
    let stream = synthesis.stream("independent people");
    settle(
        &mut synthesis.scenario.world,
        &chance,
        stream,
        |side| side == SideId::INDEPENDENT,
        |world, cell, people| {
            (people == Owner::NOBODY && world.country_at(cell).is_none()).then_some(SideId::INDEPENDENT)
        },
    )
}

/// Settles the sides' people in their countries; returns the number of cells.
pub(crate) fn settle_sides(synthesis: &mut Synthesis<'_>) -> usize {
    let design = synthesis.design();
    let chance: Vec<i32> = design.ids().map(|kind: TerrainType| design.int(COUNTRY_PEOPLE_CHANCE, kind)).collect();
    let stream = synthesis.stream("people");
    let is_own = |side| side != SideId::INDEPENDENT;
    settle(&mut synthesis.scenario.world, &chance, stream, is_own, |world, cell, _| world.country_at(cell))
}

/// Gives cells the people that `whose` returns, by the chance of their terrain, unless there are such people already.
fn settle(
    world: &mut World,
    chance: &[i32],
    mut stream: Stream,
    is_such: impl Fn(SideId) -> bool,
    whose: impl Fn(&World, Cell, Owner) -> Option<SideId>,
) -> usize {
    if world.terrain.is_none() || chance.iter().all(|&chance| chance == 0) {
        return 0;
    }
    let area = world.area;
    let mut people = match &world.people {
        Some(layer) => layer.values().to_vec(),
        None => vec![Owner::NOBODY; area.len()],
    };
    if people.iter().any(|owner| owner.side().is_some_and(&is_such)) {
        return 0;
    }
    let symmetry = world.exact_symmetry();
    let mut settled = 0;
    for cell in area.cells().filter(|&cell| symmetry.is_none_or(|symmetry| symmetry.is_first(cell))) {
        let chance = chance[world.terrain_at(cell).index()];
        let Some(side) = whose(world, cell, people[cell.index()]).filter(|_| chance > 0) else { continue };
        if stream.percent(chance) {
            for (cell, side) in images(symmetry, cell, side) {
                let owner = Owner::from(Some(side));
                settled += usize::from(people[cell.index()] != owner);
                people[cell.index()] = owner;
            }
        }
    }
    world.people = Some(Layer::from_values(&area, people));
    settled
}

/// Gives each side control of its country, if units of the design take control of cells at all.
pub(crate) fn assign_control(synthesis: &mut Synthesis<'_>) {
    let design = synthesis.design();
    let takes = |unit: UnitType| design.cell_terrain().any(|ground| design.entry(CONTROL_RANGE, unit, ground) >= 0);
    let world = &mut synthesis.scenario.world;
    let (Some(country), None, true) = (&world.country, &world.control, design.unit_types().any(takes)) else { return };
    let owners = country.values().iter().map(|&side| SideId(side).index().map(SideId::from_index).into());
    world.control = Some(Layer::from_values(&world.area, owners.collect()));
}
