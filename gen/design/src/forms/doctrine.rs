//! Doctrines: how units take care of themselves (`gdl-reference` 8).

use serde::{Deserialize, Serialize};

use super::{Fault, FormReader, GivenProperty, UnitTypes};
use crate::{Atom, Design, Diagnostic, Scope, TypeId, UnitType};

/// How units of a type take care of themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Doctrine {
    /// Below this share of its storage, in percent, a unit fetches supply.
    pub resupply_percent: u8,
    /// Below this share of its ammunition, in percent, it fetches more.
    pub rearm_percent: u8,
    /// Below this share of its hit points, in percent, it seeks repair.
    pub repair_percent: u8,
    /// How many units are built in a row; 0: as many as the order says.
    pub construction_run: u16,
    /// Whether players may not change it.
    pub is_locked: bool,
}

impl Default for Doctrine {
    fn default() -> Doctrine {
        Doctrine { resupply_percent: 50, rearm_percent: 20, repair_percent: 35, construction_run: 0, is_locked: false }
    }
}

/// A doctrine as a file describes it, for all types that have it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedDoctrine {
    /// Its symbol, text or number.
    pub name: Atom,
    /// What it says of all types.
    doctrine: Doctrine,
    /// How many of a type are built in a row; of a type that stands twice the last number holds.
    construction_runs: Vec<(UnitType, u16)>,
}

impl NamedDoctrine {
    /// What it says of one type.
    #[must_use]
    pub fn of(&self, kind: UnitType) -> Doctrine {
        let run = self.construction_runs.iter().rev().find(|run| run.0 == kind);
        Doctrine { construction_run: run.map_or(0, |run| run.1), ..self.doctrine }
    }

    /// Whether this is its name: a symbol and a text are the same.
    #[must_use]
    pub fn is_called(&self, name: &Atom) -> bool {
        self.name.int() == name.int() && self.name.text() == name.text()
    }
}

impl<'a> FormReader<'_, 'a> {
    /// Of a form `(doctrine name (property value..)..)`, what stands behind its head; `None` if it has no name.
    pub(super) fn doctrine(&mut self, form: &'a [Atom]) -> Option<NamedDoctrine> {
        let Some(name) = form.get(1).filter(|name| name.list().is_none()) else {
            let diagnostic = Diagnostic::error("missing-part", "a doctrine has no symbol and no number");
            return self.keep(Err((form.first()?, diagnostic)));
        };
        let mut read =
            NamedDoctrine { name: name.clone(), doctrine: Doctrine::default(), construction_runs: Vec::new() };
        for property in self.properties(Scope::Doctrine, &form[1..]) {
            let done = read_property(self.design, &mut read, &property);
            self.keep(done);
        }
        Some(read)
    }
}

fn read_property<'a>(
    design: &'a Design,
    read: &mut NamedDoctrine,
    property: &GivenProperty<'a>,
) -> Result<(), Fault<'a>> {
    let percent = || property.int().map(|number| number.clamp(0, 100) as u8);
    match property.name {
        "resupply-percent" => read.doctrine.resupply_percent = percent()?,
        "rearm-percent" => read.doctrine.rearm_percent = percent()?,
        "repair-percent" => read.doctrine.repair_percent = percent()?,
        "construction-run" => read.construction_runs = read_runs(design, property.values)?,
        "locked" => read.doctrine.is_locked = property.flag()?,
        _ => unreachable!("these are the rows of the registry"),
    }
    Ok(())
}

/// A value list (`gdl-reference` 8): plain numbers fill places from 0 on, `(types number)` sets those of types.
fn read_runs<'a>(design: &'a Design, values: &'a [Atom]) -> Result<Vec<(UnitType, u16)>, Fault<'a>> {
    let mut runs: Vec<(UnitType, u16)> = Vec::new();
    for value in values {
        let (types, run) = match (value, value.list()) {
            (Atom::Int(run), _) => {
                let next = runs.last().map_or(0, |last| last.0.index() + 1);
                (UnitTypes::These(design.unit_types().skip(next).take(1).collect()), run)
            }
            (_, Some([types, Atom::Int(run)])) => (UnitTypes::read(types, design)?, run),
            _ => {
                let diagnostic = Diagnostic::error("wrong-kind", "this is no value of a list").found(value.to_string());
                return Err((value, diagnostic.expected("a number, or (types value)")));
            }
        };
        let run = (*run).clamp(0, u16::MAX.into()) as u16;
        runs.extend(design.unit_types().filter(|kind| types.contain(*kind)).map(|kind| (kind, run)));
    }
    Ok(runs)
}
