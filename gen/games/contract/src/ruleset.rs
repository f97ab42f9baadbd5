//! The trait that every ruleset implements, and its description for people.

use std::fmt::{Debug, Display};
use std::ops::RangeInclusive;

use chance::{Seed, Stream};
use design::{Design, Diagnostic, Diagnostics};
use grid::Cell;
use serde_json::Value;
use world::{Scenario, SideId, UnitId};

use crate::{
    Chapter, Chart, Choice, Figures, Forecast, March, Observation, Outcome, Seat, Seats, SeenPosition, UnitEvent,
    ranks_by,
};

/// The description of a ruleset for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RulesetInfo {
    /// Its name, as designs write it in `ruleset`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The forms of its moves, a line each, for authors of players.
    pub moves: &'static str,
    /// The default turn limit: after that many turns a match ends undecided.
    pub turn_limit: u32,
    /// Whether [`Ruleset::show`] loses nothing, so that a match begun from the shown scenario continues from that position. Rules that
    /// can say so only of some positions say of which in [`Ruleset::is_shown_whole`].
    pub shows_all: bool,
    /// When seats act.
    pub turns: Turns,
    /// Whether anything of a state can be hidden from a seat, besides the chance to come.
    pub hides: bool,
    /// The fewest and the most seats. A game for one seat can be played solo.
    pub seats: RangeInclusive<u8>,
    /// Whether it plays worlds of several levels.
    pub levels: bool,
    /// What players call a turn: `turn`, `month`, `level`.
    pub turn_word: &'static str,
    /// What somebody who has never played it does first, in a sentence or two, with the words to type.
    pub first_steps: &'static str,
    /// Whether each seat moves a single unit: at a keyboard a key is a step then.
    pub single_unit: bool,
    /// Whether it expects something of matches: see [`Ruleset::forecast`].
    pub forecasts: bool,
    /// Whether positions tell more than what lies on their map: see [`Ruleset::chart`].
    pub charts: bool,
    /// Whether it heeds the handicaps of sides ([`world::Side::handicap`]).
    pub handicaps: bool,
    /// What the game's author aims at with a figure ([`Ruleset::figures`]): the figure's name, and the aim in a few words.
    pub aims: &'static [(&'static str, &'static str)],
}

impl RulesetInfo {
    /// A description to begin with: open turns in order, 2 to 15 seats, 1000 turns, one level. What differs is said behind it.
    pub const DEFAULT: RulesetInfo = RulesetInfo {
        name: "",
        summary: "",
        moves: "",
        turn_limit: 1000,
        shows_all: false,
        turns: Turns::InOrder,
        hides: false,
        seats: 2..=15,
        levels: false,
        turn_word: "turn",
        first_steps: "",
        single_unit: false,
        forecasts: false,
        charts: false,
        handicaps: false,
        aims: &[],
    };

    /// Whether one seat can play alone.
    #[must_use]
    pub fn can_be_solo(&self) -> bool {
        *self.seats.start() == 1
    }

    /// The kind of game in words: `2 to 6 seats, in turn, nothing hidden`.
    #[must_use]
    pub fn kind(&self) -> String {
        let seats = match (*self.seats.start(), *self.seats.end()) {
            (1, 1) => "solo".to_owned(),
            (1, most) => format!("solo, or up to {most} seats"),
            (least, most) if least == most => format!("{least} seats"),
            (least, most) => format!("{least} to {most} seats"),
        };
        let turns = match self.turns {
            Turns::InOrder => "one after the other",
            Turns::Simultaneous => "all at once",
        };
        let hides = if self.hides { "parts can be hidden" } else { "nothing is hidden" };
        format!("{seats}, {turns}, {hides}")
    }
}

/// When the seats of a game act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turns {
    /// One seat after the other.
    InOrder,
    /// All seats in the same turn, without knowing what the others do in it.
    Simultaneous,
}

