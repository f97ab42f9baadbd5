//! Finding by name: units, features, sides, provinces and types; a result is shown on the map and in the inspector.

use std::sync::Arc;

use design::parameters::{advance, material, terrain, unit};
use design::{AdvanceType, Design, MaterialType, Scope, TerrainType, TypeId, UnitType};
use eframe::egui::{self, Key, RichText, Ui};
use grid::Cell;
use world::{FeatureId, ProvinceId, Scenario, UnitId};

use super::{InspectorPanel, Subject};
use crate::map::{Highlight, View, unit_words};

/// The state of the search.
#[derive(Default)]
pub(super) struct InspectorSearch {
    /// Whether the field gets the focus.
    pub wants_focus: bool,
    /// The frame in which the page was shown last.
    frame: u64,
    query: String,
    /// The result that Enter takes.
    chosen: usize,
    /// Everything with a name, listed once for a scenario.
    names: Option<(Arc<Scenario>, Vec<Entry>)>,
    /// The last query, and the indices of the entries that it found.
    found: Option<(String, Vec<usize>)>,
}

/// Something with a name.
struct Entry {
    name: String,
    /// The name in lower case, for the search.
    key: String,
    what: String,
    subject: Subject,
}

/// The most cells that are lit up at once; more would be drawn too slowly.
const LIT: usize = 20_000;
/// The most results that are listed.
const RESULTS: usize = 500;

fn entries(scenario: &Scenario) -> Vec<Entry> {
    let (world, design) = (&scenario.world, &scenario.design);
    let mut all = Vec::new();
    let mut add = |name: String, what: &str, subject| {
        if !name.is_empty() {
            all.push(Entry { key: name.to_lowercase(), name, what: what.to_owned(), subject });
        }
    };
    for (id, side) in scenario.side_ids().zip(&scenario.sides) {
        add(side.name.clone(), "side", Subject::Side(id));
    }
    for (index, feature) in world.features.iter().enumerate() {
        add(feature.name.clone(), feature.class.word(), Subject::Feature(FeatureId(index as u16 + 1)));
    }
    for (index, province) in world.provinces.iter().enumerate() {
        add(province.name.clone(), "province", Subject::Province(ProvinceId(index as u16 + 1)));
    }
    for scope in Scope::TYPES {
        for (index, name) in design.types(scope).names.iter().enumerate() {
            add(name.clone(), scope.noun(), Subject::Type(scope, index));
            let spoken = spoken_name(design, scope, index);
            if spoken != name {
                add(spoken.to_owned(), scope.noun(), Subject::Type(scope, index));
            }
        }
    }
    for index in 0..scenario.units.len() {
        add(unit_words(scenario, index), "unit", Subject::Unit(UnitId(index as u32 + 1)));
    }
    all
}

/// A type's name as players read it.
fn spoken_name(design: &Design, scope: Scope, index: usize) -> &str {
    match scope {
        Scope::Unit => design.spoken_name(unit::NAME, UnitType::at(index)),
        Scope::Terrain => design.spoken_name(terrain::NAME, TerrainType::at(index)),
        Scope::Material => design.spoken_name(material::NAME, MaterialType::at(index)),
        _ => design.spoken_name(advance::NAME, AdvanceType::at(index)),
    }
}

impl InspectorSearch {
    /// Finds the entries that contain the query: first those that begin with it.
    fn search(&mut self, scenario: &Arc<Scenario>) -> (&[Entry], &[usize]) {
        if !self.names.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, scenario)) {
            self.names = None;
            self.found = None;
        }
        let entries = &self.names.get_or_insert_with(|| (Arc::clone(scenario), entries(scenario))).1;
        let query = self.query.trim().to_lowercase();
        if self.found.as_ref().is_none_or(|(known, _)| *known != query) {
            self.chosen = 0;
            let holds = |index: &usize| !query.is_empty() && entries[*index].key.contains(&query);
            let mut found: Vec<usize> = (0..entries.len()).filter(holds).collect();
            found.sort_by_key(|&index| !entries[index].key.starts_with(&query));
            found.truncate(RESULTS);
            self.found = Some((query, found));
        }
        (entries, self.found.as_ref().map_or(&[], |(_, found)| found))
    }
}

