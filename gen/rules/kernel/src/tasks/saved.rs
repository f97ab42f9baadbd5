//! Tasks, standing orders and doctrines in files (`gdl-reference`, sections 8 and 13).
//!
//! A task is `(WORD done retries args..)`, a plan `(plan Passive (final-turn n) (tasks ..))`; the first task is done first. GDL has
//! no words for a patrol, for carrying a unit to a cell, and for the end of a standing order: `(patrol 0 n x y x y)`, `(transport 0
//! n unit x y)` and `(until turn task)` are ours, and are written in the part of a file that only this program reads. From plans by
//! other programs the first task that this one knows is taken: goals and formations belong to those programs' players.

use design::{Atom, Form, Properties, TypeId, UnitType};
use grid::Cell;

use crate::gdl_properties::{FileIds, NumberOf, number};
use crate::{Condition, Details, Doctrine, Goal, Kernel, StandingOrder, Task, UnitIndex};

/// The doctrines of a side when the game begins.
pub(crate) fn first_doctrines(rules: &Kernel, gdl: &Properties) -> Vec<Doctrine> {
    let design = &*rules.design;
    let is_locked = number(gdl, "doctrines-locked").is_some_and(|flag| flag != 0);
    let find = |name: &Atom, kind: UnitType| {
        let mut known = design.forms.iter().filter_map(Form::doctrine);
        let mut doctrine = known.find(|known| known.is_called(name))?.of(kind);
        doctrine.is_locked |= is_locked;
        Some(doctrine)
    };
    let usual = gdl.get("default-doctrine").and_then(|atoms| atoms.first());
    let own = gdl.get("doctrines").map_or(&[][..], Vec::as_slice);
    let of_kind = |kind: UnitType| {
        let pair = own.iter().rev().filter_map(Atom::list).find(|pair| names_kind(rules, pair.first(), kind));
        let name = pair.and_then(|pair| pair.get(1)).or(usual);
        let doctrine = name.and_then(|name| find(name, kind));
        doctrine.unwrap_or(Doctrine { is_locked, ..Doctrine::default() })
    };
    design.unit_types().map(of_kind).collect()
}

