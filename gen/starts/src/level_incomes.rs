//! Makes the incomes of all seats equal by changing the ground under their first towns, for `balance-starts`.
//!
//! All seats are brought to the income that needs the fewest changes: some ground is made richer, some poorer, so that worlds do
//! not drift to one kind of ground. Seats with unequal advantages should have unequal incomes, and are left alone.

use design::abilities::may_start_on;
use design::{TerrainType, UnitType};
use grid::Cell;
use world::{Scenario, SideId};

use crate::ground::change_terrain_and_images;

/// Changes grounds until all seats have the same income, as nearly as their towns allow. In a symmetric world the first seat of
/// each `group` is changed, and the others with it. Returns the number of changed grounds, without images.
pub(crate) fn level_incomes(scenario: &mut Scenario, group: usize) -> u32 {
    let same = scenario.sides.windows(2).all(|pair| pair[0].advantage == pair[1].advantage);
    if !same || scenario.sides.is_empty() {
        return 0;
    }
    let incomes: Vec<i64> = scenario.side_ids().map(|side| income(scenario, side)).collect();
    let away = |level: i64| incomes.iter().map(|income| (income - level).abs()).sum::<i64>();
    let level = incomes.iter().copied().min_by_key(|&level| (away(level), level)).unwrap_or(0);
    let seats: Vec<SideId> = scenario.side_ids().step_by(group.max(1)).collect();
    seats.into_iter().map(|side| bring_to(scenario, side, level)).sum()
}

/// The income of a side: what its units pay per turn.
fn income(scenario: &Scenario, side: SideId) -> i64 {
    let design = &scenario.design;
    payers(scenario, side).map(|(cell, kind)| fairness::pays(design, kind, scenario.world.terrain_at(cell))).sum()
}

/// The units of a side that pay on some ground, if they stand in the open.
fn payers(scenario: &Scenario, side: SideId) -> impl Iterator<Item = (Cell, UnitType)> + '_ {
    let design = &*scenario.design;
    let pays = |kind| design.cell_terrain().any(|ground| fairness::pays(design, kind, ground) > 0);
    let own = scenario.units.iter().filter(move |unit| unit.side == side && pays(unit.kind));
    own.filter_map(|unit| Some((unit.cell()?, unit.kind)))
}

/// Makes the change that comes nearest to the level, again and again; it ends because each one comes nearer.
fn bring_to(scenario: &mut Scenario, side: SideId, level: i64) -> u32 {
    let design = scenario.design.clone();
    let mut changed = 0;
    loop {
        let earns = income(scenario, side);
        let off = (earns - level).abs();
        let mut best: Option<(i64, Cell, TerrainType)> = None;
        for (cell, _) in payers(scenario, side).collect::<Vec<_>>() {
            let before = scenario.world.terrain_at(cell);
            // Other units may stand beside the town, and may pay too.
            let here: Vec<(SideId, UnitType)> = scenario
                .units
                .iter()
                .filter(|unit| unit.cell() == Some(cell))
                .map(|unit| (unit.side, unit.kind))
                .collect();
            let paid = |ground| -> i64 {
                here.iter()
                    .filter(|(own, _)| *own == side)
                    .map(|&(_, kind)| fairness::pays(&design, kind, ground))
                    .sum()
            };
            let suits =
                |ground| !design.is_liquid(ground) && here.iter().all(|&(_, kind)| may_start_on(&design, kind, ground));
            for ground in design.cell_terrain().filter(|&ground| ground != before && suits(ground)) {
                let left = (earns - paid(before) + paid(ground) - level).abs();
                if left < off && best.is_none_or(|(known, ..)| left < known) {
                    best = Some((left, cell, ground));
                }
            }
        }
        let Some((_, cell, ground)) = best else { return changed };
        change_terrain_and_images(&design, &mut scenario.world, cell, ground);
        changed += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use design::{Design, TerrainType};
    use grid::{Cell, Layer, Shape};
    use proptest::prelude::*;
    use world::{Place, Unit};

    use super::*;
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
}
