//! `territory`: the seat's part of the land; see [`Survey::holder`].

use world::Better;

use crate::words::{cells, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, Survey};

pub(super) const TERRITORY: MeasureKind = MeasureKind {
    name: "territory",
    unit: "cells",
    better: Better::More,
    counts: true,
    joined: Joined::Sum,
    summary: "cells of land that the cheapest ground unit reaches cheaper from this seat than from any other; equally near ones are shared",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.count_held(&|_| true)
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    survey.held_by(seat, &|_| true)
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "is nearest to {} of land, while the best-placed seat is nearest to {}",
        cells(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use crate::testing::{check, plain, seat, values};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Nine inner cells in a row: four for each, and the middle one is halved. The cells at the bounds have no holder.
        let map = "+++++++++++\n+1+++++++2+\n+++++++++++";
        check(map, "territory", &[4.5, 4.5]);
        // Forest costs the first seat 2 mp, so the second gets there first: to the last of it for 4 mp against 6.
        let map = "+++++++++\n+1%%%++2+\n+++++++++";
        check(map, "territory", &[3.0, 4.0]);
        // Three seats at equal distances: only neighbours share cells.
        let map = "+++++++++++\n+1+++2+++3+\n+++++++++++";
        check(map, "territory", &[2.5, 4.0, 2.5]);
    }

    #[test]
    fn cells_go_to_the_seat_that_walks_there_first_and_islands_by_distance() {
        // No seat reaches the island of three in the middle, so it is halved.
        check("+++++++++++++\n+1~~~+++~~~2+\n+++++++++++++", "territory", &[2.5, 2.5]);
        // The mountain is not reached either, and is nearer to seat 1; beyond it only seat 2 walks, however near seat 1 may be.
        check("+++++++++++\n+1^++++++2+\n+++++++++++", "territory", &[2.0, 7.0]);
    }

    #[test]
    fn three_who_tie_get_a_third_each() {
        let mut scenario = plain(Shape::Rectangle, 9, 9);
        let center = scenario.world.area.cell(4, 4).unwrap();
        for _ in 0..3 {
            seat(&mut scenario, Some(center));
        }
        let third = 49.0 / 3.0;
        assert_eq!(values(&scenario, "territory"), [third; 3]);
    }
}
