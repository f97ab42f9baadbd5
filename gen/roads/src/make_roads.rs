//! `make-roads`: roads between towns, to the edge of the map, and spurs.
//!
//! Xconq 7.5 rolls for pairs of units and lays each road greedily, looking one cell ahead; a road may end as a stump and never
//! crosses water (`kernel-rules` section 9). Here roads are cheapest ways that share their segments, in a network between
//! neighbours (`network.rs`), and each end is a town, a spur's unit or a point at the edge.
//!
//! **Bridges.** Where a design allows steps from land into water and back, but none from water into water, roads cross
//! one cell of water (seed 000, "Roads"). Crossing a border, such as a river, is always allowed and costs extra.
//!
//! **Stages:** towns; which of them are joined; roads to the edge; laying, short ways first, so that longer roads share
//! them; spurs.

use design::parameters::table::ROAD_CHANCE;
use design::parameters::{global, terrain, unit};
use design::{Design, TerrainType, UnitType, counted};
use grid::{
    Area, Automorphism, Cell, Direction, Layer as CellLayer, Partition, Travel, has_edge, partition, regions,
    sort_by_numbers,
};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::Unit;

use crate::ground::{RoadGround, ring_cells};
use crate::lay::{Layer, connect_images, descend, has_road};
use crate::network::{Chances, Hops, NONE, Town, choose_links};

/// The method `make-roads`.
#[derive(Clone, Copy, Debug, Default)]
pub struct MakeRoads;

const INFO: MethodInfo = MethodInfo {
    name: "make-roads",
    summary: "lays roads between towns, to the edge of the map, and spurs",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Rivers, Part::Independents, Part::Countries, Part::Links],
    writes: &[Part::Roads],
    by_level: false,
    parameters: &["edge-road-density"],
};

/// How many different combinations of towns in one cell are distinguished; further ones count as their first type.
const KINDS_MAX: usize = 64;

/// The most edge-to-edge roads; each of them looks at all towns.
const EDGE_ROADS_MAX: usize = 64;

impl SynthesisMethod for MakeRoads {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        let Some(road) = find_road_type(&design) else {
            return Ok(MethodOutcome::Skipped(
                "the design has no connection terrain with `subtype-x` road-x".to_owned(),
            ));
        };
        if synthesis.scenario.world.edges.contains_key(&road) {
            return Ok(MethodOutcome::Skipped("roads are already present".to_owned()));
        }
        let area = synthesis.scenario.world.area;
        let wanted_edge_roads = count_edge_roads(synthesis, &area);
        let (mut towns, mut chances, kinds) = find_towns(&design, &synthesis.scenario.units);
        if towns.is_empty() && wanted_edge_roads == 0 {
            return Ok(MethodOutcome::Skipped("there are no units to connect".to_owned()));
        }
        let symmetry = synthesis.scenario.world.exact_symmetry().cloned();
        let maps = symmetry.as_ref().map_or(&[][..], |symmetry| &symmetry.maps()[1..]);
        let ground = RoadGround::new(&design, &synthesis.scenario.world);
        if !ground.is_open() {
            return Ok(MethodOutcome::Skipped("`road-into-chance` allows no step in both directions".to_owned()));
        }
        let mut warnings = Vec::new();
        if towns.len() > Partition::SOURCES_MAX {
            warnings.push(format!("only {} of {} towns get roads", Partition::SOURCES_MAX, towns.len()));
            towns.truncate(Partition::SOURCES_MAX);
        }
        let may_leave = !area.wraps_y();
        let needs_edge = wanted_edge_roads > 0
            || may_leave && kinds.iter().flatten().any(|&kind| design.int(unit::ROAD_TO_EDGE_CHANCE, kind) > 0);
        let points = if needs_edge { find_edge_points(&area, &ground) } else { Vec::new() };
        // The images of each are laid with it.
        let wanted_edge_roads = wanted_edge_roads.div_ceil(maps.len() + 1);
        let mut pairs = draw_edge_pairs(synthesis, &ground, wanted_edge_roads, &points);
        if towns.is_empty() {
            // There are only roads from edge to edge, so their ends take the place of towns.
            let mut ends: Vec<Cell> = pairs.iter().flat_map(|pair| pair.map(|point| point.inner)).collect();
            ends.sort_unstable();
            ends.dedup();
            towns = ends.into_iter().map(|cell| Town { cell, kind: 0 }).collect();
            chances = Chances { count: 1, values: vec![0] };
        }

