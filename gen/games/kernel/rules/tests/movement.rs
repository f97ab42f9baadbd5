//! Moving (`kernel-rules` 2.1 and 11; seed 003, "Movement Action"; seed 000, "Unit Movement").

use design::TerrainType;
use fairmarch_kernel::{Action, Death, EventKind, Refusal, UnitIndex};
use grid::{Direction, EdgeLayer, Layer};

use super::{TestGame, table};

/// Hills, a river as border, a road as connection, snow as coating.
const TERRAIN: &str = "(terrain-type hill (char \"H\") (capacity 20)) (terrain-type river (char \"R\") (subtype border)) \
     (terrain-type road (char \"r\") (subtype connection)) (terrain-type snow (char \"s\") (subtype coating))";

/// 9 by 9 land with hills at (4, 4) and (5, 4), to be put before the units.
const HILLS: &str = "(area 9 9) (area (terrain (by-name land hill) \
     \"9a\" \"9a\" \"9a\" \"9a\" \"4a2b3a\" \"9a\" \"9a\" \"9a\" \"9a\"))";

pub(super) const EAST: Direction = Direction(1);

/// A game with [`TERRAIN`], walkers `w` of 10 acp, and whatever else.
pub(super) fn walk(types: &str, units: &str) -> TestGame {
    walk_as("(acp-per-turn 10)", types, units)
}

/// The same with other properties of the walkers.
pub(super) fn walk_as(walker: &str, types: &str, units: &str) -> TestGame {
    table(&format!("{TERRAIN} (unit-type w {walker}) {types} (units) {HILLS} {units}"))
}

impl TestGame {
    pub(super) fn go(&mut self, unit: u32, x: i32, y: i32) -> Result<(), Refusal> {
        let cell = self.cell(x, y);
        self.act(unit, Action::Move(cell, 0))
    }

    pub(super) fn is_at(&self, unit: u32, x: i32, y: i32) -> bool {
        self.unit(unit).cell == self.cell(x, y)
    }

    /// Lays a border or connection on a side of a cell.
    pub(super) fn lay(&mut self, name: &str, (x, y): (i32, i32), direction: Direction) {
        let kind: TerrainType = self.rules.design.find(name).expect("a terrain type");
        let (area, cell) = (self.rules.area, self.cell(x, y));
        if !self.state.edges.iter().any(|entry| entry.0 == kind) {
            self.state.edges.push((kind, EdgeLayer::filled(&area, 0)));
        }
        let layer = self.state.edges.iter_mut().find(|entry| entry.0 == kind).expect("it is there now");
        grid::connect(&area, layer.1.edit(), cell, direction);
    }

    pub(super) fn cover(&mut self, name: &str, (x, y): (i32, i32)) {
        let kind: TerrainType = self.rules.design.find(name).expect("a terrain type");
        let (area, cell) = (self.rules.area, self.cell(x, y));
        if !self.state.coatings.iter().any(|entry| entry.0 == kind) {
            self.state.coatings.push((kind, Layer::filled(&area, 0)));
        }
        let layer = self.state.coatings.iter_mut().find(|entry| entry.0 == kind).expect("it is there now");
        layer.1.edit()[cell.index()] = 2;
    }
}

#[test]
fn a_step_is_paid() {
    let mut table = walk("", "(w 3 3 1)");
    table.go(0, 4, 3).unwrap();
    assert_eq!((table.is_at(0, 4, 3), table.acp(0), table.unit(0).moves), (true, 9, 1));
    assert_eq!(table.go(0, 6, 3), Err(Refusal::TooFar { distance: 2, most: 1 }));
    assert!(matches!(table.go(0, 4, 3), Err(Refusal::Invalid(_))), "it is there");
    assert_eq!(table.acp(0), 9, "what is refused costs nothing");
    assert!(table.happened(|what| matches!(what, EventKind::Moved { who, .. } if who.id == UnitIndex(0))));
}

const DEAR: &str = "(table mp-to-leave-terrain (w land 1) (w road 2)) \
     (table mp-to-enter-terrain (w river 3) (w hill 4) (w road 1)) (table mp-to-traverse (w road 1))";

