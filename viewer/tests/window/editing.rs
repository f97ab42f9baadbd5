//! Editing: tools change the open map by keys and by the pointer, each edit can be taken back, and what was true of the map before is not
//! shown of the new one.

use std::path::Path;
use std::sync::Arc;

use diagnostics::FileReader;
use eframe::egui::{Event, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::Dock;
use grid::Cell;
use world::Scenario;

use crate::Desk;

const DUEL: &str = "duel:1";

pub fn scenario(desk: &mut Desk) -> Arc<Scenario> {
    Arc::clone(&desk.viewer().context.documents.open.as_ref().expect("something is open").scenario)
}

/// A cell of land with no unit, and another terrain than its own.
fn free_cell(scenario: &Scenario) -> (Cell, design::TerrainType) {
    let terrain = scenario.world.terrain.as_ref().unwrap();
    let cell = scenario.world.area.cells().find(|&cell| scenario.units.iter().all(|unit| unit.cell() != Some(cell)));
    let cell = cell.unwrap();
    (cell, scenario.design.cell_terrain().find(|&kind| kind != terrain[cell]).unwrap())
}

pub fn position(desk: &mut Desk) -> (usize, usize) {
    desk.viewer().context.documents.open.as_ref().unwrap().edits()
}

#[test]
fn a_brush_paints_by_keys_and_ctrl_z_gives_the_very_map_back() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let (cell, kind) = free_cell(&plain);
    desk.run("tool-brush");
    assert_eq!(desk.shown(Dock::Left), "edit");
    desk.viewer().context.tools.terrain = kind;
    desk.viewer().context.view.go_to(cell);
    desk.press("Ctrl+Enter");
    let painted = scenario(&mut desk);
    let terrain = |scenario: &Scenario, cell| scenario.world.terrain.as_ref().unwrap()[cell];
    assert_eq!(terrain(&painted, cell), kind);
    let changed = plain.world.area.cells().filter(|&cell| terrain(&plain, cell) != terrain(&painted, cell)).count();
    assert_eq!(changed, 1);
    // Nothing that was true of the roll is said of it.
    let open = desk.viewer().context.documents.open.as_ref().unwrap();
    assert!(open.is_unsaved() && open.string().is_empty() && open.scenario.fairness.is_none());
    assert!(desk.sees("As it was opened"), "{:?}", desk.labels());
    desk.press("Ctrl+Z");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)), "with its string and its verdict");
    assert_eq!(
        desk.viewer().context.documents.open.as_ref().unwrap().address(),
        "duel@1dba107b:1".to_owned().replace("1dba107b", &digest(&plain))
    );
    desk.press("Ctrl+Shift+Z");
    assert_eq!((terrain(&scenario(&mut desk), cell), position(&mut desk)), (kind, (1, 0)));
    // The list goes anywhere.
    desk.click("As it was opened");
    assert_eq!(position(&mut desk), (0, 1));
    // A new edit lets go of what was taken back.
    desk.viewer().context.tools.size = 2;
    desk.press("Ctrl+Enter");
    assert_eq!(position(&mut desk), (1, 0));
    let wide = scenario(&mut desk);
    assert!(plain.world.area.cells().filter(|&cell| terrain(&plain, cell) != terrain(&wide, cell)).count() > 3);
    desk.press("Escape");
    assert!(
        desk.viewer().context.tools.chosen.is_none() && desk.viewer().context.view.cursor.is_some(),
        "the tool goes first"
    );
}

fn digest(scenario: &Scenario) -> String {
    let string = &scenario.origins.string;
    string[string.find('@').unwrap() + 1..string.rfind(':').unwrap()].to_owned()
}

/// The middle of a cell on the screen.
pub fn place_of(desk: &mut Desk, cell: Cell) -> Pos2 {
    let room = desk.harness.get_by_label_contains("Map of ").rect();
    let map = &desk.viewer().context.view;
    let (x, y) = map.panes[0].ground.as_ref().unwrap().plan.center(cell);
    map.camera.screen(room, (x, y))
}

pub fn pointer(desk: &mut Desk, at: Pos2, pressed: Option<bool>) {
    desk.harness.event(Event::PointerMoved(at));
    if let Some(pressed) = pressed {
        let event =
            Event::PointerButton { pos: at, button: PointerButton::Primary, pressed, modifiers: Modifiers::NONE };
        desk.harness.event(event);
    }
    desk.harness.run_steps(2);
}

/// Drags from the middle of a cell to that of another one, with the first button.
pub fn drag(desk: &mut Desk, from: Cell, to: Cell) {
    let (start, end) = (place_of(desk, from), place_of(desk, to));
    pointer(desk, start, Some(true));
    pointer(desk, start.lerp(end, 0.6), None);
    pointer(desk, end, None);
    pointer(desk, end, Some(false));
}

