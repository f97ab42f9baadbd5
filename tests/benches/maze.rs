//! How fast mazes are made: `cargo bench -p fairmarch-tests --bench maze`.
//!
//! The budget is 150 ns for each cell of the map, and at most 7 times the time of 1000x1000 for 2000x2000.

use std::sync::Arc;
use std::time::Duration;

use chance::Seed;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use design::{Known, Settings};
use grid::{Area, Shape};
use synth::{History, Synthesis, SynthesisMethod};
use terrain::MakeMazeTerrain;
use world::{Scenario, World};

const DESIGN: &str = r#"{ "terrain": { "rock": {}, "tunnel": { "maze-passage-occurrence": 1 }, "hall": { "maze-room-occurrence": 1 } } }"#;

fn mazes(criterion: &mut Criterion) {
    let read = formats::read_design("bench", "bench.ron", DESIGN, &|_| None, &Known::default());
    let design = Arc::new(read.expect("a design").0);
    for side in [500, 1000, 2000] {
        let mut group = criterion.benchmark_group(format!("make-maze-terrain {side}x{side}"));
        group.throughput(Throughput::Elements(u64::from(side * side)));
        group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
        let area = Area::new(Shape::Rectangle, side, side).expect("a possible size");
        for kind in ["rooms", "depth-first", "kruskal", "wilson", "braided", "cave"] {
            let mut settings = Settings::new(Arc::clone(&design));
            settings.set_text("maze-kind", kind).expect("a kind");
            group.bench_function(kind, |bencher| {
                bencher.iter(|| {
                    let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
                    let mut history = History::default();
                    let name = MakeMazeTerrain.info().name;
                    let mut synthesis = Synthesis::new(&mut scenario, &settings, &mut history, name, Seed(1));
                    MakeMazeTerrain.run(&mut synthesis).expect("the design has all that it takes");
                    scenario
                });
            });
        }
        group.finish();
    }
}

criterion_group!(benches, mazes);
criterion_main!(benches);
