//! Units are placed, moved, given to a side and disbanded.

use design::parameters::unit::NAME;
use grid::Cell;
use world::edit::{Edit, UnitEdit};
use world::{Place, Scenario, Unit};

use super::{Stroke, Tool, Tools};
use crate::ViewerContext;

pub(super) const PLACE: Tool = Tool {
    name: "place",
    title: "Place unit",
    help: "places a unit of the chosen type and side",
    hindered: |scenario| scenario.design.units.is_empty().then_some("This game has no units."),
    marks: here,
    has_two_ends: false,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned().filter(|_| stroke.is_done) else { return };
        let Tools { unit: kind, side, .. } = context.tools;
        let name = format!("Place {}", scenario.design.spoken_name(NAME, kind));
        let unit = Unit::new(kind, Place::Cell(stroke.to), side);
        context.edit(&name, &Edit::Units(UnitEdit::place(&scenario, unit)), false);
    },
};

pub(super) const MOVE: Tool = Tool {
    name: "move",
    title: "Move unit",
    help: "moves the unit that is dragged",
    hindered: lacks_units,
    marks: |_, _, stroke| vec![stroke.from, stroke.to],
    has_two_ends: true,
    act: |context, stroke| {
        if stroke.is_done && stroke.from != stroke.to {
            change(context, stroke.from, "Move", |unit| unit.place = Place::Cell(stroke.to));
        }
    },
};

pub(super) const GIVE: Tool = Tool {
    name: "give",
    title: "Give unit",
    help: "gives a unit to the chosen side",
    hindered: lacks_units,
    marks: here,
    has_two_ends: false,
    act: |context, stroke| {
        if stroke.is_done {
            let side = context.tools.side;
            change(context, stroke.to, "Give", |unit| unit.side = side);
        }
    },
};

pub(super) const DISBAND: Tool = Tool {
    name: "disband",
    title: "Disband unit",
    help: "takes away a unit, and what it carries",
    hindered: lacks_units,
    marks: here,
    has_two_ends: false,
    act: |context, stroke| {
        let Some(scenario) = context.shown().cloned().filter(|_| stroke.is_done) else { return };
        let Some((key, unit)) = unit_at(context, &scenario, stroke.to) else { return };
        let name = format!("Disband {}", scenario.design.spoken_name(NAME, unit.kind));
        match UnitEdit::disband(&scenario, key) {
            Ok(edit) => drop(context.edit(&name, &Edit::Units(edit), false)),
            Err(refusal) => context.services.tell(design::sentence(&refusal.words)),
        }
    },
};

fn here(_: &Tools, _: &Scenario, stroke: Stroke) -> Vec<Cell> {
    vec![stroke.to]
}

fn lacks_units(scenario: &Scenario) -> Option<&'static str> {
    scenario.units.is_empty().then_some("This scenario has no units.")
}

/// The first unit that stands in a cell, with its key; tells it if there is none.
fn unit_at(context: &mut ViewerContext, scenario: &Scenario, cell: Cell) -> Option<(u32, Unit)> {
    let found = scenario.units.iter().position(|unit| unit.cell() == Some(cell));
    if found.is_none() {
        context.services.tell("No unit stands there.");
    }
    found.map(|index| (scenario.keys()[index], scenario.units[index].clone()))
}

/// Changes the first unit of a cell.
fn change(context: &mut ViewerContext, cell: Cell, word: &str, change: impl FnOnce(&mut Unit)) {
    let Some(scenario) = context.shown().cloned() else { return };
    let Some((key, mut unit)) = unit_at(context, &scenario, cell) else { return };
    let name = format!("{word} {}", scenario.design.spoken_name(NAME, unit.kind));
    unit.key = key;
    change(&mut unit);
    context.edit(&name, &Edit::Units(UnitEdit::Set(Box::new(unit))), false);
}
