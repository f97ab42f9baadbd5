//! Squares remember when they were last looked at.

use chance::Seed;
use fairmarch_kernel_players::testing::Forces;
use grid::Area;
use grid::Cell;
use grid::Shape;

#[test]
fn squares_are_remembered_by_the_turn_in_which_they_were_last_looked_at() {
    let area = Area::new(Shape::Rectangle, 40, 40).expect("a small area");
    let mut forces = Forces::new(&area, &mut Seed(1).stream("squares"));
    let at = |x: u32, y: u32| Cell(y * 40 + x);
    forces.begin_turn(3);
    forces.watch(&area, at(20, 20), 4);
    forces.begin_turn(5);
    forces.add_own(&area, at(30, 30), 10);
    assert_eq!(forces.watched(&area, at(24, 18)), 3, "within its sight");
    assert_eq!(forces.watched(&area, at(30, 30)), 5, "whoever stands there looks about");
    assert_eq!(forces.watched(&area, at(3, 3)), 0, "nobody has been there");
    assert_eq!(forces.near(&area, at(20, 20)), (0, 0), "what was seen is no force");
}
