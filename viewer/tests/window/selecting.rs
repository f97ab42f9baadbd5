//! The selection: made by the pointer and by keys, what tools do with it, and stamps of what is selected.

use std::collections::BTreeSet;
use std::sync::Arc;

use eframe::egui::{Event, Modifiers};
use grid::{Cell, disk};
use world::Scenario;
use world::edit::{LayerKey, region};

use crate::Desk;
use crate::editing::{place_of, pointer, position, scenario};

const DUEL: &str = "duel:1";

fn selected(desk: &mut Desk) -> Vec<Cell> {
    desk.viewer().context.view.selection.cells().to_vec()
}

fn notice(desk: &mut Desk) -> String {
    desk.viewer().context.services.notice.clone()
}

/// Drags from one cell to another while something is held.
fn drag(desk: &mut Desk, (from, to): (Cell, Cell), held: Modifiers) {
    desk.harness.event(Event::ModifiersChanged(held));
    let (from, to) = (place_of(desk, from), place_of(desk, to));
    pointer(desk, from, Some(true));
    pointer(desk, to, None);
    pointer(desk, to, Some(false));
    desk.harness.event(Event::ModifiersChanged(Modifiers::NONE));
    desk.settle();
}

fn cell(scenario: &Scenario, column: i32, row: i32) -> Cell {
    scenario.world.area.cell(column, row).expect("a cell of the map")
}

fn use_at(desk: &mut Desk, cell: Cell) {
    desk.viewer().context.view.go_to(cell);
    desk.press("Ctrl+Enter");
}

/// The cells of which the terrain differs.
fn changed(before: &Scenario, after: &Scenario) -> Vec<Cell> {
    let terrain = |scenario: &Scenario, cell: Cell| scenario.world.terrain_at(cell);
    before.world.area.cells().filter(|&cell| terrain(before, cell) != terrain(after, cell)).collect()
}

#[test]
fn a_rectangle_is_selected_added_to_and_taken_from() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    let at = |column, row| cell(&plain, column, row);
    desk.run("tool-select");
    drag(&mut desk, (at(10, 10), at(15, 14)), Modifiers::NONE);
    assert_eq!(selected(&mut desk), region(&area, at(10, 10), at(15, 14)), "{}", notice(&mut desk));
    assert_eq!(notice(&mut desk), "30 cells are selected.");
    assert!(desk.sees("30 cells: tools that paint stay inside."), "{:?}", desk.labels());
    drag(&mut desk, (at(14, 12), at(18, 12)), Modifiers::SHIFT);
    assert_eq!(selected(&mut desk).len(), 33);
    drag(&mut desk, (at(10, 10), at(15, 10)), Modifiers::CTRL | Modifiers::COMMAND);
    assert_eq!(selected(&mut desk).len(), 27);
    drag(&mut desk, (at(10, 11), at(10, 11)), Modifiers::ALT);
    assert_eq!(selected(&mut desk).len(), 26);
    // The same by keys, at which nothing is held but those of the command.
    use_at(&mut desk, at(20, 20));
    use_at(&mut desk, at(21, 21));
    assert_eq!(selected(&mut desk).len(), 4);
    desk.choose("Add to it");
    use_at(&mut desk, at(30, 30));
    use_at(&mut desk, at(30, 30));
    assert_eq!(selected(&mut desk).len(), 5);
    desk.press("Ctrl+I");
    assert_eq!(selected(&mut desk).len(), area.count() - 5);
    desk.press("Ctrl+Shift+A");
    assert_eq!(notice(&mut desk), "Nothing is selected: tools work everywhere.");
    desk.press("Ctrl+A");
    assert_eq!(selected(&mut desk).len(), area.count());
    assert_eq!(position(&mut desk), (0, 0), "a selection is no edit");
    desk.viewer().context.open_named("duel:7");
    desk.settle();
    assert!(selected(&mut desk).is_empty(), "it belongs to what is open");
}

#[test]
fn the_wand_selects_what_is_alike() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    let from = cell(&plain, 20, 20);
    let is_like = |cell: Cell| plain.world.terrain_at(cell) == plain.world.terrain_at(from);
    desk.run("tool-wand");
    use_at(&mut desk, from);
    let mut together = grid::flood(&area, from, is_like);
    together.sort_unstable();
    assert_eq!(selected(&mut desk), together);
    desk.choose("Wand: all on the map");
    use_at(&mut desk, from);
    let all: Vec<Cell> = area.cells().filter(|&cell| is_like(cell)).collect();
    assert!(all.len() > together.len(), "the map has one more of them");
    assert_eq!(selected(&mut desk), all);
}

