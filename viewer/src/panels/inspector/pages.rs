//! The pages of the inspector: one for each kind of subject.

use std::sync::Arc;

use contract::FactsOf;
use design::parameters::unit::HP_MAX;
use design::parameters::{material, rows, terrain, unit};
use design::{Design, Scope, TerrainType, TypeId, UnitType};
use eframe::egui::load::SizedTexture;
use eframe::egui::{self, Color32, RichText, Ui};
use grid::Cell;
use output::{side_color, terrain_color};
use world::{FeatureId, Place, ProvinceId, Scenario, SideId, UnitId, World};

use super::properties::{atoms_text, show_properties};
use super::{InspectorPanel, Page, Subject};
use crate::map::{View, unit_words};

/// The most units that are listed for a cell, a side or a unit.
const LISTED: usize = 200;

/// Shows the present subject.
pub(super) fn show(state: &mut InspectorPanel, view: &mut View, ui: &mut Ui, scenario: &Arc<Scenario>) {
    let hover = view.hover.filter(|cell| scenario.world.area.contains(*cell));
    let subject = match state.subject() {
        None | Some(Subject::Cell(_)) if hover.is_some() => hover.map(Subject::Cell),
        subject => subject,
    };
    let Some(subject) = subject else {
        ui.weak("Point at the map, or click on a cell. The cursor keys work too.");
        return;
    };
    let mut next = None;
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        next = match subject {
            Subject::Cell(cell) => show_cell(state, view, ui, scenario, cell),
            Subject::Unit(id) => show_unit(state, view, ui, scenario, id),
            Subject::Side(id) => show_side(state, view, ui, scenario, id),
            Subject::Feature(id) => show_feature(view, ui, scenario, id),
            Subject::Province(id) => show_province(view, ui, scenario, id),
            Subject::Type(scope, index) => show_type(state, ui, &scenario.design, scope, index),
        };
    });
    if let Some(next) = next {
        state.look_at(next);
    }
}

/// Says that a subject does not exist, because another scenario is shown now.
fn show_gone(ui: &mut Ui, what: &str) -> Option<Subject> {
    ui.weak(format!("The {what} is not in what is shown now."));
    None
}

fn swatch(ui: &mut Ui, [red, green, blue]: [u8; 3]) {
    crate::swatch::show(ui, Color32::from_rgb(red, green, blue));
}

/// A link to a subject.
fn link(ui: &mut Ui, text: impl Into<String>, to: Subject, next: &mut Option<Subject>) {
    if ui.link(text.into()).clicked() {
        *next = Some(to);
    }
}

/// A side with its colour, or nobody.
fn side_link(ui: &mut Ui, scenario: &Scenario, side: SideId, next: &mut Option<Subject>) {
    match side.index().filter(|&index| index < scenario.sides.len()) {
        Some(index) => {
            swatch(ui, side_color(scenario, index));
            link(ui, side_name(scenario, index), Subject::Side(side), next);
        }
        None => {
            ui.label("independent");
        }
    }
}

fn side_name(scenario: &Scenario, index: usize) -> String {
    match scenario.sides[index].name.as_str() {
        "" => format!("side {}", index + 1),
        name => name.to_owned(),
    }
}

/// A row of a grid: its name, and the widgets that `add` adds.
fn row(ui: &mut Ui, what: &str, add: impl FnOnce(&mut Ui)) {
    ui.weak(what);
    ui.horizontal_wrapped(add);
    ui.end_row();
}

fn place_text(world: &World, cell: Cell) -> String {
    crate::map::place_words(&world.area, cell)
}

