//! The match that is played: people's commands, programs that think in the background, and what is shown of it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use chance::Seed;
use contract::{Chart, Choice, Seat, SeenPosition, Sight};
use grid::Cell;
use human::{HumanMatch, Look, Making, Reply, Told, Wish, choice_words};
use playtest::{MatchRecord, MatchRunner, MatchSettings, PlayerName, no_programs};
use world::Scenario;

use super::PlayPanel;
use super::replay::{self, Frame, Replay};
use super::single_keys::{self, PlayKey};
use super::{questions, spoken};
use crate::map::{Marks, Touch};
use crate::{Job, News, Progress, Sitters, ViewerContext};

/// The most lines of what happened that are kept.
const LINES_MAX: usize = 400;

/// The folder of a match that is saved, within the folder of exports.
const FOLDER: &str = "match";

/// Who is at work.
enum Stage {
    /// A person decides.
    Person(Box<HumanMatch>),
    /// Programs move.
    Programs(Job<(Box<HumanMatch>, Vec<Frame>)>),
    /// It is over.
    Over(Box<HumanMatch>),
}

/// A match on the map.
pub(crate) struct Table {
    /// The scenario that is played.
    pub of: Arc<Scenario>,
    /// `None` for a moment only, while one takes the place of another.
    stage: Option<Stage>,
    settings: MatchSettings,
    text: Arc<String>,
    /// The seat whose view is shown.
    pub looking: Option<Seat>,
    /// The seat that has to come to the screen before its view is shown.
    pub curtain: Option<Seat>,
    /// Who is meant, and what can be done.
    pub status: String,
    /// What happened, line by line.
    pub lines: Vec<String>,
    /// The moves of the chosen unit.
    pub moves: Vec<Choice>,
    /// Whether there is a move that ends the turn.
    pub can_end: bool,
    /// What the chosen unit or place makes.
    pub making: Option<Making>,
    /// The single keys of the person whose turn it is.
    pub keys: Vec<PlayKey>,
    /// What others did before this turn.
    pub meanwhile: Vec<Told>,
    /// Positions of the turns of others, as people saw them who are not at the screen.
    frames: Vec<Frame>,
    /// Those that are being shown.
    pub(super) replay: Option<Replay>,
    /// The turn in which the person acts.
    turn: u32,
    /// Whether the map has been brought to what the person sees.
    was_shown: bool,
    /// Whether the rules hide anything from a seat.
    pub hides: bool,
    /// Whether the last thing that was told is a hint.
    pub has_hint: bool,
}

/// What a match is begun with.
pub(super) struct Begun {
    pub of: Arc<Scenario>,
    pub runner: MatchRunner,
    /// Who plays, by seat.
    pub players: Vec<PlayerName>,
    pub seed: u64,
    /// The text of the scenario, as it is kept with the match.
    pub text: Arc<String>,
}

impl Table {
    /// A match before its first move, or after those of a record.
    pub(super) fn new(begun: Begun, record: Option<&MatchRecord>) -> Result<Table, String> {
        let Begun { of, runner, players, seed, text } = begun;
        let settings = MatchSettings { seed: Seed(seed), turn_limit: runner.turn_limit };
        let seated: Vec<Option<PlayerName>> = players.iter().cloned().map(Some).collect();
        let at = runner.begin_match(settings, &seated, &no_programs)?;
        let mut sitting = Box::new(HumanMatch::new(Arc::clone(&of), Arc::new(runner), at, players));
        if let Some(record) = record {
            sitting.take_up(record, &text).map_err(|error| error.to_string())?;
        }
        let hides = sitting.at().game().info().hides;
        Ok(Table {
            of,
            stage: Some(Stage::Person(sitting)),
            settings,
            text,
            looking: None,
            curtain: None,
            status: String::new(),
            lines: Vec::new(),
            moves: Vec::new(),
            can_end: false,
            making: None,
            keys: Vec::new(),
            meanwhile: Vec::new(),
            frames: Vec::new(),
            replay: None,
            turn: 0,
            was_shown: false,
            hides,
            has_hint: false,
        })
    }

    /// The match, where no program is at work on it.
    pub fn sitting(&mut self) -> Option<&mut HumanMatch> {
        match &mut self.stage {
            Some(Stage::Person(sitting) | Stage::Over(sitting)) => Some(sitting),
            _ => None,
        }
    }

    fn at(&self) -> Option<&HumanMatch> {
        match &self.stage {
            Some(Stage::Person(sitting) | Stage::Over(sitting)) => Some(sitting),
            _ => None,
        }
    }

