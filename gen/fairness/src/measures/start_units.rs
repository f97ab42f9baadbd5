//! `start-units`: the start units, the only measure that scales with the advantage.

use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, Scale, Survey};

pub(super) const START_UNITS: MeasureKind = MeasureKind {
    name: "start-units",
    unit: "worth",
    better: Better::More,
    scale: Scale::Advantage,
    joined: Joined::Sum,
    summary: "point-value of all units that the seat starts with, occupants included; compared after dividing by its advantage",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.seats.iter().map(|seat| seat.worth.max(0) as f64).collect()
}

/// The units whose worth is added up in [`crate::SeatSurvey::worth`].
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let own = survey.scenario.unit_ids().filter(|(_, unit)| unit.side == survey.seats[seat].side);
    Evidence::units(own.map(|(id, _)| id))
}

fn clause(survey: &Survey<'_>, seats: Contrast) -> String {
    let same = survey.seats.windows(2).all(|pair| pair[0].advantage == pair[1].advantage);
    let best = if same { "are worth" } else { "would be worth, at the same advantage," };
    format!("starts with units worth {}, while the best-placed seat's {best} {}", number(seats.own), number(seats.best))
}

#[cfg(test)]
mod tests {
    use grid::Shape;
    use world::{Place, SideId, Unit};

    use crate::testing::{draw, fair, unit_type};

    #[test]
    fn worth_is_summed_with_occupants_and_divided_by_the_advantage() {
        let mut scenario = draw(Shape::Rectangle, "++++++\n+1++2+\n++++++");
        for (seat, cities) in [(0, 1), (1, 3)] {
            scenario.sides[seat].advantage = cities;
            for _ in 0..cities {
                let (kind, side) = (unit_type("city"), SideId::from_index(seat));
                let place = Place::Cell(scenario.sides[seat].center.unwrap());
                let city = scenario.add_unit(Unit::new(kind, place, side));
                scenario.add_unit(Unit::new(unit_type("infantry"), Place::Inside(city), side));
            }
        }
        let found = fair(&scenario);
        let found = found.measures.iter().find(|measure| measure.name == "start-units").unwrap();
        assert_eq!((&found.values[..], found.min_over_max, found.gini), (&[26.0, 78.0][..], 1.0, 0.0));
        scenario.sides[1].advantage = 1;
        let found = fair(&scenario);
        let found = found.measures.iter().find(|measure| measure.name == "start-units").unwrap();
        assert_eq!((found.min_over_max, found.gini), (26.0 / 78.0, 0.25));
    }
}
