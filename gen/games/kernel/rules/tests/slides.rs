//! Border slides (seed 000, "Border Slides"; `kernel-rules` 2.1 and 11).

use fairmarch_kernel::{Refusal, UnitIndex};
use grid::Direction;

use super::movement::walk;

const STRAIT: &str = "(table mp-to-traverse (w river 2))";

/// From the first of two cells that both ends of a slide from (4, 4) to (5, 5) touch, to the second.
const BETWEEN: ((i32, i32), Direction) = ((4, 5), Direction(2));

#[test]
fn example_8_leave_traverse_and_enter() {
    let mut table = walk(STRAIT, "(w 4 4 1)");
    assert_eq!(table.go(0, 5, 5), Err(Refusal::TooFar { distance: 2, most: 1 }), "without such a border");
    table.lay("river", BETWEEN.0, BETWEEN.1);
    table.go(0, 5, 5).unwrap();
    assert_eq!((table.is_at(0, 5, 5), table.acp(0)), (true, 7));
    table.go(0, 4, 4).unwrap();
    assert_eq!(table.acp(0), 4, "and back");
}

#[test]
fn all_six_slides_and_no_others() {
    for (dx, dy) in [(1, 1), (2, -1), (1, -2), (-1, -1), (-2, 1), (-1, 2)] {
        let mut table = walk(STRAIT, "(w 4 4 1)");
        let (from, to) = (table.cell(4, 4), table.cell(4 + dx, 4 + dy));
        let area = table.rules.area;
        let both: Vec<_> = area.around(from).filter(|&(_, cell)| area.distance(cell, to) == 1).collect();
        let (direction, _) = area.around(both[0].1).find(|&(_, cell)| cell == both[1].1).unwrap();
        let (x, y) = area.oblique(both[0].1);
        table.lay("river", (x, y), direction);
        assert_eq!(table.go(0, 4 + dx, 4 + dy), Ok(()), "{dx} {dy}");
    }
    let mut straight = walk(STRAIT, "(w 4 3 1)");
    for direction in 0..6 {
        straight.lay("river", (5, 3), Direction(direction));
        straight.lay("river", (4, 4), Direction(direction));
    }
    assert_eq!(straight.go(0, 6, 3), Err(Refusal::TooFar { distance: 2, most: 1 }), "straight on is no slide");
}

#[test]
fn a_border_that_cannot_be_travelled_is_no_strait() {
    let mut table = walk("", "(w 4 4 1)");
    table.lay("river", BETWEEN.0, BETWEEN.1);
    assert_eq!(table.go(0, 5, 5), Err(Refusal::TooFar { distance: 2, most: 1 }));
    let mut deadly = walk(&format!("{STRAIT} (table vanishes-on (w land 1))"), "(w 4 4 1)");
    deadly.lay("river", BETWEEN.0, BETWEEN.1);
    assert_eq!(
        format!("{:?}", deadly.go(0, 5, 5)),
        "Err(TooFar { distance: 2, most: 1 })",
        "the far end must be good ground"
    );
}

#[test]
fn the_cells_beside_a_strait_keep_their_zones() {
    let types = format!("{STRAIT} (unit-type fort) (table zoc-range (fort w 1))");
    let mut table = walk(&types, "(w 4 4 1) (fort 4 5 2)");
    table.lay("river", BETWEEN.0, BETWEEN.1);
    assert_eq!(table.go(0, 5, 5), Err(Refusal::BlockingZoc { by: UnitIndex(1) }));
    let mut dear = walk(&format!("{types} (table mp-to-enter-zoc (w fort 4))"), "(w 4 4 1) (fort 4 5 2)");
    dear.lay("river", BETWEEN.0, BETWEEN.1);
    dear.go(0, 5, 5).unwrap();
    assert_eq!(dear.acp(0), 10 - 3 - 4);
}

/// Seed 000, "Tricks": alternating water cells and water borders.
#[test]
fn a_navigable_river_carries_ships_and_stops_armies() {
    let types = "(terrain-type sea (char \"~\") (capacity 20)) (unit-type ship (acp-per-turn 10)) \
         (table vanishes-on (ship land true) (ship hill true)) (table mp-to-traverse (ship river 1)) \
         (table mp-to-enter-terrain (w river 99) (w sea 99))";
    // Water at (3, 3), (4, 4), (5, 5): a cell each at the ends of a side between.
    let mut table = walk(types, "(ship 3 3 1) (w 3 4 1)");
    let sea = table.rules.design.find("sea").unwrap();
    for at in 3..=5 {
        let cell = table.cell(at, at);
        table.state.terrain.edit()[cell.index()] = sea;
    }
    table.lay("river", (3, 4), Direction(2));
    table.lay("river", (4, 5), Direction(2));
    assert_eq!(format!("{:?}", table.go(1, 4, 3)), r#"Err(Barred { by: "river" })"#, "no army crosses it");
    assert_eq!(table.go(1, 4, 4), Err(Refusal::CannotDo("a whole turn's movement does not suffice")));
    table.go(0, 4, 4).unwrap();
    table.go(0, 5, 5).unwrap();
    assert!(table.at().is_alive(UnitIndex(0)) && table.is_at(0, 5, 5));
    assert_eq!(table.acp(0), 6, "1 + 1 for each");
}
