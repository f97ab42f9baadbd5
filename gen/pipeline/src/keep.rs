//! What a scenario keeps while its recipe runs, or a step of it: outside of a region all is kept for the run. Methods know nothing of it;
//! `run.rs` puts back after each step what is kept.

use std::collections::BTreeSet;
use std::sync::Arc;

use grid::Cell;
use synth::Part;
use world::edit::LayerKey;
use world::{Kept, KeptPart, Origins, Scenario, SideId};

use crate::rerun::{RerunError, check_makers, clear_own, has_run};
use crate::run::SKIPPED;
use crate::{Request, SymmetryWish, method};

/// Where a step is run again.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The only level, from 0; `None`: all of them.
    pub level: Option<u32>,
    /// The only cells that may change; `None`: all of them. In a world that is symmetric to the cell their images change too.
    pub region: Option<Vec<Cell>>,
}

/// A scenario with what it keeps, as later ones are compared with it: its units know their keys, which no new ones get.
pub(crate) fn what_keeps(scenario: &Scenario) -> Option<Arc<Scenario>> {
    if scenario.kept.is_empty() {
        return None;
    }
    let mut reference = scenario.clone();
    reference.give_keys();
    reference.keys_used = reference.next_key() - 1;
    Some(Arc::new(reference))
}

/// The scenario with all that a run of a step may not change, outside of a region too; `None` if it may change all.
pub(crate) fn held(
    scenario: &Scenario,
    reach: &Reach,
    step: &str,
    own: &[Part],
) -> Result<Option<Arc<Scenario>>, RerunError> {
    let whole = |mut held: Scenario| {
        if own.contains(&Part::Countries) {
            keep_whole_starts(&mut held);
        }
        what_keeps(&held)
    };
    let Some(region) = &reach.region else { return Ok(whole(scenario.clone())) };
    if let Some(part) = own.iter().find(|&&part| is_of_the_whole(part)) {
        let told = format!("`{step}` makes {} for the whole world, and none for a region", part.noun());
        return Err(RerunError::Parameter(told));
    }
    let area = &scenario.world.area;
    let symmetry = scenario.world.exact_symmetry();
    let inside = region.iter().flat_map(|&cell| match symmetry {
        Some(symmetry) => symmetry.images(cell).collect(),
        None => vec![cell],
    });
    let mut outside = Kept::of_cells(area, area.cells());
    outside.set_cells(area, inside, false);
    outside.parts = BTreeSet::from([KeptPart::Layer(LayerKey::Province), KeptPart::Date, KeptPart::Section]);
    let held = Scenario { kept: scenario.kept.with(area, &outside), ..scenario.clone() };
    Ok(whole(held))
}

/// A side of which a unit is kept keeps all its units: no method adds to a start that is there in part.
fn keep_whole_starts(scenario: &mut Scenario) {
    let (keys, kept) = (scenario.keys(), scenario.kept_units());
    let is_kept = |side: SideId| {
        let mut own = scenario.units.iter().zip(&keys).filter(|(unit, _)| unit.side == side);
        side != SideId::INDEPENDENT && own.any(|(_, key)| kept.contains(key))
    };
    let sides: Vec<SideId> = scenario.side_ids().filter(|&side| is_kept(side)).collect();
    let starts = scenario.units.iter().zip(&keys).filter(|(unit, _)| sides.contains(&unit.side));
    let starts: Vec<u32> = starts.map(|(_, &key)| key).collect();
    scenario.kept.units.extend(starts);
}

/// Whether a part lies in no cell, or hangs together over all of them.
const fn is_of_the_whole(part: Part) -> bool {
    matches!(part, Part::Provinces | Part::Incomes | Part::Date | Part::Section)
}

/// A step that finds nothing to do would leave a hole where its part was.
pub(crate) fn check_made(told: &str, step: &str) -> Result<(), RerunError> {
    match told.strip_prefix(SKIPPED) {
        Some(why) => Err(RerunError::Unmet(format!("`{step}` has nothing to make beside what is kept: {why}"))),
        None => Ok(()),
    }
}

