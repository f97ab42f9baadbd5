//! Every step of the turn in a game without chance: one turn with it and one without it, and all that each of them changes
//! (`kernel-rules` 1; `turn_steps.rs`).

use design::{MaterialType, TypeId};
use fairmarch_kernel::{UnitIndex, testing};
use world::SideId;

use super::TestGame;
use super::compare::Step::{Beginning, End};
use super::compare::turns;

/// A position that needs nothing more.
const fn as_it_is(_: &mut TestGame) {}

const MEN: &str = "(unit-type man (acp-per-turn 0)) (units) (man 4 4 1) (man 6 4 2)";

#[test]
pub(super) fn scorekeepers_before_the_turn() {
    let text = format!("(scorekeeper (when before-turn) (do (add-score 3))) {MEN}");
    turns(
        &text,
        as_it_is,
        Beginning("scorekeepers before the turn"),
        &["side 1 score 0: 3 -> 6", "side 2 score 0: 3 -> 6"],
        &[],
    );
}

#[test]
pub(super) fn daylight() {
    let text = "(unit-type man (acp-per-turn 0)) (world 16 (day-length 4) (daylight-fraction 50) (twilight-fraction 50)) (units)
        (area 5 5) (area (terrain (by-name land) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\")) (man 2 2 1)";
    turns(
        text,
        as_it_is,
        Beginning("daylight"),
        &[
            "1,2 light:  -> night",
            "1,3 light:  -> night",
            "1,4 light:  -> night",
            "2,1 light:  -> night",
            "2,2 light:  -> night",
            "2,3 light:  -> night",
            "2,4 light:  -> night",
            "3,0 light:  -> night",
            "3,1 light:  -> night",
            "3,2 light:  -> night",
            "3,3 light:  -> night",
            "4,0 light:  -> night",
            "4,1 light:  -> night",
            "4,2 light:  -> night",
        ],
        &[],
    );
}

#[test]
pub(super) fn weather() {
    let text = "(terrain-type moor (char \"m\") (capacity 9) (temperature-min -90) (temperature-max 90))
        (terrain-type snow (char \"s\") (subtype coating) (temperature-min -99) (temperature-max 3))
        (table coating-depth-max (snow moor 9)) (table coating-depth-min (snow moor 2)) (unit-type man (acp-per-turn 0)) (units)
        (world 60 (year-length 2)) (area 3 3 (temperature-year-cycle (((1 1) (0 20) (1 -20)))))
        (area (terrain \"3b\" \"3b\" \"3b\")) (man 1 1 1)";
    turns(
        text,
        as_it_is,
        Beginning("weather"),
        &[
            "0,1 snow: 2 -> 0",
            "0,1 temperature: -20 -> 20",
            "0,2 snow: 2 -> 0",
            "0,2 temperature: -20 -> 20",
            "1,0 snow: 2 -> 0",
            "1,0 temperature: -20 -> 20",
            "1,1 snow: 2 -> 0",
            "1,1 temperature: -20 -> 20",
            "1,2 snow: 2 -> 0",
            "1,2 temperature: -20 -> 20",
            "2,0 snow: 2 -> 0",
            "2,0 temperature: -20 -> 20",
            "2,1 snow: 2 -> 0",
            "2,1 temperature: -20 -> 20",
        ],
        &[],
    );
}

/// A town that lives on fields around it.
const TOWN: &str =
    "(material-type food) (material-type coin (treasury true)) (terrain-type field (char \"f\") (capacity 20))
    (unit-type town (advanced true) (reach 1) (use-own-cell true) (size-max 4))
    (table production-from-terrain (land (food coin) (1 1))) (table production-from-terrain add (field food 4))
    (table unit-storage-x (town food 50)) (table unit-consumption-per-size (town food 2))
    (table unit-consumption-to-grow (town food 6))
    (area 7 7) (area (terrain (by-name land field) \"7a\" \"7a\" \"7a\" \"4a1b2a\" \"7a\" \"7a\" \"7a\"))
    (units) (town 3 3 1)";

#[test]
pub(super) fn cities() {
    // 3 of the food were left; 5 are made and 2 eaten, and 6 pay for growth.
    let grown = ["#0 food: 3 -> 0", "#0 size: 1 -> 2", "side 1 coin: 1 -> 2"];
    turns(TOWN, as_it_is, Beginning("cities"), &grown, &[]);
}

#[test]
pub(super) fn economy() {
    // A farm makes 5 on land, has room for 8, and gives the rest to the barn beside it; the other one is too far away.
    let text = "(material-type food) (unit-type farm) (unit-type barn) (table base-production (farm food 10))
        (table productivity (farm land 50)) (table unit-storage-x (farm food 8) (barn food 20))
        (table out-length (farm food 1)) (table in-length (barn food 1)) (units) (farm 2 2 1) (barn 3 2 1) (barn 4 4 1)";
    let ready = |game: &mut TestGame| {
        game.state.supply.copy_from_slice(&[6, 0, 0]);
    };
    turns(text, ready, Beginning("economy"), &["#0 food: 6 -> 8", "#1 food: 0 -> 3"], &[]);
}

#[test]
pub(super) fn supply_lines() {
    let text = "(material-type fuel) (unit-type depot) (unit-type tank)
        (table supply-potential (depot fuel 30)) (table supply-deterioration (land fuel 10))
        (table supply-out-threshold (depot fuel 20)) (table supply-in-threshold (tank fuel 10))
        (table unit-storage-x (depot fuel 900) (tank fuel 40)) (table in-length (u* m* -1)) (table out-length (u* m* -1))
        (units) (depot 4 4 1 (m 100)) (tank 5 4 1) (tank 6 4 1) (tank 7 4 1) (tank 5 4 2)";
    let ready = |game: &mut TestGame| game.state.supply.copy_from_slice(&[100, 4, 0, 0, 0]);
    let supplied = ["#0 fuel: 100 -> 84", "#1 fuel: 4 -> 10", "#2 fuel: 0 -> 10"];
    turns(text, ready, Beginning("supply lines"), &supplied, &[]);
}

/// Fire, and the wheel that needs it; 10 ideas a point.
const ADVANCES: &str = "(set side-can-research true) (material-type ideas (treasury true))
    (advance-type fire (rp 3)) (advance-type wheel (rp 2)) (table advance-consumption-per-rp (a* ideas 10))
    (table advance-needed-to-research (wheel fire 1)) (unit-type man) (side 1 (name \"A\")) (side 2 (name \"B\"))
    (units) (man 4 4 1)";

fn give(game: &mut TestGame, ideas: i32) {
    game.state.sides[1].treasury[0] = ideas;
}

#[test]
pub(super) fn research_at_the_beginning() {
    // What comes in with the new turn, by a mine, is spent at once.
    let text = ADVANCES.replace(
        "(unit-type man)",
        "(unit-type man) (table base-production (man ideas 25)) (table gives-to-treasury (man ideas 1))",
    );
    let ready = |game: &mut TestGame| give(game, 0);
    turns(
        &text,
        ready,
        Beginning("research"),
        &["side 1 ideas: 0 -> 5", "side 1 points of fire: 0 -> 2", "side 1 topic:  -> fire", "side 2 topic:  -> fire"],
        &["side 1 ideas: 0 -> 25", "side 1 topic:  -> fire", "side 2 topic:  -> fire"],
    );
}

#[test]
pub(super) fn research_at_the_end() {
    turns(
        ADVANCES,
        |game| give(game, 45),
        End("research"),
        &[
            "side 1 ideas: 45 -> 5",
            "side 1 points of fire: 0 -> 3",
            "side 1 points of wheel: 0 -> 1",
            "side 1 topic:  -> wheel",
            "side 2 topic:  -> fire",
        ],
        &[],
    );
}

#[test]
pub(super) fn repair() {
    let text = "(unit-type town (hp-max 20)) (unit-type tank (hp-max 20) (hp-recovery 100)) (material-type iron)
        (table auto-repair (town tank 300)) (table auto-repair-range (town tank 1)) (table unit-storage-x (u* iron 9))
        (table consumption-per-repair (town iron 4)) (table consumption-per-repaired (tank iron 1))
        (units) (town 4 4 1) (tank 5 4 1) (tank 6 4 1) (tank 4 4 2)";
    let ready = |game: &mut TestGame| {
        game.state.supply.copy_from_slice(&[9, 1, 1, 1]);
        for id in 1..4 {
            game.state.units[id].hp = 5;
        }
    };
    // Beside the town: 1 of its own and 3; alone, and an enemy: 1. The patient's iron goes first.
    let mended = ["#0 iron: 9 -> 5", "#1 hp: 5 -> 9", "#1 iron: 1 -> 0", "#2 hp: 5 -> 6", "#3 hp: 5 -> 6"];
    turns(text, ready, Beginning("repair"), &mended, &[]);
}

#[test]
pub(super) fn giving_up_unfinished_units() {
    let text =
        "(set disband-unfinished-units true) (set salvage-unfinished-cps true) (set salvage-unfinished-materials true)
        (unit-type yard (acp-per-turn 1)) (unit-type ship (cp 9) (hp-max 4)) (material-type iron)
        (table unit-storage-x (yard iron 100)) (table acp-to-build (yard ship 1)) (table acp-to-create (yard ship 1))
        (table cp-per-build (yard ship 1)) (table cp-on-creation (yard ship 3))
        (table consumption-per-cp (ship iron 4)) (units) (yard 4 4 1 (m 40))";
    let ready = |game: &mut TestGame| {
        let (ship, cell) = (game.kind("ship"), game.cell(4, 4));
        game.act(0, fairmarch_kernel::Action::CreateAt(ship, cell, 0)).unwrap();
        game.next_turn();
    };
    let given_up = ["#0 iron: 28 -> 40", "#0 saved cp: 0 -> 3", "#1: there -> gone"];
    turns(text, ready, Beginning("giving up unfinished units"), &given_up, &[]);
}

#[test]
pub(super) fn self_building() {
    let text = "(unit-type hulk (cp 5) (cp-per-self-build 2) (cp-to-self-build 2) (acp-per-turn 3) (hp-max 6))
        (units) (hulk 4 4 1 (cp 2)) (hulk 4 4 1 (cp 1)) (hulk 5 4 1 (cp 1))";
    let ready = |game: &mut TestGame| {
        (game.state.units[0].cp, game.state.units[0].hp) = (4, 1);
        game.state.units[2].cp = 2;
    };
    let built = ["#0 acp: 0 -> 3", "#0 cp: 4 -> 5", "#0 hp: 1 -> 6", "#2 cp: 2 -> 4"];
    turns(text, ready, Beginning("self-building"), &built, &[]);
}

#[test]
pub(super) fn morale() {
    let text = "(unit-type man (morale-max 9) (morale-recovery 300)) (units) (man 4 4 1) (man 5 4 1)";
    let ready = |game: &mut TestGame| (game.state.units[0].morale, game.state.units[1].morale) = (2, 7);
    turns(text, ready, Beginning("morale"), &["#0 morale: 2 -> 5", "#1 morale: 7 -> 9"], &[]);
}

#[test]
pub(super) fn upgrades() {
    let text = "(unit-type veteran (hp-max 6)) (unit-type recruit (cxp-max 9) (auto-upgrade-to veteran) (hp-max 2))
        (table cxp-to-change-type (recruit veteran 5)) (material-type pay) (table unit-storage-x (u* pay 9))
        (table consumption-per-change-type (recruit pay 2)) (units) (recruit 4 4 1 (m 2)) (recruit 5 4 1 (m 2)) (recruit 6 4 1)";
    let ready = |game: &mut TestGame| {
        for (id, cxp) in [5, 4, 5].into_iter().enumerate() {
            game.state.units[id].cxp = cxp;
        }
    };
    turns(
        text,
        ready,
        Beginning("upgrades"),
        &["#0 cxp: 5 -> 0", "#0 hp: 2 -> 6", "#0 pay: 2 -> 0", "#0 type: recruit -> veteran"],
        &[],
    );
}

#[test]
pub(super) fn appearances() {
    let text = "(unit-type man (acp-per-turn 3)) (units) (man 4 4 1) (man 5 5 1 (cp -1) (appear 2)) (man 5 6 1 (cp -1) (appear 3))";
    let ready = |game: &mut TestGame| game.state.units[0].acp = 0;
    turns(
        text,
        ready,
        Beginning("appearances"),
        &[
            "#0 acp: 0 -> 3",
            "#1: away -> there",
            "#1 acp: 3",
            "#1 cp: 1",
            "#1 first side: 1",
            "#1 hp: 1",
            "#1 place: 5,5",
            "#1 side: 1",
            "#1 type: man",
        ],
        &["#0 acp: 0 -> 3"],
    );
}

#[test]
pub(super) fn chance_events() {
    // On rocks an accident takes 3 hit points, and wear 2, inside too; what is over the deep vanishes. The mob goes back to whom it
    // belonged, and the coward gives up to the ship beside it, which takes it.
    let text = "(terrain-type rocks (char \"r\") (capacity 9)) (terrain-type deep (char \"d\") (capacity 9))
        (unit-type ship (hp-max 20) (capacity 2)) (unit-type mob (hp-max 20) (revolt-chance 10000)) (unit-type coward (hp-max 20))
        (table unit-size-as-occupant (u* u* 1)) (table attrition (u* rocks 200)) (table accident-hit-chance (ship rocks 10000))
        (table accident-damage (ship rocks 3)) (table accident-vanish-chance (ship deep 10000))
        (table surrender-chance (coward ship 10000)) (table surrender-range (coward ship 1))
        (units) (ship 3 3 1 (# 1)) (coward 3 3 1 (in 1)) (ship 5 3 1) (ship 4 6 1) (coward 1 6 2) (mob 7 1 1 (os 2))";
    let ready = |game: &mut TestGame| {
        let [rocks, deep] = ["rocks", "deep"].map(|name| game.rules.design.find(name).unwrap());
        let [on_rocks, at_sea, beside] = [game.cell(3, 3), game.cell(5, 3), game.cell(4, 5)];
        game.change(|change| {
            change.change_ground(on_rocks, rocks);
            change.change_ground(at_sea, deep);
            change.put(UnitIndex(4), testing::Placement::Open(beside, 0));
            change.set_side(UnitIndex(5), SideId(1));
        });
    };
    let happened = ["#0 hp: 20 -> 15", "#1 hp: 20 -> 18", "#2: there -> gone", "#4 side: 2 -> 1", "#5 side: 1 -> 2"];
    turns(text, ready, Beginning("chance events"), &happened, &[]);
}

#[test]
pub(super) fn units_of_the_lost() {
    let text = "(unit-type tank (acp-per-turn 0)) (unit-type rock (lost-vanish-chance 0)) (side 1 (name \"A\")) (side 2 (name \"B\"))
        (side 3 (name \"C\")) (units) (tank 4 4 1) (rock 4 5 1) (tank 5 4 2) (tank 6 4 3)";
    let ready = |game: &mut TestGame| game.change(|change| testing::lose(change, SideId(1), None));
    turns(text, ready, Beginning("units of the lost"), &["#0: there -> gone"], &[]);
}

#[test]
pub(super) fn bombs_that_go_off_by_themselves() {
    let text = "(terrain-type heath (char \"h\") (capacity 9)) (unit-type bomb (hp-max 3) (hp-per-detonation 1) (acp-to-detonate 1))
        (table detonation-accident-chance (bomb heath 10000)) (unit-type man (hp-max 9)) (table detonation-damage-at (bomb man 4))
        (units) (bomb 4 4 1) (man 4 4 2) (bomb 6 4 1) (man 6 4 1)";
    let ready = |game: &mut TestGame| {
        let (cell, heath) = (game.cell(4, 4), game.rules.design.find("heath").unwrap());
        game.change(|change| change.change_ground(cell, heath));
    };
    turns(text, ready, Beginning("bombs that go off by themselves"), &["#0 hp: 3 -> 2", "#1 hp: 9 -> 5"], &[]);
}

#[test]
pub(super) fn action_points() {
    let text = "(unit-type a (acp-per-turn 4)) (unit-type b (acp-per-turn 4) (acp-min -6) (acp-max 10)) (unit-type c (cp 3) (acp-per-turn 4))
        (units) (a 4 4 1) (b 5 4 1) (b 6 4 1) (c 4 5 1 (cp 1))";
    let ready = |game: &mut TestGame| {
        for (id, acp) in [1, -6, 8].into_iter().enumerate() {
            game.state.units[id].acp = acp;
        }
        game.state.units[0].moves = 3;
    };
    let given = ["#0 acp: 1 -> 4", "#0 moves: 3 -> 0", "#1 acp: -6 -> -2", "#2 acp: 8 -> 10"];
    turns(text, ready, Beginning("action points"), &given, &[]);
}

#[test]
pub(super) fn spies() {
    let text = "(set see-all false) (unit-type spy (spy-chance 10000) (spy-range 2)) (unit-type man)
        (units) (spy 4 4 1) (man 8 0 2) (man 8 1 2)";
    let ready = |game: &mut TestGame| {
        for (id, cell) in [(1, game.cell(4, 6)), (2, game.cell(4, 7))] {
            game.change(|change| change.put(UnitIndex(id), testing::Placement::Open(cell, 0)));
        }
    };
    turns(
        text,
        ready,
        Beginning("spies"),
        &["side 1 knows 4,6:  -> land", "side 1 meets #1: man of 2 at 4,6, in turn 2"],
        &[],
    );
}

/// Three sides, of which two know more about jets.
const LEAKY: &str =
    "(unit-type jet (tech-max 20) (tech-leakage 300)) (side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\"))
    (units) (jet 4 4 1)";

fn teach(game: &mut TestGame) {
    for (side, level) in [(1, 12), (2, 1), (3, 9)] {
        game.state.sides[side].tech[0] = level;
        game.state.sides[side].tech_start[0] = level;
    }
}

#[test]
pub(super) fn leaks_of_tech() {
    // 3 from each side that is ahead.
    let leaked = [
        "side 2 first tech of jet: 1 -> 7",
        "side 2 tech of jet: 1 -> 7",
        "side 3 first tech of jet: 9 -> 12",
        "side 3 tech of jet: 9 -> 12",
    ];
    turns(LEAKY, teach, Beginning("leaks of tech"), &leaked, &[]);
}

#[test]
pub(super) fn tech_of_the_turns_start() {
    let ready = |game: &mut TestGame| {
        teach(game);
        game.state.sides[1].tech[0] = 15;
        game.state.sides[3].tech[0] = 15;
    };
    let leaked = "side 2 tech of jet: 1 -> 7";
    let noted = [
        "side 1 first tech of jet: 12 -> 15",
        "side 2 first tech of jet: 1 -> 7",
        leaked,
        "side 3 first tech of jet: 9 -> 15",
    ];
    turns(LEAKY, ready, Beginning("tech of the turn's start"), &noted, &[leaked]);
}

#[test]
pub(super) fn wear_of_tooling() {
    let text = "(unit-type yard) (unit-type ship) (unit-type boat) (table tp-max (yard (ship boat) 9))
        (table tp-attrition (yard (ship boat) (100 300))) (units) (yard 4 4 1 (tp (ship 6) (boat 5)))";
    let worn = ["#0 tools for boat: 2 -> 0", "#0 tools for ship: 5 -> 4"];
    turns(text, as_it_is, Beginning("wear of tooling"), &worn, &[]);
}

#[test]
pub(super) fn decay_of_unfinished_units() {
    let text =
        "(unit-type ship (cp 9) (cp-attrition 10000)) (units) (ship 4 4 1 (cp 4)) (ship 4 4 1) (ship 4 4 1 (cp 2))";
    turns(text, as_it_is, Beginning("decay of unfinished units"), &["#0 cp: 3 -> 2", "#2: there -> gone"], &[]);
}

/// People who brew and drink, in one cell.
const PEOPLE: &str =
    "(material-type serfs (people 10)) (material-type monks (people 1)) (material-type beer) (unit-type man)
    (terrain-type field (char \"f\") (capacity 9) MOST) (table terrain-storage-x (field (serfs monks beer) (30 30 99)))
    (table people-consumption (monks beer 1)) (table terrain-consumption (field beer 2))
    (area 5 5) (area (terrain (by-name land field) \"5a\" \"5a\" \"2a1b2a\" \"5a\" \"5a\")) (units) (man 4 0 1)";

fn settle(game: &mut TestGame) {
    let cell = game.cell(2, 2);
    for (material, amount) in [8, 4, 20].into_iter().enumerate() {
        game.change(|change| change.set_cell_supply(cell, MaterialType::at(material), amount));
    }
}

#[test]
pub(super) fn use_of_materials_by_cells() {
    // The ground takes 2 and each of 4 monks 1.
    turns(&PEOPLE.replace("MOST", ""), settle, End("use of materials by cells"), &["2,2 beer: 20 -> 14"], &[]);
}

#[test]
pub(super) fn room_for_people() {
    let drunk = "2,2 beer: 20 -> 14";
    let left = [drunk, "2,2 monks: 4 -> 2", "2,2 serfs: 8 -> 4"];
    turns(&PEOPLE.replace("MOST", "(people-max 6)"), settle, End("room for people"), &left, &[drunk]);
}

/// Men who eat, starve, and rest in a camp.
const EATERS: &str = "(material-type food) (unit-type man (hp-max 9) (acp-per-turn 0)) (unit-type camp (capacity 9))
    (table unit-size-as-occupant (u* u* 1)) (table base-consumption (man food 4)) (table consumption-as-occupant (man food 50))
    (table consumption-per-move (man food 1)) (table unit-storage-x (man food 20)) (table hp-per-starve (man food 200))
    (units) (man 4 4 1) (camp 5 4 1 (# 2)) (man 5 4 1 (in 2)) (man 6 4 1) (man 7 4 2)";

fn feed(game: &mut TestGame) {
    game.state.supply.copy_from_slice(&[9, 0, 9, 9, 2]);
    // What was used on the way counts towards what it lives on.
    game.state.units[3].moves = 3;
}

#[test]
pub(super) fn use_of_materials_by_units() {
    let eaten = [
        "#0 food: 9 -> 5",
        "#2 food: 9 -> 7",
        "#3 food: 9 -> 8",
        "#3 moves: 3 -> 0",
        "#4 food: 2 -> 0",
        "#4 hp: 9 -> 7",
    ];
    turns(EATERS, feed, End("use of materials by units"), &eaten, &["#3 moves: 3 -> 0"]);
}

#[test]
pub(super) fn starvation() {
    let eaten = ["#0 food: 9 -> 5", "#2 food: 9 -> 7", "#3 food: 9 -> 8", "#3 moves: 3 -> 0", "#4 food: 2 -> 0"];
    let starved = [&eaten[..], &["#4 hp: 9 -> 7"]].concat();
    turns(EATERS, feed, End("starvation"), &starved, &eaten);
}

#[test]
pub(super) fn temperature() {
    let text = "(terrain-type ice (char \"i\") (capacity 9) (temperature-average -20) (temperature-min -30) (temperature-max -10))
        (unit-type man (hp-max 9) (temperature-attrition ((-30 300) (-10 100)))) (unit-type hut (capacity 9) (hp-max 9))
        (table unit-size-as-occupant (u* u* 1)) (table temperature-protection (hut man 1)) (area 5 5)
        (area (terrain (by-name ice) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\")) (units) (man 2 2 1) (hut 3 2 1 (# 2)) (man 3 2 1 (in 2))";
    turns(text, as_it_is, End("temperature"), &["#0 hp: 9 -> 7"], &[]);
}

#[test]
pub(super) fn sides_of_people() {
    // The monk wins those among whom he stands, and his side sees through their eyes; the man wins nobody.
    let text = "(unit-type man) (unit-type monk (vision-range -1)) (table people-surrender-chance (monk land 100)) (set see-all false)
        (area 5 5) (area (terrain (by-name land) \"5a\" \"5a\" \"5a\" \"5a\" \"5a\"))
        (area (people-sides \"5X\" \"5X\" \"1X3c1X\" \"5X\" \"5X\")) (units) (man 1 2 1) (monk 3 2 1)";
    turns(
        text,
        as_it_is,
        End("sides of people"),
        &[
            "3,2 people of: 2 -> 1",
            "side 1 sees 3,2: 0 -> 1",
            "side 2 meets #1: monk of 1 at 3,2, now -> monk of 1 at 3,2, in turn 0",
            "side 2 sees 3,2: 1 -> 0",
        ],
        &[],
    );
}

#[test]
pub(super) fn scorekeepers_after_the_turn() {
    let text = format!("(scorekeeper (when after-turn) (do (add-score 2))) {MEN}");
    turns(
        &text,
        as_it_is,
        End("scorekeepers after the turn"),
        &["side 1 score 0: 0 -> 2", "side 2 score 0: 0 -> 2"],
        &[],
    );
}

#[test]
pub(super) fn disappearances() {
    let text = "(unit-type man) (units) (man 4 4 1 (disappear 1)) (man 5 4 1 (disappear 2)) (man 6 4 2)";
    turns(text, as_it_is, End("disappearances"), &["#0: there -> gone"], &[]);
}

#[test]
pub(super) fn the_last_turn() {
    let text = format!("(set last-turn 1) {MEN}");
    turns(&text, as_it_is, End("last turn"), &["game: Playing -> Over"], &[]);
}
