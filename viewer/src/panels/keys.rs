//! The editor of keys: every command with its keys.

use std::path::Path;

use design::Severity;
use eframe::egui::{self, Align, Layout, RichText, vec2};

use super::{Dock, Panel, Tells};
use crate::keys::{CHORDS_MAX, Chord, Keys, SETS};
use crate::{Command, Menu, Services};

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
    tells: Tells::Nothing,
    ..Panel::new("keys", "Keys", "which key does what", Dock::Right, |viewer, ui| {
        show(&mut viewer.panels.keys, &mut viewer.context.services, ui);
    })
};

fn commands() -> Vec<Command> {
    let set = |name: &'static str, title: &str, help: &str| {
        Command::new(Menu::Help, &format!("keys-{name}"), title, help, move |viewer| {
            viewer.context.services.keys.choose_set(name);
            viewer.context.services.keep_keys();
        })
        .always()
    };
    let help = Command::new(Menu::Help, "keys-help", "Keys", "which key does what, and how to change that", |viewer| {
        viewer.context.services.show_panel("keys");
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

fn show(state: &mut KeysPanel, services: &mut Services, ui: &mut egui::Ui) {
    egui::Grid::new("keys-choices").num_columns(2).show(ui, |ui| {
        let label = ui.label("Moving");
        let shown = SETS.iter().find(|set| set.name == services.keys.set).map_or("", |set| set.title);
        let mut chosen = services.keys.set;
        let list = egui::ComboBox::from_id_salt("keys-set").selected_text(shown).show_ui(ui, |ui| {
            for set in &SETS {
                ui.selectable_value(&mut chosen, set.name, set.title);
            }
        });
        list.response.labelled_by(label.id);
        if chosen != services.keys.set {
            services.keys.choose_set(chosen);
            services.keep_keys();
        }
        ui.end_row();
        let label = ui.label("Find a key");
        let field = egui::TextEdit::singleline(&mut state.filter).char_limit(200).hint_text("a command or a key");
        ui.add(field.char_limit(100).desired_width(f32::INFINITY)).labelled_by(label.id);
        ui.end_row();
    });
    show_duplicates(services, ui);
    let room = (ui.available_height() - 128.0).max(120.0);
    let change = egui::ScrollArea::vertical().max_height(room).auto_shrink([false, false]).show(ui, |ui| {
        for fault in &services.keys.faults.0 {
            crate::fault::show(ui, fault);
        }
        show_rows(state, services, ui)
    });
    if let Some(change) = change.inner {
        match change {
            Change::Capture(command) => state.capturing = Some(command),
            Change::StopCapture => state.capturing = None,
            Change::Remove(command, chord) => services.keys.remove(&command, chord),
            Change::Reset(command) => services.keys.reset(&command),
        }
        services.keep_keys();
    }
    ui.separator();
    show_file(state, services, ui);
}

fn show_duplicates(services: &Services, ui: &mut egui::Ui) {
    let title = |name: &str| crate::find_command(name).map_or_else(|| name.to_owned(), |command| command.title.clone());
    for (chord, one, other) in services.keys.duplicates() {
        let words = format!("{chord} does both \"{}\" and \"{}\"", title(one), title(other));
        ui.label(RichText::new(words).color(ui.visuals().warn_fg_color));
    }
}

fn show_rows(state: &KeysPanel, services: &Services, ui: &mut egui::Ui) -> Option<Change> {
    let mut change = None;
    let filter = state.filter.to_lowercase();
    let mut any = false;
    for menu in Menu::ALL {
        let fits = |command: &&Command| {
            let on_keys = services.keys.words(&command.name);
            let words = format!("{} {} {:?} {on_keys}", command.title, command.name, services.keys.of(&command.name));
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
            show_row(state, services, ui, command, &mut change);
        }
    }
    if !any {
        ui.weak("No command or key is called that.");
    }
    change
}

fn show_row(state: &KeysPanel, services: &Services, ui: &mut egui::Ui, command: &Command, change: &mut Option<Change>) {
    let is_captured = state.capturing.as_deref() == Some(command.name.as_str());
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
        for &chord in services.keys.of(&command.name) {
            let rival = services.keys.rivals(&command.name).into_iter().find(|(other, _)| *other == chord);
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
        } else if services.keys.of(&command.name).len() < CHORDS_MAX {
            let add = ui.small_button("+");
            named(&add, format!("Add a key for {}", command.title));
            if add.on_hover_text("The key that is pressed next is for this command").clicked() {
                *change = Some(Change::Capture(command.name.clone()));
            }
        }
        if services.keys.own.contains_key(&command.name) {
            let reset = ui.small_button("Reset");
            named(&reset, format!("Reset the keys of {}", command.title));
            if reset.on_hover_text("Its usual keys again").clicked() {
                *change = Some(Change::Reset(command.name.clone()));
            }
        }
    });
}

