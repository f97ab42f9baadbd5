//! Where sides begin, what parts of the world are called, which cells are linked, and rooms with walls around them.

use design::parameters::terrain::NAME;
use design::{TerrainType, sentence};
use grid::Cell;
use world::edit::{Edit, LayerKey, Lines, LinkEdit, Named, Paint, Rename, SideEdit, UnitEdit, region};
use world::{FeatureId, Link, Place, ProvinceId, Scenario, SideId, Unit, UnitId};

use super::{Tool, Tools};

pub(super) const SEAT: Tool = Tool {
    hindered: |_, scenario| scenario.sides.is_empty().then_some("This scenario has no sides."),
    trial: Some(|tools, scenario, stroke| {
        let index = tools.side.index().filter(|&index| index < scenario.sides.len());
        let side =
            index.map(|index| &scenario.sides[index]).ok_or("Choose a side: independent units have no start.")?;
        let mut next = side.clone();
        next.center = Some(stroke.to);
        let name = format!("{} begins there", side.name);
        let center = Edit::Side(SideEdit::Set(tools.side, Box::new(next)));
        let moves = move_units(scenario, tools.side, stroke.to)?;
        Ok(Some((name, Edit::Many(moves.into_iter().chain([center]).collect()))))
    }),
    ..Tool::new("start", "Start of a side", "moves the chosen side's start there, with all its units")
};

/// How far from its place a unit looks for another one, where there is none for it.
const ASIDE_MAX: u32 = 4;

/// The edits by which all units of a side that stand on the map go as far, and the same way, as its start goes to a cell. What finds no
/// place there stands beside it; the start itself has to find it.
fn move_units(scenario: &Scenario, side: SideId, to: Cell) -> Result<Vec<Edit>, String> {
    let area = &scenario.world.area;
    let start = fairness::starts(scenario).into_iter().find(|(known, _)| *known == side).and_then(|(_, start)| start);
    let Some(start) = start.filter(|&start| start != to) else { return Ok(Vec::new()) };
    if area.level(start) != area.level(to) {
        return Err("The start lies on another level, and cannot leave it.".to_owned());
    }
    let way = area.displacement(start, to);
    let mut own: Vec<(UnitId, Cell)> = scenario
        .unit_ids()
        .filter(|(_, unit)| unit.side == side)
        .filter_map(|(id, unit)| Some((id, unit.cell().filter(|&cell| area.level(cell) == area.level(start))?)))
        .collect();
    // Those that go ahead make room for those behind them.
    own.sort_by_key(|&(id, cell)| (cell != start, area.distance(cell, to), id));
    let (mut trial, keys) = (scenario.clone(), scenario.keys());
    let mut edits = Vec::new();
    for (id, cell) in own {
        let place = |cell: Cell| {
            let unit = Unit { key: keys[id.index()], place: Place::Cell(cell), ..scenario.unit(id).clone() };
            let edit = Edit::Units(UnitEdit::Set(Box::new(unit)));
            edit.fitted(&trial).map(|fitted| (edit, fitted))
        };
        let beside = |aim: Cell| (0..=ASIDE_MAX).flat_map(move |radius| grid::ring(area, aim, radius));
        let found = match cell == start {
            true => Some(place(to).map_err(|refusal| sentence(&refusal.words))?),
            false => area.offset(cell, way).and_then(|aim| beside(aim).find_map(|cell| place(cell).ok())),
        };
        // What would leave the world stays where it is.
        let Some((edit, fitted)) = found else { continue };
        fitted.apply(&mut trial).map_err(|refusal| sentence(&refusal.words))?;
        edits.push(edit);
    }
    Ok(edits)
}

pub(super) const NAME_PLACE: Tool = Tool {
    hindered: |_, scenario| {
        let world = &scenario.world;
        let has = world.feature_of.is_some() || world.province_of.is_some() || !world.links.is_empty();
        (!has).then_some("This world has nothing that has a name: no features, provinces or links.")
    },
    trial: Some(|tools, scenario, stroke| {
        let found = named_at(scenario, stroke.to).ok_or("Nothing with a name lies there.")?;
        let to = tools.name.trim();
        if to.is_empty() {
            return Err("Type the new name into the panel first.".to_owned());
        }
        Ok(Some((format!("Call it {to}"), Edit::Rename(Rename::new(found, to)))))
    }),
    ..Tool::new("name-place", "Name a place", "gives the feature, province or link there the name in the panel")
};

pub(super) const LINK: Tool = Tool {
    hindered: |_, scenario| lacks_links(scenario),
    marks: |tools, _, stroke| tools.link_from.into_iter().chain([stroke.to]).collect(),
    act: |context, stroke| {
        if !stroke.is_done {
            return;
        }
        let Some(from) = context.tools.link_from.take() else {
            context.tools.link_from = Some(stroke.to);
            return context.services.tell("From here: choose the other end, on any level.");
        };
        context.try_edit(|tools, scenario| link(tools, scenario, (from, stroke.to)));
    },
    ..Tool::new("link", "Link", "links two cells, also of two levels: click one, then the other")
};

