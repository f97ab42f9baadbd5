//! The game, made ready: what every type can do and where, and what the scenario places.

use std::sync::Arc;

use chance::{Draws, Seed};
use contract::{Seat, Unplayable};
use design::abilities::{door, lives_on};
use design::parameters::terrain::OPAQUE;
use design::parameters::unit::{KEY_LEVEL, LEVEL_MAX, LEVEL_MIN, LEVEL_WEIGHT, NAME};
use design::{Design, Severity, TerrainType, TypeId, UnitType};
use grid::{Area, Cell, Links, Shape};
use world::travel::{GroundCosts, can_enter};
use world::{Place, Scenario, SideId};

use crate::catalogue::{Catalogue, Effect, MonsterKind, ObjectKind, ObjectType};
use crate::handlers::{Chain, Handler};
use crate::inventory::{Inventory, Item, Stack};
use crate::numbers::Numbers;
use crate::position::read_position;
use crate::records::Records;
use crate::state::{Level, Lying, Monster, NOWHERE, State};

/// The most seats of a game.
pub const SEATS_MAX: usize = 8;

/// A door, as a terrain type is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Door {
    /// What it becomes when it is opened.
    pub(crate) into: u16,
    /// Which keys open it; 0: anybody.
    pub(crate) lock: u8,
}

/// The game, made ready.
#[derive(Clone, Debug)]
pub struct Dungeon {
    /// Its numbers.
    pub numbers: Numbers,
    /// Its monsters, objects, races and classes.
    pub catalogue: Catalogue,
    /// Its cells.
    pub area: Area,
    /// Its types.
    pub design: Arc<Design>,
    pub(crate) sides: Vec<String>,
    pub(crate) teams: Vec<u8>,
    /// The unit type of heroes.
    pub(crate) hero: u16,
    /// Where each unit type can stand: by unit type, then terrain type.
    stands: Vec<Vec<bool>>,
    opaque: Vec<bool>,
    doors: Vec<Option<Door>>,
    /// Stairs, for heroes.
    pub(crate) links: Links,
    /// By unit type: the chain of a monster before anything happens to it.
    pub(crate) chains: Vec<Chain>,
    /// Where heroes begin, by seat.
    pub(crate) starts: Vec<Cell>,
    /// What heroes carry at the start, besides what their classes give them.
    pub(crate) packs: Vec<Vec<Item>>,
    /// The levels at the start; those of monsters are asleep or not as dice say.
    pub(crate) levels: Vec<Arc<Level>>,
    /// By level, the places of the floor that can be walked to; nothing where maps teach nothing.
    #[doc(hidden)]
    pub floors: Vec<Vec<u16>>,
    /// The next serial at the start.
    pub(crate) serial: u32,
    /// What a match goes on from; `None` if heroes are still to be created.
    pub(crate) position: Option<Arc<State>>,
}

pub(crate) fn unplayable<T>(what: impl Into<String>) -> Result<T, Unplayable> {
    Err(Unplayable::of(what))
}

