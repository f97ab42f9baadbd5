//! What people want to know of a unit of a scenario, and only these rules know: what a monster and an object can do.

use contract::FactsOf;
use world::Scenario;

use crate::catalogue::{EFFECTS, Effect};
use crate::numbers::Numbers;

/// An effect in the words of the section: `attack 1 8 0 0`.
pub(crate) fn effect_words(effect: &Effect) -> String {
    let (name, _, count) = EFFECTS.iter().find(|(_, kind, _)| *kind == effect.kind).copied().unwrap_or(EFFECTS[0]);
    let mut said = &effect.args[..count];
    while let Some((&0, rest)) = said.split_last() {
        said = rest;
    }
    let args: String = said.iter().map(|number| format!(" {number}")).collect();
    format!("{name}{args}")
}

/// The facts of a monster or an object; none of anything else.
pub(crate) fn facts(scenario: &Scenario, of: FactsOf) -> Vec<(String, String)> {
    let FactsOf::Unit(id) = of else { return Vec::new() };
    let unit = scenario.unit(id);
    let (_, catalogue, _) = Numbers::read(&scenario.design);
    let mut facts: Vec<(&str, String)> = Vec::new();
    if let Some(monster) = catalogue.monster(unit.kind) {
        facts.push(("hit points", unit.hp.map_or(i32::from(monster.hp), i32::from).to_string()));
        facts.push(("chance to hit", format!("{} %", monster.hit)));
        facts.push(("damage", format!("{} x {} ({})", monster.attacks, monster.damage, monster.element().name())));
        facts.push(("avoids", format!("{} %", monster.avoid)));
        facts.push(("speed", monster.speed.to_string()));
        if monster.range > 1 {
            facts.push(("range", monster.range.to_string()));
        }
        let resists: Vec<String> =
            monster.resists.iter().map(|(element, percent)| format!("{} {percent} %", element.name())).collect();
        if !resists.is_empty() {
            facts.push(("resists", resists.join(", ")));
        }
    }
    if let Some(object) = catalogue.object(unit.kind) {
        facts.push(("type", object.kind.name().to_owned()));
        let ego = catalogue.egos.iter().find(|ego| ego.name == unit.name);
        let effects = object.effects.iter().chain(ego.into_iter().flat_map(|ego| &ego.effects));
        let effects: Vec<String> = effects.map(effect_words).collect();
        if !effects.is_empty() {
            facts.push(("effects", effects.join(", ")));
        }
        if object.uses > 0 {
            facts.push(("uses", object.uses.to_string()));
        }
        facts.push(("price", format!("{} gold", object.price)));
    }
    facts.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
