//! Rivers that were made beside kept ones. A river made for the whole world is cut where it meets cells that are kept: what of it then
//! reaches no water is taken out, and what of the old rivers led through the rest of the world, from kept cells to others or to water,
//! stays, so that no kept river ends in mid-air.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use design::TerrainType;
use design::parameters::terrain::{RIVER_X, SUBTYPE_X};
use grid::{Cell, Corner, Direction, Layer, connect, disconnect, has_edge};
use world::Scenario;

/// An edge that a river takes, as a cell and a direction in the first half of all.
type Edge = (Cell, Direction);

/// Where edges meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Node {
    /// Of rivers between cells.
    Corner(Corner),
    /// Of rivers through cells.
    Cell(Cell),
}

/// The edges of a type of river, with the nodes at their ends.
struct Pieces<'a> {
    scenario: &'a Scenario,
    is_liquid: Vec<bool>,
    edges: BTreeMap<Edge, [Node; 2]>,
}

impl<'a> Pieces<'a> {
    fn new(scenario: &'a Scenario, kind: TerrainType) -> Pieces<'a> {
        let area = &scenario.world.area;
        let is_border = scenario.design.border_terrain().any(|border| border == kind);
        let mut edges = BTreeMap::new();
        if let Some(layer) = scenario.world.edges.get(&kind) {
            for cell in area.cells().filter(|&cell| layer[cell] != 0) {
                let first_half = area.around(cell).filter(|(way, _)| way.0 < area.directions() / 2);
                for (way, near) in first_half.filter(|&(way, _)| has_edge(layer[cell], way)) {
                    let ends = match is_border {
                        true => Corner::of_side(area, cell, way).map(Node::Corner),
                        false => [cell, near].map(Node::Cell),
                    };
                    edges.insert((cell, way), ends);
                }
            }
        }
        Pieces { scenario, is_liquid: scenario.world.liquid_mask(&scenario.design), edges }
    }

    /// Whether a river may end there: at water, and where the world ends.
    fn is_end(&self, node: Node) -> bool {
        let area = &self.scenario.world.area;
        let cells = match node {
            Node::Corner(corner) => corner.cells(area),
            Node::Cell(cell) => vec![cell],
        };
        cells.into_iter().any(|cell| self.is_liquid[cell.index()] || area.is_edge(cell))
    }

    /// The edges that may go and lead from one that stays to another, or to water.
    fn leading_through(&self, may_go: &dyn Fn(&Edge) -> bool) -> BTreeSet<Edge> {
        let mut left: BTreeSet<Edge> = self.edges.keys().copied().collect();
        loop {
            let mut degrees: BTreeMap<Node, u32> = BTreeMap::new();
            for node in left.iter().flat_map(|edge| self.edges[edge]) {
                *degrees.entry(node).or_default() += 1;
            }
            let is_loose = |edge: &Edge| {
                let mut ends = self.edges[edge].into_iter();
                may_go(edge) && ends.any(|node| degrees[&node] == 1 && !self.is_end(node))
            };
            let loose: Vec<Edge> = left.iter().filter(|edge| is_loose(edge)).copied().collect();
            if loose.is_empty() {
                break;
            }
            for edge in &loose {
                left.remove(edge);
            }
        }
        // What hangs together with nothing that stays leads nowhere that matters.
        let joined = self.reached(left.iter().filter(|edge| !may_go(edge)).flat_map(|edge| self.edges[edge]).collect());
        left.into_iter().filter(|edge| may_go(edge) && joined.contains(edge)).collect()
    }

    /// The edges that hang together with some nodes.
    fn reached(&self, from: Vec<Node>) -> BTreeSet<Edge> {
        let mut at: BTreeMap<Node, Vec<Edge>> = BTreeMap::new();
        for (&edge, ends) in &self.edges {
            ends.iter().for_each(|&node| at.entry(node).or_default().push(edge));
        }
        let (mut open, mut reached) = (from, BTreeSet::new());
        while let Some(node) = open.pop() {
            for &edge in at.get(&node).into_iter().flatten() {
                if reached.insert(edge) {
                    open.extend(self.edges[&edge]);
                }
            }
        }
        reached
    }
}

/// Joins rivers that were made with those that are kept, after [`world::Kept::put_back`].
pub(crate) fn join_rivers(reference: &Scenario, made: &mut Scenario) {
    let (design, kept) = (Arc::clone(&reference.design), &reference.kept);
    if kept.cells.is_none() {
        return;
    }
    let area = reference.world.area;
    let may_go = |&(cell, way): &Edge| !kept.has(cell) && area.neighbor(cell, way).is_none_or(|near| !kept.has(near));
    for kind in design.border_terrain().chain(design.connection_terrain()) {
        if design.int(SUBTYPE_X, kind) != RIVER_X {
            continue;
        }
        let through = Pieces::new(reference, kind).leading_through(&may_go);
        if !through.is_empty() {
            let layer = made.world.edges.entry(kind).or_insert_with(|| Layer::filled(&area, 0)).edit();
            through.iter().for_each(|&(cell, way)| connect(&area, layer, cell, way));
        }
        let now = Pieces::new(made, kind);
        let stays = |edge: &Edge| !may_go(edge) || through.contains(edge);
        let ends = now.edges.iter().flat_map(|(edge, ends)| ends.iter().map(move |&node| (edge, node)));
        let firm = ends.filter(|&(edge, node)| stays(edge) || now.is_end(node)).map(|(_, node)| node).collect();
        let reached = now.reached(firm);
        let cut: Vec<Edge> = now.edges.keys().filter(|edge| !reached.contains(edge)).copied().collect();
        if let Some(layer) = made.world.edges.get_mut(&kind) {
            let masks = layer.edit();
            cut.iter().for_each(|&(cell, way)| disconnect(&area, masks, cell, way));
        }
    }
}

#[cfg(test)]
mod tests {
    use world::Kept;

