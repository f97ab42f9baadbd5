//! Reading one edit: a map whose first known name says its kind.

use std::sync::Arc;

use design::{Node, NodeValue, TerrainType, Text, TypeId};
use grid::Cell;
use world::edit::{
    Edit, FeatureEdit, Frame, Keep, LayerKey, Lines, LinkEdit, Named, Paint, Rename, SideEdit, UnitEdit, region,
};
use world::{FeatureId, Place, ProvinceId, Scenario, Side, SideId, Unit, UnitId};

use crate::kept::KEEP;
use crate::read_units::KEY_MAX;
use crate::scenario_reader::ScenarioReader;
use crate::write_scenario::{KEYS_USED, REST};

/// The word for people and control of nobody.
pub(super) const NOBODY_WORD: &str = "nobody";

/// The word for what is kept no more.
pub(super) const RELEASE: &str = "release";

/// The names of what a side has, as edits change it one by one.
pub(super) const SIDE_FIELDS: &[&str] = &[
    "name",
    "noun",
    "adjective",
    "color",
    "emblem-name",
    "class",
    "advantage",
    "handicap",
    "team",
    "player",
    "locked",
    "gdl",
    "center",
];
/// The same of a unit.
const UNIT_FIELDS: &[&str] = &["type", "at", "inside", "side", "name", "hp", "number", "has", "gdl"];

/// The kinds of edits: the name that tells each, and the others that it can have.
const KINDS: &[(&str, &[&str])] = &[
    ("paint", &["with", "cells", "from", "to", "drop"]),
    ("line", &["along", "edges", "off", "drop"]),
    ("place", &[]),
    ("unit", &["type", "at", "inside", "side", "name", "hp", "number", "has", "gdl", "without"]),
    ("disband", &[KEYS_USED]),
    ("add-side", &[]),
    ("remove-side", &[]),
    ("rename-feature", &["to", "by"]),
    ("rename-province", &["to"]),
    ("rename-link", &["to"]),
    ("date", &[]),
    ("add-feature", &[]),
    ("remove-feature", &[]),
    ("links", &["index", "instead-of"]),
    ("resize", &["shift", "levels", "fill"]),
    ("crop", &["fill"]),
    (KEEP, &[]),
    (RELEASE, &[]),
    ("design", &[]),
    ("set", &["leave-out"]),
    ("side", &[]),
];

/// Reads an edit for the scenario in which it will be made.
pub(super) struct EditReader<'a, 's> {
    pub(super) reader: ScenarioReader<'a>,
    pub(super) scenario: &'s Scenario,
}

impl EditReader<'_, '_> {
    pub(super) fn edit(&mut self, node: &Node) -> Option<Edit> {
        let found = KINDS.iter().find(|(name, _)| node.get(name).is_some());
        let Some(&(kind, others)) = found else {
            let names: Vec<&str> = KINDS.iter().map(|(name, _)| *name).collect();
            self.reader.tree.wrong(node, "an edit", format!("a map with one of {}", names.join(", ")));
            return None;
        };
        let mut names = vec![kind];
        names.extend(others);
        if kind == "side" {
            names.extend(SIDE_FIELDS.iter().chain(&[REST, "without"]));
        }
        self.reader.tree.map_of(node, "an edit", &names);
        let value = node.get(kind)?;
        match kind {
            "paint" => self.paint(node, value),
            "line" => self.line(node, value),
            "place" => self.place(value),
            "unit" => self.unit(node, value),
            "disband" => self.disband(node, value),
            "side" => self.side(node, value),
            "add-side" => {
                let (scenario, reader) = (self.scenario, &mut self.reader);
                let side = reader.one_side(value, &["center", REST], &scenario.design, &scenario.world.area);
                Some(Edit::Side(SideEdit::Add(Box::new(side))))
            }
            "remove-side" => Some(Edit::Side(SideEdit::Remove(self.reader.side(value, &self.scenario.sides)?))),
            "rename-feature" => {
                let count = self.scenario.world.features.len();
                self.rename(node, |number| Named::Feature(FeatureId(number as u16)), value, count)
            }
            "rename-province" => {
                let count = self.scenario.world.provinces.len();
                self.rename(node, |number| Named::Province(ProvinceId(number as u16)), value, count)
            }
            "rename-link" => {
                let count = self.scenario.world.links.len();
                self.rename(node, |number| Named::Link(number - 1), value, count)
            }
            "date" => Some(Edit::Rename(Rename::new(Named::Date, &self.reader.tree.line(value, "`date`")))),
            "add-feature" => {
                let feature = self.reader.feature(value, &self.scenario.world.area)?;
                Some(Edit::Feature(FeatureEdit::Add(Box::new(feature))))
            }
            "remove-feature" => {
                let number = self.number(value, kind, self.scenario.world.features.len())?;
                Some(Edit::Feature(FeatureEdit::Remove(FeatureId(number as u16))))
            }
            "links" => self.links(node, value),
            "resize" => self.resize(node, value),
            KEEP => Some(Edit::Keep(Keep::more(self.scenario, &self.reader.kept(value, self.scenario)))),
            RELEASE => Some(Edit::Keep(Keep::less(self.scenario, &self.reader.kept(value, self.scenario)))),
            _ => self.crop(node, value),
        }
    }

