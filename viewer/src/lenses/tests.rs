//! Every lens on rolled worlds and on bare ones, and values by hand.

use std::sync::{Arc, LazyLock};

use design::{Design, Known, TerrainType};
use grid::{Area, Cell, Layer, Shape};
use pipeline::{Options, Request};
use world::{Scenario, Side, SideId, World};

use super::*;

const DESIGN: &str = r#"{
  "terrain": {
    "sea": { "liquid": true }, "plains": {}, "mountains": {},
    "river": { "subtype": "border", "subtype-x": "river-x" },
  },
  "units": {
    "infantry": { "acp-per-turn": 2, "cp": 4, "start-with": 2, "point-value": 1 },
    "city": { "acp-per-turn": 4, "acp-to-move": 0, "start-with": 1, "point-value": 25 },
  },
  "tables": {
    "favored-terrain": { "*": 0, "city": { "plains": 100 } },
    "vanishes-on": { "*": { "sea": true } },
    "mp-to-enter-terrain": { "*": 99, "infantry": { "plains": 1 } },
    "acp-to-build": { "city": { "*": 1 } },
  },
}"#;

static READ: LazyLock<Arc<Design>> = LazyLock::new(|| {
    let found = formats::read_design("test", "test.ron", DESIGN, &|_| None, &Known::default());
    Arc::new(found.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0)
});

fn terrain(name: &str) -> TerrainType {
    READ.find(name).unwrap()
}

/// A world as drawn, north on top: `+` plains, `^` mountains, `~` sea, digits the centers of seats.
fn draw(shape: Shape, map: &str) -> Scenario {
    let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let area = Area::new(shape, rows[0].len() as u32, rows.len() as u32).unwrap();
    let mut world = World::new(area);
    let mut kinds = Layer::filled(&area, terrain("plains"));
    let mut centers = Vec::new();
    for cell in area.cells() {
        let (column, row) = area.column_row(cell);
        let glyph = char::from(rows[rows.len() - 1 - row as usize].as_bytes()[column as usize]);
        kinds.edit()[cell.index()] = match glyph {
            '~' => terrain("sea"),
            '^' => terrain("mountains"),
            _ => terrain("plains"),
        };
        if glyph.is_ascii_digit() {
            centers.push((glyph, cell));
        }
    }
    world.terrain = Some(kinds);
    centers.sort_unstable();
    let names = ["Veland", "Nordmark", "Vorland"];
    let side = |(index, (_, cell)): (usize, (char, Cell))| Side {
        name: names[index].to_owned(),
        advantage: 1,
        center: Some(cell),
        ..Side::default()
    };
    let sides = centers.into_iter().enumerate().map(side).collect();
    Scenario { sides, ..Scenario::new(Arc::clone(&READ), world) }
}

fn see(scenario: &Scenario, name: &str, choice: usize) -> Result<Painting, String> {
    (find_lens(name).unwrap().make)(&Subject { scenario, choice })
}

/// The text of a lens about the cell at a column and a row, counted from the south-west.
fn told(scenario: &Scenario, name: &str, (column, row): (i32, i32)) -> String {
    let painting = see(scenario, name, 0).unwrap();
    (painting.tell)(scenario, scenario.world.area.cell(column, row).unwrap())
}

fn roll(preset: &str) -> Scenario {
    let loaded = pipeline::load_preset(preset).unwrap().unwrap();
    let request = Request { seed: 1, size: Some((40, 40)), ..Request::default() };
    pipeline::roll(&loaded, &request, &Options::new(preset)).unwrap().scenario
}

/// Looks through every lens; the names of those that see something.
fn look_through_all(scenario: &Scenario) -> Vec<&'static str> {
    let area = scenario.world.area;
    let mut seeing = Vec::new();
    for lens in LENSES {
        let choices = lens.choices.map_or_else(Vec::new, |choices| choices(scenario));
        for choice in 0..=choices.len() {
            let painting = match see(scenario, lens.name, choice) {
                Ok(painting) => painting,
                Err(why) => {
                    let is_sentence = why.starts_with(char::is_uppercase) && why.ends_with('.') && why.len() > 30;
                    assert!(is_sentence && !why.contains("  "), "{}: {why}", lens.name);
                    continue;
                }
            };
            if choice == 0 {
                seeing.push(lens.name);
            }
            assert_eq!(painting.colors.len(), area.len(), "{}", lens.name);
            for cell in area.cells() {
                let words = (painting.tell)(scenario, cell);
                assert!(!words.is_empty() && !words.contains("  "), "{}: {words:?}", lens.name);
            }
            // What the status line asks for lies in the void now and then.
            for index in 0..area.len() as u32 + 2 {
                (painting.tell)(scenario, Cell(index));
            }
            let words: Vec<&String> = match &painting.legend {
                Legend::Words(words) => words.iter().map(|(_, word)| word).collect(),
                Legend::Scale { colors, low, high, what, others } => {
                    assert!(colors.len() > 1);
                    others.iter().map(|(_, word)| word).chain([low, high, what]).collect()
                }
            };
            assert!(!words.is_empty() && words.iter().all(|word| !word.is_empty()), "{}: {words:?}", lens.name);
        }
    }
    seeing
}

