//! `make-weather`: temperatures, clouds and winds of the first turn.
//!
//! Source: `kernel-rules`, sections 6 ("Temperature", "Clouds", "Wind") and 9. The changes from turn to turn belong to the rules.
//! Unlike in Xconq 7.5, clouds come in banks instead of cell by cell, and temperatures exist from the beginning; the curve of the
//! year (`temperature-year-cycle`) is not applied.

use chance::Stream;
use design::parameters::global::{
    TEMPERATURE_FLOOR, TEMPERATURE_FLOOR_ELEVATION, TEMPERATURE_MODERATION_RANGE, WIND_MIX_RANGE,
};
use design::parameters::terrain::{
    CLOUDS_MAX, CLOUDS_MIN, TEMPERATURE_AVERAGE, TEMPERATURE_MAX, TEMPERATURE_MIN, TEMPERATURE_VARIABILITY,
    WIND_FORCE_AVERAGE, WIND_FORCE_MAX, WIND_FORCE_MIN,
};
use design::{Design, IntProperty, Settings, TerrainType, TypeId};
use grid::{Area, Direction, Layer};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Wind, World};

/// The method `make-weather`.
pub struct MakeWeather;

static INFO: MethodInfo = MethodInfo {
    name: "make-weather",
    summary: "temperatures, banks of clouds and winds of the first turn, as the terrain has them",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Elevation],
    writes: &[Part::Weather],
    by_level: true,
    parameters: &["temperature-floor", "temperature-floor-elevation", "temperature-moderation-range", "wind-mix-range"],
};

impl SynthesisMethod for MakeWeather {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        if synthesis.scenario.world.terrain.is_none() {
            return Ok(MethodOutcome::Skipped("there is no terrain".to_owned()));
        }
        let (mut made, mut given) = (Vec::new(), 0);
        let uses = |keys: &[IntProperty<TerrainType>]| {
            design.cell_terrain().any(|kind| keys.iter().any(|&key| design.int(key, kind) != 0))
        };
        if uses(&[TEMPERATURE_MIN, TEMPERATURE_MAX]) {
            if synthesis.scenario.world.temperature.is_some() {
                given += 1;
            } else {
                let mut stream = synthesis.stream("temperature");
                let layer = assign_temperature(&design, &synthesis.scenario.world, synthesis.settings, &mut stream);
                made.push("temperatures");
                synthesis.scenario.world.temperature = Some(layer);
            }
        }
        if uses(&[CLOUDS_MAX]) {
            if synthesis.scenario.world.clouds.is_some() {
                given += 1;
            } else {
                let layer = assign_clouds(&design, &synthesis.scenario.world, &mut synthesis.stream("clouds"));
                made.push("clouds");
                synthesis.scenario.world.clouds = Some(layer);
            }
        }
        if uses(&[WIND_FORCE_MAX]) {
            if synthesis.scenario.world.winds.is_some() {
                given += 1;
            } else {
                let mixes = synthesis.settings.int(WIND_MIX_RANGE) > 0;
                let layer = assign_winds(&design, &synthesis.scenario.world, mixes, &mut synthesis.stream("winds"));
                made.push("winds");
                synthesis.scenario.world.winds = Some(layer);
            }
        }
        if !made.is_empty() {
            spread(&mut synthesis.scenario.world);
        }
        match (made.is_empty(), given) {
            (false, _) => Ok(MethodOutcome::Made(made.join(", "))),
            (true, 0) => Ok(MethodOutcome::Skipped("no terrain has temperatures, clouds or winds".to_owned())),
            (true, _) => Ok(MethodOutcome::Skipped("weather is already present".to_owned())),
        }
    }
}

/// Copies the weather of the first cells to their images in a symmetric world. A cell that is its own image gets no wind, because
/// its direction would break the symmetry.
fn spread(world: &mut World) {
    let Some(symmetry) = world.exact_symmetry().cloned() else { return };
    if let Some(temperature) = &mut world.temperature {
        symmetry.spread(temperature.edit(), |value, _| value);
    }
    if let Some(clouds) = &mut world.clouds {
        symmetry.spread(clouds.edit(), |value, _| value);
    }
    if let Some(winds) = &mut world.winds {
        let maps = symmetry.maps();
        let winds = winds.edit();
        world.area.cells().filter(|&cell| !symmetry.is_full(cell)).for_each(|cell| winds[cell.index()] = Wind::CALM);
        symmetry.spread(winds, |wind, map| match wind.force {
            0 => wind,
            _ => Wind { direction: maps[map].direction(wind.direction), ..wind },
        });
    }
}

/// The values of a property for all terrain types, by index.
fn column(design: &Design, key: IntProperty<TerrainType>) -> Vec<i32> {
    design.ids().map(|kind: TerrainType| design.int(key, kind)).collect()
}

