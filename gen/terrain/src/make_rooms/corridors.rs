//! Corridors: ways through solid ground that touch a room only in its mouths, and each other only where they meet.

use chance::Stream;
use grid::{Area, Cell, Direction, Layer, hops, sort_by_numbers};
use petgraph::unionfind::UnionFind;

use super::place_rooms::Room;
use crate::floors::Floor;
use crate::ways::{Ways, back, straight, touching};

/// What it costs to dig a cell, beside what its ground adds.
const DIG: u32 = 8;
/// How much the ground may add: it decides where corridors bend.
const GROUND: u32 = 3;
/// What it costs to leave or meet a corridor rather than a room.
const MEET: u32 = 14;
/// The least steps between two places that a loop joins.
const LOOP_MIN: u32 = 10;
/// How many near rooms are weighed for loops from a room.
const NEAR: usize = 6;

/// Stands for no room.
const NONE: u32 = u32::MAX;

/// Rooms and corridors, as far as they are dug.
pub(crate) struct Dungeon<'a> {
    area: &'a Area,
    pub(crate) floor: Vec<Floor>,
    pub(crate) rooms: Vec<Room>,
    /// For each cell its room, or a room that its corridor leads to; [`NONE`] for solid ground.
    owner: Vec<u32>,
    /// For each cell whether it touches a room: searches ask that thousands of times.
    walls: Vec<bool>,
    /// For each cell how many cells of corridors touch it.
    passages: Vec<u8>,
    joined: UnionFind<u32>,
    ground: Vec<u8>,
    ways: Ways,
}

impl<'a> Dungeon<'a> {
    /// The rooms alone.
    pub(crate) fn new(area: &'a Area, rooms: Vec<Room>, stream: &mut Stream) -> Dungeon<'a> {
        let (mut floor, mut owner) = (vec![Floor::Solid; area.len()], vec![NONE; area.len()]);
        for (number, room) in rooms.iter().enumerate() {
            for cell in &room.cells {
                (floor[cell.index()], owner[cell.index()]) = (Floor::Room, number as u32);
            }
        }
        let ground = (0..area.len()).map(|_| stream.below(GROUND) as u8).collect();
        let joined = UnionFind::new(rooms.len());
        let (walls, passages) = (vec![false; area.len()], vec![0; area.len()]);
        let mut made = Dungeon { area, floor, rooms, owner, walls, passages, joined, ground, ways: Ways::new(area) };
        made.look_round();
        made
    }

    /// Finds out anew what touches rooms and corridors.
    fn look_round(&mut self) {
        self.walls.fill(false);
        self.passages.fill(0);
        for cell in self.level_cells() {
            match self.floor[cell.index()] {
                Floor::Room => touching(self.area, cell).for_each(|other| self.walls[other.index()] = true),
                Floor::Passage => touching(self.area, cell).for_each(|other| self.passages[other.index()] += 1),
                Floor::Solid => {}
            }
        }
    }

    /// The cells of the level of the rooms.
    fn level_cells(&self) -> impl Iterator<Item = Cell> + use<'a> {
        let level = self.rooms.first().map(|room| self.area.level(room.center));
        level.into_iter().flat_map(|level| self.area.level_cells(level))
    }

    /// Joins the rooms, as far as there is a way: what holds the fewest rooms goes first.
    pub(crate) fn join(&mut self) {
        let mut is_stuck = vec![false; self.rooms.len()];
        loop {
            let mut sizes = vec![0_u32; self.rooms.len()];
            (0..self.rooms.len()).for_each(|room| sizes[self.joined.find(room as u32) as usize] += 1);
            let parts = || (0..sizes.len()).filter(|&part| sizes[part] > 0);
            if parts().count() < 2 {
                return;
            }
            let Some(part) = parts().filter(|&part| !is_stuck[part]).min_by_key(|&part| sizes[part]) else { return };
            match self.find_join(part as u32) {
                Some(way) => {
                    self.dig(&way);
                    // There may be new ways now, over the corridors of others.
                    is_stuck.fill(false);
                }
                None => is_stuck[part] = true,
            }
        }
    }

