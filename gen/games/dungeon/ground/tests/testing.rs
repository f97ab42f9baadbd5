//! Small designs and worlds for these tests.

use std::sync::Arc;

use chance::Seed;
use design::{Design, Known, Settings, TerrainType, TypeId};
use grid::{Area, Cell, Layer, Shape};
use synth::{History, MethodOutcome, Part, Synthesis, SynthesisError, SynthesisMethod};
use world::{Link, Scenario, Side, World};

/// A design from RON, which must be valid.
pub(crate) fn design(text: &str) -> Arc<Design> {
    let (design, _) = formats::read_design("test", "test.ron", text, &|_| None, &Known::default())
        .unwrap_or_else(|found| panic!("{found:?}"));
    Arc::new(design)
}

/// Runs a method with the design's settings; returns the outcome and the codes of all warnings.
pub(crate) fn run(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
) -> (Result<MethodOutcome, SynthesisError>, Vec<&'static str>) {
    run_with_given(method, scenario, seed, &[])
}

/// The same in a scenario where these parts are given.
pub(crate) fn run_with_given(
    method: &dyn SynthesisMethod,
    scenario: &mut Scenario,
    seed: u64,
    given: &[Part],
) -> (Result<MethodOutcome, SynthesisError>, Vec<&'static str>) {
    let settings = Settings::new(Arc::clone(&scenario.design));
    let mut history = History::default();
    let synthesis = Synthesis::new(scenario, &settings, &mut history, method.info().name, Seed(seed));
    let mut synthesis = synthesis.with_given(given);
    let outcome = method.run(&mut synthesis);
    (outcome, history.warnings.iter().map(|warning| warning.code).collect())
}

/// A game of heroes, monsters and objects with doors of three locks; `globals` is RON text.
pub(crate) fn dungeon_rules(globals: &str) -> Arc<Design> {
    design(&format!(
        r#"{{
            "terrain": {{
                "rock": {{ "opaque": true }},
                "floor": {{ "capacity": 9 }},
                "water": {{ "liquid": true, "capacity": 9 }},
                "open-door": {{ "capacity": 9 }},
                "door": {{ "opaque": true, "door-into": "open-door" }},
                "gate-1": {{ "opaque": true, "door-into": "open-door", "lock-level": 1 }},
                "gate-2": {{ "opaque": true, "door-into": "open-door", "lock-level": 2 }},
                "gate-3": {{ "opaque": true, "door-into": "open-door", "lock-level": 3 }},
                "stairs": {{ "subtype": "connection" }},
            }},
            "units": {{
                "hero": {{ "start-with": 1, "acp-per-turn": 1 }},
                "key-1": {{ "key-level": 1, "level-weight": 9 }},
                "key-2": {{ "key-level": 2 }},
                "other-key-2": {{ "key-level": 2 }},
                "key-3": {{ "key-level": 3 }},
                "rat": {{ "acp-per-turn": 1, "level-weight": 6, "level-max": 2 }},
                "ogre": {{ "acp-per-turn": 1, "level-weight": 4, "level-min": 2 }},
                "dragon": {{ "acp-per-turn": 1, "level-weight": 3, "level-min": 2, "type-in-game-max": 1 }},
                "fountain": {{ "level-count": 1, "level-max": 2 }},
                "amulet": {{ "level-count": 1, "level-min": 3, "level-max": 3, "type-in-game-max": 1 }},
                "gold": {{ "level-weight": 5 }},
                "scroll": {{ "level-weight": 5 }},
                "crown": {{ "level-weight": 5, "type-in-game-max": 1 }},
                "chest": {{ "level-weight": 5, "capacity": 4 }},
            }},
            "tables": {{
                "vanishes-on": {{ "*": {{ "rock water": true }} }},
                "unit-size-as-occupant": {{ "*": 99, "gold scroll crown": {{ "chest": 1 }} }},
            }},
            "globals": {{ "edge-ring": false, {globals} }},
        }}"#
    ))
}