        let sources: Vec<Cell> = towns.iter().map(|town| town.cell).collect();
        let shares = partition(&area, &sources, |from, direction, to| ground.step(from, direction, to));
        let hops = Hops::find(&ground, &shares, towns.len());
        let links = choose_links(&towns, &chances, &hops, maps, &mut synthesis.stream("pairs"));
        let mut chosen_hops = vec![false; hops.hops.len()];
        for link in &links {
            link.chain.iter().for_each(|&number| chosen_hops[number as usize] = true);
        }

        let of_town = |point: EdgePoint| EdgePoint { town: shares.owner[point.inner], ..point };
        let mut ends = Vec::new();
        let points = points.into_iter().map(of_town).filter(|point| point.town != Partition::NOBODY).collect();
        choose_roads_to_edge(synthesis, &towns, &kinds, &hops, points, &mut chosen_hops, &mut ends);
        pairs = pairs.into_iter().map(|pair| pair.map(of_town)).collect();
        choose_edge_roads(&pairs, &hops, &mut chosen_hops, &mut ends);

        let mut layer = Layer::new(&ground, maps, &shares);
        let mut order: Vec<usize> = (0..hops.hops.len()).filter(|&number| chosen_hops[number]).collect();
        // In the order of their costs, of equal ones in that of their towns.
        sort_by_numbers(&mut order, &|number| {
            let hop = hops.hops[number];
            [i64::from(hop.cost), i64::from(hop.a) << 32 | i64::from(hop.b)]
        });

        for number in order {
            let hop = hops.hops[number];
            layer.lay(sources[hop.a as usize], hop.b as u16, sources[hop.b as usize], hop.cost);
        }
        for point in &ends {
            layer.lay(point.inner, point.town, sources[usize::from(point.town)], shares.cost[point.inner]);
            if let Some(out) = point.out {
                connect_images(&area, maps, &mut layer.roads, point.inner, out);
            }
        }
        let mut roads = layer.roads;
        let spurs = lay_spurs(synthesis, &ground, maps, &mut roads);

        let (cells, bridges) = count_roads(&design, &synthesis.scenario.world, &ground, &roads);
        if cells == 0 {
            return Ok(MethodOutcome::Skipped("no two units can be connected".to_owned()));
        }
        for warning in warnings {
            synthesis.warn("too-many-towns", warning);
        }
        synthesis.scenario.world.edges.insert(road, CellLayer::from_values(&area, roads));
        synthesis.frame("roads");
        Ok(MethodOutcome::Made(format!(
            "{} between towns, {} to the edge, {}: {} long, {}",
            counted(links.len(), "road"),
            ends.len(),
            counted(spurs, "spur"),
            counted(cells, "cell"),
            counted(bridges, "bridge"),
        )))
    }
}

/// The first connection type that is a road.
fn find_road_type(design: &Design) -> Option<TerrainType> {
    design.connection_terrain().find(|&kind| design.int(terrain::SUBTYPE_X, kind) == terrain::ROAD_X)
}

/// GDL: "edge-to-edge roads per 10,000 of 2*(width+height); >0 gives at least one".
fn count_edge_roads(synthesis: &mut Synthesis<'_>, area: &Area) -> usize {
    let density = synthesis.settings.int(global::EDGE_ROAD_DENSITY).max(0) as u64;
    // A torus has no edge.
    if density == 0 || area.wraps_y() {
        return 0;
    }
    let count = (density * 2 * u64::from(area.width() + area.height()) / 10_000).max(1) as usize;
    if count > EDGE_ROADS_MAX {
        let message =
            format!("`edge-road-density` asks for {count} roads from edge to edge: {EDGE_ROADS_MAX} are tried");
        synthesis.warn("too-many-edge-roads", message);
    }
    count.min(EDGE_ROADS_MAX)
}

