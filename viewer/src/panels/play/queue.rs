//! The widgets of what the chosen unit or place makes, one thing after the other. They type the command `queue`.

use eframe::egui;
use human::{Making, Product};

use super::heading;

/// The most things that are seen at once; more are scrolled to.
const ROWS_SHOWN: f32 = 5.0;

/// Shows what is made, what waits, and what can be added. Returns the line of what was clicked.
pub(super) fn show(ui: &mut egui::Ui, making: &Making) -> Option<String> {
    ui.separator();
    heading(ui, "To be made");
    if let Some(now) = &making.now {
        ui.label(design::sentence(now));
    }
    let mut wanted = None;
    let height = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
    egui::ScrollArea::vertical().id_salt("queue").max_height(ROWS_SHOWN * height).show(ui, |ui| {
        for (place, product) in making.waiting.iter().enumerate() {
            let row = ui.horizontal(|ui| show_waiting(ui, product, place + 1, making.waiting.len()));
            wanted = row.inner.or(wanted.take());
        }
    });
    ui.horizontal_wrapped(|ui| {
        if !making.products.is_empty() {
            ui.weak("Add");
        }
        for product in &making.products {
            let button = ui.button(&product.name).on_hover_text(&product.words);
            if named(&button, format!("Queue {}", product.name)).clicked() {
                wanted = Some(format!("queue {}", product.name));
            }
        }
    });
    wanted
}

/// A thing that waits, with what can be done with it.
fn show_waiting(ui: &mut egui::Ui, product: &Product, number: usize, count: usize) -> Option<String> {
    let changes = [("up", "Up", number > 1), ("down", "Down", number < count), ("drop", "Remove", true)];
    let mut wanted = None;
    for (verb, title, can) in changes {
        let button = ui.add_enabled(can, egui::Button::new(title).small());
        if named(&button, format!("{title}: {number}, {}", product.name)).clicked() {
            wanted = Some(format!("queue {verb} {number}"));
        }
    }
    let words = if product.words.is_empty() { &product.name } else { &product.words };
    let words = format!("{number}. {words}");
    ui.add(egui::Label::new(&words).truncate()).on_hover_text(words);
    wanted
}

/// A button with another name for screen readers, which do not see what stands beside it.
fn named(button: &egui::Response, name: String) -> &egui::Response {
    let is_enabled = button.enabled();
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, is_enabled, &name));
    button
}
