//! Tables of the design as matrices: types by types. Only the visible part is laid out, so that large tables are as quick as small
//! ones.

use design::parameters::rows;
use design::{Design, Parameter, Scope};
use eframe::egui::{self, Label, Rect, RichText, Ui, Vec2, vec2};

use super::properties::value_text;
use crate::parameter_words::{bounds_text, matching, name_at};

/// The state of the page.
#[derive(Default)]
pub(super) struct TableChoice {
    /// The table, by its row's number.
    pub chosen: Option<usize>,
    /// The search text for rows and columns.
    pub query: String,
    list_query: String,
    unset_too: bool,
}

/// The size of a cell in the matrix.
const CELL: Vec2 = vec2(62.0, 20.0);
/// The width of row names.
const NAMES: f32 = 96.0;

pub(super) fn show(state: &mut TableChoice, ui: &mut Ui, design: &Design) {
    let all = rows(Scope::Table);
    ui.horizontal(|ui| {
        let label = ui.label("Table");
        let field =
            egui::TextEdit::singleline(&mut state.list_query).char_limit(200).hint_text("Search").desired_width(120.0);
        ui.add(field).labelled_by(label.id);
        ui.checkbox(&mut state.unset_too, "Unset too").on_hover_text("Also tables that the design does not set");
    });
    let wanted = state.list_query.to_lowercase();
    let is_found = |row: &Parameter| row.name.contains(&wanted) || row.meaning.to_lowercase().contains(&wanted);
    let found: Vec<usize> = (0..all.len())
        .filter(|&number| (state.unset_too || design.table(number).is_some()) && is_found(&all[number]))
        .collect();
    if found.is_empty() {
        ui.weak("No table is like that. Those that the design does not set are shown with \"Unset too\".");
    }
    let height = ui.text_style_height(&egui::TextStyle::Body) + 4.0;
    let list_height = (ui.available_height() * 0.35).max(130.0);
    let list = egui::ScrollArea::vertical().id_salt("tables").max_height(list_height).auto_shrink([false, true]);
    list.show_rows(ui, height, found.len(), |ui, range| {
        for &number in &found[range] {
            let row = &all[number];
            let text = RichText::new(row.name);
            let text = if design.table(number).is_some() { text } else { text.weak() };
            if ui.selectable_label(state.chosen == Some(number), text).on_hover_text(row.meaning).clicked() {
                state.chosen = Some(number);
                state.query.clear();
            }
        }
    });
    ui.separator();
    let Some(number) = state.chosen.filter(|&number| number < all.len()) else {
        ui.weak("Choose a table.");
        return;
    };
    let row = &all[number];
    ui.strong(row.name);
    ui.add(Label::new(RichText::new(row.meaning)).wrap());
    ui.add(Label::new(RichText::new(format!("{}; {}", row.what(), bounds_text(row))).size(11.5).weak()).wrap());
    ui.horizontal(|ui| {
        let label = ui.label("Types");
        let field =
            egui::TextEdit::singleline(&mut state.query).char_limit(200).hint_text("Search").desired_width(140.0);
        ui.add(field).labelled_by(label.id);
    });
    show_matrix(ui, design, number, row, &state.query.to_lowercase());
}

fn show_matrix(ui: &mut Ui, design: &Design, number: usize, table: &Parameter, query: &str) {
    let [down, across] = table.index;
    let (lines, columns) = (matching(design, down, query), matching(design, across, query));
    let (line_names, column_names) = (&design.types(down).names, &design.types(across).names);
    let default = table.default.value(table.kind);
    let size = vec2(NAMES + CELL.x * columns.len() as f32, CELL.y * (lines.len() + 1) as f32);
    egui::ScrollArea::both().id_salt(("matrix", number)).auto_shrink(false).show_viewport(ui, |ui, seen| {
        let origin = ui.max_rect().min;
        ui.set_min_size(size);
        let part = |from: f32, to: f32, step: f32, count: usize| {
            let first = (from / step).floor().max(0.0) as usize;
            first.min(count)..(((to / step).ceil()).max(0.0) as usize).min(count)
        };
        let shown_lines = part(seen.min.y, seen.max.y - CELL.y, CELL.y, lines.len());
        let shown_columns = part(seen.min.x, seen.max.x - NAMES, CELL.x, columns.len());
        let at = |x: f32, y: f32, width: f32| Rect::from_min_size(origin + vec2(x, y), vec2(width - 4.0, CELL.y));
        for line in shown_lines.clone() {
            for column in shown_columns.clone() {
                let (i, j) = (lines[line], columns[column]);
                let value = design.entry_at(number, i, j);
                let text = value_text(design, table.kind, &value);
                let help = format!("{} by {}: {text}", line_names[i], column_names[j]);
                let text = if value == default { RichText::new(text).weak() } else { RichText::new(text).strong() };
                let place = at(NAMES + column as f32 * CELL.x, (line + 1) as f32 * CELL.y, CELL.x);
                ui.put(place, Label::new(text).truncate()).on_hover_text(help);
            }
        }
        // Names stay visible, over the cells that scroll beneath them.
        let paper = ui.visuals().panel_fill;
        let (left, top) = (seen.min.x, seen.min.y);
        let edge = Rect::from_min_size(origin + vec2(left, top), vec2(NAMES, seen.height()));
        ui.painter().rect_filled(edge, 0.0, paper);
        for line in shown_lines {
            let name = &line_names[lines[line]];
            name_at(ui, at(left, (line + 1) as f32 * CELL.y, NAMES), name);
        }
        let head = Rect::from_min_size(origin + vec2(left, top), vec2(seen.width(), CELL.y));
        ui.painter().rect_filled(head, 0.0, paper);
        for column in shown_columns {
            let name = &column_names[columns[column]];
            let place = at(NAMES + column as f32 * CELL.x, top, CELL.x);
            ui.put(place, Label::new(RichText::new(name).size(12.0)).truncate()).on_hover_text(name);
        }
        let corner = Rect::from_min_size(origin + vec2(left, top), vec2(NAMES, CELL.y));
        ui.painter().rect_filled(corner, 0.0, paper);
    });
}
