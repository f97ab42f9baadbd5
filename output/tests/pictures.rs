//! Pictures and terminal maps of every shape and of odd scenarios: the same input always gives the same output.

use std::collections::BTreeSet;

use crate::sample::sample;
use design::TerrainType;
use design::parameters::terrain;
use fairmarch_output::{
    FORMATS, PictureError, PictureStyle, SIDE_COLORS, draw, terminal_legend, terminal_map, terrain_color, thumbnail,
    write_png,
};
use grid::{Area, Layer, Shape};
use world::{Owner, Scenario, SideId, World};

fn style(cell: u32) -> PictureStyle {
    PictureStyle { cell_width: Some(cell), ..PictureStyle::default() }
}

#[test]
fn a_png_is_read_back_with_the_size_that_was_asked_for() {
    let scenario = sample(Shape::Rectangle, 30, 20, 1);
    let bare = PictureStyle { frame: false, ..style(10) };
    let mut bytes = Vec::new();
    write_png(&scenario, &bare, &mut bytes).unwrap();
    let picture = image::load_from_memory(&bytes).unwrap().to_rgb8();
    // 30.5 cells across; 19 rows of 0.866 and two corners of 0.577 down.
    assert_eq!(picture.dimensions(), (305, 176));
    assert_eq!(picture, draw(&scenario, &bare).unwrap());
}

#[test]
fn with_a_frame_there_is_paper_round_the_map() {
    let scenario = sample(Shape::Rectangle, 40, 20, 1);
    let (bare, framed) =
        (draw(&scenario, &PictureStyle { frame: false, ..style(10) }).unwrap(), draw(&scenario, &style(10)).unwrap());
    assert!(framed.width() > bare.width() + 40 && framed.height() > bare.height() + 150);
    // The map itself lies there as it is without.
    let at = (framed.width() - bare.width()) / 2;
    let same = (0..bare.width())
        .filter(|&x| framed.get_pixel(at + x, 112 + bare.height() / 2) == bare.get_pixel(x, bare.height() / 2));
    assert!(same.count() > 0);
}

// Takes seconds: a picture is drawn for each shape of area.
#[test]
fn every_shape_is_drawn_alike_with_any_number_of_threads() {
    for &shape in Shape::ALL {
        let scenario = sample(shape, 36, 30, 5);
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| draw(&scenario, &style(12)).unwrap())
        };
        let one = with(1);
        assert!(one == with(2) && one == with(2), "{shape}");
        let colors: std::collections::BTreeSet<[u8; 3]> = one.pixels().map(|pixel| pixel.0).collect();
        assert!(colors.len() > 2000, "{shape} has {} colours", colors.len());
    }
}

#[test]
fn a_turned_cylinder_gives_the_turned_picture() {
    // What lies on the cut is drawn on both sides of it as if there were none. (With cells so small borders do not
    // stray; what texture is left belongs to the paper, and does not turn.)
    const CELL: u32 = 3;
    const TURN: i32 = 10;
    let scenario = sample(Shape::Cylinder, 30, 30, 2);
    let mut turned = scenario.clone();
    let area = scenario.world.area;
    fn turn<T: Copy>(area: &Area, layer: &Layer<T>) -> Layer<T> {
        let mut values = layer.values().to_vec();
        for cell in area.cells() {
            let (column, row) = area.column_row(cell);
            values[area.cell(column + TURN, row).unwrap().index()] = layer[cell];
        }
        Layer::from_values(area, values)
    }
    let world = &mut turned.world;
    world.terrain = world.terrain.as_ref().map(|layer| turn(&area, layer));
    world.elevation = world.elevation.as_ref().map(|layer| turn(&area, layer));
    world.country = world.country.as_ref().map(|layer| turn(&area, layer));
    world.edges.values_mut().for_each(|layer| *layer = turn(&area, layer));
    let plain = PictureStyle {
        frame: false,
        names: false,
        units: false,
        relief: false,
        rivers: false,
        roads: false,
        ..style(CELL)
    };
    let (one, other) = (draw(&scenario, &plain).unwrap(), draw(&turned, &plain).unwrap());
    let mut worst = 0;
    for y in 0..one.height() {
        for x in 0..one.width() {
            let there = other.get_pixel((x + TURN as u32 * CELL) % one.width(), y).0;
            let apart = one.get_pixel(x, y).0.iter().zip(there).map(|(a, b)| a.abs_diff(b)).max().unwrap_or(0);
            worst = worst.max(apart);
        }
    }
    assert!(worst < 6, "{worst}");
    // Without turning back the two have little in common.
    let same = one.pixels().zip(other.pixels()).filter(|(a, b)| a.0[0].abs_diff(b.0[0]) < 24).count();
    assert!(same < one.pixels().len() * 9 / 10);
}