/// Cells with units that roads may join, each with what stands there: towns in the order of cells, the chances between
/// their kinds, and the unit types of each kind.
fn find_towns(design: &Design, units: &[Unit]) -> (Vec<Town>, Chances, Vec<Vec<UnitType>>) {
    let chance_of = |a, b| design.entry(ROAD_CHANCE, a, b).max(design.entry(ROAD_CHANCE, b, a));
    let joins = |kind: UnitType| {
        design.int(unit::ROAD_TO_EDGE_CHANCE, kind) > 0 || design.unit_types().any(|other| chance_of(kind, other) > 0)
    };
    let joined: Vec<bool> = design.unit_types().map(joins).collect();
    let mut standing: Vec<(Cell, UnitType)> = units
        .iter()
        .filter(|unit| joined[usize::from(unit.kind.0)])
        .filter_map(|unit| Some((unit.cell()?, unit.kind)))
        .collect();
    sort_by_numbers(&mut standing, &|(cell, kind)| [i64::from(cell.0), i64::from(kind.0)]);
    standing.dedup();

    let mut kinds: Vec<Vec<UnitType>> = Vec::new();
    let mut towns = Vec::new();
    for standing in standing.chunk_by(|one, other| one.0 == other.0) {
        let mut types: Vec<UnitType> = standing.iter().map(|&(_, kind)| kind).collect();
        if kinds.len() >= KINDS_MAX {
            types.truncate(1);
        }
        let kind = kinds.iter().position(|known| *known == types).unwrap_or_else(|| {
            kinds.push(types);
            kinds.len() - 1
        });
        towns.push(Town { cell: standing[0].0, kind: kind as u16 });
    }
    let pair = |one: &Vec<UnitType>, other: &Vec<UnitType>| {
        one.iter().flat_map(|&a| other.iter().map(move |&b| chance_of(a, b))).max().unwrap_or(0) as u8
    };
    let values = kinds.iter().flat_map(|one| kinds.iter().map(move |other| pair(one, other))).collect();
    (towns, Chances { count: kinds.len(), values }, kinds)
}

/// Whether random draws are made for a cell: in a symmetric world only for those of one part.
fn is_first(synthesis: &Synthesis<'_>, cell: Cell) -> bool {
    synthesis.scenario.world.exact_symmetry().is_none_or(|symmetry| symmetry.is_first(cell))
}

/// Where a road may leave the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct EdgePoint {
    /// The last cell within the outermost ring.
    inner: Cell,
    /// The direction onto the ring; `None` if the ring's terrain takes no road: then the road ends beside it.
    out: Option<Direction>,
    /// The nearest town.
    town: u16,
}

impl EdgePoint {
    /// The way out as a number, by which those of a cell are sorted.
    fn way_out(&self) -> i64 {
        self.out.map_or(-1, |direction| i64::from(direction.0))
    }
}

/// All edge points, in the order of their inner cells.
fn find_edge_points(area: &Area, ground: &RoadGround<'_>) -> Vec<EdgePoint> {
    let mut points = Vec::new();
    let mut beside = Vec::new();
    for cell in ring_cells(area) {
        for (direction, inner) in area.around(cell) {
            if area.is_edge(inner) {
                continue;
            }
            let point = |out| EdgePoint { inner, out, town: Partition::NOBODY };
            if ground.allows(cell, inner) {
                points.push(point(Some(area.opposite(direction))));
            } else {
                beside.push(point(None));
            }
        }
    }
    let mut points = if points.is_empty() { beside } else { points };
    sort_by_numbers(&mut points, &|point| [i64::from(point.inner.0), point.way_out()]);
    points.dedup();
    points
}

/// Units whose `road-to-edge-chance` comes true get a road to the nearest stretch of edge near a town, and to a random point of it.
/// 7.5 takes a random point of the whole edge, often one across the map.
fn choose_roads_to_edge(
    synthesis: &Synthesis<'_>,
    towns: &[Town],
    kinds: &[Vec<UnitType>],
    hops: &Hops,
    mut points: Vec<EdgePoint>,
    chosen_hops: &mut [bool],
    ends: &mut Vec<EdgePoint>,
) {
    sort_by_numbers(&mut points, &|point| [i64::from(point.town) << 32 | i64::from(point.inner.0), point.way_out()]);
    let stretches: Vec<&[EdgePoint]> = points.chunk_by(|one, other| one.town == other.town).collect();
    let ways = hops.ways(stretches.iter().map(|stretch| u32::from(stretch[0].town)));
    let mut taken: Vec<Option<EdgePoint>> = vec![None; stretches.len()];
    let mut stream = synthesis.stream("to the edge");
    let design = &synthesis.scenario.design;
    for (number, town) in towns.iter().enumerate() {
        let Some(types) = kinds.get(usize::from(town.kind)) else { continue };
        // Every type is drawn, whatever the others gave, so that none shifts another's draws.
        let rolls = types.iter().filter(|&&kind| stream.percent(design.int(unit::ROAD_TO_EDGE_CHANCE, kind))).count();
        let owner = ways.owner[number];
        if rolls == 0 || owner == NONE || !is_first(synthesis, town.cell) {
            continue;
        }
        let Ok(place) = stretches.binary_search_by_key(&owner, |stretch| u32::from(stretch[0].town)) else { continue };
        let mut chain = Vec::new();
        hops.chain(&ways, number as u32, &mut chain);
        chain.into_iter().for_each(|hop| chosen_hops[hop as usize] = true);
        // Towns at one stretch share its road.
        if taken[place].is_none() {
            taken[place] = stream.choose(stretches[place]).copied();
        }
    }
    ends.extend(taken.into_iter().flatten());
}

