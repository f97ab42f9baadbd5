//! Centres in a symmetric world: the first of each block of seats is chosen, and its images are the other centres.
//!
//! Seats of one block are equal by their symmetry. The search rates how good and how far apart they are, and how equal the blocks
//! are if there are several. If the symmetry was given up in part, the images move to the nearest suitable place, and the equality
//! of the seats in a block counts too.

use chance::Stream;
use grid::{Cell, Symmetry, outward};
use synth::SynthesisError;

use super::search::{Search, SiteRequest};
use super::sites::{Bounds, SITES_MAX, inner_cells};
use super::{FINE, SeatSite, gather};

/// The least number of places among which the search chooses.
const PLACES_MIN: usize = 8;

/// The centres of all seats, block after block, and how many places there were.
///
/// # Errors
/// A `SynthesisError` if some seats have places already, or if no place keeps all separations from its own images and the other
/// centres.
pub(super) fn choose(
    symmetry: &Symmetry,
    bounds: &mut Bounds<'_>,
    mut wish: SiteRequest,
    seats: &[SeatSite],
    evaluations: u32,
    stream: &mut Stream,
) -> Result<(Vec<Cell>, usize), SynthesisError> {
    let is_exact = bounds.ground.scenario.world.exact_symmetry().is_some();
    let (order, kind) = (symmetry.order(), symmetry.kind());
    let blocks = seats.len() / order;
    if seats.iter().any(|seat| seat.given.is_some()) {
        return Err(SynthesisError::Unmet {
            constraint: format!("`symmetry` {kind} for {} sides", seats.len()),
            reason: "some sides have places already, others have none".to_owned(),
            remedy: "give a place to all of them or to none".to_owned(),
        });
    }
    let area = bounds.ground.scenario.world.area;
    // The distance to the nearest image of a cell; 0 if that is the cell itself.
    let apart = |cell: Cell| symmetry.images(cell).skip(1).map(|image| area.distance(cell, image)).min().unwrap_or(0);
    let keeps = |cell: Cell| {
        let apart = apart(cell);
        apart > wish.apart && (blocks > 1 || wish.within.is_none_or(|within| apart <= within))
    };
    let mut part = inner_cells(bounds.ground.scenario);
    part.retain(|&cell| symmetry.is_first(cell) && symmetry.is_full(cell));
    let favored: Vec<Cell> = part.iter().copied().filter(|&cell| bounds.ground.may_be_center(cell)).collect();
    let count = (SITES_MAX / 2 / order).max(PLACES_MIN).max(blocks);
    let best = favored.iter().copied().filter(|&cell| keeps(cell)).collect();
    let mut places = bounds.find_spaced(best, true, count, u32::MAX, stream);
    if places.len() < blocks {
        // As in other worlds: if the first units favor too few places, any place that the terrain constraints allow.
        part.retain(|cell| keeps(*cell) && !places.contains(cell));
        places.extend(bounds.find_spaced(part, false, count, u32::MAX, stream));
    }
    let wanted = wish.apart;
    let unmet = |apart: u32| SynthesisError::Unmet {
        constraint: format!("`country-separation-min` {wanted} for {} sides in {kind}", seats.len()),
        reason: "no place lies so far from its images that meets the design's terrain constraints".to_owned(),
        remedy: format!(
            "a separation below {apart} may work here; so do milder `country-terrain-min` and `-max` or a larger area"
        ),
    };
    let farthest = favored.iter().map(|&cell| apart(cell)).max().unwrap_or(0);
    if places.len() < blocks {
        return Err(unmet(farthest));
    }

    let mut cells: Vec<Cell> = Vec::new();
    for &place in &places {
        let images = symmetry.images(place);
        let moved: Option<Vec<Cell>> = match is_exact {
            true => Some(images.collect()),
            false => images.map(|image| find_near(bounds, image)).collect(),
        };
        cells.extend(moved.into_iter().flatten());
    }
    let places = cells.len() / order;
    if places < blocks {
        return Err(unmet(farthest));
    }
    let (_, sites) = gather(bounds.ground, None, &cells, seats, &mut wish, &mut Vec::new(), stream);
    let far = (area.count() / seats.len()).isqrt() as u32;
    let mut search = Search::new(&sites, &wish, far);
    let of_places = |chosen: &[usize]| -> Vec<usize> {
        chosen.iter().flat_map(|&place| place * order..(place + 1) * order).collect()
    };
    let (mut chosen, mut penalty);
    if blocks == 1 {
        let weighed = (0..places).map(|place| (search.weigh(&of_places(&[place])), place));
        let best = weighed.min().expect("there is a place");
        (penalty, chosen) = (best.0, vec![best.1]);
    } else {
        chosen = (0..blocks).collect();
        penalty = search.weigh(&of_places(&chosen));
        for _ in 0..evaluations.max(1000) / 4 {
            let (block, place) = (stream.index(blocks), stream.index(places));
            if chosen.contains(&place) {
                continue;
            }
            let before = std::mem::replace(&mut chosen[block], place);
            let then = search.weigh(&of_places(&chosen));
            if then <= penalty {
                penalty = then;
            } else {
                chosen[block] = before;
            }
        }
    }
    if penalty.broken > 0 {
        return Err(unmet(wanted));
    }
    let centers = of_places(&chosen).into_iter().map(|site| sites.cells[site]).collect();
    Ok((centers, places))
}

/// The nearest suitable place to a cell, if there is one near.
fn find_near(bounds: &mut Bounds<'_>, cell: Cell) -> Option<Cell> {
    let area = bounds.ground.scenario.world.area;
    outward(&area, cell, FINE).into_iter().find(|&other| bounds.is_site(other, true))
}
