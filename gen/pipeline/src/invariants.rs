//! What must hold in every scenario that a roll makes, for any request. Soak runs and tests check it.

use std::collections::BTreeSet;

use design::TerrainType;
use design::parameters::terrain::{RIVER_X, ROAD_X, SUBTYPE_X};
use grid::{Cell, EdgeLayer, has_edge};
use petgraph::visit::{Dfs, EdgeFiltered, Walker};
use provinces::province_graph;
use world::standing::may_stand;
use world::{Place, ProvinceId, ProvinceLinkKind, Scenario, SideId, UnitId, find_asymmetry};

use crate::Flaw;

/// The first invariant that a scenario breaks; `None` if it breaks none.
#[must_use]
pub fn find_broken(scenario: &Scenario) -> Option<Flaw> {
    let world = &scenario.world;
    let area = &world.area;
    let design = &*scenario.design;
    let Some(terrain) = &world.terrain else { return Some(Flaw::of("there is no terrain")) };
    if let Some(cell) = area.cells().find(|&cell| design.cell_terrain().all(|kind| kind != terrain[cell])) {
        return Some(Flaw::at(cell, format!("{} holds terrain that does not fill cells", at(scenario, cell))));
    }
    for (&kind, edges) in &world.edges {
        if let Some(broken) = find_broken_edge(scenario, kind, edges) {
            return Some(broken);
        }
    }
    for (what, layer) in [("people", &world.people), ("control", &world.control)] {
        let Some(layer) = layer else { continue };
        let is_missing = |side: SideId| side.row() > scenario.sides.len();
        if let Some(cell) = area.cells().find(|&cell| layer[cell].side().is_some_and(is_missing)) {
            return Some(Flaw::at(cell, format!("the {what} at {} belong to no side", at(scenario, cell))));
        }
    }
    if let Some(winds) = &world.winds
        && let Some(cell) = area.cells().find(|&cell| winds[cell].direction.0 >= area.directions())
    {
        return Some(Flaw::at(cell, format!("the wind at {} blows in no direction", at(scenario, cell))));
    }
    find_broken_links(scenario)
        .or_else(|| find_asymmetry(scenario).map(|(at, words)| Flaw { at, words }))
        .or_else(|| broken_units(scenario).next())
        .or_else(|| find_broken_side(scenario))
        .or_else(|| find_broken_names(scenario))
        .or_else(|| find_broken_features(scenario))
        .or_else(|| find_broken_provinces(scenario))
}

fn at(scenario: &Scenario, cell: Cell) -> String {
    let area = &scenario.world.area;
    let (column, row) = area.column_row(cell);
    if area.levels() == 1 {
        format!("cell {column},{row}")
    } else {
        format!("cell {column},{row} of level {}", area.level(cell) + 1)
    }
}

/// Links are connections, and join two cells of the world.
fn find_broken_links(scenario: &Scenario) -> Option<Flaw> {
    let area = &scenario.world.area;
    scenario.world.links.iter().find_map(|link| {
        if let Some(end) = [link.from, link.to].into_iter().find(|&end| !area.contains(end)) {
            return Some(Flaw::of(format!("a link ends at {}, beyond the world", end.0)));
        }
        if link.from == link.to {
            return Some(Flaw::at(link.from, format!("a link joins {} with itself", at(scenario, link.from))));
        }
        let is_connection = scenario.design.connection_terrain().any(|kind| kind == link.kind);
        (!is_connection).then(|| Flaw::at(link.from, format!("a link at {} is no connection", at(scenario, link.from))))
    })
}