pub(super) const UNLINK: Tool = Tool {
    hindered: |_, scenario| scenario.world.links.is_empty().then_some("This world has no links."),
    trial: Some(|_, scenario, stroke| {
        let links = &scenario.world.links;
        let at = links.iter().position(|link| link.other_end(stroke.to).is_some()).ok_or("No link ends there.")?;
        let name = format!("Remove {}", scenario.design.spoken_name(NAME, links[at].kind));
        Ok(Some((name, Edit::Link(LinkEdit { at, gone: 1, put: Vec::new() }))))
    }),
    ..Tool::new("unlink", "Remove link", "takes away the link that ends there")
};

pub(super) const ROOM: Tool = Tool {
    hindered: |_, scenario| scenario.world.terrain.is_none().then_some("This world has no terrain yet."),
    marks: |_, scenario, stroke| region(&scenario.world.area, stroke.from, stroke.to),
    has_two_ends: true,
    is_confined: true,
    act: |context, stroke| {
        if stroke.is_done {
            let inside = context.view.selection.clone();
            context.try_edit(|tools, scenario| {
                let mut cells = region(&scenario.world.area, stroke.from, stroke.to);
                cells.retain(|&cell| inside.lets(cell));
                cells.sort_unstable();
                if cells.is_empty() {
                    return Err("Nothing is drawn: these cells are not selected.".to_owned());
                }
                Ok(Some(room(tools, scenario, &cells)))
            });
        }
    },
    ..Tool::new(
        "room",
        "Room",
        "draws the chosen border around the cells between two corners; in games without borders, the chosen terrain",
    )
};

fn lacks_links(scenario: &Scenario) -> Option<&'static str> {
    scenario.design.connection_terrain().next().is_none().then_some("This game has no connections, so none to link by.")
}

/// What lies in a cell and has a name: a feature, else a province, else a link.
fn named_at(scenario: &Scenario, cell: Cell) -> Option<Named> {
    let world = &scenario.world;
    let feature = world.feature_of.as_ref().map(|layer| layer[cell]).filter(|&id| id != FeatureId::NONE);
    let province = || world.province_of.as_ref().map(|layer| layer[cell]).filter(|&id| id != ProvinceId::NONE);
    let link = || world.links.iter().position(|link| link.other_end(cell).is_some()).map(Named::Link);
    feature.map(Named::Feature).or_else(|| province().map(Named::Province)).or_else(link)
}

/// The type of new links: the chosen connection, else the first of the design.
fn link_kind(tools: &Tools, scenario: &Scenario) -> Option<TerrainType> {
    let mut kinds = scenario.design.connection_terrain();
    let chosen = tools.edge.filter(|&edge| scenario.design.connection_terrain().any(|kind| kind == edge));
    chosen.or_else(|| kinds.next())
}

fn link(tools: &Tools, scenario: &Scenario, (from, to): (Cell, Cell)) -> Result<Option<(String, Edit)>, String> {
    let kind = link_kind(tools, scenario).ok_or("This game has no connections.")?;
    let (at, is_one_way, name) = (scenario.world.links.len(), tools.is_one_way, String::new());
    let put = vec![Link { kind, from, to, is_one_way, cost: 0, name }];
    let words = format!("Link by {}", scenario.design.spoken_name(NAME, kind));
    Ok(Some((words, Edit::Link(LinkEdit { at, gone: 0, put }))))
}

/// Walls around some cells in rising order: the chosen border between them and others; without one the outermost of them become the chosen terrain.
fn room(tools: &Tools, scenario: &Scenario, cells: &[Cell]) -> (String, Edit) {
    let area = &scenario.world.area;
    let is_beyond = |cell: &Cell| cells.binary_search(cell).is_err();
    let border = tools.edge.filter(|&edge| scenario.design.border_terrain().any(|kind| kind == edge));
    let Some(kind) = border else {
        let is_rim = |&cell: &Cell| {
            let mut near = area.around(cell);
            near.clone().count() < usize::from(area.directions()) || near.any(|(_, near)| is_beyond(&near))
        };
        let rim: Vec<Cell> = cells.iter().copied().filter(is_rim).collect();
        let name = format!("Room of {}", scenario.design.spoken_name(NAME, tools.terrain));
        return (name, Edit::Paint(Paint::fill(LayerKey::Terrain, rim, tools.terrain.0.into())));
    };
    let mut edges = Vec::new();
    for &cell in cells {
        let outward = area.around(cell).filter(|(_, near)| is_beyond(near));
        edges.extend(outward.map(|(direction, _)| (cell, direction, !tools.erases)));
    }
    let name = scenario.design.spoken_name(NAME, kind);
    let name = if tools.erases { format!("Room without {name}") } else { format!("Room of {name}") };
    (name, Edit::Lines(Lines { kind, edges, drops: false }))
}