/// Clicks the middle of a cell with the first button.
pub fn click(desk: &mut Desk, cell: Cell) {
    let at = place_of(desk, cell);
    pointer(desk, at, Some(true));
    pointer(desk, at, Some(false));
}

#[test]
fn a_drag_with_a_brush_is_one_edit_and_moves_no_map() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    desk.run("tool-brush");
    let middle = area.cell(area.width() as i32 / 2, area.height() as i32 / 2).unwrap();
    let way: Vec<Cell> =
        std::iter::successors(Some(middle), |&cell| area.around(cell).next().map(|(_, cell)| cell)).take(5).collect();
    let kind = plain
        .design
        .cell_terrain()
        .find(|&kind| way.iter().all(|&cell| plain.world.terrain.as_ref().unwrap()[cell] != kind));
    desk.viewer().context.tools.terrain = kind.expect("one of them is not there");
    let center = desk.viewer().context.view.camera.center;
    let first = place_of(&mut desk, way[0]);
    pointer(&mut desk, first, Some(true));
    for &cell in &way[1..] {
        let at = place_of(&mut desk, cell);
        pointer(&mut desk, at, None);
    }
    let last = place_of(&mut desk, way[4]);
    pointer(&mut desk, last, Some(false));
    desk.settle();
    let painted = scenario(&mut desk);
    for &cell in &way {
        assert_eq!(Some(painted.world.terrain.as_ref().unwrap()[cell]), kind, "{cell:?}");
    }
    assert_eq!((position(&mut desk), desk.viewer().context.view.camera.center), ((1, 0), center));
    desk.run("back");
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
    // Without a tool a drag moves the map and changes nothing.
    desk.run("tool-none");
    pointer(&mut desk, first, Some(true));
    pointer(&mut desk, first + eframe::egui::vec2(40.0, 30.0), None);
    pointer(&mut desk, first + eframe::egui::vec2(40.0, 30.0), Some(false));
    assert!(Arc::ptr_eq(&plain, &scenario(&mut desk)));
}

#[test]
fn units_are_placed_moved_given_and_disbanded_and_what_may_not_be_says_why() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let (at, unit) = (0..plain.units.len())
        .map(|index| (index, &plain.units[index]))
        .find(|(_, unit)| unit.cell().is_some())
        .unwrap();
    let (from, kind) = (unit.cell().unwrap(), unit.kind);
    assert_eq!(at, plain.units.iter().position(|unit| unit.cell() == Some(from)).unwrap());
    desk.run("tool-pick");
    desk.viewer().context.view.go_to(from);
    desk.run("use-tool");
    assert_eq!((desk.viewer().context.tools.unit, desk.viewer().context.tools.side), (kind, unit.side));
    // Disbanded, and back.
    desk.run("tool-disband");
    desk.run("use-tool");
    assert!(scenario(&mut desk).units.len() < plain.units.len(), "{}", desk.viewer().context.services.notice);
    desk.run("back");
    // Given to the other side.
    desk.run("tool-give");
    let other = world::SideId(if unit.side.0 == 1 { 2 } else { 1 });
    desk.viewer().context.tools.side = other;
    desk.run("use-tool");
    assert_eq!(scenario(&mut desk).units[at].side, other, "{}", desk.viewer().context.services.notice);
    desk.run("back");
    // Moved, by two uses.
    let near: Vec<Cell> = plain.world.area.around(from).map(|(_, cell)| cell).collect();
    desk.run("tool-move");
    let mut moved = false;
    for cell in near {
        desk.viewer().context.view.go_to(from);
        desk.run("use-tool");
        desk.viewer().context.view.go_to(cell);
        desk.run("use-tool");
        if scenario(&mut desk).units[at].cell() == Some(cell) {
            moved = true;
            break;
        }
        // What may not stand there says why.
        assert!(desk.viewer().context.services.notice.starts_with("At "), "{}", desk.viewer().context.services.notice);
    }
    assert!(moved);
    assert_eq!(position(&mut desk).0, 1);
    // Where there is no unit that is said.
    desk.run("tool-disband");
    let (free, _) = free_cell(&scenario(&mut desk));
    desk.viewer().context.view.go_to(free);
    desk.run("use-tool");
    assert_eq!(desk.viewer().context.services.notice, "No unit stands there.");
}

#[test]
fn the_prediction_follows_an_edit_and_comes_back_with_what_it_is_true_of() {
    let mut desk = Desk::open(DUEL);
    desk.viewer().context.services.show_panel("fairness");
    desk.settle();
    let shares = |desk: &mut Desk| {
        let labels = desk.labels();
        labels.into_iter().filter(|label| label.contains(" %")).collect::<Vec<_>>()
    };
    let before = shares(&mut desk);
    let plain = scenario(&mut desk);
    let town = plain.units.iter().find(|unit| unit.side == world::SideId(1)).and_then(world::Unit::cell).unwrap();
    desk.run("tool-disband");
    desk.viewer().context.view.go_to(town);
    desk.run("use-tool");
    assert!(scenario(&mut desk).units.len() < plain.units.len());
    // The panel lay behind another one meanwhile.
    desk.viewer().context.services.show_panel("fairness");
    desk.settle();
    let after = shares(&mut desk);
    assert!(!after.is_empty() && after != before, "{after:?}");
    desk.run("back");
    assert_eq!(shares(&mut desk), before);
}

