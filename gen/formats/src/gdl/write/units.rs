//! Units: `(TYPE x y side (property ..)..)`.

use design::{Atom, Scope, TypeId};
use world::{Place, Scenario, Unit, UnitId};

use super::super::USELESS_HEADS;
use super::super::forms::heads;
use super::area::Map;
use super::names::Names;
use super::properties::properties;
use super::tree::{Tree, atoms, bare, form, list, string};

/// Properties that are written in fixed places, not by name.
const APART: &[&str] = &["#", "n", "nb", "hp", "m", "@", "s", "in"];

/// The units of a scenario, in their order.
pub(super) fn units(scenario: &Scenario, names: &Names, map: &Map<'_>) -> Vec<Tree> {
    scenario.unit_ids().map(|(id, unit)| written(scenario, names, map, id, unit)).collect()
}

fn written(scenario: &Scenario, names: &Names, map: &Map<'_>, id: UnitId, unit: &Unit) -> Tree {
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
    parts.push(list(std::iter::once(bare("#")).chain(number(scenario, id))));
    if let Place::Inside(carrier) = unit.place {
        parts.push(list(std::iter::once(bare("in")).chain(number(scenario, carrier))));
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
fn number(scenario: &Scenario, id: UnitId) -> Vec<Tree> {
    let given: Option<&Vec<Atom>> = scenario.unit(id).gdl.atoms().get("#");
    given.map_or_else(|| vec![bare(id.0)], |given| atoms(given).collect())
}
