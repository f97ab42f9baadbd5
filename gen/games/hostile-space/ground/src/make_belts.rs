//! `make-belts`: homes in empty space, far apart, and asteroids and solid bodies between them (seed 001, "Hostile Space").
//!
//! Each side gets a centre and what it starts with: the first type of its `start-with` stands in the centre, all others in the rings
//! around it. The cells within the zone's radius are its zone. Zones never share a cell ([`homes`]). Outside all zones lie asteroids,
//! which are independent units, and solid bodies, which are terrain: 2 to 7 connected cells ([`rocks`]).
//!
//! The radius of a zone is a number of the rules ([`Numbers`]).

mod homes;
pub(crate) mod rocks;

use design::parameters::global::{
    BELT_LENGTH, BELT_WEIGHT, BELT_WIDTH, CLUSTER_ASTEROIDS_MAX, CLUSTER_WEIGHT, COUNTRY_SEARCH_DRAW, ROCK_DENSITY,
    SINGLE_ROCK_WEIGHT, SOLID_SIZE_MAX,
};
use design::parameters::terrain::SOLID_WEIGHT;
use design::parameters::unit::{ASTEROID_WEIGHT, START_WITH};
use design::{Design, TerrainType, TypeId, UnitType, counted};
use grid::{Area, Cell, Layer, Symmetry, disk};
use hostile_space::Numbers;
use starts::ground::change_terrain_and_images;
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::standing::is_closed_ring;
use world::{Place, Scenario, SideId, Unit, image_of_side};

use homes::Wish;
use rocks::{Field, Laid, RockCell, RockNumbers};

/// The method `make-belts`.
pub struct MakeBelts;

const INFO: MethodInfo = MethodInfo {
    name: "make-belts",
    summary: "chooses homes in space as far apart as can be, and lays belts and clusters of asteroids outside their zones",
    reads: &[Part::Terrain],
    optional_reads: &[],
    writes: &[Part::Countries, Part::Independents, Part::Terrain],
    by_level: false,
    parameters: &[
        "country-search-draw",
        "rock-density",
        "belt-weight",
        "belt-length",
        "belt-width",
        "cluster-weight",
        "cluster-asteroids-max",
        "solid-size-max",
        "single-rock-weight",
    ],
};

/// The number of cells to which `rock-density` refers.
const PER: usize = 10_000;

impl SynthesisMethod for MakeBelts {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        let design = synthesis.design();
        if synthesis.scenario.world.terrain.is_none() {
            return Err(SynthesisError::DesignLacks {
                what: "terrain for space".to_owned(),
                remedy: "put a method that makes terrain before `make-belts`".to_owned(),
            });
        }
        let sides = synthesis.scenario.sides.len();
        let has_all = [Part::Countries, Part::Independents].into_iter().all(|part| synthesis.is_given(part));
        let has_homes = synthesis.scenario.side_ids().all(|side| synthesis.scenario.side(side).center.is_some());
        if has_all && has_homes && synthesis.is_given(Part::Terrain) {
            return Ok(MethodOutcome::Skipped("homes and asteroids are given".to_owned()));
        }
        let radius = u32::from(Numbers::read(&design).0.zone_radius);
        let symmetry = synthesis.scenario.world.exact_symmetry().cloned();
        let symmetry = symmetry.as_ref();
        let of_sides = symmetry.filter(|symmetry| sides.is_multiple_of(symmetry.order()));
        let homes = choose_homes(synthesis, of_sides, radius)?;
        settle(synthesis, of_sides, &homes, radius)?;
        synthesis.frame("homes");
        let (laid, wanted) = lay_rocks(synthesis, symmetry, &homes, radius)?;
        if laid.rocks * 10 < wanted * 9 {
            let message = format!(
                "only {} of {wanted} cells of rock found room: lower `rock-density`, or raise `single-rock-weight`",
                laid.rocks
            );
            synthesis.warn("rocks-crowded", message);
        }
        let apart = apart(&synthesis.scenario.world.area, &homes);
        Ok(MethodOutcome::Made(format!(
            "{}, {}, {}; {}",
            counted(laid.belts, "belt"),
            counted(laid.clusters, "cluster"),
            counted(laid.singles, "single rock"),
            apart.map_or_else(|| counted(homes.len(), "home"), |apart| format!("homes {apart} apart")),
        )))
    }
}

