//! How fast games of the kernel are played, on one core: `cargo bench -p fairmarch-tests --bench kernel`.
//!
//! Aims: goal-driven players 1,140 turns a second with 4 sides on 60x60, 600 with 8 on 120x120, 125 with 8 on 250x250 (twenty times
//! what Xconq 7.5 does with its own players); random players 200,000 actions a second; a turn on 500x500 with the same
//! units takes at most twice the time of 120x120. The bench also prints the bytes for each unit and cell.

use std::fmt::Write;
use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use ai::{Player, Roster};
use chance::Seed;
use contract::Ruleset;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fairmarch_tests::roll;
use formats::gdl::Module;
use kernel::Kernel;
use kernel_players::KernelPlayers;
use playtest::{MatchResult, MatchSettings, play_match};

fn game(string: &str) -> Arc<Kernel> {
    Arc::new(Kernel::open(&roll(string).scenario).expect("the preset is played by these rules"))
}

fn play(game: &Arc<Kernel>, name: &str, turn_limit: u32) -> MatchResult {
    let entry = KernelPlayers::PLAYERS.iter().find(|player| player.name == name).expect("a player");
    let players: Vec<Box<dyn Player<Kernel>>> = (0..game.seats()).map(|_| (entry.make)(None)).collect();
    play_match(game, players, MatchSettings { seed: Seed(1), turn_limit })
}

/// Prints the memory that a state takes, before and after some turns of random players.
fn weigh(game: &Kernel, size: &str) {
    let mut state = game.begin(Seed(1));
    let mut stream = Seed(1).stream("moves");
    for turns in [1, 40] {
        while game.turn(&state) < turns {
            let Some(seat) = game.to_act(&state).iter().next() else { break };
            let action = game.random_move(game.view(&state, seat), &mut stream);
            game.apply(&mut state, seat, action, &mut |_| {}).expect("a legal move");
        }
        let weight = state.memory_use();
        let each = |bytes: usize, count: usize| bytes as f64 / count.max(1) as f64;
        println!(
            "{size}, turn {turns}: {} units of {:.0} bytes, and {:.1} for each side that may see them; {} cells of {:.1} bytes, and {:.1} \
             for each side",
            weight.units,
            each(weight.of_units, weight.units),
            each(weight.of_images, weight.units * game.seats()),
            weight.cells,
            each(weight.of_cells, weight.cells),
            each(weight.of_sights, weight.cells * game.seats()),
        );
    }
}

/// Whole games up to 300 turns, of all sides together.
fn games(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kernel");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(8));
    for (size, sides) in [("60x60", 4), ("120x120", 8), ("250x250", 8)] {
        let game = game(&format!("classic:3:size={size},sides={sides}"));
        weigh(&game, size);
        let found = play(&game, "goal", 300);
        println!("{size}, {sides} sides: {} turns and {} moves in a game", found.turns, found.moves);
        group.throughput(Throughput::Elements(u64::from(found.turns)));
        group.bench_function(BenchmarkId::new("goal, turns", size), |bencher| {
            bencher.iter(|| black_box(play(&game, "goal", 300)));
        });
    }
    let game = game("classic:3:size=60x60,sides=4");
    let found = play(&game, "random", 300);
    println!("random players: {} turns and {} moves in a game", found.turns, found.moves);
    group.throughput(Throughput::Elements(u64::from(found.moves)));
    group.bench_function("random, moves", |bencher| bencher.iter(|| black_box(play(&game, "random", 300))));
    group.finish();
}

/// A plain whose side has `side` cells, with the same number of units at every size.
fn plain(side: usize) -> Kernel {
    let mut text = String::from(
        "(game-module \"plain\") (terrain-type land (char \".\") (capacity 4)) (material-type food) \
         (unit-type rider (acp-per-turn 4) (hp-max 6) (vision-range 2)) (table hit-chance add (rider rider 40)) \
         (table damage add (rider rider 1)) (table unit-storage-x add (rider food 50)) \
         (table base-production add (rider food 2)) (table base-consumption add (rider food 2)) \
         (side 1) (side 2) (side 3) (side 4) (set synthesis-methods nil)",
    );
    let row = format!("\"{side}a\" ");
    write!(text, "(area {side} {side}) (area (terrain (by-name land) {}))", row.repeat(side)).expect("a string");
    // In the middle: the area is a hexagon.
    let first = side / 2 - 28;
    for number in 0..400_usize {
        let (x, y) = (first + 3 * (number % 20), first + 3 * (number / 20));
        write!(text, "(rider {x} {y} {})", 1 + number % 4).expect("a string");
    }
    let (read, found) =
        Module::read("plain", "plain.g", &text, &|_| None).game(&Default::default(), &Default::default());
    assert!(!found.has_errors(), "{found:?}");
    Kernel::open(&read.and_then(|game| game.start).expect("an area")).expect("a game")
}

/// The same units on a small world and on a large one.
fn worlds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("kernel, 400 units");
    group.sample_size(10).warm_up_time(Duration::from_millis(100)).measurement_time(Duration::from_secs(4));
    for side in [120, 500] {
        let game = plain(side);
        // The beginning is not a turn: it is what the whole state is made in.
        let begun = game.begin(Seed(1));
        let turns = 50;
        group.throughput(Throughput::Elements(turns));
        group.bench_function(BenchmarkId::new("random, turns", side), |bencher| {
            bencher.iter_batched_ref(
                || (begun.clone(), Seed(1).stream("moves")),
                |(state, stream)| {
                    while u64::from(game.turn(state)) <= turns {
                        let Some(seat) = game.to_act(state).iter().next() else { break };
                        let action = game.random_move(game.view(state, seat), stream);
                        game.apply(state, seat, action, &mut |_| {}).expect("a legal move");
                    }
                },
                criterion::BatchSize::LargeInput,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, games, worlds);
criterion_main!(benches);
