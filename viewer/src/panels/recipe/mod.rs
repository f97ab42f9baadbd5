//! The recipe: every parameter of every method; a change rolls again.
//!
//! Every change here changes the [`Request`] of what is open and asks for a roll; the map follows when that is finished. `rolls.rs`
//! goes back and forth between rolls, `wishes.rs` has the settings of the whole (size, sides, variants), `steps.rs` the methods
//! with their parameters, `field.rs` the widgets that these share.

mod field;
mod rolls;
mod steps;
mod wishes;

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{self, RichText};
use pipeline::{Request, SharedString};

pub(crate) use field::Typed;
use rolls::Rolls;

use super::{Dock, Panel, fairness};
use crate::{Command, Menu, Open, Viewer};

/// The state of the panel.
#[derive(Default)]
pub struct RecipePanel {
    /// What was opened last, by name.
    pub opened: String,
    /// Why the last roll failed; empty if it did not.
    pub fault: String,
    /// Whether the seed is locked.
    pub locked: bool,
    /// The earlier rolls, for going back and forth.
    rolls: Rolls,
    /// The texts being typed, by the name of their field.
    typed: BTreeMap<String, Typed>,
}

impl RecipePanel {
    /// Notes a roll, for going back.
    pub fn note(&mut self, made: Option<&Open>) {
        self.fault.clear();
        if let Some(made) = made {
            self.rolls.note(made.clone());
        }
    }

    /// Notes that the present roll has become another one: one does not go back to what it was.
    pub(crate) fn revise(&mut self, made: &Open) {
        self.rolls.revise(made);
    }

    /// How many rolls there are to go back to, and to go forward to.
    #[must_use]
    pub fn ways(&self) -> (usize, usize) {
        self.rolls.ways()
    }
}

pub(super) const PANEL: Panel =
    Panel { commands, ..Panel::new("recipe", "Recipe", "what the scenario is made by", Dock::Left, show) };

fn commands() -> Vec<Command> {
    let roll = |name, title, help, run: fn(&mut Viewer)| Command::new(Menu::Roll, name, title, help, run);
    vec![
        roll("next-roll", "Next", "rolls a fresh seed, unless the seed is locked", next),
        roll("back", "Back", "the roll before", |viewer| step(viewer, false)),
        roll("forward", "Forward", "the roll after, if one went back", |viewer| step(viewer, true)),
        roll("copy-string", "Copy string", "the string that gives this scenario again, for the clipboard", copy),
        roll("lock-seed", "Lock seed", "the seed stays until it is unlocked", |viewer| {
            viewer.panels.recipe.locked = !viewer.panels.recipe.locked;
            viewer.tell(if viewer.panels.recipe.locked { "The seed is locked." } else { "The seed is free." });
        }),
        roll("favourite", "Favourite", "marks the scenario's string, or takes the mark away", toggle_favourite),
    ]
}

/// Asks for a roll with a fresh seed.
fn next(viewer: &mut Viewer) {
    let Some(open) = &viewer.open else { return };
    if open.loaded.is_none() {
        return viewer.tell("There is no design to roll: this scenario came from a file.");
    }
    if viewer.panels.recipe.locked {
        return viewer.tell("The seed is locked: unlock it to roll another.");
    }
    let request = Request { seed: viewer.fresh_seed(), ..open.request.clone() };
    viewer.ask(request);
}

fn step(viewer: &mut Viewer, forward: bool) {
    let Some(found) = viewer.panels.recipe.rolls.step(forward).cloned() else {
        return viewer.tell(if forward { "There is no later roll." } else { "There is no earlier roll." });
    };
    viewer.panels.recipe.fault.clear();
    let title = found.title();
    viewer.set_open(found);
    fairness::level(viewer);
    viewer.tell(title);
}

fn copy(viewer: &mut Viewer) {
    let Some(string) = string(viewer) else {
        return viewer.tell("No string gives this scenario.");
    };
    viewer.context.copy_text(string.clone());
    viewer.tell(format!("Copied {string}"));
}

fn toggle_favourite(viewer: &mut Viewer) {
    let Some(string) = string(viewer) else {
        return viewer.tell("No string gives this scenario: it cannot be marked.");
    };
    let favourites = &mut viewer.session.favourites;
    match favourites.iter().position(|known| *known == string) {
        Some(index) => {
            favourites.remove(index);
            viewer.tell("No longer a favourite.");
        }
        None => {
            favourites.push(string);
            viewer.tell("Marked as a favourite.");
        }
    }
}

