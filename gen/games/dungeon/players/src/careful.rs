//! The careful player: it reckons what a fight would cost, fights only what it can beat, shoots before it strikes, flees from the rest, heals
//! and rests before it goes on, and uses what it carries.
//!
//! Where it gets no further for long it loses patience, for something that it does not fight bars the way: it rests until it is whole, goes
//! at it, and flees when it is hurt, again and again. What it has wounded stays wounded.

use ai::{Forfeit, Player};
use chance::Stream;
use dungeon::catalogue::EffectKind;
use dungeon::{Dungeon, Move, SeenMonster, Stage, View};
use grid::Cell;

use crate::creation::create;
use crate::danger::{cost_of, threat};
use crate::equipment::{better, shot, spare, usable, wanted};
use crate::explorer::{descend, explore, or_go_on, wait};
use crate::fighter::hungry;
use crate::map::{Map, step_away, ways_down};

/// A fight is taken on if it costs no more than this part of the hit points, in percent.
const BOLD: i64 = 70;
/// A hero rests until he has this part of his hit points, in percent.
const RESTED: i32 = 85;
/// The same for who has lost patience.
const WHOLE: i32 = 100;
/// Moves, rests not counted, that lead nowhere before a hero loses patience.
const PATIENCE: u32 = 300;

/// The player.
#[derive(Default)]
pub(crate) struct Careful {
    map: Map,
    patience: Patience,
    /// Whether the last move was a rest: what he carries is as it was then.
    rests: bool,
    pub(crate) waits: u64,
}

/// How many moves have led nowhere.
#[derive(Default)]
struct Patience {
    moves: u32,
    /// Experience and the deepest level.
    gained: (u32, u8),
    /// The level, and how many of its cells are known.
    known: (u32, usize),
}

impl Patience {
    fn is_lost(&self) -> bool {
        self.moves >= PATIENCE
    }

    /// Counts a move. Who has lost patience gets it back by what he slays or by a deeper level, not by what he sees: else he would turn
    /// back at the first step past what bars the way.
    fn count(&mut self, view: View<'_>, map: &Map) {
        let gained = (view.hero_experience(), view.standing(view.seat).1);
        let known = (view.level(), map.known());
        let sees_more = known.0 == self.known.0 && known.1 > self.known.1;
        let gets_on = gained != self.gained || (sees_more && !self.is_lost());
        self.moves = if gets_on { 0 } else { self.moves + 1 };
        (self.gained, self.known) = (gained, known);
    }
}

impl Careful {
    /// The part of his hit points until which the hero rests, in percent.
    fn rested(&self) -> i32 {
        if self.patience.is_lost() { WHOLE } else { RESTED }
    }

    /// The move, without chance; `None` if it has no idea.
    pub(crate) fn decide(&mut self, view: View<'_>) -> Option<Move> {
        let may = |action: &Move| view.may(*action);
        // Most moves are rests, and those look for no way.
        if view.monsters().iter().all(|monster| monster.sleeps)
            && let Some(own) = care(view, self.rested(), self.rests).filter(may)
        {
            return Some(own);
        }
        self.map.search(view);
        or_go_on(view, &self.map, decide(view, &self.map, self.rested()))
    }
}

impl Player<Dungeon> for Careful {
    fn choose(&mut self, _: &Dungeon, view: View<'_>, _: &mut Stream) -> Result<Move, Forfeit> {
        if view.stage() == Stage::Creation {
            return Ok(create(view));
        }
        let action = self.decide(view);
        self.rests = action == Some(Move::Rest);
        if !self.rests {
            self.patience.count(view, &self.map);
        }
        Ok(action.unwrap_or_else(|| wait(&mut self.waits)))
    }

    /// What he would do himself comes first, then what he slays at the least cost.
    fn rank(&mut self, _: &Dungeon, view: View<'_>, moves: &[Move]) -> Option<Vec<i64>> {
        let own = if view.stage() == Stage::Creation { Some(create(view)) } else { self.decide(view) };
        self.map.search(view);
        let target = |action: &Move| match *action {
            Move::Go(way) => view.game.area.neighbor(view.cell(), way),
            Move::Aim(_, cell) | Move::Throw(_, cell) | Move::Cast(cell) => Some(cell),
            _ => None,
        };
        let cost = |action: &Move| Some(cost_of(view, &self.map, view.monster_at(target(action)?)?));
        let worth = |action: &Move| if own == Some(*action) { FIRST } else { -cost(action).unwrap_or(0) };
        Some(moves.iter().map(worth).collect())
    }

    fn moves_without_idea(&self) -> u64 {
        self.waits
    }
}

/// The worth of the move that he would make himself.
const FIRST: i64 = 1;

