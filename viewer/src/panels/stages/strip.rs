//! The strip of methods: each as long as its share of the time. A click shows its work.

use std::time::Duration;

use eframe::egui::{self, Align2, Color32, FontId, Rect, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, pos2};

use super::{StagesPanel, go_to_method};
use crate::ViewerContext;
use crate::document::Making;
use crate::titles::titles_of;

/// The least width of a segment, so that each can be clicked.
const WIDTH_MIN: f32 = 6.0;

/// How long a method took, and its share of all, in words.
pub(super) fn time_of(making: &Making, method: &str) -> Option<(String, String)> {
    let all: Duration = making.times.iter().map(|(_, time)| *time).sum();
    let (_, time) = making.times.iter().find(|(name, _)| name == method)?;
    let share = if all.is_zero() { 0.0 } else { time.as_secs_f64() / all.as_secs_f64() };
    Some((took(*time), format!("{:.0} %", share * 100.0)))
}

fn took(time: Duration) -> String {
    match time.as_secs_f64() {
        long if long >= 10.0 => format!("{long:.0} s"),
        seconds if seconds >= 1.0 => format!("{seconds:.1} s"),
        short => format!("{:.1} ms", short * 1000.0),
    }
}

pub(super) fn show(state: &mut StagesPanel, context: &mut ViewerContext, ui: &mut Ui, making: &Making, method: &str) {
    let times = &making.times;
    if times.is_empty() {
        return;
    }
    let (room, _) = ui.allocate_exact_size(Vec2::new(ui.available_width(), 18.0), Sense::hover());
    let all: f64 = times.iter().map(|(_, time)| time.as_secs_f64()).sum::<f64>().max(1e-9);
    // The width that is left when each has its least width is divided by time.
    let free = (room.width() - WIDTH_MIN * times.len() as f32).max(0.0);
    let mut x = room.min.x;
    let mut chosen = None;
    for (index, (name, time)) in times.iter().enumerate() {
        let width = WIDTH_MIN + free * (time.as_secs_f64() / all) as f32;
        let place = Rect::from_min_max(pos2(x, room.min.y), pos2(x + width, room.max.y));
        x += width;
        let response = ui.interact(place, ui.scope_id().with(("segment", index)), Sense::click());
        let (took, share) = (took(*time), format!("{:.0} %", time.as_secs_f64() / all * 100.0));
        let title = titles_of(name);
        let words = format!("{title}: {took}, {share}");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &words));
        let painter = ui.painter_at(place);
        painter.rect_filled(place.shrink2(Vec2::new(0.5, 0.0)), 2.0, color(index, ui.visuals().dark_mode));
        if width > 50.0 {
            let ink = if ui.visuals().dark_mode { Color32::WHITE } else { Color32::BLACK };
            let at = pos2(place.min.x + 5.0, place.center().y);
            painter.text(at, Align2::LEFT_CENTER, title, FontId::proportional(11.0), ink);
        }
        if name == method || response.hovered() {
            let stroke = Stroke::new(2.0, ui.visuals().strong_text_color());
            painter.rect_stroke(place, 2.0, stroke, StrokeKind::Inside);
        }
        let hint = "With stages recorded, methods run one after the other; otherwise some run side by side.";
        if response.on_hover_text(format!("{words}\n{hint}")).clicked() {
            chosen = Some(name.clone());
        }
    }
    if let Some(name) = chosen {
        go_to_method(state, context, &name);
    }
}

/// Neighbouring segments differ in hue.
fn color(index: usize, dark: bool) -> Color32 {
    let hue = (index as f32 * 0.381_966).fract();
    let (saturation, value) = if dark { (0.5, 0.13) } else { (0.25, 0.85) };
    egui::ecolor::Hsva::new(hue, saturation, value, 1.0).into()
}
