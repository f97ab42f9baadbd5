//! Scorekeepers: when one runs, for whom, and what its body says (`kernel-rules` 7.1, `gdl-reference` 11).
//!
//! Values are numbers or nil; nil is false and everything else true, 0 too. Nobody wins but by a scorekeeper.
//!
//! This file says which scorekeepers run now, and has `run.rs` run their bodies and `dominance.rs` count its turns, which take
//! [`Scorekeeper`] from here: they use each other because they are parts of one thing.

use contract::Unplayable;
use design::{Body, Condition, Form, SideClass, When};
use world::{Scenario, SideId};

use crate::event::EventKind;
use crate::{Phase, StateChange, StateView, View};

mod dominance;
pub(crate) mod events;
mod run;

pub(crate) use dominance::DominanceFigure;

/// Their numbers stand in events as bytes.
const KEEPERS_MAX: usize = 200;

/// A scorekeeper in a game.
#[derive(Debug)]
pub(crate) struct Scorekeeper {
    says: design::Scorekeeper,
    pub(crate) title: String,
    /// By side, the independents first, to whom none applies.
    applies_to: Vec<bool>,
    /// See `applies_to`.
    pub(crate) known_to: Vec<bool>,
    /// Its place in the scores of a side; none if it keeps no number.
    pub(crate) score: Option<usize>,
    /// Whether the number is one of the side's scores; it need not be where it only counts turns.
    pub(crate) is_kept: bool,
}

/// Whether a body can name a winner.
fn names_winners(body: &Body) -> bool {
    match body {
        Body::LastSideWins | Body::LastAllianceWins | Body::Win | Body::Dominance(_) => true,
        Body::Lose | Body::End | Body::SetScore(_) | Body::AddScore(_) => false,
        Body::If(_, then, otherwise) => names_winners(then) || otherwise.as_deref().is_some_and(names_winners),
        Body::Cond(clauses) => clauses.iter().flat_map(|(_, bodies)| bodies).any(names_winners),
        Body::All(bodies) => bodies.iter().any(names_winners),
    }
}

impl Scorekeeper {
    /// Whether a side may yet win by it.
    pub(crate) fn may_crown(&self, side: SideId) -> bool {
        self.applies_to[side.row()] && self.says.body.iter().any(names_winners)
    }

    /// What it asks for, if it is one of dominance.
    pub(crate) fn dominance(&self) -> Option<&design::Dominance> {
        self.says.dominance()
    }

    fn works_in(&self, turn: u32) -> bool {
        match self.says.condition {
            Condition::From(first) => i64::from(turn) >= first.into(),
            Condition::Always | Condition::If(_) => true,
        }
    }
}

/// Whether a side is meant by a class expression (`gdl-reference` 12).
fn is_of_class(class: &SideClass, side: SideId, scenario: &Scenario) -> bool {
    let own = scenario.side(side);
    let is_in = |class: &SideClass| is_of_class(class, side, scenario);
    match class {
        SideClass::Side(number) => *number == i32::from(side.0),
        SideClass::Class(name) => *name == own.class,
        SideClass::Named(name) => {
            let is_known = scenario.sides.iter().any(|side| side.class == *name || side.name == *name);
            !is_known || *name == own.class || *name == own.name
        }
        SideClass::And(classes) => classes.iter().all(is_in),
        SideClass::Or(classes) => classes.iter().any(is_in),
        SideClass::Not(classes) => !classes.iter().any(is_in),
    }
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
    /// Of a scenario and its design.
    ///
    /// # Errors
    /// If there are too many of them.
    pub(crate) fn new(scenario: &Scenario) -> Result<Scorekeepers, Unplayable> {
        let forms = scenario.design.forms.iter().chain(&scenario.forms);
        let keepers: Vec<&design::Scorekeeper> = forms.filter_map(Form::scorekeeper).collect();
        if keepers.len() > KEEPERS_MAX {
            let what = format!("{} scorekeepers: at most {KEEPERS_MAX} can be kept", keepers.len());
            return Err(Unplayable::of(what));
        }
        let class = |classes: &[SideClass]| -> Vec<bool> {
            let is_in = |side| classes.is_empty() || classes.iter().any(|class| is_of_class(class, side, scenario));
            std::iter::once(false).chain(scenario.side_ids().map(is_in)).collect()
        };
        let mut scores = 0..;
        let keeper = |(index, says): (usize, &design::Scorekeeper)| Scorekeeper {
            title: says.title.clone().unwrap_or_else(|| format!("score {}", index + 1)),
            applies_to: class(&says.applies_to),
            known_to: class(&says.known_to),
            score: if says.keeps_score || says.dominance().is_some() { scores.next() } else { None },
            is_kept: says.keeps_score,
            says: says.clone(),
        };
        let all: Vec<Scorekeeper> = keepers.into_iter().enumerate().map(keeper).collect();
        let hears = |when| all.iter().any(|keeper| keeper.says.when == when);
        Ok(Scorekeepers {
            hears_actions: hears(When::AfterAction),
            hears_events: hears(When::AfterEvent),
            has_triggers: all.iter().any(|keeper| !keeper.says.triggers.is_empty()),
            all,
        })
    }

    /// The scores that a side begins with.
    pub(crate) fn initial_scores(&self) -> Vec<i64> {
        self.all.iter().filter(|keeper| keeper.score.is_some()).map(|keeper| keeper.says.initial_score.into()).collect()
    }

    /// Which of them are set off when the game begins.
    pub(crate) fn initially_triggered(&self) -> Vec<bool> {
        self.all.iter().map(|keeper| keeper.says.is_triggered).collect()
    }
}

