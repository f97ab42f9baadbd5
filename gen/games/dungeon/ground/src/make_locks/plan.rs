//! Which doors get locks: parts of a level that nobody gets into but through one door of a spanning tree, and through others
//! that get the same lock.
//!
//! **Invariant:** with the doors of a lock shut, and all other doors open, nobody gets from the starts into the part behind it,
//! by any level; with all locks open, everybody gets wherever they got before; with all locks shut, those who start can meet.

use std::cmp::Ordering;

use chance::Stream;
use grid::{Cell, sort_by_numbers};
use petgraph::graph::NodeIndex;
use petgraph::visit::EdgeRef;

use super::room_graph::{RoomGraph, RoomNodeKind, Way};
use crate::floors::Floors;

/// What becomes of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    /// It stays as it is.
    Free,
    /// A door of the lock with this index.
    Locked(usize),
    /// A door that is walled up, or one that was given with a lock for which there is no key.
    Walled,
}

/// A lock: doors that one level of keys opens, and that shut off one part of the world.
#[derive(Clone, Debug)]
pub(crate) struct Lock {
    /// The level of keys; 0 until it is chosen.
    pub(crate) number: u8,
    /// The world's level, from 0.
    pub(crate) level: u32,
    /// Whether all ways down from its level lie behind it.
    pub(crate) is_exit: bool,
    /// Whether the terrain had it before.
    pub(crate) is_given: bool,
    /// How many doors of the tree lie between it and where one arrives.
    depth: u32,
}

/// The locks so far.
pub(crate) struct Plan<'a> {
    pub(crate) rooms: &'a RoomGraph,
    floors: &'a Floors,
    /// By node: the nodes to which one gets from it.
    next: Vec<Vec<usize>>,
    /// By node: the nodes beside it.
    beside: Vec<Vec<usize>>,
    starts: Vec<usize>,
    start_cells: Vec<Cell>,
    pub(crate) fates: Vec<Fate>,
    pub(crate) locks: Vec<Lock>,
    /// What is reached with all locks open, before anything is walled up.
    pub(crate) must: Vec<bool>,
}

/// A door that could be locked.
struct Candidate {
    /// The nodes of its level behind it.
    part: Vec<usize>,
    doors: Vec<usize>,
    walled: Vec<usize>,
    is_exit: bool,
    depth: u32,
    weight: u32,
}

/// A spanning tree of a level, grown from where one arrives.
struct Tree {
    /// By node; itself for a root, `NONE` for what is not in it.
    parent: Vec<usize>,
    /// By node: how many doors lie on the way to it.
    depth: Vec<u32>,
    /// Its nodes, parents before children.
    order: Vec<usize>,
}

const NONE: usize = usize::MAX;

