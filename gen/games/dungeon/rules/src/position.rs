//! A position as a scenario: heroes, monsters and objects are units, opened doors are terrain.
//!
//! What heroes have learnt and remember, who sleeps, what is poisoned and used up: for that a scenario has no place. So its section
//! `dungeon` has the whole state as well, in `state`, as a saved game writes it, and a match goes on from it with the chance of its own
//! seed. The state has to be that of the units and the terrain beside it.

use contract::{Seat, SeenPosition, Sight, Unplayable};
use design::{Section, TerrainType, TypeId, UnitType};
use diagnostics::RonTree;
use grid::{Cell, Layer};
use world::{Place, Scenario, SideId, Unit};

use crate::Dungeon;
use crate::board::unplayable;
use crate::inventory::{Item, Stack};
use crate::numbers::NAME;
use crate::state::{Stage, State};
use crate::view::View;

/// The entry of the section.
const STATE: &str = "state";

/// The state of a position; `None` of a start.
pub(crate) fn read_position(scenario: &Scenario) -> Result<Option<State>, Unplayable> {
    let Some(section) = scenario.sections.get(NAME) else { return Ok(None) };
    let read = section.read(|root, tree| {
        tree.map_of(root, "`dungeon`", &[STATE]);
        root.get(STATE).map(|node| contract::read_state(tree.text(Some(node), "`state`")))
    });
    if let Some(fault) = read.1.0.first() {
        return unplayable(fault.to_string());
    }
    match read.0 {
        Some(Err(fault)) => unplayable(format!("`state` of the section `dungeon` is no saved game: {fault}")),
        Some(Ok(state)) => Ok(Some(state)),
        None => Ok(None),
    }
}

impl Dungeon {
    /// Checks that the state of a position is that of its scenario.
    pub(crate) fn check_position(&self, scenario: &Scenario, state: &State) -> Result<(), Unplayable> {
        if let Some(broken) = state.find_broken(self) {
            return unplayable(format!("`state` of the section `dungeon` is broken: {broken}"));
        }
        let shown = self.show_state(state, scenario);
        if shown.units != scenario.units || shown.world.terrain != scenario.world.terrain {
            return unplayable(
                "units or terrain were changed, and `state` of the section `dungeon` is that of before: change them back, or take \
                 `state` out to begin anew from them",
            );
        }
        Ok(())
    }

    /// The position as a scenario that a match goes on from; from one before heroes are created, it begins anew.
    pub(crate) fn show_whole(&self, state: &State, start: &Scenario) -> Scenario {
        let mut shown = self.show_state(state, start);
        if state.stage == Stage::Creation {
            return shown;
        }
        let mut section = Section::default();
        section.set(STATE, &RonTree::text(&contract::write_state(state)), None);
        shown.sections.insert(NAME.to_owned(), section);
        shown
    }

    /// The position as units and terrain.
    fn show_state(&self, state: &State, start: &Scenario) -> Scenario {
        let mut shown = self.without_creatures(start);
        let values = state.levels.iter().flat_map(|level| level.ground.iter());
        let values = values.map(|&ground| TerrainType::at(usize::from(ground))).collect();
        shown.world.terrain = Some(Layer::from_values(&self.area, values));
        for (number, level) in state.levels.iter().enumerate() {
            for (_, monster) in level.monsters.iter() {
                let cell = self.cell_at(number as u32, monster.place);
                let id = self.add_unit(&mut shown, monster.kind, Place::Cell(cell), SideId::INDEPENDENT);
                let most = self.monster(monster.kind).map_or(0, |kind| kind.hp);
                if monster.hp < most {
                    shown.units[id.index()].hp = Some(monster.hp as u16);
                }
            }
            for (_, lying) in level.objects.iter() {
                let cell = self.cell_at(number as u32, lying.place);
                let id = self.add_item(&mut shown, lying.item, Place::Cell(cell), SideId::INDEPENDENT);
                for inside in level.store(lying.item.serial).into_iter().flat_map(|store| store.iter()) {
                    self.add_item(&mut shown, inside, Place::Inside(id), SideId::INDEPENDENT);
                }
            }
        }
        for seat in self.all_seats() {
            self.add_hero(&mut shown, state, seat);
        }
        shown
    }

