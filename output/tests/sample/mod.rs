//! A made-up scenario with everything that a picture can show. It is neither fair nor playable; it is only drawn.

use std::sync::Arc;

use chance::{Seed, Stream};
use design::parameters::terrain;
use design::{Design, Known, TerrainType, UnitType};
use grid::{Area, Cell, Direction, Layer, Shape, connect, line, regions};
use world::{Feature, FeatureClass, FeatureId, Origins, Place, Scenario, Side, SideId, Unit, World};

pub const DESIGN: &str = r##"{
    "format": 1,
    "title": "The Long Peace",
    "terrain": {
        "sea": { "char": ".", "liquid": true, "alt-percentile-min": 0, "alt-percentile-max": 55, "wet-percentile-max": 100, "capacity": 10 },
        "shallows": { "char": ",", "liquid": true, "alt-percentile-min": 56, "alt-percentile-max": 60, "wet-percentile-max": 100, "capacity": 10 },
        "swamp": { "char": "=", "alt-percentile-min": 61, "alt-percentile-max": 65, "wet-percentile-min": 60, "wet-percentile-max": 100, "capacity": 10 },
        "plains": { "char": "+", "alt-percentile-min": 61, "alt-percentile-max": 86, "wet-percentile-min": 25, "wet-percentile-max": 70, "capacity": 10 },
        "forest": { "char": "%", "alt-percentile-min": 61, "alt-percentile-max": 86, "wet-percentile-min": 70, "wet-percentile-max": 100, "capacity": 10 },
        "desert": { "char": "~", "alt-percentile-min": 61, "alt-percentile-max": 86, "wet-percentile-min": 0, "wet-percentile-max": 25, "capacity": 10 },
        "hills": { "char": "h", "alt-percentile-min": 84, "alt-percentile-max": 93, "wet-percentile-max": 100, "capacity": 10 },
        "mountains": { "char": "^", "alt-percentile-min": 93, "alt-percentile-max": 98, "wet-percentile-max": 100, "capacity": 10 },
        "ice": { "char": "_", "alt-percentile-min": 99, "alt-percentile-max": 100, "wet-percentile-max": 100, "capacity": 10 },
        "river": { "subtype": "border", "subtype-x": "river-x" },
        "road": { "subtype": "connection", "subtype-x": "road-x" },
    },
    "units": {
        "city": { "acp-per-turn": 4, "acp-to-move": 0, "capacity": 10, "point-value": 20 },
        "town": { "acp-per-turn": 4, "acp-to-move": 0, "capacity": 6, "point-value": 5 },
        "fort": { "acp-to-move": 0, "capacity": 2, "point-value": 2, "image-name": "fort" },
        "infantry": { "acp-per-turn": 1 },
        "armor": { "acp-per-turn": 3 },
        "bomber": { "acp-per-turn": 12 },
        "destroyer": { "acp-per-turn": 5 },
    },
    "tables": {
        "vanishes-on": {
            "city town fort infantry armor": { "sea shallows": true },
            "destroyer": { "swamp plains forest desert hills mountains ice": true },
        },
    },
}"##;

/// The design of the sample.
pub fn design() -> Design {
    match formats::read_design("sample", "sample.ron", DESIGN, &|_| None, &Known::default()) {
        Ok((design, _)) => design,
        Err(found) => panic!("{found:?}"),
    }
}

