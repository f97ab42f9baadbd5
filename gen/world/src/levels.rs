//! Levels: one level of a world as a world of its own, and back. What knows only worlds of one level, such as most methods, pictures
//! and the formats of other programs, gets it like that.

use std::collections::BTreeMap;
use std::ops::Range;

use grid::{Area, Cell, EdgeLayer, Layer, Symmetry};

use crate::{Exit, FeatureId, Kept, Link, Owner, Place, ProvinceId, ProvinceLink, Scenario, Unit, UnitId, Wind, World};

/// One level of an area.
#[derive(Clone, Copy)]
struct Level {
    area: Area,
    number: u32,
}

impl Level {
    fn new(area: Area, number: u32) -> Level {
        assert!(number < area.levels(), "level {} of {}", number + 1, area.levels());
        Level { area, number }
    }

    fn range(self) -> Range<usize> {
        let start = self.number as usize * self.area.level_len();
        start..start + self.area.level_len()
    }

    fn has(self, cell: Cell) -> bool {
        self.area.level(cell) == self.number
    }

    /// A cell of the area as one of the level.
    fn inward(self, cell: Cell) -> Option<Cell> {
        self.area.of_level(cell, self.number)
    }

    /// A cell of the level as one of the area.
    fn outward(self, cell: Cell) -> Cell {
        self.area.on_level(cell, self.number).expect("the level is there")
    }

    fn cut<T: Clone>(self, layer: &Layer<T>) -> Layer<T> {
        Layer::from_values(&self.area.one_level(), layer.values()[self.range()].to_vec())
    }

    fn cut_some<T: Clone>(self, layer: &Option<Layer<T>>) -> Option<Layer<T>> {
        layer.as_ref().map(|layer| self.cut(layer))
    }

    /// Puts a layer of the level where it belongs; without one its cells get `none`.
    fn paste<T: Clone>(self, into: &mut Option<Layer<T>>, made: Option<Layer<T>>, none: T) {
        match (into, made) {
            (None, None) => {}
            (Some(layer), None) => layer.edit()[self.range()].fill(none),
            (into, Some(made)) => {
                let layer = into.get_or_insert_with(|| Layer::filled(&self.area, none));
                layer.edit()[self.range()].clone_from_slice(made.values());
            }
        }
    }

    /// The same for layers by key; those without a value other than `none` are left out.
    fn paste_map<K: Ord, T: Clone + PartialEq>(
        self,
        into: &mut BTreeMap<K, Layer<T>>,
        made: BTreeMap<K, Layer<T>>,
        none: T,
    ) {
        into.values_mut().for_each(|layer| layer.edit()[self.range()].fill(none.clone()));
        for (key, layer) in made {
            let whole = into.entry(key).or_insert_with(|| Layer::filled(&self.area, none.clone()));
            whole.edit()[self.range()].clone_from_slice(layer.values());
        }
        into.retain(|_, layer| layer.values().iter().any(|value| *value != none));
    }
}

