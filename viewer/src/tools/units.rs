//! Units are placed, moved, copied, given to a side, renamed and disbanded. Where several stand in a cell, one of them is meant: the
//! panel lists them.

use design::parameters::unit::NAME;
use design::sentence;
use grid::Cell;
use world::edit::{Edit, UnitEdit};
use world::{Place, Scenario, Unit, UnitId};

use super::{Tool, Tools};

pub(super) const PLACE: Tool = Tool {
    hindered: |_, scenario| scenario.design.units.is_empty().then_some("This game has no units."),
    trial: Some(|tools, scenario, stroke| {
        let name = format!("Place {}", scenario.design.spoken_name(NAME, tools.unit));
        let unit = Unit::new(tools.unit, Place::Cell(stroke.to), tools.side);
        Ok(Some((name, Edit::Units(UnitEdit::place(scenario, unit)))))
    }),
    ..Tool::new("place", "Place unit", "places a unit of the chosen type and side")
};

pub(super) const MOVE: Tool = Tool {
    hindered: lacks_units,
    marks: |_, _, stroke| vec![stroke.from, stroke.to],
    has_two_ends: true,
    trial: Some(|tools, scenario, stroke| match stroke.from == stroke.to {
        true => unit_at(tools, scenario, stroke.from).map(|_| None),
        false => change(tools, scenario, stroke.from, "Move", |unit| unit.place = Place::Cell(stroke.to)),
    }),
    ..Tool::new("move", "Move unit", "moves the unit that is dragged")
};

pub(super) const COPY: Tool = Tool {
    hindered: lacks_units,
    marks: |_, _, stroke| vec![stroke.from, stroke.to],
    has_two_ends: true,
    trial: Some(|tools, scenario, stroke| {
        let (first, unit) = unit_at(tools, scenario, stroke.from)?;
        if stroke.from == stroke.to && !stroke.is_done {
            return Ok(None);
        }
        let name = format!("Copy {}", scenario.design.spoken_name(NAME, unit.kind));
        let copies = with_cargo(scenario, first, stroke.to);
        Ok(Some((name, Edit::Units(UnitEdit::place_all(scenario, copies)))))
    }),
    ..Tool::new("copy-unit", "Copy unit", "puts down one more of the unit that is dragged, with what it carries")
};

pub(super) const GIVE: Tool = Tool {
    hindered: lacks_units,
    trial: Some(|tools, scenario, stroke| {
        let side = tools.side;
        change(tools, scenario, stroke.to, "Give", |unit| unit.side = side)
    }),
    ..Tool::new("give", "Give unit", "gives a unit to the chosen side")
};

pub(super) const RENAME: Tool = Tool {
    hindered: lacks_units,
    trial: Some(|tools, scenario, stroke| {
        change(tools, scenario, stroke.to, "Rename", |unit| tools.name.trim().clone_into(&mut unit.name))
    }),
    ..Tool::new("rename", "Rename unit", "gives a unit the name in the panel, or none")
};

pub(super) const DISBAND: Tool = Tool {
    hindered: lacks_units,
    trial: Some(|tools, scenario, stroke| {
        let (id, unit) = unit_at(tools, scenario, stroke.to)?;
        let name = format!("Disband {}", scenario.design.spoken_name(NAME, unit.kind));
        let edit =
            UnitEdit::disband(scenario, scenario.keys()[id.index()]).map_err(|refusal| sentence(&refusal.words))?;
        Ok(Some((name, Edit::Units(edit))))
    }),
    ..Tool::new("disband", "Disband unit", "takes away a unit, and what it carries")
};

fn lacks_units(_: &Tools, scenario: &Scenario) -> Option<&'static str> {
    scenario.units.is_empty().then_some("This scenario has no units.")
}

/// The units of a cell, those inside of others behind these, each with how deep it is inside.
#[must_use]
pub fn stack(scenario: &Scenario, cell: Cell) -> Vec<(UnitId, usize)> {
    let mut found: Vec<(UnitId, usize)> = Vec::new();
    let mut open: Vec<(UnitId, usize)> =
        scenario.unit_ids().filter(|(_, unit)| unit.cell() == Some(cell)).map(|(id, _)| (id, 0)).collect();
    open.reverse();
    while let Some((id, depth)) = open.pop() {
        found.push((id, depth));
        let mut inside: Vec<(UnitId, usize)> = scenario
            .unit_ids()
            .filter(|(_, unit)| unit.place == Place::Inside(id))
            .map(|(id, _)| (id, depth + 1))
            .collect();
        inside.reverse();
        open.extend(inside);
    }
    found
}

/// The unit of a cell that is meant: the one that was chosen in the panel, else the first that stands there.
fn unit_at<'a>(tools: &Tools, scenario: &'a Scenario, cell: Cell) -> Result<(UnitId, &'a Unit), String> {
    let chosen = Some(tools.meant).filter(|&key| key > 0).and_then(|key| scenario.find_key(key));
    let chosen = chosen.filter(|&id| scenario.cell_of(id) == Some(cell));
    let first = || scenario.unit_ids().find(|(_, unit)| unit.cell() == Some(cell)).map(|(id, _)| id);
    let found = chosen.or_else(first).ok_or("No unit stands there.")?;
    Ok((found, scenario.unit(found)))
}

/// The change of the unit of a cell that is meant.
fn change(
    tools: &Tools,
    scenario: &Scenario,
    cell: Cell,
    word: &str,
    change: impl FnOnce(&mut Unit),
) -> Result<Option<(String, Edit)>, String> {
    let (id, unit) = unit_at(tools, scenario, cell)?;
    let name = format!("{word} {}", scenario.design.spoken_name(NAME, unit.kind));
    let mut unit = Unit { key: scenario.keys()[id.index()], ..unit.clone() };
    change(&mut unit);
    Ok(Some((name, Edit::Units(UnitEdit::Set(Box::new(unit))))))
}

/// Copies of a unit and of all that it carries, to stand in a cell. They have no names: these are of the first ones.
fn with_cargo(scenario: &Scenario, first: UnitId, cell: Cell) -> Vec<Unit> {
    let count = scenario.units.len() as u32;
    let mut originals = vec![first];
    let plain = |unit: &Unit, place: Place| {
        let (name, number) = (String::new(), 0);
        Unit { place, name, number, key: 0, made_by: None, named_by: None, ..unit.clone() }
    };
    let mut copies = vec![plain(scenario.unit(first), Place::Cell(cell))];
    let mut next = 0;
    while next < originals.len() {
        let carrier = originals[next];
        next += 1;
        for (id, unit) in scenario.unit_ids().filter(|(_, unit)| unit.place == Place::Inside(carrier)) {
            originals.push(id);
            copies.push(plain(unit, Place::Inside(UnitId(count + next as u32))));
        }
    }
    copies
}