/// The ends of roads from edge to edge: random, far apart and, judged by the terrain, on one landmass.
fn draw_edge_pairs(
    synthesis: &Synthesis<'_>,
    ground: &RoadGround<'_>,
    count: usize,
    points: &[EdgePoint],
) -> Vec<[EdgePoint; 2]> {
    const TRIES: usize = 64;
    if count == 0 {
        return Vec::new();
    }
    let area = ground.area;
    let landmass = regions(&area, |cell| ground.bears_roads(cell).then_some(0)).of;
    let far = (area.width() + area.height()) / 4;
    let mut stream = synthesis.stream("edge to edge");
    let mut pairs = Vec::new();
    for _ in 0..TRIES * count {
        let (Some(&start), Some(&end)) = (stream.choose(points), stream.choose(points)) else { break };
        let apart = area.distance(start.inner, end.inner);
        if pairs.len() < count && apart >= far && landmass[start.inner] == landmass[end.inner] {
            pairs.push([start, end]);
        }
    }
    pairs
}

/// `edge-road-density`: roads across the map, through the towns on their way.
fn choose_edge_roads(pairs: &[[EdgePoint; 2]], hops: &Hops, chosen_hops: &mut [bool], ends: &mut Vec<EdgePoint>) {
    for &[start, end] in pairs {
        if start.town == Partition::NOBODY || end.town == Partition::NOBODY {
            continue;
        }
        let ways = hops.ways([u32::from(start.town)]);
        if ways.owner[usize::from(end.town)] == NONE {
            continue;
        }
        let mut chain = Vec::new();
        hops.chain(&ways, u32::from(end.town), &mut chain);
        chain.into_iter().for_each(|hop| chosen_hops[hop as usize] = true);
        ends.extend([start, end]);
    }
}

/// Units away from roads whose `spur-chance` comes true get the cheapest way to a road within `spur-range` cells.
fn lay_spurs(synthesis: &Synthesis<'_>, ground: &RoadGround<'_>, maps: &[Automorphism], roads: &mut [u8]) -> usize {
    let design = &synthesis.scenario.design;
    let area = ground.area;
    let mut stream = synthesis.stream("spurs");
    let mut wanting: Vec<(Cell, u32)> = Vec::new();
    for unit in &synthesis.scenario.units {
        let (chance, range) = (design.int(unit::SPUR_CHANCE, unit.kind), design.int(unit::SPUR_RANGE, unit.kind));
        let Some(cell) = unit.cell().filter(|_| chance > 0 && range > 0) else { continue };
        if stream.percent(chance) && is_first(synthesis, cell) {
            wanting.push((cell, range as u32));
        }
    }
    // Stairs lead on only if one gets there: they have the nearest road of their level, however far it is.
    let links = &synthesis.scenario.world.links;
    let ends = links.iter().flat_map(|link| [link.from, link.to]);
    wanting.extend(ends.filter(|&end| ground.bears_roads(end)).map(|end| (end, area.width() + area.height())));
    let Some(longest) = wanting.iter().map(|&(_, range)| range).max() else { return 0 };
    let sources: Vec<Cell> = area.cells().filter(|&cell| has_road(roads, cell)).collect();
    let mut travel = Travel::new(&area);
    let limit = longest.saturating_mul(ground.dearest_step());
    let costs = travel.from(&sources, limit, |from, direction, to| ground.step(from, direction, to));
    wanting.sort_unstable();
    wanting.dedup_by_key(|&mut (cell, _)| cell);
    let mut spurs = 0;
    for (cell, range) in wanting {
        let Some(way) = descend(&area, ground, costs, cell) else { continue };
        // An empty way means that the unit is on a road.
        if way.is_empty() || way.len() as u32 > range {
            continue;
        }
        for (cell, direction) in way {
            connect_images(&area, maps, roads, cell, direction);
        }
        spurs += 1;
    }
    spurs
}

/// How many edges have roads, and how many of those are bridges: over a border or into water.
fn count_roads(design: &Design, world: &world::World, ground: &RoadGround<'_>, roads: &[u8]) -> (usize, usize) {
    let (mut count, mut bridges) = (0, 0);
    for cell in world.area.cells().filter(|&cell| has_road(roads, cell)) {
        let wet = world.is_liquid(design, cell);
        for (direction, _) in world.area.around(cell).filter(|&(direction, _)| has_edge(roads[cell.index()], direction))
        {
            if direction.0 < 3 {
                count += 1;
                bridges += usize::from(ground.is_bridge(cell, direction));
            }
        }
        bridges += usize::from(wet);
    }
    (count, bridges)
}
