//! The design that seed 000 builds up step by step ("A Tutorial Example"), in our own words and with its numbers: a
//! monster among buildings, then crowds, fire engines and soldiers. Each stage does what the seed says it does.

use fairmarch_kernel::{Action, Phase, Refusal, UnitIndex, testing};
use world::SideId;

use super::combat::count;
use super::{TestGame, table};

const MONSTER: &str = "(unit-type monster (start-with 1))";
const MOVES: &str = "(add monster acp-per-turn 4)";
const HOUSES: &str = "(unit-type building) \
    (table hit-chance (monster building 90) (building monster 10)) \
    (table damage (monster building 1) (building monster 3)) (add (monster building) hp-max (100 3))";
const RUBBLE: &str = "(unit-type heap) (add building wrecked-type heap)";
const FLAT: &str = "(table unit-size-in-terrain (heap t* 0))";
const PEOPLE: &str = "(unit-type mob) (unit-type engine) (unit-type guard) (define humans (mob engine guard)) \
    (add humans acp-per-turn (1 6 2)) \
    (table hit-chance add (monster humans 50) (humans monster (0 10 70))) (scorekeeper (do last-side-wins))";

/// One street after the other, with room for one unit each, as by default.
fn game(stages: &[&str], units: &str) -> TestGame {
    table(&format!("(add land capacity 1) {} (units) {units}", stages.concat()))
}

impl TestGame {
    fn walk(&mut self, unit: u32, x: i32, y: i32) -> Result<(), Refusal> {
        let cell = self.cell(x, y);
        self.act(unit, Action::Move(cell, 0))
    }
}

#[test]
fn stage_1_no_unit_can_act() {
    let mut game = game(&[MONSTER], "(monster 4 4 1) (monster 6 4 2)");
    assert_eq!(game.acp(0), 0);
    assert_eq!(game.walk(0, 5, 4), Err(Refusal::CannotDo("it never has any action points")));
    assert_eq!(game.attack(0, 1), Err(Refusal::CannotDo("it never has any action points")));
}

#[test]
fn stage_2_it_walks_four_cells_a_turn() {
    let mut game = game(&[MONSTER, MOVES], "(monster 3 4 1)");
    for x in 4..8 {
        game.walk(0, x, 4).unwrap();
    }
    assert!(matches!(game.walk(0, 6, 4), Err(Refusal::NotEnoughAcp { .. })));
    game.next_turn();
    game.walk(0, 6, 4).unwrap();
}

#[test]
fn stage_3_houses_stand_in_the_way() {
    let house = "(unit-type building)";
    let mut game = game(&[MONSTER, MOVES, house], "(monster 3 4 1) (building 4 4 0)");
    assert_eq!(game.walk(0, 4, 4), Err(Refusal::BlockingZoc { by: UnitIndex(1) }), "it cannot walk over them");
    assert_eq!(game.attack(0, 1), Err(Refusal::CannotHit), "nor touch them");
}

#[test]
fn stage_4_three_hits_bring_a_house_down() {
    let text = [MONSTER, MOVES, HOUSES];
    let mut bashed = game(&text, "(monster 3 4 1) (building 4 4 0)");
    let mut blows = 0;
    while bashed.hp(1) > 0 {
        if bashed.acp(0) == 0 {
            bashed.next_turn();
        }
        let before = bashed.hp(1);
        bashed.attack(0, 1).unwrap();
        blows += 1;
        assert!(before - bashed.hp(1) <= 1 && blows < 50);
    }
    assert!(blows >= 3);
    assert!(bashed.at().in_cell(bashed.cell(4, 4)).next().is_none(), "empty ground is left");
    bashed.next_turn();
    bashed.walk(0, 4, 4).unwrap();
}

#[test]
fn stage_4_it_hits_nine_times_of_ten_and_may_skin_a_knuckle() {
    let text = format!("(add land capacity 1) {MONSTER} {MOVES} {HOUSES} (units) (monster 3 4 1) (building 4 4 0)");
    let mut skinned = 0;
    let hits = count(&text, 500, |game| {
        game.attack(0, 1).unwrap();
        assert!([100, 97].contains(&game.hp(0)));
        skinned += u64::from(game.hp(0) == 97);
        game.hp(1) == 2
    });
    assert!((430..470).contains(&hits), "90% of 500: {hits}");
    assert!((32..70).contains(&skinned), "10% of 500: {skinned}");
}

