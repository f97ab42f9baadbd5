//! `make-countries`: a place, first units and a country for each side (seed 000, "Making Countries for Players" and
//! "Handicapping"; `kernel-rules` 9, "Countries").
//!
//! Xconq places its sides one after the other, each where it fits, and cannot go back. Here all centres are chosen together:
//! [`sites`] finds where a country could be and what a seat there would have, [`search`] evaluates whole sets of centres, first
//! over the world, then cell by cell round the best set. Then the units are placed ([`start_units`]) and the countries grow
//! ([`growth`]).
//!
//! Differences from 7.5: a constraint that cannot be met is an error that says what would satisfy it, not a random place; an
//! advantage is shared out by largest remainders instead of rounded down.

pub(crate) mod growth;
mod network;
pub(crate) mod search;
mod site_ground;
mod sites;
mod start_units;
mod symmetric;

use chance::Stream;
use design::abilities::may_start_on;
use design::parameters::global::{
    ADVANTAGE_DEFAULT, COUNTRY_LEVELS, COUNTRY_RADIUS_MIN, COUNTRY_SEARCH_DRAW, COUNTRY_SEARCH_EVALUATIONS,
    COUNTRY_SEPARATION_MAX, COUNTRY_SEPARATION_MIN, COUNTRY_SEPARATION_WANTED,
};
use design::parameters::table::UNIT_SEPARATION_MIN;
use design::parameters::terrain::COUNTRY_TERRAIN_MIN;
use design::parameters::unit::{INDEPENDENT_NEAR_START, POINT_VALUE, START_WITH};
use design::{Design, Settings, TerrainType, TypeId, UnitType};
use grid::{Cell, disk, sort_by_numbers};
use synth::{MethodInfo, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Scenario, SideId};

use crate::people::{assign_control, settle_independents, settle_sides};

use network::Network;
use search::{Search, SiteRequest, find_best, pack};
use site_ground::SiteGround;
use sites::{Bounds, SITES_MAX, Sites, inner_cells, measure_all};

/// The method `make-countries`.
pub struct MakeCountries;

const INFO: MethodInfo = MethodInfo {
    name: "make-countries",
    summary: "chooses all countries' centres together, as fair as it can, places first units and lets countries grow",
    reads: &[Part::Terrain],
    optional_reads: &[Part::Elevation, Part::Rivers, Part::Roads, Part::Independents],
    // Besides countries it writes independents near the starts and, as the last resort, terrain that a start unit can live on.
    writes: &[Part::Countries, Part::Independents, Part::Terrain, Part::Elevation],
    by_level: false,
    parameters: &[
        "country-radius-min",
        "country-radius-max",
        "country-separation-min",
        "country-separation-wanted",
        "country-separation-max",
        "country-search-evaluations",
        "country-search-draw",
        "country-levels",
        "growth-stop-chance",
        "advantage-default",
    ],
};

/// The most units of a start; a larger number is a typing error.
const UNITS_MAX: u64 = 1 << 17;
/// With fewer places for each seat none is left out by `country-search-draw`.
const PLACES_PER_SEAT: usize = 8;
/// The distance from a centre within which the search looks once more, cell by cell.
const FINE: u32 = 3;

/// What this method knows about a seat.
struct SeatSite {
    side: SideId,
    /// Its centre, if it was given a start already.
    given: Option<Cell>,
    /// Whether it was given units; then it gets no others.
    has_units: bool,
    /// How many units of each type it starts with.
    starts: Vec<(UnitType, u32)>,
    /// The type that stands in its centre.
    main: Option<UnitType>,
    /// The radius of its first disc.
    radius: u32,
}

