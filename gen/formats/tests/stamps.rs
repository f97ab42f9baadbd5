//! Stamps: turned round they are themselves, put down where they were taken they change nothing, and putting down is taken back exactly,
//! on every shape, with symmetry, wraps and levels.

use chance::{Seed, Stream};
use design::{TerrainType, UnitType};
use fairmarch_formats::write_scenario;
use grid::{Area, Cell, Direction, Shape, SymmetryKind, disk, has_edge};
use world::edit::{Edit, LayerKey, Lines, Paint, Stamp, StampParts, UnitEdit};
use world::{Place, Scenario, SideId, Unit, UnitId, find_asymmetry};

use crate::edits::{board, boards, random_edit};

const ALL: StampParts = StampParts { owners: true, units: true };

/// A board after some random edits that keep its area and its design.
fn furnished(stream: &mut Stream, board: &Scenario) -> Scenario {
    let mut scenario = board.clone();
    let mut made = 0;
    for _ in 0..400 {
        let edit = random_edit(stream, &scenario);
        let is_wanted = match &edit {
            Edit::Paint(paint) => !paint.drops,
            Edit::Lines(_) | Edit::Units(_) => true,
            _ => false,
        };
        if let Some(Ok(edit)) = is_wanted.then(|| edit.fitted(&scenario)) {
            made += usize::from(edit.apply(&mut scenario).is_ok());
        }
    }
    assert!(made > 40, "{made}");
    scenario.give_keys();
    scenario
}

fn random_cell(stream: &mut Stream, scenario: &Scenario) -> Cell {
    let cells: Vec<Cell> = scenario.world.area.cells().collect();
    *stream.choose(&cells).expect("a cell")
}

#[test]
fn a_stamp_that_is_turned_round_is_itself() {
    let mut differ = 0;
    for (number, board) in boards().iter().enumerate() {
        let mut stream = Seed(number as u64).stream("turns");
        let scenario = furnished(&mut stream, board);
        let center = random_cell(&mut stream, &scenario);
        let stamp = Stamp::of(&scenario, &disk(&scenario.world.area, center, 2).collect::<Vec<Cell>>()).expect("cells");
        let turns = scenario.world.area.shape().lattice().turns();
        let turned = (0..turns).fold(stamp.clone(), |stamp, _| stamp.turned());
        assert!(turned == stamp, "{number}");
        assert!(stamp.mirrored().mirrored() == stamp, "{number}");
        assert!(stamp.turned().mirrored().turned().mirrored() == stamp, "a mirror turns the other way: {number}");
        differ += usize::from(stamp.turned() != stamp) + usize::from(stamp.mirrored() != stamp);
    }
    assert!(differ > 40, "{differ}");
}

#[test]
fn put_down_where_it_was_taken_a_stamp_changes_nothing_and_elsewhere_it_is_taken_back() {
    let (mut made, mut refused) = (0, 0);
    for (number, board) in boards().iter().enumerate() {
        let mut stream = Seed(number as u64).stream("stamps");
        let scenario = furnished(&mut stream, board);
        let area = scenario.world.area;
        let symmetry = scenario.world.exact_symmetry().is_some();
        for _ in 0..6 {
            let center = random_cell(&mut stream, &scenario);
            let mut cells: Vec<Cell> = disk(&area, center, stream.below(3)).collect();
            cells.sort_unstable();
            let stamp = Stamp::of(&scenario, &cells).expect("cells");
            // One place of the anchor brings the cells of a disk onto themselves.
            let lies = |at: &Cell| stamp.lands(&area, *at).iter().map(|&(cell, _)| cell).eq(cells.iter().copied());
            let home = cells.iter().copied().find(lies).expect("it lies where it was taken");
            let mut same = scenario.clone();
            stamp.paste(&scenario, home, ALL).expect("it fits").apply(&mut same).expect("it lies there");
            assert!(same.world == scenario.world, "board {number}");
            // Elsewhere, turned, as a designer may.
            let at = random_cell(&mut stream, &scenario);
            let turned = (0..stream.below(6)).fold(stamp, |stamp, _| stamp.turned());
            let turned = if stream.coin() { turned.mirrored() } else { turned };
            let Ok(edit) = turned.paste(&scenario, at, ALL).and_then(|edit| edit.fitted(&scenario)) else {
                refused += 1;
                continue;
            };
            let mut after = scenario.clone();
            let back = edit.apply(&mut after).unwrap_or_else(|refusal| panic!("board {number}: {refusal}"));
            if !symmetry {
                let again = turned.lands(&area, at);
                assert!(again.iter().all(|&(cell, kind)| kind == Some(after.world.terrain_at(cell))), "board {number}");
            }
            assert_eq!(find_asymmetry(&after), None, "board {number}");
            back.apply(&mut after).expect("it is taken back");
            assert!(after == scenario, "board {number}");
            assert_eq!(write_scenario(&after), write_scenario(&scenario));
            made += 1;
        }
    }
    assert!(made > 60 && refused > 0, "{made} made, {refused} refused");
}