/// Sets off the scorekeepers that wait for an event, when it has happened.
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
        if keeper.says.triggers.iter().any(|pattern| named.matches(pattern)) {
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
        let says = &keeper.says;
        let needs_trigger = !says.triggers.is_empty() && matches!(when, When::AfterAction | When::AfterEvent);
        let is_set_off = !needs_trigger || change.state.triggered[index];
        if says.when != when || !keeper.works_in(change.state.turn) || !is_set_off {
            continue;
        }
        if needs_trigger {
            change.state.triggered[index] = says.is_triggered;
        }
        match keeper.dominance() {
            Some(rule) => dominance::count_turn(change, index, keeper, rule),
            None => run::run(change, index, keeper, false),
        }
    }
    crate::ending::settle(change);
}

/// Tests, when a side has lost, whether the last side left has won by that (`kernel-rules` 7.3).
pub(crate) fn test_winners(change: &mut StateChange<'_>) {
    let rules = change.rules;
    for (index, keeper) in rules.scorekeepers.all.iter().enumerate() {
        if change.state.phase == Phase::Playing && keeper.works_in(change.state.turn) {
            run::run(change, index, keeper, true);
        }
    }
}

impl View<'_> {
    /// Whether the side is nearer to a win than any rival, as far as it knows: it wins by a scorekeeper that only asks for a turn, and
    /// rivals do not, or the sum of the scores that it is shown is above that of each rival in the game.
    #[must_use]
    pub fn is_ahead(&self) -> bool {
        let (at, own) = (self.state_view(), self.side());
        let is_rival = |&side: &SideId| {
            side != own && at.is_in_game(side) && at.rules.team(side) != at.rules.team(own) && !at.trusts(own, side)
        };
        let rivals = || at.rules.side_ids().filter(is_rival);
        let keepers = &at.rules.scorekeepers.all;
        let outlasts = |keeper: &Scorekeeper| {
            matches!(keeper.says.condition, Condition::From(_))
                && keeper.says.body.contains(&Body::Win)
                && keeper.applies_to[own.row()]
                && !rivals().any(|rival| keeper.applies_to[rival.row()])
        };
        let shown = || keepers.iter().filter(|keeper| keeper.known_to[own.row()] && keeper.score.is_some());
        let sum = |side: SideId| shown().filter_map(|keeper| at.score(side, keeper)).fold(0, i64::saturating_add);
        keepers.iter().any(outlasts)
            || shown().next().is_some() && rivals().next().is_some() && rivals().all(|rival| sum(rival) < sum(own))
    }
}

impl StateView<'_> {
    /// A side's score by a scorekeeper; `None` if that keeps none.
    pub(crate) fn score(self, side: SideId, keeper: &Scorekeeper) -> Option<i64> {
        self.side(side).scores.get(keeper.score?).copied()
    }
}
