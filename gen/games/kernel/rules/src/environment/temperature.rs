//! Temperatures (`kernel-rules` 6): by terrain or by the curve of the year, with chance, height and neighbours; and the coatings
//! that depend on them.
//!
//! Xconq lays the coatings snow and mud by their names. Here a coating type with a `temperature-min` and a `temperature-max` lies,
//! at its least depth, wherever the temperature is between the two and the ground can have it.

use design::parameters::global::{TEMPERATURE_FLOOR, TEMPERATURE_FLOOR_ELEVATION, TEMPERATURE_MODERATION_RANGE};
use design::parameters::table::{COATING_DEPTH_MAX, COATING_DEPTH_MIN};
use design::parameters::terrain::{
    SUBTYPE, SUBTYPE_CELL, TEMPERATURE_AVERAGE, TEMPERATURE_MAX, TEMPERATURE_MIN, TEMPERATURE_VARIABILITY,
};
use design::{Design, KeyPoint, TerrainType, TypeId};
use grid::Cell;
use world::Scenario;

use crate::rng::Purpose;
use crate::{State, StateChange, StateView};

/// A terrain type's own numbers.
#[derive(Clone, Copy, Debug)]
struct TerrainTemperatures {
    average: i32,
    variability: i32,
    least: i32,
    most: i32,
}

/// The numbers on which temperatures depend.
#[derive(Debug)]
pub(super) struct Temperatures {
    grounds: Vec<TerrainTemperatures>,
    /// For each cell the two nearest key points with their distances; empty without a curve of the year.
    nearest: Vec<[(u16, u32); 2]>,
    key_points: Vec<KeyPoint>,
    floor: i64,
    floor_elevation: i64,
    is_moderated: bool,
    /// Whether the year or chance changes them from turn to turn; otherwise only changes of the ground do.
    changes: bool,
    /// Coating types that come and go with the temperature, by place in [`crate::State::coatings`].
    coatings: Vec<(usize, TerrainType)>,
}

impl Temperatures {
    /// `None` if all types of terrain have the same limits.
    pub(super) fn new(scenario: &Scenario) -> Option<Temperatures> {
        let design = &*scenario.design;
        let ground = |kind| {
            let (one, other) = (design.int(TEMPERATURE_MIN, kind), design.int(TEMPERATURE_MAX, kind));
            TerrainTemperatures {
                average: design.int(TEMPERATURE_AVERAGE, kind),
                variability: design.int(TEMPERATURE_VARIABILITY, kind),
                least: one.min(other),
                most: one.max(other),
            }
        };
        let grounds: Vec<TerrainTemperatures> = design.ids().map(ground).collect();
        let is_cell = |&kind: &TerrainType| design.int(SUBTYPE, kind) == SUBTYPE_CELL;
        let limits = design.ids().filter(is_cell).map(|kind| (grounds[kind.index()].least, grounds[kind.index()].most));
        let limits: Vec<(i32, i32)> = limits.collect();
        if limits.iter().all(|&(least, most)| least == 0 && most == 0) {
            return None;
        }
        let key_points = find_key_points(scenario);
        let coats = |&(_, kind): &(usize, TerrainType)| grounds[kind.index()].least < grounds[kind.index()].most;
        let coatings = design.coating_terrain().enumerate().filter(coats).collect();
        Some(Temperatures {
            nearest: find_nearest(scenario, &key_points),
            floor: design.global_int(TEMPERATURE_FLOOR).into(),
            floor_elevation: design.global_int(TEMPERATURE_FLOOR_ELEVATION).into(),
            is_moderated: design.global_int(TEMPERATURE_MODERATION_RANGE) > 0,
            changes: !key_points.is_empty() || grounds.iter().any(|ground| ground.variability > 0),
            coatings,
            key_points,
            grounds,
        })
    }

    /// The year's temperature in a cell: that of the two nearest key points, each weighted by the distance of the other.
    fn of_year(&self, cell: usize, values: &[i32]) -> Option<i64> {
        let [(one, near), (other, far)] = *self.nearest.get(cell)?;
        let (one, other) = (i64::from(values[usize::from(one)]), i64::from(values[usize::from(other)]));
        let (near, far) = (i64::from(near), i64::from(far));
        Some(if near + far == 0 { one } else { (one * far + other * near) / (near + far) })
    }

    /// Whether neither year nor chance changes temperatures, so that they stay until the ground changes.
    fn is_settled(&self, state: &State) -> bool {
        !state.temperature.is_empty() && !self.changes
    }

    /// The temperatures of the key points in this part of the year.
    fn of_points(&self, at: StateView<'_>) -> Vec<i32> {
        let year_part = at.year_part();
        self.key_points.iter().map(|point| point.year.at(year_part).unwrap_or(0)).collect()
    }

