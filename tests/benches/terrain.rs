//! Speed of the methods that make terrain and rivers, on earthlike terrain.
//!
//! Goals: at 500x500 20 ms for terrain (250 ms for noise) and 30 ms for rivers; at 2000x2000 150 ns a cell, and at most 7 times the time of
//! 1000x1000; a flood of 10 million cells a second at 1000x1000.

use std::sync::Arc;
use std::time::Duration;

use chance::Seed;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use design::{Known, Settings};
use grid::{Area, Axis, Cell, Shape, sums_along};
use hydrology::{MakeRivers, fill_depressions};
use synth::{History, Synthesis, SynthesisMethod};
use terrain::{MakeFractalPercentileTerrain, MakeNoiseTerrain, MakeRandomTerrain};
use world::{Scenario, World};

const EARTHLIKE: &str = include_str!("../../presets/terrain/earthlike.ron");

fn run(method: &dyn SynthesisMethod, scenario: &mut Scenario) {
    let settings = Settings::new(Arc::clone(&scenario.design));
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, method.info().name, Seed(1));
    method.run(&mut synthesis).expect("earthlike terrain has all that it takes");
}

fn methods(criterion: &mut Criterion) {
    let read = formats::read_design("earthlike", "earthlike.ron", EARTHLIKE, &|_| None, &Known::default());
    let design = Arc::new(read.expect("the preset is right").0);
    for side in [60, 120, 250, 500, 1000, 2000] {
        let area = Area::new(Shape::Rectangle, side, side).expect("such an area there is");
        let mut group = criterion.benchmark_group(format!("{side}x{side}"));
        group.throughput(Throughput::Elements(area.count() as u64));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
        let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
        for method in [&MakeFractalPercentileTerrain as &dyn SynthesisMethod, &MakeRivers] {
            group.bench_function(method.info().name, |bencher| {
                bencher.iter_batched(
                    || scenario.clone(),
                    |mut scenario| {
                        run(method, &mut scenario);
                        scenario
                    },
                    criterion::BatchSize::PerIteration,
                );
            });
            run(method, &mut scenario);
        }
        group.finish();
    }
}

/// Other methods of terrain: random, and noise of each kind in a rectangle and on a cylinder.
fn others(criterion: &mut Criterion) {
    let read = formats::read_design("earthlike", "earthlike.ron", EARTHLIKE, &|_| None, &Known::default());
    let design = Arc::new(read.expect("the preset is right").0);
    for side in [500, 1000, 2000] {
        let mut group = criterion.benchmark_group(format!("{side}x{side}"));
        group.throughput(Throughput::Elements(u64::from(side * side)));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
        let mut bench = |method: &dyn SynthesisMethod, shape: Shape, set: &[(&str, &str)]| {
            let area = Area::new(shape, side, side).expect("such an area there is");
            let mut settings = Settings::new(Arc::clone(&design));
            for (name, value) in set {
                settings.set_text(name, value).expect("a setting of the method");
            }
            let words: Vec<&str> = set.iter().map(|&(_, value)| value).collect();
            group.bench_function(format!("{} {} {shape}", method.info().name, words.join(" ")), |bencher| {
                bencher.iter(|| {
                    let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
                    let mut history = History::default();
                    let mut synthesis =
                        Synthesis::new(&mut scenario, &settings, &mut history, method.info().name, Seed(1));
                    method.run(&mut synthesis).expect("earthlike terrain has all that it takes");
                    scenario
                });
            });
        };
        bench(&MakeRandomTerrain, Shape::Rectangle, &[]);
        for kind in ["fbm", "ridged", "warped"] {
            for shape in [Shape::Rectangle, Shape::Cylinder] {
                bench(&MakeNoiseTerrain, shape, &[("noise-kind", kind)]);
            }
        }
        group.finish();
    }
}

fn flood(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("fill-depressions");
    for side in [500, 1000, 2000] {
        let area = Area::new(Shape::Rectangle, side, side).expect("such an area there is");
        let mut stream = Seed(1).stream("heights");
        let mut heights: Vec<i32> = (0..area.len()).map(|_| stream.between(-1000, 1000)).collect();
        for &axis in Axis::all(area.shape().lattice()) {
            sums_along(&area, &mut heights, axis, 5);
            heights.iter_mut().for_each(|height| *height /= 4);
        }
        let low = *heights.iter().min().expect("an area has cells");
        let heights: Vec<u16> = heights.iter().map(|height| (height - low).min(65_535) as u16).collect();
        let sinks: Vec<Cell> = area.cells().filter(|&cell| area.is_edge(cell)).collect();
        group.throughput(Throughput::Elements(area.count() as u64)).sample_size(10);
        group.bench_function(BenchmarkId::from_parameter(side), |bencher| {
            bencher.iter(|| fill_depressions(&area, &heights, &sinks));
        });
    }
    group.finish();
}

criterion_group!(benches, methods, others, flood);
criterion_main!(benches);
