//! Docks: panels are moved, folded, widened, and all of that is remembered.

use eframe::egui;
use eframe::egui::accesskit::Role;
use egui_kittest::kittest::{NodeT, Queryable};
use fairmarch_viewer::{Dock, PANELS, Session};

use crate::{Desk, quick};

const SMALL: &str = "duel:1";

/// A window that remembers what another one would.
fn next(desk: &Desk) -> Desk {
    let (session, fault) = Session::read(&desk.harness.state().context.services.session.write());
    assert_eq!((&session, fault), (&desk.harness.state().context.services.session, None));
    let mut next = Desk::with(session);
    next.viewer().context.view.skip_tiles();
    next.viewer().start.skip_pictures();
    next.viewer().context.open_named(SMALL);
    next.settle();
    next
}

/// Where the tab of a panel is.
fn place(desk: &Desk, title: &str) -> egui::Rect {
    let mut all = desk.harness.query_all_by_label(title);
    all.find(|node| node.accesskit_node().role() == Role::Button).expect("the panel has a tab").rect()
}

/// Where the map is.
fn map(desk: &Desk) -> egui::Rect {
    desk.harness.get_by_label_contains("Map of Duel").rect()
}

/// Drags from one point to another.
fn drag(desk: &mut Desk, from: egui::Pos2, to: egui::Pos2) {
    desk.harness.drag_at(from);
    desk.harness.run_steps(2);
    for part in [0.3, 0.6, 1.0] {
        desk.harness.hover_at(from.lerp(to, part));
        desk.harness.run_steps(2);
    }
    desk.harness.drop_at(to);
    desk.harness.run_steps(4);
}

#[test]
fn a_panel_is_moved_by_its_menu_and_back_by_a_drag() {
    let mut desk = Desk::open(SMALL);
    desk.harness.get_by_label("Export").click_secondary();
    desk.harness.run_steps(2);
    desk.click("Move to the left");
    assert_eq!((desk.shown(Dock::Left), desk.shown(Dock::Right)), ("export", "inspector"));
    let mut desk = next(&desk);
    desk.run("panel-recipe");
    assert!(place(&desk, "Export").max.x < map(&desk).min.x, "{:?}", place(&desk, "Export"));
    let (from, to) = (place(&desk, "Export").center(), place(&desk, "Inspector").center());
    drag(&mut desk, from, to + egui::vec2(10.0, 200.0));
    assert_eq!((desk.shown(Dock::Left), desk.shown(Dock::Right)), ("recipe", "export"));
    desk.run("reset-panels");
    assert_eq!(desk.viewer().context.services.session.docks, Session::default().docks);
}

#[test]
fn panels_can_be_seen_beside_each_other_and_the_map_is_never_covered() {
    let mut desk = Desk::open(SMALL);
    let (from, below) = (place(&desk, "Keys").center(), place(&desk, "Inspector").center());
    drag(&mut desk, from, below + egui::vec2(100.0, 690.0));
    let docks = &desk.viewer().context.services.session.docks;
    let seen = |docks: &fairmarch_viewer::Docks, name| docks.shows(name);
    assert!(seen(docks, "keys") && seen(docks, "inspector"), "{}", desk.viewer().context.services.session.write());
    assert!(place(&desk, "Keys").min.y > place(&desk, "Inspector").max.y + 100.0);
    let mut desk = next(&desk);
    assert!(place(&desk, "Keys").min.y > place(&desk, "Inspector").max.y + 100.0);
    // In the middle of the map there is no place for a panel.
    let before = desk.viewer().context.services.session.docks.clone();
    let (from, middle) = (place(&desk, "Keys").center(), map(&desk).center());
    drag(&mut desk, from, middle + egui::vec2(0.0, 12.0));
    assert_eq!(desk.viewer().context.services.session.docks, before);
    // At its edge there is one.
    let (from, map_before) = (place(&desk, "Keys").center(), map(&desk));
    drag(&mut desk, from, map_before.left_center().lerp(map_before.center(), 0.5));
    assert!(place(&desk, "Keys").max.x < map(&desk).min.x && map(&desk).width() > 300.0, "{:?}", map(&desk));
}

#[test]
fn a_dock_is_folded_and_unfolded_by_mouse_and_command() {
    let mut desk = Desk::open(SMALL);
    let wide = map(&desk).width();
    desk.click("Fold the right");
    assert!(map(&desk).width() > wide + 300.0 && !desk.sees("Export"));
    let mut desk = next(&desk);
    desk.click("Unfold Inspector");
    assert_eq!(map(&desk).width(), wide);
    desk.run("focus-right");
    desk.run("fold-panels");
    assert!(desk.sees("Unfold Inspector"));
    desk.run("panel-export");
    assert!(!desk.sees("Unfold Export") && desk.shown(Dock::Right) == "export", "what is asked for is shown");
    desk.harness.get_all_by_label("Hide the panel").last().unwrap().click();
    desk.settle();
    assert_eq!(desk.shown(Dock::Right), "");
}

#[test]
fn a_dock_is_widened_by_its_border_as_far_as_the_map_has_room() {
    let mut desk = Desk::open(SMALL);
    let before = map(&desk);
    drag(&mut desk, before.right_center(), before.right_center() - egui::vec2(80.0, 0.0));
    let now = map(&desk);
    assert!((before.width() - now.width() - 80.0).abs() < 3.0, "{before:?} {now:?}");
    let mut desk = next(&desk);
    assert_eq!(map(&desk), now);
    drag(&mut desk, now.right_center(), now.left_center());
    assert!(map(&desk).width() >= 1280.0 * 0.3, "{:?}", map(&desk));
    // The border follows at once when it is drawn back.
    let (wide, at) = (map(&desk).width(), map(&desk).right_center());
    drag(&mut desk, at, at + egui::vec2(150.0, 0.0));
    assert!(map(&desk).width() > wide + 50.0, "{wide} {:?}", map(&desk));
}