    /// The temperature of a cell by itself, with its chance.
    fn reckon(&self, change: &mut StateChange<'_>, cell: Cell, of_points: &[i32]) -> i16 {
        let ground = self.grounds[change.state.terrain[cell].index()];
        let mut value = self.of_year(cell.index(), of_points).unwrap_or_else(|| ground.average.into());
        if ground.variability > 0 {
            let drawn = change.state.rng.below(Purpose::Weather, ground.variability as u32);
            value += i64::from(drawn) - i64::from(ground.variability / 2);
        }
        if self.floor_elevation != 0 {
            let share = i64::from(change.rules.elevation(cell)).min(self.floor_elevation.max(0));
            value -= (value - self.floor) * share / self.floor_elevation;
        }
        value.clamp(ground.least.into(), ground.most.into()) as i16
    }

    /// The mean temperature of a cell and its neighbours.
    fn moderate(&self, at: StateView<'_>, cell: Cell, temperatures: &[i16]) -> i16 {
        let ground = self.grounds[at.ground(cell).index()];
        let (mut sum, mut count) = (i32::from(temperatures[cell.index()]), 1);
        for (_, other) in at.rules.area.around(cell) {
            sum += i32::from(temperatures[other.index()]);
            count += 1;
        }
        (sum / count).clamp(ground.least, ground.most) as i16
    }
}

/// The area's key points; more than [`Temperatures::nearest`] can count are left out.
fn find_key_points(scenario: &Scenario) -> Vec<KeyPoint> {
    let mut points =
        scenario.world.gdl.get("temperature-year-cycle").map_or_else(Vec::new, |form| KeyPoint::read_all(form));
    points.truncate(usize::from(u16::MAX));
    points
}

fn find_nearest(scenario: &Scenario, points: &[KeyPoint]) -> Vec<[(u16, u32); 2]> {
    if points.is_empty() {
        return Vec::new();
    }
    let area = scenario.world.area;
    let mut nearest = vec![[(0, 0); 2]; area.len()];
    for cell in area.cells() {
        let (x, y) = area.oblique(cell);
        // A point is one of each level.
        let of_level = |point: &KeyPoint| area.on_level(area.at_oblique(point.x, point.y)?, area.level(cell));
        let distance = |point: &KeyPoint| match of_level(point) {
            Some(other) => area.distance(cell, other),
            None => area.shape().lattice().steps(point.x.saturating_sub(x), point.y.saturating_sub(y)),
        };
        let mut best = [(0, u32::MAX); 2];
        for (place, point) in points.iter().enumerate() {
            let entry = (place as u16, distance(point));
            if entry.1 < best[0].1 {
                best = [entry, best[0]];
            } else if entry.1 < best[1].1 {
                best[1] = entry;
            }
        }
        if best[1].1 == u32::MAX {
            best[1] = best[0];
        }
        nearest[cell.index()] = best;
    }
    nearest
}

/// Sets the temperatures of a turn.
pub(super) fn change(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let Some(plan) = rules.climate.temperatures.as_ref().filter(|plan| !plan.is_settled(change.state)) else { return };
    let of_points = plan.of_points(change.at());
    let mut fresh = vec![0; rules.area.len()];
    for cell in rules.area.cells() {
        fresh[cell.index()] = plan.reckon(change, cell, &of_points);
    }
    if plan.is_moderated {
        let before = fresh.clone();
        for cell in rules.area.cells() {
            fresh[cell.index()] = plan.moderate(change.at(), cell, &before);
        }
    }
    change.state.temperature = fresh;
    for cell in rules.area.cells() {
        lay_coatings(change, plan, cell);
    }
}

/// Sets the temperature of changed ground at once, in games where turns do not change it; all other cells keep theirs, which may
/// come from a file.
pub(super) fn ground_changed(change: &mut StateChange<'_>, cell: Cell) {
    let rules = change.rules;
    let Some(plan) = rules.climate.temperatures.as_ref().filter(|plan| plan.is_settled(change.state)) else { return };
    change.state.temperature[cell.index()] = plan.reckon(change, cell, &plan.of_points(change.at()));
    if plan.is_moderated {
        change.state.temperature[cell.index()] = plan.moderate(change.at(), cell, &change.state.temperature);
    }
    lay_coatings(change, plan, cell);
}

/// Snow falls and melts.
fn lay_coatings(change: &mut StateChange<'_>, plan: &Temperatures, cell: Cell) {
    let design: &Design = &change.rules.design;
    let ground = change.state.terrain[cell];
    for &(place, kind) in &plan.coatings {
        let limits = plan.grounds[kind.index()];
        let most = design.entry(COATING_DEPTH_MAX, kind, ground);
        if most <= 0 {
            continue;
        }
        let lies = change.state.coatings[place].1[cell] > 0;
        let shall = (limits.least..=limits.most).contains(&i32::from(change.state.temperature[cell.index()]));
        if lies != shall {
            let depth = if shall { design.entry(COATING_DEPTH_MIN, kind, ground).max(1).min(most) } else { 0 };
            change.state.coatings[place].1.edit()[cell.index()] = crate::gdl_properties::short(depth);
            crate::vision::terrain_changed(change, cell);
        }
    }
}
