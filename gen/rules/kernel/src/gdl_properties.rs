//! Properties of scenarios that only the rules of GDL know, as numbers.

use std::collections::BTreeMap;

use design::{Atom, DeadUnit, Form, FormContent, Properties};
use world::Scenario;

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

/// The units of a file that are no more, each with its form. In a state they follow those that it begins with.
pub(crate) fn dead_units(scenario: &Scenario) -> impl Iterator<Item = (&Form, DeadUnit)> {
    scenario.forms.iter().filter_map(|form| match form.content {
        FormContent::DeadUnit(dead) => Some((form, dead)),
        _ => None,
    })
}

/// The units of a file by the numbers that it gives them, those that are no more included.
pub(crate) fn file_ids(scenario: &Scenario) -> FileIds {
    let units = || (0..).map(UnitIndex).zip(&scenario.units);
    let own = units().filter_map(|(id, unit)| Some((number(&unit.gdl, "#")?, id)));
    let dead =
        (scenario.units.len() as u32..).map(UnitIndex).zip(dead_units(scenario)).map(|(id, (_, dead))| (dead.id, id));
    let by_place = units().filter(|(_, unit)| !unit.gdl.contains_key("#")).map(|(id, _)| (id.0 as i32 + 1, id));
    // The first unit with a number keeps it.
    let mut ids = FileIds::new();
    own.chain(dead).chain(by_place).for_each(|(number, id)| {
        ids.entry(number).or_insert(id);
    });
    ids
}

/// What a file says of side 0, as a side's properties.
pub(crate) fn find_independents(scenario: &world::Scenario) -> Option<Properties> {
    let mut all = Properties::new();
    for form in scenario.design.forms.iter().chain(&scenario.forms) {
        if let FormContent::Independents(own) = &form.content {
            all.extend(own.clone());
        }
    }
    (!all.is_empty()).then_some(all)
}
