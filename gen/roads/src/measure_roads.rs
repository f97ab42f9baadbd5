//! Quality measures for the roads of any world: the usual measures of transport networks, on the costs of laying roads.
//!
//! Accepted ranges for a network of towns (findings, section 6): detour 1.15 to 1.45, beta 1.1 to 1.6, gamma 0.38 to 0.55, length
//! against the cheapest spanning tree 1.2 to 2.2. Floats are allowed here: they describe, and decide nothing.

use design::{Design, TerrainType};
use grid::{Cell, Direction, Partition, Travel, has_edge, partition};
use petgraph::data::Element;
use petgraph::graph::UnGraph;
use petgraph::unionfind::UnionFind;
use world::World;

use crate::ground::RoadGround;
use crate::network::Hops;

/// The result of [`measure_roads`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoadMeasures {
    /// Towns on roads, junctions and ends.
    pub nodes: usize,
    /// Stretches of road between nodes.
    pub stretches: usize,
    /// The number of edges between neighbouring cells with a road.
    pub length: usize,
    /// Ends that are neither a town nor at the edge of the map.
    pub stumps: usize,
    /// The cost of the way by road divided by the cost of the cheapest way: the mean over pairs of towns that roads connect. 0 if
    /// there are none.
    pub detour: f64,
    /// The number of stretches divided by the number of nodes.
    pub beta: f64,
    /// The number of stretches divided by the most that a planar network with this many nodes can have.
    pub gamma: f64,
    /// The cost of all roads divided by that of the cheapest spanning forest of the same towns. 0 without towns.
    pub over_tree: f64,
    /// The number of groups of towns that could be connected by roads. If it equals `nets`, everything possible is connected.
    pub landmasses: usize,
    /// The number of groups of towns that roads do connect.
    pub nets: usize,
}

/// The number of towns from which ways are searched, at most.
const SAMPLE: usize = 24;

/// Measures the roads of a type between these towns.
#[must_use]
pub fn measure_roads(design: &Design, world: &World, road: TerrainType, towns: &[Cell]) -> RoadMeasures {
    let area = world.area;
    let ground = RoadGround::new(design, world);
    let none = vec![0; area.len()];
    let roads = world.edges.get(&road).map_or(&none[..], |layer| layer.values());
    let mut towns = towns.to_vec();
    towns.sort_unstable();
    towns.dedup();
    towns.truncate(Partition::SOURCES_MAX);
    let is_town = |cell: Cell| towns.binary_search(&cell).is_ok();
    let beside_edge = |cell: Cell| area.is_edge(cell) || area.around(cell).any(|(_, near)| area.is_edge(near));
    // The last step of a road to the edge leads onto the ring.
    let price = |cell, direction, to| ground.step(cell, direction, to).unwrap_or(crate::ground::EASY_STEP);

    let (mut nodes, mut ends_of_stretches, mut length, mut stumps, mut cost) = (0, 0, 0, 0, 0_u64);
    let mut joined = UnionFind::<u32>::new(area.len());
    for cell in area.cells() {
        let mask = roads[cell.index()];
        let degree = mask.count_ones() as usize;
        if degree == 0 {
            continue;
        }
        if degree != 2 || is_town(cell) {
            nodes += 1;
            ends_of_stretches += degree;
        }
        stumps += usize::from(degree == 1 && !is_town(cell) && !beside_edge(cell));
        for (direction, neighbor) in area.around(cell) {
            if direction.0 < 3 && has_edge(mask, direction) {
                length += 1;
                cost += u64::from(price(cell, direction, neighbor));
                joined.union(cell.0, neighbor.0);
            }
        }
    }
    let stretches = ends_of_stretches / 2;

    let shares = partition(&area, &towns, |from, direction, to| ground.step(from, direction, to));
    let hops = Hops::find(&ground, &shares, towns.len()).hops;
    let mut graph: UnGraph<(), u32, u32> = UnGraph::default();
    let places: Vec<_> = towns.iter().map(|_| graph.add_node(())).collect();
    for hop in &hops {
        graph.add_edge(places[hop.a as usize], places[hop.b as usize], hop.cost);
    }
    let tree: u64 = petgraph::algo::min_spanning_tree(&graph)
        .filter_map(|element| match element {
            Element::Edge { weight, .. } => Some(u64::from(weight)),
            Element::Node { .. } => None,
        })
        .sum();
    let landmasses = petgraph::algo::connected_components(&graph);
    let mut nets: Vec<u32> = towns.iter().map(|town| joined.find(town.0)).collect();
    nets.sort_unstable();
    nets.dedup();

    let mut travel = Travel::new(&area);
    let (mut ratios, mut pairs) = (0.0, 0_usize);
    for &start in towns.iter().step_by(towns.len().div_ceil(SAMPLE).max(1)) {
        let by_road = |from: Cell, direction: Direction, to: Cell| {
            has_edge(roads[from.index()], direction).then(|| price(from, direction, to))
        };
        let on_roads: Vec<Option<u32>> = {
            let costs = travel.from(&[start], u32::MAX, by_road);
            towns.iter().map(|&town| costs.cost(town)).collect()
        };
        let costs = travel.from(&[start], u32::MAX, |from, direction, to| ground.step(from, direction, to));
        for (&town, road) in towns.iter().zip(on_roads) {
            if let (Some(road), Some(cheapest)) = (road, costs.cost(town))
                && cheapest > 0
            {
                ratios += f64::from(road) / f64::from(cheapest);
                pairs += 1;
            }
        }
    }
    let share = |part: f64, whole: f64| if whole > 0.0 { part / whole } else { 0.0 };
    RoadMeasures {
        nodes,
        stretches,
        length,
        stumps,
        detour: share(ratios, pairs as f64),
        beta: share(stretches as f64, nodes as f64),
        gamma: if nodes > 2 { stretches as f64 / (3 * (nodes - 2)) as f64 } else { 0.0 },
        over_tree: share(cost as f64, tree as f64),
        landmasses,
        nets: nets.len(),
    }
}