#[test]
fn every_lens_sees_a_rolled_world_or_says_what_is_lacking() {
    let seen = look_through_all(&roll("classic"));
    for name in ["terrain", "elevation", "features", "edges", "moisture", "drainage", "land-value", "chokes", "travel"]
    {
        assert!(seen.contains(&name), "{name}");
    }
    for name in ["territory", "contest", "exposure", "countries"] {
        assert!(seen.contains(&name), "{name}");
    }
    look_through_all(&roll("generals-view"));
    look_through_all(&roll("starfield"));
    assert!(look_through_all(&roll("provinces")).contains(&"provinces"));
}

#[test]
fn a_bare_world_has_reasons_for_every_lens() {
    let mut scenario = draw(Shape::Rectangle, "++++++\n++++++\n++++++");
    look_through_all(&scenario);
    scenario.world.terrain = None;
    assert_eq!(look_through_all(&scenario), Vec::<&str>::new());
}

#[test]
fn layers_that_are_given_are_seen() {
    let mut scenario = draw(Shape::Rectangle, "1++++\n++~2+\n+++++");
    let area = scenario.world.area;
    let row = |values: [u8; 15]| Layer::from_values(&area, values.to_vec());
    let owners = |values: [u8; 15]| {
        let owner = |side: u8| Some(SideId(side)).filter(|_| side != 60).into();
        Some(Layer::from_values(&area, values.map(owner).to_vec()))
    };
    scenario.world.people = owners([0, 1, 2, 60, 60, 60, 60, 9, 0, 0, 0, 0, 0, 0, 0]);
    scenario.world.control = owners([1, 1, 2, 2, 60, 60, 60, 60, 0, 0, 0, 0, 0, 0, 0]);
    scenario.world.clouds = Some(row([0, 10, 20, 30, 40, 50, 60, 100, 0, 0, 0, 0, 0, 0, 0]));
    scenario.world.temperature = Some(Layer::filled(&area, -4));
    scenario.world.winds = Some(Layer::filled(&area, world::Wind { direction: grid::Direction(1), force: 3 }));
    scenario.world.gdl_layers.insert("aux".to_owned(), Layer::filled(&area, 1240));
    look_through_all(&scenario);
    assert_eq!(told(&scenario, "people", (0, 0)), "independent people");
    assert_eq!(told(&scenario, "people", (1, 0)), "people of Veland");
    assert_eq!(told(&scenario, "people", (2, 1)), "no people", "a side that is not there");
    assert_eq!(told(&scenario, "control", (2, 0)), "controlled by Nordmark");
    assert_eq!(told(&scenario, "clouds", (2, 1)), "clouds 100 %");
    assert_eq!(told(&scenario, "temperature", (0, 0)), "temperature -4");
    assert_eq!(told(&scenario, "winds", (0, 0)), "wind 3 to the east");
    assert_eq!(told(&scenario, "gdl-layers", (0, 0)), "aux 1,240");
}