impl SynthesisMethod for MakeCountries {
    fn info(&self) -> &'static MethodInfo {
        &INFO
    }

    fn run(&self, synthesis: &mut Synthesis<'_>) -> Result<MethodOutcome, SynthesisError> {
        if synthesis.scenario.world.terrain.is_none() {
            return Err(SynthesisError::DesignLacks {
                what: "terrain to found countries on".to_owned(),
                remedy: "put a method that makes terrain before `make-countries`".to_owned(),
            });
        }
        if synthesis.scenario.sides.is_empty() {
            return Ok(MethodOutcome::Skipped("there are no sides".to_owned()));
        }
        let seats = find_seats(synthesis.scenario, synthesis.settings)?;
        if seats.iter().all(|seat| seat.has_units) {
            return Ok(MethodOutcome::Skipped("all sides have units already".to_owned()));
        }
        for kind in lacking_terrain(synthesis) {
            let name = synthesis.scenario.design.name_of(kind).to_owned();
            let message = format!("this map has no `{name}` at all: its `country-terrain-min` is not asked for");
            synthesis.warn("lacking-terrain", message);
        }
        let (centers, found) = choose_centers_far_apart(synthesis, &seats)?;
        for (seat, &center) in seats.iter().zip(&centers) {
            synthesis.scenario.side_mut(seat.side).center = Some(center);
        }
        synthesis.frame("centres");
        let units = start_units::place(synthesis, &seats, &centers)?;
        synthesis.frame("first units");
        let cells = growth::grow(synthesis, &seats, &centers);
        assign_control(synthesis);
        let settled = settle_sides(synthesis) + settle_independents(synthesis);
        let people = if settled > 0 { format!(", people in {settled}") } else { String::new() };
        let countries = if seats.len() == 1 { "country" } else { "countries" };
        Ok(MethodOutcome::Made(format!("{} {countries}, {units} units, {cells} cells{people}; {found}", seats.len())))
    }
}

/// Terrain that countries need and that a map from elsewhere has nowhere: no other seed would give it any.
fn lacking_terrain(synthesis: &Synthesis<'_>) -> Vec<TerrainType> {
    let scenario = &*synthesis.scenario;
    let mut needed: Vec<TerrainType> = scenario.design.cell_terrain().collect();
    needed.retain(|&kind| scenario.design.int(COUNTRY_TERRAIN_MIN, kind) > 0);
    if needed.is_empty() || !synthesis.is_given(Part::Terrain) {
        return Vec::new();
    }
    let mut is_there = vec![false; scenario.design.terrain.len()];
    scenario.world.area.cells().for_each(|cell| is_there[scenario.world.terrain_at(cell).index()] = true);
    needed.retain(|kind| !is_there[kind.index()]);
    needed
}

/// The seats, each with the units and the radius that it gets.
fn find_seats(scenario: &Scenario, settings: &Settings) -> Result<Vec<SeatSite>, SynthesisError> {
    let design = &*scenario.design;
    let usual = settings.int(ADVANTAGE_DEFAULT).max(1) as u64;
    let due = |property| -> u64 { design.unit_types().map(|kind| design.int(property, kind).max(0) as u64).sum() };
    let base = match u64::try_from(settings.int(COUNTRY_RADIUS_MIN)) {
        Ok(radius) if radius > 0 => radius,
        _ => ((3 * (due(START_WITH) + due(INDEPENDENT_NEAR_START))).isqrt() / 2).max(1),
    };
    let mut seats = Vec::new();
    for side in scenario.side_ids() {
        let advantage = u64::from(scenario.side(side).advantage.max(1));
        let own = || scenario.unit_ids().filter(|(_, unit)| unit.side == side);
        // Its place: the given centre, else the cell of its first unit of the type most at home in centres.
        let starts = share_out(scenario, side, advantage, usual);
        let main = main_of(design, &starts);
        let stands = own()
            .find(|(_, unit)| Some(unit.kind) == main)
            .or_else(|| own().next())
            .and_then(|(id, _)| scenario.cell_of(id));
        let units: u64 = starts.iter().map(|&(_, count)| u64::from(count)).sum();
        if units > UNITS_MAX {
            return Err(SynthesisError::Unmet {
                constraint: format!("`start-with` times the advantage {advantage} of side {}", side.0),
                reason: format!("that is {units} units"),
                remedy: format!("ask for at most {UNITS_MAX} units a side"),
            });
        }
        let radius = (base.min(1 << 20).pow(2) * advantage.min(1 << 20) / usual).isqrt().max(1);
        seats.push(SeatSite {
            side,
            given: scenario.side(side).center.filter(|&center| scenario.world.area.contains(center)).or(stands),
            has_units: own().next().is_some(),
            starts,
            main,
            radius: radius.min(u64::from(scenario.world.area.distance_max())) as u32,
        });
    }
    Ok(seats)
}

