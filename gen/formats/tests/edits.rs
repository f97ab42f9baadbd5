//! Edits: each is taken back to the byte, on every shape, with symmetry, wraps and levels; units keep their keys.

use std::sync::Arc;
use std::time::{Duration, Instant};

use chance::{Seed, Stream};
use design::{Design, Known, TerrainType, UnitType};
use fairmarch_formats::{JournalLine, journal_line, read_design, read_scenario, write_scenario};
use grid::{Area, Cell, Direction, Layer, Shape, Symmetry, SymmetryKind};
use world::edit::{
    Edit, FeatureEdit, Frame, Journal, Keep, LayerKey, Lines, LinkEdit, Named, Paint, Rename, SideEdit, UnitEdit,
    region,
};
use world::{
    Feature, FeatureClass, FeatureId, Kept, KeptPart, Link, Place, Scenario, Side, SideId, Unit, World, find_asymmetry,
};

pub const DESIGN: &str = r#"{
    "title": "Ferries",
    "materials": { "food": {} },
    "terrain": {
        "plains": { "char": "." }, "sea": { "char": "~", "liquid": true },
        "river": { "subtype": "border" }, "road": { "subtype": "connection" },
    },
    "units": { "army": {}, "ferry": { "capacity": 3 }, "fort": {} },
    "tables": { "vanishes-on": { "army": { "sea": 1 }, "fort": { "sea": 1 }, "ferry": { "plains": 1 } } },
}"#;

pub fn design(text: &str) -> Arc<Design> {
    match read_design("ferries", "ferries.ron", text, &|_| None, &Known::default()) {
        Ok((design, _)) => Arc::new(design),
        Err(faults) => panic!("{faults:?}"),
    }
}

/// A world of plains with two sides and a unit of each.
pub fn board(area: Area, symmetry: Option<SymmetryKind>) -> Scenario {
    let mut world = World::new(area);
    world.symmetry = symmetry.map(|kind| Symmetry::new(&area, kind).expect("the area has this symmetry"));
    world.terrain = Some(Layer::filled(&area, TerrainType(0)));
    let feature = Feature {
        class: FeatureClass::Terrain,
        kind: String::new(),
        name: "Moor".to_owned(),
        at: first(&area),
        size: 1,
        course: Vec::new(),
        made_by: None,
    };
    world.features.push(feature);
    let order = world.symmetry.as_ref().map_or(2, Symmetry::order).max(2);
    let side = |number: usize| Side { name: format!("S{number}"), advantage: 1, ..Side::default() };
    Scenario { sides: (0..order).map(side).collect(), ..Scenario::new(design(DESIGN), world) }
}

fn first(area: &Area) -> Cell {
    area.cells().next().expect("a cell")
}

fn random_cell(stream: &mut Stream, area: &Area) -> Cell {
    let cells: Vec<Cell> = area.cells().collect();
    *stream.choose(&cells).expect("a cell")
}

