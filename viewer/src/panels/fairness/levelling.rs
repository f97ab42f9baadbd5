//! Levelling in the background: a roll is shown plain at once, is played beside the window, and comes again with the start that its
//! matches made even.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use pipeline::{FairGoal, FairWish, Request};
use world::Scenario;

use crate::open::{self, Making};
use crate::{Command, Job, Menu, Open, Viewer};

/// A plain roll that is being levelled.
pub(super) struct Levelling {
    of: Arc<Scenario>,
    job: Job<Result<Open, String>>,
    /// The result, while it waits to be shown.
    made: Option<Open>,
}

/// The name of the switch.
const SWITCH: &str = "level-rolls";

pub(super) fn command() -> Command {
    let help =
        "plays each roll in the background, and evens out its seats by what the matches say; or leaves rolls plain";
    Command::new(Menu::Fairness, SWITCH, "Level rolls", help, |viewer| {
        let on = !viewer.session.level_rolls;
        viewer.session.level_rolls = on;
        if !on {
            viewer.panels.fairness.stop_levelling();
        } else if !viewer.panels.fairness.is_levelling() {
            level(viewer);
        }
        viewer.tell(if on { "Rolls are levelled by matches." } else { "Rolls stay plain." });
    })
    .always()
    .on(|viewer| viewer.session.level_rolls)
}

/// Starts levelling what is open, if it is a plain roll and that is wished for.
pub(crate) fn level(viewer: &mut Viewer) {
    let Some(open) = &viewer.open else { return };
    let (Some(loaded), Some(request)) = (open.loaded.clone(), open.rolled_from()) else { return };
    let asked = open.request.fair.as_ref();
    let wish = match asked {
        _ if open.scenario.played.is_some() => return,
        Some(wish) if wish.goal == FairGoal::Even => wish.clone(),
        None if viewer.session.level_rolls => FairWish { goal: FairGoal::Even, ..viewer.panels.fairness.wish.clone() },
        _ => return,
    };
    let is_asked = asked.is_some();
    let (preset, plain, of) = (open.preset.clone(), Arc::clone(&open.scenario), Arc::clone(&open.scenario));
    let request = Request { fair: Some(wish), ..request };
    let job = viewer.jobs.play("Levelling", move |progress| {
        // What a string asks for is tried in any case.
        if !is_asked && let Some(why) = prove::why_plain(&loaded, &request, &plain) {
            return Err(why);
        }
        let made = open::roll_fair(loaded, preset, request, progress).map_err(|error| error.to_string())?;
        if made.scenario.played.is_some() { Ok(made) } else { Err("no match was played".to_owned()) }
    });
    viewer.panels.fairness.unlevelled.clear();
    viewer.panels.fairness.levelling = Some(Levelling { of, job, made: None });
}

/// Takes the result, and shows it as soon as that disturbs nobody.
pub(super) fn poll(viewer: &mut Viewer) {
    let (Some(levelling), Some(open)) = (&mut viewer.panels.fairness.levelling, &viewer.open) else { return };
    if !Arc::ptr_eq(&levelling.of, &open.scenario) {
        viewer.panels.fairness.levelling = None;
        return;
    }
    if levelling.made.is_none() {
        match levelling.job.poll() {
            None => return,
            Some(Ok(Ok(made))) => levelling.made = Some(made),
            Some(Ok(Err(why)) | Err(why)) => {
                viewer.panels.fairness.levelling = None;
                viewer.panels.fairness.unlevelled = why;
                return;
            }
        }
    }
    if !is_in_use(viewer) {
        land(viewer);
    }
}

/// Whether the user is at work on the plain roll: looks at a stage or a match of it, rolls a stage again, or has matches of it.
fn is_in_use(viewer: &Viewer) -> bool {
    let finished = viewer.open.as_ref().map(|open| &open.scenario);
    let shows_it = viewer.shown().zip(finished).is_some_and(|(shown, finished)| Arc::ptr_eq(shown, finished));
    !shows_it || viewer.panels.stages.is_busy() || viewer.panels.playtest.run.is_some()
}

/// Puts the levelled roll in the place of the plain one.
fn land(viewer: &mut Viewer) {
    let Some(Levelling { made: Some(made), .. }) = viewer.panels.fairness.levelling.take() else { return };
    let Some(before) = &viewer.open else { return };
    // Times and seeds that were tried are those of the plain roll. What was asked for stays; the string says what was made of it.
    let Making { times, rejected, .. } = &*before.making;
    let making = Making { times: times.clone(), rejected: rejected.clone(), ..Making::clone(&made.making) };
    let made = Open { request: before.request.clone(), making: Arc::new(making), ..made };
    let string = made.string().to_owned();
    let words = made.scenario.played.as_ref().map_or("", |played| &played.words);
    let told = format!("{string}: {words}");
    if made.preset != "file" {
        viewer.session.last = string;
    }
    viewer.revise(made);
    viewer.tell(told);
}

/// Leaves the roll plain; returns whether it was being levelled.
pub(super) fn cancel(viewer: &mut Viewer) -> bool {
    let state = &mut viewer.panels.fairness;
    let was_levelling = state.stop_levelling();
    if was_levelling {
        "that was cancelled".clone_into(&mut state.unlevelled);
    }
    was_levelling
}

/// Shows how far it is, or why there is nothing of it.
pub(super) fn show(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let state = &viewer.panels.fairness;
    let (mut stops, mut lands) = (false, false);
    ui.horizontal_wrapped(|ui| match &state.levelling {
        Some(Levelling { made: Some(_), .. }) => {
            ui.label("It is levelled, and waits until the plain roll is no longer in use.");
            lands = ui.button("Show it").on_hover_text("Matches of the plain roll are dropped").clicked();
        }
        Some(Levelling { job, .. }) => {
            ui.spinner();
            ui.label(job.under_way().0);
            stops = ui.button("Cancel levelling").on_hover_text("The plain roll stays").clicked();
            ui.ctx().request_repaint_after(Duration::from_millis(250));
        }
        None if !state.unlevelled.is_empty() => _ = ui.weak(format!("Not levelled: {}.", state.unlevelled)),
        None => {}
    });
    if stops && cancel(viewer) {
        viewer.tell("Cancelled: the plain roll stays.");
    }
    if lands {
        land(viewer);
    }
}

/// The switch.
pub(super) fn show_switch(viewer: &mut Viewer, ui: &mut egui::Ui) {
    let mut on = viewer.session.level_rolls;
    if ui.checkbox(&mut on, "Level rolls").on_hover_text(viewer.tip(SWITCH)).changed() {
        viewer.run(SWITCH);
    }
}
