//! Mending a seat of what is shown: small changes that bring it nearer to its due, with what is predicted before and after each. One that
//! is taken is an edit like others.

use std::sync::Arc;

use eframe::egui;
use prove::Mending;
use world::Scenario;

use super::{FairnessPanel, PANEL, Rows};
use crate::{Command, Job, Menu, ViewerContext};

/// The names of the commands.
const MEND: &str = "mend-seat";
const TAKE: &str = "mend-best";

/// What is proposed for a seat.
#[derive(Default)]
pub(super) struct Mendings {
    of: Option<Subject>,
    job: Option<Job<Result<Vec<Mending>, String>>>,
    found: Option<Result<Vec<Mending>, String>>,
}

/// A seat of a scenario.
struct Subject {
    scenario: Arc<Scenario>,
    name: String,
}

pub(super) fn commands(when_measured: fn(&mut FairnessPanel, &mut ViewerContext, super::Wanted)) -> [Command; 2] {
    let help = "looks for small changes after which the seat that is lit, or else the worst one, can expect its share";
    let mend = Command::new(Menu::Fairness, MEND, "Mend this seat", help, move |viewer| {
        when_measured(&mut viewer.panels.fairness, &mut viewer.context, start);
    });
    let help = "makes the first of the changes that were found to mend a seat";
    let take = Command::new(Menu::Fairness, TAKE, "Make the best change", help, |viewer| {
        take(&mut viewer.panels.fairness, &mut viewer.context, 0);
    })
    .unless(|viewer| {
        let is_there = viewer.panels.fairness.mendings.first(&viewer.context).is_some();
        (!is_there).then(|| "No change was found for what is shown: Mend this seat looks for some.".to_owned())
    });
    [mend, take]
}

impl Mendings {
    /// The first change that was found for what is open.
    fn first(&self, context: &ViewerContext) -> Option<&Mending> {
        let open = context.documents.open.as_ref()?;
        self.of.as_ref().filter(|of| Arc::ptr_eq(&of.scenario, &open.scenario))?;
        self.found.as_ref()?.as_ref().ok()?.first()
    }
}

/// Makes one of the changes that were found.
fn take(state: &mut FairnessPanel, context: &mut ViewerContext, index: usize) {
    let Some(Ok(found)) = &state.mendings.found else { return };
    let Some(Mending { words, edit, .. }) = found.get(index) else { return };
    context.edit(&format!("Mend: {words}"), edit, false);
}

/// Looks for changes for the seat whose number is lit; if there is none, for the worst seat.
fn start(state: &mut FairnessPanel, context: &mut ViewerContext) {
    context.services.show_panel(PANEL.name);
    let Some(rows) = &state.rows else { return };
    let lit = super::current(state).map(|bar| bar.party);
    let Some(party) = lit.or(rows.worst).and_then(|party| rows.parties.get(party)) else {
        return context.services.tell("Nothing is predicted here, so that nothing can be mended.");
    };
    let Some(&seat) = party.seats.first() else { return };
    let scenario = Arc::clone(&rows.scenario);
    let subject = Subject { scenario: Arc::clone(&scenario), name: rows.seat_name(seat) };
    let job = context.services.jobs.start("Looking for changes", move |_| prove::mend(&scenario, seat));
    state.mendings = Mendings { of: Some(subject), job: Some(job), found: None };
}

/// Shows the button, or what was found for the seat.
pub(super) fn show(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui, rows: &Rows) {
    let mendings = &mut state.mendings;
    // What was found is true of the scenario for which it was looked for.
    if mendings.of.as_ref().is_some_and(|of| !Arc::ptr_eq(&of.scenario, &rows.scenario)) {
        *mendings = Mendings::default();
    }
    if let Some(done) = mendings.job.as_ref().and_then(Job::poll) {
        mendings.job = None;
        let found = done.and_then(|found| found);
        if let (Ok(found), Some(of)) = (&found, &mendings.of) {
            let words = match found.len() {
                0 => format!("No single small change brings {} nearer to its share.", of.name),
                count => format!("{} found that would help {}.", design::counted(count, "change"), of.name),
            };
            context.services.tell(words);
        }
        mendings.found = Some(found);
    }
    context.command_button(ui, MEND);
    let Some(of) = &mendings.of else { return };
    match &mendings.found {
        None => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(format!("Looking for changes for {}", of.name));
            });
        }
        Some(Err(why)) => _ = ui.weak(design::sentence(why)),
        Some(Ok(found)) if found.is_empty() => {
            ui.weak(format!("No single small change brings {} nearer to its share.", of.name));
        }
        Some(Ok(found)) => {
            ui.label(format!("What would help {}, of its share of wins and of how fair all is:", of.name));
            if let Some(taken) = show_list(ui, found) {
                take(state, context, taken);
            }
        }
    }
}

/// Shows what was found; returns the one that is taken.
fn show_list(ui: &mut egui::Ui, found: &[Mending]) -> Option<usize> {
    let mut taken = None;
    for (index, one) in found.iter().enumerate() {
        ui.horizontal_wrapped(|ui| {
            let button = ui.small_button("Do it").on_hover_text("An edit, which can be taken back");
            button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, format!("Do it: {}", one.words)));
            if button.clicked() {
                taken = Some(index);
            }
            ui.label(design::sentence(&one.words));
            ui.weak(format!(
                "{} to {}, fairness {:.2} to {:.2}",
                percent(one.before),
                percent(one.after),
                one.score[0],
                one.score[1]
            ));
        });
    }
    taken
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}