#[test]
fn example_4_leaving_crossing_and_entering_add_up() {
    let mut table = walk(DEAR, "(w 3 4 1)");
    table.lay("river", (3, 4), EAST);
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 2);
}

#[test]
fn example_5_a_road_is_the_alternative_to_it_all() {
    let mut table = walk(DEAR, "(w 3 4 1)");
    table.lay("river", (3, 4), EAST);
    table.lay("road", (3, 4), EAST);
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 6);
    table.go(0, 5, 4).unwrap();
    assert_eq!(table.acp(0), 2, "no road leads on");
}

#[test]
fn a_road_that_cannot_be_travelled_is_none() {
    let mut table = walk("(table mp-to-enter-terrain (w hill 4))", "(w 3 4 1)");
    table.lay("road", (3, 4), EAST);
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 6);
}

#[test]
fn coatings_cost_on_both_sides() {
    let mut table = walk("(table mp-to-enter-terrain (w snow 2)) (table mp-to-leave-terrain (w snow 3))", "(w 3 3 1)");
    table.cover("snow", (4, 3));
    table.go(0, 4, 3).unwrap();
    assert_eq!(table.acp(0), 10 - 1 - 2);
    table.go(0, 5, 3).unwrap();
    assert_eq!(table.acp(0), 7 - 3 - 1);
}

#[test]
fn single_costs_may_be_negative_and_a_step_costs_1_at_least() {
    let mut table = walk("(table mp-to-enter-terrain (w hill 5) (w river -2))", "(w 3 4 1) (w 3 3 1)");
    table.lay("river", (3, 4), EAST);
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 10 - 3);
    table.lay("river", (3, 3), EAST);
    table.go(1, 4, 3).unwrap();
    assert_eq!(table.acp(1), 9, "1 - 2 is still 1");
}

#[test]
fn example_6_half_speed() {
    let mut table = walk_as("(acp-per-turn 10) (speed 50)", "(table mp-to-enter-terrain (w hill 4))", "(w 3 4 1)");
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 2);
    table.go(0, 4, 3).unwrap();
    assert_eq!(table.acp(0), 0);
    assert!(matches!(table.go(0, 4, 2), Err(Refusal::NotEnoughAcp { .. })));
}

#[test]
fn a_speed_of_20_percent_takes_5_acp_a_cell() {
    let mut table = walk_as("(acp-per-turn 10) (speed 20)", "", "(w 3 3 1)");
    table.go(0, 4, 3).unwrap();
    assert_eq!(table.acp(0), 5);
    table.go(0, 5, 3).unwrap();
    assert_eq!(table.acp(0), 0);
    let mut slow = walk_as("(speed 20) (acp-per-turn 4)", "", "(w 3 3 1)");
    assert!(matches!(slow.go(0, 4, 3), Err(Refusal::CannotDo(_))), "not in a whole turn");
}

#[test]
fn a_border_that_no_turn_suffices_for_is_named() {
    let go = |costs: &str| {
        let mut table = walk(&format!("(table mp-to-enter-terrain {costs})"), "(w 3 4 1)");
        table.lay("river", (3, 4), EAST);
        table.go(0, 4, 4)
    };
    assert_eq!(go("(w river 3) (w hill 4)"), Ok(()));
    let why = go("(w river 99) (w hill 4)").expect_err("the river is too wide");
    assert_eq!(why, Refusal::Barred { by: "river".into() });
    assert_eq!(why.to_string(), "river between the two cells is in the way");
    assert!(matches!(go("(w river 3) (w hill 99)"), Err(Refusal::CannotDo(_))), "it is not the river");
}

#[test]
fn example_7_free_movement_points() {
    let mut table =
        walk_as("(acp-per-turn 2) (free-mp 3)", "(table mp-to-enter-terrain (w hill 5))", "(w 3 4 1) (w 3 5 1)");
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 0);
    table.next_turn();
    assert_eq!(table.acp(0), 2, "nothing is owed");
    table.go(0, 5, 4).unwrap();
    assert!(table.is_at(0, 5, 4));
}

