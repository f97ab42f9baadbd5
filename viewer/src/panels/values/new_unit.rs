//! A form for a new unit type. It asks what is forgotten most: what makes the type, what it enters, what it fights.

use std::sync::Arc;

use design::abilities::{can_attack, can_make};
use design::{Design, TerrainType, UnitType};
use eframe::egui::{self, RichText, Ui};
use pipeline::NewUnit;
use world::edit::Edit;
use world::travel::can_enter;

use super::{choose, fault_words};
use crate::ViewerContext;

/// The form, while it is open.
#[derive(Default)]
pub(super) struct Form {
    new: NewUnit,
    refused: String,
}

impl Form {
    /// A form for a type like another one.
    pub(super) fn like(name: &str) -> Form {
        let mut form = Form::default();
        form.new.like = name.to_owned();
        form.take_like();
        form
    }

    /// All is as of the type that it is like, until something else is chosen.
    fn take_like(&mut self) {
        let like = &self.new.like;
        (self.new.made_as, self.new.enters_as, self.new.fights_as) = (like.clone(), like.clone(), like.clone());
    }
}

/// What became of the form.
pub(super) enum Answer {
    Open,
    Closed,
    /// There is a new type of this name.
    Made(String),
}

/// Shows the form.
pub(super) fn show(form: &mut Form, design: &Design, context: &mut ViewerContext, ui: &mut Ui) -> Answer {
    ui.strong("New unit type");
    ui.horizontal(|ui| {
        let label = ui.label("Name");
        let width = (ui.available_width() - 8.0).max(60.0);
        let field = egui::TextEdit::singleline(&mut form.new.name).char_limit(60).hint_text("such as heavy-horse");
        ui.add(field.desired_width(width)).labelled_by(label.id);
    });
    let before = form.new.like.clone();
    choose_type(ui, design, "Like", &mut form.new.like);
    if form.new.like != before {
        form.take_like();
    }
    choose_type(ui, design, "Made as", &mut form.new.made_as);
    told(ui, "Made by", &made_by(design, &form.new.made_as));
    choose_type(ui, design, "Enters as", &mut form.new.enters_as);
    told(ui, "Enters", &entered(design, &form.new.enters_as));
    choose_type(ui, design, "Fights as", &mut form.new.fights_as);
    told(ui, "Attacks", &attacked(design, &form.new.fights_as));
    if !form.refused.is_empty() {
        let color = ui.visuals().error_fg_color;
        ui.add(egui::Label::new(RichText::new(&form.refused).color(color)).wrap());
    }
    let mut answer = Answer::Open;
    ui.horizontal(|ui| {
        let is_named = !form.new.name.trim().is_empty();
        let add = ui.add_enabled(is_named, egui::Button::new("Add the type"));
        if add.on_disabled_hover_text("It has no name yet").clicked() {
            answer = make(form, design, context);
        }
        if ui.button("Close").clicked() {
            answer = Answer::Closed;
        }
    });
    ui.separator();
    answer
}

/// Adds the type by one edit of the design.
fn make(form: &mut Form, design: &Design, context: &mut ViewerContext) -> Answer {
    let new = NewUnit { name: form.new.name.trim().to_owned(), ..form.new.clone() };
    let made = match pipeline::with_unit(design, &new) {
        Ok(made) => made,
        Err(found) => {
            form.refused = fault_words(&found);
            return Answer::Open;
        }
    };
    let name = format!("New unit type {}", new.name);
    if context.edit(&name, &Edit::Design(Arc::clone(&made.design)), false) {
        return Answer::Made(new.name);
    }
    form.refused.clone_from(&context.services.notice);
    Answer::Open
}

fn choose_type(ui: &mut Ui, design: &Design, what: &str, chosen: &mut String) {
    let now = chosen.clone();
    choose(ui, what, &now, |ui| {
        for name in &design.units.names {
            ui.selectable_value(chosen, name.clone(), name);
        }
    });
}

/// What a choice means, in a faint line.
fn told(ui: &mut Ui, what: &str, names: &[&str]) {
    let words = if names.is_empty() { format!("{what}: nothing") } else { format!("{what}: {}", names.join(", ")) };
    ui.add(egui::Label::new(RichText::new(words).size(11.5).weak()).wrap());
}

fn made_by<'a>(design: &'a Design, name: &str) -> Vec<&'a str> {
    let Some(unit) = design.find::<UnitType>(name) else { return Vec::new() };
    design.unit_types().filter(|&maker| can_make(design, maker, unit)).map(|maker| design.name_of(maker)).collect()
}

fn entered<'a>(design: &'a Design, name: &str) -> Vec<&'a str> {
    let Some(unit) = design.find::<UnitType>(name) else { return Vec::new() };
    let can = |&ground: &TerrainType| can_enter(design, unit, ground);
    design.cell_terrain().filter(can).map(|ground| design.name_of(ground)).collect()
}

fn attacked<'a>(design: &'a Design, name: &str) -> Vec<&'a str> {
    let Some(unit) = design.find::<UnitType>(name) else { return Vec::new() };
    let fought = design.unit_types().filter(|&other| can_attack(design, unit, other));
    fought.map(|other| design.name_of(other)).collect()
}
