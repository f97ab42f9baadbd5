//! Parts of a scenario in a file of their own, which other scenarios include: one of RON, or a module of GDL.
//!
//! Such a file has sections as a scenario's file has them, with the area that their places are in, and no design. What a file says itself
//! stands before what its parts say, and of two parts what the later says. Units of all of them come together. Who made what is not saved:
//! in the scenario that includes it, it is given.

use design::{Design, Diagnostic, Known, Node, NodeValue};
use diagnostics::{Entry, RonTree};
use world::{Kept, KeptPart, Scenario, World};

use crate::gdl;
use crate::scenario_reader::ScenarioReader;
use crate::write_design::Entries;
use crate::write_scenario::{DESIGN, scenario_section_names, sections};

/// The section that names sides, units, features, provinces and links that another file has.
pub(crate) const NAMES: &str = "names";

/// Sections that are maps: of these each entry is a part of its own.
const MAPS: [&str; 3] = ["edges", "materials", "layers"];

/// Sections that a part cannot have: what the whole is made of, and what is told of the whole.
const OF_WHOLE: [&str; 6] = [DESIGN, "include", "made-by", "fairness", crate::played::PLAYED, crate::makers::MAKERS];

/// What can be saved by itself.
#[derive(Clone, Debug, PartialEq, Eq)]
enum SavedPart {
    /// What can be kept, too: layers, lines, features and so on.
    Kept(Vec<KeptPart>),
    Units,
    Sides,
    Names,
}

impl SavedPart {
    fn find(scenario: &Scenario, name: &str) -> Option<SavedPart> {
        let design = &*scenario.design;
        Some(match name {
            "units" => SavedPart::Units,
            "sides" => SavedPart::Sides,
            NAMES => SavedPart::Names,
            "edges" => SavedPart::Kept(scenario.world.edges.keys().map(|&kind| KeptPart::Lines(kind)).collect()),
            "materials" => SavedPart::Kept(materials(scenario)),
            _ => SavedPart::Kept(vec![KeptPart::find(design, name)?]),
        })
    }
}

/// All layers of materials that a scenario has.
fn materials(scenario: &Scenario) -> Vec<KeptPart> {
    let names = scenario.world.materials.keys().map(|&kind| scenario.design.name_of(kind));
    names.filter_map(|name| KeptPart::find(&scenario.design, name)).collect()
}

/// The names of all parts that scenarios of a design may have.
fn part_names(design: &Design) -> Vec<String> {
    let plain = "units sides names terrain elevation edges links country people control temperature clouds winds materials \
                 features provinces date";
    let lines = design.border_terrain().chain(design.connection_terrain()).map(|kind| design.name_of(kind).to_owned());
    let materials = design.materials.names.iter().cloned();
    let own = design.ruleset_section().map(str::to_owned);
    plain.split_whitespace().map(str::to_owned).chain(lines).chain(materials).chain(own).collect()
}

/// Some parts of a scenario.
pub struct SavedParts {
    /// Their names, as they were asked for.
    names: Vec<String>,
    /// A scenario that has nothing but them.
    alone: Scenario,
    /// Their sections, as they stand in a file.
    entries: Entries,
}

impl SavedParts {
    /// The parts of these names.
    ///
    /// # Errors
    /// If there is no such part, or the scenario has none of it.
    pub fn new(scenario: &Scenario, names: &[String]) -> Result<SavedParts, Diagnostic> {
        let mut whole = scenario.clone();
        whole.give_keys();
        whole.kept = Kept::default();
        let empty = Scenario::new(scenario.design.clone(), World::new(scenario.world.area));
        let mut alone = empty.clone();
        let (mut has_units, mut has_sides, mut has_names) = (false, false, false);
        for name in names {
            match SavedPart::find(scenario, name) {
                Some(SavedPart::Units) => has_units = true,
                Some(SavedPart::Sides) => has_sides = true,
                Some(SavedPart::Names) => has_names = true,
                Some(SavedPart::Kept(parts)) => {
                    whole.kept.parts = parts.into_iter().collect();
                    if !Kept::put_back(&whole, &mut empty.clone()) {
                        let fault = Diagnostic::error("no-such-part", format!("this scenario has no {name} to save"));
                        return Err(fault.suggest("leave it out"));
                    }
                    Kept::put_back(&whole, &mut alone);
                }
                None => return Err(unknown(scenario, name)),
            }
        }
        alone.kept = Kept::default();
        for feature in &mut alone.world.features {
            feature.made_by = None;
        }
        if has_units {
            (alone.units, alone.keys_used) = (scenario.units.clone(), scenario.keys_used);
            for unit in &mut alone.units {
                (unit.made_by, unit.named_by) = (None, None);
            }
        }
        if has_sides {
            alone.sides.clone_from(&scenario.sides);
        }
        let left_out = |name: &str| match name {
            "units" => !has_units,
            "sides" => !has_sides,
            _ => OF_WHOLE.contains(&name),
        };
        let mut entries = sections(&alone);
        entries.retain(|(name, _)| !left_out(name));
        if has_names {
            entries.push((NAMES.to_owned(), written_names(scenario)));
        }
        Ok(SavedParts { names: names.to_vec(), alone, entries })
    }

