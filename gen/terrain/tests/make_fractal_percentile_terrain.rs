//! What `make-fractal-percentile-terrain` promises, over seeds, sizes and shapes.

use chance::Seed;
use design::parameters::terrain::{ELEVATION_MAX, ELEVATION_MIN};
use design::{Design, TerrainType};
use fairmarch_terrain::MakeFractalPercentileTerrain;
use grid::{Area, Cell, Layer, Shape};
use proptest::prelude::*;
use synth::{History, MethodOutcome, SynthesisError};
use world::{Scenario, World};

use crate::running::{self, blank, design};

const PLAIN: &str = r#"{ "terrain": {
    "sea": { "liquid": true, "alt-percentile-max": 59, "wet-percentile-max": 100, "elevation-min": -500, "elevation-max": -1 },
    "plains": { "alt-percentile-min": 60, "alt-percentile-max": 89, "wet-percentile-min": 30, "wet-percentile-max": 100,
        "elevation-max": 600 },
    "desert": { "alt-percentile-min": 60, "alt-percentile-max": 89, "wet-percentile-max": 29, "elevation-max": 600 },
    "mountains": { "alt-percentile-min": 90, "alt-percentile-max": 100, "wet-percentile-max": 100,
        "elevation-min": 600, "elevation-max": 3000 },
    "rock": {},
} }"#;

fn kind(design: &Design, name: &str) -> TerrainType {
    design.find(name).expect("the test's design has it")
}

fn run(scenario: &mut Scenario, seed: u64, set: &[(&str, &str)]) -> (Result<MethodOutcome, SynthesisError>, History) {
    running::run(&MakeFractalPercentileTerrain, scenario, seed, set)
}

