//! Reading a scenario: every fault of the file in one run, each with its place and what would be right.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use design::{
    Atom, Design, Diagnostic, Diagnostics, Draft, Entry, Faults, Known, MaterialType, Node, NodeValue, Properties,
    Scope, Sources, Span, TerrainType, TypeId,
};
use grid::{Area, Cell, Direction, Layer, Shape, Symmetry, SymmetryKind};
use world::{Feature, FeatureClass, FeatureId, Origins, Scenario, Side, Wind, World};

use crate::layers::{LayerFault, NOBODY, read_glyph_rows, read_number_rows, read_packed};
use crate::{Include, read_sources};

/// Reads a scenario. Its design stands in it, or is named and given by `include`.
///
/// # Errors
/// Everything that is wrong, in one go; nothing of a broken file is used.
pub fn read_scenario(
    file: &str,
    text: &str,
    include: &Include<'_>,
    known: &Known,
) -> Result<(Scenario, Diagnostics), Diagnostics> {
    let mut sources = Sources::default();
    let id = sources.add(file, text);
    let root = crate::read_tree(&sources, id).map_err(|fault| Diagnostics(vec![fault]))?;
    let (libraries, faults) = crate::read_units::gather(&root, include, &mut sources);
    let mut reader = Reader { sources: &sources, found: faults };
    let design = reader.design(&root, include, known);
    let scenario = reader.scenario(&root, &libraries, design);
    let found = reader.found.finish(&sources);
    match scenario {
        Some(scenario) if !found.has_errors() => Ok((scenario, found)),
        _ => Err(found),
    }
}

/// A scenario of a tree that holds all but its design.
pub(crate) fn read_sections(root: &Node, sources: &Sources, design: Arc<Design>) -> (Option<Scenario>, Diagnostics) {
    let mut reader = Reader { sources, found: Faults::default() };
    let scenario = reader.scenario(root, &[], Some(design));
    (scenario, reader.found.finish(sources))
}

const SECTIONS: &[&str] = &[
    "format",
    "made-by",
    "area",
    "symmetry",
    "asymmetry",
    "date",
    "sides",
    "fairness",
    "terrain",
    "elevation",
    "edges",
    "country",
    "people",
    "control",
    "temperature",
    "clouds",
    "winds",
    "materials",
    "features",
    "feature-of",
    "provinces",
    "province-links",
    "province-of",
    "units",
    "include",
    "world",
    "layers",
    "forms",
    "design",
];

/// Layers that only the rules of GDL know.
pub(crate) const GDL_LAYERS: &[&str] = &["cloud-bottoms", "cloud-heights", "user"];

pub(crate) struct Reader<'a> {
    sources: &'a Sources,
    found: Faults,
}