// Takes seconds: a picture is drawn for each shape of area.
#[test]
fn odd_scenarios_are_drawn_too() {
    let whole = sample(Shape::Hexagon, 24, 24, 3);
    let without = |change: fn(&mut Scenario)| {
        let mut scenario = whole.clone();
        change(&mut scenario);
        scenario
    };
    let one_terrain = |index: usize| {
        let mut scenario = whole.clone();
        let kind = scenario.design.cell_terrain().nth(index).unwrap();
        scenario.world = World::new(scenario.world.area);
        scenario.world.terrain = Some(Layer::filled(&scenario.world.area, kind));
        scenario.units.clear();
        scenario.sides.clear();
        scenario
    };
    let cases = [
        whole.clone(),
        without(|scenario| scenario.world.elevation = None),
        without(|scenario| scenario.units.clear()),
        without(|scenario| scenario.sides.clear()),
        without(|scenario| scenario.world.features.clear()),
        without(|scenario| scenario.world.feature_of = None),
        without(|scenario| scenario.world.country = None),
        without(|scenario| scenario.world.edges.clear()),
        without(|scenario| scenario.sides.iter_mut().for_each(|side| side.name = "Ü".repeat(400))),
        without(|scenario| scenario.world.features.iter_mut().for_each(|feature| feature.name.clear())),
        one_terrain(0),
        one_terrain(4),
    ];
    for (index, scenario) in cases.iter().enumerate() {
        for cell in [2, 16] {
            draw(scenario, &style(cell)).unwrap_or_else(|error| panic!("{index}: {error}"));
        }
        assert!(!terminal_map(scenario, 40, true).is_empty() && !terminal_map(scenario, 40, false).is_empty());
    }
    let empty = without(|scenario| scenario.world.terrain = None);
    assert_eq!(draw(&empty, &PictureStyle::default()), Err(PictureError::NoTerrain));
    assert_eq!(terminal_map(&empty, 78, true), "");
}

/// What sides control is tinted in their colours where there are no countries, and nothing where nobody controls it.
#[test]
fn cells_are_tinted_by_their_owners() {
    let countries = sample(Shape::Square4, 24, 18, 4);
    let plain = PictureStyle { names: false, units: false, ..style(12) };
    let drawn = |scenario: &Scenario| draw(scenario, &plain).unwrap();
    let mut owned = countries.clone();
    let country = owned.world.country.take().expect("the sample has countries");
    let bare = drawn(&owned);
    let side = |&side: &u8| Owner::from(Some(SideId(side)).filter(|side| *side != SideId::INDEPENDENT));
    owned.world.control = Some(Layer::from_values(&owned.world.area, country.values().iter().map(side).collect()));
    assert!(drawn(&owned) == drawn(&countries) && bare != drawn(&countries));
    owned.world.control = Some(Layer::filled(&owned.world.area, Owner::NOBODY));
    assert!(drawn(&owned) == bare);
}

#[test]
fn the_smallest_areas_are_drawn() {
    for &shape in Shape::ALL {
        let area = Area::new(shape, 3, shape.fitting_height(3, 3)).unwrap();
        let mut scenario = sample(Shape::Hexagon, 24, 24, 3);
        let kind = scenario.design.cell_terrain().next().unwrap();
        scenario.world = World::new(area);
        scenario.world.terrain = Some(Layer::filled(&area, kind));
        scenario.units.clear();
        scenario.sides.clear();
        draw(&scenario, &PictureStyle::default()).unwrap();
        assert!(!terminal_map(&scenario, 3, false).is_empty());
    }
}