/// A scenario of that shape and size.
pub fn sample(shape: Shape, width: u32, height: u32, seed: u64) -> Scenario {
    let area = Area::new(shape, width, shape.fitting_height(width, height)).unwrap();
    let design = Arc::new(design());
    let find = |name: &str| design.find::<TerrainType>(name).unwrap();
    let mut stream = Seed(seed).stream("sample");
    let scale = f64::from(width.max(height)).max(24.0);
    let bumps = Bumps::new(&mut stream);
    let wet = Bumps::new(&mut stream);
    let at = |cell: Cell, bumps: &Bumps, size: f64| {
        let (right, up) = area.drawn_at(cell);
        bumps.at(f64::from(right) / 2.0 / size, f64::from(up) * 0.866 / size)
    };
    let raw: Vec<f64> = (0..area.len()).map(|index| at(Cell(index as u32), &bumps, scale / 3.2)).collect();
    let moist: Vec<f64> = (0..area.len()).map(|index| at(Cell(index as u32), &wet, scale / 4.0)).collect();
    let rank = |values: &[f64]| {
        let mut order: Vec<Cell> = area.cells().collect();
        order.sort_by(|a, b| values[a.index()].total_cmp(&values[b.index()]));
        let mut ranks = vec![0.0; area.len()];
        for (place, cell) in order.iter().enumerate() {
            ranks[cell.index()] = 100.0 * place as f64 / order.len() as f64;
        }
        ranks
    };
    let (alt, damp) = (rank(&raw), rank(&moist));
    let pick = |index: usize| match (alt[index], damp[index]) {
        (..53.0, _) => "sea",
        (..58.0, _) => "shallows",
        (..62.0, 60.0..) => "swamp",
        (98.3.., _) => "ice",
        (93.0.., _) => "mountains",
        (87.0.., _) => "hills",
        (_, 62.0..) => "forest",
        (_, ..25.0) => "desert",
        _ => "plains",
    };
    let terrain: Vec<TerrainType> = (0..area.len()).map(|index| find(pick(index))).collect();
    let rise = |alt: f64| {
        let above = (alt - 58.0).max(-40.0);
        (2.0 * above * above.abs()) as i16
    };
    let elevation: Vec<i16> = alt.iter().map(|&alt| rise(alt)).collect();
    let mut world = World::new(area);
    world.terrain = Some(Layer::from_values(&area, terrain));
    world.elevation = Some(Layer::from_values(&area, elevation));
    let mut scenario = Scenario {
        origins: Origins { string: format!("long-peace {seed} {width}x{height}"), seed, ..Origins::default() },
        ..Scenario::new(Arc::clone(&design), world)
    };
    add_rivers(&mut scenario, &alt, &mut stream);
    add_sides(&mut scenario, &alt, &mut stream);
    add_features(&mut scenario, &mut stream);
    scenario
}

fn land(scenario: &Scenario, cell: Cell) -> bool {
    !scenario.world.is_liquid(&scenario.design, cell)
}

fn add_rivers(scenario: &mut Scenario, alt: &[f64], stream: &mut Stream) {
    let area = scenario.world.area;
    let river = scenario.design.find::<TerrainType>("river").unwrap();
    let count = area.directions();
    let mut edges = vec![0; area.len()];
    let mut seen = vec![false; area.len()];
    let high: Vec<Cell> = area.cells().filter(|cell| alt[cell.index()] > 80.0).collect();
    for _ in 0..1 + area.count() / 140 {
        let Some(&spring) = stream.choose(&high) else { break };
        let mut cell = spring;
        let mut came: Option<Direction> = None;
        let mut course = vec![spring];
        let mut marks = Vec::new();
        let mut joined = false;
        for _ in 0..200 {
            if seen[cell.index()] {
                joined = true;
                break;
            }
            let Some((way, next)) = area
                .around(cell)
                .filter(|(_, next)| !course.contains(next))
                .min_by(|a, b| alt[a.1.index()].total_cmp(&alt[b.1.index()]))
            else {
                break;
            };
            let mut side = came.map_or(Direction((way.0 + count / 2) % count), |came| area.opposite(came));
            loop {
                side = Direction((side.0 + 1) % count);
                if side == way {
                    break;
                }
                // Squares have no side over their corners.
                if count != 8 || side.0.is_multiple_of(2) {
                    marks.push((cell, side));
                }
            }
            if !land(scenario, next) {
                joined = true;
                break;
            }
            came = Some(way);
            cell = next;
            course.push(cell);
        }
        if !joined || course.len() < 4 {
            continue;
        }
        for (cell, side) in marks {
            let Some(other) = area.neighbor(cell, side) else { continue };
            if land(scenario, cell) && land(scenario, other) {
                connect(&area, &mut edges, cell, side);
            }
        }
        for &cell in &course {
            seen[cell.index()] = true;
        }
        let middle = course[course.len() / 2];
        let name = format!("River {}", name(stream));
        scenario.world.features.push(Feature {
            class: FeatureClass::River,
            kind: String::new(),
            name,
            at: middle,
            size: course.len() as u32,
            course,
            made_by: None,
        });
    }
    scenario.world.edges.insert(river, Layer::from_values(&area, edges));
}

