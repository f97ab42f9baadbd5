//! Editing: the tools with what they work with, and the edits of the open document as a list to go back and forth in.

use design::parameters::{terrain, unit};
use design::{TerrainType, TypeId, UnitType};
use eframe::egui::{self, Color32};
use world::{Scenario, SideId};

use super::{Dock, Panel};
use crate::tools::{SIZE_MAX, TOOLS};
use crate::{ViewerContext, map, swatch};

pub(super) const PANEL: Panel = Panel {
    // A stroke belongs to the map on which it was begun.
    forget: |viewer| viewer.context.tools.stroke = None,
    ..Panel::new("edit", "Edit", "tools that change the map, and what they changed", Dock::Left, |viewer, ui| {
        show(&mut viewer.context, ui)
    })
};

/// The state of the panel.
#[derive(Default)]
pub struct EditPanel {}

fn show(context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(scenario) = context.shown().cloned() else {
        ui.weak("Nothing is open. The start page has presets and files.");
        return;
    };
    context.tools.fit(&scenario);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for tool in TOOLS {
                context.command_button(ui, &format!("tool-{}", tool.name));
            }
        });
        ui.separator();
        let (tools, colors) = (&mut context.tools, output::terrain_colors(&scenario.design));
        egui::Grid::new("tools").num_columns(2).spacing([8.0, 6.0]).show(ui, |ui| {
            let label = ui.label("Terrain");
            choose(ui, label.id, "terrain", scenario.design.spoken_name(terrain::NAME, tools.terrain), |ui| {
                for kind in scenario.design.cell_terrain() {
                    ui.horizontal(|ui| {
                        let [red, green, blue] = colors[kind.index()];
                        swatch::show(ui, Color32::from_rgb(red, green, blue));
                        ui.selectable_value(&mut tools.terrain, kind, scenario.design.spoken_name(terrain::NAME, kind));
                    });
                }
            });
            ui.end_row();
            let label = ui.label("Brush");
            ui.add(egui::Slider::new(&mut tools.size, 0..=SIZE_MAX).text("cells around")).labelled_by(label.id);
            ui.end_row();
            if let Some(mut edge) = tools.edge {
                let label = ui.label("Edges");
                choose(ui, label.id, "edge", scenario.design.spoken_name(terrain::NAME, edge), |ui| {
                    let kinds = scenario.design.border_terrain().chain(scenario.design.connection_terrain());
                    for kind in kinds.collect::<Vec<TerrainType>>() {
                        ui.selectable_value(&mut edge, kind, scenario.design.spoken_name(terrain::NAME, kind));
                    }
                });
                tools.edge = Some(edge);
                ui.end_row();
                ui.label("");
                ui.checkbox(&mut tools.erases, "Take away");
                ui.end_row();
            }
            if !scenario.design.units.is_empty() {
                let label = ui.label("Unit");
                choose(ui, label.id, "unit", scenario.design.spoken_name(unit::NAME, tools.unit), |ui| {
                    for kind in (0..scenario.design.units.len()).map(UnitType::at) {
                        ui.selectable_value(&mut tools.unit, kind, scenario.design.spoken_name(unit::NAME, kind));
                    }
                });
                ui.end_row();
                let label = ui.label("Side");
                choose(ui, label.id, "side", &side_name(&scenario, tools.side), |ui| {
                    for side in (0..=scenario.sides.len() as u8).map(SideId) {
                        ui.horizontal(|ui| {
                            swatch::show(ui, map::color_of(&scenario, side));
                            ui.selectable_value(&mut tools.side, side, side_name(&scenario, side));
                        });
                    }
                });
                ui.end_row();
            }
        });
        ui.separator();
        show_edits(context, ui);
    });
}

/// A list to choose from, folded.
fn choose(ui: &mut egui::Ui, label: egui::Id, salt: &str, now: &str, list: impl FnOnce(&mut egui::Ui)) {
    let found = egui::ComboBox::from_id_salt(salt).selected_text(now).show_ui(ui, list);
    found.response.labelled_by(label);
}

fn side_name(scenario: &Scenario, side: SideId) -> String {
    match side.index() {
        Some(index) => scenario.sides[index].name.clone(),
        None => "independent".to_owned(),
    }
}

/// The edits, the last first; those that were taken back are faint.
fn show_edits(context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(open) = &context.documents.open else { return };
    let (back, on) = open.edits();
    ui.strong("Edits");
    if back + on == 0 {
        ui.weak("Nothing was changed yet. Choose a tool, and click or drag on the map.");
        return;
    }
    ui.horizontal(|ui| {
        context.command_button(ui, "back");
        context.command_button(ui, "forward");
    });
    let entries = context.documents.open.as_ref().and_then(|open| open.edited.as_ref()).map_or(Vec::new(), |edited| {
        edited.journal.entries().iter().map(|made| made.name.clone()).collect::<Vec<String>>()
    });
    let mut wanted = None;
    for (index, name) in entries.iter().enumerate().rev() {
        let words = format!("{}. {name}", index + 1);
        let words = if index < back { egui::RichText::new(words) } else { egui::RichText::new(words).weak() };
        let row = ui.selectable_label(index + 1 == back, words);
        if row.on_hover_text("Goes to the map as it was after this edit").clicked() {
            wanted = Some(index + 1);
        }
    }
    if ui.selectable_label(back == 0, "As it was opened").clicked() {
        wanted = Some(0);
    }
    if let Some(position) = wanted {
        context.jump_edits(position);
    }
}
