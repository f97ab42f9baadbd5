//! The battle maps of A General's View: any size, any number of seats, playable by its rules, with equal income for all seats.

use contract::Ruleset;
use fairmarch_tests::{preset, roll, try_roll};
use generals_view::GeneralsView;
use grid::Cell;
use proptest::prelude::*;
use world::{Scenario, SideId};

/// Gold per turn of each seat, from the design's own tables.
fn incomes(scenario: &Scenario) -> Vec<i64> {
    let found = scenario.fairness.as_ref().expect("a roll is judged");
    let income = found.measures.iter().find(|measure| measure.name == "income").expect("the game has a treasury");
    income.values.iter().map(|&gold| gold as i64).collect()
}

fn cities(scenario: &Scenario, side: SideId) -> Vec<Cell> {
    scenario.units.iter().filter(|unit| unit.side == side).filter_map(world::Unit::cell).collect()
}

proptest! {
    // By day as many as show every number of sides on either area.
    #![proptest_config(ProptestConfig { cases: if fairmarch_tests::is_long() { 120 } else { 18 }, ..ProptestConfig::default() })]

    /// All that the preset claims is rolled, and the rules take it.
    // Takes seconds: dozens of maps are rolled.
    #[test]
    fn every_battle_map_can_be_played(
        seed in 0_u64..1_000_000,
        width in 8_u32..40,
        height in 8_u32..40,
        sides in 2_u8..=6,
        area in proptest::sample::select(vec!["square4", "torus4"]),
        one_file: bool,
    ) {
        let file = if one_file { ",variant.single-file=true" } else { "" };
        let string = format!("generals-view:{seed}:area={area},sides={sides},size={width}x{height}{file}");
        let made = try_roll(&string);
        prop_assert!(made.is_ok(), "{string}: {}", made.err().map(|error| error.to_string()).unwrap_or_default());
        let scenario = made.unwrap().scenario;
        prop_assert_eq!(pipeline::find_broken(&scenario), None, "{}", &string);
        if let Err(error) = GeneralsView::open(&scenario) {
            prop_assert!(false, "{string}: {error:?}");
        }
        let seats = scenario.side_ids().map(|side| cities(&scenario, side).len());
        prop_assert!(seats.clone().all(|owned| owned == 2), "{string}: {:?}", seats.collect::<Vec<_>>());
        let earned = incomes(&scenario);
        prop_assert!(earned[0] > 0 && earned.iter().all(|&gold| gold == earned[0]), "{string}: {earned:?}");
        // Two cities never share a square or a side of one.
        let all: Vec<Cell> = scenario.units.iter().filter_map(world::Unit::cell).collect();
        for (index, &one) in all.iter().enumerate() {
            prop_assert!(all[..index].iter().all(|&other| scenario.world.area.distance(one, other) >= 2), "{string}");
        }
    }
}

// Takes seconds: dozens of maps are rolled.
#[test]
fn neutral_cities_grow_with_the_map_and_leave_small_ones_alone() {
    let neutral = |size: &str, sides: u8| -> Vec<usize> {
        let of_seed = |seed| {
            let string = format!("generals-view:{seed}:sides={sides},size={size},balance=false,variant.irregular=true");
            cities(&roll(&string).scenario, SideId::INDEPENDENT).len()
        };
        (1..=12).map(of_seed).collect()
    };
    assert!(neutral("10x10", 2).iter().all(|&count| count == 0));
    let usual = neutral("20x20", 2);
    assert!(usual.iter().all(|&count| (3..=5).contains(&count)), "{usual:?}");
    assert!((44..=52).contains(&usual.iter().sum::<usize>()), "{usual:?}");
    let large = neutral("60x60", 4);
    assert!(large.iter().all(|&count| (42..=48).contains(&count)), "{large:?}");
}

#[test]
fn the_outermost_squares_are_played_on() {
    let on_the_rim = (1..=20).flat_map(|seed| {
        let scenario = roll(&format!("generals-view:{seed}:size=12x12,sides=4")).scenario;
        let area = scenario.world.area;
        scenario.units.iter().filter_map(world::Unit::cell).filter(|&cell| area.is_edge(cell)).collect::<Vec<_>>()
    });
    assert!(on_the_rim.count() > 5);
}

/// The design's word, and nothing else, closes the outermost ring: to standing, to stepping, to founding.
#[test]
fn the_edge_ring_is_the_designs_word() {
    let text = pipeline::embedded("generals-view").unwrap().text;
    for ring in [false, true] {
        let text = text.replace("\"edge-ring\": false", &format!("\"edge-ring\": {ring}"));
        assert!(text.contains(&format!("\"edge-ring\": {ring}")));
        let loaded = pipeline::load("board", "board.ron", &text, &|_| None).unwrap();
        let request: pipeline::SharedString = "board:3:size=9x8".parse().unwrap();
        let made = pipeline::roll(&loaded, &request.request, &pipeline::Options::new("board")).unwrap().scenario;
        let (design, world) = (&*made.design, &made.world);
        let city = design.find("city").unwrap();
        let steps = world::travel::StepCosts::new(design, world, design.find("hussars").unwrap());
        for cell in world.area.cells() {
            let is_open = !ring || !world.area.is_edge(cell);
            assert_eq!(world::standing::may_stand(design, world, city, cell), is_open);
            for (way, other) in world.area.around(cell) {
                assert_eq!(steps.step(other, world.area.opposite(way), cell).is_some(), is_open);
            }
        }
        assert_eq!(pipeline::find_broken(&made), None);
        // A unit that is moved there by hand.
        let mut moved = made.clone();
        let own = moved.units.iter().position(|unit| unit.side == SideId(1)).unwrap();
        moved.units[own].place = world::Place::Cell(moved.world.area.cell(0, 0).unwrap());
        assert_eq!(playtest::find_unplayable(&moved).is_some(), ring);
    }
}