impl World {
    /// One level, from 0, as a world of its own. Links that lead out of it become its exits.
    ///
    /// # Panics
    /// If there is no such level.
    #[must_use]
    pub fn level(&self, number: u32) -> World {
        let level = Level::new(self.area, number);
        if self.area.levels() == 1 {
            return self.clone();
        }
        let one = self.area.one_level();
        let mut world = World::new(one);
        world.symmetry = self.symmetry.as_ref().and_then(|symmetry| Symmetry::new(&one, symmetry.kind()).ok());
        world.asymmetry = self.asymmetry;
        world.terrain = level.cut_some(&self.terrain);
        world.elevation = level.cut_some(&self.elevation);
        let edges = self.edges.iter().map(|(&kind, layer)| (kind, level.cut(layer)));
        world.edges =
            edges.filter(|(_, layer): &(_, EdgeLayer)| layer.values().iter().any(|&mask| mask != 0)).collect();
        world.country = level.cut_some(&self.country);
        world.materials = self.materials.iter().map(|(&kind, layer)| (kind, level.cut(layer))).collect();
        world.people = level.cut_some(&self.people);
        world.control = level.cut_some(&self.control);
        world.temperature = level.cut_some(&self.temperature);
        world.clouds = level.cut_some(&self.clouds);
        world.winds = level.cut_some(&self.winds);
        world.date.clone_from(&self.date);
        world.gdl = self.gdl.clone();
        world.gdl_layers = self.gdl_layers.iter().map(|(name, layer)| (name.clone(), level.cut(layer))).collect();
        let links = self.links.iter().filter_map(|link| {
            Some(Link { from: level.inward(link.from)?, to: level.inward(link.to)?, ..link.clone() })
        });
        world.links = links.collect();
        let exits = self.links.iter().flat_map(|link| {
            let ends = [(link.from, link.to, false), (link.to, link.from, link.is_one_way)];
            ends.into_iter().filter_map(move |(at, to, is_arrival)| {
                let at = level.inward(at).filter(|_| !level.has(to))?;
                let other = Level::new(self.area, self.area.level(to));
                let to = other.inward(to)?;
                let leads_down = other.number > number;
                let name = link.name.clone();
                Some(Exit { kind: link.kind, at, level: other.number, leads_down, to, is_arrival, name })
            })
        });
        world.exits = exits.collect();
        if let Some(layer) = &self.feature_of {
            let numbers = new_numbers(self.features.iter().map(|feature| level.has(feature.at)));
            let inside = self.features.iter().filter_map(|feature| {
                let at = level.inward(feature.at)?;
                let course = feature.course.iter().filter_map(|&cell| level.inward(cell)).collect();
                Some(crate::Feature { at, course, ..feature.clone() })
            });
            world.features = inside.collect();
            let ids = layer.values()[level.range()].iter().map(|id| FeatureId(numbers[usize::from(id.0)])).collect();
            world.feature_of = Some(Layer::from_values(&one, ids));
        }
        if let Some(layer) = &self.province_of {
            let numbers = new_numbers(self.provinces.iter().map(|province| level.has(province.capital)));
            let number = |id: ProvinceId| ProvinceId(numbers[usize::from(id.0)]);
            let inside = self.provinces.iter().filter_map(|province| {
                Some(crate::Province { capital: level.inward(province.capital)?, ..province.clone() })
            });
            world.provinces = inside.collect();
            let ids = layer.values()[level.range()].iter().map(|&id| number(id)).collect();
            world.province_of = Some(Layer::from_values(&one, ids));
            world.province_links = self.province_links.iter().filter_map(|link| renumbered(*link, number)).collect();
        }
        world
    }

