//! Links between cells that need not touch: stairs, shafts and portals, mostly from one level to another.

use design::TerrainType;
use grid::{Cell, LinkStep, Links};

use crate::World;

/// A link between two cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// What it is: a type of connection terrain, which says what the step costs each type of unit.
    pub kind: TerrainType,
    /// One end.
    pub from: Cell,
    /// The other end.
    pub to: Cell,
    /// Whether nobody gets back from `to` to `from`.
    pub is_one_way: bool,
    /// Movement points that a step costs beyond what its type costs.
    pub cost: u16,
    /// Its name; empty if it has none.
    pub name: String,
}

impl Link {
    /// The steps that it allows, one or two, each as where it begins and where it leads.
    pub fn ways(&self) -> impl Iterator<Item = (Cell, Cell)> {
        let back = (!self.is_one_way).then_some((self.to, self.from));
        std::iter::once((self.from, self.to)).chain(back)
    }

    /// The end opposite to a cell; `None` if the cell is no end.
    #[must_use]
    pub fn other_end(&self, cell: Cell) -> Option<Cell> {
        match cell {
            cell if cell == self.from => Some(self.to),
            cell if cell == self.to => Some(self.from),
            _ => None,
        }
    }
}

/// An end of a link whose other end lies on another level, in a world that was cut out of one with several ([`World::level`]).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Exit {
    /// What it is.
    pub kind: TerrainType,
    /// Where it is.
    pub at: Cell,
    /// The other level, from 0.
    pub level: u32,
    /// Whether that level has a higher number, as one farther down has.
    pub leads_down: bool,
    /// The other end, as a cell of that level's own world.
    pub to: Cell,
    /// Whether units can only arrive here.
    pub is_arrival: bool,
    /// The link's name; empty if it has none.
    pub name: String,
}

impl World {
    /// All links for searches, whoever can use them: each step costs 1.
    #[must_use]
    pub fn all_links(&self) -> Links {
        let ways = self.links.iter().flat_map(Link::ways);
        Links::new(&self.area, ways.map(|(from, to)| LinkStep { from, to, cost: 1 }))
    }

    /// The links with an end in a cell, each with its other end.
    pub fn links_at(&self, cell: Cell) -> impl Iterator<Item = (&Link, Cell)> {
        self.links.iter().filter_map(move |link| Some((link, link.other_end(cell)?)))
    }
}
