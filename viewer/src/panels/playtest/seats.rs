//! What the matches say about the seats: the verdict, tables, and a plot of the same numbers.

use eframe::egui::{self, RichText, Ui};
use egui_plot::{Bar, BarChart, HLine, Line, LineStyle, Plot};
use playtest::Report;
use playtest::statistics::{Interval, Verdict};
use world::{Fairness, Scenario, SideId};

use crate::{looks, map, swatch};

/// Shows a report.
pub fn show(ui: &mut Ui, report: &Report, scenario: &Scenario) {
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        show_verdict(ui, report);
        show_evenness(ui, report, scenario);
        ui.add_space(6.0);
        show_seats(ui, report, scenario);
        ui.add_space(6.0);
        show_plot(ui, report, scenario);
        if report.has_teams {
            show_rates(ui, "Teams", report.teams.iter().map(|team| (format!("Team {}", team.team), team.wins)));
        }
        if report.players.len() > 1 {
            let row = |player: &playtest::PlayerReport| (player.player.clone(), player.wins);
            show_rates(ui, "Players", report.players.iter().map(row));
        }
        if !report.places.is_empty() {
            let row = |place: &playtest::PlaceReport| (format!("Number {} to move", place.place), place.wins);
            show_rates(ui, "Order of turns", report.places.iter().map(row));
            if let Some(first) = report.first_mover {
                let [more, low, high] = [first.rate, first.low, first.high].map(|part| 100.0 * part);
                ui.label(format!("Moving first is worth {more:+.1} points ({low:+.1} to {high:+.1})."));
            }
        }
        show_endings(ui, report);
        for (title, lines) in [("Out of balance", &report.imbalances), ("Forfeits", &report.forfeits)] {
            if !lines.is_empty() {
                ui.add_space(6.0);
                ui.heading(title);
                for line in lines {
                    ui.label(capital(line));
                }
            }
        }
    });
}

fn show_verdict(ui: &mut Ui, report: &Report) {
    let is_equal = match report.verdict {
        Verdict::Equal => Some(true),
        Verdict::Unequal { .. } => Some(false),
        Verdict::NotEnough { .. } | Verdict::NoneWon => None,
    };
    let color = looks::verdict(ui.visuals(), is_equal);
    ui.label(RichText::new(capital(&report.words)).size(16.0).color(color).strong());
}

fn capital(words: &str) -> String {
    let mut letters = words.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The predicted evenness beside the played one.
fn show_evenness(ui: &mut Ui, report: &Report, scenario: &Scenario) {
    let played = report.evenness();
    let words = match scenario.fairness.as_ref().map(Fairness::prediction) {
        Some(Some(score)) => format!("Predicted fairness {score:.2}, evenness in play {played:.2}"),
        Some(None) => format!("Evenness in play {played:.2}; nothing was predicted"),
        None => format!("Evenness in play {played:.2}; fairness was not measured"),
    };
    let help =
        "How even the shares of wins are that are predicted from the map alone, and those of the matches; 1 is even.";
    let doubt = scenario.fairness.as_ref().and_then(|fairness| fairness::doubt_words(fairness, None));
    ui.weak(words).on_hover_text(doubt.map_or(help.to_owned(), |doubt| format!("{help} {doubt}")));
}

fn percent(part: f64) -> String {
    format!("{:.1} %", 100.0 * part + 0.0)
}

fn bounds(found: Interval) -> String {
    format!("{:.1} to {:.1}", 100.0 * found.low, 100.0 * found.high)
}

/// A cell of a table with this width, its text aligned right.
fn right(ui: &mut Ui, width: f32, text: impl Into<egui::WidgetText>) -> egui::Response {
    let layout = egui::Layout::right_to_left(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, ROW), layout, |ui| {
        ui.set_min_width(width);
        ui.label(text)
    })
    .inner
}

/// A cell of a table with a name; a name that does not fit is cut off, and shown in full on hovering.
pub fn named(ui: &mut Ui, width: f32, seat: Option<(&Scenario, usize)>, text: RichText, help: &str) {
    let layout = egui::Layout::left_to_right(egui::Align::Center);
    ui.allocate_ui_with_layout(egui::vec2(width, ROW), layout, |ui| {
        ui.spacing_mut().item_spacing.x = 5.0;
        ui.set_min_width(width);
        ui.set_max_width(width);
        if let Some((scenario, seat)) = seat {
            swatch::show(ui, map::color_of(scenario, SideId::from_index(seat)));
        }
        ui.add(egui::Label::new(text).truncate()).on_hover_text(help);
    });
}

/// The height of a table's row.
const ROW: f32 = 18.0;

fn show_seats(ui: &mut Ui, report: &Report, scenario: &Scenario) {
    const WIDTHS: [f32; 4] = [66.0, 43.0, 74.0, 34.0];
    let taken: f32 = WIDTHS.iter().map(|width| width + 5.0).sum();
    let name_width = (ui.available_width() - taken).clamp(70.0, 160.0);
    egui::Grid::new("seats in play").num_columns(5).striped(true).spacing([5.0, 4.0]).show(ui, |ui| {
        ui.weak("Seat");
        let heads = [
            ("Won", "Matches won alone, or with its team, of those that were played"),
            ("Rate %", "Wins for each game, in percent; what nobody won is shared"),
            ("95 % sure", "Between these, in percent, the true rate is believed to lie"),
            ("Place", "Mean place at the end; 1 is first"),
        ];
        for (width, (head, help)) in WIDTHS.into_iter().zip(heads) {
            right(ui, width, RichText::new(head).weak()).on_hover_text(help);
        }
        ui.end_row();
        for seat in &report.seats {
            let name = format!("{} {}", seat.seat, seat.side);
            let team = if report.has_teams { format!(", team {}", seat.team) } else { String::new() };
            let help = format!("Seat {name}{team}");
            named(ui, name_width, Some((scenario, seat.seat - 1)), RichText::new(&name), &help);
            let texts = [
                format!("{} of {}", seat.record.shared.first().copied().unwrap_or(0), seat.record.games),
                format!("{:.1}", 100.0 * seat.wins.rate + 0.0),
                bounds(seat.wins),
                format!("{:.2}", seat.mean_rank),
            ];
            for (width, text) in WIDTHS.into_iter().zip(texts) {
                right(ui, width, text);
            }
            ui.end_row();
        }
    });
}

