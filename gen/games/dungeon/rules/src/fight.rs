//! Fights: who hits whom, and what damage does.

use grid::Cell;

use crate::Dungeon;
use crate::catalogue::{Effect, EffectKind, Element};
use crate::characters::{ARMOUR, DEXTERITY, HIT_POINTS, STRENGTH};
use crate::event::{Change, Deed, What};
use crate::experience::decayed;
use crate::handlers::{Creature, Handler, Message, send};
use crate::inventory::{Item, Stack};
use crate::monsters::SHOOTS;
use crate::play::Play;
use crate::state::{Hero, Who};

/// What a hero gains of chance to hit with each experience level.
const HIT_PER_RANK: i32 = 2;
/// By how many percent of its damage each experience level makes a blow stronger.
const DAMAGE_PER_RANK: i32 = 6;
/// So many points of a skill add one percent to the chance to hit.
const PRACTICE: i32 = 4;
/// The most points of a skill.
const SKILL_MAX: i32 = 100;
/// One in so many objects that acid reaches is lost.
const CORROSION: u32 = 4;

impl Dungeon {
    fn bound(&self, chance: i32) -> i32 {
        chance.clamp(self.numbers.hit_least, self.numbers.hit_most)
    }

    /// A hero's chance to hit a monster, in percent.
    #[must_use]
    pub fn hero_hits(&self, hero: &Hero, kind: u16) -> i32 {
        let avoid = self.monster(kind).map_or(0, |monster| monster.avoid);
        self.bound(self.hero_skill(hero) - avoid)
    }

    fn hero_skill(&self, hero: &Hero) -> i32 {
        let rank = HIT_PER_RANK * (i32::from(hero.rank) - 1);
        let practice = self.weapon(hero).and_then(|(item, _)| self.object(item.kind).skill.as_deref());
        let practice = practice.map_or(0, |path| hero.attributes.current(path) / PRACTICE);
        self.numbers.hit_base
            + rank
            + practice
            + self.modifier(hero, DEXTERITY)
            + self.worn_sum(hero, EffectKind::Attack, 3)
    }

    /// A monster's chance to hit a hero, in percent.
    #[must_use]
    pub fn monster_hits(&self, hero: &Hero, kind: u16) -> i32 {
        let armour = hero.attributes.current(ARMOUR) + self.worn_sum(hero, EffectKind::Defend, 0);
        self.bound(self.monster(kind).map_or(0, |monster| monster.hit) - armour)
    }

    /// The weapon's effect of attack; `None` with empty hands.
    pub(crate) fn weapon(&self, hero: &Hero) -> Option<(Item, Effect)> {
        let mut attacks = hero.worn_items().filter_map(|item| {
            let attack = self.effects(Stack::of(item)).find(|effect| effect.kind == EffectKind::Attack)?;
            Some((item, *attack))
        });
        attacks.next()
    }

    /// Damage of a hero, from what dice show.
    fn hero_damage(&self, hero: &Hero, dice: i32, is_blow: bool) -> i32 {
        let strength = if is_blow { self.modifier(hero, STRENGTH) / 3 } else { 0 };
        let rank = 100 + DAMAGE_PER_RANK * (i32::from(hero.rank) - 1);
        (dice + strength).max(1) * rank / 100
    }

    /// Twice the damage that a blow of a hero does on the average.
    #[must_use]
    pub fn hero_twice_mean(&self, hero: &Hero) -> i32 {
        let dice = self.weapon(hero).map_or(self.numbers.unarmed, |(_, attack)| attack.dice());
        self.hero_damage(hero, dice.twice_mean(), true)
    }

    /// Hit points, in hundredths, that a hero loses on the average until he has slain a monster that has `hp` hit points left. It can strike
    /// him on `approach` steps before he reaches it.
    ///
    /// The only place where a fight is reckoned: players decide by it, and the expected descent is made of it.
    #[must_use]
    pub fn fight_cost(&self, hero: &Hero, kind: u16, hp: i16, approach: u32) -> i64 {
        let Some(monster) = self.monster(kind) else { return 0 };
        let felt = |chain: &crate::handlers::Chain, element| i64::from(100 - chain.resistance(element));
        let weapon = self.weapon(hero).map(|(item, _)| Stack::of(item));
        let strike = weapon.and_then(|stack| self.effects(stack).find(|effect| effect.kind == EffectKind::Strike));
        let element = strike.map_or(Element::Plain, |effect| Element::numbered(effect.args[0]));
        // In hundredths of half a hit point.
        let blow = i64::from(self.hero_hits(hero, kind) * self.hero_twice_mean(hero));
        let blow = (blow * felt(&self.chains[usize::from(kind)], element) / 100).max(1);
        let blows = (i64::from(hp) * 20_000 / blow).max(100);
        // Who stays where it is strikes at each step; others come nearer at some of them.
        let steps = i64::from(approach) * 100;
        let shots = if monster.stays { steps } else { steps * i64::from(SHOOTS) / i64::from(200 - SHOOTS) };
        let speed = i64::from(monster.speed) * 100 / i64::from(self.numbers.hero_speed).max(1);
        let actions = (blows + shots) * speed / 100;
        let strikes = actions * i64::from(monster.attacks) * i64::from(self.monster_hits(hero, kind)) / 100;
        let plain = strikes * i64::from(monster.damage.twice_mean()) / 2 * felt(&hero.chain, monster.element()) / 100;
        // Poison lasts through the rest of the fight and after it, if it comes to a bite at all.
        let poison = monster.effects.iter().filter(|effect| effect.kind == EffectKind::Poison).map(|effect| {
            let rounds = blows / 2 + i64::from(effect.args[1]) * 100;
            strikes.min(100) * i64::from(effect.args[0]) * rounds / 100 * felt(&hero.chain, Element::Poison) / 100
        });
        plain + poison.sum::<i64>()
    }
}

