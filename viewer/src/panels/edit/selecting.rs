//! The selection, and what can be done with it.

use design::counted;
use eframe::egui::Ui;

use crate::ViewerContext;
use crate::tools::Joining;

/// What is selected, what newly chosen cells do to it, and buttons for it.
pub(super) fn show(context: &mut ViewerContext, ui: &mut Ui) {
    ui.strong("Selection");
    match context.view.selection.cells().len() {
        0 => ui.weak("Nothing is selected: tools work everywhere."),
        1 => ui.label("1 cell: tools that paint stay inside."),
        count => ui.label(format!("{}: tools that paint stay inside.", counted(count, "cell"))),
    };
    ui.horizontal_wrapped(|ui| {
        for (joining, title) in Joining::ALL {
            ui.selectable_value(&mut context.tools.joining, joining, title);
        }
    });
    let tip = "The wand selects all cells of the level that are alike, not only those that lie together";
    ui.checkbox(&mut context.tools.is_wand_everywhere, "Wand: all on the map").on_hover_text(tip);
    buttons(context, ui, &["select-all", "select-none", "select-invert"]);
    buttons(context, ui, &["cut", "copy", "paste"]);
    if context.tools.stamp.is_some() {
        buttons(context, ui, &["stamp-turn", "stamp-turn-back", "stamp-mirror"]);
        let before = context.tools.stamp_parts;
        ui.horizontal_wrapped(|ui| {
            let parts = &mut context.tools.stamp_parts;
            let tip = "Countries, people and who controls the cells are put down too";
            ui.checkbox(&mut parts.owners, "With owners").on_hover_text(tip);
            ui.checkbox(&mut parts.units, "With units")
                .on_hover_text("Units that stand there make room for those of the stamp");
        });
        if before != context.tools.stamp_parts {
            context.tools.forget_trial();
        }
    }
}

/// Buttons in a row for commands.
pub(super) fn buttons(context: &mut ViewerContext, ui: &mut Ui, names: &[&str]) {
    ui.horizontal_wrapped(|ui| {
        for name in names {
            context.command_button(ui, name);
        }
    });
}