/// A world of levels drawn in ASCII, with a stair between each two digits that are alike on different levels, and as many sides
/// without units as asked. `#` rock, `.` floor, `~` water, `+` a door, `'` an open one, `a` to `c` the gates, `@` the centre of
/// a side, in order.
pub(crate) fn drawn_dungeon(design: &Arc<Design>, levels: &[&str], sides: usize) -> Scenario {
    let rows: Vec<Vec<Vec<char>>> = levels
        .iter()
        .map(|level| {
            level.lines().map(|line| line.trim().chars().collect::<Vec<_>>()).filter(|line| !line.is_empty()).collect()
        })
        .collect();
    let (width, height) = (rows[0][0].len() as u32, rows[0].len() as u32);
    let area = Area::new(Shape::Square8, width, height).unwrap().with_levels(levels.len() as u32).unwrap();
    let mut made = Scenario {
        sides: (0..sides).map(|_| Side { advantage: 1, ..Side::default() }).collect(),
        ..Scenario::new(Arc::clone(design), World::new(area))
    };
    let mut terrain = vec![TerrainType::at(0); area.len()];
    let mut ends: Vec<(char, Cell)> = Vec::new();
    let mut centers = Vec::new();
    for (number, level) in rows.iter().enumerate() {
        for (row, line) in level.iter().enumerate() {
            for (column, &letter) in line.iter().enumerate() {
                let upright = height as usize - 1 - row;
                let cell = area.on_level(area.cell(column as i32, upright as i32).unwrap(), number as u32).unwrap();
                terrain[cell.index()] = TerrainType::at(match letter {
                    '#' => 0,
                    '~' => 2,
                    '\'' => 3,
                    '+' => 4,
                    'a'..='c' => 5 + (letter as usize - 'a' as usize),
                    _ => 1,
                });
                match letter {
                    '0'..='9' => match ends.iter().find(|end| end.0 == letter) {
                        Some(&(_, from)) => made.world.links.push(stair(from, cell)),
                        None => ends.push((letter, cell)),
                    },
                    '@' => centers.push(cell),
                    _ => {}
                }
            }
        }
    }
    made.sides.iter_mut().zip(centers).for_each(|(side, center)| side.center = Some(center));
    made.world.terrain = Some(Layer::from_values(&area, terrain));
    made
}

fn stair(from: Cell, to: Cell) -> Link {
    Link { kind: TerrainType::at(8), from, to, is_one_way: false, cost: 0, name: String::new() }
}

/// Levels of rooms in a grid, all joined by doors or gaps, with `stairs` between each two levels.
pub(crate) fn random_dungeon(
    design: &Arc<Design>,
    size: (u32, u32),
    levels: u32,
    stairs: u32,
    sides: usize,
    seed: u64,
) -> Scenario {
    const ROOM: (u32, u32) = (7, 5);
    let mut stream = Seed(seed).stream("dungeon");
    let area = Area::new(Shape::Square8, size.0, size.1).unwrap().with_levels(levels).unwrap();
    let mut made = Scenario {
        sides: (0..sides).map(|_| Side { advantage: 1, ..Side::default() }).collect(),
        ..Scenario::new(Arc::clone(design), World::new(area))
    };
    let mut terrain = vec![TerrainType::at(0); area.len()];
    let (columns, rows) = ((size.0 - 1) / ROOM.0, (size.1 - 1) / ROOM.1);
    for level in 0..levels {
        let at = |x: u32, y: u32| area.on_level(area.cell(x as i32, y as i32).unwrap(), level).unwrap();
        for (column, row) in (0..rows).flat_map(|row| (0..columns).map(move |column| (column, row))) {
            for (x, y) in (1..ROOM.1).flat_map(|y| (1..ROOM.0).map(move |x| (x, y))) {
                terrain[at(column * ROOM.0 + x, row * ROOM.1 + y).index()] = TerrainType::at(1);
            }
        }
        let mut walls: Vec<(u32, u32, bool)> = (0..rows)
            .flat_map(|row| (0..columns).flat_map(move |column| [(column, row, true), (column, row, false)]))
            .filter(|&(column, row, is_east)| if is_east { column + 1 < columns } else { row + 1 < rows })
            .collect();
        stream.shuffle(&mut walls);
        let mut piece: Vec<u32> = (0..columns * rows).collect();
        for (column, row, is_east) in walls {
            let one = (row * columns + column) as usize;
            let other = if is_east { one + 1 } else { one + columns as usize };
            let (from, to) = (piece[one], piece[other]);
            if from == to && !stream.percent(25) {
                continue;
            }
            piece.iter_mut().filter(|piece| **piece == from).for_each(|piece| *piece = to);
            let (x, y) = if is_east {
                ((column + 1) * ROOM.0, row * ROOM.1 + stream.between(2, ROOM.1 as i32 - 2) as u32)
            } else {
                (column * ROOM.0 + stream.between(2, ROOM.0 as i32 - 2) as u32, (row + 1) * ROOM.1)
            };
            terrain[at(x, y).index()] = TerrainType::at(if stream.percent(85) { 4 } else { 1 });
        }
    }
    for upper in 0..levels.saturating_sub(1) {
        for _ in 0..stairs {
            let from = loop {
                let cell = area.on_level(Cell(stream.index(area.level_len()) as u32), upper).unwrap();
                let below = area.on_level(cell, upper + 1).unwrap();
                let is_floor = [cell, below].into_iter().all(|cell| terrain[cell.index()] == TerrainType::at(1));
                let is_taken = made
                    .world
                    .links
                    .iter()
                    .any(|link| [link.from, link.to].iter().any(|end| [cell, below].contains(end)));
                if is_floor && !is_taken {
                    break cell;
                }
            };
            made.world.links.push(stair(from, area.on_level(from, upper + 1).unwrap()));
        }
    }
    made.world.terrain = Some(Layer::from_values(&area, terrain));
    made
}
