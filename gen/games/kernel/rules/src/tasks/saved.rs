//! Tasks, standing orders and doctrines of files in games, and of games in files (`design::Goal` says how files write them).

use design::{Atom, Form, Plan, Properties, SideExtras, TypeId, UnitType};
use grid::Cell;

use crate::gdl_properties::{FileIds, NumberOf};
use crate::{Condition, Details, Doctrine, Goal, Kernel, StandingOrder, Task, UnitIndex};

/// The doctrines of a side when the game begins.
pub(crate) fn first_doctrines(rules: &Kernel, gdl: &SideExtras) -> Vec<Doctrine> {
    let design = &*rules.design;
    let is_locked = gdl.are_doctrines_locked;
    let find = |name: &Atom, kind: UnitType| {
        let mut known = design.forms.iter().filter_map(Form::doctrine);
        let mut doctrine = known.find(|known| known.is_called(name))?.of(kind);
        doctrine.is_locked |= is_locked;
        Some(doctrine)
    };
    let of_kind = |kind: UnitType| {
        let own = gdl.doctrines.iter().rev().find(|(types, _)| types.contain(kind)).map(|(_, name)| name);
        let doctrine = own.or(gdl.default_doctrine.as_ref()).and_then(|name| find(name, kind));
        doctrine.unwrap_or(Doctrine { is_locked, ..Doctrine::default() })
    };
    design.unit_types().map(of_kind).collect()
}

/// Writes the doctrines of a side that differ from its file: each as a form with its own number, and the types that have it.
pub(crate) fn write_doctrines(
    rules: &Kernel,
    own: &[Doctrine],
    first: &SideExtras,
    gdl: &mut Properties,
    forms: &mut Vec<Form>,
) {
    if own == first_doctrines(rules, first) {
        return;
    }
    let design = &*rules.design;
    let numbers = forms.iter().filter_map(|form| form.doctrine()?.name.int());
    let mut next = numbers.max().unwrap_or(0).max(0).saturating_add(1);
    let mut known: Vec<Doctrine> = Vec::new();
    let mut pairs = Vec::new();
    for &doctrine in own {
        if known.contains(&doctrine) {
            continue;
        }
        known.push(doctrine);
        let kinds = || design.unit_types().filter(|kind| own[kind.index()] == doctrine);
        let names: Vec<Atom> = kinds().map(|kind| word(design.name_of(kind))).collect();
        let mut form = vec![word("doctrine"), Atom::Int(next)];
        for (name, percent) in [
            ("resupply-percent", doctrine.resupply_percent),
            ("rearm-percent", doctrine.rearm_percent),
            ("repair-percent", doctrine.repair_percent),
        ] {
            form.push(Atom::List(vec![word(name), Atom::Int(percent.into())]));
        }
        if doctrine.construction_run != 0 {
            let run = |name: &Atom| Atom::List(vec![name.clone(), Atom::Int(doctrine.construction_run.into())]);
            form.push(Atom::List(std::iter::once(word("construction-run")).chain(names.iter().map(run)).collect()));
        }
        if doctrine.is_locked {
            form.push(Atom::List(vec![word("locked"), Atom::Int(1)]));
        }
        // GDL requires a doctrine before the sides that have it.
        let place = forms.iter().rposition(|form| form.head() == Some("doctrine")).map_or(0, |last| last + 1);
        forms.insert(place, Form::new(form, design));
        pairs.push(Atom::List(vec![Atom::List(names), Atom::Int(next)]));
        next = next.saturating_add(1);
    }
    gdl.insert("doctrines".to_owned(), pairs);
}

/// The standing orders of a side when the game begins. Those that name what is not there are left out.
pub(crate) fn first_standing_orders(rules: &Kernel, gdl: &SideExtras, ids: &FileIds) -> Vec<StandingOrder> {
    let (place, unit) = (cell_of(rules), |number: i32| ids.get(&number).copied());
    let orders = gdl.standing_orders.iter().filter_map(|order| {
        let goal = order.task.goal.map(place, unit)?;
        let task = Task { goal, until: order.task.until };
        Some(StandingOrder { kind: order.kind, condition: order.condition.map(place, unit)?, task })
    });
    orders.take(super::orders::STANDING_MAX).collect()
}

