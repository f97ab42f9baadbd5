//! How fast tiles of a map are drawn, on one core: `cargo bench -p fairmarch-tests --bench tiles`.
//!
//! Aim: a tile of 256 pixels within 30 ms at every scale.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use fairmarch_tests::roll;
use output::{Painting, PictureStyle};

const TILE: usize = 256;

fn tiles(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("tiles");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(2));
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let style = PictureStyle::default();
    for size in ["120x120", "500x500"] {
        let scenario = roll(&format!("classic:7:size={size}:sides=4")).scenario;
        for cell in [2.0_f32, 6.0, 16.0, 40.0, 96.0] {
            let lay_out = || Painting::of_map(&scenario, None, None, (&style, cell), None).expect("it has terrain");
            group.bench_function(BenchmarkId::new(format!("lay out {size}"), cell), |bencher| {
                bencher.iter(|| one.install(lay_out));
            });
            let painting = one.install(lay_out);
            let (width, height) = painting.size();
            let mut next = 0;
            group.bench_function(BenchmarkId::new(format!("tile of {size}"), cell), |bencher| {
                bencher.iter(|| {
                    // Another one each time, from all over the map.
                    next = (next + 7919) % (width.div_ceil(TILE) * height.div_ceil(TILE));
                    let from = (next % width.div_ceil(TILE) * TILE, next / width.div_ceil(TILE) * TILE);
                    one.install(|| black_box(painting.part(from, (TILE, TILE))))
                });
            });
        }
    }
}

criterion_group!(benches, tiles);
criterion_main!(benches);
