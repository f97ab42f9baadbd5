//! Zones of control (`kernel-rules` 2.1 and 11; seed 003, "Movement Action"; seed 000, "Zone of Control").

use fairmarch_kernel::{Refusal, UnitIndex, testing};

use super::movement::{walk, walk_as};

const TOLLS: &str = "(unit-type fort) (table zoc-range (fort w 1)) (table mp-to-enter-zoc (w fort 2)) \
     (table mp-to-leave-zoc (w fort 1))";

#[test]
fn example_9_tolls_of_a_zone() {
    let mut table = walk(TOLLS, "(w 3 3 1) (fort 5 3 2)");
    let mut left = Vec::new();
    for (x, y) in [(4, 3), (3, 3), (2, 3)] {
        table.go(0, x, y).unwrap();
        left.push(table.acp(0));
    }
    assert_eq!(left, [7, 5, 4], "1 + 2, 1 + 1, 1");
}

#[test]
fn example_10_a_zone_is_closed_unless_the_design_opens_it() {
    let types = "(unit-type fort) (table zoc-range (fort w 1))";
    let mut table = walk(types, "(w 2 3 1) (fort 4 3 2)");
    assert_eq!(table.go(0, 3, 3), Err(Refusal::BlockingZoc { by: UnitIndex(1) }));
    for units in ["(w 2 3 1) (fort 4 3 1)", "(w 2 3 1) (fort 4 3 2 (cp 0))"] {
        let types = types.replace("(unit-type fort)", "(unit-type fort (cp 5))");
        assert_eq!(walk(&types, units).go(0, 3, 3), Ok(()), "{units}: one's own, and what is unfinished");
    }
    let mut trusted = walk(types, "(w 2 3 1) (fort 4 3 2)");
    trusted.state.sides[2].trusts |= 1 << 1;
    assert_eq!(trusted.go(0, 3, 3), Ok(()));
}

#[test]
fn the_dearest_zone_counts_not_the_sum() {
    let types =
        format!("{TOLLS} (unit-type tower) (table zoc-range add (tower w 1)) (table mp-to-enter-zoc add (w tower 4))");
    let mut table = walk(&types, "(w 2 3 1) (fort 4 3 2) (tower 3 4 2) (fort 4 2 2)");
    table.go(0, 3, 3).unwrap();
    assert_eq!(table.acp(0), 10 - 1 - 4);
}

#[test]
fn cells_of_enemies_are_closed_or_cost() {
    let mut table = walk("(unit-type fort)", "(w 2 3 1) (fort 3 3 2)");
    assert_eq!(table.go(0, 3, 3), Err(Refusal::BlockingZoc { by: UnitIndex(1) }));
    let mut dear = walk("(unit-type fort) (table mp-to-enter-own (w fort 3))", "(w 2 3 1) (fort 3 3 2)");
    dear.go(0, 3, 3).unwrap();
    assert_eq!(dear.acp(0), 10 - 1 - 3, "the points are added (seed 003)");
    let mut harmless = walk("(unit-type fort) (table zoc-range (fort w -1))", "(w 2 3 1) (fort 3 3 2)");
    assert_eq!(harmless.go(0, 3, 3), Ok(()));
    assert_eq!(harmless.acp(0), 9);
}

#[test]
fn zones_depend_on_the_ground() {
    let into = format!("{TOLLS} (table zoc-into-terrain (fort hill false))");
    let mut table = walk(&into, "(w 3 5 1) (fort 5 4 2)");
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 9, "no zone into the hills");
    let from = format!("{TOLLS} (table zoc-from-terrain-effect (fort land 250) (fort hill 0))");
    let mut far = walk(&from, "(w 3 2 1) (fort 6 2 2) (w 3 6 1) (fort 4 4 2)");
    far.go(0, 4, 2).unwrap();
    assert_eq!(far.acp(0), 10 - 1 - 2, "2 cells wide on the plain");
    far.go(2, 3, 5).unwrap();
    assert_eq!(far.acp(2), 9, "0 from the hills");
}

#[test]
fn within_a_wide_zone_moving_has_its_own_price() {
    let types = "(unit-type fort) (table zoc-range (fort w 2)) (table mp-to-enter-zoc (w fort 1)) \
         (table mp-to-traverse-zoc (w fort 4)) (table mp-to-leave-zoc (w fort 2))";
    let mut table = walk_as("(acp-per-turn 20)", types, "(w 2 4 1) (fort 5 4 2)");
    let mut left = Vec::new();
    for (x, y) in [(3, 4), (4, 4), (3, 4), (2, 4)] {
        table.go(0, x, y).unwrap();
        left.push(table.acp(0));
    }
    assert_eq!(left, [18, 13, 8, 5]);
}