#[test]
fn free_movement_points_have_an_end_or_none() {
    let go = |free_mp: i32| {
        let walker = format!("(acp-per-turn 2) (free-mp {free_mp})");
        walk_as(&walker, "(table mp-to-enter-terrain (w hill 5))", "(w 3 4 1)").go(0, 4, 4)
    };
    assert!(matches!(go(2), Err(Refusal::CannotDo(_))), "2 + 2 < 5, and a turn has no more");
    let any = go(-1);
    assert_eq!(any, Ok(()), "-1: any amount (seed 000, \"Free Moves\")");
}

#[test]
fn enough_for_another_turn_is_not_enough_now() {
    let mut table = walk_as("(acp-per-turn 5)", "(table mp-to-enter-terrain (w hill 5))", "(w 2 4 1)");
    table.go(0, 3, 4).unwrap();
    assert_eq!(table.go(0, 4, 4), Err(Refusal::NotEnoughMp { needs: 5, has: 4 }));
    table.next_turn();
    assert_eq!(table.go(0, 4, 4), Ok(()));
}

#[test]
fn example_40_fatigue_by_debt() {
    let mut table = walk_as("(acp-per-turn 2) (acp-min -5)", "(table mp-to-enter-terrain (w hill 6))", "(w 3 4 1)");
    table.go(0, 4, 4).unwrap();
    let mut found = vec![table.acp(0)];
    for _ in 0..3 {
        let has = table.acp(0).into();
        assert_eq!(table.go(0, 4, 3), Err(Refusal::NotEnoughAcp { needs: 1, has }), "a unit in debt waits");
        table.next_turn();
        found.push(table.acp(0));
    }
    assert_eq!(found, [-4, -2, 0, 2]);
    assert_eq!(table.go(0, 4, 3), Ok(()));
}

#[test]
fn example_43_free_action_points() {
    let go = |free_acp: &str| {
        let mut table = walk_as(&format!("(acp-per-turn 1) (acp-to-move 3) {free_acp}"), "", "(w 3 3 1)");
        table.go(0, 4, 3).map(|()| table.acp(0))
    };
    assert!(matches!(go(""), Err(Refusal::CannotDo(_))), "1 acp a turn, and none saved");
    assert!(matches!(go("(acp-max 3)"), Err(Refusal::NotEnoughAcp { needs: 3, has: 1 })));
    assert_eq!(go("(free-acp -1)"), Ok(0));
    assert_eq!(go("(free-acp 2)"), Ok(0));
    assert_eq!(
        format!("{:?}", go("(free-acp 1)")),
        r#"Err(CannotDo("it never has as many action points as that needs"))"#
    );
    let mut seed = walk_as("(acp-per-turn 1) (acp-max 2) (acp-to-move 3)", "", "(w 3 3 1)");
    seed.rules.is_xconq_7_0 = true;
    assert_eq!(seed.go(0, 4, 3), Ok(()), "-1 unless it is said, in designs of the seeds");
}

#[test]
fn a_move_costs_its_least_acp() {
    let mut table = walk_as("(acp-per-turn 10) (acp-to-move 3)", "", "(w 3 3 1)");
    table.go(0, 4, 3).unwrap();
    assert_eq!(table.acp(0), 7);
    assert!(matches!(
        walk_as("(acp-per-turn 10) (acp-to-move 0)", "", "(w 3 3 1)").go(0, 4, 3),
        Err(Refusal::CannotDo(_))
    ));
    assert!(matches!(walk_as("(acp-per-turn 10) (speed 0)", "", "(w 3 3 1)").go(0, 4, 3), Err(Refusal::CannotDo(_))));
    let free = walk_as("(acp-per-turn 10) (acp-independent true)", "", "(w 3 3 1)").go(0, 4, 3);
    assert!(matches!(free, Err(Refusal::CannotDo(_))));
}

#[test]
fn a_unit_moves_and_another_pays_the_acp() {
    let mut table = walk("(unit-type sword (acp-per-turn 0) (speed 50))", "(w 3 3 1) (sword 3 3 1)");
    let cell = table.cell(4, 3);
    table.act_on(0, 1, Action::Move(cell, 0)).unwrap();
    assert_eq!((table.unit(1).cell, table.acp(0), table.acp(1)), (cell, 8, 0), "the sword's speed, the hand's acp");
}

