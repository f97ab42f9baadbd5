//! A position as a scenario: to draw, to export, to go on from. What only these rules know is in its section: see `position`.

use contract::Seat;
use design::UnitType;
use grid::{Cell, Layer};
use world::{Owner, Place, Scenario, SideId, Unit, find_asymmetry};

use crate::View;
use crate::board::{GeneralsView, supply_material};
use crate::settings::NAME;
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
            let mut unit = Unit::new(kind, Place::Cell(cell), company.seat.side());
            if let Some(supply) = supply_material(&scenario.design, kind) {
                unit.materials = vec![0; scenario.design.materials.len()];
                unit.materials[usize::from(supply.0)] = i32::from(company.supply);
            }
            scenario.units.push(unit);
        }
        scenario.sections.insert(NAME.to_owned(), self.write_position(state));
        let sides = || state.owner.iter().map(|owner| owner.map(Seat::side));
        let country = sides().map(|side| side.map_or(0, |side| side.0)).collect();
        scenario.world.control = Some(Layer::from_values(&self.area, sides().map(Owner::from).collect()));
        scenario.world.country = Some(Layer::from_values(&self.area, country));
        scenario.fairness = None;
        // Once sides have moved, nothing is alike to the cell any more.
        if find_asymmetry(&scenario).is_some() {
            scenario.world.symmetry = None;
        }
        scenario
    }
}
