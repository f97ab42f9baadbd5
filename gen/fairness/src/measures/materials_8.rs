//! `materials-8`: supplies near the center; scarce materials count as much as common ones.

use grid::disk;
use world::Better;

use crate::words::number;
use crate::{Contrast, Evidence, Joined, MeasureKind, NEAR, SiteValue, Survey};

pub(super) const MATERIALS_8: MeasureKind = MeasureKind {
    name: "materials-8",
    unit: "%",
    better: Better::More,
    joined: Joined::Sum,
    site: Some(SiteValue::Towns),
    summary: "share of the materials in cells and in independent units of the whole world that lies within 8 cells of the center, averaged over the materials",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

fn values(survey: &Survey<'_>) -> Vec<f64> {
    survey.per_seat(0.0, &|seat, _| survey.materials_near(seat))
}

/// The cells and independents near the center that hold some material.
fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    let (scenario, Some(center)) = (survey.scenario, survey.seats[seat].center) else { return Evidence::default() };
    let layers = &scenario.world.materials;
    let near = disk(&scenario.world.area, center, NEAR);
    let cells = near.filter(|&cell| layers.values().any(|layer| layer[cell] > 0));
    let units = survey.independents_near(seat);
    let units = units.filter(|&id| scenario.unit(id).materials.iter().any(|&amount| amount > 0));
    Evidence { units: units.collect(), ..Evidence::cells(cells) }
}

fn clause(_: &Survey<'_>, seats: Contrast) -> String {
    format!(
        "has {}% of all materials within {NEAR} cells, while the best-placed seat has {}%",
        number(seats.own),
        number(seats.best)
    )
}

#[cfg(test)]
mod tests {
    use grid::Shape;
    use world::Place;

    use crate::testing::{check, draw, fair, values};

    #[test]
    fn values_match_those_worked_out_by_hand() {
        let sea = "~".repeat(22);
        let map = format!("{sea}\n~1$$++++++o+++++++$+2~\n{sea}");
        check(&map, "materials-8", &[200.0 / 3.0, 100.0 / 3.0]);
        // A second material, all of it in the town that is near neither, then near both.
        let mut scenario = draw(Shape::Rectangle, &map);
        scenario.units[0].materials = vec![0, 7];
        assert_eq!(values(&scenario, "materials-8"), [100.0 / 3.0, 50.0 / 3.0]);
        scenario.units[0].place = Place::Cell(scenario.world.area.cell(9, 1).unwrap());
        assert_eq!(values(&scenario, "materials-8"), [(200.0 / 3.0 + 100.0) / 2.0, 50.0 / 3.0]);
    }

    #[test]
    fn a_map_without_materials_is_equal() {
        let scenario = draw(Shape::Rectangle, "++++++\n+1++2+\n++++++");
        let found = fair(&scenario);
        let found = found.measures.iter().find(|measure| measure.name == "materials-8").unwrap();
        assert_eq!((found.min_over_max, found.gini), (1.0, 0.0));
    }
}
