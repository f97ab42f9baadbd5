//! Creation, building, completion, tooling, repair (`kernel-rules` 11, examples 25 to 27, 34, 42).

use super::table;
use crate::event::What;
use crate::{Action, Refusal, UnitId};

/// A yard that makes ships of 7 points, with all the costs of example 26.
const SHIPS: &str = "(unit-type yard (acp-per-turn 10)) (unit-type ship (cp 7) (hp-max 4) (acp-per-turn 3))
    (material-type iron) (table unit-storage-x (u* iron 100))
    (table acp-to-create (yard ship 1)) (table acp-to-build (yard ship 1))
    (table cp-on-creation (yard ship 2)) (table cp-per-build (yard ship 3))
    (table consumption-per-cp (ship iron 2)) (table consumption-on-creation (ship iron 1))
    (table consumption-per-create (yard iron 1)) (table consumption-per-built (ship iron 1))
    (table consumption-per-build (yard iron 1))
    (table supply-on-creation (ship iron 4)) (table supply-on-completion (ship iron 9))";

#[test]
fn example_26_creation_and_builds_are_paid_exactly() {
    let mut table = table(&format!("{SHIPS} (units) (yard 4 3 1 (m 40))"));
    let ship = table.kind("ship");
    let cell = table.cell(4, 3);
    table.act(0, Action::CreateAt(ship, cell, 0)).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp, table.unit(1).hp, table.supply(1, 0)), (34, 2, 1, 4));
    assert_eq!(table.act(1, Action::Build(UnitId(0))), Err(Refusal::CannotDo("an unfinished unit does nothing")));
    table.act(0, Action::Build(UnitId(1))).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp, table.supply(1, 0)), (26, 5, 4));
    table.act(0, Action::Build(UnitId(1))).unwrap();
    assert_eq!((table.supply(0, 0), table.unit(1).cp, table.supply(1, 0)), (20, 7, 9));
    assert_eq!((table.unit(1).hp, table.acp(1), table.acp(0)), (4, 3, 7), "ready, and may act at once");
    assert!(table.happened(|what| matches!(what, What::Completed { who } if who.id == UnitId(1))));
    assert_eq!(table.act(0, Action::Build(UnitId(1))), Err(Refusal::Invalid("it is finished")));
}
