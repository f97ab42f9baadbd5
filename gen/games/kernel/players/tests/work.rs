//! What players do beside walking, fighting and building: blasts, fire into cells, extraction, production, changes of type and of
//! terrain, parts, and what becomes of the unit that represents a player.

use std::collections::BTreeMap;

use chance::Seed;
use contract::Ruleset;
use design::Known;
use formats::gdl::Module;
use kernel::{Kernel, UnitIndex};
use world::SideId;

use super::{Match, PLAIN, TOWNS, start};

/// How much of the first material a unit holds, as its own side knows.
fn supply(game: &Match, id: u32) -> i32 {
    let unit = game.unit(id);
    let seat = contract::Seat::of(unit.side).expect("a side's unit");
    game.rules.view(&game.state, seat).supply(UnitIndex(id), design::MaterialType(0))
}

const ROCKETS: &str = "(unit-type rocket (acp-per-turn 4) (acp-to-detonate 1) (hp-per-detonation 1)) \
    (unit-type fort (acp-per-turn 0) (speed 0) (hp-max 20) (point-value 50)) (unit-type scout (acp-per-turn 1) (hp-max 2)) \
    (table detonation-damage-at (rocket u* 30)) (table detonation-unit-range (rocket u* 1)) \
    (table detonation-damage-adjacent (rocket scout 9))";

#[test]
fn a_rocket_goes_to_a_fort_and_goes_off_there() {
    let mut game = start(ROCKETS, &PLAIN, "(rocket 2 4 1) (scout 4 1 1) (fort 9 4 2) (scout 8 7 2)");
    game.play_until("goal", 10, |state| state.unit(UnitIndex(2)).hp <= 0);
    assert!(game.unit(2).hp <= 0, "the fort is worth more than the rocket");
    assert!(game.unit(0).hp <= 0, "the rocket is spent");
}

#[test]
fn no_rocket_goes_off_where_it_hurts_its_own_side_more() {
    let units = "(rocket 5 4 1) (fort 6 4 1) (scout 7 4 2) (fort 8 7 2) (scout 8 6 2)";
    let types = ROCKETS.replace("(rocket u* 1))", "(rocket u* 1)) (add rocket acp-per-turn 1) (add rocket speed 0)");
    let mut game = start(&types, &PLAIN, units);
    game.play("goal", 4);
    assert!(game.unit(1).hp > 0 && game.unit(0).hp > 0, "it can reach nothing but a scout beside its own fort");
}

#[test]
fn guns_fire_into_a_crowded_cell() {
    let types = "(unit-type gun (acp-per-turn 1) (speed 0) (hp-max 9) (range 3) (acp-to-fire 1)) \
        (unit-type foe (acp-per-turn 0) (speed 0) (hp-max 1)) (table fire-hit-chance (gun foe 100)) \
        (table fire-damage (gun foe 1))";
    for player in ["greedy", "goal"] {
        let mut game = start(types, &PLAIN, "(gun 4 4 1) (foe 6 4 2) (foe 6 4 2) (foe 6 4 2) (foe 8 7 2)");
        game.play(player, 2);
        let left = (1..4).filter(|&id| game.unit(id).hp > 0).count();
        assert_eq!(left, 0, "{player}: one round hits all three");
    }
}

const PITS: &str = "(material-type ore) (unit-type camp (acp-per-turn 1) (speed 0) (hp-max 20) (capacity 8)) \
    (unit-type miner (acp-per-turn 4) (hp-max 2)) (unit-type guard (acp-per-turn 1) (hp-max 4)) \
    (table unit-size-as-occupant (camp u* 99)) (table unit-storage-x (camp ore 50) (miner ore 6)) \
    (table terrain-storage-x (sea ore 40)) (table terrain-initial-supply (sea ore 40)) (table acp-to-extract (miner ore 1)) \
    (table acp-to-unload (miner ore 1)) (table acp-to-load (camp ore 1)) (table acp-to-create (camp guard 1)) \
    (table consumption-on-creation (guard ore 30)) (table hit-chance (guard u* 50)) (table damage (guard u* 1))";

