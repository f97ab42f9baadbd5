//! The palette: finds every command, and everything that can be opened, by a few letters.

use std::path::Path;

use eframe::egui::text::{LayoutJob, TextWrapping};
use eframe::egui::{self, Align2, FontId, Id, Key, Modal, Modifiers, Sense, WidgetInfo, pos2, vec2};

use crate::open::own_string;
use crate::{Command, Menu, Viewer};

/// The content of the palette.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Offer {
    /// Commands, and the typed text as something to open.
    Commands,
    /// Presets, strings and files.
    Files,
}

/// The state of the palette.
#[derive(Default)]
pub struct CommandPalette {
    shown: Option<Offer>,
    text: String,
    /// The row that Enter takes.
    at: usize,
    /// Whether the text field has yet to get the focus.
    is_new: bool,
}

impl CommandPalette {
    /// Whether it is shown.
    #[must_use]
    pub const fn is_shown(&self) -> bool {
        self.shown.is_some()
    }

    /// Whether its field has yet to get the keyboard.
    #[must_use]
    pub const fn is_new(&self) -> bool {
        self.is_new
    }

    fn turn(&mut self, offer: Offer) {
        let shown = if self.shown == Some(offer) { None } else { Some(offer) };
        *self = CommandPalette { shown, is_new: shown.is_some(), ..CommandPalette::default() };
    }
}

/// A row.
enum Row {
    Command(&'static Command),
    /// Something to open, with a description.
    Open(String, &'static str),
}

/// The most rows that are shown; more letters find the others.
const ROWS_MAX: usize = 60;

pub(crate) fn commands() -> Vec<Command> {
    vec![
        Command::new(Menu::Help, "palette", "Find a command", "every command by a few letters of it", |viewer| {
            viewer.palette.turn(Offer::Commands);
        })
        .always(),
        Command::new(Menu::File, "open", "Open", "a preset, a string or a file", |viewer| {
            viewer.palette.turn(Offer::Files);
        })
        .always(),
    ]
}

/// Shows it over everything else, if it is asked for, with these commands.
pub(crate) fn show(viewer: &mut Viewer, all: &'static [Command], ui: &mut egui::Ui) {
    let Some(offer) = viewer.palette.shown else { return };
    let context = ui.ctx().clone();
    let rows = rows(viewer, all, offer);
    let (up, down, enter) = context.input_mut(|input| {
        let mut count = |key| input.count_and_consume_key(Modifiers::NONE, key);
        (count(Key::ArrowUp), count(Key::ArrowDown), input.key_pressed(Key::Enter))
    });
    let last = rows.len().saturating_sub(1);
    viewer.palette.at = (viewer.palette.at + down).saturating_sub(up).min(last);
    let is_moved = up + down > 0;
    let room = context.content_rect();
    let area = Modal::default_area(Id::unique("palette")).anchor(Align2::CENTER_TOP, vec2(0.0, room.height() * 0.12));
    let shown = Modal::new(Id::unique("palette")).area(area).show(&context, |ui| {
        ui.set_width(560.0_f32.min(room.width() - 40.0));
        // The height is set anew, because an area is at most as high as it was last, when there may have been few rows.
        ui.set_max_height(room.height() * 0.8);
        let was = viewer.palette.text.len();
        let (name, hint) = match offer {
            Offer::Commands => ("Find a command", "a command, or something to open"),
            Offer::Files => ("What to open", "a preset, a string such as classic:42, or the path of a file"),
        };
        let field = egui::TextEdit::singleline(&mut viewer.palette.text).hint_text(hint).char_limit(1000);
        let field = ui.add(field.desired_width(f32::INFINITY).font(egui::TextStyle::Heading));
        ui.ctx().accesskit_node_builder(field.id, |node| node.set_label(name));
        if std::mem::take(&mut viewer.palette.is_new) {
            field.request_focus();
        }
        if viewer.palette.text.len() != was {
            viewer.palette.at = 0;
        }
        ui.add_space(4.0);
        let height = (room.height() * 0.6).max(80.0);
        let mut chosen = None;
        egui::ScrollArea::vertical().max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            for (index, row) in rows.iter().enumerate() {
                if show_row(viewer, ui, row, index == viewer.palette.at, is_moved) {
                    chosen = Some(index);
                }
            }
            if rows.is_empty() {
                ui.weak("Nothing is called that.");
            }
        });
        // In a single line, Enter takes the focus away.
        if enter && chosen.is_none() && (field.has_focus() || field.lost_focus()) && !rows.is_empty() {
            chosen = Some(viewer.palette.at);
        }
        chosen
    });
    let is_closed = shown.should_close();
    if is_closed || shown.inner.is_some() {
        viewer.palette.shown = None;
    }
    // The text typed in this very frame may have changed the rows.
    let rows = if shown.inner.is_some() { self::rows(viewer, all, offer) } else { Vec::new() };
    if let Some(row) = shown.inner.and_then(|at| rows.into_iter().nth(at)) {
        match row {
            Row::Command(command) => match viewer.disabled_reason(command) {
                Some(why) => viewer.context.services.tell(why),
                None => viewer.run_command(command),
            },
            Row::Open(what, _) => viewer.context.open_named(&what),
        }
    }
}

