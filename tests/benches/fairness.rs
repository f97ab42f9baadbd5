//! How fast a scenario is measured: `cargo bench -p fairmarch-tests --bench fairness`.
//!
//! A search for fair starts, a batch and the viewer all wait for it. The budget is 5 ms on 120x120 with 7 seats, and 40 ms
//! on 500x500 with 4.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use design::Known;
use fairness::{Survey, UnitGround, score_survey};
use formats::read_design;
use grid::{Area, Axis, Layer, Shape, Travel, spaced, sums_along};
use world::{Place, Scenario, Side, SideId, Unit, World};

const DESIGN: &str = r#"{
  "groups": { "land": "plains forest mountains" },
  "terrain": { "sea": { "liquid": true }, "plains": {}, "forest": {}, "mountains": {}, "river": { "subtype": "border" } },
  "units": {
    "city": { "acp-per-turn": 4, "acp-to-move": 0, "start-with": 1, "point-value": 25 },
    "town": { "acp-per-turn": 2, "acp-to-move": 0, "point-value": 10 },
    "infantry": { "acp-per-turn": 2, "start-with": 2 },
  },
  "tables": {
    "favored-terrain": { "city": { "*": 0, "plains": 100 } },
    "vanishes-on": { "*": { "sea": true } },
    "mp-to-enter-terrain": { "*": { "sea": 99, "forest mountains": 2 } },
    "acp-to-build": { "city": { "infantry": 1 } },
  },
}"#;

/// Rolling land, a third of it sea, with a town on every 60th cell of land.
fn scenario(side: u32, seats: usize) -> Scenario {
    let (design, _) = read_design("bench", "bench.ron", DESIGN, &|_| None, &Known::default()).expect("a design");
    let area = Area::new(Shape::Rectangle, side, side).expect("a possible size");
    let noise = |index: u32| (index.wrapping_mul(0x9e37_79b9) ^ 0x5bd1).wrapping_mul(0x85eb_ca6b) >> 16;
    let mut sums: Vec<i32> = (0..area.len() as u32).map(|index| noise(index) as i32 & 255).collect();
    for &axis in Axis::all(area.shape().lattice()) {
        sums_along(&area, &mut sums, axis, 2);
    }
    let mut sorted = sums.clone();
    sorted.sort_unstable();
    let bounds = [33, 75, 92].map(|percent| sorted[sorted.len() * percent / 100]);
    let kinds = ["sea", "plains", "forest", "mountains"].map(|name| design.find(name).expect("a type"));
    let kind = |sum: &i32| kinds[bounds.iter().filter(|&bound| sum > bound).count()];
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, sums.iter().map(kind).collect()));

    let plains: Vec<_> = area.cells().filter(|&cell| world.terrain_at(cell) == kinds[1]).collect();
    let towns = plains.iter().step_by(60);
    let (town, city) = (design.find("town").expect("a type"), design.find("city").expect("a type"));
    let mut units: Vec<Unit> = towns.map(|&cell| Unit::new(town, Place::Cell(cell), SideId::INDEPENDENT)).collect();
    let mut centers = spaced(&area, &plains, side / 3);
    centers.truncate(seats);
    assert_eq!(centers.len(), seats);
    let sides = (1..).zip(&centers).map(|(number, &center)| {
        units.push(Unit::new(city, Place::Cell(center), SideId(number)));
        let [name, noun, adjective, color] = ["Veland", "", "", "808080"].map(str::to_owned);
        Side { name, noun, adjective, color, advantage: 1, center: Some(center), ..Side::default() }
    });
    let sides = sides.collect();
    Scenario { sides, units, ..Scenario::new(Arc::new(design), world) }
}

fn scores(criterion: &mut Criterion) {
    let weights = playtest::weights();
    let mut group = criterion.benchmark_group("fairness");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_millis(1500));
    for (side, seats) in [(60, 4), (120, 7), (500, 4)] {
        let scenario = scenario(side, seats);
        let size = format!("{side}x{side}, {seats} seats");
        group.bench_function(BenchmarkId::new("score", &size), |bench| {
            bench.iter(|| playtest::score(black_box(&scenario), &weights));
        });
        group.bench_function(BenchmarkId::new("survey", &size), |bench| {
            bench.iter(|| Survey::new(black_box(&scenario)).resources.len());
        });
        let survey = Survey::new(&scenario);
        group.bench_function(BenchmarkId::new("measures", &size), |bench| {
            bench.iter(|| score_survey(black_box(&survey), &weights));
        });
        group.bench_function(BenchmarkId::new("ground", &size), |bench| {
            bench.iter(|| UnitGround::new(&scenario.design, black_box(&scenario.world)).regions().count());
        });
        let mut travel = Travel::new(&scenario.world.area);
        let center = scenario.sides[0].center.expect("a center");
        group.bench_function(BenchmarkId::new("good land reached", &size), |bench| {
            bench.iter(|| survey.ground.good_land_reached(&mut travel, black_box(center)));
        });
    }
    group.finish();
}

criterion_group!(benches, scores);
criterion_main!(benches);