    /// Replaces one level, from 0, by what [`World::level`] gave and somebody changed. Links stay as they are: they belong to no level.
    ///
    /// # Panics
    /// If there is no such level, or if the other world has another size.
    pub fn put_level(&mut self, number: u32, made: World) {
        let level = Level::new(self.area, number);
        assert_eq!(made.area, self.area.one_level(), "a level of another world");
        level.paste(&mut self.terrain, made.terrain, design::TerrainType(0));
        level.paste(&mut self.elevation, made.elevation, 0);
        level.paste_map(&mut self.edges, made.edges, 0);
        level.paste(&mut self.country, made.country, 0);
        level.paste_map(&mut self.materials, made.materials, 0);
        level.paste(&mut self.people, made.people, Owner::NOBODY);
        level.paste(&mut self.control, made.control, Owner::NOBODY);
        level.paste(&mut self.temperature, made.temperature, 0);
        level.paste(&mut self.clouds, made.clouds, 0);
        level.paste(&mut self.winds, made.winds, Wind::CALM);
        self.date = made.date;
        self.gdl = made.gdl;
        level.paste_map(&mut self.gdl_layers, made.gdl_layers, 0);

        let numbers = new_numbers(self.features.iter().map(|feature| !level.has(feature.at)));
        self.features.retain(|feature| !level.has(feature.at));
        let before = self.features.len() as u16;
        self.features.extend(made.features.into_iter().map(|feature| {
            let course = feature.course.iter().map(|&cell| level.outward(cell)).collect();
            crate::Feature { at: level.outward(feature.at), course, ..feature }
        }));
        if let Some(layer) = &mut self.feature_of {
            layer.edit().iter_mut().for_each(|id| id.0 = numbers[usize::from(id.0)]);
        }
        let shift = |id: FeatureId| if id == FeatureId::NONE { id } else { FeatureId(id.0 + before) };
        let moved = made
            .feature_of
            .map(|layer| Layer::from_values(&made.area, layer.values().iter().map(|&id| shift(id)).collect()));
        level.paste(&mut self.feature_of, moved, FeatureId::NONE);

        let numbers = new_numbers(self.provinces.iter().map(|province| !level.has(province.capital)));
        self.provinces.retain(|province| !level.has(province.capital));
        let before = self.provinces.len() as u16;
        self.provinces.extend(
            made.provinces
                .into_iter()
                .map(|province| crate::Province { capital: level.outward(province.capital), ..province }),
        );
        if let Some(layer) = &mut self.province_of {
            layer.edit().iter_mut().for_each(|id| id.0 = numbers[usize::from(id.0)]);
        }
        let shift = |id: ProvinceId| if id == ProvinceId::NONE { id } else { ProvinceId(id.0 + before) };
        let moved = made
            .province_of
            .map(|layer| Layer::from_values(&made.area, layer.values().iter().map(|&id| shift(id)).collect()));
        level.paste(&mut self.province_of, moved, ProvinceId::NONE);
        let stay = self
            .province_links
            .iter()
            .filter_map(|link| renumbered(*link, |id| ProvinceId(numbers[usize::from(id.0)])));
        let own = made.province_links.iter().filter_map(|link| renumbered(*link, shift));
        let mut links: Vec<ProvinceLink> = stay.chain(own).collect();
        links.sort_unstable();
        self.province_links = links;
    }
}

/// The new numbers of things that have numbers from 1, by the old ones, if some stay and the others go: 0 for those that go, and for none.
fn new_numbers(stay: impl Iterator<Item = bool>) -> Vec<u16> {
    let mut count = 0;
    let number = |stays| {
        count += u16::from(stays);
        if stays { count } else { 0 }
    };
    std::iter::once(0).chain(stay.map(number)).collect()
}

/// A link between provinces with other numbers; `None` if one of them is gone.
fn renumbered(link: ProvinceLink, number: impl Fn(ProvinceId) -> ProvinceId) -> Option<ProvinceLink> {
    let (from, to) = (number(link.from), number(link.to));
    (from != ProvinceId::NONE && to != ProvinceId::NONE).then_some(ProvinceLink { from, to, ..link })
}

impl Scenario {
    /// One level, from 0, as a scenario of its own: its world, the units on it, and all sides. How fair it is, is told of the whole.
    ///
    /// # Panics
    /// If there is no such level.
    #[must_use]
    pub fn level(&self, number: u32) -> Scenario {
        let area = self.world.area;
        let level = Level::new(area, number);
        if area.levels() == 1 {
            return self.clone();
        }
        let is_here = self.are_on(level);
        let mut numbers = Vec::new();
        let mut count = 0;
        for &is_here in &is_here {
            count += u32::from(is_here);
            numbers.push(UnitId(count));
        }
        let units = self.units.iter().zip(&is_here).filter(|(_, is_here)| **is_here).map(|(unit, _)| Unit {
            place: match unit.place {
                Place::Cell(cell) => level.inward(cell).map_or(Place::Unplaced, Place::Cell),
                Place::Inside(carrier) => Place::Inside(numbers[carrier.index()]),
                Place::Unplaced => Place::Unplaced,
            },
            ..unit.clone()
        });
        let units = units.collect();
        let sides = self.sides.iter();
        let sides = sides
            .map(|side| crate::Side { center: side.center.and_then(|center| level.inward(center)), ..side.clone() });
        Scenario {
            sides: sides.collect(),
            units,
            origins: self.origins.clone(),
            forms: self.forms.clone(),
            sections: self.sections.clone(),
            fairness: self.fairness.clone(),
            played: self.played.clone(),
            // Of what is kept, a level has to know only where nothing may come.
            kept: Kept { cells: level.cut_some(&self.kept.cells), ..Kept::default() },
            ..Scenario::new(self.design.clone(), self.world.level(number))
        }
    }