/// Any edit, sound or not.
pub fn random_edit(stream: &mut Stream, scenario: &Scenario) -> Edit {
    let area = &scenario.world.area;
    let cell = random_cell(stream, area);
    let keys = scenario.keys();
    let key = stream.choose(&keys).copied().unwrap_or(1);
    let side = SideId(stream.below(scenario.sides.len() as u32 + 1) as u8);
    let unit = |scenario: &Scenario| scenario.find_key(key).map(|id| Unit { key, ..scenario.unit(id).clone() });
    let set =
        |unit: Option<Unit>| unit.map_or(Edit::Many(Vec::new()), |unit| Edit::Units(UnitEdit::Set(Box::new(unit))));
    match stream.below(22) {
        0..=4 => {
            let layers = [
                (LayerKey::Terrain, 2),
                (LayerKey::Elevation, 900),
                (LayerKey::Country, 3),
                (LayerKey::People, 3),
                (LayerKey::Winds, 40),
                (LayerKey::Clouds, 101),
                (LayerKey::Feature, 2),
                (LayerKey::Material(design::MaterialType(0)), 50),
                (LayerKey::Gdl("user".to_owned()), 9),
            ];
            let (layer, bound) = stream.choose(&layers).expect("a layer").clone();
            let value = stream.below(bound) as i32;
            let drops = stream.percent(10);
            let cells = if drops { Vec::new() } else { vec![(cell, value), (random_cell(stream, area), value)] };
            Edit::Paint(Paint { drops, ..Paint::new(layer, cells) })
        }
        5 | 6 => {
            let kind = TerrainType(2 + stream.below(2) as u8);
            let edges = vec![(cell, Direction(stream.below(area.directions().into()) as u8), stream.coin())];
            Edit::Lines(Lines { kind, edges, drops: false })
        }
        7..=9 => {
            let place = match stream.below(4) {
                0 if !keys.is_empty() => Place::Inside(world::UnitId(1 + stream.below(keys.len() as u32))),
                _ => Place::Cell(cell),
            };
            let unit = Unit::new(UnitType(stream.below(3) as u16), place, side);
            Edit::Units(UnitEdit::place(scenario, unit))
        }
        10 => UnitEdit::disband(scenario, key).map_or(Edit::Many(Vec::new()), Edit::Units),
        11 | 12 => set(unit(scenario).map(|unit| Unit { place: Place::Cell(cell), ..unit })),
        13 => set(unit(scenario).map(|unit| Unit { side, name: format!("U{key}"), hp: Some(1), ..unit })),
        14 => {
            let side = SideId(side.0.max(1));
            let to = Side { center: Some(cell), team: 2, color: "aabbcc".to_owned(), ..scenario.side(side).clone() };
            Edit::Side(SideEdit::Set(side, Box::new(to)))
        }
        15 => Edit::Rename(Rename::new(Named::Feature(FeatureId(1)), &format!("F{key}"))),
        16 => {
            let link = Link {
                kind: TerrainType(3),
                from: cell,
                to: random_cell(stream, area),
                is_one_way: false,
                cost: 2,
                name: String::new(),
            };
            Edit::Link(LinkEdit { at: 0, gone: 0, put: vec![link] })
        }
        17 => {
            let (width, height) = (area.width(), area.height());
            let size = *stream.choose(&[(width, height), (width + 1, height + 2)]).expect("a size");
            let levels = if stream.percent(20) { vec![Some(0), None] } else { (0..area.levels()).map(Some).collect() };
            Edit::Frame(Frame { size, shift: (0, 2 * stream.below(2) as i32), levels, fill: TerrainType(1) })
        }
        18 => match stream.below(4) {
            0 => Edit::Side(SideEdit::Add(Box::new(Side { name: "New".to_owned(), advantage: 1, ..Side::default() }))),
            1 => Edit::Side(SideEdit::Remove(SideId(side.0.max(1)))),
            2 => Edit::Feature(FeatureEdit::Remove(FeatureId(1))),
            _ => {
                Edit::Feature(FeatureEdit::Add(Box::new(scenario.world.features.first().cloned().unwrap_or(Feature {
                    class: FeatureClass::Lake,
                    kind: String::new(),
                    name: "Mere".to_owned(),
                    at: cell,
                    size: 1,
                    course: Vec::new(),
                    made_by: None,
                }))))
            }
        },
        19 | 20 => random_keep(stream, scenario),
        _ => {
            let text = if stream.coin() { DESIGN.to_owned() } else { DESIGN.replace("\"fort\"", "\"tower\"") };
            Edit::Design(design(&text))
        }
    }
}

/// More is kept, or less.
fn random_keep(stream: &mut Stream, scenario: &Scenario) -> Edit {
    let area = &scenario.world.area;
    let (one, other) = (random_cell(stream, area), random_cell(stream, area));
    let mut kept = Kept::of_cells(area, region(area, one, other));
    match stream.below(5) {
        0 => drop(kept.parts.insert(KeptPart::Layer(LayerKey::Material(design::MaterialType(0))))),
        1 => drop(kept.parts.insert(KeptPart::Lines(TerrainType(3)))),
        2 => kept.units.extend(stream.choose(&scenario.keys()).copied()),
        3 => drop(kept.sides.insert(SideId(1 + stream.below(scenario.sides.len() as u32) as u8))),
        _ => drop(kept.features.insert(FeatureId(1))),
    }
    Edit::Keep(if stream.percent(70) { Keep::more(scenario, &kept) } else { Keep::less(scenario, &kept) })
}