    /// A way from a part of the dungeon to the nearest other part.
    fn find_join(&mut self, part: u32) -> Option<Vec<Cell>> {
        let cells = self.level_cells();
        let Dungeon { area, floor, rooms, owner, walls, passages, joined, ground, ways } = self;
        let look = Look { area, floor, owner, walls, ground };
        let of: Vec<u32> = (0..rooms.len()).map(|room| joined.find(room as u32)).collect();
        let is_own = |cell: Cell| owner[cell.index()] != NONE && of[owner[cell.index()] as usize] == part;
        let is_other = |cell: Cell| owner[cell.index()] != NONE && !is_own(cell);
        let sources = cells.filter(|&cell| is_own(cell));
        ways.find(sources, is_other, |from, direction, to| {
            if is_own(to) || !look.may_enter(from, direction, to) {
                return None;
            }
            if is_other(to) {
                return Some(look.meets(to));
            }
            let begins = is_own(from);
            // A corridor of its own is touched only where this one leaves it; of others, only one is met.
            let mut met = None;
            let near = (passages[to.index()] > 0).then(|| touching(area, to)).into_iter().flatten();
            for other in near.filter(|other| floor[other.index()] == Floor::Passage) {
                let there = of[owner[other.index()] as usize];
                if there == part && !begins || there != part && met.is_some_and(|met| met != there) {
                    return None;
                }
                met = if there == part { met } else { Some(there) };
            }
            Some(look.digs(to) + if begins { look.meets(from) } else { 0 })
        })
    }

    /// Digs a corridor; whatever it touches hangs together from then on.
    fn dig(&mut self, way: &[Cell]) {
        let number = self.owner[way[0].index()];
        for &cell in way {
            if self.floor[cell.index()] == Floor::Solid {
                (self.floor[cell.index()], self.owner[cell.index()]) = (Floor::Passage, number);
                touching(self.area, cell).for_each(|other| self.passages[other.index()] += 1);
            }
        }
        for &cell in way {
            for other in self.area.around(cell).map(|(_, other)| self.owner[other.index()]) {
                if other != NONE {
                    self.joined.union(number, other);
                }
            }
        }
    }

    /// Fills what is not joined to the part with the most rooms.
    pub(crate) fn drop_what_is_apart(&mut self) {
        let of: Vec<u32> = (0..self.rooms.len()).map(|room| self.joined.find(room as u32)).collect();
        let size = |part: u32| of.iter().filter(|&&other| other == part).count();
        let Some(kept) = (0..of.len() as u32).max_by_key(|&part| (size(part), std::cmp::Reverse(part))) else { return };
        if size(kept) == of.len() {
            return;
        }
        let mut numbers = Vec::new();
        let mut next = 0;
        for &part in &of {
            numbers.push(if part == kept { next } else { NONE });
            next += u32::from(part == kept);
        }
        for index in 0..self.owner.len() {
            if self.owner[index] != NONE {
                self.owner[index] = numbers[self.owner[index] as usize];
            }
            if self.owner[index] == NONE {
                self.floor[index] = Floor::Solid;
            }
        }
        let mut at = 0;
        self.rooms.retain(|_| {
            at += 1;
            numbers[at - 1] != NONE
        });
        self.look_round();
    }

    /// Digs up to `wanted` further corridors; returns how many. First those come that spare the longest way round.
    pub(crate) fn add_loops(&mut self, wanted: usize, stream: &mut Stream) -> usize {
        if wanted == 0 {
            return 0;
        }
        let mut pairs = Vec::new();
        for from in 0..self.rooms.len() {
            let center = self.rooms[from].center;
            let mut near: Vec<usize> = (0..self.rooms.len()).filter(|&to| to != from).collect();
            sort_by_numbers(&mut near, &|to| [i64::from(self.area.distance(center, self.rooms[to].center)), 0]);
            pairs.extend(near.into_iter().take(NEAR).map(|to| (from, to)));
        }
        stream.shuffle(&mut pairs);
        let mut dug = 0;
        // By room, the steps from its middle: they hold until something is dug.
        let mut known: Vec<Option<Layer<u32>>> = vec![None; self.rooms.len()];
        for detour in [3, 2, 1] {
            for &(from, to) in &pairs {
                if dug == wanted {
                    return dug;
                }
                let floor = &self.floor;
                let (start, end) = (self.rooms[from].center, self.rooms[to].center);
                let steps = known[from]
                    .get_or_insert_with(|| hops(self.area, [start], |cell| floor[cell.index()] != Floor::Solid));
                if steps[end] < (self.area.distance(start, end) * detour).max(LOOP_MIN) {
                    continue;
                }
                let is_far = |cell: Cell| steps[cell] >= LOOP_MIN;
                if let Some(way) = self.find_loop(from as u32, to as u32, is_far) {
                    self.dig(&way);
                    known.fill(None);
                    dug += 1;
                }
            }
        }
        dug
    }

