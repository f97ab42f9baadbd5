//! Types with their own properties, and `add` forms for properties of several types.

use design::{Design, Kind, Scope, Value};

use super::names::{Members, Names};
use super::tree::{Tree, bare, form, list, symbol};
use super::values::{default, evaluated, gdl_rows, value};

/// Properties that are always written in the type itself, however many types share a value.
const OWN: &[&str] = &["subtype", "subtype-x", "liquid"];
/// From this many types with one value on, the value is written in an `add`.
const SHARED: usize = 3;

/// A property of several types.
pub(super) struct Add {
    pub(super) scope: Scope,
    pub(super) types: Members,
    number: usize,
    /// One value for all, or one for each.
    values: Vec<Value>,
}

/// The forms that define the types of a kind.
pub(super) fn type_forms(design: &Design, names: &Names, scope: Scope) -> Vec<Tree> {
    let head = match scope {
        Scope::Unit => "unit-type",
        Scope::Material => "material-type",
        Scope::Advance => "advance-type",
        _ => "terrain-type",
    };
    let type_form = |index: usize| {
        let mut parts = vec![names.of(scope, index)];
        for (number, row) in gdl_rows(scope).filter(|&(number, _)| is_own(design, scope, number)) {
            let found = design.property(scope, number, index);
            if found != default(row) {
                parts.push(list([symbol(row.name), value(names, row, &found)]));
            }
        }
        form(head, parts)
    };
    (0..design.types(scope).len()).map(type_form).collect()
}

/// Whether a property is written in the forms of its types. A property that names types cannot be, because those may come later.
fn is_own(design: &Design, scope: Scope, number: usize) -> bool {
    let row = &design::parameters::rows(scope)[number];
    match row.kind {
        Kind::Reference(_) => false,
        Kind::Text | Kind::List | Kind::Form(_) => true,
        _ if OWN.contains(&row.name) => true,
        _ => having(design, scope, number).len() < SHARED,
    }
}

fn having(design: &Design, scope: Scope, number: usize) -> Members {
    let usual = default(&design::parameters::rows(scope)[number]);
    (0..design.types(scope).len()).filter(|&index| design.property(scope, number, index) != usual).collect()
}

/// The properties that several types of a kind share.
pub(super) fn adds(design: &Design, scope: Scope) -> Vec<Add> {
    let shared = gdl_rows(scope).filter(|&(number, _)| !is_own(design, scope, number));
    let add = |(number, _)| {
        let mut types = having(design, scope, number);
        let count = design.types(scope).len();
        let of = |types: &Members| -> Vec<Value> {
            types.iter().map(|&index| design.property(scope, number, index)).collect()
        };
        let mut values = of(&types);
        if values.windows(2).all(|pair| pair[0] == pair[1]) {
            values.truncate(1);
        } else if types.len() + 2 >= count {
            types = (0..count).collect();
            values = of(&types);
        }
        (!types.is_empty()).then_some(Add { scope, types, number, values })
    };
    shared.filter_map(add).collect()
}

impl Add {
    /// The property's area of the game, from the registry.
    pub(super) fn area(&self) -> &'static str {
        design::parameters::rows(self.scope)[self.number].area
    }

    pub(super) fn written(&self, names: &Names) -> Tree {
        let row = &design::parameters::rows(self.scope)[self.number];
        let values = match self.values.as_slice() {
            [single] => evaluated(names, row, single),
            each => list(each.iter().map(|found| value(names, row, found))),
        };
        form("add", [names.set(self.scope, &self.types), bare(row.name), values])
    }
}
