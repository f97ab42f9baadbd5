//! The ground: measurements of a design and its world that need no seats. Searches for fair starts score candidates with it, and
//! measures use it through the [`crate::Survey`].

use std::sync::OnceLock;

use design::{Design, TypeId, UnitType};
use grid::{Cell, Costs, Direction, Links, Regions, Travel, disk, line, regions_over, ring};
use world::World;
use world::standing::is_closed_ring;
use world::travel::StepCosts;

use crate::{cheapest_ground_unit, good_land, main_start_unit};

/// The distance from its center, in cells, within which a place is near a seat.
pub const NEAR: u32 = 8;

/// The distance from its center, in mp of the walker, within which a place is in reach of a seat.
pub const REACH: u32 = 16;

/// Tables of a design and a world, made once.
///
/// A world without terrain counts as all land; it is measured like that rather than refused.
pub struct UnitGround<'a> {
    /// The design.
    pub design: &'a Design,
    /// The world.
    pub world: &'a World,
    /// The unit type that matters most for a start.
    pub main_unit: Option<UnitType>,
    /// The unit type whose travel costs are the distances; `None`: every cell of land costs 1.
    pub walker: Option<UnitType>,
    /// For each cell, void included, whether it is land (not liquid, not void).
    pub land: Vec<bool>,
    /// For each cell, void included, whether it is good land; see [`good_land`].
    pub good: Vec<bool>,
    steps: Option<StepCosts<'a>>,
    /// The links that the walker can use; without a walker all of them, each for 1.
    links: Links,
    regions: OnceLock<Regions>,
}

