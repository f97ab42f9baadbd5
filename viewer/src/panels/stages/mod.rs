//! Stages: how the world was made, step by step.
//!
//! A scrubber over the recorded moments of the last roll, the work and time of each method, and a way to roll one stage again
//! (`again.rs`). The panel does not keep the shown stage: it follows from what the map shows.

mod again;
mod strip;

use std::sync::Arc;
use std::time::Duration;

use eframe::egui::{self, RichText, Ui};
use synth::Part;
use world::Scenario;

use super::{Dock, Panel};
use crate::document::Making;
use crate::titles::{title_of, titles_of};
use crate::typed::Typed;
use crate::{Command, Document, Job, Menu, News, Stage, ViewerContext};

/// The time for which each stage is shown when they are played, in seconds.
const STAGE_SECONDS: f64 = 0.4;

/// The state of the panel.
#[derive(Default)]
pub struct StagesPanel {
    /// When the next stage is due while they are played, in the window's time; 0 for at once.
    next: Option<f64>,
    /// What is to be rolled again, if it is not the shown stage.
    step: Option<again::Work>,
    /// The seed for that, as typed.
    seed: String,
    typed: Typed,
    /// Why the last stage could not be rolled again.
    fault: String,
    job: Option<Job<Result<again::Again, String>>>,
    /// The work and the seed that were chosen for the result that is being opened.
    again: Option<(Option<again::Work>, String)>,
}

impl StagesPanel {
    /// Another scenario is open.
    pub fn reset(&mut self) {
        // What was typed for a stage stays when the result of that is what is open.
        let (step, seed) = self.again.take().unwrap_or_default();
        *self = StagesPanel { step, seed, ..StagesPanel::default() };
    }

    /// Whether the stages are being played.
    #[must_use]
    pub const fn is_playing(&self) -> bool {
        self.next.is_some()
    }

    /// Whether a stage is being rolled again.
    #[must_use]
    pub const fn is_busy(&self) -> bool {
        self.job.is_some()
    }

    /// The work in progress, with the part that is done.
    #[must_use]
    pub fn under_way(&self) -> Option<(String, f32)> {
        self.job.as_ref().map(Job::under_way)
    }

    /// Cancels the work in progress; returns whether there was any.
    pub fn cancel(&mut self) -> bool {
        self.next = None;
        self.job.take().is_some()
    }
}

pub(super) const PANEL: Panel = Panel {
    commands,
    forget: |viewer| viewer.panels.stages.reset(),
    hear: |viewer, news| hear(&mut viewer.panels.stages, &mut viewer.context, news),
    poll: |viewer| again::poll(&mut viewer.panels.stages, &mut viewer.context),
    under_way: |viewer| viewer.panels.stages.under_way(),
    is_busy: |viewer| viewer.panels.stages.is_busy(),
    cancel: |viewer| viewer.panels.stages.cancel(),
    ..Panel::new("stages", "Stages", "how the world came to be", Dock::Bottom, |viewer, ui| {
        show(&mut viewer.panels.stages, &mut viewer.context, ui);
    })
};

fn commands() -> Vec<Command> {
    let roll = |name, title, help, run: fn(&mut StagesPanel, &mut ViewerContext)| {
        Command::new(Menu::Roll, name, title, help, move |viewer| {
            viewer.context.services.show_panel("stages");
            run(&mut viewer.panels.stages, &mut viewer.context);
        })
    };
    vec![
        roll("stage-next", "Next stage", "the map a stage later", |state, context| step(state, context, true)),
        roll("stage-previous", "Previous stage", "the map a stage earlier", |state, context| {
            step(state, context, false)
        }),
        roll("stage-play", "Play stages", "shows the stages one after the other, or stops that", play),
        roll("stage-last", "Last stage", "the finished scenario", |state, context| {
            state.next = None;
            context.view.show_finished();
        }),
        roll(
            "reroll-stage",
            "Roll stage again",
            "the stage at hand again with another seed, all else stays",
            again::start,
        ),
    ]
}

/// The title of a stage.
fn label_of(stage: &Stage) -> String {
    match stage.label.as_str() {
        "done" => format!("{}: done", title_of(&stage.method)),
        label => format!("{}: {label}", title_of(&stage.method)),
    }
}

