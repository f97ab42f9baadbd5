//! How fast matches are played, on one core: `cargo bench -p fairmarch-benches --bench play`.
//!
//! Aims: random players through the contract, 20x20 with 8 cities 40,000 turns of a seat a second, 10x10 with 4 cities 2,000 matches a
//! second to victory; goal-driven players on 20x20 4,000 turns a second; a copy of a state at most 1 us and 0.2 us for each KB.
//!
//! It begins with a table of where the time of a match of `classic` goes: late turns with hundreds of units are the dearest.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ai::{Player, Roster};
use chance::Seed;
use contract::Ruleset;
use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use fairmarch_tests::roll;
use generals_view::{GeneralsView, State};
use generals_view_players::GeneralsViewPlayers;
use kernel::Kernel;
use kernel_players::KernelPlayers;
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

/// The processor time of this thread, as far as the machine tells it; else the time that has passed since `start`.
fn processor_time(start: Instant) -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanos = told.and_then(|told| told.split_whitespace().next()?.parse().ok());
    nanos.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// What turns of all seats together take.
#[derive(Clone, Copy, Default)]
struct TurnCost {
    turns: u32,
    units: usize,
    /// Of that, what players think, and what the rules do.
    choosing: Duration,
    applying: Duration,
}

impl TurnCost {
    fn add(&mut self, other: TurnCost) {
        self.turns += other.turns;
        self.units += other.units;
        self.choosing += other.choosing;
        self.applying += other.applying;
    }

    fn print(&self, name: &str) {
        let mean = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(self.turns.max(1));
        let (choosing, applying, units) =
            (mean(self.choosing), mean(self.applying), self.units / self.turns.max(1) as usize);
        println!(
            "{name:>14} {:>6} {units:>6} {choosing:>9.0} {applying:>9.0} {:>9.0}",
            self.turns,
            choosing + applying
        );
    }
}

/// Plays a match of goal-driven players, and measures each turn. The clock is asked once for each seat and turn.
fn costs_of_turns(game: &Kernel, number: u64) -> BTreeMap<u32, TurnCost> {
    let entry = KernelPlayers::PLAYERS.iter().find(|player| player.name == "goal").expect("a player");
    let mut players: Vec<Box<dyn Player<Kernel>>> = (0..game.seats()).map(|_| (entry.make)(None)).collect();
    let mut stream = Seed(number).stream("players");
    let mut state = game.begin(Seed(number));
    let mut costs: BTreeMap<u32, TurnCost> = BTreeMap::new();
    let (start, mut moves) = (Instant::now(), Vec::new());
    while let Some(seat) = game.to_act(&state).iter().next().filter(|_| game.turn(&state) <= 300) {
        // What a seat does in its turn is played once to be chosen, and once more from a copy to see what the rules alone take.
        let (turn, units, mut copy) = (game.turn(&state), state.live.len(), state.clone());
        moves.clear();
        let begun = processor_time(start);
        while game.turn(&state) == turn && game.to_act(&state).contains(seat) {
            let view = game.view(&state, seat);
            let action = players[seat.index()].choose(game, view, &mut stream).expect("it goes on");
            game.apply(&mut state, seat, action, &mut |_| {}).expect("a legal move");
            moves.push(action);
        }
        let chosen = processor_time(start);
        for &action in &moves {
            game.apply(&mut copy, seat, action, &mut |_| {}).expect("the same move");
        }
        let applying = processor_time(start) - chosen;
        let choosing = (chosen - begun).saturating_sub(applying);
        let is_first = !costs.contains_key(&turn);
        let (turns, units) = if is_first { (1, units) } else { (0, 0) };
        costs.entry(turn).or_default().add(TurnCost { turns, units, choosing, applying });
    }
    costs
}

/// Prints what turns of `classic` take: from some turns on, and by the number of units in play.
fn table_by_turn(_: &mut Criterion) {
    let game = Kernel::open(&roll("classic:501").scenario).expect("the preset is played by these rules");
    let (mut by_turn, mut by_units) = ([TurnCost::default(); 4], [TurnCost::default(); 5]);
    const TURNS: [u32; 4] = [10, 50, 100, 150];
    const UNITS: [usize; 5] = [0, 50, 100, 200, 400];
    for number in 1..=12 {
        for (turn, cost) in costs_of_turns(&game, number) {
            if let Some(place) = TURNS.iter().position(|first| (*first..first + 5).contains(&turn)) {
                by_turn[place].add(cost);
            }
            let place = UNITS.iter().rposition(|&least| cost.units >= least).unwrap_or(0);
            by_units[place].add(cost);
        }
    }
    println!("classic:501, goal against goal, 12 matches; microseconds of processor time for a turn of all four seats");
    println!("{:>14} {:>6} {:>6} {:>9} {:>9} {:>9}", "", "turns", "units", "players", "rules", "together");
    for (first, cost) in TURNS.iter().zip(by_turn) {
        cost.print(&format!("turn {first} to {}", first + 4));
    }
    for (least, cost) in UNITS.iter().zip(by_units) {
        cost.print(&format!("{least} units on"));
    }
}

criterion_group!(benches, table_by_turn, matches);
criterion_main!(benches);
