//! What provinces are furnished with.

use std::sync::Arc;

use design::{Design, TypeId, UnitType};
use fairmarch_empire_ground::{FurnishProvinces, MEASURES, ProvinceMap};
use fairness::Survey;
use grid::Cell;
use world::{Province, Scenario, SideId, Unit};

use crate::province_map::weights;
use crate::testing::province_rules as rules;
use crate::testing::{fields, run};

const MAN: usize = 0;
const TOWER: usize = 2;

fn made(design: &Arc<Design>, seed: u64) -> Scenario {
    let mut made = fields(design, 5, 4, &[1, 1, 1]);
    run(&FurnishProvinces, &mut made, seed).unwrap();
    made
}

fn count(scenario: &Scenario, capital: Cell, kind: usize, side: SideId) -> usize {
    let is = |unit: &&Unit| unit.kind == UnitType::at(kind) && unit.side == side && unit.cell() == Some(capital);
    scenario.units.iter().filter(is).count()
}

#[test]
fn provinces_pay_and_train_within_their_bounds_and_richer_ones_are_better_guarded() {
    let rules = rules(r#""province-income-min": 2, "province-income-max": 12, "garrison-min": 1, "garrison-max": 5"#);
    let (mut poor, mut rich) = ((0, 0), (0, 0));
    for seed in 0..20 {
        let made = made(&rules, seed);
        let free = made.world.provinces.iter().filter(|province| province.owner == SideId::INDEPENDENT);
        for province in free {
            assert!((2..=12).contains(&province.income), "{province:?}");
            assert!((1..=2).contains(&province.trains.len()), "{province:?}");
            assert!(province.trains.iter().all(|(kind, count)| kind.index() < TOWER && (1..=2).contains(count)));
            let guards = count(&made, province.capital, MAN, SideId::INDEPENDENT);
            assert!((1..=5).contains(&guards) && count(&made, province.capital, TOWER, SideId::INDEPENDENT) <= 1);
            let sum = if province.income < 7 { &mut poor } else { &mut rich };
            *sum = (sum.0 + guards, sum.1 + 1);
        }
    }
    let mean = |(guards, provinces): (usize, usize)| guards as f64 / provinces as f64;
    assert!(poor.1 > 50 && rich.1 > 50 && mean(rich) > 1.3 * mean(poor), "{poor:?}, {rich:?}");
}

#[test]
fn sides_begin_alike_and_apart_in_provinces_that_nobody_guards() {
    let rules = rules(r#""start-province-income": 9, "start-province-separation": 3"#);
    for seed in 0..10 {
        let made = made(&rules, seed);
        let map = ProvinceMap::new(&made).unwrap();
        for side in made.side_ids() {
            let owns = |province: &Province| province.owner == side;
            let home = made.world.provinces.iter().position(owns).expect("each begins somewhere");
            let province = &made.world.provinces[home];
            assert_eq!((province.income, &province.trains[..]), (9, &[(UnitType::at(MAN), 2)][..]));
            assert_eq!(made.side(side).center, Some(province.capital));
            assert_eq!([MAN, TOWER].map(|kind| count(&made, province.capital, kind, side)), [3, 1]);
            assert_eq!(count(&made, province.capital, MAN, SideId::INDEPENDENT), 0);
            assert_eq!(made.world.country_at(province.capital), Some(side));
            let near = map.steps_from(Some(home));
            let others = made.world.provinces.iter().zip(near).filter(|(other, _)| other.owner != side);
            assert!(others.filter(|(other, _)| other.owner != SideId::INDEPENDENT).all(|(_, steps)| steps >= 3));
        }
    }
}

/// The most even of many sets is far more even than any one.
#[test]
fn the_homes_are_more_even_than_random_ones() {
    let rules = rules("");
    let even =
        |scenario: &Scenario| fairness::score_survey(&Survey::of_game(scenario, Some(&MEASURES)), &weights()).score;
    let (mut chosen, mut others) = (0.0, 0.0);
    for seed in 0..5 {
        let made = made(&rules, seed);
        chosen += even(&made) / 5.0;
        let mut random = fields(&rules, 5, 4, &[1, 1, 1]);
        let mut stream = chance::Seed(seed).stream("test");
        let mut places: Vec<usize> = (0..20).collect();
        stream.shuffle(&mut places);
        for (side, &place) in random.side_ids().zip(&places) {
            random.side_mut(side).center = Some(random.world.provinces[place].capital);
        }
        run(&FurnishProvinces, &mut random, seed).unwrap();
        assert_eq!(random.world.provinces[places[1]].owner, SideId(2), "what is given stays");
        others += even(&random) / 5.0;
    }
    assert!(chosen > 0.95 && others < chosen - 0.05, "{chosen} and {others}");
}

#[test]
fn another_draw_has_other_homes_and_the_same_provinces() {
    let of = |draw: u32| {
        let made = made(&rules(&format!(r#""country-search-draw": {draw}"#)), 4);
        let homes: Vec<SideId> = made.world.provinces.iter().map(|province| province.owner).collect();
        let pays: Vec<u32> = made
            .world
            .provinces
            .iter()
            .map(|province| if province.owner == SideId::INDEPENDENT { province.income } else { 0 })
            .collect();
        (homes, pays)
    };
    let (first, pays) = of(0);
    assert_eq!(of(0).0, first);
    let others: Vec<_> = (1..6).map(of).collect();
    assert!(others.iter().filter(|(homes, _)| *homes != first).count() >= 4);
    for (_, other) in others {
        assert!(pays.iter().zip(other).all(|(&one, other)| one == 0 || other == 0 || one == other));
    }
}

#[test]
fn what_cannot_be_is_refused_with_what_would_help() {
    let told = |design: &Arc<Design>, columns, advantages: &[u32]| {
        let mut made = fields(design, columns, 1, advantages);
        run(&FurnishProvinces, &mut made, 1).map_err(|error| error.to_string())
    };
    let few = told(&rules(""), 2, &[1, 1, 1]).unwrap_err();
    assert_eq!(
        few,
        "a province for each of 3 sides cannot be met: there are 2 provinces; raise `province-count` or the size, or ask for \
         fewer sides"
    );
    let poor = rules(r#""province-income-min": 0, "province-income-max": 0"#);
    assert!(told(&poor, 4, &[1, 1]).unwrap_err().contains("`province-income-max`"));
    // There is no room for two borders between them.
    assert!(told(&rules(""), 2, &[1, 1]).is_ok());
    let mut twice = fields(&rules(""), 3, 1, &[1, 1]);
    for side in 0..2 {
        twice.sides[side].center = Some(twice.world.provinces[1].capital);
    }
    assert!(run(&FurnishProvinces, &mut twice, 1).unwrap_err().to_string().contains("the same one"));
}
