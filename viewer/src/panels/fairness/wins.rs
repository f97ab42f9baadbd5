//! Shares of wins: what each party is predicted to win beside what it won in matches, with a mark for its fair share.

use eframe::egui::text::{LayoutJob, TextFormat, TextWrapping};
use eframe::egui::{
    self, Align2, Color32, FontId, Rect, RichText, Role, Sense, Stroke, StrokeKind, Vec2, WidgetInfo, pos2,
};
use world::{Fairness, PlayedFairness, PlayedShare, PlayedVerdict, Scenario};

use super::{Party, rows, sentence};
use crate::{looks, swatch};

/// The height of a party's name, of each bar below it, and the gap behind the last one.
const NAME: f32 = 18.0;
const BAR: f32 = 14.0;
const GAP: f32 = 6.0;

/// The width of the words before a bar, and of the numbers behind it.
const KIND: f32 = 62.0;
const NUMBERS: f32 = 118.0;

/// The shares of a party, 0 to 1.
struct Shares {
    party: Party,
    due: f64,
    /// Before anything was changed, where matches levelled it.
    before: Option<f64>,
    predicted: Option<f64>,
    played: Option<PlayedShare>,
}

/// A bar: its kind, its share, the ends of its interval.
type Bar = (&'static str, f64, Option<(f64, f64)>);

impl Shares {
    fn bars(&self) -> Vec<Bar> {
        let played = self.played.map(|share| ("played", share.rate, Some((share.low, share.high))));
        let bars =
            [self.before.map(|share| ("before", share, None)), self.predicted.map(|share| ("predicted", share, None))];
        bars.into_iter().chain([played]).flatten().collect()
    }

    /// All of it in a line.
    fn words(&self) -> String {
        let bars =
            self.bars().into_iter().map(|(kind, share, interval)| format!("{kind} {}", numbers(share, interval)));
        let bars: Vec<String> = bars.collect();
        format!("Wins of {}: {}; fair share {}", self.party.name, bars.join(", "), percent(self.due))
    }
}

/// `25.0 %`.
fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share + 0.0)
}

/// `25.0 % (22.9 to 27.2)`.
fn numbers(share: f64, interval: Option<(f64, f64)>) -> String {
    let ends = interval.map(|(low, high)| format!(" ({:.1} to {:.1})", 100.0 * low, 100.0 * high));
    percent(share) + &ends.unwrap_or_default()
}

/// The shares of seats, or of teams if these are compared. Teams win together, so of their seats only predictions are known.
fn shares(scenario: &Scenario, fairness: Option<&Fairness>, by_team: bool) -> Vec<Shares> {
    let all_teams = fairness.and_then(|fairness| fairness.teams.as_ref());
    let teams = all_teams.filter(|_| by_team);
    let parties = rows::parties(scenario, teams);
    let due = fairness::dues(scenario, &parties.iter().map(|party| party.seats.clone()).collect::<Vec<_>>());
    let predicted = match teams {
        Some(teams) => Some(&teams.predicted),
        None => fairness.map(|fairness| &fairness.predicted),
    };
    let predicted = predicted.filter(|shares| shares.len() == parties.len());
    let played = scenario.played.as_ref().filter(|_| all_teams.is_none() || teams.is_some());
    let before = played.and_then(|played| played.levelling.as_ref()).map(|levelling| &levelling.before);
    let before = before.filter(|shares| shares.len() == parties.len());
    let shares = |(index, (party, due)): (usize, (Party, f64))| Shares {
        due,
        before: before.map(|shares| shares[index]),
        predicted: predicted.map(|shares| shares[index]),
        played: party.seats.first().and_then(|&seat| played?.seats.get(seat)).copied(),
        party,
    };
    parties.into_iter().zip(due).enumerate().map(shares).collect()
}

