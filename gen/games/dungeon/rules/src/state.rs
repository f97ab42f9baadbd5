//! All that changes during a game.

use std::sync::Arc;

use chance::Draws;
use contract::{Seat, Seats};
use grid::Cell;
use serde::{Deserialize, Serialize};

use crate::Dungeon;
use crate::attributes::Attributes;
use crate::characters::HIT_POINTS;
use crate::handlers::Chain;
use crate::inventory::{Inventory, Item, Stack};
use crate::records::{Record, Records};

/// What has to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Stage {
    /// Seats create their heroes, one after the other.
    Creation,
    /// Heroes go down.
    Descent,
    /// The game is over.
    Over,
}

/// No place.
pub(crate) const NOWHERE: u16 = u16::MAX;

/// A monster.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Monster {
    /// Its chain, where it is not that of its kind.
    pub(crate) chain: Option<Box<Chain>>,
    /// Its unit type.
    #[doc(hidden)]
    pub kind: u16,
    /// Its place on its level.
    pub(crate) place: u16,
    /// The hit points that it has left.
    pub(crate) hp: i16,
    /// Energy to act with.
    pub(crate) energy: i16,
    /// Where it last saw a hero.
    pub(crate) goal: u16,
    /// Whether it sleeps.
    pub(crate) sleeps: bool,
}

impl Monster {
    /// A monster in a place, for tests of what records take.
    #[doc(hidden)]
    #[must_use]
    pub fn at(place: u16) -> Monster {
        Monster { chain: None, kind: 0, place, hp: 1, energy: 0, goal: NOWHERE, sleeps: false }
    }
}

impl Record for Monster {
    fn place(&self) -> u16 {
        self.place
    }
}

/// An object that lies somewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lying {
    /// The object.
    #[doc(hidden)]
    pub item: Item,
    /// Its place on its level.
    pub(crate) place: u16,
    /// A trap that nobody has found.
    pub(crate) is_hidden: bool,
}

impl Lying {
    /// An object in a place, for tests of what records take.
    #[doc(hidden)]
    #[must_use]
    pub fn at(place: u16) -> Lying {
        Lying { item: Item { serial: u32::from(place), kind: 0, ego: 0, used: 0 }, place, is_hidden: false }
    }
}

impl Record for Lying {
    fn place(&self) -> u16 {
        self.place
    }
}

/// A level.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Level {
    /// The terrain type of each cell.
    pub(crate) ground: Vec<u16>,
    pub monsters: Records<Monster>,
    pub objects: Records<Lying>,
    /// What is in chests and stalls; each inventory belongs to one of the objects.
    pub(crate) stores: Vec<Inventory>,
}

impl Level {
    /// What is in a chest or stall.
    pub(crate) fn store(&self, serial: u32) -> Option<&Inventory> {
        self.stores.iter().find(|store| store.owner == Some(serial))
    }
}

/// What a hero remembers of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Memory {
    /// By cell 0, or 1 more than the number of the terrain type that was seen there.
    pub(crate) ground: Vec<u16>,
    /// Objects where they were seen last, by place.
    pub(crate) things: Vec<(u16, Stack)>,
}

/// Who has done something, or to whom it was done.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Who {
    /// The hero of a seat.
    Hero(u8),
    /// A monster of a unit type.
    Monster(u16),
    /// A trap, hunger, poison: nobody.
    Nobody,
}