    fn number(&mut self, node: &Node, what: &str, most: usize) -> Option<usize> {
        self.reader.tree.int(node, &format!("`{what}`"), 1..=most as i64).map(|number| number as usize)
    }

    fn rename(&mut self, node: &Node, of: fn(usize) -> Named, value: &Node, count: usize) -> Option<Edit> {
        let number = self.number(value, "the number of what gets a name", count)?;
        let to = self.reader.tree.required(node, "to")?;
        let to = self.reader.tree.line(to, "`to`");
        let by = node.get("by").map(|by| Arc::from(self.reader.tree.text(by, "`by`")));
        Some(Edit::Rename(Rename { of: of(number), to, by }))
    }

    fn cells(&mut self, list: &Node, what: &str) -> Option<Vec<Cell>> {
        let mut cells = Vec::new();
        for node in self.reader.tree.list_of(list, what, "a list of places such as [[3, 4], [4, 4]]") {
            cells.push(self.reader.cell(&self.scenario.world.area, node)?);
        }
        Some(cells)
    }

    fn region(&mut self, from: &Node, to: &Node) -> Option<Vec<Cell>> {
        let area = self.scenario.world.area;
        Some(region(&area, self.reader.cell(&area, from)?, self.reader.cell(&area, to)?))
    }

    fn paint(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let (scenario, design) = (self.scenario, &*self.scenario.design);
        let name = self.reader.tree.text(value, "`paint`");
        let Some(layer) = LayerKey::find(design, name) else {
            let expected = "terrain, elevation, country, people, control, temperature, clouds, winds, feature-of, \
                            province-of, a material, `coating` and a terrain type";
            self.reader.tree.wrong(value, "a layer", expected);
            return None;
        };
        if self.reader.tree.flag(node.get("drop"), "`drop`") {
            return Some(Edit::Paint(Paint { layer, cells: Vec::new(), drops: true }));
        }
        let with = self.reader.tree.required(node, "with")?;
        let number = match (&layer, with.text()) {
            (LayerKey::Terrain, Some(name)) => self.reader.find::<TerrainType>(design, name, with.span)?.index() as i32,
            (LayerKey::People | LayerKey::Control, Some(NOBODY_WORD)) => -1,
            (LayerKey::Country, Some(NOBODY_WORD)) => 0,
            (LayerKey::People | LayerKey::Control | LayerKey::Country, Some(_)) => {
                self.reader.side(with, &scenario.sides)?.0.into()
            }
            _ => self.reader.tree.int(with, "`with`", i32::MIN.into()..=i32::MAX.into())? as i32,
        };
        let cells = match (node.get("cells"), node.get("from"), node.get("to")) {
            (Some(cells), None, None) => self.cells(cells, "`cells`")?,
            (None, Some(from), Some(to)) => self.region(from, to)?,
            _ => {
                self.reader.tree.wrong(node, "a painting", "either `cells`, or `from` and `to`");
                return None;
            }
        };
        Some(Edit::Paint(Paint::fill(layer, cells, number)))
    }