    /// How many moves were made; none while programs are at work.
    pub fn moved(&self) -> usize {
        self.at().map_or(0, |sitting| sitting.at().moves().len())
    }

    /// Whether it is over.
    pub const fn is_over(&self) -> bool {
        matches!(self.stage, Some(Stage::Over(_)))
    }

    /// Whether programs are at work.
    pub const fn is_busy(&self) -> bool {
        matches!(self.stage, Some(Stage::Programs(_)))
    }

    pub fn under_way(&self) -> Option<(String, f32)> {
        match &self.stage {
            Some(Stage::Programs(job)) => Some(job.under_way()),
            _ => None,
        }
    }

    /// The seat of the person whose turn it is, if it is their turn and they are at the screen.
    pub fn person(&self) -> Option<Seat> {
        let seat = self.looking.filter(|_| self.curtain.is_none())?;
        let Some(Stage::Person(sitting)) = &self.stage else { return None };
        sitting.at().to_act().contains(seat).then_some(seat)
    }

    /// Nobody is at the screen who can do anything.
    fn offer_nothing(&mut self) {
        (self.moves, self.can_end, self.making) = (Vec::new(), false, None);
        self.keys.clear();
    }

    /// Adds to what happened.
    pub fn say(&mut self, text: &str) {
        let text = spoken::in_window(text);
        self.lines.extend(text.lines().map(str::trim_end).filter(|line| !line.is_empty()).map(ToOwned::to_owned));
        let more = self.lines.len().saturating_sub(LINES_MAX);
        self.lines.drain(..more);
    }

    /// Keeps what other people at the screen see of what a person did; of what was taken back they see nothing.
    fn note_for_others(&mut self, seat: Seat, since: usize) {
        let mut frames = std::mem::take(&mut self.frames);
        if let Some(sitting) = self.at() {
            let count = sitting.at().events().len();
            frames.retain(|frame| frame.events <= count);
            replay::note(&mut frames, sitting, since, Some(seat));
        }
        self.frames = frames;
    }

    /// What the chosen unit would do in a cell.
    pub fn words_at(&self, cell: Cell) -> Option<String> {
        let seat = self.person()?;
        let choice = self.at()?.move_to(seat, cell)?;
        Some(choice_words(&choice))
    }

    /// The match as it is kept.
    fn record(&self) -> Option<String> {
        let sitting = self.at()?;
        Some(sitting.record(self.settings, pipeline::SCENARIO_FILE, &self.text).write())
    }
}

/// Takes what jobs have done.
pub(super) fn poll(state: &mut PlayPanel, context: &mut ViewerContext) {
    if let Some(done) = state.starting.as_ref().and_then(Job::poll) {
        state.starting = None;
        match done {
            Ok(Ok(table))
                if context.documents.open.as_ref().is_some_and(|open| Arc::ptr_eq(&open.scenario, &table.of)) =>
            {
                context.leave_tool();
                // One plays on the ground: another lens may have nothing to show in it.
                context.view.set_lens("terrain");
                match table.hides {
                    true => context.view.draw_curtain(table.of.world.area.cells().collect()),
                    false => context.view.marks = Some(Marks::default()),
                }
                state.table = Some(table);
                advance(state, context);
            }
            Ok(Ok(_)) => context.services.tell("The match is not begun: another scenario is open now."),
            Ok(Err(why)) | Err(why) => {
                context.services.tell(why.clone());
                state.fault = why;
            }
        }
    }
    if let Some(done) = state.keeping.as_ref().and_then(Job::poll) {
        state.keeping = None;
        if let Ok(Err(why)) | Err(why) = done {
            context.documents.recovery.left_match = None;
            context.services.tell(format!("The match cannot be kept: {why}"));
        }
    }
    let Some(table) = &mut state.table else { return };
    let Some(Stage::Programs(job)) = &table.stage else { return };
    match job.poll() {
        None => {}
        Some(Ok((sitting, frames))) => {
            table.stage = Some(Stage::Person(sitting));
            table.frames.extend(frames);
            advance(state, context);
        }
        Some(Err(why)) => {
            state.drop_table(&mut context.view);
            context.services.tell(why);
        }
    }
}

