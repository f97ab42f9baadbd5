//! The growth of countries, ring by ring (seed 000: "a simple simulation of the historical forces that give countries
//! their variety of shapes").
//!
//! All countries grow one ring, then all the next, in an order drawn anew for each ring, so that no country gains from being first.
//! A cell must touch the country that takes it, so countries are connected. A country stops at the largest radius, by
//! `growth-stop-chance`, or when fewer than one cell in twenty of a ring was added.

use chance::Stream;
use design::parameters::global::{ADVANTAGE_DEFAULT, COUNTRY_RADIUS_MAX, GROWTH_STOP_CHANCE};
use design::parameters::terrain::{COUNTRY_GROWTH_CHANCE, COUNTRY_TAKEOVER_CHANCE};
use design::parameters::unit::{
    COUNTRY_UNITS_MAX, INDEPENDENT_GROWTH_CHANCE, INDEPENDENT_TAKEOVER_CHANCE, UNIT_GROWTH_CHANCE, UNIT_TAKEOVER_CHANCE,
};
use design::{Design, TypeId, UnitType};
use grid::{Cell, Layer, Symmetry, disk, ring, sort_by_numbers};
use synth::Synthesis;
use world::{Scenario, SideId};

use super::SeatSite;
use crate::images::{images, images_of_unit};
use crate::siting::Siting;

/// A country stops if it gets fewer than one in this many cells of a ring.
const TOO_FEW: usize = 20;

/// Lays the first discs and lets the countries grow; returns how many cells then belong to countries.
pub(super) fn grow(synthesis: &mut Synthesis<'_>, seats: &[SeatSite], centers: &[Cell]) -> usize {
    if synthesis.scenario.world.country.is_some() {
        return 0;
    }
    let design = synthesis.design();
    let area = synthesis.scenario.world.area;
    let symmetry = synthesis.scenario.world.exact_symmetry().cloned();
    let mut country = vec![0u8; area.len()];
    lay_discs(&area, symmetry.as_ref(), &mut country, seats, centers);
    let first = country.clone();

    let radius_max = synthesis.settings.int(COUNTRY_RADIUS_MAX).max(0) as u32;
    let usual = synthesis.settings.int(ADVANTAGE_DEFAULT).max(1) as u64;
    let stop_chance = synthesis.settings.int(GROWTH_STOP_CHANCE);
    let radius_max = radius_max.min(area.distance_max());
    let mut stream = synthesis.stream("growth");
    let mut growing: Vec<usize> = (0..seats.len())
        .step_by(symmetry.as_ref().map_or(1, Symmetry::order))
        .filter(|&seat| seats[seat].radius < radius_max)
        .collect();
    let mut grower = Grower { usual, counts: Vec::new(), siting: None };
    let settles = design.unit_types().any(|kind| {
        [UNIT_GROWTH_CHANCE, UNIT_TAKEOVER_CHANCE, INDEPENDENT_GROWTH_CHANCE, INDEPENDENT_TAKEOVER_CHANCE]
            .into_iter()
            .any(|chance| design.int(chance, kind) > 0)
    });
    if settles && !growing.is_empty() {
        grower.count_units(synthesis.scenario, &country, seats.len());
        grower.siting = Some(Siting::new(synthesis.scenario));
    }

    let mut radius = seats.iter().map(|seat| seat.radius).min().unwrap_or(0) + 1;
    while radius <= radius_max && !growing.is_empty() {
        stream.shuffle(&mut growing);
        let mut stopped = Vec::new();
        for &place in &growing {
            let seat = &seats[place];
            if radius <= seat.radius {
                continue;
            }
            if stream.percent(stop_chance) {
                stopped.push(place);
                continue;
            }
            let cells = ring(&area, centers[place], radius);
            let mut added = 0;
            for &cell in &cells {
                let owner = country[cell.index()];
                let ground = synthesis.scenario.world.terrain_at(cell);
                let touches = || area.around(cell).any(|(_, near)| country[near.index()] == seat.side.0);
                let chance = match owner {
                    0 => design.int(COUNTRY_GROWTH_CHANCE, ground),
                    owner if owner == seat.side.0 => 0,
                    // A rival cannot be driven from the cells where it began.
                    _ if first[cell.index()] != 0 => 0,
                    _ => design.int(COUNTRY_TAKEOVER_CHANCE, ground),
                };
                if chance > 0
                    && touches()
                    && stream.percent(chance)
                    && claim(symmetry.as_ref(), &mut country, cell, seat.side)
                {
                    added += 1;
                    grower.settle(synthesis.scenario, &design, seat, cell, &mut stream);
                }
            }
            if added * TOO_FEW < cells.len().max(1) {
                stopped.push(place);
            }
        }
        growing.retain(|place| !stopped.contains(place));
        growing.sort_unstable();
        radius += 1;
    }
    if radius_max > 0 {
        let may_grow: Vec<bool> = design.ids().map(|ground| design.int(COUNTRY_GROWTH_CHANCE, ground) > 0).collect();
        let terrain = synthesis.scenario.world.terrain.as_ref().expect("countries stand on terrain").values();
        fill_holes(&area, &mut country, |cell| may_grow[terrain[cell.index()].index()]);
    }
    let cells = country.iter().filter(|&&side| side != 0).count();
    synthesis.scenario.world.country = Some(Layer::from_values(&area, country));
    cells
}

