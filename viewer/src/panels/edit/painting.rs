//! What is painted: the layer, its value, the width of the brush; the border or connection that is drawn.

use design::TerrainType;
use design::parameters::terrain;
use eframe::egui::{self, Color32, Ui};
use world::Scenario;
use world::edit::LayerKey;

use super::choose;
use crate::tools::{SIZE_MAX, layer_choices, layer_title, paintable};
use crate::typed::bounded;
use crate::{ViewerContext, swatch};

/// The rows of the grid.
pub(super) fn show(context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    show_layer(context, ui, scenario);
    show_value(context, ui, scenario);
    let tools = &mut context.tools;
    let label = ui.label("Brush");
    ui.add(egui::Slider::new(&mut tools.size, 0..=SIZE_MAX).text("cells")).labelled_by(label.id);
    ui.end_row();
    let Some(mut edge) = tools.edge else { return };
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
    ui.horizontal(|ui| {
        ui.checkbox(&mut tools.erases, "Take away");
        ui.checkbox(&mut tools.is_one_way, "Links one way");
    });
    ui.end_row();
}

fn show_layer(context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    let label = ui.label("Paint");
    let now = context.tools.layer.clone();
    let mut wanted = None;
    choose(ui, label.id, "layer", &layer_title(scenario, &now), |ui| {
        for key in paintable(scenario) {
            let title = layer_title(scenario, &key);
            let title = if key.is_there(&scenario.world) { title } else { format!("{title} (none yet)") };
            if ui.selectable_label(key == now, title).clicked() {
                wanted = Some(key);
            }
        }
    });
    ui.end_row();
    if let Some(key) = wanted {
        context.paint_layer(key);
    }
}

fn show_value(context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    let tools = &mut context.tools;
    let (key, mut value) = (tools.layer.clone(), tools.value(scenario));
    let choices = layer_choices(scenario, &key);
    let label = ui.label(if key == LayerKey::Terrain { "Terrain" } else { "Value" });
    if choices.is_empty() {
        let (least, most) = key.bounds(scenario);
        let name = layer_title(scenario, &key);
        let field = ui.add(bounded(ui, &name, &mut value, least..=most)).labelled_by(label.id);
        field.on_hover_text(format!("From {least} to {most}"));
    } else {
        let colors = output::terrain_colors(&scenario.design);
        let now = choices.iter().find(|&&(known, _)| known == value).map_or("", |(_, name)| name);
        choose(ui, label.id, "value", now, |ui| {
            for (known, name) in &choices {
                ui.horizontal(|ui| {
                    if let Some(&[red, green, blue]) = colors.get(*known as usize).filter(|_| key == LayerKey::Terrain)
                    {
                        swatch::show(ui, Color32::from_rgb(red, green, blue));
                    }
                    ui.selectable_value(&mut value, *known, name);
                });
            }
        });
    }
    ui.end_row();
    if value != tools.value(scenario) {
        tools.set_value(value);
    }
}
