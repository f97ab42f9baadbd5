//! What units do over turns, as people order it and are told of it: standing jobs of builders, ways to a cell, and how long they take.

use contract::{Choice, ChoiceKind};
use design::abilities::first_cp;
use design::parameters::table::{ACP_TO_BUILD, ACP_TO_CREATE, ACP_TO_TOOLUP, CP_PER_BUILD, TP_PER_TOOLUP};
use design::parameters::unit::{self, ACP_PER_TURN, CP};
use design::{TypeId, UnitType};
use grid::Cell;

use crate::action_kinds::ActionKind;
use crate::goals::Task;
use crate::tasks::TaskStep;
use crate::text::{write_task, write_unit_name};
use crate::{Action, Goal, Move, UnitIndex, View};

/// How many units a standing job makes: until another job is given.
const MANY: u16 = 99;

/// The standing jobs that units which can act may be given: to make one type of unit after another.
pub(crate) fn list(view: View<'_>, moves: &mut Vec<Move>) {
    for id in view.own_units().filter(|&id| crate::candidates::can_begin(view, id)) {
        moves.extend(products(view, id).filter_map(|kind| job(view, id, kind, MANY)));
    }
}

/// The job of a unit to make one of a type, by the type's spoken name; of the type that it makes one after another if there is none.
pub(crate) fn make_one(view: View<'_>, name: &str, product: &str) -> Option<Move> {
    let id = find(view, name)?;
    if product.is_empty() {
        let Goal::Build(kind, 2..) = view.details(id)?.task?.goal else { return None };
        return job(view, id, kind, 1);
    }
    let is_meant = |kind: &UnitType| view.rules.design.spoken_name(unit::NAME, *kind) == product;
    job(view, id, products(view, id).find(is_meant)?, 1)
}

