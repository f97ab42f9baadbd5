//! Painting: cells of a layer get values.

use std::collections::BTreeMap;

use design::{Design, MaterialType, TerrainType, TypeId};
use grid::{Area, Cell, Direction, Layer};

use super::{Edit, Refusal, check_cell, place_words};
use crate::{FeatureId, Owner, ProvinceId, Scenario, SideId, Wind, World, image_of_side};

/// A layer that can be painted. Its values are whole numbers here, as files write them; nobody's people are -1.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LayerKey {
    /// Types of terrain that fill cells.
    Terrain,
    /// Heights.
    Elevation,
    /// Numbers of sides from 1; 0 is nobody's country.
    Country,
    /// Numbers of sides, 0 for independent people, -1 for none.
    People,
    /// The same for who controls a cell.
    Control,
    /// Temperatures.
    Temperature,
    /// Clouds, 0 to 100.
    Clouds,
    /// Winds, as GDL packs them.
    Winds,
    /// The feature that a cell belongs to, from 1; 0 for none.
    Feature,
    /// The province that a cell belongs to, from 1; 0 for none.
    Province,
    /// The amount of a material, from 0.
    Material(MaterialType),
    /// A layer that only the rules of GDL know, coatings among them: `coating snow`.
    Gdl(String),
}

/// Cells of a layer get values. A layer that is absent begins with what means nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    /// Which layer.
    pub layer: LayerKey,
    /// The cells with their values, each cell once, in rising order.
    pub cells: Vec<(Cell, i32)>,
    /// Whether the layer is absent afterwards: then no cells are named.
    pub drops: bool,
}

impl LayerKey {
    /// All layers that one of two worlds has.
    pub(crate) fn all(worlds: [&World; 2]) -> Vec<LayerKey> {
        use LayerKey::{Clouds, Control, Country, Elevation, Feature, People, Province, Temperature, Terrain, Winds};
        let mut keys =
            vec![Terrain, Elevation, Country, People, Control, Temperature, Clouds, Winds, Feature, Province];
        for world in worlds {
            keys.extend(world.materials.keys().map(|&kind| LayerKey::Material(kind)));
            keys.extend(world.gdl_layers.keys().map(|name| LayerKey::Gdl(name.clone())));
        }
        keys.sort();
        keys.dedup();
        keys
    }

    /// The name of the layer, as files have it.
    #[must_use]
    pub fn name(&self, design: &Design) -> String {
        match self {
            LayerKey::Terrain => "terrain",
            LayerKey::Elevation => "elevation",
            LayerKey::Country => "country",
            LayerKey::People => "people",
            LayerKey::Control => "control",
            LayerKey::Temperature => "temperature",
            LayerKey::Clouds => "clouds",
            LayerKey::Winds => "winds",
            LayerKey::Feature => "feature-of",
            LayerKey::Province => "province-of",
            LayerKey::Material(kind) => design.name_of(*kind),
            LayerKey::Gdl(name) => name,
        }
        .to_owned()
    }

    /// The layer of that name; `None` if there is none. Of a material that is called like a layer the layer is meant.
    #[must_use]
    pub fn find(design: &Design, name: &str) -> Option<LayerKey> {
        Some(match name {
            "terrain" => LayerKey::Terrain,
            "elevation" => LayerKey::Elevation,
            "country" => LayerKey::Country,
            "people" => LayerKey::People,
            "control" => LayerKey::Control,
            "temperature" => LayerKey::Temperature,
            "clouds" => LayerKey::Clouds,
            "winds" => LayerKey::Winds,
            "feature-of" => LayerKey::Feature,
            "province-of" => LayerKey::Province,
            "cloud-bottoms" | "cloud-heights" | "user" => LayerKey::Gdl(name.to_owned()),
            _ => match name.strip_prefix("coating ") {
                Some(kind) => design.find::<TerrainType>(kind).map(|_| LayerKey::Gdl(name.to_owned()))?,
                None => LayerKey::Material(design.find(name)?),
            },
        })
    }

    /// What a cell holds of which nothing is said.
    #[must_use]
    pub fn none(&self, design: &Design) -> i32 {
        match self {
            LayerKey::Terrain => design.cell_terrain().next().map_or(0, |kind| kind.0.into()),
            LayerKey::People | LayerKey::Control => -1,
            _ => 0,
        }
    }

