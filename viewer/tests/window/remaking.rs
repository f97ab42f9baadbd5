//! What is selected is kept while the rest is made anew; a step of the recipe is done again on it.

use std::sync::Arc;

use grid::Cell;
use world::edit::region;

use crate::Desk;
use crate::editing::{position, scenario};

fn notice(desk: &mut Desk) -> String {
    desk.viewer().context.services.notice.clone()
}

// Takes seconds: a world is rolled again around what is kept.
#[test]
fn what_is_selected_is_kept_while_the_rest_is_made_anew() {
    let mut desk = Desk::open("classic:8:sides=3,size=44x36");
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    desk.run("remake-rest");
    assert_eq!(notice(&mut desk), "Nothing is selected or kept: select what is to stay.");
    let cell = |column, row| area.cell(column, row).expect("a cell");
    let kept = region(&area, cell(8, 8), cell(20, 16));
    let select = |desk: &mut Desk, cells: &[Cell]| {
        desk.viewer().context.select(cells, fairmarch_viewer::tools::Joining::Replaces);
    };
    select(&mut desk, &kept);
    desk.run("keep-selection");
    assert_eq!(scenario(&mut desk).kept.kept_cells().collect::<Vec<Cell>>(), kept, "{}", notice(&mut desk));
    desk.run("let-go-selection");
    assert!(scenario(&mut desk).kept.is_empty());
    desk.run("back");
    desk.run("back");
    desk.run("remake-rest");
    let after = scenario(&mut desk);
    assert_eq!(position(&mut desk), (1, 0), "one edit: {}", notice(&mut desk));
    for &cell in &kept {
        assert_eq!(after.world.terrain_at(cell), plain.world.terrain_at(cell), "{cell:?}");
    }
    assert_ne!(after.world.terrain, plain.world.terrain, "the rest is another");
    assert_eq!(after.kept.kept_cells().count(), kept.len());
    desk.run("back");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
    // A step on the selection alone.
    select(&mut desk, &[]);
    desk.run("redo-step");
    assert_eq!(notice(&mut desk), "Nothing is selected: select where the step is to be done again.");
    select(&mut desk, &kept);
    desk.viewer().context.services.show_panel("edit");
    desk.settle();
    let before = scenario(&mut desk);
    desk.run("redo-step");
    let redone = scenario(&mut desk);
    if position(&mut desk) == (0, 1) {
        panic!("the step was refused: {}", notice(&mut desk));
    }
    let differs = |cell: &Cell| before.world.terrain_at(*cell) != redone.world.terrain_at(*cell);
    let changed: Vec<Cell> = area.cells().filter(differs).collect();
    assert!(!changed.is_empty() && changed.iter().all(|cell| kept.contains(cell)), "{changed:?}");
}
