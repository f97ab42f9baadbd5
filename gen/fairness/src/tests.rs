//! Properties for every scenario: symmetry, permutation, threads, degenerate worlds, and the texts.

use chance::{Seed, Stream};
use design::TerrainType;
use grid::{Area, Cell, Layer, Shape};
use proptest::prelude::*;
use world::{Place, Scenario, SideId, Unit};

use crate::testing::{draw, fair, plain, read, seat, survey, town, unit_type, values};
use crate::{
    Holder, MEASURES, Survey, Weights, cheapest_ground_unit, doubt_words, find_measure, good_land, loss,
    main_start_unit, score, standing, team_standing, text_table,
};

/// Players need not know a type's name in the file.
#[test]
fn independents_are_called_as_players_read_them() {
    let mut scenario = plain(Shape::Rectangle, 9, 9);
    let cell = scenario.world.area.cell(3, 3).unwrap();
    town(&mut scenario, cell);
    assert_eq!(Survey::new(&scenario).independents_in_words(2.0), "2 towns");
    let named = crate::testing::DESIGN.replace("\"town\": {", "\"town\": { \"name\": \"trading post\",");
    scenario.design = read(&named);
    assert_eq!(Survey::new(&scenario).independents_in_words(2.0), "2 trading posts");
}

/// A side that does not play has units, and no part in the wins.
#[test]
fn an_inactive_side_changes_no_number_of_the_others() {
    let map = "++++++++++++\n+1++++++o++2\n++++++++++++\n++++$+++++++";
    let without = fair(&draw(Shape::Rectangle, map));
    for place in 0..3 {
        let mut scenario = draw(Shape::Rectangle, map);
        let cell = scenario.world.area.cell(6, 2);
        seat(&mut scenario, cell);
        let properties = design::Properties::from([("active".to_owned(), vec![design::Atom::Int(0)])]);
        scenario.sides[2].gdl = design::Extras::of(properties, &scenario.design);
        scenario.sides.swap(2, place);
        let number = SideId(place as u8 + 1);
        scenario.add_unit(Unit::new(unit_type("palace"), Place::Cell(cell.unwrap()), number));
        let with = fair(&scenario);
        assert_eq!(with.predicted[place], 0.0, "it wins nothing");
        assert_eq!(with.score, without.score, "and nobody is the worse for it");
        let shares = |fairness: &world::Fairness| {
            let mut shares = fairness.predicted.clone();
            shares.retain(|&share| share > 0.0);
            shares.sort_by(f64::total_cmp);
            shares
        };
        assert_eq!(shares(&with), shares(&without));
        assert_ne!(with.worst_seat, place + 1);
        let measure = with.measures.iter().find(|measure| measure.name == "start-units").unwrap();
        assert_eq!(measure.values, [0.0; 3], "a palace of nobody");
        for measure in &with.measures {
            let kind = find_measure(&measure.name).unwrap();
            assert_eq!(standing(&scenario, kind, measure).map(|all| all[place]), Some(0.0));
        }
    }
}

/// The image of a cell under a symmetry of `count` seats: a shift round a cylinder or torus, half a turn otherwise.
fn image(area: &Area, cell: Cell, count: usize) -> Cell {
    let (column, row) = area.column_row(cell);
    let (width, height) = (area.width() as i32, area.height() as i32);
    let found = match area.shape() {
        _ if area.wraps_x() => area.cell(column + width / count as i32, row),
        _ => area.cell(width - 1 - column, height - 1 - row),
    };
    found.expect("a symmetry of the area")
}