#[test]
fn what_paints_stays_inside_the_selection() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let (first, last) = (cell(&plain, 18, 18), cell(&plain, 21, 21));
    let inside = region(&plain.world.area, first, last);
    desk.run("tool-select");
    use_at(&mut desk, first);
    use_at(&mut desk, last);
    let kind =
        plain.design.cell_terrain().find(|&kind| inside.iter().any(|&cell| plain.world.terrain_at(cell) != kind));
    let kind = kind.expect("one of them is not everywhere");
    (desk.viewer().context.tools.terrain, desk.viewer().context.tools.size) = (kind, 5);
    let wanted: Vec<Cell> = inside.iter().copied().filter(|&cell| plain.world.terrain_at(cell) != kind).collect();
    for tool in ["tool-brush", "tool-rectangle", "tool-line"] {
        desk.run(tool);
        assert!(notice(&mut desk).ends_with("; it stays inside the selection."), "{}", notice(&mut desk));
        if tool == "tool-brush" {
            use_at(&mut desk, cell(&plain, 19, 19));
        } else {
            use_at(&mut desk, cell(&plain, 14, 14));
            use_at(&mut desk, cell(&plain, 25, 25));
        }
        let painted = changed(&plain, &scenario(&mut desk));
        assert!(!painted.is_empty() && painted.iter().all(|cell| wanted.contains(cell)), "{tool}: {painted:?}");
        assert!(notice(&mut desk).ends_with(", inside the selection."), "{}", notice(&mut desk));
        desk.run("back");
    }
    // A fill that would go on beyond it ends at its rim.
    desk.run("tool-fill");
    use_at(&mut desk, wanted[0]);
    let filled = changed(&plain, &scenario(&mut desk));
    assert!(filled.contains(&wanted[0]) && filled.iter().all(|cell| inside.contains(cell)), "{filled:?}");
    desk.run("back");
    // Beyond it nothing is painted, and that is told.
    desk.run("tool-brush");
    desk.viewer().context.tools.size = 0;
    use_at(&mut desk, cell(&plain, 2, 2));
    assert!(
        notice(&mut desk).starts_with("Nothing is painted: these cells are not selected."),
        "{}",
        notice(&mut desk)
    );
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
}

#[test]
fn every_layer_is_painted_picked_and_shown_by_its_lens() {
    let mut desk = Desk::open(DUEL);
    let keys = fairmarch_viewer::tools::paintable(&scenario(&mut desk));
    assert!(keys.len() > 6, "{keys:?}");
    let spot = cell(&scenario(&mut desk), 20, 20);
    for key in keys {
        let before = scenario(&mut desk);
        desk.viewer().context.paint_layer(key.clone());
        let value = |scenario: &Scenario| key.values(&scenario.world).map(|values| values[spot.index()]);
        let choices = fairmarch_viewer::tools::layer_choices(&before, &key);
        let now = value(&before).unwrap_or(key.none(&before.design));
        let other = choices.iter().map(|choice| choice.0).find(|&value| value != now).unwrap_or(now + 3);
        desk.viewer().context.tools.set_value(other);
        desk.run("tool-brush");
        use_at(&mut desk, spot);
        assert_eq!(value(&scenario(&mut desk)), Some(other), "{key:?}: {}", notice(&mut desk));
        let lens = desk.viewer().context.view.lens().to_owned();
        assert_eq!(lens == "terrain", key == LayerKey::Terrain, "{key:?} by {lens}");
        assert_eq!(desk.viewer().context.view.panes[0].fault, "", "{key:?}");
        desk.viewer().context.tools.set_value(now);
        desk.run("tool-pick");
        use_at(&mut desk, spot);
        let open = scenario(&mut desk);
        assert_eq!(desk.viewer().context.tools.value(&open), other, "{key:?}: {}", notice(&mut desk));
        desk.run("tool-pick");
        desk.run("back");
        assert_eq!(value(&scenario(&mut desk)), value(&before), "{key:?}");
    }
    // The choice in the panel.
    desk.viewer().context.services.show_panel("edit");
    desk.settle();
    desk.viewer().context.paint_layer(LayerKey::Country);
    desk.settle();
    assert_eq!(desk.viewer().context.view.lens(), "countries");
    desk.run("tool-rectangle");
    desk.viewer().context.tools.set_value(2);
    let plain = scenario(&mut desk);
    let (from, to) = (cell(&plain, 15, 15), cell(&plain, 20, 20));
    use_at(&mut desk, from);
    use_at(&mut desk, to);
    let painted = scenario(&mut desk);
    let country = painted.world.country.as_ref().expect("countries");
    assert!(region(&plain.world.area, from, to).iter().all(|&cell| country[cell] == 2));
}

