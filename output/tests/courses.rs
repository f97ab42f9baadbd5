//! Ships with momentum in pictures: what stands where, and maps that wrap with their repeats at the rim.

use std::sync::{Arc, LazyLock};

use design::{Design, Known, Section, TerrainType, UnitType};
use diagnostics::RonTree;
use fairmarch_output::{
    AreaLayout, Arrow, MovingFrame, MovingKind, PictureStyle, draw, draw_moved, side_color, write_moving,
};
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

const CELL: u32 = 20;
/// The rim of a picture of ships where none is asked for.
const RIM: u32 = 6;
const HARM: [u8; 3] = [255, 132, 54];

fn style(cell: u32) -> PictureStyle {
    PictureStyle { cell_width: Some(cell), frame: false, ..PictureStyle::default() }
}

/// A place of the picture: from the middle of a hex so many hexes right and up along a vector, and then so many pixels right and down.
fn place(scenario: &Scenario, rim: u32, hex: &str, (right, up): (f32, f32), (x, y): (f32, f32)) -> (u32, u32) {
    let plan = AreaLayout::new(scenario.world.area);
    let center = plan.center(scenario.world.area.find_cell(hex).unwrap());
    let (across, down) = (center.0 + right + up / 2.0 + rim as f32, center.1 + (rim as f32 - up) * plan.row());
    ((across * CELL as f32 + x) as u32, (down * CELL as f32 + y) as u32)
}

/// The colour of a side's lines. Tests ask for it pixel by pixel.
fn lit(side: usize) -> [u8; 3] {
    static BATTLE: LazyLock<Scenario> = LazyLock::new(battle);
    side_color(&BATTLE, side).map(|part| (f32::from(part) + (255.0 - f32::from(part)) * 0.28) as u8)
}

/// Whether a colour is seen within two pixels of a place.
fn is_seen(picture: &RgbImage, color: [u8; 3], (x, y): (u32, u32)) -> bool {
    let near = |x: u32, y: u32| picture.get_pixel(x, y).0.iter().zip(color).all(|(a, b)| a.abs_diff(b) < 34);
    (x - 2..=x + 2).any(|x| (y - 2..=y + 2).any(|y| near(x, y)))
}

/// A ring round a place is hollow: its circle has the colour, its middle is as in the empty picture.
fn is_ring(picture: &RgbImage, empty: &RgbImage, color: [u8; 3], (x, y): (u32, u32)) -> bool {
    let far = (0.34 * CELL as f32) as u32;
    let round = [(x + far, y), (x, y + far), (x, y - far)];
    let hollow = |x: u32, y: u32| picture.get_pixel(x, y) == empty.get_pixel(x, y);
    round.into_iter().filter(|&at| is_seen(picture, color, at)).count() >= 2 && hollow(x, y) && hollow(x + 1, y - 1)
}

fn without_units(scenario: &Scenario, rim: u32) -> RgbImage {
    draw(scenario, &PictureStyle { units: false, rim: Some(rim), ..style(CELL) }).unwrap()
}

#[test]
fn velocities_end_in_rings_where_ships_will_be() {
    let scenario = battle();
    let (picture, empty) = (draw(&scenario, &style(CELL)).unwrap(), without_units(&scenario, RIM));
    assert_eq!(picture.dimensions(), empty.dimensions(), "a torus with ships has a rim by itself");
    let at = |hex: &str, way: (f32, f32)| place(&scenario, RIM, hex, way, (0.0, 0.0));
    assert!(is_ring(&picture, &empty, lit(0), at("12,12", (5.0, 2.0))));
    assert!(is_ring(&picture, &empty, lit(1), at("24,18", (-4.0, -2.0))));
    assert!(is_seen(&picture, lit(0), at("12,12", (2.5, 1.0))), "the line half way");
    assert!(!is_seen(&picture, lit(0), at("12,12", (5.0, 4.0))));
    // Who runs into an asteroid has a cross there.
    assert!(is_seen(&picture, HARM, at("20,8", (0.0, 0.0))) && !is_seen(&picture, HARM, at("30,10", (0.0, 0.0))));
    // The ships themselves, and the base.
    for (hex, side) in [("12,12", 0), ("24,18", 1), ("7,8", 0), ("29,22", 1)] {
        let (x, y) = at(hex, (0.0, 0.0));
        assert!(
            is_seen(&picture, side_color(&scenario, side), (x + 6, y))
                || is_seen(&picture, side_color(&scenario, side), (x, y)),
            "{hex}"
        );
    }
}

