//! The board of the tests: 24 provinces and four seats, the same for each.

use std::sync::Arc;

use contract::Ruleset;
use design::{Design, Section};
use diagnostics::RonTree;
use empire::Empire;
use grid::{Area, Cell, Shape};
use world::{Link, LinkKind, Province, ProvinceId, Scenario, Side, SideId, World};

const COLUMNS: u32 = 6;
const ROWS: u32 = 4;
const PROVINCES: u32 = COLUMNS * ROWS;

/// A quarter of the board, row by row from its corner: tribute, squads that are trained, squads there, level of the fort. The other
/// quarters are its mirror images, so that the four seats begin alike.
const QUARTER: [&str; 6] = [
    r#"{ tribute: 8, trains: { legion: 2, phalanx: 2, archers: 2, equites: 1, chariots: 1, catapults: 1 }, troops: { legion: 2, archers: 1, equites: 1 }, fort: 1 }"#,
    r#"{ tribute: 5, trains: { archers: 2, auxilia: 1 }, troops: { phalanx: 1, archers: 1 }, fort: 0 }"#,
    r#"{ tribute: 7, trains: { chariots: 2, phalanx: 1 }, troops: { chariots: 2, legion: 1 }, fort: 0 }"#,
    r#"{ tribute: 4, trains: { legion: 2, catapults: 1 }, troops: { legion: 2 }, fort: 0 }"#,
    r#"{ tribute: 6, trains: { equites: 2, legion: 1 }, troops: { equites: 1, phalanx: 1 }, fort: 1 }"#,
    r#"{ tribute: 10, trains: { auxilia: 2, archers: 2, catapults: 2 }, troops: { legion: 2, archers: 1, auxilia: 1 }, fort: 1 }"#,
];

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
    let province = |index: u32| Province {
        name: format!("P{}", index + 1),
        capital: Cell(5 * index),
        worth: 10,
        owner: owner(index),
    };
    world.provinces = (0..PROVINCES).map(province).collect();
    let mut link = |from: u32, to: u32| {
        let mut places = [place(from).0, place(to).0];
        places.sort_unstable();
        let kind = match places {
            [1, 2] | [3, 4] => LinkKind::River,
            [1, 4] => LinkKind::Closed,
            [5, 5] if to == from + 1 => LinkKind::River,
            _ => LinkKind::Open,
        };
        let [from, to] = [from, to].map(|index| ProvinceId(index as u16 + 1));
        world.province_links.push(Link { from, to, kind });
    };
    for index in 0..PROVINCES {
        if index % COLUMNS + 1 < COLUMNS {
            link(index, index + 1);
        }
        if index + COLUMNS < PROVINCES {
            link(index, index + COLUMNS);
        }
    }
    let mut scenario = Scenario::new(Arc::new(Design::default()), world);
    scenario.sides = ["North-West", "North-East", "South-West", "South-East"]
        .map(|name| Side { name: name.to_owned(), ..Side::default() })
        .into();
    let entry = |index: u32| format!("\"{}\": {}", index + 1, QUARTER[place(index).0]);
    let entries: Vec<String> = (0..PROVINCES).map(entry).collect();
    let mut own = Section::default();
    own.set("provinces", &RonTree::of(format!("{{ {} }}", entries.join(", "))), None);
    scenario.sections.insert("empire".to_owned(), own);
    Empire::open(&scenario).unwrap_or_else(|why| panic!("{why}"))
}