/// What a typed text would open, and its place among the commands that fit it.
enum Openable {
    /// It is meant, whatever fits besides.
    First(&'static str),
    /// It may be meant.
    Last(&'static str),
}

/// What the typed text would open; `None` if there is no such thing.
fn openable(viewer: &Viewer, text: &str) -> Option<Openable> {
    let files = &*viewer.context.services.files;
    if pipeline::PRESETS.iter().any(|preset| preset.name == text) {
        return Some(Openable::First("preset"));
    }
    if pipeline::is_seed_string(text, files) || own_string(text, files).is_some() {
        return Some(Openable::First("rolls it"));
    }
    if files.is_file(Path::new(text)) {
        return Some(Openable::First("file"));
    }
    (!text.is_empty() && viewer.context.services.is_file(text)).then_some(Openable::Last("folder"))
}

/// The rows that match the typed text, the best first.
fn rows(viewer: &Viewer, all: &'static [Command], offer: Offer) -> Vec<Row> {
    let text = viewer.palette.text.trim();
    match offer {
        Offer::Commands => {
            let mut found: Vec<(u32, &'static Command)> = all
                .iter()
                // What is hindered is found too, with the reason.
                .filter(|command| viewer.can_run(command) || viewer.disabled_reason(command).is_some())
                .filter(|command| command.name != "palette")
                .filter_map(|command| Some((fit(text, &command.title, &command.name, &command.help)?, command)))
                .collect();
            found.sort_by_key(|(fit, _)| *fit);
            let mut rows: Vec<Row> = found.into_iter().map(|(_, command)| Row::Command(command)).collect();
            rows.truncate(ROWS_MAX);
            match openable(viewer, text) {
                Some(Openable::First(what)) => rows.insert(0, Row::Open(text.to_owned(), what)),
                Some(Openable::Last(what)) => rows.push(Row::Open(text.to_owned(), what)),
                None => {}
            }
            rows
        }
        Offer::Files => {
            let recent = viewer.context.services.session.recent.iter().map(|what| (what.as_str(), "opened before"));
            let favourites = viewer.context.services.session.favourites.iter().map(|what| (what.as_str(), "favourite"));
            let presets = pipeline::PRESETS.iter().map(|preset| (preset.name, "preset"));
            let mut rows: Vec<Row> = Vec::new();
            let typed = (!text.is_empty()).then_some((text, "as typed"));
            for (what, why) in typed.into_iter().chain(recent).chain(favourites).chain(presets) {
                let is_new = !rows.iter().any(|row| matches!(row, Row::Open(known, _) if known == what));
                if is_new && fit(text, what, "", "").is_some() {
                    rows.push(Row::Open(what.to_owned(), why));
                }
            }
            rows
        }
    }
}

/// How well a row matches the typed text, lower is better; `None` if it does not match.
fn fit(text: &str, title: &str, name: &str, help: &str) -> Option<u32> {
    let text = text.to_lowercase();
    let title = title.to_lowercase();
    let letters = |text: &str| text.chars().filter(|letter| letter.is_alphanumeric()).collect::<String>();
    let mut rest = title.chars();
    if title.starts_with(&text) || name == text {
        Some(0)
    } else if title.split_whitespace().any(|word| word.starts_with(&text)) {
        Some(1)
    } else if title.contains(&text) || name.starts_with(&text) {
        Some(2)
    } else if name.contains(&text) {
        Some(3)
    } else if text.split_whitespace().all(|word| [&*title, name, help].iter().any(|words| words.contains(word))) {
        Some(4)
    } else if letters(&text).len() > 1 && letters(&text).chars().all(|letter| rest.any(|other| other == letter)) {
        Some(5)
    } else {
        None
    }
}

/// Shows a row; returns whether it was clicked.
fn show_row(viewer: &Viewer, ui: &mut egui::Ui, row: &Row, is_at: bool, is_moved: bool) -> bool {
    let (title, help, keys) = match row {
        Row::Command(command) => {
            let help = viewer.disabled_reason(command).unwrap_or_else(|| command.help.clone());
            (command.title.clone(), help, viewer.context.services.keys.words(&command.name))
        }
        Row::Open(what, why) => (format!("Open {what}"), (*why).to_owned(), String::new()),
    };
    let (place, response) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::click());
    let label = title.clone();
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, is_at, &label));
    if is_at && is_moved {
        response.scroll_to_me(None);
    }
    if ui.is_rect_visible(place) {
        let visuals = ui.style().interact_selectable(&response, is_at);
        if is_at || response.hovered() || response.has_focus() {
            ui.painter().rect(place, 4.0, visuals.weak_bg_fill, visuals.bg_stroke, egui::StrokeKind::Inside);
        }
        // Painted, not added as a widget: for screen readers the row is one thing.
        let weak = ui.visuals().weak_text_color();
        let painter = ui.painter_at(place);
        let keys = painter.layout_no_wrap(keys, FontId::monospace(12.0), weak);
        let mut left = place.min.x + 8.0;
        let right = place.max.x - 8.0 - keys.size().x;
        painter.galley(pos2(right, place.center().y - keys.size().y / 2.0), keys, weak);
        for (words, color) in [(title, visuals.text_color()), (help, weak)] {
            let mut job = LayoutJob::simple_singleline(words, FontId::proportional(14.0), color);
            job.wrap = TextWrapping::truncate_at_width((right - 12.0 - left).max(1.0));
            let galley = painter.layout_job(job);
            let width = galley.size().x;
            painter.galley(pos2(left, place.center().y - galley.size().y / 2.0), galley, color);
            left += width + 10.0;
        }
    }
    response.clicked()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_of_a_title_fits_best() {
        let fits = |text| fit(text, "Zoom in", "zoom-in", "larger, at the cursor");
        assert_eq!([fits(""), fits("ZOO"), fits("in"), fits("om"), fits("m-i")], [0, 0, 1, 2, 3].map(Some));
        assert_eq!(fits("zoom-in"), Some(0), "a name that is typed whole is meant");
        assert_eq!([fits("zoom cursor"), fits("zmn"), fits("quit")], [Some(4), Some(5), None]);
    }
}