#[test]
fn missiles_are_dashed_over_the_cells_that_they_will_pass() {
    let scenario = battle();
    let (picture, empty) = (draw(&scenario, &style(CELL)).unwrap(), without_units(&scenario, RIM));
    let at = |steps: f32| place(&scenario, RIM, "14,20", (steps, 0.0), (0.0, 0.0));
    for step in 2..=10 {
        let (x, y) = at(step as f32);
        assert!(is_seen(&picture, lit(0), (x, y)), "in the middle of cell {step}");
        let (x, y) = at(step as f32 + 0.5);
        let line = (x - 1..=x + 1).all(|x| picture.get_pixel(x, y) == empty.get_pixel(x, y));
        assert!(line, "no line between cells {step} and {}", step + 1);
    }
}

#[test]
fn ways_over_the_seam_are_whole_in_the_rim_and_end_on_the_other_side() {
    let scenario = battle();
    // From 36,16 in the drawn east seven to the right: over the seam at column 40.
    let end = "3,15";
    let rimmed = draw(&scenario, &style(CELL)).unwrap();
    let bare = draw(&scenario, &PictureStyle { rim: Some(0), ..style(CELL) }).unwrap();
    assert_eq!(rimmed.width(), bare.width() + 2 * RIM * CELL);
    let seen = |picture: &RgbImage, rim, hex: &str, way| {
        let at = place(&scenario, rim, hex, way, (0.34 * CELL as f32, 0.0));
        is_seen(picture, lit(0), at)
    };
    assert!(seen(&rimmed, RIM, end, (0.0, 0.0)) && seen(&bare, 0, end, (0.0, 0.0)));
    // To the north of the map the end of the third ship's way, dimmed.
    let (x, y) = place(&scenario, RIM, "4,28", (0.0, 6.0), (0.34 * CELL as f32, 0.0));
    let dimmed = lit(0).map(|part| (f32::from(part) * 0.54 + 8.0) as u8);
    assert!(is_seen(&rimmed, dimmed, (x, y)));
    assert!(seen(&rimmed, RIM, "4,28", (0.0, 6.0 - 32.0)) || seen(&rimmed, RIM, "20,2", (0.0, 0.0)), "and where it is");
}

#[test]
fn who_was_lost_has_a_trail_and_a_cross() {
    let scenario = battle();
    let cell = |name: &str| scenario.world.area.find_cell(name).unwrap();
    let lost = Arrow { side: 1, from: cell("15,25"), to: cell("11,25"), count: 1 };
    // One that has arrived is drawn as the ship that it is.
    let arrived = Arrow { side: 0, from: cell("7,10"), to: cell("12,12"), count: 1 };
    let drawn = |arrows: &[Arrow]| draw_moved(&scenario, arrows, &style(CELL)).unwrap();
    assert!(drawn(&[arrived]) == drawn(&[]));
    let (with, without) = (drawn(&[lost]), drawn(&[]));
    let at = place(&scenario, RIM, "11,25", (0.0, 0.0), (0.0, 0.0));
    assert!(is_seen(&with, HARM, at) && !is_seen(&without, HARM, at));
}

#[test]
fn zones_are_seen_until_the_first_turn() {
    let text = DESIGN.replace("\"bases\": true", "");
    let start = space(&text, &[("marker", 1, 0, "12,8"), ("marker", 2, 0, "20,24")]);
    let (picture, empty) = (draw(&start, &style(CELL)).unwrap(), without_units(&start, RIM));
    let is_tinted = |hex: &str| {
        let (x, y) = place(&start, RIM, hex, (0.0, 0.0), (0.0, 0.0));
        picture.get_pixel(x, y) != empty.get_pixel(x, y)
    };
    assert!(is_tinted("12,14") && is_tinted("18,8") && !is_tinted("19,8") && !is_tinted("12,15"));
    let mut begun = space(&text, &[("ship", 1, 1, "12,9"), ("ship", 2, 1, "20,24")]);
    begun = position(begun, &[], &[]);
    assert!(draw(&begun, &style(CELL)).unwrap().dimensions() == picture.dimensions());
}

/// Only flat colours, so that what is drawn does not depend on where it lies on the paper.
fn plain(rim: u32) -> PictureStyle {
    let style = style(3);
    PictureStyle { names: false, units: false, relief: false, rivers: false, roads: false, rim: Some(rim), ..style }
}

/// The greatest difference of two pixels.
fn apart(one: [u8; 3], other: [u8; 3]) -> u8 {
    one.iter().zip(other).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0)
}

