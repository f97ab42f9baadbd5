//! How people sit down: at a new match of what is open, at one that was kept, or at what the start page opens for them.

use std::sync::Arc;

use design::counted;
use playtest::{MatchRecord, OwnPlayer, PlayerName};
use world::Scenario;

use super::table::{Begun, Table};
use super::{PlayPanel, usual_players};
use crate::{Sitters, ViewerContext};

/// The part that has to be done before it says how long the rest takes.
const SURE_FROM: f32 = 0.1;

/// People who wait until what they want to play is open.
pub(super) struct Seating {
    sitters: Sitters,
    /// What was open when they asked.
    before: Option<Arc<Scenario>>,
    /// Whether what they asked for is open.
    has_come: bool,
    /// Since when its start is made even, by the window's clock in seconds.
    since: Option<f64>,
    /// What those who wait are told of that.
    pub words: String,
    /// The part of it that is done.
    pub done: f32,
}

impl Seating {
    pub fn new(sitters: Sitters, context: &ViewerContext) -> Seating {
        let before = context.documents.open.as_ref().map(|open| Arc::clone(&open.scenario));
        Seating { sitters, before, has_come: false, since: None, words: String::new(), done: 0.0 }
    }

    /// Another document is open. Returns whether it is not the one for which they wait: that one came first.
    pub fn is_left(&mut self) -> bool {
        std::mem::replace(&mut self.has_come, true)
    }
}

impl Seating {
    /// Notes the part that is done by now, in seconds, and works out how long the rest takes.
    fn note_levelled(&mut self, done: f32, now: f64) {
        let gone = now - *self.since.get_or_insert(now);
        self.done = done;
        self.words = format!("{:.0} % of the matches are played{}", done * 100.0, time_left(done, gone));
    }
}

/// How long the rest takes if it goes on as so far, in words; empty as long as nobody can say.
fn time_left(done: f32, gone: f64) -> String {
    if done < SURE_FROM {
        return String::new();
    }
    let left = gone * f64::from(1.0 - done) / f64::from(done);
    format!(", about {} left", counted(left.ceil().max(1.0) as usize, "second"))
}

/// A match that was kept in a file, on a scenario that is open.
pub(super) struct KeptMatch {
    of: Arc<Scenario>,
    record: MatchRecord,
    text: Arc<String>,
}

impl PlayPanel {
    /// A kept match was opened, on the open scenario, which has this text. Returns whether somebody waits to play it on: else it is watched.
    pub(crate) fn take_kept(&mut self, context: &ViewerContext, record: &MatchRecord, text: &str) -> bool {
        let open = context.documents.open.as_ref();
        self.kept = open.map(|open| KeptMatch {
            of: Arc::clone(&open.scenario),
            record: record.clone(),
            text: Arc::new(text.to_owned()),
        });
        self.seating.as_ref().is_some_and(|seating| seating.sitters == Sitters::AsKept) && record.goes_on
    }
}

/// Seats those who wait, as soon as what they want is open and as even as it is to be.
pub(super) fn poll(state: &mut PlayPanel, context: &mut ViewerContext) {
    let Some(seating) = &mut state.seating else { return };
    if context.documents.requests.is_busy() {
        return;
    }
    let open = context.documents.open.as_ref().map(|open| &open.scenario);
    let is_there = open.is_some_and(|open| seating.before.as_ref().is_none_or(|before| !Arc::ptr_eq(before, open)));
    let sitters = seating.sitters;
    if !is_there {
        // It could not be opened, and it is told why.
        state.seating = None;
        return;
    }
    context.services.show_panel("play");
    let open = context.documents.open.as_ref().map(|open| &open.scenario);
    let hidden = open.filter(|open| sitters != Sitters::Chosen && hides(open) && !context.view.keeps_secrets());
    if let Some(cells) = hidden.map(|open| open.world.area.cells().collect()) {
        context.leave_tool();
        context.view.draw_curtain(cells);
    }
    if let Some(done) = context.documents.uses.levelled {
        seating.note_levelled(done, context.services.egui.input(|input| input.time));
        return context.services.egui.request_repaint_after(std::time::Duration::from_millis(250));
    }
    sit_down(state, context, sitters);
}

/// Whether the rules of a scenario hide anything from those who play it.
fn hides(scenario: &Scenario) -> bool {
    playtest::ruleset_of(&scenario.design).is_ok_and(|rules| (rules.info)().hides)
}

/// Those who wait for an even start take it as it is.
pub(super) fn sit_down_now(state: &mut PlayPanel, context: &mut ViewerContext) {
    if let Some(seating) = &state.seating {
        let sitters = seating.sitters;
        sit_down(state, context, sitters);
    }
}