/// Worlds of every shape, with symmetries, wraps and levels.
pub fn boards() -> Vec<Scenario> {
    let mut boards = Vec::new();
    for &shape in Shape::ALL {
        let area = Area::new(shape, 12, 12).expect("an area");
        boards.push(board(area, None));
        boards.push(board(area.with_levels(2).expect("levels"), None));
        for kind in
            [SymmetryKind::Rotation(2), SymmetryKind::Rotation(4), SymmetryKind::MirrorX, SymmetryKind::Translation(2)]
        {
            if Symmetry::new(&area, kind).is_ok() {
                boards.push(board(area, Some(kind)));
                boards.push(board(area.with_levels(2).expect("levels"), Some(kind)));
            }
        }
    }
    boards
}

#[test]
fn a_thousand_edits_are_taken_back_to_the_byte_on_every_shape() {
    let boards = boards();
    assert!(boards.len() > 30, "{}", boards.len());
    let count = 1600 / boards.len();
    let (mut made, mut refused) = (0, 0);
    for (number, board) in boards.iter().enumerate() {
        let mut stream = Seed(number as u64).stream("edits");
        let mut scenario = board.clone();
        let mut journal = Journal::default();
        scenario.give_keys();
        // Texts take long: they are compared now and then, the scenarios always.
        let mut states = vec![(scenario.clone(), Some(write_scenario(&scenario)))];
        for turn in 0..count {
            let edit = random_edit(&mut stream, &scenario);
            // What is said exactly may break the symmetry: every third board does without the rules.
            let edit = if number % 3 == 0 { Ok(edit) } else { edit.fitted(&scenario) };
            let before = scenario.clone();
            match edit.and_then(|edit| journal.enter(&mut scenario, &turn.to_string(), edit)) {
                Ok(_) => states.push((scenario.clone(), (turn % 16 == 0).then(|| write_scenario(&scenario)))),
                Err(refusal) => {
                    refused += 1;
                    assert!(scenario == before, "refused, and changed all the same: {refusal}");
                }
            }
            if number % 3 != 0 {
                assert_eq!(find_asymmetry(&scenario), None, "{number}: {:?}", journal.entries().last());
            }
        }
        made += journal.entries().len();
        let last = write_scenario(&scenario);
        for (state, text) in states.iter().rev() {
            assert!(&scenario == state, "board {number}, entry {}", journal.position());
            assert!(text.iter().all(|text| text == &write_scenario(&scenario)));
            journal.jump(&mut scenario, journal.position().saturating_sub(1)).expect("taken back");
        }
        journal.jump(&mut scenario, usize::MAX).expect("made again");
        assert_eq!(write_scenario(&scenario), last, "board {number}");
        // What edits make is what files hold.
        let (again, found) =
            read_scenario("e.ron", &last, &|_| None, &Known::default()).unwrap_or_else(|faults| panic!("{faults:?}"));
        assert!(found.0.is_empty(), "{found:?}");
        assert_eq!(write_scenario(&again), last);
    }
    assert!(made > 1000 && refused > 100, "{made} made, {refused} refused");
}

#[test]
fn keys_outlast_a_disband_and_are_never_used_again() {
    let mut scenario = board(Area::new(Shape::Square4, 6, 6).expect("an area"), None);
    let army = |cell| Unit::new(UnitType(0), Place::Cell(Cell(cell)), SideId(1));
    scenario.units = vec![army(1), army(2), army(3)];
    let plain = write_scenario(&scenario);
    assert!(!plain.contains("key"), "the order says it all");
    let take = |scenario: &mut Scenario, key| {
        UnitEdit::disband(scenario, key).and_then(|edit| Edit::Units(edit).apply(scenario))
    };
    take(&mut scenario, 3).expect("it goes");
    take(&mut scenario, 1).expect("it goes");
    let text = write_scenario(&scenario);
    assert!(
        text.contains("\"format\": 4") && text.contains("\"keys-used\": 3") && text.contains("\"key\": 2"),
        "{text}"
    );
    let (mut again, _) = read_scenario("k.ron", &text, &|_| None, &Known::default()).expect("it is sound");
    assert_eq!((again.keys(), again.next_key(), again.keys_used), (vec![2], 4, 3));
    let edit = UnitEdit::place(&again, army(5));
    Edit::Units(edit).apply(&mut again).expect("it comes");
    assert_eq!(again.keys(), [2, 4]);
    let twice = text.replace("\"key\": 2", "\"key\": 2, \"at\": [1, 1] }, { \"type\": \"army\", \"key\": 2");
    let faults = read_scenario("k.ron", &twice, &|_| None, &Known::default()).expect_err("two have one key");
    assert!(faults.0.iter().any(|fault| fault.code == "key-taken"), "{faults:?}");
}