    use super::*;
    use crate::{Options, SharedString, load_preset, roll};

    /// How many edges of a river hang together neither with kept ones, nor with water, nor with the end of the world.
    fn loose(scenario: &Scenario, kept: &Kept, kind: TerrainType) -> usize {
        let (now, area) = (Pieces::new(scenario, kind), scenario.world.area);
        let is_kept =
            |&(cell, way): &Edge| kept.has(cell) || area.neighbor(cell, way).is_some_and(|near| kept.has(near));
        let mut firm = Vec::new();
        for (edge, ends) in &now.edges {
            firm.extend(ends.iter().copied().filter(|&node| is_kept(edge) || now.is_end(node)));
        }
        now.edges.len() - now.reached(firm).len()
    }

    #[test]
    fn rivers_that_are_cut_by_what_is_kept_go() {
        let shared: SharedString = "classic:3:sides=3,size=44x36".parse().unwrap();
        let loaded = load_preset("classic").unwrap().unwrap();
        let scenario = roll(&loaded, &shared.request, &Options::new("classic")).unwrap().scenario;
        let kind = scenario.design.find::<TerrainType>("river").unwrap();
        let (area, liquid) = (scenario.world.area, scenario.world.liquid_mask(&scenario.design));
        let has_river = |cell: Cell| scenario.world.edges[&kind][cell] != 0;
        let is_dry = |&cell: &Cell| {
            let mut near = grid::disk(&area, cell, 2);
            near.all(|near| !liquid[near.index()] && !area.is_edge(near) && !has_river(near))
        };
        let dry = area.cells().find(is_dry).expect("some land is dry");
        let around: Vec<Cell> = grid::disk(&area, dry, 2).collect();
        let mut reference = scenario.clone();
        reference.kept = Kept::of_cells(&area, area.cells().filter(|cell| !around.contains(cell)));
        let mut made = scenario.clone();
        let way = Direction(0);
        connect(&area, made.world.edges.get_mut(&kind).unwrap().edit(), dry, way);
        assert_eq!(loose(&made, &reference.kept, kind), 1);
        join_rivers(&reference, &mut made);
        assert_eq!(loose(&made, &reference.kept, kind), 0);
        assert_eq!(made.world.edges, scenario.world.edges, "all others stay");
    }
}
