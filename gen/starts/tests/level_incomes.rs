//! Incomes that are made level.

use std::sync::Arc;

use design::{Design, TerrainType, UnitType};
use fairmarch_starts::testing::{income, level_incomes};
use grid::{Cell, Layer, Shape};
use proptest::prelude::*;
use world::{Place, Scenario, SideId, Unit};

use crate::testing::{design, scenario};

const FIELDS: TerrainType = TerrainType(0);

fn payers_and_inns() -> Arc<Design> {
    design(
        r#"{ "materials": { "gold": { "treasury": true } },
                 "terrain": { "fields": {}, "meadow": {}, "wood": {}, "lake": { "liquid": true } },
                 "units": { "city": { "speed": 0, "start-with": 2 }, "inn": { "speed": 0 } },
                 "tables": {
                    "base-production": { "city": { "gold": 40 } },
                    "productivity": { "city": { "fields": 150, "meadow": 100, "wood": 50, "lake": 500 } },
                    "favored-terrain": { "*": 100 },
                 } }"#,
    )
}

/// Two cities for each side, on grounds by number, each with an inn beside it.
fn world_of(grounds: &[[u8; 2]]) -> Scenario {
    let mut made = scenario(&payers_and_inns(), Shape::Square4, (16, 16), &vec![1; grounds.len()]);
    let area = made.world.area;
    let mut terrain = Layer::filled(&area, FIELDS);
    for (seat, both) in grounds.iter().enumerate() {
        for (place, &ground) in both.iter().enumerate() {
            let cell = area.cell(2 + 4 * place as i32, 1 + 2 * seat as i32).unwrap();
            terrain.edit()[cell.index()] = TerrainType(ground);
            let side = SideId::from_index(seat);
            made.add_unit(Unit::new(UnitType(0), Place::Cell(cell), side));
            made.add_unit(Unit::new(UnitType(1), Place::Cell(Cell(cell.0 + 1)), side));
        }
    }
    made.world.terrain = Some(terrain);
    made
}

fn all(scenario: &Scenario) -> Vec<i64> {
    scenario.side_ids().map(|side| income(scenario, side)).collect()
}

proptest! {
    #[test]
    fn all_come_to_an_income_that_one_had(grounds in proptest::collection::vec([0u8..3, 0..3], 2..7)) {
        let mut made = world_of(&grounds);
        let before = (all(&made), made.world.terrain.clone().unwrap());
        let changed = level_incomes(&mut made, 1);
        let after = all(&made);
        prop_assert!(after.iter().all(|&gold| gold == after[0]), "{:?} became {after:?}", before.0);
        prop_assert!(before.0.contains(&after[0]));
        let area = made.world.area;
        let cells: Vec<Cell> = area.cells().filter(|&cell| made.world.terrain_at(cell) != before.1[cell]).collect();
        prop_assert!(cells.len() as u32 <= changed);
        let stands = |cell: &Cell| made.units.iter().any(|unit| unit.kind == UnitType(0) && unit.cell() == Some(*cell));
        prop_assert!(cells.iter().all(stands), "only the ground under towns");
        prop_assert_eq!(level_incomes(&mut made, 1), 0, "level is level");
    }
}

#[test]
fn the_fewest_are_changed_and_advantages_are_left_alone() {
    // 120, 80 and 80: the first one comes down.
    let mut made = world_of(&[[0, 0], [1, 1], [1, 1]]);
    assert!(level_incomes(&mut made, 1) > 0);
    assert_eq!(all(&made), [80, 80, 80]);
    let mut made = world_of(&[[0, 0], [1, 1]]);
    made.sides[0].advantage = 3;
    assert_eq!(level_incomes(&mut made, 1), 0);
    assert_eq!(all(&made), [120, 80]);
}
