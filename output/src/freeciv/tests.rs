//! A reader that knows the facts of the format, and what it finds.

use std::collections::{BTreeMap, BTreeSet};

use grid::Layer;
use world::Place;

use super::*;
use crate::FormatChoice;
use crate::sample::sample;

/// What a reader that knows the facts of the format finds in a file.
struct Read {
    tiles: Vec<Vec<char>>,
    topology: BTreeSet<String>,
    extras: BTreeMap<String, BTreeSet<(usize, usize)>>,
    starts: Vec<(usize, usize)>,
}

fn read(text: &str) -> Read {
    let value = |key: &str| {
        let line = text.lines().find(|line| line.starts_with(key)).unwrap_or_else(|| panic!("no {key}"));
        line[key.len()..].to_owned()
    };
    let words = |text: &str, by: char| -> Vec<String> {
        text.split(by).map(|word| word.trim_matches('"').to_owned()).filter(|word| !word.is_empty()).collect()
    };
    let setting = |name: &str| value(&format!("\"{name}\",")).split(',').next().unwrap().to_owned();
    let size: [usize; 2] = ["xsize", "ysize"].map(|name| setting(name).parse().unwrap());
    let tiles: Vec<Vec<char>> =
        (0..size[1]).map(|row| value(&format!("t{row:04}=")).trim_matches('"').chars().collect()).collect();
    assert!(tiles.iter().all(|row| row.len() == size[0]));
    assert!(!text.contains(&format!("t{:04}=", size[1])));
    let names = if text.contains("extras_vector=") { words(&value("extras_vector="), ',') } else { Vec::new() };
    assert_eq!(value("extras_size=").parse(), Ok(names.len()));
    let mut extras = BTreeMap::new();
    for (number, name) in names.into_iter().enumerate() {
        let mut found = BTreeSet::new();
        for row in 0..size[1] {
            let digits = value(&format!("e{:02}_{row:04}=", number / 4));
            for (column, digit) in digits.trim_matches('"').chars().enumerate() {
                if digit.to_digit(16).unwrap() >> (number % 4) & 1 == 1 {
                    found.insert((column, row));
                }
            }
        }
        extras.insert(name, found);
    }
    let starts = text.split("startpos={").nth(1).unwrap().lines().skip(1).take_while(|line| *line != "}");
    let start = |line: &str| {
        let numbers: Vec<usize> = line.split(',').take(2).map(|number| number.parse().unwrap()).collect();
        (numbers[0], numbers[1])
    };
    let starts: Vec<_> = starts.map(start).collect();
    assert_eq!(value("startpos_count=").parse(), Ok(starts.len()));
    assert_eq!(setting("maxplayers").parse(), Ok(starts.len().max(1)));
    Read { tiles, topology: words(&setting("topology"), '|').into_iter().collect(), extras, starts }
}

impl Read {
    fn is(&self, word: &str) -> bool {
        self.topology.contains(word)
    }

    /// Whether two native tiles touch: as the server has it, by map coordinates, in which hexes have six of eight directions.
    fn touch(&self, one: (u32, u32), other: (u32, u32)) -> bool {
        let (width, height) = (self.tiles[0].len() as i64, self.tiles.len() as i64);
        let map = |(x, y): (i64, i64)| {
            if !self.is("ISO") {
                return (x, y);
            }
            let map_x = (y + (y & 1)).div_euclid(2) + x;
            (map_x, y - map_x + width)
        };
        let around = |wraps: bool, length: i64| if wraps { vec![-length, 0, length] } else { vec![0] };
        let from = map((one.0.into(), one.1.into()));
        around(self.is("WRAPX"), width).into_iter().any(|east| {
            around(self.is("WRAPY"), height).into_iter().any(|south| {
                let to = map((i64::from(other.0) + east, i64::from(other.1) + south));
                let step = (to.0 - from.0, to.1 - from.1);
                let forbidden: [(i64, i64); 2] = match (self.is("HEX"), self.is("ISO")) {
                    (false, _) => [(0, 0); 2],
                    (true, true) => [(1, -1), (-1, 1)],
                    (true, false) => [(1, 1), (-1, -1)],
                };
                step.0.abs().max(step.1.abs()) == 1 && !forbidden.contains(&step)
            })
        })
    }
}

