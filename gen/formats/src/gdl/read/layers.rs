//! The layers of an area (`gdl-reference`, section 7): which there are, and what the values of each become in the world.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use design::parameters::terrain::{SUBTYPE, SUBTYPE_COATING};
use design::{Diagnostic, MaterialType, Scope, Span, TerrainType, TypeId};
use grid::{Area, Cell, Direction, Layer};
use world::{Feature, FeatureClass, FeatureId, Owner, SideId, Wind, World};

use super::super::NOBODY;
use super::reader::ModuleReader;

/// A layer that modules give.
pub(super) struct LayerRow {
    pub(super) name: &'static str,
    /// The kind of types, if there is one such layer for each of them.
    pub(super) of: Option<Scope>,
    put: Put,
}

/// Puts values, one for each cell of the box, into the world. What is wrong with them is a fault.
type Put = fn(&mut GivenLayer<'_, '_>, Vec<i32>);

const fn row(name: &'static str, of: Option<Scope>, put: Put) -> LayerRow {
    LayerRow { name, of, put }
}

/// All layers.
pub(super) const LAYERS: &[LayerRow] = &[
    row("terrain", None, |given, values| given.put_terrain(values)),
    row("aux-terrain", Some(Scope::Terrain), |given, values| given.put_lines(values)),
    row("features", None, |given, values| given.put_features(values)),
    row("people-sides", None, |given, values| given.world.people = given.owners(values)),
    row("control-sides", None, |given, values| given.world.control = given.owners(values)),
    row("elevations", None, |given, values| given.world.elevation = given.shorts(values)),
    row("material", Some(Scope::Material), |given, values| given.put_material(values)),
    row("temperatures", None, |given, values| given.world.temperature = given.shorts(values)),
    row("winds", None, |given, values| given.put_winds(values)),
    row("clouds", None, |given, values| given.put_clouds(values)),
    row("cloud-bottoms", None, |given, values| given.keep(given.name, values)),
    row("cloud-heights", None, |given, values| given.keep(given.name, values)),
    row("user", None, |given, values| given.keep(given.name, values)),
];

/// A feature that a module lists: its number, its kind, and its name.
pub(super) type FeatureDraft = (i32, String, String);

/// A layer on its way into the world.
pub(super) struct GivenLayer<'a, 'm> {
    pub(super) reader: &'a mut ModuleReader<'m>,
    pub(super) world: &'a mut World,
    /// What the module lists before its layer of features.
    pub(super) features: &'a [FeatureDraft],
    pub(super) name: &'static str,
    /// The index of the type that it belongs to, or 0.
    pub(super) index: usize,
    /// The place of its form.
    pub(super) span: Span,
    /// How many sides there are.
    pub(super) sides: usize,
}

impl GivenLayer<'_, '_> {
    /// Puts the values into the world.
    pub(super) fn put(mut self, values: Vec<i32>) {
        let row = LAYERS.iter().find(|row| row.name == self.name).expect("it was found by its name");
        (row.put)(&mut self, values);
    }

    fn put_terrain(&mut self, values: Vec<i32>) {
        let (area, design) = (self.world.area, &self.reader.design);
        let of_cells: Vec<bool> = {
            let cells: Vec<TerrainType> = design.cell_terrain().collect();
            design.ids::<TerrainType>().map(|kind| cells.contains(&kind)).collect()
        };
        let is_right = |value: i32| usize::try_from(value).ok().and_then(|at| of_cells.get(at)).copied();
        if let Some(wrong) = area.cells().map(|cell| values[cell.index()]).find(|&value| is_right(value) != Some(true))
        {
            let diagnostic = match is_right(wrong) {
                Some(_) => {
                    let name = &design.terrain.names[wrong as usize];
                    Diagnostic::error("wrong-subtype", format!("`{name}` does not fill cells"))
                        .suggest("write it as `aux-terrain`")
                }
                None => Diagnostic::error("out-of-range", "there is no terrain type of this number")
                    .found(wrong.to_string())
                    .expected(format!("0 to {}", of_cells.len().max(1) - 1)),
            };
            return self.reader.fault(self.span, diagnostic);
        }
        let kinds =
            values.into_iter().map(|value| TerrainType(if is_right(value) == Some(true) { value as u8 } else { 0 }));
        self.world.terrain = Some(Layer::from_values(&area, kinds.collect()));
    }

