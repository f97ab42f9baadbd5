//! Images: units of others as a side last saw them, in a dense list, chained by cell and found by unit without a search.

use design::UnitType;
use grid::Cell;
use serde::{Deserialize, Serialize};
use world::SideId;

use crate::UnitIndex;

/// A unit as it was seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Image {
    /// Its id.
    pub unit: UnitIndex,
    pub cell: Cell,
    /// Its transport, or `UnitIndex::NONE`.
    pub inside: UnitIndex,
    /// The turn in which it was seen.
    pub turn: u32,
    /// The type for which it was taken.
    pub kind: UnitType,
    pub side: SideId,
    pub is_complete: bool,
    /// Whether it is always seen by sides that know the terrain, so that the image is right even where no unit looks.
    pub is_fixed: bool,
    /// The next image in the same cell, by its index in the list.
    pub next: u32,
}

const NONE: u32 = u32::MAX;

impl Image {
    pub const fn new(unit: UnitIndex, cell: Cell, turn: u32, kind: UnitType, side: SideId) -> Image {
        Image { unit, cell, inside: UnitIndex::NONE, turn, kind, side, is_complete: true, is_fixed: false, next: NONE }
    }
}

/// All images of a side: at most one of each unit.
///
/// **Invariant:** `place_of[unit]` is the place of its image; the images of a cell are one chain from `first[cell]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[doc(hidden)]
pub struct Views {
    pub images: Vec<Image>,
    pub first: Vec<u32>,
    pub place_of: Vec<u32>,
}

impl Views {
    pub(crate) fn new(cells: usize) -> Views {
        Views { images: Vec::new(), first: vec![NONE; cells], place_of: Vec::new() }
    }

    fn place(&self, unit: UnitIndex) -> Option<usize> {
        let place = *self.place_of.get(unit.index())?;
        (place != NONE).then_some(place as usize)
    }

    /// The image of a unit.
    pub(crate) fn of(&self, unit: UnitIndex) -> Option<&Image> {
        Some(&self.images[self.place(unit)?])
    }

    /// Whether there is any image in a cell.
    #[inline]
    pub(crate) fn has_any(&self, cell: Cell) -> bool {
        self.first.get(cell.index()).is_some_and(|&first| first != NONE)
    }

    /// The images in a cell.
    pub(crate) fn in_cell(&self, cell: Cell) -> impl Iterator<Item = &Image> + use<'_> {
        let known = |place: u32| (place != NONE).then(|| &self.images[place as usize]);
        let first = self.first.get(cell.index()).copied().unwrap_or(NONE);
        std::iter::successors(known(first), move |image| known(image.next))
    }

    /// Sets the image of a unit, in the place of an older one.
    pub fn set(&mut self, image: Image) {
        if let Some(place) = self.place(image.unit) {
            let known = &mut self.images[place];
            if known.cell == image.cell {
                *known = Image { next: known.next, ..image };
                return;
            }
            self.remove(image.unit);
        }
        if self.place_of.len() <= image.unit.index() {
            self.place_of.resize(image.unit.index() + 1, NONE);
        }
        let place = self.images.len() as u32;
        self.place_of[image.unit.index()] = place;
        let first = &mut self.first[image.cell.index()];
        self.images.push(Image { next: *first, ..image });
        *first = place;
    }

    /// Removes the image of a unit. False if there was none.
    pub(crate) fn remove(&mut self, unit: UnitIndex) -> bool {
        let Some(place) = self.place(unit) else { return false };
        let gone = self.images[place];
        *self.link_to(gone.cell, place as u32) = gone.next;
        self.place_of[unit.index()] = NONE;
        let last = self.images.len() - 1;
        if place != last {
            let moved = self.images[last];
            *self.link_to(moved.cell, last as u32) = place as u32;
            self.place_of[moved.unit.index()] = place as u32;
        }
        self.images.swap_remove(place);
        true
    }

    /// The link of a cell's chain that leads to an image.
    fn link_to(&mut self, cell: Cell, place: u32) -> &mut u32 {
        if self.first[cell.index()] == place {
            return &mut self.first[cell.index()];
        }
        let mut at = self.first[cell.index()];
        while self.images[at as usize].next != place {
            at = self.images[at as usize].next;
        }
        &mut self.images[at as usize].next
    }

    /// The first fault in chains and places; `None` if there is none.
    pub(crate) fn find_broken(&self) -> Option<String> {
        for (place, image) in self.images.iter().enumerate() {
            if self.place(image.unit) != Some(place) {
                return Some(format!("the image of {} is not found at its place", image.unit));
            }
            if !self.in_cell(image.cell).any(|known| known.unit == image.unit) {
                return Some(format!("the image of {} is not in the chain of its cell", image.unit));
            }
        }
        let chained: usize = (0..self.first.len()).map(|cell| self.in_cell(Cell(cell as u32)).count()).sum();
        (chained != self.images.len()).then(|| format!("{chained} images in chains, but {} in all", self.images.len()))
    }
}