#[test]
fn travel_and_contest_by_hand() {
    let scenario = draw(Shape::Square4, "^^^^^^^^^\n^1+++++2^\n^^^^^^^^^");
    assert_eq!(told(&scenario, "travel", (3, 1)), "2 mp from Veland");
    assert_eq!(told(&scenario, "travel", (3, 0)), "out of reach");
    assert_eq!(told(&scenario, "contest", (4, 1)), "contest 100 %: Veland 3 mp, Nordmark 3 mp");
    assert_eq!(told(&scenario, "contest", (1, 1)), "contest 14 %: Veland 0 mp, Nordmark 6 mp");
    assert_eq!(told(&scenario, "exposure", (4, 1)), "front: touches a rival's land");
    assert_eq!(told(&scenario, "exposure", (2, 1)), "Nordmark is 5 mp away");
    assert_eq!(told(&scenario, "territory", (4, 1)), "equally near to several: 3 mp");
    assert_eq!(told(&scenario, "territory", (6, 1)), "nearest to Nordmark: 1 mp");
    // The distance to an island that no unit can walk to is counted in cells.
    let island = draw(Shape::Square4, "^^^^^^^^^\n^1++2~~+^\n^^^^^^^^^");
    assert_eq!(told(&island, "exposure", (7, 1)), "Veland is 6 cells away");
    // Another seat is another choice.
    let painting = see(&scenario, "travel", 1).unwrap();
    assert_eq!((painting.tell)(&scenario, scenario.world.area.cell(1, 1).unwrap()), "6 mp from Nordmark");
}

#[test]
fn one_seat_alone_is_no_contest() {
    let scenario = draw(Shape::Rectangle, "++++++\n++1+++\n++++++");
    assert_eq!(see(&scenario, "contest", 0).err().unwrap(), "Only one side has a place: ask for two or more sides.");
    assert!(see(&scenario, "travel", 7).is_ok());
}

#[test]
fn chokes_and_land_value_by_hand() {
    let scenario = draw(Shape::Square8, "+++++^+++++\n+++++^+++++\n+++++++++++\n+++++^+++++\n+++++^+++++");
    assert_eq!(told(&scenario, "chokes", (5, 2)), "choke between 2 parts");
    assert_eq!(told(&scenario, "chokes", (4, 2)), "open land");
    assert_eq!(told(&scenario, "chokes", (5, 0)), "nobody walks there");
    assert_eq!(told(&scenario, "land-value", (5, 2)), "good land, 51 good cells within 8");
    assert_eq!(told(&scenario, "land-value", (5, 0)), "no good land, 51 good cells within 8");
}

#[test]
fn drainage_by_hand() {
    // Two brooks along the sides of squares meet, and flow on to the sea.
    let mut scenario = draw(Shape::Square4, "++++++\n++++++\n++++++\n++++++\n~~~~~~");
    let area = scenario.world.area;
    let mut edges = vec![0_u8; area.len()];
    let (north, east) = (grid::Direction(0), grid::Direction(1));
    let cell = |column, row| area.cell(column, row).unwrap();
    // East of column 2 from row 1 up to 2; from its end a brook to the west and one to the east.
    for (from, way) in [(cell(2, 1), east), (cell(2, 2), east), (cell(2, 2), north), (cell(3, 2), north)] {
        grid::connect(&area, &mut edges, from, way);
    }
    scenario.world.edges.insert(terrain("river"), Layer::from_values(&area, edges));
    assert_eq!(told(&scenario, "drainage", (2, 1)), "river of order 2");
    assert_eq!(told(&scenario, "drainage", (2, 3)), "river of order 1");
    assert_eq!(told(&scenario, "drainage", (0, 3)), "no river");
    assert_eq!(told(&scenario, "drainage", (2, 0)), "water");
    assert_eq!(told(&scenario, "edges", (2, 2)), "river on 2 sides");
}

#[test]
fn commas_part_thousands() {
    for (value, text) in [(0, "0"), (-7, "-7"), (999, "999"), (1240, "1,240"), (-1_234_567, "-1,234,567")] {
        assert_eq!(painting::number(value), text);
    }
}

#[test]
fn types_are_called_as_players_read_them() {
    let mut scenario = draw(Shape::Rectangle, "+++++\n+1+2+\n+++++");
    let named = DESIGN
        .replace("\"plains\": {}", "\"plains\": { \"name\": \"wide steppe\" }")
        .replace("\"infantry\": { \"acp", "\"infantry\": { \"name\": \"foot soldiers\", \"acp");
    let found = formats::read_design("test", "test.ron", &named, &|_| None, &Known::default());
    scenario.design = Arc::new(found.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0);
    let cell = scenario.world.area.cell(1, 1).unwrap();
    let infantry = scenario.design.find("infantry").unwrap();
    scenario.add_unit(world::Unit::new(infantry, world::Place::Cell(cell), world::SideId(1)));
    let painting = see(&scenario, "terrain", 0).unwrap();
    assert_eq!((painting.tell)(&scenario, cell), "wide steppe");
    assert_eq!(crate::map::unit_words(&scenario, 0), "Veland foot soldiers");
}