    fn line(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let (scenario, area) = (self.scenario, self.scenario.world.area);
        let name = self.reader.tree.text(value, "`line`");
        let kind = self.reader.find::<TerrainType>(&scenario.design, name, value.span)?;
        let is_there = !self.reader.tree.flag(node.get("off"), "`off`");
        if self.reader.tree.flag(node.get("drop"), "`drop`") {
            return Some(Edit::Lines(Lines { kind, edges: Vec::new(), drops: true }));
        }
        if let Some(along) = node.get("along") {
            let way = self.cells(along, "`along`")?;
            let lines = Lines::along(&scenario.world, kind, &way, is_there);
            if lines.edges.len() + 1 != way.len() {
                self.reader.tree.wrong(along, "`along`", "cells of which each is a neighbour of the one before it");
                return None;
            }
            return Some(Edit::Lines(lines));
        }
        let mut edges = Vec::new();
        let list = self.reader.tree.required(node, "edges")?;
        for item in self.reader.tree.list(list, "`edges`") {
            let direction = item.items().and_then(|items| area.find_direction(items.get(1)?.text()?));
            let (Some([at, _]), Some(direction)) = (item.items(), direction) else {
                let ways = area.direction_names().join(", ");
                self.reader.tree.wrong(item, "an edge", format!("[[column, row], \"way\"], of the ways {ways}"));
                return None;
            };
            edges.push((self.reader.cell(&area, at)?, direction, is_there));
        }
        Some(Edit::Lines(Lines { kind, edges, drops: false }))
    }

    /// A unit's entries; who it is inside of is the key of a unit here.
    fn read_unit(&mut self, node: &Node) -> Option<Unit> {
        let scenario = self.scenario;
        let keys = scenario.keys();
        let names = scenario.units.iter().zip(&keys).filter(|(unit, _)| !unit.name.is_empty());
        let names = names.map(|(unit, &key)| (unit.name.clone(), key)).collect();
        let (design, area) = (&scenario.design, &scenario.world.area);
        self.reader.unit(node, design, area, &scenario.sides, KEY_MAX as usize, &names)
    }

    /// One or several units that come. They stand behind all others, unless each says its index.
    fn place(&mut self, value: &Node) -> Option<Edit> {
        let scenario = self.scenario;
        let mut units: Vec<(u32, Unit)> = Vec::new();
        let mut next = scenario.next_key();
        for node in value.items_or_self() {
            let index = self.reader.tree.int(node.get("index"), "`index`", 0..=i64::from(u32::MAX));
            let mut plain = node.clone();
            if let NodeValue::Map(entries) = &mut plain.value {
                entries.retain(|(name, _)| name.text != "index");
            }
            let mut unit = self.read_unit(&plain)?;
            if unit.key == 0 {
                unit.key = next;
            }
            next = next.max(unit.key) + 1;
            let at = index.map_or((scenario.units.len() + units.len()) as u32, |index| index as u32);
            units.push((at, unit));
        }
        // Carriers are told by keys: their numbers are those of the list that comes of it.
        let mut old = scenario.keys().into_iter();
        let mut list = Vec::new();
        for at in 0..(scenario.units.len() + units.len()) as u32 {
            match units.iter().find(|(index, _)| *index == at) {
                Some((_, unit)) => list.push(unit.key),
                None => list.extend(old.next()),
            }
        }
        for (_, unit) in &mut units {
            if let Place::Inside(carrier) = &mut unit.place {
                let key = carrier.0;
                let Some(at) = list.iter().position(|&known| known == key) else {
                    self.reader.tree.wrong(value, "`inside`", "the key of a unit that is there");
                    return None;
                };
                *carrier = UnitId(at as u32 + 1);
            }
        }
        Some(Edit::Units(UnitEdit::Put { units, keys_used: scenario.keys_used }))
    }

