//! Reading a scenario: one run reports every fault of the file, each with its place and a remedy.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{
    Design, Diagnostic, Diagnostics, Draft, Known, MaterialType, Node, NodeValue, Scope, Section, Sources, TerrainType,
    TreeReader,
};
use grid::{Area, Cell, Direction, Layer, Shape, Symmetry, SymmetryKind};
use world::{Feature, FeatureClass, FeatureId, Link, Origins, Owner, Scenario, Side, SideId, Wind, World};

use crate::kept::KEEP;
use crate::layers::{LEVELS, LayerFault, NOBODY, ROWS, read_glyph_rows};
use crate::makers::MAKERS;
use crate::played::PLAYED;
use crate::read_units::KEY_MAX;
use crate::saved_parts::{NAMES, join};
use crate::scenario_reader::{ScenarioReader, row_nodes};
use crate::write_scenario::{DESIGN, FORMAT, KEYS_USED, REST, scenario_section_names};
use crate::{Include, read_sources};

/// Reads a scenario. Its design is either in the file, or named there and returned by `include`.
///
/// # Errors
/// All diagnostics, if at least one of them is an error; a broken file gives no scenario.
pub fn read_scenario(
    file: &str,
    text: &str,
    include: &Include<'_>,
    known: &Known,
) -> Result<(Scenario, Diagnostics), Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let root = diagnostics::read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    let (parts, faults) = crate::read_units::gather(&root, include, &mut sources);
    let mut reader = ScenarioReader { tree: TreeReader { sources: &sources, found: faults } };
    let design = reader.design(&root, include, known);
    reader.check_parts(&root, &parts, design.as_deref());
    let root = if parts.is_empty() { root } else { join(&root, &parts) };
    let scenario = reader.scenario(&root, &parts, design);
    let found = reader.tree.found.finish(&sources);
    match scenario {
        Some(scenario) if !found.has_errors() => Ok((scenario, found)),
        _ => Err(found),
    }
}

/// Reads a scenario from a tree that holds all its sections except the design.
pub(crate) fn read_sections(root: &Node, sources: &Sources, design: Arc<Design>) -> (Option<Scenario>, Diagnostics) {
    let mut reader = ScenarioReader { tree: TreeReader::new(sources) };
    let scenario = reader.scenario(root, &[], Some(design));
    (scenario, reader.tree.found.finish(sources))
}

/// Layers that only the rules of GDL know.
pub(crate) const GDL_LAYERS: &[&str] = &["cloud-bottoms", "cloud-heights", "user"];

/// The section of the ruleset that a faulty design names, as far as its file says so.
fn named_section(design: &Node) -> Option<&str> {
    design::ruleset_section(design.get("globals")?.get("ruleset")?.text()?)
}

