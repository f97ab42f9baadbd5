//! `world`, `area` and layers (`gdl-reference`, section 7): what a module says about the map, and the world made of it.

use std::collections::BTreeSet;

use design::parameters::{find, rows};
use design::{Atom, Diagnostic, MaterialType, Properties, Scope, Span, TerrainType, TypeId};
use grid::{Area, Cell, Direction, Layer, Shape};
use world::{Feature, FeatureClass, FeatureId, Owner, SideId, Wind, World};

use super::super::{CIRCUMFERENCE, NOBODY};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// What a module says about the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct AreaDraft {
    size: Option<((i32, i32), Span)>,
    circumference: Option<i32>,
    gdl: Properties,
    /// If layers and units are given for a larger area: its width and height, and x and y of this area in it.
    pub(crate) window: Option<(i32, i32, i32, i32)>,
    /// In the order of their keys.
    layers: Vec<(LayerKey, Vec<i32>, Span)>,
    features: Vec<(i32, String, String)>,
}

/// The key of a layer: its name, and the index of the type that it belongs to, or 0.
type LayerKey = (&'static str, usize);

/// The names of layers, and the kind of types for layers that exist once per type.
const LAYERS: &[(&str, Option<Scope>)] = &[
    ("terrain", None),
    ("aux-terrain", Some(Scope::Terrain)),
    ("features", None),
    ("people-sides", None),
    ("control-sides", None),
    ("elevations", None),
    ("material", Some(Scope::Material)),
    ("temperatures", None),
    ("winds", None),
    ("clouds", None),
    ("cloud-bottoms", None),
    ("cloud-heights", None),
    ("user", None),
];

/// The longest side of an area in GDL: coordinates are numbers of 16 bits.
const SIDE_MAX: i32 = 32_767;
/// The sides of an area whose size is not given.
pub(super) const WIDTH: i32 = 60;
pub(super) const HEIGHT: i32 = 30;

impl AreaDraft {
    /// Width and height: the given ones, or the default.
    pub(crate) fn box_size(&self) -> (i32, i32) {
        self.size.map_or((WIDTH, HEIGHT), |(size, _)| size)
    }

    /// Whether anything lies on the map.
    pub(crate) fn has_layers(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Where a layer is, or would be.
    fn find_layer(&self, key: LayerKey) -> Result<usize, usize> {
        self.layers.binary_search_by(|(known, ..)| known.cmp(&key))
    }

    /// The size that the module asks for, if it asks for one.
    pub(crate) fn wanted(&self) -> Option<(i32, i32)> {
        self.size.map(|(size, _)| size)
    }

    pub(crate) fn shape(&self) -> Shape {
        if self.circumference == Some(self.box_size().0) { Shape::Cylinder } else { Shape::Hexagon }
    }

    /// The properties of world and area that are kept as they are. The circumference is among them if the shape does not tell it
    /// and it is not the usual one.
    fn take_kept(&mut self) -> Properties {
        let mut gdl = std::mem::take(&mut self.gdl);
        if let Some(circumference) = self.circumference
            && self.shape() != Shape::Cylinder
            && circumference != CIRCUMFERENCE as i32
        {
            gdl.insert("circumference".to_owned(), vec![Atom::Int(circumference)]);
        }
        gdl
    }
}

impl ModuleReader<'_> {
    /// `(world [symbol] [circumference] (property n)..)`.
    pub(crate) fn world(&mut self, form: &Form) {
        for part in form.list().unwrap_or_default().iter().skip(1) {
            match &part.kind {
                FormKind::Int(number) => self.circumference(*number, part.span),
                FormKind::Symbol(_) | FormKind::Broken => {}
                FormKind::List(_) => self.scalar(Scope::World, part),
                _ => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "this is no part of a world").found(part.describe());
                    self.fault(part.span, diagnostic.expected("its circumference, or (property number)"));
                }
            }
        }
    }

    fn circumference(&mut self, number: i32, span: Span) {
        if number < 1 {
            let diagnostic = Diagnostic::error("out-of-range", "`circumference` is out of its range");
            return self.fault(span, diagnostic.found(number.to_string()).expected("a whole number from 1 on"));
        }
        self.area.circumference = Some(number);
    }

    /// Reads a number, or a list, that describes the world or the area.
    fn scalar(&mut self, scope: Scope, form: &Form) {
        let [name, values @ ..] = form.list().unwrap_or_default() else { return };
        let word = name.symbol().unwrap_or_default();
        if find(scope, word).is_none() {
            let message = format!("the {} has no property `{}`", scope.noun(), name.describe());
            return self.unknown("unknown-property", message, word, name.span, rows(scope).iter().map(|row| row.name));
        }
        if let [Form { kind: FormKind::Int(number), span }] = values {
            match word {
                "circumference" => return self.circumference(*number, *span),
                "width" => return self.resize((*number, self.area.box_size().1), *span),
                "height" => return self.resize((self.area.box_size().0, *number), *span),
                _ => {}
            }
        }
        if values.is_empty() {
            return self.fault(form.span, Diagnostic::error("missing-part", format!("`{word}` has no value")));
        }
        let mut atoms: Vec<Atom> = values.iter().map(|value| self.atom(&ModuleReader::quoted(value))).collect();
        if let [Atom::List(list)] = atoms.as_slice() {
            atoms = list.clone();
        }
        // An empty list says nothing.
        if atoms.is_empty() {
            self.area.gdl.remove(word);
            return;
        }
        self.area.gdl.insert(word.to_owned(), atoms);
    }

    fn resize(&mut self, size: (i32, i32), span: Span) {
        let is_right = |side: i32| (Area::SIDE_MIN as i32..=SIDE_MAX).contains(&side);
        if !is_right(size.0) || !is_right(size.1) {
            let diagnostic =
                Diagnostic::error("out-of-range", format!("an area cannot be {} cells by {}", size.0, size.1));
            return self.fault(span, diagnostic.expected(format!("{} to {SIDE_MAX} each", Area::SIDE_MIN)));
        }
        // Of a map of which the area is a window, the size is that of the whole.
        if self.area.window.is_some_and(|(width, height, ..)| (width, height) == size) {
            return;
        }
        if self.area.has_layers() && self.area.box_size() != size {
            let diagnostic =
                Diagnostic::error("area-resized", "the area gets another size when layers are given already");
            return self.fault(span, diagnostic.suggest("say its size before the first layer"));
        }
        self.area.size = Some((size, span));
    }

    /// Takes the value of the variant `world-size`, which overrides the size in the module.
    pub(crate) fn world_size(&mut self, [width, height, circumference]: [i32; 3], span: Span) {
        if self.area.has_layers() {
            return;
        }
        self.circumference(circumference, span);
        self.resize((width, height), span);
    }

    /// `(area [symbol] [width [height]] [(restrict ..)] (property ..)..)`.
    pub(crate) fn area_form(&mut self, form: &Form) {
        let items = &form.list().unwrap_or_default()[1..];
        if items.first().and_then(Form::symbol) == Some("add") {
            return self.repaint(form, &items[1..]);
        }
        let mut sides = Vec::new();
        for (number, part) in items.iter().enumerate() {
            match &part.kind {
                FormKind::Int(side) if sides.len() < 2 => sides.push((*side, part.span)),
                FormKind::Symbol(_) if number == 0 => {}
                FormKind::Broken => {}
                FormKind::List(parts) if !parts.is_empty() => {
                    self.take_size(&mut sides);
                    self.area_part(part);
                }
                _ => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "this is no part of an area").found(part.describe());
                    self.fault(part.span, diagnostic.expected("width, height, a property or a layer"));
                }
            }
        }
        self.take_size(&mut sides);
    }

    fn take_size(&mut self, sides: &mut Vec<(i32, Span)>) {
        match std::mem::take(sides).as_slice() {
            [] => {}
            [(side, span)] => self.resize((*side, *side), *span),
            [(width, span), (height, _), ..] => self.resize((*width, *height), *span),
        }
    }

    fn area_part(&mut self, form: &Form) {
        let items = form.list().unwrap_or_default();
        let name = &items[0];
        let word = name.symbol().unwrap_or_default();
        if word == "restrict" {
            let numbers: Vec<i32> = items[1..].iter().filter_map(Form::int).collect();
            return match numbers.as_slice() {
                &[width, height, x, y]
                    if [width, height].iter().all(|side| (1..=SIDE_MAX).contains(side)) && x >= 0 && y >= 0 =>
                {
                    self.area.window = Some((width, height, x, y));
                }
                [] if items.get(1).and_then(Form::symbol) == Some("reset") => self.area.window = None,
                _ => {
                    let diagnostic =
                        Diagnostic::error("missing-part", "`restrict` takes width, height, x and y, or reset");
                    self.fault(form.span, diagnostic);
                }
            };
        }
        let Some(&(layer, of)) = LAYERS.iter().find(|(name, _)| *name == word) else {
            return self.scalar(Scope::Area, form);
        };
        let mut parts = &items[1..];
        let mut index = 0;
        if let Some(scope) = of {
            let Some(first) = parts.first() else {
                return self.fault(
                    form.span,
                    Diagnostic::error("missing-part", format!("`{word}` names no {}", scope.noun())),
                );
            };
            let object = self.evaluate(first);
            match self.types_of(scope, &object, &format!("the type of `{word}`")).as_deref() {
                Some([only]) => index = *only,
                _ => return,
            }
            parts = &parts[1..];
        }
        if layer == "features" {
            let Some(first) = parts.first() else {
                return self.fault(form.span, Diagnostic::error("missing-part", "`features` lists no features"));
            };
            self.features(first);
            parts = &parts[1..];
        }
        let Some(values) = self.rows_within_window(parts, form.span) else { return };
        let given = ((layer, index), values, form.span);
        match self.area.find_layer(given.0) {
            Ok(at) => self.area.layers[at] = given,
            Err(at) => self.area.layers.insert(at, given),
        }
    }

    /// The values of a layer of this area; they are given for the whole map of which it is a window.
    pub(crate) fn rows_within_window(&mut self, parts: &[Form], span: Span) -> Option<Vec<i32>> {
        let (width, height) = self.area.box_size();
        let given = self.area.window.map_or((width, height), |(width, height, ..)| (width, height));
        if i64::from(given.0) * i64::from(given.1) > i64::from(Area::CELLS_MAX) {
            let diagnostic =
                Diagnostic::error("bad-size", format!("a layer of {} cells by {} is too large", given.0, given.1));
            self.fault(span, diagnostic.expected(format!("at most {} cells", Area::CELLS_MAX)));
            return None;
        }
        let values = self.layer_rows(parts, given, span)?;
        let Some((whole, tall, x, y)) = self.area.window else { return Some(values) };
        let mut window = vec![0; (width * height) as usize];
        for row in 0..height.min(tall - y).max(0) {
            for column in 0..width.min(whole - x).max(0) {
                window[(row * width + column) as usize] = values[((row + y) * whole + column + x) as usize];
            }
        }
        Some(window)
    }

    fn features(&mut self, form: &Form) {
        for item in form.list().unwrap_or_default() {
            let parts = item.list().unwrap_or_default();
            let (id, rest) = match parts {
                [first, rest @ ..] if first.int().is_some() => (first.int().unwrap_or(0), rest),
                parts => (self.area.features.len() as i32 + 1, parts),
            };
            let text = |form: &Form| form.text().or(form.symbol()).map(str::to_owned);
            match rest {
                [kind, name] if text(kind).is_some() && text(name).is_some() => {
                    let clean = |text: String| diagnostics::clean(&text, false);
                    let (kind, name) = (text(kind).map(clean), text(name).map(clean));
                    self.area.features.push((id, kind.unwrap_or_default(), name.unwrap_or_default()));
                }
                _ => {
                    let diagnostic = Diagnostic::error("wrong-kind", "this is no feature").found(item.describe());
                    self.fault(item.span, diagnostic.expected("([number] type \"name\")"));
                }
            }
        }
    }

    /// `(area add x y [w [h]] terrain TYPE)`.
    fn repaint(&mut self, form: &Form, parts: &[Form]) {
        let numbers: Vec<i32> = parts.iter().map_while(Form::int).collect();
        let rest = &parts[numbers.len()..];
        let (&[x, y], [layer, kind]) = (numbers.get(..2).unwrap_or_default(), rest) else {
            let diagnostic = Diagnostic::error("missing-part", "`area add` takes a place, `terrain` and a type");
            return self.fault(form.span, diagnostic.expected("(area add x y [width [height]] terrain TYPE)"));
        };
        if layer.symbol() != Some("terrain") {
            let diagnostic = Diagnostic::error("unknown-form", "only terrain can be repainted").found(layer.describe());
            return self.fault(layer.span, diagnostic);
        }
        let object = self.evaluate(kind);
        let Some(&[kind]) = self.types_of(Scope::Terrain, &object, "what is painted").as_deref() else { return };
        let width = numbers.get(2).copied().unwrap_or(1);
        let height = numbers.get(3).copied().unwrap_or(1);
        let (whole, tall) = self.area.box_size();
        let Ok(at) = self.area.find_layer(("terrain", 0)) else {
            let diagnostic = Diagnostic::error("missing-part", "there is no terrain yet to be repainted");
            return self.fault(form.span, diagnostic.suggest("give the layer `terrain` first"));
        };
        let values = &mut self.area.layers[at].1;
        for row in y.max(0)..y.saturating_add(height).min(tall) {
            for column in x.max(0)..x.saturating_add(width).min(whole) {
                values[(row * whole + column) as usize] = kind as i32;
            }
        }
    }

    /// Makes the world that was described, without units and sides.
    pub(crate) fn make_world(&mut self, sides: usize) -> Option<World> {
        let size = self.area.box_size();
        let span = self.area.size.map(|(_, span)| span);
        let area = match Area::new(self.area.shape(), size.0 as u32, size.1 as u32) {
            Ok(area) => area,
            Err(error) => {
                let diagnostic = Diagnostic::error("bad-size", error.to_string());
                match span {
                    Some(span) => self.fault(span, diagnostic),
                    None => self.found.extend([diagnostic]),
                }
                return None;
            }
        };
        let mut world = World::new(area);
        world.gdl = self.area.take_kept();
        for ((name, index), values, span) in std::mem::take(&mut self.area.layers) {
            self.put_layer(&mut world, name, index, values, span, sides);
        }
        Some(world)
    }

    /// Keeps the properties of a world in the design if there is no world yet.
    pub(crate) fn keep_world(&mut self) {
        let gdl = self.area.take_kept();
        for (head, scope) in [("world", Scope::World), ("area", Scope::Area)] {
            let of_scope = gdl.iter().filter(|(name, _)| find(scope, name).is_some());
            let property = |(name, atoms): (&String, &Vec<Atom>)| {
                Atom::List(std::iter::once(Atom::Word(name.clone())).chain(atoms.iter().cloned()).collect())
            };
            let form: Vec<Atom> = std::iter::once(Atom::Word(head.to_owned())).chain(of_scope.map(property)).collect();
            if form.len() > 1 {
                self.design.forms.push(design::Form::new(form, &self.design));
            }
        }
    }

    /// Whether the given size and shape make an area; reports a fault if they do not.
    pub(crate) fn check_size(&mut self) -> Option<(Shape, (u32, u32))> {
        let ((width, height), span) = self.area.size?;
        let (shape, size) = (self.area.shape(), (width as u32, height as u32));
        match Area::new(shape, size.0, size.1) {
            Ok(_) => Some((shape, size)),
            Err(error) => {
                self.fault(span, Diagnostic::error("bad-size", error.to_string()));
                None
            }
        }
    }

    fn put_layer(
        &mut self,
        world: &mut World,
        name: &'static str,
        index: usize,
        values: Vec<i32>,
        span: Span,
        sides: usize,
    ) {
        let area = world.area;
        let last_side = sides as i32;
        match name {
            "terrain" => {
                let of_cells: Vec<bool> = {
                    let cells: Vec<TerrainType> = self.design.cell_terrain().collect();
                    self.design.ids::<TerrainType>().map(|kind| cells.contains(&kind)).collect()
                };
                let is_right = |value: i32| usize::try_from(value).ok().and_then(|at| of_cells.get(at)).copied();
                if let Some(wrong) =
                    area.cells().map(|cell| values[cell.index()]).find(|&value| is_right(value) != Some(true))
                {
                    let diagnostic = match is_right(wrong) {
                        Some(_) => {
                            let name = &self.design.terrain.names[wrong as usize];
                            Diagnostic::error("wrong-subtype", format!("`{name}` does not fill cells"))
                                .suggest("write it as `aux-terrain`")
                        }
                        None => Diagnostic::error("out-of-range", "there is no terrain type of this number")
                            .found(wrong.to_string())
                            .expected(format!("0 to {}", of_cells.len().max(1) - 1)),
                    };
                    return self.fault(span, diagnostic);
                }
                let kinds = values
                    .into_iter()
                    .map(|value| TerrainType(if is_right(value) == Some(true) { value as u8 } else { 0 }));
                world.terrain = Some(Layer::from_values(&area, kinds.collect()));
            }
            "aux-terrain" => {
                let kind = TerrainType::at(index);
                let coats = self.design.int(design::parameters::terrain::SUBTYPE, kind)
                    == design::parameters::terrain::SUBTYPE_COATING;
                if coats {
                    let name = format!("coating {}", self.design.name_of(kind));
                    world.gdl_layers.insert(name, within(&area, values));
                } else if let Some(values) = self.bounded(&area, name, values, 0..=63, span) {
                    let mut masks = vec![0_u8; area.len()];
                    for cell in area.cells() {
                        for (direction, _) in area.around(cell) {
                            if values[cell.index()] >> direction.0 & 1 == 1 {
                                grid::connect(&area, &mut masks, cell, direction);
                            }
                        }
                    }
                    world.edges.insert(kind, Layer::from_values(&area, masks));
                }
            }
            "features" => self.put_features(world, values, span),
            "people-sides" | "control-sides" => {
                let is_side = |value: &i32| (0..=last_side).contains(value) || *value == NOBODY;
                if let Some(wrong) = area.cells().map(|cell| values[cell.index()]).find(|value| !is_side(value)) {
                    let diagnostic = Diagnostic::error("unknown-side", format!("there is no side {wrong}"));
                    return self.fault(span, diagnostic.expected(format!("0 to {last_side}, or X for nobody")));
                }
                let owner = |number: i32| Owner::from((number != NOBODY).then_some(SideId(number as u8)));
                let values = voided(&area, values, NOBODY).into_iter().map(owner);
                let layer = Layer::from_values(&area, values.collect());
                if name == "people-sides" { world.people = Some(layer) } else { world.control = Some(layer) }
            }
            "elevations" | "temperatures" => {
                let range = i32::from(i16::MIN)..=i32::from(i16::MAX);
                let Some(values) = self.bounded(&area, name, values, range, span) else { return };
                let layer = Layer::from_values(&area, values.into_iter().map(|value| value as i16).collect());
                if name == "elevations" { world.elevation = Some(layer) } else { world.temperature = Some(layer) }
            }
            "material" => {
                if let Some(values) = self.bounded(&area, name, values, 0..=i32::MAX, span) {
                    world.materials.insert(MaterialType::at(index), Layer::from_values(&area, values));
                }
            }
            "clouds" => {
                if let Some(values) = self.bounded(&area, name, values, 0..=100, span) {
                    world.clouds =
                        Some(Layer::from_values(&area, values.into_iter().map(|value| value as u8).collect()));
                }
            }
            "winds" => {
                let Some(values) = self.bounded(&area, name, values, 0..=8 * i32::from(u16::MAX) + 5, span) else {
                    return;
                };
                let winds: Option<Vec<Wind>> = values
                    .into_iter()
                    .map(|packed| Wind::unpack(packed).filter(|wind| wind.direction < Direction(area.directions())))
                    .collect();
                match winds {
                    Some(winds) => world.winds = Some(Layer::from_values(&area, winds)),
                    None => {
                        let diagnostic =
                            Diagnostic::error("out-of-range", "a wind blows in a direction that hexes have not");
                        self.fault(span, diagnostic.expected("0 to 5, and 8 times the force"));
                    }
                }
            }
            _ => {
                world.gdl_layers.insert(name.to_owned(), within(&area, values));
            }
        }
    }

    /// The values of the area's cells. A value out of bounds is a fault, and the cell gets 0.
    fn bounded(
        &mut self,
        area: &Area,
        name: &str,
        values: Vec<i32>,
        range: std::ops::RangeInclusive<i32>,
        span: Span,
    ) -> Option<Vec<i32>> {
        let values = voided(area, values, 0);
        if let Some(wrong) = values.iter().find(|value| !range.contains(value)) {
            let diagnostic = Diagnostic::error("out-of-range", format!("`{name}` is out of its range"));
            let expected = format!("{} to {}", range.start(), range.end());
            self.fault(span, diagnostic.found(wrong.to_string()).expected(expected));
            return None;
        }
        Some(values)
    }

    fn put_features(&mut self, world: &mut World, values: Vec<i32>, span: Span) {
        let area = world.area;
        let drafts = std::mem::take(&mut self.area.features);
        let mut cells: Vec<Vec<Cell>> = vec![Vec::new(); drafts.len()];
        let mut ids = vec![FeatureId::NONE; area.len()];
        let mut strays = BTreeSet::new();
        for cell in area.cells() {
            let value = values[cell.index()];
            if value == 0 {
                continue;
            }
            let Some(at) = drafts.iter().position(|(id, ..)| *id == value) else {
                strays.insert(value);
                continue;
            };
            ids[cell.index()] = FeatureId(at as u16 + 1);
            cells[at].push(cell);
        }
        if let Some(first) = strays.first() {
            let others = strays.len() - 1;
            let and = if others == 0 { String::new() } else { format!(", nor {}", design::counted(others, "other")) };
            let message = format!("there is no feature {first}{and}: those cells have none");
            self.fault(span, Diagnostic::warning("unlisted-feature", message).suggest("list it before the rows"));
        }
        let Some(anywhere) = area.cells().next() else { return };
        world.features = drafts
            .into_iter()
            .zip(&cells)
            .map(|((_, kind, name), cells)| {
                let class = FeatureClass::ALL.iter().copied().find(|class| class.word() == kind);
                let kind = if class.is_some() { String::new() } else { kind };
                let at = cells.get(cells.len() / 2).copied().unwrap_or(anywhere);
                let class = class.unwrap_or(FeatureClass::Terrain);
                Feature { class, kind, name, at, size: cells.len() as u32, course: Vec::new(), made_by: None }
            })
            .collect();
        world.feature_of = Some(Layer::from_values(&area, ids));
    }

    /// The cell at a place; a fault if there is none.
    pub(crate) fn cell_at(&mut self, area: &Area, (x, y): (i32, i32), span: Span) -> Option<Cell> {
        let cell = (0..area.width() as i32).contains(&x).then(|| area.cell(x, y)).flatten();
        if cell.is_none() {
            let shape = area.shape().name();
            let message = format!("the place {x},{y} is outside the {shape} of {} by {}", area.width(), area.height());
            self.fault(span, Diagnostic::error("outside-area", message).suggest("place it on a cell of the area"));
        }
        cell
    }
}

/// The values, with `void` wherever the box has no cell.
fn voided(area: &Area, mut values: Vec<i32>, void: i32) -> Vec<i32> {
    if area.count() < area.len() {
        let mut inside = vec![false; area.len()];
        for cell in area.cells() {
            inside[cell.index()] = true;
        }
        for (value, _) in values.iter_mut().zip(&inside).filter(|(_, is_inside)| !**is_inside) {
            *value = void;
        }
    }
    values
}

fn within(area: &Area, values: Vec<i32>) -> Layer<i32> {
    Layer::from_values(area, voided(area, values, 0))
}
