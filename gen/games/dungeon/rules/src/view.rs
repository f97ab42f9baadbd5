//! What a seat sees: its hero, what is in sight of him, and what he remembers. Players get nothing else.

use std::sync::Arc;

use chance::{Draws, Seed, Stream};
use contract::{Seat, Seats};
use grid::Cell;

use crate::characters::{HIT_POINTS, SPELL_POINTS};
use crate::inventory::{Inventory, Item, Stack};
use crate::records::Records;
use crate::state::{Hero, Level, Lying, Memory, Monster, NOWHERE};
use crate::{Dungeon, Stage, State};

/// A reference to a state, as one seat sees it. It copies nothing.
#[derive(Clone, Copy)]
pub struct View<'a> {
    /// The game.
    pub game: &'a Dungeon,
    /// The seat whose view it is.
    pub seat: Seat,
    pub(crate) state: &'a State,
}

/// A monster in sight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SeenMonster {
    /// Where it is.
    pub cell: Cell,
    /// Its unit type.
    pub kind: u16,
    /// The hit points that it has left.
    pub hp: i16,
    /// Whether it sleeps.
    pub sleeps: bool,
}

/// An object as it lies in sight, or lay when it was last seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct SeenObject {
    /// Where it is.
    pub cell: Cell,
    /// What it is.
    pub stack: Stack,
}

impl<'a> View<'a> {
    /// What has to be done.
    #[must_use]
    pub fn stage(&self) -> Stage {
        self.state.stage
    }

    /// Whether the seat may act.
    #[must_use]
    pub fn acts(&self) -> bool {
        self.state.acting().contains(self.seat)
    }

    /// How many turns of heroes have begun.
    #[must_use]
    pub fn turn(&self) -> u32 {
        self.state.turn
    }

    /// How many rounds have begun.
    #[must_use]
    pub fn round(&self) -> u32 {
        self.state.round
    }