    /// Borders, connections and coatings.
    fn put_lines(&mut self, values: Vec<i32>) {
        let area = self.world.area;
        let kind = TerrainType::at(self.index);
        if self.reader.design.int(SUBTYPE, kind) == SUBTYPE_COATING {
            let name = format!("coating {}", self.reader.design.name_of(kind));
            return self.keep(&name, values);
        }
        let Some(values) = self.bounded(values, 0..=63) else { return };
        let mut masks = vec![0_u8; area.len()];
        for cell in area.cells() {
            for (direction, _) in area.around(cell) {
                if values[cell.index()] >> direction.0 & 1 == 1 {
                    grid::connect(&area, &mut masks, cell, direction);
                }
            }
        }
        self.world.edges.insert(kind, Layer::from_values(&area, masks));
    }

    fn put_features(&mut self, values: Vec<i32>) {
        let area = self.world.area;
        let drafts = self.features;
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
            let diagnostic = Diagnostic::warning("unlisted-feature", message);
            self.reader.fault(self.span, diagnostic.suggest("list it before the rows"));
        }
        let Some(anywhere) = area.cells().next() else { return };
        self.world.features = drafts
            .iter()
            .zip(&cells)
            .map(|((_, kind, name), cells)| {
                let class = FeatureClass::ALL.iter().copied().find(|class| class.word() == *kind);
                let kind = if class.is_some() { String::new() } else { kind.clone() };
                let at = cells.get(cells.len() / 2).copied().unwrap_or(anywhere);
                let class = class.unwrap_or(FeatureClass::Terrain);
                let size = cells.len() as u32;
                Feature { class, kind, name: name.clone(), at, size, course: Vec::new(), made_by: None }
            })
            .collect();
        self.world.feature_of = Some(Layer::from_values(&area, ids));
    }

    fn owners(&mut self, values: Vec<i32>) -> Option<Layer<Owner>> {
        let (area, last) = (self.world.area, self.sides as i32);
        let is_side = |value: &i32| (0..=last).contains(value) || *value == NOBODY;
        if let Some(wrong) = area.cells().map(|cell| values[cell.index()]).find(|value| !is_side(value)) {
            let diagnostic = Diagnostic::error("unknown-side", format!("there is no side {wrong}"));
            self.reader.fault(self.span, diagnostic.expected(format!("0 to {last}, or X for nobody")));
            return None;
        }
        let owner = |number: i32| Owner::from((number != NOBODY).then_some(SideId(number as u8)));
        let values = voided(&area, values, NOBODY).into_iter().map(owner);
        Some(Layer::from_values(&area, values.collect()))
    }

    fn shorts(&mut self, values: Vec<i32>) -> Option<Layer<i16>> {
        let values = self.bounded(values, i16::MIN.into()..=i16::MAX.into())?;
        let values = values.into_iter().map(|value| value as i16).collect();
        Some(Layer::from_values(&self.world.area, values))
    }

    fn put_material(&mut self, values: Vec<i32>) {
        if let Some(values) = self.bounded(values, 0..=i32::MAX) {
            let layer = Layer::from_values(&self.world.area, values);
            self.world.materials.insert(MaterialType::at(self.index), layer);
        }
    }

    fn put_clouds(&mut self, values: Vec<i32>) {
        if let Some(values) = self.bounded(values, 0..=100) {
            let values = values.into_iter().map(|value| value as u8).collect();
            self.world.clouds = Some(Layer::from_values(&self.world.area, values));
        }
    }

    fn put_winds(&mut self, values: Vec<i32>) {
        let area = self.world.area;
        let Some(values) = self.bounded(values, 0..=8 * i32::from(u16::MAX) + 5) else { return };
        let is_wind = |wind: &Wind| wind.direction < Direction(area.directions());
        let winds: Option<Vec<Wind>> = values.into_iter().map(|packed| Wind::unpack(packed).filter(is_wind)).collect();
        match winds {
            Some(winds) => self.world.winds = Some(Layer::from_values(&area, winds)),
            None => {
                let diagnostic = Diagnostic::error("out-of-range", "a wind blows in a direction that hexes have not");
                self.reader.fault(self.span, diagnostic.expected("0 to 5, and 8 times the force"));
            }
        }
    }

    /// Keeps a layer that no rule of the world knows.
    fn keep(&mut self, name: &str, values: Vec<i32>) {
        let area = &self.world.area;
        let layer = Layer::from_values(area, voided(area, values, 0));
        self.world.gdl_layers.insert(name.to_owned(), layer);
    }

    /// The values of the area's cells, unless one of them is out of bounds.
    fn bounded(&mut self, values: Vec<i32>, range: RangeInclusive<i32>) -> Option<Vec<i32>> {
        let values = voided(&self.world.area, values, 0);
        if let Some(wrong) = values.iter().find(|value| !range.contains(value)) {
            let diagnostic = Diagnostic::error("out-of-range", format!("`{}` is out of its range", self.name));
            let expected = format!("{} to {}", range.start(), range.end());
            self.reader.fault(self.span, diagnostic.found(wrong.to_string()).expected(expected));
            return None;
        }
        Some(values)
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
