//! The rooms of a world and the doors and links between them, as a graph: what locks are planned on, and what people are shown
//! of a dungeon of locks and keys (Dormans, "Adventures in level design", 2010, has the same graph as its mission).

use std::fmt::Write;

use grid::{Cell, Regions, regions, sort_by_numbers};
use petgraph::dot::{Config, Dot};
use petgraph::graph::{NodeIndex, UnGraph};
use petgraph::visit::EdgeRef;
use world::Scenario;

use crate::floors::{Floors, Footing, key_level};

/// What a node of the graph is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoomNodeKind {
    /// Floor that hangs together without a door: a room, or rooms and corridors that are open to each other.
    Room,
    /// Cells of doors side by side that have one lock: a door, whose neighbours are the rooms that it joins.
    Door {
        /// The level of keys that open it; 0 for any hand.
        lock: u8,
    },
}

/// A node of the graph: a room or a door.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoomNode {
    /// Which of the two it is.
    pub kind: RoomNodeKind,
    /// Its level, from 0.
    pub level: u32,
    /// Its cells, in rising order.
    pub cells: Vec<Cell>,
    /// The levels of the keys that lie there, in rising order.
    pub keys: Vec<u8>,
    /// Whether a side begins there.
    pub is_start: bool,
}

/// An edge of the graph: how one gets from a spot to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// They lie side by side.
    Beside,
    /// A link leads from the edge's first end to its second, and back unless it is one-way.
    Link {
        /// Whether nobody gets back.
        is_one_way: bool,
    },
}

/// The rooms of a world with their doors, links and keys. Nodes are numbered in the order of their lowest cells.
#[derive(Clone, Debug)]
pub struct RoomGraph {
    /// Rooms and doors, and the ways between them.
    pub graph: UnGraph<RoomNode, Way>,
    regions: Regions,
}

/// The graph of a scenario that has terrain, as its doors and units are now.
///
/// # Panics
/// If there is no terrain yet.
#[must_use]
pub fn key_graph(scenario: &Scenario) -> RoomGraph {
    RoomGraph::new(scenario, &Floors::new(scenario))
}

impl RoomGraph {
    pub(crate) fn new(scenario: &Scenario, floors: &Floors) -> RoomGraph {
        let area = floors.area;
        let regions = regions(&area, |cell| match floors.at(cell) {
            Footing::Closed => None,
            Footing::Open => Some(0),
            Footing::Door(lock) => Some(1 + u32::from(lock)),
        });
        let mut graph = UnGraph::new_undirected();
        for &first in &regions.first {
            let kind = match floors.at(first) {
                Footing::Door(lock) => RoomNodeKind::Door { lock },
                Footing::Closed | Footing::Open => RoomNodeKind::Room,
            };
            let level = area.level(first);
            graph.add_node(RoomNode { kind, level, cells: Vec::new(), keys: Vec::new(), is_start: false });
        }
        let mut made = RoomGraph { graph, regions };
        let mut beside: Vec<(NodeIndex, NodeIndex)> = Vec::new();
        for cell in area.cells() {
            let Some(node) = made.node_at(cell) else { continue };
            made.graph[node].cells.push(cell);
            let near = area.around(cell).filter_map(|(_, near)| made.node_at(near));
            beside.extend(near.filter(|&other| other > node).map(|other| (node, other)));
        }
        sort_by_numbers(&mut beside, &|(one, other)| [one.index() as i64, other.index() as i64]);
        beside.dedup();
        beside.into_iter().for_each(|(one, other)| _ = made.graph.add_edge(one, other, Way::Beside));
        for link in &scenario.world.links {
            if let (Some(from), Some(to)) = (made.node_at(link.from), made.node_at(link.to)) {
                made.graph.add_edge(from, to, Way::Link { is_one_way: link.is_one_way });
            }
        }
        for (id, unit) in scenario.unit_ids() {
            let level = key_level(&scenario.design, unit.kind);
            let there = scenario.cell_of(id).filter(|_| level > 0).and_then(|cell| made.node_at(cell));
            if let Some(node) = there {
                made.graph[node].keys.push(level);
            }
        }
        made.graph.node_weights_mut().for_each(|spot| spot.keys.sort_unstable());
        for cell in floors.starts(scenario) {
            if let Some(node) = made.node_at(cell) {
                made.graph[node].is_start = true;
            }
        }
        made
    }