/// How many units of each type a side starts with, among the types that it may own: `start-with` times its advantage over the usual
/// one, by largest remainders. The sum is rounded to the nearest number, and the remaining units go to the types with the greatest
/// remainders, the first of equal ones. A type with any share above 0 gets at least one unit.
pub fn share_out(scenario: &Scenario, side: SideId, advantage: u64, usual: u64) -> Vec<(UnitType, u32)> {
    let design = &*scenario.design;
    let (mut kinds, mut counts) = (Vec::new(), Vec::new());
    let (mut all, mut whole) = (0, 0);
    for kind in design.unit_types() {
        let due = design.int(START_WITH, kind).max(0) as u64 * advantage;
        if due > 0 && scenario.may_own(side, kind) {
            kinds.push((kind, due % usual));
            counts.push(due / usual);
            (all, whole) = (all + due, whole + due / usual);
        }
    }
    let wanted = (all + usual / 2) / usual;
    let mut order: Vec<usize> = (0..kinds.len()).collect();
    sort_by_numbers(&mut order, &|place| [-(kinds[place].1 as i64), 0]);
    let mut left = wanted.saturating_sub(whole);
    for place in order {
        let extra = u64::from(left > 0 && kinds[place].1 > 0);
        counts[place] += extra;
        left -= extra;
    }
    let mut shares = Vec::with_capacity(kinds.len());
    for ((kind, _), count) in kinds.into_iter().zip(counts) {
        shares.push((kind, count.clamp(1, u64::from(u32::MAX)) as u32));
    }
    shares
}

/// The type that stands in the centre: the one that `fairness` takes for a start if sides start with it in the open, else the first
/// type that they start with in the open.
fn main_type(design: &Design) -> Option<UnitType> {
    let starts = |&kind: &UnitType| design.int(START_WITH, kind) > 0 && is_favored(design, kind);
    fairness::main_start_unit(design).filter(starts).or_else(|| design.unit_types().find(starts))
}

/// The same for a side with these start units: the common type, or its own first one that starts in the open.
fn main_of(design: &Design, starts: &[(UnitType, u32)]) -> Option<UnitType> {
    let has = |kind: UnitType| starts.iter().any(|&(own, _)| own == kind);
    let own = || starts.iter().map(|&(kind, _)| kind).filter(|&kind| is_favored(design, kind));
    let worth = |&kind: &UnitType| (design.int(POINT_VALUE, kind), std::cmp::Reverse(kind));
    main_type(design).filter(|&main| has(main)).or_else(|| own().max_by_key(worth))
}

/// Whether a type may start in the open on some terrain.
fn is_favored(design: &Design, kind: UnitType) -> bool {
    design.cell_terrain().any(|ground| may_start_on(design, kind, ground))
}

/// The centres of all seats, as far apart as wanted if there is room for that, with a remark on how they were found.
fn choose_centers_far_apart(
    synthesis: &mut Synthesis<'_>,
    seats: &[SeatSite],
) -> Result<(Vec<Cell>, String), SynthesisError> {
    let least = synthesis.settings.int(COUNTRY_SEPARATION_MIN).max(0);
    let within = synthesis.settings.int(COUNTRY_SEPARATION_MAX);
    let most = if within < 0 { i32::MAX } else { (within - 1).max(least) };
    // No two cells lie farther apart than this, so that a larger wish costs no more tries.
    let area = synthesis.scenario.world.area;
    let across = i32::try_from(area.width() + area.height()).unwrap_or(i32::MAX);
    let mut apart = synthesis.settings.int(COUNTRY_SEPARATION_WANTED).min(across).min(most).max(least);
    loop {
        match choose_centers(synthesis, seats, apart) {
            // In steps of an eighth: a dozen tries bring any distance down to a tenth.
            Err(SynthesisError::Unmet { .. }) if apart > least => apart = (apart - (apart / 8).max(1)).max(least),
            found => return found,
        }
    }
}

