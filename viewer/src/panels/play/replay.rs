//! What others did, as a seat saw it: positions that are kept while they move, and shown step by step before the turn of that seat.

use contract::{Chart, Seat, SeenPosition};
use eframe::egui;
use human::{HumanMatch, Told};

use super::{PlayPanel, table};
use crate::ViewerContext;

/// The most positions that are kept.
const FRAMES_MAX: usize = 60;

/// How long a position is shown at most, and all of them together, in seconds.
const PAUSE_MAX: f64 = 0.7;
const ALL_MAX: f64 = 8.0;

/// A position after something of which a seat was told.
pub(super) struct Frame {
    pub seat: Seat,
    label: String,
    seen: SeenPosition,
    chart: Chart,
    told: Vec<Told>,
    /// How many events there were then.
    pub events: usize,
}

/// Positions that are shown one after the other.
pub(super) struct Replay {
    pub seat: Seat,
    left: std::vec::IntoIter<Frame>,
    /// How many there are, and how many of them were shown.
    pub count: usize,
    pub shown: usize,
    /// What the seat was told of the one that is shown.
    pub told: Vec<Told>,
    /// When the next one is due, by the window's clock.
    next: f64,
}

impl Replay {
    pub fn new(seat: Seat, frames: Vec<Frame>) -> Replay {
        let count = frames.len();
        Replay { seat, left: frames.into_iter(), count, shown: 0, told: Vec::new(), next: 0.0 }
    }
}

/// Keeps the position for those people who were told since an event that something happened somewhere; not for who did it.
pub(super) fn note(frames: &mut Vec<Frame>, sitting: &HumanMatch, since: usize, actor: Option<Seat>) {
    let game = sitting.at().game();
    for seat in sitting.people().iter().filter(|&seat| Some(seat) != actor) {
        let told = sitting.told_since(seat, since);
        // That a turn begins is no step to look at.
        if told.iter().all(|told| told.cell.is_none()) {
            continue;
        }
        let label = format!("{}, what others did in {} {}", sitting.side(seat), game.info().turn_word, game.turn());
        let seen = game.show_to(seat, sitting.start());
        let chart = game.chart_to(seat, &seen).unwrap_or_default();
        frames.push(Frame { seat, label, seen, chart, told, events: sitting.at().events().len() });
    }
    let more = frames.len().saturating_sub(FRAMES_MAX);
    frames.drain(..more);
}

/// Shows the next position when it is due. A key that is pressed ends it, and does nothing else.
pub(super) fn poll(state: &mut PlayPanel, context: &mut ViewerContext) {
    let Some(table) = &mut state.table else { return };
    let Some(replay) = &mut table.replay else { return };
    if takes_key(&context.services.egui) {
        return finish(state, context);
    }
    let now = context.services.egui.input(|input| input.time);
    if now < replay.next || context.view.is_busy() {
        let wait = (replay.next - now).clamp(0.01, PAUSE_MAX);
        return context.services.egui.request_repaint_after(std::time::Duration::from_secs_f64(wait));
    }
    let Some(frame) = replay.left.next() else { return finish(state, context) };
    replay.next = now + (ALL_MAX / replay.count as f64).min(PAUSE_MAX);
    replay.shown += 1;
    replay.told.clone_from(&frame.told);
    let place = frame.told.iter().find_map(|told| told.cell);
    table::display(context, frame.label, frame.seen, frame.chart, table::Chosen::default());
    if let Some(cell) = place {
        context.view.go_to(cell);
    }
    context.services.egui.request_repaint();
}

/// Whether a key was pressed; then it is taken from all others.
fn takes_key(egui: &egui::Context) -> bool {
    egui.input_mut(|input| {
        let is_pressed = |event: &egui::Event| matches!(event, egui::Event::Key { pressed: true, repeat: false, .. });
        let any = input.events.iter().any(is_pressed);
        if any {
            input.events.retain(|event| !matches!(event, egui::Event::Key { .. } | egui::Event::Text(_)));
        }
        any
    })
}

/// The turn of the seat begins, whether all was shown or not.
pub(super) fn finish(state: &mut PlayPanel, context: &mut ViewerContext) {
    let replay = state.table.as_mut().and_then(|table| table.replay.take());
    if let Some(replay) = replay {
        table::begin_turn(state, context, replay.seat);
    }
}