#[test]
fn a_picture_that_would_be_too_large_is_refused_with_what_would_do() {
    let scenario = sample(Shape::Rectangle, 60, 40, 1);
    let Err(PictureError::TooLarge { cell, most, .. }) = draw(&scenario, &style(500)) else {
        panic!("it was not refused")
    };
    assert!(cell == 500 && most > 100, "{most}");
    let error = draw(&scenario, &style(500)).unwrap_err().to_string();
    assert!(error.contains("500 pixels per cell") && error.contains(&format!("from 1 to {most}")), "{error}");
    assert!(draw(&scenario, &style(0)).is_err());
}

// Takes seconds: a picture is drawn for each shape of area.
#[test]
fn thumbnails_fit_and_show_each_cell_by_what_it_is() {
    for &shape in Shape::ALL {
        let mut scenario = sample(shape, 30, 24, 6);
        let design = scenario.design.clone();
        scenario.world.edges.clear();
        scenario.world.country = None;
        scenario.units.clear();
        for width in [1, 7, 60, 240, 333] {
            let small = thumbnail(&scenario, width);
            assert!(small.width() == width && small.height() <= 2 * width, "{shape} {width}: {:?}", small.dimensions());
        }
        assert_eq!(thumbnail(&scenario, 0).width(), 1);
        assert!(thumbnail(&scenario, u32::MAX).width() <= 1024);
        // In the middle of a cell far from any coast there is more blue than red just where there is water.
        let small = thumbnail(&scenario, 400);
        let area = scenario.world.area;
        let first = area.cells().map(|cell| area.drawn_at(cell).0).min().unwrap();
        let across = area.cells().map(|cell| area.drawn_at(cell).0).max().unwrap() - first + 2;
        let wet = |cell| design.is_liquid(scenario.world.terrain_at(cell));
        let mut seen = [0, 0];
        for cell in area.cells() {
            if area.around(cell).count() < usize::from(area.directions())
                || area.around(cell).any(|(_, near)| wet(near) != wet(cell))
            {
                continue;
            }
            let (right, up) = area.drawn_at(cell);
            let x = f64::from(right - first + 1) / f64::from(across) * f64::from(small.width());
            // Hexes reach a third of a row into the next.
            let reach = if area.shape().lattice() == grid::Lattice::Hex { 1.0 / 3.0 } else { 0.0 };
            let down = f64::from(area.height() as i32 - 1 - up) + (1.0 + reach) / 2.0;
            let y = down / (f64::from(area.height()) + reach);
            let pixel = small.get_pixel(x as u32, (y * f64::from(small.height())) as u32).0;
            let blue = pixel[2] > pixel[0];
            let own = terrain_color(&design, scenario.world.terrain_at(cell));
            // Where a terrain's own colour leaves no doubt.
            if own[2].abs_diff(own[0]) > 24 {
                assert_eq!(blue, wet(cell), "{shape} {cell:?}: {pixel:?}");
                seen[usize::from(wet(cell))] += 1;
            }
        }
        assert!(seen[0] > 20 && seen[1] > 20, "{shape}: {seen:?}");
    }
}

// Takes seconds: a picture is drawn for each shape of area.
#[test]
fn thumbnails_show_countries_cities_and_rivers_and_are_always_the_same() {
    for &shape in Shape::ALL {
        let whole = sample(shape, 30, 24, 6);
        let picture = thumbnail(&whole, 200);
        let one = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        assert!(one.install(|| thumbnail(&whole, 200)) == picture, "{shape}");
        for change in [
            |scenario: &mut Scenario| scenario.world.country = None,
            |scenario: &mut Scenario| scenario.units.clear(),
            |scenario: &mut Scenario| scenario.world.edges.clear(),
            |scenario: &mut Scenario| scenario.world.elevation = None,
        ] {
            let mut scenario = whole.clone();
            change(&mut scenario);
            assert!(thumbnail(&scenario, 200) != picture, "{shape}");
        }
    }
}

