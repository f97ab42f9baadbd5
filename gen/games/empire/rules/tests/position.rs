//! Positions as scenarios.

use contract::March;
use design::UnitType;
use grid::Layer;
use world::{Place as Stand, Unit};

use super::*;

/// The scenario of six provinces with a design that knows the troops and forts, incomes, training and units.
fn furnished() -> Scenario {
    let mut scenario = scenario();
    let names = KIND_NAMES.iter().copied().chain(["fort", "citadel", "fortress"]);
    let types: Vec<String> = names.map(|name| format!("\"{name}\": {{}}")).collect();
    let text = format!("{{ \"terrain\": {{ \"plains\": {{}} }}, \"units\": {{ {} }} }}", types.join(", "));
    let mut sources = design::Sources::default();
    let file = sources.add("game.ron", &text);
    let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
    let drafts = [design::Draft { file, root }];
    let (design, _) = design::resolve("game", &drafts, &sources, &design::Known::default()).expect("it resolves");
    let kind = |name: &str| design.find::<UnitType>(name).expect("a type of the design");
    let trained = vec![(kind("legion"), 2), (kind("chariots"), 1)];
    for province in &mut scenario.world.provinces {
        (province.income, province.trains) = (7, trained.clone());
    }
    let mut of = vec![ProvinceId::NONE; scenario.world.area.len()];
    (0..6).for_each(|index| of[13 * index] = ProvinceId(index as u16 + 1));
    scenario.world.province_of = Some(Layer::from_values(&scenario.world.area, of));
    for (province, side, names) in [
        (0, 1, &["legion", "legion", "legion", "chariots", "fort"][..]),
        (1, 0, &["archers"][..]),
        (3, 2, &["legion", "equites", "citadel"][..]),
        (4, 0, &["catapults", "fort"][..]),
    ] {
        let unit = |name: &&str| Unit::new(kind(name), Stand::Cell(Cell(13 * province)), SideId(side));
        scenario.units.extend(names.iter().map(unit));
    }
    scenario.design = Arc::new(design);
    scenario
}

/// A position that is opened again is the same, and goes on in the same way.
fn goes_on(game: &Empire, state: &State, start: &Scenario) -> State {
    assert!(game.is_shown_whole(state));
    let shown = game.show(state, start);
    let again = Empire::open(&shown).unwrap_or_else(|why| panic!("{why}"));
    let mut opened = again.begin(Seed(9));
    opened.draws = state.draws;
    assert_eq!(&opened, state);
    assert_eq!(again.show(&opened, &shown), shown);
    opened
}

#[test]
fn a_position_is_a_scenario_that_goes_on_from_it() {
    let start = furnished();
    let game = Empire::open(&start).expect("it is played");
    let mut state = game.begin(Seed(1));
    assert_eq!(state.realms[0].troops, troops(&[(0, 3), (5, 1)]));
    goes_on(&game, &state, &start);
    order(&game, &mut state, ONE, "march 1 2 legion=3,chariots=1").expect("it is allowed");
    assert!(!game.is_shown_whole(&state), "orders are no part of a scenario");
    for line in ["build 1", "recruit 1 legion 1"] {
        order(&game, &mut state, ONE, line).expect("it is allowed");
    }
    order(&game, &mut state, TWO, "march 4 5 equites=1").expect("it is allowed");
    for seat in [ONE, TWO] {
        order(&game, &mut state, seat, "end").expect("it is allowed");
    }
    assert!(state.battle.is_some() && !game.is_shown_whole(&state), "nor are battles");
    end_month(&game, &mut state);
    state.realms[3].fort.health = 450;
    assert_eq!((state.month, state.realms[1].owner, state.realms[0].fort.work), (2, Some(0), 1));
    let mut opened = goes_on(&game, &state, &start);
    for state in [&mut state, &mut opened] {
        order(&game, state, ONE, "march 2 3 legion=1").expect("it is allowed");
        end_month(&game, state);
    }
    assert_eq!(opened, state, "the same orders under the same luck lead to the same");
    // A seat that is out, and the end.
    (state.realms[3].owner, state.realms[3].troops) = (Some(0), troops(&[(0, 1)]));
    end_month(&game, &mut state);
    assert_eq!((state.phase, state.out), (Phase::Over, Seats::one(TWO)));
    goes_on(&game, &state, &start);
}

#[test]
fn a_section_that_says_what_cannot_be_is_refused() {
    let told = |entry: &str, value: &str| {
        let mut start = furnished();
        let mut section = design::Section::default();
        section.set(entry, &diagnostics::RonTree::of(value), None);
        start.sections.insert("empire".to_owned(), section);
        Empire::open(&start).map(|_| ()).map_err(|why| why.to_string())
    };
    assert_eq!(told("provinces", r#"{ "1": { "fort-health": 299 } }"#), Ok(()));
    for (entry, value, words) in [
        ("gold", "[1]", "a number for each of 2 sides"),
        ("provinces", r#"{ "2": { "fort-health": 3 } }"#, "expected a fort among the province's units"),
        ("provinces", r#"{ "1": { "work": 2 } }"#, "has work that cannot be"),
        ("provinces", r#"{ "7": { "work": 2 } }"#, "7"),
        ("troops", "3", "troops"),
    ] {
        let why = told(entry, value).expect_err(value);
        assert!(why.contains(words), "{entry} {value}: {why}");
    }
}

/// What sets out is told as a march, also of an attack that is repelled.
#[test]
fn marches_are_told_by_their_cells() {
    let start = furnished();
    let game = Empire::open(&start).expect("it is played");
    let mut state = game.begin(Seed(1));
    order(&game, &mut state, ONE, "march 1 2 legion=1").expect("it is allowed");
    order(&game, &mut state, TWO, "march 4 5 equites=1").expect("it is allowed");
    let events = end_month(&game, &mut state);
    let marches: Vec<March> = events.iter().filter_map(|event| game.march(event)).collect();
    let march = |seat, from, to| March { seat, from: Cell(from), to: Cell(to), count: 1 };
    assert_eq!(marches, [march(ONE, 0, 13), march(TWO, 39, 52)]);
    assert_eq!(state.realms[4].owner, None, "the second did not take its province");
}