    fn unit(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let scenario = self.scenario;
        let key = self.reader.unit_key(value, scenario)?;
        let id = scenario.find_key(key)?;
        let mut unit = Unit { key, ..scenario.unit(id).clone() };
        // What is not said stays: a type is put in only so that the entries are those of a unit.
        let mut entries = Vec::new();
        for (name, value) in node.entries().unwrap_or_default() {
            if UNIT_FIELDS.contains(&name.text.as_str()) {
                entries.push((name.clone(), value.clone()));
            }
        }
        if node.get("type").is_none() {
            let kind = NodeValue::Text(scenario.design.name_of(unit.kind).to_owned());
            entries.push((Text { text: "type".to_owned(), span: node.span }, Node { value: kind, span: node.span }));
        }
        let read = self.read_unit(&Node { value: NodeValue::Map(entries), span: node.span })?;
        let has = |name: &str| node.get(name).is_some();
        if has("type") {
            unit.kind = read.kind;
        }
        match read.place {
            Place::Inside(carrier) => {
                let found = scenario.find_key(carrier.0);
                if found.is_none() {
                    self.reader.tree.wrong(node.get("inside")?, "`inside`", "the key of a unit that is there");
                }
                unit.place = Place::Inside(found?);
            }
            Place::Cell(_) => unit.place = read.place,
            Place::Unplaced => {}
        }
        if has("side") {
            unit.side = read.side;
        }
        if has("name") {
            unit.name = read.name;
        }
        if has("number") {
            unit.number = read.number;
        }
        if has("hp") {
            unit.hp = read.hp;
        }
        if has("has") {
            unit.materials = read.materials;
        }
        if has("gdl") {
            unit.gdl = read.gdl;
        }
        for item in self.reader.tree.list(node.get("without"), "`without`") {
            match self.reader.tree.text(item, "`without`") {
                "hp" => unit.hp = None,
                "has" => unit.materials = Vec::new(),
                "gdl" => unit.gdl = design::Extras::new(),
                "at" | "inside" if !has("at") && !has("inside") => unit.place = Place::Unplaced,
                "at" | "inside" => {}
                _ => self.reader.tree.wrong(item, "`without`", "some of hp, has, gdl, at, inside"),
            }
        }
        Some(Edit::Units(UnitEdit::Set(Box::new(unit.by_hand(scenario.unit(id))))))
    }

    fn disband(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let mut keys: Vec<u32> = Vec::new();
        for node in value.items_or_self() {
            let key = self.reader.unit_key(node, self.scenario)?;
            let UnitEdit::Take { keys: all, .. } = UnitEdit::disband(self.scenario, key).ok()? else { return None };
            keys.extend(all.into_iter().filter(|key| !keys.contains(key)).collect::<Vec<_>>());
        }
        let usual = keys.iter().copied().max().unwrap_or(0).max(self.scenario.keys_used);
        let given = self.reader.tree.int(node.get(KEYS_USED), "`keys-used`", 0..=KEY_MAX);
        let keys_used = given.map_or(usual, |given| given as u32);
        Some(Edit::Units(UnitEdit::Take { keys, keys_used }))
    }

