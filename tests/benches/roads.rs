//! How fast roads are laid: `cargo bench -p fairmarch-tests --bench roads`.
//!
//! Worlds are those of the classic preset, with rivers, and with its towns thinned to one for each 400 cells of the map:
//! 10,000 on 2000x2000. The budget is 150 ns for each cell of the map, and 30 ms for 500x500.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use chance::Seed;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use design::Settings;
use grid::{Area, Shape};
use roads::MakeRoads;
use synth::{History, Synthesis, SynthesisMethod};
use world::{Scenario, World};

const DESIGN: &str = r#"{
    "extends": "classic",
    "tables": { "road-into-chance": {
        "land": { "plains": 100, "desert": 80, "forest": 50, "swamp": 25, "mountains": 15, "ice": 5, "water": 3 },
        "water": { "land": 3 },
    } },
}"#;

fn run(scenario: &mut Scenario, settings: &Settings, method: &dyn SynthesisMethod) {
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, settings, &mut history, method.info().name, Seed(7));
    black_box(method.run(&mut synthesis).expect("the preset's methods succeed"));
}

fn scenario(side: u32) -> (Scenario, Settings) {
    let loaded = pipeline::load("bench", "bench.ron", DESIGN, &|_| None).expect("a design");
    let area = Area::new(Shape::Rectangle, side, side).expect("a possible size");
    let settings = Settings::new(Arc::clone(&loaded.design));
    let mut scenario = Scenario::new(loaded.design, World::new(area));
    for name in ["make-fractal-percentile-terrain", "make-rivers", "make-independent-units"] {
        run(&mut scenario, &settings, pipeline::method(name).expect("a method"));
    }
    let every = (scenario.units.len() * 400 / area.len()).max(1);
    scenario.units = scenario.units.into_iter().step_by(every).collect();
    (scenario, settings)
}

fn roads(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make-roads");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for side in [120, 500, 2000] {
        let (scenario, settings) = scenario(side);
        group.throughput(Throughput::Elements(u64::from(side * side)));
        group.bench_function(BenchmarkId::from_parameter(side), |bench| {
            bench.iter_batched_ref(
                || scenario.clone(),
                |scenario| run(scenario, &settings, &MakeRoads),
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, roads);
criterion_main!(benches);