fn decide(view: View<'_>, map: &Map, rested: i32) -> Option<Move> {
    let monsters = view.monsters();
    let awake: Vec<SeenMonster> = monsters.iter().copied().filter(|&monster| is_foe(view, map, monster)).collect();
    if awake.is_empty() {
        return in_peace(view, map, &monsters, rested);
    }
    let (hp, most) = view.hp();
    let is_hurt = hp * 2 < most;
    let dares = rested == WHOLE && !is_hurt;
    let can_win = dares || threat(view, map, &awake) <= i64::from(hp) * BOLD;
    if !can_win && let Some(escape) = escape(view, map, &awake, is_hurt) {
        return Some(escape);
    }
    let Some(target) = map.nearest(view, awake.iter().map(|monster| monster.cell)) else {
        // Who strikes from where nobody gets is shot at, or left behind.
        let shots = awake.iter().find_map(|monster| shot(view, monster.cell));
        return shots.or_else(|| in_peace(view, map, &monsters, 0));
    };
    let is_beside = view.game.area.distance(view.cell(), target) <= 1;
    if !is_beside && let Some(shot) = shot(view, target) {
        return Some(shot);
    }
    // What comes by itself is waited for: it uses up its steps.
    let stays = |monster: &SeenMonster| view.game.monster(monster.kind).is_some_and(|kind| kind.stays);
    let target_stays = awake.iter().any(|monster| monster.cell == target && stays(monster));
    if target_stays && !can_win && !is_beside {
        return in_peace(view, map, &monsters, rested);
    }
    map.step_to(view, target)
}

/// Whether a monster is awake and has to do with the hero: a way leads to it, or it strikes as far as he is.
fn is_foe(view: View<'_>, map: &Map, monster: SeenMonster) -> bool {
    let range = view.game.monster(monster.kind).map_or(0, |kind| u32::from(kind.range));
    let reaches = || view.game.area.distance(view.cell(), monster.cell) <= range;
    !monster.sleeps && (map.steps_to(view, monster.cell).is_some() || reaches())
}

/// Away from what cannot be beaten: by what the hero carries, by stairs, on foot.
fn escape(view: View<'_>, map: &Map, awake: &[SeenMonster], is_hurt: bool) -> Option<Move> {
    if is_hurt && let Some(drink) = usable(view, EffectKind::Heal) {
        return Some(drink);
    }
    let foes: Vec<Cell> = awake.iter().map(|monster| monster.cell).collect();
    let near = foes.iter().map(|&cell| view.game.area.distance(view.cell(), cell)).min().unwrap_or(0);
    if let Some(to) = view.stairs(view.cell()).next() {
        return Some(Move::Climb(to));
    }
    if near <= 2
        && let Some(leap) = usable(view, EffectKind::Teleport).or_else(|| usable(view, EffectKind::Haste))
    {
        return Some(leap);
    }
    // Stairs that are nearer than the foe are to them.
    let stairs = view.known_stairs(view.level()).map(|(from, _)| from);
    let reached = stairs.filter(|&from| {
        let own = map.steps_to(view, from).map(u32::from);
        let theirs = foes.iter().map(|&cell| view.game.area.distance(cell, from)).min();
        own.is_some() && own < theirs
    });
    if let Some(stairs) = map.nearest(view, reached)
        && let Some(step) = map.step_to(view, stairs)
    {
        return Some(step);
    }
    if let Some(&target) = foes.iter().min_by_key(|&&cell| view.game.area.distance(view.cell(), cell))
        && let Some(shot) = shot(view, target)
    {
        return Some(shot);
    }
    let is_slower = awake.iter().all(|monster| {
        view.game
            .monster(monster.kind)
            .is_some_and(|kind| kind.speed <= view.game.numbers.hero_speed && kind.range == 1)
    });
    if near > 1 || is_slower { step_away(view, &foes) } else { None }
}

/// What a hero does for himself where nobody hunts him: it needs no way. He rests until he has a part of his hit points, in percent;
/// who rested just now goes on without a look at what he carries.
fn care(view: View<'_>, rested: i32, rests: bool) -> Option<Move> {
    if let Some(eat) = hungry(view) {
        return Some(eat);
    }
    if view.is_poisoned()
        && let Some(cure) = usable(view, EffectKind::Cure)
    {
        return Some(cure);
    }
    let own = || better(view).or_else(|| usable(view, EffectKind::Strengthen)).or_else(|| spare(view));
    if !rests && let Some(own) = own() {
        return Some(own);
    }
    let (hp, most) = view.hp();
    let is_starving = view.food().is_some_and(|(food, _)| food == 0);
    (hp * 100 < most * rested && !is_starving).then_some(Move::Rest)
}

/// Nobody hunts the hero.
fn in_peace(view: View<'_>, map: &Map, monsters: &[SeenMonster], rested: i32) -> Option<Move> {
    if let Some(own) = care(view, rested, false) {
        return Some(own);
    }
    let (hp, _) = view.hp();
    // Sleepers that are no match are slain; others are left alone.
    let asleep = monsters.iter().filter(|monster| monster.sleeps);
    let easy = asleep.filter(|monster| cost_of(view, map, **monster) * 2 <= i64::from(hp) * 100);
    if let Some(cell) = map.nearest(view, easy.map(|monster| monster.cell)) {
        return map.step_to(view, cell);
    }
    if let Some(cell) = wanted(view, map).filter(|&cell| cell != view.cell()) {
        return map.step_to(view, cell);
    }
    if map.frontier(view).is_none()
        && ways_down(view).next().is_none()
        && let Some(read) = usable(view, EffectKind::Map)
    {
        return Some(read);
    }
    explore(view, map, false).or_else(|| descend(view, map))
}
