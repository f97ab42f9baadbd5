//! Fairness: the share of wins that each seat can expect and that it won, and the measures of each seat, the worst first, with the
//! cells behind each number.
//!
//! The panel shows the verdict on the scenario that the map shows, if there is one, else that on the finished scenario. Everything
//! that needs a search (a verdict, the evidence behind a number) is a job.

mod blocks;
mod levelling;
mod measuring;
mod mending;
mod next;
mod proving;
mod rows;
mod weighing;
mod wins;

use std::sync::Arc;

use eframe::egui::{self, RichText};
use fairness::Evidence;
use grid::Cell;
use pipeline::{FairGoal, FairWish};
use world::{Fairness, Scenario, TeamFairness};

pub use rows::{Block, Party, Rows, Sort};

use self::levelling::Levelling;
use self::measuring::{Measured, Verdicts, before_balance, find_behind};
use self::mending::Mendings;
use self::weighing::Weighing;
use super::{Dock, Panel};
use crate::map::Highlight;
use crate::{Command, Job, Menu, News, ViewerContext};

/// The state of the panel.
#[derive(Default)]
pub struct FairnessPanel {
    /// Whether teams are compared, if there are any.
    pub by_team: bool,
    /// The order of measures.
    pub sort: Sort,
    /// The rows that are shown.
    pub rows: Option<Rows>,
    /// What is asked of a roll that is to be proved fair.
    pub wish: FairWish,
    /// What share of matches is to do what a goal of the game says, in percent; 0 until somebody says.
    pub share: u8,
    /// The number whose evidence is highlighted.
    lit: Option<Lit>,
    lighting: Option<Lighting>,
    levelling: Vec<Levelling>,
    /// Why what is open stays plain; empty if nobody asked.
    unlevelled: String,
    verdicts: Verdicts,
    weighing: Weighing,
    mendings: Mendings,
    /// A command that waits for measures.
    wanted: Option<Wanted>,
}

impl FairnessPanel {
    /// Starts making what is open fair, if it is a plain roll, and its request or the switch says so.
    pub(crate) fn level(&mut self, context: &ViewerContext) {
        levelling::level(self, context);
    }

    /// Whether anything is being levelled, or waits to be shown so.
    #[must_use]
    pub const fn is_levelling(&self) -> bool {
        !self.levelling.is_empty()
    }

    /// Stops levelling for which nobody asked.
    fn stop_levelling(&mut self) {
        self.levelling.retain(Levelling::is_asked);
    }

    /// Stops levelling for which nobody asked, because matches are asked for.
    fn give_way(&mut self) {
        if !self.levelling.iter().all(Levelling::is_asked) {
            self.stop_levelling();
            "a playtest has taken its place".clone_into(&mut self.unlevelled);
        }
    }
}

/// A command that needs measures.
type Wanted = fn(&mut FairnessPanel, &mut ViewerContext);

/// A number in the panel: a measure of a party.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Bar {
    measure: String,
    party: usize,
    by_team: bool,
}

/// A number whose cells are highlighted.
struct Lit {
    bar: Bar,
    scenario: Arc<Scenario>,
    /// The highlight's title on the map, by which it is recognised as this panel's.
    title: String,
}

/// A number whose cells are being searched.
struct Lighting {
    bar: Bar,
    scenario: Arc<Scenario>,
    /// The number in words.
    title: String,
    /// Whether the map moves there.
    goes: bool,
    job: Job<(Evidence, Option<Cell>)>,
}

pub(super) const PANEL: Panel = Panel {
    commands,
    forget: |viewer| forget(&mut viewer.panels.fairness, &mut viewer.context),
    hear: |viewer, news| hear(&mut viewer.panels.fairness, &viewer.context, news),
    poll: |viewer| levelling::poll(&mut viewer.panels.fairness, &mut viewer.context),
    under_way: |viewer| levelling::under_way(&viewer.panels.fairness, &viewer.context),
    cancel: |viewer| levelling::cancel(&mut viewer.panels.fairness, &mut viewer.context),
    ..Panel::new(
        "fairness",
        "Fairness",
        "what each seat can expect, what it won, and why one has it hardest",
        Dock::Right,
        |viewer, ui| show(&mut viewer.panels.fairness, &mut viewer.context, ui),
    )
};

