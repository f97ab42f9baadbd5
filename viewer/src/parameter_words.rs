//! What panels say of parameters, and what their tables have in common.

use design::{Design, Kind, Parameter, Scope};
use eframe::egui::{self, Label, Rect, RichText, Ui};

/// The allowed values of a parameter, and its default.
pub(crate) fn bounds_text(row: &Parameter) -> String {
    let default = match (row.kind, row.default_text().as_str()) {
        (Kind::Flag, "true") => "yes".to_owned(),
        (Kind::Flag, "false") => "no".to_owned(),
        (_, text) => text.to_owned(),
    };
    let expected = if row.kind == Kind::Flag { "yes or no".to_owned() } else { row.kind.expected() };
    format!("{expected}; {default} by default")
}

/// The types of a scope whose names contain the query; all if none does, so that rows or columns alone can be searched.
pub(crate) fn matching(design: &Design, scope: Scope, query: &str) -> Vec<usize> {
    let names = &design.types(scope).names;
    let found: Vec<usize> = (0..names.len()).filter(|&index| names[index].to_lowercase().contains(query)).collect();
    if found.is_empty() { (0..names.len()).collect() } else { found }
}

/// Paints the name of a row, at the left of its place.
pub(crate) fn name_at(ui: &mut Ui, place: Rect, name: &str) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    let mut inner = ui.new_child(egui::UiBuilder::new().max_rect(place).layout(layout));
    inner.add(Label::new(RichText::new(name).size(12.0)).truncate()).on_hover_text(name);
}