/// Goes on: with a person, with programs, or with the end of the match.
fn advance(state: &mut PlayPanel, context: &mut ViewerContext) {
    let Some(table) = &mut state.table else { return };
    let Some(Stage::Person(sitting)) = table.stage.take() else { return };
    let Some(seat) = sitting.next_seat() else {
        let told = sitting.ending();
        table.say(&told);
        table.status = told.lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned();
        context.view.marks = Some(Marks::default());
        table.offer_nothing();
        let shown = sitting.at().game().show(&table.of);
        let chart = sitting.at().game().chart(&shown);
        let words = table.status.clone();
        table.stage = Some(Stage::Over(sitting));
        context.view.show_charted("the end of your match".to_owned(), shown, chart);
        context.services.tell(words);
        return keep(state, context);
    };
    if !sitting.people().contains(seat) {
        let (jobs, keeps) = (context.services.jobs.clone(), context.services.session.replays);
        table.stage = Some(Stage::Programs(jobs.start("Others move", move |progress| think(sitting, keeps, progress))));
        table.status = "Others move ..".to_owned();
        return;
    }
    let hides = table.hides && sitting.people().len() > 1;
    let is_other = table.looking != Some(seat);
    table.stage = Some(Stage::Person(sitting));
    if is_other && hides {
        table.curtain = Some(seat);
        table.looking = None;
        table.offer_nothing();
        // Nothing of what the one before knew stays on the screen.
        table.lines.clear();
        table.meanwhile.clear();
        table.status.clear();
        let unknown = table.of.world.area.cells().collect();
        state.typed.clear();
        context.view.draw_curtain(unknown);
        context.services.tell("Another person is to act.");
        return;
    }
    take_seat(state, context, seat);
}

/// Programs move until a person is next, or it is over. `keeps`: what people see of that is kept.
fn think(mut sitting: Box<HumanMatch>, keeps: bool, progress: &Progress) -> (Box<HumanMatch>, Vec<Frame>) {
    let mut frames = Vec::new();
    while let Some(seat) = sitting.next_seat().filter(|&seat| !sitting.people().contains(seat)) {
        progress.tell(0.5, sitting.side(seat));
        let since = sitting.at().events().len();
        sitting.play(seat);
        if keeps {
            replay::note(&mut frames, &sitting, since, None);
        }
    }
    (sitting, frames)
}

/// A person sits down: what others did is shown step by step, then their turn begins.
pub(super) fn take_seat(state: &mut PlayPanel, context: &mut ViewerContext, seat: Seat) {
    let Some(table) = &mut state.table else { return };
    table.curtain = None;
    let (own, others) = std::mem::take(&mut table.frames).into_iter().partition(|frame| frame.seat == seat);
    table.frames = others;
    let own: Vec<Frame> = own;
    if own.is_empty() || !context.services.session.replays {
        return begin_turn(state, context, seat);
    }
    table.looking = None;
    table.offer_nothing();
    table.replay = Some(Replay::new(seat, own));
    context.services.egui.request_repaint();
}

/// The turn of a person begins: their view is shown, with what happened meanwhile.
pub(super) fn begin_turn(state: &mut PlayPanel, context: &mut ViewerContext, seat: Seat) {
    let Some(table) = &mut state.table else { return };
    table.looking = Some(seat);
    let Some(sitting) = table.sitting() else { return };
    let meanwhile = sitting.meanwhile(seat);
    let replies = sitting.begin_turn(seat);
    let turn = sitting.at().game().turn();
    (table.meanwhile, table.turn) = (meanwhile, turn);
    take(state, context, seat, replies);
    keep(state, context);
}

/// Does what a person typed or clicked: a command, or a move of the rules.
pub(super) fn obey(state: &mut PlayPanel, context: &mut ViewerContext, line: &str) {
    act(state, context, |sitting, seat| sitting.obey(seat, line));
    if let Some(table) = &mut state.table {
        table.has_hint = line == "hint" && table.person().is_some();
    }
}

/// Does something for the person whose turn it is.
fn act(state: &mut PlayPanel, context: &mut ViewerContext, work: impl FnOnce(&mut HumanMatch, Seat) -> Vec<Reply>) {
    let Some(table) = &mut state.table else { return };
    let Some(seat) = table.person() else {
        let why = if table.is_over() { "The match is over." } else { "It is not your turn." };
        return context.services.tell(why);
    };
    state.asked = None;
    table.has_hint = false;
    let Some(sitting) = table.sitting() else { return };
    let since = sitting.at().events().len();
    let replies = work(sitting, seat);
    if context.services.session.replays {
        table.note_for_others(seat, since);
    }
    take(state, context, seat, replies);
}

/// Ends the turn of the person, by the move of the rules that does it.
pub(super) fn end_turn(state: &mut PlayPanel, context: &mut ViewerContext) {
    act(state, context, |sitting, seat| match sitting.ends(seat).first() {
        Some(end) => sitting.obey(seat, &end.line),
        None => vec![Reply::Words("these rules end a turn by its last move\n".to_owned())],
    });
}

