//! Matches that make a document fair, in the background: the plain one is there at once and is played beside the window, and what its
//! matches made of it comes later. What nobody asked for is dropped when another document is shown; all else is kept, wherever one is then.

use std::sync::Arc;
use std::time::Duration;

use eframe::egui;
use pipeline::{FairGoal, FairWish, Request};
use world::Scenario;

use super::FairnessPanel;
use crate::document::{Making, lost_words};
use crate::open;
use crate::{Command, Document, Job, Menu, Progress, ViewerContext};

/// A document that matches make fair.
pub(super) struct Levelling {
    /// The plain one, and its name.
    of: Arc<Scenario>,
    name: String,
    why: Why,
    goal: FairGoal,
    pub(super) job: Job<Result<Document, String>>,
    /// The result, while it waits to be shown.
    made: Option<Document>,
}

/// Why a document is made fair.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Why {
    /// All rolls are levelled. The result takes the place of the plain roll.
    Usual,
    /// It was rolled by a request that says so. The result takes the place of the plain roll.
    Request,
    /// A command, of what was open. The result is a document of its own.
    Command,
}

impl Levelling {
    /// Whether somebody waits for it.
    pub(super) fn is_asked(&self) -> bool {
        self.why != Why::Usual
    }
}

/// Why what was cancelled is not levelled.
const CANCELLED: &str = "that was cancelled";

/// The name of the switch.
const SWITCH: &str = "level-rolls";

pub(super) fn command() -> Command {
    let help =
        "plays each roll in the background, and evens out its seats by what the matches say; or leaves rolls plain";
    Command::new(Menu::Fairness, SWITCH, "Level rolls", help, |viewer| {
        let (state, context) = (&mut viewer.panels.fairness, &mut viewer.context);
        let on = !context.services.session.level_rolls;
        context.services.session.level_rolls = on;
        if !on {
            state.stop_levelling();
        } else {
            level(state, context);
        }
        context.services.tell(if on { "Rolls are levelled by matches." } else { "Rolls stay plain." });
    })
    .always()
    .on(|viewer| viewer.context.services.session.level_rolls)
}

/// Starts making what is open fair, if it is a plain roll, and its request or the switch says so.
pub(super) fn level(state: &mut FairnessPanel, context: &ViewerContext) {
    let Some(open) = &context.documents.open else { return };
    let (Some(base), Some(request)) = (open.base.clone(), open.rolled_from()) else { return };
    let asked = open.request.fair.clone().filter(|_| open.scenario.played.is_none());
    let (why, wish) = match asked {
        Some(wish) => (Why::Request, wish),
        None if open.scenario.played.is_some() || !context.services.session.level_rolls => return,
        None => (Why::Usual, FairWish { goal: FairGoal::Even, ..state.wish.clone() }),
    };
    let (goal, plain) = (wish.goal, Arc::clone(&open.scenario));
    if state.levelling.iter().any(|known| Arc::ptr_eq(&known.of, &plain) && (known.is_asked() || known.why == why)) {
        return;
    }
    let request = Request { fair: Some(wish), ..request };
    start(state, context, why, goal, move |progress| {
        // What a string asks for is tried in any case.
        if why == Why::Usual
            && let Some(why) = prove::why_plain(&base.loaded, &request, &plain)
        {
            return Err(why);
        }
        open::roll_fair(base, request, progress).map_err(|error| error.to_string())
    });
}

/// Starts work that makes a fair document of what is open.
pub(super) fn start(
    state: &mut FairnessPanel,
    context: &ViewerContext,
    why: Why,
    goal: FairGoal,
    work: impl FnOnce(&Progress) -> Result<Document, String> + Send + 'static,
) {
    let Some(open) = &context.documents.open else { return };
    let (of, name) = (Arc::clone(&open.scenario), open.name());
    let title = match goal {
        FairGoal::Even => "Levelling",
        FairGoal::Best => "Looking for an even start",
        FairGoal::Proof { .. } => "Proving fair",
        FairGoal::Game { .. } => "Levelling to a goal",
    };
    let job = context.services.jobs.play(title, move |progress| {
        // One that was cancelled while others played before it is not begun.
        let made = if progress.is_cancelled() { Err("it was cancelled".to_owned()) } else { work(progress) }?;
        if made.scenario.played.is_some() { Ok(made) } else { Err("no match was played".to_owned()) }
    });
    state.stop_levelling();
    state.unlevelled.clear();
    state.levelling.push(Levelling { of, name, why, goal, job, made: None });
}

/// What is asked for of the open document, and is on its way.
pub(super) fn asked<'a>(state: &'a FairnessPanel, context: &ViewerContext) -> Option<&'a Levelling> {
    let open = context.documents.open.as_ref()?;
    state.levelling.iter().find(|one| {
        Arc::ptr_eq(&one.of, &open.scenario) && one.made.is_none() && one.is_asked() && one.goal != FairGoal::Even
    })
}

impl FairnessPanel {
    /// The part that is done where matches are making the seats of a scenario even; `None` where they are not.
    pub(crate) fn levelled(&self, scenario: &Arc<Scenario>) -> Option<f32> {
        let one = self.levelling.iter().find(|one| Arc::ptr_eq(&one.of, scenario))?;
        Some(one.job.under_way().1)
    }
}

/// The first that somebody waits for.
pub(super) fn under_way(state: &FairnessPanel, context: &ViewerContext) -> Option<(String, f32)> {
    let one = state.levelling.iter().find(|one| one.is_asked() && one.made.is_none())?;
    let (words, done) = one.job.under_way();
    let is_open = context.documents.open.as_ref().is_some_and(|open| Arc::ptr_eq(&one.of, &open.scenario));
    Some((if is_open { words } else { format!("{}: {words}", one.name) }, done))
}

