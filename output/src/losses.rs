//! What formats of other programs have no place for: one list of what a scenario can hold beside terrain, lines and units, from which each
//! format leaves out what it carries.

use std::collections::BTreeMap;

use design::{Design, UnitType, counted};
use grid::{Area, Edges};
use world::Scenario;

use crate::Loss;
use crate::roles::Codes;
use crate::terminal_map::capitals;

/// The layers of a scenario that a format does not carry, each told once. The names of layers are those of scenario files: `elevation`,
/// `country`, `materials` (all that lies in cells), `people`, `control`, `temperature`, `clouds`, `winds`.
pub(crate) fn layers(scenario: &Scenario, carried: &[&str]) -> Vec<Loss> {
    let world = &scenario.world;
    let materials = "materials";
    let known = [
        ("elevation", world.elevation.is_some()),
        ("country", world.country.is_some()),
        ("people", world.people.is_some()),
        ("control", world.control.is_some()),
        ("temperature", world.temperature.is_some()),
        ("clouds", world.clouds.is_some()),
        ("winds", world.winds.is_some()),
    ];
    let is_known = |name: &str| name == materials || known.iter().any(|(known, _)| *known == name);
    assert!(carried.iter().all(|name| is_known(name)), "{carried:?} are layers");
    let layer = |what: String| Loss { code: Loss::LOST, what, count: 1, instead: None };
    let own = known.iter().filter(|(name, is_there)| *is_there && !carried.contains(name)).map(|(name, _)| *name);
    let mut lost: Vec<Loss> = own
        .chain(world.gdl_layers.keys().map(String::as_str))
        .map(|name| layer(format!("the layer `{name}`")))
        .collect();
    if !carried.contains(&materials) {
        let kinds = world.materials.keys();
        lost.extend(kinds.map(|kind| layer(format!("the layer of `{}`", scenario.design.name_of(*kind)))));
    }
    lost
}

/// Things of a scenario, if it has some: `provinces(scenario)`.
fn things(count: usize, what: String) -> Option<Loss> {
    (count > 0).then_some(Loss { code: Loss::LOST, what, count, instead: None })
}

/// The provinces, for a format that has none.
pub(crate) fn provinces(scenario: &Scenario) -> Option<Loss> {
    let count = scenario.world.provinces.len();
    things(count, counted(count, "province"))
}

/// The names of parts of the world, for a format that has none.
pub(crate) fn names(scenario: &Scenario) -> Option<Loss> {
    let count = scenario.world.features.len();
    things(count, format!("{} of seas, mountains and so on", counted(count, "name")))
}

/// The teams of several sides, for a format in which everybody plays for themselves.
pub(crate) fn teams(scenario: &Scenario) -> Option<Loss> {
    let mut teams: Vec<u8> = scenario.sides.iter().map(|side| side.team).collect();
    teams.sort_unstable();
    let count = teams.chunk_by(|one, other| one == other).filter(|team| team[0] != 0 && team.len() > 1).count();
    things(count, format!("{} of several sides", counted(count, "team")))
}

/// Handicaps, for a format whose players all build alike.
pub(crate) fn handicaps(scenario: &Scenario) -> Option<Loss> {
    let told = scenario.handicap_words();
    things(told.len(), format!("{} ({})", counted(told.len(), "handicap"), told.join(", ")))
}

/// The sides that begin nowhere, for a format whose players all have a start.
pub(crate) fn nowhere(scenario: &Scenario) -> Option<Loss> {
    let count = capitals(scenario).filter(Option::is_none).count();
    things(count, format!("{} without a start", counted(count, "side")))
}

/// The units that stand on no cell, for a format whose units all stand somewhere.
pub(crate) fn off_map(scenario: &Scenario) -> Option<Loss> {
    let count = scenario.unit_ids().filter(|&(id, _)| scenario.cell_of(id).is_none()).count();
    things(count, format!("{} off the map", counted(count, "unit")))
}

/// So many units of each type, for a format that has no counterpart of them.
pub(crate) fn units(design: &Design, counts: BTreeMap<UnitType, usize>) -> impl Iterator<Item = Loss> {
    counts.into_iter().map(|(kind, count)| Loss::of_type(count, "unit", design.name_of(kind), None))
}