/// A hero.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Hero {
    /// Where he is; where he fell, if he is dead.
    pub(crate) cell: Cell,
    pub(crate) is_alive: bool,
    /// What he has rolled, and how often he may roll on.
    #[doc(hidden)]
    pub rolled: [i32; 5],
    pub(crate) rolls_left: u8,
    pub(crate) race: u8,
    pub(crate) class: u8,
    #[doc(hidden)]
    pub attributes: Attributes,
    pub(crate) chain: Chain,
    pub(crate) energy: i16,
    /// How often he has acted, for healing.
    pub(crate) rest: u32,
    pub(crate) pack: Inventory,
    /// The serials of what he wears and holds.
    pub(crate) worn: Vec<u32>,
    #[doc(hidden)]
    pub gold: u32,
    pub(crate) food: i32,
    #[doc(hidden)]
    pub experience: u32,
    /// His experience level, from 1.
    pub(crate) rank: u8,
    /// The deepest level that he has reached, from 1.
    pub(crate) deepest: u8,
    /// The skills that he has, with the round in which he last used each.
    pub(crate) practised: Vec<(String, u32)>,
    /// The kinds of monsters that he has slain, in rising order.
    pub(crate) slain: Vec<u16>,
    pub(crate) kills: u32,
    /// Whether he has ever cast his spell.
    #[serde(default)]
    pub(crate) has_cast: bool,
    /// The levels whose maps he has learnt from, a bit each.
    #[serde(default)]
    pub(crate) mapped: u64,
    /// Who has slain him.
    pub(crate) killer: Option<Who>,
    /// By level; `None` of levels that he has never been to.
    pub(crate) memory: Vec<Option<Arc<Memory>>>,
    /// The cells of his level that he sees, a bit each.
    pub(crate) sight: Vec<u64>,
}

impl Hero {
    /// The hit points that he has.
    #[must_use]
    pub fn hp(&self) -> i32 {
        self.attributes.current(HIT_POINTS)
    }

    /// What he wears and holds.
    pub(crate) fn worn_items(&self) -> impl Iterator<Item = Item> + '_ {
        self.worn.iter().filter_map(|&serial| self.pack.iter().find(|item| item.serial == serial))
    }

    /// The places of his level that he sees, in rising order.
    pub(crate) fn seen(&self) -> impl Iterator<Item = usize> + '_ {
        self.sight.iter().enumerate().flat_map(|(word, &bits)| {
            let mut left = bits;
            std::iter::from_fn(move || {
                let place = (left != 0).then(|| word * 64 + left.trailing_zeros() as usize);
                left &= left.wrapping_sub(1);
                place
            })
        })
    }

    /// Whether he sees a place of his level.
    pub(crate) fn sees(&self, place: u16) -> bool {
        self.sight.get(usize::from(place) / 64).is_some_and(|bits| bits >> (place % 64) & 1 == 1)
    }
}

/// The state of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct State {
    pub(crate) draws: Draws,
    #[doc(hidden)]
    pub stage: Stage,
    /// Rounds that have begun.
    pub(crate) round: u32,
    /// Turns of heroes that have begun.
    pub(crate) turn: u32,
    /// Whose turn it is: the seat that acts, or is asked next.
    pub(crate) cursor: u8,
    #[doc(hidden)]
    pub heroes: Vec<Hero>,
    #[doc(hidden)]
    pub levels: Vec<Arc<Level>>,
    /// The serial of the next object that comes into the game.
    pub(crate) serial: u32,
    /// The seat that has won.
    pub(crate) won: Option<u8>,
    /// Turns of monsters, for whoever measures speed.
    pub(crate) monster_turns: u64,
}

impl State {
    /// The seat that acts; none when the game is over.
    #[must_use]
    pub fn acting(&self) -> Seats {
        if self.stage == Stage::Over { Seats::NONE } else { Seats::one(Seat(self.cursor)) }
    }

    /// How many turns monsters have had.
    #[must_use]
    pub fn monster_turns(&self) -> u64 {
        self.monster_turns
    }

    pub(crate) fn level_mut(&mut self, level: u32) -> &mut Level {
        Arc::make_mut(&mut self.levels[level as usize])
    }

    /// The living hero in a cell.
    pub(crate) fn hero_at(&self, cell: Cell) -> Option<u8> {
        self.heroes.iter().position(|hero| hero.is_alive && hero.cell == cell).map(|seat| seat as u8)
    }

