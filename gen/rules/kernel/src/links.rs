//! Links: stairs, shafts and portals, mostly to another level.
//!
//! The two ends of a link lie side by side: whoever stands at one can step to the other for what the link costs its type, and reaches
//! what stands there as it reaches a neighbour.

use grid::Cell;
use world::travel::GroundCosts;
use world::{Link, World};

/// The links of a world, by the cells out of which they lead.
#[derive(Debug, Default)]
pub(crate) struct LinkTable {
    links: Vec<Link>,
    /// Each way as where it begins, where it leads, and the index of its link; in rising order.
    ways: Vec<(Cell, Cell, usize)>,
}

impl LinkTable {
    pub(crate) fn new(world: &World) -> LinkTable {
        let links = world.links.clone();
        let of_link =
            |(index, link): (usize, &Link)| link.ways().map(|(from, to)| (from, to, index)).collect::<Vec<_>>();
        let mut ways: Vec<(Cell, Cell, usize)> = links.iter().enumerate().flat_map(of_link).collect();
        ways.retain(|&(from, to, _)| world.area.contains(from) && world.area.contains(to));
        ways.sort_unstable();
        LinkTable { links, ways }
    }

    /// Whether there are none.
    #[inline]
    pub(crate) const fn is_none(&self) -> bool {
        self.ways.is_empty()
    }

    /// All ways, each as where it begins and where it leads.
    pub(crate) fn all_ways(&self) -> impl Iterator<Item = (Cell, Cell)> {
        self.ways.iter().map(|way| (way.0, way.1))
    }

    /// Where links lead out of a cell, in rising order.
    #[inline]
    pub(crate) fn ends_of(&self, cell: Cell) -> impl Iterator<Item = Cell> + Clone {
        self.ways_of(cell).iter().map(|way| way.1)
    }

    /// The cost of the cheapest link from one cell to another; `None` if none leads there that can be used.
    pub(crate) fn cheapest(&self, costs: &GroundCosts, from: Cell, to: Cell) -> Option<i32> {
        let ways = self.ways_of(from).iter().filter(|way| way.1 == to);
        ways.filter_map(|way| costs.over(&self.links[way.2])).min()
    }

    #[inline]
    fn ways_of(&self, cell: Cell) -> &[(Cell, Cell, usize)] {
        if self.ways.is_empty() {
            return &[];
        }
        let start = self.ways.partition_point(|way| way.0 < cell);
        let count = self.ways[start..].iter().take_while(|way| way.0 == cell).count();
        &self.ways[start..start + count]
    }
}
