//! A position as a scenario: to draw, to export, to look at.

use design::UnitType;
use grid::{Cell, Layer};
use world::{Place, Scenario, SideId, Unit, World};

use crate::View;
use crate::board::GeneralsView;
use crate::state::State;

impl GeneralsView {
    pub(crate) fn show_state(&self, state: &State, start: &Scenario) -> Scenario {
        let mut scenario = start.clone();
        let is_company = |kind: UnitType| self.types.iter().any(|known| known.unit_type == kind);
        scenario.units.retain(|unit| !is_company(unit.kind));
        for unit in &mut scenario.units {
            if let Some(cell) = unit.cell() {
                unit.side = SideId(state.owner[cell.index()]);
            }
        }
        for company in (View { game: self, seat: contract::Seat(0), state }).companies() {
            let kind = self.types[usize::from(company.kind)].unit_type;
            let cell = Cell(u32::from(company.square));
            scenario.units.push(Unit::new(kind, Place::Cell(cell), contract::Seat(company.seat).side()));
        }
        let control = |&owner: &u8| if owner == 0 { World::NOBODY } else { owner };
        scenario.world.control =
            Some(Layer::from_values(&scenario.world.area, state.owner.iter().map(control).collect()));
        scenario.world.country = Some(Layer::from_values(&scenario.world.area, state.owner.clone()));
        scenario.fairness = None;
        scenario
    }
}