/// Takes what came of a command, and goes on where the turn is over.
fn take(state: &mut PlayPanel, context: &mut ViewerContext, seat: Seat, replies: Vec<Reply>) {
    let mut told = None;
    for reply in replies {
        let Some(table) = &mut state.table else { return };
        match reply {
            Reply::Words(text) | Reply::Pages(text) => {
                table.say(&text);
                told = text.lines().map(str::trim).rfind(|line| !line.is_empty()).map(ToOwned::to_owned).or(told);
            }
            Reply::Clear => {}
            Reply::Look(look) => show(state, context, seat, *look),
            Reply::Wish(wish) => grant(state, context, seat, &wish),
        }
    }
    if let Some(told) = told {
        context.services.tell(spoken::sentence(&spoken::in_window(&told)));
    }
    let Some(table) = &mut state.table else { return };
    let known = table.turn;
    let Some(sitting) = table.sitting() else { return };
    // Where all seats act in the same turn, the person may act again as soon as it is over: programs come first.
    let game = sitting.at().game();
    let (turn, steps_on) = (game.turn(), game.info().single_unit);
    let goes_on = sitting.next_seat() == Some(seat);
    if goes_on && (steps_on || turn == known) {
        let (moves, can_end) = (sitting.chosen_moves(seat), !sitting.ends(seat).is_empty());
        let (making, keys) = (sitting.making(seat), single_keys::of(&context.services.keys.terminal, sitting, seat));
        (table.moves, table.can_end, table.making, table.keys) = (moves, can_end, making, keys);
        table.turn = turn;
        if turn != known {
            keep(state, context);
        }
        return;
    }
    sitting.end_turn(seat);
    advance(state, context);
}

/// What is marked for the chosen unit and those on their way.
#[derive(Default)]
pub(super) struct Chosen {
    reach: std::collections::BTreeMap<Cell, String>,
    unit: Option<Cell>,
    ways: Vec<(Cell, Cell)>,
}

/// Puts a position on the map as a seat knows it.
pub(super) fn display(context: &mut ViewerContext, label: String, seen: SeenPosition, chart: Chart, chosen: Chosen) {
    let Chosen { reach, unit, ways } = chosen;
    let (unknown, remembered) = (known(&seen, Sight::Unknown), known(&seen, Sight::Remembered));
    if context.services.session.animates {
        let now = context.services.egui.input(|input| input.time);
        context.view.move_units(&seen.scenario, now);
    }
    let hides = context.view.keeps_secrets();
    context.view.marks = Some(Marks { unknown, remembered, reach, unit, ways, hides });
    context.view.show_charted(label, seen.scenario, Some(chart));
}

/// The cells of which a seat knows just this.
fn known(seen: &SeenPosition, wanted: Sight) -> Vec<Cell> {
    seen.scenario.world.area.cells().filter(|&cell| seen.sight_of(cell) == wanted).collect()
}

/// Shows what a person sees.
fn show(state: &mut PlayPanel, context: &mut ViewerContext, seat: Seat, look: Look) {
    let Some(table) = &mut state.table else { return };
    let Some(sitting) = table.sitting() else { return };
    let info = sitting.at().game().info();
    let label = format!("{}, {} {}", sitting.side(seat), info.turn_word, sitting.at().game().turn());
    let unit = look.cursor.filter(|_| !look.unit.is_empty());
    let chosen = Chosen { reach: look.reach, unit, ways: look.ways };
    table.status = spoken::in_window(&(look.notes + &look.status));
    let is_first = !std::mem::replace(&mut table.was_shown, true);
    let is_dark = look.seen.sight.contains(&Sight::Unknown);
    let near = if is_first && is_dark { known(&look.seen, Sight::Seen) } else { Vec::new() };
    display(context, label, look.seen, look.chart, chosen);
    if is_first {
        context.view.bring(near);
    }
    if let Some(cell) = look.cursor {
        context.view.go_to(cell);
    }
}