fn show_cell(
    state: &mut InspectorPanel,
    view: &mut View,
    ui: &mut Ui,
    scenario: &Arc<Scenario>,
    cell: Cell,
) -> Option<Subject> {
    let (world, design) = (&scenario.world, &scenario.design);
    if !world.area.contains(cell) {
        return show_gone(ui, "cell");
    }
    let mut next = None;
    ui.heading(format!("Cell {}", place_text(world, cell)));
    if view.hides(cell) {
        ui.weak("You have not seen it.");
        return None;
    }
    egui::Grid::new("cell").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        if let Some(layer) = &world.terrain {
            row(ui, "terrain", |ui| {
                let kind = layer[cell];
                swatch(ui, terrain_color(design, kind));
                link(
                    ui,
                    design.spoken_name(terrain::NAME, kind),
                    Subject::Type(Scope::Terrain, kind.index()),
                    &mut next,
                );
            });
        }
        for (found, other) in world.links_at(cell) {
            let words = crate::map::link_words(scenario, found, cell, other);
            row(ui, "link", |ui| {
                if ui.link(words).on_hover_text("Goes to the other end").clicked() {
                    view.go_to(other);
                }
            });
        }
        if let Some(layer) = &world.elevation {
            row(ui, "elevation", |ui| _ = ui.label(layer[cell].to_string()));
        }
        if let Some(feature) = world.feature_at(cell) {
            let id = world.feature_of.as_ref().map_or(FeatureId::NONE, |layer| layer[cell]);
            row(ui, "feature", |ui| link(ui, &feature.name, Subject::Feature(id), &mut next));
        }
        if let Some(side) = world.country_at(cell) {
            row(ui, "country", |ui| side_link(ui, scenario, side, &mut next));
        }
        if let Some(layer) = &world.province_of
            && let Some(province) =
                usize::from(layer[cell].0).checked_sub(1).and_then(|index| world.provinces.get(index))
        {
            row(ui, "province", |ui| link(ui, &province.name, Subject::Province(layer[cell]), &mut next));
        }
        for (what, layer) in [("people", &world.people), ("control", &world.control)] {
            if let Some(side) = layer.as_ref().and_then(|layer| layer[cell].side()) {
                row(ui, what, |ui| side_link(ui, scenario, side, &mut next));
            }
        }
        for (&kind, layer) in &world.edges {
            let sides = layer[cell].count_ones();
            if sides > 0 {
                row(ui, "sides", |ui| {
                    link(
                        ui,
                        design.spoken_name(terrain::NAME, kind),
                        Subject::Type(Scope::Terrain, kind.index()),
                        &mut next,
                    );
                    ui.label(format!("on {sides}"));
                });
            }
        }
        for (&kind, layer) in &world.materials {
            if layer[cell] != 0 {
                row(ui, "material", |ui| {
                    ui.label(layer[cell].to_string());
                    link(
                        ui,
                        design.spoken_name(material::NAME, kind),
                        Subject::Type(Scope::Material, kind.index()),
                        &mut next,
                    );
                });
            }
        }
        if let Some(layer) = &world.temperature {
            row(ui, "temperature", |ui| _ = ui.label(layer[cell].to_string()));
        }
        if let Some(layer) = &world.clouds {
            row(ui, "clouds", |ui| _ = ui.label(format!("{} %", layer[cell])));
        }
        if let Some(layer) = &world.winds {
            row(ui, "wind", |ui| _ = ui.label(format!("force {}", layer[cell].force)));
        }
        for (name, layer) in &world.gdl_layers {
            row(ui, name, |ui| _ = ui.label(layer[cell].to_string()));
        }
    });
    let here = state.occupancy(scenario).in_cell(cell).to_vec();
    ui.add_space(6.0);
    if here.is_empty() {
        ui.weak("No units stand here.");
    } else {
        ui.strong(design::counted(here.len(), "unit"));
        show_units(state, view, ui, scenario, &here, &mut next);
    }
    next
}

/// Units with their icons, each with its occupants.
fn show_units(
    state: &mut InspectorPanel,
    view: &mut View,
    ui: &mut Ui,
    scenario: &Arc<Scenario>,
    units: &[UnitId],
    next: &mut Option<Subject>,
) {
    for &id in units.iter().take(LISTED) {
        let unit = scenario.unit(id);
        ui.horizontal(|ui| {
            let icon = view.sprite(ui.ctx(), scenario, unit.kind, unit.side);
            ui.image(SizedTexture::new(icon, [26.0, 26.0]));
            link(ui, unit_words(scenario, id.index()), Subject::Unit(id), next);
        });
        let (hp, most) = (unit.hp.map(i32::from), scenario.design.int(HP_MAX, unit.kind));
        let mut more = Vec::new();
        if most > 1 || hp.is_some() {
            more.push(format!("{} of {most} hp", hp.unwrap_or(most)));
        }
        more.extend(material_words(scenario, id));
        let inside = state.occupancy(scenario).inside(id).len();
        if inside > 0 {
            more.push(format!("{} inside", design::counted(inside, "unit")));
        }
        if !more.is_empty() {
            ui.indent(id.0, |ui| ui.add(egui::Label::new(RichText::new(more.join(", ")).size(11.5).weak()).wrap()));
        }
    }
    if units.len() > LISTED {
        ui.weak(format!("and {} more", units.len() - LISTED));
    }
}

/// The materials that a unit holds: `40 fuel`.
fn material_words(scenario: &Scenario, id: UnitId) -> Vec<String> {
    let amounts = scenario.design.material_types().zip(&scenario.unit(id).materials);
    let held = amounts.filter(|(_, amount)| **amount != 0);
    held.map(|(kind, amount)| format!("{amount} {}", scenario.design.spoken_name(material::NAME, kind))).collect()
}

