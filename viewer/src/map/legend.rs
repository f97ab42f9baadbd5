//! The legend: the meaning of a lens's colours, in the lower left corner of the map. It can be folded: it lies over the map.

use eframe::egui::{self, Color32, FontId, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2};

use crate::{Legend, swatch};

/// Shows the legend, or where it can be unfolded; a click does so, and folds it again.
pub(super) fn show(is_unfolded: &mut bool, ui: &mut Ui, pane: usize, room: Rect, legend: &Legend) {
    let painter = ui.painter_at(room);
    let place = if *is_unfolded { paint(&painter, ui, room, legend) } else { paint_folded(&painter, ui, room) };
    let response = ui.interact(place, ui.scope_id().with(("legend", pane)), Sense::click());
    let name = if *is_unfolded { "Fold the legend" } else { "Unfold the legend" };
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    if response.on_hover_text(name).clicked() {
        *is_unfolded = !*is_unfolded;
    }
}

/// Paints what is left of a folded legend; returns its place.
fn paint_folded(painter: &egui::Painter, ui: &Ui, room: Rect) -> Rect {
    let words =
        painter.layout_no_wrap("Legend".to_owned(), FontId::proportional(12.5), ui.visuals().strong_text_color());
    let size = words.size() + Vec2::new(16.0, 8.0);
    let place = Rect::from_min_size(pos2(room.min.x + 10.0, room.max.y - size.y - 10.0), size);
    painter.rect(place, 6.0, ui.visuals().window_fill.gamma_multiply(0.9), swatch::rim(ui), egui::StrokeKind::Inside);
    painter.galley(place.min + Vec2::new(8.0, 4.0), words, ui.visuals().strong_text_color());
    place
}

/// Paints the legend; returns its place.
fn paint(painter: &egui::Painter, ui: &Ui, room: Rect, legend: &Legend) -> Rect {
    let ink = ui.visuals().strong_text_color();
    let paper = ui.visuals().window_fill.gamma_multiply(0.9);
    let font = FontId::proportional(12.5);
    match legend {
        Legend::Words(words) => {
            let most = (((room.height() - 60.0) / 17.0) as usize).max(1);
            let rows: Vec<_> = words
                .iter()
                .take(most)
                .map(|(color, word)| (*color, painter.layout_no_wrap(word.clone(), font.clone(), ink)))
                .collect();
            let width = rows.iter().map(|(_, galley)| galley.size().x).fold(0.0, f32::max) + 38.0;
            let size = Vec2::new(width, 17.0 * rows.len() as f32 + 12.0);
            let place = Rect::from_min_size(pos2(room.min.x + 10.0, room.max.y - size.y - 10.0), size);
            painter.rect(place, 6.0, paper, swatch::rim(ui), egui::StrokeKind::Inside);
            for (row, (color, galley)) in rows.into_iter().enumerate() {
                let at = place.min + Vec2::new(8.0, 6.0 + 17.0 * row as f32);
                let place = Rect::from_min_size(at + Vec2::new(0.0, 2.5), Vec2::new(16.0, 12.0));
                let [red, green, blue] = color;
                swatch::paint(painter, place, Color32::from_rgb(red, green, blue), swatch::rim(ui));
                painter.galley(at + Vec2::new(23.0, 1.0), galley, ink);
            }
            place
        }
        Legend::Scale { colors, low, high, what, others } => {
            let what = painter.layout_no_wrap(what.clone(), font.clone(), ink);
            let (low, high) = (
                painter.layout_no_wrap(low.clone(), font.clone(), ink),
                painter.layout_no_wrap(high.clone(), font.clone(), ink),
            );
            let others: Vec<_> = others
                .iter()
                .map(|(color, word)| (*color, painter.layout_no_wrap(word.clone(), font.clone(), ink)))
                .collect();
            let widest = others.iter().map(|(_, galley)| galley.size().x + 23.0).fold(180.0, f32::max);
            let width = what.size().x.max(widest).max(low.size().x + high.size().x + 16.0);
            let size = Vec2::new(width + 20.0, 62.0 + 17.0 * others.len() as f32);
            let place = Rect::from_min_size(pos2(room.min.x + 10.0, room.max.y - size.y - 10.0), size);
            painter.rect(place, 6.0, paper, swatch::rim(ui), egui::StrokeKind::Inside);
            painter.galley(place.min + Vec2::new(10.0, 5.0), what, ink);
            let bar = Rect::from_min_size(place.min + Vec2::new(10.0, 24.0), Vec2::new(width, 12.0));
            let mut mesh = egui::Mesh::default();
            for (index, [red, green, blue]) in colors.iter().enumerate() {
                let x = bar.min.x + bar.width() * index as f32 / (colors.len() - 1).max(1) as f32;
                let color = Color32::from_rgb(*red, *green, *blue);
                mesh.colored_vertex(pos2(x, bar.min.y), color);
                mesh.colored_vertex(pos2(x, bar.max.y), color);
                if index > 0 {
                    let last = 2 * index as u32;
                    mesh.add_triangle(last - 2, last - 1, last);
                    mesh.add_triangle(last - 1, last, last + 1);
                }
            }
            painter.add(egui::Shape::mesh(mesh));
            let right = bar.max.x - high.size().x;
            painter.galley(pos2(bar.min.x, bar.max.y + 4.0), low, ink);
            painter.galley(pos2(right, bar.max.y + 4.0), high, ink);
            for (row, (color, galley)) in others.into_iter().enumerate() {
                let at = place.min + Vec2::new(10.0, 58.0 + 17.0 * row as f32);
                let place = Rect::from_min_size(at + Vec2::new(0.0, 2.5), Vec2::new(16.0, 12.0));
                let [red, green, blue] = color;
                swatch::paint(painter, place, Color32::from_rgb(red, green, blue), swatch::rim(ui));
                painter.galley(at + Vec2::new(23.0, 1.0), galley, ink);
            }
            place
        }
    }
}
