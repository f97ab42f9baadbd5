//! What is selected is kept, and the rest made anew around it; or a step of the recipe is done again on what is selected. Either is one
//! edit.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use design::{Diagnostics, counted};
use eframe::egui::{self, Ui};
use pipeline::{Options, Reach, RollError};
use world::edit::{Edit, Keep, Whole};
use world::{Kept, Scenario};

use crate::titles::title_of;
use crate::{Command, Job, Menu, Progress, ViewerContext};

/// The work that goes on.
#[derive(Default)]
pub(super) struct Remaking {
    job: Option<Job<Result<Made, String>>>,
    /// The step that is done again, by its method; empty: the first of the recipe.
    step: String,
}

/// What was made, of what, and what that is called.
struct Made {
    of: Arc<Scenario>,
    name: String,
    scenario: Scenario,
}

impl Remaking {
    pub(super) const fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    pub(super) fn under_way(&self) -> Option<(String, f32)> {
        self.job.as_ref().map(Job::under_way)
    }

    pub(super) fn cancel(&mut self) -> bool {
        self.job.take().is_some()
    }
}

/// Keeps the selected cells, or keeps them no more.
fn keep_selected(context: &mut ViewerContext, is_kept: bool) {
    let Some(scenario) = context.shown().cloned() else { return };
    let cells = context.selected_or_chosen();
    if cells.is_empty() {
        return context.services.tell("Nothing is selected, and no cell is chosen.");
    }
    let count = counted(cells.len(), "cell");
    let kept = Kept::of_cells(&scenario.world.area, cells);
    if is_kept {
        context.edit(&format!("Keep {count}"), &Edit::Keep(Keep::more(&scenario, &kept)), false);
    } else {
        context.edit(&format!("Let go of {count}"), &Edit::Keep(Keep::less(&scenario, &kept)), false);
    }
}

/// Keeps what is selected, and makes all else anew.
fn remake_rest(state: &mut Remaking, context: &mut ViewerContext) {
    let Some(scenario) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    let selected = Kept::of_cells(&scenario.world.area, context.selected());
    let keep = Keep::more(&scenario, &selected);
    if keep.kept.is_empty() {
        return context.services.tell("Nothing is selected or kept: select what is to stay.");
    }
    let seed = context.services.fresh_seed();
    state.job = Some(context.services.jobs.start("Remaking the rest", move |progress| {
        let mut kept = Scenario::clone(&scenario);
        let edit = Edit::Keep(keep).fitted(&kept).map_err(|refusal| refusal.words)?;
        edit.apply(&mut kept).map_err(|refusal| refusal.words)?;
        let made = roll_around(&kept, seed, progress)?;
        Ok(Made { of: scenario, name: "Remake the rest".to_owned(), scenario: made })
    }));
}

/// A roll in which all that a scenario keeps is as it was.
fn roll_around(kept: &Scenario, seed: u64, progress: &Progress) -> Result<Scenario, String> {
    let (open, reference) = pipeline::open_again(kept).map_err(|error| error.to_string())?;
    let loaded = pipeline::load_start(open, "", Diagnostics::default());
    let options = Options { again: Some(reference), ..Options::new("file") };
    let request = pipeline::request_again(kept, seed);
    let steps = kept.design.recipe.len() + 1;
    let mut done = 0;
    let mut watch = |names: &[&'static str]| {
        done += 1;
        progress.tell(done as f32 / (steps + 1) as f32, &names.join(", "));
        if progress.is_cancelled() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    match pipeline::roll_watched(&loaded, &request, &options, &mut watch) {
        Ok(roll) => Ok(roll.scenario),
        Err(RollError::Stopped) => Err("Cancelled.".to_owned()),
        Err(error) => Err(error.to_string()),
    }
}

/// The step that is done again.
fn step_of<'a>(state: &'a Remaking, scenario: &'a Scenario) -> Option<&'a str> {
    let recipe = &scenario.design.recipe;
    let chosen = recipe.iter().find(|step| step.method == state.step);
    chosen.or_else(|| recipe.first()).map(|step| step.method.as_str())
}

/// Does a step of the recipe again on the selected cells.
fn redo_step(state: &mut Remaking, context: &mut ViewerContext) {
    let Some(scenario) = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario)) else { return };
    let Some(step) = step_of(state, &scenario).map(ToOwned::to_owned) else {
        return context.services.tell("The design has no recipe, so no step can be done again.");
    };
    let region = context.selected();
    if region.is_empty() {
        return context.services.tell("Nothing is selected: select where the step is to be done again.");
    }
    let (seed, title) = (context.services.fresh_seed(), title_of(&step));
    let own = context.documents.open.iter().flat_map(|open| &open.request.set);
    let own = own.filter_map(|(key, value)| {
        let (name, parameter) = key.split_once('.')?;
        (name == step).then(|| (parameter.to_owned(), value.clone()))
    });
    let set: BTreeMap<String, String> = own.collect();
    state.job = Some(context.services.jobs.start(format!("{title} on the selection"), move |_| {
        let name = format!("{title} again on {}", counted(region.len(), "cell"));
        let reach = Reach { level: None, region: Some(region) };
        let made = pipeline::rerun(&scenario, &step, &reach, seed, &set, &playtest::weights());
        let (made, _) = made.map_err(|error| error.to_string())?;
        Ok(Made { of: scenario, name, scenario: made })
    }));
}

