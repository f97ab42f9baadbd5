//! What units are told to work at: goals, tasks, plans, standing orders, and how files write them (`gdl-reference`, sections 8 and 13).
//!
//! A task is `(WORD done retries args..)`, a plan `(plan Passive (final-turn n) (tasks ..))`; the first task is done first. GDL has
//! no words for a patrol, for carrying a unit to a cell, and for the end of a standing order: `(patrol 0 n x y x y)`, `(transport 0
//! n unit x y)` and `(until turn task)` are ours, and are written in the part of a file that only this program reads. From plans by
//! other programs the first task that this one knows is taken: goals and formations belong to those programs' players.
//!
//! Files name places by oblique coordinates and units by numbers of their own, games by cells and indices.

use serde::{Deserialize, Serialize};

use super::extras::GivenValues;
use super::{Fault, UnitTypes};
use crate::{Atom, Design, Diagnostic, UnitType};

/// What a unit does over several turns. With an end, it expires after that turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task<P, U> {
    /// Its goal.
    pub goal: Goal<P, U>,
    /// The last turn in which it holds; 0: until done.
    pub until: u32,
}

/// The goals of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Goal<P, U> {
    /// Builds a number of units of a type, with everything needed: research, tooling up, creation, completion.
    Build(UnitType, u16),
    /// Goes to a cell, or to within a number of cells of it.
    MoveTo(P, u16),
    /// Stays, and wakes when an enemy comes near.
    Sentry,
    /// Goes to and fro between two cells.
    Patrol(P, P),
    /// Fetches materials where it can.
    Resupply,
    /// Goes where it is repaired, and waits until it is.
    Repair,
    /// Carries a unit to a cell, or the units that wait.
    Transport(U, P),
    /// Attacks a unit where it is.
    Hit(U),
    /// Captures a unit.
    Capture(U),
    /// Goes into a unit.
    Occupy(U),
}

impl<P, U> Goal<P, U> {
    /// What the goal names: a type, a unit, cells.
    #[must_use]
    pub fn names(self) -> (Option<UnitType>, Option<U>, [Option<P>; 2]) {
        match self {
            Goal::Build(kind, _) => (Some(kind), None, [None, None]),
            Goal::MoveTo(cell, _) => (None, None, [Some(cell), None]),
            Goal::Patrol(one, other) => (None, None, [Some(one), Some(other)]),
            Goal::Transport(id, cell) => (None, Some(id), [Some(cell), None]),
            Goal::Hit(id) | Goal::Capture(id) | Goal::Occupy(id) => (None, Some(id), [None, None]),
            Goal::Sentry | Goal::Resupply | Goal::Repair => (None, None, [None, None]),
        }
    }

    /// The unit that the goal names, if any.
    #[must_use]
    pub fn unit(self) -> Option<U> {
        self.names().1
    }

    /// The same with other names for places and units; `None` if one has no such name.
    #[must_use]
    pub fn map<Q, V>(self, place: impl Fn(P) -> Option<Q>, unit: impl Fn(U) -> Option<V>) -> Option<Goal<Q, V>> {
        Some(match self {
            Goal::Build(kind, count) => Goal::Build(kind, count),
            Goal::MoveTo(cell, within) => Goal::MoveTo(place(cell)?, within),
            Goal::Sentry => Goal::Sentry,
            Goal::Patrol(one, other) => Goal::Patrol(place(one)?, place(other)?),
            Goal::Resupply => Goal::Resupply,
            Goal::Repair => Goal::Repair,
            Goal::Transport(id, cell) => Goal::Transport(unit(id)?, place(cell)?),
            Goal::Hit(id) => Goal::Hit(unit(id)?),
            Goal::Capture(id) => Goal::Capture(unit(id)?),
            Goal::Occupy(id) => Goal::Occupy(unit(id)?),
        })
    }
}

/// The condition of a standing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum OrderCondition<P, U> {
    /// Everywhere.
    Always,
    /// In a cell.
    At(P),
    /// Inside of a unit.
    In(U),
    /// Within a number of cells of a cell.
    Near(P, u16),
}

