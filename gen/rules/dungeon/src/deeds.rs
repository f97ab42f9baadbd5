//! What a hero does: which moves are legal, and what they do.

use contract::Seat;
use grid::{Cell, Direction};

use crate::Dungeon;
use crate::catalogue::{Effect, EffectKind, Element, ObjectType};
use crate::characters::{ARMOUR, CHARISMA, HIT_POINTS, SPELL_POINTS, STATS, check_points, create, roll};
use crate::event::{Change, Deed, Lesson, What};
use crate::handlers::{Chain, Handler};
use crate::inventory::{Item, Stack};
use crate::moves::Move;
use crate::numbers::Creation;
use crate::play::Play;
use crate::refusal::Refusal;
use crate::state::{Lying, Stage, State, Who};

/// How far a bolt flies if its effect does not say.
const BOLT_RANGE: i16 = 6;
/// How far a missile flies if its effect does not say.
const MISSILE_RANGE: i16 = 5;

impl Dungeon {
    pub(crate) fn check_move(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        if !state.acting().contains(seat) {
            return Err(Refusal::NotYours);
        }
        match (action, state.stage) {
            (Move::Roll | Move::Be { .. }, Stage::Creation) => self.check_creation(state, seat, action),
            (Move::Roll | Move::Be { .. }, stage) | (_, stage @ (Stage::Creation | Stage::Over)) => {
                Err(Refusal::WrongStage(stage))
            }
            (Move::Rest, Stage::Descent) => Ok(()),
            (Move::Go(way), Stage::Descent) => self.check_step(state, seat, way),
            (Move::Climb(to), Stage::Descent) => self.check_climb(state, seat, to),
            (Move::Take, Stage::Descent) => self.check_take(state, seat),
            (Move::Close(way), Stage::Descent) => self.check_close(state, seat, way),
            (Move::Cast(cell), Stage::Descent) => self.check_cast(state, seat, cell),
            (Move::Get(stack) | Move::Put(stack), Stage::Descent) => {
                let store = self.store_here(state, seat, ObjectType::Chest).ok_or(Refusal::NoChest)?;
                if action == Move::Put(stack) {
                    return self.check_carried(state, seat, stack, true).map(|_| ());
                }
                state.levels[store.0].stores[store.1].find(stack).ok_or(Refusal::NoChest)?;
                self.check_room(state, seat)
            }
            (Move::Buy(stack), Stage::Descent) => {
                let store = self.store_here(state, seat, ObjectType::Stall).ok_or(Refusal::NoStall)?;
                state.levels[store.0].stores[store.1].find(stack).ok_or(Refusal::NoStall)?;
                let (needs, has) = (self.price(state, seat, stack), state.heroes[seat.index()].gold);
                if needs > has {
                    return Err(Refusal::TooLittleGold { needs, has });
                }
                self.check_room(state, seat)
            }
            (Move::Sell(stack), Stage::Descent) => {
                self.store_here(state, seat, ObjectType::Stall).ok_or(Refusal::NoStall)?;
                self.check_carried(state, seat, stack, true).map(|_| ())
            }
            (Move::Drop(stack), Stage::Descent) => self.check_carried(state, seat, stack, false).map(|_| ()),
            (Move::Wear(stack), Stage::Descent) => {
                self.check_carried(state, seat, stack, true)?;
                if self.object(stack.kind).kind.is_worn() { Ok(()) } else { Err(Refusal::WrongType) }
            }
            (Move::Remove(stack), Stage::Descent) => self.worn(state, seat, stack).map(|_| ()).ok_or(Refusal::NotWorn),
            (Move::Use(stack), Stage::Descent) => {
                self.check_carried(state, seat, stack, false)?;
                if self.object(stack.kind).kind.is_used() { Ok(()) } else { Err(Refusal::WrongType) }
            }
            (Move::Aim(stack, cell), Stage::Descent) => {
                self.check_carried(state, seat, stack, false)?;
                let bolt = self.effects(stack).find(|effect| effect.kind == EffectKind::Bolt);
                match bolt.filter(|_| self.object(stack.kind).kind == ObjectType::Wand) {
                    Some(bolt) => self.check_target(state, seat, cell, range_of(bolt)),
                    None => Err(Refusal::WrongType),
                }
            }
            (Move::Throw(stack, cell), Stage::Descent) => {
                self.check_carried(state, seat, stack, false)?;
                let missile = self.effects(stack).find(|effect| effect.kind == EffectKind::Missile);
                match missile {
                    Some(missile) => self.check_target(state, seat, cell, range_of(missile)),
                    None => Err(Refusal::WrongType),
                }
            }
        }
    }

