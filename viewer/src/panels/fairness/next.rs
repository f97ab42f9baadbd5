//! What can be done next with what is open: the first line of the first panel, for people who see the window for the first time.

use eframe::egui::Ui;

use crate::{Document, ViewerContext, find_command};

/// The commands that are offered, each by a word: a link of several words would be torn apart where a line ends.
const OFFERED: [(&str, &str); 5] = [
    ("play", "play"),
    ("prove-fair", "prove"),
    ("next-roll", "reroll"),
    ("panel-edit", "change"),
    ("panel-export", "save"),
];

/// Shows the line.
pub(super) fn show(context: &mut ViewerContext, ui: &mut Ui) {
    let can_roll = context.documents.open.as_ref().is_some_and(Document::can_roll);
    ui.horizontal_wrapped(|ui| {
        ui.weak("Next you can");
        for (name, words) in OFFERED.into_iter().filter(|(name, _)| *name != "next-roll" || can_roll) {
            let tip = find_command(name).map_or_else(String::new, |command| context.services.command_tip(command));
            if ui.link(words).on_hover_text(tip).clicked() {
                context.run(name);
            }
        }
    });
}
