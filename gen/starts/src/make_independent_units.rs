//! `make-independent-units`: units that belong to nobody, spread over the world (seed 000, "Independent Units").
//!
//! `independent-density` says how many units of a type stand on 10,000 inner cells of a terrain. Drawing cell by cell, as Xconq
//! does, leaves crowds and empty regions, which are unfair. Instead the method goes through the world along a snake of strips, and
//! each stretch of it that is worth one unit gets one: systematic sampling in two dimensions, after the GRTS surveys of Stevens and
//! Olsen ("Spatially balanced sampling of natural resources", 2004). Within its stretch a unit stands at random, away from other
//! units of its type if possible.

use chance::Stream;
use design::parameters::table::INDEPENDENT_DENSITY;
use design::parameters::unit::START_ROOM;
use design::{TerrainType, TypeId, UnitType};
use grid::{Area, Cell, Symmetry, disk, outward};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, SideId, standing};

use crate::people::settle_independents;
use crate::siting::Siting;

/// The method `make-independent-units`.
pub struct MakeIndependentUnits;

const INFO: MethodInfo = MethodInfo {
    name: "make-independent-units",
    summary: "spreads units that belong to nobody evenly over the terrain that suits them",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Countries],
    writes: &[Part::Independents],
    by_level: false,
    parameters: &[],
};

/// The number of cells to which a density refers.
const PER: u64 = 10_000;
/// How many random places of a stretch are tried before it is searched from end to end.
const TRIES: u32 = 12;

impl SynthesisMethod for MakeIndependentUnits {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let settled = settle_independents(synthesis);
        let people = || format!("people in {settled} cells");
        Ok(match make_units(synthesis) {
            MethodOutcome::Made(units) if settled > 0 => MethodOutcome::Made(format!("{units}, {}", people())),
            MethodOutcome::Skipped(_) if settled > 0 => MethodOutcome::Made(people()),
            outcome => outcome,
        })
    }
}

/// Makes the units, beside those that a file gives (`gdl-reference` 21).
fn make_units(synthesis: &mut Synthesis<'_>) -> MethodOutcome {
    let design = synthesis.design();
    if synthesis.scenario.world.terrain.is_none() {
        return MethodOutcome::Skipped("there is no terrain to stand on".to_owned());
    }
    let mut siting = Siting::new(synthesis.scenario);
    let mut made = Vec::new();
    for kind in design.unit_types() {
        let density: Vec<u64> = design
            .ids::<TerrainType>()
            .map(|ground| design.entry(INDEPENDENT_DENSITY, kind, ground).max(0) as u64)
            .collect();
        if density.iter().all(|&units| units == 0) {
            continue;
        }
        if !synthesis.scenario.may_own(SideId::INDEPENDENT, kind) {
            let message = format!(
                "`{}` has an `independent-density`, but its `possible-sides` leave out `independent`: none was made",
                design.name_of(kind)
            );
            synthesis.warn("never-independent", message);
            continue;
        }
        let mut stream = synthesis.stream(design.name_of(kind));
        let (placed, wanted) = spread(synthesis.scenario, &mut siting, kind, &density, &mut stream);
        if placed * 10 < wanted * 9 {
            let name = design.name_of(kind);
            let message = format!(
                "only {placed} of {wanted} independent units of type `{name}` found room: lower its \
                     `unit-separation-min` or its `independent-density`"
            );
            synthesis.warn("independents-crowded", message);
        }
        made.push(design::counted(placed, design.name_of(kind)));
    }
    if made.is_empty() {
        return MethodOutcome::Skipped("no type has an `independent-density`".to_owned());
    }
    MethodOutcome::Made(made.join(", "))
}

