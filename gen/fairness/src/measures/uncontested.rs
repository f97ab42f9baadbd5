//! `uncontested`: the resources that a seat can take before any rival.

use world::Better;

use crate::words::{counted, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, Scale, Survey};

pub(super) const UNCONTESTED: MeasureKind = MeasureKind {
    name: "uncontested",
    unit: "finds",
    better: Better::More,
    scale: Scale::Fixed,
    counts: true,
    joined: Joined::Sum,
    summary: "independent units and deposits of materials that every rival needs at least a third longer to reach",
    values,
    evidence,
    clause,
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, |seat, _| survey.uncontested(seat).count() as f64)
}

/// Independents as units, deposits as cells.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    // Without a center nothing is nearer to the seat than to others.
    let finds = || survey.uncontested(seat);
    let cells = finds().filter(|find| find.unit.is_none()).map(|find| find.cell);
    Evidence { units: finds().filter_map(|find| find.unit).collect(), ..Evidence::cells(cells) }
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "can count on {} before any rival comes where the best-placed seat can count on {}",
        counted(seats.own, "prize", "prizes"),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use grid::Shape;

    use crate::testing::{check, draw, survey};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        // 12 mp from center to center. A town at 3 from seat 1 is at 9 from seat 2; the one in the middle is open to both.
        let map = "+++++++++++++++\n+1++o++o+++++2+\n+++++++++++++++";
        check(map, "uncontested", &[1.0, 0.0]);
        // 4 is a third more than 3: 7 mp from center to center.
        check("++++++++++\n+1++o+++2+\n++++++++++", "uncontested", &[1.0, 0.0]);
        check("++++++++++\n+1++++o+2+\n++++++++++", "uncontested", &[0.0, 1.0]);
        // 5 is less than a third more than 4.
        check("++++++++++++\n+1+++o++++2+\n++++++++++++", "uncontested", &[0.0, 0.0]);
        // A deposit counts too, and the other seat cannot walk to it.
        check("++++++++++\n+1$^++++2+\n++++++++++", "uncontested", &[1.0, 0.0]);
        // Resources under both centers are contested; without a rival all are the seat's own.
        check("++++++++++\n+1+oo+$o++\n++++++++++", "uncontested", &[4.0]);
    }

    #[test]
    fn a_material_in_every_cell_is_no_deposit() {
        let mut scenario = draw(Shape::Rectangle, "++++++++++\n+1$$$$$$2+\n++++++++++");
        assert!(survey(&scenario).resources.len() == 6);
        let ore = scenario.world.materials.values_mut().next().unwrap();
        ore.edit().fill(10);
        assert!(survey(&scenario).resources.is_empty());
    }
}
