//! Rolling one stage again with another seed: the rest of the scenario stays.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::Step;
use eframe::egui::{self, Ui};
use pipeline::Reach;
use synth::{History, Warning};
use world::{Fairness, Scenario};

use super::StagesPanel;
use super::stage_at_hand;
use crate::document::Making;
use crate::titles::title_on;
use crate::{Document, Job, Stage, ViewerContext};

/// What is rolled again: a method, on one level if it works there alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Work {
    method: String,
    level: Option<u32>,
}

impl Work {
    fn of_step(step: &Step) -> Work {
        Work { method: step.method.clone(), level: step.level }
    }

    fn of_stage(stage: &Stage) -> Work {
        // Stages of a single level are called by it.
        let levels = 0..stage.scenario.world.area.levels();
        let level = levels.into_iter().find(|&level| pipeline::level_name(level) == stage.label);
        Work { method: stage.method.clone(), level }
    }

    fn title(&self) -> String {
        title_on(&self.method, self.level)
    }
}

/// A scenario with a stage that was rolled again.
pub(super) struct Again {
    work: Work,
    seed: u64,
    scenario: Scenario,
    warnings: Vec<Warning>,
}

/// The work to do again: what was chosen, else the shown stage, else the first step of the recipe.
fn chosen(state: &StagesPanel, context: &ViewerContext) -> Option<Work> {
    let recipe = context.documents.open.as_ref().map(|open| &open.scenario.design.recipe);
    let from_recipe = || recipe?.first().map(Work::of_step);
    state.step.clone().or_else(|| stage_at_hand(context).map(Work::of_stage)).or_else(from_recipe)
}

/// Rolls the present stage again, with the typed seed, else with a fresh one.
pub(super) fn start(state: &mut StagesPanel, context: &mut ViewerContext) {
    let Some(open) = &context.documents.open else { return };
    let Some(work) = chosen(state, context) else { return };
    let typed = state.seed.trim();
    let seed = match typed.parse::<u64>() {
        Ok(seed) => seed,
        Err(_) if typed.is_empty() => context.services.fresh_seed(),
        Err(_) => {
            state.fault = format!("`{typed}` cannot be a seed: expected a whole number of 0 or more");
            return;
        }
    };
    let own = open.request.set.iter().filter_map(|(key, value)| {
        let (name, parameter) = key.split_once('.')?;
        (name == work.method).then(|| (parameter.to_owned(), value.clone()))
    });
    let set: BTreeMap<String, String> = own.collect();
    let scenario = Arc::clone(&open.scenario);
    state.fault.clear();
    let reach = Reach { level: work.level, ..Reach::default() };
    let job = context.services.jobs.start(format!("{} again", work.title()), move |_| {
        let (mut scenario, history) =
            pipeline::rerun(&scenario, &work.method, &reach, seed, &set, &playtest::weights())
                .map_err(|error| error.to_string())?;
        // What was played of another start says nothing of this one.
        let start = formats::start_digest(&scenario);
        scenario.played = scenario.played.filter(|played| played.start == start);
        let History { warnings, .. } = history;
        Ok(Again { work, seed, scenario, warnings })
    });
    state.job = Some(job);
}

/// Opens the result in the place of the present scenario.
pub(super) fn poll(state: &mut StagesPanel, context: &mut ViewerContext) {
    let Some(done) = state.job.as_ref().and_then(Job::poll) else { return };
    state.job = None;
    let Again { work, seed, scenario, warnings } = match done {
        Ok(Ok(again)) => again,
        Ok(Err(why)) | Err(why) => {
            context.services.tell(why.clone());
            state.fault = why;
            return;
        }
    };
    let Some(before) = context.documents.open.clone() else { return };
    let scenario = Arc::new(scenario);
    let stage = Stage {
        method: work.method.clone(),
        label: format!("again with seed {seed}"),
        scenario: Arc::clone(&scenario),
    };
    let Making { mut stages, warnings: known, times, rejected } = Arc::unwrap_or_clone(before.making);
    // If nothing was recorded, one stage alone would not show how the scenario was made.
    if !stages.is_empty() {
        stages.push(stage);
    }
    let known = known.into_iter().filter(|warning| warning.method != work.method);
    let making = Arc::new(Making { stages, warnings: known.chain(warnings).collect(), times, rejected });
    let (step, typed) = (state.step.take(), std::mem::take(&mut state.seed));
    let score = scenario.fairness.as_ref().and_then(Fairness::prediction);
    let score = score.map_or(String::new(), |score| format!(": fairness {score:.2}"));
    let told = format!("{} again with seed {seed}{score}", work.title());
    // Edits before it belong to the scenario of before.
    context.land(Document { scenario, making, file: String::new(), edited: None, ..before }, told);
    state.again = Some((step.or(Some(work)), typed));
}

/// The field and the button.
pub(super) fn show(state: &mut StagesPanel, context: &mut ViewerContext, ui: &mut Ui) {
    let Some(open) = &context.documents.open else { return };
    let design = Arc::clone(&open.scenario.design);
    let Some(now) = chosen(state, context) else { return };
    let at_hand = stage_at_hand(context).map(Work::of_stage);
    ui.horizontal_wrapped(|ui| {
        ui.label("Roll again");
        let combo = egui::ComboBox::from_id_salt("again").selected_text(now.title()).width(170.0).truncate();
        let combo = combo.show_ui(ui, |ui| {
            for (index, step) in design.recipe.iter().enumerate() {
                let work = Work::of_step(step);
                let is_first = design.recipe[..index].iter().all(|other| Work::of_step(other) != work);
                if is_first && ui.selectable_label(work == now, work.title()).clicked() {
                    state.step = Some(work).filter(|work| Some(work) != at_hand.as_ref());
                    state.fault.clear();
                }
            }
        });
        let _named = combo.response.accessible_name("Method to roll again");
        ui.label("seed");
        let seed = state.seed.clone();
        if let Some(text) = state.typed.show(ui, "Seed of the stage", &seed, 80.0, "a fresh one") {
            state.seed = text;
        }
        let help = "This method alone with that seed; all other parts of the scenario stay as they are. No string \
                    gives the result";
        let idle = !state.is_busy();
        if ui.add_enabled(idle, egui::Button::new("Roll this stage")).on_hover_text(help).clicked() {
            start(state, context);
        }
    });
    if !state.fault.is_empty() {
        ui.colored_label(ui.visuals().error_fg_color, &state.fault);
    }
}