/// The least distance between two homes.
pub fn apart(area: &Area, homes: &[Cell]) -> Option<u32> {
    let mut least = None;
    for (number, &home) in homes.iter().enumerate() {
        for &other in &homes[..number] {
            let apart = area.distance(home, other);
            least = Some(least.map_or(apart, |known: u32| known.min(apart)));
        }
    }
    least
}

/// Where each side's zone lies. A side with a centre or with units has its home there.
fn choose_homes(
    synthesis: &Synthesis<'_>,
    symmetry: Option<&Symmetry>,
    radius: u32,
) -> Result<Vec<Cell>, SynthesisError> {
    let scenario = &*synthesis.scenario;
    let area = scenario.world.area;
    let main = start_types(&scenario.design).first().map(|&(kind, _)| kind);
    let home_of = |side: SideId| {
        let own = || scenario.unit_ids().filter(move |(_, unit)| unit.side == side);
        let stands = own().find(|(_, unit)| Some(unit.kind) == main).or_else(|| own().next());
        let center = scenario.side(side).center.filter(|&center| area.contains(center));
        center.or_else(|| stands.and_then(|(id, _)| scenario.cell_of(id)))
    };
    // No zone may hold a rock that is there already.
    let mut is_near_rock = vec![false; area.len()];
    let ground = find_ground(scenario);
    for cell in area.cells().filter(|cell| matches!(ground[cell.index()], RockCell::Solid | RockCell::Asteroid)) {
        disk(&area, cell, radius).for_each(|near| is_near_rock[near.index()] = true);
    }
    let draw = synthesis.settings.int(COUNTRY_SEARCH_DRAW);
    let mut is_left_out = vec![false; area.len()];
    if draw > 0 {
        let mut lots = synthesis.stream(&format!("draw {draw}"));
        area.cells().for_each(|cell| is_left_out[cell.index()] = lots.coin());
    }
    let is_open = |cell: Cell| !is_near_rock[cell.index()] && ground[cell.index()] == RockCell::Free;
    let may_be_home = |cell: Cell| is_open(cell) && !is_left_out[cell.index()];
    let wish = Wish { area, symmetry, given: scenario.side_ids().map(home_of).collect(), radius };
    homes::choose(wish, &may_be_home, &mut synthesis.stream("homes"))
}

/// What lies in each cell already.
fn find_ground(scenario: &Scenario) -> Vec<RockCell> {
    let (design, world) = (&*scenario.design, &scenario.world);
    let mut ground = vec![RockCell::Closed; world.area.len()];
    for cell in world.area.cells() {
        ground[cell.index()] = match design.int(SOLID_WEIGHT, world.terrain_at(cell)) > 0 {
            true => RockCell::Solid,
            false if is_closed_ring(design, &world.area, cell) => RockCell::Closed,
            false => RockCell::Free,
        };
    }
    for unit in &scenario.units {
        if let Some(cell) = unit.cell() {
            let is_asteroid = unit.side == SideId::INDEPENDENT;
            ground[cell.index()] = if is_asteroid { RockCell::Asteroid } else { RockCell::Closed };
        }
    }
    ground
}

/// The types that sides start with, and how many of each; the first stands in the centre.
fn start_types(design: &Design) -> Vec<(UnitType, usize)> {
    let count = |kind: UnitType| design.int(START_WITH, kind).max(0) as usize;
    design.unit_types().map(|kind| (kind, count(kind))).filter(|&(_, count)| count > 0).collect()
}