    /// Replaces one level, from 0, by what [`Scenario::level`] gave and somebody changed. Units that were there before keep their
    /// numbers, as far as none of them is gone.
    ///
    /// # Panics
    /// As [`World::put_level`].
    pub fn put_level(&mut self, number: u32, made: Scenario) {
        let level = Level::new(self.world.area, number);
        let is_here = self.are_on(level);
        // Where each unit comes from, in the new order: an old place, or one of the level's list.
        let mut order: Vec<Result<usize, usize>> = Vec::new();
        let mut next = 0;
        for (index, is_here) in is_here.into_iter().enumerate() {
            if !is_here {
                order.push(Ok(index));
            } else if next < made.units.len() {
                order.push(Err(next));
                next += 1;
            }
        }
        order.extend((next..made.units.len()).map(Err));
        let number_of = |wanted: Result<usize, usize>| {
            let place = order.iter().position(|&from| from == wanted);
            place.map_or(Place::Unplaced, |place| Place::Inside(UnitId(place as u32 + 1)))
        };
        let moved = order.iter().map(|&from| match from {
            Ok(index) => {
                let unit = &self.units[index];
                let Place::Inside(carrier) = unit.place else { return unit.clone() };
                Unit { place: number_of(Ok(carrier.index())), ..unit.clone() }
            }
            Err(index) => {
                let unit = &made.units[index];
                let place = match unit.place {
                    Place::Cell(cell) => Place::Cell(level.outward(cell)),
                    Place::Inside(carrier) => number_of(Err(carrier.index())),
                    Place::Unplaced => Place::Unplaced,
                };
                Unit { place, ..unit.clone() }
            }
        });
        self.units = moved.collect();
        for (side, made) in self.sides.iter_mut().zip(made.sides) {
            let elsewhere = side.center.filter(|&center| !level.has(center));
            let center = made.center.map(|center| level.outward(center)).or(elsewhere);
            *side = crate::Side { center, ..made };
        }
        self.forms = made.forms;
        self.sections = made.sections;
        self.world.put_level(number, made.world);
    }
}