/// The same, with centres at least `apart` cells from each other.
fn choose_centers(
    synthesis: &mut Synthesis<'_>,
    seats: &[SeatSite],
    apart: i32,
) -> Result<(Vec<Cell>, String), SynthesisError> {
    let design = synthesis.design();
    let settings = synthesis.settings;
    let mut stream = synthesis.stream("sites");
    let seed = synthesis.seed("search");
    let scenario = &*synthesis.scenario;
    let area = scenario.world.area;
    if seats.iter().all(|seat| seat.given.is_some()) {
        return Ok((seats.iter().filter_map(|seat| seat.given).collect(), "centres as given".to_owned()));
    }
    let main = main_type(&design);
    // The main units stand in the centres, and have their own least separation.
    let own_apart = main.map_or(0, |kind| design.entry(UNIT_SEPARATION_MIN, kind, kind) - 1);
    let apart = apart.max(own_apart) as u32;
    let within = u32::try_from(settings.int(COUNTRY_SEPARATION_MAX)).ok();
    if let Some(within) = within.filter(|&within| within <= apart && seats.len() > 1) {
        return Err(SynthesisError::Unmet {
            constraint: format!("`country-separation-max` {within} with `country-separation-min` {apart}"),
            reason: "centres lie further apart than the one and within the other of each other".to_owned(),
            remedy: format!("set `country-separation-max` to {} or more", apart.saturating_add(1)),
        });
    }

    let levels = area.levels() as usize;
    let on_level = (levels > 1 && settings.int(COUNTRY_LEVELS) > 0).then(|| seats.len().div_ceil(levels));

    // A site needs room for the seat with the most units; then every seat may take any site.
    let largest = seats.iter().max_by_key(|seat| seat.starts.iter().map(|start| start.1).sum::<u32>());
    let mut starts: Vec<(UnitType, u32)> = largest.map(|seat| seat.starts.clone()).unwrap_or_default();
    starts.retain(|&(kind, _)| is_favored(&design, kind));
    sort_by_numbers(&mut starts, &|(kind, _)| [i64::from(Some(kind) != main), kind.index() as i64]);
    let radius = seats.iter().map(|seat| seat.radius).min().unwrap_or(1);
    let ground = SiteGround::new(scenario, starts.first().map(|&(kind, _)| kind));
    let mut bounds = Bounds::new(&ground, &starts, radius, &lacking_terrain(synthesis));

    let evaluations = settings.int(COUNTRY_SEARCH_EVALUATIONS).max(0) as u32;
    let given: Vec<Cell> = seats.iter().filter_map(|seat| seat.given).collect();
    let of_images = match scenario.world.symmetry.as_ref().filter(|_| scenario.world.asymmetry < 100) {
        Some(symmetry) if seats.len().is_multiple_of(symmetry.order()) => {
            let wish = SiteRequest { seats: seats.len(), given: vec![None; seats.len()], apart, within, on_level };
            Some(symmetric::choose(symmetry, &mut bounds, wish, seats, evaluations, &mut synthesis.stream("images")))
        }
        _ => None,
    };
    if let Some(symmetry) = scenario.world.exact_symmetry()
        && let Some(chosen) = of_images
    {
        let (centers, places) = chosen?;
        return Ok((centers, format!("{} weighed in {}", design::counted(places, "place"), symmetry.kind())));
    }
    let is_free = |cell: &Cell| !given.contains(cell);
    let mut all = inner_cells(scenario);
    all.retain(is_free);
    let best: Vec<Cell> = all.iter().copied().filter(|&cell| ground.may_be_center(cell)).collect();
    let wanted = SITES_MAX - given.len().min(SITES_MAX / 2);
    let mut cells = find_cells(&mut bounds, best, true, wanted, within, seats.len(), &mut stream);
    let draw = settings.int(COUNTRY_SEARCH_DRAW);
    if draw > 0 && cells.len() >= PLACES_PER_SEAT * seats.len() {
        let mut lots = synthesis.stream(&format!("draw {draw}"));
        cells.retain(|_| lots.coin());
    }
    let mut wish = SiteRequest { seats: seats.len(), given: Vec::new(), apart, within, on_level };
    let mut order = Vec::new();
    let (mut network, mut sites) = gather(&ground, None, &cells, seats, &mut wish, &mut order, &mut stream);
    let mut start = first_set(&sites, &wish, &order, &mut stream);
    if start.is_none() {
        // There are too few places that the first units favor, so any place that the terrain constraints allow is taken.
        all.retain(|cell| !cells.contains(cell));
        let more = find_cells(&mut bounds, all, false, wanted, within, seats.len(), &mut stream);
        cells.extend(more);
        (network, sites) = gather(&ground, None, &cells, seats, &mut wish, &mut order, &mut stream);
        start = first_set(&sites, &wish, &order, &mut stream);
    }
    let Some(start) = start else { return Err(unmet(&bounds, &sites, &wish, &order, seats.len() - given.len())) };

    let at = |sites: &Sites, chosen: &[usize]| chosen.iter().map(|&site| sites.cells[site]).collect::<Vec<Cell>>();
    if evaluations == 0 {
        return Ok((at(&sites, &start), "the first set that fits".to_owned()));
    }
    let far = (area.count() / seats.len()).isqrt() as u32;
    let search = Search::new(&sites, &wish, far);
    let (chosen, penalty) = find_best(&search, &start, evaluations - evaluations / 4, 1500, seed.child("coarse"));
    // If the symmetry was given up in part, places that are nearly images of each other may be fairer.
    let mut sets = vec![at(&sites, &chosen)];
    sets.extend(of_images.and_then(Result::ok).map(|(centers, _)| centers));

    // A second search over every cell near the centres found.
    let mut near: Vec<Cell> = Vec::new();
    for (seat, &center) in sets.iter().flat_map(|set| seats.iter().zip(set)) {
        if seat.given.is_none() {
            let may = |cell: &Cell| *cell == center || bounds.is_site(*cell, true);
            near.extend(disk(&area, center, FINE).filter(|cell| is_free(cell)).filter(may));
        }
    }
    near.sort_unstable();
    near.dedup();
    let mut fine_wish = SiteRequest { seats: seats.len(), given: Vec::new(), apart, within, on_level };
    let (_, fine) = gather(&ground, Some(network), &near, seats, &mut fine_wish, &mut order, &mut stream);
    let of_set = |set: &Vec<Cell>| -> Vec<usize> {
        set.iter().filter_map(|center| fine.cells.iter().position(|cell| cell == center)).collect()
    };
    let mut search = Search::new(&fine, &fine_wish, far);
    let starts = sets.iter().map(of_set).map(|start| (search.weigh(&start), start));
    let (_, start) = starts.min_by_key(|(penalty, _)| *penalty).expect("there is a set");
    let (finer, fine_badness) = find_best(&search, &start, evaluations / 4, 200, seed.child("fine"));
    debug_assert!(penalty.broken == 0 && fine_badness.broken == 0);
    let weighed = design::counted(sites.cells.len(), "site");
    Ok((at(&fine, &finer), format!("{weighed} compared in {evaluations} combinations")))
}

