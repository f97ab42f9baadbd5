//! What `make-noise-terrain` promises, over kinds, seeds, sizes and shapes.

use chance::Seed;
use design::TerrainType;
use design::parameters::terrain::{ELEVATION_MAX, ELEVATION_MIN};
use fairmarch_terrain::MakeNoiseTerrain;
use grid::{Area, Cell, Direction, Layer, Shape};
use proptest::prelude::*;
use synth::{MethodOutcome, SynthesisError};
use world::{Scenario, World};

use crate::running::{self, blank, design};

const PLAIN: &str = r#"{ "terrain": {
    "sea": { "liquid": true, "alt-percentile-max": 59, "wet-percentile-max": 100, "elevation-min": -500, "elevation-max": -1 },
    "plains": { "alt-percentile-min": 60, "alt-percentile-max": 100, "wet-percentile-min": 30, "wet-percentile-max": 100,
        "elevation-max": 3000 },
    "desert": { "alt-percentile-min": 60, "alt-percentile-max": 100, "wet-percentile-max": 29, "elevation-max": 3000 },
    "rock": {},
} }"#;
/// One type alone, so that its elevations are the relief itself.
const GROUND: &str = r#"{ "terrain": {
    "ground": { "alt-percentile-max": 100, "wet-percentile-max": 100, "elevation-max": 30000 },
} }"#;
const KINDS: &[&str] = &["fbm", "ridged", "warped"];

fn run(scenario: &mut Scenario, seed: u64, set: &[(&str, &str)]) -> Result<MethodOutcome, SynthesisError> {
    let (outcome, history) = running::run(&MakeNoiseTerrain, scenario, seed, set);
    assert!(history.warnings.is_empty());
    outcome
}

fn made(text: &str, area: Area, seed: u64, set: &[(&str, &str)]) -> World {
    let mut scenario = blank(&design(text), area);
    let outcome = run(&mut scenario, seed, set);
    assert!(matches!(outcome, Ok(MethodOutcome::Made(_))), "{outcome:?}");
    scenario.world
}

fn inner(area: Area) -> impl Iterator<Item = Cell> {
    area.cells().filter(move |&cell| !area.is_edge(cell))
}