#[test]
fn example_12_stacking() {
    let types = "(terrain-type moor (char \"M\") (capacity 3)) (table terrain-capacity-x (w moor 1)) \
         (table unit-size-in-terrain (w moor 2))";
    let area = "(area 9 9) (area (terrain (by-name land moor) \
         \"9a\" \"9a\" \"9a\" \"9a\" \"4a1b4a\" \"9a\" \"9a\" \"9a\" \"9a\"))";
    let mut table = table(&format!(
        "{TERRAIN} (unit-type w (acp-per-turn 10)) {types} (units) {area} (w 3 4 1) (w 3 4 1) (w 3 4 1)"
    ));
    assert_eq!(table.go(0, 4, 4), Ok(()), "in its own place");
    assert_eq!(table.go(1, 4, 4), Ok(()), "in the shared room");
    assert_eq!(table.go(2, 4, 4), Err(Refusal::DestinationFull));
}

#[test]
fn long_moves_are_held_to_the_range() {
    let mut table = walk_as("(acp-per-turn 10) (move-range 3)", "(table mp-to-enter-terrain (w hill 4))", "(w 1 3 1)");
    assert_eq!(table.go(0, 5, 3), Err(Refusal::TooFar { distance: 4, most: 3 }));
    table.go(0, 4, 3).unwrap();
    assert_eq!(table.acp(0), 7, "1 for each cell");
    table.go(0, 4, 5).unwrap();
    assert_eq!(table.acp(0), 5);
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 1, "the ground at the end counts");
}

#[test]
fn materials_that_a_move_needs_and_uses() {
    let types = "(material-type fuel) (table unit-storage-x (w fuel 10)) (table unit-initial-supply (w fuel 5)) \
         (table material-to-move (w fuel 3)) (table consumption-per-move (w fuel 1))";
    let mut table = walk(types, "(w 3 3 1 (m 4))");
    assert_eq!(table.supply(0, 0), 4);
    table.go(0, 4, 3).unwrap();
    table.go(0, 5, 3).unwrap();
    assert_eq!(table.supply(0, 0), 2);
    assert!(matches!(table.go(0, 6, 3), Err(Refusal::NotEnoughMaterial { needs: 3, has: 2, .. })));
    let mut none = walk(&types.replace("(w fuel 10)", "(w fuel 2)"), "(w 3 3 1)");
    assert!(matches!(none.go(0, 4, 3), Err(Refusal::CannotDo(_))), "it could never hold so much");
}

#[test]
fn starvation_on_the_way_kills_or_does_nothing() {
    let types = "(material-type fuel) (table unit-storage-x (w fuel 10)) (table consumption-per-move (w fuel 1)) \
         (table hp-per-starve (w fuel 100))";
    for (hp, is_alive) in [(1, false), (2, true)] {
        let mut table = walk_as(&format!("(acp-per-turn 10) (hp-max {hp})"), types, "(w 3 3 1 (m 1))");
        table.go(0, 4, 3).unwrap();
        assert_eq!(table.at().is_alive(UnitIndex(0)), is_alive);
        assert!(!is_alive || table.hp(0) == 2, "a loss that does not kill comes later");
    }
}

#[test]
fn a_unit_dies_where_it_cannot_live_but_for_a_safe_road() {
    let types = "(table vanishes-on (w hill 1))";
    let mut table = walk(types, "(w 3 4 1) (w 4 3 1)");
    table.lay("road", (3, 4), EAST);
    table.go(0, 4, 4).unwrap();
    assert!(table.at().is_alive(UnitIndex(0)), "a road leads there");
    table.go(1, 4, 4).unwrap();
    assert!(!table.at().is_alive(UnitIndex(1)), "over another side there is none");
    assert!(table.happened(|what| matches!(what, EventKind::Died { of: Death::Terrain, .. })));
}