    fn side(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let scenario = self.scenario;
        let id: SideId = self.reader.side(value, &scenario.sides).filter(|side| side.index().is_some())?;
        let besides = ["center", REST, "side", "without"];
        let read = self.reader.one_side(node, &besides, &scenario.design, &scenario.world.area);
        let mut side = scenario.side(id).clone();
        let none = Side { advantage: 1, ..Side::default() };
        let mut take = |name: &str, from: &Side| match name {
            "name" => side.name.clone_from(&from.name),
            "noun" => side.noun.clone_from(&from.noun),
            "adjective" => side.adjective.clone_from(&from.adjective),
            "color" => side.color.clone_from(&from.color),
            "emblem-name" => side.emblem.clone_from(&from.emblem),
            "class" => side.class.clone_from(&from.class),
            "advantage" => side.advantage = from.advantage,
            "handicap" => side.handicap = from.handicap,
            "team" => side.team = from.team,
            "player" => side.player.clone_from(&from.player),
            "locked" => side.locked = from.locked,
            "gdl" => side.gdl = from.gdl.clone(),
            "center" => side.center = from.center,
            _ => side.handicap_rest = from.handicap_rest,
        };
        for name in SIDE_FIELDS.iter().chain(&[REST]).filter(|name| node.get(name).is_some()) {
            take(name, &read);
        }
        for item in self.reader.tree.list(node.get("without"), "`without`") {
            let name = self.reader.tree.text(item, "`without`");
            if SIDE_FIELDS.contains(&name) || name == REST {
                take(name, &none);
            } else {
                self.reader.tree.wrong(item, "`without`", format!("some of {}", SIDE_FIELDS.join(", ")));
            }
        }
        Some(Edit::Side(SideEdit::Set(id, Box::new(side))))
    }

    fn links(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let world = &self.scenario.world;
        let count = world.links.len() as i64;
        let at = self.reader.tree.int(node.get("index"), "`index`", 0..=count).unwrap_or(count);
        let gone = self.reader.tree.int(node.get("instead-of"), "`instead-of`", 0..=count - at).unwrap_or(0);
        let mut put = Vec::new();
        for link in value.items_or_self() {
            put.push(self.reader.link(link, &self.scenario.design, &world.area)?);
        }
        Some(Edit::Link(LinkEdit { at: at as usize, gone: gone as usize, put }))
    }

    /// The terrain of new cells: `fill`, or the first that fills cells.
    fn fill(&mut self, node: &Node) -> Option<TerrainType> {
        let design = &*self.scenario.design;
        match node.get("fill") {
            Some(fill) => {
                let name = self.reader.tree.text(fill, "`fill`");
                self.reader.find::<TerrainType>(design, name, fill.span)
            }
            None => design.cell_terrain().next(),
        }
    }

    fn resize(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let area = self.scenario.world.area;
        let Some(size) = value.text().and_then(design::SupportedAreas::parse_size) else {
            self.reader.tree.wrong(value, "`resize`", "WIDTHxHEIGHT such as \"60x40\"");
            return None;
        };
        let mut shift = [0; 2];
        let given = self.reader.tree.list(node.get("shift"), "`shift`");
        for (own, node) in shift.iter_mut().zip(given) {
            *own = self.reader.tree.int(node, "`shift`", -100_000..=100_000)? as i32;
        }
        let mut levels: Vec<Option<u32>> = Vec::new();
        for level in self.reader.tree.list(node.get("levels"), "`levels`") {
            let number = self.reader.tree.int(level, "a level, or 0 for a new one,", 0..=area.levels().into())?;
            levels.push((number as u32).checked_sub(1));
        }
        if node.get("levels").is_none() {
            levels = (0..area.levels()).map(Some).collect();
        }
        let fill = self.fill(node)?;
        Some(Edit::Frame(Frame { size, shift: (shift[0], shift[1]), levels, fill }))
    }

    fn crop(&mut self, node: &Node, value: &Node) -> Option<Edit> {
        let area = self.scenario.world.area;
        let corners: Vec<(i32, i32)> = self.cells(value, "`crop`")?.iter().map(|&cell| area.column_row(cell)).collect();
        let &[one, other] = &corners[..] else {
            self.reader.tree.wrong(value, "`crop`", "two places: [[2, 2], [21, 15]]");
            return None;
        };
        let (from, to) = ((one.0.min(other.0), one.1.min(other.1)), (one.0.max(other.0), one.1.max(other.1)));
        let fill = self.fill(node)?;
        Some(Edit::Frame(Frame::crop(&area, from, to, fill)))
    }
}
