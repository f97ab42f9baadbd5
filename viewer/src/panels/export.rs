//! Export: every format of the crate `output`, with a preview before it is written.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;

use eframe::egui::{self, ColorImage, RichText, TextureHandle, TextureOptions, Vec2};
use output::{
    FORMATS, Format, FormatChoice, FormatOption, FormatOptions, OptionKind, PictureStyle, Sink, WriteError, find_format,
};
use world::Scenario;

use super::{Dock, Panel};
use crate::map::{Preview, Showing};
use crate::same::Same;
use crate::typed::bounded;
use crate::{Command, Job, Menu, ViewerContext};

/// The state of the panel.
pub struct ExportPanel {
    /// The format, by name.
    format: &'static str,
    /// The path of the main file; made from the folder and the format's file name until the user types one.
    path: String,
    is_typed: bool,
    /// The options of each format, by its name.
    options: BTreeMap<&'static str, FormatOptions>,
    /// The existing file that would be replaced.
    asks: Option<String>,
    /// Whether what is saved first needs a name.
    asks_name: bool,
    /// The result of the last export.
    said: Option<Result<String, String>>,
    writing: Option<Job<Result<Export, String>>>,
    key: Option<Key>,
    looking: Option<Job<Result<Look, String>>>,
    look: Option<Result<Shown, String>>,
}

/// What a preview was made from: scenarios are never changed, only replaced.
#[derive(Clone, PartialEq)]
struct Key(Same<Scenario>, FormatChoice);

/// What was written.
struct Export {
    scenario: Arc<Scenario>,
    /// Whether what was written opens again as this scenario.
    is_kept: bool,
    /// The path of the main file.
    path: String,
    /// The size of all files, in bytes.
    bytes: usize,
    /// What has no counterpart in the format.
    lost: Vec<String>,
}

/// A preview.
enum Look {
    Picture(ColorImage),
    Text(String),
}

/// A preview in the window.
enum Shown {
    Picture(TextureHandle),
    Text(String),
}

impl Default for ExportPanel {
    fn default() -> ExportPanel {
        ExportPanel {
            format: "png",
            path: String::new(),
            is_typed: false,
            options: BTreeMap::new(),
            asks: None,
            asks_name: false,
            said: None,
            writing: None,
            key: None,
            looking: None,
            look: None,
        }
    }
}

impl ExportPanel {
    /// Whether something is being written.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.writing.is_some()
    }

    /// The file being written, with the part that is done.
    #[must_use]
    pub fn under_way(&self) -> Option<(String, f32)> {
        self.writing.as_ref().map(Job::under_way)
    }

    /// Cancels writing; returns whether anything was being written.
    pub fn cancel(&mut self) -> bool {
        self.writing.take().is_some()
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    poll: |viewer| poll(&mut viewer.panels.export, &mut viewer.context),
    under_way: |viewer| viewer.panels.export.under_way(),
    is_busy: |viewer| viewer.panels.export.is_busy(),
    cancel: |viewer| viewer.panels.export.cancel(),
    ..Panel::new("export", "Export", "writes the scenario in a format", Dock::Right, |viewer, ui| {
        show(&mut viewer.panels.export, &mut viewer.context, ui);
    })
};

/// The formats that hold a whole scenario, the one that is saved first.
const SCENARIOS: [&str; 2] = ["ron", "gdl"];
/// The most of a text that is shown, in bytes and lines.
const TEXT_MAX: usize = 6000;
const LINES_MAX: usize = 60;
/// How many formats a row of the form has.
const FORMATS_IN_ROW: usize = 3;
/// The approximate width of a preview, in pixels.
const LOOK_WIDTH: u32 = 640;
/// The greatest width and height of a preview, in pixels: every graphics card takes a texture of this size.
const LOOK_MAX: u32 = 2048;

fn commands() -> Vec<Command> {
    let to = |name, title, help, format: Option<&'static str>| {
        Command::new(Menu::File, name, title, help, move |viewer| {
            if let Some(format) = format {
                viewer.panels.export.choose(format);
            }
            start(&mut viewer.panels.export, &mut viewer.context);
        })
    };
    vec![
        Command::new(
            Menu::File,
            "save-scenario",
            "Save scenario",
            "writes the scenario where it was opened; for one that has no file yet it asks for a name",
            |viewer| save(&mut viewer.panels.export, &mut viewer.context),
        ),
        to("export-picture", "Export picture", "writes the map as a picture", Some("png")),
        to("export", "Export again", "writes the scenario in the format of last time", None),
    ]
}