fn sit_down(state: &mut PlayPanel, context: &mut ViewerContext, sitters: Sitters) {
    state.seating = None;
    match sitters {
        Sitters::AsKept => play_on(state, context),
        Sitters::Chosen => {}
        Sitters::People(people) => start(state, context, Seats::Usual(people)),
    }
}

/// Who sits at a new match.
enum Seats {
    /// By their names.
    Named(Vec<String>),
    /// This number of people, and the usual player of the game.
    Usual(usize),
}

/// Begins a match of the finished scenario, with those who were chosen.
pub(super) fn begin(state: &mut PlayPanel, context: &mut ViewerContext) {
    let Some(open) = &context.documents.open else { return };
    let known = state.players.as_ref().filter(|(known, _)| Arc::ptr_eq(known, &open.scenario));
    let seats = known.map_or(Seats::Usual(1), |(_, players)| Seats::Named(players.clone()));
    start(state, context, seats);
}

fn start(state: &mut PlayPanel, context: &mut ViewerContext, seats: Seats) {
    let Some(open) = &context.documents.open else { return };
    let of = Arc::clone(&open.scenario);
    let seed = context.services.fresh_seed();
    start_job(state, context, move || {
        let runner = playtest::open(&of).map_err(|why| why.to_string())?;
        let names = match seats {
            Seats::Named(names) => names,
            Seats::Usual(people) => usual_players(&of, people, &runner.usual_player().to_string()),
        };
        let players = names.iter().map(|name| name.parse()).collect::<Result<_, _>>()?;
        let text = Arc::new(formats::write_scenario(&of));
        Table::new(Begun { of, runner, players, seed, text }, None)
    });
}

/// Why the kept match that is open cannot go on; `None` if it can.
pub(super) fn why_not_on(state: &PlayPanel, context: &ViewerContext) -> Option<String> {
    let open = context.documents.open.as_ref().map(|open| &open.scenario);
    let kept = state.kept.as_ref().filter(|kept| open.is_some_and(|open| Arc::ptr_eq(open, &kept.of)));
    match kept {
        _ if state.is_playing() => Some("A match is played already.".to_owned()),
        None => Some("No kept match is open: open the file of one.".to_owned()),
        Some(kept) if !kept.record.goes_on => {
            Some("This match is over: any turn of it can be opened as a scenario and played on from there.".to_owned())
        }
        Some(_) => None,
    }
}

/// The kept match that is open goes on. Where no person sat, one takes the first seat.
pub(super) fn play_on(state: &mut PlayPanel, context: &mut ViewerContext) {
    if let Some(why) = why_not_on(state, context) {
        return context.services.tell(why);
    }
    let Some(KeptMatch { of, record, text }) = &state.kept else { return };
    let (of, record, text) = (Arc::clone(of), record.clone(), Arc::clone(text));
    context.services.show_panel("play");
    start_job(state, context, move || {
        let runner = playtest::open(&of).map_err(|why| why.to_string())?;
        if record.players.len() != runner.seats() {
            return Err(format!(
                "the match has {} players, and there are {} seats",
                record.players.len(),
                runner.seats()
            ));
        }
        let (players, told) = sitters_of(&record, &runner.usual_player());
        let mut table = Table::new(Begun { of, runner, players, seed: record.seed, text }, Some(&record))?;
        told.iter().for_each(|line| table.say(line));
        Ok(table)
    });
}

/// Who sits at a kept match when it goes on, and what is to be said of that: no file starts a program.
fn sitters_of(record: &MatchRecord, usual: &PlayerName) -> (Vec<PlayerName>, Vec<String>) {
    let mut told = Vec::new();
    let known = record.players.iter().enumerate().map(|(seat, name)| match name.parse::<OwnPlayer>() {
        Ok(own) => PlayerName::Own(own),
        Err(_) => {
            told.push(format!("Seat {} was played by `{name}`, which no file starts: {usual} plays on.", seat + 1));
            usual.clone()
        }
    });
    let mut players: Vec<PlayerName> = known.collect();
    if !players.iter().any(PlayerName::is_human)
        && let Some(first) = players.first_mut()
    {
        told.push(format!("You take the first seat from {first}."));
        *first = PlayerName::own(PlayerName::HUMAN);
    }
    (players, told)
}

fn start_job(
    state: &mut PlayPanel,
    context: &mut ViewerContext,
    work: impl FnOnce() -> Result<Table, String> + Send + 'static,
) {
    if context.view.is_of_match() {
        // What is watched would be shown in the place of what is played.
        context.run("match-close");
    }
    state.fault.clear();
    state.starting = Some(context.services.jobs.start("Setting up the match", move |_| work()));
}
