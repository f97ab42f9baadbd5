//! Doctrine: how units that work at something look after themselves (`gdl-reference` 8).

use design::parameters::unit::HP_MAX;
use design::{Atom, Properties, TypeId, UnitType};
use grid::Cell;

use super::resupply::{is_ammunition, needed, percent, scarcest};
use super::{Condition, Doctrine, Goal, StandingOrder, Task};
use crate::given::{number, values};
use crate::{Kernel, UnitId, View};

/// What a unit does for itself before it goes on with its task: it begins below the percentages of its doctrine, and goes on until
/// it is whole and full. Whoever stands guard, is on such an errand by order, or is under orders to strike does not leave.
pub(super) fn errand(view: View<'_>, id: UnitId, goal: Goal) -> Option<Goal> {
    if matches!(goal, Goal::Resupply | Goal::Repair | Goal::Sentry | Goal::Build(..)) {
        return None;
    }
    let unit = view.own(id);
    let doctrine = view.own_side().doctrines[unit.kind.index()];
    let known = view.position().details(id).and_then(|details| details.errand);
    let hp_max = view.rules.design.int(HP_MAX, unit.kind).max(1);
    let hp_percent = i32::from(unit.hp) * 100 / hp_max;
    let mends = match known {
        Some(Goal::Repair) => hp_percent < 100,
        _ => hp_percent < i32::from(doctrine.repair_percent),
    };
    if mends && can_be_had(view, id, Goal::Repair) {
        return Some(Goal::Repair);
    }
    let is_short = |material| {
        let least = if is_ammunition(view, id, material) { doctrine.rearm_percent } else { doctrine.resupply_percent };
        percent(view, id, material) < i32::from(least)
    };
    let fetches = match known {
        Some(Goal::Resupply) => scarcest(view, id).is_some(),
        _ => needed(view, id).any(is_short),
    };
    (fetches && can_be_had(view, id, Goal::Resupply)).then_some(Goal::Resupply)
}

/// Whether an errand leads anywhere.
fn can_be_had(view: View<'_>, id: UnitId, errand: Goal) -> bool {
    super::next_step(view, id, errand) != super::Step::Failed
}

/// The doctrines of a side when the game begins.
pub(crate) fn first_doctrines(rules: &Kernel, gdl: &Properties) -> Vec<Doctrine> {
    let design = &*rules.design;
    let is_locked = number(gdl, "doctrines-locked").is_some_and(|flag| flag != 0);
    let find = |name: &Atom, kind: UnitType| {
        let form = design.forms.iter().find(|form| {
            form.first().and_then(Atom::word) == Some("doctrine")
                && form.get(1).is_some_and(|known| is_same(known, name))
        })?;
        let mut doctrine = read_doctrine(rules, &form[2..], kind);
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

/// Names of doctrines are symbols, texts or numbers.
fn is_same(one: &Atom, other: &Atom) -> bool {
    match (one.int(), other.int()) {
        (Some(one), Some(other)) => one == other,
        _ => one.text().is_some() && one.text() == other.text(),
    }
}

fn read_doctrine(rules: &Kernel, parts: &[Atom], kind: UnitType) -> Doctrine {
    let mut given = Properties::new();
    for (name, atoms) in parts.iter().filter_map(Atom::list).filter_map(<[Atom]>::split_first) {
        given.insert(name.text().unwrap_or_default().to_owned(), atoms.to_vec());
    }
    let percent = |name: &str, usual: u8| number(&given, name).map_or(usual, |number| number.clamp(0, 100) as u8);
    let usual = Doctrine::default();
    let runs = values(&given, "construction-run", &rules.design.units.names);
    let run = runs.into_iter().rev().find(|run| run.0 == kind.index()).map_or(0, |run| run.1);
    Doctrine {
        resupply_percent: percent("resupply-percent", usual.resupply_percent),
        rearm_percent: percent("rearm-percent", usual.rearm_percent),
        repair_percent: percent("repair-percent", usual.repair_percent),
        construction_run: run.clamp(0, 9999) as u16,
        is_locked: number(&given, "locked").is_some_and(|flag| flag != 0),
    }
}

/// Whether an atom names a type: by its name, by `u*`, or in a list.
fn names_kind(rules: &Kernel, atom: Option<&Atom>, kind: UnitType) -> bool {
    match atom {
        Some(Atom::Int(number)) => *number == i32::from(kind.0),
        Some(Atom::List(list)) => list.iter().any(|atom| names_kind(rules, Some(atom), kind)),
        Some(atom) => atom.text().is_some_and(|text| text == "u*" || text == rules.design.name_of(kind)),
        None => false,
    }
}

/// The standing orders of a side when the game begins: `types (condition args) (task done retries args)`.
pub(crate) fn first_standing_orders(rules: &Kernel, gdl: &Properties) -> Vec<StandingOrder> {
    let Some([types, condition, task, ..]) = gdl.get("standing-order").map(Vec::as_slice) else { return Vec::new() };
    let (Some(condition), Some(goal)) = (read_condition(rules, condition), read_goal(rules, task)) else {
        return Vec::new();
    };
    let kinds = rules.design.unit_types().filter(|&kind| names_kind(rules, Some(types), kind));
    kinds.map(|kind| StandingOrder { kind, condition, task: Task { goal, until: 0 } }).collect()
}

fn cell_of(rules: &Kernel, x: Option<&Atom>, y: Option<&Atom>) -> Option<Cell> {
    rules.area.at_oblique(x?.int()?, y?.int()?)
}

fn read_condition(rules: &Kernel, atom: &Atom) -> Option<Condition> {
    let words = atom.list().unwrap_or(std::slice::from_ref(atom));
    match words.first()?.text()? {
        "always" => Some(Condition::Always),
        "@" | "at" => cell_of(rules, words.get(1), words.get(2)).map(Condition::At),
        "near" => {
            let range = words.get(3).and_then(Atom::int).unwrap_or(1).clamp(0, 1000) as u16;
            cell_of(rules, words.get(1), words.get(2)).map(|cell| Condition::Near(cell, range))
        }
        _ => None,
    }
}

/// A task as files write it. Those that name units by their ids in the file, and those that only players of 7.5 use, are left out.
fn read_goal(rules: &Kernel, atom: &Atom) -> Option<Goal> {
    let words = atom.list()?;
    let args = words.get(3..).unwrap_or_default();
    match words.first()?.text()? {
        "sentry" => Some(Goal::Sentry),
        "move-to" => {
            let within = args.get(3).and_then(Atom::int).unwrap_or(0).clamp(0, 1000) as u16;
            cell_of(rules, args.first(), args.get(1)).map(|cell| Goal::MoveTo(cell, within))
        }
        "resupply" => Some(Goal::Resupply),
        "repair" => Some(Goal::Repair),
        "build" | "construct" => {
            let kind = rules.design.unit_types().find(|&kind| names_kind(rules, args.first(), kind))?;
            Some(Goal::Build(kind, args.get(1).and_then(Atom::int).unwrap_or(1).clamp(0, 9999) as u16))
        }
        _ => None,
    }
}
