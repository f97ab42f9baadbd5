//! What a designer changes beside ground: stacks of units, starts, names, links, rooms, the size.

use std::sync::Arc;

use design::Player;
use grid::{Cell, disk};
use world::edit::{Edit, UnitEdit, region};
use world::{Place, Scenario, SideId, Unit, UnitId};

use crate::Desk;
use crate::editing::{place_of, pointer, position, scenario};

const DUEL: &str = "duel:1";

fn notice(desk: &mut Desk) -> String {
    desk.viewer().context.services.notice.clone()
}

fn use_at(desk: &mut Desk, cell: Cell) {
    desk.viewer().context.view.go_to(cell);
    desk.press("Ctrl+Enter");
}

/// A unit of a side that stands in a cell.
fn some_unit(scenario: &Scenario) -> (UnitId, Cell) {
    let mut units = scenario.unit_ids().filter(|(_, unit)| unit.side != SideId::INDEPENDENT);
    units.find_map(|(id, unit)| Some((id, unit.cell()?))).expect("a unit of a side")
}

/// Whether one more unit like that may be in a cell.
fn may_come(scenario: &Scenario, unit: &Unit, cell: Cell) -> bool {
    let unit = Unit { place: Place::Cell(cell), name: String::new(), ..unit.clone() };
    Edit::Units(UnitEdit::place(scenario, unit)).fitted(scenario).is_ok()
}

#[test]
fn a_unit_is_copied_renamed_and_chosen_from_a_stack() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let (id, from) = some_unit(&plain);
    let unit = plain.unit(id).clone();
    let near = disk(&plain.world.area, from, 6).find(|&cell| cell != from && may_come(&plain, &unit, cell));
    let to = near.expect("room for one more");
    desk.run("tool-copy-unit");
    use_at(&mut desk, from);
    use_at(&mut desk, to);
    let copied = scenario(&mut desk);
    let there = copied.units.iter().find(|unit| unit.cell() == Some(to)).expect("a copy");
    assert_eq!((there.kind, there.side, there.name.as_str()), (unit.kind, unit.side, ""), "{}", notice(&mut desk));
    assert!(copied.units.iter().any(|unit| unit.cell() == Some(from)), "the first one is still there");
    desk.run("back");
    // One more that is inside of the first: the panel lists both, and the chosen one gets the name.
    let carrier = plain.unit_ids().find(|&(id, unit)| {
        let inside = |kind| Unit::new(kind, Place::Inside(id), unit.side);
        unit.cell().is_some()
            && (0..plain.design.units.len()).any(|at| {
                let kind = design::TypeId::at(at);
                Edit::Units(UnitEdit::place(&plain, inside(kind))).fitted(&plain).is_ok()
            })
    });
    let (carrier, _) = carrier.expect("a carrier");
    let kinds = (0..plain.design.units.len()).map(design::TypeId::at);
    let cargo = |kind| Unit::new(kind, Place::Inside(carrier), plain.unit(carrier).side);
    let edit =
        kinds.map(|kind| Edit::Units(UnitEdit::place(&plain, cargo(kind)))).find(|edit| edit.fitted(&plain).is_ok());
    assert!(desk.viewer().context.edit("Cargo", &edit.expect("something fits in"), false));
    let cell = plain.cell_of(carrier).expect("on the map");
    desk.viewer().context.services.show_panel("edit");
    desk.viewer().context.view.go_to(cell);
    desk.settle();
    let loaded = scenario(&mut desk);
    let inside = loaded.units.len() - 1;
    assert!(desk.sees("Which one"), "{:?}", desk.labels());
    desk.viewer().context.tools.meant = loaded.keys()[inside];
    desk.viewer().context.tools.name = " Third Foot ".to_owned();
    desk.run("tool-rename");
    desk.press("Ctrl+Enter");
    let named = scenario(&mut desk);
    assert_eq!(named.units[inside].name, "Third Foot", "{}", notice(&mut desk));
    assert_eq!(named.unit(carrier).name, plain.unit(carrier).name);
}

