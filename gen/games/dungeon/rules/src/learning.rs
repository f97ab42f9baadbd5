//! What heroes learn from: what they slay and, where the game says so, spells, maps and quests.
//!
//! Source: seed 002, "Handing Out Experience" (Carson), for what may give experience; "Allocating Experience" (Giwer), for the
//! full value of what is done for the first time, and a small constant for what was done before.
//!
//! A level is mapped when its hero remembers nine tenths of the floor that can be walked to, from any start, through locked doors
//! and over stairs. Floor that nobody can get to does not count, and neither does rock. It makes no difference whether he has
//! seen the floor or read of it in a scroll. It is asked once in each of his turns and never while he looks, so that sight costs
//! what it did.

use contract::Seat;
use grid::{Area, Cell};

use crate::Dungeon;
use crate::characters::{HIT_POINTS, SPELL_POINTS};
use crate::event::{Lesson, What};
use crate::numbers::Numbers;
use crate::play::Play;

const _: () = assert!(Area::LEVELS_MAX <= u64::BITS, "`mapped` of a hero has a bit for each level");

/// What a spell gives that was cast before, where `repeat-experience` does not say it. The full value would come back with the
/// spell points, and so without end, while what is slain does not come back.
const REPEATED_SPELL: u32 = 1;

impl Numbers {
    /// What something gives that a hero has done before: `repeat-experience` at most, or `usual` where that is 0.
    fn again(&self, full: u32, usual: u32) -> u32 {
        full.min(if self.repeat_experience > 0 { self.repeat_experience } else { usual })
    }

    /// What a spell gives that was cast before.
    pub(crate) fn repeated_spell(&self) -> u32 {
        self.again(self.spell_experience, REPEATED_SPELL)
    }
}

impl Dungeon {
    /// By level, the places of the floor that can be walked to; nothing where maps teach nothing.
    pub(crate) fn find_floors(&self) -> Vec<Vec<u16>> {
        if self.numbers.map_experience == 0 {
            return Vec::new();
        }
        let passes = |cell: Cell| {
            let ground = self.levels[self.area.level(cell) as usize].ground[usize::from(self.place(cell))];
            self.passes(self.hero, ground, |_| true)
        };
        let mut is_floor = vec![false; self.area.len()];
        for &start in &self.starts {
            if is_floor[start.index()] {
                continue;
            }
            for cell in grid::flood_over(&self.area, &self.links, start, passes) {
                is_floor[cell.index()] = true;
            }
        }
        let floor = |level: u32| {
            let cells = self.area.level_cells(level).filter(|cell| is_floor[cell.index()]);
            cells.map(|cell| self.place(cell)).collect()
        };
        (0..self.area.levels()).map(floor).collect()
    }

    /// What a level, from 0, teaches a hero who clears it and goes on to the next, besides what he slays there.
    pub(crate) fn lessons(&self, level: u32) -> u64 {
        let ground = &self.levels[level as usize].ground;
        let locks = ground.iter().filter(|&&ground| self.door(ground).is_some_and(|door| door.lock > 0)).count() as u64;
        let depth = u64::from(level + 1 < self.area.levels());
        u64::from(self.numbers.map_experience) + (locks + depth) * u64::from(self.numbers.quest_experience)
    }
}

impl Play<'_> {
    /// A hero learns from what he has slain.
    pub(crate) fn learn_from_kill(&mut self, seat: usize, kind: u16, depth: u32) {
        let numbers = &self.game.numbers;
        let full = numbers.experience.for_kill(depth, self.game.worth(kind));
        let hero = &mut self.state.heroes[seat];
        hero.kills += 1;
        let gained = match hero.slain.binary_search(&kind) {
            Ok(_) => numbers.again(full, full),
            Err(at) => {
                hero.slain.insert(at, kind);
                full
            }
        };
        self.learn(seat, gained, Lesson::Kill);
    }

    /// A hero learns from the spell that he has cast, whatever it met.
    pub(crate) fn learn_from_spell(&mut self, seat: usize) {
        let numbers = &self.game.numbers;
        let was_cast = std::mem::replace(&mut self.state.heroes[seat].has_cast, true);
        let gained = if was_cast { numbers.repeated_spell() } else { numbers.spell_experience };
        self.learn(seat, gained, Lesson::Spell);
    }

    /// A hero learns from the map of his level, once for each level.
    pub(crate) fn learn_from_map(&mut self, seat: usize) {
        let level = self.level_of(seat);
        let hero = &self.state.heroes[seat];
        let Some(floor) = self.game.floors.get(level as usize).filter(|_| hero.mapped >> level & 1 == 0) else {
            return;
        };
        let Some(memory) = &hero.memory[level as usize] else { return };
        let known = floor.iter().filter(|&&place| memory.ground[usize::from(place)] > 0).count();
        if 10 * known < 9 * floor.len() {
            return;
        }
        self.hero(seat).mapped |= 1 << level;
        self.learn(seat, self.game.numbers.map_experience, Lesson::Map(level as u8 + 1));
    }

    /// A hero learns from a quest.
    pub(crate) fn learn_from_quest(&mut self, seat: usize, lesson: Lesson) {
        self.learn(seat, self.game.numbers.quest_experience, lesson);
    }

    /// Gives a hero experience, and the experience levels that it makes. He is told of both; of nothing he is told nothing.
    fn learn(&mut self, seat: usize, gained: u32, lesson: Lesson) {
        if gained == 0 {
            return;
        }
        let hero = self.hero(seat);
        hero.experience = hero.experience.saturating_add(gained);
        let (experience, rank) = (hero.experience, hero.rank);
        self.tell_only(seat, What::Learned(Seat(seat as u8), gained, lesson));
        let reached = self.game.numbers.experience.level_for(experience) as u8;
        for rank in rank + 1..=reached {
            self.rise(seat, rank);
        }
    }

    /// A hero reaches an experience level.
    fn rise(&mut self, seat: usize, rank: u8) {
        self.hero(seat).rank = rank;
        let hero = &self.state.heroes[seat];
        let most = [(HIT_POINTS, self.game.hit_points(hero)), (SPELL_POINTS, self.game.spell_points(hero))];
        for (path, most) in most {
            let attributes = &mut self.hero(seat).attributes;
            let Some(stat) = attributes.get(path) else { continue };
            // A hero who has lost points still has lost them.
            let more = (most - stat.base).max(0);
            attributes.set(path, stat.base + more);
            attributes.change(path, stat.current - stat.base);
        }
        self.tell_of(seat, What::Rose(Seat(seat as u8), rank));
    }
}
