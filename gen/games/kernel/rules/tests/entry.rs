//! Going aboard and ashore (`kernel-rules` 2.2, 3.2 and 11; seed 003, "Entry Action"; seed 000, "Entering Transports").

use fairmarch_kernel::{Action, Death, EventKind, Refusal, UnitIndex};

use super::TestGame;
use super::movement::{EAST, walk, walk_as};

/// A boat with room for four walkers.
const BOAT: &str = "(unit-type boat (acp-per-turn 10) (capacity 4)) (table unit-size-as-occupant (u* boat 1))";

impl TestGame {
    fn board(&mut self, unit: u32, transport: u32) -> Result<(), Refusal> {
        self.act(unit, Action::Enter(UnitIndex(transport)))
    }

    fn is_inside(&self, unit: u32, transport: u32) -> bool {
        self.unit(unit).inside == UnitIndex(transport) && self.unit(unit).cell == self.unit(transport).cell
    }
}

#[test]
fn example_11_boarding_costs_what_was_checked() {
    let types = format!(
        "{BOAT} (table mp-to-leave-terrain (w land 1)) (table mp-to-enter-unit (w boat 1)) \
         (table mp-to-leave-unit (w boat 2))"
    );
    let mut table = walk(&types, "(w 4 3 1) (boat 5 3 1)");
    table.board(0, 1).unwrap();
    assert_eq!((table.acp(0), table.is_inside(0, 1)), (7, true), "1 + 1 mp and 1 acp");
    assert!(matches!(table.board(0, 1), Err(Refusal::Invalid(_))), "it is inside");
    table.go(0, 5, 2).unwrap();
    assert_eq!((table.acp(0), table.unit(0).inside), (4, UnitIndex::NONE), "2 to leave, 1 to enter the land");
}

/// What boarding and leaving cost with a ferry, over a river, into a dear cell: leave 1, border 3, enter 4.
fn ferry_costs(table_name: &str, ferry: &str) -> [i16; 2] {
    let types = format!(
        "{BOAT} (table mp-to-leave-terrain (w land 1) (w hill 2)) (table mp-to-enter-terrain (w river 3) (w hill 4)) \
         (table ferry-on-entry (boat w over-all)) (table ferry-on-departure (boat w over-all)) \
         (table {table_name} (boat w {ferry}))"
    );
    let mut table = walk(&types, "(w 3 4 1) (boat 4 4 1)");
    let transport = UnitIndex(1);
    table.lay("river", (3, 4), EAST);
    table.act(0, Action::Enter(transport)).unwrap();
    // Back to the west over the river, from hill to land.
    let mut back = walk(&types, "(boat 4 4 1 (# 1)) (w 4 4 1 (in 1))");
    back.lay("river", (3, 4), EAST);
    back.go(1, 3, 4).unwrap();
    [10 - table.acp(0), 10 - back.acp(1)]
}

#[test]
fn four_ferries_on_entry() {
    let costs =
        ["over-nothing", "over-own", "over-border", "over-all"].map(|ferry| ferry_costs("ferry-on-entry", ferry)[0]);
    assert_eq!(costs, [1 + 3 + 4 + 1, 1 + 3 + 1, 1 + 1, 1 + 1], "with 1 acp for the entry itself, and 1 mp at least");
}

#[test]
fn four_ferries_on_departure() {
    let costs = ["over-nothing", "over-own", "over-border", "over-all"]
        .map(|ferry| ferry_costs("ferry-on-departure", ferry)[1]);
    assert_eq!(costs, [2 + 3 + 1, 3 + 1, 1, 1], "1 mp at least");
}

#[test]
fn paratroops_leave_cheaply_and_board_dearly() {
    let types = "(unit-type plane (acp-per-turn 10) (capacity 4)) (table unit-size-as-occupant (w plane 1)) \
         (table mp-to-enter-unit (w plane 10)) (table ferry-on-departure (plane w over-all))";
    let mut table = walk(types, "(plane 4 3 1 (# 1)) (w 4 3 1 (in 1))");
    table.go(1, 5, 3).unwrap();
    assert_eq!(table.acp(1), 9, "out for 1");
    assert_eq!(table.board(1, 0), Err(Refusal::NotEnoughMp { needs: 10, has: 9 }), "not in the same turn");
    table.next_turn();
    assert_eq!(table.board(1, 0), Ok(()));
}

#[test]
fn boarding_asks_for_trust_nearness_and_an_allowed_type() {
    let units = "(w 4 3 1) (boat 4 3 2) (boat 4 3 0) (boat 6 3 1) (boat 4 3 1)";
    let mut table = walk(BOAT, units);
    assert!(matches!(table.board(0, 1), Err(Refusal::CannotDo(_))), "not an enemy's");
    assert!(matches!(table.board(0, 2), Err(Refusal::CannotDo(_))), "not one of nobody's");
    assert_eq!(table.board(0, 3), Err(Refusal::TooFar { distance: 2, most: 1 }));
    assert!(matches!(table.board(0, 0), Err(Refusal::Invalid(_))));
    table.state.sides[2].trusts |= 1 << 1;
    assert_eq!(table.board(0, 1), Ok(()), "its side trusts the guest's");
    let mut free = walk(&format!("{BOAT} (table can-enter-independent (w boat true))"), units);
    assert_eq!(free.board(0, 2), Ok(()));
    let mut closed = walk(&format!("{BOAT} (table acp-to-enter-unit (w boat 0))"), units);
    assert!(matches!(closed.board(0, 4), Err(Refusal::CannotDo(_))));
}