/// Edges are marked on both of their sides; no river runs between two cells of water; a road ends only at a unit or at the edge of
/// the world.
fn find_broken_edge(scenario: &Scenario, kind: TerrainType, edges: &EdgeLayer) -> Option<Flaw> {
    let area = &scenario.world.area;
    let design = &*scenario.design;
    let name = design.name_of(kind);
    let role = design.int(SUBTYPE_X, kind);
    let is_liquid = scenario.world.liquid_mask(design);
    for cell in area.cells() {
        let mask = edges[cell];
        if mask == 0 {
            continue;
        }
        for (direction, other) in area.around(cell) {
            if has_edge(mask, direction) != has_edge(edges[other], area.opposite(direction)) {
                return Some(Flaw::at(
                    cell,
                    format!("the {name} of {} is not that of its neighbour", at(scenario, cell)),
                ));
            }
            let is_border = design.border_terrain().any(|border| border == kind);
            let flows_in_water = is_liquid[cell.index()] && is_liquid[other.index()];
            if role == RIVER_X && is_border && has_edge(mask, direction) && flows_in_water {
                return Some(Flaw::at(
                    cell,
                    format!("a {name} runs between two cells of water at {}", at(scenario, cell)),
                ));
            }
        }
        let is_end = role == ROAD_X && mask.count_ones() == 1;
        let has_unit = || scenario.units.iter().any(|unit| unit.cell() == Some(cell));
        let has_link = || scenario.world.links_at(cell).next().is_some();
        if is_end && !has_unit() && !has_link() && !area.is_edge(cell) && !touches_edge(scenario, cell) {
            return Some(Flaw::at(cell, format!("a {name} ends in nowhere at {}", at(scenario, cell))));
        }
    }
    None
}

/// Whether a cell lies next to the edge of the world: roads to the edge end there, on the last cells that units may enter.
fn touches_edge(scenario: &Scenario, cell: Cell) -> bool {
    let area = &scenario.world.area;
    area.around(cell).any(|(_, other)| area.is_edge(other))
}

/// The units that stand, belong or are carried where they may not: a lake that is painted can drown many.
pub(crate) fn broken_units(scenario: &Scenario) -> impl Iterator<Item = Flaw> {
    scenario.unit_ids().filter_map(|(id, _)| find_broken_unit(scenario, id))
}

fn find_broken_unit(scenario: &Scenario, id: UnitId) -> Option<Flaw> {
    let unit = scenario.unit(id);
    let kind = scenario.design.name_of(unit.kind);
    let name =
        if unit.name.is_empty() { format!("{kind} {}", id.0) } else { format!("{kind} {} ({})", id.0, unit.name) };
    let flaw = |words: &str| Flaw { at: scenario.cell_of(id), words: format!("{name} {words}") };
    if unit.side.row() > scenario.sides.len() {
        return Some(flaw("belongs to no side"));
    }
    if !scenario.may_own(unit.side, unit.kind) {
        return Some(flaw(&format!("may not belong to side {}", unit.side.0)));
    }
    match unit.place {
        Place::Cell(cell) if !may_stand(&scenario.design, &scenario.world, unit.kind, cell) => {
            let ground = scenario.design.name_of(scenario.world.terrain_at(cell));
            Some(flaw(&format!("may not stand on {ground} at {}", at(scenario, cell))))
        }
        Place::Inside(carrier) if scenario.cell_of(id).is_none() || scenario.unit(carrier).side != unit.side => {
            Some(flaw("is inside nothing of its side"))
        }
        Place::Cell(_) | Place::Inside(_) => None,
        Place::Unplaced => Some(flaw("has no place")),
    }
}

/// No two centres are in one cell, and no side is without units.
fn find_broken_side(scenario: &Scenario) -> Option<Flaw> {
    let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
    let mut seen = BTreeSet::new();
    if let Some(&twice) = centers.iter().find(|center| !seen.insert(**center)) {
        return Some(Flaw::at(twice, "two sides have one centre"));
    }
    let idle = scenario.side_ids().find(|&side| !scenario.units.iter().any(|unit| unit.side == side));
    idle.filter(|&side| side != SideId::INDEPENDENT)
        .map(|side| Flaw { at: scenario.side(side).center, words: format!("side {} has no units", side.0) })
}

