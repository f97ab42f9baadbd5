//! How fast dungeons are rolled, measured and played, on one core: `cargo bench -p fairmarch-tests --bench dungeon`.
//!
//! Aims: 16 levels of 80x25 in at most 60 ms; 300,000 turns of monsters a second in matches of random players.

use std::hint::black_box;
use std::time::Duration;

use chance::Seed;
use contract::Ruleset;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use dungeon::{Dungeon, State};
use fairmarch_tests::{preset, roll};
use pipeline::{Options, Request};

/// A match of random players to its end, or for so many moves.
fn play(game: &Dungeon, number: u64, moves: u32) -> State {
    let mut state = game.begin(Seed(number));
    let mut stream = Seed(number).stream("bench");
    for _ in 0..moves {
        let Some(seat) = game.to_act(&state).iter().next() else { break };
        let action = game.random_move(game.view(&state, seat), &mut stream);
        game.apply(&mut state, seat, action, &mut |_| {}).expect("a legal move");
    }
    state
}

fn rolls(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dungeon");
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));
    let loaded = preset("dungeon");
    let options = Options { tries: 1, frames: false, ..Options::new("dungeon") };
    let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    group.bench_function("roll 16 levels of 80x25", |bencher| {
        let mut seed = 0;
        bencher.iter(|| {
            seed += 1;
            one.install(|| pipeline::roll(&loaded, &Request { seed, ..Request::default() }, &options))
        });
    });
    let scenario = roll("dungeon:4").scenario;
    group.bench_function("open", |bencher| bencher.iter(|| Dungeon::open(black_box(&scenario))));
    let game = Dungeon::open(&scenario).expect("the preset is played by these rules");
    group.bench_function("forecast", |bencher| bencher.iter(|| black_box(&game).forecast()));
    let state = game.begin(Seed(1));
    group.bench_function("copy a state", |bencher| bencher.iter(|| black_box(&state).clone()));
    group.finish();
}

fn matches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("random play of the dungeon");
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));
    for monsters in ["usual", "carson"] {
        let game = Dungeon::open(&roll(&format!("dungeon:4:variant.monsters={monsters}")).scenario);
        let game = game.expect("the preset is played by these rules");
        let states: Vec<State> = (0..8).map(|number| play(&game, number, 4000)).collect();
        let turns: u64 = states.iter().map(State::monster_turns).sum();
        println!("{monsters}: {turns} turns of monsters in 8 matches");
        group.throughput(Throughput::Elements(turns));
        group.bench_function(format!("turns of monsters, {monsters}"), |bencher| {
            bencher.iter(|| {
                for number in 0..8 {
                    black_box(play(&game, number, 4000));
                }
            });
        });
    }
    group.finish();
}

criterion_group!(benches, rolls, matches);
criterion_main!(benches);