/// Writes the doctrines of a side that differ from its file: each as a form with its own number, and the types that have it.
pub(crate) fn write_doctrines(rules: &Kernel, own: &[Doctrine], gdl: &mut Properties, forms: &mut Vec<Form>) {
    if own == first_doctrines(rules, gdl) {
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

/// Whether an atom names a type: by its name, its number, by `u*`, or in a list.
fn names_kind(rules: &Kernel, atom: Option<&Atom>, kind: UnitType) -> bool {
    match atom {
        Some(Atom::Int(number)) => *number == i32::from(kind.0),
        Some(Atom::List(list)) => list.iter().any(|atom| names_kind(rules, Some(atom), kind)),
        Some(atom) => atom.text().is_some_and(|text| text == "u*" || text == rules.design.name_of(kind)),
        None => false,
    }
}

/// The standing orders of a side when the game begins, three parts for each: types, condition, task.
pub(crate) fn first_standing_orders(rules: &Kernel, gdl: &Properties, ids: &FileIds) -> Vec<StandingOrder> {
    let mut orders = Vec::new();
    for order in gdl.get("standing-order").map_or(&[][..], Vec::as_slice).chunks_exact(3) {
        let (task, until) = match order[2].list() {
            Some([head, Atom::Int(until), task]) if head.text() == Some("until") => (task, *until),
            _ => (&order[2], 0),
        };
        let condition = read_condition(rules, &order[1], ids);
        if let (Some(condition), Some((goal, _))) = (condition, read_goal(rules, task, ids)) {
            let kinds = rules.design.unit_types().filter(|&kind| names_kind(rules, order.first(), kind));
            let task = Task { goal, until: until.max(0) as u32 };
            orders.extend(kinds.map(|kind| StandingOrder { kind, condition, task }));
        }
    }
    orders.truncate(super::orders::STANDING_MAX);
    orders
}

/// Standing orders as a side's property.
pub(crate) fn written_standing_orders(rules: &Kernel, orders: &[StandingOrder], number: NumberOf<'_>) -> Vec<Atom> {
    let written = |order: &StandingOrder| {
        let condition = match order.condition {
            Condition::Always => Atom::List(vec![word("always")]),
            Condition::At(cell) => list("@", place(rules, cell)),
            Condition::In(id) => list("in", [Atom::Int(number(id)?.0 as i32)]),
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

/// Reads a unit's plan in a file: its task, how many times that has failed, and what it does before it continues with it.
pub(crate) fn read_plan(rules: &Kernel, gdl: &Properties, ids: &FileIds, details: &mut Details) {
    let Some(plan) = gdl.get("plan") else { return };
    let part = |name: &str| {
        plan.iter()
            .filter_map(Atom::list)
            .find(|list| list.first().and_then(Atom::text) == Some(name))
            .map(|list| &list[1..])
    };
    let mut tasks = part("tasks").unwrap_or_default().iter().filter_map(|task| read_goal(rules, task, ids));
    let Some((goal, failures)) = tasks.next() else { return };
    let until = part("final-turn").and_then(|values| values.first()?.int()).unwrap_or(0).max(0) as u32;
    let (goal, failures) = match (goal, tasks.next()) {
        (Goal::Repair | Goal::Resupply, Some(main)) => {
            details.errand = Some(goal);
            main
        }
        _ => (goal, failures),
    };
    details.task = Some(Task { goal, until });
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

/// A task from its form in files, with how many times it has failed. Tasks that only players of 7.5 use are left out.
fn read_goal(rules: &Kernel, atom: &Atom, ids: &FileIds) -> Option<(Goal, u8)> {
    let words = atom.list()?;
    let failures = words.get(2).and_then(Atom::int).unwrap_or(0).clamp(0, u8::MAX.into()) as u8;
    let args = words.get(3..).unwrap_or_default();
    let int = |place: usize| args.get(place).and_then(Atom::int);
    let count = |place: usize, usual: i32| int(place).unwrap_or(usual).clamp(0, u16::MAX.into()) as u16;
    let unit = |place: usize| ids.get(&int(place)?).copied();
    let cell = |place: usize| cell_of(rules, args.get(place), args.get(place + 1));
    let head = words.first()?.text()?;
    let goal = match head {
        "sentry" => Goal::Sentry,
        "move-to" => Goal::MoveTo(cell(0)?, count(3, 0)),
        "patrol" => Goal::Patrol(cell(0)?, cell(2)?),
        "resupply" => Goal::Resupply,
        // With a unit it means work on that unit.
        "repair" if int(0).unwrap_or(0) == 0 => Goal::Repair,
        // Likewise for `build`: only a type means that a new unit is to be made.
        "build" if int(0).is_some() => return None,
        "build" | "construct" => {
            let kind = rules.design.unit_types().find(|&kind| names_kind(rules, args.first(), kind))?;
            Goal::Build(kind, count(1, 1))
        }
        "transport" => Goal::Transport(unit(0)?, cell(1)?),
        "hit-unit" => Goal::Hit(unit(0)?),
        "capture" => Goal::Capture(unit(0)?),
        "occupy" => Goal::Occupy(unit(0)?),
        _ => return None,
    };
    Some((goal, failures))
}

/// `None` if it names a unit that the file does not have.
fn written_goal(rules: &Kernel, goal: Goal, failures: u8, number: NumberOf<'_>) -> Option<Atom> {
    let unit = |id: UnitIndex| Some(Atom::Int(number(id)?.0 as i32));
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

fn read_condition(rules: &Kernel, atom: &Atom, ids: &FileIds) -> Option<Condition> {
    let words = atom.list().unwrap_or(std::slice::from_ref(atom));
    match words.first()?.text()? {
        "always" => Some(Condition::Always),
        "@" | "at" => cell_of(rules, words.get(1), words.get(2)).map(Condition::At),
        "in" => ids.get(&words.get(1)?.int()?).copied().map(Condition::In),
        "near" => {
            let range = words.get(3).and_then(Atom::int).unwrap_or(1).clamp(0, u16::MAX.into()) as u16;
            cell_of(rules, words.get(1), words.get(2)).map(|cell| Condition::Near(cell, range))
        }
        _ => None,
    }
}

fn cell_of(rules: &Kernel, x: Option<&Atom>, y: Option<&Atom>) -> Option<Cell> {
    rules.area.at_oblique(x?.int()?, y?.int()?)
}

fn place(rules: &Kernel, cell: Cell) -> [Atom; 2] {
    let (x, y) = rules.area.oblique(cell);
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