#[test]
fn a_panel_is_moved_by_keys_and_keeps_the_keyboard() {
    let mut desk = Desk::open(SMALL);
    desk.run("focus-right");
    assert_eq!(desk.focused().as_deref(), Some("Inspector"));
    desk.run("move-panel-bottom");
    assert_eq!((desk.shown(Dock::Bottom), desk.focused().as_deref()), ("inspector", Some("Inspector")));
    for panel in PANELS {
        desk.viewer().context.services.session.docks.show(panel.name);
        let dock = desk.viewer().context.services.session.docks.dock_of(panel);
        desk.viewer().context.focus.dock = dock;
        desk.run("move-panel-left");
    }
    assert_eq!((desk.shown(Dock::Right), desk.shown(Dock::Bottom)), ("", ""), "they have no panels any more");
    desk.run("focus-right");
    assert!(desk.viewer().context.services.notice.starts_with("No panel is there"));
    desk.run("focus-left");
    desk.run("move-panel-right");
    assert_ne!(desk.shown(Dock::Right), "", "a dock comes back");
}

#[test]
fn whatever_a_session_says_all_panels_and_the_map_are_there() {
    let all = |session: &Session| {
        PANELS.iter().all(|panel| {
            let mut docks = session.docks.clone();
            docks.show(panel.name);
            docks.shows(panel.name)
        })
    };
    let tabs = |panels: &str| format!("tabs(tiles: [{panels}], active: 7, hidden: true)");
    let row = |parts: &str| format!("(docks: (tiles: column([(1.0, row([{parts}]))])))");
    let known = tabs("panel(\"keys\"), panel(\"crystal-ball\"), panel(\"keys\"), map");
    let (session, fault) = Session::read(&row(&format!("(inf, {known}), (-3.0, map), (NaN, {known})")));
    assert_eq!((session.docks == Session::default().docks, fault), (true, None), "the map cannot be behind a panel");
    let known = tabs("panel(\"keys\"), panel(\"crystal-ball\"), panel(\"keys\")");
    let (session, fault) = Session::read(&row(&format!("(inf, {known}), (-3.0, map), (NaN, {known})")));
    let keys = PANELS.iter().find(|panel| panel.name == "keys").unwrap();
    assert_eq!((session.docks.dock_of(keys), fault), (Dock::Left, None));
    assert!(all(&session), "those that it does not name are in their own docks");
    for broken in ["tabs(tiles: [], active: 0, hidden: false)", "map", "column([])", "panel(\"keys\")"] {
        let (session, fault) = Session::read(&format!("(docks: (tiles: {broken}))"));
        assert_eq!((session.docks == Session::default().docks, fault), (true, None), "{broken}");
    }
    let mut desk = Desk::with(Session { level_rolls: false, ..Session::read(&row("(1e9, map)")).0 });
    desk.viewer().start.skip_pictures();
    desk.viewer().context.open_named(SMALL);
    desk.settle();
    assert!(all(&desk.viewer().context.services.session) && map(&desk).width() > 500.0);
}

#[test]
fn a_session_of_an_earlier_version_shows_the_same_panels() {
    let before = "(left: \"\", right: \"export\", bottom: \"faults\", moved: {\"keys\": left, \"gone\": right})";
    let (session, fault) = Session::read(before);
    assert_eq!(
        (Dock::Left, fault),
        (session.docks.dock_of(PANELS.iter().find(|panel| panel.name == "keys").unwrap()), None)
    );
    let shown = [Dock::Left, Dock::Right, Dock::Bottom].map(|dock| session.docks.shown(dock));
    assert_eq!(shown, ["", "export", "faults"]);
    assert_eq!(Session::read("(zoom: 1.0)").0.docks, Session::default().docks);
}

// Takes seconds: it shows every panel in a small window.
#[test]
fn no_panel_is_wider_than_its_dock_in_a_small_window() {
    let mut desk = Desk::with(quick());
    desk.viewer().context.view.skip_tiles();
    desk.viewer().start.skip_pictures();
    desk.viewer().context.open_named(SMALL);
    desk.settle();
    desk.harness.set_size(egui::vec2(1024.0 + 16.0, 700.0 + 16.0));
    for panel in PANELS.iter().filter(|panel| panel.dock != Dock::Bottom) {
        desk.viewer().context.services.show_panel(panel.name);
        desk.harness.run_steps(6);
        let (map, window) = (map(&desk), egui::Rect::from_min_size(egui::Pos2::ZERO, egui::vec2(1040.0, 716.0)));
        let dock = match panel.dock {
            Dock::Left => window.with_max_x(map.min.x),
            _ => window.with_min_x(map.max.x),
        };
        let within = |rect: &egui::Rect| dock.x_range().contains(rect.center().x);
        let nodes = desk.harness.root().children_recursive();
        let wide: Vec<_> = nodes
            // What is read, below the menu; borders that can be dragged reach beyond the dock.
            .filter(|node| node.accesskit_node().bounding_box().is_some() && node.rect().min.y > 36.0)
            .filter(|node| node.accesskit_node().label().or(node.accesskit_node().value()).is_some())
            .filter(|node| within(&node.rect()) && node.rect().width() < 1000.0)
            .filter(|node| node.rect().max.x > dock.max.x + 1.0 || node.rect().min.x < dock.min.x - 1.0)
            .map(|node| format!("{:?} {:?}", node.accesskit_node().label(), node.rect()))
            .collect();
        assert!(wide.is_empty(), "{}: {wide:#?}", panel.name);
    }
}
