//! A position as a scenario: to draw, to export, to look at.

use contract::Seat;
use design::UnitType;
use grid::{Cell, Layer};
use world::{Owner, Place, Scenario, SideId, Unit};

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
                unit.side = state.owner[cell.index()].map_or(SideId::INDEPENDENT, Seat::side);
            }
        }
        for company in (View { game: self, seat: Seat(0), state }).companies() {
            let kind = self.types[usize::from(company.kind)].unit_type;
            let cell = Cell(u32::from(company.square));
            scenario.units.push(Unit::new(kind, Place::Cell(cell), company.seat.side()));
        }
        let sides = || state.owner.iter().map(|owner| owner.map(Seat::side));
        let country = sides().map(|side| side.map_or(0, |side| side.0)).collect();
        scenario.world.control = Some(Layer::from_values(&self.area, sides().map(Owner::from).collect()));
        scenario.world.country = Some(Layer::from_values(&self.area, country));
        scenario.fairness = None;
        scenario
    }
}
