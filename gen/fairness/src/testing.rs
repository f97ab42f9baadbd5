//! Small worlds for tests, drawn in letters, and checks on them.
//!
//! Lines run from north to south, as drawn. `+` plains (1 mp), `%` forest (2 mp, fair land: 50), `.` desert (1 mp, poor
//! land: 49), `^` mountains (nobody walks there), `~` sea, `o` an independent town on plains, `$` 10 ore on plains, `1` to
//! `9` the centers of seats, on plains.

use std::sync::{Arc, LazyLock};

use design::{Design, Known, MaterialType, TerrainType, UnitType};
use formats::read_design;
use grid::{Area, Cell, Layer, Shape};
use world::{Fairness, Place, Scenario, Side, SideId, Unit, World};

use crate::{Survey, Weights, estimate};

pub(crate) const DESIGN: &str = r#"{
  "groups": { "land": "plains forest desert mountains" },
  "materials": { "ore": {}, "fuel": {} },
  "terrain": { "sea": { "liquid": true }, "plains": {}, "forest": {}, "desert": {}, "mountains": {} },
  "units": {
    "ship": { "acp-per-turn": 4, "cp": 3 },
    "plane": { "acp-per-turn": 9, "cp": 2 },
    "armor": { "acp-per-turn": 4, "cp": 8, "point-value": 2 },
    "infantry": { "acp-per-turn": 2, "cp": 4, "start-with": 2, "point-value": 1 },
    "city": { "acp-per-turn": 4, "acp-to-move": 0, "start-with": 1, "point-value": 25 },
    "town": { "acp-per-turn": 2, "acp-to-move": 0, "point-value": 10 },
    "palace": { "point-value": 99 },
  },
  "tables": {
    "favored-terrain": { "*": 0, "city": { "plains": 100, "forest": 50, "desert": 49, "mountains": 100 } },
    "vanishes-on": { "infantry armor city": { "sea": true }, "city": { "mountains": true }, "ship": { "land": true } },
    "mp-to-enter-terrain": {
      "*": 99,
      "infantry armor": { "plains desert": 1, "forest": 2 },
      "ship": { "sea": 1 }, "plane": { "*": 1 },
    },
    "acp-to-build": { "city": { "*": 1 } },
  },
}"#;

static READ: LazyLock<Arc<Design>> = LazyLock::new(|| read(DESIGN));

pub(crate) fn read(text: &str) -> Arc<Design> {
    let found = read_design("test", "test.ron", text, &|_| None, &Known::default());
    Arc::new(found.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0)
}

pub(crate) fn design() -> Arc<Design> {
    Arc::clone(&READ)
}

pub(crate) fn unit_type(name: &str) -> UnitType {
    READ.find(name).unwrap()
}

/// An empty scenario of plains.
pub(crate) fn plain(shape: Shape, width: u32, height: u32) -> Scenario {
    let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
    let mut world = World::new(area);
    world.terrain = Some(Layer::filled(&area, READ.find("plains").unwrap()));
    Scenario::new(design(), world)
}

/// Adds a seat with its center.
pub(crate) fn seat(scenario: &mut Scenario, center: Option<Cell>) -> SideId {
    let name = ["Veland", "Nordmark", "Vorland", "Osmark"].get(scenario.sides.len()).copied().unwrap_or("");
    let [name, noun, adjective, color] = [name, "", "", "808080"].map(str::to_owned);
    scenario.sides.push(Side { name, noun, adjective, color, advantage: 1, center, ..Side::default() });
    SideId(scenario.sides.len() as u8)
}

pub(crate) fn town(scenario: &mut Scenario, cell: Cell) {
    scenario.add_unit(Unit::new(unit_type("town"), Place::Cell(cell), SideId::INDEPENDENT));
}

/// The scenario that a map draws.
pub(crate) fn draw(shape: Shape, map: &str) -> Scenario {
    let rows: Vec<&str> = map.lines().map(str::trim).filter(|row| !row.is_empty()).collect();
    let mut scenario = plain(shape, rows[0].len() as u32, rows.len() as u32);
    let area = scenario.world.area;
    let mut centers: Vec<(char, Cell)> = Vec::new();
    let mut ore = vec![0; area.len()];
    let terrain = |name| READ.find::<TerrainType>(name).unwrap();
    for cell in area.cells() {
        let (column, row) = area.column_row(cell);
        let glyph = char::from(rows[rows.len() - 1 - row as usize].as_bytes()[column as usize]);
        let ground = match glyph {
            '~' => "sea",
            '%' => "forest",
            '.' => "desert",
            '^' => "mountains",
            _ => "plains",
        };
        scenario.world.terrain.as_mut().unwrap().edit()[cell.index()] = terrain(ground);
        match glyph {
            'o' => town(&mut scenario, cell),
            '$' => ore[cell.index()] = 10,
            '1'..='9' => centers.push((glyph, cell)),
            _ => {}
        }
    }
    if ore.contains(&10) {
        scenario.world.materials.insert(READ.find::<MaterialType>("ore").unwrap(), Layer::from_values(&area, ore));
    }
    centers.sort_unstable();
    for (_, center) in centers {
        seat(&mut scenario, Some(center));
    }
    scenario
}

/// The values of one measure.
pub(crate) fn values(scenario: &Scenario, measure: &str) -> Vec<f64> {
    let fairness = fair(scenario);
    let found = fairness.measures.into_iter().find(|found| found.name == measure);
    found.unwrap_or_else(|| panic!("no measure {measure}")).values
}

/// Checks the values of a measure for the seats of a drawn world.
#[track_caller]
pub(crate) fn check(map: &str, measure: &str, expected: &[f64]) {
    let scenario = draw(Shape::Rectangle, map);
    assert_eq!(values(&scenario, measure), expected, "{measure} of\n{map}");
}

/// The estimate by the built-in weights, after checks that it is consistent.
#[track_caller]
pub(crate) fn fair(scenario: &Scenario) -> Fairness {
    let fairness = estimate(scenario, &Weights::builtin());
    let seats = scenario.sides.len();
    assert_eq!(fairness.seats, seats);
    assert!((0.0..=1.0).contains(&fairness.score), "score {}", fairness.score);
    assert!((usize::from(seats > 0)..=seats).contains(&fairness.worst_seat));
    assert!(fairness.reason.ends_with('.'), "{}", fairness.reason);
    for measure in &fairness.measures {
        assert_eq!(measure.values.len(), seats, "{}", measure.name);
        assert!(measure.values.iter().all(|value| value.is_finite() && *value >= 0.0), "{measure:?}");
        assert!((0.0..=1.0).contains(&measure.min_over_max), "{measure:?}");
        assert!((0.0..=1.0).contains(&measure.gini), "{measure:?}");
    }
    fairness
}

/// The survey of a scenario, for tests of the evidence behind a number.
pub(crate) fn survey(scenario: &Scenario) -> Survey<'_> {
    Survey::new(scenario)
}
