//! The measures as blocks: a heading, and a bar for each party, which is a button.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{self, Align2, Color32, Rect, RichText, Role, Sense, Stroke, StrokeKind, Vec2, WidgetInfo, pos2};
use fairness::number;
use world::Fairness;

use super::{Bar, Block, Rows};
use crate::swatch;

/// The height of a bar.
const ROW: f32 = 20.0;

/// Shows all blocks; returns the measure and party of the bar that was clicked.
pub(super) fn show(ui: &mut egui::Ui, rows: &Rows, lit: Option<&Bar>) -> Option<(String, usize)> {
    let mut clicked = None;
    for block in &rows.blocks {
        ui.add_space(6.0);
        show_heading(ui, block);
        for party in 0..rows.parties.len().min(block.values.len()) {
            let is_lit =
                lit.is_some_and(|bar| bar.measure == block.name && bar.party == party && bar.by_team == rows.by_team);
            if show_bar(ui, rows, block, party, is_lit) {
                clicked = Some((block.name.clone(), party));
            }
        }
    }
    clicked
}

fn show_heading(ui: &mut egui::Ui, block: &Block) {
    let summary = block.summary.unwrap_or("this measure is not known here: it cannot be shown on the map");
    ui.horizontal(|ui| {
        ui.strong(&block.name).on_hover_text(summary);
        ui.weak(&block.unit);
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            // A single seat has no rival to be compared with.
            if block.values.len() > 1 {
                let ratio = ui.label(format!("{:.2}", block.ratio));
                ratio.on_hover_text("The worst as a part of the best: 1 is equal");
                ui.weak("worst / best");
            }
            ui.label(format!("{}", block.weight)).on_hover_text(super::weighing::MEANING);
            ui.weak("weight");
        });
    });
}

/// Shows a bar; returns whether it was clicked.
fn show_bar(ui: &mut egui::Ui, rows: &Rows, block: &Block, party: usize, is_lit: bool) -> bool {
    let (rect, response) = ui.allocate_exact_size(Vec2::new(ui.available_width(), ROW), Sense::click());
    let who = &rows.parties[party];
    let is_worst = block.is_worst(party);
    let worst = if is_worst { ", worst" } else { "" };
    let name = format!("{}, {}: {}{worst}", block.name, who.name, block.words(party));
    response.widget_info(|| WidgetInfo::selected(Role::Button, block.summary.is_some(), is_lit, &name));
    if !ui.is_rect_visible(rect) {
        return response.clicked();
    }
    let visuals = ui.visuals();
    let painter = ui.painter_at(rect.expand(1.0));
    if is_lit {
        painter.rect_filled(rect, 3.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        painter.rect_filled(rect, 3.0, visuals.widgets.hovered.weak_bg_fill);
    }
    if response.has_focus() {
        painter.rect_stroke(rect, 3.0, Stroke::new(1.5, visuals.selection.stroke.color), StrokeKind::Inside);
    }
    let ink = if is_lit { visuals.selection.stroke.color } else { visuals.text_color() };
    let font = egui::TextStyle::Body.resolve(ui.style());
    let middle = rect.center().y;
    let mut left = rect.min.x + 4.0;
    for &color in who.colors.iter().take(4) {
        let place = Rect::from_min_size(pos2(left, middle - 6.0), Vec2::new(9.0, 12.0));
        swatch::paint(&painter, place, color, swatch::rim(ui));
        left += 11.0;
    }
    // A team's name is long: it gets more room, and the bar less.
    let (name_width, value_width) = (if rows.by_team { 0.46 } else { 0.32 }, 84.0);
    let name_end = rect.min.x + rect.width() * name_width;
    let mut job = LayoutJob::single_section(who.name.clone(), TextFormat::simple(font.clone(), ink));
    job.wrap = TextWrapping::truncate_at_width((name_end - left - 6.0).max(10.0));
    let galley = painter.layout_job(job);
    painter.galley(pos2(left + 2.0, middle - galley.size().y / 2.0), galley, ink);
    let track = Rect::from_min_max(pos2(name_end, rect.min.y + 4.0), pos2(rect.max.x - value_width, rect.max.y - 4.0));
    let most = block.values.iter().copied().fold(0.0, f64::max);
    let part = if most > 0.0 { (block.values[party] / most).clamp(0.0, 1.0) as f32 } else { 0.0 };
    painter.rect_filled(track, 2.0, visuals.extreme_bg_color);
    let bar = Rect::from_min_size(track.min, Vec2::new((track.width() * part).max(1.0), track.height()));
    swatch::paint(&painter, bar, who.colors.first().copied().unwrap_or(Color32::GRAY), swatch::rim(ui));
    let small = egui::FontId::proportional(font.size - 1.0);
    if is_worst {
        let at = pos2(track.max.x + 6.0, middle);
        painter.text(at, Align2::LEFT_CENTER, "worst", small, if is_lit { ink } else { visuals.warn_fg_color });
    }
    painter.text(pos2(rect.max.x - 6.0, middle), Align2::RIGHT_CENTER, number(block.values[party]), font, ink);
    let tip = if is_lit { "A click lights up nothing any more" } else { "A click lights up what this was taken from" };
    response.on_hover_text(format!("{name}. {tip}.")).clicked() && block.summary.is_some()
}

/// Colours of sides in a row of text.
pub(super) fn swatches(ui: &mut egui::Ui, colors: &[Color32]) {
    for &color in colors {
        swatch::show(ui, color);
    }
}

/// Shows how each measure has changed.
pub(super) fn show_change(ui: &mut egui::Ui, then: &Fairness, now: &Fairness, by_team: bool) {
    let ratio = |fairness: &Fairness, name: &str| {
        let teams = fairness.teams.as_ref().filter(|_| by_team);
        match teams {
            Some(teams) => teams.measures.iter().find(|one| one.name == name).map(|one| one.min_over_max),
            None => fairness.measures.iter().find(|one| one.name == name).map(|one| one.min_over_max),
        }
    };
    egui::Grid::new("before and after").num_columns(3).striped(true).show(ui, |ui| {
        for measure in &now.measures {
            let (Some(then), Some(now)) = (ratio(then, &measure.name), ratio(now, &measure.name)) else { continue };
            ui.label(&measure.name);
            ui.label(format!("{then:.2} before, {now:.2} after"));
            // Rounded as it is shown, so that values equal to two digits count as equal.
            let change = (now * 100.0).round() - (then * 100.0).round();
            ui.label(match change {
                change if change > 0.0 => RichText::new("better").strong(),
                change if change < 0.0 => RichText::new("worse").color(ui.visuals().warn_fg_color),
                _ => RichText::new("same").weak(),
            });
            ui.end_row();
        }
    });
}