/// The reason why a ruleset cannot play a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// The fault, and what would be right, in a sentence.
    pub what: String,
    /// The cell at which it is seen: of a seat one from which it begins; `None` if it lies nowhere.
    pub at: Option<Cell>,
}

impl Unplayable {
    /// A fault that lies nowhere.
    #[must_use]
    pub fn of(what: impl Into<String>) -> Unplayable {
        Unplayable { what: what.into(), at: None }
    }

    /// The same fault, seen at a cell.
    #[must_use]
    pub fn at(self, at: Option<Cell>) -> Unplayable {
        Unplayable { at, ..self }
    }
}

impl Display for Unplayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unplayable {}

/// What [`Ruleset::facts`] are asked of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FactsOf {
    /// A side.
    Side(SideId),
    /// A unit.
    Unit(UnitId),
}

/// A game, made ready from a scenario. The crate's page says what always holds; `tests/` checks it for every ruleset.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// All that changes during a game, hidden parts included.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// One thing that a seat does.
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// One thing that happened.
    type Event: Clone + PartialEq + Debug + Send + Sync;
    /// Why a move may not be made, with the numbers involved.
    type Refusal: PartialEq + Debug + Display;
    /// What a seat sees: a reference to the state that copies nothing and shows nothing hidden.
    type View<'a>: Copy + Send + Sync
    where
        Self: 'a;

    /// Its description for people.
    fn info() -> &'static RulesetInfo;

    /// The faults of the design's own section for these rules: see [`Design::ruleset_section`]. Rules that read no section find
    /// every entry unknown. A fault of anything else in the design has no place here, and gets that of the name of the rules; with
    /// the code [`design::WRONG_AREA`] that of the areas which the design claims.
    #[must_use]
    fn check_design(design: &Design) -> Diagnostics {
        let name = Self::info().name;
        let Some(section) = design.sections.get(name) else { return Diagnostics::default() };
        let read = section.read(|root, tree| {
            for (entry, _) in root.entries().unwrap_or_default() {
                let message = format!("the rules `{name}` read no `{}`", entry.text);
                tree.fault(entry.span, Diagnostic::error("unknown-entry", message).suggest("take it out"));
            }
        });
        read.1
    }

    /// Makes a game of a scenario.
    ///
    /// # Errors
    /// `Unplayable` if these rules cannot play the scenario: it says what is missing, and what would be right.
    fn open(scenario: &Scenario) -> Result<Self, Unplayable>;

    /// Whether a scenario can be played, without making it ready: `None` if it can. It is asked for every scenario that is rolled.
    ///
    /// By default it is what [`Ruleset::open`] says.
    #[must_use]
    fn find_unplayable(scenario: &Scenario) -> Option<Unplayable> {
        Self::open(scenario).err()
    }

    /// The chapters of a game's help page between what the game is and what its designer notes. The first one says how one wins,
    /// unless it is about units or terrain: the choices and the sides of the game follow it. By default: what the design says of its
    /// units and its terrain.
    #[must_use]
    fn help(_design: &Design) -> Vec<Chapter> {
        vec![Chapter::Units, Chapter::Terrain]
    }

    /// What only these rules know of a side or a unit of a scenario, for people: names with their values, such as `gold` with `300`.
    /// It is asked of scenarios that cannot be played, too. By default nothing.
    #[must_use]
    fn facts(_scenario: &Scenario, _of: FactsOf) -> Vec<(String, String)> {
        Vec::new()
    }

    /// How many seats there are: one for each side of the scenario, so 15 at most.
    fn seats(&self) -> usize;

    /// The team of each seat, numbered from 0. A seat that plays alone has a team of its own, as all have by default.
    fn teams(&self) -> &[u8] {
        const OWN: [u8; 32] = {
            let mut teams = [0; 32];
            let mut seat = 0;
            while seat < 32 {
                teams[seat] = seat as u8;
                seat += 1;
            }
            teams
        };
        &OWN[..self.seats()]
    }

    /// The state before the first move. The seed decides all chance of the match.
    fn begin(&self, seed: Seed) -> Self::State;

    /// The seats that may act now: one, or several at once. None means that the match is over.
    fn to_act(&self, state: &Self::State) -> Seats;

    /// How many turns of single seats have begun; 0 during set-up.
    fn turn(&self, state: &Self::State) -> u32;

    /// The seats in the order of their turns once it is settled; empty before that, and where turns are simultaneous, as by
    /// default.
    fn order(&self, _state: &Self::State) -> Vec<Seat> {
        Vec::new()
    }

    /// Checks that a seat may make a move now. By default the move is made in a copy.
    ///
    /// # Errors
    /// The refusal if the seat may not make the move.
    fn check(&self, state: &Self::State, seat: Seat, action: Self::Move) -> Result<(), Self::Refusal> {
        self.apply(&mut state.clone(), seat, action, &mut |_| {})
    }

    /// Makes a move with all its consequences until a seat has to act again, and logs the events in order.
    ///
    /// # Errors
    /// The refusal of `check`; then nothing has changed and nothing was logged.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Move,
        log: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Self::Refusal>;

    /// Takes a seat out of the match; its pieces stay where they are. A seat that is out already is not changed.
    fn forfeit(&self, state: &mut Self::State, seat: Seat, log: &mut dyn FnMut(Self::Event));

    /// The outcome, once the match is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The score that each seat has now, by seat; empty if the game keeps none, as by default.
    fn scores(&self, _state: &Self::State) -> Vec<i64> {
        Vec::new()
    }

    /// The place that each seat has now, from 1. By default winners come first, then scores count.
    fn ranks(&self, state: &Self::State) -> Vec<u8> {
        let outcome = self.outcome(state);
        let scores = self.scores(state);
        let has_won = |seat| outcome.as_ref().is_some_and(|outcome| outcome.winners.contains(seat));
        let worth = |index: usize| (has_won(Seat(index as u8)), scores.get(index).copied().unwrap_or(0));
        ranks_by(&(0..self.seats()).map(worth).collect::<Vec<_>>())
    }

    /// Whether a move that led from one state to another told its seat something new: how dice fell, what was hidden, what another
    /// seat answered. A move that did not can be taken back. By default every move did.
    fn has_revealed(&self, _before: &Self::State, _after: &Self::State, _seat: Seat) -> bool {
        true
    }

    /// What a seat sees.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// The seat whose view it is.
    fn seat(&self, view: Self::View<'_>) -> Seat;

    /// Appends the moves worth listing to `moves`: at least one for every decision, and each passes `check`. If a unit can reach
    /// the same place by many paths, one of them is listed.
    fn candidates(&self, view: Self::View<'_>, moves: &mut Vec<Self::Move>);

    /// One legal move of a seat that may act. Every kind of legal move has a chance, and a game of random moves ends. By default it is
    /// drawn from [`Ruleset::candidates`]; a game with many moves draws without listing them all.
    fn random_move(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::Move {
        let mut moves = Vec::new();
        self.candidates(view, &mut moves);
        moves[stream.index(moves.len())]
    }

    /// A random state that agrees with everything the seat sees; what is hidden from it is drawn anew.
    fn sample(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::State;

    /// A move as a line of text, such as `move line-infantry@12,4 e e n`.
    fn write_move(&self, view: Self::View<'_>, action: Self::Move) -> String;

    /// A move from its line of text. By default it must be one of [`Ruleset::candidates`].
    ///
    /// # Errors
    /// The fault in the line, and what would be right.
    fn read_move(&self, view: Self::View<'_>, line: &str) -> Result<Self::Move, String> {
        let mut moves = Vec::new();
        self.candidates(view, &mut moves);
        let lines: Vec<String> = moves.iter().map(|&action| self.write_move(view, action)).collect();
        match lines.iter().position(|known| known == line) {
            Some(place) => Ok(moves[place]),
            None if lines.is_empty() => Err(format!("`{line}`: there is nothing to do now")),
            None => Err(format!("`{line}`: expected one of {}", lines.join(", "))),
        }
    }

    /// A move as people choose it: who makes it, in words, where it leads, what it costs. By default its line alone.
    fn choice(&self, view: Self::View<'_>, action: Self::Move) -> Choice {
        Choice::of_line(self.write_move(view, action))
    }

    /// Appends jobs that last over turns and that people are offered beside [`Ruleset::candidates`]: legal moves, whose choices say that
    /// they stand. Players of the computer do not see them. By default none.
    fn jobs(&self, _view: Self::View<'_>, _moves: &mut Vec<Self::Move>) {}

    /// What a unit is busy with over turns, and for how long, in a few words; `None` if nothing, as by default.
    fn busy(&self, _view: Self::View<'_>, _unit: &str) -> Option<String> {
        None
    }

    /// The job by which a unit makes one of a product, over turns if need be; of what it makes one after another now if no product is
    /// named. `None` where what is made is there at once, as by default:
    /// then a candidate makes it.
    fn make_one(&self, _view: Self::View<'_>, _unit: &str, _product: &str) -> Option<Self::Move> {
        None
    }

    /// What a person is told of an own unit, in words behind its name; of the seat itself if the name is empty. `None` if the seat has no
    /// such unit, or nothing of its own to tell, as by default.
    fn status(&self, _view: Self::View<'_>, _unit: &str) -> Option<String> {
        None
    }

    /// The next move of a unit on its way from its cell to another; the move of the seat itself if the unit is empty. If its choice stands,
    /// the game goes on by itself; if it is not allowed, its refusal says why none is. By default the move that ends nearest to the cell, if
    /// that is nearer than it stands. `None` if no move leads nearer.
    fn move_towards(
        &self,
        view: Self::View<'_>,
        unit: &str,
        from: Cell,
        to: Cell,
        area: &grid::Area,
    ) -> Option<Self::Move> {
        let mut moves = Vec::new();
        self.candidates(view, &mut moves);
        let mut best = (area.distance(from, to), None);
        for action in moves {
            let choice = self.choice(view, action);
            let Some(end) = choice.target().filter(|_| choice.kind.is_step() && choice.unit == unit) else { continue };
            // To strike from afar is not to go.
            let leads = choice.kind.goes() || end == to;
            if leads && choice.cells.first() == Some(&from) && area.distance(end, to) < best.0 {
                best = (area.distance(end, to), Some(action));
            }
        }
        best.1
    }

    /// The move by which a unit would step into a cell beside it, allowed or not: what the rules say of it is told to who tries. By default
    /// `None`.
    fn step_into(&self, _view: Self::View<'_>, _unit: &str, _to: Cell) -> Option<Self::Move> {
        None
    }

    /// What a seat sees: all that a player needs, for programs outside and for people, told once for all its forms. What the seat may not
    /// know is not in it. JSON has what never changes, such as the map, too; only what has changed is sent again, as a merge patch (RFC
    /// 7396). So there is no null in it: what is not there has no key. A list is sent whole when a part of it has changed: where few parts
    /// change, their numbers are keys of an object.
    fn observe(&self, view: Self::View<'_>) -> Observation;

    /// What a seat sees, as lines of text.
    fn describe(&self, view: Self::View<'_>) -> String {
        self.observe(view).text()
    }

    /// What a seat sees, as a JSON object.
    fn position_json(&self, view: Self::View<'_>) -> Value {
        self.observe(view).json()
    }

    /// The whole state, as lines of text. By default: what each seat sees, one after the other; once where nothing is hidden.
    fn describe_all(&self, state: &Self::State) -> String {
        let seats = if Self::info().hides { self.seats() } else { 1 };
        (0..seats).map(|seat| self.describe(self.view(state, Seat(seat as u8)))).collect()
    }

    /// The seats that learn of an event: all of them, by default.
    fn told_to(&self, _event: &Self::Event) -> Seats {
        Seats::first(self.seats())
    }

    /// An event as a line of text for those who see everything, written from the state right after the move that caused it. An event
    /// that is only counted has no words: then nobody is told of it.
    fn event_text(&self, event: &Self::Event) -> String;

    /// An event as a line of text for a seat that is told of it. The view is that of the state right after the move. By default all
    /// seats read the same.
    fn event_text_for(&self, _view: Self::View<'_>, event: &Self::Event) -> String {
        self.event_text(event)
    }

    /// The names of the types that are built and lost, each with its cost, for the balance of types: none by default.
    fn unit_types(&self) -> Vec<(String, u32)> {
        Vec::new()
    }

    /// What an event means for the balance of types; `None` if nothing, as by default.
    fn unit_event(&self, _event: &Self::Event) -> Option<UnitEvent> {
        None
    }

    /// Units that an event sends from a cell to another, for pictures of a turn: none by default.
    fn march(&self, _event: &Self::Event) -> Option<March> {
        None
    }

    /// What keeps the figures of a match that begins: shares that a game's author wants to know of many matches. By default none.
    #[must_use]
    fn figures(&self) -> Option<Box<dyn Figures<Self>>> {
        None
    }

    /// What is expected of matches from the beginning, worked out without playing any: by default nothing is.
    #[must_use]
    fn forecast(&self) -> Option<Forecast> {
        None
    }

    /// What the position tells beside what lies on its map, for pictures; `shown` is what [`Ruleset::show`] makes of it. `None` if
    /// nothing, as by default.
    #[must_use]
    fn chart(&self, _state: &Self::State, _shown: &Scenario) -> Option<Chart> {
        None
    }

    /// What a seat may know of that, beside `seen`, which is what [`Ruleset::show_to`] makes of the position. By default: nothing where
    /// parts of a state can be hidden, else the whole chart.
    #[must_use]
    fn chart_to(&self, state: &Self::State, _seat: Seat, seen: &SeenPosition) -> Option<Chart> {
        if Self::info().hides { None } else { self.chart(state, &seen.scenario) }
    }

    /// The chance in percent that a move succeeds, where that takes too long for [`Choice::odds`] of all moves: it is asked of few. By
    /// default `None`.
    #[must_use]
    fn odds(&self, _view: Self::View<'_>, _action: Self::Move) -> Option<u8> {
        None
    }

    /// The whole state as text.
    fn save(&self, state: &Self::State) -> String;

    /// Reads a state that `Ruleset::save` wrote.
    ///
    /// # Errors
    /// The fault in the text.
    fn load(&self, text: &str) -> Result<Self::State, String>;

    /// Checks the invariants of a state and returns the first one broken. For tests, and for states from files. By default there are
    /// none.
    fn find_broken(&self, _state: &Self::State) -> Option<String> {
        None
    }

    /// Whether [`Ruleset::show`] loses nothing of this position: by default as [`RulesetInfo::shows_all`] says of all of them.
    fn is_shown_whole(&self, _state: &Self::State) -> bool {
        Self::info().shows_all
    }

    /// The position as a scenario to look at, or to continue from if [`Ruleset::is_shown_whole`]: `start` with its units, owners of
    /// cells and sides as they are now. The fairness that was measured at the start is left out.
    fn show(&self, state: &Self::State, start: &Scenario) -> Scenario;

    /// The position as a seat knows it, to look at: what is hidden from it is not in the scenario. By default, and only right where
    /// nothing is hidden, all of it.
    fn show_to(&self, state: &Self::State, _seat: Seat, start: &Scenario) -> SeenPosition {
        SeenPosition { scenario: self.show(state, start), sight: Vec::new() }
    }
}
