//! How fast GDL is read and written: `cargo bench -p fairmarch-tests --bench gdl`.
//!
//! The budget for a megabyte, read and carried out, is 100 ms.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::time::Duration;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use formats::gdl::Module;

/// A large game of about a megabyte: types, tables by name and by stars, a map of 200 cells by 200, thousands of units.
fn large_game() -> String {
    let mut text = String::from("(game-module \"large\" (title \"A large game\"))\n");
    for number in 0..120 {
        let _ = writeln!(
            text,
            "(unit-type unit{number} (name \"unit {number}\") (hp-max {}) (acp-per-turn 4) (help \"one of many\"))",
            1 + number % 30
        );
    }
    for number in 0..20 {
        let _ = writeln!(text, "(terrain-type ground{number} (char \"{}\") (capacity 9))", char::from(b'a' + number));
    }
    text.push_str("(material-type fuel)\n(material-type food)\n(define first-ones (unit1 unit2 unit3 unit4 unit5))\n");
    for table in ["hit-chance", "capture-chance", "acp-to-build", "unit-size-as-occupant", "protection"] {
        let _ = writeln!(text, "(table {table} (u* u* 50) (first-ones u* 20)");
        for number in 0..120 {
            let _ = writeln!(
                text,
                "  (unit{number} (unit{} unit{}) ({} {}))",
                (number + 1) % 120,
                (number + 7) % 120,
                number % 90,
                number % 70
            );
        }
        text.push_str(")\n");
    }
    text.push_str("(area 200 200)\n(area (terrain\n");
    for row in 0..200 {
        text.push_str("  \"");
        for run in 0..40 {
            let _ = write!(text, "5{}", char::from(b'a' + ((row * 7 + run * 3) % 20) as u8));
        }
        text.push_str("\"\n");
    }
    text.push_str("))\n(side 1 (name \"North\"))\n(side 2 (name \"South\"))\n");
    let mut number = 0;
    while text.len() < 1 << 20 {
        let (x, y) = (100 + number % 50, 20 + number / 50 % 80);
        let _ = writeln!(
            text,
            "(unit{} {x} {y} {} (# {}) (n \"Number {number}\") (hp 1) (m (fuel 3)))",
            number % 120,
            1 + number % 2,
            number + 1
        );
        number += 1;
    }
    text.push_str("(set synthesis-methods nil)\n");
    text
}

fn gdl(criterion: &mut Criterion) {
    let text = large_game();
    let known = pipeline::known();
    let module = Module::read("large", "large.g", &text, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &known);
    assert!(game.is_some(), "{:?}", found.0.first());
    let mut group = criterion.benchmark_group("gdl");
    group.sample_size(10).warm_up_time(Duration::from_millis(300)).measurement_time(Duration::from_secs(3));
    group.throughput(Throughput::Bytes(text.len() as u64));
    group
        .bench_function("text to trees", |bencher| bencher.iter(|| Module::read("large", "large.g", &text, &|_| None)));
    group.bench_function("trees to game", |bencher| bencher.iter(|| module.game(&BTreeMap::new(), &known)));
    group.bench_function("read whole", |bencher| {
        bencher.iter(|| Module::read("large", "large.g", &text, &|_| None).game(&BTreeMap::new(), &known));
    });
    group.finish();
}

criterion_group!(benches, gdl);
criterion_main!(benches);