fn commands() -> Vec<Command> {
    let own = |name, title, help, run: Wanted| {
        Command::new(Menu::Fairness, name, title, help, move |viewer| {
            run(&mut viewer.panels.fairness, &mut viewer.context);
        })
    };
    let measured = |name, title, help, run: Wanted| {
        Command::new(Menu::Fairness, name, title, help, move |viewer| {
            when_measured(&mut viewer.panels.fairness, &mut viewer.context, run);
        })
    };
    let mut all = vec![
        measured("fairness-worst", "Worst seat", "goes to the worst seat and lights up what it lacks most", show_worst),
        measured(
            "fairness-next-seat",
            "Next seat",
            "goes to the next seat and lights up the same measure",
            |state, context| {
                step_party(state, context, true);
            },
        ),
        measured("fairness-previous-seat", "Previous seat", "goes to the seat before", |state, context| {
            step_party(state, context, false);
        }),
        measured(
            "fairness-next-measure",
            "Next measure",
            "lights up the next measure of the same seat",
            |state, context| {
                step_measure(state, context, true);
            },
        ),
        measured("fairness-previous-measure", "Previous measure", "lights up the measure before", |state, context| {
            step_measure(state, context, false);
        }),
        own("fairness-clear", "Clear fairness", "lights up nothing any more", clear),
        own("fairness-teams", "Seats or teams", "compares teams, or seats again", |state, context| {
            context.services.show_panel(PANEL.name);
            state.by_team = !state.by_team;
        }),
        own("fairness-sort", "Sort measures", "by what they take from the worst seat, or by name", |state, context| {
            context.services.show_panel(PANEL.name);
            state.sort = if state.sort == Sort::Loss { Sort::Name } else { Sort::Loss };
        }),
        own(
            "fairness-before",
            "Before balancing",
            "shows the map before its starts were balanced, or after",
            |_, context| toggle_before(context),
        ),
        proving::proof_command(),
        proving::best_command(),
        proving::goal_command(),
        levelling::command(),
        own("fairness-measure", "Measure", "measures what is shown", |state, context| {
            context.services.show_panel(PANEL.name);
            if let Some(shown) = context.shown().cloned() {
                state.verdicts.measure(&context.services.jobs, &shown);
            }
        }),
    ];
    all.extend(mending::commands(when_measured));
    all
}

/// Another scenario is open, so all results are dropped. The user's weights, the order and what is asked of proofs stay, and what was asked
/// to be levelled goes on.
fn forget(state: &mut FairnessPanel, context: &mut ViewerContext) {
    clear(state, context);
    state.stop_levelling();
    let FairnessPanel { by_team, sort, wish, share, mut weighing, levelling, .. } = std::mem::take(state);
    weighing.reset();
    *state = FairnessPanel { by_team, sort, wish, share, weighing, levelling, ..FairnessPanel::default() };
    // The panel asks for what this was asked for.
    let wish = context.documents.open.as_ref().and_then(|open| open.request.fair.as_ref());
    match wish.map(|wish| wish.goal) {
        Some(goal @ FairGoal::Proof { .. }) => state.wish.goal = goal,
        Some(FairGoal::Game { percent, .. }) => state.share = percent,
        Some(FairGoal::Even | FairGoal::Best) | None => {}
    }
}

