//! The first units of a country: its own round its centre, and the independents near it.
//!
//! The seed's order of fallbacks, each of them reported: a random place on the favored terrain of the first disc; any such cell;
//! inside a unit of the side; ground changed to fit; a wider disc; for a type that no ground suits any cell with room; an error that says what
//! would help.

use chance::Stream;
use design::abilities::may_start_on;
use design::parameters::table::FAVORED_TERRAIN;
use design::parameters::unit::INDEPENDENT_NEAR_START;
use design::{Design, TerrainType, TypeId, UnitType};
use grid::{Cell, outward, ring, sort_by_numbers};
use synth::{Synthesis, SynthesisError};
use world::{Scenario, SideId, UnitId, standing};

use super::{SeatSite, is_favored};
use crate::ground::change_terrain_and_images;
use crate::siting::Siting;

/// Places the units of all seats; returns how many.
pub(super) fn place(
    synthesis: &mut Synthesis<'_>,
    seats: &[SeatSite],
    centers: &[Cell],
) -> Result<usize, SynthesisError> {
    let design = synthesis.design();
    let mut siting = Siting::new(synthesis.scenario);
    let mut placed = 0;
    // In a symmetric world a unit of a seat is placed together with those of the seats that are its images.
    let step = siting.at_once();
    for (seat, &center) in seats.iter().zip(centers).step_by(step).filter(|(seat, _)| !seat.has_units) {
        let mut stream = synthesis.stream(&format!("units of side {}", seat.side.0));
        let mut starts = seat.starts.clone();
        // The main unit takes the centre; a unit that can only be an occupant waits for its carriers.
        sort_by_numbers(&mut starts, &|(kind, _)| {
            let rank = 2 * i64::from(Some(kind) != seat.main) + i64::from(!is_favored(&design, kind));
            [rank, kind.index() as i64]
        });
        for (kind, count) in starts {
            for number in 0..count {
                let mut settler = Settler { synthesis, siting: &mut siting, seat, center, kind, stream: &mut stream };
                settler.settle(number)?;
                placed += step;
            }
        }
    }
    Ok(placed + place_independents(synthesis, &mut siting, seats, centers))
}

/// One unit that needs a place.
struct Settler<'a, 'b> {
    synthesis: &'a mut Synthesis<'b>,
    siting: &'a mut Siting,
    seat: &'a SeatSite,
    center: Cell,
    kind: UnitType,
    stream: &'a mut Stream,
}

impl Settler<'_, '_> {
    fn settle(&mut self, number: u32) -> Result<(), SynthesisError> {
        let design = self.synthesis.design();
        let (center, radius) = (self.center, self.seat.radius);
        if number == 0 && Some(self.kind) == self.seat.main && self.suits(center) {
            self.put(center);
            return Ok(());
        }
        let mut near = Vec::new();
        if is_favored(&design, self.kind) {
            near = outward(&self.synthesis.scenario.world.area, center, radius);
            // `kernel-rules` 9: five times the square of the radius, with a bound against typing errors.
            let tries = radius.saturating_mul(radius).saturating_mul(5).clamp(20, 2000);
            for _ in 0..tries {
                let cell = near[self.stream.index(near.len())];
                let favor = self.siting.favor(self.synthesis.scenario, self.kind, cell);
                if favor > 0 && self.stream.percent(favor) && self.fits(cell) {
                    self.put(cell);
                    return Ok(());
                }
            }
            if let Some(cell) = near.iter().copied().find(|&cell| self.suits(cell)) {
                self.put(cell);
                return Ok(());
            }
        }
        if let Some(carrier) = self.find_carrier() {
            let (kind, side) = (self.kind, self.seat.side);
            self.siting.put_inside(self.synthesis.scenario, kind, carrier, side);
            // For a type that can start nowhere else this is by design.
            if is_favored(&design, kind) {
                self.say("started-inside", |unit, side, _| {
                    format!("`{unit}` of side {side} found no ground in its country and starts inside another unit")
                });
            }
            return Ok(());
        }
        let favored_here = near.iter().any(|&cell| self.siting.favor(self.synthesis.scenario, self.kind, cell) > 0);
        if !favored_here && let Some((cell, ground)) = self.find_changeable(&near) {
            return self.settle_on_changed(&design, cell, ground);
        }
        if is_favored(&design, self.kind) {
            // The country is full: look around it, but not too far.
            for distance in radius + 1..=radius.saturating_mul(2).saturating_add(4) {
                let found = ring(&self.synthesis.scenario.world.area, center, distance)
                    .into_iter()
                    .find(|&cell| self.suits(cell));
                if let Some(cell) = found {
                    self.put(cell);
                    self.say("started-outside", |unit, side, radius| {
                        format!(
                            "`{unit}` of side {side} found no room within {radius} cells of its centre and starts \
                             {distance} cells away: make `country-radius-min` larger"
                        )
                    });
                    return Ok(());
                }
            }
            if let Some((cell, ground)) = self.find_changeable(&near) {
                return self.settle_on_changed(&design, cell, ground);
            }
        } else if let Some(cell) = self.find_any_room() {
            self.put(cell);
            self.say("started-anywhere", |unit, side, _| {
                format!("`{unit}` of side {side} is favored on no terrain and starts where it can live: give it a `favored-terrain`")
            });
            return Ok(());
        } else if let Some(cell) = self.find_any_cell() {
            let ground = design.name_of(self.synthesis.scenario.world.terrain_at(cell)).to_owned();
            self.put(cell);
            self.say("started-on-deadly-ground", |unit, side, _| {
                format!(
                    "`{unit}` of side {side} finds no ground where it can live and starts on `{ground}`, where it stays alive \
                     until something moves it: give it a `favored-terrain`"
                )
            });
            return Ok(());
        }
        Err(self.unmet(&design))
    }