/// The string of what is open, if it has one.
fn string(viewer: &Viewer) -> Option<String> {
    let string = viewer.open.as_ref()?.string();
    (!string.is_empty()).then(|| string.to_owned())
}

fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let Some(open) = &viewer.open else {
        ui.label("Nothing is open. The start page has presets and files.");
        return;
    };
    let can_roll = open.loaded.is_some();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar lies over the content.
        ui.set_max_width(ui.available_width() - 8.0);
        show_string(viewer, ui);
        show_fault(viewer, ui);
        if !can_roll {
            show_unrollable(viewer, ui);
            show_favourites(viewer, ui);
            return;
        }
        show_seed(viewer, ui);
        show_favourites(viewer, ui);
        ui.separator();
        // The shown scenario may be some edits behind the request; all widgets show the request.
        let Some(open) = &viewer.open else { return };
        let Some(loaded) = open.loaded.clone() else { return };
        let (before, scenario) = (open.request.clone(), Arc::clone(&open.scenario));
        let mut request = before.clone();
        wishes::show(ui, &loaded, &scenario, &mut request);
        ui.add_space(6.0);
        steps::show(viewer, ui, &scenario.design, &mut request);
        if request != before {
            viewer.ask(request);
        }
    });
}

/// The string in a field: a string that is typed or pasted there is opened.
fn show_string(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let shown = string(viewer).unwrap_or_default();
    let width = ui.available_width() - 2.0;
    let typed = viewer.panels.recipe.typed.entry("string".to_owned()).or_default();
    let hint = "PRESET:SEED, such as classic:42";
    if let Some(text) = typed.show(ui, "String", &shown, width, hint) {
        take_string(viewer, &text);
    }
    if let Some(open) = &viewer.open
        && shown.is_empty()
    {
        let why = match open.making.stages.is_empty() {
            true => "No string gives this scenario.",
            false => "No string gives this scenario: a stage of it was rolled by itself.",
        };
        ui.label(RichText::new(why).weak());
    }
    let is_favourite = viewer.session.favourites.contains(&shown);
    let has_string = !shown.is_empty();
    ui.horizontal_wrapped(|ui| {
        if ui.add_enabled(has_string, egui::Button::new("Copy")).on_hover_text(viewer.tip("copy-string")).clicked() {
            copy(viewer);
        }
        let star = egui::Button::selectable(is_favourite, "Favourite");
        if ui.add_enabled(has_string, star).on_hover_text(viewer.tip("favourite")).clicked() {
            toggle_favourite(viewer);
        }
        let (earlier, later) = viewer.panels.recipe.ways();
        if ui.add_enabled(earlier > 0, egui::Button::new("Back")).on_hover_text(viewer.tip("back")).clicked() {
            step(viewer, false);
        }
        if ui.add_enabled(later > 0, egui::Button::new("Forward")).on_hover_text(viewer.tip("forward")).clicked() {
            step(viewer, true);
        }
    });
}

/// Rolls a string, or opens what it names.
fn take_string(viewer: &mut Viewer, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    let shared = match text.parse::<SharedString>() {
        Ok(shared) => shared,
        // It may be the name of a preset or a file; those have no seed.
        Err(_) if !pipeline::is_seed_string(text, &*viewer.files) => return viewer.open_named(text),
        Err(error) => {
            viewer.panels.recipe.fault = error.to_string();
            return;
        }
    };
    let Some(loaded) =
        viewer.open.as_ref().and_then(|open| open.loaded.clone().filter(|_| open.preset == shared.preset))
    else {
        return viewer.open_named(text);
    };
    if shared.digest.is_some_and(|digest| digest != loaded.digest) {
        let name = &loaded.design.name;
        viewer.panels.recipe.fault = format!(
            "This string was made with another version of {name} or of Fairmarch, so its map would be another. Without \
             the part from @ to the colon it is rolled with this version."
        );
        return;
    }
    viewer.panels.recipe.fault.clear();
    viewer.ask(shared.request);
}