/// An order to idle units of a type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StandingOrder<P, U> {
    /// The type.
    pub kind: UnitType,
    /// The condition.
    pub condition: OrderCondition<P, U>,
    /// The task.
    pub task: Task<P, U>,
}

/// A task of a plan: its goal, by places and numbers in the file, and how many times it has failed.
pub type PlannedTask = (Goal<(i32, i32), i32>, u8);

/// What a unit is to do, as a file says it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// Its tasks, in order.
    pub tasks: Vec<PlannedTask>,
    /// The last turn in which it holds; 0: until done.
    pub final_turn: u32,
}

impl<P: Copy, U: Copy> OrderCondition<P, U> {
    /// The same with other names for places and units; `None` if one has no such name.
    #[must_use]
    pub fn map<Q, V>(
        self,
        place: impl Fn(P) -> Option<Q>,
        unit: impl Fn(U) -> Option<V>,
    ) -> Option<OrderCondition<Q, V>> {
        Some(match self {
            OrderCondition::Always => OrderCondition::Always,
            OrderCondition::At(cell) => OrderCondition::At(place(cell)?),
            OrderCondition::In(id) => OrderCondition::In(unit(id)?),
            OrderCondition::Near(cell, range) => OrderCondition::Near(place(cell)?, range),
        })
    }
}

/// Tasks that Xconq knows (`gdl-reference`, section 13).
pub const TASKS: &[&str] = &[
    "none",
    "build",
    "capture",
    "collect",
    "construct",
    "develop",
    "disband",
    "hit-pos",
    "hit-unit",
    "move-dir",
    "move-to",
    "occupy",
    "pickup",
    "produce",
    "repair",
    "resupply",
    "sentry",
];

impl<'a> GivenValues<'_, 'a> {
    /// A plan, if it has a task that we know.
    pub(super) fn plan(&mut self) -> Option<Plan> {
        let part = |name: &str| {
            let mut lists = self.all().iter().filter_map(Atom::list);
            lists.find(|list| list.first().and_then(Atom::text) == Some(name)).map(|list| &list[1..])
        };
        let (tasks, final_turn) = (part("tasks").unwrap_or_default(), part("final-turn"));
        let tasks: Vec<_> = tasks.iter().filter_map(|task| self.task(task)).collect();
        let final_turn = match final_turn {
            Some([turn, ..]) => self.argument(turn, "the last turn of a plan").unwrap_or(0),
            _ => 0,
        };
        (!tasks.is_empty()).then_some(Plan { tasks, final_turn: final_turn.max(0) as u32 })
    }

    /// Standing orders, three values for each: types, condition, task.
    pub(super) fn standing_orders(&mut self) -> Vec<StandingOrder<(i32, i32), i32>> {
        let mut orders = Vec::new();
        let given = self.all().chunks_exact(3);
        if let [part, ..] = given.remainder() {
            self.wrong(part, "types, a condition and a task, for each order");
        }
        for order in given {
            let [types, condition, task] = order else { unreachable!("chunks of three") };
            let (task, until) = match task.list() {
                Some([head, until, task]) if head.text() == Some("until") => {
                    (task, self.argument(until, "the last turn of an order").unwrap_or(0))
                }
                _ => (task, 0),
            };
            let types = UnitTypes::read(types, self.design());
            let (types, condition, goal) = (self.keep(types), self.keep(read_condition(condition)), self.task(task));
            if let (Some(types), Some(condition), Some((goal, _))) = (types, condition, goal) {
                let kinds = self.design().unit_types().filter(|&kind| types.contain(kind));
                let task = Task { goal, until: until.max(0) as u32 };
                orders.extend(kinds.map(|kind| StandingOrder { kind, condition, task }));
            }
        }
        orders
    }

    fn argument(&mut self, atom: &'a Atom, what: &str) -> Option<i32> {
        self.keep(atom.int().ok_or_else(|| {
            let diagnostic = Diagnostic::error("wrong-kind", format!("{what} cannot be this"));
            (atom, diagnostic.found(atom.to_string()).expected("a whole number"))
        }))
    }

    /// A goal, and how many times it has failed. Tasks that only players of 7.5 use are left out.
    fn task(&mut self, atom: &'a Atom) -> Option<PlannedTask> {
        let task = read_task(atom, self.design());
        self.keep(task).flatten()
    }
}

