//! The world: an area and its layers.

use std::collections::BTreeMap;

use design::{Design, MaterialType, Properties, TerrainType, TypeId};
use grid::{Area, Cell, EdgeLayer, Layer, Symmetry};

use crate::{Exit, Feature, FeatureId, Link, Owner, Province, ProvinceId, ProvinceLink, SideId, Wind};

/// What lies on the map. A layer is absent until a file gives it or a method makes it.
///
/// Cloning is cheap: layers are shared until edited.
#[derive(Debug, PartialEq)]
pub struct World {
    /// Which cells there are.
    pub area: Area,
    /// The symmetry that makes the seats' parts of the world alike; `None` in most worlds.
    pub symmetry: Option<Symmetry>,
    /// How much of the symmetry was given up on purpose, in percent. Only at 0 is the world symmetric to the cell.
    pub asymmetry: u8,
    /// The type of terrain that fills each cell.
    pub terrain: Option<Layer<TerrainType>>,
    /// Height of each cell, in the design's own unit.
    pub elevation: Option<Layer<i16>>,
    /// Rivers, walls, roads: for each border or connection type its edges. Absent types have none.
    pub edges: BTreeMap<TerrainType, EdgeLayer>,
    /// The number of the side whose country a cell belongs to, from 1; 0 is nobody's.
    pub country: Option<Layer<u8>>,
    /// The feature that each cell belongs to; [`FeatureId::NONE`] for none.
    pub feature_of: Option<Layer<FeatureId>>,
    /// Named parts of the world. A feature's id is its index here, plus 1.
    pub features: Vec<Feature>,
    /// The province that each cell belongs to; [`ProvinceId::NONE`] for none.
    pub province_of: Option<Layer<ProvinceId>>,
    /// The provinces. A province's id is its index here, plus 1.
    pub provinces: Vec<Province>,
    /// Which provinces touch or are joined, each pair once, in rising order.
    pub province_links: Vec<ProvinceLink>,
    /// Stairs, shafts and portals: where a step leads farther than to a neighbour, mostly to another level.
    pub links: Vec<Link>,
    /// Of a level that was cut out of a world, the ends of links that lead out of it.
    pub exits: Vec<Exit>,
    /// Amounts of materials that lie in cells.
    pub materials: BTreeMap<MaterialType, Layer<i32>>,
    /// Whose people live in a cell.
    pub people: Option<Layer<Owner>>,
    /// Who controls a cell.
    pub control: Option<Layer<Owner>>,
    /// Temperature of each cell when the game begins, in the design's own unit.
    pub temperature: Option<Layer<i16>>,
    /// Density of the clouds over each cell, 0 to 100.
    pub clouds: Option<Layer<u8>>,
    /// Winds.
    pub winds: Option<Layer<Wind>>,
    /// The date of the first turn, as GDL writes dates (`5 May 1871`); empty if none is given.
    pub date: String,
    /// Properties of world and area that only the rules of GDL know: circumference, length of a year, latitude.
    pub gdl: Properties,
    /// Layers that only the rules of GDL know, by their names.
    pub gdl_layers: BTreeMap<String, Layer<i32>>,
}

cloned_here!(World {
    area,
    symmetry,
    asymmetry,
    terrain,
    elevation,
    edges,
    country,
    feature_of,
    features,
    province_of,
    provinces,
    province_links,
    links,
    exits,
    materials,
    people,
    control,
    temperature,
    clouds,
    winds,
    date,
    gdl,
    gdl_layers
});

impl World {
    /// A world of which only the area is known.
    #[must_use]
    pub const fn new(area: Area) -> World {
        World {
            area,
            symmetry: None,
            asymmetry: 0,
            terrain: None,
            elevation: None,
            edges: BTreeMap::new(),
            country: None,
            feature_of: None,
            features: Vec::new(),
            province_of: None,
            provinces: Vec::new(),
            province_links: Vec::new(),
            links: Vec::new(),
            exits: Vec::new(),
            materials: BTreeMap::new(),
            people: None,
            control: None,
            temperature: None,
            clouds: None,
            winds: None,
            date: String::new(),
            gdl: Properties::new(),
            gdl_layers: BTreeMap::new(),
        }
    }

    /// The symmetry, if the whole world keeps it to the cell.
    #[must_use]
    pub fn exact_symmetry(&self) -> Option<&Symmetry> {
        self.symmetry.as_ref().filter(|_| self.asymmetry == 0)
    }

    /// The terrain that fills a cell.
    ///
    /// # Panics
    /// If there is no terrain yet; the recipe's check before a run prevents that.
    #[must_use]
    pub fn terrain_at(&self, cell: Cell) -> TerrainType {
        self.terrain.as_ref().expect("terrain stands before it is asked for")[cell]
    }

    /// The side whose country a cell belongs to.
    #[must_use]
    pub fn country_at(&self, cell: Cell) -> Option<SideId> {
        self.country.as_ref().map(|country| SideId(country[cell])).filter(|side| side.index().is_some())
    }

    /// Whether a cell is water.
    #[must_use]
    pub fn is_liquid(&self, design: &Design, cell: Cell) -> bool {
        design.is_liquid(self.terrain_at(cell))
    }

    /// For each cell, void included, whether it is water: one pass for callers that ask often.
    ///
    /// # Panics
    /// If there is no terrain yet.
    #[must_use]
    pub fn liquid_mask(&self, design: &Design) -> Vec<bool> {
        let liquid: Vec<bool> = design.ids::<TerrainType>().map(|kind| design.is_liquid(kind)).collect();
        let terrain = self.terrain.as_ref().expect("terrain stands before it is asked for");
        terrain.values().iter().map(|kind| liquid[kind.index()]).collect()
    }

    /// The feature of a cell.
    #[must_use]
    pub fn feature_at(&self, cell: Cell) -> Option<&Feature> {
        let id = self.feature_of.as_ref()?[cell];
        self.features.get(usize::from(id.0).checked_sub(1)?)
    }
}