/// The types that a unit begins.
fn products(view: View<'_>, id: UnitIndex) -> impl Iterator<Item = UnitType> + '_ {
    let kinds = &view.rules.action_kinds[view.own(id).kind.index()].kinds;
    kinds.iter().filter_map(|kind| match kind {
        ActionKind::Create(made) => Some(*made),
        _ => None,
    })
}

/// The job to make some units of a type, if it can be begun now.
fn job(view: View<'_>, id: UnitIndex, kind: UnitType, count: u16) -> Option<Move> {
    let goal = Goal::Build(kind, count);
    let can = view.can_construct(kind) && crate::tasks::next_step(view, id, goal) != TaskStep::Failed;
    can.then_some(Move::Order(id, Some(Task { goal, until: 0 })))
}

/// An order as a person chooses it.
pub(crate) fn choose(view: View<'_>, id: UnitIndex, task: Option<Task>, line: String) -> Choice {
    let mut choice = Choice { unit: write_unit_name(view, id), stands: task.is_some(), ..Choice::of_line(line) };
    if !view.is_own(id) {
        return choice;
    }
    choice.cells.extend(Some(view.own(id).cell).filter(|&cell| cell != crate::Unit::NOWHERE));
    let name = |kind: UnitType| view.rules.design.spoken_name(unit::NAME, kind).to_owned();
    match task.map(|task| task.goal) {
        Some(Goal::Build(kind, count)) => {
            choice.kind = ChoiceKind::Build;
            choice.product = name(kind);
            choice.turns = turns_to_make(view, id, kind, None);
            choice.label = match count {
                MANY => format!("make {}, one after another", design::plural(&choice.product)),
                count => format!("make {}", design::counted(count, &choice.product)),
            };
        }
        Some(Goal::MoveTo(cell, 0)) => {
            choice.kind = ChoiceKind::Move;
            choice.label = format!("go to {}, over turns if need be", view.rules.area.cell_name(cell));
            choice.cells.push(cell);
        }
        _ => {}
    }
    choice
}

/// What a unit is busy with, and for how long.
pub(crate) fn busy(view: View<'_>, name: &str) -> Option<String> {
    let id = find(view, name)?;
    let task = view.details(id)?.task?;
    Some(match task.goal {
        Goal::Build(kind, count) => {
            let spoken = view.rules.design.spoken_name(unit::NAME, kind);
            let spoken = if count > 1 { design::plural(spoken) } else { design::counted(1, spoken) };
            let at = view.state_view();
            let begun = at.in_cell(view.own(id).cell).chain(at.occupants(id));
            let begun = begun.filter(|&other| view.is_own(other) && view.own(other).kind == kind);
            let begun = begun.filter(|&other| !at.is_complete(other)).max_by_key(|&other| view.own(other).cp);
            match turns_to_make(view, id, kind, begun) {
                Some(turns) => format!("makes {spoken}, {} to go", design::counted(turns as usize, "turn")),
                None => format!("makes {spoken}"),
            }
        }
        Goal::MoveTo(cell, _) => format!("goes to {}", view.rules.area.cell_name(cell)),
        Goal::Sentry => "stands guard".to_owned(),
        _ => write_task(view, Some(task)),
    })
}

/// An order to go to a cell; to take or to strike who is seen there. For a unit of a type that never moves it is the step, which is refused
/// with the reason.
pub(crate) fn move_towards(view: View<'_>, name: &str, to: Cell) -> Option<Move> {
    let id = find(view, name)?;
    let at = view.state_view();
    if !at.steps_of(id).goes_by_itself() || !at.can_ever_act(id) {
        return step_into(view, name, to);
    }
    let by = view.own(id).kind;
    let foes = || view.seen_in(to).filter(|seen| seen.is_current && !view.trusts(seen.side));
    let prize = foes().find(|seen| at.capture_chance_of_types(by, seen.kind, seen.side) > 0);
    let foe = foes().find(|seen| at.base_chance(by, seen.kind, false) > 0);
    let goal = match (prize, foe) {
        (Some(seen), _) => Goal::Capture(seen.id),
        (None, Some(seen)) => Goal::Hit(seen.id),
        (None, None) => Goal::MoveTo(to, 0),
    };
    let order = Move::Order(id, Some(Task { goal, until: 0 }));
    view.check(order).is_ok().then_some(order)
}

/// The step of a unit into a cell, allowed or not.
pub(crate) fn step_into(view: View<'_>, name: &str, to: Cell) -> Option<Move> {
    let id = find(view, name)?;
    Some(Move::act(id, Action::Move(to, view.altitude_there(id, to))))
}

pub(crate) fn find(view: View<'_>, name: &str) -> Option<UnitIndex> {
    view.own_units().find(|&id| write_unit_name(view, id) == name)
}

/// The turns that a unit needs to make another: to tool up, to begin it and to finish it, or what is left of that for one that is
/// begun. `None` if the design gives it no points to do so with.
pub(crate) fn turns_to_make(view: View<'_>, id: UnitIndex, kind: UnitType, begun: Option<UnitIndex>) -> Option<u32> {
    let design = &*view.rules.design;
    let maker = view.own(id).kind;
    let actions =
        |amount: i32, each: i32| if amount <= 0 { Some(0) } else { (each > 0).then(|| (amount + each - 1) / each) };
    let mut points = 0;
    let has = match begun {
        Some(product) => i32::from(view.own(product).cp),
        None => {
            let tooling = actions(view.missing_tooling(id, kind), design.entry(TP_PER_TOOLUP, maker, kind))?;
            points += tooling * design.entry(ACP_TO_TOOLUP, maker, kind).max(1);
            points += design.entry(ACP_TO_CREATE, maker, kind).max(1);
            first_cp(design, maker, kind)
        }
    };
    let work = actions(design.int(CP, kind) - has, design.entry(CP_PER_BUILD, maker, kind))?;
    points += work * design.entry(ACP_TO_BUILD, maker, kind).max(1);
    let a_turn = design.int(ACP_PER_TURN, maker).max(1);
    u32::try_from((points + a_turn - 1) / a_turn).ok()
}
