//! Dungeons across crates: rolled, joined, locked and opened, played by all their players, with their expected descent.

use std::sync::Arc;

use ai::{Player, Roster};
use chance::Seed;
use contract::Ruleset;
use design::parameters::terrain::{self, LOCK_LEVEL};
use design::parameters::unit::{self, KEY_LEVEL, LEVEL_MAX, LEVEL_MIN};
use design::{TerrainType, TypeId, UnitType};
use dungeon::Dungeon;
use dungeon::experience::{multiple, worth};
use dungeon_players::DungeonPlayers;
use fairmarch_tests::roll;
use grid::{Area, Cell, Layer, Shape, flood_over};
use rayon::prelude::*;
use world::{Place, Scenario, Side, SideId, Unit, World};

/// A vault with some choices, such as `sides=2`.
fn vault(seed: u64, more: &str) -> Scenario {
    roll(format!("vault:{seed}:{more}").trim_end_matches(':')).scenario
}

/// A level of `dungeon` that is drawn in the signs of its types; `@` is the hero, `K` the key of the doors `1`.
pub fn drawn(rows: &[&str]) -> Scenario {
    let design = fairmarch_tests::preset("dungeon").design;
    // As small as an area may be, with rock around.
    let (width, height) = (rows[0].len().max(20), rows.len().max(10));
    let area = Area::new(Shape::Square8, width as u32, height as u32).expect("an area");
    let mut scenario = Scenario::new(Arc::clone(&design), World::new(area));
    let find_ground = |sign: &str| design.ids::<TerrainType>().find(|&kind| design.text(terrain::CHAR, kind) == sign);
    let mut ground = vec![find_ground("#").expect("rock"); area.len()];
    scenario.sides = vec![Side { name: "Ostria".to_owned(), ..Side::default() }];
    for (row, signs) in rows.iter().rev().enumerate() {
        for (column, sign) in signs.chars().map(String::from).enumerate() {
            let cell = area.cell(column as i32, row as i32).expect("a cell of the drawing");
            if let Some(kind) = find_ground(&sign) {
                ground[cell.index()] = kind;
                continue;
            }
            ground[cell.index()] = find_ground(".").expect("floor");
            let is_meant = |kind: &UnitType| match sign.as_str() {
                "K" => design.name_of(*kind) == "iron-key",
                sign => design.text(unit::CHAR, *kind) == sign,
            };
            let kind = design.unit_types().find(is_meant).expect("a type");
            scenario.add_unit(Unit::new(kind, Place::Cell(cell), SideId(u8::from(sign == "@"))));
        }
    }
    scenario.world.terrain = Some(Layer::from_values(&area, ground));
    scenario
}

/// Plays a match to its end; returns the deepest level of each hero, and whether somebody won.
fn play(game: &Dungeon, player: &str, seed: u64) -> (Vec<i64>, bool) {
    let entry = DungeonPlayers::PLAYERS.iter().find(|entry| entry.name == player).expect("a player of that name");
    let mut players: Vec<Box<dyn Player<Dungeon>>> = (0..game.seats()).map(|_| (entry.make)(Some(40))).collect();
    let mut streams: Vec<_> = (0..game.seats()).map(|seat| Seed(seed).stream(&format!("seat {seat}"))).collect();
    let mut state = game.begin(Seed(seed));
    let mut moves = 0;
    while let Some(seat) = game.to_act(&state).iter().next() {
        let at = seat.index();
        let view = game.view(&state, seat);
        let action = players[at].choose(game, view, &mut streams[at]).expect("a move");
        game.apply(&mut state, seat, action, &mut |_| {}).unwrap_or_else(|why| panic!("{player}: {action:?}: {why}"));
        moves += 1;
        if moves % 500 == 0 {
            assert_eq!(game.find_broken(&state), None, "{player}");
        }
        assert!(moves < 200_000, "{player} never ends");
    }
    let outcome = game.outcome(&state).expect("it is over");
    (outcome.scores, !outcome.winners.is_empty())
}

/// What a hero gets to who picks up the keys on the way, in rising order: a search of its own.
fn reached(scenario: &Scenario) -> Vec<Cell> {
    let (design, area) = (&scenario.design, scenario.world.area);
    let mut keys = [false; 10];
    let stands =
        |cell, keys: &[bool; 10]| is_floor(scenario, cell) && (lock(scenario, cell) == 0 || keys[lock(scenario, cell)]);
    let home = scenario.sides[0].center.expect("a hero");
    let mut reached = Vec::new();
    for _ in 0..10 {
        reached = flood_over(&area, &scenario.world.all_links(), home, |cell| stands(cell, &keys));
        reached.sort_unstable();
        for (id, unit) in scenario.unit_ids() {
            let is_reached = scenario.cell_of(id).is_some_and(|cell| reached.binary_search(&cell).is_ok());
            keys[design.int(KEY_LEVEL, unit.kind) as usize] |= is_reached;
        }
    }
    reached
}

/// Whether one walks on a cell, or through its door.
fn is_floor(scenario: &Scenario, cell: Cell) -> bool {
    !["rock", "water", "chasm"].contains(&scenario.design.name_of(scenario.world.terrain_at(cell)))
}

/// The lock of a cell; 0 for none.
fn lock(scenario: &Scenario, cell: Cell) -> usize {
    scenario.design.int(LOCK_LEVEL, scenario.world.terrain_at(cell)) as usize
}

