//! How fast weather is made: `cargo bench -p fairmarch-tests --bench climate`.
//!
//! The budget is 150 ns for each cell of the map, and at most 7 times the time of 1000x1000 for 2000x2000.

use std::sync::Arc;
use std::time::Duration;

use chance::Seed;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use design::{Known, Settings, TerrainType};
use grid::{Area, Layer, Shape};
use synth::{History, Synthesis, SynthesisMethod};
use terrain::MakeWeather;
use world::{Scenario, World};

const DESIGN: &str = r#"{ "terrain": { "land": { "temperature-average": 15, "temperature-max": 40, "temperature-variability": 9,
    "clouds-max": 90, "wind-force-average": 3, "wind-force-max": 9 } }, "globals": { "temperature-moderation-range": 1 } }"#;

fn weather(criterion: &mut Criterion) {
    let read = formats::read_design("bench", "bench.ron", DESIGN, &|_| None, &Known::default());
    let design = Arc::new(read.expect("a design").0);
    let settings = Settings::new(Arc::clone(&design));
    let mut group = criterion.benchmark_group("make-weather");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    for side in [500, 1000, 2000] {
        group.throughput(Throughput::Elements(u64::from(side * side)));
        let area = Area::new(Shape::Rectangle, side, side).expect("a possible size");
        let mut world = World::new(area);
        world.terrain = Some(Layer::filled(&area, TerrainType(0)));
        group.bench_function(BenchmarkId::from_parameter(side), |bencher| {
            bencher.iter(|| {
                let (design, world) = (Arc::clone(&design), world.clone());
                let mut scenario = Scenario::new(design, world);
                let mut history = History::default();
                let name = MakeWeather.info().name;
                let mut synthesis = Synthesis::new(&mut scenario, &settings, &mut history, name, Seed(1));
                MakeWeather.run(&mut synthesis).expect("weather can always be made");
                scenario
            });
        });
    }
    group.finish();
}

criterion_group!(benches, weather);
criterion_main!(benches);