fn show(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    refresh(state, context);
    let Some(open) = &context.documents.open else { return };
    let finished = Arc::clone(&open.scenario);
    // At the bottom and with a fixed height, so that bars do not move away from the pointer when one is clicked.
    if state.rows.is_some() {
        egui::Panel::bottom("lit").exact_size(46.0).resizable(false).show(ui, |ui| show_lit(state, context, ui));
    }
    egui::ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // The scroll bar lies over the content.
        ui.set_max_width(ui.available_width() - 8.0);
        next::show(context, ui);
        if state.rows.is_some() {
            show_way(state, context, ui, &finished);
        }
        show_subject(state, context, ui, &finished);
        levelling::show(state, context, ui);
        let Some(rows) = state.rows.take() else {
            wins::show(ui, &finished, None, false);
            proving::show(state, context, ui);
            return;
        };
        show_score(state, context, ui, &rows);
        ui.separator();
        wins::show(ui, &rows.scenario, Some(&rows.fairness), rows.by_team);
        proving::show(state, context, ui);
        ui.separator();
        mending::show(state, context, ui, &rows);
        ui.separator();
        show_balance(state, context, ui, &finished);
        ui.separator();
        state.weighing.show(ui);
        show_choices(state, ui, &rows);
        let lit = state.lit.as_ref().map(|lit| lit.bar.clone());
        if let Some((measure, party)) = blocks::show(ui, &rows, lit.as_ref()) {
            let bar = Bar { measure, party, by_team: rows.by_team };
            if lit.as_ref() == Some(&bar) {
                clear(state, context);
            } else {
                light(state, context, &rows, bar, true);
            }
        }
        state.rows.get_or_insert(rows);
    });
}

/// Takes the results of jobs, and updates the rows.
fn refresh(state: &mut FairnessPanel, context: &mut ViewerContext) {
    state.verdicts.poll();
    let (Some(shown), Some(open)) = (context.shown().cloned(), &context.documents.open) else { return };
    let finished = Arc::clone(&open.scenario);
    // What was edited is measured as soon as it is looked at here, even if another panel lay before this one meanwhile.
    if open.edited.is_some() && shown.world.area.count() <= MEASURED_MAX {
        state.verdicts.measure(&context.services.jobs, &shown);
    }
    let subject = match (state.verdicts.of(&shown), state.verdicts.of(&finished)) {
        (Measured::Known(fairness), _) => Some((shown, fairness)),
        (_, Measured::Known(fairness)) => Some((finished, fairness)),
        _ => None,
    };
    let Some((scenario, usual)) = subject else {
        state.rows = None;
        return;
    };
    state.weighing.poll(&context.services.jobs, &scenario);
    let own = state.weighing.own().and_then(|_| state.weighing.verdict(&scenario)).and_then(Result::ok);
    let fairness = own.unwrap_or(usual);
    let by_team = state.by_team && fairness.teams.is_some();
    let is_current = state.rows.as_ref().is_some_and(|rows| {
        let same = Arc::ptr_eq(&rows.scenario, &scenario) && Arc::ptr_eq(&rows.fairness, &fairness);
        same && rows.by_team == by_team && rows.sort == state.sort
    });
    if !is_current {
        state.rows = Some(Rows::new(&scenario, &fairness, by_team, state.sort));
    }
    follow(state, context, &scenario);
    take_lit(state, context);
    if let Some(run) = state.wanted.take() {
        run(state, context);
        take_lit(state, context);
    }
}

/// The greatest number of cells of a world that is measured anew after each edit.
const MEASURED_MAX: usize = 20_000;

/// Gives way to what is asked for.
fn hear(state: &mut FairnessPanel, _: &ViewerContext, news: &News) {
    match news {
        News::RollAsked => state.stop_levelling(),
        News::MatchesAsked => state.give_way(),
        News::Edited | News::StageWanted(_) | News::SightWanted(_) | News::MatchWanted(_) => {}
    }
}

/// Runs a command that needs measures, now or as soon as there are some.
fn when_measured(state: &mut FairnessPanel, context: &mut ViewerContext, run: Wanted) {
    context.services.show_panel(PANEL.name);
    refresh(state, context);
    if state.rows.is_some() {
        run(state, context);
        return;
    }
    state.wanted = Some(run);
    if let Some(shown) = context.shown().cloned() {
        state.verdicts.measure(&context.services.jobs, &shown);
        context.services.tell("It is being measured first.");
    }
}