    /// The parts as the text of a file in RON, which a scenario names under `include`.
    #[must_use]
    pub fn as_ron(&self) -> String {
        let title =
            format!("// A part of a scenario, for others to include: {}. Made by Fairmarch.", self.names.join(", "));
        format!("{title}\n{}", RonTree::map(self.entries.clone()).block().print())
    }

    /// The parts as a module of GDL, which another one includes behind its types: what forms cannot say stands in a comment for Fairmarch.
    #[must_use]
    pub fn as_gdl(&self, name: &str, whole: &Scenario, known: &Known) -> String {
        let title =
            format!("A part of a scenario, for others to include behind their types: {}.", self.names.join(", "));
        gdl::write_part(name, &title, &self.alone, &whole.sides, &self.entries, known)
    }
}

fn unknown(scenario: &Scenario, name: &str) -> Diagnostic {
    let names = part_names(&scenario.design);
    let fault = Diagnostic::error("unknown-part", format!("scenarios have no part `{name}`"));
    let fault = fault.expected(format!("some of {}", names.join(",")));
    fault.did_you_mean(name, names.iter().map(String::as_str))
}

/// All names of a scenario.
fn written_names(scenario: &Scenario) -> RonTree {
    let texts = |names: Vec<&String>| RonTree::list(names.into_iter().map(|name| RonTree::text(name)));
    let side = |side: &world::Side| {
        let words = [("name", &side.name), ("noun", &side.noun), ("adjective", &side.adjective)];
        RonTree::map(words.map(|(what, word)| (what, RonTree::text(word))))
    };
    let keys = scenario.keys();
    let named = scenario.units.iter().zip(keys).filter(|(unit, _)| !unit.name.is_empty());
    let units = named.map(|(unit, key)| RonTree::list([RonTree::of(key), RonTree::text(&unit.name)]));
    let world = &scenario.world;
    let entries = [
        ("sides", scenario.sides.len(), RonTree::list(scenario.sides.iter().map(side)).block()),
        ("units", scenario.units.len(), RonTree::list(units).block()),
        ("features", world.features.len(), texts(world.features.iter().map(|feature| &feature.name).collect())),
        ("provinces", world.provinces.len(), texts(world.provinces.iter().map(|province| &province.name).collect())),
        ("links", world.links.len(), texts(world.links.iter().map(|link| &link.name).collect())),
    ];
    let entries = entries.into_iter().filter(|&(_, count, _)| count > 0);
    RonTree::map(entries.map(|(name, _, tree)| (name, tree))).block()
}

/// A scenario's file with the sections of the parts that it includes, but for their units.
pub(crate) fn join(root: &Node, parts: &[Node]) -> Node {
    let mut whole = root.clone();
    let NodeValue::Map(sections) = &mut whole.value else { return whole };
    for part in parts.iter().rev() {
        for (name, node) in part.entries().unwrap_or_default() {
            if ["format", "units"].contains(&name.text.as_str()) {
                continue;
            }
            match sections.iter_mut().find(|(known, _)| known.text == name.text) {
                None => sections.push((name.clone(), node.clone())),
                Some((_, known)) if MAPS.contains(&name.text.as_str()) => add_entries(known, node, false),
                Some(_) => {}
            }
        }
    }
    whole
}

/// Adds entries of one map to another: those that it has stay, or are replaced.
fn add_entries(map: &mut Node, more: &Node, replaces: bool) {
    let NodeValue::Map(entries) = &mut map.value else { return };
    for (name, node) in more.entries().unwrap_or_default() {
        match entries.iter_mut().find(|(known, _)| known.text == name.text) {
            None => entries.push((name.clone(), node.clone())),
            Some((_, known)) if replaces => *known = node.clone(),
            Some(_) => {}
        }
    }
}

