//! A reader that knows the facts of the format, and what it finds.

use design::TerrainType;
use grid::{Area, Shape};
use world::{Place, Unit};

use super::*;
use crate::FormatChoice;
use crate::sample::sample;

/// The codes of a map with its border, and the starts, by their seats from 1; columns and rows are those of the file.
struct Read {
    rows: Vec<Vec<String>>,
    starts: BTreeMap<usize, (usize, usize)>,
}

fn read(text: &str) -> Read {
    let mut starts = BTreeMap::new();
    let mut rows = Vec::new();
    for (row, line) in text.lines().enumerate() {
        let code = |(column, word): (usize, &str)| match word.split_once(' ') {
            Some((seat, code)) => {
                assert!(starts.insert(seat.parse().unwrap(), (column, row)).is_none(), "one start for a seat");
                code.to_owned()
            }
            None => word.to_owned(),
        };
        rows.push(line.split(", ").enumerate().map(code).collect::<Vec<_>>());
        assert_eq!(rows[row].len(), rows[0].len());
    }
    Read { rows, starts }
}

impl Read {
    fn code(&self, (column, row): (usize, usize)) -> &str {
        &self.rows[row][column]
    }

    /// The six hexes around one: of columns counted from 1 on the map without its border, even ones lie lower. The border is column 0.
    fn around(&self, (column, row): (usize, usize)) -> Vec<(usize, usize)> {
        let (x, y) = (column as i64, row as i64);
        let low = i64::from(column % 2 == 0);
        let all =
            [(x, y - 1), (x, y + 1), (x - 1, y - 1 + low), (x - 1, y + low), (x + 1, y - 1 + low), (x + 1, y + low)];
        all.map(|(x, y)| (x as usize, y as usize)).to_vec()
    }
}

fn written(scenario: &Scenario) -> (String, Read, Vec<String>) {
    let written = FormatChoice::usual(&WesnothScenario).write(scenario).unwrap();
    let text = |file: usize| String::from_utf8(written.files[file].1.clone()).unwrap();
    let (cfg, map) = (text(0), text(1));
    assert!(cfg.contains(&format!("map_data=\"{map}\"")), "the scenario holds the same map");
    (cfg, read(&map), written.warnings.0.iter().map(|lost| lost.message.clone()).collect())
}

fn hexes() -> impl Iterator<Item = Area> {
    let sizes = [(7, 6), (7, 8), (8, 5), (9, 7), (30, 26)];
    let shapes = [Shape::Hexagon, Shape::Rectangle, Shape::Cylinder, Shape::Torus];
    sizes.into_iter().flat_map(move |(width, height)| {
        shapes.map(|shape| Area::new(shape, width, shape.fitting_height(width, height)).unwrap())
    })
}

#[test]
fn cells_that_touch_are_hexes_that_touch_and_a_border_repeats_the_ground() {
    for area in hexes() {
        let mut scenario = sample(area.shape(), area.width(), area.height(), 2);
        scenario.units.clear();
        scenario.sides.clear();
        let area = scenario.world.area;
        let (_, read, losses) = written(&scenario);
        let map = Map::new(&scenario);
        let hex = |cell| (map.board.at(cell).0 as usize + 1, map.board.at(cell).1 as usize + 1);
        let is_cut = losses.iter().any(|lost| lost.contains("stands for it"));
        assert_eq!(is_cut, area.wraps_x());
        for cell in area.cells() {
            let near: BTreeSet<_> = area.around(cell).map(|(_, near)| hex(near)).collect();
            let touching: BTreeSet<_> = read.around(hex(cell)).into_iter().collect();
            let is_cell = |at: &(usize, usize)| area.cells().any(|cell| hex(cell) == *at);
            assert!(touching.iter().filter(|at| is_cell(at)).all(|at| near.contains(at)), "{area:?} {cell:?}");
            assert!(is_cut || near.is_subset(&touching), "{area:?} {cell:?}");
        }
        let (wide, high) = (read.rows[0].len(), read.rows.len());
        let off =
            read.rows[1..high - 1].iter().flat_map(|row| &row[1..wide - 1]).filter(|code| *code == OFF_MAP).count();
        assert_eq!(off, (wide - 2) * (high - 2) - area.count());
        for row in 0..high {
            let inner = |at: usize, length: usize| at.clamp(1, length - 2);
            for column in [0, wide - 1] {
                assert_eq!(read.rows[row][column], read.rows[inner(row, high)][inner(column, wide)]);
            }
        }
    }
}