/// Gives sides their centres, zones and first units.
fn settle(
    synthesis: &mut Synthesis<'_>,
    symmetry: Option<&Symmetry>,
    homes: &[Cell],
    radius: u32,
) -> Result<(), SynthesisError> {
    let design = synthesis.design();
    let area = synthesis.scenario.world.area;
    for (side, &home) in synthesis.scenario.side_ids().zip(homes) {
        synthesis.scenario.side_mut(side).center = Some(home);
    }
    if !(synthesis.is_given(Part::Countries) && synthesis.scenario.world.country.is_some()) {
        let mut country = vec![SideId::INDEPENDENT.0; area.len()];
        for (side, &home) in synthesis.scenario.side_ids().zip(homes) {
            disk(&area, home, radius).for_each(|cell| country[cell.index()] = side.0);
        }
        synthesis.scenario.world.country = Some(Layer::from_values(&area, country));
    }
    let starts = start_types(&design);
    if starts.is_empty() {
        return Err(SynthesisError::DesignLacks {
            what: "a unit for the centre of a zone".to_owned(),
            remedy: "give a type of unit, such as a marker, a `start-with` of 1".to_owned(),
        });
    }
    let had_units: Vec<bool> = synthesis
        .scenario
        .side_ids()
        .map(|side| synthesis.scenario.units.iter().any(|unit| unit.side == side))
        .collect();
    for (side, &home) in synthesis.scenario.side_ids().zip(homes) {
        if had_units[side.index().unwrap_or(0)] {
            continue;
        }
        // Images of the first side's places, so that those of a ring correspond.
        let (first, map) = match symmetry {
            Some(symmetry) => find_first(symmetry, side),
            None => (side, 0),
        };
        let from = homes[first.index().unwrap_or(0)];
        let image = |cell: Cell| symmetry.map_or(cell, |symmetry| symmetry.maps()[map].image(cell));
        // Homes that were given one by one need not be images.
        let (from, map_cell): (Cell, &dyn Fn(Cell) -> Cell) =
            if image(from) == home { (from, &image) } else { (home, &|cell| cell) };
        let mut places: Vec<Cell> = Vec::new();
        for ring in 0..=radius.max(1) {
            for place in 0..area.shape().lattice().ring_length(ring) {
                if let Some(cell) = area.ring_cell(from, ring, place)
                    && !places.contains(&cell)
                {
                    places.push(cell);
                }
            }
        }
        let units = starts.iter().flat_map(|&(kind, count)| std::iter::repeat_n(kind, count));
        let units: Vec<UnitType> = units.filter(|&kind| synthesis.scenario.may_own(side, kind)).collect();
        if units.len() > places.len() {
            return Err(SynthesisError::Unmet {
                constraint: format!("`start-with` of {} for each side", counted(units.len(), "unit")),
                reason: format!("a zone of radius {radius} has {} cells here", places.len()),
                remedy: "lower `start-with` or raise the radius".to_owned(),
            });
        }
        for (kind, cell) in units.into_iter().zip(places) {
            synthesis.scenario.add_unit(Unit::new(kind, Place::Cell(map_cell(cell)), side));
        }
    }
    Ok(())
}

/// The first side of a block, and the map that takes it to this one.
fn find_first(symmetry: &Symmetry, side: SideId) -> (SideId, usize) {
    let index = side.index().unwrap_or(0);
    let first = SideId::from_index(index - index % symmetry.order());
    let map = (0..symmetry.order()).find(|&map| image_of_side(symmetry, map, first) == side);
    map.map_or((side, 0), |map| (first, map))
}