/// A world that looks the same from each of its seats, with towns, ore and start units.
fn symmetric(shape: Shape, seed: u64) -> Scenario {
    let mut stream = Seed(seed).stream("symmetric");
    let (width, height, count) = match shape {
        Shape::Cylinder => (24, 9 + stream.index(5) as u32, 2 + stream.index(3)),
        Shape::Torus | Shape::Torus4 | Shape::Torus8 => (24, 8 + 2 * stream.index(3) as u32, 2 + stream.index(3)),
        // Half a turn maps a hexagon to itself if its height is odd, a drawn rectangle if it is even.
        Shape::Hexagon => (15, 13, 2),
        Shape::Rectangle | Shape::Square4 | Shape::Square8 => (14, 12, 2),
    };
    let mut scenario = plain(shape, width, height);
    let area = scenario.world.area;
    let names = ["plains", "plains", "forest", "desert", "sea", "mountains"];
    let mut terrain = scenario.world.terrain.as_ref().unwrap().values().to_vec();
    let mut ore = vec![0; area.len()];
    let cells: Vec<Cell> = area.cells().collect();
    for &cell in &cells {
        let kind: TerrainType = scenario.design.find(names[stream.index(names.len())]).unwrap();
        let lode = if stream.index(12) == 0 { 5 } else { 0 };
        let mut at = cell;
        for _ in 0..count {
            terrain[at.index()] = kind;
            ore[at.index()] = lode;
            at = image(&area, at, count);
        }
    }
    let fuel = scenario.design.find("fuel").unwrap();
    scenario.world.terrain = Some(Layer::from_values(&area, terrain));
    scenario.world.materials.insert(fuel, Layer::from_values(&area, ore));
    for _ in 0..stream.index(5) {
        let mut at = cells[stream.index(cells.len())];
        for _ in 0..count {
            town(&mut scenario, at);
            at = image(&area, at, count);
        }
    }
    let mut at = cells[stream.index(cells.len())];
    for _ in 0..count {
        let side = seat(&mut scenario, Some(at));
        scenario.add_unit(Unit::new(unit_type("city"), Place::Cell(at), side));
        at = image(&area, at, count);
    }
    scenario
}

/// A world without any symmetry.
fn random(shape: Shape, seed: u64, seats: usize) -> Scenario {
    let mut stream = Seed(seed).stream("random");
    let mut scenario = plain(shape, 22, 16);
    let area = scenario.world.area;
    let names = ["plains", "plains", "forest", "desert", "sea", "sea", "mountains"];
    let mut terrain = scenario.world.terrain.as_ref().unwrap().values().to_vec();
    let cells: Vec<Cell> = area.cells().collect();
    for &cell in &cells {
        terrain[cell.index()] = scenario.design.find(names[stream.index(names.len())]).unwrap();
    }
    scenario.world.terrain = Some(Layer::from_values(&area, terrain));
    let anywhere = |stream: &mut Stream| cells[stream.index(cells.len())];
    for _ in 0..12 {
        let at = anywhere(&mut stream);
        town(&mut scenario, at);
    }
    for _ in 0..seats {
        let at = anywhere(&mut stream);
        let side = seat(&mut scenario, Some(at));
        scenario.side_mut(side).advantage = 1 + stream.index(3) as u32;
        for _ in 0..stream.index(4) {
            scenario.add_unit(Unit::new(unit_type("city"), Place::Cell(at), side));
        }
    }
    scenario
}

/// The same with deposits of two materials, stores in towns, and a seat without a center.
fn rich(shape: Shape, seed: u64) -> Scenario {
    let mut scenario = random(shape, seed, 4);
    let mut stream = Seed(seed).stream("rich");
    let area = scenario.world.area;
    for name in ["ore", "fuel"] {
        let lode = |stream: &mut Stream| if stream.index(9) == 0 { 1 + stream.index(5) as i32 } else { 0 };
        let amounts = (0..area.len()).map(|_| lode(&mut stream)).collect();
        scenario.world.materials.insert(scenario.design.find(name).unwrap(), Layer::from_values(&area, amounts));
    }
    for unit in scenario.units.iter_mut().filter(|_| stream.index(3) == 0) {
        unit.materials = vec![3, 1];
    }
    let lost = seat(&mut scenario, None);
    assert_eq!(lost, SideId(5));
    for team in 0..5 {
        scenario.sides[team].team = stream.index(3) as u8;
    }
    scenario
}

