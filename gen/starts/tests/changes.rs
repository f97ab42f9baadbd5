//! Changes that can be tried, told and taken back.

use design::{TerrainType, TypeId, UnitType};
use fairmarch_starts::changes::Change;
use grid::Cell;
use world::{Place, Scenario, SideId, Unit, UnitId};

use crate::testing::{design, scenario};

/// A row of plains with two towns of nobody, and a side with a city that holds a man and another man beside it.
fn start() -> Scenario {
    let design = design(
        r#"{ "format": 1,
                "terrain": { "plains": {}, "rock": {} },
                "units": { "town": {}, "city": { "capacity": 4 }, "man": {} },
                "tables": { "unit-size-as-occupant": { "*": 99, "man": { "city": 1 } },
                    "vanishes-on": { "town": { "rock": true } } } }"#,
    );
    let mut scenario = scenario(&design, grid::Shape::Rectangle, (20, 9), &[1, 1]);
    scenario.world.terrain = Some(grid::Layer::filled(&scenario.world.area, TerrainType::at(0)));
    let [town, city, man] = [0, 1, 2].map(UnitType::at);
    let at = |x: u32| cell(&scenario, x);
    let cells = [4, 8, 12, 13].map(at);
    scenario.add_unit(Unit::new(town, Place::Cell(cells[0]), SideId::INDEPENDENT));
    scenario.add_unit(Unit::new(town, Place::Cell(cells[1]), SideId::INDEPENDENT));
    let city = scenario.add_unit(Unit::new(city, Place::Cell(cells[2]), SideId(1)));
    scenario.add_unit(Unit::new(man, Place::Inside(city), SideId(1)));
    scenario.add_unit(Unit::new(man, Place::Cell(cells[3]), SideId(1)));
    scenario
}

/// The cell in a column of the middle row.
fn cell(scenario: &Scenario, column: u32) -> Cell {
    Cell(4 * scenario.world.area.width() + column)
}

const TOWN: fn() -> UnitType = || UnitType::at(0);

#[test]
fn towns_are_moved_added_and_removed_and_carriers_keep_their_passengers() {
    let mut scenario = start();
    let (near, far, free) = (cell(&scenario, 4), cell(&scenario, 8), cell(&scenario, 6));
    let kind = TOWN();
    Change::MoveIndependent { kind, from: near, to: free }.apply(&mut scenario).unwrap();
    assert_eq!(scenario.units[0].cell(), Some(free));
    Change::RemoveIndependent { kind, cell: free }.apply(&mut scenario).unwrap();
    // The city is now the second unit, and the man is still inside it.
    assert_eq!((scenario.units.len(), scenario.units[2].place), (4, Place::Inside(UnitId(2))));
    Change::AddIndependent { kind, cell: near }.apply(&mut scenario).unwrap();
    assert_eq!(scenario.units.last().unwrap().cell(), Some(near));
    let gone = Change::RemoveIndependent { kind, cell: free }.apply(&mut scenario);
    assert!(gone.unwrap_err().starts_with("no independent town stands in cell"));
    Change::RemoveIndependent { kind, cell: far }.apply(&mut scenario).unwrap();
    assert_eq!(scenario.units.iter().filter(|unit| unit.kind == kind).count(), 1);
}

#[test]
fn what_has_no_room_is_refused_and_changes_nothing() {
    let mut scenario = start();
    let (near, rock) = (cell(&scenario, 4), cell(&scenario, 6));
    Change::Ground { cell: rock, to: TerrainType::at(1) }.apply(&mut scenario).unwrap();
    assert_eq!(scenario.world.terrain_at(rock), TerrainType::at(1));
    let before = scenario.clone();
    let told = Change::MoveIndependent { kind: TOWN(), from: near, to: rock }.apply(&mut scenario).unwrap_err();
    assert!(told.starts_with("there is no room for a town"), "{told}");
    assert!(Change::AddIndependent { kind: TOWN(), cell: rock }.apply(&mut scenario).is_err());
    assert!(Change::AddStartUnit { side: SideId(2), kind: UnitType::at(2) }.apply(&mut scenario).is_err());
    assert_eq!(scenario, before);
}

#[test]
fn first_units_come_beside_their_like_and_go_again() {
    let mut scenario = start();
    let before = scenario.clone();
    let (side, kind) = (SideId(1), UnitType::at(2));
    Change::AddStartUnit { side, kind }.apply(&mut scenario).unwrap();
    assert_eq!(scenario.units.last().unwrap().place, Place::Inside(UnitId(3)));
    Change::RemoveStartUnit { side, kind }.apply(&mut scenario).unwrap();
    assert_eq!(scenario, before);
    // The city carries a man: it is not taken away.
    assert!(Change::RemoveStartUnit { side, kind: UnitType::at(1) }.apply(&mut scenario).is_err());
}

#[test]
fn changes_that_follow_on_another_are_one() {
    let kind = TOWN();
    let [a, b, c] = [1, 2, 3].map(Cell);
    let (to_b, on) =
        (Change::MoveIndependent { kind, from: a, to: b }, Change::MoveIndependent { kind, from: b, to: c });
    let add = Change::AddIndependent { kind, cell: b };
    let remove = |cell| Change::RemoveIndependent { kind, cell };
    assert_eq!(Change::join([to_b, on]), [Change::MoveIndependent { kind, from: a, to: c }]);
    assert_eq!(Change::join([to_b, Change::MoveIndependent { kind, from: b, to: a }]), []);
    assert_eq!(Change::join([to_b, remove(b)]), [remove(a)]);
    assert_eq!(Change::join([add, on]), [Change::AddIndependent { kind, cell: c }]);
    assert_eq!(Change::join([add, remove(b)]), []);
    assert_eq!(Change::join([to_b, remove(c)]), [to_b, remove(c)]);
    let (side, man) = (SideId(1), UnitType::at(2));
    let (more, less) = (Change::AddStartUnit { side, kind: man }, Change::RemoveStartUnit { side, kind: man });
    assert_eq!(Change::join([more, more, less]), [more]);
}

#[test]
fn changes_are_told_in_words() {
    let scenario = start();
    let kind = TOWN();
    let (from, to) = (cell(&scenario, 4), cell(&scenario, 6));
    let told = |change: Change| change.tell(&scenario);
    assert_eq!(told(Change::MoveIndependent { kind, from, to }), "the town at 4,4 moved 2 cells to 6,4");
    assert_eq!(told(Change::AddIndependent { kind, cell: to }), "one town more at 6,4");
    assert_eq!(told(Change::Ground { cell: to, to: TerrainType::at(1) }), "6,4 became rock");
}
