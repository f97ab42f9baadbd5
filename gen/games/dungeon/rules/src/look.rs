//! What heroes see and remember.

use std::sync::Arc;

use contract::{Seat, Seats};
use grid::Cell;

use crate::Dungeon;
use crate::inventory::Stack;
use crate::sight::see;
use crate::state::{Hero, Level, Memory, State};

impl Dungeon {
    /// Column and row of a place on its level.
    pub(crate) fn column_row(&self, place: u16) -> (i32, i32) {
        let width = self.area.width() as i32;
        (i32::from(place) % width, i32::from(place) / width)
    }

    /// A hero looks round: what he sees, he remembers.
    pub(crate) fn look(&self, state: &mut State, seat: usize) {
        let level_number = self.area.level(state.heroes[seat].cell) as usize;
        let level = Arc::clone(&state.levels[level_number]);
        self.look_from(&mut state.heroes[seat], level_number, &level);
    }

    /// A hero looks round where he looked last. Unless the ground in sight has changed he sees as far as before.
    pub(crate) fn look_again(&self, state: &mut State, seat: usize) {
        let hero = &state.heroes[seat];
        let number = self.area.level(hero.cell) as usize;
        let ground = &state.levels[number].ground;
        let is_as_before = |memory: &Memory| hero.seen().all(|place| memory.ground[place] == ground[place] + 1);
        // Where there are several heroes, another one may have closed a door of which he sees no more than a corner.
        if state.heroes.len() > 1 || !hero.memory[number].as_deref().is_some_and(is_as_before) {
            return self.look(state, seat);
        }
        let level = Arc::clone(&state.levels[number]);
        see_things(&mut state.heroes[seat], number, &level);
    }

    fn look_from(&self, hero: &mut Hero, number: usize, level: &Level) {
        let (width, height) = (self.area.width(), self.area.height());
        let from = self.column_row(self.place(hero.cell));
        hero.sight.clear();
        hero.sight.resize(self.area.level_len().div_ceil(64), 0);
        let index = |column: i32, row: i32| (row * width as i32 + column) as usize;
        let memory = hero.memory[number]
            .get_or_insert_with(|| Arc::new(Memory { ground: vec![0; self.area.level_len()], things: Vec::new() }));
        let memory = Arc::make_mut(memory);
        let is_opaque = |column: i32, row: i32| self.is_opaque(level.ground[index(column, row)]);
        let sight = &mut hero.sight;
        see((width, height), from, self.numbers.sight.into(), is_opaque, |column, row| {
            let at = index(column, row);
            sight[at / 64] |= 1 << (at % 64);
            memory.ground[at] = level.ground[at] + 1;
        });
        see_things(hero, number, level);
    }

    /// The seats whose heroes see a cell.
    pub(crate) fn witnesses(&self, state: &State, cell: Cell) -> Seats {
        let (level, place) = (self.area.level(cell), self.place(cell));
        let sees = |hero: &Hero| hero.is_alive && self.area.level(hero.cell) == level && hero.sees(place);
        let seats = state.heroes.iter().enumerate().filter(|(_, hero)| sees(hero));
        seats.fold(Seats::NONE, |seats, (seat, _)| seats.with(Seat(seat as u8)))
    }
}

/// A hero notices the objects in sight, and that others are gone.
fn see_things(hero: &mut Hero, number: usize, level: &Level) {
    let Hero { memory, sight, .. } = hero;
    let Some(memory) = memory[number].as_mut() else { return };
    let things = &mut Arc::make_mut(memory).things;
    let sees = |place: u16| sight[usize::from(place) / 64] >> (place % 64) & 1 == 1;
    things.retain(|&(place, _)| !sees(place));
    let seen = level.objects.iter().filter(|(_, lying)| !lying.is_hidden && sees(lying.place));
    things.extend(seen.map(|(_, lying)| (lying.place, Stack::of(lying.item))));
    things.sort_unstable();
}