/// Spreads the units of one type; returns how many there are, and how many there should be.
fn spread(
    scenario: &mut Scenario,
    siting: &mut Siting,
    kind: UnitType,
    density: &[u64],
    stream: &mut Stream,
) -> (usize, usize) {
    let area = scenario.world.area;
    let design = scenario.design.clone();
    let is_closed = |cell: Cell| standing::is_closed_ring(&design, &area, cell);
    let worth = |scenario: &Scenario, cell: Cell| density[scenario.world.terrain_at(cell).index()];
    let (mut cells, mut total) = (0u64, 0u64);
    // In a symmetric world the snake covers one part, and each unit is placed with its images, which may be moved if the symmetry
    // was given up in part.
    let asymmetry = u32::from(scenario.world.asymmetry);
    let symmetry = scenario.world.symmetry.clone().filter(|_| asymmetry < 100);
    let is_first = |&cell: &Cell| symmetry.as_ref().is_none_or(|symmetry| symmetry.is_first(cell));
    for cell in area.cells().filter(|&cell| !is_closed(cell)).filter(is_first) {
        let units = worth(scenario, cell);
        cells += u64::from(units > 0);
        total += units;
    }
    if total == 0 {
        return (0, 0);
    }
    let order = symmetry.as_ref().map_or(1, Symmetry::order);
    // Room that the starts will take counts for nothing, wherever they will be: the units are spread over all cells.
    let starts = scenario.sides.len() as u64 * design.int(START_ROOM, kind).max(0) as u64 / order as u64;
    let Some(beyond) = cells.checked_sub(starts).filter(|&cells| cells > 0) else { return (0, 0) };
    let per = (PER * cells / beyond).min(u64::from(u32::MAX));
    // A stretch of a strip that is worth one unit is about as long as the strip is wide.
    let room = (cells * per / total).max(1);
    let apart = (room.isqrt() / 2).min(32) as u32;
    let way = snake(&area, room.isqrt().max(1) as u32).into_iter().filter(is_first);

    // The beginning of the first stretch is random: it may lie partly before the first cell, and the last stretch partly beyond the
    // last cell. Such a part gets a unit with a chance in proportion to its share.
    let lacking = u64::from(stream.below(per as u32));
    let mut skips = u64::from(stream.below(per as u32)) < lacking;
    let mut sum = lacking;
    let mut stretch: Vec<(Cell, u64)> = Vec::new();
    let (mut placed, mut wanted) = (0, 0);
    let mut put = |scenario: &mut Scenario, stretch: &[(Cell, u64)], stream: &mut Stream| {
        wanted += order;
        let Some(cell) = choose(scenario, siting, kind, stretch, apart, stream) else { return };
        siting.put(scenario, kind, cell, SideId::INDEPENDENT);
        placed += siting.at_once();
        for image in symmetry.iter().flat_map(|symmetry| symmetry.images(cell)).skip(1).filter(|_| asymmetry > 0) {
            let suits = |cell: Cell| worth(scenario, cell) > 0 && siting.fits(scenario, kind, cell);
            if let Some(cell) = find_near(&area, image, asymmetry / STRAY, &suits, stream) {
                siting.put(scenario, kind, cell, SideId::INDEPENDENT);
                placed += 1;
            }
        }
    };
    for cell in way {
        let units = worth(scenario, cell);
        if units == 0 || is_closed(cell) {
            continue;
        }
        stretch.push((cell, units));
        sum += units;
        // No cell is worth more than one unit, so a cell ends at most one stretch.
        if sum >= per {
            sum -= per;
            if !skips {
                put(scenario, &stretch, stream);
            }
            skips = false;
            stretch.clear();
        }
    }
    if !skips && !stretch.is_empty() && u64::from(stream.below(per as u32)) < sum {
        put(scenario, &stretch, stream);
    }
    (placed, wanted)
}

/// The percentage of asymmetry for each cell by which an image may be moved.
const STRAY: u32 = 5;

/// A suitable cell, near a random one within a distance of an image.
fn find_near(
    area: &Area,
    image: Cell,
    distance: u32,
    suits: &dyn Fn(Cell) -> bool,
    stream: &mut Stream,
) -> Option<Cell> {
    const NEAR: u32 = 2;
    let about: Vec<Cell> = disk(area, image, distance).collect();
    (0..TRIES).find_map(|_| {
        let target = about[stream.index(about.len())];
        outward(area, target, NEAR).into_iter().find(|&cell| suits(cell))
    })
}

/// A cell of a stretch where a unit may stand, weighted by density, if possible `apart` from other units of its type.
fn choose(
    scenario: &Scenario,
    siting: &Siting,
    kind: UnitType,
    stretch: &[(Cell, u64)],
    apart: u32,
    stream: &mut Stream,
) -> Option<Cell> {
    let best = stretch.iter().map(|&(_, units)| units).max()?;
    let mut crowded = None;
    for attempt in 0..TRIES {
        let (cell, units) = stretch[stream.index(stretch.len())];
        if u64::from(stream.below(best as u32)) >= units || !siting.fits(scenario, kind, cell) {
            continue;
        }
        // The wanted distance falls with the attempts.
        let within = apart * (TRIES - attempt) / TRIES;
        if within == 0 || !siting.stands_within(scenario, kind, cell, within) {
            return Some(cell);
        }
        crowded = Some(cell);
    }
    crowded.or_else(|| stretch.iter().map(|&(cell, _)| cell).find(|&cell| siting.fits(scenario, kind, cell)))
}

/// All cells of an area, level by level, in strips of `strip` rows, and within a strip column by column, up and down in turn.
fn snake(area: &Area, strip: u32) -> Vec<Cell> {
    let mut cells = Vec::with_capacity(area.len());
    for level in 0..area.levels() {
        for number in 0..area.height().div_ceil(strip) {
            for column in 0..area.width() {
                let column = if number % 2 == 0 { column } else { area.width() - 1 - column };
                for row in number * strip..(number * strip + strip).min(area.height()) {
                    let cell = area.cell(column as i32, row as i32);
                    cells.extend(cell.and_then(|cell| area.on_level(cell, level)));
                }
            }
        }
    }
    cells
}
