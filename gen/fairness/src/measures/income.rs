//! `income`: what a seat's towns pay it each turn (seed 001, "Play Rules": gold generation values).

use design::parameters::material;
use world::{Better, SideId, UnitId};

use crate::income::{pays, treasury_materials};
use crate::{Contrast, Evidence, Joined, MeasureKind, Scale, Survey};

pub(super) const INCOME: MeasureKind = MeasureKind {
    name: "income",
    unit: "/turn",
    better: Better::More,
    scale: Scale::Advantage,
    joined: Joined::Sum,
    summary: "what the seat's own start units pay per turn into its treasuries; compared after dividing by its advantage",
    values,
    evidence,
    clause,
    ..MeasureKind::DEFAULT
};

/// No values if the design has no treasuries: then the measure does not apply.
fn values(survey: &Survey<'_>) -> Vec<f64> {
    if treasury_materials(&survey.scenario.design).next().is_none() {
        return Vec::new();
    }
    let mut paid = vec![0_i64; survey.seats.len()];
    payers(survey).for_each(|(_, seat, amount)| paid[seat] += amount);
    paid.into_iter().map(|sum| sum as f64).collect()
}

/// The payment of each placed unit, with the seat that owns it.
fn payers<'a>(survey: &'a Survey<'_>) -> impl Iterator<Item = (UnitId, usize, i64)> + 'a {
    let scenario = survey.scenario;
    let owned = scenario.unit_ids().filter(|(_, unit)| unit.side != SideId::INDEPENDENT);
    owned.filter(|_| scenario.world.terrain.is_some()).filter_map(|(id, unit)| {
        let seat = survey.seat_of(unit.side)?;
        let cell = scenario.cell_of(id).filter(|&cell| scenario.world.area.contains(cell))?;
        Some((id, seat, pays(&scenario.design, unit.kind, scenario.world.terrain_at(cell))))
    })
}

fn evidence(survey: &Survey<'_>, seat: usize) -> Evidence {
    Evidence::units(payers(survey).filter(|&(_, payer, paid)| payer == seat && paid != 0).map(|(id, ..)| id))
}

fn clause(survey: &Survey<'_>, seats: Contrast) -> String {
    let design = &survey.scenario.design;
    let mut names = treasury_materials(design).map(|kind| design.spoken_name(material::NAME, kind));
    let what = match (names.next(), names.next()) {
        (Some(only), None) => only,
        _ => "of all materials",
    };
    let [own, best] = seats.numbers();
    format!("earns {own} {what} a turn, while the best-placed seat earns {best}")
}

#[cfg(test)]
mod tests {
    use grid::{Area, Layer, Shape};
    use world::{Place, Scenario, Side, SideId, Unit, UnitId, World};

    use crate::testing::{draw, fair, read, values};

    const DESIGN: &str = r#"{
        "materials": { "gold": { "treasury": true }, "ore": {} },
        "terrain": { "fields": {}, "wood": {} },
        "units": {
            "city": { "speed": 0, "start-with": 1, "point-value": 20 },
            "caravan": { "acp-per-turn": 4, "point-value": 1 },
        },
        "tables": {
            "base-production": { "city": { "gold": 40, "ore": 1000 }, "caravan": { "gold": 500 } },
            "productivity": { "city": { "fields": 150, "wood": 50 } },
        },
    }"#;

    /// Two seats: one with a city on fields and a caravan, one with cities on wood. A free city stands between them.
    fn scenario(cities: &[u32]) -> Scenario {
        let design = read(DESIGN);
        let area = Area::new(Shape::Square4, 8, 8).unwrap();
        let mut terrain = Layer::filled(&area, design.find("fields").unwrap());
        let [fields, wood] = [area.cell(1, 1).unwrap(), area.cell(6, 6).unwrap()];
        terrain.edit()[wood.index()] = design.find("wood").unwrap();
        let mut scenario = draw(Shape::Square4, "+++\n+++\n+++");
        scenario.design = design;
        scenario.world = World::new(area);
        scenario.world.terrain = Some(terrain);
        let kind = |name| scenario.design.find(name).unwrap();
        let (city, caravan) = (kind("city"), kind("caravan"));
        let mut put = |kind, cell, side| scenario.units.push(Unit::new(kind, Place::Cell(cell), SideId(side)));
        put(city, fields, 1);
        put(caravan, fields, 1);
        put(city, area.cell(3, 3).unwrap(), 0);
        for (side, &count) in (2..).zip(cities) {
            (0..count).for_each(|_| put(city, wood, side));
        }
        for name in ["Veland", "Nordmark", "Osmark"].iter().take(1 + cities.len()) {
            scenario.sides.push(Side { name: (*name).to_owned(), advantage: 1, ..Side::default() });
        }
        scenario
    }

    #[test]
    fn standing_units_pay_by_their_ground_and_mobile_or_free_ones_do_not() {
        assert_eq!(values(&scenario(&[1]), "income"), [60.0, 20.0]);
        assert_eq!(values(&scenario(&[2]), "income"), [60.0, 40.0]);
        assert_eq!(values(&scenario(&[3, 0]), "income"), [60.0, 60.0, 0.0]);
        let found = fair(&scenario(&[1]));
        let income = found.measures.iter().find(|measure| measure.name == "income").unwrap();
        assert!((income.min_over_max - 1.0 / 3.0).abs() < 1e-9 && income.weight > 0.0);
        let weights =
            crate::Weights::read("test", "{ \"income\": 100, \"uncontested\": 100 }", crate::MEASURES).unwrap();
        assert_eq!(
            crate::score(&scenario(&[1]), None, &weights).reason,
            "Seat 2 (Nordmark) can expect 14 % of the wins, where an equal share is 50 %: it earns 20 gold a turn, while the \
            best-placed seat earns 60, and it can take 0 free cities before any rival comes, while the best-placed seat can \
            take 1."
        );
    }

    #[test]
    fn the_evidence_names_the_units_that_pay() {
        let scenario = scenario(&[2]);
        let found = crate::testing::survey(&scenario);
        // Units are numbered from 1 in the order of their making: city, caravan, the free city, two more.
        assert_eq!(super::evidence(&found, 0).units, [UnitId(1)]);
        assert_eq!(super::evidence(&found, 1).units, [UnitId(4), UnitId(5)]);
        let prizes = crate::find_measure("prizes").unwrap();
        assert_eq!((prizes.evidence)(&found, 0).units, [UnitId(3)]);
        assert!((prizes.values)(&found)[0] > 0.0);
    }

    #[test]
    fn an_advantage_scales_it() {
        let mut scenario = scenario(&[6]);
        scenario.sides[1].advantage = 2;
        let found = fair(&scenario);
        assert_eq!(found.measures.iter().find(|measure| measure.name == "income").unwrap().min_over_max, 1.0);
    }

    #[test]
    fn income_is_left_out_where_no_side_has_a_treasury() {
        let found = fair(&draw(Shape::Rectangle, "++++++\n+1++2+\n++++++"));
        assert!(found.measures.iter().all(|measure| measure.name != "income"));
        assert!(found.measures.iter().any(|measure| measure.name == "land-8"));
    }
}
