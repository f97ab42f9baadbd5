//! `independents-8`: the independents near the center, in a straight line: what a seat takes first.

use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, NEAR, SiteValue, Survey};

pub(super) const INDEPENDENTS_8: MeasureKind = MeasureKind {
    name: "independents-8",
    unit: "units",
    better: Better::More,
    counts: true,
    joined: Joined::Sum,
    site: Some(SiteValue::Towns),
    summary: "independent units within 8 cells of the center",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, _| survey.independents_near(seat).count() as f64)
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    Evidence::units(survey.independents_near(seat))
}

fn clause(survey: &Survey<'_>, seats: Contrast) -> String {
    let own = survey.independents_in_words(seats.own);
    format!("has {own} within {NEAR} cells, while the best-placed seat has {}", number(seats.best))
}

#[cfg(test)]
mod tests {
    use grid::Shape;
    use world::{Place, SideId, Unit, UnitId};

    use crate::testing::{check, draw, survey, unit_type, values};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        let sea = "~".repeat(22);
        check(&format!("{sea}\n~1+++++++oo++++++o++2~\n{sea}"), "independents-8", &[1.0, 1.0]);
        check(&format!("{sea}\n~1o+o++++++o+++++o++2~\n{sea}"), "independents-8", &[2.0, 1.0]);
    }

    #[test]
    fn only_independent_units_outside_of_transports_count() {
        let mut scenario = draw(Shape::Rectangle, "++++++\n+1+o++\n++++++");
        let inside = Unit::new(unit_type("infantry"), Place::Inside(UnitId(1)), SideId::INDEPENDENT);
        scenario.add_unit(inside);
        let own = Unit::new(unit_type("town"), Place::Cell(scenario.sides[0].center.unwrap()), SideId(1));
        scenario.add_unit(own);
        assert_eq!(values(&scenario, "independents-8"), [1.0]);
        assert_eq!(survey(&scenario).independents_near(0).collect::<Vec<_>>(), [UnitId(1)]);
    }
}