impl ExportPanel {
    fn choose(&mut self, format: &'static str) {
        if self.format != format {
            self.format = format;
            self.is_typed = false;
            (self.asks, self.asks_name) = (None, false);
            self.said = None;
        }
    }
}

fn chosen(state: &ExportPanel) -> FormatChoice {
    let format = find_format(state.format).unwrap_or(FORMATS[0]);
    FormatChoice { format, options: state.options.get(format.name()).cloned().unwrap_or_default() }
}

/// The path of the main file.
fn target(state: &ExportPanel, context: &ViewerContext) -> String {
    if state.is_typed {
        return state.path.trim().to_owned();
    }
    let file = chosen(state).format.file_name();
    Path::new(&context.services.session.folder).join(file).display().to_string()
}

/// Why what is shown cannot be written in the chosen format.
fn hindrance(state: &ExportPanel, context: &ViewerContext) -> Option<String> {
    let Showing::Preview(Preview { is_whole: Some(is_whole), scenario: shown, .. }) = &context.view.showing else {
        return None;
    };
    let is_scenario = SCENARIOS.contains(&state.format);
    (is_scenario && !is_whole).then(|| {
        let title = &shown.design.title;
        format!("This position of {title} has more than a scenario can hold: expected one at which a turn begins.")
    })
}

/// Whether what is shown cannot be written in the chosen format; tells why.
fn is_refused(state: &mut ExportPanel, context: &mut ViewerContext) -> bool {
    state.said = None;
    let Some(why) = hindrance(state, context) else { return false };
    context.services.tell(why.clone());
    state.said = Some(Err(why));
    context.services.show_panel(PANEL.name);
    true
}

/// The file that what the map shows was opened from or saved as; another moment than the finished scenario has none.
fn home(context: &ViewerContext) -> Option<String> {
    let (open, shown) = (context.documents.open.as_ref()?, context.shown()?);
    (Arc::ptr_eq(&open.scenario, shown) && !open.home.is_empty()).then(|| open.home.clone())
}

/// Saves what the map shows where it was opened, or asks for a name.
fn save(state: &mut ExportPanel, context: &mut ViewerContext) {
    state.choose(SCENARIOS[0]);
    if is_refused(state, context) {
        return;
    }
    if let Some(path) = home(context) {
        write(state, context, path);
        return;
    }
    state.asks_name = true;
    context.services.tell("It has no file yet: the panel Export asks for a name.");
    context.services.show_panel(PANEL.name);
}

/// Writes what the map shows, or asks first.
fn start(state: &mut ExportPanel, context: &mut ViewerContext) {
    let path = target(state, context);
    if is_refused(state, context) {
        return;
    }
    let main = Path::new(&path).file_name().filter(|_| !path.ends_with(['/', '\\']));
    let Some(main) = main.map(|name| name.to_string_lossy().into_owned()) else {
        state.said = Some(Err(format!("`{path}` names no file: expected a path such as out/map.png")));
        context.services.show_panel(PANEL.name);
        return;
    };
    let names = chosen(state).files_as(&main);
    let mut paths = names.iter().map(|name| Path::new(&path).with_file_name(name));
    if let Some(there) = paths.find(|path| context.services.files.exists(path)) {
        let there = there.display().to_string();
        context.services.tell(format!("{there} exists: the panel Export asks whether to replace it."));
        state.asks = Some(there);
        context.services.show_panel(PANEL.name);
    } else {
        write(state, context, path);
    }
}

fn write(state: &mut ExportPanel, context: &mut ViewerContext, path: String) {
    let Some(scenario) = context.shown().cloned() else { return };
    (state.asks, state.asks_name) = (None, false);
    let files = Arc::clone(&context.services.files);
    let choice = chosen(state);
    let is_kept = choice.format.name() == SCENARIOS[0];
    let work = move |progress: &crate::Progress| {
        let main = Path::new(&path).file_name().unwrap_or_default().to_string_lossy();
        let written = choice.write_as(&scenario, &main).map_err(|why| words(&why))?;
        if progress.is_cancelled() {
            return Err("cancelled".to_owned());
        }
        files.write_all(Path::new(&path).parent().unwrap_or(Path::new("")), &written.files)?;
        let path = Path::new(&path).with_file_name(&written.files[0].0).display().to_string();
        let bytes = written.files.iter().map(|(_, bytes)| bytes.len()).sum();
        Ok(Export {
            scenario,
            is_kept,
            path,
            bytes,
            lost: written.warnings.0.into_iter().map(|lost| lost.message).chain(written.notes).collect(),
        })
    };
    state.writing = Some(context.services.jobs.start("Exporting", work));
}

