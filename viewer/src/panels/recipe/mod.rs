//! The recipe: every parameter of every method; a change rolls again.
//!
//! Every change here is a wish, a [`Request`] for which a roll is asked; the map follows when that is finished. `wishes.rs` has the settings of the whole (size, sides, variants), `steps.rs` the methods
//! with their parameters, `field.rs` the widgets that these share.

mod field;
mod steps;
mod wishes;

use std::collections::BTreeMap;
use std::sync::Arc;

use eframe::egui::{self, RichText};
use pipeline::{Request, SharedString};

use super::{Dock, Panel, Tells};
use crate::open::own_string;
use crate::typed::Typed;
use crate::{Command, Document, Documents, Menu, Services, Viewer, ViewerContext};

/// The state of the panel.
#[derive(Default)]
pub struct RecipePanel {
    /// Whether the seed is locked.
    pub locked: bool,
    /// The texts being typed, by the name of their field.
    typed: BTreeMap<String, Typed>,
}

pub(super) const PANEL: Panel = Panel {
    commands,
    tells: Tells::Nothing,
    ..Panel::new("recipe", "Recipe", "what the scenario is made by", Dock::Left, |viewer, ui| {
        show(&mut viewer.panels.recipe, &mut viewer.context, ui);
    })
};

fn commands() -> Vec<Command> {
    let roll = |name, title, help, run: fn(&mut Viewer)| Command::new(Menu::Roll, name, title, help, run);
    vec![
        roll("next-roll", "Next", "rolls a fresh seed, unless the seed is locked", |viewer| {
            next(&viewer.panels.recipe, &mut viewer.context);
        }),
        roll(
            "back",
            "Back",
            "takes the last edit back, or in a match the last move; where there is none, what was open before: another roll, another file",
            |viewer| step(viewer, false),
        ),
        roll("forward", "Forward", "makes an edit again, or opens what was open after, if one went back", |viewer| {
            step(viewer, true);
        }),
        roll("copy-string", "Copy string", "the string that gives this scenario again, for the clipboard", |viewer| {
            let ViewerContext { services, documents, .. } = &mut viewer.context;
            copy(services, documents);
        }),
        roll("lock-seed", "Lock seed", "the seed stays until it is unlocked", |viewer| {
            let locked = &mut viewer.panels.recipe.locked;
            *locked = !*locked;
            viewer.context.services.tell(if *locked { "The seed is locked." } else { "The seed is free." });
        }),
        roll("favourite", "Favourite", "marks the scenario's string, or takes the mark away", |viewer| {
            let ViewerContext { services, documents, .. } = &mut viewer.context;
            toggle_favourite(services, documents);
        }),
    ]
}

/// Asks for a roll with a fresh seed.
fn next(state: &RecipePanel, context: &mut ViewerContext) {
    let Some(wished) = context.wished().cloned() else {
        return context.services.tell("There is no design to roll: this scenario came from a file.");
    };
    if state.locked {
        return context.services.tell("The seed is locked: unlock it to roll another.");
    }
    let request = Request { seed: context.services.fresh_seed(), ..wished };
    context.ask(request);
}

/// Goes back or forth between edits, and behind them between documents. What is wished and not rolled yet is taken back first.
fn step(viewer: &mut Viewer, forward: bool) {
    if viewer.context.view.marks.is_some() {
        return match forward {
            true => viewer.context.services.tell("A move that was taken back is made again by hand."),
            false => viewer.context.run("play-undo"),
        };
    }
    if !forward && viewer.context.take_back() {
        return viewer.context.services.tell("What was set is taken back: the recipe is that of the map again.");
    }
    if viewer.context.step_edits(forward) {
        return;
    }
    if !viewer.step_history(forward) {
        return viewer.context.services.tell(if forward {
            "There is no later roll."
        } else {
            "There is no earlier roll."
        });
    }
    let title = viewer.context.documents.open.as_ref().map(Document::title).unwrap_or_default();
    viewer.context.services.tell(title);
}

