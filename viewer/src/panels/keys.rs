//! The editor of keys: every command with its keys.

use std::path::Path;

use design::Severity;
use eframe::egui::{self, Align, Layout, RichText, vec2};

use super::{Dock, Panel};
use crate::keys::{CHORDS_MAX, Chord, Keys, SETS};
use crate::{Command, Menu, Viewer};

/// The state of the panel.
pub struct KeysPanel {
    /// The command that gets the next pressed chord.
    pub capturing: Option<String>,
    /// The search text for commands.
    filter: String,
    /// The file of keys to read or write.
    path: String,
    /// The result of that.
    said: String,
    /// Whether writing would replace a file, which must be confirmed.
    asks: bool,
}

impl Default for KeysPanel {
    fn default() -> KeysPanel {
        KeysPanel {
            capturing: None,
            filter: String::new(),
            path: "fairmarch-keys.ron".to_owned(),
            said: String::new(),
            asks: false,
        }
    }
}

/// The width of the column of titles.
const TITLE_WIDTH: f32 = 132.0;

pub(super) const PANEL: Panel = Panel {
    commands,
    // Keys can be set before anything is open.
    at_start: |_| true,
    ..Panel::new("keys", "Keys", "which key does what", Dock::Right, show)
};

fn commands() -> Vec<Command> {
    let set = |name: &'static str, title: &str, help: &str| {
        Command::new(Menu::Help, &format!("keys-{name}"), title, help, move |viewer: &mut Viewer| {
            viewer.keys.choose_set(name);
            viewer.keep_keys();
        })
        .always()
    };
    let help = Command::new(Menu::Help, "keys-help", "Keys", "which key does what, and how to change that", |viewer| {
        viewer.show_panel("keys");
    });
    vec![
        help.always(),
        set("arrows", "Move with arrow keys", "arrows, Home, End and PageUp move the cursor"),
        set("vi", "Move with letters", "h j k l y u b n move the cursor, as in vi"),
        set("numpad", "Move with digits", "digits move the cursor as they lie on their block"),
    ]
}

/// The change that was clicked in a row.
enum Change {
    Capture(String),
    StopCapture,
    Remove(String, Chord),
    Reset(String),
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    egui::Grid::new("keys-choices").num_columns(2).show(ui, |ui| {
        let label = ui.label("Moving");
        let shown = SETS.iter().find(|set| set.name == viewer.keys.set).map_or("", |set| set.title);
        let mut chosen = viewer.keys.set;
        let list = egui::ComboBox::from_id_salt("keys-set").selected_text(shown).show_ui(ui, |ui| {
            for set in &SETS {
                ui.selectable_value(&mut chosen, set.name, set.title);
            }
        });
        list.response.labelled_by(label.id);
        if chosen != viewer.keys.set {
            viewer.keys.choose_set(chosen);
            viewer.keep_keys();
        }
        ui.end_row();
        let label = ui.label("Find a key");
        let field =
            egui::TextEdit::singleline(&mut viewer.panels.keys.filter).char_limit(200).hint_text("a command or a key");
        ui.add(field.char_limit(100).desired_width(f32::INFINITY)).labelled_by(label.id);
        ui.end_row();
    });
    show_duplicates(viewer, ui);
    let room = (ui.available_height() - 128.0).max(120.0);
    let change = egui::ScrollArea::vertical().max_height(room).auto_shrink([false, false]).show(ui, |ui| {
        for fault in &viewer.keys.faults.0 {
            super::faults::show_fault(ui, fault);
        }
        show_rows(viewer, ui)
    });
    if let Some(change) = change.inner {
        match change {
            Change::Capture(command) => viewer.panels.keys.capturing = Some(command),
            Change::StopCapture => viewer.panels.keys.capturing = None,
            Change::Remove(command, chord) => viewer.keys.remove(&command, chord),
            Change::Reset(command) => viewer.keys.reset(&command),
        }
        viewer.keep_keys();
    }
    ui.separator();
    show_file(viewer, ui);
}

fn show_duplicates(viewer: &Viewer, ui: &mut egui::Ui) {
    let title = |name: &str| crate::find_command(name).map_or_else(|| name.to_owned(), |command| command.title.clone());
    for (chord, one, other) in viewer.keys.duplicates() {
        let words = format!("{chord} does both \"{}\" and \"{}\"", title(one), title(other));
        ui.label(RichText::new(words).color(ui.visuals().warn_fg_color));
    }
}

fn show_rows(viewer: &Viewer, ui: &mut egui::Ui) -> Option<Change> {
    let mut change = None;
    let filter = viewer.panels.keys.filter.to_lowercase();
    let mut any = false;
    for menu in Menu::ALL {
        let fits = |command: &&Command| {
            let on_keys = viewer.keys.words(&command.name);
            let words = format!("{} {} {:?} {on_keys}", command.title, command.name, viewer.keys.of(&command.name));
            command.menu == menu && words.to_lowercase().contains(&filter)
        };
        let found: Vec<&Command> = crate::commands().iter().filter(fits).collect();
        if found.is_empty() {
            continue;
        }
        any = true;
        ui.add_space(6.0);
        ui.label(RichText::new(menu.title()).strong());
        for command in found {
            show_row(viewer, ui, command, &mut change);
        }
    }
    if !any {
        ui.weak("No command or key is called that.");
    }
    change
}