    /// The scenario without heroes, monsters and objects, and without the verdict of its start.
    fn without_creatures(&self, start: &Scenario) -> Scenario {
        let mut shown = start.clone();
        let is_own = |unit: &Unit| {
            unit.kind.index() == usize::from(self.hero)
                || self.catalogue.monster(unit.kind).is_some()
                || self.catalogue.object(unit.kind).is_some()
        };
        shown.remove_units(is_own);
        (shown.fairness, shown.played, shown.world.symmetry) = (None, None, None);
        shown.sections.remove(NAME);
        shown
    }

    fn add_unit(&self, shown: &mut Scenario, kind: u16, place: Place, side: SideId) -> world::UnitId {
        shown.add_unit(Unit::new(UnitType::at(usize::from(kind)), place, side))
    }

    fn add_item(&self, shown: &mut Scenario, item: Item, place: Place, side: SideId) -> world::UnitId {
        let id = self.add_unit(shown, item.kind, place, side);
        if let Some(ego) = usize::from(item.ego).checked_sub(1).and_then(|at| self.catalogue.egos.get(at)) {
            shown.units[id.index()].name.clone_from(&ego.name);
        }
        id
    }

    /// A living hero with what he carries.
    fn add_hero(&self, shown: &mut Scenario, state: &State, seat: Seat) {
        let hero = &state.heroes[seat.index()];
        if !hero.is_alive {
            return;
        }
        let side = seat.side();
        let id = self.add_unit(shown, self.hero, Place::Cell(hero.cell), side);
        for item in hero.pack.iter() {
            self.add_item(shown, item, Place::Inside(id), side);
        }
    }

    /// The position as a seat knows it.
    pub(crate) fn show_seen(&self, view: View<'_>, start: &Scenario) -> SeenPosition {
        if view.stage() == Stage::Creation {
            let mut scenario = self.without_creatures(start);
            scenario.world.terrain = Some(Layer::filled(&self.area, TerrainType::at(0)));
            scenario.world.links.clear();
            return SeenPosition { scenario, sight: vec![Sight::Unknown; self.area.len()] };
        }
        let mut shown = self.without_creatures(start);
        let known = |cell: Cell| view.ground(cell).unwrap_or(0);
        let values = (0..self.area.len() as u32).map(|index| TerrainType::at(usize::from(known(Cell(index)))));
        shown.world.terrain = Some(Layer::from_values(&self.area, values.collect()));
        shown.world.links.retain(|link| view.ground(link.from).is_some() || view.ground(link.to).is_some());
        for monster in view.monsters() {
            let id = self.add_unit(&mut shown, monster.kind, Place::Cell(monster.cell), SideId::INDEPENDENT);
            if monster.hp < self.monster(monster.kind).map_or(0, |kind| kind.hp) {
                shown.units[id.index()].hp = Some(monster.hp as u16);
            }
        }
        for level in 0..self.area.levels() {
            for object in view.objects(level) {
                let Stack { kind, ego, used } = object.stack;
                let item = Item { serial: 0, kind, ego, used };
                self.add_item(&mut shown, item, Place::Cell(object.cell), SideId::INDEPENDENT);
            }
        }
        for (seat, cell) in view.others() {
            self.add_unit(&mut shown, self.hero, Place::Cell(cell), seat.side());
        }
        self.add_hero(&mut shown, view.state, view.seat);
        let sight = |index: u32| match (view.sees(Cell(index)), view.ground(Cell(index))) {
            (true, _) => Sight::Seen,
            (false, Some(_)) => Sight::Remembered,
            (false, None) => Sight::Unknown,
        };
        SeenPosition { scenario: shown, sight: (0..self.area.len() as u32).map(sight).collect() }
    }
}
