//! What changes of ground do to ways: passes, fords, straits and bridges. Each is checked in the start in which it is made: no seats
//! are parted by it that could walk to each other, none are joined that could not, and no water is parted.

use std::sync::Arc;

use design::parameters::table::ROAD_INTO_CHANCE;
use design::parameters::terrain::{ROAD_X, SUBTYPE_X};
use design::{Design, TerrainType};
use fairness::UnitGround;
use grid::{Cell, Costs, disk, flood, has_edge, line};
use world::edit::{Edit, Lines};
use world::standing::is_closed_ring;
use world::travel::{GroundCosts, is_mobile};
use world::{Scenario, World};

use crate::ground::change_terrain;

/// A place where a way is opened or closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Landform {
    /// Ground that is walked becomes ground that is not.
    PassClosed,
    /// Ground that is not walked becomes ground that is.
    PassOpened,
    /// Water becomes land.
    Ford,
    /// Land becomes water.
    Strait,
}

impl Landform {
    /// In words.
    pub(super) const fn words(self) -> &'static str {
        match self {
            Landform::PassClosed => "a pass closed",
            Landform::PassOpened => "a pass opened",
            Landform::Ford => "a ford",
            Landform::Strait => "a strait",
        }
    }
}

/// No ground is changed so near to where a seat begins: a port stays a port.
const HARBOR: u32 = 2;
/// A strait may make an island of a cape where nothing stands, of so many cells at most.
const ISLAND: usize = 24;
/// How many steps a bridge has at most, the first and last on land.
const BRIDGE_MAX: u32 = 4;

/// By cell: whether its ground stays, because somebody stands or begins there, or a river, a road or stairs are there. All of a world that
/// is alike in all its parts stays, and so does one that is cut into provinces.
pub(super) fn fixed_cells(scenario: &Scenario) -> Vec<bool> {
    let (design, world) = (&*scenario.design, &scenario.world);
    let area = &world.area;
    let is_all = world.exact_symmetry().is_some() || world.province_of.is_some() || world.terrain.is_none();
    let mut fixed = vec![true; area.len()];
    if is_all {
        return fixed;
    }
    area.cells().filter(|&cell| !area.is_edge(cell)).for_each(|cell| fixed[cell.index()] = false);
    for edges in design.border_terrain().chain(design.connection_terrain()).filter_map(|kind| world.edges.get(&kind)) {
        area.cells().filter(|&cell| edges[cell] != 0).for_each(|cell| fixed[cell.index()] = true);
    }
    let ends = world.links.iter().flat_map(|link| [link.from, link.to]).filter(|&end| area.contains(end));
    ends.chain(scenario.units.iter().filter_map(world::Unit::cell)).for_each(|cell| fixed[cell.index()] = true);
    for home in homes(scenario) {
        disk(area, home, HARBOR).for_each(|cell| fixed[cell.index()] = true);
    }
    fixed
}

/// Where the seats begin.
fn homes(scenario: &Scenario) -> Vec<Cell> {
    fairness::starts(scenario).into_iter().filter_map(|(_, home)| home).collect()
}

/// For each seat whether its walker reaches each cell.
fn reach(design: &Design, world: &World, homes: &[Cell]) -> Vec<Vec<bool>> {
    let ground = UnitGround::new(design, world);
    let mut travel = ground.travel();
    let mut reached = Vec::new();
    for &home in homes {
        let costs = ground.costs_from(&mut travel, home, u32::MAX).values();
        reached.push(costs.iter().map(|&cost| cost != Costs::UNREACHED).collect());
    }
    reached
}

/// Puts another world in place of a scenario's own, if its seats reach what they should. `cell` is the one that was changed, which they may
/// reach no more, and `island` how many others.
fn accept(scenario: &mut Scenario, world: World, cell: Cell, island: usize) -> Result<(), &'static str> {
    let homes = homes(scenario);
    let [before, after] = [&scenario.world, &world].map(|world| reach(&scenario.design, world, &homes));
    for (before, after) in before.iter().zip(&after) {
        for home in &homes {
            match (before[home.index()], after[home.index()]) {
                (true, false) => return Err("it would part seats"),
                (false, true) => return Err("it would join seats that no army joins"),
                _ => {}
            }
        }
        let is_lost = |other: Cell| other != cell && before[other.index()] && !after[other.index()];
        let lost = world.area.cells().filter(|&other| is_lost(other)).count();
        if lost > island || scenario.units.iter().filter_map(world::Unit::cell).any(is_lost) {
            return Err("it would part land from the seats");
        }
    }
    scenario.world = world;
    Ok(())
}

/// Whether what lies round a cell that is no water any more is one water.
fn keeps_waters(design: &Design, world: &World, cell: Cell) -> bool {
    let is_wet = |cell: Cell| world.is_liquid(design, cell) && !is_closed_ring(design, &world.area, cell);
    let mut wet = world.area.around(cell).map(|(_, near)| near).filter(|&near| is_wet(near));
    let Some(first) = wet.next() else { return true };
    let joined = flood(&world.area, first, is_wet);
    wet.all(|near| joined.contains(&near))
}

