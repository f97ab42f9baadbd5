//! A state while a move is carried out: who is told what, and how a round goes on.
//!
//! Turns by energy: in a round each creature gets its speed in energy, and acts as long as it has enough for an action. Heroes act first, in
//! the order of their seats, then the monsters of each level on which a living hero is. Other levels rest.

use std::sync::Arc;

use contract::{Seat, Seats};
use grid::Cell;

use crate::Dungeon;
use crate::catalogue::EffectKind;
use crate::characters::{HEALTH, HIT_POINTS, INTELLIGENCE, SPELL_POINTS};
use crate::event::{Change, Event, What};
use crate::handlers::{Creature, Message, send};
use crate::inventory::{Item, Stack};
use crate::state::{Hero, Lying, Stage, State, Who};

/// A state while a move is carried out.
pub(crate) struct Play<'a> {
    pub(crate) game: &'a Dungeon,
    pub(crate) state: &'a mut State,
    pub(crate) log: &'a mut dyn FnMut(Event),
}

impl Play<'_> {
    /// Tells those who see a cell.
    pub(crate) fn tell_at(&mut self, cell: Cell, what: What) {
        let seen_by = self.game.witnesses(self.state, cell);
        (self.log)(Event { what, seen_by });
    }

    /// Tells a seat, and those who see its hero.
    pub(crate) fn tell_of(&mut self, seat: usize, what: What) {
        let seen_by = self.game.witnesses(self.state, self.state.heroes[seat].cell).with(Seat(seat as u8));
        (self.log)(Event { what, seen_by });
    }

    /// Tells a seat only.
    pub(crate) fn tell_only(&mut self, seat: usize, what: What) {
        (self.log)(Event { what, seen_by: Seats::one(Seat(seat as u8)) });
    }

    /// Tells all.
    pub(crate) fn tell_all(&mut self, what: What) {
        (self.log)(Event { what, seen_by: Seats::first(self.game.seats_count()) });
    }

    pub(crate) fn hero(&mut self, seat: usize) -> &mut Hero {
        &mut self.state.heroes[seat]
    }

    /// The level on which a hero is, from 0.
    pub(crate) fn level_of(&self, seat: usize) -> u32 {
        self.game.area.level(self.state.heroes[seat].cell)
    }

    /// Goes on until a hero has to act, or the game is over.
    pub(crate) fn go_on(&mut self) {
        while self.state.stage == Stage::Descent {
            let seat = usize::from(self.state.cursor);
            let hero = &self.state.heroes[seat];
            if hero.is_alive && hero.energy >= self.game.numbers.action_energy {
                self.game.look_again(self.state, seat);
                self.state.turn += 1;
                return;
            }
            if self.state.heroes.iter().all(|hero| !hero.is_alive) {
                return self.end();
            }
            let next = (seat + 1) % self.state.heroes.len();
            if next != self.first_of_round() {
                self.state.cursor = next as u8;
                continue;
            }
            self.play_monsters();
            self.begin_round();
        }
    }

    pub(crate) fn end(&mut self) {
        self.state.stage = Stage::Over;
        self.tell_all(What::Ended);
    }

    pub(crate) fn begin_round(&mut self) {
        if self.state.stage != Stage::Descent {
            return;
        }
        if self.state.round >= self.game.numbers.rounds {
            return self.end();
        }
        self.state.round += 1;
        self.state.cursor = self.first_of_round() as u8;
        for seat in 0..self.state.heroes.len() {
            if self.state.heroes[seat].is_alive {
                self.pass_time(seat);
            }
        }
    }

    /// The seat that acts first in this round: another one in each, so that no seat comes first to what two heroes want.
    pub(crate) fn first_of_round(&self) -> usize {
        (self.state.round.saturating_sub(1) as usize) % self.state.heroes.len()
    }

    /// A round passes for a hero: energy, poison, hunger, healing.
    fn pass_time(&mut self, seat: usize) {
        let numbers = &self.game.numbers;
        let hero = &mut self.state.heroes[seat];
        let was_poisoned = hero.chain.poison() > 0;
        let mut creature = Creature::new(&mut hero.chain, numbers.hero_speed, hero.energy, numbers.action_energy);
        send(&mut creature, Message::Time);
        let (energy, felt) = (creature.energy, creature.felt);
        hero.energy = energy;
        hero.rest += 1;
        let rounds = (numbers.heal_rounds / u32::from(hero.rank)).max(1);
        let is_healing = hero.rest.is_multiple_of(rounds) && hero.chain.poison() == 0;
        if is_healing && !(numbers.has_hunger() && hero.food <= 0) {
            self.heal(seat, HIT_POINTS, 1);
        }
        if is_healing {
            self.heal(seat, SPELL_POINTS, 1);
        }
        for (element, &damage) in crate::catalogue::Element::ALL.iter().zip(&felt.damage) {
            if damage > 0 && self.state.heroes[seat].is_alive {
                self.hurt_hero(seat, Who::Nobody, damage, *element);
            }
        }
        if was_poisoned && self.state.heroes[seat].is_alive && self.state.heroes[seat].chain.poison() == 0 {
            self.tell_of(seat, What::Changed(Who::Hero(seat as u8), Change::Cured));
        }
        if self.game.numbers.has_hunger() && self.state.heroes[seat].is_alive {
            self.hunger(seat);
        }
    }

    /// A hero eats of his food; without any he starves, a hit point every tenth round.
    fn hunger(&mut self, seat: usize) {
        let eaten = self.game.numbers.food_eaten;
        let warning = self.game.numbers.food / 5;
        let hero = self.hero(seat);
        let before = hero.food;
        hero.food = (before - eaten).max(0);
        if before > warning && hero.food <= warning {
            self.tell_only(seat, What::Changed(Who::Hero(seat as u8), Change::Hungry));
        }
        if self.state.heroes[seat].food == 0 && self.state.round.is_multiple_of(10) {
            self.hurt_hero(seat, Who::Nobody, 1, crate::catalogue::Element::Plain);
        }
    }

    /// Gives a hero points of an attribute back, up to its base; how many.
    pub(crate) fn heal(&mut self, seat: usize, path: &str, points: i32) -> i32 {
        let attributes = &mut self.hero(seat).attributes;
        let Some(stat) = attributes.get(path) else { return 0 };
        let given = points.min(stat.base - stat.current).max(0);
        attributes.change(path, given);
        given
    }

    /// A hero dies: all that he has lies where he fell.
    pub(crate) fn die(&mut self, seat: usize, by: Who) {
        let cell = self.state.heroes[seat].cell;
        self.tell_of(seat, What::Slain { by, who: Who::Hero(seat as u8) });
        let place = self.game.place(cell);
        let hero = self.hero(seat);
        hero.is_alive = false;
        hero.killer = Some(by);
        hero.worn.clear();
        let items: Vec<Item> = hero.pack.iter().collect();
        let level = self.game.area.level(cell);
        for item in items {
            let taken = self.hero(seat).pack.remove(item.serial);
            debug_assert!(taken.is_ok(), "it was in the pack");
            self.state.level_mut(level).objects.add(Lying { item, place, is_hidden: false });
        }
        self.leave_level(level);
    }

    /// Applies what was deleted on a level when no hero is left on it.
    pub(crate) fn leave_level(&mut self, level: u32) {
        let area = self.game.area;
        if self.state.heroes.iter().any(|hero| hero.is_alive && area.level(hero.cell) == level) {
            return;
        }
        let level = self.state.level_mut(level);
        level.monsters.leave();
        level.objects.leave();
    }

    /// A hero comes to a level. Where the game says so, monsters come until there are enough.
    pub(crate) fn arrive(&mut self, seat: usize) {
        let number = self.level_of(seat);
        let hero = &mut self.state.heroes[seat];
        hero.deepest = hero.deepest.max(number as u8 + 1);
        self.game.look(self.state, seat);
        let wanted = usize::from(self.game.numbers.restock);
        let level = &self.state.levels[number as usize];
        if level.monsters.len() >= wanted {
            return;
        }
        let (kinds, weights): (Vec<u16>, Vec<u32>) = self.game.monsters_of(number + 1).unzip();
        let missing = wanted - level.monsters.len();
        for _ in 0..missing {
            let Some(at) = self.state.draws.weighted(&weights) else { return };
            let kind = kinds[at];
            let level = Arc::clone(&self.state.levels[number as usize]);
            let is_free = |&place: &u16| {
                self.game.can_stand(kind, level.ground[usize::from(place)])
                    && level.monsters.first_at(place).is_none()
                    && !self.state.heroes.iter().any(|hero| {
                        hero.is_alive
                            && self.game.area.level(hero.cell) == number
                            && (hero.sees(place) || self.game.place(hero.cell) == place)
                    })
            };
            let places: Vec<u16> = (0..self.game.area.level_len() as u16).filter(is_free).collect();
            if places.is_empty() {
                return;
            }
            let place = places[self.state.draws.below(places.len() as u32) as usize];
            self.game.add_monster(self.state, number, kind, place);
        }
    }

    /// What a hero knows of the map grows by all cells within a radius.
    pub(crate) fn map(&mut self, seat: usize, radius: u32) {
        let cell = self.state.heroes[seat].cell;
        let number = self.level_of(seat) as usize;
        let level = Arc::clone(&self.state.levels[number]);
        let (game, hero) = (self.game, &mut self.state.heroes[seat]);
        if let Some(memory) = &mut hero.memory[number] {
            let memory = Arc::make_mut(memory);
            for near in grid::disk(&game.area, cell, radius) {
                let place = usize::from(game.place(near));
                memory.ground[place] = level.ground[place] + 1;
            }
        }
    }

    /// The effects of what a hero wears.
    pub(crate) fn worn_sum(&self, seat: usize, kind: EffectKind, argument: usize) -> i32 {
        self.game.worn_sum(&self.state.heroes[seat], kind, argument)
    }
}

