//! The section `makers`: which method made which units, gave which names and found which features. A step that is run again replaces
//! what it made, and nothing else.
//!
//! Things are told by digests of what they are, not by numbers: a unit that is put in by hand moves no other's maker, and a name
//! that is changed by hand is its author's from then on, as everything is that stands under no method.

use std::collections::BTreeMap;
use std::sync::Arc;

use chance::digest;
use diagnostics::{Node, RonTree};
use world::{Maker, Scenario};

use crate::scenario_reader::ScenarioReader;

/// The name of the section.
pub(crate) const MAKERS: &str = "makers";

const UNITS: &str = "units";
const NAMES: &str = "names";
const FEATURES: &str = "features";
const KINDS: [&str; 3] = [UNITS, NAMES, FEATURES];

/// How many marks stand in one line.
const PER_LINE: usize = 16;

/// A mark of each thing of a kind, in order. Of things that are alike the first, the second and so on have marks of their own.
fn marks(scenario: &Scenario, kind: &str) -> Vec<String> {
    let mut things = Vec::new();
    if kind == FEATURES {
        for feature in &scenario.world.features {
            things.push(format!("{} {} {}", feature.class.word(), feature.at.0, feature.name));
        }
    } else {
        for (id, unit) in scenario.unit_ids() {
            let (name, side) = (scenario.design.name_of(unit.kind), unit.side.0);
            things.push(match (kind, scenario.cell_of(id)) {
                (NAMES, _) => format!("{name} {side} {} {}", unit.number, unit.name),
                (_, Some(cell)) => format!("{name} {side} {}", cell.0),
                (_, None) => format!("{name} {side}"),
            });
        }
    }
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    let mut marks = Vec::with_capacity(things.len());
    for thing in things {
        let count = seen.entry(thing.clone()).or_insert(0);
        *count += 1;
        marks.push(format!("{:06x}", digest(&format!("{thing} {count}")) & 0xff_ffff));
    }
    marks
}

/// The makers of all things of a kind, in the order of their marks.
fn makers<'a>(scenario: &'a mut Scenario, kind: &str) -> Vec<&'a mut Maker> {
    match kind {
        UNITS => scenario.units.iter_mut().map(|unit| &mut unit.made_by).collect(),
        NAMES => scenario.units.iter_mut().map(|unit| &mut unit.named_by).collect(),
        _ => scenario.world.features.iter_mut().map(|feature| &mut feature.made_by).collect(),
    }
}

/// Whether a scenario knows the maker of anything.
pub(crate) fn knows_makers(scenario: &Scenario) -> bool {
    scenario.units.iter().any(|unit| unit.made_by.is_some() || unit.named_by.is_some())
        || scenario.world.features.iter().any(|feature| feature.made_by.is_some())
}

/// The section; none if everything was given.
pub(crate) fn write_makers(scenario: &Scenario) -> Option<RonTree> {
    if !knows_makers(scenario) {
        return None;
    }
    let mut kinds = Vec::new();
    for kind in KINDS {
        let makers: Vec<&Maker> = match kind {
            UNITS => scenario.units.iter().map(|unit| &unit.made_by).collect(),
            NAMES => scenario.units.iter().map(|unit| &unit.named_by).collect(),
            _ => scenario.world.features.iter().map(|feature| &feature.made_by).collect(),
        };
        let mut by_maker: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (mark, maker) in marks(scenario, kind).into_iter().zip(makers) {
            if let Some(maker) = maker {
                by_maker.entry(&**maker).or_default().push(mark);
            }
        }
        if by_maker.is_empty() {
            continue;
        }
        let mut entries = Vec::new();
        for (maker, marks) in by_maker {
            let lines = marks.chunks(PER_LINE).map(|line| RonTree::text(&line.join(" ")));
            entries.push((maker, RonTree::list(lines).block()));
        }
        kinds.push((kind, RonTree::map(entries).block()));
    }
    Some(RonTree::map(kinds).block())
}

impl ScenarioReader<'_> {
    /// Tells the things of a scenario that was read with the section who made them.
    pub(crate) fn take_makers(&mut self, node: &Node, scenario: &mut Scenario) {
        for (kind, methods) in self.tree.map_of(node, "`makers`", &KINDS) {
            let mut by_mark: BTreeMap<&str, Arc<str>> = BTreeMap::new();
            for (method, lines) in self.tree.map(methods, "what methods made") {
                let maker: Arc<str> = Arc::from(method.text.as_str());
                for line in self.tree.list(lines, "what a method made") {
                    for mark in self.tree.text(line, "marks of what a method made").split_whitespace() {
                        by_mark.insert(mark, Arc::clone(&maker));
                    }
                }
            }
            let marks = marks(scenario, &kind.text);
            for (mark, maker) in marks.iter().zip(makers(scenario, &kind.text)) {
                *maker = by_mark.get(mark.as_str()).cloned();
            }
        }
    }
}
