//! The start of a game.

use super::table;

#[test]
fn units_stand_where_the_file_puts_them() {
    let table = table("(unit-type tank (acp-per-turn 4)) (units) (tank 4 3 1) (tank 5 3 2) (tank 4 3 0)");
    assert_eq!(table.state.turn(), 1);
    assert_eq!(table.unit(0).cell, table.cell(4, 3));
    assert_eq!(table.at().in_cell(table.cell(4, 3)).map(|id| id.0).collect::<Vec<_>>(), [0, 2]);
    assert_eq!((table.acp(0), table.acp(1), table.acp(2)), (4, 4, 4));
    assert_eq!(table.side(1), world::SideId(2));
}

#[test]
fn a_turn_ends_when_all_have_ended_it() {
    let mut table = table("(unit-type tank (acp-per-turn 4)) (units) (tank 4 3 1) (tank 5 3 2)");
    table.next_turn();
    assert_eq!(table.state.turn(), 2);
}
