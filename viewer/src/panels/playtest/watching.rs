//! Watching a match: turn by turn, move by move, or running by itself.

use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

use contract::Seat;
use eframe::egui::{self, RichText, Ui};
use world::Scenario;

use super::PlaytestPanel;
use super::recorded::{Line, Moment, RecordedMatch};
use super::seats::named;
use crate::ViewerContext;
use crate::map::{Highlight, View};
use crate::typed::bounded;

/// Why nothing can be watched.
pub(super) const NONE_OPEN: &str = "No match is open: choose one in the list of the playtest.";

/// The speeds at which it runs, in steps a second.
const SPEEDS: std::ops::RangeInclusive<f32> = 0.5..=30.0;

/// The pace at which a match runs by itself.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pace {
    /// Steps a second.
    pub speed: f32,
    /// Whether a step is a move, and not a turn.
    pub by_move: bool,
}

impl Default for Pace {
    fn default() -> Pace {
        Pace { speed: 3.0, by_move: false }
    }
}

/// A match shown on the map.
pub struct Watched {
    /// The match.
    pub recorded: Rc<RecordedMatch>,
    /// The moment that is shown.
    pub moment: Moment,
    /// When the next step is due, by the window's clock; `None` if it does not run.
    pub next: Option<f64>,
    /// Whether the list of events scrolls to the moment in this frame.
    moved: bool,
}

/// A step through a match.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Step {
    /// To the beginning of the next turn, or to the end.
    NextTurn,
    /// To the beginning of this turn, or of the one before.
    PreviousTurn,
    /// A move on.
    NextMove,
    /// A move back.
    PreviousMove,
}

/// Shows a match from its beginning.
pub fn open(state: &mut PlaytestPanel, context: &mut ViewerContext, recorded: RecordedMatch) {
    match recorded.moment(0) {
        Ok(moment) => {
            context.services.tell(format!("Match {} is open: Play shows it on the map.", recorded.number));
            state.watched = Some(Watched { recorded: Rc::new(recorded), moment, next: None, moved: true });
            pass(state, context);
        }
        Err(why) => context.services.tell(why),
    }
}

/// The title of this panel's highlight.
const MARKS: &str = "what the last move changed";

pub fn clear_marks(view: &mut View) {
    view.highlight.take_if(|highlight| highlight.title == MARKS);
}

/// Shows the moment on the map.
fn pass(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let Some(Watched { recorded, moment, .. }) = &state.watched else { return };
    let (number, turn) = (recorded.number, recorded.turns[moment.turn].number);
    let label = match turn {
        _ if moment.made == recorded.moves() => format!("end of match {number}"),
        0 => format!("set-up of match {number}"),
        _ => format!("turn {turn} of match {number}"),
    };
    let scenario = Arc::clone(&moment.scenario);
    let changed = moment.changed.clone();
    clear_marks(&mut context.view);
    if !changed.is_empty() {
        context.view.highlight = Some(Highlight { title: MARKS.to_owned(), cells: changed, units: Vec::new() });
    }
    context.view.show_position(label, scenario, moment.chart.clone(), moment.is_whole);
}

/// Goes to the moment after `made` moves.
pub fn go_to(state: &mut PlaytestPanel, context: &mut ViewerContext, made: usize) {
    let Some(watched) = &mut state.watched else {
        context.services.tell(NONE_OPEN);
        return;
    };
    match watched.recorded.moment(made) {
        Ok(moment) => {
            watched.moment = moment;
            watched.moved = true;
            pass(state, context);
        }
        Err(why) => context.services.tell(why),
    }
}

/// Takes a step.
pub fn step(state: &mut PlaytestPanel, context: &mut ViewerContext, step: Step) {
    let made = state.watched.as_ref().map_or(0, |Watched { recorded, moment, .. }| {
        let own = recorded.moves_of(moment.turn);
        match step {
            Step::NextMove => moment.made + 1,
            Step::PreviousMove => moment.made.saturating_sub(1),
            Step::NextTurn => own.end,
            Step::PreviousTurn if moment.made > own.start => own.start,
            Step::PreviousTurn => recorded.moves_of(moment.turn.saturating_sub(1)).start,
        }
    });
    go_to(state, context, made);
}

/// Lets it run by itself, or stops it. At the end it starts again from the beginning.
pub fn toggle_play(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let now = context.services.egui.input(|input| input.time);
    let Some(watched) = &mut state.watched else {
        go_to(state, context, 0);
        return;
    };
    if watched.next.take().is_some() {
        return;
    }
    watched.next = Some(now);
    if watched.moment.made == watched.recorded.moves() {
        go_to(state, context, 0);
    }
}

