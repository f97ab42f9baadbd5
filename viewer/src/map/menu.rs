//! The menu that the second button of the mouse opens over the map: what can be done with the cell, the units, the side and the feature
//! under it.

use std::sync::Arc;

use design::parameters::terrain;
use eframe::egui::{self, Ui};
use grid::Cell;
use world::{Scenario, SideId, UnitId};

use super::{link_words, place_words, unit_words};
use crate::ViewerContext;
use crate::context::{News, Sight};
use crate::tools::TOOLS;

/// The most units that are listed.
const UNITS_MAX: usize = 8;

/// Opens the menu for the cell where the second button was clicked, or goes on showing it.
pub(super) fn show(context: &mut ViewerContext, response: &egui::Response, scenario: &Arc<Scenario>) {
    let Some(cell) = context.view.menu.filter(|&cell| scenario.world.area.contains(cell)) else { return };
    response.context_menu(|ui| show_items(context, ui, scenario, cell));
}

fn show_items(context: &mut ViewerContext, ui: &mut Ui, scenario: &Arc<Scenario>, cell: Cell) {
    let area = &scenario.world.area;
    let hides = context.view.hides(cell);
    let ground = scenario.world.terrain.as_ref().filter(|_| !hides);
    let ground = ground.map(|terrain| scenario.design.spoken_name(terrain::NAME, terrain[cell]).to_owned());
    let place = place_words(area, cell);
    ui.weak(ground.as_ref().map_or_else(|| place.clone(), |ground| format!("{place}: {ground}")));
    if item(ui, "Inspect the cell") {
        inspect(context, cell, Sight::Cell(cell));
    }
    if item(ui, "Bring it to the middle") {
        context.view.center_on(cell);
    }
    if hides {
        return;
    }
    show_things(context, ui, scenario, cell);
    ui.separator();
    let links: Vec<(String, Cell)> =
        scenario.world.links_at(cell).map(|(link, other)| (link_words(scenario, link, cell, other), other)).collect();
    for (words, other) in links {
        if item(ui, &format!("Follow the {words}")) {
            context.view.go_to(other);
        }
    }
    show_tools(context, ui, scenario, cell, ground.as_deref());
}

/// The units, sides and the feature of the cell.
fn show_things(context: &mut ViewerContext, ui: &mut Ui, scenario: &Arc<Scenario>, cell: Cell) {
    let here = scenario.units.iter().enumerate().filter(|(_, unit)| unit.cell() == Some(cell));
    let here: Vec<usize> = here.map(|(index, _)| index).take(UNITS_MAX).collect();
    let owners = here.iter().map(|&index| scenario.units[index].side);
    let mut sides: Vec<SideId> =
        owners.chain(scenario.world.country_at(cell)).filter(|side| side.index().is_some()).collect();
    sides.sort_unstable();
    sides.dedup();
    if !here.is_empty() || !sides.is_empty() {
        ui.separator();
    }
    for &index in &here {
        if item(ui, &format!("Inspect {}", unit_words(scenario, index))) {
            inspect(context, cell, Sight::Unit(UnitId(index as u32 + 1)));
        }
    }
    for side in sides {
        let name = side.index().and_then(|index| scenario.sides.get(index)).map_or("", |side| side.name.as_str());
        if item(ui, &format!("Inspect the side {name}")) {
            inspect(context, cell, Sight::Side(side));
        }
    }
    if let Some(feature) = scenario.world.feature_at(cell) {
        let id = scenario.world.feature_of.as_ref().map(|layer| layer[cell]);
        if let Some(id) = id.filter(|_| item(ui, &format!("Inspect {}", feature.name))) {
            inspect(context, cell, Sight::Feature(id));
        }
    }
}

/// What changes the map there; a tool that is chosen here works with what lies in the cell.
fn show_tools(context: &mut ViewerContext, ui: &mut Ui, scenario: &Arc<Scenario>, cell: Cell, ground: Option<&str>) {
    ui.menu_button("Change the map", |ui| {
        for tool in TOOLS {
            let why = (tool.hindered)(&context.tools, scenario);
            let button = ui.add_enabled(why.is_none(), egui::Button::new(tool.title)).on_hover_text(tool.help);
            if button.on_disabled_hover_text(why.unwrap_or_default()).clicked() {
                ui.close();
                take_up(context, scenario, cell);
                context.view.cursor = Some(cell);
                if context.tools.chosen.is_none_or(|chosen| chosen.name != tool.name) {
                    context.run(&format!("tool-{}", tool.name));
                }
            }
        }
    })
    .response
    .on_hover_text(ground.map_or_else(String::new, |ground| format!("Brushes paint {ground} then")));
}

/// Has the tools work with what lies in a cell: its terrain, the side and the type of a unit there.
fn take_up(context: &mut ViewerContext, scenario: &Scenario, cell: Cell) {
    if let Some(layer) = &scenario.world.terrain {
        context.tools.terrain = layer[cell];
    }
    if let Some(unit) = scenario.units.iter().find(|unit| unit.cell() == Some(cell)) {
        (context.tools.unit, context.tools.side) = (unit.kind, unit.side);
    }
}

/// An item; whether it was clicked, which closes the menu.
fn item(ui: &mut Ui, words: &str) -> bool {
    let is_clicked = ui.button(words).clicked();
    if is_clicked {
        ui.close();
    }
    is_clicked
}

fn inspect(context: &mut ViewerContext, cell: Cell, what: Sight) {
    context.view.cursor = Some(cell);
    context.tell_panels(News::SightWanted(what));
}
