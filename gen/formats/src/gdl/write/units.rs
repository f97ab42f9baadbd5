//! Units: `(TYPE x y side (property ..)..)`.

use design::{Scope, TypeId};
use world::{Place, Scenario, Unit, UnitId};

use super::super::USELESS_HEADS;
use super::super::forms::heads;
use super::area::Map;
use super::names::Names;
use super::properties::properties;
use super::tree::{Tree, bare, form, list, string};

/// Properties that are written in fixed places, not by name.
const APART: &[&str] = &["#", "n", "nb", "hp", "m", "@", "s", "in"];

/// The units of a scenario, in their order.
pub(super) fn units(scenario: &Scenario, names: &Names, map: &Map<'_>) -> Vec<Tree> {
    // Xconq counts the units of a file, so that most need not say their number.
    let mut next = 1;
    let mut forms = Vec::with_capacity(scenario.units.len());
    for (id, unit) in scenario.unit_ids() {
        let number = number(scenario, id);
        let is_said = unit.gdl.id.is_some() || number != next;
        forms.push(written(scenario, names, map, (id, unit), is_said));
        next = next.max(number.saturating_add(1));
    }
    forms
}

/// A unit, with its number if that has to be said.
fn written(scenario: &Scenario, names: &Names, map: &Map<'_>, (id, unit): (UnitId, &Unit), is_said: bool) -> Tree {
    let side = unit.side.0;
    let kind = names.of(Scope::Unit, unit.kind.index());
    let mut parts = vec![kind.clone()];
    // Units that wait are written at the mirror image of their place: outside of the area.
    let waits = || unit.gdl.appear_at.filter(|_| unit.is_to_come()).map(|(x, y)| (-x, -y));
    // Those inside of others are written where these are.
    let of = |cell| map.place(map.inward(scenario, scenario.unit(outermost(scenario, id)).kind, cell).0);
    let place = scenario.cell_of(id).map(of).or_else(waits);
    // A unit type whose name is the head of another form is written after the word `unit`.
    let is_head = heads().chain(USELESS_HEADS.iter().copied()).any(|head| bare(head) == kind);
    if is_head {
        parts.insert(0, bare("unit"));
        parts.extend(place.map(|(x, y)| form("@", [bare(x), bare(y)])));
        parts.push(form("s", [bare(side)]));
    } else if let Some((x, y)) = place {
        parts.extend([bare(x), bare(y), bare(side)]);
    } else {
        parts.push(form("s", [bare(side)]));
    }
    if is_said {
        parts.push(list([bare("#"), bare(number(scenario, id))]));
    }
    if let Place::Inside(carrier) = unit.place {
        parts.push(list([bare("in"), bare(number(scenario, carrier))]));
    }
    if !unit.name.is_empty() {
        parts.push(form("n", [string(&unit.name)]));
    }
    if unit.number != 0 {
        parts.push(form("nb", [bare(unit.number)]));
    }
    parts.extend(unit.hp.map(|hp| form("hp", [bare(hp)])));
    if !unit.materials.is_empty() {
        parts.push(form("m", unit.materials.iter().map(bare)));
    }
    parts.extend(properties(Scope::Piece, unit.gdl.atoms(), APART));
    list(parts)
}

/// The unit in the open that a unit is inside of, at any depth: itself, if it is inside of none.
fn outermost(scenario: &Scenario, id: UnitId) -> UnitId {
    let mut outer = id;
    // The loop ends also where a file puts carriers into each other in a circle.
    for _ in 0..scenario.units.len() {
        let Place::Inside(carrier) = scenario.unit(outer).place else { break };
        outer = carrier;
    }
    outer
}

/// The id that GDL gave the unit, else its number among all.
fn number(scenario: &Scenario, id: UnitId) -> i32 {
    scenario.unit(id).gdl.id.unwrap_or(id.0 as i32)
}