    /// The node of a cell; `None` in rock and void.
    #[must_use]
    pub fn node_at(&self, cell: Cell) -> Option<NodeIndex> {
        self.regions
            .of
            .values()
            .get(cell.index())
            .filter(|&&id| id != Regions::NONE)
            .map(|&id| NodeIndex::new(id as usize))
    }

    /// The graph for Graphviz: rooms as boxes, doors as diamonds with their locks, links as dashed lines.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let labels = [Config::NodeNoLabel, Config::EdgeNoLabel];
        let of_way = |_: &UnGraph<RoomNode, Way>, edge: petgraph::graph::EdgeReference<'_, Way>| match edge.weight() {
            Way::Beside => String::new(),
            Way::Link { is_one_way: false } => "style = dashed".to_owned(),
            Way::Link { is_one_way: true } => "style = dashed, dir = forward".to_owned(),
        };
        let of_spot = |_: &UnGraph<RoomNode, Way>, (node, spot): (NodeIndex, &RoomNode)| {
            let shape = match spot.kind {
                RoomNodeKind::Room if spot.is_start => "box, style = bold",
                RoomNodeKind::Room => "box",
                RoomNodeKind::Door { .. } => "diamond",
            };
            format!("shape = {shape}, label = \"{}\"", self.label(node))
        };
        format!("{:?}", Dot::with_attr_getters(&self.graph, &labels, &of_way, &of_spot))
    }

    /// A line for each room: its level, what lies there, and which doors and links lead out of it.
    #[must_use]
    pub fn listing(&self) -> String {
        let mut text = String::new();
        for node in self.graph.node_indices().filter(|&node| self.graph[node].kind == RoomNodeKind::Room) {
            let spot = &self.graph[node];
            let start = if spot.is_start { ", a start" } else { "" };
            let mut ways: Vec<String> = self.graph.edges(node).map(|edge| self.way_text(node, edge)).collect();
            ways.sort();
            let ways = if ways.is_empty() { "no way out".to_owned() } else { ways.join("; ") };
            let (level, cells) = (spot.level + 1, design::counted(spot.cells.len(), "cell"));
            let label = self.label(node);
            writeln!(text, "level {level}, {label}, {cells}{start}: {ways}").expect("a string takes any text");
        }
        text
    }

    fn way_text(&self, node: NodeIndex, edge: petgraph::graph::EdgeReference<'_, Way>) -> String {
        let (from, to) = (edge.source(), edge.target());
        let other = if from == node { to } else { from };
        let name = self.label(other);
        match edge.weight() {
            Way::Beside => {
                let beyond = self.graph.neighbors(other).filter(|&beyond| beyond != node);
                let mut beyond: Vec<NodeIndex> = beyond.collect();
                sort_by_numbers(&mut beyond, &|node| [node.index() as i64, 0]);
                let beyond: Vec<String> = beyond.into_iter().map(|beyond| self.label(beyond)).collect();
                format!("{name} to {}", if beyond.is_empty() { "nowhere".to_owned() } else { beyond.join(" and ") })
            }
            Way::Link { is_one_way: true } if edge.source() != node => format!("arrival from {name}"),
            Way::Link { .. } => format!("link to {name}"),
        }
    }

    fn label(&self, node: NodeIndex) -> String {
        let (spot, number) = (&self.graph[node], node.index() + 1);
        let mut label = match spot.kind {
            RoomNodeKind::Room => format!("room {number}"),
            RoomNodeKind::Door { lock: 0 } => format!("door {number}"),
            RoomNodeKind::Door { lock } => format!("door {number} with lock {lock}"),
        };
        for key in &spot.keys {
            write!(label, ", key {key}").expect("a string takes any text");
        }
        label
    }
}
