//! Clouds (`kernel-rules` 6): they gather and thin out by chance, and drift with the winds.

use design::parameters::terrain::{CLOUDS_MAX, CLOUDS_MIN};
use design::{TerrainType, TypeId};
use world::Scenario;

use crate::StateChange;
use crate::rng::Purpose;

/// The chance in percent that clouds change by chance.
const CHANGE_CHANCE: i32 = 10;
/// The weight of a cell's own clouds against those that the wind brings from one neighbour.
const OWN_WEIGHT: i32 = 6;

/// Least and most clouds of each terrain type.
#[derive(Debug)]
pub(super) struct Clouds {
    limits: Vec<(i32, i32)>,
}

impl Clouds {
    /// `None` where no terrain has clouds.
    pub(super) fn new(scenario: &Scenario) -> Option<Clouds> {
        let design = &*scenario.design;
        let limit = |kind: TerrainType| (design.int(CLOUDS_MIN, kind), design.int(CLOUDS_MAX, kind));
        let limits: Vec<(i32, i32)> = design.ids().map(limit).collect();
        limits.iter().any(|limit| limit.1 > 0).then_some(Clouds { limits })
    }
}

/// Sets the clouds of a turn.
pub(super) fn change(change: &mut StateChange<'_>) {
    let rules = change.rules;
    let Some(plan) = &rules.climate.clouds else { return };
    let area = rules.area;
    let limits = |ground: TerrainType| plan.limits[ground.index()];
    if change.state.clouds.is_empty() {
        change.state.clouds = vec![0; area.len()];
    }
    for cell in area.cells() {
        let (least, most) = limits(change.state.terrain[cell]);
        let mut value = i32::from(change.state.clouds[cell.index()]);
        if most > least && change.percent(Purpose::Weather, CHANGE_CHANCE) {
            value += if change.state.rng.below(Purpose::Weather, 2) == 0 { -1 } else { 1 };
        }
        change.state.clouds[cell.index()] = value.clamp(least.min(most), most).clamp(0, 100) as u8;
    }
    if change.state.winds.is_empty() {
        return;
    }
    let before = change.state.clouds.clone();
    for cell in area.cells() {
        let (least, most) = limits(change.state.terrain[cell]);
        let (mut sum, mut weight) = (OWN_WEIGHT * i32::from(before[cell.index()]), OWN_WEIGHT);
        for (direction, other) in area.around(cell) {
            let wind = change.state.winds[other.index()];
            if wind.force > 0 && wind.direction == area.opposite(direction) {
                sum += i32::from(before[other.index()]);
                weight += 1;
            }
        }
        change.state.clouds[cell.index()] = (sum / weight).clamp(least.min(most), most).clamp(0, 100) as u8;
    }
}
