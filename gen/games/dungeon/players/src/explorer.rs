//! The explorer: it goes where nobody was yet, takes what lies on its way, goes down at the first chance, and strikes only what stands beside it.

use ai::{Forfeit, Player};
use chance::Stream;
use dungeon::catalogue::ObjectType;
use dungeon::{Dungeon, Move, Stage, View};

use crate::creation::create;
use crate::map::{Map, direction, ways_down};

/// The player.
#[derive(Default)]
pub(crate) struct Explorer {
    map: Map,
    waits: u64,
}

impl Player<Dungeon> for Explorer {
    fn choose(&mut self, _: &Dungeon, view: View<'_>, _: &mut Stream) -> Result<Move, Forfeit> {
        if view.stage() == Stage::Creation {
            return Ok(create(view));
        }
        self.map.search(view);
        let idea = strike_beside(view).or_else(|| explore(view, &self.map, true));
        Ok(or_go_on(view, &self.map, idea).unwrap_or_else(|| wait(&mut self.waits)))
    }

    fn moves_without_idea(&self) -> u64 {
        self.waits
    }
}

/// An idea if it is legal; without one the hero explores, goes down, or slays who stands in the way. `None` if nothing of it can be done.
pub(crate) fn or_go_on(view: View<'_>, map: &Map, idea: Option<Move>) -> Option<Move> {
    let may = |action: &Move| view.may(*action);
    let onward = || explore(view, map, false).filter(may);
    let slay = || map.in_the_way(view).and_then(|cell| map.step_to(view, cell)).filter(may);
    idea.filter(may).or_else(onward).or_else(slay)
}

/// What is left to who has no idea: to wait. It is counted.
pub(crate) fn wait(waits: &mut u64) -> Move {
    *waits += 1;
    Move::Rest
}

/// A blow at somebody who is awake and stands beside the hero: the weakest.
pub(crate) fn strike_beside(view: View<'_>) -> Option<Move> {
    let area = &view.game.area;
    let monsters = view.monsters().into_iter().filter(|monster| !monster.sleeps);
    let beside = monsters.filter(|monster| area.distance(view.cell(), monster.cell) == 1);
    let weakest = beside.min_by_key(|monster| (monster.hp, monster.cell))?;
    direction(view, weakest.cell).map(Move::Go)
}

/// The prize, then what lies here, then down or on.
pub(crate) fn explore(view: View<'_>, map: &Map, is_hasty: bool) -> Option<Move> {
    let kind = |stack: dungeon::inventory::Stack| view.game.object(stack.kind).kind;
    let here = view.here();
    if here.iter().any(|&stack| kind(stack) == ObjectType::Prize) {
        return Some(Move::Take);
    }
    let takes = here.iter().any(|&stack| crate::equipment::is_wanted(view, stack));
    if takes && view.may(Move::Take) {
        return Some(Move::Take);
    }
    let things = view.objects(view.level()).into_iter();
    let prizes = things.filter(|thing| matches!(kind(thing.stack), ObjectType::Prize | ObjectType::Key));
    let wanted = prizes.filter(|thing| crate::equipment::is_wanted(view, thing.stack)).map(|thing| thing.cell);
    if let Some(cell) = map.nearest(view, wanted) {
        return map.step_to(view, cell);
    }
    let down = descend(view, map);
    if is_hasty && down.is_some() {
        return down;
    }
    let onward = map.frontier(view).and_then(|cell| map.step_to(view, cell));
    onward.or(down)
}

/// The way to the nearest stairs down, and down them.
pub(crate) fn descend(view: View<'_>, map: &Map) -> Option<Move> {
    if let Some((_, to)) = ways_down(view).find(|&(from, _)| from == view.cell()) {
        return Some(Move::Climb(to));
    }
    let nearest = map.nearest(view, ways_down(view).map(|(from, _)| from))?;
    map.step_to(view, nearest)
}