impl Dungeon {
    pub(crate) fn new(scenario: &Scenario) -> Result<Dungeon, Unplayable> {
        let design = &scenario.design;
        let (numbers, catalogue, found) = Numbers::read(design);
        if let Some(fault) = found.0.iter().find(|fault| fault.severity == Severity::Error) {
            return unplayable(fault.to_string());
        }
        let area = scenario.world.area;
        if area.shape() != Shape::Square8 {
            return unplayable(format!("the area is a {}: expected {}", area.shape(), Shape::Square8));
        }
        if area.level_len() >= usize::from(NOWHERE) {
            return unplayable(format!("a level has {} cells: expected fewer than {NOWHERE}", area.level_len()));
        }
        let seats = scenario.sides.len();
        if !(1..=SEATS_MAX).contains(&seats) {
            return unplayable(format!("{seats} sides: expected 1 to {SEATS_MAX}"));
        }
        if catalogue.races.is_empty() || catalogue.classes.is_empty() {
            return unplayable("the section `dungeon` has no `races` or no `classes`: expected one of each at least");
        }
        let Some(terrain) = &scenario.world.terrain else { return unplayable("there is no terrain") };
        let position = read_position(scenario)?;
        let (starts, hero) = find_heroes(scenario, &catalogue, position.as_ref())?;
        let kinds: Vec<UnitType> = design.unit_types().collect();
        let grounds: Vec<TerrainType> = design.ids().collect();
        let stands_on =
            |kind: UnitType, ground: TerrainType| can_enter(design, kind, ground) && lives_on(design, kind, ground);
        let stands =
            kinds.iter().map(|&kind| grounds.iter().map(|&ground| stands_on(kind, ground)).collect()).collect();
        let door = |&ground: &TerrainType| {
            let door = door(design, ground)?;
            Some(Door { into: door.into.index() as u16, lock: door.lock })
        };
        let links = GroundCosts::new(design, UnitType::at(usize::from(hero))).links(&scenario.world);
        let mut game = Dungeon {
            area,
            sides: scenario.sides.iter().map(|side| side.name.clone()).collect(),
            teams: scenario.teams(),
            hero,
            stands,
            opaque: grounds.iter().map(|&ground| design.int(OPAQUE, ground) != 0).collect(),
            doors: grounds.iter().map(door).collect(),
            links,
            chains: kinds.iter().map(|&kind| monster_chain(catalogue.monster(kind))).collect(),
            packs: vec![Vec::new(); seats],
            starts,
            levels: Vec::new(),
            floors: Vec::new(),
            serial: 1,
            position: position.map(Arc::new),
            design: Arc::clone(design),
            numbers,
            catalogue,
        };
        game.check_equipment()?;
        let mut levels = Vec::new();
        for level in 0..area.levels() {
            let ground = area.level_cells(level).map(|cell| terrain[cell].index() as u16).collect();
            levels.push(Level {
                ground,
                monsters: Records::new(area.level_len()),
                objects: Records::new(area.level_len()),
                stores: Vec::new(),
            });
        }
        game.furnish(scenario, &mut levels)?;
        game.levels = levels.into_iter().map(Arc::new).collect();
        game.floors = game.find_floors();
        if let Some(position) = &game.position {
            game.check_position(scenario, position)?;
            return Ok(game);
        }
        let mut state = game.start_with(Draws::new(Seed(0)));
        game.create_quickly(&mut state);
        match state.find_broken(&game) {
            Some(broken) => unplayable(format!("the position cannot be played: {broken}")),
            None => Ok(game),
        }
    }

    /// What heroes bring along has to be objects of the design.
    fn check_equipment(&self) -> Result<(), Unplayable> {
        for class in &self.catalogue.classes {
            for name in &class.class.equipment {
                let kind = self.design.find::<UnitType>(name);
                if kind.and_then(|kind| self.catalogue.object(kind)).is_none() {
                    return unplayable(format!("`{}` brings a `{name}`: expected an object", class.class.name));
                }
            }
        }
        Ok(())
    }

    /// Puts monsters and objects where the scenario has them.
    fn furnish(&mut self, scenario: &Scenario, levels: &mut [Level]) -> Result<(), Unplayable> {
        for (id, unit) in scenario.unit_ids() {
            let Some(cell) = scenario.cell_of(id) else { continue };
            let (level, place) = (&mut levels[self.area.level(cell) as usize], self.place(cell));
            let name = scenario.design.name_of(unit.kind);
            let kind = unit.kind.index() as u16;
            if self.catalogue.monster(unit.kind).is_some() {
                if !self.can_stand(kind, level.ground[usize::from(place)]) {
                    return unplayable(format!("a `{name}` stands at {}, where it cannot", self.area.cell_name(cell)));
                }
                // Where a hero of a position fell, somebody else may stand.
                let is_start = self.position.is_none() && self.starts.contains(&cell);
                if level.monsters.first_at(place).is_some() || is_start {
                    return unplayable(format!("two creatures stand at {}", self.area.cell_name(cell)));
                }
                let hp = self.catalogue.monster(unit.kind).map_or(1, |monster| monster.hp);
                let hp = unit.hp.map_or(hp, |left| hp.min(left.max(1) as i16));
                level.monsters.add(Monster { chain: None, kind, place, hp, energy: 0, goal: NOWHERE, sleeps: true });
            } else if let Some(object) = self.catalogue.object(unit.kind) {
                let item = Item { serial: self.serial, kind, ego: self.catalogue.ego_numbered(&unit.name), used: 0 };
                self.serial += 1;
                let kind = object.kind;
                if kind == ObjectType::Chest || kind == ObjectType::Stall {
                    level.stores.push(Inventory::of(item.serial));
                }
                match unit.place {
                    Place::Inside(carrier) => self.put_inside(scenario, carrier, item, level, place),
                    _ => _ = level.objects.add(Lying { item, place, is_hidden: kind == ObjectType::Trap }),
                }
            }
        }
        Ok(())
    }