/// Changes the ground of a cell from one type to another.
pub(super) fn shape(
    scenario: &mut Scenario,
    form: Landform,
    cell: Cell,
    from: TerrainType,
    to: TerrainType,
) -> Result<(), String> {
    let design = Arc::clone(&scenario.design);
    let place = scenario.world.area.cell_name(cell);
    let refused = |why: &str| format!("there is no place for {} at {place}: {why}", form.words());
    if fixed_cells(scenario)[cell.index()] {
        return Err(refused("the ground there stays as it is"));
    }
    if scenario.world.terrain_at(cell) != from {
        return Err(refused(&format!("the ground is no {}", design.name_of(from))));
    }
    let mut world = scenario.world.clone();
    change_terrain(&design, &mut world, cell, to);
    if form == Landform::Ford && !keeps_waters(&design, &world, cell) {
        return Err(refused("it would part a water"));
    }
    let island = if form == Landform::Strait { ISLAND } else { 0 };
    accept(scenario, world, cell, island).map_err(refused)
}

/// The kind of road that a walker goes along.
pub(super) fn road_of(ground: &UnitGround<'_>) -> Option<TerrainType> {
    let design = ground.design;
    let costs = GroundCosts::new(design, ground.walker?);
    let is_road = |kind: &TerrainType| design.int(SUBTYPE_X, *kind) == ROAD_X && costs.along(*kind).is_some();
    design.connection_terrain().find(is_road)
}

/// By cell: whether a road may end there, because there is one already, or a place of a side that does not move.
pub(super) fn road_ends(scenario: &Scenario, kind: TerrainType) -> Vec<bool> {
    let (design, world) = (&*scenario.design, &scenario.world);
    let mut ends = vec![false; world.area.len()];
    if let Some(roads) = world.edges.get(&kind) {
        world.area.cells().filter(|&cell| roads[cell] != 0).for_each(|cell| ends[cell.index()] = true);
    }
    let stays = scenario.units.iter().filter(|unit| unit.side.index().is_some() && !is_mobile(design, unit.kind));
    stays.filter_map(world::Unit::cell).for_each(|cell| ends[cell.index()] = true);
    ends
}

/// The cells of a bridge, in a straight line with its ends: over some water, and only where the design lets roads run. `ends` are those of
/// [`road_ends`].
pub(super) fn bridge_way(
    scenario: &Scenario,
    kind: TerrainType,
    ends: &[bool],
    from: Cell,
    to: Cell,
) -> Option<Vec<Cell>> {
    let (design, world) = (&*scenario.design, &scenario.world);
    let area = &world.area;
    let is_far = !area.contains(from) || !area.contains(to) || !(2..=BRIDGE_MAX).contains(&area.distance(from, to));
    if is_far || !ends[from.index()] || !ends[to.index()] {
        return None;
    }
    let way = line(area, from, to);
    let roads = world.edges.get(&kind);
    let bears = |step: &[Cell]| {
        let ground = [step[0], step[1]].map(|cell| world.terrain_at(cell));
        let direction = area.around(step[0]).find(|&(_, near)| near == step[1]).map(|(direction, _)| direction);
        let is_new = |direction| roads.is_none_or(|roads| !has_edge(roads[step[0]], direction));
        direction.is_some_and(is_new)
            && design.entry(ROAD_INTO_CHANCE, ground[0], ground[1]) > 0
            && design.entry(ROAD_INTO_CHANCE, ground[1], ground[0]) > 0
    };
    let inner = &way[1..way.len() - 1];
    let is_bridge = inner.iter().any(|&cell| world.is_liquid(design, cell))
        && !inner.iter().any(|&cell| area.is_edge(cell))
        && way.windows(2).all(bears);
    is_bridge.then_some(way)
}

/// How many steps a bridge has at most.
pub(super) const fn bridge_steps() -> u32 {
    BRIDGE_MAX
}

/// Lays a road over water, from one road or place to another.
pub(super) fn bridge(scenario: &mut Scenario, kind: TerrainType, from: Cell, to: Cell) -> Result<(), String> {
    let area = scenario.world.area;
    let refused = |why: &str| {
        format!("there is no place for a bridge from {} to {}: {why}", area.cell_name(from), area.cell_name(to))
    };
    if scenario.world.exact_symmetry().is_some() || scenario.world.terrain.is_none() {
        return Err(refused("all parts of the map are alike"));
    }
    let ends = road_ends(scenario, kind);
    let way = bridge_way(scenario, kind, &ends, from, to).ok_or_else(|| refused("no road may run there"))?;
    let road = Edit::Lines(Lines::along(&scenario.world, kind, &way, true));
    let mut trial = scenario.clone();
    road.apply(&mut trial).map_err(|refusal| refused(&refusal.to_string()))?;
    accept(scenario, trial.world, from, 0).map_err(refused)
}