/// An error with its sources.
fn words(error: &dyn std::error::Error) -> String {
    let mut words = error.to_string();
    let mut next = error.source();
    while let Some(cause) = next {
        words = format!("{words}: {cause}");
        next = cause.source();
    }
    words
}

/// Takes the result of writing.
fn poll(state: &mut ExportPanel, context: &mut ViewerContext) {
    let Some(done) = state.writing.as_ref().and_then(Job::poll) else { return };
    state.writing = None;
    let said = match done {
        Ok(Ok(Export { scenario, is_kept, path, bytes, lost })) => {
            if is_kept {
                context.note_saved(&scenario, &path);
            }
            if let Some(folder) = Path::new(&path).parent() {
                context.services.session.folder = folder.display().to_string();
            }
            let lost = lost.iter().map(|lost| format!(" {}", design::sentence(lost))).collect::<String>();
            Ok(format!("{path} is written: {}.{lost}", size_words(bytes)))
        }
        Ok(Err(why)) | Err(why) => Err(why),
    };
    context.services.tell(match &said {
        Ok(words) | Err(words) => words.clone(),
    });
    state.said = Some(said);
}

fn size_words(bytes: usize) -> String {
    match bytes {
        0..=9_999 => format!("{bytes} bytes"),
        10_000..=9_999_999 => format!("{} kB", bytes / 1000),
        _ => format!("{} MB", bytes / 1_000_000),
    }
}

fn show(state: &mut ExportPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(scenario) = context.shown().cloned() else {
        ui.weak("Nothing is open: open a preset, a string or a file first.");
        return;
    };
    egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
        // Short names: a row has several, so that the preview stays in sight.
        egui::Grid::new("formats").num_columns(FORMATS_IN_ROW).spacing([16.0, 2.0]).show(ui, |ui| {
            for row in FORMATS.chunks(FORMATS_IN_ROW) {
                for format in row {
                    let is_chosen = format.name() == state.format;
                    let tip = format!("{}: {}", format.file_name(), format.summary());
                    let radio = ui.radio(is_chosen, format.name()).on_hover_text(tip);
                    // Alone, `text` could be the name of many things.
                    let name = format!("{}  {}", format.name(), format.file_name());
                    radio.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, &name));
                    if radio.clicked() {
                        state.choose(format.name());
                    }
                }
                ui.end_row();
            }
        });
        ui.add_space(4.0);
        ui.weak(chosen(state).format.summary());
        show_options(state, ui);
        ui.add_space(6.0);
        if context.documents.open.as_ref().is_some_and(|open| !Arc::ptr_eq(&open.scenario, &scenario)) {
            let words = format!("What the map shows is written: {}.", context.view.showing.label());
            ui.label(RichText::new(words).color(ui.visuals().warn_fg_color));
        }
        show_target(state, context, ui);
        ui.add_space(6.0);
        show_look(state, context, ui, &scenario);
    });
}

/// A form of what can be chosen of the format.
fn show_options(state: &mut ExportPanel, ui: &mut egui::Ui) {
    let format = chosen(state).format;
    let options = state.options.entry(format.name()).or_default();
    ui.add_space(4.0);
    // Switches are short: two go into a row.
    let (switches, others): (Vec<&FormatOption>, Vec<&FormatOption>) =
        format.options().iter().partition(|option| option.kind == OptionKind::Switch);
    for option in others {
        ui.horizontal(|ui| show_option(format, option, options, ui));
    }
    egui::Grid::new("switches").num_columns(2).show(ui, |ui| {
        for row in switches.chunks(2) {
            row.iter().for_each(|option| show_option(format, option, options, ui));
            ui.end_row();
        }
    });
}