fn read_task<'a>(atom: &'a Atom, design: &'a Design) -> Result<Option<PlannedTask>, Fault<'a>> {
    let known = || TASKS.iter().copied().chain(["patrol", "transport"]);
    let Some((head, words)) = atom.list().and_then(|list| list.split_first()) else {
        let diagnostic = Diagnostic::error("wrong-kind", format!("`{atom}` is no task"));
        return Err((atom, diagnostic.expected("(word 0 retries arguments ..), such as (move-to 0 0 4 3)")));
    };
    let args = words.get(2..).unwrap_or_default();
    let int = |place: usize| args.get(place).and_then(Atom::int);
    let needed = |place: usize| {
        int(place).ok_or_else(|| {
            let message = match args.get(place) {
                Some(wrong) => format!("`{wrong}` is no number, as a part of the task `{head}` must be"),
                None => format!("the task `{head}` has too few parts"),
            };
            (args.get(place).unwrap_or(atom), Diagnostic::error("wrong-kind", message))
        })
    };
    let cell = |place: usize| Ok((needed(place)?, needed(place + 1)?));
    let count = |place: usize, usual: i32| int(place).unwrap_or(usual).clamp(0, u16::MAX.into()) as u16;
    let goal = match head.text().unwrap_or_default() {
        "sentry" => Goal::Sentry,
        "move-to" => Goal::MoveTo(cell(0)?, count(3, 0)),
        "patrol" => Goal::Patrol(cell(0)?, cell(2)?),
        "resupply" => Goal::Resupply,
        // With a unit it means work on that unit.
        "repair" if int(0).unwrap_or(0) == 0 => Goal::Repair,
        // Likewise for `build`: only a type means that a new unit is to be made.
        "build" if int(0).is_some() => return Ok(None),
        "build" | "construct" => {
            let Some(types) = args.first() else {
                return Err((atom, Diagnostic::error("missing-part", format!("the task `{head}` names no type"))));
            };
            let types = UnitTypes::read(types, design)?;
            let Some(kind) = design.unit_types().find(|&kind| types.contain(kind)) else { return Ok(None) };
            Goal::Build(kind, count(1, 1))
        }
        "transport" => Goal::Transport(needed(0)?, cell(1)?),
        "hit-unit" => Goal::Hit(needed(0)?),
        "capture" => Goal::Capture(needed(0)?),
        "occupy" => Goal::Occupy(needed(0)?),
        word if TASKS.contains(&word) => return Ok(None),
        word => {
            let diagnostic = Diagnostic::error("unknown-word", format!("there is no task `{head}`"));
            return Err((head, diagnostic.did_you_mean_or(word, known(), format!("one of {}", TASKS.join(", ")))));
        }
    };
    let failures = words.get(1).and_then(Atom::int).unwrap_or(0).clamp(0, u8::MAX.into()) as u8;
    Ok(Some((goal, failures)))
}

fn read_condition(atom: &Atom) -> Result<OrderCondition<(i32, i32), i32>, Fault<'_>> {
    const EXPECTED: &str = "(always), (@ x y), (in unit) or (near x y distance)";
    let words = atom.list().unwrap_or(std::slice::from_ref(atom));
    let numbers: Option<Vec<i32>> = words.iter().skip(1).map(Atom::int).collect();
    match (words.first().and_then(Atom::text), numbers.as_deref()) {
        (Some("always"), _) => Ok(OrderCondition::Always),
        (Some("@" | "at"), Some([x, y, ..])) => Ok(OrderCondition::At((*x, *y))),
        (Some("in"), Some([unit, ..])) => Ok(OrderCondition::In(*unit)),
        (Some("near"), Some([x, y, rest @ ..])) => {
            let range = rest.first().copied().unwrap_or(1).clamp(0, u16::MAX.into()) as u16;
            Ok(OrderCondition::Near((*x, *y), range))
        }
        _ => {
            let diagnostic = Diagnostic::error("wrong-kind", format!("`{atom}` is no condition of an order"));
            Err((atom, diagnostic.expected(EXPECTED)))
        }
    }
}