#[test]
fn seats_have_keeps_with_as_many_castles_and_towns_are_villages() {
    let mut scenario = sample(Shape::Hexagon, 40, 36, 1);
    let area = scenario.world.area;
    let find = |name: &str| scenario.design.find::<TerrainType>(name).unwrap();
    let mut dry = area.cells().filter(|&cell| scenario.world.terrain_at(cell) == find("plains")).filter(|&cell| {
        area.around(cell).count() == 6
            && area.around(cell).all(|(_, near)| !scenario.design.is_liquid(scenario.world.terrain_at(near)))
    });
    let starts: Vec<Cell> = scenario.sides.iter().map(|_| dry.nth(7).unwrap()).collect();
    let (town, other) = (dry.nth(5).unwrap(), dry.nth(5).unwrap());
    let water = area.cells().find(|&cell| scenario.world.terrain_at(cell) == find("sea")).unwrap();
    scenario.units.clear();
    let [city, village, tank] = ["city", "town", "armor"].map(|name| scenario.design.find::<UnitType>(name).unwrap());
    for (index, &start) in starts.iter().enumerate() {
        scenario.sides[index].center = Some(start);
        scenario.units.push(Unit::new(city, Place::Cell(start), SideId::from_index(index)));
        scenario.units.push(Unit::new(tank, Place::Cell(start), SideId::from_index(index)));
    }
    scenario.units.push(Unit::new(village, Place::Cell(town), SideId(1)));
    scenario.units.push(Unit::new(village, Place::Cell(other), SideId(0)));
    scenario.units.push(Unit::new(village, Place::Cell(water), SideId(0)));
    scenario.world.edges.clear();
    let (cfg, read, losses) = written(&scenario);
    let map = Map::new(&scenario);
    let hex = |cell| (map.board.at(cell).0 as usize + 1, map.board.at(cell).1 as usize + 1);
    for (index, &start) in starts.iter().enumerate() {
        assert_eq!((read.starts[&(index + 1)], read.code(hex(start))), (hex(start), "Kh"));
        let castles = read.around(hex(start)).into_iter().filter(|&at| read.code(at) == "Ch").count();
        assert!(castles == 6 || castles == 5, "{castles}: a town may lie beside it");
    }
    assert_eq!((read.code(hex(town)), read.code(hex(other)), read.code(hex(water))), ("Gd^Vh", "Gd^Vh", "Ww^Vm"));
    let villages = read.rows.iter().flatten().filter(|code| code.contains("^V")).count();
    assert_eq!(villages, 3);
    let (x, y) = hex(town);
    assert_eq!(cfg.matches("[village]").count(), 1);
    assert!(cfg.contains(&format!("[village]\n            x,y={x},{y}\n")), "{cfg}");
    assert_eq!(cfg.matches("[side]").count(), scenario.sides.len());
    assert_eq!(cfg.matches("[label]").count(), scenario.world.features.len());
    let tanks = format!("{} units of `armor` have no counterpart in wesnoth", starts.len());
    assert!(losses.contains(&tanks), "{losses:?}");
    assert!(!losses.iter().any(|lost| lost.contains("`town`") || lost.contains("`city`")), "{losses:?}");
}

