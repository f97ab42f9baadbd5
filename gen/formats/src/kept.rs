//! The section `keep`: what no step, roll, lever or method changes. Scripts of edits have the same map.

use std::collections::BTreeSet;

use design::{Diagnostic, Node};
use diagnostics::{Layout, RonTree};
use grid::Cell;
use world::edit::region;
use world::{FeatureId, Kept, KeptPart, Scenario};

use crate::read_units::KEY_MAX;
use crate::scenario_reader::ScenarioReader;
use crate::write_scenario::place;

/// The name of the section.
pub(crate) const KEEP: &str = "keep";

/// The names of its entries.
pub(crate) const ENTRIES: [&str; 5] = ["parts", "cells", "units", "sides", "features"];

/// The section; none if nothing is kept.
pub(crate) fn write_keep(scenario: &Scenario) -> Option<RonTree> {
    let kept = told(scenario);
    (!kept.is_empty()).then(|| written_kept(scenario, &kept).block())
}

/// Whether the file of a scenario says that something is kept.
pub(crate) fn keeps(scenario: &Scenario) -> bool {
    !told(scenario).is_empty()
}

/// What is kept as far as a file has it: without their layer no features are written.
fn told(scenario: &Scenario) -> Kept {
    let mut kept = scenario.kept.clone();
    if scenario.world.feature_of.is_none() {
        kept.features.clear();
    }
    kept
}

/// What is kept as a map. Cells are told as rectangles.
pub(crate) fn written_kept(scenario: &Scenario, kept: &Kept) -> RonTree {
    let area = &scenario.world.area;
    let mut entries = Vec::new();
    if !kept.parts.is_empty() {
        let names = kept.parts.iter().map(|part| RonTree::text(&part.name(&scenario.design)));
        entries.push(("parts", RonTree::list(names)));
    }
    if kept.cells.is_some() {
        let written = |(from, to): (Cell, Cell)| match from == to {
            true => place(area, from),
            false => RonTree::list([place(area, from), place(area, to)]),
        };
        entries.push(("cells", RonTree::list(kept.regions(area).into_iter().map(written)).laid_out(Layout::Filled)));
    }
    let numbers = [
        ("units", kept.units.iter().copied().collect::<Vec<u32>>()),
        ("sides", kept.sides.iter().map(|side| side.0.into()).collect()),
        ("features", kept.features.iter().map(|feature| feature.0.into()).collect()),
    ];
    let numbers = numbers.into_iter().filter(|(_, numbers)| !numbers.is_empty());
    entries.extend(numbers.map(|(name, numbers)| (name, RonTree::list(numbers.into_iter().map(RonTree::of)))));
    RonTree::map(entries)
}

impl ScenarioReader<'_> {
    /// What a map keeps of a scenario that has all else.
    pub(crate) fn kept(&mut self, node: &Node, scenario: &Scenario) -> Kept {
        self.tree.map_of(node, "`keep`", &ENTRIES);
        let mut kept = Kept::default();
        for item in self.tree.list(node.get("parts"), "`parts`") {
            let name = self.tree.text(item, "a part");
            match KeptPart::find(&scenario.design, name) {
                Some(part) => drop(kept.parts.insert(part)),
                None => {
                    let expected = "terrain, elevation, country, people, control, temperature, clouds, winds, features, \
                                    provinces, links, date, a border or connection, a material, `coating` and a terrain \
                                    type, or the section of the game";
                    self.tree.wrong(item, "a part", expected);
                }
            }
        }
        let cells = self.kept_cells(node, scenario);
        if !cells.is_empty() {
            kept.set_cells(&scenario.world.area, cells, true);
        }
        kept.units = self.kept_units(node, scenario);
        for item in self.tree.list(node.get("sides"), "`sides`") {
            kept.sides.extend(self.side(item, &scenario.sides).filter(|side| side.index().is_some()));
        }
        kept.features = self.kept_features(node, scenario);
        kept
    }

    fn kept_cells(&mut self, node: &Node, scenario: &Scenario) -> Vec<Cell> {
        let area = &scenario.world.area;
        let mut cells = Vec::new();
        for item in self.tree.list(node.get("cells"), "`cells`") {
            match item.items() {
                Some([from, to]) if from.items().is_some() && to.items().is_some() => {
                    if let (Some(from), Some(to)) = (self.cell(area, from), self.cell(area, to)) {
                        cells.extend(region(area, from, to));
                    }
                }
                _ => cells.extend(self.cell(area, item)),
            }
        }
        cells
    }

    fn kept_units(&mut self, node: &Node, scenario: &Scenario) -> BTreeSet<u32> {
        let mut units = BTreeSet::new();
        for item in self.tree.list(node.get("units"), "`units`") {
            units.extend(self.unit_key(item, scenario));
        }
        units
    }

    fn kept_features(&mut self, node: &Node, scenario: &Scenario) -> BTreeSet<FeatureId> {
        let known = &scenario.world.features;
        let mut features = BTreeSet::new();
        for item in self.tree.list(node.get("features"), "`features`") {
            let Some(name) = item.text() else {
                let number = self.tree.int(item, "a feature", 1..=known.len() as i64);
                features.extend(number.map(|number| FeatureId(number as u16)));
                continue;
            };
            match known.iter().position(|feature| feature.name == name) {
                Some(at) => drop(features.insert(FeatureId(at as u16 + 1))),
                None => {
                    let fault = Diagnostic::error("unknown-feature", format!("there is no feature called `{name}`"));
                    let names = known.iter().map(|feature| feature.name.as_str());
                    self.tree.fault(item.span, fault.did_you_mean(name, names));
                }
            }
        }
        features
    }

    /// The key of a unit that is named by it or by its name.
    pub(crate) fn unit_key(&mut self, node: &Node, scenario: &Scenario) -> Option<u32> {
        let Some(name) = node.text() else {
            let key = self.tree.int(node, "the key of a unit", 1..=KEY_MAX)? as u32;
            if scenario.find_key(key).is_none() {
                let fault = Diagnostic::error("unknown-unit", format!("there is no unit with the key {key}"));
                let advice = "keys stand in the file, or else are the units' numbers from 1";
                self.tree.fault(node.span, fault.suggest(advice));
                return None;
            }
            return Some(key);
        };
        let keys = scenario.keys();
        let mut named = scenario.units.iter().zip(&keys).filter(|(unit, _)| unit.name == name);
        match (named.next(), named.next()) {
            (Some((_, &key)), None) => Some(key),
            (first, _) => {
                let count = if first.is_none() { "no unit is" } else { "several units are" };
                let fault = Diagnostic::error("unknown-unit", format!("{count} called `{name}`"));
                self.tree.fault(node.span, fault.suggest("name a unit by its key"));
                None
            }
        }
    }
}
