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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use grid::Shape;
    use proptest::prelude::*;
    use world::Place;

    use super::*;
    use crate::testing::{design, lay_blotches, run, run_with_given, scenario};

    fn towns_and_mines() -> Arc<design::Design> {
        design(
            r#"{
                "terrain": { "sea": { "liquid": true }, "plains": {}, "hills": {} },
                "units": { "town": {}, "mine": {} },
                "tables": {
                    "vanishes-on": { "*": { "sea": true } },
                    "independent-density": { "town": { "sea": 500, "plains": 400, "hills": 100 }, "mine": { "hills": 300 } },
                    "unit-separation-min": { "town": { "mine": 2 }, "mine": { "mine": 3 } },
                },
            }"#,
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn independents_stand_where_they_may_and_as_many_as_asked(
            seed: u64,
            shape in proptest::sample::select(Shape::ALL),
            width in 30..70u32,
            height in 30..60u32,
        ) {
            let design = towns_and_mines();
            let mut scenario = scenario(&design, shape, (width, height), &[1]);
            lay_blotches(&mut scenario, seed, &[2, 3, 1]);
            let (outcome, warnings) = run(&MakeIndependentUnits, &mut scenario, seed);
            prop_assert!(matches!(outcome, Ok(MethodOutcome::Made(_))));
            let area = scenario.world.area;
            let [town, mine] = [UnitType(0), UnitType(1)];
            for unit in &scenario.units {
                let Place::Cell(cell) = unit.place else { panic!("in the open") };
                prop_assert!(standing::may_stand(&design, &scenario.world, unit.kind, cell));
                prop_assert_eq!(unit.side, SideId::INDEPENDENT);
                for other in &scenario.units {
                    let distance = area.distance(cell, other.cell().unwrap());
                    if std::ptr::eq(unit, other) { continue }
                    prop_assert!(distance > 0);
                    prop_assert!(distance >= 2 || unit.kind == other.kind);
                    prop_assert!(distance >= 3 || unit.kind == town || other.kind == town);
                }
            }
            // Mines are few, and only they and the towns take up room.
            let inner = |kind| area.cells().filter(|&cell| !area.is_edge(cell) && scenario.world.terrain_at(cell) == TerrainType(kind)).count();
            let count = |kind| scenario.units.iter().filter(|unit| unit.kind == kind).count();
            let wanted = (inner(0) * 500 + inner(1) * 400 + inner(2) * 100) as f64 / 10_000.0;
            // At sea a town finds no place, but the land of the same stretch gets it. The first and the last stretch are parts, and
            // each may have a unit.
            prop_assert!((count(town) as f64) < wanted + 2.0, "{} of {wanted}", count(town));
            prop_assert!((count(town) as f64) >= 0.6 * wanted - 2.0, "{} of {wanted}, {warnings:?}", count(town));
            let wanted = inner(2) as f64 * 0.03;
            prop_assert!((count(mine) as f64 - wanted).abs() < 2.0 + 0.25 * wanted, "{} of {wanted}", count(mine));
        }
    }

    #[test]
    fn they_are_spread_more_evenly_than_by_chance() {
        let design = design(
            r#"{ "terrain": { "plains": {} }, "units": { "town": {} },
                 "tables": { "independent-density": { "town": { "plains": 400 } } } }"#,
        );
        let mut scenario = scenario(&design, Shape::Rectangle, (102, 102), &[1]);
        lay_blotches(&mut scenario, 1, &[1]);
        run(&MakeIndependentUnits, &mut scenario, 5).0.unwrap();
        assert!((399..=401).contains(&scenario.units.len()), "{}", scenario.units.len());
        // Squares of 20 by 20 hold 16 on average; for random places the variance would be 16 too.
        let area = scenario.world.area;
        let mut squares = [0i32; 25];
        for unit in &scenario.units {
            let (column, row) = area.column_row(unit.cell().unwrap());
            squares[((row - 1) / 20 * 5 + (column - 1) / 20) as usize] += 1;
        }
        let variance: i32 = squares.iter().map(|count| (count - 16) * (count - 16)).sum::<i32>() / 25;
        assert!(variance <= 6, "{squares:?}");
    }

    #[test]
    fn given_ones_stay_beside_others_and_nothing_is_made_of_nothing() {
        let design = towns_and_mines();
        let mut given = scenario(&design, Shape::Rectangle, (20, 20), &[1]);
        lay_blotches(&mut given, 1, &[0, 1, 1]);
        given.add_unit(world::Unit::new(UnitType(0), Place::Cell(Cell(100)), SideId::INDEPENDENT));
        let (outcome, _) = run_with_given(&MakeIndependentUnits, &mut given, 1, &[Part::Independents]);
        assert!(matches!(outcome, Ok(MethodOutcome::Made(_))));
        assert!(given.units.len() > 1 && given.units[0].cell() == Some(Cell(100)), "{:?}", given.units);
        let mut tiny = scenario(&design, Shape::Hexagon, (3, 3), &[1]);
        lay_blotches(&mut tiny, 1, &[1, 1, 1]);
        assert!(run(&MakeIndependentUnits, &mut tiny, 1).0.is_ok());
    }

    #[test]
    fn a_crowd_is_named() {
        let design = design(
            r#"{ "terrain": { "plains": {} }, "units": { "town": {} },
                 "tables": { "independent-density": { "town": { "plains": 5000 } },
                             "unit-separation-min": { "town": { "town": 9 } } } }"#,
        );
        let mut scenario = scenario(&design, Shape::Cylinder, (30, 30), &[1]);
        lay_blotches(&mut scenario, 1, &[1]);
        let (outcome, warnings) = run(&MakeIndependentUnits, &mut scenario, 1);
        assert!(outcome.is_ok());
        assert_eq!(warnings, ["independents-crowded"]);
    }
}