fn show_unit(
    state: &mut InspectorPanel,
    view: &mut View,
    ui: &mut Ui,
    scenario: &Arc<Scenario>,
    id: UnitId,
) -> Option<Subject> {
    let Some(unit) = (id.0 as usize).checked_sub(1).and_then(|index| scenario.units.get(index)) else {
        return show_gone(ui, "unit");
    };
    let design = &scenario.design;
    let mut next = None;
    ui.horizontal(|ui| {
        let icon = view.sprite(ui.ctx(), scenario, unit.kind, unit.side);
        ui.image(SizedTexture::new(icon, [40.0, 40.0]));
        ui.heading(if unit.name.is_empty() { design.spoken_name(unit::NAME, unit.kind) } else { &unit.name });
    });
    egui::Grid::new("unit").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        let kind = Subject::Type(Scope::Unit, unit.kind.index());
        row(ui, "type", |ui| link(ui, design.spoken_name(unit::NAME, unit.kind), kind, &mut next));
        row(ui, "side", |ui| side_link(ui, scenario, unit.side, &mut next));
        if unit.number > 0 {
            row(ui, "number", |ui| _ = ui.label(unit.number.to_string()));
        }
        let most = design.int(HP_MAX, unit.kind);
        row(ui, "hp", |ui| _ = ui.label(format!("{} of {most}", unit.hp.map_or(most, i32::from))));
        let words = material_words(scenario, id);
        if !words.is_empty() {
            row(ui, "holds", |ui| _ = ui.label(words.join(", ")));
        }
        match unit.place {
            Place::Inside(carrier) if scenario.units.get(carrier.index()).is_some() => {
                let words = unit_words(scenario, carrier.index());
                row(ui, "inside", |ui| link(ui, words, Subject::Unit(carrier), &mut next));
            }
            Place::Unplaced => row(ui, "place", |ui| _ = ui.label("not placed yet")),
            Place::Inside(_) | Place::Cell(_) => {}
        }
        if let Some(cell) = scenario.cell_of(id) {
            row(ui, "cell", |ui| cell_link(view, ui, &scenario.world, cell, &mut next));
        }
        for (name, value) in unit.gdl.atoms() {
            row(ui, name, |ui| _ = ui.label(atoms_text(value)));
        }
        show_facts(ui, scenario, FactsOf::Unit(id));
    });
    let inside = state.occupancy(scenario).inside(id).to_vec();
    if !inside.is_empty() {
        ui.add_space(6.0);
        ui.strong(format!("{} inside", design::counted(inside.len(), "unit")));
        show_units(state, view, ui, scenario, &inside, &mut next);
    }
    next
}

/// What only the scenario's rules know: a row each.
fn show_facts(ui: &mut Ui, scenario: &Scenario, of: FactsOf) {
    for (name, value) in playtest::facts(scenario, of) {
        row(ui, &name, |ui| _ = ui.label(value));
    }
}

/// A place on the map; a click goes there.
fn cell_link(view: &mut View, ui: &mut Ui, world: &World, cell: Cell, next: &mut Option<Subject>) {
    if ui.link(place_text(world, cell)).on_hover_text("Goes there on the map").clicked() {
        view.go_to(cell);
        *next = Some(Subject::Cell(cell));
    }
}

fn show_side(
    state: &mut InspectorPanel,
    view: &mut View,
    ui: &mut Ui,
    scenario: &Arc<Scenario>,
    id: SideId,
) -> Option<Subject> {
    let Some(index) = usize::from(id.0).checked_sub(1).filter(|&index| index < scenario.sides.len()) else {
        return show_gone(ui, "side");
    };
    let side = &scenario.sides[index];
    let mut next = None;
    ui.horizontal(|ui| {
        swatch(ui, side_color(scenario, index));
        ui.heading(side_name(scenario, index));
    });
    egui::Grid::new("side").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        for (what, text) in [("people", &side.noun), ("adjective", &side.adjective), ("class", &side.class)] {
            if !text.is_empty() {
                row(ui, what, |ui| _ = ui.label(text));
            }
        }
        if side.team != 0 {
            row(ui, "team", |ui| _ = ui.label(side.team.to_string()));
        }
        row(ui, "advantage", |ui| _ = ui.label(side.advantage.to_string()));
        if let Some(words) = side.handicap.words() {
            row(ui, "handicap", |ui| _ = ui.label(words));
        }
        if let Some(cell) = side.center.filter(|&cell| scenario.world.area.contains(cell)) {
            row(ui, "center", |ui| cell_link(view, ui, &scenario.world, cell, &mut next));
        }
        for (name, value) in side.gdl.atoms() {
            row(ui, name, |ui| _ = ui.label(atoms_text(value)));
        }
        show_facts(ui, scenario, FactsOf::Side(id));
    });
    let own: Vec<UnitId> = scenario.unit_ids().filter(|(_, unit)| unit.side == id).map(|(id, _)| id).collect();
    ui.add_space(6.0);
    ui.strong(design::counted(own.len(), "unit"));
    show_units(state, view, ui, scenario, &own, &mut next);
    next
}

