//! The fighter: it slays all that it sees, takes and wears what is better, drinks when it is nearly dead, and goes down when a level is done.

use ai::{Forfeit, Player};
use chance::Stream;
use contract::Ruleset;
use dungeon::catalogue::EffectKind;
use dungeon::{Dungeon, Move, Stage, View};

use crate::creation::create;
use crate::equipment::{better, usable, wanted};
use crate::explorer::explore;
use crate::map::Map;

/// The player.
#[derive(Default)]
pub(crate) struct Fighter {
    map: Map,
}

impl Player<Dungeon> for Fighter {
    fn choose(&mut self, rules: &Dungeon, view: View<'_>, stream: &mut Stream) -> Result<Move, Forfeit> {
        if view.stage() == Stage::Creation {
            return Ok(create(view));
        }
        self.map.search(view);
        let legal = fight(view, &self.map).filter(|&action| view.may(action));
        Ok(legal.unwrap_or_else(|| rules.random_move(view, stream)))
    }
}

fn fight(view: View<'_>, map: &Map) -> Option<Move> {
    let (hp, most) = view.hp();
    let monsters = view.monsters();
    if hp * 3 < most
        && !monsters.is_empty()
        && let Some(drink) = usable(view, EffectKind::Heal)
    {
        return Some(drink);
    }
    if let Some(eat) = hungry(view) {
        return Some(eat);
    }
    let foes = monsters.iter().map(|monster| monster.cell).chain(view.others().map(|(_, cell)| cell));
    if let Some(cell) = map.nearest(view, foes) {
        return map.step_to(view, cell);
    }
    if let Some(wear) = better(view) {
        return Some(wear);
    }
    if let Some(cell) = wanted(view, map).filter(|&cell| cell != view.cell()) {
        return map.step_to(view, cell);
    }
    explore(view, map, false)
}

/// Eats when little food is left.
pub(crate) fn hungry(view: View<'_>) -> Option<Move> {
    let (food, most) = view.food()?;
    if food * 4 < most { usable(view, EffectKind::Feed) } else { None }
}