fn show_rates(ui: &mut Ui, title: &str, rows: impl Iterator<Item = (String, Interval)>) {
    ui.add_space(6.0);
    ui.heading(title);
    egui::Grid::new(title).num_columns(3).striped(true).spacing([6.0, 4.0]).show(ui, |ui| {
        for (name, wins) in rows {
            named(ui, 150.0, None, RichText::new(&name), &name);
            right(ui, 58.0, percent(wins.rate));
            right(ui, 88.0, bounds(wins));
            ui.end_row();
        }
    });
}

fn show_endings(ui: &mut Ui, report: &Report) {
    let (mean, least, most) = report.turns;
    ui.add_space(6.0);
    ui.heading("Endings");
    ui.label(report.endings_text());
    ui.label(format!("A seat has {mean:.1} turns in a match ({least} to {most})"));
    if let Some(test) = &report.chi_square {
        let equal = if report.has_wishes() { "won what is wished for" } else { "were equal" };
        ui.label(format!("If all {equal}, {:.1} % of such tests would come out as uneven as this", 100.0 * test.p));
    }
    if let Some(bias) = &report.bias {
        let floor = report
            .bias_floor
            .as_ref()
            .map_or(String::new(), |floor| format!("; up to {:.1} may still be chance", 100.0 * floor.per_seat));
        ui.label(format!("Seats are {:.1} points off an equal share, chance taken off{floor}", 100.0 * bias.per_seat));
    }
}

fn show_plot(ui: &mut Ui, report: &Report, scenario: &Scenario) {
    let teams = report.teams.len().max(1) as f64;
    let ink = ui.visuals().strong_text_color();
    let count = report.seats.len();
    let name = move |mark: egui_plot::GridMark, _: &std::ops::RangeInclusive<f64>| {
        let seat = mark.value.round();
        let is_seat = (mark.value - seat).abs() < 1e-6 && (1.0..=count as f64).contains(&seat);
        if is_seat { format!("{seat}") } else { String::new() }
    };
    let plot = Plot::new("seat rates")
        .height(150.0)
        .allow_drag(false)
        .allow_zoom(false)
        .allow_scroll(false)
        .allow_boxed_zoom(false)
        .allow_double_click_reset(false)
        .allow_axis_zoom_drag(false)
        .show_crosshair(false)
        .show_x(false)
        .show_y(false)
        .show_grid([false, true])
        .include_y(0.0)
        .include_x(0.4)
        .include_x(count as f64 + 0.6)
        .x_grid_spacer(|input| {
            let marks = input.bounds.0.ceil() as i64..=input.bounds.1.floor() as i64;
            marks.map(|mark| egui_plot::GridMark { value: mark as f64, step_size: 1.0 }).collect()
        })
        .x_axis_formatter(name)
        .y_axis_formatter(|mark, _| format!("{:.0} %", mark.value));
    let shown = plot.show(ui, |plot| {
        for (index, seat) in report.seats.iter().enumerate() {
            let at = index as f64 + 1.0;
            let color = map::color_of(scenario, SideId::from_index(index));
            let bar = Bar::new(at, 100.0 * seat.wins.rate).width(0.6).fill(color).name(&seat.side);
            plot.bar_chart(BarChart::new(seat.side.clone(), vec![bar]).color(color).allow_hover(false));
            let (low, high) = (100.0 * seat.wins.low, 100.0 * seat.wins.high);
            for (from, to) in
                [([at, low], [at, high]), ([at - 0.1, low], [at + 0.1, low]), ([at - 0.1, high], [at + 0.1, high])]
            {
                plot.line(Line::new("", vec![from, to]).color(ink).width(1.5).allow_hover(false));
            }
        }
        if report.has_wishes() {
            for (index, seat) in report.seats.iter().enumerate() {
                let at = index as f64 + 1.0;
                let wished = 100.0 * seat.wished.unwrap_or(0.0);
                let line = Line::new("", vec![[at - 0.4, wished], [at + 0.4, wished]]).color(ink);
                plot.line(line.style(LineStyle::dashed_loose()).allow_hover(false));
            }
        } else {
            let share = HLine::new("share", 100.0 / teams).color(ink).style(LineStyle::dashed_loose());
            plot.hline(share.allow_hover(false));
        }
    });
    let wished: Vec<String> = report.seats.iter().filter_map(|seat| seat.wished).map(percent).collect();
    let (share, line) = if wished.is_empty() {
        (
            format!("the fair share at {}", percent(1.0 / teams)),
            format!("line is the fair share, {}", percent(1.0 / teams)),
        )
    } else {
        let wished = wished.join(" / ");
        (format!("wished shares at {wished}"), format!("lines are the wished shares, {wished}"))
    };
    let words = format!("Plot: rate of wins by seat, with {share}");
    shown.response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, &words));
    ui.weak(format!("Rate of wins by seat; the dashed {line}"));
}
