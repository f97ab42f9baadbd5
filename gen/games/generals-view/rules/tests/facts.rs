//! What the window tells of sides and units: at the start by the design, later by the position.

use contract::FactsOf;
use world::UnitId;

use super::*;

fn told(scenario: &Scenario, of: FactsOf) -> String {
    let facts = GeneralsView::facts(scenario, of);
    facts.iter().map(|(name, value)| format!("{name}: {value}")).collect::<Vec<_>>().join("; ")
}

#[test]
fn gold_and_supply_are_those_of_the_position() {
    let start = scenario(Shape::Square4, "1@1h..2@ ........ ........", &[], "");
    let side = |scenario: &Scenario, side| told(scenario, FactsOf::Side(SideId(side)));
    assert_eq!(side(&start, 1), "gold: 300, and 40 a turn from 1 city");
    let mut board = Board::of(&start);
    board.play(0, "buy militia@0,2").unwrap();
    let hussars = board.state.standing_in(board.game.square_named("1,2").unwrap()).next().unwrap().0;
    board.state.slots[hussars.index()].supply = 0;
    let now = board.game.show(&board.state, &start);
    assert_eq!(side(&now, 1), "gold: 290, and 40 a turn from 1 city", "40 came in, and 50 went out");
    assert_eq!(side(&now, 2), "gold: 300, and 40 a turn from 1 city", "its turn is still to come");
    let unit = |name: &str| {
        let found = now.unit_ids().find(|(_, unit)| now.design.name_of(unit.kind) == name);
        told(&now, FactsOf::Unit(found.unwrap().0))
    };
    assert_eq!(unit("city"), "pays: 40 gold a turn");
    assert_eq!(unit("militia"), "attack: 2; defence: 2; supply: 3 of 3");
    assert_eq!(unit("hussars"), "attack: 1; defence: 1; supply: 0 of 3");
}

#[test]
fn who_is_not_there_has_no_facts() {
    let start = scenario(Shape::Square4, "1@1h..2@ ........ ........", &[], "");
    for of in [
        FactsOf::Side(SideId::INDEPENDENT),
        FactsOf::Side(SideId(3)),
        FactsOf::Unit(UnitId(0)),
        FactsOf::Unit(UnitId(9)),
    ] {
        assert_eq!(told(&start, of), "");
    }
}
