//! Stamps: what lies in some cells, to be put down elsewhere. Cells of a stamp lie relative to an anchor, so that it can be turned and
//! mirrored as its lattice can, and lies across seams where the area wraps.

use std::collections::BTreeMap;
use std::sync::Arc;

use design::{Design, TerrainType};
use grid::{Area, Cell, Direction, Lattice, Vector, has_edge};

use super::{Edit, LayerKey, Lines, Paint, Refusal, UnitEdit, check_cell};
use crate::{Place, Scenario, Unit, UnitId, Wind};

/// What lies in some cells of one level, from an anchor on: layers, edges, units. Features and provinces are no part of it: they are
/// numbered in their world.
#[derive(Clone, Debug, PartialEq)]
pub struct Stamp {
    lattice: Lattice,
    /// Its numbers of types are those of this design.
    design: Arc<Design>,
    /// Where its cells lie, in rising order.
    places: Vec<Vector>,
    /// The values of each layer, in the order of the places.
    layers: BTreeMap<LayerKey, Vec<i32>>,
    /// The edges of each border and connection, in the same order.
    lines: BTreeMap<TerrainType, Vec<u8>>,
    /// The units. A cell is the index of a place here, a carrier the number of a unit of the stamp, which stands before it.
    units: Vec<Unit>,
}

/// Which parts of a stamp are put down beside ground, heights, weather, amounts and edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StampParts {
    /// Countries, people, and who controls cells.
    pub owners: bool,
    /// Units; those that stand there go.
    pub units: bool,
}

impl Stamp {
    /// What lies in some cells.
    ///
    /// # Errors
    /// If there are none, or if they lie on several levels.
    pub fn of(scenario: &Scenario, cells: &[Cell]) -> Result<Stamp, Refusal> {
        let (world, area) = (&scenario.world, scenario.world.area);
        let Some(&first) = cells.first() else { return Err(Refusal::of("no cells are chosen")) };
        for &cell in cells {
            check_cell(&area, cell)?;
            if area.level(cell) != area.level(first) {
                return Err(Refusal::at(&area, cell, "the cells of a stamp lie on one level, and these on several"));
            }
        }
        let mut spread = around_middle(&area, cells);
        spread.sort_unstable();
        let of_place: BTreeMap<Cell, u32> = (0..).zip(&spread).map(|(at, &(_, cell))| (cell, at)).collect();
        let mut layers = BTreeMap::new();
        for key in LayerKey::all([world, world]) {
            let values = if is_numbered(&key) { None } else { key.values(world) };
            if let Some(values) = values {
                layers.insert(key, spread.iter().map(|(_, cell)| values[cell.index()]).collect());
            }
        }
        let masks =
            world.edges.iter().map(|(&kind, layer)| (kind, spread.iter().map(|&(_, cell)| layer[cell]).collect()));
        Ok(Stamp {
            lattice: area.shape().lattice(),
            design: Arc::clone(&scenario.design),
            places: spread.iter().map(|&(vector, _)| vector).collect(),
            layers,
            lines: masks.collect(),
            units: units_of(scenario, &of_place),
        })
    }

    /// In how many ways it can be turned, the way it lies among them.
    #[must_use]
    pub const fn turns(&self) -> u32 {
        self.lattice.turns()
    }