/// The value that the evidence adds up to; `None` for measures that do not count things.
fn sum_of(survey: &Survey<'_>, name: &str, seat: usize) -> Option<f64> {
    let evidence = (find_measure(name).unwrap().evidence)(survey, seat);
    let scenario = survey.scenario;
    let shares = evidence.cells.iter().map(|&cell| survey.share(seat, cell));
    let shared = shares.clone().filter(|&share| share < 1.0).count();
    let is_parted = ["territory", "exposure"].contains(&name);
    assert_eq!(evidence.shared, if is_parted { shared } else { 0 }, "{name}");
    Some(match name {
        "territory" | "exposure" => shares.sum(),
        "land-8" | "good-land-reach" | "home-landmass" | "sea-access" => evidence.cells.len() as f64,
        "independents-8" => evidence.units.len() as f64,
        "uncontested" => (evidence.cells.len() + evidence.units.len()) as f64,
        "start-units" => {
            let worth = |&id| scenario.design.int(design::parameters::unit::POINT_VALUE, scenario.unit(id).kind);
            evidence.units.iter().map(worth).sum::<i32>().into()
        }
        "materials-8" => {
            let (mut percent, mut kinds) = (0.0, 0.0);
            for (kind, layer) in &scenario.world.materials {
                let held = |id: world::UnitId| {
                    let materials = &scenario.unit(id).materials;
                    materials.get(design::TypeId::index(*kind)).copied().unwrap_or(0)
                };
                let free = survey.independents.iter().map(|&(id, ..)| held(id));
                let all: i32 = free.chain(scenario.world.area.cells().map(|cell| layer[cell])).sum();
                let units = evidence.units.iter().map(|&id| held(id));
                let near: i32 = units.chain(evidence.cells.iter().map(|&cell| layer[cell])).sum();
                if all > 0 {
                    percent += 100.0 * f64::from(near) / f64::from(all);
                    kinds += 1.0;
                }
            }
            if kinds > 0.0 { percent / kinds } else { 0.0 }
        }
        _ => return None,
    })
}