#[test]
fn a_stage_is_not_edited() {
    let mut desk = Desk::open(DUEL);
    desk.run("stage-previous");
    desk.run("tool-fill");
    let (cell, kind) = free_cell(&scenario(&mut desk));
    desk.viewer().context.tools.terrain = kind;
    desk.viewer().context.view.go_to(cell);
    desk.run("use-tool");
    assert!(
        desk.viewer().context.services.notice.starts_with("Only the finished scenario"),
        "{}",
        desk.viewer().context.services.notice
    );
    assert_eq!(position(&mut desk), (0, 0));
}

#[test]
fn what_was_edited_is_there_after_a_crash_and_gone_once_it_is_saved() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let (cell, kind) = free_cell(&plain);
    desk.run("tool-brush");
    (desk.viewer().context.tools.terrain, desk.viewer().context.tools.size) = (kind, 1);
    desk.viewer().context.view.go_to(cell);
    desk.run("use-tool");
    let once = scenario(&mut desk);
    desk.run("tool-disband");
    desk.viewer().context.view.go_to(plain.units.iter().find_map(world::Unit::cell).unwrap());
    desk.run("use-tool");
    desk.run("back");
    desk.wait_for(|desk| {
        desk.files
            .read(Path::new("recovery/1.edits"))
            .is_ok_and(|text| String::from_utf8_lossy(&text).matches("jump").count() == 2)
    });
    // The next window begins with what this one left.
    let mut next = Desk::new_beside(&desk);
    assert!(next.sees("Recover edits"), "{:?}", next.labels());
    next.click("Recover edits");
    let world = scenario(&mut next);
    assert!(world.world.terrain == once.world.terrain && world.units.len() == once.units.len());
    assert_eq!(position(&mut next), (1, 1), "with its journal: {}", next.viewer().context.services.notice);
    next.run("forward");
    assert!(scenario(&mut next).units.len() < once.units.len());
    next.run("back");
    next.run("back");
    assert!(scenario(&mut next).world.terrain == plain.world.terrain);
    next.run("forward");
    assert!(!next.viewer().run("recover"), "it is there");
    // Strokes stay apart, and the journal goes on where it was.
    next.run("tool-brush");
    let now = scenario(&mut next);
    let spots: Vec<Cell> = now.world.area.cells().filter(|&cell| now.world.terrain_at(cell) != kind).take(2).collect();
    next.viewer().context.tools.terrain = kind;
    for &spot in &spots {
        next.viewer().context.view.go_to(spot);
        next.run("use-tool");
    }
    assert_eq!(position(&mut next), (3, 0));
    let told = |desk: &Desk| String::from_utf8(desk.files.read(Path::new("recovery/1.edits")).unwrap()).unwrap();
    next.wait_for(|desk| told(desk).matches("entry").count() == 4);
    let mut third = Desk::new_beside(&next);
    third.click("Recover edits");
    assert_eq!(position(&mut third), (3, 0), "{}", third.viewer().context.services.notice);
    // What is saved waits no more.
    next.run("save-scenario");
    next.run("export");
    next.settle();
    assert!(
        !next.viewer().context.documents.open.as_ref().unwrap().is_unsaved(),
        "{}",
        next.viewer().context.services.notice
    );
    next.wait_for(|desk| {
        (1..9).all(|number| {
            desk.files.read(Path::new(&format!("recovery/{number}.edits"))).is_ok_and(|text| text.is_empty())
                || number > 1
        })
    });
    assert!(!Desk::new_beside(&next).sees("Recover edits"));
    // The edits after a save stand on those before it.
    next.run("back");
    next.wait_for(|desk| told(desk).contains("jump"));
    let mut last = Desk::new_beside(&next);
    last.click("Recover edits");
    assert_eq!(position(&mut last), (2, 1), "{}", last.viewer().context.services.notice);
    assert!(scenario(&mut last).world.terrain == scenario(&mut next).world.terrain);
}

/// Paints one cell of the open scenario with a terrain that it has not.
fn paint_one(desk: &mut Desk) {
    let (cell, kind) = free_cell(&scenario(desk));
    desk.run("tool-brush");
    (desk.viewer().context.tools.terrain, desk.viewer().context.tools.size) = (kind, 1);
    desk.viewer().context.view.go_to(cell);
    desk.run("use-tool");
    // The same command puts the tool away.
    desk.run("tool-brush");
}

