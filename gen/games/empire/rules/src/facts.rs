//! What people want to know of a side of a scenario, and only these rules know: gold and incomes.

use contract::{FactsOf, Seat};
use world::Scenario;

use crate::observe::seat_record;
use crate::{Empire, View};

/// The facts of a side; none of one that is not there, and none of units.
pub(crate) fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
    let FactsOf::Side(side) = of else { return Vec::new() };
    let (Some(seat), Ok(game)) = (Seat::of(side), Empire::new(scenario)) else { return Vec::new() };
    if seat.index() >= game.seats_count() {
        return Vec::new();
    }
    let state = game.begin_with(chance::Draws::new(chance::Seed(0)));
    seat_record(View { game: &game, seat, state: &state }, seat).facts()
}