fn any_shape() -> impl Strategy<Value = Shape> {
    prop::sample::select(Shape::ALL)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn a_symmetric_world_is_exactly_fair(shape in any_shape(), seed in any::<u64>()) {
        let found = fair(&symmetric(shape, seed));
        for measure in &found.measures {
            prop_assert_eq!((measure.min_over_max, measure.gini), (1.0, 0.0), "{:?}", measure);
        }
        prop_assert_eq!(found.score, 1.0);
        prop_assert_eq!(found.reason, "All seats are equal in every measure.");
    }

    #[test]
    fn the_order_of_seats_permutes_the_values_and_nothing_else(
        shape in any_shape(), seed in any::<u64>(), order in Just([0_usize, 1, 2, 3]).prop_shuffle(),
    ) {
        let scenario = random(shape, seed, 4);
        let mut permuted = scenario.clone();
        permuted.sides = order.iter().map(|&seat| scenario.sides[seat].clone()).collect();
        for unit in permuted.units.iter_mut().filter(|unit| unit.side != SideId::INDEPENDENT) {
            let seat = unit.side.index().unwrap();
            unit.side = SideId(order.iter().position(|&from| from == seat).unwrap() as u8 + 1);
        }
        let (before, after) = (fair(&scenario), fair(&permuted));
        for (before, after) in before.measures.iter().zip(&after.measures) {
            let expected: Vec<f64> = order.iter().map(|&seat| before.values[seat]).collect();
            prop_assert_eq!(&after.values, &expected, "{}", before.name);
            prop_assert_eq!((before.min_over_max, before.gini), (after.min_over_max, after.gini), "{}", before.name);
        }
        prop_assert_eq!(before.score, after.score);
    }

    #[test]
    fn land_for_the_worst_seat_never_lowers_the_ratio(shape in any_shape(), seed in any::<u64>()) {
        let mut scenario = random(shape, seed, 3);
        let ratio = |scenario: &Scenario| fair(scenario).measures[0].min_over_max;
        let (area, before) = (scenario.world.area, ratio(&scenario));
        let land = values(&scenario, "land-8");
        let worst = (0..3).min_by(|&one, &other| land[one].total_cmp(&land[other])).unwrap();
        let near = |cell, seat: usize| area.distance(scenario.sides[seat].center.unwrap(), cell) <= 8;
        let gained = area.cells().find(|&cell| {
            let alone = near(cell, worst) && (0..3).filter(|&seat| near(cell, seat)).count() == 1;
            alone && scenario.world.is_liquid(&scenario.design, cell)
        });
        // If all are equal any gain makes them differ.
        prop_assume!(gained.is_some() && before < 1.0);
        let plains = scenario.design.find("plains").unwrap();
        scenario.world.terrain.as_mut().unwrap().edit()[gained.unwrap().index()] = plains;
        prop_assert_eq!(values(&scenario, "land-8")[worst], land[worst] + 1.0);
        prop_assert!(ratio(&scenario) >= before);
    }

    #[test]
    fn what_stands_behind_a_number_adds_up_to_it(shape in any_shape(), seed in any::<u64>()) {
        let scenario = rich(shape, seed);
        let found = survey(&scenario);
        let has_sea = scenario.world.area.cells().any(|cell| !found.ground.way_to_sea(cell).is_empty());
        for kind in MEASURES {
            let values = (kind.values)(&found);
            for (seat, &value) in values.iter().enumerate() {
                let Some(sum) = sum_of(&found, kind.name, seat) else { continue };
                let is_far = kind.name == "sea-access" && (!has_sea || found.seats[seat].center.is_none());
                if is_far {
                    prop_assert_eq!(sum, 0.0);
                } else {
                    prop_assert!((sum - value).abs() < 1e-9, "{} of seat {seat}: {sum}, not {value}", kind.name);
                }
            }
        }
    }

    #[test]
    fn a_march_leads_from_center_to_center_at_its_cost(shape in any_shape(), seed in any::<u64>()) {
        let scenario = rich(shape, seed);
        let (found, area) = (survey(&scenario), scenario.world.area);
        for seat in 0..5 {
            let mut all = Vec::new();
            let mut costs = Vec::new();
            for rival in found.rivals(seat) {
                let way = found.way_of_march(rival, seat);
                let Some(march) = found.march(rival, seat) else {
                    prop_assert!(way.is_empty());
                    continue;
                };
                prop_assert_eq!(way.first().copied(), found.seats[rival].center);
                prop_assert_eq!(way.last().copied(), found.seats[seat].center);
                let step = |pair: &[Cell]| {
                    let steps = area.around(pair[0]).filter(|&(_, end)| end == pair[1]);
                    steps.filter_map(|(way, end)| found.ground.step(pair[0], way, end)).min()
                };
                let sum: Option<u32> = way.windows(2).map(step).sum();
                let walks = found.cost(rival, found.seats[seat].center.unwrap()).is_some();
                prop_assert_eq!(if walks { sum } else { Some(way.len() as u32 - 1) }, Some(march));
                costs.push((march, way.clone()));
                all.extend(way);
            }
            all.sort_unstable();
            all.dedup();
            let evidence = |name| (find_measure(name).unwrap().evidence)(&found, seat).cells;
            prop_assert_eq!(evidence("rival-mean"), all);
            let nearest = costs.into_iter().min_by_key(|(march, _)| *march).map(|(_, way)| way);
            prop_assert_eq!(evidence("rival-nearest"), nearest.unwrap_or_default());
        }
    }

    #[test]
    fn standings_found_later_are_those_of_the_score(shape in any_shape(), seed in any::<u64>()) {
        let mut started = rich(shape, seed);
        prop_assert_eq!(fair(&started).worst_seat, 5, "who has no start has it hardest");
        started.sides.pop();
        let again = fair(&started);
        let kind = |name: &str| find_measure(name).unwrap();
        let seats: Vec<Vec<f64>> = again.measures.iter().map(|one| standing(&started, kind(&one.name), one).unwrap()).collect();
        let lost = |seat: usize| again.measures.iter().zip(&seats).map(|(one, of)| loss(one.weight, of[seat])).sum::<f64>();
        let least = (0..4).min_by(|&one, &other| lost(other).total_cmp(&lost(one))).unwrap();
        prop_assert_eq!(again.worst_seat, least + 1);
        if let Some(teams) = again.teams {
            let of: Vec<Vec<f64>> =
                teams.measures.iter().map(|one| team_standing(&started, &teams.members, kind(&one.name), one).unwrap()).collect();
            let weights = again.measures.iter().map(|one| one.weight);
            let lost = |team: usize| weights.clone().zip(&of).map(|(weight, of)| loss(weight, of[team])).sum::<f64>();
            let least = (0..of[0].len()).min_by(|&one, &other| lost(other).total_cmp(&lost(one))).unwrap();
            prop_assert_eq!(teams.worst_team, least + 1);
        }
    }

    #[test]
    fn all_land_has_a_holder_and_all_shares_sum_up(shape in any_shape(), seed in any::<u64>()) {
        let scenario = random(shape, seed, 5);
        let area = scenario.world.area;
        let inner = |cell: &Cell| !area.is_edge(*cell) && !scenario.world.is_liquid(&scenario.design, *cell);
        // A center on the ring holds its own cell; no other seat walks there.
        let rim = scenario.sides.iter().filter_map(|side| side.center).filter(|&center| area.is_edge(center));
        let mut rim: Vec<Cell> = rim.filter(|&cell| !scenario.world.is_liquid(&scenario.design, cell)).collect();
        rim.sort_unstable();
        rim.dedup();
        let all = area.cells().filter(inner).count() + rim.len();
        let shares: f64 = values(&scenario, "territory").iter().sum();
        prop_assert!((shares - all as f64).abs() < 1e-9, "{shares} of {all}");
    }
}

