//! The memory that a state takes, in bytes, by what it grows with.

use std::mem::size_of;

use crate::state::{Details, SideState};
use crate::vision::{Eye, Image, SideVision};
use crate::{State, Unit};

/// The bytes of a state. Data shared with the start, such as unchanged terrain, count as the state's own.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct MemoryUse {
    /// How many units there have ever been: dead ones keep their slots.
    pub units: usize,
    /// How many cells there are.
    pub cells: usize,
    /// Data that grow with the units: units, supplies, vision, rare details, and lists of units.
    pub of_units: usize,
    /// Data that grow with the cells, for all sides together.
    pub of_cells: usize,
    /// What sides know about cells: it grows with cells and sides.
    pub of_sights: usize,
    /// What sides have noted about units of others: it grows with units and sides.
    pub of_images: usize,
}

impl State {
    /// The memory that it takes.
    #[must_use]
    pub fn memory_use(&self) -> MemoryUse {
        let details = |details: &Details| {
            size_of::<Details>()
                + details.name.len()
                + size_of_val(details.tooling.as_slice())
                + size_of_val(details.opinions.as_slice())
                + size_of_val(details.spent.as_slice())
        };
        let lists = |side: &SideState| size_of_val(side.units.as_slice());
        let of_units = size_of_val(self.units.as_slice())
            + size_of_val(self.supply.as_slice())
            + size_of_val(self.details.as_slice())
            + self.details.iter().flatten().map(|one| details(one)).sum::<usize>()
            + size_of_val(self.live.as_slice())
            + size_of_val(self.eyes.as_slice())
            + self.sides.iter().map(lists).sum::<usize>();
        let of_cells = size_of_val(self.first.as_slice())
            + size_of_val(self.terrain.values())
            + self.edges.iter().map(|(_, layer)| size_of_val(layer.values())).sum::<usize>()
            + self.coatings.iter().map(|(_, layer)| size_of_val(layer.values())).sum::<usize>()
            + self.cell_supply.iter().map(|amounts| size_of_val(amounts.as_slice())).sum::<usize>()
            + size_of_val(self.working_cells.as_slice())
            + size_of_val(self.land_use.as_slice())
            + size_of_val(self.people.as_slice())
            + size_of_val(self.control.as_slice())
            + size_of_val(self.temperature.as_slice())
            + size_of_val(self.clouds.as_slice())
            + size_of_val(self.winds.as_slice())
            + size_of_val(self.night.as_slice());
        let cells_of = |sight: &SideVision| {
            size_of_val(sight.coverage.as_slice())
                + size_of_val(sight.known.as_slice())
                + size_of_val(sight.views.first.as_slice())
                + sight.memory.edges.iter().map(|(_, layer)| size_of_val(layer.values())).sum::<usize>()
                + sight.memory.coatings.iter().map(|(_, layer)| size_of_val(layer.values())).sum::<usize>()
                + sight.memory.weather.iter().map(|layer| size_of_val(layer.as_slice())).sum::<usize>()
        };
        let images_of = |sight: &SideVision| {
            size_of_val(sight.views.images.as_slice()) + size_of_val(sight.views.place_of.as_slice())
        };
        MemoryUse {
            units: self.units.len(),
            cells: self.first.len(),
            of_units,
            of_cells,
            of_sights: self.sights.iter().map(cells_of).sum(),
            of_images: self.sights.iter().map(images_of).sum(),
        }
    }
}

// A unit is copied with every state, an eye with every look, so growth shows here first.
const _: () = assert!(size_of::<Unit>() <= 40 && size_of::<Eye>() <= 12 && size_of::<Image>() <= 28);
