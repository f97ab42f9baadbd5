//! The area gets another size or other levels: resize, crop, a level more or less.

use std::collections::BTreeMap;

use design::TerrainType;
use grid::{Area, Cell, Direction, Layer, Shape, Symmetry, has_edge};

use super::{Edit, Refusal, Whole};
use crate::{FeatureId, Link, Owner, Place, ProvinceId, Scenario, Wind, find_asymmetry};

/// The area gets another size or other levels. What lay on a cell moves with it; what lay beyond the new bounds goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frame {
    /// The new width and height, in cells.
    pub size: (u32, u32),
    /// By how many columns to the east and rows to the north the old cells move.
    pub shift: (i32, i32),
    /// For each level, from 0, which level it was; `None` for a new one.
    pub levels: Vec<Option<u32>>,
    /// The terrain of new cells.
    pub fill: TerrainType,
}

/// For each index of the new area the old cell that moves there.
struct Move {
    area: Area,
    from: Vec<Option<Cell>>,
    /// For each index of the old area the new cell.
    to: Vec<Option<Cell>>,
}

impl Frame {
    /// A part of the area in its own size: the columns and rows from one cell to another, both counted.
    #[must_use]
    pub fn crop(area: &Area, from: (i32, i32), to: (i32, i32), fill: TerrainType) -> Frame {
        let size = ((to.0 - from.0 + 1).max(0) as u32, (to.1 - from.1 + 1).max(0) as u32);
        Frame { size, shift: (-from.0, -from.1), levels: (0..area.levels()).map(Some).collect(), fill }
    }

    fn moves(&self, old: &Area) -> Result<Move, Refusal> {
        let (width, height) = self.size;
        if self.levels.iter().flatten().any(|&level| level >= old.levels()) {
            return Err(Refusal::of(format!("the world has only {}", design::counted(old.levels(), "level"))));
        }
        // A row of hexes with drawn columns lies half a cell beside the next.
        if matches!(old.shape(), Shape::Rectangle | Shape::Torus) && self.shift.1 % 2 != 0 {
            return Err(Refusal::of(format!("in a {} cells move by an even number of rows", old.shape())));
        }
        let area = Area::new(old.shape(), width, height).and_then(|area| area.with_levels(self.levels.len() as u32));
        let area = area.map_err(|error| Refusal::of(error.to_string()))?;
        let mut moved = Move { area, from: vec![None; area.len()], to: vec![None; old.len()] };
        for cell in area.cells() {
            let (column, row) = area.column_row(cell);
            let (column, row) = (column - self.shift.0, row - self.shift.1);
            let is_inside = (0..old.width() as i32).contains(&column) && (0..old.height() as i32).contains(&row);
            let Some(level) = self.levels[area.level(cell) as usize].filter(|_| is_inside) else { continue };
            if let Some(before) = old.cell(column, row).and_then(|first| old.on_level(first, level)) {
                moved.from[cell.index()] = Some(before);
                moved.to[before.index()] = Some(cell);
            }
        }
        Ok(moved)
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        let old = scenario.world.area;
        let moved = self.moves(&old)?;
        if !scenario.design.cell_terrain().any(|kind| kind == self.fill) {
            return Err(Refusal::of("only terrain that fills cells can fill new ones"));
        }
        let kind = scenario.world.symmetry.as_ref().map(Symmetry::kind);
        let symmetry = kind.map(|kind| Symmetry::new(&moved.area, kind)).transpose();
        let symmetry = symmetry.map_err(|error| Refusal::of(error.to_string()))?;
        if !scenario.forms.is_empty() {
            return Err(Refusal::of("forms of GDL name cells by their places, so the area stays as it is"));
        }
        let back = Whole::back(scenario, "the area is as before");
        moved.carry(scenario, self.fill);
        scenario.world.symmetry = symmetry;
        Ok(back)
    }

    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<Edit, Refusal> {
        if find_asymmetry(scenario).is_none() {
            let mut trial = scenario.clone();
            self.apply(&mut trial)?;
            if let Some((_, broken)) = find_asymmetry(&trial) {
                return Err(Refusal::of(format!("{broken}: cells have to come and go alike on all sides")));
            }
        }
        Ok(Edit::Frame(self.clone()))
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let (area, (width, height)) = (&scenario.world.area, self.size);
        let Ok(moved) = self.moves(area) else { return format!("the area becomes {width}x{height}") };
        let is_lost = |unit: &crate::Unit| unit.cell().is_some_and(|cell| moved.to[cell.index()].is_none());
        let lost = scenario.units.iter().filter(|unit| is_lost(unit)).count();
        let levels = if self.levels.len() as u32 == area.levels() && area.levels() == 1 {
            String::new()
        } else {
            format!(" with {}", design::counted(self.levels.len(), "level"))
        };
        let units = if lost == 0 { String::new() } else { format!(", {} beyond it go", design::counted(lost, "unit")) };
        format!("the area becomes {width}x{height}{levels}{units}")
    }
}