fn made(text: &str, area: Area, seed: u64, set: &[(&str, &str)]) -> (World, History) {
    let mut scenario = blank(&design(text), area);
    let (outcome, history) = run(&mut scenario, seed, set);
    assert!(matches!(outcome, Ok(MethodOutcome::Made(_))), "{outcome:?}");
    (scenario.world, history)
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
    fn percentiles_come_out_as_asked(area in any_area(), seed in any::<u64>()) {
        let design = design(PLAIN);
        let (world, history) = made(PLAIN, area, seed, &[]);
        let terrain = world.terrain.unwrap();
        let total = inner(area).count() as f64;
        let share = |name: &str| {
            let kind = kind(&design, name);
            100.0 * inner(area).filter(|&cell| terrain[cell] == kind).count() as f64 / total
        };
        let near = 1.0 + 200.0 / total;
        prop_assert!((share("sea") - 60.0).abs() <= near, "{} % sea", share("sea"));
        prop_assert!((share("mountains") - 10.0).abs() <= near, "{} % mountains", share("mountains"));
        prop_assert_eq!(share("rock"), 0.0);
        prop_assert!(history.warnings.is_empty());
    }

    #[test]
    fn elevations_agree_with_terrain_and_water_lies_level(area in any_area(), seed in any::<u64>()) {
        let design = design(PLAIN);
        let (world, _) = made(PLAIN, area, seed, &[]);
        let (terrain, elevation) = (world.terrain.unwrap(), world.elevation.unwrap());
        for cell in area.cells() {
            let range = design.int(ELEVATION_MIN, terrain[cell])..=design.int(ELEVATION_MAX, terrain[cell]);
            prop_assert!(range.contains(&i32::from(elevation[cell])));
            for (_, neighbor) in area.around(cell) {
                match (design.is_liquid(terrain[cell]), design.is_liquid(terrain[neighbor])) {
                    (true, true) => prop_assert_eq!(elevation[cell], elevation[neighbor]),
                    (true, false) => prop_assert!(elevation[cell] <= elevation[neighbor]),
                    _ => {}
                }
            }
        }
    }

    #[test]
    fn given_terrain_stays_and_gets_elevations_that_agree(area in any_area(), seed in any::<u64>()) {
        let design = design(PLAIN);
        let mut stream = Seed(seed).stream("given");
        let given = (0..area.len()).map(|_| TerrainType(stream.below(4) as u8)).collect();
        let mut scenario = blank(&design, area);
        scenario.world.terrain = Some(Layer::from_values(&area, given));
        let before = scenario.world.terrain.clone();
        prop_assert!(matches!(run(&mut scenario, seed, &[]).0, Ok(MethodOutcome::Made(_))));
        prop_assert_eq!(&scenario.world.terrain, &before);
        let (terrain, elevation) = (before.unwrap(), scenario.world.elevation.clone().unwrap());
        for cell in area.cells() {
            let range = design.int(ELEVATION_MIN, terrain[cell])..=design.int(ELEVATION_MAX, terrain[cell]);
            prop_assert!(range.contains(&i32::from(elevation[cell])));
        }
        // Now nothing is missing.
        let whole = scenario.world.clone();
        prop_assert!(matches!(run(&mut scenario, seed, &[]).0, Ok(MethodOutcome::Skipped(_))));
        prop_assert_eq!(scenario.world, whole);
    }

    #[test]
    fn the_edge_ring_is_of_the_edge_terrain(area in any_area(), seed in any::<u64>()) {
        let design = design(PLAIN);
        let (world, _) = made(PLAIN, area, seed, &[("edge-terrain", "rock")]);
        let terrain = world.terrain.unwrap();
        for cell in area.cells() {
            prop_assert_eq!(terrain[cell] == kind(&design, "rock"), area.is_edge(cell));
        }
    }

    #[test]
    fn any_numbers_of_threads_and_any_second_run_make_the_same(area in any_area(), seed in any::<u64>()) {
        let set = [("alt-ridges", "60"), ("edge-falloff", "20")];
        let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let one = pool(1).install(|| made(PLAIN, area, seed, &set).0);
        let two = pool(2).install(|| made(PLAIN, area, seed, &set).0);
        prop_assert_eq!(&one, &two);
        prop_assert_eq!(one, made(PLAIN, area, seed, &set).0);
    }

    #[test]
    fn terrain_follows_elevations_that_are_given(area in any_area(), seed in any::<u64>()) {
        let design = design(PLAIN);
        let mut stream = Seed(seed).stream("given");
        let heights: Vec<i16> = (0..area.len()).map(|_| stream.between(-20_000, 20_000) as i16).collect();
        let mut scenario = blank(&design, area);
        scenario.world.elevation = Some(Layer::from_values(&area, heights.clone()));
        prop_assert!(run(&mut scenario, seed, &[]).0.is_ok());
        prop_assert_eq!(scenario.world.elevation.as_ref().unwrap().values(), &heights[..]);
        let terrain = scenario.world.terrain.unwrap();
        let of = |wanted: bool| inner(area)
            .filter(|&cell| design.is_liquid(terrain[cell]) == wanted).collect::<Vec<_>>().into_iter()
            .map(|cell| heights[cell.index()]);
        prop_assert!(of(true).max() <= of(false).min(), "every sea lies below all land");
    }

    #[test]
    fn no_numbers_that_a_design_may_hold_make_it_fail(
        seed in any::<u64>(),
        shape in proptest::sample::select(Shape::ALL),
        side in 3_u32..20,
        density in proptest::sample::select(&["0", "1", "10000", "2000000000"][..]),
        size in proptest::sample::select(&["0", "1", "10000", "2000000000"][..]),
        height in proptest::sample::select(&["0", "1", "10000"][..]),
        smoothing in proptest::sample::select(&["0", "3", "9", "2000000000"][..]),
    ) {
        let area = Area::new(shape, side, shape.fitting_height(side, side)).unwrap();
        let set = [
            ("alt-blob-density", density), ("alt-blob-size", size), ("alt-blob-height", height),
            ("alt-smoothing", smoothing), ("alt-roughness", "100"), ("alt-ridges", "200"), ("edge-falloff", "100"),
            ("wet-blob-density", "2000000000"), ("wet-blob-size", size), ("wet-smoothing", smoothing),
        ];
        let (world, _) = made(PLAIN, area, seed, &set);
        prop_assert!(world.terrain.is_some());
    }
}

/// Steps across the seam of a cylinder are as steep as others.
#[test]
fn a_cylinder_has_no_seam() {
    let area = Area::new(Shape::Cylinder, 40, 40).unwrap();
    let (mut seam, mut elsewhere) = ((0, 0), (0, 0));
    for seed in 0..40 {
        let text = PLAIN.replace("-500", "-3000");
        // One type alone, so that its elevations are the relief itself.
        let text =
            text.replace("\"alt-percentile-max\": 59", "\"alt-percentile-max\": 100").replace("\"liquid\": true, ", "");
        let elevation = made(&text, area, seed, &[("alt-blob-size", "200")]).0.elevation.unwrap();
        for cell in area.cells() {
            let Some(east) = area.neighbor(cell, grid::Direction(1)) else { continue };
            let step = i64::from(elevation[cell].abs_diff(elevation[east]));
            let sum = if area.column_row(east).0 == 0 { &mut seam } else { &mut elsewhere };
            *sum = (sum.0 + step, sum.1 + 1);
        }
    }
    let (seam, elsewhere) = (seam.0 as f64 / f64::from(seam.1), elsewhere.0 as f64 / f64::from(elsewhere.1));
    assert!((0.8..1.25).contains(&(seam / elsewhere)), "{seam} at the seam, {elsewhere} elsewhere");
}

