//! `name-units-randomly`: names for units whose type has a `namer`, numbers for those whose type asks for them.
//!
//! Facts: `kernel-rules` section 9, "Namers"; `gdl-reference` section 15. Beyond 7.5: names are unique in a scenario, and a namer
//! without new names numbers them if there is no `default-namer`, instead of giving none.

use std::collections::BTreeMap;

use design::parameters::{global, unit};
use design::{Design, UnitType};
use synth::{MethodInfo, MethodOutcome, Names, Part, Synthesis, SynthesisError, SynthesisMethod, find_namers};
use world::{JUNKY, Scenario, Side, SideId, Unit, junky_name, unit_namer};

/// The method `name-units-randomly`.
#[derive(Clone, Copy, Debug, Default)]
pub struct NameUnitsRandomly;

const INFO: MethodInfo = MethodInfo {
    name: "name-units-randomly",
    summary: "names units by the namers of their types, and numbers them by side and type",
    reads: &[],
    optional_reads: &[Part::Independents, Part::Countries, Part::Features],
    writes: &[Part::UnitNames],
    by_level: false,
    parameters: &["default-namer"],
};

impl SynthesisMethod for NameUnitsRandomly {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        let scenario = &synthesis.scenario;
        let wants_name = |unit: &Unit| unit.name.is_empty() && !find_namer(&design, scenario, unit).is_empty();
        let wanted: Vec<bool> = scenario.units.iter().map(wants_name).collect();
        let nameless = wanted.iter().filter(|wanted| **wanted).count();
        let numbered = assign_numbers(&design, &mut synthesis.scenario.units);
        if nameless == 0 && numbered == 0 {
            return Ok(MethodOutcome::Skipped("no unit wants a name or a number".to_owned()));
        }

        let mut named = 0;
        if nameless > 0 {
            let library = find_namers(synthesis, &design);
            let default_namer = synthesis.settings.text(global::DEFAULT_NAMER).to_owned();
            let mut names = Names::new(synthesis, &library, &default_namer);
            // Each namer has its own stream, so that a new type of unit renames no town.
            let mut streams = BTreeMap::new();
            for index in wanted.iter().enumerate().filter(|(_, wanted)| **wanted).map(|(index, _)| index) {
                let namer = find_namer(&design, synthesis.scenario, &synthesis.scenario.units[index]).to_owned();
                if namer == JUNKY {
                    synthesis.scenario.units[index].name = junky(synthesis.scenario, index);
                    named += 1;
                    continue;
                }
                let stream = streams
                    .entry(namer.clone())
                    .or_insert_with(|| synthesis.stream(&format!("{namer} of {}", design.title)));
                if let Some(name) = names.draw(synthesis, &namer, stream) {
                    synthesis.scenario.units[index].name = name;
                    named += 1;
                }
            }
        }
        synthesis.frame("names of units");
        Ok(MethodOutcome::Made(format!("{named} names, {numbered} numbers")))
    }
}

/// The namer that applies to a unit.
fn find_namer<'a>(design: &'a Design, scenario: &'a Scenario, unit: &Unit) -> &'a str {
    unit_namer(design, side_of(scenario, unit).map(|side| side.gdl.atoms()), unit.kind)
}

/// The side of a unit, if it has one.
fn side_of<'a>(scenario: &'a Scenario, unit: &Unit) -> Option<&'a Side> {
    scenario.sides.get(unit.side.index()?)
}

/// A name made of letters and a number.
fn junky(scenario: &Scenario, index: usize) -> String {
    let unit = &scenario.units[index];
    let side = side_of(scenario, unit).map(|side| side.name.as_str());
    junky_name(side, scenario.design.spoken_name(unit::NAME, unit.kind), unit.number, index)
}

/// Numbers units by side and type, from 1, in their order; given numbers stay, and are not used again.
fn assign_numbers(design: &Design, units: &mut [Unit]) -> usize {
    let mut given: BTreeMap<(SideId, UnitType), Vec<u16>> = BTreeMap::new();
    for unit in units.iter().filter(|unit| unit.number > 0) {
        given.entry((unit.side, unit.kind)).or_default().push(unit.number);
    }
    given.values_mut().for_each(|numbers| numbers.sort_unstable());
    let mut last: BTreeMap<(SideId, UnitType), u16> = BTreeMap::new();
    let mut numbered = 0;
    for unit in units.iter_mut().filter(|unit| unit.number == 0 && design.flag(unit::ASSIGN_NUMBER, unit.kind)) {
        let taken = given.get(&(unit.side, unit.kind)).map_or(&[][..], Vec::as_slice);
        let last = last.entry((unit.side, unit.kind)).or_insert(0);
        // A side with 65,535 units of a type leaves the rest unnumbered.
        let Some(next) = (last.saturating_add(1)..=u16::MAX).find(|number| taken.binary_search(number).is_err()) else {
            continue;
        };
        if next == *last {
            continue;
        }
        *last = next;
        unit.number = next;
        numbered += 1;
    }
    numbered
}
