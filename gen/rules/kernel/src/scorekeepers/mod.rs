//! Scorekeepers: when one runs, for whom, and what its body says (`kernel-rules` 7.1, `gdl-reference` 11).
//!
//! Values are numbers or nil; nil is false and everything else true, 0 too. Nobody wins but by a scorekeeper.

use contract::Unplayable;
use world::{Scenario, SideId};

use crate::event::EventKind;
use crate::{Phase, StateChange, StateView};

mod compile;
pub(crate) mod events;
mod run;

use events::Pattern;

/// A scorekeeper, compiled.
#[derive(Debug)]
pub(crate) struct Scorekeeper {
    pub(crate) title: String,
    when: When,
    /// The first turn in which it works.
    from: u32,
    /// It works for sides for which this holds.
    test: Option<Expression>,
    /// By seat.
    applies_to: Vec<bool>,
    /// By seat.
    pub(crate) known_to: Vec<bool>,
    /// Events that set it off; none: it needs nothing of the sort.
    triggers: Vec<Pattern>,
    /// Set off by the file, and for good.
    is_triggered: bool,
    body: Vec<Body>,
    /// Its place in the scores of a side; none if it keeps no score.
    pub(crate) score: Option<usize>,
    initial_score: i64,
}

/// When a scorekeeper works.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    BeforeTurn,
    AfterTurn,
    AfterAction,
    AfterEvent,
}

/// What a scorekeeper does.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Body {
    LastSideWins,
    LastAllianceWins,
    Win,
    Lose,
    End,
    SetScore(Expression),
    AddScore(Expression),
    If(Expression, Box<Body>, Option<Box<Body>>),
    Cond(Vec<(Expression, Vec<Body>)>),
    All(Vec<Body>),
}

/// A value, to be found out.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Expression {
    Nil,
    Number(i64),
    Turn,
    Score,
    /// A property of each type, summed over the side's units.
    Sum(Vec<i64>),
    /// The points of complete units of some types.
    SumPoints(Vec<bool>),
    Of(Operator, Vec<Expression>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Operator {
    Add,
    Subtract,
    Multiply,
    Divide,
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
    And,
    Or,
    Not,
}

/// The scorekeepers of a game, and what they listen to: what nobody listens to costs nothing.
#[derive(Debug)]
pub(crate) struct Scorekeepers {
    pub(crate) all: Vec<Scorekeeper>,
    hears_actions: bool,
    hears_events: bool,
    has_triggers: bool,
}

impl Scorekeepers {
    /// Of a scenario.
    ///
    /// # Errors
    /// If a body says what nobody understands.
    pub(crate) fn new(scenario: &Scenario) -> Result<Scorekeepers, Unplayable> {
        let all = compile::compile(scenario)?;
        let hears = |when| all.iter().any(|keeper| keeper.when == when);
        Ok(Scorekeepers {
            hears_actions: hears(When::AfterAction),
            hears_events: hears(When::AfterEvent),
            has_triggers: all.iter().any(|keeper| !keeper.triggers.is_empty()),
            all,
        })
    }

    /// The scores that a side begins with.
    pub(crate) fn initial_scores(&self) -> Vec<i64> {
        self.all.iter().filter(|keeper| keeper.score.is_some()).map(|keeper| keeper.initial_score).collect()
    }

    /// Which of them are set off when the game begins.
    pub(crate) fn initially_triggered(&self) -> Vec<bool> {
        self.all.iter().map(|keeper| keeper.is_triggered).collect()
    }
}

/// Something happened: whoever waits for it is set off.
pub(crate) fn hear(change: &mut StateChange<'_>, what: &EventKind) {
    let keepers = &change.rules.scorekeepers;
    if !keepers.hears_events && !keepers.has_triggers {
        return;
    }
    let named = events::name_event(what);
    if named.names.is_empty() {
        return;
    }
    change.state.has_news = true;
    for (index, keeper) in keepers.all.iter().enumerate() {
        if keeper.triggers.iter().any(|pattern| pattern.matches(&named)) {
            change.state.triggered[index] = true;
        }
    }
}

/// Runs what runs after each action.
pub(crate) fn after_action(change: &mut StateChange<'_>) {
    if change.rules.scorekeepers.hears_actions {
        run_all(change, When::AfterAction);
    }
}

/// Runs what runs when something has happened.
pub(crate) fn after_event(change: &mut StateChange<'_>) {
    if change.rules.scorekeepers.hears_events {
        run_all(change, When::AfterEvent);
    }
}

/// Runs what runs when a turn begins.
pub(crate) fn before_turn(change: &mut StateChange<'_>) {
    run_all(change, When::BeforeTurn);
}

/// Runs what runs when a turn ends.
pub(crate) fn after_turn(change: &mut StateChange<'_>) {
    run_all(change, When::AfterTurn);
}

fn run_all(change: &mut StateChange<'_>, when: When) {
    let rules = change.rules;
    for (index, keeper) in rules.scorekeepers.all.iter().enumerate() {
        if change.state.phase == Phase::Over {
            return;
        }
        let needs_trigger = !keeper.triggers.is_empty() && matches!(when, When::AfterAction | When::AfterEvent);
        if keeper.when != when || change.state.turn < keeper.from || (needs_trigger && !change.state.triggered[index]) {
            continue;
        }
        if needs_trigger {
            change.state.triggered[index] = keeper.is_triggered;
        }
        run::run(change, index, keeper, false);
    }
    crate::ending::settle(change);
}

/// A side has lost: whoever is the last one has won at once (`kernel-rules` 7.3).
pub(crate) fn test_winners(change: &mut StateChange<'_>) {
    let rules = change.rules;
    for (index, keeper) in rules.scorekeepers.all.iter().enumerate() {
        if change.state.phase == Phase::Playing && change.state.turn >= keeper.from {
            run::run(change, index, keeper, true);
        }
    }
}

impl StateView<'_> {
    /// A side's score by a scorekeeper; `None` if that keeps none.
    pub(crate) fn score(self, side: SideId, keeper: &Scorekeeper) -> Option<i64> {
        self.side(side).scores.get(keeper.score?).copied()
    }
}
