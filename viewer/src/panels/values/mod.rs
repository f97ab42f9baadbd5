//! Values: properties of types, global variables and tables of what is open, each with its bounds and its meaning. A change is an edit of
//! the scenario's design, so that undo, the journal and saving know it.

mod matrix;
mod new_unit;

use std::collections::BTreeMap;
use std::sync::Arc;

use design::parameters::rows;
use design::{Design, Diagnostics, Kind, Scope, capitalized, sentence};
use eframe::egui::{self, Align, Layout, RichText, Sense, Ui, UiBuilder, vec2};
use formats::{ValuePlace, set_value, typed_value};
use world::edit::Edit;

use super::{Dock, Panel, Tells};
use crate::parameter_words::bounds_text;
use crate::typed::Typed;
use crate::{Command, Menu, ViewerContext};

pub(super) const PANEL: Panel = Panel {
    commands,
    // What was being typed belongs to the design that was open; the choice of what is shown stays.
    forget: |viewer| {
        let state = &mut viewer.panels.values;
        (state.fields, state.form) = (Fields::default(), None);
    },
    tells: Tells::Nothing,
    ..Panel::new(
        "values",
        "Values",
        "changes what types, tables and variables of the design say",
        Dock::Left,
        |viewer, ui| show(&mut viewer.panels.values, &mut viewer.context, ui),
    )
};

fn commands() -> Vec<Command> {
    let help = "asks what makes it, what it enters and what it fights, and adds it to the design";
    vec![Command::new(Menu::Edit, "new-unit-type", "New unit type", help, |viewer| {
        viewer.context.services.show_panel(PANEL.name);
        let state = &mut viewer.panels.values;
        state.what = What::Types(Scope::Unit);
        let design = viewer.context.documents.open.as_ref().map(|open| &open.scenario.design);
        let of = state.chosen.get(&Scope::Unit).copied().unwrap_or_default();
        if let Some(like) = design.and_then(|design| design.units.names.get(of).or(design.units.names.first())) {
            state.form = Some(new_unit::Form::like(like));
        }
    })]
}

/// The state of the panel.
#[derive(Default)]
pub struct ValuesPanel {
    /// Which values are shown: those of a kind of type, global variables, or tables.
    what: What,
    /// The type of each kind that is shown.
    chosen: BTreeMap<Scope, usize>,
    /// The table that is shown.
    table: usize,
    table_query: String,
    query: String,
    set_only: bool,
    fields: Fields,
    /// The form for a new unit type, while it is open.
    form: Option<new_unit::Form>,
}

/// What is being typed, and what came of what was typed last.
#[derive(Default)]
struct Fields {
    typed: BTreeMap<ValuePlace, Typed>,
    /// Of which value, whether it was refused, and the words.
    told: Option<(ValuePlace, bool, String)>,
}

impl Fields {
    /// What was said of a value, and its colour.
    fn told_of(&self, ui: &Ui, place: ValuePlace) -> Option<RichText> {
        let (_, is_refused, words) = self.told.as_ref().filter(|(told, ..)| *told == place)?;
        let color = if *is_refused { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color };
        Some(RichText::new(words).color(color))
    }
}

/// Which values are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum What {
    Types(Scope),
    Globals,
    Tables,
}

impl Default for What {
    fn default() -> What {
        What::Types(Scope::Unit)
    }
}

impl What {
    const ALL: [What; 6] = [
        What::Types(Scope::Unit),
        What::Types(Scope::Terrain),
        What::Types(Scope::Material),
        What::Types(Scope::Advance),
        What::Globals,
        What::Tables,
    ];

    fn title(self) -> String {
        match self {
            What::Types(scope) => capitalized(&format!("{}s", scope.noun())),
            What::Globals => "Global variables".to_owned(),
            What::Tables => "Tables".to_owned(),
        }
    }
}

/// The height of a row: the name with its field, and a line that tells its meaning or what is wrong.
const ROW: f32 = 44.0;
/// The height of the list of tables.
const LIST: f32 = 110.0;
/// The width that fields have.
const FIELD: f32 = 108.0;
/// The width of the button back to the default.
const RESET: f32 = 22.0;

fn show(state: &mut ValuesPanel, context: &mut ViewerContext, ui: &mut Ui) {
    let Some(design) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario.design)) else {
        ui.weak("Nothing is open. The start page has presets and files.");
        return;
    };
    let before = state.what;
    choose(ui, "Values of", &state.what.title(), |ui| {
        for what in What::ALL {
            ui.selectable_value(&mut state.what, what, what.title());
        }
    });
    if state.what != before {
        state.fields = Fields::default();
    }
    if state.what == What::Types(Scope::Unit) && show_form(state, &design, context, ui) {
        return;
    }
    let wanted = match state.what {
        What::Tables => {
            show_tables(state, &design, ui);
            matrix::show(state.table, &state.query, &mut state.fields, &design, ui)
        }
        What::Types(scope) => match show_types(state, scope, &design, ui) {
            Some(of) => {
                let place = |number| ValuePlace::Property { scope, number, of };
                show_rows(state, (0..rows(scope).len()).map(place).collect(), &design, ui)
            }
            None => {
                ui.weak(format!("The design has no {}s.", scope.noun()));
                None
            }
        },
        What::Globals => {
            let places = (0..rows(Scope::Global).len()).map(ValuePlace::Global).collect();
            show_rows(state, places, &design, ui)
        }
    };
    if let Some((place, typed)) = wanted {
        change(&mut state.fields, context, &design, place, &typed);
    }
}