/// No direction is favoured: steps along the three axes are equally steep, in every shape.
// Takes seconds: a direction shows in the mean of many worlds only.
#[test]
fn relief_does_not_know_the_axes() {
    let text = r#"{ "terrain": {
        "ground": { "alt-percentile-max": 100, "wet-percentile-max": 100, "elevation-max": 10000 },
    } }"#;
    for &shape in Shape::ALL {
        let area = Area::new(shape, 60, 60).unwrap();
        // Over a corner of squares it is further.
        let step = if area.directions() == 8 { 2 } else { 1 };
        let mut sums = vec![0_i64; usize::from(area.directions() / 2 / step)];
        for seed in 0..40 {
            let elevation = made(text, area, seed, &[("alt-blob-size", "200")]).0.elevation.unwrap();
            for cell in inner(area) {
                for (axis, sum) in sums.iter_mut().enumerate() {
                    let next = area.neighbor(cell, grid::Direction(axis as u8 * step)).unwrap();
                    *sum += i64::from(elevation[cell].abs_diff(elevation[next]));
                }
            }
        }
        let (low, high) = (sums.iter().min().unwrap(), sums.iter().max().unwrap());
        assert!(high * 100 <= low * 107, "{shape}: {sums:?}");
    }
}

/// Where land may lie lower than water, the water gives way.
#[test]
fn no_shore_lies_below_its_water() {
    let text = r#"{ "terrain": {
        "lake": { "liquid": true, "elevation-max": 1000 }, "land": { "elevation-max": 1000 },
    } }"#;
    let design = design(text);
    let area = Area::new(Shape::Hexagon, 40, 40).unwrap();
    let mut stream = Seed(1).stream("given");
    let given = (0..area.len()).map(|_| TerrainType(u8::from(!stream.percent(15)))).collect();
    let mut scenario = blank(&design, area);
    scenario.world.terrain = Some(Layer::from_values(&area, given));
    assert!(run(&mut scenario, 1, &[]).0.is_ok());
    let (terrain, elevation) = (scenario.world.terrain.unwrap(), scenario.world.elevation.unwrap());
    for cell in area.cells().filter(|&cell| terrain[cell] == TerrainType(0)) {
        assert!(area.around(cell).all(|(_, next)| elevation[cell] <= elevation[next]));
    }
}

#[test]
fn a_hole_of_the_chart_becomes_the_first_type_and_is_named() {
    let text = PLAIN.replace("\"alt-percentile-min\": 90", "\"alt-percentile-min\": 95");
    let area = Area::new(Shape::Rectangle, 40, 40).unwrap();
    let (world, history) = made(&text, area, 5, &[]);
    let [warning] = &history.warnings[..] else { panic!("{:?}", history.warnings) };
    assert_eq!(warning.code, "percentile-hole");
    assert_eq!(warning.message, "no terrain covers percentiles alt 90 to 94 with wet 0 to 100: 72 cells became `sea`");
    let sea = inner(area).filter(|&cell| world.terrain.as_ref().unwrap()[cell] == TerrainType(0)).count();
    assert!((64..=66).contains(&(100 * sea / inner(area).count())), "{sea}");
}

#[test]
fn a_layer_of_density_0_counts_as_met() {
    let area = Area::new(Shape::Hexagon, 40, 40).unwrap();
    let design = design(PLAIN);
    let has = |world: &World, name: &str| world.terrain.as_ref().unwrap().values().contains(&kind(&design, name));
    // Plains come before desert.
    let (world, _) = made(PLAIN, area, 1, &[("wet-blob-density", "0")]);
    assert!(has(&world, "sea") && has(&world, "plains") && !has(&world, "desert"));
    let (world, _) = made(PLAIN, area, 1, &[("wet-blob-density", "0"), ("alt-blob-density", "0")]);
    assert!(has(&world, "sea") && !has(&world, "plains"));
}