impl ScenarioReader<'_> {
    fn design(&mut self, root: &Node, include: &Include<'_>, known: &Known) -> Option<Arc<Design>> {
        let node = self.tree.required(root, "design")?;
        let resolved = match &node.value {
            NodeValue::Map(_) => {
                let draft = Draft { file: node.span.file, root: node.clone() };
                design::resolve("scenario", &[draft], self.tree.sources, known)
            }
            NodeValue::Text(name) => {
                let Some((file, text)) = include(name) else {
                    let diagnostic = Diagnostic::error("missing-include", format!("there is no design `{name}`"));
                    self.tree.fault(node.span, diagnostic.suggest("name a preset, or write the design here"));
                    return None;
                };
                read_sources(&file, &text, include, &[])
                    .and_then(|(sources, drafts)| design::resolve(name, &drafts, &sources, known))
            }
            _ => {
                self.tree.wrong(node, "`design`", "a design, or the name of one");
                return None;
            }
        };
        match resolved {
            // The lints of the design concern its designer, not a user who loads a scenario; what an older version wrote
            // concerns the owner of the file.
            Ok((design, found)) => {
                let moved = found.0.into_iter().filter(|told| told.code == "moved-parameter");
                self.tree.found.extend(moved);
                Some(Arc::new(design))
            }
            Err(faults) => {
                self.tree.found.extend(faults.0);
                None
            }
        }
    }

    fn scenario(&mut self, root: &Node, parts: &[Node], design: Option<Arc<Design>>) -> Option<Scenario> {
        // Without the design nobody knows which section is the ruleset's.
        let own = match &design {
            Some(design) => design.ruleset_section(),
            None => root.get(DESIGN).and_then(named_section),
        };
        let names: Vec<&str> = scenario_section_names().into_iter().chain(own).collect();
        self.tree.map_of(root, "the file", &names);
        self.check_format(root);
        let area = self.tree.required(root, "area")?;
        let area = self.area(area)?;
        // Without its design the rest of a scenario cannot be read.
        let design = design?;
        let mut world = World::new(area);
        world.symmetry = root.get("symmetry").and_then(|node| self.symmetry(node, &area));
        let asymmetry = self.tree.int(root.get("asymmetry"), "`asymmetry`", 0..=100);
        world.asymmetry = asymmetry.unwrap_or(0) as u8;
        self.layers(root, &design, &mut world);
        world.date = self.tree.line(root.get("date"), "`date`");
        if let Some(node) = root.get("world") {
            let scopes = [Scope::World, Scope::Area];
            world.gdl = design::read_properties(&scopes, node, &mut self.tree);
        }
        for (name, node) in self.tree.map(root.get("layers"), "`layers`") {
            let coats =
                name.text.strip_prefix("coating ").is_some_and(|kind| design.find::<TerrainType>(kind).is_some());
            if !coats && !GDL_LAYERS.contains(&name.text.as_str()) {
                let diagnostic = Diagnostic::error("unknown-entry", format!("`layers` has no `{}`", name.text));
                let expected = format!("one of {}, or `coating` and a terrain type", GDL_LAYERS.join(", "));
                self.tree.fault(name.span, diagnostic.expected(expected));
                continue;
            }

            if let Some(values) = self.numbers(node, &area, i32::MIN..=i32::MAX) {
                world.gdl_layers.insert(name.text.clone(), Layer::from_values(&area, values));
            }
        }
        self.features(root, &mut world);
        self.links(root, &design, &mut world);
        let sides = self.sides(root, &design, &area);
        self.provinces(root, &design, &mut world, sides.len());
        let units = self.units(root, parts, &design, &area, &sides);
        let origins = root.get("made-by").map(|node| self.origins(node)).unwrap_or_default();
        let fairness = root.get("fairness").and_then(|node| self.fairness(node, sides.len()));
        let forms = self.tree.list(root.get("forms"), "`forms`");
        let forms = design::read_forms(forms, &design, &mut self.tree);
        let sections = self.own_section(root, &design);
        let keys_used = self.tree.int(root.get(KEYS_USED), "`keys-used`", 0..=KEY_MAX).unwrap_or(0) as u32;
        let mut scenario =
            Scenario { sides, units, origins, forms, sections, fairness, keys_used, ..Scenario::new(design, world) };
        if let Some(node) = root.get(NAMES) {
            self.take_names(node, &mut scenario);
        }
        if let Some(node) = root.get(KEEP) {
            scenario.kept = self.kept(node, &scenario);
        }
        if let Some(node) = root.get(MAKERS) {
            self.take_makers(node, &mut scenario);
        }
        if let Some(node) = root.get(PLAYED) {
            self.take_played(node, &mut scenario);
        }
        Some(scenario)
    }

    /// Tells of a version of the format that is not known.
    pub(crate) fn check_format(&mut self, root: &Node) {
        match root.get("format") {
            Some(Node { value: NodeValue::Int(1..=FORMAT), .. }) => {}
            Some(node) => {
                let diagnostic = Diagnostic::error("format-version", "this version of the format is not known");
                let diagnostic = diagnostic.found(node.describe()).expected(format!("1 to {FORMAT}"));
                self.tree.fault(node.span, diagnostic.suggest("a newer Fairmarch may read it"));
            }
            None => self.tree.missing(root, "`format`"),
        }
    }

    /// What only the ruleset knows.
    fn own_section(&mut self, root: &Node, design: &Design) -> BTreeMap<String, Section> {
        let mut sections = BTreeMap::new();
        if let Some(name) = design.ruleset_section()
            && let Some(node) = root.get(name)
        {
            let mut own = Section::default();
            own.take(node, &format!("`{name}`"), &mut self.tree);
            if !own.is_empty() {
                sections.insert(name.to_owned(), own);
            }
        }
        sections
    }

    fn area(&mut self, node: &Node) -> Option<Area> {
        self.tree.map_of(node, "`area`", &["shape", "size", "levels"]);
        let shape = self.tree.required(node, "shape").and_then(|shape| {
            let known = self.tree.text(shape, "`shape`").parse::<Shape>();
            let unknown = known.map_err(|error| Diagnostic::error("unknown-shape", error.to_string()));
            unknown.map_err(|fault| self.tree.fault(shape.span, fault)).ok()
        });
        let size_node = self.tree.required(node, "size")?;
        let Some((width, height)) = size_node.text().and_then(design::SupportedAreas::parse_size) else {
            self.tree.wrong(size_node, "`size`", "WIDTHxHEIGHT such as \"60x40\"");
            return None;
        };
        let levels_node = node.get("levels");
        let most = i64::from(Area::LEVELS_MAX);
        let levels = levels_node.map_or(Some(1), |levels| self.tree.int(levels, "`levels`", 1..=most));
        let (shape, levels) = (shape?, levels? as u32);
        let area = Area::new(shape, width, height).map_err(|error| (size_node.span, error));
        let span = levels_node.unwrap_or(size_node).span;
        match area.and_then(|area| area.with_levels(levels).map_err(|error| (span, error))) {
            Ok(area) => Some(area),
            Err((span, error)) => {
                self.tree.fault(span, Diagnostic::error("bad-size", error.to_string()));
                None
            }
        }
    }

    fn symmetry(&mut self, node: &Node, area: &Area) -> Option<Symmetry> {
        let kind = match self.tree.text(node, "`symmetry`").parse::<SymmetryKind>() {
            Ok(kind) => kind,
            Err(unknown) => {
                self.tree.fault(node.span, Diagnostic::error("unknown-symmetry", unknown.to_string()));
                return None;
            }
        };
        let symmetry = Symmetry::new(area, kind);
        if let Err(error) = &symmetry {
            self.tree.fault(node.span, Diagnostic::error("bad-symmetry", error.to_string()));
        }
        symmetry.ok()
    }

    /// The values of a layer of glyphs, as bytes whatever the layer holds, so that this is compiled once.
    fn glyphs(
        &mut self,
        node: &Node,
        area: &Area,
        void: u8,
        value: &mut dyn FnMut(&mut Self, &Node) -> Option<u8>,
    ) -> Option<Vec<u8>> {
        self.tree.map_of(node, "a layer", &["legend", if area.levels() == 1 { ROWS } else { LEVELS }]);
        let mut legend = BTreeMap::new();
        let entries = self.tree.map(node.get("legend"), "the legend");
        for (glyph, meaning) in entries {
            let mut chars = glyph.text.chars();
            match (chars.next(), chars.next()) {
                (Some(single), None) if !single.is_ascii_digit() => {
                    if let Some(value) = value(self, meaning) {
                        legend.insert(single, value);
                    }
                }
                _ => {
                    let diagnostic = Diagnostic::error("bad-glyph", format!("`{}` cannot be a glyph", glyph.text));
                    self.tree.fault(glyph.span, diagnostic.expected("one character that is no digit"));
                }
            }
        }
        let rows = self.rows(node, area)?;
        match read_glyph_rows(area, &rows, &legend, void) {
            Ok(values) => Some(values),
            Err(fault) => {
                // A broken legend was reported already; its glyphs are not reported as unknown too.
                if !self.tree.found.has_errors() || fault.row.is_none() {
                    self.layer_fault(node, fault);
                }
                None
            }
        }
    }

    fn layers(&mut self, root: &Node, design: &Design, world: &mut World) {
        let area = world.area;
        if let Some(node) = root.get("terrain") {
            let kinds = self.glyphs(node, &area, 0, &mut |reader, meaning| {
                let name = reader.tree.text(meaning, "a terrain");
                let kind = reader.find::<TerrainType>(design, name, meaning.span)?;
                if design.cell_terrain().all(|cell_kind| cell_kind != kind) {
                    let diagnostic = Diagnostic::error("wrong-subtype", format!("`{name}` does not fill cells"));
                    reader.tree.fault(meaning.span, diagnostic.suggest("write it under `edges`"));
                    return None;
                }
                Some(kind.0)
            });
            world.terrain = kinds.map(|kinds| Layer::from_values(&area, kinds.into_iter().map(TerrainType).collect()));
        }
        if let Some(node) = root.get("elevation") {
            let range = i32::from(i16::MIN)..=i32::from(i16::MAX);
            let values = self.numbers(node, &area, range);
            let heights = values.map(|values| values.into_iter().map(|value| value as i16).collect());
            world.elevation = heights.map(|heights| Layer::from_values(&area, heights));
        }
        let most = (1 << area.directions()) - 1;
        for (name, node) in self.tree.map(root.get("edges"), "`edges`") {
            let kind = self.find::<TerrainType>(design, &name.text, name.span);
            let masks = self.glyphs(node, &area, 0, &mut |reader, meaning| {
                Some(reader.tree.int(meaning, "a mask of edges", 0..=most)? as u8)
            });
            let masks = masks.map(|masks| Layer::from_values(&area, masks));
            if let (Some(kind), Some(masks)) = (kind, masks) {
                let is_equal = |cell: Cell| {
                    area.around(cell).all(|(direction, other)| {
                        grid::has_edge(masks[cell], direction) == grid::has_edge(masks[other], area.opposite(direction))
                    })
                };
                if let Some(cell) = area.cells().find(|&cell| !is_equal(cell)) {
                    let (column, row) = area.column_row(cell);
                    let level = match area.levels() {
                        1 => String::new(),
                        _ => format!("of level {}, ", area.level(cell) + 1),
                    };
                    let message = format!(
                        "the edges of the cell in column {column}, row {row} from the south, {level}both counted from 0, \
                         differ from its neighbours'"
                    );
                    let diagnostic = Diagnostic::error("edges-differ", message);
                    // Files have the northernmost row first.
                    let line = (area.level(cell) + 1) as usize * area.height() as usize - 1 - row as usize;
                    let at = row_nodes(node).nth(line).unwrap_or(node);
                    self.tree.fault(at.span, diagnostic.expected("each edge in the masks of both of its cells"));
                }
                world.edges.insert(kind, masks);
            }
        }
        if let Some(node) = root.get("country") {
            let last = root.get("sides").and_then(Node::items).map_or(0, <[Node]>::len) as i64;
            let sides = self.glyphs(node, &area, 0, &mut |reader, meaning| {
                Some(reader.tree.int(meaning, "a side", 0..=last)? as u8)
            });
            world.country = sides.map(|sides| Layer::from_values(&area, sides));
        }
        world.people = root.get("people").and_then(|node| self.owners(root, node, &area));
        world.control = root.get("control").and_then(|node| self.owners(root, node, &area));
        if let Some(node) = root.get("temperature") {
            let range = i32::from(i16::MIN)..=i32::from(i16::MAX);
            let values = self.numbers(node, &area, range);
            world.temperature =
                values.map(|values| Layer::from_values(&area, values.into_iter().map(|value| value as i16).collect()));
        }
        if let Some(node) = root.get("clouds") {
            let values = self.numbers(node, &area, 0..=100);
            world.clouds =
                values.map(|values| Layer::from_values(&area, values.into_iter().map(|value| value as u8).collect()));
        }
        if let Some(node) = root.get("winds") {
            world.winds = self.winds(node, &area);
        }
        for (name, node) in self.tree.map(root.get("materials"), "`materials`") {
            let kind = self.find::<MaterialType>(design, &name.text, name.span);
            if let (Some(kind), Some(values)) = (kind, self.numbers(node, &area, 0..=i32::MAX)) {
                world.materials.insert(kind, Layer::from_values(&area, values));
            }
        }
    }

    /// A layer of numbers of sides, 0 for independents, or nobody.
    fn owners(&mut self, root: &Node, node: &Node, area: &Area) -> Option<Layer<Owner>> {
        let last = root.get("sides").and_then(Node::items).map_or(0, <[Node]>::len) as i64;
        // More than any number of sides.
        const NO_SIDE: u8 = u8::MAX;
        let sides = self.glyphs(node, area, NO_SIDE, &mut |reader, meaning| {
            if meaning.text() == Some(NOBODY) {
                return Some(NO_SIDE);
            }
            Some(reader.tree.int(meaning, "a side", 0..=last)? as u8)
        })?;
        let owner = |side: u8| Owner::from(Some(SideId(side)).filter(|_| side != NO_SIDE));
        Some(Layer::from_values(area, sides.into_iter().map(owner).collect()))
    }

    fn winds(&mut self, node: &Node, area: &Area) -> Option<Layer<Wind>> {
        let values = self.numbers(node, area, 0..=8 * i32::from(u16::MAX) + 7)?;
        let winds: Option<Vec<Wind>> = values
            .into_iter()
            .map(|packed| Wind::unpack(packed).filter(|wind| wind.direction.0 < area.directions()))
            .collect();
        if winds.is_none() {
            self.layer_fault(
                node,
                LayerFault {
                    row: None,
                    message: "a wind blows in a direction that this area has not".to_owned(),
                    expected: format!("8 times the force, and a direction below {}", area.directions()),
                },
            );
        }
        winds.map(|winds| Layer::from_values(area, winds))
    }

    fn features(&mut self, root: &Node, world: &mut World) {
        let area = world.area;
        let Some(node) = root.get("features") else { return };
        let mut features = Vec::new();
        for node in self.tree.list(node, "`features`") {
            features.extend(self.feature(node, &area));
        }
        let Some(node) = root.get("feature-of") else {
            return self.tree.missing(root, "`feature-of`, which belongs to `features`,");
        };
        let last = features.len().min(usize::from(u16::MAX)) as i32;
        if let Some(values) = self.numbers(node, &area, 0..=last) {
            let ids = values.into_iter().map(|value| FeatureId(value as u16)).collect();
            world.feature_of = Some(Layer::from_values(&area, ids));
            world.features = features;
        }
    }

    /// A named part of the world.
    pub(crate) fn feature(&mut self, node: &Node, area: &Area) -> Option<Feature> {
        self.tree.map_of(node, "a feature", &["class", "kind", "name", "at", "size", "spring", "course"]);
        let word = self.tree.text(node.get("class"), "`class`");
        let class = FeatureClass::ALL.iter().copied().find(|class| class.word() == word);
        if class.is_none() {
            let words: Vec<&str> = FeatureClass::ALL.iter().map(|class| class.word()).collect();
            self.tree.wrong(node.get("class").unwrap_or(node), "`class`", format!("one of {}", words.join(", ")));
        }
        let kind = self.tree.line(node.get("kind"), "`kind`");
        let name = self.tree.line(node.get("name"), "`name`");
        let at = self.tree.required(node, "at").and_then(|at| self.cell(area, at));
        let size = self.tree.int(node.get("size"), "`size`", 0..=i64::from(u32::MAX)).unwrap_or(0);
        let course = match (node.get("spring"), node.get("course")) {
            (Some(spring), Some(course)) => self.course(area, spring, course),
            _ => Some(Vec::new()),
        };
        Some(Feature { class: class?, kind, name, at: at?, size: size as u32, course: course?, made_by: None })
    }

    fn links(&mut self, root: &Node, design: &Design, world: &mut World) {
        let area = world.area;
        for node in self.tree.list(root.get("links"), "`links`") {
            world.links.extend(self.link(node, design, &area));
        }
    }

    /// A link between cells.
    pub(crate) fn link(&mut self, node: &Node, design: &Design, area: &Area) -> Option<Link> {
        self.tree.map_of(node, "a link", &["type", "from", "to", "one-way", "cost", "name"]);
        let kind = self.tree.required(node, "type").and_then(|kind| {
            let name = self.tree.text(kind, "`type`");
            let found = self.find::<TerrainType>(design, name, kind.span)?;
            if design.connection_terrain().all(|connection| connection != found) {
                let diagnostic = Diagnostic::error("wrong-subtype", format!("`{name}` is no connection"));
                self.tree.fault(kind.span, diagnostic.expected("a type of terrain whose `subtype` is connection"));
                return None;
            }
            Some(found)
        });
        let from = self.tree.required(node, "from").and_then(|at| self.cell(area, at));
        let to = self.tree.required(node, "to").and_then(|at| self.cell(area, at));
        let is_one_way = self.tree.flag(node.get("one-way"), "`one-way`");
        let cost = self.tree.int(node.get("cost"), "`cost`", 0..=i64::from(u16::MAX)).unwrap_or(0) as u16;
        let name = self.tree.line(node.get("name"), "`name`");
        let (from, to) = (from?, to?);
        if from == to {
            self.tree.wrong(node, "a link", "two different places");
            return None;
        }
        Some(Link { kind: kind?, from, to, is_one_way, cost, name })
    }

    fn course(&mut self, area: &Area, spring: &Node, course: &Node) -> Option<Vec<Cell>> {
        let mut cells = vec![self.cell(area, spring)?];
        for digit in self.tree.text(course, "`course`").bytes() {
            let direction = Direction(digit.wrapping_sub(b'0'));
            let next = (direction.0 < area.directions()).then(|| area.neighbor(*cells.last()?, direction)).flatten();
            let Some(next) = next else {
                self.tree.wrong(course, "`course`", "digits of directions that stay within the area");
                return None;
            };
            cells.push(next);
        }
        Some(cells)
    }

    fn sides(&mut self, root: &Node, design: &Design, area: &Area) -> Vec<Side> {
        let mut sides = Vec::new();
        for node in root.get("sides").map_or(&[][..], |node| design::list_sides(node, &mut self.tree)) {
            sides.push(self.one_side(node, &["center", REST], design, area));
        }
        sides
    }

    /// A side; `besides` are the names of entries that no side of a design has.
    pub(crate) fn one_side(&mut self, node: &Node, besides: &[&str], design: &Design, area: &Area) -> Side {
        let mut side = design::read_side(node, besides, &mut self.tree);
        side.gdl = design::read_extras(node.get("gdl"), design, &mut self.tree);
        let center = node.get("center").and_then(|node| self.cell(area, node));
        let rest = self.tree.int(node.get(REST), "`handicap-rest`", 0..=i64::from(u32::MAX)).unwrap_or(0) as u32;
        Side { center, handicap_rest: rest, ..side.into() }
    }

    fn origins(&mut self, node: &Node) -> Origins {
        self.tree.map_of(node, "`made-by`", &["string", "seed", "version", "methods"]);
        let mut methods = Vec::new();
        for node in self.tree.list(node.get("methods"), "`methods`") {
            match node.items() {
                Some([method, outcome]) => {
                    let [method, outcome] =
                        [(method, "a method"), (outcome, "what it did")].map(|(node, what)| self.tree.text(node, what));
                    methods.push((method.to_owned(), outcome.to_owned()));
                }
                _ => self.tree.wrong(node, "an entry of `methods`", "[\"method\", \"what it did\"]"),
            }
        }
        Origins {
            string: self.tree.text(node.get("string"), "`string`").to_owned(),
            seed: self.tree.int(node.get("seed"), "`seed`", 0..=i64::MAX).unwrap_or(0) as u64,
            version: self.tree.text(node.get("version"), "`version`").to_owned(),
            methods,
        }
    }
}