fn any_area() -> impl Strategy<Value = Area> {
    (proptest::sample::select(Shape::ALL), 10_u32..60, 10_u32..60).prop_map(|(shape, width, height)| {
        Area::new(shape, width, shape.fitting_height(width, height)).expect("such an area there is")
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn percentiles_and_elevations_come_out_as_asked(
        area in any_area(), seed in any::<u64>(), kind in proptest::sample::select(KINDS),
    ) {
        let design = design(PLAIN);
        let world = made(PLAIN, area, seed, &[("noise-kind", kind)]);
        let (terrain, elevation) = (world.terrain.unwrap(), world.elevation.unwrap());
        let total = inner(area).count() as f64;
        let sea = 100.0 * inner(area).filter(|&cell| terrain[cell] == TerrainType(0)).count() as f64 / total;
        prop_assert!((sea - 60.0).abs() <= 1.0 + 200.0 / total, "{sea} % sea");
        for cell in area.cells() {
            let range = design.int(ELEVATION_MIN, terrain[cell])..=design.int(ELEVATION_MAX, terrain[cell]);
            prop_assert!(range.contains(&i32::from(elevation[cell])));
        }
    }

    #[test]
    fn any_number_of_threads_and_any_second_run_make_the_same(
        area in any_area(), seed in any::<u64>(), kind in proptest::sample::select(KINDS),
    ) {
        let set = [("noise-kind", kind)];
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let one = pool(1).install(|| made(PLAIN, area, seed, &set));
        prop_assert_eq!(&one, &pool(2).install(|| made(PLAIN, area, seed, &set)));
        prop_assert_ne!(one, made(PLAIN, area, seed ^ 1, &set));
    }

    #[test]
    fn what_is_given_stays(area in any_area(), seed in any::<u64>()) {
        let design = design(PLAIN);
        let mut scenario = blank(&design, area);
        let mut stream = Seed(seed).stream("given");
        let given: Vec<i16> = (0..area.len()).map(|_| stream.between(-20_000, 20_000) as i16).collect();
        scenario.world.elevation = Some(Layer::from_values(&area, given.clone()));
        prop_assert!(matches!(run(&mut scenario, seed, &[]), Ok(MethodOutcome::Made(_))));
        prop_assert_eq!(scenario.world.elevation.as_ref().unwrap().values(), &given[..]);
        let terrain = scenario.world.terrain.clone().unwrap();
        let highest_sea = inner(area).filter(|&cell| terrain[cell] == TerrainType(0)).map(|cell| given[cell.index()]).max();
        let lowest_land = inner(area).filter(|&cell| terrain[cell] != TerrainType(0)).map(|cell| given[cell.index()]).min();
        prop_assert!(highest_sea <= lowest_land);
        let before = scenario.world.clone();
        prop_assert!(matches!(run(&mut scenario, seed, &[]), Ok(MethodOutcome::Skipped(_))));
        prop_assert_eq!(scenario.world, before);
    }

    #[test]
    fn no_numbers_that_a_design_may_hold_make_it_fail(
        seed in any::<u64>(),
        shape in proptest::sample::select(Shape::ALL),
        side in 3_u32..20,
        kind in proptest::sample::select(KINDS),
        scale in proptest::sample::select(&["1", "400"][..]),
        octaves in proptest::sample::select(&["1", "12"][..]),
        roughness in proptest::sample::select(&["0", "100"][..]),
        warp in proptest::sample::select(&["0", "400"][..]),
    ) {
        let area = Area::new(shape, side, shape.fitting_height(side, side)).unwrap();
        let set = [("noise-kind", kind), ("noise-scale", scale), ("noise-octaves", octaves),
            ("noise-roughness", roughness), ("noise-warp", warp)];
        prop_assert!(made(PLAIN, area, seed, &set).terrain.is_some());
    }
}

/// Steps across a seam are as steep as others, for every kind and every area that has one.
// Takes seconds: a direction or a seam shows in the mean of many worlds only.
#[test]
fn there_is_no_seam() {
    for kind in KINDS {
        for &shape in Shape::ALL {
            let area = Area::new(shape, 40, 40).unwrap();
            let (mut seam, mut elsewhere) = ((0, 0_u32), (0, 0_u32));
            for seed in 0..40 {
                let elevation = made(GROUND, area, seed, &[("noise-kind", kind)]).elevation.unwrap();
                for cell in area.cells() {
                    let (column, row) = area.column_row(cell);
                    for (_, other) in area.around(cell) {
                        let (right, up) = area.column_row(other);
                        // A seam may lie where columns, rows or drawn places begin anew: all of these are looked at.
                        let drawn = area.drawn_at(cell).0.abs_diff(area.drawn_at(other).0);
                        let is_far = column.abs_diff(right) > 2 || row.abs_diff(up) > 2 || drawn > 4;
                        let step = i64::from(elevation[cell].abs_diff(elevation[other]));
                        let sum = if is_far { &mut seam } else { &mut elsewhere };
                        *sum = (sum.0 + step, sum.1 + 1);
                    }
                }
            }
            assert_eq!(seam.1 > 0, area.wraps_x(), "{shape}");
            let mean = |(sum, count): (i64, u32)| sum as f64 / f64::from(count.max(1));
            let ratio = mean(seam) / mean(elsewhere);
            assert!(seam.1 == 0 || (0.8..1.25).contains(&ratio), "{kind} {shape}: {ratio} times as steep at the seam");
        }
    }
}

/// No direction is favoured by plain noise.
// Takes seconds: a direction or a seam shows in the mean of many worlds only.
#[test]
fn relief_does_not_know_the_axes() {
    for &shape in Shape::ALL {
        let area = Area::new(shape, 60, 60).unwrap();
        // Over a corner of squares it is further.
        let step = if area.directions() == 8 { 2 } else { 1 };
        let mut sums = vec![0_i64; usize::from(area.directions() / 2 / step)];
        for seed in 0..40 {
            let elevation = made(GROUND, area, seed, &[]).elevation.unwrap();
            for cell in inner(area) {
                for (axis, sum) in sums.iter_mut().enumerate() {
                    let next = area.neighbor(cell, Direction(axis as u8 * step)).unwrap();
                    *sum += i64::from(elevation[cell].abs_diff(elevation[next]));
                }
            }
        }
        let (low, high) = (sums.iter().min().unwrap(), sums.iter().max().unwrap());
        assert!(high * 100 <= low * 112, "{shape}: {sums:?}");
    }
}

/// What the words mean: ridges stand up narrow, and a warp changes what is plain.
#[test]
fn kinds_differ_as_they_say() {
    let area = Area::new(Shape::Rectangle, 60, 60).unwrap();
    let median_share = |kind: &str| -> f64 {
        let mut shares = 0.0;
        for seed in 0..20 {
            let elevation = made(GROUND, area, seed, &[("noise-kind", kind)]).elevation.unwrap();
            let mut heights: Vec<i16> = inner(area).map(|cell| elevation[cell]).collect();
            heights.sort_unstable();
            let (low, high) = (f64::from(heights[0]), f64::from(heights[heights.len() - 1]));
            shares += (f64::from(heights[heights.len() / 2]) - low) / (high - low) / 20.0;
        }
        shares
    };
    let (plain, ridged) = (median_share("fbm"), median_share("ridged"));
    assert!((0.42..0.58).contains(&plain) && ridged < plain - 0.05, "{plain} of the height, with ridges {ridged}");
    let of = |kind: &str, warp: &str| made(GROUND, area, 3, &[("noise-kind", kind), ("noise-warp", warp)]).elevation;
    assert_ne!(of("warped", "60"), of("warped", "0"));
    assert_eq!(of("fbm", "60"), of("fbm", "0"));
}

#[test]
fn falloff_keeps_land_from_the_bounds() {
    let area = Area::new(Shape::Rectangle, 50, 50).unwrap();
    for &kind in KINDS {
        let land_at_rim = |falloff: &str| -> usize {
            let rim = |seed| {
                let terrain =
                    made(PLAIN, area, seed, &[("noise-kind", kind), ("edge-falloff", falloff)]).terrain.unwrap();
                area.cells().filter(|&cell| area.is_edge(cell) && terrain[cell] != TerrainType(0)).count()
            };
            (0..8).map(rim).sum()
        };
        let (without, with) = (land_at_rim("0"), land_at_rim("30"));
        assert!(with * 5 < without, "{kind}: {with} cells of land at the rim with falloff, {without} without");
    }
}

/// A golden world: an unmeant change of any number shows here, on any machine.
#[test]
fn small_worlds_stay_as_they_are() {
    let mut sums = Vec::new();
    for &kind in KINDS {
        for shape in [Shape::Rectangle, Shape::Cylinder] {
            let area = Area::new(shape, 24, 12).unwrap();
            let elevation = made(PLAIN, area, 42, &[("noise-kind", kind)]).elevation.unwrap();
            let hash = |hash: u64, &height: &i16| (hash ^ u64::from(height as u16)).wrapping_mul(0x0100_0000_01b3);
            sums.push(elevation.values().iter().fold(0, hash));
        }
    }
    assert_eq!(sums, GOLDEN);
}
const GOLDEN: [u64; 6] = [
    14_193_174_717_596_616_762,
    10_933_507_508_585_704_547,
    12_636_492_168_068_917_319,
    12_151_711_777_860_452_231,
    1_654_201_696_087_600_705,
    10_794_715_604_224_540_387,
];