    fn check_creation(&self, state: &State, seat: Seat, action: Move) -> Result<(), Refusal> {
        let hero = &state.heroes[seat.index()];
        let Move::Be { race, class, points } = action else {
            let may = self.numbers.creation == Creation::Roll && hero.rolls_left > 0;
            return if may { Ok(()) } else { Err(Refusal::NoRollsLeft) };
        };
        let stats = self.stats(hero.rolled, points)?;
        let race = self.catalogue.races.get(usize::from(race)).ok_or(Refusal::NoSuchHero)?;
        let class = self.catalogue.classes.get(usize::from(class)).ok_or(Refusal::NoSuchHero)?;
        create(stats, race, &class.class).map(|_| ()).map_err(Refusal::Character)
    }

    /// The attributes that a hero begins with, before his race changes them.
    fn stats(&self, rolled: [i32; 5], points: Option<[u8; 5]>) -> Result<[i32; 5], Refusal> {
        match (self.numbers.creation, points) {
            (Creation::Points, Some(points)) => {
                let given = points.map(i32::from);
                check_points(given, self.numbers.points).map_err(Refusal::Character)?;
                Ok(given)
            }
            (Creation::Fixed | Creation::Roll, None) => Ok(rolled),
            _ => Err(Refusal::PointsNotAsked),
        }
    }

    fn check_step(&self, state: &State, seat: Seat, way: Direction) -> Result<(), Refusal> {
        let hero = &state.heroes[seat.index()];
        if way.0 >= self.area.directions() {
            return Err(Refusal::NoWay);
        }
        let next = self.area.neighbor(hero.cell, way).ok_or(Refusal::NoWay)?;
        if let Some(other) = state.hero_at(next) {
            let is_friend = self.teams[usize::from(other)] == self.teams[seat.index()];
            return if is_friend { Err(Refusal::Friend) } else { Ok(()) };
        }
        let level = &state.levels[self.area.level(next) as usize];
        let place = self.place(next);
        if level.monsters.first_at(place).is_some() {
            return Ok(());
        }
        let ground = level.ground[usize::from(place)];
        match self.door(ground) {
            Some(door) if !self.can_stand(self.hero, door.into) => Err(Refusal::NoWay),
            Some(door) if door.lock > 0 && !self.has_key(state, seat, door.lock) => {
                Err(Refusal::Locked { lock: door.lock })
            }
            None if !self.can_stand(self.hero, ground) => Err(Refusal::NoWay),
            _ => Ok(()),
        }
    }

    /// Whether a hero carries a key of a level.
    pub(crate) fn has_key(&self, state: &State, seat: Seat, lock: u8) -> bool {
        state.heroes[seat.index()].pack.iter().any(|item| self.key_level(item.kind) == lock)
    }

    fn check_climb(&self, state: &State, seat: Seat, to: Cell) -> Result<(), Refusal> {
        let from = state.heroes[seat.index()].cell;
        if !self.links.out_of(from).iter().any(|step| step.to == to) {
            return Err(Refusal::NoStairs);
        }
        let is_taken = state.hero_at(to).is_some() && self.free_beside(state, to).is_none();
        if is_taken { Err(Refusal::StairsTaken) } else { Ok(()) }
    }

    /// The cell itself, or one beside it, where a hero can stand and nobody does.
    fn free_beside(&self, state: &State, cell: Cell) -> Option<Cell> {
        let level = &state.levels[self.area.level(cell) as usize];
        let around = self.area.around(cell).map(|(_, next)| next);
        std::iter::once(cell).chain(around).find(|&cell| {
            let place = self.place(cell);
            self.can_stand(self.hero, level.ground[usize::from(place)])
                && level.monsters.first_at(place).is_none()
                && state.hero_at(cell).is_none()
        })
    }