pub(super) fn show(panel: &mut InspectorPanel, view: &mut View, ui: &mut Ui, scenario: &Arc<Scenario>) {
    let state = &mut panel.find;
    let mut enters = false;
    // However the page comes to be shown, what is typed then is for it.
    let last = std::mem::replace(&mut state.frame, ui.ctx().cumulative_frame_nr());
    state.wants_focus |= state.frame > last + 1;
    ui.horizontal(|ui| {
        let label = ui.label("Name");
        let field =
            egui::TextEdit::singleline(&mut state.query).char_limit(200).hint_text("A unit, a place, a side, a type");
        let field = ui.add(field.desired_width(f32::INFINITY)).labelled_by(label.id);
        if std::mem::take(&mut state.wants_focus) {
            field.request_focus();
        }
        enters = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        if field.has_focus() {
            let step = |key| ui.input(|input| input.key_pressed(key));
            state.chosen = if step(Key::ArrowDown) { state.chosen + 1 } else { state.chosen };
            state.chosen = if step(Key::ArrowUp) { state.chosen.saturating_sub(1) } else { state.chosen };
        }
    });
    let is_empty = state.query.trim().is_empty();
    let chosen = state.chosen;
    let count = state.search(scenario).1.len();
    let chosen = chosen.min(count.saturating_sub(1));
    if count == 0 {
        ui.weak(if is_empty {
            "Finds units, features, sides, provinces and types. Enter takes the first, the arrow keys choose another."
        } else {
            "Nothing here has such a name."
        });
        return;
    }
    let more = if count == RESULTS { " or more" } else { "" };
    ui.weak(format!("{}{more}", design::counted(count, "result")));
    let (entries, found) = state.search(scenario);
    let mut taken = enters.then(|| entries[found[chosen]].subject);
    let height = ui.text_style_height(&egui::TextStyle::Body) + 6.0;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, count, |ui, range| {
        for place in range {
            let entry = &entries[found[place]];
            ui.horizontal(|ui| {
                if ui.selectable_label(place == chosen, &entry.name).clicked() {
                    taken = Some(entry.subject);
                }
                ui.label(RichText::new(&entry.what).weak());
            });
        }
    });
    state.chosen = chosen;
    if let Some(subject) = taken {
        take(panel, view, scenario, subject);
    }
}

/// Shows a result on the map, and in the inspector.
fn take(state: &mut InspectorPanel, view: &mut View, scenario: &Scenario, subject: Subject) {
    let world = &scenario.world;
    let lit = |title: &str, cells, units| Some(Highlight { title: title.to_owned(), cells, units });
    let (cell, highlight): (Option<Cell>, Option<Highlight>) = match subject {
        Subject::Cell(cell) => (Some(cell), None),
        Subject::Unit(id) => (scenario.cell_of(id), None),
        Subject::Side(id) => {
            let side = scenario.side(id);
            let own: Vec<UnitId> = scenario.unit_ids().filter(|(_, unit)| unit.side == id).map(|(id, _)| id).collect();
            let cell = side.center.or_else(|| own.iter().find_map(|&id| scenario.cell_of(id)));
            (cell, lit(&side.name, Vec::new(), own))
        }
        Subject::Feature(id) => (Some(world.features[usize::from(id.0) - 1].at), None),
        Subject::Province(id) => (Some(world.provinces[usize::from(id.0) - 1].capital), None),
        Subject::Type(Scope::Unit, index) => {
            let kind = UnitType::at(index);
            let own: Vec<UnitId> =
                scenario.unit_ids().filter(|(_, unit)| unit.kind == kind).map(|(id, _)| id).collect();
            let cell = own.iter().find_map(|&id| scenario.cell_of(id));
            (cell, lit(scenario.design.spoken_name(unit::NAME, kind), Vec::new(), own))
        }
        Subject::Type(Scope::Terrain, index) => {
            let kind = TerrainType::at(index);
            let is_there = |cell: &Cell| {
                world.terrain.as_ref().is_some_and(|layer| layer[*cell] == kind)
                    || world.edges.get(&kind).is_some_and(|layer| layer[*cell] != 0)
            };
            let cells: Vec<Cell> = world.area.cells().filter(is_there).take(LIT).collect();
            (cells.first().copied(), lit(scenario.design.spoken_name(terrain::NAME, kind), cells, Vec::new()))
        }
        Subject::Type(..) => (None, None),
    };
    if let Some(cell) = cell.filter(|&cell| world.area.contains(cell)) {
        view.go_to(cell);
        state.cursor = Some(cell);
    }
    view.highlight = highlight.or(view.highlight.take());
    state.look_at(subject);
}