impl<'a> Plan<'a> {
    /// A plan without locks but those that the terrain has; those for which `has_key` is false can never be opened.
    pub(crate) fn new(
        rooms: &'a RoomGraph,
        floors: &'a Floors,
        starts: &[Cell],
        has_key: &dyn Fn(u8) -> bool,
    ) -> Plan<'a> {
        let count = rooms.graph.node_count();
        let (mut next, mut beside) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for edge in rooms.graph.edge_references() {
            let (from, to) = (edge.source().index(), edge.target().index());
            next[from].push(to);
            match edge.weight() {
                Way::Beside => {
                    beside[from].push(to);
                    beside[to].push(from);
                    next[to].push(from);
                }
                Way::Link { is_one_way: false } => next[to].push(from),
                Way::Link { is_one_way: true } => {}
            }
        }
        let mut start_nodes: Vec<usize> =
            starts.iter().filter_map(|&cell| rooms.node_at(cell)).map(NodeIndex::index).collect();
        start_nodes.sort_unstable();
        start_nodes.dedup();
        let mut plan = Plan {
            rooms,
            floors,
            next,
            beside,
            starts: start_nodes,
            start_cells: starts.to_vec(),
            fates: vec![Fate::Free; count],
            locks: Vec::new(),
            must: Vec::new(),
        };
        plan.take_given(has_key);
        plan.must = plan.flood(&|_| false);
        plan
    }

    /// The locks of the terrain: those of one level of the world and of keys are one.
    fn take_given(&mut self, has_key: &dyn Fn(u8) -> bool) {
        for (node, spot) in self.rooms.graph.node_weights().enumerate() {
            let RoomNodeKind::Door { lock } = spot.kind else { continue };
            if lock == 0 {
                continue;
            }
            if !has_key(lock) {
                self.fates[node] = Fate::Walled;
                continue;
            }
            let same = self.locks.iter().position(|other| (other.number, other.level) == (lock, spot.level));
            let index = same.unwrap_or_else(|| {
                let (level, number) = (spot.level, lock);
                self.locks.push(Lock { number, level, is_exit: false, is_given: true, depth: 0 });
                self.locks.len() - 1
            });
            self.fates[node] = Fate::Locked(index);
        }
    }

    /// The nodes that are reached from the first start, where `is_shut` tells what else is closed than what is walled up.
    pub(crate) fn flood(&self, is_shut: &dyn Fn(usize) -> bool) -> Vec<bool> {
        let mut seen = vec![false; self.next.len()];
        let mut queue: Vec<usize> = self.starts.first().copied().into_iter().collect();
        queue.iter().for_each(|&node| seen[node] = true);
        while let Some(node) = queue.pop() {
            for &to in &self.next[node] {
                if !seen[to] && self.fates[to] != Fate::Walled && !is_shut(to) {
                    seen[to] = true;
                    queue.push(to);
                }
            }
        }
        seen
    }

    /// What is reached where the doors of locks that `is_shut` names are shut.
    pub(crate) fn front(&self, is_shut: &dyn Fn(usize) -> bool) -> Vec<bool> {
        self.flood(&|node| matches!(self.fates[node], Fate::Locked(lock) if is_shut(lock)))
    }

    fn is_room(&self, node: usize) -> bool {
        self.level_and_kind(node).1 == RoomNodeKind::Room
    }

    fn level_and_kind(&self, node: usize) -> (u32, RoomNodeKind) {
        let spot = &self.rooms.graph[NodeIndex::new(node)];
        (spot.level, spot.kind)
    }

    /// Where one arrives on a level, as nodes.
    pub(crate) fn arrivals(&self, level: u32) -> Vec<usize> {
        let cells = self.floors.arrivals(&self.start_cells, level);
        let mut nodes: Vec<usize> = Vec::new();
        for node in cells.iter().filter_map(|&cell| self.rooms.node_at(cell)).map(NodeIndex::index) {
            if !nodes.contains(&node) {
                nodes.push(node);
            }
        }
        nodes
    }

    /// Adds up to so many locks on a level, the first of them between arrival and way down if that can be; returns how many.
    pub(crate) fn lock_level(&mut self, level: u32, most: usize, stream: &mut Stream) -> usize {
        let tree = self.grow(level, stream);
        let mut made = 0;
        while made < most {
            let doors = tree.order.iter().copied().filter(|&node| !self.is_room(node));
            let mut found: Vec<Candidate> = doors.filter_map(|door| self.weigh(level, &tree, door)).collect();
            let Some(Candidate { doors, walled, is_exit, depth, .. }) = self.draw(&mut found, made == 0, stream) else {
                break;
            };
            doors.iter().for_each(|&door| self.fates[door] = Fate::Locked(self.locks.len()));
            walled.iter().for_each(|&door| self.fates[door] = Fate::Walled);
            self.locks.push(Lock { number: 0, level, is_exit, is_given: false, depth });
            made += 1;
        }
        made
    }

    /// Draws one of these that holds, those with the way down behind them first if they are wanted.
    fn draw(&self, found: &mut Vec<Candidate>, wants_exit: bool, stream: &mut Stream) -> Option<Candidate> {
        loop {
            let is_wanted = |candidate: &Candidate| candidate.is_exit || !wants_exit;
            let has_wanted = found.iter().any(is_wanted);
            let weigh = |candidate: &Candidate| if is_wanted(candidate) || !has_wanted { candidate.weight } else { 0 };
            let weights: Vec<u32> = found.iter().map(weigh).collect();
            let candidate = found.remove(stream.weighted(&weights)?);
            if self.holds(&candidate) {
                return Some(candidate);
            }
        }
    }

    /// A random spanning tree of what of a level is not walled up.
    fn grow(&self, level: u32, stream: &mut Stream) -> Tree {
        let count = self.next.len();
        let mut tree = Tree { parent: vec![NONE; count], depth: vec![0; count], order: Vec::new() };
        for root in self.arrivals(level) {
            let mut waiting = vec![(root, root)];
            while !waiting.is_empty() {
                let (node, parent) = waiting.swap_remove(stream.index(waiting.len()));
                if tree.parent[node] != NONE || self.fates[node] == Fate::Walled {
                    continue;
                }
                tree.parent[node] = parent;
                tree.depth[node] = if node == parent { 0 } else { tree.depth[parent] + u32::from(!self.is_room(node)) };
                tree.order.push(node);
                waiting.extend(self.beside[node].iter().map(|&to| (to, node)));
            }
        }
        tree
    }

    /// What a lock on a door of the tree would need, by the tree alone; `None` if it cannot have one.
    fn weigh(&self, level: u32, tree: &Tree, door: usize) -> Option<Candidate> {
        if self.fates[door] != Fate::Free || !self.must[door] {
            return None;
        }
        // The part behind it: what the tree reaches through it.
        let mut is_part = vec![false; self.next.len()];
        for &node in &tree.order {
            let parent = tree.parent[node];
            is_part[node] = node != parent && (parent == door || is_part[parent]);
        }
        let part: Vec<usize> = tree.order.iter().copied().filter(|&node| is_part[node]).collect();
        if !part.iter().any(|&node| self.is_room(node)) {
            return None;
        }
        let mut crossing: Vec<usize> = vec![door];
        for &node in &part {
            for &near in self.beside[node].iter().filter(|&&near| !is_part[near] && near != door) {
                crossing.push(if self.is_room(near) { node } else { near });
            }
        }
        crossing.sort_unstable();
        crossing.dedup();
        let (mut doors, mut walled) = (Vec::new(), Vec::new());
        for node in crossing {
            match self.fates[node] {
                Fate::Free if !self.is_room(node) => doors.push(node),
                Fate::Locked(other) if !self.locks[other].is_given => walled.push(node),
                Fate::Walled => {}
                Fate::Free | Fate::Locked(_) => return None,
            }
        }
        // No lock loses its last door.
        let stays = |lock: usize| {
            (0..self.fates.len()).any(|node| self.fates[node] == Fate::Locked(lock) && !walled.contains(&node))
        };
        if walled.iter().any(|&node| matches!(self.fates[node], Fate::Locked(lock) if !stays(lock))) {
            return None;
        }
        let rooms_of = |nodes: &[usize]| nodes.iter().filter(|&&node| self.is_room(node)).count();
        let front_rooms = rooms_of(&tree.order) - rooms_of(&part);
        if front_rooms == 0 {
            return None;
        }
        let down = self.floors.stairs_down(level);
        let is_behind = |cell: &Cell| self.rooms.node_at(*cell).is_none_or(|node| is_part[node.index()]);
        let is_exit = !down.is_empty() && down.iter().all(is_behind);
        // Few doors and much to see in front of them make a good lock.
        let crossings = (doors.len() + walled.len()) as u32;
        let weight = (100 * (front_rooms as u32).min(10_000) / (crossings * crossings)).max(1);
        Some(Candidate { part, doors, walled, is_exit, depth: tree.depth[door], weight })
    }

    /// Whether the invariant holds with one more lock.
    fn holds(&self, candidate: &Candidate) -> bool {
        let Candidate { part, doors, walled, .. } = candidate;
        let mut is_shut = vec![false; self.next.len()];
        doors.iter().chain(walled).for_each(|&node| is_shut[node] = true);
        let front = self.flood(&|node| is_shut[node]);
        if part.iter().any(|&node| front[node] && self.is_room(node)) {
            return false;
        }
        if !walled.is_empty() {
            let open = self.flood(&|node| walled.contains(&node));
            let is_lost = |node: usize| self.must[node] && !open[node] && self.fates[node] != Fate::Walled;
            if (0..open.len()).any(|node| is_lost(node) && !walled.contains(&node)) {
                return false;
            }
        }
        // Whoever starts has the same part of the world before them.
        let all_shut = self.flood(&|node| is_shut[node] || matches!(self.fates[node], Fate::Locked(_)));
        self.starts.iter().all(|&start| all_shut[start])
    }

    /// The order in which locks are opened: level by level, those of the terrain first, the way down last.
    pub(crate) fn order(&self) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.locks.len()).collect();
        sort_by_numbers(&mut order, &|index| {
            let lock = &self.locks[index];
            let place = 4 * i64::from(lock.level) + 2 * i64::from(!lock.is_given) + i64::from(lock.is_exit);
            [place, i64::from(lock.depth)]
        });
        order
    }

    /// The rooms of a level within `front`, the deepest first: doors count, and locked ones count most. Rooms of other levels
    /// follow, the lowest first. Rooms that are equally deep stand in a random order.
    pub(crate) fn deepest(&self, level: u32, front: &[bool], stream: &mut Stream) -> Vec<usize> {
        const LOCK: u32 = 1_000;
        let mut depth = vec![u32::MAX; front.len()];
        let mut queue: Vec<usize> = self.arrivals(level).into_iter().filter(|&node| front[node]).collect();
        queue.iter().for_each(|&node| depth[node] = 0);
        while !queue.is_empty() {
            let mut later = Vec::new();
            for node in queue {
                for &to in self.beside[node].iter().filter(|&&to| front[to]) {
                    let step = match self.fates[to] {
                        Fate::Locked(_) => LOCK,
                        Fate::Free | Fate::Walled => u32::from(!self.is_room(to)),
                    };
                    if depth[node] + step < depth[to] {
                        depth[to] = depth[node] + step;
                        later.push(to);
                    }
                }
            }
            queue = later;
        }
        let mut rooms: Vec<usize> = (0..front.len()).filter(|&node| front[node] && self.is_room(node)).collect();
        stream.shuffle(&mut rooms);
        sort_by_numbers(&mut rooms, &|node| {
            let there = self.level_and_kind(node).0;
            let depth = if depth[node] == u32::MAX { 0 } else { depth[node] };
            // Never on a lower level than the lock while there is room on it or above.
            let group = match there.cmp(&level) {
                Ordering::Equal => 0,
                Ordering::Less => 1,
                Ordering::Greater => 2,
            };
            [(group << 32) - i64::from(there), -i64::from(depth)]
        });
        rooms
    }
}
