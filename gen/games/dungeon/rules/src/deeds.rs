//! What heroes do: who carries out which move, and how they walk.

use contract::Seat;
use grid::{Cell, Direction};

use crate::catalogue::{Effect, EffectKind, Element};
use crate::event::{Deed, Lesson, What};
use crate::inventory::Stack;
use crate::moves::Move;
use crate::play::Play;
use crate::state::{Stage, Who};

impl Play<'_> {
    /// Carries out a move that was checked.
    pub(crate) fn carry_out(&mut self, seat: usize, action: Move) {
        if self.state.stage == Stage::Creation {
            return self.create(seat, action);
        }
        match action {
            Move::Roll | Move::Be { .. } | Move::Rest => {}
            Move::Go(way) => self.go(seat, way),
            Move::Climb(to) => self.climb(seat, to),
            Move::Take => self.take(seat),
            Move::Drop(stack) => self.drop_one(seat, stack),
            Move::Wear(stack) => self.wear(seat, stack),
            Move::Remove(stack) => {
                if let Some(item) = self.game.worn(self.state, Seat(seat as u8), stack) {
                    self.hero(seat).worn.retain(|&worn| worn != item.serial);
                    self.refit(seat);
                    self.tell_deed(seat, Deed::Removed, stack);
                }
            }
            Move::Use(stack) => self.use_one(seat, stack),
            Move::Aim(stack, cell) => self.aim(seat, stack, cell),
            Move::Throw(stack, cell) => self.throw(seat, stack, cell),
            Move::Cast(cell) => self.cast(seat, cell),
            Move::Get(stack) | Move::Put(stack) => self.exchange(seat, stack, action == Move::Get(stack)),
            Move::Buy(stack) | Move::Sell(stack) => self.trade(seat, stack, action == Move::Buy(stack)),
            Move::Close(way) => self.close(seat, way),
        }
        if self.state.stage != Stage::Descent {
            return;
        }
        let cost = self.game.numbers.action_energy;
        let hero = self.hero(seat);
        hero.energy -= cost;
        if self.state.heroes[seat].is_alive {
            // Who rests looks round when he acts again.
            if action != Move::Rest {
                self.game.look(self.state, seat);
            }
            self.learn_from_map(seat);
        }
        self.go_on();
    }

    pub(crate) fn tell_deed(&mut self, seat: usize, deed: Deed, stack: Stack) {
        self.tell_of(seat, What::Object(Seat(seat as u8), deed, stack));
    }

    fn go(&mut self, seat: usize, way: Direction) {
        let game = self.game;
        let from = self.state.heroes[seat].cell;
        let Some(next) = game.area.neighbor(from, way) else { return };
        let (level, place) = (game.area.level(next), game.place(next));
        if self.state.hero_at(next).is_some() || self.state.levels[level as usize].monsters.first_at(place).is_some() {
            return self.strike(seat, next);
        }
        let ground = self.state.levels[level as usize].ground[usize::from(place)];
        if let Some(door) = game.door(ground) {
            self.state.level_mut(level).ground[usize::from(place)] = door.into;
            self.tell_at(next, What::Opened(Who::Hero(seat as u8)));
            if door.lock > 0 {
                self.learn_from_quest(seat, Lesson::Lock);
            }
            return;
        }
        self.hero(seat).cell = next;
        self.tell_of(seat, What::Walked { seat: Seat(seat as u8), from, to: next });
        self.spring(seat);
    }

    /// A trap works on whoever steps there.
    fn spring(&mut self, seat: usize) {
        let cell = self.state.heroes[seat].cell;
        let (level, place) = (self.game.area.level(cell), self.game.place(cell));
        let traps = self.state.levels[level as usize].objects.at(place);
        let trap = traps.map(|(number, lying)| (number, *lying)).find(|(_, lying)| lying.is_hidden);
        let Some((number, lying)) = trap else { return };
        if let Some(trap) = self.state.level_mut(level).objects.get_mut(number) {
            trap.is_hidden = false;
        }
        self.tell_of(seat, What::Trapped(Seat(seat as u8), lying.item.kind));
        let effects: Vec<Effect> = self.game.effects(Stack::of(lying.item)).copied().collect();
        let strike = effects.iter().find(|effect| effect.kind == EffectKind::Strike);
        let element = strike.map_or(Element::Plain, |effect| Element::numbered(effect.args[0]));
        for effect in &effects {
            if !self.state.heroes[seat].is_alive {
                return;
            }
            match effect.kind {
                EffectKind::Attack => {
                    let damage = self.roll(effect.dice()).max(0) as i16;
                    self.hurt_hero(seat, Who::Nobody, damage, element);
                }
                EffectKind::Poison => self.envenom(seat, std::slice::from_ref(effect)),
                EffectKind::Strike => {}
                _ => self.take_effect(seat, *effect),
            }
        }
    }

    fn climb(&mut self, seat: usize, to: Cell) {
        let from = self.state.heroes[seat].cell;
        let game = self.game;
        // Whatever stands at the other end makes way, or the hero comes out beside it.
        let arrives = game.free_beside(self.state, to).unwrap_or(to);
        let place = game.place(arrives);
        let level = game.area.level(arrives);
        if let Some(number) = self.state.levels[level as usize].monsters.first_at(place) {
            self.push_aside(level, number, place);
        }
        let old = game.area.level(from);
        let hero = self.hero(seat);
        hero.cell = arrives;
        let is_deepest = level as u8 + 1 > hero.deepest;
        self.leave_level(old);
        self.arrive(seat);
        self.tell_of(seat, What::Climbed { seat: Seat(seat as u8), from, to: arrives, is_deepest });
        if is_deepest {
            self.learn_from_quest(seat, Lesson::Depth(level as u8 + 1));
        }
    }

    /// A monster goes to the nearest place where it can stand and nobody does.
    fn push_aside(&mut self, level: u32, number: u16, from: u16) {
        let game = self.game;
        let Some(kind) = self.state.levels[level as usize].monsters.get(number).map(|monster| monster.kind) else {
            return;
        };
        let there = &self.state.levels[level as usize];
        let cell = game.cell_at(level, from);
        let free = |&place: &u16| {
            game.can_stand(kind, there.ground[usize::from(place)])
                && there.monsters.first_at(place).is_none()
                && self.state.hero_at(game.cell_at(level, place)).is_none()
        };
        let places = (0..game.area.level_len() as u16).filter(free);
        let nearest = places.min_by_key(|&place| (game.area.distance(cell, game.cell_at(level, place)), place));
        match nearest {
            Some(place) => self.state.level_mut(level).monsters.shift(number, |monster| monster.place = place),
            None => _ = self.state.level_mut(level).monsters.delete(number),
        }
    }

    fn close(&mut self, seat: usize, way: Direction) {
        let game = self.game;
        let Some(next) = game.area.neighbor(self.state.heroes[seat].cell, way) else { return };
        let (level, place) = (game.area.level(next), usize::from(game.place(next)));
        let ground = self.state.levels[level as usize].ground[place];
        if let Some(closed) = game.closed_form(ground) {
            self.state.level_mut(level).ground[place] = closed;
            self.tell_at(next, What::Closed(Who::Hero(seat as u8)));
        }
    }
}