#[test]
fn thumbnails_of_long_worlds_and_of_nothing_are_bounded() {
    let mut scenario = sample(Shape::Hexagon, 24, 24, 3);
    let kind = scenario.design.cell_terrain().next().unwrap();
    scenario.units.clear();
    for (width, height) in [(3, 40_000), (40_000, 3)] {
        let area = Area::new(Shape::Rectangle, width, height).unwrap();
        scenario.world = World::new(area);
        let paper = thumbnail(&scenario, 100);
        assert!(paper.pixels().all(|pixel| pixel == paper.get_pixel(0, 0)));
        scenario.world.terrain = Some(Layer::filled(&area, kind));
        let small = thumbnail(&scenario, 100);
        assert!(small.width() <= 100 && small.height() <= 200, "{:?}", small.dimensions());
        assert!(small.dimensions() == paper.dimensions() && small != paper);
    }
}

#[test]
fn terminal_maps_keep_to_their_width() {
    for &shape in Shape::ALL {
        for size in [(8, 8), (30, 24), (90, 60)] {
            let scenario = sample(shape, size.0, size.1, 4);
            for columns in [2, 3, 10, 41, 78, 200] {
                for colour in [false, true] {
                    let map = terminal_map(&scenario, columns, colour);
                    for line in map.lines() {
                        let width = visible(line).chars().count();
                        assert!(width <= columns.max(3), "{shape} {size:?} {columns} {colour}: {width}");
                    }
                    assert_eq!(map.contains('\u{1b}'), colour, "{shape} {size:?} {columns}");
                }
            }
        }
    }
}

/// Squares stand straight below each other at every scale, and use all of the width. What the letters mean, and how many cells a sign stands
/// for, is told below the map.
#[test]
fn shrunk_maps_of_squares_stay_straight_and_tell_their_scale() {
    let mut scenario = sample(Shape::Square8, 40, 40, 2);
    let sea = scenario.design.ids::<TerrainType>().next().expect("a terrain");
    scenario.world.terrain = Some(Layer::filled(&scenario.world.area, sea));
    scenario.units.clear();
    scenario.sides.clear();
    let name = scenario.design.spoken_name(terrain::NAME, sea).to_owned();
    for (columns, step) in [(80, 1), (79, 1), (78, 2), (39, 2), (30, 3)] {
        let map = terminal_map(&scenario, columns, false);
        let lines: BTreeSet<&str> = map.lines().collect();
        assert_eq!((lines.len(), map.lines().count()), (1, 40_usize.div_ceil(step)), "{columns}\n{map}");
        assert!(!map.starts_with(' '), "{map}");
        let legend = terminal_legend(&scenario, columns, None, false);
        let scale = format!("drawn smaller: a sign stands for {step} x {step} cells");
        assert!(columns < 40 || legend.contains(&format!(" {name}")), "{legend}");
        assert_eq!(columns > 50 && legend.contains(&scale), columns > 50 && step > 1, "{legend}");
        assert!(legend.lines().all(|line| line.chars().count() <= columns), "{legend}");
    }
    let watched = terminal_legend(&scenario, 80, Some(30), false);
    assert!(watched.contains("a sign stands for 2 x 2 cells") && watched.contains("units of"), "{watched}");
    assert_eq!(terminal_legend(&scenario, 80, None, true), "", "colours need no letters, and all of it fits");
    assert!(terminal_legend(&scenario, 40, None, true).contains("a sign stands for "), "a shrunk one says its scale");
}

#[test]
fn every_seat_stands_in_the_terminal_map() {
    let scenario = sample(Shape::Rectangle, 60, 40, 4);
    for (columns, colour) in [(78, false), (78, true), (200, false), (200, true)] {
        let map = terminal_map(&scenario, columns, colour);
        for seat in 1..=scenario.sides.len() {
            let digit = char::from_digit(seat as u32, 10).unwrap();
            assert!(map.lines().any(|line| visible(line).contains(digit)), "{seat} {columns} {colour}");
        }
    }
}

/// A line without its escapes.
fn visible(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let mut text = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        text.push_str(part.split_once('m').map_or("", |(_, rest)| rest));
    }
    text
}

#[test]
fn formats_and_side_colors_are_there() {
    assert!(FORMATS.iter().any(|format| format.name() == "png"));
    assert_eq!(SIDE_COLORS.len(), 15);
}
