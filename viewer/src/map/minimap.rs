//! The minimap: the whole map, with the visible part marked.

use eframe::egui::{self, Color32, Pos2, Rect, Role, Sense, Stroke, Ui, Vec2, WidgetInfo, pos2};

use super::backdrop;
use crate::ViewerContext;

/// Paints the whole map in the lower right corner, with the visible part marked; a click goes there.
pub(super) fn paint(context: &mut ViewerContext, ui: &mut Ui, room: Rect) {
    let map = &mut context.view;
    let Some(ground) = map.panes[0].ground.clone() else { return };
    let Some(main) = map.room else { return };
    let (width, height) = ground.plan.extent();
    let side = (room.width().min(room.height()) * 0.24).clamp(70.0, 190.0);
    let part = (side / width).min(side / height);
    let size = Vec2::new(width * part, height * part);
    let seen = map.camera.seen(main);
    // It is not needed if all of the map is visible.
    if seen.contains_rect(Rect::from_min_size(Pos2::ZERO, Vec2::new(width, height))) {
        return;
    }
    let place = Rect::from_min_size(room.max - size - Vec2::splat(12.0), size);
    let response = ui.interact(place, ui.scope_id().with("minimap"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, "Small map: a click goes there"));
    let painter = ui.painter_at(place.expand(3.0));
    painter.rect_filled(place.expand(2.0), 3.0, Color32::from_black_alpha(200));
    painter.rect_filled(place, 0.0, backdrop(ui));
    let overview = map.panes[0].tiles.overview(ui.ctx(), &ground);
    painter.image(overview, place, Rect::from_min_max(Pos2::ZERO, pos2(1.0, 1.0)), Color32::WHITE);
    let frame = Rect::from_min_max(place.min + seen.min.to_vec2() * part, place.min + seen.max.to_vec2() * part);
    painter.rect_stroke(frame.intersect(place), 0.0, Stroke::new(1.5, Color32::WHITE), egui::StrokeKind::Inside);
    if let Some(at) = response.interact_pointer_pos() {
        map.camera.center = ((at - place.min) / part).to_pos2();
        map.fitted = false;
    }
}