    fn check_take(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let cell = state.heroes[seat.index()].cell;
        let level = &state.levels[self.area.level(cell) as usize];
        let mut takes = level.objects.at(self.place(cell)).map(|(_, lying)| self.object(lying.item.kind).kind);
        let mut is_any = false;
        let needs_no_room = takes.any(|kind| {
            is_any |= !kind.is_fixed();
            matches!(kind, ObjectType::Coins | ObjectType::Prize)
        });
        if !is_any {
            return Err(Refusal::NothingHere);
        }
        if needs_no_room { Ok(()) } else { self.check_room(state, seat) }
    }

    fn check_room(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
        let most = self.numbers.pack;
        if state.heroes[seat.index()].pack.len() >= usize::from(most) {
            return Err(Refusal::PackFull { most });
        }
        Ok(())
    }

    /// One of a stack that a hero carries; of one that is not worn, if that is asked.
    pub(crate) fn check_carried(&self, state: &State, seat: Seat, stack: Stack, is_off: bool) -> Result<Item, Refusal> {
        let hero = &state.heroes[seat.index()];
        let of_stack = || hero.pack.iter().filter(|&item| Stack::of(item) == stack);
        let is_worn = |item: &Item| hero.worn.contains(&item.serial);
        // What is not worn goes first.
        let off = of_stack().find(|item| !is_worn(item));
        match (off, of_stack().next()) {
            (Some(item), _) => Ok(item),
            (None, Some(_)) if is_off => Err(Refusal::Worn),
            (None, Some(item)) => Ok(item),
            (None, None) => Err(Refusal::NotCarried),
        }
    }

    fn worn(&self, state: &State, seat: Seat, stack: Stack) -> Option<Item> {
        let hero = &state.heroes[seat.index()];
        hero.pack.iter().find(|&item| Stack::of(item) == stack && hero.worn.contains(&item.serial))
    }

    fn check_target(&self, state: &State, seat: Seat, cell: Cell, most: u32) -> Result<(), Refusal> {
        let hero = &state.heroes[seat.index()];
        if cell.index() >= self.area.len() || self.area.level(cell) != self.area.level(hero.cell) {
            return Err(Refusal::OutOfSight);
        }
        let distance = self.area.distance(hero.cell, cell);
        if distance == 0 || distance > most {
            return Err(Refusal::OutOfRange { distance, most });
        }
        if hero.sees(self.place(cell)) { Ok(()) } else { Err(Refusal::OutOfSight) }
    }

    fn check_cast(&self, state: &State, seat: Seat, cell: Cell) -> Result<(), Refusal> {
        let hero = &state.heroes[seat.index()];
        let spell = self.catalogue.classes[usize::from(hero.class)].spell.as_ref();
        let (spell, needs) = spell.ok_or(Refusal::NoSpell)?;
        let has = hero.attributes.current(SPELL_POINTS);
        if *needs > has {
            return Err(Refusal::TooFewSpellPoints { needs: *needs, has });
        }
        self.check_target(state, seat, cell, range_of(spell))
    }

    fn check_close(&self, state: &State, seat: Seat, way: Direction) -> Result<(), Refusal> {
        let cell = state.heroes[seat.index()].cell;
        if way.0 >= self.area.directions() {
            return Err(Refusal::NoDoor);
        }
        let next = self.area.neighbor(cell, way).ok_or(Refusal::NoDoor)?;
        let level = &state.levels[self.area.level(next) as usize];
        let place = self.place(next);
        self.closed_form(level.ground[usize::from(place)]).ok_or(Refusal::NoDoor)?;
        let is_blocked = level.monsters.first_at(place).is_some()
            || level.objects.first_at(place).is_some()
            || state.hero_at(next).is_some();
        if is_blocked { Err(Refusal::DoorBlocked) } else { Ok(()) }
    }

    /// The unlocked closed door that becomes this terrain when it is opened.
    fn closed_form(&self, ground: u16) -> Option<u16> {
        let grounds = 0..self.design.ids::<design::TerrainType>().count() as u16;
        grounds.into_iter().find(|&closed| self.door(closed).is_some_and(|door| door.into == ground && door.lock == 0))
    }

