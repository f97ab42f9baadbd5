//! The trait that every ruleset implements, and its description for people.

use std::fmt::{Debug, Display};

use chance::{Seed, Stream};
use world::Scenario;

use crate::{Outcome, Seat, Seats, UnitEvent};

/// The description of a ruleset for people.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetInfo {
    /// Its name, as designs write it in `ruleset`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The forms of its moves, a line each, for authors of players.
    pub moves: &'static str,
    /// The default turn limit: after that many turns a match ends undecided.
    pub turn_limit: u32,
    /// Whether [`Ruleset::show`] loses nothing, so that a match begun from the shown scenario continues from that position.
    pub shows_all: bool,
}

/// The reason why a ruleset cannot play a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// The fault, and what would be right, in a sentence.
    pub what: String,
}

impl Display for Unplayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unplayable {}

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

    /// Makes a game of a scenario.
    ///
    /// # Errors
    /// `Unplayable` if these rules cannot play the scenario: it says what is missing, and what would be right.
    fn open(scenario: &Scenario) -> Result<Self, Unplayable>;

    /// How many seats there are: one for each side of the scenario, so 15 at most.
    fn seats(&self) -> usize;

    /// The team of each seat, numbered from 0. A seat that plays alone has a team of its own.
    fn teams(&self) -> &[u8];

    /// The state before the first move. The seed decides all chance of the match.
    fn begin(&self, seed: Seed) -> Self::State;

    /// The seats that may act now: one, or several at once. None means that the match is over.
    fn to_act(&self, state: &Self::State) -> Seats;

    /// How many turns of single seats have begun; 0 during set-up.
    fn turn(&self, state: &Self::State) -> u32;

    /// The seats in the order of their turns once it is settled; empty before that, and where turns are simultaneous.
    fn order(&self, state: &Self::State) -> Vec<Seat>;

    /// Checks that a seat may make a move now.
    ///
    /// # Errors
    /// The refusal if the seat may not make the move.
    fn check(&self, state: &Self::State, seat: Seat, action: Self::Move) -> Result<(), Self::Refusal>;

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

    /// The place that each seat has now, from 1.
    fn ranks(&self, state: &Self::State) -> Vec<u8>;

    /// What a seat sees.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// Appends the moves worth listing to `moves`: at least one for every decision, and each passes `check`. If a unit can reach
    /// the same place by many paths, one of them is listed.
    fn candidates(&self, view: Self::View<'_>, moves: &mut Vec<Self::Move>);

    /// One legal move, drawn without listing them all. Every kind of legal move has a chance, and a game of random moves ends.
    fn random_move(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::Move;

    /// A random state that agrees with everything the seat sees; what is hidden from it is drawn anew.
    fn sample(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::State;

    /// A move as a line of text, such as `move line-infantry@12,4 e e n`.
    fn write_move(&self, view: Self::View<'_>, action: Self::Move) -> String;

    /// A move from its line of text.
    ///
    /// # Errors
    /// The fault in the line, and what would be right.
    fn read_move(&self, view: Self::View<'_>, line: &str) -> Result<Self::Move, String>;

    /// What a seat sees, as lines of text. They contain all that a player needs, for programs outside and for people.
    fn describe(&self, view: Self::View<'_>) -> String;

    /// An event as a line of text, written from the state right after the move that caused it.
    fn event_text(&self, event: &Self::Event) -> String;

    /// The names of the types that are built and lost, each with its cost: for the balance of types.
    fn unit_types(&self) -> Vec<(String, u32)>;

    /// What an event means for the balance of types; `None` if nothing.
    fn unit_event(&self, event: &Self::Event) -> Option<UnitEvent>;

    /// The whole state as text.
    fn save(&self, state: &Self::State) -> String;

    /// Reads a state that `Ruleset::save` wrote.
    ///
    /// # Errors
    /// The fault in the text.
    fn load(&self, text: &str) -> Result<Self::State, String>;

    /// Checks the invariants of a state and returns the first one broken. For tests, and for states from files.
    fn find_broken(&self, state: &Self::State) -> Option<String>;

    /// The position as a scenario to look at, or to continue from if [`RulesetInfo::shows_all`]: `start` with its units, owners of
    /// cells and sides as they are now. The fairness that was measured at the start is left out.
    fn show(&self, state: &Self::State, start: &Scenario) -> Scenario;
}
