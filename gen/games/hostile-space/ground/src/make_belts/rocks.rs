//! Where asteroids and solid bodies lie: in belts, in clusters and alone.
//!
//! A belt is an arc: each step goes one of two neighbouring ways, by a heading that turns a little with each step. Rocks lie along
//! it at even distances but for its gaps, strewn to both sides, denser in the middle. In a symmetric world each rock is laid with
//! all of its images.

use chance::Stream;
use grid::{Area, Cell, Symmetry, disk};
use starts::images_of_cell;

/// Headings between one direction and the next.
const TURN: i32 = 256;
/// How many cells are looked at for the one with the fewest rocks near.
const CHOICES: usize = 6;
/// How far rocks count as near.
const NEAR: u32 = 4;
/// How often a place for one rock is looked for.
const TRIES: usize = 12;
/// How many gaps a belt has, and by what its length is divided to get the length of one.
const GAPS: usize = 2;
const GAP_PART: usize = 9;
/// The least rocks that make a belt.
const BELT_ROCKS_MIN: usize = 8;
/// The percentage of a belt's rocks that are small solid bodies.
const BELT_SOLIDS: i32 = 12;
/// The most cells of a solid body in a belt.
const BELT_SOLID_MAX: usize = 3;

/// What may lie in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RockCell {
    /// Nothing yet.
    Free,
    /// Nothing: a zone, or the closed edge of the area, or a unit.
    Closed,
    /// An asteroid.
    Asteroid,
    /// A part of a solid body.
    Solid,
}

/// The numbers of the design.
#[derive(Clone, Copy, Debug)]
pub struct RockNumbers {
    /// All cells with rocks.
    pub rocks: usize,
    /// The shares of belts, clusters and single rocks.
    pub weights: [u32; 3],
    /// The length of a belt, in cells.
    pub belt_length: usize,
    /// The width of a belt, in cells.
    pub belt_width: u32,
    /// The most asteroids round a solid body.
    pub cluster_asteroids_max: u32,
    /// The most cells of a solid body.
    pub solid_size_max: usize,
    /// Whether solid bodies may be made.
    pub makes_solids: bool,
    /// Whether asteroids may be made.
    pub makes_asteroids: bool,
}

/// How many of each were laid.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Laid {
    /// Belts.
    pub belts: usize,
    /// Solid bodies with what lies round them.
    pub clusters: usize,
    /// Rocks by themselves.
    pub singles: usize,
    /// All cells with rocks.
    pub rocks: usize,
}

/// Space, and what was laid into it. The first cells stand for all their images.
pub struct Field<'a> {
    /// The cells of space.
    pub area: Area,
    /// Which of them are images of each other.
    pub symmetry: Option<&'a Symmetry>,
    /// What lies in each cell.
    pub ground: Vec<RockCell>,
    /// Asteroids, each the first of its images.
    pub asteroids: Vec<Cell>,
    /// Solid bodies, each the first of its images.
    pub bodies: Vec<Vec<Cell>>,
    /// The cells that were free at first.
    cells: Vec<Cell>,
}

