//! Ships with momentum in pictures: what stands where, and maps that wrap with their repeats at the rim.

use std::sync::Arc;

use design::{Design, Known, Section, TerrainType, UnitType};
use diagnostics::RonTree;
use fairmarch_output::{Arrow, MovingFrame, PictureStyle, SIDE_COLORS, draw, draw_moved, write_moving};
use grid::{Area, Layer, Shape};
use image::RgbImage;
use world::{Place, Scenario, Side, SideId, Unit, World};

use crate::sample::sample;

const DESIGN: &str = r##"{
  "title": "Hostile Space",
  "terrain": {
    "space": { "image-name": "space" },
    "dust": { "image-name": "space", "color": "#3a2f3c" },
    "rock": { "color": "#6b6257" },
  },
  "units": {
    "ship": { "image-name": "starship", "acp-per-turn": 1 }, "missile": {}, "marker": {}, "base": {}, "base-part": {},
    "asteroid": { "image-name": "rubble" },
  },
  "globals": { "ruleset": "hostile-space", "edge-ring": false },
  "hostile-space": { "bases": true },
}"##;

fn design(text: &str) -> Design {
    let read = formats::read_design("game", "game.ron", text, &|_| None, &Known::default());
    read.unwrap_or_else(|faults| panic!("{:?}", faults.0)).0
}

/// A torus of 40 by 32 hexes for two, and what stands on it: type, side, number, hex.
fn space(text: &str, units: &[(&str, u8, u16, &str)]) -> Scenario {
    let design = Arc::new(design(text));
    let area = Area::new(Shape::Torus, 40, 32).unwrap();
    let mut world = World::new(area);
    let space = design.find::<TerrainType>("space").unwrap();
    world.terrain = Some(Layer::filled(&area, space));
    let mut scenario = Scenario::new(Arc::clone(&design), world);
    scenario.sides = ["Ostria", "Vestria"].map(|name| Side { name: name.to_owned(), ..Side::default() }).to_vec();
    for &(kind, side, number, hex) in units {
        let kind = design.find::<UnitType>(kind).unwrap();
        let mut unit = Unit::new(kind, Place::Cell(area.find_cell(hex).unwrap()), SideId(side));
        unit.number = number;
        scenario.units.push(unit);
    }
    scenario
}

/// A position in turn 3: by side and number the velocities of ships; missiles by side, hex and direction.
fn position(mut scenario: Scenario, ships: &[(&str, [i32; 2], &str)], missiles: &[(u8, &str, &str)]) -> Scenario {
    let mut section = Section::default();
    section.set("turn", &RonTree::of(3), None);
    section.set("order", &RonTree::list([1, 2].map(RonTree::of)), None);
    let ship = |&(name, velocity, facing): &(&str, [i32; 2], &str)| {
        let velocity = RonTree::list(velocity.map(RonTree::of));
        (name.to_owned(), RonTree::map([("velocity", velocity), ("facing", RonTree::text(facing))]))
    };
    section.set("ships", &RonTree::map(ships.iter().map(ship).collect::<Vec<_>>()), None);
    let missile = |(index, &(side, at, direction)): (usize, &(u8, &str, &str))| {
        RonTree::map([
            ("side", RonTree::of(side)),
            ("ship", RonTree::of(1)),
            ("shot", RonTree::of(index + 1)),
            ("at", RonTree::text(at)),
            ("direction", RonTree::text(direction)),
            ("fired-in", RonTree::of(2)),
            ("turns-left", RonTree::of(2)),
        ])
    };
    section.set("missiles", &RonTree::list(missiles.iter().enumerate().map(missile).collect::<Vec<_>>()), None);
    scenario.sections.insert("hostile-space".to_owned(), section);
    scenario
}

fn battle() -> Scenario {
    let scenario = space(
        DESIGN,
        &[
            ("base", 1, 0, "8,8"),
            ("base-part", 1, 0, "9,8"),
            ("base-part", 1, 0, "8,9"),
            ("base-part", 1, 0, "7,9"),
            ("base-part", 1, 0, "7,8"),
            ("base-part", 1, 0, "8,7"),
            ("base", 2, 0, "28,22"),
            ("base-part", 2, 0, "29,22"),
            ("ship", 1, 1, "12,12"),
            ("ship", 1, 2, "36,16"),
            ("ship", 1, 3, "4,28"),
            ("ship", 2, 1, "24,18"),
            ("ship", 2, 2, "20,5"),
            ("missile", 1, 0, "14,20"),
            ("missile", 2, 0, "22,26"),
            ("asteroid", 0, 0, "30,10"),
            ("asteroid", 0, 0, "20,8"),
        ],
    );
    position(
        scenario,
        &[
            ("1-1", [5, 2], "e"),
            ("1-2", [7, -1], "e"),
            ("1-3", [0, 6], "ne"),
            ("2-1", [-4, -2], "sw"),
            ("2-2", [0, 3], "ne"),
        ],
        &[(1, "14,20", "e"), (2, "22,26", "sw")],
    )
}

fn style(cell: u32) -> PictureStyle {
    PictureStyle { cell_width: Some(cell), frame: false, ..PictureStyle::default() }
}

#[test]
fn look() {
    let scenario = battle();
    let Ok(folder) = std::env::var("LOOK") else { return };
    let cell = |name: &str| scenario.world.area.find_cell(name).unwrap();
    let lost = [Arrow { side: 1, from: cell("15,25"), to: cell("11,25"), count: 1 }];
    for (name, style) in [
        ("framed", PictureStyle::default()),
        ("small", style(10)),
        ("bare", PictureStyle { rim: Some(0), ..style(20) }),
    ] {
        draw_moved(&scenario, &lost, &style).unwrap().save(format!("{folder}/{name}.png")).unwrap();
    }
    let other = sample(Shape::Torus, 36, 30, 5);
    draw(&other, &PictureStyle { rim: Some(5), ..style(20) }).unwrap().save(format!("{folder}/torus.png")).unwrap();
    let other = sample(Shape::Cylinder, 36, 30, 5);
    draw(&other, &PictureStyle { rim: Some(5), ..PictureStyle::default() })
        .unwrap()
        .save(format!("{folder}/cylinder.png"))
        .unwrap();
    let start = space(&DESIGN.replace("\"bases\": true", ""), &[("marker", 1, 0, "2,8"), ("marker", 2, 0, "20,24")]);
    draw(&start, &PictureStyle::default()).unwrap().save(format!("{folder}/start.png")).unwrap();
}