impl Move {
    fn layer<T: Clone>(&self, layer: &Layer<T>, none: T) -> Layer<T> {
        let values = self.from.iter().map(|from| from.map_or_else(|| none.clone(), |cell| layer[cell].clone()));
        Layer::from_values(&self.area, values.collect())
    }

    fn some<T: Clone>(&self, layer: &mut Option<Layer<T>>, none: T) {
        if let Some(layer) = layer {
            *layer = self.layer(layer, none);
        }
    }

    fn map<K: Ord>(&self, layers: &mut BTreeMap<K, Layer<i32>>) {
        layers.values_mut().for_each(|layer| *layer = self.layer(layer, 0));
    }

    fn cell(&self, old: Cell) -> Option<Cell> {
        self.to.get(old.index()).copied().flatten()
    }

    /// Edges stay where both of their cells do, or where both times the world ends.
    fn edges(&self, old: &Area, layer: &Layer<u8>) -> Layer<u8> {
        let mut masks = vec![0; self.area.len()];
        for cell in self.area.cells() {
            let Some(before) = self.from[cell.index()] else { continue };
            for direction in (0..old.directions()).map(Direction).filter(|&way| has_edge(layer[before], way)) {
                let near = old.neighbor(before, direction);
                let stays = match (near, self.area.neighbor(cell, direction)) {
                    (Some(near), Some(now)) => self.from[now.index()] == Some(near),
                    (None, None) => true,
                    _ => false,
                };
                if stays {
                    masks[cell.index()] |= direction.bit();
                }
            }
        }
        Layer::from_values(&self.area, masks)
    }

    fn carry(&self, scenario: &mut Scenario, fill: TerrainType) {
        let old = scenario.world.area;
        let world = &mut scenario.world;
        world.area = self.area;
        if let Some(layer) = &mut world.terrain {
            *layer = self.layer(layer, fill);
            let values = layer.edit();
            for index in (0..self.area.len()).filter(|&index| !self.area.contains(Cell(index as u32))) {
                values[index] = TerrainType(0);
            }
        }
        self.some(&mut world.elevation, 0);
        self.some(&mut world.country, 0);
        self.some(&mut world.people, Owner::NOBODY);
        self.some(&mut world.control, Owner::NOBODY);
        self.some(&mut world.temperature, 0);
        self.some(&mut world.clouds, 0);
        self.some(&mut world.winds, Wind::CALM);
        self.map(&mut world.materials);
        self.map(&mut world.gdl_layers);
        world.edges.values_mut().for_each(|layer| *layer = self.edges(&old, layer));
        let links = std::mem::take(&mut world.links).into_iter();
        let links =
            links.filter_map(|link| Some(Link { from: self.cell(link.from)?, to: self.cell(link.to)?, ..link }));
        world.links = links.collect();

        let (mut numbers, mut count) = (vec![0], 0);
        for feature in &world.features {
            count += u16::from(self.cell(feature.at).is_some());
            numbers.push(if self.cell(feature.at).is_some() { count } else { 0 });
        }
        let stay = scenario.kept.features.iter().filter_map(|id| numbers.get(usize::from(id.0)).copied());
        scenario.kept.features = stay.filter(|&number| number > 0).map(FeatureId).collect();
        self.some(&mut scenario.kept.cells, false);
        scenario.kept.cells.take_if(|cells| !cells.values().contains(&true));
        world.features.retain(|feature| self.cell(feature.at).is_some());
        for feature in &mut world.features {
            feature.at = self.cell(feature.at).unwrap_or(feature.at);
            // A course ends where it would leave the new area.
            let mut course: Vec<Cell> = feature.course.iter().map_while(|&cell| self.cell(cell)).collect();
            let broken = course.windows(2).position(|step| self.area.distance(step[0], step[1]) != 1);
            course.truncate(broken.map_or(course.len(), |at| at + 1));
            feature.course = course;
        }
        self.some(&mut world.feature_of, FeatureId::NONE);
        for id in world.feature_of.iter_mut().flat_map(|layer| layer.edit().iter_mut()) {
            id.0 = numbers[usize::from(id.0)];
        }
        // Provinces are one graph: cut, they are no more what their method made.
        if world.provinces.iter().any(|province| self.cell(province.capital).is_none()) {
            (world.provinces, world.province_links, world.province_of) = (Vec::new(), Vec::new(), None);
        } else {
            for province in &mut world.provinces {
                province.capital = self.cell(province.capital).unwrap_or(province.capital);
            }
            self.some(&mut world.province_of, ProvinceId::NONE);
        }
        for side in &mut scenario.sides {
            side.center = side.center.and_then(|center| self.cell(center));
        }
        scenario.give_keys();
        scenario.keys_used = scenario.units.iter().map(|unit| unit.key).max().unwrap_or(0).max(scenario.keys_used);
        scenario.remove_units(|unit| matches!(unit.place, Place::Cell(cell) if self.cell(cell).is_none()));
        scenario.kept.forget_gone(&scenario.units);
        for unit in &mut scenario.units {
            if let Place::Cell(cell) = unit.place {
                unit.place = self.cell(cell).map_or(Place::Unplaced, Place::Cell);
            }
        }
    }
}
