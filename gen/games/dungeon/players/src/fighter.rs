//! The fighter: it slays all that it sees, takes and wears what is better, drinks when it is nearly dead, and goes down when a level is done.

use ai::{Forfeit, Player};
use chance::Stream;
use dungeon::catalogue::EffectKind;
use dungeon::{Dungeon, Move, Stage, View};

use crate::creation::create;
use crate::equipment::{better, usable, wanted};
use crate::explorer::{explore, or_go_on, wait};
use crate::map::Map;

/// The player.
#[derive(Default)]
pub(crate) struct Fighter {
    map: Map,
    waits: u64,
}

impl Player<Dungeon> for Fighter {
    fn choose(&mut self, _: &Dungeon, view: View<'_>, _: &mut Stream) -> Result<Move, Forfeit> {
        if view.stage() == Stage::Creation {
            return Ok(create(view));
        }
        self.map.search(view);
        let idea = fight(view, &self.map);
        Ok(or_go_on(view, &self.map, idea).unwrap_or_else(|| wait(&mut self.waits)))
    }

    fn moves_without_idea(&self) -> u64 {
        self.waits
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
    let rivals = view.others().filter(|&(seat, _)| !view.is_friend(seat));
    let foes = monsters.iter().map(|monster| monster.cell).chain(rivals.map(|(_, cell)| cell));
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