/// Gives a cell to a country, and its images to the images of its side; false if a cell is its own image, and so can belong to
/// none.
fn claim(symmetry: Option<&Symmetry>, country: &mut [u8], cell: Cell, side: SideId) -> bool {
    if symmetry.is_some_and(|symmetry| !symmetry.is_full(cell)) {
        return false;
    }
    for (cell, side) in images(symmetry, cell, side) {
        country[cell.index()] = side.0;
    }
    true
}

/// The most cells of a hole in a country that is filled.
const HOLE_MAX: usize = 7;

/// Gives small holes that a country encloses on all sides to the country, so that no border runs round a few cells inside it.
pub fn fill_holes(area: &grid::Area, country: &mut [u8], may_grow: impl Fn(Cell) -> bool) {
    let mut seen = vec![false; area.len()];
    let mut hole = Vec::new();
    let mut starts: Vec<(Cell, Cell)> = Vec::new();
    for cell in area.cells() {
        if country[cell.index()] != 0 {
            let free = area.around(cell).filter(|(_, near)| country[near.index()] == 0);
            starts.extend(free.map(|(_, near)| (cell, near)));
        }
    }
    for (from, start) in starts {
        if seen[start.index()] || country[start.index()] != 0 {
            continue;
        }
        let owner = country[from.index()];
        hole.clear();
        hole.push(start);
        let (mut next, mut is_closed) = (0, true);
        while is_closed && next < hole.len() {
            for (_, near) in area.around(hole[next]) {
                match country[near.index()] {
                    0 if !hole.contains(&near) => hole.push(near),
                    0 => {}
                    other => is_closed &= other == owner,
                }
            }
            is_closed &= !area.is_edge(hole[next]) && hole.len() <= HOLE_MAX;
            next += 1;
        }
        for &cell in &hole {
            seen[cell.index()] = true;
            if is_closed && may_grow(cell) {
                country[cell.index()] = owner;
            }
        }
    }
}

