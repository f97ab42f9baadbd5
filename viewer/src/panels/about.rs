//! The about box: version and licences.

use eframe::egui::{self, Id, Modal, RichText};

use crate::{Command, Menu};

/// The works of others in this program, with their licences.
const OTHERS: &[(&str, &str)] = &[
    ("egui and eframe, for the window", "MIT or Apache-2.0"),
    ("The fonts Ubuntu Light and Hack", "Ubuntu Font Licence 1.0; MIT and Bitstream Vera"),
    ("After Xconq 7.5 and its game design language GDL", "rules and words, no code"),
];

pub(crate) fn commands() -> Vec<Command> {
    let about = Command::new(Menu::Help, "about", "About Fairmarch", "version and licences", |viewer| {
        viewer.about = !viewer.about;
    });
    vec![about.always()]
}

/// Shows it over everything else, if it is asked for.
pub(crate) fn show(is_shown: &mut bool, ui: &mut egui::Ui) {
    if !*is_shown {
        return;
    }
    let shown = Modal::new(Id::unique("about")).show(ui.ctx(), |ui| {
        ui.set_width(420.0_f32.min(ui.ctx().content_rect().width() - 40.0));
        ui.add_space(6.0);
        ui.label(RichText::new("Fairmarch").size(26.0).strong());
        ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
        ui.add_space(8.0);
        ui.label("Makes worlds worth playing, measured for fairness and proved fair by play.");
        ui.add_space(8.0);
        ui.label(format!("Fairmarch is free software: {}.", env!("CARGO_PKG_LICENSE").replace(" OR ", " or ")));
        ui.add_space(8.0);
        for (what, licence) in OTHERS {
            ui.horizontal_wrapped(|ui| {
                ui.label(*what);
                ui.weak(*licence);
            });
        }
        ui.add_space(10.0);
        let close = ui.button("Close");
        if ui.memory(|memory| memory.focused().is_none()) {
            close.request_focus();
        }
        close.clicked()
    });
    if shown.inner || shown.should_close() {
        *is_shown = false;
    }
}