/// The number of the stage that the map shows, the last one for the finished scenario; `None` if it shows something else.
fn at(context: &ViewerContext) -> Option<usize> {
    let (open, shown) = (context.documents.open.as_ref()?, context.shown()?);
    let last = open.making.stages.len().checked_sub(1)?;
    if Arc::ptr_eq(shown, &open.scenario) {
        return Some(last);
    }
    open.making.stages.iter().position(|stage| Arc::ptr_eq(&stage.scenario, shown))
}

/// Shows a stage; the last is the finished scenario.
fn go_to(state: &mut StagesPanel, context: &mut ViewerContext, number: usize) {
    let Some(open) = &context.documents.open else { return };
    state.step = None;
    state.fault.clear();
    match open.making.stages.get(number) {
        Some(stage) if number + 1 < open.making.stages.len() => {
            let (label, scenario) = (label_of(stage), Arc::clone(&stage.scenario));
            context.view.show_preview(label, scenario);
        }
        _ => context.view.show_finished(),
    }
}

/// Does what others want to be seen; another roll takes the place of a stage that is rolled again.
fn hear(state: &mut StagesPanel, context: &mut ViewerContext, news: &News) {
    match news {
        News::RollAsked => _ = state.cancel(),
        News::StageWanted(method) => {
            context.services.show_panel(PANEL.name);
            go_to_method(state, context, method);
        }
        News::MatchesAsked | News::Edited | News::SightWanted(_) | News::MatchWanted(_) => {}
    }
}

/// Shows the work of a method. Steps that are no methods, such as the measures, come after all stages.
pub(super) fn go_to_method(state: &mut StagesPanel, context: &mut ViewerContext, method: &str) {
    let stages = context.documents.open.as_ref().map_or(&[][..], |open| &open.making.stages);
    let number = stages.iter().rposition(|stage| stage.method == method).unwrap_or(stages.len());
    state.next = None;
    go_to(state, context, number);
}

fn step(state: &mut StagesPanel, context: &mut ViewerContext, forward: bool) {
    state.next = None;
    let count = context.documents.open.as_ref().map_or(0, |open| open.making.stages.len());
    if count == 0 {
        return context.services.tell("There are no stages: this scenario came from a file.");
    }
    let now = at(context).unwrap_or(count - 1);
    go_to(state, context, if forward { (now + 1).min(count - 1) } else { now.saturating_sub(1) });
}

/// Starts to play the stages, from the first one if the last is shown; or stops.
fn play(state: &mut StagesPanel, context: &mut ViewerContext) {
    if state.next.take().is_some() {
        return;
    }
    let count = context.documents.open.as_ref().map_or(0, |open| open.making.stages.len());
    if count == 0 {
        return context.services.tell("There are no stages: this scenario came from a file.");
    }
    if at(context).is_none_or(|now| now + 1 >= count) {
        go_to(state, context, 0);
    }
    state.next = Some(0.0);
    context.services.egui.request_repaint();
}

/// Shows the next stage if it is due.
fn advance(state: &mut StagesPanel, context: &mut ViewerContext, ui: &Ui) {
    let Some(next) = state.next else { return };
    let now = ui.input(|input| input.time);
    let count = context.documents.open.as_ref().map_or(0, |open| open.making.stages.len());
    if next > 0.0 && now >= next {
        let to = at(context).map_or(count, |at| at + 1);
        go_to(state, context, to);
    }
    if at(context).is_none_or(|at| at + 1 >= count) {
        state.next = None;
        return;
    }
    if next <= 0.0 || now >= next {
        state.next = Some(now + STAGE_SECONDS);
    }
    ui.ctx().request_repaint_after(Duration::from_secs_f64(STAGE_SECONDS / 4.0));
}

fn show(state: &mut StagesPanel, context: &mut ViewerContext, ui: &mut Ui) {
    advance(state, context, ui);
    let Some(open) = &context.documents.open else {
        ui.label("Nothing is open. The start page has presets and files.");
        return;
    };
    let (making, scenario) = (Arc::clone(&open.making), Arc::clone(&open.scenario));
    if making.stages.is_empty() {
        ui.label(
            "How this scenario came to be is not known: it came from a file. Rolled here, it would have its stages.",
        );
        egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
            again::show(state, context, ui);
            show_methods(ui, &scenario);
        });
        return;
    }
    show_scrubber(state, context, ui);
    let method = stage_at_hand(context).map(|stage| stage.method.clone()).unwrap_or_default();
    strip::show(state, context, ui, &making, &method);
    ui.add_space(2.0);
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.columns(2, |columns| {
            let [left, right] = columns else { return };
            // Justified columns would stretch a long line to both edges.
            let down = egui::Layout::top_down(egui::Align::Min);
            left.with_layout(down, |ui| show_method(ui, &scenario, &making, &method));
            right.with_layout(down, |ui| {
                again::show(state, context, ui);
                show_warnings(ui, &making, &method);
            });
        });
    });
}