impl<'a> UnitGround<'a> {
    /// The tables of a design and a world.
    #[must_use]
    pub fn new(design: &'a Design, world: &'a World) -> UnitGround<'a> {
        let area = &world.area;
        let (mut land, mut good) = (vec![false; area.len()], vec![false; area.len()]);
        let good_of = good_land(design);
        let dry_of: Vec<bool> = design.ids().map(|kind| !design.is_liquid(kind)).collect();
        for span in area.rows() {
            match &world.terrain {
                Some(terrain) => {
                    for index in span {
                        let kind = terrain.values()[index].index();
                        (land[index], good[index]) = (dry_of[kind], good_of[kind]);
                    }
                }
                None => {
                    land[span.clone()].fill(true);
                    good[span].fill(true);
                }
            }
        }
        let walker = cheapest_ground_unit(design).filter(|_| world.terrain.is_some());
        let steps = walker.map(|kind| StepCosts::new(design, world, kind));
        let links = steps.as_ref().map_or_else(|| world.all_links(), StepCosts::links);
        UnitGround {
            design,
            world,
            main_unit: main_start_unit(design),
            walker,
            land,
            good,
            steps,
            links,
            regions: OnceLock::new(),
        }
    }

    /// The landmasses and the waters: regions of connected cells of one kind. They are found when first needed.
    pub fn regions(&self) -> &Regions {
        let kind = |cell: Cell| Some(u32::from(self.land[cell.index()]));
        self.regions.get_or_init(|| regions_over(&self.world.area, &self.links, kind))
    }

    /// The links that the walker can use, with what a step costs it.
    #[must_use]
    pub const fn links(&self) -> &Links {
        &self.links
    }

    /// Buffers for searches with the walker's steps; see [`UnitGround::costs_from`].
    #[must_use]
    pub fn travel(&self) -> Travel {
        Travel::over(&self.world.area, self.links.clone())
    }

    /// The cost of a step for the walker; without a walker, 1 on land and no way over water.
    #[inline]
    #[must_use]
    pub fn step(&self, from: Cell, direction: Direction, to: Cell) -> Option<u32> {
        match &self.steps {
            Some(steps) => steps.step(from, direction, to),
            None => (self.land[to.index()] && !is_closed_ring(self.design, &self.world.area, to)).then_some(1),
        }
    }

    /// The walker's cost from a cell to all others within a limit. `travel` is that of [`UnitGround::travel`].
    pub fn costs_from<'t>(&self, travel: &'t mut Travel, from: Cell, limit: u32) -> &'t Costs {
        match &self.steps {
            Some(steps) => travel.from(&[from], limit, |from, way, to| steps.step(from, way, to)),
            None => travel.from(&[from], limit, |from, way, to| self.step(from, way, to)),
        }
    }

    /// The cells of land within a hex distance of a center.
    pub fn land_cells_within(&self, center: Cell, radius: u32) -> impl Iterator<Item = Cell> + '_ {
        disk(&self.world.area, center, radius).filter(|cell| self.land[cell.index()])
    }

    /// How many cells of land lie within a hex distance of a center.
    #[must_use]
    pub fn land_within(&self, center: Cell, radius: u32) -> u32 {
        self.land_cells_within(center, radius).count() as u32
    }

    /// How many of `cells` lie within a hex distance of a center.
    #[must_use]
    pub fn count_within(&self, center: Cell, radius: u32, cells: impl IntoIterator<Item = Cell>) -> u32 {
        let area = &self.world.area;
        cells.into_iter().filter(|&cell| area.distance(center, cell) <= radius).count() as u32
    }

    /// How many cells of good land the walker reaches from a center for at most [`REACH`] mp, by one bounded search.
    #[must_use]
    pub fn good_land_reached(&self, travel: &mut Travel, center: Cell) -> u32 {
        let costs = self.costs_from(travel, center, REACH);
        costs.reached().iter().filter(|cell| self.good[cell.index()]).count() as u32
    }

    /// How many cells a water must have to be a sea and not a lake: the cells of a disk with radius 3, or in a small world a
    /// fiftieth of it.
    #[must_use]
    pub fn sea_size_min(&self) -> u32 {
        (self.world.area.count() as u32 / 50).clamp(1, 37)
    }

    /// The number of land cells between a center and the nearest sea: 0 in a port, and on the sea. In a world without a sea it is
    /// counted as if the sea began beyond the farthest edge.
    #[must_use]
    pub fn land_before_sea(&self, center: Cell) -> u32 {
        let distance_max = self.world.area.distance_max();
        self.nearest_sea(center).map_or(distance_max, |(distance, _)| distance.saturating_sub(1))
    }

    /// The cells between a center and the nearest sea, in a straight line; none if there is no sea.
    #[must_use]
    pub fn way_to_sea(&self, center: Cell) -> Vec<Cell> {
        let Some((_, sea)) = self.nearest_sea(center) else { return Vec::new() };
        let mut way = line(&self.world.area, center, sea);
        way.pop();
        way.drain(..way.len().min(1));
        way
    }

    /// The nearest cell of a sea, with its distance.
    fn nearest_sea(&self, center: Cell) -> Option<(u32, Cell)> {
        let (area, regions) = (&self.world.area, self.regions());
        let least = self.sea_size_min();
        let is_sea = |cell: Cell| !self.land[cell.index()] && regions.sizes[regions.of[cell] as usize] >= least;
        let seas = regions.first.iter().any(|&cell| is_sea(cell));
        let at = |radius| Some((radius, ring(area, center, radius).into_iter().find(|&cell| is_sea(cell))?));
        if seas { (0..=area.distance_max()).find_map(at) } else { None }
    }

    /// How many cells the landmass of a center has; for a center on water, the largest landmass that it touches.
    #[must_use]
    pub fn landmass_of(&self, center: Cell) -> u32 {
        self.landmass(center).map_or(0, |region| self.regions().sizes[region as usize])
    }

    /// The cells of the landmass of a center; see [`UnitGround::landmass_of`].
    pub fn landmass_cells(&self, center: Cell) -> impl Iterator<Item = Cell> + '_ {
        let home = self.landmass(center);
        self.world.area.cells().filter(move |&cell| Some(self.regions().of[cell]) == home)
    }

    /// The landmass of a center, as a number of [`UnitGround::regions`].
    fn landmass(&self, center: Cell) -> Option<u32> {
        let regions = self.regions();
        let region = |cell: Cell| self.land[cell.index()].then(|| regions.of[cell]);
        let touched = || self.world.area.around(center).filter_map(|(_, cell)| region(cell));
        region(center).or_else(|| touched().max_by_key(|&region| regions.sizes[region as usize]))
    }
}
