//! Levers on provinces: what each proposes.

use fairmarch_empire_ground::testing::{income, propose_guards, propose_incomes};
use fairmarch_empire_ground::{FurnishProvinces, GROUND, MEASURES, ProvinceSurvey};
use fairness::Survey;
use starts::changes::{Aim, Change, LEVERS, Magnitude, Proposal, SectionChange};
use synth::Part;
use world::{ProvinceId, Scenario, SideId};

use crate::testing::{fields, province_rules, run};

type Propose = fn(&Survey<'_>, usize, Aim, Magnitude) -> Vec<Proposal>;

/// What a lever proposes for the first seat, a change each; all of it can be done, and is told.
fn proposals(scenario: &Scenario, propose: Propose, direction: Aim, magnitude: Magnitude) -> Vec<Change> {
    let proposed = propose(&Survey::of_game(scenario, Some(&MEASURES)), 0, direction, magnitude);
    for Proposal { changes, effect, cost } in &proposed {
        let mut made = scenario.clone();
        assert!((0.01..=0.35).contains(effect) && (1..=5).contains(cost), "{changes:?}: {effect}, {cost}");
        for change in changes {
            assert_eq!(change.apply(&mut made), Ok(()), "{change:?}");
            assert!(change.tell(scenario).len() > 10, "{change:?}");
        }
        assert_ne!(made, *scenario, "{changes:?} changes something");
    }
    proposed.into_iter().flat_map(|proposal| proposal.changes).collect()
}

#[test]
fn every_lever_proposes_what_can_be_done() {
    let start = start_in_provinces();
    for (number, lever) in GROUND.levers.iter().enumerate() {
        let ways = [Aim::Richer, Aim::Poorer].into_iter();
        let all = ways.flat_map(|way| [(way, Magnitude::Small), (way, Magnitude::Medium), (way, Magnitude::Large)]);
        let count: usize = all.map(|(way, magnitude)| proposals(&start, lever.propose, way, magnitude).len()).sum();
        assert!(count > 0, "lever {number} proposes nothing");
    }
}

/// Five by four provinces, and two sides.
fn start_in_provinces() -> Scenario {
    let mut scenario = fields(&province_rules(""), 5, 4, &[1, 1]);
    run(&FurnishProvinces, &mut scenario, 3).unwrap();
    scenario
}

#[test]
fn a_poor_seat_is_paid_more_by_its_own_provinces_and_a_rich_one_less() {
    let scenario = start_in_provinces();
    let survey = Survey::of_game(&scenario, Some(&MEASURES));
    let provinces = survey.own::<ProvinceSurvey>().unwrap();
    for (direction, magnitude, gold) in
        [(Aim::Richer, Magnitude::Small, 1), (Aim::Richer, Magnitude::Large, 2), (Aim::Poorer, Magnitude::Medium, -1)]
    {
        let all = proposals(&scenario, propose_incomes, direction, magnitude);
        assert!(!all.is_empty());
        for change in all {
            let Change::Section(SectionChange { numbers: [province, by, _], .. }) = change else {
                panic!("{change:?}")
            };
            let index = province as usize - 1;
            assert!(by == gold && provinces.is_only(0, index), "{change:?}");
            let before = scenario.world.provinces[index].income;
            let mut made = scenario.clone();
            change.apply(&mut made).unwrap();
            assert_eq!(made.world.provinces[index].income as i32, before as i32 + gold as i32);
        }
    }
    let mut poor = scenario.clone();
    poor.world.provinces.iter_mut().for_each(|province| province.income = 1);
    assert_eq!(proposals(&poor, propose_incomes, Aim::Poorer, Magnitude::Small), [], "it pays something");
}

#[test]
fn a_poor_seat_finds_fewer_guards_and_a_rich_one_more() {
    let scenario = start_in_provinces();
    let guards = |scenario: &Scenario| scenario.units.iter().filter(|unit| unit.side == SideId::INDEPENDENT).count();
    for (direction, more) in [(Aim::Richer, -1), (Aim::Poorer, 1)] {
        let all = proposals(&scenario, propose_guards, direction, Magnitude::Medium);
        assert!(!all.is_empty());
        for change in all {
            let mut made = scenario.clone();
            change.apply(&mut made).unwrap();
            assert_eq!(guards(&made) as i64, guards(&scenario) as i64 + more, "{change:?}");
        }
    }
    let survey = Survey::of_game(&scenario, Some(&MEASURES));
    let towns = LEVERS.iter().find(|lever| lever.part == Part::Independents).unwrap();
    assert_eq!((towns.propose)(&survey, 0, Aim::Richer, Magnitude::Large), [], "no guard walks about");
}

#[test]
fn changes_of_an_income_join_and_are_told() {
    let mut scenario = start_in_provinces();
    let change = |by| income(ProvinceId(2), by);
    assert_eq!(Change::join([change(1), change(2)]), [change(3)]);
    assert_eq!(Change::join([change(1), change(-1)]), []);
    assert_eq!(
        (change(3).tell(&scenario), change(-1).tell(&scenario)),
        ("P2 pays 3 more".into(), "P2 pays 1 less".into())
    );
    assert!(change(-1000).apply(&mut scenario).unwrap_err().starts_with("P2 pays no more than"));
    let gone = income(ProvinceId(99), 1);
    assert_eq!(gone.apply(&mut scenario), Err("there is no province 99".into()));
}