/// Cells for sites: spaced over the world, or in a few clusters if centres must be closer together than that.
fn find_cells(
    bounds: &mut Bounds<'_>,
    open: Vec<Cell>,
    needs_room: bool,
    count: usize,
    within: Option<u32>,
    seats: usize,
    stream: &mut Stream,
) -> Vec<Cell> {
    const CLUSTERS: usize = 4;
    let area = bounds.ground.scenario.world.area;
    let usual = (open.len() / count.max(1)).isqrt() as u32 + 1;
    let Some(within) = within.filter(|&within| within / 3 < usual && seats > 1) else {
        return bounds.find_spaced(open, needs_room, count, u32::MAX, stream);
    };
    let reach = within.saturating_mul((seats as u32).isqrt() + 1).max(2);
    let mut cells: Vec<Cell> = Vec::new();
    for middle in bounds.find_spaced(open.clone(), needs_room, CLUSTERS, u32::MAX, stream) {
        let near = open.iter().copied().filter(|&cell| area.distance(cell, middle) <= reach).collect();
        let spacing = (within / 3).max(1);
        cells.extend(bounds.find_spaced(near, needs_room, count / CLUSTERS, spacing, stream));
    }
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// The sites at cells and at the given centres, and an order in which to try them. Without a network the sites become its nodes.
fn gather(
    ground: &SiteGround<'_>,
    network: Option<Network>,
    cells: &[Cell],
    seats: &[SeatSite],
    wish: &mut SiteRequest,
    order: &mut Vec<usize>,
    stream: &mut Stream,
) -> (Network, Sites) {
    let mut all = cells.to_vec();
    wish.given.clear();
    for seat in seats {
        wish.given.push(seat.given.map(|cell| {
            all.push(cell);
            all.len() - 1
        }));
    }
    order.clear();
    order.extend(0..cells.len());
    stream.shuffle(order);
    // Every second site is a node: shares of territory come out the same, at less than half the cost.
    let nodes: Vec<Cell> = all.iter().copied().step_by(if all.len() > SITES_MAX / 2 { 2 } else { 1 }).collect();
    // The network needs one search after another, so the sites are measured in parallel with it.
    let (network, measures) =
        rayon::join(|| network.unwrap_or_else(|| Network::new(ground, &nodes)), || measure_all(ground, &all));
    let sites = Sites::new(ground, &network, all, measures);
    (network, sites)
}

/// A set that keeps all separations: the first that fits in several orders, the last of which begins at one end of the area and
/// packs closely.
fn first_set(sites: &Sites, wish: &SiteRequest, order: &[usize], stream: &mut Stream) -> Option<Vec<usize>> {
    const ORDERS: usize = 24;
    let mut order = order.to_vec();
    for number in 0..ORDERS {
        if let Some(whole) = pack(sites, wish, &order, wish.apart).into_iter().collect() {
            return Some(whole);
        }
        match number {
            0 => sort_by_numbers(&mut order, &|site| [i64::from(sites.cells[site].0), 0]),
            1 => order.reverse(),
            _ => stream.shuffle(&mut order),
        }
    }
    None
}

/// The error if no set fits: why, and what would fit.
fn unmet(bounds: &Bounds<'_>, sites: &Sites, wish: &SiteRequest, order: &[usize], wanted: usize) -> SynthesisError {
    let design = &*bounds.ground.scenario.design;
    if order.len() < wanted {
        if let Some((kind, bound, is_least, best)) = bounds.failed_bound() {
            let (name, parameter) =
                (design.name_of(kind), if is_least { "country-terrain-min" } else { "country-terrain-max" });
            let (most, least) = if is_least { ("most", "at most") } else { ("least", "at least") };
            return SynthesisError::Unmet {
                constraint: format!("`{parameter}` {bound} of `{name}`"),
                reason: format!(
                    "the {most} that any place has within {} cells is {best} cells of `{name}`",
                    bounds.radius()
                ),
                remedy: format!(
                    "set it to {least} {best} in the design, \"terrain\": {{ \"{name}\": {{ \"{parameter}\": {best} }} }}, or make \
                    `country-radius-min` larger"
                ),
            };
        }
        let places = order.len();
        let reason = format!("only {places} places can be the centre of a country");
        return match bounds.first_bound() {
            Some(kind) => SynthesisError::Unmet {
                constraint: format!("`country-terrain-min` and `-max` (of `{}` and others)", design.name_of(kind)),
                reason: format!("{reason}: each bound is met somewhere, but too rarely all together"),
                remedy: format!("lower one of them, or play with at most {places} sides"),
            },
            None => SynthesisError::Unmet {
                constraint: format!("{} countries", wish.seats),
                reason,
                remedy: format!("play with at most {places} sides, or in a larger area"),
            },
        };
    }
    // The largest separation with which a packing was found.
    let packs = |apart: u32| {
        let mut order = order.to_vec();
        sort_by_numbers(&mut order, &|site| [i64::from(sites.cells[site].0), 0]);
        let is_whole = |order: &[usize]| pack(sites, wish, order, apart).iter().all(Option::is_some);
        is_whole(&order) || {
            order.reverse();
            is_whole(&order)
        }
    };
    let (mut low, mut high) = (0, wish.apart.min(bounds.ground.scenario.world.area.distance_max()));
    let possible = packs(0);
    while high - low > 1 {
        let middle = low + (high - low) / 2;
        if packs(middle) { low = middle } else { high = middle }
    }
    let placed = pack(sites, wish, order, wish.apart).iter().flatten().count();
    match wish.within {
        Some(within) if !possible => SynthesisError::Unmet {
            constraint: format!("`country-separation-max` {within} for {} sides", wish.seats),
            reason: format!("no {} places lie that near each other", wish.seats),
            remedy: "make it larger, or -1 to do without".to_owned(),
        },
        _ => SynthesisError::Unmet {
            constraint: format!("`country-separation-min` {} for {} sides", wish.apart, wish.seats),
            reason: format!("only {} found that far apart", design::counted(placed, "centre")),
            remedy: format!("{low} works here; so do fewer sides or a larger area"),
        },
    }
}