/// Refuses a result in which a side has lost its units, since they would have come where all is kept.
pub(crate) fn check_seats(before: &Scenario, made: &Scenario, step: &str) -> Result<(), RerunError> {
    let has_units = |scenario: &Scenario, side: SideId| scenario.units.iter().any(|unit| unit.side == side);
    match made.side_ids().find(|&side| has_units(before, side) && !has_units(made, side)) {
        Some(side) => {
            let name = &made.side(side).name;
            Err(RerunError::Unmet(format!("`{step}` finds no room for the units of {name} beside what is kept")))
        }
        None => Ok(()),
    }
}

/// What was held for one run is held no longer; units that had no keys of their own need none.
pub(crate) fn let_go(scenario: &Scenario, made: &mut Scenario) {
    made.kept = Kept { features: std::mem::take(&mut made.kept.features), ..scenario.kept.clone() };
    if !scenario.knows_keys() && scenario.kept.units.is_empty() {
        made.units.iter_mut().for_each(|unit| unit.key = 0);
        made.keys_used = scenario.keys_used;
    }
}

/// A finished scenario without what its recipe made, but for what it keeps: the start of a roll that makes the rest anew. The scenario
/// itself, with the keys of its units, goes with it into [`crate::Options::again`].
///
/// # Errors
/// If its file does not say which things its steps made.
pub fn open_again(scenario: &Scenario) -> Result<(Scenario, Arc<Scenario>), RerunError> {
    let mut reference = scenario.clone();
    keep_whole_starts(&mut reference);
    // Heights belong to their ground: one step makes both, and none makes one of them alone.
    if reference.kept.parts.contains(&KeptPart::Layer(LayerKey::Terrain)) {
        reference.kept.parts.insert(KeptPart::Layer(LayerKey::Elevation));
    }
    let reference = what_keeps(&reference).unwrap_or_else(|| Arc::new(reference));
    let mut open = Scenario::clone(&reference);
    for step in &scenario.design.recipe {
        let Some(method) = method(&step.method).filter(|_| has_run(scenario, &step.method)) else { continue };
        let own: Vec<Part> = method.info().own().collect();
        check_makers(scenario, &step.method, &own)?;
        clear_own(&mut open, &step.method, &own);
        // Steps that change what others made add units too.
        open.remove_units(|unit| unit.made_by.as_deref() == Some(step.method.as_str()));
    }
    Kept::put_back_made(&reference, &mut open);
    (open.kept, open.fairness, open.played) = (scenario.kept.clone(), None, None);
    open.origins = Origins::default();
    Ok((open, reference))
}