/// Offers to measure the shown scenario, if the rows are those of another.
fn show_subject(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui, finished: &Arc<Scenario>) {
    let Some(shown) = context.shown().cloned() else { return };
    let is_finished = Arc::ptr_eq(&shown, finished);
    let measure = |state: &mut FairnessPanel,
                   context: &mut ViewerContext,
                   ui: &mut egui::Ui,
                   title: &str,
                   help: &str| match state.verdicts.of(&shown) {
        Measured::Known(_) => {}
        Measured::Failed(why) => {
            ui.colored_label(ui.visuals().error_fg_color, why);
        }
        Measured::Awaited => {
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("Measuring ..");
            });
        }
        Measured::Unknown => {
            if ui.button(title).on_hover_text(help).clicked() {
                state.verdicts.measure(&context.services.jobs, &shown);
            }
        }
    };
    if is_finished {
        if state.rows.is_none() {
            ui.label("This scenario does not say how fair it is. Measuring it tells what each seat has.");
            measure(state, context, ui, "Measure", "Takes all measures of all seats");
        }
        return;
    }
    let is_shown = state.rows.as_ref().is_some_and(|rows| Arc::ptr_eq(&rows.scenario, &shown));
    if !is_shown {
        let measured = match state.rows.is_some() {
            true => "The measures are those of the finished scenario.",
            false => "Nothing was measured yet.",
        };
        let words = format!("The map shows: {}. {measured}", context.view.showing.label());
        ui.label(RichText::new(words).color(ui.visuals().warn_fg_color));
        measure(state, context, ui, "Measure this", "Takes all measures of what the map shows");
    }
    if !is_before(context) && ui.button("Back to the finished scenario").clicked() {
        context.view.show_finished();
    }
}

/// Whether the map shows the scenario before its starts were balanced.
fn is_before(context: &ViewerContext) -> bool {
    let before = context.documents.open.as_ref().and_then(|open| before_balance(open).ok());
    before.is_some_and(|(before, _)| context.shown().is_some_and(|shown| Arc::ptr_eq(shown, &before)))
}

/// The scenario that is measured, with a button to the other one: always in the same place, so that it can be pressed repeatedly.
fn show_way(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui, finished: &Arc<Scenario>) {
    let can = context.documents.open.as_ref().is_some_and(|open| before_balance(open).is_ok());
    let is_before = is_before(context);
    let of_finished = state.rows.as_ref().is_none_or(|rows| Arc::ptr_eq(&rows.scenario, finished));
    let of = if of_finished { "finished scenario" } else { context.view.showing.label() };
    let words = format!("Measures: {of}");
    ui.allocate_ui_with_layout(
        egui::vec2(ui.available_width(), ui.spacing().interact_size.y),
        egui::Layout::right_to_left(egui::Align::Center),
        |ui| {
            let title = if is_before { "Show after" } else { "Show before" };
            let help = "The map and its measures before starts were balanced, or after";
            if can && ui.button(title).on_hover_text(help).clicked() {
                toggle_before(context);
            }
            ui.with_layout(egui::Layout::left_to_right(egui::Align::Center), |ui| {
                let ink = if of_finished { ui.visuals().text_color() } else { ui.visuals().warn_fg_color };
                ui.add(egui::Label::new(RichText::new(words).color(ink)).truncate());
            });
        },
    );
}

