//! How fast starts are found and balanced: `cargo bench -p fairmarch-tests --bench starts`.
//!
//! Every roll waits for it. The budget is 80 ms for countries and balance together on 120x120 with 7 seats, and 40 ms for
//! countries alone on 500x500 with 4.

use std::hint::black_box;
use std::time::Duration;

use chance::Seed;
use criterion::{BatchSize, BenchmarkId, Criterion, criterion_group, criterion_main};
use design::Settings;
use starts::{BalanceStarts, MakeCountries, MakeIndependentUnits, MakeInitialMaterials};
use synth::{History, Synthesis, SynthesisMethod};
use world::Scenario;

/// A world of the preset classic without units.
fn world(size: u32, sides: usize) -> Scenario {
    let mut scenario =
        fairmarch_tests::roll(&format!("classic:1:balance=false,sides={sides},size={size}x{size}")).scenario;
    scenario.units.clear();
    scenario.sides.iter_mut().for_each(|side| side.center = None);
    scenario.world.country = None;
    scenario
}

fn run(method: &dyn SynthesisMethod, scenario: &mut Scenario) {
    let settings = Settings::new(scenario.design.clone());
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, method.info().name, Seed(1));
    let _outcome = black_box(method.run(&mut synthesis)).expect("the preset works at this size");
}

fn starts(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("countries");
    group.sample_size(10).measurement_time(Duration::from_secs(2)).warm_up_time(Duration::from_millis(300));
    for (size, sides) in [(120, 7), (500, 4)] {
        let bare = world(size, sides);
        let mut spread = bare.clone();
        run(&MakeIndependentUnits, &mut spread);
        let mut founded = spread.clone();
        run(&MakeCountries, &mut founded);
        run(&MakeInitialMaterials, &mut founded);
        let steps: [(&str, &dyn SynthesisMethod, &Scenario); 3] = [
            ("make-independent-units", &MakeIndependentUnits, &bare),
            ("make-countries", &MakeCountries, &spread),
            ("balance-starts", &BalanceStarts, &founded),
        ];
        for (name, method, before) in steps {
            group.bench_function(BenchmarkId::new(name, format!("{size}x{size}, {sides} sides")), |bencher| {
                bencher.iter_batched_ref(|| before.clone(), |scenario| run(method, scenario), BatchSize::LargeInput);
            });
        }
    }
    group.finish();
}

criterion_group!(benches, starts);
criterion_main!(benches);