#[test]
fn a_stamp_lies_across_a_seam_in_one_piece_with_its_edges_and_what_units_carry() {
    let (sea, river, road) = (TerrainType(1), TerrainType(2), TerrainType(3));
    for shape in [Shape::Torus, Shape::Cylinder] {
        let mut scenario = board(Area::new(shape, 12, 12).expect("an area"), None);
        let area = scenario.world.area;
        let (left, right) = (area.cell(0, 6).expect("a cell"), area.cell(11, 6).expect("a cell"));
        let east = area.around(right).find(|&(_, near)| near == left).expect("they touch over the seam").0;
        let mut apply = |edit: Edit| drop(edit.apply(&mut scenario).expect("it is made"));
        apply(Edit::Paint(Paint::fill(LayerKey::Terrain, [left], 1)));
        apply(Edit::Lines(Lines { kind: road, edges: vec![(right, east, true)], drops: false }));
        let rim = area.around(right).find(|&(_, near)| near != left).expect("another neighbour").0;
        apply(Edit::Lines(Lines { kind: road, edges: vec![(right, rim, true)], drops: false }));
        apply(Edit::Lines(Lines { kind: river, edges: vec![(right, rim, true)], drops: false }));
        let ferry = Unit { name: "Otter".to_owned(), ..Unit::new(UnitType(1), Place::Cell(left), SideId(1)) };
        apply(Edit::Units(UnitEdit::place_all(
            &board(area, None),
            [ferry, Unit::new(UnitType(0), Place::Inside(UnitId(1)), SideId(1))],
        )));
        let stamp = Stamp::of(&scenario, &[left, right]).expect("cells");
        assert_eq!((stamp.len(), stamp.unit_count()), (2, 2));
        // In the middle of the map the two lie side by side as well.
        let at = area.cell(5, 5).expect("a cell");
        let edit = stamp.paste(&scenario, at, ALL).expect("it fits").fitted(&scenario).expect("it may lie there");
        let mut after = scenario.clone();
        edit.apply(&mut after).expect("it lies there");
        let lands = stamp.lands(&area, at);
        let water = lands.iter().find(|(_, kind)| *kind == Some(sea)).expect("the sea").0;
        let land = lands.iter().find(|(_, kind)| *kind != Some(sea)).expect("the land").0;
        assert_eq!(area.neighbor(land, east), Some(water), "{shape:?}");
        let has = |kind, direction: Direction| has_edge(after.world.edges[&kind][land], direction);
        assert!(has(road, east) && has(river, rim) && !has(road, rim), "a border leads out of it, a road does not");
        assert_eq!(after.units.len(), 4);
        assert_eq!((after.units[2].place, after.units[3].place), (Place::Cell(water), Place::Inside(UnitId(3))));
        assert_eq!(after.units[2].name, "", "the first has the name");
        // Moved: what was cut keeps its name.
        let cut = Edit::emptied(&scenario, &[left, right], TerrainType(0));
        let mut moved = scenario.clone();
        let back = cut.fitted(&scenario).expect("it may go").apply(&mut moved).expect("it goes");
        assert!(
            moved.units.is_empty()
                && moved.world.edges.values().all(|layer| layer.values().iter().all(|&edge| edge == 0))
        );
        assert_eq!(moved.world.terrain_at(left), TerrainType(0));
        let mut again = moved.clone();
        back.apply(&mut again).expect("it is taken back");
        assert!(again == scenario);
        let put = stamp.paste(&moved, at, ALL).expect("it fits");
        put.apply(&mut moved).expect("it lies there");
        assert_eq!(moved.units[0].name, "Otter");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let hexes = board(Area::new(Shape::Rectangle, 12, 12).expect("an area"), None);
    let squares = board(Area::new(Shape::Square4, 12, 12).expect("an area"), None);
    let stamp = Stamp::of(&hexes, &[Cell(30)]).expect("a cell");
    let told = stamp.paste(&squares, Cell(3), ALL).expect_err("another lattice").to_string();
    assert_eq!(told, "what was copied comes from a world whose cells have another form");
    let deep = board(Area::new(Shape::Square4, 12, 12).and_then(|area| area.with_levels(2)).expect("an area"), None);
    let told = Stamp::of(&deep, &[Cell(3), Cell(150)]).expect_err("two levels").to_string();
    assert!(told.ends_with("the cells of a stamp lie on one level, and these on several"), "{told}");
    assert_eq!(Stamp::of(&deep, &[]).expect_err("nothing").to_string(), "no cells are chosen");
    // A unit that may not stand there says so.
    let mut scenario = squares.clone();
    scenario.units = vec![Unit::new(UnitType(0), Place::Cell(Cell(13)), SideId(1))];
    let army = Stamp::of(&scenario, &[Cell(13)]).expect("a cell");
    assert_eq!(army.unit_count(), 1);
    let ground = Paint::fill(LayerKey::Terrain, [Cell(20)], 1);
    Edit::Paint(ground).apply(&mut scenario).expect("painted");
    let only = StampParts { owners: false, units: false };
    assert!(army.paste(&scenario, Cell(20), only).and_then(|edit| edit.fitted(&scenario)).is_ok());
}

#[test]
fn in_a_symmetric_world_a_stamp_is_put_down_with_its_images() {
    let area = Area::new(Shape::Square4, 12, 12).expect("an area");
    let mut scenario = board(area, Some(SymmetryKind::Rotation(2)));
    let sea = Edit::Paint(Paint::fill(LayerKey::Terrain, [Cell(2), Cell(3)], 1)).fitted(&scenario).expect("sound");
    sea.apply(&mut scenario).expect("painted");
    let stamp = Stamp::of(&scenario, &[Cell(2), Cell(3)]).expect("cells");
    let edit = stamp.paste(&scenario, Cell(40), ALL).and_then(|edit| edit.fitted(&scenario)).expect("it fits");
    let before =
        scenario.world.terrain.as_ref().map_or(0, |kinds| kinds.values().iter().filter(|kind| kind.0 == 1).count());
    edit.apply(&mut scenario).expect("it lies there");
    let after =
        scenario.world.terrain.as_ref().map_or(0, |kinds| kinds.values().iter().filter(|kind| kind.0 == 1).count());
    assert_eq!((before, after, find_asymmetry(&scenario)), (4, 8, None));
}