#[test]
fn any_number_of_threads_finds_the_same() {
    for shape in Shape::ALL {
        let scenario = random(*shape, 7, 6);
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| fair(&scenario))
        };
        assert_eq!(with(1), with(2));
    }
}

#[test]
fn degenerate_scenarios_are_measured_too() {
    let nothing = plain(Shape::Hexagon, 5, 5);
    let found = fair(&nothing);
    assert_eq!((found.score, found.worst_seat, found.reason.as_str()), (1.0, 0, "There is no seat."));

    let mut alone = nothing.clone();
    seat(&mut alone, None);
    assert_eq!(fair(&alone).reason, "There is only one seat.");

    // One seat without a place to start from, and one with a place.
    let mut lost = plain(Shape::Rectangle, 9, 9);
    let middle = lost.world.area.cell(4, 4);
    seat(&mut lost, middle);
    seat(&mut lost, None);
    let found = fair(&lost);
    assert_eq!(found.worst_seat, 2);
    let expected = "Seat 2 (Nordmark) has no place to start from: neither a center nor a unit on the map.";
    assert_eq!(found.reason, expected);
    seat(&mut lost, Some(Cell(9999)));
    assert_eq!(fair(&lost).worst_seat, 2);

    // No terrain; all sea; all seats in one cell; the greatest number of sides.
    let mut many = plain(Shape::Cylinder, 9, 9);
    let middle = many.world.area.cell(3, 4);
    for _ in 0..255 {
        seat(&mut many, middle);
    }
    assert_eq!(fair(&many).score, 1.0);
    let sea = many.design.find("sea").unwrap();
    many.world.terrain = Some(Layer::filled(&many.world.area, sea));
    assert_eq!(fair(&many).score, 1.0);
    many.world.terrain = None;
    assert_eq!(fair(&many).score, 1.0);

    // Designs without water, without units, and without anything.
    for text in ["{ \"terrain\": { \"rock\": {} } }", "{ \"units\": { \"rock\": {} } }", "{}"] {
        let mut scenario = random(Shape::Hexagon, 3, 3);
        scenario.design = read(text);
        scenario.units.clear();
        let ground = scenario.design.find("rock");
        scenario.world.terrain = ground.map(|kind| Layer::filled(&scenario.world.area, kind));
        fair(&scenario);
    }
}

#[test]
fn a_seat_without_a_center_begins_at_its_main_unit() {
    let mut scenario = plain(Shape::Rectangle, 9, 9);
    let at = |column| scenario.world.area.cell(column, 4).unwrap();
    let (camp, city, palace) = (at(2), at(4), at(6));
    seat(&mut scenario, None);
    for (kind, cell) in [("infantry", camp), ("palace", palace), ("city", city), ("city", camp)] {
        scenario.add_unit(Unit::new(unit_type(kind), Place::Cell(cell), SideId(1)));
    }
    // Not the most expensive type, but the one that sides start with and build with; of two the first.
    assert_eq!(survey(&scenario).seats[0].center, Some(city));
    scenario.units.truncate(2);
    assert_eq!(survey(&scenario).seats[0].center, Some(palace));
    // Inside of another unit.
    scenario.units[1].place = Place::Inside(world::UnitId(1));
    assert_eq!(survey(&scenario).seats[0].center, Some(camp));
    // A center is a wish: it counts where nothing stands.
    scenario.sides[0].center = Some(city);
    assert_eq!(survey(&scenario).seats[0].center, Some(camp));
    scenario.units.clear();
    assert_eq!(survey(&scenario).seats[0].center, Some(city));
}

