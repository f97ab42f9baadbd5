//! The knowledge of sides in files: `terrain-view`, `unit-views`, and where knowledge may be outdated `aux-terrain-view` and the
//! views of the weather (`gdl-reference`, section 8).
//!
//! A file of a running game has everything that a side knows: what it does not name is unknown. Before the first turn it adds to
//! the initial knowledge of sides. Cells in sight are still looked at again, if the result of a look is certain.

use design::{Atom, Properties, SideExtras, TerrainType, TypeId, UnitView};
use grid::{Cell, EdgeLayer};
use world::{SideId, gdl_rows, read_gdl_rows};

use super::memory::UNSEEN;
use super::{Image, SideVision, Views, looks};
use crate::gdl_properties::{FileIds, NumberOf, short};
use crate::{Kernel, StateChange, StateView, UnitIndex};

/// Whether a file of a running game has the knowledge of a side.
pub(super) fn is_kept(change: &StateChange<'_>, side: SideId) -> bool {
    change.state.turn > 0 && change.rules.scenario.side(side).gdl.terrain_view.is_some()
}

/// Gives a side its knowledge from the file.
pub(super) fn recall(change: &mut StateChange<'_>, side: SideId, ids: &FileIds) {
    let rules = change.rules;
    let gdl = &rules.scenario.side(side).gdl;
    recall_terrain(change, side, gdl);
    let is_kept = is_kept(change, side);
    recall_lines(change, side, gdl, is_kept);
    recall_weather(change, side, gdl, is_kept);
    let cells = rules.area.len();
    let sight = change.sight_mut(side);
    let seen = if is_kept { std::mem::replace(&mut sight.views, Views::new(cells)) } else { Views::default() };
    for view in &gdl.unit_views {
        recall_unit(change, side, ids, view);
    }
    for image in seen.images {
        // A unit that may be overlooked or mistaken was seen, or not, before the game was saved.
        if !image.is_fixed && !rules.optics.kind(change.state.unit(image.unit).kind).is_plain {
            continue;
        }
        let views = &mut change.sight_mut(side).views;
        let turn = views.of(image.unit).filter(|known| known.cell == image.cell).map_or(image.turn, |known| known.turn);
        views.set(Image { turn, ..image });
    }
}

/// Reads the known terrain: 0 is unknown, else the terrain type plus 1.
fn recall_terrain(change: &mut StateChange<'_>, side: SideId, gdl: &SideExtras) {
    let Some(values) = read_layer(change.rules, gdl.terrain_view.as_ref()) else { return };
    let types = change.rules.design.terrain.len() as i32;
    for cell in change.rules.area.cells() {
        let value = values[cell.index()];
        if !(1..=types).contains(&value) {
            continue;
        }
        let covered = change.at().sight(side).covers(cell);
        looks::learn(change, side, cell);
        if !covered {
            let known = TerrainType::at(value as usize - 1);
            change.sight_mut(side).known[cell.index()] = known.0 + 1;
        }
    }
}

/// Reads borders, connections and coatings in cells that no unit sees now: as in the file, or none if the file has all knowledge.
fn recall_lines(change: &mut StateChange<'_>, side: SideId, gdl: &SideExtras, is_kept: bool) {
    let rules = change.rules;
    if rules.optics.terrain_is_current {
        return;
    }
    let area = rules.area;
    let sight = change.sight_mut(side);
    let out_of_sight: Vec<Cell> = area.cells().filter(|&cell| !sight.covers(cell)).collect();
    let memory = &mut sight.memory;
    if is_kept {
        memory.edges.iter_mut().for_each(|(_, layer)| clear(layer.edit(), &out_of_sight, 0));
        memory.coatings.iter_mut().for_each(|(_, layer)| clear(layer.edit(), &out_of_sight, 0));
    }
    for &(kind, ref rows) in &gdl.aux_terrain_view {
        let values = read_gdl_rows(&area, rows.iter().map(String::as_str));
        if let Some((_, layer)) = memory.coatings.iter_mut().find(|entry| entry.0 == kind) {
            let depths = layer.edit();
            out_of_sight.iter().for_each(|cell| depths[cell.index()] = short(values[cell.index()].max(0)));
            continue;
        }
        let place = memory.edges.binary_search_by_key(&kind.0, |entry| entry.0.0).unwrap_or_else(|place| {
            memory.edges.insert(place, (kind, EdgeLayer::filled(&area, 0)));
            place
        });
        let masks = memory.edges[place].1.edit();
        out_of_sight.iter().for_each(|cell| masks[cell.index()] = values[cell.index()].clamp(0, 255) as u8);
    }
}

fn clear<T: Copy>(values: &mut [T], cells: &[Cell], to: T) {
    cells.iter().for_each(|cell| values[cell.index()] = to);
}

/// Reads the weather where no unit sees it now.
fn recall_weather(change: &mut StateChange<'_>, side: SideId, gdl: &SideExtras, is_kept: bool) {
    let rules = change.rules;
    if rules.optics.weather_is_current {
        return;
    }
    let sight = change.sight_mut(side);
    let out_of_sight: Vec<Cell> = rules.area.cells().filter(|&cell| !sight.covers(cell)).collect();
    let views = [&gdl.temperature_view, &gdl.cloud_view, &gdl.wind_view];
    for (view, layer) in views.into_iter().zip(&mut sight.memory.weather) {
        if is_kept && !layer.is_empty() {
            clear(layer, &out_of_sight, UNSEEN);
        }
        let Some(values) = read_layer(rules, view.as_ref()) else { continue };
        if layer.is_empty() {
            *layer = vec![UNSEEN; rules.area.len()];
        }
        out_of_sight.iter().for_each(|cell| layer[cell.index()] = short(values[cell.index()]));
    }
}