fn copy(services: &mut Services, documents: &Documents) {
    let Some(address) = address(documents) else {
        return services.tell("No string gives this scenario.");
    };
    services.egui.copy_text(address.clone());
    services.tell(format!("Copied {address}"));
}

fn toggle_favourite(services: &mut Services, documents: &Documents) {
    let Some(address) = address(documents) else {
        return services.tell("No string gives this scenario: it cannot be marked until it is saved.");
    };
    let favourites = &mut services.session.favourites;
    match favourites.iter().position(|known| *known == address) {
        Some(index) => {
            favourites.remove(index);
            services.tell("No longer a favourite.");
        }
        None => {
            favourites.push(address);
            services.tell("Marked as a favourite.");
        }
    }
}

/// What opens the open scenario again, if anything does.
fn address(documents: &Documents) -> Option<String> {
    documents.open.as_ref().map(Document::address).filter(|address| !address.is_empty())
}

fn show(state: &mut RecipePanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(open) = &context.documents.open else {
        ui.label("Nothing is open. The start page has presets and files.");
        return;
    };
    let can_roll = open.can_roll();
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar lies over the content.
        ui.set_max_width(ui.available_width() - 8.0);
        show_string(state, context, ui);
        show_fault(context, ui);
        if !can_roll {
            show_unrollable(context, ui);
            show_favourites(context, ui);
            return;
        }
        show_seed(state, context, ui);
        show_favourites(context, ui);
        ui.separator();
        // The shown scenario may be some edits behind: all widgets show what is wished.
        let Some(before) = context.wished().cloned() else { return };
        let Some(open) = &context.documents.open else { return };
        let (Some(base), scenario) = (open.base.clone(), Arc::clone(&open.scenario)) else { return };
        let mut request = before.clone();
        wishes::show(ui, &base.loaded, &scenario, &mut request);
        ui.add_space(6.0);
        steps::show(state, ui, &scenario.design, &mut request);
        if request != before {
            context.ask(request);
        }
    });
}

/// The string in a field: a string that is typed or pasted there is opened.
fn show_string(state: &mut RecipePanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let shown = context.documents.open.as_ref().map(|open| open.string().to_owned()).unwrap_or_default();
    let width = ui.available_width() - 2.0;
    let typed = state.typed.entry("string".to_owned()).or_default();
    let hint = "PRESET:SEED, such as classic:42";
    if let Some(text) = typed.show(ui, "String", &shown, width, hint) {
        take_string(context, &text);
    }
    if let Some(open) = &context.documents.open
        && shown.is_empty()
    {
        let why = match open.making.stages.is_empty() {
            true => "No string gives this scenario.",
            false => "No string gives this scenario: a stage of it was rolled by itself.",
        };
        ui.label(RichText::new(why).weak());
    }
    let address = address(&context.documents).unwrap_or_default();
    let is_favourite = context.services.session.favourites.contains(&address);
    let has_string = !address.is_empty();
    ui.horizontal_wrapped(|ui| {
        if ui
            .add_enabled(has_string, egui::Button::new("Copy"))
            .on_hover_text(context.services.tip("copy-string"))
            .clicked()
        {
            context.run("copy-string");
        }
        let star = egui::Button::selectable(is_favourite, "Favourite");
        if ui.add_enabled(has_string, star).on_hover_text(context.services.tip("favourite")).clicked() {
            context.run("favourite");
        }
        let (earlier, later) = context.documents.history.ways();
        if ui.add_enabled(earlier > 0, egui::Button::new("Back")).on_hover_text(context.services.tip("back")).clicked()
        {
            context.run("back");
        }
        if ui
            .add_enabled(later > 0, egui::Button::new("Forward"))
            .on_hover_text(context.services.tip("forward"))
            .clicked()
        {
            context.run("forward");
        }
    });
}

