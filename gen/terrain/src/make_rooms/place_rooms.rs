//! Where rooms lie: the largest first, each at a place drawn by lot, at first far from others and then closer.

use chance::Stream;
use grid::{Area, Cell, Lattice, Vector, disk, sort_by_numbers};

/// A room, by its cells.
pub(crate) struct Room {
    pub(crate) cells: Vec<Cell>,
    /// The cell in its middle.
    pub(crate) center: Cell,
}

/// How many places are tried for a room in each round.
const TRIES: usize = 60;

/// The walls between two rooms in each round: room for a corridor, then for a bend, then a wall that both share.
const GAPS: [usize; 3] = [4, 3, 1];

/// Rooms of `small` to `large` cells across, at most `wanted`. There is at least one, maybe a smaller one, if any cell is at no bound.
pub(crate) fn place_rooms(area: &Area, wanted: usize, small: i32, large: i32, stream: &mut Stream) -> Vec<Room> {
    let inner: Vec<Cell> = area.cells().filter(|&cell| !area.is_edge(cell)).collect();
    let mut rooms = Vec::new();
    if inner.is_empty() {
        return rooms;
    }
    let mut sizes: Vec<[i32; 2]> = (0..wanted).map(|_| [0; 2].map(|_| stream.between(small, large))).collect();
    sort_by_numbers(&mut sizes, &|[wide, high]| [-i64::from(wide * high), 0]);
    let mut places = Places { area, distance: vec![u8::MAX; area.len()] };
    let mut lacking = 0;
    for size in sizes {
        let placed = GAPS.into_iter().enumerate().find_map(|(round, gap)| {
            // What finds no room becomes smaller.
            let shrunk = size.map(|length| (length * (3 - round as i32) / 3).max(small));
            let shape = outline(area, shrunk);
            (0..TRIES).find_map(|_| places.room(&shape, inner[stream.index(inner.len())], gap))
        });
        match placed {
            Some(room) => rooms.push(room),
            None => lacking += 1,
        }
        // The area is full.
        if lacking > 8 + wanted / 8 {
            break;
        }
    }
    let smaller = (1..=small).rev();
    if rooms.is_empty() {
        let mut all = smaller.flat_map(|size| inner.iter().map(move |&cell| (outline(area, [size; 2]), cell)));
        rooms.extend(all.find_map(|(shape, cell)| places.room(&shape, cell, 1)));
    }
    // From south to north, so that numbers say nothing about sizes.
    rooms.sort_by_key(|room| room.cells[0]);
    rooms
}

/// Where there is room.
struct Places<'a> {
    area: &'a Area,
    /// How far each cell is from the next room, up to the largest gap.
    distance: Vec<u8>,
}

impl Places<'_> {
    /// A room of some shape round a cell, with at least `gap` walls between it and others.
    fn room(&mut self, shape: &[Vector], center: Cell, gap: usize) -> Option<Room> {
        let area = self.area;
        let is_free = |cell: Cell| !area.is_edge(cell) && usize::from(self.distance[cell.index()]) > gap;
        let mut cells = Vec::with_capacity(shape.len());
        for &vector in shape {
            cells.push(area.offset(center, vector).filter(|&cell| is_free(cell))?);
        }
        cells.sort_unstable();
        let farthest = GAPS[0] as i32;
        for &cell in &cells {
            for (steps, near) in around(area, cell, farthest) {
                let known = &mut self.distance[near.index()];
                *known = steps.min(*known);
            }
        }
        Some(Room { cells, center })
    }
}

/// The cells within some steps of a cell, and how many steps it takes; on squares steps across corners count as one.
fn around(area: &Area, cell: Cell, farthest: i32) -> Vec<(u8, Cell)> {
    if area.shape().lattice() == Lattice::Hex {
        let steps = |other| (area.distance(cell, other) as u8, other);
        return disk(area, cell, farthest as u32).map(steps).collect();
    }
    let square = (-farthest..=farthest).flat_map(|up| (-farthest..=farthest).map(move |right| (right, up)));
    let there = |(right, up): Vector| Some((right.abs().max(up.abs()) as u8, area.offset(cell, (right, up))?));
    square.filter_map(there).collect()
}

/// The vectors from the middle of a room to its cells. Where an area wraps, a room leaves a wall and more between its own ends.
fn outline(area: &Area, size: [i32; 2]) -> Vec<Vector> {
    let [width, height] = [(area.width(), area.wraps_x()), (area.height(), area.wraps_y())]
        .map(|(length, wraps)| if wraps { (length as i32 - 4).max(1) } else { length as i32 });
    let lattice = area.shape().lattice();
    if lattice == Lattice::Hex {
        let radius = ((size[0] + size[1]) / 4).min((width.min(height) - 1) / 2).max(0);
        let square = (-radius..=radius).flat_map(|up| (-radius..=radius).map(move |right| (right, up)));
        return square.filter(|&(right, up)| lattice.steps(right, up) <= radius as u32).collect();
    }
    let (wide, high) = (size[0].min(width), size[1].min(height));
    (0..high).flat_map(|up| (0..wide).map(move |right| (right - wide / 2, up - high / 2))).collect()
}
