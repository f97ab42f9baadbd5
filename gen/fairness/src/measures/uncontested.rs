//! `uncontested`: the resources that a seat can take before any rival.

use design::UnitType;
use design::parameters::unit;
use grid::sort_by_numbers;
use world::Better;

use crate::words::{counted, number};
use crate::{Contrast, Evidence, Joined, MeasureKind, SiteValue, Survey};

pub(super) const UNCONTESTED: MeasureKind = MeasureKind {
    name: "uncontested",
    unit: "finds",
    better: Better::More,
    counts: true,
    joined: Joined::Sum,
    site: Some(SiteValue::Uncontested),
    summary: "independent units and deposits of materials that every rival needs at least a third longer to reach",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, _| survey.uncontested(seat).count() as f64)
}

/// Independents as units, deposits as cells.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    // Without a center nothing is nearer to the seat than to others.
    let finds = || survey.uncontested(seat);
    let cells = finds().filter(|find| find.unit.is_none()).map(|find| find.cell);
    Evidence { units: finds().filter_map(|find| find.unit).collect(), ..Evidence::cells(cells) }
}

fn clause(survey: &Survey<'_>, seats: Contrast) -> String {
    let (one, many) = names_of_finds(survey);
    let own = counted(seats.own, &one, &many);
    format!("can take {own} before any rival comes, while the best-placed seat can take {}", number(seats.best))
}

/// What may be found, as one and as many: `free town or deposit`, `free towns or deposits`. More than two kinds of units are not listed.
fn names_of_finds(survey: &Survey<'_>) -> (String, String) {
    let design = &survey.scenario.design;
    let mut kinds: Vec<UnitType> = survey.independents.iter().map(|&(_, kind, _)| kind).collect();
    sort_by_numbers(&mut kinds, &|kind| [i64::from(kind.0), 0]);
    kinds.dedup();
    let mut names: Vec<(String, String)> = match kinds.len() {
        0..=2 => kinds.into_iter().map(|kind| design.spoken_name(unit::NAME, kind)).map(with_plural).collect(),
        _ => vec![with_plural("unit")],
    };
    if let Some((one, many)) = names.first_mut() {
        (*one, *many) = (format!("free {one}"), format!("free {many}"));
    }
    if survey.resources.iter().any(|find| find.unit.is_none()) || names.is_empty() {
        names.push(with_plural("deposit"));
    }
    let (one, many): (Vec<String>, Vec<String>) = names.into_iter().unzip();
    (one.join(" or "), many.join(" or "))
}

fn with_plural(name: &str) -> (String, String) {
    (name.to_owned(), design::plural(name))
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