/// Selects cells around one, and copies them.
fn copy_around(desk: &mut Desk, center: Cell, size: u32) -> Vec<Cell> {
    let open = scenario(desk);
    let mut cells: Vec<Cell> = disk(&open.world.area, center, size).collect();
    cells.sort_unstable();
    desk.viewer().context.select(&cells, fairmarch_viewer::tools::Joining::Replaces);
    desk.press("Ctrl+C");
    cells
}

#[test]
fn what_is_copied_is_put_down_elsewhere_by_keys_in_one_edit() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    let is_inland = |&cell: &Cell| disk(&area, cell, 2).all(|near| !area.is_edge(near));
    let town = plain.units.iter().filter_map(world::Unit::cell).find(is_inland).expect("a unit away from the edge");
    assert!(!desk.viewer().run("paste"), "nothing was copied");
    let cells = copy_around(&mut desk, town, 2);
    assert!(notice(&mut desk).starts_with(&format!("Copied {} cells with ", cells.len())), "{}", notice(&mut desk));
    let at = area.cells().filter(is_inland).find(|&cell| area.distance(cell, town) > 8);
    let at = at.expect("room elsewhere");
    desk.press("Ctrl+V");
    desk.viewer().context.view.go_to(at);
    desk.settle();
    // Before it is put down it is shown.
    let tools = &desk.viewer().context.tools;
    let shown: BTreeSet<Cell> = tools.preview(&plain, at).into_iter().flat_map(|(cells, _)| cells).collect();
    assert_eq!(shown, disk(&area, at, 2).collect());
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
    desk.press("Ctrl+Enter");
    let after = scenario(&mut desk);
    assert_eq!(position(&mut desk), (1, 0), "{}", notice(&mut desk));
    let kinds = |scenario: &Scenario, center: Cell| -> Vec<_> {
        disk(&area, center, 2).map(|cell| scenario.world.terrain_at(cell)).collect()
    };
    assert_eq!(kinds(&after, at), kinds(&plain, town));
    let units = |scenario: &Scenario, center: Cell| {
        let near = scenario
            .unit_ids()
            .filter(|&(id, _)| scenario.cell_of(id).is_some_and(|cell| area.distance(cell, center) <= 2));
        near.map(|(_, unit)| (unit.kind, unit.side)).collect::<Vec<_>>()
    };
    assert!(!units(&plain, town).is_empty());
    assert_eq!(units(&after, at), units(&plain, town));
    desk.press("Ctrl+Z");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
    // Turned six times it is what it was.
    let before = desk.viewer().context.tools.stamp.clone();
    desk.press("Z");
    assert!(desk.viewer().context.tools.stamp != before);
    desk.press("Shift+Z");
    assert!(desk.viewer().context.tools.stamp == before);
    desk.press("Shift+X");
    assert!(desk.viewer().context.tools.stamp != before);
    // Cut: nobody is left, and it is one edit.
    desk.press("Ctrl+X");
    assert!(units(&scenario(&mut desk), town).is_empty(), "{}", notice(&mut desk));
    assert_eq!(position(&mut desk), (1, 0));
    assert!(desk.viewer().context.tools.stamp == before, "it was copied again");
}

#[test]
fn a_stamp_keeps_a_symmetric_world_symmetric() {
    let mut desk = Desk::open("islands-symmetric:1:size=36x36");
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    assert!(plain.world.exact_symmetry().is_some() && world::find_asymmetry(&plain).is_none());
    let terrain = |cell: Cell| plain.world.terrain_at(cell);
    let mixed = area.cells().find(|&cell| {
        disk(&area, cell, 1).count() == 7 && disk(&area, cell, 1).any(|near| terrain(near) != terrain(cell))
    });
    let mixed = mixed
        .or_else(|| area.cells().find(|&cell| disk(&area, cell, 1).any(|near| terrain(near) != terrain(cell))))
        .expect("a coast");
    copy_around(&mut desk, mixed, 1);
    desk.viewer().context.tools.stamp_parts.units = false;
    desk.viewer().context.tools.stamp_parts.owners = false;
    desk.run("paste");
    let at = area
        .cells()
        .filter(|&cell| area.distance(cell, mixed) > 4)
        .find(|&cell| disk(&area, cell, 1).any(|near| terrain(near) != terrain(mixed)));
    use_at(&mut desk, at.expect("another place"));
    let after = scenario(&mut desk);
    assert_eq!(position(&mut desk), (1, 0), "{}", notice(&mut desk));
    let symmetry = after.world.exact_symmetry().expect("it is symmetric");
    let painted = changed(&plain, &after);
    assert!(!painted.is_empty());
    for cell in painted {
        for image in symmetry.images(cell) {
            assert_eq!(after.world.terrain_at(image), after.world.terrain_at(cell));
        }
    }
    assert_eq!(world::find_asymmetry(&after), None);
}