/// The score with a sentence, then the seat with the worst start and why.
fn show_score(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui, rows: &Rows) {
    let usual = match state.verdicts.of(&rows.scenario) {
        Measured::Known(fairness) => fairness,
        _ => Arc::clone(&rows.fairness),
    };
    let (who, others) = if rows.by_team { ("team", "teams") } else { ("seat", "seats") };
    let score = score_of(&usual, rows.by_team);
    // What was played says more than what is predicted.
    let is_played = wins::show_headline(ui, &rows.scenario, &rows.fairness);
    let Some(score) = score else {
        ui.label(&usual.reason);
        show_forecast(ui, rows);
        return;
    };
    let help = "Predicted from the measures below and their weights, which were fitted on matches";
    if is_played {
        ui.weak(format!("Predicted from its measures: {score:.2}, where 1 is even.")).on_hover_text(help);
    } else {
        ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{score:.2}")).size(36.0).strong());
        let sentence = if score >= 1.0 {
            format!("All {others} can expect their share of the wins.")
        } else {
            format!(
                "How even the predicted shares of wins are: 1 if all {others} can expect their share, 0 if one wins \
                 always."
            )
        };
        ui.add(egui::Label::new(sentence).wrap()).on_hover_text(help);
    });
    }
    if let Some(words) = fairness::doubt_words(&usual, rows.scenario.played.as_ref()) {
        ui.label(format!("{words} \u{201c}Prove fair\u{201d} looks for a start that is even in play."));
    }
    if let Some(weights) = state.weighing.own() {
        let counts = playtest::measures().iter().any(|kind| weights.of(kind.name) > 0);
        let words = match state.weighing.verdict(&rows.scenario) {
            _ if !counts => "By your weights nothing counts, so that all is equal.".to_owned(),
            Some(Ok(own)) => {
                let own = score_of(&own, rows.by_team).unwrap_or_default();
                format!("{own:.2} by your weights, {score:.2} by the usual ones.")
            }
            Some(Err(why)) => why,
            None => "Weighing ..".to_owned(),
        };
        ui.strong(words);
    }
    let Some(worst) = rows.worst.filter(|_| rows.parties.len() > 1) else { return };
    let reason = match rows.fairness.teams.as_ref().filter(|_| rows.by_team) {
        Some(teams) => &teams.reason,
        None => &rows.fairness.reason,
    };
    ui.add_space(4.0);
    let is_unequal = rows.blocks.iter().any(|block| block.loss(worst) > 0.0);
    if is_unequal {
        ui.horizontal_wrapped(|ui| {
            ui.strong(format!("Worst {who}:"));
            blocks::swatches(ui, &rows.parties[worst].colors);
            ui.strong(&rows.parties[worst].name);
        });
    }
    ui.label(reason);
    if is_unequal {
        let show = ui.button("Show the worst").on_hover_text("Goes there and lights up what it lacks most");
        if show.clicked() {
            state.rows = Some(rows.clone());
            show_worst(state, context);
        }
    }
}

/// The highlighted number, and a button to clear it.
fn show_lit(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui) {
    if state.lighting.is_some() {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label("Looking for what stands behind it ..");
        });
        return;
    }
    let Some(lit) = &state.lit else {
        ui.weak("A click on a bar lights up on the map what its number was taken from.");
        return;
    };
    let words = format!("On the map: {}", lit.title);
    ui.horizontal(|ui| {
        if ui.button("Clear").on_hover_text("Lights up nothing any more").clicked() {
            clear(state, context);
        }
        ui.add(egui::Label::new(words).wrap());
    });
}

/// What balancing did to the scores.
fn show_balance(state: &mut FairnessPanel, context: &mut ViewerContext, ui: &mut egui::Ui, finished: &Arc<Scenario>) {
    let Some(open) = &context.documents.open else { return };
    let (before, told) = match before_balance(open) {
        Ok(found) => found,
        Err(why) => {
            ui.weak(why);
            return;
        }
    };
    state.verdicts.measure(&context.services.jobs, &before);
    ui.heading("Balancing of starts");
    let by_team = state.rows.as_ref().is_some_and(|rows| rows.by_team) || state.by_team;
    match (state.verdicts.of(&before), state.verdicts.of(finished)) {
        (Measured::Known(then), Measured::Known(now)) => {
            let by_team = by_team && then.teams.is_some() && now.teams.is_some();
            if let (Some(then), Some(now)) = (score_of(&then, by_team), score_of(&now, by_team)) {
                ui.label(format!("{then:.2} before, {now:.2} after"));
            }
            ui.weak(sentence(&told));
            egui::CollapsingHeader::new("Each measure before and after").show(ui, |ui| {
                blocks::show_change(ui, &then, &now, by_team);
            });
        }
        (Measured::Failed(why), _) | (_, Measured::Failed(why)) => {
            ui.label(why);
        }
        _ => {
            ui.label("Measuring how it was before ..");
        }
    }
}

