//! Widgets that the parts of the panel share: a row with its name, a button back to the design's value.

use eframe::egui::{self, Align, Layout, Response, RichText, Sense, Ui, UiBuilder, vec2};

use crate::typed::bounded;

/// The width of choices in rows.
pub(super) const CHOICE_WIDTH: f32 = 104.0;

/// The width kept free in rows for widgets and for the reset button.
const WIDGET_WIDTH: f32 = 118.0;
const RESET_WIDTH: f32 = 26.0;

/// A row: a name with its meaning, a widget, and a button back to the design's value if it differs. Returns whether that was
/// clicked.
pub(super) fn row(
    ui: &mut Ui,
    name: &str,
    key: &str,
    meaning: &str,
    changed: bool,
    show: impl FnOnce(&mut Ui),
) -> bool {
    // A fixed size, so that a wide widget never widens the panel.
    let height = ui.spacing().interact_size.y;
    let (place, _) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::hover());
    let layout = Layout::left_to_right(Align::Center);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(place).layout(layout));
    ui.shrink_clip_rect(place);
    // There is always room for the button, so that the widget stays where it is when it comes and goes.
    let width = (place.width() - WIDGET_WIDTH - RESET_WIDTH).max(40.0);
    ui.allocate_ui_with_layout(vec2(width, height), layout, |ui| {
        ui.set_min_width(width);
        let text = if changed { RichText::new(name).strong() } else { RichText::new(name) };
        ui.add(egui::Label::new(text).truncate()).on_hover_text(meaning);
    });
    let is_reset = ui
        .allocate_ui_with_layout(vec2(RESET_WIDTH - ui.spacing().item_spacing.x, height), layout, |ui| {
            ui.set_min_width(ui.available_width());
            changed && reset(ui, key).clicked()
        })
        .inner;
    show(&mut ui);
    is_reset
}

/// A button back to the design's value.
fn reset(ui: &mut Ui, key: &str) -> Response {
    let response = ui.small_button("×").on_hover_text("Back to the design's value");
    response.accessible_name(format!("Reset {key}"))
}

/// A number within bounds; the response says whether it was changed.
pub(super) fn number(ui: &mut Ui, key: &str, value: &mut i32, low: i32, high: i32) -> Response {
    // Dragging over the window's width covers most of the range.
    let speed = ((f64::from(high) - f64::from(low)) / 400.0).clamp(0.05, 5.0);
    let drag = bounded(ui, key, value, low..=high).speed(speed);
    ui.add(drag).accessible_name(key)
}

/// A choice of words; returns the chosen one.
pub(super) fn choice(ui: &mut Ui, key: &str, shown: &str, words: &[(&str, &str)], width: f32) -> Option<String> {
    let mut chosen = None;
    let combo = egui::ComboBox::from_id_salt(key).selected_text(shown).width(width).truncate();
    let response = combo.show_ui(ui, |ui| {
        for &(word, help) in words {
            let item = ui.selectable_label(word == shown, word);
            let item = if help.is_empty() { item } else { item.on_hover_text(help) };
            if item.clicked() && word != shown {
                chosen = Some(word.to_owned());
            }
        }
    });
    let _named = response.response.accessible_name(key);
    chosen
}