/// The cells whose terrain has no code in a format; `instead` stands there.
pub(crate) fn terrain(scenario: &Scenario, codes: &Codes, instead: &str) -> Vec<Loss> {
    let (design, world) = (&scenario.design, &scenario.world);
    let unknown = design.cell_terrain().filter(|kind| codes.terrain(*kind).is_none());
    let lost = |kind| {
        let count = world.area.cells().filter(|cell| world.terrain_at(*cell) == kind).count();
        (count > 0).then(|| Loss::of_type(count, "cell", design.name_of(kind), Some(instead)))
    };
    unknown.filter_map(lost).collect()
}

/// That an area wraps, for a format that cuts it at its seams; `one_is_kept` if a torus is cut at one of the two only.
pub(crate) fn wrap(area: &Area, one_is_kept: bool) -> Option<Loss> {
    let what = match area.shape().edges() {
        Edges::Cylinder => "the cylinder",
        Edges::Torus => "the torus",
        Edges::Rectangle | Edges::Hexagon => return None,
    };
    let instead = if one_is_kept { "a cylinder" } else { "a plane that is cut at the seams" };
    Some(Loss { code: Loss::LOST, what: what.to_owned(), count: 1, instead: Some(instead.to_owned()) })
}

/// The levels of an area beside one, from 0, for a format that has one, with the links between them.
pub(crate) fn levels(area: &Area, shown: u32) -> Option<Loss> {
    let others = area.levels() as usize - 1;
    let what = format!("{} beside level {}, with the links to", counted(others, "level"), shown + 1);
    things(others, if others == 1 { format!("{what} it") } else { format!("{what} them") })
}

#[cfg(test)]
mod tests {
    use design::MaterialType;
    use grid::{Layer, Shape};
    use world::Wind;

    use super::*;
    use crate::sample::sample;

    fn told(losses: impl IntoIterator<Item = Loss>) -> Vec<String> {
        losses.into_iter().map(|loss| format!("{} {}", loss.count, loss.what)).collect()
    }

    /// A scenario with every layer: what is not carried is told, each once, and nothing else.
    #[test]
    fn each_layer_is_lost_that_is_not_carried() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        let area = scenario.world.area;
        assert!(scenario.world.country.is_some() && scenario.world.elevation.is_some(), "the sample has both");
        scenario.world.winds = Some(Layer::filled(&area, Wind::CALM));
        scenario.world.clouds = Some(Layer::filled(&area, 0));
        scenario.world.temperature = None;
        scenario.world.gdl_layers.insert("fog".to_owned(), Layer::filled(&area, 0));
        scenario.world.materials.clear();
        let all = [
            "the layer `elevation`",
            "the layer `country`",
            "the layer `clouds`",
            "the layer `winds`",
            "the layer `fog`",
        ];
        assert_eq!(told(layers(&scenario, &[])), all.map(|what| format!("1 {what}")));
        assert_eq!(
            told(layers(&scenario, &["winds", "elevation", "materials"])),
            ["country", "clouds", "fog"].map(|what| format!("1 the layer `{what}`"))
        );
        if let Some(kind) = scenario.design.ids::<MaterialType>().next() {
            scenario.world.materials.insert(kind, Layer::filled(&area, 1));
            let what = format!("1 the layer of `{}`", scenario.design.name_of(kind));
            assert_eq!(told(layers(&scenario, &[])).last(), Some(&what));
            assert!(!told(layers(&scenario, &["materials"])).contains(&what));
        }
    }

    #[test]
    fn only_what_is_there_is_lost() {
        let mut scenario = sample(Shape::Rectangle, 24, 20, 1);
        scenario.world.provinces.clear();
        assert_eq!(told(provinces(&scenario)), [""; 0]);
        assert_eq!(told(off_map(&scenario)), [""; 0]);
        let named = |shape| wrap(&Area::new(shape, 20, 20).expect("an area"), false).map(|loss| loss.what);
        assert_eq!(named(Shape::Rectangle), None);
        assert_eq!(named(Shape::Hexagon), None);
        assert_eq!(named(Shape::Cylinder), Some("the cylinder".to_owned()));
        assert_eq!(named(Shape::Torus4), Some("the torus".to_owned()));
    }
}
