//! How fast names are given: `cargo bench -p fairmarch-tests --bench naming`.
//!
//! Worlds are those of the classic preset with rivers and towns. The budget for features is 150 ns for each cell of the
//! map, and 25 ms for 500x500.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use chance::Seed;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use design::Settings;
use grid::{Area, Shape};
use naming::{NameGeographicalFeatures, NameUnitsRandomly};
use synth::{History, Synthesis, SynthesisMethod};
use world::{Scenario, World};

fn run(scenario: &mut Scenario, settings: &Settings, method: &dyn SynthesisMethod) {
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, settings, &mut history, method.info().name, Seed(7));
    black_box(method.run(&mut synthesis).expect("the preset's methods succeed"));
}

fn scenario(side: u32) -> (Scenario, Settings) {
    let loaded = pipeline::load_preset("classic").expect("a preset").expect("without errors");
    let area = Area::new(Shape::Rectangle, side, side).expect("a possible size");
    let settings = Settings::new(Arc::clone(&loaded.design));
    let mut scenario = Scenario::new(loaded.design, World::new(area));
    for name in ["make-fractal-percentile-terrain", "make-rivers", "make-independent-units"] {
        run(&mut scenario, &settings, pipeline::method(name).expect("a method"));
    }
    (scenario, settings)
}

fn naming(criterion: &mut Criterion) {
    for method in [&NameGeographicalFeatures as &dyn SynthesisMethod, &NameUnitsRandomly] {
        let mut group = criterion.benchmark_group(method.info().name);
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        for side in [120, 500, 2000] {
            let (scenario, settings) = scenario(side);
            group.throughput(Throughput::Elements(u64::from(side * side)));
            group.bench_function(BenchmarkId::from_parameter(side), |bench| {
                bench.iter_batched_ref(
                    || scenario.clone(),
                    |scenario| run(scenario, &settings, method),
                    BatchSize::PerIteration,
                );
            });
        }
        group.finish();
    }
}

criterion_group!(benches, naming);
criterion_main!(benches);