impl<'a> Field<'a> {
    /// Space with what lies there already.
    pub fn new(area: Area, symmetry: Option<&'a Symmetry>, ground: Vec<RockCell>) -> Field<'a> {
        let cells = area.cells().filter(|cell| ground[cell.index()] == RockCell::Free).collect();
        Field { area, symmetry, ground, asteroids: Vec::new(), bodies: Vec::new(), cells }
    }

    /// How many cells were free at first.
    pub fn room(&self) -> usize {
        self.cells.len()
    }

    /// Lays everything. `homes` are the centres of zones: belts lie between them.
    pub fn lay(&mut self, recipe: &RockNumbers, homes: &[Cell], streams: [&mut Stream; 3]) -> Laid {
        let [belts, clusters, singles] = streams;
        let mut laid = Laid::default();
        let all: u64 = recipe.weights.iter().map(|&weight| u64::from(weight)).sum();
        let share = |weight: u32| (recipe.rocks as u64 * u64::from(weight)).checked_div(all).unwrap_or(0) as usize;
        self.lay_belts(recipe, share(recipe.weights[0]), homes, &mut laid, belts);
        self.lay_clusters(recipe, share(recipe.weights[0]) + share(recipe.weights[1]), &mut laid, clusters);
        // Whatever found no room in belts and clusters is strewn.
        while recipe.makes_asteroids && recipe.weights[2] > 0 && laid.rocks < recipe.rocks {
            let Some(cell) = self.find_lonely(singles) else { break };
            let rocks = self.put_asteroid(cell);
            laid.singles += rocks;
            laid.rocks += rocks;
        }
        laid
    }

    /// Belts of at least [`BELT_ROCKS_MIN`] rocks each, as many as are about half as dense as a line.
    fn lay_belts(&mut self, recipe: &RockNumbers, rocks: usize, homes: &[Cell], laid: &mut Laid, stream: &mut Stream) {
        let order = self.order();
        if !recipe.makes_asteroids || rocks < BELT_ROCKS_MIN * order {
            return;
        }
        let usual = (recipe.belt_length / 2).max(BELT_ROCKS_MIN) * order;
        let belts = ((rocks + usual / 2) / usual).max(1);
        for belt in 0..belts {
            let share = (rocks * (belt + 1) / belts).saturating_sub(laid.rocks);
            let Some(middle) = self.find_between(homes, stream) else { break };
            let course = self.arc(middle, recipe.belt_length, stream);
            let put = self.lay_along(&course, share / order, recipe, stream);
            laid.belts += if put > 0 { order } else { 0 };
            laid.rocks += put;
        }
    }

    /// Rocks along a course; returns the cells that they take, images included.
    fn lay_along(&mut self, course: &[Cell], rocks: usize, recipe: &RockNumbers, stream: &mut Stream) -> usize {
        let gap = course.len() / GAP_PART;
        let gaps: Vec<usize> = (0..GAPS).map(|_| stream.index(course.len())).collect();
        let is_open = |step: &usize| gaps.iter().all(|&from| *step < from || *step >= from + gap);
        let steps: Vec<usize> = (0..course.len()).filter(is_open).collect();
        if steps.is_empty() {
            return 0;
        }
        let (wanted, mut put) = (rocks * self.order(), 0);
        for rock in 0..rocks {
            // Small bodies take more than one cell, so the last rocks may be too many.
            if put >= wanted {
                break;
            }
            let is_solid = recipe.makes_solids && recipe.weights[1] > 0 && stream.percent(BELT_SOLIDS);
            let put_at = |field: &mut Field<'_>, cell: Cell, stream: &mut Stream| match is_solid {
                true => field.put_body(cell, BELT_SOLID_MAX.min(recipe.solid_size_max), stream),
                false => field.put_asteroid(cell),
            };
            for _ in 0..TRIES {
                let (from, to) = (rock * steps.len() / rocks, (rock + 1) * steps.len() / rocks);
                let step = steps[(from + stream.index((to - from).max(1))).min(steps.len() - 1)];
                // The nearer of two draws: denser in the middle.
                let reach = recipe.belt_width / 2 + 1;
                let aside = stream.below(reach).min(stream.below(reach));
                let Some(cell) = self.aside(course[step], aside, stream) else { continue };
                let cells = put_at(self, cell, stream);
                put += cells;
                if cells > 0 {
                    break;
                }
            }
        }
        put
    }

    /// Solid bodies with asteroids around them, until `rocks` cells are taken in all.
    fn lay_clusters(&mut self, recipe: &RockNumbers, rocks: usize, laid: &mut Laid, stream: &mut Stream) {
        if !recipe.makes_solids || recipe.weights[1] == 0 {
            return;
        }
        let mut failed = 0;
        while laid.rocks < rocks && failed < TRIES {
            let Some(start) = self.find_lonely(stream) else { break };
            let size = stream.between(2, recipe.solid_size_max as i32) as usize;
            let cells = self.put_body(start, size, stream);
            if cells == 0 {
                failed += 1;
                continue;
            }
            laid.clusters += self.order();
            laid.rocks += cells;
            if !recipe.makes_asteroids {
                continue;
            }
            let body = self.bodies.last().cloned().unwrap_or_default();
            for _ in 0..stream.below(recipe.cluster_asteroids_max + 1) {
                let mut aside = || {
                    let near = body[stream.index(body.len())];
                    let reach = 1 + stream.below(3).min(stream.below(3));
                    self.aside(near, reach, stream).filter(|&cell| self.is_free(cell))
                };
                if let Some(cell) = (0..TRIES).find_map(|_| aside()) {
                    laid.rocks += self.put_asteroid(cell);
                }
            }
        }
    }

    /// How many images a cell has.
    fn order(&self) -> usize {
        self.symmetry.map_or(1, Symmetry::order)
    }

    /// The images of a cell, itself first, each once.
    pub fn images(&self, cell: Cell) -> Vec<Cell> {
        let mut images = Vec::new();
        for image in images_of_cell(self.symmetry, cell) {
            if !images.contains(&image) {
                images.push(image);
            }
        }
        images
    }

    fn is(&self, cell: Cell, ground: RockCell) -> bool {
        self.ground[cell.index()] == ground
    }

    /// Whether a rock may lie in a cell and all its images.
    fn is_free(&self, cell: Cell) -> bool {
        self.images(cell).iter().all(|&image| self.is(image, RockCell::Free))
    }

    /// An asteroid with its images; returns how many, 0 if there is no room.
    fn put_asteroid(&mut self, cell: Cell) -> usize {
        if !self.is_free(cell) {
            return 0;
        }
        let images = self.images(cell);
        images.iter().for_each(|image| self.ground[image.index()] = RockCell::Asteroid);
        self.asteroids.push(cell);
        images.len()
    }