/// The form for a new unit type, or the button that opens it. Returns whether the design is another one now.
fn show_form(state: &mut ValuesPanel, design: &Design, context: &mut ViewerContext, ui: &mut Ui) -> bool {
    let Some(form) = &mut state.form else {
        context.command_button(ui, "new-unit-type");
        return false;
    };
    match new_unit::show(form, design, context, ui) {
        new_unit::Answer::Open => false,
        new_unit::Answer::Closed => {
            state.form = None;
            false
        }
        new_unit::Answer::Made(name) => {
            (state.form, state.fields) = (None, Fields::default());
            let changed = context.documents.open.as_ref().map(|open| &open.scenario.design);
            let of = changed.and_then(|design| design.units.find(&name)).unwrap_or_default();
            state.chosen.insert(Scope::Unit, of);
            true
        }
    }
}

/// A list to choose from, folded, with its name before it.
fn choose(ui: &mut Ui, name: &str, now: &str, list: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        let label = ui.label(name);
        let width = (ui.available_width() - 8.0).max(60.0);
        let found = egui::ComboBox::from_id_salt(name).selected_text(now).width(width).truncate().show_ui(ui, list);
        found.response.labelled_by(label.id);
    });
}

/// The choice of a type of a kind; `None` if there is none.
fn show_types(state: &mut ValuesPanel, scope: Scope, design: &Design, ui: &mut Ui) -> Option<usize> {
    let names = &design.types(scope).names;
    let chosen = state.chosen.entry(scope).or_default();
    *chosen = (*chosen).min(names.len().saturating_sub(1));
    let before = *chosen;
    choose(ui, "Type", names.get(*chosen)?, |ui| {
        for (index, name) in names.iter().enumerate() {
            ui.selectable_value(chosen, index, name);
        }
    });
    if *chosen != before {
        state.fields = Fields::default();
    }
    Some(*chosen)
}

/// The choice of a table.
fn show_tables(state: &mut ValuesPanel, design: &Design, ui: &mut Ui) {
    let all = rows(Scope::Table);
    let before = state.table;
    ui.horizontal(|ui| {
        let label = ui.label("Table");
        let field = egui::TextEdit::singleline(&mut state.table_query).char_limit(200).hint_text("Search");
        ui.add(field.desired_width(140.0)).labelled_by(label.id);
    });
    let wanted = state.table_query.to_lowercase();
    let is_found = |&number: &usize| {
        let row = &all[number];
        row.name.contains(&wanted) || row.meaning.to_lowercase().contains(&wanted)
    };
    let found: Vec<usize> = (0..all.len()).filter(is_found).collect();
    if found.is_empty() {
        ui.weak("No table is like that.");
    }
    let height = ui.text_style_height(&egui::TextStyle::Body) + 4.0;
    let list = egui::ScrollArea::vertical().id_salt("typed tables").max_height(LIST).auto_shrink([false, true]);
    list.show_rows(ui, height, found.len(), |ui, range| {
        for &number in &found[range] {
            let row = &all[number];
            let name = RichText::new(row.name);
            let name = if design.table(number).is_some() { name.strong() } else { name.weak() };
            let entry = egui::Button::selectable(number == state.table, name).truncate();
            if ui.add(entry).on_hover_text(row.meaning).clicked() {
                state.table = number;
            }
        }
    });
    if state.table != before {
        state.fields = Fields::default();
    }
    ui.horizontal(|ui| {
        let label = ui.label("Types");
        let field = egui::TextEdit::singleline(&mut state.query).char_limit(200).hint_text("Search");
        ui.add(field.desired_width(140.0)).labelled_by(label.id);
    });
}

/// Values in rows: those whose names or meanings contain what is searched. Returns the one that gets another value.
fn show_rows(
    state: &mut ValuesPanel,
    places: Vec<ValuePlace>,
    design: &Design,
    ui: &mut Ui,
) -> Option<(ValuePlace, String)> {
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Filter");
        let field = egui::TextEdit::singleline(&mut state.query).char_limit(200).hint_text("Search");
        ui.add(field.desired_width(120.0)).labelled_by(label.id);
        ui.checkbox(&mut state.set_only, "Set only").on_hover_text("Leaves out what has its default");
    });
    let query = state.query.to_lowercase();
    let is_shown = |place: &ValuePlace| {
        let row = place.parameter();
        let is_found = row.name.contains(&query) || row.meaning.to_lowercase().contains(&query);
        is_found && !(state.set_only && place.value(design) == row.default.value(row.kind))
    };
    let shown: Vec<ValuePlace> = places.into_iter().filter(is_shown).collect();
    if shown.is_empty() {
        ui.weak("No value is like that.");
    }
    let mut wanted = None;
    let gap = ui.spacing().item_spacing.y;
    let scroll = egui::ScrollArea::vertical().id_salt("values").auto_shrink(false);
    scroll.show_rows(ui, ROW - gap, shown.len(), |ui, range| {
        for &place in &shown[range] {
            if let Some(typed) = show_value(&mut state.fields, place, design, ui) {
                wanted = Some((place, typed));
            }
        }
    });
    wanted
}

