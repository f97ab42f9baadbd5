//! How a fight would go on the average.

use dungeon::{SeenMonster, View};

use crate::map::Map;

/// Hit points that a hero loses on the average until he has slain a monster, in hundredths.
pub(crate) fn cost_of(view: View<'_>, map: &Map, monster: SeenMonster) -> i64 {
    let game = view.game;
    let range = game.monster(monster.kind).map_or(1, |kind| u32::from(kind.range));
    let distance = game.area.distance(view.cell(), monster.cell);
    // On the way to who strikes as far as this each step is under fire, and else the last ones.
    let steps = map.steps_to(view, monster.cell).map_or(FAR * range, u32::from);
    let approach = if distance <= range { steps } else { steps.min(range) };
    let approach = if range > 1 { approach.saturating_sub(1) } else { 0 };
    game.fight_cost(view.hero(), monster.kind, monster.hp, approach)
}

/// How many times as far as a monster strikes the way to it is, where none is known.
const FAR: u32 = 3;

/// The same for some monsters together.
pub(crate) fn threat(view: View<'_>, map: &Map, monsters: &[SeenMonster]) -> i64 {
    monsters.iter().map(|&monster| cost_of(view, map, monster)).sum()
}
