//! The list of matches: a click or Enter opens one.

use contract::Ending;
use eframe::egui::{self, Align2, FontId, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use world::Scenario;

use super::run::{MatchRow, Run};
use crate::map;

/// How a match ended, in words.
fn words(row: MatchRow, scenario: &Scenario) -> (String, &'static str) {
    let sides = row.winners.iter().filter_map(|seat| scenario.sides.get(seat.index()));
    let names: Vec<&str> = sides.map(|side| side.name.as_str()).collect();
    match row.ending {
        _ if row.forfeits > 0 => (names.join(", "), "a seat forfeited"),
        Ending::Victory => (names.join(", "), "won"),
        Ending::Draw => ("nobody".to_owned(), "drawn"),
        Ending::TurnLimit => ("nobody".to_owned(), "turn limit"),
    }
}

/// Shows the list; returns the match that was chosen.
pub fn show(ui: &mut Ui, run: &Run, scenario: &Scenario, open: Option<u32>) -> Option<u32> {
    let count = run.played() as usize;
    if count == 0 {
        ui.label("No match was played yet: Start plays some.");
        return None;
    }
    ui.weak("A click opens a match, to be watched on the map.");
    let mut asked = None;
    let height = 20.0;
    egui::ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, count, |ui, range| {
        let first = range.start;
        for (index, row) in run.rows(range).into_iter().enumerate() {
            let number = (first + index) as u32;
            let (who, how) = words(row, scenario);
            let (place, response) = ui.allocate_exact_size(vec2(ui.available_width(), height), Sense::click());
            let is_open = open == Some(number);
            let label = format!("Match {number}: {who}, {how}, {} turns", row.turns);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_open, &label));
            let style = ui.style().interact_selectable(&response, is_open);
            let painter = ui.painter();
            if is_open || response.hovered() || response.has_focus() {
                painter.rect(place, 3.0, style.weak_bg_fill, style.bg_stroke, egui::StrokeKind::Inside);
            }
            let (ink, weak) = (style.text_color(), ui.visuals().weak_text_color());
            let font = FontId::proportional(13.0);
            let y = place.center().y;
            let text = |x: f32, align: Align2, text: String, color| {
                painter.text(pos2(place.min.x + x, y), align, text, font.clone(), color);
            };
            text(48.0, Align2::RIGHT_CENTER, number.to_string(), weak);
            if let Some(winner) = row.winners.iter().next() {
                let square = egui::Rect::from_center_size(pos2(place.min.x + 62.0, y), vec2(11.0, 11.0));
                painter.rect_filled(square, 2.0, map::color_of(scenario, winner.side()));
            }
            let width = (place.width() - 74.0 - 150.0).max(40.0);
            let name = painter.layout_no_wrap(who, font.clone(), ink);
            let room = egui::Rect::from_min_size(pos2(place.min.x + 74.0, place.min.y), vec2(width, height));
            painter.with_clip_rect(room).galley(pos2(room.min.x, y - name.size().y / 2.0), name, ink);
            text(place.width() - 90.0, Align2::RIGHT_CENTER, format!("{} turns", row.turns), ink);
            text(place.width() - 80.0, Align2::LEFT_CENTER, how.to_owned(), weak);
            if response.clicked() {
                asked = Some(number);
            }
        }
    });
    asked
}