#[test]
fn maps_are_symmetric_or_irregular_and_files_single() {
    for (sides, size) in [(2, "20x20"), (4, "20x20"), (2, "31x12")] {
        let made = roll(&format!("generals-view:5:sides={sides},size={size}")).scenario;
        assert!(made.world.exact_symmetry().is_some_and(|symmetry| symmetry.order() == sides), "{sides} {size}");
        let measures = &made.fairness.as_ref().unwrap().measures;
        assert!(measures.iter().all(|measure| measure.min_over_max >= 1.0), "{sides} {size}: {measures:?}");
    }
    assert!(roll("generals-view:5:variant.irregular=true").scenario.world.symmetry.is_none());
    let most = |string: &str| generals_view::Settings::read(&roll(string).scenario.design).0.units_per_cell_max;
    assert_eq!((most("generals-view:5"), most("generals-view:5:variant.single-file=true")), (0, 1));
}

/// Seed 001, section 2: cost, attack, defence, movement.
#[test]
fn the_companies_are_the_seeds() {
    use design::parameters::table::CONSUMPTION_ON_CREATION;
    use design::parameters::unit::{ACP_PER_TURN, ATTACK, DEFEND};
    let design = preset("generals-view").design;
    let gold = design.find("gold").unwrap();
    for (name, numbers) in [
        ("militia", [50, 2, 2, 5]),
        ("line-infantry", [100, 2, 5, 5]),
        ("skirmishers", [100, 5, 2, 5]),
        ("hussars", [120, 4, 2, 7]),
        ("dragoons", [120, 2, 4, 7]),
        ("lancers", [160, 6, 2, 7]),
        ("cuirassiers", [160, 5, 3, 6]),
        ("artillery", [120, 10, 1, 3]),
    ] {
        let kind = design.find(name).unwrap();
        let found = [ATTACK, DEFEND, ACP_PER_TURN].map(|key| design.int(key, kind));
        let cost = design.entry(CONSUMPTION_ON_CREATION, kind, gold);
        assert_eq!([cost, found[0], found[1], found[2]], numbers, "{name}");
    }
}

/// `country-separation-wanted`: no seat takes a rival's city in the first turn where there is room, and where there is none the board
/// is rolled all the same.
// Takes seconds: dozens of maps are rolled.
#[test]
fn capitals_lie_as_far_apart_as_there_is_room() {
    let nearest = |string: &str| {
        let scenario = roll(string).scenario;
        let centers: Vec<Cell> = scenario.sides.iter().filter_map(|side| side.center).collect();
        let pairs =
            centers.iter().enumerate().flat_map(|(at, one)| centers[at + 1..].iter().map(move |other| (*one, *other)));
        pairs.map(|(one, other)| scenario.world.area.distance(one, other)).min().unwrap()
    };
    let seeds = if fairmarch_tests::is_long() { 12 } else { 5 };
    for seed in 1..=seeds {
        for variant in ["", ",variant.irregular=true"] {
            assert!(nearest(&format!("generals-view:{seed}:size=20x20{variant}")) > 14);
            let small = nearest(&format!("generals-view:{seed}:sides=6,size=8x8{variant}"));
            assert!((4..=14).contains(&small), "{small}");
        }
    }
}

/// `prizes`: a free city that is moved nearer to a seat is seen.
#[test]
fn free_cities_count_by_how_far_they_are() {
    let mut scenario = roll("generals-view:5:size=20x20").scenario;
    let prizes = |scenario: &Scenario| {
        let found = playtest::score(scenario, &playtest::weights());
        found.measures.iter().find(|measure| measure.name == "prizes").expect("the game has a treasury").values.clone()
    };
    let before = prizes(&scenario);
    assert!(before[0] > 0.0 && before[0] == before[1], "alike on a symmetric board: {before:?}");
    let center = scenario.sides[0].center.unwrap();
    let free = scenario.units.iter().position(|unit| unit.side == SideId::INDEPENDENT).unwrap();
    let near = scenario
        .world
        .area
        .around(center)
        .map(|(_, cell)| cell)
        .find(|&cell| scenario.units.iter().all(|unit| unit.cell() != Some(cell)));
    scenario.units[free].place = world::Place::Cell(near.unwrap());
    let after = prizes(&scenario);
    assert!(after[0] > before[0] && after[0] > after[1], "{before:?} -> {after:?}");
}