    /// An object inside a unit: in a hero's pack, in a chest or stall that stands there, else on the ground.
    fn put_inside(&mut self, scenario: &Scenario, carrier: world::UnitId, item: Item, level: &mut Level, place: u16) {
        let carrier = scenario.unit(carrier);
        if let (Some(seat), true) = (Seat::of(carrier.side), carrier.kind.index() == usize::from(self.hero)) {
            return self.packs[seat.index()].push(item);
        }
        // Units stand before what is inside them, so its carrier lies there, and the last store is the carrier's.
        let lies = level.objects.at(place).find(|(_, lying)| usize::from(lying.item.kind) == carrier.kind.index());
        let owner = lies.map(|(_, lying)| lying.item.serial);
        match level.stores.iter_mut().find(|store| owner.is_some() && store.owner == owner) {
            Some(store) => store.add(item).expect("it is a new object"),
            None => _ = level.objects.add(Lying { item, place, is_hidden: false }),
        }
    }

    pub(crate) fn seats_count(&self) -> usize {
        self.sides.len()
    }

    /// The place of a cell on its level.
    #[must_use]
    #[inline]
    pub fn place(&self, cell: Cell) -> u16 {
        (cell.index() % self.area.level_len()) as u16
    }

    /// The cell of a place on a level.
    #[must_use]
    #[inline]
    pub fn cell_at(&self, level: u32, place: u16) -> Cell {
        Cell(level * self.area.level_len() as u32 + u32::from(place))
    }

    pub(crate) fn has_ground(&self, kind: u16) -> bool {
        usize::from(kind) < self.opaque.len()
    }

    /// Whether a unit type can stand on a terrain type.
    #[must_use]
    pub fn can_stand(&self, kind: u16, ground: u16) -> bool {
        self.doors[usize::from(ground)].is_none() && self.stands[usize::from(kind)][usize::from(ground)]
    }

    pub(crate) fn door(&self, ground: u16) -> Option<Door> {
        self.doors[usize::from(ground)]
    }

    /// Whether a unit type can go over a terrain type: it can stand there, or behind the door, which is not locked or which it has a key
    /// for.
    pub(crate) fn passes(&self, kind: u16, ground: u16, has_key: impl Fn(u8) -> bool) -> bool {
        match self.door(ground) {
            Some(door) => self.can_stand(kind, door.into) && (door.lock == 0 || has_key(door.lock)),
            None => self.can_stand(kind, ground),
        }
    }

    /// Whether nobody sees through a terrain type.
    #[must_use]
    #[inline]
    pub fn is_opaque(&self, ground: u16) -> bool {
        self.opaque[usize::from(ground)]
    }

    /// The kind of monster that a unit type is, by its number.
    #[must_use]
    pub fn monster(&self, kind: u16) -> Option<&MonsterKind> {
        self.catalogue.monster(UnitType::at(usize::from(kind)))
    }

    /// The kind of object that a unit type is, by its number.
    ///
    /// # Panics
    /// If it is no object; the kinds of stacks are.
    #[must_use]
    pub fn object(&self, kind: u16) -> &ObjectKind {
        self.catalogue.object(UnitType::at(usize::from(kind))).expect("items are objects")
    }

    /// Whether an item can be: an object of the design, with an ego of the design or none.
    pub(crate) fn is_item(&self, item: Item) -> bool {
        self.is_stack(Stack::of(item))
    }

    pub(crate) fn is_stack(&self, stack: Stack) -> bool {
        let object = self.catalogue.objects.get(usize::from(stack.kind));
        object.is_some_and(Option::is_some) && usize::from(stack.ego) <= self.catalogue.egos.len()
    }