#[test]
fn what_may_not_stand_there_is_told_before_the_click() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let (id, from) = some_unit(&plain);
    let unit = plain.unit(id).clone();
    let is_there = |cell: Cell| plain.units.iter().any(|unit| unit.cell() == Some(cell));
    let mut near = disk(&plain.world.area, from, 12).filter(|&cell| !is_there(cell));
    let (wrong, right) = (
        near.clone().find(|&cell| !may_come(&plain, &unit, cell)).expect("it cannot be everywhere"),
        near.find(|&cell| may_come(&plain, &unit, cell)).expect("it can be somewhere"),
    );
    desk.run("tool-place");
    (desk.viewer().context.tools.unit, desk.viewer().context.tools.side) = (unit.kind, unit.side);
    for (cell, is_told) in [(wrong, true), (right, false)] {
        desk.viewer().context.view.go_to(cell);
        desk.settle();
        let at = place_of(&mut desk, cell);
        pointer(&mut desk, at, None);
        desk.settle();
        assert_eq!(desk.reads("(`"), is_told, "{:?}", desk.labels());
        assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)), "nothing is placed by looking");
    }
}

#[test]
fn a_side_gets_a_start_a_name_a_team_and_loses_its_seat() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    desk.viewer().context.services.show_panel("edit");
    desk.viewer().context.tools.side = SideId(1);
    desk.settle();
    desk.choose("Sides");
    desk.run("tool-start");
    let start = fairness::starts(&plain)[0].1.expect("it begins somewhere");
    let city = plain.units.iter().find(|unit| unit.side == SideId(1) && unit.cell() == Some(start)).expect("its city");
    let area = &plain.world.area;
    let is_free = |cell: Cell| {
        let is_near = (3..6).contains(&area.distance(start, cell));
        let is_empty = !plain.units.iter().any(|unit| unit.cell() == Some(cell));
        is_near && is_empty && world::standing::may_stand(&plain.design, &plain.world, city.kind, cell)
    };
    let to = area.cells().find(|&cell| is_free(cell)).expect("a cell for a city");
    use_at(&mut desk, to);
    let moved = scenario(&mut desk);
    assert_eq!(moved.sides[0].center, Some(to), "{}", notice(&mut desk));
    assert_eq!(fairness::starts(&moved)[0].1, Some(to), "the city is there, too");
    for (before, after) in plain.units.iter().zip(&moved.units).filter(|(unit, _)| unit.side == SideId(1)) {
        let Some(cell) = before.cell() else { continue };
        let aim = area.offset(cell, area.displacement(start, to)).expect("it is in the world");
        assert!(after.cell().is_some_and(|cell| area.distance(aim, cell) <= 4), "{before:?} is now {after:?}");
    }
    desk.choose("Has a seat");
    assert_eq!(scenario(&mut desk).sides[0].player, Player::Empty, "{}", notice(&mut desk));
    desk.choose("Has a seat");
    assert_eq!(scenario(&mut desk).sides[0].player, Player::Open);
    desk.focus("Name of the side");
    desk.press("Ctrl+A");
    desk.type_text("Averland");
    desk.press("Enter");
    assert_eq!(scenario(&mut desk).sides[0].name, "Averland", "{}", notice(&mut desk));
    desk.focus("Colour of the side");
    desk.press("Ctrl+A");
    desk.type_text("red");
    desk.press("Enter");
    assert_eq!(notice(&mut desk), "`red` is no colour: expected six digits, as in c8102e.");
    desk.choose("Add a side");
    assert_eq!(scenario(&mut desk).sides.len(), 3, "{}", notice(&mut desk));
    desk.run("back");
    // The start of nobody is no start.
    desk.viewer().context.tools.side = SideId::INDEPENDENT;
    use_at(&mut desk, to);
    assert_eq!(notice(&mut desk), "Choose a side: independent units have no start.");
}