impl Scenario {
    /// For each unit whether it is on a level, inside others or in the open.
    fn are_on(&self, level: Level) -> Vec<bool> {
        self.unit_ids().map(|(id, _)| self.cell_of(id).is_some_and(|cell| level.has(cell))).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use design::{Design, TerrainType, UnitType};
    use grid::Shape;

    use super::*;
    use crate::{Feature, FeatureClass, Side, SideId};

    /// Two levels with something of everything on each.
    fn two_levels() -> Scenario {
        let area = Area::new(Shape::Rectangle, 5, 4).unwrap().with_levels(2).unwrap();
        let mut world = World::new(area);
        world.terrain = Some(Layer::from_values(&area, (0..40).map(|index| TerrainType(index % 7)).collect()));
        let mut edges = EdgeLayer::filled(&area, 0);
        grid::connect(&area, edges.edit(), Cell(22), grid::Direction(1));
        world.edges.insert(TerrainType(3), edges);
        let feature = |name: &str, at, course: &[u32]| Feature {
            class: FeatureClass::River,
            kind: String::new(),
            name: name.to_owned(),
            at: Cell(at),
            size: 2,
            course: course.iter().copied().map(Cell).collect(),
            made_by: None,
        };
        world.features = vec![feature("Low", 21, &[21, 22]), feature("High", 3, &[3, 4])];
        let mut features = vec![FeatureId::NONE; 40];
        (features[21], features[22], features[3], features[4]) =
            (FeatureId(1), FeatureId(1), FeatureId(2), FeatureId(2));
        world.feature_of = Some(Layer::from_values(&area, features));
        let link = |from, to| Link {
            kind: TerrainType(4),
            from: Cell(from),
            to: Cell(to),
            is_one_way: false,
            cost: 0,
            name: String::new(),
        };
        world.links = vec![link(7, 27), link(20, 39)];
        let mut scenario = Scenario::new(Arc::new(Design::default()), world);
        scenario.sides = vec![Side { center: Some(Cell(7)), ..Side::default() }, Side::default()];
        let unit = |place| Unit::new(UnitType(0), place, SideId(1));
        scenario.units = vec![
            unit(Place::Cell(Cell(30))),
            unit(Place::Cell(Cell(7))),
            unit(Place::Inside(UnitId(1))),
            unit(Place::Unplaced),
            unit(Place::Inside(UnitId(2))),
        ];
        scenario
    }

    #[test]
    fn a_level_is_a_world_of_its_own() {
        let scenario = two_levels();
        let low = scenario.level(1);
        assert_eq!((low.world.area.levels(), low.world.area.len()), (1, 20));
        assert_eq!(low.world.terrain.as_ref().unwrap()[Cell(1)], TerrainType(0), "the 21st of all");
        let features: Vec<(&str, Cell, &[Cell])> =
            low.world.features.iter().map(|f| (&*f.name, f.at, &*f.course)).collect();
        assert_eq!(features, [("Low", Cell(1), &[Cell(1), Cell(2)][..])]);
        assert_eq!(low.world.feature_of.as_ref().unwrap()[Cell(2)], FeatureId(1));
        let ends: Vec<_> = low.world.links.iter().map(|link| (link.from, link.to)).collect();
        assert_eq!(ends, [(Cell(0), Cell(19))], "what leads out is no link of it");
        let exits: Vec<_> = low.world.exits.iter().map(|exit| (exit.at, exit.level, exit.to)).collect();
        assert_eq!(exits, [(Cell(7), 0, Cell(7))]);
        let places: Vec<Place> = low.units.iter().map(|unit| unit.place).collect();
        assert_eq!(places, [Place::Cell(Cell(10)), Place::Inside(UnitId(1))]);
        assert_eq!(low.sides[0].center, None);
        assert!(low.world.edges.contains_key(&TerrainType(3)) && scenario.level(0).world.edges.is_empty());
    }

    #[test]
    fn levels_put_back_change_nothing() {
        let scenario = two_levels();
        let mut again = scenario.clone();
        for level in [0, 1] {
            again.put_level(level, scenario.level(level));
        }
        // Features are numbered in the order in which their levels were put.
        assert_eq!(again.world.features.iter().map(|feature| &*feature.name).collect::<Vec<_>>(), ["High", "Low"]);
        for level in [0, 1] {
            assert_eq!(again.level(level), scenario.level(level));
        }
        assert_eq!((&again.units, &again.sides), (&scenario.units, &scenario.sides));
        assert_eq!((&again.world.links, &again.world.terrain), (&scenario.world.links, &scenario.world.terrain));
    }

    #[test]
    fn units_that_are_added_or_removed_leave_others_in_their_carriers() {
        let mut scenario = two_levels();
        let mut low = scenario.level(1);
        low.units.push(Unit::new(UnitType(0), Place::Inside(UnitId(1)), SideId(2)));
        low.sides[1].center = Some(Cell(6));
        scenario.put_level(1, low);
        assert_eq!((scenario.sides[0].center, scenario.sides[1].center), (Some(Cell(7)), Some(Cell(26))));
        assert_eq!(scenario.units.len(), 6);
        assert_eq!(scenario.units[5].place, Place::Inside(UnitId(1)));
        let mut low = scenario.level(1);
        low.units.clear();
        scenario.put_level(1, low);
        let places: Vec<Place> = scenario.units.iter().map(|unit| unit.place).collect();
        assert_eq!(places, [Place::Cell(Cell(7)), Place::Unplaced, Place::Inside(UnitId(1))]);
    }
}