    /// The seat's own hero.
    #[must_use]
    pub fn hero(&self) -> &'a Hero {
        &self.state.heroes[self.seat.index()]
    }

    /// Where the hero is.
    #[must_use]
    pub fn cell(&self) -> Cell {
        self.hero().cell
    }

    /// The level where the hero is, from 0.
    #[must_use]
    pub fn level(&self) -> u32 {
        self.game.area.level(self.cell())
    }

    /// Hit points: what the hero has, and at most.
    #[must_use]
    pub fn hp(&self) -> (i32, i32) {
        let stat = self.hero().attributes.get(HIT_POINTS);
        stat.map_or((0, 0), |stat| (stat.current, stat.base))
    }

    /// Spell points: what the hero has, and at most.
    #[must_use]
    pub fn sp(&self) -> (i32, i32) {
        let stat = self.hero().attributes.get(SPELL_POINTS);
        stat.map_or((0, 0), |stat| (stat.current, stat.base))
    }

    /// The hero's experience level, from 1.
    #[must_use]
    pub fn rank(&self) -> u8 {
        self.hero().rank
    }

    /// The experience that the hero has.
    #[must_use]
    pub fn hero_experience(&self) -> u32 {
        self.hero().experience
    }

    /// What the hero carries: each stack with its count, and how many of it he wears.
    #[must_use]
    pub fn pack(&self) -> Vec<(Stack, usize, usize)> {
        let hero = self.hero();
        let worn = |stack: Stack| {
            let is_worn = |item: &Item| Stack::of(*item) == stack && hero.worn.contains(&item.serial);
            hero.pack.iter().filter(is_worn).count()
        };
        hero.pack.stacks().into_iter().map(|(stack, count)| (stack, count, worn(stack))).collect()
    }

    /// All that the hero carries, each object for itself, and whether he wears it.
    pub fn carried(&self) -> impl Iterator<Item = (Stack, bool)> + use<'a> {
        let hero = self.hero();
        hero.pack.iter().map(|item| (Stack::of(item), hero.worn.contains(&item.serial)))
    }

    /// Whether the hero carries a key of a level.
    #[must_use]
    pub fn has_key(&self, lock: u8) -> bool {
        self.game.has_key(self.state, self.seat, lock)
    }

    /// Whether the hero sees a cell.
    #[must_use]
    pub fn sees(&self, cell: Cell) -> bool {
        let hero = self.hero();
        hero.is_alive && self.game.area.level(cell) == self.level() && hero.sees(self.game.place(cell))
    }

    pub(crate) fn memory(&self, level: u32) -> Option<&'a Memory> {
        self.hero().memory.get(level as usize)?.as_deref()
    }

    /// The terrain type of a cell, as the hero sees it, or saw it last; `None` if he never did.
    #[must_use]
    pub fn ground(&self, cell: Cell) -> Option<u16> {
        let place = usize::from(self.game.place(cell));
        if self.sees(cell) {
            return Some(self.state.levels[self.level() as usize].ground[place]);
        }
        self.memory(self.game.area.level(cell))?.ground[place].checked_sub(1)
    }

    /// The terrain types of all cells of the hero's level, as [`Self::ground`] tells them one by one: by place, each plus 1, and 0 where
    /// he never saw one. For searches, which ask for thousands.
    pub fn grounds(&self, grounds: &mut Vec<u16>) {
        grounds.clear();
        let length = self.game.area.level_len();
        match self.memory(self.level()) {
            Some(memory) => grounds.extend_from_slice(&memory.ground[..length]),
            None => grounds.resize(length, 0),
        }
        let hero = self.hero();
        if !hero.is_alive {
            return;
        }
        let seen = &self.state.levels[self.level() as usize].ground;
        hero.seen().for_each(|place| grounds[place] = seen[place] + 1);
    }

    /// Whether the hero can go over a terrain type: he can stand there, or open the door.
    #[must_use]
    pub fn passes(&self, ground: u16) -> bool {
        self.game.passes(self.game.hero, ground, |lock| self.has_key(lock))
    }

    /// Whether there is room in the pack for one more object.
    #[must_use]
    pub fn has_room(&self) -> bool {
        self.hero().pack.len() < usize::from(self.game.numbers.pack)
    }

    /// Whether the hero may make a move now.
    #[must_use]
    pub fn may(&self, action: crate::Move) -> bool {
        self.game.check_move(self.state, self.seat, action).is_ok()
    }

    /// Whether poison is still to come back.
    #[must_use]
    pub fn is_poisoned(&self) -> bool {
        self.hero().chain.poison() > 0
    }

    /// Food: what the hero has, and at most; `None` where nobody is hungry.
    #[must_use]
    pub fn food(&self) -> Option<(i32, i32)> {
        self.game.numbers.has_hunger().then_some((self.hero().food, self.game.numbers.food))
    }

    /// What the dice have shown for the attributes, and how often they may still be thrown.
    #[must_use]
    pub fn rolled(&self) -> ([i32; 5], u8) {
        (self.hero().rolled, self.hero().rolls_left)
    }

    /// The monsters in sight, in the order of their places.
    #[must_use]
    pub fn monsters(&self) -> Vec<SeenMonster> {
        let level = &self.state.levels[self.level() as usize];
        let hero = self.hero();
        let seen = level.monsters.iter().filter(|(_, monster)| hero.is_alive && hero.sees(monster.place));
        let mut seen: Vec<SeenMonster> = seen.map(|(_, monster)| self.seen_monster(monster)).collect();
        seen.sort_unstable_by_key(|monster| monster.cell);
        seen
    }

    fn seen_monster(&self, monster: &Monster) -> SeenMonster {
        let cell = self.game.cell_at(self.level(), monster.place);
        SeenMonster { cell, kind: monster.kind, hp: monster.hp, sleeps: monster.sleeps }
    }

    /// The monster in a cell in sight.
    #[must_use]
    pub fn monster_at(&self, cell: Cell) -> Option<SeenMonster> {
        if !self.sees(cell) {
            return None;
        }
        let monsters = &self.state.levels[self.level() as usize].monsters;
        monsters.at(self.game.place(cell)).next().map(|(_, monster)| self.seen_monster(monster))
    }

    /// The objects that the hero sees or remembers on a level, in the order of their places.
    #[must_use]
    pub fn objects(&self, level: u32) -> Vec<SeenObject> {
        let (game, hero) = (self.game, self.hero());
        let is_here = level == self.level() && hero.is_alive;
        let remembered = self.memory(level).into_iter().flat_map(|memory| &memory.things);
        let remembered = remembered.filter(|&&(place, _)| !(is_here && hero.sees(place))).copied();
        let lying = self.state.levels[level as usize].objects.iter();
        let seen = lying.filter(|(_, lying)| is_here && !lying.is_hidden && hero.sees(lying.place));
        let seen = seen.map(|(_, lying)| (lying.place, Stack::of(lying.item)));
        let all = remembered.chain(seen);
        let mut all: Vec<SeenObject> =
            all.map(|(place, stack)| SeenObject { cell: game.cell_at(level, place), stack }).collect();
        all.sort_unstable();
        all
    }

    /// The objects that lie where the hero stands.
    #[must_use]
    pub fn here(&self) -> Vec<Stack> {
        // Who is dead sees nothing.
        if !self.hero().is_alive {
            return Vec::new();
        }
        let level = &self.state.levels[self.level() as usize];
        let lying = level.objects.at(self.game.place(self.cell())).filter(|(_, lying)| !lying.is_hidden);
        let mut stacks: Vec<Stack> = lying.map(|(_, lying)| Stack::of(lying.item)).collect();
        stacks.sort_unstable();
        stacks
    }

    /// What is in the chest or stall where the hero stands.
    #[must_use]
    pub fn store(&self, kind: crate::catalogue::ObjectType) -> Option<&'a Inventory> {
        let (level, store) = self.game.store_here(self.state, self.seat, kind).filter(|_| self.hero().is_alive)?;
        Some(&self.state.levels[level].stores[store])
    }

    /// Where stairs lead from a cell that the hero has seen.
    pub fn stairs(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'a> {
        let is_known = self.ground(cell).is_some();
        self.game.links.out_of(cell).iter().filter(move |_| is_known).map(|step| step.to)
    }

    /// The stairs that the hero has seen on a level: where they are, and where they lead.
    pub fn known_stairs(&self, level: u32) -> impl Iterator<Item = (Cell, Cell)> + use<'a> {
        let view = *self;
        let steps = self.game.links.steps().iter().filter(move |step| view.game.area.level(step.from) == level);
        steps.filter(move |step| view.ground(step.from).is_some()).map(|step| (step.from, step.to))
    }

    /// Other heroes in sight.
    pub fn others(&self) -> impl Iterator<Item = (Seat, Cell)> + use<'a> {
        let view = *self;
        let heroes = self.state.heroes.iter().enumerate();
        let heroes = heroes.map(|(seat, hero)| (Seat(seat as u8), hero));
        heroes
            .filter(move |(seat, hero)| *seat != view.seat && hero.is_alive && view.sees(hero.cell))
            .map(|(seat, hero)| (seat, hero.cell))
    }

    /// Whether a seat is of the same team.
    #[must_use]
    pub fn is_friend(&self, seat: Seat) -> bool {
        self.game.teams[seat.index()] == self.game.teams[self.seat.index()]
    }

    /// Whether the hero of a seat is alive, and the deepest level that he has reached, from 1: all know that.
    #[must_use]
    pub fn standing(&self, seat: Seat) -> (bool, u8) {
        let hero = &self.state.heroes[seat.index()];
        (hero.is_alive, hero.deepest)
    }

    /// Race and class of the hero of a seat: all know them.
    #[must_use]
    pub fn kind_of(&self, seat: Seat) -> (u8, u8) {
        let hero = &self.state.heroes[seat.index()];
        (hero.race, hero.class)
    }

    /// A state that agrees with all that the seat sees. What is hidden is drawn anew: unknown ground, monsters out of sight, what other
    /// heroes are and have, energy, and the chance to come.
    #[must_use]
    pub fn guess(&self, stream: &mut Stream) -> State {
        let mut state = self.state.clone();
        state.draws = Draws::new(Seed(stream.bits()));
        if state.stage == Stage::Over {
            return state;
        }
        for seat in 0..state.heroes.len() {
            if seat != self.seat.index() {
                self.guess_hero(&mut state, seat);
            }
        }
        // How much floor there is to map is hidden, so nobody learns from maps in a guess.
        state.heroes.iter_mut().for_each(|hero| hero.mapped = u64::MAX);
        if state.stage == Stage::Creation {
            return state;
        }
        let open = Arc::new(self.open_level());
        for level in 0..self.game.area.levels() {
            state.levels[level as usize] = match self.memory(level) {
                None => Arc::clone(&open),
                Some(memory) => Arc::new(self.guess_level(&mut state, level, memory, stream)),
            };
        }
        // Others stand where they are seen, or where they could be: out of sight.
        for seat in 0..state.heroes.len() {
            let is_seen = self.sees(self.state.heroes[seat].cell);
            if seat == self.seat.index() || !state.heroes[seat].is_alive {
                continue;
            }
            if !is_seen {
                self.place_hero(&mut state, seat, stream);
            }
            self.game.look(&mut state, seat);
        }
        state
    }

    /// Another hero, of whom race and class are known, as if he began now.
    fn guess_hero(&self, state: &mut State, seat: usize) {
        let game = self.game;
        let hero = &self.state.heroes[seat];
        let fresh = game.new_hero(seat);
        let guessed =
            Hero { cell: hero.cell, is_alive: hero.is_alive, deepest: hero.deepest, rank: 1, killer: None, ..fresh };
        state.heroes[seat] = guessed;
        if state.stage == Stage::Descent && hero.is_alive {
            game.be_usual(state, seat, hero.race, hero.class);
        }
    }

    fn place_hero(&self, state: &mut State, seat: usize, stream: &mut Stream) {
        let game = self.game;
        let level = u32::from(state.heroes[seat].deepest.max(1) - 1).min(game.area.levels() - 1);
        let ground = &state.levels[level as usize].ground;
        let is_free = |&cell: &Cell| {
            let place = game.place(cell);
            game.can_stand(game.hero, ground[usize::from(place)])
                && state.levels[level as usize].monsters.first_at(place).is_none()
                && state.hero_at(cell).is_none()
                && !self.sees(cell)
        };
        let free: Vec<Cell> = game.area.level_cells(level).filter(is_free).collect();
        if !free.is_empty() {
            state.heroes[seat].cell = free[stream.index(free.len())];
        }
    }

    /// The first terrain type that heroes can stand on, and the first that nobody sees through and they cannot.
    fn usual_grounds(&self) -> (u16, u16) {
        let game = self.game;
        let count = game.design.ids::<design::TerrainType>().count() as u16;
        let floor = (0..count).find(|&ground| game.can_stand(game.hero, ground)).unwrap_or(0);
        let is_rock = |ground: &u16| game.is_opaque(*ground) && game.door(*ground).is_none();
        (floor, (0..count).find(is_rock).unwrap_or(floor))
    }

    /// A level of which nothing is known: floor everywhere, and nobody there.
    fn open_level(&self) -> Level {
        let cells = self.game.area.level_len();
        Level {
            ground: vec![self.usual_grounds().0; cells],
            monsters: Records::new(cells),
            objects: Records::new(cells),
            stores: Vec::new(),
        }
    }

    fn guess_level(&self, state: &mut State, number: u32, memory: &Memory, stream: &mut Stream) -> Level {
        let (game, hero) = (self.game, self.hero());
        let real = &self.state.levels[number as usize];
        let is_here = number == self.level() && hero.is_alive;
        let (floor, rock) = self.usual_grounds();
        let mut level = self.open_level();
        let mut unknown: Vec<u16> = Vec::new();
        for (place, ground) in level.ground.iter_mut().enumerate() {
            let is_seen = is_here && hero.sees(place as u16);
            *ground = match memory.ground[place] {
                _ if is_seen => real.ground[place],
                0 => {
                    unknown.push(place as u16);
                    if stream.coin() { floor } else { rock }
                }
                known => known - 1,
            };
        }
        // Stairs lead to where one can stand.
        for step in game.links.steps().iter().filter(|step| game.area.level(step.from) == number) {
            let place = usize::from(game.place(step.from));
            if !game.can_stand(game.hero, level.ground[place]) {
                level.ground[place] = floor;
            }
        }
        if is_here {
            for (_, monster) in real.monsters.iter().filter(|(_, monster)| hero.sees(monster.place)) {
                let energy = stream.below(game.numbers.action_energy.max(1) as u32) as i16;
                level.monsters.add(Monster { energy, goal: NOWHERE, ..monster.clone() });
            }
            self.people(&mut level, number, &unknown, state, stream);
        }
        self.litter(&mut level, number, state);
        level
    }

    /// Some monsters where nothing is known.
    fn people(&self, level: &mut Level, number: u32, unknown: &[u16], state: &State, stream: &mut Stream) {
        let game = self.game;
        let (kinds, weights): (Vec<u16>, Vec<u32>) = game.monsters_of(number + 1).unzip();
        for _ in 0..stream.below(9) {
            let (Some(&place), Some(at)) = (stream.choose(unknown), stream.weighted(&weights)) else { return };
            let kind = kinds[at];
            let is_free = game.can_stand(kind, level.ground[usize::from(place)])
                && level.monsters.first_at(place).is_none()
                && state.hero_at(game.cell_at(number, place)).is_none();
            if let (true, Some(monster)) = (is_free, game.monster(kind)) {
                let sleeps = stream.percent(100 - i32::from(monster.awake));
                let hp = monster.hp;
                level.monsters.add(Monster { chain: None, kind, place, hp, energy: 0, goal: NOWHERE, sleeps });
            }
        }
    }

    /// The objects that the hero sees or remembers, with what he sees in a chest or stall.
    fn litter(&self, level: &mut Level, number: u32, state: &mut State) {
        let game = self.game;
        let real = &self.state.levels[number as usize];
        for SeenObject { cell, stack } in self.objects(number) {
            let Stack { kind, ego, used } = stack;
            let item = Item { serial: state.serial, kind, ego, used };
            state.serial += 1;
            level.objects.add(Lying { item, place: game.place(cell), is_hidden: false });
            let kind = game.object(kind).kind;
            if kind != crate::catalogue::ObjectType::Chest && kind != crate::catalogue::ObjectType::Stall {
                continue;
            }
            let mut store = Inventory::of(item.serial);
            let stands_there = cell == self.cell() && self.hero().is_alive;
            let owner = real.objects.at(game.place(cell)).find(|(_, lying)| Stack::of(lying.item) == stack);
            let seen = owner.filter(|_| stands_there).and_then(|(_, lying)| real.store(lying.item.serial));
            for inside in seen.into_iter().flat_map(|seen| seen.iter()) {
                let added = store.add(Item { serial: state.serial, ..inside });
                debug_assert!(added.is_ok(), "each serial is new");
                state.serial += 1;
            }
            level.stores.push(store);
        }
    }

    /// The seats that all know of.
    #[must_use]
    pub fn seats(&self) -> Seats {
        Seats::first(self.game.seats_count())
    }
}