/// Wesnoth takes no sides but 1, 2, 3 and so on: where a seat begins nowhere, the next one has its number.
#[test]
fn sides_are_numbered_without_a_gap() {
    let mut scenario = sample(Shape::Rectangle, 50, 40, 1);
    let count = scenario.sides.len();
    assert!(count > 2);
    scenario.sides[0].center = None;
    scenario.units.clear();
    let [city, town] = ["city", "town"].map(|name| scenario.design.find::<UnitType>(name).unwrap());
    let is_free = |cell: &Cell| {
        !scenario.world.is_liquid(&scenario.design, *cell) && capitals(&scenario).flatten().all(|start| start != *cell)
    };
    let place = scenario.world.area.cells().find(is_free).unwrap();
    let capital = scenario.sides[1].center.unwrap();
    scenario.units.push(Unit::new(city, Place::Cell(capital), SideId(2)));
    scenario.units.push(Unit::new(town, Place::Cell(place), SideId(2)));
    let starts: Vec<Cell> = capitals(&scenario).flatten().collect();
    let (cfg, read, losses) = written(&scenario);
    let map = Map::new(&scenario);
    let hex = |cell| (map.board.at(cell).0 as usize + 1, map.board.at(cell).1 as usize + 1);
    let expected: BTreeMap<_, _> = (1..).zip(starts.into_iter().map(hex)).collect();
    assert_eq!((read.starts.len(), read.starts), (count - 1, expected));
    let sides: Vec<&str> = cfg.split("[side]").skip(1).collect();
    for (number, side) in (1..).zip(&sides) {
        assert!(side.trim_start().starts_with(&format!("side={number}\n")), "{side}");
    }
    assert_eq!((sides.len(), sides[0].matches("[village]").count()), (count - 1, 1), "the village is still side 2's");
    assert!(losses.contains(&"1 side without a start has no counterpart in wesnoth".to_owned()), "{losses:?}");
}

/// A seat on an island has castles on the water, and no seat has more than another.
#[test]
fn where_land_is_short_castles_stand_in_the_water() {
    let mut scenario = sample(Shape::Rectangle, 30, 26, 1);
    let area = scenario.world.area;
    let [sea, plains] = ["sea", "plains"].map(|name| scenario.design.find::<TerrainType>(name).unwrap());
    let starts = [area.cell(5, 5).unwrap(), area.cell(20, 20).unwrap()];
    let mut ground = vec![sea; area.len()];
    ground[starts[0].index()] = plains;
    area.around(starts[1]).for_each(|(_, near)| ground[near.index()] = plains);
    scenario.world.terrain = Some(grid::Layer::from_values(&area, ground));
    scenario.world.edges.clear();
    scenario.units.clear();
    scenario.sides.truncate(2);
    for (side, start) in scenario.sides.iter_mut().zip(starts) {
        side.center = Some(start);
    }
    let (_, read, _) = written(&scenario);
    let ring = |seat: usize| {
        let mut codes: Vec<_> = read.around(read.starts[&seat]).into_iter().map(|at| read.code(at)).collect();
        codes.sort_unstable();
        codes
    };
    assert_eq!((ring(1), read.code(read.starts[&1])), (vec!["Cm"; 6], "Kh"));
    assert_eq!((ring(2), read.code(read.starts[&2])), (vec!["Ch"; 6], "Km"));
}

