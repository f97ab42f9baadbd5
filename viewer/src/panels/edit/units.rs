//! The units that tools place and change: type, side, name, and which one of a cell is meant.

use design::parameters::unit;
use design::{TypeId, UnitType};
use eframe::egui::Ui;
use world::{Scenario, SideId};

use super::{choose, side_name};
use crate::tools::stack;
use crate::{ViewerContext, map, swatch};

/// The rows of the grid.
pub(super) fn show(context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    if scenario.design.units.is_empty() {
        return;
    }
    let tools = &mut context.tools;
    let before = (tools.unit, tools.side, tools.name.clone(), tools.meant);
    let label = ui.label("Unit");
    choose(ui, label.id, "unit", scenario.design.spoken_name(unit::NAME, tools.unit), |ui| {
        for kind in (0..scenario.design.units.len()).map(UnitType::at) {
            ui.selectable_value(&mut tools.unit, kind, scenario.design.spoken_name(unit::NAME, kind));
        }
    });
    ui.end_row();
    let label = ui.label("Side");
    choose(ui, label.id, "side", &side_name(scenario, tools.side), |ui| {
        for side in (0..=scenario.sides.len() as u8).map(SideId) {
            ui.horizontal(|ui| {
                swatch::show(ui, map::color_of(scenario, side));
                ui.selectable_value(&mut tools.side, side, side_name(scenario, side));
            });
        }
    });
    ui.end_row();
    let label = ui.label("Name");
    let field = eframe::egui::TextEdit::singleline(&mut tools.name).char_limit(200).desired_width(140.0);
    ui.add(field.hint_text("of units and places")).labelled_by(label.id);
    ui.end_row();
    show_stack(context, ui, scenario);
    let tools = &mut context.tools;
    if before != (tools.unit, tools.side, tools.name.clone(), tools.meant) {
        tools.forget_trial();
    }
}

/// The units of the chosen cell: the one that is marked is the one that tools mean.
fn show_stack(context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    let cell = context.view.cursor.filter(|&cell| scenario.world.area.contains(cell));
    let units = cell.map_or(Vec::new(), |cell| stack(scenario, cell));
    if units.len() < 2 {
        return;
    }
    let keys = scenario.keys();
    let is_known = units.iter().any(|(id, _)| keys[id.index()] == context.tools.meant);
    let meant = if is_known { context.tools.meant } else { keys[units[0].0.index()] };
    ui.label("Which one");
    ui.vertical(|ui| {
        for (id, depth) in units {
            ui.horizontal(|ui| {
                ui.add_space(12.0 * depth as f32);
                let key = keys[id.index()];
                if ui.selectable_label(key == meant, map::unit_words(scenario, id.index())).clicked() {
                    context.tools.meant = key;
                }
            });
        }
    });
    ui.end_row();
}
