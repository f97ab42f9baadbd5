//! Moving and entering (`kernel-rules` 2.1, 2.2, 11; seed 003, "Movement Action", "Entry Action").

use super::{Table, table};
use crate::{Action, Refusal, UnitId};

/// A unit type that most examples use, and a hill.
const WALKER: &str = "(terrain-type hill (char \"H\") (capacity 20)) (unit-type w (acp-per-turn 10))";

/// 9 by 9 land with a hill at (4, 4).
const HILL: &str =
    "(area 9 9) (area (terrain (by-name land hill) \"9a\" \"9a\" \"9a\" \"9a\" \"4ab4a\" \"9a\" \"9a\" \"9a\" \"9a\"))";

impl Table {
    fn go(&mut self, unit: u32, x: i32, y: i32) -> Result<(), Refusal> {
        let cell = self.cell(x, y);
        self.act(unit, Action::Move(cell, 0))
    }

    fn board(&mut self, unit: u32, transport: u32) -> Result<(), Refusal> {
        self.act(unit, Action::Enter(UnitId(transport)))
    }
}

#[test]
fn a_step_is_paid() {
    let mut table = table("(unit-type w (acp-per-turn 4)) (units) (w 4 3 1)");
    table.go(0, 5, 3).unwrap();
    assert_eq!((table.unit(0).cell, table.acp(0), table.unit(0).moves), (table.cell(5, 3), 3, 1));
    assert!(matches!(table.go(0, 7, 3), Err(Refusal::TooFar { distance: 2, most: 1 })));
    assert_eq!(table.acp(0), 3, "what is refused costs nothing");
}

#[test]
fn going_aboard_and_ashore() {
    let mut table = table(&format!(
        "{WALKER} (unit-type boat (capacity 4)) (table unit-size-as-occupant (w boat 1)) (table mp-to-leave-terrain (w land 1)) \
         (table mp-to-enter-unit (w boat 1)) (table mp-to-leave-unit (w boat 2)) (units) (w 4 3 1) (boat 5 3 1)"
    ));
    table.board(0, 1).unwrap();
    assert_eq!((table.acp(0), table.unit(0).inside, table.unit(0).cell), (7, UnitId(1), table.cell(5, 3)));
    table.go(0, 5, 4).unwrap();
    assert_eq!((table.acp(0), table.unit(0).inside), (4, UnitId::NONE));
}