fn add_sides(scenario: &mut Scenario, alt: &[f64], stream: &mut Stream) {
    let area = scenario.world.area;
    let design = Arc::clone(&scenario.design);
    let find = |name: &str| design.find::<UnitType>(name).unwrap();
    let good: Vec<Cell> =
        area.cells().filter(|&cell| land(scenario, cell) && alt[cell.index()] < 88.0 && !area.is_edge(cell)).collect();
    let seats = (area.count() / 500).clamp(2, 7);
    let mut centers: Vec<Cell> = Vec::new();
    if let Some(&first) = stream.choose(&good) {
        let open: Vec<bool> = (0..area.len()).map(|index| good.binary_search(&Cell(index as u32)).is_ok()).collect();
        centers.push(first);
        while centers.len() < seats {
            let next = good
                .iter()
                .max_by_key(|&&cell| centers.iter().map(|&center| area.distance(center, cell)).min())
                .unwrap();
            if !open[next.index()] {
                break;
            }
            centers.push(*next);
        }
    }
    let mut country = vec![0_u8; area.len()];
    let reach = (f64::from(area.width().min(area.height())) / 4.5) as u32 + 2;
    for cell in area.cells().filter(|&cell| land(scenario, cell)) {
        let near = centers.iter().enumerate().min_by_key(|(_, center)| area.distance(**center, cell));
        if let Some((side, _)) = near.filter(|(_, center)| area.distance(**center, cell) < reach) {
            country[cell.index()] = side as u8 + 1;
        }
    }
    scenario.world.country = Some(Layer::from_values(&area, country.clone()));
    for (seat, &center) in centers.iter().enumerate() {
        let name = name(stream);
        scenario.sides.push(Side {
            noun: format!("{name}er"),
            adjective: format!("{name}ish"),
            name,
            advantage: 1,
            center: Some(center),
            ..Side::default()
        });
        let mut unit = Unit::new(find("city"), Place::Cell(center), SideId::from_index(seat));
        unit.name = self::name(stream);
        scenario.units.push(unit);
    }
    let mut taken: Vec<Cell> = centers.clone();
    let kinds = ["town", "town", "town", "city", "fort", "infantry", "infantry", "armor", "bomber"];
    for _ in 0..area.count() / 45 {
        let Some(&cell) = stream.choose(&good) else { break };
        if taken.iter().any(|&other| area.distance(other, cell) < 3) {
            continue;
        }
        taken.push(cell);
        let kind = *stream.choose(&kinds).unwrap();
        let mut unit = Unit::new(find(kind), Place::Cell(cell), SideId(country[cell.index()]));
        if matches!(kind, "town" | "city" | "fort") {
            unit.name = name(stream);
        }
        scenario.units.push(unit);
    }
    let sea: Vec<Cell> = area.cells().filter(|&cell| !land(scenario, cell) && !area.is_edge(cell)).collect();
    for seat in 0..centers.len() {
        if let Some(&cell) = stream.choose(&sea) {
            scenario.units.push(Unit::new(find("destroyer"), Place::Cell(cell), SideId::from_index(seat)));
        }
    }
    // Roads: from each place to the nearest one before it.
    let road = design.find::<TerrainType>("road").unwrap();
    let mut edges = vec![0; area.len()];
    for (index, &cell) in taken.iter().enumerate() {
        let Some(&near) = taken[..index].iter().min_by_key(|&&other| area.distance(other, cell)) else { continue };
        let way = line(&area, cell, near);
        if way.len() > 14 || way.iter().any(|&cell| !land(scenario, cell) || alt[cell.index()] > 95.0) {
            continue;
        }
        for pair in way.windows(2) {
            let found = area.around(pair[0]).find(|&(_, next)| next == pair[1]);
            if let Some((direction, _)) = found {
                connect(&area, &mut edges, pair[0], direction);
            }
        }
    }
    scenario.world.edges.insert(road, Layer::from_values(&area, edges));
}

