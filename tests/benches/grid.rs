//! How fast the searches on grids are: `cargo bench -p fairmarch-tests --bench grid`.
//!
//! Boards have rolling terrain of the kind that searches meet: patches of expensive and forbidden cells, costs of 1 to 8.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use grid::{Area, Axis, Cell, Direction, Layer, Shape, Travel, disk, hops, partition, regions, sums_along};

/// What each cell costs to enter, 0 where nothing may: noise, smoothed along the three axes.
fn prices(area: &Area) -> Layer<u8> {
    let noise = |index: u32| (index.wrapping_mul(0x9e37_79b9) ^ 0x5bd1).wrapping_mul(0x85eb_ca6b) >> 16;
    let mut values: Vec<i32> = (0..area.len() as u32).map(|index| noise(index) as i32 & 255).collect();
    for &axis in Axis::all(area.shape().lattice()) {
        sums_along(area, &mut values, axis, 2);
    }
    // About a tenth is forbidden.
    let price = |sum: &i32| ((*sum - 13_000) / 750).clamp(0, 8) as u8;
    Layer::from_values(area, values.iter().map(price).collect())
}

fn area(side: u32) -> Area {
    Area::new(Shape::Rectangle, side, side).expect("a possible size")
}

fn searches(criterion: &mut Criterion) {
    for side in [120, 250, 1000] {
        let area = area(side);
        let mut group = criterion.benchmark_group("grid");
        group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(700));
        group.throughput(Throughput::Elements(area.len() as u64));
        let prices = prices(&area);
        let step = |_: Cell, _: Direction, to: Cell| Some(u32::from(prices[to])).filter(|&price| price > 0);
        let pass = |cell: Cell| prices[cell] > 0;
        let middle = area.cell(side as i32 / 2, side as i32 / 2).expect("a cell");

        let mut travel = Travel::new(&area);
        group.bench_function(BenchmarkId::new("travel", side), |bench| {
            bench.iter(|| travel.from(black_box(&[middle]), u32::MAX, step).reached().len());
        });
        let sources: Vec<Cell> = area.cells().step_by(area.len() / 16).collect();
        group.bench_function(BenchmarkId::new("partition", side), |bench| {
            bench.iter(|| partition(&area, black_box(&sources), step));
        });
        group.bench_function(BenchmarkId::new("regions", side), |bench| {
            bench.iter(|| regions(&area, |cell| Some(u32::from(prices[cell] / 3))));
        });
        group.bench_function(BenchmarkId::new("hops", side), |bench| {
            bench.iter(|| hops(&area, [middle], pass));
        });
        group.finish();
    }
}

fn windows(criterion: &mut Criterion) {
    for side in [250, 1000, 2000] {
        let area = area(side);
        let mut group = criterion.benchmark_group("grid/sums_along");
        group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_millis(500));
        group.throughput(Throughput::Elements(area.len() as u64));
        for &axis in Axis::all(area.shape().lattice()) {
            let ones = || vec![1; area.len()];
            group.bench_function(BenchmarkId::new(format!("{axis:?}"), side), |bench| {
                bench.iter_batched_ref(ones, |values| sums_along(&area, values, axis, 12), BatchSize::LargeInput);
            });
        }
        group.finish();
    }
}

fn bounded(criterion: &mut Criterion) {
    let area = area(1000);
    let prices = prices(&area);
    let step = |_: Cell, _: Direction, to: Cell| Some(u32::from(prices[to])).filter(|&price| price > 0);
    let middle = area.cell(500, 500).expect("a cell");
    let mut group = criterion.benchmark_group("grid");
    group.sample_size(10).warm_up_time(Duration::from_millis(200)).measurement_time(Duration::from_millis(700));
    let mut travel = Travel::new(&area);
    group.bench_function("travel within 40 of 1000 squared", |bench| {
        bench.iter(|| travel.from(black_box(&[middle]), 40, step).reached().len());
    });
    group.bench_function("disk of 20", |bench| {
        bench.iter(|| disk(&area, black_box(middle), 20).map(|cell| u64::from(cell.0)).sum::<u64>());
    });
    group.finish();
}

criterion_group!(benches, searches, windows, bounded);
criterion_main!(benches);
