//! How fast matches are played, on one core: `cargo bench -p fairmarch-tests --bench play`.
//!
//! Aims: random players through the contract, 20x20 with 8 cities 40,000 turns of a seat a second, 10x10 with 4 cities 2,000 matches a
//! second to victory; goal-driven players on 20x20 4,000 turns a second; a copy of a state at most 1 us and 0.2 us for each KB.

use std::hint::black_box;
use std::sync::Arc;
use std::time::Duration;

use ai::{Player, Roster};
use chance::Seed;
use contract::Ruleset;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fairmarch_tests::roll;
use generals_view::{GeneralsView, State};
use generals_view_players::GeneralsViewPlayers;
use playtest::{MatchResult, MatchSettings, play_match};

/// Capitals as near as chance has them: random matches come to an end. As far apart as the preset wants them, half of all random
/// matches are still undecided after 1,000 turns, and most of the time is spent in those.
const SMALL: &str = "generals-view:5:make-countries.country-separation-wanted=-1,size=10x10,symmetry=rotation-2";
const SMALL_FAR: &str = "generals-view:5:size=10x10,symmetry=rotation-2";
const LARGE: &str = "generals-view:5:size=20x20,symmetry=rotation-2";

fn game(string: &str) -> Arc<GeneralsView> {
    Arc::new(GeneralsView::open(&roll(string).scenario).expect("the preset is played by these rules"))
}

fn players(name: &str) -> Vec<Box<dyn Player<GeneralsView>>> {
    let entry = GeneralsViewPlayers::PLAYERS.iter().find(|player| player.name == name).expect("a player");
    (0..2).map(|_| (entry.make)(None)).collect()
}

fn play(game: &Arc<GeneralsView>, name: &str, number: u64, turn_limit: u32) -> MatchResult {
    play_match(game, players(name), MatchSettings { seed: Seed(number), turn_limit })
}

/// A state in the middle of a random match.
fn middle(game: &GeneralsView) -> State {
    let mut state = game.begin(Seed(1));
    let mut stream = Seed(1).stream("middle");
    while game.turn(&state) < 60 {
        let Some(seat) = game.to_act(&state).iter().next() else { break };
        let action = game.random_move(game.view(&state, seat), &mut stream);
        game.apply(&mut state, seat, action, &mut |_| {}).expect("a legal move");
    }
    state
}

fn matches(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("play");
    group.sample_size(20).warm_up_time(Duration::from_millis(500)).measurement_time(Duration::from_secs(4));
    let (small, large) = (game(SMALL), game(LARGE));
    println!("10x10: {} cities, 20x20: {} cities", small.cities().len(), large.cities().len());
    // Whole matches, one element each.
    for (name, game) in [("10x10", &small), ("10x10, capitals far apart", &game(SMALL_FAR))] {
        let is_won = |&number: &u64| !play(game, "random", number, 1000).outcome.winners.is_empty();
        let won = (0..200).filter(is_won).count();
        println!("{name}, random players: {won} of 200 matches end in victory within 1,000 turns");
        group.throughput(Throughput::Elements(1));
        group.bench_function(BenchmarkId::new("random matches", name), |bencher| {
            let mut number = 0;
            bencher.iter(|| {
                number += 1;
                black_box(play(game, "random", number, 1000))
            });
        });
    }
    // Turns of a seat: as many as a match of a fixed length has.
    for (name, turns) in [("random", 1000), ("greedy", 12), ("goal", 12)] {
        let played: u64 = (1..=20).map(|number| u64::from(play(&large, name, number, turns).turns)).sum();
        group.throughput(Throughput::Elements(played));
        group.bench_function(BenchmarkId::new(format!("{name} turns"), "20x20"), |bencher| {
            bencher.iter(|| (1..=20).map(|number| play(&large, name, number, turns).turns).sum::<u32>());
        });
    }
    for (name, game) in [("10x10", &small), ("20x20", &large)] {
        let state = middle(game);
        let bytes = game.save(&state).len() as u64;
        group.throughput(Throughput::Bytes(bytes));
        group.bench_function(BenchmarkId::new("copy of a state", name), |bencher| {
            bencher.iter(|| black_box(&state).clone())
        });
    }
    group.finish();
}

criterion_group!(benches, matches);
criterion_main!(benches);