/// The properties for each layer of remembered weather.
const WEATHER_VIEWS: [&str; 3] = ["temperature-view", "cloud-view", "wind-view"];

fn read_layer(rules: &Kernel, rows: Option<&Vec<String>>) -> Option<Vec<i32>> {
    Some(read_gdl_rows(&rules.area, rows?.iter().map(String::as_str)))
}

/// A unit that the file does not have is left out. Where the file names no transport, that is its present one, if it still is where it
/// was seen.
fn recall_unit(change: &mut StateChange<'_>, side: SideId, ids: &FileIds, view: &UnitView) {
    let rules = change.rules;
    let (x, y) = view.at;
    let (Some(&unit), Some(cell)) = (ids.get(&view.id), rules.area.at_stacked(x, y)) else { return };
    let is_side = usize::try_from(view.side).is_ok_and(|owner| owner < change.state.sides.len());
    let at = change.at();
    let is_here = at.is_in_play(unit) && at.unit(unit).cell == cell;
    let is_own = at.is_alive(unit) && at.unit(unit).side == side;
    let sight = at.sight(side);
    if !is_side || is_own || (sight.covers(cell) && !is_here) || sight.views.of(unit).is_some() {
        return;
    }
    let inside = match view.inside {
        None => inferred_inside(at, unit, cell),
        Some(carrier) => ids.get(&carrier).copied().unwrap_or(UnitIndex::NONE),
    };
    let image = Image::new(unit, cell, view.turn, view.kind, SideId(view.side as u8));
    change.sight_mut(side).views.set(Image { is_complete: view.is_complete, inside, ..image });
}

/// The transport of a unit that was seen in a cell, if the file names none.
fn inferred_inside(at: StateView<'_>, unit: UnitIndex, cell: Cell) -> UnitIndex {
    let unit = at.unit(unit);
    if unit.cell == cell { unit.inside } else { UnitIndex::NONE }
}

/// Writes what a side knows as its properties.
pub(crate) fn write_views(at: StateView<'_>, side: SideId, number: NumberOf<'_>, gdl: &mut Properties) {
    if at.rules.see_all {
        return;
    }
    let sight = at.sight(side);
    let rows = gdl_rows(&at.rules.area, |cell| i32::from(sight.known[cell.index()]));
    gdl.insert("terrain-view".to_owned(), rows.into_iter().map(Atom::Text).collect());
    let views: Vec<Atom> = sight.views.images.iter().filter_map(|image| written_image(at, image, number)).collect();
    write_lines(at, side, gdl);
    for (name, layer) in WEATHER_VIEWS.iter().zip(&sight.memory.weather) {
        gdl.remove(*name);
        if !layer.is_empty() {
            let rows = gdl_rows(&at.rules.area, |cell| layer[cell.index()].into());
            gdl.insert((*name).to_owned(), rows.into_iter().map(Atom::Text).collect());
        }
    }
    gdl.remove("unit-views");
    if !views.is_empty() {
        gdl.insert("unit-views".to_owned(), views);
    }
}

fn write_lines(at: StateView<'_>, side: SideId, gdl: &mut Properties) {
    let memory = &at.sight(side).memory;
    let area = &at.rules.area;
    let edges = memory.edges.iter().filter(|entry| entry.1.values().iter().any(|&mask| mask != 0));
    let edges = edges.map(|(kind, layer)| (*kind, gdl_rows(area, |cell| layer[cell].into())));
    let coatings = memory.coatings.iter().filter(|entry| entry.1.values().iter().any(|&depth| depth != 0));
    let coatings = coatings.map(|(kind, layer)| (*kind, gdl_rows(area, |cell| layer[cell].into())));
    let mut atoms = Vec::new();
    for (kind, rows) in edges.chain(coatings) {
        atoms.push(Atom::Word(at.rules.design.name_of(kind).to_owned()));
        atoms.extend(rows.into_iter().map(Atom::Text));
    }
    gdl.remove("aux-terrain-view");
    if !atoms.is_empty() {
        gdl.insert("aux-terrain-view".to_owned(), atoms);
    }
}

fn written_image(at: StateView<'_>, image: &Image, number: NumberOf<'_>) -> Option<Atom> {
    let (x, y) = at.rules.area.stacked(image.cell);
    let date = i32::try_from(image.turn).unwrap_or(i32::MAX);
    let numbers = [i32::from(image.side.0), 0, x, y, i32::from(image.is_complete), date, number(image.unit)?];
    let inside = match inferred_inside(at, image.unit, image.cell) {
        inferred if inferred == image.inside => None,
        _ => Some(image.inside.some().and_then(number).unwrap_or(0)),
    };
    let kind = Atom::Word(at.rules.design.name_of(image.kind).to_owned());
    Some(Atom::List(std::iter::once(kind).chain(numbers.into_iter().chain(inside).map(Atom::Int)).collect()))
}

/// The units of which a side has an image, and their transports in it.
pub(crate) fn mentioned(sight: &SideVision) -> impl Iterator<Item = UnitIndex> + use<'_> {
    sight.views.images.iter().flat_map(|image| [image.unit, image.inside]).filter_map(UnitIndex::some)
}