/// Puts a section of a part in the place of what forms said of it; of maps its entries, and units behind those that are there.
pub(crate) fn put_section(sections: &mut Vec<Entry>, (name, node): &Entry) {
    match sections.iter_mut().find(|(known, _)| known.text == name.text) {
        None => sections.push((name.clone(), node.clone())),
        Some((_, known)) if name.text == "units" => add_units(known, node),
        Some((_, known)) if MAPS.contains(&name.text.as_str()) => add_entries(known, node, true),
        Some((_, known)) => *known = node.clone(),
    }
}

/// Adds units to a list: the numbers of their carriers count from the first of them.
fn add_units(list: &mut Node, more: &Node) {
    let (NodeValue::List(units), Some(new)) = (&mut list.value, more.items()) else { return };
    let before = units.len() as i64;
    for unit in new {
        let mut unit = unit.clone();
        if let NodeValue::Map(entries) = &mut unit.value
            && let Some((_, Node { value: NodeValue::Int(carrier), .. })) =
                entries.iter_mut().find(|(name, _)| name.text == "inside")
        {
            *carrier += before;
        }
        units.push(unit);
    }
}

impl ScenarioReader<'_> {
    /// Tells what is wrong with the parts that a scenario includes: their sections, and areas other than its own.
    pub(crate) fn check_parts(&mut self, root: &Node, parts: &[Node], design: Option<&Design>) {
        let own = design.and_then(Design::ruleset_section);
        let names: Vec<&str> =
            scenario_section_names().into_iter().filter(|name| !OF_WHOLE.contains(name)).chain(own).collect();
        let mut area = root.get("area");
        for part in parts {
            self.tree.map_of(part, "a part of a scenario", &names);
            if part.get("format").is_some() {
                self.check_format(part);
            }
            let Some(other) = part.get("area") else { continue };
            let of = |area: &Node| {
                let word = |name: &str| area.get(name).and_then(Node::text).unwrap_or_default().to_owned();
                let levels = area.get("levels").map(Node::describe).unwrap_or_default();
                (word("shape"), word("size"), levels)
            };
            if area.is_some_and(|area| of(area) != of(other)) {
                let fault = Diagnostic::error("other-area", "this part is of another area");
                let ((shape, size, _), expected) = (of(other), of(area.unwrap_or(other)));
                let fault = fault.found(format!("{size}, {shape}")).expected(format!("{}, {}", expected.1, expected.0));
                self.tree.fault(other.span, fault.suggest("if no place of the part lies beyond, take this `area` out"));
            }
            area = area.or(Some(other));
        }
    }

    /// Gives sides, units, features, provinces and links the names that a section has for them.
    pub(crate) fn take_names(&mut self, node: &Node, scenario: &mut Scenario) {
        self.tree.map_of(node, "`names`", &["sides", "units", "features", "provinces", "links"]);
        let count = scenario.sides.len();
        for (index, item) in self.tree.list(node.get("sides"), "`sides`").iter().enumerate() {
            self.tree.map_of(item, "the names of a side", &["name", "noun", "adjective"]);
            let Some(side) = scenario.sides.get_mut(index) else {
                self.tree.wrong(item, "the names of a side", format!("names of {count} sides at most"));
                break;
            };
            let words = [("name", &mut side.name), ("noun", &mut side.noun), ("adjective", &mut side.adjective)];
            for (what, word) in words {
                if let Some(node) = item.get(what) {
                    *word = self.tree.line(node, what);
                }
            }
        }
        for item in self.tree.list(node.get("units"), "`units`") {
            let Some([key, name]) = item.items() else {
                self.tree.wrong(item, "the name of a unit", "[KEY, \"NAME\"]");
                continue;
            };
            let found = self.unit_key(key, scenario).and_then(|key| scenario.find_key(key));
            let name = self.tree.line(name, "a name");
            if let Some(id) = found {
                scenario.units[id.index()].name = name;
            }
        }
        let world = &mut scenario.world;
        let features = world.features.iter_mut().map(|feature| &mut feature.name).collect();
        self.take_list(node, "features", features);
        let provinces = world.provinces.iter_mut().map(|province| &mut province.name).collect();
        self.take_list(node, "provinces", provinces);
        let links = world.links.iter_mut().map(|link| &mut link.name).collect();
        self.take_list(node, "links", links);
    }

    fn take_list(&mut self, names: &Node, what: &str, things: Vec<&mut String>) {
        let Some(node) = names.get(what) else { return };
        let given = self.tree.list(node, &format!("`{what}`"));
        if given.len() != things.len() {
            self.tree.wrong(node, &format!("`{what}`"), format!("a name for each of {}", things.len()));
            return;
        }
        for (thing, name) in things.into_iter().zip(given) {
            *thing = self.tree.line(name, "a name");
        }
    }
}
