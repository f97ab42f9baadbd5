//! `place-units`: a random legal place for each unit that was given without one (seed 000, "Predefined Units").
//!
//! The chance of a place depends on how much its terrain is favoured, as for the first units of countries. A unit that fits nowhere
//! in the open goes inside another of its side, as aircraft go to airports.

use chance::Stream;
use grid::Cell;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::standing::has_room_inside;
use world::{Place, Scenario, UnitId};

use crate::siting::Siting;

/// The method `place-units`.
pub struct PlaceUnits;

static INFO: MethodInfo = MethodInfo {
    name: "place-units",
    summary: "gives a random legal place to each unit that was given without one",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Independents, Part::Countries],
    writes: &[Part::Places, Part::Independents, Part::Countries],
    by_level: false,
    parameters: &[],
};

/// How many cells are drawn for a unit before all are considered.
const TRIES: u32 = 400;

impl SynthesisMethod for PlaceUnits {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let waiting = synthesis.scenario.unit_ids().filter(|(_, unit)| unit.is_to_be_placed());
        let waiting: Vec<UnitId> = waiting.map(|(id, _)| id).collect();
        if waiting.is_empty() {
            return Ok(MethodOutcome::Skipped("all units have places".to_owned()));
        }
        let design = synthesis.design();
        let mut siting = Siting::new(synthesis.scenario);
        let mut inside = 0;
        for &id in &waiting {
            // Each unit has its own stream, so that one more unit in the file moves no other.
            let mut stream = synthesis.stream(&format!("unit {}", id.0));
            let scenario = &mut *synthesis.scenario;
            if let Some(cell) = find_cell(scenario, &siting, id, &mut stream) {
                siting.shift(scenario, id.index(), cell);
                continue;
            }
            let Some(carrier) = find_carrier(scenario, &siting, id) else {
                return Err(SynthesisError::Unmet {
                    constraint: format!("a place for {} {}", design.name_of(scenario.unit(id).kind), id.0),
                    reason: "no cell has terrain and room for it, and no unit of its side can carry it".to_owned(),
                    remedy: "give it a place with `at`, or terrain that it can live on".to_owned(),
                });
            };
            siting.enter(scenario, id, carrier);
            inside += 1;
        }
        let placed = design::counted(waiting.len(), "unit");
        Ok(MethodOutcome::Made(match inside {
            0 => format!("placed {placed}"),
            _ => format!("placed {placed}, {inside} of them inside others"),
        }))
    }
}

/// A cell where the unit may stand, weighted by how much its terrain is favoured.
fn find_cell(scenario: &Scenario, siting: &Siting, id: UnitId, stream: &mut Stream) -> Option<Cell> {
    let kind = scenario.unit(id).kind;
    let area = &scenario.world.area;
    for _ in 0..TRIES {
        let cell = Cell(stream.index(area.len()) as u32);
        let is_wanted = area.contains(cell) && stream.percent(siting.favor(scenario, kind, cell));
        if is_wanted && siting.fits(scenario, kind, cell) {
            return Some(cell);
        }
    }
    let fitting: Vec<Cell> = area.cells().filter(|&cell| siting.fits(scenario, kind, cell)).collect();
    let favors: Vec<u32> = fitting.iter().map(|&cell| siting.favor(scenario, kind, cell).max(0) as u32).collect();
    // If no terrain is favoured, any legal cell is taken.
    stream.weighted(&favors).map(|index| fitting[index]).or_else(|| stream.choose(&fitting).copied())
}

/// A unit of the same side, with a place of its own, that has room for this one.
fn find_carrier(scenario: &Scenario, siting: &Siting, id: UnitId) -> Option<UnitId> {
    let unit = scenario.unit(id);
    let takes = |other: UnitId| {
        scenario.unit(other).side == unit.side
            && other != id
            && scenario.unit(other).place != Place::Unplaced
            && has_room_inside(scenario, siting.occupancy(), unit.kind, other)
    };
    scenario.unit_ids().map(|(other, _)| other).find(|&other| takes(other))
}
