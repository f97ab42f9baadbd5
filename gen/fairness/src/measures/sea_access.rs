//! `sea-access`: how soon a seat can build ships, and be attacked by them.

use world::Better;

use crate::words::{cells, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, Survey};

pub(super) const SEA_ACCESS: MeasureKind = MeasureKind {
    name: "sea-access",
    unit: "cells",
    better: Better::Less,
    counts: true,
    joined: Joined::Mean,
    summary: "cells of land between the center and the nearest sea (lakes do not count); 0 in a port",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    let without = f64::from(survey.scenario.world.area.distance_max());
    survey.per_seat(without, &|_, center| f64::from(survey.ground.land_before_sea(center)))
}

/// The land between the center and the nearest sea: none in a port, and none if there is no sea.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let center = survey.seats[seat].center;
    Evidence::cells(center.into_iter().flat_map(|center| survey.ground.way_to_sea(center)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!("lies {} away from the sea, while the best-placed seat lies {} away", cells(seats.own), number(seats.best))
}

#[cfg(test)]
mod tests {
    use crate::testing::check;

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // A port, and a place inland, for which a lake does not count: of 128 cells a sea has at least 2.
        let map = "\
            ++++++++++++++++
            ~~~1++++++++~2++
            ++++++++++++++++
            ++++++++++++++++
            ++++++++++++++++
            ++++++++++++++++
            ~~~~~~~~~~~~~~~~
            ~~~~~~~~~~~~~~~~";
        check(map, "sea-access", &[0.0, 4.0]);
        // Without a sea all seats are equally far from it.
        check("+++++++\n+1+++2+\n+++++++", "sea-access", &[10.0, 10.0]);
    }
}
