//! `world`, `area` and layers (`gdl-reference`, section 7): what a module says about the map, and the world made of it.

use design::parameters::{find, rows};
use design::{Atom, Diagnostic, Properties, Scope, Span};
use grid::{Area, Cell, Shape};
use world::World;

use super::super::CIRCUMFERENCE;
use super::frame::Frame;
use super::layers::{FeatureDraft, GivenLayer, LAYERS};
use super::reader::ModuleReader;
use super::tree::{Form, FormKind};

/// What a module says about the map.
#[derive(Clone, Debug, Default)]
pub(crate) struct AreaDraft {
    circumference: Option<i32>,
    gdl: Properties,
    /// In the order of their keys.
    layers: Vec<(LayerKey, Vec<i32>, Span)>,
    features: Vec<FeatureDraft>,
}

/// The key of a layer: its name, and the index of the type that it belongs to, or 0.
type LayerKey = (&'static str, usize);

/// The longest side of an area in GDL: coordinates are numbers of 16 bits.
const SIDE_MAX: i32 = 32_767;

impl AreaDraft {
    /// Whether anything lies on the map.
    pub(crate) fn has_layers(&self) -> bool {
        !self.layers.is_empty()
    }

    /// Where a layer is, or would be.
    fn find_layer(&self, key: LayerKey) -> Result<usize, usize> {
        self.layers.binary_search_by(|(known, ..)| known.cmp(&key))
    }

    fn shape(&self, frame: &Frame) -> Shape {
        if self.circumference == Some(frame.box_size().0) { Shape::Cylinder } else { Shape::Hexagon }
    }

    /// The properties of world and area that are kept as they are. The circumference is among them if the shape does not tell it
    /// and it is not the usual one.
    fn take_kept(&mut self, frame: &Frame) -> Properties {
        let mut gdl = std::mem::take(&mut self.gdl);
        if let Some(circumference) = self.circumference
            && self.shape(frame) != Shape::Cylinder
            && circumference != CIRCUMFERENCE as i32
        {
            gdl.insert("circumference".to_owned(), vec![Atom::Int(circumference)]);
        }
        gdl
    }

    /// `(world [symbol] [circumference] (property n)..)`.
    pub(crate) fn world(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        for part in form.list().unwrap_or_default().iter().skip(1) {
            match &part.kind {
                FormKind::Int(number) => self.circumference(reader, *number, part.span),
                FormKind::Symbol(_) | FormKind::Broken => {}
                FormKind::List(_) => self.scalar(reader, Scope::World, part),
                _ => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "this is no part of a world").found(part.describe());
                    reader.fault(part.span, diagnostic.expected("its circumference, or (property number)"));
                }
            }
        }
    }

    fn circumference(&mut self, reader: &mut ModuleReader<'_>, number: i32, span: Span) {
        if number < 1 {
            let diagnostic = Diagnostic::error("out-of-range", "`circumference` is out of its range");
            return reader.fault(span, diagnostic.found(number.to_string()).expected("a whole number from 1 on"));
        }
        self.circumference = Some(number);
    }

    /// Reads a number, or a list, that describes the world or the area.
    fn scalar(&mut self, reader: &mut ModuleReader<'_>, scope: Scope, form: &Form) {
        let [name, values @ ..] = form.list().unwrap_or_default() else { return };
        let word = name.symbol().unwrap_or_default();
        if find(scope, word).is_none() {
            let message = format!("the {} has no property `{}`", scope.noun(), name.describe());
            return reader.unknown(
                "unknown-property",
                message,
                word,
                name.span,
                rows(scope).iter().map(|row| row.name),
            );
        }
        if let [Form { kind: FormKind::Int(number), span }] = values {
            let (width, height) = reader.frame.box_size();
            match word {
                "circumference" => return self.circumference(reader, *number, *span),
                "width" => return self.resize(reader, (*number, height), *span),
                "height" => return self.resize(reader, (width, *number), *span),
                _ => {}
            }
        }
        if values.is_empty() {
            return reader.fault(form.span, Diagnostic::error("missing-part", format!("`{word}` has no value")));
        }
        let mut atoms: Vec<Atom> = values.iter().map(|value| reader.atom(&ModuleReader::quoted(value))).collect();
        if let [Atom::List(list)] = atoms.as_slice() {
            atoms = list.clone();
        }
        // An empty list says nothing.
        if atoms.is_empty() {
            self.gdl.remove(word);
            return;
        }
        self.gdl.insert(word.to_owned(), atoms);
    }

    fn resize(&mut self, reader: &mut ModuleReader<'_>, size: (i32, i32), span: Span) {
        let is_right = |side: i32| (Area::SIDE_MIN as i32..=SIDE_MAX).contains(&side);
        if !is_right(size.0) || !is_right(size.1) {
            let diagnostic =
                Diagnostic::error("out-of-range", format!("an area cannot be {} cells by {}", size.0, size.1));
            return reader.fault(span, diagnostic.expected(format!("{} to {SIDE_MAX} each", Area::SIDE_MIN)));
        }
        // Of a map of which the area is a window, the size is that of the whole.
        if reader.frame.window.is_some_and(|(width, height, ..)| (width, height) == size) {
            return;
        }
        if self.has_layers() && reader.frame.box_size() != size {
            let diagnostic =
                Diagnostic::error("area-resized", "the area gets another size when layers are given already");
            return reader.fault(span, diagnostic.suggest("say its size before the first layer"));
        }
        reader.frame.size = Some((size, span));
    }

    /// Takes the value of the variant `world-size`, which overrides the size in the module.
    pub(crate) fn world_size(
        &mut self,
        reader: &mut ModuleReader<'_>,
        [width, height, circumference]: [i32; 3],
        span: Span,
    ) {
        if self.has_layers() {
            return;
        }
        self.circumference(reader, circumference, span);
        self.resize(reader, (width, height), span);
    }

    /// `(area [symbol] [width [height]] [(restrict ..)] (property ..)..)`.
    pub(crate) fn area_form(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let items = &form.list().unwrap_or_default()[1..];
        if items.first().and_then(Form::symbol) == Some("add") {
            return self.repaint(reader, form, &items[1..]);
        }
        let mut sides = Vec::new();
        for (number, part) in items.iter().enumerate() {
            match &part.kind {
                FormKind::Int(side) if sides.len() < 2 => sides.push((*side, part.span)),
                FormKind::Symbol(_) if number == 0 => {}
                FormKind::Broken => {}
                FormKind::List(parts) if !parts.is_empty() => {
                    self.take_size(reader, &mut sides);
                    self.area_part(reader, part);
                }
                _ => {
                    let diagnostic =
                        Diagnostic::error("wrong-kind", "this is no part of an area").found(part.describe());
                    reader.fault(part.span, diagnostic.expected("width, height, a property or a layer"));
                }
            }
        }
        self.take_size(reader, &mut sides);
    }

    fn take_size(&mut self, reader: &mut ModuleReader<'_>, sides: &mut Vec<(i32, Span)>) {
        match std::mem::take(sides).as_slice() {
            [] => {}
            [(side, span)] => self.resize(reader, (*side, *side), *span),
            [(width, span), (height, _), ..] => self.resize(reader, (*width, *height), *span),
        }
    }

    fn area_part(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        let items = form.list().unwrap_or_default();
        let name = &items[0];
        let word = name.symbol().unwrap_or_default();
        if word == "restrict" {
            let numbers: Vec<i32> = items[1..].iter().filter_map(Form::int).collect();
            return match numbers.as_slice() {
                &[width, height, x, y]
                    if [width, height].iter().all(|side| (1..=SIDE_MAX).contains(side)) && x >= 0 && y >= 0 =>
                {
                    reader.frame.window = Some((width, height, x, y));
                }
                [] if items.get(1).and_then(Form::symbol) == Some("reset") => reader.frame.window = None,
                _ => {
                    let diagnostic =
                        Diagnostic::error("missing-part", "`restrict` takes width, height, x and y, or reset");
                    reader.fault(form.span, diagnostic);
                }
            };
        }
        let Some(layer) = LAYERS.iter().find(|layer| layer.name == word) else {
            return self.scalar(reader, Scope::Area, form);
        };
        let mut parts = &items[1..];
        let mut index = 0;
        if let Some(scope) = layer.of {
            let Some(first) = parts.first() else {
                return reader.fault(
                    form.span,
                    Diagnostic::error("missing-part", format!("`{word}` names no {}", scope.noun())),
                );
            };
            let object = reader.evaluate(first);
            match reader.types_of(scope, &object, &format!("the type of `{word}`")).as_deref() {
                Some([only]) => index = *only,
                _ => return,
            }
            parts = &parts[1..];
        }
        if layer.name == "features" {
            let Some(first) = parts.first() else {
                return reader.fault(form.span, Diagnostic::error("missing-part", "`features` lists no features"));
            };
            self.features(reader, first);
            parts = &parts[1..];
        }
        let Some(values) = reader.rows_within_window(parts, form.span) else { return };
        let given = ((layer.name, index), values, form.span);
        match self.find_layer(given.0) {
            Ok(at) => self.layers[at] = given,
            Err(at) => self.layers.insert(at, given),
        }
    }

    fn features(&mut self, reader: &mut ModuleReader<'_>, form: &Form) {
        for item in form.list().unwrap_or_default() {
            let parts = item.list().unwrap_or_default();
            let (id, rest) = match parts {
                [first, rest @ ..] if first.int().is_some() => (first.int().unwrap_or(0), rest),
                parts => (self.features.len() as i32 + 1, parts),
            };
            let text = |form: &Form| form.text().or(form.symbol()).map(str::to_owned);
            match rest {
                [kind, name] if text(kind).is_some() && text(name).is_some() => {
                    let clean = |text: String| diagnostics::clean(&text, false);
                    let (kind, name) = (text(kind).map(clean), text(name).map(clean));
                    self.features.push((id, kind.unwrap_or_default(), name.unwrap_or_default()));
                }
                _ => {
                    let diagnostic = Diagnostic::error("wrong-kind", "this is no feature").found(item.describe());
                    reader.fault(item.span, diagnostic.expected("([number] type \"name\")"));
                }
            }
        }
    }

    /// `(area add x y [w [h]] terrain TYPE)`.
    fn repaint(&mut self, reader: &mut ModuleReader<'_>, form: &Form, parts: &[Form]) {
        let numbers: Vec<i32> = parts.iter().map_while(Form::int).collect();
        let rest = &parts[numbers.len()..];
        let (&[x, y], [layer, kind]) = (numbers.get(..2).unwrap_or_default(), rest) else {
            let diagnostic = Diagnostic::error("missing-part", "`area add` takes a place, `terrain` and a type");
            return reader.fault(form.span, diagnostic.expected("(area add x y [width [height]] terrain TYPE)"));
        };
        if layer.symbol() != Some("terrain") {
            let diagnostic = Diagnostic::error("unknown-form", "only terrain can be repainted").found(layer.describe());
            return reader.fault(layer.span, diagnostic);
        }
        let object = reader.evaluate(kind);
        let Some(&[kind]) = reader.types_of(Scope::Terrain, &object, "what is painted").as_deref() else { return };
        let width = numbers.get(2).copied().unwrap_or(1);
        let height = numbers.get(3).copied().unwrap_or(1);
        let (whole, tall) = reader.frame.box_size();
        let Ok(at) = self.find_layer(("terrain", 0)) else {
            let diagnostic = Diagnostic::error("missing-part", "there is no terrain yet to be repainted");
            return reader.fault(form.span, diagnostic.suggest("give the layer `terrain` first"));
        };
        let values = &mut self.layers[at].1;
        for row in y.max(0)..y.saturating_add(height).min(tall) {
            for column in x.max(0)..x.saturating_add(width).min(whole) {
                values[(row * whole + column) as usize] = kind as i32;
            }
        }
    }

    /// Makes the world that was described, without units and sides.
    pub(crate) fn make_world(&mut self, reader: &mut ModuleReader<'_>, sides: usize) -> Option<World> {
        let size = reader.frame.box_size();
        let span = reader.frame.size.map(|(_, span)| span);
        let area = match Area::new(self.shape(&reader.frame), size.0 as u32, size.1 as u32) {
            Ok(area) => area,
            Err(error) => {
                let diagnostic = Diagnostic::error("bad-size", error.to_string());
                match span {
                    Some(span) => reader.fault(span, diagnostic),
                    None => reader.found.extend([diagnostic]),
                }
                return None;
            }
        };
        let mut world = World::new(area);
        world.gdl = self.take_kept(&reader.frame);
        let features = std::mem::take(&mut self.features);
        for ((name, index), values, span) in std::mem::take(&mut self.layers) {
            GivenLayer { reader, world: &mut world, features: &features, name, index, span, sides }.put(values);
        }
        Some(world)
    }

    /// Keeps the properties of a world in the design if there is no world yet.
    pub(crate) fn keep_world(&mut self, reader: &mut ModuleReader<'_>) {
        let gdl = self.take_kept(&reader.frame);
        for (head, scope) in [("world", Scope::World), ("area", Scope::Area)] {
            let of_scope = gdl.iter().filter(|(name, _)| find(scope, name).is_some());
            let property = |(name, atoms): (&String, &Vec<Atom>)| {
                Atom::List(std::iter::once(Atom::Word(name.clone())).chain(atoms.iter().cloned()).collect())
            };
            let form: Vec<Atom> = std::iter::once(Atom::Word(head.to_owned())).chain(of_scope.map(property)).collect();
            if form.len() > 1 {
                reader.design.forms.push(design::Form::new(form, &reader.design));
            }
        }
    }

    /// Whether the given size and shape make an area; reports a fault if they do not.
    pub(crate) fn check_size(&self, reader: &mut ModuleReader<'_>) -> Option<(Shape, (u32, u32))> {
        let ((width, height), span) = reader.frame.size?;
        let (shape, size) = (self.shape(&reader.frame), (width as u32, height as u32));
        match Area::new(shape, size.0, size.1) {
            Ok(_) => Some((shape, size)),
            Err(error) => {
                reader.fault(span, Diagnostic::error("bad-size", error.to_string()));
                None
            }
        }
    }
}

impl ModuleReader<'_> {
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