#[test]
fn miners_bring_ore_to_the_camp() {
    // The sea is a pit here.
    let area = ["............", "............", "............", "............", "........~...", "............"];
    let mut scenario = super::read(PITS, &area, "(camp 2 3 1) (miner 3 3 1) (camp 10 1 2)");
    let terrain = scenario.world.terrain.as_ref().expect("there is terrain").values();
    let ore = terrain.iter().map(|ground| if ground.0 == 1 { 40 } else { 0 }).collect();
    scenario.world.materials.insert(design::MaterialType(0), grid::Layer::from_values(&scenario.world.area, ore));
    let mut game = super::begin(&scenario);
    game.play("goal", 40);
    assert!(game.count("guard") > 0, "thirty ores make a guard; the camp holds {}", supply(&game, 0));
}

#[test]
fn a_mill_makes_what_it_builds_with() {
    let types = "(material-type flour) (unit-type mill (acp-per-turn 2) (speed 0) (hp-max 20) (capacity 8)) \
        (unit-type guard (acp-per-turn 1)) (table unit-size-as-occupant (mill u* 99)) (table unit-storage-x (mill flour 20)) \
        (table acp-to-produce (mill flour 1)) (table material-per-production (mill flour 2)) \
        (table acp-to-create (mill guard 1)) (table consumption-on-creation (guard flour 8)) \
        (table hit-chance (guard u* 50)) (table damage (guard u* 1))";
    let guards = |player: &str| {
        let mut game = start(types, &PLAIN, "(mill 2 4 1) (mill 9 1 2)");
        game.play(player, 20);
        game.count("guard")
    };
    assert!(guards("goal") > 0);
    assert_eq!(guards("greedy"), 0, "the greedy player makes nothing by itself");
}

#[test]
fn a_unit_becomes_what_is_worth_more_and_not_what_is_worth_less() {
    let types = "(unit-type egg (acp-per-turn 1) (cp 2)) (unit-type bird (acp-per-turn 1) (cp 20)) \
        (table can-change-type-to (egg bird true) (bird egg true)) (table acp-to-change-type (u* u* 1))";
    let mut game = start(types, &PLAIN, "(egg 2 4 1) (bird 2 6 1) (egg 9 1 2)");
    game.play("goal", 6);
    assert_eq!((game.count("egg"), game.count("bird")), (0, 2));
}

#[test]
fn parts_go_their_own_ways_where_captors_are_lacking() {
    let types =
        format!("{TOWNS} (add soldier hp-max 8) (add soldier parts-max 4) (add soldier acp-to-transfer-part 1)");
    let towns = "(town 7 4 0) (town 7 7 0) (town 4 1 0) (town 9 2 0)";
    let mut game = start(&types, &PLAIN, &format!("{towns} (soldier 2 4 1) (town 8 7 2)"));
    game.play("goal", 6);
    assert!(game.count("soldier") > 1, "four towns wait, and there is one soldier of eight men");
}

const DREDGERS: &str = "(unit-type soldier (acp-per-turn 2) (hp-max 4)) (unit-type town (hp-max 20) (capacity 8)) \
    (unit-type dredger (acp-per-turn 2)) (table vanishes-on ((soldier dredger) sea true)) \
    (table mp-to-enter-terrain ((soldier dredger) sea 99)) (table unit-size-as-occupant (town u* 99)) \
    (table mp-to-enter-unit (u* town 1)) (table capture-chance (soldier town 100)) (table acp-to-capture (soldier town 1)) \
    (table acp-to-remove-terrain (dredger sea 1)) (table acp-to-add-terrain (dredger land 1)) \
    (table alter-terrain-range (dredger land 1))";
const STRAIT: [&str; 9] = ["....~~~....."; 9];

#[test]
fn a_causeway_leads_to_a_town_beyond_the_water() {
    let taken = |player: &str, types: &str| {
        let mut game = start(types, &STRAIT, "(town 9 4 0) (soldier 2 4 1) (dredger 2 5 1) (dredger 10 1 2)");
        game.play_until(player, 40, |state| state.unit(UnitIndex(0)).side == SideId(1));
        game.unit(0).side == SideId(1)
    };
    assert!(taken("goal", DREDGERS), "three cells of water");
    assert!(!taken("greedy", DREDGERS), "the greedy player lays nothing");
    assert!(!taken("goal", &DREDGERS.replace("(dredger sea 1)", "")), "who cannot remove water cannot make land of it");
}

