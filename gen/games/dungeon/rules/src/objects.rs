//! What heroes do with objects, what these do, and spells.

use contract::Seat;
use grid::Cell;

use crate::Dungeon;
use crate::catalogue::{Effect, EffectKind, ObjectType};
use crate::characters::{HIT_POINTS, SPELL_POINTS, STATS};
use crate::event::{Change, Deed, What};
use crate::handlers::Handler;
use crate::inventory::{Item, Stack};
use crate::play::Play;
use crate::state::{Lying, Stage, Who};

impl Dungeon {
    /// A hero puts something on; what he had on of its type comes off.
    pub(crate) fn put_on(&self, hero: &mut crate::state::Hero, item: Item) {
        let kind = self.object(item.kind).kind;
        let stays = |serial: &u32| {
            hero.pack.iter().find(|item| item.serial == *serial).is_some_and(|item| self.object(item.kind).kind != kind)
        };
        let mut worn: Vec<u32> = hero.worn.iter().copied().filter(stays).collect();
        worn.push(item.serial);
        worn.sort_unstable();
        hero.worn = worn;
    }
}

impl Play<'_> {
    pub(crate) fn take(&mut self, seat: usize) {
        let game = self.game;
        let cell = self.state.heroes[seat].cell;
        let (level, place) = (game.area.level(cell), game.place(cell));
        let here: Vec<(u16, Lying)> =
            self.state.levels[level as usize].objects.at(place).map(|(number, lying)| (number, *lying)).collect();
        for (number, lying) in here {
            let kind = game.object(lying.item.kind).kind;
            let is_full = self.state.heroes[seat].pack.len() >= usize::from(game.numbers.pack);
            match kind {
                _ if kind.is_fixed() => {}
                ObjectType::Coins => {
                    self.state.level_mut(level).objects.delete(number);
                    let effect = game.effects(Stack::of(lying.item)).find(|effect| effect.kind == EffectKind::Gold);
                    let amount = effect.map_or(1, |effect| self.state.draws.throw(effect.dice()).max(1)) as u32;
                    self.hero(seat).gold += amount;
                    self.tell_of(seat, What::Gold(Seat(seat as u8), amount));
                }
                _ if is_full && kind != ObjectType::Prize => {}
                _ => {
                    self.state.level_mut(level).objects.delete(number);
                    let added = self.hero(seat).pack.add(lying.item);
                    debug_assert!(added.is_ok(), "an object is in one place only");
                    self.tell_deed(seat, Deed::Took, Stack::of(lying.item));
                    if kind == ObjectType::Prize {
                        return self.win(seat);
                    }
                }
            }
        }
    }

    fn win(&mut self, seat: usize) {
        self.state.won = Some(seat as u8);
        self.state.stage = Stage::Over;
        self.tell_all(What::Won(Seat(seat as u8)));
    }

    fn lay(&mut self, cell: Cell, item: Item) {
        let (level, place) = (self.game.area.level(cell), self.game.place(cell));
        self.state.level_mut(level).objects.add(Lying { item, place, is_hidden: false });
    }

    pub(crate) fn drop_one(&mut self, seat: usize, stack: Stack) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        self.lose(seat, item.serial);
        self.lay(self.state.heroes[seat].cell, item);
        self.tell_deed(seat, Deed::Dropped, stack);
    }

    pub(crate) fn wear(&mut self, seat: usize, stack: Stack) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, true) else { return };
        self.game.put_on(&mut self.state.heroes[seat], item);
        self.refit(seat);
        self.tell_deed(seat, Deed::Wore, stack);
    }

    /// Something has been used once: it is gone after its last use.
    fn wear_out(&mut self, seat: usize, item: Item) {
        let uses = self.game.object(item.kind).uses;
        if uses == 0 {
            return;
        }
        self.lose(seat, item.serial);
        let used = Item { used: item.used + 1, ..item };
        if used.used < uses {
            let kept = self.hero(seat).pack.add(used);
            debug_assert!(kept.is_ok(), "it has just been taken out");
        }
    }

    pub(crate) fn use_one(&mut self, seat: usize, stack: Stack) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        self.tell_deed(seat, Deed::Used, stack);
        self.wear_out(seat, item);
        let effects: Vec<Effect> = self.game.effects(stack).copied().collect();
        for effect in effects {
            self.take_effect(seat, effect);
        }
    }

    /// An effect on a hero himself.
    pub(crate) fn take_effect(&mut self, seat: usize, effect: Effect) {
        let who = Who::Hero(seat as u8);
        let [first, second, ..] = effect.args;
        let change = match effect.kind {
            EffectKind::Heal => {
                let points = self.roll(effect.dice());
                let given = self.heal(seat, HIT_POINTS, points);
                Change::Healed(given as i16)
            }
            EffectKind::Feed => {
                let most = self.game.numbers.food;
                let hero = self.hero(seat);
                hero.food = (hero.food + i32::from(first)).min(most);
                Change::Fed
            }
            EffectKind::Haste => {
                let percent = second.max(1) as u16;
                self.hero(seat).chain.add(Handler::Haste { percent, left: first.max(1) as u16 });
                Change::Hasted
            }
            EffectKind::Cure => {
                self.hero(seat).chain.retain(|handler| !matches!(handler, Handler::Poison { .. }));
                Change::Cured
            }
            EffectKind::Map => {
                self.map(seat, first.max(0) as u32);
                Change::Mapped
            }
            EffectKind::Teleport => {
                self.teleport(seat);
                Change::Teleported
            }
            EffectKind::Strengthen => {
                let number = usize::try_from(first - 1).unwrap_or(0).min(STATS.len() - 1);
                let attributes = &mut self.hero(seat).attributes;
                if let Some(stat) = attributes.get(STATS[number]) {
                    let current = stat.current;
                    attributes.set(STATS[number], stat.base + i32::from(second));
                    attributes.change(STATS[number], current - stat.base);
                }
                Change::Strengthened(number as u8, second)
            }
            _ => return,
        };
        self.tell_of(seat, What::Changed(who, change));
    }

    /// A hero is elsewhere on his level, in a free place that can be walked to.
    fn teleport(&mut self, seat: usize) {
        let game = self.game;
        let cell = self.state.heroes[seat].cell;
        let number = game.area.level(cell);
        let level = &self.state.levels[number as usize];
        // Doors that are locked are no way.
        let passes = |cell: Cell| {
            let ground = level.ground[usize::from(game.place(cell))];
            game.passes(game.hero, ground, |_| false)
        };
        let reached = grid::flood(&game.area, cell, passes);
        let is_free = |&cell: &Cell| {
            let place = game.place(cell);
            game.can_stand(game.hero, level.ground[usize::from(place)])
                && level.monsters.first_at(place).is_none()
                && self.state.hero_at(cell).is_none()
        };
        let free: Vec<Cell> = reached.into_iter().filter(is_free).collect();
        if free.is_empty() {
            return;
        }
        let at = self.state.draws.below(free.len() as u32) as usize;
        self.hero(seat).cell = free[at];
    }

    pub(crate) fn aim(&mut self, seat: usize, stack: Stack, cell: Cell) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        let bolt = self.game.effects(stack).find(|effect| effect.kind == EffectKind::Bolt).copied();
        self.tell_deed(seat, Deed::Aimed, stack);
        self.wear_out(seat, item);
        if let Some(bolt) = bolt {
            self.bolt(seat, bolt, cell);
        }
    }

    pub(crate) fn cast(&mut self, seat: usize, cell: Cell) {
        let class = usize::from(self.state.heroes[seat].class);
        let Some((spell, cost)) = self.game.catalogue.classes[class].spell else { return };
        self.hero(seat).attributes.change(SPELL_POINTS, -cost);
        self.tell_of(seat, What::Cast(Seat(seat as u8)));
        self.bolt(seat, spell, cell);
        self.learn_from_spell(seat);
    }

    /// A bolt flies to the first creature in its way.
    fn bolt(&mut self, seat: usize, bolt: Effect, cell: Cell) {
        let target = self.first_on_line(self.state.heroes[seat].cell, cell);
        let strike = Effect { kind: EffectKind::Strike, args: [bolt.args[3], 0, 0, 0, 0] };
        self.attack(seat, target, bolt.dice(), &[strike], false);
    }

    /// The first cell of a line that somebody stands in, or its end.
    fn first_on_line(&self, from: Cell, to: Cell) -> Cell {
        let level = &self.state.levels[self.game.area.level(to) as usize];
        let is_taken =
            |cell: Cell| level.monsters.first_at(self.game.place(cell)).is_some() || self.state.hero_at(cell).is_some();
        grid::line(&self.game.area, from, to).into_iter().skip(1).find(|&cell| is_taken(cell)).unwrap_or(to)
    }

    pub(crate) fn throw(&mut self, seat: usize, stack: Stack, cell: Cell) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        let effects: Vec<Effect> = self.game.effects(stack).copied().collect();
        let Some(missile) = effects.iter().find(|effect| effect.kind == EffectKind::Missile) else { return };
        self.tell_deed(seat, Deed::Threw, stack);
        self.lose(seat, item.serial);
        let target = self.first_on_line(self.state.heroes[seat].cell, cell);
        let effects: Vec<Effect> =
            effects.iter().filter(|effect| effect.kind != EffectKind::Missile).copied().collect();
        self.attack(seat, target, missile.dice(), &effects, false);
        // One in four breaks; the others can be picked up again.
        let level = self.game.area.level(target);
        let ground = self.state.levels[level as usize].ground[usize::from(self.game.place(target))];
        if self.state.draws.below(4) > 0 && self.game.can_stand(self.game.hero, ground) {
            self.lay(target, item);
        }
    }
}