#[test]
fn measures_go_by_where_the_units_stand() {
    let mut scenario = draw(Shape::Rectangle, "++++++++++++\n+1o+o++++o2+\n++++++++++++");
    let capital = |side: usize| {
        Unit::new(unit_type("city"), Place::Cell(scenario.sides[side].center.unwrap()), SideId(side as u8 + 1))
    };
    let capitals = [capital(0), capital(1)];
    capitals.into_iter().for_each(|unit| {
        scenario.add_unit(unit);
    });
    let before = fair(&scenario);
    // A wish changes nothing, a move does.
    let mut wished = scenario.clone();
    wished.sides[0].center = scenario.world.area.cell(8, 1);
    assert_eq!(fair(&wished), before);
    let mut moved = scenario.clone();
    let last = moved.units.len() - 2;
    moved.units[last].place = Place::Cell(scenario.world.area.cell(9, 1).unwrap());
    assert_ne!(fair(&moved).measures, before.measures);
    assert_eq!(crate::starts(&moved)[0].1, scenario.world.area.cell(9, 1));
}

#[test]
fn roles_are_found_by_property() {
    let design = crate::testing::design();
    assert_eq!(main_start_unit(&design), design.find("city"));
    assert_eq!(cheapest_ground_unit(&design), design.find("infantry"));
    // Sea, plains, forest, desert; and mountains, favoured, where a city vanishes.
    assert_eq!(good_land(&design), [false, true, true, false, false]);

    // Ships alone: no unit walks.
    let ships = read(
        "{ \"terrain\": { \"sea\": { \"liquid\": true }, \"rock\": {} }, \"units\": { \"ship\": { \"acp-per-turn\": 2 } } }",
    );
    assert_eq!((main_start_unit(&ships), cheapest_ground_unit(&ships)), (ships.find("ship"), None));
    // No water: the type that walks on most of the land, not the cheaper climber.
    let dry = read(
        r#"{ "terrain": { "a": {}, "b": {}, "peak": {} },
             "units": { "goat": { "acp-per-turn": 1, "cp": 1 }, "man": { "acp-per-turn": 1, "cp": 9 }, "rock": {} },
             "tables": { "mp-to-enter-terrain": { "goat": { "a b": 9 } } } }"#,
    );
    assert_eq!(cheapest_ground_unit(&dry), dry.find("man"));
    assert_eq!(cheapest_ground_unit(&read("{}")), None);
}

#[test]
fn the_reason_names_the_worst_seat() {
    let weights = |text| Weights::read("test", text, MEASURES).unwrap();
    let said = |map: &str, text| score(&draw(Shape::Rectangle, map), None, &weights(text)).reason;
    let towns = "+++++++++++++++++++++++++\n+1o+o++++++++++++++++o+2+\n+++++++++++++++++++++++++";
    assert_eq!(
        said(towns, "{ \"independents-8\": 1 }"),
        "Seat 2 (Nordmark) can expect slightly fewer wins than it is due: it has 1 town within 8 cells, while the best-placed seat has 2."
    );
    let march = "+++++++++++++++++++++++++\n+1o+o+2++++++++++++++o+3+\n+++++++++++++++++++++++++";
    assert_eq!(
        said(march, "{ \"independents-8\": 100, \"rival-nearest\": 200 }"),
        "Seat 1 (Veland) can expect 10 % of the wins, where an equal share is 33 %: it has its nearest rival 5 movement points away, while the best-placed seat's is 17 away."
    );
    // Two reasons of similar weight, the more informative one first.
    assert_eq!(
        said(march, "{ \"independents-8\": 600, \"rival-nearest\": 1, \"exposure\": 1 }"),
        "Seat 3 (Vorland) can expect 4 % of the wins, where an equal share is 33 %: it has 1 town within 8 cells, while the best-placed seat has 2."
    );
    // What can be taken is called by its kind, and a deposit of a material counts too.
    let mut taken = towns.replace("++o+2+", "+++o2+");
    let begins = "Seat 2 (Nordmark) can expect 33 % of the wins, where an equal share is 50 %: it can take ";
    assert_eq!(
        said(&taken, "{ \"uncontested\": 170 }"),
        format!("{begins}1 free town before any rival comes, while the best-placed seat can take 2.")
    );
    taken = taken.replace("1o+o+", "1o+$+");
    assert_eq!(
        said(&taken, "{ \"uncontested\": 170 }"),
        format!("{begins}1 free town or deposit before any rival comes, while the best-placed seat can take 2.")
    );
    let mut entitled = draw(Shape::Rectangle, towns);
    entitled.sides[1].advantage = 3;
    assert_eq!(
        score(&entitled, None, &weights("{ \"independents-8\": 100 }")).reason,
        "Seat 2 (Nordmark) can expect 67 % of the wins, where its advantage entitles it to 75 %: it has 1 town within \
        8 cells, while the best-placed seat has 2."
    );
    assert_eq!(said(towns, "{ \"sea-access\": 1 }"), "All seats are equal in every measure that counts.");
    assert_eq!(said("+++++++\n+1+++2+\n+++++++", "{ \"land-8\": 1 }"), "All seats are equal in every measure.");
}