#[test]
fn a_rim_repeats_the_other_side_dimmed() {
    for (shape, down) in [(Shape::Torus, false), (Shape::Cylinder, false), (Shape::Torus4, true), (Shape::Torus8, true)]
    {
        let scenario = sample(shape, 30, 24, 2);
        let (bare, rimmed) = (draw(&scenario, &plain(0)).unwrap(), draw(&scenario, &plain(5)).unwrap());
        let beside = 15;
        let above = (rimmed.height() - bare.height()) / 2;
        assert_eq!(rimmed.width(), bare.width() + 2 * beside, "{shape}");
        assert_eq!(above == 0, shape == Shape::Cylinder, "{shape}: a cylinder ends in the north");
        let dimmed = |[red, green, blue]: [u8; 3]| {
            [(red, 16.0), (green, 16.0), (blue, 20.0)].map(|(part, veil)| (f32::from(part) * 0.54 + veil * 0.46) as u8)
        };
        let (mut worst, mut alike) = (0, 0);
        for y in above + 3..above + bare.height() - 3 {
            for x in 0..beside - 2 {
                let there = rimmed.get_pixel(x + bare.width(), y).0;
                worst = worst.max(apart(rimmed.get_pixel(x, y).0, dimmed(there)));
            }
            for x in 6..bare.width() - 6 {
                alike += u32::from(apart(rimmed.get_pixel(x + beside, y).0, bare.get_pixel(x, y - above).0) < 24);
            }
        }
        assert!(worst < 6, "{shape}: {worst}");
        // Coasts are measured from another corner; all else is the same within the map.
        let all = (bare.width() - 12) * (bare.height() - 6);
        assert!(alike * 50 > all * 49, "{shape}: {alike} of {all} are alike within the map");
        for x in (beside + 3..beside + bare.width() - 3).filter(|_| down) {
            let repeats =
                |&y: &u32| apart(rimmed.get_pixel(x, y).0, dimmed(rimmed.get_pixel(x, y + bare.height()).0)) < 6;
            // At the paper's edge nothing is known of the coast beyond it.
            let count = (0..above - 2).filter(repeats).count() as u32;
            assert!(count * 2 > above, "{shape} {x}: {count} of {above}");
        }
    }
}

#[test]
fn units_and_roads_are_repeated_too() {
    let scenario = sample(Shape::Torus, 30, 24, 2);
    let drawn = |units| draw(&scenario, &PictureStyle { rim: Some(8), names: false, units, ..style(12) }).unwrap();
    let (with, without) = (drawn(true), drawn(false));
    let beside = 8 * 12;
    let differ = |columns: std::ops::Range<u32>| {
        columns
            .flat_map(|x| (0..with.height()).map(move |y| (x, y)))
            .filter(|&(x, y)| with[(x, y)] != without[(x, y)])
            .count()
    };
    let (left, right) = (differ(0..beside - 12), differ(with.width() - beside + 12..with.width()));
    assert!(left > 50 && right > 50, "{left} {right}");
}

// Takes seconds: pictures of whole boards are drawn.
#[test]
fn other_games_are_drawn_as_before() {
    for shape in [Shape::Torus, Shape::Cylinder, Shape::Rectangle, Shape::Hexagon] {
        let scenario = sample(shape, 24, 20, 3);
        let with = |rim| draw(&scenario, &PictureStyle { rim, ..style(10) }).unwrap();
        // Where all sides meet there are three cells of a rim, else none unless it is asked for.
        let usual = if shape == Shape::Torus { 3 } else { 0 };
        assert!(with(None) == with(Some(usual)), "{shape}: the usual rim");
        let wraps = scenario.world.area.wraps_x();
        assert_eq!(with(Some(4)).width(), with(Some(0)).width() + if wraps { 80 } else { 0 }, "{shape}");
        assert!(wraps || with(Some(4)) == with(None), "{shape}: what has an edge has no rim");
    }
    // A rim is not larger than the map.
    let scenario = sample(Shape::Torus, 24, 20, 3);
    assert_eq!(draw(&scenario, &PictureStyle { rim: Some(64), ..style(3) }).unwrap().width(), 3 * 24 * 3);
}

#[test]
fn a_moving_picture_has_the_rim_and_the_ways() {
    let scenario = battle();
    let written = |style: &PictureStyle| {
        let frame = MovingFrame {
            chart: playtest::chart(&scenario),
            scenario: scenario.clone(),
            arrows: Vec::new(),
            caption: "turn 3".into(),
        };
        let mut bytes = Vec::new();
        write_moving(&[frame], style, MovingKind::Gif, 40, &mut bytes, &|_| true).unwrap();
        image::load_from_memory(&bytes).unwrap().to_rgb8()
    };
    let first = written(&style(6));
    assert_eq!(first.width(), (40 + 2 * RIM) * 6);
    assert_eq!(written(&PictureStyle { rim: Some(0), ..style(4) }).width(), 160);
    let red = first.pixels().filter(|pixel| apart(pixel.0, lit(0)) < 40).count();
    assert!(red > 40, "{red}");
}
