//! Every kind of action in a game without chance: what it costs, what it does to units, ground and sides, and that it does nothing else
//! (seed 003, "Actions"; `kernel-rules` 2). Beside each a refusal that changes nothing.

use design::{MaterialType, TerrainType};
use fairmarch_kernel::{Action, TerrainExtent, UnitIndex};
use grid::Direction;
use world::SideId;

use super::table;

const IRON: MaterialType = MaterialType(0);

fn ground(game: &super::TestGame, name: &str) -> TerrainType {
    game.rules.design.find(name).expect("a terrain type")
}

#[test]
pub(super) fn a_move() {
    let mut game = table(
        "(set see-all false) (material-type fuel) (unit-type scout (acp-per-turn 6) (speed 50))
         (table unit-storage-x (scout fuel 9)) (table consumption-per-move (scout fuel 2))
         (table control-range (scout land 0)) (units) (scout 3 4 1 (m 3)) (scout 6 4 2)",
    );
    let [near, far] = [4, 5].map(|x| game.cell(x, 4));
    game.refuses(0, Action::Move(far, 0), "it is 2 cells away, and at most 1 can be reached");
    game.plays(
        0,
        Action::Move(near, 0),
        &[
            "#0 acp: 6 -> 4",
            "#0 fuel: 3 -> 1",
            "#0 moves: 0 -> 1",
            "#0 place: 3,4 -> 4,4",
            "4,4 control of:  -> 1",
            "side 1 knows 4,5:  -> land",
            "side 1 knows 5,3:  -> land",
            "side 1 knows 5,4:  -> land",
            "side 1 sees 2,4: 1 -> 0",
            "side 1 sees 2,5: 1 -> 0",
            "side 1 sees 3,3: 1 -> 0",
            "side 1 sees 4,5: 0 -> 1",
            "side 1 sees 5,3: 0 -> 1",
            "side 1 sees 5,4: 0 -> 1",
        ],
    );
    game.refuses(0, Action::Move(far, 0), "it needs 2 fuel and has 1");
    game.refuses(1, Action::Move(far, 0), "it needs 2 fuel and has 0");
    game.state.supply[0] = 9;
    game.plays(
        0,
        Action::Move(far, 0),
        &[
            "#0 acp: 4 -> 2",
            "#0 fuel: 9 -> 7",
            "#0 moves: 1 -> 2",
            "#0 place: 4,4 -> 5,4",
            "5,4 control of:  -> 1",
            "side 1 knows 5,5:  -> land",
            "side 1 knows 6,3:  -> land",
            "side 1 knows 6,4:  -> land",
            "side 1 meets #1: scout of 2 at 6,4, now",
            "side 1 sees 3,4: 1 -> 0",
            "side 1 sees 3,5: 1 -> 0",
            "side 1 sees 4,3: 1 -> 0",
            "side 1 sees 5,5: 0 -> 1",
            "side 1 sees 6,3: 0 -> 1",
            "side 1 sees 6,4: 0 -> 1",
            "side 2 meets #0: scout of 1 at 5,4, now",
        ],
    );
}

#[test]
fn a_move_that_another_pays() {
    // Who pays is no farther for it, and who is moved needs no points.
    let mut game = table(
        "(unit-type man (acp-per-turn 6)) (unit-type cart) (material-type hay) (table unit-storage-x (cart hay 9))
         (table consumption-per-move (cart hay 2)) (units) (man 4 4 1) (cart 4 4 1 (m 3))",
    );
    let cell = game.cell(5, 4);
    game.plays_on(
        0,
        1,
        Action::Move(cell, 0),
        &["#0 acp: 6 -> 5", "#1 hay: 3 -> 1", "#1 moves: 0 -> 1", "#1 place: 4,4 -> 5,4"],
    );
}

#[test]
pub(super) fn an_entry() {
    let mut game = table(
        "(unit-type man (acp-per-turn 6)) (unit-type boat (capacity 1)) (table unit-size-as-occupant (u* u* 1))
         (table mp-to-enter-unit (man boat 1)) (table acp-to-enter-unit (man boat 2))
         (units) (man 4 4 1) (boat 5 4 1) (man 4 4 1)",
    );
    game.plays(0, Action::Enter(UnitIndex(1)), &["#0 acp: 6 -> 3", "#0 place: 4,4 -> 5,4 in #1"]);
    game.refuses(2, Action::Enter(UnitIndex(1)), "there is no room");
}

