//! Who made what: each step signs the units, names and features that it makes, so that it can be run again without those of others.

use std::sync::Arc;

use synth::Part;
use world::{Feature, FeatureId, Maker, Scenario, SideId, Unit};

use crate::parts::remove_people;

/// Stands for what was there before a step, as long as it runs: methods may remove and reorder units, so numbers do not tell.
const EARLIER: &str = "";

const fn has_name(unit: &Unit) -> bool {
    !unit.name.is_empty() || unit.number != 0
}

/// Calls `sign` with everything that may have a maker.
fn for_each(scenario: &mut Scenario, sign: impl Fn(&mut Maker)) {
    for unit in &mut scenario.units {
        sign(&mut unit.made_by);
        if has_name(unit) {
            sign(&mut unit.named_by);
        }
    }
    for feature in &mut scenario.world.features {
        sign(&mut feature.made_by);
    }
}

/// Before a step: what is there without a maker is none of the step's.
pub(crate) fn note_earlier(scenario: &mut Scenario) {
    let earlier: Arc<str> = Arc::from(EARLIER);
    for_each(scenario, |maker| {
        maker.get_or_insert_with(|| Arc::clone(&earlier));
    });
}

/// After a step: what is new is the step's.
pub(crate) fn sign(scenario: &mut Scenario, step: &str) {
    let own: Arc<str> = Arc::from(step);
    for_each(scenario, |maker| match maker.as_deref() {
        None => *maker = Some(Arc::clone(&own)),
        Some(EARLIER) => *maker = None,
        Some(_) => {}
    });
}

/// Whether a step made something.
fn is_of(maker: &Maker, step: &str) -> bool {
    maker.as_deref() == Some(step)
}

/// Removes what a step made of a part that keeps the makers of its things; `false` for any other part.
pub(crate) fn clear_made(scenario: &mut Scenario, part: Part, step: &str) -> bool {
    match part {
        Part::Independents | Part::Countries | Part::Keys => {
            scenario.remove_units(|unit| is_of(&unit.made_by, step));
            if !scenario.units.iter().any(|unit| unit.side == SideId::INDEPENDENT) {
                remove_people(&mut scenario.world, |side| side == SideId::INDEPENDENT);
            }
            if part == Part::Countries {
                // A side whose units were given keeps the place that was given with them.
                for side in scenario.side_ids() {
                    if !scenario.units.iter().any(|unit| unit.side == side) {
                        scenario.side_mut(side).center = None;
                    }
                }
                remove_people(&mut scenario.world, |side| side != SideId::INDEPENDENT);
                scenario.world.country = None;
                scenario.world.control = None;
            }
        }
        Part::UnitNames => {
            for unit in scenario.units.iter_mut().filter(|unit| is_of(&unit.named_by, step)) {
                unit.name.clear();
                (unit.number, unit.named_by) = (0, None);
            }
        }
        // Features are found anew, all of them: those of others come back by `keep_features`.
        Part::Features => {
            scenario.world.features.clear();
            scenario.world.feature_of = None;
        }
        _ => return false,
    }
    true
}

/// What things of a part that a step made are called, if the scenario has such things and does not say who made any of them: files
/// of earlier versions, and of other programs.
pub(crate) fn unsigned(scenario: &Scenario, part: Part) -> Option<&'static str> {
    let of_units = |maker: fn(&Unit) -> &Maker, what: fn(&Unit) -> bool| {
        let mut there = scenario.units.iter().filter(|unit| what(unit)).peekable();
        there.peek().is_some() && there.all(|unit| maker(unit).is_none())
    };
    let features = &scenario.world.features;
    match part {
        Part::Independents | Part::Countries | Part::Keys => {
            of_units(|unit| &unit.made_by, |_| true).then_some("which units")
        }
        Part::UnitNames => of_units(|unit| &unit.named_by, has_name).then_some("which names of units"),
        Part::Features => {
            let is_unsigned = !features.is_empty() && features.iter().all(|feature| feature.made_by.is_none());
            is_unsigned.then_some("which features")
        }
        _ => None,
    }
}

/// Puts features back that the step which made the rest did not make: in the place of the one that was found there again, or beside
/// all others.
pub(crate) fn keep_features(before: &Scenario, scenario: &mut Scenario, step: &str) {
    let world = &mut scenario.world;
    let Some(layer) = &mut world.feature_of else { return };
    for (index, feature) in before.world.features.iter().enumerate() {
        if is_of(&feature.made_by, step) {
            continue;
        }
        let is_it = |found: &&mut Feature| found.class == feature.class && found.at == feature.at;
        if let Some(found) = world.features.iter_mut().find(is_it) {
            found.clone_from(feature);
            continue;
        }
        let Ok(number) = u16::try_from(world.features.len() + 1) else { continue };
        world.features.push(feature.clone());
        let Some(old) = &before.world.feature_of else { continue };
        for cell in world.area.cells().filter(|&cell| usize::from(old[cell].0) == index + 1) {
            layer.edit()[cell.index()] = FeatureId(number);
        }
    }
}