fn written(told: &str, scenario: &Scenario) -> (String, Vec<String>) {
    let choice: FormatChoice = told.parse().unwrap();
    let written = choice.write(scenario).unwrap();
    let told = written.warnings.0.iter().map(|lost| lost.message.clone()).collect();
    (String::from_utf8(written.files[0].1.clone()).unwrap(), told)
}

/// Areas of all shapes, of even and odd sizes.
fn areas() -> impl Iterator<Item = Area> {
    let sizes = [(7, 6), (7, 8), (8, 5), (9, 7), (6, 10), (4, 4), (40, 36)];
    sizes.into_iter().flat_map(|(width, height)| {
        let of = move |shape: &Shape| Area::new(*shape, width, shape.fitting_height(width, height)).unwrap();
        Shape::ALL.iter().map(of)
    })
}

/// A letter for each terrain type.
const AS_TYPED: &str = "freeciv:climate=false";
const AS_TYPED_OBLIQUE: &str = "freeciv:climate=false:topology=hex";

/// Cells that touch have tiles that touch, and no others do, in every topology that is written.
#[test]
fn neighbours_are_neighbours_for_the_server() {
    for area in areas() {
        let has_oblique = matches!(area.shape(), Shape::Hexagon | Shape::Cylinder);
        for told in [Some(AS_TYPED), has_oblique.then_some(AS_TYPED_OBLIQUE)].into_iter().flatten() {
            let scenario = sample(area.shape(), area.width(), area.height(), 3);
            let area = scenario.world.area;
            let (text, losses) = written(told, &scenario);
            let read = read(&text);
            let map = NativeMap::new(area, told.contains("=hex")).unwrap();
            assert_eq!(read.is("ISO"), map.board.is_hex() && told == AS_TYPED);
            let is_cut = losses.iter().any(|lost| lost.contains("the torus") || lost.contains("the cylinder"));
            let mut taken = BTreeSet::new();
            for cell in area.cells() {
                let at = map.at(cell);
                assert!(taken.insert(at));
                let letter = read.tiles[at.1 as usize][at.0 as usize];
                let code =
                    TABLE_OF.iter().find(|(name, _)| *name == scenario.design.name_of(scenario.world.terrain_at(cell)));
                assert_eq!(Some(letter), code.map(|(_, letter)| *letter), "{area:?}");
                if area.len() > 200 && cell.0 % 7 != 0 {
                    continue;
                }
                for other in area.cells().filter(|other| *other != cell) {
                    let is_near = area.around(cell).any(|(_, near)| near == other);
                    let touches = read.touch(at, map.at(other));
                    let corner = area.shape().lattice() == Lattice::Square4 && touches && !is_near;
                    let seam = is_cut && is_near && !touches;
                    assert!(touches == is_near || corner || seam, "{area:?} {told} {cell:?} {other:?}");
                }
            }
            let void: usize = read.tiles.iter().flatten().filter(|letter| **letter == 'i').count();
            assert_eq!(void, read.tiles.len() * read.tiles[0].len() - area.count());
        }
    }
}

const TABLE_OF: [(&str, char); 9] = [
    ("sea", ':'),
    ("shallows", ' '),
    ("swamp", 's'),
    ("plains", 'p'),
    ("forest", 'f'),
    ("desert", 'd'),
    ("hills", 'h'),
    ("mountains", 'm'),
    ("ice", 'a'),
];