#[test]
fn every_measure_can_be_the_reason() {
    let mut said = Vec::new();
    for seed in 0..40 {
        let scenario = random(Shape::Rectangle, seed, 4);
        for kind in crate::MEASURES {
            let only = Weights::read("test", &format!("{{ \"{}\": 1 }}", kind.name), MEASURES).unwrap();
            let reason = score(&scenario, None, &only).reason;
            assert!(reason.ends_with('.') && !reason.contains("NaN") && !reason.contains("  "), "{reason}");
            if reason.starts_with("Seat") {
                said.push(kind.name);
            }
        }
    }
    let of_cells = crate::MEASURES.iter().filter(|kind| kind.is_of_cells());
    for kind in of_cells.filter(|kind| !["materials-8", "income", "prizes"].contains(&kind.name)) {
        assert!(said.contains(&kind.name), "{} never was the reason", kind.name);
    }
}

/// Every reason as people read it, after the name of the seat. The seat is alone with its value in all of them.
#[test]
fn each_measure_says_its_reason_in_a_sentence_of_its_own() {
    let scenario = draw(Shape::Rectangle, "+++++++++\n+1+oo++2+\n+++++++++");
    let survey = survey(&scenario);
    for (name, expected) in [
        ("land-8", "has 2.5 cells of land within 8 cells, while the best-placed seat has 4"),
        (
            "good-land-reach",
            "reaches 2.5 cells of good land in 16 movement points, while the best-placed seat reaches 4",
        ),
        ("territory", "is nearest to 2.5 cells of land, while the best-placed seat is nearest to 4"),
        ("home-landmass", "lies on a landmass of 2.5 cells, more open to attack than the 4 of the best-placed seat"),
        ("independents-8", "has 2.5 towns within 8 cells, while the best-placed seat has 4"),
        ("uncontested", "can take 2.5 free towns before any rival comes, while the best-placed seat can take 4"),
        ("materials-8", "has 2.5% of all materials within 8 cells, while the best-placed seat has 4%"),
        ("start-units", "starts with units worth 2.5, while the best-placed seat's are worth 4"),
        ("income", "earns 2.5 of all materials a turn, while the best-placed seat earns 4"),
        ("prizes", "can soon take free towns that bring 2.5 a turn, while those of the best-placed seat bring 4"),
        ("rival-nearest", "has its nearest rival 2.5 movement points away, closer than anybody else's"),
        (
            "rival-mean",
            "lies closer to its rivals than others do (2.5 movement points on average, against 4 of the best-placed seat)",
        ),
        (
            "rival-farthest",
            "has even its farthest rival only 2.5 movement points away, while the best-placed seat's is 4 away",
        ),
        ("exposure", "has to guard a front of 2.5 cells against its rivals, while the best-placed seat guards 4"),
        ("sea-access", "lies 2.5 cells away from the sea, while the best-placed seat lies 4 away"),
    ] {
        let kind = find_measure(name).unwrap();
        assert_eq!((kind.clause)(&survey, crate::Contrast { own: 2.5, best: 4.0, alone: true }), expected);
    }
    assert_eq!(MEASURES.len(), 15, "a new measure says its sentence here");
}

