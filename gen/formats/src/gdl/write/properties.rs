//! Properties of the world, of sides and of units, which go back out as they came.

use design::{Atom, Properties, Scope};

use super::orders::spoken;
use super::tree::Tree;
use super::values::property;

/// Properties with their parts, except those in `but`.
pub(super) fn properties(scope: Scope, gdl: &Properties, but: &[&str]) -> Vec<Tree> {
    let written = |(name, parts): (&String, &Vec<Atom>)| {
        let name = name.clone();
        spoken(scope, &name, parts).into_iter().map(move |parts| property(scope, &name, &parts))
    };
    gdl.iter().filter(|(name, _)| !but.contains(&name.as_str())).flat_map(written).collect()
}