    /// A solid body with its images that begins in a cell and grows up to a size; returns how many cells they have, 0 if there is
    /// no room for at least 2 cells.
    ///
    /// **Invariant:** no two bodies touch, nor a body its images: connected cells are one body.
    fn put_body(&mut self, start: Cell, size: usize, stream: &mut Stream) -> usize {
        if !self.may_join(start, &[]) {
            return 0;
        }
        let mut body = vec![start];
        while body.len() < size {
            let mut next: Vec<Cell> =
                body.iter().flat_map(|&cell| self.area.around(cell)).map(|(_, cell)| cell).collect();
            next.retain(|&cell| self.may_join(cell, &body));
            // A cell beside several of the body stands here as often: bodies are round rather than long.
            next.sort_unstable();
            let Some(&cell) = stream.choose(&next) else { break };
            body.push(cell);
        }
        if body.len() < 2 {
            return 0;
        }
        for cell in &body {
            for image in self.images(*cell) {
                self.ground[image.index()] = RockCell::Solid;
            }
        }
        let cells = body.len() * self.order();
        self.bodies.push(body);
        cells
    }

    /// Whether a cell may become part of a body that is not laid yet.
    fn may_join(&self, cell: Cell, body: &[Cell]) -> bool {
        let images = self.images(cell);
        let is_alone = |&image: &Cell| !self.area.around(image).any(|(_, near)| self.is(near, RockCell::Solid));
        // By symmetry this holds for all pairs of images if it holds for those with the body itself.
        let touches = |image: Cell| body.iter().chain([&cell]).any(|&own| self.area.distance(own, image) < 2);
        images.len() == self.order()
            && self.is_free(cell)
            && images.iter().all(is_alone)
            && !body.contains(&cell)
            && !images[1..].iter().any(|&image| touches(image))
    }

    /// A cell at a distance; `None` beyond a bound.
    fn aside(&self, cell: Cell, distance: u32, stream: &mut Stream) -> Option<Cell> {
        let length = self.area.shape().lattice().ring_length(distance);
        self.area.ring_cell(cell, distance, stream.below(length))
    }

    /// A free cell.
    fn find_free(&self, stream: &mut Stream) -> Option<Cell> {
        if self.cells.is_empty() {
            return None;
        }
        (0..TRIES).map(|_| self.cells[stream.index(self.cells.len())]).find(|&cell| self.is_free(cell))
    }

    /// Of some free cells the one with the fewest rocks near: rocks are spread, yet by chance ("best candidates", Mitchell 1991).
    fn find_lonely(&self, stream: &mut Stream) -> Option<Cell> {
        let is_rock = |cell: &Cell| self.is(*cell, RockCell::Solid) || self.is(*cell, RockCell::Asteroid);
        let rocks = |cell: Cell| disk(&self.area, cell, NEAR).filter(is_rock).count();
        let choices: Vec<Cell> = (0..CHOICES).filter_map(|_| self.find_free(stream)).collect();
        choices.into_iter().min_by_key(|&cell| rocks(cell))
    }

    /// Of some free cells the one whose nearest home is farthest: it lies between homes.
    fn find_between(&self, homes: &[Cell], stream: &mut Stream) -> Option<Cell> {
        let nearest = |cell: Cell| homes.iter().map(|&home| self.area.distance(cell, home)).min();
        let choices: Vec<Cell> = (0..CHOICES).filter_map(|_| self.find_free(stream)).collect();
        choices.into_iter().max_by_key(|&cell| nearest(cell))
    }

    /// An arc of cells through a cell, at most `length` of them, cut off at bounds.
    fn arc(&self, middle: Cell, length: usize, stream: &mut Stream) -> Vec<Cell> {
        let ways = self.area.shape().lattice().ring_length(1) as i32;
        let heading = stream.between(0, ways * TURN - 1);
        // All of it turns by up to one direction.
        let bend = stream.between(-TURN, TURN) / (length as i32).max(1);
        let ahead = self.walk(middle, heading, bend, length - length / 2);
        let behind = self.walk(middle, heading + ways / 2 * TURN, -bend, length / 2);
        behind.into_iter().rev().chain([middle]).chain(ahead).collect()
    }

    fn walk(&self, from: Cell, mut heading: i32, bend: i32, steps: usize) -> Vec<Cell> {
        let lattice = self.area.shape().lattice();
        let ways = lattice.ring_length(1) as i32;
        let (mut at, mut course, mut lean) = (from, Vec::new(), TURN / 2);
        for _ in 0..steps {
            lean += heading.rem_euclid(TURN);
            let way = heading.div_euclid(TURN) + i32::from(lean >= TURN);
            lean %= TURN;
            let vector = lattice.ring_vector(1, way.rem_euclid(ways) as u32);
            let Some(next) = self.area.offset(at, vector) else { break };
            course.push(next);
            at = next;
            heading += bend;
        }
        course
    }
}