/// Lays every seat's first disc. Where discs overlap a cell goes to the nearer centre, or if both are equally near to the country
/// with fewer cells so far.
///
/// In a symmetric world the first seat of each block does so for its images too.
fn lay_discs(area: &grid::Area, symmetry: Option<&Symmetry>, country: &mut [u8], seats: &[SeatSite], centers: &[Cell]) {
    let mut sizes = vec![0usize; seats.len() + 1];
    let mut order: Vec<(u32, Cell, usize)> = Vec::new();
    let step = symmetry.map_or(1, Symmetry::order);
    for (place, (seat, &center)) in seats.iter().zip(centers).enumerate().step_by(step) {
        order.extend(disk(area, center, seat.radius).map(|cell| (area.distance(center, cell), cell, place)));
    }
    let key =
        |(distance, cell, place): (u32, Cell, usize)| [i64::from(distance) << 32 | i64::from(cell.0), place as i64];
    sort_by_numbers(&mut order, &key);
    for same in order.chunk_by(|one, other| (one.0, one.1) == (other.0, other.1)) {
        let cell = same[0].1;
        if country[cell.index()] != 0 {
            continue;
        }
        let Some(&(_, _, place)) = same.iter().min_by_key(|&&(_, _, place)| (sizes[place], place)) else { continue };
        sizes[place] += usize::from(claim(symmetry, country, cell, seats[place].side));
    }
}

/// Decides what happens to units in cells that a country takes.
struct Grower {
    usual: u64,
    /// By seat's side and type, how many units of the type stand in the country.
    counts: Vec<u32>,
    /// `None` if no type settles.
    siting: Option<Siting>,
}

impl Grower {
    fn count_units(&mut self, scenario: &Scenario, country: &[u8], seats: usize) {
        let kinds = scenario.design.units.len();
        self.counts = vec![0; (seats + 1) * kinds];
        for (id, unit) in scenario.unit_ids() {
            if let Some(cell) = scenario.cell_of(id) {
                self.counts[usize::from(country[cell.index()]) * kinds + unit.kind.index()] += 1;
            }
        }
    }

    /// Adds a unit of the side or an independent one to an empty cell, or takes over units that stand there.
    fn settle(&mut self, scenario: &mut Scenario, design: &Design, seat: &SeatSite, cell: Cell, stream: &mut Stream) {
        let Some(siting) = &mut self.siting else { return };
        let kinds = design.units.len();
        let row = seat.side.row() * kinds;
        let has_room = |counts: &[u32], kind: UnitType| {
            u32::try_from(design.int(COUNTRY_UNITS_MAX, kind)).map_or(true, |most| counts[row + kind.index()] < most)
        };
        let standing = siting.occupancy().in_cell(cell).to_vec();
        for &id in &standing {
            let unit = scenario.unit(id);
            let (kind, owner) = (unit.kind, unit.side);
            if owner == seat.side {
                continue;
            }
            let chance = if owner == SideId::INDEPENDENT { INDEPENDENT_TAKEOVER_CHANCE } else { UNIT_TAKEOVER_CHANCE };
            let is_taken = has_room(&self.counts, kind) && stream.per_10_000(design.int(chance, kind));
            if is_taken && scenario.may_own(seat.side, kind) {
                let symmetry = scenario.world.exact_symmetry();
                let sides = images(symmetry, cell, seat.side).into_iter().map(|(_, side)| side);
                for (id, side) in images_of_unit(scenario, id).into_iter().zip(sides.collect::<Vec<_>>()) {
                    scenario.units[id.index()].side = side;
                }
            }
            self.counts[row + kind.index()] += 1;
        }
        if !standing.is_empty() {
            return;
        }
        let advantage = u64::from(scenario.side(seat.side).advantage.max(1));
        for kind in design.unit_types() {
            for (chance, owner) in [(UNIT_GROWTH_CHANCE, seat.side), (INDEPENDENT_GROWTH_CHANCE, SideId::INDEPENDENT)] {
                let chance = (design.int(chance, kind).max(0) as u64 * advantage / self.usual).min(10_000) as i32;
                if chance > 0
                    && has_room(&self.counts, kind)
                    && stream.per_10_000(chance)
                    && siting.favor(scenario, kind, cell) > 0
                    && siting.fits(scenario, kind, cell)
                    && scenario.may_own(owner, kind)
                {
                    siting.put(scenario, kind, cell, owner);
                    self.counts[row + kind.index()] += 1;
                    return;
                }
            }
        }
    }
}