#[test]
fn the_table_fits_and_marks_the_worst() {
    for seats in [0, 1, 2, 7, 8, 9, 30] {
        let mut scenario = random(Shape::Rectangle, 5, seats);
        for (index, side) in scenario.sides.iter_mut().enumerate() {
            side.name = format!("The Åland Isles {index}");
        }
        let found = fair(&scenario);
        let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
        let table = text_table(&found, doubt_words(&found, None).as_deref(), &names);
        assert!(table.lines().all(|line| line.chars().count() <= 100), "{table}");
        // The design has no treasury, so incomes and prizes are left out.
        let pays = |kind: &crate::MeasureKind| !["income", "prizes"].contains(&kind.name) || seats == 0;
        let applies = |kind: &&crate::MeasureKind| kind.is_of_cells() && pays(kind);
        let has_row = |name: &str| {
            table.lines().take_while(|line| !line.is_empty()).any(|line| line.starts_with(&format!("{name} ")))
        };
        assert!(crate::MEASURES.iter().copied().all(|kind| has_row(kind.name) == applies(&kind)), "{table}");
        assert_eq!(table.lines().next().unwrap().contains('*'), seats > 1, "{table}");
        // Columns are aligned.
        let rows = table.lines().take(14).filter(|line| !line.starts_with("predicted"));
        let rows: Vec<usize> = rows.map(|line| line.chars().count()).collect();
        assert!(rows.iter().all(|&width| width == rows[0]), "{table}");
        // Fewer names than seats.
        assert!(text_table(&found, None, &[]).contains("measure"));
    }
}

#[test]
fn the_table_reads_well() {
    let map = "++++++++++++\n+1o+o++++o2+\n++++++++++++";
    let mut scenario = draw(Shape::Rectangle, map);
    scenario.sides[1].name = "The Long-named Marches".to_owned();
    let names: Vec<&str> = scenario.sides.iter().map(|side| side.name.as_str()).collect();
    let expected = "\
measure         unit   Veland  The Long-named…*  worst/best  weight
land-8          cells      30                28        0.94      10
good-land-reach cells      10                10        1.00       0
uncontested     finds       2                 1        0.67     100
materials-8     %           0                 0        1.00       0
rival-mean      mp          9                 9        1.00       0
predicted wins  %          60                40

fairness 0.80, predicted   (* can expect least)
Nine in ten seats that look alike on such maps win between 16 and 84 % of the matches.
Seat 2 (The Long-named Marches) can expect 40 % of the wins, where an equal share is 50 %: it can
take 1 free town before any rival comes, while the best-placed seat can take 2.
";
    let weights = Weights::read("test", "{ \"uncontested\": 100, \"land-8\": 10, \"doubt\": 100 }", MEASURES).unwrap();
    let mut found = score(&scenario, None, &weights);
    let doubt = doubt_words(&found, None);
    // A row of each unit is enough: another measure is another row.
    let shown = ["land-8", "good-land-reach", "uncontested", "materials-8", "rival-mean"];
    found.measures.retain(|measure| shown.contains(&measure.name.as_str()));
    assert_eq!(text_table(&found, doubt.as_deref(), &names), expected);
}

#[test]
fn cells_tell_who_holds_them() {
    let scenario = draw(Shape::Rectangle, "+++++++++++\n+1++~++++2+\n+++++++++++");
    let found = survey(&scenario);
    let row: Vec<Holder<'_>> =
        (0..11).map(|column| found.holder(scenario.world.area.cell(column, 1).unwrap())).collect();
    assert_eq!(row[1..4], [Holder::Seats(&[0]); 3]);
    assert_eq!(row[5..10], [Holder::Seats(&[1]); 5]);
    assert_eq!([row[0], row[4], row[10]], [Holder::Nobody; 3]);
    let shared = draw(Shape::Rectangle, "+++++\n+1+2+\n+++++");
    let middle = shared.world.area.cell(2, 1).unwrap();
    assert_eq!(survey(&shared).holder(middle), Holder::Seats(&[0, 1]));
}
