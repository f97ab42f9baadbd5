//! Maps of provinces that are drawn, with values worked out by hand.

use design::parameters::unit::POINT_VALUE;
use design::{TypeId, UnitType};
use fairmarch_empire_ground::testing::ROWS;
use fairmarch_empire_ground::{MEASURES, ProvinceMap};
use fairness::{Contrast, MeasureKind, Survey, Weights};
use grid::{Layer, Shape};
use world::{Fairness, Place, Province, ProvinceId, ProvinceLink, ProvinceLinkKind, Scenario, SideId, Unit};

use crate::testing::{province_rules, scenario};

const MAN: UnitType = UnitType(0);

/// The weights of all measures.
pub(crate) fn weights() -> Weights {
    let mut weights = Weights::builtin();
    weights.join(Weights::read("weights.ron", MEASURES.weights, MEASURES.rows).unwrap());
    weights
}

fn score(scenario: &Scenario) -> Fairness {
    fairness::score_survey(&Survey::of_game(scenario, Some(&MEASURES)), &weights())
}

/// Five provinces in a row, of three cells each, and a closed border between the last two, which a way round the third joins:
/// 1 - 2 ~ 3 - 4, 3 - 5, 4 | 5. Seats begin in the first and the fourth.
fn row() -> Scenario {
    let mut scenario = scenario(&province_rules(""), Shape::Square4, (15, 3), &[1, 1]);
    scenario.world.terrain = Some(Layer::filled(&scenario.world.area, TypeId::at(0)));
    let area = scenario.world.area;
    let cell = |column: i32, row: i32| area.cell(column, row).unwrap();
    let of = area.cells().map(|cell| ProvinceId(area.column_row(cell).0 as u16 / 3 + 1)).collect();
    scenario.world.province_of = Some(Layer::from_values(&area, of));
    for (index, income) in [8, 4, 6, 8, 2].into_iter().enumerate() {
        scenario.world.provinces.push(Province {
            name: format!("P{}", index + 1),
            capital: cell(3 * index as i32 + 1, 1),
            worth: 9,
            owner: [1, 0, 0, 2, 0].map(SideId)[index],
            income,
            trains: vec![(MAN, index as u16 + 1)],
        });
    }
    let link = |from: u16, to: u16, kind| ProvinceLink { from: ProvinceId(from), to: ProvinceId(to), kind };
    scenario.world.province_links = vec![
        link(1, 2, ProvinceLinkKind::Open),
        link(2, 3, ProvinceLinkKind::River),
        link(3, 4, ProvinceLinkKind::Open),
        link(3, 5, ProvinceLinkKind::Water),
        link(4, 5, ProvinceLinkKind::Closed),
    ];
    for (province, count) in [(1, 1), (2, 2), (4, 3)] {
        for _ in 0..count {
            let at = cell(3 * province + 1, 1);
            scenario.add_unit(Unit::new(MAN, Place::Cell(at), SideId::INDEPENDENT));
        }
    }
    scenario.sides[0].center = Some(cell(1, 1));
    scenario.sides[1].center = Some(cell(10, 1));
    scenario
}

/// The first has its own 8 and half of the 4 beside it; the second its own 8, half of 6, and a third of the 2 behind that.
#[test]
fn values_match_those_worked_out_by_hand() {
    let scenario = row();
    let man = f64::from(scenario.design.int(POINT_VALUE, MAN));
    let values = |scenario: &Scenario, name: &str| {
        let kind = MEASURES.rows.iter().find(|kind| kind.name == name).unwrap();
        (kind.values)(&Survey::of_game(scenario, Some(&MEASURES)))
    };
    assert_eq!(values(&scenario, "province-income"), [10.0, 8.0 + 3.0 + 2.0 / 3.0]);
    assert_eq!(values(&scenario, "province-guards"), [man / 2.0, man + man]);
    let training = [man + man, 4.0 * man + 1.5 * man + 5.0 * man / 3.0];
    assert_eq!(values(&scenario, "province-trains"), training);
    assert_eq!(values(&scenario, "province-rivals"), [3.0, 3.0]);
    assert_eq!(values(&scenario, "home-borders"), [1.0, 1.0]);
}

#[test]
fn cells_do_not_count_where_provinces_pay() {
    let mut scenario = row();
    let named = |scenario: &Scenario| -> Vec<String> {
        score(scenario).measures.into_iter().map(|measure| measure.name).collect()
    };
    let of_provinces = named(&scenario);
    assert!(
        of_provinces
            .iter()
            .all(|name| name.starts_with("province-") || ["home-borders", "start-units"].contains(&name.as_str())),
        "{of_provinces:?}"
    );
    scenario.world.provinces.iter_mut().for_each(|province| province.income = 0);
    assert!(named(&scenario).iter().all(|name| !name.starts_with("province-")));
}

#[test]
fn what_is_predicted_of_homes_is_what_the_score_says_of_the_start() {
    let scenario = row();
    let survey = ProvinceMap::new(&scenario).unwrap().survey(&[Some(0), Some(3)]);
    let found = survey.predicted();
    assert_eq!(found, score(&scenario).predicted);
    assert!(survey.is_only(0, 1) && survey.is_only(1, 4) && !survey.is_only(0, 4));
    assert_eq!(survey.held_by(1), [(3, 0), (2, 1), (4, 2)]);
    // In the middle both are as near.
    let near = ProvinceMap::new(&scenario).unwrap().survey(&[Some(0), Some(2)]);
    assert_eq!(near.held_by(0), [(0, 0), (1, 1)]);
    assert!(!near.is_only(0, 1));
    assert_eq!(ProvinceMap::new(&scenario).unwrap().steps_from(Some(3)), [3, 2, 1, 0, 2]);
}

#[test]
fn a_home_counts_as_what_it_will_be() {
    let scenario = row();
    let mut map = ProvinceMap::new(&scenario).unwrap();
    map.begin_in(2, 9.0, 0.0);
    let survey = map.survey(&[Some(0), Some(2)]);
    let of = |name: &str| ROWS.iter().find(|(kind, _)| kind.name == name).unwrap().1(&survey);
    assert_eq!(of("province-income"), [8.0 + 1.0, 9.0 + 1.0 + 4.0 + 1.0]);
    // The two guards of the third province are gone.
    assert_eq!(of("province-guards"), [1.0, 7.0]);
}

/// Every reason as people read it, after the name of the seat.
#[test]
fn each_measure_says_its_reason_in_a_sentence_of_its_own() {
    let scenario = row();
    let survey = Survey::of_game(&scenario, Some(&MEASURES));
    let told = |kind: &&MeasureKind| (kind.clause)(&survey, Contrast { own: 2.5, best: 4.0, alone: true });
    let told: Vec<String> = MEASURES.rows.iter().map(told).collect();
    let expected = [
        "comes first to provinces that pay 2.5 a turn, while the best-placed seat comes to 4",
        "has to beat guards worth 2.5 in the provinces that it reaches first, while the best-placed seat has to beat 4",
        "comes first to provinces that train units worth 2.5 a turn, while the best-placed seat comes to 4",
        "has 2.5 borders between it and its rivals on average, while the best-placed seat has 4 borders",
        "can be attacked over 2.5 borders of its first province, while the best-placed seat can be over 4 borders",
    ];
    assert_eq!(told, expected);
}

#[test]
fn the_weights_that_come_with_the_game_are_of_its_measures() {
    let own = Weights::read("weights.ron", MEASURES.weights, MEASURES.rows).unwrap();
    assert!(own.is_fitted("empire") && !own.is_fitted("kernel") && own.of("province-rivals") > 0);
}