/// Takes results, and shows each as soon as that disturbs nobody.
pub(super) fn poll(state: &mut FairnessPanel, context: &mut ViewerContext) {
    let mut all = std::mem::take(&mut state.levelling).into_iter();
    while let Some(mut one) = all.next() {
        let is_open = context.documents.open.as_ref().is_some_and(|open| Arc::ptr_eq(&one.of, &open.scenario));
        if !is_open && !one.is_asked() {
            continue;
        }
        if one.made.is_none() {
            match one.job.poll() {
                None => {}
                Some(Ok(Ok(made))) => one.made = Some(made),
                Some(Ok(Err(why)) | Err(why)) => {
                    if one.is_asked() {
                        context.services.tell(format!("{}: {why}", one.name));
                    }
                    forgo(state, context, &one, &why);
                    continue;
                }
            }
        }
        if one.made.is_some() && !(is_open && is_in_use(context, one.why)) {
            land(context, one);
            // What is open may be another document now: the others come in the next frame.
            state.levelling.extend(all);
            return context.services.egui.request_repaint();
        }
        state.levelling.push(one);
    }
}

/// Whether the user is at work on the plain document: looks at a stage or a match of it, rolls a stage again, or has matches of it, which
/// would be lost with it.
fn is_in_use(context: &ViewerContext, why: Why) -> bool {
    let finished = context.documents.open.as_ref().map(|open| &open.scenario);
    let shows_it = context.shown().zip(finished).is_some_and(|(shown, finished)| Arc::ptr_eq(shown, finished));
    let uses = context.documents.uses;
    !shows_it || uses.is_rolled_again || (why != Why::Command && uses.has_matches)
}

/// Puts what matches made in the place of the plain document, or opens it behind it; among the others, if another one is open.
fn land(context: &mut ViewerContext, done: Levelling) {
    let Levelling { of, name, why, made: Some(made), .. } = done else { return };
    let words = made.scenario.played.as_ref().map_or("", |played| &played.words);
    let told = format!("{}: {words}", if made.string().is_empty() { &*name } else { made.string() });
    let Some(open) = &mut context.documents.open else { return };
    let is_open = Arc::ptr_eq(&of, &open.scenario);
    let plain = if is_open { Some(open) } else { context.documents.history.find(&of) };
    let made = match plain {
        // Times and seeds that were tried are those of the plain roll. What was asked for stays; the string says what was made of it.
        Some(plain) => {
            let Making { times, rejected, .. } = &*plain.making;
            let making = Making { times: times.clone(), rejected: rejected.clone(), ..Making::clone(&made.making) };
            let request = if why == Why::Command { made.request } else { plain.request.clone() };
            Document { request, making: Arc::new(making), found: plain.found.clone(), ..made }
        }
        None => made,
    };
    if is_open && why == Why::Command {
        return context.land(made, told);
    }
    if is_open {
        context.revise(made);
        return context.services.tell(told);
    }
    let gone = match context.documents.history.find(&of).filter(|_| why != Why::Command) {
        Some(plain) => {
            *plain = made;
            Vec::new()
        }
        None => context.documents.history.keep(&of, made),
    };
    let way = context.services.keys.with_words("Back leads to it", "back");
    context.services.tell(format!("{told}. {way}.{}", lost_words(&gone)));
}

/// Leaves a document plain: what it is asked to be is what it is.
fn forgo(state: &mut FairnessPanel, context: &mut ViewerContext, one: &Levelling, why: &str) {
    let open = context.documents.open.as_mut().filter(|open| Arc::ptr_eq(&one.of, &open.scenario));
    if open.is_some() {
        why.clone_into(&mut state.unlevelled);
    }
    if let Some(plain) = open.or_else(|| context.documents.history.find(&one.of)).filter(|_| one.why == Why::Request) {
        plain.request.fair = None;
    }
}

/// Stops all of it; returns whether there was any.
pub(super) fn cancel(state: &mut FairnessPanel, context: &mut ViewerContext) -> bool {
    let all = std::mem::take(&mut state.levelling);
    all.iter().for_each(|one| forgo(state, context, one, CANCELLED));
    !all.is_empty()
}

/// Stops what goes on for the open document.
pub(super) fn cancel_open(state: &mut FairnessPanel, context: &mut ViewerContext) {
    let Some(open) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    let all = std::mem::take(&mut state.levelling);
    let (stopped, others): (Vec<_>, _) = all.into_iter().partition(|one| Arc::ptr_eq(&one.of, &open));
    state.levelling = others;
    stopped.iter().for_each(|one| forgo(state, context, one, CANCELLED));
}

/// Shows how far the open document is levelled, or why there is nothing of it.
pub(super) fn show(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    let Some(open) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    let at = state.levelling.iter().position(|one| {
        Arc::ptr_eq(&one.of, &open) && (one.made.is_some() || !one.is_asked() || one.goal == FairGoal::Even)
    });
    let (mut stops, mut lands) = (false, false);
    ui.horizontal_wrapped(|ui| match at.map(|at| &state.levelling[at]) {
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
    let Some(at) = at.filter(|_| stops || lands) else { return };
    let one = state.levelling.remove(at);
    if lands {
        return land(context, one);
    }
    forgo(state, context, &one, CANCELLED);
    context.services.tell("Cancelled: the plain roll stays.");
}

/// The switch.
pub(super) fn show_switch(context: &mut ViewerContext, ui: &mut egui::Ui) {
    let mut on = context.services.session.level_rolls;
    if ui.checkbox(&mut on, "Level rolls").on_hover_text(context.services.tip(SWITCH)).changed() {
        context.run(SWITCH);
    }
}