    /// How many cells it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Whether it has no cells.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.places.is_empty()
    }

    /// How many units it has, those inside of others included.
    #[must_use]
    pub fn unit_count(&self) -> usize {
        self.units.len()
    }

    /// The same, turned counterclockwise by the smallest turn of its lattice.
    #[must_use]
    pub fn turned(&self) -> Stamp {
        self.mapped(|vector| self.lattice.turned(vector))
    }

    /// The same, mirrored: east and west change places.
    #[must_use]
    pub fn mirrored(&self) -> Stamp {
        self.mapped(|vector| self.lattice.mirrored(vector))
    }

    fn mapped(&self, map: impl Fn(Vector) -> Vector) -> Stamp {
        let steps = self.lattice.step_vectors();
        let direction = |from: usize| {
            let to = steps.iter().position(|&step| step == map(steps[from]));
            Direction(to.expect("turns and mirrors map steps to steps") as u8)
        };
        let turns: Vec<Direction> = (0..steps.len()).map(direction).collect();
        let mask = |mask: u8| {
            let there = turns.iter().enumerate().filter(|&(from, _)| has_edge(mask, Direction(from as u8)));
            there.fold(0, |mapped, (_, to)| mapped | to.bit())
        };
        let mut order: Vec<(Vector, usize)> = self.places.iter().map(|&vector| map(vector)).zip(0..).collect();
        order.sort_unstable();
        let mut moved = vec![0; order.len()];
        for (at, &(_, before)) in order.iter().enumerate() {
            moved[before] = at as u32;
        }
        let layer = |(key, values): (&LayerKey, &Vec<i32>)| {
            let value = |&(_, before): &(Vector, usize)| match (key, Wind::unpack(values[before])) {
                (LayerKey::Winds, Some(wind)) if wind.force > 0 => {
                    let direction = turns.get(usize::from(wind.direction.0)).copied().unwrap_or(wind.direction);
                    Wind { direction, ..wind }.packed()
                }
                _ => values[before],
            };
            (key.clone(), order.iter().map(value).collect())
        };
        let mut units = self.units.clone();
        for unit in &mut units {
            if let Place::Cell(cell) = &mut unit.place {
                *cell = Cell(moved[cell.index()]);
            }
        }
        // Units are listed by where they stand, so that a stamp that is turned round is the same again.
        sort_units(&mut units);
        Stamp {
            lattice: self.lattice,
            design: Arc::clone(&self.design),
            places: order.iter().map(|&(vector, _)| vector).collect(),
            layers: self.layers.iter().map(layer).collect(),
            lines: self
                .lines
                .iter()
                .map(|(&kind, masks)| (kind, order.iter().map(|&(_, before)| mask(masks[before])).collect()))
                .collect(),
            units,
        }
    }

    /// The cells on which it would lie with its anchor on a cell, each with its terrain, in rising order. What would lie beyond the
    /// world is left out; where it would lie over itself, round a wrap, the first of its cells counts.
    #[must_use]
    pub fn lands(&self, area: &Area, at: Cell) -> Vec<(Cell, Option<TerrainType>)> {
        let ground = self.layers.get(&LayerKey::Terrain);
        let kind = |place: usize| ground.map(|kinds| TerrainType(kinds[place] as u8));
        self.targets(area, at).into_iter().map(|(cell, place)| (cell, kind(place))).collect()
    }

    /// For each cell on which it would lie the index of its place.
    fn targets(&self, area: &Area, at: Cell) -> BTreeMap<Cell, usize> {
        let mut targets = BTreeMap::new();
        for (place, &vector) in self.places.iter().enumerate() {
            if let Some(cell) = area.offset(at, vector) {
                targets.entry(cell).or_insert(place);
            }
        }
        targets
    }

    /// The edit that puts it down with its anchor on a cell. Inside of it all is as it was where it was taken, also that something is
    /// not there. Out of it lead borders, such as the walls around a room, and no connections: a road would end beside it.
    ///
    /// # Errors
    /// If the world has another lattice or a design with other types, or if the stamp would lie beyond it as a whole.
    pub fn paste(&self, scenario: &Scenario, at: Cell, parts: StampParts) -> Result<Edit, Refusal> {
        let area = scenario.world.area;
        check_cell(&area, at)?;
        self.check_fits(scenario)?;
        let targets = self.targets(&area, at);
        if targets.is_empty() {
            return Err(Refusal::at(&area, at, "all of it would lie beyond the world"));
        }
        let mut edits = Vec::new();
        for (key, values) in &self.layers {
            let is_owner = matches!(key, LayerKey::Country | LayerKey::People | LayerKey::Control);
            if !is_owner || parts.owners {
                let cells = targets.iter().map(|(&cell, &place)| (cell, values[place])).collect();
                edits.push(Edit::Paint(Paint::new(key.clone(), cells)));
            }
        }
        for (&kind, masks) in &self.lines {
            let edges = self.edges(&area, &targets, kind, masks);
            if !edges.is_empty() {
                edits.push(Edit::Lines(Lines { kind, edges, drops: false }));
            }
        }
        if parts.units {
            edits.extend(self.unit_edits(scenario, &targets)?);
        }
        Ok(Edit::Many(edits))
    }

    /// Refuses a world in which its numbers mean something else.
    fn check_fits(&self, scenario: &Scenario) -> Result<(), Refusal> {
        let (own, design) = (&self.design, &scenario.design);
        if scenario.world.area.shape().lattice() != self.lattice {
            return Err(Refusal::of("what was copied comes from a world whose cells have another form"));
        }
        let types =
            |design: &Design| [&design.terrain, &design.units, &design.materials].map(|types| types.names.clone());
        if Arc::ptr_eq(own, design) || types(own) == types(design) {
            return Ok(());
        }
        Err(Refusal::of("what was copied comes from a game with other types"))
    }

    /// The edges of a type that come and go.
    fn edges(
        &self,
        area: &Area,
        targets: &BTreeMap<Cell, usize>,
        kind: TerrainType,
        masks: &[u8],
    ) -> Vec<(Cell, Direction, bool)> {
        let is_border = self.design.border_terrain().any(|border| border == kind);
        let mut edges = Vec::new();
        for (&cell, &place) in targets {
            for (direction, near) in area.around(cell) {
                let is_there = has_edge(masks[place], direction);
                if targets.contains_key(&near) || (is_there && is_border) {
                    edges.push((cell, direction, is_there));
                }
            }
        }
        edges
    }

    /// Those that stand in the cells go, and those of the stamp come.
    fn unit_edits(&self, scenario: &Scenario, targets: &BTreeMap<Cell, usize>) -> Result<Vec<Edit>, Refusal> {
        let mut edits: Vec<Edit> = clearance(scenario, |cell| targets.contains_key(&cell)).into_iter().collect();
        let mut trial = scenario.clone();
        for edit in &edits {
            edit.apply(&mut trial)?;
        }
        let cells: BTreeMap<usize, Cell> = targets.iter().map(|(&cell, &place)| (place, cell)).collect();
        let count = trial.units.len() as u32;
        // The number in the world of each unit of the stamp that comes.
        let mut numbers: Vec<Option<UnitId>> = Vec::new();
        let mut coming: Vec<Unit> = Vec::new();
        for unit in &self.units {
            let place = match unit.place {
                Place::Cell(cell) => cells.get(&cell.index()).copied().map(Place::Cell),
                Place::Inside(carrier) => numbers.get(carrier.index()).copied().flatten().map(Place::Inside),
                Place::Unplaced => None,
            };
            numbers.push(place.map(|_| UnitId(count + coming.len() as u32 + 1)));
            if let Some(place) = place {
                // What was cut keeps its name; of a copy the first has it already.
                let is_known = trial.units.iter().any(|other| !unit.name.is_empty() && other.name == unit.name);
                let name = if is_known { String::new() } else { unit.name.clone() };
                coming.push(Unit { place, name, ..unit.clone() });
            }
        }
        if !coming.is_empty() {
            edits.push(Edit::Units(UnitEdit::place_all(&trial, coming)));
        }
        Ok(edits)
    }
}

