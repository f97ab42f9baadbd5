//! What people want to know of a unit of a scenario, and only these rules know: what a ship has left.

use contract::{FactsOf, Seat};
use world::Scenario;

use crate::HostileSpace;
use crate::board::SHIP;
use crate::observe::ship_record;

/// The facts of a ship; none of anything else.
pub(crate) fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
    let FactsOf::Unit(id) = of else { return Vec::new() };
    let unit = scenario.unit(id);
    let is_ship = scenario.design.name_of(unit.kind) == SHIP;
    let (true, Some(seat), Some(cell)) = (is_ship, Seat::of(unit.side), scenario.cell_of(id)) else {
        return Vec::new();
    };
    let Ok(game) = HostileSpace::new(scenario) else { return Vec::new() };
    let ship = game.beginning.ships.iter().find(|ship| (ship.seat, ship.cell) == (seat.0, cell));
    let Some(ship) = ship else { return Vec::new() };
    ship_record(&game, ship, ship.velocity).facts()
}