#[test]
fn a_full_boat_takes_no_more_units() {
    let mut table = walk(&BOAT.replace("4", "1"), "(w 4 3 1) (w 4 3 1) (boat 4 3 1)");
    table.board(0, 2).unwrap();
    assert_eq!(table.board(1, 2), Err(Refusal::DestinationFull));
}

#[test]
fn an_unfinished_transport_takes_its_builders_only() {
    let types = format!(
        "{} (unit-type mason (acp-per-turn 10)) (table acp-to-build (mason boat 1))",
        BOAT.replace("(cap", "(cp 5) (cap")
    );
    let mut table = walk(&types, "(w 4 3 1) (mason 4 3 1) (boat 4 3 1 (cp 2))");
    assert_eq!(table.board(0, 2), Err(Refusal::DestinationFull));
    assert_eq!(table.board(1, 2), Ok(()));
}

#[test]
fn without_speed_one_is_taken_aboard_and_put_ashore() {
    let mut table = walk_as("(acp-per-turn 10) (speed 0)", BOAT, "(w 4 3 1) (boat 5 3 1)");
    assert!(matches!(table.go(0, 4, 2), Err(Refusal::CannotDo(_))));
    table.board(0, 1).unwrap();
    assert_eq!(table.acp(0), 8);
    table.go(0, 5, 2).unwrap();
    assert_eq!((table.acp(0), table.is_at(0, 5, 2)), (7, true));
    assert!(matches!(table.go(0, 5, 3), Err(Refusal::CannotDo(_))));
}

#[test]
fn an_entry_asks_for_the_materials_of_a_move() {
    let types =
        format!("{BOAT} (material-type fuel) (table unit-storage-x (w fuel 9)) (table material-to-move (w fuel 3))");
    let mut table = walk(&types, "(w 4 3 1 (m 2)) (w 4 3 1 (m 3)) (boat 4 3 1)");
    assert!(matches!(table.board(0, 2), Err(Refusal::NotEnoughMaterial { needs: 3, has: 2, .. })));
    assert_eq!(table.board(1, 2), Ok(()));
}

#[test]
fn a_road_leads_aboard_too() {
    let types = format!(
        "{BOAT} (table ferry-on-entry (boat w over-nothing)) (table mp-to-enter-terrain (w hill 6) (w road 0)) \
         (table mp-to-traverse (w road 2))"
    );
    let mut table = walk(&types, "(w 3 4 1) (boat 4 4 1)");
    table.lay("road", (3, 4), EAST);
    table.board(0, 1).unwrap();
    assert_eq!(table.acp(0), 10 - 2 - 1);
}

#[test]
fn a_unit_that_cannot_live_where_it_stands_does_not_get_aboard() {
    let types = format!("{BOAT} (table vanishes-on (w hill 1))");
    let mut table = walk(&types, "(w 4 4 1) (boat 4 4 1)");
    table.board(0, 1).unwrap();
    assert!(table.happened(|what| matches!(what, EventKind::Died { of: Death::Terrain, .. })));
    let mut saved = walk(&format!("{types} (table ferry-on-entry (boat w over-all))"), "(w 4 4 1) (boat 4 4 1)");
    saved.board(0, 1).unwrap();
    assert!(saved.is_inside(0, 1), "a boat that fetches it from where it is");
}

#[test]
fn transports_within_transports_move_as_one() {
    let types = "(unit-type carrier (acp-per-turn 10) (capacity 9)) (unit-type shuttle (acp-per-turn 10) (capacity 2)) \
         (table unit-size-as-occupant (u* u* 1))";
    let mut table = walk(types, "(carrier 4 3 1) (shuttle 4 3 1) (w 4 3 1)");
    table.board(2, 1).unwrap();
    table.board(1, 0).unwrap();
    assert!(matches!(table.board(0, 1), Err(Refusal::Invalid(_))), "not into its own occupant");
    table.go(0, 5, 3).unwrap();
    assert!(table.is_inside(2, 1) && table.is_inside(1, 0) && table.is_at(2, 5, 3));
    table.board(2, 0).unwrap();
    assert!(table.is_inside(2, 0), "from one to the other");
    table.go(1, 5, 2).unwrap();
    assert!(table.is_at(1, 5, 2) && table.is_inside(2, 0));
}

#[test]
fn a_passenger_gets_off_where_the_transport_stands() {
    let mut table = walk(&format!("{BOAT} (table mp-to-leave-unit (w boat 3))"), "(boat 4 3 1 (# 1)) (w 4 3 1 (in 1))");
    table.go(1, 4, 3).unwrap();
    assert_eq!((table.unit(1).inside, table.acp(1)), (UnitIndex::NONE, 7));
}
