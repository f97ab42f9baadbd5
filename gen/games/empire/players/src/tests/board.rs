//! The board of the tests: 24 provinces and four seats, the same for each.

use std::sync::Arc;

use contract::Ruleset;
use design::{Design, UnitType};
use empire::Empire;
use grid::{Area, Cell, Layer, Shape};
use world::{Place, Province, ProvinceId, ProvinceLink, ProvinceLinkKind, Scenario, Side, SideId, Unit, World};

const COLUMNS: u32 = 6;
const ROWS: u32 = 4;
const PROVINCES: u32 = COLUMNS * ROWS;

/// What a province of the board has.
struct Plan {
    tribute: u32,
    trains: &'static str,
    troops: &'static str,
    has_fort: bool,
}

/// A quarter of the board, row by row from its corner: tribute, squads that are trained and squads there by their letters, and
/// whether there is a fort. The other quarters are its mirror images, so that the four seats begin alike.
const QUARTER: [Plan; 6] = [
    Plan { tribute: 8, trains: "llppaaeck", troops: "llae", has_fort: true },
    Plan { tribute: 5, trains: "aax", troops: "pa", has_fort: false },
    Plan { tribute: 7, trains: "ccp", troops: "ccl", has_fort: false },
    Plan { tribute: 4, trains: "llk", troops: "ll", has_fort: false },
    Plan { tribute: 6, trains: "eel", troops: "ep", has_fort: true },
    Plan { tribute: 10, trains: "xxaakk", troops: "llax", has_fort: true },
];

/// The types of units by their letters.
const TYPES: [(char, &str); 8] = [
    ('l', "legion"),
    ('p', "phalanx"),
    ('a', "archers"),
    ('x', "auxilia"),
    ('e', "equites"),
    ('c', "chariots"),
    ('k', "catapults"),
    ('f', "fort"),
];

/// A design that has these types.
fn design() -> Design {
    let entries: Vec<String> = TYPES.iter().map(|(_, name)| format!("\"{name}\": {{}}")).collect();
    let text = format!("{{ \"terrain\": {{ \"plains\": {{}} }}, \"units\": {{ {} }} }}", entries.join(", "));
    let mut sources = design::Sources::default();
    let file = sources.add("game.ron", &text);
    let root = diagnostics::read_tree(&sources, file).expect("the text is RON");
    design::resolve("game", &[design::Draft { file, root }], &sources, &design::Known::default())
        .expect("it resolves")
        .0
}

/// The place of a province in its quarter, and the number of that quarter.
fn place(index: u32) -> (usize, u8) {
    let (column, row) = (index % COLUMNS, index / COLUMNS);
    let (right, low) = (column >= COLUMNS / 2, row >= ROWS / 2);
    let column = if right { COLUMNS - 1 - column } else { column };
    let row = if low { ROWS - 1 - row } else { row };
    ((row * COLUMNS / 2 + column) as usize, u8::from(right) + 2 * u8::from(low))
}

/// Six by four provinces; rivers and closed borders lie alike in all quarters.
pub(crate) fn board() -> Empire {
    let area = Area::new(Shape::Rectangle, 12, 12).expect("an area");
    let mut world = World::new(area);
    let owner = |index: u32| match place(index) {
        (0, quarter) => SideId(quarter + 1),
        _ => SideId::INDEPENDENT,
    };
    let design = design();
    let kind = |letter: char| -> UnitType {
        let name = TYPES.iter().find(|(known, _)| *known == letter).expect("a letter of the table").1;
        design.find(name).expect("a type of the design")
    };
    let trains = |plan: &Plan| {
        let counts = TYPES.iter().map(|&(letter, _)| (kind(letter), plan.trains.matches(letter).count() as u16));
        counts.filter(|&(_, count)| count > 0).collect()
    };
    let province = |index: u32| Province {
        name: format!("P{}", index + 1),
        capital: Cell(5 * index),
        worth: 10,
        owner: owner(index),
        income: QUARTER[place(index).0].tribute,
        trains: trains(&QUARTER[place(index).0]),
    };
    world.provinces = (0..PROVINCES).map(province).collect();
    let mut link = |from: u32, to: u32| {
        let mut places = [place(from).0, place(to).0];
        places.sort_unstable();
        let kind = match places {
            [1, 2] | [3, 4] => ProvinceLinkKind::River,
            [1, 4] => ProvinceLinkKind::Closed,
            [5, 5] if to == from + 1 => ProvinceLinkKind::River,
            _ => ProvinceLinkKind::Open,
        };
        let [from, to] = [from, to].map(|index| ProvinceId(index as u16 + 1));
        world.province_links.push(ProvinceLink { from, to, kind });
    };
    for index in 0..PROVINCES {
        if index % COLUMNS + 1 < COLUMNS {
            link(index, index + 1);
        }
        if index + COLUMNS < PROVINCES {
            link(index, index + COLUMNS);
        }
    }
    let mut province_of = vec![ProvinceId::NONE; area.len()];
    let mut units = Vec::new();
    for index in 0..PROVINCES {
        let (plan, capital) = (&QUARTER[place(index).0], Cell(5 * index));
        province_of[capital.index()] = ProvinceId(index as u16 + 1);
        let letters = plan.troops.chars().chain(plan.has_fort.then_some('f'));
        units.extend(letters.map(|letter| Unit::new(kind(letter), Place::Cell(capital), owner(index))));
    }
    world.province_of = Some(Layer::from_values(&area, province_of));
    let mut scenario = Scenario::new(Arc::new(design), world);
    scenario.units = units;
    scenario.sides = ["North-West", "North-East", "South-West", "South-East"]
        .map(|name| Side { name: name.to_owned(), ..Side::default() })
        .into();
    Empire::open(&scenario).unwrap_or_else(|why| panic!("{why}"))
}