/// The choice of seats or teams, and of the order of measures.
fn show_choices(state: &mut FairnessPanel, ui: &mut egui::Ui, rows: &Rows) {
    ui.horizontal_wrapped(|ui| {
        if rows.fairness.teams.is_some() {
            ui.selectable_value(&mut state.by_team, false, "Seats");
            ui.selectable_value(&mut state.by_team, true, "Teams");
            ui.separator();
        }
        ui.weak("Sort by");
        let loss = ui.selectable_value(&mut state.sort, Sort::Loss, "Loss");
        let help =
            "First what takes most from the worst one's chance to win: by its weight, and by how far it stands behind";
        loss.on_hover_text(help);
        ui.selectable_value(&mut state.sort, Sort::Name, "Name");
    });
}

/// The seats' score, or the teams', if it is predicted.
fn score_of(fairness: &Fairness, by_team: bool) -> Option<f64> {
    let teams = fairness.teams.as_ref().filter(|_| by_team);
    teams.map_or_else(|| fairness.prediction(), TeamFairness::prediction)
}

/// What the rules expect of matches, part by part, such as level by level.
fn show_forecast(ui: &mut egui::Ui, rows: &Rows) {
    let Some(forecast) = &rows.forecast else { return };
    ui.add_space(4.0);
    egui::ScrollArea::horizontal().id_salt("forecast").show(ui, |ui| {
        egui::Grid::new("forecast").striped(true).show(ui, |ui| {
            ui.strong(forecast.head);
            for (name, _) in forecast.rows.first().map_or(&[][..], |row| row.values.as_slice()) {
                ui.strong(*name);
            }
            ui.end_row();
            for row in &forecast.rows {
                ui.label(&row.label);
                row.values.iter().for_each(|(_, value)| _ = ui.label(value));
                ui.end_row();
            }
        });
    });
    for note in &forecast.notes {
        ui.label(note);
    }
}

/// A method's words as a sentence.
fn sentence(words: &str) -> String {
    let words =
        words.strip_prefix("skipped: ").map_or_else(|| words.to_owned(), |why| format!("nothing was done: {why}"));
    design::sentence(&words)
}

/// Shows the scenario before its starts were balanced, or the finished one again.
fn toggle_before(context: &mut ViewerContext) {
    context.services.show_panel(PANEL.name);
    let Some(open) = &context.documents.open else { return };
    match before_balance(open) {
        Err(why) => context.services.tell(why),
        Ok((before, _)) if context.shown().is_some_and(|shown| Arc::ptr_eq(shown, &before)) => {
            context.view.show_finished()
        }
        Ok((before, _)) => context.view.show_preview("before starts were balanced", before),
    }
}

/// Highlights the measure that costs the worst seat most.
fn show_worst(state: &mut FairnessPanel, context: &mut ViewerContext) {
    let Some(rows) = state.rows.clone() else { return };
    let hardest = rows.worst.and_then(|worst| Some((worst, rows.hardest(worst)?)));
    let Some((party, block)) = hardest else {
        context.services.tell("There is no seat to go to.");
        return;
    };
    let bar = Bar { measure: block.name.clone(), party, by_team: rows.by_team };
    light(state, context, &rows, bar, true);
}

/// The number from which steps begin: the one that is highlighted or will be.
fn current(state: &FairnessPanel) -> Option<Bar> {
    let lighting = state.lighting.as_ref().map(|lighting| &lighting.bar);
    let by_team = state.rows.as_ref()?.by_team;
    lighting.or(state.lit.as_ref().map(|lit| &lit.bar)).filter(|bar| bar.by_team == by_team).cloned()
}