#[test]
fn the_world_is_left_only_by_who_may() {
    let mut table = walk("(unit-type boat (acp-per-turn 10) (mp-to-leave-world 3))", "(w 1 4 1) (boat 1 4 1)");
    assert_eq!(table.go(0, 0, 4), Err(Refusal::CannotLeaveWorld));
    table.go(1, 0, 4).unwrap();
    assert!(!table.at().is_alive(UnitIndex(1)));
    assert!(table.happened(|what| matches!(what, EventKind::Died { of: Death::LeftWorld, .. })));
    let mut poor = walk("(unit-type boat (acp-per-turn 3) (mp-to-leave-world 3))", "(boat 1 4 1)");
    assert_eq!(
        format!("{:?}", poor.go(0, 0, 4)),
        r#"Err(CannotDo("a whole turn's movement does not suffice"))"#,
        "1 for the ground, 3 for leaving"
    );
    let types = "(unit-type boat (acp-per-turn 10) (mp-to-leave-world 3)) (table mp-to-traverse (boat road 0))";
    let mut by_road = walk(types, "(boat 1 4 1)");
    by_road.lay("road", (0, 4), EAST);
    by_road.go(0, 0, 4).unwrap();
    assert_eq!(by_road.unit(0).acp, 10 - 1 - 3, "no road is a way around the price");
}

#[test]
fn altitudes_have_bounds_and_a_climb_costs_1() {
    let types = "(unit-type plane (acp-per-turn 10)) (table altitude-max (plane t* 3) (plane hill 5)) \
         (table altitude-min (plane hill 2)) (table mp-to-enter-terrain (plane land 4))";
    let mut table = walk(types, "(plane 3 4 1) (w 3 3 1)");
    let (here, hill) = (table.cell(3, 4), table.cell(4, 4));
    table.act(0, Action::Move(here, 3)).unwrap();
    assert_eq!((table.unit(0).altitude, table.acp(0)), (3, 9));
    assert_eq!(
        format!("{:?}", table.act(0, Action::Move(here, 4))),
        r#"Err(CannotDo("it cannot be at that altitude there"))"#
    );
    assert_eq!(
        format!("{:?}", table.act(0, Action::Move(here, -1))),
        r#"Err(CannotDo("it cannot be at that altitude there"))"#
    );
    assert_eq!(
        format!("{:?}", table.act(0, Action::Move(hill, 1))),
        r#"Err(CannotDo("it cannot be at that altitude there"))"#
    );
    table.act(0, Action::Move(hill, 5)).unwrap();
    assert_eq!((table.unit(0).altitude, table.acp(0)), (5, 8));
    assert_eq!(
        format!("{:?}", table.act(1, Action::Move(here, 1))),
        r#"Err(CannotDo("it cannot be at that altitude there"))"#,
        "on the ground unless the design says otherwise"
    );
    assert_eq!(table.at().nearest_altitude(table.kind("plane"), here, 9), 3);
}

#[test]
fn damage_occupants_and_bounds_of_speed() {
    let types = "(unit-type horse) (unit-type mud) (table unit-size-as-occupant (u* w 1)) \
         (table occupant-adds-speed (w horse 60)) (table occupant-multiplies-speed (w mud 50))";
    let speed = |bounds: &str, units: &str, hp: i16| {
        let walker =
            format!("(acp-per-turn 10) (hp-max 10) (capacity 9) (speed-damage-effect ((1 10) (5 50))) {bounds}");
        let mut table = walk_as(&walker, types, units);
        table.state.units[0].hp = hp;
        table.at().speed_to(UnitIndex(0), table.cell(4, 3))
    };
    let laden = "(w 3 3 1 (# 1)) (horse 3 3 1 (in 1)) (mud 3 3 1 (in 1))";
    assert_eq!(speed("", "(w 3 3 1)", 10), 100);
    assert_eq!(speed("", laden, 10), 80, "(100 + 60) x 50%");
    assert_eq!(speed("", "(w 3 3 1)", 3), 30);
    assert_eq!(speed("", laden, 3), 15, "damage replaces the sum");
    assert_eq!(speed("", "(w 3 3 1)", 7), 100, "beyond the list");
    assert_eq!(speed("(speed-max 70)", laden, 10), 70);
    assert_eq!(speed("(speed-min 25)", laden, 3), 25);
}

