//! `rival-nearest`: the warning time before the first attack.

use world::Better;

use crate::words::{counted, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, Survey};

pub(super) const RIVAL_NEAREST: MeasureKind = MeasureKind {
    name: "rival-nearest",
    unit: "mp",
    better: Better::More,
    joined: Joined::Mean,
    summary: "what the march of the nearest rival on the center costs its cheapest ground unit; the distance in cells where it cannot walk",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, _| survey.marches(seat).first().map_or(0.0, |&march| f64::from(march)))
}

/// The way of the nearest rival to the center; of equally near ones that of the first.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let nearest = survey.rivals(seat).filter(|&rival| survey.march(rival, seat).is_some());
    let nearest = nearest.min_by_key(|&rival| survey.march(rival, seat));
    Evidence::cells(nearest.into_iter().flat_map(|rival| survey.way_of_march(rival, seat)))
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    let stands = format!("has its nearest rival {} away", counted(seats.own, "movement point", "movement points"));
    if seats.alone {
        return format!("{stands}, closer than anybody else's");
    }
    format!("{stands}, while the best-placed seat's is {} away", number(seats.best))
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use crate::testing::{check, draw, values};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // Seat 2 walks 3 and 2 * 2 + 1; seat 3 is farther from seat 1.
        check("+++++++++++\n+1++2%%3+++\n+++++++++++", "rival-nearest", &[3.0, 3.0, 5.0]);
        // Over water by distance.
        check("+++++++++++\n+1~~2++++3+\n+++++++++++", "rival-nearest", &[3.0, 3.0, 5.0]);
        check("+++++++++++\n+1+++++++++\n+++++++++++", "rival-nearest", &[0.0]);
    }

    #[test]
    fn the_march_is_the_rivals() {
        let mut scenario = draw(Shape::Rectangle, "+++++++++++\n+1+++++2+++\n+++++++++++");
        let (forest, center) = (scenario.design.find("forest").unwrap(), scenario.sides[1].center.unwrap());
        scenario.world.terrain.as_mut().unwrap().edit()[center.index()] = forest;
        // A march on seat 2 enters the forest.
        assert_eq!(values(&scenario, "rival-nearest"), [6.0, 7.0]);
    }
}
