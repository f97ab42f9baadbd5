//! `name-units-randomly`: each name is used once, numbers start at 1, and given names stay as they are.

use std::collections::BTreeSet;
use std::sync::Arc;

use chance::Seed;
use design::{Design, Settings, UnitType};
use fairmarch_naming::NameUnitsRandomly;
use grid::{Area, Cell, Shape};
use proptest::prelude::*;
use synth::{History, MethodOutcome, Synthesis, SynthesisMethod};
use world::{Place, Scenario, SideId, Unit, World};

const DESIGN: &str = r#"{
    "terrain": { "plain": {} },
    "units": {
        "town": { "namer": "places-norse", "assign-number": false },
        "ship": { "namer": "three" },
        "troop": {},
        "hut": { "namer": "junky", "name": "log cabin", "assign-number": false },
        "ghost": { "namer": "no-such-namer", "assign-number": false },
    },
    "namers": { "three": { "summary": "three names", "kind": "random", "names": ["One", "Two", "Three"] } },
}"#;

fn design() -> Arc<Design> {
    let none = |_: &str| None;
    match formats::read_design("test", "test.ron", DESIGN, &none, &design::Known::default()) {
        Ok((design, _)) => Arc::new(design),
        Err(faults) => panic!("{faults:?}"),
    }
}

fn scenario(units: Vec<Unit>) -> Scenario {
    let area = Area::new(Shape::Rectangle, 5, 5).unwrap();
    let world = World::new(area);
    Scenario { units, ..Scenario::new(design(), world) }
}

fn unit(design: &Design, kind: &str, side: u8) -> Unit {
    let kind: UnitType = design.find(kind).expect(kind);
    Unit::new(kind, Place::Cell(Cell(12)), SideId(side))
}

fn run(scenario: &mut Scenario, seed: u64, default_namer: &str) -> (MethodOutcome, History) {
    let mut settings = Settings::new(Arc::clone(&scenario.design));
    settings.set_text("default-namer", default_namer).unwrap();
    let mut history = History::default();
    let mut synthesis = Synthesis::new(scenario, &settings, &mut history, "name-units-randomly", Seed(seed));
    let outcome = NameUnitsRandomly.run(&mut synthesis).expect("naming never fails");
    (outcome, history)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn names_and_numbers_stand_once(seed in any::<u64>(), kinds in prop::collection::vec((0..3usize, 0..4u8), 1..80)) {
        let design = design();
        let units = kinds.iter().map(|&(kind, side)| unit(&design, ["town", "ship", "troop"][kind], side)).collect();
        let mut made = scenario(units);
        run(&mut made, seed, "");
        let named: Vec<String> =
            made.units.iter().map(|unit| unit.name.to_lowercase()).filter(|name| !name.is_empty()).collect();
        prop_assert_eq!(named.iter().collect::<BTreeSet<_>>().len(), named.len());
        for (&(kind, side), unit) in kinds.iter().zip(&made.units) {
            prop_assert_eq!(unit.name.is_empty(), kind == 2);
            let mut numbers: Vec<u16> = made.units.iter().filter(|other| other.kind == unit.kind && other.side == SideId(side)).map(|unit| unit.number).collect();
            numbers.sort_unstable();
            let expected: Vec<u16> = if kind == 0 { vec![0; numbers.len()] } else { (1..=numbers.len() as u16).collect() };
            prop_assert_eq!(numbers, expected);
        }
    }
}

#[test]
fn a_namer_that_has_run_dry_is_followed_by_the_default_one() {
    let design = design();
    let five = || scenario((0..5).map(|_| unit(&design, "ship", 1)).collect());
    let mut made = five();
    run(&mut made, 1, "places-celtic");
    let own = ["One", "Two", "Three"];
    let from_list: BTreeSet<&str> = made.units[..3].iter().map(|unit| unit.name.as_str()).collect();
    assert_eq!(from_list, BTreeSet::from(own));
    assert!(
        made.units[3..].iter().all(|unit| !unit.name.is_empty() && !own.iter().any(|own| unit.name.starts_with(own)))
    );

    let mut made = five();
    run(&mut made, 1, "");
    assert!(made.units[3..].iter().all(|unit| own.iter().any(|own| unit.name.starts_with(own))), "{:?}", made.units);
}

#[test]
fn given_names_and_numbers_stay() {
    let design = design();
    let mut units = vec![unit(&design, "ship", 1), unit(&design, "ship", 1), unit(&design, "ship", 1)];
    units[1].name = "two".to_owned();
    units[1].number = 1;
    let mut made = scenario(units);
    run(&mut made, 1, "");
    assert_eq!((made.units[1].name.as_str(), made.units[1].number), ("two", 1));
    assert_eq!((made.units[0].number, made.units[2].number), (2, 3));
    assert!(made.units.iter().all(|unit| unit.name != "Two"), "{:?}", made.units);
}

#[test]
fn a_missing_namer_is_warned_of_once() {
    let design = design();
    let mut made = scenario(vec![unit(&design, "ghost", 1), unit(&design, "ghost", 1)]);
    let (_, history) = run(&mut made, 1, "");
    assert_eq!(history.warnings.len(), 1);
    assert_eq!(history.warnings[0].message, r#"there is no namer "no-such-namer""#);
    assert!(made.units.iter().all(|unit| unit.name.is_empty()));
}

#[test]
fn letters_are_those_of_the_name_that_players_read() {
    let design = design();
    let mut made = scenario(vec![unit(&design, "hut", 0)]);
    run(&mut made, 1, "");
    assert_eq!(made.units[0].name, "log-1");
}

#[test]
fn nothing_to_name_is_skipped() {
    let outcome = run(&mut scenario(Vec::new()), 1, "").0;
    assert_eq!(outcome, MethodOutcome::Skipped("no unit wants a name or a number".to_owned()));
}