    /// All values by index, the void included; `None` if the layer is absent.
    #[must_use]
    pub fn values(&self, world: &World) -> Option<Vec<i32>> {
        fn all<T>(layer: Option<&Layer<T>>, number: fn(&T) -> i32) -> Option<Vec<i32>> {
            Some(layer?.values().iter().map(number).collect())
        }
        match self {
            LayerKey::Terrain => all(world.terrain.as_ref(), |kind| kind.0.into()),
            LayerKey::Elevation => all(world.elevation.as_ref(), |&height| height.into()),
            LayerKey::Country => all(world.country.as_ref(), |&side| side.into()),
            LayerKey::People => all(world.people.as_ref(), |&owner| number_of(owner)),
            LayerKey::Control => all(world.control.as_ref(), |&owner| number_of(owner)),
            LayerKey::Temperature => all(world.temperature.as_ref(), |&degrees| degrees.into()),
            LayerKey::Clouds => all(world.clouds.as_ref(), |&cover| cover.into()),
            LayerKey::Winds => all(world.winds.as_ref(), |wind| wind.packed()),
            LayerKey::Feature => all(world.feature_of.as_ref(), |id| id.0.into()),
            LayerKey::Province => all(world.province_of.as_ref(), |id| id.0.into()),
            LayerKey::Material(kind) => all(world.materials.get(kind), |&amount| amount),
            LayerKey::Gdl(name) => all(world.gdl_layers.get(name), |&value| value),
        }
    }

    /// Whether a world has the layer.
    #[must_use]
    pub fn is_there(&self, world: &World) -> bool {
        match self {
            LayerKey::Terrain => world.terrain.is_some(),
            LayerKey::Elevation => world.elevation.is_some(),
            LayerKey::Country => world.country.is_some(),
            LayerKey::People => world.people.is_some(),
            LayerKey::Control => world.control.is_some(),
            LayerKey::Temperature => world.temperature.is_some(),
            LayerKey::Clouds => world.clouds.is_some(),
            LayerKey::Winds => world.winds.is_some(),
            LayerKey::Feature => world.feature_of.is_some(),
            LayerKey::Province => world.province_of.is_some(),
            LayerKey::Material(kind) => world.materials.contains_key(kind),
            LayerKey::Gdl(name) => world.gdl_layers.contains_key(name),
        }
    }

    fn drop_from(&self, world: &mut World) {
        match self {
            LayerKey::Terrain => world.terrain = None,
            LayerKey::Elevation => world.elevation = None,
            LayerKey::Country => world.country = None,
            LayerKey::People => world.people = None,
            LayerKey::Control => world.control = None,
            LayerKey::Temperature => world.temperature = None,
            LayerKey::Clouds => world.clouds = None,
            LayerKey::Winds => world.winds = None,
            LayerKey::Feature => world.feature_of = None,
            LayerKey::Province => world.province_of = None,
            LayerKey::Material(kind) => drop(world.materials.remove(kind)),
            LayerKey::Gdl(name) => drop(world.gdl_layers.remove(name)),
        }
    }

    /// Puts values into cells, and returns those that were there. An absent layer is filled with `none` first.
    pub(crate) fn swap(&self, world: &mut World, none: i32, cells: &[(Cell, i32)]) -> Vec<(Cell, i32)> {
        struct Swap<'a>(Area, i32, &'a [(Cell, i32)]);
        impl Swap<'_> {
            fn of<T: Clone>(
                &self,
                layer: &mut Option<Layer<T>>,
                value: fn(i32) -> T,
                number: fn(&T) -> i32,
            ) -> Vec<(Cell, i32)> {
                let values = layer.get_or_insert_with(|| Layer::filled(&self.0, value(self.1))).edit();
                let swap = |&(cell, new): &(Cell, i32)| {
                    let before = number(&values[cell.index()]);
                    values[cell.index()] = value(new);
                    (cell, before)
                };
                self.2.iter().map(swap).collect()
            }