/// The request by which the rest of a scenario is made anew: its world stays as symmetric as it was, whatever the design wishes of others.
#[must_use]
pub fn request_again(scenario: &Scenario, seed: u64) -> Request {
    let own = scenario.world.symmetry.as_ref();
    let symmetry = Some(own.map_or(SymmetryWish::None, |symmetry| SymmetryWish::Kind(symmetry.kind())));
    let asymmetry = own.map(|_| scenario.world.asymmetry);
    Request { seed, symmetry, asymmetry, ..Request::default() }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use chance::{Seed, Stream};
    use starts::changes::Change;
    use synth::History;
    use world::edit::region;
    use world::{FeatureId, Place, Unit};

    use super::*;
    use crate::{Options, SharedString, load_preset, load_start, rerun, roll};

    /// Worlds of several shapes, with wraps and levels.
    const WORLDS: [&str; 4] = [
        "classic:3:sides=3,size=44x36",
        "classic:4:sides=3,size=40x34,area=torus",
        "classic:5:sides=2,size=40x34,area=cylinder",
        "underworld:3:sides=2,size=40x32",
    ];

    fn rolled(string: &str) -> Scenario {
        let shared: SharedString = string.parse().unwrap();
        let loaded = load_preset(&shared.preset).unwrap().unwrap();
        roll(&loaded, &shared.request, &Options::new(&shared.preset)).unwrap().scenario
    }

    fn random_cell(stream: &mut Stream, scenario: &Scenario) -> Cell {
        let cells: Vec<Cell> = scenario.world.area.cells().collect();
        *stream.choose(&cells).unwrap()
    }

    /// A region of a part of the columns and rows.
    fn random_region(stream: &mut Stream, scenario: &Scenario) -> Vec<Cell> {
        let area = &scenario.world.area;
        let first = random_cell(stream, scenario);
        let (column, row) = area.column_row(first);
        let far = (column + 12).min(area.width() as i32 - 1);
        let up = (row + 10).min(area.height() as i32 - 1);
        let last = area.cell(far, up).and_then(|cell| area.on_level(cell, area.level(first))).unwrap_or(first);
        region(area, first, last)
    }

    /// The scenario with a region, some units, a side and a feature that are kept.
    fn keeping(stream: &mut Stream, scenario: &Scenario) -> Scenario {
        let mut scenario = scenario.clone();
        scenario.kept = Kept::of_cells(&scenario.world.area, random_region(stream, &scenario));
        let keys = scenario.keys();
        scenario.kept.units = (0..4).map(|_| *stream.choose(&keys).unwrap()).collect();
        scenario.kept.sides.insert(SideId(1));
        scenario.kept.features.insert(FeatureId(1 + stream.below(scenario.world.features.len() as u32) as u16));
        scenario
    }

    /// All that lies in a cell, but units, as a text.
    fn ground(scenario: &Scenario, cell: Cell) -> String {
        let world = &scenario.world;
        let edges: Vec<_> =
            world.edges.iter().map(|(kind, layer)| (kind.0, layer[cell])).filter(|edge| edge.1 != 0).collect();
        let amounts: Vec<i32> = world.materials.values().map(|layer| layer[cell]).collect();
        format!(
            "{:?} {:?} {:?} {:?} {edges:?} {amounts:?} {:?}",
            world.terrain.as_ref().map(|layer| layer[cell]),
            world.elevation.as_ref().map(|layer| layer[cell]),
            world.country.as_ref().map(|layer| layer[cell]),
            world.people.as_ref().map(|layer| layer[cell]),
            world.feature_at(cell).map(|feature| (&feature.name, feature.at)),
        )
    }

    /// A unit as a text, whatever its number.
    fn unit_words(scenario: &Scenario, at: usize) -> String {
        let unit = &scenario.units[at];
        let carrier = match unit.place {
            Place::Inside(carrier) => Some(scenario.keys()[carrier.index()]),
            Place::Cell(_) | Place::Unplaced => None,
        };
        let plain = Unit { key: 0, place: Place::Unplaced, ..unit.clone() };
        format!("{plain:?} {:?} {carrier:?}", unit.cell())
    }

    /// The units that are kept, by their keys.
    fn units_of(scenario: &Scenario, keys: &BTreeSet<u32>) -> BTreeMap<u32, String> {
        let known = scenario.keys();
        let own = (0..known.len()).filter(|&at| keys.contains(&known[at]));
        own.map(|at| (known[at], unit_words(scenario, at))).collect()
    }

    fn in_cells(scenario: &Scenario, is_there: impl Fn(Cell) -> bool) -> usize {
        scenario.unit_ids().filter(|&(id, _)| scenario.cell_of(id).is_some_and(&is_there)).count()
    }

    /// What is wrong with what should have been kept; nothing if it was.
    fn lost(before: &Scenario, after: &Scenario) -> Option<String> {
        let kept = &before.kept;
        for cell in kept.kept_cells() {
            let (old, new) = (ground(before, cell), ground(after, cell));
            if old != new {
                return Some(format!("{cell:?}: {old} became {new}"));
            }
        }
        let keys = before.kept_units();
        let (old, new) = (units_of(before, &keys), units_of(after, &keys));
        if old != new {
            return Some(format!("{old:?} became {new:?}"));
        }
        if in_cells(before, |cell| kept.has(cell)) != in_cells(after, |cell| kept.has(cell)) {
            return Some("other units stand in kept cells".to_owned());
        }
        let side = |scenario: &Scenario, id: SideId| {
            let side = scenario.side(id);
            (side.name.clone(), side.noun.clone(), side.color.clone(), side.emblem.clone())
        };
        if let Some(id) = kept.sides.iter().find(|&&id| side(before, id) != side(after, id)) {
            return Some(format!("side {} is another", id.0));
        }
        let features = kept.features.iter().map(|id| &before.world.features[usize::from(id.0) - 1]);
        let gone = features.into_iter().find(|&feature| !after.world.features.contains(feature));
        gone.map(|feature| format!("{} is gone", feature.name))
    }

    fn again(scenario: &Scenario, step: &str, reach: &Reach, seed: u64) -> Result<Scenario, RerunError> {
        rerun(scenario, step, reach, seed, &BTreeMap::new(), &playtest::weights()).map(|(made, _): (_, History)| made)
    }

    // Takes seconds: worlds are rolled, and each step of their recipes is run again.
    #[test]
    fn what_is_kept_stays_whatever_step_is_run_again() {
        let (mut made, mut would_change) = (0, 0);
        for (number, string) in WORLDS.into_iter().enumerate() {
            let plain = rolled(string);
            let mut stream = Seed(number as u64).stream("keep");
            let mut scenario = keeping(&mut stream, &plain);
            let mut steps: Vec<String> = plain.design.recipe.iter().map(|step| step.method.clone()).collect();
            stream.shuffle(&mut steps);
            for step in &steps {
                // Without the keep the same run changes what is kept here: so this test can fail.
                if let Ok(free) = again(&plain, step, &Reach::default(), 9) {
                    would_change +=
                        usize::from(lost(&Scenario { kept: scenario.kept.clone(), ..plain.clone() }, &free).is_some());
                }
                match again(&scenario, step, &Reach::default(), 9) {
                    Ok(after) => {
                        assert_eq!(lost(&scenario, &after), None, "{string}: {step}");
                        assert_eq!(
                            (&after.kept.cells, &after.kept.units),
                            (&scenario.kept.cells, &scenario.kept.units)
                        );
                        (scenario, made) = (after, made + 1);
                    }
                    Err(RerunError::Step { .. } | RerunError::Unmet(_)) => {}
                    Err(error) => panic!("{string}: {step}: {error}"),
                }
            }
        }
        assert!(made > 20 && would_change > 10, "{made} made, {would_change} would change what is kept");
    }

    // Takes seconds: worlds are rolled, and steps are run on regions of them.
    #[test]
    fn outside_of_a_region_nothing_changes() {
        let mut changed = 0;
        for (number, string) in WORLDS.into_iter().enumerate() {
            let scenario = rolled(string);
            let mut stream = Seed(number as u64).stream("regions");
            for step in [
                "make-rivers",
                "make-roads",
                "make-independent-units",
                "name-geographical-features",
                "make-initial-materials",
            ] {
                let cells = random_region(&mut stream, &scenario);
                let reach = Reach { level: None, region: Some(cells.clone()) };
                let Ok(after) = again(&scenario, step, &reach, 9) else { continue };
                let is_outside = |cell: Cell| !cells.contains(&cell);
                for cell in scenario.world.area.cells().filter(|&cell| is_outside(cell)) {
                    assert_eq!(ground(&scenario, cell), ground(&after, cell), "{string}: {step} at {cell:?}");
                }
                let outside = |scenario: &Scenario| -> Vec<String> {
                    let ids = scenario.unit_ids().filter(|&(id, _)| scenario.cell_of(id).is_some_and(is_outside));
                    let plain = |unit: &Unit| Unit { key: 0, place: Place::Unplaced, ..unit.clone() };
                    ids.map(|(id, unit)| format!("{:?} {:?}", plain(unit), scenario.cell_of(id))).collect()
                };
                assert_eq!(outside(&scenario), outside(&after), "{string}: {step}");
                assert_eq!((scenario.sides.clone(), &scenario.kept), (after.sides.clone(), &after.kept));
                changed += usize::from(after.world != scenario.world || after.units != scenario.units);
            }
        }
        assert!(changed >= 6, "{changed}");
        let plain = rolled(WORLDS[0]);
        let reach = Reach { level: None, region: Some(plain.world.area.cells().collect()) };
        let told = again(&plain, "make-rivers", &reach, 9).unwrap();
        assert_eq!(told.world, again(&plain, "make-rivers", &Reach::default(), 9).unwrap().world, "the region is all");
        assert_eq!(told.units, plain.units);
    }

    // Takes seconds: four worlds are rolled twice.
    #[test]
    fn the_rest_is_made_anew_around_what_is_kept() {
        for (number, string) in WORLDS.into_iter().enumerate() {
            let mut stream = Seed(number as u64).stream("anew");
            let scenario = keeping(&mut stream, &rolled(string));
            let (open, reference) = open_again(&scenario).unwrap();
            assert!(open.world.terrain.is_none() && open.units.len() < scenario.units.len());
            let options = Options { again: Some(Arc::clone(&reference)), ..Options::new("file") };
            let request = Request { seed: 77, ..Request::default() };
            let after = roll(&load_start(open, "", design::Diagnostics::default()), &request, &options);
            let after = after.unwrap_or_else(|error| panic!("{string}: {error}")).scenario;
            assert_eq!(lost(&scenario, &after), None, "{string}");
            assert_ne!(after.world.terrain, scenario.world.terrain, "{string}");
            assert!(after.origins.string.is_empty() && after.kept.units == scenario.kept.units);
        }
    }

    #[test]
    fn parts_are_kept_whole() {
        let mut scenario = rolled(WORLDS[0]);
        let river = scenario.design.find::<design::TerrainType>("river").unwrap();
        scenario.kept.parts = BTreeSet::from([KeptPart::Layer(LayerKey::Terrain), KeptPart::Lines(river)]);
        let refused = again(&scenario, "make-rivers", &Reach::default(), 9).unwrap_err().to_string();
        assert_eq!(refused, "`make-rivers` has nothing to make beside what is kept: rivers are already present");
        let (open, reference) = open_again(&scenario).unwrap();
        assert!(open.units.is_empty() && open.world.country.is_none());
        let options = Options { again: Some(reference), ..Options::new("file") };
        let request = Request { seed: 5, ..Request::default() };
        let after = roll(&load_start(open, "", design::Diagnostics::default()), &request, &options).unwrap().scenario;
        assert_eq!(after.world.terrain, scenario.world.terrain);
        assert_eq!(after.world.edges[&river], scenario.world.edges[&river]);
        assert_eq!(after.kept, scenario.kept);
        assert_ne!(after.world.country, scenario.world.country);
    }

    #[test]
    fn no_lever_changes_what_is_kept() {
        let mut scenario = rolled(WORLDS[0]);
        let towns: Vec<(design::UnitType, Cell)> = scenario
            .units
            .iter()
            .filter(|unit| unit.side == SideId::INDEPENDENT)
            .filter_map(|unit| Some((unit.kind, unit.cell()?)))
            .collect();
        let (kind, cell) = towns[0];
        let removal = Change::RemoveIndependent { kind, cell };
        assert_eq!(removal.apply(&mut scenario.clone()), Ok(()));
        scenario.kept = Kept::of_cells(&scenario.world.area, [cell]);
        let before = scenario.clone();
        assert_eq!(removal.apply(&mut scenario), Err("it would change what the scenario keeps".to_owned()));
        assert_eq!(scenario, before);
        let (kind, cell) = *towns.iter().find(|town| town.1 != cell).unwrap();
        assert_eq!(Change::RemoveIndependent { kind, cell }.apply(&mut scenario), Ok(()), "it is not kept");
        assert_eq!((lost(&before, &scenario), scenario.units.len()), (None, before.units.len() - 1));
    }

    #[test]
    fn what_is_of_the_whole_world_is_made_in_no_region() {
        let scenario = rolled("empire:3:sides=3,size=36x24");
        let reach = Reach { level: None, region: Some(vec![Cell(40)]) };
        let told = again(&scenario, "make-provinces", &reach, 9).unwrap_err().to_string();
        assert_eq!(told, "`make-provinces` makes provinces for the whole world, and none for a region");
    }
}