/// Asteroids and solid bodies outside the zones; returns what was laid, and how many cells of rock were wanted.
fn lay_rocks(
    synthesis: &mut Synthesis<'_>,
    symmetry: Option<&Symmetry>,
    homes: &[Cell],
    radius: u32,
) -> Result<(Laid, usize), SynthesisError> {
    let design = synthesis.design();
    let settings = synthesis.settings;
    let number = |key| settings.int(key).max(0) as u32;
    let area = synthesis.scenario.world.area;
    let asteroids: Vec<u32> = design.unit_types().map(|kind| design.int(ASTEROID_WEIGHT, kind).max(0) as u32).collect();
    let fills: Vec<TerrainType> = design.cell_terrain().collect();
    let solids: Vec<u32> = fills.iter().map(|&kind| design.int(SOLID_WEIGHT, kind).max(0) as u32).collect();
    let weights = [BELT_WEIGHT, CLUSTER_WEIGHT, SINGLE_ROCK_WEIGHT].map(number);
    if number(ROCK_DENSITY) == 0 || weights.iter().all(|&weight| weight == 0) {
        return Ok((Laid::default(), 0));
    }
    let makes_asteroids = !synthesis.is_given(Part::Independents);
    let makes_solids = !synthesis.is_given(Part::Terrain);
    let is_lacking = |of: &[u32]| of.iter().all(|&weight| weight == 0);
    if makes_asteroids && weights[0] + weights[2] > 0 && is_lacking(&asteroids) {
        return Err(SynthesisError::DesignLacks {
            what: "a unit that is an asteroid".to_owned(),
            remedy: "give a type of unit an `asteroid-weight`, or set `belt-weight` and `single-rock-weight` to 0"
                .to_owned(),
        });
    }
    if makes_solids && weights[1] > 0 && is_lacking(&solids) {
        return Err(SynthesisError::DesignLacks {
            what: "terrain that is solid".to_owned(),
            remedy: "give a type of terrain a `solid-weight`, or set `cluster-weight` to 0".to_owned(),
        });
    }
    let mut ground = find_ground(synthesis.scenario);
    for &home in homes {
        for cell in disk(&area, home, radius) {
            // Rock that was given stays where it is, and other rock keeps away from it.
            if ground[cell.index()] == RockCell::Free {
                ground[cell.index()] = RockCell::Closed;
            }
        }
    }
    let mut field = Field::new(area, symmetry, ground);
    let given = field.ground.iter().filter(|&&ground| matches!(ground, RockCell::Solid | RockCell::Asteroid)).count();
    let wanted = (field.room() + given) * number(ROCK_DENSITY) as usize / PER;
    let recipe = RockNumbers {
        rocks: wanted.saturating_sub(given),
        weights,
        belt_length: (area.width().max(area.height()) * number(BELT_LENGTH) / 100).max(1) as usize,
        belt_width: number(BELT_WIDTH),
        cluster_asteroids_max: number(CLUSTER_ASTEROIDS_MAX),
        solid_size_max: number(SOLID_SIZE_MAX) as usize,
        makes_solids,
        makes_asteroids: makes_asteroids && !is_lacking(&asteroids),
    };
    let mut streams = ["belts", "clusters", "singles"].map(|name| synthesis.stream(name));
    let laid = field.lay(&recipe, homes, streams.each_mut());
    let (bodies, cells) = (std::mem::take(&mut field.bodies), std::mem::take(&mut field.asteroids));
    let mut kinds = synthesis.stream("kinds");
    for body in bodies {
        let Some(kind) = kinds.weighted(&solids).map(|number| fills[number]) else { break };
        body.iter().for_each(|&cell| change_terrain_and_images(&design, &mut synthesis.scenario.world, cell, kind));
    }
    synthesis.frame("solid bodies");
    for cell in cells {
        let Some(kind) = kinds.weighted(&asteroids).map(UnitType::at) else { break };
        for image in field.images(cell) {
            synthesis.scenario.add_unit(Unit::new(kind, Place::Cell(image), SideId::INDEPENDENT));
        }
    }
    // Where one kind was given, less of the other is no fault.
    Ok((laid, if makes_asteroids && makes_solids { recipe.rocks } else { 0 }))
}
