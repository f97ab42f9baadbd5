//! The inspector: a cell, unit, side, feature or type; the tables of the design as matrices; and finding things by name.

mod find;
mod pages;
mod properties;
mod tables;

use std::sync::Arc;

use design::Scope;
use eframe::egui;
use grid::Cell;
use world::{FeatureId, Occupancy, ProvinceId, Scenario, SideId, UnitId};

use super::{Dock, Panel, Tells};
use crate::{Command, Menu, News, Sight, ViewerContext};

/// A thing that can be inspected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The cell under the pointer, or else this one.
    Cell(Cell),
    /// A unit.
    Unit(UnitId),
    /// A side.
    Side(SideId),
    /// A feature.
    Feature(FeatureId),
    /// A province.
    Province(ProvinceId),
    /// A type: its scope and its index.
    Type(Scope, usize),
}

/// The parts of the panel.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Page {
    /// A subject.
    #[default]
    Look,
    /// A table of the design.
    Tables,
    /// Finding by name.
    Find,
}

/// The state of the panel.
#[derive(Default)]
pub struct InspectorPanel {
    /// Which part is shown.
    pub page: Page,
    /// The subjects that were inspected, in order.
    trail: Vec<Subject>,
    /// How many of these are in the past: the present subject is the last of them.
    at: usize,
    /// The last known cursor.
    cursor: Option<Cell>,
    /// Whether properties with their default value are shown too.
    all_properties: bool,
    /// The search text for properties.
    property_query: String,
    occupancy: Option<(Arc<Scenario>, Occupancy)>,
    tables: tables::TableChoice,
    find: find::InspectorSearch,
}

/// The most steps back that are kept.
const TRAIL_MAX: usize = 100;

impl InspectorPanel {
    /// Inspects a subject.
    pub fn look_at(&mut self, subject: Subject) {
        self.page = Page::Look;
        if self.subject() == Some(subject) {
            return;
        }
        self.trail.truncate(self.at);
        // Moving from cell to cell counts as one step.
        if let (Some(Subject::Cell(_)), Subject::Cell(_)) = (self.subject(), subject) {
            self.trail.pop();
        }
        self.trail.push(subject);
        if self.trail.len() > TRAIL_MAX {
            self.trail.remove(0);
        }
        self.at = self.trail.len();
    }

    /// The present subject.
    #[must_use]
    pub fn subject(&self) -> Option<Subject> {
        self.trail.get(self.at.checked_sub(1)?).copied()
    }

    /// Whether the field of *Find* has yet to get the keyboard.
    #[must_use]
    pub const fn wants_keyboard(&self) -> bool {
        self.find.wants_focus
    }

    fn back(&mut self) {
        self.page = Page::Look;
        self.at = if self.at > 1 { self.at - 1 } else { self.at };
    }

    fn forward(&mut self) {
        self.page = Page::Look;
        self.at = (self.at + 1).min(self.trail.len());
    }

    /// Which units stand where.
    fn occupancy(&mut self, scenario: &Arc<Scenario>) -> &Occupancy {
        let is_known = self.occupancy.as_ref().is_some_and(|(known, _)| Arc::ptr_eq(known, scenario));
        if !is_known {
            self.occupancy = None;
        }
        let make = || (Arc::clone(scenario), Occupancy::new(&scenario.world.area, &scenario.units));
        &self.occupancy.get_or_insert_with(make).1
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    hear: |viewer, news| hear(&mut viewer.panels.inspector, &mut viewer.context, news),
    tells: Tells::Shown,
    ..Panel::new("inspector", "Inspector", "what is under the cursor, and what it means", Dock::Right, |viewer, ui| {
        show(&mut viewer.panels.inspector, &mut viewer.context, ui);
    })
};

fn commands() -> Vec<Command> {
    let own = |name, title, help, run: fn(&mut InspectorPanel)| {
        Command::new(Menu::Map, name, title, help, move |viewer| {
            viewer.context.services.show_panel("inspector");
            run(&mut viewer.panels.inspector);
        })
    };
    vec![
        own("find", "Find", "units, features, sides and types by their names", |state| {
            state.page = Page::Find;
            state.find.wants_focus = true;
        }),
        own("tables", "Tables", "the tables of the design, as matrices", |state| state.page = Page::Tables),
        own("inspector-back", "Back in the inspector", "what was looked at before", InspectorPanel::back),
        own("inspector-forward", "Forward in the inspector", "what was looked at next", InspectorPanel::forward),
    ]
}

/// Shows what somebody wants to know all about.
fn hear(state: &mut InspectorPanel, context: &mut ViewerContext, news: &News) {
    let News::SightWanted(what) = news else { return };
    context.services.show_panel(PANEL.name);
    state.cursor = context.view.cursor;
    state.look_at(match *what {
        Sight::Cell(cell) => Subject::Cell(cell),
        Sight::Unit(unit) => Subject::Unit(unit),
        Sight::Side(side) => Subject::Side(side),
        Sight::Feature(feature) => Subject::Feature(feature),
    });
}

fn show(state: &mut InspectorPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(scenario) = context.shown().cloned() else {
        ui.weak("Nothing is open yet. The start page opens presets and files.");
        return;
    };
    // A click on the map inspects that cell.
    if context.view.cursor != state.cursor {
        state.cursor = context.view.cursor;
        if let Some(cell) = context.view.cursor {
            let page = state.page;
            state.look_at(Subject::Cell(cell));
            state.page = page;
        }
    }
    show_head(state, ui);
    ui.add_space(2.0);
    match state.page {
        Page::Look => pages::show(state, &mut context.view, ui, &scenario),
        Page::Tables => tables::show(&mut state.tables, ui, &scenario.design),
        Page::Find => find::show(state, &mut context.view, ui, &scenario),
    }
}

fn show_head(state: &mut InspectorPanel, ui: &mut egui::Ui) {
    ui.horizontal_wrapped(|ui| {
        for (page, title, help) in [
            (Page::Look, "Look", "A cell, a unit, a side, a type"),
            (Page::Tables, "Tables", "The tables of the design"),
            (Page::Find, "Find", "Units, places and types by their names"),
        ] {
            if ui.selectable_label(state.page == page, title).on_hover_text(help).clicked() {
                state.page = page;
                state.find.wants_focus = page == Page::Find;
            }
        }
        if ui.add_enabled(state.at > 1, egui::Button::new("Page back").small()).clicked() {
            state.back();
        }
        let can = state.at < state.trail.len();
        if ui.add_enabled(can, egui::Button::new("Page forward").small()).clicked() {
            state.forward();
        }
    });
}