    /// The store of a chest or a stall that stands where a hero is: level and number.
    pub(crate) fn store_here(&self, state: &State, seat: Seat, kind: ObjectType) -> Option<(usize, usize)> {
        let cell = state.heroes[seat.index()].cell;
        let number = self.area.level(cell) as usize;
        let level = &state.levels[number];
        let here = level.objects.at(self.place(cell)).find(|(_, lying)| self.object(lying.item.kind).kind == kind);
        let serial = here?.1.item.serial;
        let store = level.stores.iter().position(|store| store.owner == Some(serial))?;
        Some((number, store))
    }

    /// What a hero pays for something: charisma makes it cheaper, by three percent for each tenth above the mean.
    #[must_use]
    pub fn price(&self, state: &State, seat: Seat, stack: Stack) -> u32 {
        let percent = 100 - 3 * self.modifier(&state.heroes[seat.index()], CHARISMA);
        (i64::from(self.value(stack)) * i64::from(percent) / 100).max(1) as u32
    }

    /// The price of an object in its catalogue; an ego makes it three times as dear.
    #[must_use]
    pub fn value(&self, stack: Stack) -> u32 {
        self.object(stack.kind).price * if stack.ego > 0 { 3 } else { 1 }
    }
}

fn range_of(effect: &Effect) -> u32 {
    let (said, usual) = match effect.kind {
        EffectKind::Bolt => (effect.args[4], BOLT_RANGE),
        _ => (effect.args[3], MISSILE_RANGE),
    };
    if said > 0 { said as u32 } else { usual as u32 }
}

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
            self.game.look(self.state, seat);
            self.learn_from_map(seat);
        }
        self.go_on();
    }

    fn tell_deed(&mut self, seat: usize, deed: Deed, stack: Stack) {
        self.tell_of(seat, What::Object(Seat(seat as u8), deed, stack));
    }

    fn create(&mut self, seat: usize, action: Move) {
        let game = self.game;
        let Move::Be { race, class, points } = action else {
            let dice = game.numbers.stat_dice;
            let draws = &mut self.state.draws;
            let rolled = roll(dice, |dice| draws.throw(dice));
            let hero = self.hero(seat);
            hero.rolled = rolled;
            hero.rolls_left -= 1;
            return self.tell_only(seat, What::Rolled(Seat(seat as u8), rolled));
        };
        game.be(self.state, seat, race, class, points);
        self.tell_all(What::Created { seat: Seat(seat as u8), race, class });
        if seat + 1 < self.state.heroes.len() {
            self.state.cursor += 1;
            // Who gave up before is not asked.
            if !self.state.heroes[usize::from(self.state.cursor)].is_alive {
                self.skip_creation();
            }
            return;
        }
        self.begin_descent();
    }

    /// Goes on to the next seat that has still to create its hero.
    pub(crate) fn skip_creation(&mut self) {
        let from = usize::from(self.state.cursor);
        let next = (from..self.state.heroes.len()).find(|&seat| self.state.heroes[seat].is_alive);
        match next {
            Some(seat) => self.state.cursor = seat as u8,
            None => self.begin_descent(),
        }
    }

    fn begin_descent(&mut self) {
        self.state.stage = Stage::Descent;
        self.state.cursor = 0;
        for seat in 0..self.state.heroes.len() {
            if self.state.heroes[seat].is_alive {
                self.arrive(seat);
            }
        }
        self.begin_round();
        self.go_on();
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

    fn take(&mut self, seat: usize) {
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

    fn drop_one(&mut self, seat: usize, stack: Stack) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        self.lose(seat, item.serial);
        self.lay(self.state.heroes[seat].cell, item);
        self.tell_deed(seat, Deed::Dropped, stack);
    }

    fn wear(&mut self, seat: usize, stack: Stack) {
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

    fn use_one(&mut self, seat: usize, stack: Stack) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        self.tell_deed(seat, Deed::Used, stack);
        self.wear_out(seat, item);
        let effects: Vec<Effect> = self.game.effects(stack).copied().collect();
        for effect in effects {
            self.take_effect(seat, effect);
        }
    }

    /// An effect on a hero himself.
    fn take_effect(&mut self, seat: usize, effect: Effect) {
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
            let opens = game.door(ground).is_some_and(|door| door.lock == 0 && game.can_stand(game.hero, door.into));
            opens || game.can_stand(game.hero, ground)
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

    fn aim(&mut self, seat: usize, stack: Stack, cell: Cell) {
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, false) else { return };
        let bolt = self.game.effects(stack).find(|effect| effect.kind == EffectKind::Bolt).copied();
        self.tell_deed(seat, Deed::Aimed, stack);
        self.wear_out(seat, item);
        if let Some(bolt) = bolt {
            self.bolt(seat, bolt, cell);
        }
    }

    fn cast(&mut self, seat: usize, cell: Cell) {
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

    fn throw(&mut self, seat: usize, stack: Stack, cell: Cell) {
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

    fn exchange(&mut self, seat: usize, stack: Stack, gets: bool) {
        let Some((level, store)) = self.game.store_here(self.state, Seat(seat as u8), ObjectType::Chest) else {
            return;
        };
        if gets {
            let store = &mut self.state.level_mut(level as u32).stores[store];
            let Some(item) = store.find(stack).and_then(|item| store.remove(item.serial).ok()) else { return };
            let added = self.hero(seat).pack.add(item);
            debug_assert!(added.is_ok(), "an object is in one place only");
            return self.tell_deed(seat, Deed::Got, stack);
        }
        let Ok(item) = self.game.check_carried(self.state, Seat(seat as u8), stack, true) else { return };
        self.lose(seat, item.serial);
        let added = self.state.level_mut(level as u32).stores[store].add(item);
        debug_assert!(added.is_ok(), "a chest is never carried, so it is not put into itself");
        self.tell_deed(seat, Deed::Put, stack);
    }

    fn trade(&mut self, seat: usize, stack: Stack, buys: bool) {
        let game = self.game;
        let Some((level, store)) = game.store_here(self.state, Seat(seat as u8), ObjectType::Stall) else { return };
        let price = if buys { game.price(self.state, Seat(seat as u8), stack) } else { game.value(stack) / 2 };
        if buys {
            let store = &mut self.state.level_mut(level as u32).stores[store];
            let Some(item) = store.find(stack).and_then(|item| store.remove(item.serial).ok()) else { return };
            let hero = self.hero(seat);
            hero.gold -= price;
            let added = hero.pack.add(item);
            debug_assert!(added.is_ok(), "an object is in one place only");
        } else {
            let Ok(item) = game.check_carried(self.state, Seat(seat as u8), stack, true) else { return };
            self.lose(seat, item.serial);
            let added = self.state.level_mut(level as u32).stores[store].add(item);
            debug_assert!(added.is_ok(), "an object is in one place only");
            self.hero(seat).gold += price;
        }
        self.tell_of(seat, What::Traded { seat: Seat(seat as u8), stack, price, is_bought: buys });
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

    /// Makes the hero of a seat, with what his class gives him and what the scenario has in his pack.
    pub(crate) fn be(&self, state: &mut State, seat: usize, race: u8, class: u8, points: Option<[u8; 5]>) {
        let hero = &state.heroes[seat];
        let stats = self.stats(hero.rolled, points).expect("it was checked");
        let kind = &self.catalogue.classes[usize::from(class)].class;
        let mut attributes = create(stats, &self.catalogue.races[usize::from(race)], kind).expect("it was checked");
        attributes.set(ARMOUR, 0);
        let hero = &mut state.heroes[seat];
        (hero.race, hero.class, hero.attributes) = (race, class, attributes);
        let (hp, sp) = (self.hit_points(hero), self.spell_points(hero));
        hero.attributes.set(HIT_POINTS, hp);
        hero.attributes.set(SPELL_POINTS, sp);
        hero.food = self.numbers.food;
        hero.energy = 0;
        hero.chain = Chain::new([Handler::Act, Handler::Basic]);
        let mut items = self.packs[seat].clone();
        for name in &kind.equipment {
            let Some(kind) = self.design.find::<design::UnitType>(name) else { continue };
            items.push(Item { serial: state.serial, kind: design::TypeId::index(kind) as u16, ego: 0, used: 0 });
            state.serial += 1;
        }
        for item in items {
            let added = state.heroes[seat].pack.add(item);
            debug_assert!(added.is_ok(), "an object is in one place only");
            if self.object(item.kind).kind.is_worn() {
                self.put_on(&mut state.heroes[seat], item);
            }
        }
        Play { game: self, state, log: &mut |_| {} }.refit(seat);
    }
}