/// No name is empty, and no two things have the same name.
fn find_broken_names(scenario: &Scenario) -> Option<Flaw> {
    let units = scenario.units.iter().map(|unit| unit.name.as_str()).filter(|name| !name.is_empty());
    let sides = scenario.sides.iter().map(|side| side.name.as_str());
    let features = scenario.world.features.iter().map(|feature| feature.name.as_str());
    let mut seen = BTreeSet::new();
    let provinces = scenario.world.provinces.iter().map(|province| province.name.as_str());
    for name in units.chain(sides).chain(features).chain(provinces) {
        if name.trim().is_empty() {
            return Some(Flaw::of("something has an empty name"));
        }
        if !seen.insert(name) {
            return Some(Flaw::of(format!("two things are called {name}")));
        }
    }
    None
}

/// Features lie in the cells that they list.
fn find_broken_features(scenario: &Scenario) -> Option<Flaw> {
    let world = &scenario.world;
    for feature in &world.features {
        if !world.area.contains(feature.at) {
            return Some(Flaw::of(format!("{} lies beyond the world", feature.name)));
        }
        let touches = |pair: &[Cell]| world.area.around(pair[0]).any(|(_, cell)| cell == pair[1]);
        if !feature.course.windows(2).all(touches) {
            return Some(Flaw::at(feature.at, format!("the course of {} has a gap", feature.name)));
        }
    }
    let layer = world.feature_of.as_ref()?;
    let beyond = |cell: &Cell| usize::from(layer[*cell].0) > world.features.len();
    world
        .area
        .cells()
        .find(beyond)
        .map(|cell| Flaw::at(cell, format!("{} belongs to a feature that is not there", at(scenario, cell))))
}

/// Each province is one connected piece of land with its capital in it; from each one every other can be reached.
fn find_broken_provinces(scenario: &Scenario) -> Option<Flaw> {
    let world = &scenario.world;
    let layer = world.province_of.as_ref()?;
    let is_liquid = world.liquid_mask(&scenario.design);
    let count = world.provinces.len();
    let mut cells = vec![0_usize; count];
    for cell in world.area.cells() {
        let Some(index) = usize::from(layer[cell].0).checked_sub(1) else { continue };
        if index >= count {
            return Some(Flaw::at(cell, format!("{} belongs to a province that is not there", at(scenario, cell))));
        }
        if is_liquid[cell.index()] {
            return Some(Flaw::at(cell, format!("{} is water in a province", at(scenario, cell))));
        }
        cells[index] += 1;
    }
    for (index, province) in world.provinces.iter().enumerate() {
        let id = ProvinceId(index as u16 + 1);
        let piece = grid::flood(&world.area, province.capital, |cell| layer[cell] == id);
        if piece.is_empty() || piece.len() != cells[index] {
            return Some(Flaw::at(
                province.capital,
                format!("the province of {} is not one piece round its capital", province.name),
            ));
        }
        if province.owner.row() > scenario.sides.len() {
            return Some(Flaw::at(province.capital, format!("{} belongs to a side that is not there", province.name)));
        }
    }
    let ids = |id: ProvinceId| (1..=count).contains(&usize::from(id.0));
    if !world.province_links.is_sorted_by(|a, b| (a.from, a.to) < (b.from, b.to))
        || world.province_links.iter().any(|link| !ids(link.from) || !ids(link.to) || link.from >= link.to)
    {
        return Some(Flaw::of("links of provinces are not in order"));
    }
    let graph = province_graph(world);
    let open = EdgeFiltered::from_fn(&graph, |(_, _, kind): (_, _, &ProvinceLinkKind)| kind.is_passable());
    let reached = world.provinces.first().map(|_| Dfs::new(&open, ProvinceId(1)).iter(&open).count());
    (reached.unwrap_or(0) != count).then(|| Flaw::of("some provinces cannot be reached from the others"))
}