fn show_feature(view: &mut View, ui: &mut Ui, scenario: &Arc<Scenario>, id: FeatureId) -> Option<Subject> {
    let world = &scenario.world;
    let Some(feature) = usize::from(id.0).checked_sub(1).and_then(|index| world.features.get(index)) else {
        return show_gone(ui, "feature");
    };
    let mut next = None;
    ui.heading(&feature.name);
    egui::Grid::new("feature").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        row(ui, "class", |ui| _ = ui.label(feature.class.word()));
        if !feature.kind.is_empty() {
            row(ui, "called", |ui| _ = ui.label(&feature.kind));
        }
        row(ui, "size", |ui| _ = ui.label(design::counted(feature.size as usize, "cell")));
        row(ui, "at", |ui| cell_link(view, ui, world, feature.at, &mut next));
    });
    if ui.button("Light it up").on_hover_text("Shows its cells on the map").clicked() {
        let cells: Vec<Cell> = if feature.course.is_empty() {
            world.feature_of.as_ref().map_or_else(Vec::new, |layer| cells_where(world, |cell| layer[cell] == id))
        } else {
            feature.course.clone()
        };
        view.highlight = Some(crate::map::Highlight { title: feature.name.clone(), cells, units: Vec::new() });
    }
    next
}

fn cells_where(world: &World, is: impl Fn(Cell) -> bool) -> Vec<Cell> {
    world.area.cells().filter(|&cell| is(cell)).collect()
}

fn show_province(view: &mut View, ui: &mut Ui, scenario: &Arc<Scenario>, id: ProvinceId) -> Option<Subject> {
    let world = &scenario.world;
    let Some(province) = usize::from(id.0).checked_sub(1).and_then(|index| world.provinces.get(index)) else {
        return show_gone(ui, "province");
    };
    let mut next = None;
    ui.heading(&province.name);
    egui::Grid::new("province").num_columns(2).spacing([12.0, 4.0]).show(ui, |ui| {
        row(ui, "worth", |ui| _ = ui.label(province.worth.to_string()));
        if province.income > 0 {
            row(ui, "pays", |ui| _ = ui.label(format!("{} a turn", province.income)));
        }
        if !province.trains.is_empty() {
            let kind = |&(kind, count): &(UnitType, u16)| format!("{count} {}", scenario.design.name_of(kind));
            let trains = province.trains.iter().map(kind).collect::<Vec<_>>().join(", ");
            row(ui, "trains", |ui| _ = ui.label(format!("{trains} a turn")));
        }
        row(ui, "owner", |ui| side_link(ui, scenario, province.owner, &mut next));
        row(ui, "capital", |ui| cell_link(view, ui, world, province.capital, &mut next));
        for joined in world.province_links.iter().filter(|joined| joined.from == id || joined.to == id) {
            let other = if joined.from == id { joined.to } else { joined.from };
            let Some(name) = usize::from(other.0).checked_sub(1).and_then(|index| world.provinces.get(index)) else {
                continue;
            };
            row(ui, joined.kind.word(), |ui| link(ui, &name.name, Subject::Province(other), &mut next));
        }
    });
    if ui.button("Light it up").on_hover_text("Shows its cells on the map").clicked() {
        let cells = world.province_of.as_ref().map(|layer| cells_where(world, |cell| layer[cell] == id));
        let (title, cells) = (province.name.clone(), cells.unwrap_or_default());
        view.highlight = Some(crate::map::Highlight { title, cells, units: Vec::new() });
    }
    next
}

fn show_type(state: &mut InspectorPanel, ui: &mut Ui, design: &Design, scope: Scope, index: usize) -> Option<Subject> {
    let Some(name) = Some(scope).filter(|scope| scope.is_types()).and_then(|_| design.types(scope).names.get(index))
    else {
        return show_gone(ui, "type");
    };
    ui.horizontal(|ui| {
        if scope == Scope::Terrain {
            swatch(ui, terrain_color(design, TerrainType::at(index)));
        }
        ui.heading(name);
        ui.weak(scope.noun());
    });
    show_properties(ui, design, scope, index, &mut state.all_properties, &mut state.property_query);
    ui.add_space(8.0);
    ui.strong("Tables that speak of it");
    let mut chosen = None;
    for (number, row) in rows(Scope::Table).iter().enumerate() {
        if row.index.contains(&scope)
            && design.table(number).is_some()
            && ui.link(row.name).on_hover_text(row.meaning).clicked()
        {
            chosen = Some(number);
        }
    }
    if let Some(number) = chosen {
        state.tables.chosen = Some(number);
        state.tables.query = name.clone();
        state.page = Page::Tables;
    }
    None
}