/// A game in which a house has just come down.
fn with_heap(stages: &[&str]) -> TestGame {
    let mut game = game(stages, "(monster 3 4 1) (building 4 4 0)");
    for _ in 0..40 {
        if game.unit(1).kind == game.kind("heap") {
            break;
        }
        if game.acp(0) == 0 {
            game.next_turn();
        }
        game.attack(0, 1).unwrap();
    }
    game.next_turn();
    game
}

#[test]
fn stage_5_a_heap_of_rubble_is_left_and_nothing_can_be_done_about_it() {
    let mut game = with_heap(&[MONSTER, MOVES, HOUSES, RUBBLE]);
    assert_eq!(game.unit(1).kind, game.kind("heap"));
    assert_eq!(game.walk(0, 4, 4), Err(Refusal::BlockingZoc { by: UnitIndex(1) }), "it cannot stand on it");
    assert_eq!(game.attack(0, 1), Err(Refusal::CannotHit), "it cannot hit it");
}

/// Heaps block no unit once they take no room. Where the design says who opens cells (`mp-to-enter-own`), that decides
/// (`DIFFERENCES.md`, "Movement").
#[test]
fn stage_6_heaps_take_no_room_and_can_be_climbed() {
    for open in ["", "(table mp-to-enter-own (monster heap 0))"] {
        let mut game = with_heap(&[MONSTER, MOVES, HOUSES, RUBBLE, FLAT, open]);
        game.walk(0, 4, 4).unwrap();
        assert_eq!(game.at().in_cell(game.cell(4, 4)).count(), 2);
    }
    let closed = "(table mp-to-enter-own (monster building -1) (building monster 0))";
    let mut game = with_heap(&[MONSTER, MOVES, HOUSES, RUBBLE, FLAT, closed]);
    assert_eq!(game.walk(0, 4, 4), Err(Refusal::BlockingZoc { by: UnitIndex(1) }));
}

#[test]
fn what_acts_closes_its_cell_though_it_takes_no_room() {
    let flat = "(table unit-size-in-terrain (mob t* 0))";
    let mut game = game(&[MONSTER, MOVES, HOUSES, PEOPLE, flat], "(monster 4 4 1) (mob 5 4 2)");
    assert_eq!(game.walk(0, 5, 4), Err(Refusal::BlockingZoc { by: UnitIndex(1) }));
}

#[test]
fn stage_7_people_run_or_stand_as_fast_as_they_can() {
    let game = game(&[MONSTER, MOVES, HOUSES, PEOPLE], "(monster 4 4 1) (mob 5 4 2) (engine 6 4 2) (guard 3 4 2)");
    assert_eq!([0, 1, 2, 3].map(|id| game.acp(id)), [4, 1, 6, 2]);
    assert_eq!([1, 2, 3].map(|id| game.chance(0, id)), [50; 3]);
    assert_eq!([1, 2, 3].map(|id| game.chance(id, 0)), [0, 10, 70]);
}

#[test]
fn stage_8_it_wins_when_all_that_count_are_gone_however_many_engines_are_left() {
    for (worth, is_over) in [("", false), ("(add engine point-value 0)", true)] {
        let mut game = game(
            &[MONSTER, MOVES, HOUSES, PEOPLE, "(table damage add (monster humans 1))", worth],
            "(monster 4 4 1) (mob 5 4 2) (guard 3 4 2) (engine 7 4 2)",
        );
        for victim in [1, 2] {
            for _ in 0..60 {
                if game.hp(victim) == 0 || game.state.phase == Phase::Over {
                    break;
                }
                if game.acp(0) == 0 {
                    game.next_turn();
                }
                game.attack(0, victim).unwrap();
            }
            assert_eq!(game.hp(victim), 0);
        }
        game.next_turn();
        assert_eq!(game.state.phase == Phase::Over, is_over, "{worth}");
        if is_over {
            assert_eq!(game.state.sides[1].standing, testing::Standing::Won);
        }
        assert_eq!((game.hp(3), game.side(3)), (1, SideId(2)));
        assert!(game.at().is_alive(UnitIndex(0)));
    }
}

