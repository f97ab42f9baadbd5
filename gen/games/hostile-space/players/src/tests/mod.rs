//! What the players are worth, on a torus with two zones across from each other: who beats whom, and that all play by the rules.

use std::sync::Arc;
use std::time::Instant;

use ai::{Player, Roster};
use chance::Seed;
use contract::{Ruleset, Seat};
use design::{Known, UnitType};
use grid::{Area, Shape};
use hostile_space::{Event, HostileSpace, Loss, Piece, State};
use world::{Place, Scenario, Side, SideId, Unit, World};

use crate::HostileSpacePlayers;

/// Two zones on a torus of 48 by 48, with some asteroids between them; the section says numbers anew.
fn board(section: &str) -> HostileSpace {
    let text = format!(
        r#"{{
          "terrain": {{ "space": {{}}, "rock": {{}} }},
          "units": {{ "ship": {{}}, "missile": {{}}, "marker": {{}}, "base": {{}}, "base-part": {{}}, "asteroid": {{}} }},
          "globals": {{ "ruleset": "hostile-space", "edge-ring": false }},
          "hostile-space": {{ {section} }},
        }}"#
    );
    let design = formats::read_design("game", "game.ron", &text, &|_| None, &Known::default());
    let design = Arc::new(design.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
    let area = Area::new(Shape::Torus, 48, 48).expect("an area");
    let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
    let side = |name: &str| Side { name: name.to_owned(), ..Side::default() };
    scenario.sides = vec![side("Ostria"), side("Vestria")];
    let mut put = |kind: &str, side: u8, (column, row): (i32, i32)| {
        let kind = design.find::<UnitType>(kind).expect("a type of the design");
        let cell = area.cell(column, row).expect("a cell");
        scenario.units.push(Unit::new(kind, Place::Cell(cell), SideId(side)));
    };
    let center = if section.contains("bases") { "base" } else { "marker" };
    put(center, 1, (12, 12));
    put(center, 2, (36, 36));
    // A half turn around the middle carries each onto another.
    for (column, row) in [(24, 4), (20, 22), (5, 30), (30, 14), (44, 20)] {
        put("asteroid", 0, (column, row));
        put("asteroid", 0, (47 - column, 47 - row));
    }
    HostileSpace::open(&scenario).unwrap_or_else(|why| panic!("{why}"))
}

/// A player by its name and budget: `search:20`.
fn player(name: &str) -> Box<dyn Player<HostileSpace>> {
    let (name, budget) = name.split_once(':').map_or((name, None), |(name, budget)| (name, budget.parse().ok()));
    let entry = HostileSpacePlayers::PLAYERS.iter().find(|entry| entry.name == name).expect("a player of that name");
    (entry.make)(budget)
}

/// Plays a match for some turns; the players of the seats by name. Every move must be legal.
fn play(game: &HostileSpace, names: [&str; 2], seed: u64, turns: u32, log: &mut dyn FnMut(Event)) -> State {
    let mut players = names.map(player);
    let mut streams: Vec<_> = (0..2).map(|seat| Seed(seed).stream(&format!("seat {seat}"))).collect();
    let mut state = game.begin(Seed(seed));
    while let Some(seat) = game.to_act(&state).iter().next().filter(|_| game.turn(&state) <= turns) {
        let at = seat.index();
        let action = players[at].choose(game, game.view(&state, seat), &mut streams[at]);
        let action = action.unwrap_or_else(|forfeit| panic!("{}: {forfeit}", names[at]));
        game.apply(&mut state, seat, action, log).unwrap_or_else(|why| panic!("{}: {action:?}: {why}", names[at]));
    }
    assert_eq!(game.find_broken(&state), None);
    state
}

/// The share of the wins that one player gets against another, in thousandths; a draw is half a win each.
fn share(game: &HostileSpace, one: &str, other: &str, seeds: std::ops::Range<u64>) -> u64 {
    let count = seeds.end - seeds.start;
    let mut sum = 0;
    for seed in seeds {
        let seats = if seed % 2 == 0 { [one, other] } else { [other, one] };
        let state = play(game, seats, seed, u32::MAX, &mut |_| {});
        let outcome = game.outcome(&state).expect("it is over");
        let own = Seat((seed % 2) as u8);
        sum += if outcome.winners.is_empty() { 500 } else { u64::from(outcome.winners.contains(own)) * 1000 };
    }
    sum / count
}

#[test]
fn greedy_beats_random() {
    let won = share(&board(""), "greedy", "random", 0..20);
    assert!(won >= 900, "{won} of 1000");
}

#[test]
fn the_interceptor_beats_greedy() {
    let won = share(&board(""), "interceptor", "greedy", 0..30);
    assert!(won >= 750, "{won} of 1000");
}

/// It never fires at a friend that it sees, and never flies into what it sees.
#[test]
fn the_interceptor_spares_its_own() {
    let game = board("");
    let (mut own, mut all) = (0, 0);
    for seed in 0..6 {
        play(&game, ["interceptor"; 2], seed, u32::MAX, &mut |event| {
            if let Event::Lost { piece: Piece::Ship { seat, .. }, by, .. } = event {
                all += 1;
                own += u32::from(matches!(by, Loss::Missile { seat: by, .. } if by == seat));
                own += u32::from(matches!(by, Loss::Rock | Loss::Asteroid));
            }
        });
    }
    assert!(own * 20 <= all, "{own} of {all} ships by their own doing");
}

#[test]
fn all_play_by_the_rules_of_all_variants() {
    for section in [
        r#""bases": true, "turns": 12"#,
        r#""damage": "fortified", "velocities": "open", "turns": 12"#,
        r#""turning": "distance", "missile-turns": 0, "entity-dice": 1, "turns": 12"#,
    ] {
        let game = board(section);
        for names in [["greedy", "interceptor"], ["search:12", "greedy"]] {
            play(&game, names, 5, u32::MAX, &mut |_| {});
        }
    }
}

/// Bases fall to players that know of them.
#[test]
fn the_interceptor_takes_bases() {
    let game = board(r#""bases": true"#);
    let mut fallen = 0;
    for seed in 0..6 {
        play(&game, ["interceptor", "random"], seed, u32::MAX, &mut |event| {
            fallen += u32::from(matches!(event, Event::TokenLost { seat: Seat(1), is_center: true, .. }));
        });
    }
    assert!(fallen >= 3, "{fallen} of 6");
}

/// Shares of longer series and turns of a seat a second, told by `FAIRMARCH_MEASURE=60 cargo test .. measure -- --nocapture`.
#[test]
fn measure() {
    let Some(count) = std::env::var_os("FAIRMARCH_MEASURE") else { return };
    let count: u64 = count.to_string_lossy().parse().expect("a number of matches");
    let game = board("");
    let clock = Instant::now();
    let mut turns = 0;
    for seed in 0..count {
        let state = play(&game, ["random"; 2], seed, u32::MAX, &mut |_| {});
        turns += 2 * u64::from(game.turn(&state));
    }
    println!("random: {:.0} turns of a seat a second", turns as f64 / clock.elapsed().as_secs_f64());
    for (one, other) in
        [("greedy", "random"), ("interceptor", "greedy"), ("interceptor", "random"), ("search:60", "interceptor")]
    {
        let clock = Instant::now();
        let count = if one.starts_with("search") { count / 8 } else { count };
        let won = share(&game, one, other, 1000..1000 + count);
        println!("{one} against {other}: {won} of 1000 in {count} matches, {:.1} s", clock.elapsed().as_secs_f64());
    }
}
