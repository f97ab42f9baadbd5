//! Which moves of a hero are legal.

use contract::Seat;
use design::parameters::terrain;
use design::{TerrainType, TypeId};
use grid::{Cell, Direction};

use crate::Dungeon;
use crate::board::Door;
use crate::catalogue::{Effect, EffectKind, ObjectType};
use crate::characters::SPELL_POINTS;
use crate::inventory::{Item, Stack};
use crate::moves::Move;
use crate::refusal::Refusal;
use crate::state::{Stage, State};

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
        let lacks = |lock: u8| !self.has_key(state, seat, lock);
        if !self.passes(self.hero, ground, |_| true) {
            let ground = self.design.spoken_name(terrain::NAME, TerrainType::at(usize::from(ground)));
            return Err(Refusal::Barred { ground: ground.to_owned() });
        }
        match self.door(ground) {
            Some(Door { lock, .. }) if lock > 0 && lacks(lock) => Err(Refusal::Locked { lock }),
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
    pub(crate) fn free_beside(&self, state: &State, cell: Cell) -> Option<Cell> {
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

    pub(crate) fn check_room(&self, state: &State, seat: Seat) -> Result<(), Refusal> {
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

    pub(crate) fn worn(&self, state: &State, seat: Seat, stack: Stack) -> Option<Item> {
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
    pub(crate) fn closed_form(&self, ground: u16) -> Option<u16> {
        let grounds = 0..self.design.ids::<design::TerrainType>().count() as u16;
        grounds.into_iter().find(|&closed| self.door(closed).is_some_and(|door| door.into == ground && door.lock == 0))
    }
}

fn range_of(effect: &Effect) -> u32 {
    let (said, usual) = match effect.kind {
        EffectKind::Bolt => (effect.args[4], BOLT_RANGE),
        _ => (effect.args[3], MISSILE_RANGE),
    };
    if said > 0 { said as u32 } else { usual as u32 }
}
