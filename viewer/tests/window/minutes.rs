//! The first minutes: what is there at once, what can be done next, room for the map, files beside the window.

use eframe::egui::{self, PointerButton, Vec2};
use egui_kittest::kittest::Queryable;
use fairmarch_viewer::map::Arrangement;
use fairmarch_viewer::{Dock, Session, find_command};
use grid::Cell;

use crate::{Desk, quick};

const SMALL: &str = "duel:1";

fn file(desk: &mut Desk) -> String {
    desk.viewer().context.documents.open.as_ref().unwrap().file.clone()
}

fn text_of(desk: &mut Desk) -> String {
    formats::write_scenario(&desk.viewer().context.documents.open.as_ref().unwrap().scenario)
}

/// A window in which something is open for the first time.
fn first(what: &str) -> Desk {
    let mut desk = Desk::with(Session { level_rolls: false, ..Session::default() });
    desk.viewer().context.view.skip_tiles();
    desk.viewer().start.skip_pictures();
    desk.viewer().context.open_named(what);
    desk.settle();
    desk
}

#[test]
fn fairness_is_the_first_panel_and_says_what_can_be_done_next() {
    let mut desk = first(SMALL);
    assert_eq!(Session::default().docks.shown(Dock::Right), "fairness");
    assert!(desk.sees("Next you can"), "{:?}", desk.labels());
    assert!(!desk.reads("by your weights"), "nobody has changed any");
    desk.click("change");
    assert_eq!(desk.shown(Dock::Left), "edit");
    desk.click("reroll");
    assert_ne!(desk.viewer().context.documents.open.as_ref().unwrap().request.seed, 1);
    desk.click("save");
    assert_eq!(desk.shown(Dock::Right), "export");
    assert!(find_command("play").is_some() && find_command("prove-fair").is_some());
}

#[test]
fn the_map_has_most_of_a_small_window() {
    let mut desk = first(SMALL);
    // 8 points on each side are the harness's own.
    desk.harness.set_size(egui::vec2(1024.0 + 16.0, 700.0 + 16.0));
    desk.harness.run_steps(4);
    let part = |desk: &Desk| {
        let map = desk.harness.get_by_label_contains("Map of Duel").rect();
        map.width() * map.height() / (1024.0 * 700.0)
    };
    assert!(part(&desk) >= 0.6, "{}", part(&desk));
    desk.click("Unfold Recipe");
    assert!(desk.sees("Unfold Fairness") && desk.sees("String"), "{:?}", desk.labels());
    assert!(part(&desk) >= 0.6, "{}", part(&desk));
    desk.run("panel-inspector");
    assert!(desk.sees("Unfold Recipe"));
    desk.harness.set_size(egui::vec2(1280.0, 800.0));
    desk.harness.run_steps(4);
    assert!(desk.sees("String") && !desk.reads("Unfold Recipe"), "there is room for both");
}

#[test]
fn pins_and_zoom_end_with_the_game_and_a_pinned_map_has_its_worlds_name() {
    let mut desk = Desk::open(SMALL);
    desk.run("pin");
    let title = desk.viewer().context.documents.open.as_ref().unwrap().title();
    assert_eq!(desk.viewer().context.view.other.as_ref().unwrap().0, title);
    desk.run("zoom-in");
    desk.run("next-roll");
    assert!(desk.viewer().context.view.other.is_some(), "another roll of the same game is compared with it");
    desk.viewer().context.open_named("two-rivals:1");
    desk.settle();
    let view = &desk.viewer().context.view;
    assert!(view.other.is_none() && view.arrangement == Arrangement::One && view.fitted);
}