            fn of_map<K: Ord + Clone>(&self, layers: &mut BTreeMap<K, Layer<i32>>, key: &K) -> Vec<(Cell, i32)> {
                let mut layer = layers.remove(key);
                let before = self.of(&mut layer, |value| value, |&value| value);
                layers.extend(layer.map(|layer| (key.clone(), layer)));
                before
            }
        }
        let swap = Swap(world.area, none, cells);
        match self {
            LayerKey::Terrain => {
                swap.of(&mut world.terrain, |kind| TerrainType::at(kind as usize), |kind| kind.0.into())
            }
            LayerKey::Elevation => swap.of(&mut world.elevation, |height| height as i16, |&height| height.into()),
            LayerKey::Country => swap.of(&mut world.country, |side| side as u8, |&side| side.into()),
            LayerKey::People => swap.of(&mut world.people, owner_of, |&owner| number_of(owner)),
            LayerKey::Control => swap.of(&mut world.control, owner_of, |&owner| number_of(owner)),
            LayerKey::Temperature => swap.of(&mut world.temperature, |value| value as i16, |&value| value.into()),
            LayerKey::Clouds => swap.of(&mut world.clouds, |cover| cover as u8, |&cover| cover.into()),
            LayerKey::Winds => {
                swap.of(&mut world.winds, |packed| Wind::unpack(packed).unwrap_or(Wind::CALM), |wind| wind.packed())
            }
            LayerKey::Feature => swap.of(&mut world.feature_of, |id| FeatureId(id as u16), |id| id.0.into()),
            LayerKey::Province => swap.of(&mut world.province_of, |id| ProvinceId(id as u16), |id| id.0.into()),
            LayerKey::Material(kind) => swap.of_map(&mut world.materials, kind),
            LayerKey::Gdl(name) => swap.of_map(&mut world.gdl_layers, name),
        }
    }

    /// The least and the greatest value that can stand in this layer; not each between them is one of terrain and of winds.
    #[must_use]
    pub fn bounds(&self, scenario: &Scenario) -> (i32, i32) {
        let (world, sides) = (&scenario.world, scenario.sides.len() as i32);
        match self {
            LayerKey::Terrain => (0, (scenario.design.terrain.len() as i32 - 1).max(0)),
            LayerKey::Elevation | LayerKey::Temperature => (i16::MIN.into(), i16::MAX.into()),
            LayerKey::Country => (0, sides),
            LayerKey::People | LayerKey::Control => (-1, sides),
            LayerKey::Clouds => (0, 100),
            LayerKey::Feature => (0, world.features.len() as i32),
            LayerKey::Province => (0, world.provinces.len() as i32),
            LayerKey::Winds | LayerKey::Material(_) => (0, i32::MAX),
            LayerKey::Gdl(_) => (i32::MIN, i32::MAX),
        }
    }

    /// Why a value cannot stand in this layer: what would be right.
    fn check(&self, scenario: &Scenario, value: i32) -> Result<(), String> {
        let (design, world) = (&*scenario.design, &scenario.world);
        match self {
            LayerKey::Terrain => {
                let fills = usize::try_from(value).is_ok_and(|value| {
                    value < design.terrain.len() && design.cell_terrain().any(|kind| kind.index() == value)
                });
                if fills { Ok(()) } else { Err("only terrain that fills cells can be painted".to_owned()) }
            }
            LayerKey::Winds => {
                let blows = Wind::unpack(value).is_some_and(|wind| wind.direction.0 < world.area.directions());
                if blows { Ok(()) } else { Err(format!("{value} is no wind of this area")) }
            }
            _ => {
                let (least, most) = self.bounds(scenario);
                if (least..=most).contains(&value) {
                    return Ok(());
                }
                Err(format!("{} is from {least} to {most}, not {value}", self.name(design)))
            }
        }
    }

    /// The value as it is at an image of its cell; `None` if this layer is not held to the symmetry.
    fn image(&self, world: &World, map: usize, value: i32) -> Option<i32> {
        let symmetry = world.exact_symmetry()?;
        let side = |side: i32| i32::from(image_of_side(symmetry, map, SideId(side as u8)).0);
        Some(match self {
            LayerKey::Feature | LayerKey::Province => return None,
            LayerKey::Country => side(value),
            LayerKey::People | LayerKey::Control if value >= 0 => side(value),
            LayerKey::Winds => {
                let Some(wind) = Wind::unpack(value).filter(|wind| wind.force > 0) else { return Some(value) };
                let direction: Direction = symmetry.maps()[map].direction(wind.direction);
                Wind { direction, ..wind }.packed()
            }
            _ => value,
        })
    }

    /// A value in words.
    #[must_use]
    pub fn value_words(&self, scenario: &Scenario, value: i32) -> String {
        let side = |number: i32| {
            let found = usize::try_from(number - 1).ok().and_then(|at| scenario.sides.get(at));
            found.map_or_else(|| "nobody".to_owned(), |side| side.name.clone())
        };
        match self {
            LayerKey::Terrain if (value as usize) < scenario.design.terrain.len() => {
                scenario.design.name_of(TerrainType::at(value as usize)).to_owned()
            }
            LayerKey::Country => side(value),
            LayerKey::People | LayerKey::Control if value != 0 => side(value),
            LayerKey::People | LayerKey::Control => "independent".to_owned(),
            LayerKey::Feature => match usize::try_from(value - 1).ok().and_then(|at| scenario.world.features.get(at)) {
                Some(feature) => feature.name.clone(),
                None => "no feature".to_owned(),
            },
            LayerKey::Province => match usize::try_from(value - 1).ok().and_then(|at| scenario.world.provinces.get(at))
            {
                Some(province) => province.name.clone(),
                None => "no province".to_owned(),
            },
            _ => value.to_string(),
        }
    }
}

