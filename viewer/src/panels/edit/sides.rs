//! The chosen side: its name, colour, team, whether somebody plays it; sides that come and go.

use design::Player;
use eframe::egui::Ui;
use world::edit::{Edit, SideEdit};
use world::{Scenario, Side, SideId};

use super::side_name;
use crate::typed::{Typed, bounded};
use crate::{ViewerContext, map, swatch};

/// The fields, as typed.
#[derive(Default)]
pub(super) struct SideFields {
    name: Typed,
    color: Typed,
}

/// The most teams.
const TEAMS_MAX: u8 = design::SIDES_BOUND as u8;

pub(super) fn show(state: &mut SideFields, context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    ui.horizontal_wrapped(|ui| {
        for side in scenario.side_ids() {
            swatch::show(ui, map::color_of(scenario, side));
            ui.selectable_value(&mut context.tools.side, side, side_name(scenario, side));
        }
    });
    let id = context.tools.side;
    let Some(side) = id.index().and_then(|index| scenario.sides.get(index)) else {
        ui.weak("Choose a side to change it.");
        return show_coming(context, ui, scenario, None);
    };
    show_side(state, context, ui, (id, side));
    show_coming(context, ui, scenario, Some((id, side)));
}

fn show_side(state: &mut SideFields, context: &mut ViewerContext, ui: &mut Ui, (id, side): (SideId, &Side)) {
    ui.horizontal(|ui| {
        ui.label("Name");
        if let Some(name) = state.name.show(ui, "Name of the side", &side.name, 130.0, "") {
            let words = format!("{} is called {}", side.name, name.trim());
            set(context, id, &words, Side { name: name.trim().to_owned(), ..side.clone() });
        }
        ui.label("colour");
        if let Some(color) = state.color.show(ui, "Colour of the side", &side.color, 64.0, "rrggbb") {
            match read_color(&color) {
                Some(color) => set(context, id, &format!("{} is {color}", side.name), Side { color, ..side.clone() }),
                None => context.services.tell(format!("`{color}` is no colour: expected six digits, as in c8102e.")),
            }
        }
    });
    ui.horizontal(|ui| {
        let label = ui.label("Team");
        let mut team = side.team;
        ui.add(bounded(ui, "Team", &mut team, 0..=TEAMS_MAX)).labelled_by(label.id).on_hover_text("0: alone");
        if team != side.team {
            set(context, id, &format!("{} is in team {team}", side.name), Side { team, ..side.clone() });
        }
        let mut is_seat = side.player != Player::Empty;
        let tip = "A side without a seat is there, and nobody plays it";
        if ui.checkbox(&mut is_seat, "Has a seat").on_hover_text(tip).changed() {
            let (player, word) = if is_seat { (Player::Open, "a") } else { (Player::Empty, "no") };
            set(context, id, &format!("{} has {word} seat", side.name), Side { player, ..side.clone() });
        }
        context.command_button(ui, "tool-start");
    });
}

/// Buttons by which a side comes or goes.
fn show_coming(context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario, chosen: Option<(SideId, &Side)>) {
    ui.horizontal(|ui| {
        if ui.button("Add a side").clicked() {
            let number = scenario.sides.len() + 1;
            let side = Side { name: format!("Side {number}"), advantage: 1, ..Side::default() };
            let name = format!("{} comes", side.name);
            context.edit(&name, &Edit::Side(SideEdit::Add(Box::new(side))), false);
        }
        let Some((id, side)) = chosen else { return };
        if ui.button(format!("Remove {}", side.name)).clicked() {
            context.edit(&format!("{} goes", side.name), &Edit::Side(SideEdit::Remove(id)), false);
        }
    });
}

fn set(context: &mut ViewerContext, id: SideId, words: &str, side: Side) {
    context.edit(words, &Edit::Side(SideEdit::Set(id, Box::new(side))), false);
}

/// A colour of six digits, with or without `#`; `None` if it is none.
fn read_color(text: &str) -> Option<String> {
    let digits = text.trim().trim_start_matches('#').to_ascii_lowercase();
    let is_color = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_color.then_some(digits)
}
