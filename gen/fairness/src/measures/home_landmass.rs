//! `home-landmass`: how large the land is that others reach without ships. Matches say that a seat on a small island is safer.

use world::Better;

use crate::words::{cells, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, SiteValue, Survey};

pub(super) const HOME_LANDMASS: MeasureKind = MeasureKind {
    name: "home-landmass",
    unit: "cells",
    better: Better::Less,
    counts: true,
    joined: Joined::Mean,
    site: Some(SiteValue::Landmass),
    summary: "cells of the landmass that holds the center",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|_, center| f64::from(survey.ground.landmass_of(center)))
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let center = survey.seats[seat].center;
    Evidence::cells(center.into_iter().flat_map(|center| survey.ground.landmass_cells(center)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "lies on a landmass of {}, more open to attack than the {} of the best-placed seat",
        cells(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use crate::testing::{check, draw, seat, values};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        let sea = "~".repeat(12);
        // Mountains are land too. A center at sea counts the landmass that it touches.
        check(&format!("{sea}\n~1+^~~2o~++~\n{sea}"), "home-landmass", &[3.0, 2.0]);
        let mut scenario = draw(Shape::Rectangle, &format!("{sea}\n~+++~~~~~~~~\n{sea}"));
        for column in [4, 7] {
            let center = scenario.world.area.cell(column, 1);
            seat(&mut scenario, center);
        }
        assert_eq!(values(&scenario, "home-landmass"), [3.0, 0.0]);
    }
}