#[test]
fn places_get_names_and_a_world_another_size() {
    let mut desk = Desk::open("classic:1:size=40x40");
    let plain = scenario(&mut desk);
    let layer = plain.world.feature_of.as_ref().expect("features");
    let named = plain.world.area.cells().find(|&cell| layer[cell].0 > 0).expect("a feature");
    let at = usize::from(layer[named].0) - 1;
    desk.run("tool-name-place");
    use_at(&mut desk, named);
    assert_eq!(notice(&mut desk), "Type the new name into the panel first.");
    desk.viewer().context.tools.name = "Sea of Ours".to_owned();
    use_at(&mut desk, named);
    assert_eq!(scenario(&mut desk).world.features[at].name, "Sea of Ours", "{}", notice(&mut desk));
    // Cut to what is selected, an even number of rows from the south.
    let cell = |column, row| plain.world.area.cell(column, row).expect("a cell");
    let chosen = region(&plain.world.area, cell(4, 6), cell(29, 27));
    desk.viewer().context.select(&chosen, fairmarch_viewer::tools::Joining::Replaces);
    desk.run("crop-to-selection");
    let cut = scenario(&mut desk);
    assert_eq!((cut.world.area.width(), cut.world.area.height()), (26, 22), "{}", notice(&mut desk));
    let same = cut.world.area.cell(3, 5).expect("a cell");
    assert_eq!(cut.world.terrain_at(same), plain.world.terrain_at(cell(7, 11)));
    assert!(desk.viewer().context.view.selection.is_empty(), "these cells have other numbers now");
    desk.run("back");
    assert_eq!(scenario(&mut desk).world.terrain, plain.world.terrain);
    desk.run("select-none");
    desk.run("crop-to-selection");
    assert_eq!(notice(&mut desk), "Nothing is selected: select what is to stay.");
}

#[test]
fn cells_of_two_levels_are_linked_and_parted() {
    let mut desk = Desk::open("underworld:1:size=40x32");
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    assert!(area.levels() > 1);
    let free = |cell: &Cell| plain.world.links_at(*cell).next().is_none();
    let from = area.level_cells(0).find(free).expect("a cell above");
    let to = area.level_cells(1).find(free).expect("a cell below");
    desk.run("tool-link");
    use_at(&mut desk, from);
    assert_eq!(notice(&mut desk), "From here: choose the other end, on any level.");
    use_at(&mut desk, to);
    let linked = scenario(&mut desk);
    assert_eq!(linked.world.links.len(), plain.world.links.len() + 1, "{}", notice(&mut desk));
    let last = linked.world.links.last().expect("the new one");
    assert_eq!((last.from, last.to, last.is_one_way), (from, to, false));
    desk.run("tool-unlink");
    use_at(&mut desk, to);
    assert_eq!(scenario(&mut desk).world.links, plain.world.links);
    use_at(&mut desk, to);
    assert_eq!(notice(&mut desk), "No link ends there.");
}

#[test]
fn a_room_gets_walls() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    let (from, to) = (area.cell(10, 10).expect("a cell"), area.cell(14, 13).expect("a cell"));
    let inside = region(&area, from, to);
    desk.run("tool-room");
    let border = plain.design.border_terrain().next();
    desk.viewer().context.tools.edge = border.or_else(|| plain.design.connection_terrain().next());
    let kind =
        plain.design.cell_terrain().find(|&kind| inside.iter().all(|&cell| plain.world.terrain_at(cell) != kind));
    desk.viewer().context.tools.terrain = kind.expect("one that is not there");
    use_at(&mut desk, from);
    use_at(&mut desk, to);
    let walled = scenario(&mut desk);
    for &cell in &inside {
        for (direction, near) in area.around(cell) {
            let is_wall = !inside.contains(&near);
            match border {
                Some(border) if is_wall => {
                    assert!(grid::has_edge(walled.world.edges[&border][cell], direction), "{cell:?}");
                }
                None if is_wall => assert_eq!(Some(walled.world.terrain_at(cell)), kind, "{cell:?}"),
                _ => {}
            }
        }
    }
    assert_eq!(position(&mut desk), (1, 0));
}
