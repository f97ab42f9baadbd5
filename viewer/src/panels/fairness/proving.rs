//! Making a roll fair by playing it: the command, its button, and how far it is.

use std::time::Duration;

use eframe::egui::{self, RichText};
use pipeline::{FairGoal, FairWish, Request};
use playtest::ruleset_of;
use world::Scenario;

use super::levelling::{self, Why};
use super::{FairnessPanel, PANEL};
use crate::document::Base;
use crate::typed::bounded;
use crate::{Command, Menu, ViewerContext, open};

/// The lines of what was found out that are shown while it goes on.
const NOTES: usize = 8;

/// A command that makes what is open fair, by a goal that the panel asks for.
fn command(name: &str, title: &str, help: &str, goal: fn(&FairnessPanel) -> FairGoal) -> Command {
    Command::new(Menu::Fairness, name, title, help, move |viewer| {
        let goal = goal(&viewer.panels.fairness);
        start(&mut viewer.panels.fairness, &mut viewer.context, goal);
    })
    .unless(move |viewer| {
        let state = &viewer.panels.fairness;
        disabled_reason(state, &viewer.context, goal(state))
    })
}

pub(super) fn proof_command() -> Command {
    let help = "rolls it again, plays it, changes it until all seats win their share, and proves that by fresh matches";
    command(PROVE, "Prove fair", help, proof)
}

pub(super) fn best_command() -> Command {
    let help = "rolls many starts, plays them, and takes the most even one, without a proof";
    command(BEST, "Find an even start", help, |_| FairGoal::Best)
}

pub(super) fn descent_command() -> Command {
    let help =
        "changes the monsters of a dungeon until so many heroes reach its last level, and proves that by fresh matches";
    command(DESCENT, "Level the descent", help, descent)
}

/// The names of the commands.
const PROVE: &str = "prove-fair";
const BEST: &str = "find-even-start";
const DESCENT: &str = "level-descent";

/// What part of heroes is to reach the last level if nobody says, in percent.
const REACH: u8 = 30;

/// The descent that the panel asks for.
fn descent(state: &FairnessPanel) -> FairGoal {
    let percent = state.reach;
    FairGoal::Reach { percent: if percent == 0 { REACH } else { percent } }
}

/// The proof that the panel asks for.
fn proof(state: &FairnessPanel) -> FairGoal {
    state.wish.goal
}

/// What is to be played until it is fair.
enum Wanted {
    /// A roll of a design, with the wish that it be fair.
    Roll(Base, Box<Request>),
    /// What is open as it is: no string gives it.
    Given(FairWish),
}

/// What is open, with the wish that it be fair.
///
/// # Errors
/// A sentence with the reason why that cannot be.
fn wanted(state: &FairnessPanel, context: &ViewerContext, goal: FairGoal) -> Result<Wanted, String> {
    let no = |why: &str| Err(why.to_owned());
    let Some(open) = &context.documents.open else { return no("Nothing is open.") };
    let sides = &open.scenario.sides;
    // What came from a file has no design beside it, and where a stage was rolled by itself no string gives the whole.
    let request = open.rolled_from();
    let is_descent = matches!(goal, FairGoal::Reach { .. });
    if is_descent && !has_descent(&open.scenario) {
        return no("Only a dungeon has a way down whose danger could be levelled.");
    }
    if is_descent && request.is_none() {
        return no("Only a roll has monsters that come and go, and no string gives this scenario: it stays as it is.");
    }
    if sides.len() < 2 && !is_descent {
        return no("There is only one seat: nobody else could win.");
    }
    if is_descent && sides.iter().any(|side| side.advantage != sides[0].advantage) {
        return no("Its heroes have different advantages, and how many come down takes none: make them equal first.");
    }
    let own = request.as_ref().and_then(|request| request.fair.clone());
    let panel = &state.wish;
    // Who plays, and how many matches, a string may say.
    let wish = match &own {
        // Another goal has another number of matches.
        Some(own) if std::mem::discriminant(&own.goal) != std::mem::discriminant(&goal) => {
            FairWish { goal, matches: None, ..own.clone() }
        }
        Some(own) => FairWish { goal, ..own.clone() },
        None => FairWish { goal, ..panel.clone() },
    };
    if own.as_ref() == Some(&wish) && open.scenario.played.is_some() {
        return no("It was rolled so: only another tolerance or another seed would give another answer.");
    }
    Ok(match request.zip(open.base.clone()) {
        Some((request, base)) => Wanted::Roll(base, Box::new(Request { fair: Some(wish), ..request })),
        None => Wanted::Given(wish),
    })
}

