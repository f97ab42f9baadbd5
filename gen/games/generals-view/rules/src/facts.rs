//! What people want to know of a side or a unit of a scenario, and only these rules know: gold, incomes, supply.

use contract::FactsOf;
use design::parameters::material::{self, INITIAL_TREASURY};
use design::parameters::table::BASE_PRODUCTION;
use design::{Design, MaterialType, NodeValue};
use world::{Scenario, SideId, Unit};

use crate::board::{city_pays, company_types, gold_of, is_city, supply_of};
use crate::settings::{NAME, Settings};

/// The facts of a side or a unit; none of one that is not there.
pub(crate) fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
    let Some(gold) = gold_of(&scenario.design) else { return Vec::new() };
    match of {
        FactsOf::Side(side) => of_side(scenario, gold, side),
        FactsOf::Unit(id) => {
            let unit = (id.0 as usize).checked_sub(1).and_then(|index| scenario.units.get(index));
            unit.map(|unit| of_unit(scenario, gold, unit)).unwrap_or_default()
        }
    }
}

/// Its gold now, and what its cities pay.
fn of_side(scenario: &Scenario, gold: MaterialType, side: SideId) -> Vec<(String, String)> {
    let design = &*scenario.design;
    let Some(index) = side.index().filter(|&index| index < scenario.sides.len()) else { return Vec::new() };
    let cities = || scenario.units.iter().filter(|unit| unit.side == side && is_city(design, unit.kind, gold));
    let income: i64 = cities().map(|city| income(scenario, gold, city)).sum();
    let first = i64::from(design.int(INITIAL_TREASURY, gold));
    let money = design.spoken_name(material::NAME, gold).to_owned();
    let has = gold_now(scenario, index).unwrap_or(first);
    vec![(money, format!("{has}, and {income} a turn from {}", design::counted(cities().count(), "city")))]
}

/// The gold of a side in a saved position.
fn gold_now(scenario: &Scenario, index: usize) -> Option<i64> {
    let read = |root: &design::Node| match root.get("gold")?.items()?.get(index)?.value {
        NodeValue::Int(amount) => Some(amount),
        _ => None,
    };
    // Whatever is wrong with the section is told where it is opened.
    scenario.sections.get(NAME)?.read(|root, _| read(root)).0
}

/// What a city pays in a turn by the ground on which it stands.
fn income(scenario: &Scenario, gold: MaterialType, city: &Unit) -> i64 {
    let design = &*scenario.design;
    let ground = city.cell().filter(|_| scenario.world.terrain.is_some()).map(|cell| scenario.world.terrain_at(cell));
    let pays = |ground| city_pays(design, city.kind, gold, ground);
    ground.map_or_else(|| design.entry(BASE_PRODUCTION, city.kind, gold), pays).into()
}

/// What a city pays; the supply of a company, and how it fights with that.
fn of_unit(scenario: &Scenario, gold: MaterialType, unit: &Unit) -> Vec<(String, String)> {
    let design: &Design = &scenario.design;
    let fact = |name: &str, value: String| (name.to_owned(), value);
    if is_city(design, unit.kind, gold) {
        let money = design.spoken_name(material::NAME, gold);
        return vec![fact("pays", format!("{} {money} a turn", income(scenario, gold, unit)))];
    }
    let types = company_types(design, gold).unwrap_or_default();
    let Some(kind) = types.iter().find(|known| known.unit_type == unit.kind) else { return Vec::new() };
    let supply = supply_of(design, kind, unit);
    let bare = Settings::read(design).0.strength_without_supply;
    let (attack, defend) = kind.strength(supply, bare);
    let mut facts = vec![fact("attack", attack.to_string()), fact("defence", defend.to_string())];
    if kind.supply > 0 {
        facts.push(fact("supply", format!("{supply} of {}", kind.supply)));
    }
    facts
}