/// Checks that all floor hangs together, that there are locks and that each opens, and that all units can be reached.
fn check(scenario: &Scenario, what: &str) {
    assert_eq!(pipeline::find_broken(scenario), None, "{what}");
    assert_eq!(playtest::find_unplayable(scenario), None, "{what}");
    let area = scenario.world.area;
    let reached = reached(scenario);
    for (id, unit) in scenario.unit_ids() {
        let cell = scenario.cell_of(id).expect("all are placed");
        let name = scenario.design.name_of(unit.kind);
        let at = area.cell_name(cell);
        assert!(reached.binary_search(&cell).is_ok(), "{what}: the {name} at {at} cannot be reached");
    }
    let is_cut_off = |&cell: &Cell| is_floor(scenario, cell) && reached.binary_search(&cell).is_err();
    let cut_off = area.cells().find(is_cut_off).map(|cell| area.cell_name(cell));
    assert_eq!(cut_off, None, "{what}: floor that nobody gets to");
    assert!(area.cells().any(|cell| lock(scenario, cell) > 0), "{what}: something is locked");
}

#[test]
fn every_level_is_joined_every_lock_can_be_opened_and_everything_can_be_reached() {
    for (seed, more) in [(1, ""), (2, "sides=2"), (3, "sides=4"), (4, "size=60x30"), (5, "")] {
        let scenario = vault(seed, more);
        let what = format!("vault:{seed}:{more}");
        check(&scenario, &what);
        for (id, unit) in scenario.unit_ids() {
            let level = scenario.world.area.level(scenario.cell_of(id).expect("all are placed")) as i32 + 1;
            let levels = scenario.design.int(LEVEL_MIN, unit.kind)..=scenario.design.int(LEVEL_MAX, unit.kind);
            let name = scenario.design.name_of(unit.kind);
            assert!(levels.contains(&level), "{what}: a {name} on the wrong level");
        }
    }
    check(&roll("dungeon:1").scenario, "dungeon:1");
}

/// The same of a thousand dungeons.
#[test]
fn a_thousand_dungeons_are_sound() {
    if !fairmarch_tests::is_long() {
        return;
    }
    (1..=1000_u64).into_par_iter().for_each(|seed| {
        let name = if seed.is_multiple_of(2) { "dungeon" } else { "vault" };
        let what = format!("{name}:{}", 50_000 + seed);
        check(&roll(&what).scenario, &what);
    });
}

#[test]
fn who_explores_an_empty_vault_opens_its_locks_and_takes_the_prize() {
    for seed in 1..=6 {
        let scenario = vault(seed, "furnish-levels.monsters-per-level=0");
        let game = Dungeon::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
        for player in ["explorer", "careful"] {
            assert_eq!(play(&game, player, seed), (vec![4], true), "seed {seed}, {player}");
        }
    }
}

#[test]
fn those_who_know_the_game_get_deeper() {
    let mut sums = [0, 0, 0];
    for seed in 1..=6 {
        let game = Dungeon::open(&vault(seed, "")).unwrap_or_else(|why| panic!("{why}"));
        for (sum, player) in sums.iter_mut().zip(["random", "fighter", "careful"]) {
            *sum += play(&game, player, seed).0[0];
        }
    }
    assert!(sums[0] < sums[1] && sums[0] < sums[2], "{sums:?}");
    let game = Dungeon::open(&vault(1, "sides=2")).unwrap_or_else(|why| panic!("{why}"));
    assert_eq!(play(&game, "search", 1).0.len(), 2);
}

#[test]
fn an_expected_descent_falls_from_level_to_level_and_is_told_beside_what_was_played() {
    let scenario = roll("dungeon:3").scenario;
    let game = Dungeon::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    let depths = game.descent();
    assert_eq!(depths.len(), 16);
    assert!(depths.windows(2).all(|pair| pair[1].reached <= pair[0].reached && pair[1].rank >= pair[0].rank));
    assert!(depths[0].reached > 0.999 && depths[15].reached < 0.9, "{depths:?}");
    // More monsters are more danger.
    let many = Dungeon::open(&roll("dungeon:3:variant.monsters=many").scenario).unwrap_or_else(|why| panic!("{why}"));
    let many = many.descent();
    assert!(many[15].monsters > depths[15].monsters && many[15].reached < depths[15].reached);
    let runner = playtest::open(&scenario).expect("it can be played");
    let forecast = runner.forecast().expect("a dungeon has one");
    assert_eq!(forecast.rows.len(), 17);
    let last = forecast.share_of("heroes that reach level 16").expect("it is expected");
    assert!((last - depths[15].reached).abs() < 1e-12);
}

/// What the pages say of monsters is what their numbers say, as multiples of a new fighter (Giwer).
#[test]
fn help_says_how_strong_monsters_are() {
    let scenario = drawn(&["@..\".."]);
    let game = Dungeon::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
    // A human of the mean with his short sword and his leather: what armour turns aside is avoided.
    let fighter = worth(77, 7, 1, 16, 7);
    for (name, words, least, most) in [
        ("grey-kobold", "half as strong as a new fighter", 45, 55),
        ("orc-guardsman", "six times as strong as a new fighter", 550, 650),
    ] {
        let kind = scenario.design.find::<UnitType>(name).expect("a type");
        let found = multiple(game.worth(kind.index() as u16), fighter);
        assert!((least..=most).contains(&found), "{name}: {found} %");
        assert!(scenario.design.text(unit::HELP, kind).contains(words), "{name}");
    }
}