#[test]
fn starts_huts_rivers_and_roads_lie_where_ours_do() {
    let mut scenario = sample(Shape::Cylinder, 40, 36, 1);
    let area = scenario.world.area;
    let map = NativeMap::new(area, false).unwrap();
    let tile = |cell| (map.at(cell).0 as usize, map.at(cell).1 as usize);
    // A town that nobody holds on plains, one at sea, and one that is held.
    let town: UnitType = scenario.design.find("town").unwrap();
    let [plains, sea] = ["plains", "sea"].map(|name| scenario.design.find::<TerrainType>(name).unwrap());
    let somewhere = |kind| area.cells().find(|&cell| scenario.world.terrain_at(cell) == kind).unwrap();
    let (land, water) = (somewhere(plains), somewhere(sea));
    scenario.units.clear();
    for (side, cell) in [(0, land), (0, water), (1, land)] {
        scenario.units.push(world::Unit::new(town, Place::Cell(cell), SideId(side)));
    }
    let (text, losses) = written("freeciv", &scenario);
    let read = read(&text);
    assert_eq!(read.extras["Hut"].iter().copied().collect::<Vec<_>>(), [tile(land)]);
    let starts: Vec<_> = capitals(&scenario).flatten().map(tile).collect();
    assert_eq!((read.starts, starts.len()), (starts, scenario.sides.len()));
    let name = |kind: &str| scenario.design.find::<TerrainType>(kind).unwrap();
    let (river, road) = (&scenario.world.edges[&name("river")], &scenario.world.edges[&name("road")]);
    let mut rivers = 0;
    for cell in area.cells() {
        for (way, near) in area.around(cell) {
            let is_dry = |cell: Cell| !is_closed(read.tiles[tile(cell).1][tile(cell).0]);
            let has = |extra: &str, cell: Cell| read.extras[extra].contains(&tile(cell));
            if has_edge(river[cell], way) && (is_dry(cell) || is_dry(near)) {
                assert!(has("River", cell) || has("River", near));
                rivers += 1;
            }
            assert!(!has_edge(road[cell], way) || !is_dry(cell) || has("Road", cell));
        }
    }
    assert!(rivers > 10 && read.extras["River"].len() < rivers, "one of two tiles has it");
    let is_beside = |extra: &str, edges: &Layer<u8>| {
        let cells: BTreeSet<_> = area.cells().filter(|cell| edges[*cell] != 0).map(tile).collect();
        read.extras[extra].is_subset(&cells)
    };
    assert!(is_beside("River", river) && is_beside("Road", road));
    assert!(losses.contains(&"2 units of `town` have no counterpart in freeciv".to_owned()), "{losses:?}");
    assert!(
        losses.iter().any(|lost| lost.contains("sides of `river`") && lost.contains("River on the tiles")),
        "{losses:?}"
    );
    assert!(losses.iter().any(|lost| lost.contains("of seas, mountains and so on")), "{losses:?}");
}

/// Where water touches land a trireme sails, and starts lie on ground of cities; what was changed is told.
#[test]
fn shores_are_shallow_and_cities_live_on_starts() {
    for seed in 1..4 {
        let mut scenario = sample(Shape::Rectangle, 50, 40, seed);
        let area = scenario.world.area;
        let find = |name: &str| scenario.design.find::<TerrainType>(name).unwrap();
        let starts: Vec<Cell> = capitals(&scenario).flatten().collect();
        let mut ground = scenario.world.terrain.clone().unwrap();
        for (start, name) in starts.iter().zip(["desert", "forest", "mountains", "plains"]) {
            ground.edit()[start.index()] = find(name);
        }
        scenario.world.terrain = Some(ground);
        let (text, losses) = written("freeciv", &scenario);
        let read = read(&text);
        let map = NativeMap::new(area, false).unwrap();
        let letter = |cell: Cell| read.tiles[map.at(cell).1 as usize][map.at(cell).0 as usize];
        let mut coasts = 0;
        for cell in area.cells() {
            let shore = is_closed(letter(cell)) && area.around(cell).any(|(_, near)| !is_closed(letter(near)));
            assert!(!shore || matches!(letter(cell), ' ' | '+'), "{cell:?} {}", letter(cell));
            coasts += usize::from(shore);
        }
        assert!(coasts > 50);
        let found: String = starts.iter().map(|&start| letter(start)).collect();
        assert!(found.starts_with("pgh") && found.chars().all(|letter| "pgh".contains(letter)), "{found}");
        let told = "1 start on `desert` has no counterpart in freeciv; Plains stands for it";
        assert!(losses.iter().any(|lost| lost == told), "{losses:?}");
        let typed = written("freeciv:climate=false", &scenario).0;
        assert!(typed != text && self::read(&typed).tiles.iter().flatten().any(|letter| *letter == ':'));
    }
}