    /// The first thing that is broken.
    pub(crate) fn find_broken(&self, game: &Dungeon) -> Option<String> {
        let seats = game.seats_count();
        let wrong = |what: &str| Some(what.to_owned());
        if self.heroes.len() != seats || usize::from(self.cursor) >= seats {
            return wrong("a hero for each seat is expected");
        }
        let area = &game.area;
        if self.levels.len() != area.levels() as usize {
            return wrong("a level for each level of the world is expected");
        }
        let kinds = game.design.unit_types().count();
        let mut serials: Vec<u32> = Vec::new();
        for (number, level) in self.levels.iter().enumerate() {
            let told = |what: String| Some(format!("level {}: {what}", number + 1));
            if level.ground.len() != area.level_len() || level.ground.iter().any(|&kind| !game.has_ground(kind)) {
                return told("the terrain is not that of the world".to_owned());
            }
            if let Some(what) =
                level.monsters.find_broken(area.level_len()).or_else(|| level.objects.find_broken(area.level_len()))
            {
                return told(what);
            }
            for (_, monster) in level.monsters.iter() {
                if usize::from(monster.kind) >= kinds || game.monster(monster.kind).is_none() || monster.hp < 1 {
                    return told("there is a monster that cannot be".to_owned());
                }
                if !game.can_stand(monster.kind, level.ground[usize::from(monster.place)]) {
                    return told(format!("a {} stands where it cannot", game.kind_name(monster.kind)));
                }
                if level.monsters.at(monster.place).count() > 1 {
                    return told("two monsters stand in one cell".to_owned());
                }
            }
            for (_, lying) in level.objects.iter() {
                serials.push(lying.item.serial);
                if !game.is_item(lying.item) {
                    return told("there is an object that cannot be".to_owned());
                }
            }
            for store in &level.stores {
                serials.extend(store.iter().map(|item| item.serial));
                if store.iter().any(|item| !game.is_item(item)) {
                    return told("there is an object that cannot be".to_owned());
                }
            }
        }
        for (seat, hero) in self.heroes.iter().enumerate() {
            let told = |what: &str| Some(format!("the hero of seat {}: {what}", seat + 1));
            serials.extend(hero.pack.iter().map(|item| item.serial));
            if hero.cell.index() >= area.len() || hero.memory.len() != self.levels.len() {
                return told("the place is not of this world");
            }
            let ground = self.levels[area.level(hero.cell) as usize].ground[usize::from(game.place(hero.cell))];
            if hero.is_alive && self.stage == Stage::Descent && (hero.hp() < 1 || !game.can_stand(game.hero, ground)) {
                return told("he is alive where, or as, nobody can be");
            }
            if hero.is_alive
                && self.levels[area.level(hero.cell) as usize].monsters.first_at(game.place(hero.cell)).is_some()
            {
                return told("a monster stands in his cell");
            }
            if hero.worn.iter().any(|&serial| hero.pack.iter().all(|item| item.serial != serial)) {
                return told("he wears what he does not have");
            }
            if hero.pack.iter().any(|item| !game.is_item(item)) {
                return told("he has an object that cannot be");
            }
            if usize::from(hero.class) >= game.catalogue.classes.len()
                || usize::from(hero.race) >= game.catalogue.races.len()
            {
                return told("there is no such race or class");
            }
            for (memory, level) in hero.memory.iter().zip(&self.levels) {
                let Some(memory) = memory else { continue };
                if memory.ground.len() != level.ground.len()
                    || memory.ground.iter().any(|&kind| kind > 0 && !game.has_ground(kind - 1))
                    || memory
                        .things
                        .iter()
                        .any(|&(place, stack)| usize::from(place) >= level.ground.len() || !game.is_stack(stack))
                {
                    return told("he remembers what cannot be");
                }
            }
        }
        serials.sort_unstable();
        if serials.windows(2).any(|pair| pair[0] == pair[1]) {
            return wrong("one object is in two places");
        }
        serials.last().is_some_and(|&last| last >= self.serial).then(|| "an object has a number to come".to_owned())
    }
}