#[test]
fn designs_of_little_terrain_work_and_of_none_are_refused() {
    let area = Area::new(Shape::Cylinder, 12, 9).unwrap();
    let (world, history) = made(r#"{ "terrain": { "ground": {} } }"#, area, 1, &[]);
    assert!(world.terrain.unwrap().values().iter().all(|&kind| kind == TerrainType(0)));
    assert_eq!(history.warnings.len(), 1, "nothing claims the chart");
    assert_eq!(world.elevation, None, "all heights are one");

    let river = r#"{ "terrain": { "river": { "subtype": "border" } } }"#;
    let mut scenario = blank(&design(river), area);
    assert!(matches!(run(&mut scenario, 1, &[]).0, Err(SynthesisError::DesignLacks { .. })));
}

#[test]
fn neighbors_change_each_other_in_one_pass() {
    let effects = r#"} }, "tables": { "adjacent-terrain-effect": {
        "plains": { "sea": "beach" }, "desert": { "beach": "rock" },
    } } }"#;
    let text = PLAIN.replace("\"rock\": {},\n} }", &format!("\"rock\": {{}}, \"beach\": {{}},\n{effects}"));
    let text = text.replace("{},\n} },", "{},\n},");
    let design = design(&text);
    let area = Area::new(Shape::Rectangle, 40, 40).unwrap();
    let terrain = made(&text, area, 3, &[]).0.terrain.unwrap();
    let touches = |cell, name| area.around(cell).any(|(_, next)| terrain[next] == kind(&design, name));
    assert!(area.cells().any(|cell| terrain[cell] == kind(&design, "beach")));
    for cell in area.cells() {
        let own = terrain[cell];
        assert!(own != kind(&design, "plains") || !touches(cell, "sea"));
        assert!(own != kind(&design, "beach") || touches(cell, "sea"));
        assert!(own != kind(&design, "rock"), "beaches come too late for deserts");
    }
}

#[test]
fn falloff_keeps_land_from_the_bounds() {
    let area = Area::new(Shape::Rectangle, 50, 50).unwrap();
    let land_at_rim = |set: &[(&str, &str)]| -> usize {
        (0..8)
            .map(|seed| {
                let terrain = made(PLAIN, area, seed, set).0.terrain.unwrap();
                area.cells().filter(|&cell| area.is_edge(cell) && terrain[cell] != TerrainType(0)).count()
            })
            .sum()
    };
    let (without, with) = (land_at_rim(&[]), land_at_rim(&[("edge-falloff", "30")]));
    assert!(with * 10 < without, "{with} cells of land at the rim with falloff, {without} without");
}

/// A golden world: an unmeant change of any number shows here.
#[test]
fn a_small_world_stays_as_it_is() {
    let area = Area::new(Shape::Rectangle, 24, 12).unwrap();
    let (world, _) = made(PLAIN, area, 42, &[("alt-blob-size", "400"), ("alt-ridges", "50")]);
    let (terrain, elevation) = (world.terrain.unwrap(), world.elevation.unwrap());
    let picture: Vec<String> = (0..area.height())
        .rev()
        .map(|row| {
            area.row(row).map(|index| ['~', '+', '.', '^', '#'][usize::from(terrain.values()[index].0)]).collect()
        })
        .collect();
    let sum = elevation
        .values()
        .iter()
        .fold(0_u64, |hash, &height| (hash ^ u64::from(height as u16)).wrapping_mul(0x0100_0000_01b3));
    assert_eq!((picture.join("\n").as_str(), sum), (GOLDEN, GOLDEN_SUM));
}
const GOLDEN: &str = "\
~+.....~~~~~~~~~~~~~~~~~
~++.....~~~~~~~~~~~~~~++
++~~....~~~~~~~~~~.++++^
++~~...^++~~~~~~~~~.++^^
~~~+.^^^++~~~~~~~~~+++^^
~~~~+^^^^++~~~~~~~~~++^^
~~~~+^^^^++~~~~~~~~~~++^
~~~~.+^^^+++~~~~~~~~~~++
~~~~.^^^+++~~~~~~~~~~~~~
~~~~..^^+++~~~~~~~~~~~~~
~~~~~.++++~~~~~~~~~++~~~
~~~~~~~~~~++++++++++++~~";
const GOLDEN_SUM: u64 = 16_403_991_029_603_011_894;
