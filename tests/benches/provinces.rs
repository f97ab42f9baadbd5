//! How fast land is cut into provinces: `cargo bench -p fairmarch-tests --bench provinces`.
//!
//! Worlds are those of the preset of that name, with rivers. The budget is 200 ms for 500x500.

use std::sync::Arc;
use std::time::Duration;

use chance::Seed;
use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use design::Settings;
use grid::{Area, Shape};
use synth::{History, Synthesis};
use world::{Scenario, World};

fn run(scenario: &mut Scenario, settings: &Settings, name: &'static str) {
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, settings, &mut history, name, Seed(7));
    let method = pipeline::method(name).expect("a method");
    std::hint::black_box(method.run(&mut synthesis).expect("the preset's methods succeed"));
}

fn provinces(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("make-provinces");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for side in [100, 500, 1000] {
        let design = pipeline::load_preset("provinces").expect("a preset").expect("without errors").design;
        let settings = Settings::new(Arc::clone(&design));
        let world = World::new(Area::new(Shape::Rectangle, side, side).expect("a possible size"));
        let mut scenario = Scenario::new(design, world);
        for name in ["make-fractal-percentile-terrain", "make-rivers"] {
            run(&mut scenario, &settings, name);
        }
        group.throughput(Throughput::Elements(u64::from(side * side)));
        group.bench_function(BenchmarkId::from_parameter(side), |bencher| {
            let cut = |mut scenario: Scenario| run(&mut scenario, &settings, "make-provinces");
            bencher.iter_batched(|| scenario.clone(), cut, BatchSize::LargeInput);
        });
    }
    group.finish();
}

criterion_group!(benches, provinces);
criterion_main!(benches);