    /// A way from room to room, or to a corridor, that meets only what is far from its beginning by the ways there are.
    fn find_loop(&mut self, from: u32, to: u32, is_far: impl Fn(Cell) -> bool) -> Option<Vec<Cell>> {
        let Dungeon { area, floor, rooms, owner, walls, passages, ground, ways, .. } = self;
        let look = Look { area, floor, owner, walls, ground };
        let is_room = |cell: Cell, room: u32| floor[cell.index()] == Floor::Room && owner[cell.index()] == room;
        let is_passage = |cell: Cell| floor[cell.index()] == Floor::Passage;
        let is_end = |cell: Cell| is_room(cell, to) || is_passage(cell);
        let sources = rooms[from as usize].cells.iter().copied();
        ways.find(sources, is_end, |cell, direction, next| {
            if !look.may_enter(cell, direction, next) {
                return None;
            }
            match floor[next.index()] {
                Floor::Room => is_room(next, to).then_some(1),
                Floor::Passage => is_far(next).then_some(look.meets(next)),
                Floor::Solid => {
                    let is_clear = passages[next.index()] == 0
                        || touching(area, next).filter(|&other| is_passage(other)).all(&is_far);
                    is_clear.then(|| look.digs(next))
                }
            }
        })
    }

    /// The cells in which corridors enter rooms, in order.
    pub(crate) fn mouths(&self) -> Vec<Cell> {
        let is_mouth = |&cell: &Cell| self.floor[cell.index()] == Floor::Passage && self.walls[cell.index()];
        self.level_cells().filter(is_mouth).collect()
    }
}

/// What a search knows of the cells.
struct Look<'a> {
    area: &'a Area,
    floor: &'a [Floor],
    owner: &'a [u32],
    walls: &'a [bool],
    ground: &'a [u8],
}

impl Look<'_> {
    fn room(&self, cell: Cell) -> Option<u32> {
        (self.floor[cell.index()] == Floor::Room).then_some(self.owner[cell.index()])
    }

    /// Whether a corridor may lead from one cell to the next, as far as bounds and the walls of rooms decide.
    fn may_enter(&self, from: Cell, direction: Direction, to: Cell) -> bool {
        let passes =
            |cell: Cell| self.room(cell).is_some() || !self.walls[cell.index()] || self.is_mouth(cell, direction);
        !self.area.is_edge(to) && passes(from) && passes(to)
    }

    /// Whether a cell in the wall of a room can be a mouth that leads in a direction, or the opposite one: into the one room that it
    /// touches, or from one room to another, and between walls.
    fn is_mouth(&self, cell: Cell, direction: Direction) -> bool {
        let area = self.area;
        let beside = |direction: Direction| area.neighbor(cell, direction);
        let ends = [direction, back(area, direction)].map(|side| beside(side).and_then(|other| self.room(other)));
        let is_one_of_them = |room: u32| ends.contains(&Some(room));
        if ends[0] == ends[1] || !touching(area, cell).filter_map(|other| self.room(other)).all(is_one_of_them) {
            return false;
        }
        let holds =
            |side: Direction, floor: Floor| beside(side).is_some_and(|other| self.floor[other.index()] == floor);
        let is_wall = |side: Direction| holds(side, Floor::Solid);
        // On hexes a mouth has more than one pair of sides: the next mouth of the room may be beside it all the same.
        let mut others = straight(area).filter(|&side| side != direction && side != back(area, direction));
        others.clone().any(|side| is_wall(side) && is_wall(back(area, side)))
            && !others.any(|side| holds(side, Floor::Passage))
    }

    fn digs(&self, cell: Cell) -> u32 {
        DIG + u32::from(self.ground[cell.index()])
    }

    /// What it costs beside the digging that a corridor begins or ends in a cell.
    fn meets(&self, cell: Cell) -> u32 {
        if self.floor[cell.index()] == Floor::Passage { MEET } else { 0 }
    }
}