/// The edit by which all units of some cells go, with what they carry; `None` if none stand there.
fn clearance(scenario: &Scenario, is_there: impl Fn(Cell) -> bool) -> Option<Edit> {
    let keys = scenario.keys();
    let there = scenario.unit_ids().filter(|&(id, _)| scenario.cell_of(id).is_some_and(&is_there));
    let gone: Vec<u32> = there.map(|(id, _)| keys[id.index()]).collect();
    let keys_used = gone.iter().copied().max()?.max(scenario.keys_used);
    Some(Edit::Units(UnitEdit::Take { keys: gone, keys_used }))
}

impl Edit {
    /// What is left where something was cut: units and edges go, nobody owns the cells, and their ground becomes this. Heights, weather
    /// and amounts stay: there is no value of them that means nothing.
    #[must_use]
    pub fn emptied(scenario: &Scenario, cells: &[Cell], ground: TerrainType) -> Edit {
        let (world, mut all) = (&scenario.world, cells.to_vec());
        all.sort_unstable();
        let mut edits = Vec::new();
        let mut paint = |key: LayerKey, value: i32| {
            if key.is_there(world) {
                edits.push(Edit::Paint(Paint::fill(key, all.iter().copied(), value)));
            }
        };
        paint(LayerKey::Terrain, ground.0.into());
        for key in [LayerKey::Country, LayerKey::People, LayerKey::Control] {
            let none = key.none(&scenario.design);
            paint(key, none);
        }
        for (&kind, layer) in &world.edges {
            let own = |&cell: &Cell| world.area.around(cell).map(move |(direction, _)| (cell, direction));
            let there = all.iter().flat_map(own).filter(|&(cell, direction)| has_edge(layer[cell], direction));
            let edges: Vec<(Cell, Direction, bool)> = there.map(|(cell, direction)| (cell, direction, false)).collect();
            if !edges.is_empty() {
                edits.push(Edit::Lines(Lines { kind, edges, drops: false }));
            }
        }
        edits.extend(clearance(scenario, |cell| all.binary_search(&cell).is_ok()));
        Edit::Many(edits)
    }
}

