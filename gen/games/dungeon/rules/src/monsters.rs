//! What monsters do: they sleep until a hero comes into sight, hunt whom they see, go where they last saw somebody, flee when they are
//! nearly dead, and wander otherwise.

use grid::{Cell, Direction};

use crate::Dungeon;
use crate::catalogue::{Effect, EffectKind, Element};
use crate::event::{Change, What};
use crate::handlers::{Creature, Handler, Message, send};
use crate::play::Play;
use crate::state::{Level, NOWHERE, Who};

/// One in so many turns a monster that sees nobody takes a step.
const WANDERS: u32 = 3;
/// Percent of turns in which a monster that could strike from afar does.
pub(crate) const SHOOTS: u32 = 60;
/// A creature that gets more energy than this in a round gets no more: one that is this fast acts ten times.
const ENERGY_MAX: i16 = 10_000;

impl Play<'_> {
    /// The monsters of each level with a living hero have their turns.
    pub(crate) fn play_monsters(&mut self) {
        let mut levels: Vec<u32> = Vec::new();
        for seat in 0..self.state.heroes.len() {
            let level = self.level_of(seat);
            if self.state.heroes[seat].is_alive && !levels.contains(&level) {
                levels.push(level);
            }
        }
        for level in levels {
            // What comes to be in a round acts from the next one on.
            for number in 0..self.state.levels[level as usize].monsters.end() {
                self.play_monster(level, number);
            }
        }
    }

    fn play_monster(&mut self, level: u32, number: u16) {
        let game = self.game;
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return };
        if monster.sleeps {
            return self.stir(level, number);
        }
        if monster.chain.is_some() {
            self.pass_monster_time(level, number);
        } else {
            let speed = game.monster(monster.kind).map_or(0, |kind| kind.speed);
            if let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) {
                monster.energy = monster.energy.saturating_add(speed).min(ENERGY_MAX);
            }
        }
        let cost = game.numbers.action_energy;
        while let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) {
            if monster.energy < cost {
                return;
            }
            monster.energy -= cost;
            self.state.monster_turns += 1;
            self.act(level, number);
            if !self.state.heroes.iter().any(|hero| hero.is_alive) {
                return;
            }
        }
    }

    /// A sleeper wakes, with luck, if a hero sees it.
    fn stir(&mut self, level: u32, number: u16) {
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return };
        let (kind, place) = (monster.kind, monster.place);
        let cell = self.game.cell_at(level, place);
        if self.game.witnesses(self.state, cell).is_empty()
            || self.state.draws.below(100) >= u32::from(self.game.numbers.wake)
        {
            return;
        }
        if let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) {
            monster.sleeps = false;
        }
        self.tell_at(cell, What::Changed(Who::Monster(kind), Change::Woke));
    }

    /// A round passes for a monster to which something has happened.
    fn pass_monster_time(&mut self, level: u32, number: u16) {
        let game = self.game;
        let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) else { return };
        let Some(mut chain) = monster.chain.take() else { return };
        let speed = game.monster(monster.kind).map_or(0, |kind| kind.speed);
        let mut creature = Creature::new(&mut chain, speed, monster.energy, game.numbers.action_energy);
        send(&mut creature, Message::Time);
        let (energy, felt) = (creature.energy, creature.felt);
        monster.energy = energy.min(ENERGY_MAX);
        let passes = |handler| matches!(handler, Handler::Poison { .. } | Handler::Haste { .. });
        if chain.handlers().any(passes) {
            monster.chain = Some(chain);
        }
        for (&element, &damage) in Element::ALL.iter().zip(&felt.damage) {
            if damage > 0 {
                // It has gone down the chain once; what is left is felt.
                self.wound_monster(level, number, damage, element);
            }
        }
    }

    /// Hit points of a monster are lost without a blow.
    fn wound_monster(&mut self, level: u32, number: u16, damage: i16, element: Element) {
        let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) else { return };
        monster.hp -= damage.min(monster.hp);
        let (kind, hp, cell) = (monster.kind, monster.hp, self.game.cell_at(level, monster.place));
        let at = Who::Monster(kind);
        self.tell_at(cell, What::Struck { by: Who::Nobody, at, damage, element });
        if hp == 0 {
            self.tell_at(cell, What::Slain { by: Who::Nobody, who: at });
            self.state.level_mut(level).monsters.delete(number);
        }
    }

    fn act(&mut self, level: u32, number: u16) {
        let game = self.game;
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return };
        let Some(kind) = game.monster(monster.kind) else { return };
        let (place, hp, goal) = (monster.place, monster.hp, monster.goal);
        let cell = game.cell_at(level, place);
        let seen = self.nearest_hero(level, cell, place);
        let Some((seat, distance)) = seen else {
            if kind.stays {
                return;
            }
            if goal != NOWHERE && goal != place {
                return self.step_toward(level, number, goal);
            }
            return self.wander(level, number);
        };
        let hero_place = game.place(self.state.heroes[seat].cell);
        if let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) {
            monster.goal = hero_place;
        }
        let is_afraid = i32::from(hp) * 100 < i32::from(kind.flees) * i32::from(kind.hp);
        if is_afraid && !kind.stays && self.step_away(level, number, hero_place) {
            return;
        }
        if distance <= 1 {
            return self.bite(level, number, seat);
        }
        let can_shoot = u32::from(kind.range) >= distance;
        if can_shoot && (kind.stays || self.state.draws.below(100) < SHOOTS) {
            return self.bite(level, number, seat);
        }
        if !kind.stays {
            self.step_toward(level, number, hero_place);
        }
    }

    /// The nearest hero who sees a monster, and so is seen by it.
    fn nearest_hero(&self, level: u32, cell: Cell, place: u16) -> Option<(usize, u32)> {
        let heroes = self.state.heroes.iter().enumerate();
        let near =
            heroes.filter(|(_, hero)| hero.is_alive && self.game.area.level(hero.cell) == level && hero.sees(place));
        let near = near.map(|(seat, hero)| (seat, self.game.area.distance(cell, hero.cell)));
        // Of two who are as near, it is the one who acts first in this round.
        let (first, seats) = (self.first_of_round(), self.state.heroes.len());
        near.min_by_key(|&(seat, distance)| (distance, (seat + seats - first) % seats))
    }

    /// A monster strikes a hero, as often as its kind does.
    fn bite(&mut self, level: u32, number: u16, seat: usize) {
        let game = self.game;
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return };
        let number_of_kind = monster.kind;
        let Some(kind) = game.monster(number_of_kind) else { return };
        let by = Who::Monster(number_of_kind);
        let at = Who::Hero(seat as u8);
        for _ in 0..kind.attacks {
            if !self.state.heroes[seat].is_alive {
                return;
            }
            let chance = game.monster_hits(&self.state.heroes[seat], number_of_kind);
            if !self.hits(chance) {
                self.tell_of(seat, What::Missed { by, at });
                continue;
            }
            let damage = self.roll(kind.damage).max(0) as i16;
            self.hurt_hero(seat, by, damage, kind.element());
            if self.state.heroes[seat].is_alive {
                self.envenom(seat, &kind.effects);
            }
        }
    }

    /// Poison, where the effects have any, begins in a hero who has none.
    pub(crate) fn envenom(&mut self, seat: usize, effects: &[Effect]) {
        for effect in effects.iter().filter(|effect| effect.kind == EffectKind::Poison) {
            let hero = self.hero(seat);
            if hero.chain.poison() == 0 {
                hero.chain.add(Handler::Poison { strength: effect.args[0], left: effect.args[1].max(1) as u16 });
                self.tell_of(seat, What::Changed(Who::Hero(seat as u8), Change::Poisoned));
            }
        }
    }

    /// Whether a monster of a kind could step to a place: nobody is there.
    fn is_open(&self, level: &Level, number: u32, kind: u16, place: u16) -> bool {
        let ground = level.ground[usize::from(place)];
        self.game.passes(kind, ground, |_| false)
            && level.monsters.first_at(place).is_none()
            && self.state.hero_at(self.game.cell_at(number, place)).is_none()
    }

    /// The neighbours of a place where a monster of a kind could go.
    fn ways(&self, level: u32, kind: u16, place: u16) -> impl Iterator<Item = (Direction, u16)> + '_ {
        let there = &self.state.levels[level as usize];
        let cell = self.game.cell_at(level, place);
        let around = self.game.area.around(cell).map(|(way, next)| (way, self.game.place(next)));
        around.filter(move |&(_, next)| self.is_open(there, level, kind, next))
    }

    fn step_toward(&mut self, level: u32, number: u16, goal: u16) {
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return };
        let (kind, place) = (monster.kind, monster.place);
        let from = self.game.far(place, goal);
        let best = self.ways(level, kind, place).map(|(_, next)| (self.game.far(next, goal), next)).min();
        match best {
            Some((far, next)) if far < from => self.walk(level, number, next),
            // In its way stands a wall, or another one: it goes round with luck.
            Some((_, next)) if self.state.draws.below(2) == 0 => self.walk(level, number, next),
            _ => {
                if let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) {
                    monster.goal = NOWHERE;
                }
            }
        }
    }

    /// Whether it found somewhere farther away.
    fn step_away(&mut self, level: u32, number: u16, from: u16) -> bool {
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return false };
        let (kind, place) = (monster.kind, monster.place);
        let now = self.game.far(place, from);
        let best = self.ways(level, kind, place).map(|(_, next)| (self.game.far(next, from), next)).max();
        let Some((_, next)) = best.filter(|&(far, _)| far > now) else { return false };
        self.walk(level, number, next);
        true
    }

    fn wander(&mut self, level: u32, number: u16) {
        if self.state.draws.below(WANDERS) > 0 {
            return;
        }
        let Some(monster) = self.state.levels[level as usize].monsters.get(number) else { return };
        let (kind, place) = (monster.kind, monster.place);
        let way = self.state.draws.below(8) as u8;
        let next = self.ways(level, kind, place).find(|(direction, _)| direction.0 == way);
        if let Some((_, next)) = next {
            self.walk(level, number, next);
        }
    }

    /// A monster steps, or opens the door there.
    fn walk(&mut self, level: u32, number: u16, to: u16) {
        let game = self.game;
        let there = self.state.level_mut(level);
        let ground = there.ground[usize::from(to)];
        if let Some(door) = game.door(ground) {
            there.ground[usize::from(to)] = door.into;
            let kind = there.monsters.get(number).map_or(0, |monster| monster.kind);
            return self.tell_at(game.cell_at(level, to), What::Opened(Who::Monster(kind)));
        }
        there.monsters.shift(number, |monster| monster.place = to);
    }
}

impl Dungeon {
    /// How far two places of one level lie apart: steps first, then as the crow flies.
    fn far(&self, one: u16, other: u16) -> (i32, i32) {
        let ((x, y), (u, v)) = (self.column_row(one), self.column_row(other));
        let (across, up) = ((x - u).abs(), (y - v).abs());
        (across.max(up), across * across + up * up)
    }
}
