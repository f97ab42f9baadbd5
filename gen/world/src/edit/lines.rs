//! Lines: borders and connections, such as rivers, walls and roads, come and go.

use design::{TerrainType, TypeId};
use grid::{Cell, Direction, Layer, connect, disconnect, has_edge};

use super::{Edit, Refusal, Touched, check_cell, place_words};
use crate::{Scenario, World};

/// Edges of a type of border or connection come and go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Lines {
    /// The type.
    pub kind: TerrainType,
    /// Each edge as a cell and a direction out of it, and whether it is there afterwards.
    pub edges: Vec<(Cell, Direction, bool)>,
    /// Whether the type has no layer afterwards: then no edges are named.
    pub drops: bool,
}

impl Lines {
    /// The edges along a way of cells, each a neighbour of the one before it: a road, or its removal.
    #[must_use]
    pub fn along(world: &World, kind: TerrainType, way: &[Cell], is_there: bool) -> Lines {
        let mut edges = Vec::new();
        for step in way.windows(2) {
            let found = world.area.around(step[0]).find(|&(_, near)| near == step[1]);
            edges.extend(found.map(|(direction, _)| (step[0], direction, is_there)));
        }
        Lines { kind, edges, drops: false }
    }

    pub(super) fn apply(&self, scenario: &mut Scenario) -> Result<Edit, Refusal> {
        let (design, area) = (&*scenario.design, scenario.world.area);
        let lies = |mut kinds: design::TerrainTypes<'_>| kinds.any(|kind| kind == self.kind);
        if self.kind.index() >= design.terrain.len()
            || !(lies(design.border_terrain()) || lies(design.connection_terrain()))
        {
            return Err(Refusal::of("only borders and connections lie on the edges of cells"));
        }
        for &(cell, direction, _) in &self.edges {
            check_cell(&area, cell)?;
            if direction.0 >= area.directions() {
                return Err(Refusal::at(&area, cell, &format!("there is no direction {}", direction.0)));
            }
        }
        let layers = &mut scenario.world.edges;
        if self.drops {
            let Some(layer) = layers.remove(&self.kind) else { return Ok(Edit::Lines(self.clone())) };
            let mut edges = Vec::new();
            for cell in area.cells() {
                let own = (0..area.directions()).map(Direction).filter(|&way| has_edge(layer[cell], way));
                edges.extend(own.map(|direction| (cell, direction, true)));
            }
            return Ok(Edit::Lines(Lines { kind: self.kind, edges, drops: false }));
        }
        let is_new = !layers.contains_key(&self.kind);
        let layer = layers.entry(self.kind).or_insert_with(|| Layer::filled(&area, 0)).edit();
        let mut before = Vec::with_capacity(self.edges.len());
        for &(cell, direction, is_there) in &self.edges {
            before.push((cell, direction, has_edge(layer[cell.index()], direction)));
            let change = if is_there { connect } else { disconnect };
            change(&area, layer, cell, direction);
        }
        before.reverse();
        if is_new {
            before.clear();
        }
        Ok(Edit::Lines(Lines { kind: self.kind, edges: before, drops: is_new }))
    }

    pub(super) fn fitted(&self, scenario: &Scenario) -> Result<Lines, Refusal> {
        let world = &scenario.world;
        let mut edges = Vec::with_capacity(self.edges.len());
        for &(cell, direction, is_there) in &self.edges {
            check_cell(&world.area, cell)?;
            if direction.0 >= world.area.directions() || world.area.neighbor(cell, direction).is_none() {
                return Err(Refusal::at(
                    &world.area,
                    cell,
                    "the world ends there, so that no line can lie on that edge",
                ));
            }
            match world.exact_symmetry() {
                None => edges.push((cell, direction, is_there)),
                Some(symmetry) => {
                    let maps = symmetry.maps().iter();
                    edges.extend(maps.map(|map| (map.image(cell), map.direction(direction), is_there)));
                }
            }
        }
        Ok(Lines { kind: self.kind, edges, drops: self.drops })
    }

    pub(super) fn touches(&self, scenario: &Scenario) -> Touched {
        let area = &scenario.world.area;
        let ends = |&(cell, direction, _): &(Cell, Direction, bool)| [Some(cell), area.neighbor(cell, direction)];
        Touched::cells(self.edges.iter().flat_map(ends).flatten().filter(|&cell| area.contains(cell)).collect())
    }

    pub(super) fn words(&self, scenario: &Scenario) -> String {
        let name = scenario.design.name_of(self.kind);
        let Some(&(first, _, is_there)) = self.edges.first() else { return format!("every {name} goes") };
        let verb = match self.edges.iter().all(|edge| edge.2 == is_there) {
            true if is_there => "comes",
            true => "goes",
            false => "changes",
        };
        let edges = design::counted(self.edges.len(), "edge");
        format!("{name} {verb} on {edges} from {} on", place_words(&scenario.world.area, first))
    }

    /// Whether later lines are one with these.
    pub(super) fn joins(&self, later: &Lines) -> bool {
        self.kind == later.kind && (!self.drops || later.drops)
    }

    pub(super) fn then(mut self, later: Lines) -> Lines {
        if later.drops {
            return later;
        }
        self.edges.extend(later.edges);
        self
    }
}