fn owner_of(number: i32) -> Owner {
    Owner::from((number >= 0).then_some(SideId(number as u8)))
}

fn number_of(owner: Owner) -> i32 {
    owner.side().map_or(-1, |side| side.0.into())
}

impl Paint {
    /// These cells get these values; of a cell that is named twice the last value counts.
    #[must_use]
    pub fn new(layer: LayerKey, cells: Vec<(Cell, i32)>) -> Paint {
        Paint { layer, cells: last_of_each(cells), drops: false }
    }

    /// These cells get one value.
    #[must_use]
    pub fn fill(layer: LayerKey, cells: impl IntoIterator<Item = Cell>, value: i32) -> Paint {
        Paint::new(layer, cells.into_iter().map(|cell| (cell, value)).collect())
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        let (key, area) = (&self.layer, scenario.world.area);
        let mut checked = None;
        for &(cell, value) in &self.cells {
            check_cell(&area, cell)?;
            if checked != Some(value) {
                key.check(scenario, value).map_err(|rule| Refusal::at(&area, cell, &rule))?;
                checked = Some(value);
            }
        }
        let none = key.none(&scenario.design);
        if self.drops {
            let values = key.values(&scenario.world);
            key.drop_from(&mut scenario.world);
            let cells = values.iter().flat_map(|values| area.cells().map(|cell| (cell, values[cell.index()])));
            let back = Paint { layer: key.clone(), cells: cells.collect(), drops: values.is_none() };
            return Ok(Edit::Paint(back));
        }
        let was_there = key.is_there(&scenario.world);
        let before = key.swap(&mut scenario.world, none, &self.cells);
        let cells = if was_there { before } else { Vec::new() };
        Ok(Edit::Paint(Paint { layer: key.clone(), cells, drops: !was_there }))
    }

    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<Paint, Refusal> {
        let world = &scenario.world;
        let mut cells = Vec::with_capacity(self.cells.len());
        for &(cell, value) in &self.cells {
            check_cell(&world.area, cell)?;
            self.layer.check(scenario, value).map_err(|rule| Refusal::at(&world.area, cell, &rule))?;
            let Some(symmetry) = world.exact_symmetry() else {
                cells.push((cell, value));
                continue;
            };
            for (map, image) in symmetry.images(cell).enumerate() {
                let value = if map == 0 { Some(value) } else { self.layer.image(world, map, value) };
                cells.extend(value.map(|value| (image, value)));
            }
        }
        let paint = Paint { layer: self.layer.clone(), cells: last_of_each(cells), drops: self.drops };
        // A cell that is its own image cannot hold what has another image, such as a side's country.
        if let Some(symmetry) = world.exact_symmetry() {
            let mut values = paint.cells.iter();
            let broken = values.find(|&&(cell, value)| {
                let is_own = |(map, image): (usize, Cell)| {
                    image == cell && self.layer.image(world, map, value).is_some_and(|other| other != value)
                };
                symmetry.images(cell).enumerate().any(is_own)
            });
            if let Some(&(cell, value)) = broken {
                let what = self.layer.value_words(scenario, value);
                let rule = format!("the cell is its own image in {}, so it cannot be {what}", symmetry.kind());
                return Err(Refusal::at(&world.area, cell, &rule));
            }
        }
        Ok(paint)
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let name = self.layer.name(&scenario.design);
        let Some(&(first, value)) = self.cells.first() else { return format!("{name} goes") };
        let place = place_words(&scenario.world.area, first);
        let cells = design::counted(self.cells.len(), "cell");
        let at = if self.cells.len() == 1 { format!("at {place}") } else { format!("in {cells} from {place} on") };
        if self.cells.iter().all(|&(_, other)| other == value) {
            return format!("{name} {at} becomes {}", self.layer.value_words(scenario, value));
        }
        format!("{name} {at} changes")
    }

    /// Whether a later painting is one with this one.
    pub(super) fn joins(&self, later: &Paint) -> bool {
        self.layer == later.layer && (!self.drops || later.drops)
    }

    pub(super) fn then(mut self, later: Paint) -> Paint {
        if later.drops {
            return later;
        }
        self.cells.extend(later.cells);
        Paint { cells: last_of_each(self.cells), ..self }
    }
}

/// Each cell once, in rising order, with the last value that is said of it.
fn last_of_each(mut cells: Vec<(Cell, i32)>) -> Vec<(Cell, i32)> {
    cells.reverse();
    cells.sort_by_key(|&(cell, _)| cell);
    cells.dedup_by_key(|&mut (cell, _)| cell);
    cells
}