    /// Whether a unit fits into a cell and may start there.
    fn suits(&self, cell: Cell) -> bool {
        self.siting.favor(self.synthesis.scenario, self.kind, cell) > 0 && self.fits(cell)
    }

    fn fits(&self, cell: Cell) -> bool {
        self.siting.fits(self.synthesis.scenario, self.kind, cell)
    }

    fn put(&mut self, cell: Cell) {
        self.siting.put(self.synthesis.scenario, self.kind, cell, self.seat.side);
    }

    /// The first unit of the side with room for one more inside.
    fn find_carrier(&self) -> Option<UnitId> {
        let scenario = &*self.synthesis.scenario;
        let own = scenario.unit_ids().filter(|(_, unit)| unit.side == self.seat.side);
        let mut own = own.map(|(id, _)| id);
        own.find(|&id| standing::has_room_inside(scenario, self.siting.occupancy(), self.kind, id))
    }

    /// The nearest cell of the country, or not too far around it, where the type can live, whatever it favors.
    fn find_any_room(&self) -> Option<Cell> {
        self.around().into_iter().find(|&cell| self.fits(cell))
    }

    /// The same with room alone: Xconq puts units on ground that kills them, too.
    fn find_any_cell(&self) -> Option<Cell> {
        let scenario = &*self.synthesis.scenario;
        self.around().into_iter().find(|&cell| {
            standing::has_room(scenario, self.siting.occupancy(), self.kind, cell)
                && !standing::is_closed_ring(&scenario.design, &scenario.world.area, cell)
                && self.siting.is_separate(scenario, self.kind, cell)
        })
    }

    /// The cells of the country, and those not too far around it.
    fn around(&self) -> Vec<Cell> {
        let reach = self.seat.radius.saturating_mul(2).saturating_add(4);
        outward(&self.synthesis.scenario.world.area, self.center, reach)
    }

    /// The nearest cell of the country that can be changed to fit, and its new terrain: the one that the type favors most.
    fn find_changeable(&self, near: &[Cell]) -> Option<(Cell, TerrainType)> {
        let scenario = &*self.synthesis.scenario;
        let design = &*scenario.design;
        let ground = design
            .cell_terrain()
            .filter(|&ground| may_start_on(design, self.kind, ground))
            .max_by_key(|&ground| (design.entry(FAVORED_TERRAIN, self.kind, ground), std::cmp::Reverse(ground)))?;
        let cell = near.iter().copied().find(|&cell| {
            self.siting.occupancy().in_cell(cell).is_empty()
                && !standing::is_closed_ring(design, &scenario.world.area, cell)
                && self.siting.is_separate(scenario, self.kind, cell)
        })?;
        Some((cell, ground))
    }

    fn settle_on_changed(&mut self, design: &Design, cell: Cell, ground: TerrainType) -> Result<(), SynthesisError> {
        let before = self.synthesis.scenario.world.terrain_at(cell);
        change_terrain_and_images(design, &mut self.synthesis.scenario.world, cell, ground);
        self.put(cell);
        let (before, after) = (design.name_of(before).to_owned(), design.name_of(ground).to_owned());
        self.say("terrain-changed", |unit, side, _| {
            format!("`{before}` became `{after}` so that `{unit}` of side {side} has ground to start on")
        });
        Ok(())
    }