const fn is_numbered(key: &LayerKey) -> bool {
    matches!(key, LayerKey::Feature | LayerKey::Province)
}

/// Each cell with its vector from the one in the middle. Cells that lie together are followed from neighbour to neighbour, so that what
/// lies across a seam stays in one piece.
fn around_middle(area: &Area, cells: &[Cell]) -> Vec<(Vector, Cell)> {
    let lattice = area.shape().lattice();
    let mut open: BTreeMap<Cell, Option<Vector>> = cells.iter().map(|&cell| (cell, None)).collect();
    let mut found: Vec<(Vector, Cell)> = Vec::new();
    for &first in cells {
        if open[&first].is_some() {
            continue;
        }
        let origin = area.displacement(cells[0], first);
        open.insert(first, Some(origin));
        let mut next = found.len();
        found.push((origin, first));
        // In rings around the first, so that a part that closes round a wrap is cut opposite to it.
        while next < found.len() {
            let (vector, cell) = found[next];
            next += 1;
            for (direction, near) in area.around(cell) {
                if open.get(&near).is_some_and(Option::is_none) {
                    let step = lattice.step_vectors()[usize::from(direction.0)];
                    let there = (vector.0 + step.0, vector.1 + step.1);
                    open.insert(near, Some(there));
                    found.push((there, near));
                }
            }
        }
    }
    let range = |part: fn(&Vector) -> i32| {
        let parts = || found.iter().map(|(vector, _)| part(vector));
        (parts().min().unwrap_or(0) + parts().max().unwrap_or(0)).div_euclid(2)
    };
    let middle = (range(|vector| vector.0), range(|vector| vector.1));
    let far = |vector: &Vector| lattice.steps(vector.0 - middle.0, vector.1 - middle.1);
    let anchor = found.iter().map(|&(vector, _)| vector).min_by_key(|vector| (far(vector), *vector)).unwrap_or((0, 0));
    found.into_iter().map(|(vector, cell)| ((vector.0 - anchor.0, vector.1 - anchor.1), cell)).collect()
}

/// The units that stand in some cells and what they carry, each with the index of its place.
fn units_of(scenario: &Scenario, of_place: &BTreeMap<Cell, u32>) -> Vec<Unit> {
    let mut ids: Vec<UnitId> = Vec::new();
    let mut units: Vec<Unit> = Vec::new();
    let plain = |unit: &Unit, place: Place| Unit { place, key: 0, made_by: None, named_by: None, ..unit.clone() };
    for (id, unit) in scenario.unit_ids() {
        if let Some(&at) = unit.cell().and_then(|cell| of_place.get(&cell)) {
            ids.push(id);
            units.push(plain(unit, Place::Cell(Cell(at))));
        }
    }
    // Those inside come behind all that may carry them.
    let mut next = 0;
    while next < ids.len() {
        let carrier = ids[next];
        next += 1;
        for (id, unit) in scenario.unit_ids().filter(|(_, unit)| unit.place == Place::Inside(carrier)) {
            ids.push(id);
            units.push(plain(unit, Place::Inside(UnitId(next as u32))));
        }
    }
    sort_units(&mut units);
    units
}

/// Puts units in order: those in cells by their places, behind them those that are inside of others by the number of these.
fn sort_units(units: &mut Vec<Unit>) {
    let key = |unit: &Unit, numbers: &[u32]| match unit.place {
        Place::Cell(cell) => (0, cell.0),
        Place::Inside(carrier) => (1, numbers[carrier.index()]),
        Place::Unplaced => (2, 0),
    };
    // A carrier stands before what it carries, so its new number is known by then.
    let mut numbers = vec![0; units.len()];
    let mut sorted: Vec<Unit> = Vec::with_capacity(units.len());
    let mut left: Vec<usize> = (0..units.len()).collect();
    while !left.is_empty() {
        let is_ready = |&at: &usize| match units[at].place {
            Place::Inside(carrier) => numbers[carrier.index()] > 0,
            Place::Cell(_) | Place::Unplaced => true,
        };
        let (mut ready, later): (Vec<usize>, Vec<usize>) = left.into_iter().partition(is_ready);
        ready.sort_by_key(|&at| key(&units[at], &numbers));
        for at in ready {
            let mut unit = units[at].clone();
            if let Place::Inside(carrier) = &mut unit.place {
                *carrier = UnitId(numbers[carrier.index()]);
            }
            sorted.push(unit);
            numbers[at] = sorted.len() as u32;
        }
        left = later;
    }
    *units = sorted;
}