#[test]
fn fields_are_made_of_waste_beside_a_farm() {
    let types = "(material-type corn) (unit-type farm (acp-per-turn 1) (speed 0) (hp-max 9)) (unit-type plough (acp-per-turn 2)) \
        (unit-type eater (acp-per-turn 1)) (table base-production (farm corn 4)) (table unit-storage-x (u* corn 20)) \
        (table unit-initial-supply (u* corn 20)) (table base-consumption (eater corn 1)) \
        (table productivity (farm sea 200) (farm land 50)) \
        (table acp-to-remove-terrain (plough t* 1)) (table acp-to-add-terrain (plough t* 1)) (table alter-terrain-range (plough t* 1))";
    let mut game = start(types, &PLAIN, "(farm 5 4 1) (plough 2 4 1) (eater 8 7 2)");
    let at = game.unit(0).cell;
    game.play("goal", 12);
    let ground = game.rules.view(&game.state, contract::Seat(0)).terrain(at);
    assert_eq!(ground, game.rules.design.find::<design::TerrainType>("sea"), "it is four times as good for the farm");
}

const KINGS: &str = "(unit-type king (acp-per-turn 1) (hp-max 4) (can-be-self true)) (unit-type guard (acp-per-turn 1) (hp-max 4)) \
    (set self-required true) (table hit-chance (u* u* 50)) (table damage (u* u* 1)) (table counterattack (u* u* 100))";

#[test]
fn a_king_is_not_staked_at_even_odds() {
    for player in ["greedy", "goal"] {
        let mut game = start(KINGS, &PLAIN, "(king 5 4 1) (guard 4 1 1) (guard 3 2 1) (guard 6 4 2) (king 8 7 2)");
        let (id, turns) = (UnitIndex(0), 2);
        let mut attacked = false;
        game.watch(player, turns, |action| {
            attacked |=
                matches!(action, kernel::Move::Act { actor, action: kernel::Action::Attack(_), .. } if actor == id);
        });
        assert!(!attacked, "{player}");
    }
}

#[test]
fn a_side_builds_where_its_only_captor_can_stand_nowhere() {
    let types = "(unit-type yard (acp-per-turn 2) (speed 0) (hp-max 20) (capacity 8)) (unit-type tank (acp-per-turn 1) (cp 2)) \
        (unit-type ghost (acp-per-turn 1)) (table vanishes-on (ghost t* true)) (table mp-to-enter-terrain (ghost t* 99)) \
        (table unit-size-as-occupant (yard tank 9)) (table acp-to-create (yard tank 1)) (table acp-to-build (yard tank 1)) \
        (table hit-chance (tank u* 50)) (table damage (tank u* 1)) (table capture-chance (ghost yard 50)) \
        (table acp-to-capture (ghost yard 1))";
    for player in ["greedy", "goal"] {
        let mut game = start(types, &PLAIN, "(yard 2 4 1) (yard 9 4 2)");
        game.play(player, 30);
        assert!(game.count("tank") > 4, "{player}: {}", game.count("tank"));
    }
}

/// How many of some matches of a sample in GDL the goal-driven player wins against the greedy one; it takes each seat in turn.
fn wins_against_greedy(sample: &str, matches: u64) -> u64 {
    let path = format!("{}/tests/{sample}.g", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).expect("the sample");
    let module = Module::read(sample, &path, &text, &|_| None);
    let (game, found) = module.game(&BTreeMap::new(), &Known::default());
    assert!(!found.has_errors(), "{found:?}");
    let scenario = game.expect("no error").start.expect("a start that is given whole");
    let wins = |number: &u64| {
        let names = if number.is_multiple_of(2) { ["goal", "greedy"] } else { ["greedy", "goal"] };
        let rules = Kernel::open(&scenario).unwrap_or_else(|why| panic!("{why}"));
        let state = rules.begin(Seed(100 + number));
        let mut game = Match { rules, state };
        game.run(&names, 200 + number, 400, |_| false, |_| {});
        let outcome = game.rules.outcome(&game.state).expect("it has a last turn");
        outcome.winners.contains(contract::Seat((number % 2) as u8))
    };
    (0..matches).filter(wins).count() as u64
}

#[test]
fn who_digs_beats_who_does_not() {
    let wins = wins_against_greedy("36-miners", 20);
    assert!(wins >= 16, "{wins} of 20");
}

#[test]
fn who_fires_rockets_beats_who_does_not() {
    let wins = wins_against_greedy("37-silos", 20);
    assert!(wins >= 16, "{wins} of 20");
}

#[test]
fn who_makes_land_beats_who_does_not() {
    let wins = wins_against_greedy("38-polders", 20);
    assert!(wins >= 16, "{wins} of 20");
}