/// What seats, or teams, won in matches, in large type; returns whether there is anything to tell.
pub(super) fn show_headline(ui: &mut egui::Ui, scenario: &Scenario, fairness: &Fairness) -> bool {
    let shares = shares(scenario, Some(fairness), true);
    let rates: Vec<f64> = shares.iter().filter_map(|one| one.played).map(|share| 100.0 * share.rate).collect();
    let Some(played) = scenario.played.as_ref().filter(|_| shares.len() > 1 && rates.len() == shares.len()) else {
        return false;
    };
    let (least, most) =
        (rates.iter().copied().fold(f64::INFINITY, f64::min), rates.iter().copied().fold(0.0, f64::max));
    let range = match (format!("{least:.0}"), format!("{most:.0}")) {
        (one, other) if one == other => format!("{one} %"),
        (one, other) => format!("{one} to {other} %"),
    };
    let who = if fairness.teams.is_some() { "teams" } else { "seats" };
    let matches = design::counted(played.matches, "match");
    ui.horizontal(|ui| {
        ui.label(RichText::new(range).size(36.0).strong());
        let due: Vec<String> = shares.iter().map(|one| format!("{:.0}", 100.0 * one.due)).collect();
        let wished = match played.seats.iter().any(|seat| seat.wished.is_some()) {
            true => format!("{} % is wished for", due.join(" / ")),
            false => format!("{:.0} % is equal", 100.0 / shares.len() as f64),
        };
        let sentence = format!("What its {who} won of {matches}; {wished}.");
        ui.add(egui::Label::new(sentence).wrap()).on_hover_text("Each share with its doubt stands below");
    });
    true
}

/// Shows the shares of all parties and what matches say, if anything is known of either.
pub(super) fn show(ui: &mut egui::Ui, scenario: &Scenario, fairness: Option<&Fairness>, by_team: bool) {
    let shares = shares(scenario, fairness, by_team);
    let is_known = shares.iter().any(|one| !one.bars().is_empty());
    if shares.len() < 2 || !(is_known || scenario.played.is_some()) {
        return;
    }
    ui.heading("Wins");
    if is_known {
        let who = if by_team && fairness.is_some_and(|fairness| fairness.teams.is_some()) { "team" } else { "seat" };
        let first = shares[0].due;
        let due = match shares.iter().all(|one| one.due == first) {
            true => format!("an equal share, {}", percent(first)),
            false => format!("what its advantage entitles each {who} to"),
        };
        ui.weak(format!("Shares of the wins. The line across is {due}."));
        let ends = |bar: &Bar| bar.2.map_or(bar.1, |(_, high)| high.max(bar.1));
        let most = shares.iter().flat_map(|one| one.bars().iter().map(ends).chain([one.due]).collect::<Vec<f64>>());
        // A little more than the longest bar, so that its end is seen.
        let most = most.filter(|share| share.is_finite()).fold(0.0, f64::max) * 1.06;
        for one in &shares {
            show_shares(ui, one, most);
        }
    }
    if let Some(played) = &scenario.played {
        show_played(ui, played);
        if fairness.is_some_and(|fairness| fairness.teams.is_some()) && !by_team {
            ui.weak("Teams win together: their shares stand where teams are compared.");
        }
    }
}

