//! What a ruleset is.

use std::fmt::{Debug, Display};

use chance::{Seed, Stream};
use world::Scenario;

use crate::{Deed, Outcome, Seat, Seats};

/// What people are told of a ruleset.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesetInfo {
    /// Its name, as designs write it in `ruleset`.
    pub name: &'static str,
    /// What it is, in a line.
    pub summary: &'static str,
    /// The moves that there are, a line each, for whoever writes a player.
    pub moves: &'static str,
    /// Turns after which a match is ended undecided, unless somebody wants it otherwise.
    pub turn_limit: u32,
    /// Whether [`Ruleset::show`] says all that there is, so that a match begun from what it shows goes on from that position.
    pub shows_all: bool,
}

/// Why a scenario cannot be played by a ruleset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplayable {
    /// What is wrong, and what would be right, in a sentence.
    pub what: String,
}

impl Display for Unplayable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.what)
    }
}

impl std::error::Error for Unplayable {}

/// A game, made ready from a scenario. See the crate's page for what always holds; `tests/` holds every ruleset to it.
pub trait Ruleset: Sized + Send + Sync + 'static {
    /// All that changes while it is played, what is hidden included.
    type State: Clone + PartialEq + Debug + Send + Sync;
    /// One thing that a seat does.
    type Move: Copy + PartialEq + Debug + Send + Sync;
    /// One thing that happened.
    type Event: Clone + PartialEq + Debug + Send + Sync;
    /// Why a move may not be made, with its numbers.
    type Refusal: PartialEq + Debug + Display;
    /// What a seat sees: a lens on the state that copies nothing and shows nothing hidden.
    type View<'a>: Copy + Send + Sync
    where
        Self: 'a;

    /// What people are told of it.
    fn info() -> &'static RulesetInfo;

    /// Makes a scenario ready.
    ///
    /// # Errors
    /// If it cannot be played by these rules: what is missing, and what would be right.
    fn open(scenario: &Scenario) -> Result<Self, Unplayable>;

    /// How many seats there are: at most [`Seats::MAX`].
    fn seats(&self) -> usize;

    /// The team of each seat: numbers from 0, every seat that plays alone has one of its own.
    fn teams(&self) -> &[u8];

    /// The state before the first move. The seed decides all chance of the match.
    fn begin(&self, seed: Seed) -> Self::State;

    /// Who may act: one seat, several at once, or nobody, and then the match is over.
    fn to_act(&self, state: &Self::State) -> Seats;

    /// How many turns of single seats have begun; 0 during set-up.
    fn turn(&self, state: &Self::State) -> u32;

    /// The seats in the order in which they take their turns, as soon as it is settled; empty until then, and where turns are
    /// simultaneous.
    fn order(&self, state: &Self::State) -> Vec<Seat>;

    /// Whether a seat may make a move now.
    ///
    /// # Errors
    /// Why not.
    fn check(&self, state: &Self::State, seat: Seat, action: Self::Move) -> Result<(), Self::Refusal>;

    /// Makes a move, with all that follows from it until somebody has to act again, and tells what happened in order.
    ///
    /// # Errors
    /// What `check` says; then nothing has changed and nothing was told.
    fn apply(
        &self,
        state: &mut Self::State,
        seat: Seat,
        action: Self::Move,
        log: &mut dyn FnMut(Self::Event),
    ) -> Result<(), Self::Refusal>;

    /// Takes a seat out of the match; its pieces stay where they are. Nothing happens to a seat that is out already.
    fn forfeit(&self, state: &mut Self::State, seat: Seat, log: &mut dyn FnMut(Self::Event));

    /// How the match came out, once it is over.
    fn outcome(&self, state: &Self::State) -> Option<Outcome>;

    /// The place that each seat holds now, from 1.
    fn ranks(&self, state: &Self::State) -> Vec<u8>;

    /// What a seat sees.
    fn view<'a>(&'a self, state: &'a Self::State, seat: Seat) -> Self::View<'a>;

    /// The moves worth listing, appended to `moves`: every decision has at least one, and each passes `check`. Where a unit can go the
    /// same way by many paths, one stands for all.
    fn candidates(&self, view: Self::View<'_>, moves: &mut Vec<Self::Move>);

    /// One legal move, drawn without listing them all. Every legal kind of move has a chance, and play of such moves ends.
    fn random_move(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::Move;

    /// A state that agrees with all that is seen, what is hidden drawn anew.
    fn sample(&self, view: Self::View<'_>, stream: &mut Stream) -> Self::State;

    /// A move as a line of text, such as `move line-infantry@12,4 e e n`.
    fn write_move(&self, view: Self::View<'_>, action: Self::Move) -> String;

    /// A move from its line of text.
    ///
    /// # Errors
    /// What is wrong with the line, and what would be right.
    fn read_move(&self, view: Self::View<'_>, line: &str) -> Result<Self::Move, String>;

    /// What a seat sees, as lines of text: all that a player needs, for programs outside and for people.
    fn describe(&self, view: Self::View<'_>) -> String;

    /// An event as a line of text, from the state right after the move that it belongs to.
    fn tell(&self, event: &Self::Event) -> String;

    /// The types of what is built and lost, by name, with what one costs: for the balance of types.
    fn kinds(&self) -> Vec<(String, u32)>;

    /// What an event means for the balance of types, if anything.
    fn deed(&self, event: &Self::Event) -> Option<Deed>;

    /// The whole state as text.
    fn save(&self, state: &Self::State) -> String;

    /// The state that was saved.
    ///
    /// # Errors
    /// What is wrong with the text.
    fn load(&self, text: &str) -> Result<Self::State, String>;

    /// What always holds of a state, checked: the first fault found. For tests, and for states that come from files.
    fn find_broken(&self, state: &Self::State) -> Option<String>;

    /// The position as a scenario to look at, or to go on from if [`RulesetInfo::shows_all`]: `start` with its units, owners of cells
    /// and sides as they are now. What was measured of the start is left out.
    fn show(&self, state: &Self::State, start: &Scenario) -> Scenario;
}