fn show_option(format: &dyn Format, option: &FormatOption, options: &mut FormatOptions, ui: &mut egui::Ui) {
    // Alone, `names` could be the name of many things.
    let label = format!("{} {}", format.name(), option.name);
    let checkbox = |is_on: &mut bool, ui: &mut egui::Ui| {
        let checkbox = ui.checkbox(is_on, option.name).on_hover_text(option.help);
        let is_on = *is_on;
        checkbox.widget_info(|| egui::WidgetInfo::selected(egui::Role::CheckBox, true, is_on, &label));
    };
    let mut value = options.text(option).to_owned();
    match option.kind {
        OptionKind::Switch => {
            let mut is_on = options.switch(option);
            checkbox(&mut is_on, ui);
            value = is_on.to_string();
        }
        OptionKind::Number { least, most } | OptionKind::AutoNumber { least, most, .. } => {
            let mut number = options.number(option);
            if let OptionKind::AutoNumber { usual, .. } = option.kind {
                let mut is_own = number.is_some();
                checkbox(&mut is_own, ui);
                number = is_own.then_some(number.unwrap_or(usual));
            } else {
                ui.label(option.name).on_hover_text(option.help);
            }
            let mut shown = number.unwrap_or(least);
            let drag = bounded(ui, option.name, &mut shown, least..=most);
            // Without a number there is none to show.
            let drag = if number.is_none() { drag.custom_formatter(|_, _| OptionKind::AUTO.to_owned()) } else { drag };
            let drag = ui.add_enabled(number.is_some(), drag);
            ui.ctx().accesskit_node_builder(drag.id, |node| node.set_label(format!("{label}, number")));
            value = number.map_or_else(|| OptionKind::AUTO.to_owned(), |_| shown.to_string());
        }
        OptionKind::Choice(words) => {
            let name = ui.label(option.name).on_hover_text(option.help);
            let choice = egui::ComboBox::from_id_salt(&label).selected_text(&value).show_ui(ui, |ui| {
                for word in words {
                    ui.selectable_value(&mut value, (*word).to_owned(), *word);
                }
            });
            choice.response.labelled_by(name.id);
        }
    }
    options.set(format, option.name, &value).expect("the form offers what the option takes");
}

fn show_target(state: &mut ExportPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let mut path = if state.is_typed { state.path.clone() } else { target(state, context) };
    if state.asks_name {
        ui.label(RichText::new("It has no file yet: name one, then write it.").color(ui.visuals().warn_fg_color));
    }
    let label = ui.label("File to write");
    let field = egui::TextEdit::singleline(&mut path).char_limit(1000).desired_width(f32::INFINITY);
    if ui.add(field).labelled_by(label.id).changed() {
        state.path = path;
        state.is_typed = true;
        state.asks = None;
        state.said = None;
    }
    if let Some(path) = state.asks.clone() {
        ui.label(RichText::new(format!("{path} exists.")).color(ui.visuals().warn_fg_color));
        ui.horizontal(|ui| {
            if ui.button("Replace").on_hover_text("Writes it in place of what has its name").clicked() {
                let path = target(state, context);
                write(state, context, path);
            }
            if ui.button("Cancel").on_hover_text("Writes nothing").clicked() {
                state.asks = None;
                context.services.tell("Nothing was written.");
            }
        });
    } else {
        let can = !state.is_busy();
        let button = egui::Button::new(if can { "Write the file" } else { "Writing .." });
        let tip = context.services.keys.with_words("Whole or not at all", "export");
        if ui.add_enabled(can, button).on_hover_text(tip).clicked() {
            start(state, context);
        }
    }
    match &state.said {
        Some(Ok(words)) => _ = ui.label(words),
        Some(Err(why)) => _ = ui.label(RichText::new(why).color(ui.visuals().error_fg_color)),
        None => {}
    }
}

/// A preview of the file, made in the background.
fn show_look(state: &mut ExportPanel, context: &mut ViewerContext, ui: &mut egui::Ui, scenario: &Arc<Scenario>) {
    let key = Key(Same::of(scenario), chosen(state));
    if state.key.as_ref() != Some(&key) {
        let (choice, scenario) = (chosen(state), Arc::clone(scenario));
        state.looking = Some(context.services.jobs.start("Preview", move |_| look(&choice, &scenario)));
        state.key = Some(key);
    }
    if let Some(done) = state.looking.as_ref().and_then(Job::poll) {
        state.looking = None;
        state.look = Some(done.and_then(|look| look).map(|look| match look {
            Look::Text(text) => Shown::Text(text),
            Look::Picture(image) => Shown::Picture(ui.ctx().load_texture("preview", image, TextureOptions::LINEAR)),
        }));
    }
    ui.horizontal(|ui| {
        ui.heading("Preview");
        if state.looking.is_some() {
            ui.spinner();
        }
    });
    match &state.look {
        None => _ = ui.weak("It is being made."),
        Some(Err(why)) => _ = ui.label(RichText::new(why).color(ui.visuals().error_fg_color)),
        Some(Ok(Shown::Picture(texture))) => {
            let size = texture.size_vec2();
            let width = ui.available_width().min(size.x * 4.0);
            let size = Vec2::new(width, size.y * width / size.x.max(1.0));
            ui.add(egui::Image::new((texture.id(), size)).alt_text("Preview of the picture"));
        }
        Some(Ok(Shown::Text(text))) => {
            let frame = egui::Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(6).corner_radius(3);
            frame.show(ui, |ui| {
                egui::ScrollArea::horizontal().id_salt("preview-text").show(ui, |ui| {
                    ui.add(
                        egui::Label::new(RichText::new(text).monospace().small()).wrap_mode(egui::TextWrapMode::Extend),
                    );
                });
            });
        }
    }
}