/// The two bounds of a type, the lower first.
fn range(low: &[i32], high: &[i32], kind: TerrainType) -> (i32, i32) {
    let (one, other) = (low[kind.index()], high[kind.index()]);
    (one.min(other), one.max(other))
}

/// Temperatures: the mean of the terrain with its spread, colder with height, averaged with neighbours, and always within the
/// terrain's bounds.
fn assign_temperature(design: &Design, world: &World, settings: &Settings, stream: &mut Stream) -> Layer<i16> {
    let area = world.area;
    let (average, variability) = (column(design, TEMPERATURE_AVERAGE), column(design, TEMPERATURE_VARIABILITY));
    let (low, high) = (column(design, TEMPERATURE_MIN), column(design, TEMPERATURE_MAX));
    let floor = i64::from(settings.int(TEMPERATURE_FLOOR));
    let floor_elevation = i64::from(settings.int(TEMPERATURE_FLOOR_ELEVATION));
    let mut values = vec![0_i16; area.len()];
    for cell in area.cells() {
        let kind = world.terrain_at(cell);
        let spread = variability[kind.index()];
        let mut value = i64::from(average[kind.index()]);
        if spread > 0 {
            value += i64::from(stream.below(spread as u32) as i32 - spread / 2);
        }
        if let (Some(elevation), true) = (&world.elevation, floor_elevation != 0) {
            // The fall is in proportion between height 0 and the floor, and ends there.
            let share = i64::from(elevation[cell]).min(floor_elevation.max(0));
            value -= (value - floor) * share / floor_elevation;
        }
        let (low, high) = range(&low, &high, kind);
        values[cell.index()] = value.clamp(i64::from(low), i64::from(high)) as i16;
    }
    if settings.int(TEMPERATURE_MODERATION_RANGE) > 0 {
        let before = values.clone();
        for cell in area.cells() {
            let (mut sum, mut count) = (i32::from(before[cell.index()]), 1);
            for (_, other) in area.around(cell) {
                sum += i32::from(before[other.index()]);
                count += 1;
            }
            let (low, high) = range(&low, &high, world.terrain_at(cell));
            values[cell.index()] = (sum / count).clamp(low, high) as i16;
        }
    }
    Layer::from_values(&area, values)
}

/// Passes of averaging: they make banks of clouds a few cells wide.
const SMOOTHING: usize = 6;

/// Clouds: from the least to the most of the terrain, with every density equally frequent.
fn assign_clouds(design: &Design, world: &World, stream: &mut Stream) -> Layer<u8> {
    let area = world.area;
    let ranks = smooth_ranks(&area, stream);
    let (low, high) = (column(design, CLOUDS_MIN), column(design, CLOUDS_MAX));
    let mut values = vec![0; area.len()];
    for cell in area.cells() {
        let (low, high) = range(&low, &high, world.terrain_at(cell));
        let steps = u64::from(ranks[cell.index()]) * (high - low + 1) as u64;
        values[cell.index()] = (low + (steps >> 16) as i32) as u8;
    }
    Layer::from_values(&area, values)
}

/// Random numbers averaged with their neighbours', as ranks: the share of cells below, in 65,536.
fn smooth_ranks(area: &Area, stream: &mut Stream) -> Vec<u16> {
    let mut values = vec![0_u32; area.len()];
    for cell in area.cells() {
        values[cell.index()] = stream.below(1 << 16);
    }
    for _ in 0..SMOOTHING {
        let before = values.clone();
        for cell in area.cells() {
            let (mut sum, mut count) = (before[cell.index()], 1);
            for (_, other) in area.around(cell) {
                sum += before[other.index()];
                count += 1;
            }
            values[cell.index()] = sum / count;
        }
    }
    let mut below = vec![0_u64; (1 << 16) + 1];
    for cell in area.cells() {
        below[values[cell.index()] as usize + 1] += 1;
    }
    for value in 1..below.len() {
        below[value] += below[value - 1];
    }
    let count = area.count() as u64;
    values.into_iter().map(|value| (below[value as usize] * 65_536 / count).min(65_535) as u16).collect()
}

/// Winds with the terrain's average force. If the design mixes winds, all start in one direction; otherwise each has its own.
fn assign_winds(design: &Design, world: &World, mixes: bool, stream: &mut Stream) -> Layer<Wind> {
    let area = world.area;
    let average = column(design, WIND_FORCE_AVERAGE);
    let (low, high) = (column(design, WIND_FORCE_MIN), column(design, WIND_FORCE_MAX));
    let directions = u32::from(area.directions());
    let common = stream.below(directions);
    let mut values = vec![Wind::CALM; area.len()];
    for cell in area.cells() {
        let kind = world.terrain_at(cell);
        let (low, high) = range(&low, &high, kind);
        let direction = if mixes { common } else { stream.below(directions) };
        let force = average[kind.index()].clamp(low, high) as u16;
        values[cell.index()] = Wind { direction: Direction(direction as u8), force };
    }
    Layer::from_values(&area, values)
}