    fn say(&mut self, code: &'static str, message: impl FnOnce(&str, u8, u32) -> String) {
        let design = self.synthesis.design();
        let message = message(design.name_of(self.kind), self.seat.side.0, self.seat.radius);
        self.synthesis.warn(code, message);
    }

    fn unmet(&self, design: &Design) -> SynthesisError {
        let name = design.name_of(self.kind);
        let constraint = format!("`start-with` of `{name}` for side {}", self.seat.side.0);
        if is_favored(design, self.kind) {
            SynthesisError::Unmet {
                constraint,
                reason: format!("there is no room for one more within {} cells of its centre", self.seat.radius),
                remedy: "make `country-radius-min` larger, `unit-separation-min` smaller or cells roomier".to_owned(),
            }
        } else {
            SynthesisError::Unmet {
                constraint,
                reason: "it is favored on no terrain, and neither a cell near its centre nor a unit of the side has room for it"
                    .to_owned(),
                remedy: "give it a `favored-terrain` above 0, or start with a unit that can hold it".to_owned(),
            }
        }
    }
}

/// Places the independents near each seat: the same number for all seats, and each as near to its own centre as its counterparts
/// are to the others.
fn place_independents(
    synthesis: &mut Synthesis<'_>,
    siting: &mut Siting,
    seats: &[SeatSite],
    centers: &[Cell],
) -> usize {
    let design = synthesis.design();
    let area = synthesis.scenario.world.area;
    let mut stream = synthesis.stream("independents near starts");
    let radius = seats.iter().map(|seat| seat.radius).min().unwrap_or(1).max(1);
    let step = siting.at_once();
    let mut placed = 0;
    let may_be_free = |kind: &UnitType| synthesis.scenario.may_own(SideId::INDEPENDENT, *kind);
    let kinds: Vec<UnitType> = design.unit_types().filter(may_be_free).collect();
    for kind in kinds {
        let mut lacking: Vec<(u8, i32)> = Vec::new();
        for _ in 0..design.int(INDEPENDENT_NEAR_START, kind).max(0) {
            // The distance is drawn as if the cell were drawn from the disc by area; the centre itself is taken.
            let drawn = (u64::from(stream.below(1 << 20)) * u64::from(radius).pow(2)) >> 20;
            let distance = (drawn.isqrt() as u32 + 1).min(radius);
            let mut full = true;
            for (seat, &center) in seats.iter().zip(centers).step_by(step).filter(|(seat, _)| !seat.has_units) {
                let outer = seat.radius.max(radius);
                let mut rings: Vec<u32> = (1..=outer).collect();
                sort_by_numbers(&mut rings, &|ring| [i64::from(ring.abs_diff(distance)), i64::from(ring)]);
                let found = rings.into_iter().find_map(|distance| {
                    find_in_ring(synthesis.scenario, siting, kind, &ring(&area, center, distance), &mut stream)
                });
                match found {
                    Some(cell) => {
                        siting.put(synthesis.scenario, kind, cell, SideId::INDEPENDENT);
                        placed += step;
                        full = false;
                    }
                    None => match lacking.iter_mut().find(|(side, _)| *side == seat.side.0) {
                        Some((_, count)) => *count += 1,
                        None => lacking.push((seat.side.0, 1)),
                    },
                }
            }
            if full {
                break;
            }
        }
        for (side, count) in lacking {
            let name = design.name_of(kind);
            let message = format!(
                "{count} of `independent-near-start` `{name}` found no room near side {side}: make \
                 `country-radius-min` larger or `unit-separation-min` smaller"
            );
            synthesis.warn("independents-lacking", message);
        }
    }
    placed
}

/// A random cell of a ring where an independent may start, weighted by how much it is favored.
fn find_in_ring(
    scenario: &Scenario,
    siting: &Siting,
    kind: UnitType,
    ring: &[Cell],
    stream: &mut Stream,
) -> Option<Cell> {
    let favor: Vec<u32> = ring
        .iter()
        .map(|&cell| {
            let favor = siting.favor(scenario, kind, cell);
            if favor > 0 && siting.fits(scenario, kind, cell) { favor as u32 } else { 0 }
        })
        .collect();
    stream.weighted(&favor).map(|place| ring[place])
}
