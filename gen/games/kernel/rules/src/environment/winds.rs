//! Winds (`kernel-rules` 6): they turn, rise and fall by chance, and mix with those around.

use design::parameters::global::WIND_MIX_RANGE;
use design::parameters::terrain::{
    WIND_FORCE_AVERAGE, WIND_FORCE_MAX, WIND_FORCE_MIN, WIND_FORCE_VARIABILITY, WIND_VARIABILITY,
};
use design::{TerrainType, TypeId};
use grid::{Area, Cell, Direction, Lattice};
use world::{Scenario, Wind};

use crate::StateChange;
use crate::rng::Purpose;

/// The winds of a terrain type.
#[derive(Clone, Copy, Debug)]
struct TerrainWinds {
    average: i32,
    least: i32,
    most: i32,
    /// The chances in percent that it turns, and that its force changes.
    turns: i32,
    changes: i32,
}

/// The winds of a design.
#[derive(Debug)]
pub(super) struct Winds {
    grounds: Vec<TerrainWinds>,
    is_mixed: bool,
}

impl Winds {
    /// `None` if no terrain has winds.
    pub(super) fn new(scenario: &Scenario) -> Option<Winds> {
        let design = &*scenario.design;
        let ground = |kind: TerrainType| TerrainWinds {
            average: design.int(WIND_FORCE_AVERAGE, kind),
            least: design.int(WIND_FORCE_MIN, kind),
            most: design.int(WIND_FORCE_MAX, kind),
            turns: design.int(WIND_VARIABILITY, kind),
            changes: design.int(WIND_FORCE_VARIABILITY, kind),
        };
        let grounds: Vec<TerrainWinds> = design.ids().map(ground).collect();
        let is_mixed = design.global_int(WIND_MIX_RANGE) > 0;
        grounds.iter().any(|ground| ground.most > 0).then_some(Winds { grounds, is_mixed })
    }
}

/// Sets the winds of a turn.
pub(super) fn change(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let Some(plan) = &rules.climate.winds else { return };
    let area = rules.area;
    if change.state.winds.is_empty() {
        let wind = |kind: TerrainType| Wind { force: force(plan.grounds[kind.index()].average), ..Wind::CALM };
        change.state.winds = change.state.terrain.values().iter().map(|&kind| wind(kind)).collect();
    }
    for cell in area.cells() {
        let ground = plan.grounds[change.state.terrain[cell].index()];
        let mut wind = change.state.winds[cell.index()];
        if change.percent(Purpose::Weather, ground.turns) {
            let by = if change.state.rng.below(Purpose::Weather, 2) == 0 { 1 } else { area.directions() - 1 };
            wind.direction = Direction((wind.direction.0 + by) % area.directions());
        }
        let mut strength = i32::from(wind.force);
        if change.percent(Purpose::Weather, ground.changes) {
            strength += if change.state.rng.below(Purpose::Weather, 2) == 0 { -1 } else { 1 };
        }
        wind.force = force(strength.min(ground.most).max(ground.least));
        change.state.winds[cell.index()] = wind;
    }
    if plan.is_mixed {
        let cells: Vec<Cell> = area.cells().collect();
        for _ in 0..cells.len() / 6 {
            let cell = cells[change.state.rng.below(Purpose::Weather, cells.len() as u32) as usize];
            let ground = plan.grounds[change.state.terrain[cell].index()];
            let mut mixed = mean_wind(&area, &change.state.winds, cell);
            mixed.force = force(i32::from(mixed.force).min(ground.most).max(ground.least));
            change.state.winds[cell.index()] = mixed;
        }
    }
}

fn force(strength: i32) -> u16 {
    strength.clamp(0, i32::from(u16::MAX)) as u16
}

/// One step in a direction. Hexes in oblique coordinates.
fn step(lattice: Lattice, direction: Direction) -> (i32, i32) {
    let steps: &[(i32, i32)] = match lattice {
        Lattice::Hex => &[(0, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1)],
        Lattice::Square4 => &[(0, 1), (1, 0), (0, -1), (-1, 0)],
        Lattice::Square8 => &[(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)],
    };
    steps[usize::from(direction.0) % steps.len()]
}

/// The mean of the winds in a cell and around it, as vectors, in the nearest direction.
fn mean_wind(area: &Area, winds: &[Wind], cell: Cell) -> Wind {
    let lattice = area.shape().lattice();
    let (mut right, mut up, mut count) = (0, 0, 0);
    for place in std::iter::once(cell).chain(area.around(cell).map(|(_, other)| other)) {
        let wind = winds[place.index()];
        let (x, y) = step(lattice, wind.direction);
        right += x * i32::from(wind.force);
        up += y * i32::from(wind.force);
        count += 1;
    }
    let (right, up) = (right / count, up / count);
    let towards = |direction: &Direction| {
        let (x, y) = step(lattice, *direction);
        // In oblique coordinates the axes are 60 degrees apart, so this is twice the product of the vectors.
        let lean = if lattice == Lattice::Hex { right * y + up * x } else { 0 };
        let product = i64::from(2 * (right * x + up * y) + lean);
        // A diagonal step is longer by the root of 2.
        if lattice == Lattice::Square8 && x != 0 && y != 0 { product * 1000 / 1414 } else { product }
    };
    let directions = (0..area.directions()).map(Direction);
    // Of equal ones the first.
    let best = directions.rev().max_by_key(towards).unwrap_or(Direction(0));
    let force = force(lattice.steps(right, up).min(u32::from(u16::MAX)) as i32);
    Wind { direction: if force == 0 { winds[cell.index()].direction } else { best }, force }
}