impl Play<'_> {
    /// A hero strikes the monster or hero in a cell.
    pub(crate) fn strike(&mut self, seat: usize, cell: Cell) {
        let hero = &self.state.heroes[seat];
        let weapon = self.game.weapon(hero);
        let dice = weapon.map_or(self.game.numbers.unarmed, |(_, attack)| attack.dice());
        let effects: Vec<Effect> =
            weapon.map(|(item, _)| self.game.effects(Stack::of(item)).copied().collect()).unwrap_or_default();
        if let Some((item, _)) = weapon {
            self.practise(seat, item.kind);
        }
        self.attack(seat, cell, dice, &effects, true);
    }

    /// A hero gets better with a weapon that he uses, the more slowly the better he is; what he did not use has decayed before.
    fn practise(&mut self, seat: usize, kind: u16) {
        let Some(path) = self.game.object(kind).skill.as_deref() else { return };
        let (round, pause) = (self.state.round, self.game.numbers.skill_decay);
        let hero = &mut self.state.heroes[seat];
        let used = hero.practised.iter_mut().find(|(known, _)| known == path);
        let unused = used.map_or(0, |(_, last)| round - std::mem::replace(last, round));
        let Some(stat) = hero.attributes.get(path) else {
            hero.practised.push((path.to_owned(), round));
            return hero.attributes.set(path, 1);
        };
        hero.attributes.change(path, decayed(stat.current, unused, pause) - stat.current);
        let now = hero.attributes.current(path);
        if (self.state.draws.below(SKILL_MAX as u32) as i32) >= now {
            let (most, hero) = (stat.base.max(now + 1), &mut self.state.heroes[seat]);
            hero.attributes.set(path, most);
            hero.attributes.change(path, now + 1 - most);
        }
    }

    /// A hero's blow, missile or bolt at whoever is in a cell. A blow and a missile can miss, a bolt (no skill) cannot.
    pub(crate) fn attack(&mut self, seat: usize, cell: Cell, dice: chance::Dice, effects: &[Effect], is_blow: bool) {
        let by = Who::Hero(seat as u8);
        let (level, place) = (self.game.area.level(cell), self.game.place(cell));
        let strike = effects.iter().find(|effect| effect.kind == EffectKind::Strike);
        let element = strike.map_or(Element::Plain, |effect| Element::numbered(effect.args[0]));
        if let Some(victim) = self.state.hero_at(cell) {
            let chance = self.game.hero_skill(&self.state.heroes[seat])
                - self.state.heroes[usize::from(victim)].attributes.current(ARMOUR)
                - self.worn_sum(victim.into(), EffectKind::Defend, 0);
            if !self.hits(chance) {
                return self.tell_at(cell, What::Missed { by, at: Who::Hero(victim) });
            }
            let rolled = self.roll(dice);
            let damage = self.game.hero_damage(&self.state.heroes[seat], rolled, is_blow);
            self.hurt_hero(victim.into(), by, damage as i16, element);
            return;
        }
        let Some(number) = self.state.levels[level as usize].monsters.first_at(place) else { return };
        let Some(kind) = self.state.levels[level as usize].monsters.get(number).map(|monster| monster.kind) else {
            return;
        };
        let chance = self.game.hero_hits(&self.state.heroes[seat], kind);
        self.wake(level, number);
        if !self.hits(chance) {
            return self.tell_at(cell, What::Missed { by, at: Who::Monster(kind) });
        }
        let rolled = self.roll(dice);
        let damage = self.game.hero_damage(&self.state.heroes[seat], rolled, is_blow);
        self.hurt_monster(level, number, by, damage as i16, element);
        for effect in effects.iter().filter(|effect| effect.kind == EffectKind::Poison) {
            self.poison_monster(level, number, *effect);
        }
    }

    pub(crate) fn roll(&mut self, dice: chance::Dice) -> i32 {
        self.state.draws.throw(dice)
    }

    pub(crate) fn hits(&mut self, chance: i32) -> bool {
        let chance = self.game.bound(chance);
        (self.state.draws.below(100) as i32) < chance
    }

    fn wake(&mut self, level: u32, number: u16) {
        if let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) {
            monster.sleeps = false;
        }
    }

    /// Damage to a monster goes down its chain; it dies if none of its hit points are left.
    pub(crate) fn hurt_monster(&mut self, level: u32, number: u16, by: Who, damage: i16, element: Element) {
        let game = self.game;
        let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) else { return };
        let (kind, place) = (monster.kind, monster.place);
        let mut chain =
            monster.chain.as_deref().cloned().unwrap_or_else(|| game.chains[usize::from(monster.kind)].clone());
        let mut creature = Creature::new(&mut chain, 0, 0, 1);
        send(&mut creature, Message::Damage(element, damage));
        let felt = creature.damage();
        monster.hp -= felt.min(monster.hp);
        let is_dead = monster.hp == 0;
        let cell = game.cell_at(level, place);
        self.tell_at(cell, What::Struck { by, at: Who::Monster(kind), damage: felt, element });
        if !is_dead {
            return;
        }
        self.tell_at(cell, What::Slain { by, who: Who::Monster(kind) });
        self.state.level_mut(level).monsters.delete(number);
        if let Who::Hero(seat) = by {
            self.learn_from_kill(seat.into(), kind, level + 1);
        }
    }

    fn poison_monster(&mut self, level: u32, number: u16, effect: Effect) {
        let game = self.game;
        let Some(monster) = self.state.level_mut(level).monsters.get_mut(number) else { return };
        let chain = monster.chain.get_or_insert_with(|| Box::new(game.chains[usize::from(monster.kind)].clone()));
        if chain.poison() == 0 {
            chain.add(Handler::Poison { strength: effect.args[0], left: effect.args[1].max(1) as u16 });
            let (kind, place) = (monster.kind, monster.place);
            self.tell_at(game.cell_at(level, place), What::Changed(Who::Monster(kind), Change::Poisoned));
        }
    }

    /// Damage to a hero goes down his chain. Acid spares some to what he carries.
    pub(crate) fn hurt_hero(&mut self, seat: usize, by: Who, damage: i16, element: Element) {
        let hero = self.hero(seat);
        let mut creature = Creature::new(&mut hero.chain, 0, 0, 1);
        send(&mut creature, Message::Damage(element, damage));
        let (felt, corroded) = (creature.damage(), creature.felt.corroded);
        hero.attributes.change(HIT_POINTS, -i32::from(felt));
        let is_dead = hero.hp() <= 0;
        let at = Who::Hero(seat as u8);
        self.tell_of(seat, What::Struck { by, at, damage: felt, element });
        if corroded > 0 && !is_dead {
            self.corrode(seat);
        }
        if is_dead {
            self.die(seat, by);
        }
    }

    /// Acid reaches one of the objects of a hero.
    fn corrode(&mut self, seat: usize) {
        let count = self.state.heroes[seat].pack.len() as u32;
        if count == 0 || self.state.draws.below(CORROSION) > 0 {
            return;
        }
        let at = self.state.draws.below(count) as usize;
        let Some(item) = self.state.heroes[seat].pack.iter().nth(at) else { return };
        let kind = self.game.object(item.kind).kind;
        if matches!(kind, crate::catalogue::ObjectType::Key | crate::catalogue::ObjectType::Prize) {
            return;
        }
        self.lose(seat, item.serial);
        self.tell_only(seat, What::Object(contract::Seat(seat as u8), Deed::Lost, Stack::of(item)));
    }

    /// An object is gone from a hero's pack.
    pub(crate) fn lose(&mut self, seat: usize, serial: u32) -> Option<Item> {
        let hero = self.hero(seat);
        hero.worn.retain(|&worn| worn != serial);
        let item = hero.pack.remove(serial).ok();
        self.refit(seat);
        item
    }

    /// Sets the chain of a hero anew from what he wears; what is to pass stays in it.
    pub(crate) fn refit(&mut self, seat: usize) {
        let game = self.game;
        let hero = &mut self.state.heroes[seat];
        let effects =
            hero.worn_items().flat_map(|item| game.effects(Stack::of(item)).filter(|it| it.kind == EffectKind::Resist));
        let mut sums = [0_i32; 5];
        for effect in effects {
            sums[Element::numbered(effect.args[0]) as usize] += i32::from(effect.args[1]);
        }
        let resists = Element::ALL.iter().zip(sums).filter(|&(_, sum)| sum > 0);
        let resists = resists.map(|(&element, sum)| Handler::Resist(element, sum.min(100) as u8));
        let passing = hero.chain.handlers();
        let passing = passing.filter(|it| matches!(it, Handler::Poison { .. } | Handler::Haste { .. }));
        let chain = resists.chain(passing).chain([Handler::Act, Handler::Basic]);
        hero.chain = crate::handlers::Chain::new(chain.collect::<Vec<_>>());
    }
}
