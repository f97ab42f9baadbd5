//! A position as a scenario: to draw, to export, to look at.

use contract::Seat;
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
                unit.side = state.owner[cell.index()].map_or(SideId::INDEPENDENT, Seat::side);
            }
        }
        for company in (View { game: self, seat: Seat(0), state }).companies() {
            let kind = self.types[usize::from(company.kind)].unit_type;
            let cell = Cell(u32::from(company.square));
            scenario.units.push(Unit::new(kind, Place::Cell(cell), company.seat.side()));
        }
        let layer = |nobody: u8| {
            let of = |owner: &Option<Seat>| owner.map_or(nobody, |seat| seat.side().0);
            Some(Layer::from_values(&scenario.world.area, state.owner.iter().map(of).collect()))
        };
        (scenario.world.control, scenario.world.country) = (layer(World::NOBODY), layer(0));
        scenario.fairness = None;
        scenario
    }
}