/// Rolls a string, or opens what it names.
fn take_string(context: &mut ViewerContext, text: &str) {
    let text = text.trim();
    if text.is_empty() {
        return;
    }
    if own_string(text, &*context.services.files).is_some() {
        return context.open_named(text);
    }
    let shared = match text.parse::<SharedString>() {
        Ok(shared) => shared,
        // It may be the name of a preset or a file; those have no seed.
        Err(_) if !pipeline::is_seed_string(text, &*context.services.files) => return context.open_named(text),
        Err(error) => {
            context.documents.requests.fault = error.to_string();
            return;
        }
    };
    let Some(base) =
        context.documents.open.as_ref().and_then(|open| open.base.as_ref()).filter(|base| base.preset == shared.preset)
    else {
        return context.open_named(text);
    };
    if shared.digest.is_some_and(|digest| digest != base.loaded.digest) {
        let name = &base.loaded.design.name;
        context.documents.requests.fault = format!(
            "This string was made with another version of {name} or of Fairmarch, so its map would be another. Without \
             the part from @ to the colon it is rolled with this version."
        );
        return;
    }
    context.ask(shared.request);
}

/// Shows why the last roll failed, and settings that were never rolled.
fn show_fault(context: &mut ViewerContext, ui: &mut egui::Ui) {
    if !context.documents.requests.fault.is_empty() {
        ui.colored_label(ui.visuals().error_fg_color, &context.documents.requests.fault);
    }
    if !context.documents.requests.is_refused() {
        return;
    }
    ui.label(RichText::new("The map shows the last roll that worked.").weak());
    ui.horizontal(|ui| {
        if ui.button("Take back").on_hover_text("Sets everything as it was for the map").clicked() {
            context.take_back();
        }
        if ui.button("Try again").on_hover_text("Rolls what is set now").clicked()
            && let Some(request) = context.wished().cloned()
        {
            context.ask(request);
        }
    });
    ui.separator();
}

fn show_seed(state: &mut RecipePanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(wished) = context.wished().cloned() else { return };
    let (seed, locked) = (wished.seed.to_string(), state.locked);
    ui.horizontal(|ui| {
        ui.label("Seed");
        let typed = state.typed.entry("seed".to_owned()).or_default();
        let text = ui.add_enabled_ui(!locked, |ui| typed.show(ui, "Seed", &seed, 92.0, "a number")).inner;
        if let Some(text) = text {
            match text.trim().parse() {
                Ok(seed) => context.ask(Request { seed, ..wished }),
                Err(_) => {
                    context.documents.requests.fault =
                        format!("`{text}` cannot be a seed: expected a whole number of 0 or more")
                }
            }
        }
        ui.checkbox(&mut state.locked, "Lock").on_hover_text("The seed stays until it is unlocked");
        let help = if locked { "The seed is locked" } else { "Rolls a fresh seed" };
        let next_roll =
            ui.add_enabled(!locked, egui::Button::new("Next")).on_hover_text(help).on_disabled_hover_text(help);
        if next_roll.clicked() {
            next(state, context);
        }
    });
}

fn show_favourites(context: &mut ViewerContext, ui: &mut egui::Ui) {
    if context.services.session.favourites.is_empty() {
        return;
    }
    let count = context.services.session.favourites.len();
    let heading = egui::CollapsingHeader::new(format!("Favourites ({count})")).id_salt("favourites");
    let (mut chosen, mut gone) = (None, None);
    heading.show(ui, |ui| {
        for (index, string) in context.services.session.favourites.iter().enumerate() {
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
        context.services.session.favourites.remove(index);
    }
    if let Some(string) = chosen {
        context.open_named(&string);
    }
}

/// For a finished scenario from a file: says why nothing can be changed, and offers the nearest thing that can be rolled.
fn show_unrollable(context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(open) = &context.documents.open else { return };
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
        context.open_named(&string);
    }
}