fn add_features(scenario: &mut Scenario, stream: &mut Stream) {
    let area = scenario.world.area;
    let design = Arc::clone(&scenario.design);
    let rough: Vec<bool> = design
        .ids::<TerrainType>()
        .map(|kind| {
            let middle = design.int(terrain::ALT_PERCENTILE_MIN, kind);
            middle > 86 && design.int(terrain::SUBTYPE, kind) == 0
        })
        .collect();
    let kinds: Vec<TerrainType> = scenario.world.terrain.as_ref().unwrap().values().to_vec();
    let mut of = vec![FeatureId::NONE; area.len()];
    for pass in 0..2 {
        let found = regions(&area, |cell| {
            let kind = kinds[cell.index()];
            match pass {
                0 => Some(u32::from(design.is_liquid(kind))),
                _ => rough[usize::from(kind.0)].then_some(7),
            }
        });
        for region in 0..found.count() {
            let size = found.sizes[region];
            let cells: Vec<Cell> = area.cells().filter(|cell| found.of[*cell] == region as u32).collect();
            let liquid = design.is_liquid(kinds[cells[0].index()]);
            let (class, name) = match (pass, liquid, size) {
                (1, _, 6..) => (FeatureClass::Range, format!("{} Mountains", name(stream))),
                (1, ..) | (0, _, ..3) => continue,
                (_, true, 60..) => (FeatureClass::Sea, format!("{} Sea", name(stream))),
                (_, true, _) => (FeatureClass::Lake, format!("Lake {}", name(stream))),
                (_, false, 60..) => (FeatureClass::Continent, name(stream)),
                (_, false, _) => (FeatureClass::Island, format!("{} Isle", name(stream))),
            };
            // The innermost cell: farthest from any other region.
            let at = *cells
                .iter()
                .max_by_key(|&&cell| {
                    (1..12)
                        .find(|&radius| {
                            grid::ring(&area, cell, radius).into_iter().any(|near| found.of[near] != region as u32)
                        })
                        .unwrap_or(12)
                })
                .unwrap();
            scenario.world.features.push(Feature {
                class,
                kind: String::new(),
                name,
                at,
                size,
                course: Vec::new(),
                made_by: None,
            });
            let id = FeatureId(scenario.world.features.len() as u16);
            for cell in cells {
                of[cell.index()] = id;
            }
        }
    }
    scenario.world.feature_of = Some(Layer::from_values(&area, of));
}

fn name(stream: &mut Stream) -> String {
    const HEADS: [&str; 14] =
        ["Ar", "Bel", "Cor", "Dun", "El", "Fair", "Gal", "Hav", "Ist", "Kar", "Mor", "Nor", "Tav", "Wen"];
    const TAILS: [&str; 14] =
        ["ath", "brück", "dale", "en", "gard", "heim", "ia", "land", "march", "nor", "ovia", "stead", "ton", "wick"];
    format!("{}{}", stream.choose(&HEADS).unwrap(), stream.choose(&TAILS).unwrap())
}

/// Smooth random hills.
struct Bumps([[f64; 64]; 64]);

impl Bumps {
    fn new(stream: &mut Stream) -> Bumps {
        let mut values = [[0.0; 64]; 64];
        values.iter_mut().flatten().for_each(|value| *value = f64::from(stream.below(1000)) / 1000.0);
        Bumps(values)
    }

    fn at(&self, x: f64, y: f64) -> f64 {
        let (mut sum, mut weight, mut scale) = (0.0, 1.0, 1.0);
        for octave in 0..5 {
            let (x, y) = (x * scale + f64::from(octave) * 7.3, y * scale + f64::from(octave) * 3.1);
            let (column, row) = (x.floor(), y.floor());
            let fade = |t: f64| t * t * (3.0 - 2.0 * t);
            let (u, v) = (fade(x - column), fade(y - row));
            let value = |dx: usize, dy: usize| self.0[(row as usize + dy) % 64][(column as usize + dx) % 64];
            let upper = value(0, 0) * (1.0 - u) + value(1, 0) * u;
            let lower = value(0, 1) * (1.0 - u) + value(1, 1) * u;
            sum += weight * (upper * (1.0 - v) + lower * v);
            weight *= 0.5;
            scale *= 2.0;
        }
        sum
    }
}