    /// The effects of an object: its own, then those of its ego.
    pub fn effects(&self, stack: Stack) -> impl Iterator<Item = &Effect> {
        let ego = usize::from(stack.ego).checked_sub(1).and_then(|at| self.catalogue.egos.get(at));
        self.object(stack.kind).effects.iter().chain(ego.into_iter().flat_map(|ego| &ego.effects))
    }

    /// Which doors an object opens; 0: none.
    pub(crate) fn key_level(&self, kind: u16) -> u8 {
        self.design.int(KEY_LEVEL, UnitType::at(usize::from(kind))) as u8
    }

    /// The name of a type, as players read it.
    #[doc(hidden)]
    pub fn kind_name(&self, kind: u16) -> &str {
        self.design.spoken_name(NAME, UnitType::at(usize::from(kind)))
    }

    /// The name of an object, in moves and events: `long-sword-of-fire`.
    #[must_use]
    pub fn stack_name(&self, stack: Stack) -> String {
        let name = self.design.name_of(UnitType::at(usize::from(stack.kind)));
        let ego = usize::from(stack.ego).checked_sub(1).and_then(|at| self.catalogue.egos.get(at));
        let used = if stack.used > 0 { format!("-used-{}", stack.used) } else { String::new() };
        ego.map_or_else(|| format!("{name}{used}"), |ego| format!("{name}-{}{used}", ego.name))
    }

    /// The kinds of monsters that come to a level, from 1, with their weights.
    pub(crate) fn monsters_of(&self, level: u32) -> impl Iterator<Item = (u16, u32)> + '_ {
        self.design.unit_types().filter_map(move |kind| {
            let comes = self.catalogue.monster(kind).is_some()
                && (self.design.int(LEVEL_MIN, kind)..=self.design.int(LEVEL_MAX, kind)).contains(&(level as i32));
            let weight = self.design.int(LEVEL_WEIGHT, kind) as u32;
            (comes && weight > 0).then_some((kind.index() as u16, weight))
        })
    }
}

/// The chain of a kind of monster: what it resists, then what acts, then what is common to all.
fn monster_chain(monster: Option<&MonsterKind>) -> Chain {
    let resists = monster.into_iter().flat_map(|monster| &monster.resists);
    let resists = resists.map(|&(element, percent)| Handler::Resist(element, percent));
    Chain::new(resists.chain([Handler::Act, Handler::Basic]))
}

/// Where the hero of each side stands, and their type. In a position some may have fallen: they lie where its state says.
fn find_heroes(
    scenario: &Scenario,
    catalogue: &Catalogue,
    position: Option<&State>,
) -> Result<(Vec<Cell>, u16), Unplayable> {
    let mut starts = vec![None; scenario.sides.len()];
    let mut kind = None;
    for (id, unit) in scenario.unit_ids() {
        let is_hero = catalogue.monster(unit.kind).is_none() && catalogue.object(unit.kind).is_none();
        let (Some(seat), Some(cell), true) = (Seat::of(unit.side), scenario.cell_of(id), is_hero) else { continue };
        if unit.side == SideId::INDEPENDENT {
            continue;
        }
        if starts[seat.index()].replace(cell).is_some() {
            return unplayable(format!("{} has two heroes: expected one", scenario.side(unit.side).name));
        }
        if kind.is_some_and(|other| other != unit.kind) {
            return unplayable("heroes are of two unit types: expected one for all");
        }
        kind = Some(unit.kind);
    }
    for (start, hero) in starts.iter_mut().zip(position.iter().flat_map(|state| &state.heroes)) {
        start.get_or_insert(hero.cell);
    }
    if let Some(side) = starts.iter().position(Option::is_none) {
        return unplayable(format!("{} has no hero", scenario.sides[side].name));
    }
    let is_hero = |kind: &UnitType| catalogue.monster(*kind).is_none() && catalogue.object(*kind).is_none();
    let kind = kind.or_else(|| scenario.design.unit_types().find(is_hero)).map_or(0, |kind| kind.index() as u16);
    Ok((starts.into_iter().flatten().collect(), kind))
}
