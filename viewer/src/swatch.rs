//! Swatches: a small block in the colour that a side, terrain or number has on the map, with a rim, because some colours are like
//! the paper's.

use eframe::egui::{Color32, Painter, Rect, Sense, Stroke, StrokeKind, Ui, Vec2};

/// A swatch in a row of text.
pub(crate) fn show(ui: &mut Ui, color: Color32) {
    let (place, _) = ui.allocate_exact_size(Vec2::new(11.0, 12.0), Sense::hover());
    paint(ui.painter(), place, color, rim(ui));
}

/// Paints a swatch at a place, or a bar in the colour of a side.
pub(crate) fn paint(painter: &Painter, place: Rect, color: Color32, rim: Stroke) {
    painter.rect(place, 2.0, color, rim, StrokeKind::Inside);
}

/// The rim of swatches and legends.
pub(crate) fn rim(ui: &Ui) -> Stroke {
    ui.visuals().widgets.noninteractive.bg_stroke
}