/// The stage that is shown, the last one where none is.
fn stage_at_hand(context: &ViewerContext) -> Option<&Stage> {
    let stages = context.documents.open.as_ref().map_or(&[][..], |open: &Document| &open.making.stages);
    at(context).and_then(|at| stages.get(at)).or_else(|| stages.last())
}

fn show_scrubber(state: &mut StagesPanel, context: &mut ViewerContext, ui: &mut Ui) {
    let Some(open) = &context.documents.open else { return };
    let count = open.making.stages.len();
    let now = at(context);
    let label = match now {
        Some(at) if at + 1 == count => format!("finished ({count} of {count})"),
        Some(at) => format!("{} ({} of {count})", label_of(&open.making.stages[at]), at + 1),
        None => format!("the map shows {}", context.view.showing.label()),
    };
    ui.horizontal(|ui| {
        let shown = now.unwrap_or(count - 1);
        if ui
            .add_enabled(shown > 0, egui::Button::new("Previous stage"))
            .on_hover_text(context.services.tip("stage-previous"))
            .clicked()
        {
            step(state, context, false);
        }
        let title = if state.is_playing() { "Stop" } else { "Play stages" };
        if ui.button(title).on_hover_text(context.services.tip("stage-play")).clicked() {
            play(state, context);
        }
        if ui
            .add_enabled(shown + 1 < count, egui::Button::new("Next stage"))
            .on_hover_text(context.services.tip("stage-next"))
            .clicked()
        {
            step(state, context, true);
        }
        if ui.button("Last stage").on_hover_text(context.services.tip("stage-last")).clicked() {
            state.next = None;
            context.view.show_finished();
        }
        let mut to = shown;
        ui.spacing_mut().slider_width = (ui.available_width() - 300.0).max(60.0);
        let slider = ui.add(egui::Slider::new(&mut to, 0..=count - 1).show_value(false)).accessible_name("Stage");
        if slider.changed() && to != shown {
            state.next = None;
            go_to(state, context, to);
        }
        ui.add(egui::Label::new(label).truncate());
    });
}

/// Shows what this method did.
fn show_method(ui: &mut Ui, scenario: &Scenario, making: &Making, method: &str) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(titles_of(method)).strong()).on_hover_text(method);
        if let Some((took, share)) = strip::time_of(making, method) {
            ui.label(RichText::new(format!("{took}, {share} of all time")).weak());
        }
    });
    if let Some((_, told)) = scenario.origins.methods.iter().find(|(name, _)| name == method) {
        ui.label(told);
    }
    let Some(info) = pipeline::method(method).map(|method| method.info()) else { return };
    let said = |verb: &str, parts: &[Part]| {
        let nouns: Vec<&str> = parts.iter().map(|part| part.noun()).collect();
        (!nouns.is_empty()).then(|| format!("{verb} {}", nouns.join(", ")))
    };
    let lines = [said("reads", info.reads), said("uses, if there,", info.optional_reads), said("writes", info.writes)];
    let all: Vec<String> = [Some(info.summary.to_owned())].into_iter().chain(lines).flatten().collect();
    ui.label(RichText::new(all.join("; ")).weak());
}

/// Shows the warnings of the roll, those of this method first, and rejected seeds.
fn show_warnings(ui: &mut Ui, making: &Making, method: &str) {
    let mut warnings: Vec<_> = making.warnings.iter().collect();
    warnings.sort_by_key(|warning| warning.method != method);
    for warning in warnings {
        let color = ui.visuals().warn_fg_color;
        ui.colored_label(color, format!("{}: {}", title_of(warning.method), warning.message));
    }
    for (seed, reason) in &making.rejected {
        ui.label(format!("Seed {seed} did not do: {reason}"));
    }
    if making.warnings.is_empty() && making.rejected.is_empty() {
        ui.label(RichText::new("No warnings.").weak());
    }
}

/// Shows what each method did, if nothing else is known.
fn show_methods(ui: &mut Ui, scenario: &Scenario) {
    egui::Grid::new("methods").num_columns(2).show(ui, |ui| {
        for (name, told) in &scenario.origins.methods {
            ui.label(title_of(name)).on_hover_text(name);
            ui.label(RichText::new(told).weak());
            ui.end_row();
        }
    });
}