#[test]
fn the_wind_carries_or_hinders() {
    let walker = "(acp-per-turn 10) (speed-wind-effect ((0 200) ((1 2) ((0 100) (10 50))) (other 40)))";
    let mut table = walk_as(walker, "", "(w 3 3 1)");
    let speed = |table: &TestGame, x, y| table.at().speed_to(UnitIndex(0), table.cell(x, y));
    assert_eq!(speed(&table, 4, 3), 100, "no wind in the world");
    table.state.winds = vec![world::Wind { direction: EAST, force: 4 }; table.rules.area.len()];
    assert_eq!([(4, 3), (3, 4), (2, 4), (2, 3)].map(|(x, y)| speed(&table, x, y)), [200, 80, 80, 40]);
    let beyond = table.cell(4, 3);
    table.state.winds[beyond.index()] = world::Wind { direction: Direction(4), force: 4 };
    assert_eq!(speed(&table, 4, 3), 120, "the mean of both cells");
    table.state.winds[beyond.index()].force = 90;
    assert_eq!(speed(&table, 3, 4), 80);
}

#[test]
fn wherever_it_comes_from_it_is_at_an_altitude_that_it_can_have() {
    let types = "(unit-type satellite (acp-per-turn 10)) (table altitude-max (satellite t* 9)) \
         (table altitude-min (satellite t* 4))";
    let mut table = walk(types, "(satellite 3 4 1)");
    assert_eq!(table.unit(0).altitude, 4);
    let next = table.cell(4, 4);
    assert_eq!(table.at().altitude_there(UnitIndex(0), next), 4);
    assert_eq!(
        format!("{:?}", table.go(0, 4, 4)),
        r#"Err(CannotDo("it cannot be at that altitude there"))"#,
        "not on the ground"
    );
    table.act(0, Action::Move(next, 9)).unwrap();
    assert_eq!((table.is_at(0, 4, 4), table.unit(0).altitude), (true, 9));
}

#[test]
fn where_it_is_wrecked_its_wreck_stays() {
    let types =
        "(unit-type hulk) (unit-type ship (acp-per-turn 10) (wrecked-type hulk)) (table wrecks-on (ship hill true))";
    let mut table = walk(types, "(ship 3 4 1)");
    table.go(0, 4, 4).unwrap();
    assert_eq!((table.unit(0).kind, table.is_at(0, 4, 4)), (table.kind("hulk"), true));
}

#[test]
fn a_bomb_may_go_off_where_it_comes() {
    let types = "(unit-type bomb (acp-per-turn 10) (hp-per-detonation 1)) \
         (table detonation-accident-chance (bomb hill 10000))";
    let mut table = walk(types, "(bomb 2 4 1)");
    table.go(0, 3, 4).unwrap();
    assert!(!table.happened(|what| matches!(what, EventKind::Detonated { .. })));
    table.go(0, 4, 4).unwrap();
    assert!(table.happened(|what| matches!(what, EventKind::Detonated { .. })));
}

#[test]
fn free_movement_without_end_needs_a_point_to_start_from() {
    let mut table = walk_as(
        "(acp-per-turn 2) (speed 50) (free-mp -1)",
        "(table mp-to-enter-terrain (w hill 50))",
        "(w 2 4 1) (w 3 4 1)",
    );
    table.go(1, 4, 4).unwrap();
    assert_eq!(table.acp(1), 0, "whatever it costs");
    table.go(0, 3, 4).unwrap();
    assert_eq!(table.acp(0), 0);
    assert!(table.go(0, 4, 4).is_err(), "there is no movement left");
    let mut half = walk_as("(acp-per-turn 1) (speed 50) (free-mp -1)", "", "(w 3 4 1)");
    assert!(half.go(0, 2, 4).is_err(), "half a movement point is none");
    let kind = table.kind("w");
    let hill = design::TerrainType(1);
    assert!(world::travel::can_enter(&table.rules.design, kind, hill), "measures of fairness agree");
}