/// Shows why the last roll failed, and settings that were never rolled.
fn show_fault(viewer: &mut Viewer, ui: &mut egui::Ui) {
    if !viewer.panels.recipe.fault.is_empty() {
        ui.colored_label(ui.visuals().error_fg_color, &viewer.panels.recipe.fault);
    }
    let Some(open) = &viewer.open else { return };
    let Some(rolled) = viewer.panels.recipe.rolls.now().map(|rolled| rolled.request.clone()) else { return };
    if open.loaded.is_none() || open.request == rolled || viewer.is_busy() {
        return;
    }
    ui.label(RichText::new("The map is still that of the roll before.").weak());
    ui.horizontal(|ui| {
        if ui.button("Take back").on_hover_text("Sets everything as it was for the map").clicked() {
            viewer.panels.recipe.fault.clear();
            if let Some(open) = &mut viewer.open {
                open.request = rolled;
            }
        }
        if ui.button("Try again").on_hover_text("Rolls what is set now").clicked()
            && let Some(request) = viewer.open.as_ref().map(|open| open.request.clone())
        {
            viewer.ask(request);
        }
    });
    ui.separator();
}

fn show_seed(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let Some(open) = &viewer.open else { return };
    let (seed, locked) = (open.request.seed.to_string(), viewer.panels.recipe.locked);
    ui.horizontal(|ui| {
        ui.label("Seed");
        let typed = viewer.panels.recipe.typed.entry("seed".to_owned()).or_default();
        let text = ui.add_enabled_ui(!locked, |ui| typed.show(ui, "Seed", &seed, 92.0, "a number")).inner;
        if let Some(text) = text {
            match (text.trim().parse(), viewer.open.as_ref().map(|open| open.request.clone())) {
                (Ok(seed), Some(request)) => viewer.ask(Request { seed, ..request }),
                _ => {
                    viewer.panels.recipe.fault =
                        format!("`{text}` cannot be a seed: expected a whole number of 0 or more")
                }
            }
        }
        ui.checkbox(&mut viewer.panels.recipe.locked, "Lock").on_hover_text("The seed stays until it is unlocked");
        let help = if locked { "The seed is locked" } else { "Rolls a fresh seed" };
        let next_roll =
            ui.add_enabled(!locked, egui::Button::new("Next")).on_hover_text(help).on_disabled_hover_text(help);
        if next_roll.clicked() {
            next(viewer);
        }
    });
}

fn show_favourites(viewer: &mut Viewer, ui: &mut egui::Ui) {
    if viewer.session.favourites.is_empty() {
        return;
    }
    let count = viewer.session.favourites.len();
    let heading = egui::CollapsingHeader::new(format!("Favourites ({count})")).id_salt("favourites");
    let (mut chosen, mut gone) = (None, None);
    heading.show(ui, |ui| {
        for (index, string) in viewer.session.favourites.iter().enumerate() {
            ui.horizontal(|ui| {
                let remove = ui.small_button("×").on_hover_text("Removes it from the favourites");
                remove.widget_info(|| {
                    let name = format!("Remove favourite {string}");
                    egui::WidgetInfo::labeled(egui::Role::Button, true, name)
                });
                if remove.clicked() {
                    gone = Some(index);
                }
                let link = ui.add(egui::Button::new(string).frame(false).truncate());
                if link.on_hover_text(string).clicked() {
                    chosen = Some(string.clone());
                }
            });
        }
    });
    if let Some(index) = gone {
        viewer.session.favourites.remove(index);
    }
    if let Some(string) = chosen {
        viewer.open_named(&string);
    }
}

/// For a finished scenario from a file: says why nothing can be changed, and offers the nearest thing that can be rolled.
fn show_unrollable(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let Some(open) = &viewer.open else { return };
    ui.label("This scenario came finished from a file: there is no design beside it to roll anew.");
    let origins = &open.scenario.origins;
    let shared: Option<SharedString> = origins.string.parse().ok();
    let from_string =
        shared.filter(|shared| pipeline::embedded(&shared.preset).is_some()).map(|_| origins.string.clone());
    let name = &open.scenario.design.name;
    let from_name = || pipeline::embedded(name).map(|preset| format!("{}:{}", preset.name, origins.seed));
    let Some(string) = from_string.or_else(from_name) else {
        ui.label(RichText::new("Open the file of its design to roll others like it.").weak());
        return;
    };
    let roll = ui.button("Roll its design").on_hover_text(format!("Opens {string}; changes made by hand are left out"));
    if roll.clicked() {
        viewer.open_named(&string);
    }
}
