//! Global variables, the recipe and the library of sides.

use design::parameters::{find, rows};
use design::{Design, LibrarySide, Scope, SideSketch, Value};

use super::names::Names;
use super::sides::sketch_parts;
use super::tree::{Break, Tree, bare, form, list, string, symbol};
use super::values::{default, evaluated, gdl_rows};

/// Fairmarch's own methods, each with GDL's method that is most like it.
const STAND_INS: &[(&str, &str)] = &[("make-noise-terrain", "make-fractal-percentile-terrain")];
/// GDL's names for the built-in classes of features.
const FEATURE_CLASSES: &[&str] = &["peaks", "islands", "continents", "lakes", "seas", "bays"];
/// Variables that have forms of their own.
const APART: &[&str] = &["synthesis-methods", "side-library"];

/// `(set NAME VALUE)`.
pub(super) fn set(name: &str, value: Tree) -> Tree {
    form("set", [bare(name), value])
}

/// The global variables that differ from their defaults, each with its area of the game.
///
/// The date is that of the scenario, whatever the design says.
pub(super) fn globals(design: &Design, names: &Names, date: &str) -> Vec<(&'static str, Tree)> {
    let mut found = Vec::new();
    for (number, row) in gdl_rows(Scope::Global).filter(|(_, row)| !APART.contains(&row.name)) {
        if row.name == "initial-date" && !date.is_empty() {
            found.push((row.area, set(row.name, string(date))));
            continue;
        }
        let Some(value) = design.global(number) else { continue };
        let value = known_features(design, row.name, value);
        if value != default(row) || number == find(Scope::Global, "sides-wanted").expect("it is in the registry") {
            found.push((row.area, set(row.name, evaluated(names, row, &value))));
        }
    }
    found
}

/// Only the features for which GDL has a word.
fn known_features(design: &Design, name: &str, value: &Value) -> Value {
    let Value::List(all) = value else { return value.clone() };
    let is_class = |class: &str| FEATURE_CLASSES.contains(&class) || design.terrain.find(class).is_some();
    let is_known = |row: &Vec<design::Atom>| row.first().and_then(design::Atom::text).is_some_and(is_class);
    match name {
        "feature-types" => Value::List(all.iter().filter(|row| is_known(row)).cloned().collect()),
        _ => value.clone(),
    }
}

/// The methods of the recipe that GDL knows.
pub(super) fn recipe(design: &Design) -> Tree {
    let word = |method: &str| {
        let stand_in = STAND_INS.iter().find(|(ours, _)| *ours == method).map_or(method, |(_, gdl)| gdl);
        find(Scope::Method, stand_in).map(|number| rows(Scope::Method)[number].name)
    };
    // GDL has one level: the first.
    let steps = design.recipe.iter().filter(|step| step.level.is_none_or(|level| level == 0));
    let methods: Vec<Tree> = steps.filter_map(|step| word(&step.method)).map(symbol).collect();
    let methods = if methods.is_empty() { bare("nil") } else { Tree::Quoted(Box::new(list(methods))) };
    set("synthesis-methods", methods)
}

/// The side library: each side with its weight, unless that is 1.
pub(super) fn side_library(design: &Design) -> Option<Tree> {
    let item = |LibrarySide { weight, side, .. }: &LibrarySide| {
        list((*weight != 1).then(|| bare(weight)).into_iter().chain(sketch_parts(side)))
    };
    // An entry without any property would be a side without a name.
    let is_said = |item: &&LibrarySide| item.side != SideSketch::default();
    let items: Vec<Tree> = design.side_library.iter().filter(is_said).map(item).collect();
    let library = |items| Tree::Quoted(Box::new(list(items).broken(Break::Always(0))));
    (!items.is_empty()).then(|| set("side-library", library(items)))
}
