//! A position as a scenario, to look at: heroes, monsters and objects are units, opened doors are terrain.
//!
//! What heroes have learnt, energy and what they remember is not in it, so no game goes on from there: a saved game does.

use contract::{Seat, SeenPosition, Sight};
use design::{TerrainType, TypeId, UnitType};
use grid::{Cell, Layer};
use world::{Place, Scenario, SideId, Unit};

use crate::Dungeon;
use crate::inventory::{Item, Stack};
use crate::state::{Stage, State};
use crate::view::View;

impl Dungeon {
    /// The position as a scenario.
    pub(crate) fn show_state(&self, state: &State, start: &Scenario) -> Scenario {
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
