//! A table as a matrix to type into: types by types. Only the part in sight is laid out, so that large tables are as quick as small ones.

use design::Design;
use design::parameters::rows;
use design::{Kind, Scope};
use eframe::egui::{self, Label, Rect, RichText, Ui, UiBuilder, Vec2, vec2};
use formats::{ValuePlace, typed_value};

use super::{Fields, field};
use crate::parameter_words::{bounds_text, matching, name_at};

/// The size of a field in the matrix.
const CELL: Vec2 = vec2(58.0, 24.0);
/// The width of row names.
const NAMES: f32 = 92.0;

/// Shows a table. Returns the entry that gets another value.
pub(super) fn show(
    number: usize,
    query: &str,
    fields: &mut Fields,
    design: &Design,
    ui: &mut Ui,
) -> Option<(ValuePlace, String)> {
    let table = &rows(Scope::Table)[number];
    ui.add(Label::new(table.meaning).wrap());
    ui.add(Label::new(RichText::new(format!("{}; {}", table.what(), bounds_text(table))).size(11.5).weak()).wrap());
    if let Some(place) = fields.told.as_ref().map(|told| told.0)
        && let Some(told) = fields.told_of(ui, place)
    {
        ui.add(Label::new(told).wrap());
    }
    let [down, across] = table.index;
    let query = query.to_lowercase();
    let (lines, columns) = (matching(design, down, &query), matching(design, across, &query));
    if lines.is_empty() || columns.is_empty() {
        let none = if lines.is_empty() { down } else { across };
        ui.weak(format!("The design has no {}s, so the table is empty.", none.noun()));
        return None;
    }
    let (line_names, column_names) = (&design.types(down).names, &design.types(across).names);
    let cell = if table.kind == Kind::Dice { vec2(76.0, CELL.y) } else { CELL };
    let size = vec2(NAMES + cell.x * columns.len() as f32, cell.y * (lines.len() + 1) as f32);
    let mut wanted = None;
    egui::ScrollArea::both().id_salt(("typed matrix", number)).auto_shrink(false).show_viewport(ui, |ui, seen| {
        let origin = ui.max_rect().min;
        ui.set_min_size(size);
        let part = |from: f32, to: f32, step: f32, count: usize| {
            let first = (from / step).floor().max(0.0) as usize;
            first.min(count)..((to / step).ceil().max(0.0) as usize).min(count)
        };
        let shown_lines = part(seen.min.y, seen.max.y - cell.y, cell.y, lines.len());
        let shown_columns = part(seen.min.x, seen.max.x - NAMES, cell.x, columns.len());
        let at = |x: f32, y: f32, width: f32| Rect::from_min_size(origin + vec2(x, y), vec2(width - 2.0, cell.y));
        for line in shown_lines.clone() {
            for column in shown_columns.clone() {
                let place = ValuePlace::Entry { number, row: lines[line], column: columns[column] };
                let now = typed_value(design, table, &place.value(design));
                let room = at(NAMES + column as f32 * cell.x, (line + 1) as f32 * cell.y, cell.x);
                let mut ui = ui.new_child(UiBuilder::new().max_rect(room).id_salt((line, column)));
                if let Some(typed) = field(fields, place, design, &now, cell.x - 4.0, &mut ui) {
                    wanted = Some((place, typed));
                }
            }
        }
        // Names stay visible, over the fields that scroll beneath them.
        let paper = ui.visuals().panel_fill;
        let (left, top) = (seen.min.x, seen.min.y);
        let edge = Rect::from_min_size(origin + vec2(left, top), vec2(NAMES, seen.height()));
        ui.painter().rect_filled(edge, 0.0, paper);
        for line in shown_lines {
            name_at(ui, at(left, (line + 1) as f32 * cell.y, NAMES), &line_names[lines[line]]);
        }
        let head = Rect::from_min_size(origin + vec2(left, top), vec2(seen.width(), cell.y));
        ui.painter().rect_filled(head, 0.0, paper);
        for column in shown_columns {
            let name = &column_names[columns[column]];
            let place = at(NAMES + column as f32 * cell.x, top, cell.x);
            ui.put(place, Label::new(RichText::new(name).size(12.0)).truncate()).on_hover_text(name);
        }
        let corner = Rect::from_min_size(origin + vec2(left, top), vec2(NAMES, cell.y));
        ui.painter().rect_filled(corner, 0.0, paper);
    });
    wanted
}