/// Goes back to the scenario itself.
pub fn close(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    if state.watched.take().is_some() {
        clear_marks(&mut context.view);
        context.view.show_finished();
    }
}

/// The moment becomes a scenario of its own.
pub fn open_turn(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let Some(Watched { moment, .. }) = &state.watched else {
        context.services.tell(NONE_OPEN);
        return;
    };
    let (position, is_whole) = (Scenario::clone(&moment.scenario), moment.is_whole);
    let label = context.view.showing.label().to_owned();
    context.open_position(position, is_whole, &label);
}

/// Takes the next step, if it is due. A step waits until the map has shown the one before.
pub fn poll(state: &mut PlaytestPanel, context: &mut ViewerContext) {
    let now = context.services.egui.input(|input| input.time);
    let pace = state.pace;
    let is_drawn = !context.view.is_busy();
    let Some(watched) = &mut state.watched else { return };
    let Some(next) = watched.next else { return };
    if watched.moment.made == watched.recorded.moves() {
        watched.next = None;
        return;
    }
    let pause = 1.0 / f64::from(pace.speed.clamp(*SPEEDS.start(), *SPEEDS.end()));
    if now >= next && is_drawn {
        watched.next = Some(now + pause);
        step(state, context, if pace.by_move { Step::NextMove } else { Step::NextTurn });
    }
    context.services.egui.request_repaint_after(std::time::Duration::from_secs_f64(pause.min((next - now).max(0.01))));
}

/// The button that was clicked.
enum Asked {
    Step(Step),
    Made(usize),
    Play,
    Close,
}

/// Shows the match.
pub fn show(state: &mut PlaytestPanel, context: &mut ViewerContext, ui: &mut Ui, sides: &[String]) {
    let pace = &mut state.pace;
    let Some(watched) = &mut state.watched else {
        ui.label("No match is open: choose one in the list of matches.");
        return;
    };
    let recorded = Rc::clone(&watched.recorded);
    let mut asked = None;
    ui.horizontal(|ui| {
        ui.heading(format!("Match {}", recorded.number));
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let close = ui.button("Close").on_hover_text("Back to the scenario itself");
            if close.accessible_name("Close the match").clicked() {
                asked = Some(Asked::Close);
            }
        });
    });
    let ended = recorded.ended(sides);
    ui.label(ended);
    ui.add_space(4.0);
    asked = show_controls(ui, watched, &recorded, pace).or(asked);
    ui.horizontal_wrapped(|ui| {
        context.command_button(ui, "match-open-turn");
        context.command_button(ui, "play-on");
    });
    ui.add_space(6.0);
    show_standing(ui, watched, &recorded, sides);
    ui.add_space(6.0);
    asked = show_lines(ui, watched, &recorded).or(asked);
    match asked {
        Some(Asked::Step(taken)) => step(state, context, taken),
        Some(Asked::Made(made)) => go_to(state, context, made),
        Some(Asked::Play) => toggle_play(state, context),
        Some(Asked::Close) => close(state, context),
        None => {}
    }
}

fn show_controls(ui: &mut Ui, watched: &Watched, recorded: &RecordedMatch, pace: &mut Pace) -> Option<Asked> {
    let mut asked = None;
    let is_over = watched.moment.made == recorded.moves();
    ui.horizontal(|ui| {
        let mut button = |ui: &mut Ui, text: &str, name: &str, can: bool, what: Asked| {
            let button = ui.add_enabled(can, egui::Button::new(text)).on_hover_text(name).accessible_name(name);
            if button.clicked() {
                asked = Some(what);
            }
        };
        let begun = watched.moment.made > 0;
        button(ui, "« Turn", "Previous turn", begun, Asked::Step(Step::PreviousTurn));
        button(ui, "< Move", "Previous move", begun, Asked::Step(Step::PreviousMove));
        let (text, name) =
            if watched.next.is_some() { ("Pause", "Pause the match") } else { ("Play", "Play the match") };
        button(ui, text, name, true, Asked::Play);
        button(ui, "Move >", "Next move", !is_over, Asked::Step(Step::NextMove));
        button(ui, "Turn »", "Next turn", !is_over, Asked::Step(Step::NextTurn));
    });
    ui.horizontal(|ui| {
        let label = ui.label("Turn");
        let end = recorded.turns.len();
        let mut index = if is_over { end } else { watched.moment.turn };
        ui.spacing_mut().slider_width = (ui.available_width() - 70.0).max(60.0);
        let turns = &recorded.turns;
        let name = |index: f64| match turns.get(index as usize) {
            Some(turn) if turn.number == 0 => "set-up".to_owned(),
            Some(turn) => turn.number.to_string(),
            None => "end".to_owned(),
        };
        let read = |text: &str| {
            let wanted: u32 = text.trim().parse().ok()?;
            Some(turns.iter().position(|turn| turn.number >= wanted).unwrap_or(end) as f64)
        };
        let slider = egui::Slider::new(&mut index, 0..=end)
            .integer()
            .custom_formatter(move |index, _| name(index))
            .custom_parser(read);
        if ui.add(slider).labelled_by(label.id).changed() {
            asked = Some(Asked::Made(recorded.moves_of(index).start));
        }
    });
    ui.horizontal(|ui| {
        let label = ui.label("Speed");
        let help = "Steps a second, while it plays";
        ui.add(bounded(ui, "Speed", &mut pace.speed, SPEEDS).speed(0.1).fixed_decimals(1))
            .labelled_by(label.id)
            .on_hover_text(help);
        ui.radio_value(&mut pace.by_move, false, "turns a second");
        ui.radio_value(&mut pace.by_move, true, "moves a second");
    });
    asked
}