#[test]
fn what_the_rules_forbid_is_refused_with_its_place_and_the_rule() {
    let mut scenario = board(Area::new(Shape::Square4, 6, 6).expect("an area"), Some(SymmetryKind::Rotation(2)));
    let sea = Edit::Paint(Paint::fill(LayerKey::Terrain, [Cell(7)], 1)).fitted(&scenario).expect("it is painted");
    assert_eq!(sea.words(&scenario), "terrain in 2 cells from 1,1 on becomes sea");
    assert_eq!(sea.touches(&scenario).cells, [Cell(7), Cell(28)]);
    sea.apply(&mut scenario).expect("it is painted");
    let fitted = |scenario: &Scenario, cell, kind| {
        let unit = Unit::new(UnitType(kind), Place::Cell(Cell(cell)), SideId(1));
        Edit::Units(UnitEdit::place(scenario, unit)).fitted(scenario)
    };
    let told = fitted(&scenario, 7, 0).expect_err("an army drowns").to_string();
    assert_eq!(told, "at 1,1: a army cannot be on sea (`vanishes-on`, `wrecks-on`, `capacity`)");
    let both = fitted(&scenario, 28, 1).expect("a ferry swims");
    both.apply(&mut scenario).expect("a ferry swims");
    assert_eq!(
        scenario.units.iter().map(|unit| unit.side.0).collect::<Vec<_>>(),
        [1, 2],
        "its image is the other side's"
    );
    let army = Unit::new(UnitType(0), Place::Inside(world::UnitId(1)), SideId(1));
    let inside = Edit::Units(UnitEdit::place(&scenario, army)).fitted(&scenario).expect("there is room");
    inside.apply(&mut scenario).expect("there is room");
    assert_eq!(scenario.units[3].place, Place::Inside(world::UnitId(2)));
    let gone = Edit::Units(UnitEdit::disband(&scenario, 1).expect("it is there")).fitted(&scenario).expect("it may go");
    let back = gone.apply(&mut scenario).expect("it goes");
    assert!(scenario.units.is_empty(), "with what is inside, and its images");
    back.apply(&mut scenario).expect("they come back");
    assert_eq!(scenario.units.len(), 4);
    let small = Frame::crop(&scenario.world.area, (0, 0), (4, 5), TerrainType(0));
    let told = Edit::Frame(small).fitted(&scenario).expect_err("one side alone is cut").to_string();
    assert!(told.contains("cells have to come and go alike"), "{told}");
}

#[test]
fn a_drag_is_one_entry() {
    let mut scenario = board(Area::new(Shape::Hexagon, 9, 9).expect("an area"), None);
    let before = scenario.clone();
    let mut journal = Journal::default();
    let cells: Vec<Cell> = scenario.world.area.cells().take(6).collect();
    for pair in cells.windows(2) {
        let edit = Edit::Paint(Paint::fill(LayerKey::Elevation, pair.iter().copied(), 5));
        journal.drag(&mut scenario, "stroke", edit).expect("painted");
    }
    assert_eq!((journal.entries().len(), journal.position()), (1, 1));
    let Edit::Paint(paint) = &journal.entries()[0].edit else { panic!("a stroke is a painting") };
    assert_eq!(paint.cells.len(), 6);
    journal.drop_drag();
    journal
        .drag(&mut scenario, "other", Edit::Paint(Paint::fill(LayerKey::Elevation, [cells[0]], 7)))
        .expect("painted");
    assert_eq!(journal.entries().len(), 2);
    journal.jump(&mut scenario, 0).expect("taken back");
    assert!(scenario == before);
    journal.jump(&mut scenario, journal.position() + 1).expect("made again");
    assert_eq!(scenario.world.elevation.as_ref().expect("heights")[cells[0]], 5);
}

