//! `good-land-reach`: room to grow: good land within reach, by travel cost.

use grid::{Cell, disk};
use world::Better;

use crate::words::{cells, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, REACH, SiteValue, Survey};

pub(super) const GOOD_LAND_REACH: MeasureKind = MeasureKind {
    name: "good-land-reach",
    unit: "cells",
    better: Better::More,
    counts: true,
    joined: Joined::Sum,
    site: Some(SiteValue::GoodLand),
    summary: "cells of good land (favored-terrain of 50 or more for the main start unit) that the cheapest ground unit reaches from the center for 16 mp",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, center| reached(survey, seat, center).count() as f64)
}

/// A step costs at least 1, so the disk contains everything in reach.
fn reached<'a>(survey: &'a Survey<'_>, seat: usize, center: Cell) -> impl Iterator<Item = Cell> + 'a {
    let near = disk(&survey.scenario.world.area, center, REACH).filter(|cell| survey.ground.good[cell.index()]);
    near.filter(move |&cell| survey.cost(seat, cell).is_some_and(|cost| cost <= REACH))
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let center = survey.seats[seat].center;
    Evidence::cells(center.into_iter().flat_map(|center| reached(survey, seat, center)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "reaches {} of good land in {REACH} movement points, while the best-placed seat reaches {}",
        cells(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // The cells at the bounds are not reached: of 30 cells 28 are walked. Seat 1 pays for forest, seat 2 walks on poor desert.
        let map = format!("{0}\n+1{1}{2}2+\n{0}", "+".repeat(34), "%".repeat(15), ".".repeat(15));
        // Seat 1: its own cell, 8 cells of forest for 16 mp. Seat 2: its own cell and 15 of desert; 1 forest would cost too much:
        // 17 mp.
        check(&map, "good-land-reach", &[9.0, 1.0]);
        // Mountains stop both seats; they are favoured, but no city can stand there.
        let map = "+++++++++++\n+1++^^++$2+\n+++++++++++";
        check(map, "good-land-reach", &[3.0, 4.0]);
    }
}
