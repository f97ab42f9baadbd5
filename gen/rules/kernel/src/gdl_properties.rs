//! Properties of scenarios that only the rules of GDL know, as numbers.

use std::collections::BTreeMap;

use design::{Atom, DeadUnit, Extras, Form, FormContent, Properties, SideExtras, TypeId};
use world::Scenario;

use crate::ids::UnitIndex;

/// Units by their numbers in a file.
pub(crate) type FileIds = BTreeMap<i32, UnitIndex>;

/// The number of a unit in a file, if it is in it.
pub(crate) type NumberOf<'a> = &'a dyn Fn(UnitIndex) -> Option<world::UnitId>;

/// The first number of a property.
pub(crate) fn number(gdl: &Properties, name: &str) -> Option<i32> {
    gdl.get(name)?.iter().find_map(Atom::int)
}

/// A number that fits into 16 bits, clamped.
pub(crate) fn short(number: i32) -> i16 {
    number.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// A value for each type: those of a list, and `rest` for the others.
pub(crate) fn filled<I: TypeId, T: Copy>(list: &[(I, i32)], count: usize, rest: T, of: fn(i32) -> T) -> Vec<T> {
    let mut all = vec![rest; count];
    for (kind, value) in list {
        all[kind.index()] = of(*value);
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
    let own = units().filter_map(|(id, unit)| Some((unit.gdl.id?, id)));
    let dead =
        (scenario.units.len() as u32..).map(UnitIndex).zip(dead_units(scenario)).map(|(id, (_, dead))| (dead.id, id));
    let by_place = units().filter(|(_, unit)| unit.gdl.id.is_none()).map(|(id, _)| (id.0 as i32 + 1, id));
    // The first unit with a number keeps it.
    let mut ids = FileIds::new();
    own.chain(dead).chain(by_place).for_each(|(number, id)| {
        ids.entry(number).or_insert(id);
    });
    ids
}

/// What a file says of side 0, as a side's properties.
pub(crate) fn find_independents(scenario: &Scenario) -> Extras<SideExtras> {
    let mut all = Properties::new();
    for form in scenario.design.forms.iter().chain(&scenario.forms) {
        if let FormContent::Independents(own) = &form.content {
            all.extend(own.atoms().clone());
        }
    }
    Extras::of(all, &scenario.design)
}
