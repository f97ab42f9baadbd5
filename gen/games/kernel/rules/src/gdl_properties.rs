//! Properties of scenarios that only the rules of GDL know, as numbers.

use std::collections::{BTreeMap, BTreeSet};

use design::{Atom, DeadUnit, Extras, Form, FormContent, Properties, SideExtras, TypeId};
use world::Scenario;

use crate::ids::UnitIndex;

/// Units by their numbers in a file.
pub(crate) type FileIds = BTreeMap<i32, UnitIndex>;

/// The number of a unit in a file, if it is in it.
pub(crate) type NumberOf<'a> = &'a dyn Fn(UnitIndex) -> Option<i32>;

/// The numbers by which units are known in files. Those of the start keep what its file gives or counts, and later ones count on: a
/// number is never given to another unit, so that none moves up when one before it is lost.
#[derive(Clone, Debug)]
pub(crate) struct UnitNumbers {
    /// Of the units of the start, dead ones included, by index.
    given: Vec<i32>,
    /// That of the first unit that is made.
    next: i32,
    /// Whether the file says any of them. Then people know units by them in the match too, else by their indexes.
    are_said: bool,
}

impl UnitNumbers {
    /// Those of a start. Numbers that two units have, or that leave none for others, count for nothing.
    pub(crate) fn new(start: &Scenario) -> UnitNumbers {
        let by_place = (1..).zip(&start.units).map(|(place, unit)| unit.gdl.id.unwrap_or(place));
        let mut given: Vec<i32> = by_place.chain(dead_units(start).map(|(_, dead)| dead.id)).collect();
        let count = given.len() as i32;
        let different: BTreeSet<i32> = given.iter().copied().collect();
        let is_sound = different.len() == given.len() && different.last().is_none_or(|&last| last < i32::MAX / 2);
        if !is_sound {
            given = (1..=count).collect();
        }
        let next = given.iter().copied().fold(0, i32::max) + 1;
        UnitNumbers { given, next, are_said: is_sound && start.units.iter().any(|unit| unit.gdl.id.is_some()) }
    }

    /// The number of a unit in files.
    pub(crate) fn of(&self, id: UnitIndex) -> i32 {
        let made = || self.next.saturating_add((id.index() - self.given.len()) as i32);
        self.given.get(id.index()).copied().unwrap_or_else(made)
    }

    /// The number by which people know a unit in the match.
    pub(crate) fn told(&self, id: UnitIndex) -> i32 {
        if self.are_said { self.of(id) } else { id.0 as i32 }
    }

    /// The unit that people mean by a number; it need not be there.
    pub(crate) fn find(&self, told: i32) -> Option<UnitIndex> {
        let index = match told {
            told if !self.are_said => usize::try_from(told).ok(),
            told if told >= self.next => Some(self.given.len() + (told - self.next) as usize),
            told => self.given.iter().position(|&number| number == told),
        };
        index.and_then(|index| u32::try_from(index).ok()).map(UnitIndex)
    }

    /// Whether a file says the numbers of its units, which stand in it one after the other: all of them, where it is not the place of each.
    /// So what is read from it is written again as it was.
    pub(crate) fn to_say(&self, living: &[UnitIndex]) -> bool {
        self.are_said || (1..).zip(living).any(|(place, &id)| self.of(id) != place)
    }
}

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