/// Shows the seats that may act, and the place of each seat.
fn show_standing(ui: &mut Ui, watched: &Watched, recorded: &RecordedMatch, sides: &[String]) {
    let moment = &watched.moment;
    let name = |seat: &Seat| sides.get(seat.index()).map_or_else(|| seat.to_string(), Clone::clone);
    let names: Vec<String> = moment.to_act.iter().map(name).collect();
    let words = match names.len() {
        _ if moment.made == recorded.moves() => "The match is over.".to_owned(),
        0 => "Nobody acts.".to_owned(),
        1 => format!("{} acts.", names[0]),
        _ => format!("{} act.", names.join(", ")),
    };
    ui.label(RichText::new(words).strong());
    egui::Grid::new("standing").num_columns(3).striped(true).spacing([14.0, 3.0]).show(ui, |ui| {
        ui.weak("Seat");
        ui.weak("Player");
        ui.weak("Place");
        ui.end_row();
        for (seat, side) in sides.iter().enumerate() {
            let acts = moment.to_act.contains(&Seat(seat as u8));
            let name = format!("{} {side}", seat + 1);
            let text = if acts { RichText::new(&name).strong() } else { RichText::new(&name) };
            named(ui, 130.0, Some((&moment.scenario, seat)), text, &name);
            ui.label(recorded.players.get(seat).map_or("", String::as_str));
            ui.label(moment.ranks.get(seat).map_or_else(String::new, ToString::to_string));
            ui.end_row();
        }
    });
}

/// Shows the events of this turn; later ones in weak print.
fn show_lines(ui: &mut Ui, watched: &mut Watched, recorded: &RecordedMatch) -> Option<Asked> {
    let Moment { made, turn, lines, .. } = &watched.moment;
    let Range { start, end } = recorded.moves_of(*turn);
    let title = match recorded.turns[*turn].number {
        0 => "Set-up".to_owned(),
        number => format!("Turn {number}"),
    };
    ui.horizontal(|ui| {
        ui.heading(title);
        ui.weak(format!("{} of {} made", made - start, design::counted(end - start, "move")));
    });
    let height = 18.0;
    let mut area = egui::ScrollArea::vertical().id_salt("lines of a turn").auto_shrink(false);
    if std::mem::take(&mut watched.moved) {
        let row = lines.iter().position(|line| line.index >= *made).unwrap_or(lines.len());
        let above = row as f32 * (height + ui.spacing().item_spacing.y) - ui.available_height() * 0.6;
        area = area.vertical_scroll_offset(above.max(0.0));
    }
    let mut asked = None;
    area.show_rows(ui, height, lines.len(), |ui, range| {
        for line in &lines[range] {
            let Line { index, is_move, text } = line;
            let is_made = index < made;
            ui.horizontal(|ui| {
                if *is_move {
                    let is_last = index + 1 == *made;
                    let shown = if is_made { RichText::new(text) } else { RichText::new(text).weak() };
                    let button = egui::Button::selectable(is_last, shown).truncate();
                    if ui.add(button).on_hover_text("Goes to the moment after this move").clicked() {
                        asked = Some(Asked::Made(index + 1));
                    }
                } else {
                    ui.add_space(14.0);
                    let shown =
                        if is_made { RichText::new(text).size(12.0) } else { RichText::new(text).size(12.0).weak() };
                    ui.add(egui::Label::new(shown).truncate());
                }
            });
        }
    });
    asked
}
