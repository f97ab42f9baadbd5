//! Editing: the tools with what they work with, and the edits of the open document as a list to go back and forth in.

mod frame;
mod painting;
mod remaking;
mod selecting;
mod sides;
mod units;

use eframe::egui;
use world::{Scenario, SideId};

use super::{Dock, Panel};
use crate::ViewerContext;
use crate::tools::TOOLS;

pub(super) const PANEL: Panel = Panel {
    commands: || remaking::commands().into_iter().chain(frame::commands()).collect(),
    // A stroke belongs to the map on which it was begun.
    forget: |viewer| {
        (viewer.context.tools.stroke, viewer.context.tools.link_from) = (None, None);
        viewer.panels.edit = EditPanel::default();
    },
    poll: |viewer| remaking::poll(&mut viewer.panels.edit.remaking, &mut viewer.context),
    under_way: |viewer| viewer.panels.edit.remaking.under_way(),
    is_busy: |viewer| viewer.panels.edit.remaking.is_busy(),
    cancel: |viewer| viewer.panels.edit.remaking.cancel(),
    ..Panel::new("edit", "Edit", "tools that change the map, and what they changed", Dock::Left, |viewer, ui| {
        show(&mut viewer.panels.edit, &mut viewer.context, ui)
    })
};

/// The greatest height of the list of edits, in points: more are scrolled to.
const EDITS_HEIGHT: f32 = 180.0;

/// The state of the panel.
#[derive(Default)]
pub struct EditPanel {
    remaking: remaking::Remaking,
    sides: sides::SideFields,
    frame: frame::FrameFields,
}

fn show(state: &mut EditPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
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
        egui::Grid::new("tools").num_columns(2).spacing([8.0, 6.0]).show(ui, |ui| {
            painting::show(context, ui, &scenario);
            units::show(context, ui, &scenario);
        });
        ui.separator();
        show_edits(context, ui);
        ui.separator();
        selecting::show(context, ui);
        remaking::show(&mut state.remaking, context, ui, &scenario);
        ui.separator();
        ui.collapsing("Sides", |ui| sides::show(&mut state.sides, context, ui, &scenario));
        ui.collapsing("Size", |ui| frame::show(&mut state.frame, context, ui, &scenario));
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
    egui::ScrollArea::vertical().id_salt("edits").max_height(EDITS_HEIGHT).show(ui, |ui| {
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
    });
    if let Some(position) = wanted {
        context.jump_edits(position);
    }
}