impl Reader<'_> {
    pub(crate) fn fault(&mut self, span: Span, diagnostic: Diagnostic) {
        self.found.add(self.sources, span, diagnostic);
    }

    pub(crate) fn wrong(&mut self, node: &Node, what: &str, expected: &str) {
        let diagnostic = Diagnostic::error("wrong-kind", format!("{what} cannot be this"));
        self.fault(node.span, diagnostic.found(node.describe()).expected(expected));
    }

    pub(crate) fn missing(&mut self, node: &Node, what: &str) {
        self.fault(node.span, Diagnostic::error("missing", format!("{what} is missing")));
    }

    pub(crate) fn map<'n>(&mut self, node: &'n Node, what: &str, names: &[&str]) -> &'n [Entry] {
        let Some(entries) = node.entries() else {
            self.wrong(node, what, "a map such as { \"name\": value }");
            return &[];
        };
        let mut earlier = BTreeSet::new();
        for (name, _) in entries {
            if !names.is_empty() && !names.contains(&name.text.as_str()) {
                let diagnostic = Diagnostic::error("unknown-entry", format!("{what} has no `{}`", name.text));
                self.fault(name.span, diagnostic.one_of(&name.text, names));
            } else if !earlier.insert(name.text.as_str()) {
                let diagnostic = Diagnostic::error("duplicate-name", format!("`{}` stands twice in {what}", name.text));
                self.fault(name.span, diagnostic.suggest("remove one of them"));
            }
        }
        entries
    }

    pub(crate) fn list<'n>(&mut self, node: &'n Node, what: &str) -> &'n [Node] {
        node.items().unwrap_or_else(|| {
            self.wrong(node, what, "a list");
            &[]
        })
    }

    pub(crate) fn int(&mut self, node: &Node, what: &str, range: std::ops::RangeInclusive<i64>) -> Option<i64> {
        match node.value {
            NodeValue::Int(number) if range.contains(&number) => Some(number),
            _ => {
                self.wrong(node, what, &format!("a whole number from {} to {}", range.start(), range.end()));
                None
            }
        }
    }

    pub(crate) fn text(&mut self, node: Option<&Node>, what: &str) -> String {
        match node.map(|node| (node, node.text())) {
            None => String::new(),
            Some((_, Some(text))) => text.to_owned(),
            Some((node, None)) => {
                self.wrong(node, what, "a text in quotes");
                String::new()
            }
        }
    }

    /// A text that is shown in a line.
    pub(crate) fn name(&mut self, node: Option<&Node>, what: &str) -> String {
        let text = self.text(node, what);
        if let Some(node) = node
            && text.contains(char::is_control)
        {
            self.wrong(node, what, "a text without control characters");
        }
        text
    }

    fn design(&mut self, root: &Node, include: &Include<'_>, known: &Known) -> Option<Arc<Design>> {
        let Some(node) = root.get("design") else {
            self.missing(root, "`design`");
            return None;
        };
        let resolved = match &node.value {
            NodeValue::Map(_) => {
                let draft = Draft { file: node.span.file, root: node.clone() };
                design::resolve("scenario", &[draft], self.sources, known)
            }
            NodeValue::Text(name) => {
                let Some((file, text)) = include(name) else {
                    let diagnostic = Diagnostic::error("missing-include", format!("there is no design `{name}`"));
                    self.fault(node.span, diagnostic.suggest("name a preset, or write the design here"));
                    return None;
                };
                read_sources(&file, &text, include, &[])
                    .and_then(|(sources, drafts)| design::resolve(name, &drafts, &sources, known))
            }
            _ => {
                self.wrong(node, "`design`", "a design, or the name of one");
                return None;
            }
        };
        match resolved {
            // Lints of the design are its designer's business, not that of who loads a scenario.
            Ok((design, _)) => Some(Arc::new(design)),
            Err(faults) => {
                self.found.extend(faults.0);
                None
            }
        }
    }

    fn scenario(&mut self, root: &Node, libraries: &[Node], design: Option<Arc<Design>>) -> Option<Scenario> {
        self.map(root, "the file", SECTIONS);
        match root.get("format") {
            Some(Node { value: NodeValue::Int(1), .. }) => {}
            Some(node) => {
                let diagnostic = Diagnostic::error("format-version", "this version of the format is not known");
                let diagnostic = diagnostic.found(node.describe()).expected("1");
                self.fault(node.span, diagnostic.suggest("a newer Fairmarch may read it"));
            }
            None => self.missing(root, "`format`"),
        }
        let area = match root.get("area") {
            Some(node) => self.area(node)?,
            None => {
                self.missing(root, "`area`");
                return None;
            }
        };
        // Without its design nothing else of a scenario has a meaning.
        let design = design?;
        let mut world = World::new(area);
        world.symmetry = root.get("symmetry").and_then(|node| self.symmetry(node, &area));
        let asymmetry = root.get("asymmetry").and_then(|node| self.int(node, "`asymmetry`", 0..=100));
        world.asymmetry = asymmetry.unwrap_or(0) as u8;
        self.layers(root, &design, &mut world);
        world.date = self.name(root.get("date"), "`date`");
        if let Some(node) = root.get("world") {
            let scopes = [Scope::World, Scope::Area];
            world.gdl = design::read_properties(&scopes, node, self.sources, &mut self.found);
        }
        for (name, node) in root.get("layers").map(|node| self.map(node, "`layers`", &[])).unwrap_or_default() {
            let coats =
                name.text.strip_prefix("coating ").is_some_and(|kind| design.find::<TerrainType>(kind).is_some());
            if !coats && !GDL_LAYERS.contains(&name.text.as_str()) {
                let diagnostic = Diagnostic::error("unknown-entry", format!("`layers` has no `{}`", name.text));
                let expected = format!("one of {}, or `coating` and a terrain type", GDL_LAYERS.join(", "));
                self.fault(name.span, diagnostic.expected(expected));
                continue;
            }

            if let Some(values) = self.numbers(node, &area, i32::MIN..=i32::MAX) {
                world.gdl_layers.insert(name.text.clone(), Layer::from_values(&area, values));
            }
        }
        self.features(root, &mut world);
        let sides = self.sides(root, &area);
        self.provinces(root, &mut world, sides.len());
        let units = self.units(root, libraries, &design, &area, &sides);
        let origins = root.get("made-by").map(|node| self.origins(node)).unwrap_or_default();
        let fairness = root.get("fairness").and_then(|node| self.fairness(node, sides.len()));
        let forms = self.forms(root);
        Some(Scenario { design, world, sides, units, origins, forms, fairness })
    }

    fn area(&mut self, node: &Node) -> Option<Area> {
        self.map(node, "`area`", &["shape", "size"]);
        let shape = match node.get("shape") {
            Some(shape) => match self.text(Some(shape), "`shape`").parse::<Shape>() {
                Ok(known) => Some(known),
                Err(unknown) => {
                    self.fault(shape.span, Diagnostic::error("unknown-shape", unknown.to_string()));
                    None
                }
            },
            None => {
                self.missing(node, "`shape`");
                None
            }
        };
        let Some(size_node) = node.get("size") else {
            self.missing(node, "`size`");
            return None;
        };
        let Some((width, height)) = size_node.text().and_then(design::SupportedAreas::parse_size) else {
            self.wrong(size_node, "`size`", "WIDTHxHEIGHT such as \"60x40\"");
            return None;
        };
        match Area::new(shape?, width, height) {
            Ok(area) => Some(area),
            Err(error) => {
                self.fault(size_node.span, Diagnostic::error("bad-size", error.to_string()));
                None
            }
        }
    }

    fn symmetry(&mut self, node: &Node, area: &Area) -> Option<Symmetry> {
        let kind = match self.text(Some(node), "`symmetry`").parse::<SymmetryKind>() {
            Ok(kind) => kind,
            Err(unknown) => {
                self.fault(node.span, Diagnostic::error("unknown-symmetry", unknown.to_string()));
                return None;
            }
        };
        let symmetry = Symmetry::new(area, kind);
        if let Err(error) = &symmetry {
            self.fault(node.span, Diagnostic::error("bad-symmetry", error.to_string()));
        }
        symmetry.ok()
    }

    pub(crate) fn cell(&mut self, area: &Area, node: &Node) -> Option<Cell> {
        if let [Node { value: NodeValue::Int(column), .. }, Node { value: NodeValue::Int(row), .. }] =
            node.items().unwrap_or_default()
            && let (Ok(column), Ok(row)) = (i32::try_from(*column), i32::try_from(*row))
            && (0..area.width() as i32).contains(&column)
            && let Some(cell) = area.cell(column, row)
        {
            return Some(cell);
        }
        let size = format!("[column, row] of a cell in {}x{}", area.width(), area.height());
        self.wrong(node, "a place", &size);
        None
    }

    fn layer_fault(&mut self, node: &Node, fault: LayerFault) {
        let rows = node.get("rows").and_then(Node::items);
        let at = fault.row.and_then(|row| rows?.get(row)).or_else(|| node.get("rows")).unwrap_or(node);
        self.fault(at.span, Diagnostic::error("bad-layer", fault.message).expected(fault.expected));
    }

    fn rows<'n>(&mut self, node: &'n Node) -> Option<Vec<&'n str>> {
        let Some(rows) = node.get("rows") else {
            self.missing(node, "`rows`");
            return None;
        };
        let items = self.list(rows, "`rows`");
        let texts: Option<Vec<&str>> = items.iter().map(Node::text).collect();
        if texts.is_none() {
            self.wrong(rows, "`rows`", "a list of texts");
        }
        texts
    }

    fn glyphs<T: Copy>(
        &mut self,
        node: &Node,
        area: &Area,
        void: T,
        mut value: impl FnMut(&mut Self, &Node) -> Option<T>,
    ) -> Option<Layer<T>> {
        self.map(node, "a layer", &["legend", "rows"]);
        let mut legend = BTreeMap::new();
        let entries = node.get("legend").map(|legend| self.map(legend, "the legend", &[])).unwrap_or_default();
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
                    self.fault(glyph.span, diagnostic.expected("one character that is no digit"));
                }
            }
        }
        let rows = self.rows(node)?;
        match read_glyph_rows(area, &rows, &legend, void) {
            Ok(values) => Some(Layer::from_values(area, values)),
            Err(fault) => {
                // A broken legend has been told of already; its glyphs are not unknown as well.
                if !self.found.has_errors() || fault.row.is_none() {
                    self.layer_fault(node, fault);
                }
                None
            }
        }
    }

    pub(crate) fn numbers(
        &mut self,
        node: &Node,
        area: &Area,
        range: std::ops::RangeInclusive<i32>,
    ) -> Option<Vec<i32>> {
        self.map(node, "a layer", &["rows", "packed"]);
        let read = match node.get("packed") {
            Some(packed) => {
                let text = self.text(Some(packed), "`packed`");
                read_packed(area, &text)
            }
            None => read_number_rows(area, &self.rows(node)?),
        };
        let read = read.and_then(|values| match values.iter().find(|value| !range.contains(value)) {
            None => Ok(values),
            Some(wrong) => Err(LayerFault {
                row: None,
                message: format!("{wrong} is out of range"),
                expected: format!("numbers from {} to {}", range.start(), range.end()),
            }),
        });
        match read {
            Ok(values) => Some(values),
            Err(fault) => {
                self.layer_fault(node, fault);
                None
            }
        }
    }

    pub(crate) fn find<I: TypeId>(&mut self, design: &Design, name: &str, span: Span) -> Option<I> {
        let found = design.find(name);
        if found.is_none() {
            let noun = I::SCOPE.noun();
            let diagnostic = Diagnostic::error("unknown-type", format!("unknown {noun} `{name}`"));
            let names = design.types(I::SCOPE).names.iter().map(String::as_str);
            self.fault(span, diagnostic.did_you_mean(name, names));
        }
        found
    }

    fn layers(&mut self, root: &Node, design: &Design, world: &mut World) {
        let area = world.area;
        if let Some(node) = root.get("terrain") {
            world.terrain = self.glyphs(node, &area, TerrainType(0), |reader, meaning| {
                let name = reader.text(Some(meaning), "a terrain");
                let kind = reader.find::<TerrainType>(design, &name, meaning.span)?;
                if design.cell_terrain().all(|cell_kind| cell_kind != kind) {
                    let diagnostic = Diagnostic::error("wrong-subtype", format!("`{name}` does not fill cells"));
                    reader.fault(meaning.span, diagnostic.suggest("write it under `edges`"));
                    return None;
                }
                Some(kind)
            });
        }
        if let Some(node) = root.get("elevation") {
            let range = i32::from(i16::MIN)..=i32::from(i16::MAX);
            let values = self.numbers(node, &area, range);
            let heights = values.map(|values| values.into_iter().map(|value| value as i16).collect());
            world.elevation = heights.map(|heights| Layer::from_values(&area, heights));
        }
        let most = (1 << area.directions()) - 1;
        for (name, node) in root.get("edges").map(|node| self.map(node, "`edges`", &[])).unwrap_or_default() {
            let kind = self.find::<TerrainType>(design, &name.text, name.span);
            let masks = self.glyphs(node, &area, 0, |reader, meaning| {
                Some(reader.int(meaning, "a mask of edges", 0..=most)? as u8)
            });
            if let (Some(kind), Some(masks)) = (kind, masks) {
                let is_equal = |cell: Cell| {
                    area.around(cell).all(|(direction, other)| {
                        grid::has_edge(masks[cell], direction) == grid::has_edge(masks[other], area.opposite(direction))
                    })
                };
                if let Some(cell) = area.cells().find(|&cell| !is_equal(cell)) {
                    let (column, row) = area.column_row(cell);
                    let message = format!(
                        "the edges of the cell in column {column}, row {row} from the south, both counted from 0, differ \
                         from its neighbours'"
                    );
                    let diagnostic = Diagnostic::error("edges-differ", message);
                    // Files have the northernmost row first.
                    let line = area.height() as usize - 1 - row as usize;
                    let at = node.get("rows").and_then(Node::items).and_then(|rows| rows.get(line)).unwrap_or(node);
                    self.fault(at.span, diagnostic.expected("each edge in the masks of both of its cells"));
                }
                world.edges.insert(kind, masks);
            }
        }
        if let Some(node) = root.get("country") {
            let last = root.get("sides").and_then(Node::items).map_or(0, <[Node]>::len) as i64;
            world.country =
                self.glyphs(node, &area, 0, |reader, meaning| Some(reader.int(meaning, "a side", 0..=last)? as u8));
        }
        world.people = root.get("people").and_then(|node| self.sides_layer(root, node, &area));
        world.control = root.get("control").and_then(|node| self.sides_layer(root, node, &area));
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
        for (name, node) in root.get("materials").map(|node| self.map(node, "`materials`", &[])).unwrap_or_default() {
            let kind = self.find::<MaterialType>(design, &name.text, name.span);
            if let (Some(kind), Some(values)) = (kind, self.numbers(node, &area, 0..=i32::MAX)) {
                world.materials.insert(kind, Layer::from_values(&area, values));
            }
        }
    }

    /// Numbers of sides, 0, or nobody.
    fn sides_layer(&mut self, root: &Node, node: &Node, area: &Area) -> Option<Layer<u8>> {
        let last = root.get("sides").and_then(Node::items).map_or(0, <[Node]>::len) as i64;
        self.glyphs(node, area, World::NOBODY, |reader, meaning| {
            if meaning.text() == Some(NOBODY) {
                return Some(World::NOBODY);
            }
            Some(reader.int(meaning, "a side", 0..=last)? as u8)
        })
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

    /// What only the rules of GDL know of a unit.
    pub(crate) fn piece(&mut self, node: &Node) -> Properties {
        design::read_properties(&[Scope::Piece], node, self.sources, &mut self.found)
    }

    /// Forms that only the rules of GDL know.
    fn forms(&mut self, root: &Node) -> Vec<Vec<Atom>> {
        let items = root.get("forms").map(|node| self.list(node, "`forms`")).unwrap_or_default();
        items.iter().filter_map(|item| design::read_atoms(item, self.sources, &mut self.found)).collect()
    }

    fn features(&mut self, root: &Node, world: &mut World) {
        let area = world.area;
        let Some(node) = root.get("features") else { return };
        let mut features = Vec::new();
        for node in self.list(node, "`features`") {
            self.map(node, "a feature", &["class", "kind", "name", "at", "size", "spring", "course"]);
            let word = self.text(node.get("class"), "`class`");
            let class = FeatureClass::ALL.iter().copied().find(|class| class.word() == word);
            if class.is_none() {
                let words: Vec<&str> = FeatureClass::ALL.iter().map(|class| class.word()).collect();
                self.wrong(node.get("class").unwrap_or(node), "`class`", &format!("one of {}", words.join(", ")));
            }
            let kind = self.name(node.get("kind"), "`kind`");
            let name = self.name(node.get("name"), "`name`");
            let at = match node.get("at") {
                Some(at) => self.cell(&area, at),
                None => {
                    self.missing(node, "`at`");
                    None
                }
            };
            let size = node.get("size").and_then(|size| self.int(size, "`size`", 0..=i64::from(u32::MAX))).unwrap_or(0);
            let course = match (node.get("spring"), node.get("course")) {
                (Some(spring), Some(course)) => self.course(&area, spring, course),
                _ => Some(Vec::new()),
            };
            if let (Some(class), Some(at), Some(course)) = (class, at, course) {
                features.push(Feature { class, kind, name, at, size: size as u32, course });
            }
        }
        let Some(node) = root.get("feature-of") else {
            return self.missing(root, "`feature-of`, which belongs to `features`,");
        };
        let last = features.len().min(usize::from(u16::MAX)) as i32;
        if let Some(values) = self.numbers(node, &area, 0..=last) {
            let ids = values.into_iter().map(|value| FeatureId(value as u16)).collect();
            world.feature_of = Some(Layer::from_values(&area, ids));
            world.features = features;
        }
    }

    fn course(&mut self, area: &Area, spring: &Node, course: &Node) -> Option<Vec<Cell>> {
        let mut cells = vec![self.cell(area, spring)?];
        for digit in self.text(Some(course), "`course`").bytes() {
            let direction = Direction(digit.wrapping_sub(b'0'));
            let next = (direction.0 < area.directions()).then(|| area.neighbor(*cells.last()?, direction)).flatten();
            let Some(next) = next else {
                self.wrong(course, "`course`", "digits of directions that stay within the area");
                return None;
            };
            cells.push(next);
        }
        Some(cells)
    }

    fn sides(&mut self, root: &Node, area: &Area) -> Vec<Side> {
        let mut sides = Vec::new();
        for node in root.get("sides").map(|node| self.list(node, "`sides`")).unwrap_or_default() {
            let side = design::read_side(node, &["center"], self.sources, &mut self.found);
            let center = node.get("center").and_then(|node| self.cell(area, node));
            sides.push(Side { center, ..side.into() });
        }
        if sides.len() > 200 {
            self.fault(root.span, Diagnostic::error("too-many-sides", "a scenario has at most 200 sides"));
            sides.truncate(200);
        }
        sides
    }

    fn origins(&mut self, node: &Node) -> Origins {
        self.map(node, "`made-by`", &["string", "seed", "version", "methods"]);
        let mut methods = Vec::new();
        for node in node.get("methods").map(|node| self.list(node, "`methods`")).unwrap_or_default() {
            match node.items() {
                Some([method, outcome]) => {
                    methods.push((self.text(Some(method), "a method"), self.text(Some(outcome), "what it did")));
                }
                _ => self.wrong(node, "an entry of `methods`", "[\"method\", \"what it did\"]"),
            }
        }
        Origins {
            string: self.text(node.get("string"), "`string`"),
            seed: node.get("seed").and_then(|seed| self.int(seed, "`seed`", 0..=i64::MAX)).unwrap_or(0) as u64,
            version: self.text(node.get("version"), "`version`"),
            methods,
        }
    }

    pub(crate) fn decimal(&mut self, node: Option<&Node>, what: &str) -> f64 {
        let read = node.and_then(|node| match &node.value {
            NodeValue::Int(number) => Some(*number as f64),
            NodeValue::Text(text) => text.parse().ok(),
            _ => None,
        });
        if let (None, Some(node)) = (read, node) {
            self.wrong(node, what, "a decimal number such as \"0.75\"");
        }
        read.filter(|number: &f64| number.is_finite()).unwrap_or(0.0)
    }
}
