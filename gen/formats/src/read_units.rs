//! Reading the units of a scenario, whole or partly given (seed 000, "Predefined Units").
//!
//! Only the type is required. A unit without a place is placed by `place-units`; a unit without a side is independent. Parts that a
//! file includes may have units: these come before the file's own units; an entry with `"hp": 0` removes the unit of its name.

use std::collections::{BTreeMap, BTreeSet};

use design::{Design, Diagnostic, Faults, MaterialType, Node, NodeValue, Sources, Text, TypeId, UnitType};
use grid::Area;
use world::{Place, Side, SideId, Unit, UnitId};

use crate::Include;
use crate::scenario_reader::ScenarioReader;

/// The libraries that a scenario includes, as trees, and the faults in their files.
pub(crate) fn gather(root: &Node, include: &Include<'_>, sources: &mut Sources) -> (Vec<Node>, Faults) {
    let mut faults = Faults::default();
    let mut libraries = Vec::new();
    for node in root.get("include").map(Node::items_or_self).unwrap_or_default() {
        let Some(name) = node.text() else {
            let expected = "the name of a file with units, or a list of names";
            faults.add(sources, node.span, node.wrong_kind("`include`", expected));
            continue;
        };
        let Some((file, text)) = include(name) else {
            let fault = Diagnostic::error("missing-include", format!("there is no `{name}` to include"));
            faults.add(sources, node.span, fault.suggest("name a file with units that stands beside this one"));
            continue;
        };
        let id = sources.add(&file, &text);
        match diagnostics::read_tree(sources, id) {
            Ok(library) => libraries.push(library),
            Err(fault) => faults.extend([fault]),
        }
    }
    (libraries, faults)
}

/// The `hp` of an entry that is no unit, but removes one.
const HP_GONE: i64 = 0;

/// The greatest key of a unit: there is always a next one.
pub(crate) const KEY_MAX: i64 = 4_000_000_000;