/// A stroke on a large map touches its cells, and not the map: it has to come between two frames.
#[test]
fn a_stroke_on_a_large_world_takes_no_time() {
    let mut scenario = board(Area::new(Shape::Square8, 500, 500).expect("an area"), None);
    let shared = scenario.clone();
    let mut journal = Journal::default();
    let cells: Vec<Cell> = grid::disk(&scenario.world.area, Cell(125_250), 5).collect();
    let begun = std::time::Instant::now();
    let edit = Edit::Paint(Paint::fill(LayerKey::Terrain, cells, 1)).fitted(&scenario).expect("it is painted");
    journal.enter(&mut scenario, "stroke", edit).expect("it is painted");
    let took = begun.elapsed();
    println!("a stroke of 121 cells at 500x500: {took:?}");
    assert!(took.as_millis() < 100, "{took:?}");
    assert!(shared.world.terrain != scenario.world.terrain);
}

/// As the window makes it: in a copy of the scenario, entered in a journal, with its line for the disk.
#[test]
fn an_edit_of_a_large_world_takes_two_milliseconds() {
    let area = Area::new(Shape::Rectangle, 500, 500).expect("an area");
    let mut scenario = board(area, None);
    for layer in [LayerKey::Elevation, LayerKey::Country, LayerKey::People, LayerKey::Feature] {
        let cells = area.cells().map(|cell| (cell, 1)).collect();
        Edit::Paint(Paint::new(layer, cells)).apply(&mut scenario).expect("it is painted");
    }
    let cells: Vec<Cell> = area.cells().step_by(97).collect();
    let army = |&cell: &Cell| Unit::new(UnitType(0), Place::Cell(cell), SideId(1));
    scenario.units = cells.iter().map(army).collect();
    scenario.give_keys();
    let place = |column, row| area.cell(column, row).expect("a cell");
    let stroke: Vec<(Cell, i32)> =
        region(&area, place(200, 200), place(210, 210)).into_iter().map(|cell| (cell, 0)).collect();
    let moved = Unit { place: Place::Cell(place(300, 300)), ..scenario.units[9].clone() };
    let side = Side { center: Some(place(4, 4)), ..scenario.sides[0].clone() };
    let kept = Kept::of_cells(&area, region(&area, place(100, 100), place(150, 150)));
    let edits = [
        ("a stroke", Edit::Paint(Paint::new(LayerKey::Elevation, stroke.clone()))),
        ("terrain", Edit::Paint(Paint::new(LayerKey::Terrain, stroke.iter().map(|&(cell, _)| (cell, 1)).collect()))),
        (
            "a road",
            Edit::Lines(Lines { kind: TerrainType(3), edges: vec![(cells[60], Direction(0), true)], drops: false }),
        ),
        ("a unit comes", Edit::Units(UnitEdit::place(&scenario, army(&place(301, 301))))),
        ("a unit goes", Edit::Units(UnitEdit::disband(&scenario, 17).expect("it is there"))),
        ("a unit moves", Edit::Units(UnitEdit::Set(Box::new(moved)))),
        ("a side", Edit::Side(SideEdit::Set(SideId(1), Box::new(side)))),
        ("a name", Edit::Rename(Rename::new(Named::Feature(FeatureId(1)), "Fen"))),
        ("keep", Edit::Keep(Keep::more(&scenario, &kept))),
    ];
    // What writes the journal's lines is not optimised in builds for tests.
    let most = Duration::from_millis(if cfg!(debug_assertions) { 8 } else { 2 });
    for (what, edit) in edits {
        // The machine may be busy: the least of several counts.
        let once = |_| {
            let began = Instant::now();
            let (mut now, mut journal) = (scenario.clone(), Journal::default());
            let edit = edit.fitted(&scenario).expect("it is allowed");
            let line = journal_line(&scenario, JournalLine::Entry, what, &edit);
            journal.enter(&mut now, what, edit).expect("it is made");
            let took = began.elapsed();
            assert!(now != scenario && line.ends_with('\n'), "{what}: {line}");
            took
        };
        let least = (0..9).map(once).min().expect("some");
        println!("{what}: {least:?}");
        assert!(least < most, "{what} takes {least:?}");
    }
}