/// A seat that begins in the water is named.
#[test]
fn what_seats_lack_is_told() {
    let mut scenario = sample(Shape::Rectangle, 50, 40, 1);
    let sea = scenario.design.find::<TerrainType>("sea").unwrap();
    let start = capitals(&scenario).flatten().nth(1).unwrap();
    let lacks = |scenario: &Scenario| {
        let (_, losses) = written("freeciv", scenario);
        losses.into_iter().filter(|lost| lost.starts_with("in freeciv ")).collect::<Vec<_>>()
    };
    assert_eq!(lacks(&scenario), [""; 0]);
    scenario.world.terrain.as_mut().unwrap().edit()[start.index()] = sea;
    let name = scenario.sides[1].name.clone();
    assert_eq!(lacks(&scenario), [format!("in freeciv seat 2 ({name}) begins where nobody can live")]);
}

#[test]
fn what_freeciv_cannot_keep_is_refused_with_the_reason() {
    let scenario = sample(Shape::Torus, 40, 36, 1);
    let fault = |told: &str, scenario: &Scenario| {
        told.parse::<FormatChoice>().unwrap().write(scenario).unwrap_err().to_string()
    };
    assert_eq!(
        fault("freeciv:topology=hex", &scenario),
        "freeciv cannot keep a torus with topology=hex: choose topology=iso-hex"
    );
    assert!(written("freeciv:resources=false", &scenario).0.contains("have_resources=TRUE"));
    assert!(written("freeciv", &scenario).0.contains("have_resources=FALSE"));
    let told = letter("fen", "ss").unwrap_err().to_string();
    assert!(
        told.starts_with("the code `ss` that the design gives `fen` means nothing in freeciv: expected `i` (Inac"),
        "{told}"
    );
    assert_eq!(quoted("a \"b\" \\ c\n"), r#""a \"b\" \\ c ""#);
    let small = sample(Shape::Torus, 12, 20, 1);
    let (_, losses) = written("freeciv", &small);
    assert!(
        losses.iter().any(|lost| lost.ends_with("the torus has no counterpart in freeciv; a cylinder stands for it")),
        "{losses:?}"
    );
}

/// Every letter becomes the type that is written as it, or the one most like it.
#[test]
fn letters_become_the_terrain_that_has_them_or_is_most_like_it() {
    let design = crate::sample::design();
    let read: Vec<String> = freeciv_terrain(&design)
        .into_iter()
        .map(|(letter, kind, is_own)| format!("{letter}{}{}", design.name_of(kind), if is_own { "" } else { "?" }))
        .collect();
    let expected = "imountains? +shallows?  shallows :sea aice ddesert fforest gplains? hhills jforest? mmountains pplains \
        sswamp tice?";
    assert_eq!(read.join(" "), expected);
}

/// What is written comes back: shape, terrain and starts.
#[test]
fn the_way_in_finds_what_was_written() {
    for area in areas() {
        let has_oblique = matches!(area.shape(), Shape::Hexagon | Shape::Cylinder);
        for told in [Some(AS_TYPED), has_oblique.then_some(AS_TYPED_OBLIQUE)].into_iter().flatten() {
            let mut scenario = sample(area.shape(), area.width(), area.height(), 5);
            scenario.units.clear();
            let (text, losses) = written(told, &scenario);
            // Only of these the file does not tell the shape.
            let is_cut = losses.iter().any(|lost| lost.contains("the torus") || lost.contains("the cylinder"));
            let asked = (is_cut || area.shape().lattice() == Lattice::Square4).then_some(area.shape());
            let letters = freeciv_terrain(&scenario.design);
            let read = sources::read_freeciv(&scenario.design, "f.sav", &text, asked, &letters);
            let (back, _) = read.unwrap_or_else(|found| panic!("{area:?} {told}: {found:?}"));
            let (one, other) = (scenario.world.area, back.world.area);
            assert_eq!((one.width(), one.height()), (other.width(), other.height()), "{area:?} {told}");
            assert_eq!(one.shape(), other.shape(), "{told}");
            for cell in one.cells() {
                assert_eq!(scenario.world.terrain_at(cell), back.world.terrain_at(cell), "{area:?} {told}");
            }
            let starts = |of: &Scenario| of.sides.iter().map(|side| side.center).collect::<Vec<_>>();
            assert_eq!(starts(&scenario), starts(&back));
        }
    }
}
