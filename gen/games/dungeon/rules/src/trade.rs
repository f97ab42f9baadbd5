//! Chests, and stalls that trade for gold.

use contract::Seat;

use crate::Dungeon;
use crate::catalogue::ObjectType;
use crate::characters::CHARISMA;
use crate::event::{Deed, What};
use crate::inventory::Stack;
use crate::play::Play;
use crate::state::State;

impl Dungeon {
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

impl Play<'_> {
    pub(crate) fn exchange(&mut self, seat: usize, stack: Stack, gets: bool) {
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

    pub(crate) fn trade(&mut self, seat: usize, stack: Stack, buys: bool) {
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
}
