//! The bar above the map: lenses, their choices, the arrangement of panes, the style of the ground.

use std::sync::Arc;

use eframe::egui::{self, ComboBox, Ui};
use world::Scenario;

use super::Arrangement;
use crate::lenses::{LENSES, find_lens};
use crate::same::Same;
use crate::session::Style;
use crate::{Lens, ViewerContext};

/// The choices of the lens, computed once for each scenario.
#[derive(Default)]
pub struct Choices {
    of: Option<(Same<Scenario>, &'static str)>,
    names: Vec<String>,
}

impl Choices {
    fn get(&mut self, scenario: &Arc<Scenario>, lens: &'static Lens) -> &[String] {
        let key = Some((Same::of(scenario), lens.name));
        if self.of != key {
            self.of = key;
            self.names = lens.choices.map_or_else(Vec::new, |choices| choices(scenario));
        }
        &self.names
    }
}

/// Shows it.
pub(super) fn show(context: &mut ViewerContext, ui: &mut Ui, shown: &Arc<Scenario>, gap: f32) {
    let frame = egui::Frame::new().inner_margin(egui::Margin::symmetric(8, 4)).fill(ui.visuals().panel_fill);
    frame.show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = gap;
        ui.set_min_width(ui.available_width());
        ui.horizontal_wrapped(|ui| {
            let two = context.view.arrangement != Arrangement::One;
            show_lens(context, ui, 0, "Lens", shown);
            if two {
                show_lens(context, ui, 1, "Second lens", shown);
                // There is no room for all in one row, and a label must stay beside its box.
                ui.end_row();
            } else {
                ui.separator();
            }
            show_arrangement(context, ui);
            show_style(context, ui);
        });
    });
}

fn show_lens(context: &mut ViewerContext, ui: &mut Ui, index: usize, title: &str, shown: &Arc<Scenario>) {
    let other = context.view.other.as_ref().filter(|_| index == 1).map(|(_, scenario)| Arc::clone(scenario));
    let scenario = other.unwrap_or_else(|| Arc::clone(shown));
    let lens = find_lens(&context.view.panes[index].lens).unwrap_or(LENSES[0]);
    let label = ui.label(title).on_hover_text(lens.summary);
    let combo = ComboBox::from_id_salt(title).width(118.0).selected_text(lens.title).height(480.0);
    let response = combo.show_ui(ui, |ui| {
        context.view.fitting.ask(&context.services.jobs, &scenario);
        for found in LENSES {
            let lack = context.view.fitting.lack(&scenario, found.name).unwrap_or_default().to_owned();
            let item = egui::Button::selectable(found.name == lens.name, found.title);
            let item = ui.add_enabled(lack.is_empty(), item).on_hover_text(found.summary).on_disabled_hover_text(lack);
            if item.clicked() {
                let before = std::mem::replace(&mut context.view.active, index);
                context.view.set_lens(found.name);
                context.view.active = before.max(index);
            }
        }
    });
    response.response.labelled_by(label.id);
    show_level(context, ui, index, scenario.world.area.levels());
    let pane = &mut context.view.panes[index];
    let names = pane.choices.get(&scenario, lens);
    if names.is_empty() {
        return;
    }
    // A choice that this scenario does not have becomes its first.
    pane.choice = if pane.choice < names.len() { pane.choice } else { 0 };
    let (chosen, title) = (&mut pane.choice, format!("{title} of"));
    let label = ui.label("of");
    label.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &title));
    let combo = ComboBox::from_id_salt(&title).width(96.0).selected_text(&names[*chosen]).height(480.0);
    let response = combo.show_ui(ui, |ui| {
        for (number, name) in names.iter().enumerate() {
            ui.selectable_value(chosen, number, name);
        }
    });
    response.response.labelled_by(label.id);
}

/// The level of a pane, if there are several.
fn show_level(context: &mut ViewerContext, ui: &mut Ui, index: usize, levels: u32) {
    if levels == 1 {
        return;
    }
    let title = if index == 0 { "Level" } else { "Second level" };
    let label = ui.label(title).on_hover_text("Which level is shown: the first is the uppermost");
    let shown = &mut context.view.panes[index].level;
    *shown = (*shown).min(levels - 1);
    let combo = ComboBox::from_id_salt(title).width(44.0).selected_text((*shown + 1).to_string());
    let response = combo.show_ui(ui, |ui| {
        for level in 0..levels {
            ui.selectable_value(shown, level, (level + 1).to_string());
        }
    });
    response.response.labelled_by(label.id);
}

fn show_arrangement(context: &mut ViewerContext, ui: &mut Ui) {
    let all = [
        ("One map", "one-pane", "one map"),
        ("Side by side", "side-by-side", "two lenses beside each other"),
        ("Swipe", "swipe", "two maps over each other, parted by a line that can be moved"),
    ];
    let chosen = match context.view.arrangement {
        Arrangement::One => 0,
        Arrangement::SideBySide => 1,
        Arrangement::Swipe(_) => 2,
    };
    let label = ui.label("Arrange").on_hover_text("One map or two");
    let combo = ComboBox::from_id_salt("arrange").width(88.0).selected_text(all[chosen].0);
    let response = combo.show_ui(ui, |ui| {
        for (index, (title, command, help)) in all.into_iter().enumerate() {
            if ui.selectable_label(index == chosen, title).on_hover_text(help).clicked() {
                context.run(command);
            }
        }
    });
    response.response.labelled_by(label.id);
}

fn show_style(context: &mut ViewerContext, ui: &mut Ui) {
    let all = [(Style::Flat, "Flat"), (Style::Relief, "Relief"), (Style::Glyphs, "Glyphs")];
    let style = &mut context.services.session.style;
    let title = all.iter().find(|(known, _)| known == style).map_or("", |(_, title)| title);
    let label =
        ui.label("Style").on_hover_text("Plain colours, light and shadow on heights, or the design's characters");
    let combo = ComboBox::from_id_salt("style").width(64.0).selected_text(title);
    let response = combo.show_ui(ui, |ui| {
        for (known, title) in all {
            ui.selectable_value(style, known, title);
        }
    });
    response.response.labelled_by(label.id);
}