#[test]
fn a_zone_can_hold_fast() {
    let leave = "(unit-type fort) (table zoc-range (fort w 1)) (table mp-to-enter-zoc (w fort 0)) \
         (table mp-to-leave-zoc (w fort -1))";
    let mut table = walk(leave, "(w 3 3 1) (fort 4 3 2)");
    assert_eq!(table.go(0, 2, 3), Err(Refusal::BlockingZoc { by: UnitIndex(1) }), "-1 forbids to leave (seed 003)");
    assert_eq!(table.go(0, 3, 4), Ok(()), "within it goes on");
    let traverse = leave.replace("mp-to-leave-zoc", "mp-to-traverse-zoc");
    let mut still = walk(&traverse, "(w 3 3 1) (w 3 4 1) (w 4 2 1) (fort 4 3 2)");
    assert_eq!(still.go(2, 5, 2), Err(Refusal::BlockingZoc { by: UnitIndex(3) }));
    assert_eq!(still.go(0, 3, 4), Ok(()), "to a friend");
    assert_eq!(still.go(2, 4, 1), Ok(()), "out of it");
}

#[test]
fn occupants_that_can_fight_exert_zones_and_are_held_by_none() {
    let types = format!(
        "{TOLLS} (unit-type cart (acp-per-turn 10) (capacity 4)) (table zoc-range add (cart u* -1)) \
         (table unit-size-as-occupant (u* cart 1)) (table zoc-range add (fort cart -1))"
    );
    let units = "(w 2 3 1) (cart 4 3 2 (# 50)) (fort 4 3 2 (in 50))";
    let mut table = walk(&types, units);
    table.go(0, 3, 3).unwrap();
    assert_eq!(table.acp(0), 7);
    let mut shut = walk(&format!("{types} (table occupant-combat (fort cart 0))"), units);
    shut.go(0, 3, 3).unwrap();
    assert_eq!(shut.acp(0), 9);
    let mut carried = walk(&types, "(cart 2 3 1 (# 50)) (w 2 3 1 (in 50)) (fort 4 3 2)");
    carried.go(0, 3, 3).unwrap();
    assert_eq!(carried.acp(0), 9, "the cart's price, not that of whom it carries");
}

#[test]
fn overruns_and_retreats_ask_with_more_acp() {
    let table = walk_as("(acp-per-turn 1)", "(table mp-to-enter-terrain (w hill 3))", "(w 3 4 1)");
    let (at, id, hill) = (table.at(), UnitIndex(0), table.cell(4, 4));
    assert_eq!(
        testing::check_step(at, id, id, hill, 0, 1),
        Err(Refusal::CannotDo("a whole turn's movement does not suffice"))
    );
    assert_eq!(testing::check_step(at, id, id, hill, 0, 2), Ok(3));
}

/// Seed 003 knows a price of moving within a zone at every range.
#[test]
fn within_a_zone_of_one_cell_moving_has_its_own_price_too() {
    // The table also speaks of a post, so that a price of 0 is said.
    let types = |enter: i32, traverse: i32| {
        format!(
            "(unit-type fort) (unit-type post) (table zoc-range (fort w 1) (post w 1)) \
             (table mp-to-enter-zoc (w fort {enter}) (w post 1)) (table mp-to-leave-zoc (w fort 1)) \
             (table mp-to-traverse-zoc (w fort {traverse}) (w post 7))"
        )
    };
    let left = |types: &str, posts: &str| {
        let mut game = walk(types, &format!("(w 3 3 1) (fort 4 3 2) {posts}"));
        game.go(0, 3, 4).map(|()| game.acp(0))
    };
    assert_eq!(left(&types(2, 5), ""), Ok(10 - 1 - 5));
    assert_eq!(left(&types(2, 0), ""), Ok(10 - 1), "neither entering nor leaving");
    assert_eq!(left(&types(2, 0), "(post 3 5 2)"), Ok(10 - 1 - 1), "the post's zone is entered: the dearest counts");
    assert_eq!(left(&types(2, 3), "(post 3 5 2)"), Ok(10 - 1 - 3));
    assert_eq!(left(&types(2, -1), ""), Err(Refusal::BlockingZoc { by: UnitIndex(1) }));
    assert_eq!(left(&types(-1, 2), ""), Ok(10 - 1 - 2), "what is shut to newcomers does not hold those who are in");
    assert_eq!(left(TOLLS, ""), Ok(10 - 1 - 2), "as in 7.5, where the design does not speak of it");
}
