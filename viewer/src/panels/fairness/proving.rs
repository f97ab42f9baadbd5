//! Making a roll fair by playing it: the command, its button, and how far it is.

use std::time::Duration;

use eframe::egui::{self, RichText};
use pipeline::{FairGoal, FairWish, Request};

use super::levelling::{self, Why};
use super::{FairnessPanel, PANEL};
use crate::document::Base;
use crate::typed::bounded;
use crate::{Command, Menu, ViewerContext, open};

/// The lines of what was found out that are shown while it goes on.
const NOTES: usize = 8;

/// A command that makes what is open fair, by a goal that the panel asks for.
fn command(name: &str, title: &str, help: &str, goal: AskedGoal) -> Command {
    Command::new(Menu::Fairness, name, title, help, move |viewer| {
        let goal = goal(&viewer.panels.fairness, &viewer.context);
        start(&mut viewer.panels.fairness, &mut viewer.context, goal);
    })
    .unless(move |viewer| {
        let state = &viewer.panels.fairness;
        disabled_reason(state, &viewer.context, goal(state, &viewer.context))
    })
}

/// The goal that the panel asks for; `None` if the game has none.
type AskedGoal = fn(&FairnessPanel, &ViewerContext) -> Option<FairGoal>;

pub(super) fn proof_command() -> Command {
    let help = "rolls it again, plays it, changes it until all seats win their share, and proves that by fresh matches";
    command(PROVE, "Prove fair", help, proof)
}

pub(super) fn best_command() -> Command {
    let help = "rolls many starts, plays them, and takes the most even one, without a proof";
    command(BEST, "Find an even start", help, |_, _| Some(FairGoal::Best))
}

pub(super) fn goal_command() -> Command {
    let help =
        "changes it until a share of its matches does what a goal of its game says, and proves that by fresh matches";
    command(GOAL, "Level to a goal", help, game_goal)
}

/// The names of the commands.
const PROVE: &str = "prove-fair";
const BEST: &str = "find-even-start";
const GOAL: &str = "level-to-goal";

/// What share of matches is to do what the goal says if nobody says, in percent.
const SHARE: u8 = 30;

/// The name of the goal that the game of what is open has, and its words.
fn goal_words(context: &ViewerContext) -> Option<(&'static str, (&'static str, &'static str))> {
    let open = context.documents.open.as_ref()?;
    playtest::goals_of(&open.scenario.design).first().map(|goal| (goal.name, goal.words))
}

/// The goal of the game, with the share that the panel asks for.
fn game_goal(state: &FairnessPanel, context: &ViewerContext) -> Option<FairGoal> {
    let (name, _) = goal_words(context)?;
    Some(FairGoal::Game { name, percent: if state.share == 0 { SHARE } else { state.share } })
}

/// The proof that the panel asks for.
fn proof(state: &FairnessPanel, _: &ViewerContext) -> Option<FairGoal> {
    Some(state.wish.goal)
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
fn wanted(state: &FairnessPanel, context: &ViewerContext, goal: Option<FairGoal>) -> Result<Wanted, String> {
    let no = |why: &str| Err(why.to_owned());
    let Some(open) = &context.documents.open else { return no("Nothing is open.") };
    let Some(goal) = goal else { return no("Its game has no goal beside that seats win their share.") };
    let sides = &open.scenario.sides;
    // What came from a file has no design beside it, and where a stage was rolled by itself no string gives the whole.
    let request = open.rolled_from();
    let is_of_game = matches!(goal, FairGoal::Game { .. });
    if is_of_game && request.is_none() {
        return no("Only a roll is changed to a goal, and no string gives this scenario: it stays as it is.");
    }
    if sides.len() < 2 && !is_of_game {
        return no("There is only one seat: nobody else could win.");
    }
    if is_of_game && sides.iter().any(|side| side.advantage != sides[0].advantage) {
        return no(
            "Its sides have different advantages, and a share of all matches takes none: make them equal first.",
        );
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

/// Why what is open cannot be made fair, or not now.
fn disabled_reason(state: &FairnessPanel, context: &ViewerContext, goal: Option<FairGoal>) -> Option<String> {
    if levelling::asked(state, context).is_some() {
        return Some("It is being done.".to_owned());
    }
    wanted(state, context, goal).err()
}

fn start(state: &mut FairnessPanel, context: &mut ViewerContext, goal: Option<FairGoal>) {
    context.services.show_panel(PANEL.name);
    let wanted = match wanted(state, context, goal) {
        Ok(wanted) => wanted,
        Err(why) => return context.services.tell(why),
    };
    let Some((open, goal)) = context.documents.open.clone().zip(goal) else { return };
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
    if let Some((_, (who, does))) = goal_words(context) {
        ui.horizontal(|ui| {
            context.command_button(ui, GOAL);
            let label = ui.label("until");
            let mut percent = if state.share == 0 { SHARE } else { state.share };
            let drag = bounded(ui, "Share of the goal", &mut percent, 1..=99).speed(0.2).suffix(format!(" % {does}"));
            let help = format!("How many of a hundred {who} are to {does}");
            if ui.add(drag).labelled_by(label.id).on_hover_text(help).changed() {
                state.share = percent;
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
    if let Some(why) = disabled_reason(state, context, proof(state, context)) {
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