#[test]
fn save_writes_what_is_shown_where_it_was_opened() {
    let mut desk = Desk::open(DUEL);
    let text = formats::write_scenario(&scenario(&mut desk));
    desk.files.put("mine/scenario.ron", text.clone());
    for name in ["mine", "mine/scenario.ron"] {
        desk.viewer().context.open_named(name);
        desk.settle();
        paint_one(&mut desk);
        let edited = scenario(&mut desk);
        desk.run("save-scenario");
        desk.settle();
        let notice = desk.viewer().context.services.notice.clone();
        assert!(notice.starts_with("mine/scenario.ron is written"), "{notice}");
        let saved = String::from_utf8(desk.files.read(Path::new("mine/scenario.ron")).unwrap()).unwrap();
        assert!(saved == formats::write_scenario(&edited) && saved != text, "what is shown");
        assert!(!desk.viewer().context.documents.open.as_ref().unwrap().is_unsaved());
        assert!(!desk.files.exists(Path::new("out")), "nothing is written elsewhere");
        // An edit that is taken back is saved as well.
        desk.run("back");
        desk.run("save-scenario");
        desk.settle();
        assert!(desk.files.read(Path::new("mine/scenario.ron")).unwrap() == text.as_bytes());
    }
}

#[test]
fn each_of_two_edited_documents_is_recovered() {
    let mut desk = Desk::open(DUEL);
    paint_one(&mut desk);
    let first = scenario(&mut desk);
    desk.viewer().context.open_named("duel:77");
    desk.settle();
    paint_one(&mut desk);
    let second = scenario(&mut desk);
    let count = |desk: &Desk, number: u32, word: &str| {
        let text = desk.files.read(Path::new(&format!("recovery/{number}.edits"))).unwrap_or_default();
        String::from_utf8_lossy(&text).matches(word).count()
    };
    desk.wait_for(|desk| count(desk, 1, "entry") == 1 && count(desk, 2, "entry") == 1);
    // One more edit of the first goes on in its own journal.
    desk.run("back");
    desk.run("back");
    assert!(scenario(&mut desk).world.terrain == first.world.terrain, "the document before");
    paint_one(&mut desk);
    let first = scenario(&mut desk);
    desk.wait_for(|desk| count(desk, 1, "entry") == 2 && count(desk, 2, "\"jump\": 0") == 1);
    let mut next = Desk::new_beside(&desk);
    next.click("Recover edits");
    next.settle();
    assert!(scenario(&mut next).world.terrain == first.world.terrain);
    assert!(next.viewer().context.services.notice.contains("One more document waits"));
    next.run("recover");
    next.settle();
    assert_eq!(position(&mut next), (0, 1), "it was taken back");
    next.run("forward");
    assert!(scenario(&mut next).world.terrain == second.world.terrain);
}

#[test]
fn what_an_edit_breaks_is_told_with_a_way_to_its_cell_until_it_is_mended() {
    let mut desk = Desk::open(DUEL);
    let plain = scenario(&mut desk);
    let area = plain.world.area;
    // A road from nowhere to nowhere, put there as a script could.
    let kind = plain.design.connection_terrain().next().expect("it has roads");
    let lonely = area.cells().find(|&cell| {
        let near = || area.around(cell).map(|(_, other)| other).chain([cell]);
        !near().any(|cell| area.is_edge(cell) || plain.units.iter().any(|unit| unit.cell() == Some(cell)))
            && plain.world.edges.values().all(|edges| near().all(|cell| edges[cell] == 0))
            && near().all(|cell| area.around(cell).all(|(_, other)| !area.is_edge(other)))
    });
    let cell = lonely.expect("a cell far from all");
    let (direction, _) = area.around(cell).next().unwrap();
    let edit =
        world::edit::Edit::Lines(world::edit::Lines { kind, edges: vec![(cell, direction, true)], drops: false });
    assert!(desk.viewer().context.edit("A road", &edit, false), "{}", desk.viewer().context.services.notice);
    desk.settle();
    desk.viewer().context.services.show_panel("faults");
    desk.settle();
    let told = desk.labels().into_iter().find(|label| label.contains("ends in nowhere at cell"));
    let told = told.unwrap_or_else(|| panic!("{:?}", desk.labels()));
    assert!(desk.sees("This map") && desk.sees("1 warning"), "{:?}", desk.labels());
    desk.click(&told);
    let there = desk.viewer().context.view.cursor.expect("it leads to the cell");
    assert!(there == cell || area.around(cell).any(|(_, other)| other == there));
    desk.run("back");
    assert!(!desk.reads("ends in nowhere") && !desk.sees("This map"), "{:?}", desk.labels());
    desk.run("forward");
    assert!(desk.reads("ends in nowhere"));
}