/// The scenario at the end of the tutorial: two sides that are nothing alike, units in both ways of writing, and houses with names.
#[test]
fn stage_9_one_monster_comes_to_tokyo() {
    let rows = "\"20a\" ".repeat(20);
    let text = format!(
        "(add land capacity 1) {MONSTER} {MOVES} {HOUSES} {PEOPLE} (add engine point-value 0) \
         (side 1) (side 2 (name \"Tokyo\") (adjective \"Japanese\")) \
         (area 20 20) (area (terrain (by-name land) {rows})) (units) \
         (unit monster (s 1) (n \"Godzilla\") (@ 10 11)) (unit engine (s 2) (@ 5 15)) (unit engine (s 2) (@ 6 15)) \
         (building 9 10 2) (define b building) (b 10 10 2) (b 11 10 2 (n \"K-Mart\")) (b 12 12 2 (n \"Tokyo Hilton\")) \
         (b 13 12 2 (n \"Hideyoshi's Rice Farm\")) (b 14 12 2 (n \"Apple Japan\"))"
    );
    let mut game = table(&text);
    assert_eq!((game.rules.seat_count(), &*game.rules.scenario.side(SideId(2)).name), (2, "Tokyo"));
    let sides: Vec<SideId> = (0..9).map(|id| game.side(id)).collect();
    assert_eq!(sides, [[SideId(1)].as_slice(), &[SideId(2); 8]].concat());
    let name = |id: u32| game.at().details(UnitIndex(id)).map_or("", |details| &details.name);
    assert_eq!([name(0), name(3), name(5), name(8)], ["Godzilla", "", "K-Mart", "Apple Japan"]);
    assert_eq!(game.unit(5).cell, game.cell(11, 10));
    // All of Tokyo is flattened, but for the engines, which the monster cannot catch and no scorekeeper counts.
    for house in 3..9 {
        let cell = game.unit(house).cell;
        let beside = game.rules.area.around(cell).map(|(_, beside)| beside);
        let street = beside.into_iter().find(|&street| game.at().in_cell(street).next().is_none()).expect("a street");
        game.change(|change| change.put(UnitIndex(0), testing::Placement::Open(street, 0)));
        assert_eq!(game.state.phase, Phase::Playing);
        while game.hp(house) > 0 {
            if game.acp(0) == 0 {
                game.next_turn();
            }
            game.attack(0, house).unwrap();
        }
    }
    game.next_turn();
    assert_eq!((game.state.phase, game.state.sides[1].standing), (Phase::Over, testing::Standing::Won));
    assert_eq!([1, 2].map(|id| game.hp(id)), [1, 1]);
}

/// The seeds' default damage is 1, that of 7.5 is 0: in games for the seeds' program the humans need no entry.
#[test]
fn a_hit_takes_one_point_by_the_seeds_default() {
    let text =
        format!("(add land capacity 1) {MONSTER} {MOVES} {HOUSES} {PEOPLE} (units) (monster 4 4 1) (guard 3 4 2)");
    let mut game = super::combat::seven_zero(&text);
    for _ in 0..60 {
        if game.hp(1) == 0 || game.state.phase == Phase::Over {
            break;
        }
        if game.acp(0) == 0 {
            game.next_turn();
        }
        game.attack(0, 1).unwrap();
    }
    assert_eq!(game.hp(1), 0);
    let mut game = table(&format!("(set alt-smoothing 3) {text}"));
    for _ in 0..4 {
        game.attack(0, 1).unwrap();
    }
    assert_eq!(game.hp(1), 1, "in the words of 7.5 a table of damage decides");
    assert_eq!(table(&text).rules.design.damage_default(), 1, "in the words of the manual each hit hurts");
    // Nothing is said of damage at all: a hit would be for nothing.
    let hits = "(table hit-chance (monster guard 100))";
    let text = format!(
        "(unit-type monster (acp-per-turn 4)) (unit-type guard (hp-max 3)) {hits} (units) (monster 4 4 1) (guard 3 4 2)"
    );
    let mut game = table(&text);
    game.attack(0, 1).unwrap();
    assert_eq!(game.hp(1), 2);
}
