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
pub fn level_incomes(scenario: &mut Scenario, group: usize) -> u32 {
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
pub fn income(scenario: &Scenario, side: SideId) -> i64 {
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