/// Seats on two islands and one behind a wall: fords join the islands along the shortest way, and the third is named.
#[test]
fn seats_meet_over_fords_or_are_named() {
    for shape in [Shape::Rectangle, Shape::Torus] {
        let mut scenario = sample(shape, 30, 26, 1);
        let area = scenario.world.area;
        let find = |name: &str| scenario.design.find::<TerrainType>(name).unwrap();
        let [sea, plains, ice] = ["sea", "plains", "ice"].map(find);
        let starts = [area.cell(7, 7).unwrap(), area.cell(14, 7).unwrap(), area.cell(20, 20).unwrap()];
        let mut ground = vec![sea; area.len()];
        for start in starts {
            grid::disk(&area, start, 2).for_each(|cell| ground[cell.index()] = plains);
        }
        scenario.sides.resize_with(3, world::Side::default);
        scenario.units.clear();
        for ((side, start), name) in scenario.sides.iter_mut().zip(starts).zip(["Ann", "Bo", "Cy"]) {
            (side.center, side.name) = (Some(start), name.to_owned());
        }
        scenario.world.edges.clear();
        scenario.world.terrain = Some(grid::Layer::from_values(&area, ground.clone()));
        let (_, read, losses) = written(&scenario);
        let meet = |read: &Read| {
            let mut reached = BTreeSet::from([read.starts[&1]]);
            let mut open = vec![read.starts[&1]];
            while let Some(at) = open.pop() {
                for near in read.around(at) {
                    let is_on =
                        (1..read.rows.len() - 1).contains(&near.1) && (1..read.rows[0].len() - 1).contains(&near.0);
                    if is_on
                        && !read.code(near).starts_with(['X', '_'])
                        && read.code(near) != "Wo"
                        && reached.insert(near)
                    {
                        open.push(near);
                    }
                }
            }
            read.starts.values().filter(|start| reached.contains(start)).count()
        };
        assert_eq!(meet(&read), 3, "{losses:?}");
        let fords = read.rows.iter().flatten().filter(|code| *code == "Wwf").count();
        let told = format!(
            "{fords} cells of deep water that parts seats have no counterpart in wesnoth; a ford stands for them"
        );
        assert!(losses.contains(&told), "{losses:?}");
        // Two hexes of water lie between the first two islands.
        assert!(shape != Shape::Rectangle || (fords > 2 && fords < 20), "{fords}");
        // Behind a ring that nobody enters.
        scenario.design = closed_ice();
        grid::ring(&area, starts[2], 2).iter().for_each(|cell| ground[cell.index()] = ice);
        scenario.world.terrain = Some(grid::Layer::from_values(&area, ground));
        let (_, read, losses) = written(&scenario);
        assert_eq!(meet(&read), 2);
        assert!(losses.contains(&"in wesnoth seat 3 (Cy) cannot reach seat 1 (Ann)".to_owned()), "{losses:?}");
    }
}

/// The sample's design, in which ice is a wall.
fn closed_ice() -> std::sync::Arc<design::Design> {
    let text = crate::sample::DESIGN.trim_end().trim_end_matches('}').to_owned()
        + r#""exports": { "roles": { "terrain": { "ice": "wall" } } } }"#;
    let read = formats::read_design("sample", "sample.ron", &text, &|_| None, &design::Known::default());
    std::sync::Arc::new(read.unwrap_or_else(|found| panic!("{found:?}")).0)
}

#[test]
fn roads_are_laid_and_what_lies_between_cells_is_told() {
    let scenario = sample(Shape::Rectangle, 40, 36, 1);
    let (_, read, losses) = written(&scenario);
    let road = &scenario.world.edges[&scenario.design.find::<TerrainType>("road").unwrap()];
    let map = Map::new(&scenario);
    let hex = |cell| (map.board.at(cell).0 as usize + 1, map.board.at(cell).1 as usize + 1);
    let on_road = scenario.world.area.cells().filter(|cell| road[*cell] != 0);
    let mut roads = 0;
    for cell in on_road {
        let code = read.code(hex(cell));
        assert!(code.starts_with(['R', 'K', 'C', 'W']), "{code}");
        roads += usize::from(code == "Rr");
    }
    assert!(roads > 5);
    assert!(losses.iter().any(|lost| lost.contains("sides of `river` have no counterpart")), "{losses:?}");
}

#[test]
fn what_wesnoth_cannot_keep_is_refused_with_the_reason() {
    let fault = |shape, width, height| {
        FormatChoice::usual(&WesnothScenario).write(&sample(shape, width, height, 1)).unwrap_err().to_string()
    };
    assert_eq!(fault(Shape::Square8, 20, 20), "wesnoth has hexes alone: roll an area of hexes");
    assert_eq!(fault(Shape::Rectangle, 9, 1001), "wesnoth takes no map of 1003x11: expected at most 1000 a side");
    assert_eq!(quoted("a {b} \"c\"\n"), "\"a (b) \"\"c\"\" \"");
    assert_eq!(village_on("Gs^Fp", "^Vhc"), Some("Gs^Vhc".to_owned()));
    let codes = ["Xu", "Ss", "Mm", "Aa", "Dd"].map(|ground| village_on(ground, "^Vh").unwrap_or("-".to_owned()));
    assert_eq!(codes.join(" "), "- Ss^Vhs Mm^Vhh Aa^Vha Dd^Vda");
}