/// Takes what was made, as an edit of what it was made of.
pub(super) fn poll(state: &mut Remaking, context: &mut ViewerContext) {
    let Some(done) = state.job.as_ref().and_then(Job::poll) else { return };
    state.job = None;
    let Made { of, name, scenario } = match done {
        Ok(Ok(made)) => made,
        Ok(Err(why)) | Err(why) => return context.services.tell(design::sentence(&why)),
    };
    if context.documents.open.as_ref().is_none_or(|open| !Arc::ptr_eq(&open.scenario, &of)) {
        return context.services.tell(format!("{name}: the map was changed meanwhile, so it was not taken."));
    }
    context.view.show_finished();
    let whole = Whole { words: name.clone(), to: Arc::new(scenario) };
    context.edit(&name, &Edit::Whole(whole), false);
}

/// The buttons.
pub(super) fn show(state: &mut Remaking, context: &mut ViewerContext, ui: &mut Ui, scenario: &Scenario) {
    super::selecting::buttons(context, ui, &["keep-selection", "let-go-selection", "remake-rest"]);
    let Some(now) = step_of(state, scenario).map(ToOwned::to_owned) else { return };
    ui.horizontal_wrapped(|ui| {
        let combo = egui::ComboBox::from_id_salt("step").selected_text(title_of(&now)).width(150.0).truncate();
        let combo = combo.show_ui(ui, |ui| {
            for step in &scenario.design.recipe {
                ui.selectable_value(&mut state.step, step.method.clone(), title_of(&step.method));
            }
        });
        let _named = combo.response.accessible_name("Step to do again");
        context.command_button(ui, "redo-step");
    });
}

pub(super) fn commands() -> Vec<Command> {
    let busy = |command: Command| {
        command.unless(|viewer| {
            let is_busy = viewer.panels.edit.remaking.is_busy();
            is_busy.then(|| "Something is being made anew already: Cancel stops it.".to_owned())
        })
    };
    vec![
        Command::new(
            Menu::Edit,
            "keep-selection",
            "Keep the selection",
            "no step, roll or method changes the selected cells, else the chosen one",
            |viewer| keep_selected(&mut viewer.context, true),
        ),
        Command::new(
            Menu::Edit,
            "let-go-selection",
            "Keep it no more",
            "steps, rolls and methods may change the selected cells again",
            |viewer| keep_selected(&mut viewer.context, false),
        ),
        busy(Command::new(
            Menu::Edit,
            "remake-rest",
            "Keep mine, remake the rest",
            "keeps the selected cells, and rolls all else anew around what is kept",
            |viewer| remake_rest(&mut viewer.panels.edit.remaking, &mut viewer.context),
        )),
        busy(Command::new(
            Menu::Edit,
            "redo-step",
            "Redo this step on the selection",
            "does a step of the recipe again on the selected cells alone",
            |viewer| redo_step(&mut viewer.panels.edit.remaking, &mut viewer.context),
        )),
    ]
}