/// A blow and its answer, with ammunition, experience, morale and tools.
const BLOWS: &str = "(unit-type u (acp-per-turn 10) (hp-max 9) (cxp-max 9) (morale-max 50))
    (unit-type v (acp-per-turn 6) (hp-max 9) (cxp-max 9) (morale-max 50)) (unit-type toy) (material-type shot)
    (table unit-storage-x (u* shot 20)) (table hit-chance (u v 100) (v u 100)) (table damage (u v 4) (v u 1))
    (table acp-to-attack (u v 3)) (table acp-to-defend (u v 2)) (table consumption-per-attack ((u v) shot 2))
    (table hit-by ((u v) shot 2)) (table cxp-per-combat (u v 2) (v u 3)) (table morale-hit (u v 200))
    (table morale-hit-by (v u 300)) (table tp-damage (v toy 2))";

#[test]
pub(super) fn an_attack() {
    let mut game = table(&format!(
        "{BLOWS} (set see-all false) (units) (u 4 4 1 (m 7) (mo 20)) (v 5 4 2 (m 9) (mo 20) (tp (toy 5))) (v 8 1 2)"
    ));
    game.refuses(0, Action::Attack(UnitIndex(2)), "the side does not see it");
    game.plays(
        0,
        Action::Attack(UnitIndex(1)),
        &[
            "#0 acp: 10 -> 7",
            "#0 cxp: 0 -> 2",
            "#0 hp: 9 -> 8",
            "#0 morale: 20 -> 22",
            "#0 shot: 7 -> 3",
            "#1 acp: 6 -> 4",
            "#1 cxp: 0 -> 3",
            "#1 hp: 9 -> 5",
            "#1 morale: 20 -> 17",
            "#1 shot: 9 -> 5",
            "#1 tools for toy: 5 -> 3",
        ],
    );
    game.refuses(0, Action::Attack(UnitIndex(1)), "a shot needs 4 shot and there is 3");
}

#[test]
pub(super) fn an_overrun() {
    let mut game = table(&format!(
        "{BLOWS} (set see-all false) (table counterattack (u* u* 0)) (table cxp-per-destroy (v u 4))
         (units) (u 3 4 1 (m 20) (mo 20)) (v 4 4 2 (hp 4) (mo 20)) (toy 6 6 2)"
    ));
    let (cell, own) = (game.cell(4, 4), game.cell(3, 4));
    game.refuses(0, Action::Overrun(own, 0), "it is there, and sees nobody to overrun");
    game.plays(
        0,
        Action::Overrun(cell, 0),
        &[
            "#0 acp: 10 -> 7",
            "#0 cxp: 0 -> 6",
            "#0 morale: 20 -> 22",
            "#0 moves: 0 -> 1",
            "#0 place: 3,4 -> 4,4",
            "#0 shot: 20 -> 16",
            "#1: there -> gone",
            "side 1 knows 4,5:  -> land",
            "side 1 knows 5,3:  -> land",
            "side 1 knows 5,4:  -> land",
            "side 1 sees 2,4: 1 -> 0",
            "side 1 sees 2,5: 1 -> 0",
            "side 1 sees 3,3: 1 -> 0",
            "side 1 sees 4,5: 0 -> 1",
            "side 1 sees 5,3: 0 -> 1",
            "side 1 sees 5,4: 0 -> 1",
            "side 2 meets #0: u of 1 at 3,4, now -> u of 1 at 3,4, in turn 0",
            "side 2 sees 3,4: 1 -> 0",
            "side 2 sees 3,5: 1 -> 0",
            "side 2 sees 4,3: 1 -> 0",
            "side 2 sees 4,4: 1 -> 0",
            "side 2 sees 4,5: 1 -> 0",
            "side 2 sees 5,3: 1 -> 0",
            "side 2 sees 5,4: 1 -> 0",
        ],
    );
}

#[test]
pub(super) fn a_shot_at_a_unit() {
    let mut game = table(&format!(
        "{BLOWS} (add u acp-to-fire 4) (add u range 3) (table fire-hit-chance (u v 100)) (table fire-damage (u v 2))
         (table consumption-per-fire (u shot 3)) (table acp-to-be-fired-on (v u 5))
         (units) (u 3 4 1 (m 20) (mo 20)) (v 6 4 2 (m 9) (mo 20)) (v 7 4 2)"
    ));
    game.refuses(0, Action::FireAt(UnitIndex(2), None), "it is 4 cells away, and at most 3 can be reached");
    game.plays(
        0,
        Action::FireAt(UnitIndex(1), None),
        &[
            "#0 acp: 10 -> 6",
            "#0 cxp: 0 -> 2",
            "#0 morale: 20 -> 22",
            "#0 shot: 20 -> 14",
            "#1 acp: 6 -> 1",
            "#1 cxp: 0 -> 3",
            "#1 hp: 9 -> 7",
            "#1 morale: 20 -> 17",
        ],
    );
}