/// Buttons to reset all keys, and for the file.
fn show_file(state: &mut KeysPanel, services: &mut Services, ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        let reset = egui::Button::new("Reset all keys");
        if ui
            .add_enabled(!services.keys.own.is_empty(), reset)
            .on_hover_text("The usual keys again, for every command")
            .clicked()
        {
            services
                .keys
                .own
                .keys()
                .cloned()
                .collect::<Vec<_>>()
                .iter()
                .for_each(|command| services.keys.reset(command));
            services.keep_keys();
        }
        ui.weak(match services.keys.own.len() {
            0 => "All keys are the usual ones.".to_owned(),
            many => format!("{} with keys of your own.", design::counted(many, "command")),
        });
    });
    ui.horizontal(|ui| {
        let label = ui.label("File");
        let field = egui::TextEdit::singleline(&mut state.path).char_limit(1000);
        if ui.add(field.desired_width(f32::INFINITY)).labelled_by(label.id).changed() {
            state.asks = false;
        }
    });
    ui.horizontal_wrapped(|ui| {
        let is_named = !state.path.trim().is_empty();
        if ui
            .add_enabled(is_named, egui::Button::new("Read keys"))
            .on_hover_text("Takes the keys from this file")
            .clicked()
        {
            read(state, services);
        }
        let write = if state.asks { "Replace that file" } else { "Write keys" };
        if ui.add_enabled(is_named, egui::Button::new(write)).on_hover_text("Writes the keys to this file").clicked() {
            write_keys(state, services);
        }
    });
    if !state.said.is_empty() {
        ui.label(&state.said);
    }
}

fn read(state: &mut KeysPanel, services: &mut Services) {
    let path = state.path.trim().to_owned();
    state.asks = false;
    let text = services.files.read(Path::new(&path)).and_then(|bytes| {
        String::from_utf8(bytes).map_err(|_| format!("{path} is not text in UTF-8: expected a file of keys"))
    });
    state.said = match text {
        Err(why) => why,
        Ok(text) => {
            let keys = Keys::read(&path, &text);
            let errors = keys.faults.0.iter().filter(|fault| fault.severity == Severity::Error).count();
            // A file that is broken throughout would only remove the user's keys.
            if errors > 0 && keys.own.is_empty() {
                services.keys.faults = keys.faults;
                format!("{path} cannot be read: the keys stay as they are.")
            } else {
                services.keys = keys;
                services.keep_keys();
                match errors {
                    0 => format!("The keys of {path} are taken."),
                    _ => format!("The keys of {path} are taken, but for {}.", design::counted(errors, "error")),
                }
            }
        }
    };
}

fn write_keys(state: &mut KeysPanel, services: &mut Services) {
    let path = state.path.trim().to_owned();
    if services.files.exists(Path::new(&path)) && !state.asks {
        state.asks = true;
        state.said = format!("{path} exists.");
        return;
    }
    state.asks = false;
    state.said = match services.files.write(Path::new(&path), services.keys.write().as_bytes()) {
        Ok(()) => format!("The keys are in {path}."),
        Err(why) => why,
    };
}