fn show_row(viewer: &Viewer, ui: &mut egui::Ui, command: &Command, change: &mut Option<Change>) {
    let is_captured = viewer.panels.keys.capturing.as_deref() == Some(command.name.as_str());
    let named = |response: &egui::Response, name: String| {
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
    };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let title = ui.allocate_ui_with_layout(vec2(TITLE_WIDTH, 18.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(TITLE_WIDTH);
            ui.add(egui::Label::new(&command.title).truncate())
        });
        title.inner.on_hover_text(format!("{} ({})", command.help, command.name));
        for &chord in viewer.keys.of(&command.name) {
            let rival = viewer.keys.rivals(&command.name).into_iter().find(|(other, _)| *other == chord);
            let ink = if rival.is_some() { ui.visuals().warn_fg_color } else { ui.visuals().text_color() };
            let button = ui.small_button(RichText::new(format!("{} ×", chord.on_keys())).monospace().color(ink));
            named(&button, format!("Take {chord} from {}", command.title));
            let tip = match rival {
                Some((_, other)) => format!("Also the key of {other}: a click takes it from this command"),
                None => "A click takes this key away".to_owned(),
            };
            if button.on_hover_text(tip).clicked() {
                *change = Some(Change::Remove(command.name.clone(), chord));
            }
        }
        if is_captured {
            let stop = ui.small_button(RichText::new("Press a key ..").strong());
            if stop.on_hover_text("Esc leaves it as it is").clicked() {
                *change = Some(Change::StopCapture);
            }
        } else if viewer.keys.of(&command.name).len() < CHORDS_MAX {
            let add = ui.small_button("+");
            named(&add, format!("Add a key for {}", command.title));
            if add.on_hover_text("The key that is pressed next is for this command").clicked() {
                *change = Some(Change::Capture(command.name.clone()));
            }
        }
        if viewer.keys.own.contains_key(&command.name) {
            let reset = ui.small_button("Reset");
            named(&reset, format!("Reset the keys of {}", command.title));
            if reset.on_hover_text("Its usual keys again").clicked() {
                *change = Some(Change::Reset(command.name.clone()));
            }
        }
    });
}

/// Buttons to reset all keys, and for the file.
fn show_file(viewer: &mut Viewer, ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        let reset = egui::Button::new("Reset all keys");
        if ui
            .add_enabled(!viewer.keys.own.is_empty(), reset)
            .on_hover_text("The usual keys again, for every command")
            .clicked()
        {
            viewer.keys.own.keys().cloned().collect::<Vec<_>>().iter().for_each(|command| viewer.keys.reset(command));
            viewer.keep_keys();
        }
        ui.weak(match viewer.keys.own.len() {
            0 => "All keys are the usual ones.".to_owned(),
            many => format!("{} with keys of your own.", design::counted(many, "command")),
        });
    });
    ui.horizontal(|ui| {
        let label = ui.label("File");
        let field = egui::TextEdit::singleline(&mut viewer.panels.keys.path).char_limit(1000);
        if ui.add(field.desired_width(f32::INFINITY)).labelled_by(label.id).changed() {
            viewer.panels.keys.asks = false;
        }
    });
    ui.horizontal_wrapped(|ui| {
        let is_named = !viewer.panels.keys.path.trim().is_empty();
        if ui
            .add_enabled(is_named, egui::Button::new("Read keys"))
            .on_hover_text("Takes the keys from this file")
            .clicked()
        {
            read(viewer);
        }
        let write = if viewer.panels.keys.asks { "Replace that file" } else { "Write keys" };
        if ui.add_enabled(is_named, egui::Button::new(write)).on_hover_text("Writes the keys to this file").clicked() {
            write_keys(viewer);
        }
    });
    if !viewer.panels.keys.said.is_empty() {
        ui.label(&viewer.panels.keys.said);
    }
}

fn read(viewer: &mut Viewer) {
    let path = viewer.panels.keys.path.trim().to_owned();
    viewer.panels.keys.asks = false;
    let text = viewer.files.read(Path::new(&path)).and_then(|bytes| {
        String::from_utf8(bytes).map_err(|_| format!("{path} is not text in UTF-8: expected a file of keys"))
    });
    viewer.panels.keys.said = match text {
        Err(why) => why,
        Ok(text) => {
            let keys = Keys::read(&path, &text);
            let errors = keys.faults.0.iter().filter(|fault| fault.severity == Severity::Error).count();
            // A file that is broken throughout would only remove the user's keys.
            if errors > 0 && keys.own.is_empty() {
                viewer.keys.faults = keys.faults;
                format!("{path} cannot be read: the keys stay as they are.")
            } else {
                viewer.keys = keys;
                viewer.keep_keys();
                match errors {
                    0 => format!("The keys of {path} are taken."),
                    _ => format!("The keys of {path} are taken, but for {}.", design::counted(errors, "error")),
                }
            }
        }
    };
}

fn write_keys(viewer: &mut Viewer) {
    let path = viewer.panels.keys.path.trim().to_owned();
    if viewer.files.exists(Path::new(&path)) && !viewer.panels.keys.asks {
        viewer.panels.keys.asks = true;
        viewer.panels.keys.said = format!("{path} exists.");
        return;
    }
    viewer.panels.keys.asks = false;
    viewer.panels.keys.said = match viewer.files.write(Path::new(&path), viewer.keys.write().as_bytes()) {
        Ok(()) => format!("The keys are in {path}."),
        Err(why) => why,
    };
}