#[test]
pub(super) fn a_shot_into_a_cell() {
    let mut game = table(
        "(unit-type gun (acp-per-turn 9) (acp-to-fire 2) (range 3)) (unit-type v (hp-max 5) (acp-per-turn 4))
         (material-type shell) (table unit-storage-x (gun shell 9)) (table hit-by (v shell 1))
         (table consumption-per-fire (gun shell 2)) (table fire-hit-chance (gun v 100)) (table fire-damage (gun v 2))
         (units) (gun 2 3 1 (m 6)) (v 4 3 2) (v 4 3 1) (v 5 3 2)",
    );
    let [cell, far] = [4, 6].map(|x| game.cell(x, 3));
    game.refuses(0, Action::FireInto(far, None, None), "it is 4 cells away, and at most 3 can be reached");
    game.plays(
        0,
        Action::FireInto(cell, None, None),
        &["#0 acp: 9 -> 7", "#0 shell: 6 -> 2", "#1 acp: 4 -> 3", "#1 hp: 5 -> 3", "#2 acp: 4 -> 3", "#2 hp: 5 -> 3"],
    );
}

#[test]
pub(super) fn a_capture() {
    let mut game = table(
        "(set see-all false) (unit-type army (acp-per-turn 10) (hp-max 10) (cxp-max 9)) (unit-type town (hp-max 9) (capacity 9) (cxp-max 9)
            (cxp-on-capture-effect 50)) (unit-type guard)
         (material-type gold (treasury true)) (table acp-to-capture (army town 2)) (table capture-chance (army u* 100))
         (table unit-size-as-occupant (u* u* 1)) (table hp-to-garrison (army town 3)) (table cxp-per-capture (army town 4))
         (table treasury-gain-per-capture (army gold 5)) (table treasury-loss-per-captured (town gold 3))
         (side 1 (name \"A\") (treasury (gold 1))) (side 2 (name \"B\") (treasury (gold 9)))
         (units) (army 4 4 1) (town 5 4 2 (# 2) (cxp 6)) (guard 5 4 2 (in 2)) (guard 7 4 2) (army 1 6 1)",
    );
    game.refuses(0, Action::Capture(UnitIndex(4)), "that unit is of the same side");
    game.plays(
        0,
        Action::Capture(UnitIndex(1)),
        &[
            "#0 acp: 10 -> 6",
            "#0 cxp: 0 -> 4",
            "#0 hp: 10 -> 7",
            "#0 place: 4,4 -> 5,4 in #1",
            "#1 cxp: 6 -> 3",
            "#1 side: 2 -> 1",
            "#2 side: 2 -> 1",
            "side 1 gold: 1 -> 6",
            "side 1 knows 5,5:  -> land",
            "side 1 knows 6,3:  -> land",
            "side 1 knows 6,4:  -> land",
            "side 1 sees 3,4: 1 -> 0",
            "side 1 sees 3,5: 1 -> 0",
            "side 1 sees 4,3: 1 -> 0",
            "side 1 sees 5,5: 0 -> 1",
            "side 1 sees 6,3: 0 -> 1",
            "side 1 sees 6,4: 0 -> 1",
            "side 2 gold: 9 -> 6",
            "side 2 meets #0: army of 1 at 4,4, now -> army of 1 at 4,4, in turn 0",
            "side 2 meets #1: town of 1 at 5,4, in turn 1",
            "side 2 sees 4,4: 1 -> 0",
            "side 2 sees 4,5: 1 -> 0",
            "side 2 sees 5,3: 1 -> 0",
            "side 2 sees 5,4: 1 -> 0",
            "side 2 sees 5,5: 1 -> 0",
            "side 2 sees 6,3: 1 -> 0",
        ],
    );
}

#[test]
pub(super) fn a_detonation() {
    let mut game = table(
        "(terrain-type crater (char \"c\") (capacity 20)) (unit-type case (hp-max 5) (acp-per-turn 2))
         (unit-type bomb (acp-per-turn 4) (acp-to-detonate 3) (hp-per-detonation 2) (hp-max 2) (wrecked-type case)) (unit-type v (hp-max 20) (acp-per-turn 4))
         (table detonation-damage-at (bomb v 9)) (table detonation-damage-adjacent (bomb v 8))
         (table detonation-unit-range (bomb v 2)) (table detonation-terrain-range (bomb land 0))
         (table detonation-terrain-damage-chance (bomb land 100)) (table terrain-damaged-type (land crater 1))
         (units) (bomb 3 4 1) (v 4 4 2) (v 4 4 1) (v 5 4 2) (v 6 4 2) (v 7 4 2)",
    );
    let [near, far] = [4, 5].map(|x| game.cell(x, 4));
    game.refuses(0, Action::Detonate(far, 0), "it is 2 cells away, and at most 1 can be reached");
    game.plays(
        0,
        Action::Detonate(near, 0),
        &[
            "#0 acp: 4 -> 0",
            "#0 hp: 2 -> 5",
            "#0 type: bomb -> case",
            "#1 hp: 20 -> 11",
            "#2 hp: 20 -> 11",
            "#3 hp: 20 -> 12",
            "#4 hp: 20 -> 18",
            "4,4 ground: land -> crater",
        ],
    );
}

#[test]
pub(super) fn a_development() {
    let mut game = table(
        "(unit-type lab (acp-per-turn 5)) (unit-type jet (tech-max 20)) (unit-type spy (tech-max 30)) (unit-type cow (tech-max 9))
         (material-type books) (table unit-storage-x (lab books 9)) (table material-to-develop (lab books 2))
         (table acp-to-develop (lab jet 2)) (table tech-per-develop (lab jet 300)) (table tech-crossover (jet spy 80))
         (side 1 (name \"A\") (tech (jet 9) (spy 3))) (side 2 (name \"B\") (tech (jet 1)))
         (units) (lab 4 3 1 (m 2)) (lab 4 4 1 (m 1))",
    );
    let (jet, cow) = (game.kind("jet"), game.kind("cow"));
    game.refuses(0, Action::Develop(cow), "a unit of this type cannot develop that type");
    game.refuses(1, Action::Develop(jet), "it needs 2 books and has 1");
    game.plays(
        0,
        Action::Develop(jet),
        &["#0 acp: 5 -> 3", "side 1 tech of jet: 9 -> 12", "side 1 tech of spy: 3 -> 14"],
    );
}

#[test]
pub(super) fn tooling_up() {
    let mut game = table(
        "(unit-type yard (acp-per-turn 9)) (unit-type ship) (unit-type boat) (material-type iron)
         (table unit-storage-x (yard iron 50)) (table acp-to-create (yard (ship boat) 1)) (table acp-to-toolup (yard ship 2))
         (table tp-to-build (yard ship 6)) (table tp-per-toolup (yard ship 4)) (table tp-max (yard ship 10) (yard boat 20))
         (table tp-crossover (ship boat 80)) (table consumption-per-toolup (yard iron 1))
         (table consumption-per-tooledup (ship iron 3)) (units) (yard 4 3 1 (m 9)) (yard 5 3 1 (m 3))",
    );
    let ship = game.kind("ship");
    game.refuses(1, Action::Toolup(ship), "it needs 4 iron and has 3");
    game.plays(
        0,
        Action::Toolup(ship),
        &["#0 acp: 9 -> 7", "#0 iron: 9 -> 5", "#0 tools for boat: 0 -> 6", "#0 tools for ship: 0 -> 4"],
    );
}

/// A yard that builds ships of 7 points, and all that they cost.
const SHIPS: &str = "(unit-type yard (acp-per-turn 10) (morale-max 50) (capacity 2)) (unit-type ship (cp 7) (hp-max 4) (acp-per-turn 3)
        (morale-max 50)) (material-type iron) (table unit-storage-x (u* iron 100))
    (table acp-to-create (yard ship 2)) (table acp-to-build (yard ship 3)) (table unit-size-as-occupant (u* u* 1))
    (table create-range (yard ship 1)) (table build-range (yard ship 1)) (table cp-on-creation (yard ship 2))
    (table cp-per-build (yard ship 3)) (table consumption-per-cp (ship iron 2)) (table consumption-on-creation (ship iron 1))
    (table consumption-per-create (yard iron 1)) (table consumption-per-built (ship iron 1))
    (table consumption-per-build (yard iron 1)) (table supply-on-creation (ship iron 4))
    (table supply-on-completion (ship iron 9)) (table morale-on-creation (yard ship 50))";

#[test]
pub(super) fn a_creation_inside() {
    let mut game = table(&format!("{SHIPS} (units) (yard 4 4 1 (m 40) (mo 20)) (yard 6 4 1 (m 5))"));
    let ship = game.kind("ship");
    game.refuses(1, Action::CreateIn(ship, UnitIndex(1)), "it needs 6 iron and has 5");
    game.plays(
        0,
        Action::CreateIn(ship, UnitIndex(0)),
        &[
            "#0 acp: 10 -> 8",
            "#0 iron: 40 -> 34",
            "#2: there",
            "#2 cp: 2",
            "#2 first side: 1",
            "#2 hp: 1",
            "#2 iron: 4",
            "#2 morale: 10",
            "#2 place: 4,4 in #0",
            "#2 side: 1",
            "#2 type: ship",
        ],
    );
}

#[test]
pub(super) fn a_creation_in_the_open() {
    let mut game = table(&format!("{SHIPS} (units) (yard 4 4 1 (m 40) (mo 20))"));
    let ship = game.kind("ship");
    let [near, far] = [5, 6].map(|x| game.cell(x, 4));
    game.refuses(0, Action::CreateAt(ship, far, 0), "it is 2 cells away, and at most 1 can be reached");
    game.plays(
        0,
        Action::CreateAt(ship, near, 0),
        &[
            "#0 acp: 10 -> 8",
            "#0 iron: 40 -> 34",
            "#1: there",
            "#1 cp: 2",
            "#1 first side: 1",
            "#1 hp: 1",
            "#1 iron: 4",
            "#1 morale: 10",
            "#1 place: 5,4",
            "#1 side: 1",
            "#1 type: ship",
        ],
    );
}

#[test]
pub(super) fn building() {
    let mut game =
        table(&format!("{SHIPS} (units) (yard 4 4 1 (m 40)) (ship 5 4 1 (cp 2) (hp 1) (m 4)) (ship 6 4 1 (cp 2))"));
    game.refuses(0, Action::Build(UnitIndex(2)), "it is 2 cells away, and at most 1 can be reached");
    game.plays(0, Action::Build(UnitIndex(1)), &["#0 acp: 10 -> 7", "#0 iron: 40 -> 32", "#1 cp: 2 -> 5"]);
    game.plays(
        0,
        Action::Build(UnitIndex(1)),
        &["#0 acp: 7 -> 4", "#0 iron: 32 -> 26", "#1 acp: 0 -> 3", "#1 cp: 5 -> 7", "#1 hp: 1 -> 4", "#1 iron: 4 -> 9"],
    );
    game.refuses(0, Action::Build(UnitIndex(1)), "it is finished");
}

#[test]
pub(super) fn a_repair() {
    let mut game = table(
        "(unit-type dock (acp-per-turn 10) (hp-max 9)) (unit-type ship (hp-max 20) (acp-per-turn 4)) (material-type iron)
         (table acp-to-repair (dock ship 2)) (table hp-per-repair (dock ship 300)) (table unit-storage-x (u* iron 100))
         (table consumption-per-repair (dock iron 3)) (table consumption-per-repaired (ship iron 2))
         (units) (dock 4 4 1 (m 6)) (ship 4 4 1 (hp 9) (m 3)) (ship 4 4 2 (hp 9) (m 9))",
    );
    game.refuses(0, Action::Repair(UnitIndex(2)), "it does not repair enemies");
    game.plays(
        0,
        Action::Repair(UnitIndex(1)),
        &["#0 acp: 10 -> 8", "#0 iron: 6 -> 4", "#1 hp: 9 -> 12", "#1 iron: 3 -> 0"],
    );
}

#[test]
pub(super) fn a_production() {
    let mut game = table(
        "(material-type iron) (material-type tools) (unit-type mill (acp-per-turn 10)) (unit-type barn)
         (table acp-to-produce (mill iron 3)) (table material-per-production (mill iron 12)) (table material-to-produce (mill tools 1))
         (table unit-storage-x (mill (iron tools) (10 1)) (barn iron 5)) (table in-length (u* iron -1)) (table out-length (u* iron -1))
         (units) (mill 4 4 1 (m (tools 1))) (barn 5 4 1) (barn 4 5 2) (mill 1 6 1)",
    );
    game.refuses(3, Action::Produce(IRON, 4), "it needs 1 tools and has 0");
    game.plays(0, Action::Produce(IRON, 4), &["#0 acp: 10 -> 7", "#0 iron: 0 -> 4"]);
    game.plays(0, Action::Produce(IRON, 100), &["#0 acp: 7 -> 4", "#0 iron: 4 -> 10", "#1 iron: 0 -> 5"]);
}

#[test]
pub(super) fn an_extraction() {
    let mut game = table(
        "(material-type wood) (terrain-type forest (char \"f\") (capacity 20)) (unit-type logger (acp-per-turn 10))
         (table acp-to-extract (logger wood 2)) (table unit-storage-x (logger wood 50)) (table terrain-storage-x (forest wood 30))
         (table change-on-exhaustion-chance (forest wood 100)) (table terrain-exhaustion-type (forest wood land))
         (area 5 5) (area (terrain (by-name land forest) \"5a\" \"5a\" \"2a2b1a\" \"5a\" \"5a\"))
         (area (material wood (by-char \"nopqrs\") \"5n\" \"5n\" \"2n2s1n\" \"5n\" \"5n\")) (units) (logger 1 2 1)",
    );
    let forest = game.cell(2, 2);
    game.refuses(0, Action::Extract(forest, IRON, 6), "there is nothing to take");
    game.plays(0, Action::Extract(forest, IRON, 2), &["#0 acp: 10 -> 8", "#0 wood: 0 -> 2", "2,2 wood: 5 -> 3"]);
    game.plays(
        0,
        Action::Extract(forest, IRON, 3),
        &["#0 acp: 8 -> 6", "#0 wood: 2 -> 5", "2,2 ground: forest -> land", "2,2 wood: 3 -> 0"],
    );
}

#[test]
pub(super) fn a_transfer() {
    let mut game = table(
        "(material-type iron) (material-type coal) (unit-type truck (acp-per-turn 10)) (table unit-storage-x (truck m* 30))
         (table acp-to-unload (truck (iron coal) (2 3))) (table acp-to-load (truck m* 1)) (table unload-max (truck iron 8))
         (table load-max (truck coal 4)) (table in-length (u* m* -1)) (table out-length (u* m* -1))
         (units) (truck 4 4 1 (m 21 6)) (truck 5 4 1) (truck 4 5 2)",
    );
    game.refuses(
        0,
        Action::Transfer(UnitIndex(2), Some(IRON), 1),
        "a unit gives nothing to those whom its side does not trust",
    );
    game.plays(
        0,
        Action::Transfer(UnitIndex(1), Some(IRON), 20),
        &["#0 acp: 10 -> 8", "#0 iron: 21 -> 13", "#1 iron: 0 -> 8"],
    );
    game.plays(
        1,
        Action::Transfer(UnitIndex(0), Some(IRON), -3),
        &["#0 iron: 13 -> 10", "#1 acp: 10 -> 8", "#1 iron: 8 -> 11"],
    );
    game.plays(
        0,
        Action::Transfer(UnitIndex(1), None, 99),
        &["#0 acp: 8 -> 5", "#0 coal: 6 -> 2", "#0 iron: 10 -> 2", "#1 coal: 0 -> 4", "#1 iron: 11 -> 19"],
    );
}

#[test]
pub(super) fn a_disbanding() {
    let mut game = table(
        "(unit-type hulk) (unit-type ship (acp-per-turn 10) (hp-max 10) (acp-to-disband 1) (hp-per-disband 6) (capacity 2) (wrecked-type hulk))
         (unit-type port) (material-type iron) (table unit-storage-x (u* iron 100)) (table supply-per-disband (ship iron 50))
         (table recycleable-material (ship iron 7)) (units) (ship 4 4 1 (m 21)) (port 5 4 1)",
    );
    game.refuses(1, Action::Disband, "a unit of this type cannot be disbanded");
    game.plays(0, Action::Disband, &["#0 acp: 10 -> 9", "#0 hp: 10 -> 4", "#0 iron: 21 -> 11", "#1 iron: 0 -> 10"]);
    game.plays(0, Action::Disband, &["#0: there -> gone", "#1 iron: 10 -> 22"]);
}

#[test]
pub(super) fn a_transfer_of_parts() {
    let mut game = table(
        "(unit-type army (acp-per-turn 5) (hp-max 10) (parts-max 5) (acp-to-transfer-part 2)) (material-type food)
         (table unit-storage-x (army food 20)) (table in-length (u* m* -1)) (table out-length (u* m* -1))
         (units) (army 4 4 1 (hp 6) (m 12)) (army 5 4 1 (hp 3)) (army 4 4 2)",
    );
    game.refuses(0, Action::TransferPart(0, None), "no parts would be moved");
    game.refuses(0, Action::TransferPart(1, Some(UnitIndex(2))), "unit #2 does not take this seat's orders");
    game.plays(
        0,
        Action::TransferPart(2, Some(UnitIndex(1))),
        &["#0 acp: 5 -> 3", "#0 food: 12 -> 4", "#0 hp: 6 -> 2", "#1 food: 0 -> 8", "#1 hp: 3 -> 7"],
    );
    game.plays(
        1,
        Action::TransferPart(1, None),
        &[
            "#1 acp: 5 -> 3",
            "#1 food: 8 -> 6",
            "#1 hp: 7 -> 5",
            "#3: there",
            "#3 cp: 1",
            "#3 first side: 1",
            "#3 food: 2",
            "#3 hp: 2",
            "#3 place: 5,4",
            "#3 side: 1",
            "#3 type: army",
        ],
    );
}

#[test]
pub(super) fn a_change_of_side() {
    let mut game = table(
        "(set see-all false) (unit-type ship (acp-per-turn 5) (acp-to-change-side 2) (capacity 5)) (unit-type mule) (table unit-size-as-occupant (u* u* 1))
         (units) (ship 4 4 1 (# 1)) (mule 4 4 1 (in 1)) (mule 7 1 2) (mule 1 7 1)",
    );
    game.refuses(0, Action::ChangeSide(SideId(1)), "it cannot go over to this side");
    game.plays(
        0,
        Action::ChangeSide(SideId(2)),
        &[
            "#0 acp: 5 -> 3",
            "#0 side: 1 -> 2",
            "#1 side: 1 -> 2",
            "side 1 meets #0: ship of 2 at 4,4, in turn 1",
            "side 1 sees 3,4: 1 -> 0",
            "side 1 sees 3,5: 1 -> 0",
            "side 1 sees 4,3: 1 -> 0",
            "side 1 sees 4,4: 1 -> 0",
            "side 1 sees 4,5: 1 -> 0",
            "side 1 sees 5,3: 1 -> 0",
            "side 1 sees 5,4: 1 -> 0",
            "side 2 knows 3,4:  -> land",
            "side 2 knows 3,5:  -> land",
            "side 2 knows 4,3:  -> land",
            "side 2 knows 4,4:  -> land",
            "side 2 knows 4,5:  -> land",
            "side 2 knows 5,3:  -> land",
            "side 2 knows 5,4:  -> land",
            "side 2 sees 3,4: 0 -> 1",
            "side 2 sees 3,5: 0 -> 1",
            "side 2 sees 4,3: 0 -> 1",
            "side 2 sees 4,4: 0 -> 1",
            "side 2 sees 4,5: 0 -> 1",
            "side 2 sees 5,3: 0 -> 1",
            "side 2 sees 5,4: 0 -> 1",
        ],
    );
}

#[test]
pub(super) fn a_change_of_type() {
    let mut game = table(
        "(unit-type tank (acp-per-turn 10) (hp-max 10) (capacity 2)) (unit-type titan (acp-per-turn 20) (hp-max 40) (capacity 1)) (unit-type man)
         (material-type steel) (table unit-storage-x (tank steel 20) (titan steel 5)) (table unit-size-as-occupant (u* u* 1))
         (table acp-to-change-type (tank titan 3)) (table consumption-per-change-type (tank steel 4))
         (units) (tank 4 4 1 (# 1) (hp 5) (m 12)) (man 4 4 1 (in 1)) (man 4 4 1 (in 1)) (tank 6 4 1 (m 3))",
    );
    let titan = game.kind("titan");
    game.refuses(3, Action::ChangeType(titan), "it needs 4 steel and has 3");
    game.plays(
        0,
        Action::ChangeType(titan),
        &[
            "#0 acp: 10 -> 14",
            "#0 hp: 5 -> 20",
            "#0 steel: 12 -> 5",
            "#0 type: tank -> titan",
            "#2 place: 4,4 in #0 -> 4,4",
        ],
    );
}

/// Diggers who make land of the sea, roads, walls and mud; sides see what they look at.
const WORKS: &str = "(set see-all false) (set see-terrain-always false)
    (terrain-type sea (char \"s\") (capacity 20)) (terrain-type road (subtype connection))
    (terrain-type wall (subtype border)) (terrain-type mud (subtype coating)) (material-type stone)
    (unit-type digger (acp-per-turn 20) (hp-max 9)) (unit-type boat (acp-per-turn 2) (hp-max 9)) (unit-type spy (vision-range 3))
    (table unit-storage-x (u* stone 50)) (table vanishes-on (boat land 1))
    (table acp-to-add-terrain (digger (land sea road wall mud) (3 4 5 2 1)))
    (table acp-to-remove-terrain (digger (land sea road wall mud) (6 2 1 1 1)))
    (table alter-terrain-range (digger (land road wall) (1 1 1))) (table material-to-add-terrain (digger stone 5))
    (table consumption-per-add-terrain (land stone 10) (road stone 3)) (table material-per-remove-terrain (sea stone 1) (wall stone 4))
    (table coating-depth-max (mud land 3)) (table coating-depth-min (mud land 2))
    (side 1 (name \"A\")) (side 2 (name \"B\")) (side 3 (name \"C\"))
    (area 9 9) (area (terrain (by-name land sea) \"9a\" \"9a\" \"9a\" \"9a\" \"3a6b\" \"9a\" \"9a\" \"9a\" \"9a\"))
    (units) (digger 2 4 1 (m 20)) (boat 3 4 2) (spy 7 5 3) (digger 2 4 1 (m 4))";

#[test]
pub(super) fn altering_terrain() {
    let mut game = table(WORKS);
    let (near, land) = (game.cell(3, 4), ground(&game, "land"));
    game.refuses(3, Action::AlterTerrain(near, land), "it needs 5 stone and has 4");
    game.plays(
        0,
        Action::AlterTerrain(near, land),
        &[
            "#0 acp: 20 -> 15",
            "#0 stone: 20 -> 11",
            "#1: there -> gone",
            "3,4 ground: sea -> land",
            "side 1 knows 3,4: sea -> land",
            "side 2 knows 3,4: sea -> land",
            "side 2 meets #0: digger of 1 at 2,4, now -> digger of 1 at 2,4, in turn 0",
            "side 2 meets #3: digger of 1 at 2,4, now -> digger of 1 at 2,4, in turn 0",
            "side 2 sees 2,4: 1 -> 0",
            "side 2 sees 2,5: 1 -> 0",
            "side 2 sees 3,3: 1 -> 0",
            "side 2 sees 3,4: 1 -> 0",
            "side 2 sees 3,5: 1 -> 0",
            "side 2 sees 4,3: 1 -> 0",
            "side 2 sees 4,4: 1 -> 0",
        ],
    );
}

#[test]
pub(super) fn adding_terrain() {
    let mut game = table(WORKS);
    let cell = game.cell(2, 4);
    let [road, mud] = ["road", "mud"].map(|name| ground(&game, name));
    let east = TerrainExtent::Side(Direction(1));
    game.refuses(3, Action::AddTerrain(cell, east, road), "it needs 5 stone and has 4");
    game.plays(
        0,
        Action::AddTerrain(cell, east, road),
        &[
            "#0 acp: 20 -> 15",
            "#0 stone: 20 -> 17",
            "2,4 road:  -> 1",
            "3,4 road:  -> 4",
            "side 1 knows 2,4 road:  -> 1",
            "side 1 knows 3,4 road:  -> 4",
            "side 2 knows 2,4 road:  -> 1",
            "side 2 knows 3,4 road:  -> 4",
        ],
    );
    game.plays(
        0,
        Action::AddTerrain(cell, TerrainExtent::Depth(2), mud),
        &["#0 acp: 15 -> 14", "2,4 mud: 0 -> 2", "side 1 knows 2,4 mud: 0 -> 2", "side 2 knows 2,4 mud: 0 -> 2"],
    );
    game.plays(0, Action::AddTerrain(cell, east, road), &["#0 acp: 14 -> 13"]);
}

#[test]
pub(super) fn removing_terrain() {
    let mut game = table(WORKS);
    let cell = game.cell(2, 4);
    let (wall, west) = (ground(&game, "wall"), TerrainExtent::Side(Direction(4)));
    game.change(|change| change.set_edge(cell, Direction(4), wall, true));
    let far = game.cell(4, 4);
    game.refuses(0, Action::RemoveTerrain(far, west, wall), "it is 2 cells away, and at most 1 can be reached");
    game.plays(
        0,
        Action::RemoveTerrain(cell, west, wall),
        &[
            "#0 acp: 20 -> 19",
            "#0 stone: 20 -> 24",
            "1,4 wall: 1 -> ",
            "2,4 wall: 4 -> ",
            "side 1 knows 1,4 wall: 1 -> ",
            "side 1 knows 2,4 wall: 4 -> ",
            "side 2 knows 1,4 wall: 1 -> ",
            "side 2 knows 2,4 wall: 4 -> ",
        ],
    );
    game.plays(0, Action::RemoveTerrain(cell, west, wall), &["#0 acp: 19 -> 18"]);
}