/// Whether the game of a scenario forecasts a way down.
fn has_descent(scenario: &Scenario) -> bool {
    ruleset_of(&scenario.design).is_ok_and(|entry| (entry.info)().forecasts)
}

/// Why what is open cannot be made fair, or not now.
fn disabled_reason(state: &FairnessPanel, context: &ViewerContext, goal: FairGoal) -> Option<String> {
    if levelling::asked(state, context).is_some() {
        return Some("It is being done.".to_owned());
    }
    wanted(state, context, goal).err()
}

fn start(state: &mut FairnessPanel, context: &mut ViewerContext, goal: FairGoal) {
    context.services.show_panel(PANEL.name);
    let wanted = match wanted(state, context, goal) {
        Ok(wanted) => wanted,
        Err(why) => return context.services.tell(why),
    };
    let Some(open) = context.documents.open.clone() else { return };
    levelling::start(state, context, Why::Command, goal, move |progress| {
        let made = match wanted {
            Wanted::Roll(base, request) => open::roll_fair(base, *request, progress),
            Wanted::Given(wish) => open::level_given(open, wish, progress),
        };
        made.map_err(|error| error.to_string())
    });
}

/// Shows the button with the tolerance, or how far it is.
pub(super) fn show(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    if let Some(one) = levelling::asked(state, context) {
        let ((words, done), notes) = (one.job.under_way(), one.job.progress.notes());
        show_progress(state, context, ui, words, done, &notes);
        return;
    }
    if context.documents.open.as_ref().is_some_and(|open| has_descent(&open.scenario)) {
        ui.horizontal(|ui| {
            context.command_button(ui, DESCENT);
            let label = ui.label("until");
            let FairGoal::Reach { mut percent } = descent(state) else { return };
            let drag =
                bounded(ui, "Share of heroes", &mut percent, 1..=99).speed(0.2).suffix(" % reach the last level");
            let help = "How many heroes of a hundred are to come to the last level alive";
            if ui.add(drag).labelled_by(label.id).on_hover_text(help).changed() {
                state.reach = percent;
            }
        });
    }
    levelling::show_switch(context, ui);
    context.command_button(ui, BEST);
    ui.horizontal(|ui| {
        context.command_button(ui, PROVE);
        let label = ui.label("within");
        let mut points = 100.0 * state.wish.delta();
        let drag = bounded(ui, "Points", &mut points, FairWish::POINTS).speed(0.1).max_decimals(1).suffix(" points");
        let help = "How many points a seat may be from its share of the wins: 5 points of 25 % are 20 to 30 %";
        let drag = ui.add(drag).labelled_by(label.id).on_hover_text(help);
        if drag.changed() {
            state.wish.goal = FairGoal::Proof { tenths: (points * 10.0).round() as u16 };
        }
    });
    if let Some(why) = disabled_reason(state, context, proof(state)) {
        ui.weak(why);
    } else if context.documents.open.as_ref().is_some_and(|open| open.scenario.played.is_none()) {
        let player = &state.wish.player;
        let is_given = context.documents.open.as_ref().is_some_and(|open| open.rolled_from().is_none());
        let given = if is_given { " World and units stay as they are: seats get handicaps." } else { "" };
        ui.weak(format!(
            "Both are played by {player}. An even start is found in seconds; a proof takes minutes. The window goes \
             on.{given}"
        ));
    }
}

fn show_progress(
    state: &mut FairnessPanel,
    context: &mut ViewerContext,
    ui: &mut egui::Ui,
    words: String,
    done: f32,
    notes: &[String],
) {
    ui.horizontal_wrapped(|ui| {
        ui.spinner();
        ui.label(words);
    });
    ui.horizontal(|ui| {
        let bar = egui::ProgressBar::new(done).desired_width(160.0).text(format!("{:.0} %", 100.0 * done));
        ui.add(bar).accessible_name("How far it is");
        if ui.button("Stop playing").on_hover_text("What is open stays as it is").clicked() {
            levelling::cancel_open(state, context);
            context.services.tell("Cancelled.");
        }
    });
    for note in &notes[notes.len().saturating_sub(NOTES)..] {
        ui.label(RichText::new(note).weak().size(12.0));
    }
    ui.ctx().request_repaint_after(Duration::from_millis(250));
}