/// Does what is wished of the outside.
fn grant(state: &mut PlayPanel, context: &mut ViewerContext, seat: Seat, wish: &Wish) {
    match wish {
        Wish::Resign => {
            if let Some(sitting) = state.table.as_mut().and_then(Table::sitting) {
                sitting.resign(seat);
            }
        }
        Wish::Quit => questions::ask(state, context, questions::Question::Leave),
        Wish::Save(to) => {
            let usual = Path::new(&context.services.session.folder).join(FOLDER);
            let folder = if to.is_empty() { usual } else { PathBuf::from(to) };
            let words = folder.join(MatchRecord::file_name(0)).display().to_string();
            save(state, context, folder);
            context.services.tell(format!("The match is saved: open {words}."));
        }
        Wish::Load(file) => {
            context.open_named(file);
            context.tell_panels(News::MatchWanted(Sitters::AsKept));
        }
        Wish::Explain => {
            context.services.tell("The inspector tells of each type; `explain` of the command tells the whole game.")
        }
    }
}

/// Keeps the match where edits are kept, so that a crash loses nothing.
fn keep(state: &mut PlayPanel, context: &mut ViewerContext) {
    let Some(folder) = context.documents.recovery.match_folder() else { return };
    if state.table.is_none() {
        return;
    }
    // What is being played was not left.
    context.documents.recovery.left_match = None;
    save(state, context, folder);
}

/// Writes the match into a folder: it opens as any kept match.
fn save(state: &mut PlayPanel, context: &mut ViewerContext, folder: PathBuf) {
    let files = Arc::clone(&context.services.files);
    let Some(table) = &mut state.table else { return };
    let Some(record) = table.record() else { return };
    let text = Arc::clone(&table.text);
    let job = context.services.jobs.start("Keeping the match", move |_| {
        let named = |name: &str, text: &str| (name.to_owned(), text.as_bytes().to_vec());
        let set = [named(pipeline::SCENARIO_FILE, &text), named(&MatchRecord::file_name(0), &record)];
        files.write_all(&folder, &set)
    });
    state.keeping = Some(job);
}

/// Leaves the match: it is kept, and the scenario is shown again.
pub(super) fn leave(state: &mut PlayPanel, context: &mut ViewerContext) {
    let goes_on = state.table.as_ref().is_some_and(|table| !table.is_over());
    keep(state, context);
    if state.is_playing() {
        state.drop_table(&mut context.view);
        let folder = context.documents.recovery.match_folder().filter(|_| goes_on);
        let left = folder.map(|folder| folder.join(MatchRecord::file_name(0)));
        let is_kept = left.is_some();
        context.documents.recovery.left_match = left;
        let kept = if is_kept { " It is kept: the start page plays it on." } else { "" };
        context.services.tell(format!("You have left the match.{kept}"));
    }
}

/// The whole position becomes a scenario of its own.
pub(super) fn open_turn(state: &mut PlayPanel, context: &mut ViewerContext) {
    let Some(sitting) = state.table.as_ref().and_then(Table::at) else {
        return context.services.tell("Others move: it can be opened when it is your turn.");
    };
    let game = sitting.at().game();
    let label = format!("{} {} of your match", game.info().turn_word, game.turn());
    let (position, is_whole) = (game.show(sitting.start()), game.is_shown_whole());
    context.open_position(position, is_whole, &label);
}

/// The pointer touched a cell. A click is a move of the chosen unit that leads there, or else chooses what stands there. The second
/// button, and a drag from the unit to the cell, send it there, over turns if need be.
pub(super) fn touch(state: &mut PlayPanel, context: &mut ViewerContext, cell: Cell, touch: Touch) -> bool {
    if state.is_replaying() {
        replay::finish(state, context);
        // Nothing is taken up by what skips a replay: the unit to be dragged is not known yet.
        return touch != Touch::Grab;
    }
    let Some(table) = &mut state.table else { return false };
    let Some(seat) = table.person() else { return false };
    let name = table.of.world.area.cell_name(cell);
    if touch == Touch::Grab {
        let is_own = table.at().is_some_and(|sitting| has_unit(sitting, seat, cell));
        let is_chosen = context.view.marks.as_ref().is_some_and(|marks| marks.unit == Some(cell));
        if is_own && !is_chosen {
            act(state, context, |sitting, seat| vec![sitting.point_at(seat, cell)]);
        }
        return is_own;
    }
    act(state, context, |sitting, seat| match sitting.move_to(seat, cell) {
        Some(choice) => sitting.obey(seat, &choice.line),
        None if touch != Touch::First => sitting.obey(seat, &format!("go {name}")),
        None => vec![sitting.point_at(seat, cell)],
    });
    true
}

/// Whether a unit of the seat stands in a cell that can do something.
fn has_unit(sitting: &HumanMatch, seat: Seat, cell: Cell) -> bool {
    let choices = sitting.at().choices(seat);
    choices.iter().any(|choice| !choice.unit.is_empty() && choice.cells.first() == Some(&cell))
}