/// Goes to the same measure of the next party, or of the one before.
fn step_party(state: &mut FairnessPanel, context: &mut ViewerContext, forward: bool) {
    let Some(rows) = state.rows.clone() else { return };
    let count = rows.parties.len();
    if count == 0 {
        context.services.tell("There is no seat to go to.");
        return;
    }
    let (party, measure) = match current(state) {
        Some(bar) => ((bar.party + if forward { 1 } else { count - 1 }) % count, Some(bar.measure)),
        None => (if forward { 0 } else { count - 1 }, None),
    };
    let measure = measure.filter(|measure| rows.block(measure).is_some());
    let Some(measure) = measure.or_else(|| rows.hardest(party).map(|block| block.name.clone())) else { return };
    light(state, context, &rows, Bar { measure, party, by_team: rows.by_team }, true);
}

/// Goes to the next measure of the same party, or to the one before, in the order shown.
fn step_measure(state: &mut FairnessPanel, context: &mut ViewerContext, forward: bool) {
    let Some(rows) = state.rows.clone() else { return };
    let count = rows.blocks.len();
    let Some(first) = rows.worst.or((!rows.parties.is_empty()).then_some(0)).filter(|_| count > 0) else { return };
    let at = current(state)
        .and_then(|bar| Some((rows.blocks.iter().position(|block| block.name == bar.measure)?, bar.party)));
    let (index, party) = match at {
        Some((index, party)) => ((index + if forward { 1 } else { count - 1 }) % count, party),
        None => (0, first),
    };
    light(state, context, &rows, Bar { measure: rows.blocks[index].name.clone(), party, by_team: rows.by_team }, true);
}

/// Starts a search for the evidence behind a number, to highlight it.
fn light(state: &mut FairnessPanel, context: &mut ViewerContext, rows: &Rows, bar: Bar, goes: bool) {
    let (Some(block), Some(party)) = (rows.block(&bar.measure), rows.parties.get(bar.party)) else { return };
    let title = format!("{}, {}: {}", block.name, party.name, block.words(bar.party));
    let (scenario, seats, measure) = (Arc::clone(&rows.scenario), party.seats.clone(), bar.measure.clone());
    let subject = Arc::clone(&scenario);
    let job = context.services.jobs.start("Looking behind a number", move |_| find_behind(&subject, &measure, &seats));
    state.lighting = Some(Lighting { bar, scenario, title, goes, job });
}

/// Highlights the result of the search.
fn take_lit(state: &mut FairnessPanel, context: &mut ViewerContext) {
    let Some(done) = state.lighting.as_ref().and_then(|lighting| lighting.job.poll()) else { return };
    let Some(Lighting { bar, scenario, mut title, goes, .. }) = state.lighting.take() else { return };
    let (behind, center) = match done {
        Ok(found) => found,
        Err(why) => return context.services.tell(why),
    };
    if behind.shared > 0 {
        title.push_str(&format!(", {} of them shared", behind.shared));
    } else if behind.is_empty() {
        title.push_str(", with nothing to show on the map");
    }
    if let Some(center) = center.filter(|_| goes) {
        context.view.go_to(center);
    }
    context.services.tell(title.clone());
    context.view.highlight = Some(Highlight { title: title.clone(), cells: behind.cells, units: behind.units });
    state.lit = Some(Lit { bar, scenario, title });
}

/// Keeps the highlighted number in step with the map's highlight, and with the present measures.
fn follow(state: &mut FairnessPanel, context: &mut ViewerContext, scenario: &Arc<Scenario>) {
    let Some(lit) = &state.lit else { return };
    if context.view.highlight.as_ref().is_none_or(|highlight| highlight.title != lit.title) {
        state.lit = None;
        return;
    }
    if Arc::ptr_eq(&lit.scenario, scenario) {
        return;
    }
    let bar = lit.bar.clone();
    clear(state, context);
    if let Some(rows) = state.rows.clone().filter(|rows| rows.by_team == bar.by_team) {
        light(state, context, &rows, bar, false);
    }
}

/// Clears the highlight, if it is this panel's.
fn clear(state: &mut FairnessPanel, context: &mut ViewerContext) {
    state.lighting = None;
    let Some(lit) = state.lit.take() else { return };
    if context.view.highlight.as_ref().is_some_and(|highlight| highlight.title == lit.title) {
        context.view.highlight = None;
    }
}