/// Standing orders as a side's property.
pub(crate) fn written_standing_orders(rules: &Kernel, orders: &[StandingOrder], number: NumberOf<'_>) -> Vec<Atom> {
    let written = |order: &StandingOrder| {
        let condition = match order.condition {
            Condition::Always => Atom::List(vec![word("always")]),
            Condition::At(cell) => list("@", place(rules, cell)),
            Condition::In(id) => list("in", [Atom::Int(number(id)?)]),
            Condition::Near(cell, range) => {
                list("near", place(rules, cell).into_iter().chain([Atom::Int(range.into())]))
            }
        };
        let goal = written_goal(rules, order.task.goal, 0, number)?;
        let task = match order.task.until {
            0 => goal,
            until => list("until", [Atom::Int(turn(until)), goal]),
        };
        Some([word(rules.design.name_of(order.kind)), condition, task])
    };
    orders.iter().filter_map(written).flatten().collect()
}

/// Takes a unit's plan from its file: its task, how many times that has failed, and what it does before it continues with it.
pub(crate) fn take_plan(rules: &Kernel, plan: &Plan, ids: &FileIds, details: &mut Details) {
    let known = |(goal, failures): &(design::Goal<(i32, i32), i32>, u8)| {
        Some((goal.map(cell_of(rules), |number| ids.get(&number).copied())?, *failures))
    };
    let mut tasks = plan.tasks.iter().filter_map(known);
    let Some((goal, failures)) = tasks.next() else { return };
    let (goal, failures) = match (goal, tasks.next()) {
        (Goal::Repair | Goal::Resupply, Some(main)) => {
            details.errand = Some(goal);
            main
        }
        _ => (goal, failures),
    };
    details.task = Some(Task { goal, until: plan.final_turn });
    details.failures = failures;
}

/// A unit's task as its plan; empty if it has none.
pub(crate) fn written_plan(rules: &Kernel, details: &Details, number: NumberOf<'_>) -> Vec<Atom> {
    let Some(task) = details.task else { return Vec::new() };
    let Some(main) = written_goal(rules, task.goal, details.failures, number) else { return Vec::new() };
    let mut plan = vec![word("Passive")];
    if task.until != 0 {
        plan.push(list("final-turn", [Atom::Int(turn(task.until))]));
    }
    let errand = details.errand.and_then(|errand| written_goal(rules, errand, 0, number));
    plan.push(list("tasks", errand.into_iter().chain([main])));
    plan
}

/// `None` if it names a unit that the file does not have.
fn written_goal(rules: &Kernel, goal: Goal, failures: u8, number: NumberOf<'_>) -> Option<Atom> {
    let unit = |id: UnitIndex| Some(Atom::Int(number(id)?));
    let (head, args) = match goal {
        Goal::Build(kind, count) => ("construct", vec![Atom::Int(kind.0.into()), Atom::Int(count.into())]),
        Goal::MoveTo(cell, within) => {
            let [x, y] = place(rules, cell);
            ("move-to", vec![x, y, Atom::Int(0), Atom::Int(within.into())])
        }
        Goal::Sentry => ("sentry", vec![Atom::Int(WATCH)]),
        Goal::Patrol(one, other) => ("patrol", place(rules, one).into_iter().chain(place(rules, other)).collect()),
        Goal::Resupply => ("resupply", Vec::new()),
        Goal::Repair => ("repair", Vec::new()),
        Goal::Transport(id, cell) => ("transport", [unit(id)?].into_iter().chain(place(rules, cell)).collect()),
        Goal::Hit(id) => ("hit-unit", vec![unit(id)?]),
        Goal::Capture(id) => ("capture", vec![unit(id)?]),
        Goal::Occupy(id) => ("occupy", vec![unit(id)?]),
    };
    Some(list(head, [Atom::Int(0), Atom::Int(failures.into())].into_iter().chain(args)))
}

/// How many turns our sentry stands for in other programs: it ends when it is called off.
const WATCH: i32 = 9999;

/// The cell at oblique coordinates, of which y counts on through the levels.
fn cell_of(rules: &Kernel) -> impl Fn((i32, i32)) -> Option<Cell> + Copy + '_ {
    |(x, y)| rules.area.at_stacked(x, y)
}

fn place(rules: &Kernel, cell: Cell) -> [Atom; 2] {
    let (x, y) = rules.area.stacked(cell);
    [Atom::Int(x), Atom::Int(y)]
}

fn turn(turn: u32) -> i32 {
    i32::try_from(turn).unwrap_or(i32::MAX)
}

fn word(text: &str) -> Atom {
    Atom::Word(text.to_owned())
}

fn list(head: &str, rest: impl IntoIterator<Item = Atom>) -> Atom {
    Atom::List(std::iter::once(word(head)).chain(rest).collect())
}