/// A value with its name, its field, and below it its meaning, or what is wrong with what was typed.
fn show_value(fields: &mut Fields, place: ValuePlace, design: &Design, ui: &mut Ui) -> Option<String> {
    let row = place.parameter();
    let (value, default) = (place.value(design), row.default.value(row.kind));
    let now = typed_value(design, row, &value);
    let help = format!("{}\n{}", row.meaning, bounds_text(row));
    let mut wanted = None;
    let gap = ui.spacing().item_spacing.y;
    let (room, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW - gap), Sense::hover());
    let layout = Layout::top_down(Align::Min);
    let mut ui = ui.new_child(UiBuilder::new().max_rect(room).layout(layout).id_salt(place.words(design)));
    ui.shrink_clip_rect(room);
    ui.horizontal(|ui| {
        let width = (room.width() - FIELD - RESET - 16.0).max(40.0);
        let name = if value == default { RichText::new(row.name) } else { RichText::new(row.name).strong() };
        ui.allocate_ui_with_layout(vec2(width, 22.0), Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(width);
            ui.add(egui::Label::new(name).truncate()).on_hover_text(help.as_str());
        });
        wanted = field(fields, place, design, &now, FIELD, ui);
        if value != default {
            let reset = ui.small_button("×").on_hover_text(format!("Back to {}, the default", row.default_text()));
            if reset.accessible_name(format!("Reset {}", row.name)).clicked() {
                fields.typed.remove(&place);
                wanted = Some(typed_value(design, row, &default));
            }
        }
    });
    let told = fields.told_of(&ui, place);
    let words = told.unwrap_or_else(|| RichText::new(row.meaning).weak()).size(11.5);
    let label = ui.add(egui::Label::new(words).truncate());
    label.on_hover_text(fields.told.as_ref().filter(|told| told.0 == place).map_or(help.as_str(), |told| &told.2));
    wanted
}

/// The field of a value, by its kind. Returns another value when that is typed or chosen.
fn field(
    fields: &mut Fields,
    place: ValuePlace,
    design: &Design,
    now: &str,
    width: f32,
    ui: &mut Ui,
) -> Option<String> {
    let row = place.parameter();
    // The visible label beside it has the parameter's name alone.
    let name = match place {
        ValuePlace::Global(_) => format!("variable {}", row.name),
        ValuePlace::Property { .. } | ValuePlace::Entry { .. } => place.words(design),
    };
    let words: Vec<&str> = match row.kind {
        Kind::Flag => {
            let mut on = now == "true";
            let check = ui.checkbox(&mut on, "").accessible_name(name);
            return check.changed().then(|| on.to_string());
        }
        Kind::Choice(words) => words.to_vec(),
        Kind::Reference(scope) => {
            std::iter::once("none").chain(design.types(scope).names.iter().map(String::as_str)).collect()
        }
        Kind::Int(..) | Kind::Text | Kind::Dice | Kind::List | Kind::Values(_) | Kind::Form(_) => {
            return fields.typed.entry(place).or_default().show(ui, &name, now, width - 8.0, "");
        }
    };
    let mut chosen = None;
    let list = egui::ComboBox::from_id_salt(&name).selected_text(now).width(width).truncate();
    let shown = list.show_ui(ui, |ui| {
        for word in words {
            if ui.selectable_label(word == now, word).clicked() && word != now {
                chosen = Some(word.to_owned());
            }
        }
    });
    let _named = shown.response.accessible_name(name);
    chosen
}

/// Gives a value to the design of what is open, and notes what is wrong or odd about it.
fn change(fields: &mut Fields, context: &mut ViewerContext, design: &Design, place: ValuePlace, typed: &str) {
    let refused = |words: String| Some((place, true, words));
    fields.told = match set_value(design, place, typed, &pipeline::known()) {
        Err(found) => refused(fault_words(&found)),
        Ok((changed, found)) => {
            let now = typed_value(&changed, place.parameter(), &place.value(&changed));
            let name = format!("{} is {now}", place.words(design));
            match context.edit(&name, &Edit::Design(Arc::new(changed)), false) {
                false => refused(context.services.notice.clone()),
                true if found.0.is_empty() => None,
                true => Some((place, false, fault_words(&found))),
            }
        }
    };
}

/// What is wrong, in a sentence or two.
fn fault_words(found: &Diagnostics) -> String {
    let told = found.0.iter().map(|fault| match (&fault.expected, &fault.suggestion) {
        (Some(expected), _) => sentence(&format!("{}: expected {expected}", fault.message)),
        (None, Some(advice)) => format!("{} {}", sentence(&fault.message), sentence(advice)),
        (None, None) => sentence(&fault.message),
    });
    told.collect::<Vec<_>>().join(" ")
}
