//! `land-8`: room to live: cells of land near the center, those at the bounds included.

use world::Better;

use crate::words::{cells, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, NEAR, SiteValue, Survey};

pub(super) const LAND_8: MeasureKind = MeasureKind {
    name: "land-8",
    unit: "cells",
    better: Better::More,
    counts: true,
    joined: Joined::Sum,
    site: Some(SiteValue::Land),
    summary: "cells of land within 8 cells of the center",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|_, center| f64::from(survey.ground.land_within(center, NEAR)))
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let center = survey.seats[seat].center;
    Evidence::cells(center.into_iter().flat_map(|center| survey.ground.land_cells_within(center, NEAR)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "has {} of land within {NEAR} cells, while the best-placed seat has {}",
        cells(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // One row of 20 between seas: 8 to each side and the center, as far as the map goes.
        let sea = "~".repeat(24);
        let row = "~~1++++++++++++++++++2~~";
        check(&format!("{sea}\n{row}\n{sea}"), "land-8", &[9.0, 9.0]);
        let row = "~~1+++~++++^++++%~+++2~~";
        check(&format!("{sea}\n{row}\n{sea}"), "land-8", &[8.0, 8.0]);
        let row = "~~1+++~~+++^+++++++++2~~";
        check(&format!("{sea}\n{row}\n{sea}"), "land-8", &[7.0, 9.0]);
    }
}
