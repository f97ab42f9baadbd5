//! Properties of scenarios that only the rules of GDL know, as numbers.

use std::collections::BTreeMap;

use design::{Atom, Properties, TypeId, UnitType};
use world::{Scenario, SideId};

use crate::ids::UnitIndex;

/// Units by their numbers in a file.
pub(crate) type FileIds = BTreeMap<i32, UnitIndex>;

/// The number of a unit in a file, if it is in it.
pub(crate) type NumberOf<'a> = &'a dyn Fn(UnitIndex) -> Option<world::UnitId>;

/// The numbers of a property.
pub(crate) fn numbers(gdl: &Properties, name: &str) -> Vec<i32> {
    gdl.get(name).map_or_else(Vec::new, |atoms| atoms.iter().filter_map(Atom::int).collect())
}

/// The first number of a property.
pub(crate) fn number(gdl: &Properties, name: &str) -> Option<i32> {
    gdl.get(name)?.iter().find_map(Atom::int)
}

/// A number that fits into 16 bits, clamped.
pub(crate) fn short(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// A value list (`gdl-reference` 8): plain numbers fill places from 0 on, `(key value)` sets the place of a type's name, or of a
/// number. As pairs of places and values, in their order; what names nothing is left out.
pub(crate) fn values(gdl: &Properties, name: &str, keys: &[String]) -> Vec<(usize, i32)> {
    let mut found = Vec::new();
    let mut next = 0;
    for atom in gdl.get(name).into_iter().flatten() {
        let (place, value) = match atom {
            Atom::Int(value) => (Some(next), Some(*value)),
            Atom::List(pair) => match pair.as_slice() {
                [Atom::Int(place), value] => (usize::try_from(*place).ok(), value.int()),
                [key, value] => (keys.iter().position(|known| Some(known.as_str()) == key.text()), value.int()),
                _ => (None, None),
            },
            Atom::Word(_) | Atom::Text(_) => (None, None),
        };
        if let (Some(place), Some(value)) = (place, value)
            && place < keys.len()
        {
            found.push((place, value));
            next = place + 1;
        }
    }
    found
}

/// A value list in full, with a number for every place that it does not name.
pub(crate) fn filled<T: Copy>(gdl: &Properties, name: &str, keys: &[String], rest: T, of: fn(i32) -> T) -> Vec<T> {
    let mut all = vec![rest; keys.len()];
    for (place, value) in values(gdl, name, keys) {
        all[place] = of(value);
    }
    all
}

/// A unit that is no more, of which a file still speaks: `(exu ID TYPE x y side ..)`.
pub(crate) struct DeadUnit<'a> {
    pub(crate) id: i32,
    pub(crate) kind: UnitType,
    pub(crate) side: SideId,
    pub(crate) form: &'a [Atom],
}

/// The units of a file that are no more. In a state they follow those that it begins with.
pub(crate) fn dead_units<'a>(scenario: &'a Scenario) -> Vec<DeadUnit<'a>> {
    let dead = |form: &'a Vec<Atom>| {
        let [head, Atom::Int(id), kind, rest @ ..] = form.as_slice() else { return None };
        if head.text() != Some("exu") {
            return None;
        }
        let kind = UnitType::at(scenario.design.units.find(kind.text()?)?);
        let side = rest.get(2).and_then(Atom::int).and_then(|side| u8::try_from(side).ok()).map(SideId);
        let is_there = |side: &SideId| usize::from(side.0) <= scenario.sides.len();
        Some(DeadUnit { id: *id, kind, side: side.filter(is_there).unwrap_or(SideId::INDEPENDENT), form })
    };
    scenario.forms.iter().filter_map(dead).collect()
}

/// The units of a file by the numbers that it gives them, those that are no more included.
pub(crate) fn file_ids(scenario: &Scenario) -> FileIds {
    let units = || (0..).map(UnitIndex).zip(&scenario.units);
    let own = units().filter_map(|(id, unit)| Some((number(&unit.gdl, "#")?, id)));
    let dead = (scenario.units.len() as u32..).map(UnitIndex).zip(dead_units(scenario)).map(|(id, dead)| (dead.id, id));
    let by_place = units().filter(|(_, unit)| !unit.gdl.contains_key("#")).map(|(id, _)| (id.0 as i32 + 1, id));
    // Whoever has a number first keeps it.
    let mut ids = FileIds::new();
    own.chain(dead).chain(by_place).for_each(|(number, id)| {
        ids.entry(number).or_insert(id);
    });
    ids
}

/// What a file says of side 0, as a side's properties.
pub(crate) fn find_independents(scenario: &world::Scenario) -> Option<Properties> {
    let forms = scenario.design.forms.iter().chain(&scenario.forms);
    let mut all = Properties::new();
    for form in forms.filter(|form| form.first().and_then(Atom::text) == Some("independent-units")) {
        for property in form.iter().filter_map(Atom::list) {
            if let [name, given @ ..] = property
                && let Some(name) = name.text()
            {
                all.insert(name.to_owned(), given.to_vec());
            }
        }
    }
    (!all.is_empty()).then_some(all)
}
