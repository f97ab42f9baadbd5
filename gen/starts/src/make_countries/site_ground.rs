//! What stays the same during the search for sites: who may stand where, and what a seat in a cell would have by itself.

use design::abilities::may_start_on;
use design::{TerrainType, TypeId, UnitType};
use fairness::NEAR;
use grid::{Cell, Travel, disk, ring};
use world::{Scenario, SideId, standing};

use crate::siting::Siting;

/// The distance beyond which a sea counts as far, however far it is.
const SEA_FAR: u32 = 16;

/// The number of measures that a site has by itself.
pub(crate) const SITE_VALUES: usize = 5;

/// Data that stay the same during the search for sites.
pub(crate) struct SiteGround<'a> {
    pub(crate) scenario: &'a Scenario,
    /// The definitions of all measures are the crate `fairness`'s.
    pub(crate) fair: fairness::UnitGround<'a>,
    independents: Vec<u16>,
    /// The type that stands in a country's centre, and for each terrain type whether it may start there.
    main: Option<UnitType>,
    founds: Vec<bool>,
    occupied: Vec<bool>,
    siting: Siting,
}

impl<'a> SiteGround<'a> {
    /// The data of a scenario with terrain, for a main start unit.
    pub(crate) fn new(scenario: &'a Scenario, main: Option<UnitType>) -> SiteGround<'a> {
        let (design, area) = (&*scenario.design, &scenario.world.area);
        let founds = design
            .ids::<TerrainType>()
            .map(|ground| main.is_none_or(|kind| may_start_on(design, kind, ground)))
            .collect();
        let mut independents = vec![0u16; area.len()];
        let mut occupied = vec![false; area.len()];
        for unit in &scenario.units {
            if let Some(cell) = unit.cell() {
                occupied[cell.index()] = true;
                if unit.side == SideId::INDEPENDENT {
                    independents[cell.index()] = independents[cell.index()].saturating_add(1);
                }
            }
        }
        let fair = fairness::UnitGround::new(design, &scenario.world);
        SiteGround { scenario, fair, independents, main, founds, occupied, siting: Siting::new(scenario) }
    }

    /// The number of independents in a cell.
    pub(crate) fn independents(&self, cell: Cell) -> u32 {
        u32::from(self.independents[cell.index()])
    }

    /// Whether the main start unit could stand in a cell.
    pub(crate) fn may_be_center(&self, cell: Cell) -> bool {
        let world = &self.scenario.world;
        self.founds[world.terrain_at(cell).index()]
            && !self.occupied[cell.index()]
            && !standing::is_closed_ring(&self.scenario.design, &world.area, cell)
    }

    /// Whether the main start unit fits into a cell beside all units that are there.
    pub(crate) fn main_unit_fits(&self, cell: Cell) -> bool {
        self.main.is_none_or(|kind| self.siting.fits(self.scenario, kind, cell))
    }

    /// The values of a seat in a cell by itself, in the order of the search's weights.
    pub(crate) fn measure(&self, cell: Cell, travel: &mut Travel) -> [u32; SITE_VALUES] {
        let independents = disk(&self.scenario.world.area, cell, NEAR).map(|near| self.independents(near)).sum();
        [
            self.fair.land_within(cell, NEAR),
            independents,
            self.fair.good_land_reached(travel, cell),
            self.fair.landmass_of(cell),
            SEA_FAR - self.land_before_sea(cell),
        ]
    }

    /// As in `fairness`, but only as far as it matters.
    fn land_before_sea(&self, cell: Cell) -> u32 {
        let least = self.fair.sea_size_min();
        let regions = self.fair.regions();
        let is_sea = |&cell: &Cell| !self.fair.land[cell.index()] && regions.sizes[regions.of[cell] as usize] >= least;
        let area = &self.scenario.world.area;
        let found = (0..=SEA_FAR).find(|&radius| ring(area, cell, radius).iter().any(is_sea));
        found.map_or(SEA_FAR, |distance| distance.saturating_sub(1))
    }
}