impl Dungeon {
    /// The sum of an argument of an effect over all that a hero wears.
    pub(crate) fn worn_sum(&self, hero: &Hero, kind: EffectKind, argument: usize) -> i32 {
        let effects =
            hero.worn_items().flat_map(|item| self.effects(Stack::of(item)).filter(move |effect| effect.kind == kind));
        effects.map(|effect| i32::from(effect.args[argument])).sum()
    }

    /// The hit points that a hero of a rank has, by class and health.
    pub(crate) fn hit_points(&self, hero: &Hero) -> i32 {
        let class = &self.catalogue.classes[usize::from(hero.class)].class;
        let health = self.modifier(hero, HEALTH);
        let more = i32::from(hero.rank) - 1;
        (class.hit_points + health / 2 + more * (class.hit_points_per_level + health / 4)).max(1)
    }

    /// The spell points that a hero of a rank has, by class and intelligence.
    pub(crate) fn spell_points(&self, hero: &Hero) -> i32 {
        let class = &self.catalogue.classes[usize::from(hero.class)].class;
        if class.spell_points == 0 {
            return 0;
        }
        (class.spell_points + self.modifier(hero, INTELLIGENCE) / 2 + 2 * (i32::from(hero.rank) - 1)).max(1)
    }

    /// How far an attribute lies from the mean of its dice, in tenths of it.
    pub(crate) fn modifier(&self, hero: &Hero, path: &str) -> i32 {
        crate::characters::modifier(hero.attributes.current(path), self.numbers.stat_dice.twice_mean())
    }

    pub(crate) fn add_monster(&self, state: &mut State, level: u32, kind: u16, place: u16) {
        let Some(monster) = self.monster(kind) else { return };
        let (hp, awake) = (monster.hp, monster.awake);
        let sleeps = state.draws.below(100) >= u32::from(awake);
        let monster =
            crate::state::Monster { chain: None, kind, place, hp, energy: 0, goal: crate::state::NOWHERE, sleeps };
        state.level_mut(level).monsters.add(monster);
    }
}