impl ScenarioReader<'_> {
    /// The units of libraries and file, in this order, without the removed ones.
    pub(crate) fn units(
        &mut self,
        root: &Node,
        libraries: &[Node],
        design: &Design,
        area: &Area,
        sides: &[Side],
    ) -> Vec<Unit> {
        let mut nodes = Vec::new();
        for library in libraries {
            nodes.extend(self.tree.list(library.get("units"), "`units`"));
        }
        nodes.extend(self.tree.list(root.get("units"), "`units`"));
        let is_gone = |node: &&Node| matches!(node.get("hp"), Some(Node { value: NodeValue::Int(HP_GONE), .. }));
        let (gone, given): (Vec<&Node>, Vec<&Node>) = nodes.into_iter().partition(is_gone);

        // The numbers by which `inside` names units count all entries, removed units included.
        let mut numbers = BTreeMap::new();
        for (index, node) in given.iter().enumerate() {
            if let Some(name) = node.get("name").and_then(Node::text) {
                numbers.entry(name.to_owned()).or_insert(index as u32 + 1);
            }
        }
        let units: Vec<Option<Unit>> =
            given.iter().map(|node| self.unit(node, design, area, sides, given.len(), &numbers)).collect();
        let Some(units) = units.into_iter().collect::<Option<Vec<Unit>>>() else { return Vec::new() };
        self.check_keys(&given, &units);
        self.check_carriers(&given, &units);
        let taken: Vec<u32> = gone.into_iter().filter_map(|node| self.taken_out(node, &numbers)).collect();
        self.without(&given, units, &taken)
    }

    /// A unit; `count` bounds the numbers of carriers, and `numbers` are those that their names stand for.
    pub(crate) fn unit(
        &mut self,
        node: &Node,
        design: &Design,
        area: &Area,
        sides: &[Side],
        count: usize,
        numbers: &BTreeMap<String, u32>,
    ) -> Option<Unit> {
        const NAMES: &[&str] = &["type", "key", "at", "inside", "side", "name", "hp", "number", "has", "gdl"];
        self.tree.map_of(node, "a unit", NAMES);
        let type_name = self.tree.text(node.get("type"), "`type`");
        let kind = self.find::<UnitType>(design, type_name, node.get("type").unwrap_or(node).span);
        let place = match (node.get("at"), node.get("inside")) {
            (Some(at), None) => self.cell(area, at).map(Place::Cell),
            (None, Some(inside)) => self.carrier(inside, count, numbers).map(Place::Inside),
            (None, None) => Some(Place::Unplaced),
            (Some(_), Some(inside)) => {
                let diagnostic = Diagnostic::error("bad-place", "a unit stands in a cell or inside another unit");
                self.tree.fault(inside.span, diagnostic.expected("either `at` or `inside`"));
                None
            }
        };
        let side = node.get("side").map_or(Some(SideId::INDEPENDENT), |node| self.side(node, sides));
        let hp = node.get("hp").map_or(Some(None), |hp| self.tree.int(hp, "`hp`", 0..=65_535).map(Some));
        let number = node.get("number").map_or(Some(0), |number| self.tree.int(number, "`number`", 0..=65_535));
        let materials = node.get("has").map(|has| self.materials(design, has)).unwrap_or_default();
        let key = self.tree.int(node.get("key"), "`key`", 1..=KEY_MAX).unwrap_or(0) as u32;
        let name = self.tree.line(node.get("name"), "`name`");
        let gdl = design::read_extras(node.get("gdl"), design, &mut self.tree);
        Some(Unit {
            kind: kind?,
            place: place?,
            side: side?,
            name,
            number: number? as u16,
            gdl,
            hp: hp?.map(|hp| hp as u16),
            materials,
            made_by: None,
            named_by: None,
            key,
        })
    }

    /// The carrier that a number or a name refers to.
    fn carrier(&mut self, node: &Node, count: usize, numbers: &BTreeMap<String, u32>) -> Option<UnitId> {
        if let Some(name) = node.text() {
            let found = numbers.get(name).copied();
            if found.is_none() {
                self.no_unit(node, name, numbers);
            }
            return found.map(UnitId);
        }
        self.tree.int(node, "`inside`", 1..=count as i64).map(|carrier| UnitId(carrier as u32))
    }

    fn no_unit(&mut self, node: &Node, name: &str, numbers: &BTreeMap<String, u32>) {
        let diagnostic = Diagnostic::error("unknown-unit", format!("there is no unit called `{name}`"));
        let expected = "the name of a unit of this file or of one that it includes";
        self.tree.fault(node.span, diagnostic.did_you_mean_or(name, numbers.keys().map(String::as_str), expected));
    }

    /// The side that a number or a name refers to.
    pub(crate) fn side(&mut self, node: &Node, sides: &[Side]) -> Option<SideId> {
        let Some(name) = node.text() else {
            return self.tree.int(node, "`side`", 0..=sides.len() as i64).map(|side| SideId(side as u8));
        };
        let found = sides.iter().position(|side| side.name == name);
        if found.is_none() {
            let diagnostic = Diagnostic::error("unknown-side", format!("there is no side called `{name}`"));
            let names = sides.iter().map(|side| side.name.as_str());
            let expected = format!("a name or number from 1 to {}; 0 is nobody", sides.len());
            self.tree.fault(node.span, diagnostic.did_you_mean_or(name, names, expected));
        }
        found.map(SideId::from_index)
    }

    /// Reports units with a key that another one has.
    fn check_keys(&mut self, nodes: &[&Node], units: &[Unit]) {
        let mut known = BTreeSet::new();
        for (node, unit) in nodes.iter().zip(units).filter(|(_, unit)| unit.key != 0) {
            if !known.insert(unit.key) {
                let diagnostic = Diagnostic::error("key-taken", format!("another unit has the key {} too", unit.key));
                self.tree.fault(node.get("key").unwrap_or(node).span, diagnostic.suggest("leave this `key` out"));
            }
        }
    }

    /// Reports units that are inside themselves, directly or through others.
    fn check_carriers(&mut self, nodes: &[&Node], units: &[Unit]) {
        for (index, unit) in units.iter().enumerate() {
            let (mut place, mut steps) = (unit.place, 0);
            while let Place::Inside(carrier) = place {
                place = units[carrier.index()].place;
                steps += 1;
                if steps > units.len() {
                    let diagnostic = Diagnostic::error("carrier-circle", "this unit is inside itself");
                    self.tree.fault(nodes[index].span, diagnostic);
                    break;
                }
            }
        }
    }

    /// The number of the unit that an entry removes.
    fn taken_out(&mut self, node: &Node, numbers: &BTreeMap<String, u32>) -> Option<u32> {
        self.tree.map_of(node, "a unit to take out", &["name", "hp", "type"]);
        let Some(name) = node.get("name").and_then(Node::text) else {
            let diagnostic = Diagnostic::error("missing", "a unit with `hp` 0 is to be taken out, but not named");
            self.tree.fault(node.span, diagnostic.suggest("write the `name` of a unit of an included file"));
            return None;
        };
        let found = numbers.get(name).copied();
        if found.is_none() {
            self.no_unit(node, name, numbers);
        }
        found
    }

    /// The units without the removed ones, with the numbers in `inside` adapted.
    fn without(&mut self, nodes: &[&Node], mut units: Vec<Unit>, taken: &[u32]) -> Vec<Unit> {
        let is_taken = |number: u32| taken.contains(&number);
        for (index, unit) in units.iter_mut().enumerate() {
            let Place::Inside(carrier) = &mut unit.place else { continue };
            if is_taken(carrier.0) && !is_taken(index as u32 + 1) {
                let diagnostic = Diagnostic::error("carrier-gone", "this unit is inside one that is taken out");
                self.tree.fault(nodes[index].span, diagnostic.suggest("take it out too, or give it another place"));
            }
            carrier.0 -= taken.iter().filter(|&&number| number < carrier.0).count() as u32;
        }
        let mut number = 0;
        units.retain(|_| {
            number += 1;
            !is_taken(number)
        });
        units
    }

    fn materials(&mut self, design: &Design, node: &Node) -> Vec<i32> {
        let mut amounts = vec![0; design.materials.len()];
        for (name, amount) in self.tree.map(node, "`has`") {
            let Text { text, span } = name;
            if let Some(kind) = self.find::<MaterialType>(design, text, *span)
                && let Some(amount) = self.tree.int(amount, "an amount", 0..=i64::from(i32::MAX))
            {
                amounts[kind.index()] = amount as i32;
            }
        }
        amounts
    }
}