/// The shares of a party, drawn; for screen readers they are one thing.
fn show_shares(ui: &mut egui::Ui, shares: &Shares, most: f64) {
    let bars = shares.bars();
    let size = Vec2::new(ui.available_width(), NAME + BAR * bars.len() as f32 + GAP);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    let words = shares.words();
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &words));
    if ui.is_rect_visible(rect) {
        let font = egui::TextStyle::Body.resolve(ui.style());
        let small = FontId::proportional(font.size - 1.5);
        let painter = ui.painter_at(rect.expand(1.0));
        let (ink, weak, rim) = (ui.visuals().text_color(), ui.visuals().weak_text_color(), swatch::rim(ui));
        let mut left = rect.min.x;
        for &color in shares.party.colors.iter().take(4) {
            let place = Rect::from_min_size(pos2(left, rect.min.y + 3.0), Vec2::new(9.0, 12.0));
            swatch::paint(&painter, place, color, rim);
            left += 12.0;
        }
        let mut job = LayoutJob::single_section(shares.party.name.clone(), TextFormat::simple(font, ink));
        job.wrap = TextWrapping::truncate_at_width((rect.max.x - left - 4.0).max(10.0));
        painter.galley(pos2(left + 2.0, rect.min.y), painter.layout_job(job), ink);

        let track_of = |row: usize| {
            let top = rect.min.y + NAME + BAR * row as f32;
            let from = rect.min.x + KIND;
            Rect::from_min_max(pos2(from, top + 2.0), pos2((rect.max.x - NUMBERS).max(from + 20.0), top + BAR - 1.0))
        };
        let at = |track: Rect, share: f64| {
            let part = if most > 0.0 { (share / most).clamp(0.0, 1.0) as f32 } else { 0.0 };
            track.min.x + track.width() * part
        };
        let color = shares.party.colors.first().copied().unwrap_or(Color32::GRAY);
        let strong = ui.visuals().strong_text_color();
        for (row, &(kind, share, interval)) in bars.iter().enumerate() {
            let track = track_of(row);
            let middle = track.center().y;
            painter.text(pos2(track.min.x - 6.0, middle), Align2::RIGHT_CENTER, kind, small.clone(), weak);
            painter.rect_filled(track, 2.0, ui.visuals().extreme_bg_color);
            let bar = Rect::from_min_max(track.min, pos2(at(track, share).max(track.min.x + 1.0), track.max.y));
            match kind {
                // What was, is hollow; what is only expected, pale.
                "before" => _ = painter.rect_stroke(bar, 2.0, Stroke::new(1.5, color), StrokeKind::Inside),
                "predicted" => swatch::paint(&painter, bar, color.gamma_multiply(0.45), rim),
                _ => swatch::paint(&painter, bar, color, rim),
            }
            if let Some((low, high)) = interval {
                let (low, high) = (at(track, low), at(track, high));
                // With a rim in the colour of the paper, since it lies on bars of any colour.
                for (width, color) in [(3.5, ui.visuals().panel_fill), (1.5, strong)] {
                    let stroke = Stroke::new(width, color);
                    painter.hline(low..=high, middle, stroke);
                    for end in [low, high] {
                        painter.vline(end, middle - 3.0..=middle + 3.0, stroke);
                    }
                }
            }
            let told = numbers(share, interval);
            painter.text(pos2(track.max.x + 6.0, middle), Align2::LEFT_CENTER, told, small.clone(), ink);
        }
        if !bars.is_empty() {
            let (first, last) = (track_of(0), track_of(bars.len() - 1));
            let due = at(first, shares.due);
            for (width, color) in [(3.0, ui.visuals().panel_fill), (1.0, strong)] {
                painter.vline(due, first.min.y - 1.0..=last.max.y + 1.0, Stroke::new(width, color));
            }
        }
    }
    response.on_hover_text(words);
}

/// What the matches say, and how the start was levelled.
fn show_played(ui: &mut egui::Ui, played: &PlayedFairness) {
    let is_equal = match played.verdict {
        PlayedVerdict::Equal => Some(true),
        PlayedVerdict::Unequal => Some(false),
        PlayedVerdict::Open => None,
    };
    ui.label(RichText::new(sentence(&played.words)).color(looks::verdict(ui.visuals(), is_equal)).strong());
    let matches = |count: u32| design::counted(count, "match");
    let points = 100.0 * played.delta;
    ui.label(format!(
        "{} by {}, with {points} points as tolerance.",
        matches(played.matches),
        played.players.join(", ")
    ));
    let Some(levelling) = &played.levelling else { return };
    ui.label(format!("The hollow bars are those of the plain roll, in {}.", matches(levelling.before_matches)));
    let searched = matches(levelling.searched);
    match (levelling.changes.is_empty(), is_equal == Some(true)) {
        (true, true) => _ = ui.label("Nothing had to be changed."),
        (true, false) => _ = ui.label("Nothing was changed."),
        (false, true) => _ = ui.label(format!("{searched} found what levels the seats:")),
        (false, false) => _ = ui.label(format!("This is as even as it became in {searched}. What was changed:")),
    }
    for change in &levelling.changes {
        ui.horizontal_top(|ui| {
            ui.weak("•");
            ui.add(egui::Label::new(sentence(change)).wrap());
        });
    }
}