#[test]
fn the_second_button_offers_what_can_be_done_with_what_lies_there() {
    let mut desk = Desk::open(SMALL);
    let scenario = desk.viewer().context.shown().unwrap().clone();
    let cell = scenario.units[0].cell().unwrap();
    let open = |desk: &mut Desk| {
        desk.run("fit");
        let at = place_of(desk, cell);
        desk.harness.hover_at(at);
        desk.harness.run_steps(2);
        for pressed in [true, false] {
            let (pos, modifiers) = (at, egui::Modifiers::NONE);
            desk.harness.event(egui::Event::PointerButton {
                pos,
                button: PointerButton::Secondary,
                pressed,
                modifiers,
            });
            desk.harness.run_steps(2);
        }
    };
    open(&mut desk);
    let words = fairmarch_viewer::map::unit_words(&scenario, 0);
    assert!(desk.sees("Inspect the cell") && desk.sees(&format!("Inspect {words}")), "{:?}", desk.labels());
    desk.click(&format!("Inspect {words}"));
    assert_eq!(desk.shown(Dock::Right), "inspector");
    let subject = desk.viewer().panels.inspector.subject();
    assert_eq!(subject, Some(fairmarch_viewer::panels::inspector::Subject::Unit(world::UnitId(1))));
    open(&mut desk);
    desk.click("Change the map");
    desk.click("Brush");
    assert_eq!(desk.viewer().context.tools.chosen.map(|tool| tool.name), Some("brush"));
    assert_eq!(desk.viewer().context.tools.terrain, scenario.world.terrain.as_ref().unwrap()[cell]);
}

/// Where a cell of a map that fills its room is drawn.
fn place_of(desk: &mut Desk, cell: Cell) -> egui::Pos2 {
    desk.harness.run_steps(2);
    let room = desk.harness.get_by_label_contains("Map of").rect();
    let view = &desk.viewer().context.view;
    let center = view.panes[0].ground.as_ref().unwrap().plan.center(cell);
    view.camera.screen(room, center) + Vec2::ZERO
}

#[test]
fn recent_things_have_pictures_that_are_there_next_time() {
    let mut desk = Desk::open(SMALL);
    desk.run("start-page");
    desk.harness.run_steps(4);
    assert!(desk.viewer().start.pictures_of_recent.of(SMALL).is_some());
    let mut next = Desk::new_beside(&desk);
    next.viewer().context.services.session.recent = vec![SMALL.to_owned(), "duel:99".to_owned()];
    next.harness.run_steps(4);
    let pictures = &next.viewer().start.pictures_of_recent;
    assert!(pictures.of(SMALL).is_some() && pictures.of("duel:99").is_none());
}

#[test]
fn a_file_that_another_program_changes_is_opened_anew() {
    let mut desk = Desk::open(SMALL);
    let (first, mut other) = (text_of(&mut desk), Desk::open("duel:2"));
    let second = text_of(&mut other);
    desk.files.put("one.ron", first);
    desk.viewer().context.open_named("one.ron");
    desk.settle();
    let look = |desk: &mut Desk| {
        desk.harness.event(egui::Event::WindowFocused(true));
        desk.settle();
    };
    look(&mut desk);
    let before = text_of(&mut desk);
    look(&mut desk);
    assert_eq!(text_of(&mut desk), before, "nothing has changed");
    desk.files.put("one.ron", second.clone());
    look(&mut desk);
    assert_eq!((text_of(&mut desk), file(&mut desk)), (second, "one.ron".to_owned()));
}

#[test]
fn a_file_is_chosen_by_the_systems_dialog() {
    let mut desk = Desk::new();
    desk.run("choose-file");
    assert!(desk.viewer().context.services.notice.contains("No file was chosen"));
    let mut made = Desk::open(SMALL);
    desk.files.put("made.ron", text_of(&mut made));
    desk.files.answer("made.ron");
    desk.click("Choose a file");
    desk.settle();
    assert_eq!(file(&mut desk), "made.ron");
    let session = Session { recent: vec!["made.ron".to_owned()], ..quick() };
    assert_eq!(desk.viewer().context.services.session.recent, session.recent);
}