fn look(choice: &FormatChoice, scenario: &Scenario) -> Result<Look, String> {
    let format = choice.format;
    let image = |image: &image::RgbImage| Look::Picture(fitted(image));
    if format.name() == "png" {
        // Smaller than the file's, so that the preview comes at once.
        let fitting = (LOOK_WIDTH / scenario.world.area.width().max(1)).clamp(1, 24);
        let style = PictureStyle::of_options(&choice.options);
        let width = style.cell_width.map_or(fitting, |asked| asked.min(fitting));
        let drawn = output::draw(scenario, &PictureStyle { cell_width: Some(width), ..style });
        return drawn.map(|drawn| image(&drawn)).map_err(|why| words(&why));
    }
    if format.file_name().ends_with(".png") {
        let written = choice.write(scenario).map_err(|why| words(&why))?;
        let read = image::load_from_memory(&written.files[0].1).map_err(|why| words(&why))?;
        let read = if read.width() > LOOK_WIDTH { read.thumbnail(LOOK_WIDTH, 4 * LOOK_WIDTH) } else { read };
        return Ok(image(&read.to_rgb8()));
    }
    let mut beginning = Beginning { bytes: Vec::new(), is_over: false };
    match format.write(scenario, &choice.options, &mut beginning) {
        Err(why) if !beginning.is_over => return Err(words(&why)),
        _ => {}
    }
    let beginning = beginning.bytes;
    let text = text_of(&beginning);
    let cut = |line: &str| line.chars().take(160).map(|c| if c.is_control() { ' ' } else { c }).collect::<String>();
    let mut lines: Vec<String> = text.lines().take(LINES_MAX).map(cut).collect();
    if beginning.len() >= TEXT_MAX || text.lines().count() > LINES_MAX {
        lines.push("..".to_owned());
    }
    Ok(Look::Text(lines.join("\n")))
}

/// The bytes as text, which may be cut within its last letter; of files that hold none, the bytes in hexadecimal digits.
fn text_of(bytes: &[u8]) -> String {
    const LETTER_MAX: usize = 4;
    const ROW: usize = 16;
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(fault) if bytes.len() - fault.valid_up_to() < LETTER_MAX => {
            String::from_utf8_lossy(&bytes[..fault.valid_up_to()]).into_owned()
        }
        Err(_) => {
            let row = |row: &[u8]| row.iter().map(|byte| format!("{byte:02x} ")).collect::<String>() + "\n";
            bytes.chunks(ROW).map(row).collect()
        }
    }
}

/// A picture no larger than a texture may be.
fn fitted(image: &image::RgbImage) -> ColorImage {
    let longest = image.width().max(image.height());
    let scaled = |length: u32| (u64::from(length) * u64::from(LOOK_MAX) / u64::from(longest)).max(1) as u32;
    let is_large = longest > LOOK_MAX;
    let smaller = is_large.then(|| image::imageops::thumbnail(image, scaled(image.width()), scaled(image.height())));
    let image = smaller.as_ref().unwrap_or(image);
    ColorImage::from_rgb([image.width() as usize, image.height() as usize], image.as_raw())
}

/// Takes the beginning of the main file, and then fails, so that the rest is not made in vain.
struct Beginning {
    bytes: Vec<u8>,
    /// Whether it has what is shown.
    is_over: bool,
}

impl Sink for Beginning {
    fn file(&mut self, _: &'static str) -> Result<&mut dyn Write, WriteError> {
        // Only the first file begins with nothing before it.
        self.is_over = !self.bytes.is_empty();
        if self.is_over { Err(io::Error::other("that is enough").into()) } else { Ok(self) }
    }
}

impl Write for Beginning {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_over = self.bytes.len() >= TEXT_MAX;
        if self.is_over {
            return Err(io::Error::other("that is enough"));
        }
        let taken = bytes.len().min(TEXT_MAX - self.bytes.len());
        self.bytes.extend_from_slice(&bytes[..taken]);
        Ok(taken)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_preview_is_no_larger_than_a_texture_may_be() {
        let size = |width, height| fitted(&image::RgbImage::new(width, height)).size;
        assert_eq!([size(2878, 371), size(371, 2878), size(640, 480)], [[2048, 264], [264, 2048], [640, 480]]);
        assert_eq!(size(9000, 1), [2048, 1]);
    }
}
